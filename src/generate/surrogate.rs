//! The first phase of a repair: a board is improved by a surrogate of its unforced values, those that propagation of
//! its clues leaves open.
//!
//! Unforced values are found by questions, which take longest about boards that have many. All of them are among the
//! values that propagation leaves open (but for those that a condition for drawn boards excludes), and these are found in
//! a small part of that time. So, while they are many and most of the answer, parts of a board are drawn anew, and the new board replaces the old one where no more is open than before.
//! This ends soon where nothing is gained by it: where propagation says nothing of any board, or where parts as large
//! as this are hard to draw.

use crate::Generator;
use crate::full::FullBoard;
use crate::neighbourhood::Radius;
use crate::repair::Redrawn;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::rng::Rng;

/// A board is good enough if propagation leaves no larger share of its answer open. Which share of these it is, is drawn
/// for each board: boards with much to find are harder puzzles, and some of the puzzles should be.
const LEAST_SHARE: f64 = 0.3;
const MOST_SHARE: f64 = 0.6;

/// Where fewer values are open, questions about them are quick.
const MANY: usize = 50;

/// The phase ends after so many draws in a row without progress.
const PATIENCE: u32 = 4;

/// A draw that finds nothing counts as so many without progress: it takes the longest.
const FAILURE: u32 = 4;

/// Decisions and steps back of the search that draws a part anew.
const STEPS_FOR_PART: u64 = 100;

impl Generator<'_> {
    /// Draws parts of a board anew while propagation of its clues leaves most of its answer open. Returns the board
    /// that this ends with, and how often a part was drawn anew.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn approach(
        &mut self,
        mut board: FullBoard,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<(FullBoard, u32), Diagnostics> {
        let answers = self.lowered.csp.answers.len();
        let share_of = |share: f64| (share * answers as f64) as usize;
        // The puzzles of the hardest level are often those of which propagation finds little.
        let is_hardest_asked_for = self.guide.as_ref().is_some_and(|guide| guide.is_hardest);
        let is_worth_it = |open: usize| open >= MANY && open > share_of(LEAST_SHARE);
        if self.plan.solutions.at_most > 1
            || is_hardest_asked_for
            || !is_worth_it(self.untold(&board).len())
        {
            return Ok((board, 0));
        }
        let Some(mut open) = self.boards.open_after(&board, budget) else {
            return Ok((board, 0));
        };
        if !is_worth_it(open.len()) || open.len() == answers {
            return Ok((board, 0));
        }
        let enough = share_of(LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * rng.unit());
        let (mut repairs, mut idle) = (0, 0);
        let mut radius = Radius::of(answers);
        while open.len() > enough && idle < PATIENCE && budget.is_spent().is_none() {
            idle += 1;
            let drawn =
                match self.redraw(&board, &open, &mut radius, STEPS_FOR_PART, rng, budget)? {
                    Redrawn::Nothing => {
                        idle += FAILURE - 1;
                        continue;
                    }
                    Redrawn::SameClues(drawn) => {
                        repairs += u32::from(drawn != board);
                        board = drawn;
                        continue;
                    }
                    Redrawn::Board(drawn) => drawn,
                };
            let Some(left) = self.boards.open_after(&drawn, budget) else { break };
            if left.len() > open.len() {
                radius.narrow();
                continue;
            }
            if left.len() < open.len() {
                idle = 0;
            }
            repairs += 1;
            (board, open) = (drawn, left);
        }
        Ok((board, repairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::full::DrawnBoard;
    use puzgen_base::budget::StopFlag;
    use puzgen_base::source::Sources;
    use puzgen_check::load::load;
    use puzgen_check::reach::no_files;
    use puzgen_engines::ENGINES;
    use puzgen_model::instance::Instance;
    use puzgen_model::rules::{CluesCases, keeps_rules_about_clues};
    use puzgen_vocabulary::lower::{Purpose, lower};
    use std::collections::VecDeque;

    /// Calls `look` with a generator, and with boards of a built-in puzzle as they are drawn.
    fn each_board(name: &str, look: &mut dyn FnMut(&mut Generator<'_>, FullBoard, &mut Rng)) {
        let mut sources = Sources::new();
        let file = sources.add(name, puzgen_puzzles::text(name).unwrap());
        let program = load(file, &mut sources, &mut no_files).unwrap();
        let puzzle = program.choose(None, name, file).unwrap();
        let definition = program.check(puzzle, &sources).unwrap().definition;
        let instance = Instance::new(&definition, &[]).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let mut generator =
            Generator::new(&instance, &lowered, ENGINES.default_engine(), Options::new(ENGINES))
                .unwrap();
        let mut rng = Rng::from_seed(5);
        for _ in 0..5 {
            let mut budget = Budget::new(None, StopFlag::new());
            let drawn = generator.boards.draw(&mut rng, &mut budget).unwrap();
            let DrawnBoard::Board(board) = drawn else { panic!("no board of {name}") };
            look(&mut generator, board, &mut rng);
        }
    }

    #[test]
    fn all_unforced_values_are_among_those_left_open() {
        each_board("nonogram", &mut |generator, board, _| {
            let mut budget = Budget::new(None, StopFlag::new());
            let open = generator.boards.open_after(&board, &mut budget).unwrap();
            let unforced =
                generator.unforced(&board, usize::MAX, &mut VecDeque::new(), &mut budget);
            let unforced = unforced.unwrap().unwrap();
            assert!(unforced.iter().all(|at| open.contains(at)), "{unforced:?} of {open:?}");
        });
    }

    #[test]
    fn no_more_is_open_than_before_and_seldom_as_much() {
        let (mut first, mut last) = (0, 0);
        each_board("nurikabe", &mut |generator, board, rng| {
            let mut budget = Budget::new(None, StopFlag::new());
            let before = generator.boards.open_after(&board, &mut budget).unwrap().len();
            let (board, _) = generator.approach(board, rng, &mut budget).unwrap();
            let after = generator.boards.open_after(&board, &mut budget).unwrap().len();
            assert!(after <= before);
            (first, last) = (first + before, last + after);
        });
        assert!(last * 4 < first * 3, "{last} of {first}");
    }

    /// Shows and hides clues at random: what is looked at again only where it matters says what all cases say.
    #[test]
    fn what_clues_change_is_all_that_has_to_be_looked_at() {
        let mut counts = [0; 2];
        for name in ["hashi", "shikaku", "koburin", "zebra"] {
            each_board(name, &mut |generator, board, rng| {
                let instance = generator.instance;
                let (values, mut shown) = (board.values, board.shown);
                let mut cases = CluesCases::of(instance).unwrap();
                for _ in 0..60 {
                    let fact = rng.below(shown.len());
                    shown[fact] = !shown[fact];
                    let kept = cases.keep(instance, &values, &shown, fact).unwrap();
                    let all = keeps_rules_about_clues(instance, &values, &shown).unwrap();
                    assert_eq!(kept, all, "{name}");
                    counts[usize::from(kept)] += 1;
                    // Now and then on from a state in which rules are broken.
                    if !kept && rng.below(4) > 0 {
                        shown[fact] = !shown[fact];
                    }
                }
            });
        }
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }
}
