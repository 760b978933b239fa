//! A map in words: what stands where, and where it was before.

use crate::model::expr::FamilyId;
use crate::model::instance::Instance;
use crate::symmetry::action::Action;
use crate::symmetry::blocks::{Block, Blocks};
use crate::symmetry::chain::inverse;
use crate::symmetry::generators::answer_name;
use crate::symmetry::points::Points;

/// A map: for rows, columns, values and the like a list that says what of the original each one was.
/// What does not move is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description(pub Vec<(String, Vec<Source>)>);

/// What something was in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// This value.
    Value(i64),
    /// A place, by its name.
    Place(String),
}

/// Puts a map into words.
pub(super) fn describe(
    instance: &Instance<'_>,
    points: &Points,
    blocks: &Blocks,
    action: &Action,
) -> Description {
    let image = blocks
        .image(&action.points)
        .unwrap_or_else(|| crate::bug!("a member of a group tears a block"));
    let sources = inverse(&image);
    let mut lists: Vec<(String, Vec<Source>, bool)> = Vec::new();
    for (block, source) in sources.iter().enumerate() {
        let moves = *source as usize != block;
        let title = match blocks.blocks[block] {
            Block::Row(_) => "rows".to_owned(),
            Block::Column(_) => "columns".to_owned(),
            Block::Answer(_) | Block::Point(_) if !moves => continue,
            Block::Answer(_) | Block::Point(_) => "moves".to_owned(),
            Block::Value(family, _) => {
                format!("values of {}", instance.definition.family(FamilyId(family)).name)
            }
        };
        let from = name(instance, points, blocks.blocks[*source as usize]);
        let from = match (blocks.blocks[block], from) {
            (Block::Answer(_) | Block::Point(_), from) => {
                let here = name(instance, points, blocks.blocks[block]);
                Source::Place(format!("{} was {}", text(&here), text(&from)))
            }
            (Block::Row(_) | Block::Column(_), Source::Value(value)) => {
                Source::Place(format!("value {value}"))
            }
            (_, from) => from,
        };
        match lists.iter_mut().find(|(other, ..)| *other == title) {
            Some((_, list, has_moves)) => {
                list.push(from);
                *has_moves |= moves;
            }
            None => lists.push((title, vec![from], moves)),
        }
    }
    let moved = lists.into_iter().filter(|(_, _, moves)| *moves);
    Description(moved.map(|(title, list, _)| (title, list)).collect())
}

fn text(source: &Source) -> String {
    match source {
        Source::Value(value) => value.to_string(),
        Source::Place(name) => name.clone(),
    }
}

fn name(instance: &Instance<'_>, points: &Points, block: Block) -> Source {
    match block {
        Block::Row(row) => Source::Place(format!("row {}", row + 1)),
        Block::Column(column) => Source::Place(format!("column {}", column + 1)),
        Block::Answer(answer) => Source::Place(answer_name(instance, answer as usize)),
        Block::Value(_, value) => Source::Value(value),
        Block::Point(point) => {
            let (answer, value) = points.value(point);
            Source::Place(format!("{} = {value}", answer_name(instance, answer)))
        }
    }
}
