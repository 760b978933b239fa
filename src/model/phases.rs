//! Removal of an instance: the phases, what a step of each takes, and the lines with `when` that are
//! there with these parameters.

use crate::definition::{Takes, Unit};
use crate::expr::{Expr, ExprKind};
use crate::grid::{Place, PlaceKind};
use crate::instance::{Instance, PhaseUnits, Regions, Units};
use crate::value::Value;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};

impl Instance<'_> {
    pub(super) fn fix_phases(&mut self) -> Result<(), Diagnostics> {
        self.together = self.symmetric_clues()?;
        for phase in &self.definition.remove.phases {
            if !self.is_there(phase.condition.as_ref())? {
                continue;
            }
            let units = match &phase.unit {
                Unit::Cell => Units::Cell,
                Unit::Regions(lists) => Units::Regions(
                    lists.iter().map(|list| self.regions(list)).collect::<Result<_, _>>()?,
                ),
            };
            self.phases.push(PhaseUnits { units, takes: phase.takes });
        }
        if self.phases.is_empty() {
            self.phases.push(PhaseUnits { units: Units::Cell, takes: Takes::Clue });
        }
        if !self.together.is_empty() {
            self.phases =
                std::mem::take(&mut self.phases).iter().map(|it| self.whole(it)).collect();
            let last = PhaseUnits { units: self.all_together(), takes: Takes::Clue };
            self.phases.push(last);
        }
        for (until, condition) in &self.definition.remove.until {
            if self.is_there(condition.as_ref())? {
                self.until.push(until);
            }
        }
        for (choose, condition) in self.definition.remove.choose.iter().rev() {
            if self.is_there(condition.as_ref())? {
                self.choose = choose;
            }
        }
        for (effort, condition) in self.definition.remove.effort.iter().rev() {
            if self.is_there(condition.as_ref())? {
                let steps = self.known(|scope| scope.eval_int(effort))?;
                self.effort = Some(
                    u64::try_from(steps).ok().filter(|steps| *steps > 0).ok_or_else(|| {
                        let message = format!("an effort of {steps} leaves no step to take");
                        Problem::error(Code::BadParameter, message, effort.span, "at least 1")
                            .help("write `effort 10`, or leave it out for no bound")
                    })?,
                );
            }
        }
        Ok(())
    }

    /// Returns a phase that takes the clues that go together of what it took before, and no part of them.
    fn whole(&self, phase: &PhaseUnits) -> PhaseUnits {
        let regions = match &phase.units {
            Units::Cell => return PhaseUnits { units: self.all_together(), takes: phase.takes },
            Units::Regions(lists) => lists.iter(),
        };
        let mut taken = vec![false; self.fact_count];
        for regions in regions {
            match regions {
                Regions::Known(regions) => {
                    regions.iter().flatten().for_each(|fact| taken[*fact as usize] = true);
                }
                Regions::Groups(_) => taken.fill(true),
            }
        }
        let is_taken = |clues: &&Vec<u32>| clues.iter().all(|fact| taken[*fact as usize]);
        let clues = self.together.iter().filter(is_taken).cloned().collect();
        PhaseUnits { units: Units::Regions(vec![Regions::Known(clues)]), takes: phase.takes }
    }

    fn all_together(&self) -> Units {
        Units::Regions(vec![Regions::Known(self.together.clone())])
    }

    fn regions(&self, list: &Expr) -> Result<Regions, Problem> {
        if matches!(list.kind, ExprKind::Groups(_)) {
            return Ok(Regions::Groups(list.clone()));
        }
        let regions = self.known(|scope| scope.eval_list(list))?;
        Ok(Regions::Known(regions.items.iter().map(|region| self.facts_within(region)).collect()))
    }

    /// Returns whether a line with this `when` is there.
    fn is_there(&self, condition: Option<&Expr>) -> Result<bool, Problem> {
        match condition {
            Some(condition) => self.known(|scope| scope.eval_bool(condition)),
            None => Ok(true),
        }
    }

    /// Returns the droppable facts whose key lies within the places of `region`.
    pub fn facts_within(&self, region: &Value) -> Vec<u32> {
        let mut facts = Vec::new();
        let mut places = Vec::new();
        collect_places(region, &mut places);
        places.sort_unstable();
        for place in places.iter().filter(|place| place.kind == PlaceKind::Cell) {
            facts.extend(self.facts_at_cell.get(place.index as usize).into_iter().flatten());
        }
        if !self.other_facts.is_empty() {
            for (fact, keys) in &self.other_facts {
                if !keys.is_empty() && keys.iter().all(|key| places.binary_search(key).is_ok()) {
                    facts.push(*fact);
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        facts
    }
}

fn collect_places(value: &Value, places: &mut Vec<Place>) {
    match value {
        Value::Place(place) => places.push(*place),
        Value::List(list) => list.items.iter().for_each(|item| collect_places(item, places)),
        Value::Tuple(items) => items.iter().for_each(|item| collect_places(item, places)),
        Value::Int(_) | Value::Real(_) | Value::Bool(_) | Value::Word(_) | Value::Variable(_) => {}
    }
}
