//! Arguments of place functions beyond places and sizes, and what is wrong with them.

use puzgen_model::function::Fault;
use puzgen_model::grid::{DIRECTIONS, Place, Polyomino};
use puzgen_model::value::Value;

/// Returns the cells of a list.
pub(super) fn cells(arguments: &[Value], position: usize) -> Vec<Place> {
    let list = arguments.get(position).and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_place).collect()
}

/// Returns a word or text.
pub(super) fn word(argument: Option<&Value>) -> &str {
    match argument {
        Some(Value::Word(word)) => word,
        other => puzgen_base::bug!("{other:?} is no word"),
    }
}

/// Returns a number of rows or columns between cells.
pub(super) fn distance(arguments: &[Value], position: usize) -> Result<i64, Fault> {
    let number = arguments.get(position).and_then(Value::as_int).unwrap_or_default();
    match number {
        0..=10_000 => Ok(number),
        _ => Err(Fault::Board(format!("no two cells are {number} apart"))),
    }
}

/// Returns the step of a direction.
pub(super) fn direction(arguments: &[Value], position: usize) -> Result<(i64, i64), Fault> {
    let word = word(arguments.get(position));
    DIRECTIONS.iter().find(|(name, _)| *name == word).map(|(_, step)| *step).ok_or_else(|| {
        let known: Vec<&str> = DIRECTIONS.iter().map(|(name, _)| *name).collect();
        Fault::Argument(format!("`{word}` is no direction: these are {}", known.join(", ")))
    })
}

/// Returns the step of a direction along rows or columns.
pub(super) fn straight(arguments: &[Value], position: usize) -> Result<(i64, i64), Fault> {
    match direction(arguments, position)? {
        (r, c) if r != 0 && c != 0 => {
            Err(Fault::Argument("light goes up, down, left or right".to_owned()))
        }
        step => Ok(step),
    }
}

/// Returns the shapes of a list, or the only one.
pub(super) fn shapes(arguments: &[Value], position: usize) -> Result<Vec<Polyomino>, Fault> {
    match arguments.get(position) {
        Some(Value::List(list)) => list.items.iter().map(|item| shape(word(Some(item)))).collect(),
        only => Ok(vec![shape(word(only))?]),
    }
}

fn shape(text: &str) -> Result<Polyomino, Fault> {
    Polyomino::parse(text).ok_or_else(|| {
        let known: Vec<&str> = Polyomino::names().collect();
        Fault::Argument(format!(
            "\"{text}\" is no shape: draw it as \"##/#.\", or name one of {}",
            known.join(", ")
        ))
    })
}
