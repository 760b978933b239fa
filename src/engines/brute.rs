//! `brute`: every assignment, one after another. The reference for the other engines' tests, and a witness for puzzles of which
//! little is open: an equation with one unknown takes it no time, and engines with clauses a long one.
//!
//! A question says what is fixed; those variables come first, then the others in their order, but for what is said to
//! be a sum, a product and so on of earlier ones, or to make up a sum or a product with them, which has one value. A
//! statement or clause is evaluated as soon as its last variable has a value, and prunes there. Nothing is learnt, so that there is
//! little to get wrong.

use puzgen_base::budget::Budget;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, Csp, Domain, ExprPart, IntExpr, Lit, Stmt, VarId, eval};
use puzgen_engine::{Engine, EngineRole, ProofPriority, Session, Verdict};

/// The most assignments of a problem that this engine accepts as a whole.
const MAX_ASSIGNMENTS: u64 = 1 << 20;

/// The most assignments of the answers that a question about another problem may leave open; the most variables of such a
/// problem.
const MAX_OPEN: u64 = 1 << 14;
const MAX_VARS: usize = 150;

/// The engine that tries everything.
#[derive(Debug)]
pub struct Brute;

impl Engine for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn about(&self) -> &'static str {
        "tries every assignment, where few are open"
    }

    fn role(&self) -> EngineRole {
        EngineRole::Reference
    }

    fn answers_small_questions(&self, csp: &Csp) -> bool {
        csp.vars.len() <= MAX_VARS
    }

    fn suits(&self, csp: &Csp, given: &[Lit]) -> bool {
        let is_fixed = |var: VarId| given.iter().any(|lit| lit.is && lit.var == var);
        let is_open = |var: &VarId| !is_fixed(*var);
        let assignments = |open: &mut dyn Iterator<Item = VarId>| {
            open.map(|var| csp.domain(var).size()).fold(1, u64::saturating_mul)
        };
        if assignments(&mut csp.answers.iter().copied().filter(is_open)) <= MAX_OPEN {
            return true;
        }
        // Most problems leave much open that nothing computes.
        let may_be_computed = computable(csp);
        let is_sure_choice = |var: &VarId| is_open(var) && !may_be_computed[var.index()];
        let sure = assignments(&mut csp.answers.iter().copied().filter(is_sure_choice));
        if sure > MAX_OPEN || !self.answers_small_questions(csp) {
            return false;
        }
        // What is computed from others is no choice.
        let stmts = with_vars(csp);
        let values = |var: usize| match is_fixed(var_at(var)) {
            true => 1,
            false => csp.domain(var_at(var)).size(),
        };
        let order = order(&stmts, &defined(&stmts, csp.vars.len()), values);
        let chosen = order.iter().filter(|(_, value)| value.is_none()).map(|(var, _)| var_at(*var));
        let is_answer = |var: &VarId| is_open(var) && csp.answers.contains(var);
        assignments(&mut chosen.filter(is_answer)) <= MAX_OPEN
    }

    /// After `search`, which has often answered while clues were removed.
    fn proof_priority(&self, _: &Csp) -> ProofPriority {
        ProofPriority::First
    }

    fn accepts(&self, csp: &Csp) -> bool {
        csp.vars.iter().map(|var| var.domain.size()).fold(1, u64::saturating_mul) <= MAX_ASSIGNMENTS
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let stmts = with_vars(csp);
        let is_broken =
            |(stmt, vars): &WithVars<'_>| vars.is_empty() && !eval::eval_stmt(stmt, &[]);
        Box::new(BruteSession {
            csp,
            domains: csp.vars.iter().map(|var| var.domain.clone()).collect(),
            clauses: Vec::new(),
            is_defined: defined(&stmts, csp.vars.len()),
            is_impossible: stmts.iter().any(is_broken),
            stmts,
        })
    }
}

/// A statement with its variables.
type WithVars<'a> = (&'a Stmt, Vec<VarId>);

struct BruteSession<'a> {
    csp: &'a Csp,
    /// The values of each variable and, behind them, of each activation literal.
    domains: Vec<Domain>,
    stmts: Vec<WithVars<'a>>,
    clauses: Vec<Vec<Lit>>,
    /// Which variables some statement says to be something of others: they are chosen last.
    is_defined: Vec<bool>,
    is_impossible: bool,
}

/// The values of a variable that a question leaves.
enum Left<'d> {
    /// All, which are not listed: what is computed may have very many.
    All(&'d Domain),
    /// These.
    Listed(Vec<i64>),
}

impl Left<'_> {
    fn count(&self) -> u64 {
        match self {
            Self::All(domain) => domain.size(),
            Self::Listed(values) => values.len() as u64,
        }
    }

    fn contains(&self, value: i64) -> bool {
        match self {
            Self::All(domain) => domain.contains(value),
            Self::Listed(values) => values.contains(&value),
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Self::All(domain) => Box::new(domain.iter()),
            Self::Listed(values) => Box::new(values.iter().copied()),
        }
    }
}

/// A variable of a question, in the order in which they get values.
struct Step<'a> {
    var: usize,
    /// What it is by earlier ones, where a statement says so.
    value: Option<ComputedValue<'a>>,
    /// What can be evaluated once it has a value.
    stmts: Vec<&'a Stmt>,
    clauses: Vec<&'a [Lit]>,
}

impl Session for BruteSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        self.domains.push(Domain::Range(0, 1));
        self.is_defined.push(false);
        Lit::is(VarId(self.domains.len() as u32 - 1), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.is_impossible |= clause.is_empty();
        self.clauses.push(clause.to_vec());
    }

    /// A step is one value tried. The core is all assumptions.
    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        if self.is_impossible {
            return Verdict::Unsat(assumptions.to_vec());
        }
        let values = self.values(assumptions);
        let steps = self.steps(&values);
        let mut assignment = vec![0; self.domains.len()];
        let mut tried: Vec<Box<dyn Iterator<Item = i64> + '_>> = Vec::new();
        loop {
            let Some(step) = steps.get(tried.len()) else {
                assignment.truncate(self.csp.vars.len());
                return Verdict::Sat(assignment);
            };
            let values = &values[step.var];
            let computed = step.value.map_or(Computed::Open, |value| value.eval(&mut assignment));
            tried.push(match computed {
                Computed::One(value) => {
                    Box::new(Some(value).filter(|it| values.contains(*it)).into_iter())
                }
                Computed::Nothing => Box::new(std::iter::empty()),
                Computed::Open => values.iter(),
            });
            // Goes on with the next value of the last variable that has one.
            loop {
                let Some(iterator) = tried.last_mut() else {
                    return Verdict::Unsat(assumptions.to_vec());
                };
                if let Some(reason) = budget.is_spent() {
                    return Verdict::GaveUp(reason);
                }
                budget.spend(1);
                match iterator.next() {
                    Some(value) => {
                        let step = &steps[tried.len() - 1];
                        assignment[step.var] = value;
                        if step.holds(&assignment) {
                            break;
                        }
                    }
                    None => {
                        tried.pop();
                    }
                }
            }
        }
    }
}

impl<'a> BruteSession<'a> {
    /// Returns the values of each variable that the assumptions, and clauses of one literal, leave.
    fn values(&self, assumptions: &[Lit]) -> Vec<Left<'_>> {
        let mut wanted = vec![Vec::new(); self.domains.len()];
        let alone = self.clauses.iter().filter_map(|clause| match clause[..] {
            [lit] => Some(lit),
            _ => None,
        });
        for lit in assumptions.iter().copied().chain(alone) {
            wanted[lit.var.index()].push(lit);
        }
        let mut left = Vec::with_capacity(wanted.len());
        for (domain, wanted) in self.domains.iter().zip(&wanted) {
            let only = wanted.iter().find(|lit| lit.is).map(|lit| lit.value);
            let fits = |value: &i64| wanted.iter().all(|lit| lit.holds_for(*value));
            left.push(match only {
                None if wanted.is_empty() => Left::All(domain),
                None => Left::Listed(domain.iter().filter(fits).collect()),
                Some(value) => {
                    let only = Some(value).filter(|it| domain.contains(*it) && fits(it));
                    Left::Listed(only.into_iter().collect())
                }
            });
        }
        left
    }

    /// Returns the variables in order, with what can be evaluated after each.
    fn steps(&self, values: &[Left<'_>]) -> Vec<Step<'_>> {
        let order = order(&self.stmts, &self.is_defined, |var| values[var].count());
        let step = |(var, value)| Step { var, value, stmts: Vec::new(), clauses: Vec::new() };
        let mut steps: Vec<Step<'_>> = order.into_iter().map(step).collect();
        let mut rank = vec![0; values.len()];
        steps.iter().enumerate().for_each(|(at, step)| rank[step.var] = at);
        let last = |vars: &mut dyn Iterator<Item = VarId>| vars.map(|var| rank[var.index()]).max();
        for (stmt, vars) in &self.stmts {
            if let Some(at) = last(&mut vars.iter().copied()) {
                steps[at].stmts.push(stmt);
            }
        }
        for clause in &self.clauses {
            if let Some(at) = last(&mut clause.iter().map(|lit| lit.var)) {
                steps[at].clauses.push(clause);
            }
        }
        steps
    }
}

impl Step<'_> {
    fn holds(&self, assignment: &[i64]) -> bool {
        let is_true = |lit: &Lit| lit.holds_for(assignment[lit.var.index()]);
        self.stmts.iter().all(|stmt| eval::eval_stmt(stmt, assignment))
            && self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }
}

/// What a variable is by others.
#[derive(Debug, Clone, Copy)]
enum ComputedValue<'a> {
    /// This.
    Is(&'a IntExpr),
    /// What `of` lacks to be `total`, where the variable counts as often as `coefficient` says, 1 or -1.
    MakesUp { var: usize, coefficient: i64, of: &'a IntExpr, total: &'a IntExpr },
    /// What makes this `total` when it is multiplied by `by`.
    Factor { by: &'a IntExpr, total: &'a IntExpr },
}

/// What was computed of a variable.
#[derive(Debug, Clone, Copy)]
enum Computed {
    /// It has this value.
    One(i64),
    /// It can have none.
    Nothing,
    /// It can have any.
    Open,
}

impl ComputedValue<'_> {
    fn eval(self, assignment: &mut [i64]) -> Computed {
        let value = match self {
            Self::Is(expr) => eval::eval_int(expr, assignment),
            Self::MakesUp { var, coefficient, of, total } => {
                assignment[var] = 0;
                let sums = [of, total].map(|sum| eval::eval_int(sum, assignment));
                match sums {
                    [Some(of), Some(total)] => {
                        total.checked_sub(of).and_then(|lacking| lacking.checked_mul(coefficient))
                    }
                    _ => None,
                }
            }
            Self::Factor { by, total } => {
                match [by, total].map(|number| eval::eval_int(number, assignment)) {
                    [Some(0), Some(0)] => return Computed::Open,
                    [Some(by), Some(total)] if total.checked_rem(by) == Some(0) => {
                        total.checked_div(by)
                    }
                    _ => None,
                }
            }
        };
        value.map_or(Computed::Nothing, Computed::One)
    }
}

fn with_vars(csp: &Csp) -> Vec<WithVars<'_>> {
    csp.stmts.iter().map(|(stmt, _)| (stmt, stmt.vars())).collect()
}

fn var_at(index: usize) -> VarId {
    VarId(index as u32)
}

/// Returns which variables may be computed from others: all that [`definition`] says something of, and perhaps more. It
/// does not go through whole statements.
fn computable(csp: &Csp) -> Vec<bool> {
    let mut found = vec![false; csp.vars.len()];
    let mut note = |expr: &IntExpr| {
        if let IntExpr::Var(var) = expr {
            found[var.index()] = true;
        }
    };
    for (stmt, _) in &csp.stmts {
        let Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) = stmt else { continue };
        for side in [a, b] {
            match side {
                IntExpr::Linear(terms, _) => terms.iter().for_each(|(_, term)| note(term)),
                IntExpr::Product(x, y) => [x, y].into_iter().for_each(|factor| note(factor)),
                other => note(other),
            }
        }
    }
    found
}

/// Returns which variables some statement says to be something of others.
fn defined(stmts: &[WithVars<'_>], count: usize) -> Vec<bool> {
    let mut is_defined = vec![false; count];
    for (stmt, vars) in stmts {
        for var in vars {
            is_defined[var.index()] |= definition(stmt, *var).is_some();
        }
    }
    is_defined
}

/// Returns the variables in the order in which they get values, and what they are by earlier ones: the fixed ones, then what
/// those say, and only where they say nothing more one that is chosen: if possible none that some statement defines,
/// otherwise one with the fewest values.
fn order<'a>(
    stmts: &[WithVars<'a>],
    is_defined: &[bool],
    values: impl Fn(usize) -> u64,
) -> Vec<(usize, Option<ComputedValue<'a>>)> {
    let count = is_defined.len();
    let mut order: Vec<_> =
        (0..count).filter(|var| values(*var) < 2).map(|var| (var, None)).collect();
    let mut is_placed = vec![false; count];
    order.iter().for_each(|(var, _)| is_placed[*var] = true);
    while order.len() < count {
        let defined = stmts.iter().find_map(|(stmt, vars)| {
            let mut open = vars.iter().filter(|var| !is_placed[var.index()]);
            let (Some(only), None) = (open.next(), open.next()) else { return None };
            definition(stmt, *only).map(|value| (only.index(), value))
        });
        let (var, value) = match defined {
            Some((var, value)) => (var, Some(value)),
            None => {
                let left = (0..count).filter(|var| !is_placed[*var]);
                let chosen = left.min_by_key(|var| is_defined[*var].then(|| values(*var)));
                let Some(var) = chosen else { break };
                (var, None)
            }
        };
        is_placed[var] = true;
        order.push((var, value));
    }
    order
}

/// Returns what a statement says `var` to be by other variables.
fn definition(stmt: &Stmt, var: VarId) -> Option<ComputedValue<'_>> {
    let Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) = stmt else { return None };
    let is_in = |expr: &IntExpr| {
        let mut is_in = false;
        ExprPart::Number(expr).for_each_var(&mut |part| is_in |= part == var);
        is_in
    };
    let (side, other) = match (is_in(a), is_in(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    match side {
        IntExpr::Var(_) => Some(ComputedValue::Is(other)),
        IntExpr::Linear(terms, _) => {
            let mut with = terms.iter().filter(|(_, term)| is_in(term));
            match (with.next(), with.next()) {
                (Some((coefficient @ (1 | -1), IntExpr::Var(_))), None) => {
                    let (coefficient, var) = (*coefficient, var.index());
                    Some(ComputedValue::MakesUp { var, coefficient, of: side, total: other })
                }
                _ => None,
            }
        }
        IntExpr::Product(x, y) => {
            let of = [(x, y), (y, x)].into_iter().find(|(factor, by)| {
                matches!(&***factor, IntExpr::Var(_)) && is_in(factor) && !is_in(by)
            });
            of.map(|(_, by)| ComputedValue::Factor { by, total: other })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_base::budget::StopFlag;
    use puzgen_csp::samples::TEST;

    /// `c` is `a · b`, each from a hundred numbers.
    fn product() -> Csp {
        let mut csp = Csp::new();
        let vars: Vec<VarId> = ["c", "a", "b"]
            .iter()
            .map(|name| csp.var((*name).to_owned(), Domain::Range(1, 110)))
            .collect();
        let [c, a, b] = [0, 1, 2].map(|at| Box::new(IntExpr::Var(vars[at])));
        csp.hold(BoolExpr::compare(CompareOp::Eq, *c, IntExpr::Product(a, b)), TEST);
        csp
    }

    #[test]
    fn answers_where_little_is_open() {
        let csp = product();
        assert!(!Brute.accepts(&csp) && Brute.answers_small_questions(&csp));
        let mut session = Brute.open(&csp);
        let is = |var: u32, value: i64| Lit::is(VarId(var), value);
        let mut ask = |lits: &[Lit]| session.solve(lits, &mut Budget::unlimited());
        assert_eq!(ask(&[is(1, 7), is(2, 8)]), Verdict::Sat(vec![56, 7, 8]));
        assert_eq!(ask(&[is(0, 91), is(1, 7)]), Verdict::Sat(vec![91, 7, 13]));
        assert_eq!(ask(&[is(0, 97), is(1, 7)]), Verdict::Unsat(vec![is(0, 97), is(1, 7)]));
        // A product is no choice, so 12,100 assignments are tried.
        assert!(matches!(ask(&[is(0, 109)]), Verdict::Sat(_)));
        let prime = [Lit::is_not(VarId(1), 1), is(0, 109), Lit::is_not(VarId(2), 1)];
        assert_eq!(ask(&prime), Verdict::Unsat(prime.to_vec()));
    }

    #[test]
    fn questions_that_leave_much_open_do_not_suit() {
        let mut csp = product();
        csp.answers = vec![VarId(0), VarId(1), VarId(2)];
        let rest = csp.var("rest".to_owned(), Domain::Range(0, 999));
        csp.answers.push(rest);
        assert!(!Brute.suits(&csp, &[]) && !Brute.suits(&csp, &[Lit::is_not(rest, 7)]));
        assert!(Brute.suits(&csp, &[Lit::is(rest, 7)]));
    }

    /// x + y - z + 3 = 50: any two of them say what the third one is.
    #[test]
    fn what_a_sum_lacks_is_computed() {
        let mut csp = Csp::new();
        let vars = ["x", "y", "z"].map(|name| csp.var(name.to_owned(), Domain::Range(0, 999)));
        csp.answers = vars.to_vec();
        let terms = [1, 1, -1].into_iter().zip(vars.map(IntExpr::Var)).collect();
        let sum = IntExpr::Linear(terms, 3);
        csp.hold(BoolExpr::compare(CompareOp::Eq, sum, IntExpr::Const(50)), TEST);
        let is = |var: usize, value: i64| Lit::is(vars[var], value);
        assert!(!Brute.suits(&csp, &[]) && Brute.suits(&csp, &[is(1, 7)]));
        let mut session = Brute.open(&csp);
        let mut budget = Budget::unlimited();
        for two in [[is(0, 60), is(1, 7)], [is(0, 60), is(2, 20)], [is(1, 7), is(2, 20)]] {
            assert_eq!(session.solve(&two, &mut budget), Verdict::Sat(vec![60, 7, 20]));
        }
        assert!(matches!(session.solve(&[is(0, 60), is(1, 990)], &mut budget), Verdict::Unsat(_)));
    }

    /// a · q = d · p: any three of them say what the fourth one is, but where 0 is multiplied.
    #[test]
    fn a_factor_is_computed() {
        let mut csp = Csp::new();
        let vars =
            ["a", "q", "d", "p"].map(|name| csp.var(name.to_owned(), Domain::Range(-9, 999)));
        csp.answers = vars.to_vec();
        let product = |x: usize, y: usize| {
            let [x, y] = [x, y].map(|at| Box::new(IntExpr::Var(vars[at])));
            IntExpr::Product(x, y)
        };
        csp.hold(BoolExpr::compare(CompareOp::Eq, product(0, 1), product(2, 3)), TEST);
        let is = |var: usize, value: i64| Lit::is(vars[var], value);
        assert!(!Brute.suits(&csp, &[is(0, 6)]) && Brute.suits(&csp, &[is(0, 6), is(1, 5)]));
        let mut session = Brute.open(&csp);
        let mut ask = |lits: &[Lit]| {
            let mut budget = Budget::new(Some(2_000), StopFlag::new());
            session.solve(lits, &mut budget)
        };
        assert_eq!(ask(&[is(0, 6), is(1, 5), is(2, -5)]), Verdict::Sat(vec![6, 5, -5, -6]));
        let none = [is(0, 6), is(1, 5), is(2, 7)];
        assert_eq!(ask(&none), Verdict::Unsat(none.to_vec()));
        let by_zero = [is(0, 6), is(1, 5), is(2, 0)];
        assert_eq!(ask(&by_zero), Verdict::Unsat(by_zero.to_vec()));
        let any = [is(0, 0), is(2, 0), is(3, 8), Lit::is_not(vars[1], -9)];
        assert_eq!(ask(&any), Verdict::Sat(vec![0, -8, 0, 8]));
    }
}
