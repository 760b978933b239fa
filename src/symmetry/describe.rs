//! A map in words: what stands where, and where it was before.

use std::collections::{BTreeMap, BTreeSet};

use crate::action::Action;
use crate::blocks::{BlockKind, BlockSystem};
use crate::chain::inverse;
use crate::generators::{answer_name, key_images};
use crate::points::Points;
use puzgen_model::expr::FamilyId;
use puzgen_model::generated::{Description, OriginalPart};
use puzgen_model::grid::{Grid, Place, PlaceKind, PlaceMap};
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;

/// Puts a map into words.
pub(super) fn describe(
    instance: &Instance<'_>,
    points: &Points,
    blocks: &BlockSystem,
    action: &Action,
) -> Description {
    let image = blocks
        .image(&action.points)
        .unwrap_or_else(|| puzgen_base::bug!("a member of a group tears a block"));
    let sources = inverse(&image);
    let mut lists: Vec<(String, Vec<OriginalPart>, bool)> = Vec::new();
    for (block, source) in sources.iter().enumerate() {
        let moves = *source as usize != block;
        let title = match blocks.blocks[block] {
            BlockKind::Row(_) => "rows".to_owned(),
            BlockKind::Column(_) => "columns".to_owned(),
            BlockKind::Answer(_) | BlockKind::Point(_) if !moves => continue,
            BlockKind::Answer(_) | BlockKind::Point(_) => "moves".to_owned(),
            BlockKind::Value(family, _) => {
                format!("values of {}", instance.definition.family(FamilyId(family)).name)
            }
        };
        let from = name(instance, points, blocks.blocks[*source as usize]);
        let from = match (blocks.blocks[block], from) {
            (BlockKind::Answer(_) | BlockKind::Point(_), from) => {
                let here = name(instance, points, blocks.blocks[block]);
                OriginalPart::Place(format!("{} was {}", text(&here), text(&from)))
            }
            (BlockKind::Row(_) | BlockKind::Column(_), OriginalPart::Value(value)) => {
                OriginalPart::Place(format!("value {value}"))
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

/// Puts a map between two instances into words. `places` is what it does to places, perhaps after
/// a map of the first onto itself.
pub fn describe_between(
    instances: [&Instance<'_>; 2],
    points: [&Points; 2],
    places: &PlaceMap,
    action: &Action,
) -> Description {
    let [from, to] = instances;
    let Some((answers, values)) = answers_and_values(instances, points, action) else {
        let name = |instance: &Instance<'_>, points: &Points, point| {
            text(&name(instance, points, BlockKind::Point(point)))
        };
        let moves = action.points.iter().enumerate().map(|(point, image)| {
            let [was, is] = [name(from, points[0], point as u32), name(to, points[1], *image)];
            OriginalPart::Place(format!("{is} was {was}"))
        });
        return Description(vec![("moves".to_owned(), moves.collect())]);
    };
    let mut lists = lines(instances, places, &answers).unwrap_or_else(|| {
        let moves = answers.iter().enumerate().map(|(image, answer)| {
            let [is, was] = [answer_name(to, image), answer_name(from, *answer)];
            OriginalPart::Place(format!("{is} was {was}"))
        });
        vec![("moves".to_owned(), moves.collect())]
    });
    for (family, sources) in values {
        let title = format!("values of {}", to.definition.family(FamilyId(family)).name);
        if sources.iter().any(|(value, source)| value != source) {
            lists.push((title, sources.into_values().map(OriginalPart::Value).collect()));
        }
    }
    Description(lists)
}

/// Which value each value of a family was, by family.
type ValueSources = BTreeMap<u32, BTreeMap<i64, i64>>;

/// Returns which answer each answer was, and which value each value of a family; `None` where a map
/// does not treat all elements of a family alike.
fn answers_and_values(
    [from, to]: [&Instance<'_>; 2],
    [points, points_there]: [&Points; 2],
    action: &Action,
) -> Option<(Vec<usize>, ValueSources)> {
    let family = |instance: &Instance<'_>, answer: usize| {
        let mut answers = instance.definition.answers();
        answers.find(|id| {
            let family = &instance.families[id.0 as usize];
            (family.offset..family.offset + family.index.len()).contains(&answer)
        })
    };
    let mut answers = vec![usize::MAX; points_there.answer_count()];
    let mut values = ValueSources::new();
    for (point, image) in action.points.iter().enumerate() {
        let (answer, value) = points.value(point as u32);
        let (target, becomes) = points_there.value(*image);
        let known = std::mem::replace(&mut answers[target], answer);
        let own = family(from, answer)?;
        let of_family = values.entry(own.0).or_default();
        let is_alike = (known == usize::MAX || known == answer)
            && family(to, target)? == own
            && *of_family.entry(becomes).or_insert(value) == value;
        if !is_alike {
            return None;
        }
    }
    Some((answers, values))
}

/// Returns which row or column each row and column was; `None` where that does not say what each
/// answer was.
fn lines(
    [from, to]: [&Instance<'_>; 2],
    places: &PlaceMap,
    answers: &[usize],
) -> Option<Vec<(String, Vec<OriginalPart>)>> {
    let (here, there) = (from.grid.as_ref()?, to.grid.as_ref()?);
    if here.as_graph().is_some() {
        return None;
    }
    let by_place = places.inverse(here, there).cells;
    let mut answers_by_place = vec![0; answers.len()];
    let mut cells: Vec<(Place, Place)> = Vec::new();
    for id in from.definition.answers() {
        let [own, image] = [from, to].map(|instance| &instance.families[id.0 as usize]);
        let targets = key_images(&own.index, &image.index, places)?;
        for (position, target) in targets.into_iter().enumerate() {
            answers_by_place[image.offset + target] = own.offset + position;
        }
        for (position, key) in image.index.keys().iter().enumerate() {
            let source = answers[image.offset + position].checked_sub(own.offset)?;
            match (key, own.index.keys().get(source)?) {
                (Key::Place(is), Key::Place(was)) if is.kind == PlaceKind::Cell => {
                    cells.push((*is, *was));
                }
                _ => {}
            }
        }
    }
    let all = || there.all(PlaceKind::Cell).into_iter();
    let source = |cell: Place| (cell, Place::cell(by_place[cell.index as usize] as usize));
    if answers_by_place == answers {
        cells = all().map(source).collect();
    } else if cells.len() < answers.len() {
        return None;
    }
    let line = |grid: &Grid, cell: Place, is_row: bool| {
        let (row, column) = grid.row_column(cell);
        if is_row { row } else { column }
    };
    // Rows were rows and columns columns, or rows were columns and columns rows.
    let sources = |is_row: bool, was_row: bool| -> Option<Vec<usize>> {
        let count = if is_row { there.rows } else { there.columns };
        let one = |number: usize| {
            let here_now = |cell: Place| line(there, cell, is_row) == number;
            let known = cells.iter().copied().filter(|(is, _)| here_now(*is));
            let mut was: BTreeSet<usize> = known.map(|(_, was)| line(here, was, was_row)).collect();
            if was.is_empty() {
                // A line without answers.
                let by_place = all().filter(|is| here_now(*is)).map(source);
                was = by_place.map(|(_, was)| line(here, was, was_row)).collect();
            }
            was.first().copied().filter(|_| was.len() == 1)
        };
        let found: Vec<usize> = (0..count).map(one).collect::<Option<_>>()?;
        let is_one_to_one = found.iter().collect::<BTreeSet<_>>().len() == count;
        is_one_to_one.then_some(found)
    };
    let straight = || Some((sources(true, true)?, sources(false, false)?, ["row", "column"]));
    let turned = || Some((sources(true, false)?, sources(false, true)?, ["column", "row"]));
    let (rows, columns, were) = straight().or_else(turned)?;
    let mut lists = Vec::new();
    for (title, own, was, numbers) in
        [("rows", "row", were[0], rows), ("columns", "column", were[1], columns)]
    {
        if own != was || numbers.iter().enumerate().any(|(line, number)| line != *number) {
            let name = |number: usize| OriginalPart::Place(format!("{was} {}", number + 1));
            lists.push((title.to_owned(), numbers.into_iter().map(name).collect()));
        }
    }
    Some(lists)
}

fn text(source: &OriginalPart) -> String {
    match source {
        OriginalPart::Value(value) => value.to_string(),
        OriginalPart::Place(name) => name.clone(),
    }
}

fn name(instance: &Instance<'_>, points: &Points, block: BlockKind) -> OriginalPart {
    match block {
        BlockKind::Row(row) => OriginalPart::Place(format!("row {}", row + 1)),
        BlockKind::Column(column) => OriginalPart::Place(format!("column {}", column + 1)),
        BlockKind::Answer(answer) => OriginalPart::Place(answer_name(instance, answer as usize)),
        BlockKind::Value(_, value) => OriginalPart::Value(value),
        BlockKind::Point(point) => {
            let (answer, value) = points.value(point);
            OriginalPart::Place(format!("{} = {value}", answer_name(instance, answer)))
        }
    }
}
