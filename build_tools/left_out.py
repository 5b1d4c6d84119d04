"""What the browser's Python does without: tools for developers, servers and clients, and modules for other systems.

It uses nothing but constants, since it is read inside Pyodide. That nothing here is ever imported by a start, a game or
an error is tested in ``tests/tools/test_left_out.py``.
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
"""Modules of the standard library, each with all that is in it."""

ENCODINGS = frozenset({
    "__init__", "aliases", "ascii", "charmap", "cp1252", "cp437", "idna", "iso8859_1", "iso8859_15", "latin_1", "punycode",
    "raw_unicode_escape", "undefined", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be",
    "utf_32_le", "utf_7", "utf_8", "utf_8_sig",
})  # fmt: skip
"""The text encodings that stay; those of the rest of the world reach a page as text already."""

PACKAGES = frozenset({
    "numpy._pyinstaller", "numpy.conftest", "numpy.f2py", "numpy.polynomial", "numpy.testing",
    "pydantic.v1", "pydantic.mypy", "pydantic.experimental",
})  # fmt: skip
"""Modules of numpy and pydantic that only a name asked of the package brings in, and nobody asks."""

NATIVE_ONLY = frozenset({"py_engine.lab", "py_engine.core.provenance"})
"""Ours: precompute and tournaments, and hashes of sources."""
