//! The start of removal: a full board whose clues, all shown, leave no more solutions than are
//! allowed.
//!
//! A random board need not be like that: two solutions may have the same clues. Then the *unforced*
//! values, those that are not in the backbone of the clues, are found, and some of them are drawn anew with a
//! few others ([`neighbourhood`](super::neighbourhood)), under the rules and with the rest as it is. The new board
//! replaces the old one where no more values are unforced than before. This local search ends where no value is
//! unforced, or after a bounded number of repairs without progress; then another board is drawn.
//!
//! Which values are unforced follows from verdicts alone. A model that was found for this board or, with the same
//! clues, for an earlier one saves questions and makes no choice. What is drawn follows the puzzle's own random stream.

use std::collections::VecDeque;

use crate::Generator;
use crate::full::FullBoard;
use crate::neighbourhood::{Neighbours, Radius};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::rng::Rng;
use puzgen_csp::{Assignment, Lit};
use puzgen_engine::Verdict;

/// After so many repairs in a row that leave no fewer values unforced, another board is drawn.
const MAX_IDLE_REPAIRS: u32 = 50;

/// Decisions and steps back of the search that draws a part of a board anew.
const STEPS_FOR_PART: u64 = 1_000;

/// Shares of the clues that rules ask for, and which need not be shown where they were.
const SHARES_OF_PRESENCES: [f64; 3] = [0.0, 0.1, 0.3];

/// The same where the clue tells a value that is drawn anew.
const SHARE_OF_PRESENCES_DRAWN: f64 = 0.5;

/// Models of earlier boards that are kept.
const MAX_MODELS: usize = 200;

/// The result of repairing a board.
pub(super) enum Start {
    /// A board to start from, and how often a part of it was drawn anew.
    Valid(FullBoard, u32),
    /// It could not be repaired.
    Invalid,
    /// The budget ran out.
    GaveUp(GaveUp),
}

/// What became of drawing a part of a board anew.
pub(super) enum Redrawn {
    /// Nothing was found soon.
    Nothing,
    /// A board with the same clues, perhaps the same board.
    SameClues(FullBoard),
    /// A board with other clues.
    Board(FullBoard),
}

impl Generator<'_> {
    /// Repairs a board until its clues leave no more solutions than are allowed.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn start(
        &mut self,
        board: FullBoard,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Start, Diagnostics> {
        // Without clues, or where no part can be drawn anew, no repair helps.
        let is_hopeless = self.instance.fact_count == 0 || !self.boards.can_draw_parts();
        let (mut board, mut repairs) = match is_hopeless {
            true => (board, 0),
            false => self.approach(board, rng, budget)?,
        };
        let mut models = VecDeque::new();
        let mut unforced = match self.unforced(&board, usize::MAX, &mut models, budget) {
            Ok(found) => found.unwrap_or_default(),
            Err(reason) => return Ok(Start::GaveUp(reason)),
        };
        let mut idle = 0;
        let mut radius = Radius::of(self.lowered.csp.answers.len());
        while !unforced.is_empty() {
            match self.is_allowed(&board, budget) {
                Ok(true) => break,
                Ok(false) => {}
                Err(reason) => return Ok(Start::GaveUp(reason)),
            }
            if is_hopeless || idle == MAX_IDLE_REPAIRS {
                return Ok(Start::Invalid);
            }
            idle += 1;
            let drawn = self.redraw(&board, &unforced, &mut radius, STEPS_FOR_PART, rng, budget)?;
            if let Some(reason) = budget.is_spent() {
                return Ok(Start::GaveUp(reason));
            }
            let drawn = match drawn {
                Redrawn::Nothing => continue,
                Redrawn::SameClues(drawn) => {
                    // The same clues leave the same values unforced.
                    repairs += u32::from(drawn != board);
                    board = drawn;
                    continue;
                }
                Redrawn::Board(drawn) => drawn,
            };
            match self.unforced(&drawn, unforced.len(), &mut models, budget) {
                Ok(Some(found)) => {
                    if found.len() < unforced.len() {
                        idle = 0;
                    }
                    repairs += 1;
                    (board, unforced) = (drawn, found);
                }
                Ok(None) => radius.narrow(),
                Err(reason) => return Ok(Start::GaveUp(reason)),
            }
        }
        if repairs > 0 {
            self.boards.must_hold(&board)?;
        }
        Ok(Start::Valid(board, repairs))
    }

    /// Returns which values of the answer the clues shown do not force; `None` where these are more
    /// than `most`. Looks at `models` first, and adds to them.
    pub(super) fn unforced(
        &mut self,
        board: &FullBoard,
        most: usize,
        models: &mut VecDeque<Assignment>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, GaveUp> {
        // Who answered about other boards does not matter to the proof of this one.
        self.session.solver().take_sole_prover();
        let answers = &self.lowered.csp.answers;
        let mut open = self.untold(board);
        let given = self.given(board);
        let mut unforced = Vec::new();
        let differs =
            |model: &Assignment, at: usize| model[answers[at].index()] != board.values[at];
        let has_these_clues =
            |model: &&Assignment| given.iter().all(|lit| lit.holds_for(model[lit.var.index()]));
        for model in models.iter().filter(has_these_clues) {
            unforced.extend(open.extract_if(.., |at| differs(model, *at)));
        }
        while !open.is_empty() && unforced.len() <= most {
            let other = |at: &usize| Lit::is_not(answers[*at], board.values[*at]);
            let some: Vec<Lit> = open.iter().map(other).collect();
            let model = match self.session.solver().solve_some(&given, &some, budget) {
                Verdict::Unsat(_) => break,
                Verdict::Sat(model) => model,
                Verdict::GaveUp(reason) => return Err(reason),
            };
            unforced.extend(open.extract_if(.., |at| differs(&model, *at)));
            models.truncate(MAX_MODELS - 1);
            models.push_front(model);
        }
        unforced.sort_unstable();
        Ok(Some(unforced).filter(|unforced| unforced.len() <= most))
    }

    /// Returns which values of the answer no clue tells.
    pub(super) fn untold(&self, board: &FullBoard) -> Vec<usize> {
        let answers = &self.lowered.csp.answers;
        let mut is_told = vec![false; self.lowered.csp.vars.len()];
        for (var, shown) in self.lowered.fact_vars.iter().zip(&board.shown) {
            is_told[var.index()] |= shown;
        }
        (0..answers.len()).filter(|at| !is_told[answers[*at].index()]).collect()
    }

    /// Returns whether the clues shown leave no more solutions than are allowed, where they leave
    /// several.
    fn is_allowed(&mut self, board: &FullBoard, budget: &mut Budget) -> Result<bool, GaveUp> {
        let at_most = self.plan.solutions.at_most;
        if at_most == 1 {
            return Ok(false);
        }
        let given = self.given(board);
        Ok(self.session.solver().find(&given, at_most.saturating_add(1), budget)?.is_complete)
    }

    /// Returns what the clues shown say.
    fn given(&self, board: &FullBoard) -> Vec<Lit> {
        board.given(self.instance, self.lowered)
    }

    /// Draws some of these values and others around them anew, with so many steps at most, and adapts the radius where
    /// no board with other clues is found.
    pub(super) fn redraw(
        &self,
        board: &FullBoard,
        values: &[usize],
        radius: &mut Radius,
        most_steps: u64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Redrawn, Diagnostics> {
        let fixed = self.fixed(board, values, radius, rng);
        let drawn = self.boards.draw_with(board, &fixed, most_steps, rng, budget)?;
        Ok(match drawn {
            None => {
                radius.narrow();
                Redrawn::Nothing
            }
            Some(drawn) if self.given(&drawn) == self.given(board) => {
                radius.widen();
                Redrawn::SameClues(drawn)
            }
            Some(drawn) => Redrawn::Board(drawn),
        })
    }

    /// Chooses what stays: all values but some unforced ones and others around them. Most clues that rules ask for
    /// stay where they are: elsewhere they would make it another board.
    fn fixed(
        &self,
        board: &FullBoard,
        unforced: &[usize],
        radius: &Radius,
        rng: &mut Rng,
    ) -> Vec<Lit> {
        let answers = &self.lowered.csp.answers;
        let neighbours = self.neighbours.get_or_init(|| Neighbours::new(&self.lowered.csp));
        let is_free = neighbours.choose(unforced, radius.draw(rng), rng);
        let stays = (0..answers.len()).filter(|at| !is_free[*at]);
        let mut fixed: Vec<Lit> = stays.map(|at| Lit::is(answers[at], board.values[at])).collect();
        let presences = self.boards.shown_presences(board);
        if !presences.is_empty() {
            let mut is_drawn = vec![false; self.lowered.csp.vars.len()];
            answers.iter().zip(&is_free).for_each(|(var, free)| is_drawn[var.index()] = *free);
            let share = SHARES_OF_PRESENCES[rng.below(SHARES_OF_PRESENCES.len())];
            let share_of = |fact: usize| match is_drawn[self.lowered.fact_vars[fact].index()] {
                true => SHARE_OF_PRESENCES_DRAWN,
                false => share,
            };
            let stays = presences.into_iter().filter(|(fact, _)| rng.unit() >= share_of(*fact));
            fixed.extend(stays.map(|(_, presence)| presence));
        }
        fixed
    }
}
