//! The kinds of requests that are answered.

use super::answer::Handler;
use super::{
    actions, colours, commands, completion, definition, formatting, highlight, hints, hover, lens,
    prepare_rename, references, rename, signature, symbols, texts,
};

/// All kinds of requests.
pub(super) const HANDLERS: &[Handler] = &[
    Handler::of::<actions::Fixes>(),
    Handler::of::<colours::Colours>(),
    Handler::of::<commands::Commands>(),
    Handler::of::<completion::Offers>(),
    Handler::of::<definition::Definition>(),
    Handler::of::<formatting::Format>(),
    Handler::of::<highlight::Highlight>(),
    Handler::of::<hints::Hints>(),
    Handler::of::<hover::AtPlace>(),
    Handler::of::<lens::Lenses>(),
    Handler::of::<prepare_rename::Preparing>(),
    Handler::of::<references::References>(),
    Handler::of::<rename::Renaming>(),
    Handler::of::<signature::Signatures>(),
    Handler::of::<symbols::Outline>(),
    Handler::of::<texts::Texts>(),
];
