"""Writes the latest handover page of an event to the second place (a folder such as a USB stick).

It is the paper with which the event goes on if the laptop is lost.
"""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Thread
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from tournament.installation.copies.replacing import put_in_place
from tournament.installation.copies.second_place import second_place
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.services.changes.signals import step_taken
from wording.languages import speaking

log = logging.getLogger("tournament.services.keeping.handing_over")


@receiver(step_taken)
def keep_handover(event: Event, **_signal: Any) -> None:
    """Write the handover page in a new thread after a main step of the day; a failure is logged and stops nothing."""
    place = None if event.is_practice else second_place()
    if place is None:
        return
    record = record_of(event)
    Thread(target=_write_page, args=(record, place), name="handover").start()


def _write_page(record: EventRecord, place: Path) -> None:
    """Print the handover page of the event into the folder ``place``; nothing is done where the folder is missing."""
    from tournament.pdf.document import sheets_as_pdf  # half of what a process would read at its start
    from tournament.pdf.job import Options, PaperError
    from tournament.pdf.sheets.handover import HANDOVER

    target = place / f"{record.slug}-handover.pdf"
    draft = place / f".{target.name}.part"
    try:
        if not place.is_dir():  # the snapshot that was made before the act reports this
            return
        with speaking(record.printed_in):
            printed = sheets_as_pdf(record, [(HANDOVER.name, Options())], timezone.localtime())
        draft.touch(mode=0o600)
        draft.write_bytes(printed)
        put_in_place(draft, target)
    except (OSError, PaperError) as failure:
        log.warning("The handover page of %s could not be kept in %s: %s", record.slug, place, failure)
