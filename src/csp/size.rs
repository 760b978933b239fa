//! How large expressions and statements are, in parts.

use super::{BoolExpr, Components, Csp, GraphTruth, IntExpr, Reading, Stmt};

/// The parts that a variable counts as: its name and values, and what engines keep for it.
const VARIABLE: u64 = 10;

/// An expression of which a part is looked at.
#[derive(Clone, Copy)]
enum Part<'a> {
    Truth(&'a BoolExpr),
    Number(&'a IntExpr),
}

/// Adds the parts of an expression to `size`, and ends once they are more than `most`. Of `csp` are its
/// variables, where it counts what engines make of them.
fn add<'a>(part: Part<'a>, csp: Option<&Csp>, size: &mut u64, most: u64) {
    let mut open = vec![part];
    while let Some(part) = open.pop() {
        *size += 1;
        if *size > most {
            return;
        }
        match part {
            Part::Truth(truth) => match truth {
                BoolExpr::Const(_) | BoolExpr::Lit(_) => {}
                BoolExpr::Not(inner) => open.push(Part::Truth(inner)),
                BoolExpr::And(items) | BoolExpr::Or(items) => {
                    open.extend(items.iter().map(Part::Truth));
                }
                BoolExpr::Iff(left, right) => open.extend([Part::Truth(left), Part::Truth(right)]),
                BoolExpr::Compare(_, left, right) => {
                    open.extend([Part::Number(left), Part::Number(right)]);
                }
                BoolExpr::Distinct(items) => {
                    *size += csp.map_or(0, |csp| differing(items, csp));
                    open.extend(items.iter().map(Part::Number));
                }
                BoolExpr::Graph(graph) => *size += graph_size(graph),
            },
            Part::Number(number) => match number {
                IntExpr::Const(_) | IntExpr::Var(_) => {}
                IntExpr::Linear(terms, _) => {
                    open.extend(terms.iter().map(|(_, term)| Part::Number(term)));
                }
                IntExpr::Product(left, right)
                | IntExpr::Div(left, right)
                | IntExpr::Mod(left, right) => {
                    open.extend([Part::Number(left), Part::Number(right)]);
                }
                IntExpr::Abs(inner) => open.push(Part::Number(inner)),
                IntExpr::Min(items) | IntExpr::Max(items) => {
                    open.extend(items.iter().map(Part::Number));
                }
                IntExpr::If(truth, yes, no) => {
                    open.extend([Part::Truth(truth), Part::Number(yes), Part::Number(no)]);
                }
                IntExpr::FromBool(truth) => open.push(Part::Truth(truth)),
            },
        }
    }
}

/// Engines say of each value, or of each other number, that it is not taken twice.
fn differing(items: &[IntExpr], csp: &Csp) -> u64 {
    let count = items.len() as u64;
    let values = items.iter().map(|item| match item {
        IntExpr::Var(var) => csp.domain(*var).size(),
        _ => count,
    });
    count.saturating_mul(values.max().unwrap_or(0).min(count))
}

fn graph_size(graph: &GraphTruth) -> u64 {
    (graph.nodes.len() + graph.links.len()) as u64
}

fn components_size(components: &Components) -> u64 {
    let links: usize = components.neighbours.iter().map(Vec::len).sum();
    let claims = components.node_count() * (2 + components.totals.len()) + components.same.len();
    (links + claims) as u64
}

impl Reading {
    /// Returns how many steps it may take in all, the parts that engines make of it; where that is more
    /// than `most`, some number above.
    pub fn size(&self, csp: &Csp, most: u64) -> u64 {
        let mut size = 0;
        let mut layer = vec![0];
        for input in &self.inputs {
            let domain = csp.domain(*input);
            let mut next: Vec<u32> = Vec::new();
            for state in &layer {
                let steps = self.automaton.steps[*state as usize].iter();
                next.extend(steps.filter(|step| domain.contains(step.read)).map(|step| step.to));
            }
            size += next.len() as u64;
            if size > most {
                return size;
            }
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        size
    }
}

impl IntExpr {
    /// Returns whether it has so few parts, and so few within each other, that it may stand several
    /// times.
    pub fn is_small(&self) -> bool {
        is_small(Part::Number(self))
    }
}

impl BoolExpr {
    /// Returns whether it has so few parts that it may stand several times.
    pub fn is_small(&self) -> bool {
        is_small(Part::Truth(self))
    }
}

fn is_small(part: Part<'_>) -> bool {
    /// The most parts.
    const SMALL: u64 = 1_000;
    let mut size = 0;
    add(part, None, &mut size, SMALL);
    size <= SMALL
}

impl Csp {
    /// Returns the parts of the statements and variables from these positions on; where they are more
    /// than `most`, some number above.
    pub fn size_from(&self, (stmts, vars): (usize, usize), most: u64) -> u64 {
        let mut size = 0;
        for var in &self.vars[vars..] {
            size += VARIABLE + var.domain.listed() as u64;
        }
        for (stmt, _) in &self.stmts[stmts..] {
            if size > most {
                break;
            }
            match stmt {
                Stmt::Hold(truth) => add(Part::Truth(truth), Some(self), &mut size, most),
                Stmt::Components(components) => size += components_size(components),
                Stmt::Reading(reading) => size += reading.size(self, most),
            }
        }
        size
    }
}
