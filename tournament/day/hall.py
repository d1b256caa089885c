"""Players who sit elsewhere than drawn: the consequences in sentences before it is done, and why it is impossible.

Each such change is given as the new seats of a round, whether a player moves, joins or stays away, or a whole table is dissolved. The
consequences for tables, clocks, meetings and paper come from comparing the new seats with the present ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament.day import reseating
from tournament.day.leaving import if_not_played, if_taken_off
from tournament.day.phones import numbers_listed
from tournament.draw.seating import ClockError, minutes_per_player, name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.formats import Part
from tournament.record.vocabulary import SMALLEST_TABLE, PlayerId, SeatSource, SitOutKind
from tournament.scores.steps import SizeMultiplierError, size_multiplier
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed

LARGEST_NUMBER = 99
"""The largest number that a table can have."""


def seats_of(round_: RoundRecord) -> dict[int, tuple[PlayerId, ...]]:
    """Return the players of each table of a round."""
    return {
        table.number: tuple(seat.player for seat in sorted(table.seats, key=lambda seat: seat.position))
        for table in round_.tables
    }


def reseated_tables(round_: RoundRecord) -> frozenset[int]:
    """Return the tables whose players are not those of the draw; dissolved tables are left out."""
    if round_.draw is None or not round_.draw.plan:
        return frozenset()
    drawn = {number: set(players) for number, players in enumerate(round_.draw.plan[0].tables, 1)}
    return frozenset(number for number, players in seats_of(round_).items() if set(players) != drawn.get(number))


def seats_after_move(seats: reseating.Seats, player: PlayerId, table: int | None) -> dict[int, tuple[PlayerId, ...]]:
    """Return the seats with one player moved to the end of table ``table``, or away from all tables if None.

    Raises KeyError for an unknown table.
    """
    after = {number: tuple(other for other in players if other != player) for number, players in seats.items()}
    if table is not None:
        after[table] = (*after[table], player)
    return after


def seats_without_table(
    seats: reseating.Seats, table: int, to: Mapping[PlayerId, int]
) -> dict[int, tuple[PlayerId, ...]]:
    """Return the seats without table ``table``, whose players go to the tables in ``to``; raises KeyError if a player is missing there."""
    after = {number: tuple(players) for number, players in seats.items() if number != table}
    for player in seats[table]:
        after[to[player]] = (*after[to[player]], player)
    return after


def refusal(record: EventRecord, round_: RoundRecord, after: reseating.Seats) -> str:
    """Return why the players of a round cannot sit as in ``after``, with what to do; empty if they can."""
    if wrong := reseating.reason_not_in_play(record, round_):
        return wrong
    before = seats_of(round_)
    touched = reseating.changed_tables(before, after)
    for number in touched:
        if wrong := reseating.reason_to_stay(round_, number):
            return wrong
    for number in touched:
        if number in after and (wrong := _why_not_of_size(record, number, len(after[number]))):
            return wrong
    for player in set(after.get(1, ())) - set(before.get(1, ())):
        if wrong := no_room(record, round_, before, player, 1):
            return wrong
    return ""


def reason_not_to_miss(record: EventRecord, round_: RoundRecord, player: PlayerId, kind: SitOutKind) -> str:
    """Return why a player cannot be taken off the table and scored as ``kind`` (R49, R54); empty if that is possible."""
    if round_.table_of(player) is None:
        return _(
            "{player} has no seat in {round}.",
            player=record.name_of(player),
            round=name_of_round(record, round_.number),
        )
    if wrong := refusal(record, round_, seats_after_move(seats_of(round_), player, None)):
        return wrong
    return reason_not_to_sit_out(record, round_.number, player) if kind.counts_as_sit_out else ""


def reason_to_keep(record: EventRecord, round_: RoundRecord, number: int) -> str:
    """Return why table ``number`` must keep its number: something is stored under it, or the round is not being played; else empty."""
    if wrong := reseating.reason_not_in_play(record, round_):
        return wrong
    if number not in seats_of(round_):
        return _(
            "{round} has no table {table}; reload the page.", round=title_of_round(record, round_.number), table=number
        )
    table = round_.table(number)
    if table.has_cash:
        return _("Table {table} has a result; clear it first.", table=number)
    kept = {(row.round, row.table) for row in record.logs} | {(row.round, row.table) for row in record.disputes}
    has_reports = table.official is not None or table.waiting is not None
    if has_reports or (round_.number, number) in kept or table.on_devices.has_begun:
        return _(
            "Table {table} has reports, a game log, a dispute or a game on devices stored under its number,"
            " so the number cannot be changed.",
            table=number,
        )
    if round_.top_table_wins and number == 1:
        return _("Table 1 of the final decides the gold medal (R64), so its number cannot be changed.")
    return ""


def reason_not_to_renumber(record: EventRecord, round_: RoundRecord, number: int, to: int) -> str:
    """Return why table ``number`` cannot become table ``to``; empty if it can.

    If another table has the number ``to``, the two exchange their numbers.
    """
    if not 1 <= to <= LARGEST_NUMBER:
        return _("Choose a table number from 1 to {most}.", most=LARGEST_NUMBER)
    if number == to:
        return _("This has already been done; reload the page.")
    taken = [to] if to in seats_of(round_) else []
    return next(filter(None, (reason_to_keep(record, round_, row) for row in (number, *taken))), "")


def consequences_of_seats(record: EventRecord, round_: RoundRecord, after: reseating.Seats) -> tuple[str, ...]:
    """Return the consequences of the seats ``after``: moves, table sizes and minutes, repeated meetings, starting tiles and paper."""
    before = seats_of(round_)
    touched = reseating.changed_tables(before, after)
    return (
        *reseating.moves(record, before, after),
        *(
            reseating.size_sentence(record, number, len(after[number]))
            for number in touched
            if number in after and len(after[number]) != len(before[number])
        ),
        *reseating.meetings(record, round_, before, after),
        *reseating.wishes(record, before, after),
        *reseating.cleared_tiles(record, round_, before, after),
        reseating.paper(touched),
    )


def missed_words(player: str, score: str, called: str, *, is_sit_out: bool) -> str:
    """Return the sentence on what a player scores who did not play the round ``called``."""
    if is_sit_out:
        return _(
            "{player} scores {score} for {round} and will have used their one sit-out (R49).",
            player=player,
            score=score,
            round=called,
        )
    return _("{player} scores {score} for {round}.", player=player, score=score, round=called)


def if_not_come(record: EventRecord, round_: RoundRecord, player: PlayerId, kind: SitOutKind) -> tuple[str, ...]:
    """Return the consequences if a player did not come and is scored as ``kind``, which the director chooses (R51-R54)."""
    score = decimals(record.format.score_of(kind), 3)
    name, called = record.name_of(player), name_of_round(record, round_.number)
    return (
        missed_words(name, score, called, is_sit_out=kind.counts_as_sit_out),
        *consequences_of_seats(record, round_, seats_after_move(seats_of(round_), player, None)),
        *if_taken_off(record, round_, player, kind),
        _("The other scores at the table are based on the players who started (R63)."),
    )


def if_renumbered(record: EventRecord, round_: RoundRecord, number: int, to: int) -> tuple[str, ...]:
    """Return the consequences if table ``number`` becomes table ``to``; if another table has that number, the two exchange theirs."""
    taken = to in seats_of(round_)
    lines = [
        _("Tables {table} and {other} swap numbers.", table=number, other=to)
        if taken
        else _("Table {table} becomes table {other}.", table=number, other=to),
    ]
    if record.has_table_codes:
        lines.append(_("Phones that used the code on an old slip are logged out and must scan the new slip."))
    tables = [number, to] if taken else [number]
    return (*lines, reseating.paper(sorted(tables)))


def if_seated_by(round_: RoundRecord, source: SeatSource) -> tuple[str, ...]:
    """Return the consequences of changing what decides the order of play to ``source``: the chart or starting tiles (R4, R6)."""
    if source is SeatSource.CHART:
        order = _("Play follows the order of the draw, whatever starting tiles the players draw (R6).")
    else:
        order = _("The player with the lowest starting tile goes first, and the others follow in tile order (R4).")
    entered = sum(all(seat.starting_tile for seat in table.seats) for table in round_.tables)
    kept = ngettext("The starting tiles of {n} table are kept.", "The starting tiles of {n} tables are kept.", entered)
    return (f"{order} {kept}" if entered else order, reseating.paper([table.number for table in round_.tables]))


def if_unpublished(record: EventRecord, round_: RoundRecord) -> tuple[str, ...]:
    """Return the consequences if a round being played becomes a draft again."""
    lines = [
        _(
            "Only the desk will see {round}; it will disappear from the public pages and phones.",
            round=name_of_round(record, round_.number),
        ),
        _("The draw, the seats and the starting tiles are kept. Change them or draw again, then publish again.")
        if record.has(Part.TILES)
        else _("The draw and the seats are kept. Change them or draw again, then publish again."),
    ]
    if round_.starts_at:
        lines.append(_("The clock is reset; start it again when play begins."))
    came_off = [record.name_of(row.player) for row in round_.sit_outs if row.kind is SitOutKind.MISSED]
    if came_off:
        lines.append(_("Still without a seat: {names}.", names=listed(came_off)))
    lines += _logs_and_disputes(record, round_)
    lines += if_not_played(record, round_)
    if record.gold_from_room:
        lines.append(_("The ruling that gold can go to anyone in the room no longer applies (R43)."))
    return tuple(lines)


def _logs_and_disputes(record: EventRecord, round_: RoundRecord) -> list[str]:
    """Return sentences on the logs and disputes of a round's tables, which go if it is drawn again."""
    bound = [(row.round, row.table) for row in record.logs] + [(row.round, row.table) for row in record.disputes]
    tables = {table for number, table in bound if number == round_.number}
    if not tables:
        return []
    return [
        ngettext(
            "If you redraw the round, the game logs and disputes for table {tables} will be lost.",
            "If you redraw the round, the game logs and disputes for tables {tables} will be lost.",
            len(tables),
            tables=numbers_listed(sorted(tables)),
        )
    ]


def no_room(record: EventRecord, round_: RoundRecord, seats: reseating.Seats, player: PlayerId, number: int) -> str:
    """Return why table ``number`` cannot take one more player, with all other players as in ``seats``; empty if it can."""
    if wrong := reseating.reason_to_stay(round_, number):
        return wrong
    if wrong := _why_not_of_size(record, number, len(seats[number]) + 1):
        return wrong
    top = cut_to_the_top(round_)
    if number == 1 and top is not None and player not in top:
        # Ruling: gold comes from the players whom the standings put at the top table (R46, R64); nobody else joins that table later.
        return _("Table 1 of the final is seated from the standings, and nobody else can join it (R46, R64).")
    return ""


def best_tables(
    record: EventRecord, round_: RoundRecord, player: PlayerId, seats: reseating.Seats | None = None
) -> tuple[int, ...]:
    """Return the other tables that can take a player, best first.

    The best is nearest to the preferred size, then has fewest players whom the player has met, then the lowest number. ``seats`` are
    those of the round, or others to look at.
    """
    current = seats_of(round_) if seats is None else seats
    rest = {number: players for number, players in current.items() if player not in players}

    def worth(number: int) -> tuple[int, int, int]:
        size = len(rest[number]) + 1
        return abs(size - record.format.tables.wished), len(met_at(record, round_, player, rest[number])), number

    return tuple(sorted((row for row in rest if not no_room(record, round_, rest, player, row)), key=worth))


def best_spread(record: EventRecord, round_: RoundRecord, table: int) -> dict[PlayerId, int]:
    """Return the best table for each player of table ``table`` if it is dissolved, chosen one after another.

    Players for whom no table has room are left out.
    """
    seats = seats_of(round_)
    left = {number: players for number, players in seats.items() if number != table}
    to: dict[PlayerId, int] = {}
    for player in seats[table]:
        for best in best_tables(record, round_, player, left)[:1]:
            to[player] = best
            left[best] = (*left[best], player)
    return to


def met_at(record: EventRecord, round_: RoundRecord, player: PlayerId, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Return which of ``players`` a player has met in another round that has begun."""
    return [other for other in players if other != player and reseating.rounds_met(record, round_, player, other)]


def _why_not_of_size(record: EventRecord, number: int, size: int) -> str:
    """Return why table ``number`` cannot have ``size`` players; empty if it can."""
    if size < SMALLEST_TABLE:
        return ngettext(
            "Table {table} would have {n} player left, too few to play. "
            "Swap a player in, retire the table, or unpublish the round and redraw it.",
            "Table {table} would have {n} players left, too few to play. "
            "Swap a player in, retire the table, or unpublish the round and redraw it.",
            size,
            table=number,
        )
    try:
        size_multiplier(size, record.format)
        minutes_per_player(size, record.format)
    except (SizeMultiplierError, ClockError) as unknown:
        if not str(unknown):
            return ""  # a possible size of a format without clocks
        would = ngettext(
            "Table {table} would have {n} player.", "Table {table} would have {n} players.", size, table=number
        )
        return f"{would} {unknown}"
    return ""


def cut_to_the_top(round_: RoundRecord) -> tuple[PlayerId, ...] | None:
    """Return the players whom the draw of a final put at its top table; None if the round is not the final."""
    if not round_.top_table_wins:
        return None
    return round_.draw.plan[0].tables[0] if round_.draw else ()
