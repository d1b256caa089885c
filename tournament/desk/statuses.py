"""The statuses of entries as the desk's pages say them: one word, a count, a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
_COUNTS: Mapping[Status, str] = {
    Status.REGISTERED: gettext_noop("{count} registered"),
    Status.PRESENT: gettext_noop("{count} present"),
    Status.LATE: gettext_noop("{count} late"),
    Status.EXCLUDED: gettext_noop("{count} excluded"),
    Status.ABSENT: gettext_noop("{count} absent"),
    Status.WITHDRAWN: gettext_noop("{count} withdrawn"),
    Status.DISQUALIFIED: gettext_noop("{count} disqualified"),
}
MOST_NAMED = 5
"""The most players that a sentence names; of more, it gives the number."""

_Sentence = Callable[[int, str], str]
_NAMED: Mapping[Status, _Sentence] = {
    Status.REGISTERED: lambda n, names: ngettext(
        "{names} is not here yet.", "{names} are not here yet.", n, names=names
    ),
    Status.PRESENT: lambda n, names: ngettext("{names} is present.", "{names} are present.", n, names=names),
    Status.LATE: lambda n, names: ngettext("{names} is late.", "{names} are late.", n, names=names),
    Status.EXCLUDED: lambda n, names: ngettext("{names} is excluded.", "{names} are excluded.", n, names=names),
    Status.ABSENT: lambda n, names: ngettext("{names} is absent.", "{names} are absent.", n, names=names),
}
_COUNTED: Mapping[Status, Callable[[int], str]] = {
    Status.REGISTERED: lambda n: ngettext("{n} player is not here yet.", "{n} players are not here yet.", n),
    Status.PRESENT: lambda n: ngettext("{n} player is present.", "{n} players are present.", n),
    Status.LATE: lambda n: ngettext("{n} player is late.", "{n} players are late.", n),
    Status.EXCLUDED: lambda n: ngettext("{n} player is excluded.", "{n} players are excluded.", n),
    Status.ABSENT: lambda n: ngettext("{n} player is absent.", "{n} players are absent.", n),
}


def status_word(status: Status) -> str:
    """Return the word of a status, "present"."""
    return _(WORDS[status])


def status_count(status: Status, count: int) -> str:
    """Return how many entries have a status, "12 present"."""
    return _(_COUNTS[status], count=whole(count))


def marked(status: Status, entries: Sequence[Entry]) -> str:
    """Return a sentence that these players now have a status: "Ada Demo and Ben Demo are late.", "7 players are present."."""
    if len(entries) > MOST_NAMED:
        return _COUNTED[status](len(entries))
    return _NAMED[status](len(entries), listed(_named(entries)))


def _named(entries: Sequence[Entry]) -> list[str]:
    """Return the names of players; a single player has the number too."""
    return (
        [entry.said for entry in entries] if len(entries) > 1 else [f"{entry.number} {entry.said}" for entry in entries]
    )
