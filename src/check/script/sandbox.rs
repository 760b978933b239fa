//! The engine that scripts run in, and its bounds; those of single values are in `account.rs`.
//!
//! A script can compute and nothing else: there are no files, no clock, no randomness but what it is
//! given, no `eval`, no other module. Every bound is set here, so that a script ends in the same way
//! in every build; rhai's own defaults differ between debug and release.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, Package as _,
};
use rhai::{Array, Dynamic, Engine, EvalContext, Map, OptimizationLevel, Position};

use super::account::{MAX_ELEMENTS, MAX_TEXT, charge_elements, charge_step};
use super::library;

/// The largest script, in bytes.
pub(super) const MAX_SCRIPT: usize = 1 << 20;

/// The steps that one run of a definition, or one call of a function, may take.
pub(super) const MAX_STEPS: u64 = 1_000_000;

/// How deep functions may call each other.
const MAX_CALLS: usize = 24;

/// How deep expressions and blocks may be nested.
const MAX_DEPTH: usize = 32;

/// The most variables at a time.
const MAX_VARIABLES: usize = 256;

/// The most functions of a script.
const MAX_FUNCTIONS: usize = 256;

/// How deep arrays and maps may be nested.
const MAX_NESTED: usize = 16;

/// Returns an engine with every bound set and the functions that are safe.
pub(super) fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(MAX_STEPS);
    engine.set_max_call_levels(MAX_CALLS);
    engine.set_max_expr_depths(MAX_DEPTH, MAX_DEPTH);
    engine.set_max_string_size(MAX_TEXT);
    engine.set_max_array_size(MAX_ELEMENTS);
    engine.set_max_map_size(MAX_ELEMENTS);
    engine.set_max_variables(MAX_VARIABLES);
    engine.set_max_functions(MAX_FUNCTIONS);
    engine.disable_symbol("eval");
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    engine.on_progress(|_| (charge_step() > MAX_STEPS).then_some(Dynamic::UNIT));
    #[expect(deprecated, reason = "the only hook that sees values before they are copied")]
    engine.on_var(|name, _, context| weigh(name, &context).map(|()| None));
    ArithmeticPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    library::register(&mut engine);
    engine
}

/// Charges for the size of a variable that is about to be used.
fn weigh(
    name: &str,
    context: &EvalContext<'_, '_, '_, '_, '_, '_>,
) -> Result<(), Box<rhai::EvalAltResult>> {
    let Some(value) = context.scope().get(name) else { return Ok(()) };
    let elements = elements(value, 0).ok_or_else(|| {
        let what = "Nesting of arrays and maps".to_owned();
        Box::new(rhai::EvalAltResult::ErrorDataTooLarge(what, Position::NONE))
    })?;
    charge_elements(elements);
    Ok(())
}

/// Returns the size of a value; `None` where it is nested too deeply.
fn elements(value: &Dynamic, depth: usize) -> Option<usize> {
    if depth > MAX_NESTED {
        return None;
    }
    if !value.is_array() && !value.is_map() {
        Some(0)
    } else if let Some(array) = value.read_lock::<Array>() {
        array.iter().try_fold(array.len(), |sum, item| Some(sum + elements(item, depth + 1)?))
    } else if let Some(map) = value.read_lock::<Map>() {
        map.values().try_fold(4 * map.len(), |sum, item| Some(sum + elements(item, depth + 1)?))
    } else {
        Some(0)
    }
}
