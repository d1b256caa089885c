"""Which printed sheets are to be hung anew, because they would be set otherwise today or carry an address that has changed since."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet

from tournament.desk.desk import Desk
from tournament.draw.naming import name_of_round
from tournament.installation.faults import fault_of
from tournament.installation.packages import FetchNote, FetchState, read_note
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import (
    MissingScript,
    Place,
    Prints,
    SheetState,
    expected,
    in_use,
    missing_scripts,
    sheets_with_address,
    wanted_packages,
)
from tournament.record.event import EventRecord
from tournament.record.printing import Printed
from tournament.services.printing import prints_of, store_renewed
from tournament.tellings.words import listed, parts_in_words

log = logging.getLogger("tournament.faults")

ANEW = "anew"
"""The name in addresses of all sheets that are to be hung anew."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """A sheet that is to be hung anew: its title with the round, its last print, and what changed since, in words."""

    title: str
    last: Printed | None
    changed: str


@dataclass(frozen=True, slots=True)
class Reprints:
    """The sheets that are out of date, those never printed by their titles, where the former are printed together, and lacking fonts."""

    anew: tuple[Reprint, ...]
    missing: tuple[str, ...]
    url: str
    fonts: str = ""


def titled(state: SheetState, record: EventRecord) -> str:
    """A sheet with its round: "Pairings by player of round 2"."""
    return f"{state.title} of {name_of_round(record, state.round)}" if state.round is not None else state.title


def reprint(state: SheetState, record: EventRecord) -> Reprint:
    """A sheet's state in words."""
    return Reprint(titled(state, record), state.last, parts_in_words(state.changed, record))


def prints_today(desk: Desk) -> Prints:
    """Everything that was printed from the desk, with fingerprints that today's can be compared with.

    What 2.8 or an earlier edition printed counts as current when the desk first asks for it, and until its contents change after that.
    """
    prints = Prints(desk.record, prints_of(desk.event))
    renewed = {row.row: row for row in prints.renewed()}
    if not renewed:
        return prints
    try:
        store_renewed(list(renewed.values()))
    except DatabaseError as error:  # a full disk; it is tried again with the next page
        log.error("The earlier prints of %s were not renewed: %s", desk.slug, fault_of(error).sentence)
    return Prints(desk.record, [renewed.get(row.row, row) for row in prints.rows])


def sheets_in_use(prints: Prints, number: int | None = None) -> tuple[SheetState, ...]:
    """The state of each sheet that belongs in the hall now, of all rounds or of one."""
    places: list[Place] = [place for place in in_use(prints.record) if number is None or place[1] == number]
    return prints.states(places)


def reprints(desk: Desk, number: int | None = None, *, prints: Prints | None = None) -> Reprints:
    """What is to be hung anew and what was never printed, of all rounds or of one; ``prints`` where they are read already."""
    record = desk.record
    found = sheets_in_use(prints or prints_today(desk), number)
    wanted = expected(record)
    url = desk.address("desk_sheet", ANEW)
    return Reprints(
        anew=tuple(reprint(state, record) for state in found if state.is_out_of_date),
        missing=tuple(
            titled(state, record) for state in found if state.last is None and (state.name, state.round) in wanted
        ),
        url=url if number is None else f"{url}?round={number}",
        fonts=lacking_fonts(record),
    )


def lacking_fonts(record: EventRecord) -> str:
    """The sentence that names the scripts of the event that no font of this machine prints, with their packages; empty where all print."""
    note = read_note(Path(settings.FONT_NOTES) if settings.FONT_NOTES else None)
    return said_of_fonts(missing_scripts(entry.name for entry in record.entries), note)


def said_of_fonts(missing: Sequence[MissingScript], note: FetchNote) -> str:
    """The sentence about missing scripts: which they are, and what happens or is to be done about it."""
    if not missing:
        return ""
    many = len({name for lack in missing for name in lack.names})
    scripts = listed(list(dict.fromkeys(lack.script for lack in missing)))
    what = f"No font on this machine prints {scripts}, in {many} name{'s' * (many != 1)}"
    packages = wanted_packages(missing)
    if note.all_are(FetchState.FETCHING, packages):
        return f"{what}: {listed(list(packages))} is fetched now; print once this line is gone."
    by_hand = f"as root run “apt install {' '.join(packages)}”, then start the desk again"
    failed = any(note.states.get(package) is FetchState.FAILED for package in packages)
    return f"{what}: {by_hand}.{f' Fetching it failed: {note.reason}' if failed and note.reason else ''}"


def is_printed_before(record: EventRecord, moment: datetime | None) -> bool:
    """Whether the paper that hangs in the hall was printed before a moment: the latest published round was published before it.

    Paper printed by a command is not written down, so the next publication counts as new paper. Never before no moment, and never once
    all is over.
    """
    published = [round_.published_at for round_ in record.rounds if round_.published_at is not None]
    if moment is None or record.is_final_published or not published:
        return False
    return max(published) < moment


def sheets_underway(events: QuerySet[Event], moment: datetime | None) -> list[tuple[EventRecord, tuple[str, ...]]]:
    """The events among these that hung up paper before a moment and are not over, each with its sheets that carry the address."""
    if moment is None:
        return []
    begun = events.filter(is_final_published=False, rounds__published_at__lt=moment).distinct()
    records = [record_of(event) for event in begun]
    return [(record, sheets_with_address(record)) for record in records if is_printed_before(record, moment)]
