"""The statuses of entries as the desk's pages say them: a count, a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Entry
from tournament.record.vocabulary import Status
from wording import gettext as _
from wording import ngettext
from wording.figures import listed, whole

MOST_NAMED = 5
"""The most players that a sentence names; of more, it gives the number."""


def status_count(status: Status, count: int) -> str:
    """Return how many entries have a status, "12 present"."""
    return f"{whole(count)} {status.words}"


def marked(status: Status, entries: Sequence[Entry]) -> str:
    """Return a sentence that these players now have a status: "Ada Demo and Ben Demo: late.", "7 players: present."."""
    return _("{sentence}.", sentence=_("{name}: {value}", name=_who(entries), value=status.words))


def _who(entries: Sequence[Entry]) -> str:
    """Return the names of players, of more than a few their number; a single player has the entry's number too."""
    if len(entries) > MOST_NAMED:
        return ngettext("{n} player", "{n} players", len(entries))
    return listed(
        [entry.said for entry in entries] if len(entries) > 1 else [f"{entry.number} {entry.said}" for entry in entries]
    )
