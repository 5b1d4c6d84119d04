"""Results as text tables, and as JSON, CSV, NPZ, Parquet, Markdown and SVG files."""

from __future__ import annotations

import argparse
import csv
import importlib
import io
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.core.results import to_json
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows, markdown_report, titled, titled_markdown, written

__all__ = ["Result", "add_output", "against_reference", "read_columns", "show"]

SUFFIXES = (".json", ".csv", ".npz", ".parquet", ".md", ".svg")


class Result(NamedTuple):
    """What a program has found."""

    tables: Sequence[tuple[str, Rows]]
    """Titles and tables, as printed."""
    data: Mapping[str, Any]
    """The same as JSON data, unrounded."""
    columns: Mapping[str, Array] = {}
    """Columns of equal length, for CSV, NPZ and Parquet; without them these have the first table, or NPZ the JSON data."""
    picture: str | None = None
    """An SVG."""


def add_output(parser: argparse.ArgumentParser) -> None:
    """Adds the option of files to write."""
    parser.add_argument(
        "--output", nargs="+", type=Path, default=[], metavar="FILE", help=f"write these too: {', '.join(SUFFIXES)}"
    )


def show(result: Result, chosen: argparse.Namespace) -> None:
    """Prints the tables and writes the files.

    Raises:
        LabError: a file's kind is unknown, or the program has no picture.
    """
    print(titled(result.tables))
    for path in chosen.output:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes(result, path.suffix))


def _bytes(result: Result, suffix: str) -> bytes:
    """The content of a file of this kind.

    Raises:
        LabError: the kind is unknown, the program has no picture, or pyarrow is missing.
    """
    if suffix == ".json":
        return written(to_json(dict(result.data))).encode()
    if suffix == ".csv":
        return _csv(result).encode()
    if suffix == ".npz":
        return packed(result.columns or {"json": np.array(written(to_json(dict(result.data))))})
    if suffix == ".parquet":
        return _parquet(result)
    if suffix == ".md":
        return _markdown(result).encode()
    if suffix == ".svg" and result.picture is not None:
        return result.picture.encode()
    raise LabError("This program has no picture." if suffix == ".svg" else f"Files can end in {', '.join(SUFFIXES)}.")


def packed(columns: Mapping[str, Array]) -> bytes:
    """Columns as a compressed NPZ file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **columns)
    return buffer.getvalue()


def _parquet(result: Result) -> bytes:
    """Columns as a Parquet file.

    Raises:
        LabError: pyarrow is not installed.
    """
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise LabError(
            "A .parquet file needs pyarrow: pip install 'py_engine[parquet]', or write .npz or .csv."
        ) from None
    head, *rows = result.tables[0][1]
    columns = result.columns or {
        name: np.array(cells) for name, cells in zip(head, zip(*rows, strict=True), strict=True)
    }
    buffer = io.BytesIO()
    parquet.write_table(arrow.table({name: arrow.array(column) for name, column in columns.items()}), buffer)
    return buffer.getvalue()


def _markdown(result: Result) -> str:
    """The tables as a Markdown page that names the command which made it."""
    made = shlex.join(["python", "-m", "py_engine.lab", *sys.argv[1:]])
    return markdown_report(titled_markdown(result.tables), made)


def read_columns(path: Path) -> dict[str, Array]:
    """The columns of an NPZ or CSV file; those of a CSV are text.

    Raises:
        LabError: the file cannot be read.
    """
    try:
        if path.suffix == ".npz":
            with np.load(path) as file:
                return dict(file)
        head, *rows = csv.reader(path.read_text("utf-8").splitlines())
    except (OSError, ValueError) as error:
        raise LabError(f"{path} cannot be read: {error}.") from None
    return {name: np.array(column) for name, column in zip(head, zip(*rows, strict=True), strict=True)}


def _csv(result: Result) -> str:
    """The columns as CSV, or without columns the first table."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    if result.columns:
        writer.writerow(result.columns)
        writer.writerows(zip(*(column.tolist() for column in result.columns.values()), strict=True))
    else:
        writer.writerows(result.tables[0][1])
    return buffer.getvalue()


def against_reference(rows: Sequence[tuple[str, float, float | None, int]]) -> Rows:
    """A table of computed values with the reference beside them.

    Args:
        rows: Name, value, reference (None if there is none) and decimals.
    """
    table = [["", "computed", "reference"]]
    for name, value, reference, decimals in rows:
        known = "" if reference is None else f"{reference:.{decimals}f}"
        table.append([name, f"{value:.{decimals}f}", known])
    return table
