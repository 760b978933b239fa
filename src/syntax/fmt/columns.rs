//! Columns: what stands below each other in lines that follow each other.
//!
//! The first words of the lines of `remove`, the names of levels, what is said of declarations of one kind,
//! and comments behind code. An empty line, a line that is a comment alone, and one of another depth end
//! a column.

use super::lines::{Line, Piece};
use crate::{Begins, Role};

/// By how many blanks declarations are set apart at most: where more would be needed, none are.
const MOST_BLANKS: usize = 30;

/// Aligns what is aligned.
pub(super) fn align(lines: &mut [Line]) {
    let mut from = 0;
    while from < lines.len() {
        let indent = lines[from].indent;
        let more = lines[from + 1..]
            .iter()
            .take_while(|line| !line.has_gap && !line.is_comment() && line.indent == indent)
            .count();
        let until = from + 1 + more;
        words(&mut lines[from..until]);
        declarations(&mut lines[from..until]);
        from = until;
    }
    comments(lines);
}

/// Returns whether a line begins with a word that has a column: one line of `remove` or `levels`, and nothing
/// else in it.
fn has_column(line: &Line) -> bool {
    let begun = |piece: &Piece| piece.token.begins == Begins::Line;
    line.pieces.len() > 1
        && line.pieces.first().is_some_and(begun)
        && !line.pieces[1..].iter().any(begun)
}

/// Gives the words that lines begin with one width.
fn words(lines: &mut [Line]) {
    let width = |line: &Line| line.pieces.first().map_or(0, |piece| piece.text.chars().count());
    let most = lines.iter().filter(|line| has_column(line)).map(width).max();
    for line in lines.iter_mut().filter(|line| has_column(line)) {
        line.pieces[1].blanks = 1 + most.unwrap_or(0) - width(line);
    }
}

/// Gives declarations of one kind that follow each other one column for what they are declared to be.
fn declarations(lines: &mut [Line]) {
    let mut from = 0;
    while from < lines.len() {
        let keyword = keyword(&lines[from]);
        let is_same = |line: &&Line| keyword.is_some() && self::keyword(line) == keyword;
        let more = lines[from + 1..].iter().take_while(is_same).count();
        let run = &mut lines[from..=from + more];
        let widths: Vec<usize> =
            run.iter().filter_map(|line| Some(width_before(line, column(line)?))).collect();
        let most = widths.iter().copied().max().unwrap_or(0);
        let least = widths.iter().copied().min().unwrap_or(0);
        if most - least <= MOST_BLANKS {
            for line in run.iter_mut() {
                if let Some(index) = column(line) {
                    line.pieces[index].blanks = 1 + most - width_before(line, index);
                }
            }
        }
        from += more + 1;
    }
}

/// Returns what kind of declaration a line is, if it is one that may have a column: all of it is there.
fn keyword(line: &Line) -> Option<&'static str> {
    line.pieces.first().filter(|piece| piece.token.begins == Begins::Item && !line.goes_on)?;
    let words = line.pieces.iter().take(2).map(|piece| piece.text.as_str());
    words
        .filter_map(|word| COLUMNS.iter().find(|(keyword, _)| *keyword == word))
        .next()
        .map(|it| it.0)
}

/// Declarations, and what has a column in them.
const COLUMNS: &[(&str, Role)] = &[
    ("param", Role::Colon),
    ("let", Role::Assign),
    ("aux", Role::Assign),
    ("rule", Role::Text),
    ("working", Role::Text),
    ("clue", Role::Assign),
    ("feature", Role::Assign),
];

/// Returns which token of a declaration has a column.
fn column(line: &Line) -> Option<usize> {
    let (_, role) = COLUMNS.iter().find(|(word, _)| Some(*word) == keyword(line))?;
    let mut depth = 0;
    let found = line.pieces.iter().position(|piece| {
        match piece.token.role {
            Role::Open(_) => depth += 1,
            Role::Close(_) => depth -= 1,
            _ => {}
        }
        depth == 0 && piece.token.role == *role
    })?;
    // Nothing stands between a name and its `:`; what follows has the column.
    let index = found + usize::from(*role == Role::Colon);
    (index < line.pieces.len()).then_some(index)
}

/// Returns how much of a line stands before a token, without the blanks before it.
fn width_before(line: &Line, index: usize) -> usize {
    let width = |piece: &Piece| piece.blanks + piece.text.chars().count();
    line.pieces[..index].iter().map(width).sum()
}

/// Gives comments behind code one column where lines that follow each other have them.
fn comments(lines: &mut [Line]) {
    let is_in =
        |line: &Line| line.comment.is_some() && !line.is_comment() && line.width().is_some();
    let mut from = 0;
    while from < lines.len() {
        if !is_in(&lines[from]) {
            from += 1;
            continue;
        }
        let indent = lines[from].indent;
        let goes_on = |line: &&Line| !line.has_gap && line.indent == indent && is_in(line);
        let more = lines[from + 1..].iter().take_while(goes_on).count();
        let run = &mut lines[from..=from + more];
        let most = run.iter().filter_map(Line::width).max().unwrap_or(0);
        for line in run.iter_mut() {
            let width = line.width().unwrap_or(most);
            if let Some(comment) = &mut line.comment {
                comment.blanks = most - width + 2;
            }
        }
        from += more + 1;
    }
}
