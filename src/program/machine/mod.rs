//! The interpreter. It is given a program and arguments, and gives back what happened and on which tokens that
//! depended. What it does not know to the letter ends in [`Stop::Unknown`], and whatever is too much in
//! [`Stop::TooLong`]: it never guesses, panics or recurses without bound.

mod arithmetic;
mod builtins;
mod calls;
mod choose;
mod compare;
mod dicts;
mod evaluate;
mod execute;
mod items;
mod iterate;
mod lists;
mod show;
mod sort;
mod strings;

use std::sync::Arc;

use super::limits::Limits;
use super::run::{End, Outcome, Run};
use super::tree::{TokenId, Tree};
use super::val::Val;
use super::value::{Inner, Value};
pub(super) use choose::{Alike, Put, Waits};
use iterate::Iter;

/// Why a run does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stop {
    /// It matters which of several words stands at a token.
    Waits(TokenId),
    Raise(&'static str),
    TooLong,
    Unknown(&'static str),
}

type Result<T> = std::result::Result<T, Stop>;

fn raise<T>(class: &'static str) -> Result<T> {
    Err(Stop::Raise(class))
}

const TYPE: Stop = Stop::Raise("TypeError");
const VALUE: Stop = Stop::Raise("ValueError");
const INDEX: Stop = Stop::Raise("IndexError");
const KEY: Stop = Stop::Raise("KeyError");
const ATTRIBUTE: Stop = Stop::Raise("AttributeError");

/// A dictionary: its items in the order in which they came.
#[derive(Debug, Default)]
struct Dict {
    items: Vec<(Val, Val)>,
    /// How often a key came or went.
    changes: u64,
}

/// A run.
struct Machine<'p> {
    tree: &'p Tree,
    limits: &'p Limits,
    lists: Vec<Vec<Val>>,
    dicts: Vec<Dict>,
    /// An iterator that is being asked is taken out.
    iterators: Vec<Option<Iter>>,
    /// The variables of all open calls.
    variables: Vec<Option<Val>>,
    /// Where those of the current call begin.
    base: usize,
    calls: usize,
    depth: usize,
    touched: Vec<bool>,
    /// What stands at each token; nothing where all are as in the tree.
    words: &'p [Put<'p>],
    /// Where the run waits: the words of that token, those together with which it goes on alike.
    classes: Vec<Vec<u16>>,
    /// What is noted where the words with which the run does the same are wanted.
    alike: Alike,
    printed: String,
    steps: u64,
    size: usize,
}

/// How deep evaluation may recurse, whatever recurses.
const DEEPEST: usize = 400;

/// Calls the last function of a program.
pub(super) fn run(tree: &Tree, arguments: &[Value], limits: &Limits) -> Run {
    match run_with(tree, &[], arguments, limits) {
        Ok((run, _)) => run,
        Err(waits) => puzgen_base::bug!("{waits:?} in a program that is complete"),
    }
}

/// Calls the last function of a program, some of whose tokens may be open.
///
/// # Errors
///
/// Where it matters which of several words stands at a token.
pub(super) fn run_with(
    tree: &Tree,
    words: &[Put<'_>],
    arguments: &[Value],
    limits: &Limits,
) -> std::result::Result<(Run, Alike), Waits> {
    let mut machine = Machine {
        tree,
        limits,
        lists: Vec::new(),
        dicts: Vec::new(),
        iterators: Vec::new(),
        variables: Vec::new(),
        base: 0,
        calls: 0,
        depth: 0,
        touched: vec![false; tree.tokens],
        words,
        classes: Vec::new(),
        alike: vec![None; words.len()],
        printed: String::new(),
        steps: 0,
        size: 0,
    };
    let given: Vec<Val> = arguments.iter().map(|value| machine.load(value)).collect();
    let last = tree.functions.len().saturating_sub(1);
    let result = machine.call_own(last, given.clone(), Vec::new());
    let result = result.and_then(|value| machine.repr(&value));
    let mut end = match result {
        Ok(text) => End::Returned(text),
        Err(Stop::Waits(token)) => return Err(Waits { token, classes: machine.classes }),
        Err(stop) => ended(stop),
    };
    // The arguments after the call are shown even where the steps were used up.
    let steps = machine.steps;
    (machine.steps, machine.size, machine.depth) = (0, 0, 0);
    let shown = given.iter().map(|value| machine.repr(value)).collect::<Result<Vec<String>>>();
    let arguments = shown.unwrap_or_else(|stop| {
        end = ended(stop);
        Vec::new()
    });
    let touched = machine.touched.iter().enumerate().filter(|(_, is)| **is);
    let touched = touched.map(|(token, _)| token).collect();
    let outcome = Outcome { end, printed: machine.printed, arguments };
    Ok((Run { outcome, touched, steps }, machine.alike))
}

fn ended(stop: Stop) -> End {
    match stop {
        Stop::Raise(class) => End::Raised(class.to_owned()),
        Stop::TooLong => End::TooLong,
        Stop::Waits(_) => End::Unknown("a word that is not there".to_owned()),
        Stop::Unknown(what) => End::Unknown(what.to_owned()),
    }
}

impl<'p> Machine<'p> {
    fn load(&mut self, value: &Value) -> Val {
        match &value.0 {
            Inner::None => Val::None,
            Inner::Bool(truth) => Val::Bool(*truth),
            Inner::Integer(number) => Val::integer(number.clone()),
            Inner::Text(text) => Val::text(text),
            Inner::List(items) => {
                let items = items.iter().map(|item| self.load(item)).collect();
                Val::List(self.keep(items))
            }
            Inner::Tuple(items) => {
                let items = items.iter().map(|item| self.load(item)).collect();
                Val::Tuple(self.keep(items))
            }
            Inner::Dict(items) => {
                let loaded: Vec<(Val, Val)> =
                    items.iter().map(|(key, item)| (self.load(key), self.load(item))).collect();
                self.dicts.push(Dict { items: loaded, changes: 0 });
                Val::Dict(number(self.dicts.len() - 1))
            }
        }
    }

    /// Keeps items without counting them.
    fn keep(&mut self, items: Vec<Val>) -> u32 {
        self.lists.push(items);
        number(self.lists.len() - 1)
    }

    /// Makes a list.
    fn list(&mut self, items: Vec<Val>) -> Result<Val> {
        self.grow(items.len() + 1)?;
        Ok(Val::List(self.keep(items)))
    }

    /// Makes a tuple.
    fn tuple(&mut self, items: Vec<Val>) -> Result<Val> {
        self.grow(items.len() + 1)?;
        Ok(Val::Tuple(self.keep(items)))
    }

    /// Makes a dictionary.
    fn dict(&mut self, items: Vec<(Val, Val)>) -> Result<Val> {
        self.grow(2 * items.len() + 1)?;
        self.dicts.push(Dict { items, changes: 0 });
        Ok(Val::Dict(number(self.dicts.len() - 1)))
    }

    /// Makes a text.
    fn text(&mut self, text: &str) -> Result<Val> {
        self.grow(text.len())?;
        Ok(Val::Text(Arc::from(text)))
    }

    /// Counts what is made.
    fn grow(&mut self, by: usize) -> Result<()> {
        self.size = self.size.saturating_add(by);
        self.work(by as u64 / 8)?;
        if self.size > self.limits.size { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// Counts steps.
    fn work(&mut self, steps: u64) -> Result<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps { Err(Stop::TooLong) } else { Ok(()) }
    }

    fn deeper<T>(&mut self, act: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.enter()?;
        let result = act(self);
        self.depth -= 1;
        result
    }

    fn enter(&mut self) -> Result<()> {
        if self.depth >= DEEPEST {
            return Err(Stop::TooLong);
        }
        self.depth += 1;
        Ok(())
    }

    fn items(&self, list: u32) -> &[Val] {
        self.lists.get(list as usize).map_or(&[], Vec::as_slice)
    }
}

/// Returns the number of something kept. The bound of sizes keeps it small.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
