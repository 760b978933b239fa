//! The interface of forms: what is known of one without a puzzle, and how it writes one.

use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;

use crate::context::Context;

/// What is known of a form without a puzzle.
#[derive(Debug, Clone, Copy)]
pub struct FormatHead {
    /// The name after `--format`.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The ending of files in this form, without the dot.
    pub extension: &'static str,
    /// What stands between two puzzles.
    pub separator: &'static str,
    /// Whether it is to be looked at only.
    pub is_drawing: bool,
    /// Whether it is drawn in a [`Style`](crate::Style).
    pub has_style: bool,
    /// Whether it is a link of another program: definitions say what stands in it, and some puzzles
    /// have none.
    pub is_link: bool,
    /// Whether it shows score, tier, level or features; for a form that does not, puzzles need
    /// not be rated.
    pub shows_rating: bool,
    /// Whether a file in this form holds one puzzle and no more.
    pub holds_one: bool,
    /// Whether it is no text: then [`bytes`](Format::bytes) alone gives it.
    pub is_binary: bool,
}

impl FormatHead {
    /// Returns that of a text with ratings, one puzzle after the other.
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        extension: &'static str,
    ) -> Self {
        Self {
            name,
            about,
            extension,
            separator: "",
            is_drawing: false,
            has_style: false,
            is_link: false,
            shows_rating: true,
            holds_one: false,
            is_binary: false,
        }
    }

    /// Returns that of a link, or of a text that is one in another program.
    pub(crate) const fn link(name: &'static str, about: &'static str) -> Self {
        Self { is_link: true, shows_rating: false, ..Self::new(name, about, "txt") }
    }
}

/// A form that puzzles are printed in.
pub trait Format: Sync {
    /// Returns its head.
    fn head(&self) -> FormatHead;

    /// Returns [`FormatHead::name`].
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns [`FormatHead::about`].
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns [`FormatHead::extension`].
    fn extension(&self) -> &'static str {
        self.head().extension
    }

    /// Returns [`FormatHead::separator`].
    fn separator(&self) -> &'static str {
        self.head().separator
    }

    /// Returns [`FormatHead::is_drawing`].
    fn is_drawing(&self) -> bool {
        self.head().is_drawing
    }

    /// Returns [`FormatHead::has_style`].
    fn has_style(&self) -> bool {
        self.head().has_style
    }

    /// Returns [`FormatHead::is_link`].
    fn is_link(&self) -> bool {
        self.head().is_link
    }

    /// Returns whether it says all of every puzzle, so that `board/` reads it back.
    fn says_all(&self) -> bool {
        !self.is_drawing() && !self.is_link()
    }

    /// Returns [`FormatHead::shows_rating`].
    fn shows_rating(&self) -> bool {
        self.head().shows_rating
    }

    /// Returns [`FormatHead::holds_one`].
    fn holds_one(&self) -> bool {
        self.head().holds_one
    }

    /// Returns [`FormatHead::is_binary`].
    fn is_binary(&self) -> bool {
        self.head().is_binary
    }

    /// Returns the puzzle as text, with a line end.
    ///
    /// # Errors
    /// Where a script is to draw it and fails, and where the form is no text.
    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem>;

    /// Returns the puzzle as it is written to a file.
    ///
    /// # Errors
    /// Where a script is to draw it and fails.
    fn bytes(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<Vec<u8>, Problem> {
        self.puzzle(context, puzzle).map(String::into_bytes)
    }

    /// Returns a puzzle that was moved and not solved: a form that says what only solving tells leaves
    /// that out.
    ///
    /// # Errors
    /// As [`puzzle`](Self::puzzle).
    fn jumbled(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        self.puzzle(context, puzzle)
    }
}
