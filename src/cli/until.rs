//! `--until`: where removal stops.

use crate::output::Console;
use crate::stop::name_value;
use puzgen_api::Until;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::ops::CompareOp;
use puzgen_base::source::Span;

/// Reads a feature, a comparison and a number, such as `empties=50`; returns where they stand, too.
pub(super) fn parse_until(console: &mut Console, text: &str) -> Result<(Until, Span), Problem> {
    let signs = [
        ("<=", CompareOp::Le),
        (">=", CompareOp::Ge),
        ("==", CompareOp::Eq),
        ("=", CompareOp::Eq),
        ("<", CompareOp::Lt),
        (">", CompareOp::Gt),
    ];
    let found = signs.iter().find_map(|(sign, op)| Some((text.split_once(sign)?, *op)));
    let prepared = match found {
        Some(((name, number), _)) => format!("{name}={number}"),
        None => text.to_owned(),
    };
    let (name, number, span) = name_value(&mut console.sources, "--until", &prepared)?;
    let parsed = number.parse().ok().filter(|number: &f64| number.is_finite());
    let number = parsed.ok_or_else(|| {
        Problem::error(Code::Usage, format!("`{number}` is no number"), span, "expected a number")
            .help("write `--until empties=50`")
    })?;
    let comparison = found.map_or(CompareOp::Eq, |(_, op)| op);
    Ok((Until { feature: name, comparison, number }, span))
}
