//! Groups of joined neighbours: the variables for their sizes, sums, first nodes and pairs.

use std::collections::BTreeMap;

use crate::constraints::{self, Term};
use crate::lower::{GROUPS, Lowering, size_equation};
use puzgen_base::source::Span;
use puzgen_csp::{
    BoolExpr, Components, Domain, IntExpr, Joined, Lit, NodeWeight, Origin, Same, Total, VarId,
};
use puzgen_model::definition::Joining;
use puzgen_model::eval::FaultAt;
use puzgen_model::expr::{Binders, CompareOp, Expr, ExprKind, GroupsId};
use puzgen_model::function::Fault;
use puzgen_model::groups::{Elements, GroupsInstance};
use puzgen_model::value::Value;

/// The variables that rules and clues asked for.
#[derive(Debug)]
pub(super) struct GroupVars {
    size: Vec<Option<VarId>>,
    first: Vec<Option<VarId>>,
    totals: Vec<TotalVars>,
    same: BTreeMap<(u32, u32), VarId>,
}

/// A sum over each group: what the nodes add, as it was written and as weights.
#[derive(Debug)]
struct TotalVars {
    terms: Vec<IntExpr>,
    total: Total,
}

impl GroupVars {
    pub(super) fn new(groups: &GroupsInstance) -> Self {
        let count = groups.places.len();
        Self {
            size: vec![None; count],
            first: vec![None; count],
            totals: Vec::new(),
            same: BTreeMap::new(),
        }
    }

    fn is_asked(&self) -> bool {
        self.size.iter().chain(&self.first).any(Option::is_some)
            || !self.totals.is_empty()
            || !self.same.is_empty()
    }
}

/// Why links of groups, and what their places add, need variables.
const LINK: &str = "a link between neighbours";
const WEIGHT: &str = "what a place adds to its group";

impl Lowering<'_> {
    fn node(&self, groups: GroupsId, place: &Value, span: Span) -> Result<usize, FaultAt> {
        self.instance.groups[groups.0 as usize].nodes.position(place).ok_or_else(|| {
            let place = place.describe(self.instance.grid.as_ref());
            let fault = Fault::Index(format!("{place} is not among the grouped places"));
            FaultAt { fault, span }
        })
    }

    fn name_of(&self, groups: GroupsId, what: &str, node: usize) -> String {
        let name = &self.instance.definition.groups[groups.0 as usize].name;
        let place = Value::Place(self.instance.groups[groups.0 as usize].places[node]);
        format!("{name}.{what}[{}]", place.describe(self.instance.grid.as_ref()))
    }

    /// Returns the size variable of a place's group: one of `1..nodes` unless unified before.
    pub(super) fn size_var(
        &mut self,
        groups: GroupsId,
        place: &Value,
        span: Span,
    ) -> Result<VarId, FaultAt> {
        let node = self.node(groups, place, span)?;
        Ok(self.size_of(groups, node))
    }

    fn size_of(&mut self, groups: GroupsId, node: usize) -> VarId {
        let position = groups.0 as usize;
        if let Some(var) = self.groups[position].size[node] {
            return var;
        }
        let name = self.name_of(groups, "size", node);
        let count = self.groups[position].size.len() as i64;
        let var = self.csp.var(name, Domain::Range(1, count));
        self.groups[position].size[node] = Some(var);
        var
    }

    /// Returns the number of groups: `Σ first`, with one truth a place.
    pub(super) fn group_count(&mut self, groups: GroupsId) -> IntExpr {
        let position = groups.0 as usize;
        for node in 0..self.instance.groups[position].places.len() {
            if self.groups[position].first[node].is_none() {
                let name = self.name_of(groups, "first", node);
                self.groups[position].first[node] = Some(self.csp.bool_var(name));
            }
        }
        let firsts = self.groups[position].first.iter().flatten();
        let terms = firsts.map(|var| (1, IntExpr::from_bool(BoolExpr::var(*var))));
        IntExpr::linear(terms, 0).unwrap_or_else(|| puzgen_base::bug!("a count overflows"))
    }

    /// Returns the truth that two places are in one group.
    pub(super) fn same_group(
        &mut self,
        groups: GroupsId,
        places: [(&Value, Span); 2],
    ) -> Result<BoolExpr, FaultAt> {
        let [a, b] = places;
        let (a, b) = (self.node(groups, a.0, a.1)?, self.node(groups, b.0, b.1)?);
        if a == b {
            return Ok(BoolExpr::Const(true));
        }
        let pair = (a.min(b) as u32, a.max(b) as u32);
        if let Some(truth) = self.groups[groups.0 as usize].same.get(&pair) {
            return Ok(BoolExpr::var(*truth));
        }
        let place = Value::Place(self.instance.groups[groups.0 as usize].places[a.max(b)]);
        let place = place.describe(self.instance.grid.as_ref());
        let name = format!("{} has {place}", self.name_of(groups, "group", a.min(b)));
        let truth = self.csp.bool_var(name);
        self.groups[groups.0 as usize].same.insert(pair, truth);
        Ok(BoolExpr::var(truth))
    }

    /// Returns a function of a list over the places of a group, where this is one.
    pub(super) fn gathered(
        &mut self,
        function: &str,
        arguments: &[Expr],
    ) -> Result<Option<Term>, FaultAt> {
        let [Expr { kind: ExprKind::ListOf { body, binders }, .. }] = arguments else {
            return Ok(None);
        };
        if !binders.generators.iter().any(|generator| generator.source.is_group()) {
            return Ok(None);
        }
        let gathered = constraints::by_name(function)
            .and_then(constraints::Constraint::gathered)
            .unwrap_or_else(|| puzgen_base::bug!("`{function}` cannot take places of a group"));
        self.scope.begin_loop(binders)?;
        let sum = self.gather(binders, 0, body, gathered.weight);
        let sum = self.scope.end_loop(binders, sum)?;
        Ok(Some((gathered.result)(sum).folded()))
    }

    /// Returns the sum of what a body adds for all bindings from a generator on: over a group it is
    /// a total, in which places add what is left for each of them.
    fn gather(
        &mut self,
        binders: &Binders,
        depth: usize,
        body: &Expr,
        weight: fn(Term) -> IntExpr,
    ) -> Result<IntExpr, FaultAt> {
        let Some(generator) = binders.generators.get(depth) else {
            let condition = match &binders.condition {
                Some(condition) => self.term(condition)?.into_bool(),
                None => BoolExpr::Const(true),
            };
            if condition == BoolExpr::Const(false) {
                return Ok(IntExpr::Const(0));
            }
            return Ok(where_holds(condition, weight(self.term(body)?)));
        };
        let ExprKind::Group(groups, place) = &generator.source.kind else {
            let mut terms = Vec::new();
            let items = self.items_of(generator)?;
            self.scope.count_items(generator, items.len())?;
            for item in items {
                self.bind_item(generator, item)?;
                terms.push((1, self.gather(binders, depth + 1, body, weight)?));
            }
            let fault = FaultAt { fault: Fault::TooLarge, span: body.span };
            return IntExpr::linear(terms, 0).ok_or(fault);
        };
        let place = self.scope.eval(place)?;
        let node = self.node(*groups, &place, generator.source.span)?;
        let instance = self.instance;
        let places = &instance.groups[groups.0 as usize].places;
        let mut terms = Vec::with_capacity(places.len());
        let fail = |fault: Fault| FaultAt { fault, span: generator.source.span };
        self.scope.count(places.len() as u64).map_err(fail)?;
        for place in places {
            self.bind_item(generator, Term::Known(Value::Place(*place)))?;
            terms.push(self.gather(binders, depth + 1, body, weight)?);
        }
        self.total_of(*groups, node, terms, body)
    }

    /// Returns the sum over the group of a node. Where a place of the group adds something without
    /// a value, the sum has none.
    fn total_of(
        &mut self,
        groups: GroupsId,
        node: usize,
        terms: Vec<IntExpr>,
        body: &Expr,
    ) -> Result<IntExpr, FaultAt> {
        if terms.iter().all(IntExpr::is_total) {
            return self.total(groups, node, terms, body);
        }
        let is_defined = |term: &IntExpr| match term.is_total() {
            true => BoolExpr::Const(true),
            false => BoolExpr::Compare(CompareOp::Eq, term.clone(), term.clone()),
        };
        let gaps: Vec<IntExpr> =
            terms.iter().map(|term| IntExpr::from_bool(is_defined(term).negated())).collect();
        let whole = terms
            .into_iter()
            .map(|term| match is_defined(&term) {
                BoolExpr::Const(_) => term,
                defined => {
                    IntExpr::If(Box::new(defined), Box::new(term), Box::new(IntExpr::Const(0)))
                }
            })
            .collect();
        let gaps = self.total(groups, node, gaps, body)?;
        let has_none = BoolExpr::compare(CompareOp::Eq, gaps, IntExpr::Const(0));
        // Divides by zero where there is a gap.
        let check =
            IntExpr::Div(Box::new(IntExpr::Const(1)), Box::new(IntExpr::from_bool(has_none)));
        let total = self.total(groups, node, whole, body)?;
        let fault = FaultAt { fault: Fault::TooLarge, span: body.span };
        IntExpr::linear([(1, total), (0, check)], 0).ok_or(fault)
    }

    fn total(
        &mut self,
        groups: GroupsId,
        node: usize,
        terms: Vec<IntExpr>,
        body: &Expr,
    ) -> Result<IntExpr, FaultAt> {
        let too_large = FaultAt { fault: Fault::TooLarge, span: body.span };
        if let [IntExpr::Const(weight), ..] = terms[..]
            && terms.iter().all(|term| *term == IntExpr::Const(weight))
        {
            if weight == 0 {
                return Ok(IntExpr::Const(0));
            }
            let size = IntExpr::Var(self.size_of(groups, node));
            return IntExpr::linear([(weight, size)], 0).ok_or(too_large);
        }
        let position = groups.0 as usize;
        let known = self.groups[position].totals.iter().position(|total| total.terms == terms);
        let number = match known {
            Some(number) => number,
            None => {
                let mut weights = Vec::with_capacity(terms.len());
                for (place, term) in terms.iter().enumerate() {
                    weights.push(self.weight(groups, place, term, body)?);
                }
                let total = Total { weights, total: vec![None; terms.len()] };
                self.groups[position].totals.push(TotalVars { terms, total });
                self.groups[position].totals.len() - 1
            }
        };
        let total = &self.groups[position].totals[number].total;
        if let Some(var) = total.total[node] {
            return Ok(IntExpr::Var(var));
        }
        let (mut low, mut high) = (0_i64, 0_i64);
        for (place, weight) in total.weights.iter().enumerate() {
            let (least, most) = match weight {
                NodeWeight::Const(value) => (*value, *value),
                NodeWeight::Var(var) => (self.csp.domain(*var).min(), self.csp.domain(*var).max()),
            };
            let (least, most) =
                if place == node { (least, most) } else { (least.min(0), most.max(0)) };
            low = low.saturating_add(least);
            high = high.saturating_add(most);
        }
        if low < i64::MIN / 4 || high > i64::MAX / 4 {
            return Err(too_large);
        }
        let name = self.name_of(groups, &format!("total{}", number + 1), node);
        let var = self.csp.var(name, Domain::Range(low, high));
        self.groups[position].totals[number].total.total[node] = Some(var);
        Ok(IntExpr::Var(var))
    }

    fn weight(
        &mut self,
        groups: GroupsId,
        place: usize,
        term: &IntExpr,
        body: &Expr,
    ) -> Result<NodeWeight, FaultAt> {
        let term = match term {
            IntExpr::Const(weight) => return Ok(NodeWeight::Const(*weight)),
            IntExpr::FromBool(truth) => Term::Bool((**truth).clone()),
            number => Term::Int(number.clone()),
        };
        let name = self.name_of(groups, "weight", place);
        Ok(NodeWeight::Var(self.variable_for(term, body, || name.clone(), WEIGHT)?))
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
    pub(super) fn finish_groups(&mut self) -> Result<(), FaultAt> {
        for (position, vars) in std::mem::take(&mut self.groups).into_iter().enumerate() {
            if !vars.is_asked() {
                continue;
            }
            let joined = self.joined(GroupsId(position as u32))?;
            let same = vars.same.into_iter().map(|(nodes, truth)| Same { nodes, truth });
            let components = Components {
                size: vars.size,
                first: vars.first,
                totals: vars.totals.into_iter().map(|total| total.total).collect(),
                same: same.collect(),
                ..Components::new(joined, self.instance.groups[position].neighbours.clone())
            };
            let origin = Origin::Introduced(GROUPS);
            self.csp.stmts.push((components.into(), origin));
        }
        Ok(())
    }

    fn joined(&mut self, groups: GroupsId) -> Result<Joined, FaultAt> {
        let instance = self.instance;
        let definition = &instance.definition.groups[groups.0 as usize];
        let family = definition.family;
        Ok(match &instance.groups[groups.0 as usize].elements {
            Elements::OfPlaces(elements) => {
                let offset = instance.families[family.0 as usize].offset;
                let label = |element: &u32| self.value_vars[offset + *element as usize];
                Joined::Equal(elements.iter().map(label).collect())
            }
            Elements::OfPairs(elements) => {
                let mut links: BTreeMap<u32, Lit> = BTreeMap::new();
                for element in elements.iter().flatten() {
                    if links.contains_key(element) {
                        continue;
                    }
                    let term = self.element(family, *element as usize)?;
                    let name = self.element_name(family, *element as usize);
                    let var = self.variable_for(term, &definition.places, || name.clone(), LINK)?;
                    let is = definition.joining == Joining::Joined;
                    links.insert(*element, Lit { var, value: 1, is });
                }
                let of_node = |of: &Vec<u32>| of.iter().map(|element| links[element]).collect();
                Joined::Linked(elements.iter().map(of_node).collect())
            }
        })
    }
}

/// Returns what is added where a condition holds, and 0 elsewhere.
fn where_holds(condition: BoolExpr, weight: IntExpr) -> IntExpr {
    match (condition, weight) {
        (BoolExpr::Const(true), weight) => weight,
        (condition, IntExpr::Const(1)) => IntExpr::from_bool(condition),
        (condition, IntExpr::FromBool(truth)) => {
            IntExpr::from_bool(BoolExpr::and([condition, *truth]))
        }
        (condition, weight) => {
            IntExpr::If(Box::new(condition), Box::new(weight), Box::new(IntExpr::Const(0)))
        }
    }
}
