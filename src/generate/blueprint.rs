//! What all generators of one instance have in common; makes a [`Generator`] for each thread.

use std::cell::OnceCell;

use crate::full::{BoardSampler, FullBoards};
use crate::generator::Generator;
use crate::guide;
use crate::measurer::{LazyStepwise, Measurer};
use crate::options::Options;
use crate::policy;
use crate::session::{RemovalSession, depends_on_engine};
use crate::verify;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_engine::Engine;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// What all generators of one instance have in common, made once and shared by threads. A
/// generator itself stays on the thread that made it.
#[derive(Clone)]
pub struct Blueprint<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    engine: &'a dyn Engine,
    options: Options,
    sampler: BoardSampler,
    witnesses: Vec<&'static dyn Engine>,
    stepwise: LazyStepwise<'a>,
}

impl std::fmt::Debug for Blueprint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blueprint").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Blueprint<'a> {
    /// Returns what generators need whose questions `engine` answers.
    ///
    /// # Errors
    /// Where the policy of the definition cannot be followed, or the target names no feature.
    pub fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        options: Options,
    ) -> Result<Self, Diagnostics> {
        policy::Plan::new(instance, &options)?;
        let engine = match options.engines.strongest(&lowered.csp) {
            Some(strongest)
                if depends_on_engine(instance)
                    && engine.name() == options.engines.default_engine().name() =>
            {
                strongest
            }
            _ => engine,
        };
        let sampler = BoardSampler::new(instance, lowered)?;
        let witnesses = verify::engines_to_ask(&lowered.csp, &options);
        let stepwise = LazyStepwise::new(instance, lowered);
        Ok(Self { instance, lowered, engine, options, sampler, witnesses, stepwise })
    }

    /// Returns a generator for this thread, with new sessions.
    ///
    /// # Errors
    /// None where [`Blueprint::new`] had none.
    pub fn generator(&self) -> Result<Generator<'a>, Diagnostics> {
        let Self { instance, lowered, engine, options, sampler, witnesses, stepwise } = self;
        let ready = ReadyRef { instance, lowered };
        Ok(Generator {
            instance,
            lowered,
            session: RemovalSession::new(instance, lowered, *engine),
            verifier: verify::ResultVerifier::new(ready, witnesses, options),
            boards: FullBoards::new(instance, lowered, *engine, sampler.clone()),
            neighbours: OnceCell::new(),
            plan: policy::Plan::new(instance, options)?,
            guide: options.level.map(|level| guide::Guide::new(instance, level)),
            measurer: Measurer::new(instance, stepwise.clone(), options.is_unrated),
            options: options.clone(),
        })
    }
}

impl<'a> Generator<'a> {
    /// Returns a generator whose questions `engine` answers.
    ///
    /// # Errors
    /// Where the policy of the definition cannot be followed, or the target names no feature.
    pub fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        options: Options,
    ) -> Result<Self, Diagnostics> {
        Blueprint::new(instance, lowered, engine, options)?.generator()
    }
}
