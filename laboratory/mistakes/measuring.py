"""How well the judge (the replay of a log) tells what is wrong in logs with an error: counts by kind of error and kind of log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from random import Random
from time import process_time
from typing import Final

from games.acquire.replay import Severity, replay
from laboratory.mistakes.catalogue import Spoilt
from laboratory.mistakes.kinds import FULL, KINDS, Kind
from laboratory.mistakes.sheets import SampleLog, sensible_sheet

#: How many games are tried for each log that is wanted, because not every game has a place for an error.
_MOST_GAMES = 10
#: In at least this part of its logs a kind must determine the figures in order to be counted among those that do.
_DETERMINING: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's answer to one log with an error, compared with the truth.

    - ``is_found``: it reports an error or a warning.
    - ``is_innocent_blamed``: it names a turn before that of the error as the cause.
    - ``is_final_right``: it proves the right final cash of all players; ``is_wrong_certain``: it gives a wrong amount as proved.
    - ``is_as_written``: it does so, but only of players whose final cash the log does not state, so that it is called "as written".
    - ``is_hidden``: it does so, but the log is faultless in itself and nothing in it can tell.
    - ``is_determined``: the log determines the right final cash of all players.
    - ``causes``: how many of its errors and warnings it does not explain by another one; ``seconds`` of processor that it took.
    """

    is_found: bool
    is_innocent_blamed: bool
    is_final_right: bool
    is_wrong_certain: bool
    is_as_written: bool
    is_hidden: bool
    is_determined: bool
    causes: int
    seconds: float

    @property
    def is_honest(self) -> bool:
        """Whether it leaves somebody's final cash open and gives no wrong amount as proved."""
        return not self.is_final_right and not self.is_wrong_certain


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of the verdicts on one error in one kind of log (``view``, one of VIEWS).

    ``hidden`` and ``as_written`` are parts of ``wrong_certain`` that have no log in common. ``determined`` are the logs that determine
    the right figures, ``determined_right`` those of them of which the verdict is right; ``reason`` says why the others do not.
    ``causes`` is the sum over all logs; ``seconds`` are the processor's on average, ``seconds_95`` what 95 % of the verdicts take at
    most, ``seconds_worst`` the slowest.
    """

    error: str
    view: str
    logs: int
    found: int
    innocent_blamed: int
    right_final: int
    wrong_certain: int
    causes: int
    family: str
    definition: str
    has_counts: bool
    reason: str
    determined: int
    determined_right: int
    honest: int
    hidden: int
    as_written: int
    seconds: float
    seconds_95: float
    seconds_worst: float

    @property
    def is_determined(self) -> bool:
        """Whether enough of the logs determine the right figures."""
        return self.determined >= self.logs * _DETERMINING

    @property
    def right_share(self) -> float:
        """The part of the logs that determine the figures of which the verdict is right."""
        return self.determined_right / self.determined if self.determined else 0.0


def verdict_on(spoilt: Spoilt, sheet: SampleLog, kind: Kind) -> Verdict:
    """Let the judge replay a log with an error, and compare its answer with the faultless log ``sheet``."""
    begun = process_time()
    answer = replay(spoilt.record)
    seconds = process_time() - begun
    grave = [finding for finding in answer.findings if finding.severity is not Severity.NOTE]
    causes = [finding for finding in grave if finding.cause is None]
    truth = sheet.final if spoilt.final is None else spoilt.final
    wrong = {player for player, cash in answer.final.items() if cash is not None and cash != truth[player]}
    return Verdict(
        is_found=bool(grave),
        is_innocent_blamed=any(finding.turn is not None and finding.turn < spoilt.turn for finding in causes),
        is_final_right=answer.final == truth,
        is_wrong_certain=bool(wrong),
        is_as_written=bool(wrong) and wrong.isdisjoint(answer.confirmed),
        is_hidden=bool(wrong) and kind.may_hide and not grave,
        is_determined=spoilt.is_determined and not kind.undetermined,
        causes=len(causes),
        seconds=seconds,
    )


def samples(
    kind: Kind, view: str, games: int, first: int = 0, players: int | None = None
) -> Iterator[tuple[Spoilt, SampleLog]]:
    """Logs with one kind of error, each with its faultless log, of ``games`` games, or of fewer where not enough have a place for it.

    ``first`` is the number of the first game; the games are of three to five ``players`` in turn where it is None.
    """
    made = 0
    for seed in range(first, first + _MOST_GAMES * games):
        whole = sensible_sheet(seed, players or 3 + seed % 3)
        sheet = whole if view == FULL else whole.of_scribe()
        spoilt = kind.make(sheet, Random(f"{kind.name} {seed}"))
        if spoilt is not None:
            yield spoilt, sheet
            made += 1
            if made == games:
                return


def verdicts(kind: Kind, view: str, games: int, first: int = 0, players: int | None = None) -> Iterator[Verdict]:
    """The verdicts on one kind of error in ``games`` logs, from the game ``first`` on; ``view`` is one of VIEWS."""
    return (verdict_on(spoilt, sheet, kind) for spoilt, sheet in samples(kind, view, games, first, players))


def tally_of(kind: Kind, view: str, rows: list[Verdict]) -> Tally:
    """The sums of some verdicts on one kind of error."""
    times = sorted(row.seconds for row in rows)
    return Tally(
        error=kind.name,
        view=view,
        logs=len(rows),
        found=sum(row.is_found for row in rows),
        innocent_blamed=sum(row.is_innocent_blamed for row in rows),
        right_final=sum(row.is_final_right for row in rows),
        wrong_certain=sum(row.is_wrong_certain for row in rows),
        causes=sum(row.causes for row in rows),
        family=str(kind.family),
        definition=kind.definition,
        has_counts=kind.has_counts,
        reason=kind.undetermined or kind.limit,
        determined=sum(row.is_determined for row in rows),
        determined_right=sum(row.is_determined and row.is_final_right for row in rows),
        honest=sum(row.is_honest for row in rows),
        hidden=sum(row.is_hidden for row in rows),
        as_written=sum(row.is_as_written and not row.is_hidden for row in rows),
        seconds=sum(times) / len(times),
        seconds_95=quantile(times),
        seconds_worst=times[-1],
    )


def quantile(times: list[float]) -> float:
    """What 95 % of these times, in ascending order, are at most; 0 of none."""
    return times[ceil(0.95 * len(times)) - 1] if times else 0.0


def tallies(games: int, kinds: Iterable[Kind] = KINDS, first: int = 0, players: int | None = None) -> Iterator[Tally]:
    """A tally for each kind of error and each kind of log that has a place for it, of ``games`` logs from the game ``first`` on."""
    for kind in kinds:
        for view in kind.views:
            if rows := list(verdicts(kind, view, games, first, players)):
                yield tally_of(kind, view, rows)
