//! What `check` finds in an instance beyond names and types: examples that do not agree with the
//! definition, rules that cover nothing, rules that cannot hold together, models that were trained
//! with other parameters; rules without effect and ranges that are too narrow.

mod examples;
mod implied;
mod mistakes;
mod show;

use std::collections::BTreeMap;

use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_board::read::{BoardInput, BoardReader, BoardText};
use puzgen_csp::Lit;
use puzgen_engine::{Engine, EngineRole, Engines, Verdict};
use puzgen_generate::draws_board;
use puzgen_model::tokens;
use puzgen_solve::Conflict;

use examples::ExampleInstance;
use implied::Implied;
use puzgen_base::domain::Domain;
use puzgen_base::source::Span;
use puzgen_model::definition::{Definition, Example, ExampleText, Shown};
use puzgen_model::eval::Scope;
use puzgen_model::instance::{Instance, describe_domain};
use puzgen_model::puzzle::ParsedBoard;
use puzgen_model::value::Value;
use puzgen_solve::{FoundSolutions, Solver, conflict};
use puzgen_stepwise::Stepwise;
use puzgen_vocabulary::lower::{Lowered, Purpose, Ready, gave_up_problem, lower};

/// Returns the problems of an instance, and whether everything could be examined in the budget. `show`
/// prints a board of an instance.
pub fn examine(
    instance: &Instance<'_>,
    lowered: &Lowered,
    (engine, engines): (&dyn Engine, Engines),
    show: &dyn Fn(&Instance<'_>, &Lowered, &[i64]) -> String,
    budget: &mut Budget,
) -> (Diagnostics, bool) {
    let (problems, implied) = (Diagnostics::new(), Implied::default());
    let mut examiner = Examiner { engine, engines, show, problems, implied, is_complete: true };
    // Opened by the first question, and one for all examples with these parameters.
    let mut solver = None;
    examiner.symbols(instance, lowered);
    examiner.problems.extend(beyond_sizes(instance).map(Into::into).unwrap_or_default());
    examiner.problems.extend(without_score(instance, lowered).map(Into::into).unwrap_or_default());
    examiner.drawings(instance);
    examiner.empty_rules(instance);
    examiner.unused_clues(instance);
    examiner.model(instance);
    examiner.narrow_ranges(instance, lowered, budget);
    examiner.rules_without_effect(instance, budget);
    examiner.implied_rules(instance, budget);
    let (mut has_solution, mut other) = (false, None);
    for example in &instance.definition.examples {
        let own = (instance, lowered, &mut solver);
        has_solution |= examiner.example(own, &mut other, example, budget);
    }
    examiner.unproved_rules();
    // Where layouts are drawn, drawing them has found out whether one has a board.
    if !has_solution && instance.layouts.is_empty() {
        examiner.satisfiable(instance, lowered, &mut solver, budget);
    }
    (examiner.problems, examiner.is_complete)
}

/// Returns the warning that the parameters are beyond those that the definition names for drawing boards.
pub fn beyond_sizes(instance: &Instance<'_>) -> Option<Problem> {
    let (sizes, text) = instance.definition.sample.sizes.as_ref()?;
    match Scope::new(instance).eval_bool(sizes) {
        Ok(true) => None,
        Ok(false) => {
            let message = "puzzles with these parameters may not be found";
            let problem = Problem::error(Code::BeyondSizes, message, sizes.span, "does not hold");
            let help =
                format!("they are found where `{text}`; boards that are given are solved as ever");
            Some(problem.help(help).warning())
        }
        Err(at) => Some(Problem::from(at)),
    }
}

/// Returns the note that puzzles of an instance have no score, where that is so.
pub fn without_score(instance: &Instance<'_>, lowered: &Lowered) -> Option<Problem> {
    let far = Stepwise::too_far(lowered)?;
    let definition = instance.definition;
    let fact = lowered.fact_vars.iter().position(|var| *var == far);
    let span = fact.map_or(definition.span, |fact| definition.clue(instance.fact(fact).0).span);
    let var = &lowered.csp.vars[far.index()];
    let (name, values) = (&var.name, describe_domain(&var.domain));
    let message = "puzzles have no score and no tier: their numbers are too far apart";
    let label = format!("{name} may be any of {values}");
    let help = "smaller numbers have one; all else is as with others";
    Some(Problem::error(Code::NoScore, message, span, label).note().help(help))
}

/// So many values may be tried to count the solutions of an example before an engine is asked.
const MOST_TRIED: u64 = 50_000;

struct Examiner<'e> {
    engine: &'e dyn Engine,
    /// All engines, for questions that one of them answers best.
    engines: Engines,
    /// Prints a board.
    show: &'e dyn Fn(&Instance<'_>, &Lowered, &[i64]) -> String,
    /// What was found of rules that are said to be implied.
    implied: Implied,
    problems: Diagnostics,
    is_complete: bool,
}

impl Examiner<'_> {
    /// Says where a model decides about puzzles of another size than it learnt from. It may still be
    /// right, so it is no error; where the columns differ, puzzles have no level.
    fn model(&mut self, instance: &Instance<'_>) {
        let levels = instance.definition.levels.as_ref();
        let Some(learned) = levels.and_then(|levels| levels.model.as_ref()) else { return };
        let value_of = |name: &str| {
            let found = instance.params().find(|(other, _)| *other == name);
            found.map(|(_, value)| value.to_string())
        };
        let parameters = &learned.model.parameters;
        let mut differing =
            parameters.iter().filter(|(name, value)| value_of(name).is_some_and(|v| v != *value));
        if differing.next().is_none() {
            return;
        }
        let trained: Vec<String> =
            parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.problems.push(
            Problem::error(
                Code::ModelMismatch,
                format!("the model was trained with {}", trained.join(" ")),
                learned.span,
                "other parameters",
            )
            .help("levels were tested with these parameters only; train a model of your own")
            .warning(),
        );
    }

    fn symbols(&mut self, instance: &Instance<'_>, lowered: &Lowered) {
        let all = &instance.definition.show.symbols;
        let with_own = all.iter().filter(|it| it.shared_with.is_none() && !it.numbers_follow);
        for symbols in with_own {
            let domains = match symbols.family {
                Shown::Clue(id) => {
                    let clue = &instance.clues[id.0 as usize];
                    &lowered.fact_domains[clue.offset..clue.offset + clue.index.len()]
                }
                Shown::Answer(id) => instance.families[id.0 as usize].domains.as_slice(),
                Shown::Layout(id) => &instance.layouts[id.0 as usize].domains,
            };
            let all = tokens::values(instance, symbols.family, domains);
            let values = all.len();
            let all = Domain::from_values(all).map_or(String::new(), |all| describe_domain(&all));
            let lengths = [Some(&symbols.symbols), symbols.vertical.as_ref()];
            for found in lengths.into_iter().flatten().map(Vec::len) {
                if found < values {
                    self.problems.push(
                        Problem::error(
                            Code::BadShow,
                            match found {
                                1 => format!("one symbol for {values} values"),
                                _ => format!("{found} symbols for {values} values"),
                            },
                            symbols.span,
                            "too few",
                        )
                        .help(format!(
                            "give one character for each value, from the smallest on: {all}"
                        )),
                    );
                }
            }
        }
    }

    fn empty_rules(&mut self, instance: &Instance<'_>) {
        for rule in &instance.definition.rules {
            let Some(binders) = &rule.binders else { continue };
            let mut cases = 0;
            let listed = Scope::new(instance).for_each(binders, &mut |_| {
                cases += 1;
                Ok(())
            });
            if listed.is_ok() && cases == 0 {
                self.no_case(instance.definition, rule);
            }
        }
    }

    fn unused_clues(&mut self, instance: &Instance<'_>) {
        let definition = instance.definition;
        for (clue, declared) in instance.clues.iter().zip(&definition.clues) {
            // Where rules ask for a clue it is not there for good: they decide where it is shown.
            if !clue.is_droppable && !declared.is_fixed && !clue.is_asked_for {
                let problem = Problem::error(
                    Code::RuleNeverBinds,
                    format!("clue `{}` is never removed", declared.name),
                    declared.span,
                    "always shown",
                );
                let help = format!("name it in `remove`, or write `fixed clue {}`", declared.name);
                self.problems.push(problem.warning().help(help));
            }
        }
    }

    /// Examines one example; returns whether it shows that the instance has a solution. `other` is that of the
    /// example before, where it had parameters or a layout of its own.
    fn example<'d, 'l>(
        &mut self,
        (instance, lowered, solver): (&Instance<'d>, &'l Lowered, &mut Option<Solver<'l>>),
        other: &mut Option<ExampleInstance<'d>>,
        example: &Example,
        budget: &mut Budget,
    ) -> bool {
        // An example is about the parameters that it sets and the defaults of the others, whatever
        // is examined here.
        let has_layout = !instance.definition.layouts.is_empty();
        if example.settings.is_empty() && !has_layout && has_default_parameters(instance) {
            return self.example_in(instance, lowered, example, solver, budget);
        }
        let mut overrides = BTreeMap::new();
        for (position, value) in &example.settings {
            match Scope::new(instance).eval(value) {
                Ok(found) => {
                    overrides.insert(*position, (found, value.span));
                }
                Err(at) => {
                    self.problems.push(Problem::from(at));
                    return false;
                }
            }
        }
        match self.example_with(instance.definition, &overrides, other, example, budget) {
            // The example's layout shows that there is one with a solution.
            Ok(has_solution) => has_solution && has_layout,
            Err(problems) => {
                self.problems.extend(problems);
                false
            }
        }
    }

    /// Examines an example with these parameters and the layouts that it gives; returns whether it has a solution.
    fn example_with<'d>(
        &mut self,
        definition: &'d Definition,
        overrides: &BTreeMap<usize, (Value, Span)>,
        other: &mut Option<ExampleInstance<'d>>,
        example: &Example,
        budget: &mut Budget,
    ) -> Result<bool, Diagnostics> {
        let of_before = other.take().filter(|other| other.has_parameters(overrides));
        let own = match of_before {
            Some(known) => known,
            None => ExampleInstance::new(definition, overrides)?,
        };
        let own = other.insert(own);
        let Some(layouts) = self.layouts(own.frame(), example)? else { return Ok(false) };
        if example.clues.is_empty() && example.answers.is_empty() {
            return Ok(false);
        }
        let (Ready { instance, lowered }, is_new) = own.on(layouts)?;
        if is_new {
            self.implied_rules(instance, budget);
        }
        Ok(self.example_in(instance, lowered, example, &mut None, budget))
    }

    fn example_in<'l>(
        &mut self,
        instance: &Instance<'_>,
        lowered: &'l Lowered,
        example: &Example,
        solver: &mut Option<Solver<'l>>,
        budget: &mut Budget,
    ) -> bool {
        let reader = BoardReader::new(instance, &lowered.fact_domains);
        let mut board = ParsedBoard::empty(instance, example.span);
        let mut answer = vec![None; instance.answer_count];
        let texts = example
            .clues
            .iter()
            .map(|(clue, text)| (Shown::Clue(*clue), text))
            .chain(example.answers.iter().map(|(id, text)| (Shown::Answer(*id), text)));
        for (family, text) in texts {
            match read(&reader, family, text) {
                Ok(input) => merge(input, &mut board, &mut answer),
                Err(problems) => {
                    self.problems.extend(problems);
                    return false;
                }
            }
        }
        let givens = board.givens(instance);
        let full: Option<Vec<i64>> = answer.iter().copied().collect();
        let is_right = match (&full, example.answers.is_empty()) {
            (Some(full), false) => {
                let domains = &lowered.fact_domains;
                self.answer(instance, domains, example, full, &givens, budget)
            }
            (None, false) => {
                self.bad(example.span, "the answer of an example must be complete", "has gaps");
                return false;
            }
            _ => true,
        };
        if !example.is_wrong() && is_right && !example.clues.is_empty() {
            let full = full.filter(|_| !example.answers.is_empty());
            let problem = (instance, lowered);
            return self.count(problem, solver, example, &givens, full, budget);
        }
        is_right && !example.is_wrong() && full.is_some()
    }

    fn bad(&mut self, span: Span, message: &str, label: &str) {
        self.problems.push(Problem::error(Code::BadExample, message, span, label));
    }

    /// Counts the solutions of the givens. Returns whether there is one.
    fn count<'l>(
        &mut self,
        (instance, lowered): (&Instance<'_>, &'l Lowered),
        solver: &mut Option<Solver<'l>>,
        example: &Example,
        givens: &[(usize, i64, Span)],
        answer: Option<Vec<i64>>,
        budget: &mut Budget,
    ) -> bool {
        let expected = match &example.solutions {
            None => 1,
            Some(number) => match Scope::new(instance).eval_int(number) {
                Ok(number) => usize::try_from(number).unwrap_or(0),
                Err(at) => {
                    self.problems.push(Problem::from(at));
                    return false;
                }
            },
        };
        let assumptions: Vec<Lit> =
            givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect();
        let count = self.tried(lowered, &assumptions, expected + 1, budget).map_or_else(
            || {
                let solver = solver.get_or_insert_with(|| Solver::new(lowered, self.engine));
                solver.find(&assumptions, expected + 1, budget)
            },
            Ok,
        );
        let count = match count {
            Ok(count) => count,
            Err(reason) => {
                self.is_complete = false;
                self.problems
                    .push(gave_up_problem(&reason).label(example.span, "this example").warning());
                return false;
            }
        };
        let found = count.solutions.len();
        if found == 0 {
            self.no_solution(instance, givens, example.span, budget);
            return false;
        }
        if found != expected {
            let how_many =
                if found > expected { format!("more than {expected}") } else { found.to_string() };
            let one = if found.min(expected) == 1 { "solution" } else { "solutions" };
            let message = format!("the example has {how_many} {one}, expected {expected}");
            self.problems.push(
                Problem::error(Code::BadExample, message, example.span, "this example")
                    .help("correct its clues, or say how many with `solutions`"),
            );
        } else if let Some(answer) = answer.filter(|answer| !count.solutions.contains(answer)) {
            drop(answer);
            self.bad(example.span, "the answer is no solution of the clues", "this example");
        }
        true
    }

    /// Finds up to `limit` solutions by trying all assignments, where the engine may be chosen and so little is open
    /// that this takes less than opening a session of another one.
    fn tried(
        &self,
        lowered: &Lowered,
        given: &[Lit],
        limit: usize,
        budget: &Budget,
    ) -> Option<FoundSolutions> {
        if self.engine.role() != EngineRole::Chooses {
            return None;
        }
        let is_small = |engine: &&dyn Engine| {
            engine.answers_small_questions(&lowered.csp) && engine.suits(&lowered.csp, given)
        };
        let engine = self.engines.all().find(is_small)?;
        let mut steps = Budget::new(Some(MOST_TRIED), budget.stop_flag().clone());
        Solver::new(lowered, engine).find(given, limit, &mut steps).ok()
    }

    fn no_solution(
        &mut self,
        instance: &Instance<'_>,
        givens: &[(usize, i64, Span)],
        span: Span,
        budget: &mut Budget,
    ) {
        let explained = lower(instance, Purpose::Explain).ok().and_then(|lowered| {
            let assumptions: Vec<Lit> =
                givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect();
            let culprits = conflict(&lowered, self.engine, &assumptions, budget).ok().flatten()?;
            Conflict::new(instance, &lowered.fact_domains, &culprits, givens).ok()
        });
        match explained {
            Some(conflict) => self.problems.push(conflict.problem().label(span, "no solution")),
            None => self.bad(span, "there is no solution", "no solution"),
        }
    }

    /// Makes sure that there is any full board at all.
    fn satisfiable<'l>(
        &mut self,
        instance: &Instance<'_>,
        lowered: &'l Lowered,
        solver: &mut Option<Solver<'l>>,
        budget: &mut Budget,
    ) {
        // Many puzzles have many boards, and drawing one takes less than asking an engine.
        if draws_board(lowered, budget) {
            return;
        }
        let solver = solver.get_or_insert_with(|| Solver::new(lowered, self.engine));
        match solver.solve(&[], budget) {
            Verdict::Sat(_) => {}
            Verdict::Unsat(_) => {
                self.no_solution(instance, &[], instance.definition.span, budget);
            }
            Verdict::GaveUp(reason) => {
                self.is_complete = false;
                self.problems.push(gave_up_problem(&reason).warning());
            }
        }
    }
}

/// Returns whether all parameters are what they are without settings. Defaults may mention parameters before them.
fn has_default_parameters(instance: &Instance<'_>) -> bool {
    let constants = instance.definition.constants.iter().zip(&instance.constants);
    let mut parameters = constants.filter(|(constant, _)| constant.domain.is_some());
    let mut scope = Scope::new(instance);
    parameters.all(|(constant, own)| scope.eval(&constant.value).is_ok_and(|it| it == *own))
}

fn read(
    reader: &BoardReader<'_>,
    family: Shown,
    text: &ExampleText,
) -> Result<BoardInput, Diagnostics> {
    reader.family(family, board_text(text)).map_err(|problems| placed(text, problems))
}

fn board_text(text: &ExampleText) -> BoardText<'_> {
    let offset = text.span.start as usize;
    BoardText { text: &text.text, file: text.span.file, offset }
}

/// Returns the problems of a text where they belong.
fn placed(text: &ExampleText, problems: Diagnostics) -> Diagnostics {
    if text.is_verbatim {
        return problems;
    }
    // Escapes shift the bytes: point at the whole text instead.
    let mut whole = Diagnostics::new();
    for problem in problems.iter() {
        whole.push(Problem::error(problem.code(), problem.message(), text.span, "in this text"));
    }
    whole
}

fn merge(input: BoardInput, board: &mut ParsedBoard, answer: &mut [Option<i64>]) {
    for (slot, given) in board.facts.iter_mut().zip(input.board.facts) {
        *slot = slot.or(given);
    }
    for (slot, untold) in board.untold.iter_mut().zip(input.board.untold) {
        *slot = slot.or(untold);
    }
    for (slot, value) in answer.iter_mut().zip(input.answer) {
        *slot = slot.or(value);
    }
}
