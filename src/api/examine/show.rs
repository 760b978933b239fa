//! What `show` asks for and cannot be drawn, by the places that families have on this board.

use crate::examine::Examiner;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::sides::{Side, line_ends, wanted};
use puzgen_board::spots::Spot;
use puzgen_model::definition::{Look, Shown};
use puzgen_model::grid::{Grid, PlaceKind, Shape};
use puzgen_model::instance::{Instance, KeyIndex};
use puzgen_model::value::Key;

impl Examiner<'_> {
    /// Reports what a drawing would not show.
    pub(super) fn drawings(&mut self, instance: &Instance<'_>) {
        let (grid, show) = (instance.grid.as_ref(), &instance.definition.show);
        for drawn in &show.looks {
            let (name, index, _) = family(instance, drawn.family);
            if !index.is_empty() && !fits(grid, index, drawn.look) {
                let message = format!("`{name}` cannot be drawn as `{}`", drawn.look.name());
                let problem = Problem::error(Code::BadShow, message, drawn.span, "not drawn");
                self.problems.push(problem.help(help(grid, index, drawn.look)));
            }
        }
        for label in &show.labels {
            let (name, _, is_truth) = family(instance, label.family);
            let look = show.looks.iter().find(|drawn| drawn.family == label.family);
            let Some(look) = look.filter(|drawn| !has_text(drawn.look, is_truth)) else { continue };
            let message = format!("`{name}` is drawn as `{}`, without a text", look.look.name());
            let problem = Problem::error(Code::BadShow, message, label.span, "not drawn");
            let problem = problem.label(look.span, "drawn like this");
            self.problems.push(problem.help("leave one of them out"));
        }
        for symbols in show.symbols.iter().filter(|symbols| symbols.vertical.is_some()) {
            let (name, index, _) = family(instance, symbols.family);
            let spot = |key: &Key| grid.and_then(|grid| Spot::new(grid, key));
            let is_pair = |key: &Key| matches!(spot(key), Some(Spot::Between(..)));
            // A board of one row has none that is vertical; another size may.
            let is_seen = index.keys().iter().any(is_pair);
            if !is_seen && !index.is_empty() {
                let message = format!("`{name}` is no family over pairs of neighbours");
                let problem =
                    Problem::error(Code::BadShow, message, symbols.span, "nothing is vertical");
                self.problems.push(problem.help("leave `vertical` out"));
            }
        }
        let has_squares = grid.is_some_and(|grid| grid.as_graph().is_none());
        let has_sides =
            has_squares && grid.is_some_and(|grid| matches!(grid.shape, Shape::Squares));
        for cages in show.cages.iter().filter(|_| !has_sides) {
            let message = "cages are not drawn here";
            let problem = Problem::error(Code::BadShow, message, cages.span, "not drawn");
            self.problems.push(problem.help("`cages` is for boards of squares"));
        }
        for regions in show.thick.iter().filter(|_| !has_squares) {
            let message = "regions have no borders here";
            let problem = Problem::error(Code::BadShow, message, regions.span, "not drawn");
            self.problems.push(problem.help("`thick` is for boards of squares and hexagons"));
        }
        if let (Some(mark), Some(_)) = (show.figure.marks.first(), grid) {
            let message = "a puzzle with a board has no figure";
            let problem = Problem::error(Code::BadShow, message, mark.span, "not drawn");
            self.problems.push(problem.help("figures are for puzzles of loose variables"));
        }
        if let (Some((_, span)), None) = (&show.script, grid) {
            let message = "a puzzle without a board is not drawn by a script";
            let problem = Problem::error(Code::BadShow, message, *span, "not called");
            self.problems.push(problem.help("leave it out, or declare a board"));
        }
    }
}

/// Returns the name of a family, its keys, and whether its values are truths.
fn family<'a>(instance: &'a Instance<'_>, family: Shown) -> (&'a str, &'a KeyIndex, bool) {
    let definition = instance.definition;
    match family {
        Shown::Clue(id) => {
            let declared = definition.clue(id);
            (&declared.name, &instance.clues[id.0 as usize].index, declared.is_truth)
        }
        Shown::Answer(id) => {
            let declared = definition.family(id);
            (&declared.name, &instance.families[id.0 as usize].index, declared.is_truth)
        }
        Shown::Layout(id) => {
            let declared = &definition.layouts[id.0 as usize];
            (&declared.name, &instance.layouts[id.0 as usize].index, declared.is_truth())
        }
    }
}

/// Returns whether a text is drawn for values that are drawn so.
fn has_text(look: Look, is_truth: bool) -> bool {
    match look {
        Look::Shade | Look::Lines | Look::Borders | Look::Hidden => false,
        Look::Circles | Look::Ships => !is_truth,
        Look::Corner | Look::Diagonal | Look::Top | Look::Bottom | Look::Left | Look::Right => true,
    }
}

/// Returns whether a family with these keys can be drawn so.
fn fits(grid: Option<&Grid>, index: &KeyIndex, look: Look) -> bool {
    if look == Look::Hidden {
        return true;
    }
    let Some(grid) = grid else { return false };
    if let Some((is_column, ends)) = line_ends(grid, index) {
        // A direction says itself where the family stands.
        return wanted(Some(look)).is_some_and(|side| {
            matches!(side, Side::Top | Side::Bottom) == is_column
                && ends.iter().any(|end| end.side.is_none())
        });
    }
    let spots = index.keys().iter().map(|key| Spot::new(grid, key));
    let Some(spots) = spots.collect::<Option<Vec<Spot>>>() else { return false };
    let is_cell = |spot: &Spot| spot.cell().is_some();
    spots.iter().zip(index.keys()).all(|(spot, key)| match look {
        Look::Shade | Look::Corner => is_cell(spot),
        Look::Ships => is_cell(spot) && matches!(grid.shape, Shape::Squares),
        Look::Circles => matches!(spot, Spot::At(_) | Spot::Between(..)),
        Look::Diagonal => is_of_side(key),
        Look::Lines => match spot {
            Spot::At(place) => place.kind == PlaceKind::Edge,
            Spot::Between(..) => true,
            Spot::Corner(_) => false,
        },
        Look::Borders => {
            grid.as_graph().is_none()
                && (is_neighbours(grid, key) || is_cell(spot) && matches!(key, Key::Place(_)))
        }
        Look::Hidden => true,
        Look::Top | Look::Bottom | Look::Left | Look::Right => false,
    })
}

/// Returns whether a key is a square and a place on its border.
fn is_of_side(key: &Key) -> bool {
    let [cell, side] = key.places()[..] else { return false };
    cell.kind == PlaceKind::Cell && side.kind == PlaceKind::Edge
}

/// Returns whether a key is two squares that share a side.
fn is_neighbours(grid: &Grid, key: &Key) -> bool {
    let Key::Tuple(parts) = key else { return false };
    let [Key::Place(a), Key::Place(b)] = parts.as_slice() else { return false };
    a.kind == PlaceKind::Cell && grid.neighbours(*a).contains(b)
}

/// Returns what can be drawn so.
fn help(grid: Option<&Grid>, index: &KeyIndex, look: Look) -> &'static str {
    if grid.is_none() {
        return "a puzzle without a board has its values in a line each; leave this out";
    }
    let found = grid.and_then(|grid| line_ends(grid, index));
    match look {
        Look::Shade | Look::Corner => "name a family over cells",
        Look::Ships => "name a family over cells of a board of squares",
        Look::Diagonal => "name a family over pairs of a cell and one of its sides",
        Look::Circles => "name a family over cells, edges, vertices or pairs of them",
        Look::Lines => "name a family over edges or pairs of cells",
        Look::Borders => {
            "name a family over cells, or pairs of neighbours, that have sides; of a graph they have none"
        }
        _ => match found {
            Some((_, ends)) if ends.iter().all(|end| end.side.is_some()) => {
                "directions say where it stands; leave this out"
            }
            Some((true, _)) => "what is over columns stands at the `top` or `bottom`",
            Some((false, _)) => "what is over rows stands at the `left` or `right`",
            None => "name a family over rows or columns",
        },
    }
}
