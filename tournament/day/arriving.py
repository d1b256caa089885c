"""Late players: every way to let one play, with its consequences, best first, and why a way is not possible now (R37, R53)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.day.hall import best_tables, met_at, no_room, seated, seats_of
from tournament.day.leaving import tables_for
from tournament.draw.clock import ClockError, minutes_per_player
from tournament.draw.naming import is_the_final, name_of_round, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status


class ArrivalKind(StrEnum):
    """How a late player can play: at a table now, in a draft drawn again, from the next round, or marked as late."""

    TABLE = "table"
    REDRAW = "redraw"
    NEXT = "next"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Arrival:
    """One way to let a late player play: ``words`` on its button, ``follows`` for the consequences.

    ``closed`` is why the way is not possible now, empty if it is. ``table`` is the number of the table it leads to, if any. ``missed`` is
    the number of rounds left unplayed, for which the page asks the score (R53).
    """

    way: ArrivalKind
    words: str
    follows: str
    closed: str = ""
    table: int | None = None
    missed: int = 0

    @property
    def key(self) -> str:
        """The value that a form sends for this way."""
        return self.way.value if self.table is None else f"{self.way.value}-{self.table}"


WAITS = frozenset({Status.REGISTERED, Status.LATE, Status.ABSENT, Status.EXCLUDED})
"""The statuses of players who are entered but not here yet."""


def may_arrive(record: EventRecord, entry: EntryRecord) -> bool:
    """Return whether a player needs a way into the event: a draft or a round in play exists that has no seat for this player.

    Players who have left the event do not count.
    """
    current = _current(record)
    if current is None:
        return False
    return entry.status in WAITS or (entry.is_active and current.table_of(entry.player) is None)


def arrivals(record: EventRecord, entry: EntryRecord) -> tuple[Arrival, ...]:
    """Return the ways to let a late player play, the possible ones first and best first; empty if there is no draft or round in play."""
    current = _current(record)
    if current is None:
        return ()
    ways = (
        [_drawn_again(record, entry, current), _waiting(record, entry, current)]
        if current.state is RoundState.DRAFT
        else [*_at_tables(record, entry, current), _from_the_next(record, entry, current)]
    )
    return tuple(
        sorted(ways, key=lambda way: bool(way.closed))
    )  # the sort is stable, so within both sorts the best stays first


def _current(record: EventRecord) -> RoundRecord | None:
    """Return the round that is a draft or is being played; None if there is none."""
    return next((round_ for round_ in record.rounds if not round_.is_closed), None)


def _gaps(record: EventRecord, entry: EntryRecord, apart_from: int = 0) -> int:
    """Return how many begun rounds the player neither played nor has a score for, without round ``apart_from``."""
    return sum(
        round_.table_of(entry.player) is None
        and all(row.player != entry.player for row in round_.sit_outs)
        and round_.number != apart_from
        for round_ in record.begun_rounds
    )


def _at_tables(record: EventRecord, entry: EntryRecord, round_: RoundRecord) -> list[Arrival]:
    """Return a way for each table of a round in play, the best tables first."""
    seats = seats_of(round_)
    best = best_tables(record, round_, entry.player)
    order = (*best, *(number for number in seats if number not in best))
    missed = _gaps(record, entry, apart_from=round_.number)
    return [
        Arrival(
            ArrivalKind.TABLE,
            f"Seat at table {number}",
            _at_table(record, entry.player, round_, number),
            no_room(record, round_, seats, entry.player, number),
            number,
            missed,
        )
        for number in order
    ]


def _at_table(record: EventRecord, player: PlayerId, round_: RoundRecord, number: int) -> str:
    """Return what a seat at table ``number`` would mean: the number of players, their minutes, and whom the player meets again."""
    players = seats_of(round_)[number]
    size = len(seated(seats_of(round_), player, number)[number])
    try:
        minutes = f" with {minutes_per_player(size, record.ruleset)} minutes each"
    except ClockError:
        minutes = ""
    met = [record.name_of(other) for other in met_at(record, round_, player, players)]
    again = f"meets {' and '.join(met)} again" if met else "meets nobody again"
    clock = "; the late comer's clock has run from the start of the round (R53)" if round_.starts_at else ""
    return f"Then {size} players{minutes}; {again}{clock}."


def _from_the_next(record: EventRecord, entry: EntryRecord, round_: RoundRecord) -> Arrival:
    """Return the way to play from the next round on."""
    following = round_.number + 1
    missed = _gaps(record, entry)
    scores = f"{title_of_round(record, round_.number)} is missed; choose what it scores (R53)."
    if not missed:
        scores = f"{title_of_round(record, round_.number)} stays scored as it is."
    players = len(record.active) + (not entry.is_active)
    closed = ""
    if following > record.rounds_planned:
        closed = f"{title_of_round(record, round_.number)} is the last round; there is none after it."
    elif entry.is_active and not missed:
        closed = f"{entry.name} is present and plays from {name_of_round(record, following)} anyway."
    return Arrival(
        ArrivalKind.NEXT,
        f"Play from {name_of_round(record, following)}",
        f"{scores} Nothing changes in {name_of_round(record, round_.number)}; the next draw is for {players}, {tables_for(players)}.",
        closed,
        missed=missed,
    )


def _drawn_again(record: EventRecord, entry: EntryRecord, draft: RoundRecord) -> Arrival:
    """Return the way to draw the draft again with the player."""
    players = len(record.active) + (not entry.is_active)
    return Arrival(
        ArrivalKind.REDRAW,
        f"{'Cut' if is_the_final(record, draft.number) else 'Draw'} {name_of_round(record, draft.number)} again with {entry.name}",
        f"{players} players, {tables_for(players)}. Only the desk has seen the draft; sheets printed of it are wrong, "
        "and it stays in the list of draws.",
        missed=_gaps(record, entry),
    )


def _waiting(record: EventRecord, entry: EntryRecord, draft: RoundRecord) -> Arrival:
    """Return the way to mark the player as late and keep the draft."""
    closed = ""
    if entry.is_active or record.has_taken_part(entry.player):
        closed = f"{entry.name} is checked in, so the draft without a seat for {entry.name} cannot be published."
    elif entry.status is Status.LATE:
        closed = f"{entry.name} is marked as late already: the draft can be published as it is."
    return Arrival(
        ArrivalKind.WAIT,
        "Mark as late and keep the draft",
        f"{title_of_round(record, draft.number)} is published as drawn. Then {entry.name} joins a table before it has finished, "
        "or plays from the round after; what the missed round scores is asked then (R53).",
        closed,
    )
