//! Full boards: random solutions of the rules, by one fixed procedure whatever engine is asked.
//!
//! The definition's sampler comes first: growing regions, or random search under all rules. Where
//! that does not end soon, values are drawn one variable at a time and an engine is asked only
//! whether what was drawn so far can still be completed: verdicts, never models, decide.

use std::sync::Arc;

use crate::budget::{Budget, GaveUp};
use crate::csp::Lit;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::engine::{Engine, Verdict};
use crate::generate::draw::{Draw, RandomSearch};
use crate::generate::grow::grow;
use crate::lower::Lowered;
use crate::model::definition::Sample;
use crate::model::eval::FaultAt;
use crate::model::function::{PlainView, ScriptFunction};
use crate::model::instance::{Instance, fault_problem};
use crate::model::puzzle::broken_rules;
use crate::rng::Rng;
use crate::solve::Solver;

/// How many grown boards may break a rule before the definition's sampler is given up.
const MAX_GROWN: u32 = 1_000;

/// How many boards of a script may break a rule before the script is given up.
const MAX_SCRIPTED: u32 = 100;

/// Steps of random search for one board before the engine is asked.
const SEARCH_STEPS: u64 = 200_000;

/// What came of drawing a board.
#[derive(Debug)]
pub(super) enum Drawn {
    /// The stored values of a solution.
    Board(Vec<i64>),
    /// The budget ran out.
    GaveUp(GaveUp),
}

/// What drawing needs and what does not depend on chance; costly to make, cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Sampler(Option<Arc<RandomSearch>>);

impl Sampler {
    pub(super) fn new(instance: &Instance<'_>, lowered: &Lowered) -> Self {
        let is_searched = matches!(instance.definition.sample, Sample::Search);
        Self(is_searched.then(|| Arc::new(RandomSearch::new(&lowered.csp))))
    }
}

/// Draws full boards of one instance.
pub(super) struct FullBoards<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    sampler: Sampler,
    engine: &'a dyn Engine,
    /// Opened when it is first needed.
    solver: Option<Solver<'a>>,
}

impl<'a> FullBoards<'a> {
    pub(super) fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        sampler: Sampler,
    ) -> Self {
        Self { instance, lowered, sampler, engine, solver: None }
    }

    /// Draws a solution of all rules.
    pub(super) fn draw(
        &mut self,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Drawn, Diagnostics> {
        if let Sample::Grow(groups) = self.instance.definition.sample
            && let Some(values) = self.grow(groups.0 as usize, rng, budget)?
        {
            return Ok(Drawn::Board(values));
        }
        if let Sample::Script(function) = &self.instance.definition.sample
            && let Some(values) = self.scripted(&**function, rng, budget)?
        {
            return Ok(Drawn::Board(values));
        }
        if let Some(search) = &self.sampler.0 {
            let mut steps = Budget::new(Some(SEARCH_STEPS), budget.stop_flag().clone());
            match search.draw(rng, &mut steps) {
                Draw::Found(assignment) => {
                    let values = self.lowered.values(&assignment);
                    self.must_hold(&values);
                    return Ok(Drawn::Board(values));
                }
                Draw::Impossible => return Err(self.unsatisfiable().into()),
                Draw::GaveUp(_) => {}
            }
            if let Some(reason) = budget.is_spent() {
                return Ok(Drawn::GaveUp(reason));
            }
        }
        self.by_verdicts(rng, budget)
    }

    fn unsatisfiable(&self) -> Problem {
        Problem::error(
            Code::Unsatisfiable,
            format!("the rules of `{}` cannot hold together", self.instance.definition.name),
            self.instance.definition.span,
            "no full board exists",
        )
        .help("`puzgen check` names the rules that are in each other's way")
    }

    fn must_hold(&self, values: &[i64]) {
        let broken = broken_rules(self.instance, values);
        if !matches!(&broken, Ok(broken) if broken.is_empty()) {
            crate::bug!("a drawn board breaks the rules: {broken:?}");
        }
    }

    /// Grows regions until the board satisfies all rules.
    fn grow(
        &self,
        groups: usize,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Diagnostics> {
        let nodes = &self.instance.groups[groups];
        let id = self.instance.definition.groups[groups].family;
        let family = &self.instance.families[id.0 as usize];
        if nodes.places.len() != self.instance.value_count {
            let span = self.instance.definition.groups[groups].span;
            return Err(Problem::error(
                Code::NotSupported,
                "`grow` fills one family only, and there are more values to draw",
                span,
                "the groups that are grown",
            )
            .help("leave `sample` out: then the solver draws the board")
            .into());
        }
        let sizes: Vec<i64> = match family.domains.first() {
            Some(domain) => domain.iter().filter(|size| *size > 0).collect(),
            None => return Ok(None),
        };
        for _ in 0..MAX_GROWN {
            if budget.is_spent().is_some() {
                return Ok(None);
            }
            let Some(grown) = grow(&nodes.neighbours, &sizes, rng, budget) else {
                return Ok(None);
            };
            let mut values = vec![0; self.instance.value_count];
            for (place, size) in nodes.places.iter().zip(grown) {
                let key = crate::model::value::Value::Place(*place);
                let position = family.index.position(&key);
                values[family.offset + position.unwrap_or_default()] = size;
            }
            if broken_rules(self.instance, &values).map_err(|at| fault_problem(&at))?.is_empty() {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Has a function of a script draw boards until one satisfies all rules.
    fn scripted(
        &self,
        function: &dyn ScriptFunction,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Diagnostics> {
        let instance = self.instance;
        let view = PlainView { instance, facts: &[], shown: &[], values: None };
        let fault = |fault| {
            let span = instance.definition.span;
            Diagnostics::from(fault_problem(&FaultAt { fault, span }))
        };
        for _ in 0..MAX_SCRIPTED {
            if budget.is_spent().is_some() {
                return Ok(None);
            }
            let Some(values) = function.draw(view, rng).map_err(fault)? else { continue };
            if broken_rules(instance, &values).map_err(|at| fault_problem(&at))?.is_empty() {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Draws a value for one variable after the other; one that cannot be completed is not drawn
    /// again.
    fn by_verdicts(&mut self, rng: &mut Rng, budget: &mut Budget) -> Result<Drawn, Diagnostics> {
        let engine = self.engine;
        let solver = self.solver.get_or_insert_with(|| Solver::new(self.lowered, engine));
        let mut model = match solver.check(&[], budget) {
            Verdict::Sat(model) => model,
            Verdict::Unsat(_) => return Err(self.unsatisfiable().into()),
            Verdict::GaveUp(reason) => return Ok(Drawn::GaveUp(reason)),
        };
        let mut order = self.lowered.value_vars.clone();
        rng.shuffle(&mut order);
        let mut drawn: Vec<Lit> = Vec::with_capacity(order.len());
        for var in order {
            let mut values: Vec<i64> = self.lowered.csp.domain(var).iter().collect();
            rng.shuffle(&mut values);
            for value in values {
                drawn.push(Lit::is(var, value));
                // A model that agrees saves the call; the value is taken either way.
                if model[var.index()] == value {
                    break;
                }
                match solver.check(&drawn, budget) {
                    Verdict::Sat(next) => {
                        model = next;
                        break;
                    }
                    Verdict::Unsat(_) => {
                        drawn.pop();
                    }
                    Verdict::GaveUp(reason) => return Ok(Drawn::GaveUp(reason)),
                }
            }
        }
        let values = self.lowered.values(&model);
        self.must_hold(&values);
        Ok(Drawn::Board(values))
    }
}
