//! Files of programs as text: what each program does, which words its blanks may have, and what is wrong with a file.

use insta::assert_snapshot;

use crate::ProgramSet;

/// Returns the titles of the programs, what each call gives, and how many blanks there are; or the first mistake.
fn check(text: &str) -> String {
    let set = match ProgramSet::read(text) {
        Ok(set) => set,
        Err(wrong) => {
            let line = text[..wrong.span.start].matches('\n').count() + 1;
            let marked = text[wrong.span].lines().next().unwrap_or_default();
            return format!("line {line} [{marked}] {}", wrong.what);
        }
    };
    let task = |task: &crate::Task| {
        let title = task.title_in(None).to_owned();
        [title].into_iter().chain(task.sentences()).collect::<Vec<_>>().join("\n  ")
    };
    set.tasks.iter().map(task).collect::<Vec<_>>().join("\n")
}

/// Returns what a function of this body gives for these calls.
fn does(parameters: &str, body: &str, calls: &[&str]) -> String {
    let calls: String = calls.iter().map(|call| format!("    >>> f({call})\n")).collect();
    let body = body.replace('\n', "\n    ");
    let text = format!(
        "# puzgen: inputs 0\ndef f({parameters}):\n    \"\"\"\n{calls}    \"\"\"\n    {body}\n"
    );
    check(&text).trim_start().to_owned()
}

#[test]
fn programs_do_what_they_do_in_python() {
    assert_snapshot!(does("n", "return n // 2, n % 3", &["7", "-7"]), @"
    f(7) -> (3, 1)
      f(-7) -> (-4, 2)
    ");
    assert_snapshot!(does("l", "l.append(sum(l))", &["[1, 2]"]), @"f([1, 2]) -> None, [1, 2] becomes [1, 2, 3]");
    assert_snapshot!(does("t", "print(t.upper())\nreturn t[::-1]", &["\"ab\"", "\"\""]), @r#"
    f('ab') -> 'ba', prints "AB\n"
      f('') -> '', prints "\n"
    "#);
    assert_snapshot!(does("d", "return sorted(d.items())", &["{\"b\": 1, \"a\": 2}"]), @"f({'b': 1, 'a': 2}) -> [('a', 2), ('b', 1)]");
    // As many numbers as 32 bits cannot count.
    assert_snapshot!(does("n", "return range(10000000000)[n]", &["-1", "5000000000"]), @"
    f(-1) -> 9999999999
      f(5000000000) -> 5000000000
    ");
    assert_snapshot!(does("n", "return range(10000000000)[n:][1]", &["-3", "5000000000"]), @"
    f(-3) -> 9999999998
      f(5000000000) -> 5000000001
    ");
    assert_snapshot!(does("l", "return l[3]", &["[1]"]), @"f([1]) -> IndexError");
    assert_snapshot!(does("n", "return 1 // n", &["0"]), @"f(0) -> ZeroDivisionError");
    assert_snapshot!(does("n", "while n:\n    n += 1\nreturn n", &["1", "0", "-2"]), @"
    f(1) -> does not end
      f(0) -> 0
      f(-2) -> 0
    ");
    assert_snapshot!(does("n", "return f(n)", &["1"]), @"f(1) -> does not end");
    assert_snapshot!(does("n", "return n ** 5000", &["2"]), @"f(2) -> does not end");
    assert_snapshot!(does("n", "return n / 2", &["4"]), @"line 6 [/] `/`, which gives floating numbers, is outside of the subset of Python that is understood");
}

#[test]
fn inputs_are_made_from_annotations() {
    let settings = "# puzgen: integers -1..1\n# puzgen: lists 2\n# puzgen: texts \"a\" 2\n# puzgen: inputs 3\n";
    let of = |ty: &str| check(&format!("{settings}def f(x: {ty}):\n    return x\n"));
    assert_snapshot!(of("int"), @"

    f(-1) -> -1
    f(0) -> 0
    f(1) -> 1
    ");
    assert_snapshot!(of("bool"), @"

    f(False) -> False
    f(True) -> True
    ");
    assert_snapshot!(of("str"), @"

    f('') -> ''
    f('a') -> 'a'
    f('aa') -> 'aa'
    ");
    assert_snapshot!(of("list[int]"), @"

    f([]) -> []
    f([0]) -> [0]
    f([1, 0]) -> [1, 0]
    ");
    assert_snapshot!(of("dict[str, int]"), @"

    f({}) -> {}
    f({'a': 0}) -> {'a': 0}
    f({'a': 0, 'aa': 0}) -> {'a': 0, 'aa': 0}
    ");
    assert_snapshot!(of("float"), @"line 5 [float] no inputs are known for the parameter `x`");
    assert_snapshot!(check("def f(x):\n    return x\n"), @"line 1 [x] no inputs are known for the parameter `x`");
}

#[test]
fn settings_hold_for_all_or_for_one_program() {
    let text = "# puzgen: integers 0..1
# %% first
# puzgen: title de \"erstes\"
def f(x: int):
    return x
# %% second
# puzgen: integers 2..2
def f(x: int):
    return x
";
    assert_snapshot!(check(text), @"
    first
      f(0) -> 0
      f(1) -> 1
    second
      f(2) -> 2
    ");
    let set = ProgramSet::read(text).expect("it is legal");
    assert_eq!(set.tasks[0].title_in(Some("de")), "erstes");
    assert_eq!(set.tasks[1].title_in(Some("de")), "second");
    assert!(!set.text().contains("erstes"));
    assert_snapshot!(check("# puzgen: integers 1..0\ndef f(x: int):\n    return x\n"), @"line 1 [# puzgen: integers 1..0] `1..0` is nothing that `integers` can be");
    assert_snapshot!(check("# puzgen: integer 0..1\ndef f(x: int):\n    return x\n"), @"line 1 [# puzgen: integer 0..1] there is no setting `integer`");
    assert_snapshot!(check("# puzgen: inputs many\ndef f(x: int):\n    return x\n"), @"line 1 [# puzgen: inputs many] `many` is nothing that `inputs` can be");
}

#[test]
fn words_that_vary_make_programs() {
    let text = "# puzgen: integers 1..1\ndef f(x: int):\n    return x + 1  # vary 1: 2 3\n";
    assert_snapshot!(check(text), @"

    f(1) -> 2

    f(1) -> 3

    f(1) -> 4
    ");
    assert_snapshot!(check(&text.replace("vary 1", "vary 4")), @"line 3 [# vary 4: 2 3] there is no `4` in this line");
}

#[test]
fn what_is_outside_of_the_subset_is_refused() {
    assert_snapshot!(check("import os\n"), @"line 1 [import os] what stands outside of functions is outside of the subset of Python that is understood");
    assert_snapshot!(check("def f(x: int):\n    return eval(\"x\")\n"), @"line 2 [eval] `eval` is outside of the subset of Python that is understood");
    assert_snapshot!(check("def f(x: int):\n    return 1.5\n"), @"line 2 [1.5] a floating or complex number is outside of the subset of Python that is understood");
    assert_snapshot!(check("class A:\n    pass\n"), @"line 1 [class A:] what stands outside of functions is outside of the subset of Python that is understood");
    assert_snapshot!(check("def f(x: int):\n    return lambda: x\n"), @"line 2 [lambda: x] `lambda` is outside of the subset of Python that is understood");
    assert_snapshot!(check("def f(x: int):\n    global y\n    return x\n"), @"line 2 [global y] this statement is outside of the subset of Python that is understood");
    assert_snapshot!(check("def f(x: int):\nreturn x\n"), @"line 2 [return] this is no Python: expected an indented block after function definition");
    assert_snapshot!(check("def f(x: int):\n    return y\n"), @"

    f(-2) -> NameError
    f(-1) -> NameError
    f(0) -> NameError
    f(1) -> NameError
    f(2) -> NameError
    f(3) -> NameError
    f(4) -> NameError
    ");
    assert_snapshot!(check("x = 1\n"), @"line 1 [x = 1] what stands outside of functions is outside of the subset of Python that is understood");
    assert_snapshot!(check(""), @"line 1 [] there is no program");
}

/// Returns the words that each token of a function with this body may have.
fn words(body: &str) -> String {
    let text = format!(
        "# puzgen: numbers 0..2\ndef f(a: int, b: int):\n    {}\n",
        body.replace('\n', "\n    ")
    );
    let set = ProgramSet::read(&text).expect("it is legal");
    let blank = |blank: &crate::Blank| {
        let words: Vec<&str> = blank.words.iter().map(|word| set.word(*word)).collect();
        format!("{}: {} of {}", blank.name, set.word(blank.word), words.join(" "))
    };
    set.blanks.iter().map(blank).collect::<Vec<_>>().join("\n")
}

#[test]
fn blanks_have_the_words_that_may_stand_there() {
    assert_snapshot!(words("return a + 5"), @"
    line 2 column 12: a of a b
    line 2 column 14: + of % * + - //
    line 2 column 16: 5 of 0 1 2 5
    ");
    assert_snapshot!(words("c = a < b\nreturn c and True"), @"
    line 2 column 5: c of a b c
    line 2 column 9: a of a b c
    line 2 column 11: < of != < <= == > >=
    line 2 column 13: b of a b c
    line 3 column 12: c of a b c
    line 3 column 14: and of and or
    line 3 column 18: True of False True
    ");
}

#[test]
fn a_program_with_blanks_is_read_back() {
    let set =
        ProgramSet::read("def f(a: int):\n    b = a + 1\n    return b\n").expect("it is legal");
    let task = &set.tasks[0];
    let words: Vec<String> = task.program.tokens().iter().map(|token| token.word.clone()).collect();
    assert_eq!(words, ["b", "a", "+", "1", "b"]);
    let listing = task.listing(&|token| (token != 2).then(|| words[token].clone())).to_text();
    assert_snapshot!(listing, @"
    def f(a: int):
        b = a __1__ 1
        return b
    ");
    let read = task.read(&listing).expect("the same program");
    assert_eq!(read.iter().filter(|word| word.is_none()).count(), 1);
    assert_eq!(read[2], None);
    let filled = listing.replace("__1__", "*");
    assert_eq!(task.read(&filled).expect("the same program")[2].as_deref(), Some("*"));
    assert!(task.read("def g(a: int):\n    return a\n").is_none());
}
