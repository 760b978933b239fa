//! What is printed for programs: each line against its own schema, and what the schema refuses.

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{
    BankCount, Candidates, Conflict, Count, Deduction, Hint, Left, Manifest, Mark, Mistakes,
    Object, OtherSolution, Outcome, Problem, Puzzle, Rated, Rating, Rule, SCHEMAS, Solution, Step,
    Verification, Verified, WhyNot, by_name, line,
};

/// Returns the line of a value. Its schema takes the line, and takes no other name of the schema, no object without one
/// of the fields that it requires, and no text in the place of the whole.
fn check(value: &impl Serialize) -> String {
    let text = line(value);
    assert!(text.ends_with("}\n") && text.matches('\n').count() == 1, "{text}");
    let read: Json = serde_json::from_str(&text).expect("JSON");
    let name = read["schema"].as_str().expect("the name of a schema");
    let schema = by_name(name).expect("a schema of this name").json();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let wrong: Vec<String> = validator.iter_errors(&read).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
    let mut other = read.clone();
    other["schema"] = json!("puzgen.other/1");
    assert!(!validator.is_valid(&other), "another name");
    assert!(!validator.is_valid(&json!(text)), "a text");
    for field in schema["required"].as_array().expect("required fields") {
        let mut less = read.clone();
        less.as_object_mut().and_then(|it| it.remove(field.as_str()?)).expect("a required field");
        assert!(!validator.is_valid(&less), "without {field}");
    }
    text.trim_end().to_owned()
}

fn object(json: Json) -> Object {
    json.as_object().expect("an object").clone()
}

fn solution(outcome: Outcome) -> Solution {
    Solution::new(outcome)
}

#[test]
fn solutions_are_one_several_or_none() {
    let answer = object(json!({ "x": [[1, 2], [2, 1]] }));
    assert_snapshot!(check(&solution(Outcome::Unique { answer: answer.clone() })), @r#"{"schema":"puzgen.solution/1","status":"unique","answer":{"x":[[1,2],[2,1]]}}"#);
    assert_snapshot!(check(&solution(Outcome::Several { answers: vec![answer] })), @r#"{"schema":"puzgen.solution/1","status":"several","answers":[{"x":[[1,2],[2,1]]}]}"#);
    let rules = vec![Rule { rule: "row".to_owned(), sentence: "row 1 repeats \"1\"".to_owned() }];
    let conflict = Conflict { rules, givens: vec!["given at r1c1 = 1".to_owned()] };
    assert_snapshot!(check(&solution(Outcome::None { conflict })), @r#"{"schema":"puzgen.solution/1","status":"none","conflict":{"rules":[{"rule":"row","sentence":"row 1 repeats \"1\""}],"givens":["given at r1c1 = 1"]}}"#);
    // A list that is printed one by one is the same text.
    let (head, tail) = Solution::several();
    assert_eq!(head + &tail, line(&solution(Outcome::Several { answers: Vec::new() })));
}

#[test]
fn counts_say_whether_they_are_complete() {
    assert_snapshot!(check(&Count { schema: Count::SCHEMA, solutions: 0, complete: true }), @r#"{"schema":"puzgen.count/1","solutions":0,"complete":true}"#);
    assert_snapshot!(check(&Count { schema: Count::SCHEMA, solutions: 100, complete: false }), @r#"{"schema":"puzgen.count/1","solutions":100,"complete":false}"#);
}

#[test]
fn what_a_board_allows() {
    let candidates = object(json!({ "x": [[[1], [1, 2]]] }));
    let of = |unknown: Option<Object>| Candidates {
        schema: Candidates::SCHEMA,
        complete: unknown.is_none(),
        candidates: candidates.clone(),
        unknown,
    };
    assert_snapshot!(check(&of(None)), @r#"{"schema":"puzgen.candidates/1","complete":true,"candidates":{"x":[[[1],[1,2]]]},"unknown":null}"#);
    assert_snapshot!(check(&of(Some(object(json!({ "x": [[[], [3]]] }))))), @r#"{"schema":"puzgen.candidates/1","complete":false,"candidates":{"x":[[[1],[1,2]]]},"unknown":{"x":[[[],[3]]]}}"#);
    let why = WhyNot {
        schema: WhyNot::SCHEMA,
        place: "r1c1".to_owned(),
        value: -1,
        possible: false,
        answer: None,
        conflict: Some(Conflict { rules: Vec::new(), givens: Vec::new() }),
    };
    assert_snapshot!(check(&why), @r#"{"schema":"puzgen.why_not/1","place":"r1c1","value":-1,"possible":false,"answer":null,"conflict":{"rules":[],"givens":[]}}"#);
}

#[test]
fn steps_and_hints_tell_what_was_asked_for() {
    let deduction = Deduction {
        place: "r1c2".to_owned(),
        value: 5,
        is: true,
        what: "r1c2 = 5".to_owned(),
        how: "nothing else is left there".to_owned(),
        given: Vec::new(),
        rules: Vec::new(),
        because: "row 1".to_owned(),
    };
    let step = Step {
        schema: Step::SCHEMA,
        step: 1,
        kind: "rules".to_owned(),
        deductions: vec![deduction],
    };
    assert_snapshot!(check(&step), @r#"{"schema":"puzgen.step/1","step":1,"kind":"rules","deductions":[{"place":"r1c2","value":5,"is":true,"what":"r1c2 = 5","how":"nothing else is left there","given":[],"rules":[],"because":"row 1"}]}"#);
    let hint = Hint {
        schema: Hint::SCHEMA,
        place: "r1c2".to_owned(),
        kind: "rules".to_owned(),
        rules: None,
        what: None,
        how: None,
        given: None,
        because: None,
        clues: None,
        calls: None,
        mistakes: None,
    };
    assert_snapshot!(check(&hint), @r#"{"schema":"puzgen.hint/1","place":"r1c2","kind":"rules","rules":null,"what":null,"how":null,"given":null,"because":null,"clues":null,"calls":null,"mistakes":null}"#);
    let mistakes = Mistakes { broken: Some(vec!["a".to_owned()]), wrong: None };
    assert_snapshot!(check(&Hint { mistakes: Some(mistakes), ..hint }), @r#"{"schema":"puzgen.hint/1","place":"r1c2","kind":"rules","rules":null,"what":null,"how":null,"given":null,"because":null,"clues":null,"calls":null,"mistakes":{"broken":["a"],"wrong":null}}"#);
}

#[test]
fn marks_leave_out_what_cannot_stand_there() {
    let mark = Mark {
        schema: Mark::SCHEMA,
        right: true,
        complete: false,
        broken: Vec::new(),
        changed: Vec::new(),
        wrong: Vec::new(),
        at_odds: false,
        impossible: Vec::new(),
    };
    assert_snapshot!(check(&mark), @r#"{"schema":"puzgen.mark/1","right":true,"complete":false,"broken":[],"changed":[],"wrong":[],"at_odds":false}"#);
    let wrong = vec!["r1c1".to_owned()];
    assert_snapshot!(check(&Mark { right: false, wrong: wrong.clone(), impossible: wrong, ..mark }), @r#"{"schema":"puzgen.mark/1","right":false,"complete":false,"broken":[],"changed":[],"wrong":["r1c1"],"at_odds":false,"impossible":["r1c1"]}"#);
}

fn problem() -> Problem {
    Problem {
        code: "puzgen::board::token".to_owned(),
        message: "`4` is no value".to_owned(),
        line: Some(1),
        column: None,
        label: None,
        help: None,
    }
}

#[test]
fn ratings_have_a_status_and_what_is_known() {
    let rating = Rating {
        schema: Rating::SCHEMA,
        number: 1,
        line: 3,
        puzzle: "p".to_owned(),
        params: Some(object(json!({ "n": 3 }))),
        status: Rated::Unique,
        solutions: Some(1),
        features: Some(object(json!({ "spread": 0.5, "per_row": [1, null] }))),
        score: Some(30.0),
        tier: Some(0),
        level: Some("easy".to_owned()),
        why: None,
        problems: Vec::new(),
    };
    assert_snapshot!(check(&rating), @r#"{"schema":"puzgen.rating/1","number":1,"line":3,"puzzle":"p","params":{"n":3},"status":"unique","solutions":1,"features":{"spread":0.5,"per_row":[1,null]},"score":30.0,"tier":0,"level":"easy","why":null,"problems":[]}"#);
    let unreadable = Rating {
        params: None,
        status: Rated::Unreadable,
        solutions: None,
        features: None,
        score: None,
        tier: None,
        level: None,
        problems: vec![problem()],
        ..rating
    };
    assert_snapshot!(check(&unreadable), @r#"{"schema":"puzgen.rating/1","number":1,"line":3,"puzzle":"p","params":null,"status":"unreadable","solutions":null,"features":null,"score":null,"tier":null,"level":null,"why":null,"problems":[{"code":"puzgen::board::token","message":"`4` is no value","line":1,"column":null,"label":null,"help":null}]}"#);
}

#[test]
fn verifications_say_what_was_expected() {
    let other = OtherSolution {
        without: Some("given at r1c1".to_owned()),
        left: Left::Other,
        answer: Some(object(json!({ "x": [2] }))),
        differs: vec!["r1c1".to_owned()],
    };
    let verification = Verification {
        schema: Verification::SCHEMA,
        number: 1,
        line: 1,
        status: Verified::NotAsExpected,
        solutions: Some(2),
        complete: Some(true),
        expected: Some([1, 1]),
        givens: Some(3),
        minimal: None,
        redundant: None,
        answer_is_right: Some(false),
        verified: vec!["search", "brute"],
        problems: vec![problem()],
        other_solutions: Some(vec![other]),
    };
    assert_snapshot!(check(&verification), @r#"{"schema":"puzgen.verification/1","number":1,"line":1,"status":"not_as_expected","solutions":2,"complete":true,"expected":[1,1],"givens":3,"minimal":null,"redundant":null,"answer_is_right":false,"verified":["search","brute"],"problems":[{"code":"puzgen::board::token","message":"`4` is no value","line":1,"column":null,"label":null,"help":null}],"other_solutions":[{"without":"given at r1c1","left":"other","answer":{"x":[2]},"differs":["r1c1"]}]}"#);
}

#[test]
fn puzzles_leave_out_what_they_do_not_have() {
    let puzzle = Puzzle {
        schema: Puzzle::SCHEMA,
        puzzle: "p".to_owned(),
        params: Object::new(),
        seed: u64::MAX,
        index: 0,
        step: None,
        layout: Object::new(),
        clues: object(json!({ "given": [[1, null, "?"]] })),
        answer: Some(object(json!({ "x": [[1, 2, 3]] }))),
        answers: None,
        solutions: 1,
        features: Object::new(),
        score: None,
        tier: None,
        level: None,
        transform: None,
        bank_line: None,
        refused: 0,
        gave_up: 0,
        repairs: None,
        redraws: None,
        verified: vec!["search"],
        removed_by: None,
        hardest: None,
        left_out: None,
        form: None,
        program: None,
    };
    assert_snapshot!(check(&puzzle), @r#"{"schema":"puzgen.puzzle/1","puzzle":"p","params":{},"seed":18446744073709551615,"index":0,"step":null,"layout":{},"clues":{"given":[[1,null,"?"]]},"answer":{"x":[[1,2,3]]},"solutions":1,"features":{},"score":null,"tier":null,"level":null,"transform":null,"refused":0,"gave_up":0,"verified":["search"]}"#);
    let count = BankCount {
        schema: BankCount::SCHEMA,
        puzzle: "p".to_owned(),
        params: Object::new(),
        level: None,
        empties: 3,
        solutions: 1,
        puzzles: 10,
    };
    assert_snapshot!(check(&count), @r#"{"schema":"puzgen.bank_count/1","puzzle":"p","params":{},"level":null,"empties":3,"solutions":1,"puzzles":10}"#);
}

#[test]
fn manifests_are_read_back() {
    let manifest = Manifest {
        schema: Manifest::SCHEMA.to_owned(),
        version: "0.1.0".to_owned(),
        puzzle: "p".to_owned(),
        definition: "d".to_owned(),
        params: object(json!({ "n": 3, "style": "plain" })),
        run: "r".to_owned(),
        seed: u64::MAX,
        count: 10,
        shard: 1,
        shards: 3,
        file: "p-1.jsonl".to_owned(),
        bytes: 1 << 40,
        sha256: "00".to_owned(),
        indexes: 3,
        puzzles: 3,
        refused: 0,
        gave_up: 0,
        redraws: 0,
        repairs: 0,
        status: 0,
        cpu_seconds: 1.5,
        made: 3,
    };
    let text = check(&manifest);
    assert_eq!(serde_json::from_str::<Manifest>(&text).expect("a manifest"), manifest);
    let less = text.replace("\"shards\":3,", "");
    assert!(serde_json::from_str::<Manifest>(&less).is_err());
    let negative = text.replace("\"count\":10", "\"count\":-1");
    assert!(serde_json::from_str::<Manifest>(&negative).is_err());
}

#[test]
fn schemas_have_names_of_their_own() {
    for schema in SCHEMAS {
        let short = schema.short_name();
        assert_eq!(schema.name, format!("puzgen.{short}/1"));
        for name in [schema.name, short] {
            assert_eq!(by_name(name).map(|found| found.name), Some(schema.name));
        }
        let json = schema.json();
        assert_eq!(json["title"], schema.name);
        assert_eq!(json["properties"]["schema"]["const"], schema.name, "{schema:?}");
    }
    assert!(by_name("puzgen.puzzle").is_none());
    assert!(by_name("").is_none());
}
