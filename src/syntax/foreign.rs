//! Words and signs of other languages, and how puzgen writes them.
//!
//! Tables only. Signs are wrong wherever they stand; a word is judged only where the text cannot be
//! read, since anybody may call an answer `var`.

/// A sign that no valid text has.
#[derive(Debug)]
pub(super) struct ForeignSign {
    /// As other languages write it.
    pub(super) sign: &'static str,
    /// What to write here.
    pub(super) help: &'static str,
    /// What it is, as a noun phrase.
    pub(super) label: &'static str,
}

macro_rules! signs {
    ($($label:literal { $($($sign:literal)+ => $help:literal,)+ })+) => {
        /// Longer signs stand before those that they begin with.
        const SIGNS: &[ForeignSign] =
            &[$($($(ForeignSign { sign: $sign, help: $help, label: $label },)+)+)+];
    };
}

// A macro, because several signs share a line and each needs the same three fields.
signs! {
    "comment of another language" {
        "//" "/*" "*/" => "a comment starts with `#` and ends with the line",
    }
    "sign of another language" {
        "<==>" "<=>" "<->" "⇔" "↔" => "equivalence is written `iff`",
        "===" => "equality is written `==`",
        "!==" "<>" "=/=" "/=" "≠" => "`not equal` is written `!=`",
        "==>" "->" "→" "⇒" => "implication is written `implies`",
        "=>" => "implication is written `implies`, a comparison `>=`",
        "=<" "≤" => "the comparison is written `<=`",
        "≥" => "the comparison is written `>=`",
        "&&" "&" "/\\" "∧" => "conjunction is written `and`",
        "||" "|" "\\/" "∨" => "disjunction is written `or`, an absolute value `abs(a)`",
        ":=" => "a definition is written `=`, a comparison `==`",
        "**" "^" => "there is no power: write a product such as `a * a`",
        "%" => "the remainder is written `mod`",
        "?" => "a choice is written `if condition then a else b`",
        "..=" "..." "…" => "a range is written `1..9`, with both ends included",
        "×" "·" => "multiplication is written `*`",
        "−" "–" => "subtraction is written `-`",
        "∉" => "membership is written `not in`",
        "∈" => "membership is written `in`",
        "∀" => "write `forall(condition for c in cells)`",
        "∃" => "write `exists(condition for c in cells)`",
        "∑" => "write `sum(value for c in cells)`",
        "¬" "~" => "negation is written `not`",
    }
    "quotation mark of another kind" {
        "'" "`" "“" "”" "„" "‘" "’" "«" "»" => "texts stand between double quotes: `\"…\"`",
    }
}

/// `!` is foreign only where no `=` follows.
const BANG: ForeignSign =
    ForeignSign { sign: "!", help: "negation is written `not`", label: "sign of another language" };

/// Returns the foreign sign that `text` starts with.
pub(super) fn sign(text: &str) -> Option<&'static ForeignSign> {
    // Most signs are our own with a name, a number or a blank behind them.
    if let [first, second, ..] = text.as_bytes()
        && b",;:=<>+-*/.".contains(first)
        && second.is_ascii()
        && (!second.is_ascii_punctuation() || b"(){}[],;_\"".contains(second))
    {
        return None;
    }
    let found = SIGNS.iter().find(|sign| text.starts_with(sign.sign));
    found.or_else(|| (text.starts_with('!') && !text.starts_with("!=")).then_some(&BANG))
}

/// Returns how many bytes to mark for `sign` at the start of `text`: of a quotation in single
/// quotes, all of it.
pub(super) fn sign_len(text: &str, sign: &str) -> usize {
    if matches!(sign, "'" | "`") {
        let line = text.lines().next().unwrap_or(text);
        if let Some(end) = line[1..].find(sign) {
            return end + 2;
        }
    }
    sign.len()
}

/// Returns what to write for a word where the text cannot be read.
pub(super) fn word(word: &str) -> Option<&'static str> {
    Some(match word {
        "constraint" | "constraints" | "assert" | "require" | "ensure" | "such" => {
            "a constraint is declared with `rule name: condition`"
        }
        "var" | "variable" | "variables" | "vars" | "array" | "find" => {
            "what is to be found is declared with `answer name: 1..9`"
        }
        "int" | "integer" => "whole numbers are declared by their range, such as `1..9`",
        "boolean" => "truth values are declared with `bool`",
        "parameter" | "given_param" => "a parameter is declared with `param name: 1..9 = 3`",
        "const" | "def" | "define" | "constant" => "a value gets a name with `let name = value`",
        "foreach" | "for" => "write `forall(condition for c in cells)`",
        "elif" | "elsif" | "elseif" => "write `else if`",
        "endif" | "end" | "fi" => "a choice ends with its `else` part and has no closing word",
        "include" | "import" => "another file is used with `use \"path.pz\"`",
        "xor" => "write `!=` between two truth values",
        "rem" | "modulo" => "the remainder is written `mod`",
        "is" | "eq" | "equals" => "equality is written `==`",
        "test" | "case" => "a test is written `example \"title\" { … }`",
        "description" | "title" => "a description is written `about \"…\"`",
        _ => return None,
    })
}

/// Returns our spelling of a function that other languages have under the name `name`.
pub fn foreign_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "alldifferent" | "all_different" | "alldiff" | "all_diff" | "unique" | "different" => {
            "distinct"
        }
        "alldifferent_except" | "alldifferent_except_0" | "all_different_except" => {
            "distinct_except"
        }
        "allequal" | "all_same" => "all_equal",
        "foreach" | "for_all" | "all" | "every" | "each" => "forall",
        "any" | "some" | "exist" => "exists",
        "len" | "card" | "cardinality" | "size" => "length",
        "total" => "sum",
        "prod" => "product",
        "minimum" => "min",
        "maximum" => "max",
        "absolute" => "abs",
        "std" | "stdev" => "stddev",
        "circuit" | "hamiltonian" | "one_loop" => "single_loop",
        "atleast" | "at_least" => "count(…) >= k",
        "atmost" | "at_most" => "count(…) <= k",
        "exact" | "exactly" => "count(…) == k",
        "element" | "nth" => "list[position]",
        "table" => "(a, b) in {(1, 2), (2, 1)}",
        "regular" | "regex" | "matches_regex" => "matches(list, \"pattern\")",
        "index_of" | "indexof" | "find_index" => "position",
        "reverse" | "rev" => "reversed",
        "sorted" | "ascending" => "increasing",
        _ => return None,
    })
}

/// Returns our spelling of a word that differs in its capitals only.
pub(super) fn cased_word(word: &str) -> Option<&'static str> {
    const WORDS: &[&str] = &[
        "true", "false", "and", "or", "not", "implies", "iff", "in", "for", "where", "if", "then",
        "else", "div", "mod",
    ];
    if let Some(ours) = foreign_function(&snake_case(word)) {
        return Some(ours);
    }
    WORDS.iter().copied().find(|ours| word.eq_ignore_ascii_case(ours))
}

/// Returns `word` in lower snake_case, as far as it has ASCII letters.
pub(super) fn snake_case(word: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for char in word.chars() {
        if char.is_ascii_uppercase() && was_lower {
            out.push('_');
        }
        was_lower = char.is_ascii_lowercase() || char.is_ascii_digit();
        if char.is_ascii_alphanumeric() || (char == '_' && !out.is_empty()) {
            out.push(char.to_ascii_lowercase());
        } else if !char.is_ascii() {
            return String::new();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_longest_sign() {
        for (index, sign) in SIGNS.iter().enumerate() {
            let shadowed = SIGNS[..index].iter().find(|one| sign.sign.starts_with(one.sign));
            assert!(shadowed.is_none(), "{} stands after {shadowed:?}", sign.sign);
        }
    }

    #[test]
    fn writes_names_in_snake_case() {
        assert_eq!(snake_case("boxRows"), "box_rows");
        assert_eq!(snake_case("N"), "n");
        assert_eq!(snake_case("_x"), "x");
        assert_eq!(snake_case("größe"), "");
        assert_eq!(cased_word("allDifferent"), Some("distinct"));
        assert_eq!(cased_word("True"), Some("true"));
    }
}
