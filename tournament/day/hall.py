"""Players who sit elsewhere than drawn: the consequences in sentences before it is done, and why it is impossible.

Each such change is given as the new seats of a round, whether a player moves, joins or stays away, or a whole table is dissolved. The
consequences for tables, clocks, meetings and paper come from comparing the new seats with the present ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from tournament.day.leaving import if_not_played, if_taken_off
from tournament.day.staying import reason_not_in_play, reason_to_stay
from tournament.day.unconfirmed import tables_listed
from tournament.draw.clock import ClockError, minutes_per_player
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.record.event import EventRecord, RoundRecord, score_of
from tournament.record.rulesets import SMALLEST_TABLE
from tournament.record.vocabulary import PlayerId, RoundKind, SeatSource, SitOutKind, format_thousandths
from tournament.scores.scoring import SIZE_WORDS, SizeMultiplierError, size_multiplier

Seats = Mapping[int, tuple[PlayerId, ...]]
"""Who sits at each table, by its number, in the order of the seats."""

LARGEST_NUMBER = 99
"""The largest number that a table can have."""
NAMED = 4
"""The most sentences of one kind; further ones are only counted."""


def seats_of(round_: RoundRecord) -> dict[int, tuple[PlayerId, ...]]:
    """Return the players of each table of a round."""
    return {
        table.number: tuple(seat.player for seat in sorted(table.seats, key=lambda seat: seat.position))
        for table in round_.tables
    }


def reseated(round_: RoundRecord) -> frozenset[int]:
    """Return the tables whose players are not those of the draw; dissolved tables are left out."""
    if round_.draw is None or not round_.draw.plan:
        return frozenset()
    drawn = {number: set(players) for number, players in enumerate(round_.draw.plan[0].tables, 1)}
    return frozenset(number for number, players in seats_of(round_).items() if set(players) != drawn.get(number))


def seated(seats: Seats, player: PlayerId, table: int | None) -> dict[int, tuple[PlayerId, ...]]:
    """Return the seats with one player moved to the end of table ``table``, or away from all tables if None.

    Raises KeyError for an unknown table.
    """
    after = {number: tuple(other for other in players if other != player) for number, players in seats.items()}
    if table is not None:
        after[table] = (*after[table], player)
    return after


def spread(seats: Seats, table: int, to: Mapping[PlayerId, int]) -> dict[int, tuple[PlayerId, ...]]:
    """Return the seats without table ``table``, whose players go to the tables in ``to``; raises KeyError if a player is missing there."""
    after = {number: tuple(players) for number, players in seats.items() if number != table}
    for player in seats[table]:
        after[to[player]] = (*after[to[player]], player)
    return after


def refusal(record: EventRecord, round_: RoundRecord, after: Seats) -> str:
    """Return why the players of a round cannot sit as in ``after``, with what to do; empty if they can."""
    if wrong := reason_not_in_play(record, round_):
        return wrong
    before = seats_of(round_)
    touched = _changed_tables(before, after)
    for number in touched:
        if wrong := reason_to_stay(round_, number):
            return wrong
    for number in touched:
        if number in after and (wrong := _of_size(record, number, len(after[number]))):
            return wrong
    for player in set(after.get(1, ())) - set(before.get(1, ())):
        if wrong := no_room(record, round_, before, player, 1):
            return wrong
    return ""


def reason_not_to_miss(record: EventRecord, round_: RoundRecord, player: PlayerId, kind: SitOutKind) -> str:
    """Return why a player cannot be taken off the table and scored as ``kind`` (R49, R54); empty if that is possible."""
    if round_.table_of(player) is None:
        return f"{record.name_of(player)} has no seat in {name_of_round(record, round_.number)}."
    if wrong := refusal(record, round_, seated(seats_of(round_), player, None)):
        return wrong
    return reason_not_to_sit_out(record, round_.number, player) if kind.counts_as_sit_out else ""


def reason_to_keep(record: EventRecord, round_: RoundRecord, number: int) -> str:
    """Return why table ``number`` must keep its number: something is stored under it, or the round is not being played; else empty."""
    if wrong := reason_not_in_play(record, round_):
        return wrong
    if number not in seats_of(round_):
        return f"{title_of_round(record, round_.number)} has no table {number}; reload the page."
    table = round_.table(number)
    if table.has_cash:
        return f"Table {number} has a result; clear it before its number changes."
    if table.official is not None or table.waiting is not None:
        return f"Table {number} has reports that are kept under its number, so it keeps the number."
    kept = {(row.round, row.table) for row in record.logs} | {(row.round, row.table) for row in record.disputes}
    if (round_.number, number) in kept:
        return f"Table {number} has a log or a dispute that is kept under its number, so it keeps the number."
    if table.on_devices.has_begun:
        return f"Table {number} has begun its game on devices, which is kept under its number, so it keeps the number."
    if round_.kind is RoundKind.SWISS and number == 1:
        return "Table 1 of the final is the top table, from which gold comes (R64), so it keeps its number."
    return ""


def reason_not_to_renumber(record: EventRecord, round_: RoundRecord, number: int, to: int) -> str:
    """Return why table ``number`` cannot become table ``to``; empty if it can.

    If another table has the number ``to``, the two exchange their numbers.
    """
    if not 1 <= to <= LARGEST_NUMBER:
        return f"A table has a number from 1 to {LARGEST_NUMBER}."
    if number == to:
        return f"Table {to} has that number already."
    taken = [to] if to in seats_of(round_) else []
    return next(filter(None, (reason_to_keep(record, round_, row) for row in (number, *taken))), "")


def follows(record: EventRecord, round_: RoundRecord, after: Seats) -> tuple[str, ...]:
    """Return the consequences of the seats ``after``: moves, table sizes and minutes, repeated meetings, starting tiles and paper."""
    before = seats_of(round_)
    touched = _changed_tables(before, after)
    return (
        *_moves(record, before, after),
        *(
            _size(record, number, len(after[number]))
            for number in touched
            if number in after and len(after[number]) != len(before[number])
        ),
        *_meetings(record, round_, before, after),
        *_wishes(record, before, after),
        *_tiles(record, round_, before, after),
        _paper(touched),
    )


def if_not_come(record: EventRecord, round_: RoundRecord, player: PlayerId, kind: SitOutKind) -> tuple[str, ...]:
    """Return the consequences if a player did not come and is scored as ``kind``, which the director chooses (R51-R54)."""
    score = format_thousandths(score_of(kind, record.ruleset))
    used = " and has used up the one sit-out (R49)" if kind.counts_as_sit_out else ""
    return (
        f"{record.name_of(player)} scores {score} for {name_of_round(record, round_.number)}{used}.",
        *follows(record, round_, seated(seats_of(round_), player, None)),
        *if_taken_off(record, round_, player, kind),
        "The score of the others is worked out by who started (R63). Who comes after all can be seated again.",
    )


def if_renumbered(record: EventRecord, round_: RoundRecord, number: int, to: int) -> tuple[str, ...]:
    """Return the consequences if table ``number`` becomes table ``to``; if another table has that number, the two exchange theirs."""
    taken = to in seats_of(round_)
    lines = [f"Tables {number} and {to} exchange their numbers." if taken else f"Table {number} becomes table {to}."]
    lines.append("Nobody is seated with anybody else: players, seats and starting tiles stay together.")
    if record.has_table_codes:
        lines.append("Phones that hold the code of an old slip are let out; they scan the new slip.")
    tables = [number, to] if taken else [number]
    return (*lines, _paper(sorted(tables)))


def if_seated_by(round_: RoundRecord, source: SeatSource) -> tuple[str, ...]:
    """Return the consequences of changing what decides the order of play to ``source``: the chart or starting tiles (R4, R6)."""
    if source is SeatSource.CHART:
        order = "The order of play is the order of the seats as drawn, whatever starting tiles are drawn (R6)."
    else:
        order = "The lowest starting tile begins, and the others follow in the order of theirs (R4)."
    typed = sum(all(seat.starting_tile for seat in table.seats) for table in round_.tables)
    kept = f" The starting tiles of {_tables(typed)} stay stored." if typed else ""
    return (f"{order}{kept}", _paper([table.number for table in round_.tables]))


def if_unpublished(record: EventRecord, round_: RoundRecord) -> tuple[str, ...]:
    """Return the consequences if a round being played becomes a draft again."""
    lines = [
        f"Nobody but the desk sees {name_of_round(record, round_.number)} any more: its seats leave the public pages and phones.",
        "The draw, its seats and the starting tiles are kept; you can change or draw them again, and publish.",
    ]
    if round_.starts_at:
        lines.append("The clock is set back; start it again when play begins.")
    came_off = [record.name_of(row.player) for row in round_.sit_outs if not row.kind.counts_as_sit_out]
    if came_off:
        lines.append(f"Without a seat as now: {', '.join(came_off)}.")
    if written := _logs_and_disputes(record, round_):
        lines.append(f"Gone, if the round is drawn again: {written}.")
    lines += if_not_played(record, round_)
    if record.gold_from_room:
        lines.append("The ruling that gold may come from the room is dropped (R43).")
    return (*lines, "Every printed sheet of the round is wrong as soon as it is drawn again.")


def _logs_and_disputes(record: EventRecord, round_: RoundRecord) -> str:
    """Return the logs and disputes of a round's tables in words; empty if there are none."""
    logs = sorted({row.table for row in record.logs if row.round == round_.number})
    disputes = sorted({row.table for row in record.disputes if row.round == round_.number})
    kinds = (("logs", logs), ("disputes", disputes))
    return " and ".join(f"the {kind} of {tables_listed(tuple(at)).lower()}" for kind, at in kinds if at)


def no_room(record: EventRecord, round_: RoundRecord, seats: Seats, player: PlayerId, number: int) -> str:
    """Return why table ``number`` cannot take one more player, with all other players as in ``seats``; empty if it can."""
    if wrong := reason_to_stay(round_, number):
        return wrong
    if wrong := _of_size(record, number, len(seats[number]) + 1):
        return wrong
    top = cut_to_the_top(round_)
    if number == 1 and top is not None and player not in top:
        # Ruling: gold comes from the players whom the standings put at the top table (R46, R64); nobody else joins that table later.
        return "Table 1 of the final is cut from the standings and takes nobody else (R46, R64); choose another."
    return ""


def best_tables(
    record: EventRecord, round_: RoundRecord, player: PlayerId, seats: Seats | None = None
) -> tuple[int, ...]:
    """Return the other tables that can take a player, best first.

    The best is nearest to the preferred size, then has fewest players whom the player has met, then the lowest number. ``seats`` are
    those of the round, or others to look at.
    """
    current = seats_of(round_) if seats is None else seats
    rest = {number: players for number, players in current.items() if player not in players}

    def worth(number: int) -> tuple[int, int, int]:
        size = len(rest[number]) + 1
        return abs(size - record.ruleset.preferred_size), len(met_at(record, round_, player, rest[number])), number

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
    return [other for other in players if other != player and _rounds_met(record, round_, player, other)]


def _rounds_met(record: EventRecord, round_: RoundRecord, one: PlayerId, other: PlayerId) -> list[int]:
    """Return the other begun rounds in which two players shared a table."""
    return [
        row.number
        for row in record.begun_rounds
        if row.number != round_.number and (table := row.table_of(one)) and table is row.table_of(other)
    ]


def _changed_tables(before: Seats, after: Seats) -> list[int]:
    """Return the tables whose players change."""
    return [number for number in before if set(before[number]) != set(after.get(number, ()))]


def _of_size(record: EventRecord, number: int, size: int) -> str:
    """Return why table ``number`` cannot have ``size`` players; empty if it can."""
    if size < SMALLEST_TABLE:
        few = ("nobody", "one player", "two players")[size]
        return (
            f"Table {number} would be left with {few}, and nobody plays with {few.split()[0]}; swap somebody in, retire the table, "
            "or unpublish the round and draw it again."
        )
    try:
        size_multiplier(size, record.ruleset)
        minutes_per_player(size, record.ruleset)
    except (SizeMultiplierError, ClockError) as unknown:
        return f"Table {number} would have {size} players. {unknown}"
    return ""


def cut_to_the_top(round_: RoundRecord) -> tuple[PlayerId, ...] | None:
    """Return the players whom the draw of a final put at its top table; None if the round is not a Swiss final."""
    if round_.kind is not RoundKind.SWISS:
        return None
    return round_.draw.plan[0].tables[0] if round_.draw else ()


def _where(seats: Seats) -> dict[PlayerId, int]:
    """Return the table of each player."""
    return {player: number for number, players in seats.items() for player in players}


def _moves(record: EventRecord, before: Seats, after: Seats) -> list[str]:
    """Return a sentence for each player who moves, leaves or sits down, and for each table that is dissolved."""
    was, then = _where(before), _where(after)
    lines = [
        f"{record.name_of(player)} moves from table {number} to table {then[player]}."
        if player in then
        else f"{record.name_of(player)} leaves table {number}."
        for player, number in was.items()
        if then.get(player) != number
    ]
    lines += [
        f"{record.name_of(player)} sits down at table {number}." for player, number in then.items() if player not in was
    ]
    return lines + [f"There is no table {number} in this round any more." for number in before if number not in after]


def _size(record: EventRecord, number: int, size: int) -> str:
    """Return a sentence on a table's new size, its minutes and its multiplier."""
    try:
        minutes = f" with {minutes_per_player(size, record.ruleset)} minutes each (R29)"
        times = f", and its percentages count × {size_multiplier(size, record.ruleset) / 1000:g} (R58)"
    except (SizeMultiplierError, ClockError):
        return f"Table {number} then has {size} players."
    return f"Table {number} then has {size} players{minutes}{times}."


def _meetings(record: EventRecord, round_: RoundRecord, before: Seats, after: Seats) -> list[str]:
    """Return sentences on pairs that would meet again, or that none does; empty if no two players come together anew."""
    were = {frozenset(pair) for players in before.values() for pair in combinations(players, 2)}
    new = [pair for players in after.values() for pair in combinations(players, 2) if frozenset(pair) not in were]
    if not new:
        return []
    met = [(pair, rounds) for pair in new if (rounds := _rounds_met(record, round_, *pair))]
    lines = [
        f"{record.name_of(one)} and {record.name_of(other)} meet again ({', '.join(name_of_round(record, number) for number in rounds)})."
        for (one, other), rounds in met[:NAMED]
    ]
    if len(met) > NAMED:
        more = len(met) - NAMED
        lines.append(f"{more} more pair{'s meet' if more > 1 else ' meets'} again.")
    return lines or ["Nobody meets anybody again because of it."]


def _wishes(record: EventRecord, before: Seats, after: Seats) -> list[str]:
    """Return sentences on players who are to be kept apart and come together, and on fixed tables that are left."""
    lines = []
    for rule in record.aparts:
        for number, players in after.items():
            together = [player for player in players if player in rule.players]
            if len(together) > 1 and not set(together) <= set(before.get(number, ())):
                names = " and ".join(map(record.name_of, together))
                lines.append(f"{names} are to be kept apart, but they sit together at table {number}.")
    then = _where(after)
    for player, number in _where(before).items():
        fixed = record.entry(player).fixed_table
        if fixed == number and then.get(player, number) != number:
            lines.append(f"{record.name_of(player)} is to sit at table {fixed} in every round.")
    return lines


def _tiles(record: EventRecord, round_: RoundRecord, before: Seats, after: Seats) -> list[str]:
    """Return a sentence on starting tiles that are cleared because their players leave the table; empty if there are none."""
    then = _where(after)
    cleared = [
        record.name_of(seat.player)
        for table in round_.tables
        for seat in table.seats
        if seat.starting_tile and then.get(seat.player) != table.number
    ]
    return [f"Starting tile cleared: {', '.join(cleared)}."] if cleared else []


def _paper(tables: Iterable[int]) -> str:
    """Return a sentence on the printed sheets that would be wrong."""
    numbers = [str(number) for number in tables]
    slips = f"the slip of table {numbers[0]}"
    if len(numbers) > 1:
        slips = f"the slips of tables {', '.join(numbers[:-1])} and {numbers[-1]}"
    return f"Wrong then, if printed: {slips}, and the lists by player and by table."


def _tables(count: int) -> str:
    """Return a number of tables in words."""
    return f"{count} table{'' if count == 1 else 's'}"


def plays_on(record: EventRecord, round_: RoundRecord, player: PlayerId) -> str:
    """Return the sentence to show once a player has been taken off a table: "Table 1 plays on with three."."""
    table = round_.table_of(player)
    if table is None:
        return f"{record.name_of(player)} is off the table."
    return f"Table {table.number} plays on with {SIZE_WORDS[table.size - 1]}."
