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
import contextlib
import io
import itertools
import json
import re
import resource
import signal
import sys
import warnings

BLANK = re.compile(r"__(\d+)__")
TICKS = 30_000
MOST = 2_000_000
SHOWN = 4


class TooLong(BaseException):
    """Raised where a run goes on for too long."""


class Ticks(ast.NodeTransformer):
    """Counts the turns of loops, and calls."""

    def counted(self, node):
        self.generic_visit(node)
        node.body.insert(0, ast.parse("__tick__()").body[0])
        return node

    visit_For = visit_While = visit_FunctionDef = counted

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.ifs.insert(0, ast.parse("__tick__()").body[0].value)
        return node


def too_long(*_):
    raise TooLong


class Ticker:
    """Ends a run after a number of ticks."""

    def __init__(self):
        self.left = TICKS

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return True


def run(code, name, arguments):
    """Returns end, value, printed text and arguments afterwards of one call."""
    space = {"__tick__": Ticker()}
    exec(code, space)
    printed = io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        with contextlib.redirect_stdout(printed):
            try:
                end = ("returned", repr(space[name](*arguments)))
            except (TooLong, RecursionError, MemoryError):
                return ("too long", "", "", ())
            except Exception as error:
                kind = type(error).__name__
                end = ("raised", "NameError" if kind == "UnboundLocalError" else kind)
        return (*end, printed.getvalue(), tuple(repr(one) for one in arguments))
    except (TooLong, RecursionError, MemoryError):
        return ("too long", "", "", ())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def filled(text, blanks, words):
    chosen = dict(zip(blanks, words))
    return BLANK.sub(lambda found: chosen.get(int(found[1]), found[0]), text)


def compiled(text):
    """Returns the code of a text and the name of its last function, or None where it is no Python."""
    try:
        tree = ast.parse(text)
        name = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)][-1]
        return compile(ast.fix_missing_locations(Ticks().visit(tree)), "program", "exec"), name
    except SyntaxError:
        return None


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
            return ("too long", "", "", ())
        parts = [outcome.get("value", ""), outcome.get("printed", ""), outcome.get("arguments", [])]
        outcome = [end, *parts]
    if outcome[0] == "too long":
        return ("too long", "", "", ())
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
        found = compiled(filled(text, blanks, choice))
        if found is None:
            continue
        code, name = found
        for place, one in enumerate(order):
            if run(code, name, eval(inputs[one])) != wanted[one]:
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
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    signal.signal(signal.SIGALRM, too_long)
    warnings.simplefilter("ignore")
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
