//! What each named map moves on small boards: generators as where each cell goes, or why
//! there are none.

use insta::assert_snapshot;
use puzgen_base::source::Sources;
use puzgen_check::{load::load, reach::no_files};
use puzgen_model::instance::Instance;
use puzgen_model::transform::{ArgumentValue, Move};

use super::{TRANSFORMS, by_name};

/// Returns the moves of a family on a board with an answer `x`, a line each; `blocks` are rows and columns of blocks.
fn check(board: &str, name: &str, blocks: Option<(usize, usize)>) -> String {
    let mut sources = Sources::new();
    let text = format!(
        "puzzle p {{ board {board} answer x[c in cells]: 1..3 answer y[c in cells]: 1..c.row + 1 }}"
    );
    let file = sources.add("case.pz", text);
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let instance = Instance::new(&definition, &[]).expect("it is legal");
    let (name, answer) =
        name.rsplit_once(" of ").map_or((name, None), |(name, of)| (name, Some(of)));
    let argument = match (blocks, answer) {
        (Some((rows, columns)), _) => ArgumentValue::Blocks(rows, columns),
        (None, Some(answer)) => {
            let found = definition.answers().find(|id| definition.family(*id).name == answer);
            let family = found.expect("an answer of this name");
            let values = &instance.families[family.0 as usize];
            ArgumentValue::Answer {
                family,
                name: answer,
                keys: values.index.keys(),
                domains: &values.domains,
            }
        }
        (None, None) => ArgumentValue::Nothing,
    };
    let grid = instance.grid.as_ref();
    let shown = |one: Move| match one {
        Move::Places(map) => map.cells.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        Move::Swap(_, one, other) => format!("{one} <-> {other}"),
    };
    match by_name(name).expect("a family of this name").moves(grid, grid, argument) {
        Ok(moves) => moves.into_iter().map(shown).collect::<Vec<_>>().join("\n"),
        Err(why) => why,
    }
}

#[test]
fn turns_and_reflections_move_cells() {
    let on = |name: &str| check("grid(2, 3)", name, None);
    assert_snapshot!(on("left_right"), @"2 1 0 5 4 3");
    assert_snapshot!(on("up_down"), @"3 4 5 0 1 2");
    assert_snapshot!(on("half_turn"), @"5 4 3 2 1 0");
    assert_snapshot!(on("reflect"), @"
    2 1 0 5 4 3
    3 4 5 0 1 2
    ");
    // What is not square turns by 180° only.
    assert_snapshot!(on("rotate"), @"5 4 3 2 1 0");
    assert_snapshot!(on("quarter_turn"), @"the board is not square");
    assert_snapshot!(on("diagonal"), @"the board is not square");
    assert_snapshot!(on("third_turn"), @"the cells of the board do not go onto each other");
}

#[test]
fn square_boards_turn_by_90_degrees() {
    assert_snapshot!(check("grid(2, 2)", "rotate", None), @"1 3 0 2");
    assert_snapshot!(check("grid(2, 2)", "diagonal", None), @"0 2 1 3");
    assert_snapshot!(check("grid(2, 2)", "antidiagonal", None), @"3 1 2 0");
}

#[test]
fn hexagons_turn_by_60_degrees() {
    assert_snapshot!(check("hexagon(2)", "rotate", None), @"0 2 5 1 4 7 3 6 8");
    assert_snapshot!(check("hexagon(2)", "third_turn", None), @"0 5 7 2 4 6 1 3 8");
    assert_snapshot!(check("hexagon(2)", "quarter_turn", None), @"the cells of the board do not go onto each other");
}

#[test]
fn lines_are_permuted_by_exchanges_of_neighbours() {
    assert_snapshot!(check("grid(2, 3)", "permute rows", None), @"3 4 5 0 1 2");
    assert_snapshot!(check("grid(2, 3)", "permute columns", None), @"
    1 0 2 4 3 5
    0 2 1 3 5 4
    ");
    assert_snapshot!(check("grid(1, 3)", "permute rows", None), @"");
    assert_snapshot!(check("grid(2, 3)[c in cells where c.row + c.column < 5]", "permute rows", None), @"cells would go where there are none: the rows are not alike");
}

#[test]
fn blocks_are_permuted_as_a_whole_and_within() {
    let on = |name: &str| check("grid(4, 2)", name, Some((2, 1)));
    assert_snapshot!(on("permute bands"), @"4 5 6 7 0 1 2 3");
    assert_snapshot!(on("permute rows in band"), @"
    2 3 0 1 4 5 6 7
    0 1 2 3 6 7 4 5
    ");
    assert_snapshot!(on("permute stacks"), @"1 0 3 2 5 4 7 6");
    assert_snapshot!(on("permute columns in stack"), @"");
    assert_snapshot!(check("grid(4, 2)", "permute bands", Some((3, 1))), @"blocks of 3×1 do not tile the board");
}

#[test]
fn values_are_exchanged_where_all_have_the_same() {
    assert_snapshot!(check("grid(2, 3)", "relabel of x", None), @"
    1 <-> 2
    2 <-> 3
    ");
    assert_snapshot!(check("grid(2, 3)", "relabel of y", None), @"the elements of `y` do not have the same values");
    assert_snapshot!(check("grid(2, 3)", "relabel", None), @"no answer is named");
    assert_snapshot!(check("grid(2, 3)", "rename of x", None), @"the board has no programs");
}

#[test]
fn every_family_needs_a_board_or_an_answer() {
    for family in TRANSFORMS {
        assert!(family.moves(None, None, ArgumentValue::Nothing).is_err(), "{}", family.name());
        let alike = TRANSFORMS.iter().filter(|other| other.name() == family.name());
        assert_eq!(alike.count(), 1, "{}", family.name());
    }
    assert!(by_name("permute").is_none());
}
