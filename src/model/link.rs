//! Links: how the address of a puzzle is written that another program opens.
//!
//! A definition says with `export` which genre of the other program it is, and by which codes its clues and
//! layouts are written one after the other. A code sees values and where they stand, and nothing of the
//! definition; see `links/` for those that there are.

use std::fmt;

use crate::grid::{Grid, Place, PlaceKind};
use crate::keys::KeyIndex;
use crate::value::{Key, Value};
use puzgen_base::heads::Signed;

/// What a place of a clue or layout says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// That there is a clue, but not its value.
    Untold,
    /// A value.
    Value(i64),
}

impl Content {
    /// Returns the value, if one is told.
    pub fn value(self) -> Option<i64> {
        match self {
            Self::Value(value) => Some(value),
            Self::Empty | Self::Untold => None,
        }
    }
}

/// A clue or layout as codes see it.
#[derive(Debug)]
pub struct LinkFamily<'a> {
    /// The name.
    pub name: &'a str,
    /// Where its values stand.
    pub index: &'a KeyIndex,
    /// The first key of those that are meant, where not all are.
    pub only: Option<Key>,
    /// Whether its values are truths.
    pub is_truth: bool,
    /// Whether all of its values are always shown.
    pub is_whole: bool,
    /// Whether it is a division into rooms: its values are their numbers from 0.
    pub is_rooms: bool,
    /// The values by position.
    pub contents: Vec<Content>,
}

/// An argument as codes see it.
#[derive(Debug)]
pub enum LinkArgument<'a> {
    /// A clue or layout.
    Family(LinkFamily<'a>),
    /// A known value.
    Value(Value),
}

/// The arguments of a code, and the board that their values stand on.
#[derive(Debug)]
pub struct Arguments<'a> {
    /// The board.
    pub grid: &'a Grid,
    /// The arguments in order.
    pub list: Vec<LinkArgument<'a>>,
}

impl<'a> Arguments<'a> {
    /// Returns the families among them.
    pub fn families(&self) -> impl Iterator<Item = &LinkFamily<'a>> {
        self.list.iter().filter_map(|argument| match argument {
            LinkArgument::Family(family) => Some(family),
            LinkArgument::Value(_) => None,
        })
    }

    /// Returns the families among them, to be filled.
    pub fn families_mut(&mut self) -> impl Iterator<Item = &mut LinkFamily<'a>> {
        self.list.iter_mut().filter_map(|argument| match argument {
            LinkArgument::Family(family) => Some(family),
            LinkArgument::Value(_) => None,
        })
    }
}

/// A place of another program's text: a position of a family, or a place where it has none.
pub type Position = Option<usize>;

impl LinkFamily<'_> {
    /// Returns its positions in the order of other programs: cells, corners and lines as they are read; sides
    /// and pairs row by row between left and right, then between top and bottom.
    pub fn positions(&self, grid: &Grid) -> Vec<Position> {
        let keys = self.index.keys();
        if let Some(only) = &self.only {
            let is_meant =
                |key: &Key| matches!(key, Key::Tuple(parts) if parts.first() == Some(only));
            return (0..keys.len()).filter(|at| is_meant(&keys[*at])).map(Some).collect();
        }
        let at = |place: Place| self.index.position_of(&Key::Place(place));
        match keys.first() {
            Some(Key::Place(Place { kind: PlaceKind::Edge, .. })) => {
                borders(grid).into_iter().map(|border| at(border.edge)).collect()
            }
            Some(Key::Place(Place { kind, .. })) => grid.all(*kind).into_iter().map(at).collect(),
            Some(Key::Tuple(parts)) if matches!(parts[..], [Key::Place(_), Key::Place(_)]) => {
                let pair = |[a, b]: [Place; 2]| Key::Tuple(vec![Key::Place(a), Key::Place(b)]);
                let borders = borders(grid).into_iter();
                borders.map(|border| self.index.position_of(&pair(border.cells))).collect()
            }
            _ => (0..keys.len()).map(Some).collect(),
        }
    }

    /// Returns what it says at a position.
    pub fn content(&self, position: Position) -> Content {
        position.map_or(Content::Empty, |position| self.contents[position])
    }
}

/// What is between two squares side by side.
#[derive(Debug, Clone, Copy)]
pub struct Border {
    /// The side.
    pub edge: Place,
    /// The squares: the left or upper one first.
    pub cells: [Place; 2],
}

/// Returns what is between squares in the order of other programs: row by row those between left and right,
/// then those between top and bottom.
pub fn borders(grid: &Grid) -> Vec<Border> {
    let inner =
        grid.all(PlaceKind::Edge).into_iter().filter_map(
            |edge| match grid.cells_beside(edge)[..] {
                [a, b] => Some(Border { edge, cells: [a.min(b), a.max(b)] }),
                _ => None,
            },
        );
    let (across, down): (Vec<_>, Vec<_>) =
        inner.partition(|border| border.cells[1].index == border.cells[0].index + 1);
    across.into_iter().chain(down).collect()
}

/// The text of a link, from where it is not read yet.
#[derive(Debug, Clone)]
pub struct LinkText<'t> {
    /// The rest.
    pub rest: &'t str,
}

impl<'t> LinkText<'t> {
    /// Takes one character.
    pub fn take(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        Some(first)
    }

    /// Takes so many characters, which a link has one byte each.
    ///
    /// # Errors
    /// Where it is shorter.
    pub fn take_many(&mut self, count: usize) -> Result<&'t str, String> {
        let taken = self.rest.get(..count).ok_or_else(|| "the link ends too early".to_owned())?;
        self.rest = &self.rest[count..];
        Ok(taken)
    }

    /// Takes what stands before a `/`, and this.
    pub fn take_field(&mut self) -> &'t str {
        let (field, rest) = self.rest.split_once('/').unwrap_or((self.rest, ""));
        self.rest = rest;
        field
    }
}

/// The lines of a file, from where it is not read yet.
#[derive(Debug, Clone)]
pub struct FileLines<'t> {
    /// The rest.
    pub rest: Vec<&'t str>,
}

impl<'t> FileLines<'t> {
    /// Takes the next line as words.
    ///
    /// # Errors
    /// Where there is none, or it has another number of words.
    pub fn take(&mut self, count: usize) -> Result<Vec<&'t str>, String> {
        if self.rest.is_empty() {
            return Err("the file ends too early".to_owned());
        }
        let line: Vec<&str> = self.rest.remove(0).split_whitespace().collect();
        match line.len() == count {
            true => Ok(line),
            false => Err(format!("a line has {} places where {count} are expected", line.len())),
        }
    }
}

/// A way to write values into a link.
pub trait LinkCode: fmt::Debug + Sync {
    /// Returns its head.
    fn head(&self) -> Signed;

    /// Returns the name.
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns how it is called.
    fn signature(&self) -> &'static str {
        self.head().signature
    }

    /// Returns what it writes, in one sentence.
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns whether it takes so many clues and layouts, or, for `None`, one known value.
    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(1)
    }

    /// Returns its known value as a link says it, where that shows without all before it being read.
    fn told(&self, _body: &str) -> Option<i64> {
        None
    }

    /// Returns the text.
    ///
    /// # Errors
    /// What cannot be said in it, as a clause: "r1c1 is 36, and …".
    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String>;

    /// Reads what [`write`](Self::write) gives into families that say nothing so far.
    ///
    /// # Errors
    /// What is wrong with the text, as a clause.
    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String>;

    /// Returns the lines that a file of pzpr has where a link has the text.
    ///
    /// # Errors
    /// What cannot be said in it, as a clause.
    fn lines(&self, _: &Arguments<'_>) -> Result<Vec<String>, String> {
        Err(format!("files have no form for `{}`", self.signature()))
    }

    /// Reads what [`lines`](Self::lines) gives into families that say nothing so far.
    ///
    /// # Errors
    /// What is wrong with the lines, as a clause.
    fn read_lines(&self, _: &mut FileLines<'_>, _: &mut Arguments<'_>) -> Result<(), String> {
        Err(format!("files have no form for `{}`", self.signature()))
    }
}
