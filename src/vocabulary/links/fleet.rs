//! The ships that are looked for: `encodePieceBank` of pzpr, for one ship of the largest size, two of the next one,
//! and so on.

use crate::links::number;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, LinkCode, LinkText};

/// `fleet(largest)`.
#[derive(Debug)]
pub(super) struct Fleet;

/// Fleets that have a letter there, by their largest ship.
const LETTERS: [(i64, &str); 3] = [(3, "c"), (4, "d"), (5, "e")];

/// The fleets that are read.
const KNOWN: std::ops::RangeInclusive<i64> = 1..=5;

/// Returns the text for a fleet: its letter, or its ships with their sides and squares.
fn written(largest: i64) -> Result<String, String> {
    // The squares of a ship, in base 32, five a digit.
    let ships = ["11g", "21o", "31s", "41u", "51v"];
    if let Some((_, letter)) = LETTERS.iter().find(|(size, _)| *size == largest) {
        return Ok(format!("//{letter}"));
    }
    if !KNOWN.contains(&largest) {
        return Err(format!("ships have up to 5 squares there, and the largest has {largest}"));
    }
    let of_size = |size: i64| vec![ships[size as usize - 1]; (largest + 1 - size) as usize];
    let all: Vec<&str> = (1..=largest).flat_map(of_size).collect();
    Ok(format!("/{}/{}", all.len(), all.join("/")))
}

impl LinkCode for Fleet {
    fn head(&self) -> Signed {
        Signed {
            name: "fleet",
            signature: "fleet(largest)",
            about: "At the end: one ship of the largest size, two of the next one, and so on.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families.is_none()
    }

    fn told(&self, body: &str) -> Option<i64> {
        let fleet = &body[body.find('/')?..];
        KNOWN.into_iter().find(|size| written(*size).as_deref() == Ok(fleet))
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        written(number(arguments))
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let largest = number(into);
        if text.rest != written(largest)? {
            return Err(format!("its fleet is another one than that with ships up to {largest}"));
        }
        text.rest = "";
        Ok(())
    }
}
