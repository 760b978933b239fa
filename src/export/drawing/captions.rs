//! Families that have no place on a board, as lines around it.

use crate::FamilyBlock;
use crate::drawing::letters::with_minus;
use crate::drawing::picture::Painter;
use puzgen_board::family_format::FamilyFormat;
use puzgen_model::definition::{Shown, Template, TemplatePart};
use puzgen_model::expr::{ExprKind, FamilyId};
use puzgen_model::value::Key;

impl Painter<'_> {
    /// Adds a family as a line with its name.
    pub(super) fn caption(&mut self, block: &FamilyBlock<'_>, all: &[FamilyBlock<'_>]) {
        let instance = self.context.instance;
        let texts = (0..block.index.len()).map(|position| self.text(block, all, position));
        let texts: Vec<String> = texts
            .map(|text| text.map_or_else(|| ".".to_owned(), |text| with_minus(&text)))
            .collect();
        let text = format!("{} = {}", block.name, texts.join(" "));
        let is_of_variables = block.format(instance) == FamilyFormat::Single
            || block.index.keys().iter().all(|key| matches!(key, Key::Variable(_)));
        let is_told = match (&instance.definition.show.text, block.family) {
            (None, _) => false,
            // The sentence says what loose variables are, in the solution those that it names.
            (Some(text), Shown::Answer(id)) => names(text, id),
            (Some(_), _) => is_of_variables,
        };
        if !is_told {
            self.picture.captions.push(text);
        }
    }
}

/// Returns whether a sentence has the value of a loose variable.
fn names(text: &Template, variable: FamilyId) -> bool {
    text.parts.iter().any(|part| match part {
        TemplatePart::Expr { expr, .. } => {
            matches!(expr.kind, ExprKind::Family(id) if id == variable)
        }
        TemplatePart::Text(_) => false,
    })
}
