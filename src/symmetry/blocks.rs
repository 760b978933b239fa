//! Block systems: a small set on which a group of maps acts faithfully.
//!
//! The points of a 25×25 sudoku are 15,625, but its maps are known by what they do to rows, columns
//! and values: 75 blocks. A block is a set of points that every map takes to a block as a whole; a
//! point must be known by the blocks it is in.

use crate::points::Points;
use puzgen_model::grid::PlaceKind;
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// All answers in a row, by its number.
    Row(u32),
    /// All answers in a column.
    Column(u32),
    /// An answer with any value.
    Answer(u32),
    /// A value of an answer family: the family and the value.
    Value(u32, i64),
    /// One point.
    Point(u32),
}

/// Blocks that the given maps keep.
#[derive(Debug, Clone)]
pub(super) struct BlockSystem {
    /// What each block is.
    pub(super) blocks: Vec<BlockKind>,
    /// The blocks of each point, `width` of them.
    of_point: Vec<u32>,
    width: usize,
}

impl BlockSystem {
    /// Returns the fewest blocks, of the kinds that puzgen knows, that all maps keep.
    pub(super) fn new(instance: &Instance<'_>, points: &Points, maps: &[&[u32]]) -> Self {
        let kinds = [Self::lines(instance, points), Self::answers(instance, points)];
        let kept = kinds.into_iter().flatten().find(|blocks| {
            blocks.tells_apart() && maps.iter().all(|map| blocks.image(map).is_some())
        });
        kept.unwrap_or_else(|| Self {
            blocks: (0..points.count() as u32).map(BlockKind::Point).collect(),
            of_point: (0..points.count() as u32).collect(),
            width: 1,
        })
    }

    /// Rows, columns and values, where every answer has a cell.
    fn lines(instance: &Instance<'_>, points: &Points) -> Option<Self> {
        let grid = instance.grid.as_ref().filter(|grid| grid.as_graph().is_none())?;
        let rows = (0..grid.rows as u32).map(BlockKind::Row);
        let mut blocks: Vec<BlockKind> =
            rows.chain((0..grid.columns as u32).map(BlockKind::Column)).collect();
        let cell = |key: &Key| match key {
            Key::Place(place) if place.kind == PlaceKind::Cell => Some(grid.row_column(*place)),
            _ => None,
        };
        let mut of_point = vec![0; points.count() * 3];
        for id in instance.definition.answers() {
            let family = &instance.families[id.0 as usize];
            let first_value = blocks.len() as u32;
            let values = values_of(points, family.offset, family.index.len());
            blocks.extend(values.iter().map(|value| BlockKind::Value(id.0, *value)));
            for (position, key) in family.index.keys().iter().enumerate() {
                let (row, column) = cell(key)?;
                for point in points.of(family.offset + position) {
                    let value = values.binary_search(&points.value(point).1).ok()? as u32;
                    let own = [row as u32, (grid.rows + column) as u32, first_value + value];
                    of_point[point as usize * 3..][..3].copy_from_slice(&own);
                }
            }
        }
        Some(Self { blocks, of_point, width: 3 })
    }

    /// Every answer and every value of a family.
    fn answers(instance: &Instance<'_>, points: &Points) -> Option<Self> {
        let mut blocks: Vec<BlockKind> =
            (0..points.answer_count() as u32).map(BlockKind::Answer).collect();
        let mut of_point = vec![0; points.count() * 2];
        for id in instance.definition.answers() {
            let family = &instance.families[id.0 as usize];
            let first_value = blocks.len() as u32;
            let values = values_of(points, family.offset, family.index.len());
            blocks.extend(values.iter().map(|value| BlockKind::Value(id.0, *value)));
            for answer in family.offset..family.offset + family.index.len() {
                for point in points.of(answer) {
                    let value = values.binary_search(&points.value(point).1).ok()? as u32;
                    of_point[point as usize * 2..][..2]
                        .copy_from_slice(&[answer as u32, first_value + value]);
                }
            }
        }
        Some(Self { blocks, of_point, width: 2 })
    }

    /// Returns the number of blocks.
    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns all blocks, one of each kind in turn: a row, a column, a value, the next row. What a
    /// board is like shows soonest where one of each is known.
    pub(super) fn in_turn(&self) -> Vec<u32> {
        let mut ranks = [0_u32; 5];
        let mut order: Vec<(u32, u8, u32)> = Vec::with_capacity(self.count());
        for block in 0..self.count() as u32 {
            let kind = self.kind(block);
            order.push((ranks[usize::from(kind)], kind, block));
            ranks[usize::from(kind)] += 1;
        }
        order.sort_unstable();
        order.into_iter().map(|(.., block)| block).collect()
    }

    /// Returns the blocks of a point.
    pub(super) fn of(&self, point: u32) -> &[u32] {
        &self.of_point[point as usize * self.width..][..self.width]
    }

    /// Returns whether no two points are in the same blocks.
    fn tells_apart(&self) -> bool {
        let mut all: Vec<&[u32]> = self.of_point.chunks_exact(self.width).collect();
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns where a map takes each block; `None` where it tears one apart.
    pub(super) fn image(&self, map: &[u32]) -> Option<Vec<u32>> {
        let count = self.count();
        let mut sizes = vec![0_u32; count];
        self.of_point.iter().for_each(|block| sizes[*block as usize] += 1);
        // A block goes to the one block that all images of its points share.
        let mut candidates: Vec<Option<Vec<u32>>> = vec![None; count];
        for (point, image) in map.iter().enumerate() {
            let there = self.of(*image);
            for block in self.of(point as u32) {
                match &mut candidates[*block as usize] {
                    Some(shared) => shared.retain(|other| there.contains(other)),
                    none => *none = Some(there.to_vec()),
                }
            }
        }
        let mut images = vec![0; count];
        let mut seen = vec![false; count];
        for (block, shared) in candidates.iter().enumerate() {
            let image = match shared {
                // A block without points: a value that no answer has.
                None => block as u32,
                Some(shared) => {
                    // Where a block has one point only, all blocks of the image are shared.
                    let same = |other: &&u32| sizes[**other as usize] == sizes[block];
                    let mut fitting = shared.iter().filter(same);
                    let own_kind = |other: &u32| self.kind(*other) == self.kind(block as u32);
                    let image = fitting.clone().find(|other| own_kind(other));
                    *image.or_else(|| fitting.next())?
                }
            };
            if std::mem::replace(&mut seen[image as usize], true) {
                return None;
            }
            images[block] = image;
        }
        Some(images)
    }

    fn kind(&self, block: u32) -> u8 {
        match self.blocks[block as usize] {
            BlockKind::Row(_) => 0,
            BlockKind::Column(_) => 1,
            BlockKind::Answer(_) => 2,
            BlockKind::Value(..) => 3,
            BlockKind::Point(_) => 4,
        }
    }
}

fn values_of(points: &Points, offset: usize, count: usize) -> Vec<i64> {
    let mut values: Vec<i64> =
        (offset..offset + count).flat_map(|answer| points.domain(answer).iter()).collect();
    values.sort_unstable();
    values.dedup();
    values
}
