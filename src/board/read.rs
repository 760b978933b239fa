//! Reading boards: rows of tokens, one-line forms, named blocks, single values; objects are read
//! in `object`.
//!
//! Every token is checked against the family it is for; what is wrong is reported at the token,
//! all of it at once.
//!
//! All forms are read here, because a text does not say which one it has: lines are put into blocks first,
//! one for each family, and then the rows of each block are read by the format of its family.

use crate::family_format::{FamilyFormat, family_format};
use crate::listing::{attempt_of, is_listing, rows_of};
pub use crate::text::{BoardInput, BoardText};
use crate::text::{Read, TextPiece, characters, is_border, is_content, is_object};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::domain::Domain;
use puzgen_base::source::{FileId, Span};
use puzgen_model::definition::Shown;
use puzgen_model::expr::{ClueId, FamilyId, LayoutId};
use puzgen_model::instance::{Instance, KeyIndex};
use puzgen_model::tokens::{Alphabet, EMPTY, NOWHERE, ROOM_LETTERS, Tokens, UNTOLD};

/// Numbers of rooms, as many as have one character.
static ROOMS: Domain = Domain::Range(1, ROOM_LETTERS);

/// Reads boards of one instance. `fact_domains` has the values of each clue fact.
#[derive(Debug)]
pub struct BoardReader<'a> {
    pub(super) instance: &'a Instance<'a>,
    fact_domains: &'a [Domain],
    /// The characters of families that have some.
    alphabets: Vec<(Shown, Alphabet<'a>)>,
    /// Whether values that no place has are taken as they are: a learner's mistake, and no unreadable text.
    pub(super) takes_any: bool,
}

/// The rows given for one family.
pub(super) struct TextBlock<'t> {
    pub(super) family: Shown,
    header: TextPiece<'t>,
    pub(super) rows: Vec<TextPiece<'t>>,
}

impl<'a> BoardReader<'a> {
    /// Returns a reader for boards of `instance`.
    pub fn new(instance: &'a Instance<'a>, fact_domains: &'a [Domain]) -> Self {
        let mut reader = Self { instance, fact_domains, alphabets: Vec::new(), takes_any: false };
        for symbols in &instance.definition.show.symbols {
            let alphabet = Alphabet::new(instance, symbols.family, reader.domains(symbols.family));
            reader.alphabets.extend(alphabet.map(|alphabet| (symbols.family, alphabet)));
        }
        reader
    }

    /// Returns the clue families and the answer families with their names.
    pub(super) fn families(&self) -> Vec<(&'a str, Shown)> {
        let definition = self.instance.definition;
        let clues = definition
            .clues
            .iter()
            .enumerate()
            .map(|(at, clue)| (clue.name.as_str(), Shown::Clue(ClueId(at as u32))));
        let answers =
            definition.answers().map(|id| (definition.family(id).name.as_str(), Shown::Answer(id)));
        let layouts = definition.layouts.iter().enumerate();
        let layouts = layouts.map(|(at, l)| (l.name.as_str(), Shown::Layout(LayoutId(at as u32))));
        clues.chain(answers).chain(layouts).collect()
    }

    pub(super) fn keys(&self, family: Shown) -> &'a KeyIndex {
        self.known_keys(family)
            .unwrap_or_else(|| puzgen_base::bug!("what comes after layouts is read before them"))
    }

    /// Returns the keys; what comes after layouts has none while these are read.
    pub(super) fn known_keys(&self, family: Shown) -> Option<&'a KeyIndex> {
        let instance = self.instance;
        match family {
            Shown::Clue(id) => instance.clues.get(id.0 as usize).map(|clue| &clue.index),
            Shown::Answer(id) => instance.families.get(id.0 as usize).map(|family| &family.index),
            Shown::Layout(id) => instance.layouts.get(id.0 as usize).map(|layout| &layout.index),
        }
    }

    /// Returns the values of each element. Rooms have none, and neither has what comes after layouts while
    /// these are read.
    fn domains(&self, family: Shown) -> &'a [Domain] {
        let domains = match family {
            Shown::Clue(id) => self.instance.clues.get(id.0 as usize).and_then(|clue| {
                self.fact_domains.get(clue.offset..clue.offset + clue.index.len())
            }),
            Shown::Answer(id) => {
                self.instance.families.get(id.0 as usize).map(|family| family.domains.as_slice())
            }
            Shown::Layout(id) => {
                self.instance.layouts.get(id.0 as usize).map(|layout| layout.domains.as_slice())
            }
        };
        domains.unwrap_or_default()
    }

    pub(super) fn domain(&self, family: Shown, position: usize) -> &'a Domain {
        self.domains(family).get(position).unwrap_or(&ROOMS)
    }

    pub(super) fn tokens(&self, family: Shown, position: usize) -> Tokens<'_> {
        let key = &self.keys(family).keys()[position];
        let alphabet = self.alphabets.iter().find(|(other, _)| *other == family);
        let alphabet = alphabet.map(|(_, alphabet)| alphabet);
        Tokens::new(self.instance, family, key, self.domain(family, position), alphabet)
    }

    /// Reads a whole board.
    ///
    /// # Errors
    /// `board::shape`, `board::token`, `board::block`.
    pub fn board(&self, text: BoardText<'_>) -> Result<BoardInput, Diagnostics> {
        self.read(text, true)
    }

    /// Reads what was entered: as a board, but it may be an answer alone.
    /// # Errors
    /// As [`BoardReader::board`].
    pub fn attempt(&self, text: BoardText<'_>) -> Result<BoardInput, Diagnostics> {
        if is_listing(text.text) {
            let object = attempt_of(self.instance, text, self.takes_any)?;
            return self.read(BoardText { text: &object, ..text }, false);
        }
        self.read(text, false)
    }

    fn read(&self, text: BoardText<'_>, is_puzzle: bool) -> Result<BoardInput, Diagnostics> {
        let mut input = BoardInput::empty(self.instance, text.span());
        if is_object(text.text) {
            self.object(text, is_puzzle, &mut input)?;
            return Ok(input);
        }
        let mut problems = Diagnostics::new();
        let blocks = self.blocks(text, &mut problems);
        if blocks.is_empty() && !problems.has_errors() {
            self.must_say_something(text)?;
        }
        let is_layout = |block: &&TextBlock<'_>| matches!(block.family, Shown::Layout(_));
        for block in blocks.iter().filter(|block| !is_layout(block)) {
            let values = self.block(block, text.file, &mut problems);
            self.store(block.family, values, &mut input);
        }
        if problems.has_errors() { Err(problems) } else { Ok(input) }
    }

    /// Refuses an empty text, unless the puzzle has no clues: that no clue is shown must be written.
    fn must_say_something(&self, text: BoardText<'_>) -> Result<(), Problem> {
        let Some(clue) = self.instance.definition.clues.first() else { return Ok(()) };
        let index = self.known_keys(Shown::Clue(ClueId(0)));
        let is_one = index.is_some_and(|keys| {
            family_format(self.instance.grid.as_ref(), keys) == FamilyFormat::Single
        });
        let help = match is_one {
            true => format!("write `{} = .` for a value that is not shown", clue.name),
            false => "write `.` for every empty square".to_owned(),
        };
        let start = Span::new(text.file, text.offset, text.offset);
        Err(Problem::error(Code::BoardShape, "the board is empty", start, "nothing here")
            .help(help))
    }

    /// Reads the rows of one family, without a header.
    ///
    /// # Errors
    /// `board::shape`, `board::token`.
    pub fn family(&self, family: Shown, text: BoardText<'_>) -> Result<BoardInput, Diagnostics> {
        let mut input = BoardInput::empty(self.instance, text.span());
        let mut problems = Diagnostics::new();
        let values = self.rows(family, text, &mut problems);
        self.store(family, values, &mut input);
        if problems.has_errors() { Err(problems) } else { Ok(input) }
    }

    /// Reads the rows of one family, without a header.
    pub(super) fn rows(
        &self,
        family: Shown,
        text: BoardText<'_>,
        problems: &mut Diagnostics,
    ) -> Vec<Read> {
        if is_listing(text.text) {
            let rows = rows_of(self.instance, self.keys(family), text);
            return rows
                .map_err(|problem| problems.push(problem))
                .unwrap_or_else(|()| vec![None; self.keys(family).len()]);
        }
        let whole = TextPiece { text: text.text, at: text.offset };
        let rows = whole.split('\n').into_iter().filter(|line| is_content(line)).collect();
        let block = TextBlock { family, header: whole.trimmed(), rows };
        self.block(&block, text.file, problems)
    }

    /// Reads the blocks of layouts, and no others.
    pub(super) fn layout_blocks(
        &self,
        text: BoardText<'_>,
        problems: &mut Diagnostics,
    ) -> Vec<(LayoutId, Vec<Read>)> {
        let blocks = self.blocks(text, problems);
        let read = |block: &TextBlock<'_>| match block.family {
            Shown::Layout(id) => Some((id, self.block(block, text.file, problems))),
            Shown::Clue(_) | Shown::Answer(_) => None,
        };
        blocks.iter().filter_map(read).collect()
    }

    fn blocks<'t>(&self, text: BoardText<'t>, problems: &mut Diagnostics) -> Vec<TextBlock<'t>> {
        let whole = TextPiece { text: text.text, at: text.offset };
        let mut blocks: Vec<TextBlock<'t>> = Vec::new();
        for line in whole.split('\n').into_iter().filter(is_content) {
            for piece in line.split(';').into_iter().filter(|piece| !piece.text.is_empty()) {
                let words = piece.words();
                if let (Some(kind @ ("clue" | "answer" | "layout")), Some(name)) =
                    (words.first().map(|word| word.text), words.get(1))
                {
                    let Some(family) = self.named(kind, *name, text.file, problems) else {
                        return Vec::new();
                    };
                    once(&blocks, family, *name, text.file, problems);
                    blocks.push(TextBlock { family, header: *name, rows: Vec::new() });
                    let after = name.at + name.text.len() - piece.at;
                    let rest =
                        TextPiece { text: &piece.text[after..], at: piece.at + after }.trimmed();
                    if !rest.text.is_empty() {
                        blocks.iter_mut().last().into_iter().for_each(|b| b.rows.push(rest));
                    }
                    continue;
                }
                if let Some((name, value)) = piece.split_once('=') {
                    let current = blocks.last().map(|block| block.family);
                    if let Some(family) = self.named_elements(current, name.text) {
                        match blocks.last_mut() {
                            Some(block) => block.rows.push(piece),
                            None => {
                                blocks.push(TextBlock { family, header: name, rows: vec![piece] })
                            }
                        }
                        continue;
                    }
                    let Some(family) = self.named("", name, text.file, problems) else {
                        return Vec::new();
                    };
                    once(&blocks, family, name, text.file, problems);
                    blocks.push(TextBlock { family, header: name, rows: vec![value] });
                    continue;
                }
                match blocks.last_mut() {
                    Some(block) => block.rows.push(piece),
                    None => match self.only_family() {
                        Ok(family) => {
                            blocks.push(TextBlock { family, header: piece, rows: vec![piece] });
                        }
                        Err(names) => {
                            problems.push(unclear(&names, piece.span(text.file)));
                            return Vec::new();
                        }
                    },
                }
            }
        }
        blocks
    }

    /// Returns the clue family that rows without a header are for.
    pub(super) fn only_family(&self) -> Result<Shown, Vec<&'a str>> {
        let definition = self.instance.definition;
        match definition.clues.len() {
            1 => Ok(Shown::Clue(ClueId(0))),
            _ => Err(definition.clues.iter().map(|clue| clue.name.as_str()).collect()),
        }
    }

    fn named(
        &self,
        kind: &str,
        name: TextPiece<'_>,
        file: FileId,
        problems: &mut Diagnostics,
    ) -> Option<Shown> {
        let families = self.families();
        let found = families.iter().find(|(other, family)| {
            *other == name.text
                && match family {
                    Shown::Clue(_) => matches!(kind, "clue" | ""),
                    Shown::Answer(_) => matches!(kind, "answer" | ""),
                    Shown::Layout(_) => matches!(kind, "layout" | ""),
                }
        });
        if let Some((_, family)) = found {
            return Some(*family);
        }
        let known: Vec<&str> = families.iter().map(|(name, _)| *name).collect();
        problems.push(
            Problem::error(
                Code::BoardBlock,
                format!("this puzzle has no {kind} `{}`", name.text).replace("no  ", "no "),
                name.span(file),
                "unknown block",
            )
            .help(format!("its blocks are {}", known.join(", ")))
            .did_you_mean(name.text, known),
        );
        None
    }

    fn block(&self, block: &TextBlock<'_>, file: FileId, problems: &mut Diagnostics) -> Vec<Read> {
        let keys = self.keys(block.family);
        let format = family_format(self.instance.grid.as_ref(), keys);
        let is_list = matches!(format, FamilyFormat::Lists(_));
        if let FamilyFormat::Named(names) = &format {
            return self.elements(block, names, file, problems);
        }
        let lines = format.lines();
        let mut values = vec![None; keys.len()];
        let rows: Vec<TextPiece<'_>> = block
            .rows
            .iter()
            .filter(|row| !is_border(row.text))
            .flat_map(|row| row.split('/'))
            .collect();
        let is_compact =
            (0..keys.len()).all(|position| self.tokens(block.family, position).is_compact());
        let total: usize = lines.iter().map(Vec::len).sum();
        if let ([row], true) = (rows.as_slice(), lines.len() > 1) {
            // A whole board without separators: 81 characters of a sudoku.
            let chars: Vec<TextPiece<'_>> = characters(*row);
            if chars.len() == total {
                let mut chars = chars.into_iter();
                let letters_only =
                    !is_compact && !row.text.chars().any(|char| matches!(char, '1'..='9'));
                for position in lines.iter().flatten() {
                    let (Some(char), Some(position)) = (chars.next(), position) else { continue };
                    let tokens = self.tokens(block.family, *position);
                    values[*position] =
                        self.token(&tokens, char, Some(letters_only), file, problems);
                }
                return values;
            }
        }
        if rows.len() != lines.len() {
            problems.push(self.wrong_row_count(block, &rows, &lines, file));
            return values;
        }
        for (row, line) in rows.iter().zip(&lines) {
            let given = if is_list {
                self.list(block.family, *row, line, is_compact, &mut values, file)
            } else {
                line
            };
            self.row(block.family, *row, given, is_compact, file, &mut values, problems);
        }
        values
    }

    /// Returns the problem of a block with more or fewer rows than its family has.
    fn wrong_row_count(
        &self,
        block: &TextBlock<'_>,
        rows: &[TextPiece<'_>],
        lines: &[Vec<Option<usize>>],
        file: FileId,
    ) -> Problem {
        let (expected, found) = (lines.len(), rows.len());
        let place = rows.get(expected).or(rows.last()).unwrap_or(&block.header);
        let label = match found {
            0 => "no row of it",
            _ if found > expected => "one row too many",
            _ => "the last row",
        };
        let message = format!("expected {expected} rows, found {found}");
        Problem::error(Code::BoardShape, message, place.span(file), label)
            .help(self.shape_help(block.family, lines))
    }

    fn shape_help(&self, family: Shown, lines: &[Vec<Option<usize>>]) -> String {
        let name = match family {
            Shown::Clue(id) => &self.instance.definition.clue(id).name,
            Shown::Answer(id) => &self.instance.definition.family(id).name,
            Shown::Layout(id) => &self.instance.definition.layouts[id.0 as usize].name,
        };
        let width = lines.first().map_or(0, Vec::len);
        let shape = if lines.iter().all(|line| line.len() == width) {
            format!("`{name}` is {} rows of {width}", lines.len())
        } else {
            format!("`{name}` has {} rows, the horizontal ones first", lines.len())
        };
        let params: Vec<String> =
            self.instance.params().map(|(name, value)| format!("{name}={value}")).collect();
        if params.is_empty() {
            shape
        } else {
            format!("{shape} with {}; `--set` gives other parameters", params.join(" "))
        }
    }

    /// Returns the elements of a list that its row mentions: behind the last one are zeros, where
    /// these are values; a single empty square is a row of them.
    fn list<'l>(
        &self,
        family: Shown,
        row: TextPiece<'_>,
        line: &'l [Option<usize>],
        is_compact: bool,
        values: &mut [Read],
        file: FileId,
    ) -> &'l [Option<usize>] {
        if matches!(row.text, EMPTY | "_" | NOWHERE) {
            return &line[..1];
        }
        let words = row.places();
        let count = match is_compact {
            true => words.iter().map(|word| characters(*word).len()).sum(),
            false => words.len(),
        };
        let (given, rest) = line.split_at(count.min(line.len()));
        let rest: Vec<usize> = rest.iter().copied().flatten().collect();
        if rest.iter().any(|position| !self.domain(family, *position).contains(0)) {
            return line;
        }
        for position in rest {
            values[position] = Some((Some(0), row.span(file)));
        }
        given
    }

    #[expect(clippy::too_many_arguments, reason = "one row of one block, called in one place")]
    fn row(
        &self,
        family: Shown,
        row: TextPiece<'_>,
        line: &[Option<usize>],
        is_compact: bool,
        file: FileId,
        values: &mut [Read],
        problems: &mut Diagnostics,
    ) {
        let words: Vec<TextPiece<'_>> =
            row.places().into_iter().filter(|word| word.text != "|").collect();
        let words_given = words.len();
        let letters_fit = !is_compact && words.len() != line.len();
        let tokens = if words.len() == line.len() && !letters_fit {
            words
        } else if is_compact || words.len() == 1 {
            words.iter().flat_map(|word| characters(*word)).collect()
        } else {
            words
        };
        if tokens.len() != line.len() {
            let (expected, found) = (line.len(), tokens.len());
            let span = tokens.get(expected).map_or(row.span(file), |extra| extra.span(file));
            let label = if found > expected { "one too many" } else { "too short" };
            problems.push(
                Problem::error(
                    Code::BoardShape,
                    format!("expected {expected} squares in this row, found {found}"),
                    span,
                    label,
                )
                .help(match (words_given, found > expected) {
                    (1, _) => "separate tokens by spaces; `.` is an empty square",
                    (_, true) => "write one token for each square",
                    (_, false) => "write `.` for each empty square",
                }),
            );
            return;
        }
        for (token, position) in tokens.into_iter().zip(line) {
            match position {
                Some(position) => {
                    let known = self.tokens(family, *position);
                    let letters = letters_fit.then_some(false);
                    values[*position] = self.token(&known, token, letters, file, problems);
                }
                None if matches!(token.text, NOWHERE | EMPTY) => {}
                None => problems.push(
                    Problem::error(
                        Code::BoardToken,
                        format!("there is nothing to fill in here, found `{}`", token.text),
                        token.span(file),
                        "no square of this family",
                    )
                    .help("write `-`"),
                ),
            }
        }
    }

    /// Returns the value of a token; `None` for an empty square, an inner `None` for `?`.
    pub(super) fn token(
        &self,
        tokens: &Tokens<'_>,
        token: TextPiece<'_>,
        letters_only: Option<bool>,
        file: FileId,
        problems: &mut Diagnostics,
    ) -> Read {
        let span = token.span(file);
        let is_empty = match token.text {
            EMPTY | "_" | NOWHERE => true,
            "0" => tokens.zero_is_empty(),
            _ => false,
        };
        if is_empty {
            return None;
        }
        if token.text == UNTOLD {
            return Some((None, span));
        }
        let value = match (letters_only, token.text.chars().next()) {
            (Some(letters_only), Some(char)) if char.len_utf8() == token.text.len() => {
                tokens.read_char(char, letters_only)
            }
            _ => tokens.read(token.text),
        };
        match value.or_else(|| self.strange(tokens, token.text)) {
            Some(value) => Some((Some(value), span)),
            None => {
                problems.push(
                    Problem::error(
                        Code::BoardToken,
                        format!("`{}` is no value of this square", token.text),
                        span,
                        format!("expected {} or `.`", tokens.describe()),
                    )
                    .help("an empty square is written `.`"),
                );
                None
            }
        }
    }

    pub(super) fn store(&self, family: Shown, values: Vec<Read>, input: &mut BoardInput) {
        match family {
            Shown::Layout(_) => {}
            Shown::Clue(id) => {
                let offset = self.instance.clues[id.0 as usize].offset;
                for (position, value) in values.into_iter().enumerate() {
                    match value {
                        Some((Some(value), span)) => {
                            input.board.facts[offset + position] = Some((value, span));
                        }
                        Some((None, span)) => input.board.untold[offset + position] = Some(span),
                        None => {}
                    }
                }
            }
            Shown::Answer(FamilyId(id)) => {
                let offset = self.instance.families[id as usize].offset;
                let range = offset..offset + values.len();
                // The same family again: the next answer of a puzzle with several solutions.
                if input.answer[range].iter().any(Option::is_some) {
                    let next = vec![None; input.answer.len()];
                    input.other_answers.push(std::mem::replace(&mut input.answer, next));
                }
                for (position, value) in values.into_iter().enumerate() {
                    input.answer[offset + position] = value.and_then(|(value, _)| value);
                }
            }
        }
    }
}

/// Reports clues that are given twice. Several answers are those of a puzzle with several solutions;
/// the last one counts.
fn once(
    blocks: &[TextBlock<'_>],
    family: Shown,
    name: TextPiece<'_>,
    file: FileId,
    problems: &mut Diagnostics,
) {
    let twice = blocks.iter().find(|block| block.family == family);
    if let (Some(twice), Shown::Clue(_) | Shown::Layout(_)) = (twice, family) {
        problems.push(
            Problem::error(
                Code::BoardBlock,
                format!("`{}` is given twice", name.text),
                name.span(file),
                "again here",
            )
            .label(twice.header.span(file), "first here")
            .help("leave one of them out"),
        );
    }
}

/// Returns the problem of rows without a header where there are several clue families.
fn unclear(names: &[&str], span: Span) -> Problem {
    let message = "this puzzle has several kinds of clues";
    Problem::error(Code::BoardBlock, message, span, "which of them is this?").help(format!(
        "put a line such as `clue {}` above each block ({})",
        names.first().copied().unwrap_or("given"),
        names.join(", ")
    ))
}
