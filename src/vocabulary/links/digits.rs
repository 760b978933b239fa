//! Digits from 0 to 4, each with the empty places behind it: `encode4Cell` and `encode4Cross` of pzpr.

use crate::links::runs::FROM_G;
use crate::links::{Places, digit, rows, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, FileLines, LinkCode, LinkText};

/// `digits(clue)`, `digits(clue, walls)`.
#[derive(Debug)]
pub(super) struct Digits;

impl LinkCode for Digits {
    fn head(&self) -> Signed {
        Signed {
            name: "digits",
            signature: "digits(clue)",
            about: "Digits from 0 to 4, `.` where one is not told; with a layout behind it, also where that is true.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        matches!(families, Some(1 | 2))
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let contents = contents(arguments);
        let is_told = |at: usize| contents.get(at).is_some_and(|it| *it != Content::Empty);
        let mut skipped = 0;
        // How many empty places the digit before says.
        let mut said = vec![false; contents.len()];
        for at in 0..contents.len() {
            if skipped > 0 {
                (said[at], skipped) = (true, skipped - 1);
            } else if contents[at].value().is_some() {
                skipped = (1..=2).find(|next| is_told(at + next)).unwrap_or(3) - 1;
            }
        }
        let kept: Vec<usize> = (0..contents.len()).filter(|at| !said[*at]).collect();
        let own: Vec<Content> = kept.iter().map(|at| contents[*at]).collect();
        FROM_G.write(&own, |number| {
            let at = kept[number];
            match contents[at] {
                Content::Empty => Ok(String::new()),
                Content::Untold => Ok(".".to_owned()),
                Content::Value(value @ 0..=4) => {
                    let behind = (1..=2).take_while(|next| !is_told(at + next)).count() as u32;
                    Ok(digit(value as u32 + 5 * behind, 16).to_string())
                }
                Content::Value(value) => {
                    Err(format!("a clue is {value}, and digits go from 0 to 4"))
                }
            }
        })
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let places = Places::of(into, 0..1);
        let count = places.at.len();
        let mut found = Vec::new();
        while found.len() < count {
            let Some(char) = text.take() else { break };
            match char {
                '.' => found.push(Content::Untold),
                'g'..='z' => {
                    let empty = value_of(char, 36)? - 15;
                    found.extend((0..empty).map(|_| Content::Empty));
                }
                _ => {
                    let value = value_of(char, 15)?;
                    found.push(Content::Value(i64::from(value % 5)));
                    found.extend((0..value / 5).map(|_| Content::Empty));
                }
            }
        }
        places.fill(&found, into)?;
        split_walls(into)
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let mut contents = contents(arguments).into_iter();
        // The same places, with what both say.
        rows::write(arguments, 0..1, |_| Ok(contents.next().and_then(rows::number)))
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        rows::read(file, into, 0..1, rows::read_number)?;
        split_walls(into)
    }
}

/// Says what walls are, where what was read are clues and walls together.
fn split_walls(into: &mut Arguments<'_>) -> Result<(), String> {
    if into.list.len() < 2 {
        return Ok(());
    }
    let found = Places::of(into, 0..1).contents(into);
    let is_wall = |it: &Content| Content::Value(i64::from(*it != Content::Empty));
    let all: Vec<Content> = found.iter().map(is_wall).collect();
    Places::of(into, 1..2).fill(&all, into)?;
    if let Some(family) = into.families_mut().next() {
        // A wall without a number has no clue.
        let told = |it: &mut Content| *it = it.value().map_or(Content::Empty, Content::Value);
        family.contents.iter_mut().for_each(told);
    }
    Ok(())
}

/// Returns what the clues say; a wall without a number says that one is not told.
fn contents(arguments: &Arguments<'_>) -> Vec<Content> {
    let mut contents = Places::of(arguments, 0..1).contents(arguments);
    let walls = Places::of(arguments, 1..arguments.list.len()).contents(arguments);
    for (own, wall) in contents.iter_mut().zip(walls) {
        if *own == Content::Empty && wall.value() == Some(1) {
            *own = Content::Untold;
        }
    }
    contents
}
