//! Numbers with an arrow: `encodeArrowNumber16` of pzpr.

use crate::links::runs::FROM_A;
use crate::links::{each, fill_each, number_of, rows};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, FileLines, LinkCode, LinkText};

/// `arrows(up, down, left, right)`.
#[derive(Debug)]
pub(super) struct Arrows;

impl LinkCode for Arrows {
    fn head(&self) -> Signed {
        Signed {
            name: "arrows",
            signature: "arrows(up, down, left, right)",
            about: "Numbers with an arrow, one clue for each direction.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(4)
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let each = each(arguments);
        let count = each[0].len();
        let told = |at: usize| (1..).zip(&each).find(|(_, it)| it[at] != Content::Empty);
        let contents: Vec<Content> =
            (0..count).map(|at| told(at).map_or(Content::Empty, |(_, it)| it[at])).collect();
        FROM_A.write(&contents, |at| {
            if each.iter().filter(|it| it[at] != Content::Empty).count() > 1 {
                return Err("a square has two arrows".to_owned());
            }
            let Some((direction, own)) = told(at) else { return Ok(String::new()) };
            Ok(match own[at] {
                Content::Empty => String::new(),
                Content::Untold => format!("{direction}."),
                Content::Value(value @ 0..=15) => format!("{direction}{value:x}"),
                Content::Value(value @ 16..=255) => format!("{}{value:x}", direction + 5),
                Content::Value(value @ 256..=4095) => format!("-{direction}{value:x}"),
                Content::Value(value) => {
                    return Err(format!("a clue is {value}, and numbers with an arrow go to 4095"));
                }
            })
        })
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let count = each(into).first().map_or(0, Vec::len);
        let mut found = vec![vec![Content::Empty; count]; 4];
        // Which direction each content has that is read, in order.
        let mut directions = Vec::new();
        let contents = FROM_A.read(text, count, |first, text| {
            let (direction, digits) = match first {
                '1'..='4' => (number_of(first.encode_utf8(&mut [0; 4]), 10)?, 1),
                '6'..='9' => (number_of(first.encode_utf8(&mut [0; 4]), 10)? - 5, 2),
                '-' => (number_of(text.take_many(1)?, 10)?, 3),
                other => return Err(format!("`{other}` is no arrow")),
            };
            directions.push(usize::try_from(direction - 1).unwrap_or_default());
            match text.take_many(digits)? {
                "." => Ok(Content::Untold),
                number => Ok(Content::Value(number_of(number, 16)?)),
            }
        })?;
        let told = (0..contents.len()).filter(|at| contents[*at] != Content::Empty);
        for (at, direction) in told.zip(directions) {
            let of = found.get_mut(direction).ok_or("there is no such arrow")?;
            of[at] = contents[at];
        }
        fill_each(&found, into)
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let each = each(arguments);
        let mut at = 0..;
        rows::write(arguments, 0..1, |_| {
            let at = at.next().unwrap_or_default();
            let own = (1..).zip(&each).find(|(_, it)| it[at] != Content::Empty);
            let word = |(direction, it): (usize, &Vec<Content>)| {
                rows::number(it[at]).map(|number| format!("{direction},{number}"))
            };
            Ok(own.and_then(word))
        })
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let count = each(into).first().map_or(0, Vec::len);
        let mut found = vec![vec![Content::Empty; count]; 4];
        let grid = into.grid;
        for row in 0..grid.rows {
            for (column, word) in file.take(grid.columns)?.into_iter().enumerate() {
                let Some((direction, number)) = word.split_once(',') else { continue };
                let direction = number_of(direction, 10)?;
                let of = usize::try_from(direction - 1).ok().and_then(|at| found.get_mut(at));
                let of = of.ok_or("there is no such arrow")?;
                of[row * grid.columns + column] = rows::read_number(number)?;
            }
        }
        fill_each(&found, into)
    }
}
