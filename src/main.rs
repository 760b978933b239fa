//! The command line program.

use std::process::ExitCode;

/// For the engines, too: CaDiCaL asks for memory for every clause, and a session of a 16×16 sudoku
/// opens with 120,000 of them.
#[cfg(all(feature = "mimalloc", target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    puzgen_cli::run(puzgen_engines::ENGINES)
}
