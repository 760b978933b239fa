//! What is tried at a stall, where no single statement eliminates anything more and no set does (`sets.rs`): values whose
//! assumption leads to a contradiction.
//!
//! All eliminations of the same cost are returned, never the first one that is found: so the result does not depend on
//! an order, and symmetric copies of a puzzle get the same.

use super::delta::Delta;
use super::first_round::FirstRounds;
use super::model::StepwiseModel;
use super::round::{Round, RoundScratch};
use super::side_by_side::Batch;
use super::solution::Solution;
use super::state::SolveState;

/// The least work of a trial: a round that one value is assumed for, which narrows its variable and finds it.
const LEAST: u64 = 3;

/// A value that a set or a refutation eliminates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StallElimination {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// What eliminates it.
    pub(super) by: Excluded,
}

/// What eliminates a value at a stall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Excluded {
    /// A set in a group: its variables as bits, by position in the group.
    Set(u32, u64),
    /// Two statements by themselves, by the positions of their sources: what the first says with the value, and the
    /// second, which cannot hold then.
    Two(u32, u32),
    /// A contradiction.
    Contradiction,
}

/// The result of one more round under an assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TrialOutcome {
    /// A contradiction.
    Refuted,
    /// A fixpoint: nothing more follows.
    Settled,
    /// There were changes, so another round may show more.
    Open,
}

/// An assumption and what follows from it so far.
#[derive(Debug)]
struct Refutation {
    var: u32,
    value: u32,
    state: SolveState,
    delta: Delta,
}

/// Assumptions that are propagated side by side.
#[derive(Debug, Default)]
pub(super) struct Trials {
    /// Those of which another round may show more.
    open: Vec<Refutation>,
    /// All of them in place of those, where they are made side by side.
    batches: Vec<Batch>,
    /// Those that led to a contradiction.
    pub(super) refuted: Vec<StallElimination>,
    rounds: u32,
    /// Whether values of a known solution were left out.
    has_solution: bool,
    /// What their first rounds concluded, where pairs of statements may follow.
    pub(super) first: FirstRounds,
    /// Memory that the rounds share.
    round: Round,
}

impl Trials {
    /// Leaves only what the first round refuted, so many values.
    pub(super) fn end_with_first(&mut self, refuted: usize) {
        self.refuted.truncate(refuted);
        self.rounds = 1;
    }

    /// Returns whether no further round shows more.
    fn are_over(&self) -> bool {
        self.open.is_empty() && self.batches.iter().all(Batch::is_over)
    }
}

impl RoundScratch {
    /// Ends trials; their memory is kept.
    pub(super) fn end(&mut self, trials: Trials) {
        self.spare.extend(trials.open.into_iter().map(|one| (one.state, one.delta)));
    }
}

impl StepwiseModel {
    /// Assumes a value, in a trial that begins with this change.
    fn assume(&self, state: SolveState, delta: Delta, var: u32, value: u32) -> Option<Refutation> {
        let mut refutation = Refutation { var, value, state, delta };
        self.assign(&mut refutation.state, &mut refutation.delta, var, value).ok()?;
        Some(refutation)
    }

    /// Propagates an assumption for one more round.
    fn go_on(
        &self,
        scratch: &mut RoundScratch,
        refutation: &mut Refutation,
        round: &mut Round,
    ) -> TrialOutcome {
        let Refutation { state, delta, .. } = refutation;
        if self.round(scratch, state, delta, false, round).is_err()
            || self.assign_singles(state, delta, &round.singles).is_err()
        {
            return TrialOutcome::Refuted;
        }
        if delta.is_empty() { TrialOutcome::Settled } else { TrialOutcome::Open }
    }

    /// The values that open variables of the answer have left, without those of the solution: nothing
    /// contradicts these.
    pub(super) fn candidates(
        &self,
        state: &SolveState,
        solution: Option<&Solution>,
    ) -> Vec<(u32, u32)> {
        let is_right = |(var, value): &(u32, u32)| solution.is_some_and(|s| s.has(*var, *value));
        (0..state.var_count())
            .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var))
            .flat_map(|var| state.values(var).map(move |value| (var, value)))
            .filter(|candidate| !is_right(candidate))
            .collect()
    }

    /// Assumes every value that is left, each alone, and propagates it for one round. Where a solution that fits `state`
    /// is told, its values are not tried. With `is_going_on`, those that were not refuted are kept even if others were.
    pub(super) fn trials(
        &self,
        scratch: &mut RoundScratch,
        state: &SolveState,
        solution: Option<&Solution>,
        is_going_on: bool,
    ) -> Option<Trials> {
        let mut trials = Trials { has_solution: solution.is_some(), ..Trials::default() };
        scratch.settled.clear();
        let candidates = self.candidates(state, solution);
        if self.is_side_by_side(state) {
            trials.batches = self.batches(state, &candidates);
            self.go_on_all(scratch, &mut trials);
        } else {
            self.begin_each(scratch, (state, &candidates), &mut trials, is_going_on)?;
        }
        Some(trials)
    }

    /// Makes the first round of trials one after the other.
    fn begin_each(
        &self,
        scratch: &mut RoundScratch,
        (state, candidates): (&SolveState, &[(u32, u32)]),
        trials: &mut Trials,
        is_going_on: bool,
    ) -> Option<()> {
        let places = self.places(state);
        let changed = scratch.reduced.changed(state);
        for (var, value) in candidates {
            let (mut copy, mut delta) =
                scratch.spare.pop().unwrap_or_else(|| (state.clone(), Delta::default()));
            copy.copy(state);
            delta.begin_trial(&changed);
            delta.places.copy(&places);
            let mut refutation = self.assume(copy, delta, *var, *value)?;
            let is_open = self.go_on_one(scratch, trials, &mut refutation);
            if is_going_on {
                trials.first.note(self, (*var, *value), &trials.round);
            }
            match is_open && (is_going_on || trials.refuted.is_empty()) {
                true => trials.open.push(refutation),
                false => scratch.spare.push((refutation.state, refutation.delta)),
            }
        }
        trials.rounds = 1;
        Some(())
    }

    /// Propagates all assumptions that were not refuted for one more round.
    pub(super) fn go_on_all(&self, scratch: &mut RoundScratch, trials: &mut Trials) {
        trials.rounds += 1;
        for batch in trials.batches.iter_mut().filter(|batch| !batch.is_over()) {
            let (refuted, work) = self.go_on_batch(batch);
            trials.refuted.extend(refuted.into_iter().map(by_contradiction));
            scratch.work += work;
        }
        if trials.refuted.is_empty() {
            trials.batches.iter_mut().for_each(Batch::assign);
        }
        let mut open = std::mem::take(&mut trials.open);
        open.retain_mut(|refutation| self.go_on_one(scratch, trials, refutation));
        trials.open = open;
    }

    /// Propagates an assumption for one more round, and returns whether another one may show more.
    fn go_on_one(
        &self,
        scratch: &mut RoundScratch,
        trials: &mut Trials,
        refutation: &mut Refutation,
    ) -> bool {
        let outcome = self.go_on(scratch, refutation, &mut trials.round);
        let Refutation { var, value, state, .. } = refutation;
        match outcome {
            TrialOutcome::Refuted => trials.refuted.push(by_contradiction((*var, *value))),
            TrialOutcome::Settled if trials.has_solution => {
                scratch.settled.push((*var, *value, self.least_work(state)));
            }
            TrialOutcome::Settled | TrialOutcome::Open => {}
        }
        outcome == TrialOutcome::Open
    }

    /// Returns the values whose assumption leads to a contradiction in the fewest rounds, and that number.
    ///
    /// All assumptions are propagated in parallel, one round each: once one of them is refuted, the others
    /// finish that round and no further one is begun.
    pub(super) fn refuted(
        &self,
        scratch: &mut RoundScratch,
        mut trials: Trials,
    ) -> Option<(u32, Vec<StallElimination>)> {
        while trials.refuted.is_empty() && !trials.are_over() {
            self.go_on_all(scratch, &mut trials);
        }
        if trials.refuted.is_empty() && trials.has_solution {
            let left =
                trials.batches.iter().flat_map(|one| one.left(|var| self.is_answer[var as usize]));
            scratch.settled.extend(left.map(|((var, value), left)| (var, value, LEAST * left)));
        }
        let found = (trials.rounds, std::mem::take(&mut trials.refuted));
        scratch.end(trials);
        Some(found).filter(|(_, refuted)| !refuted.is_empty())
    }

    /// Returns the work that it takes at least to try every value that a state leaves for one round.
    fn least_work(&self, state: &SolveState) -> u64 {
        let open = (0..state.var_count())
            .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var));
        LEAST * open.map(|var| u64::from(state.size(var))).sum::<u64>()
    }

    /// Returns the values whose assumption leads to a contradiction where eliminations by contradictions count
    /// as consequences, too. None where the work reaches `most` before every candidate was tried.
    pub(super) fn refuted_nested(
        &self,
        scratch: &mut RoundScratch,
        state: &SolveState,
        solution: Option<&Solution>,
        most: u64,
    ) -> Vec<StallElimination> {
        let mut refuted = Vec::new();
        let end = scratch.work.saturating_add(most);
        let candidates = self.candidates(state, solution);
        // Where all are known to settle, each has to try what is left then: that may be seen to be too much.
        let mut settled = std::mem::take(&mut scratch.settled);
        settled.sort_unstable();
        let mut rest: u64 = settled.iter().map(|(_, _, least)| least).sum();
        if !settled.iter().map(|(var, value, _)| (*var, *value)).eq(candidates.iter().copied()) {
            settled.clear();
            rest = 0;
        }
        for (at, (var, value)) in candidates.into_iter().enumerate() {
            if scratch.work.saturating_add(rest) > end {
                scratch.work = scratch.work.max(end);
                return Vec::new();
            }
            rest -= settled.get(at).map_or(0, |(_, _, least)| *least);
            if self.fails(scratch, state, var, value) {
                refuted.push(by_contradiction((var, value)));
            }
            if scratch.work > end {
                // The candidates that were tried depend on the order of the variables, so what was found of them
                // would differ between symmetric copies.
                return Vec::new();
            }
        }
        refuted
    }

    fn fails(&self, scratch: &mut RoundScratch, state: &SolveState, var: u32, value: u32) -> bool {
        let mut delta = Delta::default();
        delta.begin_trial(&scratch.reduced.changed(state));
        let Some(mut refutation) = self.assume(state.clone(), delta, var, value) else {
            return true;
        };
        let mut round = Round::default();
        loop {
            while !refutation.delta.is_empty() {
                if self.go_on(scratch, &mut refutation, &mut round) == TrialOutcome::Refuted {
                    return true;
                }
            }
            let trials = self.trials(scratch, &refutation.state, None, false);
            let refuted = trials.and_then(|trials| self.refuted(scratch, trials));
            let Some((_, eliminations)) = refuted else { return false };
            for elimination in &eliminations {
                refutation.state.remove(elimination.var, elimination.value);
                if refutation.state.size(elimination.var) == 0 {
                    return true;
                }
                refutation.delta.lost(elimination.var, elimination.value);
            }
        }
    }
}

/// Returns that a contradiction eliminates a value.
fn by_contradiction((var, value): (u32, u32)) -> StallElimination {
    StallElimination { var, value, by: Excluded::Contradiction }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Group, ModelStatement, Peer, StatementKind, VarSets};
    use super::super::open_groups::SetSearch;
    use super::super::table::TupleTable;
    use super::*;
    use puzgen_base::ops::CompareOp;
    use puzgen_base::rng::Rng;
    use puzgen_csp::{BoolExpr, Domain, IntExpr, VarId};
    use puzgen_search::propagators::Propagator;
    use puzgen_search::store::Store;

    /// Returns rows and columns of six squares with one of the values each, diagonals of four squares that differ, and
    /// squares that are not one more than the one above.
    fn squares(values: [u32; 6]) -> StepwiseModel {
        let mut root = SolveState::new(36, 1);
        (0..36).for_each(|var| values.iter().for_each(|value| root.allow(var, *value)));
        let lines = (0..6).flat_map(|line| {
            let row: Vec<u32> = (0..6).map(|at| 6 * line + at).collect();
            [row.clone(), row.iter().map(|var| var % 6 * 6 + line).collect()]
        });
        let short = (0..2).map(|at| (0..4).map(|step| at + 7 * step).collect());
        let groups =
            lines.chain(short).enumerate().map(|(source, vars): (usize, Vec<u32>)| Group {
                is_full: vars.len() == values.len(),
                vars,
                values: values.to_vec(),
                mask: vec![values.iter().fold(0, |mask, value| mask | 1 << value)],
                source: source as u32,
            });
        let groups: Vec<Group> = groups.collect();
        let mut peers = vec![Vec::new(); 36];
        for Group { vars, source, .. } in &groups {
            for (a, b) in vars.iter().flat_map(|a| vars.iter().map(move |b| (*a, *b))) {
                if a != b {
                    peers[a as usize].push(Peer { var: b, add: 0, source: *source });
                }
            }
        }
        for var in 0..30 {
            peers[var].push(Peer { var: var as u32 + 6, add: 1, source: 20 });
            peers[var + 6].push(Peer { var: var as u32, add: -1, source: 20 });
        }
        let domain = Domain::Range(0, 63);
        let mut model = StepwiseModel {
            seen: root.clone(),
            root,
            base: 0,
            peers,
            doubles: vec![Vec::new(); 36],
            groups_of: Vec::new(),
            groups,
            full_groups_of: Vec::new(),
            group_words: 0,
            places_of: Vec::new(),
            widest: 0,
            sets: VarSets::default(),
            statements: Vec::new(),
            statements_of: vec![Vec::new(); 36],
            has_sizes: false,
            is_answer: (0..36).map(|var| var % 5 != 0).collect(),
            sources: Vec::new(),
            store: Store::new((0..36).map(|_| &domain)).unwrap(),
        };
        model.note_full_groups();
        model
    }

    /// Takes values away and propagates until nothing more follows; `None` where that is a contradiction.
    fn stall(model: &StepwiseModel, rng: &mut Rng, all: &[u32]) -> Option<SolveState> {
        let (mut state, mut delta) = (model.root.clone(), Delta::default());
        for _ in 0..rng.below(140) {
            let (var, value) = (rng.below(36) as u32, all[rng.below(all.len())]);
            if state.size(var) > 2 && state.remove(var, value) {
                delta.lost(var, value);
            }
        }
        let (mut scratch, mut round) = (RoundScratch::new(model), Round::default());
        while !delta.is_empty() {
            model.round(&mut scratch, &mut state, &mut delta, false, &mut round).ok()?;
            model.assign_singles(&mut state, &mut delta, &round.singles).ok()?;
        }
        Some(state)
    }

    #[test]
    fn trials_side_by_side_are_those_one_after_the_other() {
        let mut rng = Rng::from_seed(8);
        let (mut refuted, mut settled, mut latest) = (0, 0, 0);
        for values in [[0, 1, 2, 3, 4, 5], [0, 2, 3, 40, 41, 63]] {
            let model = squares(values);
            let solution = Solution::new(&[], &[], 0);
            for _ in 0..400 {
                let Some(state) = stall(&model, &mut rng, &values) else { continue };
                let mut scratch = [RoundScratch::new(&model), RoundScratch::new(&model)];
                let [one, other] = &mut scratch;
                let mut alone = Trials { has_solution: true, ..Trials::default() };
                let candidates = model.candidates(&state, Some(&solution));
                model.begin_each(one, (&state, &candidates), &mut alone, false).unwrap();
                let together = model.trials(other, &state, Some(&solution), false).unwrap();
                assert!(!together.batches.is_empty() || candidates.is_empty());
                assert_eq!(alone.refuted, together.refuted);
                let found = model.refuted(one, alone);
                assert_eq!(found, model.refuted(other, together));
                assert_eq!(one.work, other.work);
                if let Some((rounds, found)) = found {
                    refuted += found.len();
                    latest = latest.max(rounds);
                } else {
                    one.settled.sort_unstable();
                    other.settled.sort_unstable();
                    assert_eq!(one.settled, other.settled);
                    settled += one.settled.len();
                }
            }
        }
        assert!(refuted > 500 && settled > 1_000 && latest > 3, "{refuted} {settled} {latest}");
    }

    /// Adds statements about three squares each: tables of some of all tuples, and bounds of sums.
    fn add_statements(model: &mut StepwiseModel, rng: &mut Rng) {
        model.groups_of = vec![Vec::new(); 36];
        for (number, group) in model.groups.iter().enumerate() {
            for var in &group.vars {
                model.groups_of[*var as usize].push(number as u32);
            }
        }
        for number in 0..16 {
            let mut vars: Vec<u32> = (0..3).map(|_| rng.below(36) as u32).collect();
            vars.sort_unstable();
            vars.dedup();
            let kind = if number % 2 == 0 {
                let all = 6_u32.pow(vars.len() as u32);
                let some = (0..all).filter(|_| rng.below(3) > 0);
                let tuples: Vec<u16> = some
                    .flat_map(|tuple| {
                        (0..vars.len()).map(move |at| tuple / 6_u32.pow(at as u32) % 6)
                    })
                    .map(|value| value as u16)
                    .collect();
                StatementKind::Table(TupleTable::new(&tuples, vars.len()))
            } else {
                let terms = vars.iter().map(|var| (1, IntExpr::Var(VarId(*var)))).collect();
                let sum = IntExpr::Linear(terms, 0);
                let most = IntExpr::Const(3 * vars.len() as i64);
                let truth = BoolExpr::compare(CompareOp::Le, sum, most);
                StatementKind::Whole(vec![Propagator::of_truth(&truth)])
            };
            for var in &vars {
                model.statements_of[*var as usize].push(number);
            }
            let source = 30 + number / 2;
            model.statements.push(ModelStatement { vars, kind, source, defined_clue: None });
        }
    }

    #[test]
    fn pairs_of_statements_are_the_same_without_what_trials_saw() {
        let mut rng = Rng::from_seed(10);
        let (mut of_two, mut others) = (0, 0);
        let values = [0, 1, 2, 3, 4, 5];
        for _ in 0..60 {
            let mut model = squares(values);
            add_statements(&mut model, &mut rng);
            for _ in 0..20 {
                let Some(state) = stall(&model, &mut rng, &values) else { continue };
                let mut scratch = RoundScratch::new(&model);
                scratch.reduce(&model, &state);
                let mut trials = model.trials(&mut scratch, &state, None, true).unwrap();
                model.go_on_all(&mut scratch, &mut trials);
                let with = model.by_two(&mut scratch, &state, &trials.refuted, &trials.first);
                let nothing = FirstRounds::default();
                let without = model.by_two(&mut scratch, &state, &trials.refuted, &nothing);
                assert_eq!(with, without);
                of_two += with.len();
                others += trials.refuted.len() - with.len();
            }
        }
        assert!(of_two > 100 && others > 10, "{of_two} {others}");
    }

    #[test]
    fn sets_are_those_of_a_search_that_remembers_nothing() {
        let mut rng = Rng::from_seed(9);
        let (mut with, mut without) = (0, 0);
        let values = [0, 1, 2, 3, 4, 5];
        let model = squares(values);
        for _ in 0..40 {
            let (mut state, mut search) = (model.root.clone(), SetSearch::default());
            for _ in 0..100 {
                let found = model.sets_at(&mut search, &state);
                assert_eq!(found, model.sets_at(&mut SetSearch::default(), &state));
                *if found.is_some() { &mut with } else { &mut without } += 1;
                let (var, value) = (rng.below(36) as u32, values[rng.below(6)]);
                if state.size(var) > 2 {
                    state.remove(var, value);
                }
            }
        }
        assert!(with > 300 && without > 300, "{with} {without}");
    }
}
