//! Files of the program OpenSudoku, in XML.

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::foreign::{ForeignForm, plain};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::Sudoku;

/// A folder of games.
#[derive(Debug)]
pub struct OpenSudoku;

const BEFORE: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<opensudoku version=\"2\">\
                      <folder name=\"puzgen\">";
const AFTER: &str = "</folder></opensudoku>\n";

impl ForeignForm for OpenSudoku {
    fn head(&self) -> FileHead {
        FileHead::new(
            "opensudoku",
            "a file that the program OpenSudoku imports, with one sudoku",
            "opensudoku",
        )
    }

    fn holds_one(&self) -> bool {
        true
    }

    fn is_whole_file(&self) -> bool {
        true
    }

    fn begins(&self, start: &str) -> bool {
        start.starts_with("<?xml") || start.starts_with("<opensudoku")
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        sudoku.must_be_plain()?;
        Ok(format!("{BEFORE}<game data=\"{}\"/>{AFTER}", sudoku.digits('0')?))
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let mut reader = Reader::from_str(text);
        let mut sudokus = Vec::new();
        let mut is_opensudoku = false;
        loop {
            let element = match reader.read_event().map_err(|error| error.to_string())? {
                Event::Eof => break,
                Event::Start(element) | Event::Empty(element) => element,
                _ => continue,
            };
            is_opensudoku |= element.name().as_ref() == "opensudoku";
            if element.name().as_ref() == "game" {
                let data = element.try_get_attribute("data").map_err(|error| error.to_string())?;
                let data = data.ok_or("a game has no `data`")?;
                sudokus.push(plain(&data.value)?);
            }
        }
        match is_opensudoku {
            true => Ok(sudokus),
            false => Err("it has no element `opensudoku`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_versions() {
        let data = "0".repeat(80) + "9";
        let one = format!(
            "<?xml version='1.0'?><opensudoku><name>n</name><game data=\"{data}\" /></opensudoku>"
        );
        let two = format!(
            "<opensudoku version=\"2\"><folder name=\"a\" created=\"1\"><game created=\"1\" state=\"1\" \
             data=\"{data}\" note=\"\"></game><game data=\"{data}\"/></folder></opensudoku>"
        );
        assert_eq!(OpenSudoku.read(&one).unwrap()[0].givens[80], Some(9));
        assert_eq!(OpenSudoku.read(&two).unwrap().len(), 2);
        for end in 0..two.len() {
            let cut = OpenSudoku.read(&two[..end]);
            assert!(cut.is_err() || cut.unwrap().len() <= 2);
        }
        assert!(OpenSudoku.read("<?xml version='1.0'?><svg/>").is_err());
    }
}
