//! Room for recursion whose depth a definition decides.
//!
//! Where a thread has used up its share, the recursion goes on upon another thread with a stack of its own,
//! and the first one waits. The embedding program [supplies](supply) these threads; where it has none, recursion uses what
//! stack there is. How much of a stack is used is seen from the address of a local variable: nothing
//! here asks the system or switches stacks, so that no assembler is needed. Must not look at anything else.
//!
//! # Units
//! Bytes.

use std::cell::Cell;
use std::sync::OnceLock;

use crate::jobs::{Threads, apart};

/// What may be needed before the next call of [`with_room`]: one expression, as deep as the grammar
/// allows, in a build without optimization.
const LEFT: usize = 1 << 20;

/// The stack of threads that the embedding program supplies: more than a main thread has, for deep expressions. It is set
/// aside, and becomes memory where it is used.
pub const STACK: usize = 16 << 20;

/// Where new stacks come from.
static THREADS: OnceLock<&'static dyn Threads> = OnceLock::new();

/// How much recursion may use of the stack of another thread. Those have 2 MiB, where nobody says so.
const SHARE: usize = 256 << 10;

thread_local! {
    /// Where recursion was first seen on this thread, and how far from there it may get.
    static SEEN: Cell<(usize, usize)> = const { Cell::new((0, SHARE)) };
}

/// Calls `body` with enough stack, whatever the stack of the thread is.
pub fn with_room<T: Send>(body: impl FnOnce() -> T + Send) -> T {
    let here = here();
    let (first, share) = SEEN.get();
    // Stacks grow downwards.
    if here > first {
        SEEN.set((here, share));
        return body();
    }
    if first - here < share {
        return body();
    }
    let Some(threads) = THREADS.get() else { return body() };
    let on_its_own = || {
        SEEN.set((self::here(), STACK - LEFT));
        body()
    };
    apart(*threads, on_its_own).unwrap_or_else(|problem| {
        panic!("no stack for so deep a definition: {}", problem.message())
    })
}

/// Lets recursion go on upon threads of the embedding program. The first call counts; it changes no result.
pub fn supply(threads: &'static dyn Threads) {
    let _ = THREADS.set(threads);
}

/// Returns about where the stack of this thread ends now.
#[inline(never)]
fn here() -> usize {
    let local = 0u8;
    std::hint::black_box(std::ptr::from_ref(&local)).addr()
}
