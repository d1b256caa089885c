"""Ties for a medal in sentences: the Olympiad's steps, a ruling, and rulings that start or stop to count (R65, MSO-T)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament.record.event import EventRecord, TieRuling
from tournament.record.vocabulary import PlayerId, format_thousandths
from tournament.scores import Scores, TieParting
from tournament.tellings.words import listed

FOR_ANOTHER_TIE = "Ruled for another tie: rule again."


def steps_in_words(record: EventRecord, parting: TieParting) -> tuple[str, ...]:
    """Return a sentence on each step that separated tied players, in order, and on the players who still share a place."""
    return (
        *(
            f"Step {step.number}, {step.name}: "
            f"{' before '.join(f'{_names(record, players)} ({value})' for players, value in step.groups)}."
            for step in parting.parted
        ),
        *(f"{_names(record, block)} share the place." for block in parting.blocks if len(block) > 1),
    )


def reason_of(parting: TieParting) -> str:
    """Return the reason of a ruling that follows the Olympiad's steps, without names: the steps that separated tied players."""
    steps = [f"{number} ({name})" for number, name in {step.number: step.name for step in parting.parted}.items()]
    return f"the Olympiad's step{'s' if steps[1:] else ''} {listed(steps)}"


def ruling_in_words(record: EventRecord, ruling: TieRuling) -> str:
    """Return a ruling on a tie as text: the order of the players, who shares a place, the total on which they are equal, and the reason."""
    blocks = ruling.blocks(ruling.players)
    order = " before ".join(f"{_names(record, block)}{' (shared)' if len(block) > 1 else ''}" for block in blocks)
    total = "" if ruling.total is None else f", equal on {format_thousandths(ruling.total)}"
    return f"{order}{total}; {ruling.reason.strip().rstrip('.')}."


def rulings_moved(before: Scores, after: Scores) -> tuple[str, ...]:
    """Return sentences on rulings on ties that count in only one of two states of an event.

    A ruling that was itself given or withdrawn between the two states is left out.
    """
    if not (before.is_complete and after.is_complete):
        return ()
    old, new = before.rulings, after.rulings
    return (
        *(
            f"The ruling on {_of(before, ruling)}, counts no more, for their tie is another one. Rule again on the final list (R65)."
            for ruling in old
            if ruling not in new and ruling in after.record.ties
        ),
        *(
            f"The ruling on {_of(after, ruling)}, counts again, for their tie is as it was (R65)."
            for ruling in new
            if ruling not in old and ruling in before.record.ties
        ),
    )


def _of(scores: Scores, ruling: TieRuling) -> str:
    """Return the players of a ruling and their common total: "Ada and Bob, equal on 120.000"."""
    totals = {row.player: row.total for row in scores.standings()}
    return f"{_names(scores.record, sorted(ruling.players))}, equal on {format_thousandths(totals[ruling.players[0]])}"


def _names(record: EventRecord, players: Iterable[PlayerId]) -> str:
    """Return the names of players, joined."""
    return listed([record.name_of(player) for player in players])


def as_typed(players: Sequence[PlayerId], places: Sequence[int]) -> str:
    """Return an order of players as a form sends it: player numbers, best first, with "=" before one who shares the place before."""
    before = (None, *places)
    return " ".join(
        f"{'=' if place == last else ''}{player}" for player, place, last in zip(players, places, before, strict=False)
    )
