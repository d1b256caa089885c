"""What an act is done to, by lot: mostly something fit for it, now and then anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from tournament.models import Event
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import DECIDED_BY_RESULTS, PlayerId, RoundState, SitOutKind, Status

Doing = Callable[[Event, EventRecord, Random], object]
Thing = TypeVar("Thing")

CHOSEN_KINDS = tuple(kind for kind in SitOutKind if kind not in DECIDED_BY_RESULTS)
"""How somebody at the desk may say that a round counts which a player did not play."""


class NothingThereError(Exception):
    """There is nothing to which the act could be done."""


def one_of(chance: Random, things: Sequence[Thing]) -> Thing:
    if not things:
        raise NothingThereError
    return chance.choice(things)


def fit_for(chance: Random, things: Sequence[Thing], is_fit: Callable[[Thing], bool]) -> Sequence[Thing]:
    """The things that are fit for an act, or now and then whatever there is."""
    fit = [thing for thing in things if is_fit(thing)]
    return things if chance.random() < 0.15 else fit


def player_of(record: EventRecord, chance: Random, *statuses: Status) -> PlayerId:
    return one_of(
        chance, fit_for(chance, record.entries, lambda entry: not statuses or entry.status in statuses)
    ).player


def some_of(record: EventRecord, chance: Random, *statuses: Status) -> list[PlayerId]:
    fit = fit_for(chance, record.entries, lambda entry: not statuses or entry.status in statuses)
    return [entry.player for entry in chance.sample(fit, min(len(fit), chance.choice((1, 1, 1, 2, 3))))]


def missed_kind(record: EventRecord, chance: Random) -> SitOutKind | None:
    kinds: list[SitOutKind | None] = [*CHOSEN_KINDS]
    return chance.choice(kinds if record.begun_rounds and chance.random() < 0.9 else [None])


def round_of(record: EventRecord, chance: Random, *states: RoundState) -> RoundRecord:
    return one_of(chance, fit_for(chance, record.rounds, lambda played: not states or played.state in states))


def table_of(record: EventRecord, chance: Random, *states: RoundState) -> tuple[RoundRecord, TableRecord]:
    played = round_of(record, chance, *states)
    return played, one_of(chance, played.tables)


DRAFT, PLAYING, CLOSED = RoundState
GONE = (Status.WITHDRAWN, Status.DISQUALIFIED)
WAITING = (Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT)
