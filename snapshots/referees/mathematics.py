#!/usr/bin/env python3
"""Solves puzzles of the mathematics families by sympy and compares the solutions with puzgen's.

Usage: snapshots/referees/run PUZGEN [COUNT] [NAME …]

The equations below are written from the textbooks, not from the definitions: with sines and roots as sympy has them,
and fractions as fractions. A puzzle agrees where sympy finds exactly one solution in the ranges, and it is puzgen's.
"""

import functools
import itertools
import json
import pathlib
import subprocess
import sys
from math import gcd

import sympy
from sympy import Integer, Rational, cos, pi, sin, sqrt, tan


@functools.cache
def rad(degrees):
    return Integer(degrees) * pi / 180


@functools.cache
def exact(function, degrees):
    return sympy.radsimp(sympy.sqrtdenest({"sin": sin, "cos": cos, "tan": tan}[function](rad(degrees))))


# The special values in rising order, from 0 on.
PLACES = sorted({exact("sin", 15 * k) for k in range(7)} | {exact("tan", 15 * k) for k in range(6)}, key=float)


@functools.cache
def place(function, degrees):
    """The place of a value in the order of special values; None where it is none of them."""
    if degrees % 15 or function == "tan" and degrees % 180 == 90:
        return None
    value = exact(function, degrees % 360)
    found = [k for k, other in enumerate(PLACES) if sympy.simplify(abs(value) - other) == 0]
    return found[0] * (1 if value >= 0 else -1)


def span(low, high):
    return range(low, high + 1)


class Family:
    def __init__(self, clues, equations, ranges, tried=(), holds=lambda v, p: True):
        self.clues, self.equations, self.ranges = clues, equations, ranges
        self.tried, self.holds = tried, holds


def lowest(*pairs):
    return all(gcd(p, q) == 1 for p, q in pairs)


def angles_of_triangle(v):
    return v["a"] + v["b"] + v["c"] - 180


def cross(v, i, j, k):
    """Twice the area of the triangle of three corners."""
    (ax, ay), (bx, by), (cx, cy) = [(v[f"x{n % 4 + 1}"], v[f"y{n % 4 + 1}"]) for n in (i, j, k)]
    return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)


FAMILIES = {
    "linear_equation": Family(
        {"factor": "a c", "number": "b d"},
        lambda v, p: [v["a"] * v["x"] + v["b"] - v["c"] * v["x"] - v["d"]],
        lambda p: {"x": span(-p["largest"], p["largest"])},
    ),
    "fraction_product": Family(
        {"left": "a b c d", "right": "e f"},
        lambda v, p: [v["a"] / v["b"] * v["c"] / v["d"] - v["e"] / v["f"]],
        lambda p: {name: span(1 if name in "ace" else 2, p["largest"]) for name in "abcdef"},
        ("b", "d", "f", "a", "c"),
        lambda v, p: lowest((v["a"], v["b"]), (v["c"], v["d"]), (v["e"], v["f"])),
    ),
    "expanding": Family(
        {"left": "a b c d", "right": "e f g"},
        lambda v, p: sympy.Poly(
            sympy.expand((v["a"] * X + v["b"]) * (v["c"] * X + v["d"]) - v["e"] * X**2 - v["f"] * X - v["g"]), X
        ).all_coeffs(),
        lambda p: {"a": span(1, p["largest_factor"]), "c": span(1, p["largest_factor"]),
                   "b": span(-p["largest"], p["largest"]), "d": span(-p["largest"], p["largest"])},
        ("a", "c", "b"),
        lambda v, p: (v["a"], v["b"]) <= (v["c"], v["d"]),
    ),
    "shopping": Family(
        {"bought": "a b c d", "paid": "first second"},
        lambda v, p: [v["a"] * v["apple"] + v["b"] * v["pear"] - v["first"],
                      v["c"] * v["apple"] + v["d"] * v["pear"] - v["second"]],
        lambda p: {name: range(p["step"] if p["step"] > 5 else 5, p["dearest"] + 1) for name in ("apple", "pear")},
    ),
    "three_equations": Family(
        {"factor": " ".join(f"m{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)), "right": "t1 t2 t3"},
        lambda v, p: [v[f"m{i}1"] * v["x"] + v[f"m{i}2"] * v["y"] + v[f"m{i}3"] * v["z"] - v[f"t{i}"] for i in (1, 2, 3)],
        lambda p: {name: span(-p["largest"], p["largest"]) for name in "xyz"},
    ),
    "sequence": Family(
        {"term": "t1 t2 t3 t4 t5 t6 t7"},
        lambda v, p: [v[f"t{i}"] - v["a"] - (i - 1) * v["d"] - sympy.binomial(i - 1, 2) * v["e"] for i in span(1, 7)],
        lambda p: {"a": span(-p["largest"], p["largest"]), "d": span(-p["steep"], p["steep"]),
                   "e": span(-p["steepest"], p["steepest"])},
        ("e", "d"),
    ),
    "triangle_angles": Family(
        {"inner": "a b c", "outer": "d e f"},
        lambda v, p: [angles_of_triangle(v)] + [v[i] + v[o] - 180 for i, o in ("ad", "be", "cf")],
        lambda p: {},
    ),
    "parallel_lines": Family(
        {"upper": "a b c", "lower": "d e", "side": "f"},
        lambda v, p: [angles_of_triangle(v), v["d"] - v["a"], v["e"] - v["b"], v["c"] + v["f"] - 180],
        lambda p: {},
    ),
    "circle_angles": Family(
        {"at_circle": "a b c", "at_centre": "d e f", "at_chord": "g h i"},
        lambda v, p: [angles_of_triangle(v)] + [v[m] - 2 * v[i] for i, m in ("ad", "be", "cf")]
        + [v[m] + 2 * v[o] - 180 for m, o in ("dg", "eh", "fi")],
        lambda p: {},
    ),
    "lattice_polygon": Family(
        {"right": "x1 x2 x3 x4", "up": "y1 y2 y3 y4"},
        lambda v, p: [cross(v, 0, 1, 2) + cross(v, 0, 2, 3) - v["twice"]],
        lambda p: {},
    ),
    "similar_triangles": Family(
        {"first": "a b c", "second": "d e f"},
        lambda v, p: [v["a"] / v["d"] - v["b"] / v["e"], v["b"] / v["e"] - v["c"] / v["f"]],
        lambda p: {name: span(2, p["largest"]) for name in "abcdef"},
    ),
    "composed_rectangles": Family(
        {"side": "a b c d e f", "perimeter": "p"},
        lambda v, p: [v["c"] + v["e"] - v["a"], v["d"] + v["f"] - v["b"], v["a"] * v["f"] + v["e"] * v["d"] - v["s"],
                      v["a"] + v["b"] + v["c"] + v["d"] + v["e"] + v["f"] - v["p"]],
        lambda p: {name: span(1, p["largest"]) for name in "cdef"},
        (),
    ),
    "special_triangle": Family(
        {"angle": "alpha beta", "side": "h a b p q"},
        lambda v, p: [v["b"] * sin(rad(v["alpha"])) ** 2 - v["h"], v["a"] * sin(rad(v["beta"])) ** 2 - v["h"],
                      v["b"] * cos(rad(v["alpha"])) ** 2 - v["p"], v["a"] * cos(rad(v["beta"])) ** 2 - v["q"]],
        lambda p: {"alpha": (30, 45, 60), "beta": (30, 45, 60), "h": squares(p)},
        ("alpha", "beta"),
    ),
    "cosine_rule": Family(
        {"side": "a b", "third": "c", "angle": "gamma"},
        lambda v, p: [v["a"] ** 2 + v["b"] ** 2 - 2 * v["a"] * v["b"] * cos(rad(v["gamma"])) - v["c"]],
        lambda p: {"a": span(2, p["largest"]), "b": span(2, p["largest"]), "gamma": (60, 90, 120)},
        ("gamma",),
    ),
    "sine_rule": Family(
        {"side": "a b", "angle": "alpha beta gamma"},
        lambda v, p: [v["alpha"] + v["beta"] + v["gamma"] - 180,
                      v["a"] * sin(rad(v["beta"])) ** 2 - v["b"] * sin(rad(v["alpha"])) ** 2],
        lambda p: {"alpha": (30, 45, 60, 90, 120, 135), "beta": (30, 45, 60, 90, 120, 135),
                   "gamma": range(15, 121, 15), "a": squares(p), "b": squares(p)},
        ("alpha", "beta"),
    ),
    "rational_roots": None,
    "fractional_system": None,
    "trig_equation": None,
    "reference_angles": None,
    "number_pyramid": None,
}

X = sympy.Symbol("X")


def squares(params):
    return {n * n * k for n in span(1, params["largest"]) for k in (1, 2, 3, 6)}


def flat(value):
    return [item for part in value for item in flat(part)] if isinstance(value, list) else [value]


def closed(family, params, ranges, known, unknown):
    """All solutions in integers beside what is known. What sympy leaves open is closed by trying the range of an unknown."""
    symbols = {name: sympy.Symbol(name) for name in unknown}
    equations = [sympy.expand(e) if e.is_polynomial() else e for e in family.equations(known | symbols, params)]
    if any(e.is_number and sympy.simplify(e) != 0 for e in equations):
        return
    equations = [e for e in equations if not e.is_number]
    found = sympy.solve(equations, list(symbols.values()), dict=True) if equations else [{}]
    if any(solution.get(s, s).free_symbols for solution in found for s in symbols.values()):
        name = next(name for name in unknown if name in ranges)
        rest = [other for other in unknown if other != name]
        for value in ranges[name]:
            yield from closed(family, params, ranges, known | {name: Integer(value)}, rest)
        return
    for solution in found:
        whole = known | {name: solution[s] for name, s in symbols.items()}
        if all(x.is_Integer for x in whole.values()):
            yield {name: int(x) for name, x in whole.items()}


def solutions(family, puzzle):
    """All solutions by sympy, each as a dictionary of all names."""
    params = puzzle["params"]
    known = {}
    for clue, names in family.clues.items():
        values = puzzle["clues"][clue]
        known |= {n: Integer(x) for n, x in zip(names.split(), flat(values)) if x is not None}
    names = set(known) | {n for clue in family.clues.values() for n in clue.split()}
    names |= {n for n, x in puzzle["answer"].items() if not isinstance(x, list)}
    ranges = family.ranges(params)
    tried = [name for name in family.tried if name not in known]
    found = []
    for values in itertools.product(*(ranges[name] for name in tried)):
        given = known | {n: Integer(x) for n, x in zip(tried, values)}
        for whole in closed(family, params, ranges, given, sorted(names - set(given))):
            fits = all(whole[n] in ranges[n] for n in ranges)
            if fits and family.holds(whole, params) and whole not in found:
                found.append(whole)
    return found


def agrees(name, puzzle):
    answer = {n: x for n, x in puzzle["answer"].items() if not isinstance(x, list)}
    family = FAMILIES[name]
    if family:
        found = solutions(family, puzzle)
        return len(found) == 1 and all(found[0][n] == x for n, x in answer.items())
    return globals()[name](puzzle["params"], puzzle["clues"], puzzle["answer"])


def rational_roots(params, clues, answer):
    a, b, c = clues["coefficient"]
    roots = sorted(sympy.roots(a * X**2 + b * X + c, X))
    return roots == [Rational(answer["p"], answer["q"]), Rational(answer["r"], answer["s"])] and lowest(
        (answer["p"], answer["q"]), (answer["r"], answer["s"]))


def fractional_system(params, clues, answer):
    (a, b, d, e), (c, f) = clues["factor"], clues["right"]
    solution = sympy.Matrix([[a, b], [d, e]]).LUsolve(sympy.Matrix([c, f]))
    return list(solution) == [Rational(answer["p"], answer["q"]), Rational(answer["r"], answer["q"])] and lowest(
        (answer["p"], answer["q"]), (answer["r"], answer["q"]))


def trig_equation(params, clues, answer):
    function = {"sine": "sin", "cosine": "cos", "tangent": "tan"}[params["function"]]
    n, shift = clues["factor"], clues["added"]
    found = [x for x in range(0, -(-360 // n)) if n * x < 360 and place(function, n * x + shift) == clues["value"]]
    return found == [answer["x"], answer["y"]]


def reference_angles(params, clues, answer):
    angles = clues["angle"]
    for function, angle, sign, acute in zip(("sin", "cos", "tan"), angles, "uvw", "pqr"):
        pairs = [(s, k) for s in (-1, 1) for k in range(15, 90, 15)
                 if sympy.simplify(exact(function, angle) - s * exact(function, k)) == 0]
        if pairs != [(answer[sign], answer[acute])]:
            return False
    return True


def number_pyramid(params, clues, answer):
    rows = [[x for x in row if x is not None] for row in answer["x"]]
    given = clues["given"]
    lowest_row = sympy.symbols(f"z0:{len(rows)}")
    formulas = [list(lowest_row)]
    while len(formulas[0]) > 1:
        formulas.insert(0, [a + b for a, b in itertools.pairwise(formulas[0])])
    equations = [f - x for fs, row in zip(formulas, given) for f, x in zip(fs, row) if x is not None]
    solved = sympy.solve(equations, lowest_row, dict=True)
    # What is left open must be closed by the ranges; most pyramids leave nothing.
    free = sorted({s for x in solved[0].values() for s in x.free_symbols} | (set(lowest_row) - set(solved[0])), key=str)
    found = []
    for values in itertools.product(span(1, params["largest"]), repeat=len(free)):
        chosen = dict(zip(free, values))
        whole = [[f.subs(solved[0]).subs(chosen) for f in fs] for fs in formulas]
        if all(x.is_Integer and 1 <= x <= params["largest"] for row in whole for x in row):
            found.append(whole)
    return found == [rows]


def main():
    puzgen, rest = sys.argv[1], sys.argv[2:]
    count = int(rest.pop(0)) if rest and rest[0].isdigit() else 200
    wrong = 0
    for name in rest or FAMILIES:
        path = pathlib.Path(__file__).resolve().parents[2] / f"puzzles/{name}.pz"
        command = [puzgen, "run", str(path), "--seed", "2027", "--count", str(count), "--format", "json", "--quiet"]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        puzzles = [json.loads(line) for line in lines]
        bad = [puzzle["index"] for puzzle in puzzles if not agrees(name, puzzle)]
        print(f"{name}: {len(puzzles) - len(bad)} of {len(puzzles)} agree with sympy {sympy.__version__}", flush=True)
        for index in bad[:3]:
            print(f"  puzgen run {name} --seed 2027 --start {index}")
        wrong += len(bad)
    sys.exit(1 if wrong else 0)


main()
