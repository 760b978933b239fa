//! Expressions other than calls.

use ruff_python_ast::{
    BoolOp, CmpOp, Comprehension as Part, ConversionFlag, Expr as Node, ExprBinOp, ExprBoolOp,
    ExprCompare, ExprFString, ExprSubscript, ExprUnaryOp, InterpolatedStringElement,
    Operator as Sign, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::statements::operator;
use super::{Compiler, Kind, Places, Result, outside};
use crate::literal;
use crate::tree::{
    Binary, Choice, Comparator, Comparison, Comprehension, Expr, Loop, NO_TOKEN, Operator, Piece,
    Slice, TokenId,
};
use crate::words::Context;

const EXPRESSION: &str = "see the expressions of the subset";

impl Compiler<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self, node: &Node) -> Result<Expr> {
        self.deeper(node.range(), |own| own.any_expression(node))
    }

    fn any_expression(&mut self, node: &Node) -> Result<Expr> {
        match node {
            Node::NoneLiteral(_)
            | Node::BooleanLiteral(_)
            | Node::StringLiteral(_)
            | Node::NumberLiteral(_) => self.constant(node),
            Node::Name(name) => {
                let context = Context::Name(self.sight());
                Ok(Expr::Name(Box::new(self.name(name, Kind::Name, context)?)))
            }
            Node::UnaryOp(unary) => self.unary(node, unary),
            Node::BinOp(_) => {
                let group = self.group();
                self.binary(node, group)
            }
            Node::BoolOp(_) => {
                let group = self.group();
                self.boolean(node, group)
            }
            Node::Compare(compare) => self.comparison(compare),
            Node::If(choice) => {
                let body = self.within(1, |own| own.expression(&choice.body))?;
                let test = self.expression(&choice.test)?;
                let otherwise = self.within(1, |own| own.expression(&choice.orelse))?;
                Ok(Expr::If(Box::new((test, body, otherwise))))
            }
            Node::List(list) => Ok(Expr::List(self.all(&list.elts)?)),
            Node::Tuple(tuple) => Ok(Expr::Tuple(self.all(&tuple.elts)?)),
            Node::Dict(dict) => {
                let mut items = Vec::new();
                for item in &dict.items {
                    let Some(key) = &item.key else {
                        return outside(dict.range, "`**` in a dictionary", EXPRESSION);
                    };
                    items.push((self.expression(key)?, self.expression(&item.value)?));
                }
                Ok(Expr::Dict(items))
            }
            Node::Subscript(item) => self.item(item),
            Node::Call(call) => self.call(call),
            Node::ListComp(one) => {
                self.comprehension(one.range, &one.elt, None, &one.generators).map(comprehended)
            }
            Node::DictComp(one) => self
                .comprehension(one.range, &one.key, Some(&one.value), &one.generators)
                .map(comprehended),
            Node::FString(text) => self.format(text),
            other => left_out(other),
        }
    }

    /// Reads several.
    pub(super) fn all(&mut self, nodes: &[Node]) -> Result<Vec<Expr>> {
        nodes.iter().map(|node| self.expression(node)).collect()
    }

    fn constant(&mut self, node: &Node) -> Result<Expr> {
        let Some(value) = literal::constant(node) else {
            return outside(node.range(), "a floating or complex number", "use integers");
        };
        let kind = match node {
            Node::BooleanLiteral(_) => Kind::Truth,
            Node::StringLiteral(text) if text.value.is_implicit_concatenated() => {
                return Ok(Expr::Constant(value, NO_TOKEN));
            }
            Node::StringLiteral(_) => Kind::Text,
            Node::NoneLiteral(_) => return Ok(Expr::Constant(value, NO_TOKEN)),
            _ => Kind::Number,
        };
        let token = self.token(node.range(), kind, Context::None);
        self.choose(token, |_, word| literal::of_word(word), Choice::Constants);
        Ok(Expr::Constant(value, token))
    }

    fn unary(&mut self, node: &Node, unary: &ExprUnaryOp) -> Result<Expr> {
        let is_number = unary.operand.is_number_literal_expr();
        // `-1` is one token, `-(1)` and `- 1` are two; and so is `-` before a token that lost its own sign.
        let is_near = unary.range.start() + TextSize::from(1) == unary.operand.start();
        let is_one = matches!(self.places, Places::Unknown) || self.known(unary.range) != NO_TOKEN;
        if unary.op == UnaryOp::USub && is_number && is_near && is_one {
            return self.constant(node);
        }
        let operand = self.expression(&unary.operand)?;
        match unary.op {
            UnaryOp::Not => Ok(Expr::Not(Box::new(operand))),
            UnaryOp::USub => Ok(Expr::Minus(Box::new(operand))),
            UnaryOp::UAdd => Ok(Expr::Plus(Box::new(operand))),
            UnaryOp::Invert => outside(unary.range, "`~`", EXPRESSION),
        }
    }

    fn group(&mut self) -> u32 {
        self.groups.push(Vec::new());
        u32::try_from(self.groups.len() - 1).unwrap_or(u32::MAX)
    }

    fn join(&mut self, group: u32, token: TokenId) {
        if let (true, Some(group)) = (token != NO_TOKEN, self.groups.get_mut(group as usize)) {
            group.push(token);
        }
    }

    /// Reads an operand, in the same group unless it stands in parentheses.
    fn operand(&mut self, node: &Node, is_open: bool, group: u32) -> Result<Expr> {
        match node {
            Node::BinOp(_) if is_open => self.deeper(node.range(), |own| own.binary(node, group)),
            Node::BoolOp(_) if is_open => self.deeper(node.range(), |own| own.boolean(node, group)),
            _ => self.expression(node),
        }
    }

    fn binary(&mut self, node: &Node, group: u32) -> Result<Expr> {
        let Node::BinOp(ExprBinOp { left: l, op, right: r, range, .. }) = node else {
            return self.expression(node);
        };
        let sign = self.source.operator(l.range());
        let operator = operator(*op, sign)?;
        let left = self.operand(l, l.start() == range.start(), group)?;
        if *op != Sign::Pow {
            let token = self.token(sign, Kind::Arithmetic, Context::None);
            self.choose(token, |_, word| Operator::of_sign(word), Choice::Operators);
            self.join(group, token);
        }
        let before = self.found.len();
        let right = self.operand(r, !self.source.is_parenthesized(r.range()), group)?;
        if *op == Sign::Pow {
            self.note_exponent(before, r.range());
        }
        Ok(Expr::Binary(Box::new(Binary { operator, group, left, right })))
    }

    /// Says of a number that is an exponent that it is one.
    fn note_exponent(&mut self, from: usize, range: TextRange) {
        if let Some(one) = self.found.get_mut(from)
            && one.kind == Kind::Number
            && one.span == super::span(range)
        {
            one.context = Context::Exponent;
        }
    }

    fn boolean(&mut self, node: &Node, group: u32) -> Result<Expr> {
        let Node::BoolOp(ExprBoolOp { op, values, range, .. }) = node else {
            return self.expression(node);
        };
        let mut read = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let is_open = if place == 0 {
                value.start() == range.start()
            } else {
                !self.source.is_parenthesized(value.range())
            };
            read.push(self.within(place, |own| own.operand(value, is_open, group))?);
            if place + 1 < values.len() {
                let sign = self.source.operator(value.range());
                let token = self.token(sign, Kind::Boolean, Context::None);
                self.choose(token, |_, word| Some(word == "and"), Choice::Junctions);
                self.join(group, token);
            }
        }
        Ok(Expr::Boolean(*op == BoolOp::And, group, read))
    }

    fn comparison(&mut self, node: &ExprCompare) -> Result<Expr> {
        let first = self.expression(&node.left)?;
        let mut links = Vec::new();
        let mut left: &Node = &node.left;
        for (op, right) in node.ops.iter().zip(&node.comparators) {
            let sign = self.source.operator(left.range());
            let is_identity = matches!(op, CmpOp::Is | CmpOp::IsNot);
            let is_plain = right.is_none_literal_expr() || right.is_boolean_literal_expr();
            if is_identity && !is_plain {
                return outside(sign, "`is` with anything but `None`", "compare with `==`");
            }
            let token = match is_identity {
                true => NO_TOKEN,
                false => self.token(sign, Kind::Comparison, Context::None),
            };
            self.choose(token, |_, word| Comparator::of_sign(word), Choice::Comparators);
            let right_side = self.expression(right)?;
            links.push(Comparison { operator: comparator(*op), token, right: right_side });
            left = right;
        }
        Ok(Expr::Compare(Box::new((first, links))))
    }

    fn item(&mut self, node: &ExprSubscript) -> Result<Expr> {
        let base = self.expression(&node.value)?;
        let Node::Slice(slice) = &*node.slice else {
            return Ok(Expr::Item(Box::new((base, self.expression(&node.slice)?))));
        };
        let mut bounds = [None, None, None];
        for (bound, node) in bounds.iter_mut().zip([&slice.lower, &slice.upper, &slice.step]) {
            *bound = node.as_deref().map(|node| self.expression(node)).transpose()?;
        }
        Ok(Expr::Slice(Box::new(Slice { base, bounds })))
    }

    /// Reads a comprehension.
    pub(super) fn comprehension(
        &mut self,
        range: TextRange,
        element: &Node,
        value: Option<&Node>,
        loops: &[Part],
    ) -> Result<Comprehension> {
        let mut parts = Vec::new();
        let Some(outer) = loops.first() else {
            return outside(range, "this comprehension", EXPRESSION);
        };
        // The first thing to loop over is looked up outside.
        let mut first = Some(self.expression(&outer.iter)?);
        let slots = self.open_comprehension(range, loops)?;
        let mut branches = 0;
        for part in loops {
            if part.is_async {
                return outside(part.range, "`async`", EXPRESSION);
            }
            let over = match first.take() {
                Some(over) => over,
                None => self.within(branches, |own| own.expression(&part.iter))?,
            };
            let target = self.within(branches, |own| own.target(&part.target))?;
            let mut tests = Vec::new();
            for test in &part.ifs {
                branches += 1;
                tests.push(self.within(branches, |own| own.expression(test))?);
            }
            branches += 1;
            parts.push(Loop { target, over, tests });
        }
        let element = self.within(branches, |own| own.expression(element))?;
        let value = value.map(|value| self.within(branches, |own| own.expression(value)));
        let value = value.transpose()?;
        self.close_comprehension();
        Ok(Comprehension { element, value, parts, slots })
    }

    fn format(&mut self, node: &ExprFString) -> Result<Expr> {
        let mut pieces = Vec::new();
        for part in node.value.elements() {
            match part {
                InterpolatedStringElement::Literal(text) => {
                    pieces.push(Piece::Text(text.value.to_string()));
                }
                InterpolatedStringElement::Interpolation(one) => {
                    let is_repr = one.conversion == ConversionFlag::Repr;
                    let is_plain = one.conversion == ConversionFlag::None || is_repr;
                    if !is_plain || one.debug_text.is_some() || one.format_spec.is_some() {
                        return outside(one.range, "a format in an f-string", "write `{x}`");
                    }
                    let before = self.found.len();
                    let value = self.expression(&one.expression)?;
                    // Older Pythons allow no quotes there, so a text is no blank.
                    let mut place = 0;
                    self.found.retain(|found| {
                        place += 1;
                        place <= before || found.kind != Kind::Text
                    });
                    pieces.push(Piece::Value(value, is_repr));
                }
            }
        }
        if node.value.is_implicit_concatenated() {
            return outside(node.range, "f-strings side by side", "write one");
        }
        Ok(Expr::Format(pieces))
    }
}

/// Returns what is wrong with an expression that is outside of the subset.
fn left_out(node: &Node) -> Result<Expr> {
    match node {
        Node::Starred(star) => outside(star.range, "`*` before a value", EXPRESSION),
        Node::Lambda(one) => outside(one.range, "`lambda`", "define a function"),
        Node::Generator(one) => {
            let help = "give it to `sum`, `any`, `all`, `min`, `max`, `sorted`, `list` or `join`";
            outside(one.range, "a generator that is kept", help)
        }
        Node::Set(one) => outside(one.range, "a set", "use a list or a dictionary"),
        Node::SetComp(one) => outside(one.range, "a set", "use a list or a dictionary"),
        Node::Attribute(one) => {
            outside(one.attr.range, "an attribute that is not called", "call a method")
        }
        other => outside(other.range(), "this expression", EXPRESSION),
    }
}

fn comprehended(one: Comprehension) -> Expr {
    Expr::Comprehension(Box::new(one))
}

fn comparator(op: CmpOp) -> Comparator {
    match op {
        CmpOp::Eq => Comparator::Equal,
        CmpOp::NotEq => Comparator::NotEqual,
        CmpOp::Lt => Comparator::Less,
        CmpOp::LtE => Comparator::LessEqual,
        CmpOp::Gt => Comparator::Greater,
        CmpOp::GtE => Comparator::GreaterEqual,
        CmpOp::Is => Comparator::Is,
        CmpOp::IsNot => Comparator::IsNot,
        CmpOp::In => Comparator::In,
        CmpOp::NotIn => Comparator::NotIn,
    }
}
