#!/usr/bin/env python3
"""Counts how many puzzles of each level of the mathematics families tell the same as one before, and what they cost.

Usage: snapshots/referees/run PUZGEN repeats [COUNT] [NAME …]

Two puzzles are the same where all their clues are: what a sheet shows of them. The puzzles are those of
`puzgen run FILE --seed 1 --level LEVEL --count COUNT --jobs 1`; the time is processor time, with starting up.
"""

import json
import re
import resource
import subprocess
import sys

from families import NAMES, definition


def levels(path):
    """The levels of a definition; none for a family without them."""
    found = re.search(r"^  levels ([a-z_< ]+)", path.read_text(), re.MULTILINE)
    return found[1].replace(" ", "").split("<") if found else [None]


def run(puzgen, path, level, count):
    """The clues of so many puzzles of a level, and the milliseconds that one took."""
    command = [puzgen, "run", str(path), "--seed", "1", "--count", str(count), "--jobs", "1", "--format", "json", "--quiet"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command + (["--level", level] if level else []), stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    puzzles = [json.dumps(json.loads(line)["clues"]) for line in done.stdout.splitlines()]
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return puzzles, 1000 * spent / max(len(puzzles), 1)


def main():
    puzgen, rest = sys.argv[1], sys.argv[2:]
    count = int(rest.pop(0)) if rest and rest[0].isdigit() else 100
    for name in rest or NAMES:
        path, parts = definition(name), []
        for level in levels(path):
            puzzles, spent = run(puzgen, path, level, count)
            parts.append(f"{level or 'all'} {len(puzzles) - len(set(puzzles))} of {len(puzzles)} in {spent:.3g} ms each")
        _, spent = run(puzgen, path, None, count)
        print(f"{name}: {', '.join(parts)}; without a level {spent:.3g} ms each", flush=True)


main()
