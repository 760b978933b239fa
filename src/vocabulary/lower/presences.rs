//! Presences: that a clue is shown, with or without its value.

use crate::constraints::Term;
use crate::lower::Lowering;
use crate::lower::exprs::Lower;
use puzgen_csp::{BoolExpr, Domain, Lit, Origin, VarId};
use puzgen_model::eval::FaultAt;
use puzgen_model::expr::{ClueId, Expr};
use puzgen_model::function::Fault;

/// A lowered clue fact.
pub(super) struct FactVar {
    pub(super) var: VarId,
    /// The values it may have where it is defined.
    pub(super) domain: Domain,
    /// The value it has where it is not.
    pub(super) nowhere: Option<i64>,
}

impl FactVar {
    /// Returns "the fact is defined". For one that is defined in any case it holds of any value.
    fn is_defined(&self) -> Lit {
        Lit::is_not(self.var, self.nowhere.unwrap_or_else(|| self.domain.min() - 1))
    }
}

impl Lowering<'_> {
    /// One truth for each fact of clues that rules ask for or whose values removal takes. They come
    /// before the rules that mention them.
    pub(super) fn presence_vars(&mut self) {
        for clue in &self.instance.clues {
            if !clue.is_asked_for && !clue.can_be_untold {
                continue;
            }
            for fact in clue.offset..clue.offset + clue.index.len() {
                let name = format!("{} shown", self.instance.describe_fact(fact));
                self.presence_vars[fact] = Some(self.csp.bool_var(name));
            }
        }
    }

    /// What presences mean: `presence → defined` where rules ask for the clue, because a board need not
    /// show it; otherwise, and for a clue that is always shown, `presence ↔ defined`. Without facts
    /// there are none.
    pub(super) fn presences(&mut self, facts: &[FactVar]) -> Vec<Lit> {
        if facts.is_empty() {
            return Vec::new();
        }
        let origin = Origin::Introduced("where clues are shown");
        let instance = self.instance;
        let mut presences = Vec::with_capacity(instance.given_count - instance.fact_count);
        for (declared, clue) in instance.definition.clues.iter().zip(&instance.clues) {
            let of_clue = clue.offset..clue.offset + clue.index.len();
            for fact in of_clue.filter(|fact| instance.presence(*fact).is_some()) {
                let defined = facts[fact].is_defined();
                let Some(var) = self.presence_vars[fact] else {
                    presences.push(defined);
                    continue;
                };
                presences.push(Lit::is(var, 1));
                let is_defined = match facts[fact].nowhere {
                    Some(_) => BoolExpr::Lit(defined),
                    None => BoolExpr::Const(true),
                };
                let presence = BoolExpr::var(var);
                let meaning = match clue.is_asked_for && !declared.is_fixed {
                    true => BoolExpr::or([presence.negated(), is_defined]),
                    false => BoolExpr::iff(presence, is_defined),
                };
                if meaning != BoolExpr::Const(true) {
                    self.csp.hold(meaning, origin);
                }
            }
        }
        presences
    }

    /// Returns `shown(clue[key])`.
    pub(super) fn shown(&mut self, clue: ClueId, key: Option<&Expr>, expr: &Expr) -> Lower {
        let instance = &self.instance.clues[clue.0 as usize];
        let position = match key {
            None => 0,
            Some(key) => {
                let key = self.scope.eval(key)?;
                instance.index.position(&key).ok_or_else(|| {
                    let key = key.describe(self.instance.grid.as_ref());
                    let fault = Fault::Index(format!("there is no such clue at {key}"));
                    FaultAt { fault, span: expr.span }
                })?
            }
        };
        let var = self.presence_vars[instance.offset + position]
            .unwrap_or_else(|| puzgen_base::bug!("a clue that rules ask for has no presence"));
        Ok(Term::Bool(BoolExpr::var(var)))
    }
}
