//! A session about a lowered instance: single questions, other solutions than one, and several solutions.

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Session, Verdict};
use puzgen_model::puzzle::Solution;
use puzgen_vocabulary::lower::Lowered;

/// A session about a lowered instance.
pub struct Solver<'a> {
    pub(crate) lowered: &'a Lowered,
    session: Box<dyn Session + 'a>,
    /// Whether an activation literal for each question would make the session slower and slower.
    is_slowed_by_clauses: bool,
    /// Made when it is first needed.
    other_than: Option<OtherThan>,
    /// How many solutions it was told to exclude.
    excluded: usize,
}

/// "The answer differs from some solution", with the solution left to assumptions, so that a session
/// can be asked about thousands of them and does not grow.
///
/// With `tᵢ ∧ sᵢᵥ → xᵢ ≠ v` for every answer `xᵢ` and value `v`, and `d → ⋁ tᵢ`, the assumptions `d`
/// and `sᵢᵥ` for all `xᵢ = v` of a solution exclude it.
struct OtherThan {
    /// `d`.
    differs: Lit,
    /// `sᵢᵥ`, for each answer by value.
    is: Vec<Vec<(i64, Lit)>>,
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

/// A solution that was found, and the activation literal of the clause that excludes it.
#[derive(Debug, Clone)]
pub struct ExcludedSolution {
    /// The answer.
    pub solution: Solution,
    /// Under this assumption the answer must differ from it.
    pub differs: Lit,
}

/// What was found when solutions were counted.
#[derive(Debug, Clone)]
pub struct FoundSolutions {
    /// The solutions, in the order of their values.
    pub solutions: Vec<Solution>,
    /// Whether these are all.
    pub is_complete: bool,
}

impl<'a> Solver<'a> {
    /// Opens a session of `engine`.
    pub fn new(lowered: &'a Lowered, engine: &dyn Engine) -> Self {
        Self::of(lowered, engine, engine.open(&lowered.csp))
    }

    /// Opens a session of `engine` for questions that all assume these literals; `None` where that would be no quicker.
    pub fn under(lowered: &'a Lowered, engine: &dyn Engine, given: &[Lit]) -> Option<Self> {
        engine.open_under(&lowered.csp, given).map(|session| Self::of(lowered, engine, session))
    }

    fn of(lowered: &'a Lowered, engine: &dyn Engine, session: Box<dyn Session + 'a>) -> Self {
        Self {
            lowered,
            session,
            is_slowed_by_clauses: engine.is_slowed_by_clauses(),
            other_than: None,
            excluded: 0,
        }
    }

    /// Returns whether the engine says that a new session would be quicker than this one.
    pub(crate) fn should_reopen(&self) -> bool {
        self.session.should_reopen()
    }

    /// Returns how many solutions the session was told to exclude.
    pub(crate) fn excluded(&self) -> usize {
        self.excluded
    }

    /// Returns the engine that alone gave every "no" since this was called last; see
    /// [`Session::take_sole_prover`].
    pub fn take_sole_prover(&mut self) -> Option<&'static str> {
        self.session.take_sole_prover()
    }

    /// Returns "fact has this value".
    pub(crate) fn fact_lit(&self, fact: usize, value: i64) -> Lit {
        self.lowered.fact_lit(fact, value)
    }

    /// Returns which of these literals, which leave one solution, are needed once the earlier ones
    /// are there; `None` where that takes more than a simple proof.
    pub fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        self.session.needed_in_order(literals)
    }

    /// Asks one question.
    pub fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        self.session.solve(assumptions, budget)
    }

    /// Asks the same where one of `some` must hold, too, in this question only.
    pub fn solve_some(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Verdict {
        self.session.solve_some(assumptions, some, budget)
    }

    /// Asserts a literal permanently.
    pub fn hold(&mut self, lit: Lit) {
        self.session.add_clause(&[lit]);
    }

    /// Adds a clause with a new activation literal and returns the literal.
    fn clause_behind_activation(&mut self, clause: &[Lit]) -> Lit {
        let activation = self.session.new_activation_literal();
        let guarded: Vec<Lit> = clause.iter().copied().chain([!activation]).collect();
        self.session.add_clause(&guarded);
        activation
    }

    /// Switches a clause off permanently, so that it costs nothing more.
    pub fn retire(&mut self, activation: Lit) {
        self.session.add_clause(&[!activation]);
    }

    /// Returns "the answer is this solution", value by value.
    pub fn answer_lits(&self, solution: &[i64]) -> Vec<Lit> {
        let answers = self.lowered.csp.answers.iter().zip(solution);
        answers.map(|(var, value)| Lit::is(*var, *value)).collect()
    }

    /// Returns the negations of these: the clause that excludes the answer.
    fn other_answers(&self, solution: &[i64]) -> Vec<Lit> {
        self.answer_lits(solution).into_iter().map(|lit| !lit).collect()
    }

    /// Asks whether there is another answer than `solution` under these assumptions.
    pub fn solve_other_than(
        &mut self,
        given: &[Lit],
        solution: &[i64],
        budget: &mut Budget,
    ) -> Verdict {
        if self.is_slowed_by_clauses {
            let others = self.other_than(solution);
            return self.solve(&[given, &others].concat(), budget);
        }
        let others = self.other_answers(solution);
        self.session.solve_once(given, &others, budget)
    }

    /// Returns how many literals are in the clauses that hard questions look through; 0 where that is not counted.
    pub fn literal_count(&self) -> u64 {
        self.session.literal_count()
    }

    /// Returns whether the engine `name` was asked hard questions in this session.
    pub fn has_asked(&self, name: &str) -> bool {
        self.session.has_asked(name)
    }

    /// Asks the same of the engine `name`, if that is what this session asks hard questions.
    pub fn solve_other_than_by(
        &mut self,
        name: &str,
        given: &[Lit],
        solution: &Solution,
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let others = self.other_answers(solution);
        self.session.solve_by(name, given, &others, budget)
    }

    /// Returns assumptions under which the answer is another one than `solution`.
    fn other_than(&mut self, solution: &[i64]) -> Vec<Lit> {
        if self.other_than.is_none() {
            self.other_than = Some(self.prepare_other_than());
        }
        let Some(other_than) = &self.other_than else { return Vec::new() };
        let is = other_than.is.iter().zip(solution);
        let is = is.filter_map(|(lits, value)| lits.iter().find(|(other, _)| other == value));
        is.map(|(_, lit)| *lit).chain([other_than.differs]).collect()
    }

    fn prepare_other_than(&mut self) -> OtherThan {
        let session = &mut self.session;
        let differs = session.new_activation_literal();
        let mut some = vec![!differs];
        let mut is = Vec::new();
        for var in &self.lowered.csp.answers {
            let here = session.new_activation_literal();
            some.push(here);
            let mut lits = Vec::new();
            for value in self.lowered.csp.domain(*var).iter() {
                let lit = session.new_activation_literal();
                session.add_clause(&[!here, !lit, Lit::is_not(*var, value)]);
                lits.push((value, lit));
            }
            is.push(lits);
        }
        session.add_clause(&some);
        OtherThan { differs, is }
    }

    /// Excludes a solution by a clause with a new activation literal.
    pub fn exclude(&mut self, solution: Solution) -> ExcludedSolution {
        self.excluded += 1;
        let clause = self.other_answers(&solution);
        ExcludedSolution { differs: self.clause_behind_activation(&clause), solution }
    }

    /// Finds up to `limit` solutions, in no special order.
    ///
    /// # Errors
    /// Where the budget is spent first.
    pub fn find(
        &mut self,
        given: &[Lit],
        limit: usize,
        budget: &mut Budget,
    ) -> Result<FoundSolutions, GaveUp> {
        let mut found: Vec<ExcludedSolution> = Vec::new();
        let mut is_complete = false;
        while found.len() < limit {
            let activations = found.iter().map(|found| found.differs);
            let assumptions: Vec<Lit> = given.iter().copied().chain(activations).collect();
            match self.solve(&assumptions, budget) {
                Verdict::Sat(assignment) => {
                    let solution = self.lowered.csp.project(&assignment);
                    found.push(self.exclude(solution));
                }
                Verdict::Unsat(_) => {
                    is_complete = true;
                    break;
                }
                Verdict::GaveUp(reason) => return Err(reason),
            }
        }
        for found in &found {
            self.retire(found.differs);
        }
        let mut solutions: Vec<Solution> = found.into_iter().map(|found| found.solution).collect();
        solutions.sort_unstable();
        Ok(FoundSolutions { solutions, is_complete })
    }

    /// Returns the first solution in the order of its values.
    pub(crate) fn smallest(
        &mut self,
        given: &[Lit],
        budget: &mut Budget,
    ) -> Result<Option<Solution>, GaveUp> {
        let mut best = match self.solve(given, budget) {
            Verdict::Sat(assignment) => self.lowered.csp.project(&assignment),
            Verdict::Unsat(_) => return Ok(None),
            Verdict::GaveUp(reason) => return Err(reason),
        };
        let mut assumptions = given.to_vec();
        for position in 0..best.len() {
            let var = self.lowered.csp.answers[position];
            let smaller: Vec<i64> = {
                let domain = self.lowered.csp.domain(var);
                domain.iter().take_while(|value| *value < best[position]).collect()
            };
            for value in smaller {
                assumptions.push(Lit::is(var, value));
                match self.solve(&assumptions, budget) {
                    Verdict::Sat(assignment) => {
                        best = self.lowered.csp.project(&assignment);
                        assumptions.pop();
                        break;
                    }
                    Verdict::Unsat(_) => {
                        assumptions.pop();
                    }
                    Verdict::GaveUp(reason) => return Err(reason),
                }
            }
            assumptions.push(Lit::is(var, best[position]));
        }
        Ok(Some(best))
    }
}
