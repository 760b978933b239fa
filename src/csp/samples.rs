//! Random small problems over the whole vocabulary, for tests: a kind for each form.
//!
//! Each is drawn from a numbered seed, so that a failure can be named.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    Automaton, BoolExpr, Components, Csp, Domain, GraphKind, GraphLink, GraphTruth, IntExpr,
    Joined, Lit, NodeWeight, Origin, Reading, RunEnd, Runs, Same, Simulation, Simulator, Total,
    Transition, VarId,
};
use puzgen_base::ops::CompareOp;
use puzgen_base::rng::Rng;

/// Where statements of tests come from.
pub const TEST: Origin = Origin::Introduced("test");
/// All comparisons.
pub const OPS: [CompareOp; 6] =
    [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

fn domain(rng: &mut Rng) -> Domain {
    match rng.below(6) {
        0 => Domain::Range(0, 1),
        1 => Domain::Range(-1, 1),
        2 => Domain::from_values([-2, 1, 3]).expect("there are values"),
        3 => Domain::Range(2, 2),
        4 => Domain::from_values([0, 5]).expect("there are values"),
        _ => Domain::Range(1, 4),
    }
}

fn var(csp: &Csp, rng: &mut Rng) -> VarId {
    VarId(rng.below(csp.vars.len()) as u32)
}

/// Returns a literal of some variable, perhaps with a value that it never has.
pub fn lit(csp: &Csp, rng: &mut Rng) -> Lit {
    Lit { var: var(csp, rng), value: rng.below(7) as i64 - 2, is: rng.below(2) == 0 }
}

fn number(csp: &Csp, rng: &mut Rng, depth: usize) -> IntExpr {
    if depth == 0 {
        return match rng.below(4) {
            0 => IntExpr::Const(rng.below(7) as i64 - 3),
            _ => IntExpr::Var(var(csp, rng)),
        };
    }
    let sub = |rng: &mut Rng| number(csp, rng, depth - 1);
    let boxed = |rng: &mut Rng| Box::new(number(csp, rng, depth - 1));
    let many = |rng: &mut Rng| (0..1 + rng.below(3)).map(|_| sub(rng)).collect();
    match rng.below(10) {
        0 => sub(rng),
        1 | 2 => {
            let terms = (0..1 + rng.below(4)).map(|_| (rng.below(7) as i64 - 3, sub(rng)));
            let terms = terms.collect();
            IntExpr::Linear(terms, rng.below(5) as i64 - 2)
        }
        3 => IntExpr::Product(boxed(rng), boxed(rng)),
        4 => IntExpr::Div(boxed(rng), boxed(rng)),
        5 => IntExpr::Mod(boxed(rng), boxed(rng)),
        6 => IntExpr::Abs(boxed(rng)),
        7 if rng.below(2) == 0 => IntExpr::Min(many(rng)),
        7 => IntExpr::Max(many(rng)),
        8 => IntExpr::If(Box::new(truth(csp, rng, depth - 1)), boxed(rng), boxed(rng)),
        _ => IntExpr::FromBool(Box::new(truth(csp, rng, depth - 1))),
    }
}

fn truth(csp: &Csp, rng: &mut Rng, depth: usize) -> BoolExpr {
    if depth == 0 {
        return match rng.below(8) {
            0 => BoolExpr::Const(rng.below(4) > 0),
            1..=3 => BoolExpr::Lit(lit(csp, rng)),
            _ => {
                let op = OPS[rng.below(OPS.len())];
                BoolExpr::Compare(op, number(csp, rng, 0), number(csp, rng, 0))
            }
        };
    }
    let sub = |rng: &mut Rng| truth(csp, rng, depth - 1);
    match rng.below(9) {
        0 => BoolExpr::Not(Box::new(sub(rng))),
        1 => BoolExpr::And((0..rng.below(4)).map(|_| sub(rng)).collect()),
        2 | 3 => BoolExpr::Or((0..1 + rng.below(3)).map(|_| sub(rng)).collect()),
        4 => BoolExpr::Iff(Box::new(sub(rng)), Box::new(sub(rng))),
        5 | 6 => {
            BoolExpr::Distinct((0..rng.below(5)).map(|_| number(csp, rng, depth - 1)).collect())
        }
        _ => {
            let op = OPS[rng.below(OPS.len())];
            BoolExpr::Compare(op, number(csp, rng, depth), number(csp, rng, depth - 1))
        }
    }
}

/// Returns a random graph over random variables of the problem, some used twice.
fn components(csp: &mut Csp, rng: &mut Rng) -> Components {
    let count = 2 + rng.below(5);
    let labels: Vec<VarId> = (0..count).map(|_| var(csp, rng)).collect();
    let mut neighbours = vec![Vec::new(); count];
    for a in 0..count {
        for b in a + 1..count {
            if rng.below(2) == 0 {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    let pick = |rng: &mut Rng, chance: usize| -> Vec<Option<VarId>> {
        (0..count).map(|_| (rng.below(chance) == 0).then(|| var(csp, rng))).collect()
    };
    let (size, first) = (pick(rng, 3), pick(rng, 4));
    Components { size, first, ..Components::equal(labels, neighbours) }
}

/// Returns a random graph with labels or links, and claims about its groups of every kind, for each
/// a variable of its own or, now and then, one of something else.
fn grouping(csp: &mut Csp, rng: &mut Rng) -> Components {
    let mut groups = components(csp, rng);
    let count = groups.node_count();
    if rng.below(2) == 0 {
        let links =
            groups.neighbours.iter().map(|near| near.iter().map(|_| lit(csp, rng)).collect());
        let mut links: Vec<Vec<Lit>> = links.collect();
        for node in 0..count {
            for (position, next) in groups.neighbours[node].iter().enumerate() {
                let next = *next as usize;
                if next > node {
                    let back = groups.neighbours[next]
                        .binary_search(&(node as u32))
                        .expect("neighbours of each other");
                    links[next][back] = links[node][position];
                }
            }
        }
        groups.joined = Joined::Linked(links);
    }
    let truth = |csp: &mut Csp, rng: &mut Rng| match rng.below(4) {
        0 => var(csp, rng),
        _ => csp.bool_var("truth"),
    };
    for _ in 0..rng.below(3) {
        let weights = (0..count).map(|_| match rng.below(3) {
            0 => NodeWeight::Const(rng.below(4) as i64 - 1),
            _ => NodeWeight::Var(var(csp, rng)),
        });
        let weights = weights.collect();
        let lo = rng.below(4) as i64 - 2;
        let total = (0..count).map(|_| match rng.below(4) {
            0 if csp.vars.len() < 8 => {
                Some(csp.var("total", Domain::Range(lo, lo + 1 + rng.below(5) as i64)))
            }
            1 => Some(var(csp, rng)),
            _ => None,
        });
        let total = total.collect();
        groups.totals.push(Total { weights, total });
    }
    for _ in 0..rng.below(3) {
        let (a, b) = (rng.below(count) as u32, rng.below(count) as u32);
        if a != b {
            let truth = truth(csp, rng);
            groups.same.push(Same { nodes: (a.min(b), a.max(b)), truth });
        }
    }
    groups
}

/// Returns a problem that is mostly about one grouping.
pub fn of_groups(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..3 + rng.below(3) {
        let domain = if rng.below(2) == 0 { Domain::Range(0, 1) } else { domain(rng) };
        csp.var(format!("x{number}"), domain);
    }
    let groups = grouping(&mut csp, rng);
    csp.stmts.push((groups.into(), TEST));
    if rng.below(3) == 0 {
        let truth = truth(&csp, rng, 1);
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Returns a problem whose labels are the sizes of their groups, in a graph with or without cycles,
/// where some labels cannot have some sizes.
pub fn of_sizes(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let mut csp = Csp::new();
    let count = 4 + rng.below(4);
    let labels: Vec<VarId> = (0..count)
        .map(|node| {
            let values: Vec<i64> = (1..=4).filter(|_| rng.below(4) > 0).collect();
            let domain = Domain::from_values(values).unwrap_or(Domain::Range(1, 4));
            csp.var(format!("x{node}"), domain)
        })
        .collect();
    let mut neighbours = vec![Vec::new(); count];
    for a in 1..count {
        for b in 0..a {
            if rng.below(count) < 2 || b + 1 == a {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    let size = labels.iter().copied().map(Some).collect();
    let groups = Components { size, ..Components::equal(labels.clone(), neighbours) };
    csp.stmts.push((groups.into(), TEST));
    if rng.below(3) == 0 {
        let truth = truth(&csp, &mut rng, 1);
        csp.hold(truth, TEST);
    }
    csp.answers = labels;
    csp
}

/// Returns a problem of formulas, now and then with a grouping.
pub fn of_formulas(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..3 + rng.below(3) {
        let domain = domain(rng);
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(3) {
        let depth = rng.below(3);
        let truth = truth(&csp, rng, depth);
        csp.hold(truth, TEST);
    }
    if rng.below(3) == 0 {
        let groups = components(&mut csp, rng);
        csp.stmts.push((groups.into(), TEST));
    }
    csp.answers = (0..csp.vars.len() as u32 - 1).map(VarId).collect();
    csp
}

const KINDS: [GraphKind; 4] =
    [GraphKind::Connected, GraphKind::Acyclic, GraphKind::Cycle, GraphKind::Divided];

/// Returns a graph over random literals of the problem, some used twice, some parts always there.
fn graph(csp: &Csp, rng: &mut Rng) -> BoolExpr {
    let kind = KINDS[rng.below(KINDS.len())];
    let count = 2 + rng.below(5);
    let lit = |rng: &mut Rng| {
        let var = var(csp, rng);
        let value = csp.domain(var).iter().nth(rng.below(2)).unwrap_or(0);
        Lit { var, value, is: rng.below(4) > 0 }
    };
    // In some graphs it is the nodes that come and go, in others the links, in others both.
    let (nodes_vary, links_vary) = [(4, 0), (0, 4), (2, 2)][rng.below(3)];
    let mut when = |share: usize| (rng.below(5) < share).then(|| lit(rng));
    let nodes = (0..count).map(|_| when(nodes_vary)).collect();
    let mut links = Vec::new();
    for b in 1..count as u32 {
        for a in 0..b {
            let when = when(links_vary);
            links.push(GraphLink { ends: [a, b], when });
        }
    }
    rng.shuffle(&mut links);
    links.truncate(1 + rng.below(9));
    if rng.below(6) == 0 {
        links.push(links[0]);
    }
    BoolExpr::Graph(Box::new(GraphTruth { kind, nodes, links }))
}

/// Returns a problem with one graph or two, bare or within other truths.
pub fn of_graphs(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..4 + rng.below(4) {
        let domain = if rng.below(5) == 0 { Domain::Range(1, 3) } else { Domain::Range(0, 1) };
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(2) {
        let graph = graph(&csp, rng);
        let truth = match rng.below(6) {
            0..=2 => graph,
            3 => BoolExpr::Not(Box::new(graph)),
            4 => BoolExpr::Iff(Box::new(BoolExpr::Lit(lit(&csp, rng))), Box::new(graph)),
            _ => BoolExpr::Or(vec![BoolExpr::Lit(lit(&csp, rng)), graph]),
        };
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Returns a problem with groups of different numbers whose sums are known, or variables, or bounded.
pub fn of_sums(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    let most = 3 + rng.below(2) as i64;
    for number in 0..4 {
        let domain = match rng.below(4) {
            0 => Domain::Range(0, most),
            1 => Domain::from_values([1, most]).expect("there are values"),
            _ => Domain::Range(1, most),
        };
        csp.var(format!("x{number}"), domain);
    }
    let mut numbers: Vec<VarId> = (0..4).map(VarId).collect();
    for _ in 0..1 + rng.below(2) {
        rng.shuffle(&mut numbers);
        let group: Vec<IntExpr> =
            numbers[..2 + rng.below(3)].iter().copied().map(IntExpr::Var).collect();
        csp.hold(BoolExpr::Distinct(group.clone()), TEST);
        let lowest = (1..=group.len() as i64).sum::<i64>();
        let near = lowest + rng.below(6) as i64 - 1;
        let sum = IntExpr::Linear(group.into_iter().map(|term| (1, term)).collect(), 0);
        let truth = match rng.below(4) {
            0 => BoolExpr::compare(OPS[rng.below(OPS.len())], sum, IntExpr::Const(near)),
            1 => BoolExpr::compare(CompareOp::Eq, IntExpr::Const(near), sum),
            _ if csp.vars.len() == 4 => {
                let total = csp.var("total".to_owned(), Domain::Range(near - 1, near + 1));
                BoolExpr::compare(CompareOp::Eq, IntExpr::Var(total), sum)
            }
            _ => BoolExpr::compare(CompareOp::Eq, IntExpr::Var(VarId(4)), sum),
        };
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Returns a problem with comparisons of long sums of truths and numbers.
pub fn of_counts(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..5 {
        csp.var(format!("x{number}"), Domain::Range(0, 1 + rng.below(3) as i64));
    }
    for _ in 0..1 + rng.below(2) {
        let mut terms = Vec::new();
        for _ in 0..4 + rng.below(5) {
            let depth = rng.below(2);
            let term = match rng.below(5) {
                0 => IntExpr::Var(var(&csp, rng)),
                1 => IntExpr::from_bool(BoolExpr::Lit(lit(&csp, rng))),
                _ => IntExpr::from_bool(truth(&csp, rng, depth)),
            };
            terms.push((if rng.below(4) == 0 { 1 - rng.below(4) as i64 } else { 1 }, term));
        }
        let sum = IntExpr::Linear(terms, rng.below(3) as i64 - 1);
        let other = match rng.below(3) {
            0 => IntExpr::Var(var(&csp, rng)),
            _ => IntExpr::Const(rng.below(6) as i64),
        };
        let op = if rng.below(2) == 0 { CompareOp::Eq } else { OPS[rng.below(OPS.len())] };
        csp.hold(BoolExpr::compare(op, sum, other), TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Returns a problem of three numbers, others that sums of these are, each perhaps where something holds, and a rule or
/// two. Some sums do not fit into their domain, some numbers are said to be two sums, and some depend on each other.
pub fn of_definitions(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..3 {
        csp.var(format!("x{number}"), Domain::Range(0, 1 + rng.below(2) as i64));
    }
    csp.answers = (0..3).map(VarId).collect();
    for number in 0..3 {
        csp.var(format!("n{number}"), Domain::Range(0, [1, 3][rng.below(2)]));
    }
    let plain = |csp: &Csp, rng: &mut Rng| Lit { value: rng.below(2) as i64, ..lit(csp, rng) };
    for defined in 3..6 {
        let before = if rng.below(6) == 0 { 6 } else { defined };
        let sum = |rng: &mut Rng| {
            let mut vars: Vec<u32> = (0..before).filter(|var| *var != defined).collect();
            rng.shuffle(&mut vars);
            vars.truncate(1 + rng.below(3));
            let term = |var| match rng.below(3) {
                0 => IntExpr::Var(VarId(var)),
                _ => {
                    let lit = Lit { var: VarId(var), ..plain(&csp, rng) };
                    IntExpr::from_bool(BoolExpr::Lit(lit))
                }
            };
            IntExpr::Linear(vars.into_iter().map(term).map(|term| (1, term)).collect(), 0)
        };
        let (number, expr) = (IntExpr::Var(VarId(defined)), sum(rng));
        let stmt = match rng.below(4) {
            0 => {
                let condition =
                    BoolExpr::Lit(Lit { var: VarId(rng.below(3) as u32), ..plain(&csp, rng) });
                let other = IntExpr::Const(rng.below(2) as i64);
                let choice = IntExpr::If(Box::new(condition), Box::new(expr), Box::new(other));
                BoolExpr::compare(CompareOp::Eq, number, choice)
            }
            1 => {
                let is_one = BoolExpr::Lit(Lit::is(VarId(defined), 1));
                let op = OPS[rng.below(OPS.len())];
                let truth = BoolExpr::compare(op, expr, IntExpr::Const(1));
                BoolExpr::Iff(Box::new(is_one), Box::new(truth))
            }
            _ => BoolExpr::compare(CompareOp::Eq, number, expr),
        };
        csp.hold(stmt, TEST);
    }
    for _ in 0..rng.below(3) {
        let parts = (0..1 + rng.below(2)).map(|_| BoolExpr::Lit(plain(&csp, rng)));
        let mut parts: Vec<BoolExpr> = parts.collect();
        if rng.below(2) == 0 {
            let terms = (0..3).map(|_| (1 - 2 * rng.below(2) as i64, IntExpr::Var(var(&csp, rng))));
            let mut sum = IntExpr::Linear(terms.collect(), 0);
            if rng.below(2) == 0 {
                sum = IntExpr::Abs(Box::new(sum));
            }
            let bound = IntExpr::Const(rng.below(4) as i64);
            parts.truncate(1);
            parts.push(BoolExpr::compare(OPS[rng.below(OPS.len())], sum, bound));
            parts.drain(..rng.below(2));
        }
        csp.hold(BoolExpr::Or(parts), TEST);
    }
    csp
}

/// Returns an automaton that reads these values, says output 1 at its first step and output 0 in the
/// end.
fn automaton(values: &[i64], rng: &mut Rng) -> Automaton {
    let states = 2 + rng.below(3);
    let steps = |state: usize, rng: &mut Rng| {
        let step = |read: &i64| Transition {
            read: *read,
            to: 1 + rng.below(states - 1) as u32,
            says: (state == 0).then(|| (1, rng.below(3) as i64)),
        };
        values.iter().map(step).collect()
    };
    let steps = (0..states).map(|state| steps(state, rng)).collect();
    let ends = (0..states).map(|_| vec![(0, rng.below(4) as i64)]).collect();
    Automaton { transitions: steps, ends }
}

/// Returns a problem with a list or two that an automaton reads.
pub fn of_readings(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..2 + rng.below(2) {
        let domain = domain(rng);
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(2) {
        let mut values: Vec<i64> = csp.vars.iter().flat_map(|var| var.domain.iter()).collect();
        values.sort_unstable();
        values.dedup();
        let automaton = Arc::new(automaton(&values, rng));
        let inputs = (0..1 + rng.below(4)).map(|_| var(&csp, rng)).collect();
        let mut output = |csp: &mut Csp| match rng.below(4) {
            0 => None,
            1 => Some(var(csp, rng)),
            _ => Some(csp.var("said", Domain::Range(0, 3))),
        };
        let outputs = vec![output(&mut csp), output(&mut csp)];
        csp.stmts.push((Reading { automaton, inputs, outputs }.into(), TEST));
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

/// Walks from variable to variable, each step decided by the value that is found.
#[derive(Debug)]
struct Walks {
    /// For each walk a number that decides where it leads.
    keys: Vec<u64>,
    vars: usize,
}

impl Walks {
    fn next(state: u64, half: i64) -> u64 {
        (state / 7).wrapping_mul(31).wrapping_add((half + 11) as u64)
    }
}

impl Simulator for Walks {
    fn is_right(&self, values: &[i64]) -> bool {
        self.keys.iter().all(|key| {
            let (mut state, mut steps) = (*key, 0);
            while state % 5 > 0 && steps < self.vars {
                state = Self::next(state, values[(state / 5) as usize % self.vars].div_euclid(2));
                steps += 1;
            }
            state % 3 > 0 || steps == 0
        })
    }

    fn runs(self: Arc<Self>, values: &[Vec<i64>]) -> Box<dyn Runs> {
        Box::new(OpenWalks { walks: self, values: values.to_vec() })
    }

    fn cost(&self) -> usize {
        self.keys.len()
    }
}

/// The same where variables have several values: a step goes the same way with both values of a pair.
#[derive(Debug)]
struct OpenWalks {
    walks: Arc<Walks>,
    values: Vec<Vec<i64>>,
}

impl Runs for OpenWalks {
    fn count(&self) -> usize {
        self.walks.keys.len()
    }

    fn run(&mut self, number: usize, known: &[(usize, &[u16])]) -> RunEnd {
        let (mut state, mut steps) = (self.walks.keys[number], 0);
        while state % 5 > 0 && steps < self.walks.vars {
            let at = (state / 5) as usize % self.walks.vars;
            let all: Vec<u16> = (0..self.values[at].len() as u16).collect();
            let found = known.iter().rev().find(|(position, _)| *position == at);
            let ranks = found.map_or(&all[..], |(_, ranks)| ranks);
            let half = |rank: &u16| self.values[at][usize::from(*rank)].div_euclid(2);
            let mut classes: Vec<Vec<u16>> = Vec::new();
            for rank in ranks {
                match classes.iter_mut().find(|class| half(&class[0]) == half(rank)) {
                    Some(class) => class.push(*rank),
                    None => classes.push(vec![*rank]),
                }
            }
            let [class] = &classes[..] else { return RunEnd::Waits(at, classes) };
            state = Walks::next(state, half(&class[0]));
            steps += 1;
        }
        if state % 3 == 0 && steps > 0 { RunEnd::Wrong } else { RunEnd::Right }
    }

    fn wrong_with(&mut self, number: usize, ranks: &[u16]) -> Option<Vec<(usize, Vec<u16>)>> {
        let half = |at: usize, rank: u16| self.values[at][usize::from(rank)].div_euclid(2);
        let (mut state, mut steps, mut alike) = (self.walks.keys[number], 0, BTreeMap::new());
        while state % 5 > 0 && steps < self.walks.vars {
            let at = (state / 5) as usize % self.walks.vars;
            let own = half(at, ranks[at]);
            let all = 0..self.values[at].len() as u16;
            alike.insert(at, all.filter(|rank| half(at, *rank) == own).collect());
            state = Walks::next(state, own);
            steps += 1;
        }
        (state % 3 == 0 && steps > 0).then(|| alike.into_iter().collect())
    }
}

/// Returns a problem of what is run.
pub fn of_simulations(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    for number in 0..2 + rng.below(4) {
        let domain = domain(rng);
        csp.var(format!("x{number}"), domain);
    }
    for _ in 0..1 + rng.below(2) {
        let vars: Vec<VarId> = (0..1 + rng.below(5)).map(|_| var(&csp, rng)).collect();
        let keys = (0..1 + rng.below(6)).map(|_| rng.below(1 << 30) as u64).collect();
        let simulator = Arc::new(Walks { keys, vars: vars.len() });
        csp.stmts.push((Simulation { simulator, vars }.into(), TEST));
    }
    let truth = truth(&csp, rng, 1);
    csp.hold(truth, TEST);
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}
