//! `--verify A,B`: the two engines that prove.

use crate::host::engines;
use puzgen_api::pair::fault_of;
use puzgen_base::diagnostics::{Code, Problem};

/// The names of two engines.
pub(super) type Pair = [String; 2];

/// Reads `A,B`.
pub(super) fn parse_pair(text: &str) -> Result<Pair, Problem> {
    let Some((first, second)) = text.split_once(',') else {
        let message = format!("`--verify {text}` names no two engines");
        return Err(Problem::bare(Code::Usage, message).help(format!(
            "write two names with a comma, such as `{}`",
            engines().pair_example()
        )));
    };
    let pair = [first.trim().to_owned(), second.trim().to_owned()];
    match pair.iter().find_map(|name| fault_of(name, engines())) {
        Some(fault) => Err(fault),
        None => Ok(pair),
    }
}
