//! Puzzles as other programs write them, in the place of boards: which text is one, and the objects that it stands
//! for.

use crate::exported::{Reading, Told};
use crate::foreign::{self, ForeignForm};
use crate::link::{Address, is_link, is_pzpr_file};
use crate::listing::{self, is_listing};
use crate::text::BoardText;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Definition;
use puzgen_model::export::Export;
use puzgen_model::instance::Setting;
use puzgen_model::sudoku::Sudoku;
use puzgen_vocabulary::links::gmpuzzles;

/// What stands before an address that Penpa+ is to open.
const PENPA: &str = "penpa-edit/#m=edit&p=http";

/// Returns whether a text is one of another program.
pub fn is_foreign(text: &str) -> bool {
    is_link(text)
        || is_pzpr_file(text)
        || gmpuzzles::is_text(text)
        || foreign::form_of(text).is_some()
        || is_listing(text)
}

/// A text of another program, read as far as no definition is needed.
#[derive(Debug)]
pub enum ForeignText<'t> {
    /// An address of puzz.link or pzpr.
    Address(Address<'t>),
    /// Sudokus.
    Sudokus(Vec<Sudoku>),
    /// A program with blanks.
    Program,
}

impl<'t> ForeignText<'t> {
    /// Reads a text of another program, of the `form` where that is said.
    ///
    /// # Errors
    /// `board::link` where it cannot be read.
    pub fn read(
        form: Option<&'static dyn ForeignForm>,
        text: BoardText<'t>,
    ) -> Result<Self, Problem> {
        let wrong = |message: String| {
            Problem::error(Code::BoardLink, message, text.span(), "this text")
                .help("links and files of other programs that are read: `puzgen help board::link`")
        };
        if form.is_none() && is_listing(text.text) {
            return Ok(Self::Program);
        }
        if form.is_none() && gmpuzzles::is_text(text.text) {
            let file = gmpuzzles::to_pzpr(text.text).and_then(|file| Address::of_file(&file));
            let wrong = |why| wrong(format!("this is no text of the form `gmpuzzles`: {why}"));
            return file.map(Self::Address).map_err(wrong);
        }
        if let Some(form) = form.or_else(|| foreign::form_of(text.text)) {
            let sudokus = form.read(text.text).map_err(|why| {
                wrong(format!("this is no text of the form `{}`: {why}", form.name()))
            })?;
            return Ok(Self::Sudokus(sudokus));
        }
        let link = text.text.trim();
        let link = link.find(PENPA).map_or(link, |at| &link[at + PENPA.len() - "http".len()..]);
        Address::read(link).map(Self::Address).map_err(wrong)
    }

    /// Returns what the `export` begins with of definitions that may read it.
    pub fn wanted_export(&self) -> String {
        match self {
            Self::Address(address) => format!("export puzzlink \"{}\"", address.genre),
            Self::Sudokus(_) => "export sudoku ".to_owned(),
            Self::Program => "programs(".to_owned(),
        }
    }

    /// Returns the objects that its puzzles stand for.
    ///
    /// # Errors
    /// `board::link` where one is none of this definition, and what is wrong with it.
    pub fn objects(
        &self,
        definition: &Definition,
        settings: &[Setting],
        text: BoardText<'_>,
    ) -> Result<Vec<String>, Problem> {
        let object = |told: &Told<'_>| {
            object(definition, settings, told).map_err(|message| {
                Problem::error(Code::BoardLink, message, text.span(), "this text").help(
                    "what a definition reads of other programs, and writes for them, its `export` says",
                )
            })
        };
        match self {
            Self::Address(address) => Ok(vec![object(&Told::Address(address.clone()))?]),
            Self::Program => Ok(vec![listing::object_of(definition, settings, text)?]),
            Self::Sudokus(sudokus) => {
                sudokus.iter().map(|sudoku| object(&Told::Sudoku(sudoku))).collect()
            }
        }
    }
}

/// Returns the one object that a text of another program stands for.
///
/// # Errors
/// As [`ForeignText::read`] and [`ForeignText::objects`].
pub fn object_of(
    definition: &Definition,
    settings: &[Setting],
    text: BoardText<'_>,
) -> Result<String, Problem> {
    let mut objects = ForeignText::read(None, text)?.objects(definition, settings, text)?;
    match (objects.pop(), objects.is_empty()) {
        (Some(object), true) => Ok(object),
        _ => {
            let message = "this is not one puzzle but several, or none";
            Err(Problem::error(Code::BoardLink, message, text.span(), "this text")
                .help("`puzgen convert` makes puzzles of it, one a line"))
        }
    }
}

fn object(
    definition: &Definition,
    settings: &[Setting],
    told: &Told<'_>,
) -> Result<String, String> {
    let name = &definition.name;
    let of_form = definition.exports.iter().filter(|export| export.form == told.form());
    let of_form: Vec<&Export> = of_form.collect();
    let is_meant = |export: &&&Export| match told {
        Told::Address(address) => export.genre == address.genre,
        Told::Sudoku(_) => true,
    };
    let exports: Vec<&&Export> = of_form.iter().filter(is_meant).collect();
    if exports.is_empty() {
        let known: Vec<String> =
            of_form.iter().map(|export| format!("`{}`", export.genre)).collect();
        return Err(match (known.as_slice(), told) {
            ([_, ..], Told::Address(address)) => {
                let known = known.join(" or ");
                format!("this is a link of `{}`; `{name}` is {known}", address.genre)
            }
            (_, Told::Address(_)) => format!("`{name}` has no links"),
            (_, Told::Sudoku(_)) => format!("`{name}` is no sudoku that other programs know"),
        });
    }
    let mut wrong = None;
    for export in exports {
        let reading = Reading { definition, export, told };
        let Some(frame) = reading.frame(settings) else { continue };
        match reading.object(&frame) {
            Ok(object) => return Ok(object),
            Err(why) => wrong = wrong.or(Some(why)),
        }
    }
    let [rows, columns] = told.size();
    Err(wrong.unwrap_or_else(|| format!("`{name}` has no board of {rows} × {columns} squares")))
}
