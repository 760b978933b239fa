//! Functions and lists of places: what the language offers of the board's geometry.
//!
//! A new one is one line in [`PLACES`].

mod arguments;
mod programs;

use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::{
    BoardSymmetry, DIAGONAL, DIRECTIONS, Grid, KING, KNIGHT, Place, PlaceKind, Polyomino, Shape,
};
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// A function of the board; one without arguments is written as a bare name.
#[derive(Debug)]
pub struct PlaceFunction {
    head: Head,
    parameters: fn() -> Vec<Ty>,
    result: fn() -> Ty,
    eval: fn(&Grid, &[Value]) -> Result<Value, Fault>,
}

impl Function for PlaceFunction {
    fn head(&self) -> Head {
        self.head
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        let parameters = (self.parameters)();
        let is_variadic = self.name() == "orbits";
        // One shape stands for the list of it.
        let texts = Ty::Text.list();
        let fits_as =
            |(ty, expected): (&Ty, &Ty)| ty.fits(expected) || *expected == texts && *ty == Ty::Text;
        let fits = if is_variadic {
            !arguments.is_empty() && arguments.iter().all(|ty| ty.fits(&parameters[0]))
        } else {
            parameters.len() == arguments.len() && arguments.iter().zip(&parameters).all(fits_as)
        };
        fits.then(|| (self.result)())
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let grid = grid.ok_or_else(|| Fault::Board("there is no board".to_owned()))?;
        let (is_known, board) = match grid.shape {
            Shape::Squares => (true, ""),
            Shape::Hexagons(_) => (ON_HEXAGONS.contains(&self.name()), "a board of hexagons"),
            Shape::Graph(_) => (ON_GRAPHS.contains(&self.name()), "a graph"),
        };
        if !is_known {
            return Err(Fault::Board(format!("{board} has no `{}`", self.name())));
        }
        (self.eval)(grid, arguments)
    }
}

fn none() -> Vec<Ty> {
    Vec::new()
}

fn one_number() -> Vec<Ty> {
    vec![Ty::Int]
}

fn one_text() -> Vec<Ty> {
    vec![Ty::Text]
}

fn shapes_and_cells() -> Vec<Ty> {
    vec![Ty::Text.list(), cells()]
}

fn a_cell() -> Vec<Ty> {
    vec![Ty::cell()]
}

fn an_edge() -> Vec<Ty> {
    vec![Ty::Place(PlaceKind::Edge)]
}

fn a_vertex() -> Vec<Ty> {
    vec![Ty::Place(PlaceKind::Vertex)]
}

fn two_numbers() -> Vec<Ty> {
    vec![Ty::Int, Ty::Int]
}

fn cells() -> Ty {
    Ty::cell().list()
}

fn edges() -> Ty {
    Ty::Place(PlaceKind::Edge).list()
}

fn vertices() -> Ty {
    Ty::Place(PlaceKind::Vertex).list()
}

fn numbers() -> Ty {
    Ty::Int.list()
}

fn regions() -> Ty {
    Ty::cell().list().list()
}

fn pairs() -> Ty {
    Ty::Tuple(vec![Ty::cell(), Ty::cell()]).list()
}

fn place(arguments: &[Value]) -> Place {
    arguments
        .first()
        .and_then(Value::as_place)
        .unwrap_or_else(|| puzgen_base::bug!("a place function without its place"))
}

fn numbered(lists: Vec<Vec<Place>>, name: &str) -> Value {
    let label = |(number, places): (usize, Vec<Place>)| {
        let items = places.into_iter().map(Value::Place).collect();
        Value::labelled(items, format!("{name} {}", number + 1))
    };
    // Where all cells of a row are left out, there is no such row.
    let lists = lists.into_iter().enumerate().filter(|(_, places)| !places.is_empty());
    Value::list(lists.map(label).collect())
}

/// Returns all windows of a size, each named by its first cell: nobody counts them.
fn windows(grid: &Grid, height: usize, width: usize) -> Value {
    let label = |places: Vec<Place>| {
        let corner = places.first().map(|place| grid.describe(*place)).unwrap_or_default();
        let items = places.into_iter().map(Value::Place).collect();
        Value::labelled(items, format!("the {height}×{width} at {corner}"))
    };
    Value::list(grid.windows(height, width).into_iter().map(label).collect())
}

fn line_through(lines: Vec<Vec<Place>>, number: usize, name: &str) -> Result<Value, Fault> {
    let line = lines.into_iter().nth(number).unwrap_or_default();
    let items = line.into_iter().map(Value::Place).collect();
    Ok(Value::labelled(items, format!("{name} {}", number + 1)))
}

fn size(arguments: &[Value], position: usize) -> Result<usize, Fault> {
    let number = arguments.get(position).and_then(Value::as_int).unwrap_or_default();
    usize::try_from(number)
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| Fault::Board(format!("a side of {number} cells is not possible")))
}

macro_rules! place_function {
    ($name:literal, $signature:literal, $about:literal, $example:literal,
     $parameters:expr => $result:expr, $eval:expr) => {
        &PlaceFunction {
            head: Head { name: $name, signature: $signature, about: $about, example: $example },
            parameters: $parameters,
            result: $result,
            eval: $eval,
        }
    };
}

/// What a board of hexagons has; squares have everything.
const ON_HEXAGONS: &[&str] = &[
    "cells",
    "edges",
    "vertices",
    "rows",
    "columns",
    "diagonals",
    "orbits",
    "adjacent",
    "row",
    "column",
    "neighbours",
    "around",
    "cell",
    "sides",
    "cells_beside",
    "ends",
    "edges_at",
    "cells_at",
    "vertices_of",
    "inner_edges",
    "edge_between",
    "pairs_at",
    "named_groups",
    "border_cells",
    "steps",
    "drawn",
];
/// What a graph has.
const ON_GRAPHS: &[&str] = &[
    "cells",
    "adjacent",
    "neighbours",
    "pairs_at",
    "named_groups",
    "steps",
    "programs",
    "words",
    "written",
    "lines_of",
    "occurrences_of",
    "kinds_of",
    "branches_around",
    "lines_to_definition",
    "calls_to_tell",
];

/// All lists and functions of places.
// A macro, so that an entry reads as one line of a table.
pub const PLACES: &[&PlaceFunction] = &[
    place_function!("cells", "cells", "All cells, row by row.", "forall(x[c] != 3 for c in cells)",
        none => cells, |grid, _| Ok(Value::places(grid.all(PlaceKind::Cell)))),
    place_function!("edges", "edges", "All sides of cells: the horizontal ones from the top, then the vertical ones; of hexagons the rising, the falling and the upright ones.",
        "exists(e == edge for e in edges)",
        none => edges, |grid, _| Ok(Value::places(grid.all(PlaceKind::Edge)))),
    place_function!("vertices", "vertices", "All corners of cells, row by row; of hexagons first their tops.",
        "forall(v in vertices for v in vertices)",
        none => vertices, |grid, _| Ok(Value::places(grid.all(PlaceKind::Vertex)))),
    place_function!("rows", "rows", "The rows, each a list of cells.", "forall(distinct(x[r]) for r in rows)",
        none => regions, |grid, _| Ok(numbered(grid.rows(), "row"))),
    place_function!("columns", "columns", "The columns, each a list of cells.",
        "forall(distinct(x[k]) for k in columns)",
        none => regions, |grid, _| Ok(numbered(grid.columns(), "column"))),
    place_function!("diagonals", "diagonals", "The two main diagonals, each a list of cells; of hexagons the lines of the third direction.",
        "forall(distinct(x[d]) for d in diagonals)",
        none => regions, |grid, _| Ok(numbered(grid.diagonals(), "diagonal"))),
    place_function!("blocks", "blocks(height, width)", "The rectangles of that size that tile the board, without the cells that are left out.",
    "forall(distinct(x[b]) for b in blocks(2, 2))",
    two_numbers => regions, |grid, arguments| {
        let (height, width) = (size(arguments, 0)?, size(arguments, 1)?);
        let blocks = grid.blocks(height, width).ok_or_else(|| Fault::Board(format!(
            "blocks of {height}×{width} do not tile a board of {}×{}", grid.rows, grid.columns
        )))?;
        Ok(numbered(blocks, "block"))
    }),
    place_function!("windows", "windows(height, width)", "Every rectangle of that size, overlapping ones too, that lacks no cell.",
    "forall(sum(x[w]) < 16 for w in windows(2, 2))",
    two_numbers => regions, |grid, arguments| {
        let (height, width) = (size(arguments, 0)?, size(arguments, 1)?);
        Ok(windows(grid, height, width))
    }),
    place_function!("orbits", "orbits(symmetry, …)",
    "The sets of cells that the symmetries map onto each other; half_turn, quarter_turn, third_turn, sixth_turn, left_right, up_down, diagonal, antidiagonal.",
    "exists(all_equal(x[o]) for o in orbits(half_turn))",
    || vec![Ty::Word] => regions, |grid, arguments| {
        let symmetries: Vec<BoardSymmetry> = arguments.iter().filter_map(|word| match word {
            Value::Word(word) => {
                BoardSymmetry::ALL.iter().find(|(name, _)| **name == **word).map(|(_, s)| *s)
            }
            _ => None,
        }).collect();
        let needs_square = symmetries.iter().any(|symmetry| symmetry.needs_square());
        let orbits = grid.orbits(&symmetries).ok_or_else(|| Fault::Board(
            if needs_square && grid.is_oblong() {
                let (rows, columns) = (grid.rows, grid.columns);
                format!("a board of {rows}×{columns} is not square, so it has no such symmetry")
            } else {
                "the cells of the board do not go onto each other".to_owned()
            }
        ))?;
        Ok(numbered(orbits, "orbit"))
    }),
    place_function!("runs_in", "runs_in(cells)",
    "The maximal runs of at least two neighbouring cells of a list, along the rows, then along the columns.",
    "forall(distinct(x[r]) for r in runs_in([c for c in cells where c.row > 1]))",
    || vec![cells()] => regions, |grid, arguments| {
        let listed = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let is_listed = |place: &Place| listed.contains(&Value::Place(*place));
        let lines = grid.rows().into_iter().chain(grid.columns());
        let runs = lines.flat_map(|line| {
            let runs: Vec<Vec<Place>> =
                line.split(|place| !is_listed(place)).map(<[Place]>::to_vec).collect();
            runs
        });
        let labelled = |run: Vec<Place>| {
            let (first, last) = (grid.describe(run[0]), grid.describe(run[run.len() - 1]));
            Value::labelled(run.into_iter().map(Value::Place).collect(), format!("{first} to {last}"))
        };
        Ok(Value::list(runs.filter(|run| run.len() > 1).map(labelled).collect()))
    }),
    place_function!("adjacent", "adjacent", "Each pair of cells that share a side, or a link of a graph, once.",
        "forall(x[a] != x[b] for a, b in adjacent)",
        none => pairs, |grid, _| Ok(Value::pairs(grid.adjacent()))),
    place_function!("diagonal_pairs", "diagonal_pairs", "Each pair of cells that share only a corner, once.",
        "forall(x[a] != x[b] for a, b in diagonal_pairs)",
        none => pairs, |grid, _| Ok(Value::pairs(grid.pairs(DIAGONAL)))),
    place_function!("king_moves", "king_moves", "Each pair of cells a chess king's move apart, once.",
        "forall(x[a] != x[b] for a, b in king_moves)",
        none => pairs, |grid, _| Ok(Value::pairs(grid.pairs(KING)))),
    place_function!("knight_moves", "knight_moves", "Each pair of cells a chess knight's move apart, once.",
        "forall(x[a] != x[b] for a, b in knight_moves)",
        none => pairs, |grid, _| Ok(Value::pairs(grid.pairs(KNIGHT)))),
    place_function!("named_groups", "named_groups", "The groups of a graph's nodes, by the names that its file gives them; none elsewhere.",
    "forall(distinct(x[g]) for g in named_groups)",
    none => regions, |grid, _| {
        let groups = grid.as_graph().map(|graph| graph.groups.as_slice()).unwrap_or_default();
        let group = |(name, nodes): &(String, Vec<u32>)| {
            let nodes = nodes.iter().map(|node| Place::cell(*node as usize));
            let nodes = nodes.filter(|node| grid.is_there(*node)).map(Value::Place).collect();
            Value::labelled(nodes, name.clone())
        };
        Ok(Value::list(groups.iter().map(group).collect()))
    }),
    place_function!("programs", "programs", "The programs of the board, each a list of the tokens that can be blank.",
    "forall(length(programs) > 0 for c in cells where false)",
    none => regions, |grid, _| programs::all(grid)),
    place_function!("words", "words(token)", "The numbers of the words that may stand at a token of a program.",
    "forall(length(words(c)) > 0 for c in cells where false)",
    a_cell => numbers, |grid, arguments| programs::words(grid, place(arguments))),
    place_function!("written", "written(token)", "The number of the word that stands at a token of a program as it is written.",
    "forall(written(c) > 0 for c in cells where false)",
    a_cell => || Ty::Int, |grid, arguments| programs::written(grid, place(arguments))),
    place_function!("lines_of", "lines_of(tokens)", "The lines of programs with at least one of these tokens, each with those of them that stand in it.",
    "forall(length(lines_of(cells)) > 0 for c in cells where false)",
    || vec![cells()] => regions, |grid, arguments| programs::lines(grid, arguments)),
    place_function!("occurrences_of", "occurrences_of(tokens)", "These tokens of programs, those together that are written alike.",
    "forall(length(occurrences_of(cells)) > 0 for c in cells where false)",
    || vec![cells()] => regions, |grid, arguments| programs::occurrences(grid, arguments)),
    place_function!("kinds_of", "kinds_of(tokens)", "These tokens of programs, those together that are of one kind: `names`, `numbers` and so on.",
    "forall(length(kinds_of(cells)) > 0 for c in cells where false)",
    || vec![cells()] => regions, |grid, arguments| programs::kinds(grid, arguments)),
    place_function!("branches_around", "branches_around(token)", "How many branches a token of a program stands in: bodies of `if`, `elif`, `else` and loops, sides of a conditional expression, what follows `and` or `or`, what comprehensions repeat or filter; behind `elif` and `else` each test before counts.",
    "forall(branches_around(c) > 0 for c in cells where false)",
    a_cell => || Ty::Int, |grid, arguments| programs::branches(grid, place(arguments))),
    place_function!("lines_to_definition", "lines_to_definition(token)", "How many lines above a token of a program the variable that it reads was assigned last, parameters in the line of `def`; 0 where it reads none or nothing above assigns it.",
    "forall(lines_to_definition(c) > 0 for c in cells where false)",
    a_cell => || Ty::Int, |grid, arguments| programs::lines_to_definition(grid, place(arguments))),
    place_function!("calls_to_tell", "calls_to_tell(tokens)", "The fewest calls of a program among which one comes out otherwise with any other word at one of these tokens, the rest as it is written; words that no call tells do not count.",
    "forall(calls_to_tell(cells) > 0 for c in cells where false)",
    || vec![cells()] => || Ty::Int, |grid, arguments| programs::calls_to_tell(grid, arguments)),
    place_function!("row", "row(cell)", "The row of a cell.", "distinct(x[row(first)])",
    a_cell => cells, |grid, arguments| {
        line_through(grid.rows(), grid.row_column(place(arguments)).0, "row")
    }),
    place_function!("column", "column(cell)", "The column of a cell.", "distinct(x[column(first)])",
    a_cell => cells, |grid, arguments| {
        line_through(grid.columns(), grid.row_column(place(arguments)).1, "column")
    }),
    place_function!("neighbours", "neighbours(cell)", "The cells that share a side with a cell, or a link of a graph.",
    "exists(x[d] == 1 for d in neighbours(first))",
    a_cell => cells, |grid, arguments| {
        Ok(Value::places(grid.neighbours(place(arguments))))
    }),
    place_function!("around", "around(cell)", "The up to eight cells around a cell, or six of hexagons.",
        "count(x[d] == 1 for d in around(first)) <= 4",
        a_cell => cells, |grid, arguments| Ok(Value::places(grid.around(place(arguments))))),
    place_function!("cell", "cell(row, column)", "The cell with these numbers, from 1.", "x[cell(1, 2)] != 1",
    two_numbers => Ty::cell, |grid, arguments| {
        let number = |position: usize| arguments.get(position).and_then(Value::as_int).unwrap_or(0);
        let (r, c) = (number(0), number(1));
        grid.cell_at(r.saturating_sub(1), c.saturating_sub(1)).map(Value::Place).ok_or_else(|| {
            Fault::Index(format!("r{r}c{c} is not on a board of {}×{}", grid.rows, grid.columns))
        })
    }),
    place_function!("sides", "sides(cell)", "The edges of a cell: top, bottom, left, right; of a hexagon row by row.",
        "edge in sides(first)",
        a_cell => edges, |grid, arguments| Ok(Value::places(grid.sides(place(arguments))))),
    place_function!("cells_beside", "cells_beside(edge)", "The one or two cells beside an edge.",
        "first in cells_beside(edge)",
        an_edge => cells, |grid, arguments| Ok(Value::places(grid.cells_beside(place(arguments))))),
    place_function!("border_cells", "border_cells", "The cells with a side at the border, row by row.",
        "distinct(x[c] for c in border_cells where c.row == 1)",
        none => cells, |grid, _| Ok(Value::places(grid.border()))),
    place_function!("corners", "corners", "The cells in the corners, row by row.", "distinct(x[corners])",
        none => cells, |grid, _| Ok(Value::places(grid.corners()))),
    place_function!("lines", "lines(length)", "Every so many neighbouring cells of a row or column.",
        "forall(not all_equal(x[l]) for l in lines(3))",
        one_number => regions, |grid, arguments| Ok(numbered(grid.lines(size(arguments, 0)?), "line"))),
    place_function!("leaper_moves", "leaper_moves(a, b)",
    "Each pair of cells a rows and b columns apart, or b and a, once.",
    "forall(x[a] != x[b] for a, b in leaper_moves(1, 3))",
    two_numbers => pairs, |grid, arguments| {
        let (near, far) = (arguments::distance(arguments, 0)?, arguments::distance(arguments, 1)?);
        Ok(Value::pairs(grid.leaper_moves(near, far)))
    }),
    place_function!("steps", "steps(cells)", "Each two cells that follow each other in a list.",
    "forall(x[a] < x[b] for a, b in steps(row(first)))",
    || vec![cells()] => pairs, |_, arguments| {
        let cells = arguments::cells(arguments, 0);
        let step = |pair: &[Place]| Value::Tuple([Value::Place(pair[0]), Value::Place(pair[1])].into());
        Ok(Value::list(cells.windows(2).map(step).collect()))
    }),
    place_function!("directions", "directions", "The words up, down, left and right.",
    "forall(d != up_left for d in directions)",
    none => || Ty::Word.list(), |_, _| {
        let names = DIRECTIONS[..4].iter().map(|(name, _)| Value::Word((*name).into()));
        Ok(Value::list(names.collect()))
    }),
    place_function!("ray", "ray(cell, direction)",
    "The cells from a cell on, without itself; also up_left, up_right, down_left, down_right.",
    "leading(x[c] > 1 for c in ray(first, right)) == 3",
    || vec![Ty::cell(), Ty::Word] => cells, |grid, arguments| {
        let step = arguments::direction(arguments, 1)?;
        Ok(Value::places(grid.ray(place(arguments), step)))
    }),
    place_function!("lines_toward", "lines_toward(direction)",
    "The rows for left and right, the columns for up and down, each in this direction.",
    "exists(visible(x[l]) == 4 for l in lines_toward(left))",
    || vec![Ty::Word] => regions, |grid, arguments| {
        let (r, c) = arguments::direction(arguments, 0)?;
        let (mut lines, name) = match (r, c) {
            (0, _) => (grid.rows(), "row"),
            (_, 0) => (grid.columns(), "column"),
            _ => return Err(Fault::Argument("there are no diagonal lines".to_owned())),
        };
        if r + c < 0 {
            lines.iter_mut().for_each(|line| line.reverse());
        }
        Ok(numbered(lines, name))
    }),
    place_function!("placements", "placements(shapes, cells)",
    "Where one of the [shapes](#shapes) fits into cells, turned and reflected: `\"L3\"`, or `{\"I3\", \"L3\"}`.",
    "exists(all_equal(x[p]) for p in placements({\"I3\", \"L3\"}, cells))",
    shapes_and_cells => regions, |grid, arguments| {
        let shapes = arguments::shapes(arguments, 0)?;
        let turned: Vec<_> = shapes.iter().flat_map(Polyomino::orientations).collect();
        let found = grid.placements(&turned, &arguments::cells(arguments, 1));
        Ok(numbered(found, "placement"))
    }),
    place_function!("translations", "translations(shapes, cells)",
    "Where one of the shapes fits into cells as it is drawn.",
    "exists(all_equal(x[p]) for p in translations(\"#./.#\", cells))",
    shapes_and_cells => regions, |grid, arguments| {
        let found = grid.placements(&arguments::shapes(arguments, 0)?, &arguments::cells(arguments, 1));
        Ok(numbered(found, "placement"))
    }),
    place_function!("drawn", "drawn(\"picture\")",
    "The cells that a picture of the board shows as `#`, row by row; the others are `.`.",
    "forall(x[c] != 3 for c in drawn(\"#.../.#../..../....\"))",
    one_text => cells, |grid, arguments| {
        let cells = grid.drawn(arguments::word(arguments.first())).map_err(Fault::Board)?;
        Ok(Value::places(cells))
    }),
    place_function!("ends", "ends(edge)", "The two vertices that an edge joins.", "vertex in ends(edge)",
        an_edge => vertices, |grid, arguments| Ok(Value::places(grid.ends(place(arguments))))),
    place_function!("inner_edges", "inner_edges", "The edges between two cells.",
    "forall(count(e in sides(c) for c in cells) == 2 for e in inner_edges)",
    none => edges, |grid, _| {
        let is_inner = |edge: &Place| grid.cells_beside(*edge).len() == 2;
        Ok(Value::places(grid.all(PlaceKind::Edge).into_iter().filter(is_inner)))
    }),
    place_function!("edge_between", "edge_between(cell, cell)", "The edge between two cells that share a side.",
    "edge_between(first, cell(1, 2)) in sides(first)",
    || vec![Ty::cell(), Ty::cell()] => || Ty::Place(PlaceKind::Edge), |grid, arguments| {
        let (a, b) = (place(arguments), place(&arguments[1..]));
        grid.edge_between(a, b).map(Value::Place).ok_or_else(|| Fault::Index(format!(
            "{} and {} share no side", grid.describe(a), grid.describe(b)
        )))
    }),
    place_function!("pairs_at", "pairs_at(cell)", "The pairs of `adjacent` that the cell is in.",
    "forall(p in adjacent for p in pairs_at(first))",
    a_cell => pairs, |grid, arguments| {
        Ok(Value::pairs(grid.pairs_at(place(arguments))))
    }),
    place_function!("edges_at", "edges_at(vertex)", "The edges that meet in a vertex.", "edge in edges_at(vertex)",
        a_vertex => edges, |grid, arguments| Ok(Value::places(grid.edges_at(place(arguments))))),
    place_function!("cells_at", "cells_at(vertex)", "The up to four cells around a vertex, or three of hexagons.",
        "first in cells_at(vertex)",
        a_vertex => cells, |grid, arguments| Ok(Value::places(grid.cells_at(place(arguments))))),
    place_function!("vertices_of", "vertices_of(cell)", "The corners of a cell.",
        "vertex in vertices_of(first)",
        a_cell => vertices, |grid, arguments| Ok(Value::places(grid.vertices_of(place(arguments))))),
    place_function!("next_to", "next_to(cell, direction)",
    "The next cell in a direction, as a list of one cell, or of none at the border.",
    "exists(x[d] == 2 for d in next_to(first, right))",
    || vec![Ty::cell(), Ty::Word] => cells, |grid, arguments| {
        let step = arguments::direction(arguments, 1)?;
        Ok(Value::places(grid.ray(place(arguments), step).into_iter().take(1)))
    }),
    place_function!("reflected", "reflected(cell, direction, rising, falling)",
    "The cells that light goes through from a cell on, with it, until it leaves the board: it turns in the cells of `rising`, as in a mirror `/`, and of `falling`, as in `\\`.",
    "sum(x[reflected(first, right, {cell(1, 3)}, {cell(2, 3)})]) > 3",
    || vec![Ty::cell(), Ty::Word, cells(), cells()] => cells, |grid, arguments| {
        let step = arguments::straight(arguments, 1)?;
        let (rising, falling) = (arguments::cells(arguments, 2), arguments::cells(arguments, 3));
        Ok(Value::places(grid.reflected(place(arguments), step, &rising, &falling)))
    }),
];

/// Returns the list or function of this name.
pub fn by_name(name: &str) -> Option<&'static PlaceFunction> {
    PLACES.iter().copied().find(|function| function.name() == name)
}

/// Returns whether a word names a symmetry or a direction.
pub fn is_word(name: &str) -> bool {
    BoardSymmetry::ALL.iter().any(|(word, _)| *word == name)
        || DIRECTIONS.iter().any(|(word, _)| *word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_boards_have_are_functions() {
        for name in ON_HEXAGONS.iter().chain(ON_GRAPHS) {
            assert!(by_name(name).is_some(), "{name}");
        }
    }
}
