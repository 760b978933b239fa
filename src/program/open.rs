//! A program that is run before all of its words are known: a run goes on until it comes to a token that has none.
//!
//! The program is read once, with all words that a token may have beside each other. Only for some tokens a word changes what is
//! around it (how operators are grouped, whose a name is): with other words there, the program is read again.

use std::collections::BTreeMap;

use super::compile::{Found, Pool};
use super::limits::Limits;
use super::machine::{self, Put};
use super::program::Program;
use super::run::Outcome;
use super::token::Kind;
use super::tree::{TokenId, Tree};
use super::val::Builtin;
use super::value::Value;
use super::words::Context;

/// A program with tokens that may be open.
#[derive(Debug)]
pub struct OpenProgram {
    program: Program,
    /// The words that each token may have; none where it has the word of the program.
    words: Vec<Vec<String>>,
    /// Their numbers.
    all: Vec<Vec<u16>>,
    /// The tokens for whose words the program is read again.
    structural: Vec<usize>,
    /// The words that are beside each other in trees.
    choices: Vec<Vec<String>>,
    /// The program by the numbers of the words at the structural tokens; none where that is no program.
    trees: BTreeMap<Vec<u16>, Option<Tree>>,
}

/// How a run ended that may have come to an open token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// It comes to this token, and does something else with each of these classes of its words.
    Waits(usize, Vec<Vec<u16>>),
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
        let tree = program.original().map(|completed| completed.tree).unwrap_or_default();
        let may_change = |token: &usize| {
            !words[*token].is_empty() && is_structural(program, &tree.groups, *token)
        };
        let structural: Vec<usize> = (0..words.len()).filter(may_change).collect();
        structural.iter().for_each(|token| choices[*token].clear());
        let all = words.iter().map(|words| (0..words.len() as u16).collect()).collect();
        Self { program: program.clone(), words, all, structural, choices, trees: BTreeMap::new() }
    }

    /// Calls the last function where some tokens have only these of their words, by number; the last entry of a token counts.
    /// What it does depends on this alone.
    pub fn run(
        &mut self,
        known: &[(usize, &[u16])],
        arguments: &[Value],
        limits: &Limits,
    ) -> Ended {
        let all = std::mem::take(&mut self.all);
        let mut puts: Vec<Put<'_>> = Vec::with_capacity(all.len());
        for words in &all {
            puts.push(if words.is_empty() { Put::Fixed } else { Put::Among(words) });
        }
        known.iter().for_each(|(token, words)| puts[*token] = Put::Among(words));
        let mut first_open = None;
        let mut key: Vec<u16> = Vec::with_capacity(self.structural.len());
        for token in &self.structural {
            match puts[*token] {
                Put::Among([word]) => {
                    key.push(*word);
                    puts[*token] = Put::Fixed;
                }
                _ => {
                    key.push(self.own_word(*token));
                    first_open = first_open.or(Some(*token));
                }
            }
        }
        let ended = match (self.tree(key), first_open) {
            (Some(tree), _) => match machine::run_with(tree, &puts, arguments, limits) {
                Ok((run, _)) => Ended::Done(run.outcome),
                Err(waits) => Ended::Waits(waits.token as usize, waits.classes),
            },
            (None, Some(token)) => {
                Ended::Waits(token, all[token].iter().map(|word| vec![*word]).collect())
            }
            (None, None) => Ended::Unreadable,
        };
        self.all = all;
        ended
    }

    /// Calls the last function with one word at each open token, by number. Returns its outcome, none where the text is no
    /// program, and the tokens that it depends on with the words with which it has the same outcome.
    pub fn run_with(
        &mut self,
        words: &[Option<u16>],
        arguments: &[Value],
        limits: &Limits,
    ) -> (Option<Outcome>, Vec<(usize, Vec<u16>)>) {
        let all = std::mem::take(&mut self.all);
        let mut puts: Vec<Put<'_>> = Vec::with_capacity(all.len());
        for (word, all) in words.iter().zip(&all) {
            puts.push(word.map_or(Put::Fixed, |word| Put::With(word, all)));
        }
        let key: Vec<u16> = self
            .structural
            .iter()
            .map(|token| words[*token].unwrap_or_else(|| self.own_word(*token)))
            .collect();
        let ended = match self.tree(key) {
            Some(tree) => match machine::run_with(tree, &puts, arguments, limits) {
                Ok((run, alike)) => (Some(run.outcome), alike),
                Err(waits) => puzgen_base::bug!("{waits:?} where all words are known"),
            },
            None => (None, Vec::new()),
        };
        let (outcome, alike) = ended;
        let mut needed: Vec<(usize, Vec<u16>)> = Vec::new();
        if outcome.is_none() {
            let own = |token: &usize| Some((*token, vec![words[*token]?]));
            needed.extend(self.structural.iter().filter_map(own));
        }
        for (token, alike) in alike.into_iter().enumerate() {
            let words = alike.filter(|words| words.len() < all[token].len());
            needed.extend(words.map(|words| (token, words)));
        }
        self.all = all;
        (outcome, needed)
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
        let Self { program, words, structural, choices, trees, .. } = self;
        let tree = trees.entry(key).or_insert_with_key(|key| {
            let mut texts: Vec<&str> =
                program.tokens().iter().map(|token| token.word.as_str()).collect();
            for (token, word) in structural.iter().zip(key) {
                texts[*token] = words[*token].get(usize::from(*word))?;
            }
            let tree = program.tree(&texts, choices).ok()?;
            // A word without a meaning would be run as the one of the program.
            let is_meant = |token: usize| tree.choice(token as TokenId).is_some();
            let mut open = (0..choices.len()).filter(|token| !choices[*token].is_empty());
            match open.find(|token| !is_meant(*token)) {
                Some(token) => puzgen_base::bug!("a word of token {token} has no meaning"),
                None => Some(tree),
            }
        });
        tree.as_ref()
    }
}

/// Returns whether another word at a token may change more than what that token means.
fn is_structural(program: &Program, groups: &[Vec<TokenId>], token: usize) -> bool {
    let found: &Found = &program.found[token];
    let (text, span) = (program.text.as_str(), &program.spans[token]);
    match found.kind {
        Kind::Arithmetic | Kind::Boolean => {
            let mut own = groups.iter().filter(|group| group.contains(&(token as TokenId)));
            own.any(|group| group.len() > 1)
        }
        // `-1 ** 2` is no power of -1.
        Kind::Number => {
            let (before, after) = (text[..span.start].trim_end(), text[span.end..].trim_start());
            before.ends_with("**") || after.starts_with("**")
        }
        Kind::Name | Kind::Target => {
            let is_inner = matches!(&found.context, Context::Name(sight) if !sight.is_empty());
            let has_outer = |pool: &Pool| {
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
