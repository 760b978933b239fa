//! What a row of docs/puzzles.md says that is the same on every machine: the benchmark writes it, and
//! a test reads it again.

use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;
use puzgen_check::load::{built_in_name, load};
use puzgen_check::reach::no_files;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;

/// Returns the checked definition of a built-in puzzle.
pub(crate) fn definition(name: &str) -> Result<Definition, Diagnostics> {
    let mut sources = Sources::new();
    let text = puzgen_puzzles::text(name).unwrap_or_default();
    let file = sources.add(built_in_name(name), text);
    let program = load(file, &mut sources, &mut no_files)?;
    let puzzle = program.choose(None, name, file)?;
    Ok(program.check(puzzle, &sources)?.definition)
}

/// Returns how many lines a definition has without its examples, its translations, the lines of its worked solutions and
/// what it exports to other programs.
pub(crate) fn lines(text: &str) -> usize {
    let (mut count, mut blank, mut is_left_out) = (0, 0, false);
    let all: Vec<&str> = text.lines().collect();
    // A remark belongs to what is below it.
    let is_remark = |line: &&&str| line.starts_with("  #");
    let below = |at: usize| all[at..].iter().find(|line| !is_remark(line)).copied();
    for (at, line) in all.iter().copied().enumerate() {
        let is_worked = below(at).is_some_and(|line| line.starts_with("  working "));
        if line.starts_with("  translation ") && line.ends_with('}') {
            blank = 0;
        } else if line.starts_with("  example ") || line.starts_with("  translation ") {
            // What sets it off from what is before it belongs to it.
            (is_left_out, blank) = (true, 0);
        } else if is_left_out {
            is_left_out = line != "  }";
        } else if line.starts_with("  export ") || is_worked {
            blank = 0;
        } else if line.is_empty() {
            blank += 1;
        } else {
            count += blank + 1;
            blank = 0;
        }
    }
    count
}

/// Returns the middle of the numbers of lines of all built-in puzzles.
pub(crate) fn median_lines() -> usize {
    let texts = puzgen_puzzles::names().into_iter().filter_map(puzgen_puzzles::text);
    let mut all: Vec<usize> = texts.map(lines).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or(0)
}

/// Returns the columns of a puzzle that are the same everywhere: name and title, lines, parameters.
pub(crate) fn columns(name: &str) -> Result<String, Diagnostics> {
    let definition = definition(name)?;
    let frame = Frame::new(&definition, &[])?;
    let params = frame.known().params().map(|(name, value)| format!("{name} = {value}"));
    let params: Vec<String> = params.collect();
    let lines = lines(puzgen_puzzles::text(name).unwrap_or_default());
    let title = definition.title.as_deref().unwrap_or_default();
    Ok(format!("| [{name}](../puzzles/{name}.pz): {title} | {lines} | {} |", params.join(", ")))
}

/// Returns the bounds on the full boards of a puzzle, where it has some, with what its file says of
/// them: without them boards would be right, but not what a setter makes.
pub(crate) fn bounds(name: &str) -> Option<String> {
    let lines: Vec<&str> = puzgen_puzzles::text(name)?.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("  sample "))?;
    let first = (0..at).rev().take_while(|&at| lines[at].starts_with("  # ")).last().unwrap_or(at);
    let rest = lines[at + 1..].iter().take_while(|line| line.starts_with("   "));
    let sample: Vec<&str> = lines[at..=at].iter().chain(rest).map(|line| line.trim()).collect();
    let sample = format!("`{}`", sample.join(" "));
    let remark = lines[first..at].iter().map(|line| line.trim_start_matches("  # "));
    let said: Vec<&str> = remark.chain([sample.as_str()]).collect();
    sample.contains(" where ").then(|| format!("* {name}: {}", said.join(" ")))
}
