//! Maps that definitions can name after `transform`: what each moves at an instance.
//!
//! A new one is a file here and a line in [`TRANSFORMS`]. A family says only what it moves; that
//! the rules survive is proved elsewhere, at the instance that uses it.

mod geometry;
mod permute;
mod relabel;
mod rename;
#[cfg(test)]
mod tests;

use puzgen_model::transform::TransformFamily;

/// All families of maps.
pub const TRANSFORMS: &[&dyn TransformFamily] = &[
    &relabel::Relabel,
    &rename::Rename,
    &permute::ROWS,
    &permute::COLUMNS,
    &permute::BANDS,
    &permute::STACKS,
    &permute::ROWS_IN_BAND,
    &permute::COLUMNS_IN_STACK,
    &geometry::ROTATE,
    &geometry::REFLECT,
    &geometry::HALF_TURN,
    &geometry::QUARTER_TURN,
    &geometry::THIRD_TURN,
    &geometry::SIXTH_TURN,
    &geometry::LEFT_RIGHT,
    &geometry::UP_DOWN,
    &geometry::DIAGONAL,
    &geometry::ANTIDIAGONAL,
];

/// Returns the family of this name.
pub fn by_name(name: &str) -> Option<&'static dyn TransformFamily> {
    TRANSFORMS.iter().copied().find(|family| family.name() == name)
}
