//! A file for pytest: the program with its blanks, to be filled in, and a test for each thing that it does.

use std::fmt::Write as _;

use crate::listing::Printed;
use crate::text::remark;
use crate::{Context, Format, FormatHead};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_program::{End, Outcome};

pub(super) struct Pytest;

impl Format for Pytest {
    fn head(&self) -> FormatHead {
        FormatHead {
            is_link: true,
            holds_one: true,
            ..FormatHead::new(
                "pytest",
                "a program with blanks and its tests, as a file for pytest",
                "py",
            )
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let Some(printed) = Printed::new(context, puzzle) else {
            let name = &context.instance.definition.name;
            let message = format!("`{name}` has no program, so there is nothing to test");
            return Err(Problem::bare(Code::NoLink, message)
                .help("puzzles of programs have a board `programs(…)`"));
        };
        let mut out = remark(context, puzzle);
        out.push_str("# Fill in the blanks, then run pytest with this file.\n");
        let outcomes = printed.outcomes();
        if outcomes.iter().any(|(_, outcome)| matches!(outcome.end, End::Raised(_))) {
            out.push_str("import pytest\n");
        }
        if !printed.title().is_empty() {
            let _ = write!(out, "\n# {}", printed.title());
        }
        let solved = puzzle.solutions.first().filter(|_| context.with_answers);
        let solved = solved.and_then(|it| Printed::of_answer(context, &context.answer_blocks(it)));
        let choices = if solved.is_some() { Vec::new() } else { printed.choices() };
        if !choices.is_empty() {
            out.push_str("\n# What may stand in each blank:");
        }
        choices.iter().for_each(|line| {
            let _ = write!(out, "\n#   {line}");
        });
        let _ = write!(out, "\n\n{}", solved.as_ref().unwrap_or(&printed).code());
        for (number, (arguments, outcome)) in outcomes.iter().enumerate() {
            out.push_str(&test(number + 1, printed.name(), arguments, outcome));
        }
        Ok(out)
    }
}

/// Returns the test of one input.
fn test(number: usize, name: &str, arguments: &[String], outcome: &Outcome) -> String {
    let fixture = if outcome.printed.is_empty() { "" } else { "capsys" };
    let mut out = format!("\n\ndef test_{number}({fixture}):\n");
    let names: Vec<String> = (1..=arguments.len()).map(|at| format!("argument_{at}")).collect();
    for (name, value) in names.iter().zip(arguments) {
        let _ = writeln!(out, "    {name} = {value}");
    }
    let call = format!("{name}({})", names.join(", "));
    let _ = match &outcome.end {
        End::Returned(value) => writeln!(out, "    assert repr({call}) == {value:?}"),
        End::Raised(class) => writeln!(out, "    with pytest.raises({class}):\n        {call}"),
        // What does not end has no test; nor has what is not followed.
        End::TooLong | End::Unknown(_) => return String::new(),
    };
    if !outcome.printed.is_empty() {
        let _ = writeln!(out, "    assert capsys.readouterr().out == {:?}", outcome.printed);
    }
    for ((name, before), after) in names.iter().zip(arguments).zip(&outcome.arguments) {
        if before != after {
            let _ = writeln!(out, "    assert repr({name}) == {after:?}");
        }
    }
    out
}
