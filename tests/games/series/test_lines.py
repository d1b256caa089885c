"""What a line may leave out."""

from __future__ import annotations

import json

import pytest

from games.acquire.errors import IllegalActionError
from games.series.lines import id_of, parse_acts


@pytest.mark.parametrize(
    ("line", "number", "name"),
    [
        ('{"act":"pass"}', 7, "-"),
        ('{"t":"act","act":"pass"}', 7, "-"),
        ('{"t":"act","id":"mine","n":3,"act":"pass"}', 3, "mine"),
        ('{"acts":[{"act":"pass"}]}', 7, "-"),
    ],
)
def test_what_may_be_left_out_is_put_in(line: str, number: int, name: str) -> None:
    sent = parse_acts(line.encode(), 7)
    assert sent is not None
    assert (sent.number, sent.id, sent.requests) == (number, name, ({"act": "pass"},))


@pytest.mark.parametrize("line", ['{"t":"hello"}', '{"t":"ping"}', '{"t":"agree"}'])
def test_what_only_sockets_need_is_passed_over(line: str) -> None:
    assert parse_acts(line.encode(), 7) is None


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"play 6E", b"[]", b"7", b"null", b'"act"', b"\xff\xfe", b"[" * 4_000, b'{"a":' * 700),
        *(b'{"t":"view"}', b'{"t":[]}', b'{"n":null,"act":"pass"}', b'{"id":7,"act":"pass"}', b'{"acts":[]}'),
        b'{"act":"pass","x":"' + b"x" * 5_000 + b'"}',
        *(b'{"acts":[' + b"[" * 2_000 + b"]" * 2_000 + b"]}x", b'{"n":' + b"9" * 4_000 + b',"act":"pass"}'),
    ],
)
def test_what_is_no_act_is_refused_in_a_sentence(line: bytes) -> None:
    with pytest.raises(IllegalActionError, match=r"\.$") as caught:
        parse_acts(line, 7)
    assert caught.value.code == "act-unreadable"
    assert isinstance(id_of(line), str)


def test_an_example_in_a_refusal_is_a_line_that_can_be_sent() -> None:
    for line in (b"play 6E", b"[]"):
        with pytest.raises(IllegalActionError) as caught:
            parse_acts(line, 7)
        example = str(caught.value)[str(caught.value).index("{") : str(caught.value).index("}") + 1]
        assert parse_acts(example.encode(), 7) is not None


def test_the_id_of_what_is_refused_is_told() -> None:
    assert id_of(json.dumps({"id": "x" * 100, "act": "fly"}).encode()) == "x" * 64
