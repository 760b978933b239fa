//! Boards of all kinds.

use super::*;

fn grids() -> Vec<Grid> {
    let holed = Grid::squares(5, 5).only(|r, c| r.abs_diff(2) + c.abs_diff(2) <= 2);
    let graph = "nodes: [a, b, c, d]\nlinks: [[a, b], [c, b], [a, d]]";
    vec![
        Grid::squares(3, 5),
        Grid::squares(4, 4),
        holed,
        Grid::hexagon(1),
        Grid::hexagon(3),
        Grid::hexagons(4, 3),
        Grid::hexagons(1, 4),
        Grid::hexagon(3).only(|r, c| (r, c) != (2, 2)),
        Grid::graph(Arc::new(Graph::read(graph).unwrap())),
    ]
}

#[test]
fn counts_places() {
    let grid = Grid::squares(3, 5);
    assert_eq!(grid.count(PlaceKind::Cell), 15);
    assert_eq!(grid.count(PlaceKind::Edge), 4 * 5 + 3 * 6);
    assert_eq!(grid.count(PlaceKind::Vertex), 24);
    assert_eq!(grid.pairs(ORTHOGONAL).len(), 3 * 4 + 2 * 5);
    assert_eq!(grid.windows(2, 2).len(), 8);
    let counts = |grid: &Grid| {
        [PlaceKind::Cell, PlaceKind::Edge, PlaceKind::Vertex].map(|kind| grid.all(kind).len())
    };
    for grid in grids() {
        let [cells, edges, vertices] = counts(&grid);
        match grid.shape {
            Shape::Graph(_) => assert_eq!([cells, edges, vertices], [4, 0, 0]),
            // Euler's formula: one hole at most, and only where the board is a ring.
            _ => {
                let holes = usize::from(cells == 18);
                assert_eq!(vertices + cells + holes, edges + 1, "{grid:?}");
            }
        }
    }
    assert_eq!(counts(&Grid::hexagon(3)), [19, 72, 54]);
}

#[test]
fn what_touches_what_agrees() {
    for grid in grids() {
        for kind in [PlaceKind::Cell, PlaceKind::Edge, PlaceKind::Vertex] {
            for place in grid.all(kind) {
                for other in grid.neighbours(place) {
                    assert!(grid.neighbours(other).contains(&place));
                }
            }
        }
        for cell in grid.all(PlaceKind::Cell) {
            for side in grid.sides(cell) {
                assert!(grid.cells_beside(side).contains(&cell));
            }
        }
        let mut inner: Vec<Vec<Place>> = Vec::new();
        for edge in grid.all(PlaceKind::Edge) {
            for cell in grid.cells_beside(edge) {
                assert!(grid.sides(cell).contains(&edge));
            }
            for end in grid.ends(edge) {
                assert!(grid.edges_at(end).contains(&edge), "{}", grid.describe(edge));
            }
            inner.extend(Some(grid.cells_beside(edge)).filter(|cells| cells.len() == 2));
        }
        for vertex in grid.all(PlaceKind::Vertex) {
            for edge in grid.edges_at(vertex) {
                assert!(grid.ends(edge).contains(&vertex));
            }
            for cell in grid.cells_at(vertex) {
                assert!(grid.vertices_of(cell).contains(&vertex));
            }
        }
        let mut pairs: Vec<Vec<Place>> =
            grid.adjacent().into_iter().map(|(a, b)| vec![a, b]).collect();
        pairs.sort();
        inner.sort();
        assert!(pairs == inner || grid.as_graph().is_some());
    }
}

#[test]
fn lines_hold_each_cell_once() {
    for grid in [Grid::hexagon(3), Grid::hexagons(4, 3), Grid::squares(3, 5)] {
        let mut lists = vec![grid.rows(), grid.columns()];
        if let Shape::Hexagons(_) = grid.shape {
            lists.push(grid.diagonals());
        }
        for lines in lists {
            let mut cells: Vec<Place> = lines.concat();
            cells.sort_unstable();
            assert_eq!(cells, grid.all(PlaceKind::Cell));
        }
    }
    let lengths: Vec<usize> = Grid::hexagon(3).diagonals().iter().map(Vec::len).collect();
    assert_eq!(lengths, [3, 4, 5, 4, 3, 0, 0]);
}

#[test]
fn a_window_lacks_no_cell() {
    let holed = Grid::squares(4, 4).only(|r, c| (r, c) != (1, 1));
    assert_eq!(holed.windows(2, 2).len(), 5);
    assert_eq!(holed.blocks(2, 2).unwrap()[0].len(), 3);
    assert_eq!(holed.rows()[1].len(), 3);
    assert_eq!(holed.diagonals()[0].len(), 3);
    assert!(holed.blocks(3, 2).is_none());
}

#[test]
fn orbits_partition_the_cells() {
    let grid = Grid::squares(3, 5);
    assert_eq!(grid.orbits(&[BoardSymmetry::HalfTurn]).unwrap().len(), 8);
    assert!(grid.orbits(&[BoardSymmetry::QuarterTurn]).is_none());
    let square = Grid::squares(5, 5);
    assert_eq!(square.orbits(&[BoardSymmetry::QuarterTurn]).unwrap().len(), 7);
    assert_eq!(
        square.orbits(&[BoardSymmetry::QuarterTurn, BoardSymmetry::LeftRight]).unwrap().len(),
        6
    );
    assert!(square.orbits(&[BoardSymmetry::SixthTurn]).is_none());
    let hexagon = Grid::hexagon(3);
    assert_eq!(hexagon.orbits(&[BoardSymmetry::SixthTurn]).unwrap().len(), 4);
    assert_eq!(hexagon.orbits(&[BoardSymmetry::ThirdTurn]).unwrap().len(), 7);
    let holed = square.only(|r, c| (r, c) != (0, 1));
    assert!(holed.orbits(&[BoardSymmetry::HalfTurn]).is_none());
}

#[test]
fn symmetries_keep_what_touches_what() {
    let mut found = 0;
    for grid in grids() {
        for (name, symmetry) in BoardSymmetry::ALL {
            let Some(map) = grid.images(*symmetry, &grid) else { continue };
            found += 1;
            let place = |kind, images: &[u32], place: Place| Place {
                kind,
                index: images[place.index as usize],
            };
            for cell in grid.all(PlaceKind::Cell) {
                let image = place(PlaceKind::Cell, &map.cells, cell);
                let sides = grid.sides(cell).into_iter();
                let mut sides: Vec<Place> =
                    sides.map(|side| place(PlaceKind::Edge, &map.edges, side)).collect();
                let mut expected = grid.sides(image);
                sides.sort_unstable();
                expected.sort_unstable();
                assert_eq!(sides, expected, "{name} {grid:?}");
            }
            for edge in grid.all(PlaceKind::Edge) {
                let image = place(PlaceKind::Edge, &map.edges, edge);
                let mut ends =
                    grid.ends(edge).map(|end| place(PlaceKind::Vertex, &map.vertices, end));
                let mut expected = grid.ends(image);
                ends.sort_unstable();
                expected.sort_unstable();
                assert_eq!(ends, expected, "{name} {grid:?}");
            }
        }
    }
    // Squares: 3 of the rectangle, 6 of the square, 6 of the diamond. Hexagons: 7 of each hexagon,
    // also without its centre, 1 of four rows, 3 of one row.
    assert_eq!(found, 3 + 6 + 6 + 7 + 7 + 1 + 3 + 7);
}

#[test]
fn every_cell_is_inside_of_the_rim() {
    for grid in grids().into_iter().filter(|grid| grid.as_graph().is_none()) {
        let is_rim = |edge: &&Place| grid.cells_beside(**edge).len() == 1;
        for cell in grid.all(PlaceKind::Cell) {
            let way = grid.edges_left_of(cell);
            assert!(
                way.is_sorted() && way.last().is_some_and(|edge| grid.sides(cell).contains(edge))
            );
            assert_eq!(way.iter().filter(is_rim).count() % 2, 1, "{cell:?} {grid:?}");
        }
    }
}

#[test]
fn cells_and_vertices_touch_each_other() {
    let count = |grid: &Grid| {
        let cells = grid.all(PlaceKind::Cell);
        cells.iter().map(|cell| grid.vertices_of(*cell).len()).collect::<Vec<_>>()
    };
    assert_eq!(count(&Grid::squares(2, 3)), [4; 6]);
    assert_eq!(count(&Grid::hexagon(2)), [6; 7]);
    let squares = Grid::squares(2, 3);
    let around: Vec<usize> =
        squares.all(PlaceKind::Vertex).iter().map(|v| squares.cells_at(*v).len()).collect();
    assert_eq!(around, [1, 2, 2, 1, 2, 4, 4, 2, 1, 2, 2, 1]);
}

#[test]
fn light_turns_in_mirrors() {
    let grid = Grid::squares(3, 4);
    let at = |r: i64, c: i64| grid.cell_at(r, c).unwrap();
    let cells = |path: Vec<Place>| path.iter().map(|p| grid.row_column(*p)).collect::<Vec<_>>();
    // Right, down in `\`, left in `/`, up in `\`, and through where it began to the border.
    let (falling, rising) = ([at(1, 2), at(2, 1)], [at(2, 2)]);
    let path = grid.reflected(at(1, 0), (0, 1), &rising, &falling);
    assert_eq!(cells(path), [(1, 0), (1, 1), (1, 2), (2, 2), (2, 1), (1, 1), (0, 1)]);
    // Four mirrors hold light that began between them.
    let (rising, falling) = ([at(0, 0), at(2, 2)], [at(0, 2), at(2, 0)]);
    let path = grid.reflected(at(0, 1), (0, 1), &rising, &falling);
    assert_eq!(path.len(), 8);
    assert_eq!(grid.reflected(at(2, 3), (0, 1), &[], &[]), [at(2, 3)]);
}

#[test]
fn pairs_at_a_cell_are_those_of_all_pairs() {
    let with_hole = Grid::squares(3, 4).with_cells((0..12).filter(|c| *c != 5).map(Place::cell));
    for grid in [Grid::squares(3, 5), with_hole, Grid::hexagon(3), Grid::hexagons(3, 4)] {
        for cell in (0..grid.cell_count()).map(Place::cell) {
            let pairs = grid.adjacent().into_iter();
            let expected: Vec<_> = pairs.filter(|(a, b)| [*a, *b].contains(&cell)).collect();
            assert_eq!(grid.pairs_at(cell), expected, "{}", grid.describe(cell));
        }
    }
}
