//! What proved transforms make of the puzzles of an instance: puzzles of the same instance, by a group,
//! and of others, to which each has one map that is proved as a whole when it is needed.

use std::sync::{Arc, OnceLock};

use crate::budget::Budget;
use crate::lower::Ready;
use crate::model::instance::Instance;
use crate::model::layout::InstanceKey;
use crate::model::puzzle::FactValue;
use crate::model::transform::Transform;
use crate::prove::Proof;
use crate::prove::end::End;
use crate::rng::Rng;
use crate::symmetry::action::{Action, Facts, Side};
use crate::symmetry::generators::of_places;
use crate::symmetry::points::Points;
use crate::symmetry::stations::{Station, Stations};
use crate::symmetry::{Description, Symmetry};

/// Another instance that proved transforms lead to.
#[derive(Debug)]
pub struct Site<'a> {
    /// The instance, with its constraints.
    pub ready: Arc<Ready<'a>>,
    station: Station<'a>,
    points: Points,
    facts: Facts,
    /// The map that leads there.
    action: Action,
    /// The group of the instance, as it comes from the start.
    symmetry: OnceLock<Symmetry>,
}

impl<'a> Site<'a> {
    /// Proves the map of places that leads to a station; returns the engine where one was needed.
    pub(super) fn prove(
        start: &End<'a>,
        station: &Station<'a>,
        budget: &mut Budget,
        cannot: &dyn Fn(String) -> Proof<'a>,
    ) -> Result<(Self, Option<&'static str>), Proof<'a>> {
        let ready = station.instance().and_then(Ready::new).map_err(|problems| {
            let first = problems.iter().next().map(|problem| problem.message().to_owned());
            cannot(first.unwrap_or_default())
        })?;
        let ready = Arc::new(ready);
        let Some(end) = End::new(&ready.instance, &ready.lowered) else {
            return Err(Proof::open("the answers have too many values"));
        };
        let points = [&start.points, &end.points];
        let moves =
            of_places([start.instance, end.instance], points, &station.places).map_err(cannot)?;
        let (engine, action) = start.prove(&end, &moves, Some(&ready), budget)?;
        let End { points, facts, .. } = end;
        let (station, symmetry) = (station.clone(), OnceLock::new());
        Ok((Self { ready, station, points, facts, action, symmetry }, engine))
    }

    /// Returns what tells it from other instances.
    pub(super) fn key(&self) -> InstanceKey {
        self.ready.instance.key()
    }

    fn side(&self) -> Side<'_> {
        Side { points: &self.points, facts: &self.facts }
    }
}

/// A map that is proved: a member of the group of an instance, and perhaps a way to another instance.
#[derive(Debug)]
pub struct Member<'a> {
    /// The instance that it leads to, where that is another.
    pub site: Option<Arc<Site<'a>>>,
    action: Action,
}

/// The proved maps of the puzzles of an instance.
#[derive(Debug)]
pub struct Orbit<'a> {
    /// Those of the instance onto itself.
    pub symmetry: Symmetry,
    start: End<'a>,
    stations: Option<Stations<'a>>,
    /// What came of each station, as far as it was asked for.
    sites: Vec<OnceLock<Option<Arc<Site<'a>>>>>,
    /// The transforms that move places.
    of_places: Vec<&'a Transform>,
    /// Whether all maps onto itself that lead there through other instances are proved.
    is_exact: bool,
}

impl<'a> Orbit<'a> {
    pub(super) fn new(
        start: End<'a>,
        symmetry: Symmetry,
        stations: Option<Stations<'a>>,
        proved: Vec<Site<'a>>,
        (of_places, is_exact): (Vec<&'a Transform>, bool),
    ) -> Self {
        let found = stations.as_ref().map_or(&[] as &[Station<'_>], |stations| &stations.found);
        let sites: Vec<OnceLock<_>> = found.iter().map(|_| OnceLock::new()).collect();
        for site in proved {
            let is_there = |station: &Station<'_>| {
                station.places == site.station.places && station.key() == site.key()
            };
            if let Some(at) = found.iter().position(is_there) {
                // The same map was perhaps proved twice.
                sites[at].get_or_init(|| Some(Arc::new(site)));
            }
        }
        Self { symmetry, start, stations, sites, of_places, is_exact }
    }

    /// Returns the number of maps in words.
    pub fn order(&self) -> String {
        let order = self.symmetry.order_times(self.sites.len().max(1));
        if self.is_listed() { order } else { format!("more than {order}") }
    }

    /// Returns whether they lead to no other instance.
    pub fn is_onto_itself(&self) -> bool {
        self.stations.is_none()
    }

    /// Returns whether all instances that they lead to are listed.
    fn is_listed(&self) -> bool {
        self.stations.as_ref().is_none_or(|stations| stations.is_complete)
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
    ) -> Box<dyn Iterator<Item = Member<'a>> + 's> {
        let Some(stations) = &self.stations else {
            let onto_itself = self.symmetry.draw(rng);
            return Box::new(onto_itself.map(|action| Member { site: None, action }));
        };
        let budget = Budget::new(None, budget.stop_flag().clone());
        let count = stations.found.len();
        let small = self.symmetry.small_order_times(count).filter(|_| stations.is_complete);
        let Some(order) = small else {
            return Box::new(std::iter::from_fn(move || {
                let site = match stations.is_complete {
                    true => self.site(stations, rng.below(count), &budget),
                    false => self.walk(stations, rng, &budget),
                };
                // Where no map is proved, it stays where it is.
                Some(self.member(site.flatten(), &self.symmetry.random(rng)))
            }));
        };
        let mut numbers: Vec<usize> = (0..order).collect();
        rng.shuffle(&mut numbers);
        Box::new(numbers.into_iter().filter_map(move |number| {
            let site = self.site(stations, number % count, &budget)?;
            Some(self.member(site, &self.symmetry.numbered(number / count)))
        }))
    }

    /// Returns the instance at a station, none inside for the start; `None` where the map that leads
    /// there is not proved.
    fn site(
        &self,
        stations: &Stations<'a>,
        number: usize,
        budget: &Budget,
    ) -> Option<Option<Arc<Site<'a>>>> {
        if number == 0 {
            return Some(None);
        }
        let found = self.sites[number].get_or_init(|| self.proved(&stations.found[number], budget));
        found.clone().map(Some)
    }

    fn walk(
        &self,
        stations: &Stations<'a>,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Option<Option<Arc<Site<'a>>>> {
        let station = stations.walk(&self.of_places, rng)?;
        self.proved(&station, budget).map(Some)
    }

    fn proved(&self, station: &Station<'a>, budget: &Budget) -> Option<Arc<Site<'a>>> {
        let open = |why: String| Proof::open(&why);
        let found = Site::prove(&self.start, station, &mut budget.clone(), &open);
        found.ok().map(|(site, _)| Arc::new(site))
    }

    fn member(&self, site: Option<Arc<Site<'a>>>, action: &Action) -> Member<'a> {
        let action = match &site {
            Some(site) => action.then(&site.action),
            None => action.clone(),
        };
        Member { site, action }
    }

    fn sides<'s>(&'s self, member: &'s Member<'_>) -> [Side<'s>; 2] {
        let start = self.start.side();
        [start, member.site.as_ref().map_or(start, |site| site.side())]
    }

    /// Returns what tells an instance that maps lead to from others; none is the start.
    pub fn key(&self, site: Option<&Site<'_>>) -> InstanceKey {
        site.map_or_else(|| self.start.instance.key(), Site::key)
    }

    /// Returns the parameters of an instance that maps lead to which are not those of the start, as they
    /// are set.
    pub fn new_params(&self, site: Option<&Site<'_>>) -> Vec<String> {
        let Some(site) = site else { return Vec::new() };
        let both = self.start.instance.params().zip(site.ready.instance.params());
        let changed = both.filter(|((_, before), (_, after))| before != after);
        changed.map(|(_, (name, value))| format!("{name}={value}")).collect()
    }

    /// Returns what the shown facts of a board become; `None` where one has a value that it has in no
    /// solution.
    pub fn board(&self, member: &Member<'_>, board: &[FactValue]) -> Option<Vec<FactValue>> {
        let [from, to] = self.sides(member);
        from.board(to, &member.action, board)
    }

    /// Returns where clues are shown on the image of a board that tells these values; `None` where the
    /// place of a clue that is shown without its value depends on the value.
    pub fn shown(
        &self,
        member: &Member<'_>,
        shown: &[bool],
        told: &[FactValue],
    ) -> Option<Vec<bool>> {
        let [from, to] = self.sides(member);
        from.shown(to, &member.action, shown, told)
    }

    /// Returns what an answer becomes; `None` where the values are no answer.
    pub fn answer(&self, member: &Member<'_>, answer: &[i64]) -> Option<Vec<i64>> {
        let [from, to] = self.sides(member);
        from.answer(to, &member.action, answer)
    }

    /// Returns what a map moves, in words that suffice to do it again.
    pub fn describe(&self, member: &Member<'_>) -> Description {
        match &member.site {
            None => self.symmetry.describe(self.start.instance, &member.action),
            Some(site) => {
                let instances: [&Instance<'_>; 2] = [self.start.instance, &site.ready.instance];
                let points = [&self.start.points, &site.points];
                Description::between(instances, points, &site.station.places, &member.action)
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
    ) -> Option<(Option<Arc<Site<'a>>>, Vec<FactValue>)> {
        let Some(stations) = &self.stations else {
            return Some((None, self.symmetry.canonical(board)?));
        };
        if !self.has_forms() {
            return None;
        }
        let first = (0..stations.found.len()).min_by_key(|at| stations.found[*at].key())?;
        let budget = Budget::new(None, budget.stop_flag().clone());
        let Some(site) = self.site(stations, first, &budget)? else {
            return Some((None, self.symmetry.canonical(board)?));
        };
        let there = site.symmetry.get_or_init(|| self.moved_to(&site));
        let image = self.start.side().board(site.side(), &site.action, board)?;
        let form = there.canonical(&image)?;
        Some((Some(site), form))
    }

    /// Returns the group of another instance: its members go back, move, and come again.
    fn moved_to(&self, site: &Site<'_>) -> Symmetry {
        let back = site.action.inverse();
        let maps = self.symmetry.generators().map(|one| back.then(one).then(&site.action));
        let supports = End::new(&site.ready.instance, &site.ready.lowered)
            .map(|end| end.introduced.supports().to_vec());
        Symmetry::new(
            &site.ready.instance,
            site.points.clone(),
            site.facts.clone(),
            maps.collect(),
            &supports.unwrap_or_default(),
        )
    }
}
