//! Which shard: `i/K`, or what a scheduler has set in the environment.

use puzgen_base::diagnostics::{Code, Problem};

/// A shard: the indexes that leave the remainder `number` when divided by `count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: u64,
    pub(crate) count: u64,
}

/// A scheduler, and the variables by which it tells a task which one it is.
struct Scheduler {
    name: &'static str,
    /// The number of the task.
    number: &'static str,
    /// The number of the first task: a variable, or always the same.
    first: First,
    /// How many tasks there are, and the variables of the last number and of the distance between two numbers, by which
    /// a part of an array is told from all of it. `None` where it does not say.
    count: Option<[&'static str; 3]>,
}

enum First {
    Always(u64),
    Variable(&'static str),
}

/// The schedulers that `--shard auto` knows.
const SCHEDULERS: &[Scheduler] = &[
    Scheduler {
        name: "Slurm",
        number: "SLURM_ARRAY_TASK_ID",
        first: First::Variable("SLURM_ARRAY_TASK_MIN"),
        count: Some(["SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"]),
    },
    Scheduler {
        name: "Kubernetes",
        number: "JOB_COMPLETION_INDEX",
        first: First::Always(0),
        count: None,
    },
    Scheduler { name: "HyperQueue", number: "HQ_TASK_ID", first: First::Always(0), count: None },
    Scheduler {
        name: "GNU parallel",
        number: "PARALLEL_SEQ",
        first: First::Always(1),
        count: None,
    },
];

/// Reads a variable of the environment.
type Variables<'v> = &'v dyn Fn(&str) -> Option<String>;

impl Shard {
    /// Reads `i/K`, `auto` or `auto/K`.
    ///
    /// # Errors
    /// `usage` where it is none of these, or the environment does not say which shard it is.
    pub(crate) fn parse(text: &str, variables: Variables<'_>) -> Result<Self, Problem> {
        let (number, count) = match text.split_once('/') {
            Some((number, count)) => (number.trim(), Some(count.trim())),
            None => (text.trim(), None),
        };
        let count = match count.map(str::parse::<u64>) {
            None => None,
            Some(Ok(count)) => Some(count),
            Some(Err(_)) => return Err(no_shard(text, "it is no number of shards")),
        };
        let shard = match (number, count) {
            ("auto", count) => scheduled(count, variables)?,
            (number, Some(count)) => match number.parse() {
                Ok(number) => Self { number, count },
                Err(_) => return Err(no_shard(text, "it is no number of a shard")),
            },
            (_, None) => return Err(no_shard(text, "it does not say of how many")),
        };
        match shard.number < shard.count {
            true => Ok(shard),
            false => Err(no_shard(text, &format!("{shard} is none: they go from 0 to K - 1"))),
        }
    }

    /// Returns how many of the first `count` indexes are in it.
    pub(crate) fn indexes(self, count: u64) -> u64 {
        count.saturating_sub(self.number).div_ceil(self.count)
    }

    /// Returns the index at a position in the shard.
    pub(crate) fn index_at(self, position: u64) -> u64 {
        position.saturating_mul(self.count).saturating_add(self.number)
    }

    /// Returns the part of the name of its file, so that names sort.
    pub(crate) fn label(self) -> String {
        let width = (self.count - 1).to_string().len();
        format!("{:0width$}-of-{}", self.number, self.count)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

fn no_shard(text: &str, why: &str) -> Problem {
    Problem::bare(Code::Usage, format!("`--shard {text}`: {why}"))
        .help("write `--shard 0/8` to `--shard 7/8`, or `--shard auto` below a scheduler")
}

/// Returns the shard that the one scheduler says which has set its variables.
fn scheduled(count: Option<u64>, variables: Variables<'_>) -> Result<Shard, Problem> {
    let found: Vec<&Scheduler> =
        SCHEDULERS.iter().filter(|it| variables(it.number).is_some()).collect();
    let [scheduler] = found.as_slice() else {
        let names = |list: &[&Scheduler]| {
            list.iter().map(|it| format!("{} ({})", it.name, it.number)).collect::<Vec<_>>()
        };
        let all: Vec<&Scheduler> = SCHEDULERS.iter().collect();
        let message = match found.as_slice() {
            [] => format!("no scheduler says which shard this is: {}", names(&all).join(", ")),
            several => format!("several schedulers do: {}", names(several).join(", ")),
        };
        return Err(no_shard("auto", &message));
    };
    let value = |name: &str| variables(name).and_then(|text| text.trim().parse::<u64>().ok());
    let unread = |name: &str| no_shard("auto", &format!("`{name}` is no number"));
    let number = value(scheduler.number).ok_or_else(|| unread(scheduler.number))?;
    if let Some(count) = count {
        // Who says how many there are numbers them, too: a part of an array can be made again.
        let first = match scheduler.first {
            First::Always(first) => first,
            First::Variable(_) => 0,
        };
        let number = number.checked_sub(first).ok_or_else(|| unread(scheduler.number))?;
        return Ok(Shard { number, count });
    }
    let Some([all, last, step]) = scheduler.count else {
        let why = format!("{} does not say how many tasks there are", scheduler.name);
        return Err(no_shard("auto", &why).help("say it: `--shard auto/64`"));
    };
    let first = match scheduler.first {
        First::Always(first) => first,
        First::Variable(name) => value(name).ok_or_else(|| unread(name))?,
    };
    let all_of_them = value(all).ok_or_else(|| unread(all))?;
    let (last, step) = (value(last).ok_or_else(|| unread(last))?, value(step).unwrap_or(1).max(1));
    let is_whole = last.checked_sub(first).map(|span| span / step + 1) == Some(all_of_them);
    if !is_whole || number < first {
        let why = format!("the tasks of {} are no whole array", scheduler.name);
        return Err(no_shard("auto", &why).help("say how many shards there are: `--shard auto/64`"));
    }
    Ok(Shard { number: (number - first) / step, count: all_of_them })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, variables: &[(&str, &str)]) -> Result<(u64, u64), String> {
        let variable = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        };
        let shard = Shard::parse(text, &variable);
        shard.map(|it| (it.number, it.count)).map_err(|problem| problem.message().to_owned())
    }

    #[test]
    fn shards_are_named_or_read_from_a_scheduler() {
        assert_eq!(parse("3/7", &[]), Ok((3, 7)));
        for wrong in ["7/7", "1/0", "x/7", "3", "-1/7", "3/x", "auto", "auto/4"] {
            assert!(parse(wrong, &[]).is_err(), "{wrong}");
        }
        let slurm = |id| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", "10"),
                ("SLURM_ARRAY_TASK_MAX", "16"),
                ("SLURM_ARRAY_TASK_STEP", "2"),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
            ]
        };
        assert_eq!(parse("auto", &slurm("14")), Ok((2, 4)));
        assert_eq!(parse("auto/64", &slurm("14")), Ok((14, 64)));
        let mut holes = slurm("14");
        holes[4].1 = "3";
        assert!(parse("auto", &holes).unwrap_err().contains("no whole array"));
        assert_eq!(parse("auto/8", &[("JOB_COMPLETION_INDEX", "0")]), Ok((0, 8)));
        assert_eq!(parse("auto/8", &[("HQ_TASK_ID", "7")]), Ok((7, 8)));
        assert_eq!(parse("auto/8", &[("PARALLEL_SEQ", "8")]), Ok((7, 8)));
        assert!(parse("auto/8", &[("PARALLEL_SEQ", "9")]).is_err());
        assert!(parse("auto", &[("HQ_TASK_ID", "7")]).unwrap_err().contains("how many"));
        let two = [("HQ_TASK_ID", "7"), ("SLURM_ARRAY_TASK_ID", "1")];
        assert!(parse("auto/8", &two).unwrap_err().contains("several"));
    }

    #[test]
    fn every_index_is_in_one_shard() {
        for (count, shards) in [(0, 3), (2, 7), (20, 1), (20, 7), (21, 7)] {
            let mut all: Vec<u64> = Vec::new();
            for number in 0..shards {
                let shard = Shard { number, count: shards };
                all.extend((0..shard.indexes(count)).map(|at| shard.index_at(at)));
            }
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<u64>>());
        }
    }
}
