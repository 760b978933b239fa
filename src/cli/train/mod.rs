//! `puzgen train`: learns the complexity function from labelled puzzles.

mod report;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::host::engines;
use crate::input::{jobs, load_file, read_text};
use crate::output::Console;
use crate::stop::StopWatcher;
use crate::target::{OutputPath, must_not_be_read};
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::batch::{RatingRun, RejectedRows, TableOptions, TrainingTable};
use puzgen_base::budget::GaveUp;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::STEPS;
use puzgen_model::definition::{Definition, Inputs, Member};
use puzgen_model::learn::{
    self, LEARNERS, Learner, Model, ScaledClassifier, Settings, Subject, TrialPlan, Trials, figure,
};
use puzgen_vocabulary::features;

/// Learn levels from labelled puzzles
#[derive(Debug, Args)]
pub(super) struct Train {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// A table (CSV) with the columns `puzzle` and `label`; others are ignored
    labels: String,
    /// Where to write the model; without it, only how well it would do is printed
    #[arg(long, short, alias = "output", value_name = "MODEL.yaml")]
    out: Option<PathBuf>,
    #[arg(long, help = features_help(STEPS), value_name = "SET", default_value = STEPS)]
    features: String,
    #[arg(long, help = learner_help(), value_name = "NAME", default_value = learners()[0])]
    learner: String,
    /// The levels in rising order [default: those of the definition]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    order: Vec<String>,
    /// Read one label as another (repeatable)
    #[arg(long, value_name = "LABEL=LEVEL")]
    rename: Vec<String>,
    /// What a wrong puzzle costs beside large weights
    #[arg(long, default_value_t = 1.0)]
    cost: f64,
    /// For svm: how fast likeness falls with distance [default: 1 over the number of columns]
    #[arg(long)]
    gamma: Option<f64>,
    /// Use only so many puzzles of each label, the first ones
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    take: Vec<usize>,
    /// How many parts the puzzles are cut into, each of which tests what the others teach
    #[arg(long, value_name = "K", default_value_t = 5)]
    folds: usize,
    /// How many random splits for each share
    #[arg(long, value_name = "N", default_value_t = 20)]
    repeats: usize,
    /// The seed of the splits; the model does not depend on it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw success against the share that is learnt from
    #[arg(long, value_name = "FILE.svg")]
    figure: Option<PathBuf>,
    /// How many threads; the result is the same [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Train {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let learner = self.learner()?;
        let settings = self.settings()?;
        let definition = self.definition.load_untrained(console)?;
        let inputs = inputs(&definition, &self.features)?;
        let levels = self.levels(&definition)?;
        let [drawing, model] =
            [&self.figure, &self.out].map(|path| target(path.as_ref(), &self.labels, console));
        let (drawing, model) = (drawing?, model?);
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let table = self.table(console, &definition, &inputs, &levels, &stop)?;
        if stop.flag.is_set() {
            let message = "stopped before all puzzles were measured";
            let problem = Problem::bare(Code::GaveUp, message).help(GaveUp::Stopped.help());
            return Err(Failure::Problems(problem.into(), 3));
        }
        table.must_be_enough(&levels, self.folds)?;
        let plan = TrialPlan {
            seed: self.seed,
            folds: self.folds,
            repeats: self.repeats,
            jobs: jobs(self.jobs),
        };
        let trials = Trials::run(&plan, &table.rows, levels.len(), learner, &settings, &stop.flag)?;
        console.print(&report::text(self, &table, &levels, &trials))?;
        if stop.flag.is_set() {
            let problem = Problem::bare(Code::GaveUp, "stopped before all splits were tried");
            return Err(Failure::Problems(problem.help(GaveUp::Stopped.help()).into(), 3));
        }
        if let Some(target) = &drawing {
            let title = report::title(self, &definition);
            let figure = figure(&title, &report::curves(self, &trials));
            target.write(console, figure.as_bytes())?;
        }
        if let (Some(path), Some(target)) = (&self.out, &model) {
            let fitted = ScaledClassifier::new(learner, &table.rows, levels.len(), &settings);
            let features = match &inputs {
                Inputs::Steps => Vec::new(),
                Inputs::Members(members) => members
                    .iter()
                    .map(|member| definition.member_name(*member).to_owned())
                    .collect(),
            };
            let subject = Subject {
                puzzle: definition.name.clone(),
                parameters: table.parameters.clone(),
                levels: levels.clone(),
                set: self.features.clone(),
                features,
                columns: table.columns.clone(),
            };
            let notes = self.notes(&table, &levels, &trials, console);
            target.write(console, Model::new(subject, fitted).write(notes).as_bytes())?;
            console.remark(&format!("wrote `{}`", path.display()));
        }
        Ok(0)
    }

    /// Reads and measures the puzzles; shows what is wrong with those that are left out.
    fn table(
        &self,
        console: &mut Console,
        definition: &Definition,
        inputs: &Inputs,
        levels: &[String],
        stop: &StopWatcher,
    ) -> Result<TrainingTable, Failure> {
        let (file, _) = read_text(console, &self.labels)?;
        let options = TableOptions {
            levels,
            renames: self.renames(levels)?,
            take: &self.take,
            settings: self.definition.settings(console)?,
            run: RatingRun {
                engines: engines(),
                engine: &self.engine.engine,
                steps: self.engine.budget,
                stop: &stop.flag,
                jobs: jobs(self.jobs),
                inputs: Some(inputs),
            },
        };
        let read = TrainingTable::read(&options, &mut console.sources, file, definition)?;
        let (table, RejectedRows { problems, others, .. }) = read;
        console.problems(problems);
        for (code, lines) in others {
            console.remark(&format!("{} in lines {}", code.as_str(), ranges(&lines)));
        }
        Ok(table)
    }

    fn learner(&self) -> Result<&'static dyn Learner, Problem> {
        learn::learner(&self.learner).ok_or_else(|| {
            let names = learners();
            Problem::bare(Code::Usage, format!("there is no learner `{}`", self.learner))
                .help(format!("use {}", names.join(" or ")))
                .did_you_mean(&self.learner, names)
        })
    }

    fn settings(&self) -> Result<Settings, Problem> {
        let gamma = self.gamma.unwrap_or(0.0);
        let is_right = |number: f64| number.is_finite() && number > 0.0;
        if !is_right(self.cost) || self.gamma.is_some_and(|gamma| !is_right(gamma)) {
            let message = "`--cost` and `--gamma` are positive numbers";
            return Err(Problem::bare(Code::Usage, message).help("leave them out"));
        }
        if self.folds < 2 || self.repeats < 1 {
            let message = "`--folds` is at least 2, `--repeats` at least 1";
            return Err(Problem::bare(Code::Usage, message).help("leave them out"));
        }
        Ok(Settings { cost: self.cost, gamma })
    }

    fn levels(&self, definition: &Definition) -> Result<Vec<String>, Problem> {
        let levels = match (&definition.levels, self.order.as_slice()) {
            (Some(levels), []) => levels.names.clone(),
            (None, []) => {
                let message = format!("`{}` has no levels", definition.name);
                return Err(Problem::bare(Code::Usage, message)
                    .help("say which is easier: `--order easy,medium,hard`"));
            }
            (_, order) => order.iter().map(|name| name.trim().to_owned()).collect(),
        };
        let is_twice = (1..levels.len()).any(|at| levels[..at].contains(&levels[at]));
        if levels.len() < 2 || is_twice {
            let message = format!("`{}` are no levels to tell apart", levels.join(","));
            return Err(Problem::bare(Code::Usage, message)
                .help("name at least two different ones, the easiest first"));
        }
        if !self.take.is_empty() && self.take.len() != levels.len() {
            let message = format!("`--take` has {} numbers", self.take.len());
            return Err(Problem::bare(Code::Usage, message)
                .help(format!("give one for each of {}", levels.join(", "))));
        }
        Ok(levels)
    }

    /// Returns what `--rename` says.
    fn renames(&self, levels: &[String]) -> Result<BTreeMap<String, String>, Problem> {
        let mut renames = BTreeMap::new();
        for text in &self.rename {
            let bad = |message: String| {
                Problem::bare(Code::Usage, message).help("write `--rename diabolical=evil`")
            };
            let (from, to) = text
                .split_once('=')
                .ok_or_else(|| bad(format!("`--rename {text}` does not say what to call it")))?;
            if !levels.iter().any(|level| level == to.trim()) {
                return Err(bad(format!("there is no level `{}`", to.trim())));
            }
            renames.insert(from.trim().to_owned(), to.trim().to_owned());
        }
        Ok(renames)
    }

    /// Returns what a model says of itself beside what it needs.
    fn notes(
        &self,
        table: &TrainingTable,
        levels: &[String],
        trials: &Trials,
        console: &Console,
    ) -> Map<String, Json> {
        let text = console.sources.text(table.file);
        let of_level = |(position, name): (usize, &String)| {
            let count = table.rows.iter().filter(|row| row.level == position).count();
            (name.clone(), count.into())
        };
        let per_level: Map<String, Json> = levels.iter().enumerate().map(of_level).collect();
        let mut settings = Map::new();
        settings.insert("cost".to_owned(), self.cost.into());
        if let Some(gamma) = self.gamma {
            settings.insert("gamma".to_owned(), gamma.into());
        }
        let data = json!({
            "sha256": sha256(text.as_bytes()),
            "puzzles": per_level,
            "left_out": table.left_out(),
        });
        let mut notes = Map::new();
        notes.insert("data".to_owned(), data);
        notes.insert("settings".to_owned(), Json::Object(settings));
        notes.insert("validation".to_owned(), report::validation(self, table, levels, trials));
        notes
    }
}

/// Returns what is looked at for the name of a set.
fn inputs(definition: &Definition, name: &str) -> Result<Inputs, Problem> {
    if name == STEPS {
        return Ok(Inputs::Steps);
    }
    if let Some(set) = definition.sets.iter().find(|set| set.name == name) {
        return Ok(Inputs::Members(set.members.clone()));
    }
    let names: Vec<&str> = match features::set(name) {
        Some(set) => set.members.to_vec(),
        None => name.split(',').map(str::trim).collect(),
    };
    let mut members = Vec::new();
    for name in names {
        let feature = definition.features.iter().position(|feature| feature.name == name);
        let measure = || features::measure(name).filter(|m| m.result_type(&[]).is_some());
        let member = feature.map(Member::Feature).or_else(|| measure().map(Member::Measure));
        let Some(member) = member else {
            let sets = definition.sets.iter().map(|set| set.name.as_str());
            let built_in = features::SETS.iter().map(|set| set.name).chain([STEPS]);
            let own = definition.features.iter().map(|feature| feature.name.as_str());
            let known: Vec<&str> = sets.chain(built_in).collect();
            return Err(Problem::bare(
                Code::Usage,
                format!("there is no set of features and no feature `{name}`"),
            )
            .help(format!("use one of {}, or names of features", known.join(", ")))
            .did_you_mean(name, known.iter().copied().chain(own)));
        };
        if members.iter().any(|other| definition.member_name(*other) == name) {
            let message = format!("the feature `{name}` is named twice");
            return Err(Problem::bare(Code::Usage, message).help("name each once"));
        }
        members.push(member);
    }
    Ok(Inputs::Members(members))
}

/// Returns what a path leads to that is to be written: known before there is anything to write.
fn target(
    path: Option<&PathBuf>,
    labels: &str,
    console: &Console,
) -> Result<Option<OutputPath>, Problem> {
    let Some(path) = path else { return Ok(None) };
    let target = OutputPath::of(path)?;
    match &target {
        OutputPath::Folder(_) => {
            let message = format!("`{}` is a folder", path.display());
            return Err(Problem::bare(Code::Io, message).help("give the name of a file"));
        }
        OutputPath::File(place) => {
            // The model that the definition names may be the one that is made again.
            let definition = &console.read[..console.read.len().min(1)];
            must_not_be_read(place, &[definition, &[PathBuf::from(labels)]].concat())?;
        }
        OutputPath::Stream(_) | OutputPath::Console => {}
    }
    Ok(Some(target))
}

/// Returns the hash of a text as the usual tools print it.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl DefinitionArgs {
    /// Returns the checked definition for the one who is about to train its model.
    fn load_untrained(&self, console: &mut Console) -> Result<Definition, Failure> {
        let loaded = load_file(console, &self.file)?;
        let puzzle = loaded.program.choose(self.puzzle.as_deref(), &loaded.stem, loaded.file)?;
        let mut checked = loaded.program.check_untrained(puzzle, &console.sources)?;
        checked.definition.allow_size(self.max_size);
        Ok(checked.definition)
    }
}

/// Returns the names of all learners, the default first.
fn learners() -> Vec<&'static str> {
    LEARNERS.iter().map(|learner| learner.name()).collect()
}

/// Returns what `--learner` takes.
fn learner_help() -> String {
    format!("How to learn: {}", learners().join(" or "))
}

/// Returns what `--features` takes, beside `steps`.
fn features_help(steps: &str) -> String {
    let sets: Vec<String> = features::SETS.iter().map(|set| format!("`{}`", set.name)).collect();
    format!(
        "What to learn from: `{steps}` (what the steps of a solution measure), a set of the definition, {}, \
         or names of features with commas between",
        sets.join(", ")
    )
}

/// Returns numbers as a list, with the first and the last one of those that follow each other: `3, 12–151, 302`.
fn ranges(numbers: &[usize]) -> String {
    let span = |run: &[usize]| match run {
        [first, .., last] if run.len() > 2 => format!("{first}–{last}"),
        _ => run.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    numbers.chunk_by(|a, b| *b == a + 1).map(span).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_that_follow_each_other_are_one_range() {
        assert_eq!(ranges(&[3, 12, 13, 14, 20, 21, 5]), "3, 12–14, 20, 21, 5");
    }
}
