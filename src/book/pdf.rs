//! Pages as PDF: archival (PDF/A-2a, ISO 19005-2) and accessible (PDF/UA-1, ISO 14289-1), which the library's
//! own validators check. Fonts are embedded, letters are text, nothing depends on the time.

use std::num::NonZeroU16;

use krilla::Document as PdfDocument;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::{Destination, XyzDestination};
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Node, SpanTag, Tag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use sha2::{Digest as _, Sha256};

use crate::code::{Modules, QUIET};
use crate::pages::{Item, Page, Role, pages};
use crate::{Book, Document};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::heads::FileHead;
use puzgen_export::Colour;
use puzgen_export::drawing::letters::{self, Weight};
use puzgen_export::drawing::svg::DASH;
use puzgen_export::drawing::{Mark, Scene};

pub(super) struct Pdf;

impl Document for Pdf {
    fn head(&self) -> FileHead {
        FileHead::new("pdf", "pages to print, with the solutions at the end", "pdf")
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let pages = pages(book)?;
        has_glyphs(&pages)?;
        Writer::new(book).write(&pages)
    }
}

/// Refuses texts that the embedded font cannot show: archival documents take no glyph for a missing one.
fn has_glyphs(pages: &[Page<'_>]) -> Result<(), Problem> {
    let on_pages = pages.iter().flat_map(|page| &page.items);
    for item in on_pages {
        let texts: Vec<(&String, Weight)> = match item {
            Item::Text { text, weight, .. } => vec![(text, *weight)],
            Item::Figure { scene, .. } => scene.marks.iter().filter_map(text_of).collect(),
            Item::Code { .. } | Item::Rule { .. } => Vec::new(),
        };
        for (text, weight) in texts {
            if !letters::has_all(text, weight) {
                let message = format!("the embedded font lacks a sign of `{text}`");
                return Err(Problem::bare(Code::NoGlyph, message)
                    .help("write it with other signs, or take `--format html`, which uses the fonts of the reader"));
            }
        }
    }
    Ok(())
}

fn text_of(mark: &Mark) -> Option<(&String, Weight)> {
    match mark {
        Mark::Text { text, weight, .. } => Some((text, *weight)),
        Mark::Area { .. } | Mark::Line { .. } | Mark::Circle { .. } => None,
    }
}

struct Writer<'b> {
    book: &'b Book,
    regular: Font,
    bold: Font,
    mono: Font,
}

/// Returns a length of the layout as the library takes it.
fn pt(length: f64) -> f32 {
    length as f32
}

fn point((x, y): (f64, f64)) -> Point {
    Point::from_xy(pt(x), pt(y))
}

fn fill(Colour(red, green, blue): Colour) -> Fill {
    let paint = rgb::Color::new(red, green, blue).into();
    Fill { paint, opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

fn stroke(Colour(red, green, blue): Colour, width: f64, dash: Option<f64>) -> Stroke {
    Stroke {
        paint: rgb::Color::new(red, green, blue).into(),
        width: pt(width),
        line_cap: if dash.is_some() { LineCap::Butt } else { LineCap::Round },
        dash: dash.map(|dash| StrokeDash { array: vec![pt(dash), pt(dash)], offset: 0.0 }),
        ..Stroke::default()
    }
}

impl<'b> Writer<'b> {
    fn new(book: &'b Book) -> Self {
        let font = |weight| match Font::new(letters::data(weight).to_vec().into(), 0) {
            Some(font) => font,
            None => puzgen_base::bug!("the embedded font is damaged"),
        };
        let [regular, bold, mono] = [Weight::Regular, Weight::Bold, Weight::Mono].map(font);
        Self { book, regular, bold, mono }
    }

    fn write(&self, pages: &[Page<'_>]) -> Result<Vec<u8>, Problem> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish();
        let Ok(configuration) = configuration else {
            puzgen_base::bug!("no version of PDF has both")
        };
        let settings = SerializeSettings {
            configuration,
            enable_tagging: true,
            ..SerializeSettings::default()
        };
        let mut document = PdfDocument::new_with(settings);
        document.set_metadata(self.metadata());
        let mut tags = TagTree::new().with_lang(Some(self.book.words.code.to_owned()));
        for page in pages {
            self.page(&mut document, page, &mut tags);
        }
        document.set_tag_tree(tags);
        document.set_outline(outline(pages));
        document.finish().map_err(|error| {
            puzgen_base::bug!("the document that was laid out is not valid: {error:?}")
        })
    }

    fn metadata(&self) -> Metadata {
        let setup = &self.book.setup;
        let mut hash = Sha256::new();
        hash.update(format!("{setup:?}"));
        for chapter in &self.book.chapters {
            hash.update(format!("{chapter:?}"));
        }
        let id: String =
            hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let metadata = Metadata::new()
            .title(setup.title.clone())
            .creator("puzgen".to_owned())
            .language(self.book.words.code.to_owned())
            .document_id(id)
            // Archives ask for one; that of today would change the bytes.
            .creation_date(DateTime::new(2000).month(1).day(1).hour(0).minute(0).second(0));
        match setup.author.as_str() {
            "" => metadata,
            author => metadata.authors(vec![author.to_owned()]),
        }
    }

    fn page(&self, document: &mut PdfDocument, page: &Page<'_>, tags: &mut TagTree) {
        let paper = self.book.setup.paper;
        let Some(settings) = PageSettings::from_wh(pt(paper.width), pt(paper.height)) else {
            puzgen_base::bug!("paper has a size")
        };
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        let mut links = Vec::new();
        let mut groups: Vec<TagGroup> = Vec::new();
        for item in &page.items {
            let drawn = self.item(&mut surface, item);
            if let Some(link) = link_of(item) {
                links.push((groups.len(), link));
            }
            groups.extend(drawn);
        }
        surface.finish();
        for (number, (rect, target, alt)) in links {
            let annotation = Annotation::new_link(LinkAnnotation::new(rect, target), Some(alt));
            let mut link = TagGroup::new(Tag::Link);
            if let Some(group) = groups.get_mut(number) {
                link.children = std::mem::take(&mut group.children);
                link.push(sheet.add_tagged_annotation(annotation));
                group.push(link);
            }
        }
        sheet.finish();
        groups.into_iter().for_each(|group| tags.push(group));
    }

    /// Draws a thing; returns its place in what is read aloud.
    fn item(&self, surface: &mut Surface<'_>, item: &Item<'_>) -> Option<TagGroup> {
        match item {
            Item::Text { at, text, size, weight, role } => {
                let tag = match role {
                    Role::Furniture => {
                        ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther))
                    }
                    _ => ContentTag::Span(SpanTag::empty()),
                };
                let id = surface.start_tagged(tag);
                surface.set_fill(Some(fill(Colour::BLACK)));
                surface.set_stroke(None);
                self.text(surface, *at, text, *size, *weight);
                surface.end_tagged();
                let node = Node::Leaf(id);
                match role {
                    Role::Furniture => None,
                    Role::Heading(level) => {
                        let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
                        Some(TagGroup::with_children(
                            Tag::Hn(level, Some(text.clone())),
                            vec![node],
                        ))
                    }
                    Role::Paragraph | Role::Contents(_) => {
                        Some(TagGroup::with_children(Tag::P, vec![node]))
                    }
                }
            }
            Item::Figure { at, scene, side, alt } => {
                let id = surface.start_tagged(ContentTag::Other);
                surface.push_transform(&Transform::from_translate(pt(at.0), pt(at.1)));
                self.scene(surface, scene, *side);
                surface.pop();
                surface.end_tagged();
                let tag = Tag::Figure(Some(alt.clone()));
                Some(TagGroup::with_children(tag, vec![Node::Leaf(id)]))
            }
            Item::Code { at, side, modules, link } => {
                let id = surface.start_tagged(ContentTag::Other);
                code(surface, *at, *side, modules);
                surface.end_tagged();
                let tag = Tag::Figure(Some(format!("QR code: {link}")));
                Some(TagGroup::with_children(tag, vec![Node::Leaf(id)]))
            }
            Item::Rule { from, to } => {
                surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(
                    ArtifactType::PaginationOther,
                )));
                surface.set_fill(None);
                surface.set_stroke(Some(stroke(Colour::BLACK, 0.5, None)));
                line(surface, *from, *to);
                surface.end_tagged();
                None
            }
        }
    }

    fn text(
        &self,
        surface: &mut Surface<'_>,
        at: (f64, f64),
        text: &str,
        size: f64,
        weight: Weight,
    ) {
        let font = match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
            Weight::Mono => &self.mono,
        };
        let ends = text.char_indices().map(|(start, symbol)| start..start + symbol.len_utf8());
        let glyphs: Vec<KrillaGlyph> = letters::glyphs(text, weight)
            .into_iter()
            .zip(ends)
            .map(|((glyph, _, _, advance), range)| {
                let id = GlyphId::new(u32::from(glyph.id));
                KrillaGlyph::new(id, pt(advance), 0.0, 0.0, 0.0, range, None)
            })
            .collect();
        surface.draw_glyphs(point(at), &glyphs, font.clone(), text, pt(size), false);
    }

    fn scene(&self, surface: &mut Surface<'_>, scene: &Scene, side: f64) {
        let scaled = |(x, y): (f64, f64)| (x * side, y * side);
        for mark in scene.background.map(|colour| ground(scene, colour)).iter().chain(&scene.marks)
        {
            surface.set_fill(None);
            surface.set_stroke(None);
            match mark {
                Mark::Area { points, fill: colour } => {
                    surface.set_fill(Some(fill(*colour)));
                    draw(surface, polygon(points.iter().map(|at| scaled(*at))));
                }
                Mark::Line { from, to, width, colour, is_dashed } => {
                    let dash = is_dashed.then_some(DASH * side);
                    surface.set_stroke(Some(stroke(*colour, width * side, dash)));
                    line(surface, scaled(*from), scaled(*to));
                }
                Mark::Circle { at, radius, fill: colour, line } => {
                    surface.set_fill(Some(fill(*colour)));
                    surface
                        .set_stroke(line.map(|(colour, width)| stroke(colour, width * side, None)));
                    draw(surface, circle(scaled(*at), radius * side));
                }
                Mark::Text { at, text, size, weight, colour } => {
                    surface.set_fill(Some(fill(*colour)));
                    self.text(surface, scaled(*at), text, size * side, *weight);
                }
            }
        }
    }
}

fn ground(scene: &Scene, fill: Colour) -> Mark {
    let (right, bottom) = (scene.width, scene.height);
    Mark::Area { points: vec![(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)], fill }
}

fn draw(surface: &mut Surface<'_>, path: Option<Path>) {
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

fn line(surface: &mut Surface<'_>, from: (f64, f64), to: (f64, f64)) {
    let mut path = PathBuilder::new();
    path.move_to(pt(from.0), pt(from.1));
    path.line_to(pt(to.0), pt(to.1));
    draw(surface, path.finish());
}

fn polygon(points: impl Iterator<Item = (f64, f64)>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in points.enumerate() {
        match number {
            0 => path.move_to(pt(x), pt(y)),
            _ => path.line_to(pt(x), pt(y)),
        }
    }
    path.close();
    path.finish()
}

/// Returns a circle as four cubic curves.
fn circle((x, y): (f64, f64), radius: f64) -> Option<Path> {
    // The usual share of the radius: 4/3 · tan(π/8).
    let bend = radius * 0.552_284_749_8;
    let mut path = PathBuilder::new();
    let mut ways = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].into_iter().cycle();
    let mut from = ways.next()?;
    path.move_to(pt(x + from.0 * radius), pt(y + from.1 * radius));
    for to in ways.take(4) {
        let ends = [from, to].map(|(right, down)| (x + right * radius, y + down * radius));
        let first = (ends[0].0 + to.0 * bend, ends[0].1 + to.1 * bend);
        let second = (ends[1].0 + from.0 * bend, ends[1].1 + from.1 * bend);
        path.cubic_to(
            pt(first.0),
            pt(first.1),
            pt(second.0),
            pt(second.1),
            pt(ends[1].0),
            pt(ends[1].1),
        );
        from = to;
    }
    path.close();
    path.finish()
}

/// Draws the dark modules of a code, with the light border that readers ask for.
fn code(surface: &mut Surface<'_>, (x, y): (f64, f64), side: f64, modules: &Modules) {
    surface.set_stroke(None);
    surface.set_fill(Some(fill(Colour::BLACK)));
    let size = side / (modules.side as f64 + 2.0 * QUIET);
    let mut path = PathBuilder::new();
    for (number, _) in modules.dark.iter().enumerate().filter(|(_, is_dark)| **is_dark) {
        let (row, column) = (number / modules.side, number % modules.side);
        let at = (x + (column as f64 + QUIET) * size, y + (row as f64 + QUIET) * size);
        if let Some(rect) = Rect::from_xywh(pt(at.0), pt(at.1), pt(size), pt(size)) {
            path.push_rect(rect);
        }
    }
    draw(surface, path.finish());
}

/// A rectangle that leads somewhere, and what that is in words.
type Link = (Rect, Target, String);

/// Returns where a thing leads.
fn link_of(item: &Item<'_>) -> Option<Link> {
    match item {
        Item::Text { at, text, size, weight, role: Role::Contents(page) } => {
            let width = letters::width(text, *weight) * size;
            let rect =
                Rect::from_xywh(pt(at.0), pt(at.1 - size), pt(width.max(1.0)), pt(size * 1.3))?;
            let there = XyzDestination::new(*page, Point::from_xy(0.0, 0.0));
            Some((rect, Target::Destination(Destination::Xyz(there)), text.clone()))
        }
        Item::Code { at, side, link, .. } => {
            let rect = Rect::from_xywh(pt(at.0), pt(at.1), pt(*side), pt(*side))?;
            let action = Action::Link(LinkAction::new(link.clone()));
            Some((rect, Target::Action(action), format!("the puzzle at {link}")))
        }
        _ => None,
    }
}

fn outline(pages: &[Page<'_>]) -> Outline {
    let mut outline = Outline::new();
    for (number, page) in pages.iter().enumerate() {
        for (_, title) in &page.begins {
            let there = XyzDestination::new(number, Point::from_xy(0.0, 0.0));
            outline.push_child(OutlineNode::new(title.clone(), there));
        }
    }
    outline
}
