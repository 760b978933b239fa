//! Equivalent puzzles by proved transforms, without any solving.
//!
//! Given a position and what its transforms make of it, [`images`] gives random different puzzles that
//! are as hard, and [`canonical`] the one that stands for all of them.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::Stream;
use puzgen_base::source::Span;
use puzgen_board::position::PreparedBoard;
use puzgen_engine::Engines;
use puzgen_export::solved_text;
use puzgen_model::generated::{GeneratedPuzzle, Variant};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;
use puzgen_solve::prove::{self, Equivalents, ProvedInstance};
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// How many members of a large group are tried for one puzzle.
const MAX_MEMBERS: usize = 100;

/// Takes a puzzle, and the instance that it is of where that is another.
pub type TakeImage<'t, E> =
    dyn FnMut(&GeneratedPuzzle, Option<&ProvedInstance<'_>>) -> Result<(), E> + 't;

/// Proves the transforms of an instance and returns what those that hold make of puzzles.
///
/// # Errors
/// Those of the proofs; `usage` where no transform holds.
pub fn proved_equivalents<'a>(
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    engines: Engines,
    mut budget: Budget,
) -> Result<Equivalents<'a>, Diagnostics> {
    let transforms = prove::transforms(instance, lowered, engines, &mut budget);
    let problems =
        prove::problems(ReadyRef { instance, lowered }, &transforms.proofs, &solved_text);
    if problems.has_errors() {
        return Err(problems);
    }
    transforms.equivalents.ok_or_else(|| {
        let name = &instance.definition.name;
        let message = format!("no transform of `{name}` holds with these parameters");
        Problem::bare(Code::Usage, message)
            .help("declare one, such as `transform rotate`; `puzgen check` says which ones hold")
            .into()
    })
}

/// How the images of a puzzle are drawn.
#[derive(Debug, Clone, Copy)]
pub struct ImageRequest {
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle among those of the seed, from 0.
    pub index: u64,
    /// How many images.
    pub count: usize,
}

/// How the drawing of images ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImagesEnd {
    /// There are as many as were asked for.
    Done,
    /// There are not so many different ones: a problem at the text of the puzzle.
    Fewer(Problem),
    /// It was stopped from outside.
    Stopped,
}

/// Draws different images of a puzzle, none of them the puzzle itself. `span` is its text.
///
/// # Errors
/// Those of `take`; `conflict` where the puzzle has a value that no solution has.
pub fn images<E: From<Problem>>(
    position: &PreparedBoard<'_, '_>,
    equivalents: &Equivalents<'_>,
    draw: ImageRequest,
    budget: &Budget,
    span: Span,
    take: &mut TakeImage<'_, E>,
) -> Result<ImagesEnd, E> {
    let ImageRequest { seed, index, count } = draw;
    let (instance, input) = (&position.prepared.instance, &position.input);
    let (board, shown) = (input.board.told(), input.board.shown());
    let answers: Vec<Vec<i64>> =
        input.answers().filter_map(|answer| answer.iter().copied().collect()).collect();
    let mut rng = instance.stream(Stream::Jumble, draw.seed, &[&draw.index.to_le_bytes()]);
    // There may be millions, so only what tells them apart is kept.
    let mut seen = BTreeSet::from([digest(&(equivalents.key(None), &board, &shown, &answers))]);
    let mut made = 0;
    let most = count.saturating_add(1).saturating_mul(MAX_MEMBERS);
    for (tried, member) in equivalents.draw(&mut rng, budget).enumerate() {
        if made == count || tried == most {
            break;
        }
        if budget.is_spent().is_some() {
            return Ok(ImagesEnd::Stopped);
        }
        let image = equivalents.board(&member, &board);
        let shown_of = equivalents.shown(&member, &shown, &board);
        let answers_of: Option<Vec<Vec<i64>>> =
            answers.iter().map(|answer| equivalents.answer(&member, answer)).collect();
        let (Some(image), Some(answers_of)) = (image, answers_of) else {
            let message = "this board has a value that no solution has";
            return Err(Problem::error(Code::Conflict, message, span, "this board")
                .help("`puzgen solve` says what is wrong with it")
                .into());
        };
        // Where a clue goes whose value is not told may depend on the value.
        let Some(shown_of) = shown_of else { continue };
        let proved = member.proved.clone();
        let key = equivalents.key(proved.as_deref());
        if !seen.insert(digest(&(key, &image, &shown_of, &answers_of))) {
            continue;
        }
        let map = equivalents.describe(&member);
        let params = equivalents.new_params(proved.as_deref());
        made += 1;
        let variant = Variant { number: made as u32, map, params };
        let puzzle = GeneratedPuzzle {
            is_of_run: true,
            ..moved((seed, index), image, shown_of, answers_of, Some(variant))
        };
        take(&puzzle, proved.as_deref())?;
    }
    Ok(match (made < count, budget.is_spent()) {
        (false, _) => ImagesEnd::Done,
        (true, Some(_)) => ImagesEnd::Stopped,
        (true, None) => ImagesEnd::Fewer(fewer(made, count, span)),
    })
}

fn fewer(found: usize, asked: usize, span: Span) -> Problem {
    let are = if found == 1 { "is" } else { "are" };
    let message = format!("{asked} other puzzles are asked for, there {are} {found}");
    Problem::error(Code::TargetNotReached, message, span, "all its equivalents are found")
        .warning()
        .help("ask for fewer")
}

/// What there is in the place of a canonical form.
#[derive(Debug)]
pub enum Canonical<'a> {
    /// The puzzle that stands for all equivalent ones, and its instance where that is another.
    Form(Box<GeneratedPuzzle>, Option<Arc<ProvedInstance<'a>>>),
    /// None was found: a problem at the text of the puzzle.
    None(Problem),
    /// It was stopped from outside.
    Stopped,
}

/// Returns the puzzle that stands for all equivalent ones. `span` is the text of this one, and `index`
/// its number.
pub fn canonical<'a>(
    position: &PreparedBoard<'_, '_>,
    equivalents: &Equivalents<'a>,
    index: u64,
    budget: &Budget,
    span: Span,
) -> Canonical<'a> {
    let board = &position.input.board;
    let is_told = board.untold.iter().all(Option::is_none);
    if let Some((proved, form)) = equivalents.canonical(&board.told(), budget).filter(|_| is_told) {
        let shown = form.iter().map(Option::is_some).collect();
        let puzzle = moved((0, index), form, shown, Vec::new(), None);
        return Canonical::Form(Box::new(puzzle), proved);
    }
    if budget.is_spent().is_some() {
        return Canonical::Stopped;
    }
    let message = match (is_told, equivalents.has_forms()) {
        (true, true) => "this board has too many symmetries of its own",
        (true, false) => "its transforms lead to more puzzles than are looked at",
        (false, _) => "this board has clues whose values are not told",
    };
    let help = match equivalents.has_forms() {
        true => "show more clues",
        false => "declare fewer of them: `rotate` leads to 4 layouts at most",
    };
    let problem = Problem::error(Code::GaveUp, message, span, "no canonical form");
    Canonical::None(problem.warning().help(help))
}

/// A hash of 128 bits, so that no two boards are expected to share one.
struct Digest(Sha256);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        self.whole() as u64
    }
}

impl Digest {
    fn whole(&self) -> u128 {
        let bytes = self.0.clone().finalize();
        bytes.iter().take(16).fold(0, |whole, byte| whole << 8 | u128::from(*byte))
    }
}

/// Returns a hash that stands for a value.
fn digest(told_apart: &impl Hash) -> u128 {
    let mut digest = Digest(Sha256::new());
    told_apart.hash(&mut digest);
    digest.whole()
}

/// Returns a board with what is known of it without solving.
pub fn moved(
    (seed, index): (u64, u64),
    facts: Vec<FactValue>,
    shown: Vec<bool>,
    solutions: Vec<Vec<i64>>,
    transform: Option<Variant>,
) -> GeneratedPuzzle {
    GeneratedPuzzle {
        seed,
        index,
        is_of_run: false,
        step: None,
        told: facts.iter().map(Option::is_some).collect(),
        shown,
        facts,
        solutions,
        features: Vec::new(),
        is_minimal: None,
        level: None,
        steps: None,
        transform,
        bank_line: None,
        refused: 0,
        gave_up: 0,
        redraws: 0,
        repairs: 0,
        verified: Vec::new(),
        removed_by: None,
    }
}
