//! The parts of items that have several: `remove`, `feature`, `levels`, `show`, `example`.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::grammar::Rule;
use crate::ast::{
    Choose, ExamplePart, Expr, FeatureEntry, ItemKind, LevelRule, LevelsBy, RegionBorder,
    RemovalPhase, RemovePart, ShowPart, TransformKind, TranslationPart,
};
use puzgen_base::bug;
use puzgen_base::diagnostics::Problem;

type Result<T> = std::result::Result<T, Problem>;

impl<'a> Cursor<'a, '_> {
    /// Builds the lines of `remove`.
    pub(super) fn remove_parts(&mut self) -> Result<Vec<RemovePart>> {
        self.parts(Rule::remove_part, |cursor, pair| {
            let (rule, span) = (pair.as_rule(), cursor.span(&pair));
            let mut inside = cursor.inside(pair);
            Ok(match rule {
                Rule::by => RemovePart::By(inside.phases()?),
                Rule::choose => {
                    let (choose, condition) = (inside.choose()?, inside.optional_expr()?);
                    RemovePart::Choose(choose, condition, span)
                }
                Rule::keep => RemovePart::Keep(inside.expr()?, inside.binders()?),
                Rule::accept => RemovePart::Accept(inside.expr()?, inside.binders()?),
                Rule::until | Rule::effort => match inside.phase()? {
                    Some((until, condition)) if rule == Rule::until => {
                        RemovePart::Until(until, condition)
                    }
                    Some((effort, condition)) => RemovePart::Effort(effort, condition),
                    None => bug!("{rule:?} without an expression"),
                },
                other => bug!("{other:?} in `remove`"),
            })
        })
    }

    fn phases(&mut self) -> Result<Vec<RemovalPhase>> {
        let mut phases = Vec::new();
        while let Some((unit, condition)) = self.phase()? {
            phases.push(RemovalPhase { unit, condition });
        }
        Ok(phases)
    }

    fn phase(&mut self) -> Result<Option<(Expr, Option<Expr>)>> {
        let Some(pair) = self.take_if(Rule::phase) else { return Ok(None) };
        let mut inside = self.inside(pair);
        Ok(Some((inside.expr()?, inside.optional_expr()?)))
    }

    fn optional_expr(&mut self) -> Result<Option<Expr>> {
        match self.peek() {
            Some(_) => self.expr().map(Some),
            None => Ok(None),
        }
    }

    fn choose(&mut self) -> Result<Choose> {
        Ok(match self.presume().as_rule() {
            Rule::random_kw => Choose::Random,
            Rule::first_kw => Choose::First,
            Rule::guided_kw => Choose::Guided,
            _ => Choose::Weight(self.expr()?),
        })
    }

    /// Builds a `transform`.
    pub(super) fn transform(&mut self) -> Result<ItemKind> {
        let pair = self.presume();
        let rule = pair.as_rule();
        let mut inside = self.inside(pair);
        let kind = match rule {
            Rule::relabel => TransformKind::OfAnswers("relabel", inside.names()),
            Rule::rename => TransformKind::OfAnswers("rename", inside.names()),
            Rule::turns => TransformKind::Turns(inside.names()),
            Rule::permute => {
                let mut lines = Vec::new();
                while let Some(pair) = inside.take_if(Rule::lines) {
                    let mut names = inside.inside(pair).names().into_iter();
                    if let Some(what) = names.next() {
                        lines.push((what, names.next()));
                    }
                }
                TransformKind::Permute { lines, blocks: inside.optional_expr()? }
            }
            Rule::point_map => {
                let name = inside.presume_name();
                let binders = inside.wrapped_binders(Rule::case_binders)?;
                let mut pairs = Vec::new();
                while let Some(pair) = inside.take_if(Rule::becomes) {
                    let mut sides = inside.inside(pair);
                    pairs.push((sides.expr()?, sides.expr()?));
                }
                TransformKind::Map { name, binders, pairs }
            }
            other => bug!("{other:?} in `transform`"),
        };
        let mut params = Vec::new();
        while let Some(pair) = self.take_if(Rule::new_value) {
            let mut inside = self.inside(pair);
            params.push((inside.presume_name(), inside.expr()?));
        }
        Ok(ItemKind::Transform { kind, params, condition: self.optional_expr()? })
    }

    /// Builds the entries of `feature`.
    pub(super) fn measures(&mut self) -> Result<Vec<FeatureEntry>> {
        let mut measures = Vec::new();
        while let Some(pair) = self.take_if(Rule::measure) {
            let mut inside = self.inside(pair);
            measures.push(FeatureEntry {
                name: inside.presume_name(),
                index: inside.wrapped_binders(Rule::index_binders)?,
                value: inside.optional_expr()?,
            });
        }
        Ok(measures)
    }

    /// Builds what stands after the names of `levels`.
    pub(super) fn levels_by(&mut self) -> Result<LevelsBy> {
        match self.take_if(Rule::by_model) {
            Some(pair) => Ok(LevelsBy::Model(self.inside(pair).presume_text())),
            None => self.level_rules().map(LevelsBy::Rules),
        }
    }

    fn level_rules(&mut self) -> Result<Vec<LevelRule>> {
        let mut rules = Vec::new();
        while let Some(pair) = self.take_if(Rule::level_rule) {
            let span = self.span(&pair);
            let mut inside = self.inside(pair);
            let name = inside.presume_name();
            let condition = match inside.take_if(Rule::otherwise_kw) {
                Some(_) => None,
                None => Some(inside.expr()?),
            };
            rules.push(LevelRule { name, condition, span });
        }
        Ok(rules)
    }

    /// Builds the parts of `show`.
    pub(super) fn show_parts(&mut self) -> Result<Vec<ShowPart>> {
        self.parts(Rule::show_part, |cursor, pair| {
            let rule = pair.as_rule();
            let mut inside = cursor.inside(pair);
            Ok(match rule {
                Rule::symbols => ShowPart::Symbols {
                    families: inside.names(),
                    symbols: inside.presume_text(),
                    vertical: inside.text(),
                },
                Rule::thick => {
                    ShowPart::Regions { border: RegionBorder::Thick, regions: inside.expr()? }
                }
                Rule::cages => {
                    ShowPart::Regions { border: RegionBorder::Cage, regions: inside.expr()? }
                }
                Rule::show_text => ShowPart::Text(inside.presume_text()),
                Rule::show_script => ShowPart::Script(inside.presume_name()),
                Rule::show_label => {
                    ShowPart::Label { family: inside.presume_name(), text: inside.presume_text() }
                }
                Rule::show_sentence => ShowPart::Sentence {
                    family: inside.presume_name(),
                    text: inside.presume_text(),
                    otherwise: inside.take_if(Rule::otherwise_kw).map(|_| inside.presume_text()),
                },
                Rule::show_point => {
                    ShowPart::Point { name: inside.presume_name(), at: inside.expr()? }
                }
                Rule::show_figure => {
                    ShowPart::Figure { mark: inside.expr()?, label: inside.text() }
                }
                Rule::drawn_as => {
                    let look = inside.presume_rule(Rule::look);
                    ShowPart::DrawnAs { look: inside.ident(&look), families: inside.names() }
                }
                other => bug!("{other:?} in `show`"),
            })
        })
    }

    /// Builds the lines of `translation`.
    pub(super) fn translation_parts(&mut self) -> Result<Vec<TranslationPart>> {
        self.parts(Rule::translation_part, |cursor, pair| {
            let rule = pair.as_rule();
            let mut inside = cursor.inside(pair);
            Ok(match rule {
                Rule::about => TranslationPart::About(inside.presume_text()),
                Rule::rule_sentence => {
                    TranslationPart::Rule(inside.presume_name(), inside.presume_text())
                }
                Rule::working_sentence => {
                    TranslationPart::Working(inside.presume_name(), inside.presume_text())
                }
                Rule::spoken_name => TranslationPart::Name {
                    name: inside.presume_name(),
                    text: inside.presume_text(),
                    otherwise: inside.take_if(Rule::otherwise_kw).map(|_| inside.presume_text()),
                },
                Rule::show_text => TranslationPart::Text(inside.presume_text()),
                Rule::show_sentence => TranslationPart::Sentence {
                    family: inside.presume_name(),
                    text: inside.presume_text(),
                    otherwise: inside.take_if(Rule::otherwise_kw).map(|_| inside.presume_text()),
                },
                other => bug!("{other:?} in `translation`"),
            })
        })
    }

    /// Builds the lines of `example`.
    pub(super) fn example_parts(&mut self) -> Result<Vec<ExamplePart>> {
        self.parts(Rule::example_part, |cursor, pair| {
            let rule = pair.as_rule();
            let mut inside = cursor.inside(pair);
            Ok(match rule {
                Rule::block => ExamplePart::Block(inside.presume_name(), inside.presume_text()),
                Rule::breaks => ExamplePart::Breaks(inside.names()),
                Rule::solution_count => ExamplePart::Solutions(inside.expr()?),
                Rule::setting => ExamplePart::Set(inside.presume_name(), inside.expr()?),
                other => bug!("{other:?} in `example`"),
            })
        })
    }

    /// Builds what each pair of `wrapper` that comes next holds.
    fn parts<T>(
        &mut self,
        wrapper: Rule,
        build: impl Fn(&Self, Pair<'a, Rule>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut parts = Vec::new();
        while let Some(pair) = self.take_if(wrapper) {
            let part = self.inside(pair).presume();
            parts.push(build(self, part)?);
        }
        Ok(parts)
    }
}
