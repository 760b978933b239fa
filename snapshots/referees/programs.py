#!/usr/bin/env python3
"""Asks CPython about programs with blanks: fillings.py tries every filling of each, and exactly one may agree.

Usage: snapshots/referees/run PUZGEN programs [COUNT] [TOPIC …]

COUNT is how many puzzles of each topic are made. What the original does is run by this Python as well, so the outcomes
that a puzzle tells are checked, too.
"""

import ast
import contextlib
import io
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOPICS = sorted(path.stem for path in (HERE / "../../puzzles").glob("python_*.pz"))


def puzzles(puzgen, topic, count):
    """Yields the text of each puzzle."""
    command = [puzgen, "run", topic, "--seed", "2027", "--count", str(count), "--answers", "--quiet"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    yield from re.split(rf"(?m)^(?=# {topic}, seed )", out)[1:]


def parts(topic, text):
    """Returns what fillings.py reads of a puzzle, and what the puzzle tells of its outcomes."""
    head = text.splitlines()[0]
    code = "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip() + "\n"
    remarks = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    name = re.findall(r"(?m)^def (\w+)", code)[-1]
    told = [line.split(" -> ", 1) for line in remarks if line.startswith(f"{name}(") and " -> " in line]
    answer = next(line for line in remarks if line.startswith("answer "))
    words = dict(part.split(": ", 1) for part in answer[len("answer "):].split("   "))
    alternatives = {}
    for line in remarks:
        found = re.fullmatch(r"(\d+(?:, \d+)*): (.*)", line)
        if found:
            for number in found[1].split(", "):
                alternatives[number] = found[2].split("  ")
    original = re.sub(r"__(\d+)__", lambda blank: words[blank[1]], code)
    return head, code, alternatives, original, [call for call, _ in told], [says for _, says in told]


def outcome(original, call):
    """Returns what the original does for a call, as fillings.py wants it."""
    space = {}
    exec(compile(original, "original", "exec"), space)
    tree = ast.parse(call, mode="eval").body
    arguments = [ast.literal_eval(argument) for argument in tree.args]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = {"end": "returned", "value": repr(space[tree.func.id](*arguments))}
        except Exception as error:  # noqa: BLE001
            result = {"end": "raised", "value": type(error).__name__}
    return {**result, "printed": printed.getvalue(), "arguments": [repr(it) for it in arguments]}


def main():
    puzgen, rest = sys.argv[1], sys.argv[2:]
    count = int(rest.pop(0)) if rest and rest[0].isdigit() else 5
    lines, wrong = [], 0
    for topic in rest or TOPICS:
        for text in puzzles(puzgen, topic, count):
            head, code, alternatives, original, calls, says = parts(topic, text)
            outcomes = [outcome(original, call) for call in calls]
            for call, told, found in zip(calls, says, outcomes):
                if not told.startswith(found["value"]):
                    wrong += 1
                    print(f"{head}: {call} is told as {told}, and is {found['value']}")
            lines.append(json.dumps({
                "name": head, "text": code, "alternatives": alternatives, "inputs": calls, "outcomes": outcomes,
            }))
    command = [sys.executable, str(HERE / "fillings.py"), "--exactly", "1"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for line in found:
        if line.get("agree") != 1 or not line.get("complete"):
            print(json.dumps(line))
    fillings = sum(line["fillings"] for line in found)
    print(f"{len(found)} programs, {fillings} fillings tried by CPython; {wrong} outcomes told wrongly; "
          f"{sum(line.get('agree') == 1 for line in found)} with exactly one filling")
    sys.stderr.write(done.stderr)
    return int(bool(wrong) or done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
