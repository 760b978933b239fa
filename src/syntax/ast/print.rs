//! `Display` of the tree: valid `.pz` text whose tree is the same but for spans.
//!
//! Two blanks a level, one item a line, an empty line between blocks of items; parentheses only
//! where the text would be read otherwise. Comments are not in the tree, so none are printed.

use std::fmt::{self, Display, Formatter, Write as _};

use super::items::Block;
use super::{File, Ident, Item, Puzzle, TextLiteral, Use, UseTarget};

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

impl Display for TextLiteral {
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
            let block = item.kind.facts().block;
            if last.is_some_and(|last| last != block || block == Block::Example) {
                writeln!(f)?;
            }
            last = Some(block);
            write!(f, "\n  {item}")?;
        }
        f.write_str(if self.items.is_empty() { "}" } else { "\n}" })
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}
