//! Proofs by two engines: an engine that lies is found out, the boards of the 2014 paper have the
//! redundant givens that were counted in them, and what `run` prints is what `verify` accepts.

use std::fs;

use puzgen_base::budget::Budget;
use puzgen_base::source::Sources;
use puzgen_csp::{Csp, Lit};
use puzgen_engine::{Engine, Session, Verdict};
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_puzzles as library;
use puzgen_solve::verify::{SolutionCount, Unproved, Verifier, WithoutGiven};
use puzgen_vocabulary::lower::{Lowered, Purpose, ReadyRef, lower};

use crate::command::{Setup, run, scratch, words};
use crate::define::{budget, define, small};

/// What a [`Liar`] does with the answers of the engine behind it.
#[derive(Debug, Clone, Copy)]
enum Lie {
    /// "No" from this question of a session on.
    NoFrom(usize),
    /// The first value of every solution is another one.
    WrongModel,
    /// "Yes" is always the first solution, even where it was excluded.
    Repeats,
    /// No answer, ever.
    Silent,
}

/// An engine that answers wrongly.
#[derive(Debug)]
struct Liar(Lie);

struct Lying<'a> {
    lie: Lie,
    questions: usize,
    first: Option<Verdict>,
    honest: Box<dyn Session + 'a>,
}

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn about(&self) -> &'static str {
        "answers wrongly"
    }

    fn accepts(&self, _: &Csp) -> bool {
        true
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let honest = ENGINES.by_name("batsat").unwrap().open(csp);
        Box::new(Lying { lie: self.0, questions: 0, first: None, honest })
    }
}

impl Session for Lying<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        self.honest.new_activation_literal()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.honest.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let question = self.questions;
        self.questions += 1;
        let honest = self.honest.solve(assumptions, budget);
        self.first.get_or_insert_with(|| honest.clone());
        match (self.lie, honest) {
            (Lie::NoFrom(from), _) if question >= from => Verdict::Unsat(assumptions.to_vec()),
            (Lie::Repeats, Verdict::Sat(_)) => self.first.clone().unwrap(),
            (Lie::Silent, _) => Verdict::GaveUp(puzgen_base::budget::GaveUp::Steps),
            (Lie::WrongModel, Verdict::Sat(mut values)) => {
                values[0] = values[0] % 3 + 1;
                Verdict::Sat(values)
            }
            (_, honest) => honest,
        }
    }
}

const LATIN: &str = "puzzle latin \"Latin\" {
  board grid(3, 3)
  answer x[cells]: 1..3
  rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
  rule column(c in columns): distinct(x[c])
  clue given[c in cells] = x[c]
}";

/// Calls `body` with the latin square of order 3.
fn with_latin<T>(body: impl FnOnce(&Instance<'_>, &Lowered) -> T) -> T {
    let mut sources = Sources::new();
    let definition = define(&mut sources, "latin", LATIN, None).unwrap();
    let instance = Instance::new(&definition, &[]).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    body(&instance, &lowered)
}

/// Row 1 is 1 2 3, and row 2 begins with 2: one solution, and four givens of which one can go.
const UNIQUE: &[(usize, i64)] = &[(0, 1), (1, 2), (2, 3), (3, 2)];

/// Returns what an honest engine and a liar make of givens.
fn with_liar<T>(lie: Lie, body: impl FnOnce(&mut Verifier<'_>) -> T) -> T {
    with_latin(|instance, lowered| {
        let engines: [&dyn Engine; 2] = [ENGINES.by_name("search").unwrap(), &Liar(lie)];
        let mut verifier = Verifier::new(ReadyRef { instance, lowered }, &engines);
        verifier.begin(&budget());
        body(&mut verifier)
    })
}

fn disagreement<T: std::fmt::Debug>(result: Result<T, Unproved>) -> String {
    match result {
        Err(Unproved::Disagreement(message)) => message,
        other => panic!("no disagreement: {other:?}"),
    }
}

#[test]
fn honest_engines_agree() {
    with_latin(|instance, lowered| {
        let engines = ENGINES.pair(&lowered.csp);
        assert_eq!(engines.len(), 2, "two engines take every small problem");
        let mut verifier = Verifier::new(ReadyRef { instance, lowered }, &engines);
        verifier.begin(&budget());
        let solutions = vec![vec![1, 2, 3, 2, 3, 1, 3, 1, 2]];
        let expected = SolutionCount { number: 1, is_complete: true, solutions };
        assert_eq!(verifier.count(UNIQUE, 1), Ok(expected));
        assert_eq!(verifier.redundant(UNIQUE), Ok(vec![0, 1, 2]));
        // Row 2 is 3 1 2 in the other solution.
        let other = WithoutGiven::Other(vec![1, 2, 3, 3, 1, 2, 2, 3, 1]);
        let same = |fact| (fact, WithoutGiven::Same);
        let left = vec![same(0), same(1), same(2), (3, other)];
        assert_eq!(verifier.without_each(UNIQUE, &vec![1, 2, 3, 2, 3, 1, 3, 1, 2]), Ok(left));
        let answer = |value| {
            let mut answer = vec![None; 9];
            answer[8] = Some(value);
            answer
        };
        assert_eq!(verifier.allows(UNIQUE, &answer(2)), Ok(true));
        assert_eq!(verifier.allows(UNIQUE, &answer(3)), Ok(false));
        let several = SolutionCount { number: 2, is_complete: false, solutions: Vec::new() };
        assert_eq!(verifier.count(&UNIQUE[..1], 1), Ok(several));
        assert_eq!(verifier.count(&UNIQUE[..1], 9).map(|count| count.number), Ok(4));
        assert_eq!(verifier.count(&[(0, 1), (1, 1)], 1).map(|count| count.number), Ok(0));
    });
}

/// Sessions are opened anew after a hundred or so; nothing of that may show.
#[test]
fn later_puzzles_are_proved_like_the_first() {
    with_latin(|instance, lowered| {
        let engines = ENGINES.pair(&lowered.csp);
        let mut verifier = Verifier::new(ReadyRef { instance, lowered }, &engines);
        for _ in 0..60 {
            verifier.begin(&budget());
            assert_eq!(verifier.count(UNIQUE, 1).map(|count| count.number), Ok(1));
            assert_eq!(verifier.redundant(UNIQUE), Ok(vec![0, 1, 2]));
            assert_eq!(verifier.count(&UNIQUE[..1], 9).map(|count| count.number), Ok(4));
        }
    });
}

#[test]
fn an_engine_that_lies_is_found_out() {
    let count = |lie, given: &[(usize, i64)]| {
        disagreement(with_liar(lie, |verifier| verifier.count(given, 1)))
    };
    assert_eq!(count(Lie::NoFrom(0), UNIQUE), "`search` finds one solution, `liar` no solution");
    assert_eq!(
        count(Lie::NoFrom(1), &UNIQUE[..1]),
        "`search` finds at least 2 solutions, `liar` one solution"
    );
    assert_eq!(
        count(Lie::WrongModel, UNIQUE),
        "`liar` gives a solution that breaks rule `row`: row 1 repeats a number"
    );
    assert_eq!(count(Lie::Repeats, &UNIQUE[..1]), "`liar` gives a solution that was excluded");
}

#[test]
fn a_lie_about_a_given_or_an_answer_is_found_out() {
    let result = with_liar(Lie::NoFrom(2), |verifier| {
        assert_eq!(verifier.count(UNIQUE, 1).unwrap().number, 1);
        verifier.redundant(UNIQUE)
    });
    assert_eq!(
        disagreement(result),
        "`liar` says that given at r2c1 can go, `search` that it cannot"
    );
    let result = with_liar(Lie::NoFrom(2), |verifier| {
        let solution = verifier.count(UNIQUE, 1).unwrap().solutions.remove(0);
        verifier.without_each(UNIQUE, &solution)
    });
    assert_eq!(
        disagreement(result),
        "`search` and `liar` say different things of the puzzle without given at r1c1"
    );
    let result = with_liar(Lie::NoFrom(0), |verifier| verifier.allows(UNIQUE, &[None; 9]));
    assert_eq!(
        disagreement(result),
        "`search` takes the answer given for a solution, `liar` does not"
    );
}

#[test]
fn an_engine_without_an_answer_proves_nothing() {
    let result = with_liar(Lie::Silent, |verifier| verifier.count(UNIQUE, 1));
    assert!(matches!(result, Err(Unproved::GaveUp { engine: "liar", .. })), "{result:?}");
}

/// The boards of the paper with the numbers of givens that were counted by other means.
#[test]
fn published_boards_have_the_redundant_givens_that_were_counted() {
    let folder = scratch("verify_published");
    for (name, example, redundant, givens) in [
        ("sudoku", "Chou and Kaashoek 2014, figure 1", 38, 42),
        ("sudoku", "Chou and Kaashoek 2014, the slides", 28, 38),
        ("sudoku", "17 clues, as few as there can be", 0, 17),
        ("fillomino", "Chou and Kaashoek 2014, figure 2", 19, 42),
    ] {
        let text = library::text(name).unwrap();
        let at = text.find(example).expect("an example of this name");
        let board = text[at..].split("\"\"\"").nth(1).unwrap();
        fs::write(folder.join("board.txt"), board).unwrap();
        let line = format!("verify {name} board.txt --redundant --format json");
        let ran = run(&folder, &words(&line), &Setup::default());
        assert_eq!(ran.status.code(), Some(0), "{example}: {}", ran.stderr);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let found = report["redundant"].as_array().unwrap().len();
        assert_eq!((found, report["givens"].as_u64()), (redundant, Some(givens)), "{example}");
        assert_eq!(report["minimal"], redundant == 0);
    }
}

#[test]
fn what_run_prints_is_what_verify_accepts() {
    let folder = scratch("verify_round_trip");
    // All formats of the first ones; of the others, which differ less and less, one each.
    let formats = ["line", "json", "text", "yaml"];
    for (number, name) in library::names().into_iter().enumerate() {
        let params: Vec<String> = small(name).iter().map(|set| format!("--set {set}")).collect();
        let params = params.join(" ");
        let first = number % formats.len();
        let last = if number < 8 { first + formats.len() } else { first + 1 };
        for format in (first..last).map(|format| formats[format % formats.len()]) {
            let line = format!("run {name} {params} --seed 1 --count 3 --format {format}");
            let printed = run(&folder, &words(&line), &Setup::default());
            assert_eq!(printed.status.code(), Some(0), "{line}: {}", printed.stderr);
            let setup = Setup { input: printed.stdout.into_bytes(), ..Setup::default() };
            // What comes as an object has its parameters with it.
            let params = if matches!(format, "json" | "yaml") { "" } else { &params };
            let line = format!("verify {name} {params} - --format json");
            let ran = run(&folder, &words(&line), &setup);
            assert_eq!(ran.status.code(), Some(0), "{name} as {format}: {}", ran.stderr);
            let report = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
            let reports: Vec<_> = ran.stdout.lines().map(report).collect();
            assert_eq!(reports.len(), 3, "{name} as {format}");
            let has_answer = matches!(format, "json" | "yaml");
            for report in reports {
                assert_eq!(report["status"], "as_expected");
                assert_eq!(report["answer_is_right"] == true, has_answer, "{report}");
            }
        }
    }
}
