//! The board of an instance: its sides evaluated, cells left out.

use std::sync::Arc;

use crate::definition::{BoardDef, BoardShape};
use crate::expr::Expr;
use crate::grid::{Grid, PlaceKind};
use crate::instance::Instance;
use crate::value::Key;
use puzgen_base::diagnostics::{Code, Problem};

/// The largest board, in cells.
const MAX_CELLS: usize = 10_000;

impl Instance<'_> {
    /// Makes the board, unless it is there already.
    pub(super) fn fix_board(&mut self) -> Result<(), Problem> {
        let Some(board) = self.definition.board.as_ref().filter(|_| self.grid.is_none()) else {
            return Ok(());
        };
        let full = match &board.shape {
            BoardShape::Squares([rows, columns]) => {
                let (rows, columns) = (self.side(rows)?, self.side(columns)?);
                self.must_fit(board, rows, columns)?;
                Grid::squares(rows, columns)
            }
            BoardShape::Hexagon([side]) => {
                let side = self.side(side)?;
                let size = side.saturating_mul(2) - 1;
                self.must_fit(board, size, size)?;
                Grid::hexagon(side)
            }
            BoardShape::Hexagons([rows, columns]) => {
                let (rows, columns) = (self.side(rows)?, self.side(columns)?);
                self.must_fit(board, rows, columns.saturating_add(rows / 2))?;
                Grid::hexagons(rows, columns)
            }
            BoardShape::Graph(graph) => Grid::graph(Arc::clone(graph)),
        };
        // The condition is about the full board.
        self.set_board(Some(full));
        if let (Some(binders), Some(full)) = (&board.cells, &self.grid) {
            let cells = self.keys(binders)?;
            let grid = full.with_cells(cells.iter().flat_map(Key::places));
            if grid.all(PlaceKind::Cell).is_empty() {
                let message = "the board has no cell";
                let label = "leaves all of them out";
                return Err(Problem::error(Code::BadBoard, message, binders.span, label));
            }
            self.set_board(Some(grid));
        }
        Ok(())
    }

    fn side(&self, expr: &Expr) -> Result<usize, Problem> {
        let size = self.known(|scope| scope.eval_int(expr))?;
        usize::try_from(size).ok().filter(|size| *size > 0).ok_or_else(|| {
            Problem::error(
                Code::BadBoard,
                format!("a board cannot have {size} rows or columns"),
                expr.span,
                "must be at least 1",
            )
        })
    }

    fn must_fit(&self, board: &BoardDef, rows: usize, columns: usize) -> Result<(), Problem> {
        if rows.saturating_mul(columns) <= MAX_CELLS {
            return Ok(());
        }
        Err(Problem::error(
            Code::BadBoard,
            format!("a board of {rows}×{columns} is too large"),
            board.span,
            format!("at most {MAX_CELLS} cells"),
        ))
    }
}
