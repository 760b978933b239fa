//! Layouts: what is drawn with a puzzle and always shown, such as cages and walls.
//!
//! A layout is known while a puzzle is solved, as parameters are. So an instance is made in two steps:
//! a [`Frame`](crate::frame::Frame) has parameters and board, and knows where layouts have values;
//! with these values it becomes an [`Instance`](crate::instance::Instance).

use std::fmt;

use crate::expr::{Binders, Expr};
use crate::fault::Fault;
use crate::grid::{Grid, Place};
use crate::keys::KeyIndex;
use crate::value::Value;
use puzgen_base::budget::Budget;
use puzgen_base::domain::Domain;
use puzgen_base::rng::Rng;
use puzgen_base::source::Span;

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
    /// Returns a layout that has no values yet.
    pub(super) fn open(
        layout: &Layout,
        index: KeyIndex,
        domains: Vec<Domain>,
        plan: Option<RoomPlan>,
    ) -> Self {
        let is_single = matches!(layout.kind, LayoutKind::Drawn { index: None, .. });
        let is_truth = layout.is_truth();
        Self { index, domains, plan, values: Vec::new(), is_single, is_truth, rooms: Vec::new() }
    }

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
    pub(crate) fn at(&self, key: &Value) -> Result<Option<Value>, Fault> {
        self.index.position(key).map(|position| self.value(position)).transpose()
    }

    /// Returns the number of rooms.
    pub fn room_count(&self) -> usize {
        self.rooms.len()
    }

    pub(super) fn set(&mut self, name: &str, grid: Option<&Grid>, values: &[i64]) {
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
