//! From a puzzle to its picture: where each family is drawn, and as what.
//!
//! | indexed by | a number, or a truth with symbols | a truth |
//! |---|---|---|
//! | squares | in the square | an answer fills it |
//! | edges, pairs of neighbours | between the squares | a line, along the edge or from square to square |
//! | vertices | in a circle on the corner | a circle |
//! | rows, columns | beside the board | beside the board |
//! | other lists of squares | in the corner of the first square | the same |
//! | anything else | under the board | under the board |
//!
//! `show shade`, `circles`, `left` and so on say otherwise; `show script` has a function draw all of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Problem;
use crate::export::drawing::frame::{frame, middle};
use crate::export::drawing::marks;
use crate::export::drawing::{Beside, Circle, Ink, Label, Picture, Point, Segment, Side, Stroke};
use crate::export::{Block, Context, text::sentence};
use crate::generate::Puzzle;
use crate::grid::{Grid, Place, PlaceKind};
use crate::model::definition::Look;
use crate::model::value::Key;

/// Returns the drawing of a puzzle, with its solution where that is to be shown.
///
/// # Errors
/// Those of the script that draws it.
pub(super) fn picture(context: &Context<'_>, puzzle: &Puzzle) -> Result<Picture, Problem> {
    let definition = context.instance.definition;
    let title = definition.title.as_deref().unwrap_or(&definition.name);
    let mut picture = Picture {
        title: format!("{title}, seed {}, puzzle {}", puzzle.seed, puzzle.index),
        ..Picture::default()
    };
    picture.captions.extend(sentence(context, puzzle));
    if let Some(grid) = &context.instance.grid {
        frame(context, grid, &mut picture);
    }
    if let Some((function, span)) = &definition.show.script {
        marks::draw(context, puzzle, &**function, *span, &mut picture)?;
        return Ok(picture);
    }
    let solution = puzzle.solutions.first().filter(|_| context.with_answers);
    let mut painter = Painter { context, picture, taken: BTreeSet::new(), sides: BTreeSet::new() };
    for block in context.clue_blocks(puzzle) {
        painter.block(&block, Ink::Given);
    }
    for block in solution.into_iter().flat_map(|solution| context.answer_blocks(solution)) {
        painter.block(&block, Ink::Entered);
    }
    Ok(painter.picture)
}

/// Where an element of a family is drawn.
enum Spot {
    /// At a point.
    At(Place),
    /// Between two places, or along what joins them.
    Between(Point, Point),
    /// In the corner of the first square of a list.
    Corner(Place),
}

struct Painter<'a> {
    context: &'a Context<'a>,
    picture: Picture,
    /// Points that have a label.
    taken: BTreeSet<(i64, i64)>,
    /// Sides that have a family.
    sides: BTreeSet<Side>,
}

impl Painter<'_> {
    fn block(&mut self, block: &Block<'_>, ink: Ink) {
        let looks = &self.context.instance.definition.show.looks;
        let look = looks.iter().find(|(family, _)| *family == block.family).map(|(_, look)| *look);
        let grid = self.context.instance.grid.as_ref();
        let is_beside = |grid: &&Grid| lines(grid, block).is_some();
        if let Some(grid) = grid.filter(is_beside) {
            return self.beside(grid, block, look, ink);
        }
        let spots: Option<Vec<Spot>> =
            grid.and_then(|grid| block.index.keys().iter().map(|key| spot(grid, key)).collect());
        let (Some(grid), Some(spots)) = (grid, spots) else { return self.caption(block) };
        for (position, spot) in spots.iter().enumerate() {
            let Some(text) = block.token(self.context.instance, position) else { continue };
            let value = block.value(position).unwrap_or_default();
            let text = format!("{text}{}", arrow(&block.index.keys()[position]));
            self.element(grid, block, look, spot, value, text, ink);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what is drawn, where and how")]
    fn element(
        &mut self,
        grid: &Grid,
        block: &Block<'_>,
        look: Option<Look>,
        spot: &Spot,
        value: i64,
        text: String,
        ink: Ink,
    ) {
        let is_mark = block.is_truth && !block.has_symbols(self.context.instance);
        match (spot, look) {
            (Spot::At(place), Some(Look::Circles)) => {
                let at = grid.centre(*place);
                let is_filled = is_mark && value != 0;
                self.picture.circles.push(Circle { at, is_filled });
                if !is_mark {
                    self.label(at, text, ink, false);
                }
            }
            (Spot::At(place), _)
                if place.kind == PlaceKind::Cell
                    && (look == Some(Look::Shade) || (is_mark && ink == Ink::Entered)) =>
            {
                if value != 0 {
                    let corners = grid.outline(*place);
                    let mut cells = self.picture.cells.iter_mut();
                    let cell = cells.find(|cell| cell.0 == corners);
                    cell.into_iter().for_each(|cell| cell.1 = Some(ink));
                }
            }
            (Spot::At(place), _) if place.kind == PlaceKind::Edge => {
                let [from, to] = grid.ends(*place).map(|end| grid.centre(end));
                self.between(from, to, is_mark, value, text, ink);
            }
            (Spot::At(place), _) => {
                let at = grid.centre(*place);
                if place.kind == PlaceKind::Vertex {
                    if is_mark && value == 0 {
                        return;
                    }
                    self.picture.circles.push(Circle { at, is_filled: is_mark });
                }
                if !is_mark || place.kind == PlaceKind::Cell {
                    self.label(at, text, ink, place.kind != PlaceKind::Cell);
                }
            }
            (Spot::Between(from, to), _) => self.between(*from, *to, is_mark, value, text, ink),
            (Spot::Corner(place), _) => {
                let (x, y) = grid.outline(*place)[0];
                self.label((x + 0.22, y + 0.2), text, ink, true);
            }
        }
    }

    fn between(
        &mut self,
        from: Point,
        to: Point,
        is_mark: bool,
        value: i64,
        text: String,
        ink: Ink,
    ) {
        if !is_mark {
            self.label(middle(from, to), text, ink, true);
        } else if value != 0 {
            self.picture.segments.push(Segment { from, to, stroke: Stroke::Drawn });
        }
    }

    /// Writes a text, in the corner where the middle of the square has one already. What is given
    /// is not written again.
    fn label(&mut self, at: Point, text: String, ink: Ink, is_small: bool) {
        let key = ((at.0 * 100.0).round() as i64, (at.1 * 100.0).round() as i64);
        let is_taken = !self.taken.insert(key);
        if is_taken && ink == Ink::Entered {
            return;
        }
        let (at, is_small) =
            if is_taken { ((at.0 - 0.28, at.1 - 0.3), true) } else { (at, is_small) };
        self.picture.labels.push(Label { at, text, ink, is_small, is_name: false });
    }

    fn beside(&mut self, grid: &Grid, block: &Block<'_>, look: Option<Look>, ink: Ink) {
        let Some((is_column, lines)) = lines(grid, block) else { return };
        let wanted = match look {
            Some(Look::Top) => Some(Side::Top),
            Some(Look::Bottom) => Some(Side::Bottom),
            Some(Look::Left) => Some(Side::Left),
            Some(Look::Right) => Some(Side::Right),
            Some(Look::Shade | Look::Circles) | None => None,
        };
        let sides = if is_column { [Side::Top, Side::Bottom] } else { [Side::Left, Side::Right] };
        let side = wanted.filter(|side| sides.contains(side)).unwrap_or_else(|| {
            let free = sides.into_iter().find(|side| !self.sides.contains(side));
            free.unwrap_or(sides[1])
        });
        self.sides.insert(side);
        for (cells, positions) in lines {
            let is_first = matches!(side, Side::Top | Side::Left);
            let Some(end) = (if is_first { cells.first() } else { cells.last() }) else { continue };
            let mut texts: Vec<String> = Vec::new();
            for position in &positions {
                // Of several numbers in a line, 0 says that there are no more.
                let is_end = texts.len() > usize::from(positions.len() == 1)
                    && block.value(*position) == Some(0);
                if !is_end {
                    texts.extend(block.token(self.context.instance, *position));
                }
            }
            if !texts.is_empty() {
                self.picture.beside.push(Beside { side, at: grid.centre(*end), texts, ink });
            }
        }
    }

    fn caption(&mut self, block: &Block<'_>) {
        let instance = self.context.instance;
        let tokens = (0..block.index.len()).map(|position| block.token(instance, position));
        let tokens: Vec<String> = tokens.map(|token| token.unwrap_or_else(|| ".".into())).collect();
        let text = format!("{} = {}", block.name, tokens.join(" "));
        // A sentence says what loose variables are, except in the solution.
        let is_told = instance.definition.show.text.is_some()
            && block.layout(instance) == crate::board::layout::Layout::Single;
        if !is_told {
            self.picture.captions.push(text);
        }
    }
}

fn spot(grid: &Grid, key: &Key) -> Option<Spot> {
    match key {
        Key::Place(place) => Some(Spot::At(*place)),
        Key::Tuple(parts) => match parts.as_slice() {
            [Key::Place(a), Key::Place(b)] => Some(Spot::Between(grid.centre(*a), grid.centre(*b))),
            [Key::Place(place), Key::Word(_)] => Some(Spot::At(*place)),
            _ => None,
        },
        Key::List(_) => {
            let cells = key.places();
            cells.first().filter(|cell| cell.kind == PlaceKind::Cell).copied().map(Spot::Corner)
        }
        Key::Int(_) | Key::Word(_) | Key::Variable(_) => None,
    }
}

/// Returns the arrow of a clue that points somewhere.
fn arrow(key: &Key) -> &'static str {
    let Key::Tuple(parts) = key else { return "" };
    match parts.as_slice() {
        [Key::Place(_), Key::Word(word)] => match &**word {
            "up" => "↑",
            "down" => "↓",
            "left" => "←",
            "right" => "→",
            _ => "",
        },
        _ => "",
    }
}

/// The squares of a line, and the positions of what belongs to it.
type Line = (Vec<Place>, Vec<usize>);

/// Returns the elements line by line where all are of rows, or all of columns (`true`); several of
/// one line are numbered.
fn lines(grid: &Grid, block: &Block<'_>) -> Option<(bool, Vec<Line>)> {
    if block.index.is_empty() || grid.as_graph().is_some() {
        return None;
    }
    [(false, grid.rows()), (true, grid.columns())].into_iter().find_map(|(is_column, lines)| {
        let number: BTreeMap<Vec<Place>, usize> =
            lines.iter().cloned().enumerate().map(|(number, line)| (line, number)).collect();
        let mut found: Vec<Line> = lines.into_iter().map(|line| (line, Vec::new())).collect();
        for (position, key) in block.index.keys().iter().enumerate() {
            let list = match key {
                Key::List(_) => key,
                Key::Tuple(parts) => match parts.as_slice() {
                    [list @ Key::List(_), Key::Int(_)] => list,
                    _ => return None,
                },
                _ => return None,
            };
            found[*number.get(&list.places())?].1.push(position);
        }
        Some((is_column, found))
    })
}
