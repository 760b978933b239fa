//! Lists of numbers, one behind the other in memory.

use std::ops::Range;

/// Lists that are looked at more often than they are built.
#[derive(Debug, Clone, Default)]
pub struct Lists {
    /// Where each list ends.
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Returns these lists.
    pub(crate) fn new<I: Iterator<Item = u32>>(lists: impl Iterator<Item = I>) -> Self {
        let mut all = Self::default();
        lists.for_each(|list| all.push(list));
        all
    }

    /// Adds a list.
    pub fn push(&mut self, list: impl Iterator<Item = u32>) {
        list.for_each(|item| self.add(item));
        self.end();
    }

    /// Adds an item to the list that is not ended yet.
    #[inline]
    pub fn add(&mut self, item: u32) {
        self.items.push(item);
    }

    /// Ends a list, perhaps an empty one.
    pub fn end(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    /// Returns whether there is no list.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns how many lists there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns where a list is among all items.
    #[inline]
    pub(crate) fn range(&self, list: usize) -> Range<usize> {
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[list] as usize
    }

    /// Returns a list.
    #[inline]
    pub fn of(&self, list: usize) -> &[u32] {
        &self.items[self.range(list)]
    }

    /// Returns the item at a position among those of all lists.
    #[inline]
    pub(crate) fn item(&self, at: usize) -> u32 {
        self.items[at]
    }
}
