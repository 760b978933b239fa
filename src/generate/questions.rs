//! What removal asks the engine: whether clues can go, how many solutions are left, and what is
//! already known to be enough.
//!
//! # How a removal is decided
//! The puzzle with the clues shown is unique. Without some of them it stays unique if and only if no
//! solution of the others contradicts one of them: one question, with the others assumed and the removed
//! ones negated. Three things are looked at before an engine is asked, the cheapest first:
//!
//! 1. a clue that is known to be needed, because a solution contradicts it alone, stays;
//! 2. so does one without which a solution that was found before has all clues that are left;
//! 3. clues outside of a set that is known to be enough go.
//!
//! Each of them gives the answer that the engine would give, so they save time and change no puzzle.

use std::collections::BTreeSet;

use crate::removal_state::{ClueState, Fixed, RemovalState};
use crate::session::RemovalSession;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::Lit;
use puzgen_engine::Verdict;
use puzgen_model::definition::{Choose, Takes};
use puzgen_model::puzzle::Solution;
use puzgen_solve::verify::fault_of;
use puzgen_solve::{ExcludedSolution, Further};
use puzgen_vocabulary::lower::Lowered;

/// A solution that was found.
struct Other {
    /// Its answer, with the activation literal of the clause that excludes it.
    found: ExcludedSolution,
    /// Its stored values, free helpers included: without these no rule that has some can be evaluated.
    values: Vec<i64>,
}

/// The questions about one board, and what their answers told.
pub(super) struct Questions<'g, 'a> {
    session: &'g mut RemovalSession<'a>,
    lowered: &'a Lowered,
    /// How many solutions there may be.
    at_most: usize,
    is_guided: bool,
    /// The facts in the order in which they should rather stay, for the present phase.
    last_first: Vec<usize>,
    /// The facts in the order in which questions assume them: those that are likely to stay come first, since
    /// an engine may keep the common prefix of consecutive questions.
    assumption_order: Vec<usize>,
    /// For guided removal: the answer must differ from the board.
    differs: Option<Lit>,
    /// Whether needed clues are asserted in the session, until a clue is added back: then later questions
    /// need not assume them, and learnt clauses need not contain them.
    asserts_needed: bool,
    /// For each other solution that was found while several clues were tried together, the facts that it
    /// contradicts.
    contradicted: Vec<Vec<u32>>,
    /// Solutions that were found, the board's own first, each with the literal that excludes it.
    others: Vec<Other>,
}

impl<'g, 'a> Questions<'g, 'a> {
    /// Begins with a board.
    pub(super) fn new(
        session: &'g mut RemovalSession<'a>,
        lowered: &'a Lowered,
        at_most: usize,
        fixed: &Fixed<'_>,
    ) -> Self {
        let is_guided = matches!(fixed.instance().choose, Choose::Guided);
        // Otherwise other boards use the session, or a needed clue may become superfluous later.
        let asserts_needed = is_guided && at_most == 1 && !fixed.rules_ask_for_clues();
        session.begin();
        Self {
            session,
            lowered,
            at_most,
            is_guided,
            last_first: Vec::new(),
            assumption_order: (0..fixed.count()).collect(),
            differs: None,
            asserts_needed,
            contradicted: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns the engine that the choice of clues depends on, where it does.
    pub(super) fn removed_by(&self) -> Option<&'static str> {
        self.session.removed_by()
    }

    /// Ends the work on the board: the clauses that exclude its solutions are retired.
    pub(super) fn retire(&mut self) {
        let others = std::mem::take(&mut self.others).into_iter().map(|other| other.found.differs);
        for exclusion in others.chain(self.differs.take()) {
            self.session.solver().retire(exclusion);
        }
    }

    /// Returns what is shown, as assumptions, without what is removed of `dropped`.
    fn givens(&self, board: &RemovalState<'_>, dropped: &[u32], takes: Takes) -> Vec<Lit> {
        let (fixed, showing) = (board.fixed(), board.showing());
        let mut givens = Vec::with_capacity(fixed.count() + 1);
        for &fact in &self.assumption_order {
            let (lit, presence) = (fixed.lit(fact), fixed.presence(fact));
            let is_asserted = self.is_asserted(board.state(), fact);
            if presence.is_none() && (!showing.is_told(fact) || is_asserted) {
                continue;
            }
            let is_dropped = dropped.contains(&(fact as u32));
            let is_told = showing.is_told(fact) && !is_dropped;
            let is_shown = showing.is_shown(fact) && !(is_dropped && takes == Takes::Clue);
            if is_told && !is_asserted {
                givens.extend(lit);
            }
            match presence {
                Some(presence) if presence.is_asked_for => {
                    givens.push(if is_shown { presence.lit } else { !presence.lit });
                }
                Some(presence) if is_shown && !is_told => givens.push(presence.lit),
                _ => {}
            }
        }
        givens
    }

    /// Returns whether a clue is asserted in the session.
    fn is_asserted(&self, state: &ClueState, fact: usize) -> bool {
        self.asserts_needed && state.is_needed(fact) && state.showing().is_told(fact)
    }

    /// Notes that a clue cannot go.
    pub(super) fn mark_needed(&mut self, board: &mut RemovalState<'_>, fact: usize) {
        board.state_mut().need(fact);
        if let (true, Some(lit)) = (self.is_asserted(board.state(), fact), board.fixed().lit(fact))
        {
            self.session.solver().hold(lit);
        }
    }

    /// Begins a session without asserted clues: after some were added back, others that were needed may be
    /// superfluous.
    pub(super) fn forget_needed(&mut self) {
        if std::mem::take(&mut self.asserts_needed) {
            self.differs = None;
            self.session.begin();
        }
    }

    /// Begins to remove units in this order. Clues that are likely to stay are assumed first, and a set of
    /// clues that is enough is looked for.
    pub(super) fn begin_pass(
        &mut self,
        board: &mut RemovalState<'_>,
        units: &[Vec<u32>],
        order: &[usize],
    ) {
        self.last_first = last_first(board.fixed().count(), units, order);
        // A guided choice follows the unsatisfiable core, which depends on the order of assumptions.
        if !self.is_guided {
            self.assumption_order.clone_from(&self.last_first);
        }
        if !order.is_empty() {
            self.find_enough(board);
        }
    }

    /// Assumes these first from now on, because they stay: engines keep the common prefix of consecutive
    /// questions.
    pub(super) fn assume_first(&mut self, staying: &[u32]) {
        if !self.is_guided {
            let stays = |fact: &usize| staying.contains(&(*fact as u32));
            let (staying, others): (Vec<usize>, Vec<usize>) =
                self.assumption_order.iter().partition(|fact| stays(fact));
            self.assumption_order = [staying, others].concat();
        }
    }

    /// Finds clues from which propagation alone reaches the solution, those that are tried last before
    /// the others. It saves questions and changes no answer.
    fn find_enough(&mut self, board: &mut RemovalState<'_>) {
        let (fixed, state) = (board.fixed(), board.state());
        let showing = state.showing();
        let needs_presences = |fact: usize| {
            showing.is_shown(fact) && !showing.is_told(fact)
                || fixed.presence(fact).is_some_and(|presence| presence.is_asked_for)
        };
        if self.at_most > 1 || (0..fixed.count()).any(needs_presences) {
            return;
        }
        let shown = self.last_first.iter().copied().filter(|fact| showing.is_shown(*fact));
        let (needed, others): (Vec<usize>, Vec<usize>) = shown.partition(|f| state.is_needed(*f));
        let facts: Vec<usize> = needed.into_iter().chain(others).collect();
        let lits: Option<Vec<Lit>> = facts.iter().map(|fact| fixed.lit(*fact)).collect();
        let needed = lits.and_then(|lits| self.session.solver().needed_in_order(&lits));
        for (fact, is_needed) in facts.into_iter().zip(needed.into_iter().flatten()) {
            board.state_mut().set_enough(fact, is_needed);
        }
    }

    /// Returns whether there are not too many solutions without `dropped`. Where one is allowed, what the
    /// answer says of other clues is noted in the board; where several are, their number is.
    pub(super) fn can_go(
        &mut self,
        board: &mut RemovalState<'_>,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        match self.at_most {
            1 => self.stays_unique(board, dropped, takes, budget),
            _ => self.count(board, dropped, takes, budget),
        }
    }

    /// Asks whether the puzzle stays unique without `dropped`. As it is unique with them, another
    /// solution would have to contradict one of them: one question decides. Not so where rules ask
    /// for them: there the board must still be a solution, and others need not contradict anything.
    fn stays_unique(
        &mut self,
        board: &mut RemovalState<'_>,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        if takes == Takes::Clue && board.fixed().changes_rules(dropped) {
            return Ok(board.keeps_rules(dropped)
                && self.stays_unique_without(board, dropped, takes, budget)?);
        }
        let is_needed = dropped.iter().any(|fact| board.state().is_needed(*fact as usize));
        if is_needed || self.is_refuted(board.state(), dropped) {
            return Ok(false);
        }
        if board.state().is_enough_without(dropped) {
            return Ok(true);
        }
        if self.is_guided {
            return self.stays_unique_without(board, dropped, takes, budget);
        }
        let assumptions = self.givens(board, dropped, takes);
        let lost = |fact: &u32| {
            let fact = *fact as usize;
            match board.showing().is_told(fact) {
                true => board.fixed().lit(fact),
                false => board.fixed().presence(fact).map(|presence| presence.lit),
            }
        };
        let negated: Vec<Lit> = dropped.iter().filter_map(lost).map(|lit| !lit).collect();
        let further = Further::Contradicts(&negated);
        let asked = assumptions.len() + usize::from(negated.len() == 1);
        match self.session.solver().ask_further(assumptions, further, budget) {
            Verdict::Unsat(core) => {
                // Where all is in the core, the engine did not look for a small one.
                let is_small = core.len() != asked;
                let (fixed, state) = board.parts();
                let used = |state: &ClueState| is_small.then(|| self.within(fixed, state, &core));
                state.take_proved(dropped, takes, used);
                Ok(true)
            }
            Verdict::Sat(assignment) => {
                self.note_contradicted(board.fixed(), &assignment, dropped);
                Ok(false)
            }
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns whether a solution that was found before has all clues but for some of these.
    fn is_refuted(&self, state: &ClueState, dropped: &[u32]) -> bool {
        let showing = state.showing();
        let is_kept = |fact: &u32| showing.is_told(*fact as usize) && !dropped.contains(fact);
        self.contradicted.iter().any(|facts| !facts.iter().any(is_kept))
    }

    /// Notes which facts another solution contradicts: one of them at least must stay. Where a single
    /// clue was tried, it is noted as needed instead.
    fn note_contradicted(&mut self, fixed: &Fixed<'_>, assignment: &[i64], dropped: &[u32]) {
        if dropped.len() == 1 || fixed.has_presences() {
            return;
        }
        let is_contradicted = |fact: &u32| {
            let lit = fixed.lit(*fact as usize);
            lit.is_some_and(|lit| !lit.holds_for(assignment[lit.var.index()]))
        };
        let facts = (0..fixed.count() as u32).filter(is_contradicted).collect();
        self.contradicted.push(facts);
    }

    /// Decides the same by another question: whether there is a solution that differs from the board. Clues
    /// that its proof does not use go next without a question.
    fn stays_unique_without(
        &mut self,
        board: &mut RemovalState<'_>,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        let differs = match self.differs {
            Some(differs) => differs,
            None => {
                let own = board.fixed().answer();
                *self.differs.insert(self.session.solver().exclude(own).differs)
            }
        };
        let assumptions = self.givens(board, dropped, takes);
        let further = Further::Activated(differs);
        match self.session.solver().ask_further(assumptions, further, budget) {
            Verdict::Unsat(core) => {
                let enough = self.within(board.fixed(), board.state(), &core);
                board.state_mut().replace_enough(enough);
                Ok(true)
            }
            Verdict::Sat(_) => Ok(false),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns for each clue whether it is shown and in a core, with its value or its presence.
    fn within(&self, fixed: &Fixed<'_>, state: &ClueState, core: &[Lit]) -> Vec<bool> {
        let core: BTreeSet<Lit> = core.iter().copied().collect();
        let is_used = |fact: usize| {
            if self.is_asserted(state, fact) {
                return true;
            }
            let (lit, presence) =
                (fixed.lit(fact), fixed.presence(fact).map(|presence| presence.lit));
            let is_in_core = lit.iter().chain(&presence).any(|lit| core.contains(lit));
            state.showing().is_shown(fact) && is_in_core
        };
        (0..fixed.count()).map(is_used).collect()
    }

    /// Counts the solutions without `dropped`, up to one more than allowed; returns whether they
    /// are not too many, and then keeps their number.
    pub(super) fn count(
        &mut self,
        board: &mut RemovalState<'_>,
        dropped: &[u32],
        takes: Takes,
        budget: &mut Budget,
    ) -> Result<bool, GaveUp> {
        let changes_rules = takes == Takes::Clue && board.fixed().changes_rules(dropped);
        if changes_rules && !board.keeps_rules(dropped) {
            return Ok(false);
        }
        if self.others.is_empty() {
            let found = self.session.solver().exclude(board.fixed().answer());
            self.others.push(Other { found, values: board.fixed().values().to_vec() });
        }
        let givens = self.givens(board, dropped, takes);
        let agreeing = self.agreeing(board, dropped, takes);
        let mut exclusions: Vec<Lit> = agreeing.into_iter().map(|found| found.differs).collect();
        loop {
            if exclusions.len() > self.at_most {
                return Ok(false);
            }
            let assumptions: Vec<Lit> =
                givens.iter().copied().chain(exclusions.iter().copied()).collect();
            match self.session.solver().solve(&assumptions, budget) {
                Verdict::Sat(assignment) => {
                    let solution = self.lowered.csp.project(&assignment);
                    let found = self.session.solver().exclude(solution);
                    exclusions.push(found.differs);
                    self.others.push(Other { found, values: self.lowered.values(&assignment) });
                }
                Verdict::Unsat(_) => {
                    board.set_solutions(exclusions.len());
                    return Ok(true);
                }
                Verdict::GaveUp(reason) => return Err(reason),
            }
        }
    }

    /// Returns the solutions found so far that have all that would still be shown, each once: where rules ask
    /// for clues, one may have been found with several values of free helpers.
    fn agreeing(
        &self,
        board: &RemovalState<'_>,
        dropped: &[u32],
        takes: Takes,
    ) -> Vec<&ExcludedSolution> {
        let given = board.given(&board.showing().without(dropped, takes));
        let mut agreeing: Vec<&ExcludedSolution> = Vec::new();
        for Other { found, values } in &self.others {
            let is_new = agreeing.iter().all(|other| other.solution != found.solution);
            if is_new && fault_of(board.fixed().instance(), &given, values).is_none() {
                agreeing.push(found);
            }
        }
        agreeing
    }

    /// Returns all solutions of the board as it is, in the order of their values.
    pub(super) fn all_solutions(&self, board: &RemovalState<'_>) -> Vec<Solution> {
        let own = board.fixed().answer();
        let found = self.agreeing(board, &[], Takes::Clue).into_iter();
        let found = found.map(|found| found.solution.clone());
        let mut solutions: Vec<Solution> = found.filter(|solution| *solution != own).collect();
        solutions.push(own);
        solutions.sort_unstable();
        solutions
    }

    /// Returns whether no single clue can go, asking about those that are not known to be needed.
    pub(super) fn is_minimal(&mut self, board: &mut RemovalState<'_>, budget: &mut Budget) -> bool {
        for fact in 0..board.fixed().count() {
            let is_needed = board.state().is_needed(fact);
            let Some(takes) = board.first_taken(fact).filter(|_| !is_needed) else { continue };
            let (before, solutions) = (board.state().clone(), board.solutions());
            let dropped = [fact as u32];
            let allowed = self.can_go(board, &dropped, takes, budget);
            board.restore(&before);
            board.set_solutions(solutions);
            match allowed {
                Ok(false) => {
                    if takes == Takes::Value || !board.fixed().changes_rules(&dropped) {
                        self.mark_needed(board, fact);
                    }
                }
                // What is not proved is not claimed.
                Ok(true) | Err(_) => return false,
            }
        }
        true
    }
}

/// Returns the facts in the order in which they should rather stay.
fn last_first(count: usize, units: &[Vec<u32>], order: &[usize]) -> Vec<usize> {
    let mut is_listed = vec![false; count];
    for fact in units.iter().flatten() {
        is_listed[*fact as usize] = true;
    }
    // What does not go at all in this phase comes first.
    let staying = (0..count).filter(|fact| !is_listed[*fact]);
    let going = order.iter().rev().flat_map(|unit| &units[*unit]).map(|fact| *fact as usize);
    staying.chain(going).collect()
}
