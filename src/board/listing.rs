//! Programs with blanks as they are printed, in the place of boards: they become the object that `--format json`
//! prints.
//!
//! Remarks say what comes out for some inputs. They tell variants of a program apart where the word in which these
//! differ is blank.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::instance::{Instance, KeyIndex, Setting};
use puzgen_model::puzzle::ParsedBoard;
use puzgen_model::value::Key;
use puzgen_program::{ProgramSet, Task};

use puzgen_base::source::Span;

use super::text::{BoardText, Read, is_object};

/// What stands between the words of an answer in one line.
const BETWEEN_WORDS: &str = "   ";

/// Returns whether a text is a program, and not an object with one.
pub(crate) fn is_listing(text: &str) -> bool {
    !is_object(text) && text.lines().any(|line| line.trim_start().starts_with("def "))
}

/// Returns the object of a puzzle.
///
/// # Errors
/// `board::program` where it is none of the definition.
pub(crate) fn object_of(
    definition: &Definition,
    settings: &[Setting],
    text: BoardText<'_>,
) -> Result<String, Problem> {
    let name = &definition.name;
    let Ok(frame) = Frame::new(definition, settings) else {
        return Err(wrong("the parameters are wrong".to_owned(), text));
    };
    let grid = frame.known().grid.as_ref();
    let Some(programs) = grid.and_then(|grid| grid.as_graph()?.programs.clone()) else {
        return Err(no_programs(definition, text));
    };
    let [clue] = definition.clues.as_slice() else {
        return Err(wrong(format!("`{name}` has several clues: write the puzzle as JSON"), text));
    };
    let listing = ReadListing::new(text.text);
    let mut is_close = false;
    for (number, task) in programs.tasks.iter().enumerate() {
        let Some(words) = task.read(&listing.code) else { continue };
        is_close = true;
        if !listing.agrees(task) {
            continue;
        }
        let layout: Vec<Vec<i64>> = match definition.layouts.as_slice() {
            [] => Vec::new(),
            [layout] if !layout.is_rooms() => vec![vec![number as i64 + 1]],
            _ => {
                return Err(wrong(format!("`{name}` has several layouts: write it as JSON"), text));
            }
        };
        let Ok(instance) = frame.complete(&layout) else { continue };
        let Some(shown) = values(&programs, number, &instance.clues[0].index, &words, false) else {
            continue;
        };
        let layouts: Map<String, Json> =
            definition.layouts.iter().map(|it| (it.name.clone(), json!(number + 1))).collect();
        return Ok(json!({
            "puzzle": name, "layout": layouts, "clues": { clue.name.as_str(): shown },
        })
        .to_string());
    }
    let message = match is_close {
        true => {
            format!("this is a program of `{name}`, but it does something else or says other words")
        }
        false => format!("this is no program of `{name}`"),
    };
    Err(wrong(message, text))
}

/// Returns the object of an attempt at a puzzle of an instance, where `takes_any` with whatever words it has.
///
/// # Errors
/// `board::program` where it is not the program of the puzzle, or has a word that may not stand there.
pub(super) fn attempt_of(
    instance: &Instance<'_>,
    text: BoardText<'_>,
    takes_any: bool,
) -> Result<String, Problem> {
    let answer = instance.definition.answers().next();
    let family = answer.and_then(|id| instance.families.get(id.0 as usize));
    let (Some(answer), Some(family)) = (answer, family) else {
        return Err(no_programs(instance.definition, text));
    };
    let shown = shown_in(instance, &family.index, text, takes_any)?;
    let name = instance.definition.family(answer).name.as_str();
    Ok(json!({ "answer": { name: shown } }).to_string())
}

/// Returns the object of an attempt that says words by the numbers of the blanks, as answers are printed:
/// `1: append   2: x`, in one line or several, or `1 = append`. `None` where the text is something else.
///
/// # Errors
/// `board::token` where the puzzle has no such blank, or its word is told twice.
pub(super) fn numbered(
    instance: &Instance<'_>,
    puzzle: &ParsedBoard,
    text: BoardText<'_>,
) -> Result<Option<String>, Problem> {
    let programs = instance.grid.as_ref().and_then(|grid| grid.as_graph()?.programs.as_ref());
    let answer = instance.definition.answers().next();
    let (Some(programs), Some(answer), Some(told)) = (programs, answer, numbered_words(text.text))
    else {
        return Ok(None);
    };
    let shown: BTreeSet<usize> = (instance.clues.iter())
        .flat_map(|clue| clue.index.keys().iter().zip(clue.offset..))
        .filter(|(_, fact)| puzzle.facts[*fact].is_some())
        .filter_map(|(key, _)| blank_of(key))
        .collect();
    let family = &instance.families[answer.0 as usize];
    let all: BTreeSet<usize> = family.index.keys().iter().filter_map(blank_of).collect();
    let blanks: Vec<usize> = all.difference(&shown).copied().collect();
    let mut words = Map::new();
    for (number, word) in told {
        let start = text.offset + number.as_ptr() as usize - text.text.as_ptr() as usize;
        let span = Span::new(text.file, start, start + number.len());
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(blank) = at.and_then(|at| blanks.get(at)) else {
            let message = format!("the program has no blank {number}");
            return Err(Problem::error(Code::BoardToken, message, span, "no such blank")
                .help(format!("its blanks have the numbers 1 to {}", blanks.len())));
        };
        if words.insert(programs.blanks[*blank].name.clone(), Json::from(word)).is_some() {
            let message = format!("the word of blank {number} is told twice");
            return Err(Problem::error(Code::BoardToken, message, span, "again here")
                .help("leave one of them out"));
        }
    }
    let name = instance.definition.family(answer).name.as_str();
    Ok(Some(json!({ "answer": { name: words } }).to_string()))
}

/// Returns the words that a text tells by numbers, where it says nothing else.
fn numbered_words(text: &str) -> Option<Vec<(&str, &str)>> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("# "));
    let lines = lines.map(|line| line.strip_prefix("answer ").unwrap_or(line));
    let pieces = lines.flat_map(|line| line.split(BETWEEN_WORDS)).map(str::trim);
    let pair = |piece: &'_ str| -> Option<(usize, usize)> {
        let digits = piece.find(|char: char| !char.is_ascii_digit())?;
        let rest = piece[digits..].trim_start();
        let word = rest.strip_prefix([':', '='])?.trim_start();
        (digits > 0 && !word.is_empty()).then_some((digits, piece.len() - word.len()))
    };
    let told: Option<Vec<(&str, &str)>> = pieces
        .filter(|piece| !piece.is_empty())
        .map(|piece| pair(piece).map(|(digits, word)| (&piece[..digits], &piece[word..])))
        .collect();
    told.filter(|told| !told.is_empty())
}

/// Returns the values of a family whose elements are tokens of a program.
///
/// # Errors
/// As [`attempt_of`].
pub(super) fn rows_of(
    instance: &Instance<'_>,
    index: &KeyIndex,
    text: BoardText<'_>,
) -> Result<Vec<Read>, Problem> {
    let shown = shown_in(instance, index, text, false)?;
    let programs = instance.grid.as_ref().and_then(|grid| grid.as_graph()?.programs.as_ref());
    let number = |key: &Key| {
        let programs = programs?;
        let word = shown.get(&programs.blanks[blank_of(key)?].name)?.as_str()?;
        Some((programs.number(word), text.span()))
    };
    Ok(index.keys().iter().map(number).collect())
}

fn no_programs(definition: &Definition, text: BoardText<'_>) -> Problem {
    let message = format!("`{}` is no puzzle of programs", definition.name);
    wrong(message, text)
}

/// Returns the problem of a text; the first line of the program is shown.
fn wrong(message: String, text: BoardText<'_>) -> Problem {
    let start = text.text.find("def ").unwrap_or_default();
    let end = text.text[start..].find('\n').map_or(text.text.len(), |length| start + length);
    let span = Span::new(text.file, text.offset + start, text.offset + end);
    Problem::error(Code::BoardProgram, message, span, "this program").help(
        "write it as `puzgen run` prints it, with `__` or a word for each blank, and all else as it is",
    )
}

/// Returns where a word stands in a line of a program, counted from 1; all of the line where it is not found.
fn span_of(word: &str, line: usize, text: BoardText<'_>) -> Span {
    let is_code = |line: &&str| !line.trim_start().starts_with('#');
    let first = |line: &&str| !line.trim_start().starts_with("def ");
    let lines = text.text.lines().filter(is_code).skip_while(first);
    let found = lines.skip(line.saturating_sub(1)).map(str::trim).next().unwrap_or(text.text);
    let start = found.as_ptr() as usize - text.text.as_ptr() as usize;
    let is_name = |char: Option<char>| char.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let is_whole = |(at, _): &(usize, &str)| {
        let (before, after) = (&found[..*at], &found[at + word.len()..]);
        !is_name(word.chars().next())
            || !is_name(before.chars().next_back()) && !is_name(after.chars().next())
    };
    let at = found.match_indices(word).find(is_whole).map(|(at, _)| at);
    let (from, to) = at.map_or((0, found.len()), |at| (at, at + word.len()));
    Span::new(text.file, text.offset + start + from, text.offset + start + to)
}

/// Returns the words that a text has for the tokens of a family, where `takes_any` whatever they are.
fn shown_in(
    instance: &Instance<'_>,
    index: &KeyIndex,
    text: BoardText<'_>,
    takes_any: bool,
) -> Result<Map<String, Json>, Problem> {
    let programs = instance.grid.as_ref().and_then(|grid| grid.as_graph()?.programs.as_ref());
    let first = index.keys().first().and_then(blank_of);
    let (Some(programs), Some(first)) = (programs, first) else {
        return Err(no_programs(instance.definition, text));
    };
    let task = programs.blanks[first].task;
    let listing = ReadListing::new(text.text);
    let words = programs.tasks[task].read(&listing.code);
    let loose = || programs.tasks[task].read_loosely(&listing.code).filter(|_| takes_any);
    let mut words = words
        .or_else(loose)
        .ok_or_else(|| wrong("this is another program than that of the puzzle".to_owned(), text))?;
    let blanks = words.iter_mut().filter(|word| word.is_none());
    blanks.zip(listing.answer()).for_each(|(blank, word)| *blank = Some(word.to_owned()));
    for at in programs.blanks_of(task).filter(|_| !takes_any) {
        let blank = &programs.blanks[at];
        let Some(word) = &words[blank.token] else { continue };
        if !programs.number(word).is_some_and(|number| blank.words.contains(&number)) {
            let known: Vec<&str> = blank.words.iter().map(|word| programs.word(*word)).collect();
            let line = programs.tasks[task].program.tokens()[blank.token].line;
            let span = span_of(word, line, text);
            let message = format!("`{word}` is no word that may stand there");
            return Err(Problem::error(Code::BoardProgram, message, span, "in this blank")
                .help(format!("use one of {}", known.join("  "))));
        }
    }
    values(programs, task, index, &words, takes_any)
        .ok_or_else(|| wrong("a word that is no blank is another one".to_owned(), text))
}

fn blank_of(key: &Key) -> Option<usize> {
    match key {
        Key::Place(place) => Some(place.index as usize),
        _ => None,
    }
}

/// Returns the words of the keys; `None` where another token is not as it is written, or a word may not stand where it
/// does, unless `takes_any`.
fn values(
    programs: &ProgramSet,
    task: usize,
    index: &KeyIndex,
    words: &[Option<String>],
    takes_any: bool,
) -> Option<Map<String, Json>> {
    let mut shown = Map::new();
    for at in programs.blanks_of(task) {
        let blank = &programs.blanks[at];
        let is_key = index.keys().iter().any(|key| blank_of(key) == Some(at));
        let value = match &words[blank.token] {
            Some(_) if takes_any && is_key => None,
            Some(word) => Some(programs.number(word).filter(|it| blank.words.contains(it))?),
            None => None,
        };
        if is_key {
            shown.insert(
                blank.name.clone(),
                words[blank.token].clone().map_or(Json::Null, Json::from),
            );
        } else if value != Some(blank.word) {
            return None;
        }
    }
    Some(shown)
}

/// A program as it was read: its text, and what its remarks say.
struct ReadListing<'t> {
    code: String,
    remarks: Vec<&'t str>,
}

impl<'t> ReadListing<'t> {
    fn new(text: &'t str) -> Self {
        let remark = |line: &'t str| line.trim_start().strip_prefix('#').map(str::trim);
        // In a definition it is indented.
        let first = text.lines().find(|line| line.trim_start().starts_with("def "));
        let indent = first.map_or(0, |line| line.len() - line.trim_start().len());
        let inner = |line: &'t str| line.get(indent..).unwrap_or_default().trim_end();
        let code = text.lines().filter(|line| !line.trim_start().starts_with('#')).map(inner);
        let code: Vec<&str> = code.collect();
        Self {
            code: code.join("\n").trim().to_owned(),
            remarks: text.lines().filter_map(remark).collect(),
        }
    }

    /// Returns the words that a remark tells for the blanks: `# answer 1: a   2: b`.
    fn answer(&self) -> impl Iterator<Item = &'t str> {
        let told = self.remarks.iter().find_map(|remark| remark.strip_prefix("answer "));
        let words = told.unwrap_or_default().split(BETWEEN_WORDS);
        words.filter_map(|word| word.split_once(": ")).map(|(_, word)| word.trim())
    }

    /// Returns whether the program does what the remarks say.
    fn agrees(&self, task: &Task) -> bool {
        let own = task.sentences();
        let name = format!("{}(", task.program.name());
        self.remarks.iter().filter(|remark| remark.starts_with(&name)).all(|remark| {
            let call = |sentence: &str| sentence.find(" -> ").map(|at| sentence[..at].to_owned());
            match own.iter().find(|sentence| call(sentence) == call(remark)) {
                Some(sentence) => sentence == remark,
                None => true,
            }
        })
    }
}
