//! `Display` of expressions, with as few parentheses as the grammar allows.
//!
//! Each kind has a binding strength; an operand that binds less than its place asks for is put into
//! parentheses. `if` binds like a value but takes all that follows, so it needs them wherever
//! something follows.

use std::fmt::{self, Display, Formatter};

use super::{BinaryOp, Expr, ExprKind};

/// How tight an expression binds, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Range,
    Sum,
    Product,
    Neg,
    Value,
}

/// An expression at a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand<'a> {
    expr: &'a Expr,
    /// The least strength that needs no parentheses.
    least: Strength,
    /// Whether nothing of the same expression follows, so that an `if` ends where it should.
    is_last: bool,
    /// Whether a name, too, needs parentheses: `x[(cells), r in rows]`.
    wraps_names: bool,
}

impl Expr {
    fn at(&self, least: Strength, is_last: bool) -> Operand<'_> {
        Operand { expr: self, least, is_last, wraps_names: false }
    }

    /// Returns the expression as it is written where anything may stand beside it.
    pub fn as_operand(&self) -> impl Display {
        self.at(Strength::Value, false)
    }

    /// Returns the expression as it is written where only values may be declared.
    pub(super) fn as_domain(&self) -> Operand<'_> {
        self.at(Strength::Range, true)
    }

    /// Returns the expression as it is written among binders where it binds no name.
    pub(super) fn as_bare_generator(&self, wraps_names: bool) -> Operand<'_> {
        let least = if matches!(self.kind, ExprKind::In { negated: false, .. }) {
            Strength::Range
        } else {
            Strength::Iff
        };
        Operand { least, wraps_names, ..self.at(least, true) }
    }

    fn strength(&self) -> Strength {
        match &self.kind {
            ExprKind::Iff(..) => Strength::Iff,
            ExprKind::Implies(..) => Strength::Implies,
            ExprKind::Or(_) => Strength::Or,
            ExprKind::And(_) => Strength::And,
            ExprKind::Not(_) => Strength::Not,
            ExprKind::Compare(..) | ExprKind::In { .. } => Strength::Compare,
            ExprKind::Range(..) => Strength::Range,
            ExprKind::Sum(_) => Strength::Sum,
            ExprKind::Binary(..) => Strength::Product,
            ExprKind::Neg(_) => Strength::Neg,
            ExprKind::Int(value) if *value < 0 => Strength::Neg,
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Tuple(_)
            | ExprKind::List(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Call(..)
            | ExprKind::Comprehension { .. }
            | ExprKind::ListOf { .. }
            | ExprKind::If(..) => Strength::Value,
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.at(Strength::Iff, true).fmt(f)
    }
}

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_cut = !self.is_last && matches!(self.expr.kind, ExprKind::If(..));
        let is_wrapped_name = self.wraps_names && matches!(self.expr.kind, ExprKind::Name(_));
        if self.expr.strength() < self.least || is_cut || is_wrapped_name {
            f.write_str("(")?;
            write_kind(f, &self.expr.kind, true)?;
            f.write_str(")")
        } else {
            write_kind(f, &self.expr.kind, self.is_last)
        }
    }
}

/// Writes sides with an operator between them.
fn write_chain(
    f: &mut Formatter<'_>,
    sides: &[Expr],
    op: &str,
    least: Strength,
    is_last: bool,
) -> fmt::Result {
    for (index, side) in sides.iter().enumerate() {
        f.write_str(if index > 0 { op } else { "" })?;
        side.at(least, is_last && index + 1 == sides.len()).fmt(f)?;
    }
    Ok(())
}

fn write_kind(f: &mut Formatter<'_>, kind: &ExprKind, is_last: bool) -> fmt::Result {
    match kind {
        ExprKind::Int(value) => write!(f, "{value}"),
        ExprKind::Bool(value) => write!(f, "{value}"),
        ExprKind::Text(text) => write!(f, "{text}"),
        ExprKind::Name(name) => f.write_str(name),
        ExprKind::Tuple(parts) => {
            f.write_str("(")?;
            write_chain(f, parts, ", ", Strength::Iff, true)?;
            f.write_str(")")
        }
        ExprKind::List(elements) => {
            f.write_str("{")?;
            write_chain(f, elements, ", ", Strength::Iff, true)?;
            f.write_str("}")
        }
        ExprKind::Range(low, high) => {
            write!(f, "{}..{}", low.at(Strength::Sum, false), high.at(Strength::Sum, is_last))
        }
        ExprKind::Index(base, indexes) => {
            write!(f, "{}[", base.at(Strength::Value, false))?;
            write_chain(f, indexes, ", ", Strength::Iff, true)?;
            f.write_str("]")
        }
        ExprKind::Field(base, field) => write!(f, "{}.{field}", base.at(Strength::Value, false)),
        ExprKind::Call(function, arguments) => {
            write!(f, "{function}(")?;
            write_chain(f, arguments, ", ", Strength::Iff, true)?;
            f.write_str(")")
        }
        ExprKind::Comprehension { function, body, binders } => {
            write!(f, "{function}({body} for {binders})")
        }
        ExprKind::ListOf { body, binders } => write!(f, "[{body} for {binders}]"),
        ExprKind::Neg(side) => write!(f, "-{}", side.at(Strength::Neg, is_last)),
        ExprKind::Not(side) => write!(f, "not {}", side.at(Strength::Not, is_last)),
        ExprKind::Sum(terms) => {
            for (index, (subtracted, term)) in terms.iter().enumerate() {
                f.write_str(match (index, subtracted) {
                    (0, false) => "",
                    (0, true) => "-",
                    (_, false) => " + ",
                    (_, true) => " - ",
                })?;
                term.at(Strength::Product, is_last && index + 1 == terms.len()).fmt(f)?;
            }
            Ok(())
        }
        ExprKind::Binary(op, left, right) => {
            let left = left.at(Strength::Product, false);
            write!(f, "{left} {op} {}", right.at(Strength::Neg, is_last))
        }
        ExprKind::And(sides) => write_chain(f, sides, " and ", Strength::Not, is_last),
        ExprKind::Or(sides) => write_chain(f, sides, " or ", Strength::And, is_last),
        ExprKind::Implies(left, right) => {
            let left = left.at(Strength::Or, false);
            write!(f, "{left} implies {}", right.at(Strength::Implies, is_last))
        }
        ExprKind::Iff(left, right) => {
            let left = left.at(Strength::Iff, false);
            write!(f, "{left} iff {}", right.at(Strength::Implies, is_last))
        }
        ExprKind::Compare(first, rest) => {
            first.at(Strength::Range, false).fmt(f)?;
            for (index, (op, side)) in rest.iter().enumerate() {
                let is_last = is_last && index + 1 == rest.len();
                write!(f, " {} {}", op.sign(), side.at(Strength::Range, is_last))?;
            }
            Ok(())
        }
        ExprKind::In { item, list, negated } => {
            let op = if *negated { "not in" } else { "in" };
            let item = item.at(Strength::Range, false);
            write!(f, "{item} {op} {}", list.at(Strength::Range, is_last))
        }
        ExprKind::If(condition, then, other) => {
            write!(f, "if {condition} then {then} else {other}")
        }
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mul => "*",
            Self::Divide => "/",
            Self::Div => "div",
            Self::Mod => "mod",
        })
    }
}
