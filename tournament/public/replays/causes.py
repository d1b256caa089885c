"""The causes of errors that a replay found, for a page: sentence, link to the step, calculation, and consequences; notes apart."""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.replay import Finding, Severity
from games.acquire.replay.calculations import Account
from tournament.public.replays.viewer import step_query
from tournament.replays import AccountLine, GameReading, account_lines, causes_in, spoken_calculation


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

    ``query`` is the query of its step's address.
    """

    number: int
    finding: Finding
    sentence: str
    hint: str
    query: str
    step: int
    workings: tuple[str, ...]
    accounts: tuple[tuple[str, list[AccountLine]], ...]
    following: tuple[ShownFollowing, ...]


def shown_causes(reading: GameReading) -> tuple[list[ShownCause], list[ShownCause]]:
    """Return the causes that a replay found, errors first, and beside them its notes; each kind is in the order of the log.

    A place that cannot be read is none of them: the page shows it with its line, in a group of its own.
    """
    found = _shown_causes(reading)
    notes = [cause for cause in found if cause.finding.severity is Severity.NOTE]
    return [cause for cause in found if cause not in notes], notes


def _shown_causes(reading: GameReading) -> list[ShownCause]:
    """Return all causes and notes that a replay found."""
    return [
        ShownCause(
            cause.number,
            cause.finding,
            cause.sentence,
            cause.hint,
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
        )
        for cause in causes_in(reading)
        if not cause.is_unread
    ]
