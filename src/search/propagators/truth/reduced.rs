//! A truth some of whose variables are known for good: the same conclusions, with less to look at.
//!
//! Parts whose truth is known go, and terms with one value are added up. A sum keeps its last open term beside a
//! constant: a single term would be narrowed in another way than one of several.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, ExprPart, IntExpr, VarId};

use super::narrow;
use super::pairs::Pairs;
use super::products::ProductSum;
use super::range::{range_of, truth_of};
use crate::propagators::graphs::GraphPropagator;
use crate::propagators::sums::alike;
use crate::propagators::{Linear, Propagate};
use crate::store::{Consistency, Store};
use crate::view::View;

/// What is left of a truth.
#[derive(Debug)]
pub struct ReducedTruth {
    left: Left,
    vars: Vec<VarId>,
    /// Whether one run says all that follows.
    is_done_at_once: bool,
}

#[derive(Debug)]
enum Left {
    Truth(BoolExpr),
    /// A comparison of sums, which concludes the same more quickly.
    Sum(Linear),
    /// The same of sums of products.
    Products(ProductSum),
    /// The same of numbers that are equal or differ.
    Pairs(Pairs),
    Graph(Box<GraphPropagator>),
}

impl ReducedTruth {
    /// Returns what is left of `truth` for good in this store, from which it takes nothing away any more; `None` for truths that look at graphs or differences.
    pub(super) fn new(truth: &BoolExpr, store: &Store) -> Option<Self> {
        let is_plain = |part: ExprPart<'_>| {
            !matches!(part, ExprPart::Truth(BoolExpr::Graph(_) | BoolExpr::Distinct(_)))
        };
        ExprPart::Truth(truth).is_throughout(&is_plain).then(|| {
            let truth = truth_left(truth, View::of(store));
            let vars = truth.vars();
            let sum = alike(&truth, store).map(Left::Sum);
            let left = sum.or_else(|| ProductSum::new(&truth, store).map(Left::Products));
            let left = left.or_else(|| Pairs::new(&truth).map(Left::Pairs));
            let left = left.unwrap_or(Left::Truth(truth));
            Self { vars, left, is_done_at_once: false }
        })
    }

    /// Returns what is left of a sum; `None` where it need not hold.
    pub(crate) fn of_sum(sum: &Linear, store: &Store) -> Option<Self> {
        let sum = sum.reduced(store)?;
        let (vars, left) = match sum.is_settled(store) {
            true => (Vec::new(), Left::Truth(BoolExpr::Const(true))),
            false => (sum.vars().collect(), Left::Sum(sum)),
        };
        Some(Self { vars, left, is_done_at_once: false })
    }

    /// Returns what is left of a truth about a graph; `None` for kinds of which that is not told.
    pub(crate) fn of_graph(graph: &GraphPropagator, store: &Store) -> Option<Self> {
        let graph = graph.reduced(store)?;
        let mut vars = Vec::new();
        graph.watches(&mut |var, _| vars.push(var));
        vars.dedup();
        let is_done_at_once = graph.is_done_at_once();
        Some(Self { vars, left: Left::Graph(Box::new(graph)), is_done_at_once })
    }

    /// Returns the variables that it still depends on.
    pub fn vars(&self) -> &[VarId] {
        &self.vars
    }

    /// Returns whether it holds whatever becomes of the variables.
    pub fn is_settled(&self) -> bool {
        match &self.left {
            Left::Truth(truth) => *truth == BoolExpr::Const(true),
            Left::Graph(graph) => graph.is_known(),
            Left::Sum(_) | Left::Products(_) | Left::Pairs(_) => false,
        }
    }

    /// Returns whether one run says all that follows.
    pub fn is_done_at_once(&self) -> bool {
        self.is_done_at_once
    }

    /// Makes it hold as far as can be seen. `are_others_known` says whether the other variables of the whole truth
    /// have one value each.
    pub fn propagate(
        &self,
        store: &mut Store,
        are_others_known: impl FnOnce() -> bool,
    ) -> Consistency {
        match &self.left {
            Left::Truth(truth) => {
                narrow::enforce(store, truth, &self.vars, are_others_known).map(|_| ())
            }
            Left::Graph(graph) => graph.propagate(store),
            Left::Sum(sum) => sum.propagate(store),
            Left::Products(sum) => sum.propagate(store),
            Left::Pairs(pairs) => pairs.propagate(store),
        }
    }
}

fn truth_left(expr: &BoolExpr, view: View<'_>) -> BoolExpr {
    if let Some(truth) = truth_of(expr, view) {
        return BoolExpr::Const(truth);
    }
    let open = |parts: &[BoolExpr]| -> Vec<BoolExpr> {
        let parts = parts.iter().map(|part| truth_left(part, view));
        parts.filter(|part| !matches!(part, BoolExpr::Const(_))).collect()
    };
    match expr {
        BoolExpr::Not(inner) => BoolExpr::Not(Box::new(truth_left(inner, view))),
        BoolExpr::And(parts) => BoolExpr::And(open(parts)),
        BoolExpr::Or(parts) => BoolExpr::Or(open(parts)),
        BoolExpr::Iff(a, b) => {
            BoolExpr::Iff(Box::new(truth_left(a, view)), Box::new(truth_left(b, view)))
        }
        BoolExpr::Compare(op, a, b) => {
            let (a, b) = (number_left(a, view), number_left(b, view));
            let chosen = match (op, &a, &b) {
                (CompareOp::Eq, choice @ IntExpr::If(..), IntExpr::Const(value))
                | (CompareOp::Eq, IntExpr::Const(value), choice @ IntExpr::If(..)) => {
                    is_value(choice, *value)
                }
                _ => None,
            };
            chosen.unwrap_or(BoolExpr::Compare(*op, a, b))
        }
        other => other.clone(),
    }
}

/// Returns what the conditions of a choice among constants must be where it is this value, such as the first place of
/// something in a list; `None` of other numbers.
fn is_value(number: &IntExpr, value: i64) -> Option<BoolExpr> {
    let IntExpr::If(truth, yes, no) = number else {
        return match number {
            IntExpr::Const(other) => Some(BoolExpr::Const(*other == value)),
            _ => None,
        };
    };
    if let BoolExpr::Const(truth) = **truth {
        return is_value(if truth { yes } else { no }, value);
    }
    let truth = || (**truth).clone();
    let not = || BoolExpr::Not(Box::new(truth()));
    Some(match (is_value(yes, value)?, is_value(no, value)?) {
        (BoolExpr::Const(yes), BoolExpr::Const(no)) if yes == no => BoolExpr::Const(yes),
        (BoolExpr::Const(true), BoolExpr::Const(_)) => truth(),
        (BoolExpr::Const(_), BoolExpr::Const(_)) => not(),
        (BoolExpr::Const(true), no) => BoolExpr::Or(vec![truth(), no]),
        // In the order in which the choice is looked at.
        (BoolExpr::Const(false), BoolExpr::And(mut parts)) => {
            parts.insert(0, not());
            BoolExpr::And(parts)
        }
        (BoolExpr::Const(false), no) => BoolExpr::And(vec![not(), no]),
        (yes, BoolExpr::Const(true)) => BoolExpr::Or(vec![not(), yes]),
        (yes, BoolExpr::Const(false)) => BoolExpr::And(vec![truth(), yes]),
        _ => return None,
    })
}

fn number_left(expr: &IntExpr, view: View<'_>) -> IntExpr {
    if let Some(value) = range_of(expr, view).fixed() {
        return IntExpr::Const(value);
    }
    let left = |inner: &IntExpr| Box::new(number_left(inner, view));
    let all = |terms: &[IntExpr]| terms.iter().map(|term| number_left(term, view)).collect();
    match expr {
        IntExpr::Linear(terms, constant) => sum_left(terms, *constant, view),
        IntExpr::Product(a, b) => IntExpr::Product(left(a), left(b)),
        IntExpr::Div(a, b) => IntExpr::Div(left(a), left(b)),
        IntExpr::Mod(a, b) => IntExpr::Mod(left(a), left(b)),
        IntExpr::Abs(inner) => IntExpr::Abs(left(inner)),
        IntExpr::Min(terms) => IntExpr::Min(all(terms)),
        IntExpr::Max(terms) => IntExpr::Max(all(terms)),
        // A choice that is made stays one: what it is may be narrowed in another way by itself.
        IntExpr::If(truth, yes, no) => {
            IntExpr::If(Box::new(truth_left(truth, view)), left(yes), left(no))
        }
        IntExpr::FromBool(truth) => IntExpr::FromBool(Box::new(truth_left(truth, view))),
        IntExpr::Const(_) | IntExpr::Var(_) => expr.clone(),
    }
}

fn sum_left(terms: &[(i64, IntExpr)], constant: i64, view: View<'_>) -> IntExpr {
    let (mut open, mut known) = (Vec::new(), None);
    for (factor, term) in terms {
        let term = number_left(term, view);
        if let IntExpr::Const(value) = term
            && let Some(more) = factor.checked_mul(value)
            && let Some(sum) = known.unwrap_or(0_i64).checked_add(more)
        {
            known = Some(sum);
        } else {
            open.push((*factor, term));
        }
    }
    open.extend(known.map(|known| (1, IntExpr::Const(known))));
    IntExpr::Linear(open, constant)
}

#[cfg(test)]
mod tests {
    use crate::propagators::Propagator;
    use crate::propagators::tests::end_of;
    use puzgen_base::rng::Rng;
    use puzgen_csp::Stmt;
    use puzgen_csp::samples::{of_formulas, of_graphs, of_sums};

    use super::*;

    /// Takes some values away at random.
    fn restrict(store: &mut Store, vars: &[VarId], rng: &mut Rng) {
        for var in vars {
            let values: Vec<i64> = store.values(*var).collect();
            for value in values {
                if rng.below(4) == 0 && store.size(*var) > 1 {
                    store.remove(*var, value).unwrap();
                }
            }
        }
    }

    /// "The first of a, b and c that is x is the second": a is not x, and b is.
    #[test]
    fn a_choice_that_is_known_is_what_its_conditions_are() {
        let [x, a, b] = [0, 1, 2].map(|at| IntExpr::Var(VarId(at)));
        let same = |a: &IntExpr| BoolExpr::compare(CompareOp::Eq, a.clone(), x.clone());
        let choice = |truth, yes, no| IntExpr::If(Box::new(truth), Box::new(yes), Box::new(no));
        let [one, two, three] = [1, 2, 3].map(IntExpr::Const);
        let first = choice(same(&a), one, choice(same(&b), two, three));
        let not = |truth| BoolExpr::Not(Box::new(truth));
        assert_eq!(is_value(&first, 1), Some(same(&a)));
        assert_eq!(is_value(&first, 2), Some(BoolExpr::And(vec![not(same(&a)), same(&b)])));
        assert_eq!(is_value(&first, 3), Some(BoolExpr::And(vec![not(same(&a)), not(same(&b))])));
        assert_eq!(is_value(&first, 4), Some(BoolExpr::Const(false)));
        assert_eq!(is_value(&choice(same(&a), x, b), 1), None);
    }

    #[test]
    fn what_is_left_says_the_same() {
        let (mut compared, mut sums) = (0, 0);
        for seed in 0..3_000 {
            let csp = [of_formulas, of_graphs, of_sums][seed as usize % 3](seed);
            let mut rng = Rng::from_seed(seed);
            let root = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
            for (stmt, _) in &csp.stmts {
                let Stmt::Hold(truth) = stmt else { continue };
                let (propagator, vars) = (Propagator::of_truth(truth), truth.vars());
                let alike = Propagator::of_alike(truth, &root);
                let mut base = root.clone();
                restrict(&mut base, &vars, &mut rng);
                let both = [&propagator, &alike]
                    .map(|one| end_of(&mut base.clone(), &vars, |store| one.propagate(store)));
                assert_eq!(both[0], both[1], "seed {seed}: {truth:?}");
                if end_of(&mut base, &vars, |store| propagator.propagate(store)).is_none() {
                    continue;
                }
                let Some(left) = alike.reduced(&base) else { continue };
                sums += u32::from(matches!(left.left, Left::Sum(_)));
                for _ in 0..6 {
                    let mut store = base.clone();
                    restrict(&mut store, &vars, &mut rng);
                    let whole =
                        end_of(&mut store.clone(), &vars, |store| propagator.propagate(store));
                    let others = |store: &Store| {
                        let is_own = |var: &&VarId| left.vars().contains(var);
                        vars.iter().filter(|v| !is_own(v)).all(|var| store.is_fixed(*var))
                    };
                    let run = |store: &mut Store| {
                        let are_known = others(store);
                        left.propagate(store, || are_known)
                    };
                    assert_eq!(
                        end_of(&mut store.clone(), &vars, run),
                        whole,
                        "seed {seed}: {truth:?}"
                    );
                    if left.is_settled() {
                        let now = vars.iter().map(|var| store.values(*var).collect()).collect();
                        assert_eq!(whole, Some(now), "seed {seed}: {truth:?}");
                    } else if left.is_done_at_once() {
                        let mut once = store.clone();
                        let is_open = left.propagate(&mut once, || false).is_ok();
                        let first = end_of(&mut once, &vars, |_| Ok(()));
                        assert_eq!(first.filter(|_| is_open), whole, "seed {seed}: {truth:?}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000 && sums > 100, "{compared} {sums}");
    }
}
