"""A sheet: the list for the cloakroom."""

from __future__ import annotations

from tournament.pdf.flow import Text
from tournament.pdf.job import Job, PaperError
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, flowing
from tournament.record.printing import of_player


def _cloakroom(job: Job) -> SheetBlocks:
    entries = job.record.entries
    if not entries:
        raise PaperError("Nobody is entered yet. Enter the players, then print the list.")
    return flowing([Text(f"Hook {each.player}: {each.name}", about=of_player(each.player)) for each in entries])


CLOAKROOM = PaperSheet(
    name="cloakroom",
    label="Cloakroom list",
    scope=Scope.EVENT,
    blocks=_cloakroom,
    covers="Everybody",
    purpose="which coat is whose",
)
