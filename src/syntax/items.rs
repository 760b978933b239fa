//! Files, puzzles and their items: from pairs to the tree.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::grammar::Rule;
use crate::ast::{
    AuxValue, Binders, BoardDecl, BoardShape, File, Ident, Item, ItemKind, Joining, LayoutValue,
    Puzzle, TextLiteral, Use, UseTarget,
};
use puzgen_base::bug;
use puzgen_base::diagnostics::Problem;

type Result<T> = std::result::Result<T, Problem>;

/// Builds a file.
pub(super) fn build_file(cursor: &mut Cursor<'_, '_>) -> Result<File> {
    let pair = cursor.presume_rule(Rule::file);
    let mut inside = cursor.inside(pair);
    let mut file = File::default();
    while let Some(pair) = inside.take() {
        match pair.as_rule() {
            Rule::use_item => file.uses.push(inside.use_item(pair)),
            Rule::puzzle => file.puzzles.push(inside.puzzle(pair)?),
            other => bug!("{other:?} in a file"),
        }
    }
    Ok(file)
}

/// Builds one item that stands alone.
pub(super) fn build_item(cursor: &mut Cursor<'_, '_>) -> Result<Item> {
    let pair = cursor.presume_rule(Rule::lone_item);
    let item = cursor.inside(pair).presume_rule(Rule::item);
    let pair = cursor.inside(item).presume();
    Ok(Item { span: cursor.span(&pair), kind: cursor.item(pair)? })
}

impl<'a> Cursor<'a, '_> {
    fn use_item(&self, pair: Pair<'a, Rule>) -> Use {
        let span = self.span(&pair);
        let mut inside = self.inside(pair);
        let target = match inside.text() {
            Some(path) => UseTarget::Path(path),
            None => UseTarget::BuiltIn(inside.presume_name()),
        };
        Use { target, span }
    }

    fn puzzle(&self, pair: Pair<'a, Rule>) -> Result<Puzzle> {
        let span = self.span(&pair);
        let mut inside = self.inside(pair);
        let name = inside.presume_name();
        let title = inside.text();
        let extends = inside.take_if(Rule::extends).map(|pair| inside.inside(pair).presume_name());
        let mut items = Vec::new();
        while let Some(item) = inside.take_if(Rule::item) {
            let pair = inside.inside(item).presume();
            items.push(Item { span: inside.span(&pair), kind: inside.item(pair)? });
        }
        Ok(Puzzle { name, title, extends, items, span })
    }

    fn item(&self, pair: Pair<'a, Rule>) -> Result<ItemKind> {
        let rule = pair.as_rule();
        let mut inside = self.inside(pair);
        Ok(match rule {
            Rule::about => ItemKind::About(inside.presume_text()),
            Rule::param => ItemKind::Param {
                name: inside.presume_name(),
                domain: inside.expr()?,
                default: inside.expr()?,
            },
            Rule::let_item => ItemKind::Let { name: inside.presume_name(), value: inside.expr()? },
            Rule::board => ItemKind::Board(inside.board()?),
            Rule::layout => {
                let name = inside.presume_name();
                ItemKind::Layout { name, value: inside.layout_value()? }
            }
            Rule::answer => ItemKind::Answer {
                names: inside.names(),
                index: inside.wrapped_binders(Rule::index_binders)?,
                domain: inside.expr()?,
            },
            Rule::aux => ItemKind::Aux {
                name: inside.presume_name(),
                index: inside.wrapped_binders(Rule::index_binders)?,
                value: inside.aux_value()?,
            },
            Rule::rule_item => ItemKind::Rule {
                implied: inside.take_if(Rule::implied_kw).is_some(),
                name: inside.presume_name(),
                binders: inside.wrapped_binders(Rule::case_binders)?,
                sentence: inside.text(),
                body: inside.expr()?,
            },
            Rule::working => ItemKind::Working {
                name: inside.presume_name(),
                binders: inside.wrapped_binders(Rule::case_binders)?,
                sentence: inside.presume_text(),
                body: inside.expr()?,
            },
            Rule::clue => ItemKind::Clue {
                fixed: inside.take_if(Rule::fixed_kw).is_some(),
                name: inside.presume_name(),
                index: inside.wrapped_binders(Rule::index_binders)?,
                value: inside.expr()?,
                condition: match inside.take_if(Rule::clue_condition) {
                    Some(pair) => Some(inside.inside(pair).expr()?),
                    None => None,
                },
            },
            Rule::remove => {
                ItemKind::Remove { clues: inside.names(), parts: inside.remove_parts()? }
            }
            Rule::sample => ItemKind::Sample {
                sampler: inside.expr()?,
                condition: match inside.peek() {
                    Some(Rule::sample_sizes) | None => None,
                    Some(_) => Some(inside.expr()?),
                },
                sizes: match inside.take_if(Rule::sample_sizes) {
                    Some(pair) => Some(inside.inside(pair).expr()?),
                    None => None,
                },
            },
            Rule::transform => inside.transform()?,
            Rule::features => {
                ItemKind::FeatureSet { name: inside.presume_name(), members: inside.names() }
            }
            Rule::feature => ItemKind::Feature(inside.measures()?),
            Rule::levels => ItemKind::Levels { names: inside.names(), by: inside.levels_by()? },
            Rule::script => ItemKind::Script(inside.presume_text()),
            Rule::show => ItemKind::Show(inside.show_parts()?),
            Rule::export => ItemKind::Export {
                form: inside.presume_name(),
                genre: inside.presume_text(),
                size: match inside.take_if(Rule::export_size) {
                    Some(pair) => {
                        let mut sides = inside.inside(pair);
                        Some([sides.expr()?, sides.expr()?])
                    }
                    None => None,
                },
                condition: match inside.take_if(Rule::export_condition) {
                    Some(pair) => Some(inside.inside(pair).expr()?),
                    None => None,
                },
                parts: inside.exprs()?,
            },
            Rule::translation => ItemKind::Translation {
                language: inside.presume_name(),
                title: inside.text(),
                parts: inside.translation_parts()?,
            },
            Rule::example => {
                ItemKind::Example { title: inside.presume_text(), parts: inside.example_parts()? }
            }
            Rule::without => inside.without(),
            other => bug!("{other:?} is no item"),
        })
    }

    fn board(&mut self) -> Result<BoardDecl> {
        let pair = self.presume();
        let (rule, span) = (pair.as_rule(), self.span(&pair));
        let mut inside = self.inside(pair);
        let shape = match rule {
            Rule::graph_file => BoardShape::Graph(inside.presume_text()),
            Rule::programs_file => BoardShape::Programs(inside.presume_text()),
            Rule::board_shape => {
                let pair = inside.presume();
                let name = Ident { name: pair.as_str().to_owned(), span: inside.span(&pair) };
                BoardShape::Sides(name, inside.exprs()?)
            }
            other => bug!("{other:?} in `board`"),
        };
        Ok(BoardDecl { shape, cells: self.wrapped_binders(Rule::index_binders)?, span })
    }

    fn layout_value(&mut self) -> Result<LayoutValue> {
        match self.peek() {
            Some(Rule::expr) => Ok(LayoutValue::Rooms(self.expr()?)),
            _ => Ok(LayoutValue::Drawn {
                index: self.wrapped_binders(Rule::index_binders)?,
                domain: self.expr()?,
            }),
        }
    }

    fn aux_value(&mut self) -> Result<AuxValue> {
        match self.peek() {
            Some(Rule::domain) => Ok(AuxValue::Free(self.expr()?)),
            Some(Rule::components) => {
                let pair = self.presume();
                let span = self.span(&pair);
                let mut inside = self.inside(pair);
                let places = inside.expr()?;
                let joining = match inside.presume().into_inner().next().map(|pair| pair.as_rule())
                {
                    Some(Rule::split_kw) => Joining::Split,
                    Some(Rule::joined_kw) => Joining::Joined,
                    _ => Joining::Equal,
                };
                Ok(AuxValue::Components { places, joining, family: inside.presume_name(), span })
            }
            _ => Ok(AuxValue::Determined(self.expr()?)),
        }
    }

    fn without(&mut self) -> ItemKind {
        let pair = self.presume();
        let kind = Ident { name: pair.as_str().to_owned(), span: self.span(&pair) };
        ItemKind::Without { kind, names: self.names() }
    }

    /// Builds the next pair if it is `rule`, binders in brackets.
    pub(super) fn wrapped_binders(&mut self, rule: Rule) -> Result<Option<Binders>> {
        match self.take_if(rule) {
            Some(pair) => self.inside(pair).presume_binders().map(Some),
            None => Ok(None),
        }
    }

    /// Builds the next pair if it is a text.
    pub(super) fn text(&mut self) -> Option<TextLiteral> {
        let pair = self.take_if(Rule::text)?;
        Some(self.text_of(&pair))
    }

    /// Builds the text of a pair.
    pub(super) fn text_of(&self, pair: &Pair<'_, Rule>) -> TextLiteral {
        let (start, end) = (pair.as_span().start(), pair.as_span().end());
        let is_block = pair.as_str().starts_with("\"\"\"");
        let quotes = if is_block { 3 } else { 1 };
        let inner = &pair.as_str()[quotes..pair.as_str().len() - quotes];
        TextLiteral {
            text: if is_block { inner.to_owned() } else { unescape(inner) },
            span: self.span_at(start, end),
            inner: self.span_at(start + quotes, end - quotes),
            is_block,
        }
    }

    /// Builds a text that the grammar guarantees.
    pub(super) fn presume_text(&mut self) -> TextLiteral {
        match self.text() {
            Some(text) => text,
            None => bug!("a text is missing"),
        }
    }
}

/// Returns `inner` with its escapes resolved; `scan` has refused unknown ones.
fn unescape(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(char),
        }
    }
    out
}
