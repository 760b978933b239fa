//! How an instance is made: first a frame with parameters and board, then its layouts, then the rest.

use std::collections::BTreeMap;

use crate::definition::Definition;
use crate::instance::{Instance, Setting};
use crate::layout::{InstanceKey, LayoutValues};
use crate::setting::overrides;
use crate::value::Value;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;

/// A definition with its parameters and its board fixed, and its layouts still open.
#[derive(Debug)]
pub struct Frame<'d>(Instance<'d>);

impl<'d> Frame<'d> {
    /// Fixes the parameters: those of `settings`, the defaults of the others.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn new(definition: &'d Definition, settings: &[Setting]) -> Result<Self, Diagnostics> {
        Self::with_values(definition, &overrides(definition, settings)?)
    }

    /// Fixes the parameters by position in `constants`; each value with the place it comes from.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn with_values(
        definition: &'d Definition,
        overrides: &BTreeMap<usize, (Value, Span)>,
    ) -> Result<Self, Diagnostics> {
        let mut open = Instance::open(definition);
        open.fix_constants(overrides)?;
        open.fix_board()?;
        for layout in &definition.layouts {
            let found = open.fix_layout(layout)?;
            open.layouts.push(found);
        }
        Ok(Self(open))
    }

    /// Returns what is known already: parameters, board, and the places of layouts.
    pub fn known(&self) -> &Instance<'d> {
        &self.0
    }

    /// Returns the frame of the puzzle that draws the layouts which are not rooms, if there is one.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn shape(&self) -> Result<Option<Self>, Diagnostics> {
        let shape = self.0.definition.shape.as_deref();
        shape.map(|shape| Self::with_values(shape, &self.0.constant_values())).transpose()
    }

    /// Fixes the layouts and all that depends on them.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn complete(&self, layouts: &LayoutValues) -> Result<Instance<'d>, Diagnostics> {
        let mut instance = self.laid_out(layouts)?;
        instance.fix_rest()?;
        Ok(instance)
    }

    /// Fixes the layouts: then everything known has a value.
    ///
    /// # Errors
    /// `board::block` where one is missing.
    pub fn laid_out(&self, layouts: &LayoutValues) -> Result<Instance<'d>, Problem> {
        let Self(known) = self;
        let mut instance = Instance::open(known.definition);
        instance.constants.clone_from(&known.constants);
        instance.set_board(known.grid.clone());
        instance.layouts.clone_from(&known.layouts);
        instance.lay(layouts)?;
        Ok(instance)
    }
}

/// Returns the problem of a layout that is needed and not there.
fn missing(definition: &Definition, name: &str) -> Problem {
    let puzzle = &definition.name;
    let message = format!("a puzzle of `{puzzle}` has a layout `{name}`, and none is given");
    Problem::bare(Code::BoardBlock, message)
        .help(format!("write a line `layout {name}`, and below it the rows of the layout"))
}

impl<'d> Instance<'d> {
    /// Fixes the parameters: those of `settings`, the defaults of the others. For definitions whose
    /// layout is drawn with each puzzle, see [`Frame`].
    ///
    /// # Errors
    /// `bad_parameter`, `bad_board`, `bad_domain`, `bad_index`, `bad_arithmetic`; `board::block`
    /// where a layout is needed.
    pub fn new(definition: &'d Definition, settings: &[Setting]) -> Result<Self, Diagnostics> {
        Frame::new(definition, settings)?.complete(&Vec::new())
    }

    /// Returns the frame with the same parameters.
    ///
    /// # Errors
    /// As [`Instance::new`].
    pub fn frame(&self) -> Result<Frame<'d>, Diagnostics> {
        Frame::with_values(self.definition, &self.constant_values())
    }

    /// Returns the values of parameters and lets by position, each with the place of its default.
    fn constant_values(&self) -> BTreeMap<usize, (Value, Span)> {
        let constants = self.definition.constants.iter().zip(&self.constants);
        let values = constants.map(|(constant, value)| (value.clone(), constant.value.span));
        values.enumerate().collect()
    }

    /// Returns what tells it from other instances of its definition.
    pub fn key(&self) -> InstanceKey {
        let params = self.params().map(|(_, value)| value.to_string());
        (params.collect(), self.layout_values())
    }

    /// Changes the layouts. Nothing else may rest on them: see
    /// [`Definition::answers_rest_on_layouts`].
    ///
    /// # Errors
    /// `board::block` where one is missing.
    pub fn lay(&mut self, layouts: &LayoutValues) -> Result<(), Problem> {
        for (position, declared) in self.definition.layouts.iter().enumerate() {
            let layout = &mut self.layouts[position];
            match layouts.get(position) {
                Some(values) if values.len() == layout.index.len() => {
                    layout.set(&declared.name, self.grid.as_ref(), values);
                }
                _ => return Err(missing(self.definition, &declared.name)),
            }
        }
        Ok(())
    }

    /// Returns the values of all layouts.
    pub fn layout_values(&self) -> LayoutValues {
        self.layouts.iter().map(|layout| layout.values.clone()).collect()
    }
}
