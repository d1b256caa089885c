"""Results where there is little room: each row unfolds the sentence in which the player's own page tells the steps of the score."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.build import director_of, enter_result, make_event, play_to, publish
from tests.tournament.pages.acting.test_parts import made
from tests.tournament.pages.reading import html, tables_of, words_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.formats import SHIPPED, Format, Typed, shipped_format
from tournament.services.rounds import close_round
from tournament.tellings.results import shown_columns

pytestmark = pytest.mark.django_db

UNFOLDED = re.compile(r'<tr data-p="(\d+)">(?:(?!</tr>).)*<summary>why</summary>([^<]+)</details>')


def played(form: Format) -> Event:
    """An event of a format after one round, at whose tables the amounts are 1, 2 and so on, or a win for the first."""
    event = made(form, "Cup 2026")
    for table in publish(event, 1).tables:
        wins = form.amount.typed is Typed.WINNER
        enter_result(event, 1, table, [int(at == 1) if wins else at for at in range(1, table.size + 1)])
    close_round(event, director_of(event), 1)
    return event


@pytest.mark.parametrize("key", sorted(path.stem for path in SHIPPED.glob("*.json")))
def test_each_row_unfolds_the_steps_as_the_players_page_tells_them(client: Client, key: str) -> None:
    event = played(shipped_format(key))
    round_ = record_of(event).round(1)
    page = html(client, f"/{event.slug}/rounds/1/results/")
    told = {int(number): unescape(sentences) for number, sentences in UNFOLDED.findall(page)}
    assert sorted(told) == sorted(seat.player for table in round_.tables for seat in table.seats)
    for number, sentences in told.items():
        assert sentences in words_of(html(client, f"/{event.slug}/players/{number}/"))
        assert words_of(page).count(sentences) == list(told.values()).count(sentences)
    first = html(client, f"/{event.slug}/rounds/1/tables/1/")
    assert {int(number) for number, _ in UNFOLDED.findall(first)} == {seat.player for seat in round_.table(1).seats}
    assert "<details" not in html(client, f"/{event.slug}/embed/results/")


@pytest.mark.parametrize("key", sorted(path.stem for path in SHIPPED.glob("*.json")))
def test_what_was_typed_is_marked_in_the_head_and_no_column_is_lost(client: Client, key: str) -> None:
    form = shipped_format(key)
    event = played(form)
    page = html(client, f"/{event.slug}/rounds/1/tables/1/")
    typed = [column.title for column in shown_columns(form) if column.key in ("cash", "second")]
    assert re.findall(r'<th scope="col" class="amount">([^<]*)</th>', page) == typed
    head = tables_of(page)[0].head
    assert head[2 if "Seat" not in head else 3 :] == [column.title for column in shown_columns(form)]


def test_the_sentences_begin_with_what_was_typed_and_files_have_none(client: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    page = html(client, f"/{event.slug}/rounds/1/results/")
    assert all(sentences.startswith("Cash ") for _, sentences in UNFOLDED.findall(page))
    assert "Cash " not in client.get(f"/{event.slug}/rounds/1/results/?_export=csv").content.decode()
