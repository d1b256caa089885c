"""Who is before whom: players ranked by an order of keys, for standings, medals, ties, and the cut of a round (R46, R61, R65, MSO-T).

Each key parts those who are still equal as far as it can, and no key is applied twice. A key that has nothing to compare for one of several
equal players leaves all of them together. Players equal after the last key share the place.

A new key is a member of `Key`, a function that compares by it, and a line in `_KEYS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

from tournament.record.formats import ByeShare, Format
from tournament.record.vocabulary import Key, PlayerId, SeatScore, TableScore, Thousandths
from tournament.scores.factors import half_up
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, in_a_row, listed, whole

Value = tuple[Any, ...]
"""What a key compares of a player, whole numbers or fractions; a larger value is better. It is empty if the key has nothing to compare."""
CUT_OFF = 2
"""The opponents left out at either end (MSO-T, step 6)."""
ENDED = ("–", "drew", gettext_noop("drew and went on"), "won", "waits for the next round")
"""How a round of a cut ends for a player, from worst to best, for `gettext`; a mere draw only counts in the first round."""


@dataclass(frozen=True)
class Results:
    """The results that keys compare: totals, scores in the last closed round, scored tables, and the number of each table in the final.

    ``boards`` is empty if there was no final. ``reached`` is the last round of those cut from the standings that each player reached, and
    below zero the place at the table of the last round; ``cut`` is how each of those rounds ended (`ENDED`), the last one first. ``typed``
    are figures that the director entered. ``fewer_second`` is whether less of the second figure is better. ``byes`` is how often each
    player sat out; ``bye_share`` and ``seat_wins`` are those of the format.
    """

    totals: Mapping[PlayerId, Thousandths]
    last: Mapping[PlayerId, Thousandths] = field(default_factory=dict)
    tables: Sequence[TableScore] = ()
    boards: Mapping[PlayerId, int] = field(default_factory=dict)
    reached: Mapping[PlayerId, Value] = field(default_factory=dict)
    typed: Mapping[PlayerId, int] = field(default_factory=dict)
    fewer_second: bool = False
    byes: Mapping[PlayerId, int] = field(default_factory=dict)
    bye_share: ByeShare | None = None
    seat_wins: tuple[int, ...] = ()
    cut: Mapping[PlayerId, Value] = field(default_factory=dict)

    @cached_property
    def played(self) -> Mapping[PlayerId, Sequence[tuple[TableScore, SeatScore]]]:
        """The scored tables of each player, each with the player's row."""
        played: dict[PlayerId, list[tuple[TableScore, SeatScore]]] = {}
        for table in self.tables:
            for row in table.rows:
                played.setdefault(row.player, []).append((table, row))
        return played

    @cached_property
    def shares_of_wins(self) -> Mapping[PlayerId, Fraction]:
        """The games that each player won alone, divided by those that the player played; nobody without a game."""
        return {
            player: Fraction(sum(table.winners == (player,) for table, _row in played), len(played))
            for player, played in self.played.items()
        }

    def met(self, player: PlayerId) -> Iterator[PlayerId]:
        """Yield the opponents of a player's games, as often as they met; fill-ins are none."""
        for table, _row in self.played.get(player, ()):
            yield from (other.player for other in table.rows if other.player != player and not other.fills_in)


@dataclass(frozen=True, slots=True)
class Split:
    """How one key separated players who were equal until then: those who have each value, best first, in order of their numbers."""

    key: Key
    parts: Mapping[Value, tuple[PlayerId, ...]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Players ranked by an order: ``groups`` are the places, best first, with all players who share one, in order of their numbers.

    ``splits`` has an entry for each time that a key separated equals, in the order of the keys, which is ``order``.
    """

    groups: tuple[tuple[PlayerId, ...], ...]
    splits: tuple[Split, ...] = ()
    order: tuple[Key, ...] = ()

    @property
    def places(self) -> dict[PlayerId, int]:
        """The place of each player, from 1, best first; who shares a place has the same number, and those after it are left out."""
        firsts = accumulate(map(len, self.groups), initial=1)
        return {player: first for first, group in zip(firsts, self.groups, strict=False) for player in group}

    def among(self, players: Collection[PlayerId]) -> Ranking:
        """Return the ranking without everybody but these players."""
        left = (tuple(player for player in group if player in players) for group in self.groups)
        return Ranking(tuple(filter(None, left)), self.splits, self.order)

    def parted_by(self, one: PlayerId, other: PlayerId) -> Key | None:
        """Return the key that separated two players, None if they share a place."""
        parts = ((split.key, part) for split in self.splits for part in split.parts.values())
        return next((key for key, part in parts if (one in part) is not (other in part)), None)

    def equals_at(self, key: Key, player: PlayerId) -> frozenset[PlayerId]:
        """Return among whom a key of the order compared a player: those whom no key before it separated from the player."""
        earlier = self.order[: self.order.index(key)]
        parts = [part for split in self.splits if split.key in earlier for part in split.parts.values()]
        everybody = tuple(each for group in self.groups for each in group)
        return frozenset(next((part for part in reversed(parts) if player in part), everybody))

    def said(self, player: PlayerId, form: Format) -> tuple[str, str]:
        """Return in words the values of the keys that separated a player from equals, before the total and after it; empty for none."""
        at = self.order.index(Key.TOTAL) if Key.TOTAL in self.order else 0
        told: tuple[list[str], list[str]] = ([], [])
        for split in self.splits:
            if split.key is not Key.TOTAL:
                told[split.key not in self.order[:at]].extend(
                    f"{key_in_words(split.key, form)}: {in_words(split.key, value)}"
                    for value, part in split.parts.items()
                    if player in part
                )
        return "; ".join(told[0]), "; ".join(told[1])


def ranked(players: Iterable[PlayerId], order: Iterable[Key], results: Results) -> Ranking:
    """Return players ranked by the keys of ``order``, one after the other."""
    everybody = tuple(sorted(players))
    groups = [everybody] if everybody else []
    splits, keys = [], tuple(order)
    for key in keys:
        left: list[tuple[PlayerId, ...]] = []
        for group in groups:
            parts = by_value(group, key, results) if len(group) > 1 else {}
            if len(parts) > 1 and () not in parts:
                splits.append(Split(key, parts))
                left += parts.values()
            else:
                left.append(group)
        groups = left
    return Ranking(tuple(groups), tuple(splits), keys)


def ranked_by_total(totals: Mapping[PlayerId, Thousandths]) -> Ranking:
    """Return players ranked by total alone."""
    return ranked(totals, (Key.TOTAL,), Results(totals))


def by_value(players: Collection[PlayerId], key: Key, results: Results) -> dict[Value, tuple[PlayerId, ...]]:
    """Return players by their value of a key, best first; before them those for whom there is nothing to compare."""
    compare, _words = _KEYS[key]
    tied = frozenset(players)
    equal: dict[Value, list[PlayerId]] = {}
    for player in sorted(tied):
        equal.setdefault(compare(results, player, tied), []).append(player)
    return {value: tuple(equal[value]) for value in sorted(sorted(equal, reverse=True), key=bool)}


def key_in_words(key: Key, form: Format) -> str:
    """Return what a key compares: of the amount its name, of the second figure too, and whether more or fewer of it are better."""
    if key is Key.SUM:
        return _("sum of {figure}, all rounds", figure=_(form.amount.name))
    second = form.amount.second
    if key is not Key.SECOND or second is None:
        return key.words
    figure = _(second.name)
    return _("more {figure}", figure=figure) if second.more_wins else _("fewer {figure}", figure=figure)


def in_words(key: Key, value: Value) -> str:
    """Return the value of a key in words."""
    _compare, words = _KEYS[key]
    return words(value)


def _board(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the table in the final, the lower number better; players without a table come last."""
    if not results.boards:
        return ()
    return (1, -results.boards[player]) if player in results.boards else (0, 0)


def _share_of_winner(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the sum over rounds of the player's adjusted cash in percent of the table's best, to three decimals."""
    shares = []
    for table, row in results.played.get(player, ()):
        best = max(each.amount for each in table.rows)
        shares.append(half_up(100_000 * row.amount, best) if best > 0 else 100_000)
    return (sum(shares),)


def _victory_points(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the sum over rounds of the player's adjusted cash."""
    return (sum(row.amount for _table, row in results.played.get(player, ())),)


def _share_of_table(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the sum over rounds of the percentages that the game takes (`Share`), to three decimals."""
    return (sum(row.figure("basic") for _table, row in results.played.get(player, ())),)


def _wins(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return how often the player won, alone or with others."""
    return (sum(row.is_winner for _table, row in results.played.get(player, ())),)


def _places(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return how often the player was first, second and so on."""
    played = results.played.get(player, ())
    places = [row.place for table, row in played if not table.ruled_equal]  # equal shares have no winner (R62)
    return tuple(places.count(place) for place in range(1, max(places, default=1) + 1))


def _head_to_head(results: Results, player: PlayerId, tied: Collection[PlayerId]) -> Value:
    """Return how often the player scored more than another tied player in the same game."""
    return (
        sum(
            row.score > other.score
            for table, row in results.played.get(player, ())
            for other in table.rows
            if other.player != player and other.player in tied
        ),
    )


def _opponents(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the mean total of the opponents left after the cut-off, to three decimals; empty if none are left."""
    # Ruling: the mean and not the sum, since at tables of three a player has fewer opponents than at tables of four (MSO-T).
    totals = sorted(results.totals.get(other, 0) for other in results.met(player))
    left = totals[CUT_OFF:-CUT_OFF]
    return (half_up(sum(left), len(left)),) if left else ()


def _second(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the sum over rounds of the player's second figure, as it compares and as it is."""
    total = sum(row.figure("second") for _table, row in results.played.get(player, ()))
    return (-total if results.fewer_second else total, total)


def _first_win(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return whether the player won the first game played."""
    return _wins_in_order(results, player)[:1]


def _later_wins(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return for each game after the first whether the player won it; a game that was not played is not won."""
    most = max((len(rows) for rows in results.played.values()), default=0)
    won = _wins_in_order(results, player)[1:]
    return (*won, *[0] * (most - 1 - len(won)))


def _wins_in_order(results: Results, player: PlayerId) -> Value:
    """Return for each game of the player whether it was won; a player without a game has not won the first."""
    return tuple(int(row.is_winner) for _table, row in results.played.get(player, ())) or (0,)


def _margin(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the best amount in percent of the best other amount at the table, to three decimals, over the games of the best place."""
    games = results.played.get(player, ())
    best = min((row.place for _table, row in games), default=0)
    ratios = [
        half_up(100_000 * row.amount, max(1, *(each.amount for each in table.rows if each.player != player)))
        for table, row in games
        if row.place == best
    ]
    return (-best, max(ratios)) if ratios else (-len(results.played), 0)


def _mean_place(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the mean place in thousandths below zero, so that a smaller one is better; empty without a game."""
    places = [row.place for _table, row in results.played.get(player, ())]
    return (-half_up(1_000 * sum(places), len(places)),) if places else ()


def _reached_in_words(value: Value) -> str:
    """Return the last round reached of those cut from the standings in words, and the place at the table of the last one."""
    number, place = value
    if not number:
        return _("not past the cut")
    if not place:
        return _("round {number}", number=number)
    return _("round {number}, place {place}", number=number, place=-place)


def _opponents_wins(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the mean of the opponents' shares of wins, with those as which byes count; 0 without any."""
    shares = [results.shares_of_wins[other] for other in results.met(player)]
    if results.bye_share:
        shares += [Fraction(results.bye_share.share, 1_000)] * (
            results.bye_share.opponents * results.byes.get(player, 0)
        )
    return (_mean(shares),)


def _opponents_totals(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the mean total of the opponents, each of whom counts once; 0 without any."""
    return (_mean([Fraction(results.totals.get(other, 0)) for other in set(results.met(player))]),)


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean of fractions, 0 of none."""
    return sum(values, Fraction()) / (len(values) or 1)


def _beaten(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return how many different players were at the tables that the player won alone."""
    tables = (table for table, _row in results.played.get(player, ()) if table.winners == (player,))
    return (len({row.player for table in tables for row in table.rows if not row.fills_in} - {player}),)


def _seats(results: Results, player: PlayerId, _tied: Collection[PlayerId]) -> Value:
    """Return the mean worth of the player's seats, of which less is better; half of the first seat's without a game."""
    played = results.played.get(player, ())
    worth = [_seat_worth(results.seat_wins, table.rows.index(row), len(table.rows)) for table, row in played]
    return (-_mean(worth or [Fraction(1, 2)]),)


@lru_cache(64)
def _seat_worth(wins: Sequence[int], seat: int, size: int) -> Fraction:
    """Return the worth of a seat, counted from 0, at a table of ``size``: 1 of the first, 0 of the last.

    Between them it is the share of the wins of all seats but the first that the later ones have.
    """
    later = sum(wins[1:size])
    if seat in (0, size - 1) or not later:
        return Fraction(seat == 0)
    return Fraction(sum(wins[seat + 1 : size]), later)


def _board_in_words(value: Value) -> str:
    """Return a table in the final in words."""
    if not value:
        return _("there was no final")
    return _("table {table}", table=-value[1]) if value[0] else _("at no table")


def _score(value: Value) -> str:
    """Return a score in words."""
    return decimals(value[0], 3)


def _share_in_words(value: Value) -> str:
    """Return a share, or the worth of seats, to three decimals."""
    return decimals(half_up(1_000 * abs(value[0].numerator), value[0].denominator), 3)


def _count_places(value: Value) -> str:
    """Return in words how often a player had each place."""
    place_words = gettext_noop("place {place}")
    named = (f"{count} × {_(place_words, place=place)}" for place, count in enumerate(value, start=1) if count)
    return ", ".join(named) or _("no game")


def _mean_in_words(value: Value) -> str:
    """Return the opponents' mean total in words."""
    return _("mean {score}", score=_score(value)) if value else _("too few opponents")


_KEYS: Mapping[Key, tuple[Callable[[Results, PlayerId, Collection[PlayerId]], Value], Callable[[Value], str]]] = {
    Key.TOTAL: (lambda results, player, _tied: (results.totals[player],), _score),
    Key.BOARD: (_board, _board_in_words),
    Key.LAST_SCORE: (lambda results, player, _tied: (results.last.get(player, 0),), _score),
    Key.SHARE_OF_WINNER: (_share_of_winner, _score),
    Key.VICTORY_POINTS: (_victory_points, lambda value: whole(value[0])),
    Key.SUM: (_victory_points, lambda value: whole(value[0])),
    Key.SHARE_OF_TABLE: (_share_of_table, lambda value: f"{_score(value)} %"),
    Key.WINS: (_wins, lambda value: ngettext("{n} win", "{n} wins", value[0])),
    Key.PLACES: (_places, _count_places),
    Key.HEAD_TO_HEAD: (_head_to_head, lambda value: ngettext("ahead {n} time", "ahead {n} times", value[0])),
    Key.OPPONENTS: (_opponents, _mean_in_words),
    Key.REACHED: (lambda results, player, _tied: results.reached.get(player, (0, 0)), _reached_in_words),
    Key.CUT: (
        lambda results, player, _tied: results.cut.get(player, ()),
        lambda value: in_a_row(_(ENDED[each]) for each in value),
    ),
    Key.FIRST_WIN: (_first_win, lambda value: _("yes") if value[0] else _("no")),
    Key.LATER_WINS: (_later_wins, lambda value: listed(_("yes") if won else _("no") for won in value)),
    Key.MARGIN: (_margin, lambda value: f"{decimals(value[1], 3)} %"),
    Key.MEAN_PLACE: (_mean_place, lambda value: decimals(-value[0], 3)),
    Key.TYPED: (lambda results, player, _tied: (results.typed.get(player, 0),), lambda value: whole(value[0])),
    Key.SECOND: (_second, lambda value: whole(value[1])),
    Key.OPPONENTS_WINS: (_opponents_wins, _share_in_words),
    Key.OWN_WINS: (lambda results, player, _tied: (results.shares_of_wins.get(player, Fraction()),), _share_in_words),
    Key.GAMES: (lambda results, player, _tied: (len(results.played.get(player, ())),), lambda value: whole(value[0])),
    Key.OPPONENTS_TOTALS: (_opponents_totals, lambda value: decimals(half_up(*value[0].as_integer_ratio()), 3)),
    Key.BEATEN: (_beaten, lambda value: whole(value[0])),
    Key.SEATS: (_seats, _share_in_words),
}
"""Each key: the function that gives its value for a player among those tied, and the one that puts a value into words."""
