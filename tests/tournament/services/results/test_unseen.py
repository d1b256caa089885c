"""What a page did not show is not done by it: drafts drawn again, results that moved, disputes that were ruled meanwhile."""

from __future__ import annotations

import pytest

from tests.build import being_played, director_of, draw_round, logged_in, make_event, play_to, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import DisputeState, PlayerId, SitOutKind
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import publish_final_list
from tournament.services.results.reports import correct_result, restore_result, versions_of
from tournament.services.rounds import publish_round
from tournament.services.seats import mark_no_show
from tournament.slices.disputes.acts import open_dispute, settle_dispute

pytestmark = pytest.mark.django_db


def on_a_page(event: Event) -> Actor:
    """The director on a page that shows the event as it is now."""
    return Actor(director_of(event), seen=Event.objects.get(pk=event.pk).version)


def corrected(event: Event, number: int, by: int) -> None:
    seats = record_of(event).round(number).table(1).seats
    figures = tuple(
        SeatRecord(seat.player, cash=(seat.cash or 0) + by * (place == 0)) for place, seat in enumerate(seats)
    )
    correct_result(event, director_of(event), number, TableRecord(1, figures), "counted again")


def test_a_draft_drawn_again_meanwhile_is_not_published_unseen() -> None:
    event = make_event(8)
    drawn = draw_round(event, 1, seed=1)
    page = on_a_page(event)
    draw_round(event, 1, seed=2, replaces=drawn.draw_id)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        publish_round(event, page, 1)
    publish_round(event, on_a_page(event), 1)


def test_medals_that_moved_meanwhile_are_not_published_unseen() -> None:
    event = play_to(make_event(4, rounds_planned=1), round_closed=1)
    page = on_a_page(event)
    corrected(event, 1, 30_000)
    with pytest.raises(RefusedError, match=r"Result for table 1 in round 1 corrected\. Check the list"):
        publish_final_list(event, page)
    publish_final_list(event, on_a_page(event))


def test_a_correction_is_not_restored_away_by_who_did_not_see_it() -> None:
    event = play_to(make_event(4), round_closed=1)
    first = versions_of(event, 1, 1)[0].official_version or 0
    corrected(event, 1, 100)
    page = on_a_page(event)
    corrected(event, 1, 200)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        restore_result(event, page, 1, 1, first, "as it was")
    restore_result(event, on_a_page(event), 1, 1, first, "as it was")


def test_a_ruling_is_not_withdrawn_before_the_dispute_is_opened_again() -> None:
    event = being_played(4)
    actor = director_of(event)
    dispute = open_dispute(event, actor, 1, 1, "cash for seat 2")
    settle_dispute(event, actor, dispute, DisputeState.RULED, "Seat 2 had 33,500.")
    with pytest.raises(RefusedError, match="This has already been done"):
        settle_dispute(event, actor, dispute, DisputeState.WITHDRAWN, "other")
    settle_dispute(event, actor, dispute, DisputeState.OPEN)
    settle_dispute(event, actor, dispute, DisputeState.WITHDRAWN)


def test_an_amount_typed_for_who_left_the_table_meanwhile_is_not_dropped() -> None:
    event = make_event(12)
    publish(event, 1, sizes=(4, 4, 4))
    director = logged_in(director_of(event))
    page = director.get(f"/desk/{event.slug}/rounds/1/results/")
    gone = record_of(event).round(1).table(2).seats[0].player
    mark_no_show(event, director_of(event), 1, gone, SitOutKind.MISSED, "no-show")
    seats = record_of(event).round(1).table(2).seats
    typed = {f"t2-cash-{player}": "40,000" for player in (gone, *(seat.player for seat in seats))}
    answer = press(director, page, "Save all", typed)
    name = record_of(event).name_of(PlayerId(gone))
    assert f"{name} has been moved from table 2. Check who is there and enter the cash again." in words(answer)
    assert not record_of(event).round(1).table(2).has_cash


def test_the_first_sit_out_is_the_same_however_often_the_page_is_opened() -> None:
    event = make_event(7)
    client = logged_in(director_of(event))
    told = {
        words(client.get(f"/desk/{event.slug}/rounds/1/arrangement/")).partition("Who sits out? ")[2][:80]
        for _ in range(4)
    }
    assert len(told) == 1
    assert "there are no scores yet, so lots were drawn" in told.pop()


def test_paper_says_what_is_disputed() -> None:
    from datetime import UTC, datetime

    from tests.tournament.pdf.reading import pages_of
    from tournament.pdf.document import sheet
    from tournament.pdf.job import Options

    event = play_to(make_event(8, rounds_planned=1), round_closed=1)
    open_dispute(event, director_of(event), 1, 2, "was Tower taken over first?")
    for name in ("standings", "results", "final-list", "handover"):
        pages = pages_of(sheet(name, record_of(event), Options(), datetime(2026, 8, 20, tzinfo=UTC)))
        text = " ".join(" ".join(page) for page in pages)
        assert "Some results are disputed and may change: round 1, table 2." in " ".join(text.split()), name
