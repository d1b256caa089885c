"""Pages of the desk go out compressed, and their length tells no secret that stands in them."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client

from tests.build import make_event, play_to, publish

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
ASKED = 12


def test_a_page_of_the_desk_is_compressed_for_whoever_takes_it(director: Client) -> None:
    event = play_to(make_event(40), round_closed=1)
    publish(event, 2)
    for page, most in (("rounds/2/results/", 6_000), ("standings/", 4_000), ("rounds/1/results/", 6_000), ("", 5_000)):
        address = f"/desk/{event.slug}/{page}"
        plain = director.get(address)
        packed = director.get(address, headers={"accept-encoding": "gzip, deflate, br"})
        assert (plain.headers.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
        assert "Accept-Encoding" in packed["Vary"]
        assert without_token(gzip.decompress(packed.content)) == without_token(plain.content)
        assert len(packed.content) <= most, f"{page} has {len(packed.content)} bytes"


def test_whoever_refuses_gzip_gets_a_page_as_it_is(director: Client) -> None:
    for taken in ("", "br", "gzip;q=0", "gzip; q=0.000, br"):
        answer = director.get("/desk/", headers={"accept-encoding": taken})
        assert (answer.headers.get("Content-Encoding"), answer["Vary"].count("Accept-Encoding")) == (None, 1)


def test_the_length_of_a_compressed_page_tells_nothing_of_the_token_in_it(director: Client) -> None:
    """Whoever sees lengths alone, and can put words into a page, could else guess a secret letter by letter."""
    event = make_event(8)
    answers = [director.get(f"/desk/{event.slug}/", headers={"accept-encoding": "gzip"}).content for _ in range(ASKED)]
    tokens = [token for answer in answers for token in TOKEN.findall(gzip.decompress(answer).decode())[:1]]
    assert len(set(tokens)) == ASKED, "each page has the token under another mask"
    assert len({len(answer) for answer in answers}) > ASKED / 3


def without_token(page: bytes) -> str:
    """The text of a page but for the token of its forms and the keys that work once."""
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=")[^"]+', r"\1", TOKEN.sub("", page.decode()))
