//! What a script sees of a puzzle: its own copy, which it can read and not change.

use std::sync::Arc;

use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, Map, Position};

use super::account::charge_elements;
use puzgen_model::expr::FamilyId;
use puzgen_model::function::PlainView;
use puzgen_model::grid::{Place, PlaceKind};
use puzgen_model::outline::{Outline, OutlineFamily};
use puzgen_model::value::Value;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// The stored values of a board, or what is wrong with it.
type StoredValues = std::result::Result<Vec<i64>, String>;

/// Thrown where a script asks for what is not known of this puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct NotAtHand;

/// A puzzle.
#[derive(Debug, Clone)]
pub(super) struct PuzzleView {
    outline: Arc<Outline>,
    facts: Arc<[Option<i64>]>,
    shown: Arc<[bool]>,
    values: Option<Arc<[i64]>>,
}

/// A place on the board.
#[derive(Debug, Clone)]
pub(super) struct PlaceView {
    place: Place,
    outline: Arc<Outline>,
}

impl PuzzleView {
    pub(super) fn new(plain: PlainView<'_>) -> Self {
        Self {
            outline: Arc::clone(plain.outline),
            facts: plain.facts.into(),
            shown: plain.shown.into(),
            values: plain.values.map(Into::into),
        }
    }

    /// Returns a value as scripts have it.
    pub(super) fn to_dynamic(&self, value: &Value) -> Dynamic {
        to_dynamic(&self.outline, value)
    }

    fn named<'v>(families: &'v [OutlineFamily], name: &str) -> Result<&'v OutlineFamily> {
        let found = families.iter().find(|family| family.name == name);
        found.ok_or_else(|| failed(format!("there is no such answer or clue as `{name}`")))
    }

    /// Returns the position of a key.
    fn position(&self, family: &OutlineFamily, key: Option<&Dynamic>) -> Result<usize> {
        let Some(key) = key else {
            if family.is_indexed {
                return Err(failed(format!("`{}` has an index: name the place", family.name)));
            }
            return Ok(0);
        };
        let keys = self.keys_of(key);
        let found = keys.iter().find_map(|key| family.index.position(key));
        found.ok_or_else(|| failed(format!("`{}` has no element {key}", family.name)))
    }

    /// Returns the values that a key of a script may stand for.
    fn keys_of(&self, key: &Dynamic) -> Vec<Value> {
        if let Ok(number) = key.as_int() {
            return vec![Value::Int(number)];
        }
        if let Some(view) = key.read_lock::<PlaceView>() {
            return vec![Value::Place(view.place)];
        }
        if key.is_string() {
            let text = key.to_string();
            let variable = self.outline.names.iter().position(|name| *name == text);
            let variable = variable.map(|at| Value::Variable(FamilyId(at as u32)));
            return variable.into_iter().chain([Value::Word(text.as_str().into())]).collect();
        }
        let Some(items) = key.read_lock::<Array>() else { return Vec::new() };
        let items: Vec<Value> =
            items.iter().filter_map(|item| self.keys_of(item).into_iter().next()).collect();
        vec![Value::Tuple(items.clone().into()), Value::list(items)]
    }

    fn answer(&self, name: &str, key: Option<&Dynamic>) -> Result<Dynamic> {
        let family = Self::named(&self.outline.answers, name)?;
        let position = self.position(family, key)?;
        let value = self.values.as_ref().and_then(|values| values.get(family.offset + position));
        let value = value
            .ok_or_else(|| EvalAltResult::ErrorRuntime(Dynamic::from(NotAtHand), Position::NONE))?;
        Ok(number(*value, family.is_truth))
    }

    fn fact(&self, name: &str, key: Option<&Dynamic>) -> Result<Dynamic> {
        let family = Self::named(&self.outline.clues, name)?;
        let fact = self.facts.get(family.offset + self.position(family, key)?).copied().flatten();
        Ok(fact.map_or(Dynamic::UNIT, |value| number(value, family.is_truth)))
    }

    fn shown(&self, name: &str, key: Option<&Dynamic>) -> Result<bool> {
        let family = Self::named(&self.outline.clues, name)?;
        let position = self.position(family, key)?;
        Ok(self.shown.get(family.offset + position).copied().unwrap_or(false))
    }

    fn keys(&self, name: &str) -> Result<Array> {
        let outline = &self.outline;
        let family =
            Self::named(&outline.answers, name).or_else(|_| Self::named(&outline.clues, name))?;
        let keys = family.index.keys();
        charge_elements(8 * keys.len());
        Ok(keys.iter().map(|key| self.to_dynamic(&key.to_value())).collect())
    }

    /// Returns the stored values of a board that a script gave, or what is wrong with it.
    pub(super) fn board(&self, found: &Dynamic) -> StoredValues {
        if self.outline.has_free {
            return Err("there are free helpers to draw, too".to_owned());
        }
        let mut values = Vec::new();
        for family in &self.outline.answers {
            let own = match found.read_lock::<Map>() {
                Some(map) => map.get(family.name.as_str()).cloned(),
                None => (self.outline.answers.len() == 1).then(|| found.clone()),
            };
            let own = own.ok_or_else(|| format!("nothing for `{}`", family.name))?;
            let list = match own.read_lock::<Array>() {
                Some(list) => list.clone(),
                None => vec![own.clone()],
            };
            let domains = &family.domains;
            if list.len() != domains.len() {
                let (found, wanted) = (list.len(), domains.len());
                return Err(format!("{found} values for `{}`, which has {wanted}", family.name));
            }
            for (value, domain) in list.iter().zip(domains) {
                let number = value.as_int().or_else(|_| value.as_bool().map(i64::from)).ok();
                let number = number.filter(|number| domain.contains(*number));
                values.push(
                    number.ok_or_else(|| format!("{value} is no value of `{}`", family.name))?,
                );
            }
        }
        Ok(values)
    }

    fn param(&self, name: &str) -> Result<Dynamic> {
        let found = self.outline.constants.iter().find(|(other, _)| other == name);
        let (_, value) =
            found.ok_or_else(|| failed(format!("there is no parameter or `let` `{name}`")))?;
        Ok(self.to_dynamic(value))
    }

    fn cell(&self, row: INT, column: INT) -> Result<PlaceView> {
        let grid = self.outline.grid.as_ref();
        // Outside of 64 bits there is no board.
        let (r, c) = (row.saturating_sub(1), column.saturating_sub(1));
        let place = grid.and_then(|grid| grid.cell_at(r, c));
        let place = place.ok_or_else(|| failed(format!("there is no cell {row}, {column}")))?;
        Ok(PlaceView { place, outline: Arc::clone(&self.outline) })
    }

    fn cells(&self) -> Array {
        let cells =
            self.outline.grid.as_ref().map(|grid| grid.all(PlaceKind::Cell)).unwrap_or_default();
        charge_elements(8 * cells.len());
        cells.into_iter().map(|cell| self.to_dynamic(&Value::Place(cell))).collect()
    }
}

fn failed(message: String) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(message.into(), Position::NONE).into()
}

fn number(value: i64, is_truth: bool) -> Dynamic {
    if is_truth { (value != 0).into() } else { value.into() }
}

fn to_dynamic(outline: &Arc<Outline>, value: &Value) -> Dynamic {
    match value {
        Value::Int(value) => (*value).into(),
        Value::Bool(value) => (*value).into(),
        Value::Word(word) => word.to_string().into(),
        Value::Place(place) => {
            Dynamic::from(PlaceView { place: *place, outline: Arc::clone(outline) })
        }
        Value::Variable(family) => outline.names[family.0 as usize].clone().into(),
        Value::Tuple(items) => {
            Dynamic::from_array(items.iter().map(|item| to_dynamic(outline, item)).collect())
        }
        Value::List(list) => {
            Dynamic::from_array(list.items.iter().map(|item| to_dynamic(outline, item)).collect())
        }
        // Scripts have whole numbers only; `check` passes no others.
        Value::Real(_) => Dynamic::UNIT,
    }
}

impl PartialEq for PlaceView {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl PlaceView {
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Returns row and column from 1.
    fn row_column(&self) -> (INT, INT) {
        let at = self.outline.grid.as_ref().map_or((0, 0), |grid| grid.row_column(self.place));
        (at.0 as INT + 1, at.1 as INT + 1)
    }

    fn describe(&self) -> String {
        Value::Place(self.place).describe(self.outline.grid.as_ref())
    }
}

/// Adds what can be asked of puzzles and places to an engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<PuzzleView>("puzzle");
    engine.register_fn("param", |puzzle: &mut PuzzleView, name: &str| puzzle.param(name));
    engine.register_fn("keys", |puzzle: &mut PuzzleView, name: &str| puzzle.keys(name));
    engine.register_fn("cells", |puzzle: &mut PuzzleView| puzzle.cells());
    engine.register_fn("cell", |puzzle: &mut PuzzleView, row: INT, column: INT| {
        puzzle.cell(row, column)
    });
    engine.register_fn("answer", |puzzle: &mut PuzzleView, name: &str| puzzle.answer(name, None));
    engine.register_fn("answer", |puzzle: &mut PuzzleView, name: &str, key: Dynamic| {
        puzzle.answer(name, Some(&key))
    });
    engine.register_fn("fact", |puzzle: &mut PuzzleView, name: &str| puzzle.fact(name, None));
    engine.register_fn("fact", |puzzle: &mut PuzzleView, name: &str, key: Dynamic| {
        puzzle.fact(name, Some(&key))
    });
    engine.register_fn("shown", |puzzle: &mut PuzzleView, name: &str| puzzle.shown(name, None));
    engine.register_fn("shown", |puzzle: &mut PuzzleView, name: &str, key: Dynamic| {
        puzzle.shown(name, Some(&key))
    });
    engine.register_type_with_name::<PlaceView>("place");
    engine.register_get("row", |place: &mut PlaceView| place.row_column().0);
    engine.register_get("column", |place: &mut PlaceView| place.row_column().1);
    engine.register_fn("==", |a: PlaceView, b: PlaceView| a == b);
    engine.register_fn("!=", |a: PlaceView, b: PlaceView| a != b);
    engine.register_fn("to_string", |place: &mut PlaceView| place.describe());
    engine.register_fn("to_debug", |place: &mut PlaceView| place.describe());
}
