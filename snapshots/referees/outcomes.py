"""Says what Python does, for the tests of the interpreter. One JSON object a line in, one out.

In: {"text": a program, "inputs": [the text of a tuple of arguments, ...]}
Out: {"outcomes": [[end, value or class, printed, [repr of the arguments after the call]], ...]}
"""

import json
import sys

import cpython


def outcomes(task):
    try:
        code, name = cpython.compiled(task["text"])
    except SyntaxError as error:
        return [["syntax", str(error), "", []] for _ in task["inputs"]]
    return [cpython.run(code, name, eval(arguments)) for arguments in task["inputs"]]


cpython.bound()
for line in sys.stdin:
    print(json.dumps({"outcomes": outcomes(json.loads(line))}), flush=True)
