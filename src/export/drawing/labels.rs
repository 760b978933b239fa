//! Labels of a figure: each where it is read as the name of what it belongs to, and hides nothing. Given what is drawn and
//! texts, gives back texts in place and arcs moved beside them; knows no definition and no style.
//!
//! Angles come first, as a rule the narrowest before the others, because their labels can go nowhere else; then points;
//! then sides.

use crate::drawing::formulas::{Boxed, Stroke, lines};
use crate::drawing::gaps::gaps;
use crate::drawing::{Ink, Point};
use puzgen_model::figure::{Drawn, Room, Sector, along, distance, is_same, length, minus};
use puzgen_model::formula::Piece;

/// The radius of dots.
pub(super) const DOT: f64 = 0.07;
/// How far labels stay from an arc, from a point, from lines, and from each other where there is room.
const BESIDE_ARC: f64 = 0.08;
const BESIDE_POINT: f64 = 0.1;
const CLEAR: f64 = 0.05;
const APART: f64 = 0.14;
/// How far apart the places are that are tried along a direction.
const STEP: f64 = 0.06;
/// The radius of arcs around a point whose letter has to stand within them.
const AROUND_LETTER: f64 = 0.66;
/// What is hidden counts so much: a label; a line between an angle and its label; another line or dot; a label that is
/// near.
const OF_LABEL: usize = 1000;
const OF_ANGLE: usize = 100;
const OF_LINE: usize = 10;
const OF_NEIGHBOUR: usize = 4;

/// A label that is not placed yet.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub(super) pieces: Vec<Piece>,
    pub(super) ink: Ink,
}

/// A label in its place: its box by two corners.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) strokes: Vec<Stroke>,
    pub(super) ink: Ink,
    pub(super) low: Point,
    pub(super) high: Point,
}

/// A place that a label may have.
struct Place {
    label: Placed,
    /// The radius of the arc of its angle.
    arc: Option<f64>,
    /// How much another place is better that hides as little.
    dislike: f64,
}

/// A figure with its labels.
#[derive(Debug)]
pub(super) struct Laid {
    /// What is drawn.
    pub(super) drawn: Vec<Drawn>,
    /// The label of each of them.
    pub(super) labels: Vec<Option<Placed>>,
    /// How much labels hide.
    pub(super) hidden: usize,
}

impl Laid {
    /// Places the label of each mark, with letters of a size: the widest angle first where that hides less.
    pub(super) fn new(drawn: &[Drawn], labels: &[Option<&Label>], size: f64) -> Self {
        let narrow_first = Self::in_order(drawn.to_vec(), labels, size, 1.0);
        if narrow_first.hidden == 0 {
            return narrow_first;
        }
        let wide_first = Self::in_order(drawn.to_vec(), labels, size, -1.0);
        if wide_first.hidden < narrow_first.hidden { wide_first } else { narrow_first }
    }

    /// Places labels, those of angles by their width times a factor.
    fn in_order(drawn: Vec<Drawn>, labels: &[Option<&Label>], size: f64, factor: f64) -> Self {
        let mut laid = Self { labels: vec![None; drawn.len()], drawn, hidden: 0 };
        let content = |label: &Option<&Label>| Some((content((*label)?, size)?, (*label)?.ink));
        let contents: Vec<Option<(Boxed, Ink)>> = labels.iter().map(content).collect();
        for (number, _) in contents.iter().enumerate().filter(|it| it.1.is_some()) {
            laid.make_room(number);
        }
        let mut order: Vec<usize> = (0..contents.len()).collect();
        order.sort_by(|a, b| laid.rank(*a, factor).total_cmp(&laid.rank(*b, factor)));
        for number in order {
            if let Some((content, ink)) = &contents[number] {
                laid.place(number, content, *ink);
            }
        }
        laid
    }

    /// Returns a number by which labels are placed, small ones first.
    fn rank(&self, number: usize, factor: f64) -> f64 {
        match &self.drawn[number] {
            Drawn { sector: Some(sector), .. } => factor * sector.width(),
            Drawn { around: Some(_), .. } => 10.0,
            _ => 20.0,
        }
    }

    /// Moves the arcs around a point outwards where its label can only stand within them.
    fn make_room(&mut self, number: usize) {
        let Some(at) = self.drawn[number].around else { return };
        if self.drawn[number].dots.is_empty() || gaps(&self.drawn, at).iter().any(|gap| gap.is_free)
        {
            return;
        }
        for drawn in &mut self.drawn {
            let Some(sector) = drawn.sector.as_mut().filter(|it| is_same(it.corner, at)) else {
                continue;
            };
            sector.radius = AROUND_LETTER.min(0.6 * sector.shorter).max(sector.radius);
            drawn.lines = sector.arc(sector.radius);
        }
    }

    /// Gives a label the place that hides least, of those the best one.
    fn place(&mut self, number: usize, content: &Boxed, ink: Ink) {
        let drawn = &self.drawn[number];
        let places = match (drawn.sector, drawn.around) {
            (Some(sector), _) => in_sector(&sector, content, ink),
            (None, Some(at)) => self.around(at, content, ink),
            (None, None) => in_rooms(&drawn.rooms, content, ink),
        };
        let mut best: Option<(f64, usize, Place)> = None;
        for place in places {
            let hidden = self.hides(number, &place);
            let cost = hidden as f64 + place.dislike;
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, hidden, place));
            }
        }
        let Some((_, hidden, place)) = best else { return };
        self.hidden += hidden;
        let drawn = &mut self.drawn[number];
        if let (Some(radius), Some(sector)) = (place.arc, &mut drawn.sector) {
            sector.radius = radius;
            drawn.lines = sector.arc(radius);
        }
        self.labels[number] = Some(place.label);
    }

    /// Returns the places of a label around a point, those outside of the angles there first.
    fn around(&self, at: Point, content: &Boxed, ink: Ink) -> Vec<Place> {
        let mut places = Vec::new();
        for gap in gaps(&self.drawn, at) {
            let narrow = (1.0 - gap.width / std::f64::consts::PI).max(0.0);
            for share in [0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86] {
                for far in [0.0, 0.1, 0.2, 0.35, 0.5] {
                    let angle = gap.start + share * gap.width;
                    let towards = (libm::cos(angle), libm::sin(angle));
                    let room = Room { at, towards, gap: BESIDE_POINT + far };
                    let aside = (share - 0.5_f64).abs();
                    let inside = if gap.is_free { 0.0 } else { 3.0 };
                    let dislike = inside + narrow + aside + 4.0 * far;
                    places.push(Place { label: at_room(content, &room, ink), arc: None, dislike });
                }
            }
        }
        places
    }

    /// Returns how much a label hides.
    fn hides(&self, number: usize, place: &Place) -> usize {
        let own = &place.label;
        let padded = own.padded(CLEAR);
        let reached = |by: f64| {
            let box_of = own.padded(by);
            self.labels.iter().flatten().filter(|other| overlap(&box_of, other)).count()
        };
        let lines = self.lines(place.arc.map(|_| number));
        let lines = lines.filter(|line| crosses(&padded, line)).count();
        let is_on = |at: &&Point| {
            let dot = Placed { low: along(**at, (-1.0, -1.0), DOT), ..own.clone() };
            overlap(&padded, &Placed { high: along(**at, (1.0, 1.0), DOT), ..dot })
        };
        let dots = self.drawn.iter().flat_map(|drawn| &drawn.dots).filter(is_on).count();
        let of_angle = self.drawn[number].sector.zip(place.arc).map_or(0, |(sector, radius)| {
            let outside = own.corners().into_iter().filter(|at| !sector.has(*at)).count();
            let arc = sector.arc(radius);
            let is_crossed = |other: &&Placed| arc.iter().any(|line| crosses(other, line));
            let crossed = self.labels.iter().flatten().filter(is_crossed).count();
            (crossed + self.between(&sector, own)) * OF_ANGLE + outside * OF_LINE
        });
        let of_labels = reached(CLEAR) * OF_LABEL + reached(APART) * OF_NEIGHBOUR;
        of_labels + (lines + dots) * OF_LINE + of_angle
    }

    /// Returns all lines that labels should not stand on, circles as lines, without those of a mark.
    fn lines(&self, without: Option<usize>) -> impl Iterator<Item = (Point, Point)> {
        let drawn = self.drawn.iter().enumerate();
        let drawn = drawn.filter(move |(number, it)| !it.is_ground && Some(*number) != without);
        drawn.flat_map(|(_, drawn)| drawn.lines.iter().copied().chain(rings(drawn)))
    }

    /// Returns how many lines that are no arcs are between the corner of an angle and the middle of a label.
    fn between(&self, sector: &Sector, label: &Placed) -> usize {
        let (corner, middle) = (sector.corner, label.middle());
        let solid = self.drawn.iter().filter(|drawn| !drawn.is_ground && drawn.sector.is_none());
        let lines = solid.flat_map(|drawn| drawn.lines.iter().copied().chain(rings(drawn)));
        lines
            .filter(|(from, to)| {
                // What meets in the corner is beside the way, and circles are not quite as they are drawn.
                distance(corner, (*from, *to)) > 0.02 && meet((corner, middle), (*from, *to))
            })
            .count()
    }

    /// Returns what is said of a label: its box, and what it stands in.
    pub(super) fn label_box(&self, number: usize) -> Option<LabelBox> {
        let label = self.labels[number].as_ref()?;
        let Drawn { sector, around, .. } = &self.drawn[number];
        let crossed = self.lines(None).filter(|line| crosses(label, line)).count();
        let in_angles = |at: &Point| {
            let sectors = self.drawn.iter().filter_map(|drawn| drawn.sector);
            let own = sectors.filter(|it| is_same(it.corner, *at) && it.has(label.middle()));
            let can_be_outside = gaps(&self.drawn, *at).iter().any(|gap| gap.is_free);
            if can_be_outside { own.count() } else { 0 }
        };
        Some(LabelBox {
            sides: [label.low.0, label.low.1, label.high.0, label.high.1],
            crossed,
            angle: *sector,
            between: sector.map_or(0, |sector| self.between(&sector, label)),
            in_angles: around.as_ref().map_or(0, in_angles),
        })
    }
}

/// A label of a figure in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelBox {
    /// Its left, upper, right and lower side.
    pub sides: [f64; 4],
    /// How many lines go through it.
    pub crossed: usize,
    /// The angle that it is the label of.
    pub angle: Option<Sector>,
    /// How many lines are between its middle and the corner of that angle.
    pub between: usize,
    /// In how many angles around its own point it stands, where it could stand outside of all.
    pub in_angles: usize,
}

impl Placed {
    fn middle(&self) -> Point {
        ((self.low.0 + self.high.0) / 2.0, (self.low.1 + self.high.1) / 2.0)
    }

    fn corners(&self) -> [Point; 4] {
        let (low, high) = (self.low, self.high);
        [low, (high.0, low.1), high, (low.0, high.1)]
    }

    /// Returns its box with so much around it.
    fn padded(&self, by: f64) -> Self {
        let (low, high) = (along(self.low, (-1.0, -1.0), by), along(self.high, (1.0, 1.0), by));
        Self { strokes: Vec::new(), ink: self.ink, low, high }
    }
}

/// Returns what is drawn of a label that is not empty, no higher than its letters are.
fn content(label: &Label, size: f64) -> Option<Boxed> {
    let found = lines(&label.pieces, size, f64::INFINITY).into_iter().next();
    let mut content = found.filter(|content| content.width > 0.0)?;
    let is_low = |symbol: char| symbol.is_ascii_lowercase() && "gjpqy".contains(symbol);
    let reaches_down = |symbol: char| {
        is_low(symbol) || !(symbol.is_ascii_alphanumeric() || " °−+?".contains(symbol))
    };
    let is_flat = |stroke: &Stroke| match stroke {
        Stroke::Text((_, y), text, _) => *y == 0.0 && !text.contains(reaches_down),
        Stroke::Line(..) => false,
    };
    if content.strokes.iter().all(is_flat) {
        content.descent *= 0.1;
    }
    Some(content)
}

/// Returns the places of a label in an angle, beyond its arc, which stays beside it.
fn in_sector(sector: &Sector, content: &Boxed, ink: Ink) -> Vec<Place> {
    let mut places = Vec::new();
    for share in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82] {
        let mut nearest = None;
        for step in 0..100 {
            let far = f64::from(step) * STEP;
            let label = at_middle(content, along(sector.corner, sector.towards(share), far), ink);
            let free = distance_of_box(&label, sector.corner) - BESIDE_ARC;
            if free < sector.radius {
                continue;
            }
            let nearest = *nearest.get_or_insert(far);
            if far > (1.1 * sector.shorter).max(nearest + 0.6) {
                break;
            }
            let arc = free.min(0.75 * sector.shorter).max(sector.radius);
            let dislike = 3.0 * (free - arc) + arc - sector.radius + 1.5 * (share - 0.5_f64).abs();
            places.push(Place { label, arc: Some(arc), dislike });
        }
    }
    places
}

/// Returns the places of a label in rooms, the first ones best.
fn in_rooms(rooms: &[Room], content: &Boxed, ink: Ink) -> Vec<Place> {
    let place = |(number, room): (usize, &Room)| Place {
        label: at_room(content, room, ink),
        arc: None,
        dislike: number as f64 * 0.1,
    };
    rooms.iter().enumerate().map(place).collect()
}

/// Returns a label around a point.
fn at_middle(content: &Boxed, middle: Point, ink: Ink) -> Placed {
    let (half, tall) = (content.width / 2.0, (content.ascent + content.descent) / 2.0);
    let (low, high) = ((middle.0 - half, middle.1 - tall), (middle.0 + half, middle.1 + tall));
    let mut strokes = content.strokes.clone();
    let baseline = (low.0, low.1 + content.ascent);
    strokes.iter_mut().for_each(|stroke| stroke.shift(baseline.0, baseline.1));
    Placed { strokes, ink, low, high }
}

/// Returns a label that touches a point from a direction.
fn at_room(content: &Boxed, room: &Room, ink: Ink) -> Placed {
    let (half, tall) = (content.width / 2.0, (content.ascent + content.descent) / 2.0);
    let (right, down) = room.towards;
    // So far that the nearest corner or side of the box is the gap away from the point.
    let reach = half * right.abs() + tall * down.abs();
    let is_there = right != 0.0 || down != 0.0;
    let far = if is_there { reach + room.gap } else { 0.0 };
    at_middle(content, along(room.at, room.towards, far), ink)
}

/// Returns circles as lines, to see what lies on them.
fn rings(drawn: &Drawn) -> Vec<(Point, Point)> {
    let on = |centre: Point, radius: f64, step: usize| {
        let to = puzgen_model::figure::direction(step as f64 * 10.0);
        along(centre, to, radius)
    };
    let ring = |(centre, radius): &(Point, f64)| -> Vec<(Point, Point)> {
        (0..36).map(|step| (on(*centre, *radius, step), on(*centre, *radius, step + 1))).collect()
    };
    drawn.circles.iter().flat_map(ring).collect()
}

fn overlap(a: &Placed, b: &Placed) -> bool {
    a.low.0 < b.high.0 && b.low.0 < a.high.0 && a.low.1 < b.high.1 && b.low.1 < a.high.1
}

/// Returns whether a line has a part in the box of a label.
fn crosses(own: &Placed, (from, to): &(Point, Point)) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let way = (to.0 - from.0, to.1 - from.1);
    for (start, step, low, high) in
        [(from.0, way.0, own.low.0, own.high.0), (from.1, way.1, own.low.1, own.high.1)]
    {
        if step.abs() < 1e-9 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    first < last
}

fn distance_of_box(own: &Placed, (x, y): Point) -> f64 {
    let outside = |at: f64, low: f64, high: f64| (low - at).max(at - high).max(0.0);
    length((outside(x, own.low.0, own.high.0), outside(y, own.low.1, own.high.1)))
}

/// Returns whether two lines cross.
fn meet(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |(from, to): (Point, Point), at: Point| {
        let (way, other) = (minus(to, from), minus(at, from));
        way.0 * other.1 - way.1 * other.0
    };
    side(a, b.0) * side(a, b.1) < 0.0 && side(b, a.0) * side(b, a.1) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_model::figure::FIGURE_MARKS;

    fn drawn(name: &str, points: &[Point]) -> Drawn {
        let mark = FIGURE_MARKS.iter().find(|mark| mark.name == name).unwrap();
        (mark.draw)(points, &[], 1.0)
    }

    fn label(text: &str) -> Label {
        Label { pieces: vec![Piece::Text(text.to_owned())], ink: Ink::Given }
    }

    #[test]
    fn labels_of_angles_stand_between_the_sides() {
        // A flat triangle, whose angles at the base have room far from their corners alone.
        let (a, b, c) = ((0.0, 2.0), (9.0, 2.0), (4.0, 0.0));
        let marks = [("polygon", [a, b, c]), ("angle", [b, a, c]), ("angle", [a, c, b])];
        let drawn: Vec<Drawn> = marks.iter().map(|(name, at)| drawn(name, at)).collect();
        let (narrow, wide) = (label("27°"), label("129°"));
        let laid = Laid::new(&drawn, &[None, Some(&narrow), Some(&wide)], 0.45);
        assert_eq!(laid.hidden, 0);
        for number in [1, 2] {
            let LabelBox { angle, between, crossed, .. } = laid.label_box(number).unwrap();
            let placed = laid.labels[number].as_ref().unwrap();
            assert!(placed.corners().iter().all(|at| angle.unwrap().has(*at)));
            assert_eq!((between, crossed), (0, 0));
            let away = distance_of_box(placed, angle.unwrap().corner) - angle.unwrap().radius;
            assert!((0.0..0.3).contains(&away), "{away}");
        }
    }

    #[test]
    fn letters_of_points_stand_outside_of_the_angles_there() {
        let (at, right, up, left) = ((0.0, 0.0), (3.0, 0.0), (1.0, -3.0), (-3.0, 0.0));
        let mut marks = vec![drawn("segment", &[left, right]), drawn("segment", &[at, up])];
        marks.extend([drawn("angle", &[right, at, up]), drawn("name", &[at])]);
        let letter = label("A");
        let laid = Laid::new(&marks, &[None, None, None, Some(&letter)], 0.45);
        let found = laid.label_box(3).unwrap();
        assert_eq!((found.in_angles, found.crossed), (0, 0));
        assert!(found.sides[1] > 0.0, "below the straight line: {found:?}");
    }
}
