//! The functions of the language, and lowering to flat constraints.

pub mod constraints;
pub mod features;
pub mod layouts;
pub mod links;
pub mod lower;
pub mod places;
pub mod transforms;
