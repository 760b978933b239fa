//! From the parser's tree to the one that runs, or the first construct that is outside of the subset. Names are resolved
//! here, tokens found and numbered. The same code reads the original, to learn its tokens, and each filling.

mod calls;
mod expressions;
mod names;
mod statements;

use std::ops::Range;

use ruff_python_ast::{Expr as Node, Parameters, Stmt as Statement, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

use super::fault::Fault;
use super::literal;
use super::read::{Source, span};
use super::token::Kind;
use super::tree::{Choice, Function, NO_TOKEN, Parameter, TokenId, Tree};
use super::val::Val;
use super::words::Context;
use names::Scopes;

type Result<T> = std::result::Result<T, Fault>;

/// A token that was found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    pub(super) function: usize,
    pub(super) branches: usize,
    pub(super) context: Context,
}

/// The names that tokens of a function may hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    /// Variables and parameters by first occurrence, with the comprehension whose own they are.
    pub(super) names: Vec<(String, Option<usize>)>,
}

impl Pool {
    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }
}

/// Where tokens are known to stand.
pub(super) enum Places<'p> {
    /// Nowhere yet: they are collected.
    Unknown,
    /// At these bytes, in order of the text.
    /// Beside them are the words that may stand at each token that is open; nothing where none is.
    Known { spans: &'p [Range<usize>], pools: &'p [Pool], open: &'p [Vec<String>] },
}

/// The signature of a function.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    /// Where its name stands, in bytes of the text.
    pub(super) at: usize,
    pub(super) parameters: Vec<String>,
    /// How many parameters have no default.
    pub(super) required: usize,
}

/// What reads a program.
pub(super) struct Compiler<'p> {
    source: &'p Source,
    places: Places<'p>,
    pub(super) found: Vec<Found>,
    pub(super) signatures: Vec<Signature>,
    groups: Vec<Vec<TokenId>>,
    choices: Vec<Option<Choice>>,
    scopes: Scopes,
    function: usize,
    loops: usize,
    /// How many branches what is read stands in.
    branches: usize,
    depth: usize,
}

/// How deep statements and expressions may be nested.
const DEEPEST: usize = 30;

impl<'p> Compiler<'p> {
    /// Returns a reader of a program.
    pub(super) fn new(source: &'p Source, places: Places<'p>) -> Self {
        Self {
            source,
            places,
            found: Vec::new(),
            signatures: Vec::new(),
            groups: Vec::new(),
            choices: Vec::new(),
            scopes: Scopes::default(),
            function: 0,
            loops: 0,
            branches: 0,
            depth: 0,
        }
    }

    /// Reads the program.
    pub(super) fn program(&mut self) -> Result<Tree> {
        let mut definitions = Vec::new();
        for (place, statement) in self.source.statements().iter().enumerate() {
            match statement {
                Statement::FunctionDef(definition) => definitions.push(definition),
                Statement::Expr(text) if place == 0 && text.value.is_string_literal_expr() => {}
                other => return outside(other.range(), "what stands outside of functions", DEFS),
            }
        }
        if definitions.is_empty() {
            return outside(TextRange::default(), "a program without a function", DEFS);
        }
        for definition in &definitions {
            let signature = self.signature(definition)?;
            if self.signatures.iter().any(|other| other.name == signature.name) {
                return outside(definition.name.range, "a function that is defined twice", DEFS);
            }
            self.signatures.push(signature);
        }
        let mut functions = Vec::new();
        for (index, definition) in definitions.iter().enumerate() {
            self.function = index;
            functions.push(self.definition(definition)?);
        }
        let tokens = match self.places {
            Places::Unknown => self.found.len(),
            Places::Known { spans, .. } => spans.len(),
        };
        let groups = std::mem::take(&mut self.groups);
        Ok(Tree { functions, groups, tokens, choices: std::mem::take(&mut self.choices) })
    }

    fn signature(&self, definition: &StmtFunctionDef) -> Result<Signature> {
        if definition.is_async || !definition.decorator_list.is_empty() {
            return outside(definition.range, "an async or decorated function", PLAIN);
        }
        if definition.type_params.is_some() {
            return outside(definition.range, "a function with type parameters", PLAIN);
        }
        let parameters: &Parameters = &definition.parameters;
        let plain = &parameters.args;
        if plain.len() != parameters.iter().count() || !parameters.posonlyargs.is_empty() {
            let what = "`*` and `/` between parameters";
            return outside(parameters.range, what, PLAIN);
        }
        Ok(Signature {
            name: definition.name.to_string(),
            at: definition.name.start().to_usize(),
            parameters: plain.iter().map(|one| one.parameter.name.to_string()).collect(),
            required: plain.iter().filter(|one| one.default.is_none()).count(),
        })
    }

    fn definition(&mut self, definition: &StmtFunctionDef) -> Result<Function> {
        let mut parameters = Vec::new();
        for one in &definition.parameters.args {
            let default = match one.default.as_deref() {
                None => None,
                Some(node) => Some(fixed(node)?),
            };
            parameters.push(Parameter { name: one.parameter.name.to_string(), default });
        }
        self.open_function(&parameters, &definition.body)?;
        let body = self.without_docstring(&definition.body);
        let body = self.block(body)?;
        Ok(Function { parameters, slots: self.scopes.slots, body })
    }

    fn without_docstring<'s>(&self, body: &'s [Statement]) -> &'s [Statement] {
        match body {
            [Statement::Expr(text), rest @ ..] if text.value.is_string_literal_expr() => rest,
            _ => body,
        }
    }

    /// Returns the token at a range, and notes it where tokens are collected.
    fn token(&mut self, range: TextRange, kind: Kind, context: Context) -> TokenId {
        if matches!(self.places, Places::Unknown) {
            let (function, branches) = (self.function, self.branches);
            self.found.push(Found { span: span(range), kind, function, branches, context });
            return NO_TOKEN;
        }
        self.known(range)
    }

    /// Returns the token at a range, if its place is known.
    fn known(&self, range: TextRange) -> TokenId {
        let Places::Known { spans, .. } = &self.places else { return NO_TOKEN };
        let wanted = span(range);
        let after = spans.partition_point(|token| token.start <= wanted.start);
        match after.checked_sub(1).map(|index| (index, &spans[index])) {
            Some((index, token)) if wanted.start < token.end => {
                TokenId::try_from(index).unwrap_or(NO_TOKEN)
            }
            _ => NO_TOKEN,
        }
    }

    /// Returns the words that may stand at a token, where it is open.
    fn open_words(&self, token: TokenId) -> Option<&'p [String]> {
        let Places::Known { open, .. } = &self.places else { return None };
        let words: &'p [String] = open.get(token as usize)?;
        (!words.is_empty()).then_some(words)
    }

    /// Notes what may stand at a token, if it is open: what each of its words means.
    fn choose<T>(
        &mut self,
        token: TokenId,
        meaning: impl Fn(&Self, &str) -> Option<T>,
        choice: impl FnOnce(Vec<T>) -> Choice,
    ) {
        let Some(words) = self.open_words(token) else { return };
        let all: Option<Vec<T>> = words.iter().map(|word| meaning(self, word)).collect();
        let at = token as usize;
        if self.choices.len() <= at {
            self.choices.resize(at + 1, None);
        }
        self.choices[at] = all.map(choice);
    }

    /// Returns whether a token of the function may hold a name.
    fn may_be_held(&self, name: &str) -> bool {
        match &self.places {
            Places::Unknown => true,
            Places::Known { pools, .. } => pools.get(self.function).is_some_and(|p| p.has(name)),
        }
    }

    /// Reads what stands in so many more branches.
    fn within<T>(
        &mut self,
        branches: usize,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.branches += branches;
        let result = read(self);
        self.branches -= branches;
        result
    }

    fn deeper<T>(
        &mut self,
        range: TextRange,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.depth >= DEEPEST {
            return outside(range, "so deep a nesting", "give a part of it a name");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

const DEFS: &str = "a program is one function, or a few with different names";
const PLAIN: &str = "write `def name(parameter, …):` with plain parameters";

/// Returns the fault of a construct outside of the subset.
fn outside<T>(range: TextRange, what: &str, help: &str) -> Result<T> {
    Err(Fault {
        span: span(range),
        what: format!("{what} is outside of the subset of Python that is understood"),
        help: help.to_owned(),
    })
}

/// Returns the value of a default, which must be a constant that nothing can change.
fn fixed(node: &Node) -> Result<Val> {
    literal::constant(node).map_or_else(
        || outside(node.range(), "this default", "use a number, a text, `True`, `False`, `None`"),
        Ok,
    )
}
