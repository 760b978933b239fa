//! Reading `name = value`: what is written for the nodes of a graph.

use std::collections::BTreeMap;

use crate::board::family_format::{FamilyFormat, family_format};
use crate::board::read::{BoardReader, TextBlock};
use crate::board::text::Read;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::grid::Grid;
use crate::model::definition::Shown;
use crate::source::{FileId, Span};

impl BoardReader<'_> {
    /// Returns the family, the current or else the only one, whose elements are written by their
    /// names, if a line that begins with this name is one of them.
    pub(super) fn named_elements(&self, current: Option<Shown>, name: &str) -> Option<Shown> {
        let family = current.or_else(|| self.only_family().ok())?;
        let is_other = || self.families().iter().any(|(other, _)| *other == name);
        let grid = self.instance.grid.as_ref();
        let is_element = match self.known_keys(family) {
            Some(keys) => {
                let FamilyFormat::Named(names) = family_format(grid, keys) else { return None };
                names.iter().any(|other| other == name)
            }
            // While layouts are read, the keys of other families are not known yet.
            None => grid.and_then(Grid::as_graph)?.is_name(name),
        };
        (is_element || !is_other()).then_some(family)
    }

    /// Reads `name = value` for each element; what is left out is empty.
    pub(super) fn elements(
        &self,
        block: &TextBlock<'_>,
        names: &[String],
        file: FileId,
        problems: &mut Diagnostics,
    ) -> Vec<Read> {
        let mut values = vec![None; names.len()];
        let mut given: BTreeMap<usize, Span> = BTreeMap::new();
        let rows = block.rows.iter().flat_map(|row| row.split('/'));
        for row in rows.flat_map(|row| row.split(';')).filter(|row| !row.text.is_empty()) {
            let Some((name, value)) = row.split_once('=') else {
                let label = "expected `name = value`";
                problems.push(
                    Problem::error(
                        Code::BoardShape,
                        format!("`{}` does not say what it is for", row.text),
                        row.span(file),
                        label,
                    )
                    .help("write one a line, such as `france = 3`, or separate them by `/`"),
                );
                continue;
            };
            let span = name.span(file);
            let Some(position) = names.iter().position(|other| other == name.text) else {
                let message = format!("there is no `{}` here", name.text);
                let known = names.iter().map(String::as_str);
                problems.push(
                    Problem::error(Code::BoardToken, message, span, "unknown name")
                        .did_you_mean(name.text, known),
                );
                continue;
            };
            if let Some(before) = given.insert(position, span) {
                let message = format!("`{}` is given twice", name.text);
                problems.push(
                    Problem::error(Code::BoardToken, message, span, "again here")
                        .label(before, "first here")
                        .help("leave one of them out"),
                );
                continue;
            }
            let tokens = self.tokens(block.family, position);
            values[position] = self.token(&tokens, value, None, file, problems);
        }
        values
    }
}
