"""Check a program: it plays one whole game against bots that go by rules of thumb, and its faults are listed in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.acquire.editions import edition_named
from games.series.bots import Limits, OwnBot, ProgramBot, SeriesBot
from games.series.deciding import SeriesSeat
from games.series.playing import cash_of, play_game, terms_of
from games.series.programs import Program
from games.series.table import BotFault, Conduct
from games.series.tracing import Trace

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import GamePlayer

#: The players of the game by which a program is checked, six with power-up cards, as far as the edition allows it.
USUAL_PLAYERS: Final = 4
PLAYERS_WITH_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: the program's statistics, its final cash and that of all players in dollars.

    ``ended`` says whether the program ended by itself; ``last_words`` is its last line on standard error.
    """

    conduct: Conduct
    cash: float
    all_cash: float
    ended: bool
    last_words: str

    @property
    def is_sound(self) -> bool:
        """Whether the program did nothing wrong."""
        return not self.conduct.faults


def usual_seats(edition: str) -> int:
    """Return the number of players of the game by which a program is checked."""
    rules = edition_named(edition)
    usual = PLAYERS_WITH_CARDS if rules.cards else USUAL_PLAYERS
    return min(max(usual, rules.min_players), rules.max_players)


def check_program(
    command: str,
    edition: str,
    own: Callable[[int], GamePlayer],
    *,
    limits: Limits,
    seed: str,
    trace: Trace,
) -> Report:
    """Let a program play one game at the first seat and report how it went; ``own`` makes our player for another seat (from 1).

    Raises:
        NoProgramError: if the program cannot be started.
    """
    conducts = [Conduct() for _ in range(usual_seats(edition))]
    others = [OwnBot(own(place), limits) for place in range(1, len(conducts))]
    program = Program(command)
    try:
        bots: list[SeriesBot] = [ProgramBot(program, limits), *others]
        seats = tuple(
            [
                SeriesSeat(place, bot, conduct, {"game": 1, "seat": f"P{place + 1}", "bot": place + 1})
                for place, (bot, conduct) in enumerate(zip(bots, conducts, strict=True))
            ]
        )
        names = ["program", *["house"] * len(others)]
        session = play_game(terms_of(edition, names, "G1"), seats, seed=seed, trace=trace)
    finally:
        ended = program.end()
    cash = cash_of(session)
    return Report(conducts[0], cash[0], sum(cash), ended, program.last_words)


def sentences(report: Report) -> Iterator[str]:
    """Yield sentences on what a program did wrong, each fault once, and on how its game went."""
    conduct = report.conduct
    times = Counter((fault.code, fault.sentence) for fault in conduct.faults)
    firsts: dict[tuple[str, str], BotFault] = {}
    for fault in conduct.faults:
        firsts.setdefault((fault.code, fault.sentence), fault)
    for fault in firsts.values():
        yield _fault_line(fault, times[fault.code, fault.sentence])
    if conduct.more:
        yield f"{conduct.more} faults more are not listed."  # not said
    if report.conduct.faults and report.last_words:
        yield f"The last line on its standard error: {report.last_words}"  # not said
    if not report.ended:
        yield "It did not end when its input was closed, and was ended."  # not said
    yield (
        f"{conduct.decisions} decisions, the slowest after {conduct.slowest:.2f} s; {conduct.timeouts} made for it, "
        f"{conduct.refused} acts refused; {report.cash:,.0f} of {report.all_cash:,.0f} dollars."  # not said
    )
    yield "It plays as it should." if report.is_sound else "It does not play as it should."  # not said


def _fault_line(fault: BotFault, times: int) -> str:
    """A fault in words, with the decision at which it occurred first and how often it occurred."""
    often = f" ({times} times)" if times > 1 else ""
    return f"Decision {fault.decision} ({fault.phase}): {fault.code}{often}: {fault.sentence}"  # not said
