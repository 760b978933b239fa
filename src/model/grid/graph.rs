//! Graphs as boards: nodes with names, links, groups, and positions for drawings.
//!
//! # Form
//! YAML or JSON: `nodes`, a list of names, or for each name its position (`x`, `y`; y grows
//! downwards) or nothing; `links`, pairs of names; and, where wanted, `groups`, for each name a list
//! of nodes. Positions are given for all nodes or for none.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::grid::shape;
use puzgen_base::yaml;
use puzgen_program::{Blank, ProgramSet};

/// The most nodes of a graph.
const MOST_NODES: usize = 10_000;
/// The most links, and the most members of all groups together.
const MOST_LINKS: usize = 100_000;
/// The longest file, in bytes.
const MOST_BYTES: usize = 10_000_000;
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;
/// Nodes that are closer cannot be told from each other.
const CLOSEST: f64 = 0.001;
/// What board texts have at the beginning of lines, so no name begins so.
const HEADERS: &[&str] = &["answer", "clue", "layout"];

/// A graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// The names of the nodes, in order.
    pub names: Vec<String>,
    /// The nodes linked to each, rising.
    pub neighbours: Vec<Vec<u32>>,
    /// Groups by name, in order, each with its nodes in the order of the file.
    pub groups: Vec<(String, Vec<u32>)>,
    /// Where each node is drawn, x and y: as [`Grid::centre`](crate::grid::Grid::centre) gives it.
    pub positions: Vec<(f64, f64)>,
    /// The programs whose tokens the nodes are, if they are tokens.
    pub programs: Option<Arc<ProgramSet>>,
}

impl Graph {
    /// Returns whether texts may call an element so: a node, nodes together, or a group.
    pub fn is_name(&self, name: &str) -> bool {
        let is_node = |name: &str| self.names.iter().any(|node| node == name);
        let is_group = self.groups.iter().any(|(group, _)| group == name);
        is_group || is_node(name) || name.split(" - ").all(is_node)
    }

    /// Reads a graph.
    ///
    /// # Errors
    /// Why the text is none, in words.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("it has more than {MOST_BYTES} bytes"));
        }
        let json = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| error.to_string())?
        } else {
            yaml::read(text)?
        };
        let fields = fields(&json, "the file", &["nodes", "links", "groups"])?;
        let (names, positions) = nodes(fields.get("nodes").ok_or("it has no `nodes`")?)?;
        let mut number_of = BTreeMap::new();
        for (number, name) in names.iter().enumerate() {
            if number_of.insert(name.as_str(), number as u32).is_some() {
                return Err(format!("the node `{name}` is there twice"));
            }
        }
        let links = links(fields.get("links").ok_or("it has no `links`")?, &number_of)?;
        let mut neighbours = vec![Vec::new(); names.len()];
        for (a, b) in links {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        neighbours.iter_mut().for_each(|near| near.sort_unstable());
        let groups = match fields.get("groups") {
            Some(groups) => self::groups(groups, &number_of)?,
            None => Vec::new(),
        };
        Ok(Self { names, neighbours, groups, positions, programs: None })
    }

    /// Returns the tokens of programs that can be blank, without links; groups are their kinds.
    pub fn of_programs(programs: ProgramSet) -> Self {
        let names: Vec<String> = programs.blanks.iter().map(|blank| blank.name.clone()).collect();
        let groups = programs.kinds().into_iter().filter(|(_, blanks)| !blanks.is_empty());
        let groups = groups.map(|(name, blanks)| (name.to_owned(), blanks)).collect();
        let place = |blank: &Blank| programs.tasks[blank.task].place_of(blank.token);
        Self {
            neighbours: vec![Vec::new(); names.len()],
            positions: programs.blanks.iter().map(place).collect(),
            names,
            groups,
            programs: Some(Arc::new(programs)),
        }
    }

    /// Returns the number of the node of this name.
    pub fn node(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// Returns everything but the positions, which decide nothing, as a text.
    pub fn identity(&self) -> String {
        if let Some(programs) = &self.programs {
            return programs.text().to_owned();
        }
        let mut out = format!("nodes {}\n", self.names.join(", "));
        let list = |nodes: &[u32]| {
            let names: Vec<&str> =
                nodes.iter().map(|node| self.names[*node as usize].as_str()).collect();
            names.join(", ")
        };
        for (name, near) in self.names.iter().zip(&self.neighbours) {
            out.push_str(&format!("{name}: {}\n", list(near)));
        }
        for (name, nodes) in &self.groups {
            out.push_str(&format!("group {name}: {}\n", list(nodes)));
        }
        out
    }
}

/// Returns the fields of an object that has no others than these.
fn fields<'j>(json: &'j Json, what: &str, known: &[&str]) -> Result<&'j Map<String, Json>, String> {
    let list = || known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let fields = json.as_object().ok_or_else(|| format!("{what} has no fields {}", list()))?;
    match fields.keys().find(|field| !known.contains(&field.as_str())) {
        Some(other) => Err(format!("{what} has a field `{other}`: it may have {}", list())),
        None => Ok(fields),
    }
}

type NamedNodes = (Vec<String>, Vec<(f64, f64)>);

fn nodes(json: &Json) -> Result<NamedNodes, String> {
    let (names, positions): (Vec<String>, Vec<Option<(f64, f64)>>) = match json {
        Json::Array(names) => {
            let names = names.iter().map(|name| self::name(name, "a node"));
            (names.collect::<Result<_, _>>()?, Vec::new())
        }
        Json::Object(nodes) => {
            let nodes = nodes.iter().map(|(name, position)| {
                fitting(name, "a node")?;
                Ok((name.clone(), self::position(name, position)?))
            });
            nodes.collect::<Result<Vec<_>, String>>()?.into_iter().unzip()
        }
        _ => return Err("`nodes` is neither a list of names nor names with positions".to_owned()),
    };
    if !(2..=MOST_NODES).contains(&names.len()) {
        return Err(format!("it has {} nodes, not 2 to {MOST_NODES}", names.len()));
    }
    let has_positions = positions.iter().any(Option::is_some);
    if let Some(at) = positions.iter().position(Option::is_none).filter(|_| has_positions) {
        return Err(format!("the node `{}` has no position, others do", names[at]));
    }
    let mut positions: Vec<(f64, f64)> = positions.into_iter().flatten().collect();
    if !has_positions {
        positions = shape::circle(names.len());
    }
    let (a, b, distance) = shape::closest(&positions);
    if distance < CLOSEST {
        let (a, b) = (&names[a.min(b)], &names[a.max(b)]);
        return Err(format!("the nodes `{a}` and `{b}` are less than {CLOSEST} apart"));
    }
    shape::spread(&mut positions, distance);
    Ok((names, positions))
}

fn position(name: &str, json: &Json) -> Result<Option<(f64, f64)>, String> {
    if json.is_null() {
        return Ok(None);
    }
    let fields = fields(json, &format!("the node `{name}`"), &["x", "y"])?;
    if fields.is_empty() {
        return Ok(None);
    }
    let number = |field: &str| {
        let number = fields.get(field).and_then(Json::as_f64);
        number
            .filter(|number| number.abs() <= 1e6)
            .ok_or_else(|| format!("the node `{name}` has no number `{field}` up to a million"))
    };
    Ok(Some((number("x")?, number("y")?)))
}

fn links(json: &Json, number_of: &BTreeMap<&str, u32>) -> Result<BTreeSet<(u32, u32)>, String> {
    let list = json.as_array().ok_or("`links` is no list of pairs")?;
    if list.len() > MOST_LINKS {
        return Err(format!("it has more than {MOST_LINKS} links"));
    }
    let mut links = BTreeSet::new();
    for link in list {
        let ends: Vec<u32> = members(link, "a link", number_of)?;
        let [a, b] = ends[..] else {
            return Err(format!("a link has two nodes, found {link}"));
        };
        if a == b {
            return Err(format!("the link {link} joins a node to itself"));
        }
        if !links.insert((a.min(b), a.max(b))) {
            return Err(format!("the link {link} is there twice"));
        }
    }
    Ok(links)
}

type NamedGroups = Vec<(String, Vec<u32>)>;

fn groups(json: &Json, number_of: &BTreeMap<&str, u32>) -> Result<NamedGroups, String> {
    let list = json.as_object().ok_or("`groups` has no names with lists of nodes")?;
    let mut groups = Vec::with_capacity(list.len());
    let mut total = 0;
    for (name, nodes) in list {
        fitting(name, "a group")?;
        if number_of.contains_key(name.as_str()) {
            return Err(format!("`{name}` is both a node and a group"));
        }
        let nodes = members(nodes, &format!("the group `{name}`"), number_of)?;
        let mut seen = BTreeSet::new();
        if nodes.is_empty() || !nodes.iter().all(|node| seen.insert(*node)) {
            return Err(format!("the group `{name}` has no node, or one twice"));
        }
        total += nodes.len();
        if total > MOST_LINKS {
            return Err(format!("its groups have more than {MOST_LINKS} members"));
        }
        groups.push((name.clone(), nodes));
    }
    Ok(groups)
}

fn members(json: &Json, what: &str, number_of: &BTreeMap<&str, u32>) -> Result<Vec<u32>, String> {
    let list = json.as_array().ok_or_else(|| format!("{what} is no list of nodes"))?;
    let node = |node: &Json| {
        let name = name(node, "a node")?;
        let number = number_of.get(name.as_str()).copied();
        number.ok_or_else(|| format!("{what} speaks of `{name}`, which is no node"))
    };
    list.iter().map(node).collect()
}

fn name(json: &Json, what: &str) -> Result<String, String> {
    let name = json.as_str().ok_or_else(|| {
        format!("the name of {what} is a text, found {json}: put numbers and truths in quotes")
    })?;
    fitting(name, what)?;
    Ok(name.to_owned())
}

/// Checks that a name can be told from everything else in board texts.
fn fitting(name: &str, what: &str) -> Result<(), String> {
    let is_inner = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '\'' | '-');
    let is_word =
        |word: &str| word.starts_with(char::is_alphanumeric) && word.chars().all(is_inner);
    let begins_block = name.split(' ').next().is_some_and(|word| HEADERS.contains(&word));
    if name.chars().count() <= LONGEST_NAME && name.split(' ').all(is_word) && !begins_block {
        return Ok(());
    }
    Err(format!(
        "`{name}` cannot be the name of {what}: words of letters, digits and `_.'-`, each beginning \
         with a letter or digit, at most {LONGEST_NAME} characters, and not {} first",
        HEADERS.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_yaml_and_json_alike() {
        let yaml = "nodes:\n  a: {x: 0, y: 1}\n  b c: {x: 1.5, y: 0}\n  d: {x: 3, y: 3}\n\
                    links:\n  - [a, b c]\n  - [d, a]\ngroups:\n  ends: [d, a]\n";
        let json = r#"{"nodes": {"a": {"x": 0, "y": 1}, "b c": {"x": 1.5, "y": 0},
                       "d": {"x": 3, "y": 3}}, "links": [["a", "b c"], ["d", "a"]],
                       "groups": {"ends": ["d", "a"]}}"#;
        let graph = Graph::read(yaml).unwrap();
        assert_eq!(graph, Graph::read(json).unwrap());
        assert_eq!(graph.names, ["a", "b c", "d"]);
        assert_eq!(graph.neighbours, [vec![1, 2], vec![0], vec![0]]);
        assert_eq!(graph.groups, [("ends".to_owned(), vec![2, 0])]);
        let plain = Graph::read("{nodes: [a, b c, d], links: [[a, b c], [d, a]]}").unwrap_err();
        assert!(plain.contains("line 1"), "{plain}");
    }

    #[test]
    fn says_what_is_wrong() {
        let cases = [
            ("nodes: [a, b]", "no `links`"),
            ("nodes: [a]\nlinks: []", "1 nodes"),
            ("nodes: [a, a]\nlinks: []", "twice"),
            ("nodes: [a, 1]\nlinks: []", "in quotes"),
            ("nodes: [a, clue b]\nlinks: []", "cannot be the name"),
            ("nodes: [a, b - c]\nlinks: []", "cannot be the name"),
            ("nodes: [a, b]\nlinks: [[a, c]]", "`c`, which is no node"),
            ("nodes: [a, b]\nlinks: [[a, b, a]]", "two nodes"),
            ("nodes: [a, b]\nlinks: [[a, a]]", "to itself"),
            ("nodes: [a, b]\nlinks: [[a, b], [b, a]]", "twice"),
            ("nodes: [a, b]\nlinks: []\nlink: []", "a field `link`"),
            ("nodes: {a: {x: 1, y: 1}, b: }\nlinks: []", "`b` has no position"),
            ("nodes: {a: {x: 1, y: 1}, b: {x: 1, y: 1.0001}}\nlinks: []", "less than"),
            ("nodes: {a: {x: 1}, b: }\nlinks: []", "no number `y`"),
            ("nodes: [a, b]\nlinks: []\ngroups: {g: [a, a]}", "one twice"),
            ("nodes: [a, b]\nlinks: []\ngroups: {a: [a]}", "both a node and a group"),
            ("- a", "has no fields"),
            ("nodes: [", "line 2"),
        ];
        for (text, expected) in cases {
            let reason = Graph::read(text).unwrap_err();
            assert!(reason.contains(expected), "{text}: {reason}");
        }
    }
}
