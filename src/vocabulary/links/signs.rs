//! Which of two neighbours is less: what `minarism` of pzpr writes between squares.

use crate::links::in_order::{InOrder, Values};
use crate::links::runs::Runs;
use puzgen_base::heads::Signed;
use puzgen_model::link::{Content, LinkText};

/// `signs(less)`.
#[derive(Debug)]
pub(super) struct Signs;

/// Letters from `i` to `z`.
const FROM_I: Runs = Runs { before: 17, longest: 18 };

impl InOrder for Signs {
    fn head(&self) -> Signed {
        Signed {
            name: "signs",
            signature: "signs(less)",
            about: "Signs between squares: true where the left or upper number is the smaller one.",
        }
    }

    fn write(&self, contents: &[Content], _: Values) -> Result<String, String> {
        FROM_I.write(contents, |at| match contents[at] {
            Content::Empty => Ok(String::new()),
            Content::Value(1) => Ok("g".to_owned()),
            Content::Value(0) => Ok("h".to_owned()),
            Content::Value(_) | Content::Untold => Err("a sign is not told".to_owned()),
        })
    }

    fn read(&self, text: &mut LinkText<'_>, values: Values) -> Result<Vec<Content>, String> {
        FROM_I.read(text, values.count, |first, _| match first {
            'g' => Ok(Content::Value(1)),
            'h' => Ok(Content::Value(0)),
            _ => Err("it has a difference between squares, which is no sign".to_owned()),
        })
    }

    fn word(&self, content: Content, _: Values) -> Result<Option<String>, String> {
        match content {
            Content::Empty => Ok(None),
            Content::Value(1) => Ok(Some("a".to_owned())),
            Content::Value(0) => Ok(Some("b".to_owned())),
            Content::Value(_) | Content::Untold => Err("a sign is not told".to_owned()),
        }
    }

    fn read_word(&self, word: &str, _: Values) -> Result<Content, String> {
        match word {
            "a" => Ok(Content::Value(1)),
            "b" => Ok(Content::Value(0)),
            other => Err(format!("`{other}` is no sign")),
        }
    }
}
