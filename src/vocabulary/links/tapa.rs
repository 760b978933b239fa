//! Several numbers in a square: `encodeNumber_tapa` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::runs::FROM_G;
use crate::links::{number_of, rows, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `tapa(clue)`.
#[derive(Debug)]
pub(super) struct Tapa;

/// For squares with several numbers: the base of each, and what is added.
const SEVERAL: [(i64, i64); 3] = [(6, 360), (4, 396), (2, 460)];

impl InOrder for Tapa {
    fn head(&self) -> Signed {
        Signed {
            name: "tapa",
            signature: "tapa(clue)",
            about: "Up to four numbers in a square, as the digits of one.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        FROM_G.write(contents, |at| match contents[at] {
            Content::Empty => Ok(String::new()),
            Content::Untold => Ok(".".to_owned()),
            Content::Value(value) => written(value),
        })
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        FROM_G.read(text, values.count, |first, text| match first {
            '.' => Ok(Content::Untold),
            '0'..='8' => Ok(Content::Value(i64::from(value_of(first, 10)?))),
            '9' => Ok(Content::Value(1111)),
            _ => {
                let pair = format!("{first}{}", text.take_many(1)?);
                Ok(Content::Value(read(number_of(&pair, 36)?)?))
            }
        })
    }

    fn word(&self, content: Content, _: Values) -> Result<Option<String>, String> {
        let with_commas = |digits: String| {
            let digits: Vec<String> = digits.chars().map(String::from).collect();
            digits.join(",")
        };
        Ok(match content {
            Content::Value(value) => Some(with_commas(value.to_string())),
            other => rows::number(other),
        })
    }

    fn read_word(&self, word: &str, _: Values) -> Result<Content, String> {
        if word.split(',').any(|digit| digit.len() != 1) {
            return Err(format!("`{word}` is no clue"));
        }
        rows::read_number(&word.replace(',', ""))
    }
}

fn written(value: i64) -> Result<String, String> {
    let digits: Vec<i64> =
        value.to_string().chars().map(|digit| digit.to_digit(10).unwrap_or(0).into()).collect();
    match digits.len() {
        1 => Ok(value.to_string()),
        4 if value == 1111 => Ok("9".to_owned()),
        2 | 3 => {
            let (base, add) = SEVERAL[digits.len() - 2];
            let number = digits.iter().fold(0, |sum, digit| base * sum + digit) + add;
            let (high, low) = ((number / 36) as u32, (number % 36) as u32);
            Ok([high, low].map(|digit| super::digit(digit, 36)).iter().collect())
        }
        _ => Err(format!("a clue is {value}, which no square has")),
    }
}

fn read(number: i64) -> Result<i64, String> {
    let Some(several) = SEVERAL.iter().rposition(|(_, add)| number >= *add) else {
        return Err("these are no numbers of a square".to_owned());
    };
    let (base, add) = SEVERAL[several];
    let mut rest = number - add;
    let mut digits = Vec::new();
    for _ in 0..several + 2 {
        digits.push(rest % base);
        rest /= base;
    }
    if rest > 0 || digits.contains(&0) {
        return Err("a square has a number that is not told beside others".to_owned());
    }
    Ok(digits.iter().rev().fold(0, |sum, digit| 10 * sum + digit))
}
