"""The seating from which the search starts: sit-outs, then fixed players, then the others by chance with even table sizes.

The player who has met fewest opponents so far gets a chair at the largest table, so that nobody always sits at a table of three or of
five; chance decides among equals. If hard wishes are too many for the search to satisfy, each round starts from a `separation` instead.

Sit-outs that nobody named are chosen by chance, nobody twice (R49-R50); the search may exchange one for another where that saves repeats.

Seat the players who must be kept apart so that no two of them share a table, or find that this is impossible.

Players with conflicts are placed one at a time, the one with the fewest possible tables first; dead ends are undone. The number of
placements is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from random import Random

from tournament.draw.pairings.chairs import shuffled_items
from tournament.draw.pairings.request import DrawRequest, ImpossibleDrawError, RoundPlan, Table, places_of
from tournament.draw.pairings.seating import EMPTY, Costs, Seating, costs_of
from tournament.record.vocabulary import PlayerId
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

MOST_PLACEMENTS = 20_000
"""The most placements, beyond one for each player, before the search is given up."""


class Deadlock(Enum):
    """Why there is no separation: it is impossible, or was not found within the bound."""

    IMPOSSIBLE = "impossible"
    NOT_FOUND = "not found"


def separate(
    enemies: Mapping[int, Sequence[int]], placed: Mapping[int, int], room: Sequence[int], random: Random
) -> dict[int, int] | Deadlock:
    """Return a table index for each player in ``enemies`` who is not in ``placed``, or why there is no such placement.

    ``enemies`` lists for each player with whom he or she must not sit, ``placed`` the table index of players already seated, and ``room``
    the number of free chairs of each table.
    """
    search = _Separation(enemies, [player for player in enemies if player not in placed], room, random)
    for player, table in placed.items():
        search.block(player, table)
    return search.solve()


class _Separation:
    """The search for a placement: for each player, how many enemies sit at each table and how many tables are still possible."""

    def __init__(
        self, enemies: Mapping[int, Sequence[int]], players: list[int], room: Sequence[int], random: Random
    ) -> None:
        self.enemies = enemies
        self.room = list(room)
        self.random = random
        self.waiting = dict.fromkeys(players)
        self.seated: dict[int, int] = {}
        self.blocked = {player: [0] * len(self.room) for player in players}
        self.open = dict.fromkeys(players, sum(1 for chairs in self.room if chairs))
        self.placements = -len(players)

    def solve(self) -> dict[int, int] | Deadlock:
        """Place every player and return the table index of each, or why there is no placement."""
        # A stack instead of recursion, since there may be more players with conflicts than Python allows nested calls.
        path: list[tuple[int, list[int]]] = []
        while self.waiting:
            player = min(self.waiting, key=lambda waiting: (self.open[waiting], -len(self.enemies[waiting]), waiting))
            del self.waiting[player]
            path.append((player, shuffled_items(self.random, self._tables(player))))
            while not path[-1][1]:
                self.waiting[path.pop()[0]] = None
                if not path:
                    return Deadlock.IMPOSSIBLE
                self._lift(path[-1][0])
            self._seat(path[-1][0], path[-1][1].pop())
            self.placements += 1
            if self.placements > MOST_PLACEMENTS:
                return Deadlock.NOT_FOUND
        return self.seated

    def _tables(self, player: int) -> list[int]:
        """Return the tables that have a chair and no enemy of the player."""
        blocked = self.blocked[player]
        return [table for table, chairs in enumerate(self.room) if chairs and not blocked[table]]

    def block(self, player: int, table: int) -> None:
        """Close a table to the enemies of a player who sits there."""
        for enemy in self.enemies.get(player, ()):
            if enemy in self.blocked:
                blocked = self.blocked[enemy]
                self.open[enemy] -= bool(self.room[table]) and not blocked[table]
                blocked[table] += 1

    def _seat(self, player: int, table: int) -> None:
        """Seat a player at a table."""
        self.seated[player] = table
        self.block(player, table)
        self.room[table] -= 1
        if not self.room[table]:
            self._open_for_all(table, -1)

    def _lift(self, player: int) -> None:
        """Take a player away from the table again."""
        table = self.seated.pop(player)
        if not self.room[table]:
            self._open_for_all(table, 1)
        self.room[table] += 1
        for enemy in self.enemies[player]:
            if enemy in self.blocked:
                blocked = self.blocked[enemy]
                blocked[table] -= 1
                self.open[enemy] += not blocked[table]

    def _open_for_all(self, table: int, change: int) -> None:
        """Change the number of possible tables of every player who has no enemy at a table that became full or free."""
        for player, blocked in self.blocked.items():
            if not blocked[table]:
                self.open[player] += change


@dataclass(frozen=True, slots=True)
class Numbering:
    """The players of a draw in random order, and the number (index) of each; the search knows only the numbers.

    Everything after the numbering depends on the numbers alone. A draw without history or wishes is therefore equally likely for all
    players.
    """

    players: tuple[PlayerId, ...]
    number: dict[PlayerId, int]

    @classmethod
    def draw_numbers(cls, request: DrawRequest, random: Random) -> Numbering:
        """Number the players of a request at random."""
        players = tuple(shuffled_items(random, sorted(request.players)))
        return cls(players, {player: number for number, player in enumerate(players)})


def start(request: DrawRequest, numbering: Numbering, random: Random, *, separated: bool = False) -> Seating:
    """Return a seating of every planned round that keeps sit-outs and fixed tables; with ``separated`` it also keeps every hard wish.

    Raises ImpossibleDrawError if nobody is left to sit out, or with ``separated`` if no way was found to keep players apart.
    """
    costs = costs_of(request.reading, request.total_rounds)
    seating = _empty(request, numbering, costs)
    benches = _benches(request, numbering, random)
    pinned: list[dict[int, int]] = [{} for _round in request.rounds]
    if separated:
        pinned = [
            _tables_of_separated(request, numbering, index, benches[index], random)
            for index in range(len(request.rounds))
        ]
    for index, plan in enumerate(request.rounds):
        _seat_round(seating, request, numbering, index, plan, benches[index], pinned[index], random)
    seating.list_free()
    return seating


def start_as_planned(request: DrawRequest, numbering: Numbering) -> Seating | None:
    """Return the seating that an earlier draw planned, with its seat numbers; None if it does not fit this request.

    If as many players came as left since, each newcomer takes the place of one who left.
    """
    planned = _with_newcomers(request)[: len(request.rounds)]
    if len(planned) < len(request.rounds) or not all(map(partial(_fits, request), request.rounds, planned)):
        return None
    seating = _empty(request, numbering, costs_of(request.reading, request.total_rounds))
    for index, (plan, tables) in enumerate(zip(request.rounds, planned, strict=True)):
        placed = places_of(request, plan)
        for slots, players in zip(seating.table_slots[index], tables, strict=True):
            for slot, player in zip(slots, players, strict=True):
                seating.seat(slot, numbering.number[player])
                seating.is_free[slot] = player not in placed
    seating.list_free(by_seat=True)
    return seating


def _with_newcomers(request: DrawRequest) -> tuple[tuple[Table, ...], ...]:
    """Return the rounds planned by an earlier draw, with newcomers in the places of players who left."""
    known = {player for tables in request.planned for table in tables for player in table}
    left, came = sorted(known - set(request.players)), sorted(set(request.players) - known)
    takes = dict(zip(left, came, strict=False))
    return tuple(
        tuple(tuple(takes.get(player, player) for player in table) for table in tables) for tables in request.planned
    )


def _fits(request: DrawRequest, plan: RoundPlan, tables: tuple[Table, ...]) -> bool:
    """Return whether a planned round fits: exactly the players and table sizes requested, and every given table number kept."""
    seated = [player for table in tables for player in table]
    if plan.sit_outs or tuple(map(len, tables)) != plan.sizes or set(seated) != set(request.players_of(plan)):
        return False
    return all(player in tables[table - 1] for player, table in places_of(request, plan).items())


def _empty(request: DrawRequest, numbering: Numbering, costs: Costs) -> Seating:
    """Return a seating without players, with the wishes, the history and the past sit-outs of the request."""
    number = numbering.number
    sizes = [plan.sizes for plan in request.rounds]
    seating = Seating(len(request.players), sizes, [plan.sit_outs for plan in request.rounds], costs)
    for wish in request.apart:
        group = [number[player] for player in wish.players if player in number]
        for index, one in enumerate(group):
            for other in group[index + 1 :]:
                seating.keep_apart(one, other, wish.is_hard)
    for tables in request.history:
        for table in tables:
            seating.remember([number[player] for player in table if player in number], len(table))
    for player in dict.fromkeys(request.sat_out):
        if player in number:
            seating.rested[number[player]] += 1
    return seating


def _benches(request: DrawRequest, numbering: Numbering, random: Random) -> list[list[int]]:
    """Return the numbers of the players who sit out each round, named players first.

    A player with a fixed table is chosen only if nobody else is left.
    """
    number = numbering.number
    used = {number[player] for player in request.sat_out if player in number}
    used |= {number[player] for plan in request.rounds for player in plan.sitting_out}
    willing, fixed_too = [], []
    for plan in request.rounds:
        placed = {number[player] for player in places_of(request, plan)}
        free = sorted({number[player] for player in request.players_of(plan)} - used)
        fixed_too.append(free)
        willing.append([player for player in free if player not in placed])
    open_places = [plan.sit_outs - len(plan.sitting_out) for plan in request.rounds]
    chosen = choose_sit_outs(open_places, willing, random) or choose_sit_outs(open_places, fixed_too, random)
    if chosen is None:
        raise _nobody_left(request)
    return [[number[p] for p in plan.sitting_out] + extra for plan, extra in zip(request.rounds, chosen, strict=True)]


def _nobody_left(request: DrawRequest) -> ImpossibleDrawError:
    """Return the error that too few players are left to sit out."""
    wanted = sum(plan.sit_outs for plan in request.rounds)
    return ImpossibleDrawError(
        _(
            "{sit_outs} sit-outs are planned for {players} players, but nobody may sit out twice. Choose an arrangement without sit-outs.",
            sit_outs=whole(wanted),
            players=whole(len(request.players)),
        )
    )


def _tables_of_separated(
    request: DrawRequest, numbering: Numbering, index: int, bench: list[int], random: Random
) -> dict[int, int]:
    """Return tables (index) for the players with hard wishes in the round at ``index``; ``bench`` are the players who sit out.

    Raises ImpossibleDrawError if they cannot be kept apart, or if no way was found.
    """
    plan = request.rounds[index]
    number = numbering.number
    seated = {number[player] for player in request.players_of(plan)} - set(bench)
    enemies: dict[int, set[int]] = {}
    for wish in request.apart:
        group = [number[player] for player in wish.players if player in number and number[player] in seated]
        if wish.is_hard and len(group) > 1:
            for one in group:
                enemies.setdefault(one, set()).update(other for other in group if other != one)
    placed = {
        number[player]: table - 1 for player, table in places_of(request, plan).items() if number[player] in seated
    }
    room = list(plan.sizes)
    for table in placed.values():
        room[table] -= 1
    found = separate({player: sorted(others) for player, others in sorted(enemies.items())}, placed, room, random)
    if isinstance(found, Deadlock):
        names = request.name_all([player for player in request.players if number[player] in enemies])
        raise ImpossibleDrawError(_not_apart(request.number_of(index), names, len(room)))
    return found


def _not_apart(number: int, names: str, tables: int) -> str:
    """Return the sentence that no way was found to keep players of round ``number`` apart."""
    return ngettext(
        "Round {round}: no way was found to keep {names} apart at {n} table; allow some of them to meet.",
        "Round {round}: no way was found to keep {names} apart at {n} tables; allow some of them to meet.",
        tables,
        round=number,
        names=names,
    )


def _seat_round(
    seating: Seating,
    request: DrawRequest,
    numbering: Numbering,
    index: int,
    plan: RoundPlan,
    bench: list[int],
    pinned: dict[int, int],
    random: Random,
) -> None:
    """Seat the round at ``index``: sit-outs, given tables, the tables in ``pinned``, then everybody else by chance."""
    number = numbering.number
    named = {number[player] for player in plan.sitting_out}
    for slot, player in zip(seating.bench_slots[index], bench, strict=True):
        seating.seat(slot, player)
        seating.is_free[slot] = player not in named
    places = {number[p]: table - 1 for p, table in places_of(request, plan).items() if number[p] not in bench}
    tables = seating.table_slots[index]
    for player, table in (places | pinned).items():
        slot = next(slot for slot in tables[table] if seating.who[slot] == EMPTY)
        seating.seat(slot, player)
        seating.is_free[slot] = player not in places
    settled = {*bench, *places, *pinned}
    waiting = shuffled_items(random, sorted({number[player] for player in request.players_of(plan)} - settled))
    waiting.sort(key=seating.opponents.__getitem__)
    chairs = shuffled_items(random, [slot for table in tables for slot in table if seating.who[slot] == EMPTY])
    chairs.sort(key=seating.sizes.__getitem__, reverse=True)
    for slot, player in zip(chairs, waiting, strict=True):
        seating.seat(slot, player)


def choose_sit_outs(
    open_places: Sequence[int], candidates: Sequence[Sequence[int]], random: Random
) -> list[list[int]] | None:
    """Return as many candidates for each round as it has open places, nobody twice; None if that is impossible.

    The candidates of each round are shuffled first. The choice is exact (augmenting paths): a round with few candidates may change an
    earlier choice.
    """
    mixed = [shuffled_items(random, players) for players in candidates]
    taken: dict[int, int] = {}  # player -> index of the place
    places = [index for index, count in enumerate(open_places) for _place_of_it in range(count)]
    for place in range(len(places)):
        if not _place(place, places, mixed, taken, set()):
            return None
    chosen: list[list[int]] = [[] for _round in open_places]
    for player, place in sorted(taken.items()):
        chosen[places[place]].append(player)
    return chosen


def _place(place: int, places: list[int], mixed: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a player for one place, by moving players chosen before if needed; return whether that was possible.

    ``taken`` has the place of each chosen player and is updated; ``tried`` are the players looked at for this place.
    """
    for player in mixed[places[place]]:
        if player not in taken and player not in tried:
            taken[player] = place
            return True
    for player in mixed[places[place]]:
        if player not in tried:
            tried.add(player)
            if _place(taken[player], places, mixed, taken, tried):
                taken[player] = place
                return True
    return False
