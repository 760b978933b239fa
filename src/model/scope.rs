//! What an expression may look at while it is evaluated: the instance, and what of values, puzzle and bound
//! names is at hand. It evaluates nothing itself.

use std::cell::RefCell;
use std::sync::Arc;

use crate::containing::Containing;
use crate::counting::Counter;
use crate::expr::{Binders, FamilyId, Generator};
use crate::fault::Fault;
use crate::groups::GroupData;
use crate::instance::Instance;
use crate::puzzle::PuzzleState;
use crate::value::Value;

/// The values of determined families, by family and position, as far as they were asked for. What scopes look at does
/// not change, and without this a chain of definitions that name the one before twice takes for ever.
#[derive(Debug, Default)]
struct Determined(Vec<Vec<Option<Result<Value, Fault>>>>);

/// Everything an expression may look at.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    pub(super) values: Option<&'a [i64]>,
    /// For each value, whether it is at hand; none where all are.
    pub(super) known: Option<&'a [bool]>,
    pub(super) puzzle: Option<&'a PuzzleState<'a>>,
    pub(super) shown: Option<&'a [bool]>,
    /// The facts whose clues were asked for, where that is noted.
    pub(super) asked: Option<RefCell<Vec<usize>>>,
    pub(super) features: &'a [Option<Value>],
    pub(super) is_relational: bool,
    pub(super) locals: Vec<Value>,
    pub(super) groups: RefCell<Vec<Option<Arc<GroupData>>>>,
    determined: Determined,
    /// What functions without arguments gave, by name: lists of places, which loops ask for again and again.
    pub(super) lists: Vec<(&'static str, Value)>,
    /// Which elements of lists contain which places.
    pub(super) containing: Containing,
    /// How much was looked at.
    pub(super) counter: Counter,
}

impl<'a> Scope<'a> {
    /// Returns a scope where only parameters and board are known.
    pub fn new(instance: &'a Instance<'a>) -> Self {
        Self {
            instance,
            values: None,
            known: None,
            puzzle: None,
            shown: None,
            asked: None,
            features: &[],
            is_relational: false,
            locals: Vec::new(),
            groups: RefCell::new(Vec::new()),
            determined: Determined::default(),
            lists: Vec::new(),
            containing: Containing::default(),
            counter: Counter::new(instance.definition.max_size),
        }
    }

    /// Adds the values of answer and free families, by storage position; the free ones may lack.
    #[must_use]
    pub fn with_values(mut self, values: &'a [i64]) -> Self {
        self.values = Some(values);
        self
    }

    /// Lets only those values be at hand for which `known` has true.
    #[must_use]
    pub fn with_known(mut self, known: &'a [bool]) -> Self {
        self.known = Some(known);
        self
    }

    /// Makes a comparison, membership or constraint false where a number in it has no value (a
    /// division by zero, an overflow), instead of a fault: what rules and clues mean. MiniZinc
    /// calls this the relational semantics.
    #[must_use]
    pub fn relational(mut self) -> Self {
        self.is_relational = true;
        self
    }

    /// Adds the state of a puzzle.
    #[must_use]
    pub fn with_puzzle(mut self, puzzle: &'a PuzzleState<'a>) -> Self {
        self.puzzle = Some(puzzle);
        self.with_shown(puzzle.shown)
    }

    /// Adds which clues are shown, by fact.
    #[must_use]
    pub(crate) fn with_shown(mut self, shown: &'a [bool]) -> Self {
        self.shown = Some(shown);
        self
    }

    /// The same, where it is noted which of them are asked for.
    pub(super) fn with_noted(mut self, shown: &'a [bool]) -> Self {
        self.asked = Some(RefCell::default());
        self.with_shown(shown)
    }

    /// Returns which clues were asked for since this was called last.
    pub(super) fn take_asked(&self) -> Vec<usize> {
        self.asked.as_ref().map(RefCell::take).unwrap_or_default()
    }

    /// Adds the values of the features computed so far.
    #[must_use]
    pub fn with_features(mut self, features: &'a [Option<Value>]) -> Self {
        self.features = features;
        self
    }

    /// Binds a slot.
    #[inline]
    pub fn bind(&mut self, slot: u32, value: Value) {
        let slot = slot as usize;
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, Value::Bool(false));
        }
        self.locals[slot] = value;
    }

    /// Binds the names of a generator to an element of its list.
    pub fn bind_item(&mut self, generator: &Generator, item: &Value) {
        match (generator.slots.as_slice(), item) {
            ([slot], _) => self.bind(*slot, item.clone()),
            (slots, Value::Tuple(parts)) => {
                for (slot, part) in slots.iter().zip(parts.iter()) {
                    self.bind(*slot, part.clone());
                }
            }
            _ => puzgen_base::bug!("a generator with several names over single elements"),
        }
    }

    /// Takes all bindings away and returns them.
    pub fn save_locals(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.locals)
    }

    /// Puts bindings back.
    pub fn restore_locals(&mut self, locals: Vec<Value>) {
        self.locals = locals;
    }

    /// Binds the slots of an index to the parts of a key.
    pub fn bind_key(&mut self, binders: &Binders, key: &Value) {
        let slots: Vec<u32> = binders.slots().map(|(slot, _)| slot).collect();
        match (slots.as_slice(), key) {
            ([slot], _) => self.bind(*slot, key.clone()),
            (_, Value::Tuple(items)) => {
                for (slot, item) in slots.iter().zip(items.iter()) {
                    self.bind(*slot, item.clone());
                }
            }
            _ => {}
        }
    }

    /// Returns the value at a position of a determined family, where it was asked for before.
    pub(super) fn determined(
        &self,
        family: FamilyId,
        position: usize,
    ) -> Option<&Result<Value, Fault>> {
        self.determined.0.get(family.0 as usize)?.get(position)?.as_ref()
    }

    /// Keeps the value at a position of a determined family.
    pub(super) fn determine(
        &mut self,
        family: FamilyId,
        position: usize,
        value: Result<Value, Fault>,
    ) {
        let Determined(families) = &mut self.determined;
        let number = family.0 as usize;
        if families.len() <= number {
            families.resize_with(number + 1, Vec::new);
        }
        let values = &mut families[number];
        if values.len() <= position {
            values
                .resize_with(self.instance.families[number].index.len().max(position + 1), || None);
        }
        values[position] = Some(value);
    }

    /// Returns the bound values of an index as one key.
    pub fn key_of(&self, binders: &Binders) -> Value {
        let mut parts: Vec<Value> =
            binders.slots().map(|(slot, _)| self.locals[slot as usize].clone()).collect();
        if parts.len() == 1 { parts.remove(0) } else { Value::Tuple(parts.into()) }
    }
}

impl Instance<'_> {
    /// Returns what evaluates expressions of which all is known.
    pub fn scope(&self) -> Scope<'_> {
        Scope::new(self)
    }
}
