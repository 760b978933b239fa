//! What `mark`, `hint` and `explain` mean, for every built-in puzzle: the answer that `solve` prints is
//! right, one wrong entry is a few lines, a hint is news, and reasons speak of what is on the board.

use std::collections::BTreeSet;

use puzgen_api::mark::{Faults, find_faults};
use puzgen_base::source::Sources;
use puzgen_board::layouts::{in_board, other_than};
use puzgen_board::read::{BoardInput, BoardReader, BoardText};
use puzgen_csp::{Global, Lit, Stmt, VarId};
use puzgen_engine::Verdict as Answer;
use puzgen_engines::ENGINES;
use puzgen_engines::auto::Auto;
use puzgen_explain::marks;
use puzgen_explain::{StepWords, Words};
use puzgen_export::{self as export, Context, answer_text};
use puzgen_generate::Options;
use puzgen_model::definition::{Definition, Shown, Symbols};
use puzgen_model::frame::Frame;
use puzgen_model::instance::Instance;
use puzgen_puzzles as library;
use puzgen_solve::Solver;
use puzgen_stepwise::{Deduction, Explained, Fact, How, Stage, Stepwise, WrongSize};
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

use crate::case::is_one_of_many;
use crate::define::{budget, settings, small};
use crate::properties::built_in::built_in;
use crate::properties::is_soak;
use crate::stages::puzzles;

/// Lines that one wrong entry may have: it may break several rules at once, and the clues around it.
const FEW: usize = 12;

/// Puzzles whose steps take some seconds to find.
const DEAR: &[&str] =
    &["balance_loop", "cryptarithm", "detour", "galaxies", "masyu", "shikaku", "tapa"];

/// A puzzle on a board.
struct Game<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    sources: &'a mut Sources,
    puzzle: BoardInput,
    solution: Vec<i64>,
    is_unique: bool,
}

/// Returns what the first example of a definition shows, if it is a puzzle.
fn example(definition: &Definition) -> Option<String> {
    let example = definition.examples.first().filter(|example| !example.is_wrong())?;
    let layouts = example.layouts.iter();
    let layouts = layouts.map(|(id, block)| {
        format!("layout {}\n{}\n", definition.layouts[id.0 as usize].name, block.text)
    });
    let clues = example.clues.iter();
    let clues =
        clues.map(|(id, block)| format!("clue {}\n{}\n", definition.clue(*id).name, block.text));
    Some(layouts.chain(clues).collect()).filter(|text: &String| !text.is_empty())
}

/// Returns a board that is made here, for a puzzle without layouts.
fn made(definition: &Definition, sources: &mut Sources, params: &[&str]) -> String {
    let instance = Instance::new(definition, &settings(sources, params)).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let mut run = puzzles(&instance, &lowered, &Auto, &Options::new(ENGINES), 1, 0..1).unwrap();
    let puzzle = run.remove(0).0.remove(0);
    let fact_domains = lowered.fact_domains.as_slice();
    let context = Context::new(&instance, fact_domains, false);
    export::by_name("text").unwrap().puzzle(&context, &puzzle).unwrap()
}

/// Calls `body` with a small board of a built-in puzzle.
fn with_game(name: &str, body: impl FnOnce(&mut Game<'_>)) {
    let mut sources = Sources::new();
    let definition = built_in(&mut sources, name);
    let (params, text) = match example(&definition) {
        Some(text) => (small(name), text),
        None => {
            let params = ["box_rows=2", "box_columns=3"];
            let text = made(&definition, &mut sources, &params);
            (params.map(str::to_owned).to_vec(), text)
        }
    };
    let params: Vec<&str> = params.iter().map(String::as_str).collect();
    let settings = settings(&mut sources, &params);
    let file = sources.add("board", text.as_str());
    let board = BoardText { text: &text, file, offset: 0 };
    let frame = Frame::new(&definition, &settings).unwrap();
    let layouts = in_board(&frame, board).unwrap();
    let instance = frame.complete(&layouts).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let puzzle = BoardReader::new(&instance, &lowered.fact_domains).board(board).unwrap();
    let given: Vec<Lit> = lits(&lowered, &givens(&instance, &puzzle));
    let count = Solver::new(&lowered, &Auto).find(&given, 2, &mut budget()).unwrap();
    let is_unique = count.solutions.len() == 1;
    let solution = count.solutions.into_iter().next().expect("a solution");
    body(&mut Game {
        instance: &instance,
        lowered: &lowered,
        sources: &mut sources,
        puzzle,
        solution,
        is_unique,
    });
}

fn givens(instance: &Instance<'_>, puzzle: &BoardInput) -> Vec<(usize, i64)> {
    let givens = puzzle.board.givens(instance);
    givens.into_iter().map(|(given, value, _)| (given, value)).collect()
}

fn lits(lowered: &Lowered, given: &[(usize, i64)]) -> Vec<Lit> {
    given.iter().map(|(given, value)| lowered.fact_lit(*given, *value)).collect()
}

impl Game<'_> {
    /// Marks an attempt that is only this answer.
    fn mark(&self, answer: Vec<Option<i64>>) -> Faults {
        let mut attempt = self.puzzle.clone();
        let board = &mut attempt.board;
        board.facts.fill(None);
        board.untold.fill(None);
        attempt.answer = answer;
        self.mark_input(&attempt)
    }

    fn mark_input(&self, attempt: &BoardInput) -> Faults {
        let board = &self.puzzle.board;
        find_faults(self.instance, self.lowered, &Auto, board, attempt, &mut budget()).unwrap()
    }

    fn given_lits(&self) -> Vec<Lit> {
        lits(self.lowered, &givens(self.instance, &self.puzzle))
    }

    /// Returns another value for an answer than the solution's, and not one that is given.
    fn other(&self, at: usize) -> Option<i64> {
        let var = self.lowered.csp.answers[at];
        if self.given_lits().iter().any(|lit| lit.var == var && lit.is) {
            return None;
        }
        self.lowered.csp.domain(var).iter().find(|value| *value != self.solution[at])
    }

    /// The answer as `solve` prints it is right, and so is nothing at all.
    fn right(&mut self) {
        let fact_domains = self.lowered.fact_domains.as_slice();
        let context = Context::new(self.instance, fact_domains, true);
        let text = answer_text(&context, &self.solution);
        let file = self.sources.add("answer", text.as_str());
        let text = BoardText { text: &text, file, offset: 0 };
        assert!(other_than(self.instance, text).unwrap().is_empty());
        let attempt = BoardReader::new(self.instance, fact_domains).attempt(text).unwrap();
        assert_eq!(self.mark_input(&attempt).lines(marks(None)), "solved\n");
        let is_given = |var: &VarId| self.given_lits().iter().any(|l| l.var == *var && l.is);
        let nothing = match self.lowered.csp.answers.iter().all(is_given) {
            true => "solved\n",
            false => "no mistake so far\n",
        };
        assert_eq!(self.mark(vec![None; self.solution.len()]).lines(marks(None)), nothing);
        assert_eq!(self.mark_input(&self.puzzle).lines(marks(None)), nothing);
    }

    /// One wrong entry is found, alone and in a full answer, in a few lines.
    fn wrong(&self) {
        let places: Vec<usize> = (0..self.solution.len()).collect();
        let places = places.into_iter().filter_map(|at| Some((at, self.other(at)?)));
        let mut places: Vec<(usize, i64)> = places.collect();
        if !is_soak() {
            let few: BTreeSet<usize> = [0, places.len() / 2].into();
            places = few.iter().filter_map(|at| places.get(*at).copied()).collect();
        }
        for (at, value) in places {
            let mut alone = vec![None; self.solution.len()];
            alone[at] = Some(value);
            let mut full: Vec<Option<i64>> = self.solution.iter().copied().map(Some).collect();
            full[at] = Some(value);
            for answer in [alone, full] {
                let verdict = self.mark(answer);
                let lines = verdict.lines(marks(None));
                assert!(lines.lines().count() <= FEW, "{lines}");
                if self.is_unique {
                    assert_eq!(verdict.wrong.len(), 1, "{lines}");
                }
            }
        }
    }

    /// A hint from half of the solution is about the other half, and right.
    fn goes_on(&self, words: &Words<'_>, stepwise: &Stepwise<'_>) {
        let answers = self.lowered.csp.answers.iter().zip(&self.solution).step_by(2);
        let entered: Vec<Lit> = answers.map(|(var, value)| Lit::is(*var, *value)).collect();
        let given = givens(self.instance, &self.puzzle);
        let explained = stepwise.explain(&given, &entered).unwrap();
        let Some((_, hint)) = words.next(&explained, &entered) else { return };
        assert!(!entered.iter().any(|lit| lit.var == hint.var), "{:?}", words.tell(&hint));
        let at = self.lowered.csp.answers.iter().position(|var| *var == hint.var);
        if let (Some(at), true) = (at, self.is_unique) {
            assert_eq!(self.solution[at] == hint.value, hint.is, "{:?}", words.tell(&hint));
        }
    }

    /// A hint says what no single clue shows by being there.
    fn hint(&self, words: &Words<'_>, explained: &Explained<'_>) {
        let given = givens(self.instance, &self.puzzle);
        let Some((_, hint)) = words.next(explained, &[]) else { return };
        assert!(!self.given_lits().iter().any(|lit| lit.is && lit.var == hint.var));
        let alone = lower(self.instance, Purpose::Explain).unwrap();
        let mut solver = Solver::new(&alone, &Auto);
        let contrary = !hinted(&hint);
        for (given, _) in given.iter().filter(|(_, value)| *value != 0) {
            let (fact, _) = self.instance.fact_of(*given);
            let Some(presence) = self.instance.presence(fact) else { continue };
            let there = alone.fact_lit(presence, 1);
            let verdict = solver.solve(&[there, contrary], &mut budget());
            assert!(matches!(verdict, Answer::Sat(_)), "{:?}", words.tell(&hint));
        }
    }

    /// Reasons speak of answers and givens alone, and are reasons.
    fn explain(&self, words: &Words<'_>, explained: &Explained<'_>) {
        let given = self.given_lits();
        let is_told = |var: VarId| {
            self.lowered.csp.answers.contains(&var) || given.iter().any(|lit| lit.var == var)
        };
        let is_clue = |fact: &Fact| match fact {
            Fact::Is(var, _) | Fact::IsNot(var, _) | Fact::OneOf(var, _) => {
                given.iter().any(|lit| lit.var == *var)
            }
        };
        let mut solver = Solver::new(self.lowered, &Auto);
        let most = if is_soak() { usize::MAX } else { 12 };
        let stages = words.stages(explained);
        self.all_are_used(&stages, explained.is_solved());
        self.all_are_told_before(&stages);
        for stage in &stages {
            let told = stage.deductions.iter().map(|deduction| words.tell(deduction).unwrap());
            let lines = StepWords::lines(&told.collect::<Vec<StepWords>>());
            let mut open = ["{value}", "{rest}", "{case}", "{places}", "{reason}"].iter();
            assert!(!open.any(|open| lines.contains(open)), "{lines}");
        }
        for deduction in stages.into_iter().flat_map(|stage| stage.deductions).take(most) {
            let told = words.tell(&deduction).unwrap();
            let vars = deduction.facts.iter().map(Fact::var);
            assert!(vars.chain(told_in(&deduction.how)).all(is_told), "{told:?}");
            if told.how == "a clue says so" || told.how.ends_with("a clue is not right") {
                assert!(deduction.facts.iter().any(is_clue), "{told:?}");
            }
            self.symbols(&deduction, &told.what);
            self.group_is_wrong(&deduction);
            if deduction.how == How::Nested {
                continue;
            }
            let facts = deduction.facts.iter().flat_map(|fact| self.lits_of(fact));
            let with: Vec<Lit> = facts.chain([!hinted(&deduction)]).collect();
            let verdict = solver.solve(&with, &mut budget());
            assert!(matches!(verdict, Answer::Unsat(_)), "it does not follow: {told:?}");
        }
    }

    /// What is told is a value that is drawn, or a later reason rests on it.
    fn all_are_used(&self, stages: &[Stage], is_solved: bool) {
        let all: Vec<&Deduction> = stages.iter().flat_map(|stage| &stage.deductions).collect();
        let definition = self.instance.definition;
        let is_truth = |var: VarId| {
            let position = self.lowered.csp.answers.iter().position(|other| *other == var);
            definition.answers().any(|id| {
                let family = &self.instance.families[id.0 as usize];
                let own = family.offset..family.offset + family.index.len();
                definition.family(id).is_truth && position.is_some_and(|at| own.contains(&at))
            })
        };
        for (at, deduction) in all.iter().enumerate() {
            let is_used = |later: &&Deduction| {
                let mut lits = later.facts.iter().flat_map(|fact| self.lits_of(fact));
                // A value that an equal one excludes is not told.
                later.how == How::Nested
                    || lits.any(|lit| lit.var == deduction.var || (deduction.is && !lit.is))
            };
            let is_end =
                !is_solved || (deduction.is && (deduction.value != 0 || !is_truth(deduction.var)));
            assert!(is_end || all[at + 1..].iter().any(is_used), "nothing uses {deduction:?}");
        }
    }

    /// What a reason rests on is given, shown by the board itself, or told before. Of values that found ones exclude
    /// elsewhere nothing is told.
    fn all_are_told_before(&self, stages: &[Stage]) {
        let csp = &self.lowered.csp;
        let mut known: BTreeSet<Lit> = self.given_lits().into_iter().collect();
        known.extend(self.lowered.at_once(&givens(self.instance, &self.puzzle)));
        let holds = |known: &BTreeSet<Lit>, lit: Lit| {
            let out = |value: i64| {
                known.contains(&Lit::is_not(lit.var, value))
                    || known
                        .iter()
                        .any(|other| other.is && other.value == value && other.var != lit.var)
                    || known.iter().any(|own| own.is && own.var == lit.var && own.value != value)
            };
            let mut others = csp.domain(lit.var).iter().filter(|value| *value != lit.value);
            match lit.is {
                true => known.contains(&lit) || others.all(out),
                false => out(lit.value) || others.count() == 0,
            }
        };
        for deduction in stages.iter().flat_map(|stage| &stage.deductions) {
            for lit in deduction.facts.iter().flat_map(|fact| self.lits_of(fact)) {
                assert!(
                    holds(&known, lit),
                    "{}: {lit:?} is not told before {deduction:?}",
                    self.instance.definition.name
                );
            }
            let is_two = csp.domain(deduction.var).size() == 2;
            let found = hinted(deduction);
            let other = csp.domain(found.var).iter().find(|value| *value != found.value);
            known.insert(found);
            known.extend(other.filter(|_| is_two && !found.is).map(|v| Lit::is(found.var, v)));
        }
    }

    /// A group that is told to be too small or too large is so, by the facts and what is assumed alone.
    fn group_is_wrong(&self, deduction: &Deduction) {
        let How::Group(wrong) = &deduction.how else { return };
        let csp = &self.lowered.csp;
        let mut groups = csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some(groups),
            _ => None,
        });
        let groups = groups.next().unwrap();
        let labels = groups.labels().unwrap();
        let mut lits: Vec<Lit> =
            deduction.facts.iter().flat_map(|fact| self.lits_of(fact)).collect();
        lits.push(!hinted(deduction));
        let can = |var: VarId| {
            lits.iter().all(|lit| lit.var != var || (lit.value == wrong.value) == lit.is)
        };
        let is = |var: VarId| {
            let values: Vec<i64> = csp.domain(var).iter().collect();
            let is_out = |value: &i64| {
                lits.iter().any(|lit| lit.var == var && (lit.value == *value) != lit.is)
            };
            can(var) && values.iter().all(|value| *value == wrong.value || is_out(value))
        };
        let reached = |fits: &dyn Fn(VarId) -> bool| {
            let start = labels.iter().position(|label| *label == wrong.member).unwrap();
            let (mut seen, mut next) = (vec![start], 0);
            while let Some(node) = seen.get(next).copied() {
                for beside in groups.neighbours[node].iter().map(|node| *node as usize) {
                    if fits(labels[beside]) && !seen.contains(&beside) {
                        seen.push(beside);
                    }
                }
                next += 1;
            }
            seen.len() as i64
        };
        assert!(is(wrong.member), "{deduction:?}");
        match wrong.fault {
            WrongSize::Small => assert!(reached(&can) < wrong.value, "{deduction:?}"),
            WrongSize::Large => assert!(reached(&is) > wrong.value, "{deduction:?}"),
            WrongSize::Complete => {
                let others = |var: VarId| is(var) && var != deduction.var;
                assert!(reached(&is) > wrong.value, "{deduction:?}");
                assert!(wrong.member == deduction.var || reached(&others) == wrong.value);
            }
        }
    }

    fn lits_of(&self, fact: &Fact) -> Vec<Lit> {
        match fact {
            Fact::Is(var, value) => vec![Lit::is(*var, *value)],
            Fact::IsNot(var, value) => vec![Lit::is_not(*var, *value)],
            Fact::OneOf(var, values) => {
                let gone = self.lowered.csp.domain(*var).iter();
                let gone = gone.filter(|value| !values.contains(value));
                gone.map(|value| Lit::is_not(*var, value)).collect()
            }
        }
    }

    /// Where the definition has symbols, values are told by them.
    fn symbols(&self, deduction: &Deduction, what: &str) {
        let definition = self.instance.definition;
        for symbols in &definition.show.symbols {
            let Shown::Answer(id) = symbols.family else { continue };
            let family = &self.instance.families[id.0 as usize];
            let position = self.lowered.csp.answers.iter().position(|var| *var == deduction.var);
            let is_in =
                |at: usize| (family.offset..family.offset + family.index.len()).contains(&at);
            if position.is_some_and(is_in) {
                let last = what.chars().next_back().unwrap();
                let is_symbol = symbols.symbols.contains(&last);
                let has_numbers =
                    symbols.numbers_follow || symbols.symbols.contains(&Symbols::BLANK);
                assert!(is_symbol || has_numbers, "{what}");
            }
        }
    }
}

/// Returns what a deduction says.
fn hinted(deduction: &Deduction) -> Lit {
    Lit { var: deduction.var, value: deduction.value, is: deduction.is }
}

/// Returns the variables that the way to a deduction speaks of.
fn told_in(how: &How) -> Vec<VarId> {
    match how {
        How::Values(vars, _) | How::Places(vars, _) | How::Locked(vars, ..) => vars.clone(),
        How::Otherwise(chain, end) => chain.iter().map(|(var, _)| *var).chain(end.at()).collect(),
        How::Group(group) => vec![group.member],
        How::OnlyValue | How::OnlyPlace | How::Statement | How::Nested => Vec::new(),
    }
}

/// Runs `body` for the small boards of puzzles that are not `dear`, in a long run for all.
fn each(dear: &[&str], body: impl Fn(&mut Game<'_>)) {
    let is_dear = |name: &str| dear.contains(&name) || is_one_of_many(name);
    for name in library::names().into_iter().filter(|name| is_soak() || !is_dear(name)) {
        println!("{name}");
        with_game(name, |game| {
            if is_soak() || game.solution.len() <= 40 {
                body(game);
            }
        });
    }
}

#[test]
fn the_answer_is_right_and_a_wrong_entry_is_a_few_lines() {
    each(&[], |game| {
        game.right();
        game.wrong();
    });
}

#[test]
fn hints_are_news_and_reasons_are_on_the_board() {
    each(DEAR, |game| {
        let stepwise = Stepwise::new(game.instance, game.lowered).unwrap();
        let given = givens(game.instance, &game.puzzle);
        let explained = stepwise.explain(&given, &[]).unwrap();
        let words = Words::new(game.instance, game.lowered).with_given(&given);
        game.hint(&words, &explained);
        game.goes_on(&words, &stepwise);
        game.explain(&words, &explained);
    });
}
