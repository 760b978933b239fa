"""Runs functions with the Python that reads this, bounded in turns of loops, calls, time and memory."""

import ast
import contextlib
import io
import resource
import signal
import warnings

TICKS = 30_000
SECONDS = 5
LONG = 1_000_000
TOO_LONG = ("too long", "", "", ())


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


class Ticker:
    """Ends a run after a number of ticks."""

    def __init__(self):
        self.left = TICKS

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return True


def too_long(*_):
    raise TooLong


def bound():
    """Bounds the memory of this process, and makes an alarm end a run."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    signal.signal(signal.SIGALRM, too_long)
    warnings.simplefilter("ignore")


def compiled(text):
    """Returns the code of a text and the name of its last function. Raises SyntaxError where it is no Python."""
    tree = ast.parse(text)
    name = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)][-1]
    return compile(ast.fix_missing_locations(Ticks().visit(tree)), "program", "exec"), name


def called(code, name, arguments):
    space = {"__tick__": Ticker()}
    exec(code, space)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            end = ("returned", repr(space[name](*arguments)))
        except (RecursionError, MemoryError):
            return TOO_LONG
        except Exception as error:
            kind = type(error).__name__
            # UnboundLocalError is a NameError.
            end = ("raised", "NameError" if kind == "UnboundLocalError" else kind)
    return (*end, printed.getvalue(), tuple(map(repr, arguments)))


def run(code, name, arguments):
    """Returns how one call ended, its value or class, the printed text, and the arguments afterwards."""
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        seen = called(code, name, arguments)
    except (TooLong, RecursionError, MemoryError, ValueError):
        return TOO_LONG
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    is_long = sum(map(len, [seen[1], seen[2], *seen[3]])) > LONG
    return TOO_LONG if is_long else seen
