"""Modules left out of the browser's Python: developer tools, network servers and clients, modules for other systems.

This file contains only constants, because it is imported inside Pyodide. ``tests/tools/test_left_out.py`` checks that
none of these modules is imported at start-up, in a game or after an error.
"""

from __future__ import annotations

__all__ = ["ENCODINGS", "LIBRARY", "NATIVE_ONLY", "PACKAGES"]

LIBRARY = frozenset({
    # Debuggers, profilers, test tools and the interactive prompt.
    "__hello__", "__phello__", "_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "code", "compileall", "doctest",
    "modulefinder", "pdb", "profile", "pstats", "pyclbr", "pydoc", "rlcompleter", "symtable", "tabnanny", "this",
    "timeit", "trace", "tracemalloc", "unittest", "zipapp",
    # Mail, web servers and other protocols: a page has no sockets.
    "ftplib", "http.server", "imaplib", "mailbox", "netrc", "poplib", "smtplib", "socketserver", "webbrowser",
    "wsgiref", "xmlrpc",
    # Other formats and databases.
    "configparser", "optparse", "shelve", "sqlite3", "wave", "xml.dom", "xml.etree", "xml.sax",
    # Terminals.
    "fileinput", "getpass", "pty", "tty",
})  # fmt: skip
"""Modules and packages of the standard library, with all submodules."""

ENCODINGS = frozenset({
    "__init__", "aliases", "ascii", "charmap", "cp1252", "cp437", "idna", "iso8859_1", "iso8859_15", "latin_1", "punycode",
    "raw_unicode_escape", "undefined", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be",
    "utf_32_le", "utf_7", "utf_8", "utf_8_sig",
})  # fmt: skip
"""The text encodings that are kept. A page receives text already decoded, so the others are not needed."""

PACKAGES = frozenset({
    "numpy._pyinstaller", "numpy.conftest", "numpy.f2py", "numpy.polynomial", "numpy.testing",
    "pydantic.v1", "pydantic.mypy", "pydantic.experimental",
    # Imported by packages whose reduced form does not (reduced.py).
    "numpy.random._mt19937", "numpy.random._philox", "numpy.random._pickle", "numpy.random._sfc64", "numpy.random.mtrand",
    "numpy._typing._add_docstring", "numpy._typing._array_like", "numpy._typing._char_codes", "numpy._typing._dtype_like",
    "numpy._typing._extended_precision", "numpy._typing._nbit", "numpy._typing._nbit_base",
    "numpy._typing._nested_sequence", "numpy._typing._scalars", "numpy._typing._shape", "numpy._typing._ufunc",
    "numpy.random._examples.cffi", "numpy.random._examples.numba", "numpy.typing.mypy_plugin",
})  # fmt: skip
"""Modules of numpy and pydantic that are imported only on attribute access, which never happens here, or no longer."""

NATIVE_ONLY = frozenset({"py_engine.lab", "py_engine.core.provenance"})
"""Our own modules: the laboratory, and hashes of sources."""
