"""No stored text is cut: what may be entered is kept and shown whole, or refused before in a sentence that names the limit."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.build import director_of, make_event, play_to
from tournament.models import Change, Event, GameLog, Table, TableReport
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.lengths import LONGEST_ENDING, LONGEST_REASON, LONGEST_RULING
from tournament.record.vocabulary import PenaltyKind, PlayerId, ReportSource, SitOutKind
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.reports import (
    record_result,
    report_result,
    rule_equal_shares,
    rule_result,
)
from tournament.services.seats import mark_no_show
from tournament.slices.apart import keep_apart
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty

# What is refused, and what is kept


LONG = "x" * (LONGEST_REASON + 1)
SAID = f"has {LONGEST_REASON + 1} characters; the limit is {LONGEST_REASON}. Shorten it."


def figures(event: Event, **words: str) -> TableRecord:
    seats = record_of(event).round(1).table(1).seats
    amounts = (
        SeatRecord(seat.player, cash=30_000 + 1_000 * seat.position, cash_reason=words.get("reason", ""))
        for seat in seats
    )
    return TableRecord(1, tuple(amounts), ended_by=words.get("ended_by", "all safe"))


ENTERED: dict[str, Callable[[Event], object]] = {
    "penalty": lambda event: give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, LONG)),
    "keep apart": lambda event: keep_apart(event, director_of(event), [[1, 2]], reason=LONG),
    "no-show": lambda event: mark_no_show(event, director_of(event), 1, PlayerId(1), SitOutKind.MISSED, LONG),
    "amount": lambda event: record_result(event, director_of(event), 1, figures(event, reason=LONG)),
    "report": lambda event: report_result(
        event, director_of(event), 1, figures(event, reason=LONG), ReportSource.PLAYER
    ),
    "equal shares": lambda event: rule_equal_shares(event, director_of(event), 1, 1, LONG),
}


@pytest.mark.parametrize("what", ENTERED)
def test_a_reason_that_is_too_long_is_refused_with_both_lengths_and_nothing_is_stored(event: Event, what: str) -> None:
    version = event.version
    with pytest.raises(RefusedError, match=re.escape(SAID)):
        ENTERED[what](event)
    assert Event.objects.get(pk=event.pk).version == version


def test_who_ended_a_game_is_kept_whole_or_refused(event: Event) -> None:
    who = "N" * 120 + ", all chains safe"
    record_result(event, director_of(event), 1, figures(event, ended_by=who))
    assert record_of(event).round(1).table(1).ended_by == who
    with pytest.raises(RefusedError, match=f"the limit is {LONGEST_ENDING}"):
        record_result(event, director_of(event), 1, figures(event, ended_by="x" * (LONGEST_ENDING + 1)))


def test_a_cancellation_with_too_long_a_reason_is_refused(event: Event) -> None:
    penalty = give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    with pytest.raises(RefusedError, match=re.escape(SAID)):
        cancel_penalty(event, director_of(event), penalty.pk, LONG)


def test_reasons_of_the_log_of_changes_are_whole_up_to_their_limit(event: Event) -> None:
    words = "w" * LONGEST_RULING
    withdraw(event, director_of(event), 1, words)
    assert event.changes.get(version=event.version).reason == words
    with pytest.raises(RefusedError, match="has 4,001 characters; the limit is 4,000"):
        change_settings(event, director_of(event), {"venue": "Great hall"}, "w" * (LONGEST_RULING + 1))


def test_a_ruling_from_a_log_stores_its_whole_reason(db: None) -> None:
    event = play_to(make_event(4), round_closed=1)
    table = record_of(event).round(1).table(1)
    ruled = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 700 * seat.position) for seat in table.seats)
    words = "".join(f"Turn {turn}: a bonus of 2,500 was paid as 1,300 (25,100). " for turn in range(1, 40)).strip()
    log = GameLog.objects.create(table=Table.objects.get(round__event=event), text="edition: mso")
    rule_result(event, director_of(event), 1, TableRecord(1, ruled), words, log.pk)
    assert Change.objects.get(event=event, version=event.version).reason == words
    assert TableReport.objects.get(official_version=event.version).why == words
