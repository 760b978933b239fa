//! What the forms that are JSON share: rows of squares.

use serde_json::{Map, Value as Json};

use puzgen_model::sudoku::{MAX_SIZE, Sudoku};

/// A JSON object.
pub(super) type Object = Map<String, Json>;

/// Reads an object.
pub(super) fn object(text: &str) -> Result<Object, String> {
    match serde_json::from_str(text) {
        Ok(Json::Object(object)) => Ok(object),
        Ok(_) => Err("it is no JSON object".to_owned()),
        Err(error) => Err(format!("it is no JSON: {error}")),
    }
}

/// Returns the values of a square board, row by row.
pub(super) fn square<'j>(object: &'j Object, name: &str) -> Result<Vec<&'j Json>, String> {
    let rows = list(object, name).filter(|rows| !rows.is_empty());
    let rows = rows.ok_or_else(|| format!("it has no `{name}`"))?;
    let size = rows.len();
    let is_row = |row: &&Json| row.as_array().is_some_and(|row| row.len() == size);
    if !rows.iter().all(|row| is_row(&row)) || size > MAX_SIZE {
        return Err(format!("`{name}` is no square of up to {MAX_SIZE} × {MAX_SIZE}"));
    }
    Ok(rows.iter().filter_map(Json::as_array).flatten().collect())
}

/// Returns the list of a field.
pub(super) fn list<'j>(object: &'j Object, name: &str) -> Option<&'j Vec<Json>> {
    object.get(name).and_then(Json::as_array)
}

/// Reads a number, also one in quotes.
pub(super) fn number(value: &Json) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()))
}

/// Reads a number of a square, which is from 1 to the size.
pub(super) fn number_of(value: &Json, size: usize) -> Result<i64, String> {
    let found = number(value).filter(|number| (1..=size as i64).contains(number));
    found.ok_or_else(|| format!("{value} is no number from 1 to {size}"))
}

/// Reads the solution, where there is a whole one.
pub(super) fn solution(values: &[&Json], size: usize) -> Option<Vec<i64>> {
    let values: Option<Vec<i64>> = values.iter().map(|it| number_of(it, size).ok()).collect();
    values.filter(|values| values.len() == size * size)
}

/// Returns a text of a field, nothing where there is none.
pub(super) fn text(object: &Object, name: &str) -> String {
    object.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// Returns the rows of values for the squares of a sudoku.
pub(super) fn rows(sudoku: &Sudoku, value: impl Fn(usize) -> Json) -> Json {
    let row = |row: usize| (0..sudoku.size).map(|at| value(row * sudoku.size + at)).collect();
    (0..sudoku.size).map(|at| -> Json { row(at) }).collect()
}

/// Returns the size of a square board with so many squares.
pub(super) fn side(squares: usize) -> usize {
    (1..=MAX_SIZE).find(|side| side * side == squares).unwrap_or_default()
}
