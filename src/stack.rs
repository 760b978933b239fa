//! Room for recursion whose depth a definition decides.

/// What may be needed before the next call of [`with_room`]: one expression, as deep as the grammar
/// allows, in a build without optimization.
const LEFT: usize = 1 << 20;

/// How much more there is where that is not left.
const MORE: usize = 8 << 20;

/// Calls `body` with enough stack, whatever the stack of the thread is.
pub(crate) fn with_room<T>(body: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEFT, MORE, body)
}
