"""Make, solve, check, rate and explain puzzles with the program `puzgen`.

Each function is the command of the same name, with the same options: `puzgen help run` lists them, `_` stands for
`-`, and `params` for `--set`. What comes back is what the command prints as JSON, as typed dictionaries
(`puzgen.wire`); lists of results are generators, which give each result as soon as the program prints it.

    import puzgen

    for made in puzgen.run("sudoku", count=3, seed=7, level="hard"):
        print(made["score"], made["clues"]["given"])

A definition is the name of a built-in puzzle, a path, or a text as `puzgen.Text("puzzle mine { … }")`. A board is
a path, a text of a board, or a dictionary that `run` gave.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Literal, TypedDict, Unpack, cast

from .wire import Count, Hint, Jumbled, Mark, Puzzle, Rating, Solution, Step, Verification

__all__ = [
    "Board",
    "Definition",
    "Error",
    "Text",
    "Unfinished",
    "command",
    "count",
    "draw",
    "explain",
    "hint",
    "jumble",
    "mark",
    "rate",
    "run",
    "solve",
    "verify",
]


class Text(str):
    """The text of a definition, where a plain string would be a name or a path."""


Definition = str | os.PathLike[str]
Board = str | os.PathLike[str] | Mapping[str, Any]


class Error(Exception):
    """The program refused: the message is its report, which points at the place."""

    #: The code of the problem, such as `puzgen::check::unknown_name`, which `puzgen help CODE` explains.
    code: str | None

    def __init__(self, report: str) -> None:
        super().__init__(report)
        first = re.match(r"\s*(puzgen::[\w:]+)", report)
        self.code = first[1] if first else None


class Unfinished(Error):
    """A budget or the time ran out: what had been found was given, and it is not all."""


class Options(TypedDict, total=False):
    """What all commands on a definition take."""

    puzzle: str
    params: Mapping[str, object]
    max_size: int
    confined: bool


class Bounded(Options, total=False):
    """What commands take that ask an engine."""

    budget: int
    timeout: int


class Engines(Bounded, total=False):
    """What commands take that ask one engine."""

    engine: str


class Run(Engines, total=False):
    """The options of `puzgen run`."""

    count: int
    seed: int
    until: str
    solutions: int | str
    symmetry: str
    level: str
    layout: os.PathLike[str] | str
    verify: str
    all_steps: bool
    transforms: int
    jobs: int


class Verify(Bounded, total=False):
    """The options of `puzgen verify`."""

    solutions: int | str
    redundant: bool
    verify: str


class Rate(Engines, total=False):
    """The options of `puzgen rate`."""

    jobs: int


class Jumble(Options, total=False):
    """The options of `puzgen jumble`."""

    count: int
    canonical: bool
    seed: int
    timeout: int


def run(definition: Definition, **options: Unpack[Run]) -> Iterator[Puzzle]:
    """Generates puzzles. Raises `Unfinished` after the last one where there are fewer than were asked for."""
    return cast(Iterator[Puzzle], _lines("run", definition, [], options))


def draw(definition: Definition, form: str = "svg", **options: Unpack[Run]) -> str:
    """Generates puzzles as `puzgen run --format FORM` prints them: text, line, yaml, drawing, svg."""
    return "".join(_output("run", definition, [], options, form))


def solve(definition: Definition, board: Board, **options: Unpack[Engines]) -> Solution:
    """Solves a board: `status` is `unique`, `several` or `none`, and then there is a `conflict`."""
    return cast(Solution, _one("solve", definition, [board], options))


def count(definition: Definition, board: Board, limit: int, **options: Unpack[Engines]) -> Count:
    """Counts the solutions of a board, up to a limit."""
    found = _one("solve", definition, [board], {**options, "count_solutions": limit})
    return cast(Count, found)


def verify(definition: Definition, puzzles: Iterable[Board] | Board, **options: Unpack[Verify]) -> Iterator[Verification]:
    """Proves puzzles with two engines."""
    return cast(Iterator[Verification], _lines("verify", definition, [puzzles], options))


def rate(definition: Definition, puzzles: Iterable[Board] | Board, **options: Unpack[Rate]) -> Iterator[Rating]:
    """Gives features, score, tier and level of puzzles, in their order."""
    return cast(Iterator[Rating], _lines("rate", definition, [puzzles], options))


def explain(definition: Definition, board: Board, **options: Unpack[Options]) -> Iterator[Step]:
    """Gives the steps of a solution, always the easiest."""
    return cast(Iterator[Step], _lines("explain", definition, [board], options))


def hint(
    definition: Definition,
    board: Board,
    tell: Literal["place", "rule", "value"] = "place",
    attempt: Board | None = None,
    **options: Unpack[Engines],
) -> Hint:
    """Gives the next step, as much of it as it is asked to tell: from an attempt, or what is wrong with it."""
    boards = [board] if attempt is None else [board, attempt]
    return cast(Hint, _one("hint", definition, boards, {**options, "tell": tell}))


def mark(definition: Definition, given: Board, attempt: Board, **options: Unpack[Engines]) -> Mark:
    """Says where an attempt at a puzzle is wrong."""
    return cast(Mark, _one("mark", definition, [given, attempt], options))


def jumble(definition: Definition, puzzles: Iterable[Board] | Board, **options: Unpack[Jumble]) -> Iterator[Jumbled]:
    """Gives equivalent puzzles by the proved transforms, without solving them."""
    return cast(Iterator[Jumbled], _lines("jumble", definition, [puzzles], options))


def command() -> Path:
    """The program that came with this package, whatever else PATH names."""
    name = "puzgen.exe" if os.name == "nt" else "puzgen"
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    folders = [Path(sysconfig.get_path("scripts", scheme)) for scheme in schemes]
    for folder in [*folders, Path(sys.executable).parent]:
        path = folder / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"the program {name} is not in {folders[0]}: install the package again")


def _one(name: str, definition: Definition, texts: Sequence[Any], options: Mapping[str, Any]) -> Any:
    return next(_lines(name, definition, texts, options))


def _lines(name: str, definition: Definition, texts: Sequence[Any], options: Mapping[str, Any]) -> Iterator[Any]:
    return map(json.loads, _output(name, definition, texts, options, "json"))


def _output(
    name: str, definition: Definition, texts: Sequence[Any], options: Mapping[str, Any], form: str
) -> Iterator[str]:
    """The lines that a command prints; it is stopped when the caller stops reading."""
    with ExitStack() as stack:
        arguments = [_source(definition, stack), *(_board(text, stack) for text in texts)]
        line = [str(command()), name, "--quiet", "--format", form, *_flags(options), "--", *arguments]
        report = stack.enter_context(tempfile.TemporaryFile())
        process = stack.enter_context(
            subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=report, encoding="utf-8")
        )
        stack.callback(process.terminate)
        printed = False
        for text in cast(IO[str], process.stdout):
            printed = True
            yield text
        _judge(process.wait(), printed, report)


def _judge(status: int, printed: bool, report: IO[bytes]) -> None:
    """Status 1 is an answer, such as "no solution", where something was printed."""
    if status == 0 or (status == 1 and printed):
        return
    report.seek(0)
    text = report.read().decode("utf-8", "replace").strip() or f"puzgen ended with status {status}"
    raise Unfinished(text) if status == 3 else Error(text)


def _source(definition: Definition, stack: ExitStack) -> str:
    return _file(definition, ".pz", stack) if isinstance(definition, Text) else os.fspath(definition)


def _board(board: Any, stack: ExitStack) -> str:
    """A board as an argument; dictionaries and lists of boards go through a file, as they may be large."""
    if isinstance(board, (str, os.PathLike)):
        return os.fspath(board)
    puzzles = [board] if isinstance(board, Mapping) else board
    return _file("".join(_line(puzzle) + "\n" for puzzle in puzzles), ".jsonl", stack)


def _line(puzzle: Any) -> str:
    if isinstance(puzzle, Mapping):
        return json.dumps(puzzle)
    if "\n" in puzzle:
        raise ValueError("a board in a list is one line: join its rows by `/`")
    return str(puzzle)


def _file(text: str, suffix: str, stack: ExitStack) -> str:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    path = Path(folder) / f"text{suffix}"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _flags(options: Mapping[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if name == "params":
            yield from (f"--set={key}={one}" for key, one in value.items())
        elif value is True:
            yield flag
        elif value is not None and value is not False:
            yield f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"
