//! Groups of equal neighbours: their size and count variables.

use crate::csp::{BoolExpr, Components, Domain, IntExpr, Origin, Stmt, VarId};
use crate::lower::{Lowering, size_equation};
use crate::model::eval::FaultAt;
use crate::model::expr::{Expr, ExprKind, GroupsId};
use crate::model::function::Fault;
use crate::model::instance::GroupsInstance;
use crate::model::value::Value;
use crate::source::Span;

/// The variables that rules and clues asked for.
#[derive(Debug)]
pub(super) struct GroupVars {
    size: Vec<Option<VarId>>,
    first: Vec<Option<VarId>>,
}

impl GroupVars {
    pub(super) fn new(groups: &GroupsInstance) -> Self {
        let count = groups.places.len();
        Self { size: vec![None; count], first: vec![None; count] }
    }
}

impl Lowering<'_> {
    fn node(&self, groups: GroupsId, place: &Value, span: Span) -> Result<usize, FaultAt> {
        self.instance.groups[groups.0 as usize].nodes.position(place).ok_or_else(|| {
            let place = place.describe(self.instance.grid.as_ref());
            let fault = Fault::Index(format!("{place} is not among the grouped places"));
            FaultAt { fault, span }
        })
    }

    /// Returns the size variable of a place's group: one of `1..nodes` unless unified before.
    pub(super) fn size_var(
        &mut self,
        groups: GroupsId,
        place: &Value,
        span: Span,
    ) -> Result<VarId, FaultAt> {
        let node = self.node(groups, place, span)?;
        let position = groups.0 as usize;
        if let Some(var) = self.groups[position].size[node] {
            return Ok(var);
        }
        let name = &self.instance.definition.groups[position].name;
        let name = format!("{name}.size[{}]", place.describe(self.instance.grid.as_ref()));
        let count = self.groups[position].size.len() as i64;
        let var = self.csp.var(name, Domain::Range(1, count));
        self.groups[position].size[node] = Some(var);
        Ok(var)
    }

    /// Returns the number of groups: `Σ first`, with one truth a place.
    pub(super) fn group_count(&mut self, groups: GroupsId) -> IntExpr {
        let position = groups.0 as usize;
        let name = &self.instance.definition.groups[position].name;
        for (node, place) in self.instance.groups[position].places.iter().enumerate() {
            if self.groups[position].first[node].is_none() {
                let place = Value::Place(*place).describe(self.instance.grid.as_ref());
                let var = self.csp.bool_var(format!("{name}.first[{place}]"));
                self.groups[position].first[node] = Some(var);
            }
        }
        let firsts = self.groups[position].first.iter().flatten();
        let terms = firsts.map(|var| (1, IntExpr::from_bool(BoolExpr::var(*var))));
        IntExpr::linear(terms, 0).unwrap_or_else(|| crate::bug!("a count overflows"))
    }

    /// Where the rule says `group.size[c] == v` for a variable `v`, lets the variable be the size,
    /// and returns true: the rule then is part of the groups' meaning.
    pub(super) fn unify_size(&mut self, body: &Expr) -> Result<bool, FaultAt> {
        let Some((size, other)) = size_equation(body) else { return Ok(false) };
        let ExprKind::GroupSize(groups, place) = &size.kind else { return Ok(false) };
        let place = self.scope.eval(place)?;
        let node = self.node(*groups, &place, size.span)?;
        let term = self.term(other)?.into_int();
        let slot = &mut self.groups[groups.0 as usize].size[node];
        match (*slot, term) {
            (None, IntExpr::Var(var)) => {
                *slot = Some(var);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// One statement for each groups that a rule or clue asked about.
    pub(super) fn finish_groups(&mut self) {
        for (position, vars) in std::mem::take(&mut self.groups).into_iter().enumerate() {
            if vars.size.iter().chain(&vars.first).all(Option::is_none) {
                continue;
            }
            let instance = &self.instance.groups[position];
            let family = self.instance.definition.groups[position].family;
            let family = &self.instance.families[family.0 as usize];
            let labels = instance.places.iter().map(|place| {
                let element = family
                    .index
                    .position(&Value::Place(*place))
                    .unwrap_or_else(|| crate::bug!("a grouped place without a value"));
                self.value_vars[family.offset + element]
            });
            let components = Components {
                size: vars.size,
                first: vars.first,
                ..Components::equal(labels.collect(), instance.neighbours.clone())
            };
            let origin = Origin::Introduced("the groups of equal neighbours");
            self.csp.stmts.push((Stmt::Components(components), origin));
        }
    }
}
