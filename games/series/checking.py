"""Check a program: it plays one whole game against bots that go by rules of thumb, and its faults are listed in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.acquire.editions import edition_named
from games.series.table import BotFault, BotRow

#: The players of the game by which a program is checked, six with power-up cards, as far as the edition allows it.
USUAL_PLAYERS: Final = 4
PLAYERS_WITH_CARDS: Final = 6


def usual_seats(edition: str) -> int:
    """Return the number of players of the game by which a program is checked."""
    rules = edition_named(edition)
    usual = PLAYERS_WITH_CARDS if rules.cards else USUAL_PLAYERS
    return min(max(usual, rules.min_players), rules.max_players)


def sentences(rows: Sequence[BotRow]) -> Iterator[str]:
    """Yield sentences on what the program of the first row did wrong in its game, each fault once, and on how the game went."""
    program, conduct = rows[0], rows[0].conduct
    alike: dict[tuple[str, str], list[BotFault]] = {}
    for fault in conduct.faults:
        alike.setdefault((fault.code, fault.sentence), []).append(fault)
    for (code, sentence), (first, *others) in alike.items():
        often = f" ({len(others) + 1} times)" if others else ""
        yield f"Decision {first.decision} ({first.phase}): {code}{often}: {sentence}"
    if not conduct.has_ended:
        yield "It did not end when its input was closed, and was ended."
    yield (
        f"{conduct.decisions} decisions, the slowest after {conduct.slowest:.2f} s; {conduct.timeouts} made for it, "
        f"{conduct.refused} acts refused; {program.total:,.0f} of {sum(row.total for row in rows):,.0f} dollars."
    )
    yield "It does not play as it should." if conduct.faults else "It plays as it should."
