//! What is drawn between points, and where a label of it may stand.

use crate::figure::{Argument, Point, Sector, along, length, minus, unit};

/// What a mark is made of.
#[derive(Debug, Clone, Default)]
pub struct Drawn {
    /// Straight lines.
    pub lines: Vec<(Point, Point)>,
    /// Circles, by their centre and radius.
    pub circles: Vec<(Point, f64)>,
    /// Points that are seen.
    pub dots: Vec<Point>,
    /// Where the middle of a label may stand, the best first.
    pub rooms: Vec<Room>,
    /// What a label stands in, near the arc, which its lines are.
    pub sector: Option<Sector>,
    /// What a label stands around, outside of the angles there.
    pub around: Option<Point>,
    /// Whether the lines are thin ones that explain others.
    pub is_fine: bool,
    /// Whether labels may stand on its lines.
    pub is_ground: bool,
}

/// Where a label may stand: it touches a point from a direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The point.
    pub at: Point,
    /// The way from the point to the middle of the label, of length 1, or nothing.
    pub towards: Point,
    /// How far the label stays from the point.
    pub gap: f64,
}

/// Something that can be drawn between points.
#[derive(Debug)]
pub struct FigureMark {
    /// Its name in the language.
    pub name: &'static str,
    /// How it is written.
    pub signature: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it takes.
    pub takes: &'static [Argument],
    /// Draws it, with a length of the figure's own unit in squares.
    pub draw: fn(&[Point], &[f64], f64) -> Drawn,
}

use Argument::{Number, Point as At, Points};

/// All marks.
pub const FIGURE_MARKS: &[FigureMark] = &[
    FigureMark {
        name: "segment",
        signature: "segment(point, point)",
        about: "A straight line; its label stands beside its middle.",
        takes: &[At, At],
        draw: |points, _, _| segment(points),
    },
    FigureMark {
        name: "auxiliary",
        signature: "auxiliary(point, point)",
        about: "A thin straight line.",
        takes: &[At, At],
        draw: |points, _, _| Drawn { is_fine: true, ..segment(points) },
    },
    FigureMark {
        name: "line",
        signature: "line(point, point)",
        about: "A straight line that goes on beyond both points.",
        takes: &[At, At],
        draw: |points, _, _| {
            let [a, b] = points else { return Drawn::default() };
            let to = unit(minus(*b, *a));
            segment(&[along(*a, to, -BEYOND), along(*b, to, BEYOND)])
        },
    },
    FigureMark {
        name: "polygon",
        signature: "polygon(point, point, point, …)",
        about: "Straight lines from each point to the next, and to the first; its label stands inside.",
        takes: &[At, At, At, Points],
        draw: |points, _, _| polygon(points),
    },
    FigureMark {
        name: "circle",
        signature: "circle(point, point)",
        about: "The circle around the first point through the second.",
        takes: &[At, At],
        draw: |points, _, _| match points {
            [centre, on] => {
                Drawn { circles: vec![(*centre, length(minus(*on, *centre)))], ..Drawn::default() }
            }
            _ => Drawn::default(),
        },
    },
    FigureMark {
        name: "angle",
        signature: "angle(point, point, point)",
        about: "An arc at the second point, between the ways to the others; its label stands inside.",
        takes: &[At, At, At],
        draw: |points, _, _| angle(points),
    },
    FigureMark {
        name: "right_angle",
        signature: "right_angle(point, point, point)",
        about: "The mark of a right angle at the second point.",
        takes: &[At, At, At],
        draw: |points, _, _| {
            let [a, at, b] = points else { return Drawn::default() };
            let (to_a, to_b) = (unit(minus(*a, *at)), unit(minus(*b, *at)));
            let (one, other) = (along(*at, to_a, SQUARE), along(*at, to_b, SQUARE));
            let far = along(one, to_b, SQUARE);
            Drawn { lines: vec![(one, far), (far, other)], is_fine: true, ..Drawn::default() }
        },
    },
    FigureMark {
        name: "ticks",
        signature: "ticks(point, point, count)",
        about: "Short strokes across the middle of a way, as many on each that is equally long.",
        takes: &[At, At, Number],
        draw: |points, numbers, _| strokes(points, numbers, 0.0),
    },
    FigureMark {
        name: "arrows",
        signature: "arrows(point, point, count)",
        about: "Arrowheads on the middle of a way, as many on each that is parallel.",
        takes: &[At, At, Number],
        draw: |points, numbers, _| strokes(points, numbers, 0.13),
    },
    FigureMark {
        name: "dot",
        signature: "dot(point)",
        about: "A dot with its label beside it.",
        takes: &[At],
        draw: |points, _, _| match points {
            [at] => Drawn { dots: vec![*at], around: Some(*at), ..Drawn::default() },
            _ => Drawn::default(),
        },
    },
    FigureMark {
        name: "name",
        signature: "name(point)",
        about: "Nothing but a label beside a point.",
        takes: &[At],
        draw: |points, _, _| match points {
            [at] => Drawn { around: Some(*at), ..Drawn::default() },
            _ => Drawn::default(),
        },
    },
    FigureMark {
        name: "lattice",
        signature: "lattice(point, point)",
        about: "Thin lines one unit apart between two corners of a rectangle.",
        takes: &[At, At],
        draw: |points, _, unit| lattice(points, unit),
    },
];

/// How far lines go on beyond their points, how large the marks of right angles are, how far strokes across a way reach
/// and are apart.
const BEYOND: f64 = 0.6;
const SQUARE: f64 = 0.24;
const REACH: f64 = 0.12;
const APART: f64 = 0.13;
/// How far labels stay from what they name.
const GAP: f64 = 0.11;

fn segment(points: &[Point]) -> Drawn {
    let [a, b] = points else { return Drawn::default() };
    let to = unit(minus(*b, *a));
    let mut rooms = Vec::new();
    for share in [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] {
        let at = along(*a, minus(*b, *a), share);
        for towards in [(-to.1, to.0), (to.1, -to.0)] {
            rooms.push(Room { at, towards, gap: GAP });
        }
    }
    Drawn { lines: vec![(*a, *b)], rooms, ..Drawn::default() }
}

fn polygon(points: &[Point]) -> Drawn {
    let count = points.len().max(1) as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, at| along(sum, *at, 1.0));
    let middle = (sum.0 / count, sum.1 / count);
    let next = points.iter().cycle().skip(1);
    Drawn {
        lines: points.iter().copied().zip(next.copied()).collect(),
        rooms: vec![Room { at: middle, towards: (0.0, 0.0), gap: 0.0 }],
        ..Drawn::default()
    }
}

fn angle(points: &[Point]) -> Drawn {
    let [a, at, b] = points else { return Drawn::default() };
    let sector = Sector::new(*a, *at, *b);
    let lines = sector.arc(sector.radius);
    Drawn { lines, sector: Some(sector), is_fine: true, ..Drawn::default() }
}

/// Draws strokes across the middle of a way that lean back by so much at their ends.
fn strokes(points: &[Point], numbers: &[f64], lean: f64) -> Drawn {
    let ([a, b], [count]) = (points, numbers) else { return Drawn::default() };
    let to = unit(minus(*b, *a));
    let (middle, aside) = (along(*a, minus(*b, *a), 0.5), (-to.1, to.0));
    let count = (*count as i64).clamp(1, 5);
    let mut lines = Vec::new();
    for number in 0..count {
        let at = along(middle, to, (number as f64 - (count - 1) as f64 / 2.0) * APART);
        let end = |reach: f64| along(along(at, aside, reach), to, -lean);
        lines.extend([(end(REACH), at), (at, end(-REACH))]);
    }
    Drawn { lines, is_fine: true, ..Drawn::default() }
}

fn lattice(points: &[Point], unit: f64) -> Drawn {
    let [a, b] = points else { return Drawn::default() };
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
    let count = |from: f64, to: f64| (((to - from) / unit).round() as usize).min(60);
    let mut lines = Vec::new();
    for number in 0..=count(left, right) {
        let x = left + number as f64 * unit;
        lines.push(((x, top), (x, bottom)));
    }
    for number in 0..=count(top, bottom) {
        let y = top + number as f64 * unit;
        lines.push(((left, y), (right, y)));
    }
    Drawn { lines, is_fine: true, is_ground: true, ..Drawn::default() }
}
