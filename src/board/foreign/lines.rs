//! Files of Sudoku Cue and many other programs: `.sdm` with a puzzle a line, `.sdk` with a row a line.

use crate::foreign::{ForeignForm, plain};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::Sudoku;

/// One puzzle a line.
#[derive(Debug)]
pub struct Sdm;

/// One puzzle, a row a line; lines that begin with `#` say who made it.
#[derive(Debug)]
pub struct Sdk;

impl ForeignForm for Sdm {
    fn head(&self) -> FileHead {
        FileHead::new("sdm", "sudokus of 81 digits, one a line", "sdm")
    }

    // Boards on one line are read without this form.
    fn begins(&self, _: &str) -> bool {
        false
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        sudoku.must_be_plain()?;
        Ok(sudoku.digits('0')? + "\n")
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let is_puzzle = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        text.lines().filter(is_puzzle).map(|line| plain(line.trim_end_matches('\r'))).collect()
    }
}

impl ForeignForm for Sdk {
    fn head(&self) -> FileHead {
        FileHead::new("sdk", "one sudoku in nine lines of nine characters", "sdk")
    }

    fn holds_one(&self) -> bool {
        true
    }

    fn is_whole_file(&self) -> bool {
        true
    }

    fn begins(&self, start: &str) -> bool {
        start.lines().take(20).any(|line| line.trim_end() == "[Puzzle]")
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        sudoku.must_be_plain()?;
        let digits: Vec<char> = sudoku.digits('.')?.chars().collect();
        Ok(digits.chunks(9).flat_map(|row| row.iter().chain(&['\n'])).collect())
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let is_row = |line: &&str| {
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("[Puzzle]")
        };
        let lines = text.lines().map(|line| line.trim_end_matches('\r'));
        // What follows in brackets is how far someone got.
        let lines = lines.take_while(|line| !line.starts_with('[') || *line == "[Puzzle]");
        let rows: Vec<&str> = lines.filter(is_row).collect();
        Ok(vec![plain(&rows.concat())?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_circulates() {
        let row = "1..0X*_ 9";
        let text = format!("#ASomeone\n[Puzzle]\n{}[State]\n999\n", format!("{row}\n").repeat(9));
        let found = Sdk.read(&text).unwrap();
        assert_eq!(
            found[0].givens[9..18],
            [Some(1), None, None, None, None, None, None, None, Some(9)]
        );
        assert!(Sdk.begins(&text));
        assert_eq!(
            Sdm.read(&format!("{}\n\n{}\n", row.repeat(9), row.repeat(9))).unwrap().len(),
            2
        );
        assert!(Sdm.read("12a").is_err());
        assert!(Sdm.read("123").is_err());
    }
}
