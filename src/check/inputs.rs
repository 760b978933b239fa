//! What is read beside the texts of definitions: models that decide levels, and graphs that are boards.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzgen_base::diagnostics::Problem;
use puzgen_base::source::Span;
use puzgen_model::grid::Graph;
use puzgen_model::learn::Model;

/// The models that `levels … by model` names, or why they cannot be had, by the place of the path.
pub type Models = BTreeMap<Span, Result<Arc<Model>, Problem>>;

/// The graphs that `board graph` names, or why they cannot be had, by the place of the path.
pub type Graphs = BTreeMap<Span, Result<Arc<Graph>, Problem>>;
