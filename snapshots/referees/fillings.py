#!/usr/bin/env python3
"""Counts the fillings of programs with blanks by trying all of them, and knows nothing of how they were made.

It reads JSON lines, from files or from the standard input, each

    {"name": "…",                                 what to call it (may be missing)
     "text": "def f(a):\n    return a __1__ __2__\n",   a program, its blanks as __1__, __2__, …
     "alternatives": {"1": ["+", "-"], "2": [...]},     or a list of lists, in order of the blanks
     "inputs": ["f(1)", "f(2)"],                  calls of the last function, as Python says them
     "outcomes": [                                what the original does, one for each input:
        {"end": "returned", "value": "3",         or "raised" with the class, or "too long"
         "printed": "", "arguments": ["1"]}],     printed text, and the repr of the arguments afterwards
     "most": 2000000}                             how many fillings to try at most (may be missing)

and writes for each one JSON line

    {"name": …, "fillings": 12, "agree": 1, "first": [["+", "2"]], "complete": true}

"agree" counts the fillings that do the same as the outcomes on every input. What an input showed to be wrong is not
run on the others. `--exactly N` ends with status 1 where one has another number of fillings than N, or was not tried
to its end. UnboundLocalError counts as NameError, which it is.
"""

import argparse
import ast
import itertools
import json
import re
import sys

import cpython

BLANK = re.compile(r"__(\d+)__")
MOST = 2_000_000
SHOWN = 4


def filled(text, blanks, words):
    chosen = dict(zip(blanks, words))
    return BLANK.sub(lambda found: chosen.get(int(found[1]), found[0]), text)


def call(text):
    """Returns what makes the arguments of a call anew, in order."""
    node = ast.parse(text, mode="eval").body
    if isinstance(node, ast.Tuple):
        parts = node.elts
    else:
        if node.keywords:
            raise ValueError(f"arguments by name: {text}")
        parts = node.args
    made = ast.fix_missing_locations(ast.Expression(ast.List(parts, ast.Load())))
    return compile(made, "input", "eval")


def expected(outcome):
    if isinstance(outcome, dict):
        end = outcome["end"]
        if end == "too long":
            return cpython.TOO_LONG
        parts = [outcome.get("value", ""), outcome.get("printed", ""), outcome.get("arguments", [])]
        outcome = [end, *parts]
    if outcome[0] == "too long":
        return cpython.TOO_LONG
    return (outcome[0], outcome[1], outcome[2], tuple(outcome[3]))


def count(task):
    """Returns how many fillings there are, how many agree, the first of them, and whether all were tried."""
    text = task["text"]
    blanks = sorted({int(found) for found in BLANK.findall(text)})
    given = task["alternatives"]
    if isinstance(given, dict):
        words = [given[str(blank)] for blank in blanks]
    else:
        words = [given[place] for place, _ in enumerate(blanks)]
    inputs = [call(one) for one in task["inputs"]]
    wanted = [expected(one) for one in task["outcomes"]]
    if len(inputs) != len(wanted) or not inputs:
        raise ValueError("one outcome for each input, and at least one")
    most = task.get("most", MOST)
    tried = agree = 0
    first = []
    order = list(range(len(inputs)))
    for choice in itertools.product(*words):
        if tried >= most:
            return tried, agree, first, False
        tried += 1
        try:
            code, name = cpython.compiled(filled(text, blanks, choice))
        except SyntaxError:
            continue
        for place, one in enumerate(order):
            if cpython.run(code, name, eval(inputs[one])) != wanted[one]:
                # What told this one from the original tells others, too.
                order.insert(0, order.pop(place))
                break
        else:
            agree += 1
            if len(first) < SHOWN:
                first.append(list(choice))
    return tried, agree, first, True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", help="JSON lines; the standard input where none is named")
    parser.add_argument("--exactly", type=int, help="fail unless each has so many fillings")
    options = parser.parse_args()
    cpython.bound()
    lines = itertools.chain.from_iterable(map(open, options.files)) if options.files else sys.stdin
    failed = number = 0
    for line in lines:
        if not line.strip():
            continue
        number += 1
        task = json.loads(line)
        tried, agree, first, complete = count(task)
        answer = {
            "name": task.get("name", str(number)),
            "fillings": tried,
            "agree": agree,
            "first": first,
            "complete": complete,
        }
        print(json.dumps(answer), flush=True)
        if options.exactly is not None and (agree != options.exactly or not complete):
            failed += 1
    if options.exactly is not None:
        print(f"{number - failed} of {number} have exactly {options.exactly}", file=sys.stderr)
    return 1 if failed or not number else 0


if __name__ == "__main__":
    sys.exit(main())
