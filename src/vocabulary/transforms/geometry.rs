//! Turns and reflections of the whole board: cells, edges and vertices together.

use puzgen_model::grid::{BoardSymmetry, Grid};
use puzgen_model::transform::{ArgumentValue, Asks, Move, TransformFamily};

/// A family made of symmetries of the board.
#[derive(Debug)]
pub(super) struct Turns {
    name: &'static str,
    about: &'static str,
    /// Which symmetries of the board it consists of.
    which: Which,
}

#[derive(Debug)]
enum Which {
    /// The powers of the first of these that takes the board onto itself.
    First(&'static [BoardSymmetry]),
    /// Each of these that takes the board onto itself.
    Each(&'static [BoardSymmetry]),
}

macro_rules! turns {
    ($constant:ident, $name:literal, $about:literal, $which:expr) => {
        pub(super) const $constant: Turns = Turns { name: $name, about: $about, which: $which };
    };
}

use BoardSymmetry::{
    Antidiagonal, Diagonal, HalfTurn, LeftRight, QuarterTurn, SixthTurn, ThirdTurn, UpDown,
};
use Which::{Each, First};

turns!(
    ROTATE,
    "rotate",
    "Turns by 90°, on a board that is not square by 180°; of hexagons by 60°, or 120° or 180°.",
    First(&[SixthTurn, ThirdTurn, QuarterTurn, HalfTurn])
);
turns!(
    REFLECT,
    "reflect",
    "Left and right, or top and bottom, change places.",
    Each(&[LeftRight, UpDown])
);
turns!(HALF_TURN, "half_turn", "A turn by 180°.", Each(&[HalfTurn]));
turns!(QUARTER_TURN, "quarter_turn", "Turns by 90° of a square board.", Each(&[QuarterTurn]));
turns!(THIRD_TURN, "third_turn", "Turns by 120° of a board of hexagons.", Each(&[ThirdTurn]));
turns!(SIXTH_TURN, "sixth_turn", "Turns by 60° of a board of hexagons.", Each(&[SixthTurn]));
turns!(LEFT_RIGHT, "left_right", "Left and right change places.", Each(&[LeftRight]));
turns!(UP_DOWN, "up_down", "Top and bottom change places.", Each(&[UpDown]));
turns!(
    DIAGONAL,
    "diagonal",
    "Rows become columns: the reflection of a square board in the diagonal from the top left.",
    Each(&[Diagonal])
);
turns!(
    ANTIDIAGONAL,
    "antidiagonal",
    "The reflection of a square board in the diagonal from the top right.",
    Each(&[Antidiagonal])
);

impl TransformFamily for Turns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn asks(&self) -> Asks {
        Asks::Nothing
    }

    fn moves(
        &self,
        from: Option<&Grid>,
        to: Option<&Grid>,
        _: ArgumentValue<'_>,
    ) -> Result<Vec<Move>, String> {
        let grid = from.ok_or("there is no board")?;
        let there = to.ok_or("there is no board")?;
        let moved = |symmetry: &BoardSymmetry| grid.images(*symmetry, there).map(Move::Places);
        let moves: Vec<Move> = match self.which {
            First(symmetries) => symmetries.iter().find_map(moved).into_iter().collect(),
            Each(symmetries) => symmetries.iter().filter_map(moved).collect(),
        };
        if moves.is_empty() { Err(self.why_not(grid, there)) } else { Ok(moves) }
    }
}

impl Turns {
    fn why_not(&self, grid: &Grid, there: &Grid) -> String {
        let (First(symmetries) | Each(symmetries)) = self.which;
        if grid.as_graph().is_some() {
            "a graph has no turns and reflections".to_owned()
        } else if grid != there {
            "with these parameters the board does not go onto the other".to_owned()
        } else if symmetries.iter().all(|one| one.needs_square()) && grid.is_oblong() {
            "the board is not square".to_owned()
        } else {
            "the cells of the board do not go onto each other".to_owned()
        }
    }
}
