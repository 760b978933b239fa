//! The sentences that steps are told with, all in one table, so that another language is another table.
//!
//! `{named}` parts are filled in by [`fill`]. What rules and clues of a definition say is in its own language.

/// What a person says where a value follows from a function. In each text `{case}` is the case of the rule, or
/// the clue, and `{value}` the value that must be there, or cannot.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reason {
    /// Of values that all differ.
    Distinct {
        /// Where a value must be.
        needed: &'static str,
        /// Where it cannot be.
        excluded: &'static str,
    },
    /// Of values.
    Values {
        /// Where a value must be.
        needed: &'static str,
        /// Where it cannot be.
        excluded: &'static str,
    },
    /// Of truths.
    Truths {
        /// Where one must hold.
        needed: &'static str,
        /// Where one cannot hold.
        excluded: &'static str,
    },
    /// Of lines between places.
    Lines {
        /// Where one must be drawn.
        needed: &'static str,
        /// Where two lines at its end are drawn.
        crossing: &'static str,
        /// Where it would be alone at its end.
        ends: &'static str,
        /// Elsewhere where it cannot be drawn.
        closes: &'static str,
    },
    /// Of the sizes of groups: [`Groups`].
    Groups,
    /// Of several counts that are one together.
    OneOf {
        /// Where one must hold.
        needed: &'static str,
        /// Where another one holds.
        excluded: &'static str,
    },
}

/// What is said of groups whose values are their sizes.
#[derive(Debug)]
pub(super) struct Groups {
    pub(super) no_other_fits: &'static str,
    pub(super) only_way: &'static str,
    pub(super) no_room: &'static str,
    pub(super) complete: &'static str,
    pub(super) too_large: &'static str,
    /// Of a group that an assumption spoils.
    pub(super) stays_small: &'static str,
    pub(super) is_large: &'static str,
}

/// A table of sentences.
#[derive(Debug)]
pub(super) struct Sentences {
    /// Words between the members of lists.
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    /// What stands for members of lists that are left out.
    pub(super) more: &'static str,
    /// What has to be looked at for a reason.
    pub(super) see: &'static str,
    /// Said behind the reason of the first of several places.
    pub(super) likewise: &'static str,
    /// What stands between a place and what is said of it: of one place, and of several.
    pub(super) verbs: [[&'static str; 2]; 3],
    /// Values in a row.
    pub(super) range: &'static str,
    /// One value, or place, is left.
    pub(super) only_value: &'static str,
    pub(super) only_value_else: &'static str,
    /// The same of a place that stays empty.
    pub(super) only_empty: &'static str,
    pub(super) only_empty_else: &'static str,
    pub(super) others_in: [&'static str; 2],
    pub(super) only_place: &'static str,
    pub(super) only_place_in: &'static str,
    pub(super) last_in: &'static str,
    pub(super) value_at: &'static str,
    /// Sets within a rule.
    pub(super) set_of_values: &'static str,
    pub(super) set_of_places: &'static str,
    pub(super) one_rule: &'static str,
    /// What says it, where these are several.
    pub(super) leave_nothing_else: &'static str,
    /// Contradictions.
    pub(super) otherwise: &'static str,
    pub(super) story: &'static str,
    pub(super) links_left_out: &'static str,
    /// Of one of two values, and of one of several.
    pub(super) nested: [&'static str; 2],
    pub(super) is_wrong: &'static str,
    pub(super) has: &'static str,
    pub(super) nothing_fits: &'static str,
    pub(super) nothing_left: &'static str,
    pub(super) clash_at: &'static str,
    pub(super) both_values: &'static str,
    pub(super) torn: [&'static str; 2],
    pub(super) no_room_in: &'static str,
    pub(super) no_place_left: &'static str,
    pub(super) clues_clash: &'static str,
    pub(super) not_all: [&'static str; 2],
    pub(super) or_else: &'static str,
    /// The value of a place that drawings leave blank.
    pub(super) empty: &'static str,
    /// A blank of a program.
    pub(super) blank: &'static str,
    /// The board as the case of a rule that has no cases.
    pub(super) board: &'static str,
    /// Where something is: at a place, of a list, between two places, above, below, left or right of one.
    pub(super) at: &'static str,
    pub(super) of: &'static str,
    pub(super) between: &'static str,
    pub(super) sides: [&'static str; 4],
    pub(super) groups: Groups,
    pub(super) one_of: Reason,
    pub(super) count_in_group: Reason,
    /// What functions say, by name.
    pub(super) functions: &'static [(&'static str, Reason)],
}

/// The sentences in English.
pub(super) static ENGLISH: Sentences = Sentences {
    and: "and",
    or: "or",
    more: "{count} more",
    see: "{reason} (see {facts})",
    likewise: ", and likewise for the others",
    verbs: [[" = ", " = "], [" is not ", " are not "], [" is ", " are "]],
    range: "{first} to {last}",
    only_value: "only {value} is left there",
    only_value_else: "only {value} is left there, as otherwise {end}",
    only_empty: "nothing fits there",
    only_empty_else: "nothing fits there, as otherwise {end}",
    others_in: [
        "only {value} is left there, as {case} has the others",
        "only {value} is left there, as {case} have the others",
    ],
    only_place: "the only place for {value}",
    only_place_in: "the only place for {value} in {case}",
    last_in: "all others of {case} are filled",
    value_at: "the {value} at {places}",
    set_of_values: "{places} take {values} of {case}",
    set_of_places: "in {case}, {values} fit only into {places}",
    one_rule: "one rule",
    leave_nothing_else: "{cases} leave nothing else",
    otherwise: "otherwise {end}",
    story: "if {assumed}, then {links}, and {end}",
    links_left_out: "{count} more values follow",
    nested: [
        "otherwise every way to go on ends in a contradiction",
        "with {value}, every way to go on ends in a contradiction",
    ],
    is_wrong: "{case} is wrong",
    has: "{case} has {clue}",
    nothing_fits: "nothing fits {place}",
    nothing_left: "nothing is left for {place}",
    clash_at: "{cases} contradict each other at {place}",
    torn: ["{what}, as {why}, but {not}", "{why}, but {not}"],
    both_values: "{place} would have to be both {values}",
    no_room_in: "{case} has no room for {value}",
    no_place_left: "{value} has no place left",
    clues_clash: "the clues contradict each other",
    not_all: ["{cases} cannot both hold", "{cases} cannot all hold"],
    or_else: "{sentences}, or {cases} is wrong",
    empty: "empty",
    blank: "blank {number}",
    board: "the board",
    at: "at {place}",
    of: "of {place}",
    between: "between {a} and {b}",
    sides: ["above", "below", "left of", "right of"],
    groups: Groups {
        no_other_fits: "no group of another size fits there",
        only_way: "without it, the group of {size} at {place} has not enough room",
        no_room: "a group of {value} has no room there",
        complete: "the group of {value} beside it is complete",
        too_large: "the groups of {value} beside it would be one that is too large",
        stays_small: "the group of {size} at {place} has not enough room",
        is_large: "the group of {size} at {place} is too large",
    },
    one_of: Reason::OneOf {
        needed: "nothing else is left for {case}",
        excluded: "{case} is something else already",
    },
    count_in_group: Reason::Truths {
        needed: "otherwise {case} has not enough room",
        excluded: "otherwise {case} is exceeded",
    },
    functions: &[
        (
            "distinct",
            Reason::Distinct {
                needed: "{case} has room for {value} only there",
                excluded: "{case} has {value} elsewhere",
            },
        ),
        (
            "distinct_except",
            Reason::Distinct {
                needed: "{case} has room for {value} only there",
                excluded: "{case} has {value} elsewhere",
            },
        ),
        (
            "sum",
            Reason::Values {
                needed: "only {value} makes {case} come out",
                excluded: "with {value}, {case} does not come out",
            },
        ),
        (
            "product",
            Reason::Values {
                needed: "only {value} makes {case} come out",
                excluded: "with {value}, {case} does not come out",
            },
        ),
        (
            "max",
            Reason::Values {
                needed: "only {value} makes {case} come out",
                excluded: "with {value}, {case} does not come out",
            },
        ),
        (
            "min",
            Reason::Values {
                needed: "only {value} makes {case} come out",
                excluded: "with {value}, {case} does not come out",
            },
        ),
        (
            "visible",
            Reason::Values {
                needed: "every order that fits {case} has {value} there",
                excluded: "no order with {value} there fits {case}",
            },
        ),
        (
            "count",
            Reason::Truths {
                needed: "{case} needs all places that are left",
                excluded: "{case} has all it can have",
            },
        ),
        (
            "connected",
            Reason::Truths {
                needed: "otherwise a part is cut off",
                excluded: "no way leads from there to the others",
            },
        ),
        (
            "division",
            Reason::Truths {
                needed: "otherwise a border ends inside a region",
                excluded: "a border there ends inside a region",
            },
        ),
        (
            "runs",
            Reason::Truths {
                needed: "every way to place {case} covers it",
                excluded: "no way to place {case} covers it",
            },
        ),
        (
            "matches",
            Reason::Values {
                needed: "every way to fill {case} has {value} there",
                excluded: "no way to fill {case} has {value} there",
            },
        ),
        (
            "forest",
            Reason::Truths {
                needed: "without it, the others close a loop",
                excluded: "a line there closes a loop",
            },
        ),
        (
            "inside",
            Reason::Truths {
                needed: "otherwise {case} is on the wrong side of the line",
                excluded: "a line there puts {case} on the wrong side",
            },
        ),
        (
            "single_loop",
            Reason::Lines {
                needed: "the loop has no other way to go on",
                crossing: "a third line would meet two others",
                ends: "a line cannot end there",
                closes: "a line there closes a loop too early, or cuts one off",
            },
        ),
        (
            "single_path",
            Reason::Lines {
                needed: "the path has no other way to go on",
                crossing: "a third line would meet two others",
                ends: "a line there closes the path, or cuts a part off",
                closes: "a line there closes the path, or cuts a part off",
            },
        ),
    ],
};

impl Sentences {
    /// Returns what a function says.
    pub(super) fn of(&self, function: &str) -> Option<Reason> {
        self.functions.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
    }

    /// Returns the first of these, and how many more there are where these are more than `most`.
    fn cut(&self, items: &[String], most: usize) -> Vec<String> {
        if items.len() <= most + 1 {
            return items.to_vec();
        }
        let mut shown = items[..most].to_vec();
        shown.push(fill(self.more, &[("count", &(items.len() - most).to_string())]));
        shown
    }

    /// Returns "a, b and c", the last ones counted where there are more than `most`.
    pub(super) fn some(&self, items: &[String], most: usize, word: &str) -> String {
        listed(&self.cut(items, most), word)
    }

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
                format!("{}{verb}{what}", self.some(&places, most, self.and))
            }
        };
        all.into_iter().map(text).collect()
    }

    /// Returns the same of facts; "a and b; c" where one of them is a list itself.
    pub(super) fn some_facts(&self, facts: &[String], most: usize) -> String {
        let facts = &self.together(facts, most);
        match self.has_lists(facts) {
            true => self.cut(facts, most).join("; "),
            false => self.some(facts, most, self.and),
        }
    }

    /// Returns "a, b", or "a and b; c" where one of them is a list itself.
    pub(super) fn joined(&self, items: &[String]) -> String {
        items.join(if self.has_lists(items) { "; " } else { ", " })
    }

    fn has_lists(&self, items: &[String]) -> bool {
        let inner = format!(" {} ", self.and);
        items.len() > 1 && items.iter().any(|item| item.contains(&inner))
    }
}

/// Fills in named parts of a sentence.
pub(super) fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in parts {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// Returns "a, b and c".
pub fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}
