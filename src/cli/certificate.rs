//! Certificates: for each puzzle a problem in DIMACS that has no solution exactly where the puzzle has no second one,
//! and another program's proof of that.
//!
//! A problem is `NAME-NUMBER.cnf`, its proof `NAME-NUMBER.lrat` beside it. The remarks at the top say what each truth
//! means and which clauses are the rules, the givens, "another answer", and cuts. The first three are
//! compared with what the definition and the puzzle give; of each cut is asked, by an engine that makes
//! none, whether it follows from the rules. What a checker says of the proof is for the checker to say.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::host::engines;
use crate::target::{io_problem, made, take_place, with_ending};
use puzgen_api::batch::definition_hash;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::position::PreparedBoard;
use puzgen_csp::Lit;
use puzgen_engine::clauses::{Clause, Question};
use puzgen_engine::{Session, Verdict};
use puzgen_export::params_object;
use puzgen_model::puzzle::Solution;
use puzgen_vocabulary::lower::gave_up_problem;
use puzgen_wire as wire;

/// The first line of every problem.
const TITLE: &str = "c puzgen.certificate/1";

/// The engine that is asked about cuts: it shares neither encoding nor cuts with the one that writes them.
const JUDGE: &str = "search";

/// The exit status by which SAT solvers say "unsatisfiable".
const UNSATISFIABLE: i32 = 20;

/// The names of the four parts of a problem, in the order of their clauses.
const PARTS: [&str; 4] = ["rules", "givens", "differs", "cuts"];

/// Writes or checks the certificates of the puzzles in a file.
#[derive(Debug)]
pub(super) struct Certificates {
    pub(super) folder: PathBuf,
    /// The program that writes proofs, called as `cadical --lrat --no-binary -q FILE.cnf FILE.lrat`.
    pub(super) prover: Option<String>,
}

/// A puzzle with its only solution.
pub(super) struct Proved<'p, 's, 'd> {
    pub(super) position: &'p PreparedBoard<'s, 'd>,
    pub(super) solution: &'p Solution,
    pub(super) number: usize,
}

impl Proved<'_, '_, '_> {
    fn givens(&self) -> Vec<Lit> {
        let lowered = &self.position.prepared.lowered;
        let lit = |(fact, value): &(usize, i64)| lowered.fact_lit(*fact, *value);
        self.position.givens().iter().map(lit).collect()
    }

    /// Returns the text of a problem.
    fn text(&self, question: &Question) -> String {
        let instance = &self.position.prepared.instance;
        let csp = &self.position.prepared.lowered.csp;
        let parts = [&question.rules, &question.givens, &question.differs, &question.cuts];
        let mut text = format!("{TITLE}\nc version {}\n", env!("CARGO_PKG_VERSION"));
        let params = wire::line(&params_object(instance));
        let name = &instance.definition.name;
        let hash = definition_hash(instance.definition);
        // Writing to a text does not fail.
        let _ = writeln!(text, "c puzzle {name} {}\nc definition {hash}", params.trim_end());
        for (name, clauses) in PARTS.iter().zip(parts) {
            let _ = writeln!(text, "c {name} {}", clauses.len());
        }
        for (truth, meaning) in question.meanings.iter().enumerate() {
            if let Some(lit) = meaning {
                let var = &csp.vars[lit.var.index()].name;
                let _ = writeln!(text, "c truth {truth} {var} = {}", lit.value);
            }
        }
        for (fact, value) in self.position.givens() {
            let _ = writeln!(text, "c given {} = {value}", instance.describe_fact(fact));
        }
        let count: usize = parts.iter().map(|part| part.len()).sum();
        let _ = writeln!(text, "p cnf {} {count}", question.truths);
        for clause in parts.into_iter().flatten() {
            clause.iter().for_each(|literal| text.push_str(&format!("{literal} ")));
            text.push_str("0\n");
        }
        text
    }
}

impl Certificates {
    fn path(&self, proved: &Proved<'_, '_, '_>) -> PathBuf {
        let name = &proved.position.prepared.instance.definition.name;
        self.folder.join(format!("{name}-{:06}.cnf", proved.number))
    }

    /// Writes the problem of a puzzle, and its proof where there is a program for that.
    pub(super) fn write(
        &self,
        proved: &Proved<'_, '_, '_>,
        budget: &mut Budget,
    ) -> Result<(), Problem> {
        let csp = &proved.position.prepared.lowered.csp;
        if !engines().clauses().accepts(csp) {
            return Err(refused("its numbers are too large for clauses"));
        }
        let question = engines()
            .clauses()
            .closed(csp, &proved.givens(), proved.solution, budget)
            .map_err(|reason| gave_up_problem(&reason))?
            .ok_or_else(|| refused("it has a second solution"))?;
        if question.cuts.iter().any(|cut| question.meaning(cut).is_none()) {
            return Err(refused("its cuts are about more than the variables of the puzzle"));
        }
        std::fs::create_dir_all(&self.folder).map_err(|error| io_problem(&self.folder, &error))?;
        let path = self.path(proved);
        let part = with_ending(&path, ".part");
        made(&part, proved.text(&question).as_bytes())?;
        take_place(&part, &path)?;
        match &self.prover {
            Some(prover) => prove(prover, &path),
            None => Ok(()),
        }
    }

    /// Checks that the problem beside a puzzle is about it.
    pub(super) fn check(
        &self,
        proved: &Proved<'_, '_, '_>,
        budget: &mut Budget,
    ) -> Result<(), Problem> {
        let path = self.path(proved);
        let wrong = |why: &str| bad(&path, why);
        let text = std::fs::read_to_string(&path).map_err(|error| wrong(&error.to_string()))?;
        let csp = &proved.position.prepared.lowered.csp;
        let own = engines().clauses().question(csp, &proved.givens(), proved.solution);
        let theirs = read(&text).map_err(wrong)?;
        if theirs.truths != own.truths {
            return Err(wrong("it has another number of truths"));
        }
        let parts = [&own.rules, &own.givens, &own.differs];
        let mut clauses = theirs.clauses.iter();
        for (name, part) in PARTS.iter().zip(parts) {
            if !part.iter().all(|clause| clauses.next() == Some(clause)) {
                return Err(wrong(&format!(
                    "its clauses for `{name}` are those of another puzzle"
                )));
            }
        }
        let Some(judge) = engines().named(JUDGE, csp).filter(|engine| engine.accepts(csp)) else {
            return Err(wrong("there is no engine to ask about its cuts"));
        };
        let mut session = judge.open(csp);
        for cut in clauses {
            let meaning = own.meaning(cut).ok_or_else(|| wrong("a cut is about other things"))?;
            match implied(session.as_mut(), &meaning, budget) {
                Verdict::Unsat(_) => {}
                Verdict::Sat(_) => return Err(wrong("a cut does not follow from the rules")),
                Verdict::GaveUp(reason) => return Err(gave_up_problem(&reason)),
            }
        }
        Ok(())
    }
}

/// Asks whether a clause can be false.
fn implied(session: &mut dyn Session, clause: &[Lit], budget: &mut Budget) -> Verdict {
    let opposite: Vec<Lit> = clause.iter().map(|lit| !*lit).collect();
    session.solve(&opposite, budget)
}

/// Has a program write the proof of a problem.
fn prove(prover: &str, path: &Path) -> Result<(), Problem> {
    let (proof, part) = (path.with_extension("lrat"), path.with_extension("lrat.part"));
    let ran = Command::new(prover)
        .args(["--lrat", "--no-binary", "-q"])
        .args([path, &part])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    let status = ran.map_err(|error| {
        Problem::bare(Code::Usage, format!("`{prover}` cannot be run: {error}"))
            .help("give the path of CaDiCaL: `--prover PATH`")
    })?;
    match status.code() {
        Some(UNSATISFIABLE) => take_place(&part, &proof),
        _ => Err(bad(path, &format!("`{prover}` gave no proof: it ended with {status}"))),
    }
}

fn bad(path: &Path, why: &str) -> Problem {
    Problem::bare(Code::BadCertificate, format!("`{}`: {why}", path.display()))
        .help("write it again: `puzgen verify FILE PUZZLES --certify FOLDER/`")
}

fn refused(why: &str) -> Problem {
    Problem::bare(Code::BadCertificate, format!("this puzzle gets no certificate: {why}"))
        .help("`puzgen verify` without `--certify` proves it by two engines")
}

/// A problem that was read.
struct Read {
    truths: usize,
    clauses: Vec<Clause>,
}

/// Reads a problem as a checker does: its remarks count for nothing.
fn read(text: &str) -> Result<Read, &'static str> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header = lines.next().and_then(|line| line.strip_prefix("p cnf "));
    let header = header.and_then(|line| line.split_once(' '));
    let header = header.and_then(|(a, b)| Some((a.parse().ok()?, b.trim().parse::<usize>().ok()?)));
    let (truths, count) = header.ok_or("it is no problem in DIMACS")?;
    let mut clauses = Vec::new();
    for line in lines {
        let words =
            line.strip_suffix(" 0").or_else(|| line.strip_suffix('0').filter(|it| it.is_empty()));
        let words = words.ok_or("a clause has no end")?;
        let clause: Result<Clause, _> = words.split_whitespace().map(str::parse).collect();
        clauses.push(clause.map_err(|_| "a clause is none")?);
    }
    match clauses.len() == count {
        true => Ok(Read { truths, clauses }),
        false => Err("it has another number of clauses than it says"),
    }
}
