//! The sentences that steps are told with: a table for each language, and how its entries are put together.
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
    /// Of the order of values, of which so many are seen as `{case}` says.
    Order {
        /// Where a value must be.
        needed: &'static str,
        /// Where it cannot be.
        excluded: &'static str,
        /// How many would be seen at most with a `{value}`, and otherwise.
        most: [&'static str; 2],
        /// How many at least.
        least: [&'static str; 2],
        /// How many where it is fewer or more, but never so many.
        others: [&'static str; 2],
        /// All are seen.
        all: &'static str,
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
        /// Where another line could not go on without it.
        on: &'static str,
        /// Where two lines at its end are drawn.
        crossing: &'static str,
        /// Where it would be alone at its end.
        ends: &'static str,
        /// Where it would be the last line of a loop that leaves something out.
        closes: &'static str,
        /// Elsewhere where it cannot be drawn.
        spoils: &'static str,
        /// Where a line has to go through `{case}` and has no other way.
        through: &'static str,
        /// Where a line has to go through `{case}` and cannot.
        blocked: &'static str,
        /// That a line goes through `{case}`.
        passes: &'static str,
        /// What can be wrong with lines that are to be one loop.
        faults: Option<LineFaults>,
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

/// What is said of lines that are to be one loop and cannot, at the end of a story: `{where}` is a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineFaults {
    /// Three meet, or a third one would.
    pub(super) crossing: &'static str,
    pub(super) third: &'static str,
    /// A line would be alone at its end, or cannot go on.
    pub(super) ends: &'static str,
    pub(super) dead_end: &'static str,
    /// Some of them are a loop without the others.
    pub(super) shut: &'static str,
    /// Nothing can join two of them.
    pub(super) apart: &'static str,
    /// There is only one `{way}` from one to another one, and there would have to be two.
    pub(super) one_way: &'static str,
    /// All ways from one to another one lead through one place, and there would have to be two.
    pub(super) one_place: &'static str,
}

/// What is said of groups whose values are their sizes.
#[derive(Debug)]
pub(super) struct Groups {
    pub(super) no_other_fits: &'static str,
    pub(super) none_fits: &'static str,
    pub(super) only_way: &'static str,
    pub(super) no_room: &'static str,
    pub(super) complete: [&'static str; 2],
    pub(super) too_large: &'static str,
    /// Of a group that an assumption spoils.
    pub(super) stays_small: &'static str,
    pub(super) is_large: &'static str,
    /// Of a place that nothing is left for.
    pub(super) shut_in: &'static str,
}

/// What is said of groups that have numbers, of what is wrong with them.
#[derive(Debug)]
pub(super) struct Islands {
    /// These `{clues}` are of one group.
    pub(super) joined: &'static str,
    /// A group is larger than its number.
    pub(super) exceeded: &'static str,
    /// A group cannot become as large, also because some ways are `{closed}`.
    pub(super) no_room: &'static str,
    pub(super) beside: &'static str,
    /// Why one or several `{places}` are closed: there it would meet a `{clue}`.
    pub(super) joins: [&'static str; 2],
    /// No number can be reached from a `{place}`.
    pub(super) unnumbered: &'static str,
}

/// What is said of values that fit a `{case}`.
#[derive(Debug)]
pub(super) struct Fits {
    /// The `{sets}` that fit, of all its places and beside those that are `{found}`.
    pub(super) sets: [&'static str; 2],
    /// The only `{value}` that fits where all others are `{found}`.
    pub(super) last: &'static str,
    /// What the other one of two places that are open would have to be, and what several others would.
    pub(super) other: &'static str,
    pub(super) others: &'static str,
    /// The same where none of them can be what each of these needs.
    pub(super) others_lack: &'static str,
    /// The same of many places, of which it is told what they would have to make together.
    pub(super) others_make: &'static str,
    /// Why they cannot be: `{place}` has none of these left, there is one place for a value, or one of several.
    pub(super) none_of: &'static str,
    pub(super) only_there: &'static str,
    pub(super) only_one_of: &'static str,
    /// Between the values of a set that is no sum or product.
    pub(super) with: &'static str,
    /// What the other place makes, and what several others make.
    pub(super) at_most: [&'static str; 2],
    pub(super) at_least: [&'static str; 2],
    /// What the others make at most and at least with a value.
    pub(super) with_bound: [&'static str; 2],
    /// Of a product.
    pub(super) no_multiple: &'static str,
}

/// What is said where too few places are left for a `{case}` that counts.
#[derive(Debug)]
pub(super) struct Few {
    /// Each of the `{places}` that are left excludes what is in question.
    pub(super) each: &'static str,
    /// The same of one place.
    pub(super) last: &'static str,
    /// These `{places}` would be left alone.
    pub(super) only_left: &'static str,
    /// The same beside the place in question, and that none would be.
    pub(super) only_with: &'static str,
    pub(super) alone: &'static str,
    /// None would be left.
    pub(super) none_left: &'static str,
    /// As the end of a story: these are too many, and there are too few of them.
    pub(super) too_many: &'static str,
    pub(super) lacks: [&'static str; 2],
    /// In a story: these would be needed, and no other one would be allowed.
    pub(super) needs_these: &'static str,
    /// The same of several that need all, or allow no more.
    pub(super) need_all: &'static str,
    pub(super) allow_no_others: &'static str,
    pub(super) allows_no_other: &'static str,
    /// All of these would be needed, but `{not}`.
    pub(super) needs: &'static str,
    /// The same where several rules speak against it.
    pub(super) crowded: &'static str,
}

/// What kinds of steps are called.
#[derive(Debug)]
pub(super) struct Kinds {
    pub(super) simple: &'static str,
    pub(super) shared: &'static str,
    pub(super) set: &'static str,
    pub(super) at_once: &'static str,
    pub(super) refuted: &'static str,
    pub(super) nested: &'static str,
    pub(super) worked: &'static str,
}

/// What hints say.
#[derive(Debug)]
pub struct Hints {
    /// Where to look: `{place}`.
    pub look_at: &'static str,
    /// With which rules and clues: `{with}`.
    pub with: &'static str,
    /// What to try: `{calls}`.
    pub try_out: &'static str,
    /// Kinds of reasons.
    pub only_place: &'static str,
    /// The same.
    pub only_value: &'static str,
    /// The same of blanks of a program, where the others are right.
    pub alone: &'static str,
}

/// What is said of attempts.
#[derive(Debug)]
pub struct Marks {
    /// Of a `{place}` with another given.
    pub not_given: &'static str,
    /// Of a `{place}` with an entry of no solution.
    pub in_no_solution: &'static str,
    /// Of all entries together.
    pub at_odds: &'static str,
    /// Where nothing is wrong: everything is filled in, or not yet.
    pub solved: &'static str,
    /// The same.
    pub no_mistake: &'static str,
    /// Of a rule with this `{sentence}`.
    pub broken: &'static str,
    /// Of `{count}` more cases of a `{rule}`.
    pub broken_more: &'static str,
    /// Of a `{clue}` that cannot be fulfilled.
    pub not_right: &'static str,
    /// Where to look.
    pub is_mistake: &'static str,
    /// What is looked at where no single place is wrong.
    pub all_entries: &'static str,
    /// Where a mistake breaks no rule.
    pub none_broken: &'static str,
    /// The kind of a hint to correct something.
    pub kind: &'static str,
}

/// What is said where there are no more steps.
#[derive(Debug)]
pub struct Ends {
    /// Everything is found.
    pub filled: &'static str,
    /// One solution, which only search finds.
    pub search: &'static str,
    /// Several solutions.
    pub several: &'static str,
    /// One of these.
    pub unknown: &'static str,
    /// Above what is said of each blank of a program.
    pub each_blank: &'static str,
    /// Above the words of a program that are shown since others would do as well.
    pub never_blank: &'static str,
}

/// A table of sentences.
#[derive(Debug)]
pub(super) struct Sentences {
    /// The code of the language.
    pub(super) code: &'static str,
    /// What follows, and why.
    pub(super) line: &'static str,
    /// What a clue shows: a number, and a symbol.
    pub(super) the: [&'static str; 2],
    /// The `{sentence}` of a clue.
    pub(super) quoted: &'static str,
    /// Places that are no squares.
    pub(super) edge: &'static str,
    pub(super) way: &'static str,
    /// Where a truth does not hold, or a clue is or is not there.
    pub(super) no: &'static str,
    pub(super) present: &'static str,
    /// Of programs.
    pub(super) every_other: &'static str,
    pub(super) would_give: &'static str,
    pub(super) gives: &'static str,
    pub(super) blank_is: &'static str,
    pub(super) never_blank: &'static str,
    /// Kinds of steps.
    pub(super) kinds: Kinds,
    /// Hints.
    pub(super) hints: Hints,
    /// Attempts.
    pub(super) marks: Marks,
    /// Why there are no more steps.
    pub(super) ends: Ends,
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
    /// The same of some `{values}` that were left.
    pub(super) only_of: &'static str,
    /// The same of a place that stays empty.
    pub(super) only_empty: &'static str,
    pub(super) others_in: [&'static str; 2],
    pub(super) only_place: &'static str,
    pub(super) only_place_in: &'static str,
    pub(super) last_in: &'static str,
    /// A value at one place, and a number at several.
    pub(super) value_at: [&'static str; 2],
    /// Sets within a rule.
    pub(super) set_of_values: &'static str,
    pub(super) set_of_places: &'static str,
    /// Locked candidates: the only place that `{value}` has left in `{case}` is in `{line}`, too.
    pub(super) locked_at_one: &'static str,
    /// The same of several places; or `{case}` needs it at one of these.
    pub(super) locked: [&'static str; 2],
    pub(super) one_rule: &'static str,
    /// What says it, where these are several.
    pub(super) leave_nothing_else: &'static str,
    /// The same of one, where it is told which values are left.
    pub(super) leaves_only: &'static str,
    /// As a part of a sentence: what a `{case}` leaves there, what it excludes, and what something else does.
    pub(super) case_leaves: &'static str,
    pub(super) case_excludes: &'static str,
    pub(super) aside: &'static str,
    /// The same where it is told what is `{left}`.
    pub(super) aside_left: &'static str,
    /// What to look at, in parentheses.
    pub(super) see_inside: &'static str,
    /// Contradictions.
    pub(super) otherwise: &'static str,
    /// From an assumed value, and from the opposite of what is concluded.
    pub(super) story: &'static str,
    pub(super) story_otherwise: &'static str,
    pub(super) links_left_out: &'static str,
    /// Of one of two values, and of one of several.
    pub(super) nested: [&'static str; 2],
    /// Beside another place: `{what}` is there, or what is a `{name}`.
    pub(super) next_to: &'static str,
    pub(super) next_to_which: &'static str,
    /// Some `{places}` that are to be connected with others.
    pub(super) cut_off: [&'static str; 2],
    /// Of a clue that counts none.
    pub(super) allows_none: &'static str,
    pub(super) is_wrong: &'static str,
    pub(super) has: &'static str,
    pub(super) nothing_fits: &'static str,
    pub(super) nothing_left: &'static str,
    pub(super) clash_at: &'static str,
    pub(super) both_values: &'static str,
    /// The same where the place is filled with one of them.
    pub(super) filled_already: &'static str,
    /// The same where a `{case}` has no other place for them: for both, for each another one, and where it is filled.
    pub(super) only_at: &'static str,
    pub(super) only_at_each: &'static str,
    pub(super) only_at_filled: &'static str,
    pub(super) torn: [&'static str; 2],
    /// Two reasons together.
    pub(super) both: &'static str,
    pub(super) no_room_in: &'static str,
    pub(super) no_place_left: &'static str,
    pub(super) clues_clash: &'static str,
    pub(super) not_all: [&'static str; 2],
    pub(super) or_else: &'static str,
    /// The value of a place that drawings leave blank.
    pub(super) empty: &'static str,
    /// A reason that names one of several values.
    pub(super) and_so_on: &'static str,
    /// A blank of a program.
    pub(super) blank: &'static str,
    /// Where something is: at a place, of a list, between two places, above, below, left or right of one.
    pub(super) at: &'static str,
    pub(super) of: &'static str,
    pub(super) between: &'static str,
    /// Between one place and several.
    pub(super) fan: &'static str,
    pub(super) sides: [&'static str; 4],
    /// At a corner of a `{place}`: upper left, upper right, lower left, lower right.
    pub(super) corners: [&'static str; 4],
    pub(super) few: Few,
    /// Values that fit.
    pub(super) fitting: Fits,
    pub(super) islands: Islands,
    pub(super) groups: Groups,
    pub(super) one_of: Reason,
    pub(super) count_in_group: Reason,
    /// What functions say, by name.
    pub(super) functions: &'static [(&'static str, Reason)],
}

/// From so many steps of the same size on, values are told by their ends.
const MANY_STEPS: usize = 7;

impl PartialEq for Sentences {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Sentences {}

impl Sentences {
    /// Returns what a function says.
    pub(super) fn of(&self, function: &str) -> Option<Reason> {
        self.functions.iter().find(|(name, _)| *name == function).map(|(_, reason)| *reason)
    }

    /// Returns values with numbers in a row as ranges, and many with the same step as their ends: `5, 10, …, 60`.
    pub(super) fn ranged(&self, values: &[String]) -> Vec<String> {
        let step = |a: &String, b: &String| b.parse::<i64>().ok()?.checked_sub(a.parse().ok()?);
        let mut ranged = Vec::new();
        let mut rest = values;
        while let [first, others @ ..] = rest {
            let own = others.first().and_then(|next| step(first, next));
            let is_next = |pair: &&[String]| step(&pair[0], &pair[1]) == own;
            let length = rest.windows(2).take_while(is_next).count();
            let taken = match own {
                Some(1) if length >= 2 => {
                    let parts = [("first", first.as_str()), ("last", &rest[length])];
                    ranged.push(fill(self.range, &parts));
                    length
                }
                Some(2..) if length >= MANY_STEPS => {
                    ranged.push(format!("{first}, {}, …, {}", others[0], rest[length]));
                    length
                }
                _ => {
                    ranged.push(first.clone());
                    0
                }
            };
            rest = &rest[taken + 1..];
        }
        ranged
    }

    /// Returns values of which it is one: `1 to 3 or 5`.
    pub(super) fn one_of_values(&self, values: &[String]) -> String {
        listed(&self.ranged(values), self.or)
    }

    /// Returns what belongs to each of several values, once where it is the same.
    pub(super) fn each(&self, items: &[String]) -> String {
        let is_same = items.iter().all(|item| Some(item) == items.first());
        listed(if is_same { &items[..items.len().min(1)] } else { items }, self.or)
    }

    /// Returns the first of these, and how many more there are where these are more than `most`.
    pub(super) fn cut(&self, items: &[String], most: usize) -> Vec<String> {
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
}

/// Fills in named parts of a sentence.
pub fn fill(template: &str, parts: &[(&str, &str)]) -> String {
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

#[cfg(test)]
mod tests {
    use super::super::english::ENGLISH;

    fn told(values: impl IntoIterator<Item = i64>) -> String {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        ENGLISH.one_of_values(&values)
    }

    #[test]
    fn values_in_a_row_are_ranges() {
        assert_eq!(told([1, 2, 3, 5, 7, 8]), "1 to 3, 5, 7 or 8");
        assert_eq!(told([1, 3, 4, 5]), "1 or 3 to 5");
        assert_eq!(told([1, 3, 5, 7, 9]), "1, 3, 5, 7 or 9");
        assert_eq!(told([0]), "0");
    }

    #[test]
    fn values_with_the_same_step_are_told_by_their_ends() {
        let values = (-36..=-8).map(|step| 5 * step).chain([0, 7]);
        assert_eq!(told(values), "-180, -175, …, -40, 0 or 7");
    }
}
