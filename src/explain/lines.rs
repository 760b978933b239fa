//! Lines that tell steps: what is concluded at several places for one reason is one line, and so is what is excluded at a
//! place just to find its value.

use puzgen_csp::VarId;

use super::because::Because;
use super::names::FEW_LEFT;
use super::sentences::{Sentences, fill};
use super::steps::StepWords;
use super::together::square;

/// How many values that are left are told where these are fewer than those that are gone.
const MOST_LEFT: usize = 4;
/// The most facts that a line names.
const MOST_FACTS: usize = 6;
/// What is told as a part of a longer line is a line of its own, in characters.
const LONG: usize = 180;

impl StepWords {
    /// Returns the reason that a person would give.
    pub fn reason(&self) -> String {
        let value = self.excluded.as_deref().unwrap_or_default();
        self.because.text(value)
    }

    /// Returns deductions as lines: what follows and why. What is excluded at one place for one reason is told
    /// together, and so is what follows from the same.
    pub fn lines(all: &[Self]) -> String {
        Self::groups(all).into_iter().map(|(line, _)| format!("  {line}\n")).collect()
    }

    /// Returns the lines one by one, each with the positions of the deductions that it tells.
    pub fn groups(all: &[Self]) -> Vec<(String, Vec<usize>)> {
        let mut rest: Vec<Entry<'_>> = Vec::new();
        let mut asides: Vec<Entry<'_>> = Vec::new();
        for (at, told) in all.iter().enumerate() {
            if told.is_aside {
                Entry::add(&mut asides, at, told);
                continue;
            }
            let own = std::mem::take(&mut asides);
            let is_new = Entry::add(&mut rest, at, told);
            match rest.last_mut().filter(|_| is_new) {
                Some(entry) => entry.asides = own,
                None => rest.extend(own),
            }
        }
        rest.extend(asides);
        let mut groups = Vec::new();
        while let Some(first) = rest.first().cloned() {
            let is_same = |other: &Entry<'_>| {
                let (kind, other_kind) = (&first.because.kind, &other.because.kind);
                let is_alike = kind.is_some() && kind == other_kind;
                (is_alike || other.template == first.template || other.shape() == first.shape())
                    && other.values == first.values
                    && other.rests == first.rests
                    && other.told_left() == first.told_left()
                    && (other.members == first.members
                        || (!other.has_asides() && !first.has_asides()))
                    && (is_alike || other.facts == first.facts)
            };
            // What rests on a line between them is told after it.
            let mut others: Vec<Entry<'_>> = Vec::new();
            let mut same: Vec<Entry<'_>> = Vec::new();
            for entry in rest {
                let is_first = others.iter().all(|other| !entry.rests_on(all, other));
                if is_first && is_same(&entry) { &mut same } else { &mut others }.push(entry);
            }
            rest = others;
            let same = in_reading_order(same);
            let Some(first) = same.first().cloned() else { break };
            let what: Vec<String> = same.iter().map(Entry::what).collect();
            let is_alike = first.told_left().is_empty()
                && same.iter().any(|entry| {
                    entry.template != first.template || (entry.is_example && entry.is_story())
                });
            let sentences = first.sentences;
            let likewise = if is_alike { sentences.likewise } else { "" };
            let what = sentences.joined(&sentences.together(&what, what.len()));
            let parts = [("what", what.as_str()), ("why", &first.why()), ("likewise", likewise)];
            let line = fill(sentences.line, &parts);
            let is_long = line.chars().count() > LONG;
            if same.iter().any(|entry| entry.has_two_reasons() || (is_long && entry.has_asides())) {
                let parts = same.into_iter().flat_map(Entry::apart).collect::<Vec<_>>();
                rest.splice(..0, parts);
                continue;
            }
            groups.push((line, same.into_iter().flat_map(Entry::into_members).collect()));
        }
        groups
    }
}

/// Returns entries of squares row by row; others stay as they are.
fn in_reading_order(mut entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    if entries.iter().all(|entry| square(entry.spoken).is_some()) {
        entries.sort_by_key(|entry| square(entry.spoken));
    }
    entries
}

/// Returns whether a fact is about a place: `r1c1` is no part of `r1c12`.
fn starts_with(fact: &str, place: &str) -> bool {
    let rest = fact.strip_prefix(place);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
}

/// Returns a reason with the excluded value left open, where it names the value: the sentence of a rule may, and a story.
fn with_open_value(template: &str, value: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let mut open = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(value) {
        let (before, after) = (&rest[..at], &rest[at + value.len()..]);
        let is_inside = before.ends_with(is_part) || after.starts_with(char::is_alphanumeric);
        open.push_str(before);
        open.push_str(if is_inside { value } else { "\0" });
        rest = after;
    }
    open.push_str(rest);
    (open != template).then_some(open)
}

/// What follows at one place for one reason.
#[derive(Debug, Clone)]
struct Entry<'t> {
    /// The place, or what is found there.
    place: &'t str,
    /// The positions of the deductions.
    members: Vec<usize>,
    /// The place alone.
    spoken: &'t str,
    /// The values that it does not have.
    values: Vec<String>,
    template: &'t str,
    /// The same with its value left open, where it names that.
    named: Option<String>,
    /// Whether it names one of several values, and which.
    is_example: bool,
    example: Option<&'t str>,
    /// What others would have to be for each of the values.
    rests: Vec<String>,
    because: &'t Because,
    /// The values that are left at the place.
    left: &'t [String],
    facts: Vec<&'t String>,
    /// What is told before in the same line.
    asides: Vec<Entry<'t>>,
    sentences: &'static Sentences,
}

impl<'t> Entry<'t> {
    /// Adds a deduction to entries: to that of the same place and reason, if there is one. Returns whether it is a new one.
    fn add(entries: &mut Vec<Self>, at: usize, told: &'t StepWords) -> bool {
        let template = told.because.template.as_str();
        let named = told.excluded.as_ref().and_then(|value| with_open_value(template, value));
        let is_alike =
            |entry: &Self| entry.template == template || named.is_some() && named == entry.named;
        let is_here = |entry: &&mut Self| {
            entry.place == told.spoken && !entry.values.is_empty() && is_alike(entry)
        };
        if let (Some(value), Some(entry)) = (&told.excluded, entries.iter_mut().find(is_here)) {
            entry.is_example |= entry.template != template;
            entry.members.push(at);
            let number = |value: &String| value.parse::<i64>().ok();
            let later = entry.values.iter().position(|other| number(other) > number(value));
            let place = later.unwrap_or(entry.values.len());
            entry.values.insert(place, value.clone());
            if let Some(rest) = &told.because.rest {
                entry.rests.insert(place.min(entry.rests.len()), rest.clone());
            }
            let new = told.because.facts.iter().filter(|fact| !entry.facts.contains(fact));
            let new: Vec<&String> = new.collect();
            entry.facts.extend(new);
            return false;
        }
        entries.push(Self {
            place: if told.excluded.is_some() { &told.spoken } else { &told.what },
            spoken: &told.spoken,
            members: vec![at],
            values: told.excluded.iter().cloned().collect(),
            template,
            named,
            is_example: false,
            example: told.excluded.as_deref(),
            rests: told.because.rest.iter().cloned().collect(),
            because: &told.because,
            left: &told.left,
            facts: told.because.facts.iter().collect(),
            asides: Vec::new(),
            sentences: told.sentences,
        });
        true
    }

    /// Returns whether what it tells rests on what another one tells.
    fn rests_on(&self, all: &[StepWords], other: &Self) -> bool {
        let tells =
            |entry: &Self, var: VarId| entry.members.iter().any(|at| all[*at].var == Some(var));
        let is_told =
            |var: &VarId| tells(other, *var) || other.asides.iter().any(|aside| tells(aside, *var));
        let rests =
            |entry: &Self| entry.members.iter().any(|at| all[*at].rests_on.iter().any(is_told));
        rests(self) || self.asides.iter().any(rests)
    }

    fn has_asides(&self) -> bool {
        !self.asides.is_empty()
    }

    /// Returns whether it does not just sum up what is told before of the same place.
    fn has_two_reasons(&self) -> bool {
        let is_elsewhere = |aside: &Self| aside.spoken != self.spoken;
        self.has_asides() && (!self.facts.is_empty() || self.asides.iter().any(is_elsewhere))
    }

    /// Returns what is told before in the same line, and then itself without that.
    fn apart(mut self) -> impl Iterator<Item = Self> {
        let asides = std::mem::take(&mut self.asides);
        asides.into_iter().chain(std::iter::once(self))
    }

    /// Returns the positions of the deductions that it tells.
    fn into_members(self) -> Vec<usize> {
        let asides = self.asides.into_iter().flat_map(Self::into_members);
        asides.chain(self.members).collect()
    }

    /// Returns what is excluded, as a part of the sentence that tells what is left there.
    fn clause(&self) -> String {
        let table = self.sentences;
        let left = table.one_of_values(self.told_left());
        let values = table.one_of_values(&self.values);
        let case = self.because.case.as_deref();
        let reason = match case {
            Some(_) => String::new(),
            None => self.own_reason(table.see_inside),
        };
        let template = match (case, self.told_left()) {
            (Some(_), [_, ..]) => table.case_leaves,
            (Some(_), []) => table.case_excludes,
            (None, []) => table.aside,
            (None, _) => table.aside_left,
        };
        let parts = [("case", case.unwrap_or_default()), ("value", &values), ("left", &left)];
        let said = fill(&fill(template, &parts), &[("reason", &reason)]);
        if case.is_some() { self.pointed(table.see, said) } else { said }
    }

    /// Returns the reason without its own place: others have the same elsewhere.
    fn shape(&self) -> String {
        let mut pieces = self.template.split(self.spoken);
        let mut shape = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            // `r1c1` is no part of `r1c12`.
            let is_longer = piece.starts_with(|next: char| next.is_ascii_digit());
            shape.push_str(if is_longer { self.spoken } else { "\0" });
            shape.push_str(piece);
        }
        shape
    }

    /// Returns the values that are left, where these are told and not those that are gone: where they are few.
    fn told_left(&self) -> &[String] {
        let is_few = (1..=FEW_LEFT).contains(&self.left.len())
            || (self.left.len() <= MOST_LEFT && self.left.len() < self.values.len());
        match &self.because.positive {
            Some(_) if is_few && !self.left.is_empty() => self.left,
            _ => &[],
        }
    }

    /// Returns whether a value is open in a reason that names it, too: what it leads to.
    fn is_story(&self) -> bool {
        self.template.contains("{value}")
    }

    fn what(&self) -> String {
        match (self.values.is_empty(), self.told_left()) {
            (true, _) => self.place.to_owned(),
            (false, left @ [_, ..]) => {
                let [.., [is, _]] = self.sentences.verbs;
                format!("{}{is}{}", self.place, self.sentences.one_of_values(left))
            }
            (false, []) => {
                let [_, [is_not, _], _] = self.sentences.verbs;
                format!("{}{is_not}{}", self.place, self.sentences.one_of_values(&self.values))
            }
        }
    }

    fn why(&self) -> String {
        let mut parts: Vec<String> = self.asides.iter().map(Self::clause).collect();
        parts.push(self.own_reason(self.sentences.see));
        parts.join("; ")
    }

    fn own_reason(&self, see: &str) -> String {
        let values = self.sentences.one_of_values(&self.values);
        self.pointed(
            see,
            match (&self.because.positive, self.told_left()) {
                (Some(positive), [_, ..]) => positive.clone(),
                _ => {
                    let rest = self.sentences.each(&self.rests);
                    let value = self.example.filter(|_| self.is_example).unwrap_or(&values);
                    let reason = fill(self.template, &[("value", value), ("rest", &rest)]);
                    match self.is_example && !self.is_story() {
                        true => fill(self.sentences.and_so_on, &[("reason", &reason)]),
                        false => reason,
                    }
                }
            },
        )
    }

    /// Returns a reason with what to look at; what it names already need not be pointed at.
    fn pointed(&self, see: &str, reason: String) -> String {
        let is_told = |fact: &str| self.asides.iter().any(|aside| starts_with(fact, aside.spoken));
        let facts = self.facts.iter();
        let facts = facts.filter(|fact| !reason.contains(fact.as_str()) && !is_told(fact));
        let facts: Vec<String> = facts.map(|fact| (*fact).clone()).collect();
        match facts.is_empty() {
            true => reason,
            false => {
                let facts = self.sentences.some_facts(&facts, MOST_FACTS);
                fill(see, &[("reason", &reason), ("facts", &facts)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::english::ENGLISH;
    use super::*;

    /// Returns words of a step: what follows, for which reason, and on what else it rests.
    fn step(var: u32, what: &str, why: &str, rests_on: &[u32]) -> StepWords {
        StepWords {
            place: what.to_owned(),
            spoken: what.to_owned(),
            what: what.to_owned(),
            how: String::new(),
            facts: Vec::new(),
            rules: Vec::new(),
            clues: Vec::new(),
            points: Vec::new(),
            because: Because::plain(why),
            excluded: None,
            left: Vec::new(),
            is_aside: false,
            var: Some(VarId(var)),
            rests_on: rests_on.iter().copied().map(VarId).collect(),
            sentences: &ENGLISH,
        }
    }

    #[test]
    fn what_rests_on_a_line_is_told_after_it() {
        let lines = |rests_on: &[u32]| {
            let [x, y] = ["three lines meet", "a line goes on"];
            let all = [step(0, "a", x, &[]), step(1, "b", y, &[0]), step(2, "c", x, rests_on)];
            StepWords::groups(&all).into_iter().map(|(_, members)| members).collect::<Vec<_>>()
        };
        assert_eq!(lines(&[]), [vec![0, 2], vec![1]]);
        assert_eq!(lines(&[1]), [vec![0], vec![1], vec![2]]);
    }

    #[test]
    fn two_reasons_are_two_lines() {
        let excluded = |place: &str| StepWords {
            excluded: Some("1".to_owned()),
            spoken: place.to_owned(),
            is_aside: true,
            ..step(0, place, "the clue allows no 1", &[])
        };
        let found = |facts: &[&str]| {
            let mut found = step(1, "r1c2 = 2", "only 2 is left there", &[]);
            found.spoken = "r1c2".to_owned();
            found.because.facts = facts.iter().map(|fact| (*fact).to_owned()).collect();
            found
        };
        let count =
            |aside: &str, facts: &[&str]| StepWords::groups(&[excluded(aside), found(facts)]).len();
        // What sums up the others is one thought with them.
        assert_eq!(count("r1c2", &[]), 1);
        assert_eq!(count("r1c2", &["r1c1 = 3"]), 2);
        assert_eq!(count("r1c1", &[]), 2);
    }

    #[test]
    fn a_value_that_a_sentence_names_is_left_open() {
        let open = |value| with_open_value("otherwise r5c15 fails for x = 5°, -5 and 15", value);
        assert_eq!(open("5").as_deref(), Some("otherwise r5c15 fails for x = \0°, -5 and 15"));
        assert_eq!(open("7"), None);
        let open = with_open_value("if r1c1 = {value}, then r2c2 = 5", "5");
        assert_eq!(open.as_deref(), Some("if r1c1 = {value}, then r2c2 = \0"));
    }
}
