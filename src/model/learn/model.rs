//! A model: a classifier with what it needs to be used, and its text.

use serde_json::{Map, Value as Json, json};

use super::{Classifier, Learner, Row, Scaler, Settings, learner, read_number};
use puzgen_base::yaml;

/// The schema of models.
pub const SCHEMA: &str = "puzgen.model/1";

/// A learned complexity function.
#[derive(Debug)]
pub struct Model {
    /// The puzzle that it was learnt for.
    pub puzzle: String,
    /// The parameters that it was learnt with.
    pub parameters: Vec<(String, String)>,
    /// The levels in rising order.
    pub levels: Vec<String>,
    /// The name of the set of features.
    pub set: String,
    /// The members of the set, in order; empty for what the steps of a solution measure.
    pub features: Vec<String>,
    /// The names of the columns that these have: of a feature, `name[2]` for the second element of
    /// one that is a list.
    pub columns: Vec<String>,
    scaler: Scaler,
    learner: &'static dyn Learner,
    classifier: Box<dyn Classifier>,
}

/// What a model is learnt for, with and from.
#[derive(Debug, Clone)]
pub struct Subject {
    /// As [`Model::puzzle`].
    pub puzzle: String,
    /// As [`Model::parameters`].
    pub parameters: Vec<(String, String)>,
    /// As [`Model::levels`].
    pub levels: Vec<String>,
    /// As [`Model::set`].
    pub set: String,
    /// As [`Model::features`].
    pub features: Vec<String>,
    /// As [`Model::columns`].
    pub columns: Vec<String>,
}

/// A scaler and what was learnt on its scale.
#[derive(Debug)]
pub struct ScaledClassifier {
    scaler: Scaler,
    learner: &'static dyn Learner,
    classifier: Box<dyn Classifier>,
}

impl ScaledClassifier {
    /// Learns from rows.
    pub fn new(
        learner: &'static dyn Learner,
        rows: &[Row],
        levels: usize,
        settings: &Settings,
    ) -> Self {
        let scaler = Scaler::new(rows);
        let classifier = learner.fit(&scaler.scale_all(rows), levels, settings);
        Self { scaler, learner, classifier }
    }

    /// Returns the position of the level of a row.
    pub(crate) fn level(&self, values: &[f64]) -> usize {
        self.classifier.level(&self.scaler.scale(values))
    }
}

impl Model {
    /// Returns the model of a subject.
    pub fn new(subject: Subject, fitted: ScaledClassifier) -> Self {
        let Subject { puzzle, parameters, levels, set, features, columns } = subject;
        let ScaledClassifier { scaler, learner, classifier } = fitted;
        Self { puzzle, parameters, levels, set, features, columns, scaler, learner, classifier }
    }

    /// Returns the position of the level of a puzzle with these numbers, one a column.
    pub fn level(&self, values: &[f64]) -> usize {
        self.classifier.level(&self.scaler.scale(values))
    }

    /// Returns where between the levels such a puzzle is, for a search to follow.
    pub fn place(&self, values: &[f64]) -> f64 {
        self.classifier.place(&self.scaler.scale(values))
    }

    /// Returns the text; `notes` say what it was learnt from and how well it did.
    pub fn write(&self, notes: Map<String, Json>) -> String {
        let column = |(column, (mean, scale)): (&String, (&f64, &f64))| json!({"name": column, "mean": mean, "scale": scale});
        let scales = self.scaler.means.iter().zip(&self.scaler.scales);
        let parameters: Map<String, Json> =
            self.parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let mut object = Map::new();
        let mut put = |name: &str, value: Json| object.insert(name.to_owned(), value);
        put("schema", SCHEMA.into());
        put("puzzle", self.puzzle.clone().into());
        put("parameters", Json::Object(parameters));
        put("levels", self.levels.clone().into());
        put("set", self.set.clone().into());
        if !self.features.is_empty() {
            put("features", self.features.clone().into());
        }
        for (name, note) in notes {
            put(&name, note);
        }
        put("columns", self.columns.iter().zip(scales).map(column).collect());
        put("learner", self.learner.name().into());
        put("weights", self.classifier.write(&self.columns, &self.levels));
        yaml::write(&Json::Object(object))
    }

    /// Reads a model's text.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::read_with(text, &[])
    }

    /// Reads the text of a model that one of these learners may have made, too.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read_with(text: &str, learners: &[&'static dyn Learner]) -> Result<Self, String> {
        let json = yaml::read(text)?;
        match json["schema"].as_str() {
            Some(SCHEMA) => {}
            Some(other) => return Err(format!("its schema is `{other}`, expected `{SCHEMA}`")),
            None => return Err(format!("it has no `schema: {SCHEMA}`")),
        }
        let levels = words(&json["levels"], "levels")?;
        if levels.len() < 2 {
            return Err("it has fewer than two levels".to_owned());
        }
        let columns = json["columns"].as_array().ok_or("it has no list of `columns`")?;
        let mut names = Vec::new();
        let mut scaler = Scaler { means: Vec::new(), scales: Vec::new() };
        for column in columns {
            let name = column["name"].as_str().ok_or("a column has no `name`")?;
            let mean = read_number(&column["mean"], "mean")?;
            let scale = read_number(&column["scale"], "scale")?;
            if scale <= 0.0 {
                return Err(format!("the scale of column `{name}` is not positive"));
            }
            names.push(name.to_owned());
            scaler.means.push(mean);
            scaler.scales.push(scale);
        }
        if names.is_empty() {
            return Err("it has no column".to_owned());
        }
        let name = json["learner"].as_str().ok_or("it has no `learner`")?;
        let own = learners.iter().copied().find(|learner| learner.name() == name);
        let learner =
            own.or_else(|| learner(name)).ok_or_else(|| format!("there is no learner `{name}`"))?;
        let classifier = learner.read(&json["weights"], &names, &levels)?;
        let parameters = json["parameters"].as_object().into_iter().flatten();
        let word = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Ok(Self {
            puzzle: json["puzzle"].as_str().unwrap_or_default().to_owned(),
            parameters: parameters.map(|(name, value)| (name.clone(), word(value))).collect(),
            levels,
            set: json["set"].as_str().unwrap_or_default().to_owned(),
            features: match &json["features"] {
                Json::Null => Vec::new(),
                list => words(list, "features")?,
            },
            columns: names,
            scaler,
            learner,
            classifier,
        })
    }
}

fn words(json: &Json, name: &str) -> Result<Vec<String>, String> {
    let list = json.as_array().ok_or_else(|| format!("it has no list of `{name}`"))?;
    let word = |one: &Json| one.as_str().map(str::to_owned);
    let words: Option<Vec<String>> = list.iter().map(word).collect();
    words.ok_or_else(|| format!("`{name}` has something that is no word"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::LEARNERS;
    use puzgen_base::rng::Rng;

    fn rows() -> Vec<Row> {
        let mut rng = Rng::from_seed(5);
        let mut row = || {
            let values: Vec<f64> = (0..3).map(|_| rng.below(100) as f64).collect();
            let level = (values[0] + values[1]) as usize / 67;
            Row { values, level }
        };
        (0..90).map(|_| row()).collect()
    }

    fn model(learner: &'static dyn Learner) -> Model {
        let fitted = ScaledClassifier::new(learner, &rows(), 3, &Settings::default());
        let columns = ["a", "b[1]", "b[2]"].map(str::to_owned);
        let subject = Subject {
            puzzle: "square".to_owned(),
            parameters: vec![("n".to_owned(), "4".to_owned())],
            levels: ["easy", "medium", "hard"].map(str::to_owned).to_vec(),
            set: "both".to_owned(),
            features: vec!["a".to_owned(), "b".to_owned()],
            columns: columns.to_vec(),
        };
        Model::new(subject, fitted)
    }

    #[test]
    fn the_text_gives_the_same_levels_and_the_same_text() {
        for learner in LEARNERS {
            let model = model(*learner);
            let text = model.write(Map::new());
            let again = Model::read(&text).unwrap();
            assert_eq!(text, again.write(Map::new()));
            assert_eq!((&again.levels, &again.columns), (&model.levels, &model.columns));
            let rows = rows();
            let right = rows.iter().filter(|row| model.level(&row.values) == row.level).count();
            assert!(right > 75, "{learner:?}: {right} of 90");
            let place = |level: usize| -> f64 {
                let rows = rows.iter().filter(|row| model.level(&row.values) == level);
                let places: Vec<f64> = rows.map(|row| model.place(&row.values)).collect();
                places.iter().sum::<f64>() / places.len() as f64
            };
            assert!(place(0) < place(1) && place(1) < place(2), "{learner:?}");
            for row in rows {
                assert_eq!(model.level(&row.values), again.level(&row.values));
            }
        }
    }

    #[test]
    fn says_what_is_wrong_with_a_text() {
        let text = model(LEARNERS[0]).write(Map::new());
        let cases = [
            ("puzgen.model/1", "puzgen.model/9", "its schema is `puzgen.model/9`"),
            ("learner: logistic", "learner: oracle", "there is no learner `oracle`"),
            ("  medium:\n", "  mild:\n", "is no number for level `medium`"),
            ("- name: b[2]", "- nom: b[2]", "a column has no `name`"),
            ("levels:", "grades:", "no list of `levels`"),
        ];
        for (from, to, expected) in cases {
            assert!(text.contains(from), "{from}:\n{text}");
            let found = Model::read(&text.replacen(from, to, 1)).unwrap_err();
            assert!(found.contains(expected), "{found}");
        }
        assert!(Model::read("a: [1").is_err());
        assert!(Model::read("").unwrap_err().contains("schema"));
    }
}
