//! What of a picture is text, for documents that set it in letters of their own: sentences with formulas, captions,
//! programs. The rest stays a drawing.

use crate::drawing::scene::{Scene, scene};
use crate::drawing::style::Style;
use crate::drawing::{Picture, ProgramText};
use puzgen_model::formula::{self, Piece};

/// A picture whose texts stand apart from what is drawn.
#[derive(Debug, Clone)]
pub struct Typeset {
    /// The sentence that asks for something, with its formulas.
    pub sentence: Vec<Piece>,
    /// Sentences around the board.
    pub captions: Vec<String>,
    /// The program.
    pub program: Option<ProgramText>,
    /// What is not text; none where nothing is.
    pub drawing: Option<Scene>,
}

impl Typeset {
    /// Returns a picture with its texts apart; none where it has no text that stands beside the drawing.
    pub fn of(picture: &Picture, style: &Style) -> Option<Self> {
        let program = picture.program.clone();
        let (sentence, captions) = (picture.sentence.clone(), picture.captions.clone());
        if program.is_none() && sentence.is_empty() && captions.is_empty() {
            return None;
        }
        let rest = Picture { sentence: Vec::new(), captions: Vec::new(), ..picture.clone() };
        let drawing = (program.is_none() && rest.has_drawing()).then(|| scene(&rest, style));
        Some(Self { sentence, captions, program, drawing })
    }

    /// Returns the texts without signs of a form: what is read to those who do not see the picture.
    pub fn plain(&self) -> String {
        let mut lines = Vec::new();
        if !self.sentence.is_empty() {
            lines.push(formula::plain(&self.sentence));
        }
        lines.extend(self.captions.iter().cloned());
        if let Some(program) = &self.program {
            lines.push(program.plain());
        }
        lines.join("\n")
    }
}

impl Picture {
    /// Returns whether something is to be seen in it beside texts around it.
    fn has_drawing(&self) -> bool {
        let Self { cells, segments, dots, circles, ships, labels, beside, figure, table, .. } =
            self;
        let is_empty = cells.is_empty()
            && segments.is_empty()
            && dots.is_empty()
            && circles.is_empty()
            && ships.is_empty()
            && labels.is_empty()
            && beside.is_empty();
        !is_empty || figure.is_some() || table.is_some()
    }
}
