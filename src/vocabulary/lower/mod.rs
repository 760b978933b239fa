//! From an instance to flat constraints.
//!
//! Given an [`Instance`], [`lower`] evaluates everything that is known, unrolls quantifiers, and
//! writes what is left as a [`Csp`]: one variable for each answer and free value, more for
//! determined values, group sizes and clue facts. Every statement carries the rule case it is of.
//! Nothing here decides how a solver encodes it.

mod at_once;
mod elements;
mod exprs;
mod groups;
mod presences;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::constraints::{Auxiliary, Introduced, Term};
use groups::GroupVars;
use presences::FactVar;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Span;
use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, Origin, VarId, bounds::bounds};
use puzgen_model::definition::{Role, Rule};
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::expr::{Binders, CompareOp, Expr, ExprKind, FamilyId};
use puzgen_model::function::{Excess, Fault};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;

/// A lowered instance.
#[derive(Debug)]
pub struct Lowered {
    /// The constraints. Its answers are the answer values in storage order.
    pub csp: Csp,
    /// The variable of each stored value: answers first, then free values.
    pub value_vars: Vec<VarId>,
    /// The variable of each clue fact. Its value is that of the fact, a truth as 0 or 1, and for
    /// a partial clue that is not defined one that no fact has.
    pub fact_vars: Vec<VarId>,
    /// The values that each clue fact may have where it is defined.
    pub fact_domains: Vec<Domain>,
    /// "The clue is shown", for each presence: a variable of its own for clues that rules ask for and
    /// those whose value removal may take; otherwise just that the fact is defined.
    pub presences: Vec<Lit>,
    /// For each rule of the definition, whether it is said to be implied.
    implied: Vec<bool>,
}

/// An instance with its constraints.
#[derive(Debug)]
pub struct Ready<'d> {
    /// The instance.
    pub instance: Instance<'d>,
    /// Its constraints.
    pub lowered: Lowered,
}

impl<'d> Ready<'d> {
    /// Lowers an instance.
    ///
    /// # Errors
    /// As [`lower`].
    pub fn new(instance: Instance<'d>) -> Result<Self, Diagnostics> {
        let lowered = lower(&instance, Purpose::Solve)?;
        Ok(Self { instance, lowered })
    }

    /// Returns both as they are handed on.
    pub fn borrowed(&self) -> ReadyRef<'_> {
        ReadyRef { instance: &self.instance, lowered: &self.lowered }
    }
}

/// A borrowed instance with its constraints.
#[derive(Debug, Clone, Copy)]
pub struct ReadyRef<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    /// Its constraints.
    pub lowered: &'a Lowered,
}

/// Units of work to lower a statement or a variable and to open a session with it.
const PER_PART: u64 = 2_000;

/// Returns how much work it was to lower an instance, about.
pub fn work_of(lowered: &Lowered) -> u64 {
    PER_PART * (lowered.csp.stmts.len() + lowered.csp.vars.len()) as u64
}

/// How to lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Every rule holds.
    Solve,
    /// Every rule holds, and so does what only drawn boards must fulfil.
    Draw,
    /// Like `Draw`, without the rules that mention layouts.
    WithoutRooms,
    /// Every rule case has a guard, so that conflicts can name the cases that take part.
    Explain,
    /// Every rule case is reified: a truth says whether it holds, so that broken ones can be asked for. Of
    /// clues there is only what rules ask for.
    Reify,
    /// Every rule holds, and of clues there is only what rules ask for.
    Rules,
    /// Like `Rules`, but the cases of rules that are said to be implied are reified.
    Implied,
}

/// What there may be too many of.
const PARTS: &str = "parts of constraints";

struct Lowering<'a> {
    instance: &'a Instance<'a>,
    scope: Scope<'a>,
    csp: Csp,
    purpose: Purpose,
    value_vars: Vec<VarId>,
    /// Terms bound to slots whose values are decided by solving.
    decided: Vec<Option<Term>>,
    determined: BTreeMap<(FamilyId, usize), Result<Term, FaultAt>>,
    groups: Vec<GroupVars>,
    /// The variables of presences that have one, by fact.
    presence_vars: Vec<Option<VarId>>,
    introduced: Introduced,
    /// The parts of the constraints so far, and how many statements and variables they are.
    size: u64,
    measured: (usize, usize),
}

/// Returns the flat constraints of an instance.
///
/// # Errors
/// `bad_index`, `bad_arithmetic` and the like for what unrolling a rule runs into.
pub fn lower(instance: &Instance<'_>, purpose: Purpose) -> Result<Lowered, Diagnostics> {
    let mut lowering = Lowering {
        instance,
        scope: Scope::new(instance).relational(),
        csp: Csp::new(),
        purpose,
        value_vars: Vec::with_capacity(instance.value_count),
        decided: Vec::new(),
        determined: BTreeMap::new(),
        groups: instance.groups.iter().map(GroupVars::new).collect(),
        presence_vars: vec![None; instance.fact_count],
        introduced: Introduced::new(instance.definition.max_size),
        size: 0,
        measured: (0, 0),
    };
    lowering.values();
    lowering.must_fit(instance.definition.span)?;
    lowering.presence_vars();
    lowering.rules()?;
    lowering.drawn()?;
    let is_about_rules = matches!(purpose, Purpose::Reify | Purpose::Rules | Purpose::Implied);
    let facts = match is_about_rules && !instance.clues.iter().any(|clue| clue.is_asked_for) {
        true => Vec::new(),
        false => lowering.facts()?,
    };
    lowering.finish_groups()?;
    lowering.must_fit(instance.definition.span)?;
    let presences = lowering.presences(&facts);
    lowering.introduced.finish(&mut lowering.csp);
    let (fact_vars, fact_domains) = facts.into_iter().map(|fact| (fact.var, fact.domain)).unzip();
    let value_vars = lowering.value_vars;
    let implied = instance.definition.rules.iter().map(|rule| rule.is_implied).collect();
    Ok(Lowered { csp: lowering.csp, value_vars, fact_vars, fact_domains, presences, implied })
}

impl Lowered {
    /// Returns whether a statement is a case of a rule that is said to be implied.
    pub fn is_implied(&self, origin: &Origin) -> bool {
        match origin {
            Origin::Rule { rule, .. } => self.implied[*rule as usize],
            Origin::Introduced(_) => false,
        }
    }

    /// Returns "fact has this value", or, for a presence, that the clue is shown, or with 0 that it is
    /// not.
    pub fn fact_lit(&self, given: usize, value: i64) -> Lit {
        match self.fact_vars.get(given) {
            Some(var) => Lit::is(*var, value),
            None => {
                let presence = self.presences[given - self.fact_vars.len()];
                if value == 0 { !presence } else { presence }
            }
        }
    }

    /// Returns the presences of clues that rules ask for, with their facts: these are drawn with a board.
    pub fn drawn_presences(&self, instance: &Instance<'_>) -> Vec<(usize, VarId)> {
        let asked_for = instance.clues.iter().filter(|clue| clue.is_asked_for);
        let facts = asked_for.flat_map(|clue| clue.offset..clue.offset + clue.index.len());
        let presence = |fact: usize| Some((fact, self.fact_lit(instance.presence(fact)?, 1).var));
        facts.filter_map(presence).collect()
    }

    /// Returns what every clue says in an assignment.
    pub fn facts(&self, assignment: &[i64]) -> Vec<FactValue> {
        let facts = self.fact_vars.iter().zip(&self.fact_domains);
        let value = |(var, domain): (&VarId, &Domain)| {
            Some(assignment[var.index()]).filter(|value| domain.contains(*value))
        };
        facts.map(value).collect()
    }

    /// Returns the stored values of an assignment.
    pub fn values(&self, assignment: &[i64]) -> Vec<i64> {
        self.value_vars.iter().map(|var| assignment[var.index()]).collect()
    }
}

impl Lowering<'_> {
    fn auxiliary(&mut self) -> Auxiliary<'_> {
        Auxiliary::new(&mut self.csp, &mut self.introduced, self.instance.grid.as_ref())
    }

    /// Makes sure that the constraints so far are not too large. Groups are those of the board, and what
    /// is read off lists was counted when it was asked for.
    fn must_fit(&mut self, span: Span) -> Result<(), FaultAt> {
        let most = self.instance.definition.max_size;
        self.size = self.size.saturating_add(self.csp.size_from(self.measured, most));
        self.measured = (self.csp.stmts.len(), self.csp.vars.len());
        if self.size + self.introduced.read() > most {
            return Err(FaultAt { fault: Excess::beyond(PARTS, most), span });
        }
        Ok(())
    }

    /// Returns the fault of cases that have too many parts with how many all of them would have.
    fn reckoned(&mut self, mut at: FaultAt, binders: &Binders, cases: u64) -> FaultAt {
        let all = binders.condition.is_none().then(|| self.scope.length_of(binders)).flatten();
        if let (Fault::Excess(excess), Some(all)) = (&mut at.fault, all)
            && excess.of == PARTS
            && cases > 0
        {
            let parts = u128::from(self.size) * u128::from(all) / u128::from(cases);
            excess.count = Some(u64::try_from(parts).unwrap_or(u64::MAX));
        }
        at
    }

    fn element_name(&self, family: FamilyId, position: usize) -> String {
        let declared = self.instance.definition.family(family);
        match &declared.index {
            None => declared.name.clone(),
            Some(_) => {
                let key = &self.instance.families[family.0 as usize].index.keys()[position];
                format!("{}[{}]", declared.name, self.instance.describe(&key.to_value()))
            }
        }
    }

    /// One variable for each stored value, in storage order; `O(values)` variables.
    fn values(&mut self) {
        let definition = self.instance.definition;
        for is_answer in [true, false] {
            for (position, family) in definition.families.iter().enumerate() {
                let wanted = match family.role {
                    Role::Answer(_) => is_answer,
                    Role::Free(_) => !is_answer,
                    Role::Determined(_) => false,
                };
                if !wanted {
                    continue;
                }
                let id = FamilyId(position as u32);
                let domains = &self.instance.families[position].domains;
                for (position, domain) in domains.iter().enumerate() {
                    let name = self.element_name(id, position);
                    let var = self.csp.var(name, domain.clone());
                    self.value_vars.push(var);
                    if is_answer {
                        self.csp.answers.push(var);
                    }
                }
            }
        }
    }

    /// The rules; those that say what a group's size is come first, so that the size needs no
    /// variable of its own.
    fn rules(&mut self) -> Result<(), FaultAt> {
        let rules: Vec<(usize, &Rule)> =
            self.instance.definition.rules.iter().enumerate().collect();
        let (sizes, others): (Vec<_>, Vec<_>) =
            rules.into_iter().partition(|(_, rule)| size_equation(&rule.body).is_some());
        for (position, rule) in sizes.into_iter().chain(others) {
            if self.purpose == Purpose::WithoutRooms && rule.mentions_layouts() {
                continue;
            }
            let mut case = 0;
            match &rule.binders {
                None => {
                    self.rule_case(position, rule, case)?;
                    self.must_fit(rule.body.span)?;
                }
                Some(binders) => {
                    let found = self.for_each(binders, &mut |lowering| {
                        lowering.rule_case(position, rule, case)?;
                        case += 1;
                        lowering.must_fit(rule.body.span)
                    });
                    found.map_err(|at| self.reckoned(at, binders, u64::from(case)))?;
                }
            }
        }
        Ok(())
    }

    fn rule_case(&mut self, position: usize, rule: &Rule, case: u32) -> Result<(), FaultAt> {
        let origin = Origin::Rule { rule: position as u32, case, span: rule.body.span };
        let purpose = match (self.purpose, rule.is_implied) {
            (Purpose::Implied, true) => Purpose::Reify,
            (purpose, _) => purpose,
        };
        let is_guarded = matches!(purpose, Purpose::Explain | Purpose::Reify);
        if !is_guarded && self.unify_size(&rule.body)? {
            return Ok(());
        }
        let body = match self.term(&rule.body) {
            Ok(body) => body.into_bool(),
            // A rule case without a value is a rule case that does not hold.
            Err(at) if at.fault.is_undefined() => BoolExpr::Const(false),
            Err(at) => return Err(at),
        };
        match purpose {
            Purpose::Explain => {
                let guard = self.csp.bool_var(format!("{} {case}", rule.name));
                self.csp.guards.push((guard, origin));
                let off = BoolExpr::Lit(Lit::is_not(guard, 1));
                self.csp.hold(BoolExpr::or([off, body]), origin);
            }
            Purpose::Reify => {
                let holds = self.csp.bool_var(format!("{} {case}", rule.name));
                self.csp.guards.push((holds, origin));
                self.csp.hold(BoolExpr::iff(BoolExpr::var(holds), body), origin);
            }
            _ => match body {
                BoolExpr::Const(true) => {}
                BoolExpr::And(items) => {
                    for item in items {
                        self.csp.hold(item, origin);
                    }
                }
                body => self.csp.hold(body, origin),
            },
        }
        Ok(())
    }

    /// What only drawn boards must fulfil.
    fn drawn(&mut self) -> Result<(), FaultAt> {
        let condition = self.instance.definition.sample.condition.as_ref();
        let is_drawn = matches!(self.purpose, Purpose::Draw | Purpose::WithoutRooms);
        if let (true, Some(condition)) = (is_drawn, condition) {
            let truth = self.term(condition)?.into_bool();
            self.csp.hold(truth, Origin::Introduced("what drawn boards fulfil"));
        }
        Ok(())
    }

    /// One variable for each clue fact: the answer's own where the fact is just that, otherwise a
    /// new one that equals the expression; with the values of the fact.
    fn facts(&mut self) -> Result<Vec<FactVar>, FaultAt> {
        let instance = self.instance;
        let mut facts = Vec::with_capacity(instance.fact_count);
        for (declared, clue) in instance.definition.clues.iter().zip(&instance.clues) {
            for (position, key) in clue.index.keys().iter().enumerate() {
                if let Some(binders) = &declared.index {
                    self.scope.bind_key(binders, &key.to_value());
                }
                let mut condition = match &declared.condition {
                    Some(condition) => self.term(condition)?.into_bool(),
                    None => BoolExpr::Const(true),
                };
                // Where there is no fact, its expression need not make sense.
                let mut value = match condition {
                    BoolExpr::Const(false) => Term::Int(IntExpr::Const(0)),
                    _ => self.term(&declared.value)?,
                };
                condition = BoolExpr::and([condition].into_iter().chain(value.is_defined()));
                let (mut domain, mut nowhere) = (None, None);
                if condition != BoolExpr::Const(true) {
                    let number = value.into_number();
                    let (low, high) = self.bounds(&number, &declared.value)?;
                    domain = Some(match &number {
                        IntExpr::Var(var) => self.csp.domain(*var).clone(),
                        _ => Domain::Range(low, high),
                    });
                    nowhere = Some(low - 1);
                    let other = IntExpr::Const(low - 1);
                    value = Term::Int(match condition {
                        BoolExpr::Const(_) => other,
                        condition => {
                            IntExpr::If(Box::new(condition), Box::new(number), Box::new(other))
                        }
                    });
                }
                let fact = clue.offset + position;
                let name = || instance.describe_fact(fact);
                let var = self.variable_for(value, &declared.value, name, "a clue's value")?;
                let domain = domain.unwrap_or_else(|| self.csp.domain(var).clone());
                facts.push(FactVar { var, domain, nowhere });
                self.must_fit(declared.value.span)?;
            }
        }
        Ok(facts)
    }

    fn bounds(&self, number: &IntExpr, expr: &Expr) -> Result<(i64, i64), FaultAt> {
        bounds(&self.csp, number)
            .filter(|(low, high)| *low > i64::MIN / 4 && *high < i64::MAX / 4)
            .ok_or(FaultAt { fault: Fault::TooLarge, span: expr.span })
    }

    /// Returns a variable that equals the term: its own where it is one.
    fn variable_for(
        &mut self,
        term: Term,
        expr: &Expr,
        name: impl Fn() -> String,
        why: &'static str,
    ) -> Result<VarId, FaultAt> {
        let origin = Origin::Introduced(why);
        match term {
            Term::Int(IntExpr::Var(var)) => Ok(var),
            Term::Bool(BoolExpr::Lit(Lit { var, value: 1, is: true }))
                if *self.csp.domain(var) == Domain::Range(0, 1) =>
            {
                Ok(var)
            }
            Term::Bool(_) | Term::Known(puzgen_model::value::Value::Bool(_)) => {
                let truth = term.into_bool();
                let var = self.csp.bool_var(name());
                self.csp.hold(BoolExpr::iff(BoolExpr::var(var), truth), origin);
                Ok(var)
            }
            other => {
                let number = other.into_int();
                let (low, high) = self.bounds(&number, expr)?;
                let var = self.csp.var(name(), Domain::Range(low, high));
                let equal = BoolExpr::compare(CompareOp::Eq, IntExpr::Var(var), number);
                self.csp.hold(equal, origin);
                Ok(var)
            }
        }
    }
}

/// Why there is a statement about groups; a rule that says their sizes may be part of it.
pub const GROUPS: &str = "the groups of joined neighbours";

/// Returns whether a rule says what the size of a group is.
pub fn says_size(rule: &Rule) -> bool {
    size_equation(&rule.body).is_some()
}

/// Returns the two sides of `group.size[c] == expr`, the size first.
fn size_equation(body: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Compare(left, rest) = &body.kind else { return None };
    let [(CompareOp::Eq, right)] = rest.as_slice() else { return None };
    match (&left.kind, &right.kind) {
        (ExprKind::GroupSize(..), _) => Some((left, right)),
        (_, ExprKind::GroupSize(..)) => Some((right, left)),
        _ => None,
    }
}

/// Returns the problem of a question that was left without an answer.
pub fn gave_up_problem(reason: &puzgen_base::budget::GaveUp) -> Problem {
    Problem::bare(Code::GaveUp, format!("no answer: {reason}")).help(reason.help())
}
