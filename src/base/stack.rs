//! Room for recursion whose depth a definition decides.
//!
//! Where a thread has used up its share, the recursion goes on upon another thread with a stack of its own,
//! and the first one waits. How much of a stack is used is seen from the address of a local variable: nothing
//! here asks the system or switches stacks, so that no assembler is needed. Must not look at anything else.
//!
//! # Units
//! Bytes.

use std::cell::Cell;
use std::thread;

/// What may be needed before the next call of [`with_room`]: one expression, as deep as the grammar
/// allows, in a build without optimization.
const LEFT: usize = 1 << 20;

/// How much there is on a thread that is started here. It is set aside, and becomes memory where it is used.
const MORE: usize = 16 << 20;

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
    let on_its_own = || {
        SEEN.set((self::here(), MORE - LEFT));
        body()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(MORE).spawn_scoped(scope, on_its_own);
        let ended = match thread {
            Ok(thread) => thread.join(),
            Err(error) => panic!("no stack for so deep a definition: {error}"),
        };
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Returns about where the stack of this thread ends now.
#[inline(never)]
fn here() -> usize {
    let local = 0u8;
    std::hint::black_box(std::ptr::from_ref(&local)).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a kilobyte and more of the stack for each step.
    fn sum(depth: u64) -> u64 {
        let room = std::hint::black_box([depth; 128]);
        if depth == 0 { 0 } else { room[7] + with_room(|| sum(depth - 1)) }
    }

    #[test]
    fn goes_on_where_a_stack_would_end() {
        let deep = || assert_eq!(sum(100_000), 5_000_050_000);
        thread::Builder::new().stack_size(2 << 20).spawn(deep).unwrap().join().unwrap();
    }

    #[test]
    fn passes_panics_on() {
        fn fail(depth: u64) -> u64 {
            let room = std::hint::black_box([depth; 128]);
            assert!(depth > 0, "the end");
            room[7] + with_room(|| fail(depth - 1))
        }
        let panic = thread::spawn(|| fail(10_000)).join().unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the end"));
    }
}
