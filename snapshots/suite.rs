//! The test runner: one test for each folder of cases, the properties, the documents and `tidy`.
//!
//! A case is a file `snapshots/<stage>/x.pz` (`x.cli` for the command line) with its reviewed result
//! `x.snap` beside it. To add one, write the case, run `INSTA_UPDATE=always cargo test --test suite`
//! and read the result line by line. `suite/case.rs` says what the header of a case may hold.
//!
//! `PUZGEN_SOAK=1` gives the random tests about fifty times as many seeds, kills fifty times as many
//! runs, and compares 200 seeds with every engine and 1, 2 and 8 threads.
#![cfg(test)]
#![expect(clippy::print_stdout, reason = "what a random test did is shown where it fails")]

#[cfg(all(unix, feature = "bank"))]
#[path = "suite/banks.rs"]
mod banks;
#[cfg(feature = "book")]
#[path = "suite/books.rs"]
mod books;
#[path = "suite/by_stage.rs"]
mod by_stage;
#[path = "suite/case.rs"]
mod case;
#[path = "suite/certificates.rs"]
mod certificates;
#[path = "suite/command.rs"]
mod command;
#[path = "suite/contributing.rs"]
mod contributing;
#[path = "suite/define.rs"]
mod define;
#[path = "suite/documents.rs"]
mod documents;
#[path = "suite/editors.rs"]
mod editors;
#[path = "suite/embedding.rs"]
mod embedding;
#[path = "suite/every_command.rs"]
mod every_command;
#[path = "bench/facts.rs"]
mod facts;
#[path = "suite/figures.rs"]
mod figures;
#[cfg(unix)]
#[path = "suite/files.rs"]
mod files;
#[path = "suite/fuzz.rs"]
mod fuzz;
#[path = "suite/genres.rs"]
mod genres;
#[cfg(unix)]
#[path = "suite/kill.rs"]
mod kill;
#[path = "suite/learn.rs"]
mod learn;
#[path = "suite/links.rs"]
mod links;
#[cfg(feature = "lsp")]
#[path = "suite/lsp.rs"]
mod lsp;
#[path = "suite/marking.rs"]
mod marking;
#[cfg(feature = "png")]
#[path = "suite/pictures.rs"]
mod pictures;
#[path = "suite/problems.rs"]
mod problems;
#[path = "suite/properties/mod.rs"]
mod properties;
#[cfg(feature = "book")]
#[path = "suite/quizzes.rs"]
mod quizzes;
#[path = "suite/same_bytes.rs"]
mod same_bytes;
#[path = "suite/schemas.rs"]
mod schemas;
#[path = "suite/scripts.rs"]
mod scripts;
#[path = "suite/seen.rs"]
mod seen;
#[path = "suite/shards.rs"]
mod shards;
#[cfg(unix)]
#[path = "suite/shell.rs"]
mod shell;
#[cfg(feature = "site")]
#[path = "suite/site.rs"]
mod site;
#[path = "suite/stages.rs"]
mod stages;
#[cfg(unix)]
#[path = "suite/terminal.rs"]
mod terminal;
#[path = "suite/tidy.rs"]
mod tidy;
#[path = "suite/tools.rs"]
mod tools;
#[path = "suite/translations.rs"]
mod translations;
#[path = "suite/verify.rs"]
mod verify;
#[cfg(all(unix, feature = "watch"))]
#[path = "suite/watch.rs"]
mod watch;
#[path = "suite/what_if.rs"]
mod what_if;
#[path = "suite/worked.rs"]
mod worked;
