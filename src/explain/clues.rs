//! Clues as people point at them: by what stands on the board, and where it stands.

use puzgen_csp::VarId;
use puzgen_model::definition::{LabelPart, Shown};
use puzgen_model::expr::ClueId;
use puzgen_model::grid::{Place, PlaceKind};
use puzgen_model::value::Key;
use puzgen_stepwise::Fact;

use super::names::{VarMeaning, Words};
use super::sentences::fill;
use super::source::Source;

/// Where a clue stands.
struct Standing {
    /// In words, such as `at r1c1` or `below column 2`.
    words: String,
    /// Whether what stands there needs no name.
    is_plain: bool,
}

impl Words<'_> {
    /// Returns a clue as people point at it, such as `the 3 at r1c1`.
    pub(super) fn clue(&self, var: VarId, value: i64) -> Option<String> {
        let Some(VarMeaning::Value(Shown::Clue(id), position)) = self.roles[var.index()] else {
            return None;
        };
        if let Some(said) = self.said(var, value) {
            return Some(said);
        }
        let declared = self.instance.definition.clue(id);
        let name = self.called(&declared.name);
        let standing = match (&declared.index, self.key(var)) {
            (Some(_), Some(key)) => Some(self.standing(id, key)),
            _ => None,
        };
        let at = standing.as_ref().map(|it| format!(" {}", it.words)).unwrap_or_default();
        if self.is_bare_truth(id, var, value) {
            return Some(match value {
                0 => format!("{}{at}", self.no(&declared.name)),
                _ => format!("{name}{at}"),
            });
        }
        let label = self.label(id, position, value);
        let is_plain = label.is_some() || standing.is_some_and(|it| it.is_plain);
        let shown = label.unwrap_or_else(|| self.value(var, value));
        let is_number =
            shown.trim_start_matches(['-', '−']).starts_with(|it: char| it.is_ascii_digit());
        let the = self.sentences.the[usize::from(!is_number)];
        Some(match is_plain {
            true => format!("{}{at}", fill(the, &[("shown", &shown)])),
            false => format!("{name} {shown}{at}"),
        })
    }

    /// Returns whether a value of a clue is a truth that no symbol stands for.
    fn is_bare_truth(&self, id: ClueId, var: VarId, value: i64) -> bool {
        let has_symbol = self.instance.has_symbols(Shown::Clue(id))
            // Where the symbol is a blank, the truth is written.
            && ![value.to_string(), (value != 0).to_string()].contains(&self.value(var, value));
        self.instance.definition.clue(id).is_truth && !has_symbol
    }

    /// Returns where a clue of a family stands.
    fn standing(&self, id: ClueId, key: &Key) -> Standing {
        let table = self.sentences;
        let describe = |key: &Key| self.instance.describe(&key.to_value());
        let own = self.instance.clues.iter().enumerate();
        // Of two numbers of one row, the name says which it is.
        let is_alone = || {
            !own.clone().any(|(other, clue)| {
                let is_number = !self.instance.definition.clues[other].is_truth;
                other != id.0 as usize && is_number && clue.index.position_of(key).is_some()
            })
        };
        let plain = |words: String| Standing { words, is_plain: true };
        if let Key::Tuple(parts) = key
            && let [first, second] = parts.as_slice()
        {
            match (first, second) {
                (Key::Word(direction), line @ Key::List(_)) => {
                    let ways = ["down", "up", "right", "left"];
                    let side = ways.iter().position(|way| *way == &**direction);
                    if let Some(side) = side.map(|side| table.sides[side]) {
                        return plain(format!("{side} {}", describe(line)));
                    }
                }
                (Key::Place(cell), Key::Place(edge)) => {
                    if let Some(side) = self.side_of(*cell, *edge) {
                        return plain(format!("{side} {}", describe(first)));
                    }
                    let cells = cell.kind == PlaceKind::Cell && edge.kind == PlaceKind::Cell;
                    let words =
                        fill(table.between, &[("a", &describe(first)), ("b", &describe(second))]);
                    return Standing { words, is_plain: cells && is_alone() };
                }
                _ => {}
            }
        }
        // A cage or room is named by its first square, where its clue stands.
        if let Key::List(_) = key
            && let Some(first) = key.places().first().map(|place| describe(&Key::Place(*place)))
            && describe(key).ends_with(&format!(" {first}"))
        {
            return Standing { words: fill(table.at, &[("place", &first)]), is_plain: is_alone() };
        }
        let (template, is_plain) = match key {
            Key::Place(place) => (table.at, place.kind == PlaceKind::Cell),
            Key::List(_) => (table.of, is_alone()),
            _ => (table.at, false),
        };
        Standing { words: fill(template, &[("place", &describe(key))]), is_plain }
    }

    /// Returns which side of a square an edge is.
    pub(super) fn side_of(&self, cell: Place, edge: Place) -> Option<&'static str> {
        let grid = self.instance.grid.as_ref()?;
        if cell.kind != PlaceKind::Cell || edge.kind != PlaceKind::Edge {
            return None;
        }
        let (slot, at) = (grid.slot(edge), grid.slot(cell));
        let is_first = (slot.row, slot.column) == (at.row, at.column);
        let [_, _] = grid.parts(edge.kind)[..] else { return None };
        grid.cells_beside(edge).contains(&cell).then(|| {
            // Edges are numbered with the square below them, or right of them.
            let side = match (slot.part == 0, is_first) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => 3,
            };
            self.sentences.sides[side]
        })
    }

    /// Returns where an end of a line is: at a square, or at a corner of one, of one of those that are near if it can be.
    pub(super) fn at_end(&self, end: &Key, near: &[&Key]) -> String {
        let table = self.sentences;
        let describe = |place: Place| self.instance.describe(&Key::Place(place).to_value());
        let corner = || {
            let (Key::Place(vertex), Some(grid)) = (end, &self.instance.grid) else { return None };
            let [_] = grid.parts(vertex.kind)[..] else { return None };
            let cells =
                if vertex.kind == PlaceKind::Vertex { grid.cells_at(*vertex) } else { Vec::new() };
            let is_near = |cell: &&Place| near.contains(&&Key::Place(**cell));
            let cell = cells.iter().find(is_near).or(cells.last())?;
            let (at, slot) = (grid.slot(*vertex), grid.slot(*cell));
            // Corners are numbered with the square below and right of them.
            let corner = usize::from(at.column > slot.column) + 2 * usize::from(at.row > slot.row);
            Some(fill(table.corners[corner], &[("place", &describe(*cell))]))
        };
        let at = || fill(table.at, &[("place", &self.instance.describe(&end.to_value()))]);
        corner().unwrap_or_else(at)
    }

    /// Returns the places of the clues among some sources.
    pub(super) fn keys_of<'s>(&'s self, sources: &[Source]) -> Vec<&'s Key> {
        let key = |source: &Source| match source {
            Source::Clue { var, .. } => self.key(*var),
            Source::Rule { .. } => None,
        };
        sources.iter().filter_map(key).collect()
    }

    /// Returns what the board shows of a clue with a label: with the values of other clues there.
    fn label(&self, id: ClueId, position: usize, value: i64) -> Option<String> {
        let instance = self.instance;
        let labels = &instance.definition.show.labels;
        let label = labels.iter().find(|label| label.family == Shown::Clue(id))?;
        let key = instance.clues[id.0 as usize].index.keys().get(position)?;
        let mut text = String::new();
        for part in &label.parts {
            match part {
                LabelPart::Text(plain) => text.push_str(plain),
                LabelPart::Value(Shown::Clue(other)) => {
                    let clue = &instance.clues[other.0 as usize];
                    let fact = clue.offset + clue.index.position_of(key)?;
                    let var = self.lowered.fact_vars[fact];
                    let value = if *other == id { value } else { *self.given.get(&var)? };
                    text.push_str(&self.value(var, value));
                }
                LabelPart::Value(_) => return None,
            }
        }
        Some(text)
    }

    /// Returns what a clue says in words, where it does.
    fn said(&self, var: VarId, value: i64) -> Option<String> {
        let Some(VarMeaning::Value(Shown::Clue(id), position)) = self.roles[var.index()] else {
            return None;
        };
        let fact = self.instance.clues[id.0 as usize].offset + position;
        let sentence = self.instance.sentence(&self.lowered.fact_domains, fact, value)?;
        Some(fill(self.sentences.quoted, &[("sentence", &sentence)]))
    }

    /// Returns the clue that is shown where a variable says that there is one.
    pub(super) fn present(&self, var: VarId) -> Option<String> {
        let Some(VarMeaning::Presence(fact)) = self.roles[var.index()] else { return None };
        let var = self.lowered.fact_vars[fact];
        self.clue(var, *self.given.get(&var)?)
    }

    /// Returns whether a fact says that there is no clue, which is to be seen.
    pub(super) fn is_absence(&self, fact: &Fact) -> bool {
        let Some((var, 0)) = self.told(fact) else { return false };
        match self.roles[var.index()] {
            Some(VarMeaning::Presence(_)) => true,
            Some(VarMeaning::Value(Shown::Clue(id), _)) => self.is_bare_truth(id, var, 0),
            _ => false,
        }
    }
}
