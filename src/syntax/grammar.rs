//! The rules of `grammars/pz.pest` and what people call them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use pest::error::{Error, InputLocation};

use super::words::{self, RESERVED};
use puzgen_base::bug;

pub(super) use puzgen_grammar::{Grammar, Rule};

/// Returns the byte at which reading stopped.
pub(super) fn error_position(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// The names of all rules. By convention, `board_kw` is the word `board`, and `board` or `board_item`
/// is what begins with it.
static NAMES: LazyLock<BTreeMap<Rule, String>> =
    LazyLock::new(|| Rule::all_rules().iter().map(|rule| (*rule, format!("{rule:?}"))).collect());

/// Returns the word that a rule stands for.
pub(super) fn keyword(rule: Rule) -> Option<&'static str> {
    NAMES.get(&rule)?.strip_suffix("_kw")
}

/// Returns whether a word has a meaning in the grammar: the keywords, which may be names elsewhere, and
/// the words that expressions reserve.
pub fn is_keyword(word: &str) -> bool {
    RESERVED.contains(&word) || Rule::all_rules().iter().any(|rule| keyword(*rule) == Some(word))
}

/// What may stand at a place, as far as messages tell it apart; in the order they list it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expected {
    /// Words or signs that stand for themselves, quoted.
    Token(&'static str),
    /// A noun phrase.
    Thing(&'static str),
    /// Anything that goes on with an expression.
    Operator,
    /// An expression.
    Expr,
    /// The keyword of an item.
    Item,
    /// A closing bracket.
    Closing(&'static str),
    /// The end of the text.
    End,
}

/// Returns what to call a rule where it was expected.
pub(super) fn rule_name(rule: Rule) -> Expected {
    match name_of_phrase(rule).or_else(|| name_of_word(rule)) {
        Some(expected) => expected,
        None => bug!("{rule:?} is called nothing"),
    }
}

/// Returns what to call a keyword, or what begins with it.
fn name_of_word(rule: Rule) -> Option<Expected> {
    let name = NAMES.get(&rule)?;
    let first = name.strip_suffix("_item").unwrap_or(name);
    let is_beginning = |word: &&str| is_keyword(word);
    let word = keyword(rule).or_else(|| Some(first).filter(is_beginning))?;
    // These stand within items, too: behind `fixed` and `implied`.
    let may_follow =
        matches!(rule, Rule::rule_kw | Rule::clue_kw | Rule::implied_kw | Rule::fixed_kw);
    let is_item = words::item(word).is_some() && !may_follow;
    Some(if is_item { Expected::Item } else { Expected::Token(word) })
}

/// Returns what to call a rule that is not named after a keyword, or is called by another word.
fn name_of_phrase(rule: Rule) -> Option<Expected> {
    use self::Expected::{Closing, End, Expr, Item, Operator, Thing, Token};

    Some(match rule {
        Rule::EOI => End,
        Rule::file => Token("puzzle"),
        Rule::item | Rule::lone_item => Item,
        Rule::board_shape
        | Rule::board_name
        | Rule::graph_file
        | Rule::graph_kw
        | Rule::programs_file
        | Rule::programs_kw => Thing("a board such as `grid(rows, columns)`"),
        Rule::lone_expr | Rule::expr | Rule::domain | Rule::operand | Rule::primary => Expr,
        Rule::number | Rule::if_expr | Rule::truth | Rule::parens | Rule::list | Rule::list_of => {
            Expr
        }
        Rule::not_op | Rule::neg_op | Rule::components | Rule::generator | Rule::binders => Expr,
        Rule::becomes => Expr,
        Rule::new_value => Thing("a parameter and its new value"),
        Rule::lines | Rule::turns | Rule::point_map => Thing("a transform"),
        Rule::without_all | Rule::without_named => Thing("the keyword of an item"),
        Rule::remove_part => Thing("a line such as `keep`"),
        Rule::by_model => Token("by"),
        Rule::measure | Rule::name | Rule::bound_names => Thing("a name"),
        Rule::level_rule => Thing("a level"),
        Rule::phase => Thing("an expression"),
        Rule::sample_sizes | Rule::export_condition => Token("when"),
        Rule::export_size => Token("size"),
        Rule::show_part => Thing("`symbols`, `shade` or the like"),
        Rule::show_text => Token("text"),
        Rule::show_script => Token("script"),
        Rule::show_label => Token("label"),
        Rule::show_sentence => Token("sentence"),
        Rule::show_point => Token("point"),
        Rule::show_figure => Token("figure"),
        Rule::drawn_as | Rule::look => Thing("`shade`, `circles` or a side"),
        Rule::example_part => Thing("a line such as `given`"),
        Rule::translation_part => Thing("a line such as `rule`"),
        Rule::rule_sentence => Token("rule"),
        Rule::working_sentence => Token("working"),
        Rule::spoken_name => Token("name"),
        Rule::setting => Token("set"),
        Rule::solution_count => Token("solutions"),
        Rule::block => Thing("a board"),
        Rule::clue_condition => Token("if"),
        Rule::joining => Token("where"),
        Rule::text => Thing("a text in quotes"),
        Rule::comma => Token(","),
        Rule::colon => Token(":"),
        Rule::assign => Token("="),
        Rule::level_less => Token("<"),
        Rule::index_binders | Rule::index | Rule::open_bracket => Token("["),
        Rule::case_binders | Rule::arguments | Rule::open_paren => Token("("),
        Rule::field | Rule::dot => Token("."),
        Rule::open_brace => Token("{"),
        Rule::close_paren => Closing(")"),
        Rule::close_bracket => Closing("]"),
        Rule::close_brace => Closing("}"),
        Rule::bound_in => Token("in"),
        Rule::infix | Rule::arithmetic | Rule::comparison => Operator,
        Rule::WHITESPACE | Rule::COMMENT | Rule::letter | Rule::reserved | Rule::semicolons => {
            Thing("a blank")
        }
        // `not_op` and `neg_op` begin an operand, see above.
        other if NAMES.get(&other)?.ends_with("_op") => Operator,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Rule, rule_name};

    #[test]
    fn every_rule_is_called_something() {
        for rule in Rule::all_rules() {
            let _ = rule_name(*rule);
        }
    }
}
