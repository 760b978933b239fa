//! What a shard of a run says of itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Object;

/// A complete shard of a run: the puzzles whose index leaves a remainder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// The format.
    #[schemars(extend("const" = Manifest::SCHEMA))]
    pub schema: String,
    /// The version of puzgen.
    pub version: String,
    /// The name of the definition.
    pub puzzle: String,
    /// The hash of what decides which puzzles the definition has.
    pub definition: String,
    /// The values of all parameters.
    pub params: Object,
    /// The hash of all that decides the bytes of the run but for how many puzzles are asked for: shards with another one
    /// are of another run.
    pub run: String,
    /// The seed of the run.
    pub seed: u64,
    /// How many puzzles the whole run asks for.
    pub count: u64,
    /// The number of the shard: the remainder of its indexes.
    pub shard: u64,
    /// How many shards there are.
    pub shards: u64,
    /// The name of the file with the puzzles, in the same folder.
    pub file: String,
    /// How long that file is.
    pub bytes: u64,
    /// The SHA-256 of that file.
    pub sha256: String,
    /// How many indexes of the run are in the shard.
    pub indexes: u64,
    /// How many puzzles it has.
    pub puzzles: u64,
    /// How many removals were refused.
    pub refused: u64,
    /// How many of these for lack of an answer.
    pub gave_up: u64,
    /// How many boards were drawn before the last ones.
    pub redraws: u64,
    /// How often a part of a board was drawn anew.
    pub repairs: u64,
    /// The exit status: 0, 1 where a target was missed, 3 where a budget ran out.
    pub status: u8,
    /// The seconds of processor time of the process that completed it.
    pub cpu_seconds: f64,
    /// How many indexes that process made itself; earlier ones that were stopped made the others.
    pub made: u64,
}

impl Manifest {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.manifest/1";
}
