"""The causes that a replay found, as a page shows them: sentence, link to the step, calculation, and consequences folded below."""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.replay import Finding
from games.acquire.replay.calculations import Account
from tournament.public.replays.viewer import SIGNS, step_query
from tournament.replays import AccountLine, GameReading, account_lines, causes_in, spoken_calculation

CAUSES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ShownFollowing:
    """A finding that is only a consequence: its number, its sentence, the link to its step, and its calculation in words."""

    number: int
    sentence: str
    query: str
    workings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownCause:
    """A cause: its number, sentence, sign, link to its step, calculation in words, and each player's money by line.

    ``states_money``: the sentence itself states how much was moved.
    """

    number: int
    finding: Finding
    sentence: str
    hint: str
    sign: str
    query: str
    step: int
    workings: tuple[str, ...]
    accounts: tuple[tuple[str, list[AccountLine]], ...]
    following: tuple[ShownFollowing, ...]
    states_money: bool


def shown_causes(reading: GameReading) -> list[ShownCause]:
    """Every cause of a replay, the first one leading."""
    return [
        ShownCause(
            cause.number,
            cause.finding,
            cause.sentence,
            cause.hint,
            SIGNS[cause.finding.severity],
            step_query(reading, cause.step),
            cause.step,
            tuple(spoken_calculation(working) for working in cause.calculations),
            tuple((told.player, account_lines(told)) for told in cause.calculations if isinstance(told, Account)),
            tuple(
                ShownFollowing(
                    follower.number,
                    follower.sentence,
                    step_query(reading, follower.step),
                    tuple(spoken_calculation(working) for working in follower.calculations),
                )
                for follower in cause.following
            ),
            cause.states_money,
        )
        for cause in causes_in(reading)
    ]
