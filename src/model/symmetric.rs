//! Clues that are there together or not at all, so that those that are left are symmetric.

use std::collections::BTreeMap;

use crate::definition::{Look, Shown};
use crate::expr::ClueId;
use crate::grid::{BoardSymmetry, Grid, Place, PlaceMap};
use crate::instance::Instance;
use crate::value::Key;
use puzgen_base::diagnostics::{Code, Problem};

/// The sides of a board where clues of rows and columns stand, with the direction that they are in.
const SIDES: [(Look, &str); 4] =
    [(Look::Left, "left"), (Look::Right, "right"), (Look::Top, "up"), (Look::Bottom, "down")];

/// Where to look for the clue that another one is moved to.
struct Finder<'i, 'd> {
    instance: &'i Instance<'d>,
    grid: &'i Grid,
    /// The clues that can go.
    clues: Vec<ClueId>,
    /// For each of them, the numbers of its facts by their keys, and how keys are looked up.
    facts: Vec<(BTreeMap<Key, u32>, KeyForm)>,
    /// The side of the board where each of them stands.
    sides: Vec<Option<Look>>,
}

impl Instance<'_> {
    /// Returns the clues that the symmetries that are asked for take onto each other, orbit by orbit.
    ///
    /// # Errors
    /// `no_symmetry`.
    pub(super) fn symmetric_clues(&self) -> Result<Vec<Vec<u32>>, Problem> {
        let remove = &self.definition.remove;
        if remove.symmetry.is_empty() {
            return Ok(Vec::new());
        }
        let Some(grid) = &self.grid else {
            let message = "a puzzle without a board has no symmetry";
            return Err(Problem::error(
                Code::NoSymmetry,
                message,
                self.definition.span,
                "no board",
            ));
        };
        let finder = Finder::new(self, grid)?;
        let mut leader: Vec<u32> = (0..self.fact_count as u32).collect();
        for symmetry in &remove.symmetry {
            let map = self.map_of(grid, *symmetry)?;
            for at in 0..finder.clues.len() {
                for (position, key) in self.clue_keys(finder.clues[at]).iter().enumerate() {
                    let own = self.clues[finder.clues[at].0 as usize].offset + position;
                    join(&mut leader, own as u32, finder.image(at, key, *symmetry, &map)?);
                }
            }
        }
        let mut orbits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for fact in finder.facts.iter().flat_map(|(facts, _)| facts.values()) {
            orbits.entry(found(&leader, *fact)).or_default().push(*fact);
        }
        let sorted = orbits.into_values().map(|mut orbit| {
            orbit.sort_unstable();
            orbit
        });
        Ok(sorted.collect())
    }

    fn clue_keys(&self, clue: ClueId) -> &[Key] {
        self.clues[clue.0 as usize].index.keys()
    }

    fn map_of(&self, grid: &Grid, symmetry: BoardSymmetry) -> Result<PlaceMap, Problem> {
        grid.images(symmetry, grid).ok_or_else(|| {
            let board = self.definition.board.as_ref();
            let span = board.map_or(self.definition.span, |board| board.span);
            let has = BoardSymmetry::ALL.iter().filter(|(_, it)| grid.images(*it, grid).is_some());
            let names: Vec<String> = has.map(|(name, _)| format!("`{name}`")).collect();
            let message = format!("the board has no symmetry `{}`", symmetry.name());
            let help = match names.is_empty() {
                true => "it has none at all: leave `--symmetry` out".to_owned(),
                false => format!("it has {}; `--set` may give it other sides", names.join(", ")),
            };
            Problem::error(Code::NoSymmetry, message, span, "does not come to lie on itself")
                .help(help)
        })
    }
}

impl<'i, 'd> Finder<'i, 'd> {
    fn new(instance: &'i Instance<'d>, grid: &'i Grid) -> Result<Self, Problem> {
        let clues = instance.definition.remove.clues.clone();
        for clue in &clues {
            let declared = instance.definition.clue(*clue);
            if declared.is_asked_for {
                let message = format!("rules decide where clues of `{}` are", declared.name);
                let problem =
                    Problem::error(Code::NoSymmetry, message, declared.span, "not symmetric");
                return Err(problem.help("leave `--symmetry` out"));
            }
        }
        let has_place =
            |clue: &ClueId| instance.clue_keys(*clue).iter().any(|key| !key.places().is_empty());
        if !clues.iter().any(has_place) {
            let message = "no clue that can be hidden has a place on the board";
            let span = instance.definition.remove.span;
            let problem = Problem::error(Code::NoSymmetry, message, span, "nothing to arrange");
            return Err(problem.help("leave `--symmetry` out"));
        }
        let facts = clues.iter().map(|clue| {
            let offset = instance.clues[clue.0 as usize].offset as u32;
            let keys = instance.clue_keys(*clue);
            let by =
                |form: KeyForm| keys.iter().map(form).zip(offset..).collect::<BTreeMap<_, _>>();
            let of_pairs = by(unordered);
            match of_pairs.len() == keys.len() {
                true => (of_pairs, unordered as KeyForm),
                false => (by(ordered), ordered as KeyForm),
            }
        });
        let (facts, sides) = (facts.collect(), sides(instance, grid, &clues));
        Ok(Self { instance, grid, clues, facts, sides })
    }

    /// Returns the fact that one of the clue at position `at` is moved to.
    fn image(
        &self,
        at: usize,
        key: &Key,
        symmetry: BoardSymmetry,
        map: &PlaceMap,
    ) -> Result<u32, Problem> {
        let moved = self.moved(key, symmetry, map);
        let side = self.sides[at].and_then(|side| self.turned(side, symmetry));
        let beside = self.sides.iter().position(|other| side.is_some() && *other == side);
        let others = 0..self.clues.len();
        let mut places = beside.into_iter().chain([at]).chain(others);
        let image = places.find_map(|at| {
            let (facts, form) = &self.facts[at];
            facts.get(&form(&moved)).copied()
        });
        image.ok_or_else(|| {
            let declared = self.instance.definition.clue(self.clues[at]);
            let told = |key: &Key| key.to_value().describe(Some(self.grid));
            let (here, there) = (told(key), told(&moved));
            let (clue, name) = (&declared.name, symmetry.name());
            let message = format!("the clues `{clue}` have no symmetry `{name}`");
            let label = format!("there is one for {here}, and none for {there}");
            Problem::error(Code::NoSymmetry, message, declared.span, label)
                .help("choose another symmetry, or leave `--symmetry` out")
        })
    }

    fn moved(&self, key: &Key, symmetry: BoardSymmetry, map: &PlaceMap) -> Key {
        match key {
            Key::Place(place) => Key::Place(map.image(*place)),
            Key::Word(word) => match self.grid.turned_direction(symmetry, word) {
                Some(turned) => Key::Word(turned.into()),
                None => key.clone(),
            },
            Key::Tuple(parts) => {
                Key::Tuple(parts.iter().map(|part| self.moved(part, symmetry, map)).collect())
            }
            Key::List(_) => {
                sorted(key.places().into_iter().map(|place| map.image(place)).collect())
            }
            Key::Int(_) | Key::Variable(_) => key.clone(),
        }
    }

    fn turned(&self, side: Look, symmetry: BoardSymmetry) -> Option<Look> {
        let (_, direction) = SIDES.iter().find(|(other, _)| *other == side)?;
        let turned = self.grid.turned_direction(symmetry, direction)?;
        SIDES.iter().find(|(_, other)| *other == turned).map(|(side, _)| *side)
    }
}

/// Returns on which side of the board each of the clues of rows or columns stands.
fn sides(instance: &Instance<'_>, grid: &Grid, clues: &[ClueId]) -> Vec<Option<Look>> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let is_over = |clue: ClueId, lines: &[Vec<Place>]| {
        let keys = instance.clue_keys(clue);
        let is_line = |key: &Key| matches!(key, Key::List(_)) && lines.contains(&key.places());
        !keys.is_empty() && keys.iter().all(is_line)
    };
    let mut of_rows = [Look::Left, Look::Right].into_iter();
    let mut of_columns = [Look::Top, Look::Bottom].into_iter();
    let mut found = BTreeMap::new();
    for number in 0..instance.clues.len() as u32 {
        let clue = ClueId(number);
        let usual = match (is_over(clue, &rows), is_over(clue, &columns)) {
            (true, _) => of_rows.next(),
            (_, true) => of_columns.next(),
            _ => continue,
        };
        let mut looks = instance.definition.show.looks.iter();
        let own = looks.find(|it| it.family == Shown::Clue(clue)).map(|it| it.look);
        found.extend(own.or(usual).map(|side| (clue, side)));
    }
    clues.iter().map(|clue| found.get(clue).copied()).collect()
}

/// How a key is looked up.
type KeyForm = fn(&Key) -> Key;

/// Returns a key in which the order of lists makes no difference.
fn ordered(key: &Key) -> Key {
    match key {
        Key::List(_) => sorted(key.places()),
        Key::Tuple(parts) => Key::Tuple(parts.iter().map(ordered).collect()),
        other => other.clone(),
    }
}

/// Returns a key in which the order of lists makes none, nor that of the places of a pair.
fn unordered(key: &Key) -> Key {
    match key {
        Key::Tuple(parts) if parts.iter().all(|part| matches!(part, Key::Place(_))) => {
            sorted(key.places())
        }
        other => ordered(other),
    }
}

fn sorted(mut places: Vec<Place>) -> Key {
    places.sort_unstable();
    Key::Tuple(places.into_iter().map(Key::Place).collect())
}

fn found(leader: &[u32], mut fact: u32) -> u32 {
    while leader[fact as usize] != fact {
        fact = leader[fact as usize];
    }
    fact
}

fn join(leader: &mut [u32], a: u32, b: u32) {
    let (a, b) = (found(leader, a), found(leader, b));
    leader[a.max(b) as usize] = a.min(b);
}
