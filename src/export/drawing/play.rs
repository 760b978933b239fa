//! What a player works from: the drawing of a puzzle, and for each value that can be entered what is drawn then.
//!
//! A value's piece is found by drawing the puzzle with that value alone, so it looks as in every other drawing.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::drawing::frame::middle;
use crate::drawing::picture::{Painted, Painter, painted};
use crate::drawing::scene::{Mark, beside_at, entered, scene};
use crate::drawing::style::{PAGE, PAGE_COLOURS};
use crate::drawing::{Ink, Picture, Point, Side, code, svg};
use crate::family_block::{CellContent, FamilyBlock};
use crate::json::params_object;
use puzgen_base::diagnostics::Problem;
use puzgen_model::definition::Look;
use puzgen_model::eval::Scope;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::Key;
use puzgen_wire::{
    CluePlace, Play, PlayBorder, PlayCell, PlayClue, PlayElement, PlayFamily, PlayKind,
};

/// What is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// The answer, by who solves.
    Answer,
    /// The clues, by who sets.
    Clues,
}

/// What is known of an element without its drawing.
#[derive(Debug, Clone)]
pub struct PlacedElement {
    /// What it is called.
    pub name: String,
    /// The value that the puzzle gives.
    pub given: Option<i64>,
}

/// Returns what a player works from, or a setter; `places` in storage order.
///
/// # Errors
/// Where a script is to draw the puzzle and fails.
pub fn play(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    elements: Elements,
    places: &[PlacedElement],
) -> Result<Play, Problem> {
    let (painter, picture) = match painted(context, puzzle)? {
        Painted::ByScript(picture) => (None, picture),
        Painted::Program(mut picture, printed) => {
            code::draw(context, &printed, &[], &mut picture);
            (None, picture)
        }
        Painted::Given(painter) => (Some(painter.clone()), painter.finish()),
    };
    let drawn = scene(&picture, &PAGE);
    let origin = (-drawn.board.0, -drawn.board.1);
    let mut table = Table {
        context,
        entered: elements,
        painter,
        origin,
        numbers: context.instance.grid.as_ref().map(cell_numbers).unwrap_or_default(),
        pieces: Pieces::default(),
        families: Vec::new(),
        elements: Vec::new(),
        borders: Vec::new(),
    };
    table.add_families(places);
    let definition = context.instance.definition;
    let Table { pieces, families, elements, borders, .. } = table;
    Ok(Play {
        schema: Play::SCHEMA,
        puzzle: definition.name.clone(),
        title: definition.title.clone().unwrap_or_else(|| definition.name.clone()),
        about: about(context),
        params: params_object(context.instance),
        svg: coloured(svg::to_play(&drawn, &pieces.marks, PAGE.side).to_string()),
        colours: PAGE_COLOURS.iter().map(|it| (it.name.to_owned(), it.in_print.hex())).collect(),
        side: PAGE.side,
        cells: cells(context, &picture, origin),
        families,
        elements,
        marks: pieces.texts,
        borders,
        different: Vec::new(),
    })
}

fn about(context: &Context<'_>) -> Option<String> {
    let about = context.instance.definition.about.as_ref()?;
    Some(Scope::new(context.instance).fill_where(about, &|_| true))
}

/// Returns a point in the units of the drawing.
fn px((x, y): Point, origin: Point) -> [f64; 2] {
    let px = |squares: f64| (squares * PAGE.side * 100.0).round() / 100.0;
    [px(x - origin.0), px(y - origin.1)]
}

/// Returns a drawing with custom properties for colours.
fn coloured(mut text: String) -> String {
    for colour in PAGE_COLOURS {
        text = text.replace(&colour.stands.hex(), &format!("var(--{})", colour.name));
    }
    text
}

fn cell_numbers(grid: &Grid) -> BTreeMap<Place, usize> {
    let cells = grid.all(PlaceKind::Cell).into_iter().enumerate();
    cells.map(|(number, cell)| (cell, number)).collect()
}

fn cells(context: &Context<'_>, picture: &Picture, origin: Point) -> Vec<PlayCell> {
    let Some(grid) = &context.instance.grid else { return Vec::new() };
    let mut lines: BTreeMap<Place, (usize, usize)> = BTreeMap::new();
    if grid.as_graph().is_none() {
        for (row, cells) in grid.rows().into_iter().enumerate() {
            lines.extend(cells.into_iter().enumerate().map(|(at, cell)| (cell, (row, at))));
        }
    }
    let cell = |place: Place| PlayCell {
        name: grid.describe(place),
        row: lines.get(&place).map(|line| line.0),
        column: lines.get(&place).map(|line| line.1),
        at: px(grid.centre(place), origin),
        corners: grid.outline(place).into_iter().map(|corner| px(corner, origin)).collect(),
        clues: clues(picture, grid.centre(place)),
    };
    grid.all(PlaceKind::Cell).into_iter().map(cell).collect()
}

/// Returns what the puzzle shows in a square and beside the board next to it, for those who cannot see it.
fn clues(picture: &Picture, (x, y): Point) -> Vec<PlayClue> {
    let is_near = |at: Point| (at.0 - x).abs() <= 0.5 && (at.1 - y).abs() <= 0.5;
    let clue = |place: CluePlace, text: String| PlayClue { place, text };
    let inside = |text: &str| clue(CluePlace::Inside, text.to_owned());
    let labels = picture.labels.iter().filter(|label| is_near(label.at) && !label.is_name);
    let mut clues: Vec<PlayClue> = labels.map(|label| inside(&label.text)).collect();
    let circles = picture.circles.iter().filter(|it| !it.has_text && is_near(it.at));
    clues.extend(circles.map(|circle| inside(if circle.is_filled { "●" } else { "○" })));
    let centre = |corners: &[Point]| {
        let count = corners.len().max(1) as f64;
        let sum = corners.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        (sum.0 / count, sum.1 / count)
    };
    let is_here = |corners: &[Point]| {
        let at = centre(corners);
        (at.0 - x).abs() < 0.1 && (at.1 - y).abs() < 0.1
    };
    if picture.cells.iter().any(|(corners, ink)| ink.is_some() && is_here(corners)) {
        clues.push(inside("■"));
    }
    for beside in picture.beside.iter().filter(|beside| is_near(beside.at)) {
        let place = match beside.side {
            Side::Top => CluePlace::Top,
            Side::Bottom => CluePlace::Bottom,
            Side::Left => CluePlace::Left,
            Side::Right => CluePlace::Right,
        };
        clues.push(clue(place, beside.texts.join(" ")));
    }
    clues
}

/// The different pieces, with the marks that they are made of.
#[derive(Default)]
struct Pieces {
    texts: Vec<String>,
    marks: Vec<Mark>,
    numbers: BTreeMap<String, usize>,
}

impl Pieces {
    fn number(&mut self, marks: Vec<Mark>) -> Option<usize> {
        if marks.is_empty() {
            return None;
        }
        let groups = svg::groups(&marks, PAGE.side);
        let text: String = groups.iter().map(ToString::to_string).collect();
        let text = coloured(text.replace('\n', ""));
        if let Some(number) = self.numbers.get(&text) {
            return Some(*number);
        }
        self.marks.extend(marks);
        self.numbers.insert(text.clone(), self.texts.len());
        self.texts.push(text);
        Some(self.texts.len() - 1)
    }
}

struct Table<'a> {
    context: &'a Context<'a>,
    entered: Elements,
    painter: Option<Painter<'a>>,
    origin: Point,
    numbers: BTreeMap<Place, usize>,
    pieces: Pieces,
    families: Vec<PlayFamily>,
    elements: Vec<PlayElement>,
    borders: Vec<PlayBorder>,
}

impl Table<'_> {
    /// Returns the families that are entered, with these values.
    fn blocks(&self, values: &[CellContent]) -> Vec<FamilyBlock<'_>> {
        match self.entered {
            Elements::Answer => self.context.blocks_of_answer(values),
            Elements::Clues => self.context.blocks_of_clues(values),
        }
    }

    fn add_families(&mut self, places: &[PlacedElement]) {
        let mut values = vec![CellContent::Empty; places.len()];
        let context = self.context;
        let blocks = match self.entered {
            Elements::Answer => context.blocks_of_answer(&values),
            Elements::Clues => context.blocks_of_clues(&values),
        };
        let mut first = 0;
        for (number, block) in blocks.iter().enumerate() {
            let kind = self.kind(block);
            let mut family = PlayFamily {
                name: block.name.to_owned(),
                kind,
                is_truth: block.is_truth,
                tokens: BTreeMap::new(),
            };
            for position in 0..block.len() {
                let element =
                    self.element(number, kind, block, position, &places[first + position]);
                for value in &element.values {
                    let token = || block.written(self.context.instance, position, *value);
                    family.tokens.entry(*value).or_insert_with(token);
                }
                self.elements.push(element);
                if !matches!(kind, PlayKind::Region | PlayKind::Loose | PlayKind::Hidden) {
                    self.draw(&mut values, (number, first, position));
                }
            }
            if kind == PlayKind::Region {
                self.add_borders(block, first);
            }
            first += block.len();
            self.families.push(family);
            // The next family finds its places as if this one were there.
            if let Some(painter) = &mut self.painter {
                painter.block(block, &blocks, Ink::Entered);
            }
        }
    }

    fn kind(&self, block: &FamilyBlock<'_>) -> PlayKind {
        let Some(grid) = &self.context.instance.grid else { return PlayKind::Loose };
        if block.words.is_some() {
            return PlayKind::Loose;
        }
        let painter = self.painter.as_ref();
        let look = painter.and_then(|painter| painter.look(block.family));
        // A ship that is half there has no ends yet.
        let look = look.filter(|look| *look != Look::Ships);
        let is_of_places = matches!(block.index.keys().first(), Some(Key::Place(_)));
        match look {
            Some(Look::Hidden) => return PlayKind::Hidden,
            Some(Look::Borders) if is_of_places => return PlayKind::Region,
            _ => {}
        }
        // Pairs that are drawn by their borders, as dominoes are, are entered as lines.
        let is_line = matches!(look, Some(Look::Lines | Look::Borders))
            || painter.is_some_and(|painter| painter.is_mark(block)) && look.is_none();
        let fills = look == Some(Look::Shade)
            || painter.is_some_and(|painter| painter.fills(block, look, Ink::Entered));
        match block.index.keys().first() {
            Some(Key::Place(place)) => match place.kind {
                PlaceKind::Cell if fills => PlayKind::Shade,
                PlaceKind::Cell => PlayKind::Cell,
                PlaceKind::Edge if is_line => PlayKind::Edge,
                _ => PlayKind::Place,
            },
            Some(Key::Tuple(parts))
                if is_line && matches!(**parts, [Key::Place(_), Key::Place(_)]) =>
            {
                PlayKind::Link
            }
            Some(key) if ends(grid, key).is_some() || !key.places().is_empty() => PlayKind::Place,
            _ => PlayKind::Loose,
        }
    }

    fn element(
        &self,
        family: usize,
        kind: PlayKind,
        block: &FamilyBlock<'_>,
        position: usize,
        place: &PlacedElement,
    ) -> PlayElement {
        let key = &block.index.keys()[position];
        let grid = self.context.instance.grid.as_ref();
        let ends = grid.and_then(|grid| ends(grid, key));
        let own = grid.zip(key.places().first().copied());
        let at = match kind {
            PlayKind::Loose | PlayKind::Hidden => None,
            _ => ends
                .map(|[from, to]| middle(from, to))
                .or_else(|| own.map(|(grid, place)| grid.centre(place))),
        };
        let values = block.domains[position].iter().collect::<Vec<i64>>();
        PlayElement {
            name: place.name.clone(),
            family,
            at: at.map(|at| px(at, self.origin)),
            ends: ends.map(|ends| ends.map(|end| px(end, self.origin))),
            cells: self.cells_of(key),
            given: place.given,
            marks: vec![None; values.len()],
            values,
        }
    }

    fn cells_of(&self, key: &Key) -> Vec<usize> {
        let Some(grid) = &self.context.instance.grid else { return Vec::new() };
        let beside = |place: Place| match place.kind {
            PlaceKind::Edge => grid.cells_beside(place),
            PlaceKind::Cell | PlaceKind::Vertex => vec![place],
        };
        let cells = key.places().into_iter().flat_map(beside);
        cells.filter_map(|cell| self.numbers.get(&cell).copied()).collect()
    }

    /// Draws each value of an element alone.
    fn draw(
        &mut self,
        values: &mut [CellContent],
        (family, first, position): (usize, usize, usize),
    ) {
        let Some(base) = &self.painter else { return };
        let at = first + position;
        let element = &self.elements[at];
        let Some([x, y]) = element.at.filter(|_| element.given.is_none()) else { return };
        let own = (x / PAGE.side + self.origin.0, y / PAGE.side + self.origin.1);
        let mut drawn = Vec::new();
        for value in &element.values {
            values[at] = CellContent::Value(*value);
            let blocks = self.blocks(values);
            let mut painter = base.clone();
            painter.block(&blocks[family], &blocks, Ink::Entered);
            drawn.push(painter.finish());
        }
        values[at] = CellContent::Empty;
        // What is written beside the board is entered there.
        let beside = drawn.iter().find_map(|picture| {
            picture.beside.iter().find(|it| it.ink == Ink::Entered).map(beside_at)
        });
        let centre = beside.unwrap_or(own);
        for (number, picture) in drawn.iter().enumerate() {
            let mark = self.pieces.number(entered(picture, &PAGE, centre));
            self.elements[at].marks[number] = mark;
        }
        self.elements[at].at = Some(px(centre, self.origin));
    }

    fn add_borders(&mut self, block: &FamilyBlock<'_>, first: usize) {
        let Some(grid) = &self.context.instance.grid else { return };
        let position = |cell: &Place| block.index.position_of(&Key::Place(*cell));
        for edge in grid.all(PlaceKind::Edge) {
            let beside: Vec<usize> = grid.cells_beside(edge).iter().filter_map(position).collect();
            if let [a, b] = beside[..] {
                let ends = grid.ends(edge).map(|end| px(grid.centre(end), self.origin));
                self.borders.push(PlayBorder { between: [first + a, first + b], ends });
            }
        }
    }
}

/// Returns the ends of a line that an element is.
fn ends(grid: &Grid, key: &Key) -> Option<[Point; 2]> {
    match key {
        Key::Place(place) if place.kind == PlaceKind::Edge => {
            Some(grid.ends(*place).map(|end| grid.centre(end)))
        }
        Key::Tuple(parts) => match parts.as_slice() {
            [Key::Place(a), Key::Place(b)] => Some([grid.centre(*a), grid.centre(*b)]),
            _ => None,
        },
        _ => None,
    }
}
