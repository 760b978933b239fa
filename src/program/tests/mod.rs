//! The interpreter against the Python of the system, and what runs say they depend on against other runs.

#![expect(clippy::print_stdout, reason = "what a random test did is shown where it fails")]

mod boundary;
mod python;
mod random;
mod reader;
mod templates;
mod writer;

use std::collections::BTreeSet;

use super::{
    Completed, End, Ended, InputSets, Limits, OpenProgram, Outcome, Program, ProgramSet, Value,
};
use python::Python;
use random::Random;

fn sets() -> InputSets {
    InputSets {
        int: -1..=3,
        list_length: 3,
        text_letters: "aB1 ".to_owned(),
        text_length: 3,
        most: 4,
    }
}

/// Returns how many cases there are: more where the tests soak.
fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("PUZGEN_SOAK").is_some() { many } else { few }
}

/// Returns the words of a program, some of them replaced by alternatives.
fn other_words(
    program: &Program,
    random: &mut Random,
    many: usize,
    may_change: impl Fn(usize) -> bool,
) -> Vec<String> {
    let mut words: Vec<String> = program.tokens().iter().map(|token| token.word.clone()).collect();
    for _ in 0..many {
        let token = random.below(words.len());
        if words.is_empty() || !may_change(token) {
            continue;
        }
        let others = program.alternatives(token, -2..=4);
        words[token].clone_from(&others[random.below(others.len())]);
    }
    words
}

/// Returns a program, unless it is too long, or a part of it outside of the subset, which a template may be.
fn read(text: &str) -> Option<Program> {
    match Program::parse(text) {
        Ok(program) => Some(program),
        Err(fault) if fault.what.contains("outside of the subset") => None,
        Err(fault) if fault.what.contains("longer than") || fault.what.contains("nests") => None,
        Err(fault) => panic!("{fault:?}\n{text}"),
    }
}

fn with(program: &Program, words: &[String]) -> (Completed, String) {
    let given: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut text = program.text().to_owned();
    for (token, word) in program.tokens().iter().zip(words).rev() {
        text.replace_range(token.span.clone(), word);
    }
    match program.with(&given) {
        Ok(completed) => (completed, text),
        Err(fault) => panic!("{fault:?}\n{text}"),
    }
}

fn compared(outcome: &Outcome) -> Option<(&'static str, &str)> {
    match &outcome.end {
        End::Returned(value) => Some(("returned", value)),
        End::Raised(class) => Some(("raised", class)),
        End::TooLong | End::Unknown(_) => None,
    }
}

/// What was seen.
#[derive(Debug, Default)]
struct Counts {
    agreed: usize,
    raised: usize,
    too_long: usize,
    unknown: usize,
}

fn agree(
    python: &mut Python,
    text: &str,
    completed: &Completed,
    inputs: &[Vec<Value>],
    counts: &mut Counts,
) {
    let theirs = python.run(text, inputs);
    for (input, theirs) in inputs.iter().zip(theirs) {
        let ours = completed.run(input, &Limits::default()).outcome;
        match ours.end {
            End::TooLong => counts.too_long += 1,
            End::Unknown(_) => counts.unknown += 1,
            End::Raised(_) => counts.raised += 1,
            End::Returned(_) => {}
        }
        let Some((end, value)) = compared(&ours) else { continue };
        let shown: Vec<String> = input.iter().map(Value::to_string).collect();
        let own = (end.to_owned(), value.to_owned(), ours.printed, ours.arguments);
        assert_eq!(own, theirs, "f({}) of\n{text}", shown.join(", "));
        counts.agreed += 1;
    }
}

#[test]
fn random_programs_do_what_they_do_in_python() {
    let Some(mut python) = Python::start() else { return };
    let wanted = cases(1_500, 20_000);
    let mut random = Random(seed());
    let mut counts = Counts::default();
    while counts.agreed < wanted {
        let text = writer::write(&mut random);
        let Some(program) = read(&text) else { continue };
        let inputs = program.inputs(&sets()).unwrap();
        for many in [0, 0, 1, 3] {
            let words = other_words(&program, &mut random, many, |_| true);
            let (completed, text) = with(&program, &words);
            agree(&mut python, &text, &completed, &inputs, &mut counts);
        }
    }
    println!("agreement with python3: {counts:?}");
    // A writer whose programs seldom run would show nothing.
    assert!(counts.raised * 5 < counts.agreed * 3, "{counts:?}");
    assert!((counts.too_long + counts.unknown) * 5 < counts.agreed, "{counts:?}");
}

#[test]
fn what_few_programs_use_does_what_it_does_in_python() {
    let Some(mut python) = Python::start() else { return };
    let mut random = Random(seed() ^ 2);
    let (mut counts, mut refused) = (Counts::default(), 0);
    for _ in 0..cases(1, 40) {
        let mut number = 0;
        while let Some(text) = writer::write_template(&mut random, number) {
            number += 1;
            let Some(program) = read(&text) else {
                refused += 1;
                continue;
            };
            let inputs = program.inputs(&InputSets { most: 6, ..sets() }).unwrap();
            for many in [0, 1] {
                let words = other_words(&program, &mut random, many, |_| true);
                let (completed, text) = with(&program, &words);
                agree(&mut python, &text, &completed, &inputs, &mut counts);
            }
        }
    }
    println!("templates: {counts:?}, refused {refused}");
    assert!(counts.agreed > 1_000, "{counts:?}");
}

#[test]
fn words_that_a_run_does_not_touch_do_not_matter() {
    let mut random = Random(seed() ^ 1);
    let (mut changed, mut untouched) = (0usize, 0usize);
    for _ in 0..cases(300, 10_000) {
        let text = writer::write(&mut random);
        let Some(program) = read(&text) else { continue };
        let inputs = program.inputs(&sets()).unwrap();
        let words = other_words(&program, &mut random, 2, |_| true);
        let (completed, text) = with(&program, &words);
        for input in &inputs {
            let run = completed.run(input, &Limits::default());
            untouched += words.len() - run.touched.len();
            for many in [1, 30] {
                let mut others = words.clone();
                let drawn = other_words(&program, &mut random, many, |_| true);
                for token in 0..others.len() {
                    if run.touched.binary_search(&token).is_err() {
                        others[token].clone_from(&drawn[token]);
                    }
                }
                if others == words {
                    continue;
                }
                changed += 1;
                let (other, changed_text) = with(&program, &others);
                let again = other.run(input, &Limits::default());
                assert_eq!(
                    (&run.outcome, run.steps),
                    (&again.outcome, again.steps),
                    "{text}\nagainst\n{changed_text}"
                );
            }
        }
    }
    println!("changed where nothing was touched: {changed} programs; {untouched} tokens untouched");
    assert!(changed > 100, "{changed}");
}

/// A program that is run with the words it asks for does what it does with all of them, and with all words that are said to
/// go on alike.
#[test]
fn runs_that_wait_end_as_runs_of_complete_programs() {
    let mut random = Random(seed() ^ 3);
    let (mut ended, mut waits, mut together) = (0_usize, 0_usize, 0_usize);
    for _ in 0..cases(400, 10_000) {
        let text = writer::write(&mut random);
        let Some(program) = read(&text) else { continue };
        let inputs = program.inputs(&sets()).unwrap();
        let is_open: Vec<bool> = program.tokens().iter().map(|_| random.below(2) == 0).collect();
        let choices = (0..is_open.len()).map(|token| match is_open[token] {
            true => program.alternatives(token, -2..=4),
            false => Vec::new(),
        });
        let mut open = OpenProgram::new(&program, choices.collect());
        for many in [1, 5, 30] {
            let words = other_words(&program, &mut random, many, |token| is_open[token]);
            let (completed, text) = with(&program, &words);
            let rank = |token: usize| {
                let all = program.alternatives(token, -2..=4);
                u16::try_from(all.iter().position(|word| *word == words[token]).unwrap()).unwrap()
            };
            for input in &inputs {
                let mut known: Vec<(usize, Vec<u16>)> = Vec::new();
                let outcome = loop {
                    let sets: Vec<(usize, &[u16])> =
                        known.iter().map(|(token, set)| (*token, set.as_slice())).collect();
                    match open.run(&sets, input, &Limits::default()) {
                        Ended::Waits(token, mut classes) => {
                            assert!(is_open[token] && classes.len() > 1);
                            let own = |class: &Vec<u16>| class.contains(&rank(token));
                            let class = classes.swap_remove(classes.iter().position(own).unwrap());
                            together += class.len() - 1;
                            known.push((token, class));
                        }
                        Ended::Done(outcome) => break outcome,
                        Ended::Unreadable => panic!("{text}"),
                    }
                };
                assert_eq!(outcome, completed.run(input, &Limits::default()).outcome, "{text}");
                ended += 1;
                waits += known.len();
                let ranks: Vec<Option<u16>> =
                    is_open.iter().enumerate().map(|(at, is)| is.then(|| rank(at))).collect();
                let (noted, alike) = open.run_with(&ranks, input, &Limits::default());
                assert_eq!(noted.as_ref(), Some(&outcome), "{text}");
                // Other words of the same classes, and any words at tokens that no run asked for.
                for classes in [&known, &alike] {
                    let mut others = words.clone();
                    for token in (0..others.len()).filter(|token| is_open[*token]) {
                        let all = program.alternatives(token, -2..=4);
                        let class = classes.iter().rev().find(|(at, _)| *at == token);
                        let place = match class {
                            Some((_, class)) => usize::from(class[random.below(class.len())]),
                            None => random.below(all.len()),
                        };
                        others[token].clone_from(&all[place]);
                    }
                    let (other, text) = with(&program, &others);
                    assert_eq!(other.run(input, &Limits::default()).outcome, outcome, "{text}");
                }
            }
        }
    }
    println!("{ended} runs waited {waits} times; {together} other words went on alike");
    assert!(ended > 1_000 && waits > ended && together > ended, "{ended} {waits} {together}");
}

/// Returns where the random numbers start.
fn seed() -> u64 {
    std::env::var("PUZGEN_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(27)
}

#[test]
fn deep_texts_are_refused_or_read_within_the_stack() {
    let nested_ifs: String =
        (0..80).map(|depth| format!("{}if a:\n", " ".repeat(depth + 1))).collect();
    let texts = [
        format!("def f(a):\n    return {}a", "not ".repeat(900)),
        format!("def f(a):\n    return {}a", "-".repeat(3_900)),
        format!("def f(a):\n    return {}a", "- ".repeat(1_900)),
        format!("def f(a):\n    return {}a", "(".repeat(3_900)),
        format!("def f(a):\n    return {}", "[".repeat(3_900)),
        format!("def f(a):\n    return {}a", "a+".repeat(1_900)),
        format!("def f(a):\n    return a{}", ".b".repeat(1_900)),
        format!("def f(a):\n    return a{}", "()".repeat(1_900)),
        format!("def f(a):\n    return a{}", "[0]".repeat(1_300)),
        format!("def f(a):\n    return {}a", "a**".repeat(1_300)),
        format!("def f(a):\n    return {}a", "a if a else ".repeat(300)),
        format!("def f(a):\n    return {}a", "lambda:".repeat(500)),
        format!("def f(a):\n    return {}", "f'{".repeat(1_300)),
        format!("def f(a):\n    return {}a", "a<".repeat(1_900)),
        format!("def f(a):\n    return {}a", "a and ".repeat(600)),
        format!("def f(a):\n    a {}= a", "= a ".repeat(900)),
        format!("def f(a):\n{nested_ifs}{}return a", " ".repeat(81)),
        format!("def f(a):\n    del {}", "a, ".repeat(1_000)),
        format!("def f(a):\n    {}", "*".repeat(3_900)),
        format!("def f(a):\n    return {}1", "1,".repeat(1_900)),
        format!("def f(a):\n    if a: pass\n{}", "    elif a: pass\n".repeat(200)),
        format!("def f({}a): pass", "a: a, ".repeat(600)),
        format!("@{}", "a.".repeat(1_900)),
        "def f(a):\n    return a\\".repeat(100),
    ];
    for text in texts {
        if let Ok(program) = Program::parse(&text) {
            let _ = program.original().unwrap().run(&[Value::integer(1)], &Limits::default());
        }
    }
}

#[test]
fn deep_runs_end_within_the_stack() {
    let bodies = [
        "return f(a + 1)",
        "return 1 + (2 * (f(a) + (3 - (f(a)))))",
        "return [[[[[[[[f(a)]]]]]]]]",
        "a = [a]\n    while True:\n        a = [a]",
        "b = (a,)\n    for _ in range(5000):\n        b = (b,)\n    return b == b",
        "b = [a]\n    for _ in range(3000):\n        b = [b]\n    return b",
        "b = enumerate([a])\n    for _ in range(3000):\n        b = enumerate(b)\n    return list(b)",
        "return [f(b) for b in [f(c) for c in [a]]]",
        "return f(f(f(f(a))))",
        "return sorted([max(f(x) for x in [y for y in [a]])])",
        "return \"x\" * a ** 20",
        "while a > 0:\n        a = a * a + 1",
        "if a:\n        for x in [a]:\n            while a:\n                if a:\n                    \
         for y in [a]:\n                        if a:\n                            return f(a)",
    ];
    for body in bodies {
        let text = format!("def f(a):\n    {body}\n");
        let run = Program::parse(&text).unwrap().original().unwrap();
        let run = run.run(&[Value::integer(7)], &Limits::default());
        assert_eq!(run.outcome.end, End::TooLong, "{text}");
    }
}

/// Where two variables that stand in blanks only exchange their names everywhere, nothing that runs show changes.
#[test]
fn free_names_may_be_exchanged() {
    let mut random = Random(seed());
    let mut exchanged = 0;
    for text in [
        include_str!("../../../puzzles/python/variables.py"),
        include_str!("../../../puzzles/python/for_loops.py"),
        include_str!("../../../puzzles/python/lists.py"),
        include_str!("../../../puzzles/python/off_by_one.py"),
    ] {
        let set = ProgramSet::read(text).unwrap();
        for (number, task) in set.tasks.iter().enumerate() {
            let blanks: Vec<usize> = set.blanks_of(number).collect();
            let words = blanks.iter().flat_map(|blank| set.blanks[*blank].words.clone());
            let mut free: Vec<i64> =
                words.filter(|word| set.is_free_name(&blanks, *word)).collect();
            free.sort_unstable();
            free.dedup();
            for pair in free.windows(2) {
                let [a, b] = [set.word(pair[0]), set.word(pair[1])];
                for _ in 0..cases(4, 100) {
                    let one = other_words(&task.program, &mut random, 3, |_| true);
                    let swapped = |word: &String| match word.as_str() {
                        word if word == a => b.to_owned(),
                        word if word == b => a.to_owned(),
                        word => word.to_owned(),
                    };
                    let other: Vec<String> = one.iter().map(swapped).collect();
                    let (one, other) = (with(&task.program, &one), with(&task.program, &other));
                    for input in &task.inputs {
                        let runs = [&one.0, &other.0].map(|it| it.run(input, task.limits()));
                        let [one_run, other_run] = runs.map(|run| run.outcome);
                        assert!(one_run == other_run, "{}\n{}", one.1, other.1);
                    }
                    exchanged += 1;
                }
            }
        }
    }
    assert!(exchanged > 100, "{exchanged}");
}

#[test]
fn inputs_come_from_all_over() {
    let text = "def f(left: list[int], right: list[int]) -> int:\n    return len(left)\n";
    let sets = InputSets { int: -2..=4, most: 12, ..sets() };
    let inputs = Program::parse(text).unwrap().inputs(&sets).unwrap();
    assert_eq!(inputs.len(), 12);
    for part in 0..2 {
        let values: Vec<String> = inputs.iter().map(|input| input[part].to_string()).collect();
        let distinct: BTreeSet<&String> = values.iter().collect();
        assert!(distinct.len() >= 8, "{values:?}");
        // One element, and as many as there may be.
        let counts = |commas: usize| {
            values.iter().any(|list| list != "[]" && list.matches(',').count() == commas)
        };
        assert!(counts(0) && counts(2), "{values:?}");
    }
}

#[test]
fn what_python_has_and_the_subset_has_not_is_said_where_it_stands() {
    for (text, word) in [
        ("def f(n: int) -> int:\n    return round(n)\n", "round"),
        ("def f(n: int) -> list[int]:\n    return list(map(str, [n]))\n", "map"),
        ("def f(n: int) -> int:\n    return ValueError\n", "ValueError"),
    ] {
        let fault = Program::parse(text).unwrap_err();
        assert_eq!(&text[fault.span.clone()], word, "{fault:?}");
    }
    // What nobody knows is a `NameError`, in Python, too.
    let own = Program::parse("def f(n: int) -> int:\n    return total\n").unwrap();
    let run = own.original().unwrap().run(&[Value::integer(1)], &Limits::default());
    assert_eq!(run.outcome.end, End::Raised("NameError".to_owned()));
}

#[test]
fn powers_are_augmented() {
    let set = ProgramSet::read("def f(n: int) -> int:\n    n **= 2\n    return n\n").unwrap();
    assert_eq!(set.tasks[0].sentences()[0], "f(-2) -> 4");
    let words: Vec<&str> = set.blanks.iter().map(|blank| set.word(blank.word)).collect();
    assert!(!words.contains(&"**="), "{words:?}");
}

#[test]
fn calls_are_left_out_whose_outcome_is_not_known() {
    let power = "def f(n: int) -> int:\n    return 2 ** n\n";
    let set = ProgramSet::read(&format!("# puzgen: integers -2..2\n{power}")).unwrap();
    assert_eq!(set.tasks[0].sentences(), ["f(0) -> 1", "f(1) -> 2", "f(2) -> 4"]);
    let bad = ProgramSet::read(&format!("# puzgen: integers -2..-1\n{power}")).unwrap_err();
    assert!(bad.what.contains("`f(-2)`"), "{bad:?}");
    let written =
        "def f(n: int) -> int:\n    \"\"\"\n    >>> f(-1)\n    \"\"\"\n    return 2 ** n\n";
    let bad = ProgramSet::read(written).unwrap_err();
    assert!(bad.what.contains("`f(-1)`"), "{bad:?}");
}

#[test]
fn titles_in_other_languages_decide_nothing() {
    let text =
        |line: &str| format!("# %% Doubles\n{line}def f(n: int) -> int:\n    return n * 2\n");
    let plain = ProgramSet::read(&text("")).unwrap();
    let titled = ProgramSet::read(&text("# puzgen: title de \"Verdoppelt\"\n")).unwrap();
    assert_eq!(plain.text(), titled.text());
    let task = &titled.tasks[0];
    assert_eq!(task.title_in(Some("de")), "Verdoppelt");
    assert_eq!((task.title_in(None), task.title_in(Some("fr"))), ("Doubles", "Doubles"));
    for wrong in ["title", "title de", "title de Verdoppelt", "title DE \"x\"", "title de \"\""] {
        let bad = ProgramSet::read(&text(&format!("# puzgen: {wrong}\n"))).unwrap_err();
        assert!(bad.help.contains("title de"), "{wrong}: {bad:?}");
    }
    let early =
        "# puzgen: title de \"Verdoppelt\"\n# %% Doubles\ndef f(n: int) -> int:\n    return n\n";
    assert!(ProgramSet::read(early).unwrap_err().what.contains("no program yet"));
}

#[test]
fn what_a_learner_writes_is_read_up_to_what_follows() {
    let text = "def f(a: int) -> int:\n    b = a * 2\n    return b\n";
    let set = ProgramSet::read(text).unwrap();
    let read = |text: &str| {
        let words = set.tasks[0].read_loosely(text)?;
        Some(words.into_iter().map(|it| it.unwrap_or("_".to_owned())).collect::<Vec<_>>())
    };
    let own = ["b", "a", "*", "2", "b"].map(str::to_owned);
    assert_eq!(read(text), Some(own.to_vec()));
    let found = read("def f(a: int) -> int:\n    __1__ = len(a) * 2\n    return b + 1\n").unwrap();
    assert_eq!(found, ["_", "len(a)", "*", "2", "b + 1"]);
    assert_eq!(read("def f(a: int) -> int:\n    b = a * 2\n    print(b)\n"), None);
    assert_eq!(read("def f(a: int) -> int:\n    b = a\n    * 2\n    return b\n"), None);
}
