"""Words of a log that nobody knows: asked for once with a guess, answered with the log, and only suggested for other logs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from games.acquire.logs import AskedWord
from tests.tournament.pages.logs import UNREAD, a_table, at, with_log
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import told
from tournament.desk.tablelogs import UnknownWord, unknown_words
from tournament.models import Event, GameLog
from tournament.replays import GameReading, read_game

pytestmark = pytest.mark.django_db

made, event = once_for_all(a_table)
"""One table with its slip entered, as every test finds it."""


def asking(*asked: AskedWord) -> GameReading:
    """The log with a place that cannot be read, as if its reader asked for these words."""
    reading = read_game(UNREAD)
    return replace(reading, log=replace(reading.log, asked=asked))


def explain(client: Client, event: Event, log: GameLog, **words: str) -> GameLog:
    """Answer what words mean, as the page sends it."""
    sent = {"word": list(words), "meaning": list(words.values())}
    assert client.post(at(event, f"logs/{log.pk}/words/"), sent)["Location"] == at(event, f"logs/{log.pk}/")
    log.refresh_from_db()
    return log


def test_a_word_is_asked_for_with_the_readers_guess_and_the_lines_that_it_stands_in(event: Event) -> None:
    log = with_log(event, UNREAD)
    first, second = unknown_words(log, asking(AskedWord("Festival", 7, 10, "cash"), AskedWord("Zork", 1, 85, "")))
    assert first == UnknownWord("Festival", 7, first.lines, "cash", is_asked=True)
    assert [(place.line, place.before, place.word) for place in first.lines] == [(10, "3 Cai: 8I; found ", "Festival;")]
    assert (second.word, second.meaning, [place.line for place in second.lines]) == ("Zork", "", [85])


def test_an_answer_is_stored_with_its_log_and_only_suggested_for_another_one(event: Event, director: Client) -> None:
    log, other = with_log(event, UNREAD), with_log(event, UNREAD)
    assert explain(director, event, log, Zork="remark").words == {"Zork": "remark"}
    other.refresh_from_db()
    assert other.words == {}
    assert [each.meaning for each in unknown_words(other, asking(AskedWord("Zork", 1, 85, "cash")))] == ["remark"]
    assert [each.meaning for each in unknown_words(log, asking(AskedWord("Zork", 1, 85, "cash")))] == ["remark"]


def test_an_answer_is_taken_back_by_an_empty_one_and_by_undo(event: Event, director: Client) -> None:
    log = explain(director, event, with_log(event, UNREAD), Zork="remark")
    assert explain(director, event, log, Zork="cash").words == {"Zork": "cash"}
    page = director.get(at(event, f"logs/{log.pk}/"))
    assert told(page)[-1].startswith("Words of a log at table 1 in round 1 explained")
    director.post(
        f"/desk/{event.slug}/changes/undo/?versions={event.changes.order_by('-version').values_list('version', flat=True)[0]}"
    )
    log.refresh_from_db()
    assert log.words == {"Zork": "remark"}
    assert explain(director, event, log, Zork="").words == {}


def test_a_meaning_that_there_is_not_is_not_stored(event: Event, director: Client) -> None:
    assert explain(director, event, with_log(event, UNREAD), Zork="magic").words == {}


def test_an_answered_word_remains_on_the_page_to_be_answered_otherwise(event: Event, director: Client) -> None:
    log = explain(director, event, with_log(event, UNREAD), Zork="remark")
    markup = director.get(at(event, f"logs/{log.pk}/")).content.decode()
    assert '<option value="remark" selected>a remark</option>' in markup
    assert "Read the log by these answers" in markup
