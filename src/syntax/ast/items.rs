//! The items of a puzzle: what each kind of them says, what is true of all of a kind, and how they are
//! printed.

use std::fmt::{self, Display, Formatter};

use super::print_lists::{Index, Lines, List, Perhaps};
use super::{
    Binders, ExamplePart, Expr, FeatureEntry, Ident, LevelsBy, RemovePart, ShowPart, TextLiteral,
    TransformKind, TranslationPart,
};
use puzgen_base::source::Span;

/// What an item says.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `about "…"`.
    About(TextLiteral),
    /// `param name: domain = default`.
    Param {
        /// The name.
        name: Ident,
        /// Its values: a range, `bool`, or words in braces.
        domain: Expr,
        /// Its value where none is set.
        default: Expr,
    },
    /// `let name = value`.
    Let {
        /// The name.
        name: Ident,
        /// Its value.
        value: Expr,
    },
    /// `board grid(rows, columns)`.
    Board(BoardDecl),
    /// `layout name = rooms(cells, 2..5)` or `layout name[…]: domain`.
    Layout {
        /// The name.
        name: Ident,
        /// What is drawn.
        value: LayoutValue,
    },
    /// `answer x[cells]: 1..n` or `answer a, b: 1..9`.
    Answer {
        /// The names declared.
        names: Vec<Ident>,
        /// What they are indexed by.
        index: Option<Binders>,
        /// The values of each: a range, a list or `bool`.
        domain: Expr,
    },
    /// `aux name[…] = value`, `aux name[…]: domain` or `aux name = components(…)`.
    Aux {
        /// The name.
        name: Ident,
        /// What it is indexed by.
        index: Option<Binders>,
        /// What it is.
        value: AuxValue,
    },
    /// `rule name(binders) "sentence": body`, perhaps `implied`.
    Rule {
        /// Whether it follows from the others.
        implied: bool,
        /// The name.
        name: Ident,
        /// The cases it stands for.
        binders: Option<Binders>,
        /// What is said where it is broken; `{expr}` is filled in.
        sentence: Option<TextLiteral>,
        /// What must hold.
        body: Expr,
    },
    /// `working name(binders) "sentence": place == value`.
    Working {
        /// The name.
        name: Ident,
        /// The cases it stands for.
        binders: Option<Binders>,
        /// What is said where a place is found by it.
        sentence: TextLiteral,
        /// What the place is, perhaps under a condition.
        body: Expr,
    },
    /// `clue name[binders] = value if condition`, perhaps `fixed`.
    Clue {
        /// Whether it is never dropped.
        fixed: bool,
        /// The name.
        name: Ident,
        /// What it is indexed by.
        index: Option<Binders>,
        /// The fact.
        value: Expr,
        /// Where the fact is defined, for a partial clue.
        condition: Option<Expr>,
    },
    /// `remove clue, clue { … }`.
    Remove {
        /// The clue families that are dropped from.
        clues: Vec<Ident>,
        /// How.
        parts: Vec<RemovePart>,
    },
    /// `sample solver` or `sample grow(group) where condition when sizes`.
    Sample {
        /// How boards are drawn.
        sampler: Expr,
        /// What drawn boards must fulfil.
        condition: Option<Expr>,
        /// With which parameters puzzles are known to be found.
        sizes: Option<Expr>,
    },
    /// `transform rotate, reflect with height = width, width = height when condition`.
    Transform {
        /// What is mapped onto what.
        kind: TransformKind,
        /// Parameters with the values that they have afterwards; the others stay.
        params: Vec<(Ident, Expr)>,
        /// With which parameters there is this transform; none for always.
        condition: Option<Expr>,
    },
    /// `feature name, name = value, name[binders] = value`.
    Feature(Vec<FeatureEntry>),
    /// `features name = feature, feature`.
    FeatureSet {
        /// The name of the set.
        name: Ident,
        /// Features of the definition, and built-in measures.
        members: Vec<Ident>,
    },
    /// `levels a < b < c { a when …; c otherwise }` or `levels a < b by model("file.yaml")`.
    Levels {
        /// The levels in rising order.
        names: Vec<Ident>,
        /// Which puzzles are of which level.
        by: LevelsBy,
    },
    /// `script "file.rhai"`: functions that the puzzle calls.
    Script(TextLiteral),
    /// `show { … }` or one part of it after `show`.
    Show(Vec<ShowPart>),
    /// `export puzzlink "slither" size(rows, columns) when condition: digits(clue)`.
    Export {
        /// The form.
        form: Ident,
        /// What the other program calls the genre.
        genre: TextLiteral,
        /// Rows and columns as the other program counts them.
        size: Option<[Expr; 2]>,
        /// With which parameters it is that genre.
        condition: Option<Expr>,
        /// Calls of codes.
        parts: Vec<Expr>,
    },
    /// `translation de "Titel" { … }`.
    Translation {
        /// The code of the language.
        language: Ident,
        /// The title in it.
        title: Option<TextLiteral>,
        /// What else is said.
        parts: Vec<TranslationPart>,
    },
    /// `example "title" { … }`.
    Example {
        /// Where it is from.
        title: TextLiteral,
        /// What it consists of.
        parts: Vec<ExamplePart>,
    },
    /// `without rule box`: drops items inherited by `extends`.
    Without {
        /// The keyword of the items: `rule`, `clue`, `feature` …
        kind: Ident,
        /// Their names; none for items without a name (`levels`, `sample` …).
        names: Vec<Ident>,
    },
}

/// A board.
#[derive(Debug, Clone)]
pub struct BoardDecl {
    /// What the cells are, and how many.
    pub shape: BoardShape,
    /// Which of the cells are there; none for all.
    pub cells: Option<Binders>,
    /// The shape as written.
    pub span: Span,
}

/// What the cells of a board are, and how many.
#[derive(Debug, Clone)]
pub enum BoardShape {
    /// `grid(rows, columns)`, `hexagon(side)`.
    Sides(Ident, Vec<Expr>),
    /// `graph("file.yaml")`.
    Graph(TextLiteral),
    /// `programs("file.py")`, or the programs themselves in the text.
    Programs(TextLiteral),
}

/// What is drawn with a puzzle and then shown for ever.
#[derive(Debug, Clone)]
pub enum LayoutValue {
    /// A division into rooms, by a sampler.
    Rooms(Expr),
    /// Values that the rules about them decide, and chance.
    Drawn {
        /// What they are indexed by.
        index: Option<Binders>,
        /// The values of each: a range, a list or `bool`.
        domain: Expr,
    },
}

/// What an `aux` is.
#[derive(Debug, Clone)]
pub enum AuxValue {
    /// Determined by the answer.
    Determined(Expr),
    /// Free: projected away when solutions are compared.
    Free(Expr),
    /// `components(places where equal family)`.
    Components {
        /// The places that are grouped.
        places: Expr,
        /// What the family says of neighbours.
        joining: Joining,
        /// The family.
        family: Ident,
        /// The whole call.
        span: Span,
    },
}

/// How a family says which neighbours are in one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// `where equal`: its values at both are equal.
    Equal,
    /// `split by`: it does not hold between them.
    Split,
    /// `joined by`: it holds between them.
    Joined,
}

/// What is true of all items with one keyword. Unless said otherwise, an item decides what is generated,
/// is inherited, and takes the place of an inherited one: of that with its name, or, where it declares
/// none, of the only one with its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The word that says what kind of item it is, in messages and after `without`.
    pub keyword: &'static str,
    pub(super) block: Block,
    /// Whether it is part of puzzles that extend its own.
    pub is_inherited: bool,
    /// Whether there may be several, which stand beside those inherited.
    pub is_repeated: bool,
    /// Whether it can change what is generated, and so the identity of a definition.
    pub decides: bool,
    /// Whether its names are apart from those that expressions use.
    pub has_own_names: bool,
}

/// Items of one block are printed without an empty line between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Constants,
    Board,
    Rules,
    Working,
    Clues,
    Generation,
    Transforms,
    Features,
    Levels,
    Drawing,
    LeftOut,
    /// The block whose members are kept apart, too.
    Example,
}

impl Facts {
    const fn of(keyword: &'static str, block: Block) -> Self {
        Self {
            keyword,
            block,
            is_inherited: true,
            is_repeated: false,
            decides: true,
            has_own_names: false,
        }
    }

    const fn not_inherited(self) -> Self {
        Self { is_inherited: false, ..self }
    }

    const fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    const fn decides_nothing(self) -> Self {
        Self { decides: false, ..self }
    }

    const fn with_own_names(self) -> Self {
        Self { has_own_names: true, ..self }
    }
}

/// A part of an item in which things can be named.
#[derive(Debug)]
pub enum PartMut<'a> {
    /// An expression.
    Expr(&'a mut Expr),
    /// Binders, whose names all later parts may use.
    Binders(&'a mut Binders),
    /// The name of another item.
    Name(&'a Ident),
    /// A text with expressions in braces.
    Template(&'a TextLiteral),
}

impl ItemKind {
    /// Returns what is true of all items with its keyword.
    pub const fn facts(&self) -> Facts {
        match self {
            Self::About(_) => {
                Facts::of("about", Block::Constants).not_inherited().decides_nothing()
            }
            Self::Param { .. } => Facts::of("param", Block::Constants),
            Self::Let { .. } => Facts::of("let", Block::Constants),
            Self::Board(_) => Facts::of("board", Block::Board),
            Self::Layout { .. } => Facts::of("layout", Block::Board),
            Self::Answer { .. } => Facts::of("answer", Block::Board),
            Self::Aux { .. } => Facts::of("aux", Block::Board),
            Self::Rule { .. } => Facts::of("rule", Block::Rules).with_own_names(),
            Self::Working { .. } => {
                Facts::of("working", Block::Working).with_own_names().decides_nothing()
            }
            Self::Clue { .. } => Facts::of("clue", Block::Clues),
            Self::Remove { .. } => Facts::of("remove", Block::Generation),
            Self::Sample { .. } => Facts::of("sample", Block::Generation),
            Self::Transform { .. } => {
                Facts::of("transform", Block::Transforms).repeated().decides_nothing()
            }
            Self::Feature(_) => Facts::of("feature", Block::Features).decides_nothing(),
            Self::FeatureSet { .. } => {
                Facts::of("features", Block::Features).with_own_names().decides_nothing()
            }
            Self::Levels { .. } => Facts::of("levels", Block::Levels).decides_nothing(),
            // The text of a script counts for the identity, not its name.
            Self::Script(_) => Facts::of("script", Block::Drawing).repeated().decides_nothing(),
            Self::Show(_) => Facts::of("show", Block::Drawing).repeated().decides_nothing(),
            Self::Export { .. } => {
                Facts::of("export", Block::Drawing).not_inherited().repeated().decides_nothing()
            }
            Self::Translation { .. } => {
                Facts::of("translation", Block::Drawing).with_own_names().decides_nothing()
            }
            Self::Example { .. } => {
                Facts::of("example", Block::Example).not_inherited().repeated().decides_nothing()
            }
            Self::Without { .. } => {
                Facts::of("without", Block::LeftOut).not_inherited().decides_nothing()
            }
        }
    }

    /// Returns the names that it declares and that another item can redeclare.
    pub fn names(&self) -> Vec<&Ident> {
        match self {
            Self::Param { name, .. }
            | Self::Let { name, .. }
            | Self::Layout { name, .. }
            | Self::Aux { name, .. }
            | Self::Rule { name, .. }
            | Self::Working { name, .. }
            | Self::Clue { name, .. }
            | Self::FeatureSet { name, .. }
            | Self::Translation { language: name, .. } => vec![name],
            Self::Answer { names, .. } => names.iter().collect(),
            Self::Feature(entries) => entries.iter().map(|entry| &entry.name).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns what of it decides what is generated, if anything does.
    pub fn deciding_part(&self) -> Option<Self> {
        let mut kind = self.facts().decides.then(|| self.clone())?;
        match &mut kind {
            // That a rule follows from the others decides nothing.
            Self::Rule { implied, sentence, .. } => (*implied, *sentence) = (false, None),
            Self::Sample { sizes, .. } => *sizes = None,
            _ => {}
        }
        Some(kind)
    }

    /// Returns the parts in which things are named, in the order in which names are bound and used;
    /// none of an item where words or binders have a meaning of their own.
    pub fn parts_mut(&mut self) -> Option<Vec<PartMut<'_>>> {
        use self::PartMut::{Binders, Expr, Name, Template};

        let mut parts = Vec::new();
        match self {
            Self::About(text) => parts.push(Template(text)),
            Self::Param { domain, default, .. } => parts.extend([Expr(domain), Expr(default)]),
            Self::Let { value, .. } => parts.push(Expr(value)),
            Self::Layout { value: LayoutValue::Drawn { index, domain }, .. }
            | Self::Answer { index, domain, .. } => {
                parts.extend(index.as_mut().map(Binders));
                parts.push(Expr(domain));
            }
            Self::Aux { index, value, .. } => {
                parts.extend(index.as_mut().map(Binders));
                match value {
                    AuxValue::Determined(value) | AuxValue::Free(value) => parts.push(Expr(value)),
                    AuxValue::Components { places, family, .. } => {
                        parts.extend([Expr(places), Name(family)]);
                    }
                }
            }
            Self::Rule { binders, sentence, body, .. } => {
                parts.extend(binders.as_mut().map(Binders));
                parts.extend(sentence.as_ref().map(Template));
                parts.push(Expr(body));
            }
            Self::Working { binders, sentence, body, .. } => {
                parts.extend(binders.as_mut().map(Binders));
                parts.push(Template(sentence));
                parts.push(Expr(body));
            }
            Self::Clue { index, value, condition, .. } => {
                parts.extend(index.as_mut().map(Binders));
                parts.push(Expr(value));
                parts.extend(condition.as_mut().map(Expr));
            }
            Self::Script(_) => {}
            _ => return None,
        }
        Some(parts)
    }
}

impl Display for ItemKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::About(text) => write!(f, "about {text}"),
            Self::Param { name, domain, default } => {
                write!(f, "param {name}: {} = {default}", domain.as_domain())
            }
            Self::Let { name, value } => write!(f, "let {name} = {value}"),
            Self::Board(board) => write!(f, "board {board}"),
            Self::Layout { name, value } => write!(f, "layout {name}{value}"),
            Self::Answer { names, index, domain } => {
                write!(f, "answer {}{}: {}", List(names), Index(index), domain.as_domain())
            }
            Self::Aux { name, index, value } => write!(f, "aux {name}{}{value}", Index(index)),
            Self::Rule { implied, name, binders, sentence, body } => {
                write!(f, "{}rule {name}", if *implied { "implied " } else { "" })?;
                binders.as_ref().map_or(Ok(()), |binders| write!(f, "({binders})"))?;
                write!(f, "{}: {body}", Perhaps(" ", sentence))
            }
            Self::Working { name, binders, sentence, body } => {
                write!(f, "working {name}")?;
                binders.as_ref().map_or(Ok(()), |binders| write!(f, "({binders})"))?;
                write!(f, " {sentence}: {body}")
            }
            Self::Clue { fixed, name, index, value, condition } => {
                write!(f, "{}clue {name}", if *fixed { "fixed " } else { "" })?;
                write!(f, "{} = {value}{}", Index(index), Perhaps(" if ", condition))
            }
            Self::Remove { clues, parts } => {
                write!(f, "remove {}", List(clues))?;
                if parts.is_empty() { Ok(()) } else { write!(f, " {}", Lines(parts)) }
            }
            Self::Sample { sampler, condition, sizes } => {
                let (condition, sizes) = (Perhaps(" where ", condition), Perhaps(" when ", sizes));
                write!(f, "sample {sampler}{condition}{sizes}")
            }
            Self::Transform { kind, params, condition } => {
                write!(f, "transform {kind}")?;
                for (index, (name, value)) in params.iter().enumerate() {
                    write!(f, "{} {name} = {value}", if index > 0 { "," } else { " with" })?;
                }
                Perhaps(" when ", condition).fmt(f)
            }
            Self::Feature(features) => write!(f, "feature {}", List(features)),
            Self::FeatureSet { name, members } => {
                write!(f, "features {name} = {}", List(members))
            }
            Self::Levels { names, by } => {
                for (index, name) in names.iter().enumerate() {
                    write!(f, "{} {name}", if index > 0 { " <" } else { "levels" })?;
                }
                match by {
                    LevelsBy::Rules(rules) => write!(f, " {}", Lines(rules)),
                    LevelsBy::Model(path) => write!(f, " by model({path})"),
                }
            }
            Self::Script(path) => write!(f, "script {path}"),
            Self::Show(parts) => match parts.as_slice() {
                [part] => write!(f, "show {part}"),
                parts => write!(f, "show {}", Lines(parts)),
            },
            Self::Export { form, genre, size, condition, parts } => {
                write!(f, "export {form} {genre}")?;
                if let Some([rows, columns]) = size {
                    write!(f, " size({rows}, {columns})")?;
                }
                write!(f, "{}: {}", Perhaps(" when ", condition), List(parts))
            }
            Self::Translation { language, title, parts } => {
                write!(f, "translation {language}{} {}", Perhaps(" ", title), Lines(parts))
            }
            Self::Example { title, parts } => write!(f, "example {title} {}", Lines(parts)),
            Self::Without { kind, names } => {
                write!(f, "without {kind}{}", if names.is_empty() { "" } else { " " })?;
                List(names).fmt(f)
            }
        }
    }
}

impl Display for BoardDecl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.shape {
            BoardShape::Sides(name, sides) => write!(f, "{name}({})", List(sides))?,
            BoardShape::Graph(path) => write!(f, "graph({path})")?,
            BoardShape::Programs(path) => write!(f, "programs({path})")?,
        }
        Index(&self.cells).fmt(f)
    }
}

impl Display for LayoutValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rooms(rooms) => write!(f, " = {rooms}"),
            Self::Drawn { index, domain } => {
                write!(f, "{}: {}", Index(index), domain.as_domain())
            }
        }
    }
}

impl Display for AuxValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Determined(value) => write!(f, " = {value}"),
            Self::Free(domain) => write!(f, ": {}", domain.as_domain()),
            Self::Components { places, joining, family, .. } => {
                let how = match joining {
                    Joining::Equal => "where equal",
                    Joining::Split => "split by",
                    Joining::Joined => "joined by",
                };
                write!(f, " = components({places} {how} {family})")
            }
        }
    }
}
