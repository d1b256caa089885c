"""Ties for a medal in sentences: the Olympiad's steps, a ruling, and rulings that start or stop to count (R65, MSO-T)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from tournament.record.event import EventRecord, TieRuling
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores, TieParting
from tournament.scores.steps import ruling_reason, stored_steps
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.figures import decimals, listed

FOR_ANOTHER_TIE = gettext_noop("This ruling was made for a different tie; rule again.")
"""What is said of a ruling that counts no more, for `gettext`."""


def steps_in_words(record: EventRecord, parting: TieParting) -> tuple[str, ...]:
    """Return a sentence on each step that separated tied players, in order, and on the players who still share a place."""
    return (
        *(
            _(
                "Step {number}, {step}: {order}.",
                number=step.number,
                step=step.name,
                order=_in_order(
                    pgettext(
                        "players and what a step compares",
                        "{names} ({value})",
                        names=_names(record, players),
                        value=value,
                    )
                    for players, value in step.groups
                ),
            )
            for step in parting.parted
        ),
        *(_("{names} share the place.", names=_names(record, block)) for block in parting.blocks if len(block) > 1),
    )


def _in_order(names: Iterable[str]) -> str:
    """Return players in the order of their places: "Ada before Ben before Cai"."""
    return reduce(lambda better, worse: _("{better} before {worse}", better=better, worse=worse), names)


def reason_of(parting: TieParting) -> str:
    """Return the reason of a ruling that follows the Olympiad's steps, as it is stored: the steps that separated tied players."""
    return stored_steps(dict.fromkeys(step.number for step in parting.parted))


def ruling_in_words(record: EventRecord, ruling: TieRuling) -> str:
    """Return a ruling on a tie as text: the order of the players, who shares a place, the total on which they are equal, and the reason."""
    order = _in_order(_block(record, block) for block in ruling.blocks(ruling.players))
    reason = ruling_reason(ruling.reason).strip().rstrip(".")
    if ruling.total is None:
        return _("{order}; {reason}.", order=order, reason=reason)
    return _("{order}, level on {total}; {reason}.", order=order, total=decimals(ruling.total, 3), reason=reason)


def _block(record: EventRecord, players: Sequence[PlayerId]) -> str:
    """Return the players of one place; several share it."""
    names = _names(record, players)
    return _("{names} (shared)", names=names) if len(players) > 1 else names


def rulings_moved(before: Scores, after: Scores) -> tuple[str, ...]:
    """Return sentences on rulings on ties that count in only one of two states of an event.

    A ruling that was itself given or withdrawn between the two states is left out.
    """
    if not (before.is_complete and after.is_complete):
        return ()
    old, new = before.rulings, after.rulings
    return (
        *(
            _(
                "The ruling on {players}, level on {total}, no longer counts because the tie has changed. Rule "
                "again on the final list (R65).",
                **_of(before, ruling),
            )
            for ruling in old
            if ruling not in new and ruling in after.record.ties
        ),
        *(
            _(
                "The ruling on {players}, level on {total}, counts again because the tie is back as it was (R65).",
                **_of(after, ruling),
            )
            for ruling in new
            if ruling not in old and ruling in before.record.ties
        ),
    )


def _of(scores: Scores, ruling: TieRuling) -> dict[str, str]:
    """Return the players of a ruling and their common total, as text."""
    totals = {row.player: row.total for row in scores.standings()}
    return {
        "players": _names(scores.record, sorted(ruling.players)),
        "total": decimals(totals[ruling.players[0]], 3),
    }


def _names(record: EventRecord, players: Iterable[PlayerId]) -> str:
    """Return the names of players, joined."""
    return listed(record.name_of(player) for player in players)


def as_typed(players: Sequence[PlayerId], places: Sequence[int]) -> str:
    """Return an order of players as a form sends it: player numbers, best first, with "=" before one who shares the place before."""
    before = (None, *places)
    return " ".join(
        f"{'=' if place == last else ''}{player}" for player, place, last in zip(players, places, before, strict=False)
    )
