//! A program that is run before all of its words are known: a run goes on until it comes to a token that has none.
//!
//! The program is read once, with all words that a token may have beside each other. Only for some tokens a word changes what is
//! around it (how operators are grouped, whose a name is): with other words there, the program is read again.

use std::collections::HashMap;

use super::compile::Found;
use super::machine::{self, Put};
use super::tree::Tree;
use super::val::Builtin;
use super::words::Context;
use super::{Kind, Limits, Outcome, Program, Value};

/// A program with tokens that may be open.
#[derive(Debug)]
pub struct OpenProgram {
    program: Program,
    /// The words that each token may have; none where it has the word of the program.
    words: Vec<Vec<String>>,
    /// The tokens for whose words the program is read again.
    structural: Vec<usize>,
    /// The words that are beside each other in trees.
    choices: Vec<Vec<String>>,
    /// The program by the numbers of the words at the structural tokens; none where that is no program.
    trees: HashMap<Vec<u16>, Option<Tree>>,
}

/// How a run ended that may have come to an open token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// It came to this token, which is open.
    Waits(usize),
    /// It came to its end.
    Done(Outcome),
    /// With these words the text is no program.
    Unreadable,
}

/// More trees than this are forgotten.
const MOST_TREES: usize = 4_096;

impl OpenProgram {
    /// Returns a program some of whose tokens may have several words.
    #[must_use]
    pub fn new(program: &Program, words: Vec<Vec<String>>) -> Self {
        let mut choices = words.clone();
        let may_change =
            |token: &usize| !words[*token].is_empty() && is_structural(program, *token);
        let structural: Vec<usize> = (0..words.len()).filter(may_change).collect();
        structural.iter().for_each(|token| choices[*token].clear());
        Self { program: program.clone(), words, structural, choices, trees: HashMap::new() }
    }

    /// Calls the last function with words at some tokens, by their numbers among those that the token may have. What it
    /// does depends on the words of this call alone.
    pub fn run(&mut self, known: &[(usize, u16)], arguments: &[Value], limits: &Limits) -> Ended {
        let word_at =
            |token: usize| known.iter().find(|(at, _)| *at == token).map(|(_, word)| *word);
        let mut puts: Vec<Put> = Vec::with_capacity(self.words.len());
        puts.extend(self.words.iter().map(|it| if it.is_empty() { Put::Fixed } else { Put::Open }));
        known.iter().for_each(|(token, word)| puts[*token] = Put::Word(*word));
        let own = |token: usize| self.own_word(token);
        let key: Vec<u16> = self
            .structural
            .iter()
            .map(|token| word_at(*token).unwrap_or_else(|| own(*token)))
            .collect();
        for token in &self.structural {
            if puts[*token] != Put::Open {
                puts[*token] = Put::Fixed;
            }
        }
        let first_open = self.structural.iter().copied().find(|token| puts[*token] == Put::Open);
        match (self.tree(key), first_open) {
            (Some(tree), _) => match machine::run_with(tree, &puts, arguments, limits) {
                Ok(run) => Ended::Done(run.outcome),
                Err(token) => Ended::Waits(token as usize),
            },
            (None, Some(token)) => Ended::Waits(token),
            (None, None) => Ended::Unreadable,
        }
    }

    /// Returns the number of the word of the program, or the first.
    fn own_word(&self, token: usize) -> u16 {
        let word = &self.program.tokens()[token].word;
        let at = self.words[token].iter().position(|known| known == word);
        at.and_then(|at| u16::try_from(at).ok()).unwrap_or(0)
    }

    fn tree(&mut self, key: Vec<u16>) -> Option<&Tree> {
        if self.trees.len() >= MOST_TREES {
            self.trees.clear();
        }
        let Self { program, words, structural, choices, trees } = self;
        let tree = trees.entry(key).or_insert_with_key(|key| {
            let mut texts: Vec<&str> =
                program.tokens().iter().map(|token| token.word.as_str()).collect();
            for (token, word) in structural.iter().zip(key) {
                texts[*token] = words[*token].get(usize::from(*word))?;
            }
            program.tree(&texts, choices).ok()
        });
        tree.as_ref()
    }
}

/// Returns whether another word at a token may change more than what that token means.
fn is_structural(program: &Program, token: usize) -> bool {
    let found: &Found = &program.found[token];
    let (text, span) = (program.text.as_str(), &program.spans[token]);
    match found.kind {
        Kind::Arithmetic | Kind::Boolean => {
            let tree = program.original().ok();
            let groups = tree.iter().flat_map(|completed| &completed.tree.groups);
            let mut own = groups.filter(|group| group.contains(&(token as u32)));
            own.any(|group| group.len() > 1)
        }
        // `-1 ** 2` is no power of -1.
        Kind::Number => {
            let (before, after) = (text[..span.start].trim_end(), text[span.end..].trim_start());
            before.ends_with("**") || after.starts_with("**")
        }
        Kind::Name | Kind::Target => {
            let is_inner = matches!(&found.context, Context::Name(sight) if !sight.is_empty());
            let has_outer = |pool: &super::compile::Pool| {
                let is_global = |name: &str| {
                    Builtin::named(name).is_some()
                        || program.signatures.iter().any(|own| own.name == name)
                };
                pool.names.iter().any(|(name, _)| is_global(name))
            };
            found.kind == Kind::Target
                && (is_inner || program.pools.get(found.function).is_none_or(has_outer))
        }
        _ => false,
    }
}
