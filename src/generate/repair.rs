//! The start of removal: a full board whose clues, all shown, leave no more solutions than are
//! allowed.
//!
//! A random board need not be like that: two solutions may have the same clues. Then the *loose*
//! values, those that the clues do not force, are found, and some of them are drawn anew with a few
//! others, under the rules and with the rest as it is. The new board takes the place of the old one
//! where no more values are loose than before. So the walk ends where nothing is loose, or where it
//! did not get better for long; then another board is drawn.
//!
//! Which values are loose follows from verdicts: a model saves calls and makes no choice, also where it
//! is one that was found for an earlier board and has the clues of this one. What is drawn follows the
//! puzzle's own random stream.

use std::collections::VecDeque;

use crate::budget::{Budget, GaveUp};
use crate::csp::{Assignment, Lit};
use crate::diagnostics::Diagnostics;
use crate::engine::Verdict;
use crate::generate::Generator;
use crate::generate::full::FullBoard;
use crate::rng::Rng;

/// After so many repairs in a row that leave no fewer values loose, another board is drawn.
const MAX_IDLE_REPAIRS: u32 = 50;

/// Shares of the values that are forced, and yet drawn anew with loose ones.
const SHARES: [f64; 4] = [0.0, 0.02, 0.05, 0.1];

/// Shares of the clues that rules ask for, and which need not be shown where they were.
const SHARES_OF_PRESENCES: [f64; 3] = [0.0, 0.1, 0.3];

/// Models of earlier boards that are kept.
const MAX_MODELS: usize = 200;

/// What came of a board.
pub(super) enum Start {
    /// A board to start from, and how often a part of it was drawn anew.
    Valid(FullBoard, u32),
    /// It could not be repaired.
    Invalid,
    /// The budget ran out.
    GaveUp(GaveUp),
}

impl Generator<'_> {
    /// Repairs a board until its clues leave no more solutions than are allowed.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn start(
        &mut self,
        mut board: FullBoard,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Start, Diagnostics> {
        let mut models = VecDeque::new();
        let mut loose = match self.loose(&board, usize::MAX, &mut models, budget) {
            Ok(found) => found.unwrap_or_default(),
            Err(reason) => return Ok(Start::GaveUp(reason)),
        };
        let (mut repairs, mut idle) = (0, 0);
        // Without clues, or where no part can be drawn anew, no repair helps.
        let is_hopeless = self.instance.fact_count == 0 || !self.boards.can_draw_parts();
        while !loose.is_empty() {
            match self.is_allowed(&board, budget) {
                Ok(true) => break,
                Ok(false) => {}
                Err(reason) => return Ok(Start::GaveUp(reason)),
            }
            if is_hopeless || idle == MAX_IDLE_REPAIRS {
                return Ok(Start::Invalid);
            }
            idle += 1;
            let fixed = self.fixed(&board, &loose, rng);
            let drawn = self.boards.draw_with(&fixed, rng, budget)?;
            if let Some(reason) = budget.is_spent() {
                return Ok(Start::GaveUp(reason));
            }
            let Some(drawn) = drawn else { return Ok(Start::Invalid) };
            if drawn == board {
                continue;
            }
            match self.loose(&drawn, loose.len(), &mut models, budget) {
                Ok(Some(found)) => {
                    if found.len() < loose.len() {
                        idle = 0;
                    }
                    repairs += 1;
                    (board, loose) = (drawn, found);
                }
                Ok(None) => {}
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
    fn loose(
        &mut self,
        board: &FullBoard,
        most: usize,
        models: &mut VecDeque<Assignment>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, GaveUp> {
        let answers = &self.lowered.csp.answers;
        let mut is_shown = vec![false; self.lowered.csp.vars.len()];
        for (var, shown) in self.lowered.fact_vars.iter().zip(&board.shown) {
            is_shown[var.index()] |= shown;
        }
        let mut open: Vec<usize> =
            (0..answers.len()).filter(|at| !is_shown[answers[*at].index()]).collect();
        let given = board.given(self.instance, self.lowered);
        let mut loose = Vec::new();
        let differs =
            |model: &Assignment, at: usize| model[answers[at].index()] != board.values[at];
        let has_these_clues =
            |model: &&Assignment| given.iter().all(|lit| lit.holds_for(model[lit.var.index()]));
        for model in models.iter().filter(has_these_clues) {
            loose.extend(open.extract_if(.., |at| differs(model, *at)));
        }
        while !open.is_empty() && loose.len() <= most {
            let other = |at: &usize| Lit::is_not(answers[*at], board.values[*at]);
            let some: Vec<Lit> = open.iter().map(other).collect();
            let model = match self.session.solver().solve_some(&given, &some, budget) {
                Verdict::Unsat(_) => break,
                Verdict::Sat(model) => model,
                Verdict::GaveUp(reason) => return Err(reason),
            };
            loose.extend(open.extract_if(.., |at| differs(&model, *at)));
            models.truncate(MAX_MODELS - 1);
            models.push_front(model);
        }
        loose.sort_unstable();
        Ok(Some(loose).filter(|loose| loose.len() <= most))
    }

    /// Returns whether the clues shown leave no more solutions than are allowed, where they leave
    /// several.
    fn is_allowed(&mut self, board: &FullBoard, budget: &mut Budget) -> Result<bool, GaveUp> {
        let at_most = self.plan.solutions.at_most;
        if at_most == 1 {
            return Ok(false);
        }
        let given = board.given(self.instance, self.lowered);
        Ok(self.session.solver().find(&given, at_most.saturating_add(1), budget)?.is_complete)
    }

    /// Chooses what stays: all values but some loose ones and a few others. Most clues that rules ask for
    /// stay where they are: elsewhere they would make it another board.
    fn fixed(&self, board: &FullBoard, loose: &[usize], rng: &mut Rng) -> Vec<Lit> {
        let answers = &self.lowered.csp.answers;
        let share = SHARES[rng.below(SHARES.len())];
        let mut is_free: Vec<bool> = answers.iter().map(|_| rng.unit() < share).collect();
        let mut order = loose.to_vec();
        rng.shuffle(&mut order);
        let count = 1 + rng.below(order.len());
        order[..count].iter().for_each(|at| is_free[*at] = true);
        let stays = (0..answers.len()).filter(|at| !is_free[*at]);
        let mut fixed: Vec<Lit> = stays.map(|at| Lit::is(answers[at], board.values[at])).collect();
        let presences = self.boards.shown_presences(board);
        if !presences.is_empty() {
            let share = SHARES_OF_PRESENCES[rng.below(SHARES_OF_PRESENCES.len())];
            fixed.extend(presences.into_iter().filter(|_| rng.unit() >= share));
        }
        fixed
    }
}
