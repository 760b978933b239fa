//! Pictures of cells: `#` for those that are meant, `.` for the others.

use super::{Grid, Place};

/// A row for each line, which ends with `/` or with the line of the text; blanks do not count.
///
/// # Errors
/// A sign that is neither `#` nor `.`.
pub(super) fn rows(text: &str) -> Result<Vec<Vec<bool>>, char> {
    let is_drawn = |sign: char| match sign {
        '#' => Ok(true),
        '.' => Ok(false),
        other => Err(other),
    };
    let signs =
        |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).map(is_drawn).collect();
    text.trim().split(['/', '\n']).map(signs).collect()
}

impl Grid {
    /// Returns the cells that a picture of the board means, row by row.
    ///
    /// # Errors
    /// Why it is none of this board.
    pub fn drawn(&self, picture: &str) -> Result<Vec<Place>, String> {
        let rows = rows(picture).map_err(|sign| {
            format!("`{sign}` means nothing in a picture: `#` is a cell that is meant, `.` another")
        })?;
        if rows.len() != self.rows {
            let (found, expected) = (rows.len(), self.rows);
            return Err(format!("the picture has {found} rows, and the board {expected}"));
        }
        let mut cells = Vec::new();
        for (r, row) in rows.iter().enumerate() {
            if row.len() != self.columns {
                let (number, found, expected) = (r + 1, row.len(), self.columns);
                return Err(format!(
                    "row {number} of the picture has {found} signs, and the board {expected} columns"
                ));
            }
            for c in (0..row.len()).filter(|c| row[*c]) {
                let cell = self.cell_at(r as i64, c as i64);
                cells.push(cell.ok_or_else(|| {
                    format!("the picture means r{}c{}, which the board leaves out", r + 1, c + 1)
                })?);
            }
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_means_cells() {
        let grid = Grid::squares(2, 3);
        let meant = Ok(vec![Place::cell(1), Place::cell(3)]);
        for picture in [".#./#..", "\n  .#.\n  #..\n", " . # . \n # . . "] {
            assert_eq!(grid.drawn(picture), meant, "{picture:?}");
        }
        for picture in ["", "...", ".../..", ".../...#", ".../.x.", ".../.../..."] {
            assert!(grid.drawn(picture).is_err(), "{picture:?}");
        }
        let holes = grid.with_cells([Place::cell(3)].into_iter());
        assert_eq!(holes.drawn(".../#.."), Ok(vec![Place::cell(3)]));
        assert!(holes.drawn(".#./#..").is_err());
    }
}
