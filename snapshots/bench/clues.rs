//! Which clues puzzles show: the second table of docs/puzzles.md.

use std::collections::BTreeMap;

use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;

/// How the table begins.
pub(crate) const HEADING: &str = "\n## Clues\n\nWhat the same puzzles show, clue by clue: how many are there \
    before any is hidden, how many of them are left (all, where they are fixed), how often the value of those left is 0 \
    or false, and which values are the most frequent. Means of all puzzles counted.\n\n\
    | puzzle | clue | there | left | share | 0 or false | most frequent |\n|---|---|---|---|---|---|---|\n";

/// How many of the most frequent values are told.
const MOST_TOLD: usize = 4;

/// What is counted of one family of clues.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counted {
    there: usize,
    left: usize,
    values: BTreeMap<i64, usize>,
}

/// Returns what a puzzle shows of each family of clues.
pub(crate) fn count(instance: &Instance<'_>, puzzle: &GeneratedPuzzle) -> Vec<Counted> {
    let family = |offset: usize, len: usize| {
        let mut counted = Counted::default();
        for fact in offset..offset + len {
            let Some(value) = puzzle.facts[fact] else { continue };
            counted.there += 1;
            counted.left += usize::from(puzzle.shown[fact]);
            if puzzle.told[fact] {
                *counted.values.entry(value).or_default() += 1;
            }
        }
        counted
    };
    instance.clues.iter().map(|clue| family(clue.offset, clue.index.len())).collect()
}

/// Adds what one puzzle shows to what others do.
pub(crate) fn add(all: &mut Vec<Counted>, one: &[Counted]) {
    all.resize(one.len(), Counted::default());
    for (all, one) in all.iter_mut().zip(one) {
        all.there += one.there;
        all.left += one.left;
        for (value, count) in &one.values {
            *all.values.entry(*value).or_default() += count;
        }
    }
}

/// Returns the rows of a puzzle, of which so many were counted.
pub(crate) fn rows(definition: &Definition, all: &[Counted], puzzles: usize) -> String {
    let mean = |count: usize| count as f64 / puzzles.max(1) as f64;
    let share = |part: usize, whole: usize| match whole {
        0 => "–".to_owned(),
        _ => format!("{:.0} %", 100.0 * part as f64 / whole as f64),
    };
    let row = |(clue, counted): (&puzgen_model::definition::Clue, &Counted)| {
        let told: usize = counted.values.values().sum();
        let mut often: Vec<_> = counted.values.iter().collect();
        often.sort_by_key(|(value, count)| (std::cmp::Reverse(**count), **value));
        let name = |value: i64| match clue.is_truth {
            true => (value != 0).to_string(),
            false => value.to_string(),
        };
        let often: Vec<String> = often
            .iter()
            .take(MOST_TOLD)
            .map(|(value, count)| format!("{} ({})", name(**value), share(**count, told)))
            .collect();
        let zeros = counted.values.get(&0).copied().unwrap_or(0);
        format!(
            "| {} | {} | {:.1} | {:.1} | {} | {} | {} |\n",
            definition.name,
            clue.name,
            mean(counted.there),
            mean(counted.left),
            if clue.is_fixed { "fixed".to_owned() } else { share(counted.left, counted.there) },
            share(zeros, told),
            often.join(", "),
        )
    };
    definition.clues.iter().zip(all).map(row).collect()
}

/// Returns the rows that a document has of a puzzle.
pub(crate) fn kept(old: &str, name: &str) -> String {
    let start = format!("| {name} | ");
    old.lines().filter(|line| line.starts_with(&start)).map(|line| format!("{line}\n")).collect()
}
