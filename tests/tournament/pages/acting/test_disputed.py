"""An open dispute through the pages: every page that shows what follows from the result says so, and going on over it asks why (R11)."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tests.tournament.pdf.reading import pages_of
from tournament.models import Change, Dispute, Event
from tournament.models.queries import read_event, record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.acts import Act
from tournament.record.vocabulary import DisputeState, RoundState
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round, publish_round
from tournament.slices.disputes.acts import open_dispute, settle_dispute

pytestmark = pytest.mark.django_db

PRINTED_AT = datetime(2026, 8, 20, 18, 0, tzinfo=UTC)
SENTENCE = "Some results are disputed and may change: round 1, table 2."


def contest(event: Event, number: int = 1, table: int = 2) -> Dispute:
    return open_dispute(event, director_of(event), number, table, "cash for seat 2")


def reported(players: int = 8, rounds: int = 2) -> Event:
    """Round 1 is being played, every table has reported, table 2 is disputed."""
    event = make_event(players, rounds_planned=rounds)
    publish(event, 1)
    enter_results(event, 1)
    contest(event)
    return event


def closed_over(event: Event) -> Event:
    """The same after the close."""
    close_round(event, director_of(event), 1, over_dispute="the clock is running")
    return Event.objects.get(pk=event.pk)


def state_of(event: Event, number: int = 1) -> RoundState:
    return record_of(event).round(number).state


def latest(event: Event) -> tuple[str, str]:
    change = Change.objects.filter(event=event).order_by("-version").first()
    assert change is not None
    return change.act, change.reason


# The next thing, the stage bar and the grid


def test_the_stage_bar_and_the_grid_mark_the_disputed_table_alone(director: Client) -> None:
    event = reported()
    answer = director.get(desk(event, "rounds/1/results/"))
    assert "Round 1 2 of 2 reported, 1 disputed" in words(answer)
    assert [row.state_words for row in answer.context["rows"]] == ["official", "disputed"]
    assert answer.content.decode().count('<span class="tag doubt">disputed</span>') == 1
    assert "Round 1 1 disputed ✓ done" in words(director.get(desk(closed_over(event))))


# Closing


def test_closing_over_a_dispute_asks_why_and_keeps_the_answer(director: Client) -> None:
    event = reported()
    asked = press(director, director.get(desk(event)), "Close round 1")
    assert asked.status_code == 200
    assert f"Close round 1? {SENTENCE}" in words(asked)
    assert state_of(event) is RoundState.PUBLISHED
    empty = press(director, asked, "Close round 1", {"reason": "  "})
    assert "Close round 1?" in words(empty)
    assert state_of(event) is RoundState.PUBLISHED
    done = press(director, empty, "Close round 1", {"reason": "the hall closes at six"})
    assert done["Location"] == desk(event, "standings/")
    assert state_of(event) is RoundState.CLOSED
    assert latest(event) == (Act.CLOSE_ROUND.value, "the hall closes at six")


def test_a_round_without_a_dispute_is_closed_without_a_question(director: Client) -> None:
    event = reported()
    closed_over(event)
    publish(event, 2)
    enter_results(event, 2)
    press(director, director.get(desk(event)), "Close round 2")
    assert state_of(event, 2) is RoundState.CLOSED


# Standings, final list and what the public sees


def test_the_standings_and_the_final_list_say_that_a_result_is_disputed(director: Client) -> None:
    event = closed_over(reported())
    for page in ("standings/", "final/"):
        assert SENTENCE in words(director.get(desk(event, page)))


def test_the_public_pages_say_so_of_closed_rounds_and_tell_nothing_else(client: Client) -> None:
    event = reported()
    addresses = ("", "standings/", "players/1/", "rounds/1/results/", "rounds/1/tables/2/")
    for page in addresses:
        assert "disputed" not in words(client.get(f"/{event.slug}/{page}"))
    closed_over(event)
    for page in addresses:
        shown = words(client.get(f"/{event.slug}/{page}"))
        assert SENTENCE in shown
        assert "cash for seat 2" not in shown
        assert "the clock is running" not in shown
    assert "disputed" not in words(client.get(f"/{event.slug}/rounds/1/tables/1/"))
    assert SENTENCE in words(client.get(f"/{event.slug}/live/?v=0&on=standings"))


# Cutting the final


def test_cutting_the_final_over_a_dispute_needs_a_reason(director: Client) -> None:
    event = play_to(make_event(16, rounds_planned=2), round_closed=1)
    contest(event)
    page = director.get(desk(event, "rounds/2/arrangement/"))
    assert "A disputed result may still change the final" in words(page)
    assert "Round 1, table 2 is disputed. Round 1 is closed." in words(director.get(desk(event)))
    refused = press(director, page, "Seat the final from")
    assert "Rule on it first, or write why you are going ahead anyway." in words(refused)
    assert not record_of(event).has_round(2)
    press(director, refused, "Seat the final from", {"over_dispute": "both ways cut the same"})
    assert record_of(event).has_round(2)
    assert latest(event) == (Act.DRAW_ROUND.value, "both ways cut the same")


def test_a_final_cut_by_lot_is_cut_again_over_a_dispute_with_a_reason_too(director: Client) -> None:
    event = make_event(16, rounds_planned=2)
    play_round(event, 1, cash=dict.fromkeys(range(1, 5), (40_000,) * 4))
    contest(event)
    draw_round(event, 2, over_dispute="no time to wait")
    page = director.get(desk(event, "rounds/2/"))
    assert form_with(page, "again").values["over_dispute"] == [""]
    again = press(director, page, "Seat the final again", {"seed": "99"})
    assert "write why you are going ahead anyway" in told(again)[0]
    press(director, page, "Seat the final again", {"seed": "99", "over_dispute": "still no time"})
    assert (record_of(event).round(2).seed, latest(event)) == (99, (Act.DRAW_ROUND.value, "still no time"))


def test_a_final_that_was_cut_before_the_dispute_is_published_over_it_with_a_reason_alone() -> None:
    event = play_to(make_event(16, rounds_planned=2), round_closed=1)
    draw_round(event, 2)
    contest(event)
    for reason in ("", "  "):
        with pytest.raises(RefusedError) as refusal:
            publish_round(event, director_of(event), 2, over_dispute=reason)
        assert str(refusal.value) == f"{SENTENCE} Rule on it first, or write why you are going ahead anyway."
    assert state_of(event, 2) is RoundState.DRAFT
    publish_round(event, director_of(event), 2, over_dispute="both ways cut the same")
    assert state_of(event, 2) is RoundState.PUBLISHED
    assert latest(event) == (Act.PUBLISH_ROUND.value, "both ways cut the same")


def test_a_random_round_is_drawn_over_a_dispute_without_a_question(director: Client) -> None:
    event = closed_over(reported())
    page = director.get(desk(event, "rounds/2/arrangement/"))
    assert "over_dispute" not in page.content.decode()
    press(director, page, "Draw 4 4")
    assert record_of(event).has_round(2)


# Publishing the final list


def played_out() -> Event:
    event = closed_over(reported())
    play_round(event, 2)
    return event


def test_publishing_the_final_list_over_a_dispute_needs_a_reason(director: Client) -> None:
    event = played_out()
    overview = director.get(desk(event))
    assert "Round 1, table 2 is disputed. All rounds are closed." in words(overview)
    assert f'<a class="button" href="{desk(event, "final/")}">Publish the final list…</a>' in overview.content.decode()
    page = director.get(desk(event, "final/"))
    refused = press(director, page, "Publish the final list")
    assert "write why you are going ahead anyway." in told(refused)[0]
    assert not read_event(event.slug).is_final_published
    press(director, page, "Publish the final list", {"over_dispute": "the ruling cannot move a medal"})
    assert read_event(event.slug).is_final_published
    assert latest(event) == (Act.PUBLISH_FINAL.value, "the ruling cannot move a medal")


def test_the_public_medals_say_that_a_result_is_disputed(director: Client, client: Client) -> None:
    event = played_out()
    publish_final_list(event, director_of(event), over_dispute="the prize-giving is at five")
    shown = words(client.get(f"/{event.slug}/medals/"))
    assert SENTENCE in shown
    assert "the prize-giving is at five" not in shown
    assert "Round 1, table 2 is disputed. The final list is public." in words(director.get(desk(event)))


def test_a_final_list_taken_back_is_published_again_with_a_reason(director: Client) -> None:
    event = played_out()
    publish_final_list(event, director_of(event), over_dispute="the prize-giving is at five")
    back: Any = director.post(desk(event, "final/withdraw/"))
    undone = press(director, director.get(back["Location"]), "Undo")
    assert "write why you are going ahead anyway." in told(undone)[-1]
    assert not read_event(event.slug).is_final_published


# Paper of the end


@pytest.mark.parametrize("name", ["medal-form", "certificates", "prize-giving"])
def test_what_is_printed_of_the_medals_says_that_a_result_is_disputed(name: str) -> None:
    event = closed_over(reported(rounds=1))
    (dispute,) = Dispute.objects.all()
    texts = [
        " ".join(chain(*pages_of(sheet(name, record_of(event), Options(over_dispute="the office closes"), PRINTED_AT))))
    ]
    settle_dispute(event, director_of(event), dispute, DisputeState.RULED, "It stands.")
    texts.append(
        " ".join(chain(*pages_of(sheet(name, record_of(event), Options(over_dispute="the office closes"), PRINTED_AT))))
    )
    assert [SENTENCE in text for text in texts] == [True, False]
