//! Worked solutions: in which order a person finds the values of an answer, and what is said of each.
//!
//! A line of a definition says what one value is, by others. It applies where it can be evaluated with what is known so far.
//! So the lines need no order of their own, and say the same puzzle forwards and backwards. They are evaluated, never solved:
//! a line that gives another value than the solution has is left out.

use crate::definition::Role;
use crate::eval::Scope;
use crate::expr::{Expr, ExprKind, FamilyId};
use crate::fault::FaultAt;
use crate::instance::Instance;
use crate::value::Value;
use crate::working::Working;

/// A value that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkedLine {
    /// The name of the line.
    pub name: String,
    /// The storage position of the value.
    pub position: usize,
    /// The value.
    pub value: i64,
    /// How it is found, with formulas between `$` signs.
    pub sentence: String,
}

/// A line that gives another value than a solution has.
#[derive(Debug)]
pub struct WrongLine<'a> {
    /// The line.
    pub working: &'a Working,
    /// The place.
    pub place: String,
    /// What the line gives.
    pub given: i64,
    /// What the solution has.
    pub right: i64,
}

/// What is known of a solution: values by storage position, and values of determined families that clues tell.
struct KnownValues<'a> {
    values: &'a [i64],
    known: Vec<bool>,
    told: Vec<(FamilyId, usize, Value)>,
    /// Which clues are shown, by fact; none where that is not known.
    shown: Option<Vec<bool>>,
}

/// Looks at a case of a line, which is about this place.
type Look<'l, T> = dyn FnMut(&mut Scope<'_>, (FamilyId, usize)) -> Option<T> + 'l;

impl Instance<'_> {
    /// Returns how the values that these facts do not show are found one after the other; `None` where the definition
    /// says no lines, or they do not find all values of the answer. `values` is the solution, by storage position.
    /// `entered` are storage positions that were filled in beside the facts.
    pub fn worked(
        &self,
        given: &[(usize, i64)],
        entered: &[usize],
        values: &[i64],
    ) -> Option<Vec<WorkedLine>> {
        let definition = self.definition;
        if definition.working.is_empty() {
            return None;
        }
        let mut known = self.known_by(given, values);
        entered.iter().for_each(|position| known.known[*position] = true);
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(&known) {
            known.known[line.position] = true;
            lines.push(line);
        }
        let families = definition.families.iter().zip(&self.families);
        let mut answers = families.filter(|(family, _)| matches!(family.role, Role::Answer(_)));
        let is_found = answers.all(|(_, family)| {
            let end = family.offset + family.index.len();
            known.known[family.offset..end].iter().all(|is_known| *is_known)
        });
        is_found.then_some(lines)
    }

    /// Returns the first line that gives another value than a solution has, all of which is known.
    pub fn wrong_line(&self, values: &[i64]) -> Option<WrongLine<'_>> {
        let all =
            KnownValues { values, known: vec![true; values.len()], told: Vec::new(), shown: None };
        self.definition.working.iter().find_map(|working| {
            self.first_case(working, &all, &mut |scope, (family, at)| {
                let given = value_of(scope, working)?;
                let right = values[self.families[family.0 as usize].offset + at];
                let is_wrong = given != right;
                is_wrong.then(|| WrongLine {
                    working,
                    place: self.name_at(family, at),
                    given,
                    right,
                })
            })
        })
    }

    /// Returns the name of a value, such as `x[r1c2]`.
    fn name_at(&self, family: FamilyId, at: usize) -> String {
        let name = &self.definition.family(family).name;
        match self.definition.family(family).index {
            Some(_) => {
                let key = self.families[family.0 as usize].index.keys()[at].to_value();
                format!("{name}[{}]", self.describe(&key))
            }
            None => name.clone(),
        }
    }

    fn known_by<'a>(&self, given: &[(usize, i64)], values: &'a [i64]) -> KnownValues<'a> {
        let shown = Some(self.shown_by(given));
        let known = vec![false; values.len()];
        let mut known = KnownValues { values, known, told: Vec::new(), shown };
        for (given, value) in given {
            let (fact, is_presence) = self.fact_of(*given);
            if is_presence {
                continue;
            }
            let (id, position) = self.fact(fact);
            let clue = self.definition.clue(id);
            let mut scope = Scope::new(self);
            if let Some(binders) = &clue.index {
                let key = &self.clues[id.0 as usize].index.keys()[position];
                scope.bind_key(binders, &key.to_value());
            }
            let Some((family, position)) = self.place_of(&mut scope, &clue.value) else { continue };
            let declared = self.definition.family(family);
            match declared.role {
                Role::Determined(_) if declared.is_truth => {
                    known.told.push((family, position, Value::Bool(*value != 0)));
                }
                Role::Determined(_) => known.told.push((family, position, Value::Int(*value))),
                _ => known.known[self.families[family.0 as usize].offset + position] = true,
            }
        }
        known
    }

    /// Returns the first line that finds something that is not known.
    fn next_line(&self, known: &KnownValues<'_>) -> Option<WorkedLine> {
        self.definition.working.iter().find_map(|working| {
            self.first_case(working, known, &mut |scope, (family, at)| {
                let position = self.families[family.0 as usize].offset + at;
                let right = known.values[position];
                if known.known[position] || value_of(scope, working)? != right {
                    return None;
                }
                let mut then = known.known.clone();
                then[position] = true;
                let locals = scope.save_locals();
                let mut told = self.scope_of(known, &then);
                told.restore_locals(locals.clone());
                scope.restore_locals(locals);
                let sentence = told.fill(&working.sentence);
                Some(WorkedLine { name: working.name.clone(), position, value: right, sentence })
            })
        })
    }

    fn scope_of<'s>(&'s self, known: &'s KnownValues<'_>, is_known: &'s [bool]) -> Scope<'s> {
        let mut scope = Scope::new(self).with_values(known.values).with_known(is_known);
        if let Some(shown) = &known.shown {
            scope = scope.with_shown(shown);
        }
        for (family, position, value) in &known.told {
            scope.determine(*family, *position, Ok(value.clone()));
        }
        scope
    }

    /// Returns what `look` returns for the first case of a line for which it returns something; it is given the place.
    fn first_case<T>(
        &self,
        working: &Working,
        known: &KnownValues<'_>,
        look: &mut Look<'_, T>,
    ) -> Option<T> {
        let mut scope = self.scope_of(known, &known.known);
        let mut case = |scope: &mut Scope<'_>| {
            let place = self.place_of(scope, &working.place)?;
            let is_answer = matches!(self.definition.family(place.0).role, Role::Answer(_));
            is_answer.then(|| look(scope, place)).flatten()
        };
        let Some(binders) = &working.binders else { return case(&mut scope) };
        let mut found = None;
        // What binders look at is known with the instance.
        let walked: Result<(), FaultAt> = scope.for_each(binders, &mut |scope| {
            found = found.take().or_else(|| case(scope));
            Ok(())
        });
        walked.ok().and(found)
    }

    /// Returns the family and the position that an expression names.
    fn place_of(&self, scope: &mut Scope<'_>, expr: &Expr) -> Option<(FamilyId, usize)> {
        match &expr.kind {
            ExprKind::Family(family) | ExprKind::Variable(family) => Some((*family, 0)),
            ExprKind::Element { family, key, many: false } => {
                let key = scope.eval(key).ok()?;
                Some((*family, self.families[family.0 as usize].index.position(&key)?))
            }
            ExprKind::Deref(inner) => match scope.eval(inner).ok()? {
                Value::Variable(family) => Some((family, 0)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the value that a line gives, where it applies and all that it looks at is known.
fn value_of(scope: &mut Scope<'_>, working: &Working) -> Option<i64> {
    if let Some(condition) = &working.condition
        && !scope.eval_bool(condition).ok()?
    {
        return None;
    }
    let value = scope.eval(&working.value).ok()?;
    value.as_int().or(value.as_bool().map(i64::from))
}
