//! From a book to its pages: where every heading, text and drawing stands.
//!
//! # Units
//! Points, 1/72 of an inch; `(0, 0)` is the upper left corner of a page.

use crate::code::{Modules, QUIET, modules};
use crate::flow::{NUMBER, Sheet, flow};
use crate::layout::{
    Places, READ, Room, SOLVED, Squares, places, program_letters, program_side, side,
};
use crate::paper::FEWEST_BOUND;
use crate::{Book, Chapter, Entry};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_export::drawing::Scene;
use puzgen_export::drawing::letters::{self, Weight};
use puzgen_export::drawing::scene::MARGIN;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading of the first level, the second, and so on.
    Heading(u16),
    Paragraph,
    /// A line of the contents, which leads to a page.
    Contents(usize),
    /// What stands on every page, and is not read aloud.
    Furniture,
}

/// A thing on a page.
#[derive(Debug, Clone)]
pub(super) enum Item<'b> {
    /// A line of text that begins at a point of its baseline.
    Text { at: (f64, f64), text: String, size: f64, weight: Weight, role: Role },
    /// A drawing, in points to the side of a square, with a text for those who cannot see it.
    Figure { at: (f64, f64), scene: &'b Scene, side: f64, alt: String },
    /// A QR code with its link.
    Code { at: (f64, f64), side: f64, modules: Modules, link: String },
    /// A thin line.
    Rule { from: (f64, f64), to: (f64, f64) },
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page<'b> {
    pub(super) items: Vec<Item<'b>>,
    /// What begins here, for the outline: its level, from 1, and its title.
    pub(super) begins: Vec<(usize, String)>,
}

const TITLE: f64 = 34.0;
const CHAPTER: f64 = 22.0;
const SECTION: f64 = 13.0;
const TEXT: f64 = 11.0;
const SMALL: f64 = 9.0;
const LEADING: f64 = 1.4;
/// The side of a QR code, and the least side of a module of it that telephones read from paper (0.3 mm).
const CODE: f64 = 48.0;
const MODULE: f64 = 0.85;
/// Below the line at the top of a page.
const HEAD: f64 = 24.0;
/// Above the page's number.
const FOOT: f64 = 20.0;
/// How many lines of contents a page has room for is found by their height.
const CONTENTS: f64 = 20.0;

/// Returns the pages of a book.
///
/// # Errors
/// `book::too_short` where bound paper asks for more pages than there are.
pub(super) fn pages(book: &Book) -> Result<Vec<Page<'_>>, Problem> {
    let mut count = 0;
    // Inner margins grow with the number of pages, and that number, rarely, with the margins.
    for _ in 0..4 {
        let pages = Layout::new(book, count).pages();
        let is_same = book.setup.paper.margins(count) == book.setup.paper.margins(pages.len());
        count = pages.len();
        if is_same {
            return long_enough(book, pages);
        }
    }
    long_enough(book, Layout::new(book, count).pages())
}

fn long_enough<'b>(book: &Book, pages: Vec<Page<'b>>) -> Result<Vec<Page<'b>>, Problem> {
    if !book.setup.paper.is_bound || pages.len() >= FEWEST_BOUND {
        return Ok(pages);
    }
    let (name, count) = (book.setup.paper.name, pages.len());
    let message = format!("a bound book has {FEWEST_BOUND} pages at least, and this one {count}");
    Err(Problem::bare(Code::BookTooShort, message).help(format!(
        "ask for more puzzles or fewer on a page, or take a sheet's paper in place of `{name}`"
    )))
}

struct Layout<'b> {
    book: &'b Book,
    margins: (f64, f64),
    pages: Vec<Page<'b>>,
    /// Where each chapter begins, by version: its title and its page.
    starts: Vec<(String, usize)>,
    /// The page on which solutions begin.
    solved: usize,
}

impl<'b> Layout<'b> {
    fn new(book: &'b Book, count: usize) -> Self {
        let margins = book.setup.paper.margins(count);
        Self { book, margins, pages: Vec::new(), starts: Vec::new(), solved: 0 }
    }

    fn pages(mut self) -> Vec<Page<'b>> {
        let setup = &self.book.setup;
        if setup.has_front {
            self.title_page();
            // Filled when it is known where chapters begin.
            for _ in 0..self.contents_pages() {
                self.pages.push(Page::default());
            }
        }
        let versions = self.book.versions();
        for version in 0..versions {
            if setup.has_flow {
                self.sheet(version, false);
                continue;
            }
            for chapter in &self.book.chapters {
                self.chapter(chapter, version);
            }
        }
        self.solved = self.pages.len();
        for version in (0..versions).filter(|_| setup.has_solutions) {
            match setup.has_flow {
                true => self.sheet(version, true),
                false => self.solutions(version),
            }
        }
        if setup.has_front {
            self.contents();
        }
        self.furniture();
        self.pages
    }

    /// Returns the left margin of the page that comes next: the inner one alternates where pages are bound.
    fn left(&self, number: usize) -> f64 {
        let (inner, outer) = self.margins;
        if number.is_multiple_of(2) { inner } else { outer }
    }

    fn width(&self) -> f64 {
        self.book.setup.paper.width - self.margins.0 - self.margins.1
    }

    fn top(&self) -> f64 {
        self.book.setup.paper.ends() + HEAD
    }

    fn height(&self) -> f64 {
        self.book.setup.paper.height - 2.0 * self.book.setup.paper.ends() - HEAD - FOOT
    }

    /// Begins a page; returns where its contents begin.
    fn page(&mut self) -> (f64, f64) {
        let at = (self.left(self.pages.len()), self.top());
        self.pages.push(Page::default());
        at
    }

    fn put(&mut self, item: Item<'b>) {
        match self.pages.last_mut() {
            Some(page) => page.items.push(item),
            None => puzgen_base::bug!("nothing stands before the first page"),
        }
    }

    fn text(&mut self, at: (f64, f64), text: &str, size: f64, role: Role) {
        let is_bold = matches!(role, Role::Heading(_));
        let weight = if is_bold { Weight::Bold } else { Weight::Regular };
        self.put(Item::Text { at, text: text.to_owned(), size, weight, role });
    }

    /// Returns the lines of a heading of the first level.
    fn heading_lines(&self, text: &str, size: f64) -> Vec<String> {
        letters::lines(text, Weight::Bold, self.width() / size)
    }

    /// Writes a heading of the first level; returns how much room its lines need beyond the first one.
    fn heading(&mut self, (x, y): (f64, f64), text: &str, size: f64) -> f64 {
        let lines = self.heading_lines(text, size);
        for (number, line) in lines.iter().enumerate() {
            self.text((x, y + size * 1.3 * number as f64), line, size, Role::Heading(1));
        }
        size * 1.3 * (lines.len() - 1) as f64
    }

    /// Writes sentences, broken into lines; returns how far down they go.
    fn paragraphs(&mut self, texts: &[String], (x, mut y): (f64, f64), size: f64) -> f64 {
        for text in texts {
            for line in letters::lines(text, Weight::Regular, self.width() / size) {
                y += size * LEADING;
                self.text((x, y), &line, size, Role::Paragraph);
            }
            y += size * 0.5;
        }
        y
    }

    fn title_page(&mut self) {
        let setup = &self.book.setup;
        let (x, _) = self.page();
        let (width, height) = (self.width(), setup.paper.height);
        let mut y = height * 0.32;
        for line in letters::lines(&setup.title, Weight::Bold, width / TITLE) {
            let at = x + (width - letters::width(&line, Weight::Bold) * TITLE) / 2.0;
            self.text((at, y), &line, TITLE, Role::Heading(1));
            y += TITLE * 1.25;
        }
        for (text, size) in [(&setup.subtitle, SECTION * 1.2), (&setup.author, SECTION)] {
            let lines = letters::lines(text, Weight::Regular, width / size);
            for line in lines.iter().filter(|line| !line.is_empty()) {
                let at = x + (width - letters::width(line, Weight::Regular) * size) / 2.0;
                self.text((at, y + size), line, size, Role::Paragraph);
                y += size * LEADING;
            }
            y += size;
        }
        if let Some(page) = self.pages.last_mut() {
            page.begins.push((1, setup.title.clone()));
        }
    }

    /// Returns how many lines the contents have, and how many of them a page has.
    fn contents_lines(&self) -> (usize, usize) {
        let versions = self.book.versions();
        let has_solutions = self.book.setup.has_solutions;
        let lines = (self.book.chapters.len() + usize::from(has_solutions)) * versions;
        (lines, ((self.height() - CHAPTER * 2.0) / CONTENTS).max(1.0) as usize)
    }

    fn contents_pages(&self) -> usize {
        let (lines, on_a_page) = self.contents_lines();
        lines.div_ceil(on_a_page)
    }

    fn contents(&mut self) {
        let (_, on_a_page) = self.contents_lines();
        let starts = std::mem::take(&mut self.starts);
        for (number, lines) in starts.chunks(on_a_page).enumerate() {
            let index = 1 + number;
            let (x, top) = (self.left(index), self.top());
            let right = x + self.width();
            let mut items = Vec::new();
            let mut write = |at, text: String, size, weight, role| {
                items.push(Item::Text { at, text, size, weight, role });
            };
            write(
                (x, top + CHAPTER),
                self.book.words.contents.to_owned(),
                CHAPTER,
                Weight::Bold,
                Role::Heading(1),
            );
            for (line, (title, page)) in lines.iter().enumerate() {
                let y = top + CHAPTER * 2.0 + CONTENTS * (line as f64 + 0.6);
                let shown = (page + 1).to_string();
                let at = right - letters::width(&shown, Weight::Regular) * TEXT;
                let title = shortened(title, (at - x - 12.0) / TEXT);
                write((x, y), title, TEXT, Weight::Regular, Role::Contents(*page));
                write((at, y), shown, TEXT, Weight::Regular, Role::Furniture);
            }
            if let Some(page) = self.pages.get_mut(index) {
                page.items = items;
                page.begins.push((1, self.book.words.contents.to_owned()));
            }
        }
    }

    fn chapter(&mut self, chapter: &'b Chapter, version: usize) {
        let name = self.book.version_name(version);
        let title = match &name {
            Some(name) => format!("{}, {name}", chapter.title),
            None => chapter.title.clone(),
        };
        let start = self.pages.len();
        self.starts.push((title.clone(), start));
        // Rules are the same in all versions.
        if version == 0 && !chapter.rules.is_empty() {
            self.rules(chapter);
        }
        let entries: Vec<&Entry> =
            chapter.entries.iter().filter_map(|versions| versions.get(version)).collect();
        let code = if self.book.setup.has_codes { code_side(&entries) } else { 0.0 };
        let below = if self.book.setup.has_codes { code + 6.0 } else { 0.0 };
        let room = Room { aside: 14.0, above: SMALL * 2.6 + below };
        match entries.iter().any(|entry| entry.puzzle.program.is_some()) {
            true => self.programs(chapter, &entries, room, code),
            false => self.grid(chapter, &entries, room, code),
        }
        if let Some(page) = self.pages.get_mut(start) {
            page.begins.push((1, title));
        }
    }

    /// Lays out puzzles in places of the same size.
    fn grid(&mut self, chapter: &'b Chapter, entries: &[&'b Entry], room: Room, code: f64) {
        let scenes: Vec<&Scene> = entries.iter().map(|entry| &entry.puzzle).collect();
        let scale = self.book.setup.style.side / 40.0;
        let squares = Squares { smallest: 17.0 * scale, largest: 31.0 * scale };
        let size = (self.width(), self.height());
        let places = places(chapter.per_page, size, &scenes, room, squares);
        let side = side(&places, &scenes, room, squares);
        // What is narrower than its place stands in the middle of it.
        let widest = scenes.iter().map(|scene| scene.width * side).fold(0.0, f64::max);
        let aside = ((places.width - widest) / 2.0).max(0.0);
        for (page, group) in entries.chunks(places.count()).enumerate() {
            let (left, top) = self.page();
            let left = left + aside;
            for (place, entry) in group.iter().enumerate() {
                let number = page * places.count() + place + 1;
                let at = places.corner(place, left, top);
                self.entry(entry, (number, &chapter.title), at, &places, (side, code));
            }
        }
    }

    /// Lays out programs below each other, each in letters that are read well and as high as it is: more pages are
    /// better than small letters.
    fn programs(&mut self, chapter: &'b Chapter, entries: &[&'b Entry], room: Room, code: f64) {
        let (width, whole) = (self.width(), self.height());
        let scale = self.book.setup.style.side / 40.0;
        let (mut left, mut y, mut on_page) = (0.0, f64::INFINITY, 0);
        for (number, entry) in entries.iter().enumerate() {
            let scene = &entry.puzzle;
            let letters = chapter.per_page.map_or(READ, |count| {
                program_letters(scene, whole / count.max(1) as f64 - room.above)
            });
            let side = program_side(scene, letters * scale, (width, whole - room.above));
            let height = scene.height * side + room.above;
            if y + height > self.top() + whole + 1e-6 || chapter.per_page == Some(on_page) {
                ((left, y), on_page) = (self.page(), 0);
            }
            let places = Places { columns: 1, rows: 1, width, height };
            let at = (left, y);
            self.entry(entry, (number + 1, &chapter.title), at, &places, (side, code));
            (y, on_page) = (y + height, on_page + 1);
        }
    }

    /// Lays out all chapters of a version or their solutions, one after the other on a page.
    fn sheet(&mut self, version: usize, is_solved: bool) {
        let book = self.book;
        let title = if is_solved { book.words.solutions } else { book.setup.title.as_str() };
        let title = match book.version_name(version) {
            Some(name) => format!("{title}, {name}"),
            None => title.to_owned(),
        };
        let start = self.pages.len();
        self.starts.push((title.clone(), start));
        let (mut left, mut top) = self.page();
        let more = self.heading((left, top + SECTION), &title, SECTION * 1.2);
        let sheets: Vec<Sheet<'b>> =
            (0..book.versions()).map(|version| sheet_of(book, version, is_solved)).collect();
        let room = (self.width(), self.height());
        let mut number = 0;
        for place in flow(&sheets, version, room, SECTION * 2.2 + more) {
            if start + place.page >= self.pages.len() {
                (left, top) = self.page();
            }
            let (x, y) = (left + place.right, top + place.down);
            let name = &book.chapters[place.chapter].title;
            let Some(exercise) = place.exercise else {
                self.text((x, y + TEXT), name, TEXT, Role::Heading(2));
                continue;
            };
            number += 1;
            self.text((x, y + TEXT), &number.to_string(), SMALL, Role::Heading(3));
            let scene = sheets[version][place.chapter][exercise];
            let alt = match is_solved {
                true => self.solution_of(name, number),
                false => format!("{name} {number}: {}", scene.title),
            };
            let side = place.side;
            let at = (x + NUMBER - MARGIN * side, y);
            self.put(Item::Figure { at, scene, side, alt });
        }
        if let Some(page) = self.pages.get_mut(start) {
            page.begins.push((1, title));
        }
    }

    /// Returns the text of the solution of a chapter's puzzle.
    fn solution_of(&self, chapter: &str, number: usize) -> String {
        let alt = self.book.words.solution_of.replace("{chapter}", chapter);
        alt.replace("{number}", &number.to_string())
    }

    fn rules(&mut self, chapter: &'b Chapter) {
        let (x, top) = self.page();
        let more = self.heading((x, top + CHAPTER), &chapter.title, CHAPTER);
        let y = self.paragraphs(&chapter.rules, (x, top + CHAPTER * 1.6 + more), TEXT);
        let Some(example) = &chapter.example else { return };
        if example.puzzle.program.is_some() {
            return self.example_program(example, (x, y));
        }
        let (width, gap) = (self.width() / 2.0, 10.0);
        let most = self.top() + self.height() - y - 60.0;
        let fits = |scene: &Scene| ((width - gap) / scene.width).min(most / scene.height);
        let side = fits(&example.puzzle).min(fits(&example.solution)).clamp(1.0, 26.0);
        let scenes = [&example.puzzle, &example.solution];
        let headed = self.book.words.example.into_iter().zip(scenes);
        for (number, (heading, scene)) in headed.enumerate() {
            let x = x + number as f64 * width;
            self.text((x, y + 26.0), heading, SECTION, Role::Heading(2));
            let alt = format!("{heading}: {}", scene.title);
            self.put(Item::Figure { at: (x, y + 38.0), scene, side, alt });
        }
    }

    /// Draws an example of a program, with its solution below.
    fn example_program(&mut self, example: &'b Entry, (x, mut y): (f64, f64)) {
        let size = (self.width(), self.top() + self.height() - y - 80.0);
        let scenes = [&example.puzzle, &example.solution];
        let high: f64 = scenes.iter().map(|scene| scene.height).sum();
        for (heading, scene) in self.book.words.example.into_iter().zip(scenes) {
            let side = program_side(scene, SOLVED, (size.0, size.1 * scene.height / high));
            self.text((x, y + 26.0), heading, SECTION, Role::Heading(2));
            let alt = format!("{heading}: {}", scene.title);
            self.put(Item::Figure { at: (x - MARGIN * side, y + 34.0), scene, side, alt });
            y += 38.0 + scene.height * side;
        }
    }

    fn entry(
        &mut self,
        entry: &'b Entry,
        (number, chapter): (usize, &str),
        (x, y): (f64, f64),
        places: &Places,
        (side, code): (f64, f64),
    ) {
        let label = format!("{number}");
        let baseline = y + SMALL * 1.2;
        self.text((x, baseline), &label, TEXT, Role::Heading(2));
        let level = entry.level_text(self.book.words);
        let after = x + letters::width(&label, Weight::Bold) * TEXT + 8.0;
        if !level.is_empty() {
            self.text((after, baseline), &level, SMALL, Role::Paragraph);
        }
        let top = y + SMALL * 2.0;
        let alt = format!("{chapter} {number}: {}", entry.puzzle.title);
        // The number and the board begin at the same line.
        self.put(Item::Figure { at: (x - MARGIN * side, top), scene: &entry.puzzle, side, alt });
        let Some(link) = entry.link.as_ref().filter(|_| self.book.setup.has_codes) else { return };
        let Some(modules) = modules(link) else { return };
        let below = (top + entry.puzzle.height * side + 3.0).min(y + places.height - code);
        let quiet = code / (modules.side as f64 + 2.0 * QUIET) * QUIET;
        let at = (x - quiet * 0.5, below);
        self.put(Item::Code { at, side: code, modules, link: link.clone() });
    }

    /// Draws the solutions of all chapters, small, with as many on a page as can be read.
    fn solutions(&mut self, version: usize) {
        let title = match self.book.version_name(version) {
            Some(name) => format!("{}, {name}", self.book.words.solutions),
            None => self.book.words.solutions.to_owned(),
        };
        let start = self.pages.len();
        self.starts.push((title.clone(), start));
        let room = Room { aside: 12.0, above: SMALL * 2.0 };
        let mut y = f64::INFINITY;
        let mut left = 0.0;
        for chapter in &self.book.chapters {
            let scenes: Vec<&Scene> = chapter
                .entries
                .iter()
                .filter_map(|it| it.get(version))
                .map(|it| &it.solution)
                .collect();
            let size = (self.width(), self.height() - SECTION * 2.0);
            let scale = (self.book.setup.style.side / 40.0).min(1.4);
            let squares = Squares { smallest: 9.0 * scale, largest: 15.0 * scale };
            let mut places = places(None, size, &scenes, room, squares);
            let common = side(&places, &scenes, room, squares);
            if scenes.iter().any(|scene| scene.program.is_some()) {
                (places.columns, places.width) = (1, size.0);
            }
            let side = |scene: &Scene| match scene.program {
                Some(_) => program_side(scene, SOLVED * scale, (size.0, size.1 - room.above)),
                None => common,
            };
            for (row, group) in scenes.chunks(places.columns).enumerate() {
                let tallest =
                    group.iter().map(|scene| scene.height * side(scene)).fold(0.0, f64::max);
                let height = tallest + room.above;
                let bottom = self.top() + self.height();
                let heading = format!("{title}: {}", chapter.title);
                let lines = self.heading_lines(&heading, SECTION).len() as f64;
                let above = if row == 0 { SECTION * (0.7 + 1.3 * lines) } else { 0.0 };
                if y + height + above > bottom {
                    (left, y) = self.page();
                }
                if row == 0 {
                    self.heading((left, y + SECTION), &heading, SECTION);
                    y += above;
                }
                for (column, scene) in group.iter().enumerate() {
                    let number = row * places.columns + column + 1;
                    let x = left + column as f64 * places.width;
                    self.text((x, y + SMALL), &number.to_string(), SMALL, Role::Heading(2));
                    let alt = self.solution_of(&chapter.title, number);
                    let side = side(scene);
                    let at = (x - MARGIN * side, y + SMALL * 1.5);
                    self.put(Item::Figure { at, scene, side, alt });
                }
                y += height;
            }
        }
        if let Some(page) = self.pages.get_mut(start) {
            page.begins.push((1, title));
        }
    }

    /// Adds what stands on every page: the chapter, a line for the name, the number.
    fn furniture(&mut self) {
        let setup = &self.book.setup;
        let paper = setup.paper;
        let first = usize::from(setup.has_front);
        let mut current = String::new();
        for number in first..self.pages.len() {
            let (left, width) = (self.left(number), self.width());
            // Nobody fills in solutions.
            let has_name_line = setup.has_name_line && number < self.solved;
            let page = &mut self.pages[number];
            if let Some((_, title)) = page.begins.last() {
                current.clone_from(title);
            }
            let y = paper.ends() + SMALL;
            let mut write = |at, text: &str| {
                let (size, weight, role) = (SMALL, Weight::Regular, Role::Furniture);
                page.items.push(Item::Text { at, text: text.to_owned(), size, weight, role });
            };
            write((left, y), &shortened(&current, width * 0.5 / SMALL));
            if has_name_line {
                write((left + width * 0.52, y), self.book.words.name);
                write((left + width * 0.82, y), self.book.words.date);
            }
            let shown = (number + 1).to_string();
            let middle = left + (width - letters::width(&shown, Weight::Regular) * SMALL) / 2.0;
            write((middle, paper.height - paper.ends()), &shown);
            if has_name_line {
                for (from, to) in [(0.57, 0.8), (0.87, 1.0)] {
                    let line = [from, to].map(|share| (left + width * share, y + 1.5));
                    page.items.push(Item::Rule { from: line[0], to: line[1] });
                }
            }
        }
    }
}

/// Returns the drawings of a version by chapter, those of the solutions where they are asked for.
fn sheet_of(book: &Book, version: usize, is_solved: bool) -> Sheet<'_> {
    let mut sheet = Vec::new();
    for chapter in &book.chapters {
        let entries = chapter.entries.iter().filter_map(|versions| versions.get(version));
        sheet.push(entries.map(|it| if is_solved { &it.solution } else { &it.puzzle }).collect());
    }
    sheet
}

/// Returns a text that is no wider than so many heights of letters, cut where it must be.
fn shortened(text: &str, most: f64) -> String {
    if letters::width(text, Weight::Regular) <= most {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while letters::width(&short, Weight::Regular) + 1.0 > most && short.pop().is_some() {}
    format!("{}…", short.trim_end())
}

/// Returns the side of the QR codes of puzzles: as large as the largest of them needs.
fn code_side(entries: &[&Entry]) -> f64 {
    let links = entries.iter().filter_map(|entry| entry.link.as_deref());
    let sides = links.filter_map(modules).map(|it| (it.side as f64 + 2.0 * QUIET) * MODULE);
    sides.fold(CODE, f64::max)
}
