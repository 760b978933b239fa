//! What a definition in a script is written with: one function for each kind of item.
//!
//! Each says how the arguments of a call become the text of the item, in the notation of `.pz`. So
//! a script can say what a `.pz` file can say, and no more.

/// A segment of the text that a call says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment {
    /// These words.
    Word(&'static str),
    /// An argument, as a text in the notation, a number, a truth, a range or an array.
    Code,
    /// An argument in quotes.
    Text,
    /// An argument with the lines between braces: a text, or an array of texts.
    Lines,
    /// An argument with names: a text, or an array of texts, with this between them.
    Names(&'static str),
}

/// A function that says an item.
#[derive(Debug)]
pub struct ItemFunction {
    /// The name.
    pub name: &'static str,
    /// The names of its arguments, as documents show them.
    pub arguments: &'static [&'static str],
    /// What it says.
    pub(super) says: &'static [Segment],
}

impl ItemFunction {
    /// Returns how it is called, such as `about(text)`.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.arguments.join(", "))
    }
}

macro_rules! item_functions {
    ($($name:literal [$($argument:literal),*] => $($part:expr),+;)*) => {
        /// All functions that say items.
        pub const ITEM_FUNCTIONS: &[ItemFunction] = &[
            $(ItemFunction { name: $name, arguments: &[$($argument),*], says: &[$($part),+] },)*
        ];
    };
}

use Segment::{Code, Lines, Names, Text, Word};

// A macro, because a function is one line.
item_functions! {
    "use_file" ["path"] => Word("use"), Text;
    "use_puzzle" ["name"] => Word("use"), Code;
    "puzzle" ["name"] => Word("puzzle"), Code, Word("{}");
    "puzzle" ["name", "title"] => Word("puzzle"), Code, Text, Word("{}");
    "extends" ["name"] => Word("puzzle this extends"), Code, Word("{}");
    "about" ["text"] => Word("about"), Text;
    "param" ["name", "domain", "value"] => Word("param"), Code, Word(":"), Code, Word("="), Code;
    "let_" ["name", "value"] => Word("let"), Code, Word("="), Code;
    "board" ["board"] => Word("board"), Code;
    "board" ["rows", "columns"] => Word("board grid("), Code, Word(","), Code, Word(")");
    "answer" ["head", "domain"] => Word("answer"), Code, Word(":"), Code;
    "aux" ["head", "value"] => Word("aux"), Code, Word("="), Code;
    "free_aux" ["head", "domain"] => Word("aux"), Code, Word(":"), Code;
    "rule" ["head", "condition"] => Word("rule"), Code, Word(":"), Code;
    "rule" ["head", "sentence", "condition"] => Word("rule"), Code, Text, Word(":"), Code;
    "implied_rule" ["head", "condition"] => Word("implied rule"), Code, Word(":"), Code;
    "implied_rule" ["head", "sentence", "condition"] =>
        Word("implied rule"), Code, Text, Word(":"), Code;
    "working" ["head", "sentence", "equation"] => Word("working"), Code, Text, Word(":"), Code;
    "clue" ["head", "value"] => Word("clue"), Code, Word("="), Code;
    "clue" ["head", "value", "condition"] =>
        Word("clue"), Code, Word("="), Code, Word("if"), Code;
    "fixed_clue" ["head", "value"] => Word("fixed clue"), Code, Word("="), Code;
    "fixed_clue" ["head", "value", "condition"] =>
        Word("fixed clue"), Code, Word("="), Code, Word("if"), Code;
    "remove" ["clues"] => Word("remove"), Names(", ");
    "remove" ["clues", "lines"] => Word("remove"), Names(", "), Word("{"), Lines, Word("}");
    "sample" ["sampler"] => Word("sample"), Code;
    "transform" ["map"] => Word("transform"), Code;
    "feature" ["names"] => Word("feature"), Names(", ");
    "feature" ["head", "value"] => Word("feature"), Code, Word("="), Code;
    "features" ["name", "members"] => Word("features"), Code, Word("="), Names(", ");
    "levels" ["names", "lines"] => Word("levels"), Names(" < "), Word("{"), Lines, Word("}");
    "levels_by_model" ["names", "path"] =>
        Word("levels"), Names(" < "), Word("by model("), Text, Word(")");
    "script" ["path"] => Word("script"), Text;
    "show" ["parts"] => Word("show {"), Lines, Word("}");
    "export" ["form", "genre", "codes"] => Word("export"), Code, Text, Word(":"), Names(", ");
    "translation" ["language", "title", "lines"] =>
        Word("translation"), Code, Text, Word("{"), Lines, Word("}");
    "example" ["title", "lines"] => Word("example"), Text, Word("{"), Lines, Word("}");
    "without" ["items"] => Word("without"), Code;
}
