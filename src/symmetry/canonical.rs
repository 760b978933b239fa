//! Canonical forms: one board for all that a group makes of a board.
//!
//! Given a board as a set of shown facts, the images under the group are narrowed down along the
//! stabiliser chain. At level `i` there is a set of images, each standing for all that the stabiliser
//! of the first `i` base points makes of it. Each is moved so that every point of the level's orbit
//! comes to the base point once; only the images with the smallest invariant stay, and equal ones
//! count once. Behind the last level nothing moves any more, and the smallest image is the canonical
//! one. The invariant depends on the image and on orbits of the next stabiliser alone, so boards that
//! the group takes to each other keep the same images: the form is exact. How well the invariant tells
//! images apart decides only how long it takes.
//!
//! # Source
//! The search along a stabiliser chain follows Linton, "Finding the smallest image of a set" (ISSAC
//! 2004); the invariant is colour refinement (Weisfeiler and Leman 1968).

use std::collections::{BTreeMap, BTreeSet};

use crate::Symmetry;
use crate::action::{Action, FactTable};
use crate::blocks::{BlockKind, BlockSystem};
use crate::chain::StabiliserChain;
use crate::points::Points;
use puzgen_csp::VarId;
use puzgen_model::puzzle::FactValue;

/// The most images that are kept at a level.
const MOST_IMAGES: usize = 20_000;
/// How often colours are refined.
const ROUNDS: usize = 3;

/// A shown fact: an answer's value by clue and point, or another fact by its number and value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ShownFact {
    Point(u32, u32),
    Fact(u32, i64),
}

/// Tables for the search: orbits of the stabilisers, and the blocks that facts lie in.
#[derive(Debug, Clone)]
pub(super) struct Tables {
    /// The orbits under the stabiliser of each number of base points, from none on.
    orbits: Vec<Orbits>,
    /// The blocks of facts that are no points.
    fact_blocks: Vec<Vec<u32>>,
    /// Whether no map changes the values of facts that are no points.
    keeps_values: bool,
}

#[derive(Debug, Clone)]
struct Orbits {
    blocks: Vec<u32>,
    points: Vec<u32>,
    facts: Vec<u32>,
}

impl Tables {
    pub(super) fn new(
        points: &Points,
        facts: &FactTable,
        blocks: &BlockSystem,
        chain: &StabiliserChain,
        strong: &[[Action; 2]],
        supports: &[Option<BTreeSet<VarId>>],
    ) -> Self {
        let no_generators = Vec::new();
        let levels = chain.levels.iter().map(|level| &level.generators).chain([&no_generators]);
        let is_plain = facts.is_plain();
        let orbits = levels.map(|generators| {
            let mut found = Orbits {
                blocks: unions(blocks.count()),
                points: unions(points.count()),
                facts: unions(is_plain.len()),
            };
            for generator in generators {
                let [action, _] = &strong[*generator as usize];
                for block in 0..blocks.count() as u32 {
                    unite(&mut found.blocks, block, chain.image((*generator, false), block));
                }
                for (from, to) in action.points.iter().enumerate() {
                    unite(&mut found.points, from as u32, *to);
                }
                for (from, image) in action.facts.iter().enumerate() {
                    if let Some((to, _)) = image {
                        unite(&mut found.facts, from as u32, *to);
                    }
                }
            }
            found.settle();
            found
        });
        let orbits = orbits.collect();
        let given = || strong.iter().map(|[action, _]| action);
        let keeps_values = given().all(|action| {
            let images = action.facts.iter().flatten();
            images.into_iter().all(|(_, values)| *values == super::values::Values::Same)
        });
        let follows = given().all(|action| supports_follow(points, action, supports));
        let fact_blocks = (0..is_plain.len()).map(|fact| {
            let support = supports.get(fact).and_then(Option::as_ref);
            match support.filter(|_| follows && !is_plain[fact]) {
                None => Vec::new(),
                Some(support) => blocks_of(points, blocks, support),
            }
        });
        Self { orbits, fact_blocks: fact_blocks.collect(), keeps_values }
    }
}

/// Returns the blocks that hold all points of one of the answers.
fn blocks_of(points: &Points, blocks: &BlockSystem, support: &BTreeSet<VarId>) -> Vec<u32> {
    let mut found = BTreeSet::new();
    for answer in support {
        let Some(point) = points.of(answer.index()).next() else { continue };
        let is_place =
            |block: &&u32| !matches!(blocks.blocks[**block as usize], BlockKind::Value(..));
        found.extend(blocks.of(point).iter().filter(is_place).copied());
    }
    found.into_iter().collect()
}

/// Returns whether what a fact becomes depends on what its answers become, for every fact; whole
/// answers at a time.
fn supports_follow(points: &Points, action: &Action, supports: &[Option<BTreeSet<VarId>>]) -> bool {
    let answer_image = |answer: usize| -> Option<usize> {
        let mut image = None;
        for point in points.of(answer) {
            let (there, _) = points.value(action.points[point as usize]);
            if *image.get_or_insert(there) != there {
                return None;
            }
        }
        image
    };
    let mut known: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    action.facts.iter().enumerate().all(|(fact, image)| {
        let Some((target, _)) = image else { return true };
        let (Some(own), Some(there)) = (&supports[fact], &supports[*target as usize]) else {
            return supports[fact].is_none() && supports[*target as usize].is_none();
        };
        let moved: Option<BTreeSet<usize>> = own
            .iter()
            .map(|var| *known.entry(var.index()).or_insert_with(|| answer_image(var.index())))
            .collect();
        moved.is_some_and(|moved| there.iter().map(|var| var.index()).eq(moved))
    })
}

fn unions(count: usize) -> Vec<u32> {
    (0..count as u32).collect()
}

fn root(parents: &mut [u32], mut at: u32) -> u32 {
    while parents[at as usize] != at {
        let above = parents[parents[at as usize] as usize];
        parents[at as usize] = above;
        at = above;
    }
    at
}

fn unite(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parents, a), root(parents, b));
    // The smallest member stands for all, whatever the order of the generators.
    parents[a.max(b) as usize] = a.min(b);
}

impl Orbits {
    fn settle(&mut self) {
        for parents in [&mut self.blocks, &mut self.points, &mut self.facts] {
            for at in 0..parents.len() as u32 {
                let top = root(parents, at);
                parents[at as usize] = top;
            }
        }
    }
}

/// A fixed mixing of 64 bits (the finaliser of SplitMix64), the same on every machine.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

pub(super) fn canonical(symmetry: &Symmetry, board: &[FactValue]) -> Option<Vec<FactValue>> {
    let Symmetry { points, facts, chain, .. } = symmetry;
    let mut start = Vec::new();
    for (fact, value) in board.iter().enumerate() {
        let Some(value) = value else { continue };
        start.push(match facts.answer(fact) {
            Some(answer) => ShownFact::Point(facts.clue(fact), points.point(answer, *value)?),
            None => ShownFact::Fact(fact as u32, *value),
        });
    }
    start.sort_unstable();
    let mut images = BTreeSet::from([start]);
    let mut colours = Colours::default();
    for (at, level) in chain.levels.iter().enumerate() {
        let mut best: Option<u64> = None;
        let mut kept = BTreeSet::new();
        for image in &images {
            for point in &level.orbit {
                let moved = symmetry.moved_back(at, *point, image)?;
                let invariant = colours.invariant(symmetry, at + 1, &moved);
                if best.is_none_or(|best| invariant < best) {
                    best = Some(invariant);
                    kept.clear();
                }
                if best == Some(invariant) {
                    kept.insert(moved);
                }
            }
            if kept.len() > MOST_IMAGES {
                return None;
            }
        }
        images = kept;
    }
    let smallest = images.pop_first()?;
    let mut form = vec![None; board.len()];
    for element in smallest {
        match element {
            ShownFact::Fact(fact, value) => form[fact as usize] = Some(value),
            ShownFact::Point(clue, point) => {
                let (answer, value) = points.value(point);
                form[facts.plain_fact(clue, answer)?] = Some(value);
            }
        }
    }
    Some(form)
}

impl Symmetry {
    /// Returns the image under the inverse of the transversal element that takes a level's base point to a point
    /// of its orbit.
    fn moved_back(&self, at: usize, point: u32, image: &[ShownFact]) -> Option<Vec<ShownFact>> {
        let mut moved = image.to_vec();
        for (generator, _) in self.chain.path(at, point).into_iter().rev() {
            let [_, back] = &self.strong[generator as usize];
            for element in &mut moved {
                *element = match *element {
                    ShownFact::Point(clue, point) => {
                        ShownFact::Point(clue, back.points[point as usize])
                    }
                    ShownFact::Fact(fact, value) => {
                        let (fact, values) = back.facts[fact as usize].as_ref()?;
                        ShownFact::Fact(*fact, values.image(value)?)
                    }
                };
            }
        }
        moved.sort_unstable();
        Some(moved)
    }
}

/// Space for colours, used again and again.
#[derive(Debug, Default)]
struct Colours {
    elements: Vec<u64>,
    blocks: Vec<u64>,
    sums: Vec<u64>,
}

impl Colours {
    /// Returns a number that is the same for all images that the stabiliser of the first `fixed` base
    /// points makes of this one.
    fn invariant(&mut self, symmetry: &Symmetry, fixed: usize, image: &[ShownFact]) -> u64 {
        let Symmetry { blocks, tables, .. } = symmetry;
        let orbits = &tables.orbits[fixed];
        let near = |element: &ShownFact| match element {
            ShownFact::Point(_, point) => blocks.of(*point),
            ShownFact::Fact(fact, _) => tables.fact_blocks[*fact as usize].as_slice(),
        };
        self.blocks.clear();
        self.blocks.extend(orbits.blocks.iter().map(|orbit| mix(u64::from(*orbit))));
        self.elements.clear();
        self.elements.extend(image.iter().map(|element| match element {
            ShownFact::Point(clue, point) => {
                mix(u64::from(*clue) << 32 | u64::from(orbits.points[*point as usize]))
            }
            ShownFact::Fact(fact, value) => {
                let value = if tables.keeps_values { *value as u64 } else { 0 };
                mix(mix(u64::from(orbits.facts[*fact as usize]) | 1 << 63) ^ value)
            }
        }));
        for _ in 0..ROUNDS {
            self.sums.clear();
            self.sums.resize(self.blocks.len(), 0);
            for (element, colour) in image.iter().zip(&mut self.elements) {
                let mut sum = 0_u64;
                for block in near(element) {
                    sum = sum.wrapping_add(mix(self.blocks[*block as usize]));
                }
                *colour = mix(colour.wrapping_add(mix(sum)));
                for block in near(element) {
                    let own = &mut self.sums[*block as usize];
                    *own = own.wrapping_add(mix(*colour));
                }
            }
            for (colour, sum) in self.blocks.iter_mut().zip(&self.sums) {
                *colour = mix(colour.wrapping_add(mix(*sum)));
            }
        }
        let all = self.elements.iter().chain(&self.blocks);
        all.fold(0_u64, |sum, colour| sum.wrapping_add(mix(*colour)))
    }
}
