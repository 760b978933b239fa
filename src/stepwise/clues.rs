//! Clues that are propagated as one table over their answers and their value.
//!
//! The value of a clue may be defined through helpers, each with a statement of its own, and one clue can be
//! written in several ways: of two lines, "those across are not one" is "those up and down are not one".
//! A symmetry of the puzzle may take one clue to another that means the same and is written in another way.
//! Helpers in between would then propagate differently, and symmetric copies would get different steps. So where
//! clues of one family have the same table once the board is turned, and different helpers, all clues of the
//! puzzle that are defined through helpers become tables.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_base::domain::Domain;
use puzgen_csp::{Csp, VarId};
use puzgen_model::expr::ClueId;
use puzgen_model::instance::Instance;
use puzgen_symmetry::form::{DefinitionForm, Forms, Images, Rewriter, identity};
use puzgen_symmetry::values::Values;
use puzgen_vocabulary::lower::Lowered;

use super::definitions::{Definitions, VarDefinition};
use super::turns::{Arrangement, BoardTurns};

/// The most combinations of answers that a clue that becomes a table may have.
const MOST_CASES: u64 = 2_048;

/// A clue and its definition.
#[derive(Debug)]
struct DefinedClue {
    family: ClueId,
    var: VarId,
    /// The answers that determine it.
    answers: Vec<VarId>,
    /// The helpers it is defined through, each behind those that it needs itself.
    helpers: Vec<VarId>,
    table: ValueTable,
    /// The statement that gives it its value, by position.
    stmt: usize,
}

/// The statements of a problem that become tables over answers and clues.
#[derive(Debug, Default)]
pub(super) struct WholeTables {
    /// The variables and all combinations of their values, one after the other, by the position of the
    /// statement; that of a clue is the one that gives it its value.
    pub(super) tables: BTreeMap<usize, (Vec<VarId>, Vec<i64>)>,
    /// The statements, by position, that only these need: the tables replace them.
    pub(super) covered: BTreeSet<usize>,
}

impl Definitions<'_> {
    /// Returns a clue; `None` where it has more combinations than are tried, or not all have a value.
    fn clue(&self, family: ClueId, var: VarId) -> Option<DefinedClue> {
        let (mut helpers, mut answers) = (Vec::new(), BTreeSet::new());
        self.expand(var, &mut helpers, &mut answers)?;
        let answers: Vec<VarId> = answers.into_iter().collect();
        let sizes = answers.iter().map(|var| self.csp.domain(*var).size());
        if sizes.fold(1_u64, u64::saturating_mul) > MOST_CASES {
            return None;
        }
        let domains: Vec<Vec<i64>> =
            answers.iter().map(|var| self.csp.domain(*var).iter().collect()).collect();
        let mut assignment = vec![0; self.csp.vars.len()];
        let mut values = Vec::new();
        for case in 0..domains.iter().map(Vec::len).product() {
            let mut rest: usize = case;
            for (var, domain) in answers.iter().zip(&domains) {
                assignment[var.index()] = domain[rest % domain.len()];
                rest /= domain.len();
            }
            for var in helpers.iter().chain([&var]) {
                assignment[var.index()] = self.eval(*var, &assignment)?;
            }
            values.push(assignment[var.index()]);
        }
        let stmt = self.by_var.get(&var)?.0;
        Some(DefinedClue {
            family,
            var,
            answers,
            helpers,
            table: ValueTable { domains, values },
            stmt,
        })
    }

    fn meaning(&self, var: VarId, images: &Images, forms: &Forms) -> Option<DefinitionForm> {
        let rewriter = Rewriter { csp: self.csp, to: self.csp, images, forms };
        match self.by_var.get(&var)?.1 {
            VarDefinition::Number(number) => rewriter.number_meaning(number),
            VarDefinition::Truth(truth) => rewriter.truth_meaning(truth),
        }
    }

    /// Returns whether the helpers of one clue become those of another one where its answers become the
    /// other's in this order.
    fn is_written_alike(&self, clue: &DefinedClue, other: &DefinedClue, map: &[usize]) -> bool {
        let mut images: Images = vec![None; self.csp.vars.len()];
        for (var, column) in clue.answers.iter().zip(map) {
            images[var.index()] = Some((other.answers[*column], Values::Same));
        }
        let (own, forms) = (identity(self.csp), Forms::default());
        let meaning = |var: VarId, images: &Images| self.meaning(var, images, &forms);
        let is_same = |a: &DefinitionForm, b: &DefinitionForm| a.form == b.form && a.is_equal(b);
        let there: Vec<(VarId, Option<DefinitionForm>)> =
            other.helpers.iter().map(|helper| (*helper, meaning(*helper, &own))).collect();
        for helper in &clue.helpers {
            let Some(own) = meaning(*helper, &images) else { return false };
            let is_image = |(_, other): &&(VarId, Option<DefinitionForm>)| {
                other.as_ref().is_some_and(|other| is_same(&own, other))
            };
            let Some((image, _)) = there.iter().find(is_image) else { return false };
            images[helper.index()] = Some((*image, Values::Same));
        }
        match (meaning(clue.var, &images), meaning(other.var, &own)) {
            (Some(image), Some(other)) => is_same(&image, &other),
            _ => false,
        }
    }

    /// Returns whether clues of one family with the same table, once the board is turned, have the same helpers.
    fn are_written_alike(&self, clues: &[DefinedClue], turns: &BoardTurns<'_>) -> bool {
        let mut known_kinds: Vec<(&DefinedClue, Arrangement)> = Vec::new();
        for clue in clues {
            let Some(arrangement) = turns.arrangement(&clue.answers, 0) else { continue };
            let is_kind = |(other, known): &&(&DefinedClue, Arrangement)| {
                other.family == clue.family
                    && other.table == clue.table
                    && known.is_same(&arrangement)
            };
            match known_kinds.iter().find(is_kind) {
                Some((other, known)) => {
                    if !self.is_written_alike(clue, other, &arrangement.onto(known)) {
                        return false;
                    }
                }
                None => known_kinds.push((clue, arrangement)),
            }
        }
        known_kinds.iter().all(|(clue, _)| {
            (1..turns.count()).filter_map(|way| turns.arrangement(&clue.answers, way)).all(
                |turned| {
                    known_kinds.iter().filter(|(other, _)| other.family == clue.family).all(
                        |(other, known)| {
                            !turned.is_same(known)
                                || !clue.table.becomes(&other.table, &turned.onto(known))
                                || self.is_written_alike(clue, other, &turned.onto(known))
                        },
                    )
                },
            )
        })
    }
}

/// A value for every combination of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ValueTable {
    /// The values that each answer can have.
    domains: Vec<Vec<i64>>,
    /// The value for each combination, that of the first answer changing first.
    values: Vec<i64>,
}

impl ValueTable {
    /// Returns the position of an answer's value in a combination.
    fn at(&self, case: usize, answer: usize) -> usize {
        let before: usize = self.domains[..answer].iter().map(Vec::len).product();
        case / before % self.domains[answer].len()
    }

    /// Returns whether this is the other table where each answer goes there.
    fn becomes(&self, other: &Self, map: &[usize]) -> bool {
        let is_alike = |(from, to): (usize, &usize)| self.domains[from] == other.domains[*to];
        if !map.iter().enumerate().all(is_alike) {
            return false;
        }
        self.values.iter().enumerate().all(|(case, value)| {
            let step = |to: usize| -> usize { other.domains[..to].iter().map(Vec::len).product() };
            let answers = map.iter().enumerate();
            let image: usize = answers.map(|(from, to)| self.at(case, from) * step(*to)).sum();
            other.values[image] == *value
        })
    }

    /// Returns the combinations whose value is among these, each followed by it.
    fn rows(&self, among: &Domain) -> Vec<i64> {
        let mut rows = Vec::new();
        for (case, value) in self.values.iter().enumerate().filter(|(_, v)| among.contains(**v)) {
            let answers = self.domains.iter().enumerate();
            rows.extend(answers.map(|(answer, domain)| domain[self.at(case, answer)]));
            rows.push(*value);
        }
        rows
    }
}

/// Returns the clues of a problem that become tables: all that are defined through helpers, or none.
pub(super) fn wholes(
    instance: &Instance<'_>,
    lowered: &Lowered,
    definitions: &Definitions<'_>,
) -> WholeTables {
    let facts: BTreeSet<VarId> = lowered.fact_vars.iter().copied().collect();
    let goes_through_helpers = |var: &&VarId| {
        let parts = definitions.parts(**var).unwrap_or_default();
        parts.iter().any(|part| part.index() >= definitions.stored)
    };
    let mut seen = BTreeSet::new();
    let own = lowered.fact_vars.iter().enumerate().filter(|(_, var)| goes_through_helpers(var));
    let own = own.filter(|(_, var)| seen.insert(**var));
    let clues = own.map(|(fact, var)| definitions.clue(instance.fact(fact).0, *var));
    let clues: Option<Vec<DefinedClue>> = clues.collect();
    let turns = BoardTurns::new(instance);
    let Some(clues) = clues.filter(|clues| !definitions.are_written_alike(clues, &turns)) else {
        return WholeTables::default();
    };
    let mut wholes = WholeTables::default();
    let mut helpers: BTreeSet<VarId> = BTreeSet::new();
    for clue in clues {
        wholes.covered.insert(clue.stmt);
        helpers.extend(clue.helpers.iter().filter(|helper| !facts.contains(helper)));
        let vars = clue.answers.iter().copied().chain([clue.var]).collect();
        let rows = clue.table.rows(lowered.csp.domain(clue.var));
        wholes.tables.insert(clue.stmt, (vars, rows));
    }
    wholes.cover(&helpers, definitions);
    wholes
}

impl WholeTables {
    /// Adds the definitions of those helpers that only these tables need.
    pub(super) fn cover(&mut self, helpers: &BTreeSet<VarId>, definitions: &Definitions<'_>) {
        let uses = uses(definitions.csp, helpers);
        loop {
            let before = self.covered.len();
            for helper in helpers {
                let Some((own, _)) = definitions.by_var.get(helper) else { continue };
                let users = uses.get(helper).into_iter().flatten();
                if users.filter(|stmt| *stmt != own).all(|stmt| self.covered.contains(stmt)) {
                    self.covered.insert(*own);
                }
            }
            if self.covered.len() == before {
                return;
            }
        }
    }
}

/// Returns the statements, by position, that mention each of these variables.
fn uses(csp: &Csp, vars: &BTreeSet<VarId>) -> BTreeMap<VarId, BTreeSet<usize>> {
    let mut uses: BTreeMap<VarId, BTreeSet<usize>> = BTreeMap::new();
    for (position, (stmt, _)) in csp.stmts.iter().enumerate() {
        for var in stmt.vars().into_iter().filter(|var| vars.contains(var)) {
            uses.entry(var).or_default().insert(position);
        }
    }
    uses
}
