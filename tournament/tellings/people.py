"""How players are told: the name with the word for who left, country and junior, and the orders in which lists stand."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.tellings.listing import About, Cell, Link, Tag, Tone

WITHDRAWN, DISQUALIFIED = Tag(Status.WITHDRAWN.value, Tone.LOSS), Tag(Status.DISQUALIFIED.value, Tone.LOSS)
JUNIOR = "JNR"


def people_of(record: EventRecord) -> dict[PlayerId, EntryRecord]:
    """The entries by number."""
    return {entry.player: entry for entry in record.entries}


def name_cell(entry: EntryRecord, *tags: Tag) -> Cell:
    """A player's name, leading to the player; a file holds the bare name."""
    return Cell(entry.name, link=Link(About.PLAYER, (entry.player,)), tags=tags)


def gone(entry: EntryRecord, *, has_left: bool) -> tuple[Tag, ...]:
    """The word for a player who left; ``has_left`` says whether a withdrawal counts where the name stands, for it takes no round away."""
    if entry.status is Status.DISQUALIFIED:
        return (DISQUALIFIED,)
    return (WITHDRAWN,) if has_left and entry.status is Status.WITHDRAWN else ()


def nation(entry: EntryRecord) -> str:
    """A player's country, and that he or she is a junior: "NL JNR"."""
    return " ".join(part for part in (entry.country, JUNIOR if entry.is_junior else "") if part)


def by_name(entries: Iterable[EntryRecord]) -> list[EntryRecord]:
    """Entries from A to Z by plain letters, by surname where it is known, equal names by number."""
    return sorted(entries, key=lambda entry: entry.sort_key)
