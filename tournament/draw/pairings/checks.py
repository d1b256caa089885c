"""Checks that refuse, in words and with names, requests that no draw could satisfy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tournament.draw.pairings.request import DrawRequest, ImpossibleDrawError, PairingError, RoundPlan
from tournament.draw.pairings.seating import MOST_ROUNDS
from tournament.record.rulesets import LARGEST_TABLE, SMALLEST_TABLE
from tournament.record.vocabulary import PlayerId


def check_request(request: DrawRequest) -> None:
    """Raise PairingError for a malformed request and ImpossibleDrawError for one that contradicts itself."""
    _check_people(request)
    _check_history(request)
    for index, plan in enumerate(request.rounds):
        _check_round(request, plan, f"Round {request.number_of(index)}")
    _check_named_sit_outs(request)


def places_of(request: DrawRequest, plan: RoundPlan) -> dict[PlayerId, int]:
    """Return the table numbers of players who have a given table in a round: locked for the round, or fixed for all rounds.

    Players who are named to sit out are left out.
    """
    playing = set(request.players_of(plan)) - set(plan.sitting_out)
    fixed = {player: table for player, table in request.fixed_tables if player in playing}
    return {**fixed, **dict(plan.locked)}


def _twice(players: Iterable[PlayerId]) -> list[PlayerId]:
    """Return the players who occur more than once."""
    return [player for player, count in Counter(players).items() if count > 1]


def _check_people(request: DrawRequest) -> None:
    """Raise PairingError for an error in players, wishes or fixed tables that does not depend on a round."""
    if not request.rounds:
        raise PairingError("There is no round to draw; ask for at least one.")
    if request.total_rounds > MOST_ROUNDS:
        raise PairingError(
            f"{request.total_rounds} random rounds are more than the {MOST_ROUNDS} a draw can plan; ask for fewer."
        )
    if again := _twice(request.players):
        raise PairingError(f"{request.name(again[0])} is listed twice among the players; list everybody once.")
    for wish in request.apart:
        if len(wish.players) < 2 or _twice(wish.players):
            raise PairingError("Players are kept apart in groups of two or more different players; name at least two.")
    if again := _twice(player for player, _ in request.fixed_tables):
        raise PairingError(f"{request.name(again[0])} is fixed at two tables; choose one.")
    for player, table in request.fixed_tables:
        if table < 1:
            raise PairingError(f"{request.name(player)} is fixed at table {table}; tables are numbered from 1.")


def _check_history(request: DrawRequest) -> None:
    """Raise PairingError if a player sits at two tables of a played round."""
    for number, tables in enumerate(request.history, start=1):
        if again := _twice(player for table in tables for player in table):
            raise PairingError(
                f"{request.name(again[0])} sits at two tables in round {number} as played; correct that round."
            )


def _check_round(request: DrawRequest, plan: RoundPlan, title: str) -> None:
    """Check one planned round; ``title`` is its name in messages."""
    players = request.players_of(plan)
    if again := _twice(players):
        raise PairingError(f"{title}: {request.name(again[0])} is listed twice; list everybody once.")
    _check_known(request, players, title)
    _check_sizes(plan, len(players), title)
    _check_sitting_out(request, plan, title)
    _check_places(request, plan, title)
    _check_apart(request, plan, title)


def _check_known(request: DrawRequest, players: Sequence[PlayerId], title: str) -> None:
    """Raise PairingError if a player of a round is not among the players of the draw."""
    known = set(request.players)
    for player in players:
        if player not in known:
            raise PairingError(
                f"{title}: {request.name(player)} is not among the players of the draw; add or remove the name."
            )


def _check_sizes(plan: RoundPlan, count: int, title: str) -> None:
    """Raise PairingError unless the tables and sit-outs of a round make as many places as it has players."""
    if not plan.sizes or plan.sit_outs < 0:
        raise PairingError(f"{title} has no tables; choose an arrangement.")
    for size in plan.sizes:
        if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
            raise PairingError(
                f"{title}: a table of {size} cannot play; choose sizes from {SMALLEST_TABLE} to {LARGEST_TABLE}."
            )
    places = sum(plan.sizes) + plan.sit_outs
    if places != count:
        sizes = " ".join(str(size) for size in plan.sizes)
        rest = f" and {plan.sit_outs} to sit out" if plan.sit_outs else ""
        raise PairingError(
            f"{title}: tables of {sizes}{rest} make {places} places for {count} players; choose an arrangement for {count}."
        )


def _check_sitting_out(request: DrawRequest, plan: RoundPlan, title: str) -> None:
    """Raise PairingError if the players named to sit out are unknown, named twice or too many."""
    _check_listed(
        request,
        plan,
        plan.sitting_out,
        f"{title}: {{name}} is to sit out but is not in the round; choose somebody else.",
    )
    if again := _twice(plan.sitting_out):
        raise PairingError(f"{title}: {request.name(again[0])} is named twice to sit out; name everybody once.")
    if len(plan.sitting_out) > plan.sit_outs:
        named = request.name_all(plan.sitting_out)
        raise PairingError(
            f"{title}: {named} are named to sit out, but the arrangement lets {plan.sit_outs} sit out; name fewer."
        )


def _check_listed(request: DrawRequest, plan: RoundPlan, named: Iterable[PlayerId], sentence: str) -> None:
    """Raise PairingError with ``sentence`` if one of the ``named`` players is not in the round."""
    playing = set(request.players_of(plan))
    for player in named:
        if player not in playing:
            raise PairingError(sentence.format(name=request.name(player)))


def _check_places(request: DrawRequest, plan: RoundPlan, title: str) -> None:
    """Raise ImpossibleDrawError if locks and fixed tables contradict each other or the sit-outs."""
    locked = dict(plan.locked)
    _check_listed(
        request, plan, locked, f"{title}: {{name}} is locked at a table but is not in the round; remove the lock."
    )
    if again := _twice(player for player, _ in dict.fromkeys(plan.locked)):
        raise ImpossibleDrawError(f"{title}: {request.name(again[0])} is locked at two tables; choose one.")
    for player in plan.sitting_out:
        if player in locked:
            name = request.name(player)
            raise ImpossibleDrawError(
                f"{title}: {name} is to sit out and also locked at table {locked[player]}; choose one of the two."
            )
    for player, table in request.fixed_tables:
        if locked.get(player, table) != table:
            name = request.name(player)
            raise ImpossibleDrawError(
                f"{title}: {name} is fixed at table {table} but locked at table {locked[player]}; choose one."
            )
    _check_room(request, plan, title)


def _check_room(request: DrawRequest, plan: RoundPlan, title: str) -> None:
    """Raise ImpossibleDrawError if a table does not exist or has fewer seats than players who are locked or fixed there."""
    by_table: dict[int, list[PlayerId]] = {}
    for player, table in places_of(request, plan).items():
        if not 1 <= table <= len(plan.sizes):
            name = request.name(player)
            raise ImpossibleDrawError(
                f"{title}: {name} belongs at table {table}, but the tables are 1 to {len(plan.sizes)}; choose another."
            )
        by_table.setdefault(table, []).append(player)
    for table, players in sorted(by_table.items()):
        size = plan.sizes[table - 1]
        if len(players) > size:
            named = request.name_all(players)
            raise ImpossibleDrawError(
                f"{title}: {named} are locked at table {table}, which seats {size}; unlock {len(players) - size}."
            )
        _check_apart_at_table(request, players, table, title)


def _check_apart_at_table(request: DrawRequest, players: list[PlayerId], table: int, title: str) -> None:
    """Raise ImpossibleDrawError if players locked at one table must be kept apart."""
    for wish in request.apart:
        together = [player for player in players if player in wish.players]
        if wish.is_hard and len(together) > 1:
            named = request.name_all(together)
            raise ImpossibleDrawError(
                f"{title}: {named} must be kept apart but are all locked at table {table}; unlock one or allow them to meet."
            )


def _check_apart(request: DrawRequest, plan: RoundPlan, title: str) -> None:
    """Raise ImpossibleDrawError if a group that must be kept apart has more players than there are tables and open sit-outs."""
    seated = [player for player in request.players_of(plan) if player not in plan.sitting_out]
    open_sit_outs = plan.sit_outs - len(plan.sitting_out)
    tables = len(plan.sizes)
    for wish in request.apart:
        group = [player for player in seated if player in wish.players]
        if wish.is_hard and len(group) > tables + open_sit_outs:
            raise ImpossibleDrawError(
                f"{title}: {request.name_all(group)} must all be kept apart, but there are only {tables} tables; "
                "drop one of them or allow them to meet."
            )


def _check_named_sit_outs(request: DrawRequest) -> None:
    """Raise ImpossibleDrawError if a player who is named to sit out has sat out already, or would sit out twice."""
    used = set(request.sat_out)
    for index, plan in enumerate(request.rounds):
        for player in plan.sitting_out:
            if player in used:
                title = f"Round {request.number_of(index)}"
                raise ImpossibleDrawError(
                    f"{title}: {request.name(player)} would sit out a second time; choose somebody who has not yet."
                )
            used.add(player)
