//! What a script draws: a list of marks, each made by a function of its kind.

use rhai::{Array, Dynamic, Engine};

use super::view::PlaceView;
use puzgen_model::function::DrawnMark;

/// The longest text of a mark, in characters.
const MAX_LABEL: usize = 64;

/// A mark while a script has it.
#[derive(Debug, Clone)]
struct MarkView(DrawnMark);

/// Adds the functions that make marks to an engine.
pub(super) fn register(engine: &mut Engine) {
    type At = PlaceView;
    let label = |at: &At, text: &Dynamic, is_small| {
        MarkView(DrawnMark::Label { at: at.place(), text: text.to_string(), is_small })
    };
    engine.register_type_with_name::<MarkView>("mark");
    engine.register_fn("text", move |at: At, text: Dynamic| label(&at, &text, false));
    engine.register_fn("small_text", move |at: At, text: Dynamic| label(&at, &text, true));
    engine.register_fn("line", |from: At, to: At| {
        MarkView(DrawnMark::Line(from.place(), to.place()))
    });
    engine.register_fn("shade", |cell: At| MarkView(DrawnMark::Shade(cell.place())));
    engine.register_fn("circle", |at: At| {
        MarkView(DrawnMark::Circle { at: at.place(), is_filled: false })
    });
    engine.register_fn("disc", |at: At| {
        MarkView(DrawnMark::Circle { at: at.place(), is_filled: true })
    });
}

/// Returns the marks that a script gave, or what is wrong with them.
pub(super) fn marks(found: &Dynamic) -> Result<Vec<DrawnMark>, String> {
    let list = found.read_lock::<Array>().ok_or_else(|| found.type_name().to_owned())?;
    let mark = |item: &Dynamic| {
        let mark = item.read_lock::<MarkView>().map(|mark| mark.0.clone());
        match mark.ok_or_else(|| format!("an array with {}", item.type_name()))? {
            DrawnMark::Label { text, .. }
                if text.chars().count() > MAX_LABEL || text.contains(char::is_control) =>
            {
                Err(format!("a text that is not one line of at most {MAX_LABEL} characters"))
            }
            mark => Ok(mark),
        }
    };
    list.iter().map(mark).collect()
}
