//! What printed items have in common: lists, lines in braces, and parts that may be missing.

use std::fmt::{self, Display, Formatter};

use super::Binders;

/// Things with commas between them.
pub(super) struct List<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, one) in self.0.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            one.fmt(f)?;
        }
        Ok(())
    }
}

/// `[…]`, if there are any binders.
pub(super) struct Index<'a>(pub(super) &'a Option<Binders>);

impl Display for Index<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |binders| write!(f, "[{binders}]"))
    }
}

/// A word and what follows it, if there is anything.
pub(super) struct Perhaps<'a, T>(pub(super) &'static str, pub(super) &'a Option<T>);

impl<T: Display> Display for Perhaps<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.1.as_ref().map_or(Ok(()), |part| write!(f, "{}{part}", self.0))
    }
}

/// Things in braces, one a line.
pub(super) struct Lines<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for Lines<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for part in self.0 {
            write!(f, "\n    {part}")?;
        }
        f.write_str(if self.0.is_empty() { "}" } else { "\n  }" })
    }
}
