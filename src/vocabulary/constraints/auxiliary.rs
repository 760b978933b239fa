//! Variables that lowering introduces for terms that others are made of.
//!
//! A term that is named stands once, however many functions are made of it: both ends of a row look at
//! the same prefix, all runs of a line are read by one automaton.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzgen_base::ops::CompareOp;
use puzgen_csp::bounds::bounds;
use puzgen_csp::{
    Automaton, BoolExpr, Csp, Domain, FlatForm, IntExpr, Lit, Origin, Reading, Simulation,
    Simulator, VarId,
};
use puzgen_model::function::{Excess, Fault};
use puzgen_model::grid::Grid;

use super::Term;

/// What an automaton is made of, so that one of the same is not made again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Recipe {
    /// A pattern, for lists over these numbers.
    Pattern(String, Vec<i64>),
    /// Tuples, for lists over these numbers.
    Table(Vec<Vec<i64>>, Vec<i64>),
    /// Runs in lists of this length.
    Runs(usize),
    /// Runs in rings of this length.
    RingRuns(usize),
}

/// What was introduced so far.
#[derive(Debug, Default)]
pub struct Introduced {
    numbers: BTreeMap<IntExpr, VarId>,
    truths: BTreeMap<BoolExpr, VarId>,
    automata: Vec<Arc<Automaton>>,
    /// The automaton of each recipe.
    made: BTreeMap<Recipe, usize>,
    readings: Vec<Reading>,
    /// The reading of each automaton and list.
    positions: BTreeMap<(usize, Vec<VarId>), usize>,
    /// The most parts of anything.
    most: u64,
    /// The steps of all readings.
    read: u64,
}

impl Introduced {
    /// Returns nothing yet; of what is introduced nothing may have more parts than `most`.
    pub(crate) fn new(most: u64) -> Self {
        Self { most, ..Self::default() }
    }

    /// Returns the parts of what is read off lists.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// Adds the statements that could only be written when all was asked for.
    pub(crate) fn finish(self, csp: &mut Csp) {
        let origin = Origin::Introduced("what is read off a list");
        csp.stmts.extend(self.readings.into_iter().map(|reading| (reading.into(), origin)));
    }
}

/// A problem that variables can be introduced to.
#[derive(Debug)]
pub struct Auxiliary<'a> {
    csp: &'a mut Csp,
    introduced: &'a mut Introduced,
    grid: Option<&'a Grid>,
}

impl<'a> Auxiliary<'a> {
    /// Returns the way to introduce variables to `csp`, for functions on this board.
    pub(crate) fn new(
        csp: &'a mut Csp,
        introduced: &'a mut Introduced,
        grid: Option<&'a Grid>,
    ) -> Self {
        Self { csp, introduced, grid }
    }

    /// Returns the board.
    pub(crate) fn grid(&self) -> Option<&'a Grid> {
        self.grid
    }

    /// Returns the range of a number.
    ///
    /// # Errors
    /// Where it is too wide.
    pub(crate) fn bounds(&self, number: &IntExpr) -> Result<(i64, i64), Fault> {
        bounds(self.csp, number)
            .filter(|(low, high)| *low > i64::MIN / 4 && *high < i64::MAX / 4)
            .ok_or(Fault::TooLarge)
    }

    /// Returns a variable that equals a number, which must have a value.
    fn variable(&mut self, number: IntExpr) -> Result<VarId, Fault> {
        if let IntExpr::Var(var) = number {
            return Ok(var);
        }
        if let Some(var) = self.introduced.numbers.get(&number) {
            return Ok(*var);
        }
        let (low, high) = self.bounds(&number)?;
        let var = self.csp.var(format!("aux {}", self.csp.vars.len()), Domain::Range(low, high));
        let equal = BoolExpr::compare(CompareOp::Eq, IntExpr::Var(var), number.clone());
        self.csp.hold(equal, Origin::Introduced("a part of a number"));
        self.introduced.numbers.insert(number, var);
        Ok(var)
    }

    /// Returns a number by its name; a constant, and one that may have no value, as it stands.
    ///
    /// # Errors
    /// Where its range is too wide.
    pub(crate) fn number(&mut self, number: IntExpr) -> Result<IntExpr, Fault> {
        match number {
            IntExpr::Const(_) => Ok(number),
            _ if !number.is_total() => self.small(number),
            _ => self.variable(number).map(IntExpr::Var),
        }
    }

    /// Returns a number that may stand several times: a large one by its name, with no value where it has
    /// none.
    ///
    /// # Errors
    /// Where its range is too wide.
    pub(crate) fn small(&mut self, number: IntExpr) -> Result<IntExpr, Fault> {
        if number.is_small() {
            return Ok(number);
        }
        let Some(is_defined) = Term::Int(number.clone()).is_defined() else {
            return self.variable(number).map(IntExpr::Var);
        };
        let is_defined = self.truth(is_defined);
        let value = self.variable_where(number, is_defined.clone())?;
        let (value, nothing) = (Box::new(IntExpr::Var(value)), Box::new(IntExpr::without_value()));
        Ok(IntExpr::If(Box::new(is_defined), value, nothing))
    }

    /// Returns how many parts anything may have.
    pub(crate) fn most(&self) -> u64 {
        self.introduced.most
    }

    /// Makes sure that something has not too many parts.
    ///
    /// # Errors
    /// Where it has.
    pub(crate) fn must_fit(&self, of: &'static str, parts: usize) -> Result<(), Fault> {
        Excess::check(of, parts as u64, self.introduced.most)
    }

    /// Returns the most parts of anything.
    pub(crate) fn most_parts(&self) -> u64 {
        self.introduced.most
    }

    /// Returns a variable that equals a number.
    ///
    /// # Errors
    /// Where its range is too wide.
    pub(crate) fn named(&mut self, number: IntExpr) -> Result<VarId, Fault> {
        self.variable(number)
    }

    /// Returns the truth that is the last variable of what is run with these.
    pub(crate) fn simulated(
        &mut self,
        mut vars: Vec<VarId>,
        simulator: Arc<dyn Simulator>,
    ) -> BoolExpr {
        let truth = self.csp.bool_var(format!("aux {}", self.csp.vars.len()));
        vars.push(truth);
        let simulation = Simulation { simulator, vars };
        let origin = Origin::Introduced("what is run");
        self.csp.stmts.push((simulation.into(), origin));
        BoolExpr::var(truth)
    }

    /// Returns a variable that equals a number where that has a value.
    fn variable_where(&mut self, number: IntExpr, is_defined: BoolExpr) -> Result<VarId, Fault> {
        let (low, _) = self.bounds(&number)?;
        let (number, low) = (Box::new(number), Box::new(IntExpr::Const(low)));
        self.variable(IntExpr::If(Box::new(is_defined), number, low))
    }

    /// Returns a truth by its name; a literal and a constant as they stand.
    pub(crate) fn truth(&mut self, truth: BoolExpr) -> BoolExpr {
        if matches!(truth, BoolExpr::Const(_) | BoolExpr::Lit(_)) {
            return truth;
        }
        if let Some(var) = self.introduced.truths.get(&truth) {
            return BoolExpr::var(*var);
        }
        let var = self.csp.bool_var(format!("aux {}", self.csp.vars.len()));
        let same = BoolExpr::iff(BoolExpr::var(var), truth.clone());
        self.csp.hold(same, Origin::Introduced("a part of a truth"));
        self.introduced.truths.insert(truth, var);
        BoolExpr::var(var)
    }

    /// Returns a literal that never holds, where nothing but a literal will do.
    pub(crate) fn never(&mut self) -> Lit {
        let never = BoolExpr::Const(false);
        let var = self.introduced.truths.get(&never).copied().unwrap_or_else(|| {
            let var = self.csp.bool_var(format!("aux {}", self.csp.vars.len()));
            let no = BoolExpr::Lit(Lit::is(var, 0));
            self.csp.hold(no, Origin::Introduced("what never holds"));
            self.introduced.truths.insert(never, var);
            var
        });
        Lit::is(var, 1)
    }

    /// Returns variables that an automaton can read in place of terms. Where a number has no value,
    /// any will do: what is read then does not count.
    ///
    /// # Errors
    /// Where a range is too wide.
    pub(crate) fn inputs(&mut self, items: &[Term]) -> Result<Vec<VarId>, Fault> {
        let mut inputs = Vec::with_capacity(items.len());
        for item in items {
            inputs.push(match item.is_defined() {
                None => match item.clone().into_number() {
                    IntExpr::FromBool(truth) => match self.truth(*truth) {
                        BoolExpr::Lit(Lit { var, value: 1, is: true })
                            if *self.csp.domain(var) == Domain::Range(0, 1) =>
                        {
                            var
                        }
                        truth => self.variable(IntExpr::from_bool(truth))?,
                    },
                    number => self.variable(number)?,
                },
                Some(is_defined) => self.variable_where(item.clone().into_int(), is_defined)?,
            });
        }
        Ok(inputs)
    }

    /// Returns all values of these variables, sorted.
    ///
    /// # Errors
    /// Where there are too many for an automaton.
    pub(crate) fn alphabet(&self, inputs: &[VarId]) -> Result<Vec<i64>, Fault> {
        let domains = inputs.iter().map(|var| self.csp.domain(*var));
        let most = Automaton::MOST_VALUES;
        if let Some(size) = domains.clone().map(Domain::size).find(|size| *size > most) {
            let text = format!(
                "a number of the list may have {size} values, and an automaton reads at most {most}"
            );
            return Err(Fault::Argument(text));
        }
        let mut values: Vec<i64> = domains.flat_map(Domain::iter).collect();
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    /// Returns the variable that equals what an automaton, of which this is the recipe, says of these
    /// inputs as this output.
    ///
    /// # Errors
    /// Where it cannot be made, or would take too many steps.
    pub(crate) fn read(
        &mut self,
        recipe: Recipe,
        make: impl FnOnce(&Recipe) -> Result<Automaton, Fault>,
        inputs: Vec<VarId>,
        output: u32,
    ) -> Result<VarId, Fault> {
        let Introduced { automata, made, readings, positions, most, read, .. } =
            &mut *self.introduced;
        let number = match made.get(&recipe) {
            Some(number) => *number,
            None => {
                let automaton = make(&recipe)?;
                let known = automata.iter().position(|known| **known == automaton);
                let number = known.unwrap_or_else(|| {
                    automata.push(Arc::new(automaton));
                    automata.len() - 1
                });
                made.insert(recipe, number);
                number
            }
        };
        let position = *positions.entry((number, inputs)).or_insert_with_key(|(number, inputs)| {
            let reading = Reading {
                automaton: Arc::clone(&automata[*number]),
                inputs: inputs.clone(),
                outputs: Vec::new(),
            };
            *read = read.saturating_add(reading.size(self.csp, *most));
            readings.push(reading);
            readings.len() - 1
        });
        if *read > *most {
            return Err(Excess::beyond("steps of automata", *most));
        }
        let reading = &mut readings[position];
        let output = output as usize;
        if reading.outputs.len() <= output {
            reading.outputs.resize(output + 1, None);
        }
        if let Some(var) = reading.outputs[output] {
            return Ok(var);
        }
        let domains = reading.inputs.iter().map(|var| self.csp.domain(*var));
        let values = reading.automaton.values(domains, output as u32);
        let domain = Domain::from_values(values)
            .unwrap_or_else(|| puzgen_base::bug!("an automaton that never says output {output}"));
        let var = self.csp.var(format!("aux {}", self.csp.vars.len()), domain);
        reading.outputs[output] = Some(var);
        Ok(var)
    }
}
