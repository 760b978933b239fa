//! What somebody who fills in a token has to read.

use crate::{Program, ProgramSet};

/// Returns a number of each token of a line with a word.
fn of_tokens(text: &str, number: impl Fn(&Program, usize) -> usize) -> Vec<(usize, String, usize)> {
    let program = Program::parse(text).unwrap_or_else(|fault| panic!("{fault:?}"));
    let tokens = program.tokens().iter().enumerate();
    tokens.map(|(at, token)| (token.line, token.word.clone(), number(&program, at))).collect()
}

fn numbers(found: &[(usize, String, usize)], line: usize) -> Vec<(&str, usize)> {
    let own = found.iter().filter(|(of, ..)| *of == line);
    own.map(|(_, word, number)| (word.as_str(), *number)).collect()
}

#[test]
fn branches_are_what_tests_and_loops_are_around() {
    let text = "\
def f(a: int, b: int) -> list[int]:
    if a > 0:
        a = b
    elif b > 1:
        a = 2
    else:
        a = 3
    while a < 4 and b < 5 or b == 6:
        for i in range(7):
            b += i
    else:
        b = 8 if a else 9
    return [x * y for x in range(10) if x > 11 for y in range(x) if y]
";
    let found = of_tokens(text, |program, token| program.tokens()[token].branches);
    assert_eq!(numbers(&found, 2), [("a", 0), (">", 0), ("0", 0)]);
    assert_eq!(numbers(&found, 3), [("a", 1), ("b", 1)]);
    assert_eq!(numbers(&found, 4), [("b", 1), (">", 1), ("1", 1)]);
    assert_eq!(numbers(&found, 5), [("a", 2), ("2", 2)]);
    assert_eq!(numbers(&found, 7), [("a", 2), ("3", 2)]);
    // `b < 5` is looked at where `a < 4` holds, `b == 6` where both do not.
    let test = [("a", 0), ("<", 0), ("4", 0), ("and", 0), ("b", 1), ("<", 1), ("5", 1), ("or", 0)];
    assert_eq!(numbers(&found, 8)[..8], test);
    assert_eq!(numbers(&found, 8)[8..], [("b", 1), ("==", 1), ("6", 1)]);
    assert_eq!(numbers(&found, 9), [("i", 1), ("range", 1), ("7", 1)]);
    assert_eq!(numbers(&found, 10), [("b", 2), ("+=", 2), ("i", 2)]);
    assert_eq!(numbers(&found, 12), [("b", 1), ("8", 2), ("a", 1), ("9", 2)]);
    let element = [("x", 4), ("*", 4), ("y", 4)];
    let first = [("x", 0), ("range", 0), ("10", 0), ("x", 1), (">", 1), ("11", 1)];
    let second = [("y", 2), ("range", 2), ("x", 2), ("y", 3)];
    assert_eq!(numbers(&found, 13), [&element[..], &first, &second].concat());
}

#[test]
fn definitions_are_the_nearest_lines_above_that_assign() {
    let text = "\
def g(n: int) -> int:
    return n

def f(a: int, b: int) -> int:
    a, b = b, a
    c = a
    for i in [b, c]:
        a += i

        a = [c for c in [i]][0] + c
        d = d0(n) if b else e
    e = g(a)
    return i + d
";
    let found = of_tokens(&text.replace("d0(n)", "g(i)"), Program::lines_to_definition);
    assert_eq!(numbers(&found, 2), [("n", 1)]);
    // The names on the right are the parameters.
    assert_eq!(numbers(&found, 5), [("a", 0), ("b", 0), ("b", 1), ("a", 1)]);
    assert_eq!(numbers(&found, 6), [("c", 0), ("a", 1)]);
    assert_eq!(numbers(&found, 7), [("i", 0), ("b", 2), ("c", 1)]);
    // What is changed is read, too.
    assert_eq!(numbers(&found, 8), [("a", 3), ("+=", 0), ("i", 1)]);
    // The `c` of the comprehension is its own, the last one is that of line 6.
    let own = [("a", 0), ("c", 0), ("c", 0), ("i", 3), ("0", 0), ("+", 0), ("c", 4)];
    assert_eq!(numbers(&found, 10), own);
    // `e` is assigned below.
    assert_eq!(numbers(&found, 11), [("d", 0), ("g", 0), ("i", 4), ("b", 6), ("e", 0)]);
    assert_eq!(numbers(&found, 12), [("e", 0), ("g", 0), ("a", 2)]);
    assert_eq!(numbers(&found, 13), [("i", 6), ("+", 0), ("d", 2)]);
}

#[test]
fn calls_that_tell_are_the_fewest() {
    let text = "\
# puzgen: numbers 0..3
# %%
def f(a):
    \"\"\"
    >>> f(0)
    >>> f(1)
    >>> f(2)
    >>> f(3)
    \"\"\"
    if a < 2:
        return 1
    return a
";
    let set = ProgramSet::read(text).unwrap_or_else(|bad| panic!("{bad:?}"));
    let task = &set.tasks[0];
    let count = |words: &[(&str, &str)]| {
        let place = |own: &str| task.program.tokens().iter().position(|token| token.word == own);
        let others = words.iter().map(|(own, other)| (place(own).unwrap_or_default(), *other));
        task.calls_to_tell(&others.collect::<Vec<_>>())
    };
    assert_eq!(count(&[]), 0);
    // f(0) gives 0 and not 1, f(2) gives 1 and not 2.
    assert_eq!(count(&[("2", "0")]), 1);
    assert_eq!(count(&[("2", "3")]), 1);
    assert_eq!(count(&[("2", "0"), ("2", "3")]), 2);
    // With `<=`, f(2) gives 1, as with 3; with `>`, f(0) and f(3) are told.
    assert_eq!(count(&[("2", "3"), ("<", "<=")]), 1);
    assert_eq!(count(&[("2", "0"), ("<", ">")]), 1);
    // No call tells 1 from 2 there: f(1) gives 1 either way.
    assert_eq!(count(&[("2", "1")]), 0);
    assert_eq!(count(&[("2", "1"), ("1", "0")]), 1);
}
