//! Puzzles for training and puzzles for tests: told apart by their forms, so that equivalent ones are never on both
//! sides, also of other runs.

use std::path::{Path, PathBuf};

use puzgen_base::diagnostics::{Code, Problem};

/// The shares of both parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    train: u64,
    test: u64,
}

/// The parts, in the order of the shares.
pub(super) const PARTS: [&str; 2] = ["train", "test"];

impl Split {
    /// Reads `90/10`.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        let share = |text: &str| text.trim().parse::<u32>().ok().filter(|share| *share > 0);
        let shares = text.split_once('/').and_then(|(a, b)| share(a).zip(share(b)));
        let (train, test) = shares.ok_or_else(|| {
            Problem::bare(Code::Usage, format!("`--split {text}` says no two shares"))
                .help("write `--split 90/10`")
        })?;
        Ok(Self { train: train.into(), test: test.into() })
    }

    /// Returns the part of a puzzle: a form is a hash, so any of its bits are as good as random.
    pub(super) fn part(self, form: &[u8; 16]) -> usize {
        let number = form[8..].iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        usize::from(number % (self.train + self.test) >= self.train)
    }
}

/// Returns the files of the parts: `all.train.jsonl` and `all.test.jsonl` for `all.jsonl`.
pub(super) fn files(out: &Path, split: Option<Split>) -> Vec<PathBuf> {
    let Some(_) = split else { return vec![out.to_owned()] };
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    let ending = ending.unwrap_or_default();
    PARTS.iter().map(|part| out.with_file_name(format!("{stem}.{part}{ending}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_in_one_part_and_the_shares_are_about_right() {
        let split = Split::parse("90/10").unwrap();
        let mut test = 0;
        for number in 0..10_000_u64 {
            let mut form = [7; 16];
            // Numbers that are as far apart as hashes are.
            form[8..].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
            test += split.part(&form);
        }
        assert!((900..1_100).contains(&test), "{test}");
        for wrong in ["90", "0/10", "a/b", "90/10/5", "-1/2"] {
            assert!(Split::parse(wrong).is_err(), "{wrong}");
        }
        let names = files(Path::new("a/all.jsonl"), Some(split));
        assert_eq!(names, [Path::new("a/all.train.jsonl"), Path::new("a/all.test.jsonl")]);
    }
}
