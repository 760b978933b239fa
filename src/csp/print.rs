//! A readable, stable dump of flat constraints, for snapshots and for looking at them.
//!
//! Given a [`Csp`], [`std::fmt::Display`] writes its variables, answers and guards, then its
//! statements, one a line, each with its origin behind `--`. Nothing reads this text back.

use std::fmt::{self, Display, Formatter};

use super::{BoolExpr, Csp, FlatForm, IntExpr, Lit, Origin, Stmt, VarId};

impl Display for Csp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for var in &self.vars {
            writeln!(f, "var {}: {}", var.name, var.domain)?;
        }
        if !self.answers.is_empty() {
            write!(f, "answers ")?;
            separated(f, &self.answers, |f, var| name(f, self, *var))?;
            writeln!(f)?;
        }
        for (var, origin) in &self.guards {
            write!(f, "guard ")?;
            name(f, self, *var)?;
            writeln!(f, "  -- {origin}")?;
        }
        for (stmt, origin) in &self.stmts {
            match stmt {
                Stmt::Hold(truth) => write_bool(f, self, truth, false)?,
                Stmt::Global(global) => global.form().write(f, self)?,
            }
            writeln!(f, "  -- {origin}")?;
        }
        Ok(())
    }
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { rule, case, .. } => write!(f, "rule {rule} case {case}"),
            Self::Introduced(why) => write!(f, "introduced: {why}"),
        }
    }
}

/// Writes items with commas between them.
pub(super) fn separated<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    mut write: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    Ok(())
}

/// Writes a variable's name, or its number where the problem has no such variable.
pub(super) fn name(f: &mut Formatter<'_>, csp: &Csp, var: VarId) -> fmt::Result {
    match csp.vars.get(var.index()) {
        Some(var) => f.write_str(&var.name),
        None => write!(f, "#{}", var.0),
    }
}

/// Writes a literal.
pub(super) fn write_lit(f: &mut Formatter<'_>, csp: &Csp, lit: Lit) -> fmt::Result {
    name(f, csp, lit.var)?;
    write!(f, "{}{}", if lit.is { " is " } else { " is not " }, lit.value)
}

/// Writes a truth; `nested` puts brackets around what is not a call.
fn write_bool(f: &mut Formatter<'_>, csp: &Csp, expr: &BoolExpr, nested: bool) -> fmt::Result {
    let brackets = nested
        && matches!(
            expr,
            BoolExpr::Lit(_) | BoolExpr::Iff(..) | BoolExpr::Compare(..) | BoolExpr::Not(_)
        );
    if brackets {
        f.write_str("(")?;
    }
    match expr {
        BoolExpr::Const(truth) => write!(f, "{truth}")?,
        BoolExpr::Lit(lit) => write_lit(f, csp, *lit)?,
        BoolExpr::Not(inner) => {
            f.write_str("not ")?;
            write_bool(f, csp, inner, true)?;
        }
        BoolExpr::And(parts) | BoolExpr::Or(parts) => {
            f.write_str(if matches!(expr, BoolExpr::And(_)) { "all(" } else { "any(" })?;
            separated(f, parts, |f, part| write_bool(f, csp, part, false))?;
            f.write_str(")")?;
        }
        BoolExpr::Iff(a, b) => {
            write_bool(f, csp, a, true)?;
            f.write_str(" <=> ")?;
            write_bool(f, csp, b, true)?;
        }
        BoolExpr::Compare(op, a, b) => {
            write_int(f, csp, a)?;
            write!(f, " {} ", op.sign())?;
            write_int(f, csp, b)?;
        }
        BoolExpr::Distinct(terms) => {
            f.write_str("distinct(")?;
            separated(f, terms, |f, term| write_int(f, csp, term))?;
            f.write_str(")")?;
        }
        BoolExpr::Graph(graph) => graph.write(f, csp)?,
    }
    if brackets {
        f.write_str(")")?;
    }
    Ok(())
}

fn write_int(f: &mut Formatter<'_>, csp: &Csp, expr: &IntExpr) -> fmt::Result {
    let call = |f: &mut Formatter<'_>, head: &str, parts: &[&IntExpr]| {
        write!(f, "{head}(")?;
        separated(f, parts, |f, part| write_int(f, csp, part))?;
        f.write_str(")")
    };
    match expr {
        IntExpr::Const(value) => write!(f, "{value}"),
        IntExpr::Var(var) => name(f, csp, *var),
        IntExpr::Linear(terms, constant) => {
            f.write_str("sum(")?;
            for (coefficient, term) in terms {
                if *coefficient != 1 {
                    write!(f, "{coefficient}*")?;
                }
                write_int(f, csp, term)?;
                f.write_str(", ")?;
            }
            write!(f, "{constant})")
        }
        IntExpr::Product(a, b) => call(f, "product", &[a, b]),
        IntExpr::Div(a, b) => call(f, "div", &[a, b]),
        IntExpr::Mod(a, b) => call(f, "mod", &[a, b]),
        IntExpr::Abs(a) => call(f, "abs", &[a]),
        IntExpr::Min(terms) => call(f, "min", &terms.iter().collect::<Vec<_>>()),
        IntExpr::Max(terms) => call(f, "max", &terms.iter().collect::<Vec<_>>()),
        IntExpr::If(truth, yes, no) => {
            f.write_str("if(")?;
            write_bool(f, csp, truth, false)?;
            f.write_str(", ")?;
            write_int(f, csp, yes)?;
            f.write_str(", ")?;
            write_int(f, csp, no)?;
            f.write_str(")")
        }
        IntExpr::FromBool(truth) => {
            f.write_str("[")?;
            write_bool(f, csp, truth, false)?;
            f.write_str("]")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Domain;
    use crate::{Components, GraphKind, GraphLink, GraphTruth, Joined, NodeWeight, Same, Total};
    use puzgen_base::ops::CompareOp;

    #[test]
    fn prints_every_kind_of_line() {
        let mut csp = Csp::new();
        let x = csp.var("x", Domain::Range(1, 9));
        let y = csp.var("y", Domain::Values(vec![-1, 4]));
        let g = csp.bool_var("g");
        csp.answers = vec![x, y];
        csp.guards = vec![(g, Origin::Introduced("switch"))];
        let sum = IntExpr::Linear(vec![(1, IntExpr::Var(x)), (-2, IntExpr::Var(y))], 3);
        let truth = BoolExpr::Or(vec![
            BoolExpr::Lit(Lit::is(g, 0)),
            BoolExpr::Not(Box::new(BoolExpr::Compare(CompareOp::Le, sum, IntExpr::Const(4)))),
        ]);
        csp.hold(truth, Origin::Introduced("test"));
        let chosen = IntExpr::If(
            Box::new(BoolExpr::Lit(Lit::is_not(x, 2))),
            Box::new(IntExpr::Min(vec![IntExpr::Var(x), IntExpr::Const(5)])),
            Box::new(IntExpr::FromBool(Box::new(BoolExpr::Const(true)))),
        );
        csp.hold(BoolExpr::Distinct(vec![chosen, IntExpr::Var(y)]), Origin::Introduced("test"));
        let components = Components {
            size: vec![Some(x), None],
            first: vec![None, Some(g)],
            ..Components::equal(vec![x, y], vec![vec![1], vec![0]])
        };
        csp.stmts.push((components.into(), Origin::Introduced("test")));
        let link = Lit::is(g, 0);
        let components = Components {
            totals: vec![Total {
                weights: vec![NodeWeight::Const(2), NodeWeight::Var(y)],
                total: vec![None, Some(x)],
            }],
            same: vec![Same { nodes: (0, 1), truth: g }],
            ..Components::new(Joined::Linked(vec![vec![link], vec![link]]), vec![vec![1], vec![0]])
        };
        csp.stmts.push((components.into(), Origin::Introduced("test")));
        let nodes = vec![None, Some(Lit::is(g, 1))];
        let links = vec![GraphLink { ends: [0, 1], when: Some(Lit::is_not(x, 3)) }];
        let graph = GraphTruth { kind: GraphKind::Acyclic, nodes, links };
        csp.hold(BoolExpr::Graph(Box::new(graph)), Origin::Introduced("test"));
        insta::assert_snapshot!(csp, @r"
        var x: 1..9
        var y: {-1, 4}
        var g: 0..1
        answers x, y
        guard g  -- introduced: switch
        any(g is 0, not (sum(x, -2*y, 3) <= 4))  -- introduced: test
        distinct(if(x is not 2, min(x, 5), [true]), y)  -- introduced: test
        components(x size x, y first g; 0-1)  -- introduced: test
        components(0 adds 2, 1 adds y total x; 0-1 if g is 0; 0~1 iff g)  -- introduced: test
        acyclic(0, 1 if g is 1; 0-1 if x is not 3)  -- introduced: test
        ");
    }
}
