"""Which printed sheets must be printed again, because their contents or the address on them have changed since."""

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
from tournament.tellings.words import parts_in_words
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

log = logging.getLogger("tournament.faults")

ANEW = "anew"
"""The name in addresses for all sheets that must be printed again."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """A sheet in words: its title with the round, when it was last printed (None for never), and what changed since."""

    title: str
    last: Printed | None
    changed: str


@dataclass(frozen=True, slots=True)
class Reprints:
    """The out-of-date sheets and the address that prints them, the titles of sheets never printed, and missing fonts in words."""

    anew: tuple[Reprint, ...]
    missing: tuple[str, ...]
    url: str
    fonts: str = ""


def titled(state: SheetState, record: EventRecord) -> str:
    """Return the title of a sheet with its round: "Pairings by player for round 2"."""
    if state.round is None:
        return state.title
    return _("{sheet} for {round}", sheet=state.title, round=name_of_round(record, state.round))


def reprint(state: SheetState, record: EventRecord) -> Reprint:
    """Return the state of a sheet in words."""
    return Reprint(titled(state, record), state.last, parts_in_words(state.changed, record))


def prints_today(desk: Desk) -> Prints:
    """Return everything that was printed from the desk, with fingerprints to compare with today's contents.

    Prints by version 2.8 or earlier have no comparable fingerprint: they get today's, and so count as current at first.
    """
    prints = Prints(desk.record, prints_of(desk.event))
    renewed = {row.row: row for row in prints.renewed()}
    if not renewed:
        return prints
    try:
        store_renewed(list(renewed.values()))
    except DatabaseError as error:  # a full disk; it is tried again with the next page
        log.error("The earlier prints of %s were not renewed: %s", desk.slug, fault_of(error).sentence)  # not said
    return Prints(desk.record, [renewed.get(row.row, row) for row in prints.rows])


def sheets_in_use(prints: Prints, number: int | None = None) -> tuple[SheetState, ...]:
    """Return the state of each sheet that is in use in the hall now; ``number`` is a round, None for all rounds."""
    places: list[Place] = [place for place in in_use(prints.record) if number is None or place[1] == number]
    return prints.states(places)


def reprints(desk: Desk, number: int | None = None, *, prints: Prints | None = None) -> Reprints:
    """Return the sheets to print again and those never printed; ``number`` is a round, None for all. ``prints`` are read if not given."""
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
    """Return a sentence on scripts in the event's names for which this machine has no font, and the packages; empty for none."""
    note = read_note(Path(settings.FONT_NOTES) if settings.FONT_NOTES else None)
    return fonts_in_words(missing_scripts(entry.name for entry in record.entries), note)


def fonts_in_words(missing: Sequence[MissingScript], note: FetchNote) -> str:
    """Return a sentence about missing scripts: which they are, and what is being done or must be done; empty for none."""
    if not missing:
        return ""
    many = len({name for lack in missing for name in lack.names})
    scripts, packages = listed(dict.fromkeys(lack.script for lack in missing)), wanted_packages(missing)
    said = [
        ngettext(
            "No font on this computer can print {scripts}, which {n} name needs.",
            "No font on this computer can print {scripts}, which {n} names need.",
            many,
            scripts=scripts,
        )
    ]
    if note.all_are(FetchState.FETCHING, packages):
        fetched = ngettext(
            "{packages} is being downloaded; print once this line is gone.",
            "{packages} are being downloaded; print once this line is gone.",
            len(packages),
            packages=listed(packages),
        )
        return " ".join([*said, fetched])
    command = f"apt install {' '.join(packages)}"  # not said
    said.append(_("As root, run “{command}”, then restart the desk.", command=command))
    if note.reason and any(note.states.get(package) is FetchState.FAILED for package in packages):
        said.append(_("The download failed: {reason}", reason=note.reason))
    return " ".join(said)


def is_printed_before(record: EventRecord, moment: datetime | None) -> bool:
    """Whether the paper in the hall was printed before a moment, that is, whether the latest round was published before it.

    Printing by a command is not recorded, so each publication counts as new paper. False where ``moment`` is None, and once the final
    list is public.
    """
    published = [round_.published_at for round_ in record.rounds if round_.published_at is not None]
    if moment is None or record.is_final_published or not published:
        return False
    return max(published) < moment


def sheets_underway(events: QuerySet[Event], moment: datetime | None) -> list[tuple[EventRecord, tuple[str, ...]]]:
    """Return those events that are not over and whose paper was printed before a moment, each with its sheets that show the address.

    Empty where ``moment`` is None.
    """
    if moment is None:
        return []
    begun = events.filter(is_final_published=False, rounds__published_at__lt=moment).distinct()
    records = [record_of(event) for event in begun]
    return [(record, sheets_with_address(record)) for record in records if is_printed_before(record, moment)]
