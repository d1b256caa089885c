"""The causes of errors that a replay found, for a page: sentence, link to the step, calculation, and consequences."""

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
    """A finding that is not the consequence of another, with its step, its calculation in words, and each player's account.

    ``sign`` is the CSS class of its severity, ``query`` the query of its step's address; ``states_money`` is whether the sentence itself
    says how much money is concerned.
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
    """Return every cause that a replay found: errors first, each kind in the order of the log."""
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
