//! How much an expression looks at: counted beforehand where that is possible, and on the way.
//!
//! What is counted belongs to the outermost `for`, whatever is within it, so that a list of lists is
//! as large as it is. What a group of the answer has is not counted: the board bounds it.

use crate::model::definition::Definition;
use crate::model::eval::{FaultAt, Scope};
use crate::model::expr::{Binders, Expr, ExprKind, Generator};
use crate::model::function::{Excess, Fault};
use crate::model::ty::Phase;

/// The size that definitions may have where nothing else is said.
pub const MAX_SIZE: u64 = 1_000_000;

/// What is counted on the way.
const LOOKED_AT: &str = "combinations and elements";

/// So many may be looked at for each part: most of them leave nothing behind.
const LOOKS: u64 = 10;

/// A value or clue takes as much as so many parts of constraints.
const PARTS: u64 = 10;

impl Definition {
    /// Allows what it describes to be so large.
    pub fn allow_size(&mut self, max_size: u64) {
        self.max_size = max_size;
        if let Some(shape) = &mut self.shape {
            shape.allow_size(max_size);
        }
    }
}

/// Returns how many values and clues a definition may have.
pub fn most_elements(max_size: u64) -> u64 {
    max_size / PARTS
}

/// Returns the fault of more values and clues than a definition may have.
pub fn elements_fit(count: u64, max_size: u64) -> Result<(), Fault> {
    let most = most_elements(max_size);
    if count <= most {
        return Ok(());
    }
    let (of, weight) = ("values and clues", PARTS);
    Err(Fault::Excess(Excess { of, count: Some(count), is_exact: true, most, weight, of_each: 1 }))
}

/// Returns the length of `lo..hi`.
pub(super) fn range_size(lo: i64, hi: i64) -> u64 {
    u64::try_from(i128::from(hi) - i128::from(lo) + 1).unwrap_or(0)
}

/// What was counted before something that has a bound of its own.
#[derive(Debug)]
pub struct Counted(usize, u64);

impl Scope<'_> {
    /// Returns how much may be looked at.
    fn most(&self) -> u64 {
        self.instance.definition.max_size.saturating_mul(LOOKS)
    }

    /// Begins a `for`.
    ///
    /// # Errors
    /// Where it has more combinations than are looked at.
    pub fn begin_loop(&mut self, binders: &Binders) -> Result<(), FaultAt> {
        if self.loops == 0 {
            self.seen = 0;
            if let Some(count) = self.combinations(binders) {
                self.must_be_few("combinations", count)
                    .map_err(|fault| FaultAt { fault, span: binders.span })?;
            }
        }
        self.loops += 1;
        Ok(())
    }

    /// Ends a `for`: where it looked at too much, reckons how much that would have been.
    ///
    /// # Errors
    /// The same.
    pub fn end_loop<T>(
        &mut self,
        binders: &Binders,
        found: Result<T, FaultAt>,
    ) -> Result<T, FaultAt> {
        self.loops -= 1;
        found.map_err(|mut at| {
            if let Fault::Excess(excess) = &mut at.fault
                && excess.of == LOOKED_AT
            {
                let inner = if excess.is_exact { Some(1) } else { excess.count };
                let own = binders.condition.is_none().then(|| self.length_of(binders)).flatten();
                excess.count = inner.zip(own).map(|(inner, own)| own.saturating_mul(inner));
                excess.is_exact = false;
            }
            at
        })
    }

    /// Begins a definition that others speak of: it has a bound of its own.
    pub fn begin_definition(&mut self) -> Counted {
        Counted(std::mem::take(&mut self.loops), std::mem::take(&mut self.seen))
    }

    /// Ends it.
    pub fn end_definition(&mut self, Counted(loops, seen): Counted) {
        (self.loops, self.seen) = (loops, seen);
    }

    /// Counts what is looked at.
    ///
    /// # Errors
    /// Where it is too much.
    pub fn count(&mut self, more: u64) -> Result<(), Fault> {
        if self.loops == 0 {
            return self.must_be_few("elements", more);
        }
        self.seen = self.seen.saturating_add(more);
        if self.seen > self.most() {
            // One for each turn of the loops around it.
            let (of, count, most) = (LOOKED_AT, Some(1), self.most());
            let excess = Excess { of, count, is_exact: true, most, weight: 1, of_each: LOOKS };
            return Err(Fault::Excess(excess));
        }
        Ok(())
    }

    fn must_be_few(&self, of: &'static str, count: u64) -> Result<(), Fault> {
        let most = self.most();
        if count <= most {
            return Ok(());
        }
        let (count, of_each) = (Some(count), LOOKS);
        Err(Fault::Excess(Excess { of, count, is_exact: true, most, weight: 1, of_each }))
    }

    /// Counts what a generator runs over.
    ///
    /// # Errors
    /// Where it is too much.
    pub fn count_items(&mut self, generator: &Generator, more: usize) -> Result<(), FaultAt> {
        if generator.source.is_group() {
            return Ok(());
        }
        self.count(more as u64).map_err(|fault| FaultAt { fault, span: generator.source.span })
    }

    /// Returns the same where it is worth knowing beforehand.
    pub(super) fn combinations(&mut self, binders: &Binders) -> Option<u64> {
        let [first, rest @ ..] = binders.generators.as_slice() else { return None };
        if rest.is_empty() && !matches!(first.source.kind, ExprKind::Range(..)) {
            return None;
        }
        self.length_of(binders)
    }

    /// Returns how many combinations there are, where what comes first does not decide it.
    pub fn length_of(&mut self, binders: &Binders) -> Option<u64> {
        let own: Vec<u32> = binders.slots().map(|(slot, _)| slot).collect();
        let mut count: u64 = 1;
        for generator in &binders.generators {
            if generator.source.phase != Phase::Known || speaks_of(&generator.source, &own) {
                return None;
            }
            count = count.saturating_mul(self.length(&generator.source)?);
        }
        Some(count)
    }

    /// Returns how long a list is, where it has no fault: one is reported when it is needed.
    fn length(&mut self, list: &Expr) -> Option<u64> {
        if let ExprKind::Range(lo, hi) = &list.kind {
            return Some(range_size(self.eval_int(lo).ok()?, self.eval_int(hi).ok()?));
        }
        Some(self.eval_list(list).ok()?.items.len() as u64)
    }
}

fn speaks_of(expr: &Expr, slots: &[u32]) -> bool {
    let mut speaks = matches!(&expr.kind, ExprKind::Local(slot) if slots.contains(slot));
    expr.for_each_child(&mut |child| speaks = speaks || speaks_of(child, slots));
    speaks
}
