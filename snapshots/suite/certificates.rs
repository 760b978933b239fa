//! Certificates: problems belong to their puzzles, proofs are checked by a program that knows nothing of puzgen, and
//! whatever was tampered with is found.

use std::fs;
use std::path::{Path, PathBuf};

use crate::case::{each, root};
use crate::command::{Ran, Setup, run, scratch, words};

#[path = "../../examples/lrat_check.rs"]
#[expect(dead_code, reason = "the program around the check is run by hand")]
mod lrat_check;

use lrat_check::check;

/// What the kept certificates are of: the options of `run` and `verify`. Those of fillomino need cuts.
const KEPT: &[(&str, &str)] = &[
    ("sudoku", "sudoku --set box_rows=2 --set box_columns=2"),
    ("fillomino", "fillomino --set height=3 --set width=4"),
];

/// Where they are kept: `make certificates` writes them anew.
fn kept(name: &str) -> PathBuf {
    root().join("snapshots/data/certificates").join(name)
}

fn puzgen(folder: &Path, line: &str) -> Ran {
    run(folder, &words(line), &Setup::default())
}

fn done(folder: &Path, line: &str) -> Ran {
    let ran = puzgen(folder, line);
    assert!(ran.status.success(), "`{line}`: {}", ran.stderr);
    ran
}

/// Returns a text with one place changed.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no `{from:?}` to change");
    text.replacen(from, to, 1)
}

#[test]
fn certificates_are_of_their_puzzles() {
    each(
        KEPT,
        |(name, _)| (*name).to_owned(),
        |(name, line)| {
            let folder = scratch(&format!("certificates_{name}"));
            let puzzles =
                done(&folder, &format!("run {line} --seed 4 --count 3 --format json")).stdout;
            fs::write(folder.join("all.jsonl"), puzzles).unwrap();
            done(&folder, &format!("verify {line} all.jsonl --certify own/"));
            let verify = format!("verify {line} all.jsonl --certificate own/ --quiet");
            done(&folder, &verify);
            let path = folder.join(format!("own/{name}-000001.cnf"));
            let (text, other) = (
                fs::read_to_string(&path).unwrap(),
                fs::read_to_string(folder.join(format!("own/{name}-000002.cnf"))).unwrap(),
            );
            let body = text.find("p cnf ").unwrap();
            let header = text[body..].lines().next().unwrap();
            let (start, count) = header.rsplit_once(' ').unwrap();
            let count: usize = count.parse().unwrap();
            let more = format!("{start} {}", count + 1);
            let fewer = format!("{start} {}", count - 1);
            let first = text[body..].lines().nth(1).unwrap().to_owned() + "\n";
            let tampered = [
                other,
                // A rule more that is none, as a cut.
                changed(&text, header, &more) + "1 0\n",
                changed(&text, header, &more) + "0\n",
                // A rule less, and one that says something else.
                changed(&changed(&text, header, &fewer), &first, ""),
                changed(&text, &first, &changed(&first, " ", " -")),
                changed(&text, header, &more),
                text[..body].to_owned(),
            ];
            for text in tampered {
                fs::write(&path, &text).unwrap();
                let ran = puzgen(&folder, &verify);
                assert_eq!(ran.status.code(), Some(1), "{}", ran.stdout);
                assert!(ran.stderr.contains("puzgen::verify::bad_certificate"), "{}", ran.stderr);
            }
            fs::remove_file(&path).unwrap();
            assert_eq!(puzgen(&folder, &verify).status.code(), Some(1));
        },
    );
}

#[test]
fn kept_certificates_are_what_is_written_now() {
    each(
        KEPT,
        |(name, _)| (*name).to_owned(),
        |(name, line)| {
            let folder = scratch(&format!("certificates_kept_{name}"));
            let kept = kept(name);
            let puzzles = kept.join("puzzles.jsonl").display().to_string();
            done(&folder, &format!("verify {line} {puzzles} --certificate {}", kept.display()));
            done(&folder, &format!("verify {line} {puzzles} --certify own/"));
            let own = fs::read_to_string(folder.join(format!("own/{name}-000001.cnf"))).unwrap();
            assert_eq!(own, fs::read_to_string(kept.join(format!("{name}-000001.cnf"))).unwrap());
        },
    );
}

#[test]
fn proofs_are_checked_and_tampered_ones_fail() {
    let read = |name: &str, ending: &str| {
        fs::read_to_string(kept(name).join(format!("{name}-000001.{ending}"))).unwrap()
    };
    for (name, _) in KEPT {
        let (problem, proof) = (read(name, "cnf"), read(name, "lrat"));
        assert!(check(&problem, &proof).unwrap() > 0);
        let lines: Vec<&str> = proof.lines().collect();
        let mut steps = 0;
        for (at, line) in lines.iter().enumerate() {
            if line.split_whitespace().nth(1) == Some("d") {
                continue;
            }
            // Without the clauses that it follows from, no step follows.
            let (clause, _) = line.split_once(" 0 ").unwrap();
            let bare = format!("{clause} 0 0");
            let mut tampered = lines.clone();
            tampered[at] = &bare;
            assert!(check(&problem, &tampered.join("\n")).is_err(), "{name}: {line}");
            steps += 1;
        }
        assert!(steps > 0);
        assert!(check(&problem, &lines[..lines.len() - 1].join("\n")).is_err());
        assert!(check(&problem, "").is_err());
        // Each step must use what it names: the first clause of a problem without any of its givens is another.
        let open = check("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n", "4 2 0 1 2 0\n5 0 4 3 0\n");
        assert!(open.is_err(), "a problem with a solution was proved to have none");
        let closed = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
        assert_eq!(check(closed, "5 -2 0 3 4 0\n6 1 0 5 1 0\n7 0 6 5 2 0\n"), Ok(3));
        for wrong in [
            "5 -2 0 3 4 0\n6 1 0 5 1 0\n7 0 6 2 0\n",
            "5 -2 0 3 -4 0\n6 1 0 5 1 0\n7 0 6 5 2 0\n",
            "5 -2 0 3 4 0\n5 d 5 0\n6 1 0 5 1 0\n7 0 6 5 2 0\n",
            "4 -2 0 3 4 0\n",
            "99999999999 -2 0 3 4 0\n",
            "5 -3 0 3 4 0\n",
            "5 -2 0 3 4\n",
            "5 0 9 0\n",
        ] {
            assert!(check(closed, wrong).is_err(), "{wrong}");
        }
    }
    assert!(check(&read("sudoku", "cnf"), &read("fillomino", "lrat")).is_err());
}

/// With CaDiCaL at hand, as `make certificates` has it, proofs are written and hold.
#[test]
fn a_prover_writes_proofs_that_hold() {
    let prover = root().join(".deps/cadical/cadical");
    if !prover.exists() {
        println!("skipped: there is no CaDiCaL, which `.ci/setup-cadical` builds");
        return;
    }
    for (name, line) in KEPT {
        let folder = scratch(&format!("certificates_proved_{name}"));
        let puzzles = done(&folder, &format!("run {line} --seed 9 --count 4 --format json")).stdout;
        fs::write(folder.join("all.jsonl"), puzzles).unwrap();
        let prover = prover.display();
        done(&folder, &format!("verify {line} all.jsonl --certify own/ --prover {prover}"));
        for number in 1..=4 {
            let path = folder.join(format!("own/{name}-{number:06}.cnf"));
            let read = |path: PathBuf| fs::read_to_string(path).unwrap();
            check(&read(path.clone()), &read(path.with_extension("lrat"))).unwrap();
        }
    }
}
