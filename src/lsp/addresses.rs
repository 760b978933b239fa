//! Addresses of texts that are no files, and what commands gave.
//!
//! Their scheme is `puzgen`: `puzgen://built-in/sudoku.pz`. `texts.rs` gives the texts to editors.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use lsp_types::Uri;

use puzgen_base::diagnostics::Code;
use puzgen_check::load::built_in_name;
use puzgen_puzzles as library;

/// Where built-in texts are.
pub(super) const BUILT_IN: &str = "puzgen://built-in/";
/// Where the pages about codes are.
pub(super) const PAGE: &str = "puzgen://problems/";
/// Where results of commands are.
const RESULT: &str = "puzgen://results/";

/// How many results of commands are kept.
const KEPT: usize = 20;

/// Where the repository is; empty as long as it has no address.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Returns the address of a built-in text, by the name that messages show for it.
pub(super) fn uri_of_built_in(name: &str) -> Option<Uri> {
    let name = name.strip_prefix(&built_in_name(""))?;
    Some(Uri(format!("{BUILT_IN}{name}.pz")))
}

/// Returns the name that messages show for the built-in text at an address.
pub(super) fn built_in_at(uri: &Uri) -> Option<String> {
    let name = uri.0.strip_prefix(BUILT_IN)?.strip_suffix(".pz")?;
    library::text(name).map(|_| built_in_name(name))
}

/// Returns where the page about a code is: in the repository, or, as long as that has no address, among
/// the texts here, where the editor reads those.
pub(super) fn uri_of_page(code: Code, reads_texts: bool) -> Option<Uri> {
    page_in(REPOSITORY, code).or_else(|| {
        let page = || Uri(format!("{PAGE}{}.md", code.short().replace("::", "/")));
        reads_texts.then(page)
    })
}

/// Returns the address of the page about a code in a repository.
fn page_in(repository: &str, code: Code) -> Option<Uri> {
    // The heading without what is no letter, as the pages of repositories name it.
    let heading = code.as_str().replace("::", "");
    let page = || Uri(format!("{repository}/blob/HEAD/docs/problems.md#{heading}"));
    (!repository.is_empty()).then(page)
}

/// What commands gave last, by addresses.
#[derive(Debug, Clone, Default)]
pub(super) struct Results(Arc<Mutex<BTreeMap<u64, (Uri, String)>>>);

impl Results {
    /// Keeps a text under an address with this name, for as long as there is room.
    pub(super) fn keep(&self, name: &str, text: &str) -> Uri {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = kept.last_key_value().map_or(1, |(number, _)| number + 1);
        let uri = Uri(format!("{RESULT}{number}/{name}.txt"));
        kept.insert(number, (uri.clone(), text.to_owned()));
        if kept.len() > KEPT {
            kept.pop_first();
        }
        uri
    }

    /// Returns the text at an address.
    pub(super) fn text(&self, uri: &str) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.values().find(|(kept, _)| kept.0 == uri).map(|(_, text)| text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_an_address_in_the_repository() {
        let uri = page_in("https://example.org/puzgen", Code::UnknownName).expect("an address");
        assert_eq!(
            uri.0,
            "https://example.org/puzgen/blob/HEAD/docs/problems.md#puzgencheckunknown_name"
        );
        assert_eq!(page_in("", Code::UnknownName), None);
    }
}
