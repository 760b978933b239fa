//! From declared transforms to maps of points at an instance, and to maps of places, which may lead to
//! another instance.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::points::Points;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::Role;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::FamilyId;
use puzgen_model::frame::Frame;
use puzgen_model::grid::PlaceMap;
use puzgen_model::instance::{Instance, KeyIndex};
use puzgen_model::transform::{
    AnswerPoint, ArgumentExpr, ArgumentValue, Move, Transform, TransformMap, Written,
};
use puzgen_model::value::{Key, Value};

/// What one map moves: where each point goes, and where each free helper goes with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The image of each point.
    pub points: Vec<u32>,
    /// The stored position that each free helper goes to; empty where all stay.
    pub free: Vec<u32>,
}

/// One map of a transform at an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GeneratorMap {
    /// Of the instance onto itself.
    Points(Moves),
    /// Of places, with the layouts that stand there.
    Places(PlaceMap),
}

/// Returns the problem of a transform that makes no sense at an instance.
pub fn bad(transform: &Transform, why: &str) -> Problem {
    let message = format!("`{}` cannot be made here: {why}", transform.name);
    Problem::error(Code::BadTransform, message, transform.span, "this transform")
        .help("give it a condition, such as `when n > 2`, or leave it out")
}

/// Returns maps that generate a transform at an instance; those of places lead to `to`, of which only
/// what is known need be there.
///
/// # Errors
/// `bad_transform` where it makes no sense there, and faults of its expressions.
pub fn generators(
    [instance, to]: [&Instance<'_>; 2],
    points: &Points,
    transform: &Transform,
) -> Result<Vec<GeneratorMap>, Problem> {
    match &transform.map {
        TransformMap::Written(written) => {
            let moves = written_out(instance, points, written).map_err(|found| match found {
                MapError::Fault(at) => Problem::from(at),
                MapError::Why(why) => bad(transform, &why),
            })?;
            Ok(vec![GeneratorMap::Points(moves)])
        }
        TransformMap::Known(..) => {
            let step = |one| match one {
                Move::Swap(family, a, b) => {
                    GeneratorMap::Points(swapped(instance, points, family, a, b))
                }
                Move::Places(places) => GeneratorMap::Places(places),
            };
            Ok(moves([instance, to], transform)?.into_iter().map(step).collect())
        }
    }
}

/// What parameters and board a transform leads to.
#[derive(Debug)]
pub enum TargetFrame<'d> {
    /// Those at hand.
    Same,
    /// Others.
    Other(Arc<Frame<'d>>),
}

/// Returns what a transform leads to from an instance of which only what is known need be there; `None`
/// where its condition does not hold, or a parameter would have a value outside of its range.
///
/// # Errors
/// Faults of its expressions, and of the instance with the other parameters.
pub fn target<'d>(
    known: &Instance<'d>,
    transform: &Transform,
) -> Result<Option<TargetFrame<'d>>, Problem> {
    let mut scope = Scope::new(known);
    if let Some(condition) = &transform.condition
        && !scope.eval_bool(condition)?
    {
        return Ok(None);
    }
    if transform.params.is_empty() {
        return Ok(Some(TargetFrame::Same));
    }
    let constants = known.definition.constants.iter().zip(&known.constants).enumerate();
    let params = constants.filter(|(_, (constant, _))| constant.domain.is_some());
    let mut values: BTreeMap<usize, (Value, Span)> =
        params.map(|(at, (_, value))| (at, (value.clone(), transform.span))).collect();
    for (at, value) in &transform.params {
        values.insert(*at, (scope.eval(value)?, value.span));
    }
    match Frame::with_values(known.definition, &values) {
        Ok(frame) => Ok(Some(TargetFrame::Other(Arc::new(frame)))),
        Err(problems) => match problems.iter().next() {
            Some(problem) if problem.code() != Code::BadParameter => Err(problem.clone()),
            _ => Ok(None),
        },
    }
}

/// Returns what a family of maps that puzgen knows moves; nothing where the map is written out. Of the
/// instances, only what is known need be there.
///
/// # Errors
/// As [`generators`].
pub(crate) fn moves(
    [known, to]: [&Instance<'_>; 2],
    transform: &Transform,
) -> Result<Vec<Move>, Problem> {
    match &transform.map {
        TransformMap::Known(family, argument) => {
            let given = match argument {
                ArgumentExpr::Nothing => ArgumentValue::Nothing,
                ArgumentExpr::Answer(family) => ArgumentValue::Answer {
                    family: *family,
                    name: &known.definition.family(*family).name,
                    keys: known.families[family.0 as usize].index.keys(),
                    domains: &known.families[family.0 as usize].domains,
                },
                ArgumentExpr::Blocks(sides) => {
                    let mut scope = Scope::new(known);
                    let mut side = |expr| -> Result<usize, Problem> {
                        let number = scope.eval_int(expr)?;
                        Ok(usize::try_from(number.max(1)).unwrap_or(usize::MAX))
                    };
                    ArgumentValue::Blocks(side(&sides[0])?, side(&sides[1])?)
                }
            };
            family
                .moves(known.grid.as_ref(), to.grid.as_ref(), given)
                .map_err(|why| bad(transform, &why))
        }
        TransformMap::Written(_) => Ok(Vec::new()),
    }
}

fn swapped(instance: &Instance<'_>, points: &Points, family: FamilyId, a: i64, b: i64) -> Moves {
    let mut images: Vec<u32> = (0..points.count() as u32).collect();
    let family = &instance.families[family.0 as usize];
    for answer in family.offset..family.offset + family.index.len() {
        if let (Some(a), Some(b)) = (points.point(answer, a), points.point(answer, b)) {
            images.swap(a as usize, b as usize);
        }
    }
    Moves { points: images, free: Vec::new() }
}

/// Moves every family by its keys, to an instance of the same definition.
///
/// # Errors
/// Why that cannot be done.
pub fn of_places(
    [instance, to]: [&Instance<'_>; 2],
    [points, points_there]: [&Points; 2],
    places: &PlaceMap,
) -> Result<Moves, String> {
    let mut images = vec![u32::MAX; points.count()];
    let mut free = Vec::new();
    let families = instance.families.iter().zip(&to.families);
    for (declared, (family, there)) in instance.definition.families.iter().zip(families) {
        let is_answer = match declared.role {
            Role::Answer(_) => true,
            Role::Free(_) => false,
            Role::Determined(_) => continue,
        };
        let positions = key_images(&family.index, &there.index, places).ok_or_else(|| {
            format!("`{}` has an element that would go where there is none", declared.name)
        })?;
        for (position, image) in positions.iter().enumerate() {
            if family.domains[position] != there.domains[*image] {
                return Err(format!("elements of `{}` do not have the same values", declared.name));
            }
            let (from, to) = (family.offset + position, there.offset + image);
            if is_answer {
                for (from, to) in points.of(from).zip(points_there.of(to)) {
                    images[from as usize] = to;
                }
            } else {
                free.resize(instance.value_count - instance.answer_count, 0);
                free[from - instance.answer_count] = to as u32;
            }
        }
    }
    Ok(Moves { points: images, free })
}

/// Returns the position that each key goes to; `None` where one has no image, two have the same, or
/// one there is the image of none.
pub(super) fn key_images(
    index: &KeyIndex,
    there: &KeyIndex,
    places: &PlaceMap,
) -> Option<Vec<usize>> {
    if index.len() != there.len() {
        return None;
    }
    let mut seen = vec![false; there.len()];
    // A row may be read from its other end, and a pair has no first.
    let mut unordered: BTreeMap<Key, usize> = BTreeMap::new();
    let mut images = Vec::with_capacity(index.len());
    for key in index.keys() {
        let image = image_of(key, places);
        let position = match there.position(&image.to_value()) {
            Some(position) => position,
            None => {
                if unordered.is_empty() {
                    let all = there.keys().iter().enumerate();
                    unordered = all.map(|(position, key)| (sorted(key), position)).collect();
                }
                *unordered.get(&sorted(&image))?
            }
        };
        if std::mem::replace(&mut seen[position], true) {
            return None;
        }
        images.push(position);
    }
    Some(images)
}

fn image_of(key: &Key, places: &PlaceMap) -> Key {
    match key {
        Key::Place(one) => Key::Place(places.image(*one)),
        Key::Tuple(items) => Key::Tuple(items.iter().map(|item| image_of(item, places)).collect()),
        Key::List(_) => {
            let Value::List(list) = key.to_value() else { return key.clone() };
            let items = list.items.iter().map(|item| match item {
                Value::Place(one) => Value::Place(places.image(*one)),
                other => other.clone(),
            });
            Value::list(items.collect()).to_key().unwrap_or_else(|| key.clone())
        }
        Key::Int(_) | Key::Word(_) | Key::Variable(_) => key.clone(),
    }
}

/// Returns the key with its parts in order, so that it says which places, and not in which order.
fn sorted(key: &Key) -> Key {
    let mut parts: Vec<Key> = match key {
        Key::Tuple(items) => items.iter().map(sorted).collect(),
        Key::List(_) => match key.to_value() {
            Value::List(list) => list.items.iter().filter_map(Value::to_key).collect(),
            _ => return key.clone(),
        },
        other => return other.clone(),
    };
    parts.sort();
    Key::Tuple(parts)
}

enum MapError {
    Fault(FaultAt),
    Why(String),
}

impl From<FaultAt> for MapError {
    fn from(at: FaultAt) -> Self {
        Self::Fault(at)
    }
}

fn written_out(
    instance: &Instance<'_>,
    points: &Points,
    written: &Written,
) -> Result<Moves, MapError> {
    let mut images: Vec<Option<u32>> = vec![None; points.count()];
    let mut scope = Scope::new(instance);
    let mut why = None;
    let mut map = |scope: &mut Scope<'_>| {
        for [from, to] in &written.pairs {
            let sides = [answer_and_value(scope, from)?, answer_and_value(scope, to)?];
            let found = match sides {
                [(from, Some(v)), (to, Some(w))] => {
                    pair_up(points, &mut images, (from, v), (to, w))
                }
                [(from, _), (to, _)] => points
                    .domain(from)
                    .iter()
                    .try_for_each(|v| pair_up(points, &mut images, (from, v), (to, v))),
            };
            if let Err(found) = found {
                let name = |family: FamilyId| instance.definition.family(family).name.clone();
                why.get_or_insert(format!("{found} (`{}`)", name(from.family)));
            }
        }
        Ok(())
    };
    match &written.binders {
        Some(binders) => scope.for_each(binders, &mut map)?,
        None => map(&mut scope)?,
    }
    if let Some(why) = why {
        return Err(MapError::Why(why));
    }
    let images: Vec<u32> =
        images.iter().enumerate().map(|(at, image)| image.unwrap_or(at as u32)).collect();
    let mut seen = vec![false; images.len()];
    for image in &images {
        if std::mem::replace(&mut seen[*image as usize], true) {
            let (answer, value) = points.value(*image);
            let name = answer_name(instance, answer);
            let why = format!("two values become {name} = {value}, and another nothing");
            return Err(MapError::Why(why));
        }
    }
    Ok(Moves { points: images, free: Vec::new() })
}

fn pair_up(
    points: &Points,
    images: &mut [Option<u32>],
    from: (usize, i64),
    to: (usize, i64),
) -> Result<(), String> {
    let outside = |value: i64| format!("{value} is no value of its answer");
    let image = points.point(to.0, to.1).ok_or_else(|| outside(to.1))?;
    let from = points.point(from.0, from.1).ok_or_else(|| outside(from.1))?;
    match images[from as usize].replace(image) {
        Some(before) if before != image => Err("one value becomes two".to_owned()),
        _ => Ok(()),
    }
}

fn answer_and_value(
    scope: &mut Scope<'_>,
    point: &AnswerPoint,
) -> Result<(usize, Option<i64>), FaultAt> {
    let instance = scope.instance;
    let family = &instance.families[point.family.0 as usize];
    let position = match &point.key {
        None => 0,
        Some(key) => {
            let key = scope.eval(key)?;
            family.index.position(&key).ok_or_else(|| FaultAt {
                fault: instance.bad_index(point.family, &key),
                span: point.span,
            })?
        }
    };
    let value = match &point.value {
        None => None,
        Some(value) => match scope.eval(value)? {
            Value::Int(value) => Some(value),
            Value::Bool(value) => Some(i64::from(value)),
            other => puzgen_base::bug!("{other:?} is no value of an answer"),
        },
    };
    Ok((family.offset + position, value))
}

/// Returns an answer as people read it, such as `x[r1c2]`.
pub(crate) fn answer_name(instance: &Instance<'_>, answer: usize) -> String {
    for id in instance.definition.answers() {
        let family = &instance.families[id.0 as usize];
        if let Some(key) =
            answer.checked_sub(family.offset).and_then(|position| family.index.keys().get(position))
        {
            let declared = instance.definition.family(id);
            return match declared.index {
                None => declared.name.clone(),
                Some(_) => {
                    let key = key.to_value().describe(instance.grid.as_ref());
                    format!("{}[{key}]", declared.name)
                }
            };
        }
    }
    format!("answer {answer}")
}
