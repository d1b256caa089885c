"""No public figure moves without its question: what would move is shown first, whichever button leads there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.words import press_undo, words
from tournament.desk.event_forms import settings_of
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import FineTiming, PenaltyKind
from tournament.scores.explaining import Scores
from tournament.services.events import change_settings, publish_final_list, withdraw_final_list
from tournament.services.results.reports import correct_result
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.ties import cancel_tie, rule_tie

pytestmark = pytest.mark.django_db


def undo(client: Client, event: Event, version: int, **typed: str) -> Any:
    """Press the Undo of a line of the log of changes."""
    return client.post(f"/desk/{event.slug}/changes/undo/", {"versions": str(version), **typed})


def fine(event: Event, number: int = 1, played: int = 1, amount: int = 5_000) -> int:
    """A fine of a closed or open round; the version that gave it."""
    order = PenaltyOrder(number, played, PenaltyKind.FINE, "misread a tile", amount, timing=FineTiming.BEFORE_BONUS)
    give_penalty(event, director_of(event), order)
    return event.version


def finished(players: int = 4, *, published: bool = True) -> Event:
    """An event of one round that is played to its end."""
    event = make_event(players, rounds_planned=1)
    play_round(event)
    if published:
        publish_final_list(event, director_of(event))
    return event


def with_a_tie() -> Event:
    """An event of one round that is closed; two are tied for gold."""
    event = make_event(4, rounds_planned=1)
    play_round(event, cash={1: (40_000, 40_000, 20_000, 10_000)})
    return event


def stands(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


def test_undo_of_a_fine_of_a_closed_round_shows_what_its_page_shows_and_keeps_the_reason(director: Client) -> None:
    event = finished()
    given = fine(event)
    (row,) = record_of(event).penalties
    of_page = words(director.get(f"/desk/{event.slug}/penalties/{row.key}/cancel/"))
    answer = undo(director, event, given)
    asked = words(answer)
    for said in ("4 players get a new total or place", "The final list is public, so its medals will change at once."):
        assert said in asked
        assert said in of_page
    assert stands(event) == given
    mark = answer.context["mark"]
    assert "Fine of 5,000 given to Ada Demo" in words(undo(director, event, given, confirmed=mark))  # no reason yet
    assert stands(event) == given
    undo(director, event, given, confirmed=mark, reason="it was another player")
    (line,) = record_of(event).penalties
    change = event.changes.latest("version")
    assert (line.is_cancelled, line.cancel_reason) == (True, "it was another player")
    assert (change.act, change.undoes, change.reason) == (Act.CANCEL_PENALTY, given, "it was another player")


def test_what_was_confirmed_is_what_was_shown(director: Client) -> None:
    event = finished()
    first = fine(event, 1)
    mark = undo(director, event, first).context["mark"]
    fine(event, 2)
    assert "Fine of 5,000" in words(undo(director, event, first, confirmed=mark, reason="a mistake"))
    assert not any(line.is_cancelled for line in record_of(event).penalties)


def test_a_fine_of_an_open_round_is_undone_with_one_press(director: Client) -> None:
    event = make_event(4)
    publish(event)
    given = fine(event)
    assert undo(director, event, given).status_code == 302
    assert record_of(event).penalties[0].is_cancelled


def test_undo_beside_the_message_of_a_penalty_leads_to_the_page_that_asks(director: Client) -> None:
    event = make_event(4)
    play_round(event)
    pk = record_of(event).penalties[0].key if fine(event) else 0
    page = f"/desk/{event.slug}/penalties/{pk}/cancel/"
    answer = director.post(f"{page}?undo=yes")
    assert answer["Location"] == page
    assert not record_of(event).penalties[0].is_cancelled
    cancelled = director.post(page, {"reason": "a mistake"})
    assert press_undo(director, cancelled)["Location"] == page
    assert record_of(event).penalties[0].is_cancelled


def test_undo_of_a_close_whose_results_are_public_asks_as_reopening_does(director: Client) -> None:
    event = make_event(8)
    play_round(event)
    closed = event.version
    answer = undo(director, event, closed)
    assert "8 players get a new total or place" in words(answer)
    assert record_of(event).round(1).is_closed
    undo(director, event, closed, confirmed=answer.context["mark"])
    assert not record_of(event).round(1).is_closed


def test_undo_of_the_close_of_the_last_round_asks_nothing_while_nobody_has_seen_its_results(director: Client) -> None:
    event = finished(published=False)
    assert undo(director, event, event.version).status_code == 302
    assert not record_of(event).round(1).is_closed


def test_undo_of_published_medals_asks_that_they_leave_the_public_pages(director: Client) -> None:
    event = finished(published=False)
    answer = press_undo(director, director.post(f"/desk/{event.slug}/final/publish/"))
    assert "Medals and the results of the last round will disappear from the public pages." in words(answer)
    assert Event.objects.get(pk=event.pk).is_final_published
    director.post(answer.wsgi_request.get_full_path(), {"confirmed": answer.context["mark"]})
    assert not Event.objects.get(pk=event.pk).is_final_published


def test_settings_that_move_points_alone_are_asked_about_and_so_is_their_undo(director: Client) -> None:
    event = finished(8)
    dilution = settings_of(event)["dilution"] + 1_000
    page = director.get(f"/desk/{event.slug}/settings/")
    form = form_with(page, "dilution")
    sent = form.values | {"dilution": f"{dilution / 1000:.3f}"}
    asked = director.post(f"/desk/{event.slug}/settings/", sent)
    assert "Not saved yet." in words(asked)
    assert "Medals, Pentamind points and certificates" in words(asked)
    change_settings(event, director_of(event), {"dilution": dilution})
    assert "Medals, Pentamind points and certificates" in words(undo(director, event, event.version))
    change_settings(event, director_of(event), {"venue": "Great hall"})
    assert undo(director, event, event.version).status_code == 302


def test_undo_of_a_ruling_on_a_tie_shows_whose_medal_moves(director: Client) -> None:
    event = with_a_tie()
    publish_final_list(event, director_of(event))
    tied = [place.player for place in Scores(record_of(event)).medals[:2]]
    rule_tie(event, director_of(event), tied, "higher in the final")
    asked = words(undo(director, event, event.version))
    assert "Gold, shared" in asked
    assert record_of(event).ties


def test_a_tie_ruled_under_a_public_list_is_asked_about_and_confirmed_as_it_was_sent(director: Client) -> None:
    event = with_a_tie()
    publish_final_list(event, director_of(event))
    first, second = (place.player for place in Scores(record_of(event)).medals[:2])
    tied, address = f"{first} {second}", f"/desk/{event.slug}/final/tie/"
    typed = {"players": tied, f"place-{first}": "1", f"place-{second}": "2", "reason": "higher in the final"}
    answer = director.post(address, typed)
    assert "Gold, shared" in words(answer)
    assert record_of(event).ties == ()
    form = form_with(answer, "players")
    director.post(form.action, form.filled(button=form.button("Change the public medals")))
    (ruling,) = record_of(event).ties
    assert ruling.reason == "higher in the final"
    shared = director.post(address, {"players": tied, "share": "yes"})
    assert "Change the public medals?" in words(shared)
    assert record_of(event).ties


def test_the_reason_of_a_ruling_on_a_tie_is_public_where_the_director_released_it(director: Client) -> None:
    event = with_a_tie()
    first, second = (place.player for place in Scores(record_of(event)).medals[:2])
    typed = {"players": f"{first} {second}", f"place-{first}": "1", f"place-{second}": "2", "reason": "by a whim"}
    address = f"/desk/{event.slug}/final/tie/"
    for release, is_told in (({}, False), ({"release": "yes"}, True)):
        director.post(address, {**typed, **release})
        publish_final_list(event, director_of(event))
        public = [
            Client().get(f"/{event.slug}/{page}").content.decode()
            for page in ("medals/", "medals.json", "standings.json")
        ]
        assert ["by a whim" in page for page in public[:2]] == [is_told, is_told]
        assert "the director ruled" in public[0]
        assert "by a whim" in words(director.get(f"/desk/{event.slug}/final/"))
        withdraw_final_list(event, director_of(event))
        cancel_tie(event, director_of(event), [first, second])


def test_the_released_reason_of_an_undo_stands_beside_what_it_takes_back(director: Client) -> None:
    event = finished()
    asked = undo(director, event, fine(event))
    form = form_with(asked, "confirmed")
    button = next(each for each in form.buttons if each.name == "confirmed")
    director.post(form.action, form.filled({"reason": "it was another table", "release": "yes"}, button))
    page = words(Client().get(f"/{event.slug}/standings/"))
    assert "Taken back" in page
    assert "The director: “it was another table”" in page


def test_a_juniors_medal_is_not_moved_by_a_tick_without_a_word(director: Client) -> None:
    event = finished()
    first = Scores(record_of(event)).medals[0].player
    page = f"/desk/{event.slug}/entries/{first}/"
    form = form_with(director.get(page), "country")
    asked = form_with(director.post(page, form.filled({"is_junior": "on"})), "sure")
    assert not record_of(event).entry(first).is_junior
    director.post(page, asked.filled(button=asked.button("Save")))
    assert record_of(event).entry(first).is_junior
    assert "Junior gold" in words(undo(director, event, stands(event)))


def test_a_restored_result_of_a_closed_round_shows_what_moves_before_it_is_restored(director: Client) -> None:
    event = finished()
    table = record_of(event).round(1).table(1)
    old = Change.objects.filter(event=event, act=Act.RECORD_RESULT).latest("version").version
    seats = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 700 * seat.position) for seat in table.seats)
    correct_result(event, director_of(event), 1, TableRecord(1, seats), "counted again")
    page = words(director.get(f"/desk/{event.slug}/rounds/1/tables/1/restore/{old}/"))
    assert "get a new total or place" in page
    assert "The final list is public, so its medals will change at once." in page


def test_a_correction_is_undone_from_its_message_with_the_figures_that_go_back(director: Client) -> None:
    event = finished(published=False)
    before = record_of(event).round(1)
    page = director.get(f"/desk/{event.slug}/rounds/1/tables/1/correct/")
    amounts = [name for name in form_with(page, "t1-why").values if "-cash-" in name]
    wrong = {name: str(30_000 + 1_000 * place) for place, name in enumerate(amounts)}
    look = press(director, page, "Preview", {**wrong, "t1-why": "recount"})
    answer = press(director, look, "Correct table 1")
    assert record_of(event).round(1) != before
    question = press_undo(director, answer)
    assert "4 players get a new total or place" in words(question)
    director.post(question.wsgi_request.get_full_path(), {"confirmed": question.context["mark"]})
    assert [seat.cash for seat in record_of(event).round(1).tables[0].seats] == [
        seat.cash for seat in before.tables[0].seats
    ]
    assert Change.objects.filter(event=event).latest("version").act == Act.RESTORE_RESULT
