"""A published draw as pages show it: by table in order of play, and by player from A to Z."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournament.draw.clock import ClockError, minutes_per_player
from tournament.draw.seating import order_of_play
from tournament.pdf.job import name_key
from tournament.pdf.sheets.pairings import SIT_OUT_WORDS
from tournament.public.site import Site
from tournament.record.event import RoundRecord, SitOutRecord, TableRecord, score_of
from tournament.record.vocabulary import PlayerId, SeatSource, Thousandths


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at a table; ``tile`` is the starting tile, empty as long as none is typed."""

    player: PlayerId
    name: str
    tile: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a draw; ``is_seated`` once the order of play is known, ``minutes`` in words."""

    number: int
    size: int
    minutes: str
    is_seated: bool
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class Idle:
    """A player without a table in a round, why in words, and what it scores in thousandths (R51-R53)."""

    player: PlayerId
    name: str
    words: str
    score: Thousandths


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player is to go: table and seat, None where there is none, or ``words`` for who does not play."""

    player: PlayerId
    name: str
    table: int | None
    seat: int | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A whole published draw."""

    tables: tuple[ShownTable, ...]
    idle: tuple[Idle, ...]
    starts: str
    order: str

    @property
    def places(self) -> tuple[Place, ...]:
        """Every player from A to Z; accents do not part names."""
        seated = [
            Place(seat.player, seat.name, table.number, at if table.is_seated else None)
            for table in self.tables
            for at, seat in enumerate(table.seats, start=1)
        ]
        idle = [Place(each.player, each.name, None, None, each.words) for each in self.idle]
        return tuple(sorted([*seated, *idle], key=lambda place: (name_key(place.name), place.player)))


def drawn(site: Site, played: RoundRecord) -> Drawn:
    """The draw of a round as pages show it."""
    return Drawn(
        tables=tuple(shown_table(site, played, table) for table in sorted(played.tables, key=lambda row: row.number)),
        idle=tuple(_idle(site, sit_out) for sit_out in played.sit_outs),
        starts=f"starts {timezone.localtime(played.starts_at):%H:%M}" if played.starts_at else "",
        order=_order(played),
    )


def shown_table(site: Site, played: RoundRecord, table: TableRecord) -> ShownTable:
    """One table in order of play (R4, R6), with the minutes on each clock (R29)."""
    is_seated = played.seat_source is SeatSource.CHART or all(seat.starting_tile for seat in table.seats)
    seats = tuple(
        ShownSeat(seat.player, site.name(seat.player), seat.starting_tile)
        for seat in order_of_play(table, played.seat_source)
    )
    return ShownTable(table.number, table.size, minutes_in_words(site, table.size), is_seated, seats)


def minutes_in_words(site: Site, size: int) -> str:
    """The minutes per player at a table of that size, or whom to ask where the rules name none (R29)."""
    try:
        return f"{minutes_per_player(size, site.record.ruleset)} minutes each"
    except ClockError:
        return "minutes: ask the director"


def _idle(site: Site, sit_out: SitOutRecord) -> Idle:
    score = score_of(sit_out.kind, site.record.ruleset)
    return Idle(sit_out.player, site.name(sit_out.player), SIT_OUT_WORDS[sit_out.kind], score)


def _order(played: RoundRecord) -> str:
    if played.seat_source is SeatSource.CHART:
        return "Seats are the order of play, whatever starting tiles are drawn (R6)."
    if all(seat.starting_tile for table in played.tables for seat in table.seats):
        return "Seats are in order of the starting tiles: lowest number first, then first letter (R4)."
    return "Draw starting tiles: the lowest number begins, then the first letter, the others follow in that order (R4)."
