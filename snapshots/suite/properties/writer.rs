//! Random definitions as text, over the whole vocabulary of rules.

use std::collections::BTreeSet;

use puzgen_base::rng::Rng;

/// Writes one definition and remembers which primitives it used.
#[derive(Debug)]
pub(super) struct Writer<'r> {
    rng: &'r mut Rng,
    /// The primitives that rules use.
    pub(super) used: BTreeSet<&'static str>,
    /// Families that may be used: name, how it is indexed, whether it is a truth.
    families: Vec<Family>,
    /// Names of cells that are bound here.
    cells: Vec<String>,
    has_groups: bool,
}

#[derive(Debug, Clone)]
struct Family {
    name: &'static str,
    index: Index,
    is_truth: bool,
    is_free: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Index {
    Cells,
    None,
}

/// The number of assignments that direct evaluation may go through.
const MOST_ASSIGNMENTS: u64 = 1_500;

impl<'r> Writer<'r> {
    pub(super) fn new(rng: &'r mut Rng) -> Self {
        Self {
            rng,
            used: BTreeSet::new(),
            families: Vec::new(),
            cells: Vec::new(),
            has_groups: false,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn family(&mut self, name: &'static str, index: Index, is_truth: bool, is_free: bool) {
        self.families.push(Family { name, index, is_truth, is_free });
    }

    /// Returns a whole definition.
    pub(super) fn definition(&mut self) -> String {
        let (rows, columns) = (self.below(3) + 1, self.below(3) + 1);
        let cells = (rows * columns) as u32;
        let mut lines = vec![format!("board grid({rows}, {columns})")];
        let mut left = MOST_ASSIGNMENTS;
        let mut take = |size: u64| {
            let fits = size <= left;
            if fits {
                left /= size;
            }
            fits
        };
        let values = [2_u64, 3, 4].into_iter().rfind(|size| take(size.pow(cells)));
        let low = self.below(3) as i64 - 1;
        match values {
            Some(3) if self.chance(3) => lines.push("answer x[cells]: {-1, 1, 2}".to_owned()),
            Some(size) => {
                lines.push(format!("answer x[cells]: {low}..{}", low + size as i64 - 1));
            }
            None => lines.push(format!("answer x[cells]: {low}..{low}")),
        }
        self.family("x", Index::Cells, false, false);
        if cells <= 4 && self.chance(2) && take(2_u64.pow(cells)) {
            lines.push("answer s[cells]: bool".to_owned());
            self.family("s", Index::Cells, true, false);
        }
        if self.chance(2) && take(3) {
            lines.push("answer k: 0..2".to_owned());
            self.family("k", Index::None, false, false);
        }
        if self.chance(3) && take(2) {
            lines.push("answer q: bool".to_owned());
            self.family("q", Index::None, true, false);
        }
        lines.push(format!("aux p[i in 0..2] = x[cell(1, 1)] + i * {}", self.below(3)));
        let answers = self.families.clone();
        if self.chance(3) && take(3) {
            lines.push("aux f: 0..2".to_owned());
            self.family("f", Index::None, false, true);
            self.used.insert("free aux");
        }
        let all = std::mem::replace(&mut self.families, answers);
        let pairs = (rows * (columns - 1) + columns * (rows - 1)) as u32;
        if self.chance(4) && take(2_u64.pow(pairs)) {
            lines.push("answer wall[a, b in adjacent]: bool".to_owned());
            let (tag, how) = [("split by", "split"), ("joined by", "joined")][self.below(2)];
            self.tag(tag);
            lines.push(format!("aux group = components(cells {how} by wall)"));
            self.has_groups = true;
        } else if self.chance(3) {
            lines.push("aux group = components(cells where equal x)".to_owned());
            self.has_groups = true;
        }
        let mut clues = Vec::new();
        if self.chance(3) {
            self.cells.push("c".to_owned());
            let value = self.int(1);
            self.cells.clear();
            lines.push(format!("aux t[c in cells] = {value}"));
            self.used.insert("determined aux");
            self.family("t", Index::Cells, false, false);
        }
        if self.chance(4) {
            let value = self.truth(1);
            lines.push(format!("aux w = {value}"));
            self.used.insert("determined aux");
            self.family("w", Index::None, true, false);
        }
        self.cells.push("c".to_owned());
        let value = if self.chance(3) { self.truth(1) } else { self.int(1) };
        let condition =
            if self.chance(2) { format!(" if {}", self.truth(1)) } else { String::new() };
        self.cells.clear();
        clues.push(format!("clue fact[c in cells] = {value}{condition}"));
        self.families.extend(all.into_iter().filter(|family| family.is_free));
        for number in 0..=self.below(3) {
            lines.push(self.rule(number));
        }
        lines.extend(clues);
        format!("puzzle random \"Random\" {{\n  {}\n}}\n", lines.join("\n  "))
    }

    fn rule(&mut self, number: usize) -> String {
        let (binders, bound): (&str, &[&str]) = match self.below(4) {
            0 => ("(c in cells)", &["c"]),
            1 => ("(a, b in adjacent)", &["a", "b"]),
            2 => ("(c in cells where c.row + c.column != 3)", &["c"]),
            _ => ("", &[]),
        };
        self.cells.extend(bound.iter().map(|name| (*name).to_owned()));
        let body = self.truth(2);
        self.cells.clear();
        format!("rule r{number}{binders}: {body}")
    }

    fn some_cell(&mut self) -> String {
        if self.cells.is_empty() || self.chance(6) {
            return "cell(1, 1)".to_owned();
        }
        let chosen = self.below(self.cells.len());
        self.cells[chosen].clone()
    }

    fn element(&mut self, is_truth: bool) -> Option<String> {
        let fitting: Vec<Family> =
            self.families.iter().filter(|family| family.is_truth == is_truth).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let family = &fitting[self.below(fitting.len())];
        Some(match family.index {
            Index::None => family.name.to_owned(),
            Index::Cells => format!("{}[{}]", family.name, self.some_cell()),
        })
    }

    fn tag(&mut self, name: &'static str) {
        self.used.insert(name);
    }

    /// Returns `body` for cells of a new name; of a group, too, where `may_gather`.
    fn each(
        &mut self,
        body: fn(&mut Self, usize) -> String,
        depth: usize,
        may_gather: bool,
    ) -> String {
        let name = ["d", "e", "g", "h", "i", "j"][self.cells.len().min(5)].to_owned();
        if may_gather && self.has_groups && self.chance(2) {
            self.tag("group[c]");
            let source = format!("group[{}]", self.some_cell());
            self.cells.push(name.clone());
            let body = body(self, depth);
            let condition =
                if self.chance(3) { format!(" where {}", self.truth(0)) } else { String::new() };
            self.cells.pop();
            return format!("{body} for {name} in {source}{condition}");
        }
        let source = match (self.cells.is_empty(), self.below(4)) {
            (false, 0) => format!("neighbours({})", self.some_cell()),
            (false, 1) => format!("cells where {name} >= {}", self.some_cell()),
            _ => "cells".to_owned(),
        };
        self.cells.push(name.clone());
        let body = body(self, depth);
        let condition = if may_gather && self.chance(4) {
            self.tag("where decided");
            let joint = if source.contains(" where ") { "and" } else { "where" };
            format!(" {joint} ({})", self.truth(0))
        } else {
            String::new()
        };
        self.cells.pop();
        format!("{body} for {name} in {source}{condition}")
    }

    /// Returns a list of numbers; not empty where `filled`.
    fn ints(&mut self, depth: usize, filled: bool) -> String {
        let has_loose = self.families.iter().any(|family| family.name == "k");
        match self.below(6) {
            0 => "x".to_owned(),
            5 if has_loose => {
                self.tag("loose variables by name");
                ["[v for v in {k}]", "[v + 1 for v in {k}]", "{k}"][self.below(3)].to_owned()
            }
            1 => format!("x[row({})]", self.some_cell()),
            2 | 3 if !filled => format!("[{}]", self.each(Self::int, depth, false)),
            _ => {
                let items: Vec<String> = (0..=self.below(3)).map(|_| self.int(depth)).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    /// Returns a number that solving decides.
    fn decided(&mut self) -> String {
        self.element(false).unwrap_or_else(|| "x[cell(1, 1)]".to_owned())
    }

    /// Returns a list of truths.
    fn truths(&mut self, depth: usize) -> String {
        match self.below(3) {
            0 => {
                let items: Vec<String> = (0..=self.below(4)).map(|_| self.truth(depth)).collect();
                format!("{{{}}}", items.join(", "))
            }
            _ => format!("[{}]", self.each(Self::truth, depth, false)),
        }
    }

    /// Returns a number that a function of a list says.
    fn read(&mut self, depth: usize) -> String {
        match self.below(9) {
            0 => {
                self.tag("product");
                format!("product({})", self.ints(depth, false))
            }
            1 => {
                self.tag("position");
                format!("position({}, {})", self.ints(depth, false), self.int(depth))
            }
            2 => {
                self.tag("first_except");
                format!("first_except({}, {})", self.ints(depth, false), self.int(depth))
            }
            3 => {
                self.tag("visible");
                format!("visible({})", self.ints(depth, false))
            }
            4 => {
                self.tag("leading");
                format!("leading({})", self.truths(depth))
            }
            5 => {
                self.tag("runs");
                format!("runs({})", self.truths(depth))
            }
            6 => {
                let name = if self.chance(2) { "run_length" } else { "ring_run_length" };
                self.tag(name);
                let number = if self.chance(3) { self.int(0) } else { "1".to_owned() };
                format!("{name}({}, {number})", self.truths(depth))
            }
            7 => {
                self.tag("element of a list");
                let list = self.ints(depth, true);
                let list = if list == "x" { "x[cells]" } else { &list };
                format!("{list}[{}]", self.decided())
            }
            _ => {
                self.tag("element of a family");
                format!("p[{}]", self.decided())
            }
        }
    }

    /// Returns a truth that a function of a list says.
    fn said(&mut self, depth: usize) -> String {
        match self.below(7) {
            0 => {
                self.tag("distinct_except");
                format!("distinct_except({}, {})", self.ints(depth, false), self.int(depth))
            }
            1 => {
                self.tag("increasing");
                let name = ["increasing", "strictly_increasing"][self.below(2)];
                format!("{name}({})", self.ints(depth, false))
            }
            2 => {
                self.tag("reversed");
                format!("increasing(reversed({}))", self.ints(depth, false))
            }
            3 => {
                self.tag("matches numbers");
                let pattern = [".*1.*", "[^0]+", "(0|12?)*", "<-1>?1.{1,2}", "[0-2]{2,}"];
                let pattern = pattern[self.below(pattern.len())];
                format!("matches({}, \"{pattern}\")", self.ints(depth, false))
            }
            4 => {
                self.tag("matches truths");
                let pattern = ["0*1{2}0*", "(01)*1?", ".1.*", "1+0*"];
                let pattern = pattern[self.below(pattern.len())];
                format!("matches({}, \"{pattern}\")", self.truths(depth))
            }
            5 => {
                self.tag("table");
                let tuples: Vec<String> = (0..=self.below(4))
                    .map(|_| format!("({}, {})", self.below(4) as i64 - 1, self.below(2) == 0))
                    .collect();
                let (number, truth) = (self.int(depth), self.truth(depth));
                format!("(({number}, {truth}) in {{{}}})", tuples.join(", "))
            }
            _ => {
                self.tag("element, a truth");
                format!("{}[{}]", self.truths(depth), self.decided())
            }
        }
    }

    /// Returns a number.
    pub(super) fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(4) {
            return match self.below(8) {
                0 | 1 => (self.below(6) as i64 - 1).to_string(),
                2 if !self.cells.is_empty() => format!("{}.row", self.some_cell()),
                3 if self.has_groups => {
                    self.tag("group.size");
                    format!("group.size[{}]", self.some_cell())
                }
                4 if self.has_groups => {
                    self.tag("group.count");
                    "group.count".to_owned()
                }
                _ => self.element(false).unwrap_or_else(|| "1".to_owned()),
            };
        }
        let depth = depth - 1;
        match self.below(18) {
            14.. => self.read(depth),
            0 => {
                self.tag("+");
                format!("({} + {})", self.int(depth), self.int(depth))
            }
            1 => {
                self.tag("-");
                format!("({} - {})", self.int(depth), self.int(depth))
            }
            2 => {
                self.tag("negation");
                format!("(-{})", self.int(depth))
            }
            3 => {
                self.tag("*");
                format!("({} * {})", self.int(depth), self.int(depth))
            }
            4 => {
                self.tag("div");
                format!("({} div {})", self.int(depth), self.int(depth))
            }
            5 => {
                self.tag("mod");
                format!("({} mod {})", self.int(depth), self.int(depth))
            }
            6 => {
                if self.chance(3) {
                    let name = if self.chance(3) {
                        "sin"
                    } else if self.chance(2) {
                        "cos"
                    } else {
                        "tan"
                    };
                    self.tag(name);
                    return format!("{name}(15 * {})", self.int(depth));
                }
                self.tag("abs");
                format!("abs({})", self.int(depth))
            }
            7 => {
                self.tag("min");
                format!("min({})", self.ints(depth, true))
            }
            8 => {
                self.tag("max");
                format!("max({})", self.ints(depth, true))
            }
            9 | 10 => {
                self.tag("sum");
                if self.has_groups && self.chance(2) {
                    return format!("sum({})", self.each(Self::int, depth, true));
                }
                format!("sum({})", self.ints(depth, false))
            }
            11 => {
                self.tag("count of truths");
                format!("count({})", self.each(Self::truth, depth, true))
            }
            12 => {
                self.tag("count of a value");
                format!("count({}, {})", self.ints(depth, false), self.int(depth))
            }
            _ => {
                self.tag("if, numbers");
                let condition = self.truth(depth);
                format!("(if {condition} then {} else {})", self.int(depth), self.int(depth))
            }
        }
    }

    /// Returns a truth.
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            if self.chance(4)
                && let Some(element) = self.element(true)
            {
                self.tag("truth variable");
                return element;
            }
            return self.comparison(0);
        }
        let depth = depth - 1;
        match self.below(23) {
            19.. => self.said(depth),
            0 => {
                self.tag("not");
                format!("(not ({}))", self.truth(depth))
            }
            1 => {
                self.tag("and");
                format!("({} and {})", self.truth(depth), self.truth(depth))
            }
            2 => {
                self.tag("or");
                format!("({} or {})", self.truth(depth), self.truth(depth))
            }
            3 => {
                self.tag("implies");
                format!("({} implies {})", self.truth(depth), self.truth(depth))
            }
            4 => {
                self.tag("iff");
                format!("({} iff {})", self.truth(depth), self.truth(depth))
            }
            5 => {
                self.tag("forall");
                format!("forall({})", self.each(Self::truth, depth, true))
            }
            6 => {
                self.tag("exists");
                format!("exists({})", self.each(Self::truth, depth, true))
            }
            7 => {
                self.tag("distinct");
                format!("distinct({})", self.ints(depth, false))
            }
            8 => {
                self.tag("all_equal");
                format!("all_equal({})", self.ints(depth, false))
            }
            9 => {
                self.tag("in");
                let not = if self.chance(3) { "not " } else { "" };
                let list = match self.below(2) {
                    0 => format!("{}..{}", self.int(0), self.int(0)),
                    _ => self.ints(depth, false),
                };
                format!("({} {not}in {list})", self.int(depth))
            }
            10 => {
                self.tag("if, truths");
                let condition = self.truth(depth);
                format!("(if {condition} then {} else {})", self.truth(depth), self.truth(depth))
            }
            11 => self.graph(depth),
            12 => {
                self.tag("== of truths");
                let op = ["==", "!="][self.below(2)];
                format!("({} {op} {})", self.truth(depth), self.truth(depth))
            }
            13 if self.has_groups => {
                self.tag("in group[c]");
                format!("({} in group[{}])", self.some_cell(), self.some_cell())
            }
            _ => self.comparison(depth),
        }
    }

    /// Returns a truth about a graph of places or of lines.
    fn graph(&mut self, depth: usize) -> String {
        let lines = ["single_loop", "single_path", "forest", "division", "connected"];
        let is_family = self.families.iter().any(|family| family.name == "s");
        match self.below(8) {
            7 => {
                self.tag("inside");
                self.cells.push("cells_beside(side)[1]".to_owned());
                let body = self.truth(depth);
                self.cells.pop();
                let edges = ["edges", "inner_edges"][self.below(2)];
                format!("inside([{body} for side in {edges}], {})", self.some_cell())
            }
            0 => {
                self.tag("connected places");
                format!("connected({})", self.each(Self::truth, depth, false))
            }
            1 if is_family => {
                self.tag("connected family");
                ["connected(s)", "connected(s[cells])", "connected(s[row(cell(1, 1))])"]
                    [self.below(3)]
                .to_owned()
            }
            number => {
                let function = lines[number % lines.len()];
                self.tag(function);
                self.cells.extend(["m".to_owned(), "n".to_owned()]);
                let body = self.truth(depth);
                self.cells.truncate(self.cells.len() - 2);
                let pairs = ["adjacent", "king_moves"][self.below(2)];
                format!("{function}({body} for m, n in {pairs})")
            }
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let mut op = || ["==", "!=", "<", "<=", ">", ">="][self.rng.below(6)];
        let (first, second) = (op(), op());
        let (a, b) = (self.int(depth), self.int(depth));
        if self.chance(5) {
            self.tag("chain");
            return format!("({a} {first} {b} {second} {})", self.int(depth));
        }
        self.tag("comparison");
        format!("({a} {first} {b})")
    }
}
