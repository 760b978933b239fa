//! Random numbers for scripts: those of the puzzle's own stream, and no others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, Position};

use super::account::charge_elements;
use puzgen_base::rng::Rng;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// A random stream while a script has it. Copies share it.
#[derive(Debug, Clone)]
pub(super) struct RngView(Arc<Mutex<Rng>>);

impl RngView {
    pub(super) fn new(rng: &Rng) -> Self {
        Self(Arc::new(Mutex::new(rng.clone())))
    }

    /// Returns the stream as the script left it.
    pub(super) fn into_rng(self) -> Rng {
        self.rng().clone()
    }

    fn rng(&self) -> MutexGuard<'_, Rng> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn below(&self, bound: INT) -> Result<INT> {
        match u64::try_from(bound) {
            Ok(bound) if bound > 0 => Ok(self.rng().below_u64(bound) as INT),
            _ => Err(empty(&format!("there is no number from 0 to below {bound}"))),
        }
    }

    fn pick(&self, list: &Array) -> Result<Dynamic> {
        if list.is_empty() {
            return Err(empty("an empty array has no element to pick"));
        }
        Ok(list[self.rng().below(list.len())].clone())
    }

    fn shuffled(&self, mut list: Array) -> Array {
        charge_elements(8 * list.len());
        self.rng().shuffle(&mut list);
        list
    }
}

fn empty(message: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(message.into(), Position::NONE).into()
}

/// Adds what can be asked of a random stream to an engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<RngView>("rng");
    engine.register_fn("below", |rng: &mut RngView, bound: INT| rng.below(bound));
    engine.register_fn("pick", |rng: &mut RngView, list: Array| rng.pick(&list));
    engine.register_fn("shuffled", |rng: &mut RngView, list: Array| rng.shuffled(list));
}
