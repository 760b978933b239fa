//! The state of checking one puzzle: what was declared so far, and the problems found.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::flatten::{self, Later};
use crate::inputs::{Graphs, Models};
use crate::knowledge::Types;
use crate::layouts::LayoutInfo;
use crate::named::Named;
use crate::names::Names;
use crate::script::Script;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{Sources, Span};
use puzgen_model::definition::{
    BoardDef, Clue, Constant, Family, Feature, Groups, Role, Rule, Template,
};
use puzgen_model::grid::Graph;
use puzgen_model::layout::Layout;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast;

/// What expressions need to know of a family while it is being checked.
#[derive(Debug)]
pub(crate) struct FamilyInfo {
    /// The type of its key; none for a loose variable.
    pub(crate) key: Option<Ty>,
    /// The type of its values.
    pub(crate) ty: Ty,
    /// Whether the answer alone does not determine it.
    pub(crate) is_free: bool,
    /// How many definitions it rests on that each rest on the one before, itself counted.
    pub(crate) length: usize,
}

/// The state of checking one puzzle.
#[derive(Debug)]
pub struct Checker<'s> {
    pub(crate) sources: &'s Sources,
    pub(crate) names: Names,
    pub(crate) problems: Diagnostics,
    /// The latest phase that expressions may have now.
    pub(crate) phase: Phase,
    pub(crate) has_board: bool,
    /// Whether this is a rule, in which `shown` is decided by solving.
    pub(crate) may_ask_for_clues: bool,
    /// Names whose declaration had a mistake: using them is not reported again.
    pub(crate) broken: Vec<String>,
    /// Names that are declared somewhere.
    pub(crate) later: BTreeMap<String, Later>,
    /// What kind of item is checked now.
    pub(crate) kind: &'static str,
    /// Whether this is a condition after `where`.
    pub(crate) is_condition: bool,
    pub(crate) layouts: Vec<LayoutInfo>,
    pub(crate) families: Vec<FamilyInfo>,
    pub(crate) clues: Vec<Clue>,
    pub(crate) features: Vec<Feature>,
    pub(crate) named: Vec<Named>,
    /// Whether it is the puzzle of drawing a layout.
    pub(crate) is_shape: bool,
    /// The puzzle itself: items outside of it are inherited.
    own: Span,
    pub(crate) models: Option<&'s Models>,
    /// The scripts whose functions can be called, the last named first.
    pub(crate) scripts: Vec<Arc<Script>>,
    /// Whether a script could not be had, whose functions nobody knows.
    pub(crate) lacks_script: bool,
    pub(crate) graphs: &'s Graphs,
    /// The graph that is the board.
    pub(crate) graph: Option<Arc<Graph>>,
    /// The types of what was checked, for those who ask for them.
    pub(crate) types: Option<Types>,
    /// Whether items that the puzzle extends, or all that it names, are not known.
    pub(crate) lacks_items: bool,
}

/// The parts of a definition as they come in.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) constants: Vec<Constant>,
    pub(crate) board: Option<BoardDef>,
    pub(crate) layouts: Vec<Layout>,
    pub(crate) families: Vec<Family>,
    pub(crate) groups: Vec<Groups>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) about: Option<Template>,
}

impl<'s> Checker<'s> {
    pub(crate) fn new(
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
    pub(crate) fn is_own(&self, item: Span) -> bool {
        self.own.file == item.file && (self.own.start..self.own.end).contains(&item.start)
    }

    /// Returns the text of all that decides what is generated, scripts included.
    pub(crate) fn identity(&self, items: &[ast::Item]) -> String {
        let own = flatten::identity(items, self.graph.as_deref());
        let scripts = self.scripts.iter().map(|script| script.text());
        [own.as_str()].into_iter().chain(scripts).collect()
    }

    /// Checks what `check` looks at in each item.
    pub(crate) fn pass(
        &mut self,
        items: &[ast::Item],
        mut check: impl FnMut(&mut Self, &ast::Item),
    ) {
        for item in items {
            self.kind = item.kind.facts().keyword;
            check(self, item);
        }
    }

    pub(crate) fn must_have_answer(&mut self, puzzle: &ast::Puzzle, parts: &Parts) {
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
