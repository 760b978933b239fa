//! Runs in shards: whatever their number, they merge to the same bytes, and nothing that was changed is merged.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::case::each;
use crate::command::{Ran, Setup, run, scratch, words};

fn puzgen(folder: &Path, line: &str) -> Ran {
    run(folder, &words(line), &Setup::default())
}

fn done(folder: &Path, line: &str) -> Ran {
    let ran = puzgen(folder, line);
    assert!(ran.status.success(), "`{line}`: {}", ran.stderr);
    ran
}

/// Makes all shards, the last one first.
fn make(folder: &Path, line: &str, shards: u64) {
    for number in (0..shards).rev() {
        done(
            folder,
            &format!("run {line} --shard {number}/{shards} --out shards-{shards} --quiet"),
        );
    }
}

const RUNS: &[(&str, &str)] = &[
    // Small enough that many puzzles are equivalent to an earlier one.
    ("few", "latin_square --set n=3 --seed 3 --count 70"),
    ("steps", "sudoku --set box_rows=2 --set box_columns=2 --seed 3 --count 12 --all-steps"),
    ("drawn", "heyawake --set height=3 --set width=4 --seed 3 --count 10"),
];

#[test]
fn any_number_of_shards_merges_to_the_same_bytes() {
    each(
        RUNS,
        |(name, _)| (*name).to_owned(),
        |(name, line)| {
            let folder = scratch(&format!("shards_{name}"));
            let mut texts: Vec<Vec<u8>> = Vec::new();
            for shards in [1, 7, 64] {
                make(&folder, line, shards);
                done(&folder, &format!("merge shards-{shards} -o all-{shards}.jsonl"));
                texts.push(fs::read(folder.join(format!("all-{shards}.jsonl"))).unwrap());
            }
            assert!(!texts[0].is_empty());
            assert!(texts.iter().all(|text| *text == texts[0]), "{name}: other bytes");
            // Those that are not equivalent to an earlier one, as the run itself prints them.
            let whole = done(&folder, &format!("run {line} --format json")).stdout;
            let objects = |text: &str| -> Vec<Value> {
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
            };
            let merged = objects(std::str::from_utf8(&texts[0]).unwrap());
            let mut rest = objects(&whole).into_iter();
            for mut puzzle in merged.clone() {
                let fields = puzzle.as_object_mut().unwrap();
                fields.remove("form").unwrap();
                fields.remove("left_out").unwrap();
                assert!(rest.any(|other| other == puzzle), "{name}: not in order, or of no run");
            }
            let mut forms: Vec<&Value> = merged.iter().map(|puzzle| &puzzle["form"]).collect();
            let count = forms.len();
            forms.sort_by_key(|form| form.to_string());
            forms.dedup();
            assert_eq!(forms.len(), count, "{name}: equivalent puzzles");
            if *name == "few" {
                assert!(count < 70, "nothing was left out");
            }
        },
    );
}

#[cfg(feature = "bank")]
#[test]
fn a_bank_of_shards_is_the_bank_that_is_built() {
    let folder = scratch("shards_bank");
    let line = "sudoku --set box_rows=2 --set box_columns=2 --seed 9 --count 20";
    make(&folder, line, 3);
    done(&folder, "merge shards-3 --to merged.sqlite");
    let merged = done(&folder, "bank export merged.sqlite").stdout;
    let count = merged.lines().count();
    let build = line.replace("--count 20", &format!("--count {count}"));
    done(&folder, &format!("bank build {build} --to built.sqlite"));
    assert_eq!(merged, done(&folder, "bank export built.sqlite").stdout);
}

#[test]
fn parts_share_no_equivalent_puzzle_also_of_two_runs() {
    let folder = scratch("shards_split");
    let mut forms: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for seed in [1, 2] {
        let line = format!("latin_square --set n=4 --seed {seed} --count 30");
        done(&folder, &format!("run {line} --shard 0/1 --out {seed}/"));
        done(&folder, &format!("merge {seed}/ -o {seed}.jsonl --split 60/40"));
        for (part, forms) in ["train", "test"].iter().zip(&mut forms) {
            let text = fs::read_to_string(folder.join(format!("{seed}.{part}.jsonl"))).unwrap();
            let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            forms.extend(lines.map(|puzzle| puzzle["form"].as_str().unwrap().to_owned()));
        }
    }
    let [train, test] = forms;
    assert!(!train.is_empty() && !test.is_empty());
    assert!(train.iter().all(|form| !test.contains(form)), "a puzzle in both parts");
}

#[test]
fn what_was_changed_is_found_and_made_again() {
    let folder = scratch("shards_damaged");
    let line = "latin_square --set n=3 --seed 1 --count 9";
    make(&folder, line, 2);
    done(&folder, "merge shards-2 -o all.jsonl");
    let good = fs::read(folder.join("all.jsonl")).unwrap();
    let shard = folder.join("shards-2/latin_square-1-1-of-2.jsonl");
    let text = fs::read_to_string(&shard).unwrap();
    let second = text.find('\n').unwrap() + 1;
    let changes = [
        text.replacen("\"seed\":1", "\"seed\":2", 1),
        text.replacen("\"index\":3", "\"index\":2", 1),
        text[..text.len() - 1].to_owned(),
        text[second..].to_owned(),
        format!("{text}{}", &text[..second]),
        String::new(),
    ];
    for changed in changes {
        fs::write(&shard, &changed).unwrap();
        let ran = puzgen(&folder, "merge shards-2 -o other.jsonl");
        assert_eq!(ran.status.code(), Some(1), "{changed}");
        assert!(ran.stderr.contains("puzgen::merge::damaged_shard"), "{}", ran.stderr);
        assert!(!folder.join("other.jsonl").exists());
        done(&folder, &format!("run {line} --shard 1/2 --out shards-2"));
        done(&folder, "merge shards-2 -o all.jsonl");
        assert_eq!(fs::read(folder.join("all.jsonl")).unwrap(), good);
    }
    fs::remove_file(&shard).unwrap();
    assert_eq!(puzgen(&folder, "merge shards-2 -o other.jsonl").status.code(), Some(1));
}

/// Returns the manifest of a shard.
pub(crate) fn manifest() -> Value {
    let folder = scratch("shards_manifest");
    make(&folder, "latin_square --set n=3 --seed 1 --count 9", 2);
    let path = folder.join("shards-2/latin_square-1-0-of-2.jsonl.manifest.json");
    let manifest: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!((&manifest["indexes"], &manifest["made"]), (&5.into(), &5.into()));
    manifest
}

/// Columns, read back by the library that writes them: the same rows as the lines.
#[cfg(feature = "parquet")]
#[test]
fn columns_say_what_lines_say() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;

    let folder = scratch("shards_columns");
    make(&folder, "sudoku --set box_rows=2 --set box_columns=2 --seed 3 --count 20", 3);
    done(&folder, "merge shards-3 -o all.jsonl");
    done(&folder, "merge shards-3 -o all.parquet");
    let text = fs::read_to_string(folder.join("all.jsonl")).unwrap();
    let file = fs::File::open(folder.join("all.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let mut rows = reader.get_row_iter(None).unwrap();
    for line in text.lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        let row = rows.next().unwrap().unwrap();
        let field = |name: &str| {
            let found = row.get_column_iter().find(|(column, _)| *column == name);
            found.unwrap_or_else(|| panic!("no column `{name}`")).1.clone()
        };
        assert_eq!(field("form"), Field::Str(puzzle["form"].as_str().unwrap().to_owned()));
        assert_eq!(field("index"), Field::ULong(puzzle["index"].as_u64().unwrap()));
        assert_eq!(field("score"), Field::Double(puzzle["score"].as_f64().unwrap()));
        assert_eq!(field("step"), Field::Null);
        let empties = puzzle["features"]["empties"].as_f64().unwrap();
        assert_eq!(field("feature_empties"), Field::Double(empties));
        let json = |name: &str| match field(name) {
            Field::Str(text) => serde_json::from_str::<Value>(&text).unwrap(),
            Field::Bytes(bytes) => serde_json::from_slice::<Value>(bytes.data()).unwrap(),
            other => panic!("`{name}` is {other:?}"),
        };
        assert_eq!(json("clues"), puzzle["clues"]);
        assert_eq!(json("answers"), Value::Array(vec![puzzle["answer"].clone()]));
    }
    assert!(rows.next().is_none());
}
