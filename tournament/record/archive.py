"""An event as JSON text: the page ``archive.json`` sends it, and its checksum stands on the handover page.

The text is an object of two members: ``format`` names the version of the format, ``event`` is the `EventRecord` field by field. It is the
archive of format 2, byte for byte, so that checksums on paper still hold. Only Top Table 3.0 and earlier restore it; what this version
restores is the file of `record.envelope`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import msgspec

from tournament.record.event import EventRecord, TableRecord
from tournament.record.names import NameForm
from tournament.record.printing import PaperSize, Sides
from tournament.record.rulesets import FillInCash
from tournament.record.settings import NO_EXTRAS, ScoreOwner
from wording.languages import SOURCE_LANGUAGE

ARCHIVE_FORMAT = "top-table-archive-2"
SINCE_3_3: Mapping[str, Any] = {
    "language": SOURCE_LANGUAGE,
    "paper_language": "",
    "second_language": "",
    "name_form": NameForm.SURNAME_LAST.value,
    "extras": msgspec.to_builtins(NO_EXTRAS),
    "holds_results": False,
    "results_shown_through": 0,
    "paper": PaperSize.A4.value,
    "prints": None,
    "currency": "",
    "fee": None,
    "junior_fee": None,
    "apart_by": "",
    "check_in_from": None,
    "check_in_until": None,
    "score_owner": ScoreOwner.FIRST.value,
    "organiser": "",
    "contact": "",
    "absences": {},
    "fill_ins": (),
}
"""Fields that earlier versions did not have, and the value with which they are left out, so that checksums on paper still hold."""
ENTRIES_SINCE_3_5: Mapping[str, Any] = {
    "club": "",
    "team": "",
    "email": "",
    "fee_due": None,
    "fee_paid": 0,
    "taken": None,
}
"""The same of entries."""
OF_THE_PUBLIC = frozenset({"is_held"})
"""Fields of rounds that only records for the public set."""
MOMENTS = (date, datetime)
"""The values that msgspec leaves as they are, because it would write UTC as "Z", and the format has "+00:00"."""


def archive(record: EventRecord) -> str:
    """Return the event as JSON text, one member a line; equal events give equal texts."""
    event = msgspec.to_builtins(record, builtin_types=MOMENTS, str_keys=True, order="deterministic", enc_hook=dict)
    event = {name: value for name, value in event.items() if name not in SINCE_3_3 or value != SINCE_3_3[name]}
    if event["ruleset"]["fill_in_cash"] == FillInCash.COUNTS.value:
        del event["ruleset"]["fill_in_cash"]
    del event["ruleset"]["counted_by"]  # it follows from when the final list was published, and checksums still hold
    for entry in event["entries"]:
        # Names are written as they were entered, whatever form the event gives them.
        if entry["entered"]:
            entry["name"] = entry["entered"]
        else:
            del entry["entered"]
        for name, usual in ENTRIES_SINCE_3_5.items():
            if entry[name] == usual:
                del entry[name]
    event["rounds"] = [
        {name: value for name, value in round_.items() if name not in OF_THE_PUBLIC and (value or name != "pauses")}
        for round_ in event["rounds"]
    ]
    content = {"format": ARCHIVE_FORMAT, "event": event}
    return json.dumps(content, ensure_ascii=False, indent=1, default=lambda moment: moment.isoformat()) + "\n"


def with_own_keys(record: EventRecord) -> EventRecord:
    """Return the event without anything of its installation: rows numbered from 1 in order, no address, no settings of printer and desk."""
    disputes = {row.key: number for number, row in enumerate(record.disputes, 1)}
    logs = {row.key: number for number, row in enumerate(record.logs, 1)}
    draws = sorted({round_.draw.key for round_ in record.rounds if round_.draw})
    reports = sorted(key for round_ in record.rounds for table in round_.tables for key in _report_keys(table))
    return replace(
        record,
        public_address="",
        paper=PaperSize.A4,
        sides=Sides.TWO,
        prints=None,
        extras=NO_EXTRAS,
        disputes=tuple(
            replace(row, key=disputes[row.key], log=logs.get(row.log) if row.log else None) for row in record.disputes
        ),
        logs=tuple(replace(row, key=logs[row.key], title=row.title or f"Log {row.key}") for row in record.logs),
        penalties=tuple(replace(row, key=number) for number, row in enumerate(record.penalties, 1)),
        aparts=tuple(replace(row, key=number) for number, row in enumerate(record.aparts, 1)),
        rounds=tuple(
            replace(
                round_,
                draw=replace(round_.draw, key=draws.index(round_.draw.key) + 1) if round_.draw else None,
                tables=tuple(_numbered(table, reports) for table in round_.tables),
            )
            for round_ in record.rounds
        ),
    )


def _report_keys(table: TableRecord) -> list[int]:
    """Return the keys of all reports of a table, including that of its official result."""
    return [*([table.official.key] if table.official else []), *(row.key for row in table.reports)]


def _numbered(table: TableRecord, reports: Sequence[int]) -> TableRecord:
    """Return a table with its reports numbered by their position in ``reports``, the sorted keys of all reports."""
    return replace(
        table,
        official=replace(table.official, key=reports.index(table.official.key) + 1) if table.official else None,
        reports=tuple(replace(row, key=reports.index(row.key) + 1) for row in table.reports),
    )
