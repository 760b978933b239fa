//! puzgen in other programs: the examples run, and the facade keeps its promises.

use puzgen::plugin::{Budget, Csp, Engine, Lit, Session, Verdict};
use puzgen::wire::Outcome;
use puzgen::{Board, Error, Family, Limits, NoFiles, Plugins, Puzzle, Request, StopFlag, Tell};

#[path = "../../examples/embed.rs"]
mod embed;
#[path = "../../examples/plugins.rs"]
mod plugins;

#[test]
fn the_example_embeds() {
    embed::main().unwrap();
}

#[test]
fn the_example_plugs_in() {
    plugins::main().unwrap();
}

fn latin(n: u32) -> Family {
    Family::built_in("latin_square").unwrap().with("n", &n.to_string()).unwrap()
}

#[test]
fn handles_go_to_any_thread() {
    fn goes<T: Send + Sync + Clone + 'static>() {}
    goes::<Family>();
    goes::<Board>();
    goes::<Puzzle>();
    goes::<Error>();
    let family = latin(4);
    let ask = |seed| {
        let family = family.clone();
        std::thread::spawn(move || {
            let puzzle = family.generate_one(&Request { seed, ..Request::default() }).unwrap();
            puzzle.board().solve(&Limits::default()).unwrap()
        })
    };
    for thread in (0..4).map(ask).collect::<Vec<_>>() {
        assert!(matches!(thread.join().unwrap().outcome, Outcome::Unique { .. }));
    }
}

#[test]
fn a_request_gives_what_the_command_gives() {
    let family = latin(5);
    let mut request = Request { seed: 11, count: 4, threads: 2, ..Request::default() };
    request.variants = 1;
    let text: String = family.generate(&request).unwrap().iter().map(Puzzle::json).collect();
    let folder = crate::command::scratch("embedding");
    let line =
        "run latin_square --set n=5 --seed 11 --count 4 --transforms 1 --format json --quiet";
    let ran = crate::command::run(&folder, &crate::command::words(line), &Default::default());
    assert_eq!(text, ran.stdout);
}

#[test]
fn forms_are_those_of_the_command() {
    for name in ["latin_square", "killer", "fillomino"] {
        let family = Family::built_in(name).unwrap();
        let family = match name {
            "latin_square" => family.with("n", "4").unwrap(),
            "killer" => family.with("box_rows", "2").unwrap().with("box_columns", "2").unwrap(),
            _ => family.with("height", "4").unwrap().with("width", "4").unwrap(),
        };
        let puzzle = family.generate_one(&Request { seed: 5, ..Request::default() }).unwrap();
        for form in ["text", "line", "json", "yaml", "svg"] {
            let text = puzzle.print(form).unwrap();
            if form != "svg" {
                assert_eq!(
                    family.board(&text).unwrap().count(2, &Limits::default()).unwrap().solutions,
                    1
                );
            }
        }
        assert_eq!(puzzle.print("json").unwrap(), puzzle.json());
    }
}

#[test]
fn boards_answer() {
    let family = latin(3);
    let limits = Limits::default();
    let board = family.board("1../.../..2").unwrap();
    assert_eq!(board.hint(Tell::Value).unwrap().unwrap().schema, "puzgen.hint/1");
    let hint = |attempt: &str| board.hint_from(attempt, Tell::Value, &limits).unwrap();
    assert_eq!(hint("123/.../..2").unwrap().what.unwrap(), "r2c3 = 1");
    let wrong = hint("13./.../..2").unwrap();
    assert_eq!((wrong.place.as_str(), wrong.what), ("r1c2", None));
    assert_eq!(wrong.mistakes.unwrap().wrong.unwrap(), ["r1c2"]);
    assert!(hint("123/231/312").is_none());
    assert!(board.explain().unwrap().is_solved);
    assert!(!board.mark("12./.../..2", &limits).unwrap().complete);
    assert_eq!(board.verify(&limits).unwrap().redundant, Some(Vec::new()));
    let open = family.board("12./.../...").unwrap();
    let found = open.candidates(&limits).unwrap();
    assert_eq!(serde_json::Value::Object(found.candidates)["x"][0][2], serde_json::json!([3]));
    assert_eq!(board.candidates(&limits).unwrap().unknown, None);
    assert!(open.why_not("1@r2c1", &limits).unwrap().conflict.is_some());
    assert!(open.why_not("3@r1c3", &limits).unwrap().possible);
    assert_eq!(open.why_not("3@r4c3", &limits).unwrap_err().code(), "puzgen::cli::usage");
    let first = board.canonical(&limits).unwrap();
    let other = board.jumble(1, 1, &limits).unwrap().remove(0);
    let second = other.canonical(&limits).unwrap();
    assert_eq!(first.print("line").unwrap(), second.print("line").unwrap());
    let none = family.board("11./.../...").unwrap().solve(&limits).unwrap();
    assert!(matches!(none.outcome, Outcome::None { .. }));
    let several = family.board("1../.../...").unwrap().solutions(100, &limits).unwrap();
    let Outcome::Several { answers } = several.outcome else { panic!("{several:?}") };
    assert_eq!(answers.len(), 4);
    // A board brings its own parameters along where the family has none.
    let text = "{\"params\": {\"n\": 2}, \"clues\": {\"given\": [[1, null], [null, null]]}}";
    let small = Family::built_in("latin_square").unwrap().board(text).unwrap();
    assert_eq!(small.count(9, &limits).unwrap().solutions, 1);
}

#[test]
fn problems_have_codes_and_places() {
    let wrong = Family::parse("wrong.pz", "puzzle x \"X\" { answer y: 1..z }").unwrap_err();
    assert_eq!(wrong.code(), "puzgen::check::unknown_name");
    assert_eq!(wrong.problems()[0].line, Some(1));
    assert!(wrong.report().contains("wrong.pz"), "{}", wrong.report());
    assert!(wrong.to_string().contains("wrong.pz:1:"), "{wrong}");
    assert_eq!(latin(4).with("m", "3").unwrap_err().code(), "puzgen::check::bad_parameter");
    assert_eq!(latin(4).board("1 2").unwrap_err().code(), "puzgen::board::shape");
    let request = Request { level: Some("dire".to_owned()), ..Request::default() };
    assert_eq!(latin(4).generate(&request).unwrap_err().code(), "puzgen::cli::usage");
    let used = Family::parse("uses.pz", "use \"other.pz\"\npuzzle x extends other {}").unwrap_err();
    assert_eq!(used.code(), "puzgen::check::outside");
}

#[test]
fn work_ends_when_it_is_asked_to() {
    let stop = StopFlag::new();
    stop.set();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let family = latin(4);
    assert!(family.board("..../..../..../....").unwrap().solve(&limits).unwrap_err().gave_up());
    let request = Request { count: 3, limits, ..Request::default() };
    assert!(family.generate_one(&request).is_err());
    let spent = Limits { steps: Some(0), ..Limits::default() };
    assert!(family.board("1.../..../..../....").unwrap().count(9, &spent).unwrap_err().gave_up());
}

/// An engine with a bug.
struct Broken;

impl Engine for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn about(&self) -> &'static str {
        "one that panics"
    }

    fn accepts(&self, _csp: &Csp) -> bool {
        true
    }

    fn open<'a>(&self, _csp: &'a Csp) -> Box<dyn Session + 'a> {
        Box::new(Panics)
    }
}

struct Panics;

impl Session for Panics {
    fn new_activation_literal(&mut self) -> Lit {
        panic!("no guard")
    }

    fn add_clause(&mut self, _clause: &[Lit]) {}

    fn solve(&mut self, _assumptions: &[Lit], _budget: &mut Budget) -> Verdict {
        panic!("no answer")
    }
}

#[test]
fn a_panic_is_an_error() {
    let plugins = Plugins::new().engine(&Broken).unwrap();
    let text = "use latin_square\npuzzle x extends latin_square {}";
    let family = Family::load("x.pz", text, None, &mut NoFiles, plugins).unwrap();
    let request = Request { engine: "broken".to_owned(), ..Request::default() };
    let broken = family.generate_one(&request).unwrap_err();
    assert_eq!(broken.code(), "puzgen::cli::bug");
    // The family is as good as before.
    assert!(family.generate_one(&Request::default()).is_ok());
}

#[test]
fn texts_are_laid_out_and_their_mistakes_told() {
    let text = "puzzle two { answer x:1..3\n rule big \"small\": x>1\n}";
    assert_eq!(puzgen::problems("two.pz", text, &mut NoFiles).unwrap(), []);
    let laid_out = puzgen::format("two.pz", text).unwrap();
    assert_eq!(laid_out, "puzzle two {\n  answer x: 1..3\n  rule big \"small\": x > 1\n}\n");

    let wrong = "puzzle two {\n answer x: 1..3 +\n rule a \"no\": y > 1\n rule b \"no\": x > ]\n}";
    let told = puzgen::problems("two.pz", wrong, &mut NoFiles).unwrap();
    assert!(told.len() >= 2, "{told:?}");
    let error = puzgen::format("two.pz", wrong).unwrap_err();
    assert_eq!(error.code(), "puzgen::parse::syntax");
}
