//! What somebody who fills in a token has to read: how far above a variable was assigned.

use super::words::Context;
use super::{Kind, Program};

impl Program {
    /// Returns how many lines above a token the variable that it reads was assigned last, in the text: by the nearest line
    /// above it that assigns it, or as a parameter in the line of `def`. 0 where it reads no variable, or nothing above
    /// assigns it, as where it is a comprehension's own.
    #[must_use]
    pub fn lines_to_definition(&self, token: usize) -> usize {
        let Some(own) = self.tokens.get(token).filter(|_| self.is_read(token)) else { return 0 };
        if self.is_of_comprehension(token) {
            return 0;
        }
        let before = self.tokens[..token].iter().enumerate();
        let assigning = before.filter(|(at, other)| {
            other.kind == Kind::Target
                && (other.function, &other.word) == (own.function, &own.word)
                && other.line < own.line
                && !self.is_of_comprehension(*at)
        });
        let assigned = assigning.map(|(_, other)| other.line).max();
        assigned
            .or_else(|| self.line_of_parameter(own.function, &own.word))
            .map_or(0, |line| own.line - line)
    }

    /// Returns whether a token reads a variable; that of an augmented assignment does, and its operator follows.
    fn is_read(&self, token: usize) -> bool {
        let is_changed = || self.tokens.get(token + 1).is_some_and(|it| it.kind == Kind::Augmented);
        match self.tokens[token].kind {
            Kind::Name => true,
            Kind::Target => is_changed(),
            _ => false,
        }
    }

    /// Returns whether a token is a variable of a comprehension around it.
    fn is_of_comprehension(&self, token: usize) -> bool {
        let (own, found) = (&self.tokens[token], &self.found[token]);
        let Context::Name(sight) = &found.context else { return false };
        let pool = self.pools.get(found.function);
        let mut names = pool.into_iter().flat_map(|pool| &pool.names);
        names.any(|(name, scope)| *name == own.word && scope.is_some_and(|it| sight.contains(&it)))
    }

    /// Returns the line of a function whose parameter this is.
    fn line_of_parameter(&self, function: usize, name: &str) -> Option<usize> {
        let own = self.signatures.get(function)?;
        let is_one = own.parameters.iter().any(|parameter| parameter == name);
        is_one.then(|| self.text[..own.at].matches('\n').count() + 1)
    }
}
