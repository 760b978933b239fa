//! Reading `name = value`: what is written for the nodes of a graph.

use std::collections::BTreeMap;

use crate::family_format::{FamilyFormat, family_format};
use crate::read::{BoardReader, TextBlock};
use crate::text::{Read, TextPiece};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_model::definition::Shown;
use puzgen_model::grid::Grid;

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
        // `//` is a word of programs.
        let are_words = (0..names.len()).any(|at| self.tokens(block.family, at).are_words());
        let rows = block.rows.iter().flat_map(|row| match are_words {
            true => between_names(*row, names),
            false => row.split('/'),
        });
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
                    .help(match are_words {
                        true => "write the program with words in its blanks; an attempt may tell words by their numbers instead, each as `1: x`",
                        false => "write one a line, such as `france = 3`, or separate them by `/`",
                    }),
                );
                continue;
            };
            let span = name.span(file);
            let Some(position) = names.iter().position(|other| other == name.text) else {
                let message = format!("there is no `{}` here", name.text);
                let known = names.iter().map(String::as_str);
                let problem = Problem::error(Code::BoardToken, message, span, "unknown name");
                problems.push(match are_words {
                    true => problem.help(
                        "write the program with words in its blanks, or words by their places, such as `line 2 column 5 = x`",
                    ),
                    false => problem.did_you_mean(name.text, known),
                });
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
            // `-` is a word of programs as well.
            let word = tokens.are_words().then(|| tokens.read(value.text)).flatten();
            values[position] = match word {
                Some(word) => Some((Some(word), value.span(file))),
                None => self.token(&tokens, value, None, file, problems),
            };
        }
        values
    }
}

/// Returns the pieces of a row before each `/` that a name follows.
fn between_names<'t>(row: TextPiece<'t>, names: &[String]) -> Vec<TextPiece<'t>> {
    let begins = |rest: &str| {
        names
            .iter()
            .any(|name| rest.strip_prefix(name.as_str()).is_some_and(|it| it.starts_with(" =")))
    };
    let mut pieces = Vec::new();
    let mut from = 0;
    let cuts = row.text.match_indices('/').map(|(at, _)| at);
    for cut in cuts.filter(|at| begins(&row.text[at + 1..])).chain([row.text.len()]) {
        if cut >= from {
            pieces.push(TextPiece { text: &row.text[from..cut], at: row.at + from }.trimmed());
        }
        from = cut + 1;
    }
    pieces
}
