//! The instances that maps of places lead to: those on another layout, or with other parameters.
//!
//! A map of places takes a layout along: a room to the room of its places' images, a drawn value to
//! the image of its index. So a puzzle on one layout becomes a puzzle on another, and where the transform
//! says so one with other parameters. What is known of it before anything is lowered is a [`ReachableInstance`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::generators::{TargetFrame, key_images, moves, target};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::rng::Rng;
use puzgen_model::frame::Frame;
use puzgen_model::grid::{Grid, PlaceMap};
use puzgen_model::instance::Instance;
use puzgen_model::layout::{InstanceKey, LayoutInstance, LayoutValues, in_order};
use puzgen_model::transform::{Move, Transform};
use puzgen_vocabulary::layouts::{room_faults, rule_faults};

/// The most instances that are listed.
pub const MOST_INSTANCES: usize = 100;
/// The steps of a random walk where there are more.
const WALK: usize = 200;

/// An instance that maps of places lead to, and one such map.
#[derive(Debug, Clone)]
pub struct ReachableInstance<'d> {
    /// The image of each place of the first instance.
    pub places: PlaceMap,
    /// Its layouts.
    pub layouts: LayoutValues,
    frame: Arc<Frame<'d>>,
}

impl<'d> ReachableInstance<'d> {
    /// Returns an instance as one that is reached without moving; `None` where it has no board.
    pub fn first(instance: &Instance<'d>) -> Option<Self> {
        let places = PlaceMap::identity(instance.grid.as_ref()?);
        let frame = Arc::new(instance.frame().ok()?);
        Some(Self { places, layouts: instance.layout_values(), frame })
    }

    /// Returns what tells it from others.
    pub fn key(&self) -> InstanceKey {
        let (params, _) = self.frame.known().key();
        (params, self.layouts.clone())
    }

    /// Returns the instance.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn instance(&self) -> Result<Instance<'d>, Diagnostics> {
        self.frame.complete(&self.layouts)
    }

    /// Returns where a map of its places leads.
    ///
    /// # Errors
    /// Why that is nowhere.
    pub fn after(&self, places: &PlaceMap, target: &TargetFrame<'d>) -> Result<Self, String> {
        let frame = match target {
            TargetFrame::Same => Arc::clone(&self.frame),
            TargetFrame::Other(frame) => Arc::clone(frame),
        };
        let declared = self.frame.known().definition.layouts.iter();
        let known = self.frame.known().layouts.iter().zip(&frame.known().layouts);
        let mut layouts = LayoutValues::with_capacity(self.layouts.len());
        for ((declared, (here, there)), values) in declared.zip(known).zip(&self.layouts) {
            let image = layout_image([here, there], values, places);
            layouts.push(image.ok_or_else(|| {
                format!("`{}` has a place that would go where there is none", declared.name)
            })?);
        }
        Ok(Self { places: self.places.then(places), layouts, frame })
    }

    /// Returns what is wrong with its layouts, in words.
    pub fn fault(&self) -> Option<String> {
        let of_room = room_faults(&self.frame, &self.layouts).into_iter().next();
        match of_room {
            Some(fault) => Some(fault.message),
            None => match rule_faults(&self.frame, &self.layouts) {
                Ok(faults) => faults.into_iter().next().map(|fault| fault.message),
                Err(problems) => problems.iter().next().map(|problem| problem.message().to_owned()),
            },
        }
    }

    /// Returns where the maps of places that a transform is here lead.
    fn steps(&self, transform: &Transform) -> Result<Vec<Self>, Problem> {
        let known = self.frame.laid_out(&self.layouts)?;
        let Some(target) = target(&known, transform)? else { return Ok(Vec::new()) };
        let to = match &target {
            TargetFrame::Same => &known,
            TargetFrame::Other(frame) => frame.known(),
        };
        let steps = moves([&known, to], transform)?.into_iter().filter_map(|one| match one {
            Move::Places(places) => self.after(&places, &target).ok(),
            Move::Swap(..) => None,
        });
        Ok(steps.collect())
    }

    fn grid(&self) -> Option<&Grid> {
        self.frame.known().grid.as_ref()
    }
}

/// Returns the values of a layout after its places moved; `None` where one has no image.
fn layout_image(
    [here, there]: [&LayoutInstance; 2],
    values: &[i64],
    places: &PlaceMap,
) -> Option<Vec<i64>> {
    let positions = key_images(&here.index, &there.index, places)?;
    let mut image = vec![0; values.len()];
    for (value, position) in values.iter().zip(positions) {
        if there.plan.is_none() && !there.domains[position].contains(*value) {
            return None;
        }
        image[position] = *value;
    }
    Some(if there.plan.is_some() { in_order(&image) } else { image })
}

/// The instances that maps lead to from one, as far as they are listed.
#[derive(Debug)]
pub struct ReachableInstances<'d> {
    /// Those that were found, from the instance itself on.
    pub found: Vec<ReachableInstance<'d>>,
    /// Whether these are all.
    pub is_complete: bool,
    /// Maps of places that lead back to the instance; with those of single transforms they generate
    /// all that do.
    pub loops: Vec<PlaceMap>,
}

impl<'d> ReachableInstances<'d> {
    /// Lists the instances that these transforms lead to from the first one, breadth first.
    pub fn list(first: ReachableInstance<'d>, transforms: &[&Transform]) -> Self {
        let mut numbers = BTreeMap::from([(first.key(), 0)]);
        let mut found = vec![first];
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut loops = BTreeSet::new();
        let mut is_complete = true;
        let mut next = 0;
        while next < found.len() {
            for transform in transforms {
                let Ok(steps) = found[next].steps(transform) else {
                    is_complete = false;
                    continue;
                };
                for reached in steps {
                    let key = reached.key();
                    let number = match numbers.get(&key) {
                        Some(number) => {
                            loops.extend(way_back(&found[0], &reached, &found[*number]));
                            *number
                        }
                        None if reached.fault().is_some() => continue,
                        None if found.len() == MOST_INSTANCES => {
                            is_complete = false;
                            continue;
                        }
                        None => {
                            numbers.insert(key, found.len());
                            found.push(reached);
                            found.len() - 1
                        }
                    };
                    edges.push((next, number));
                }
            }
            next += 1;
        }
        // Where there is no way back, two puzzles would not count as the same both ways.
        let mut returns = BTreeSet::from([0]);
        loop {
            let more = edges.iter().filter(|(_, to)| returns.contains(to)).map(|(from, _)| *from);
            let more: Vec<usize> = more.filter(|from| !returns.contains(from)).collect();
            if more.is_empty() {
                break;
            }
            returns.extend(more);
        }
        let mut number = 0;
        found.retain(|_| {
            number += 1;
            !is_complete || returns.contains(&(number - 1))
        });
        Self { found, is_complete, loops: loops.into_iter().collect() }
    }

    /// Returns where a random walk ends; `None` where that is no layout of the definition.
    pub fn walk(&self, transforms: &[&Transform], rng: &mut Rng) -> Option<ReachableInstance<'d>> {
        let mut here = self.found.first()?.clone();
        for _ in 0..WALK {
            let mut steps = here.steps(transforms[rng.below(transforms.len())]).ok()?;
            if !steps.is_empty() {
                here = steps.swap_remove(rng.below(steps.len()));
            }
        }
        here.fault().is_none().then_some(here)
    }
}

/// Returns the map of places of the first instance onto itself that leads to `end` and back from
/// `other`, which is the same instance; `None` where nothing moves.
fn way_back(
    first: &ReachableInstance<'_>,
    end: &ReachableInstance<'_>,
    other: &ReachableInstance<'_>,
) -> Option<PlaceMap> {
    let back = other.places.inverse(first.grid()?, other.grid()?);
    let places = end.places.then(&back);
    (places != PlaceMap::identity(first.grid()?)).then_some(places)
}
