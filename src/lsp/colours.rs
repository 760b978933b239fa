//! `textDocument/semanticTokens/full`: what each word is, for colours.

use lsp_types::{
    Full, SemanticToken, SemanticTokenModifiers, SemanticTokenTypes, SemanticTokens,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, SemanticTokensProvider,
    SemanticTokensRequest, ServerCapabilities,
};

use super::answer::{Answer, Answered};
use super::positions::number;
use super::workspace::{Known, Workspace};
use puzgen_base::source::Span;
use puzgen_check::{DeclarationKind, Name, NameMeaning};
use puzgen_model::ty::Phase;
use puzgen_syntax::{ParsedSource, TokenKind, TriviaKind, is_keyword};

/// What a piece of text is, in the order of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    Keyword,
    Comment,
    Text,
    Number,
    Operator,
    Puzzle,
    Parameter,
    Variable,
    Word,
    Rule,
    Function,
    Property,
}

/// The legend, in the order of [`Colour`].
pub(super) const TYPES: &[SemanticTokenTypes] = &[
    SemanticTokenTypes::Keyword,
    SemanticTokenTypes::Comment,
    SemanticTokenTypes::String,
    SemanticTokenTypes::Number,
    SemanticTokenTypes::Operator,
    SemanticTokenTypes::Class,
    SemanticTokenTypes::Parameter,
    SemanticTokenTypes::Variable,
    SemanticTokenTypes::EnumMember,
    SemanticTokenTypes::Method,
    SemanticTokenTypes::Function,
    SemanticTokenTypes::Property,
];

/// A declaration; a value that is known before solving; something of the language.
const MODIFIERS: &[SemanticTokenModifiers] = &[
    SemanticTokenModifiers::Declaration,
    SemanticTokenModifiers::Readonly,
    SemanticTokenModifiers::DefaultLibrary,
];

/// Tells what each word is.
pub(super) struct Colours;

impl Answer for Colours {
    type Request = SemanticTokensRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        let options = SemanticTokensOptions {
            legend: SemanticTokensLegend {
                token_types: TYPES.iter().map(ToString::to_string).collect(),
                token_modifiers: MODIFIERS.iter().map(ToString::to_string).collect(),
            },
            full: Some(Full::Bool(true)),
            ..SemanticTokensOptions::default()
        };
        capabilities.semantic_tokens_provider =
            Some(SemanticTokensProvider::SemanticTokensOptions(options));
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: SemanticTokensParams,
    ) -> Answered<SemanticTokensRequest> {
        let Some(known) = workspace.known(&params.text_document.uri) else { return Ok(None) };
        let Some(source) = known.source() else { return Ok(None) };
        let data = relative(&known, &pieces(&known, source));
        Ok(Some(SemanticTokens { result_id: None, data }))
    }
}

/// A piece of text with its colour and its modifiers.
type Piece = (Span, Colour, u32);

/// Returns the pieces of a text that have colours, in their order.
fn pieces(known: &Known, source: &ParsedSource) -> Vec<Piece> {
    let names: Vec<&Name> =
        known.found.knowledge.names().filter(|name| name.span.file == known.file).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for comment in source.trivia.iter().filter(|it| it.kind == TriviaKind::Comment) {
        pieces.push((comment.span, Colour::Comment, 0));
    }
    for token in &source.tokens {
        let from = names.partition_point(|name| name.span.start < token.span.start);
        let inside = names[from..].iter().take_while(|name| name.span.end <= token.span.end);
        match token.kind {
            TokenKind::Word => {
                let name = names.get(from).filter(|name| name.span == token.span);
                let keyword = is_keyword(source.slice(token.span));
                match name {
                    Some(name) => pieces.push(of_name(known, name)),
                    None if keyword => pieces.push((token.span, Colour::Keyword, 0)),
                    None => {}
                }
            }
            TokenKind::Number => pieces.push((token.span, Colour::Number, 0)),
            TokenKind::Sign => pieces.push((token.span, Colour::Operator, 0)),
            TokenKind::Text => {
                // Names in the braces of a sentence part the text.
                let mut start = token.span.start;
                for name in inside {
                    pieces.push((
                        Span { start, end: name.span.start, ..token.span },
                        Colour::Text,
                        0,
                    ));
                    pieces.push(of_name(known, name));
                    start = name.span.end;
                }
                pieces.push((Span { start, ..token.span }, Colour::Text, 0));
            }
            TokenKind::Open | TokenKind::Close | TokenKind::Foreign => {}
        }
    }
    pieces.sort_by_key(|(span, ..)| *span);
    pieces
}

fn of_name(known: &Known, name: &Name) -> Piece {
    let declaration = u32::from(name.is_declaration);
    match &name.meaning {
        NameMeaning::BuiltIn(_) => (name.span, Colour::Function, 4),
        NameMeaning::Declared(id) => {
            let declared = known.found.knowledge.declaration(*id);
            let colour = match declared.kind {
                DeclarationKind::Puzzle => Colour::Puzzle,
                DeclarationKind::Param | DeclarationKind::Bound => Colour::Parameter,
                DeclarationKind::Choice | DeclarationKind::Level => Colour::Word,
                DeclarationKind::Rule | DeclarationKind::Working | DeclarationKind::Transform => {
                    Colour::Rule
                }
                DeclarationKind::Clue | DeclarationKind::Feature | DeclarationKind::FeatureSet => {
                    Colour::Property
                }
                DeclarationKind::Let
                | DeclarationKind::Layout
                | DeclarationKind::Answer
                | DeclarationKind::Aux => Colour::Variable,
            };
            let is_known = declared.phase == Some(Phase::Known);
            (name.span, colour, declaration | if is_known { 2 } else { 0 })
        }
    }
}

/// Returns the pieces as the protocol has them: each by its distance to the one before, none longer
/// than a line.
fn relative(known: &Known, pieces: &[Piece]) -> Vec<SemanticToken> {
    let (mut data, mut line, mut column, mut end) = (Vec::new(), 0, 0, 0);
    for (span, colour, modifiers) in pieces {
        let mut start = span.start as usize;
        for text in known.sources.slice(*span).split_inclusive(['\n', '\r']) {
            let shown = text.trim_end_matches(['\n', '\r']);
            let length = number(shown.encode_utf16().count());
            let at = known.lines.position(&known.text, start);
            // Pieces must not overlap, which only names in damaged texts could.
            if length > 0 && start >= end {
                let is_same = at.line == line;
                data.push(SemanticToken {
                    delta_line: at.line - line,
                    delta_start: if is_same { at.character - column } else { at.character },
                    length,
                    token_type: *colour as u32,
                    token_modifiers_bitset: *modifiers,
                });
                (line, column, end) = (at.line, at.character, start + shown.len());
            }
            start += text.len();
        }
    }
    data
}
