"""What may have happened where somebody's final cash is not proved: each story with the cash that everybody would have by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.editions import Money
from games.acquire.replay.judging.certainty import Certainty
from games.acquire.replay.judging.search import Fit
from games.acquire.replay.judging.words import in_words
from games.acquire.replay.replayer import Replayer
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: How many stories, and edits of one story, are told at most.
_MOST_STORIES: Final = 6
_MOST_EDITS: Final = 3

AS_WRITTEN: Final = _("the log is correct as written")


@dataclass(frozen=True, slots=True)
class Story:
    """One thing that may have happened: ``words`` follow "if", each alone enough; ``final`` is everybody's final cash by it, in dollars.

    ``is_as_written`` says whether it is that the log is right as it is written.
    """

    words: tuple[Said, ...]
    final: Mapping[str, Money]
    is_as_written: bool = False


def stories(replayer: Replayer, certainty: Certainty, fits: Sequence[Fit]) -> tuple[Story, ...]:
    """Return the stories between which the table must decide; empty if everybody's cash is proved or only one story is known.

    That the log is right as it is written comes first, if it may be.
    """
    if replayer.outcome is None or None not in certainty.final.values():
        return ()
    told: dict[tuple[Money, ...], list[Said]] = {}
    for words, outcome in [
        (AS_WRITTEN, replayer.outcome),
        *((in_words(fit.edit, replayer.record), fit.replayer.outcome) for fit in _one_a_place_first(fits)),
    ]:
        if outcome is not None and _is_possible(outcome, certainty):
            alike = told.setdefault(tuple(outcome[player] for player in sorted(outcome)), [])
            if words not in alike:
                alike.append(words)
    found = [
        Story(tuple(words[:_MOST_EDITS]), dict(zip(replayer.ids, cash, strict=True)), words[0] == AS_WRITTEN)
        for cash, words in list(told.items())[:_MOST_STORIES]
    ]
    return tuple(found) if len(found) > 1 else ()


def _one_a_place_first(fits: Sequence[Fit]) -> list[Fit]:
    """Return the fits with the first one about each place before all others, so that several places are told."""
    firsts = {fit.edit.at: fit for fit in reversed(fits)}
    return sorted(fits, key=lambda fit: firsts[fit.edit.at] is not fit)


def _is_possible(outcome: Mapping[int, Money], certainty: Certainty) -> bool:
    """Whether everybody may have the cash of this outcome."""
    return all(
        outcome[player] == cash if cash is not None else outcome[player] in certainty.possible[player].amounts
        for player, cash in certainty.final.items()
    )
