//! What is to be filled in, place by place: what each place takes, which values are right, and why.
//!
//! Given a puzzle with its solutions. Nothing is solved here, but the way of the stepwise solver is told where
//! there is one solution.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Context, FamilyBlock};
use puzgen_base::diagnostics::Problem;
use puzgen_csp::VarId;
use puzgen_explain::{StepWords, Words};
use puzgen_model::definition::Shown;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_stepwise::{Deduction, Stepwise};
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// All that is to be filled in.
#[derive(Debug, Clone)]
pub struct Blanks {
    /// One for each answer that has a place to be filled in.
    pub forms: Vec<Form>,
    /// The steps of the solution in words; none where the stepwise solver finds none to the end.
    pub way: Vec<String>,
    /// Where the first step is.
    pub first: Option<String>,
}

/// The places of one answer.
#[derive(Debug, Clone)]
pub struct Form {
    /// Its name, where there are several answers or its values are yes and no.
    pub name: Option<String>,
    /// How its places are set out.
    pub shape: FormShape,
    /// Its places.
    pub fields: Vec<Field>,
}

/// How the places of an answer are set out.
#[derive(Debug, Clone)]
pub enum FormShape {
    /// As squares, row by row, each with its position among the fields.
    Squares(Vec<Vec<Option<usize>>>),
    /// One below the other, by name.
    List,
}

/// A place.
#[derive(Debug, Clone)]
pub struct Field {
    /// What people call it.
    pub place: String,
    /// What it takes.
    pub takes: Takes,
    /// The values that some solution has here, as they are written.
    pub right: Vec<String>,
    /// The reason by which it is found, in words.
    pub why: Option<String>,
}

/// What a place takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: the puzzle gives it.
    Nothing,
    /// A number.
    Number,
    /// Any text.
    Text,
    /// One of these.
    Choice(Vec<String>),
}

/// How many values, of those that are no numbers, are chosen from a list.
const MOST_CHOICES: u64 = 12;

impl Blanks {
    /// Returns what a puzzle leaves to be filled in.
    ///
    /// # Errors
    /// Where the cases of a rule, which a step names, cannot be listed.
    pub fn new(
        context: &Context<'_>,
        lowered: &Lowered,
        puzzle: &GeneratedPuzzle,
    ) -> Result<Self, Problem> {
        let instance = context.instance;
        let given = instance.given(&puzzle.values_told(), &puzzle.shown);
        let words = Words::new(instance, lowered).with_given(&given);
        let told = match puzzle.solutions.as_slice() {
            [_] => Told::new(&words, ReadyRef { instance, lowered }, &given)?,
            _ => Told::default(),
        };
        let solutions: Vec<Vec<FamilyBlock<'_>>> =
            puzzle.solutions.iter().map(|solution| context.answer_blocks(solution)).collect();
        let known = known(lowered, &given);
        let blocks = context.open_answer_blocks();
        let is_only = blocks.len() == 1;
        let mut forms = Vec::new();
        for (number, block) in blocks.iter().enumerate() {
            let Shown::Answer(id) = block.family else { continue };
            let offset = instance.families[id.0 as usize].offset;
            let field = |position: usize| {
                let var = lowered.value_vars[offset + position];
                let right: BTreeSet<i64> =
                    solutions.iter().filter_map(|it| it[number].value(position)).collect();
                Field {
                    place: words.spoken(var),
                    takes: if known.contains(&var) {
                        Takes::Nothing
                    } else {
                        block.takes(instance, position)
                    },
                    right: right
                        .iter()
                        .map(|value| block.label(instance, position, *value))
                        .collect(),
                    why: told.why.get(&var).cloned(),
                }
            };
            let fields: Vec<Field> = (0..block.len()).map(field).collect();
            if fields.iter().all(|field| field.takes == Takes::Nothing) {
                continue;
            }
            let shape = shape(block, context, &fields);
            let name = (!is_only || block.is_plain_truth()).then(|| block.name.to_owned());
            forms.push(Form { name, shape, fields });
        }
        Ok(Self { forms, way: told.way, first: told.first })
    }

    /// Returns the places that are to be filled in, in order.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        let fields = self.forms.iter().flat_map(|form| &form.fields);
        fields.filter(|field| field.takes != Takes::Nothing)
    }

    /// Returns what a place is called where answers of several names have places of the same name.
    pub fn name_of(&self, form: &Form, field: &Field) -> String {
        let is_same = |other: &&Field| other.place == field.place;
        match (&form.name, self.fields().filter(is_same).count()) {
            (Some(name), 2..) => format!("{name} {}", field.place),
            _ => field.place.clone(),
        }
    }
}

/// Returns the answers that the board shows.
fn known(lowered: &Lowered, given: &[(usize, i64)]) -> BTreeSet<VarId> {
    let shown = given.iter().map(|(given, value)| lowered.fact_lit(*given, *value));
    let is_only = |var: VarId| lowered.csp.domain(var).size();
    let lits: Vec<_> = shown.chain(lowered.at_once(given)).collect();
    let mut known: BTreeSet<VarId> =
        lits.iter().filter(|lit| lit.is || is_only(lit.var) == 2).map(|lit| lit.var).collect();
    known.extend(lowered.value_vars.iter().filter(|var| is_only(**var) == 1));
    known
}

/// The steps of a solution in words.
#[derive(Default)]
struct Told {
    way: Vec<String>,
    first: Option<String>,
    why: BTreeMap<VarId, String>,
}

impl Told {
    fn new(
        words: &Words<'_>,
        ready: ReadyRef<'_>,
        given: &[(usize, i64)],
    ) -> Result<Self, Problem> {
        let mut told = Self::default();
        let stepwise = Stepwise::new(ready.instance, ready.lowered);
        let explained = stepwise.as_ref().and_then(|stepwise| stepwise.explain(given, &[]));
        let Some(explained) = explained else { return Ok(told) };
        for stage in words.stages(&explained) {
            let steps = stage.deductions.iter().map(|deduction| words.tell(deduction));
            let steps = steps.collect::<Result<Vec<StepWords>, _>>().map_err(Problem::from)?;
            for (step, deduction) in steps.iter().zip(&stage.deductions) {
                if finds(ready.lowered, deduction) {
                    told.why.entry(deduction.var).or_insert_with(|| step.reason());
                }
            }
            if told.first.is_none() {
                told.first = steps.first().map(|step| step.spoken.clone());
            }
            told.way.extend(StepWords::groups(&steps).into_iter().map(|(line, _)| line));
        }
        if !explained.is_solved() {
            told.way.clear();
        }
        Ok(told)
    }
}

/// Returns whether a deduction finds a value, and does not only exclude one.
fn finds(lowered: &Lowered, deduction: &Deduction) -> bool {
    deduction.is || lowered.csp.domain(deduction.var).size() == 2
}

/// Returns squares where the places are called by rows and columns as they stand.
fn shape(block: &FamilyBlock<'_>, context: &Context<'_>, fields: &[Field]) -> FormShape {
    let lines = block.format(context.instance).lines();
    let mut places = 0;
    for (row, line) in lines.iter().enumerate() {
        for (column, position) in line.iter().enumerate() {
            let name = format!("r{}c{}", row + 1, column + 1);
            let is_named = |at: usize| fields.get(at).is_some_and(|field| field.place == name);
            places += usize::from(position.is_some_and(is_named));
        }
    }
    if places == fields.len() { FormShape::Squares(lines) } else { FormShape::List }
}

impl FamilyBlock<'_> {
    /// Returns whether its values are yes and no, without symbols.
    fn is_plain_truth(&self) -> bool {
        self.is_truth && !self.has_symbols()
    }

    fn takes(&self, instance: &Instance<'_>, position: usize) -> Takes {
        let domain = &self.domains[position];
        let labels = || domain.iter().map(|value| self.label(instance, position, value)).collect();
        let is_number = !self.is_truth && !self.has_symbols() && self.words.is_none();
        match domain.size() {
            0..=2 => Takes::Choice(labels()),
            _ if is_number => Takes::Number,
            3..=MOST_CHOICES => Takes::Choice(labels()),
            _ => Takes::Text,
        }
    }

    /// Returns a value as people write it.
    fn label(&self, instance: &Instance<'_>, position: usize, value: i64) -> String {
        let tokens = self.tokens(instance, position);
        match (self.is_plain_truth(), value) {
            (true, 0) => "no".to_owned(),
            (true, _) => "yes".to_owned(),
            _ if tokens.is_blank(value) => "blank".to_owned(),
            _ => tokens.write(value),
        }
    }
}
