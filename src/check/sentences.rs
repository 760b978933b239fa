//! `show sentence`: what clues say in words.

use crate::Checker;
use crate::names::Symbol;
use crate::templates::{Piece, SENTENCE};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::{ClueSentence, SentencePart, Template, TemplatePart};
use puzgen_model::ty::Phase;
use puzgen_syntax::ast::{Ident, Item, ItemKind, TextLiteral};

impl Checker<'_> {
    pub(super) fn clue_sentence(
        &mut self,
        family: &Ident,
        text: &TextLiteral,
        otherwise: Option<&TextLiteral>,
        items: &[Item],
    ) -> Option<ClueSentence> {
        let Some(Symbol::Clue(clue)) = self.names.symbol(&family.name).cloned() else {
            match self.names.symbol(&family.name) {
                Some(_) => {
                    let message = format!("`{}` is no clue", family.name);
                    let problem =
                        Problem::error(Code::BadShow, message, family.span, "says nothing");
                    self.problems.push(problem.help("only clues are said in words"));
                }
                None => self.unknown(&family.name, family.span),
            }
            return None;
        };
        if self.clues[clue.0 as usize].is_truth != otherwise.is_some() {
            let (message, help) = match otherwise {
                Some(_) => (
                    format!("`{}` is a number: it has one sentence", family.name),
                    format!("write `{{{}}}` where its value stands", family.name),
                ),
                None => (
                    format!("`{}` may also be false", family.name),
                    "add what is said then: `otherwise \"…\"`".to_owned(),
                ),
            };
            let problem = Problem::error(Code::BadShow, message, text.span, "one sentence for all");
            self.problems.push(problem.help(help));
            return None;
        }
        let index = items.iter().find_map(|item| match &item.kind {
            ItemKind::Clue { name, index, .. } if name.name == family.name => Some(index.as_ref()),
            _ => None,
        });
        let kind = std::mem::replace(&mut self.kind, SENTENCE);
        let said = self.within(index.flatten(), Phase::Known, Phase::Known, |checker| {
            let text = checker.sentence(text, family)?;
            match otherwise {
                Some(otherwise) => Some((text, Some(checker.sentence(otherwise, family)?))),
                None => Some((text, None)),
            }
        });
        self.kind = kind;
        let (_, (text, otherwise)) = said?;
        Some(ClueSentence { clue, text, otherwise, span: family.span })
    }

    /// Returns a text in which the clue stands for its value, and names of its index for theirs.
    fn sentence(&mut self, text: &TextLiteral, family: &Ident) -> Option<Vec<SentencePart>> {
        let source = self.sources.slice(text.inner).to_owned();
        let mut parts = Vec::new();
        for piece in self.pieces(text, &source)? {
            let part = match piece {
                Piece::Filled(at) if source[at.clone()].trim() == family.name => {
                    parts.push(SentencePart::Value);
                    continue;
                }
                Piece::Plain(plain) => TemplatePart::Text(plain),
                Piece::Filled(at) => self.filled_in(text, &source, at.start, at.end)?,
            };
            parts.push(SentencePart::Told(Template { parts: vec![part] }));
        }
        Some(parts)
    }
}
