//! What a board allows: the candidates of every place, and why a place cannot have a value.

use crate::reports::rule_objects;
use crate::reports::solving::assumptions;
use crate::reports::steps::words_of;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem, closest};
use puzgen_base::domain::Domain;
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_csp::{Lit, VarId};
use puzgen_engine::{Engine, Verdict};
use puzgen_export::{Context, answer_object, answer_text, candidates_object, candidates_text};
use puzgen_model::definition::Shown;
use puzgen_model::expr::FamilyId;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_model::tokens::{Alphabet, Tokens, describe_value};
use puzgen_solve::Conflict;
use puzgen_solve::{self as solve, Candidates, Culprit, Listing, Solver, conflict};
use puzgen_vocabulary::lower::{Lowered, Purpose, gave_up_problem, lower};
use puzgen_wire as wire;

/// How many values of all places together are asked about.
const MAX_VALUES: u64 = 1_000_000;

/// How many cases of one rule are told one by one.
const MOST_CASES: usize = 3;

/// Returns what is printed of the board of a position.
fn context<'p>(position: &'p PreparedBoard<'_, '_>) -> Context<'p> {
    let Prepared { instance, lowered, .. } = position.prepared;
    Context::new(instance, &lowered.fact_domains, true)
}

/// Returns the candidates of a position; `None` where it has no solution.
///
/// # Errors
/// `gave_up` where the budget is spent before it is known whether there is a solution; `too_large`.
pub fn candidates(
    position: &PreparedBoard<'_, '_>,
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Option<Candidates>, Problem> {
    let Prepared { instance, lowered, .. } = position.prepared;
    let domains = lowered.csp.answers.iter().map(|var| lowered.csp.domain(*var));
    let values = domains.map(Domain::size).fold(0, u64::saturating_add);
    if values > MAX_VALUES {
        let message = format!("the places have {values} values together");
        let help = format!("up to {MAX_VALUES} are asked about: give smaller ranges");
        return Err(Problem::bare(Code::TooLarge, message).help(help));
    }
    let given = assumptions(lowered, &position.input.board.givens(instance));
    let found = solve::candidates(lowered, engine, &given, budget);
    found.map_err(|reason| gave_up_problem(&reason))
}

/// Returns candidates as lines for people.
pub fn text_of_candidates(position: &PreparedBoard<'_, '_>, candidates: &Candidates) -> String {
    candidates_text(&context(position), candidates)
}

/// Returns candidates as an object.
pub fn object_of_candidates(
    position: &PreparedBoard<'_, '_>,
    candidates: &Candidates,
) -> wire::Candidates {
    let Candidates { values, unknown, gave_up } = candidates;
    let context = context(position);
    wire::Candidates {
        schema: wire::Candidates::SCHEMA,
        complete: gave_up.is_none(),
        candidates: candidates_object(&context, values),
        unknown: gave_up.is_some().then(|| candidates_object(&context, unknown)),
    }
}

/// A value at a place of the answer, as it is asked for: `7@r1c2`.
#[derive(Debug)]
pub struct Supposition {
    /// The number of the answer.
    at: usize,
    value: i64,
    /// The place as people read it.
    place: String,
    /// The value as people read it.
    written: String,
}

impl Supposition {
    /// Reads `VALUE@PLACE`. A place is written as elsewhere in what is printed, such as `r1c2`, `edge h1,2`
    /// or, of one of several families, `line[r1c1, r1c2]`; spaces, the word before a place and, where that leaves one
    /// place only, the family may be left out.
    ///
    /// # Errors
    /// `usage` where there is no such place, or it cannot have such a value.
    pub fn read(position: &PreparedBoard<'_, '_>, text: &str) -> Result<Self, Problem> {
        let instance = &position.prepared.instance;
        // A value may be the sign itself.
        let mut signs = text.char_indices().filter(|(at, char)| *at > 0 && *char == '@');
        let Some((sign, _)) = signs.next() else {
            let message = format!("`{text}` is no value at a place");
            let help = "write the value, `@` and the place, as in `7@r1c2`";
            return Err(Problem::bare(Code::Usage, message).help(help));
        };
        let (token, asked) = (text[..sign].trim(), text[sign + 1..].trim());
        let places = Places::new(position);
        let at = places.find(asked)?;
        let place = places.0[at].name.clone();
        let (family, position) = family_of(instance, at);
        let shown = Shown::Answer(family);
        let family = &instance.families[family.0 as usize];
        let alphabet = Alphabet::new(instance, shown, &family.domains);
        let key = &family.index.keys()[position];
        let domain = &family.domains[position];
        let tokens = Tokens::new(instance, shown, key, domain, alphabet.as_ref());
        let Some(value) = tokens.read(token) else {
            let message = format!("`{place}` cannot have the value `{token}`");
            let help = format!("it is {}", tokens.describe());
            return Err(Problem::bare(Code::Usage, message).help(help));
        };
        let written = describe_value(instance, shown, position, &family.domains, value).into_text();
        Ok(Self { at, value, place, written })
    }
}

/// Returns the answer family of an answer, and where in it.
fn family_of(instance: &Instance<'_>, at: usize) -> (FamilyId, usize) {
    let holds = |id: &FamilyId| {
        let family = &instance.families[id.0 as usize];
        (family.offset..family.offset + family.index.len()).contains(&at)
    };
    let id = instance.definition.answers().find(holds);
    let id = id.unwrap_or_else(|| puzgen_base::bug!("an answer of no family"));
    (id, at - instance.families[id.0 as usize].offset)
}

/// The places of the answer, by the names that they are asked for with.
struct Places(Vec<NamedPlace>);

struct NamedPlace {
    /// As it is printed.
    name: String,
    /// With its family, as texts without spaces.
    full: String,
    /// Without its family.
    inner: String,
}

impl Places {
    fn new(position: &PreparedBoard<'_, '_>) -> Self {
        let lowered = &position.prepared.lowered;
        let words = words_of(position);
        let named = |var: &VarId| {
            let full = plain(&lowered.csp.vars[var.index()].name);
            let inner = full.split_once('[').and_then(|(_, inner)| inner.strip_suffix(']'));
            let inner = inner.unwrap_or(&full).to_owned();
            NamedPlace { name: words.place(*var), full, inner }
        };
        Self(lowered.csp.answers.iter().map(named).collect())
    }

    /// Returns the number of the place that is called so.
    fn find(&self, asked: &str) -> Result<usize, Problem> {
        let name = plain(asked);
        if let Some(found) = self.0.iter().position(|place| place.full == name) {
            return Ok(found);
        }
        let all = self.0.iter().enumerate();
        let found: Vec<(usize, &NamedPlace)> =
            all.filter(|(_, place)| place.inner == name || plain(&place.name) == name).collect();
        match found.as_slice() {
            [(found, _)] => Ok(*found),
            [] => {
                let problem = Problem::bare(Code::Usage, format!("no place is called `{asked}`"));
                let names = self.0.iter().map(|place| place.name.as_str());
                Err(problem.help(match (closest(asked, names), self.0.first()) {
                    (Some(near), _) => format!("did you mean `{near}`?"),
                    (None, Some(first)) => format!("places are called as in `{}`", first.name),
                    (None, None) => "there is nothing to be found".to_owned(),
                }))
            }
            several => {
                let names: Vec<&str> =
                    several.iter().map(|(_, place)| place.name.as_str()).collect();
                let message = format!("`{asked}` may be {}", names.join(" or "));
                Err(Problem::bare(Code::Usage, message).help("name the family, too"))
            }
        }
    }
}

/// Returns the name of a place without spaces and without the word for its kind.
fn plain(name: &str) -> String {
    let words = ["edge ", "vertex "];
    let name = words.iter().fold(name.to_owned(), |name, word| name.replace(word, ""));
    name.replace(' ', "")
}

/// Whether some solution has a value at a place.
#[derive(Debug)]
pub struct WhyNot {
    supposed: Supposition,
    answer: Result<Solution, Conflict>,
}

impl WhyNot {
    /// Finds out whether some solution of a position has it; `None` where the position has no solution at all.
    ///
    /// # Errors
    /// `gave_up` where the budget is spent first; where a rule cannot be put into words.
    pub fn of(
        position: &PreparedBoard<'_, '_>,
        supposed: Supposition,
        engine: &dyn Engine,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Diagnostics> {
        let Prepared { instance, lowered, .. } = position.prepared;
        let givens = position.input.board.givens(instance);
        let gave_up = |reason| Diagnostics::from(gave_up_problem(&reason));
        let given = assumptions(lowered, &givens);
        let with = |lowered: &Lowered, given: &[Lit]| {
            [given, &[Lit::is(lowered.csp.answers[supposed.at], supposed.value)]].concat()
        };
        let mut solver = Solver::new(lowered, engine);
        let first = match solver.list(&with(lowered, &given), 1, budget).map_err(gave_up)? {
            Listing::All(solutions) => solutions.into_iter().next(),
            Listing::More(_, mut rest) => rest.next(budget).map_err(gave_up)?,
        };
        if let Some(solution) = first {
            return Ok(Some(Self { supposed, answer: Ok(solution) }));
        }
        match solver.solve(&given, budget) {
            Verdict::Sat(_) => {}
            Verdict::Unsat(_) => return Ok(None),
            Verdict::GaveUp(reason) => return Err(gave_up(reason)),
        }
        let explained = lower(instance, Purpose::Explain)?;
        let assumed = with(&explained, &assumptions(&explained, &givens));
        let culprits = conflict(&explained, engine, &assumed, budget).map_err(gave_up)?;
        let mut culprits =
            culprits.unwrap_or_else(|| puzgen_base::bug!("no solution, and no conflict"));
        culprits.retain(|culprit| *culprit != Culprit::Given(givens.len()));
        let conflict = Conflict::new(instance, &explained.fact_domains, &culprits, &givens)?;
        Ok(Some(Self { supposed, answer: Err(conflict) }))
    }

    /// Returns whether some solution has it.
    pub fn is_possible(&self) -> bool {
        self.answer.is_ok()
    }

    /// Returns it as lines for people.
    pub fn text(&self, position: &PreparedBoard<'_, '_>) -> String {
        let Supposition { place, written, .. } = &self.supposed;
        match &self.answer {
            Ok(solution) => {
                let solution = answer_text(&context(position), solution);
                format!("# {place} can be {written}\n{solution}")
            }
            Err(conflict) => {
                let mut text = format!("{place} cannot be {written}\n");
                let givens = conflict.givens.iter().map(|given| format!("  {given}\n"));
                text.extend(givens);
                text.push_str(&sentences(&conflict.rules));
                text
            }
        }
    }

    /// Returns it as an object.
    pub fn object(&self, position: &PreparedBoard<'_, '_>) -> wire::WhyNot {
        let (answer, conflict) = match &self.answer {
            Ok(solution) => (Some(answer_object(&context(position), solution)), None),
            Err(Conflict { rules, givens, .. }) => {
                let rules = rule_objects(rules);
                (None, Some(wire::Conflict { rules, givens: givens.clone() }))
            }
        };
        wire::WhyNot {
            schema: wire::WhyNot::SCHEMA,
            place: self.supposed.place.clone(),
            value: self.supposed.value,
            possible: self.is_possible(),
            answer,
            conflict,
        }
    }
}

/// Returns what would be so otherwise, one case a line; of a rule with many cases the first.
fn sentences(rules: &[(String, String)]) -> String {
    let mut text = String::new();
    for same in rules.chunk_by(|(a, _), (b, _)| a == b) {
        let mut told: Vec<&str> = Vec::new();
        for (_, sentence) in same {
            if !told.contains(&sentence.as_str()) {
                told.push(sentence);
            }
        }
        let most = if told.len() == MOST_CASES + 1 { told.len() } else { MOST_CASES };
        for sentence in told.iter().take(most) {
            text.push_str(&format!("  or else: {sentence}\n"));
        }
        if let Some(more) = told.len().checked_sub(most).filter(|more| *more > 0) {
            text.push_str(&format!("  or else: {more} more cases of `{}`\n", same[0].0));
        }
    }
    text
}
