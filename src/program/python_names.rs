//! Names that Python knows and the subset leaves out. Read as unknown names, a program with them would seem to fail.

/// Functions, classes and constants of Python's `builtins`, sorted.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup",
    "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError",
    "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError",
    "Exception", "ExceptionGroup", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning",
    "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError",
    "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "ProcessLookupError",
    "PythonFinalizationError", "RecursionError", "ReferenceError", "ResourceWarning",
    "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError",
    "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "TypeError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError",
    "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError", "Warning",
    "ZeroDivisionError", "aiter", "anext", "ascii", "bin", "breakpoint", "bytearray", "bytes",
    "callable", "classmethod", "compile", "complex", "delattr", "dir", "eval", "exec", "filter",
    "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "hex", "id", "input",
    "issubclass", "iter", "locals", "map", "memoryview", "next", "object", "oct", "open", "pow",
    "property", "repr", "round", "set", "setattr", "slice", "staticmethod", "super", "type",
    "vars",
];

/// Returns whether a name means something in Python that the subset leaves out.
pub(super) fn is_left_out(name: &str) -> bool {
    LEFT_OUT.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::LEFT_OUT;
    use crate::val::Builtin;

    #[test]
    fn names_are_sorted_and_none_is_of_the_subset() {
        assert!(LEFT_OUT.is_sorted());
        assert!(LEFT_OUT.iter().all(|name| Builtin::named(name).is_none()));
    }
}
