//! `extends` and `without`: one list of items from a chain of puzzles.

use std::collections::BTreeMap;

use crate::translations;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_model::grid::Graph;
use puzgen_syntax::ast::{BoardDecl, BoardShape, Item, ItemKind, LevelsBy, Puzzle, ShowPart};

/// The most puzzles, or files, that each rest on the next.
pub const LONGEST_CHAIN: usize = 100;

/// Returns the keyword of an item and the first name it declares, if it declares one.
fn keyword_and_name(item: &Item) -> (&'static str, Option<&str>) {
    (item.kind.facts().keyword, item.kind.names().first().map(|name| name.name.as_str()))
}

/// What tells an item from others: of two that have it in common, one takes the place of the other. Its name,
/// with the keyword where names of its kind are apart from those that expressions use; without a name, the
/// keyword.
fn identifier(item: &Item) -> (Option<String>, Option<&'static str>) {
    let facts = item.kind.facts();
    match keyword_and_name(item) {
        (keyword, Some(name)) => (Some(name.to_owned()), facts.has_own_names.then_some(keyword)),
        (keyword, None) => (None, Some(keyword)),
    }
}

/// Returns the names that an item declares for expressions.
pub(super) fn declared_names(item: &Item) -> Vec<String> {
    match item.kind.facts().has_own_names {
        true => Vec::new(),
        false => item.kind.names().into_iter().map(|name| name.name.clone()).collect(),
    }
}

/// The kinds of items whose names expressions may have, in the order in which they are declared: each
/// knows of those before it only.
const ORDER: &[&[&str]] = &[
    &["param", "let", "board"],
    &["layout"],
    &["answer", "aux"],
    &["clue"],
    &["rule"],
    &["feature"],
    &["working"],
];

/// What is declared somewhere, for those who use it too early.
#[derive(Debug, Clone, Copy)]
pub(super) struct Later {
    /// Its place in [`ORDER`].
    rank: usize,
    keyword: &'static str,
    span: Span,
}

impl Later {
    /// Returns what is declared by these items.
    pub(super) fn all(items: &[Item]) -> BTreeMap<String, Self> {
        let later = |item: &Item| {
            let (keyword, span) = (keyword_and_name(item).0, item.span);
            Self { rank: rank(keyword), keyword, span }
        };
        let of = |item| declared_names(item).into_iter().map(move |name| (name, later(item)));
        items.iter().flat_map(of).collect()
    }

    /// Returns the word that declares it.
    pub(super) fn keyword(&self) -> &'static str {
        self.keyword
    }

    /// Returns the way out for a use of its name in an item of this kind.
    pub(super) fn help(&self, name: &str, kind: &str, at: Span) -> String {
        let Self { keyword, span, .. } = self;
        let is_within = span.file == at.file && (span.start..span.end).contains(&at.start);
        match self.rank > rank(kind) {
            true => format!("`{name}` is declared by `{keyword}`, of which `{kind}` knows nothing"),
            false if is_within => format!("`{name}` is what is declared here: say it without it"),
            false => format!("`{name}` is declared further down: move it up"),
        }
    }
}

fn rank(keyword: &str) -> usize {
    ORDER.iter().position(|kinds| kinds.contains(&keyword)).unwrap_or(ORDER.len())
}

/// Returns the items with those that declare several names split into one for each.
fn split(items: &[Item]) -> Vec<Item> {
    let mut out = Vec::new();
    for item in items {
        match &item.kind {
            ItemKind::Answer { names, index, domain } => {
                out.extend(names.iter().map(|name| Item {
                    kind: ItemKind::Answer {
                        names: vec![name.clone()],
                        index: index.clone(),
                        domain: domain.clone(),
                    },
                    span: item.span,
                }));
            }
            ItemKind::Feature(entries) => out.extend(entries.iter().map(|entry| Item {
                kind: ItemKind::Feature(vec![entry.clone()]),
                span: item.span,
            })),
            _ => out.push(item.clone()),
        }
    }
    out
}

/// Returns all items of a puzzle with those it inherits; a redeclared item takes its namesake's
/// place.
pub(super) fn flatten(
    puzzle: &Puzzle,
    in_sight: &[&Puzzle],
    problems: &mut Diagnostics,
) -> Vec<Item> {
    let chain = chain(puzzle, in_sight, problems);
    let mut items: Vec<Item> = Vec::new();
    for (depth, link) in chain.iter().enumerate().rev() {
        extend(&mut items, link, depth > 0, problems);
    }
    // What was learnt of other puzzles says nothing of these.
    let is_learned =
        |item: &Item| matches!(item.kind, ItemKind::Levels { by: LevelsBy::Model(_), .. });
    if !puzzle.items.iter().any(is_learned) {
        items.retain(|item| !is_learned(item));
    }
    items
}

/// Returns a puzzle, the one that it extends, and so on.
fn chain<'p>(
    puzzle: &'p Puzzle,
    in_sight: &[&'p Puzzle],
    problems: &mut Diagnostics,
) -> Vec<&'p Puzzle> {
    let mut chain = vec![puzzle];
    let mut current = puzzle;
    while let Some(base) = &current.extends {
        let found = in_sight.iter().copied().find(|other| other.name.name == base.name);
        let Some(found) = found else {
            let known = in_sight.iter().map(|other| other.name.name.as_str());
            problems.push(
                Problem::error(
                    Code::UnknownPuzzle,
                    format!("there is no puzzle `{}` to extend", base.name),
                    base.span,
                    "unknown puzzle",
                )
                .help(
                    "bring it into sight: `use name` for a built-in puzzle, `use \"file.pz\"` for a \
                     file",
                )
                .did_you_mean(&base.name, known),
            );
            break;
        };
        if chain.iter().any(|link| link.name.span == found.name.span) {
            problems.push(
                Problem::error(
                    Code::UseCycle,
                    format!("`{}` extends itself", found.name.name),
                    base.span,
                    "closes the circle",
                )
                .help("let one of them stand on its own"),
            );
            break;
        }
        if chain.len() == LONGEST_CHAIN {
            let text = format!("more than {LONGEST_CHAIN} puzzles that each extend the next");
            problems.push(
                Problem::error(Code::TooLong, text, base.span, "too long a chain from here on")
                    .help("let this puzzle stand on its own"),
            );
            break;
        }
        chain.push(found);
        current = found;
    }
    chain
}

/// Adds the items of one puzzle of a chain to those that it inherits, where `is_base` says that another
/// one inherits them in turn. What it leaves out or draws anew goes first, so that the order of its own
/// items makes no difference.
fn extend(items: &mut Vec<Item>, puzzle: &Puzzle, is_base: bool, problems: &mut Diagnostics) {
    let own = split(&puzzle.items);
    for item in &own {
        if let ItemKind::Without { .. } = &item.kind {
            without(item, items, problems);
        }
    }
    let inherited = items.len();
    // A text may have a hundred thousand items, so each is looked up.
    let mut places = BTreeMap::new();
    for (position, item) in items.iter().enumerate() {
        places.entry(identifier(item)).or_insert(position);
    }
    translations::inherited(items, &own);
    for item in &own {
        if let ItemKind::Show(parts) = &item.kind {
            parts.iter().for_each(|part| drawn_anew(part, items));
        }
    }
    for item in own {
        let facts = item.kind.facts();
        if matches!(item.kind, ItemKind::Without { .. }) || is_base && !facts.is_inherited {
            continue;
        }
        let identifier = identifier(&item);
        match places.get(&identifier).copied().filter(|_| !facts.is_repeated) {
            Some(position) if position < inherited => {
                items[position] = translations::merged(&items[position], item);
            }
            Some(position) => problems.push(duplicate(&items[position], &item)),
            None => {
                places.entry(identifier).or_insert(items.len());
                items.push(item);
            }
        }
    }
}

/// Drops what is inherited of how something is drawn that a part of `show` draws anew.
fn drawn_anew(part: &ShowPart, inherited: &mut [Item]) {
    let shows = inherited.iter_mut().filter_map(|item| match &mut item.kind {
        ItemKind::Show(parts) => Some(parts),
        _ => None,
    });
    for parts in shows {
        parts.retain_mut(|before| match (part, before) {
            // The values are those of the first family, so the rest goes with it.
            (ShowPart::Symbols { families, .. }, ShowPart::Symbols { families: others, .. }) => {
                let is_anew = |other: &puzgen_syntax::ast::Ident| {
                    families.iter().any(|own| own.name == other.name)
                };
                let goes = others.first().is_some_and(is_anew);
                others.retain(|other| !is_anew(other));
                !goes
            }
            (ShowPart::Label { family, .. }, ShowPart::Label { family: other, .. })
            | (ShowPart::Sentence { family, .. }, ShowPart::Sentence { family: other, .. }) => {
                family.name != other.name
            }
            (ShowPart::DrawnAs { families, .. }, ShowPart::DrawnAs { families: others, .. }) => {
                others.retain(|other| families.iter().all(|family| family.name != other.name));
                !others.is_empty()
            }
            // Points stand for each other, so a figure is drawn anew as a whole.
            (ShowPart::Point { .. }, ShowPart::Point { .. } | ShowPart::Figure { .. })
            | (ShowPart::Text(_), ShowPart::Text(_))
            | (
                ShowPart::Script(_),
                ShowPart::Script(_) | ShowPart::DrawnAs { .. } | ShowPart::Label { .. },
            ) => false,
            _ => true,
        });
    }
}

/// Returns the name that an item declares, or the item where it declares none.
fn place(item: &Item) -> Span {
    item.kind.names().first().map_or(item.span, |name| name.span)
}

fn duplicate(before: &Item, item: &Item) -> Problem {
    let (keyword, name) = keyword_and_name(item);
    let what = match name {
        Some(name) => format!("`{name}` is declared twice"),
        None => format!("`{keyword}` is given twice"),
    };
    Problem::error(Code::Duplicate, what, place(item), "again here")
        .label(place(before), "first here")
        .help("remove or rename one of them")
}

fn without(item: &Item, items: &mut Vec<Item>, problems: &mut Diagnostics) {
    let ItemKind::Without { kind, names } = &item.kind else { return };
    if names.is_empty() {
        let before = items.len();
        items.retain(|other| keyword_and_name(other).0 != kind.name);
        if items.len() == before {
            problems.push(
                Problem::error(
                    Code::UnknownName,
                    format!("no `{}` is inherited here", kind.name),
                    kind.span,
                    "nothing to leave out",
                )
                .help("`without` drops items of the puzzle that is extended"),
            );
        }
    }
    for name in names {
        let matches = |other: &Item| {
            let (keyword, other_name) = keyword_and_name(other);
            keyword == kind.name && other_name == Some(name.name.as_str())
        };
        if !items.iter().any(matches) {
            let known: Vec<&str> = items
                .iter()
                .filter(|other| keyword_and_name(other).0 == kind.name)
                .filter_map(|other| keyword_and_name(other).1)
                .collect();
            problems.push(
                Problem::error(
                    Code::UnknownName,
                    format!("no {} `{}` is inherited here", kind.name, name.name),
                    name.span,
                    "nothing to leave out",
                )
                .help("`without` drops items of the puzzle that is extended")
                .did_you_mean(&name.name, known),
            );
        }
        items.retain(|other| !matches(other));
        if kind.name == "feature" {
            // A set that has lost a member is another one, so it is not inherited.
            items.retain(|other| match &other.kind {
                ItemKind::FeatureSet { members, .. } => {
                    members.iter().all(|member| member.name != name.name)
                }
                _ => true,
            });
        }
    }
}

/// Returns the canonical text of everything that decides what is generated. Comments, layout,
/// sentences, examples, drawing, transforms, features and levels do not change it. A board that was
/// read from a file counts by what the file says, wherever it is. The texts of scripts are added to it.
pub(super) fn identity(items: &[Item], graph: Option<&Graph>) -> String {
    let mut out = String::new();
    for item in items {
        let Some(mut kind) = item.kind.deciding_part() else { continue };
        if let ItemKind::Board(BoardDecl { shape, .. }) = &mut kind
            && let BoardShape::Graph(path) | BoardShape::Programs(path) = shape
        {
            path.text = graph.map(Graph::identity).unwrap_or_default();
        }
        out.push_str(&kind.to_string());
        out.push('\n');
    }
    out
}
