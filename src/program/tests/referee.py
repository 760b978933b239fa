"""Runs functions with the Python that reads this, for comparison. One JSON object a line in, one out.

In: {"text": a program, "inputs": [the text of a tuple of arguments, ...]}
Out: {"outcomes": [[end, value or class, printed, [repr of the arguments after the call]], ...]}
"""

import ast
import contextlib
import io
import json
import resource
import signal
import sys

MOST = 30_000


class TooLong(BaseException):
    """Raised where a run goes on for too long."""


class Ticks(ast.NodeTransformer):
    """Counts loops and calls."""

    def body(self, node):
        self.generic_visit(node)
        node.body.insert(0, ast.parse("__tick__()").body[0])
        return node

    visit_For = visit_While = visit_FunctionDef = body

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.ifs.insert(0, ast.parse("__tick__()").body[0].value)
        return node


def alarm(*_):
    raise TooLong


def ticker():
    count = 0

    def tick():
        nonlocal count
        count += 1
        if count > MOST:
            raise TooLong
        return True

    return tick


def run(tree, code, arguments):
    name = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)][-1]
    space = {"__tick__": ticker()}
    printed = io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, 3)
    try:
        exec(code, space)
        given = eval(arguments)
        with contextlib.redirect_stdout(printed):
            try:
                end = ["returned", repr(space[name](*given))]
            except (TooLong, RecursionError, MemoryError):
                end = ["too long", ""]
            except Exception as error:
                kind = type(error).__name__
                end = ["raised", "NameError" if kind == "UnboundLocalError" else kind]
        try:
            after = [repr(one) for one in given]
        except (ValueError, RecursionError, MemoryError):
            end, after = ["too long", ""], []
        seen = end + [printed.getvalue(), after]
        is_long = sum(map(len, [end[1], seen[2], *after])) > 1_000_000
        return ["too long", "", "", []] if is_long else seen
    except (TooLong, MemoryError):
        return ["too long", "", "", []]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    signal.signal(signal.SIGALRM, alarm)
    import warnings

    warnings.simplefilter("ignore")
    for line in sys.stdin:
        task = json.loads(line)
        try:
            tree = ast.parse(task["text"])
            code = compile(ast.fix_missing_locations(Ticks().visit(tree)), "program", "exec")
        except SyntaxError as error:
            print(json.dumps({"outcomes": [["syntax", str(error), "", []] for _ in task["inputs"]]}), flush=True)
            continue
        outcomes = [run(tree, code, arguments) for arguments in task["inputs"]]
        print(json.dumps({"outcomes": outcomes}), flush=True)


main()
