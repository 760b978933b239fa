//! Groups that have numbers, such as islands: which numbers would be joined, which would lack room, and which
//! group would have none.
//!
//! Each of these is looked at anew on the board, with the facts of a reason alone, so that nothing is said that
//! they do not show.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzgen_csp::{Components, Global, Stmt, VarId};
use puzgen_model::definition::Shown;
use puzgen_model::expr::ClueId;
use puzgen_model::value::Key;
use puzgen_stepwise::{Deduction, Fact, WrongGroup};

use super::because::Because;
use super::names::{VarMeaning, Words};
use super::sentences::{Reason, fill, listed};
use super::source::Source;

/// How many places are named where a group cannot grow.
const MOST_CLOSED: usize = 3;

/// A number on the board.
struct Number {
    /// Where it stands.
    node: usize,
    /// How many places its group has.
    size: usize,
    /// The clue in words.
    words: String,
}

/// The groups as far as facts tell of them.
struct Islands<'w> {
    groups: &'w Components,
    labels: &'w [VarId],
    /// The value of each label, where it is known.
    known: Vec<Option<i64>>,
    /// The numbers that the facts name.
    numbers: Vec<Number>,
    /// Where any number stands.
    numbered: Vec<bool>,
}

impl Words<'_> {
    /// Returns the reason for a deduction by what becomes of numbered groups otherwise.
    pub(super) fn by_islands(&self, deduction: &Deduction, sources: &[Source]) -> Option<Because> {
        let (end, nodes) = self.spoilt(deduction, sources, &[])?;
        let template = fill(self.sentences.otherwise, &[("end", &end)]);
        let is_of_it = |fact: &Fact| nodes.contains(&fact.var());
        let seen = deduction.seen.iter().map(|(var, value)| Fact::Is(*var, *value));
        let facts: Vec<Fact> =
            deduction.facts.iter().cloned().chain(seen).filter(is_of_it).collect();
        let facts = self.shown(&facts, deduction.var);
        Some(Because { template, facts, ..Because::default() })
    }

    /// Returns what is wrong with numbered groups where the opposite of a deduction leads to these values, and the labels
    /// that show it.
    pub(super) fn spoilt(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
    ) -> Option<(String, Vec<VarId>)> {
        let clue = sources.iter().find_map(|source| self.numbers_of(source))?;
        let islands = self.islands(deduction, clue, chain)?;
        let words = &self.sentences.islands;
        if let Some((numbers, nodes)) = islands.joined() {
            let numbers = listed(&numbers, self.sentences.and);
            let labels = nodes.into_iter().map(|node| islands.labels[node]).collect();
            return Some((fill(words.joined, &[("clues", &numbers)]), labels));
        }
        if let Some(number) = islands.numbers.iter().find(|number| islands.is_exceeded(number)) {
            return Some((fill(words.exceeded, &[("case", &number.words)]), Vec::new()));
        }
        if let Some(number) = islands.numbers.iter().find(|n| islands.room(n, false) < n.size) {
            return Some((fill(words.no_room, &[("case", &number.words)]), Vec::new()));
        }
        if let Some(number) = islands.numbers.iter().find(|n| islands.room(n, true) < n.size) {
            let (closed, nodes) = self.closed_ways(&islands, number);
            let parts = [("case", number.words.as_str()), ("closed", &closed)];
            return Some((fill(words.beside, &parts), nodes));
        }
        let node = islands.without_number()?;
        let name = self.no(&self.instance.definition.clue(clue).name);
        let parts = [("place", self.spoken(islands.labels[node])), ("no", name)];
        let parts = parts.each_ref().map(|(part, text)| (*part, text.as_str()));
        Some((fill(words.unnumbered, &parts), Vec::new()))
    }

    /// Returns the places where the group of a number cannot grow as it would meet that of another one, and the labels of
    /// that group that they touch.
    fn closed_ways(&self, islands: &Islands<'_>, number: &Number) -> (String, Vec<VarId>) {
        let (mut said, mut touched) = (Vec::new(), Vec::new());
        for (other, closed) in islands.closed(number) {
            let places: Vec<String> =
                closed.iter().map(|node| self.spoken(islands.labels[*node])).collect();
            let text = self.sentences.islands.joins[usize::from(places.len() > 1)];
            let places = self.sentences.some(&places, MOST_CLOSED, self.sentences.and);
            said.push(fill(text, &[("places", &places), ("clue", &other.words)]));
            let own = islands.own(other.node);
            let beside = closed.iter().flat_map(|node| &islands.groups.neighbours[*node]);
            let beside = beside.map(|node| *node as usize).filter(|node| own.contains(node));
            touched.extend(beside.map(|node| islands.labels[node]));
        }
        (listed(&said, self.sentences.and), touched)
    }

    /// Returns that nothing is left for a place that is shut in by places that have values, where these are the sizes of groups
    /// and the opposite of a deduction leads to such values.
    pub(super) fn shut_in(
        &self,
        deduction: &Deduction,
        chain: &[(VarId, i64)],
        place: VarId,
    ) -> Option<String> {
        let (groups, labels) = self.groups_by_size()?;
        let assumed = self.assumed_of(deduction)?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told = told.chain(chain.iter().copied()).map(|(var, _)| var).chain([assumed.var]);
        let told: BTreeSet<VarId> = told.chain(self.given.keys().copied()).collect();
        let start = labels.iter().position(|label| *label == place)?;
        let mut beside = groups.neighbours[start].iter().map(|node| labels[*node as usize]);
        let is_shut_in = beside.all(|label| told.contains(&label));
        let place = self.spoken(place);
        is_shut_in.then(|| fill(self.sentences.groups.shut_in, &[("place", &place)]))
    }

    /// Returns a group by its first square that the board gives: it keeps its name while it grows.
    pub(super) fn named_group(&self, deduction: &Deduction, group: WrongGroup) -> WrongGroup {
        let mut forms = self.lowered.csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some((groups, groups.labels()?)),
            _ => None,
        });
        let Some((groups, labels)) = forms.find(|(_, labels)| labels.contains(&group.member))
        else {
            return group;
        };
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let given = self.given.iter().map(|(var, value)| (*var, *value));
        let own = told.chain(given).filter(|(_, value)| *value == group.value);
        let own: BTreeSet<VarId> = own.map(|(var, _)| var).chain([group.member]).collect();
        let mut seen = BTreeSet::from([group.member]);
        let mut open = vec![group.member];
        while let Some(node) = open.pop().and_then(|at| labels.iter().position(|it| *it == at)) {
            for beside in groups.neighbours[node].iter().map(|node| labels[*node as usize]) {
                if own.contains(&beside) && seen.insert(beside) {
                    open.push(beside);
                }
            }
        }
        let mut named = seen.into_iter().filter(|var| self.given.contains_key(var));
        WrongGroup { member: named.next().unwrap_or(group.member), ..group }
    }

    /// Returns the clues whose numbers a source is about, where these are counts in groups.
    fn numbers_of(&self, source: &Source) -> Option<ClueId> {
        let definition = self.instance.definition;
        let counts = |expr| {
            let is_in_group = |(reason, _): &(Reason, _)| {
                matches!((reason, self.sentences.count_in_group),
                    (Reason::Truths { needed: a, .. }, Reason::Truths { needed: b, .. }) if *a == b)
            };
            self.reason_of(expr, 0).as_ref().is_some_and(is_in_group)
        };
        match source {
            Source::Clue { var, .. } => match self.roles[var.index()] {
                Some(VarMeaning::Value(Shown::Clue(id), _)) => {
                    Some(id).filter(|id| counts(&definition.clue(*id).value))
                }
                _ => None,
            },
            Source::Rule { rule, .. } => {
                let mut clues = (0..definition.clues.len()).map(|id| ClueId(id as u32));
                let is_counted = |id: &ClueId| counts(&definition.clue(*id).value);
                clues.find(is_counted).filter(|_| counts(&definition.rules[*rule].body))
            }
        }
    }

    /// Returns the groups of equal values, with what a reason tells of them.
    fn islands(
        &self,
        deduction: &Deduction,
        clue: ClueId,
        chain: &[(VarId, i64)],
    ) -> Option<Islands<'_>> {
        let mut forms = self.lowered.csp.stmts.iter().filter_map(|(stmt, _)| match stmt {
            Stmt::Global(Global::Components(groups)) => Some(groups),
            _ => None,
        });
        let groups = forms.find(|groups| groups.labels().is_some())?;
        let labels = groups.labels()?;
        let Deduction { var, value, is, facts, .. } = deduction;
        let opposite = if *is { self.other_of_two(*var, *value) } else { Some(*value) };
        let told = facts.iter().filter_map(|fact| self.told(fact)).chain(chain.iter().copied());
        let told = deduction.seen.iter().copied().chain(told);
        let told: Vec<(VarId, i64)> = told.chain(opposite.map(|value| (*var, value))).collect();
        let known = |label: &VarId| {
            let found = told.iter().rev().find(|(var, _)| var == label).map(|(_, value)| *value);
            let mut values = self.lowered.csp.domain(*label).iter();
            found.or_else(|| values.find(|value| self.is_at_once(*label, *value)))
        };
        let known = labels.iter().map(known).collect();
        let keys: Vec<Option<&Key>> = labels.iter().map(|label| self.key(*label)).collect();
        let node_of = |var: VarId| {
            let key = self.key(var)?;
            keys.iter().position(|other| *other == Some(key))
        };
        let is_number = |var: VarId| {
            matches!(self.roles[var.index()],
            Some(VarMeaning::Value(Shown::Clue(id), _)) if id == clue)
        };
        let mut numbered = vec![false; labels.len()];
        let given = self.given.keys().filter(|var| is_number(**var));
        given.filter_map(|var| node_of(*var)).for_each(|node| numbered[node] = true);
        let mut numbers: Vec<Number> = Vec::new();
        for fact in facts {
            let Some((var, size)) = self.number_of(fact).filter(|(var, _)| is_number(*var)) else {
                continue;
            };
            let (Some(node), Some(words)) = (node_of(var), self.clue(var, size)) else { continue };
            let Ok(size) = usize::try_from(size) else { continue };
            if !numbers.iter().any(|number| number.node == node) {
                numbers.push(Number { node, size, words });
            }
        }
        Some(Islands { groups, labels, known, numbers, numbered })
    }

    /// Returns the clue that a fact names, with its value on the board.
    fn number_of(&self, fact: &Fact) -> Option<(VarId, i64)> {
        let (var, value) = self.told(fact)?;
        match self.roles[var.index()] {
            Some(VarMeaning::Presence(fact)) if value != 0 => {
                let var = self.lowered.fact_vars[fact];
                Some((var, *self.given.get(&var)?))
            }
            Some(VarMeaning::Value(Shown::Clue(_), _)) => Some((var, value)),
            _ => None,
        }
    }
}

impl Islands<'_> {
    /// Returns the nodes that are reached from one by nodes that fit.
    fn reached(&self, start: usize, fits: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for beside in self.groups.neighbours[node].iter().map(|node| *node as usize) {
                if fits(beside) && seen.insert(beside) {
                    open.push(beside);
                }
            }
        }
        seen
    }

    /// Returns what is known to be of the group of a node.
    fn own(&self, node: usize) -> BTreeSet<usize> {
        let value = self.known[node];
        self.reached(node, |other| value.is_some() && self.known[other] == value)
    }

    /// Returns whether a node may have the value of another one.
    fn may_be(&self, node: usize, other: usize) -> bool {
        let value = self.known[other];
        value.is_some() && self.known[node].is_none_or(|known| Some(known) == value)
    }

    /// Returns the numbers of one group that has several, and the nodes of ways from the first one to the others.
    fn joined(&self) -> Option<(Vec<String>, BTreeSet<usize>)> {
        self.numbers.iter().find_map(|number| {
            let nodes = self.own(number.node);
            let here = self.numbers.iter().filter(|number| nodes.contains(&number.node));
            let here: Vec<&Number> = here.collect();
            let ways = here.iter().flat_map(|to| self.way(number.node, to.node, &nodes)).collect();
            let words = here.iter().map(|number| number.words.clone()).collect();
            (here.len() > 1).then_some((words, ways))
        })
    }

    /// Returns a shortest way between two nodes through some.
    fn way(&self, from: usize, to: usize, through: &BTreeSet<usize>) -> Vec<usize> {
        let mut by: BTreeMap<usize, usize> = BTreeMap::from([(from, from)]);
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            for beside in self.groups.neighbours[node].iter().map(|node| *node as usize) {
                if through.contains(&beside) && !by.contains_key(&beside) {
                    by.insert(beside, node);
                    open.push_back(beside);
                }
            }
        }
        let before = |node: &usize| by.get(node).copied().filter(|before| before != node);
        std::iter::successors(Some(to), before).collect()
    }

    fn is_exceeded(&self, number: &Number) -> bool {
        self.own(number.node).len() > number.size
    }

    /// Returns how many places the group of a number could have, without those beside the groups of the others where
    /// these are `blocking`.
    fn room(&self, number: &Number, blocking: bool) -> usize {
        self.within_reach(number, blocking).len()
    }

    /// Returns these places.
    fn within_reach(&self, number: &Number, blocking: bool) -> BTreeSet<usize> {
        let others = self.numbers.iter().filter(|other| blocking && other.node != number.node);
        let mut blocked: BTreeSet<usize> = BTreeSet::new();
        for node in others.flat_map(|other| self.own(other.node)) {
            blocked.insert(node);
            blocked.extend(self.groups.neighbours[node].iter().map(|node| *node as usize));
        }
        let own = self.own(number.node);
        let fits = |node: usize| {
            own.contains(&node) || (self.may_be(node, number.node) && !blocked.contains(&node))
        };
        self.reached(number.node, fits)
    }

    /// Returns the other numbers beside whose groups that of a number cannot grow, each with the places that it could take
    /// otherwise.
    fn closed(&self, number: &Number) -> Vec<(&Number, BTreeSet<usize>)> {
        let reached = self.within_reach(number, true);
        let beside = reached.iter().flat_map(|node| &self.groups.neighbours[*node]);
        let beside = beside.map(|node| *node as usize);
        let mut open: BTreeSet<usize> = beside
            .filter(|node| !reached.contains(node) && self.may_be(*node, number.node))
            .collect();
        let mut closed = Vec::new();
        for other in self.numbers.iter().filter(|other| other.node != number.node) {
            let own = self.own(other.node);
            let meets = |node: &usize| {
                self.groups.neighbours[*node].iter().any(|beside| own.contains(&(*beside as usize)))
            };
            let (here, rest): (BTreeSet<usize>, BTreeSet<usize>) =
                open.into_iter().partition(meets);
            open = rest;
            if !here.is_empty() {
                closed.push((other, here));
            }
        }
        closed
    }

    /// Returns a node of a group that no number can be reached from, the smallest such group's first one.
    fn without_number(&self) -> Option<usize> {
        let value = self.numbered.iter().position(|is| *is).and_then(|node| self.known[node])?;
        let of_group = (0..self.known.len()).filter(|node| self.known[*node] == Some(value));
        let closed = of_group.filter_map(|node| {
            let reached = self.reached(node, |other| self.may_be(other, node));
            let is_closed = !reached.iter().any(|node| self.numbered[*node]);
            is_closed.then_some((reached.len(), node))
        });
        closed.min().map(|(_, node)| node)
    }
}

#[cfg(test)]
mod tests {
    use puzgen_csp::Joined;

    use super::*;

    /// Two rows of four squares, numbered row by row.
    const BOARD: [[usize; 4]; 2] = [[0, 1, 2, 3], [4, 5, 6, 7]];

    /// Returns the groups of a board where `#` is a wall, `o` a square of a group and `.` is open, with these numbers.
    fn islands<'w>(
        groups: &'w Components,
        labels: &'w [VarId],
        rows: [&str; 2],
        numbers: &[(usize, usize)],
    ) -> Islands<'w> {
        let squares = rows.concat();
        let known = squares.chars().map(|square| match square {
            '#' => Some(0),
            'o' => Some(1),
            _ => None,
        });
        let number = |(node, size): &(usize, usize)| Number {
            node: *node,
            size: *size,
            words: format!("the {size} at {node}"),
        };
        let numbered = (0..labels.len()).map(|node| numbers.iter().any(|(at, _)| *at == node));
        Islands {
            groups,
            labels,
            known: known.collect(),
            numbers: numbers.iter().map(number).collect(),
            numbered: numbered.collect(),
        }
    }

    fn groups() -> (Components, Vec<VarId>) {
        let labels: Vec<VarId> = (0..8).map(VarId).collect();
        let mut neighbours = vec![Vec::new(); 8];
        for (row, squares) in BOARD.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let beside = [squares.get(column + 1), BOARD.get(row + 1).map(|it| &it[column])];
                for other in beside.into_iter().flatten() {
                    neighbours[*square].push(*other as u32);
                    neighbours[*other].push(*square as u32);
                }
            }
        }
        let groups = Components {
            joined: Joined::Equal(labels.clone()),
            neighbours,
            size: vec![None; 8],
            first: vec![None; 8],
            totals: Vec::new(),
            same: Vec::new(),
        };
        (groups, labels)
    }

    #[test]
    fn numbers_of_one_group_are_joined() {
        let (groups, labels) = groups();
        let numbers = [(0, 2), (6, 3)];
        let apart = islands(&groups, &labels, ["o#.#", ".#o."], &numbers);
        assert!(apart.joined().is_none());
        let one = islands(&groups, &labels, ["oooo", "o#o#"], &numbers);
        let (joined, nodes) = one.joined().unwrap();
        assert_eq!(joined, ["the 2 at 0", "the 3 at 6"]);
        assert_eq!(nodes, BTreeSet::from([0, 1, 2, 6]));
    }

    #[test]
    fn a_group_is_exceeded_by_what_is_known_to_be_of_it() {
        let (groups, labels) = groups();
        let two = islands(&groups, &labels, ["oo.o", "##.#"], &[(0, 2)]);
        assert!(!two.is_exceeded(&two.numbers[0]));
        let three = islands(&groups, &labels, ["oo.o", "#o.#"], &[(0, 2)]);
        assert!(three.is_exceeded(&three.numbers[0]));
    }

    #[test]
    fn room_ends_at_walls_and_beside_other_groups() {
        let (groups, labels) = groups();
        let all = islands(&groups, &labels, ["o..o", "##.."], &[(0, 3), (3, 2)]);
        let [first, second] = [&all.numbers[0], &all.numbers[1]];
        assert_eq!(all.room(first, false), 6);
        // The square beside the other number, and that number, are none of it.
        assert_eq!(all.room(first, true), 2);
        assert_eq!(all.room(second, true), 4);
        // There the group of the first number would meet that of the other one.
        let closed = all.closed(first);
        assert_eq!(closed.len(), 1);
        assert_eq!((closed[0].0.node, &closed[0].1), (3, &BTreeSet::from([2])));
    }

    #[test]
    fn a_group_that_reaches_no_number_is_found() {
        let (groups, labels) = groups();
        let closed = islands(&groups, &labels, ["o#o.", ".##."], &[(0, 2)]);
        assert_eq!(closed.without_number(), Some(2));
        let open = islands(&groups, &labels, ["o.o.", ".##."], &[(0, 2)]);
        assert_eq!(open.without_number(), None);
    }
}
