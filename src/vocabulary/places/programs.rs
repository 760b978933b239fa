//! Lists of the tokens of programs.

use std::collections::BTreeMap;

use puzgen_model::function::Fault;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::value::Value;
use puzgen_program::{Blank, Program, ProgramSet};

fn programs(grid: &Grid) -> Result<&ProgramSet, Fault> {
    let programs = grid.as_graph().and_then(|graph| graph.programs.as_deref());
    programs.ok_or_else(|| Fault::Board("the board has no programs".to_owned()))
}

fn blank(grid: &Grid, place: Place) -> Result<&Blank, Fault> {
    Ok(&programs(grid)?.blanks[place.index as usize])
}

fn token(grid: &Grid, place: Place) -> Result<(&Program, usize), Fault> {
    let blank = blank(grid, place)?;
    Ok((&programs(grid)?.tasks[blank.task].program, blank.token))
}

fn listed(arguments: &[Value]) -> &[Value] {
    arguments.first().and_then(Value::as_list).unwrap_or_default()
}

fn place_of(token: &Value) -> Place {
    token.as_place().unwrap_or_else(|| puzgen_base::bug!("{token:?} is no token"))
}

/// Returns the tokens of each program.
pub(super) fn all(grid: &Grid) -> Result<Value, Fault> {
    let programs = programs(grid)?;
    let tokens = |task: usize| {
        let tokens = programs.blanks_of(task).map(|at| Value::Place(Place::cell(at))).collect();
        Value::labelled(tokens, format!("program {}", task + 1))
    };
    Ok(Value::list((0..programs.tasks.len()).map(tokens).collect()))
}

/// Returns the numbers of the words that may stand at a token.
pub(super) fn words(grid: &Grid, place: Place) -> Result<Value, Fault> {
    let words = blank(grid, place)?.words.iter();
    Ok(Value::list(words.map(|word| Value::Int(*word)).collect()))
}

/// Returns the number of the word that is written at a token.
pub(super) fn written(grid: &Grid, place: Place) -> Result<Value, Fault> {
    Ok(Value::Int(blank(grid, place)?.word))
}

/// Returns tokens line by line.
pub(super) fn lines(grid: &Grid, arguments: &[Value]) -> Result<Value, Fault> {
    let programs = programs(grid)?;
    together(grid, arguments, |blank| {
        let line = programs.tasks[blank.task].program.tokens()[blank.token].line;
        (line as i64, format!("line {line}"))
    })
}

/// Returns tokens word by word.
pub(super) fn occurrences(grid: &Grid, arguments: &[Value]) -> Result<Value, Fault> {
    let programs = programs(grid)?;
    together(grid, arguments, |blank| (blank.word, format!("`{}`", programs.word(blank.word))))
}

/// Returns tokens kind by kind.
pub(super) fn kinds(grid: &Grid, arguments: &[Value]) -> Result<Value, Fault> {
    let kinds = programs(grid)?.kinds();
    let (known, mut lists) = (listed(arguments), Vec::new());
    for (name, tokens) in kinds {
        let is_one = |place: &&Value| {
            place.as_place().is_some_and(|it| tokens.binary_search(&it.index).is_ok())
        };
        let own: Vec<Value> = known.iter().filter(is_one).cloned().collect();
        if !own.is_empty() {
            lists.push(Value::labelled(own, name.to_owned()));
        }
    }
    Ok(Value::list(lists))
}

/// Returns how many branches a token stands in.
pub(super) fn branches(grid: &Grid, place: Place) -> Result<Value, Fault> {
    let (program, token) = token(grid, place)?;
    Ok(Value::Int(program.tokens()[token].branches as i64))
}

/// Returns how many lines above a token its variable was assigned.
pub(super) fn lines_to_definition(grid: &Grid, place: Place) -> Result<Value, Fault> {
    let (program, token) = token(grid, place)?;
    Ok(Value::Int(program.lines_to_definition(token) as i64))
}

/// Returns how many calls tell the words of tokens from their other words.
pub(super) fn calls_to_tell(grid: &Grid, arguments: &[Value]) -> Result<Value, Fault> {
    let programs = programs(grid)?;
    let mut others: BTreeMap<usize, Vec<(usize, &str)>> = BTreeMap::new();
    for value in listed(arguments) {
        let blank = blank(grid, place_of(value))?;
        let words = blank.words.iter().filter(|word| **word != blank.word);
        let words = words.map(|word| (blank.token, programs.word(*word)));
        others.entry(blank.task).or_default().extend(words);
    }
    let calls = others.iter().map(|(task, others)| programs.tasks[*task].calls_to_tell(others));
    Ok(Value::Int(calls.sum::<usize>() as i64))
}

/// Returns tokens by program and what they have in common, each list with a name.
fn together(
    grid: &Grid,
    arguments: &[Value],
    common: impl Fn(&Blank) -> (i64, String),
) -> Result<Value, Fault> {
    let mut lists: BTreeMap<(usize, i64), (String, Vec<Value>)> = BTreeMap::new();
    for token in listed(arguments) {
        let blank = blank(grid, place_of(token))?;
        let (number, name) = common(blank);
        let list = lists.entry((blank.task, number)).or_insert((name, Vec::new()));
        list.1.push(token.clone());
    }
    let lists = lists.into_values().map(|(name, tokens)| Value::labelled(tokens, name));
    Ok(Value::list(lists.collect()))
}
