//! What the answers that a clue follows from become where the board is turned or reflected.
//!
//! Only the positions of the clue's own answers, relative to their middle, count. So nothing depends on which
//! maps of the whole puzzle there are.

use puzgen_csp::VarId;
use puzgen_model::grid::Grid;
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;

/// Where each answer stands.
#[derive(Debug)]
pub(super) struct BoardTurns<'a> {
    grid: Option<&'a Grid>,
    /// For each stored value, its family, what else its key says, and its points.
    seats: Vec<Seat>,
}

#[derive(Debug, Clone)]
struct Seat {
    family: usize,
    others: Vec<String>,
    points: Vec<(f64, f64)>,
}

/// The family of an answer, what else its key says, and its points around the middle, rounded.
type Placed = (usize, Vec<String>, Vec<(i64, i64)>);

/// Where the answers of a clue lie around their middle, in an order of its own, and which of them lies there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrangement {
    seats: Vec<Placed>,
    order: Vec<usize>,
}

impl Arrangement {
    /// Returns whether answers lie alike.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.seats == other.seats
    }

    /// Returns which answer of the other clue each one of this clue lies on.
    pub(super) fn onto(&self, other: &Self) -> Vec<usize> {
        let mut map = vec![0; self.order.len()];
        for (from, to) in self.order.iter().zip(&other.order) {
            map[*from] = *to;
        }
        map
    }
}

impl<'a> BoardTurns<'a> {
    pub(super) fn new(instance: &'a Instance<'_>) -> Self {
        let grid = instance.grid.as_ref().filter(|grid| grid.as_graph().is_none());
        let mut seats = Vec::new();
        let stored = instance.definition.answers();
        for id in stored {
            for key in instance.families[id.0 as usize].index.keys() {
                let mut others = Vec::new();
                add_others(key, &mut others);
                let places = key.places();
                let points =
                    grid.map(|grid| places.iter().map(|place| grid.centre(*place)).collect());
                seats.push(Seat {
                    family: id.0 as usize,
                    others,
                    points: points.unwrap_or_default(),
                });
            }
        }
        Self { grid, seats }
    }

    /// Returns how many ways there are to turn and reflect the board: of squares 8, of hexagons 12.
    pub(super) fn count(&self) -> usize {
        self.grid.map_or(0, |grid| 2 * grid.side_steps().len())
    }

    /// Returns where these answers lie once the board is turned in the way of this number; the first one
    /// leaves it as it is. `None` where one of them has no place.
    pub(super) fn arrangement(&self, answers: &[VarId], way: usize) -> Option<Arrangement> {
        let seats: Vec<&Seat> =
            answers.iter().filter_map(|var| self.seats.get(var.index())).collect();
        let all = || seats.iter().flat_map(|seat| &seat.points);
        if seats.len() < answers.len() || seats.iter().any(|seat| seat.points.is_empty()) {
            return None;
        }
        let count = all().count() as f64;
        let sum = all().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let middle = (sum.0 / count, sum.1 / count);
        let angle = (way / 2) as f64 * std::f64::consts::TAU / (self.count() / 2).max(1) as f64;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let moved = |at: &(f64, f64)| {
            let (x, y) = (at.0 - middle.0, at.1 - middle.1);
            let x = if way % 2 == 1 { -x } else { x };
            let rounded = |value: f64| libm::round(value * 100.0) as i64;
            (rounded(x * cos - y * sin), rounded(x * sin + y * cos))
        };
        let mut order: Vec<usize> = (0..seats.len()).collect();
        let placed = seats.iter().map(|seat| {
            let mut points: Vec<(i64, i64)> = seat.points.iter().map(moved).collect();
            points.sort_unstable();
            (seat.family, seat.others.clone(), points)
        });
        let placed: Vec<Placed> = placed.collect();
        order.sort_by(|a, b| placed[*a].cmp(&placed[*b]));
        Some(Arrangement { seats: order.iter().map(|at| placed[*at].clone()).collect(), order })
    }
}

/// Adds what a key says beside places.
fn add_others(key: &Key, others: &mut Vec<String>) {
    match key {
        Key::Int(number) => others.push(number.to_string()),
        Key::Word(word) => others.push(word.to_string()),
        Key::Variable(id) => others.push(format!("variable {}", id.0)),
        Key::Tuple(parts) => parts.iter().for_each(|part| add_others(part, others)),
        Key::Place(_) | Key::List(_) => {}
    }
}
