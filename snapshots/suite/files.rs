//! Files that are not what they seem: links, pipes, devices, folders. What is named is read or written
//! only where that is meant, and nothing waits or fills the memory.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use puzgen::load::load;
use puzgen::reach::{self, MAX_BYTES, MAX_FILES, Unread};
use puzgen::source::Sources;

use crate::case::each;
use crate::command::{Ran, Setup, run, scratch, words};
use crate::define::report;

fn puzgen(folder: &Path, line: &str) -> Ran {
    run(folder, &words(line), &Setup::default())
}

fn pipe(path: &Path) {
    mkfifo(path, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
}

/// Checks that a command failed with this status, and said all these texts.
fn fails(ran: &Ran, status: i32, texts: &[&str]) {
    // A line of a message may end anywhere.
    let said = ran.stderr.replace("\n  │ ", " ").replace("\n        ", " ");
    assert_eq!(ran.status.code(), Some(status), "{}", ran.stderr);
    for text in texts {
        assert!(said.contains(text), "no `{text}` in {}", ran.stderr);
    }
}

const LATIN: &str = "use latin_square puzzle latin \"Latin\" extends latin_square { }\n";

/// What no definition names in earnest, and what is said of it.
const ODD: &[(&str, &str)] = &[
    ("/dev/zero", "it is a device"),
    ("pipe", "it is a named pipe"),
    ("pipe_link", "it is a named pipe"),
    ("folder", "No such file"),
    ("loop", "Too many levels of symbolic links"),
    ("large", "it has more than 16 MiB"),
    ("latin1", "it is not UTF-8 text"),
];

fn odd_files(folder: &Path) {
    pipe(&folder.join("pipe"));
    symlink("pipe", folder.join("pipe_link")).unwrap();
    symlink("loop", folder.join("loop")).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::File::create(folder.join("large")).unwrap().set_len(MAX_BYTES as u64 + 1).unwrap();
    fs::write(folder.join("latin1"), b"puzzle caf\xe9 \"x\" { }").unwrap();
}

/// Whatever names it, and confined or not.
#[test]
fn what_is_named_is_a_regular_file() {
    let folder = scratch("odd_files");
    odd_files(&folder);
    for (file, said) in ODD {
        let definitions = [
            format!("use \"{file}\"\n{LATIN}"),
            format!("use latin_square puzzle odd extends latin_square {{ script \"{file}\" }}"),
            format!("puzzle odd {{ board graph(\"{file}\") answer x[cells]: 1..2 }}"),
            format!(
                "use latin_square puzzle odd extends latin_square {{ levels a < b by model(\"{file}\") }}"
            ),
        ];
        for text in definitions {
            fs::write(folder.join("odd.pz"), &text).unwrap();
            let ran = puzgen(&folder, "check odd.pz");
            fails(&ran, 1, &["check::unknown_file", said, "odd.pz:1:"]);
            let ran = puzgen(&folder, "check odd.pz --confined");
            let outside = ["check::outside", "odd.pz:1:"];
            let inside = ["check::unknown_file", said, "odd.pz:1:"];
            let expected = if file.starts_with('/') { &outside[..] } else { &inside[..] };
            fails(&ran, 1, expected);
        }
    }
}

/// A script says items, so it can name files, too.
#[test]
fn a_script_names_regular_files_only() {
    let folder = scratch("odd_script");
    odd_files(&folder);
    fs::write(folder.join("odd.rhai"), "use_file(\"pipe\");").unwrap();
    fails(&puzgen(&folder, "check odd.rhai"), 1, &["it is a named pipe", "odd.rhai:1:"]);
    fs::write(folder.join("odd.rhai"), "use_file(\"/etc/passwd\");").unwrap();
    let confined = puzgen(&folder, "check odd.rhai --confined");
    fails(&confined, 1, &["check::outside", "odd.rhai:1:"]);
}

#[test]
fn what_the_command_line_names_is_told_apart() {
    let folder = scratch("odd_arguments");
    odd_files(&folder);
    for confined in ["", " --confined"] {
        for (file, said) in ODD {
            let said = match *file {
                "folder" => "it is a folder",
                "latin1" => "this is not UTF-8 text",
                // Which is opened first, to learn what it is.
                "pipe" | "pipe_link" if confined.is_empty() => continue,
                _ => said,
            };
            let ran = puzgen(&folder, &format!("run {file} --seed 1{confined}"));
            fails(&ran, 2, &[file, said]);
        }
        let long = "x".repeat(300);
        fails(&puzgen(&folder, &format!("run {long}{confined}")), 2, &["File name too long"]);
        fails(&puzgen(&folder, &format!("run large/x.pz{confined}")), 2, &["Not a directory"]);
    }
    // What a shell puts in place of `<(command)`.
    let writer = std::thread::spawn({
        let pipe = folder.join("pipe");
        move || fs::File::options().write(true).open(pipe).unwrap().write_all(LATIN.as_bytes())
    });
    let ran = puzgen(&folder, "check pipe");
    writer.join().unwrap().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    // One that does not end is cut off.
    let writer = std::thread::spawn({
        let pipe = folder.join("pipe");
        move || {
            let mut pipe = fs::File::options().write(true).open(pipe).unwrap();
            while pipe.write_all(&[b' '; 1 << 16]).is_ok() {}
        }
    });
    fails(&puzgen(&folder, "check pipe"), 2, &["it has more than 16 MiB"]);
    writer.join().unwrap();
}

/// A folder is often called as the puzzle that fills it.
#[test]
fn a_folder_does_not_hide_a_built_in_puzzle() {
    let folder = scratch("same_name");
    let line = "run latin_square --set n=3 --seed 1 --format line --out latin_square/";
    for more in ["", " --resume"] {
        let ran = puzgen(&folder, &format!("{line}{more}"));
        assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    }
    pipe(&folder.join("fillomino"));
    assert_eq!(puzgen(&folder, "list").status.code(), Some(0));
}

/// Links within the folder are followed, those out of it are not.
#[test]
fn confined_is_what_is_below_the_folder() {
    let outer = scratch("confined");
    let folder = outer.join("inner");
    fs::create_dir_all(folder.join("sub/deep")).unwrap();
    fs::write(outer.join("secret.pz"), "puzzle latin \"secret\" { }").unwrap();
    fs::write(folder.join("latin.pz"), LATIN).unwrap();
    fs::write(folder.join("sub/back.pz"), "use \"../latin.pz\"\n").unwrap();
    fs::write(folder.join("sub/up.pz"), "use \"../../secret.pz\"\n").unwrap();
    fs::write(folder.join("sub/deep/mod.rhai"), "use_file(\"../back.pz\");").unwrap();
    symlink("sub/../latin.pz", folder.join("near.pz")).unwrap();
    symlink("../secret.pz", folder.join("far.pz")).unwrap();
    symlink(outer.join("secret.pz"), folder.join("absolute.pz")).unwrap();
    symlink("..", folder.join("parent")).unwrap();
    symlink("sub", folder.join("child")).unwrap();
    let good = ["latin.pz", "near.pz", "sub/back.pz", "child/back.pz", "sub/deep", "child/deep/"];
    let bad = ["far.pz", "absolute.pz", "parent/secret.pz", "sub/up.pz", "child/../../secret.pz"];
    let own = "puzzle own \"Own\" extends latin { }";
    let paths = good.iter().map(|path| (path, true)).chain(bad.iter().map(|path| (path, false)));
    each(
        paths,
        |(path, _)| (**path).to_owned(),
        |(path, is_good)| {
            fs::write(folder.join("own.pz"), format!("use \"{path}\"\n{own}")).unwrap();
            let here = puzgen(&folder, "check own.pz --confined");
            let above = puzgen(&outer, "check inner/own.pz --confined");
            for ran in [&here, &above] {
                match is_good {
                    true => assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr),
                    false => fails(ran, 1, &["check::outside"]),
                }
                assert!(!ran.stderr.contains("\"secret\""), "{}", ran.stderr);
            }
        },
    );
    // The definition itself, too: its text would be in messages.
    for path in ["far.pz", "absolute.pz"] {
        let ran = puzgen(&folder, &format!("check {path} --confined"));
        fails(&ran, 2, &["it is a link that leads out of its folder"]);
    }
    assert_eq!(puzgen(&folder, "check near.pz --confined").status.code(), Some(0));
}

/// Many files are no way around the bound of one.
#[test]
fn a_definition_has_a_bound_with_all_that_it_uses() {
    let loaded = |text: &str, reader: &mut dyn FnMut(&str) -> String| {
        let mut sources = Sources::new();
        let file = sources.add("main.pz", text);
        let mut reader = |_: &str, path: &str| Ok((path.to_owned(), reader(path)));
        let problems = load(file, &mut sources, &mut reader).map(|_| ()).unwrap_err();
        problems.iter().map(|problem| problem.message().to_owned()).collect::<String>()
    };
    let most = format!("at most {} MiB together", MAX_BYTES >> 20);
    let comment = format!("#{}\n", "x".repeat(MAX_BYTES / 3));
    let same = "use \"a.pz\"\n".repeat(4);
    assert!(loaded(&same, &mut |_| comment.clone()).contains(&most));
    let others: String = (0..4).map(|number| format!("use \"{number}.pz\"\n")).collect();
    assert!(loaded(&others, &mut |_| comment.clone()).contains(&most));
    let mut number = 0;
    let chain = loaded("use \"a.pz\"", &mut |_| {
        number += 1;
        format!("use \"{number}.pz\"")
    });
    assert!(chain.contains(&format!("more than {MAX_FILES} files")), "{chain}");
    let mut sources = Sources::new();
    let file = sources.add("main.pz", "use sudoku\nuse \"a.pz\"");
    let problems = load(file, &mut sources, &mut reach::no_files).map(|_| ()).unwrap_err();
    assert!(report(problems, &sources).contains("check::outside"));
    assert_eq!(reach::no_files("", ""), Err(Unread::NoFiles));
}

/// A stream of puzzles has no end that it must have, but each puzzle has.
#[test]
fn a_puzzle_of_a_stream_has_a_bound() {
    let folder = scratch("long_puzzle");
    let line = "verify latin_square --set n=3 -";
    let row = format!("{}\n", "x".repeat(1 << 16));
    for row in ["x", &row] {
        let rows = row.repeat(MAX_BYTES / row.len() + 2);
        let input = format!("..2/.../.1.\n{{\n{rows}").into_bytes();
        let ran = run(&folder, &words(line), &Setup { input, ..Setup::default() });
        fails(&ran, 2, &["a puzzle of `standard input` has more than 16 MiB"]);
    }
    let ran = puzgen(&folder, "rate latin_square /dev/zero");
    fails(&ran, 2, &["a puzzle of `/dev/zero` has more than 16 MiB"]);
    let ran = puzgen(&folder, "hint latin_square /dev/zero");
    fails(&ran, 2, &["it has more than 64 MiB"]);
}
