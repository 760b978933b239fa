//! What documents say beside the puzzles: a table for each language.

/// The words of a language.
#[derive(Debug)]
pub struct Words {
    /// Its code.
    pub(super) code: &'static str,
    pub(super) contents: &'static str,
    pub(super) solutions: &'static str,
    /// What a drawing shows, for those who do not see it: `{chapter}` and `{number}`.
    pub(super) solution_of: &'static str,
    /// The headings of an example and of its solution.
    pub(super) example: [&'static str; 2],
    pub(super) version: &'static str,
    /// Those of the line for pupils.
    pub(super) name: &'static str,
    pub(super) date: &'static str,
    /// The link to a puzzle.
    pub(super) online: &'static str,
    /// Usual names of levels, as definitions write them and as they are printed.
    levels: &'static [(&'static str, &'static str)],
}

/// The languages; the first one is taken where another is asked for.
static LANGUAGES: &[Words] = &[
    Words {
        code: "en",
        contents: "Contents",
        solutions: "Solutions",
        solution_of: "Solution of {chapter} {number}",
        example: ["Example", "Its solution"],
        version: "Version",
        name: "Name",
        date: "Date",
        online: "online",
        levels: &[],
    },
    Words {
        code: "de",
        contents: "Inhalt",
        solutions: "Lösungen",
        solution_of: "Lösung von {chapter} {number}",
        example: ["Beispiel", "Seine Lösung"],
        version: "Fassung",
        name: "Name",
        date: "Datum",
        online: "online",
        levels: &[
            ("easy", "leicht"),
            ("medium", "mittel"),
            ("hard", "schwer"),
            ("evil", "sehr schwer"),
            ("extreme", "extrem"),
        ],
    },
];

impl Words {
    /// Returns the words of a language.
    pub fn in_language(code: Option<&str>) -> &'static Self {
        let found = LANGUAGES.iter().find(|words| Some(words.code) == code);
        found.unwrap_or(&LANGUAGES[0])
    }

    /// Returns how the name of a level is printed.
    pub(super) fn level<'a>(&self, name: &'a str) -> &'a str {
        self.levels.iter().find(|(known, _)| *known == name).map_or(name, |(_, word)| word)
    }

    /// Returns the name of a version: A, B, and so on; none where there is only one.
    pub(super) fn version_name(&self, version: usize, of: usize) -> Option<String> {
        let letter = char::from_u32('A' as u32 + version as u32).filter(|_| of > 1);
        letter.map(|letter| format!("{} {letter}", self.version))
    }
}
