"""A class set from Python: five sudokus of 6×6 from easy to hard, a look at one, and what a mistake gets.

With the wheel (`make wheel`) installed: python examples/from_python.py
"""

import puzgen

SIZE = {"box_rows": 2}

made = list(puzgen.run("sudoku", params=SIZE, count=5, seed=1))
for puzzle in sorted(made, key=lambda each: each["score"] or 0):
    print(f"puzzle {puzzle['index']}: score {puzzle['score']}, {puzzle['features']['empties']} empty")

# What `run` gives is a board for all other functions.
print([proof["status"] for proof in puzgen.verify("sudoku", made)])
first = made[0]
rated = next(puzgen.rate("sudoku", first, params=SIZE))
print(rated["score"] == first["score"], rated["level"])
step = next(puzgen.explain("sudoku", first, params=SIZE))
print(step["deductions"][0]["what"])

# Without its clues it has many solutions.
empty = "/".join(["." * 6] * 6)
print(puzgen.count("sudoku", empty, 100, params=SIZE))

# A definition can be a text. A mistake in it is told as on the command line, with its code.
LATIN = """
puzzle latin {
  param n: 2..9 = 4
  board grid(n, n)
  answer x[cells]: 1..n
  rule row(r in rows)       "{r} repeats a number": distinct(x[r])
  rule column(c in columns) "{c} repeats a number": distinct(x[c])
  clue given[c in cells] = x[c]
}
"""
print(puzgen.draw(puzgen.Text(LATIN), form="line", seed=3).strip())
try:
    list(puzgen.run(puzgen.Text(LATIN.replace("rows)", "rose)")), seed=3))
except puzgen.Error as problem:
    print(problem.code)
