"""Moves a player to another table, renumbers a table, or removes one, only while the round is played and the table has no report.

Withdraws a phone of a table, or a code with all its phones; the next printed slip or card has a new code.

The clock of the round being played: it starts, pauses and goes on for all tables at once, and is given more time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.access import devices
from tournament.access.devices import withdraw_codes_of_round
from tournament.day.hall import (
    reason_not_to_renumber,
    reason_to_keep,
    refusal,
    seats_after_move,
    seats_of,
    seats_without_table,
)
from tournament.day.reseating import Seats
from tournament.draw.lines import line
from tournament.draw.seating import free_position, name_of, name_of_round, title_of_round
from tournament.models import Change, Device, Event, Round, Seat
from tournament.models.device import phones_held
from tournament.models.queries import record_of
from tournament.record.acts import IN_THE_HALL, Act, Part, Publicity, Reseats, Switch, declare
from tournament.record.devices import DeviceKind, table_subject
from tournament.record.figures import ChangeFacts, Figures, RoundFigures, figures_of
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import Actor, By, Doing, act, act_on, check_actor
from tournament.services.changes.refusals import DoneError, GoneError, RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.services.rounds import round_in
from wording import gettext as _
from wording import gettext_noop, ngettext


def phones_of(event: Event, round_number: int, table: int | None = None) -> list[Device]:
    """Return the phones that hold the codes of a round's tables, or of the table with number ``table``, the earliest first; one query."""
    return list(phones_held(event, round_number, table).select_related("entry__event"))


def withdraw_phone(event: Event, by: By, phone: int) -> None:
    """Withdraw one phone of a table, by its primary key; the table's code stays valid. Raises RefusedError where it is gone."""
    check_actor(by, event, Act.WITHDRAW_PHONE)
    device = Device.objects.filter(pk=phone, event=event, kind=DeviceKind.TABLE.value).select_related("entry").first()
    if device is None:
        raise GoneError
    with act_on(event, by, Act.WITHDRAW_PHONE, round_number=device.round_number, table_number=device.number) as doing:
        if Device.objects.filter(pk=phone, withdrawn_at=None).count() == 0:
            raise DoneError
        devices.withdraw_device(device)
        doing.entries = [device.entry.number] if device.entry else []


def withdraw_code_of_player(event: Event, by: By, player: int) -> int:
    """Replace a player's code and private link, and withdraw every phone of the player; return how many. The card must be printed again."""
    with act_on(event, by, Act.WITHDRAW_CODE, entries=[PlayerId(player)]) as doing:
        if not doing.event.entries.filter(number=player).exists():
            raise RefusedError(_("There is no entry {number}; reload the page.", number=player))
        return devices.withdraw_player(doing.event, player)


MOST_MINUTES = 60


def start_clock(event: Event, by: By, number: int) -> None:
    """Store that play in round ``number`` begins now; publishing the round does not start its clock."""
    with _changed_clock(event, by, number) as (played, _after):
        played.starts_at, played.pauses = timezone.now(), []


def pause_clock(event: Event, by: By, number: int) -> None:
    """Stop the clock of round ``number``, and with it the clocks of all its tables, until it goes on. Refused where it is paused."""
    with _changed_clock(event, by, number) as (played, _after):
        if is_paused(played):
            raise DoneError
        played.pauses = [*played.pauses, {"since": timezone.now().isoformat(), "until": None}]


def let_clock_go_on(event: Event, by: By, number: int) -> None:
    """Let the clock of round ``number`` and the clocks of all its tables go on. Refused where it is not paused."""
    with _changed_clock(event, by, number) as (played, _after):
        if not is_paused(played):
            raise DoneError
        played.pauses = [*played.pauses[:-1], {**played.pauses[-1], "until": timezone.now().isoformat()}]


def add_minutes(event: Event, by: By, number: int, minutes: int) -> None:
    """Move the start of round ``number``'s clock, and with it its end, by 1 to `MOST_MINUTES` minutes. Refused before it is started."""
    # Ruling: added time moves the one moment from which a round's clock counts, so that every page and sheet agrees.
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError(_("Add between 1 and {most} minutes.", most=MOST_MINUTES))
    with _changed_clock(event, by, number) as (played, after):
        if played.starts_at is None:
            raise RefusedError(_("The clock for {round} has not been started; start it first.", round=name_of(played)))
        played.starts_at += timedelta(minutes=minutes)
        after["minutes_added"] = minutes


def is_paused(played: Round) -> bool:
    """Return whether the last pause of a round's clock still lasts."""
    return _open_since(played.pauses) is not None


def store_clock(played: Round, before: Sequence[Mapping[str, str | None]]) -> None:
    """Store the clock of a round, whose pauses were ``before``; the games on devices at its tables pause and go on with it."""
    played.save(update_fields=["starts_at", "pauses"])
    was, since = _open_since(before), _open_since(played.pauses)
    if moment := (since or was) if was != since else None:
        at = datetime.fromisoformat(moment)
        games_at_tables().set_paused(played.event, played.number, at, is_paused=since is not None)


def _open_since(pauses: Sequence[Mapping[str, str | None]]) -> str | None:
    """Return since when the last of these pauses lasts; None where it has ended."""
    return pauses[-1]["since"] if pauses and pauses[-1]["until"] is None else None


@contextmanager
def _changed_clock(event: Event, by: By, number: int) -> Iterator[tuple[Round, RoundFigures]]:
    """Give the round whose clock is changed, and more figures for the log of changes; store both afterwards."""
    with act_on(event, by, Act.START_CLOCK, round_number=number) as doing:
        played, more = round_in(doing.event, number, RoundState.PUBLISHED), RoundFigures()
        doing.before, pauses = _figures_of(played), played.pauses
        yield played, more
        store_clock(played, pauses)
        doing.after = _figures_of(played)
        doing.after["round"].update(more)


def _figures_of(played: Round) -> Figures:
    """Return the clock of a round as the log of changes stores it."""
    starts_at = played.starts_at.isoformat() if played.starts_at else ""
    return {"round": {"starts_at": starts_at, **({"pauses": played.pauses} if played.pauses else {})}}


OUT_OF_THE_WAY = 10_000
"""A number that no table has, for the moment in which two exchange theirs."""


def _reseat(doing: Doing, round_: Round, after: Seats) -> None:
    """Store the seats ``after`` a move, by table number.

    A player at a new table loses the starting tile of the old one; everybody else keeps position and tile. Raises RefusedError where the
    seats are not allowed.
    """
    record = record_of(doing.event)
    if wrong := refusal(record, record.round(round_.number), after):
        raise RefusedError(wrong)
    seats = {PlayerId(seat.entry.number): seat for seat in round_.seats.select_related("entry", "table")}
    tables = {table.number: table for table in round_.tables.all()}
    moved = {
        player: number for number, there in after.items() for player in there if seats[player].table.number != number
    }
    doing.before = {"entries": {str(player): {"table": seats[player].table.number} for player in moved}}
    doing.after = {"entries": {str(player): {"table": number} for player, number in moved.items()}}
    for player in moved:
        seats[player].delete()  # deleted first, because a constraint forbids two seats of a player in a round
    round_.protocol = [
        *round_.protocol,
        *(
            line("hall.moved", name=player, table=seats[player].table.number, to=number)
            for player, number in moved.items()
        ),
    ]
    round_.save(update_fields=["protocol"])
    taken = {
        number: [seats[player].position for player in there if player not in moved] for number, there in after.items()
    }
    for player, number in moved.items():
        position = free_position(taken[number])
        taken[number].append(position)
        Seat.objects.create(round=round_, table=tables[number], entry=seats[player].entry, position=position)


def _sentence_of_move(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a player who was moved to another table."""
    to = {row.get("table") for row in facts.after.get("entries", {}).values()}
    if len(to) == 1:
        return _(
            "{round}: {players} moved to table {table}", round=facts.round_titled, players=facts.who, table=to.pop()
        )
    return _("{round}: {players} moved", round=facts.round_titled, players=facts.who)


def _sentence_of_number(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a table with a new number."""
    before, after = facts.before.get("round", {}), facts.after.get("round", {})
    return _(
        "{round}: table {table} is now table {other}",
        round=facts.round_titled,
        table=before.get("table"),
        other=after.get("table"),
    )


@act(
    Act.MOVE_PLAYER,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_move,
    reseats=Reseats.TABLES,
)
def move_player(doing: Doing, number: int, player: PlayerId, table: int) -> None:
    """Move a player to the table with number ``table`` in round ``number``: to a free position, else behind the last.

    Raises RefusedError where a table would have no legal size or has reported.
    """
    doing.about(number, table, entries=[player])
    round_ = round_in(doing.event, number, RoundState.PUBLISHED)
    seats = seats_of(record_of(doing.event).round(number))
    home = next((row for row, there in seats.items() if player in there), None)
    if home is None:
        raise RefusedError(
            _(
                "Player {number} has no seat in {round}.",
                number=player,
                round=name_of_round(record_of(doing.event), number),
            )
        )
    if table not in seats:
        raise RefusedError(
            _(
                "{round} has no table {table}; reload the page.",
                round=title_of_round(record_of(doing.event), number),
                table=table,
            )
        )
    if home == table:
        raise DoneError
    _reseat(doing, round_, seats_after_move(seats, player, table))
    doing.reseated.add(number)


@act(
    Act.RENUMBER_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=_sentence_of_number,
    reseats=Reseats.TABLES,
)
def renumber_table(doing: Doing, number: int, table: int, to: int) -> None:
    """Give a table of round ``number`` another number, ``to``; a table that has that number gets the old one in exchange."""
    doing.about(number, to)
    round_ = round_in(doing.event, number, RoundState.PUBLISHED)
    record = record_of(doing.event)
    if wrong := reason_not_to_renumber(record, record.round(number), table, to):
        raise RefusedError(wrong)
    renumbered = round_.tables.get(number=table)
    other = round_.tables.filter(number=to).first()
    if other is not None:
        other.number = OUT_OF_THE_WAY
        other.save(update_fields=["number"])
    renumbered.number = to
    renumbered.save(update_fields=["number"])
    if other is not None:
        other.number = table
        other.save(update_fields=["number"])
    # A code belongs to a table's number, so phones and printed slips with it would now report for the other table.
    withdraw_codes_of_round(doing.event, number, [table, to])
    round_.protocol = [*round_.protocol, line("hall.renumbered", table=table, to=to)]
    round_.save(update_fields=["protocol"])
    doing.before, doing.after = {"round": {"table": table}}, {"round": {"table": to}}
    doing.reseated.add(number)


@act(
    Act.RETIRE_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{place_titled} retired"),
    why_not=gettext_noop("Undo it by hand on its own page."),
    reseats=Reseats.TABLES,
)
def retire_table(doing: Doing, number: int, table: int, to: Mapping[PlayerId, int]) -> None:
    """Remove a table from round ``number``; ``to`` gives the number of the new table of each of its players.

    This cannot be undone: to have the table again, the round is unpublished and its draw restored. Raises RefusedError where a new table
    does not fit.
    """
    doing.about(number, table)
    round_ = round_in(doing.event, number, RoundState.PUBLISHED)
    record = record_of(doing.event)
    if wrong := reason_to_keep(record, record.round(number), table):
        raise RefusedError(wrong)
    seats = seats_of(record.round(number))
    doing.entries = list(seats[table])
    for player in seats[table]:
        if to.get(player) not in seats or to[player] == table:
            raise RefusedError(_("Choose another table for {player}.", player=record.name_of(player)))
    _reseat(doing, round_, seats_without_table(seats, table, to))
    round_.tables.get(number=table).delete()
    doing.reseated.add(number)


declare(
    Act.WITHDRAW_PHONE,
    Part.DRAWS,
    may=IN_THE_HALL,
    sentence=gettext_noop("Phone at {place} withdrawn"),
    why_not=gettext_noop("Scan the code on the slip again with that phone."),
)


@act(
    Act.WITHDRAW_CODE,
    Part.DRAWS,
    may=IN_THE_HALL,
    sentence=lambda facts: _("Code and phones for {place} withdrawn", place=facts.place if facts.tables else facts.who),
    why_not=gettext_noop("Once withdrawn, it stays invalid; make a new one."),
)
def withdraw_code(doing: Doing, round_number: int, table: int) -> int:
    """Withdraw the code for a table and every phone that holds it; return how many phones. The slip must be printed again."""
    doing.about(round_number, table)
    if not doing.event.rounds.filter(number=round_number, tables__number=table).exists():
        raise RefusedError(
            _(
                "{round} has no table {table}; reload the page.",
                round=title_of_round(record_of(doing.event), round_number),
                table=table,
            )
        )
    return devices.withdraw_code(doing.event, table_subject(round_number, table))


def _clock_as_before(event: Event, by: Actor, change: Change) -> None:
    """Undo a change of the round's clock: it started at the moment stored before, with the pauses stored before."""
    with act_on(event, by, Act.START_CLOCK, round_number=change.round_number) as doing:
        played = round_in(doing.event, change.round_number or 0, RoundState.PUBLISHED)
        doing.after, doing.before = figures_of(change)
        before = doing.after["round"]
        played.starts_at = datetime.fromisoformat(before["starts_at"]) if before["starts_at"] else None
        pauses, played.pauses = played.pauses, before.get("pauses", [])
        store_clock(played, pauses)


def _sentence_of_clock(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a round's clock: started, given more time, paused, restarted and so on."""
    before, after = facts.before.get("round", {}), facts.after.get("round", {})
    if added := after.get("minutes_added") or before.get("minutes_added"):
        return ngettext(
            "{round}: {n} minute added to the clock",
            "{round}: {n} minutes added to the clock",
            added,
            round=facts.round_titled,
        )
    if not after.get("starts_at") and before.get("starts_at"):
        return _("{round}: clock stopped", round=facts.round_titled)
    if before.get("starts_at") == after.get("starts_at"):
        if any(pause["until"] is None for pause in after.get("pauses", ())):
            return _("{round}: clock paused", round=facts.round_titled)
        return _("{round}: clock resumed", round=facts.round_titled)
    return _("{round}: clock started", round=facts.round_titled)


declare(
    Act.START_CLOCK,
    Part.DRAWS,
    Publicity.ALWAYS,
    may=IN_THE_HALL,
    sentence=_sentence_of_clock,
    opposite=_clock_as_before,
    switches=Switch.CLOCK,
)
