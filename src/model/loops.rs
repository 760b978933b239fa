//! How much a `for` and its lists look at, counted while they are evaluated.
//!
//! What is counted belongs to the outermost `for`, whatever is within it, so that a list of lists is
//! as large as it is. What a group of the answer has is not counted: the board bounds it.

use std::sync::Arc;

use crate::containing::{WORTH, member_of};
use crate::counting::{Counted, range_size};
use crate::expr::{Binders, Expr, ExprKind, Generator};
use crate::fault::{Fault, FaultAt};
use crate::scope::Scope;
use crate::ty::Phase;
use crate::value::{List, Value};

impl Scope<'_> {
    /// Begins a `for`.
    ///
    /// # Errors
    /// Where it has more combinations than are looked at.
    pub fn begin_loop(&mut self, binders: &Binders) -> Result<(), FaultAt> {
        if self.counter.is_outside() {
            self.counter.start();
            if let Some(count) = self.combinations(binders) {
                self.counter
                    .must_be_few("combinations", count)
                    .map_err(|fault| FaultAt { fault, span: binders.span })?;
            }
        }
        self.counter.enter();
        Ok(())
    }

    /// Ends a `for`: where it looked at too much, reckons how much that would have been.
    ///
    /// # Errors
    /// Where there are more combinations than are looked at.
    pub fn end_loop<T>(
        &mut self,
        binders: &Binders,
        found: Result<T, FaultAt>,
    ) -> Result<T, FaultAt> {
        self.counter.leave();
        found.map_err(|mut at| {
            if let Fault::Excess(excess) = &mut at.fault
                && excess.is_of_looks()
            {
                let own = binders.condition.is_none().then(|| self.length_of(binders)).flatten();
                excess.repeat(own);
            }
            at
        })
    }

    /// Begins a definition that others mention: it has a bound of its own.
    pub fn begin_definition(&mut self) -> Counted {
        self.counter.set_aside()
    }

    /// Ends it.
    pub fn end_definition(&mut self, counted: Counted) {
        self.counter.put_back(counted);
    }

    /// Counts what is looked at.
    ///
    /// # Errors
    /// Where it is too much.
    pub fn count(&mut self, more: u64) -> Result<(), Fault> {
        self.counter.count(more)
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

    /// Returns the elements that a loop visits for the generator at `depth`: all but those for which its condition does
    /// not hold for what they do not contain.
    pub fn visited<'l>(
        &mut self,
        binders: &Binders,
        depth: usize,
        source: &'l Arc<List>,
    ) -> impl Iterator<Item = &'l Value> + use<'l> {
        let positions = self.positions(binders, depth, source);
        let count = positions.as_ref().map_or(source.items.len(), |positions| positions.len());
        (0..count).map(move |number| match &positions {
            Some(positions) => &source.items[positions[number] as usize],
            None => &source.items[number],
        })
    }

    /// Returns the positions of these elements; `None` where all have to be looked at.
    fn positions(
        &mut self,
        binders: &Binders,
        depth: usize,
        source: &Arc<List>,
    ) -> Option<Arc<[u32]>> {
        if source.items.len() < WORTH || depth + 1 != binders.generators.len() {
            return None;
        }
        let generator = &binders.generators[depth];
        let [slot] = generator.slots.as_slice() else { return None };
        let place = member_of(binders.condition.as_deref()?, *slot)?;
        // Other sources make a new list each time.
        let is_lasting = matches!(
            generator.source.kind,
            ExprKind::Constant(_) | ExprKind::At(..) | ExprKind::Local(_)
        );
        match self.locals.get(place as usize) {
            Some(Value::Place(place)) if is_lasting => self.containing.of(source, *place),
            _ => None,
        }
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
            if generator.source.phase != Phase::Known || mentions(&generator.source, &own) {
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

/// Returns whether an expression mentions one of these binders.
fn mentions(expr: &Expr, slots: &[u32]) -> bool {
    let mut found = matches!(&expr.kind, ExprKind::Local(slot) if slots.contains(slot));
    expr.for_each_child(&mut |child| found = found || mentions(child, slots));
    found
}
