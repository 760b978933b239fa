//! The question to an engine: is there a board that keeps the rules while its image does not?

use crate::prove::instance::{BrokenImage, ProofInstance, Unmatched};
use crate::prove::{BOARD_STEPS, BOARDS, STEPS, STEPS_WITH_GRAPHS};
use puzgen_base::budget::Budget;
use puzgen_base::rng::Stream;
use puzgen_csp::{BoolExpr, Csp, IntExpr, Lit, Origin, VarId};
use puzgen_engine::{Engine, Verdict};
use puzgen_symmetry::generators::Moves;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

/// What an engine found.
pub(super) enum ImageVerdict {
    /// No such board; the engine is named.
    Kept(&'static str),
    /// This board.
    Broken(BrokenImage),
    /// It is not known: why.
    Unknown(String),
}

/// Whether there is a board that keeps the rules of the first end while its image, which is to keep those
/// of the second, does not; or is none.
pub(super) struct ImageQuestion<'a, 'b> {
    pub(super) ends: [&'b ProofInstance<'a>; 2],
    pub(super) moves: &'b Moves,
    /// What the image may break.
    pub(super) unmatched: &'b Unmatched,
}

impl ImageQuestion<'_, '_> {
    /// Looks at the images of some boards: of most maps that are wrong nearly any board tells.
    pub(super) fn try_boards(&self, budget: &mut Budget) -> Option<BrokenImage> {
        let [from, to] = self.ends;
        let lowered = lower(from.instance, Purpose::Rules).ok()?;
        let csp = &lowered.csp;
        let mut session = self.engine_for(csp)?.open(csp);
        let mut rng = Stream::ProofBoards.keyed(&[]);
        for number in 0..BOARDS {
            let mut wanted = Vec::new();
            // The boards that an engine gives by itself are much alike.
            if number > 0 && !csp.answers.is_empty() {
                let var = csp.answers[rng.below(csp.answers.len())];
                let values = csp.domain(var);
                let value = values.nth(rng.below_u64(values.size()))?;
                wanted.push(Lit::is(var, value));
            }
            let mut part = budget.part(BOARD_STEPS);
            let verdict = session.solve(&wanted, &mut part);
            budget.spend_part(&part);
            let found = match verdict {
                Verdict::Sat(found) => from.broken_image(to, self.moves, &lowered.values(&found)),
                Verdict::Unsat(_) => None,
                // The next would hardly be easier.
                Verdict::GaveUp(_) => return None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the engine for questions about transforms: the default one, whatever was asked for.
    fn engine_for(&self, csp: &Csp) -> Option<&'static dyn Engine> {
        Some(self.ends[0].engines.default_engine()).filter(|engine| engine.accepts(csp))
    }

    /// Asks an engine; where `may_have_gaps`, whether every board has an image, too.
    pub(super) fn ask(&self, may_have_gaps: bool, budget: &mut Budget) -> ImageVerdict {
        let [from, to] = self.ends;
        let open = |why: &str| ImageVerdict::Unknown(why.to_owned());
        let (Ok(rules), Ok(reified)) =
            (lower(from.instance, Purpose::Rules), lower(to.instance, Purpose::Reify))
        else {
            return open("its rules cannot be judged one by one");
        };
        let mut answered = None;
        // A map that mixes places and values might not even give one value to each answer.
        let questions = if may_have_gaps { vec![true, false] } else { vec![false] };
        let has_graphs = rules.csp.stmts.iter().any(|(stmt, _)| stmt.is_lazy());
        let steps = if has_graphs { STEPS_WITH_GRAPHS } else { STEPS };
        for asks_for_gap in questions {
            let csp = self.two_boards(&rules, &reified, asks_for_gap);
            let Some(engine) = self.engine_for(&csp) else {
                return open("no engine can take the question");
            };
            let mut part = budget.part(steps);
            let verdict = engine.open(&csp).solve(&[], &mut part);
            budget.spend_part(&part);
            match verdict {
                Verdict::Unsat(_) => answered = Some(engine.name()),
                Verdict::GaveUp(reason) => {
                    return ImageVerdict::Unknown(format!("no answer: {reason}"));
                }
                Verdict::Sat(assignment) => {
                    let board = rules.values(&assignment);
                    return match from.broken_image(to, self.moves, &board) {
                        Some(found) => ImageVerdict::Broken(found),
                        None if from.instance.value_count > from.instance.answer_count => {
                            open("the rules have free helpers")
                        }
                        None => puzgen_base::bug!("a counter-example whose image keeps the rules"),
                    };
                }
            }
        }
        answered.map_or_else(|| open("nothing was asked"), ImageVerdict::Kept)
    }

    /// Returns "there is a board that keeps the rules, and its image breaks one", or, where
    /// `asks_for_gap`, "and in its image an answer has no value". The board's variables come first.
    fn two_boards(&self, rules: &Lowered, reified: &Lowered, asks_for_gap: bool) -> Csp {
        let ([from, to], moves) = (self.ends, self.moves);
        let why = Origin::Introduced("the image of a board");
        let mut csp = rules.csp.clone();
        let answers = &rules.csp.answers;
        let mut sources: Vec<Vec<(Lit, i64)>> = vec![Vec::new(); reified.csp.answers.len()];
        for (point, image) in moves.points.iter().enumerate() {
            let (answer, value) = from.points.value(point as u32);
            let (target, image) = to.points.value(*image);
            sources[target].push((Lit::is(answers[answer], value), image));
        }
        if asks_for_gap {
            let gaps = sources
                .iter()
                .map(|sources| BoolExpr::and(sources.iter().map(|(lit, _)| BoolExpr::Lit(!*lit))));
            csp.hold(BoolExpr::or(gaps), why);
            return csp;
        }
        let offset = csp.vars.len() as u32;
        csp.vars.extend(reified.csp.vars.iter().cloned());
        let shift = |var: VarId| VarId(var.0 + offset);
        // Where all other rules are images, the image keeps them.
        let is_asked = |origin: Origin| self.unmatched.contains(origin);
        for (stmt, origin) in reified.csp.stmts.iter().filter(|(_, origin)| is_asked(*origin)) {
            let mut stmt = stmt.clone();
            stmt.rename(&mut |var| shift(var));
            csp.stmts.push((stmt, *origin));
        }
        for (target, sources) in sources.iter().enumerate() {
            let var = shift(reified.csp.answers[target]);
            for (lit, image) in sources {
                let same = BoolExpr::iff(BoolExpr::Lit(Lit::is(var, *image)), BoolExpr::Lit(*lit));
                csp.hold(same, why);
            }
        }
        let answers = from.instance.answer_count;
        for (position, image) in moves.free.iter().enumerate() {
            let own = rules.value_vars[answers + position];
            let image = shift(reified.value_vars[*image as usize]);
            let equal = BoolExpr::compare(
                puzgen_base::ops::CompareOp::Eq,
                IntExpr::Var(image),
                IntExpr::Var(own),
            );
            csp.hold(equal, why);
        }
        let broken = reified.csp.guards.iter().filter(|(_, origin)| is_asked(*origin));
        let broken = broken.map(|(guard, _)| BoolExpr::Lit(Lit::is_not(shift(*guard), 1)));
        csp.hold(BoolExpr::or(broken), why);
        csp
    }
}
