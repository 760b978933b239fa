//! `Display` of binders and of the parts that items have several of.

use std::fmt::{self, Display, Formatter};

use super::print::{List, write_index};
use super::{
    Binders, Choose, ExamplePart, Expr, Feature, Generator, LevelRule, RemovePart, ShowPart,
    TransformKind,
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
        self.condition.as_ref().map_or(Ok(()), |condition| write!(f, " where {condition}"))
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
            Self::Relabel(names) => write!(f, "relabel {}", List(names)),
            Self::Turns(names) => List(names).fmt(f),
            Self::Permute { lines, blocks } => {
                f.write_str("permute ")?;
                for (index, (what, within)) in lines.iter().enumerate() {
                    write!(f, "{}{what}", if index > 0 { ", " } else { "" })?;
                    within.as_ref().map_or(Ok(()), |within| write!(f, " in {within}"))?;
                }
                blocks.as_ref().map_or(Ok(()), |blocks| write!(f, " of {blocks}"))
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
        let for_binders = |binders: &Option<Binders>| {
            binders.as_ref().map(|binders| format!(" for {binders}")).unwrap_or_default()
        };
        match self {
            Self::By(phases) => {
                for (index, phase) in phases.iter().enumerate() {
                    let before = if index > 0 { ", then " } else { "by " };
                    write!(f, "{before}{}", phase.unit)?;
                    when(f, phase.condition.as_ref())?;
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
                when(f, condition.as_ref())
            }
            Self::Keep(condition, binders) => write!(f, "keep {condition}{}", for_binders(binders)),
            Self::Accept(condition, binders) => {
                write!(f, "accept {condition}{}", for_binders(binders))
            }
            Self::Until(until, condition) => {
                write!(f, "until {until}")?;
                when(f, condition.as_ref())
            }
            Self::Effort(effort, condition) => {
                write!(f, "effort {effort}")?;
                when(f, condition.as_ref())
            }
        }
    }
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)?;
        write_index(f, self.index.as_ref())?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, " = {value}"))
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
                write!(f, "symbols {} {symbols}", List(families))?;
                vertical.as_ref().map_or(Ok(()), |vertical| write!(f, " vertical {vertical}"))
            }
            Self::Thick(regions) => write!(f, "thick {regions}"),
            Self::Text(text) => write!(f, "text {text}"),
            Self::Script(name) => write!(f, "script {name}"),
            Self::Label { family, text } => write!(f, "label {family} {text}"),
            Self::Sentence { family, text, otherwise } => {
                write!(f, "sentence {family} {text}")?;
                otherwise.as_ref().map_or(Ok(()), |text| write!(f, " otherwise {text}"))
            }
            Self::DrawnAs { look, families } => write!(f, "{look} {}", List(families)),
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

fn when(f: &mut Formatter<'_>, condition: Option<&Expr>) -> fmt::Result {
    match condition {
        Some(condition) => write!(f, " when {condition}"),
        None => Ok(()),
    }
}
