//! The rules of `grammars/pz.pest` and what people call them.

use pest::error::{Error, InputLocation};

use super::words::RESERVED;

mod derived {
    /// The parser that pest derives.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "grammars/pz.pest"]
    pub(in crate::syntax) struct Grammar;
}

pub(super) use self::derived::{Grammar, Rule};

/// Returns the byte at which reading stopped.
pub(super) fn error_position(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// Returns whether a word has a meaning in the grammar: the keywords, which may be names elsewhere, and
/// the words that expressions reserve.
pub fn is_keyword(word: &str) -> bool {
    const OTHERS: &[&str] = &["random", "first", "guided", "weight"];
    // A rule that stands for one word has its name.
    let is_name = |rule: &Rule| format!("{rule:?}").strip_suffix("_kw") == Some(word);
    OTHERS.contains(&word) || RESERVED.contains(&word) || Rule::all_rules().iter().any(is_name)
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
    use self::Expected::{Closing, End, Expr, Item, Operator, Thing, Token};

    match rule {
        Rule::EOI => End,
        Rule::file | Rule::puzzle | Rule::puzzle_kw => Token("puzzle"),
        Rule::use_item | Rule::use_kw => Token("use"),
        Rule::lone_expr | Rule::expr | Rule::domain | Rule::operand | Rule::primary => Expr,
        Rule::number | Rule::if_expr | Rule::truth | Rule::parens | Rule::list | Rule::list_of => {
            Expr
        }
        Rule::not_op | Rule::neg_op | Rule::components | Rule::generator | Rule::binders => Expr,
        Rule::extends | Rule::extends_kw => Token("extends"),
        Rule::item | Rule::lone_item => Item,
        Rule::about | Rule::about_kw | Rule::param | Rule::param_kw => Item,
        Rule::let_item | Rule::let_kw | Rule::board | Rule::board_kw => Item,
        Rule::board_shape | Rule::board_name | Rule::graph_file | Rule::graph_kw => {
            Thing("a board such as `grid(rows, columns)`")
        }
        Rule::layout | Rule::layout_kw => Item,
        Rule::answer | Rule::answer_kw | Rule::aux | Rule::aux_kw | Rule::rule_item => Item,
        Rule::rule_kw => Token("rule"),
        Rule::implied_kw => Token("implied"),
        Rule::clue | Rule::remove | Rule::remove_kw | Rule::sample | Rule::sample_kw => Item,
        Rule::transform | Rule::transform_kw => Item,
        Rule::relabel | Rule::relabel_kw => Token("relabel"),
        Rule::permute | Rule::permute_kw => Token("permute"),
        Rule::of_kw => Token("of"),
        Rule::becomes_kw => Token("becomes"),
        Rule::with_kw => Token("with"),
        Rule::new_value => Thing("a parameter and its new value"),
        Rule::lines | Rule::turns | Rule::point_map => Thing("a transform"),
        Rule::becomes => Expr,
        Rule::feature_set | Rule::features_kw => Item,
        Rule::feature | Rule::feature_kw | Rule::levels | Rule::levels_kw => Item,
        Rule::script
        | Rule::script_kw
        | Rule::show
        | Rule::show_kw
        | Rule::example
        | Rule::example_kw => Item,
        Rule::without | Rule::without_kw => Item,
        Rule::clue_kw => Token("clue"),
        Rule::fixed_kw => Token("fixed"),
        Rule::without_all | Rule::without_named => Thing("the keyword of an item"),
        Rule::remove_part => Thing("a line such as `keep`"),
        Rule::by | Rule::by_kw | Rule::by_model => Token("by"),
        Rule::model_kw => Token("model"),
        Rule::choose | Rule::choose_kw => Token("choose"),
        Rule::keep | Rule::keep_kw => Token("keep"),
        Rule::accept | Rule::accept_kw => Token("accept"),
        Rule::until | Rule::until_kw => Token("until"),
        Rule::choose_random => Token("random"),
        Rule::choose_first => Token("first"),
        Rule::choose_guided => Token("guided"),
        Rule::effort | Rule::effort_kw => Token("effort"),
        Rule::choose_weight => Token("weight"),
        Rule::measure | Rule::name | Rule::bound_names => Thing("a name"),
        Rule::level_rule => Thing("a level"),
        Rule::phase => Thing("an expression"),
        Rule::otherwise_kw => Token("otherwise"),
        Rule::when_kw | Rule::sample_sizes => Token("when"),
        Rule::level_less => Token("<"),
        Rule::show_part => Thing("`symbols`, `shade` or the like"),
        Rule::symbols | Rule::symbols_kw => Token("symbols"),
        Rule::thick | Rule::thick_kw => Token("thick"),
        Rule::show_text | Rule::text_kw => Token("text"),
        Rule::show_script => Token("script"),
        Rule::drawn_as | Rule::look => Thing("`shade`, `circles` or a side"),
        Rule::shade_kw => Token("shade"),
        Rule::circles_kw => Token("circles"),
        Rule::show_label | Rule::label_kw => Token("label"),
        Rule::show_sentence | Rule::sentence_kw => Token("sentence"),
        Rule::corner_kw => Token("corner"),
        Rule::lines_kw => Token("lines"),
        Rule::borders_kw => Token("borders"),
        Rule::hidden_kw => Token("hidden"),
        Rule::top_kw => Token("top"),
        Rule::bottom_kw => Token("bottom"),
        Rule::left_kw => Token("left"),
        Rule::right_kw => Token("right"),
        Rule::vertical_kw => Token("vertical"),
        Rule::example_part => Thing("a line such as `given`"),
        Rule::setting | Rule::set_kw => Token("set"),
        Rule::breaks | Rule::breaks_kw => Token("breaks"),
        Rule::solution_count | Rule::solutions_kw => Token("solutions"),
        Rule::block => Thing("a board"),
        Rule::clue_condition | Rule::if_kw => Token("if"),
        Rule::then_kw => Token("then"),
        Rule::else_kw => Token("else"),
        Rule::for_kw => Token("for"),
        Rule::joining | Rule::where_kw => Token("where"),
        Rule::components_kw => Token("components"),
        Rule::equal_kw => Token("equal"),
        Rule::split_kw => Token("split"),
        Rule::joined_kw => Token("joined"),
        Rule::text => Thing("a text in quotes"),
        Rule::comma => Token(","),
        Rule::colon => Token(":"),
        Rule::assign => Token("="),
        Rule::index_binders | Rule::index | Rule::open_bracket => Token("["),
        Rule::case_binders | Rule::arguments | Rule::open_paren => Token("("),
        Rule::field | Rule::dot => Token("."),
        Rule::open_brace => Token("{"),
        Rule::close_paren => Closing(")"),
        Rule::close_bracket => Closing("]"),
        Rule::close_brace => Closing("}"),
        Rule::infix | Rule::arithmetic | Rule::comparison => Operator,
        Rule::add_op | Rule::sub_op | Rule::mul_op | Rule::divide_op | Rule::div_op => Operator,
        Rule::mod_op | Rule::range_op | Rule::eq_op | Rule::ne_op | Rule::le_op => Operator,
        Rule::ge_op | Rule::lt_op | Rule::gt_op | Rule::not_in_op | Rule::and_op => Operator,
        Rule::or_op | Rule::implies_op | Rule::iff_op | Rule::in_op => Operator,
        Rule::bound_in => Token("in"),
        Rule::WHITESPACE | Rule::COMMENT | Rule::letter | Rule::reserved | Rule::semicolons => {
            Thing("a blank")
        }
    }
}
