//! Whether full boards are drawn uniformly: draws from the sampler of a definition, held against all boards there
//! are.
//!
//! All boards are listed by an engine, which knows nothing of the sampler. A drawn board that is not among them is
//! a bug of one of the two.

use std::collections::BTreeMap;

use crate::full::{BoardSampler, DrawnBoard, FullBoards};
use crate::goodness::{ByChance, chi_square, chi_square_tail, expected, imitated, total_variation};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::Stream;
use puzgen_engine::Engine;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_model::value::Value;
use puzgen_solve::{Listing, Solver};
use puzgen_vocabulary::lower::{Lowered, Ready, gave_up_problem};

/// How many boards there may be.
const MOST_BOARDS: usize = 20_000;

/// How many draws there are for each board, and at least, where nothing else is asked for.
const DRAWS_PER_BOARD: usize = 10;
const LEAST_DRAWS: usize = 1_000;

/// How many boards are shown that were drawn most often, and least often.
const SHOWN: usize = 2;

/// χ² says little where a board is expected less often.
const LEAST_EXPECTED: f64 = 5.0;

/// Draws, held against all boards.
#[derive(Debug, Clone, PartialEq)]
pub struct Bias {
    /// How many boards there are, by their answers.
    pub boards: usize,
    /// How many were drawn.
    pub draws: usize,
    /// How many different ones.
    pub seen: usize,
    /// How often each is expected.
    pub expected: f64,
    /// Pearson's χ².
    pub chi_square: f64,
    /// The probability of a χ² as large or larger, where all boards are drawn equally often.
    pub p_value: f64,
    /// The total variation distance between the draws and equal counts.
    pub distance: f64,
    /// What that is where all boards are drawn equally often.
    pub by_chance: Option<ByChance>,
    /// The boards that were drawn most often, and how often.
    pub most: Vec<(usize, Solution)>,
    /// Those that were drawn least often.
    pub least: Vec<(usize, Solution)>,
}

impl Bias {
    /// Draws so many boards, or as many as are enough, and counts them.
    ///
    /// # Errors
    /// `too_large` where there are too many boards to list; `gave_up`; why no board can be drawn.
    pub fn of(
        ready: &Ready<'_>,
        engine: &dyn Engine,
        draws: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Self, Diagnostics> {
        let Ready { instance, lowered } = ready;
        let sampler = BoardSampler::new(instance, lowered)?;
        let all = all_boards(instance, sampler.drawn().unwrap_or(lowered), engine, budget)?;
        let enough = all.len().saturating_mul(DRAWS_PER_BOARD).max(LEAST_DRAWS);
        let draws = draws.unwrap_or(enough);
        let mut counts: BTreeMap<Solution, usize> =
            all.into_iter().map(|board| (board, 0)).collect();
        let mut boards = FullBoards::new(instance, lowered, engine, sampler);
        let mut rng = instance.stream(Stream::Bias, 0, &[]);
        for _ in 0..draws {
            let board = match boards.draw(&mut rng, budget)? {
                DrawnBoard::Board(board) => board,
                DrawnBoard::GaveUp(reason) => return Err(gave_up_problem(&reason).into()),
                DrawnBoard::Impossible(problem) => return Err((*problem).into()),
            };
            match counts.get_mut(&board.values[..instance.answer_count]) {
                Some(count) => *count += 1,
                None => {
                    puzgen_base::bug!("a drawn board is not among all boards: {:?}", board.values)
                }
            }
        }
        let figures: Vec<usize> = counts.values().copied().collect();
        let by_chance = imitated(figures.len(), draws, &mut rng);
        Ok(Self::from_counts(counts, &figures, by_chance))
    }

    fn from_counts(
        counts: BTreeMap<Solution, usize>,
        figures: &[usize],
        by_chance: Option<ByChance>,
    ) -> Self {
        let chi_square = chi_square(figures);
        let mut sorted: Vec<(usize, Solution)> =
            counts.into_iter().map(|(board, count)| (count, board)).collect();
        sorted.sort_by(|(a, _), (b, _)| b.cmp(a));
        let shown = SHOWN.min(sorted.len() / 2);
        Self {
            boards: figures.len(),
            draws: figures.iter().sum(),
            seen: figures.iter().filter(|count| **count > 0).count(),
            expected: expected(figures),
            chi_square,
            p_value: chi_square_tail(chi_square, figures.len() - 1),
            distance: total_variation(figures),
            by_chance,
            most: sorted[..shown].to_vec(),
            least: sorted[sorted.len() - shown..].to_vec(),
        }
    }

    /// Returns the figures as lines for people, with boards as `show` prints them.
    pub fn text(&self, show: &dyn Fn(&Solution) -> String) -> String {
        let Self { boards, draws, seen, expected, chi_square, p_value, distance, .. } = self;
        let p_value = match *p_value < 0.0001 {
            true => "p < 0.0001".to_owned(),
            false => format!("p = {p_value:.4}"),
        };
        let few = match *expected < LEAST_EXPECTED {
            true => ", a rough one with so few draws",
            false => "",
        };
        let mut text = format!(
            "  {boards} boards, {draws} draws, {expected:.1} of each expected, {seen} different ones drawn\n  \
             chi-square {chi_square:.1} with {} degrees of freedom, {p_value}{few}\n  \
             total variation distance {distance:.4}",
            boards - 1
        );
        if let Some(ByChance { mean, range: (least, most) }) = self.by_chance {
            text.push_str(&format!(
                "; of uniform draws {mean:.4} on average, {least:.4} to {most:.4} in 95 %"
            ));
        }
        text.push('\n');
        for (what, shown) in [("most", &self.most), ("least", &self.least)] {
            for (count, board) in shown {
                let ending = if *count == 1 { "" } else { "s" };
                text.push_str(&format!("  {what} often, {count} draw{ending}:\n"));
                text.extend(show(board).lines().map(|line| format!("    {line}\n")));
            }
        }
        text
    }
}

/// Returns all boards by their answers.
fn all_boards(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Vec<Solution>, Diagnostics> {
    if !engine.accepts(&lowered.csp) {
        return Err(too_many(instance).into());
    }
    let gave_up = |reason| Diagnostics::from(gave_up_problem(&reason));
    let mut solver = Solver::new(lowered, engine);
    let found = match solver.list(&[], MOST_BOARDS, budget).map_err(gave_up)? {
        Listing::All(solutions) => solutions,
        Listing::More(_, mut rest) => {
            let mut found = Vec::new();
            while let Some(solution) = rest.next(budget).map_err(gave_up)? {
                if found.len() == MOST_BOARDS {
                    return Err(too_many(instance).into());
                }
                found.push(solution);
            }
            found
        }
    };
    match found.is_empty() {
        true => {
            let message = format!("`{}` has no board at all", instance.definition.name);
            let span = instance.definition.span;
            Err(Problem::error(Code::NoFullBoard, message, span, "nothing to draw").into())
        }
        false => Ok(found),
    }
}

fn too_many(instance: &Instance<'_>) -> Problem {
    let name = &instance.definition.name;
    let message = format!("`{name}` has more than {MOST_BOARDS} boards, too many to list them all");
    let sizes = instance.params().filter(|(_, value)| matches!(value, Value::Int(_)));
    let sizes: Vec<String> = sizes.map(|(name, value)| format!("`--set {name}={value}`")).collect();
    let help = match sizes.is_empty() {
        true => "only a smaller puzzle can be examined".to_owned(),
        false => format!("choose a smaller size; now it is {}", sizes.join(" ")),
    };
    Problem::bare(Code::TooLarge, message).help(help)
}
