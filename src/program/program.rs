//! A program that was read: its tokens, what may stand at each, and its meaning with other words.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use crate::compile::{Compiler, Found, Places, Pool, Signature};
use crate::completed::Completed;
use crate::fault::Fault;
use crate::members::InputSets;
use crate::token::{Kind, Token};
use crate::tree::Tree;
use crate::value::Value;
use crate::words::{Choices, Context};
use crate::{inputs, read};

/// A program that was read: one function or a few; the last one is called.
#[derive(Debug, Clone)]
pub struct Program {
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    pub(crate) found: Vec<Found>,
    pub(crate) spans: Vec<Range<usize>>,
    pub(crate) pools: Vec<Pool>,
    pub(crate) signatures: Vec<Signature>,
    texts: Vec<String>,
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
    pub(crate) fn tree(&self, words: &[&str], open: &[Vec<String>]) -> Result<Tree, Fault> {
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
    pub(crate) fn written_inputs(&self) -> Result<Vec<Vec<Value>>, Fault> {
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
