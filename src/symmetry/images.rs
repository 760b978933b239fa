//! From a map of points to a renaming of the flat constraints' variables, and the images of facts.
//!
//! A map moves answers. Variables that were introduced (determined values, sizes of groups, clue
//! facts) follow by what they equal: one goes to the one that equals the image of its expression.

use std::collections::{BTreeMap, BTreeSet};

use crate::claims;
use crate::form::{DefinitionForm, Forms, Images, NormalForm, Rewriter, identity};
use crate::generators::Moves;
use crate::points::Points;
use crate::values::Values;
use puzgen_base::ops::CompareOp;
use puzgen_csp::eval::{eval_bool, eval_int, eval_stmt};
use puzgen_csp::{
    BoolExpr, Components, Csp, FlatForm, Global, IntExpr, Lit, Origin, Reading, Simulation, Stmt,
    VarId,
};
use puzgen_model::expr::ClueId;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::Lowered;

/// The largest table of values that is written out.
const MOST_VALUES: u64 = 10_000;
/// The most combinations of answers that are tried to find the image of a fact.
const MOST_CASES: u64 = 20_000;

/// What an introduced variable equals.
#[derive(Debug, Clone)]
enum DefinedAs<'a> {
    Number(&'a IntExpr),
    Truth(&'a BoolExpr),
    Value(i64),
    Said(&'a Reading, usize),
    Run(&'a Simulation),
}

impl DefinedAs<'_> {
    fn meaning(&self, rewriter: Rewriter<'_>) -> Option<DefinitionForm> {
        match self {
            Self::Number(number) => rewriter.number_meaning(number),
            Self::Truth(truth) => rewriter.truth_meaning(truth),
            Self::Value(value) => rewriter.number_meaning(&IntExpr::Const(*value)),
            Self::Said(reading, output) => rewriter.said_meaning(reading, *output),
            Self::Run(run) => rewriter.run_meaning(run),
        }
    }
}

/// The introduced variables of a problem and what they equal; the same for all maps.
#[derive(Debug)]
pub struct IntroducedVars<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    definitions: BTreeMap<VarId, DefinedAs<'a>>,
    by_form: BTreeMap<NormalForm, Vec<(VarId, DefinitionForm)>>,
    /// Each variable as the first of those that equal it: two that say the same in another order are one.
    firsts: Images,
    /// The facts of each variable.
    facts_of: BTreeMap<VarId, Vec<usize>>,
    /// The answers that each fact depends on, where only answers count.
    supports: Vec<Option<BTreeSet<VarId>>>,
}

/// The image of a clue fact: which one it is, and how its value changes.
pub type FactImage = (u32, Values);

impl<'a> IntroducedVars<'a> {
    /// Collects the introduced variables; what they equal is kept with other forms that it is compared with.
    pub fn new(instance: &'a Instance<'a>, lowered: &'a Lowered, forms: &Forms) -> Self {
        let csp = &lowered.csp;
        let stored = instance.value_count;
        let mut definitions = BTreeMap::new();
        for (stmt, origin) in &csp.stmts {
            if let Stmt::Global(Global::Reading(reading)) = stmt {
                for (output, var) in reading.outputs.iter().enumerate() {
                    definitions.extend(var.map(|var| (var, DefinedAs::Said(reading, output))));
                }
            }
            if let (Stmt::Global(Global::Simulation(run)), Origin::Introduced(_)) = (stmt, origin) {
                definitions.extend(run.vars.last().map(|truth| (*truth, DefinedAs::Run(run))));
            }
            let (Stmt::Hold(truth), Origin::Introduced(_)) = (stmt, origin) else { continue };
            let found = match truth {
                BoolExpr::Compare(CompareOp::Eq, IntExpr::Var(var), number) => {
                    Some((*var, DefinedAs::Number(number)))
                }
                BoolExpr::Iff(left, right) => match &**left {
                    BoolExpr::Lit(Lit { var, value: 1, is: true }) => {
                        Some((*var, DefinedAs::Truth(right)))
                    }
                    _ => None,
                },
                BoolExpr::Lit(Lit { var, value, is: true }) => {
                    Some((*var, DefinedAs::Value(*value)))
                }
                BoolExpr::Lit(Lit { var, value, is: false }) => {
                    Some((*var, DefinedAs::Value(1 - value)))
                }
                _ => None,
            };
            if let Some((var, definition)) = found.filter(|(var, _)| var.index() >= stored) {
                definitions.insert(var, definition);
            }
        }
        let mut facts_of: BTreeMap<VarId, Vec<usize>> = BTreeMap::new();
        for (fact, var) in lowered.fact_vars.iter().enumerate() {
            facts_of.entry(*var).or_default().push(fact);
        }
        let mut introduced = Self {
            instance,
            lowered,
            definitions,
            by_form: BTreeMap::new(),
            firsts: identity(csp),
            facts_of,
            supports: Vec::new(),
        };
        introduced.find_equals(forms);
        introduced.supports =
            lowered.fact_vars.iter().map(|var| introduced.support(*var)).collect();
        introduced
    }

    /// Finds the variables that equal the same.
    fn find_equals(&mut self, forms: &Forms) {
        for (var, definition) in &self.definitions {
            let csp = &self.lowered.csp;
            let rewriter = Rewriter { csp, to: csp, images: &self.firsts, forms };
            if let Some(meaning) = definition.meaning(rewriter) {
                let equal = self.by_form.entry(meaning.form).or_default();
                if let Some((first, _)) = equal.iter().find(|(_, other)| meaning.is_equal(other)) {
                    self.firsts[var.index()] = Some((*first, Values::Same));
                }
                equal.push((*var, meaning));
            }
        }
    }

    /// Returns each variable as the first of those that equal it.
    pub fn firsts(&self) -> &Images {
        &self.firsts
    }

    /// Returns the answers that each fact depends on, where only answers count.
    pub fn supports(&self) -> &[Option<BTreeSet<VarId>>] {
        &self.supports
    }

    fn csp(&self) -> &'a Csp {
        &self.lowered.csp
    }

    /// Returns the answers that a variable follows from; `None` where there is more to it.
    fn support(&self, var: VarId) -> Option<BTreeSet<VarId>> {
        let mut support = BTreeSet::new();
        let mut open = vec![var];
        let mut seen = BTreeSet::new();
        while let Some(var) = open.pop() {
            if !seen.insert(var) {
                continue;
            }
            if var.index() < self.instance.answer_count {
                support.insert(var);
                continue;
            }
            match self.definitions.get(&var)? {
                DefinedAs::Number(number) => open.extend(number.vars()),
                DefinedAs::Truth(truth) => open.extend(truth.vars()),
                DefinedAs::Value(_) => {}
                DefinedAs::Said(reading, _) => open.extend(&reading.inputs),
                DefinedAs::Run(run) => open.extend(run.inputs()),
            }
        }
        Some(support)
    }

    fn presence(&self, fact: usize) -> Option<VarId> {
        let presence = self.lowered.fact_lit(self.instance.presence(fact)?, 1);
        presence.is.then_some(presence.var)
    }

    /// Returns the rules that mention these answers alone, or what they say about these.
    fn rules_about(&self, support: &[VarId]) -> Vec<Stmt> {
        let mut local = Vec::new();
        for (stmt, origin) in &self.csp().stmts {
            let (Stmt::Hold(truth), Origin::Rule { .. }) = (stmt, origin) else { continue };
            if let BoolExpr::Distinct(terms) = truth {
                let is_here =
                    |term: &&IntExpr| matches!(term, IntExpr::Var(var) if support.contains(var));
                let terms: Vec<IntExpr> = terms.iter().filter(is_here).cloned().collect();
                if terms.len() > 1 {
                    local.push(Stmt::Hold(BoolExpr::Distinct(terms)));
                }
                continue;
            }
            if truth.vars().iter().all(|var| support.contains(var)) {
                local.push(stmt.clone());
            }
        }
        local
    }

    /// Returns the variables that the value of one follows from, and itself, each after those that it is defined
    /// by; beside each, the first of `answers` that it follows from. Answers are not among them.
    fn way_to(&self, var: VarId, answers: &[VarId]) -> Vec<(VarId, usize)> {
        let mut way = Vec::new();
        let mut first: BTreeMap<VarId, usize> =
            answers.iter().enumerate().map(|(at, var)| (*var, at)).collect();
        self.add_way_to(var, &mut first, &mut way);
        way
    }

    fn add_way_to(
        &self,
        var: VarId,
        first: &mut BTreeMap<VarId, usize>,
        way: &mut Vec<(VarId, usize)>,
    ) {
        let Some(definition) = self.definitions.get(&var).filter(|_| !first.contains_key(&var))
        else {
            return;
        };
        let inner = match definition {
            DefinedAs::Number(number) => number.vars(),
            DefinedAs::Truth(truth) => truth.vars(),
            DefinedAs::Value(_) => Vec::new(),
            DefinedAs::Said(reading, _) => reading.inputs.clone(),
            DefinedAs::Run(run) => run.inputs().to_vec(),
        };
        let is_answer = |var: &VarId| var.index() < self.instance.answer_count;
        inner.iter().filter(|var| !is_answer(var)).for_each(|var| {
            self.add_way_to(*var, first, way);
        });
        let earliest = inner.iter().filter_map(|var| first.get(var)).min();
        let earliest = earliest.copied().unwrap_or(usize::MAX);
        first.insert(var, earliest);
        way.push((var, earliest));
    }

    /// Evaluates the variables of a way, where answers up to `changed` have changed since the last time; `None`
    /// where one has no value.
    fn follow(&self, way: &[(VarId, usize)], changed: usize, assignment: &mut [i64]) -> Option<()> {
        for (var, _) in way.iter().filter(|(_, first)| *first <= changed) {
            assignment[var.index()] = match self.definitions.get(var)? {
                DefinedAs::Number(number) => eval_int(number, assignment)?,
                DefinedAs::Truth(truth) => i64::from(eval_bool(truth, assignment)),
                DefinedAs::Value(value) => *value,
                DefinedAs::Said(reading, output) => {
                    let list = reading.inputs.iter().map(|var| assignment[var.index()]);
                    reading.automaton.said(list, *output as u32)?
                }
                DefinedAs::Run(run) => {
                    assignment[var.index()] = 1;
                    i64::from(run.holds(assignment))
                }
            };
        }
        Some(())
    }
}

/// The introduced variables at both ends of a map, and where the forms of what they equal are kept.
#[derive(Debug, Clone, Copy)]
pub struct BothEnds<'m, 'a> {
    /// Of what the map moves.
    pub from: &'m IntroducedVars<'a>,
    /// Of the target.
    pub to: &'m IntroducedVars<'a>,
    /// All forms of both.
    pub forms: &'m Forms,
}

impl BothEnds<'_, '_> {
    /// Returns where each variable goes, in the problem of the target; `None` where the map takes values of
    /// one answer to different answers.
    pub fn images(&self, [points, points_there]: [&Points; 2], moves: &Moves) -> Option<Images> {
        let (csp, there) = (self.from.csp(), self.to.csp());
        let mut images: Images = vec![None; csp.vars.len()];
        for (answer, var) in csp.answers.iter().enumerate() {
            let mut pairs = Vec::new();
            let mut target = None;
            for point in points.of(answer) {
                let (image, value) = points_there.value(moves.points[point as usize]);
                if *target.get_or_insert(image) != image {
                    return None;
                }
                pairs.push((points.value(point).1, value));
            }
            images[var.index()] = Some((there.answers[target?], Values::of(pairs)));
        }
        let answers = self.from.instance.answer_count;
        for (position, var) in self.from.lowered.value_vars.iter().enumerate().skip(answers) {
            let target = moves.free.get(position - answers).map_or(position, |to| *to as usize);
            images[var.index()] = Some((self.to.lowered.value_vars[target], Values::Same));
        }
        // What is said of groups may depend on definitions, and these on groups; presences depend on both,
        // and groups on presences.
        let open = |images: &Images| images.iter().filter(|image| image.is_none()).count();
        loop {
            let before = open(&images);
            for (components, image) in components_of(csp).zip(components_of(there)) {
                claims::add_images(components, image, &mut images);
            }
            for var in self.from.definitions.keys() {
                if images[var.index()].is_none() {
                    images[var.index()] = self.defined(*var, &images, &|_| true);
                }
            }
            if open(&images) == before {
                self.presences(&mut images);
            }
            if open(&images) == before {
                return Some(images);
            }
        }
    }

    /// The presence of a fact goes to the presence of the fact's image.
    fn presences(&self, images: &mut Images) {
        for (fact, var) in self.from.lowered.fact_vars.iter().enumerate() {
            let own = self.from.presence(fact).filter(|own| images[own.index()].is_none());
            let Some(own) = own else { continue };
            let target = self.fact(fact, *var, images, &[]).map(|(target, _)| target as usize);
            let presence = target.and_then(|target| self.to.presence(target));
            images[own.index()] = presence.map(|target| (target, Values::Same));
        }
    }

    /// Returns the variable of the target that equals the image of what `var` equals, among those wanted.
    fn defined(
        &self,
        var: VarId,
        images: &Images,
        wanted: &dyn Fn(VarId) -> bool,
    ) -> Option<(VarId, Values)> {
        let (csp, to, forms) = (self.from.csp(), self.to.csp(), self.forms);
        let definition = self.from.definitions.get(&var)?;
        let own = definition.meaning(Rewriter { csp, to, images, forms })?;
        let found = self.to.by_form.get(&own.form)?;
        let wanted = || found.iter().filter(|(other, _)| wanted(*other));
        let equal = wanted().find(|(_, other)| own.is_equal(other));
        let (target, meaning) = equal.or_else(|| wanted().next())?;
        let flips = own.is_negated != meaning.is_negated;
        if own.is_equal(meaning) {
            return Some((*target, Values::Same));
        }
        let domain = csp.domain(var);
        if domain.size() > MOST_VALUES {
            return None;
        }
        let is_truth = matches!(definition, DefinedAs::Truth(_));
        let image = |value: i64| -> Option<i64> {
            if is_truth {
                return Some(if flips { 1 - value } else { value });
            }
            let distance = value.checked_sub(own.constant)?;
            meaning.constant.checked_add(if flips { -distance } else { distance })
        };
        let pairs = domain.iter().filter_map(|value| Some((value, image(value)?)));
        Some((*target, Values::of(pairs.collect())))
    }

    /// Returns the image of every fact that is more than an answer's value, among those of the target; a
    /// plain one has no entry, because it follows its points.
    ///
    /// # Errors
    /// The first fact whose image is not known.
    pub fn facts(&self, images: Option<&Images>) -> Result<Vec<Option<FactImage>>, usize> {
        let facts = &self.from.lowered.fact_vars;
        let mut found = Vec::with_capacity(facts.len());
        let mut seen = vec![false; self.to.lowered.fact_vars.len()];
        for (fact, var) in facts.iter().enumerate() {
            if var.index() < self.from.instance.answer_count {
                found.push(None);
                continue;
            }
            let image = images.and_then(|images| self.fact(fact, *var, images, &seen));
            let (target, values) = image.ok_or(fact)?;
            if std::mem::replace(&mut seen[target as usize], true) {
                return Err(fact);
            }
            found.push(Some((target, values)));
        }
        Ok(found)
    }

    fn fact(&self, fact: usize, var: VarId, images: &Images, seen: &[bool]) -> Option<FactImage> {
        let (from, to) = (self.from, self.to);
        let (clue, _) = from.instance.fact(fact);
        // Of facts that say the same, such as that a square is black, each goes to one of its own.
        let is_free = |other: usize| !seen.get(other).is_some_and(|is_seen| *is_seen);
        let own = &from.instance.clues[clue.0 as usize];
        let is_own = |other: ClueId| other == clue;
        // Clues of rows may become clues of columns, where both are shown and removed alike.
        let is_alike = |other: ClueId| to.instance.clues[other.0 as usize].is_treated_as(own);
        for is_wanted in [&is_own as &dyn Fn(ClueId) -> bool, &is_alike] {
            let wanted = |other: VarId| -> Option<usize> {
                let facts = to.facts_of.get(&other)?.iter().copied();
                facts
                    .into_iter()
                    .find(|other| is_free(*other) && is_wanted(to.instance.fact(*other).0))
            };
            let by_form = match from.definitions.contains_key(&var) {
                true => self.defined(var, images, &|other| wanted(other).is_some()),
                false => images[var.index()].clone(),
            };
            if let Some((target, values)) = by_form
                && let Some(target) = wanted(target)
            {
                return Some((target as u32, values));
            }
        }
        self.by_cases(fact, clue, images)
    }

    /// Looks at every combination of the few answers that a fact depends on, as far as the rules
    /// about these alone allow it.
    fn by_cases(&self, fact: usize, clue: ClueId, images: &Images) -> Option<FactImage> {
        let (from, to) = (self.from, self.to);
        let csp = from.csp();
        let support: Vec<VarId> = from.supports[fact].as_ref()?.iter().copied().collect();
        let mut moved = BTreeSet::new();
        let mut cases = 1_u64;
        for var in &support {
            moved.insert(images[var.index()].as_ref()?.0);
            cases = cases.saturating_mul(csp.domain(*var).size());
        }
        if cases > MOST_CASES {
            return None;
        }
        let there = &to.instance.clues[clue.0 as usize];
        let target = (there.offset..there.offset + there.index.len())
            .find(|other| to.supports[*other].as_ref() == Some(&moved))?;
        let local = from.rules_about(&support);
        let mut assignment = vec![0; csp.vars.len()];
        let mut image = vec![0; to.csp().vars.len()];
        let mut pairs: BTreeMap<i64, i64> = BTreeMap::new();
        let mut back: BTreeMap<i64, i64> = BTreeMap::new();
        let domains: Vec<Vec<i64>> =
            support.iter().map(|var| csp.domain(*var).iter().collect()).collect();
        let targets = support.iter().map(|var| images[var.index()].as_ref().map(|image| image.0));
        let targets: Vec<VarId> = targets.collect::<Option<_>>()?;
        let (end, end_there) = (from.lowered.fact_vars[fact], to.lowered.fact_vars[target]);
        let (way, way_there) = (from.way_to(end, &support), to.way_to(end_there, &targets));
        // The highest digit of the case that changed since variables were evaluated: at first, everything is new.
        let mut changed = usize::MAX;
        for case in 0..cases {
            let mut rest = case;
            for (at, (var, domain)) in support.iter().zip(&domains).enumerate() {
                let digit = (rest % domain.len() as u64) as usize;
                rest /= domain.len() as u64;
                assignment[var.index()] = domain[digit];
                let (target, values) = images[var.index()].as_ref()?;
                image[target.index()] = values.image(domain[digit])?;
                changed = changed.max(at);
                // A digit that is not 0 now was counted up, and those behind it stayed.
                if digit > 0 && case > 0 {
                    break;
                }
            }
            if !local.iter().all(|stmt| eval_stmt(stmt, &assignment)) {
                continue;
            }
            from.follow(&way, changed, &mut assignment)?;
            to.follow(&way_there, changed, &mut image)?;
            changed = 0;
            let (value, other) = (assignment[end.index()], image[end_there.index()]);
            if *pairs.entry(value).or_insert(other) != other
                || *back.entry(other).or_insert(value) != value
            {
                return None;
            }
        }
        // What is there stays there: a partial fact that is not defined has no value either way.
        let (here, there) = (&from.lowered.fact_domains[fact], &to.lowered.fact_domains[target]);
        if pairs.iter().any(|(a, b)| here.contains(*a) != there.contains(*b)) {
            return None;
        }
        Some((target as u32, Values::of(pairs.into_iter().collect())))
    }
}

fn components_of(csp: &Csp) -> impl Iterator<Item = &Components> {
    csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
        Stmt::Global(Global::Components(components)) => Some(components),
        _ => None,
    })
}
