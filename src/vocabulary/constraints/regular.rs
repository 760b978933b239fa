//! Regular expressions over numbers.
//!
//! ```text
//! 7  <12>  <-3>   this number          .   any number
//! [135]  [1-4]  [^0]   one of these, or none of these
//! a*  a+  a?  a{3}  a{2,4}  a{2,}      how often
//! ab  a|b  (a)                         one after the other, one of them, together
//! ```
//!
//! Blanks do not count. [`Pattern`] is the automaton of positions of an expression (Glushkov, "The
//! abstract theory of automata", 1961), which tests lists; [`Pattern::automaton`] makes it
//! deterministic for lists over given numbers.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use puzgen_csp::{Automaton, Transition};
use puzgen_model::function::{Excess, Fault};

/// The output that says 1 for a list that fits, else 0.
pub(super) const FITS: u32 = 0;

/// The most positions of an expression, repeats written out.
const MOST_POSITIONS: usize = 2_000;
/// The most pairs of positions of which the second can follow the first, those found twice counted.
const MOST_FOLLOWING: usize = 100_000;
/// The most brackets within each other.
const MOST_DEPTH: usize = 50;
/// The most repeats of one part.
const MOST_REPEATS: usize = 4;

/// The numbers that may stand at a position.
#[derive(Debug, Clone)]
struct Class {
    ranges: Vec<(i64, i64)>,
    is_opposite: bool,
}

impl Class {
    fn holds(&self, value: i64) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&value)) != self.is_opposite
    }
}

#[derive(Debug, Clone)]
enum RegexNode {
    One(Class),
    Sequence(Vec<RegexNode>),
    Choice(Vec<RegexNode>),
    /// At least so often, and at most.
    Repeat(Box<RegexNode>, usize, Option<usize>),
}

/// A regular expression, ready to read lists.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    classes: Vec<Class>,
    follow: Vec<Vec<usize>>,
    first: Vec<usize>,
    is_last: Vec<bool>,
    takes_nothing: bool,
    /// How many parts were added, repeats written out.
    added: usize,
    /// How many pairs `follow` has.
    following: usize,
}

/// Where a part can begin and end.
#[derive(Debug, Clone, Default)]
struct PatternEnds {
    first: Vec<usize>,
    last: Vec<usize>,
    is_empty: bool,
}

impl Pattern {
    /// Returns the pattern of a text.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        let mut reader = PatternParser { rest: text.chars().peekable() };
        let node = reader.choice(0)?;
        if let Some(sign) = reader.peek() {
            return Err(format!("`{sign}` closes nothing in the pattern"));
        }
        let mut pattern = Self::default();
        let ends = pattern.add(&node)?;
        pattern.first = ends.first;
        pattern.is_last = vec![false; pattern.classes.len()];
        ends.last.iter().for_each(|position| pattern.is_last[*position] = true);
        pattern.takes_nothing = ends.is_empty;
        Ok(pattern)
    }

    /// Returns whether a list fits.
    pub(super) fn fits(&self, list: impl IntoIterator<Item = i64>) -> bool {
        let state = list.into_iter().fold(None, |state: Option<Vec<usize>>, value| {
            Some(self.next(state.as_deref(), value))
        });
        self.is_end(state.as_deref())
    }

    /// Returns where one can stand after a number, given where one stood; `None` is the start.
    fn next(&self, state: Option<&[usize]>, value: i64) -> Vec<usize> {
        self.among(&self.following(state), value)
    }

    /// Returns where one can stand after any number, given where one stood, sorted.
    fn following(&self, state: Option<&[usize]>) -> Vec<usize> {
        let mut next: Vec<usize> = match state {
            None => self.first.clone(),
            Some(positions) => {
                positions.iter().flat_map(|position| &self.follow[*position]).copied().collect()
            }
        };
        next.sort_unstable();
        next.dedup();
        next
    }

    fn among(&self, positions: &[usize], value: i64) -> Vec<usize> {
        let holds = |position: &usize| self.classes[*position].holds(value);
        positions.iter().copied().filter(holds).collect()
    }

    fn is_end(&self, state: Option<&[usize]>) -> bool {
        match state {
            None => self.takes_nothing,
            Some(positions) => positions.iter().any(|position| self.is_last[*position]),
        }
    }

    /// Returns the deterministic automaton for lists over these numbers, sorted.
    ///
    /// # Errors
    /// Where it takes more than so many steps to make.
    pub(super) fn automaton(&self, alphabet: &[i64], most: u64) -> Result<Automaton, Fault> {
        let mut taken = 0;
        let mut numbers: BTreeMap<Option<Vec<usize>>, u32> = BTreeMap::from([(None, 0)]);
        let mut states: Vec<Option<Vec<usize>>> = vec![None];
        let mut automaton = Automaton { transitions: Vec::new(), ends: Vec::new() };
        while let Some(state) = states.get(automaton.transitions.len()).cloned() {
            let following = self.following(state.as_deref());
            taken += (alphabet.len() * (following.len() + 1)) as u64;
            if taken > most {
                return Err(Excess::beyond("steps to make the automaton of the pattern", most));
            }
            let mut steps = Vec::with_capacity(alphabet.len());
            for value in alphabet {
                let next = Some(self.among(&following, *value));
                let to = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() as u32 - 1
                });
                steps.push(Transition { read: *value, to, says: None });
            }
            automaton.transitions.push(steps);
            automaton.ends.push(vec![(FITS, i64::from(self.is_end(state.as_deref())))]);
        }
        Ok(automaton)
    }

    fn add(&mut self, node: &RegexNode) -> Result<PatternEnds, String> {
        // Parts that read nothing have no position, however often they are repeated.
        self.added += 1;
        if self.added > 10 * MOST_POSITIONS {
            return Err("the pattern repeats too much".to_owned());
        }
        match node {
            RegexNode::One(class) => {
                let position = self.classes.len();
                if position >= MOST_POSITIONS {
                    return Err(format!("the pattern has more than {MOST_POSITIONS} parts"));
                }
                self.classes.push(class.clone());
                self.follow.push(Vec::new());
                Ok(PatternEnds { first: vec![position], last: vec![position], is_empty: false })
            }
            RegexNode::Sequence(parts) => {
                let mut whole = PatternEnds { is_empty: true, ..PatternEnds::default() };
                for part in parts {
                    let part = self.add(part)?;
                    whole = self.join(whole, part)?;
                }
                Ok(whole)
            }
            RegexNode::Choice(parts) => {
                let mut whole = PatternEnds::default();
                for part in parts {
                    let part = self.add(part)?;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                    whole.is_empty |= part.is_empty;
                }
                Ok(whole)
            }
            RegexNode::Repeat(part, least, most) => {
                let mut whole = PatternEnds { is_empty: true, ..PatternEnds::default() };
                for _ in 0..*least {
                    let part = self.add(part)?;
                    whole = self.join(whole, part)?;
                }
                match most {
                    Some(most) => {
                        for _ in *least..*most {
                            let part = PatternEnds { is_empty: true, ..self.add(part)? };
                            whole = self.join(whole, part)?;
                        }
                    }
                    None => {
                        let part = PatternEnds { is_empty: true, ..self.add(part)? };
                        self.follow(&part.last, &part.first)?;
                        whole = self.join(whole, part)?;
                    }
                }
                Ok(whole)
            }
        }
    }

    /// Lets some positions follow others.
    fn follow(&mut self, before: &[usize], after: &[usize]) -> Result<(), String> {
        self.following = self.following.saturating_add(before.len().saturating_mul(after.len()));
        if self.following > MOST_FOLLOWING {
            return Err("too many parts of the pattern can follow too many others".to_owned());
        }
        for last in before {
            self.follow[*last].extend(after);
        }
        Ok(())
    }

    /// Returns one part after another.
    fn join(&mut self, before: PatternEnds, after: PatternEnds) -> Result<PatternEnds, String> {
        self.follow(&before.last, &after.first)?;
        let mut whole = PatternEnds {
            first: before.first,
            last: after.last,
            is_empty: before.is_empty && after.is_empty,
        };
        if before.is_empty {
            whole.first.extend(after.first);
        }
        if after.is_empty {
            whole.last.extend(before.last);
        }
        Ok(whole)
    }
}

/// Reads the notation.
struct PatternParser<'t> {
    rest: Peekable<Chars<'t>>,
}

impl PatternParser<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|sign| sign.is_whitespace()).is_some() {}
        self.rest.peek().copied()
    }

    fn take_if(&mut self, sign: char) -> bool {
        let is_here = self.peek() == Some(sign);
        if is_here {
            self.rest.next();
        }
        is_here
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.take_if(sign) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(found) => format!("expected `{sign}` in the pattern, found `{found}`"),
            None => format!("the pattern ends where `{sign}` is expected"),
        })
    }

    fn choice(&mut self, depth: usize) -> Result<RegexNode, String> {
        if depth > MOST_DEPTH {
            return Err("the brackets of the pattern are nested too deeply".to_owned());
        }
        let mut parts = vec![self.sequence(depth)?];
        while self.take_if('|') {
            parts.push(self.sequence(depth)?);
        }
        Ok(RegexNode::Choice(parts))
    }

    fn sequence(&mut self, depth: usize) -> Result<RegexNode, String> {
        let mut parts = Vec::new();
        while let Some(sign) = self.peek().filter(|sign| !matches!(sign, '|' | ')')) {
            let mut part = match sign {
                '(' => {
                    self.rest.next();
                    let inner = self.choice(depth + 1)?;
                    self.expect(')')?;
                    inner
                }
                '.' => {
                    self.rest.next();
                    RegexNode::One(Class { ranges: Vec::new(), is_opposite: true })
                }
                '[' => {
                    self.rest.next();
                    RegexNode::One(self.class()?)
                }
                _ => {
                    let value = self.number()?;
                    RegexNode::One(Class { ranges: vec![(value, value)], is_opposite: false })
                }
            };
            let mut repeats = 0;
            while let Some((least, most)) = self.repeat()? {
                repeats += 1;
                if repeats > MOST_REPEATS {
                    return Err("a part of the pattern is repeated too often".to_owned());
                }
                part = RegexNode::Repeat(Box::new(part), least, most);
            }
            parts.push(part);
        }
        Ok(RegexNode::Sequence(parts))
    }

    fn class(&mut self) -> Result<Class, String> {
        let is_opposite = self.take_if('^');
        let mut ranges = Vec::new();
        while !self.take_if(']') {
            let low = self.number()?;
            let high = if self.take_if('-') { self.number()? } else { low };
            ranges.push((low, high));
        }
        Ok(Class { ranges, is_opposite })
    }

    fn number(&mut self) -> Result<i64, String> {
        match self.peek() {
            Some('<') => {
                self.rest.next();
                let mut digits = String::new();
                while let Some(sign) = self.peek().filter(|sign| *sign != '>') {
                    self.rest.next();
                    digits.push(sign);
                }
                self.expect('>')?;
                digits.parse().map_err(|_| format!("`<{digits}>` is no number in the pattern"))
            }
            Some(sign) => {
                self.rest.next();
                let digit = sign.to_digit(10);
                digit.map(i64::from).ok_or_else(|| format!("`{sign}` means nothing in a pattern"))
            }
            None => Err("the pattern ends where a number is expected".to_owned()),
        }
    }

    fn repeat(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        let found = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.rest.next();
                let least = self.times()?;
                let most = if self.take_if(',') {
                    if self.peek() == Some('}') { None } else { Some(self.times()?) }
                } else {
                    Some(least)
                };
                if most.is_some_and(|most| most < least) {
                    return Err("a repeat in the pattern ends before it begins".to_owned());
                }
                if self.peek() != Some('}') {
                    self.expect('}')?;
                }
                (least, most)
            }
            _ => return Ok(None),
        };
        self.rest.next();
        Ok(Some(found))
    }

    fn times(&mut self) -> Result<usize, String> {
        let mut digits = String::new();
        while let Some(sign) = self.peek().filter(char::is_ascii_digit) {
            self.rest.next();
            digits.push(sign);
        }
        let times = digits.parse().ok().filter(|times| *times <= MOST_POSITIONS);
        times.ok_or_else(|| "a repeat in the pattern has no fitting number".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_notation() {
        let cases: &[(&str, &[i64], bool)] = &[
            ("", &[], true),
            ("", &[1], false),
            ("0*1{3}0+1{2}0*", &[0, 1, 1, 1, 0, 1, 1], true),
            ("0*1{3}0+1{2}0*", &[0, 1, 1, 1, 1, 1, 0], false),
            ("(12|21)+ 3?", &[1, 2, 2, 1], true),
            ("(12|21)+ 3?", &[1, 2, 2, 1, 3], true),
            ("(12|21)+ 3?", &[3], false),
            ("[^0]{2,3}", &[4, 5], true),
            ("[^0]{2,3}", &[4, 5, 6, 7], false),
            ("[1-3]<12>.{2,}", &[2, 12, 0, 0, 0], true),
            ("[1-3]<12>.{2,}", &[2, 12, 0], false),
            ("<-1>|", &[-1], true),
            ("<-1>|", &[], true),
            ("(1?2?)*3", &[2, 1, 1, 3], true),
        ];
        for (text, list, expected) in cases {
            let pattern = Pattern::new(text).unwrap();
            assert_eq!(pattern.fits(list.iter().copied()), *expected, "{text} on {list:?}");
            let mut alphabet = list.to_vec();
            alphabet.sort_unstable();
            alphabet.dedup();
            let automaton = pattern.automaton(&alphabet, 10_000).unwrap();
            assert_eq!(automaton.said(list.iter().copied(), FITS), Some(i64::from(*expected)));
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for text in ["(1", "1)", "[1", "a", "1{3,2}", "1{", "<1", "<x>", "1{9999}", "*", "[1-"] {
            assert!(Pattern::new(text).is_err(), "{text}");
        }
        let many = format!("{}1{}", "(".repeat(60), ")".repeat(60));
        assert!(Pattern::new(&many).is_err());
        assert!(Pattern::new("((1{100}){100}){100}").is_err());
        assert!(Pattern::new(&format!("1{}", "*".repeat(200_000))).is_err());
        assert!(Pattern::new(&format!("{}{}", "(".repeat(40), "){2000}".repeat(40))).is_err());
        assert!(Pattern::new("(1?){1000}").is_err());
    }

    #[test]
    fn bounds_the_automaton() {
        let pattern = Pattern::new("(0|1)*1(0|1){40}").unwrap();
        assert!(matches!(pattern.automaton(&[0, 1], 100_000), Err(Fault::Excess(_))));
    }
}
