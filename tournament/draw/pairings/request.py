"""What goes into a draw, the rounds that come out, and the errors of a draw, as values.

Checks that refuse, in words and with names, requests that no draw could satisfy.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournament.draw.pairings.seating import MOST_ROUNDS
from tournament.record.vocabulary import LARGEST_TABLE, SMALLEST_TABLE, PlayerId, Reading, SeatSource
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row, listed


class PairingError(ValueError):
    """Raised if a draw is refused; the message says what is wrong, with names and numbers, then what to do."""


class ImpossibleDrawError(PairingError):
    """Raised if wishes contradict each other: too many fixed players or players to keep apart for the tables, or nobody left to sit out."""


MOST_NAMES = 20

Table = tuple[PlayerId, ...]
"""The players of one table in seat order."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two or more players who must (hard) or should (soft) not share a table."""

    players: tuple[PlayerId, ...]
    is_hard: bool = True


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One random round still to be drawn.

    ``sizes`` are the table sizes in the order of the arrangement (R38); ``sit_outs`` counts everybody who sits out, ``sitting_out`` names
    those already chosen. ``players`` are the players of the round, None for all players of the request.
    """

    sizes: tuple[int, ...]
    sit_outs: int = 0
    sitting_out: tuple[PlayerId, ...] = ()
    players: tuple[PlayerId, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything on which a draw depends: the same request gives the same draw (R44).

    ``history`` holds the rounds as played, each as tables of players in seat order, ``has_ranked`` is whether one of them was not drawn,
    which changes words alone; ``sat_out`` are the players who have had their
    one sit-out (R49). ``fixed_tables`` are players with the table number that they have in every round. Wishes about players who are not
    in ``players`` (withdrawn, not yet arrived) are ignored. ``planned`` holds the same rounds as an earlier draw planned them; its seat
    numbers are kept if new tables would repeat seats (R6). ``reading`` is the chosen interpretation of R44. ``steps`` is the number of
    steps after which the search was stopped, to draw the same once more; None lets it end by itself. ``names`` are for messages and
    reasons only.
    """

    players: tuple[PlayerId, ...]
    rounds: tuple[RoundPlan, ...]
    history: tuple[tuple[Table, ...], ...] = ()
    sat_out: tuple[PlayerId, ...] = ()
    apart: tuple[Apart, ...] = ()
    fixed_tables: tuple[tuple[PlayerId, int], ...] = ()
    reading: Reading = Reading.NOT_EVERY_ROUND
    seat_source: SeatSource = SeatSource.TILES
    seed: int = 0
    steps: int | None = None
    planned: tuple[tuple[Table, ...], ...] = ()
    names: Mapping[PlayerId, str] = field(default_factory=dict)
    has_ranked: bool = False

    @property
    def total_rounds(self) -> int:
        """The number of random rounds, played and planned."""
        return len(self.history) + len(self.rounds)

    def name(self, player: PlayerId) -> str:
        """Return the player's name, or "Player 7" if the request has no name for that player."""
        return self.names.get(player) or _("Player {number}", number=player)

    def name_all(self, players: tuple[PlayerId, ...] | list[PlayerId]) -> str:
        """Return several names in words: "Ada, Ben and Cleo"; of more than twenty names the first twenty and a count."""
        names = [self.name(player) for player in players[:MOST_NAMES]]
        more = len(players) - MOST_NAMES
        if more > 0:
            return ngettext("{names} and {n} other", "{names} and {n} others", more, names=in_a_row(names))
        return listed(names)

    def players_of(self, plan: RoundPlan) -> tuple[PlayerId, ...]:
        """Return the players of one planned round."""
        return self.players if plan.players is None else plan.players

    def number_of(self, index: int) -> int:
        """Return the number of the planned round at index ``index``, counted from 1 over all random rounds."""
        return len(self.history) + index + 1

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with anything the draw depends on, except the seed and the steps."""
        # Versions before 4.0 could lock players at tables: without them the fingerprint stays what it was.
        plans = [(p.sizes, p.sit_outs, p.sitting_out, p.players, ()) for p in self.rounds]
        apart = [(wish.players, wish.is_hard) for wish in self.apart]
        inputs = (self.players, plans, self.history, self.sat_out, apart, self.fixed_tables)
        # Without an earlier plan the fingerprint is computed as before earlier plans existed, so that stored draws keep their fingerprints.
        text = repr((inputs, self.reading.value, self.seat_source.value, *[self.planned] * bool(self.planned)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One drawn round: tables in the order of the arrangement with players in seat order, and the players who sit out.

    If starting tiles decide the order of play (R4), the players of a table are in the order of the request.
    """

    tables: tuple[Table, ...]
    sit_outs: tuple[PlayerId, ...] = ()


def check_request(request: DrawRequest) -> None:
    """Raise PairingError for a malformed request and ImpossibleDrawError for one that contradicts itself."""
    _check_people(request)
    _check_history(request)
    for index, plan in enumerate(request.rounds):
        _check_round(request, plan, request.number_of(index))
    _check_named_sit_outs(request)


def places_of(request: DrawRequest, plan: RoundPlan) -> dict[PlayerId, int]:
    """Return the table numbers of players who have a fixed table.

    Players who are named to sit out are left out.
    """
    playing = set(request.players_of(plan)) - set(plan.sitting_out)
    return {player: table for player, table in request.fixed_tables if player in playing}


def _players_named_twice(players: Iterable[PlayerId]) -> list[PlayerId]:
    """Return the players who occur more than once."""
    return [player for player, count in Counter(players).items() if count > 1]


def _check_people(request: DrawRequest) -> None:
    """Raise PairingError for an error in players, wishes or fixed tables that does not depend on a round."""
    if not request.rounds:
        raise PairingError(_("There are no rounds to draw; ask for at least one."))
    if request.total_rounds > MOST_ROUNDS:
        raise PairingError(
            _(
                "A draw can plan at most {most} random rounds, not {rounds}; ask for fewer.",
                rounds=request.total_rounds,
                most=MOST_ROUNDS,
            )
        )
    if again := _players_named_twice(request.players):
        raise PairingError(
            _("{name} is listed twice among the players; list each player once.", name=request.name(again[0]))
        )
    for wish in request.apart:
        if len(wish.players) < 2 or _players_named_twice(wish.players):
            raise PairingError(_("Name at least two different players to be kept apart."))
    if again := _players_named_twice(player for player, _table in request.fixed_tables):
        raise PairingError(_("{name} is fixed at two tables; choose one.", name=request.name(again[0])))
    for player, table in request.fixed_tables:
        if table < 1:
            raise PairingError(
                _(
                    "{name} is fixed at table {table}, but tables are numbered from 1.",
                    name=request.name(player),
                    table=table,
                )
            )


def _check_history(request: DrawRequest) -> None:
    """Raise PairingError if a player sits at two tables of a played round."""
    for number, tables in enumerate(request.history, start=1):
        if again := _players_named_twice(player for table in tables for player in table):
            raise PairingError(
                _(
                    "{name} is recorded at two tables in round {round}; correct that round.",
                    name=request.name(again[0]),
                    round=number,
                )
            )


def _check_round(request: DrawRequest, plan: RoundPlan, number: int) -> None:
    """Check one planned round; ``number`` is its number in messages."""
    players = request.players_of(plan)
    if again := _players_named_twice(players):
        raise PairingError(
            _(
                "Round {round}: {name} is listed twice; list each player once.",
                round=number,
                name=request.name(again[0]),
            )
        )
    _check_known(request, players, number)
    _check_sizes(plan, len(players), number)
    _check_sitting_out(request, plan, number)
    _check_room(request, plan, number)
    _check_apart(request, plan, number)


def _check_known(request: DrawRequest, players: Sequence[PlayerId], number: int) -> None:
    """Raise PairingError if a player of a round is not among the players of the draw."""
    known = set(request.players)
    for player in players:
        if player not in known:
            raise PairingError(
                _(
                    "Round {round}: {name} is not one of the players in the draw; add or remove the name.",
                    round=number,
                    name=request.name(player),
                )
            )


def _check_sizes(plan: RoundPlan, count: int, number: int) -> None:
    """Raise PairingError unless the tables and sit-outs of a round make as many places as it has players."""
    if not plan.sizes or plan.sit_outs < 0:
        raise PairingError(_("Round {round} has no tables; choose an arrangement.", round=number))
    for size in plan.sizes:
        if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
            raise PairingError(
                _(
                    "Round {round}: a table of {size} cannot play; choose sizes from {least} to {most}.",
                    round=number,
                    size=size,
                    least=SMALLEST_TABLE,
                    most=LARGEST_TABLE,
                )
            )
    places = sum(plan.sizes) + plan.sit_outs
    if places != count:
        raise PairingError(_wrong_places(plan, number, places, count))


def _wrong_places(plan: RoundPlan, number: int, places: int, players: int) -> str:
    """Return the sentence that the tables and sit-outs of a round are not for this number of players."""
    sizes = " ".join(str(size) for size in plan.sizes)
    return _(
        "Round {round}: tables of {sizes} with {sit_outs} sitting out have room for {places}, but there are "
        "{players} players; choose an arrangement for {players}.",
        round=number,
        sizes=sizes,
        sit_outs=plan.sit_outs,
        places=places,
        players=players,
    )


def _check_sitting_out(request: DrawRequest, plan: RoundPlan, number: int) -> None:
    """Raise PairingError if the players named to sit out are unknown, named twice or too many."""
    for name in _not_in_the_round(request, plan, plan.sitting_out):
        raise PairingError(
            _(
                "Round {round}: {name} is to sit out but is not in the round; choose somebody else.",
                round=number,
                name=name,
            )
        )
    if again := _players_named_twice(plan.sitting_out):
        raise PairingError(
            _(
                "Round {round}: {name} is named twice to sit out; name each player once.",
                round=number,
                name=request.name(again[0]),
            )
        )
    if len(plan.sitting_out) > plan.sit_outs:
        named = request.name_all(plan.sitting_out)
        raise PairingError(
            _(
                "Round {round}: {names} are named to sit out, but only {sit_outs} can sit out with these tables; name fewer.",
                round=number,
                names=named,
                sit_outs=plan.sit_outs,
            )
        )


def _not_in_the_round(request: DrawRequest, plan: RoundPlan, named: Iterable[PlayerId]) -> list[str]:
    """Return the names of those of the ``named`` players who are not in the round."""
    playing = set(request.players_of(plan))
    return [request.name(player) for player in named if player not in playing]


def _check_room(request: DrawRequest, plan: RoundPlan, number: int) -> None:
    """Raise ImpossibleDrawError if a table does not exist or has fewer seats than players who are fixed there."""
    by_table: dict[int, list[PlayerId]] = {}
    for player, table in places_of(request, plan).items():
        if not 1 <= table <= len(plan.sizes):
            name = request.name(player)
            raise ImpossibleDrawError(
                _(
                    "Round {round}: {name} is fixed at table {table}, but the tables are numbered 1 to {last}; choose another.",
                    round=number,
                    name=name,
                    table=table,
                    last=len(plan.sizes),
                )
            )
        by_table.setdefault(table, []).append(player)
    for table, players in sorted(by_table.items()):
        size = plan.sizes[table - 1]
        if len(players) > size:
            named = request.name_all(players)
            raise ImpossibleDrawError(
                _(
                    "Round {round}: {names} are fixed at table {table}, which seats only {size}; move {more} of them.",
                    round=number,
                    names=named,
                    table=table,
                    size=size,
                    more=len(players) - size,
                )
            )
        _check_apart_at_table(request, players, table, number)


def _check_apart_at_table(request: DrawRequest, players: list[PlayerId], table: int, number: int) -> None:
    """Raise ImpossibleDrawError if players fixed at one table must be kept apart."""
    for wish in request.apart:
        together = [player for player in players if player in wish.players]
        if wish.is_hard and len(together) > 1:
            named = request.name_all(together)
            raise ImpossibleDrawError(
                _(
                    "Round {round}: {names} must be kept apart but are all fixed at table {table}; move one of them or allow them to meet.",
                    round=number,
                    names=named,
                    table=table,
                )
            )


def _check_apart(request: DrawRequest, plan: RoundPlan, number: int) -> None:
    """Raise ImpossibleDrawError if a group that must be kept apart has more players than there are tables and open sit-outs."""
    seated = [player for player in request.players_of(plan) if player not in plan.sitting_out]
    open_sit_outs = plan.sit_outs - len(plan.sitting_out)
    tables = len(plan.sizes)
    for wish in request.apart:
        group = [player for player in seated if player in wish.players]
        if wish.is_hard and len(group) > tables + open_sit_outs:
            raise ImpossibleDrawError(
                ngettext(
                    "Round {round}: {names} must all be kept apart, but there is only {n} table; remove a player or allow them to meet.",
                    "Round {round}: {names} must all be kept apart, but there are only {n} tables; remove a player or allow them to meet.",
                    tables,
                    round=number,
                    names=request.name_all(group),
                )
            )


def _check_named_sit_outs(request: DrawRequest) -> None:
    """Raise ImpossibleDrawError if a player who is named to sit out has sat out already, or would sit out twice."""
    used = set(request.sat_out)
    for index, plan in enumerate(request.rounds):
        for player in plan.sitting_out:
            if player in used:
                raise ImpossibleDrawError(
                    _(
                        "Round {round}: {name} would sit out a second time; choose somebody who has not sat out yet.",
                        round=request.number_of(index),
                        name=request.name(player),
                    )
                )
            used.add(player)
