//! Sorting as CPython does it for short lists: a run is counted, then the rest inserted by halves. The order of the
//! comparisons shows where some items cannot be compared.

use super::calls::Named;
use super::{Machine, Result, Stop, TYPE};
use crate::tree::Comparator;
use crate::val::Val;

/// From this length on CPython merges runs.
const SHORT: usize = 64;

impl Machine<'_> {
    /// `list.sort(reverse=…)`.
    pub(super) fn sort_method(
        &mut self,
        list: u32,
        plain: &[Val],
        named: &Named<'_>,
    ) -> Result<Val> {
        if !plain.is_empty() {
            return Err(TYPE);
        }
        let is_reversed = self.sort_options(named)?;
        self.sort_in_place(list, is_reversed)?;
        Ok(Val::None)
    }

    /// `sorted(…)`.
    pub(super) fn sorted(&mut self, plain: &[Val], named: &Named<'_>) -> Result<Val> {
        let [from] = plain else { return Err(TYPE) };
        let items = self.collected(from)?;
        let is_reversed = self.sort_options(named)?;
        let list = self.keep(items);
        self.sort_in_place(list, is_reversed)?;
        Ok(Val::List(list))
    }

    fn sort_options(&mut self, named: &Named<'_>) -> Result<bool> {
        let mut is_reversed = false;
        for (name, value) in named {
            match (*name, value) {
                ("reverse", Val::Bool(truth)) => is_reversed = *truth,
                ("reverse", Val::Int(number)) => is_reversed = *number != 0,
                ("reverse", _) => return Err(TYPE),
                ("key", Val::None) => {}
                ("key", _) => return Err(Stop::Unknown("sorting by a key")),
                _ => return Err(TYPE),
            }
        }
        Ok(is_reversed)
    }

    fn sort_in_place(&mut self, list: u32, is_reversed: bool) -> Result<()> {
        let mut items = self.items(list).to_vec();
        if is_reversed {
            items.reverse();
        }
        let count = items.len();
        let result = self.sort_items(&mut items);
        // Where items cannot be compared, a part was sorted already, in a way that only short lists share with Python.
        if count >= SHORT && result == Err(TYPE) {
            return Err(Stop::Unknown("a long list that cannot be sorted"));
        }
        if is_reversed {
            items.reverse();
        }
        self.set_items(list, items);
        result
    }

    fn less(&mut self, a: &Val, b: &Val) -> Result<bool> {
        self.ordered(Comparator::Less, a, b)
    }

    fn sort_items(&mut self, items: &mut [Val]) -> Result<()> {
        if items.len() < 2 {
            return Ok(());
        }
        let mut run = 2;
        let is_falling = self.less(&items[1], &items[0])?;
        while run < items.len() && self.less(&items[run], &items[run - 1])? == is_falling {
            run += 1;
        }
        if is_falling {
            items[..run].reverse();
        }
        for start in run..items.len() {
            let pivot = items[start].clone();
            let (mut low, mut high) = (0, start);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.less(&pivot, &items[middle])? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            self.work((start - low) as u64 / 16)?;
            items[low..=start].rotate_right(1);
        }
        Ok(())
    }
}
