//! The text in which puzzles are handed in at GMPuzzles: eight lines with names, the size, and rows of characters; as
//! rows of a file of pzpr, and the way back.
//!
//! # Source
//! `maketext_gmpfile` of Penpa+ 3.2 (`docs/js/class_p.js`).

/// A genre with such a text.
#[derive(Debug)]
pub struct TextGenre {
    /// Its name in addresses and files of pzpr.
    pub genre: &'static str,
    /// Its name in the text.
    pub name: &'static str,
    rows: RowForm,
    /// What the solution consists of.
    pub solved: Solved,
}

/// How the puzzle is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowForm {
    /// Words with blanks between them; what stands for a number that is not told, if anything does.
    Words(Option<&'static str>),
    /// A character for each square: digits, or letters for 1 and 2.
    Characters(Option<[&'static str; 2]>),
    /// A letter for each region; whether a number stands in the place of the number of rows.
    Regions(bool),
    /// The boxes of a sudoku, and its digits.
    Boxes,
}

/// What a solution consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solved {
    /// Numbers, with blanks between them or without.
    Numbers(bool),
    /// Squares that are filled.
    Filled,
    /// A loop through squares, or along their sides: at each place the way on.
    Loop,
}

/// The genres.
pub const GENRES: &[TextGenre] = &[
    TextGenre {
        genre: "fillomino",
        name: "Fillomino",
        rows: RowForm::Words(None),
        solved: Solved::Numbers(true),
    },
    TextGenre {
        genre: "kurodoko",
        name: "Kuromasu",
        rows: RowForm::Words(Some("x")),
        solved: Solved::Filled,
    },
    TextGenre {
        genre: "lits",
        name: "LITS",
        rows: RowForm::Regions(false),
        solved: Solved::Filled,
    },
    TextGenre {
        genre: "mashu",
        name: "Masyu",
        rows: RowForm::Characters(Some(["W", "B"])),
        solved: Solved::Loop,
    },
    TextGenre {
        genre: "nurikabe",
        name: "Nurikabe",
        rows: RowForm::Words(None),
        solved: Solved::Filled,
    },
    TextGenre {
        genre: "slither",
        name: "Slitherlink",
        rows: RowForm::Characters(None),
        solved: Solved::Loop,
    },
    TextGenre {
        genre: "starbattle",
        name: "Star Battle",
        rows: RowForm::Regions(true),
        solved: Solved::Filled,
    },
    TextGenre {
        genre: "sudoku",
        name: "Sudoku",
        rows: RowForm::Boxes,
        solved: Solved::Numbers(false),
    },
    TextGenre {
        genre: "tapa",
        name: "Tapa",
        rows: RowForm::Words(Some("?")),
        solved: Solved::Filled,
    },
];

/// What the text begins with, and what stands before the genre, the variation and the size.
const FIRST: &str = "Author:";
const GENRE: &str = "Genre:";
const VARIATION: &str = "Variation:";
const LAST: &str = "Status:";
/// The only variation that is known.
const STANDARD: &str = "Standard";
/// What stands between the lines of one puzzle on one line, as in files of pzpr.
const END: &str = "/";
/// The letters of regions, and of the boxes of a sudoku.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BOXES: &str = "abcdefghi";

/// Returns whether a text is one of these.
pub fn is_text(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(FIRST) && text.contains(&format!("\n{GENRE}"))
}

/// Returns the genre of this name in addresses.
pub fn of_genre(genre: &str) -> Option<&'static TextGenre> {
    GENRES.iter().find(|known| known.genre == genre)
}

impl TextGenre {
    /// Returns the lines before the solution: names, size, and the puzzle, from the rows of a file of pzpr.
    ///
    /// # Errors
    /// What cannot be said, as a clause.
    pub fn write(
        &self,
        (rows, columns): (i64, i64),
        lines: &[String],
    ) -> Result<Vec<String>, String> {
        let mut text = vec![FIRST.to_owned(), format!("{GENRE} {}", self.name)];
        text.push(format!("{VARIATION} {STANDARD}"));
        text.extend(["Theme:", "Entry:", "Solution:", "Solving Times:", LAST].map(str::to_owned));
        match self.rows {
            RowForm::Words(untold) => {
                text.push(format!("{columns} {rows}"));
                for line in lines {
                    let word = |word: &str| match (word, untold) {
                        ("-", Some(untold)) => Ok(untold.to_owned()),
                        ("-", None) => Err("a number is not told".to_owned()),
                        (word, _) => Ok(word.replace(',', "")),
                    };
                    let words: Vec<String> =
                        line.split(' ').map(word).collect::<Result<_, String>>()?;
                    text.push(words.join(" "));
                }
            }
            RowForm::Characters(_) => {
                text.push(format!("{columns} {rows}"));
                text.extend(self.characters(lines)?);
            }
            RowForm::Boxes => {
                if (rows, columns) != (9, 9) {
                    return Err("only boards of 9 × 9 squares have such a text".to_owned());
                }
                text.push("9 9 1".to_owned());
                text.extend(boxes());
                text.extend(self.characters(lines)?);
            }
            RowForm::Regions(has_number) => {
                let number = if has_number { lines.first().map(String::as_str) } else { None };
                let size =
                    number.map_or(format!("{columns} {rows}"), |it| format!("{columns} {it}"));
                text.push(size);
                for line in lines.iter().skip(1 + usize::from(has_number)) {
                    let letter = |room: &str| {
                        let at = room.parse::<usize>().ok();
                        let letter = at.and_then(|at| LETTERS.chars().nth(at));
                        letter.ok_or_else(|| format!("it has more than {} regions", LETTERS.len()))
                    };
                    text.push(line.split(' ').map(letter).collect::<Result<String, String>>()?);
                }
            }
        }
        Ok(text)
    }

    fn characters(&self, lines: &[String]) -> Result<Vec<String>, String> {
        let letters = match self.rows {
            RowForm::Characters(letters) => letters,
            _ => None,
        };
        let character = |word: &str| match (word, letters) {
            (".", _) => Ok(".".to_owned()),
            ("1", Some([letter, _])) | ("2", Some([_, letter])) => Ok(letter.to_owned()),
            (word, None) if word.len() == 1 && word != "-" => Ok(word.to_owned()),
            (word, _) => Err(format!("`{word}` is no digit")),
        };
        lines
            .iter()
            .map(|line| line.split(' ').map(character).collect::<Result<String, String>>())
            .collect()
    }

    /// Returns the rows of a file of pzpr that stand for those behind the size.
    fn read(&self, size: &[i64], rows: &[&str]) -> Result<(i64, Vec<String>), String> {
        let [columns, second, ..] = size else { return Err("its size is not said".to_owned()) };
        let (columns, height) = match self.rows {
            RowForm::Regions(true) => (*columns, *columns),
            _ => (*columns, *second),
        };
        let skipped = if self.rows == RowForm::Boxes { 9 } else { 0 };
        if self.rows == RowForm::Boxes && !boxes().iter().eq(rows.iter().take(9)) {
            return Err("its boxes are not those of a sudoku".to_owned());
        }
        let height = usize::try_from(height).map_err(|_| "its size is no size".to_owned())?;
        let rows = rows.get(skipped..skipped + height).ok_or("the text ends too early")?;
        let spaced = |row: &str, read: &dyn Fn(char) -> Result<String, String>| {
            let words: Vec<String> = row.chars().map(read).collect::<Result<_, String>>()?;
            Ok::<String, String>(words.join(" "))
        };
        let mut lines = Vec::new();
        match self.rows {
            RowForm::Words(untold) => {
                let word = |word: &str| match (untold, self.genre) {
                    (Some(untold), _) if word == untold => "-".to_owned(),
                    (_, "tapa") => spaced(word, &|char| Ok(char.to_string()))
                        .unwrap_or_default()
                        .replace(' ', ","),
                    _ => word.to_owned(),
                };
                let line = |row: &&str| row.split_whitespace().map(word).collect::<Vec<_>>();
                lines.extend(rows.iter().map(|row| line(row).join(" ")));
            }
            RowForm::Characters(letters) => {
                let read = |char: char| match letters {
                    Some([one, _]) if one.contains(char) => Ok("1".to_owned()),
                    Some([_, two]) if two.contains(char) => Ok("2".to_owned()),
                    _ => Ok(char.to_string()),
                };
                for row in rows {
                    lines.push(spaced(row, &read)?);
                }
            }
            RowForm::Boxes => {
                for row in rows {
                    lines.push(spaced(row, &|char| Ok(char.to_string()))?);
                }
            }
            RowForm::Regions(has_number) => {
                lines.extend(has_number.then(|| second.to_string()));
                let mut seen: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
                seen.sort_unstable();
                seen.dedup();
                lines.push(seen.len().to_string());
                let read = |char: char| {
                    let at = seen.iter().position(|other| *other == char);
                    Ok(at.unwrap_or_default().to_string())
                };
                for row in rows {
                    lines.push(spaced(row, &read)?);
                }
            }
        }
        Ok((columns, lines))
    }
}

fn boxes() -> Vec<String> {
    let row = |row: usize| -> String {
        (0..9).filter_map(|column| BOXES.chars().nth(row / 3 * 3 + column / 3)).collect()
    };
    (0..9).map(row).collect()
}

/// Returns the file of pzpr, on one line, that a text stands for.
///
/// # Errors
/// What is wrong with it, as a clause.
pub fn to_pzpr(text: &str) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let of = |start: &str| lines.iter().find_map(|line| line.strip_prefix(start)).map(str::trim);
    let name = of(GENRE).ok_or("it names no genre")?;
    let known = GENRES.iter().find(|genre| genre.name == name);
    let known = known.ok_or_else(|| {
        let names: Vec<&str> = GENRES.iter().map(|genre| genre.name).collect();
        format!("its genre is `{name}`, and those that are read are {}", names.join(", "))
    })?;
    if let Some(other) = of(VARIATION).filter(|it| ![STANDARD, ""].contains(it)) {
        return Err(format!("it is the variation `{other}`, which changes the rules"));
    }
    let last = lines.iter().position(|line| line.starts_with(LAST));
    let body = &lines[last.ok_or("it has no line `Status:`")? + 1..];
    let body: Vec<&str> = body.iter().copied().filter(|line| !line.is_empty()).collect();
    let (size, rows) = body.split_first().ok_or("the text ends too early")?;
    let size: Option<Vec<i64>> = size.split_whitespace().map(|word| word.parse().ok()).collect();
    let size = size.ok_or("its size is not said")?;
    let (columns, lines) = known.read(&size, rows)?;
    let height = if known.rows == RowForm::Regions(true) { columns } else { size[1] };
    let mut file = vec!["pzprv3".to_owned(), known.genre.to_owned(), height.to_string()];
    if known.genre != "sudoku" {
        file.push(columns.to_string());
    }
    file.extend(lines);
    Ok(file.join(END) + END)
}
