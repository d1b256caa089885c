"""Check a program: one whole game against players of the house, and what it did wrong in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.acquire.editions import edition_named
from games.series.conduct import Conduct, Fault
from games.series.deciding import Seat
from games.series.playing import cash_of, play_game, terms_of
from games.series.programs import Program
from games.series.sitting import Limits, OwnSitter, ProgramSitter, Sitter
from games.series.tracing import Trace

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import Player

#: So many play a game by which a program is checked, or as many as the edition allows; with power-up cards six.
USUAL_PLAYERS: Final = 4
OF_THE_CODE_WAR: Final = 6


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a program: its conduct, its cash and that of all (dollars), whether it ended by itself, its last words."""

    conduct: Conduct
    cash: float
    all_cash: float
    ended: bool
    last_words: str

    @property
    def is_sound(self) -> bool:
        """Whether it did nothing wrong."""
        return not self.conduct.faults


def usual_seats(edition: str) -> int:
    """How many play when a program is checked."""
    rules = edition_named(edition)
    usual = OF_THE_CODE_WAR if rules.cards else USUAL_PLAYERS
    return min(max(usual, rules.min_players), rules.max_players)


def check_program(
    command: str,
    edition: str,
    own: Callable[[int], Player],
    *,
    limits: Limits,
    seed: str,
    trace: Trace,
) -> Report:
    """Let a program play one game from the first seat; ``own`` gives the player of the house at another.

    Raises:
        NoProgramError: if it cannot be started.
    """
    conducts = [Conduct() for _ in range(usual_seats(edition))]
    others = [OwnSitter(own(place), limits) for place in range(1, len(conducts))]
    program = Program(command)
    try:
        sitters: list[Sitter] = [ProgramSitter(program, limits), *others]
        seats = tuple(
            [
                Seat(place, sitter, conduct, {"game": 1, "seat": f"P{place + 1}", "bot": place + 1})
                for place, (sitter, conduct) in enumerate(zip(sitters, conducts, strict=True))
            ]
        )
        names = ["program", *["house"] * len(others)]
        session = play_game(terms_of(edition, names, "G1"), seats, seed=seed, trace=trace)
    finally:
        ended = program.end()
    cash = cash_of(session)
    return Report(conducts[0], cash[0], sum(cash), ended, program.last_words)


def sentences(report: Report) -> Iterator[str]:
    """What a program did wrong, each thing once, and how its game went."""
    conduct = report.conduct
    times = Counter((fault.code, fault.sentence) for fault in conduct.faults)
    told = set()
    for fault in conduct.faults:
        if (fault.code, fault.sentence) not in told:
            told.add((fault.code, fault.sentence))
            yield _told(fault, times[fault.code, fault.sentence])
    if conduct.more:
        yield f"{conduct.more} faults more are not listed."
    if report.conduct.faults and report.last_words:
        yield f"The last line on its standard error: {report.last_words}"
    if not report.ended:
        yield "It did not end when its input was closed, and was ended."
    yield (
        f"{conduct.decisions} decisions, the slowest after {conduct.slowest:.2f} s; {conduct.timeouts} made for it, "
        f"{conduct.refused} acts refused; {report.cash:,.0f} of {report.all_cash:,.0f} dollars."
    )
    yield "It plays as it should." if report.is_sound else "It does not play as it should."


def _told(fault: Fault, times: int) -> str:
    often = f" ({times} times)" if times > 1 else ""
    return f"Decision {fault.decision} ({fault.phase}): {fault.code}{often}: {fault.sentence}"
