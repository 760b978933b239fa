//! What steps are told with in English.

use super::sentences::{Ends, Few, Groups, Hints, Islands, Kinds, Marks, Reason, Sentences};

/// The sentences in English.
pub(super) static ENGLISH: Sentences = Sentences {
    code: "en",
    line: "{what}: {why}{likewise}",
    the: ["the {shown}", "the {shown}"],
    quoted: "“{sentence}”",
    edge: "the edge {side}",
    way: "the way {between}",
    no: "no {name}",
    present: "{clue} is there",
    every_other: "every other word changes what comes out for {calls}",
    would_give: "`{call}` would give {got} and not {expected}",
    gives: "`{call}` gives {got} and not {expected}",
    blank_is: "{place} is {word}: {why}",
    kinds: Kinds {
        simple: "what follows directly from a rule or clue",
        set: "{size} values and {size} places that belong together",
        at_once: "a value that breaks a rule at once",
        refuted: "a value that leads to a contradiction in {rounds} steps",
        nested: "a value where every way to go on ends in a contradiction",
    },
    hints: Hints {
        look_at: "look at {place}",
        with: ", with {with}",
        try_out: "; try {calls}",
        only_place: "a value has only one place left",
        only_value: "only one value is left there",
        alone: "where all other blanks are right, only one word is left",
    },
    marks: Marks {
        not_given: "{place}: not what the puzzle gives",
        in_no_solution: "{place}: no solution has this entry",
        at_odds: "each entry is right in some solution, but not all of them in one",
        solved: "solved",
        no_mistake: "no mistake so far",
        broken: "broken: {sentence}",
        broken_more: "broken: {count} more cases of `{rule}`",
        not_right: "{clue} is not right",
        is_mistake: "look at {place}: there is a mistake",
        all_entries: "the entries together",
        none_broken: "no rule is broken yet",
        kind: "a mistake",
    },
    ends: Ends {
        filled: "everything is filled in",
        search: "no step leads further: there is one solution, but only search helps from here",
        several: "no step leads further: there are several solutions",
        unknown: "no step leads further: there are several solutions, or only search helps",
        each_blank: "Each blank, where all others are right:",
    },
    and: "and",
    or: "or",
    more: "{count} more",
    see: "{reason} (see {facts})",
    likewise: ", and likewise for the others",
    verbs: [[" = ", " = "], [" is not ", " are not "], [" is ", " are "]],
    range: "{first} to {last}",
    only_value: "only {value} is left there",
    only_empty: "nothing fits there",
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
    leaves_only: "{case} leaves nothing else",
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
    both: "{why}, and {not}",
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
    fan: "from {a} to {b}",
    sides: ["above", "below", "left of", "right of"],
    islands: Islands {
        joined: "{clues} are joined",
        exceeded: "{case} is exceeded",
        no_room: "{case} has not enough room",
        beside: "{case} has not enough room beside {others}",
        unnumbered: "{place} can reach {no}",
    },
    few: Few {
        none_left: "otherwise {case} has no place left",
        each: "{case} needs one of {places}, and each of these excludes it",
        last: "{case} needs {places}, which excludes it",
        only_left: "otherwise {case} has only {places} left",
        only_with: "otherwise {case} has only {places} left beside it",
        alone: "otherwise {case} has no other place left",
        needs: "otherwise {case} needs {places}, but {not}",
        crowded: "otherwise {case} has only {places} left, which do not fit together",
    },
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
                excluded: "{case} allows no more",
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
                through: "the loop has no other way through {case}",
            },
        ),
        (
            "single_path",
            Reason::Lines {
                needed: "the path has no other way to go on",
                crossing: "a third line would meet two others",
                ends: "a line there closes the path, or cuts a part off",
                closes: "a line there closes the path, or cuts a part off",
                through: "the path has no other way through {case}",
            },
        ),
    ],
};
