"""Penalties, settings, and rulings on ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tests.acts.choosing import (
    fit_for,
    one_of,
    player_of,
    round_of,
    some_of,
)
from tournament.models import Event
from tournament.record.event import SWITCHES, EventRecord
from tournament.record.formats import FillInCash
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import (
    STORED_SEAT_SOURCES,
    CutTieBreak,
    FineTiming,
    NegativeCash,
    PenaltyKind,
    Reading,
    ResultCheck,
)
from tournament.scores.medals import ties
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.slices.ties import cancel_tie, rule_tie


def penalty_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    order = PenaltyOrder(
        player_of(record, chance),
        round_of(record, chance).number,
        chance.choice((PenaltyKind.FINE, PenaltyKind.FINE, PenaltyKind.WARNING)),
        "misread a tile",
        chance.choice((5_000, 50_000)),
        timing=chance.choice((None, *FineTiming)),
    )
    give_penalty(event, event.created_by, order)


def cancel_penalty_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    given = fit_for(chance, record.penalties, lambda penalty: not penalty.is_cancelled)
    cancel_penalty(event, event.created_by, one_of(chance, given).key, "a mistake")


def restore_penalty_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    cancelled = fit_for(chance, record.penalties, lambda penalty: penalty.is_cancelled)
    restore_penalty(event, event.created_by, one_of(chance, cancelled).key)


SETTINGS: Mapping[str, Sequence[object]] = {
    "venue": ("", "Great hall"),
    "rounds_planned": (1, 2, 3),
    "seat_source": [source.value for source in STORED_SEAT_SOURCES],
    "reading": [reading.value for reading in Reading],
    "cut_tie_break": [rule.value for rule in CutTieBreak],
    "fine_timing": [timing.value for timing in FineTiming],
    "fill_in_cash": [rule.value for rule in FillInCash],
    "score_owner": [owner.value for owner in ScoreOwner],
    "negative_cash": [rule.value for rule in NegativeCash],
    "multiplier_three": (750, 800),
    "sit_out_score": (25_000, 24_000),
    "dilution": (1_000, 950),
    "result_check": [check.value for check in ResultCheck],
    **{name: [True, False] for name in SWITCHES},
}


def settings_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    names = chance.sample(list(SETTINGS), chance.choice((1, 1, 2)))
    change_settings(event, event.created_by, {name: chance.choice(SETTINGS[name]) for name in names})


def tie_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    tied = [tie.players for tie in ties(record)]
    players = list(chance.choice(tied)) if tied and chance.random() < 0.85 else some_of(record, chance)
    chance.shuffle(players)
    places = [1, *[2] * (len(players) - 1)] if len(players) > 2 and chance.random() < 0.5 else []
    rule_tie(event, event.created_by, players, "dice", places)


def cancel_tie_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    cancel_tie(event, event.created_by, one_of(chance, record.ties).players)
