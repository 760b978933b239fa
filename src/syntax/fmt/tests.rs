//! The format of small texts.
