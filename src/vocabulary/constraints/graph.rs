//! From truths with keys to a graph: keys are its nodes, where neighbouring places are linked, or its links, where
//! they are lines between places.
//!
//! Lines are edges of the board, which join vertices, or pairs of places.

use std::collections::BTreeMap;

use crate::constraints::Term;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, GraphKind, GraphLink, GraphTruth, IntExpr, Lit};
use puzgen_model::function::Fault;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// Returns the list of keys and the list of values.
pub(super) fn lists(arguments: &[Value]) -> (&[Value], Vec<bool>) {
    let list = |at: usize| arguments.get(at).and_then(Value::as_list).unwrap_or_default();
    (list(0), list(1).iter().map(|value| value.as_bool().unwrap_or_default()).collect())
}

/// Returns whether these are keys of lines, and truths.
pub(super) fn are_lines(arguments: &[Ty]) -> bool {
    matches!(arguments, [Ty::List(key), Ty::List(truth)] if is_line(key) && *truth.value() == Ty::Bool)
}

/// Returns whether these are keys that can be next to each other, and truths.
pub(super) fn are_places(arguments: &[Ty]) -> bool {
    let is_place = |ty: &Ty| matches!(ty, Ty::Place(_)) || is_line(ty);
    matches!(arguments, [Ty::List(key), Ty::List(truth)] if is_place(key) && *truth.value() == Ty::Bool)
}

fn is_line(ty: &Ty) -> bool {
    match ty {
        Ty::Place(kind) => *kind == PlaceKind::Edge,
        Ty::Tuple(parts) => matches!(&parts[..], [Ty::Place(a), Ty::Place(b)] if a == b),
        _ => false,
    }
}

/// Lines between places, which are numbered.
#[derive(Debug)]
pub(super) struct PlaceGraph {
    /// The two places that each line joins.
    pub(super) ends: Vec<[u32; 2]>,
    /// The lines at each place.
    pub(super) at: Vec<Vec<usize>>,
}

impl PlaceGraph {
    /// Returns the lines of these keys.
    pub(super) fn new(keys: &[Value], grid: Option<&Grid>) -> Result<Self, Fault> {
        let pairs = keys.iter().map(|key| ends_of(key, grid)).collect::<Result<Vec<_>, _>>()?;
        let mut numbers = BTreeMap::new();
        pairs.iter().flatten().for_each(|place| {
            numbers.insert(*place, 0);
        });
        for (number, slot) in numbers.values_mut().enumerate() {
            *slot = number as u32;
        }
        let ends: Vec<[u32; 2]> =
            pairs.iter().map(|pair| pair.map(|place| numbers[&place])).collect();
        let mut at = vec![Vec::new(); numbers.len()];
        for (line, ends) in ends.iter().enumerate() {
            ends.iter().for_each(|end| at[*end as usize].push(line));
        }
        Ok(Self { ends, at })
    }

    /// Returns the lines at a place that hold.
    pub(super) fn held_at(&self, place: usize, holds: &[bool]) -> Vec<usize> {
        self.at[place].iter().copied().filter(|line| holds[*line]).collect()
    }

    /// Returns the pairs of lines that meet.
    pub(super) fn meeting(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        for lines in &self.at {
            for (position, line) in lines.iter().enumerate() {
                let others = lines[position + 1..].iter();
                pairs.extend(others.map(|other| [*line as u32, *other as u32]));
            }
        }
        sorted(pairs)
    }

    /// Returns the lines reached from one that holds, over places, through lines that hold.
    pub(super) fn reached(&self, start: usize, holds: &[bool]) -> Vec<usize> {
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&line) = reached.get(next) {
            next += 1;
            for place in self.ends[line] {
                for other in self.held_at(place as usize, holds) {
                    if !reached.contains(&other) {
                        reached.push(other);
                    }
                }
            }
        }
        reached
    }

    /// Returns "the lines that hold are like that", for lines between places that are always there.
    pub(super) fn say(&self, kind: GraphKind, holds: &[TruthLit]) -> BoolExpr {
        let links =
            self.ends.iter().zip(holds).filter_map(|(ends, presence)| {
                Some(GraphLink { ends: *ends, when: presence.when()? })
            });
        let (nodes, links) = (vec![None; self.at.len()], links.collect());
        BoolExpr::Graph(Box::new(GraphTruth { kind, nodes, links }))
    }

    /// Returns the number of lines at a place.
    pub(super) fn degree(&self, place: usize, holds: &[TruthLit]) -> IntExpr {
        let terms = self.at[place].iter().map(|line| (1, IntExpr::from_bool(holds[*line].truth())));
        IntExpr::linear(terms, 0).unwrap_or_else(|| puzgen_base::bug!("a count of lines overflows"))
    }

    /// Returns "two lines at most", for each place.
    pub(super) fn at_most_two(&self, holds: &[TruthLit]) -> Vec<BoolExpr> {
        let crowded = (0..self.at.len()).filter(|place| self.at[*place].len() > 2);
        let few =
            |place| BoolExpr::compare(CompareOp::Le, self.degree(place, holds), IntExpr::Const(2));
        crowded.map(few).collect()
    }
}

fn ends_of(key: &Value, grid: Option<&Grid>) -> Result<[Place; 2], Fault> {
    let pair = match (key, grid) {
        (Value::Place(edge), Some(grid)) => grid.ends(*edge),
        (Value::Tuple(parts), _) => match parts.iter().map(Value::as_place).collect::<Vec<_>>()[..]
        {
            [Some(a), Some(b)] => [a, b],
            _ => puzgen_base::bug!("{key:?} is no line"),
        },
        _ => puzgen_base::bug!("{key:?} is no line"),
    };
    if pair[0] == pair[1] {
        let place = Value::Place(pair[0]).describe(grid);
        return Err(Fault::Index(format!("a line cannot join {place} with itself")));
    }
    Ok(pair)
}

/// Returns the pairs of keys that are next to each other: cells that share a side, vertices that an
/// edge joins, lines that meet.
pub(super) fn neighbours(keys: &[Value], grid: Option<&Grid>) -> Result<Vec<[u32; 2]>, Fault> {
    let kind = keys.first().and_then(Value::as_place).map(|place| place.kind);
    match (kind, grid) {
        (Some(PlaceKind::Cell | PlaceKind::Vertex), Some(grid)) => {
            let positions: BTreeMap<Place, u32> =
                keys.iter().filter_map(Value::as_place).zip(0..).collect();
            let mut pairs = Vec::new();
            for (place, at) in &positions {
                let near = grid.neighbours(*place);
                let others = near.iter().filter_map(|next| positions.get(next));
                pairs.extend(others.filter(|other| **other > *at).map(|other| [*at, *other]));
            }
            Ok(sorted(pairs))
        }
        _ => Ok(PlaceGraph::new(keys, grid)?.meeting()),
    }
}

fn sorted(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Returns "the keys that hold are like that", where these pairs of them are linked.
pub(super) fn say(kind: GraphKind, holds: &[TruthLit], pairs: Vec<[u32; 2]>) -> BoolExpr {
    let mut numbers = Vec::with_capacity(holds.len());
    let mut nodes = Vec::new();
    for presence in holds {
        numbers.push(presence.when().map(|when| {
            nodes.push(when);
            nodes.len() as u32 - 1
        }));
    }
    let links = pairs.into_iter().filter_map(|pair| {
        let [a, b] = pair.map(|end| numbers[end as usize]);
        Some(GraphLink { ends: [a?, b?], when: None })
    });
    let links = links.collect();
    BoolExpr::Graph(Box::new(GraphTruth { kind, nodes, links }))
}

/// When a truth holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum TruthLit {
    Always,
    Never,
    If(Lit),
}

impl TruthLit {
    /// Returns those of a list of values, and the keys before it.
    pub(super) fn of(arguments: Vec<Term>) -> (Vec<Value>, Vec<Self>) {
        let mut arguments = arguments.into_iter();
        let mut next = || arguments.next().map(Term::into_list).unwrap_or_default();
        let known = |term| match term {
            Term::Known(value) => value,
            other => puzgen_base::bug!("{other:?} is no key"),
        };
        let presence = |term: Term| match term.into_bool() {
            BoolExpr::Const(true) => Self::Always,
            BoolExpr::Const(false) => Self::Never,
            BoolExpr::Lit(lit) => Self::If(lit),
            other => puzgen_base::bug!("{other:?} is no literal"),
        };
        (next().into_iter().map(known).collect(), next().into_iter().map(presence).collect())
    }

    /// Returns the literal on which it depends, if any, where it can hold.
    fn when(self) -> Option<Option<Lit>> {
        match self {
            Self::Always => Some(None),
            Self::Never => None,
            Self::If(lit) => Some(Some(lit)),
        }
    }

    /// Returns the truth.
    pub(super) fn truth(self) -> BoolExpr {
        match self {
            Self::Always => BoolExpr::Const(true),
            Self::Never => BoolExpr::Const(false),
            Self::If(lit) => BoolExpr::Lit(lit),
        }
    }

    /// Returns the opposite.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::If(lit) => Self::If(!lit),
        }
    }
}
