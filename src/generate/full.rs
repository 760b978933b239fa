//! Full boards: random solutions of the rules, by one fixed procedure whatever engine is asked.
//!
//! The definition's sampler comes first: growing regions, or random search under all rules. Where
//! that does not end soon, values are drawn one variable at a time and an engine is asked only
//! whether what was drawn so far can still be completed: verdicts, never models, decide.

use std::sync::Arc;

use crate::draw::{DrawOutcome, RandomSearch};
use crate::grow::grow;
use crate::grow_loop::Faces;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::Rng;
use puzgen_csp::{Lit, VarId};
use puzgen_engine::{Engine, Verdict};
use puzgen_model::definition;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::FamilyId;
use puzgen_model::function::{PlainView, ScriptFunction};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;
use puzgen_model::rules::{CluesCases, broken_rules, broken_rules_where, facts_of};
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

/// How many grown boards may break a rule before the definition's sampler is given up.
const MAX_GROWN: u32 = 1_000;

/// How many boards of a script may break a rule before the script is given up.
const MAX_SCRIPTED: u32 = 100;

/// Steps of random search for one board before the engine is asked.
const SEARCH_STEPS: u64 = 200_000;

/// The same where another layout is drawn instead.
const FEW_STEPS: u64 = 5_000;

/// Units of work to evaluate a case of a rule.
const WORK_PER_CASE: u64 = 200;

/// A solution of all rules, with what its clues say and which of them removal begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FullBoard {
    /// The stored values.
    pub(super) values: Vec<i64>,
    /// What every clue says.
    pub(super) facts: Vec<FactValue>,
    /// Which clues are shown at first.
    pub(super) shown: Vec<bool>,
}

impl FullBoard {
    /// Returns what the clues shown say, as assumptions.
    pub(super) fn given(&self, instance: &Instance<'_>, lowered: &Lowered) -> Vec<Lit> {
        let facts = self.facts.iter().zip(&self.shown);
        let told: Vec<FactValue> = facts.map(|(value, shown)| value.filter(|_| *shown)).collect();
        let given = instance.given(&told, &self.shown).into_iter();
        given.map(|(given, value)| lowered.fact_lit(given, value)).collect()
    }
}

/// The result of drawing a board.
#[derive(Debug)]
pub(super) enum DrawnBoard {
    /// A board.
    Board(FullBoard),
    /// The budget ran out.
    GaveUp(GaveUp),
    /// There is none: why.
    Impossible(Box<Problem>),
}

/// What drawing needs and what does not depend on chance; costly to make, cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct BoardSampler {
    search: Option<Arc<RandomSearch>>,
    /// The rules and what only drawn boards must fulfil, where there is such a condition.
    drawn: Option<Arc<Lowered>>,
}

impl BoardSampler {
    pub(super) fn new(instance: &Instance<'_>, lowered: &Lowered) -> Result<Self, Diagnostics> {
        let sample = &instance.definition.sample;
        let drawn = match sample.condition {
            Some(_) => Some(Arc::new(lower(instance, Purpose::Draw)?)),
            None => None,
        };
        let is_searched = matches!(sample.sampler, definition::Sampler::Search);
        let csp = drawn.as_ref().map_or(&lowered.csp, |drawn| &drawn.csp);
        let prepared = match instance.layouts.is_empty() {
            true => RandomSearch::new,
            false => RandomSearch::for_one_board,
        };
        let search = is_searched.then(|| Arc::new(prepared(csp)));
        Ok(Self { search, drawn })
    }

    /// Returns the problem whose solutions are drawn, where that is not just the rules.
    pub(super) fn drawn(&self) -> Option<&Lowered> {
        self.drawn.as_deref()
    }
}

/// Draws full boards of one instance.
pub(super) struct FullBoards<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    sampler: BoardSampler,
    engine: &'a dyn Engine,
    /// Opened when it is first needed.
    solver: Option<Solver<'a>>,
}

impl<'a> FullBoards<'a> {
    pub(super) fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        sampler: BoardSampler,
    ) -> Self {
        Self { instance, lowered, sampler, engine, solver: None }
    }

    /// Draws a solution of all rules.
    pub(super) fn draw(
        &mut self,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<DrawnBoard, Diagnostics> {
        let grown = match &self.instance.definition.sample.sampler {
            definition::Sampler::Search => None,
            definition::Sampler::Groups(groups) => self.grow(groups.0 as usize, rng, budget)?,
            definition::Sampler::Loop(family) => self.grow_loop(*family, rng, budget)?,
            definition::Sampler::Script(function) => self.scripted(&**function, rng, budget)?,
        };
        if let Some(values) = grown {
            return self.board(values).map(DrawnBoard::Board);
        }
        if let Some(search) = &self.sampler.search {
            let mut steps = budget.apart(SEARCH_STEPS);
            let drawn = search.draw(rng, &mut steps);
            budget.spend_work_of(&steps);
            match drawn {
                DrawOutcome::Found(assignment) => {
                    return self.valid_board(&assignment, rng).map(DrawnBoard::Board);
                }
                DrawOutcome::Impossible => return Ok(self.impossible()),
                DrawOutcome::GaveUp(_) => {}
            }
        }
        if let Some(reason) = budget.is_spent() {
            return Ok(DrawnBoard::GaveUp(reason));
        }
        self.by_verdicts(rng, budget)
    }

    /// Draws a solution of all rules, or gives up soon: for layouts of which others can be drawn.
    pub(super) fn draw_soon(
        &mut self,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<DrawnBoard, Diagnostics> {
        let Some(search) = &self.sampler.search else { return self.draw(rng, budget) };
        let mut steps = budget.apart(FEW_STEPS);
        let drawn = search.draw(rng, &mut steps);
        budget.spend_work_of(&steps);
        Ok(match drawn {
            DrawOutcome::Found(assignment) => {
                DrawnBoard::Board(self.valid_board(&assignment, rng)?)
            }
            DrawOutcome::Impossible => self.impossible(),
            DrawOutcome::GaveUp(reason) => DrawnBoard::GaveUp(budget.is_spent().unwrap_or(reason)),
        })
    }

    /// Returns the problem whose solutions are drawn.
    fn drawn(&self) -> &Lowered {
        self.sampler.drawn().unwrap_or(self.lowered)
    }

    fn impossible(&self) -> DrawnBoard {
        let name = &self.instance.definition.name;
        if let Some(condition) = &self.instance.definition.sample.condition {
            let message = format!("no board keeps the rules of `{name}` and this condition");
            let problem =
                Problem::error(Code::NoFullBoard, message, condition.span, "no full board");
            let help = match self.instance.definition.has_params() {
                true => "loosen what `sample … where` asks for, or choose other parameters",
                false => "loosen what `sample … where` asks for",
            };
            return DrawnBoard::Impossible(Box::new(problem.help(help)));
        }
        let problem = Problem::error(
            Code::Unsatisfiable,
            format!("the rules of `{name}` cannot hold together"),
            self.instance.definition.span,
            "no full board exists",
        );
        // `check` draws layouts of its own.
        let definition = self.instance.definition;
        let help = match (self.instance.layouts.is_empty(), definition.has_params()) {
            (true, false) => "`puzgen check` names the rules that are in each other's way",
            (true, true) => {
                "`puzgen check`, with the same `--set`, names the rules that are in each other's way"
            }
            (false, _) => "give another layout, or loosen a rule",
        };
        DrawnBoard::Impossible(Box::new(problem.help(help)))
    }

    /// Checks by direct evaluation that the clues of a drawn board say what they mean and, in builds
    /// with debug assertions, that it keeps the rules: what becomes of it is evaluated again before it
    /// is a result (`generate/verify.rs`). Evaluation takes longer than many a draw, so boards that are
    /// only tried are not checked.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn must_hold(&self, board: &FullBoard) -> Result<(), Diagnostics> {
        if cfg!(debug_assertions) {
            let broken = broken_rules_where(self.instance, &board.values, &board.shown);
            if !matches!(&broken, Ok(broken) if broken.is_empty()) {
                puzgen_base::bug!("a drawn board breaks the rules: {broken:?}");
            }
        }
        let facts = facts_of(self.instance, &board.values)?;
        if facts != board.facts {
            puzgen_base::bug!("the clues of a drawn board are {facts:?}, not {:?}", board.facts);
        }
        Ok(())
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
            budget.work(self.work_of_evaluation());
            let mut values = vec![0; self.instance.value_count];
            for (place, size) in nodes.places.iter().zip(grown) {
                let key = puzgen_model::value::Value::Place(*place);
                let position = family.index.position(&key);
                values[family.offset + position.unwrap_or_default()] = size;
            }
            if self.is_drawn(&values)? {
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
        let view = PlainView { outline: instance.outline(), facts: &[], shown: &[], values: None };
        let fault = |fault| {
            let span = instance.definition.span;
            Diagnostics::from(FaultAt { fault, span })
        };
        for _ in 0..MAX_SCRIPTED {
            if budget.is_spent().is_some() {
                return Ok(None);
            }
            budget.spend(1);
            budget.work(self.work_of_evaluation());
            let Some(values) = function.draw(view, rng).map_err(fault)? else { continue };
            if self.is_drawn(&values)? {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Grows the inside of a loop until the board satisfies all rules.
    fn grow_loop(
        &self,
        id: FamilyId,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Diagnostics> {
        let family = &self.instance.families[id.0 as usize];
        if family.index.len() != self.instance.value_count {
            return Err(Problem::error(
                Code::NotSupported,
                "`grow` fills one family only, and there are more values to draw",
                self.instance.definition.family(id).span,
                "the lines that are grown",
            )
            .help("leave `sample` out: then the solver draws the board")
            .into());
        }
        let Some(faces) = Faces::new(self.instance.grid.as_ref(), family.index.keys()) else {
            return Ok(None);
        };
        for _ in 0..MAX_GROWN {
            if budget.is_spent().is_some() {
                return Ok(None);
            }
            budget.spend(1);
            budget.work(self.work_of_evaluation());
            let values: Vec<i64> = faces.grow(rng).into_iter().map(i64::from).collect();
            if self.is_drawn(&values)? {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Returns about how much work it is to evaluate the rules on a board.
    fn work_of_evaluation(&self) -> u64 {
        WORK_PER_CASE * self.lowered.csp.stmts.len() as u64
    }

    /// Returns whether a board keeps the rules and fulfils what drawn ones must.
    fn is_drawn(&self, values: &[i64]) -> Result<bool, Diagnostics> {
        if let Some(condition) = &self.instance.definition.sample.condition {
            let mut scope = Scope::new(self.instance).with_values(values).relational();
            if !scope.eval_bool(condition)? {
                return Ok(false);
            }
        }
        Ok(broken_rules(self.instance, values)?.is_empty())
    }

    /// Draws a value for one variable after the other; one that cannot be completed is not drawn
    /// again.
    fn by_verdicts(
        &mut self,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<DrawnBoard, Diagnostics> {
        if let Some(drawn) = self.sampler.drawn.clone() {
            return self.complete(&mut Solver::new(&drawn, self.engine), rng, budget);
        }
        let (lowered, engine) = (self.lowered, self.engine);
        let mut solver = self.solver.take().unwrap_or_else(|| Solver::new(lowered, engine));
        let drawn = self.complete(&mut solver, rng, budget);
        self.solver = Some(solver);
        drawn
    }

    fn complete(
        &self,
        solver: &mut Solver<'_>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<DrawnBoard, Diagnostics> {
        let mut model = match solver.solve(&[], budget) {
            Verdict::Sat(model) => model,
            Verdict::Unsat(_) => return Ok(self.impossible()),
            Verdict::GaveUp(reason) => return Ok(DrawnBoard::GaveUp(reason)),
        };
        let mut order = self.lowered.value_vars.clone();
        order.extend(
            self.drawn().drawn_presences(self.instance).into_iter().map(|(_, presence)| presence),
        );
        rng.shuffle(&mut order);
        let mut drawn: Vec<Lit> = Vec::with_capacity(order.len());
        for var in order {
            let mut values: Vec<i64> = self.lowered.csp.domain(var).iter().collect();
            rng.shuffle(&mut values);
            for value in values {
                drawn.push(Lit::is(var, value));
                // If the last model has this value, no call is needed; the choice is the same with one.
                if model[var.index()] == value {
                    break;
                }
                match solver.solve(&drawn, budget) {
                    Verdict::Sat(next) => {
                        model = next;
                        break;
                    }
                    Verdict::Unsat(_) => {
                        drawn.pop();
                    }
                    Verdict::GaveUp(reason) => return Ok(DrawnBoard::GaveUp(reason)),
                }
            }
        }
        self.valid_board(&model, rng).map(DrawnBoard::Board)
    }

    /// Returns whether a part of a board can be drawn anew.
    pub(super) fn can_draw_parts(&self) -> bool {
        self.sampler.search.is_some()
    }

    /// Returns the facts that rules ask for and that a board shows, each with "this clue is shown".
    pub(super) fn shown_presences(&self, board: &FullBoard) -> Vec<(usize, Lit)> {
        let presences = self.drawn().drawn_presences(self.instance).into_iter();
        presences
            .filter(|(fact, _)| board.shown[*fact])
            .map(|(fact, presence)| (fact, Lit::is(presence, 1)))
            .collect()
    }

    /// Returns the positions of the answers that stay open when what the clues of a board say is propagated; `None`
    /// where boards are not drawn by search. Where only some solutions are drawn, what these fulfil is propagated, too.
    pub(super) fn open_after(&self, board: &FullBoard, budget: &mut Budget) -> Option<Vec<usize>> {
        let drawn = self.drawn();
        let given = board.given(self.instance, drawn);
        self.sampler.search.as_ref()?.open_under(&given, &drawn.csp.answers, budget)
    }

    /// Draws a part of this board anew, with so many steps at most: a solution in which these hold; `None` where
    /// nothing was found soon. It is not checked.
    ///
    /// # Units
    /// A step is a decision or a step back.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn draw_with(
        &self,
        board: &FullBoard,
        fixed: &[Lit],
        most_steps: u64,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Option<FullBoard>, Diagnostics> {
        let Some(search) = &self.sampler.search else { return Ok(None) };
        let mut steps = budget.apart(most_steps);
        let drawn = search.draw_with(fixed, rng, &mut steps);
        budget.spend_work_of(&steps);
        match drawn {
            // Often so; to see which other clues could be shown takes longer than to draw.
            DrawOutcome::Found(assignment) if self.is_of(&assignment, board) => {
                Ok(Some(board.clone()))
            }
            DrawOutcome::Found(assignment) => self.read_off(&assignment, rng).map(Some),
            DrawOutcome::Impossible | DrawOutcome::GaveUp(_) => Ok(None),
        }
    }

    /// Returns whether an assignment has the values of a board, and shows no clue that the board does not.
    fn is_of(&self, assignment: &[i64], board: &FullBoard) -> bool {
        let mut presences = self.drawn().drawn_presences(self.instance).into_iter();
        let is_shown = |presence: VarId| assignment[presence.index()] != 0;
        self.drawn().values(assignment) == board.values
            && presences.all(|(fact, presence)| board.shown[fact] || !is_shown(presence))
    }

    /// Returns the board of an assignment, once [`BoardSampler::must_hold`] is content with it.
    fn valid_board(&self, assignment: &[i64], rng: &mut Rng) -> Result<FullBoard, Diagnostics> {
        let board = self.read_off(assignment, rng)?;
        self.must_hold(&board)?;
        Ok(board)
    }

    /// Returns the board of an assignment.
    fn read_off(&self, assignment: &[i64], rng: &mut Rng) -> Result<FullBoard, Diagnostics> {
        let values = self.drawn().values(assignment);
        let facts = self.drawn().facts(assignment);
        let shown = facts.iter().map(Option::is_some).collect();
        let mut board = FullBoard { values, facts, shown };
        for (fact, presence) in self.drawn().drawn_presences(self.instance) {
            board.shown[fact] &= assignment[presence.index()] != 0;
        }
        self.show_more(&mut board, rng)?;
        hide_incomplete(self.instance, &mut board);
        Ok(board)
    }

    /// Returns the board of a solution, with every clue shown.
    ///
    /// # Errors
    /// Where a clue has no value.
    pub(super) fn board(&self, values: Vec<i64>) -> Result<FullBoard, Diagnostics> {
        let facts = facts_of(self.instance, &values)?;
        let shown = facts.iter().map(Option::is_some).collect();
        let mut board = FullBoard { values, facts, shown };
        hide_incomplete(self.instance, &mut board);
        Ok(board)
    }

    /// Shows clues that rules ask for, one after the other in random order, as far as the rules allow
    /// more than were drawn: removal only takes clues away, so it should begin with many.
    fn show_more(&self, board: &mut FullBoard, rng: &mut Rng) -> Result<(), Diagnostics> {
        let is_there = |fact: &usize| !board.shown[*fact] && board.facts[*fact].is_some();
        let mut hidden: Vec<usize> = (0..board.facts.len()).filter(is_there).collect();
        rng.shuffle(&mut hidden);
        let mut cases = CluesCases::of(self.instance)?;
        for fact in hidden {
            board.shown[fact] = true;
            let kept = cases.keep(self.instance, &board.values, &board.shown, fact);
            board.shown[fact] = kept?;
        }
        Ok(())
    }
}

/// Hides clues that are removed together where one of them is not there.
fn hide_incomplete(instance: &Instance<'_>, board: &mut FullBoard) {
    for clues in &instance.together {
        let is_whole = clues.iter().all(|fact| board.facts[*fact as usize].is_some());
        clues.iter().for_each(|fact| board.shown[*fact as usize] &= is_whole);
    }
}
