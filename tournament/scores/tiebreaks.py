"""What the Olympiad's general tie-breaks say about players equal on total; the director applies one, nothing applies itself (R65, MSO-T).

Steps as numbered there: 2 the result in the final round, 3 percentage of the table winner's points over all rounds, 4 most wins, then most
seconds and so on, 5 head to head, 6 the opponents' totals without the two best and the two worst.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.vocabulary import CutTieBreak, PlayerId, SeatScore, TableScore, format_thousandths
from tournament.scores.scoring import half_up, score_round
from tournament.scores.totals import TablesOf, standings

Key = tuple[int, ...]
CUT_OFF = 2  # opponents left out at either end of step 6


@dataclass(frozen=True, slots=True)
class TieStep:
    """One step: its number and name, what it gives each player in words, best first; ``order`` is empty where it does not part them all."""

    number: int
    name: str
    values: tuple[tuple[PlayerId, str], ...]
    order: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class _Played:
    """Everything the steps look at: scored tables by round, totals and the last round's scores."""

    tables: Sequence[TableScore]
    totals: Mapping[PlayerId, int]
    last: Mapping[PlayerId, int]

    def of(self, player: PlayerId) -> list[tuple[TableScore, SeatScore]]:
        return [(table, row) for table in self.tables for row in table.rows if row.player == player]


def tie_steps(
    record: EventRecord, players: Sequence[PlayerId], tables_of: TablesOf | None = None
) -> tuple[TieStep, ...]:
    """The steps for players equal on total, in the order of the list; empty before a round is closed.

    ``tables_of`` gives tables that are scored already (`Scores`).
    """
    if not record.closed_rounds:
        return ()
    played = _played(record, tables_of)
    return tuple(
        _step(number, name, {player: key(played, player, players) for player in players}, words)
        for number, name, key, words in _STEPS
    )


def parting_keys(record: EventRecord, rule: CutTieBreak) -> Mapping[PlayerId, Key]:
    """What parts players of equal total at a cut of the final, the larger first; empty keys where only chance does (R46-R47)."""
    rows = standings(record)
    if rule is CutTieBreak.TOTAL_ONLY or not record.closed_rounds:
        return {row.player: () for row in rows}
    played = _played(record)
    keys = {row.player: _places(played, row.player, ()) for row in rows}
    if rule is CutTieBreak.MOST_WINS:
        return keys
    equal: dict[Key, list[PlayerId]] = {}
    for row in rows:
        equal.setdefault((row.total, *keys[row.player]), []).append(row.player)
    return {player: keys[player] + _head_to_head(played, player, tied) for tied in equal.values() for player in tied}


def _played(record: EventRecord, tables_of: TablesOf | None = None) -> _Played:
    scored = tables_of or (lambda number: score_round(record, number))
    rows = standings(record, tables_of=scored)
    last = record.closed_rounds[-1].number
    return _Played(
        [table for played in record.closed_rounds for table in scored(played.number)],
        {row.player: row.total for row in rows},
        {row.player: next((cell.score or 0 for cell in row.cells if cell.round == last), 0) for row in rows},
    )


def _step(number: int, name: str, keys: Mapping[PlayerId, Key], words: Callable[[Key], str]) -> TieStep:
    order = sorted(keys, key=lambda player: (tuple(-each for each in keys[player]), player))
    parts_all = len(set(keys.values())) == len(keys)
    values = tuple((player, words(keys[player])) for player in order)
    return TieStep(number, name, values, tuple(order) if parts_all else ())


def _final_round(played: _Played, player: PlayerId, _tied: Sequence[PlayerId]) -> Key:
    return (played.last.get(player, 0),)


def _of_winner(played: _Played, player: PlayerId, _tied: Sequence[PlayerId]) -> Key:
    """The sum over rounds of the player's adjusted cash in percent of the table's best, each to three decimals."""
    shares = []
    for table, row in played.of(player):
        best = max(each.adjusted for each in table.rows)
        shares.append(half_up(100_000 * row.adjusted, best) if best > 0 else 100_000)
    return (sum(shares),)


def _places(played: _Played, player: PlayerId, _tied: Sequence[PlayerId]) -> Key:
    places = [
        row.place for table, row in played.of(player) if not table.ruled_equal
    ]  # equal shares have no winner (R62)
    return tuple(places.count(place) for place in range(1, 7))


def _head_to_head(played: _Played, player: PlayerId, tied: Sequence[PlayerId]) -> Key:
    """Games among the tied players in which the player scored more than another of them."""
    return (
        sum(
            row.score > other.score
            for table, row in played.of(player)
            for other in table.rows
            if other.player in tied and other.player != player
        ),
    )


def _opponents(played: _Played, player: PlayerId, _tied: Sequence[PlayerId]) -> Key:
    totals = sorted(
        played.totals.get(other.player, 0)
        for table, _ in played.of(player)
        for other in table.rows
        if other.player != player
    )
    return (sum(totals[CUT_OFF:-CUT_OFF]),)


def _score(key: Key) -> str:
    return format_thousandths(key[0])


def _count_places(key: Key) -> str:
    named = zip(("first", "second", "third", "fourth", "fifth", "sixth"), key, strict=True)
    return ", ".join(f"{count} × {place}" for place, count in named if count) or "no game"


def _count(key: Key) -> str:
    return f"ahead {key[0]} times" if key[0] != 1 else "ahead once"


_STEPS: tuple[tuple[int, str, Callable[[_Played, PlayerId, Sequence[PlayerId]], Key], Callable[[Key], str]], ...] = (
    (2, "result in the final round", _final_round, _score),
    (3, "percentage of the table winner's points, all rounds", _of_winner, _score),
    (4, "most wins, then seconds", _places, _count_places),
    (5, "head to head", _head_to_head, _count),
    (6, "opponents' totals without the two best and two worst", _opponents, _score),
)
