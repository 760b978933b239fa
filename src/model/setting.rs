//! Parameters as they are set on the command line: a name and a text.

use std::sync::Arc;

use crate::diagnostics::{Code, Problem};
use crate::model::definition::{Definition, ParamDomain};
use crate::model::value::Value;
use crate::source::Span;

/// A parameter's value as it was asked for.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// What was written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// Returns the value that a text is for the parameter at this position.
pub(super) fn parse_setting(
    definition: &Definition,
    position: usize,
    setting: &Setting,
) -> Result<Value, Problem> {
    let constant = &definition.constants[position];
    let (value, expected) = match &constant.domain {
        Some(ParamDomain::Truth) => {
            (setting.text.parse().ok().map(Value::Bool), "`true` or `false`".to_owned())
        }
        Some(ParamDomain::Words(words)) => {
            let word = words.iter().find(|word| ***word == setting.text);
            let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            (word.map(|word| Value::Word(Arc::clone(word))), format!("one of {}", list.join(", ")))
        }
        Some(ParamDomain::Numbers(_)) | None => {
            (setting.text.parse().ok().map(Value::Int), "a whole number".to_owned())
        }
    };
    value.ok_or_else(|| {
        Problem::error(
            Code::BadParameter,
            format!("parameter `{}` cannot be `{}`", constant.name, setting.text),
            setting.span,
            format!("expected {expected}"),
        )
    })
}
