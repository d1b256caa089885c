"""The clocks of tables (R29-R36): store presses of devices, give or take time (R27), and compute their state.

A press is a row and no recorded change. Giving or taking time is a ruling, so it is recorded in the log of changes. While the round's
clock is paused, the clocks of all its tables are.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournament.access.devices import check_alive, spend, subject_of
from tournament.day.at_table import (
    OF_A_TABLE,
    Presses,
    PressKind,
    TableTime,
    moment,
    pressed_by_pauses,
    state_of_clock,
)
from tournament.draw.seating import ClockError, minutes_per_player, name_of_round, title_of_round
from tournament.models import Change, ClockPress, Device, Event, Table
from tournament.models.at_table import presses_of
from tournament.models.queries import record_of
from tournament.record.acts import BY_ARBITER, Act, Part
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, figures_of
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import Actor, Doing, RefusedError, act
from wording import gettext as _

MOST_PRESSES = 2_000
"""The most presses stored for one table: more than any game has, so that a device in an endless loop is stopped."""
MOST_SENT = 300
"""The most presses in one request: as many as a table makes in a whole game without network."""
MOST_MINUTES = 60


@dataclass(frozen=True, slots=True)
class SentPress:
    """A press as a device sends it.

    ``key`` is unique for the press, ``ago`` says how many ms ago it was made, and ``player`` is the player's number (0 for none).
    """

    key: str
    ago: int
    kind: PressKind
    player: int = 0


@dataclass(frozen=True, slots=True)
class TableClock:
    """A table's clock at a moment.

    ``table`` is the table's number, ``minutes`` are those of each player, ``names`` are by player number, ``presses`` is how many presses
    it has, and ``time`` is its state. Where the table has no clock, ``wrong`` says why, ``minutes`` is 0 and ``time`` is None.
    """

    table: int
    minutes: int
    names: Mapping[int, str]
    presses: int
    time: TableTime | None
    wrong: str = ""


def clocks_of(record: EventRecord, number: int, pressed: Presses, only: int = 0) -> list[TableClock]:
    """Return the clocks of the tables of round ``number``, in the order of table numbers.

    ``pressed`` holds the presses by table number. ``only`` is the number of a single table that is wanted; 0 means all.
    """
    round_, at = record.round(number), moment(timezone.now())
    found = []
    for table in sorted(round_.tables, key=lambda each: each.number):
        if only in (0, table.number):
            try:
                minutes, wrong = minutes_per_player(len(table.seats), record.ruleset), ""
            except ClockError as error:
                minutes, wrong = 0, str(error)
            names: dict[int, str] = {seat.player: record.name_of(seat.player) for seat in table.seats}
            presses = [*pressed.get(table.number, ()), *pressed_by_pauses(round_.pauses)]
            time = state_of_clock(table, round_.seat_source, record.ruleset, presses, at)
            found.append(TableClock(table.number, minutes, names, len(presses), time, wrong))
    return found


def clock_of(event: Event, number: int, table: int) -> TableClock:
    """Return the present clock of one table of round ``number``."""
    return clocks_of(record_of(event), number, presses_of(event, number, table), table)[0]


def press(device: Device, sent: Sequence[SentPress]) -> int:
    """Store presses of a device, each key only once, and return how many were new.

    One request counts as one write of the device, however many presses it holds. Raises DeviceRefusedError where the round is over or the
    device has sent too much, RefusedError for a kind of press that a table cannot make.
    """
    now = moment(timezone.now())
    event = Event.objects.get(pk=device.event_id)
    subject = subject_of(device)
    check_alive(event, subject)
    spend(device)
    if any(each.kind not in OF_A_TABLE for each in sent) or len(sent) > MOST_SENT:
        raise RefusedError(_("The clock did not recognise that press; reload the page."))
    with transaction.atomic():
        return _store_new(device, _locked_tables(event, subject.round).get(number=subject.number), sent, now)


def _store_new(device: Device, table: Table, sent: Sequence[SentPress], now: int) -> int:
    """Store the presses whose keys are new, and return how many there were; ``now`` is in ms.

    Raises RefusedError where the table would have more than `MOST_PRESSES`.
    """
    moments = dict(table.presses.values_list("key", "at"))
    fresh = [each for each in sent if each.key not in moments]
    if len(moments) + len(fresh) > MOST_PRESSES:
        raise RefusedError(_("This clock has been pressed too often; ask the director."))
    rows = []
    begin = moment(device.claimed_at)
    for each in fresh:
        # Network delays must not reorder a device's presses: none gets a moment before the device's earlier presses.
        earlier = [at for key, at in moments.items() if key.split("-")[0] == each.key.split("-")[0] and key < each.key]
        at = max(begin, now - max(0, each.ago), *earlier)
        moments[each.key] = at
        rows.append(ClockPress(table=table, key=each.key, at=at, kind=each.kind.value, player=each.player))
    ClockPress.objects.bulk_create(rows)
    return len(rows)


def _sentence_of_time(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about time that was given or taken."""
    seconds = facts.after.get("clock", {}).get("seconds", 0)
    minutes = f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
    return (
        _("{minutes} added to the clock of {who} at {place}", minutes=minutes, who=facts.who, place=facts.place)
        if seconds > 0
        else _("{minutes} taken off the clock of {who} at {place}", minutes=minutes, who=facts.who, place=facts.place)
    )


def _take_time_back(event: Event, by: Actor, change: Change) -> None:
    """Undo a change that gave or took time, by giving the opposite number of seconds."""
    _, after = figures_of(change)
    give_time(event, by, change.round_number or 0, PlayerId(change.entries[0]), -after["clock"]["seconds"])


@act(
    Act.GIVE_TIME,
    Part.PENALTIES,
    may=BY_ARBITER,
    sentence=_sentence_of_time,
    opposite=_take_time_back,
)
def give_time(doing: Doing, round_number: int, player: PlayerId, seconds: int, reason: str = "") -> None:
    """Give a player ``seconds`` on the clock, or take them where the number is negative, such as two minutes under R27.

    Raises RefusedError for 0 or more than `MOST_MINUTES`, and where the player has no seat in a round that is being played.
    """
    if not seconds or abs(seconds) > MOST_MINUTES * 60:
        raise RefusedError(_("Give or take between one second and {minutes} minutes.", minutes=MOST_MINUTES))
    doing.about(round_number, entries=[player], reason=reason)
    table = _locked_tables(doing.event, round_number).filter(seats__entry__number=player).first()
    if table is None:
        raise RefusedError(
            _(
                "Player {number} has no seat in {round}.",
                number=player,
                round=name_of_round(record_of(doing.event), round_number),
            )
        )
    if table.round.state != RoundState.PUBLISHED.value:
        raise RefusedError(
            _(
                "{round} is not being played.",
                round=title_of_round(record_of(doing.event), round_number),
            )
        )
    doing.table_number = table.number
    doing.after = {"clock": {"seconds": seconds}}
    last = table.presses.aggregate(last=Max("at"))["last"] or 0
    key, at = f"desk{secrets.token_hex(8)}", max(moment(timezone.now()), last)
    table.presses.create(key=key, at=at, kind=PressKind.GIVE.value, player=player, given=seconds * 1000)


def _locked_tables(event: Event, round_number: int):  # type: ignore[no-untyped-def]
    """Return a query of the tables of a round that locks their rows."""
    rows = Table.objects.select_for_update(of=("self",)).select_related("round")
    return rows.filter(round__event=event, round__number=round_number).order_by("number")
