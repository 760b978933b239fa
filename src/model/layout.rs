//! Layouts: what is drawn with a puzzle and then shown for ever, such as cages and walls.
//!
//! A layout is known while a puzzle is solved, as parameters are. So an instance is made in two steps:
//! a [`Frame`] has parameters and board, and knows where layouts have values; with these values it
//! becomes an [`Instance`].

use std::collections::BTreeMap;
use std::fmt;

use crate::budget::Budget;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::domain::Domain;
use crate::grid::{Grid, Place};
use crate::model::definition::{Definition, Family, Role};
use crate::model::expr::{Binders, Expr};
use crate::model::function::Fault;
use crate::model::groups::neighbours_among;
use crate::model::instance::{Instance, KeyIndex, Setting};
use crate::model::setting::overrides;
use crate::model::value::{Key, Value};
use crate::rng::Rng;
use crate::source::Span;

/// A `layout` of a definition.
#[derive(Debug)]
pub struct Layout {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// What is drawn.
    pub kind: LayoutKind,
}

/// What a layout is.
#[derive(Debug)]
pub enum LayoutKind {
    /// A division of places into rooms.
    Rooms {
        /// How it is drawn.
        sampler: &'static dyn Sampler,
        /// The places.
        places: Expr,
        /// How many places a room may have.
        sizes: Expr,
        /// The number of rooms, where that is fixed.
        count: Option<Expr>,
    },
    /// Values that the rules about them leave open.
    Drawn {
        /// What they are indexed by; none for a single value.
        index: Option<Binders>,
        /// The values of each; none for truths.
        domain: Option<Expr>,
    },
}

impl Layout {
    /// Returns whether it is a division into rooms.
    pub fn is_rooms(&self) -> bool {
        matches!(self.kind, LayoutKind::Rooms { .. })
    }

    /// Returns whether its values are truths.
    pub fn is_truth(&self) -> bool {
        matches!(self.kind, LayoutKind::Drawn { domain: None, .. })
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
        index.chain(domain).any(Expr::speaks_of_layouts)
    }
}

impl Definition {
    /// Returns whether it depends on a layout what is to be found.
    pub fn answers_rest_on_layouts(&self) -> bool {
        self.families.iter().any(Family::rests_on_layouts)
            || self.groups.iter().any(|groups| groups.places.speaks_of_layouts())
    }

    /// Returns whether it depends on a layout what is to be found, or what a helper is.
    pub fn values_rest_on_layouts(&self) -> bool {
        let speaks = |family: &Family| match &family.role {
            Role::Determined(value) => value.speaks_of_layouts(),
            Role::Answer(_) | Role::Free(_) => false,
        };
        self.answers_rest_on_layouts() || self.families.iter().any(speaks)
    }

    /// Returns whether a rule decides how layouts are drawn, so that a layout alone keeps or breaks it.
    pub fn decides_layouts(&self, rule: usize) -> bool {
        let name = &self.rules[rule].name;
        self.shape.iter().any(|shape| shape.rules.iter().any(|rule| rule.name == *name))
    }
}

/// The values of all layouts, in order: for each place the number of its room from 0, in the order
/// of the rooms' first places, or the values themselves.
pub type LayoutValues = Vec<Vec<i64>>;

/// What tells the instances of a definition apart: the values of parameters, in words, and layouts.
pub type InstanceKey = (Vec<String>, LayoutValues);

/// What a sampler divides, and into what.
#[derive(Debug, Clone)]
pub struct RoomPlan {
    /// The places in order.
    pub places: Vec<Place>,
    /// The positions next to each.
    pub neighbours: Vec<Vec<u32>>,
    /// How many places a room may have.
    pub sizes: Domain,
    /// The number of rooms, where that is fixed.
    pub count: Option<usize>,
}

/// Why there are no rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRooms {
    /// There is no division into rooms of these sizes.
    Impossible,
    /// None was found; there may be some.
    NotFound,
}

/// A way to draw rooms.
pub trait Sampler: fmt::Debug + Sync {
    /// Returns the name.
    fn name(&self) -> &'static str;

    /// Returns how it is called.
    fn signature(&self) -> &'static str;

    /// Returns what it draws, in one sentence.
    fn about(&self) -> &'static str;

    /// Returns whether it can be told the number of rooms.
    fn takes_count(&self) -> bool;

    /// Returns the number of the room of each place.
    ///
    /// # Errors
    /// Where no division was found, before the budget ran out, or there is none.
    fn draw(
        &self,
        grid: &Grid,
        plan: &RoomPlan,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Vec<i64>, NoRooms>;

    /// Returns whether it can change a division a little.
    fn can_vary(&self) -> bool {
        false
    }

    /// Changes a division a little, or not at all, at the place of this position; the numbers of rooms
    /// need not be in order after it.
    fn vary(&self, _: &RoomPlan, _: &mut [i64], _at: usize, _: &mut Rng) {}

    /// Returns what is wrong with a room that is in one piece and of a right size, if anything is.
    fn fault(&self, grid: &Grid, room: &[Place]) -> Option<&'static str>;
}

/// A layout of an instance.
#[derive(Debug, Clone)]
pub struct LayoutInstance {
    /// Its keys; one for a single value.
    pub index: KeyIndex,
    /// The values of each element; empty for rooms.
    pub domains: Vec<Domain>,
    /// What is divided into rooms.
    pub plan: Option<RoomPlan>,
    /// Its values; empty in a frame.
    pub values: Vec<i64>,
    is_single: bool,
    is_truth: bool,
    /// The rooms.
    rooms: Vec<Value>,
}

impl LayoutInstance {
    fn value(&self, position: usize) -> Result<Value, Fault> {
        let value = *self.values.get(position).ok_or(Fault::NotAtHand)?;
        Ok(match (self.plan.is_some(), self.is_truth) {
            (true, _) => self.rooms[value as usize].clone(),
            (false, true) => Value::Bool(value != 0),
            (false, false) => Value::Int(value),
        })
    }

    /// Returns its rooms, or its values.
    ///
    /// # Errors
    /// [`Fault::NotAtHand`] in a frame.
    pub fn whole(&self) -> Result<Value, Fault> {
        if self.values.len() != self.index.len() {
            return Err(Fault::NotAtHand);
        }
        if self.plan.is_some() {
            return Ok(Value::list(self.rooms.clone()));
        }
        if self.is_single {
            return self.value(0);
        }
        let values: Result<Vec<Value>, Fault> =
            (0..self.values.len()).map(|position| self.value(position)).collect();
        Ok(Value::list(values?))
    }

    /// Returns the room of a place, or the value for a key; `None` where there is none.
    ///
    /// # Errors
    /// [`Fault::NotAtHand`] in a frame.
    pub fn at(&self, key: &Value) -> Result<Option<Value>, Fault> {
        self.index.position(key).map(|position| self.value(position)).transpose()
    }

    /// Returns the number of rooms.
    pub fn room_count(&self) -> usize {
        self.rooms.len()
    }

    fn set(&mut self, name: &str, grid: Option<&Grid>, values: &[i64]) {
        let before = std::mem::replace(&mut self.values, values.to_vec());
        let Some(plan) = &self.plan else { return };
        let count = values.iter().max().map_or(0, |most| *most as usize + 1);
        // Rooms with the same places as before stay what they are.
        let mut is_as_before = vec![before.len() == values.len(); count];
        for (old, new) in before.iter().zip(values).filter(|(old, new)| old != new) {
            is_as_before[*new as usize] = false;
            is_as_before.get_mut(*old as usize).into_iter().for_each(|is_same| *is_same = false);
        }
        let mut places = vec![Vec::new(); count];
        for (place, room) in plan.places.iter().zip(values) {
            if !is_as_before[*room as usize] {
                places[*room as usize].push(*place);
            }
        }
        self.rooms.resize(count, Value::Bool(false));
        for (room, places) in self.rooms.iter_mut().zip(places) {
            if let Some(first) = places.first() {
                let first = Value::Place(*first).describe(grid);
                let items = places.into_iter().map(Value::Place).collect();
                *room = Value::labelled(items, format!("the {name} of {first}"));
            }
        }
    }
}

/// Returns the places of each room.
pub fn rooms_of(plan: &RoomPlan, values: &[i64]) -> Vec<Vec<Place>> {
    let mut rooms: Vec<Vec<Place>> = Vec::new();
    for (place, room) in plan.places.iter().zip(values) {
        let room = *room as usize;
        if rooms.len() <= room {
            rooms.resize(room + 1, Vec::new());
        }
        rooms[room].push(*place);
    }
    rooms
}

/// Returns the rooms numbered in the order of their first places.
pub fn in_order(rooms: &[i64]) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    let number = |room: &i64| {
        let number = found.iter().position(|other| other == room);
        number.unwrap_or_else(|| {
            found.push(*room);
            found.len() - 1
        }) as i64
    };
    rooms.iter().map(number).collect()
}

/// A definition with its parameters and its board fixed, and its layouts still open.
#[derive(Debug)]
pub struct Frame<'d>(Instance<'d>);

impl<'d> Frame<'d> {
    /// Fixes the parameters: those of `settings`, the defaults of the others.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn new(definition: &'d Definition, settings: &[Setting]) -> Result<Self, Diagnostics> {
        Self::with_values(definition, &overrides(definition, settings)?)
    }

    /// Fixes the parameters by position in `constants`; each value with the place it comes from.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn with_values(
        definition: &'d Definition,
        overrides: &BTreeMap<usize, (Value, Span)>,
    ) -> Result<Self, Diagnostics> {
        let mut open = Instance::open(definition);
        open.fix_constants(overrides)?;
        open.fix_board()?;
        for layout in &definition.layouts {
            let found = open.fix_layout(layout)?;
            open.layouts.push(found);
        }
        Ok(Self(open))
    }

    /// Returns what is known already: parameters, board, and the places of layouts.
    pub fn known(&self) -> &Instance<'d> {
        &self.0
    }

    /// Returns the frame of the puzzle that draws the layouts which are not rooms, if there is one.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn shape(&self) -> Result<Option<Self>, Diagnostics> {
        let shape = self.0.definition.shape.as_deref();
        shape.map(|shape| Self::with_values(shape, &self.0.constant_values())).transpose()
    }

    /// Fixes the layouts and all that depends on them.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn complete(&self, layouts: &LayoutValues) -> Result<Instance<'d>, Diagnostics> {
        let mut instance = self.laid_out(layouts)?;
        instance.fix_rest()?;
        Ok(instance)
    }

    /// Fixes the layouts: then everything known has a value.
    ///
    /// # Errors
    /// `board::block` where one is missing.
    pub fn laid_out(&self, layouts: &LayoutValues) -> Result<Instance<'d>, Problem> {
        let Self(known) = self;
        let mut instance = Instance::open(known.definition);
        instance.constants.clone_from(&known.constants);
        instance.grid = known.grid.clone();
        instance.layouts.clone_from(&known.layouts);
        instance.lay(layouts)?;
        Ok(instance)
    }
}

/// Returns the problem of a layout that is needed and not there.
fn missing(definition: &Definition, name: &str) -> Problem {
    let puzzle = &definition.name;
    let message = format!("a puzzle of `{puzzle}` has a layout `{name}`, and none is given");
    Problem::bare(Code::BoardBlock, message)
        .help(format!("write a line `layout {name}`, and below it the rows of the layout"))
}

impl<'d> Instance<'d> {
    /// Returns the frame with the same parameters.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn frame(&self) -> Result<Frame<'d>, Diagnostics> {
        Frame::with_values(self.definition, &self.constant_values())
    }

    /// Returns the values of parameters and lets by position, each with the place of its default.
    fn constant_values(&self) -> BTreeMap<usize, (Value, Span)> {
        let constants = self.definition.constants.iter().zip(&self.constants);
        let values = constants.map(|(constant, value)| (value.clone(), constant.value.span));
        values.enumerate().collect()
    }

    /// Returns what tells it from other instances of its definition.
    pub fn key(&self) -> InstanceKey {
        let params = self.params().map(|(_, value)| value.to_string());
        (params.collect(), self.layout_values())
    }

    /// Changes the layouts. Nothing else may rest on them: see
    /// [`Definition::answers_rest_on_layouts`].
    ///
    /// # Errors
    /// `board::block` where one is missing.
    pub fn lay(&mut self, layouts: &LayoutValues) -> Result<(), Problem> {
        for (position, declared) in self.definition.layouts.iter().enumerate() {
            let layout = &mut self.layouts[position];
            match layouts.get(position) {
                Some(values) if values.len() == layout.index.len() => {
                    layout.set(&declared.name, self.grid.as_ref(), values);
                }
                _ => return Err(missing(self.definition, &declared.name)),
            }
        }
        Ok(())
    }

    /// Returns the values of all layouts.
    pub fn layout_values(&self) -> LayoutValues {
        self.layouts.iter().map(|layout| layout.values.clone()).collect()
    }

    fn fix_layout(&self, layout: &Layout) -> Result<LayoutInstance, Diagnostics> {
        let open = |index, domains, plan| LayoutInstance {
            index,
            domains,
            plan,
            values: Vec::new(),
            is_single: matches!(layout.kind, LayoutKind::Drawn { index: None, .. }),
            is_truth: layout.is_truth(),
            rooms: Vec::new(),
        };
        match &layout.kind {
            LayoutKind::Drawn { index: binders, domain } => {
                let index = self.index(binders.as_ref())?;
                let domains = match domain {
                    None => vec![Domain::Range(0, 1); index.len()],
                    Some(expr) => self.domains(&layout.name, binders.as_ref(), &index, expr)?,
                };
                Ok(open(index, domains, None))
            }
            LayoutKind::Rooms { places, sizes, count, .. } => {
                let list = self.known(|scope| scope.eval_list(places))?;
                let mut places: Vec<Place> =
                    list.items.iter().filter_map(Value::as_place).collect();
                places.sort_unstable();
                places.dedup();
                let domain = self.domain(sizes)?;
                let bad =
                    |message: String, span| Problem::error(Code::BadDomain, message, span, "");
                if domain.min() < 1 {
                    let message = format!("a room of {} places is not possible", domain.min());
                    return Err(bad(message, sizes.span).help("give sizes from 1").into());
                }
                let count = match count {
                    None => None,
                    Some(expr) => {
                        let number = self.known(|scope| scope.eval_int(expr))?;
                        let fitting = usize::try_from(number).ok().filter(|number| *number > 0);
                        Some(fitting.ok_or_else(|| {
                            bad(format!("{number} rooms are not possible"), expr.span)
                                .help("ask for one at least")
                        })?)
                    }
                };
                let neighbours = self
                    .grid
                    .as_ref()
                    .map(|grid| neighbours_among(grid, &places))
                    .unwrap_or_default();
                let index = KeyIndex::new(places.iter().copied().map(Key::Place).collect());
                let plan = RoomPlan { places, neighbours, sizes: domain, count };
                Ok(open(index, Vec::new(), Some(plan)))
            }
        }
    }
}
