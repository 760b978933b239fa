//! Programs of a subset of Python, whose words may become blanks: read, completed with other words, and run with
//! CPython's meaning within bounds. Knows nothing of puzzles.
//!
//! A run says on which tokens its outcome depends: with any other words at the other tokens, taken from
//! [`Program::alternatives`], the same input has the same outcome.

mod compile;
mod fault;
mod inputs;
mod literal;
mod machine;
mod members;
mod open;
mod python_names;
mod read;
mod reader;
mod set;
mod spread;
mod task;
mod telling;
mod tree;
mod val;
mod value;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use compile::{Compiler, Found, Places, Pool, Signature};
pub use fault::Fault;
pub use members::InputSets;
pub use open::{Ended, OpenProgram};
pub use set::{BadPrograms, Blank, ProgramSet};
pub use task::{Difference, Listing, Piece, Task};
use tree::Tree;
pub use value::Value;
use words::{Choices, Context};

/// A program that was read: one function or a few; the last one is called.
#[derive(Debug, Clone)]
pub struct Program {
    text: String,
    tokens: Vec<Token>,
    found: Vec<Found>,
    spans: Vec<Range<usize>>,
    pools: Vec<Pool>,
    signatures: Vec<Signature>,
    texts: Vec<String>,
}

/// A token that may become a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// What stands there.
    pub word: String,
    /// Its line, from 1.
    pub line: usize,
    /// The index of its function.
    pub function: usize,
    /// How many branches it stands in: what follows a test or is repeated, one in another.
    pub branches: usize,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A variable that is read.
    Name,
    /// A variable that is assigned.
    Target,
    /// An integer, with its sign where that stands right before it.
    Number,
    /// A text in quotes.
    Text,
    /// `True` or `False`.
    Truth,
    /// An operator between numbers.
    Arithmetic,
    /// An operator that compares.
    Comparison,
    /// `and` or `or`.
    Boolean,
    /// An operator of an augmented assignment.
    Augmented,
    /// The name of a method.
    Method,
    /// The function of a call.
    Function,
    /// `break` or `continue`.
    Keyword,
}

/// How far a run may go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// How many steps: nodes of the program evaluated, and items handled within them.
    pub steps: u64,
    /// How many calls may be open at once.
    pub calls: usize,
    /// How many items and letters may be made altogether, and be in one thing.
    pub size: usize,
    /// How many bits a number may have.
    pub bits: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 20_000, calls: 60, size: 100_000, bits: 4_096 }
    }
}

/// A program with a word at each token.
#[derive(Debug, Clone)]
pub struct Completed {
    tree: Tree,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What can be seen of it.
    pub outcome: Outcome,
    /// The indexes of the tokens that it depends on, sorted.
    pub touched: Vec<usize>,
    /// How many steps it took.
    pub steps: u64,
}

/// What can be seen of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What was printed.
    pub printed: String,
    /// Python's `repr` of the arguments after the call.
    pub arguments: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The `repr` of what it returned.
    Returned(String),
    /// The class of the exception. An `UnboundLocalError` is called by the name of its parent, `NameError`: which of
    /// the two it is differs among versions of Python.
    Raised(String),
    /// It reached a bound of steps, calls or sizes.
    TooLong,
    /// It did what the subset leaves out, such as a floating number: what Python would do is not known.
    Unknown(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(value) => write!(f, "returns `{value}`"),
            Self::Raised(class) => write!(f, "raises `{class}`"),
            Self::TooLong => f.write_str("does not end"),
            Self::Unknown(what) => write!(f, "does what is not followed here ({what})"),
        }
    }
}

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// Where the text is no Python, or uses what is outside of the subset.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let source = read::Source::read(text)?;
        let mut compiler = Compiler::new(&source, Places::Unknown);
        compiler.program()?;
        let signatures = std::mem::take(&mut compiler.signatures);
        let mut found = std::mem::take(&mut compiler.found);
        found.sort_by_key(|one| (one.span.start, one.span.end));
        let mut pools: Vec<Pool> = Vec::new();
        for (index, signature) in signatures.iter().enumerate() {
            let names = signature.parameters.iter().map(|name| (name.clone(), None));
            let mut pool = Pool { names: names.collect() };
            let of_function = |one: &&Found| one.function == index && one.kind == Kind::Target;
            for one in found.iter().filter(of_function) {
                let Context::Name(sight) = &one.context else { continue };
                let name = (text[one.span.clone()].to_owned(), sight.last().copied());
                if !pool.names.contains(&name) {
                    pool.names.push(name);
                }
            }
            pools.push(pool);
        }
        let mut texts: Vec<String> = Vec::new();
        for one in found.iter().filter(|one| one.kind == Kind::Text) {
            let word = &text[one.span.clone()];
            if !texts.iter().any(|known| known == word) {
                texts.push(word.to_owned());
            }
        }
        let spans = found.iter().map(|one| one.span.clone()).collect();
        let tokens = found.iter().map(|one| token(text, one)).collect();
        Ok(Self { text: text.to_owned(), tokens, found, spans, pools, signatures, texts })
    }

    /// Returns the text.
    #[must_use]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the name of the function that is called.
    #[must_use]
    pub fn name(&self) -> &str {
        self.signatures.last().map_or("", |last| &last.name)
    }

    /// Returns the tokens that may become blanks, in order of the text.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the words of the text that no token is, those in comments and texts, too.
    #[must_use]
    pub(crate) fn names_outside(&self) -> BTreeSet<&str> {
        let mut at = 0;
        let mut outside = BTreeSet::new();
        let end = (self.text.len(), self.text.len());
        for (start, next) in self.tokens.iter().map(|it| (it.span.start, it.span.end)).chain([end])
        {
            let is_inner = |char: char| char.is_alphanumeric() || char == '_';
            outside.extend(self.text[at..start].split(|char| !is_inner(char)));
            at = next;
        }
        outside
    }

    /// Returns what may stand at a token, its own word included, in a fixed order.
    #[must_use]
    pub(crate) fn alternatives(&self, token: usize, numbers: RangeInclusive<i64>) -> Vec<String> {
        let (Some(found), Some(one)) = (self.found.get(token), self.tokens.get(token)) else {
            return Vec::new();
        };
        let Some(pool) = self.pools.get(one.function) else { return Vec::new() };
        let (signatures, texts) = (&self.signatures, &self.texts);
        Choices { pool, signatures, texts, numbers }.of(found, &one.word)
    }

    /// Returns the program with a word at each token: the meaning of the text that has these words.
    ///
    /// # Errors
    ///
    /// Where there is not one word for each token, or the text is no Python or outside of the subset.
    pub fn with(&self, words: &[&str]) -> Result<Completed, Fault> {
        Ok(Completed { tree: self.tree(words, &[])? })
    }

    /// Returns the tree of the program with these words, and with choices where words may be others.
    fn tree(&self, words: &[&str], open: &[Vec<String>]) -> Result<Tree, Fault> {
        if words.len() != self.tokens.len() {
            return Err(Fault {
                span: 0..self.text.len(),
                what: format!("{} words for {} tokens", words.len(), self.tokens.len()),
                help: "give one word for each token".to_owned(),
            });
        }
        let mut text = String::with_capacity(self.text.len() + 16);
        let mut spans = Vec::with_capacity(words.len());
        let mut from = 0;
        for (span, word) in self.spans.iter().zip(words) {
            text.push_str(&self.text[from..span.start]);
            let start = text.len();
            text.push_str(word);
            spans.push(start..text.len());
            from = span.end;
        }
        text.push_str(&self.text[from..]);
        let source = read::Source::read(&text)?;
        let places = Places::Known { spans: &spans, pools: &self.pools, open };
        Compiler::new(&source, places).program()
    }

    /// Returns the program as it is.
    ///
    /// # Errors
    ///
    /// None that reading it would not have found.
    pub(crate) fn original(&self) -> Result<Completed, Fault> {
        let words: Vec<&str> = self.tokens.iter().map(|token| token.word.as_str()).collect();
        self.with(&words)
    }

    /// Returns the inputs: those of the lines `>>> f(…)` of the docstring, then those generated from the annotations
    /// of the parameters.
    ///
    /// # Errors
    ///
    /// Where such a line is no call of the function with literals, or there is no such line and a parameter has no
    /// annotation that inputs are known for.
    pub(crate) fn inputs(&self, sets: &InputSets) -> Result<Vec<Vec<Value>>, Fault> {
        inputs::inputs(&self.text, sets)
    }

    /// Returns those of the lines `>>> f(…)` of the docstring.
    fn written_inputs(&self) -> Result<Vec<Vec<Value>>, Fault> {
        inputs::written_in(&self.text)
    }
}

fn token(text: &str, found: &Found) -> Token {
    let before = &text.as_bytes()[..found.span.start];
    Token {
        span: found.span.clone(),
        kind: found.kind,
        word: text[found.span.clone()].to_owned(),
        line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
        function: found.function,
        branches: found.branches,
    }
}

impl Completed {
    /// Calls the last function with copies of the arguments.
    #[must_use]
    pub fn run(&self, arguments: &[Value], limits: &Limits) -> Run {
        machine::run(&self.tree, arguments, limits)
    }
}
