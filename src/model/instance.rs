//! An instance: a definition with its parameters fixed, so that places, keys and domains are known.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::definition::{Choose, Clue, Definition, Takes};
use crate::expr::{ClueId, Expr, FamilyId};
use crate::fault::Fault;
use crate::function::Function;
use crate::grid::{Grid, Place};
use crate::groups::GroupsInstance;
pub use crate::keys::KeyIndex;
use crate::layout::LayoutInstance;
use crate::outline::{Outline, OutlineFamily};
pub use crate::setting::Setting;
use crate::value::Value;
use puzgen_base::diagnostics::Problem;
use puzgen_base::domain::Domain;
use puzgen_base::rng::{Rng, Stream};

/// A family of an instance.
#[derive(Debug, Clone)]
pub struct FamilyInstance {
    /// Its keys; one for a loose variable.
    pub index: KeyIndex,
    /// Where its values start in an assignment (answers first, then free ones); meaningless for a
    /// determined family.
    pub offset: usize,
    /// The values of each element; empty for a determined family.
    pub domains: Vec<Domain>,
}

/// A clue family of an instance.
#[derive(Debug, Clone)]
pub struct ClueInstance {
    /// Its keys; one for a single fact.
    pub index: KeyIndex,
    /// The number of its first fact among all facts.
    pub offset: usize,
    /// Whether removal may drop its facts.
    pub is_droppable: bool,
    /// Whether removal may take the value of its facts and leave that there is a clue.
    pub can_be_untold: bool,
    /// Whether a board says of every place whether the clue is shown there: rules ask for it.
    pub is_asked_for: bool,
    /// The number of its first presence, where it has presences: see [`Instance::given_count`].
    pub(super) presences: Option<usize>,
}

impl ClueInstance {
    /// Returns whether facts of the one and of the other are shown and removed in the same ways.
    pub fn is_treated_as(&self, other: &Self) -> bool {
        let of = |clue: &Self| {
            (clue.is_droppable, clue.can_be_untold, clue.is_asked_for, clue.presences.is_some())
        };
        of(self) == of(other)
    }
}

/// A removal phase.
#[derive(Debug, Clone)]
pub struct PhaseUnits {
    /// What a step takes at a time.
    pub units: Units,
    /// What is taken of it.
    pub takes: Takes,
}

/// What one removal phase takes at a time.
#[derive(Debug, Clone)]
pub enum Units {
    /// One fact.
    Cell,
    /// The facts of a region of one of these lists.
    Regions(Vec<Regions>),
}

/// A list of regions.
#[derive(Debug, Clone)]
pub enum Regions {
    /// The facts of each.
    Known(Vec<Vec<u32>>),
    /// Groups, which only a solution has: the list of groups.
    Groups(Expr),
}

/// A definition with its parameters fixed.
#[derive(Debug)]
pub struct Instance<'d> {
    /// The definition.
    pub definition: &'d Definition,
    /// The values of parameters and lets.
    pub constants: Vec<Value>,
    /// The board.
    pub grid: Option<Grid>,
    /// The layouts.
    pub layouts: Vec<LayoutInstance>,
    /// The families.
    pub families: Vec<FamilyInstance>,
    /// The grouped places.
    pub groups: Vec<GroupsInstance>,
    /// The clue families.
    pub clues: Vec<ClueInstance>,
    /// The number of values that are the answer.
    pub answer_count: usize,
    /// The number of values of answer and free families.
    pub value_count: usize,
    /// The number of clue facts.
    pub fact_count: usize,
    /// The number of things that a board can say: facts, and behind them *presences*. The presence of a fact
    /// says that its clue is shown, with or without its value; partial clues have presences, and those
    /// that rules ask for.
    pub given_count: usize,
    /// What each removal phase takes at a time.
    pub phases: Vec<PhaseUnits>,
    /// Clues that are there together or not at all, where they are to be symmetric.
    pub together: Vec<Vec<u32>>,
    /// The conditions where removal stops, all of which must hold.
    pub until: Vec<&'d Expr>,
    /// How the next unit is chosen.
    pub choose: &'d Choose,
    /// How many steps a question of removal may take, where that is bounded.
    pub effort: Option<u64>,
    /// The droppable facts whose key is this one cell.
    pub facts_at_cell: Vec<Vec<u32>>,
    /// The droppable facts with another key, and the places in it.
    pub other_facts: Vec<(u32, Vec<Place>)>,
    outline: OnceLock<Arc<Outline>>,
    of_board: Mutex<Vec<(&'static str, Value)>>,
}

impl<'d> Instance<'d> {
    /// Returns an instance of which nothing is fixed yet.
    pub(super) fn open(definition: &'d Definition) -> Self {
        Self {
            definition,
            constants: Vec::new(),
            grid: None,
            layouts: Vec::new(),
            families: Vec::new(),
            groups: Vec::new(),
            clues: Vec::new(),
            answer_count: 0,
            value_count: 0,
            fact_count: 0,
            given_count: 0,
            phases: Vec::new(),
            together: Vec::new(),
            until: Vec::new(),
            choose: &Choose::Random,
            effort: None,
            facts_at_cell: Vec::new(),
            other_facts: Vec::new(),
            outline: OnceLock::new(),
            of_board: Mutex::new(Vec::new()),
        }
    }

    /// Sets the board, of which nothing is known then.
    pub(super) fn set_board(&mut self, grid: Option<Grid>) {
        self.grid = grid;
        self.of_board = Mutex::default();
    }

    /// Returns the value of a function without arguments, which looks at the board only, and is found once.
    pub(super) fn of_board(&self, function: &'static dyn Function) -> Result<Value, Fault> {
        let name = function.name();
        let mut known = self.of_board.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = known.iter().find(|(other, _)| *other == name) {
            return Ok(value.clone());
        }
        let value = function.eval(&[], self.grid.as_ref())?;
        known.push((name, value.clone()));
        Ok(value)
    }

    /// Returns where a clue stands.
    ///
    /// # Errors
    /// Where that rests on layouts that are not there yet.
    pub fn clue_index(&self, clue: &Clue) -> Result<KeyIndex, Problem> {
        self.index(clue.index.as_ref())
    }

    /// Returns the fault of an index that a family does not have.
    pub fn bad_index(&self, family: FamilyId, key: &Value) -> Fault {
        let name = &self.definition.family(family).name;
        let key = self.describe(key);
        Fault::Index(format!("`{name}` has no element {key}"))
    }

    /// Returns what scripts may know of it.
    pub fn outline(&self) -> &Arc<Outline> {
        self.outline.get_or_init(|| Arc::new(self.new_outline()))
    }

    fn new_outline(&self) -> Outline {
        let definition = self.definition;
        let answers = definition.answers().map(|FamilyId(id)| {
            let (declared, family) =
                (&definition.families[id as usize], &self.families[id as usize]);
            OutlineFamily {
                name: declared.name.clone(),
                index: family.index.clone(),
                is_indexed: declared.index.is_some(),
                is_truth: declared.is_truth,
                domains: family.domains.clone(),
                offset: family.offset,
            }
        });
        let clues = definition.clues.iter().zip(&self.clues);
        let clues = clues.map(|(declared, clue)| OutlineFamily {
            name: declared.name.clone(),
            index: clue.index.clone(),
            is_indexed: declared.index.is_some(),
            is_truth: declared.is_truth,
            domains: Vec::new(),
            offset: clue.offset,
        });
        let constants = definition.constants.iter().zip(&self.constants);
        Outline {
            grid: self.grid.clone(),
            constants: constants.map(|(c, value)| (c.name.clone(), value.clone())).collect(),
            names: definition.families.iter().map(|family| family.name.clone()).collect(),
            answers: answers.collect(),
            has_free: self.value_count != self.answer_count,
            clues: clues.collect(),
        }
    }

    /// Returns the parameters with their values, in order.
    pub fn params(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.definition
            .constants
            .iter()
            .zip(&self.constants)
            .filter(|(constant, _)| constant.domain.is_some())
            .map(|(constant, value)| (constant.name.as_str(), value))
    }

    /// Returns how many of the clues that removal takes are not shown.
    pub fn left_out(&self, shown: &[bool]) -> usize {
        let is_droppable = |fact| self.clues[self.fact(fact).0.0 as usize].is_droppable;
        (0..self.fact_count).filter(|fact| !shown[*fact] && is_droppable(*fact)).count()
    }

    /// Returns a random stream of its own: keyed by the seed, the identity of the definition, the
    /// parameters, and what else tells streams of this instance apart.
    pub fn stream(&self, stream: Stream, seed: u64, others: &[&[u8]]) -> Rng {
        let params: Vec<String> =
            self.params().map(|(name, value)| format!("{name}={value}")).collect();
        let (seed, params) = (seed.to_le_bytes(), params.join(" "));
        let own = [&seed, self.definition.identity.as_bytes(), params.as_bytes()];
        stream.keyed(&[&own, others].concat())
    }

    /// Returns the clue family of a fact and the position of its key.
    pub fn fact(&self, fact: usize) -> (ClueId, usize) {
        let clue = self.clues.partition_point(|clue| clue.offset <= fact) - 1;
        (ClueId(clue as u32), fact - self.clues[clue].offset)
    }

    /// Returns a fact as people read it, such as `given at r2c5`.
    pub fn describe_fact(&self, fact: usize) -> String {
        let (id, position) = self.fact(fact);
        let clue = self.definition.clue(id);
        match &clue.index {
            None => self.definition.name_of(&clue.name).to_owned(),
            Some(_) => {
                let key = self.clues[id.0 as usize].index.keys()[position].to_value();
                format!("{} at {}", self.definition.name_of(&clue.name), self.describe(&key))
            }
        }
    }

    /// Returns a value as people read it, loose variables by their names.
    pub fn describe(&self, value: &Value) -> String {
        let all = |items: &[Value]| {
            let items: Vec<String> = items.iter().map(|item| self.describe(item)).collect();
            items.join(", ")
        };
        match value {
            Value::Variable(family) => {
                self.definition.name_of(&self.definition.family(*family).name).to_owned()
            }
            Value::Tuple(items) => all(items),
            Value::List(list) if list.label.is_none() => all(&list.items),
            Value::List(_) | Value::Place(_) => {
                self.definition.label(value.describe(self.grid.as_ref()))
            }
            other => other.describe(self.grid.as_ref()),
        }
    }
}

/// Returns a domain as people write it.
pub fn describe_domain(domain: &Domain) -> String {
    match domain {
        Domain::Range(lo, hi) if lo == hi => lo.to_string(),
        Domain::Range(lo, hi) => format!("{lo}..{hi}"),
        Domain::Values(values) => {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{{{}}}", words.join(", "))
        }
    }
}
