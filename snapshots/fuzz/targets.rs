//! What is fuzzed: one function a target, given any bytes. It fails by a panic: the product panicked, or
//! something that always holds did not.
//!
//! The fuzz targets and the suite (`suite/fuzz.rs`) both include this file.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use puzgen_api::jumble;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::diagnostics::render::{Style, render};
use puzgen_base::source::{Sources, Span};
use puzgen_board::foreign_text::ForeignText;
use puzgen_board::many::Splitter;
use puzgen_board::object::add_settings;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::load::{built_in_name, load, survey};
use puzgen_check::reach::{Unread, no_files};
use puzgen_cli::probe;
use puzgen_engines::ENGINES;
use puzgen_export::{self as export, Context};
use puzgen_generate::any_instance;
use puzgen_model::definition::Definition;
use puzgen_model::grid::Graph;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::learn::Model;
use puzgen_model::puzzle::FactValue;
use puzgen_syntax::ast;
use puzgen_syntax::{ParsedSource, parse, read_source};

/// A name and what it does with bytes.
type Target = (&'static str, fn(&[u8]));

/// The targets by name.
#[allow(dead_code, reason = "each fuzz target is a program of its own")]
pub(crate) const TARGETS: &[Target] = &[
    ("syntax", syntax),
    ("boards", boards),
    ("json", json),
    ("scripts", scripts),
    ("journals", journals),
    ("foreign", foreign),
];

/// Files are read as text, and what is no text is refused.
fn text_of(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// A definition: what can be read of it is read, checked and told, and its tree prints itself.
pub(crate) fn syntax(bytes: &[u8]) {
    let Some(text) = text_of(bytes) else { return };
    let mut sources = Sources::new();
    let file = sources.add("fuzz.pz", text);
    let source = read_source(file, &sources);
    is_whole(&source);
    // A puzzle that lacks its name has an empty one, which is no text of a definition.
    if source.file.puzzles.iter().all(|puzzle| !puzzle.name.name.is_empty()) {
        prints_itself(&source.file, &mut sources);
    }
    let parsed = parse(file, &sources);
    assert_eq!(parsed.is_ok(), source.problems.is_empty(), "tools and runs read otherwise");
    let found = survey(file, &mut sources, &mut no_files);
    for name in found.knowledge.names() {
        found.knowledge.at(file, name.span.start);
        found.knowledge.visible(file, name.span.end);
    }
    is_told(&found.problems, &sources);
    let checked = check(&mut sources, "fuzz_again.pz", text, &mut no_files);
    assert_eq!(checked, !found.problems.has_errors(), "tools and runs check otherwise:\n{text}");
}

/// Fails where tokens and trivia are not the whole text.
fn is_whole(source: &ParsedSource) {
    let tokens = source.tokens.iter().map(|token| token.span);
    let mut pieces: Vec<Span> = tokens.chain(source.trivia.iter().map(|it| it.span)).collect();
    pieces.sort_by_key(|span| span.start);
    let again: String = pieces.into_iter().map(|span| source.slice(span)).collect();
    assert_eq!(again, *source.text, "tokens and trivia are not the text");
}

/// Fails where the text of a tree is not read as the same tree.
fn prints_itself(tree: &ast::File, sources: &mut Sources) {
    let printed = tree.to_string();
    let again = sources.add("printed.pz", printed.as_str());
    match parse(again, sources) {
        Ok(tree) => assert_eq!(printed, tree.to_string(), "printing a printed tree changes it"),
        Err(problems) => panic!("not read again:\n{printed}\n{}", told(&problems, sources)),
    }
}

/// Loads and checks a text; returns whether it has no errors.
fn check(
    sources: &mut Sources,
    name: &str,
    text: &str,
    reader: &mut puzgen_check::load::FileReader<'_>,
) -> bool {
    let file = sources.add(name, text);
    match load(file, sources, reader) {
        Err(problems) => {
            assert!(problems.has_errors(), "an error that is none");
            is_told(&problems, sources);
            false
        }
        Ok(program) => {
            let mut is_right = true;
            for puzzle in &program.own {
                match program.check(puzzle, sources) {
                    Ok(checked) => is_told(&checked.warnings, sources),
                    Err(problems) => {
                        is_told(&problems, sources);
                        is_right = false;
                    }
                }
            }
            is_right
        }
    }
}

fn told(problems: &Diagnostics, sources: &Sources) -> String {
    problems.iter().map(|problem| render(problem, sources, Style::PLAIN)).collect()
}

/// Fails where a problem cannot be shown: each of its places is some of a text.
fn is_told(problems: &Diagnostics, sources: &Sources) {
    told(problems, sources);
    for label in problems.iter().flat_map(|problem| problem.labels()) {
        let text = sources.text(label.span.file);
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        assert!(text.get(start..end).is_some(), "a label at {start}..{end} of {}", text.len());
    }
}

/// Definitions whose boards are fuzzed, with small sizes: among them every kind of family and layout.
const BOARDS: &[(&str, &[(&str, &str)])] = &[
    ("sudoku", &[("box_rows", "2"), ("box_columns", "2")]),
    ("futoshiki", &[("n", "4")]),
    ("slitherlink", &[("height", "3"), ("width", "4")]),
    ("nonogram", &[("height", "3"), ("width", "4")]),
    ("skyscrapers", &[("n", "4")]),
    ("zebra", &[]),
    ("map_colouring", &[]),
    ("dominosa", &[("n", "2")]),
    ("killer", &[("box_rows", "2"), ("box_columns", "2"), ("largest_cage", "3")]),
    ("jigsaw", &[("n", "4")]),
    ("kakuro", &[("height", "5"), ("width", "5")]),
    ("hashi", &[("height", "3"), ("width", "4")]),
    ("minesweeper", &[("height", "3"), ("width", "4")]),
    ("galaxies", &[("height", "2"), ("width", "3")]),
];

/// A definition of [`BOARDS`], with the settings and the texts that they point into.
struct Kind {
    definition: &'static Definition,
    /// Empty where boards come with layouts: it would grow with each.
    shelf: Shelf<'static>,
    settings: Vec<Setting>,
    sources: Sources,
    /// Cuts texts of many puzzles.
    instance: &'static Instance<'static>,
}

impl Kind {
    fn new((name, values): (&str, &[(&str, &str)])) -> Self {
        let mut sources = Sources::new();
        let text = puzgen_puzzles::text(name).expect("a built-in puzzle");
        let file = sources.add(built_in_name(name), text);
        let program = load(file, &mut sources, &mut no_files).expect("a built-in puzzle");
        let tree = program.choose(None, name, file).expect("a puzzle of the name of its file");
        let definition = program.check(tree, &sources).expect("a built-in puzzle").definition;
        let definition: &'static Definition = Box::leak(Box::new(definition));
        let setting = |(name, value): &(&str, &str)| {
            let file = sources.add("settings", *value);
            let span = Span::new(file, 0, value.len());
            Setting { name: (*name).to_owned(), text: (*value).to_owned(), span }
        };
        let settings: Vec<Setting> = values.iter().map(setting).collect();
        let budget = puzgen_base::budget::Budget::unlimited();
        let ready = any_instance(definition, &settings, ENGINES, &budget).expect("a small size");
        let instance = Box::leak(Box::new(ready.instance));
        Self { definition, shelf: Shelf::new(definition), settings, sources, instance }
    }
}

thread_local! {
    static KINDS: Vec<OnceCell<Kind>> = BOARDS.iter().map(|_| OnceCell::new()).collect();
}

/// Calls `body` with the definition that the first byte stands for and the text behind it.
fn with_kind(bytes: &[u8], body: impl FnOnce(&Kind, &str)) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Some(text) = text_of(rest) else { return };
    let number = usize::from(first.wrapping_sub(b'a')) % BOARDS.len();
    KINDS.with(|kinds| body(kinds[number].get_or_init(|| Kind::new(BOARDS[number])), text));
}

/// A board as text: its first byte says of which definition, `a` the first of [`BOARDS`]. What is read is
/// read again from every form. A text of many puzzles is cut into them.
pub(crate) fn boards(bytes: &[u8]) {
    with_kind(bytes, |kind, text| {
        reads_back(kind, text);
        let mut splitter = Splitter::new(kind.instance);
        let mut entries: Vec<_> = text.lines().flat_map(|line| splitter.line(line)).collect();
        entries.extend(splitter.end());
        for entry in entries.iter().take(3).filter(|entry| entry.text != text) {
            reads_back(kind, &entry.text);
        }
    });
}

/// Text that programs write, as JSON or YAML: an object of a puzzle, as [`boards`] has it, with the
/// parameters that it brings; a graph; a model.
pub(crate) fn json(bytes: &[u8]) {
    with_kind(bytes, |kind, text| {
        if let Ok(graph) = Graph::read(text) {
            graph.identity();
        }
        if let Ok(model) = Model::read(text) {
            let printed = model.write(Default::default());
            let again = Model::read(&printed).expect("a printed model");
            assert_eq!(printed, again.write(Default::default()), "a model prints otherwise");
        }
        let object = match puzgen_board::object::is_object(text) {
            true => text.to_owned(),
            false => format!("---\n{text}"),
        };
        let mut sources = kind.sources.clone();
        let file = sources.add("board", object.as_str());
        let mut brought = Vec::new();
        let board = BoardText { text: &object, file, offset: 0 };
        add_settings(kind.definition, board, &mut brought);
        // Large ones take long, as they should.
        let is_small = |setting: &Setting| setting.text.len() == 1 && *setting.text <= *"4";
        let is_brought = !brought.is_empty() && brought.iter().all(is_small);
        if !is_brought {
            return reads_back(kind, &object);
        }
        for own in &kind.settings {
            if brought.iter().all(|setting| setting.name != own.name) {
                brought.push(own.clone());
            }
        }
        reads_back_with(&Shelf::new(kind.definition), (sources, brought), &object);
    });
}

fn reads_back(kind: &Kind, text: &str) {
    let texts = (kind.sources.clone(), kind.settings.clone());
    match kind.definition.layouts.is_empty() {
        true => reads_back_with(&kind.shelf, texts, text),
        false => reads_back_with(&Shelf::new(kind.definition), texts, text),
    }
}

/// What a board says, without places.
#[derive(Debug, PartialEq)]
struct Said {
    layouts: Vec<Vec<i64>>,
    facts: Vec<FactValue>,
    shown: Vec<bool>,
    /// Those that are complete.
    answers: Vec<Vec<i64>>,
}

/// Reads a board; where it is one, prints it in every form and fails unless each says the same.
fn reads_back_with(
    shelf: &Shelf<'_>,
    (mut sources, settings): (Sources, Vec<Setting>),
    text: &str,
) {
    let file = sources.add("board", text);
    let read = |sources: &mut Sources, text: &str| {
        let file = sources.add("board", text);
        PreparedBoard::with(shelf, &settings, BoardText { text, file, offset: 0 })
    };
    let position = match PreparedBoard::with(shelf, &settings, BoardText { text, file, offset: 0 })
    {
        Ok(position) => position,
        Err(problems) => {
            assert!(problems.has_errors(), "an error that is none");
            return is_told(&problems, &sources);
        }
    };
    let (instance, lowered) = (&position.prepared.instance, &position.prepared.lowered);
    position.givens();
    if let Err(problems) = position.attempt(BoardText { text, file, offset: 0 }) {
        panic!("no attempt at itself:\n{text}\n{}", told(&problems, &sources));
    }
    let said = said(&position);
    for with_answers in [false, true] {
        let context = Context::new(instance, &lowered.fact_domains, with_answers);
        let answers = said.answers.clone();
        let mut puzzle =
            jumble::moved((0, 0), said.facts.clone(), said.shown.clone(), answers, None);
        puzzle.told = said.facts.iter().map(Option::is_some).collect();
        // Not every puzzle has a link.
        for format in
            export::FORMATS.iter().filter(|format| !format.is_link() && !format.is_binary())
        {
            let printed = format.puzzle(&context, &puzzle).expect("a form without a script");
            let moved = format.jumbled(&context, &puzzle).expect("a form without a script");
            if format.is_drawing() {
                continue;
            }
            for printed in [printed, moved] {
                let again = match read(&mut sources, &printed) {
                    Ok(position) => self::said(&position),
                    Err(problems) => {
                        let (name, told) = (format.name(), told(&problems, &sources));
                        panic!("{name} is not read again:\n{printed}\n{told}\nof\n{text}")
                    }
                };
                let expected =
                    Said { answers: again.answers.clone(), ..said.clone_without_answers() };
                assert_eq!(expected, again, "{}:\n{printed}\nof\n{text}", format.name());
                // Forms may leave answers out, and say no others.
                let is_one = |answer: &Vec<i64>| said.answers.contains(answer);
                assert!(again.answers.iter().all(is_one), "{}:\n{printed}", format.name());
            }
        }
    }
}

/// Links and files of other programs: a sudoku that is read is written as the same one; a puzzle of the definition
/// that the first byte stands for is, too.
pub(crate) fn foreign(bytes: &[u8]) {
    with_kind(bytes, |kind, text| {
        for form in puzgen_board::foreign::FORMS {
            for sudoku in form.read(text).unwrap_or_default().into_iter().take(3) {
                let Ok(written) = form.write(&sudoku) else { continue };
                let again = form.read(&written);
                assert_eq!(again, Ok(vec![sudoku]), "{}:\n{written}", form.name());
            }
        }
        let shelf = Shelf::new(kind.definition);
        let mut sources = kind.sources.clone();
        let Some(position) = of_other(&shelf, kind, &mut sources, text) else { return };
        let (instance, lowered) = (&position.prepared.instance, &position.prepared.lowered);
        let context = Context::new(instance, &lowered.fact_domains, true);
        let said = said(&position);
        let Said { facts, shown, answers, .. } = &said;
        let puzzle = jumble::moved((0, 0), facts.clone(), shown.clone(), answers.clone(), None);
        for format in export::FORMATS.iter().filter(|format| format.is_link()) {
            // Not every puzzle has a link.
            let Ok(printed) = format.puzzle(&context, &puzzle) else { continue };
            let again = of_other(&shelf, kind, &mut sources, &printed);
            let Some(again) = again else {
                // Of other genres than sudoku it has a drawing to play on, from which no puzzle is read.
                let has_drawings = ["sudokupad", "penpa"].contains(&format.name());
                assert!(has_drawings, "not read:\n{printed}\nof\n{text}");
                continue;
            };
            let again = self::said(&again);
            let expected = Said { answers: again.answers.clone(), ..said.clone_without_answers() };
            assert_eq!(expected, again, "{}:\n{printed}\nof\n{text}", format.name());
        }
    });
}

/// Reads the first puzzle of a text of another program; none where it is not of the definition.
fn of_other<'s>(
    shelf: &'s Shelf<'static>,
    kind: &Kind,
    sources: &mut Sources,
    text: &str,
) -> Option<PreparedBoard<'s, 'static>> {
    let file = sources.add("other", text);
    let board = BoardText { text, file, offset: 0 };
    let objects = ForeignText::read(None, board)
        .and_then(|read| read.objects(kind.definition, &kind.settings, board));
    let object = match objects {
        Ok(objects) => objects.into_iter().next()?,
        Err(problem) => {
            is_told(&problem.into(), sources);
            return None;
        }
    };
    let file = sources.add("object", object.as_str());
    let board = BoardText { text: &object, file, offset: 0 };
    match PreparedBoard::with(shelf, &kind.settings, board) {
        Ok(position) => Some(position),
        Err(problems) => {
            is_told(&problems, sources);
            None
        }
    }
}

impl Said {
    fn clone_without_answers(&self) -> Self {
        let Self { layouts, facts, shown, .. } = self;
        let (layouts, facts, shown) = (layouts.clone(), facts.clone(), shown.clone());
        Self { layouts, facts, shown, answers: Vec::new() }
    }
}

fn said(position: &PreparedBoard<'_, '_>) -> Said {
    let (instance, input) = (&position.prepared.instance, &position.input);
    Said {
        layouts: instance.layout_values(),
        facts: input.board.told(),
        shown: input.board.shown(),
        answers: input.answers().filter_map(|answer| answer.iter().copied().collect()).collect(),
    }
}

/// What parts a definition from the script that it names.
const SCRIPT: &str = "\n#####\n";

/// A script: alone a definition; behind [`SCRIPT`] the one of the definition before, under any name.
pub(crate) fn scripts(bytes: &[u8]) {
    let Some(text) = text_of(bytes) else { return };
    let mut sources = Sources::new();
    let (name, text, script) = match text.split_once(SCRIPT) {
        Some((definition, script)) => ("fuzz.pz", definition, script),
        None => ("fuzz.rhai", text, ""),
    };
    let mut reader = |_: &str, path: &str| match path.ends_with(".rhai") {
        true => Ok((path.to_owned(), script.to_owned())),
        false => Err(Unread::NoFiles),
    };
    let is_right = check(&mut sources, name, text, &mut reader);
    if name == "fuzz.rhai" {
        let file = sources.add("again.rhai", text);
        if let Ok(tree) = puzgen_check::script::define(file, &mut sources) {
            prints_itself(&tree, &mut sources);
        }
    } else {
        let file = sources.add("again.pz", text);
        let found = survey(file, &mut sources, &mut reader);
        is_told(&found.problems, &sources);
        assert_eq!(is_right, !found.problems.has_errors(), "tools and runs check otherwise");
    }
}

/// What the run of [`journals`] makes.
const TEXTS: &[&str] = &["1 2\n3 4\n", "", "5 6\n", "7 8\n9 0\n", "a\n"];

/// A journal: the first byte says what is beside it, the rest is the journal. A run that goes on from it is
/// refused, or ends with all that it has to make.
pub(crate) fn journals(bytes: &[u8]) {
    let Some((first, journal)) = bytes.split_first() else { return };
    let folder = Scratch::new();
    let (is_folder, is_complete) = (first & 1 == 1, first & 2 == 2);
    let out = folder.0.join(if is_folder { "out" } else { "out.txt" });
    if is_folder {
        fs::create_dir(&out).expect("a folder");
    }
    let most = if is_complete { TEXTS.len() } else { usize::from(first >> 2) % TEXTS.len() };
    let begun = probe::Asked { texts: TEXTS, most, resumes: false };
    probe::run(&out, begun).expect("a run in a fresh folder");
    let path =
        if is_folder { out.join("puzgen.journal") } else { folder.0.join("out.txt.journal") };
    fs::write(&path, journal).expect("a journal");
    let again = probe::Asked { texts: TEXTS, most: TEXTS.len(), resumes: true };
    if probe::run(&out, again).is_err() {
        return;
    }
    let written = match is_folder {
        false => fs::read_to_string(&out).unwrap_or_default(),
        true => files_of(&out).iter().filter_map(|path| fs::read_to_string(path).ok()).collect(),
    };
    let journal = String::from_utf8_lossy(journal);
    assert_eq!(written, TEXTS.concat(), "what was made with the journal\n{journal}");
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    paths
}

/// A folder that goes away.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let thread = format!("{:?}", std::thread::current().id());
        let number: String = thread.chars().filter(char::is_ascii_digit).collect();
        let name = format!("puzgen-fuzz-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
