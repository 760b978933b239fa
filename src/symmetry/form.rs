//! Normal forms of flat constraints under a renaming of variables and values.
//!
//! Two statements with the same form mean the same: operands of what is commutative are sorted,
//! sums are collected, comparisons have one side. A form is `None` where a statement cannot be
//! rewritten, because a value is moved in a way that its arithmetic does not follow.

use std::collections::{BTreeMap, BTreeSet};

use crate::csp::{
    BoolExpr, Components, Csp, Global, GraphTruth, IntExpr, Joined, Lit, NodeWeight, Reading,
    Simulation, Stmt, VarId,
};
use crate::ops::CompareOp;
use crate::symmetry::values::Values;

/// A statement or expression in normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NormalForm {
    tag: Tag,
    number: i64,
    parts: Vec<NormalForm>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tag {
    Truth,
    Var,
    LinearForm,
    Times,
    Product,
    Div,
    Mod,
    Abs,
    Min,
    Max,
    If,
    FromBool,
    Is,
    Not,
    And,
    Or,
    Iff,
    Zero,
    AtMostZero,
    Distinct,
    Components,
    Node,
    Said,
    Run,
    Graph,
    GraphLink,
}

/// Where each variable goes; `None` for one whose image is not known.
pub type Images = Vec<Option<(VarId, Values)>>;

/// Rewrites constraints of one problem in terms of another, or of its own.
#[derive(Debug, Clone, Copy)]
pub struct Rewriter<'a> {
    /// The problem.
    pub csp: &'a Csp,
    /// The problem whose variables the new names are.
    pub to: &'a Csp,
    /// The renaming.
    pub images: &'a Images,
}

/// `Σ coefficient · term + constant`.
#[derive(Debug, Clone, Default)]
struct LinearForm {
    terms: BTreeMap<NormalForm, i64>,
    constant: i64,
}

impl LinearForm {
    fn of(term: NormalForm) -> Self {
        Self { terms: BTreeMap::from([(term, 1)]), constant: 0 }
    }

    fn add(&mut self, other: &Self, factor: i64) -> Option<()> {
        for (term, coefficient) in &other.terms {
            let own = self.terms.entry(term.clone()).or_insert(0);
            *own = own.checked_add(coefficient.checked_mul(factor)?)?;
            // What may have no value stays: with it the whole has none.
            if *own == 0 && term.is_total() {
                self.terms.remove(term);
            }
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(())
    }

    fn negated(&self) -> Option<Self> {
        let mut negated = Self::default();
        negated.add(self, -1)?;
        Some(negated)
    }

    /// Makes the first coefficient positive; returns whether the sign was changed.
    fn unsigned(self) -> Option<(Self, bool)> {
        let leading = self.terms.values().next().copied().unwrap_or(self.constant);
        if leading < 0 { Some((self.negated()?, true)) } else { Some((self, false)) }
    }

    fn form(self) -> NormalForm {
        if self.constant == 0 && self.terms.len() == 1 && self.terms.values().all(|c| *c == 1) {
            return self.terms.into_keys().next().unwrap_or_else(|| crate::bug!("no term"));
        }
        let parts = self.terms.into_iter();
        let parts = parts.map(|(term, factor)| NormalForm::new(Tag::Times, factor, vec![term]));
        NormalForm::new(Tag::LinearForm, self.constant, parts.collect())
    }
}

impl NormalForm {
    fn new(tag: Tag, number: i64, parts: Vec<Self>) -> Self {
        Self { tag, number, parts }
    }

    fn is_total(&self) -> bool {
        !matches!(self.tag, Tag::Div | Tag::Mod) && self.parts.iter().all(Self::is_total)
    }

    fn sorted(tag: Tag, mut parts: Vec<Self>) -> Self {
        parts.sort();
        Self::new(tag, 0, parts)
    }

    fn not(self) -> Self {
        match self.tag {
            Tag::Not => self.parts.into_iter().next().unwrap_or_else(|| crate::bug!("no operand")),
            Tag::Truth => Self::new(Tag::Truth, 1 - self.number, Vec::new()),
            _ => Self::new(Tag::Not, 0, vec![self]),
        }
    }
}

/// What an introduced variable equals, so that variables that equal the same can be paired.
#[derive(Debug, Clone)]
pub struct DefinitionForm {
    /// The form; of a number without its sign and constant.
    pub form: NormalForm,
    /// Whether a truth stands for its opposite, or a number for its negative.
    pub is_negated: bool,
    /// What is added to a number.
    pub constant: i64,
}

impl DefinitionForm {
    /// Returns whether variables that equal these have the same value, where the forms are the same.
    pub fn is_equal(&self, other: &Self) -> bool {
        (self.is_negated, self.constant) == (other.is_negated, other.constant)
    }
}

impl Rewriter<'_> {
    fn var(&self, var: VarId) -> Option<(VarId, &Values)> {
        self.images[var.index()].as_ref().map(|(image, values)| (*image, values))
    }

    /// Returns the form of a statement.
    pub fn stmt(&self, stmt: &Stmt) -> Option<NormalForm> {
        match stmt {
            Stmt::Hold(truth) => self.truth(truth),
            Stmt::Global(Global::Components(components)) => self.components(components),
            // No rule but a definition of introduced variables, which follow by what they equal; or a
            // form of which nothing is known here, so that no map of it is proved.
            Stmt::Global(_) => None,
        }
    }

    /// Returns what the expression on one side of a definition means.
    pub fn truth_meaning(&self, truth: &BoolExpr) -> Option<DefinitionForm> {
        let form = self.truth(truth)?;
        Some(match form.tag {
            Tag::Not => DefinitionForm { form: form.not(), is_negated: true, constant: 0 },
            _ => DefinitionForm { form, is_negated: false, constant: 0 },
        })
    }

    /// Returns what the expression on one side of a definition means.
    pub fn number_meaning(&self, number: &IntExpr) -> Option<DefinitionForm> {
        let mut sum = self.sum(number)?;
        let constant = std::mem::take(&mut sum.constant);
        let (sum, is_negated) = sum.unsigned()?;
        Some(DefinitionForm { form: sum.form(), is_negated, constant })
    }

    fn is(&self, var: VarId, value: i64, is: bool) -> NormalForm {
        let part = vec![NormalForm::new(Tag::Var, i64::from(var.0), Vec::new())];
        // "Not this one of two" is "the other one".
        let domain = self.to.domain(var);
        if domain.size() == 2 && !is {
            let other = if domain.min() == value { domain.max() } else { domain.min() };
            return NormalForm::new(Tag::Is, other, part);
        }
        let form = NormalForm::new(Tag::Is, value, part);
        if is { form } else { form.not() }
    }

    fn lit(&self, lit: Lit) -> Option<NormalForm> {
        let (var, values) = self.var(lit.var)?;
        match values.image(lit.value) {
            Some(value) => Some(self.is(var, value, lit.is)),
            // It never has this value.
            None if !self.csp.domain(lit.var).contains(lit.value) => {
                Some(NormalForm::new(Tag::Truth, i64::from(!lit.is), Vec::new()))
            }
            None => None,
        }
    }

    fn truth(&self, truth: &BoolExpr) -> Option<NormalForm> {
        let all = |parts: &[BoolExpr]| -> Option<Vec<NormalForm>> {
            parts.iter().map(|part| self.truth(part)).collect()
        };
        Some(match truth {
            BoolExpr::Const(value) => NormalForm::new(Tag::Truth, i64::from(*value), Vec::new()),
            BoolExpr::Lit(lit) => self.lit(*lit)?,
            BoolExpr::Not(inner) => self.truth(inner)?.not(),
            BoolExpr::And(parts) => NormalForm::sorted(Tag::And, all(parts)?),
            BoolExpr::Or(parts) => NormalForm::sorted(Tag::Or, all(parts)?),
            BoolExpr::Iff(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                // "A iff B" and "not A iff not B" are one.
                let (mut parts, mut negations) = (Vec::new(), 0);
                for part in [a, b] {
                    if part.tag == Tag::Not {
                        negations += 1;
                        parts.push(part.not());
                    } else {
                        parts.push(part);
                    }
                }
                let form = NormalForm::sorted(Tag::Iff, parts);
                if negations == 1 { form.not() } else { form }
            }
            BoolExpr::Compare(op, a, b) => self.compare(*op, a, b)?,
            BoolExpr::Distinct(terms) => match self.vars_moved_alike(terms) {
                Some(vars) => NormalForm::sorted(Tag::Distinct, vars),
                None => {
                    let terms: Option<Vec<NormalForm>> =
                        terms.iter().map(|term| Some(self.sum(term)?.form())).collect();
                    NormalForm::sorted(Tag::Distinct, terms?)
                }
            },
            BoolExpr::Graph(graph) => self.graph(graph)?,
        })
    }

    /// Returns the images where all are variables whose values change in the same way: then equal
    /// stays equal.
    fn vars_moved_alike(&self, terms: &[IntExpr]) -> Option<Vec<NormalForm>> {
        let mut first: Option<&Values> = None;
        let mut vars = Vec::with_capacity(terms.len());
        for term in terms {
            let IntExpr::Var(var) = term else { return None };
            let (image, values) = self.var(*var)?;
            if *first.get_or_insert(values) != values {
                return None;
            }
            vars.push(NormalForm::new(Tag::Var, i64::from(image.0), Vec::new()));
        }
        Some(vars)
    }

    fn compare(&self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Option<NormalForm> {
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let mut difference = LinearForm::default();
        match (a, b) {
            (IntExpr::Var(_), IntExpr::Var(_)) if is_equality => {
                match self.vars_moved_alike(&[a.clone(), b.clone()])?.as_slice() {
                    [a, b] => {
                        difference.add(&LinearForm::of(a.clone()), 1)?;
                        difference.add(&LinearForm::of(b.clone()), -1)?;
                    }
                    _ => return None,
                }
            }
            _ => {
                difference.add(&self.sum(a)?, 1)?;
                difference.add(&self.sum(b)?, -1)?;
            }
        }
        Some(match op {
            CompareOp::Eq => {
                let (difference, _) = difference.unsigned()?;
                NormalForm::new(Tag::Zero, 0, vec![difference.form()])
            }
            CompareOp::Ne => {
                let (difference, _) = difference.unsigned()?;
                // Not the negation of `==`: where a side has no value, neither holds.
                NormalForm::new(Tag::Zero, 1, vec![difference.form()])
            }
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
                if matches!(op, CompareOp::Gt | CompareOp::Ge) {
                    difference = difference.negated()?;
                }
                let is_strict = matches!(op, CompareOp::Lt | CompareOp::Gt);
                difference.constant = difference.constant.checked_add(i64::from(is_strict))?;
                NormalForm::new(Tag::AtMostZero, 0, vec![difference.form()])
            }
        })
    }

    fn sum(&self, number: &IntExpr) -> Option<LinearForm> {
        let form = |part: &IntExpr| -> Option<NormalForm> { Some(self.sum(part)?.form()) };
        let all =
            |parts: &[IntExpr]| -> Option<Vec<NormalForm>> { parts.iter().map(form).collect() };
        Some(match number {
            IntExpr::Const(value) => LinearForm { terms: BTreeMap::new(), constant: *value },
            IntExpr::Var(var) => {
                let (image, values) = self.var(*var)?;
                let mut sum =
                    LinearForm::of(NormalForm::new(Tag::Var, i64::from(image.0), Vec::new()));
                if *values != Values::Same {
                    let reversal = values.reversal()?;
                    sum = sum.negated()?;
                    sum.constant = reversal;
                }
                sum
            }
            IntExpr::Linear(terms, constant) => {
                let mut sum = LinearForm { terms: BTreeMap::new(), constant: *constant };
                for (coefficient, term) in terms {
                    sum.add(&self.sum(term)?, *coefficient)?;
                }
                sum
            }
            IntExpr::Product(a, b) => {
                LinearForm::of(NormalForm::sorted(Tag::Product, vec![form(a)?, form(b)?]))
            }
            IntExpr::Div(a, b) => {
                LinearForm::of(NormalForm::new(Tag::Div, 0, vec![form(a)?, form(b)?]))
            }
            IntExpr::Mod(a, b) => {
                LinearForm::of(NormalForm::new(Tag::Mod, 0, vec![form(a)?, form(b)?]))
            }
            IntExpr::Abs(inner) => {
                let (inner, _) = self.sum(inner)?.unsigned()?;
                LinearForm::of(NormalForm::new(Tag::Abs, 0, vec![inner.form()]))
            }
            IntExpr::Min(terms) => LinearForm::of(NormalForm::sorted(Tag::Min, all(terms)?)),
            IntExpr::Max(terms) => LinearForm::of(NormalForm::sorted(Tag::Max, all(terms)?)),
            IntExpr::If(condition, then, otherwise) => {
                let parts = vec![self.truth(condition)?, form(then)?, form(otherwise)?];
                LinearForm::of(NormalForm::new(Tag::If, 0, parts))
            }
            IntExpr::FromBool(truth) => self.counted(self.truth(truth)?)?,
        })
    }

    /// Returns 1 where a truth holds, and 0 where it does not: that a value is not there is 1 without that it is.
    fn counted(&self, truth: NormalForm) -> Option<LinearForm> {
        let number = |truth| LinearForm::of(NormalForm::new(Tag::FromBool, 0, vec![truth]));
        let opposite = match truth.tag {
            Tag::Not => Some(truth.clone().not()),
            Tag::Is => self.other_of_two(&truth),
            _ => None,
        };
        match opposite {
            Some(opposite) => Some(LinearForm { constant: 1, ..number(opposite).negated()? }),
            None => Some(number(truth)),
        }
    }

    /// Returns "it has the smaller value" for "it has the larger one" of a variable with two values.
    fn other_of_two(&self, is: &NormalForm) -> Option<NormalForm> {
        let var = VarId(u32::try_from(is.parts.first()?.number).ok()?);
        let domain = self.to.domain(var);
        let is_larger = domain.size() == 2 && is.number == domain.max();
        is_larger.then(|| NormalForm::new(Tag::Is, domain.min(), is.parts.clone()))
    }

    /// Returns what an output of a reading means.
    pub fn said_meaning(&self, reading: &Reading, output: usize) -> Option<DefinitionForm> {
        let automaton = self.to.stmts.iter().position(|(stmt, _)| match stmt {
            Stmt::Global(Global::Reading(other)) => other.automaton == reading.automaton,
            _ => false,
        })?;
        let input = |var: &VarId| match self.var(*var)? {
            (image, Values::Same) => {
                Some(NormalForm::new(Tag::Var, i64::from(image.0), Vec::new()))
            }
            (_, Values::Table(_)) => None,
        };
        let mut parts: Vec<NormalForm> = reading.inputs.iter().map(input).collect::<Option<_>>()?;
        parts.push(NormalForm::new(Tag::Truth, automaton as i64, Vec::new()));
        let form = NormalForm::new(Tag::Said, output as i64, parts);
        Some(DefinitionForm { form, is_negated: false, constant: 0 })
    }

    /// Returns what it means that all runs come out right, where the map keeps these runs.
    pub fn run_meaning(&self, run: &Simulation) -> Option<DefinitionForm> {
        let inputs = run.inputs();
        let own = |stmt: &Stmt| matches!(stmt, Stmt::Global(Global::Simulation(it)) if it == run);
        let number = self.to.stmts.iter().position(|(stmt, _)| own(stmt))?;
        let stays = |var: &VarId| self.var(*var).is_some_and(|(image, _)| image == *var);
        let image = |at: usize, value: i64| self.var(*inputs.get(at)?)?.1.image(value);
        if !inputs.iter().all(stays) || !run.simulator.is_kept_by(&image) {
            return None;
        }
        let form = NormalForm::new(Tag::Run, number as i64, Vec::new());
        Some(DefinitionForm { form, is_negated: false, constant: 0 })
    }

    /// A node is known by when it is there and by when the links at it are, so that its number does
    /// not matter; there is no form where that does not tell two nodes apart.
    fn graph(&self, graph: &GraphTruth) -> Option<NormalForm> {
        let when = |lit: Option<Lit>| match lit {
            Some(lit) => self.lit(lit),
            None => Some(NormalForm::new(Tag::Truth, 1, Vec::new())),
        };
        let mut around = vec![Vec::new(); graph.nodes.len()];
        for link in &graph.links {
            let form = when(link.when)?;
            link.ends.iter().for_each(|end| around[*end as usize].push(form.clone()));
        }
        let mut nodes = Vec::with_capacity(around.len());
        for (node, links) in graph.nodes.iter().zip(around) {
            nodes.push(NormalForm::new(
                Tag::Node,
                0,
                vec![when(*node)?, NormalForm::sorted(Tag::And, links)],
            ));
        }
        let mut sorted: Vec<&NormalForm> = nodes.iter().collect();
        sorted.sort();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let rank = |node: u32| sorted.binary_search(&&nodes[node as usize]).ok();
        let mut links = Vec::with_capacity(graph.links.len());
        for link in &graph.links {
            let [a, b] = link.ends.map(rank);
            let (a, b) = (a?.min(b?), a?.max(b?));
            let end = |rank: usize| NormalForm::new(Tag::Var, rank as i64, Vec::new());
            links.push(NormalForm::new(Tag::GraphLink, 0, vec![end(a), end(b), when(link.when)?]));
        }
        let mut parts = vec![NormalForm::sorted(Tag::And, links)];
        parts.extend(sorted.into_iter().cloned());
        Some(NormalForm::new(Tag::Graph, graph.kind as i64, parts))
    }

    /// Returns the nodes with what is claimed of each, the sums, and the pairs, each sorted. A node
    /// is known by its label, or by the links that it has.
    fn components(&self, components: &Components) -> Option<NormalForm> {
        let (nodes, is_moved) = self.nodes(components)?;
        // A group's first node depends on the order of the nodes, which a map does not keep.
        if is_moved && components.first.iter().any(Option::is_some) {
            return None;
        }
        let claimed = |node: usize| -> Option<NormalForm> {
            let claims =
                vec![self.claim(components.size[node])?, self.claim(components.first[node])?];
            Some(NormalForm::new(
                Tag::Node,
                0,
                [nodes[node].clone()].into_iter().chain(claims).collect(),
            ))
        };
        let mut parts = vec![NormalForm::sorted(
            Tag::Components,
            (0..nodes.len()).map(claimed).collect::<Option<_>>()?,
        )];
        for total in &components.totals {
            let adds = |node: usize| -> Option<NormalForm> {
                let weight = match total.weights[node] {
                    NodeWeight::Const(weight) => {
                        NormalForm::new(Tag::LinearForm, weight, Vec::new())
                    }
                    NodeWeight::Var(var) => self.claim(Some(var))?,
                };
                let claim = self.claim(total.total[node])?;
                Some(NormalForm::new(Tag::Node, 0, vec![nodes[node].clone(), weight, claim]))
            };
            let adds = (0..nodes.len()).map(adds).collect::<Option<_>>()?;
            parts.push(NormalForm::sorted(Tag::LinearForm, adds));
        }
        for same in &components.same {
            let pair = [same.nodes.0, same.nodes.1].map(|node| nodes[node as usize].clone());
            let pair = NormalForm::sorted(Tag::And, pair.to_vec());
            parts.push(NormalForm::new(Tag::Iff, 0, vec![pair, self.claim(Some(same.truth))?]));
        }
        Some(NormalForm::sorted(Tag::Components, parts))
    }

    /// Returns the images of nodes with those of their neighbours, and whether some node moves.
    fn nodes(&self, components: &Components) -> Option<(Vec<NormalForm>, bool)> {
        let near = components.neighbours.iter();
        match &components.joined {
            Joined::Equal(labels) => {
                let terms: Vec<IntExpr> = labels.iter().map(|var| IntExpr::Var(*var)).collect();
                let images = self.vars_moved_alike(&terms)?;
                // Of two nodes with one label it would not be said which is next to others.
                if images.iter().collect::<BTreeSet<_>>().len() < images.len() {
                    return None;
                }
                let is_moved = labels
                    .iter()
                    .zip(&images)
                    .any(|(before, after)| i64::from(before.0) != after.number);
                let nodes = images.iter().zip(near).map(|(image, near)| {
                    let near = near.iter().map(|other| images[*other as usize].clone());
                    let near = NormalForm::sorted(Tag::And, near.collect());
                    NormalForm::new(Tag::Node, 0, vec![image.clone(), near])
                });
                Some((nodes.collect(), is_moved))
            }
            Joined::Linked(links) => {
                let node = |links: &Vec<Lit>| -> Option<NormalForm> {
                    let links = links.iter().map(|link| self.truth(&BoolExpr::Lit(*link)));
                    Some(NormalForm::sorted(Tag::Node, links.collect::<Option<_>>()?))
                };
                let nodes: Vec<NormalForm> = links.iter().map(node).collect::<Option<_>>()?;
                // A link of several pairs would not say which nodes it joins.
                let mut ends: BTreeMap<&NormalForm, usize> = BTreeMap::new();
                for link in nodes.iter().flat_map(|node| &node.parts) {
                    *ends.entry(link).or_default() += 1;
                }
                let is_known = ends.values().all(|ends| *ends == 2);
                let is_alone = nodes.iter().all(|node| !node.parts.is_empty());
                (is_known && is_alone).then_some((nodes, true))
            }
        }
    }

    /// Returns the image of what a node claims; "nothing" where it claims nothing.
    fn claim(&self, var: Option<VarId>) -> Option<NormalForm> {
        let Some(var) = var else { return Some(NormalForm::new(Tag::Truth, 0, Vec::new())) };
        match self.var(var)? {
            (image, Values::Same) => {
                Some(NormalForm::new(Tag::Var, i64::from(image.0), Vec::new()))
            }
            (_, Values::Table(_)) => None,
        }
    }
}

/// Returns the renaming that changes nothing.
pub fn identity(csp: &Csp) -> Images {
    (0..csp.vars.len() as u32).map(|var| Some((VarId(var), Values::Same))).collect()
}
