//! A named format, and its JSON Schema.

use std::fmt;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value as Json;

/// A named format.
pub struct Schema {
    /// Its name in the field `schema`, such as `puzgen.puzzle/1`.
    pub name: &'static str,
    /// Who prints it, in one sentence.
    pub about: &'static str,
    generate: fn(SchemaGenerator) -> schemars::Schema,
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

pub(crate) const fn schema<T: JsonSchema>(name: &'static str, about: &'static str) -> Schema {
    Schema { name, about, generate: SchemaGenerator::into_root_schema_for::<T> }
}

impl Schema {
    /// Returns the JSON Schema (draft 2020-12).
    pub fn json(&self) -> Json {
        let generator = SchemaSettings::draft2020_12().into_generator();
        let mut schema = (self.generate)(generator);
        schema.insert("title".to_owned(), self.name.into());
        schema.to_value()
    }

    /// Returns the name without program and version: `puzzle` for `puzgen.puzzle/1`.
    pub fn short_name(&self) -> &'static str {
        let name = self.name.strip_prefix("puzgen.").unwrap_or(self.name);
        name.split_once('/').map_or(name, |(name, _)| name)
    }
}
