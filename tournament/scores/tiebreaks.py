"""The Olympiad's general tie-breaks among players with equal totals; the director applies them, nothing is automatic (R65, MSO-T).

Steps as numbered in the list of before 2019: 1 the board in the final, 2 the result in the final round, 3 percentage of the table winner's
points over all rounds, 4 most wins, then most seconds and so on, 5 head to head, 6 the opponents' totals without the two best and the two
worst.

The steps are applied one after the other: each separates tied players as far as it can, those still equal go on to the next step, and no
step is applied twice. Players equal after the last step share the place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.vocabulary import CutTieBreak, PlayerId, SeatScore, TableScore
from tournament.scores.factors import half_up
from tournament.scores.medals import final_cut
from tournament.scores.scoring import OTHER_THIRD, STEP_NAMES, reason_by_steps, score_round
from tournament.scores.totals import standings
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, whole

Key = tuple[int, ...]
"""The value by which a step compares a player; a larger value is better. It is empty if the step has nothing to compare."""
CUT_OFF = 2  # opponents left out at either end of step 6
STEP = "olympiad-step-"
"""How the code of a step begins in a stored draw record."""
FIRST_AT_THE_CUT = 3  # the first step at the cut: before the final its tables and results do not exist


@dataclass(frozen=True, slots=True)
class TieStep:
    """One step: its number and name, and its value for each tied player in words, best first."""

    number: int
    name: str
    values: tuple[tuple[PlayerId, str], ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """How one step separated a group: players of equal value are together, best first, each with the value in words."""

    number: int
    name: str
    groups: tuple[tuple[tuple[PlayerId, ...], str], ...]


@dataclass(frozen=True, slots=True)
class TieParting:
    """The result of all steps for a tie: ``blocks`` are the places, best first, with all players who share one.

    ``parted`` has an entry for each group that a step separated, in order of the steps.
    """

    blocks: tuple[tuple[PlayerId, ...], ...]
    parted: tuple[Parted, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody tied, best first."""
        return tuple(player for block in self.blocks for player in block)

    @property
    def places(self) -> tuple[int, ...]:
        """The place within the tie of each of ``players``, from 1; players who share a place have the same number."""
        first = 1
        places: list[int] = []
        for block in self.blocks:
            places += [first] * len(block)
            first += len(block)
        return tuple(places)


@dataclass(frozen=True, slots=True)
class _Results:
    """The results that the steps compare: scored tables, totals, scores in the last closed round, and table numbers in the final.

    ``boards`` is empty if there was no final.
    """

    tables: Sequence[TableScore]
    totals: Mapping[PlayerId, int]
    last: Mapping[PlayerId, int]
    boards: Mapping[PlayerId, int]

    def of(self, player: PlayerId) -> list[tuple[TableScore, SeatScore]]:
        """Return the scored tables of a player, each with the player's row."""
        return [(table, row) for table in self.tables for row in table.rows if row.player == player]


@dataclass(frozen=True, slots=True)
class _Step:
    """One step: its number and name, a function for its value for a player among those tied, and one that puts a value into words."""

    number: int
    name: str
    key: Callable[[_Results, PlayerId, Collection[PlayerId]], Key]
    words: Callable[[Key], str]


def tie_steps(record: EventRecord, players: Sequence[PlayerId]) -> tuple[TieStep, ...]:
    """Return the values of each step for all players of a tie, in order, step 3 in both readings; empty before a round is closed."""
    if not record.closed_rounds:
        return ()
    results = _results_of(record)
    steps = []
    for step in (*_STEPS[:3], _OTHER_THIRD, *_STEPS[3:]):
        keys = {player: step.key(results, player, players) for player in players}
        order = sorted(keys, key=lambda player: (_descending_key(keys[player]), player))
        steps.append(TieStep(step.number, _(step.name), tuple((player, step.words(keys[player])) for player in order)))
    return tuple(steps)


def part_by_steps(record: EventRecord, players: Sequence[PlayerId]) -> TieParting:
    """Return the order in which the steps put players of equal total; they are one block before a round is closed."""
    if not record.closed_rounds:
        return TieParting((tuple(sorted(players)),), ())
    return _order_by_steps(_STEPS, _results_of(record), players)


def parting_keys(
    record: EventRecord, rule: CutTieBreak, playing: Collection[PlayerId] | None = None
) -> Mapping[PlayerId, Key]:
    """Return for each player the key that decides between equal totals at a cut of the final, larger first (R46-R47).

    The keys are empty if only the lot decides. ``playing`` are the players compared by the Olympiad's steps, None for everybody; their
    keys have one number for each step.
    """
    rows = standings(record, with_arrivals=True)
    if rule is CutTieBreak.TOTAL_ONLY or not record.closed_rounds:
        return {row.player: () for row in rows}
    results = _results_of(record)
    if rule is CutTieBreak.OLYMPIAD:
        tied: dict[int, list[PlayerId]] = {}
        for row in rows:
            if playing is None or row.player in playing:
                tied.setdefault(row.total, []).append(row.player)
        empty: dict[PlayerId, Key] = {row.player: (0,) * len(STEPS_AT_THE_CUT) for row in rows}
        return empty | {player: key for group in tied.values() for player, key in _keys_through(results, group).items()}
    keys = {row.player: _places(results, row.player, ()) for row in rows}
    if rule is CutTieBreak.MOST_WINS:
        return keys
    equal: dict[Key, list[PlayerId]] = {}
    for row in rows:
        equal.setdefault((row.total, *keys[row.player]), []).append(row.player)
    return {
        player: keys[player] + _head_to_head(results, player, group) for group in equal.values() for player in group
    }


def _keys_through(results: _Results, tied: Sequence[PlayerId]) -> dict[PlayerId, Key]:
    """Return for each tied player a key with one number for each step at the cut: the block after that step, the best the highest."""
    keys: dict[PlayerId, Key] = dict.fromkeys(tied, ())
    for last in range(1, len(_AT_THE_CUT) + 1):
        blocks = _order_by_steps(_AT_THE_CUT[:last], results, tied).blocks
        keys = {player: (*keys[player], -place) for place, block in enumerate(blocks) for player in block}
    return keys


def _order_by_steps(steps: Sequence[_Step], results: _Results, tied: Sequence[PlayerId]) -> TieParting:
    """Return the order in which ``steps`` put tied players, applied one after the other."""
    blocks = [tuple(sorted(tied))]
    parted = []
    for step in steps:
        left = []
        for block in blocks:
            groups = _groups(step, results, block)
            if len(groups) > 1:
                parted.append(Parted(step.number, _(step.name), groups))
            left += [group for group, _value in groups]
        blocks = left
    return TieParting(tuple(blocks), tuple(parted))


def _groups(
    step: _Step, results: _Results, block: tuple[PlayerId, ...]
) -> tuple[tuple[tuple[PlayerId, ...], str], ...]:
    """Return a block as one step separates it; the whole block if the step has nothing to compare for one of its players."""
    keys = {player: step.key(results, player, block) for player in block}
    if not all(keys.values()):
        return ((block, ""),)
    return tuple(
        (tuple(player for player in block if keys[player] == key), step.words(key))
        for key in sorted(set(keys.values()), reverse=True)
    )


def _descending_key(key: Key) -> Key:
    """Return a key that sorts the largest first."""
    return tuple(-each for each in key)


def _results_of(record: EventRecord) -> _Results:
    """Return the results of the closed rounds."""
    rows = standings(record, with_arrivals=True)
    last = record.closed_rounds[-1].number
    cut = final_cut(record)
    boards = record.round(cut.round).tables if cut else ()
    return _Results(
        [table for round_ in record.closed_rounds for table in score_round(record, round_.number)],
        {row.player: row.total for row in rows},
        {row.player: next((cell.score or 0 for cell in row.cells if cell.round == last), 0) for row in rows},
        {seat.player: table.number for table in boards for seat in table.seats},
    )


def _board(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of step 1: the table in the final, the lower number better; players without a table come last."""
    if not results.boards:
        return ()
    return (1, -results.boards[player]) if player in results.boards else (0, 0)


def _final_round(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of step 2: the score in the last closed round."""
    return (results.last.get(player, 0),)


def _of_winner(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of step 3: the sum over rounds of the player's adjusted cash in percent of the table's best, to three decimals."""
    shares = []
    for table, row in results.of(player):
        best = max(each.amount for each in table.rows)
        shares.append(half_up(100_000 * row.amount, best) if best > 0 else 100_000)
    return (sum(shares),)


def _victory_points(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of the other reading of step 3: the sum over rounds of the player's adjusted cash."""
    return (sum(row.amount for _table, row in results.of(player)),)


def _places(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of step 4: how often the player was first, second and so on."""
    places = [
        row.place for table, row in results.of(player) if not table.ruled_equal
    ]  # equal shares have no winner (R62)
    return tuple(places.count(place) for place in range(1, 7))


def _head_to_head(results: _Results, player: PlayerId, tied: Collection[PlayerId]) -> Key:
    """Return the key of step 5: how often the player scored more than another tied player in the same game."""
    return (
        sum(
            row.score > other.score
            for table, row in results.of(player)
            for other in table.rows
            if other.player in tied and other.player != player
        ),
    )


def _opponents(results: _Results, player: PlayerId, _tied: Collection[PlayerId]) -> Key:
    """Return the key of step 6: the mean total of the opponents left after the cut-off, to three decimals; empty if none are left."""
    # Ruling: the mean and not the sum, since at tables of three a player has fewer opponents than at tables of four (MSO-T).
    totals = sorted(
        results.totals.get(other.player, 0)
        for table, _row in results.of(player)
        for other in table.rows
        if other.player != player and not other.fills_in
    )
    left = totals[CUT_OFF:-CUT_OFF]
    return (half_up(sum(left), len(left)),) if left else ()


def _board_in_words(key: Key) -> str:
    """Return the key of step 1 in words."""
    if not key:
        return _("there was no final")
    return _("table {table}", table=-key[1]) if key[0] else _("at no table")


def _score(key: Key) -> str:
    """Return a key that is one score in words."""
    return decimals(key[0], 3)


def _points(key: Key) -> str:
    """Return a key that is a sum of dollars in words."""
    return whole(key[0])


def _count_places(key: Key) -> str:
    """Return the key of step 4 in words."""
    place_words = gettext_noop("place {place}")
    named = (f"{count} × {_(place_words, place=place)}" for place, count in enumerate(key, start=1) if count)
    return ", ".join(named) or _("no game")


def _count(key: Key) -> str:
    """Return the key of step 5 in words."""
    return ngettext("ahead {n} time", "ahead {n} times", key[0])


def _mean_in_words(key: Key) -> str:
    """Return the key of step 6 in words."""
    return _("mean {score}", score=_score(key)) if key else _("too few opponents")


_STEPS = (
    _Step(1, STEP_NAMES[1], _board, _board_in_words),
    _Step(2, STEP_NAMES[2], _final_round, _score),
    _Step(3, STEP_NAMES[3], _of_winner, _score),
    _Step(4, STEP_NAMES[4], _places, _count_places),
    _Step(5, STEP_NAMES[5], _head_to_head, _count),
    _Step(6, STEP_NAMES[6], _opponents, _mean_in_words),
)
_OTHER_THIRD = _Step(3, OTHER_THIRD, _victory_points, _points)
"""The other reading of step 3, which is shown beside it and separates nobody (MSO-T)."""
_AT_THE_CUT = _STEPS[FIRST_AT_THE_CUT - 1 :]
STEPS_AT_THE_CUT = tuple(f"{STEP}{step.number}" for step in _AT_THE_CUT)
"""The codes of the steps that can be applied before the final; the keys at the cut have one number for each (R46)."""


def cut_rule_in_words(code: str) -> str:
    """Return in words what decides at a cut: a step of `STEPS_AT_THE_CUT` or a `CutTieBreak`; any other text comes back as it is."""
    if code in STEPS_AT_THE_CUT:
        return reason_by_steps(step.number for step in _AT_THE_CUT if code == f"{STEP}{step.number}")
    return CutTieBreak(code).words if code in set(CutTieBreak) else code
