//! What a run of a script is charged with, and how large its values may be.

use std::cell::Cell;

/// The longest text that a script may have, in bytes.
pub(super) const MAX_TEXT: usize = 16 << 10;

/// The most elements of an array, those of arrays within it included.
pub(super) const MAX_ELEMENTS: usize = 4_096;

/// A variable costs a step, and one more for so many elements, as its value may be copied.
const ELEMENTS_A_STEP: u64 = 16;

/// A text costs a step for so many bytes wherever it is looked through.
const BYTES_A_STEP: u64 = 64;

thread_local! {
    /// The steps since the run began. rhai forgets those of a function that its library calls, such as
    /// `map`, so they are counted here. A run stays on its thread and starts no other one.
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Sets the account of this thread's run back.
pub(super) fn begin() {
    STEPS.set(0);
}

fn charge(steps: u64) {
    STEPS.set(STEPS.get().saturating_add(steps));
}

/// Charges for a step; returns how many steps there were.
pub(super) fn charge_step() -> u64 {
    charge(1);
    STEPS.get()
}

/// Charges for work on so many bytes of text.
pub(super) fn charge_bytes(bytes: usize) {
    charge(bytes as u64 / BYTES_A_STEP);
}

/// Charges for work on so many elements.
pub(super) fn charge_elements(elements: usize) {
    charge(elements as u64 / ELEMENTS_A_STEP);
}
