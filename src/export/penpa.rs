//! The address under which Penpa+ opens a puzzle: it takes addresses of puzz.link and makes drawings of them.

use crate::diagnostics::{Code, Problem};
use crate::export::puzzlink::address;
use crate::export::{Context, Format};
use crate::generate::GeneratedPuzzle;

pub(super) struct Penpa;

/// What stands before the address.
const BEFORE: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/// The genres of puzz.link that Penpa+ knows (`decode_puzzlink` in its `docs/js/general.js`).
#[rustfmt::skip]
const GENRES: &[&str] = &[
    "aho", "akari", "aqre", "araf", "ayeheya", "bag", "balance", "bijutsukan", "bridges", "building", "canal", "castle", "cave", "cbanana", "chainedb", "cojun", "compass", "corral", "correl", "country", "dbchoco", "detour", "dotchi", "doubleback", "easyasabc", "factors", "fillmat", "fillomino", "fillomino01", "firefly", "geradeweg", "gokigen", "haisu", "hakyukoka", "hanare", "hashi", "hashikake", "hebi", "heyawacky", "heyawake", "hitori", "ichimaga", "ichimagam", "ichimagax", "juosan", "kakuro", "kropki", "kurochute", "kurodoko", "kurotto", "lightup", "lits", "lookair", "mashu", "masyu", "maxi", "meander", "midloop", "mines", "mochikoro", "mochinyoro", "moonsun", "nagenawa", "nanro", "nawabari", "nonogram", "norinori", "numberlink", "numlin", "nuribou", "nurikabe", "nurimaze", "nurimisaki", "oneroom", "onsen", "paintarea", "pearl", "pencils", "putteria", "rassi", "renban", "ringring", "ripple", "scrin", "shakashaka", "shikaku", "shimaguni", "simpleloop", "skyscraper", "skyscrapers", "slither", "slitherlink", "snake", "snakes", "squarejam", "starbattle", "stostone", "sudoku", "sukoro", "sukororoom", "symmarea", "tapa", "tapaloop", "tasquare", "tateyoko", "tentaisho", "tents", "toichika2", "tontti", "usoone", "usotatami", "view", "yajikazu", "yajilin", "yajilin-regions", "yajirin", "yajirin-regions", "yinyang"
];

impl Format for Penpa {
    fn name(&self) -> &'static str {
        "penpa"
    }

    fn about(&self) -> &'static str {
        "the address of the puzzle in Penpa+, for genres that it takes from puzz.link"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn is_link(&self) -> bool {
        true
    }

    fn shows_rating(&self) -> bool {
        false
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let (genre, address) = address(context, puzzle)?;
        if !GENRES.contains(&genre) {
            let message = format!("Penpa+ takes no addresses of `{genre}`");
            return Err(Problem::bare(Code::NoLink, message).help("`--format puzzlink` has one"));
        }
        Ok(format!("{BEFORE}{address}\n"))
    }
}
