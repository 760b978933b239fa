//! The words that items begin with, and what stands behind each: by these damaged texts are judged.

/// The words that items begin with, as messages list them: the keywords, `fixed` and `implied`.
pub const FIRST_WORDS: &[FirstWord] = &[
    FirstWord::of("about", Behind::Text),
    FirstWord::of("param", Behind::Declared),
    FirstWord::of("let", Behind::Declared),
    FirstWord::of("board", Behind::Word),
    FirstWord::of("layout", Behind::Declared),
    FirstWord::of("answer", Behind::Declared),
    FirstWord::of("aux", Behind::Declared),
    FirstWord::of("rule", Behind::Declared),
    FirstWord::of("working", Behind::Declared),
    FirstWord::of("clue", Behind::Declared),
    FirstWord::of("fixed", Behind::Keyword),
    FirstWord::of("implied", Behind::Keyword),
    FirstWord::of("remove", Behind::Word).with_lines(),
    FirstWord::of("sample", Behind::Word),
    FirstWord::of("transform", Behind::Word),
    FirstWord::of("feature", Behind::Declared),
    FirstWord::of("features", Behind::Declared),
    FirstWord::of("levels", Behind::Word).with_lines(),
    FirstWord::of("script", Behind::Text),
    FirstWord::of("show", Behind::Word).with_lines(),
    FirstWord::of("export", Behind::Word),
    FirstWord::of("translation", Behind::Word).with_lines(),
    FirstWord::of("example", Behind::Text).with_lines(),
    FirstWord::of("without", Behind::Keyword),
];

/// A word that items begin with. What is damaged is judged by these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstWord {
    /// The word.
    pub word: &'static str,
    /// What stands behind it.
    pub behind: Behind,
    /// Whether there may be a block of lines.
    pub has_lines: bool,
}

/// What stands behind the first word of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// A name that the item declares.
    Declared,
    /// A name, or another word.
    Word,
    /// A text in quotes.
    Text,
    /// The keyword of an item.
    Keyword,
}

impl FirstWord {
    const fn of(word: &'static str, behind: Behind) -> Self {
        Self { word, behind, has_lines: false }
    }

    const fn with_lines(self) -> Self {
        Self { has_lines: true, ..self }
    }
}
