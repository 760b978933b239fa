//! Functions of a script that say an expression: a call in a `let`, `aux`, `rule` or `clue` becomes
//! what the function gives, before anything is checked.
//!
//! The arguments are what is written: literals as they are, lists in braces as arrays, everything else
//! as its text. What comes back is text that the grammar reads, so it can say what a `.pz` file can
//! say, and no more. What it says is not looked through for further calls.

use std::sync::Arc;

use rhai::{Array, Dynamic};

use super::{Script, account, builder};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::{MadeText, Sources, Span};
use puzgen_syntax as syntax;
use puzgen_syntax::ast::{self, AuxValue, Expr, ExprKind, ItemKind};

/// The longest text that all calls of a puzzle may give together, in bytes.
const MAX_SAID: usize = 2 << 20;

/// Puts what functions of these scripts say in the place of calls in a puzzle's rules, clues, `let`s
/// and determined values. The first script that has a function counts, and `is_own` names those of the
/// language, which keep theirs.
///
/// # Errors
/// The first: `script::failed`, `script::limit`, `script::wrong_type`, or of the notation.
pub fn expand(
    puzzle: &mut ast::Puzzle,
    scripts: &[Arc<Script>],
    is_own: &dyn Fn(&str) -> bool,
    sources: &mut Sources,
) -> Result<(), Problem> {
    if scripts.is_empty() {
        return Ok(());
    }
    account::begin();
    let mut expander = Expander { scripts, is_own, sources, said: 0, problem: None };
    for item in &mut puzzle.items {
        let mut visit = |expr: &mut Expr| expander.expr(expr);
        match &mut item.kind {
            ItemKind::Let { value, .. } => visit(value),
            ItemKind::Rule { binders, body, .. } => {
                binders.iter_mut().for_each(|binders| binders.for_each_expr_mut(&mut visit));
                visit(body);
            }
            ItemKind::Clue { index, value, condition, .. } => {
                index.iter_mut().for_each(|index| index.for_each_expr_mut(&mut visit));
                visit(value);
                condition.iter_mut().for_each(visit);
            }
            ItemKind::Aux { index, value: AuxValue::Determined(value), .. } => {
                index.iter_mut().for_each(|index| index.for_each_expr_mut(&mut visit));
                visit(value);
            }
            _ => {}
        }
    }
    expander.problem.map_or(Ok(()), Err)
}

struct Expander<'a> {
    scripts: &'a [Arc<Script>],
    is_own: &'a dyn Fn(&str) -> bool,
    sources: &'a mut Sources,
    said: usize,
    /// The first.
    problem: Option<Problem>,
}

impl Expander<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        expr.for_each_child_mut(&mut |part| self.expr(part));
        if self.problem.is_some() {
            return;
        }
        let (name, arguments) = match &expr.kind {
            ExprKind::Call(name, arguments) => (name, arguments.iter().map(as_written).collect()),
            ExprKind::Comprehension { function, body, binders } => {
                let (body, binders) = (body.clone(), binders.clone());
                let list = Expr { kind: ExprKind::ListOf { body, binders }, span: expr.span };
                (function, vec![as_written(&list)])
            }
            _ => return,
        };
        if (self.is_own)(&name.name) {
            return;
        }
        let count = arguments.len();
        let script = self.scripts.iter().find(|script| script.says(&name.name, count));
        let Some(script) = script.map(Arc::clone) else { return };
        match self.said(&script, &name.name, arguments, expr.span) {
            // The tree around it goes from place to place in one text.
            Ok(said) => expr.kind = said.kind,
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Returns what a call says.
    fn said(
        &mut self,
        script: &Script,
        name: &str,
        arguments: Vec<Dynamic>,
        call: Span,
    ) -> Result<Expr, Problem> {
        let found =
            script.say(name, arguments).map_err(|problem| problem.label(call, "called here"))?;
        let by = script.place_of(name);
        let text = builder::code_of(&found, self.sources).map_err(|wanted| {
            let message = format!("what `{name}` gives {wanted}");
            Problem::error(Code::ScriptType, message, by, "this function")
                .label(call, "called here")
                .help("here a function gives an expression, such as the text \"x[c] == 1\"")
        })?;
        self.said += text.len();
        if self.said > MAX_SAID {
            let message = format!("functions say more than {MAX_SAID} bytes");
            return Err(Problem::error(Code::ScriptLimit, message, by, "one too many")
                .label(call, "called here")
                .help("say less with more: one rule may have many cases"));
        }
        let title = format!("what `{name}` gave");
        let made = MadeText { by, parts: Vec::new(), called: Some(call) };
        let length = text.len();
        let file = self.sources.add_made(title, text, made);
        let read = syntax::parse_expr(Span::new(file, 0, length), self.sources);
        read.map_err(|problems| match problems.sorted().into_iter().next() {
            Some(problem) => problem,
            None => puzgen_base::bug!("no tree and no problem"),
        })
    }
}

/// Returns an argument as a function gets it.
fn as_written(expr: &Expr) -> Dynamic {
    match &expr.kind {
        ExprKind::Int(value) => (*value).into(),
        ExprKind::Bool(value) => (*value).into(),
        ExprKind::Text(text) => text.text.clone().into(),
        ExprKind::Neg(inner) => match inner.kind {
            ExprKind::Int(value) if value >= 0 => (-value).into(),
            _ => expr.as_operand().to_string().into(),
        },
        ExprKind::List(items) => {
            Dynamic::from_array(items.iter().map(as_written).collect::<Array>())
        }
        _ => expr.as_operand().to_string().into(),
    }
}
