"""A draw as lists: by table, by player from A to Z, who has no table (R49-R53), and the movement chart (R6, R44).

Who met whom: how often each two players have shared a table, and in which rounds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter

from tournament.draw.forecast import Movement, movement_of
from tournament.draw.lines import said
from tournament.draw.seating import (
    ClockError,
    label_of_round,
    minutes_per_player,
    order_of_play,
    seat_numbers,
    title_of_round,
)
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.formats import Format, Part
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundState, SeatsBy, SeatSource, SitOutKind, Thousandths
from tournament.scores.totals import in_the_field
from tournament.tellings.floor import set_in_words
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row
from tournament.tellings.words import by_name, name_cell, people_of, seated_name, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.directions import by_itself
from wording.figures import listed

SIT_OUT_WORDS = {
    SitOutKind.STANDARD: gettext_noop("sits out"),
    SitOutKind.PAIRING_PROBLEM: gettext_noop("no table"),
    SitOutKind.MISSED: gettext_noop("not playing"),
    SitOutKind.WAITS: SitOutKind.WAITS.said,
}
"""Why a player has no table, in two words, for `gettext`."""


def protocol_of(round_: RoundRecord) -> tuple[str, ...]:
    """Return the lines of the protocol of a draw as sentences, without those that are already shown as reasons for sitting out."""
    reasons = {row.reason for row in round_.sit_outs}
    return tuple(said(line) for line in round_.protocol if line not in reasons)


def reason_of(sit_out: SitOutRecord) -> str:
    """Return why a player has no table, as a sentence: by the rules, or as the director typed it; empty if no reason is stored."""
    return said(sit_out.reason)


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player at a table: ``tile`` is the starting tile, empty if not typed; ``seat`` the place in the order of play, None until known.

    ``surname`` is the part of the name that is written in bold.
    """

    player: PlayerId
    name: str
    tile: str
    seat: int | None
    surname: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a draw: ``is_seated`` says whether its order of play is known, ``minutes`` are the minutes per player in words.

    ``chooses`` says whether its players choose their seats.
    """

    number: int
    size: int
    minutes: str
    is_seated: bool
    chooses: bool
    seats: tuple[ShownSeat, ...]

    @property
    def turns(self) -> str:
        """Who starts and who follows, as a sentence, or that players choose their seats; empty until starting tiles are typed."""
        if not self.is_seated:
            return SeatsBy.CHOSEN.words if self.chooses else ""
        first, *others = (seat.name for seat in self.seats)
        return _("{first} starts, followed by {others}.", first=first, others=listed(others))


@dataclass(frozen=True, slots=True)
class Idle:
    """A player without a table in a round, the reason in words, and the score in thousandths, None where there is none (R51-R53)."""

    player: PlayerId
    name: str
    words: str
    score: Thousandths | None

    @property
    def scored(self) -> str:
        """The score as it is written, empty where there is none."""
        return "" if self.score is None else thousandths(self.score)

    @property
    def said(self) -> str:
        """The reason and the score."""
        return _("{reason}, {score}", reason=self.words, score=self.scored) if self.scored else self.words


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A whole draw: the tables, the players without a table, and in ``order`` a sentence on what decides the order of play."""

    tables: tuple[ShownTable, ...]
    idle: tuple[Idle, ...]
    order: str


def shown_draw(record: EventRecord, round_: RoundRecord) -> ShownDraw:
    """Return the draw of a round, with the order of play as far as it is known."""
    has_tiles = all(table.seats_are_decided(round_.seat_source) for table in round_.tables)
    return ShownDraw(
        tables=tuple(shown_table(record, round_, table) for table in sorted(round_.tables, key=lambda row: row.number)),
        idle=tuple(idle_of(record, sit_out) for sit_out in round_.sit_outs),
        order=order_note(record, round_, has_tiles=has_tiles),
    )


def shown_table(record: EventRecord, round_: RoundRecord, table: TableRecord) -> ShownTable:
    """Return one table: its players, in order of play once that is known (R4, R6), and the minutes per player (R29)."""
    numbers = seat_numbers(table, round_.seat_source)
    seats = tuple(
        ShownSeat(
            seat.player,
            seated_name(record.entry(seat.player), round_.number),
            seat.starting_tile,
            numbers.get(seat.player),
            record.entry(seat.player).surname,
        )
        for seat in order_of_play(table, round_.seat_source)
    )
    return ShownTable(
        number=table.number,
        size=table.size,
        minutes=minutes_in_words(table.size, record.format),
        is_seated=bool(numbers),
        chooses=round_.seat_source is SeatSource.CHOSEN,
        seats=seats,
    )


def idle_of(record: EventRecord, sit_out: SitOutRecord) -> Idle:
    """Return a player without a table, with the reason and the score."""
    score = record.format.idle_score(sit_out.kind)
    return Idle(sit_out.player, record.entry(sit_out.player).name, _(SIT_OUT_WORDS[sit_out.kind]), score)


def order_note(record: EventRecord, round_: RoundRecord, *, has_tiles: bool) -> str:
    """Return what decides the order of play (R4, R6), empty if the draw alone; ``has_tiles`` if every starting tile is typed."""
    seats = record.stage_of(round_.number).seats
    if seats is not SeatsBy.EVENT and round_.kind.is_seated_by_rank:
        return seats.words
    if round_.seat_source is SeatSource.DRAWN:
        return ""
    if round_.seat_source is SeatSource.CHART:
        return _("Play follows the seat order, whatever starting tiles are drawn.")
    if has_tiles:
        return _(
            "Seats are numbered by the starting tiles: the lowest number comes first; if numbers are equal, the earlier letter does."
        )
    return _(
        "Draw starting tiles: the lowest number starts; if numbers are equal, the earlier letter starts. The others follow in that order."
    )


def minutes_in_words(size: int, rules: Format) -> str:
    """Return the minutes per player at a table of ``size``; if the rules name none, whom to ask (R29), empty if they name none at all."""
    if not rules.tables.minutes:
        return ""
    try:
        minutes = minutes_per_player(size, rules)
    except ClockError:
        return _("minutes: ask the director")
    return ngettext("{n} minute each", "{n} minutes each", minutes)


def table_facts(record: EventRecord, size: int, chains: str) -> str:
    """Return the size of a table, the minutes of each player, and the name of its set of ``chains``."""
    minutes = minutes_in_words(size, record.format)
    if record.has(Part.CHAINS):
        return ngettext(
            "{n} player · {minutes} · chain names: {chains}",
            "{n} players · {minutes} · chain names: {chains}",
            size,
            minutes=minutes,
            chains=set_in_words(chains),
        )
    return " · ".join(filter(None, (ngettext("{n} player", "{n} players", size), minutes)))


def chains_of(record: EventRecord, table: TableRecord) -> str:
    """Return the set of chains at a table as it is stored: the table's own, else the event's."""
    return table.chain_set or record.chain_set


def places_listing(record: EventRecord, round_: RoundRecord, caption: str) -> Listing:
    """Return everybody in a round from A to Z with the table, and with the seat once the seats of the round are known (R4-R6).

    Players without a table have the reason in place of a table, and the score of the round. Whoever sits in somebody else's place (R71)
    is found by both names.
    """
    people = people_of(record)
    rows = []
    for table in round_.tables:
        numbers = seat_numbers(table, round_.seat_source)
        rows += [(seat.player, str(table.number), str(numbers.get(seat.player, ""))) for seat in table.seats]
    for sit_out in round_.sit_outs:
        idle = idle_of(record, sit_out)
        rows.append((idle.player, idle.said, ""))
    lines = []
    for player, where, seat in rows:
        entry, cells = people[player], (Cell(str(player)), Cell(where), Cell(seat))
        lines.append((entry.sort_key, Row(player, (name_cell(entry), *cells))))
        sits = entry.at_table(round_.number)
        if sits is not entry and sits.name:
            name = Cell(seated_name(entry, round_.number), link=Link(About.PLAYER, (player,)), bold=sits.surname)
            lines.append((sits.sort_key, Row(player, (name, *cells))))
    listing = Listing(
        key="places",
        caption=caption,
        columns=(
            Column("name", _("Name"), ColumnKind.NAME),
            Column("number", pgettext("a player's number", "No.")),
            Column("table", _("Table")),
            Column("seat", _("Seat")),
        ),
        rows=tuple(row for _key, row in sorted(lines, key=itemgetter(0))),
    )
    return listing if round_.seats_are_decided else listing.without("seat")


def seats_listing(record: EventRecord, round_: RoundRecord, table: TableRecord) -> Listing:
    """Return the players of one table, in order of play once that is known, with minutes and chains."""
    people = people_of(record)
    numbers = seat_numbers(table, round_.seat_source)
    listing = Listing(
        key="seats",
        caption=_("Table {number}", number=table.number),
        columns=(
            Column("seat", _("Seat")),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("country", _("Country"), ColumnKind.WORD),
            Column("number", pgettext("a player's number", "No.")),
        ),
        rows=tuple(
            Row(
                seat.player,
                (
                    Cell(str(numbers.get(seat.player, ""))),
                    name_cell(people[seat.player]),
                    Cell(people[seat.player].country),
                    Cell(str(seat.player)),
                ),
            )
            for seat in order_of_play(table, round_.seat_source)
        ),
        note=table_facts(record, table.size, chains_of(record, table)),
    )
    return listing if numbers else listing.without("seat")


def idle_listing(record: EventRecord, round_: RoundRecord) -> Listing:
    """Return everybody who has no table in a round, with reason and score."""
    people = people_of(record)
    idle = [idle_of(record, sit_out) for sit_out in round_.sit_outs]
    return Listing(
        key="idle",
        caption=_("Not playing this round"),
        columns=(
            Column("name", _("Name"), ColumnKind.NAME),
            Column("why", _("Why"), ColumnKind.WORD),
            Column("score", _("Score"), ColumnKind.TOTAL),
        ),
        rows=tuple(
            Row(each.player, (name_cell(people[each.player]), Cell(each.words), Cell(each.scored))) for each in idle
        ),
    )


def chart_listing(record: EventRecord) -> Listing:
    """Return the movement chart: every player's table in each random round that is drawn or on the public chart.

    The seat is added in rounds whose seats the chart decides.
    """
    movement = movement_of(record)
    seated = _seated_rounds(record, movement)
    return Listing(
        key="chart",
        caption=_("Table / seat in each random round") if seated else _("Table in each random round"),
        columns=(
            Column("name", _("Name"), ColumnKind.NAME),
            Column("number", pgettext("a player's number", "No.")),
            *(Column(f"r{number}", title_of_round(record, number)) for number in movement.rounds),
        ),
        rows=tuple(
            _row(movement, entry, seated) for entry in by_name(record.entries) if entry.player in movement.players
        ),
    )


def _seated_rounds(record: EventRecord, movement: Movement) -> frozenset[int]:
    """Return the rounds whose seats the chart decides; a round not drawn yet is seated like the last drawn one (R6)."""
    drawn = {round_.number: not round_.seat_source.waits_for_tiles for round_ in record.rounds}
    by_chart = any(drawn[number] for number in movement.rounds if number in drawn)
    return frozenset(number for number in movement.rounds if drawn.get(number, by_chart))


def _row(movement: Movement, entry: EntryRecord, seated: frozenset[int]) -> Row:
    """Return the row of one player of the movement chart; ``seated`` are the rounds whose seats the chart decides."""
    places = (Cell(_place(movement, number, entry.player, number in seated)) for number in movement.rounds)
    return Row(entry.player, (name_cell(entry), Cell(str(entry.player)), *places))


def _place(movement: Movement, number: int, player: PlayerId, has_seats: bool) -> str:
    """Return "table / seat", or the table alone, of a player in round ``number``; "-" if the player has none."""
    place = movement.places.get((number, player))
    if place is None:
        return "-"
    return f"{place[0]} / {place[1]}" if has_seats else str(place[0])


LARGEST_MATRIX = 100
"""The most players for whom the matrix is shown; with more, each row has only the number of opponents."""


@dataclass(frozen=True, slots=True)
class Pair:
    """How often two players have met, and in which rounds, as text; ``is_self`` is true on the diagonal of the matrix."""

    count: int
    rounds: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One player's meetings with every other player, from A to Z, and the number of different opponents."""

    player: PlayerId
    name: str
    cells: tuple[Pair, ...]
    opponents: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Who met whom: ``again`` are the pairs that met more than once, most frequent first, with the names of both.

    ``repeats`` counts the meetings that were not the first of their pair. ``is_square`` is false if the field is too large, and rows have
    no cells.
    """

    rows: tuple[MatrixRow, ...]
    is_square: bool
    again: tuple[tuple[str, str, Pair], ...]
    repeats: int


def meetings_table(record: EventRecord) -> Matrix:
    """Return who has met whom over all drawn rounds, including a draft."""
    players = by_name(in_the_field(record))
    met = pairs_met(record.rounds)
    names = {entry.player: by_itself(entry.name) for entry in record.entries}
    opponents = Counter(player for pair in met for player in pair)
    is_square = len(players) <= LARGEST_MATRIX

    def cell(one: PlayerId, other: PlayerId) -> Pair:
        rounds = met.get((min(one, other), max(one, other)), [])
        return Pair(len(rounds), ", ".join(_round_name(record, round_) for round_ in rounds), one == other)

    rows = tuple(
        MatrixRow(
            entry.player,
            entry.name,
            tuple(cell(entry.player, other.player) for other in players) if is_square else (),
            opponents[entry.player],
        )
        for entry in players
    )
    again = sorted(((pair, numbers) for pair, numbers in met.items() if len(numbers) > 1), key=lambda row: -len(row[1]))
    return Matrix(
        rows,
        is_square,
        tuple(
            (names[one], names[other], Pair(len(rounds), listed([_round_name(record, round_) for round_ in rounds])))
            for (one, other), rounds in again
        ),
        repeats_of(record.rounds),
    )


def repeats_of(rounds: tuple[RoundRecord, ...]) -> int:
    """Return the number of meetings in these rounds that are not the first of their pair."""
    return sum(len(numbers) - 1 for numbers in pairs_met(rounds).values())


def pairs_met(rounds: tuple[RoundRecord, ...]) -> dict[tuple[PlayerId, PlayerId], list[RoundRecord]]:
    """Return for each pair (lower number first) the rounds in which they shared a table."""
    met: dict[tuple[PlayerId, PlayerId], list[RoundRecord]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(seat.player for seat in table.seats), 2):
                met.setdefault(pair, []).append(round_)
    return met


def _round_name(record: EventRecord, round_: RoundRecord) -> str:
    """Return the name of a round as a page has it: "Round 3", "Final", "Final (draft)"."""
    name = label_of_round(record, round_.number)
    return pgettext("a round", "{name} (draft)", name=name) if round_.state is RoundState.DRAFT else name
