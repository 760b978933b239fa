"""The generator of Chou and Kaashoek 2014 on Z3, for `make bench`.

z3_2014.py sudoku BOX_ROWS BOX_COLUMNS [TARGETS] < boards
z3_2014.py fillomino ROWS COLUMNS [TARGETS] < boards

Full boards come in, one a line with rows joined by `/`. One line goes out for each: the milliseconds
of CPU, the empty squares, and `EMPTIES=MILLISECONDS` for each of the TARGETS (with commas) that was
reached. As in the paper: integers and `Distinct`, a new solver for each question, every square tried
once, a removal is valid if no solution differs from the board.
"""

import random
import sys
import time

import z3


def sudoku(box_rows, box_columns):
    n = box_rows * box_columns
    cells = [[z3.Int(f"x{r}_{c}") for c in range(n)] for r in range(n)]
    rules = [z3.And(1 <= x, x <= n) for row in cells for x in row]
    rules += [z3.Distinct(row) for row in cells]
    rules += [z3.Distinct([row[c] for row in cells]) for c in range(n)]
    rules += [
        z3.Distinct([cells[top + r][left + c] for r in range(box_rows) for c in range(box_columns)])
        for top in range(0, n, box_rows)
        for left in range(0, n, box_columns)
    ]
    return [x for row in cells for x in row], rules, n


def fillomino(rows, columns):
    """Each group is a tree: a square points at the one before it and counts those behind it."""
    count = rows * columns
    largest = min(9, count)
    value, root, depth, size = (
        [z3.Int(f"{name}{i}") for i in range(count)] for name in ("v", "r", "d", "s")
    )
    # `points[i][j]`: square i hangs on its neighbour j.
    points = [{} for _ in range(count)]
    for i in range(count):
        r, c = divmod(i, columns)
        for a, b in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
            if 0 <= a < rows and 0 <= b < columns:
                points[i][a * columns + b] = z3.Bool(f"p{i}_{a * columns + b}")
    rules = []
    for i in range(count):
        rules += [1 <= value[i], value[i] <= largest, 0 <= root[i], root[i] <= i]
        rules += [0 <= depth[i], depth[i] < largest, 1 <= size[i], size[i] <= value[i]]
        is_root = root[i] == i
        rules.append(z3.PbEq([(p, 1) for p in [is_root, *points[i].values()]], 1))
        rules.append(z3.Implies(is_root, z3.And(depth[i] == 0, size[i] == value[i])))
        for j, p in points[i].items():
            rules.append(z3.Implies(p, z3.And(root[i] == root[j], depth[i] == depth[j] + 1)))
            if i < j:
                rules.append((value[i] == value[j]) == (root[i] == root[j]))
        behind = [z3.If(points[j][i], size[j], 0) for j in points[i]]
        rules.append(size[i] == 1 + z3.Sum(behind))
    return value, rules, columns


def is_unique(cells, rules, board, shown):
    solver = z3.Solver()
    solver.add(rules)
    solver.add([cells[i] == board[i] for i in shown])
    solver.add(z3.Or([cells[i] != board[i] for i in range(len(board)) if i not in shown]))
    return solver.check() == z3.unsat


def choose(shown, tested, width, random_of):
    """A row with the probability of its share of squares that are shown, then a column likewise."""
    height = max(shown | tested) // width + 1
    while True:
        row = random_of.randrange(height)
        in_row = sum(i // width == row for i in shown)
        if random_of.random() >= in_row / width:
            continue
        column = random_of.randrange(width)
        in_column = sum(i % width == column for i in shown)
        if random_of.random() >= in_column / height:
            continue
        if row * width + column not in tested:
            return row * width + column


def groups_of(board, width):
    group = [None] * len(board)
    for start in range(len(board)):
        stack = [start] if group[start] is None else []
        while stack:
            i = stack.pop()
            if group[i] is not None:
                continue
            group[i] = start
            for j in (i - width, i + width, i - 1, i + 1):
                is_beside = abs(i - j) == width or i // width == j // width
                if 0 <= j < len(board) and is_beside and board[j] == board[i]:
                    stack.append(j)
    return group


def dig(cells, rules, width, board, targets, keeps_groups, random_of):
    started = time.process_time()
    shown, tested, reached = set(range(len(board))), set(), []
    group = groups_of(board, width) if keeps_groups else None
    while len(tested) < len(board):
        if keeps_groups:
            counts = {}
            for i in shown:
                counts[group[i]] = counts.get(group[i], 0) + 1
            open_ones = [i for i in sorted(shown - tested) if counts[group[i]] > 1]
            if not open_ones:
                break
            square = random_of.choice(open_ones)
        else:
            square = choose(shown, tested, width, random_of)
        tested.add(square)
        if is_unique(cells, rules, board, shown - {square}):
            shown.remove(square)
            empties = len(board) - len(shown)
            if empties in targets:
                reached.append((empties, (time.process_time() - started) * 1e3))
    took = (time.process_time() - started) * 1e3
    at = " ".join(f"{empties}={ms:.3f}" for empties, ms in reached)
    print(f"{took:.3f} {len(board) - len(shown)} {at}".strip(), flush=True)


def main():
    if sys.argv[1:] == ["--version"]:
        print(z3.get_version_string())
        return
    kind, first, second = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    targets = {int(text) for text in sys.argv[4].split(",")} if len(sys.argv) > 4 else set()
    cells, rules, width = {"sudoku": sudoku, "fillomino": fillomino}[kind](first, second)
    random_of = random.Random(2014)
    for line in sys.stdin:
        rows = [row.split() if " " in row else list(row) for row in line.strip().split("/")]
        board = [int(token) for row in rows for token in row]
        dig(cells, rules, width, board, targets, kind == "fillomino", random_of)


main()
