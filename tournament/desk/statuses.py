"""The statuses of entries as the desk's pages say them: one word, a count, a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.models import Entry
from tournament.record.vocabulary import Status
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed, whole

WORDS: Mapping[Status, str] = {
    Status.REGISTERED: gettext_noop("registered"),
    Status.PRESENT: gettext_noop("present"),
    Status.LATE: gettext_noop("late"),
    Status.EXCLUDED: gettext_noop("excluded"),
    Status.ABSENT: gettext_noop("absent"),
    Status.WITHDRAWN: gettext_noop("withdrawn"),
    Status.DISQUALIFIED: gettext_noop("disqualified"),
}
"""The word of each status, which templates translate too; it is the status's own value."""
MOST_NAMED = 5
"""The most players that a sentence names; of more, it gives the number."""


def status_word(status: Status) -> str:
    """Return the word of a status, "present"."""
    return _(WORDS[status])


def status_count(status: Status, count: int) -> str:
    """Return how many entries have a status, "12 present"."""
    return f"{whole(count)} {status_word(status)}"


def marked(status: Status, entries: Sequence[Entry]) -> str:
    """Return a sentence that these players now have a status: "Ada Demo and Ben Demo: late.", "7 players: present."."""
    return _("{sentence}.", sentence=_("{name}: {value}", name=_who(entries), value=status_word(status)))


def _who(entries: Sequence[Entry]) -> str:
    """Return the names of players, of more than a few their number; a single player has the entry's number too."""
    if len(entries) > MOST_NAMED:
        return ngettext("{n} player", "{n} players", len(entries))
    return listed(
        [entry.said for entry in entries] if len(entries) > 1 else [f"{entry.number} {entry.said}" for entry in entries]
    )
