//! Lines and columns as editors count them: from 0, columns in units of UTF-16.
//!
//! Given a text, turns bytes into positions and back. A position behind the end of its line, or of the
//! text, is the end; one within a character is its begin.

use lsp_types::{Position, Range};

use puzgen_base::source::Span;

/// Where the lines of a text begin.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text: one ends with `\n`, `\r\n` or `\r`.
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(is_end).map(|at| at + 1);
        Self { starts: [0].into_iter().chain(starts).collect() }
    }

    /// Returns the position of a byte.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &text[self.starts[line]..offset];
        Position::new(number(line), number(before.encode_utf16().count()))
    }

    /// Returns the byte of a position.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else {
            return text.len();
        };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, letter) in line.char_indices() {
            let units = letter.len_utf16();
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    /// Returns the range of a span of the text.
    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        let (start, end) = (span.start as usize, span.end as usize);
        Range { start: self.position(text, start), end: self.position(text, end.max(start)) }
    }
}

/// Returns a count as the protocol has it.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_units_of_utf_16() {
        let text = "aé😀b\r\n\u{10ffff}\rx\n";
        let lines = Lines::new(text);
        for (at, expected) in [(0, (0, 0)), (1, (0, 1)), (3, (0, 2)), (7, (0, 4)), (8, (0, 5))] {
            let position = lines.position(text, at);
            assert_eq!((position.line, position.character), expected, "byte {at}");
            assert_eq!(lines.offset(text, position), at);
        }
        assert_eq!(lines.position(text, 14), Position::new(1, 2));
        assert_eq!(lines.position(text, 15), Position::new(2, 0));
        assert_eq!(lines.position(text, 99), Position::new(3, 0));
        assert_eq!(lines.offset(text, Position::new(0, 99)), 8, "the end of the line");
        assert_eq!(lines.offset(text, Position::new(0, 3)), 3, "within a character");
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
    }
}
