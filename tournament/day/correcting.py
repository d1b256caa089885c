"""Correct who sat where in a closed round (R68): the corrected round, why a correction is refused, and what it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.day.hall import cut_to_the_top, missed_words
from tournament.day.leaving import taken_part_since
from tournament.day.reseating import fines_kept
from tournament.draw.seating import free_position, name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import SMALLEST_TABLE, PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores.amounts import missing
from tournament.scores.factors import NO_MULTIPLIER, shown_multiplier
from tournament.scores.steps import SizeMultiplierError, size_multiplier
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals

COMES = frozenset({Status.REGISTERED, Status.LATE, Status.ABSENT, Status.EXCLUDED})
"""The statuses of players who were not checked in; a correction that says they played checks them in."""

StoredSeats = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActualSeats:
    """Who really sat at some tables of a round, and the scores of players who had no seat.

    A seat keeps its position, starting tile and cash, whoever sat in it. ``idle`` has None for a player who has no place in the round at
    all. ``people`` are changes of entries as the log of changes stores them; only an undo has any.
    """

    tables: tuple[TableRecord, ...]
    idle: Mapping[PlayerId, SitOutRecord | None] = field(default_factory=dict)
    people: Mapping[PlayerId, StoredSeats] = field(default_factory=dict)

    @property
    def seated(self) -> tuple[PlayerId, ...]:
        """Everybody at the tables in ``tables``."""
        return tuple(seat.player for table in self.tables for seat in table.seats)


def round_as_played(round_: RoundRecord, sat: ActualSeats) -> RoundRecord:
    """Return the round with the actual seats."""
    after = round_
    for table in sat.tables:
        after = after.with_table(table)
    placed = {*sat.seated, *sat.idle}
    kept = tuple(row for row in round_.sit_outs if row.player not in placed)
    return replace(after, sit_outs=(*kept, *(row for row in sat.idle.values() if row is not None)))


def event_as_corrected(record: EventRecord, round_: RoundRecord, sat: ActualSeats) -> EventRecord:
    """Return the event with the round as played, and with the entries of the players concerned changed to fit it."""
    after, who = record.with_round(round_as_played(round_, sat)), players_moved(round_, sat)
    entries = tuple(
        entry_as_corrected(after, entry, round_.number) if entry.player in who else entry for entry in record.entries
    )
    return replace(after, entries=entries)


def entry_as_corrected(after: EventRecord, entry: EntryRecord, number: int) -> EntryRecord:
    """Return an entry as it is after a correction of round ``number``; ``after`` is the event with the corrected round.

    A player who sat is present from that round on at the latest; for a player who has left, the last round played is computed anew.
    """
    if after.round(number).table_of(entry.player) is not None:
        status = Status.PRESENT if entry.status in COMES else entry.status
        entry = replace(entry, status=status, first_round=min(entry.first_round, number))
    if entry.last_round is None:
        return entry
    return replace(entry, last_round=after.last_seen.get(entry.player, 0))


def players_moved(round_: RoundRecord, sat: ActualSeats) -> tuple[PlayerId, ...]:
    """Return by number the players for whom a correction changes anything: table, seat, or what they have in place of one."""
    after = round_as_played(round_, sat)
    found = {player for player in {*_seats(round_), *sat.seated} if _table(round_, player) != _table(after, player)}
    for table in sat.tables:
        found |= _in_other_seats(round_.table(table.number), table)
    found |= {player for player in sat.idle if _sit_out_of(round_, player) != sat.idle[player]}
    return tuple(sorted(found))


def reason_not_sat(record: EventRecord, round_: RoundRecord, sat: ActualSeats, *, is_undo: bool = False) -> str:
    """Return why a correction is refused, with what to do; empty if it is allowed.

    With ``is_undo`` a correction is being undone: the round may then be open again, and the top table of a final is not checked.
    """
    title = title_of_round(record, round_.number)
    if not round_.is_closed and not (is_undo and round_.has_begun):
        return _("{round} is not closed; make changes on the round's own page.", round=title)
    numbers = {table.number for table in round_.tables}
    for number in (table.number for table in sat.tables):
        if number not in numbers:
            return _("{round} has no table {table}; reload the page.", round=title, table=number)
    checks = (
        _wrong_people(record, round_, sat),
        *(_wrong_table(record, round_, table) for table in sat.tables),
        "" if is_undo else _wrong_at_the_top(round_, sat),
        *(_wrong_idle(record, round_, row) for row in sat.idle.values() if row is not None),
        _wrong_since(record, round_, sat),
    )
    return next(filter(None, checks), "")


def follows_from(record: EventRecord, round_: RoundRecord, sat: ActualSeats) -> tuple[str, ...]:
    """Return the consequences of a correction, a sentence each."""
    after = round_as_played(round_, sat)
    who = players_moved(round_, sat)
    sizes = [
        ngettext(
            "Table {table} will then have had {n} player, so its percentages are multiplied by {times} (R58).",
            "Table {table} will then have had {n} players, so its percentages are multiplied by {times} (R58).",
            table.size,
            table=table.number,
            times=shown_multiplier(size_multiplier(table.size, record.format), NO_MULTIPLIER),
        )
        for table in sat.tables
        if table.size != round_.table(table.number).size
    ]
    logs = sorted({row.table for row in record.logs if row.round == round_.number} & {row.number for row in sat.tables})
    later = [row.number for row in record.rounds if row.number > round_.number]
    return (
        *(_place(record, round_, after, player) for player in who),
        *sizes,
        *fines_kept(record, round_, after, who),
        *(_("The names in table {table}'s game log stay the same.", table=number) for number in logs),
        *(
            _("{round} stays as drawn; nobody changes seats (R68).", round=title_of_round(record, number))
            for number in later
        ),
    )


def seats_as_stored(round_: RoundRecord, numbers: Iterable[int], players: Iterable[PlayerId]) -> dict[str, Any]:
    """Return the seats of some tables in the form in which the log of changes stores them for an undo.

    ``players`` are those for whom also the sit-out is stored, if they have no seat; None if they have no sit-out either.
    """
    return {
        "tables": {
            str(number): [[seat.player, seat.starting_tile, seat.position] for seat in _in_order(round_.table(number))]
            for number in numbers
        },
        "idle": {
            str(player): None
            if row is None
            else [row.kind.value, row.source.value, row.stored or row.reason, row.chosen]
            for player in players
            if _table(round_, player) is None
            for row in [_sit_out_of(round_, player)]
        },
    }


def read_stored_seats(figures: StoredSeats, round_: RoundRecord) -> ActualSeats:
    """Return the seats that `seats_as_stored` wrote, with the amounts that the change stores beside them.

    Tables that do not exist any more are left out.
    """
    said = figures.get("sat", {})
    by_number = {table.number: table for table in round_.tables}
    tables = []
    for number, seats in said.get("tables", {}).items():
        if int(number) in by_number:
            amounts = figures.get("tables", {}).get(number, {})
            rows = [_read_seat(player, tile, place, amounts.get("seats", {})) for player, tile, place in seats]
            words = amounts.get("ended_by", ""), amounts.get("equal_shares", "")
            tables.append(with_seats(by_number[int(number)], rows, *words))
    idle = {
        PlayerId(int(player)): None
        if row is None
        else SitOutRecord(PlayerId(int(player)), SitOutKind(row[0]), row[2], SitOutSource(row[1]), row[3])
        for player, row in said.get("idle", {}).items()
    }
    kept = ("status", "first_round", "last_round")
    people = {
        PlayerId(int(player)): {name: row[name] for name in kept if name in row}
        for player, row in figures.get("entries", {}).items()
        if any(name in row for name in kept)
    }
    return ActualSeats(tuple(sorted(tables, key=lambda table: table.number)), idle, people)


def with_seats(
    table: TableRecord, seats: Sequence[SeatRecord], ended_by: str | None = None, ruling: str | None = None
) -> TableRecord:
    """Return the table with these seats; a ruling of equal shares stays only if the amounts stay the same (R62).

    A seat keeps its position; a seat without a position gets the first free one, like a player who joins the table. If ``ended_by`` or
    ``ruling`` is None, the table's own stays.
    """
    placed: dict[int, SeatRecord] = {}
    for seat in seats:
        is_free = seat.position and seat.position not in placed
        position = seat.position if is_free else free_position({*placed, *(other.position for other in seats)})
        placed[position] = replace(seat, position=position)
    counted = tuple(placed[position] for position in sorted(placed))
    is_same = [seat.cash for seat in counted] == [seat.cash for seat in _in_order(table)]
    if ruling is None:
        ruling = table.equal_shares_ruling if is_same else ""
    return replace(
        table,
        seats=counted,
        ended_by=table.ended_by if ended_by is None else ended_by,
        equal_shares_ruling=ruling,
    )


def _read_seat(player: int, tile: str, position: int, seats: StoredSeats) -> SeatRecord:
    """Return one stored seat with its amount from ``seats``, by player number."""
    row = seats.get(str(player), {})
    cash, late = row.get("cash"), bool(row.get("timed_out"))
    return SeatRecord(PlayerId(player), position, tile, cash, late, row.get("reason", ""), row.get("second"))


def _in_order(table: TableRecord) -> list[SeatRecord]:
    """Return the seats of a table by position."""
    return sorted(table.seats, key=lambda seat: seat.position)


def _seats(round_: RoundRecord) -> list[PlayerId]:
    """Return everybody who has a seat in a round."""
    return [seat.player for table in round_.tables for seat in table.seats]


def _table(round_: RoundRecord, player: PlayerId) -> int | None:
    """Return the number of a player's table in a round; None without one."""
    table = round_.table_of(player)
    return table.number if table else None


def _sit_out_of(round_: RoundRecord, player: PlayerId) -> SitOutRecord | None:
    """Return a player's sit-out in a round; None without one."""
    return next((row for row in round_.sit_outs if row.player == player), None)


def _in_other_seats(before: TableRecord, after: TableRecord) -> set[PlayerId]:
    """Return the players who stayed at a table but sat in another seat there."""
    was, now = ([seat.player for seat in _in_order(table)] for table in (before, after))
    stayed = set(was) & set(now)
    pairs = zip(
        [player for player in was if player in stayed], [player for player in now if player in stayed], strict=False
    )
    return {player for pair in pairs if pair[0] != pair[1] for player in pair}


def _wrong_people(record: EventRecord, round_: RoundRecord, sat: ActualSeats) -> str:
    """Return a refusal if a player does not exist, would sit twice or would be nowhere; else empty."""
    for player in (*sat.seated, *sat.idle):
        if player not in record.people:
            return _("There is no entry {number}; reload the page.", number=player)
    round_name = name_of_round(record, round_.number)
    twice = [player for player, times in Counter(_seats(round_as_played(round_, sat))).items() if times > 1]
    if twice:
        return _(
            "{player} would have two seats in {round}; choose who sat in each seat.",
            player=record.name_of(twice[0]),
            round=round_name,
        )
    after = round_as_played(round_, sat)
    for player in (*_seats(round_), *(row.player for row in round_.sit_outs)):
        if _table(after, player) is None and _sit_out_of(after, player) is None and player not in sat.idle:
            return _(
                "Choose whose seat {player} had in {round}, or what to score for the round.",
                player=record.name_of(player),
                round=round_name,
            )
    return ""


def _wrong_table(record: EventRecord, round_: RoundRecord, table: TableRecord) -> str:
    """Return why a table cannot have had these seats: its size, missing cash, play on devices, or a log with its players; else empty."""
    number, before = table.number, round_.table(table.number)
    if table.size < SMALLEST_TABLE:
        return ngettext(
            "Table {table} would have had {n} player, too few to play (R54).",
            "Table {table} would have had {n} players, too few to play (R54).",
            table.size,
            table=number,
        )
    if table.size != before.size:
        try:
            size_multiplier(table.size, record.format)
        except SizeMultiplierError as unknown:
            would = ngettext(
                "Table {table} would have {n} player.",
                "Table {table} would have {n} players.",
                table.size,
                table=number,
            )
            return f"{would} {unknown}"
    if any(seat.cash is None for seat in table.seats):
        return missing(record.format.amount)
    if before.on_devices.has_begun and [seat.player for seat in _in_order(before)] != [
        seat.player for seat in _in_order(table)
    ]:
        return _("Table {table}'s game shows who sat there; correct only the amounts.", table=number)
    if _in_other_seats(before, table) and any((row.round, row.table) == (round_.number, number) for row in record.logs):
        return _("Table {table}'s game shows who sat there; correct only the amounts.", table=number)
    return ""


def _wrong_at_the_top(round_: RoundRecord, sat: ActualSeats) -> str:
    """Return a refusal if the correction puts another player at the top table of the final; else empty.

    Ruling: gold comes from those whom the standings put at the top table (R46, R64); a correction adds nobody to them.
    """
    top = cut_to_the_top(round_)
    table = next((table for table in sat.tables if table.number == 1), None)
    if top is None or table is None:
        return ""
    before = {seat.player for seat in round_.table(1).seats}
    if {seat.player for seat in table.seats} - before - set(top):
        return _("Table 1 of the final is seated from the standings, and nobody else can join it (R46, R64).")
    return ""


def _wrong_idle(record: EventRecord, round_: RoundRecord, row: SitOutRecord) -> str:
    """Return a refusal if a player would sit out a second time (R49); else empty."""
    if not row.kind.counts_as_sit_out:
        return ""
    wrong = reason_not_to_sit_out(record, round_.number, row.player)
    if not wrong:
        return ""
    choose = _(
        "Choose {score} for {round}.",
        score=decimals(record.format.score_of(SitOutKind.MISSED), 3),
        round=name_of_round(record, round_.number),
    )
    return f"{wrong} {choose}"


def _wrong_since(record: EventRecord, round_: RoundRecord, sat: ActualSeats) -> str:
    """Return a refusal to undo if a player would be absent again but has taken part in another round since; else empty."""
    then = record.with_round(round_as_played(round_, sat))
    gone = (player for player, row in sat.people.items() if row.get("status") not in (None, Status.PRESENT.value))
    return next((taken_part_since(record.name_of(player)) for player in gone if then.has_taken_part(player)), "")


def _place(record: EventRecord, round_: RoundRecord, after: RoundRecord, player: PlayerId) -> str:
    """Return a sentence on what a correction says about one player: where the player sat, or that he or she did not play."""
    name, called = record.name_of(player), name_of_round(record, round_.number)
    was, now, rested = _table(round_, player), _table(after, player), _sit_out_of(round_, player)
    if now is None:
        row = _sit_out_of(after, player)
        kind = row.kind if row else SitOutKind.MISSED
        score = decimals(record.format.score_of(kind), 3)
        return missed_words(name, score, called, is_sit_out=kind.counts_as_sit_out)
    if was == now:
        return _(
            "{player} sat in a different seat at table {table} and gets the amount for that seat.",
            player=name,
            table=now,
        )
    lines = [_("{player} sat at table {table}.", player=name, table=now)]
    if rested and rested.kind.counts_as_sit_out:
        lines.append(_("The player's one sit-out can be used again (R49)."))
    if record.entry(player).status in COMES:
        missed = decimals(record.format.score_of(SitOutKind.MISSED), 3)
        lines.append(
            _(
                "{player} will be checked in; any other missed round will score {score} (R53).",
                player=name,
                score=missed,
            )
        )
    return " ".join(lines)
