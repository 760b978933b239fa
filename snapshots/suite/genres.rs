//! Which genres need which part of the vocabulary: a few rules of each, small enough to be solved here.
//!
//! No function is there for one genre alone; the test counts.

use std::collections::BTreeMap;

use puzgen_base::source::Sources;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Purpose, lower};

use crate::define::{define, engines, report, solutions};

/// Genres, and what of them the functions below say.
const GENRES: &[(&str, &str)] = &[
    ("skyscrapers", "board grid(4, 4) answer x[cells]: 1..4
      rule all(l in rows): distinct(x[l])  rule down(l in columns): distinct(x[l])
      clue seen[d in directions, l in lines_toward(d)] = visible(x[l])"),
    ("skyscrapers with sums", "board grid(3, 3) answer x[cells]: 1..3
      rule all(l in rows): distinct(x[l])
      clue seen[d in directions, l in lines_toward(d)] = sum(if visible(x[l]) > 1 then x[l][i] else 0 for i in 1..2)
      rule last(l in columns): visible(reversed(x[l])) >= 1"),
    ("easy as ABC", "board grid(3, 3) answer x[cells]: 0..2
      rule row(r in rows): distinct_except(x[r], 0)  rule all(r in columns): distinct_except(x[r], 0)
      clue end[r in rows] = first_except(reversed(x[r]), 0)  clue start[r in rows] = first_except(x[r], 0)"),
    ("hitori", "board grid(3, 3) answer n[cells]: 1..3  answer black[cells]: bool
      aux kept[c in cells] = if black[c] then 0 else n[c]
      rule row(r in rows): distinct_except(kept[r], 0)
      rule apart(a, b in adjacent): not (black[a] and black[b])"),
    ("first seen skyscrapers", "board grid(3, 3) answer x[cells]: 0..3
      clue first[d in directions, l in lines_toward(d)] = first_except(x[l], 0)"),
    ("kurodoko", "board grid(3, 4) answer black[cells]: bool
      rule apart(a, b in adjacent): not (black[a] and black[b])
      clue seen[c in cells] = 1 + sum(leading(not black[e] for e in ray(c, d)) for d in directions) if not black[c]"),
    ("akari", "board grid(3, 3) answer lamp[cells]: bool  let wall = cell(2, 2)
      rule lit(c in cells where c != wall): lamp[c] or
        exists(lamp[e] for d in directions, e in ray(c, d) where wall not in ray(c, d))
      rule dark: not lamp[wall]
      clue reach[c in cells] = leading([not lamp[e] for e in ray(c, right)])"),
    ("yajilin", "board grid(3, 3) answer black[cells]: bool
      clue arrow[c in cells, d in directions] = count(black[e] for e in ray(c, d))"),
    ("nonogram", "board grid(3, 5) answer black[cells]: bool
      clue across[r in rows, k in 1..3] = run_length(black[r], k)
      clue down[c in columns, k in 1..2] = run_length(black[c], k)"),
    ("tapa", "board grid(3, 3) answer black[cells]: bool  let middle = cell(2, 2)
      let ring = {cell(1, 1), cell(1, 2), cell(1, 3), cell(2, 3), cell(3, 3), cell(3, 2), cell(3, 1), cell(2, 1)}
      clue wall = runs(black[ring])
      clue longest = max(run_length(black[ring], k) for k in 1..4)
      clue around = ring_run_length(black[ring], 1)"),
    ("tapa-like loop", "board grid(3, 3) answer line[adjacent]: bool
      let ring = {cell(1, 1), cell(1, 2), cell(1, 3), cell(2, 3), cell(3, 3), cell(3, 2), cell(3, 1), cell(2, 1)}
      let ways = [{ring[i], ring[i mod 8 + 1]} for i in 1..8]
      rule loop: single_loop(line)
      clue visit[k in 1..4] = ring_run_length([exists(line[a, b] for a, b in adjacent where a in w and b in w) for w in ways], k)"),
    ("aquarium with gaps", "board grid(3, 4) answer water[cells]: bool
      clue gaps[r in rows] = runs(not water[c] for c in r)"),
    ("binairo", "board grid(4, 4) answer one[cells]: bool
      rule three(l in lines(3)): not matches(one[l], \"000|111\")
      rule half(r in rows): count(one[r]) == 2"),
    ("five in a row", "board grid(3, 5) answer x[cells]: 0..1
      rule no(l in lines(4)): not all_equal(x[l])"),
    ("pattern sudoku", "board grid(4, 4) answer x[cells]: 1..4
      rule row(r in rows): distinct(x[r]) and matches(x[r], \".*(12|21).*\")"),
    ("thermometer", "board grid(3, 3) answer x[cells]: 1..3
      let bulb = {cell(1, 1), cell(1, 2), cell(2, 2)}
      rule warm: strictly_increasing(x[bulb])
      rule slow: forall(x[b] <= x[a] + 1 for a, b in steps(bulb))"),
    ("palindrome and arrow", "board grid(3, 3) answer x[cells]: 1..3
      let line = {cell(1, 1), cell(2, 2), cell(3, 3)}
      rule same: forall(x[line][i] == reversed(x[line])[i] for i in 1..3)
      rule up: increasing(x[row(cell(2, 1))])
      rule step: forall(abs(x[a] - x[b]) <= 1 for a, b in steps(row(cell(3, 1))))"),
    ("order of words", "board grid(2, 4) answer x[cells]: 1..4
      rule row(r in rows): increasing(x[r])  rule column(r in columns): strictly_increasing(x[r])"),
    ("kenken", "board grid(3, 3) answer x[cells]: 1..3
      rule row(r in rows): distinct(x[r])
      rule cage: product(x[c] for c in {cell(1, 1), cell(2, 1), cell(2, 2)}) == 6"),
    ("magic square of products", "board grid(3, 3) answer x[cells]: {1, 2, 4}
      aux line = product(x[row(cell(1, 1))])
      rule row(r in rows): product(x[r]) == line"),
    ("sandwich sudoku", "board grid(4, 4) answer x[cells]: 1..4
      rule row(r in rows): distinct(x[r])
      clue between[r in rows] = sum(
        if min(position(x[r], 1), position(x[r], 4)) < i and i < max(position(x[r], 1), position(x[r], 4))
        then x[r][i] else 0 for i in 1..4)"),
    ("x-sums", "board grid(3, 3) answer x[cells]: 1..3
      rule row(r in rows): distinct(x[r])
      clue sums[r in rows] = sum(if i <= x[r][1] then x[r][i] else 0 for i in 1..3)
      clue turn[r in rows] = x[r][x[r][1]]"),
    ("numbered rooms", "board grid(3, 3) answer x[cells]: 1..3
      rule row(r in rows): distinct(x[r])
      clue room[r in rows] = x[r][x[r][1]]  clue place[r in rows] = position(x[r], 3)"),
    ("zebra", "answer house[i in 1..3]: 1..3  answer pet[i in 1..3]: 1..3
      rule all: distinct(house) and distinct(pet)
      rule fits(i in 1..3): (house[i], pet[i]) in {(1, 2), (2, 3), (3, 1), (1, 1)}
      clue lives[i in 1..3] = house[pet[i]]"),
    ("successor loop", "answer next[i in 1..4]: 1..4
      rule loop: distinct(next) and next[next[next[next[1]]]] == 1 and next[next[1]] != 1"),
    ("map colouring", "answer colour[i in 1..4]: 1..3
      rule border(a, b in {(1, 2), (2, 3), (3, 4), (4, 1)}): colour[a] != colour[b]
      rule friends: (colour[1], colour[3]) in {(1, 2), (2, 2), (3, 1)}"),
    ("LITS", "board grid(2, 5) answer black[cells]: bool
      rule piece: exists(forall(black[c] == (c in p) for c in cells)
        for p in placements({\"L4\", \"I4\", \"T4\", \"S4\"}, cells))"),
    ("battleships", "board grid(4, 4) answer ship[cells]: bool
      rule long: count(forall(ship[p]) for p in placements(\"I3\", cells)) == 1
      rule drawn: not exists(forall(ship[p]) for p in translations(\"#./.#\", cells))
      clue row[r in rows] = count(ship[r])"),
    ("pentomino packing", "board grid(2, 5) answer x[cells]: 0..1
      rule two: exists(forall(x[c] == (if c in p then 1 else 0) for c in cells)
        for p in translations(\"###/##.\", cells))"),
    ("anti-camel latin square", "board grid(4, 4) answer x[cells]: 1..4
      rule row(r in rows): distinct(x[r])  rule camel(a, b in leaper_moves(1, 3)): x[a] != x[b]"),
    ("anti-taxicab stars", "board grid(4, 4) answer star[cells]: bool
      rule row(r in rows): count(star[r]) == 1
      rule apart(a, b in leaper_moves(0, 2)): not (star[a] and star[b])"),
    ("cave", "board grid(3, 4) answer wall[cells]: bool
      rule closed: exists(wall[c] for c in border_cells)
      rule open: not forall(wall[corners])
      rule fence(e in inner_edges): wall[cells_beside(e)[1]] or not wall[cells_beside(e)[2]]"),
    ("sheep and wolves", "board grid(2, 3) answer line[edges]: bool
      rule loop: single_loop(line)
      rule wolf: not inside(line, cell(1, 2))
      clue sheep[c in cells] = inside(line, c)"),
    ("corral", "board grid(3, 3) answer line[edges]: bool
      rule loop: single_loop(line)
      clue seen[c in cells] = 1 + sum(leading(inside(line, e) for e in ray(c, d)) for d in directions)
        if inside(line, c)"),
    ("corner sums", "board grid(3, 3) answer x[cells]: 1..3
      rule corners: sum(x[corners]) == 8
      rule ring: sum(x[border_cells]) == 17
      rule near(e in inner_edges): abs(x[cells_beside(e)[1]] - x[cells_beside(e)[2]]) <= 2"),
];

/// What was added to the vocabulary for genres, each as it is written in rules.
const PARTS: &[&str] = &[
    "visible(",
    "reversed(",
    "lines_toward(",
    "distinct_except(",
    "first_except(",
    "leading(",
    "ray(",
    "directions",
    "runs(",
    "run_length(",
    "ring_run_length(",
    "matches(",
    "lines(",
    "steps(",
    "strictly_increasing(",
    " increasing(",
    "product(",
    "position(",
    "][",
    ") in {(",
    "placements(",
    "translations(",
    "leaper_moves(",
    "border_cells",
    "corners",
    "inner_edges",
    "inside(",
];

#[test]
fn every_part_serves_several_genres() {
    let mut used: BTreeMap<&str, Vec<&str>> =
        PARTS.iter().map(|part| (*part, Vec::new())).collect();
    for (genre, items) in GENRES {
        for (part, genres) in &mut used {
            if items.contains(part) {
                genres.push(genre);
            }
        }
        let text = format!("puzzle genre \"{genre}\" {{\n{items}\n}}\n");
        let mut sources = Sources::new();
        let definition = define(&mut sources, genre, &text, None)
            .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
        let instance = Instance::new(&definition, &[]).unwrap();
        let lowered = lower(&instance, Purpose::Solve)
            .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
        let engine = engines(&lowered).next().expect("an engine");
        assert_eq!(solutions(&lowered, engine, &[], 1).0.len(), 1, "{genre} has no solution");
    }
    let lonely: Vec<_> = used.iter().filter(|(_, genres)| genres.len() < 2).collect();
    assert!(lonely.is_empty(), "these serve one genre, or none: {lonely:?}");
}
