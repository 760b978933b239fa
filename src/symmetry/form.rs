//! Normal forms of flat constraints under a renaming of variables and values.
//!
//! Two statements with the same form mean the same: operands of what is commutative are sorted,
//! sums are collected, comparisons have one side. A form is `None` where a statement cannot be
//! rewritten, because a value is moved in a way that its arithmetic does not follow.

use std::collections::{BTreeMap, BTreeSet};

use crate::forms::Tag;
pub use crate::forms::{Forms, NormalForm};
use crate::values::Values;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{
    BoolExpr, Components, Csp, Global, GraphTruth, IntExpr, Joined, Lit, NodeWeight, Reading,
    Simulation, Stmt, VarId,
};

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
    /// Where forms are kept that are to be compared.
    pub forms: &'a Forms,
}

/// `Σ coefficient · term + constant`.
#[derive(Debug, Clone, Default)]
struct LinearForm {
    terms: BTreeMap<NormalForm, i64>,
    constant: i64,
}

impl LinearForm {
    fn add(&mut self, term: NormalForm, factor: i64, forms: &Forms) -> Option<()> {
        let own = self.terms.entry(term).or_insert(0);
        *own = own.checked_add(factor)?;
        // What may have no value stays: with it the whole has none.
        if *own == 0 && forms.is_total(term) {
            self.terms.remove(&term);
        }
        Some(())
    }

    fn add_constant(&mut self, constant: i64, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(constant.checked_mul(factor)?)?;
        Some(())
    }

    /// Makes the first coefficient positive; returns whether the sign was changed.
    fn unsigned(mut self) -> Option<(Self, bool)> {
        let leading = self.terms.values().next().copied().unwrap_or(self.constant);
        if leading >= 0 {
            return Some((self, false));
        }
        for coefficient in self.terms.values_mut().chain([&mut self.constant]) {
            *coefficient = coefficient.checked_neg()?;
        }
        Some((self, true))
    }

    fn form(self, forms: &Forms) -> NormalForm {
        if let (0, 1, Some((term, 1))) =
            (self.constant, self.terms.len(), self.terms.first_key_value())
        {
            return *term;
        }
        let parts = self.terms.into_iter();
        let parts: Vec<NormalForm> =
            parts.map(|(term, factor)| forms.form(Tag::Times, factor, &[term])).collect();
        forms.form(Tag::LinearForm, self.constant, &parts)
    }
}

/// What an introduced variable equals, so that variables that equal the same can be paired.
#[derive(Debug, Clone, Copy)]
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
        Some(match self.forms.tag(form) {
            Tag::Not => {
                DefinitionForm { form: self.forms.not(form), is_negated: true, constant: 0 }
            }
            _ => DefinitionForm { form, is_negated: false, constant: 0 },
        })
    }

    /// Returns what the expression on one side of a definition means.
    pub fn number_meaning(&self, number: &IntExpr) -> Option<DefinitionForm> {
        let mut sum = self.sum(number)?;
        let constant = std::mem::take(&mut sum.constant);
        let (sum, is_negated) = sum.unsigned()?;
        Some(DefinitionForm { form: sum.form(self.forms), is_negated, constant })
    }

    fn name(&self, var: VarId) -> NormalForm {
        self.forms.form(Tag::Var, i64::from(var.0), &[])
    }

    fn known(&self, truth: bool) -> NormalForm {
        self.forms.form(Tag::Truth, i64::from(truth), &[])
    }

    fn is(&self, var: VarId, value: i64, is: bool) -> NormalForm {
        // "Not this one of two" is "the other one".
        let domain = self.to.domain(var);
        let other = match domain.size() == 2 && !is {
            true if domain.min() == value => Some(domain.max()),
            true => Some(domain.min()),
            false => None,
        };
        let form = self.forms.form(Tag::Is, other.unwrap_or(value), &[self.name(var)]);
        if is || other.is_some() { form } else { self.forms.not(form) }
    }

    fn lit(&self, lit: Lit) -> Option<NormalForm> {
        let (var, values) = self.var(lit.var)?;
        match values.image(lit.value) {
            Some(value) => Some(self.is(var, value, lit.is)),
            // It never has this value.
            None if !self.csp.domain(lit.var).contains(lit.value) => Some(self.known(!lit.is)),
            None => None,
        }
    }

    fn truths(&self, parts: &[BoolExpr]) -> Option<Vec<NormalForm>> {
        parts.iter().map(|part| self.truth(part)).collect()
    }

    fn truth(&self, truth: &BoolExpr) -> Option<NormalForm> {
        Some(match truth {
            BoolExpr::Const(value) => self.known(*value),
            BoolExpr::Lit(lit) => self.lit(*lit)?,
            BoolExpr::Not(inner) => self.forms.not(self.truth(inner)?),
            BoolExpr::And(parts) => self.forms.sorted(Tag::And, self.truths(parts)?),
            BoolExpr::Or(parts) => self.forms.sorted(Tag::Or, self.truths(parts)?),
            BoolExpr::Iff(a, b) => self.both_or_neither([self.truth(a)?, self.truth(b)?]),
            BoolExpr::Compare(op, a, b) => self.compare(*op, a, b)?,
            BoolExpr::Distinct(terms) => {
                let moved = self.vars_moved_alike(terms).or_else(|| self.numbers(terms));
                self.forms.sorted(Tag::Distinct, moved?)
            }
            BoolExpr::Graph(graph) => self.graph(graph)?,
        })
    }

    /// Returns "both or neither"; "A iff B" and "not A iff not B" are one.
    fn both_or_neither(&self, parts: [NormalForm; 2]) -> NormalForm {
        let mut is_negated = false;
        let parts = parts.map(|part| match self.forms.tag(part) {
            Tag::Not => {
                is_negated = !is_negated;
                self.forms.not(part)
            }
            _ => part,
        });
        let form = self.forms.sorted(Tag::Iff, parts.to_vec());
        if is_negated { self.forms.not(form) } else { form }
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
            vars.push(self.name(image));
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
                        difference.add(*a, 1, self.forms)?;
                        difference.add(*b, -1, self.forms)?;
                    }
                    _ => return None,
                }
            }
            _ => {
                let sign = if matches!(op, CompareOp::Gt | CompareOp::Ge) { -1 } else { 1 };
                self.add(a, sign, &mut difference)?;
                self.add(b, -sign, &mut difference)?;
            }
        }
        let (tag, number) = match op {
            CompareOp::Eq => (Tag::Zero, 0),
            // Not the negation of `==`: where a side has no value, neither holds.
            CompareOp::Ne => (Tag::Zero, 1),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => (Tag::AtMostZero, 0),
        };
        if is_equality {
            (difference, _) = difference.unsigned()?;
        } else {
            let is_strict = matches!(op, CompareOp::Lt | CompareOp::Gt);
            difference.add_constant(i64::from(is_strict), 1)?;
        }
        Some(self.forms.form(tag, number, &[difference.form(self.forms)]))
    }

    fn number(&self, number: &IntExpr) -> Option<NormalForm> {
        match number {
            IntExpr::Var(var) => match self.var(*var)? {
                (image, Values::Same) => Some(self.name(image)),
                _ => Some(self.sum(number)?.form(self.forms)),
            },
            _ => Some(self.sum(number)?.form(self.forms)),
        }
    }

    fn numbers(&self, numbers: &[IntExpr]) -> Option<Vec<NormalForm>> {
        numbers.iter().map(|number| self.number(number)).collect()
    }

    fn sum(&self, number: &IntExpr) -> Option<LinearForm> {
        let mut sum = LinearForm::default();
        self.add(number, 1, &mut sum)?;
        Some(sum)
    }

    /// Adds so many times a number to a sum.
    fn add(&self, number: &IntExpr, factor: i64, sum: &mut LinearForm) -> Option<()> {
        let forms = self.forms;
        let term = match number {
            IntExpr::Const(value) => return sum.add_constant(*value, factor),
            IntExpr::Var(var) => {
                let (image, values) = self.var(*var)?;
                if *values != Values::Same {
                    sum.add_constant(values.reversal()?, factor)?;
                    return sum.add(self.name(image), factor.checked_neg()?, forms);
                }
                self.name(image)
            }
            IntExpr::Linear(terms, constant) => {
                for (coefficient, term) in terms {
                    self.add(term, coefficient.checked_mul(factor)?, sum)?;
                }
                return sum.add_constant(*constant, factor);
            }
            IntExpr::Product(a, b) => {
                forms.sorted(Tag::Product, vec![self.number(a)?, self.number(b)?])
            }
            IntExpr::Div(a, b) => forms.form(Tag::Div, 0, &[self.number(a)?, self.number(b)?]),
            IntExpr::Mod(a, b) => forms.form(Tag::Mod, 0, &[self.number(a)?, self.number(b)?]),
            IntExpr::Abs(inner) => {
                let (inner, _) = self.sum(inner)?.unsigned()?;
                forms.form(Tag::Abs, 0, &[inner.form(forms)])
            }
            IntExpr::Min(terms) => forms.sorted(Tag::Min, self.numbers(terms)?),
            IntExpr::Max(terms) => forms.sorted(Tag::Max, self.numbers(terms)?),
            IntExpr::If(condition, then, otherwise) => {
                let parts = [self.truth(condition)?, self.number(then)?, self.number(otherwise)?];
                forms.form(Tag::If, 0, &parts)
            }
            IntExpr::FromBool(truth) => return self.count(self.truth(truth)?, factor, sum),
        };
        sum.add(term, factor, forms)
    }

    /// Adds so many where a truth holds, and nothing where it does not: that a value is not there is 1 without that
    /// it is.
    fn count(&self, truth: NormalForm, factor: i64, sum: &mut LinearForm) -> Option<()> {
        let opposite = match self.forms.tag(truth) {
            Tag::Not => Some(self.forms.not(truth)),
            Tag::Is => self.other_of_two(truth),
            _ => None,
        };
        let number = |truth| self.forms.form(Tag::FromBool, 0, &[truth]);
        match opposite {
            Some(opposite) => {
                sum.add_constant(1, factor)?;
                sum.add(number(opposite), factor.checked_neg()?, self.forms)
            }
            None => sum.add(number(truth), factor, self.forms),
        }
    }

    /// Returns "it has the smaller value" for "it has the larger one" of a variable with two values.
    fn other_of_two(&self, is: NormalForm) -> Option<NormalForm> {
        let name = self.forms.first_part(is)?;
        let domain = self.to.domain(VarId(u32::try_from(self.forms.number(name)).ok()?));
        let is_larger = domain.size() == 2 && self.forms.number(is) == domain.max();
        is_larger.then(|| self.forms.form(Tag::Is, domain.min(), &[name]))
    }

    /// Returns what an output of a reading means.
    pub(crate) fn said_meaning(&self, reading: &Reading, output: usize) -> Option<DefinitionForm> {
        let automaton = self.to.stmts.iter().position(|(stmt, _)| match stmt {
            Stmt::Global(Global::Reading(other)) => other.automaton == reading.automaton,
            _ => false,
        })?;
        let input = |var: &VarId| match self.var(*var)? {
            (image, Values::Same) => Some(self.name(image)),
            (_, Values::Table(_)) => None,
        };
        let mut parts: Vec<NormalForm> = reading.inputs.iter().map(input).collect::<Option<_>>()?;
        parts.push(self.forms.form(Tag::Truth, automaton as i64, &[]));
        let form = self.forms.form(Tag::Said, output as i64, &parts);
        Some(DefinitionForm { form, is_negated: false, constant: 0 })
    }

    /// Returns what it means that all runs come out right, where the map keeps these runs.
    pub(crate) fn run_meaning(&self, run: &Simulation) -> Option<DefinitionForm> {
        let inputs = run.inputs();
        let own = |stmt: &Stmt| matches!(stmt, Stmt::Global(Global::Simulation(it)) if it == run);
        let number = self.to.stmts.iter().position(|(stmt, _)| own(stmt))?;
        let stays = |var: &VarId| self.var(*var).is_some_and(|(image, _)| image == *var);
        let image = |at: usize, value: i64| self.var(*inputs.get(at)?)?.1.image(value);
        if !inputs.iter().all(stays) || !run.simulator.is_kept_by(&image) {
            return None;
        }
        let form = self.forms.form(Tag::Run, number as i64, &[]);
        Some(DefinitionForm { form, is_negated: false, constant: 0 })
    }

    /// A node is known by when it is there and by when the links at it are, so that its number does
    /// not matter; there is no form where that does not tell two nodes apart.
    fn graph(&self, graph: &GraphTruth) -> Option<NormalForm> {
        let forms = self.forms;
        let when = |lit: Option<Lit>| match lit {
            Some(lit) => self.lit(lit),
            None => Some(self.known(true)),
        };
        let mut around = vec![Vec::new(); graph.nodes.len()];
        for link in &graph.links {
            let form = when(link.when)?;
            link.ends.iter().for_each(|end| around[*end as usize].push(form));
        }
        let mut nodes = Vec::with_capacity(around.len());
        for (node, links) in graph.nodes.iter().zip(around) {
            nodes.push(forms.form(Tag::Node, 0, &[when(*node)?, forms.sorted(Tag::And, links)]));
        }
        let mut sorted = nodes.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let rank = |node: u32| sorted.binary_search(&nodes[node as usize]).ok();
        let mut links = Vec::with_capacity(graph.links.len());
        for link in &graph.links {
            let [a, b] = link.ends.map(rank);
            let (a, b) = (a?.min(b?), a?.max(b?));
            let end = |rank: usize| forms.form(Tag::Var, rank as i64, &[]);
            links.push(forms.form(Tag::GraphLink, 0, &[end(a), end(b), when(link.when)?]));
        }
        let mut parts = vec![forms.sorted(Tag::And, links)];
        parts.extend(sorted);
        Some(forms.form(Tag::Graph, graph.kind as i64, &parts))
    }

    /// Returns the nodes with what is claimed of each, the sums, and the pairs, each sorted. A node
    /// is known by its label, or by the links that it has.
    fn components(&self, components: &Components) -> Option<NormalForm> {
        let forms = self.forms;
        let (nodes, is_moved) = self.nodes(components)?;
        // A group's first node depends on the order of the nodes, which a map does not keep.
        if is_moved && components.first.iter().any(Option::is_some) {
            return None;
        }
        let claimed = |node: usize| -> Option<NormalForm> {
            let (size, first) = (components.size[node], components.first[node]);
            Some(forms.form(Tag::Node, 0, &[nodes[node], self.claim(size)?, self.claim(first)?]))
        };
        let all = (0..nodes.len()).map(claimed).collect::<Option<_>>()?;
        let mut parts = vec![forms.sorted(Tag::Components, all)];
        for total in &components.totals {
            let adds = |node: usize| -> Option<NormalForm> {
                let weight = match total.weights[node] {
                    NodeWeight::Const(weight) => forms.form(Tag::LinearForm, weight, &[]),
                    NodeWeight::Var(var) => self.claim(Some(var))?,
                };
                let claim = self.claim(total.total[node])?;
                Some(forms.form(Tag::Node, 0, &[nodes[node], weight, claim]))
            };
            let adds = (0..nodes.len()).map(adds).collect::<Option<_>>()?;
            parts.push(forms.sorted(Tag::LinearForm, adds));
        }
        for same in &components.same {
            let pair = [same.nodes.0, same.nodes.1].map(|node| nodes[node as usize]);
            let pair = forms.sorted(Tag::And, pair.to_vec());
            parts.push(forms.form(Tag::Iff, 0, &[pair, self.claim(Some(same.truth))?]));
        }
        Some(forms.sorted(Tag::Components, parts))
    }

    /// Returns the images of nodes with those of their neighbours, and whether some node moves.
    fn nodes(&self, components: &Components) -> Option<(Vec<NormalForm>, bool)> {
        let (forms, near) = (self.forms, components.neighbours.iter());
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
                    .any(|(before, after)| i64::from(before.0) != forms.number(*after));
                let nodes = images.iter().zip(near).map(|(image, near)| {
                    let near = near.iter().map(|other| images[*other as usize]);
                    let near = forms.sorted(Tag::And, near.collect());
                    forms.form(Tag::Node, 0, &[*image, near])
                });
                Some((nodes.collect(), is_moved))
            }
            Joined::Linked(links) => {
                let node = |links: &Vec<Lit>| -> Option<NormalForm> {
                    let links = links.iter().map(|link| self.lit(*link));
                    Some(forms.sorted(Tag::Node, links.collect::<Option<_>>()?))
                };
                let nodes: Vec<NormalForm> = links.iter().map(node).collect::<Option<_>>()?;
                // A link of several pairs would not say which nodes it joins.
                let mut ends: BTreeMap<NormalForm, usize> = BTreeMap::new();
                for link in nodes.iter().flat_map(|node| forms.parts(*node)) {
                    *ends.entry(link).or_default() += 1;
                }
                let is_known = ends.values().all(|ends| *ends == 2);
                let is_alone = links.iter().all(|links| !links.is_empty());
                (is_known && is_alone).then_some((nodes, true))
            }
        }
    }

    /// Returns the image of what a node claims; "nothing" where it claims nothing.
    fn claim(&self, var: Option<VarId>) -> Option<NormalForm> {
        let Some(var) = var else { return Some(self.known(false)) };
        match self.var(var)? {
            (image, Values::Same) => Some(self.name(image)),
            (_, Values::Table(_)) => None,
        }
    }
}

/// Returns the renaming that changes nothing.
pub fn identity(csp: &Csp) -> Images {
    (0..csp.vars.len() as u32).map(|var| Some((VarId(var), Values::Same))).collect()
}
