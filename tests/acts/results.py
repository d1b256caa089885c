"""Acts on results: typed, corrected, restored, reported, disputed."""

from __future__ import annotations

from random import Random

from django.contrib.auth.models import User

from tests.acts.choosing import (
    CLOSED,
    PLAYING,
    one_of,
    round_of,
    table_of,
)
from tournament.models import Dispute, Event, TableReport
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import DisputeState, ReportSource
from tournament.services.changes import Actor
from tournament.services.results.confirming import confirm_results, hand_in
from tournament.services.results.reports import (
    correct_result,
    record_results,
    report_result,
    restore_result,
    rule_equal_shares,
)
from tournament.slices.disputes.acts import open_dispute, settle_dispute


def _cash(table: TableRecord, chance: Random) -> TableRecord:
    """Cash for a table: mostly whole, now and then with gaps, marks and reasons, sometimes nothing at all."""
    shape = chance.random()
    seats = tuple(
        SeatRecord(
            seat.player,
            cash=None
            if shape < 0.1 or (shape < 0.25 and chance.random() < 0.5)
            else chance.choice((0, 20_000, 30_000, 40_050)),
            cash_reason=chance.choice(("", "counted twice")),
            timed_out=chance.random() < 0.1,
        )
        for seat in table.seats
    )
    return TableRecord(table.number, seats, ended_by=chance.choice(("", "all safe")))


def _seen(event: Event, record: EventRecord, chance: Random) -> Actor:
    """The director before a page that may be older than the event."""
    return Actor(event.created_by, seen=chance.choice((None, record.version, max(1, record.version - 3))))


def record_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played = round_of(record, chance, PLAYING)
    tables = chance.sample(played.tables, chance.randint(1, len(played.tables)))
    for refusal in record_results(
        event, _seen(event, record, chance), played.number, [_cash(table, chance) for table in tables]
    ).values():
        raise refusal


def finish_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """Report every table that has not, plausibly."""
    played = round_of(record, chance, PLAYING)
    amounts = chance.sample(range(100, 600), 6)
    wanted = [
        TableRecord(
            table.number,
            tuple(
                SeatRecord(seat.player, cash=amount * 100) for seat, amount in zip(table.seats, amounts, strict=False)
            ),
        )
        for table in played.tables
        if not table.has_result
    ]
    record_results(event, event.created_by, played.number, wanted)


def correct_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, CLOSED)
    reason = chance.choice(("recount", "recount", ""))
    correct_result(event, _seen(event, record, chance), played.number, _cash(table, chance), reason)


def restore_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    said = TableReport.objects.filter(table__round__event=event, official_version__isnull=False)
    old = one_of(chance, list(said.select_related("table__round").order_by("pk")))
    played, version = old.table.round.number, old.official_version or 0
    restore_result(event, event.created_by, played, old.table.number, version, "the first was right")


def report_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    report_result(event, event.created_by, played.number, _cash(table, chance), ReportSource.PLAYER)


def hand_in_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """What the desk or a second person at it typed, signed or not, as the event has results checked."""
    played = round_of(record, chance, PLAYING)
    tables = chance.sample(played.tables, chance.randint(1, len(played.tables)))
    second, _ = User.objects.get_or_create(username="second", is_staff=True)
    by = Actor(chance.choice((event.created_by, second)), seen=chance.choice((None, record.version)))
    slips = [(_cash(table, chance), chance.random() < 0.5) for table in tables]
    signed = [result.number for result, is_signed in slips if is_signed]
    over = {table.number: table.reports[-1].key for table in tables if table.reports}
    typed = [result for result, _is_signed in slips]
    for refusal in hand_in(event, by, played.number, typed, signed=signed, over=over).values():
        raise refusal


def confirm_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played = round_of(record, chance, PLAYING)
    waiting = [table.reports[-1].key for table in played.tables if table.reports]
    confirm_results(event, event.created_by, played.number, waiting, chance.choice(("", "counted again")))


def equal_shares_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING, CLOSED)
    reason = chance.choice(("the bank was lost", ""))
    rule_equal_shares(event, event.created_by, played.number, table.number, reason)


def dispute_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance)
    open_dispute(event, event.created_by, played.number, table.number, "cash for seat 2")


def settle_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    dispute = one_of(chance, list(Dispute.objects.filter(table__round__event=event)))
    settle_dispute(event, event.created_by, dispute, chance.choice(list(DisputeState)), "It stands.")
