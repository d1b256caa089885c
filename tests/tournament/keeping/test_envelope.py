"""The file of an archive: the same for the same event, and refused in one sentence however it was damaged or made up."""

from __future__ import annotations

import gzip
import hashlib
import json
import tracemalloc
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.record.archive import LARGE, USUAL, EnvelopeError, pack, unpack

DOCUMENT = {"event": {"name": "Zoë’s Cup"}, "rows": {"Entry": [{"name": "Łukasz", "number": 1}]}}
ABOUT = {"slug": "zoes-cup-2026", "version": 7}
FILE = pack(DOCUMENT, ABOUT, "3.1")

TEXT = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(TEXT),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(TEXT), inner, max_size=3),
    max_leaves=8,
)


def made_up(body: bytes, **header: Any) -> bytes:
    """A file with a checksum that fits whatever its body is."""
    right = {"archive": "top-table-event", "format": 3, "sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body)}
    return gzip.compress(json.dumps(right | header).encode() + b"\n" + body + b"\n")


@settings(max_examples=25)
@given(st.dictionaries(st.text("abc", min_size=1), st.lists(values, max_size=3), max_size=3), values)
def test_what_is_packed_is_read_as_it_was(rows: dict[str, Any], event: Any) -> None:
    document = {"event": event, "rows": rows}
    opened = unpack(pack(document, ABOUT, "3.1"))
    assert opened.document == document
    assert (opened.header["slug"], opened.header["version"], opened.header["program"]) == ("zoes-cup-2026", 7, "3.1")


def test_the_header_can_be_read_by_anybody_and_the_file_is_always_the_same() -> None:
    assert pack(DOCUMENT, ABOUT, "3.1") == FILE
    header, body, _ = gzip.decompress(FILE).split(b"\n")
    told = json.loads(header)
    assert (told["archive"], told["format"]) == ("top-table-event", 3)
    assert hashlib.sha256(body).hexdigest() == told["sha256"]


@settings(max_examples=50)
@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_one_wrong_byte_anywhere_is_noticed(place: int, flip: int) -> None:
    damaged = bytearray(FILE)
    damaged[place] ^= flip
    try:
        opened = unpack(bytes(damaged))
    except EnvelopeError:
        return
    assert (opened.document, place < 10) == (DOCUMENT, True), "only what gzip's own header ignores may differ"


@pytest.mark.parametrize("cut", [0, 1, 10, len(FILE) // 2, len(FILE) - 1])
def test_a_file_that_was_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(EnvelopeError):
        unpack(FILE[:cut])


REFUSED = {
    "a picture": b"\x89PNG\r\n",
    "a later format": made_up(b"{}", format=4, program="9.0"),
    "no JSON": made_up(b"{'event'}"),
    "no event": made_up(b'{"rows": {}}'),
    "rows that are none": made_up(b'{"event": {}, "rows": {"Entry": 7}}'),
    "endless brackets": made_up(b"[" * 200_000),
    "an endless number": made_up(b'{"event": ' + b"9" * 10_000 + b', "rows": {}}'),
    "too many rows": made_up(b'{"event": {}, "rows": {"Entry": [' + b"0," * 16_000 + b"0]}}"),
    "a null character": made_up(rb'{"event": {"name": "a\u0000b"}, "rows": {}}'),
    "a null character behind a backslash": made_up(rb'{"event": {"name": "\\\u0000"}, "rows": {}}'),
    "an endless header": gzip.compress(b'{"archive": "' + b"x" * 20_000 + b'"}\n{}\n'),
    "something behind": FILE + b"more",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_archive_is_refused_in_a_sentence(what: str) -> None:
    with pytest.raises(EnvelopeError) as refusal:
        unpack(REFUSED[what])
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


EARLIER = {
    "format 1": (
        b'{\n "format": "top-table-archive-1",\n "event": {}\n}\n',
        "was made by an earlier version of Top Table",
    ),
    "format 2, with a mark of its bytes": (
        b'\xef\xbb\xbf{"format": "top-table-archive-2", "event": {}}',
        "was made by an earlier version of Top Table",
    ),
    "format 3 of 2.4": (pack(DOCUMENT, ABOUT, "2.4.0"), "was made by an earlier version of Top Table"),
}


@pytest.mark.parametrize("which", EARLIER)
def test_an_archive_from_before_the_tables_of_2_7_2_is_refused_and_told_what_converts_it(which: str) -> None:
    file, said = EARLIER[which]
    with pytest.raises(EnvelopeError) as refusal:
        unpack(file)
    assert str(refusal.value) == (
        f"The archive {said}. Top Table 3.0 can convert it: restore it there, and save the event's archive again."
    )


@pytest.mark.parametrize("program", ["2.5.0", "2.7.2", "2.8", "3.0", "10.1", "of our own"])
def test_an_archive_of_every_later_version_is_read(program: str) -> None:
    assert unpack(pack(DOCUMENT, ABOUT, program)).document == DOCUMENT


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, 31)
    million = bytes(1_000_000)
    bomb = b"".join(squeezer.compress(million) for _ in range(LARGE.unpacked // 1_000_000 + 2)) + squeezer.flush()
    assert len(bomb) < 1_000_000
    for bounds, said in ((USUAL, "contains more than 8 MB.*restore --large"), (LARGE, "contains more than 200 MB")):
        with pytest.raises(EnvelopeError, match=said):
            unpack(bomb, bounds)


VALUES = {
    "objects": b"{}",
    "objects of one": b'{"a":1}',
    "lists": b"[1]",
    "texts": b'"abc"',
    "backslashes": rb'"' + rb"\\" * 3_900_000 + rb'"',
    "text of another width": '"{}\U0001f600"'.format("a" * 7_900_000).encode(),
}


@pytest.mark.parametrize("kind", VALUES)
def test_what_is_refused_has_cost_less_than_150_mb(kind: str) -> None:
    """The most of each kind that comes in, and one value more, which does not."""
    least = sum(map(VALUES[kind].count, (b"{", b"[", b",", b":"))) + 1
    count = min((USUAL.values - 10) // least, (USUAL.unpacked - 100) // (len(VALUES[kind]) + 1))
    within = made_up(b'{"event":[' + b",".join([VALUES[kind]] * count) + b'],"rows":[]}')
    beyond = made_up(b'{"event":[' + b",".join([b"0"] * (USUAL.values + 1)) + b'],"rows":{}}')
    tracemalloc.start()
    try:
        with pytest.raises(EnvelopeError, match="The archive is damaged"):
            unpack(within)
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
        tracemalloc.reset_peak()
        with pytest.raises(EnvelopeError, match="900,000 values"):
            unpack(beyond)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000, "nothing was built of it"
    finally:
        tracemalloc.stop()


def test_a_text_that_only_tells_of_a_null_character_is_read() -> None:
    document = {"event": {"name": "\\u0000"}, "rows": {}}
    assert unpack(pack(document, ABOUT, "3.1")).document == document


@pytest.mark.parametrize("where", ["header", "body"])
def test_a_null_character_is_told_wherever_it_is(where: str) -> None:
    told = {"slug": "a\0b"} if where == "header" else {}
    body = rb'{"event": {}, "rows": {}}' if told else rb'{"event": {"name": "a\u0000b"}, "rows": {}}'
    with pytest.raises(EnvelopeError) as refusal:
        unpack(made_up(body, **told))
    assert str(refusal.value) == ("The archive is damaged. Use another copy of the file.")
