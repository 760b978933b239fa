use std::collections::BTreeMap;

use crate::address::{opened, shown_name};
use crate::*;
use puzgen_base::rng::Rng;

/// Opens an empty bank: in memory, or on the server that the environment names.
fn empty(test: &str) -> Bank {
    let Ok(url) = std::env::var("PUZGEN_TEST_POSTGRES") else {
        return Bank::open_or_make(":memory:").unwrap();
    };
    // A schema of its own for each test.
    let mut base = opened(&url, true).unwrap();
    base.batch(&format!("DROP SCHEMA IF EXISTS {test} CASCADE; CREATE SCHEMA {test};")).unwrap();
    Bank::open_or_make(&format!("{url}?options=-c%20search_path%3D{test}")).unwrap()
}

/// Returns puzzle `number` of some family; those with even numbers have 2 solutions.
fn numbered(number: u64) -> NewEntry {
    let solutions = 2 - number % 2;
    let (level, answers) = match solutions {
        1 => (Some(["easy", "hard"][(number / 2 % 2) as usize].to_owned()), "{\"x\":[1,2]}"),
        _ => (None, "[{\"x\":[1,2]},{\"x\":[2,1]}]"),
    };
    let clue = if number.is_multiple_of(3) { "null".to_owned() } else { number.to_string() };
    NewEntry {
        puzzle: "square".to_owned(),
        params: format!("{{\"n\":{}}}", 3 + number % 2),
        definition: "d".to_owned(),
        object: format!(
            "{{\"puzzle\":\"square\",\"clues\":{{\"given\":[{clue}]}},\"solutions\":{solutions},\"score\":1.5}}"
        ),
        answers: answers.to_owned(),
        seed: 1,
        index: number,
        score: (solutions == 1).then_some(number as f64),
        level,
        empties: number % 5,
        solutions,
        form: (u128::from(number) + 7).to_be_bytes(),
    }
}

fn filled(test: &str, count: u64) -> Bank {
    let mut bank = empty(test);
    let mut writer = bank.write().unwrap();
    for number in 0..count {
        assert_eq!(writer.add(&numbered(number)).unwrap(), Stored::New(number + 1));
    }
    writer.commit().unwrap();
    bank
}

#[test]
fn what_is_stored_comes_back() {
    let mut bank = filled("stored", 60);
    for number in 0..60 {
        let (entry, new) = (bank.entry(number + 1).unwrap().unwrap(), numbered(number));
        assert_eq!((entry.object.as_str(), entry.answers.as_str()), (&*new.object, &*new.answers));
        assert_eq!((entry.level.clone(), entry.score), (new.level, new.score));
        assert_eq!((entry.params.as_str(), entry.seed), (&*new.params, 1));
        assert_eq!(
            (entry.empties, entry.solutions, entry.index),
            (new.empties, new.solutions, number)
        );
        let solved: serde_json::Value = serde_json::from_str(&entry.solved()).unwrap();
        let name = if new.solutions == 1 { "answer" } else { "answers" };
        assert_eq!(solved[name].to_string(), new.answers);
        assert_eq!(solved.get("answer").is_some(), new.solutions == 1);
    }
    assert_eq!(bank.entry(61).unwrap(), None);
    let total: u64 = bank.counts(None).unwrap().iter().map(|bucket| bucket.puzzles).sum();
    assert_eq!((total, bank.counts(Some("other")).unwrap().len()), (60, 0));
}

#[test]
fn equivalent_puzzles_enter_once() {
    let mut bank = filled("once", 5);
    let mut writer = bank.write().unwrap();
    let again = NewEntry { object: "{\"solutions\":1}".to_owned(), ..numbered(3) };
    assert_eq!(writer.add(&again).unwrap(), Stored::Known(4));
    writer.commit().unwrap();
    assert_eq!(bank.entry(4).unwrap().unwrap().object, numbered(3).object);
}

#[test]
fn what_is_not_committed_is_not_there() {
    let mut bank = filled("rolled_back", 5);
    let before = bank.counts(None).unwrap();
    let progress = BuildProgress { identity: "i".to_owned(), next: 3, added: 2, last: 3 };
    let mut writer = bank.write().unwrap();
    writer.add(&numbered(5)).unwrap();
    writer.progress(&progress).unwrap();
    drop(writer);
    assert_eq!(bank.entry(6).unwrap(), None);
    assert_eq!(bank.counts(None).unwrap(), before);
    assert_eq!(bank.progress("i").unwrap(), None);
    let mut writer = bank.write().unwrap();
    writer.progress(&progress).unwrap();
    assert_eq!(writer.add(&numbered(5)).unwrap(), Stored::New(6));
    writer.commit().unwrap();
    assert_eq!(bank.entry(6).unwrap().unwrap().index, 5);
    assert_eq!(bank.progress("i").unwrap(), Some(progress));
}

/// Every puzzle that fits is picked about equally often, and no other.
#[test]
fn picks_are_uniform() {
    let mut bank = filled("uniform", 60);
    let draws = 40_u64;
    type Fits = Box<dyn Fn(&NewEntry) -> bool>;
    let queries: [(Query, Fits); 5] = [
        (Query::of("square"), Box::new(|_| true)),
        (
            Query { empties: Some((1, 3)), solutions: Some((1, 1)), ..Query::of("square") },
            Box::new(|it| (1..=3).contains(&it.empties) && it.solutions == 1),
        ),
        (
            Query { level: Some("easy".to_owned()), ..Query::of("square") },
            Box::new(|it| it.level.as_deref() == Some("easy")),
        ),
        (
            Query { params: vec![("n".to_owned(), "3".to_owned())], ..Query::of("square") },
            Box::new(|it| it.params == "{\"n\":3}"),
        ),
        (
            Query { score: Some((10.0, 20.0)), exclude: vec![14, 16], ..Query::of("square") },
            Box::new(|it| {
                it.score.is_some_and(|s| (10.0..=20.0).contains(&s))
                    && ![13, 15].contains(&it.index)
            }),
        ),
    ];
    for (query, fits) in queries {
        let all: Vec<u64> = (0..60).filter(|number| fits(&numbered(*number))).collect();
        let mut seen: BTreeMap<u64, u64> = BTreeMap::new();
        for draw in 0..draws * all.len() as u64 {
            let entry = bank.pick(&query, draw).unwrap().unwrap();
            assert!(all.contains(&entry.index), "{query:?} {}", entry.index);
            *seen.entry(entry.index).or_default() += 1;
        }
        // Chi squared, at most its mean and six standard deviations.
        let mean = draws as f64;
        let square = |number: &u64| {
            let off = seen.get(number).copied().unwrap_or_default() as f64 - mean;
            off * off / mean
        };
        let (sum, free) = (all.iter().map(square).sum::<f64>(), all.len() as f64 - 1.0);
        assert!(sum < free + 6.0 * (2.0 * free).sqrt(), "{query:?}: {sum} of {free}");
    }
}

#[test]
fn picks_one_of_many_and_none_where_none_fits() {
    let mut bank = filled("rare", 60);
    let query = Query { score: Some((33.0, 33.5)), ..Query::of("square") };
    for draw in 0..20 {
        assert_eq!(bank.pick(&query, draw).unwrap().unwrap().index, 33);
    }
    let none = Query { exclude: vec![34], ..query };
    assert_eq!(bank.pick(&none, 0).unwrap(), None);
    assert_eq!(bank.pick(&Query::of("other"), 0).unwrap(), None);
    let everything = Query { exclude: (1..=59).collect(), ..Query::of("square") };
    assert_eq!(bank.pick(&everything, 5).unwrap().unwrap().id, 60);
}

/// Names of many things make a long shape, which no database may refuse.
#[test]
fn long_objects_are_stored() {
    let mut bank = empty("long_objects");
    let mut rng = Rng::from_seed(1);
    let names: Vec<String> = (0..2_000).map(|_| format!("\"{:x}\":1", rng.next_u64())).collect();
    let object = format!("{{{},\"solutions\":1}}", names.join(","));
    let mut writer = bank.write().unwrap();
    writer.add(&NewEntry { object: object.clone(), ..numbered(1) }).unwrap();
    writer.commit().unwrap();
    assert_eq!(bank.entry(1).unwrap().unwrap().object, object);
}

#[test]
fn room_is_told_and_given_back() {
    let mut bank = filled("room", 60);
    assert!(bank.size().unwrap() > 4096);
    bank.vacuum().unwrap();
    assert_eq!(bank.pick(&Query::of("square"), 1).unwrap().map(|entry| entry.seed), Some(1));
}

#[test]
fn passwords_are_not_told() {
    assert_eq!(shown_name("postgres://me:secret@host/db"), "postgres://me@host/db");
    assert_eq!(shown_name("postgres://host/db"), "postgres://host/db");
    assert_eq!(shown_name("a:b@c.sqlite"), "a:b@c.sqlite");
}

/// A bank may be handed to another thread.
#[test]
fn a_bank_can_be_sent() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&empty("sent"));
}
