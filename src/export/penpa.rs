//! The address under which Penpa+ opens a puzzle: it takes addresses of puzz.link and makes drawings of them, and it
//! opens drawings of its own, which other puzzles on squares are written as.

use crate::exported::squares;
use crate::penpa_drawing;
use crate::puzzlink::address;
use crate::{Context, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;

pub(super) struct Penpa;

const FORM: &str = "penpa";
/// What stands before the address of puzz.link.
const BEFORE: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/// The genres of puzz.link that Penpa+ knows (`decode_puzzlink` in its `docs/js/general.js`).
#[rustfmt::skip]
const GENRES: &[&str] = &[
    "aho", "akari", "aqre", "araf", "ayeheya", "bag", "balance", "bijutsukan", "bridges", "building", "canal", "castle", "cave", "cbanana", "chainedb", "cojun", "compass", "corral", "correl", "country", "dbchoco", "detour", "dotchi", "doubleback", "easyasabc", "factors", "fillmat", "fillomino", "fillomino01", "firefly", "geradeweg", "gokigen", "haisu", "hakyukoka", "hanare", "hashi", "hashikake", "hebi", "heyawacky", "heyawake", "hitori", "ichimaga", "ichimagam", "ichimagax", "juosan", "kakuro", "kropki", "kurochute", "kurodoko", "kurotto", "lightup", "lits", "lookair", "mashu", "masyu", "maxi", "meander", "midloop", "mines", "mochikoro", "mochinyoro", "moonsun", "nagenawa", "nanro", "nawabari", "nonogram", "norinori", "numberlink", "numlin", "nuribou", "nurikabe", "nurimaze", "nurimisaki", "oneroom", "onsen", "paintarea", "pearl", "pencils", "putteria", "rassi", "renban", "ringring", "ripple", "scrin", "shakashaka", "shikaku", "shimaguni", "simpleloop", "skyscraper", "skyscrapers", "slither", "slitherlink", "snake", "snakes", "squarejam", "starbattle", "stostone", "sudoku", "sukoro", "sukororoom", "symmarea", "tapa", "tapaloop", "tasquare", "tateyoko", "tentaisho", "tents", "toichika2", "tontti", "usoone", "usotatami", "view", "yajikazu", "yajilin", "yajilin-regions", "yajirin", "yajirin-regions", "yinyang"
];

impl Format for Penpa {
    fn head(&self) -> FormatHead {
        FormatHead::link(
            FORM,
            "the address of the puzzle in Penpa+, with its solution where that can be compared",
        )
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let short = address(context, puzzle);
        if let Ok((genre, address)) = &short
            && GENRES.contains(genre)
        {
            return Ok(format!("{BEFORE}{address}\n"));
        }
        let grid = squares(context, FORM)?;
        Ok(format!("{}\n", penpa_drawing::address(context, grid, puzzle)?))
    }
}
