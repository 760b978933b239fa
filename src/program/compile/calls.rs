//! Calls of functions and methods.

use ruff_python_ast::{Arguments as Node, Expr as Any, ExprAttribute, ExprCall};
use ruff_text_size::Ranged;

use super::{Compiler, Kind, Result, outside};
use crate::tree::{Arguments, Call, Choice, Expr, Method};
use crate::words::{self, Context, Family};

impl Compiler<'_> {
    /// Reads a call.
    pub(super) fn call(&mut self, node: &ExprCall) -> Result<Expr> {
        let count = node.arguments.args.len();
        match &*node.func {
            Any::Name(name) => {
                let is_plain = node.arguments.keywords.is_empty();
                let is_generator = node.arguments.args.iter().any(Any::is_generator_expr);
                let context = Context::Call { count, is_plain, is_generator };
                let callee = self.name(name, Kind::Function, context)?;
                let arguments = self.arguments(&node.arguments)?;
                Ok(Expr::Call(Box::new(Call { callee, arguments })))
            }
            Any::Attribute(attribute) => self.method(attribute, &node.arguments),
            other => outside(other.range(), "calling this", "call a function or a method"),
        }
    }

    fn method(&mut self, node: &ExprAttribute, arguments: &Node) -> Result<Expr> {
        let name = node.attr.as_str();
        if !words::is_method(name) {
            let what = format!("the method `{name}`");
            return outside(node.attr.range, &what, "see the methods of the subset");
        }
        let receiver = self.expression(&node.value)?;
        let family = match &*node.value {
            Any::StringLiteral(_) | Any::FString(_) => Family::Text,
            _ => Family::Unknown,
        };
        let is_plain = arguments.keywords.is_empty();
        let context = Context::Method { count: arguments.args.len(), is_plain, family };
        let token = self.token(node.attr.range, Kind::Method, context);
        self.choose(token, |_, word| Some(word.to_owned()), Choice::Methods);
        let arguments = self.arguments(arguments)?;
        Ok(Expr::Method(Box::new(Method { receiver, name: name.to_owned(), token, arguments })))
    }

    fn arguments(&mut self, node: &Node) -> Result<Arguments> {
        let mut named = Vec::new();
        if let [Any::Generator(one)] = &*node.args
            && node.keywords.is_empty()
        {
            let read = self.comprehension(one.range, &one.elt, None, &one.generators)?;
            return Ok(Arguments { generator: Some(Box::new(read)), ..Arguments::default() });
        }
        let plain = self.all(&node.args)?;
        for keyword in &node.keywords {
            let Some(name) = &keyword.arg else {
                return outside(keyword.range, "`**` before an argument", "name the arguments");
            };
            if named.iter().any(|(known, _): &(String, Expr)| known == name.as_str()) {
                return outside(keyword.range, "an argument given twice", "give it once");
            }
            named.push((name.to_string(), self.expression(&keyword.value)?));
        }
        Ok(Arguments { plain, named, generator: None })
    }
}
