//! From a picture to a scene: areas, lines, circles and texts with colours, widths and places, which every
//! vector form draws as they are.
//!
//! # Units
//! One is the side of a square; `(0, 0)` is the top left corner of the scene.

use crate::drawing::code;
use crate::drawing::formulas::{self, Boxed};
use crate::drawing::letters::{self, Weight};
pub use crate::drawing::mark::Mark;
use crate::drawing::mark::of_formula;
use crate::drawing::ships::ShipPart;
use crate::drawing::style::{Colour, Style};
use crate::drawing::table::Table;
use crate::drawing::{
    Anchor, Beside, Circle, Highlight, Ink, Picture, Point, Side, Stroke, TextLabel,
};
use puzgen_explain::Part;

use puzgen_model::formula::Piece;

/// A picture that is laid out.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What it is, for those who cannot see it.
    pub title: String,
    /// How wide it is, in squares.
    pub width: f64,
    /// How high it is, in squares.
    pub height: f64,
    /// Where the corner of the board is.
    pub board: Point,
    /// What is painted under everything.
    pub background: Option<Colour>,
    /// In the order of drawing.
    pub marks: Vec<Mark>,
    /// How many marks lie under the lines that a player draws.
    pub under_lines: usize,
    /// The height of the letters of a program; none where it is another drawing.
    pub program: Option<f64>,
}

/// Room around everything.
pub const MARGIN: f64 = 0.25;
/// How far texts beside the board are apart.
const STEP: f64 = 0.55;
/// How wide a text in a square may be, one in a large circle, one in a small circle, one between the board and
/// the next text beside it.
const IN_SQUARE: f64 = 0.9;
const IN_CIRCLE: f64 = 0.54;
const IN_SMALL_CIRCLE: f64 = 0.34;
const BESIDE: f64 = 0.5;
/// How wide captions may be under a board that is narrower.
const CAPTIONS: f64 = 10.0;
/// From a line of a caption to the next, in heights of letters.
const LEADING: f64 = 1.45;

/// Lays out a picture.
pub fn scene(picture: &Picture, style: &Style) -> Scene {
    let picture = &*Table::drawn(picture, style);
    let layout = Layout {
        picture,
        style,
        is_solved: is_solved(picture),
        figure: drawn_figure(picture, style),
    };
    let (low, high) = layout.board();
    let captions = layout.captions((high.0 - low.0).max(CAPTIONS));
    let widest = captions.iter().map(|caption| caption.width).fold(0.0, f64::max);
    let mut marks = layout.under_lines();
    let under_lines = marks.len();
    marks.extend(layout.lines_and_over());
    let mut room = if captions.is_empty() { 0.0 } else { 0.1 };
    for caption in &captions {
        let (above, below) = layout.around_caption(caption);
        marks.extend(layout.caption((low.0, high.1 + room + above), caption));
        room += above + below;
    }
    let (left, top) = (low.0 - MARGIN, low.1 - MARGIN);
    let (right, bottom) = (high.0.max(low.0 + widest) + MARGIN, high.1 + room + MARGIN);
    marks.iter_mut().for_each(|mark| mark.shift(-left, -top));
    let title = picture.title.clone();
    let (width, height) = (right - left, bottom - top);
    let (background, board) = (style.background, (-left, -top));
    let program = (!picture.code.is_empty()).then_some(code::SIZE);
    Scene { title, width, height, board, background, marks, under_lines, program }
}

/// Lays out what is entered in a picture, and nothing else of it; `at` becomes `(0, 0)`.
pub(crate) fn entered(picture: &Picture, style: &Style, at: Point) -> Vec<Mark> {
    let is_entered = |ink: Ink| ink == Ink::Entered;
    let layout = Layout { picture, style, is_solved: false, figure: (Vec::new(), Vec::new()) };
    let mut marks = Vec::new();
    let filled = picture.cells.iter().filter(|(_, ink)| ink.is_some_and(is_entered));
    marks
        .extend(filled.map(|(points, _)| Mark::Area { points: points.clone(), fill: style.shade }));
    marks.extend(layout.lines(Stroke::Drawn(Ink::Entered)));
    let circles = picture.circles.iter().filter(|circle| is_entered(circle.ink));
    marks.extend(circles.map(|circle| layout.circle(circle)));
    let labels = picture.labels.iter().filter(|label| is_entered(label.ink));
    marks.extend(labels.map(|label| layout.label(label)));
    marks.extend(layout.beside(|beside| is_entered(beside.ink)));
    marks.iter_mut().for_each(|mark| mark.shift(-at.0, -at.1));
    marks
}

/// Returns whether something of the solution is written in the picture.
fn is_solved(picture: &Picture) -> bool {
    picture.labels.iter().any(|label| label.ink == Ink::Entered)
}

struct Layout<'a> {
    picture: &'a Picture,
    style: &'a Style,
    is_solved: bool,
    /// The marks of a figure, and the corners of its rectangle.
    figure: (Vec<Mark>, Vec<Point>),
}

fn drawn_figure(picture: &Picture, style: &Style) -> (Vec<Mark>, Vec<Point>) {
    let Some(figure) = &picture.figure else { return (Vec::new(), Vec::new()) };
    let (marks, (low, high)) = figure.marks(style);
    (marks, vec![low, high])
}

/// Returns where the first text beside the board stands.
pub(super) fn beside_at(beside: &Beside) -> Point {
    nth_beside_at(beside, 0)
}

/// Returns where a text beside the board stands: the `number`-th of so many, in reading order.
fn nth_beside_at(beside: &Beside, number: usize) -> Point {
    let (x, y) = beside.at;
    let away = 0.85 + beside.place(number) as f64 * STEP;
    match beside.side {
        Side::Top => (x, y - away),
        Side::Left => (x - away, y),
        Side::Bottom => (x, y + away),
        Side::Right => (x + away, y),
    }
}

fn radius(circle: &Circle) -> f64 {
    match (circle.is_small, circle.has_text) {
        (false, true) => 0.36,
        (false, false) => 0.32,
        (true, true) => 0.22,
        (true, false) => 0.13,
    }
}

impl Layout<'_> {
    /// Returns the rectangle that holds the board and what stands beside it.
    fn board(&self) -> (Point, Point) {
        let picture = self.picture;
        let mut points: Vec<Point> = picture.cells.iter().flat_map(|cell| cell.0.clone()).collect();
        points.extend(picture.segments.iter().flat_map(|segment| [segment.from, segment.to]));
        for beside in &picture.beside {
            for number in 0..beside.texts.len() {
                let (x, y) = nth_beside_at(beside, number);
                points.extend([(x - 0.3, y - 0.3), (x + 0.3, y + 0.3)]);
            }
        }
        for name in picture.labels.iter().filter(|label| label.is_name) {
            let ((x, y), size) = (name.at, self.style.sizes[3]);
            let half = letters::width(&name.text, Weight::Regular) * size / 2.0;
            points.extend([(x - half, y - size / 2.0), (x + half, y + size / 2.0)]);
        }
        for code in &picture.code {
            let ((x, y), width) = (code.at, code.width());
            points.extend([(x, y - code.size), (x + width, y + code.size / 2.0)]);
        }
        for circle in &picture.circles {
            let ((x, y), room) = (circle.at, radius(circle) + 0.04);
            points.extend([(x - room, y - room), (x + room, y + room)]);
        }
        points.extend(self.figure.1.iter().copied());
        let (mut low, mut high) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
        for (x, y) in points {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        (low, high)
    }

    fn under_lines(&self) -> Vec<Mark> {
        let mut marks = self.tints();
        marks.extend(self.figure.0.iter().cloned());
        marks.extend(self.areas());
        for stroke in [Stroke::Thin, Stroke::Diagonal, Stroke::Cage, Stroke::Thick] {
            marks.extend(self.lines(stroke));
        }
        marks.extend(self.gaps());
        marks.extend(self.circles(false));
        marks.extend(self.lines(Stroke::Drawn(Ink::Given)));
        marks
    }

    fn lines_and_over(&self) -> Vec<Mark> {
        let mut marks = self.lines(Stroke::Drawn(Ink::Entered));
        marks.extend(self.dots());
        marks.extend(self.circles(true));
        marks.extend(self.ships());
        marks.extend(self.outlines());
        let labels = self.picture.labels.iter().filter(|label| !self.has_ship(label.at));
        marks.extend(labels.map(|label| self.label(label)));
        marks.extend(self.beside(|_| true));
        marks.extend(self.code());
        marks
    }

    /// Returns what a step points at, tinted under everything.
    fn tints(&self) -> Vec<Mark> {
        let tint = |highlight: &Highlight| {
            let (fill, width) = match highlight.part {
                Part::Area => (self.style.tints[0], 0.2),
                Part::Reason => (self.style.tints[1], 0.25),
                Part::Concluded => (self.style.tints[2], 0.3),
            };
            match highlight.shape.as_slice() {
                [] => None,
                [at] => Some(Mark::Circle { at: *at, radius: 0.3, fill, line: None }),
                [from, to] => {
                    let (from, to, colour) = (*from, *to, fill);
                    Some(Mark::Line { from, to, width, colour, is_dashed: false })
                }
                corners => Some(Mark::Area { points: corners.to_vec(), fill }),
            }
        };
        self.picture.highlights.iter().filter_map(tint).collect()
    }

    /// Returns the outlines of the squares that a step concludes something for, so that they are told apart in
    /// black and white, too.
    fn outlines(&self) -> Vec<Mark> {
        let concluded = self.picture.highlights.iter().filter(|it| it.part == Part::Concluded);
        let squares = concluded.map(|highlight| &highlight.shape).filter(|shape| shape.len() > 2);
        let (colour, width) = (self.style.outline, self.style.widths[1]);
        let side = |(from, to): (&Point, &Point)| Mark::Line {
            from: *from,
            to: *to,
            width,
            colour,
            is_dashed: false,
        };
        squares
            .flat_map(|corners| corners.iter().zip(corners.iter().cycle().skip(1)).map(side))
            .collect()
    }

    fn colour(&self, ink: Ink) -> Colour {
        match ink {
            Ink::Given => self.style.given,
            Ink::Entered => self.style.entered,
        }
    }

    /// Returns whether a part of a ship is around a point.
    fn has_ship(&self, (x, y): Point) -> bool {
        let is_around =
            |ship: &ShipPart| (ship.at.0 - x).abs() < 0.25 && (ship.at.1 - y).abs() < 0.25;
        self.picture.ships.iter().any(is_around)
    }

    fn ships(&self) -> Vec<Mark> {
        let marks = |ship: &ShipPart| ship.marks(self.colour(ship.ink));
        self.picture.ships.iter().flat_map(marks).collect()
    }

    fn areas(&self) -> Vec<Mark> {
        let is_ship = |corners: &[Point]| {
            let count = corners.len() as f64;
            let middle = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / count;
            self.has_ship((middle(|at| at.0), middle(|at| at.1)))
        };
        let cells = self.picture.cells.iter().filter(|(corners, _)| !is_ship(corners));
        let filled = cells.filter_map(|(points, ink)| {
            let fill = match (*ink)? {
                Ink::Given => self.style.black,
                Ink::Entered => self.style.shade,
            };
            Some(Mark::Area { points: points.clone(), fill })
        });
        filled.collect()
    }

    fn lines(&self, stroke: Stroke) -> Vec<Mark> {
        let Style { given, entered, grid, line, widths, .. } = *self.style;
        let (colour, width) = match stroke {
            Stroke::Thin => (grid, widths[0]),
            Stroke::Thick => (given, widths[1]),
            Stroke::Diagonal => (grid, widths[0]),
            Stroke::Cage => (given, widths[0]),
            // Light, so that numbers can be read over it.
            Stroke::Drawn(Ink::Given) => (line, widths[2]),
            Stroke::Drawn(Ink::Entered) => (entered, widths[2]),
        };
        let segments = self.picture.segments.iter().filter(|segment| segment.stroke == stroke);
        let is_dashed = stroke == Stroke::Cage;
        let line = |(from, to)| Mark::Line { from, to, width, colour, is_dashed };
        segments.map(|segment| line((segment.from, segment.to))).collect()
    }

    /// Returns what is painted over the borders of cages, so that the numbers in corners can be read.
    fn gaps(&self) -> Vec<Mark> {
        if !self.picture.segments.iter().any(|segment| segment.stroke == Stroke::Cage) {
            return Vec::new();
        }
        let fill = self.style.background.unwrap_or(self.style.paper);
        let in_corners = self
            .picture
            .labels
            .iter()
            .filter(|label| label.is_small && label.anchor == Anchor::Start);
        let gap = |label: &TextLabel| {
            let Mark::Text { at: (x, y), text, size, weight, .. } = self.label(label) else {
                return None;
            };
            let right = x + letters::width(&text, weight) * size + 0.03;
            let (left, top) = (x - 0.025, y - size * 0.8);
            let points = vec![(left, top), (right, top), (right, y + 0.03), (left, y + 0.03)];
            Some(Mark::Area { points, fill })
        };
        in_corners.filter_map(gap).collect()
    }

    fn dots(&self) -> Vec<Mark> {
        let fill = self.style.given;
        let dot = |at: &Point| Mark::Circle { at: *at, radius: 0.05, fill, line: None };
        self.picture.dots.iter().map(dot).collect()
    }

    /// Returns circles: large ones without a text under lines, which go through them, the others over lines.
    fn circles(&self, over_lines: bool) -> Vec<Mark> {
        let is_over =
            |circle: &&Circle| circle.has_text || circle.is_small || self.has_label(circle);
        let circles = self.picture.circles.iter().filter(|it| is_over(it) == over_lines);
        circles.map(|circle| self.circle(circle)).collect()
    }

    fn circle(&self, circle: &Circle) -> Mark {
        let colour = self.colour(circle.ink);
        let fill = match (circle.is_filled, circle.ink) {
            (true, Ink::Given) => self.style.black,
            (true, Ink::Entered) => colour,
            (false, Ink::Given) if !circle.has_text => self.style.white,
            (false, _) => self.style.paper,
        };
        let line = Some((colour, self.style.widths[3]));
        Mark::Circle { at: circle.at, radius: radius(circle), fill, line }
    }

    /// Returns whether a text stands in a circle.
    fn has_label(&self, circle: &Circle) -> bool {
        self.picture.labels.iter().any(|label| label.at == circle.at)
    }

    /// Returns whether a circle that the puzzle gives around a point is filled, where there is a large one.
    fn pearl(&self, at: Point) -> Option<bool> {
        let is_here = |circle: &&Circle| circle.at == at && !circle.has_text && !circle.is_small;
        let circle = self.picture.circles.iter().find(is_here);
        circle.filter(|circle| circle.ink == Ink::Given).map(|circle| circle.is_filled)
    }

    /// Returns whether a point is in a square that the puzzle fills.
    fn is_on_black(&self, (x, y): Point) -> bool {
        let filled = self.picture.cells.iter().filter(|cell| cell.1 == Some(Ink::Given));
        filled.map(|(corners, _)| corners).any(|corners| {
            // Corners go clockwise, so what is inside is right of each side.
            let is_right = |(number, (from_x, from_y)): (usize, &Point)| {
                let (to_x, to_y) = corners[(number + 1) % corners.len()];
                (to_x - from_x) * (y - from_y) >= (to_y - from_y) * (x - from_x)
            };
            corners.iter().enumerate().all(is_right)
        })
    }

    fn weight(&self, ink: Ink) -> Weight {
        match ink {
            Ink::Given if self.style.is_bold || self.is_solved => Weight::Bold,
            Ink::Given | Ink::Entered => Weight::Regular,
        }
    }

    /// Returns how wide a label may be.
    fn room(&self, label: &TextLabel) -> f64 {
        let around = self.picture.circles.iter().find(|it| it.at == label.at);
        match (label.anchor, around) {
            _ if label.is_name => f64::INFINITY,
            (Anchor::Middle, Some(circle)) if circle.is_small => IN_SMALL_CIRCLE,
            (Anchor::Middle, Some(_)) => IN_CIRCLE,
            (Anchor::Middle, None) => IN_SQUARE,
            (Anchor::Start | Anchor::End, _) => IN_SQUARE,
        }
    }

    /// Returns whether something stands in an upper corner of the square with this centre.
    fn has_corner(&self, (x, y): Point) -> bool {
        let is_corner = |label: &TextLabel| {
            label.anchor != Anchor::Middle
                && (label.at.0 - x).abs() < 0.5
                && (-0.5..0.0).contains(&(label.at.1 - y))
        };
        self.picture.labels.iter().any(is_corner)
    }

    fn label(&self, label: &TextLabel) -> Mark {
        let mut size = match label.is_name {
            true => self.style.sizes[3],
            false => self.style.sizes[usize::from(label.is_small)],
        };
        let mut at = label.at;
        if label.anchor == Anchor::Middle && !label.is_small && self.has_corner(at) {
            (size, at.1) = (size * 0.8, at.1 + 0.1);
        }
        let is_on_black = self.pearl(label.at).unwrap_or_else(|| self.is_on_black(label.at));
        let colour = match label.ink {
            ink if label.is_name => self.colour(ink),
            Ink::Given if is_on_black => self.style.white,
            Ink::Entered if is_on_black => self.style.entered_on_given,
            // A white circle is white on every ground.
            Ink::Given if self.pearl(label.at).is_some() => self.style.black,
            ink => self.colour(ink),
        };
        let is_plain = label.is_name || label.anchor != Anchor::Middle;
        let weight = if is_plain { Weight::Regular } else { self.weight(label.ink) };
        let text = label.text.clone();
        placed(at, label.anchor, text, (size, self.room(label)), weight, colour)
    }

    /// Returns what stands beside the board, as far as it is wanted.
    fn beside(&self, is_wanted: impl Fn(&Beside) -> bool) -> Vec<Mark> {
        let mut marks = Vec::new();
        // Where lines have several numbers, those with one have it in the same size.
        let is_one = self.picture.beside.iter().all(|beside| beside.texts.len() == 1);
        for beside in self.picture.beside.iter().filter(|beside| is_wanted(beside)) {
            let size = self.style.sizes[2] * if is_one { 1.0 } else { 0.75 };
            let (weight, colour) = (self.weight(beside.ink), self.colour(beside.ink));
            for (number, text) in beside.texts.iter().enumerate() {
                let (at, fit) = (nth_beside_at(beside, number), (size, BESIDE));
                marks.push(placed(at, Anchor::Middle, text.clone(), fit, weight, colour));
            }
        }
        marks
    }

    /// Returns the texts of a program.
    fn code(&self) -> impl Iterator<Item = Mark> {
        self.picture.code.iter().map(|code| Mark::Text {
            at: code.at,
            text: code.text.clone(),
            size: code.size,
            weight: Weight::Mono,
            colour: self.colour(code.ink),
        })
    }

    /// Returns how much room a line of captions has from the one before to its baseline, and below that: more
    /// where a formula is high.
    fn around_caption(&self, caption: &Boxed) -> (f64, f64) {
        let size = self.style.sizes[3];
        let below = 0.15_f64.max(caption.descent + 0.1 * size);
        ((size * LEADING - 0.15).max(caption.ascent + 0.15 * size), below)
    }

    fn caption(&self, at: Point, caption: &Boxed) -> Vec<Mark> {
        let moved = |part: &formulas::Stroke| {
            let mut part = part.clone();
            part.shift(at.0, at.1);
            of_formula(&part, self.style.given)
        };
        caption.strokes.iter().map(moved).collect()
    }

    /// Returns the sentence and the captions, broken into lines that are not wider than so much.
    fn captions(&self, most: f64) -> Vec<Boxed> {
        let size = self.style.sizes[3];
        let captions = self.picture.captions.iter().map(|text| vec![Piece::Text(text.clone())]);
        let sentence = (!self.picture.sentence.is_empty()).then(|| self.picture.sentence.clone());
        let all = sentence.into_iter().chain(captions);
        all.flat_map(|pieces| formulas::lines(&pieces, size, most)).collect()
    }
}

/// Returns a text in the middle of a point, or beginning or ending there, with smaller letters where its room
/// is too narrow.
fn placed(
    at: Point,
    anchor: Anchor,
    text: String,
    (size, room): (f64, f64),
    weight: Weight,
    colour: Colour,
) -> Mark {
    let width = letters::width(&text, weight);
    let size = size.min(room / width.max(f64::MIN_POSITIVE));
    let before = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width * size / 2.0,
        Anchor::End => width * size,
    };
    let at = (at.0 - before, at.1 + letters::baseline(&text, weight) * size);
    Mark::Text { at, text, size, weight, colour }
}
