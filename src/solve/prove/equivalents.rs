//! The equivalents of a puzzle under proved transforms: puzzles of the same instance, by a group of maps, and
//! puzzles of other instances. To each other instance one map is known, which is composed of transforms and
//! proved as a whole when it is needed; all others are that one after a member of the group.

use std::sync::{Arc, OnceLock};

use crate::prove::Proof;
use crate::prove::instance::{ProofInstance, SharedForms};
use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_model::generated::Description;
use puzgen_model::instance::Instance;
use puzgen_model::layout::InstanceKey;
use puzgen_model::puzzle::FactValue;
use puzgen_model::transform::Transform;
use puzgen_symmetry::action::{Action, FactTable, MapEnd};
use puzgen_symmetry::generators::of_places;
use puzgen_symmetry::images::IntroducedVars;
use puzgen_symmetry::points::Points;
use puzgen_symmetry::reachable::{ReachableInstance, ReachableInstances};
use puzgen_symmetry::{Symmetry, describe_between};
use puzgen_vocabulary::lower::Ready;

/// Another instance that proved transforms lead to.
#[derive(Debug)]
pub struct ProvedInstance<'a> {
    /// The instance, with its constraints.
    pub ready: Arc<Ready<'a>>,
    reached: ReachableInstance<'a>,
    points: Points,
    facts: FactTable,
    /// The map that leads there.
    action: Action,
    /// The group of the instance, as it comes from the start.
    symmetry: OnceLock<Symmetry>,
}

impl<'a> ProvedInstance<'a> {
    /// Proves the map of places that leads to another instance; returns the engine where one was needed.
    pub(super) fn prove(
        start: &ProofInstance<'a>,
        reached: &ReachableInstance<'a>,
        budget: &mut Budget,
        cannot: &dyn Fn(String) -> Proof<'a>,
    ) -> Result<(Self, Option<&'static str>), Proof<'a>> {
        let ready = reached.instance().and_then(Ready::new).map_err(|problems| {
            let first = problems.iter().next().map(|problem| problem.message().to_owned());
            cannot(first.unwrap_or_default())
        })?;
        let ready = Arc::new(ready);
        let end = ProofInstance::new(&ready.instance, &ready.lowered, start.engines, start.forms());
        let Some(end) = end else {
            return Err(Proof::unknown("the answers have too many values"));
        };
        let points = [&start.points, &end.points];
        let moves =
            of_places([start.instance, end.instance], points, &reached.places).map_err(cannot)?;
        let (engine, action) = start.prove(&end, &moves, Some(&ready), budget)?;
        let ProofInstance { points, facts, .. } = end;
        let (reached, symmetry) = (reached.clone(), OnceLock::new());
        Ok((Self { ready, reached, points, facts, action, symmetry }, engine))
    }

    /// Returns what tells it from other instances.
    pub(super) fn key(&self) -> InstanceKey {
        self.ready.instance.key()
    }

    fn side(&self) -> MapEnd<'_> {
        MapEnd { points: &self.points, facts: &self.facts }
    }
}

/// A map that is proved: a member of the group of an instance, and perhaps a way to another instance.
#[derive(Debug)]
pub struct ProvedMap<'a> {
    /// The instance that it leads to, where that is another.
    pub proved: Option<Arc<ProvedInstance<'a>>>,
    action: Action,
}

/// The proved maps of the puzzles of an instance.
#[derive(Debug)]
pub struct Equivalents<'a> {
    /// Those of the instance onto itself.
    pub symmetry: Symmetry,
    start: ProofInstance<'a>,
    reachable: Option<ReachableInstances<'a>>,
    /// For each reachable instance, once it was asked for: the proof of its map, if there is one.
    proved_instances: Vec<OnceLock<Option<Arc<ProvedInstance<'a>>>>>,
    /// The transforms that move places.
    of_places: Vec<&'a Transform>,
    /// Whether all maps onto itself that lead there through other instances are proved.
    is_exact: bool,
}

impl<'a> Equivalents<'a> {
    pub(super) fn new(
        start: ProofInstance<'a>,
        symmetry: Symmetry,
        reachable: Option<ReachableInstances<'a>>,
        proved: Vec<ProvedInstance<'a>>,
        (of_places, is_exact): (Vec<&'a Transform>, bool),
    ) -> Self {
        let found = reachable
            .as_ref()
            .map_or(&[] as &[ReachableInstance<'_>], |reachable| &reachable.found);
        let proved_instances: Vec<OnceLock<_>> = found.iter().map(|_| OnceLock::new()).collect();
        for proved in proved {
            let is_there = |reached: &ReachableInstance<'_>| {
                reached.places == proved.reached.places && reached.key() == proved.key()
            };
            if let Some(at) = found.iter().position(is_there) {
                // The same map was perhaps proved twice.
                proved_instances[at].get_or_init(|| Some(Arc::new(proved)));
            }
        }
        Self { symmetry, start, reachable, proved_instances, of_places, is_exact }
    }

    /// Returns the number of maps in words.
    pub fn order(&self) -> String {
        let order = self.symmetry.order_times(self.proved_instances.len().max(1));
        if self.is_listed() { order } else { format!("more than {order}") }
    }

    /// Returns whether they lead to no other instance.
    pub fn is_onto_itself(&self) -> bool {
        self.reachable.is_none()
    }

    /// Returns whether all instances that they lead to are listed.
    fn is_listed(&self) -> bool {
        self.reachable.as_ref().is_none_or(|reachable| reachable.is_complete)
    }

    /// Returns whether boards have canonical forms: all instances are listed, and all ways back proved.
    pub fn has_forms(&self) -> bool {
        self.is_listed() && self.is_exact
    }

    /// Returns the maps in a random order, each once, where there are few; else random ones without
    /// end.
    pub fn draw<'s>(
        &'s self,
        rng: &'s mut Rng,
        budget: &Budget,
    ) -> Box<dyn Iterator<Item = ProvedMap<'a>> + 's> {
        let Some(reachable) = &self.reachable else {
            let onto_itself = self.symmetry.draw(rng);
            return Box::new(onto_itself.map(|action| ProvedMap { proved: None, action }));
        };
        let budget = Budget::new(None, budget.stop_flag().clone());
        let count = reachable.found.len();
        let small = self.symmetry.small_order_times(count).filter(|_| reachable.is_complete);
        let Some(order) = small else {
            return Box::new(std::iter::from_fn(move || {
                let proved = match reachable.is_complete {
                    true => self.proved_at(reachable, rng.below(count), &budget),
                    false => self.walk(reachable, rng, &budget),
                };
                // Where no map is proved, it stays where it is.
                Some(self.member(proved.flatten(), &self.symmetry.random(rng)))
            }));
        };
        let mut numbers: Vec<usize> = (0..order).collect();
        rng.shuffle(&mut numbers);
        Box::new(numbers.into_iter().filter_map(move |number| {
            let proved = self.proved_at(reachable, number % count, &budget)?;
            Some(self.member(proved, &self.symmetry.numbered(number / count)))
        }))
    }

    /// Returns the reachable instance of this number, none inside for the start; `None` where the map that
    /// leads there is not proved.
    fn proved_at(
        &self,
        reachable: &ReachableInstances<'a>,
        number: usize,
        budget: &Budget,
    ) -> Option<Option<Arc<ProvedInstance<'a>>>> {
        if number == 0 {
            return Some(None);
        }
        let found = self.proved_instances[number]
            .get_or_init(|| self.proved(&reachable.found[number], budget));
        found.clone().map(Some)
    }

    fn walk(
        &self,
        reachable: &ReachableInstances<'a>,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Option<Option<Arc<ProvedInstance<'a>>>> {
        let reached = reachable.walk(&self.of_places, rng)?;
        self.proved(&reached, budget).map(Some)
    }

    fn proved(
        &self,
        reached: &ReachableInstance<'a>,
        budget: &Budget,
    ) -> Option<Arc<ProvedInstance<'a>>> {
        let open = |why: String| Proof::unknown(&why);
        let found = ProvedInstance::prove(&self.start, reached, &mut budget.clone(), &open);
        found.ok().map(|(proved, _)| Arc::new(proved))
    }

    fn member(&self, proved: Option<Arc<ProvedInstance<'a>>>, action: &Action) -> ProvedMap<'a> {
        let action = match &proved {
            Some(proved) => action.then(&proved.action),
            None => action.clone(),
        };
        ProvedMap { proved, action }
    }

    fn sides<'s>(&'s self, member: &'s ProvedMap<'_>) -> [MapEnd<'s>; 2] {
        let start = self.start.side();
        [start, member.proved.as_ref().map_or(start, |proved| proved.side())]
    }

    /// Returns what tells an instance that maps lead to from others; none is the start.
    pub fn key(&self, proved: Option<&ProvedInstance<'_>>) -> InstanceKey {
        proved.map_or_else(|| self.start.instance.key(), ProvedInstance::key)
    }

    /// Returns the parameters of an instance that maps lead to which are not those of the start, as they
    /// are set.
    pub fn new_params(&self, proved: Option<&ProvedInstance<'_>>) -> Vec<String> {
        let Some(proved) = proved else { return Vec::new() };
        let both = self.start.instance.params().zip(proved.ready.instance.params());
        let changed = both.filter(|((_, before), (_, after))| before != after);
        changed.map(|(_, (name, value))| format!("{name}={value}")).collect()
    }

    /// Returns what the shown facts of a board become; `None` where one has a value that it has in no
    /// solution.
    pub fn board(&self, member: &ProvedMap<'_>, board: &[FactValue]) -> Option<Vec<FactValue>> {
        let [from, to] = self.sides(member);
        from.board(to, &member.action, board)
    }

    /// Returns where clues are shown on the image of a board that tells these values; `None` where the
    /// place of a clue that is shown without its value depends on the value.
    pub fn shown(
        &self,
        member: &ProvedMap<'_>,
        shown: &[bool],
        told: &[FactValue],
    ) -> Option<Vec<bool>> {
        let [from, to] = self.sides(member);
        from.shown(to, &member.action, shown, told)
    }

    /// Returns what an answer becomes; `None` where the values are no answer.
    pub fn answer(&self, member: &ProvedMap<'_>, answer: &[i64]) -> Option<Vec<i64>> {
        let [from, to] = self.sides(member);
        from.answer(to, &member.action, answer)
    }

    /// Returns what a map moves, in words that suffice to do it again.
    pub fn describe(&self, member: &ProvedMap<'_>) -> Description {
        match &member.proved {
            None => self.symmetry.describe(self.start.instance, &member.action),
            Some(proved) => {
                let instances: [&Instance<'_>; 2] = [self.start.instance, &proved.ready.instance];
                let points = [&self.start.points, &proved.points];
                describe_between(instances, points, &proved.reached.places, &member.action)
            }
        }
    }

    /// Returns the board that stands for all that these maps make of one, and its instance, where that
    /// is another: two boards have the same exactly where a map takes one to the other. `None` where
    /// there are no forms, or the board has so many symmetries of its own that looking for it would
    /// take too long.
    pub fn canonical(
        &self,
        board: &[FactValue],
        budget: &Budget,
    ) -> Option<(Option<Arc<ProvedInstance<'a>>>, Vec<FactValue>)> {
        let Some(reachable) = &self.reachable else {
            return Some((None, self.symmetry.canonical(board)?));
        };
        if !self.has_forms() {
            return None;
        }
        let first = (0..reachable.found.len()).min_by_key(|at| reachable.found[*at].key())?;
        let budget = Budget::new(None, budget.stop_flag().clone());
        let Some(proved) = self.proved_at(reachable, first, &budget)? else {
            return Some((None, self.symmetry.canonical(board)?));
        };
        let there = proved.symmetry.get_or_init(|| self.moved_to(&proved));
        let image = self.start.side().board(proved.side(), &proved.action, board)?;
        let form = there.canonical(&image)?;
        Some((Some(proved), form))
    }

    /// Returns the group of another instance: its members go back, move, and come again.
    fn moved_to(&self, proved: &ProvedInstance<'_>) -> Symmetry {
        let back = proved.action.inverse();
        let maps = self.symmetry.generators().map(|one| back.then(one).then(&proved.action));
        let Ready { instance, lowered } = &*proved.ready;
        let forms = SharedForms::default();
        let introduced = IntroducedVars::new(instance, lowered, &forms.lock());
        Symmetry::new(
            &proved.ready.instance,
            proved.points.clone(),
            proved.facts.clone(),
            maps.collect(),
            introduced.supports(),
        )
    }
}
