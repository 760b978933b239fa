//! A program with a generator in it: makes puzzles, asks about them, and marks an attempt.
//!
//! `cargo run --example embed`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example shows what it does")]

use std::ops::ControlFlow;

use puzgen::wire::Outcome;
use puzgen::{Error, Family, Limits, Request, Tell};

/// A definition of the program's own.
const SQUARE: &str = "
puzzle square \"Latin square\" {
  param n: 1..9 = 4
  board grid(n, n)
  answer x[cells]: 1..n
  rule row(r in rows)       \"{r} repeats a number\": distinct(x[r])
  rule column(c in columns) \"{c} repeats a number\": distinct(x[c])
  clue given[c in cells] = x[c]
  remove given { keep solutions == 1 }
  transform relabel x
  transform permute rows, columns
}";

pub(crate) fn main() -> Result<(), Error> {
    let family = Family::parse("square.pz", SQUARE)?.with("n", "5")?;

    // Puzzles come one after the other, made on two threads; the seed decides them.
    let request = Request { seed: 7, count: 3, threads: 2, ..Request::default() };
    family.generate_each(&request, |puzzles, remark| {
        for puzzle in puzzles {
            print!("{}", puzzle.print("line").unwrap_or_default());
        }
        if let Some(remark) = remark {
            eprintln!("{remark}");
        }
        ControlFlow::Continue(())
    })?;

    // A board is a text: it may come from a file, a form or a link.
    let limits = Limits { steps: Some(100_000), ..Limits::default() };
    let puzzle = family.generate_one(&request)?;
    let board = family.board(&puzzle.print("line")?)?;
    assert_eq!(board.count(2, &limits)?.solutions, 1);
    assert_eq!(board.verify(&limits)?.verified.len(), 2);
    println!("rated {:?}", board.rate(&limits)?.score);

    if let Some(hint) = board.hint(Tell::Rule)? {
        println!("look at {}: {}", hint.place, hint.kind);
    }
    let explanation = board.explain()?;
    println!("{} steps lead to the end: {}", explanation.steps.len(), explanation.is_solved);

    // An attempt with the answer filled in is right; the empty board breaks nothing.
    let Outcome::Unique { answer } = board.solve(&limits)?.outcome else { unreachable!() };
    let solved = puzzle.print_solved("json")?;
    assert!(board.mark(&solved, &limits)?.right, "{answer:?}");

    // Equivalent puzzles look different and are as hard.
    for other in board.jumble(1, 2, &limits)? {
        print!("{}", other.print("line")?);
    }

    // What is wrong has a code and a place.
    let wrong = family.board("1 2 3").expect_err("a row is no board");
    println!("{}: {wrong}", wrong.code());
    Ok(())
}
