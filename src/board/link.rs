//! Addresses and files of puzzles that puzz.link and pzpr open: their parts.

use puzgen_model::link::LinkText;

/// The longest side of a board that is read.
const MAX_SIDE: i64 = 1000;

/// Returns whether a board is given as an address.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
}

/// What a file of pzpr begins with; a version may follow.
const FILE: &str = "pzprv3";

/// Returns whether a board is given as a file of pzpr.
pub fn is_pzpr_file(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(FILE);
    rest.is_some_and(|rest| rest.starts_with(['\n', '\r', '/', '.']))
}

/// The parts of an address, or of a file.
#[derive(Debug, Clone)]
pub struct Address<'t> {
    /// The genre, as the other program calls it.
    pub genre: String,
    /// How many columns.
    pub columns: i64,
    /// How many rows.
    pub rows: i64,
    /// What stands behind them: one text, or the lines of a file.
    pub body: AddressBody<'t>,
}

/// What an address or a file says beside genre and size.
#[derive(Debug, Clone)]
pub enum AddressBody<'t> {
    /// A text of codes.
    Text(&'t str),
    /// The lines of a file.
    Lines(Vec<String>),
}

impl<'t> Address<'t> {
    /// Reads the parts of an address.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    pub(crate) fn read(text: &'t str) -> Result<Self, String> {
        if is_pzpr_file(text) {
            return Self::of_file(text);
        }
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
        let columns = side(first)?;
        let rows = side(rest.take_field())?;
        let genre = genre.to_owned();
        Ok(Self { genre, columns, rows, body: AddressBody::Text(rest.rest) })
    }

    /// Reads the parts of a file, whose lines end with a line end or with a slash.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    pub(crate) fn of_file(text: &str) -> Result<Address<'static>, String> {
        let text = text.trim();
        let end = if text.contains('\n') { '\n' } else { '/' };
        let mut lines = text.split(end).map(str::trim).filter(|line| !line.is_empty()).skip(1);
        let mut next = || lines.next().ok_or("the file ends too early");
        let genre = next()?;
        let genre = ALIASES.iter().find(|(other, _)| *other == genre).map_or(genre, |(_, own)| own);
        let rows = side(next()?)?;
        // Of a square board of digits only one side is said.
        let columns = if genre == SUDOKU { rows } else { side(next()?)? };
        let (genre, lines) = (genre.to_owned(), lines.map(str::to_owned).collect());
        Ok(Address { genre, columns, rows, body: AddressBody::Lines(lines) })
    }
}

/// What genres are called in files that have another name in addresses.
const ALIASES: [(&str, &str); 1] = [("yajirin", "yajilin")];
/// The genre whose files say one side.
pub const SUDOKU: &str = "sudoku";

fn side(text: &str) -> Result<i64, String> {
    let side = text.parse::<i64>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    side.ok_or_else(|| format!("`{text}` is no number of squares"))
}
