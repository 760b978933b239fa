//! The kinds of requests that are answered.

use super::answer::Handler;
use super::{commands, definition, formatting, highlight, hover, lens, references, symbols};

/// All kinds of requests.
pub(super) const HANDLERS: &[Handler] = &[
    Handler::of::<commands::Commands>(),
    Handler::of::<definition::Definition>(),
    Handler::of::<formatting::Format>(),
    Handler::of::<highlight::Highlight>(),
    Handler::of::<hover::AtPlace>(),
    Handler::of::<lens::Lenses>(),
    Handler::of::<references::References>(),
    Handler::of::<symbols::Outline>(),
];
