//! Where in a text something is being written: in which block, behind what.
//!
//! Given the tokens of a text, right or wrong, looks at brackets and words before a place and at nothing
//! else, so that it works where no tree can be read.

use puzgen_syntax::ast::FIRST_WORDS;
use puzgen_syntax::{ParsedSource, RESERVED, Token, TokenKind};

/// The words that a block of lines stands behind.
const BLOCKS: &[&str] = &["puzzle", "remove", "show", "translation", "example", "levels"];

/// What can stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expected {
    /// A puzzle or `use`.
    TopLevel,
    /// An item of a puzzle.
    Item,
    /// A line in the block of this word.
    Line(&'static str),
    /// What stands behind this word, which is not an expression.
    Behind(String),
    /// A new name, which nobody can guess.
    NewName,
    /// A value; behind this word, if one stands before it.
    Operand(Option<String>),
    /// What goes on with an expression.
    Operator,
    /// Nothing: it is in a text or a comment.
    Nothing,
}

/// What is being written at a place.
#[derive(Debug)]
pub(super) struct Context {
    /// Where the word that is being written begins.
    pub(super) start: u32,
    /// What can stand there.
    pub(super) expected: Expected,
    /// The first word of the item around.
    pub(super) item: Option<String>,
    /// The names that binders in the item bind, as far as it is written.
    pub(super) bound: Vec<String>,
}

/// Looks at what stands before a byte of a text.
pub(super) fn context(source: &ParsedSource, offset: u32) -> Context {
    let word = source.tokens.iter().find(|token| {
        matches!(token.kind, TokenKind::Word | TokenKind::Foreign)
            && token.span.start < offset
            && offset <= token.span.end
    });
    let start = word.map_or(offset, |word| word.span.start);
    let is_inside = |start: u32, end: u32| start < offset && offset < end;
    let in_comment = source.trivia.iter().any(|it| {
        let text = source.slice(it.span);
        text.starts_with('#') && it.span.start < offset && offset <= it.span.end
    });
    let in_text = source
        .tokens
        .iter()
        .any(|it| it.kind == TokenKind::Text && is_inside(it.span.start, it.span.end));
    let before = &source.tokens[..source.tokens.partition_point(|it| it.span.end <= start)];
    let (block, opener) = block_around(source, before);
    let first = block.and_then(|_| first_word(source, before, opener));
    let item = first.map(|first| source.slice(first.span).to_owned());
    let bound = first.map_or_else(Vec::new, |first| bound(source, first.span.start, offset));
    let expected = match in_comment || in_text {
        true => Expected::Nothing,
        false => expected(source, before, start, block, opener),
    };
    Context { start, expected, item, bound }
}

/// Returns the word of the block around the end of these tokens, and the innermost open bracket.
fn block_around(source: &ParsedSource, before: &[Token]) -> (Option<&'static str>, Option<usize>) {
    let (mut depth, mut innermost) = (0_usize, None);
    for (index, token) in before.iter().enumerate().rev() {
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open if depth > 0 => depth -= 1,
            TokenKind::Open => {
                innermost = innermost.or(Some(index));
                if source.slice(token.span) == "{"
                    && let Some(block) = block_of(source, &before[..index])
                {
                    return (Some(block), innermost);
                }
            }
            _ => {}
        }
    }
    (None, innermost)
}

/// Returns the word of the block whose brace follows these tokens; none where the brace is that of a
/// list.
fn block_of(source: &ParsedSource, before: &[Token]) -> Option<&'static str> {
    let names = before.iter().rev().take_while(|token| {
        matches!(token.kind, TokenKind::Word | TokenKind::Text)
            || matches!(source.slice(token.span), "," | "<")
    });
    names
        .map(|token| source.slice(token.span))
        .find_map(|word| BLOCKS.iter().copied().find(|block| *block == word))
}

/// Returns the word that begins the item or line that the last token is of.
fn first_word(source: &ParsedSource, before: &[Token], opener: Option<usize>) -> Option<Token> {
    let from = opener.filter(|index| source.slice(before[*index].span) == "{");
    let inside = &before[from.map_or(0, |index| index + 1)..];
    let words = inside.iter().rev().filter(|token| token.kind == TokenKind::Word);
    let is_first =
        |token: &&Token| FIRST_WORDS.iter().any(|first| first.word == source.slice(token.span));
    words.copied().find(|token| is_first(&token))
}

/// Returns the names before each `in` from the begin of an item to the end of the line of a byte, the
/// last first.
fn bound(source: &ParsedSource, start: u32, offset: u32) -> Vec<String> {
    let line = source.text.get(offset as usize..).and_then(|rest| rest.find('\n'));
    let end = line.map_or(source.text.len(), |length| offset as usize + length);
    let from = source.tokens.partition_point(|token| token.span.start < start);
    let to = source.tokens.partition_point(|token| token.span.start as usize <= end);
    let tokens = source.tokens.get(from..to).unwrap_or_default();
    let mut names = Vec::new();
    for (index, _) in tokens.iter().enumerate().filter(|(_, it)| source.slice(it.span) == "in") {
        let before = tokens[..index].iter().rev().map(|token| (token, source.slice(token.span)));
        let names_of_one = before.take_while(|(token, word)| {
            *word == "," || (token.kind == TokenKind::Word && !RESERVED.contains(word))
        });
        names
            .extend(names_of_one.filter(|(_, word)| *word != ",").map(|(_, word)| word.to_owned()));
    }
    names.reverse();
    names
}

fn expected(
    source: &ParsedSource,
    before: &[Token],
    start: u32,
    block: Option<&'static str>,
    opener: Option<usize>,
) -> Expected {
    let Some((last, earlier)) = before.split_last() else { return Expected::TopLevel };
    let word = source.slice(last.span);
    let between = source.text.get(last.span.end as usize..start as usize).unwrap_or("");
    let begins_line = between.contains('\n') || matches!(word, "{" | "}" | ";");
    let is_behind = |words: &[&str]| last.kind == TokenKind::Word && words.contains(&word);
    if block.is_none() {
        return match word {
            "use" | "extends" => Expected::Behind(word.to_owned()),
            "puzzle" => Expected::NewName,
            _ if begins_line => Expected::TopLevel,
            _ if last.kind == TokenKind::Text || last.kind == TokenKind::Word => {
                Expected::Behind("puzzle".to_owned())
            }
            _ => Expected::TopLevel,
        };
    }
    // In a block alone, and not in the brackets of an expression.
    let in_lines = opener.is_some_and(|index| {
        source.slice(before[index].span) == "{" && block_of(source, &before[..index]).is_some()
    });
    if in_lines {
        let names =
            &["param", "let", "layout", "answer", "aux", "rule", "working", "clue", "features"];
        if is_behind(&["transform", "board", "sample", "choose", "without", "fixed", "implied"]) {
            return Expected::Behind(word.to_owned());
        }
        if block == Some("puzzle") && is_behind(names) && !is_of_without(source, earlier) {
            return Expected::NewName;
        }
        if block == Some("puzzle") && is_behind(&["show"]) {
            return Expected::Line("show");
        }
        let ends = matches!(last.kind, TokenKind::Word | TokenKind::Number | TokenKind::Text)
            && !RESERVED.contains(&word)
            || matches!(word, "true" | "false" | "{" | ";")
            || last.kind == TokenKind::Close;
        if begins_line && ends {
            return match block {
                Some("puzzle") | None => Expected::Item,
                Some(block) => Expected::Line(block),
            };
        }
    }
    let is_operand = match last.kind {
        TokenKind::Word => !RESERVED.contains(&word) || matches!(word, "true" | "false"),
        TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
        _ => false,
    };
    // Words that expressions stand behind.
    let opens = ["by", "then", "keep", "accept", "until", "effort", "weight", "when", "with"];
    if is_operand && !(in_lines && is_behind(&opens)) && !is_first_of_line(source, before, last) {
        return Expected::Operator;
    }
    let is_word = last.kind == TokenKind::Word || word == "=";
    Expected::Operand(is_word.then(|| word.to_owned()))
}

/// Returns whether a word stands behind `without`, where names are not new.
fn is_of_without(source: &ParsedSource, earlier: &[Token]) -> bool {
    earlier.last().is_some_and(|token| source.slice(token.span) == "without")
}

/// Returns whether the last token is the keyword of an item behind which names of others stand.
fn is_first_of_line(source: &ParsedSource, before: &[Token], last: &Token) -> bool {
    let word = source.slice(last.span);
    let names_others =
        ["remove", "breaks", "set", "symbols", "label", "sentence", "thick", "cages"];
    let previous = before.len().checked_sub(2).map(|index| before[index].span);
    let from = previous.map_or(0, |span| span.end as usize);
    let gap = source.text.get(from..last.span.start as usize).unwrap_or("");
    let is_first = gap.contains('\n') || previous.is_none_or(|span| source.slice(span) == "{");
    names_others.contains(&word) && is_first
}
