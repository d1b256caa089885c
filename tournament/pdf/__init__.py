"""Everything the hall runs on, on paper: each sheet a pure function of the event's values, the choices and the time of print.

`sheet` prints one sheet by its name, `round_pack` all sheets of a round in the order in which they are used; the same arguments always
give the same bytes. `missing_characters` tells, before anything is printed, what of a name no face on this machine can show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from tournament.draw.seating import StartingTileError
from tournament.pdf.catalogue import SHEETS, Scope, SheetKind, Takes, pack_sheets, sheets_with_address
from tournament.pdf.contents import contents_of
from tournament.pdf.fonts import missing_characters
from tournament.pdf.hanging import Place, SheetState, expected, in_use, replaced_version, states
from tournament.pdf.job import Job
from tournament.pdf.layout import Sheet, render
from tournament.pdf.options import MOST_PIECES, DisputedError, Options, PackPart, Paper, PaperError, SlipsPerPage, Sort
from tournament.pdf.scripts import Lack, lacking, packages_for, wanted_packages
from tournament.pdf.sheets.handover import checksum
from tournament.record.event import EventRecord
from tournament.scores import Scores
from tournament.scores.scoring import ScoringError

__all__ = [
    "MOST_PIECES",
    "SHEETS",
    "DisputedError",
    "Job",
    "Lack",
    "Options",
    "PackPart",
    "Paper",
    "PaperError",
    "Place",
    "Scope",
    "SheetKind",
    "SheetState",
    "SlipsPerPage",
    "Sort",
    "Takes",
    "checksum",
    "contents_of",
    "expected",
    "in_use",
    "lacking",
    "missing_characters",
    "pack_of",
    "packages_for",
    "replaced_version",
    "round_pack",
    "several",
    "sheet",
    "sheets_with_address",
    "states",
    "wanted_packages",
]


Codes = Mapping[tuple[int, int], str]
NO_CODES: Codes = MappingProxyType({})


def sheet(name: str, record: EventRecord, options: Options, printed_at: datetime, codes: Codes = NO_CODES) -> bytes:
    """One sheet as a PDF; ``name`` is a key of SHEETS. Raises PaperError where it does not exist or cannot be printed yet."""
    if name not in SHEETS:
        raise PaperError(f'There is no sheet "{name}"; choose one of {", ".join(SHEETS)}.')
    return several(record, [(name, options)], printed_at, codes)


def round_pack(
    record: EventRecord, round_number: int, options: Options, printed_at: datetime, codes: Codes = NO_CODES
) -> bytes:
    """All sheets of a round as one PDF, in the order in which they are used; PaperError where the round has not been drawn."""
    return several(record, pack_of(record, round_number, options), printed_at, codes)


def several(
    record: EventRecord, orders: Sequence[tuple[str, Options]], printed_at: datetime, codes: Codes = NO_CODES
) -> bytes:
    """Some sheets as one PDF, each by its name with its own choices; the paper is the first one's. PaperError as `sheet`.

    ``codes`` stand on slips, by round and table, where players report by phone.
    """
    scores = Scores(record)
    jobs = [(SHEETS[name], Job(record, options, printed_at, scores, codes)) for name, options in orders]
    return render(jobs[0][1], _built(jobs))


def pack_of(record: EventRecord, round_number: int, options: Options) -> tuple[tuple[str, Options], ...]:
    """The sheets of a round in the order in which they are used; PaperError where there are none yet."""
    wanted = replace(options, round_number=round_number)
    names = pack_sheets(Job(record, wanted, datetime.min.replace(tzinfo=UTC)))
    if not names:
        raise PaperError(f"Round {round_number} is not closed, so nothing follows from it yet; close it first.")
    return tuple((name, wanted) for name in names)


def _built(jobs: Sequence[tuple[SheetKind, Job]]) -> list[Sheet]:
    """Build the sheets; what cannot be scored or read is refused in the words of the rule that refuses it."""
    try:
        return [_in_parts(kind, job) for kind, job in jobs]
    except (ScoringError, StartingTileError) as error:
        raise PaperError(str(error)) from error


def _in_parts(kind: SheetKind, job: Job) -> Sheet:
    """The sheet; where a part of it was asked for, its head says which."""
    built = kind.build(job)
    return replace(built, scope=f"{built.scope}{job.options.piece_in_words}") if kind.has_parts else built
