//! What each token is in its place: a keyword or a name, a sign between operands or before one, a
//! bracket of a call, of a block, of a list.
//!
//! Given a file without mistakes, gives a [`RoleToken`] for each token; tools that print or colour a
//! text need them, the tree does not.

use pest::Parser as _;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule, keyword};
use super::input::Input;
use super::scan;
use puzgen_base::source::{FileId, Sources, Span};

/// A token and what it is in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleToken {
    /// Where it stands.
    pub span: Span,
    /// Its kind in this place: a keyword or a name, an operator or a sign before a number.
    pub role: Role,
    /// What begins with it.
    pub begins: Begins,
}

/// What a token is in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A word of the grammar, where it is one.
    Keyword,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A text with its quotes.
    Text,
    /// A sign or word between two operands.
    Operator,
    /// The same, of a range or within one of its ends: `1..n-1`.
    RangeOperator,
    /// The `-` of a negative number.
    Minus,
    /// `=`, or the `<` between levels.
    Assign,
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// `;`.
    Semicolon,
    /// `.`.
    Dot,
    /// `(`, `[` or `{`.
    Open(Bracket),
    /// `)`, `]` or `}`.
    Close(Bracket),
}

/// What a bracket is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// The items of a puzzle.
    Puzzle,
    /// The parts of an item.
    Block,
    /// It belongs to what stands before it: arguments, indexes, binders.
    Attached,
    /// A value: `(a + b)`, a tuple or a list.
    Value,
}

/// What begins with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// Nothing that has a line of its own.
    Nothing,
    /// A `use` or a puzzle.
    Top,
    /// An item.
    Item,
    /// A line of `remove` or of `levels`: expressions that no bracket ends.
    Line,
    /// A part of `show`, of a translation or of an example.
    Part,
}

/// Returns all tokens of a file with what they are; nothing if the file has a mistake.
pub fn roles(file: FileId, sources: &Sources) -> Option<Vec<RoleToken>> {
    let text = sources.text(file);
    let input = Input::new(file, 0, &text);
    let scan::Scan { tokens, fault } = scan::scan(input);
    if fault.is_some() || super::brackets::check_depth(input, &tokens).is_some() {
        return None;
    }
    let pairs = Grammar::parse(Rule::file, &text).ok()?;
    let mut leaves = Leaves { found: Vec::with_capacity(tokens.len()) };
    pairs.for_each(|pair| leaves.add(pair, Rule::file, Role::Operator));
    let mut found = leaves.found.into_iter().peekable();
    let role = |token: &scan::Token| {
        // A leaf may be several tokens, as `not in`; what is no leaf stands for itself: `;`.
        while found.next_if(|leaf| leaf.end <= token.start).is_some() {}
        let leaf = found.peek().filter(|leaf| leaf.start <= token.start);
        let (role, begins) = match leaf {
            Some(leaf) if leaf.start == token.start => (leaf.role, leaf.begins),
            Some(leaf) => (leaf.role, Begins::Nothing),
            None => (Role::Semicolon, Begins::Nothing),
        };
        RoleToken { span: input.span(token.start, token.end), role, begins }
    };
    Some(tokens.iter().map(role).collect())
}

/// A pair of pest without pairs of its own.
struct Leaf {
    start: usize,
    end: usize,
    role: Role,
    begins: Begins,
}

struct Leaves {
    found: Vec<Leaf>,
}

impl Leaves {
    /// Adds the leaves of `pair`, which stands in a `parent`; `between` is the role of an arithmetic sign.
    fn add(&mut self, pair: Pair<'_, Rule>, parent: Rule, between: Role) {
        let rule = pair.as_rule();
        let span = pair.as_span();
        let first = self.found.len();
        let is_operators = matches!(rule, Rule::expr | Rule::domain);
        let inner: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        if inner.is_empty() {
            if rule == Rule::EOI || span.start() == span.end() {
                return;
            }
            let role = role_of(rule, parent, between);
            let (start, end) = (span.start(), span.end());
            self.found.push(Leaf { start, end, role, begins: Begins::Nothing });
        } else {
            let signs = if is_operators { signs(&inner) } else { Vec::new() };
            for (index, pair) in inner.into_iter().enumerate() {
                let between = signs.get(index).copied().unwrap_or(Role::Operator);
                self.add(pair, rule, between);
            }
        }
        if let (Some(begins), Some(leaf)) = (begins(rule), self.found.get_mut(first)) {
            leaf.begins = begins;
        }
    }
}

/// Returns what begins with a pair of this rule.
fn begins(rule: Rule) -> Option<Begins> {
    Some(match rule {
        Rule::use_item | Rule::puzzle => Begins::Top,
        Rule::item => Begins::Item,
        Rule::remove_part | Rule::level_rule => Begins::Line,
        Rule::show_part | Rule::translation_part | Rule::example_part => Begins::Part,
        _ => return None,
    })
}

/// Returns the role of the signs among the parts of an expression: those between two comparisons or words
/// belong to a range if there is a `..` between them.
fn signs(parts: &[Pair<'_, Rule>]) -> Vec<Role> {
    let is_border = |pair: &Pair<'_, Rule>| {
        let rule = pair.as_rule();
        is_operator(rule) && !is_arithmetic(rule) && !matches!(rule, Rule::div_op | Rule::mod_op)
    };
    let mut roles = Vec::with_capacity(parts.len());
    for segment in parts.split_inclusive(is_border) {
        let is_range = segment.iter().any(|pair| pair.as_rule() == Rule::range_op);
        let role = if is_range { Role::RangeOperator } else { Role::Operator };
        roles.extend(segment.iter().map(|_| role));
    }
    roles
}

/// Returns whether it stands between operands.
fn is_operator(rule: Rule) -> bool {
    rule != Rule::neg_op && rule != Rule::not_op && format!("{rule:?}").ends_with("_op")
}

/// Returns whether it is a sign of arithmetic; `div` and `mod` are words.
fn is_arithmetic(rule: Rule) -> bool {
    matches!(rule, Rule::add_op | Rule::sub_op | Rule::mul_op | Rule::divide_op | Rule::range_op)
}

/// Returns what a leaf of this rule is within `parent`.
fn role_of(rule: Rule, parent: Rule, between: Role) -> Role {
    match rule {
        Rule::name | Rule::board_name => Role::Name,
        Rule::number => Role::Number,
        Rule::text => Role::Text,
        Rule::comma => Role::Comma,
        Rule::colon => Role::Colon,
        Rule::dot => Role::Dot,
        Rule::assign | Rule::level_less => Role::Assign,
        Rule::neg_op => Role::Minus,
        Rule::open_paren | Rule::open_bracket | Rule::open_brace => Role::Open(bracket(parent)),
        Rule::close_paren | Rule::close_bracket | Rule::close_brace => Role::Close(bracket(parent)),
        rule if is_arithmetic(rule) => between,
        Rule::truth | Rule::not_op | Rule::bound_in | Rule::without_all | Rule::without_named => {
            Role::Keyword
        }
        rule if keyword(rule).is_some() => Role::Keyword,
        _ => Role::Operator,
    }
}

/// Returns what the brackets of this rule are for.
fn bracket(parent: Rule) -> Bracket {
    match parent {
        Rule::puzzle => Bracket::Puzzle,
        Rule::remove | Rule::levels | Rule::show | Rule::translation | Rule::example => {
            Bracket::Block
        }
        Rule::parens | Rule::list | Rule::list_of => Bracket::Value,
        _ => Bracket::Attached,
    }
}
