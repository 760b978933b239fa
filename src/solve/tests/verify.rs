//! Proofs by two engines: what both say is taken, what one says wrongly is never a result.

use insta::assert_snapshot;
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_csp::{Csp, Lit};
use puzgen_engine::{Engine, Session, Verdict};
use puzgen_engines::ENGINES;
use puzgen_vocabulary::lower::{Purpose, ReadyRef};

use super::{Case, SQUARE, shown, with};
use crate::verify::{Unproved, Verifier, WithoutGiven, describe_count, fault_of};

/// An engine that asks another one and changes what it says.
struct Liar(fn(Verdict) -> Verdict);

struct LyingSession<'a>(Box<dyn Session + 'a>, fn(Verdict) -> Verdict);

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn about(&self) -> &'static str {
        "says what is not so"
    }

    fn accepts(&self, _: &Csp) -> bool {
        true
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        Box::new(LyingSession(ENGINES.default_engine().open(csp), self.0))
    }
}

impl Session for LyingSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        self.0.new_activation_literal()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        self.1(self.0.solve(assumptions, budget))
    }
}

/// An engine that sees only those solutions in which the fourth value is this one.
struct Narrow(i64);

impl Engine for Narrow {
    fn name(&self) -> &'static str {
        if self.0 == 2 { "sees 2" } else { "sees others" }
    }

    fn about(&self) -> &'static str {
        "says what is not all"
    }

    fn accepts(&self, _: &Csp) -> bool {
        true
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let mut session = ENGINES.default_engine().open(csp);
        session.add_clause(&[Lit::is(csp.answers[3], self.0)]);
        session
    }
}

/// An engine that says "no" to everything.
const DENIER: Liar = Liar(|_| Verdict::Unsat(Vec::new()));
/// An engine whose models have another value for the first variable.
const FORGER: Liar = Liar(|verdict| match verdict {
    Verdict::Sat(mut found) => {
        found[0] = found[0] % 3 + 1;
        Verdict::Sat(found)
    }
    other => other,
});
/// An engine that never answers.
const SILENT: Liar = Liar(|_| Verdict::GaveUp(GaveUp::Solver("silence".to_owned())));

fn unproved(reason: Unproved) -> String {
    match reason {
        Unproved::GaveUp { engine, reason } => format!("{engine} gave up: {reason:?}"),
        Unproved::Disagreement(what) => what,
    }
}

/// Returns how many solutions two engines find, up to one more than `at_most`, and which.
fn check(board: &str, at_most: usize, engines: &[&dyn Engine], budget: &Budget) -> String {
    with(SQUARE, board, Purpose::Solve, |case| {
        let mut verifier =
            Verifier::new(ReadyRef { instance: case.instance, lowered: case.lowered }, engines);
        verifier.begin(budget);
        match verifier.count(&case.given, at_most) {
            Err(reason) => unproved(reason),
            Ok(found) => {
                let all: Vec<String> = found.solutions.iter().map(|it| shown(it)).collect();
                format!("{}: {}", describe_count(found.number, found.is_complete), all.join(" "))
            }
        }
    })
}

fn brute() -> &'static dyn Engine {
    ENGINES.by_name("brute").expect("it is in every build")
}

#[test]
fn two_engines_prove_a_number_of_solutions() {
    let engines = [ENGINES.default_engine(), brute()];
    let check = |board: &str, at_most| check(board, at_most, &engines, &Budget::unlimited());
    assert_snapshot!(check("1 2 3\n2 . .", 1), @"one solution: 123231");
    assert_snapshot!(check("1 2 3\n. . .", 1), @"at least 2 solutions:");
    assert_snapshot!(check("1 2 3\n. . .", 2), @"2 solutions: 123231 123312");
    assert_snapshot!(check("1 2 3\n1 . .", 1), @"no solution:");
}

#[test]
fn a_wrong_answer_is_no_result() {
    let by = |liar: &Liar, board: &str| check(board, 1, &[brute(), liar], &Budget::unlimited());
    assert_snapshot!(by(&DENIER, "1 2 3\n2 . ."), @"`brute` finds one solution, `liar` no solution");
    assert_snapshot!(by(&FORGER, "1 2 3\n2 . ."), @"`liar` gives a solution that breaks rule `row`: row 1 repeats a number");
    assert_snapshot!(by(&SILENT, "1 2 3\n2 . ."), @r#"liar gave up: Solver("silence")"#);
    // What is so is taken.
    assert_snapshot!(by(&DENIER, "1 2 3\n1 . ."), @"no solution:");
}

#[test]
fn engines_must_find_the_same_solutions() {
    let (board, unlimited) = ("1 2 3\n. . .", Budget::unlimited());
    let by = |one: &dyn Engine, other: &dyn Engine| check(board, 1, &[one, other], &unlimited);
    assert_snapshot!(by(&Narrow(2), &Narrow(2)), @"one solution: 123231");
    assert_snapshot!(by(&Narrow(2), &Narrow(3)), @"`sees 2` and `sees others` find different solutions");
    assert_snapshot!(by(&Narrow(2), brute()), @"`sees 2` finds one solution, `brute` at least 2 solutions");
}

#[test]
fn a_spent_budget_proves_nothing() {
    let engines = [ENGINES.default_engine(), brute()];
    let spent = Budget::new(Some(0), StopFlag::new());
    assert!(check("1 2 3\n2 . .", 1, &engines, &spent).ends_with("gave up: Steps"));
}

/// Returns what `ask` says of a verifier that counted the solutions of a board.
fn counted<T>(board: &str, ask: impl FnOnce(&Case<'_>, &mut Verifier<'_>) -> T) -> T {
    with(SQUARE, board, Purpose::Solve, |case| {
        let engines = [ENGINES.default_engine(), brute()];
        let mut verifier =
            Verifier::new(ReadyRef { instance: case.instance, lowered: case.lowered }, &engines);
        verifier.begin(&Budget::unlimited());
        verifier.count(&case.given, 1).expect("no bound");
        ask(case, &mut verifier)
    })
}

#[test]
fn givens_that_can_go_are_found() {
    let redundant = |board: &str| {
        counted(board, |case, verifier| {
            let facts = verifier.redundant(&case.given).expect("no bound");
            facts
                .iter()
                .map(|fact| case.instance.describe_fact(*fact))
                .collect::<Vec<_>>()
                .join(", ")
        })
    };
    assert_snapshot!(redundant("1 2 3\n2 . ."), @"given at r1c1, given at r1c2, given at r1c3");
    assert_snapshot!(redundant("1 2 .\n2 . ."), @"");
}

#[test]
fn what_is_left_without_a_given_is_told() {
    let left = counted("1 2 3\n2 . .", |case, verifier| {
        let found = verifier.without_each(&case.given, &vec![1, 2, 3, 2, 3, 1]);
        let left = |(fact, left): &(usize, WithoutGiven)| {
            let left = match left {
                WithoutGiven::Same => "the same".to_owned(),
                WithoutGiven::Other(other) => shown(other),
                WithoutGiven::None => "nothing".to_owned(),
            };
            format!("{}: {left}", case.instance.describe_fact(*fact))
        };
        found.expect("no bound").iter().map(left).collect::<Vec<_>>().join("\n")
    });
    assert_snapshot!(left, @"
    given at r1c1: the same
    given at r1c2: the same
    given at r1c3: the same
    given at r2c1: 123312
    ");
}

#[test]
fn answers_are_right_or_wrong() {
    let allows = |answer: &[Option<i64>]| {
        counted("1 2 3\n. . .", |case, verifier| verifier.allows(&case.given, answer))
            .expect("no bound")
    };
    let of =
        |text: &str| text.chars().map(|char| char.to_digit(10).map(i64::from)).collect::<Vec<_>>();
    assert!(allows(&of("123231")));
    assert!(allows(&of("123...")));
    assert!(allows(&of("12.3..")));
    assert!(!allows(&of("123213")));
    assert!(!allows(&of("321231")));
    assert!(!allows(&of("...1..")));
}

#[test]
fn the_first_solutions_are_those_of_both() {
    let first = |count| {
        let found = counted(". . .\n. . .", |case, verifier| verifier.first(&case.given, count));
        found.expect("no bound").iter().map(|it| shown(it)).collect::<Vec<_>>().join(" ")
    };
    assert_snapshot!(first(0), @"");
    assert_snapshot!(first(3), @"123231 123312 132213");
}

#[test]
fn solutions_are_held_against_the_rules() {
    let fault = |board: &str, values: &[i64]| {
        with(SQUARE, board, Purpose::Solve, |case| fault_of(case.instance, &case.given, values))
            .unwrap_or_else(|| "right".to_owned())
    };
    assert_snapshot!(fault("1 2 3\n. . .", &[1, 2, 3, 2, 3, 1]), @"right");
    assert_snapshot!(fault("1 2 3\n. . .", &[1, 2, 3, 1, 3, 2]), @"breaks rule `column`: column 1 repeats a number");
    assert_snapshot!(fault("1 2 3\n. . .", &[1, 2, 2, 2, 3, 1]), @"breaks rule `row`: row 1 repeats a number");
    assert_snapshot!(fault("1 2 3\n. . .", &[2, 1, 3, 3, 2, 1]), @"does not have given at r1c1 = 1");
}

#[test]
fn numbers_of_solutions_are_told_in_words() {
    let words = [(0, true), (1, true), (1, false), (2, true), (2, false)];
    let words = words.map(|(number, is_complete)| describe_count(number, is_complete));
    assert_snapshot!(words.join("; "), @"no solution; one solution; at least one solution; 2 solutions; at least 2 solutions");
}
