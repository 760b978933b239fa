//! What a definition exports, with the values of an instance: arguments as codes of links see them.

use crate::definition::Shown;
use crate::export::ExportArgument;
use crate::expr::Expr;
use crate::instance::Instance;
use crate::keys::KeyIndex;
use crate::link::{Content, LinkArgument, LinkFamily};

impl ExportArgument {
    /// Returns it as codes see it, with what its family says; `index` says where a family stands that the
    /// instance does not know yet.
    ///
    /// # Errors
    /// Where a value cannot be computed.
    pub fn seen<'a>(
        &self,
        instance: &'a Instance<'_>,
        index: impl Fn(Shown) -> Option<&'a KeyIndex>,
        contents: impl Fn(Shown) -> Vec<Content>,
    ) -> Result<LinkArgument<'a>, String> {
        let definition = instance.definition;
        let value = |expr: &Expr| instance.scope().eval(expr).map_err(|at| at.fault.to_string());
        let (shown, only) = match self {
            Self::Value(expr) => return Ok(LinkArgument::Value(value(expr)?)),
            Self::Family(shown, None) => (*shown, None),
            Self::Family(shown, Some(only)) => (*shown, value(only)?.to_key()),
        };
        let family = match shown {
            Shown::Layout(id) => {
                let declared = &definition.layouts[id.0 as usize];
                LinkFamily {
                    name: &declared.name,
                    index: &instance.layouts[id.0 as usize].index,
                    only,
                    is_truth: declared.is_truth(),
                    is_whole: true,
                    is_rooms: declared.is_rooms(),
                    contents: contents(shown),
                }
            }
            Shown::Clue(id) => {
                let declared = definition.clue(id);
                LinkFamily {
                    name: &declared.name,
                    index: match index(shown) {
                        Some(index) => index,
                        None => &instance.clues[id.0 as usize].index,
                    },
                    only,
                    is_truth: declared.is_truth,
                    is_whole: declared.is_fixed && declared.condition.is_none(),
                    is_rooms: false,
                    contents: contents(shown),
                }
            }
            Shown::Answer(_) => return Err("an answer is no part of a link".to_owned()),
        };
        Ok(LinkArgument::Family(family))
    }
}
