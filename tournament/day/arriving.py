"""Late players: every way to let one play, with its consequences, best first, and why a way is not possible now (R37, R53)."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.hall import best_tables, met_at, no_room, seats_after_move, seats_of
from tournament.day.leaving import tables_for
from tournament.draw.seating import ClockError, minutes_per_player, name_of_round, table_of, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed
from wording.worded import Worded


class ArrivalKind(Worded):
    """How a late player can play: at a table now, in a draft drawn again, from the next round, or marked as late."""

    TABLE = "table", gettext_noop("At a table in this round")
    REDRAW = "redraw", gettext_noop("In this round's draft")
    NEXT = "next", gettext_noop("From the next round")
    WAIT = "wait", gettext_noop("Later")


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
    current = _round_under_way(record)
    if current is None or record.absence(entry.player, current.number):
        return False
    return entry.status in WAITS or (entry.is_active and entry.player not in record.seated[current.number])


def arrivals(record: EventRecord, entry: EntryRecord) -> tuple[Arrival, ...]:
    """Return the ways to let a late player play, the possible ones first and best first; empty if there is no draft or round in play."""
    current = _round_under_way(record)
    if current is None:
        return ()
    ways = (
        [_redrawn_arrival(record, entry, current), _late_arrival(record, entry, current)]
        if current.state is RoundState.DRAFT
        else [*_at_tables(record, entry, current), _from_the_next(record, entry, current)]
    )
    # The sort is stable, so within both sorts the best stays first.
    return tuple(sorted(ways, key=lambda way: bool(way.closed)))


def _round_under_way(record: EventRecord) -> RoundRecord | None:
    """Return the round that is a draft or is being played; None if there is none."""
    return next((round_ for round_ in record.rounds if not round_.is_closed), None)


def _gaps(record: EventRecord, entry: EntryRecord, apart_from: int = 0) -> int:
    """Return how many begun rounds the player neither played nor has a score for, without round ``apart_from``; 0 for a fill-in."""
    return entry.player not in record.fill_ins and sum(
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
            _("Seat at table {table}", table=number),
            _at_table(record, entry.player, round_, number),
            no_room(record, round_, seats, entry.player, number),
            number,
            missed,
        )
        for number in order
    ]


def _at_table(record: EventRecord, player: PlayerId, round_: RoundRecord, number: int) -> str:
    """Return what a seat at table ``number`` would mean: how many players, their minutes, who they are, whom the player meets again."""
    players = seats_of(round_)[number]
    size = len(seats_after_move(seats_of(round_), player, number)[number])
    met = [record.name_of(other) for other in met_at(record, round_, player, players)]
    try:
        minutes = minutes_per_player(size, record.format)
        told = _("{table}: each player has {minutes} minutes.", table=table_of(size), minutes=minutes)
    except ClockError:
        told = f"{table_of(size)}."
    there = [record.name_of(other) for other in players]
    lines = [
        told,
        _("With {players}.", players=listed(there)) if there else "",
        _("Meets {players} again.", players=listed(met)) if met else _("No repeats."),
        _("The player's clock has been running since the round started (R53).") if round_.starts_at else "",
    ]
    return " ".join(filter(None, lines))


def _from_the_next(record: EventRecord, entry: EntryRecord, round_: RoundRecord) -> Arrival:
    """Return the way to play from the next round on."""
    following = round_.number + 1
    missed = _gaps(record, entry)
    scores = _("{round} has been missed; choose the score for it (R53).", round=title_of_round(record, round_.number))
    players = len(record.active) + (not entry.is_active)
    closed = ""
    if following > record.rounds_planned:
        closed = _("{round} is the last round.", round=title_of_round(record, round_.number))
    elif entry.player in record.fill_ins:
        closed = _("{player} is only a fill-in, so is never put in the draw (R70).", player=entry.name)
    elif entry.is_active and not missed:
        closed = _(
            "{player} is here and will play from {round} anyway.",
            player=entry.name,
            round=name_of_round(record, following),
        )
    return Arrival(
        ArrivalKind.NEXT,
        _("Play from {round}", round=name_of_round(record, following)),
        f"{scores} {_next_draw(record, players)}" if missed else _next_draw(record, players),
        closed,
        missed=missed,
    )


def _next_draw(record: EventRecord, players: int) -> str:
    """Return for how many players the next round is drawn."""
    return ngettext(
        "The next draw will be for {n} player: {tables}.",
        "The next draw will be for {n} players: {tables}.",
        players,
        tables=tables_for(players, record.format),
    )


def _redrawn_arrival(record: EventRecord, entry: EntryRecord, draft: RoundRecord) -> Arrival:
    """Return the way to draw the draft again with the player."""
    players = len(record.active) + (not entry.is_active)
    return Arrival(
        ArrivalKind.REDRAW,
        _("Draw again with {player}", player=entry.name),
        _next_draw(record, players),
        missed=_gaps(record, entry),
    )


def _late_arrival(record: EventRecord, entry: EntryRecord, draft: RoundRecord) -> Arrival:
    """Return the way to mark the player as late and keep the draft."""
    closed = ""
    if entry.is_active or record.has_taken_part(entry.player):
        closed = _("{player} has checked in, so a draft that leaves them out cannot be published.", player=entry.name)
    elif entry.status is Status.LATE:
        closed = _("{player} is already marked as late; the draft can be published as it is.", player=entry.name)
    return Arrival(
        ArrivalKind.WAIT,
        _("Mark as late and keep the draft"),
        _("{player} can then join a table before it finishes, or play from the next round.", player=entry.name),
        closed,
    )
