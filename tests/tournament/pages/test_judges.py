"""Each judge of the walk condemns what it is there for, and nothing else: a page that is well passes all of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tests.tournament.access.answers import HEADERS
from tests.tournament.languages.pseudo import PSEUDO
from tests.tournament.pages import judges
from tests.tournament.pages.judges import JUDGES, Judge
from tests.tournament.pages.walk import Stage, Visit

FORM = '<form method="post" action="/desk/cup/rounds/1/close/"><input name="key" value="{}"><input name="seen" value="3"></form>'
KEPT = {"Cache-Control": "private, no-store"}
POLICY = {"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'"}


def visited(
    page: str = "",
    stage: str = "seated",
    language: str = PSEUDO,
    queries: int = 12,
    headers: dict[str, str] = HEADERS | KEPT | POLICY,
) -> Visit:
    """A page of the desk of an event that has seen three acts."""
    answer: Any = HttpResponse(f'<html lang="{language}"><body>{page}</body></html>', headers=headers)
    answer.wsgi_request, answer.queries = RequestFactory().get("/desk/cup/"), queries
    return Visit(Stage(stage, "cup", 3, frozenset({"Ada Demo"})), "/desk/cup/", answer)


CONDEMNED: dict[Judge, Visit] = {
    judges.at_most_one_button_is_primary: visited('<button class="primary"></button><a class="button primary"></a>'),
    judges.the_next_thing_is_elsewhere: visited('<div class="next"><a class="button" href="/desk/cup/"></a></div>'),
    judges.no_list_has_two_columns_with_one_head: visited("<thead><tr><th>⟦Námé⟧</th><th>⟦Námé⟧</th></tr></thead>"),
    judges.the_database_is_asked_seldom: visited(queries=13),
    judges.every_form_carries_a_key_and_the_version_that_its_page_shows: visited(FORM.format("short")),
    judges.nothing_runs_inside: visited('<p style="color: red"></p>'),
    judges.no_browser_keeps_a_page_of_the_desk: visited(headers=HEADERS | POLICY),
    judges.an_event_that_is_put_away_offers_nothing_that_would_be_refused: visited(FORM.format("k" * 12), "kept_away"),
    judges.the_page_speaks_the_chosen_language: visited(language="de"),
    judges.every_word_is_in_the_catalogue: visited("<p>Ada Demo has won 42,400.</p>"),
}


def test_a_page_that_is_well_passes_every_judge() -> None:
    page = FORM.format("k" * 12) + '<button class="primary">⟦Sávé⟧</button><p>Ada Demo ⟦hás wón⟧ 42’400</p>'
    assert [judge.__name__ for judge in JUDGES if judge(visited(page))] == []


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_each_judge_condemns_its_page_alone(judge: Judge) -> None:
    assert [each.__name__ for each in JUDGES if each(CONDEMNED[judge])] == [judge.__name__]
