"""Pages of the desk go out compressed, and their length tells no secret that stands in them."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client

from tests.build import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
ASKED = 12


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
