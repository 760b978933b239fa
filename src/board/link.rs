//! Addresses of puzzles that puzz.link and pzpr open: their parts.

use crate::model::link::LinkText;

/// The longest side of a board that is read.
const MAX_SIDE: i64 = 1000;

/// Returns whether a board is given as an address.
pub fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
}

/// The parts of an address.
#[derive(Debug, Clone)]
pub struct Address<'t> {
    /// The genre, as the other program calls it.
    pub genre: &'t str,
    /// How many columns.
    pub columns: i64,
    /// How many rows.
    pub rows: i64,
    /// What stands behind them.
    pub body: &'t str,
}

impl<'t> Address<'t> {
    /// Reads the parts of an address.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    pub fn read(text: &'t str) -> Result<Self, String> {
        let (_, query) = text.rsplit_once('?').ok_or("this is no address of a puzzle")?;
        let query = query.split('#').next().unwrap_or_default();
        let (genre, rest) = query.split_once('/').ok_or("this is no address of a puzzle")?;
        let genre = genre.trim_end_matches("_edit").trim_end_matches("_play");
        let mut rest = LinkText { rest };
        let mut first = rest.take_field();
        if first.parse::<i64>().is_err() {
            if !matches!(first, "" | "v:") {
                return Err(format!("it has the variant `{first}`, which changes the rules"));
            }
            first = rest.take_field();
        }
        let side = |text: &str| {
            let side = text.parse::<i64>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
            side.ok_or_else(|| format!("`{text}` is no number of squares"))
        };
        let columns = side(first)?;
        let rows = side(rest.take_field())?;
        Ok(Self { genre, columns, rows, body: rest.rest })
    }
}
