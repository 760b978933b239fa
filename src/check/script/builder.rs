//! From calls to the tree: puts the text of an item together and has the grammar read it.
//!
//! The text remembers which parts of it are written in the script as they are, so that problems
//! point there; for what was computed they point at the call.

use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, NativeCallContext, Position};

use super::item_functions::{ITEM_FUNCTIONS, ItemFunction, Segment};
use super::place::Places;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{MadeText, Sources, Span};
use puzgen_syntax as syntax;
use puzgen_syntax::ast;

/// The most items that a script may say.
const MAX_ITEMS: usize = 10_000;

/// The longest text of all items together, in bytes.
const MAX_SAID: usize = 2 << 20;

/// What a script has said so far.
#[derive(Debug)]
pub(super) struct Builder {
    pub(super) sources: Sources,
    pub(super) file: ast::File,
    /// The first mistake. A script that catches the error does not undo it.
    pub(super) problem: Option<Problem>,
    places: Arc<Places>,
    items: usize,
    said: usize,
}

type SharedBuilder = Arc<Mutex<Builder>>;
type CallResult = Result<(), Box<EvalAltResult>>;

pub(super) fn shared(places: Arc<Places>, sources: Sources) -> SharedBuilder {
    let file = ast::File::default();
    Arc::new(Mutex::new(Builder { sources, file, problem: None, places, items: 0, said: 0 }))
}

/// Returns what was said; nothing is left.
pub(super) fn take(builder: &SharedBuilder) -> Builder {
    let mut builder = builder.lock().unwrap_or_else(PoisonError::into_inner);
    let places = Arc::clone(&builder.places);
    let empty = Builder {
        sources: Sources::new(),
        file: ast::File::default(),
        problem: None,
        places,
        items: 0,
        said: 0,
    };
    std::mem::replace(&mut *builder, empty)
}

/// Adds the functions that say items to an engine.
pub(super) fn register(engine: &mut Engine, builder: &SharedBuilder) {
    type Context<'c> = NativeCallContext<'c>;
    for function in ITEM_FUNCTIONS {
        let builder = Arc::clone(builder);
        let say = move |context: &Context<'_>, arguments: &[Dynamic]| -> CallResult {
            let mut builder = builder.lock().unwrap_or_else(PoisonError::into_inner);
            let at = context.call_position();
            builder.say(function, arguments, at).map_err(|problem| {
                builder.problem.get_or_insert(problem);
                EvalAltResult::ErrorRuntime(Dynamic::UNIT, at).into()
            })
        };
        match function.arguments.len() {
            1 => engine.register_fn(function.name, move |c: Context<'_>, a: Dynamic| say(&c, &[a])),
            2 => engine
                .register_fn(function.name, move |c: Context<'_>, a: Dynamic, b: Dynamic| {
                    say(&c, &[a, b])
                }),
            _ => engine.register_fn(
                function.name,
                move |c: Context<'_>, a: Dynamic, b: Dynamic, d: Dynamic| say(&c, &[a, b, d]),
            ),
        };
    }
}

impl Builder {
    /// Adds what a call says to the tree.
    fn say(
        &mut self,
        function: &ItemFunction,
        arguments: &[Dynamic],
        at: Position,
    ) -> Result<(), Problem> {
        let call = self.places.token(at);
        if let Some(problem) = &self.problem {
            return Err(problem.clone());
        }
        let mut draft = Draft { text: String::new(), parts: Vec::new(), written: Vec::new() };
        draft.written = self.places.texts(at);
        draft.written.reverse();
        let mut given = function.arguments.iter().zip(arguments);
        for part in function.says {
            let added = match part {
                Segment::Word(word) => draft.word(word),
                part => {
                    let Some((name, value)) = given.next() else {
                        puzgen_base::bug!("`{}` has too few arguments", function.name)
                    };
                    draft.argument(*part, value, &self.sources).map_err(|wanted| (*name, wanted))
                }
            };
            added.map_err(|(name, wanted)| {
                let message = format!("`{name}` of `{}` {wanted}", function.name);
                Problem::error(Code::ScriptType, message, call, "in this call")
                    .help(format!("it is called as `{}`", function.signature()))
            })?;
        }
        (self.items, self.said) = (self.items + 1, self.said + draft.text.len());
        if self.items > MAX_ITEMS || self.said > MAX_SAID {
            let message = format!("more than {MAX_ITEMS} items, or {MAX_SAID} bytes of them");
            return Err(Problem::error(Code::ScriptLimit, message, call, "one too many")
                .help("say less with more: one rule may have many cases"));
        }
        self.read(function, draft, call)
    }

    fn read(&mut self, function: &ItemFunction, draft: Draft, call: Span) -> Result<(), Problem> {
        let name = format!("{}, as said in {}", function.name, self.sources.name(call.file));
        let length = draft.text.len();
        let made = MadeText { by: call, parts: draft.parts, called: None };
        let text = self.sources.add_made(name, draft.text, made);
        let only = |problems: Diagnostics| match problems.sorted().into_iter().next() {
            Some(problem) => problem,
            None => puzgen_base::bug!("no tree and no problem"),
        };
        if matches!(function.name, "puzzle" | "extends" | "use_file" | "use_puzzle") {
            let said = syntax::parse(text, &self.sources).map_err(only)?;
            let has_items = said.puzzles.iter().any(|puzzle| !puzzle.items.is_empty());
            if said.uses.len() + said.puzzles.len() != 1 || has_items {
                let message = format!("`{}` says more than one thing", function.name);
                return Err(Problem::error(Code::Syntax, message, call, "in this call")
                    .help(format!("it is called as `{}`", function.signature())));
            }
            self.file.uses.extend(said.uses);
            for mut puzzle in said.puzzles {
                match (puzzle.extends.take(), self.file.puzzles.last_mut()) {
                    (None, _) => self.file.puzzles.push(puzzle),
                    (base, Some(last)) if last.extends.is_none() => last.extends = base,
                    (_, Some(last)) => {
                        let message =
                            format!("`{}` extends another puzzle already", last.name.name);
                        return Err(Problem::error(Code::Duplicate, message, call, "again here")
                            .help("a puzzle extends one other"));
                    }
                    (_, None) => return Err(no_puzzle(function, call)),
                }
            }
            return Ok(());
        }
        let item = syntax::parse_item(Span::new(text, 0, length), &self.sources).map_err(only)?;
        match self.file.puzzles.last_mut() {
            Some(puzzle) => puzzle.items.push(item),
            None => return Err(no_puzzle(function, call)),
        }
        Ok(())
    }
}

fn no_puzzle(function: &ItemFunction, call: Span) -> Problem {
    let message = format!("`{}` before any puzzle", function.name);
    Problem::error(Code::ScriptFailed, message, call, "of which puzzle?")
        .help("begin with `puzzle(\"name\", \"Title\")`")
}

/// Returns a value in the notation: a text as it is.
pub(super) fn code_of(value: &Dynamic, sources: &Sources) -> Result<String, Requirement> {
    let mut draft = Draft { text: String::new(), parts: Vec::new(), written: Vec::new() };
    draft.code(value, sources)?;
    Ok(draft.text)
}

/// The text of an item while it is put together.
struct Draft {
    text: String,
    /// Parts that are written in the script.
    parts: Vec<(usize, Span)>,
    /// The texts in the call that were not met yet, the first last.
    written: Vec<Span>,
}

/// What an argument must be.
type Requirement = String;

impl Draft {
    fn word<E>(&mut self, word: &str) -> Result<(), E> {
        self.text.push_str(word);
        self.text.push(' ');
        Ok(())
    }

    fn argument(
        &mut self,
        part: Segment,
        value: &Dynamic,
        sources: &Sources,
    ) -> Result<(), Requirement> {
        match part {
            Segment::Code => self.code(value, sources)?,
            Segment::Text => {
                let text = text_of(value).ok_or("must be a text")?;
                self.quoted(&text, sources);
            }
            Segment::Lines => self.list(value, "\n", sources)?,
            Segment::Names(between) => self.list(value, between, sources)?,
            Segment::Word(_) => {}
        }
        // A comment at the end of an argument ends with it.
        self.text.push('\n');
        Ok(())
    }

    fn code(&mut self, value: &Dynamic, sources: &Sources) -> Result<(), Requirement> {
        if let Some(text) = text_of(value) {
            self.as_written(&text, sources);
        } else if value.is_int() || value.is_bool() {
            self.text.push_str(&value.to_string());
        } else if let Some(range) = value.read_lock::<RangeInclusive<INT>>() {
            self.text.push_str(&format!("{}..{}", range.start(), range.end()));
        } else if value.read_lock::<Range<INT>>().is_some() {
            return Err("leaves its end out: write `1..=9`, or the text \"1..9\"".to_owned());
        } else if let Some(list) = value.read_lock::<Array>() {
            self.text.push('{');
            for (position, item) in list.iter().enumerate() {
                self.text.push_str(if position > 0 { ", " } else { "" });
                self.code(item, sources)?;
            }
            self.text.push('}');
        } else {
            let found = value.type_name();
            return Err(format!("must be a text, a number, a truth or a list, found {found}"));
        }
        Ok(())
    }

    fn list(
        &mut self,
        value: &Dynamic,
        between: &str,
        sources: &Sources,
    ) -> Result<(), Requirement> {
        let wanted = || "must be a text, or an array of texts".to_owned();
        let Some(list) = value.read_lock::<Array>() else {
            self.as_written(&text_of(value).ok_or_else(wanted)?, sources);
            return Ok(());
        };
        for (position, item) in list.iter().enumerate() {
            self.text.push_str(if position > 0 { between } else { "" });
            self.as_written(&text_of(item).ok_or_else(wanted)?, sources);
        }
        Ok(())
    }

    fn quoted(&mut self, text: &str, sources: &Sources) {
        self.text.push('"');
        if text.contains(['"', '\\', '\n']) {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            self.text.push_str(&escaped);
        } else {
            let before = self.parts.len();
            self.as_written(text, sources);
            // The quotes are written, too, where they are of the same kind.
            if let Some((at, part)) = self.parts[before..].first_mut() {
                let whole =
                    Span { start: part.start.saturating_sub(1), end: part.end + 1, ..*part };
                if sources.slice(whole).starts_with('"') && sources.slice(whole).ends_with('"') {
                    (*at, *part) = (*at - 1, whole);
                }
            }
        }
        self.text.push('"');
    }

    fn as_written(&mut self, text: &str, sources: &Sources) {
        let found = self.written.iter().rposition(|span| sources.slice(*span) == text);
        if let Some(found) = found {
            self.parts.push((self.text.len(), self.written[found]));
            self.written.truncate(found);
        }
        self.text.push_str(text);
    }
}

fn text_of(value: &Dynamic) -> Option<String> {
    value.is_string().then(|| value.to_string())
}
