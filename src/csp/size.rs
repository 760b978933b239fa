//! How large expressions and statements are, in parts.

use super::{BoolExpr, Csp, ExprPart, IntExpr, Stmt};

/// The parts that a variable counts as: its name and values, and what engines keep for it.
const VARIABLE: u64 = 10;

/// Adds the parts of an expression to `size`, and ends once they are more than `most`. Of `csp` are its
/// variables, where it counts what engines make of them.
fn add<'a>(part: ExprPart<'a>, csp: Option<&Csp>, size: &mut u64, most: u64) {
    let mut open = vec![part];
    while let Some(part) = open.pop() {
        *size += 1;
        if *size > most {
            return;
        }
        match part {
            ExprPart::Truth(BoolExpr::Distinct(items)) => {
                *size += csp.map_or(0, |csp| differing(items, csp));
            }
            ExprPart::Truth(BoolExpr::Graph(graph)) => {
                *size += graph.part_count();
            }
            ExprPart::Truth(_) | ExprPart::Number(_) => {}
        }
        part.for_each_child(&mut |child| open.push(child));
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

impl IntExpr {
    /// Returns whether it has so few parts, and so few within each other, that it may stand several
    /// times.
    pub fn is_small(&self) -> bool {
        is_small(ExprPart::Number(self))
    }
}

impl BoolExpr {
    /// Returns whether it has so few parts that it may stand several times.
    pub fn is_small(&self) -> bool {
        is_small(ExprPart::Truth(self))
    }
}

fn is_small(part: ExprPart<'_>) -> bool {
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
                Stmt::Hold(truth) => add(ExprPart::Truth(truth), Some(self), &mut size, most),
                Stmt::Global(global) => size += global.form().size(self, most),
            }
        }
        size
    }
}
