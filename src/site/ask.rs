//! Questions about puzzles that the site answers: each is an entry of [`QUESTIONS`].

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::reply::Refusal;
use super::words::LANGUAGES;
use puzgen_api::Host;
use puzgen_api::facade::{Board, Error, Family, Limits, Request, Tell};
use puzgen_lsp::glance;

/// The work that a question may cost, in steps of about 50 µs.
const STEPS: u64 = 60_000;

/// How many steps of a solution are told at once.
const MOST_STEPS: usize = 200;

/// A question about a puzzle: of a built-in definition or one that comes with it, on a board that comes with it
/// or one of the bank.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Question {
    /// The name of a built-in definition.
    pub(super) puzzle: Option<String>,
    /// The text of a definition; it reads no files.
    pub(super) definition: Option<String>,
    /// Values of parameters.
    pub(super) params: BTreeMap<String, Json>,
    /// A board in any form that puzgen reads.
    pub(super) board: Option<String>,
    /// The number of a puzzle of the bank, instead of `puzzle` and `board`.
    pub(super) id: Option<u64>,
    /// What was entered: positions in `elements` of `puzgen.play/1` with values.
    pub(super) entries: Vec<(usize, i64)>,
    /// How much a hint tells: `place`, `rule` or `value`.
    pub(super) tell: Option<String>,
    /// The level of a puzzle to make.
    pub(super) level: Option<String>,
    /// The seed of a puzzle to make; without one, chance decides.
    pub(super) seed: Option<u64>,
    /// Where the cursor stands in the text of a definition: line and column, from 0, in units of UTF-16.
    pub(super) cursor: Option<(u32, u32)>,
    /// The code of the language that is to be spoken.
    pub(super) language: Option<String>,
    /// The form of a print: `text`, `svg`, `puzzlink` and others.
    pub(super) form: Option<String>,
}

/// A kind of question.
pub(super) struct Asked {
    /// Its name in the path.
    pub(super) name: &'static str,
    /// What it asks, in one sentence.
    pub(super) about: &'static str,
    /// Whether a worker answers it in any case.
    pub(super) is_heavy: bool,
    answer: How,
}

/// What a question is answered from.
enum How {
    /// A definition that is right.
    Family(fn(&Family, &Question) -> Result<Json, Error>),
    /// The text of a definition, which may be wrong.
    Text(fn(&str, &Question) -> Result<Json, Error>),
}

/// All of them.
pub(super) const QUESTIONS: &[Asked] = &[
    Asked {
        name: "play",
        about: "what a player works from: the schema `play`",
        is_heavy: false,
        answer: How::Family(|family, asked| json_of(&board(family, asked)?.play()?)),
    },
    Asked {
        name: "setting",
        about: "what a setter works from: the schema `play` with the clues as elements, and entries of them",
        is_heavy: false,
        answer: How::Family(|family, asked| {
            let (play, entries) = board(family, asked)?.setting()?;
            Ok(json!({ "play": json_of(&play)?, "entries": entries }))
        }),
    },
    Asked {
        name: "clues",
        about: "the board with the layouts of another one and these entries as clues",
        is_heavy: false,
        answer: How::Family(|family, asked| {
            let board = board(family, asked)?.with_clues(&asked.entries)?;
            Ok(json!({ "board": board.text() }))
        }),
    },
    Asked {
        name: "mark",
        about: "where entries are wrong: the schema `mark`",
        is_heavy: false,
        answer: How::Family(mark),
    },
    Asked {
        name: "hint",
        about: "the next step from where the entries stand: the schema `hint`, or null",
        is_heavy: false,
        answer: How::Family(hint),
    },
    Asked {
        name: "explain",
        about: "the steps of the solution with pictures",
        is_heavy: false,
        answer: How::Family(explain),
    },
    Asked {
        name: "draw",
        about: "the board in another form",
        is_heavy: false,
        answer: How::Family(|family, asked| {
            let form = asked.form.as_deref().unwrap_or("svg");
            Ok(json!({ "form": form, "text": board(family, asked)?.print(form)? }))
        }),
    },
    Asked {
        name: "count",
        about: "how many solutions there are, up to 30: the schema `count`",
        is_heavy: true,
        answer: How::Family(|family, asked| json_of(&board(family, asked)?.count(30, &limits())?)),
    },
    Asked {
        name: "candidates",
        about: "which values each place has in some solution: the schema `candidates`",
        is_heavy: true,
        answer: How::Family(|family, asked| json_of(&board(family, asked)?.candidates(&limits())?)),
    },
    Asked {
        name: "rate",
        about: "how hard the puzzle is: the schema `rating`",
        is_heavy: true,
        answer: How::Family(|family, asked| json_of(&board(family, asked)?.rate(&limits())?)),
    },
    Asked {
        name: "verify",
        about: "a proof by two engines that it has one solution: the schema `verification`",
        is_heavy: true,
        answer: How::Family(|family, asked| json_of(&board(family, asked)?.verify(&limits())?)),
    },
    Asked {
        name: "check",
        about: "what is wrong with a definition; its title and levels where nothing is",
        is_heavy: true,
        answer: How::Family(|family, _| {
            Ok(json!({ "title": family.title(), "levels": family.levels() }))
        }),
    },
    Asked {
        name: "glance",
        about: "what an editor shows of a definition: colours, and what can be written at `cursor`",
        is_heavy: true,
        answer: How::Text(|text, asked| json_of(&glance(text, asked.cursor.unwrap_or_default()))),
    },
    Asked {
        name: "generate",
        about: "a new puzzle, without its solution",
        is_heavy: true,
        answer: How::Family(generate),
    },
];

/// Returns the kind of this name.
pub(super) fn asked(name: &str) -> Option<&'static Asked> {
    QUESTIONS.iter().find(|asked| asked.name == name)
}

impl Asked {
    /// Answers a question; `family` reads the definition that it is about.
    pub(super) fn answer(
        &self,
        family: impl FnOnce() -> Result<Family, Refusal>,
        question: &Question,
    ) -> Result<Json, Refusal> {
        match self.answer {
            How::Family(answer) => {
                Ok(answer(&with_params(family()?, &question.params)?, question)?)
            }
            How::Text(answer) => {
                Ok(answer(question.definition.as_deref().unwrap_or_default(), question)?)
            }
        }
    }
}

/// Returns the definition that comes with a question.
pub(super) fn brought(host: Host, question: &Question) -> Result<Option<Family>, Refusal> {
    let Some(text) = &question.definition else { return Ok(None) };
    let family = Family::parse(host, "definition.pz", text)?;
    Ok(Some(match &question.language {
        Some(language) => family.in_language(language),
        None => family,
    }))
}

/// The built-in definitions, each read when it is first asked for, in each language of the site.
#[derive(Debug)]
pub(super) struct Families {
    pub(super) host: Host,
    by_name: BTreeMap<(&'static str, &'static str), OnceLock<Family>>,
}

impl Families {
    pub(super) fn new(host: Host) -> Self {
        let names = Family::built_in_names().into_iter();
        let spoken =
            |name| LANGUAGES.iter().map(move |words| ((name, words.code), OnceLock::new()));
        Self { host, by_name: names.flat_map(spoken).collect() }
    }

    /// Returns the names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.by_name.keys().filter(|(_, code)| *code == LANGUAGES[0].code).map(|(name, _)| *name)
    }

    /// Returns the definition of this name, in this language where the site has it.
    pub(super) fn get(&self, name: &str, language: Option<&str>) -> Result<Family, Refusal> {
        let code = LANGUAGES.iter().find(|words| Some(words.code) == language);
        let code = code.unwrap_or(&LANGUAGES[0]).code;
        let Some(((name, code), place)) = self.by_name.get_key_value(&(name, code)) else {
            return Err(Refusal::missing("such puzzle"));
        };
        if let Some(family) = place.get() {
            return Ok(family.clone());
        }
        let family = Family::built_in(self.host, name)?;
        let family = if *code == LANGUAGES[0].code { family } else { family.in_language(code) };
        Ok(place.get_or_init(|| family).clone())
    }
}

fn with_params(mut family: Family, params: &BTreeMap<String, Json>) -> Result<Family, Refusal> {
    for (name, value) in params {
        let text = match value {
            Json::String(text) => text.clone(),
            Json::Number(_) | Json::Bool(_) => value.to_string(),
            Json::Null | Json::Array(_) | Json::Object(_) => {
                let detail = format!("`{name}` is not a number, a truth or a text");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "site::bad_request", detail));
            }
        };
        family = family.with(name, &text)?;
    }
    Ok(family)
}

fn limits() -> Limits {
    Limits { steps: Some(STEPS), ..Limits::default() }
}

fn json_of(value: &impl Serialize) -> Result<Json, Error> {
    let value = serde_json::to_value(value);
    Ok(value.unwrap_or_else(|error| puzgen_base::bug!("no JSON for an answer: {error}")))
}

fn board(family: &Family, question: &Question) -> Result<Board, Error> {
    family.board(question.board.as_deref().unwrap_or_default())
}

fn mark(family: &Family, question: &Question) -> Result<Json, Error> {
    let board = board(family, question)?;
    json_of(&board.mark(&board.attempt(&question.entries)?, &limits())?)
}

fn hint(family: &Family, question: &Question) -> Result<Json, Error> {
    let tell = match question.tell.as_deref() {
        Some("value") => Tell::Value,
        Some("rule") => Tell::Rule,
        _ => Tell::Place,
    };
    let board = board(family, question)?;
    json_of(&board.hint_from(&board.attempt(&question.entries)?, tell, &limits())?)
}

fn explain(family: &Family, question: &Question) -> Result<Json, Error> {
    let (steps, is_solved) = board(family, question)?.pictured_steps(MOST_STEPS)?;
    let line = |(sentence, svg): &(String, String)| json!({ "sentence": sentence, "svg": svg });
    let steps = steps.iter().map(|step| {
        let lines: Vec<Json> = step.lines.iter().map(line).collect();
        json!({ "number": step.number, "kind": step.kind, "lines": lines })
    });
    Ok(json!({ "steps": steps.collect::<Vec<Json>>(), "is_solved": is_solved }))
}

fn generate(family: &Family, question: &Question) -> Result<Json, Error> {
    let seed = question.seed.unwrap_or_default();
    let limits = Limits { steps: Some(STEPS * 10), ..Limits::default() };
    let request = Request { seed, level: question.level.clone(), limits, ..Request::default() };
    let puzzle = family.generate_one(&request)?;
    let object = unsolved(json_of(puzzle.object())?);
    let play = puzzle.board().play()?;
    Ok(json!({ "puzzle": object, "play": play }))
}

/// Returns the object of a puzzle without its solutions.
pub(super) fn unsolved(mut object: Json) -> Json {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|name, _| !matches!(name.as_str(), "answer" | "answers" | "hardest"));
    }
    object
}
