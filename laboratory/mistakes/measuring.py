"""How well the judge (the replay of a log) finds single human errors: counts by kind of error and kind of log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from games.acquire.replay import Severity, replay
from laboratory.mistakes.catalogue import CATALOGUE, Mistake, Spoilt
from laboratory.mistakes.sheets import SampleLog, full_sheet

#: How many games are tried for each log that is wanted, because not every game has a place for an error.
_MOST_GAMES = 100

#: The kinds of log.
FULL, SCRIBE = "full", "scribe"
VIEWS: Final = (FULL, SCRIBE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's answer to one log with an error, compared with the truth.

    - ``is_found``: it reports an error or a warning.
    - ``is_innocent_blamed``: it names a turn before that of the error as the cause.
    - ``is_final_right``: it computes the right final cash of all players; ``is_wrong_certain``: it states a wrong amount as certain.
    - ``causes``: how many of its errors and warnings it does not explain by another one.
    """

    is_found: bool
    is_innocent_blamed: bool
    is_final_right: bool
    is_wrong_certain: bool
    causes: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of the verdicts on one error in one kind of log (``view``, one of VIEWS)."""

    error: str
    view: str
    logs: int
    found: int
    innocent_blamed: int
    right_final: int
    wrong_certain: int
    causes: int


def verdict_on(spoilt: Spoilt, sheet: SampleLog) -> Verdict:
    """Let the judge replay a log with an error, and compare its answer with the faultless log ``sheet``."""
    answer = replay(spoilt.record)
    grave = [finding for finding in answer.findings if finding.severity is not Severity.NOTE]
    causes = [finding for finding in grave if finding.cause is None]
    return Verdict(
        is_found=bool(grave),
        is_innocent_blamed=any(finding.turn is not None and finding.turn < spoilt.turn for finding in causes),
        is_final_right=answer.final == sheet.final,
        is_wrong_certain=any(cash is not None and cash != sheet.final[player] for player, cash in answer.final.items()),
        causes=len(causes),
    )


def verdicts(mistake: Mistake, view: str, games: int) -> Iterator[Verdict]:
    """The verdicts on one error in ``games`` games, or in fewer where not enough games have a place for it; ``view`` is one of VIEWS."""
    made = 0
    for seed in range(_MOST_GAMES * games):
        whole = full_sheet(seed, 3 + seed % 2)
        sheet = whole if view == FULL else whole.of_scribe()
        spoilt = mistake(sheet, Random(f"{mistake.__name__} {seed}"))
        if spoilt is not None:
            yield verdict_on(spoilt, sheet)
            made += 1
            if made == games:
                return


def tallies(games: int) -> Iterator[Tally]:
    """A tally for each error of the catalogue and each kind of log that has a place for it; ``games`` is the number of logs."""
    for error, mistake in CATALOGUE.items():
        for view in VIEWS:
            rows = list(islice(verdicts(mistake, view, games), games))
            if rows:
                yield Tally(
                    error,
                    view,
                    len(rows),
                    sum(row.is_found for row in rows),
                    sum(row.is_innocent_blamed for row in rows),
                    sum(row.is_final_right for row in rows),
                    sum(row.is_wrong_certain for row in rows),
                    sum(row.causes for row in rows),
                )


def table_rows(found: Iterator[Tally]) -> Iterator[str]:
    """The tallies as a table for people, row by row."""
    yield f"{'error':<20} {'log':<6} {'logs':>5} {'found':>6} {'innocent':>9} {'right':>6} {'wrong certain':>14} {'causes':>7}"
    for row in found:
        yield (
            f"{row.error:<20} {row.view:<6} {row.logs:5} {row.found:6} {row.innocent_blamed:9} {row.right_final:6}"
            f" {row.wrong_certain:14} {row.causes / row.logs:7.1f}"
        )
