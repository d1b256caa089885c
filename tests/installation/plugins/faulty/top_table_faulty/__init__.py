"""Everything that a plug-in can do wrong."""

from __future__ import annotations

from games.acquire.editions import Edition
from tournament.pdf.job import Job
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks


def _breaks(job: Job) -> SheetBlocks:
    raise ZeroDivisionError(f"no {job.record.name}")


SHEET = PaperSheet("poster", "Another poster", Scope.EVENT, _breaks)
BREAKS = PaperSheet("breaks", "Breaks", Scope.EVENT, _breaks)
EDITION = Edition(name="edition", title="Called otherwise")
UNTOLD = Edition(name="untold", title="Of unknown labels", labels="unheard-of")
TEXT = "a text is no reader"
