//! Engines by the names that people write.

use crate::{Engine, EngineRole, Engines};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_csp::Csp;

impl Engines {
    /// Returns the engine of this name.
    pub fn by_name(self, name: &str) -> Option<&'static dyn Engine> {
        self.all().find(|engine| engine.name() == name)
    }

    /// Returns the engine that `name` means for a problem: its own name, or the first part of several, such as
    /// `z3`, of which the first that takes the problem is meant.
    pub fn named(self, name: &str, csp: &Csp) -> Option<&'static dyn Engine> {
        let is_member = |engine: &&dyn Engine| is_part(name, engine.name());
        let members = || self.all().filter(is_member);
        self.by_name(name)
            .or_else(|| members().find(|e| e.accepts(csp)).or_else(|| members().next()))
    }

    /// Returns the names of all engines, the default first; what means one of several, before these.
    pub fn names(self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.all().map(|engine| engine.name()) {
            let several = name.split_once(':').map(|(several, _)| several);
            names.extend(several.filter(|several| !names.contains(several)));
            names.push(name);
        }
        names
    }

    /// Returns the same names without those that are no witnesses of their own.
    pub fn witness_names(self) -> Vec<&'static str> {
        let chooses = |engine: &dyn Engine| engine.role() == EngineRole::Chooses;
        self.names().into_iter().filter(|name| !self.by_name(name).is_some_and(chooses)).collect()
    }

    /// Returns the names of two engines that prove, with a comma between.
    pub fn pair_example(self) -> String {
        self.pair(&Csp::new()).iter().map(|engine| engine.name()).collect::<Vec<_>>().join(",")
    }

    /// Returns the engine of this name that is to answer questions about `csp`.
    ///
    /// # Errors
    /// `usage` where there is none of this name, or it cannot take the problem.
    pub fn accepting(self, name: &str, csp: &Csp) -> Result<&'static dyn Engine, Problem> {
        match self.named(name, csp) {
            Some(engine) if engine.accepts(csp) => Ok(engine),
            Some(engine) if engine.role() == EngineRole::Chooses => {
                let message = "no engine can take this puzzle: its numbers are too large";
                Err(Problem::bare(Code::Usage, message)
                    .help("give smaller ranges, or smaller products and sums"))
            }
            Some(engine) => {
                let message = format!("`{}` cannot take this puzzle", engine.name());
                Err(Problem::bare(Code::Usage, message).help("leave `--engine` out"))
            }
            None => Err(self.unknown(name, "use one", self.names())),
        }
    }

    /// Returns what is wrong with a name that is none of `all`: nobody has it, or this build leaves it out.
    pub fn unknown(self, name: &str, use_one: &str, all: Vec<&'static str>) -> Problem {
        let is_meant = |known: &str| known == name || is_part(name, known);
        let all_of = all.join(", ");
        match self.left_out().iter().find(|(known, _)| is_meant(known)) {
            Some((_, feature)) => {
                Problem::bare(Code::Usage, format!("`{name}` is not in this build"))
                    .help(format!("build with `--features {feature}`, or {use_one} of {all_of}"))
            }
            None => Problem::bare(Code::Usage, format!("there is no engine `{name}`"))
                .help(format!("{use_one} of {all_of}"))
                .did_you_mean(name, all),
        }
    }
}

/// Returns whether `part` is the first part of a name.
fn is_part(part: &str, name: &str) -> bool {
    name.strip_prefix(part).is_some_and(|rest| rest.starts_with(':'))
}
