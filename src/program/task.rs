//! A program that is to be completed: what it does, and how it is written with blanks.

use std::fmt::Write as _;
use std::sync::OnceLock;

use super::open::{Ended, OpenProgram};
use super::{End, Limits, Outcome, Program, Run, Value};

/// What stands at the place of a blank, before its number.
const BLANK: &str = "__";

/// How many steps a run may take, beside so many times those of the longest run of the program as it is written.
const TIMES_STEPS: u64 = 4;
const MORE_STEPS: u64 = 100;

/// How many runs with one input are made where words are open.
const MOST_RUNS: usize = 64;

/// A program with what it is called with.
#[derive(Debug)]
pub struct Task {
    /// What it does, in words; may be empty.
    pub title: String,
    /// The same in other languages, by code.
    pub titles: Vec<(String, String)>,
    /// The program as it is written.
    pub program: Program,
    /// What it is called with.
    pub inputs: Vec<Vec<Value>>,
    /// Where its blanks begin among those of all programs.
    pub first: usize,
    runs: OnceLock<WrittenRuns>,
}

/// An input on which a program does something else.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The input.
    pub input: usize,
    /// What came out.
    pub got: Outcome,
    /// What is to come out.
    pub expected: Outcome,
}

/// A program as it is printed, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The pieces of each line.
    pub lines: Vec<Vec<Piece>>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text that is there.
    Text(String),
    /// A token that can be blank: its number, and what stands there, if anything is shown.
    Token(usize, Option<String>),
}

/// The runs of a program as it is written.
#[derive(Debug, Clone)]
struct WrittenRuns {
    outcomes: Vec<Outcome>,
    /// How far runs with other words may go.
    limits: Limits,
    /// The steps of all.
    steps: u64,
}

impl Task {
    /// Returns what a token is called: where it stands.
    pub(crate) fn name_of(&self, token: usize) -> String {
        let token = &self.program.tokens()[token];
        let text = self.program.text();
        let start = text[..token.span.start].rfind('\n').map_or(0, |end| end + 1);
        let column = text[start..token.span.start].chars().count() + 1;
        format!("line {} column {column}", token.line)
    }

    /// Returns where the middle of a token is drawn: characters to the right, lines down.
    pub fn place_of(&self, token: usize) -> (f64, f64) {
        let token = &self.program.tokens()[token];
        let text = self.program.text();
        let start = text[..token.span.start].rfind('\n').map_or(0, |end| end + 1);
        let before = text[start..token.span.start].chars().count() as f64;
        let length = text[token.span.clone()].chars().count() as f64;
        (before + length / 2.0, token.line as f64)
    }

    /// Returns a program with its inputs.
    pub(crate) fn new(title: String, program: Program, inputs: Vec<Vec<Value>>) -> Self {
        Self { title, titles: Vec::new(), program, inputs, first: 0, runs: OnceLock::new() }
    }

    /// Returns what it does in a language, or in its own where it has no title in that.
    pub fn title_in(&self, language: Option<&str>) -> &str {
        let found = self.titles.iter().find(|(code, _)| Some(code.as_str()) == language);
        found.map_or(&self.title, |(_, title)| title)
    }

    /// Returns what comes out for each input as the program is written.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.runs().outcomes
    }

    /// Returns how far a run with other words may go: some times as far as the program as it is written.
    pub fn limits(&self) -> &Limits {
        &self.runs().limits
    }

    /// Returns how many steps the program as it is written takes with all inputs together.
    pub fn steps(&self) -> u64 {
        self.runs().steps
    }

    fn runs(&self) -> &WrittenRuns {
        self.runs.get_or_init(|| {
            let Ok(completed) = self.program.original() else {
                puzgen_base::bug!("a program that was parsed cannot be parsed again");
            };
            let mut limits = Limits::default();
            let runs = self.inputs.iter().map(|input| completed.run(input, &limits));
            let runs: Vec<Run> = runs.collect();
            let longest = runs.iter().map(|run| run.steps).max().unwrap_or(0);
            limits.steps = limits.steps.min(TIMES_STEPS * longest + MORE_STEPS);
            let steps = runs.iter().map(|run| run.steps).sum();
            WrittenRuns {
                outcomes: runs.into_iter().map(|run| run.outcome).collect(),
                limits,
                steps,
            }
        })
    }

    /// Returns the first input on which the program with these words does something else, and the same whichever of the
    /// `open` ones stand where no word is known.
    pub fn first_difference<'w>(
        &self,
        words: &[Option<&'w str>],
        open: &dyn Fn(usize) -> Vec<&'w str>,
    ) -> Option<Difference> {
        let tokens = self.program.tokens().iter();
        let choices = tokens.zip(words).enumerate().map(|(number, (token, word))| match word {
            Some(word) if *word == token.word => Vec::new(),
            Some(word) => vec![(*word).to_owned()],
            None => open(number).into_iter().map(str::to_owned).collect(),
        });
        let mut program = OpenProgram::new(&self.program, choices.collect());
        let inputs = self.inputs.iter().enumerate().zip(self.outcomes());
        inputs.into_iter().find_map(|((input, arguments), expected)| {
            let got = self.only_outcome(&mut program, arguments)?;
            let is_known = !matches!(got.end, End::Unknown(_));
            let expected = expected.clone();
            (is_known && got != expected).then_some(Difference { input, got, expected })
        })
    }

    /// Returns what a program with open tokens does, where that is the same with all of their words.
    fn only_outcome(&self, program: &mut OpenProgram, arguments: &[Value]) -> Option<Outcome> {
        let mut only = None;
        let mut open: Vec<Vec<(usize, Vec<u16>)>> = vec![Vec::new()];
        for _ in 0..MOST_RUNS {
            let Some(chosen) = open.pop() else { return only };
            let known: Vec<(usize, &[u16])> =
                chosen.iter().map(|(token, words)| (*token, words.as_slice())).collect();
            match program.run(&known, arguments, self.limits()) {
                Ended::Done(outcome) if only.as_ref().is_none_or(|it| *it == outcome) => {
                    only = Some(outcome);
                }
                Ended::Done(_) => return None,
                Ended::Waits(token, classes) => {
                    let with = |class| [chosen.as_slice(), &[(token, class)]].concat();
                    open.extend(classes.into_iter().map(with));
                }
                Ended::Unreadable => {}
            }
        }
        None
    }

    /// Returns how the program is called with an input.
    pub fn call(&self, input: usize) -> String {
        let arguments: Vec<String> = self.inputs[input].iter().map(Value::to_string).collect();
        format!("{}({})", self.program.name(), arguments.join(", "))
    }

    /// Returns for each input what comes out as the program is written: `total([1]) -> 1`.
    pub fn sentences(&self) -> Vec<String> {
        let outcomes = self.outcomes().iter().enumerate();
        outcomes
            .map(|(input, outcome)| {
                format!("{} -> {}", self.call(input), self.says(input, outcome))
            })
            .collect()
    }

    /// Returns what comes out, as people write it; what was printed and which arguments were changed, too.
    pub fn says(&self, input: usize, outcome: &Outcome) -> String {
        let mut out = match &outcome.end {
            End::Returned(value) => value.clone(),
            End::Raised(name) => name.clone(),
            End::TooLong => "does not end".to_owned(),
            End::Unknown(what) => format!("does what is not followed here ({what})"),
        };
        if !outcome.printed.is_empty() {
            let _ = write!(out, ", prints {:?}", outcome.printed);
        }
        for (before, after) in self.inputs[input].iter().zip(&outcome.arguments) {
            let before = before.to_string();
            if before != *after {
                let _ = write!(out, ", {before} becomes {after}");
            }
        }
        out
    }

    /// Returns the program with these words, a blank where there is none.
    pub fn listing(&self, words: &dyn Fn(usize) -> Option<String>) -> Listing {
        let text = self.program.text();
        let mut lines = vec![Vec::new()];
        let push_text = |lines: &mut Vec<Vec<Piece>>, text: &str| {
            for (number, part) in text.split('\n').enumerate() {
                if number > 0 {
                    lines.push(Vec::new());
                }
                if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                    line.push(Piece::Text(part.to_owned()));
                }
            }
        };
        let mut at = 0;
        for (number, token) in self.program.tokens().iter().enumerate() {
            push_text(&mut lines, &text[at..token.span.start]);
            if let Some(line) = lines.last_mut() {
                line.push(Piece::Token(number, words(number)));
            }
            at = token.span.end;
        }
        push_text(&mut lines, text[at..].trim_end());
        Listing { lines }
    }

    /// Reads the program as it is printed, with blanks: the word of each token, none where it is blank. `None`
    /// where the text is another program.
    pub fn read(&self, text: &str) -> Option<Vec<Option<String>>> {
        let own = self.program.text();
        let mut rest = text.trim();
        let (mut at, mut words) = (0, Vec::new());
        for (number, token) in self.program.tokens().iter().enumerate() {
            let between = &own[at..token.span.start];
            rest = rest.strip_prefix(if number == 0 { between.trim_start() } else { between })?;
            let length = word_length(rest, &token.word);
            let word = &rest[..length];
            let is_blank = word.strip_prefix(BLANK).is_some_and(is_number_of_blank);
            words.push((!is_blank).then(|| word.to_owned()));
            rest = &rest[length..];
            at = token.span.end;
        }
        let end = own[at..].trim_end();
        (rest.trim_end() == end).then_some(words)
    }

    /// Reads the program as [`read`](Self::read) does, with whatever a learner wrote in the place of words: up to what
    /// follows them in their line.
    pub fn read_loosely(&self, text: &str) -> Option<Vec<Option<String>>> {
        let (own, tokens) = (self.program.text(), self.program.tokens());
        let before = own[..tokens.first().map_or(0, |token| token.span.start)].trim_start();
        let mut rest = text.trim().strip_prefix(before)?;
        let mut words = Vec::new();
        for (number, token) in tokens.iter().enumerate() {
            let next = tokens.get(number + 1).map(|next| next.span.start);
            let behind = match next {
                Some(start) => &own[token.span.end..start],
                None => own[token.span.end..].trim_end(),
            };
            let usual = word_length(rest, &token.word);
            let length = match rest[usual..].starts_with(behind) {
                true if next.is_some() || rest.len() == usual + behind.len() => usual,
                _ if behind.is_empty() => rest.len(),
                _ => rest.find(behind)?,
            };
            let word = &rest[..length];
            if word.trim().is_empty() || word.contains('\n') {
                return None;
            }
            let is_blank = word.strip_prefix(BLANK).is_some_and(is_number_of_blank);
            words.push((!is_blank).then(|| word.to_owned()));
            rest = &rest[length + behind.len()..];
        }
        rest.trim_end().is_empty().then_some(words)
    }
}

fn is_number_of_blank(rest: &str) -> bool {
    let digits = rest.trim_end_matches('_');
    digits.chars().all(|char| char.is_ascii_digit())
}

/// Returns how long the word at the front of a text is, where one like `like` is expected.
fn word_length(text: &str, like: &str) -> usize {
    let is_inner = |char: char| char.is_alphanumeric() || char == '_';
    let until =
        |is_part: &dyn Fn(char) -> bool| text.find(|char| !is_part(char)).unwrap_or(text.len());
    let first = text.chars().next();
    match first {
        Some(quote @ ('"' | '\'')) => text[1..].find(quote).map_or(text.len(), |end| end + 2),
        Some(char) if is_inner(char) => {
            let one = until(&is_inner);
            // Two words are one operator: `not in`.
            let is_pair = |pair: &str| text.starts_with(pair);
            if is_pair("not in") { "not in".len() } else { one }
        }
        Some('-') if like.parse::<i64>().is_ok() => {
            1 + text[1..].find(|char| !is_inner(char)).unwrap_or(text.len() - 1)
        }
        _ => until(&|char| "+-*/%<>=!&|^~".contains(char)),
    }
}

impl Listing {
    /// Returns it as text, blanks numbered from 1.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let mut blank = 0;
        for line in &self.lines {
            for piece in line {
                match piece {
                    Piece::Text(text) | Piece::Token(_, Some(text)) => out.push_str(text),
                    Piece::Token(_, None) => {
                        blank += 1;
                        let _ = write!(out, "{BLANK}{blank}{BLANK}");
                    }
                }
            }
            out.push('\n');
        }
        out
    }
}
