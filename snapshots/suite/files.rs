//! Files that are not what they seem: links, pipes, devices, folders. What is named is read or written
//! only where that is meant, and nothing waits or fills the memory.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use nix::sys::stat::{Mode, SFlag, makedev, mknod};
use nix::unistd::mkfifo;
use puzgen_base::source::Sources;
use puzgen_check::load::load;
use puzgen_check::reach::{self, MAX_BYTES, MAX_FILES, Unread};

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
    let many: String = (0..=MAX_FILES).map(|number| format!("use \"{number}.pz\"\n")).collect();
    let many = loaded(&many, &mut |_| String::new());
    assert!(many.contains(&format!("more than {MAX_FILES} files")), "{many}");
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

/// Four puzzles on one line each.
const RUN: &str = "run latin_square --set n=3 --seed 5 --count 4 --format line";

fn printed() -> String {
    puzgen(&scratch("printed"), RUN).stdout
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let names = fs::read_dir(folder).unwrap().map(name);
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Reads a pipe to its end, and gives its text.
fn reader(path: &Path) -> std::thread::JoinHandle<String> {
    let path = path.to_owned();
    std::thread::spawn(move || fs::read_to_string(path).unwrap())
}

/// What a device or a pipe gets is written, and it stays what it is.
#[test]
fn pipes_and_devices_are_written_through() {
    let folder = scratch("out_stream");
    pipe(&folder.join("pipe"));
    symlink("pipe", folder.join("link")).unwrap();
    for name in ["pipe", "link"] {
        let text = reader(&folder.join("pipe"));
        let ran = puzgen(&folder, &format!("{RUN} --out {name}"));
        assert_eq!((ran.status.code(), text.join().unwrap()), (Some(0), printed()));
    }
    let ran = puzgen(&folder, &format!("{RUN} --out /dev/null"));
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    assert!(ran.stdout.is_empty());
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let ran = puzgen(&folder, &format!("{RUN} --out {name}"));
        assert_eq!((ran.status.code(), ran.stdout), (Some(0), printed()), "{}", ran.stderr);
    }
    fails(&puzgen(&folder, &format!("{RUN} --out /dev/full")), 2, &["No space left on device"]);
    let ran = puzgen(&folder, &format!("{RUN} --out /dev/null --resume"));
    fails(&ran, 2, &["cli::usage", "leave `--resume` out"]);
    assert_eq!(names(&folder), ["link", "pipe"]);
    // Standard output as a file that has something in it: it is not replaced.
    let mut file = fs::File::create(folder.join("both")).unwrap();
    file.write_all(b"before\n").unwrap();
    for out in ["/dev/stdout", "both"] {
        let arguments = words(&format!("{RUN} --out {out}"));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_puzgen"));
        let command = command.args(arguments).current_dir(&folder);
        let status = command.stdout(file.try_clone().unwrap()).status().unwrap();
        assert!(status.success());
    }
    file.write_all(b"after\n").unwrap();
    let text = fs::read_to_string(folder.join("both")).unwrap();
    assert_eq!(text, format!("before\n{0}{0}after\n", printed()));
}

/// A link stays, and what it leads to is written, whether it is there already or not.
#[test]
fn what_a_link_leads_to_is_written() {
    let folder = scratch("out_link");
    fs::create_dir(folder.join("there")).unwrap();
    fs::write(folder.join("there/old"), "old").unwrap();
    symlink("there/old", folder.join("old")).unwrap();
    symlink("there/new", folder.join("new")).unwrap();
    symlink("new", folder.join("twice")).unwrap();
    symlink("loop", folder.join("loop")).unwrap();
    symlink("missing/new", folder.join("nowhere")).unwrap();
    symlink("there", folder.join("folder")).unwrap();
    for (name, place) in [("old", "there/old"), ("new", "there/new"), ("twice", "there/new")] {
        let stopped = puzgen(&folder, &format!("{RUN} --out {name} --timeout 0"));
        assert_eq!(stopped.status.code(), Some(3), "{}", stopped.stderr);
        assert!(folder.join(format!("{place}.part")).exists());
        let ran = puzgen(&folder, &format!("{RUN} --out {name} --resume"));
        assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
        assert!(folder.join(name).is_symlink() && !folder.join(place).is_symlink());
        assert_eq!(fs::read_to_string(folder.join(place)).unwrap(), printed());
    }
    let many = ["Too many levels of symbolic links"];
    fails(&puzgen(&folder, &format!("{RUN} --out loop")), 2, &many);
    fails(&puzgen(&folder, &format!("{RUN} --out nowhere")), 2, &["No such file"]);
    let there = ["new", "new.journal", "old", "old.journal"];
    assert_eq!(names(&folder.join("there")), there);
    assert_eq!(puzgen(&folder, &format!("{RUN} --out folder")).status.code(), Some(0));
    assert_eq!(names(&folder.join("there")).len(), 4 + 5);
}

type Place = fn(&Path);

/// Things that are no regular files, to be in the way.
const IN_THE_WAY: &[(&str, Place)] = &[
    ("it is a named pipe", |path| pipe(path)),
    ("it is a folder", |path| fs::create_dir(path).unwrap()),
    ("it is a symbolic link", |path| symlink("precious", path).unwrap()),
    ("it is a symbolic link", |path| symlink("/dev/null", path).unwrap()),
    ("it is a socket", |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap())),
];

/// What the program makes beside the file is its own, or it makes nothing.
#[test]
fn what_is_in_the_way_stays() {
    let parts = ["p.txt.part", "p.txt.journal", "p/puzgen.journal"];
    let inner = ["p/latin_square-5-000002.txt.part", "p/latin_square-5-000002.txt"];
    for (said, make) in IN_THE_WAY {
        for name in parts.iter().chain(&inner) {
            let folder = scratch("out_way");
            fs::create_dir(folder.join("p")).unwrap();
            fs::write(folder.join("precious"), "precious").unwrap();
            fs::write(folder.join("p/precious"), "precious").unwrap();
            make(&folder.join(name));
            let before = folder.join(name).symlink_metadata().unwrap().file_type();
            let out = if name.starts_with("p/") { "p/" } else { "p.txt" };
            let more = if inner.contains(name) { &[""][..] } else { &["", " --resume"] };
            for more in more {
                let ran = puzgen(&folder, &format!("{RUN} --out {out}{more}"));
                fails(&ran, 2, &["in the way", said]);
            }
            let after = folder.join(name).symlink_metadata().unwrap().file_type();
            assert_eq!(before, after, "{name}");
            assert_eq!(fs::read_to_string(folder.join("precious")).unwrap(), "precious");
            assert_eq!(fs::read_to_string(folder.join("p/precious")).unwrap(), "precious");
            assert!(!folder.join("p.txt").exists());
        }
    }
    let folder = scratch("out_way");
    fs::write(folder.join("p.txt.journal"), "my own journal").unwrap();
    let ran = puzgen(&folder, &format!("{RUN} --out p.txt"));
    fails(&ran, 2, &["it is no journal of a run"]);
    assert_eq!(names(&folder), ["p.txt.journal"]);
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("p.txt")).unwrap();
    fails(&puzgen(&folder, &format!("{RUN} --out p.txt")), 2, &["it is a socket"]);
    // Disks, where one may be made.
    let (disk, mode) = (folder.join("disk"), Mode::S_IRUSR | Mode::S_IWUSR);
    if mknod(&disk, SFlag::S_IFBLK, mode, makedev(7, 0)).is_ok() {
        fails(&puzgen(&folder, &format!("{RUN} --out disk")), 2, &["it is a device"]);
        fails(&puzgen(&folder, "check disk"), 2, &["it is a device"]);
        fs::remove_file(disk).unwrap();
    }
    // Nothing is left behind where a name is too long for what comes after it.
    for length in [248, 252, 256] {
        let ran = puzgen(&folder, &format!("{RUN} --out {}", "x".repeat(length)));
        fails(&ran, 2, &["File name too long"]);
    }
    assert_eq!(names(&folder), ["p.txt", "p.txt.journal"]);
}

/// A file that puzzles are made from is not replaced by them.
#[test]
fn what_is_read_is_not_replaced() {
    let folder = scratch("out_input");
    let child = "use \"latin.pz\" puzzle child \"Child\" extends latin { }";
    fs::write(folder.join("latin.pz"), LATIN).unwrap();
    fs::write(folder.join("child.pz"), child).unwrap();
    fs::write(folder.join("bank.txt"), "12./.../...\n").unwrap();
    symlink("latin.pz", folder.join("link")).unwrap();
    fs::hard_link(folder.join("bank.txt"), folder.join("hard")).unwrap();
    for confined in ["", " --confined"] {
        for out in ["child.pz", "latin.pz", "link", "./link", "bank.txt", "hard"] {
            let line = format!("run child.pz --set n=3 --from bank.txt --out {out}{confined}");
            fails(&puzgen(&folder, &line), 2, &["cli::usage", "would take the place of"]);
        }
    }
    assert_eq!(fs::read_to_string(folder.join("child.pz")).unwrap(), child);
    assert_eq!(names(&folder), ["bank.txt", "child.pz", "hard", "latin.pz", "link"]);
}

/// Runs the program by a shell: `$0` is the program.
fn shell(folder: &Path, line: &str) -> Ran {
    let mut command = std::process::Command::new("sh");
    let command = command.args(["-c", line, env!("CARGO_BIN_EXE_puzgen")]).current_dir(folder);
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { stdout: text(&output.stdout), stderr: text(&output.stderr), status: output.status }
}

/// Whatever is printed, help included: what was not written is no success; a reader who leaves is.
#[test]
fn a_full_device_is_an_error() {
    let folder = scratch("full_device");
    let commands = [
        "--help",
        "help run",
        "run --help",
        "--version",
        "list",
        "show sudoku",
        "new mine",
        "check latin_square",
        RUN,
        "solve latin_square --set n=3 '12. ... ...'",
        "hint latin_square --set n=3 '12. ... ...'",
        "jumble latin_square --set n=3 --seed 1 '12. ... ...'",
        "rate latin_square --set n=3 '12. 2.. ...'",
        "verify latin_square --set n=3 '12. 2.. ...'",
    ];
    for command in commands {
        let ran = shell(&folder, &format!("\"$0\" {command} >/dev/full"));
        fails(&ran, 2, &["cli::io", "standard output cannot be written: No space left on device"]);
        let _ = fs::remove_file(folder.join("mine.pz"));
        let ran =
            shell(&folder, &format!("{{ sleep 0.2; \"$0\" {command}; echo $? >&2; }} | true"));
        assert!(ran.stderr.ends_with("0\n") || ran.stderr.ends_with("1\n"), "{}", ran.stderr);
        let _ = fs::remove_file(folder.join("mine.pz"));
    }
    // Nobody can be told, but the status says it.
    let ran = shell(&folder, "\"$0\" run missing.pz 2>/dev/full");
    assert_eq!(ran.status.code(), Some(2));
}

/// A bound on files (`ulimit -f`) is told as a full disk is, and what was finished can be gone on with.
#[test]
fn a_full_file_is_an_error() {
    let folder = scratch("full_file");
    let line = "run latin_square --set n=4 --seed 5 --count 60 --jobs 1 --format json";
    let ran = shell(&folder, &format!("ulimit -f 4; \"$0\" {line} --out p.json"));
    fails(&ran, 2, &["`p.json.part` cannot be written: File too large", "make room"]);
    assert!(!folder.join("p.json").exists());
    let ran = puzgen(&folder, &format!("{line} --out p.json --resume"));
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    let whole = puzgen(&folder, line).stdout;
    assert_eq!(fs::read_to_string(folder.join("p.json")).unwrap(), whole);
    let ran = shell(&folder, &format!("ulimit -f 4; \"$0\" {line} >printed"));
    fails(&ran, 2, &["standard output cannot be written: File too large"]);
    let ran = shell(&folder, "ulimit -f 0; \"$0\" new mine");
    fails(&ran, 2, &["`mine.pz` cannot be written: File too large"]);
    assert_eq!(names(&folder), ["p.json", "p.json.journal", "printed"]);
}

/// A model and a figure come whole or not at all, and are checked before hours of work.
#[test]
fn what_is_learnt_is_written_whole() {
    let folder = scratch("train_out");
    for name in ["square.pz", "labels.csv"] {
        fs::copy(crate::case::root().join("snapshots/cli/files").join(name), folder.join(name))
            .unwrap();
    }
    let line = "train square.pz labels.csv --features both --repeats 1 --out";
    fs::write(folder.join("old.yaml"), "old").unwrap();
    symlink("old.yaml", folder.join("link.yaml")).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    pipe(&folder.join("pipe"));
    pipe(&folder.join("other.yaml.part"));
    let ran = shell(&folder, &format!("ulimit -f 0; \"$0\" {line} old.yaml >/dev/null"));
    fails(&ran, 2, &["File too large"]);
    assert_eq!(fs::read_to_string(folder.join("old.yaml")).unwrap(), "old");
    let text = reader(&folder.join("pipe"));
    assert_eq!(puzgen(&folder, &format!("{line} pipe")).status.code(), Some(0));
    let text = text.join().unwrap();
    assert!(text.contains("schema"), "{text}");
    assert_eq!(puzgen(&folder, &format!("{line} link.yaml")).status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.join("old.yaml")).unwrap(), text);
    assert!(folder.join("link.yaml").is_symlink());
    fails(&puzgen(&folder, &format!("{line} folder")), 2, &["`folder` is a folder"]);
    fails(&puzgen(&folder, &format!("{line} other.yaml")), 2, &["is in the way"]);
    for input in ["square.pz", "labels.csv"] {
        let ran = puzgen(&folder, &format!("{line} {input}"));
        fails(&ran, 2, &["would take the place of"]);
        assert!(ran.stdout.is_empty());
    }
    let there = ["folder", "labels.csv", "link.yaml", "old.yaml", "other.yaml.part", "pipe"];
    assert_eq!(names(&folder), [&there[..], &["square.pz"]].concat());
}
