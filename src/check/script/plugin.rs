//! Functions of a script that puzzles call.
//!
//! A script that a `script` item names is read and not run: its functions are called with values and
//! a view of a puzzle. They are the same for the same puzzle, so they may take part in generating.

use std::collections::BTreeSet;
use std::sync::Arc;

use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};

use super::place::Places;
use super::random::RngView;
use super::view::{NotAtHand, PuzzleView};
use super::{account, check_size, marks, problems, random, sandbox, view};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::rng::Rng;
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_model::function::{DrawnMark, Fault, PlainView, ScriptFunction};
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// A script whose functions can be called.
#[derive(Debug)]
pub struct Script {
    engine: Engine,
    code: AST,
    places: Places,
    text: Arc<str>,
    /// The names of its functions with the numbers of their arguments.
    functions: BTreeSet<(String, usize)>,
}

/// Reads a script for its functions.
///
/// # Errors
/// `script::syntax`, `script::limit`.
pub fn read(file: FileId, sources: &Sources) -> Result<Script, Problem> {
    let text = sources.text(file);
    check_size(file, &text)?;
    let places = Places::new(file, Arc::clone(&text));
    let mut engine = sandbox::engine();
    view::register(&mut engine);
    random::register(&mut engine);
    marks::register(&mut engine);
    let code = match engine.compile(&*text) {
        Ok(code) => code,
        Err(error) => return Err(problems::problem(&error.into(), &places)),
    };
    let functions =
        code.iter_functions().map(|found| (found.name.to_owned(), found.params.len())).collect();
    Ok(Script { engine, code, places, text, functions })
}

impl Script {
    /// Returns the text, which decides what its functions give.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the names of the functions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the function that takes a puzzle and so many arguments.
    pub(crate) fn function(self: &Arc<Self>, name: &str, arguments: usize) -> Option<Function> {
        let is_there = self.functions.contains(&(name.to_owned(), arguments + 1));
        is_there.then(|| Function { script: Arc::clone(self), name: name.to_owned() })
    }

    /// Returns whether it has a function that takes so many arguments, and no puzzle.
    pub(super) fn says(&self, name: &str, arguments: usize) -> bool {
        self.functions.contains(&(name.to_owned(), arguments))
    }

    /// Returns the name of a function where it is defined.
    pub(super) fn place_of(&self, name: &str) -> Span {
        self.places.function(name)
    }

    /// Returns what a function says. Its steps are those of the account at hand.
    pub(super) fn say(&self, name: &str, arguments: Vec<Dynamic>) -> Result<Dynamic, Problem> {
        self.run(name, arguments).map_err(|error| problems::problem(&error, &self.places))
    }

    /// Calls a function and returns what it gives.
    fn call(&self, name: &str, arguments: Vec<Dynamic>) -> Result<Dynamic, Fault> {
        account::begin();
        self.run(name, arguments).map_err(|error| match error.unwrap_inner() {
            EvalAltResult::ErrorRuntime(value, _) if value.is::<NotAtHand>() => Fault::NotAtHand,
            _ => Fault::Script(Box::new(problems::problem(&error, &self.places))),
        })
    }

    fn run(&self, name: &str, arguments: Vec<Dynamic>) -> Result<Dynamic, Box<EvalAltResult>> {
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(true);
        let mut scope = Scope::new();
        self.engine.call_fn_with_options(options, &mut scope, &self.code, name, arguments)
    }

    /// Returns the problem of what a function gave.
    fn wrong(&self, name: &str, message: String, help: &str) -> Fault {
        let place = self.places.function(name);
        let problem = Problem::error(Code::ScriptType, message, place, "this function");
        Fault::Script(Box::new(problem.help(help)))
    }
}

/// One function of a script.
#[derive(Debug, Clone)]
pub struct Function {
    script: Arc<Script>,
    name: String,
}

impl ScriptFunction for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn eval(
        &self,
        arguments: &[Value],
        result: &Ty,
        puzzle: PlainView<'_>,
    ) -> Result<Value, Fault> {
        let view = PuzzleView::new(puzzle);
        let arguments: Vec<Dynamic> =
            arguments.iter().map(|value| view.to_dynamic(value)).collect();
        let given = [Dynamic::from(view)].into_iter().chain(arguments).collect();
        let found = self.script.call(&self.name, given)?;
        let value = match result {
            Ty::Bool => found.as_bool().ok().map(Value::Bool),
            _ => found.as_int().ok().map(Value::Int),
        };
        value.ok_or_else(|| {
            let message = format!(
                "`{}` must give {result} here, and gave {}",
                self.name,
                match found.type_name() {
                    "()" => "nothing",
                    other => other,
                }
            );
            let help = "a condition asks for a truth, everything else for a whole number";
            self.script.wrong(&self.name, message, help)
        })
    }

    fn draw(&self, puzzle: PlainView<'_>, rng: &mut Rng) -> Result<Option<Vec<i64>>, Fault> {
        let view = PuzzleView::new(puzzle);
        let numbers = RngView::new(rng);
        let given = vec![Dynamic::from(view.clone()), Dynamic::from(numbers.clone())];
        let found = self.script.call(&self.name, given)?;
        *rng = numbers.into_rng();
        if found.is_unit() {
            return Ok(None);
        }
        view.board(&found).map(Some).map_err(|what| {
            let message = format!("`{}` gave no board: {what}", self.name);
            let help = "give the values of the answer in the order of its index as an array, or \
                        several such by name in a map; or nothing to be called again";
            self.script.wrong(&self.name, message, help)
        })
    }

    fn marks(&self, puzzle: PlainView<'_>, is_solution: bool) -> Result<Vec<DrawnMark>, Fault> {
        let given = vec![Dynamic::from(PuzzleView::new(puzzle)), is_solution.into()];
        let found = self.script.call(&self.name, given)?;
        marks::marks(&found).map_err(|what| {
            let message = format!("`{}` gave no drawing: {what}", self.name);
            let help =
                "give an array of `text(c, 3)`, `line(c, d)`, `shade(c)`, `circle(c)` and the like";
            self.script.wrong(&self.name, message, help)
        })
    }
}
