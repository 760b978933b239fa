//! Parameters as they are set on the command line: a name and a text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::definition::{Definition, ParamDomain};
use crate::value::Value;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;

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

/// Returns the values that settings give parameters, by position in `constants`, each with its place.
///
/// # Errors
/// `bad_parameter`.
pub(super) fn overrides(
    definition: &Definition,
    settings: &[Setting],
) -> Result<BTreeMap<usize, (Value, Span)>, Problem> {
    let mut overrides = BTreeMap::new();
    for setting in settings {
        let known = definition.constants.iter().filter(|c| c.domain.is_some());
        let Some(position) =
            definition.constants.iter().position(|c| c.name == setting.name && c.domain.is_some())
        else {
            return Err(Problem::error(
                Code::BadParameter,
                format!("`{}` has no parameter `{}`", definition.name, setting.name),
                setting.span,
                "no such parameter",
            )
            .help(match known.clone().map(|c| format!("`{}`", c.name)).collect::<Vec<_>>() {
                names if names.is_empty() => "it has no parameters at all".to_owned(),
                names => format!("its parameters are {}", names.join(", ")),
            })
            .did_you_mean(&setting.name, known.map(|c| c.name.as_str())));
        };
        let value = parse_setting(definition, position, setting)?;
        overrides.insert(position, (value, setting.span));
    }
    Ok(overrides)
}

/// Returns the value that a text is for the parameter at this position.
fn parse_setting(
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
