//! Definitions that each rest on the one before: they are evaluated, lowered and solved in linear time
//! and on the ordinary stack of a thread, however often each names the one before.

use std::fmt::Write as _;
use std::thread;

use puzgen_base::diagnostics::Code;
use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_model::rules::facts_of;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::Ready;

use crate::define::{budget, define};

/// What a test's thread has, and one that a program starts.
const STACK: usize = 2 << 20;

/// Returns a chain of so many definitions of two values each; `next` says the next one of the one
/// before, `_`.
fn chain(length: usize, next: &str) -> String {
    let mut text = "puzzle p { board grid(1, 2) answer x[cells]: 0..2 answer y: 0..2\n".to_owned();
    text += "aux a0[c in cells] = x[c]\n";
    for link in 1..=length {
        let value = next.replace('_', &format!("a{}[c]", link - 1));
        writeln!(text, "aux a{link}[c in cells] = {value}").unwrap();
    }
    write!(text, "clue last[c in cells] = a{length}[c] clue of_y = y }}").unwrap();
    text
}

/// Makes sure that what the last definition says by direct evaluation is what the solver says.
fn agrees(text: String) {
    let test = move || {
        let mut sources = Sources::new();
        let definition = define(&mut sources, "chain", &text, None).unwrap();
        let ready = Ready::new(Instance::new(&definition, &[]).unwrap()).unwrap();
        let mut solver = Solver::new(&ready.lowered, ENGINES.by_name("search").unwrap());
        let found = solver.find(&[], 30, &mut budget()).unwrap();
        assert_eq!(found.solutions.len(), 27);
        for values in found.solutions.iter().take(3) {
            let facts = facts_of(&ready.instance, values).unwrap();
            let literals = facts
                .iter()
                .enumerate()
                .filter_map(|(fact, value)| value.map(|value| ready.lowered.fact_lit(fact, value)));
            let literals: Vec<_> = literals.collect();
            let again = solver.find(&literals, 30, &mut budget()).unwrap();
            assert!(again.solutions.contains(values), "{values:?} {facts:?}");
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(test).unwrap().join().unwrap();
}

#[test]
fn chains_are_shared_and_need_no_deep_stack() {
    let deep = format!("2 - {}_{}", "(".repeat(30), " * 1)".repeat(30));
    for (length, next) in [
        (1_000, "2 - _"),
        (200, &deep),
        (60, "(_ + _) mod 3"),
        (60, "if _ > 1 then _ - 1 else _ + 1"),
        // Without a value where `y` is 0.
        (60, "(_ div y + _ div y) mod 3"),
        (60, "[v for v in {_, _}][if _ == 1 then 1 else 2] mod 3"),
    ] {
        agrees(chain(length, next));
    }
}

#[test]
fn bounds_the_chain() {
    let mut sources = Sources::new();
    let problems = define(&mut sources, "chain", &chain(2_000, "_"), None).unwrap_err();
    let codes: Vec<Code> = problems.iter().map(|problem| problem.code()).collect();
    assert_eq!(codes, [Code::TooLong]);
    assert!(define(&mut sources, "chain", &chain(1_999, "_"), None).is_ok());
}
