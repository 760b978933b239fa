//! What is known of a file for tools, with all its mistakes and all that it uses.
//!
//! Given what [`load`](super::load) is given, gives a [`Surveyed`] in every case. It holds no program and
//! no definition: of what is damaged, nothing can be run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{BoundedReader, FileReader, follow, graphs, models, scripts, scripts_of, twice};
use crate::reach::MAX_BYTES;
use crate::script::{self, Script};
use crate::{self as check, Knowledge, KnownTexts, Lacks, is_own, resolve};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::{FileId, Sources};
use puzgen_syntax::ast;
use puzgen_syntax::{ParsedSource, read_source};

/// All that is known of a file.
#[derive(Debug)]
pub struct Surveyed {
    /// The file as it is written: its tree, tokens and trivia. A script has none.
    pub source: Option<ParsedSource>,
    /// Everything that is wrong, in the order found.
    pub problems: Diagnostics,
    /// What its names stand for, and those of the files that it uses.
    pub knowledge: Knowledge,
}

/// Reads and checks a file and all that it uses, as far as that can be done. Nothing is examined that
/// depends on parameters.
pub fn survey(file: FileId, sources: &mut Sources, reader: &mut FileReader<'_>) -> Surveyed {
    if sources.name(file).ends_with(script::ENDING) {
        return of_script(file, sources, reader);
    }
    let source = read_source(file, sources);
    let mut problems = source.problems.clone();
    problems.extend(twice(&source.file.puzzles));
    let (mut used, mut seen) = (Vec::new(), BTreeSet::from([sources.name(file).to_owned()]));
    let left = MAX_BYTES.saturating_sub(sources.text(file).len());
    let files = &mut BoundedReader { reader, left };
    let mut is_use_missing = source.damage.iter().any(|damage| damage.keyword == "use");
    for item in &source.file.uses {
        let item = std::slice::from_ref(item);
        if let Err(found) = follow(item, 1, sources, files, &mut seen, &mut used) {
            problems.extend(found);
            is_use_missing = true;
        }
    }
    let written: Vec<ast::Puzzle> = source.file.puzzles.iter().chain(&used).cloned().collect();
    let models = models(written.iter(), sources, files, &[]);
    let graphs = graphs(written.iter(), sources, files);
    let scripts = scripts(written.iter(), sources, files);
    let expanded = expand(&written, &scripts, sources, &mut problems);
    let in_sight: Vec<&ast::Puzzle> = expanded.iter().collect();
    let lacks = Lacks { damage: &source.damage, is_use_missing };
    let mut types = check::Types::new();
    for puzzle in &in_sight[..source.file.puzzles.len()] {
        let found = check::survey(puzzle, &in_sight, sources, &graphs, &models, &scripts, lacks);
        problems.extend(found.problems);
        for (span, ty) in found.types {
            types.entry(span).or_insert(ty);
        }
    }
    let mut read = BTreeMap::from([(file, source)]);
    for puzzle in &used {
        let other = puzzle.span.file;
        read.entry(other).or_insert_with(|| read_source(other, sources));
    }
    let texts = KnownTexts {
        puzzles: written.iter().collect(),
        files: &read,
        graphs: &graphs,
        scripts: &scripts,
        sources,
    };
    let uses: Vec<&ast::Use> = read.values().flat_map(|source| &source.file.uses).collect();
    let mut knowledge = resolve(&texts, &uses);
    knowledge.add_types(types);
    Surveyed { source: read.remove(&file), problems, knowledge }
}

/// Returns the puzzles with the macros of scripts in their places, where they can be made.
fn expand(
    written: &[ast::Puzzle],
    scripts: &check::Scripts,
    sources: &mut Sources,
    problems: &mut Diagnostics,
) -> Vec<ast::Puzzle> {
    let named = written.iter().rev().map(|puzzle| (puzzle.name.name.as_str(), puzzle));
    let named: BTreeMap<&str, &ast::Puzzle> = named.collect();
    let mut expanded = Vec::with_capacity(written.len());
    for puzzle in written {
        let in_sight: Vec<Arc<Script>> = scripts_of(puzzle, &named, scripts);
        let mut copy = puzzle.clone();
        if let Err(found) = script::expand(&mut copy, &in_sight, &is_own, sources) {
            problems.push(found);
            copy = puzzle.clone();
        }
        expanded.push(copy);
    }
    expanded
}

/// A definition that a script says: only its problems are known.
fn of_script(file: FileId, sources: &mut Sources, reader: &mut FileReader<'_>) -> Surveyed {
    let mut problems = Diagnostics::new();
    match super::load(file, sources, reader) {
        Err(found) => problems.extend(found),
        Ok(program) => {
            for puzzle in &program.own {
                match program.check(puzzle, sources) {
                    Ok(checked) => problems.extend(checked.warnings),
                    Err(found) => problems.extend(found),
                }
            }
        }
    }
    Surveyed { source: None, problems, knowledge: Knowledge::default() }
}
