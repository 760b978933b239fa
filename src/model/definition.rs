//! A checked definition: everything resolved, parameters still open.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::export::Export;
use crate::expr::{Binders, ClueId, Expr, FamilyId, GroupsId, LayoutId};
use crate::function::{Measure, ScriptFunction};
use crate::grid::{BoardSymmetry, Graph, PlaceKind};
use crate::layout::Layout;
use crate::learn::Model;
pub use crate::show::{
    ClueSentence, DrawnAs, FamilyLabel, LabelPart, Look, SentencePart, Show, Shown, Symbols,
};
pub use crate::template::{Template, TemplatePart};
use crate::transform::Transform;
pub use crate::translation::Translation;
use crate::ty::Phase;
use crate::working::Working;
use puzgen_base::source::Span;
pub use puzgen_syntax::ast::Joining;

/// A family of puzzles.
#[derive(Debug)]
pub struct Definition {
    /// The name on the command line.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// A sentence about the puzzle, for people.
    pub about: Option<Template>,
    /// The canonical text of everything that decides what is generated.
    pub identity: String,
    /// Parameters and lets, in order.
    pub constants: Vec<Constant>,
    /// The board, if there is one.
    pub board: Option<BoardDef>,
    /// What is drawn with each puzzle, in order.
    pub layouts: Vec<Layout>,
    /// The puzzle of drawing the layouts that are not rooms: they are its answer, and its rules are
    /// those that mention layouts only. None where there are no such layouts.
    pub shape: Option<Box<Definition>>,
    /// Answer and auxiliary families and loose variables, in order.
    pub families: Vec<Family>,
    /// Groups of joined neighbours.
    pub groups: Vec<Groups>,
    /// The rules in order.
    pub rules: Vec<Rule>,
    /// The lines of worked solutions, in order.
    pub working: Vec<Working>,
    /// The clue families in order.
    pub clues: Vec<Clue>,
    /// How clues are removed.
    pub remove: Remove,
    /// How the full board is drawn.
    pub sample: Sample,
    /// The transforms in order.
    pub transforms: Vec<Transform>,
    /// The features in order.
    pub features: Vec<Feature>,
    /// Named sets of features.
    pub sets: Vec<FeatureSet>,
    /// The complexity function.
    pub levels: Option<Levels>,
    /// How it is drawn.
    pub show: Show,
    /// What it says in other languages.
    pub translations: Vec<Translation>,
    /// The code of the language that it speaks: none for its own.
    pub language: Option<String>,
    /// What is called otherwise in that language, by the names of the definition.
    pub spoken: BTreeMap<String, (String, Option<String>)>,
    /// How links of other programs say its puzzles.
    pub exports: Vec<Export>,
    /// Published puzzles.
    pub examples: Vec<Example>,
    /// Where its name stands: for problems of the whole definition.
    pub span: Span,
    /// How large what it describes may be: see [`counting`](crate::counting).
    pub max_size: u64,
}

/// A parameter or a `let`.
#[derive(Debug)]
pub struct Constant {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The values it may have; none for a `let`.
    pub domain: Option<ParamDomain>,
    /// Its (default) value.
    pub value: Expr,
}

/// The values of a parameter.
#[derive(Debug)]
pub enum ParamDomain {
    /// A list of numbers, mostly a range.
    Numbers(Expr),
    /// True or false.
    Truth,
    /// One of these words.
    Words(Vec<Arc<str>>),
}

/// `board grid(rows, columns)[c in cells where condition]`.
#[derive(Debug)]
pub struct BoardDef {
    /// What the cells are, and how many.
    pub shape: BoardShape,
    /// The condition that says which cells are there; none where all are.
    pub cells: Option<Binders>,
    /// How many constants stand before it, and cannot mention its places.
    pub after: usize,
    /// The shape as written.
    pub span: Span,
}

/// What the cells of a board are, and how many.
#[derive(Debug)]
pub enum BoardShape {
    /// `grid(rows, columns)`: squares.
    Squares([Expr; 2]),
    /// `hexagon(side)`: a hexagon of hexagons.
    Hexagon([Expr; 1]),
    /// `hex(rows, columns)`: a rectangle of hexagons.
    Hexagons([Expr; 2]),
    /// `graph("file.yaml")`: its nodes.
    Graph(Arc<Graph>),
}

/// An answer or auxiliary family, or a loose variable.
#[derive(Debug)]
pub struct Family {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// What it is indexed by; none for a loose variable.
    pub index: Option<Binders>,
    /// Whether its values are truths.
    pub is_truth: bool,
    /// Whether it is an answer, determined by answers, or free.
    pub role: Role,
}

/// What a family is.
#[derive(Debug)]
pub enum Role {
    /// Part of the solution, with these values (none: truth).
    Answer(Option<Expr>),
    /// A free helper, with these values (none: truth).
    Free(Option<Expr>),
    /// Determined by the answer.
    Determined(Expr),
}

/// `aux g = components(places where equal family)`, or another way of joining neighbours.
#[derive(Debug)]
pub struct Groups {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The places.
    pub places: Expr,
    /// What they are.
    pub kind: PlaceKind,
    /// What the family says of neighbours.
    pub joining: Joining,
    /// The family.
    pub family: FamilyId,
}

/// A named constraint family.
#[derive(Debug)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The cases.
    pub binders: Option<Binders>,
    /// What is said where it is broken.
    pub sentence: Option<Template>,
    /// What must hold.
    pub body: Expr,
    /// Whether it is said to follow from the other rules.
    pub is_implied: bool,
    /// Whether it is declared in the puzzle itself, not inherited.
    pub is_own: bool,
}

impl Rule {
    /// Returns its condition, and what its cases are taken from.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        self.binders.iter().flat_map(Binders::parts).chain([&self.body])
    }

    /// Returns whether it mentions a layout.
    pub fn mentions_layouts(&self) -> bool {
        self.parts().any(Expr::mentions_layouts)
    }
}

/// A family of facts about the solution.
#[derive(Debug)]
pub struct Clue {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Whether it is never dropped.
    pub is_fixed: bool,
    /// What it is indexed by; none for a single fact.
    pub index: Option<Binders>,
    /// The fact.
    pub value: Expr,
    /// Where it is defined, for a partial clue.
    pub condition: Option<Expr>,
    /// Whether its values are truths.
    pub is_truth: bool,
    /// Whether rules ask where it is shown, so that of a board it is known where it is not.
    pub is_asked_for: bool,
}

impl Clue {
    /// Returns whether what it says follows from where it stands alone.
    pub fn says_nothing_new(&self) -> bool {
        self.value.phase == Phase::Known
    }
}

/// The policy of hole removal.
#[derive(Debug)]
pub struct Remove {
    /// The clue families dropped from.
    pub clues: Vec<ClueId>,
    /// What one step takes, phase by phase.
    pub phases: Vec<RemovalPhase>,
    /// How the next is chosen, and with which parameters; the first that is there counts.
    pub choose: Vec<(Choose, Option<Expr>)>,
    /// What must hold after every step.
    pub keep: Vec<Condition>,
    /// What must hold at the end.
    pub accept: Vec<Condition>,
    /// When to stop, and with which parameters.
    pub until: Vec<(Expr, Option<Expr>)>,
    /// How many steps a question may take, and with which parameters; the first that is there
    /// counts.
    pub effort: Vec<(Expr, Option<Expr>)>,
    /// Under which symmetries clues go together, where that is asked for beside the definition.
    pub symmetry: Vec<BoardSymmetry>,
    /// The item, or the puzzle where there is none.
    pub span: Span,
}

/// One phase of removal.
#[derive(Debug)]
pub struct RemovalPhase {
    /// What one step takes.
    pub unit: Unit,
    /// What is taken of it.
    pub takes: Takes,
    /// With which parameters there is the phase.
    pub condition: Option<Expr>,
}

/// What a step of removal takes of a clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// The clue.
    Clue,
    /// Its value: that there is a clue stays, written `?`.
    Value,
}

/// What one removal step takes.
#[derive(Debug)]
pub enum Unit {
    /// One clue.
    Cell,
    /// All clues in a region of one of these lists.
    Regions(Vec<Expr>),
}

/// How the next unit is chosen.
#[derive(Debug)]
pub enum Choose {
    /// Each with the same probability.
    Random,
    /// In order.
    First,
    /// At random, but first all that a proof of uniqueness did not need.
    Guided,
    /// In proportion to the weight of the clue; for each removable clue family, in order.
    Weight(Vec<Expr>),
}

/// A condition, perhaps for each of some things.
#[derive(Debug)]
pub struct Condition {
    /// What must hold.
    pub expr: Expr,
    /// For which.
    pub binders: Option<Binders>,
    /// Whether it mentions the number of solutions and nothing else that is measured.
    pub counts_solutions: bool,
    /// What was written.
    pub text: String,
}

/// How full boards are drawn.
#[derive(Debug, Default)]
pub struct Sample {
    /// By which procedure.
    pub sampler: Sampler,
    /// What drawn boards must fulfil. It is no rule: a solution need not.
    pub condition: Option<Expr>,
    /// With which parameters puzzles are known to be found, with its text.
    pub sizes: Option<(Expr, String)>,
}

/// A procedure that draws full boards.
#[derive(Debug, Default)]
pub enum Sampler {
    /// Random search under all rules.
    #[default]
    Search,
    /// Growing the groups.
    Groups(GroupsId),
    /// Growing the inside of one loop.
    Loop(FamilyId),
    /// A function of a script.
    Script(Arc<dyn ScriptFunction>),
}

/// A named number (or list of numbers) about a puzzle.
#[derive(Debug)]
pub struct Feature {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The binders of a list of constants; none for a single value.
    pub index: Option<Binders>,
    /// Its value.
    pub value: Expr,
}

/// A named set of features.
#[derive(Debug)]
pub struct FeatureSet {
    /// The name.
    pub name: String,
    /// What is in it, in order.
    pub members: Vec<Member>,
}

/// A member of a set of features.
#[derive(Debug, Clone, Copy)]
pub enum Member {
    /// A feature of the definition, by position.
    Feature(usize),
    /// A built-in measure without arguments.
    Measure(&'static Measure),
}

/// What a learned complexity function looks at.
#[derive(Debug, Clone)]
pub enum Inputs {
    /// All that the steps of a solution measure.
    Steps,
    /// These, in order.
    Members(Vec<Member>),
}

/// A learned complexity function, as far as the definition goes.
#[derive(Debug)]
pub struct Learned {
    /// The model.
    pub model: Arc<Model>,
    /// Where its columns come from.
    pub inputs: Inputs,
    /// Where it is named.
    pub span: Span,
}

/// The complexity function: rules, or a model.
#[derive(Debug)]
pub struct Levels {
    /// The levels in rising order.
    pub names: Vec<String>,
    /// The first condition that holds decides; `None` always holds.
    pub rules: Vec<(usize, Option<Expr>)>,
    /// The model that decides, where there are no rules.
    pub model: Option<Learned>,
}

/// A published puzzle or a wrong board.
#[derive(Debug)]
pub struct Example {
    /// Where it is from.
    pub title: String,
    /// The literal of the title.
    pub span: Span,
    /// Parameters other than the defaults, by position in `constants`.
    pub settings: Vec<(usize, Expr)>,
    /// Boards for clue families.
    pub clues: Vec<(ClueId, ExampleText)>,
    /// Boards for layouts.
    pub layouts: Vec<(LayoutId, ExampleText)>,
    /// Boards for answer families.
    pub answers: Vec<(FamilyId, ExampleText)>,
    /// The rules that the layouts and the answer break, by position; empty for a right board.
    pub breaks: Vec<usize>,
    /// The clues of which the answer has other values.
    pub contradicts: Vec<ClueId>,
    /// The number of solutions, where it is not one.
    pub solutions: Option<Expr>,
}

impl Example {
    /// Returns whether it is meant to be wrong.
    pub fn is_wrong(&self) -> bool {
        !self.breaks.is_empty() || !self.contradicts.is_empty()
    }
}

/// A board in the text of an example.
#[derive(Debug, Clone)]
pub struct ExampleText {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether byte k of `text` stands at byte k of `span`.
    pub is_verbatim: bool,
}

impl Definition {
    /// Returns whether it has parameters.
    pub fn has_params(&self) -> bool {
        self.constants.iter().any(|constant| constant.domain.is_some())
    }

    /// Returns the family.
    pub fn family(&self, id: FamilyId) -> &Family {
        &self.families[id.0 as usize]
    }

    /// Returns the clue.
    pub fn clue(&self, id: ClueId) -> &Clue {
        &self.clues[id.0 as usize]
    }

    /// Returns whether the value of a clue may be taken while it is said that there is one: a clue
    /// that is there in any case would say nothing.
    pub(crate) fn can_be_untold(&self, id: ClueId) -> bool {
        let clue = self.clue(id);
        let takes_values = self.remove.phases.iter().any(|phase| phase.takes == Takes::Value);
        let says_something = clue.condition.is_some() || clue.is_asked_for;
        takes_values && says_something && self.remove.clues.contains(&id)
    }

    /// Returns the name of a member of a set of features.
    pub fn member_name(&self, member: Member) -> &str {
        match member {
            Member::Feature(position) => &self.features[position].name,
            Member::Measure(measure) => measure.name,
        }
    }

    /// Returns the ids of the answer families in order.
    pub fn answers(&self) -> impl Iterator<Item = FamilyId> {
        self.families
            .iter()
            .enumerate()
            .filter(|(_, family)| matches!(family.role, Role::Answer(_)))
            .map(|(position, _)| FamilyId(position as u32))
    }

    /// Allows what it describes to be so large.
    pub fn allow_size(&mut self, max_size: u64) {
        self.max_size = max_size;
        if let Some(shape) = &mut self.shape {
            shape.allow_size(max_size);
        }
    }
}

impl Family {
    /// Returns whether it depends on a layout which elements there are, or what values they may have.
    fn rests_on_layouts(&self) -> bool {
        let domain = match &self.role {
            Role::Answer(domain) | Role::Free(domain) => domain.as_ref(),
            Role::Determined(_) => None,
        };
        let index = self.index.iter().flat_map(Binders::parts);
        index.chain(domain).any(Expr::mentions_layouts)
    }
}

impl Definition {
    /// Returns whether it depends on a layout what is to be found.
    pub fn answers_rest_on_layouts(&self) -> bool {
        self.families.iter().any(Family::rests_on_layouts)
            || self.groups.iter().any(|groups| groups.places.mentions_layouts())
    }

    /// Returns whether it depends on a layout what is to be found, or what a helper is.
    pub fn values_rest_on_layouts(&self) -> bool {
        let mentions = |family: &Family| match &family.role {
            Role::Determined(value) => value.mentions_layouts(),
            Role::Answer(_) | Role::Free(_) => false,
        };
        self.answers_rest_on_layouts() || self.families.iter().any(mentions)
    }

    /// Returns whether a rule decides how layouts are drawn, so that a layout alone keeps or breaks it.
    pub fn decides_layouts(&self, rule: usize) -> bool {
        let name = &self.rules[rule].name;
        self.shape.iter().any(|shape| shape.rules.iter().any(|rule| rule.name == *name))
    }
}
