//! `Display` of binders and of the parts that items have several of.

use std::fmt::{self, Display, Formatter};

use super::print_lists::{Index, List, Perhaps};
use super::{
    Binders, Choose, ExamplePart, FeatureEntry, Generator, LevelRule, RegionBorder, RemovePart,
    ShowPart, TransformKind, TranslationPart,
};

impl Display for Binders {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A name before `c in cells` would be read as one more name that is bound.
        let named = self.generators.iter().rposition(|generator| !generator.names.is_empty());
        for (index, generator) in self.generators.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            let wraps_name = named.is_some_and(|named| index < named);
            if generator.names.is_empty() {
                generator.source.as_bare_generator(wraps_name).fmt(f)?;
            } else {
                generator.fmt(f)?;
            }
        }
        Perhaps(" where ", &self.condition).fmt(f)
    }
}

impl Display for Generator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.names.is_empty() {
            return self.source.as_bare_generator(false).fmt(f);
        }
        write!(f, "{} in {}", List(&self.names), self.source)
    }
}

impl Display for TransformKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfAnswers(map, names) => write!(f, "{map} {}", List(names)),
            Self::Turns(names) => List(names).fmt(f),
            Self::Permute { lines, blocks } => {
                f.write_str("permute ")?;
                for (index, (what, within)) in lines.iter().enumerate() {
                    write!(f, "{}{what}", if index > 0 { ", " } else { "" })?;
                    Perhaps(" in ", within).fmt(f)?;
                }
                Perhaps(" of ", blocks).fmt(f)
            }
            Self::Map { name, binders, pairs } => {
                name.fmt(f)?;
                if let Some(binders) = binders {
                    write!(f, "({binders})")?;
                }
                for (index, (from, to)) in pairs.iter().enumerate() {
                    write!(f, "{} {from} becomes {to}", if index > 0 { "," } else { ":" })?;
                }
                Ok(())
            }
        }
    }
}

impl Display for RemovePart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(phases) => {
                for (index, phase) in phases.iter().enumerate() {
                    let before = if index > 0 { ", then " } else { "by " };
                    let condition = Perhaps(" when ", &phase.condition);
                    write!(f, "{before}{}{condition}", phase.unit)?;
                }
                Ok(())
            }
            Self::Choose(choose, condition, _) => {
                match choose {
                    Choose::Random => f.write_str("choose random")?,
                    Choose::First => f.write_str("choose first")?,
                    Choose::Guided => f.write_str("choose guided")?,
                    Choose::Weight(weight) => write!(f, "choose weight {weight}")?,
                }
                Perhaps(" when ", condition).fmt(f)
            }
            Self::Keep(condition, binders) => {
                write!(f, "keep {condition}{}", Perhaps(" for ", binders))
            }
            Self::Accept(condition, binders) => {
                write!(f, "accept {condition}{}", Perhaps(" for ", binders))
            }
            Self::Until(until, condition) => {
                write!(f, "until {until}{}", Perhaps(" when ", condition))
            }
            Self::Effort(effort, condition) => {
                write!(f, "effort {effort}{}", Perhaps(" when ", condition))
            }
        }
    }
}

impl Display for FeatureEntry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.name, Index(&self.index), Perhaps(" = ", &self.value))
    }
}

impl Display for LevelRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.condition {
            Some(condition) => write!(f, "{} when {condition}", self.name),
            None => write!(f, "{} otherwise", self.name),
        }
    }
}

impl Display for ShowPart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbols { families, symbols, vertical } => {
                let vertical = Perhaps(" vertical ", vertical);
                write!(f, "symbols {} {symbols}{vertical}", List(families))
            }
            Self::Regions { border: RegionBorder::Thick, regions } => write!(f, "thick {regions}"),
            Self::Regions { border: RegionBorder::Cage, regions } => write!(f, "cages {regions}"),
            Self::Text(text) => write!(f, "text {text}"),
            Self::Script(name) => write!(f, "script {name}"),
            Self::Label { family, text } => write!(f, "label {family} {text}"),
            Self::Sentence { family, text, otherwise } => {
                write!(f, "sentence {family} {text}{}", Perhaps(" otherwise ", otherwise))
            }
            Self::Point { name, at } => write!(f, "point {name} = {at}"),
            Self::Figure { mark, label } => write!(f, "figure {mark}{}", Perhaps(" ", label)),
            Self::DrawnAs { look, families } => write!(f, "{look} {}", List(families)),
        }
    }
}

impl Display for TranslationPart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::About(text) => write!(f, "about {text}"),
            Self::Rule(name, text) => write!(f, "rule {name} {text}"),
            Self::Working(name, text) => write!(f, "working {name} {text}"),
            Self::Text(text) => write!(f, "text {text}"),
            Self::Name { name, text, otherwise } => {
                write!(f, "name {name} {text}{}", Perhaps(" otherwise ", otherwise))
            }
            Self::Sentence { family, text, otherwise } => {
                write!(f, "sentence {family} {text}{}", Perhaps(" otherwise ", otherwise))
            }
        }
    }
}

impl Display for ExamplePart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block(name, text) => write!(f, "{name} {text}"),
            Self::Breaks(names) => write!(f, "breaks {}", List(names)),
            Self::Solutions(count) => write!(f, "solutions {count}"),
            Self::Set(name, value) => write!(f, "set {name} = {value}"),
        }
    }
}
