//! A scene as pixels: its SVG by `resvg`. Letters are outlines there, so no font of the machine is asked for.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::drawing::picture;
use crate::drawing::scene::scene;
use crate::drawing::style::Colour;
use crate::drawing::svg::document;
use crate::{Context, Format, FormatHead};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::generated::GeneratedPuzzle;

pub(crate) struct Png;

/// Pixels to a unit of the SVG: twice as fine as a screen shows it, so that letters are sharp in print.
const SCALE: f64 = 2.0;
/// The most pixels of a side; a larger drawing is drawn smaller.
const LARGEST: f64 = 8_192.0;

impl Format for Png {
    fn head(&self) -> FormatHead {
        FormatHead {
            is_drawing: true,
            has_style: true,
            holds_one: true,
            is_binary: true,
            ..FormatHead::new("png", "a drawing in pixels", "png")
        }
    }

    fn puzzle(&self, _: &Context<'_>, _: &GeneratedPuzzle) -> Result<String, Problem> {
        Err(Problem::bare(Code::Usage, "a picture in pixels is no text").help("ask for `svg`"))
    }

    fn bytes(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<Vec<u8>, Problem> {
        let picture = picture(context, puzzle)?;
        let mut scene = scene(&picture, &context.style);
        // Pixels without a ground are seen on any, dark ones as well.
        scene.background = scene.background.or(Some(Colour::WHITE));
        let (width, height) = (scene.width * context.style.side, scene.height * context.style.side);
        let scale = SCALE.min(LARGEST / width.max(height));
        let text = document(&scene, context.style.side).to_string();
        let pixels = |length: f64| (length * scale).ceil().max(1.0) as u32;
        pixels_of(&text, (pixels(width), pixels(height)), scale as f32)
            .ok_or_else(|| puzgen_base::bug!("the picture that was drawn cannot be read"))
    }
}

fn pixels_of(svg: &str, (width, height): (u32, u32), scale: f32) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
