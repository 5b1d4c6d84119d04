"""Unpacking replay files: every packing, damaged files up to the damage, and a limit on the size."""

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
    """The contents of a file; empty if it is refused with a ``ContractError``."""
    try:
        return unpack(data)
    except ContractError:
        return b"", True


@pytest.mark.parametrize("pack", [*PACKERS.values(), str.encode])
def test_unpack_accepts_all_packings(pack: Callable[[str], bytes]) -> None:
    assert unpack(pack(LOG)) == (LOG.encode(), False)


@pytest.mark.parametrize("level", range(10))
def test_unpack_recognises_every_compression_level(level: int) -> None:
    assert unpack(zlib.compress(LOG.encode(), level)) == (LOG.encode(), False)


@given(st.binary(min_size=1, max_size=5_000))
def test_unpack_round_trips_any_bytes(data: bytes) -> None:
    assert unpack(zlib.compress(data)) == (data, False)
    assert unpack(gzip.compress(data)) == (data, False)


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_unpack_keeps_everything_before_a_cut(pack: Callable[[str], bytes]) -> None:
    packed, before = pack(LOG), b""
    for length in range(len(packed)):
        found, cut = unpack(packed[:length]) if before else opened(packed[:length])
        assert cut, length
        assert LOG.encode().startswith(found)
        assert len(found) >= len(before)
        before = found
    # At the end only the checksum is missing, so the whole log is there.
    assert before == LOG.encode()


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_unpack_tolerates_a_wrong_checksum(pack: Callable[[str], bytes]) -> None:
    packed = bytearray(pack(LOG))
    packed[-5 if pack is as_gzip else -1] ^= 1
    assert unpack(bytes(packed)) == (LOG.encode(), True)


def test_unpack_keeps_every_byte_before_damage() -> None:
    data = bytes(range(256)) * 700
    packed = bytearray(zlib.compress(data, 0))
    # Stored blocks: a header byte, the length, its complement, the bytes.
    place, whole = 2, 0
    for _ in range(2):
        length = int.from_bytes(packed[place + 1 : place + 3], "little")
        place, whole = place + 5 + length, whole + length
    packed[place + 3] ^= 0xFF
    found, cut = unpack(bytes(packed))
    assert cut
    assert found == data[:whole]


@given(st.integers(2, len(as_zlib(LOG)) - 1), st.integers(1, 255))
def test_unpack_of_a_flipped_byte_raises_only_contract_errors(place: int, flip: int) -> None:
    packed = bytearray(as_zlib(LOG))
    packed[place] ^= flip
    opened(bytes(packed))


def test_unpack_ignores_trailing_bytes() -> None:
    assert unpack(as_gzip(LOG) + b"something else") == (LOG.encode(), False)


@pytest.mark.parametrize("pack", [zlib.compress, gzip.compress, bytes], ids=["zlib", "gzip", "plain"])
def test_unpack_limits_the_length(pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MAX_BYTES", 300_000)
    assert len(unpack(pack(b"<" * 300_000))[0]) == 300_000
    with pytest.raises(ContractError) as caught:
        unpack(pack(b"<" * 300_001))
    assert "longer than" in sentence(caught)


def test_unpack_stops_a_zip_bomb() -> None:
    bomb = zlib.compress(bytes(container.MAX_BYTES + 1), 1)
    with pytest.raises(ContractError) as caught:
        unpack(bomb)
    assert sentence(caught) == "The replay is longer than 48 MB."


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\x78\x00", b"hello", b"%PDF-1.7", b"PK\x03\x04" + bytes(300), bytes(1_000)]
)
def test_unpack_refuses_other_files(data: bytes) -> None:
    with pytest.raises(ContractError) as caught:
        unpack(data)
    assert sentence(caught) == "The file is not a GEMP replay: it is neither XML nor packed XML."


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b", b"\x1f\x8b\x08", b"\x78\x9c", b"\x78\x9cgarbage", b"\x1f\x8b<gameReplay/>"]
)
def test_unpack_refuses_broken_packing(data: bytes) -> None:
    with pytest.raises(ContractError) as caught:
        unpack(data)
    assert sentence(caught) == "The file is packed, but it cannot be unpacked."


def test_decode_base64_is_strict() -> None:
    assert decode_base64(base64.b64encode(as_zlib(LOG)).decode()) == as_zlib(LOG)
    assert decode_base64("") == b""
    for text in ("a", "????", "QUJD\n", "QUJD QUJD", "ÄÖÜ=", "\ud800"):
        with pytest.raises(ContractError) as caught:
            decode_base64(text)
        assert sentence(caught) == "The field data_base64 is not base64."
