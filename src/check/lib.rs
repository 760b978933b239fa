//! From the tree to a checked definition: names, types, phases. Collects all problems.
//!
//! Given every puzzle that is in sight, [`check`] flattens `extends`, resolves names and gives a
//! [`Definition`] whose parameters are still open. What depends on parameters (index ranges,
//! domains, boards) is checked when an `Instance` is made.

pub mod load;
pub mod reach;
pub mod script;

use puzgen_syntax::ast;

mod binders;
mod calls;
mod constants;
mod examples;
mod exports;
mod exprs;
mod figure;
mod flatten;
mod groups;
mod indexes;
mod items;
mod knowledge;
mod layouts;
mod levels;
mod mentions;
mod named;
mod names;
mod operators;
mod policy;
mod sample;
mod scripts;
mod sentences;
mod show;
mod survey;
mod templates;
#[cfg(test)]
mod tests;
mod transforms;
mod translations;
mod typed;
mod working;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::script::Script;
pub use flatten::LONGEST_CHAIN;
use flatten::Later;
pub use knowledge::{
    BuiltIn, Call, Declaration, DeclarationId, DeclarationKind, Knowledge, KnownAt, KnownTexts,
    Name, NameMeaning, Types, resolve,
};
use layouts::LayoutInfo;
pub use levels::STEPS;
use named::Named;
use names::Names;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{Sources, Span};
use puzgen_model::counting::MAX_SIZE;
use puzgen_model::definition::{
    BoardDef, Clue, Constant, Definition, Family, Feature, Groups, Role, Rule, Template,
};
use puzgen_model::grid::Graph;
use puzgen_model::layout::Layout;
use puzgen_model::learn::Model;
use puzgen_model::ty::{Phase, Ty};
pub use scripts::{Scripts, is_own};
pub use survey::{Lacks, Survey, survey};

/// The models that `levels … by model` names, or why they cannot be had, by the place of the path.
pub type Models = BTreeMap<Span, Result<Arc<Model>, Problem>>;

/// The graphs that `board graph` names, or why they cannot be had, by the place of the path.
pub type Graphs = BTreeMap<Span, Result<Arc<Graph>, Problem>>;

/// What expressions need to know of a family while it is being checked.
#[derive(Debug)]
struct FamilyInfo {
    /// The type of its key; none for a loose variable.
    key: Option<Ty>,
    /// The type of its values.
    ty: Ty,
    /// Whether the answer alone does not determine it.
    is_free: bool,
    /// How many definitions it rests on that each rest on the one before, itself counted.
    length: usize,
}

/// The state of checking one puzzle.
#[derive(Debug)]
pub struct Checker<'s> {
    sources: &'s Sources,
    names: Names,
    problems: Diagnostics,
    /// The latest phase that expressions may have now.
    phase: Phase,
    has_board: bool,
    /// Whether this is a rule, in which `shown` is decided by solving.
    may_ask_for_clues: bool,
    /// Names whose declaration had a mistake: using them is not reported again.
    broken: Vec<String>,
    /// Names that are declared somewhere.
    later: BTreeMap<String, Later>,
    /// What kind of item is checked now.
    kind: &'static str,
    /// Whether this is a condition after `where`.
    is_condition: bool,
    layouts: Vec<LayoutInfo>,
    families: Vec<FamilyInfo>,
    clues: Vec<Clue>,
    features: Vec<Feature>,
    named: Vec<Named>,
    /// Whether it is the puzzle of drawing a layout.
    is_shape: bool,
    /// The puzzle itself: items outside of it are inherited.
    own: Span,
    models: Option<&'s Models>,
    /// The scripts whose functions can be called, the last named first.
    scripts: Vec<Arc<Script>>,
    /// Whether a script could not be had, whose functions nobody knows.
    lacks_script: bool,
    graphs: &'s Graphs,
    /// The graph that is the board.
    graph: Option<Arc<Graph>>,
    /// The types of what was checked, for those who ask for them.
    types: Option<Types>,
    /// Whether items that the puzzle extends, or all that it names, are not known.
    lacks_items: bool,
}

/// A checked definition with what is worth a warning.
#[derive(Debug)]
pub struct Checked {
    /// The definition.
    pub definition: Definition,
    /// Warnings and notes.
    pub warnings: Diagnostics,
}

/// Checks `puzzle`; `in_sight` are the puzzles that it may extend, `graphs` the boards read. Without `models`, puzzles have no
/// level where a model decides: for the one who is about to train it.
///
/// # Errors
/// Everything under `puzgen::check::` that does not depend on parameters.
pub(crate) fn check(
    puzzle: &ast::Puzzle,
    in_sight: &[&ast::Puzzle],
    sources: &Sources,
    graphs: &Graphs,
    models: Option<&Models>,
    scripts: &Scripts,
) -> Result<Checked, Diagnostics> {
    let mut problems = Diagnostics::new();
    let flat = flatten::flatten(puzzle, in_sight, &mut problems);
    let mut checker = Checker::new(sources, puzzle.span, &flat, models, graphs);
    checker.problems = problems;
    checker.take_scripts(&flat, scripts);
    let definition = checker.definition(puzzle, &flat);
    if checker.problems.has_errors() {
        return Err(checker.problems);
    }
    let mut definition =
        definition.unwrap_or_else(|| puzgen_base::bug!("no definition and no problem reported"));
    if let Some(items) = checker.shape_items(&flat, &definition) {
        let mut shaper = Checker::new(sources, puzzle.span, &items, None, graphs);
        shaper.is_shape = true;
        let shape = shaper.definition(puzzle, &items);
        if shaper.problems.has_errors() {
            return Err(shaper.problems);
        }
        definition.shape = shape.map(Box::new);
    }
    Ok(Checked { definition, warnings: checker.problems })
}

/// The parts of a definition as they come in.
#[derive(Debug, Default)]
struct Parts {
    constants: Vec<Constant>,
    board: Option<BoardDef>,
    layouts: Vec<Layout>,
    families: Vec<Family>,
    groups: Vec<Groups>,
    rules: Vec<Rule>,
    about: Option<Template>,
}

impl<'s> Checker<'s> {
    fn new(
        sources: &'s Sources,
        own: Span,
        items: &[ast::Item],
        models: Option<&'s Models>,
        graphs: &'s Graphs,
    ) -> Self {
        Self {
            sources,
            names: Names::default(),
            problems: Diagnostics::new(),
            phase: Phase::Known,
            has_board: false,
            may_ask_for_clues: false,
            broken: Vec::new(),
            later: Later::all(items),
            kind: "",
            is_condition: false,
            layouts: Vec::new(),
            families: Vec::new(),
            clues: Vec::new(),
            features: Vec::new(),
            named: Vec::new(),
            is_shape: false,
            own,
            models,
            scripts: Vec::new(),
            lacks_script: false,
            graphs,
            graph: None,
            types: None,
            lacks_items: false,
        }
    }

    /// Returns whether an item at this place is declared in the puzzle itself.
    fn is_own(&self, item: Span) -> bool {
        self.own.file == item.file && (self.own.start..self.own.end).contains(&item.start)
    }

    /// Returns the text of all that decides what is generated, scripts included.
    fn identity(&self, items: &[ast::Item]) -> String {
        let own = flatten::identity(items, self.graph.as_deref());
        let scripts = self.scripts.iter().map(|script| script.text());
        [own.as_str()].into_iter().chain(scripts).collect()
    }

    fn definition(&mut self, puzzle: &ast::Puzzle, items: &[ast::Item]) -> Option<Definition> {
        let mut parts = Parts::default();
        self.declare_words(items);
        // Each pass knows the names of those before it: constants, then what is drawn, what is decided,
        // what is shown, what must hold, what is measured. `flatten::ORDER` says so to messages.
        self.pass(items, |checker, item| checker.constant_or_board(item, &mut parts));
        self.pass(items, |checker, item| checker.layout(item, &mut parts));
        self.pass(items, |checker, item| checker.family(item, &mut parts));
        self.check_named();
        self.pass(items, |checker, item| checker.clue(item));
        self.pass(items, |checker, item| checker.rule(item, &mut parts));
        self.pass(items, |checker, item| checker.feature(item));
        let mut working = Vec::new();
        self.pass(items, |checker, item| checker.working(item, &mut working));
        let remove = self.remove(items, puzzle.name.span);
        let sample = self.sample(items, &parts);
        let transforms = self.transforms(items, &parts);
        let sets = items.iter().filter_map(|item| self.feature_set(item)).collect();
        let levels = self.levels(items);
        let show = self.show(items, &parts);
        let translations = self.translations(items, &show);
        let exports = self.exports(items);
        let examples = self.examples(items, &parts);
        for item in items {
            if let ast::ItemKind::About(text) = &item.kind {
                self.phase = Phase::Known;
                parts.about = self.template(text);
            }
        }
        self.must_have_answer(puzzle, &parts);
        Some(Definition {
            name: puzzle.name.name.clone(),
            title: puzzle.title.as_ref().map(|title| title.text.clone()),
            about: parts.about,
            identity: self.identity(items),
            constants: parts.constants,
            board: parts.board,
            layouts: parts.layouts,
            shape: None,
            families: parts.families,
            groups: parts.groups,
            rules: parts.rules,
            working,
            clues: std::mem::take(&mut self.clues),
            remove: remove?,
            sample,
            transforms,
            features: std::mem::take(&mut self.features),
            sets,
            levels,
            show,
            translations,
            language: None,
            spoken: BTreeMap::new(),
            exports,
            examples,
            span: puzzle.name.span,
            max_size: MAX_SIZE,
        })
    }

    /// Checks what `check` looks at in each item.
    fn pass(&mut self, items: &[ast::Item], mut check: impl FnMut(&mut Self, &ast::Item)) {
        for item in items {
            self.kind = item.kind.facts().keyword;
            check(self, item);
        }
    }

    fn must_have_answer(&mut self, puzzle: &ast::Puzzle, parts: &Parts) {
        let is_answer = |family: &Family| matches!(family.role, Role::Answer(_));
        // With other problems, it may be among what was not understood.
        if parts.families.iter().any(is_answer) || self.problems.has_errors() {
            return;
        }
        let message = format!("`{}` has no `answer`", puzzle.name.name);
        self.problems.push(
            Problem::error(Code::MissingItem, message, puzzle.name.span, "nothing to solve for")
                .help("declare what is to be found, such as `answer x[cells]: 1..9`"),
        );
    }
}
