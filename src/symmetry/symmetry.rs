//! The group that some maps of an instance generate: its order, its members, and what they make of boards.

use std::collections::BTreeSet;

use crate::action::{Action, FactTable, MapEnd};
use crate::blocks::BlockSystem;
use crate::canonical::{self, Tables};
use crate::chain::{GeneratorUse, StabiliserChain};
use crate::describe;
use crate::points::Points;
use puzgen_base::rng::Rng;
use puzgen_csp::VarId;
use puzgen_model::generated::Description;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;

/// The largest group that is listed.
const MOST_LISTED: usize = 5_000;

/// The group that some maps of an instance generate.
#[derive(Debug, Clone)]
pub struct Symmetry {
    pub(crate) points: Points,
    pub(crate) facts: FactTable,
    pub(crate) blocks: BlockSystem,
    pub(crate) chain: StabiliserChain,
    /// The action of each strong generator, and its inverse.
    pub(crate) strong: Vec<[Action; 2]>,
    pub(crate) tables: Tables,
}

impl Symmetry {
    /// Returns the group that these maps generate. `supports` has the answers that each fact depends
    /// on, as far as they are known.
    pub fn new(
        instance: &Instance<'_>,
        points: Points,
        facts: FactTable,
        maps: Vec<Action>,
        supports: &[Option<BTreeSet<VarId>>],
    ) -> Self {
        let moved: Vec<&[u32]> = maps.iter().map(|map| map.points.as_slice()).collect();
        let blocks = BlockSystem::new(instance, &points, &moved);
        let perms: Vec<Vec<u32>> = moved
            .iter()
            .map(|map| {
                blocks.image(map).unwrap_or_else(|| puzgen_base::bug!("a map tears a block"))
            })
            .collect();
        let chain = StabiliserChain::new(&blocks.in_turn(), &perms);
        let mut strong: Vec<[Action; 2]> = Vec::with_capacity(chain.strong.len());
        let identity = Action::identity(&points, &facts.is_plain());
        let mut given = maps.into_iter();
        for generator in &chain.strong {
            let action = if generator.word.is_empty() {
                given.next().unwrap_or_else(|| puzgen_base::bug!("a generator without a map"))
            } else {
                walked(&identity, &strong, &generator.word)
            };
            let back = action.inverse();
            strong.push([action, back]);
        }
        let tables = Tables::new(&points, &facts, &blocks, &chain, &strong, supports);
        Self { points, facts, blocks, chain, strong, tables }
    }

    /// Returns so many times the number of members, in decimal digits: it may have hundreds.
    pub fn order_times(&self, times: usize) -> String {
        let mut digits = vec![1_u8];
        for factor in self.chain.orbit_sizes().chain([times]) {
            let mut carry = 0_u64;
            for digit in &mut digits {
                carry += u64::from(*digit) * factor as u64;
                *digit = (carry % 10) as u8;
                carry /= 10;
            }
            while carry > 0 {
                digits.push((carry % 10) as u8);
                carry /= 10;
            }
        }
        digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
    }

    /// Returns so many times the number of members, where that is small.
    pub fn small_order_times(&self, times: usize) -> Option<usize> {
        self.chain
            .orbit_sizes()
            .try_fold(times, usize::checked_mul)
            .filter(|order| *order <= MOST_LISTED)
    }

    /// Returns the members in a random order, each once, where there are few; else random ones
    /// without end.
    pub fn draw<'a>(&'a self, rng: &'a mut Rng) -> Box<dyn Iterator<Item = Action> + 'a> {
        let Some(order) = self.small_order_times(1) else {
            return Box::new(std::iter::from_fn(move || Some(self.random(rng))));
        };
        let mut numbers: Vec<usize> = (0..order).collect();
        rng.shuffle(&mut numbers);
        Box::new(numbers.into_iter().map(move |number| self.numbered(number)))
    }

    /// Returns a random member.
    pub fn random(&self, rng: &mut Rng) -> Action {
        let chosen: Vec<usize> = self.chain.orbit_sizes().map(|size| rng.below(size)).collect();
        self.member(&chosen)
    }

    /// Returns the member with a number below the order.
    pub fn numbered(&self, mut number: usize) -> Action {
        let choice = |size| {
            let choice = number % size;
            number /= size;
            choice
        };
        let chosen: Vec<usize> = self.chain.orbit_sizes().map(choice).collect();
        self.member(&chosen)
    }

    /// Returns the member that is given by a point of each level's orbit.
    fn member(&self, chosen: &[usize]) -> Action {
        let mut word: Vec<GeneratorUse> = Vec::new();
        for (at, choice) in chosen.iter().enumerate().rev() {
            word.extend(self.chain.path(at, self.chain.levels[at].orbit[*choice]));
        }
        walked(&Action::identity(&self.points, &self.facts.is_plain()), &self.strong, &word)
    }

    /// Returns where its maps begin and end.
    pub(crate) fn side(&self) -> MapEnd<'_> {
        MapEnd { points: &self.points, facts: &self.facts }
    }

    /// Returns maps that generate it.
    pub fn generators(&self) -> impl Iterator<Item = &Action> {
        let strong = self.chain.strong.iter().zip(&self.strong);
        strong.filter(|(strong, _)| strong.word.is_empty()).map(|(_, [action, _])| action)
    }

    /// Returns what the shown facts of a board become under a member; `None` where one has a value
    /// that it has in no solution.
    pub fn board(&self, action: &Action, board: &[FactValue]) -> Option<Vec<FactValue>> {
        self.side().board(self.side(), action, board)
    }

    /// Returns where clues are shown on the image of a board that tells these values; `None` where the
    /// place of a clue that is shown without its value depends on the value.
    pub fn shown(&self, action: &Action, shown: &[bool], told: &[FactValue]) -> Option<Vec<bool>> {
        self.side().shown(self.side(), action, shown, told)
    }

    /// Returns what an answer becomes under a member; `None` where the values are no answer.
    pub fn answer(&self, action: &Action, answer: &[i64]) -> Option<Vec<i64>> {
        self.side().answer(self.side(), action, answer)
    }

    /// Returns which plain answers a member moves in words that suffice to do it again.
    pub fn describe(&self, instance: &Instance<'_>, action: &Action) -> Description {
        describe::describe(instance, &self.points, &self.blocks, action)
    }

    /// Returns the board that stands for all that members make of this one: two boards have the
    /// same exactly where a member takes one to the other. `None` where the board has so many
    /// symmetries of its own that looking for it would take too long.
    pub fn canonical(&self, board: &[FactValue]) -> Option<Vec<FactValue>> {
        canonical::canonical(self, board)
    }
}

/// Returns the product of strong generators.
fn walked(identity: &Action, strong: &[[Action; 2]], word: &[GeneratorUse]) -> Action {
    let mut action = identity.clone();
    for (generator, is_back) in word {
        action = action.then(&strong[*generator as usize][usize::from(*is_back)]);
    }
    action
}
