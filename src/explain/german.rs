//! What steps are told with in German.
//!
//! Phrases such as `der Käfig von r3c1` are filled in as they are: each `{case}` stands in the nominative, and
//! behind `für` there are only places and nouns that are alike there. What rules say are main clauses, which stay
//! as they are behind `denn`, `aber` and a colon only.

use super::sentences::{
    Ends, Few, Fits, Groups, Hints, Islands, Kinds, LineFaults, Marks, Reason, Sentences,
};

/// What calculations say.
const COMES_OUT: Reason = Reason::Values {
    needed: "nur mit {value} geht {case} auf",
    excluded: "mit {value} geht {case} nicht auf",
};

/// What values that all differ say.
const DIFFER: Reason = Reason::Distinct {
    needed: "nur dort hat {case} noch Platz für {value}",
    excluded: "{case} hat {value} schon an anderer Stelle",
};

/// The sentences in German.
pub(super) static GERMAN: Sentences = Sentences {
    code: "de",
    line: "{what} – {why}{likewise}",
    the: ["die {shown}", "das {shown}"],
    quoted: "„{sentence}“",
    edge: "die Kante {side}",
    way: "die Verbindung {between}",
    no: "ohne {name}",
    present: "{clue} ist da",
    every_other: "mit jedem anderen Wort kommt bei {calls} etwas anderes heraus",
    would_give: "`{call}` ergäbe {got} und nicht {expected}",
    gives: "`{call}` ergibt {got} und nicht {expected}",
    blank_is: "{place} ist {word} – {why}",
    never_blank: "`{word}` ({place}): {others} täte dasselbe",
    kinds: Kinds {
        simple: "was direkt aus einer Regel oder einem Hinweis folgt",
        shared: "zwei Regeln, die Plätze teilen",
        set: "{size} Werte und {size} Plätze, die zusammengehören",
        at_once: "ein Blick einen Schritt voraus",
        refuted: "ein Blick {rounds} Schritte voraus",
        nested: "ein Wert, bei dem jede Fortsetzung in einem Widerspruch endet",
        worked: "Lösungsweg",
    },
    hints: Hints {
        look_at: "Blick auf {place}",
        with: "; beteiligt: {with}",
        try_out: "; zum Ausprobieren: {calls}",
        only_place: "ein Wert hat nur noch einen Platz",
        only_value: "dort bleibt nur ein Wert",
        alone: "wenn alle anderen Lücken richtig sind, bleibt nur ein Wort",
    },
    marks: Marks {
        not_given: "{place}: die Aufgabe gibt etwas anderes vor",
        in_no_solution: "{place}: so steht es in keiner Lösung",
        at_odds: "jeder Eintrag steht in irgendeiner Lösung, aber keine enthält alle zusammen",
        solved: "gelöst",
        no_mistake: "bisher kein Fehler",
        broken: "verletzt: {sentence}",
        broken_more: "verletzt: {count} weitere Fälle von `{rule}`",
        not_right: "{clue} stimmt nicht",
        is_mistake: "Blick auf {place}: Dort ist ein Fehler",
        all_entries: "alle Einträge zusammen",
        none_broken: "noch ist keine Regel verletzt",
        kind: "ein Fehler",
    },
    ends: Ends {
        filled: "alles ist ausgefüllt",
        search: "kein Schritt führt weiter: Es gibt genau eine Lösung, aber ab hier hilft nur Probieren",
        several: "kein Schritt führt weiter: Es gibt mehrere Lösungen",
        unknown: "kein Schritt führt weiter: Es gibt mehrere Lösungen, oder es hilft nur Probieren",
        each_blank: "Jede Lücke, wenn alle anderen richtig sind:",
        never_blank: "Nie eine Lücke, da kein Aufruf diese Wörter von anderen unterscheidet:",
    },
    and: "und",
    or: "oder",
    more: "{count} weitere",
    see: "{reason} (siehe {facts})",
    likewise: ", und für die anderen ebenso",
    verbs: [[" = ", " = "], [" ist nicht ", " sind nicht "], [" ist ", " sind "]],
    range: "{first} bis {last}",
    only_value: "dort bleibt nur {value}",
    only_empty: "dort passt nichts",
    others_in: [
        "dort bleibt nur {value}, denn {case} hat die anderen schon",
        "dort bleibt nur {value}, denn {case} haben die anderen schon",
    ],
    only_place: "der einzige Platz für {value}",
    only_place_in: "nur dort hat {case} noch Platz für {value}",
    last_in: "{case} ist sonst schon ausgefüllt",
    value_at: ["{value} in {places}", "{value} in {places}"],
    set_of_values: "{case} braucht {values} für {places}",
    set_of_places: "{case} hat nur in {places} Platz für {values}",
    locked: [
        "{case} hat für {value} nur in {places} Platz, und diese gehören auch zu {line}",
        "{case} braucht {value} in {places}, die auch zu {line} gehören",
    ],
    one_rule: "der Bereich einer Regel",
    leaves_only: "{case} lässt nichts anderes zu",
    case_leaves: ["{case} lässt nur {left}", "{case} lässt bei {place} nur {left}"],
    case_excludes: ["{case} schließt {value} aus", "{case} schließt bei {place} {value} aus"],
    aside: "nicht {value} ({reason})",
    aside_left: "{left} ({reason})",
    see_inside: "{reason}; siehe {facts}",
    leave_nothing_else: "{cases} lassen nichts anderes zu",
    otherwise: "sonst gilt: {end}",
    story: "angenommen, {assumed}, dann gilt: {links}, und {end}",
    links_left_out: "{count} weitere Werte folgen",
    nested: [
        "sonst endet jede Fortsetzung in einem Widerspruch",
        "mit {value} endet jede Fortsetzung in einem Widerspruch",
    ],
    is_wrong: "{case} stimmt nicht",
    has: "{case} hat {clue}",
    nothing_fits: "für {place} passt nichts",
    nothing_left: "für {place} bleibt nichts übrig",
    clash_at: "{cases} verlangen Verschiedenes für {place}",
    torn: ["{what}, denn {why}, aber {not}", "{why}, aber {not}"],
    both: "{why}, und {not}",
    both_values: "{place} müsste zugleich {values} sein",
    filled_already: "{place} müsste {value} sein, ist aber {known}",
    only_at: "{case} hat Platz für {values} nur in {place}",
    only_at_each: "{a} hat Platz für {first} nur in {place}, und ebenso {b} für {second}",
    only_at_filled: "{case} hat Platz für {value} nur in {place}, wo aber {known} steht",
    no_room_in: "{case} hat keinen Platz für {value}",
    no_place_left: "{value} hat keinen Platz mehr",
    clues_clash: "die Hinweise widersprechen sich",
    not_all: [
        "{cases} lassen sich nicht beide erfüllen",
        "{cases} lassen sich nicht alle erfüllen",
    ],
    or_else: "{sentences}, oder {cases} stimmt nicht",
    empty: "leer",
    and_so_on: "{reason} (und so weiter)",
    blank: "Lücke {number}",
    at: "in {place}",
    of: "({place})",
    between: "zwischen {a} und {b}",
    fan: "von {a} nach {b}",
    sides: ["über", "unter", "links von", "rechts von"],
    islands: Islands {
        joined: "{clues} hängen zusammen",
        exceeded: "{case} wird überschritten",
        no_room: "{case} hat nicht genug Platz",
        beside: "neben {others} hat {case} nicht genug Platz",
        unnumbered: "{place} bleibt {no}",
    },
    fitting: Fits {
        sets: ["{case} kann nur {sets} sein", "{case} hat schon {found}, dazu passt nur {sets}"],
        last: "{case} hat schon {found}, dazu passt nur {value}",
        other: "mit {value} müsste das andere Feld {rest} sein, damit {case} aufgeht",
        others: "mit {value} müssten die anderen {rest} sein, damit {case} aufgeht",
        others_lack: "mit {value} müssten die anderen {rest} sein, damit {case} aufgeht, aber keines davon kann {lack} sein",
        with: " mit ",
        at_most: [
            "{case}: das andere Feld ist höchstens {bound}",
            "{case}: die anderen ergeben höchstens {bound}",
        ],
        at_least: [
            "{case}: das andere Feld ist mindestens {bound}",
            "{case}: die anderen ergeben mindestens {bound}",
        ],
        with_bound: [
            "{case}: mit {value} ergeben die anderen höchstens {bound}",
            "{case}: mit {value} ergeben die anderen mindestens {bound}",
        ],
        no_multiple: "{case} ist kein Vielfaches von {value}",
    },
    few: Few {
        none_left: "sonst hat {case} keinen Platz mehr",
        each: "{case} braucht einen der Plätze {places}, und jeder von ihnen schließt es aus",
        last: "{case} braucht {places}, und das schließt es aus",
        only_left: "sonst hat {case} nur {places}",
        only_with: "sonst hat {case} daneben nur noch Platz in {places}",
        alone: "sonst hat {case} keinen anderen Platz mehr",
        too_many: "{case} hat mit {places} zu viele",
        lacks: ["{case} hat keinen anderen Platz mehr", "{case} hat nur noch Platz in {places}"],
        needs: "sonst braucht {case} {places}, aber {not}",
        crowded: "sonst hat {case} nur noch Platz in {places}, und das passt nicht zusammen",
    },
    groups: Groups {
        no_other_fits: "jede andere Zahl dort macht eine Gruppe zu klein oder zu groß",
        none_fits: "jede Zahl in {place} macht eine Gruppe zu klein oder zu groß",
        only_way: "sonst hat die Gruppe der Größe {size} bei {place} nicht genug Platz",
        no_room: "eine Gruppe der Größe {value} hat dort keinen Platz",
        complete: "die Gruppe der Größe {value} daneben ist schon vollständig",
        too_large: "die Gruppen der Größe {value} daneben würden zusammen zu groß",
        stays_small: "die Gruppe der Größe {size} bei {place} hat nicht genug Platz",
        is_large: "die Gruppe der Größe {size} bei {place} ist zu groß",
        shut_in: "für {place} bleibt nichts übrig, denn das Feld ist eingeschlossen",
    },
    one_of: Reason::OneOf {
        needed: "{case} hat keine andere Möglichkeit mehr",
        excluded: "{case} ist schon etwas anderes",
    },
    count_in_group: Reason::Truths {
        needed: "sonst hat {case} nicht genug Platz",
        excluded: "sonst wird {case} überschritten",
    },
    functions: &[
        ("distinct", DIFFER),
        ("distinct_except", DIFFER),
        ("sum", COMES_OUT),
        ("product", COMES_OUT),
        ("max", COMES_OUT),
        ("min", COMES_OUT),
        (
            "visible",
            Reason::Order {
                needed: "{case} erlaubt nur Reihenfolgen mit {value} an dieser Stelle",
                excluded: "{case} erlaubt keine Reihenfolge mit {value} an dieser Stelle",
                most: [
                    "mit {value} dort sieht {case} höchstens {rest}",
                    "sonst sieht {case} höchstens {rest}",
                ],
                least: [
                    "mit {value} dort sieht {case} mindestens {rest}",
                    "sonst sieht {case} mindestens {rest}",
                ],
                others: ["mit {value} dort sieht {case} {rest}", "sonst sieht {case} {rest}"],
                all: "{case} sieht alle, also ist jedes höher als das davor",
            },
        ),
        (
            "count",
            Reason::Truths {
                needed: "{case} braucht alle noch freien Plätze",
                excluded: "mehr lässt {case} nicht zu",
            },
        ),
        (
            "connected",
            Reason::Truths {
                needed: "sonst wird ein Teil abgeschnitten",
                excluded: "von dort führt kein Weg zu den anderen",
            },
        ),
        (
            "division",
            Reason::Truths {
                needed: "sonst endet eine Grenze mitten in einem Gebiet",
                excluded: "eine Grenze dort endet mitten in einem Gebiet",
            },
        ),
        (
            "runs",
            Reason::Truths {
                needed: "{case} reicht in jeder möglichen Lage dorthin",
                excluded: "{case} reicht in keiner möglichen Lage dorthin",
            },
        ),
        (
            "matches",
            Reason::Values {
                needed: "{case} lässt sich nur mit {value} an dieser Stelle füllen",
                excluded: "{case} lässt sich mit {value} an dieser Stelle nicht füllen",
            },
        ),
        (
            "forest",
            Reason::Truths {
                needed: "sonst bilden die anderen einen geschlossenen Linienzug",
                excluded: "eine Linie dort schließt einen Linienzug",
            },
        ),
        (
            "inside",
            Reason::Truths {
                needed: "sonst liegt {case} auf der falschen Seite der Linie",
                excluded: "mit einer Linie dort liegt {case} auf der falschen Seite",
            },
        ),
        (
            "single_loop",
            Reason::Lines {
                needed: "ohne Linie dort kann es kein einziger Rundweg werden",
                crossing: "eine dritte Linie träfe dort auf zwei andere",
                ends: "eine Linie kann dort nicht enden",
                closes: "eine Linie dort schließt den Rundweg zu früh",
                spoils: "mit einer Linie dort kann es kein einziger Rundweg werden",
                through: "nur so kommt der Rundweg durch {case}",
                blocked: "der Rundweg kommt nicht durch {case}",
                faults: Some(LineFaults {
                    crossing: "drei Linien treffen sich",
                    dead_end: "eine Linie kann nicht weitergehen",
                    shut: "eine Schleife schließt sich ohne die anderen",
                    apart: "{a} und {b} lassen sich nicht verbinden",
                }),
            },
        ),
        (
            "single_path",
            Reason::Lines {
                needed: "ohne Linie dort kann es kein einziger Weg werden",
                crossing: "eine dritte Linie träfe dort auf zwei andere",
                ends: "eine Linie dort schließt den Weg oder trennt einen Teil ab",
                closes: "eine Linie dort schließt den Weg",
                spoils: "mit einer Linie dort kann es kein einziger Weg werden",
                through: "nur so kommt der Weg durch {case}",
                blocked: "der Weg kommt nicht durch {case}",
                faults: None,
            },
        ),
    ],
};
