"""``{% translate %}``: tags of a sentence are tags in every language, and what a variable holds is text."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tests.build import director_of, make_event, play_to

KEYS = re.compile(r"<kbd>[^<&]+</kbd>")


@pytest.mark.django_db
@pytest.mark.parametrize("code", dict(settings.LANGUAGES))
def test_keys_are_keys_at_the_prize_giving_in_each_language(client: Client, code: str) -> None:
    event = play_to(make_event(8, rounds_planned=2), round_closed=2)
    client.force_login(director_of(event))
    client.post("/desk/language/", {"language": code})
    page = client.get(f"/desk/{event.slug}/prizes/").content.decode()
    assert (len(KEYS.findall(page)) > 4, "&lt;kbd" in page) == (True, False)


def test_what_a_variable_holds_is_text() -> None:
    with translation.override("en-gb"):
        page = Template("{% translate words %}").render(Context({"words": "<b>Ada & Ben</b>"}))
        filled = Template('{% translate "Game {code}" code=words %}').render(Context({"words": "<b>Ada & Ben</b>"}))
    assert page == "&lt;b&gt;Ada &amp; Ben&lt;/b&gt;"
    assert filled == f"Game {page}"
