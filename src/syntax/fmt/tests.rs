//! The format of small texts: odd layout in, the project's layout out, which stays as it is when it is formatted again.

use insta::assert_snapshot;
use puzgen_base::source::Sources;

use super::format;

/// Returns the text in the project's format, or the first problem.
fn check(text: &str) -> String {
    let formatted = |text: &str| {
        let mut sources = Sources::new();
        let file = sources.add("case.pz", text);
        format(file, &sources).map_err(|problems| {
            let problem = problems.sorted().remove(0);
            format!("{} {}", problem.code().as_str(), problem.message())
        })
    };
    match formatted(text) {
        Ok(once) => {
            assert_eq!(formatted(&once).as_deref(), Ok(once.as_str()), "formatted again");
            once
        }
        Err(problem) => problem,
    }
}

#[test]
fn items_begin_lines_of_their_own() {
    assert_snapshot!(check("puzzle p \"P\"{param n:1..3=2 board grid( n ,3 ) answer x[ cells ]:1..n}"), @r#"
    puzzle p "P" {
      param n: 1..3 = 2
      board grid(n, 3)
      answer x[cells]: 1..n
    }
    "#);
    assert_snapshot!(check("puzzle p { answer a: 1..2; rule r: a == 1; }"), @"
    puzzle p {
      answer a: 1..2
      rule r: a == 1
    }
    ");
    assert_snapshot!(check("puzzle p{}puzzle q { }"), @"
    puzzle p {}

    puzzle q {}
    ");
    assert_snapshot!(check(""), @"");
    assert_snapshot!(check("use   sudoku\nuse \"a.pz\" puzzle p{}"), @r#"
    use sudoku
    use "a.pz"

    puzzle p {}
    "#);
}

#[test]
fn tokens_have_one_blank_between_them_or_none() {
    let rule = |text: &str| check(&format!("puzzle p {{ rule r :{text} }}"));
    assert_snapshot!(rule("a+b  *- c==- 1"), @"
    puzzle p {
      rule r: a + b * -c == -1
    }
    ");
    assert_snapshot!(rule("x [ c ] . row in 1 .. 3"), @"
    puzzle p {
      rule r: x[c].row in 1..3
    }
    ");
    assert_snapshot!(rule("distinct ( x [ c ]  for c in cells where not(a) )"), @"
    puzzle p {
      rule r: distinct(x[c] for c in cells where not (a))
    }
    ");
    assert_snapshot!(rule("{1,2,3}[1]in(1,2)"), @"
    puzzle p {
      rule r: {1, 2, 3}[1] in (1, 2)
    }
    ");
}

#[test]
fn lines_that_go_on_stand_further_in() {
    assert_snapshot!(check("puzzle p {\nrule r(c in cells)\n\"{c}\":\na\n== 1\nrule s: f(\na,\nb\n)\n}"), @r#"
    puzzle p {
      rule r(c in cells)
        "{c}":
        a
        == 1
      rule s: f(
        a,
        b
      )
    }
    "#);
}

#[test]
fn parts_stand_in_a_line_or_each_in_its_own() {
    assert_snapshot!(check("puzzle p { remove given { keep solutions == 1 by cell } }"), @"
    puzzle p {
      remove given { keep solutions == 1  by cell }
    }
    ");
    assert_snapshot!(check("puzzle p { remove given { by cell\nkeep solutions == 1 accept minimal } }"), @"
    puzzle p {
      remove given {
        by     cell
        keep   solutions == 1
        accept minimal
      }
    }
    ");
    assert_snapshot!(check("puzzle p { show {\nsymbols x \"ab\" thick blocks(1, 3) } }"), @r#"
    puzzle p {
      show {
        symbols x "ab" thick blocks(1, 3)
      }
    }
    "#);
}

#[test]
fn declarations_of_one_kind_have_columns() {
    assert_snapshot!(check("puzzle p {\nparam a: 1..2 = 1\nparam large: bool = true\n\nparam b: 1..2 = 1\n}"), @"
    puzzle p {
      param a:     1..2 = 1
      param large: bool = true

      param b: 1..2 = 1
    }
    ");
    assert_snapshot!(check("puzzle p {\nclue a = 1\nfixed clue b[c in cells] = 2\nfeature f = 1\n}"), @"
    puzzle p {
      clue a                   = 1
      fixed clue b[c in cells] = 2
      feature f = 1
    }
    ");
    assert_snapshot!(check("puzzle p {\nrule r \"a\": b\nrule longer(c in cells) \"d\": e\n}"), @r#"
    puzzle p {
      rule r                  "a": b
      rule longer(c in cells) "d": e
    }
    "#);
    // Where one is much longer than another, there are none.
    let long = "rule r \"a\": b\nrule s(one in cells, another in cells, third in cells) \"c\": d";
    assert_snapshot!(check(&format!("puzzle p {{\n{long}\n}}")), @r#"
    puzzle p {
      rule r "a": b
      rule s(one in cells, another in cells, third in cells) "c": d
    }
    "#);
}

#[test]
fn comments_stay_where_they_are() {
    assert_snapshot!(check("# first\n\n\n\n#second  \npuzzle p { # behind\n# alone\nanswer a: 1..2 # one\nanswer bcd: 1..2# two\n}\n# last"), @"
    # first

    #second
    puzzle p {  # behind
      # alone
      answer a: 1..2    # one
      answer bcd: 1..2  # two
    }
    # last
    ");
    assert_snapshot!(check("puzzle p { rule r: a # in between\n== 1 }"), @"
    puzzle p {
      rule r: a  # in between
        == 1
    }
    ");
}

#[test]
fn texts_and_boards_stay_as_they_are() {
    let text = "puzzle p {\nabout \"  a   b \"\nexample \"e\" {\ngiven \"\"\"\n   1  2\n . .\n\"\"\" solutions 2 } }";
    assert_snapshot!(check(text), @r#"
    puzzle p {
      about "  a   b "
      example "e" {
        given """
       1  2
     . .
    """ solutions 2
      }
    }
    "#);
}

#[test]
fn line_ends_of_windows_and_tabs_go() {
    assert_eq!(
        check("puzzle p {\r\n\tanswer a: 1..2\r\n\r\n\r\n\tanswer b: 1..2\r\n}"),
        "puzzle p {\n  answer a: 1..2\n\n  answer b: 1..2\n}\n"
    );
}

#[test]
fn a_text_with_mistakes_has_no_format() {
    assert_snapshot!(check("puzzle p { rule r: }"), @"puzgen::parse::syntax expected an expression, found `}`");
    assert_snapshot!(check("puzzle p { rule r: 'a' }"), @"puzgen::parse::foreign_term `'` is not part of the language");
}
