//! Checks a proof that a problem has no solution: a problem in DIMACS, a proof in LRAT.
//!
//! `cargo run --release --example lrat_check PROBLEM.cnf PROOF.lrat …`, or with no more than a compiler:
//! `rustc -O examples/lrat_check.rs`. It takes any number of pairs, prints a line for each, and ends with status 1
//! where one is no proof.
//!
//! It uses nothing of puzgen, so that the two can only agree. A step adds a clause and names earlier ones; when the
//! clause's literals are all false, each named one must leave one literal open, which then holds, and the last
//! one none. So every clause that is added follows from the problem, and so does the empty one, which is the end.
//! Steps that follow in no such way (resolution asymmetric tautologies, whose hints are negative) are refused:
//! CaDiCaL writes none.
//!
//! # Source
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program says what it found")]

use std::process::ExitCode;

/// The clauses by number; nothing where one was deleted or never there.
type Clauses = Vec<Option<Vec<i32>>>;

/// Reads the clauses of a problem, numbered from 1.
fn problem(text: &str) -> Result<(usize, Clauses), String> {
    let mut clauses: Clauses = vec![None];
    let mut header: Option<(usize, usize)> = None;
    let mut open = Vec::new();
    for line in text.lines() {
        if line.starts_with('c') || line.trim().is_empty() {
            continue;
        }
        if let Some(rest) = line.strip_prefix("p cnf ") {
            let numbers: Vec<usize> = rest.split_whitespace().flat_map(str::parse).collect();
            let [variables, count] = numbers[..] else { return Err(format!("`{line}`")) };
            if header.replace((variables, count)).is_some() {
                return Err("two headers".to_owned());
            }
            continue;
        }
        let Some((variables, _)) = header else {
            return Err("clauses before the header".to_owned());
        };
        for word in line.split_whitespace() {
            match word.parse::<i32>() {
                Ok(0) => clauses.push(Some(std::mem::take(&mut open))),
                Ok(literal) if literal.unsigned_abs() as usize <= variables => open.push(literal),
                _ => return Err(format!("`{word}` is no literal")),
            }
        }
    }
    match header {
        Some((variables, count)) if open.is_empty() && clauses.len() == count + 1 => {
            Ok((variables, clauses))
        }
        _ => Err("another number of clauses than the header says".to_owned()),
    }
}

/// The values of literals while one step is checked.
struct Values {
    /// By variable: 1 where it holds, -1 where it does not, 0 where nothing is known.
    values: Vec<i8>,
    set: Vec<usize>,
}

impl Values {
    fn of(&self, literal: i32) -> Result<i8, String> {
        let value = self.values.get(literal.unsigned_abs() as usize);
        let value = value.ok_or_else(|| format!("{literal} is no literal of the problem"))?;
        Ok(if literal < 0 { -value } else { *value })
    }

    fn hold(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.set.push(variable);
    }

    fn forget(&mut self) {
        for variable in self.set.drain(..) {
            self.values[variable] = 0;
        }
    }

    /// Checks that a clause follows from those that are named.
    fn follows(&mut self, clause: &[i32], hints: &[i64], clauses: &Clauses) -> Result<(), String> {
        for literal in clause {
            match self.of(*literal)? {
                // It has a literal and its opposite.
                1 => return Ok(()),
                0 => self.hold(-literal),
                _ => {}
            }
        }
        for hint in hints {
            let named = usize::try_from(*hint).ok().and_then(|at| clauses.get(at)?.as_ref());
            let named = named.ok_or_else(|| format!("there is no clause {hint}"))?;
            let mut open = None;
            for literal in named {
                match self.of(*literal)? {
                    -1 => {}
                    0 if open.is_none_or(|other| other == *literal) => open = Some(*literal),
                    _ => return Err(format!("clause {hint} leaves more than one literal")),
                }
            }
            match open {
                None => return Ok(()),
                Some(literal) => self.hold(literal),
            }
        }
        Err("the named clauses leave it open".to_owned())
    }
}

/// Checks that a proof shows that a problem has no solution; returns how many clauses it adds.
pub(crate) fn check(problem_text: &str, proof: &str) -> Result<usize, String> {
    let (variables, mut clauses) = problem(problem_text)?;
    let mut values = Values { values: vec![0; variables + 1], set: Vec::new() };
    let mut added = 0;
    for (at, line) in proof.lines().enumerate() {
        let wrong = |why: String| format!("line {} of the proof: {why}", at + 1);
        let mut words = line.split_whitespace();
        let Some(id) = words.next() else { continue };
        if id == "c" {
            continue;
        }
        let id: usize = id.parse().map_err(|_| wrong(format!("`{id}` is no number")))?;
        let rest: Vec<&str> = words.collect();
        let numbers = |words: &[&str]| -> Result<Vec<i64>, String> {
            let number = |word: &&str| word.parse().map_err(|_| wrong(format!("`{word}`")));
            words.iter().map(number).collect()
        };
        if rest.first() == Some(&"d") {
            for number in numbers(&rest[1..])?.into_iter().take_while(|number| *number != 0) {
                let place = usize::try_from(number).ok().and_then(|at| clauses.get_mut(at));
                *place.ok_or_else(|| wrong(format!("there is no clause {number}")))? = None;
            }
            continue;
        }
        let numbers = numbers(&rest)?;
        let mut parts = numbers.split(|number| *number == 0);
        let (Some(literals), Some(hints)) = (parts.next(), parts.next()) else {
            return Err(wrong("it has no end".to_owned()));
        };
        let literals = literals.iter().map(|literal| i32::try_from(*literal));
        let clause: Vec<i32> =
            literals.collect::<Result<_, _>>().map_err(|error| wrong(error.to_string()))?;
        // Numbers may leave gaps, but none that a proof of this length cannot have.
        if id < clauses.len() || id > clauses.len() + proof.len() {
            return Err(wrong(format!("the number {id} is not the next one")));
        }
        let follows = values.follows(&clause, hints, &clauses);
        values.forget();
        follows.map_err(wrong)?;
        added += 1;
        if clause.is_empty() {
            return Ok(added);
        }
        clauses.resize(id, None);
        clauses.push(Some(clause));
    }
    Err("the proof ends without the empty clause".to_owned())
}

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.is_empty() || paths.len() % 2 == 1 {
        eprintln!("lrat_check PROBLEM.cnf PROOF.lrat …");
        return ExitCode::from(2);
    }
    let mut is_right = true;
    for pair in paths.chunks(2) {
        let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
        let checked = read(&pair[0]).and_then(|cnf| check(&cnf, &read(&pair[1])?));
        is_right &= checked.is_ok();
        match checked {
            Ok(added) => println!("{}: proved, {added} steps", pair[1]),
            Err(why) => println!("{}: NOT proved: {why}", pair[1]),
        }
    }
    ExitCode::from(u8::from(!is_right))
}
