//! `Display` of the tree: valid `.pz` text whose tree is the same but for spans.
//!
//! Two blanks a level, one item a line, an empty line between kinds of items; parentheses only
//! where the text would be read otherwise. Comments are not in the tree, so none are printed.

use std::fmt::{self, Display, Formatter, Write as _};

use super::{
    AuxValue, Binders, BoardShape, File, Ident, Item, ItemKind, Joining, LayoutValue, LevelsBy,
    Puzzle, Text, Use, UseTarget,
};

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for used in &self.uses {
            writeln!(f, "{used}")?;
        }
        for (index, puzzle) in self.puzzles.iter().enumerate() {
            if index > 0 || !self.uses.is_empty() {
                writeln!(f)?;
            }
            writeln!(f, "{puzzle}")?;
        }
        Ok(())
    }
}

impl Display for Use {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.target {
            UseTarget::Path(path) => write!(f, "use {path}"),
            UseTarget::BuiltIn(name) => write!(f, "use {name}"),
        }
    }
}

impl Display for Ident {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_block && !self.text.contains("\"\"\"") && !self.text.ends_with('"') {
            return write!(f, "\"\"\"{}\"\"\"", self.text);
        }
        f.write_char('"')?;
        for char in self.text.chars() {
            match char {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')
    }
}

impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "puzzle {}", self.name)?;
        if let Some(title) = &self.title {
            write!(f, " {title}")?;
        }
        if let Some(base) = &self.extends {
            write!(f, " extends {base}")?;
        }
        f.write_str(" {")?;
        let mut last = None;
        for item in &self.items {
            let group = group(&item.kind);
            if last.is_some_and(|last| last != group || group == EXAMPLE) {
                writeln!(f)?;
            }
            last = Some(group);
            write!(f, "\n  {item}")?;
        }
        f.write_str(if self.items.is_empty() { "}" } else { "\n}" })
    }
}

/// The group whose members are kept apart, too.
const EXAMPLE: usize = 10;

/// Items of one group are printed without an empty line between them.
fn group(kind: &ItemKind) -> usize {
    match kind {
        ItemKind::About(_) | ItemKind::Param { .. } | ItemKind::Let { .. } => 0,
        ItemKind::Board(_)
        | ItemKind::Layout { .. }
        | ItemKind::Answer { .. }
        | ItemKind::Aux { .. } => 1,
        ItemKind::Rule { .. } => 2,
        ItemKind::Clue { .. } => 3,
        ItemKind::Remove { .. } | ItemKind::Sample { .. } => 4,
        ItemKind::Transform { .. } => 5,
        ItemKind::Feature(_) | ItemKind::FeatureSet { .. } => 6,
        ItemKind::Levels { .. } => 7,
        ItemKind::Script(_) | ItemKind::Show(_) => 8,
        ItemKind::Without { .. } => 9,
        ItemKind::Example { .. } => EXAMPLE,
    }
}

/// Things with commas between them.
pub(super) struct List<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, one) in self.0.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            one.fmt(f)?;
        }
        Ok(())
    }
}

/// Writes `[…]`, if there are any binders.
pub(super) fn write_index(f: &mut Formatter<'_>, index: Option<&Binders>) -> fmt::Result {
    index.map_or(Ok(()), |binders| write!(f, "[{binders}]"))
}

/// Writes parts in braces, one a line.
fn write_block<T: Display>(f: &mut Formatter<'_>, parts: &[T]) -> fmt::Result {
    f.write_str("{")?;
    for part in parts {
        write!(f, "\n    {part}")?;
    }
    f.write_str(if parts.is_empty() { "}" } else { "\n  }" })
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Display for ItemKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::About(text) => write!(f, "about {text}"),
            Self::Param { name, domain, default } => {
                write!(f, "param {name}: {} = {default}", domain.as_domain())
            }
            Self::Let { name, value } => write!(f, "let {name} = {value}"),
            Self::Board(board) => {
                match &board.shape {
                    BoardShape::Sides(name, sides) => write!(f, "board {name}({})", List(sides)),
                    BoardShape::Graph(path) => write!(f, "board graph({path})"),
                }?;
                write_index(f, board.cells.as_ref())
            }
            Self::Layout { name, value: LayoutValue::Rooms(rooms) } => {
                write!(f, "layout {name} = {rooms}")
            }
            Self::Layout { name, value: LayoutValue::Drawn { index, domain } } => {
                write!(f, "layout {name}")?;
                write_index(f, index.as_ref())?;
                write!(f, ": {}", domain.as_domain())
            }
            Self::Answer { names, index, domain } => {
                write!(f, "answer {}", List(names))?;
                write_index(f, index.as_ref())?;
                write!(f, ": {}", domain.as_domain())
            }
            Self::Aux { name, index, value } => {
                write!(f, "aux {name}")?;
                write_index(f, index.as_ref())?;
                match value {
                    AuxValue::Determined(value) => write!(f, " = {value}"),
                    AuxValue::Free(domain) => write!(f, ": {}", domain.as_domain()),
                    AuxValue::Components { places, joining, family, .. } => {
                        let how = match joining {
                            Joining::Equal => "where equal",
                            Joining::Split => "split by",
                            Joining::Joined => "joined by",
                        };
                        write!(f, " = components({places} {how} {family})")
                    }
                }
            }
            Self::Rule { implied, name, binders, sentence, body } => {
                write!(f, "{}rule {name}", if *implied { "implied " } else { "" })?;
                if let Some(binders) = binders {
                    write!(f, "({binders})")?;
                }
                if let Some(sentence) = sentence {
                    write!(f, " {sentence}")?;
                }
                write!(f, ": {body}")
            }
            Self::Clue { fixed, name, index, value, condition } => {
                write!(f, "{}clue {name}", if *fixed { "fixed " } else { "" })?;
                write_index(f, index.as_ref())?;
                write!(f, " = {value}")?;
                condition.as_ref().map_or(Ok(()), |condition| write!(f, " if {condition}"))
            }
            Self::Remove { clues, parts } => {
                write!(f, "remove {}", List(clues))?;
                if parts.is_empty() {
                    return Ok(());
                }
                f.write_str(" ")?;
                write_block(f, parts)
            }
            Self::Sample { sampler, condition, sizes } => {
                write!(f, "sample {sampler}")?;
                condition.as_ref().map_or(Ok(()), |condition| write!(f, " where {condition}"))?;
                sizes.as_ref().map_or(Ok(()), |sizes| write!(f, " when {sizes}"))
            }
            Self::Transform { kind, params, condition } => {
                write!(f, "transform {kind}")?;
                for (index, (name, value)) in params.iter().enumerate() {
                    write!(f, "{} {name} = {value}", if index > 0 { "," } else { " with" })?;
                }
                condition.as_ref().map_or(Ok(()), |condition| write!(f, " when {condition}"))
            }
            Self::Feature(features) => write!(f, "feature {}", List(features)),
            Self::FeatureSet { name, members } => {
                write!(f, "features {name} = {}", List(members))
            }
            Self::Levels { names, by } => {
                f.write_str("levels ")?;
                for (index, name) in names.iter().enumerate() {
                    write!(f, "{}{name}", if index > 0 { " < " } else { "" })?;
                }
                f.write_str(" ")?;
                match by {
                    LevelsBy::Rules(rules) => write_block(f, rules),
                    LevelsBy::Model(path) => write!(f, "by model({path})"),
                }
            }
            Self::Script(path) => write!(f, "script {path}"),
            Self::Show(parts) => {
                f.write_str("show ")?;
                match parts.as_slice() {
                    [part] => part.fmt(f),
                    parts => write_block(f, parts),
                }
            }
            Self::Example { title, parts } => {
                write!(f, "example {title} ")?;
                write_block(f, parts)
            }
            Self::Without { kind, names } => {
                write!(f, "without {kind}{}", if names.is_empty() { "" } else { " " })?;
                List(names).fmt(f)
            }
        }
    }
}
