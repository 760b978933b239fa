//! What may stand at a token instead of its word, in a fixed order.

use std::ops::RangeInclusive;

use super::compile::{Found, Pool, Signature};
use super::token::Kind;

/// What is known of a token beyond its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Context {
    None,
    /// A name, and the comprehensions in sight.
    Name(Vec<usize>),
    /// The function of a call.
    Call {
        count: usize,
        is_plain: bool,
        is_generator: bool,
    },
    /// The method of a call.
    Method {
        count: usize,
        is_plain: bool,
        family: Family,
    },
    /// A number behind `**`.
    Exponent,
}

/// Of what type a receiver certainly is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Text,
    Unknown,
}

/// Functions that take this many arguments alike.
const FUNCTIONS: &[(usize, &[&str])] = &[
    (1, &["len", "sum", "min", "max", "abs", "sorted"]),
    (1, &["any", "all"]),
    (1, &["int", "str", "bool"]),
    (1, &["list", "tuple"]),
    (1, &["ord", "chr"]),
    (1, &["enumerate", "reversed"]),
    (2, &["min", "max"]),
    (3, &["min", "max"]),
];

/// Functions that take a generator alike.
const OF_GENERATORS: &[&[&str]] =
    &[&["sum", "min", "max", "any", "all", "sorted"], &["list", "tuple"]];

/// Methods that take this many arguments alike.
const METHODS: &[(usize, &[&str])] = &[
    (0, &["upper", "lower", "title", "capitalize", "swapcase", "strip", "lstrip", "rstrip"]),
    (0, &["isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace"]),
    (0, &["sort", "reverse", "pop", "clear"]),
    (0, &["keys", "values", "items"]),
    (1, &["append", "extend", "remove", "count", "index", "pop"]),
    (1, &["startswith", "endswith", "find", "rfind"]),
    (1, &["split", "strip", "lstrip", "rstrip"]),
    (1, &["ljust", "rjust", "zfill"]),
    (2, &["get", "setdefault", "pop"]),
];

/// Methods of texts with one argument, where `count` and `index` are those of a text.
const OF_TEXTS: &[&str] = &["startswith", "endswith", "find", "rfind", "count", "index"];

/// All methods of the subset.
const KNOWN: &[&str] = &[
    "append",
    "capitalize",
    "clear",
    "copy",
    "count",
    "endswith",
    "extend",
    "find",
    "get",
    "index",
    "insert",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "isupper",
    "items",
    "join",
    "keys",
    "ljust",
    "lower",
    "lstrip",
    "pop",
    "popitem",
    "remove",
    "replace",
    "reverse",
    "rfind",
    "rindex",
    "rjust",
    "rstrip",
    "setdefault",
    "sort",
    "split",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "update",
    "upper",
    "values",
    "zfill",
];

/// Returns whether the subset has a method.
pub(super) fn is_method(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// What alternatives are drawn from.
pub(super) struct Choices<'c> {
    pub(super) pool: &'c Pool,
    pub(super) signatures: &'c [Signature],
    pub(super) texts: &'c [String],
    pub(super) numbers: RangeInclusive<i64>,
}

impl Choices<'_> {
    /// Returns what may stand at a token, its own word included.
    pub(super) fn of(&self, found: &Found, word: &str) -> Vec<String> {
        let fixed = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let mut words: Vec<String> = match (found.kind, &found.context) {
            (Kind::Name | Kind::Target, context) => self.names(context),
            (Kind::Number, context) => self.numbers(context),
            (Kind::Text, _) => self.texts.to_vec(),
            (Kind::Truth, _) => fixed(&["True", "False"]),
            (Kind::Arithmetic, _) => fixed(&["+", "-", "*", "//", "%"]),
            (Kind::Comparison, _) if word.ends_with("in") => fixed(&["in", "not in"]),
            (Kind::Comparison, _) => fixed(&["<", "<=", ">", ">=", "==", "!="]),
            (Kind::Boolean, _) => fixed(&["and", "or"]),
            (Kind::Augmented, _) => fixed(&["+=", "-=", "*=", "//=", "%="]),
            (Kind::Keyword, _) => fixed(&["break", "continue"]),
            (Kind::Function, context) => self.functions(context, word),
            (Kind::Method, Context::Method { count, is_plain: true, family }) => {
                fixed(methods(word, *count, *family))
            }
            (Kind::Method, _) => Vec::new(),
        };
        let own = |known: &String| {
            known == word || found.kind == Kind::Text && plain(known) == plain(word)
        };
        if !words.iter().any(|known| known == word) {
            words.retain(|known| !own(known));
            words.push(word.to_owned());
        }
        words
    }

    fn names(&self, context: &Context) -> Vec<String> {
        let Context::Name(sight) = context else { return Vec::new() };
        let in_sight = |scope: &Option<usize>| scope.is_none_or(|scope| sight.contains(&scope));
        let mut names: Vec<String> = Vec::new();
        for (name, scope) in &self.pool.names {
            if in_sight(scope) && !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    fn numbers(&self, context: &Context) -> Vec<String> {
        let is_exponent = *context == Context::Exponent;
        let numbers = self.numbers.clone().filter(|number| !is_exponent || *number >= 0);
        numbers.map(|number| number.to_string()).collect()
    }

    fn functions(&self, context: &Context, word: &str) -> Vec<String> {
        let Context::Call { count, is_plain, is_generator } = *context else { return Vec::new() };
        if !is_plain {
            return Vec::new();
        }
        if self.signatures.iter().any(|own| own.name == word) {
            let fits = |own: &&Signature| own.required <= count && count <= own.parameters.len();
            return self.signatures.iter().filter(fits).map(|own| own.name.clone()).collect();
        }
        let alike = match is_generator {
            true => OF_GENERATORS.iter().find(|alike| alike.contains(&word)),
            false => FUNCTIONS
                .iter()
                .find(|(number, alike)| *number == count && alike.contains(&word))
                .map(|(_, alike)| alike),
        };
        alike.into_iter().flat_map(|alike| alike.iter()).map(|&name| name.to_owned()).collect()
    }
}

/// Returns what a literal of a text says, whichever quotes it has; only texts without escapes are compared.
fn plain(word: &str) -> &str {
    match word.get(1..word.len().saturating_sub(1)) {
        Some(inner) if !inner.contains(['\\', '"', '\'']) => inner,
        _ => word,
    }
}

fn methods(word: &str, count: usize, family: Family) -> &'static [&'static str] {
    if family == Family::Text && count == 1 && OF_TEXTS.contains(&word) {
        return OF_TEXTS;
    }
    let alike = METHODS.iter().find(|(number, alike)| *number == count && alike.contains(&word));
    alike.map_or(&[], |(_, alike)| alike)
}
