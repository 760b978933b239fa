//! What is said of several places, values or sides, made one piece: `r1c1 and r1c2 = 3`, `line above and left of r2c3`.

use super::sentences::{Sentences, fill, listed};

/// What stands before the ends of a way between two places, and these.
type Way = (String, [String; 2]);

/// A name and a place.
type Named = (String, String);

impl Sentences {
    /// Returns what is said of places, the same of several together: `r1c1 and r1c2 = 3`.
    pub(super) fn together(&self, said: &[String], most: usize) -> Vec<String> {
        /// The verb, for one place and for several, and what is said.
        type Said<'t> = ([&'t str; 2], &'t str);
        let mut all: Vec<(Vec<String>, Option<Said<'_>>)> = Vec::new();
        for text in said {
            let verb = self.verbs.iter().find_map(|verb| {
                let (place, what) = text.split_once(verb[0])?;
                Some((place, (*verb, what)))
            });
            let Some((place, said)) = verb else {
                all.push((vec![text.clone()], None));
                continue;
            };
            match all.iter_mut().find(|(_, other)| *other == Some(said)) {
                Some((places, _)) => places.push(place.to_owned()),
                None => all.push((vec![place.to_owned()], Some(said))),
            }
        }
        let text = |(places, said): (Vec<String>, Option<Said<'_>>)| match said {
            None => places.concat(),
            Some((verb, what)) => {
                let verb = verb[usize::from(places.len() > 1)];
                let places = in_reading_order(places);
                format!("{}{verb}{what}", self.some(&places, most, self.and))
            }
        };
        let all: Vec<String> = all.into_iter().map(text).collect();
        self.around(&self.fanned(&all))
    }

    /// Returns what is said of several ways from one place together: `no line from r1c1 to r1c2 and r2c1`.
    fn fanned(&self, said: &[String]) -> Vec<String> {
        let pieces: Vec<&str> = self.between.split(['{', '}']).collect();
        let [before, _, between, _, after] = pieces[..] else { return said.to_vec() };
        let parse = |text: &String| -> Option<Way> {
            let (name, rest) = text.split_once(before)?;
            let (a, b) = rest.strip_suffix(after)?.split_once(between)?;
            let is_place = |text: &str| !text.is_empty() && !text.contains(' ');
            (is_place(a) && is_place(b)).then(|| (name.to_owned(), [a.to_owned(), b.to_owned()]))
        };
        let mut open: Vec<(String, Option<Way>)> =
            said.iter().map(|text| (text.clone(), parse(text))).collect();
        let mut all = Vec::new();
        while let Some((text, way)) = open.first().cloned() {
            let Some((name, ends)) = way else {
                all.push(text);
                open.remove(0);
                continue;
            };
            let meets = |end: &String, other: &Option<Way>| {
                other.as_ref().is_some_and(|(own, ends)| *own == name && ends.contains(end))
            };
            let count = |end: &String| open.iter().filter(|(_, way)| meets(end, way)).count();
            let [a, b] = &ends;
            let center = if count(b) > count(a) { b } else { a };
            let (here, rest): (Vec<_>, Vec<_>) =
                open.iter().cloned().partition(|(_, way)| meets(center, way));
            let far = here.iter().filter_map(|(_, way)| way.as_ref());
            let far = far.flat_map(|(_, ends)| ends.iter().filter(|end| *end != center).cloned());
            let far: Vec<String> = far.collect();
            match far.as_slice() {
                [_] => all.push(text),
                far => {
                    let parts = [("a", center.as_str()), ("b", &listed(far, self.and))];
                    all.push(format!("{name}{}", fill(self.fan, &parts)));
                }
            }
            open = rest;
        }
        all
    }

    /// Returns what is said of several sides of one place together: `line above and left of r1c2`.
    fn around(&self, said: &[String]) -> Vec<String> {
        // Clues at two sides are two.
        let is_clue = |text: &str| {
            let mut before = self.the.iter().filter_map(|the| the.split('{').next());
            before.any(|before| !before.is_empty() && text.starts_with(before))
        };
        let parse = |text: &String| {
            let mut sides = self.sides.iter().filter(|_| !is_clue(text));
            sides.find_map(|side| {
                let (name, place) = text.split_once(&format!(" {side} "))?;
                (!place.contains(' '))
                    .then(|| ((name.to_owned(), place.to_owned()), (*side).to_owned()))
            })
        };
        let mut all: Vec<(Option<Named>, Vec<String>)> = Vec::new();
        for text in said {
            match parse(text) {
                None => all.push((None, vec![text.clone()])),
                Some((place, side)) => {
                    match all.iter_mut().find(|(own, _)| own.as_ref() == Some(&place)) {
                        Some((_, sides)) => sides.push(side),
                        None => all.push((Some(place), vec![side])),
                    }
                }
            }
        }
        let order = |side: &String| self.sides.iter().position(|other| other == side);
        let text = |(place, mut parts): (Option<Named>, Vec<String>)| match place {
            Some((name, place)) => {
                parts.sort_by_key(order);
                format!("{name} {} {place}", listed(&parts, self.and))
            }
            None => parts.concat(),
        };
        all.into_iter().map(text).collect()
    }

    /// Returns facts with the single values that one place does not have as one: `r1c1 is not 1 or 2`.
    fn merged(&self, facts: &[String]) -> Vec<String> {
        let [_, [is_not, _], _] = self.verbs;
        let single = |fact: &str| {
            let (place, value) = fact.split_once(is_not)?;
            (!value.contains(' ')).then(|| (place.to_owned(), value.to_owned()))
        };
        let mut all: Vec<(Option<String>, Vec<String>)> = Vec::new();
        for fact in facts {
            let Some((place, value)) = single(fact) else {
                all.push((None, vec![fact.clone()]));
                continue;
            };
            match all.iter_mut().find(|(other, _)| other.as_deref() == Some(place.as_str())) {
                Some((_, values)) => values.push(value),
                None => all.push((Some(place), vec![value])),
            }
        }
        let text = |(place, values): (Option<String>, Vec<String>)| match place {
            Some(place) => {
                // Numbers in their order.
                let number = |value: &String| value.parse::<i64>().ok();
                let mut values = values;
                values.sort_by_key(number);
                values.dedup();
                format!("{place}{is_not}{}", self.one_of_values(&values))
            }
            None => values.concat(),
        };
        all.into_iter().map(text).collect()
    }

    /// Returns the same of facts; "a and b; c" where one of them is a list itself.
    pub(super) fn some_facts(&self, facts: &[String], most: usize) -> String {
        let facts = &self.together(&self.merged(facts), most);
        // "The 5 at r9c2" and "r6c3 is not 5" are no list.
        let is_said = |fact: &String| self.verbs.iter().flatten().any(|verb| fact.contains(verb));
        let said = facts.iter().filter(|fact| is_said(fact)).count();
        match self.has_lists(facts) || (1..facts.len()).contains(&said) {
            true => self.cut(facts, most).join("; "),
            false => self.some(facts, most, self.and),
        }
    }

    /// Returns "a, b", or "a and b; c" where one of them is a list itself.
    pub(super) fn joined(&self, items: &[String]) -> String {
        items.join(if self.has_lists(items) { "; " } else { ", " })
    }

    /// Returns sentences that differ in one place only as one: `the piece of r1c1 or r2c2 is too small`.
    pub(super) fn of_places(&self, sentences: &[String], most: usize) -> Vec<String> {
        /// What stands before and behind the places, and these.
        type Shape = (String, String, Vec<String>);
        let mut all: Vec<Shape> = Vec::new();
        for sentence in sentences {
            let words: Vec<&str> = sentence.split(' ').collect();
            let mut squares = (0..words.len()).filter(|at| square(words[*at]).is_some());
            let (Some(at), None) = (squares.next(), squares.next()) else {
                all.push((sentence.clone(), String::new(), Vec::new()));
                continue;
            };
            let (before, behind) = (words[..at].join(" "), words[at + 1..].join(" "));
            let place = words[at].to_owned();
            let mut others = all.iter_mut().filter(|(_, _, places)| !places.is_empty());
            match others.find(|(first, last, _)| *first == before && *last == behind) {
                Some((_, _, places)) => places.push(place),
                None => all.push((before, behind, vec![place])),
            }
        }
        let text = |(before, behind, places): Shape| match places.is_empty() {
            true => before,
            false => {
                let places = self.some(&in_reading_order(places), most, self.or);
                format!("{before} {places} {behind}").trim().to_owned()
            }
        };
        all.into_iter().map(text).collect()
    }

    fn has_lists(&self, items: &[String]) -> bool {
        let inner = format!(" {} ", self.and);
        items.len() > 1 && items.iter().any(|item| item.contains(&inner))
    }
}

/// Returns squares row by row; other places stay as they are.
pub(super) fn in_reading_order(mut places: Vec<String>) -> Vec<String> {
    if places.iter().all(|place| square(place).is_some()) {
        places.sort_by_key(|place| square(place));
    }
    places
}

/// Returns row and column of `r2c13`.
pub(super) fn square(place: &str) -> Option<(u32, u32)> {
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::super::english::ENGLISH;
    use super::in_reading_order;

    #[test]
    fn squares_are_told_row_by_row() {
        let told =
            |places: &[&str]| in_reading_order(places.iter().map(|it| (*it).into()).collect());
        assert_eq!(told(&["r2c10", "r1c3", "r2c9"]), ["r1c3", "r2c9", "r2c10"]);
        assert_eq!(told(&["r2c1", "row 1"]), ["r2c1", "row 1"]);
    }

    fn fanned(said: &[&str]) -> Vec<String> {
        let said: Vec<String> = said.iter().map(|text| (*text).to_owned()).collect();
        ENGLISH.fanned(&said)
    }

    #[test]
    fn ways_from_one_place_are_told_together() {
        let said = ["no line between r1c1 and r1c2", "r3c3 = 1", "no line between r1c2 and r2c2"];
        assert_eq!(fanned(&said), ["no line from r1c2 to r1c1 and r2c2", "r3c3 = 1"]);
    }

    #[test]
    fn sides_of_one_place_are_told_together() {
        let said =
            ["line left of r1c1", "no line above r1c1", "the 4 below r1c1", "line above r1c1"];
        let said = said.map(str::to_owned);
        let told = "line above and left of r1c1; no line above r1c1; the 4 below r1c1";
        assert_eq!(ENGLISH.around(&said).join("; "), told);
    }

    #[test]
    fn values_of_one_place_are_told_together() {
        let facts = ["r1c1 is not 2", "r2c2 = 3", "r1c1 is not 1", "r3c3 is not 1 or 4"];
        let facts = facts.map(str::to_owned);
        let told = "r1c1 is not 1 or 2; r2c2 = 3; r3c3 is not 1 or 4";
        let facts = facts.into_iter().chain(["r1c1 is not 2".to_owned()]).collect::<Vec<_>>();
        assert_eq!(ENGLISH.merged(&facts).join("; "), told);
    }

    #[test]
    fn what_is_there_and_what_is_said_are_no_list() {
        let some = |facts: [&str; 2]| ENGLISH.some_facts(&facts.map(str::to_owned), 6);
        assert_eq!(some(["the 5 at r9c2", "r6c3 is not 5"]), "the 5 at r9c2; r6c3 is not 5");
        assert_eq!(some(["the 5 at r9c2", "the 3 at r1c1"]), "the 5 at r9c2 and the 3 at r1c1");
        assert_eq!(some(["r1c1 = 2", "r6c3 is not 5"]), "r1c1 = 2 and r6c3 is not 5");
    }

    #[test]
    fn sentences_that_differ_in_one_place_are_one() {
        let of_places = |all: &[&str]| {
            let all: Vec<String> = all.iter().map(|text| (*text).to_owned()).collect();
            ENGLISH.of_places(&all, 2).join(", ")
        };
        let same = ["r3c1 has no piece", "r1c1 and r1c2 meet", "r2c2 has no piece", "no piece"];
        assert_eq!(of_places(&same), "r2c2 or r3c1 has no piece, r1c1 and r1c2 meet, no piece");
        let many = ["r1c1 is lone", "r1c2 is lone", "r1c3 is lone", "r1c4 is lone"];
        assert_eq!(of_places(&many), "r1c1, r1c2 or 2 more is lone");
    }

    #[test]
    fn other_ways_stay_as_they_are() {
        let said = ["no line between r1c1 and r1c2", "line between r1c2 and r2c2"];
        assert_eq!(fanned(&said), said);
    }
}
