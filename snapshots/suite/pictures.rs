//! Pictures of each built-in puzzle, as it is printed and with its solution, beside what was seen of them before:
//! small and grey, in characters that can be looked at.
//!
//! A picture may differ by what rounding does. To accept others: `INSTA_UPDATE=always`; then look at what is new, for
//! instance by `puzgen run NAME --format png --answers`.

use std::collections::BTreeMap;

use puzgen_api::jumble;
use puzgen_base::source::Sources;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_export::{self as export, Context};
use puzgen_puzzles as library;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use serde_json::Value;

use crate::case::root;
use crate::define::report;
use crate::properties::built_in::built_in;

/// The most pixels of a side.
const SIDE: f32 = 48.0;

/// The greys, from white to black.
const GREYS: &[u8] = b" .:-=+*coXO#%8&@";

/// By how many greys a pixel may differ.
const TOLERANCE: usize = 1;

/// A picture: its rows of greys.
type Greys = Vec<Vec<usize>>;

/// Returns the picture of an SVG.
fn greys(svg: &str) -> Greys {
    let tree = Tree::from_str(svg, &Options::default()).expect("an SVG that can be read");
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = SIDE / width.max(height);
    let pixels = |length: f32| ((length * scale).ceil() as u32).max(1);
    let mut map = Pixmap::new(pixels(width), pixels(height)).expect("a size");
    map.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    let grey = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(usize::from);
        let dark = 255 - (3 * red + 6 * green + blue) / 10;
        dark * GREYS.len() / 256
    };
    map.pixels().chunks(map.width() as usize).map(|row| row.iter().map(grey).collect()).collect()
}

/// Returns the pictures of the first puzzle of each genre in the small bank, by their names.
fn drawn() -> BTreeMap<String, Greys> {
    let bank =
        std::fs::read_to_string(root().join("src/site/small.jsonl")).expect("the small bank");
    let mut pictures = BTreeMap::new();
    for line in bank.lines() {
        let object: Value = serde_json::from_str(line).expect("a puzzle");
        let name = object["puzzle"].as_str().expect("its name");
        if pictures.contains_key(&format!("{name} puzzle")) {
            continue;
        }
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let shelf = Shelf::new(&definition);
        let file = sources.add("the small bank", line);
        let read = PreparedBoard::read(&shelf, &[], BoardText { text: line, file, offset: 0 });
        let board = read.unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
        let given = &board.input.board;
        let answers = board.input.answers().filter_map(|it| it.iter().copied().collect());
        let puzzle = jumble::moved((0, 0), given.told(), given.shown(), answers.collect(), None);
        assert!(!puzzle.solutions.is_empty(), "{name} comes with its answer");
        let prepared = board.prepared;
        for (what, with_answers) in [("puzzle", false), ("solution", true)] {
            let domains = &prepared.lowered.fact_domains;
            let context = Context::new(&prepared.instance, domains, with_answers);
            let svg = export::by_name("svg").expect("a form").puzzle(&context, &puzzle);
            let svg = svg.unwrap_or_else(|problem| panic!("{}", report(problem.into(), &sources)));
            pictures.insert(format!("{name} {what}"), greys(&svg));
        }
    }
    pictures
}

/// Writes pictures as the file has them.
fn written(pictures: &BTreeMap<String, Greys>) -> String {
    let mut text = String::new();
    for (name, rows) in pictures {
        text.push_str(&format!("{name}\n"));
        for row in rows {
            let row: String = row.iter().map(|grey| char::from(GREYS[*grey])).collect();
            text.push_str(&format!("|{row}|\n"));
        }
    }
    text
}

/// Reads them back.
fn read(text: &str) -> BTreeMap<String, Greys> {
    let mut pictures: BTreeMap<String, Greys> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        match line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
            None => name = line.to_owned(),
            Some(row) => {
                let grey = |char: u8| GREYS.iter().position(|it| *it == char).expect("a grey");
                pictures.entry(name.clone()).or_default().push(row.bytes().map(grey).collect());
            }
        }
    }
    pictures
}

/// Returns whether two pictures look different.
fn differ(one: &Greys, other: &Greys) -> bool {
    let sizes = |it: &Greys| it.iter().map(Vec::len).collect::<Vec<usize>>();
    let mut pairs = one.iter().flatten().zip(other.iter().flatten());
    sizes(one) != sizes(other) || pairs.any(|(a, b)| a.abs_diff(*b) > TOLERANCE)
}

#[test]
fn pictures_are_as_they_were_seen() {
    let path = root().join("snapshots/pictures/built_in.txt");
    let now = drawn();
    for name in library::names() {
        assert!(now.contains_key(&format!("{name} puzzle")), "the small bank has no {name}");
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text.len() < 500_000, "{} bytes of pictures", text.len());
    let mut seen = read(&text);
    let is_new = |(name, picture): &(&String, &Greys)| {
        seen.get(*name).is_none_or(|before| differ(before, picture))
    };
    let other: Vec<String> = now.iter().filter(is_new).map(|(name, _)| name.clone()).collect();
    let gone: Vec<String> = seen.keys().filter(|name| !now.contains_key(*name)).cloned().collect();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        // What looks the same stays as it is.
        seen.retain(|name, _| now.contains_key(name));
        for name in &other {
            seen.insert(name.clone(), now[name].clone());
        }
        if !other.is_empty() || !gone.is_empty() {
            std::fs::write(&path, written(&seen)).expect("a place for pictures");
        }
        return;
    }
    assert!(
        other.is_empty() && gone.is_empty(),
        "look different: {other:?}; are no more: {gone:?}; INSTA_UPDATE=always accepts that"
    );
}

#[test]
fn a_picture_with_another_digit_is_told_apart() {
    let name = "sudoku";
    let bank =
        std::fs::read_to_string(root().join("src/site/small.jsonl")).expect("the small bank");
    let line = bank.lines().find(|line| line.contains("\"puzzle\":\"sudoku\"")).expect("a sudoku");
    let mut object: Value = serde_json::from_str(line).expect("a puzzle");
    let drawn = |object: &Value| {
        let family = puzgen::Family::built_in(name).expect("a built-in");
        greys(&family.board(&object.to_string()).and_then(|it| it.print("svg")).expect("a drawing"))
    };
    let before = drawn(&object);
    let rows = object["clues"]["given"].as_array_mut().expect("rows");
    let mut squares = rows.iter_mut().filter_map(Value::as_array_mut).flatten();
    let given = squares.find(|square| square.is_number()).expect("a given");
    *given = Value::from(if matches!(given.as_u64(), Some(1 | 4 | 7)) { 8 } else { 1 });
    object.as_object_mut().expect("an object").remove("answer");
    assert!(differ(&before, &drawn(&object)), "another digit is seen");
    assert!(!differ(
        &before,
        &read(&written(&BTreeMap::from([(name.to_owned(), before.clone())])))[name]
    ));
}
