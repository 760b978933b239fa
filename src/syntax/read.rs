//! Reads an input by a rule of the grammar: tokens, depth, grammar, tree.

use pest::Parser;

use crate::cursor::Cursor;
use crate::grammar::{Grammar, Rule};
use crate::input::Input;
use crate::scan::{Fault, Scan};
use crate::{brackets, explain, grammar, scan};
use puzgen_base::diagnostics::Problem;

/// Reads the input by `rule` and builds its tree, or says where and why it cannot go on.
pub(crate) fn read<'a, T>(
    input: Input<'a>,
    rule: Rule,
    build: impl FnOnce(&mut Cursor<'a, '_>) -> Result<T, Problem>,
) -> Result<T, Fault> {
    let Scan { tokens, fault } = scan::scan(input);
    if let Some(deep) = brackets::check_depth(input, &tokens) {
        return Err(match fault {
            Some(fault) if fault.at < deep.at => fault,
            _ => deep,
        });
    }
    match (Grammar::parse(rule, input.text), fault) {
        (Ok(pairs), None) => build(&mut Cursor::new(input, &tokens, pairs)).map_err(|problem| {
            let place = problem.labels().first().map_or(0, |label| label.span.start as usize);
            Fault { at: place.saturating_sub(input.base), problem }
        }),
        (Ok(_), Some(fault)) => Err(fault),
        (Err(error), fault) => {
            let at = grammar::error_position(&error);
            match fault {
                Some(fault) if fault.at <= at => Err(fault),
                _ => Err(Fault { at, problem: explain::explain(input, &tokens, &error) }),
            }
        }
    }
}
