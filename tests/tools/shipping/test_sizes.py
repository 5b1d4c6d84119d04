"""The sizes of the page's files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from build_tools.process import ToolError
from build_tools.shipping.sizes import fetched_with, games_in, page_files, sizes_of, table

PAGE = ["assets/azul-Abc_-123.js", "assets/index-01234567.css", "assets/index-01234567.js", "assets/yatzy-98765432.js"]
LATER = ["assets/parts-01234567.js", "assets/yatzy-pages-01234567.js"]
OTHERS = ["404.html", "_headers", "hosting/nginx.conf", "licences.html", "runtime/manifest.json", "share.png"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in (*PAGE, *LATER, "index.html", "sw.js", *OTHERS):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"// {name}\n" * 100)
    return tmp_path


def test_files_of_the_engine_of_hosts_and_of_licences_are_left_out(site: Path) -> None:
    names = [path.relative_to(site).as_posix() for path in page_files(site)]
    assert names == sorted([*PAGE, *LATER, "index.html", "sw.js"])


def test_a_visit_to_a_game_fetches_neither_other_games_nor_later_parts(site: Path) -> None:
    files = page_files(site)
    assert games_in(files) == ["azul", "yatzy"]
    names = [path.name for path in fetched_with("yatzy", files)]
    assert names == ["index-01234567.css", "index-01234567.js", "yatzy-98765432.js", "index.html", "sw.js"]


def test_every_file_is_compressed_alone(site: Path) -> None:
    path = site / "sw.js"
    (size,) = sizes_of([path])
    assert size.plain == path.stat().st_size
    assert size.brotli < size.gzip == len(gzip.compress(path.read_bytes(), 9, mtime=0)) < size.plain


def test_the_table_names_files_their_sum_and_a_visit_with_each_game(site: Path) -> None:
    lines = table(site).splitlines()
    starts = [line[:36].strip() for line in lines]
    assert set(PAGE) < set(starts)
    assert starts[-3:] == ["all 8 files", "first visit with azul", "first visit with yatzy"]
    plain = sum(path.stat().st_size for path in page_files(site))
    assert lines[-3].split()[3] == f"{plain / 1e3:.1f}"


def test_a_folder_without_a_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="make build"):
        table(tmp_path)
