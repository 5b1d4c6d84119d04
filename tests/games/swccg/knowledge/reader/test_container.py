"""From the bytes of a file to XML: however it is packed, as far as it goes, never more than fits."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.games.swccg.knowledge.reader import container
from py_engine.games.swccg.knowledge.reader.container import decode_base64, unpack
from tests.games.swccg.logs import DARK, LIGHT, as_gzip, as_zlib, game_replay, message, participants

LOG = game_replay([participants(DARK, DARK, LIGHT), *(message(f"Line {number} of ½ a game") for number in range(40))])
PACKERS: dict[str, Callable[[str], bytes]] = {"gzip": as_gzip, "zlib": as_zlib}


def sentence(caught: pytest.ExceptionInfo[ContractError]) -> str:
    text = str(caught.value)
    assert caught.value.code == "INVALID_PARAMS"
    assert text.endswith(".")
    assert len(text) < 200
    return text


def opened(data: bytes) -> tuple[bytes, bool]:
    """What a file holds; nothing where it is refused, which is nothing but a sentence."""
    try:
        return unpack(data)
    except ContractError:
        return b"", True


@pytest.mark.parametrize("pack", [*PACKERS.values(), str.encode])
def test_a_log_is_the_same_however_it_is_packed(pack: Callable[[str], bytes]) -> None:
    assert unpack(pack(LOG)) == (LOG.encode(), False)


@pytest.mark.parametrize("level", range(10))
def test_every_level_of_compression_is_known_by_its_first_bytes(level: int) -> None:
    assert unpack(zlib.compress(LOG.encode(), level)) == (LOG.encode(), False)


@given(st.binary(min_size=1, max_size=5_000))
def test_whatever_was_packed_comes_out(data: bytes) -> None:
    assert unpack(zlib.compress(data)) == (data, False)
    assert unpack(gzip.compress(data)) == (data, False)


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_file_that_is_cut_gives_what_stands_before_the_cut(pack: Callable[[str], bytes]) -> None:
    packed, before = pack(LOG), b""
    for length in range(len(packed)):
        found, cut = unpack(packed[:length]) if before else opened(packed[:length])
        assert cut, length
        assert LOG.encode().startswith(found)
        assert len(found) >= len(before)
        before = found
    # Only the checksum is missing at the end: all of the log is there.
    assert before == LOG.encode()


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_wrong_checksum_costs_nothing_but_a_warning(pack: Callable[[str], bytes]) -> None:
    packed = bytearray(pack(LOG))
    packed[-5 if pack is as_gzip else -1] ^= 1
    assert unpack(bytes(packed)) == (LOG.encode(), True)


def test_what_stands_before_damaged_bytes_is_kept_to_the_byte() -> None:
    data = bytes(range(256)) * 700
    packed = bytearray(zlib.compress(data, 0))
    # Stored blocks: a byte that says which kind, the length, its complement, the bytes themselves.
    place, whole = 2, 0
    for _ in range(2):
        length = int.from_bytes(packed[place + 1 : place + 3], "little")
        place, whole = place + 5 + length, whole + length
    packed[place + 3] ^= 0xFF
    found, cut = unpack(bytes(packed))
    assert cut
    assert found == data[:whole]


@given(st.integers(2, len(as_zlib(LOG)) - 1), st.integers(1, 255))
def test_a_flipped_byte_never_raises_anything_else(place: int, flip: int) -> None:
    packed = bytearray(as_zlib(LOG))
    packed[place] ^= flip
    opened(bytes(packed))


def test_what_follows_the_packed_log_is_left_alone() -> None:
    assert unpack(as_gzip(LOG) + b"something else") == (LOG.encode(), False)


@pytest.mark.parametrize("pack", [zlib.compress, gzip.compress, bytes], ids=["zlib", "gzip", "plain"])
def test_a_log_may_be_as_long_as_the_limit_and_no_longer(
    pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "MAX_BYTES", 300_000)
    assert len(unpack(pack(b"<" * 300_000))[0]) == 300_000
    with pytest.raises(ContractError) as caught:
        unpack(pack(b"<" * 300_001))
    assert "longer than" in sentence(caught)


def test_a_bomb_is_not_unpacked_beyond_the_limit() -> None:
    bomb = zlib.compress(bytes(container.MAX_BYTES + 1), 1)
    with pytest.raises(ContractError) as caught:
        unpack(bomb)
    assert sentence(caught) == "The replay is longer than 48 MB."


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\x78\x00", b"hello", b"%PDF-1.7", b"PK\x03\x04" + bytes(300), bytes(1_000)]
)
def test_what_is_neither_xml_nor_packed_is_told_so(data: bytes) -> None:
    with pytest.raises(ContractError) as caught:
        unpack(data)
    assert sentence(caught) == "The file is not a GEMP replay: it is neither XML nor packed XML."


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b", b"\x1f\x8b\x08", b"\x78\x9c", b"\x78\x9cgarbage", b"\x1f\x8b<gameReplay/>"]
)
def test_what_only_looks_packed_is_told_so(data: bytes) -> None:
    with pytest.raises(ContractError) as caught:
        unpack(data)
    assert sentence(caught) == "The file is packed, but it cannot be unpacked."


def test_base64_is_taken_strictly() -> None:
    assert decode_base64(base64.b64encode(as_zlib(LOG)).decode()) == as_zlib(LOG)
    assert decode_base64("") == b""
    for text in ("a", "????", "QUJD\n", "QUJD QUJD", "ÄÖÜ=", "\ud800"):
        with pytest.raises(ContractError) as caught:
            decode_base64(text)
        assert sentence(caught) == "The field data_base64 is not base64."
