//! A file of programs: what it says of each, its variants, and the words of all blanks.
//!
//! # Form
//! ```text
//! # puzgen: numbers 0..4           what blanks of numbers may hold
//! # puzgen: integers -2..4         what parameters that are `int` are called with, and what lists hold
//! # puzgen: lists 3                lists and dictionaries have up to so many elements
//! # puzgen: texts "ab" 3           texts have up to so many of these letters
//! # puzgen: inputs 12              at most so many inputs
//! # %% Adds up the list            a program begins; its title
//! # puzgen: title de "Addiert …"   its title in another language; it decides nothing
//! def total(numbers: list[int]):
//!     result = 0  # vary 0: 1 2    this word may be drawn as another one
//! ```
//!
//! Lines of settings before the first program hold for all, others for the program that they stand in.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use super::val::Builtin;
use super::{End, InputSets, Kind, Limits, Program, Task, Value};

/// The most programs, with their variants, and the most blanks of all.
const MOST_PROGRAMS: usize = 1_000;
const MOST_BLANKS: usize = 10_000;
/// The most variants of one program: evenly spaced ones where there are more.
const MOST_VARIANTS: usize = 24;
/// The most inputs of one program.
const MOST_INPUTS: usize = 1_000;

/// What is wrong with a file of programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPrograms {
    /// Where, in bytes of the file.
    pub span: Range<usize>,
    /// What, in words.
    pub what: String,
    /// What to do instead.
    pub help: String,
}

/// A token that may be left blank.
#[derive(Debug, Clone)]
pub struct Blank {
    /// The program.
    pub task: usize,
    /// The token of the program.
    pub token: usize,
    /// What it is called: where it stands.
    pub name: String,
    /// The word that is written there, by its number.
    pub word: i64,
    /// The words that may stand there, rising.
    pub words: Vec<i64>,
}

/// The programs of a file.
#[derive(Debug)]
pub struct ProgramSet {
    text: String,
    /// The words of all blanks; numbers of words are positions here, from 1.
    vocabulary: Vec<String>,
    /// The programs, those that are variants of each other side by side.
    pub tasks: Vec<Task>,
    /// The blanks of all programs, one program after the other.
    pub blanks: Vec<Blank>,
}

impl PartialEq for ProgramSet {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// What is set for a program.
#[derive(Debug, Clone)]
struct Settings {
    numbers: RangeInclusive<i64>,
    inputs: InputSets,
}

impl Default for Settings {
    fn default() -> Self {
        let text_letters = "ab".to_owned();
        Self {
            numbers: 0..=4,
            inputs: InputSets {
                int: -2..=4,
                list_length: 3,
                text_letters,
                text_length: 3,
                most: 12,
            },
        }
    }
}

/// A program of a file before it is parsed: its lines, and where they stand.
struct Section {
    title: String,
    /// Its titles in other languages, by code.
    titles: Vec<(String, String)>,
    settings: Settings,
    text: String,
    /// For each line of the text, where it begins in the file.
    starts: Vec<usize>,
    choices: Vec<Choice>,
    at: Range<usize>,
}

/// A word of a line that may be drawn as others.
#[derive(Debug, Clone)]
struct Choice {
    line: usize,
    word: String,
    others: Vec<String>,
    at: Range<usize>,
}

impl ProgramSet {
    /// Reads a file.
    ///
    /// # Errors
    /// Where it is none: the first mistake.
    pub fn read(text: &str) -> Result<Self, BadPrograms> {
        let mut drafts = Vec::new();
        for section in sections(text)? {
            for (text, starts) in section.variants()? {
                drafts.push(Draft::new(&section, &text, &starts)?);
            }
            if drafts.len() > MOST_PROGRAMS {
                let what = format!("there are more than {MOST_PROGRAMS} programs and variants");
                return Err(bad(section.at, what, "leave some out"));
            }
        }
        let vocabulary = vocabulary(&drafts);
        let number = |word: &String| vocabulary.binary_search_by_key(&key(word), |w| key(w));
        let number = |word: &String| number(word).map_or(0, |at| at as i64 + 1);
        let (mut tasks, mut blanks) = (Vec::new(), Vec::new());
        for mut draft in drafts {
            let first = blanks.len();
            for (token, words) in draft.words.iter().enumerate() {
                let own = &draft.task.program.tokens()[token];
                let mut words: Vec<i64> = words.iter().map(number).collect();
                words.sort_unstable();
                let name = draft.task.name_of(token);
                blanks.push(Blank {
                    task: tasks.len(),
                    token,
                    name,
                    word: number(&own.word),
                    words,
                });
            }
            draft.task.first = first;
            tasks.push(draft.task);
        }
        if blanks.len() > MOST_BLANKS {
            let what = format!("all programs have more than {MOST_BLANKS} tokens together");
            return Err(bad(0..text.len().min(1), what, "leave some out"));
        }
        // What they are called elsewhere decides nothing.
        let lines =
            text.split_inclusive('\n').filter(|line| translated_title(line.trim_end()).is_none());
        Ok(Self { text: lines.collect(), vocabulary, tasks, blanks })
    }

    /// Returns a word by its number.
    pub fn word(&self, number: i64) -> &str {
        let at = usize::try_from(number - 1).ok();
        at.and_then(|at| self.vocabulary.get(at)).map_or("?", String::as_str)
    }

    /// Returns the number of a word.
    pub fn number(&self, word: &str) -> Option<i64> {
        let at = self.vocabulary.binary_search_by_key(&key(word), |known| key(known)).ok()?;
        Some(at as i64 + 1)
    }

    /// Returns the blanks of a program.
    pub fn blanks_of(&self, task: usize) -> Range<usize> {
        let task = &self.tasks[task];
        task.first..task.first + task.program.tokens().len()
    }

    /// Returns whether a word is a variable of the program of these blanks that stands in none but them: where two such
    /// variables exchange their names everywhere, the program does the same.
    pub fn is_free_name(&self, blanks: &[usize], word: i64) -> bool {
        let Some(first) = blanks.first() else { return false };
        let (number, name) = (self.blanks[*first].task, self.word(word));
        let task = &self.tasks[number];
        if Builtin::named(name).is_some() || task.program.names_outside().contains(name) {
            return false;
        }
        let is_variable = |kind: Kind| matches!(kind, Kind::Name | Kind::Target);
        self.blanks_of(number).zip(task.program.tokens()).all(|(blank, token)| {
            let may_have_it = token.word == name || self.blanks[blank].words.contains(&word);
            !may_have_it || (is_variable(token.kind) && blanks.contains(&blank))
        })
    }

    /// Returns the text of the file without titles in other languages: what decides which puzzles come out.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the blanks of each kind, by the name of the kind.
    pub fn kinds(&self) -> Vec<(&'static str, Vec<u32>)> {
        let of = |kinds: &[Kind]| -> Vec<u32> {
            let is_one = |blank: &&(usize, &Blank)| {
                let token = &self.tasks[blank.1.task].program.tokens()[blank.1.token];
                kinds.contains(&token.kind)
            };
            let blanks: Vec<(usize, &Blank)> = self.blanks.iter().enumerate().collect();
            blanks.iter().filter(is_one).map(|(at, _)| *at as u32).collect()
        };
        KINDS.iter().map(|(name, kinds)| (*name, of(kinds))).collect()
    }
}

/// The names of kinds of blanks in definitions.
const KINDS: &[(&str, &[Kind])] = &[
    ("names", &[Kind::Name, Kind::Target]),
    ("numbers", &[Kind::Number]),
    ("texts", &[Kind::Text]),
    ("truths", &[Kind::Truth]),
    ("arithmetic", &[Kind::Arithmetic, Kind::Augmented]),
    ("comparisons", &[Kind::Comparison]),
    ("connectives", &[Kind::Boolean]),
    ("methods", &[Kind::Method]),
    ("functions", &[Kind::Function]),
    ("keywords", &[Kind::Keyword]),
];

/// Numbers first, by their values, then all others in alphabetical order.
fn key(word: &str) -> (bool, i64, &str) {
    match word.parse::<i64>() {
        Ok(number) => (false, number, word),
        Err(_) => (true, 0, word),
    }
}

fn vocabulary(drafts: &[Draft]) -> Vec<String> {
    let words: BTreeSet<(bool, i64, &str)> = drafts
        .iter()
        .flat_map(|draft| draft.words.iter().flatten())
        .map(|word| key(word))
        .collect();
    words.into_iter().map(|(.., word)| word.to_owned()).collect()
}

/// A program with the words of its blanks.
struct Draft {
    task: Task,
    words: Vec<Vec<String>>,
}

impl Draft {
    fn new(section: &Section, text: &str, starts: &[usize]) -> Result<Self, BadPrograms> {
        let at_fault = |fault: super::Fault| {
            let place = |at: usize| section.place(text, starts, at);
            let (from, to) = (place(fault.span.start), place(fault.span.end));
            bad(from..to.max(from + 1), fault.what, &fault.help)
        };
        let whole = Program::parse(text).map_err(at_fault)?;
        let inputs = whole.inputs(&section.settings.inputs).map_err(at_fault)?;
        let inputs = section.followed(&whole, inputs)?;
        let program = Program::parse(&without_calls(text)).unwrap_or(whole);
        if inputs.is_empty() {
            let what = format!("`{}` has no inputs", program.name());
            let help =
                "write `>>> f(1, 2)` in a docstring, or say what its parameters are: `n: int`";
            return Err(bad(section.at.clone(), what, help));
        }
        let tokens = 0..program.tokens().len();
        let numbers = &section.settings.numbers;
        let words = tokens.map(|token| program.alternatives(token, numbers.clone())).collect();
        let mut task = Task::new(section.title.clone(), program, inputs);
        task.titles.clone_from(&section.titles);
        Ok(Self { task, words })
    }
}

/// Returns a program without docstrings that only say what it is called with.
fn without_calls(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if line.trim() != QUOTES || lines.peek().is_none_or(|next| !next.trim().starts_with(CALL)) {
            out.push_str(line);
            continue;
        }
        while lines.next().is_some_and(|inner| inner.trim() != QUOTES) {}
    }
    out
}

const QUOTES: &str = "\"\"\"";
const CALL: &str = ">>>";

fn bad(span: Range<usize>, what: String, help: &str) -> BadPrograms {
    BadPrograms { span, what, help: help.to_owned() }
}

impl Section {
    /// Returns where a byte of its text stands in the file.
    fn place(&self, text: &str, starts: &[usize], at: usize) -> usize {
        let before = &text[..text.floor_char_boundary(at.min(text.len()))];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        starts.get(line).or(starts.last()).map_or(self.at.end, |start| start + column)
    }

    /// Returns the inputs without those of which it is not known what Python does: such an outcome would tell nothing, and
    /// a call that is written is a mistake then.
    fn followed(
        &self,
        program: &Program,
        inputs: Vec<Vec<Value>>,
    ) -> Result<Vec<Vec<Value>>, BadPrograms> {
        let (Ok(original), Ok(written)) = (program.original(), program.written_inputs()) else {
            return Ok(inputs);
        };
        let mut kept = Vec::new();
        let mut unknown = None;
        for input in inputs {
            let End::Unknown(what) = original.run(&input, &Limits::default()).outcome.end else {
                kept.push(input);
                continue;
            };
            if unknown.is_none() || written.contains(&input) {
                let is_written = written.contains(&input);
                let call: Vec<String> = input.iter().map(Value::to_string).collect();
                let call = format!("{}({})", program.name(), call.join(", "));
                unknown = Some((call, what));
                if is_written {
                    kept.clear();
                    break;
                }
            }
        }
        match unknown {
            Some((call, what)) if kept.is_empty() => Err(bad(
                self.at.clone(),
                format!("what `{call}` does is not known here: {what}"),
                "write it with what the subset has, or call it otherwise",
            )),
            _ => Ok(kept),
        }
    }

    /// Returns the texts of all variants, the one that is written first.
    fn variants(&self) -> Result<Vec<(String, Vec<usize>)>, BadPrograms> {
        let options = |choice: &Choice| choice.others.len() + 1;
        let all = self.choices.iter().map(options).try_fold(1_usize, usize::checked_mul);
        let all = all.unwrap_or(usize::MAX);
        let count = all.min(MOST_VARIANTS);
        let mut variants = Vec::new();
        for number in 0..count {
            let mut rest = (number as u128 * all as u128 / count as u128) as usize;
            let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
            for choice in &self.choices {
                let option = rest % options(choice);
                rest /= options(choice);
                let replaced = choice.put_in(&lines[choice.line], option);
                lines[choice.line] = replaced.ok_or_else(|| {
                    let what = format!("there is no `{}` in this line", choice.word);
                    bad(choice.at.clone(), what, "name a word of the same line")
                })?;
            }
            variants.push((lines.join("\n") + "\n", self.starts.clone()));
        }
        Ok(variants)
    }
}

impl Choice {
    /// Returns the line with this option in place of every such word.
    fn put_in(&self, line: &str, option: usize) -> Option<String> {
        let own = std::iter::once(&self.word).chain(&self.others).nth(option)?;
        let is_inner = |char: char| char.is_alphanumeric() || char == '_';
        let is_word = self.word.chars().all(is_inner);
        let mut out = String::new();
        let mut rest = line;
        let mut found = false;
        while let Some(at) = rest.find(&self.word) {
            let (before, after) = (&rest[..at], &rest[at + self.word.len()..]);
            let joins = before.ends_with(is_inner) || after.starts_with(is_inner);
            out.push_str(before);
            if is_word && joins {
                out.push_str(&self.word);
            } else {
                out.push_str(own);
                found = true;
            }
            rest = after;
        }
        out.push_str(rest);
        found.then_some(out)
    }
}

/// Divides a file at its `# %%`.
fn sections(text: &str) -> Result<Vec<Section>, BadPrograms> {
    let mut common = Settings::default();
    let mut sections: Vec<Section> = Vec::new();
    let has_titles = text.lines().any(|line| line.starts_with("# %%"));
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let (start, line) = (at, whole.trim_end());
        at += whole.len();
        let span = start..start + line.len();
        if let Some(title) = line.strip_prefix("# %%") {
            sections.push(Section::new(title.trim(), &common, span));
            continue;
        }
        if let Some(translated) = translated_title(line) {
            let wrong = |what: &str| bad(span.clone(), what.to_owned(), TITLES);
            let section = sections.last_mut().ok_or_else(|| wrong("there is no program yet"))?;
            let (code, title) = translated.ok_or_else(|| wrong("this is no title"))?;
            if section.titles.iter().any(|(known, _)| *known == code) {
                return Err(wrong("a program has one title in a language"));
            }
            section.titles.push((code, title));
            continue;
        }
        if let Some(setting) = line.trim_start().strip_prefix("# puzgen:") {
            let settings = sections.last_mut().map_or(&mut common, |section| &mut section.settings);
            settings.set(setting.trim()).map_err(|what| bad(span, what, SETTINGS))?;
            continue;
        }
        if !has_titles && sections.is_empty() && !line.is_empty() && !line.starts_with('#') {
            sections.push(Section::new("", &common, span.clone()));
        }
        if let Some(section) = sections.last_mut() {
            section.line(line, start)?;
        }
    }
    if sections.is_empty() {
        return Err(bad(
            0..text.len().min(1),
            "there is no program".to_owned(),
            "write `def f(x): …`",
        ));
    }
    for section in &mut sections {
        let end = section.text.trim_end().len();
        section.text.truncate(end);
    }
    Ok(sections)
}

/// Returns the code of the language and the title that a line has in it, where it gives one: `None` within where it
/// cannot be read.
fn translated_title(line: &str) -> Option<Option<(String, String)>> {
    let said = line.trim_start().strip_prefix("# puzgen:")?.trim().strip_prefix("title")?;
    if !said.is_empty() && !said.starts_with(' ') {
        return None;
    }
    let (code, quoted) = said.trim().split_once(' ').unwrap_or_default();
    let title = quoted.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_code = !code.is_empty() && code.chars().all(|char| char.is_ascii_lowercase());
    let title = title.filter(|title| is_code && !title.is_empty() && !title.contains('"'));
    Some(title.map(|title| (code.to_owned(), title.to_owned())))
}

const TITLES: &str = "write `# puzgen: title de \"…\"` below the `# %%` of the program";

const SETTINGS: &str = "settings are `numbers 0..4`, `integers -2..4`, `lists 3`, `texts \"ab\" 3`, `inputs 60` and `title de \"…\"`";

impl Section {
    fn new(title: &str, settings: &Settings, at: Range<usize>) -> Self {
        let (settings, title) = (settings.clone(), title.to_owned());
        let (text, starts, choices) = (String::new(), Vec::new(), Vec::new());
        Self { title, titles: Vec::new(), settings, text, starts, choices, at }
    }

    /// Takes a line of the program, without what is said of its variants.
    fn line(&mut self, line: &str, start: usize) -> Result<(), BadPrograms> {
        if self.text.is_empty() && line.is_empty() {
            return Ok(());
        }
        let mut kept = line;
        if let Some(at) = line.find("# vary ") {
            kept = line[..at].trim_end();
            let span = start + at..start + line.len();
            for part in line[at..].split("# vary ").filter(|part| !part.trim().is_empty()) {
                let Some((word, others)) = part.split_once(": ") else {
                    let what = "a variant names the word and what it may be drawn as".to_owned();
                    return Err(bad(span, what, "write `# vary 2: 1 3 4`"));
                };
                self.choices.push(Choice {
                    line: self.starts.len(),
                    word: word.trim().to_owned(),
                    others: others.split_whitespace().map(str::to_owned).collect(),
                    at: span.clone(),
                });
            }
        }
        self.text.push_str(kept);
        self.text.push('\n');
        self.starts.push(start);
        Ok(())
    }
}

impl Settings {
    /// Takes a setting.
    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) = setting.split_once(' ').unwrap_or((setting, ""));
        let value = value.trim();
        let wrong = || format!("`{value}` is nothing that `{name}` can be");
        let range = || -> Option<RangeInclusive<i64>> {
            let (low, high) = value.split_once("..")?;
            let (low, high) = (low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?);
            (low <= high && high.checked_sub(low)? <= 100).then_some(low..=high)
        };
        let count = |text: &str, most: usize| -> Option<usize> {
            text.trim().parse().ok().filter(|count| (1..=most).contains(count))
        };
        match name {
            "numbers" => self.numbers = range().ok_or_else(wrong)?,
            "integers" => self.inputs.int = range().ok_or_else(wrong)?,
            "lists" => self.inputs.list_length = count(value, 8).ok_or_else(wrong)?,
            "inputs" if value == "0" => self.inputs.most = 0,
            "inputs" => self.inputs.most = count(value, MOST_INPUTS).ok_or_else(wrong)?,
            "texts" => {
                let parts = value.strip_prefix('"').and_then(|rest| rest.split_once('"'));
                let (letters, length) = parts.ok_or_else(wrong)?;
                self.inputs.text_letters = letters.to_owned();
                self.inputs.text_length = count(length, 8).ok_or_else(wrong)?;
            }
            other => return Err(format!("there is no setting `{other}`")),
        }
        Ok(())
    }
}
