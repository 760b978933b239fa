//! From a puzzle to its picture: where each family is drawn, and as what.
//!
//! | indexed by | a number, or a truth with symbols | a truth |
//! |---|---|---|
//! | squares | in the square | an answer or a layout fills it |
//! | edges, pairs of neighbours | between the squares | a line, along the edge or from square to square |
//! | vertices | in a circle on the corner | a circle |
//! | rows, columns, also with directions | beside the board | beside the board |
//! | other lists of squares | in the corner of the first square | the same |
//! | anything else | under the board | under the board |
//!
//! Where there is no board, answers that share a few values have a table to tick (`table.rs`).
//!
//! `show shade`, `circles`, `left` and so on say otherwise; `show script` has a function draw all of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::{Context, StepOnBoard};
use crate::drawing::figure::{self, figure};
use crate::drawing::frame::{SideEnds, frame, middle, side};
use crate::drawing::spots::{SLOTS, arrow, slot};
use crate::drawing::table::Table;
use crate::drawing::{
    Anchor, Beside, Circle, Ink, Picture, Point, Segment, Side, Stroke, TextLabel, code, marks,
    points,
};
use crate::family_block::{CellContent, FamilyBlock};
use crate::listing::Printed;
use crate::text::{clue_sentences, sentence};
use puzgen_base::diagnostics::Problem;
use puzgen_board::sides;
use puzgen_board::spots::Spot;
use puzgen_model::definition::{FamilyLabel, LabelPart, Look, Shown};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::Key;

/// How far lines side by side are apart, in squares.
const STRANDS: f64 = 0.14;

/// What stands below a figure that does not depend on the answer.
const NOT_TO_SCALE: &str = "The figure is not to scale.";

/// Returns the drawing of a puzzle, with its solution where that is to be shown.
///
/// # Errors
/// Where the script that draws it fails.
pub fn picture(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<Picture, Problem> {
    let solution = puzzle.solutions.first().filter(|_| context.with_answers);
    let entered: Vec<FamilyBlock<'_>> =
        solution.into_iter().flat_map(|solution| context.answer_blocks(solution)).collect();
    Ok(drawn(painted(context, puzzle)?, context, &entered))
}

/// Returns the drawing of a puzzle with the values that are known, and what a step points at.
///
/// # Errors
/// Where the script that draws it fails.
pub(super) fn step(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    step: &StepOnBoard<'_>,
) -> Result<Picture, Problem> {
    let known = step.known.iter().map(|value| value.map_or(CellContent::Empty, CellContent::Value));
    let entered = context.blocks_of_answer(&known.collect::<Vec<_>>());
    let start = match painted(context, puzzle)? {
        Painted::Program(mut picture, printed) => {
            let boxes = code::draw(context, &printed, &entered, &mut picture);
            code::highlight(&printed, &boxes, step.points, &mut picture);
            return Ok(picture);
        }
        start => start,
    };
    let mut picture = drawn(start, context, &entered);
    points::highlight(context, step.points, &mut picture);
    points::absences(context, &entered, &mut picture);
    Ok(picture)
}

/// Returns a picture with what is entered.
fn drawn(start: Painted<'_>, context: &Context<'_>, entered: &[FamilyBlock<'_>]) -> Picture {
    match start {
        Painted::ByScript(picture) => picture,
        Painted::Program(mut picture, printed) => {
            code::draw(context, &printed, entered, &mut picture);
            picture
        }
        Painted::Given(mut painter) => {
            painter.picture.table = Table::of(context, entered);
            for block in entered {
                painter.block(block, entered, Ink::Entered);
            }
            painter.finish()
        }
    }
}

/// A picture with what is given.
pub(super) enum Painted<'a> {
    /// A script has drawn all of it.
    ByScript(Picture),
    /// It is a program, of which nothing is drawn yet.
    Program(Picture, Printed<'a>),
    /// More can be entered. What is given is drawn first: it keeps its place in a square, and what is entered
    /// beside it goes into a corner.
    Given(Painter<'a>),
}

/// Draws what is given.
///
/// # Errors
/// Where the script that draws it fails.
pub(super) fn painted<'a>(
    context: &'a Context<'a>,
    puzzle: &GeneratedPuzzle,
) -> Result<Painted<'a>, Problem> {
    let definition = context.instance.definition;
    let title = definition.title.as_deref().unwrap_or(&definition.name);
    let title = match puzzle.is_of_run {
        true => format!("{title}, seed {}, puzzle {}", puzzle.seed, puzzle.index),
        false => title.to_owned(),
    };
    let mut picture = Picture { title, ..Picture::default() };
    if let Some(printed) = Printed::new(context, puzzle) {
        return Ok(Painted::Program(picture, printed));
    }
    picture.sentence = sentence(context, puzzle).unwrap_or_default();
    picture.figure = figure(context, puzzle)?;
    if picture.figure.is_some() && figure::is_to_scale(context) == Some(false) {
        picture.captions.push(NOT_TO_SCALE.to_owned());
    }
    picture.captions.extend(clue_sentences(context, puzzle));
    picture.table = Table::of(context, &[]);
    if let Some(grid) = &context.instance.grid {
        frame(context, grid, &mut picture);
    }
    if let Some((function, span)) = &definition.show.script {
        marks::draw(context, puzzle, &**function, *span, &mut picture)?;
        return Ok(Painted::ByScript(picture));
    }
    let mut given = context.clue_blocks(puzzle);
    given.retain(|block| !block.has_sentences(context));
    given.extend(context.layout_blocks().into_iter().filter(|block| !block.is_rooms(context)));
    let mut painter = Painter::new(context, picture);
    for block in &given {
        painter.block(block, &given, Ink::Given);
    }
    Ok(Painted::Given(painter))
}

/// Draws families one after the other.
#[derive(Clone)]
pub(super) struct Painter<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) picture: Picture,
    /// Where each square is in the picture.
    cells: BTreeMap<Place, usize>,
    /// The labels in the picture, by their points.
    labels: BTreeMap<(i64, i64), usize>,
    /// The points that have a circle.
    circles: BTreeSet<(i64, i64)>,
    /// How many families of an ink are written in a square.
    families: BTreeMap<(Ink, Place), usize>,
    /// Lines from point to point, with how many of them are given and entered.
    lines: BTreeMap<SideEnds, (Point, Point, [usize; 2])>,
    /// How many texts stand one behind the other on each side that has a family.
    depths: BTreeMap<Side, usize>,
}

/// Returns a point as it is compared.
fn rounded(at: Point) -> (i64, i64) {
    ((at.0 * 100.0).round() as i64, (at.1 * 100.0).round() as i64)
}

impl<'a> Painter<'a> {
    fn new(context: &'a Context<'a>, picture: Picture) -> Self {
        let cells = context.instance.grid.as_ref().map(|grid| grid.all(PlaceKind::Cell));
        let cells = cells.unwrap_or_default().into_iter().enumerate();
        Self {
            context,
            picture,
            cells: cells.map(|(number, cell)| (cell, number)).collect(),
            labels: BTreeMap::new(),
            circles: BTreeSet::new(),
            families: BTreeMap::new(),
            lines: BTreeMap::new(),
            depths: BTreeMap::new(),
        }
    }

    /// Returns how a family is drawn, where that is not as usual.
    pub(super) fn look(&self, family: Shown) -> Option<Look> {
        let show = &self.context.instance.definition.show;
        // What stands in the label of another family is not drawn again.
        let is_part = |part: &LabelPart| matches!(part, LabelPart::Value(f) if *f == family);
        let is_told =
            |label: &FamilyLabel| label.family != family && label.parts.iter().any(is_part);
        if show.labels.iter().any(is_told) {
            return Some(Look::Hidden);
        }
        show.looks.iter().find(|drawn| drawn.family == family).map(|drawn| drawn.look)
    }

    pub(super) fn block(&mut self, block: &FamilyBlock<'_>, all: &[FamilyBlock<'_>], ink: Ink) {
        let look = self.look(block.family);
        if look == Some(Look::Hidden) {
            return;
        }
        let Some(grid) = &self.context.instance.grid else { return self.caption(block, all) };
        if sides::line_ends(grid, block.index).is_some() {
            return self.beside(grid, block, all, look, ink);
        }
        let spots = block.index.keys().iter().map(|key| Spot::new(grid, key));
        let Some(spots) = spots.collect::<Option<Vec<Spot>>>() else {
            return self.caption(block, all);
        };
        if look == Some(Look::Borders) {
            return self.borders(grid, block, ink);
        }
        let look = match look {
            Some(Look::Ships) => {
                self.ships(grid, block, ink);
                None
            }
            look => look,
        };
        let slot = self.slot(block, &spots, look, ink);
        for (position, spot) in spots.iter().enumerate() {
            if block.is_told(position) {
                let text = self.text(block, all, position);
                self.element(grid, DrawnElement { block, position, spot, look, slot, text, ink });
            }
        }
    }

    /// Returns what is written for an element, if anything is.
    pub(super) fn text(
        &self,
        block: &FamilyBlock<'_>,
        all: &[FamilyBlock<'_>],
        position: usize,
    ) -> Option<String> {
        let instance = self.context.instance;
        let key = &block.index.keys()[position];
        let labels = &instance.definition.show.labels;
        let Some(label) = labels.iter().find(|label| label.family == block.family) else {
            let token = block.token(instance, position)?;
            let is_blank = block.is_blank(instance, position);
            return (!is_blank).then(|| format!("{token}{}", arrow(key)));
        };
        let mut text = String::new();
        let mut has_value = false;
        for part in &label.parts {
            match part {
                LabelPart::Text(plain) => text.push_str(plain),
                LabelPart::Value(family) => {
                    let other = all.iter().find(|other| other.family == *family);
                    let value = other.and_then(|other| {
                        let position = other.index.position_of(key)?;
                        let is_blank = other.is_blank(instance, position);
                        other.token(instance, position).filter(|_| !is_blank)
                    });
                    has_value |= value.is_some();
                    text.extend(value);
                }
            }
        }
        has_value.then_some(text)
    }

    fn has_label(&self, block: &FamilyBlock<'_>) -> bool {
        let labels = &self.context.instance.definition.show.labels;
        labels.iter().any(|label| label.family == block.family)
    }

    /// Returns whether the values are truths for which no text stands.
    pub(super) fn is_mark(&self, block: &FamilyBlock<'_>) -> bool {
        block.is_truth && !block.has_symbols() && !self.has_label(block)
    }

    /// Returns whether a family of squares fills those where it is true without being told so.
    pub(super) fn fills(&self, block: &FamilyBlock<'_>, look: Option<Look>, ink: Ink) -> bool {
        let is_clue = ink == Ink::Given && !matches!(block.family, Shown::Layout(_));
        look.is_none() && self.is_mark(block) && !is_clue
    }

    /// Returns the number of the first place that is left in all squares of a family.
    fn slot(
        &mut self,
        block: &FamilyBlock<'_>,
        spots: &[Spot],
        look: Option<Look>,
        ink: Ink,
    ) -> usize {
        let is_filled = look == Some(Look::Shade) || self.fills(block, look, ink);
        let is_mark = look == Some(Look::Circles) && block.is_truth;
        if is_filled || is_mark {
            return 0;
        }
        // A label, an arrow or symbols tell a family apart, so it needs no place of its own.
        let has_label = self.has_label(block);
        let has_arrow = block.index.keys().iter().any(|key| !arrow(key).is_empty());
        if look.is_none() && (has_label || has_arrow || block.has_symbols()) {
            return 0;
        }
        let cells: BTreeSet<Place> = spots.iter().filter_map(Spot::cell).collect();
        let taken = cells.iter().filter_map(|cell| self.families.get(&(ink, *cell)));
        let first = usize::from(look == Some(Look::Corner));
        let slot = taken.copied().max().unwrap_or(0).max(first);
        for cell in cells {
            // A family that is shown in a corner leaves the middle free.
            if look != Some(Look::Corner) || slot > 1 {
                self.families.insert((ink, cell), slot + 1);
            }
        }
        slot
    }

    fn element(&mut self, grid: &Grid, element: DrawnElement<'_>) {
        let DrawnElement { block, position, spot, look, slot: number, text, ink } = element;
        let value = block.value(position).unwrap_or_default();
        let is_mark = self.is_mark(block);
        let text = match spot {
            Spot::Between(..) if is_mark && value == 0 => text.map(|_| "×".to_owned()),
            Spot::At(place) if place.kind == PlaceKind::Edge && is_mark && value == 0 => {
                text.map(|_| "×".to_owned())
            }
            _ => text,
        };
        match (spot, look) {
            (Spot::At(cell), Some(Look::Shade)) if cell.kind == PlaceKind::Cell => {
                self.fill(*cell, value, ink);
            }
            (Spot::At(place), Some(Look::Circles)) => {
                let is_small = place.kind != PlaceKind::Cell;
                self.circle(block.is_truth, value, grid.centre(*place), is_small, text, ink);
            }
            (Spot::Between(from, to), Some(Look::Circles)) => {
                self.circle(block.is_truth, value, middle(*from, *to), true, text, ink);
            }
            (Spot::At(cell), _) if spot.cell().is_some() && self.fills(block, look, ink) => {
                self.fill(*cell, value, ink);
            }
            (Spot::At(place), _) if place.kind == PlaceKind::Edge => {
                let ends = grid.ends(*place).map(|end| grid.centre(end));
                self.between(ends, self.lines_of(block, position, look), text, ink);
            }
            (Spot::Between(..), Some(Look::Diagonal)) => {
                self.diagonal(grid, &block.index.keys()[position], text, ink);
            }
            (Spot::Between(from, to), _) => {
                self.between([*from, *to], self.lines_of(block, position, look), text, ink);
            }
            (Spot::At(place), _) if place.kind == PlaceKind::Vertex => {
                if !is_mark || value != 0 {
                    self.circle(is_mark, value, grid.centre(*place), true, text, ink);
                }
            }
            (Spot::At(cell), _) => {
                // What is entered beside something else that is given stands in a corner.
                let free = (number..SLOTS).map(|number| slot(grid, *cell, number));
                self.write(free.collect(), number > 0, text, ink);
            }
            (Spot::Corner(cell), _) => {
                self.write(vec![slot(grid, *cell, 1)], true, text, ink);
            }
        }
    }

    fn fill(&mut self, cell: Place, value: i64, ink: Ink) {
        let cell = self.cells.get(&cell).and_then(|number| self.picture.cells.get_mut(*number));
        if let Some((_, fill @ None)) = cell.filter(|_| value != 0) {
            *fill = Some(ink);
        }
    }

    /// Cuts a square by a diagonal and writes what is of its upper or right side above, the rest below.
    fn diagonal(&mut self, grid: &Grid, key: &Key, text: Option<String>, ink: Ink) {
        let [cell, side] = key.places()[..] else { return };
        let ((x, y), beside) = (grid.centre(cell), grid.centre(side));
        let (from, to) = ((x - 0.5, y - 0.5), (x + 0.5, y + 0.5));
        let cut = Segment { from, to, stroke: Stroke::Diagonal };
        if !self.picture.segments.contains(&cut) {
            self.picture.segments.push(cut);
        }
        let is_above = beside.0 - x > beside.1 - y;
        let at = if is_above { (x + 0.25, y - 0.25) } else { (x - 0.25, y + 0.25) };
        self.write(vec![(at, Anchor::Middle)], true, text, ink);
    }

    /// Draws a circle: of truths open for false and filled for true, else with a text. What is entered is
    /// seen by its circle, so false has none.
    fn circle(
        &mut self,
        is_truth: bool,
        value: i64,
        at: Point,
        is_small: bool,
        text: Option<String>,
        ink: Ink,
    ) {
        let is_none = if is_truth { ink == Ink::Entered && value == 0 } else { text.is_none() };
        if is_none {
            return;
        }
        if self.circles.insert(rounded(at)) {
            let (is_filled, has_text) = (is_truth && value != 0, !is_truth);
            self.picture.circles.push(Circle { at, ink, is_filled, is_small, has_text });
        }
        if !is_truth {
            self.write(vec![(at, Anchor::Middle)], is_small, text, ink);
        }
    }

    /// Returns how many lines an element is drawn as, `None` where it is a text. A truth that could be
    /// hidden is one where it is false.
    fn lines_of(
        &self,
        block: &FamilyBlock<'_>,
        position: usize,
        look: Option<Look>,
    ) -> Option<usize> {
        let value = block.value(position)?;
        let can_hide = match block.family {
            Shown::Clue(id) => !self.context.instance.definition.clues[id.0 as usize].is_fixed,
            Shown::Answer(_) | Shown::Layout(_) => false,
        };
        let is_line = look == Some(Look::Lines) || self.is_mark(block) && !(can_hide && value == 0);
        is_line.then(|| usize::try_from(value).unwrap_or_default())
    }

    fn between(
        &mut self,
        [from, to]: [Point; 2],
        lines: Option<usize>,
        text: Option<String>,
        ink: Ink,
    ) {
        let Some(lines) = lines else {
            return self.write(vec![(middle(from, to), Anchor::Middle)], true, text, ink);
        };
        let (.., counts) = self.lines.entry(side(from, to)).or_insert((from, to, [0, 0]));
        // Answers stand side by side; of what is given twice, one is enough.
        match ink {
            Ink::Given => counts[0] = counts[0].max(lines),
            Ink::Entered => counts[1] += lines,
        }
    }

    /// Draws the sides between squares whose values are known and differ; of a family over pairs of squares,
    /// those where it is known to be false.
    fn borders(&mut self, grid: &Grid, block: &FamilyBlock<'_>, ink: Ink) {
        let at = |key: &Key| block.value(block.index.position_of(key)?);
        let value = |cell: Place| at(&Key::Place(cell));
        let pair = |a: Place, b: Place| {
            let key = |a, b| Key::Tuple(vec![Key::Place(a), Key::Place(b)]);
            at(&key(a, b)).or_else(|| at(&key(b, a)))
        };
        let stroke = if ink == Ink::Given { Stroke::Thick } else { Stroke::Drawn(ink) };
        for edge in grid.all(PlaceKind::Edge) {
            let [a, b] = grid.cells_beside(edge)[..] else { continue };
            let differ = value(a).zip(value(b)).is_some_and(|(a, b)| a != b);
            if differ || pair(a, b) == Some(0) {
                let [from, to] = grid.ends(edge).map(|end| grid.centre(end));
                self.picture.segments.push(Segment { from, to, stroke });
            }
        }
    }

    /// Writes a text at the first of some points that has none, at the last one beside what is there. What
    /// is given is not entered again.
    fn write(
        &mut self,
        points: Vec<(Point, Anchor)>,
        is_small: bool,
        text: Option<String>,
        ink: Ink,
    ) {
        let Some(text) = text else { return };
        let last = points.len() - 1;
        for (number, (at, anchor)) in points.into_iter().enumerate() {
            let is_small = is_small || number > 0;
            let Some(there) = self.labels.get(&rounded(at)).copied() else {
                return self.label(at, anchor, is_small, text, ink);
            };
            let there = &mut self.picture.labels[there];
            let is_given = ink == Ink::Entered && there.ink == Ink::Given;
            if is_given && there.text == text {
                return;
            }
            if number == last && !is_given {
                there.text = format!("{} {text}", there.text);
            }
        }
    }

    fn label(&mut self, at: Point, anchor: Anchor, is_small: bool, text: String, ink: Ink) {
        if let Some(is_filled) = match &*text {
            "●" => Some(true),
            "○" => Some(false),
            _ => None,
        } {
            if self.circles.insert(rounded(at)) {
                let circle = Circle { at, ink, is_filled, is_small, has_text: false };
                self.picture.circles.push(circle);
            }
            return;
        }
        self.labels.insert(rounded(at), self.picture.labels.len());
        let label = TextLabel { at, text, ink, anchor, is_small, is_name: false };
        self.picture.labels.push(label);
    }

    fn beside(
        &mut self,
        grid: &Grid,
        block: &FamilyBlock<'_>,
        all: &[FamilyBlock<'_>],
        look: Option<Look>,
        ink: Ink,
    ) {
        let Some((is_column, ends)) = sides::line_ends(grid, block.index) else { return };
        let sides = if is_column { [Side::Top, Side::Bottom] } else { [Side::Left, Side::Right] };
        let wanted = sides::wanted(look).filter(|side| sides.contains(side));
        let usual = wanted.unwrap_or_else(|| {
            let free = sides.into_iter().find(|side| !self.depths.contains_key(side));
            free.unwrap_or(sides[1])
        });
        let before = self.depths.clone();
        for end in ends {
            let side = end.side.unwrap_or(usual);
            let depth = before.get(&side).copied().unwrap_or(0);
            let Some(cell) = end.cell(side) else { continue };
            let mut texts: Vec<String> = Vec::new();
            for position in &end.positions {
                // Of several numbers in a line, 0 says that there are no more.
                let is_end = texts.len() > usize::from(end.positions.len() == 1)
                    && block.value(*position) == Some(0);
                if !is_end {
                    texts.extend(self.text(block, all, *position));
                }
            }
            let at = grid.centre(cell);
            let is_given = |given: &Beside| {
                given.side == side && rounded(given.at) == rounded(at) && given.texts == texts
            };
            if texts.is_empty() || self.picture.beside.iter().any(is_given) {
                continue;
            }
            let reached = self.depths.entry(side).or_default();
            *reached = (*reached).max(depth + texts.len());
            self.picture.beside.push(Beside { side, at, texts, depth, ink });
        }
    }

    /// Returns the picture, with lines side by side where there are several.
    pub(super) fn finish(mut self) -> Picture {
        for (from, to, [given, entered]) in self.lines.into_values() {
            let count = given.max(entered);
            let (right, down) = (to.0 - from.0, to.1 - from.1);
            let length = libm::hypot(right, down).max(f64::MIN_POSITIVE);
            for number in 0..count {
                let aside = (number as f64 - (count - 1) as f64 / 2.0) * STRANDS / length;
                let moved = |at: Point| (at.0 - down * aside, at.1 + right * aside);
                let ink = if number < given { Ink::Given } else { Ink::Entered };
                let (from, to, stroke) = (moved(from), moved(to), Stroke::Drawn(ink));
                self.picture.segments.push(Segment { from, to, stroke });
            }
        }
        self.picture
    }
}

/// An element of a family, and what is known of how it is drawn.
struct DrawnElement<'e> {
    block: &'e FamilyBlock<'e>,
    position: usize,
    spot: &'e Spot,
    look: Option<Look>,
    slot: usize,
    text: Option<String>,
    ink: Ink,
}
