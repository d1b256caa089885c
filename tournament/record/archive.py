"""An event as JSON text: the page ``archive.json`` sends it, and its checksum stands on the handover page.

The text is an object of two members: ``format`` names the version of the format, ``event`` is the `EventRecord` field by field. It is the
archive of format 2, byte for byte, so that checksums on paper still hold. Only Top Table 3.0 and earlier restore it; what this version
restores is the file of `record.archive`.

The file of an archived event: gzip around a header line and a body, both JSON; when read it is checked and its size is limited.

The header names the file, its format, the version of Top Table that wrote it, its event, and the SHA-256 of the body in the next line, so
that damage is found before anything is used. See docs/archive.md.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import msgspec

from tournament.record.event import EventRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE, Bonus, FillInCash, Fines, Format, Share
from tournament.record.names import NameForm
from tournament.record.printing import PaperSize, Sides
from tournament.record.settings import NO_EXTRAS, ScoreOwner
from tournament.record.vocabulary import SitOutKind
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.languages import SOURCE_LANGUAGE

KIND = "top-table-event"
FORMAT = 3
FIRST_PROGRAM = (2, 5)
"""The first version of Top Table whose archives are read: the tables of an event are those of 2.7.2 since then."""
EARLIER_FORMAT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"top-table-archive-[12]"')
"""How an archive of formats 1 and 2 begins, which is a JSON text without a header."""
SUFFIX = ".toptable"

LONGEST_HEADER = 10_000
GZIP = b"\x1f\x8b"
GZIP_WINDOW = 31
"""The parameter ``wbits`` by which zlib reads gzip."""

MARKS = (b"{", b"[", b",", b":")
"""The characters of which one is before every value of a JSON text, so counting them limits the number of values without parsing."""
NO_TEXT = re.compile(rb"(?<!\\)(?:\\\\)*+\\u0000")
"""A null character as JSON writes it; the databases cannot store it in a text."""

NOT_ONE = gettext_noop("This is not an event archive. Choose a file that Top Table made; its name ends in .toptable.")
EARLIER = gettext_noop(
    "The archive was made by an earlier version of Top Table. Top Table 3.0 can convert it: restore it there, "
    "and save the event's archive again."
)
DAMAGED = gettext_noop("The archive is damaged. Use another copy of the file.")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that a file may hold: unpacked bytes, JSON values and rows; a file with more is refused before it takes much memory."""

    unpacked: int
    values: int
    rows: int


USUAL = Bounds(8_000_000, 900_000, 16_000)
"""The limits for uploaded files: an event of 1,000 players is smaller, and refusing a file takes 150 MB and 2 seconds at most."""
LARGE = Bounds(200_000_000, 40_000_000, 500_000)
"""The limits for ``restore --large`` and for the installation's own snapshots, which may have hundreds of games on devices."""
LARGER = gettext_noop("The person who runs this installation can restore it with the command “restore --large FILE”.")


class EnvelopeError(ValueError):
    """Raised if a file is not an archive or is damaged; the message says so in one sentence, and what to do."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The contents of a file: its header, and the document of the event."""

    header: Mapping[str, Any]
    document: Mapping[str, Any]


def pack(document: Mapping[str, Any], about: Mapping[str, Any], program: str) -> bytes:
    """Return the file of a document; ``about`` is added to the header, ``program`` is the version of Top Table.

    The same document, header and program give the same bytes.
    """
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    header = {
        "archive": KIND,
        "format": FORMAT,
        "program": program,
        **about,
        "sha256": hashlib.sha256(body).hexdigest(),
        "bytes": len(body),
    }
    return gzip.compress(json.dumps(header, ensure_ascii=False).encode() + b"\n" + body + b"\n", mtime=0)


def unpack(content: bytes, bounds: Bounds = USUAL) -> Opened:
    """Return the contents of a file; raises EnvelopeError for a damaged or too large file, or one that `pack` cannot have written."""
    header, body = _header_and_body(content, bounds)
    document = json_of(text_of(body, bounds))
    if not isinstance(document, dict) or set(document) != {"event", "rows"}:
        raise EnvelopeError(_(DAMAGED))
    rows = document["rows"]
    if not isinstance(rows, dict) or not all(isinstance(each, list) for each in rows.values()):
        raise EnvelopeError(_(DAMAGED))
    if sum(map(len, rows.values())) > bounds.rows:
        raise too_large(ngettext("{n} row", "{n} rows", bounds.rows), bounds)
    return Opened(header, document)


def text_of(body: bytes, bounds: Bounds) -> str:
    """Return the JSON text of a body; raises EnvelopeError if it exceeds the bounds or has characters that cannot be stored."""
    if len(body) > bounds.unpacked:
        raise too_large(f"{bounds.unpacked // 1_000_000} MB", bounds)
    if sum(map(body.count, MARKS)) > bounds.values:
        raise too_large(ngettext("{n} value", "{n} values", bounds.values), bounds)
    if NO_TEXT.search(body):
        raise EnvelopeError(_(DAMAGED))
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise EnvelopeError(_(NOT_ONE)) from None


def too_large(what: str, bounds: Bounds) -> EnvelopeError:
    """Return the error for a file that exceeds its bounds; ``what`` names the limit."""
    said = _("The archive contains more than {limit}.", limit=what)
    return EnvelopeError(f"{said} {_(LARGER)}" if bounds == USUAL else said)


def _header_and_body(content: bytes, bounds: Bounds) -> tuple[Mapping[str, Any], bytes]:
    """Return the header and the body of a file; raises EnvelopeError if the checksum is wrong."""
    first, _newline, rest = _unpacked_bytes(content, bounds).partition(b"\n")
    header = _header(first)
    body = rest.removesuffix(b"\n")
    if len(body) != header.get("bytes") or hashlib.sha256(body).hexdigest() != header.get("sha256"):
        raise EnvelopeError(_(DAMAGED))
    return header, body


def _unpacked_bytes(content: bytes, bounds: Bounds) -> bytes:
    """Return the unpacked bytes; raises EnvelopeError if they are too many or the file is damaged."""
    if EARLIER_FORMAT.match(content):
        raise EnvelopeError(_(EARLIER))
    if not content.startswith(GZIP):
        raise EnvelopeError(_(NOT_ONE))
    stream = zlib.decompressobj(GZIP_WINDOW)
    try:
        unzipped = stream.decompress(content, bounds.unpacked + LONGEST_HEADER)
    except zlib.error:
        raise EnvelopeError(_(DAMAGED)) from None
    if stream.unconsumed_tail:
        raise too_large(f"{bounds.unpacked // 1_000_000} MB", bounds)
    if not stream.eof or stream.unused_data:
        raise EnvelopeError(_(DAMAGED))
    return unzipped


def _header(line: bytes) -> Mapping[str, Any]:
    """Return the header of a file; raises EnvelopeError if the line is not one, or is of another format."""
    header = json_of(line) if len(line) <= LONGEST_HEADER else None
    if not isinstance(header, dict) or header.get("archive") != KIND:
        raise EnvelopeError(_(NOT_ONE))
    if NO_TEXT.search(line):
        raise EnvelopeError(_(DAMAGED))
    program = str(header.get("program", ""))[:20]
    written_by = re.match(r"(\d+)\.(\d+)", program)
    if written_by and (int(written_by[1]), int(written_by[2])) < FIRST_PROGRAM:
        raise EnvelopeError(_(EARLIER))
    if header.get("format") != FORMAT:
        raise EnvelopeError(
            _(
                "The archive was made by Top Table {program} in a different format; update Top Table to read it.",
                program=program,
            )
        )
    return header


def json_of(text: str | bytes) -> Any:
    """Return the value of a JSON text; raises EnvelopeError if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise EnvelopeError(_(NOT_ONE)) from None


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
    "tie_figure": None,
}
"""The same of entries."""
NOT_OF_ROUNDS = frozenset({"is_held", "top_table_wins"})
"""Fields of rounds that the text leaves out: one that only records for the public set, and one that is newer than the format."""
MOMENTS = (date, datetime)
"""The values that msgspec leaves as they are, because it would write UTC as "Z", and the format has "+00:00"."""


def archive(record: EventRecord) -> str:
    """Return the event as JSON text, one member a line; equal events give equal texts."""
    event = msgspec.to_builtins(record, builtin_types=MOMENTS, str_keys=True, order="deterministic", enc_hook=dict)
    event.pop("former", None)  # it is of the log of changes, which this text has never had
    event = {name: value for name, value in event.items() if name not in SINCE_3_3 or value != SINCE_3_3[name]}
    del event["counted_by"]  # it follows from when the final list was published, and checksums still hold
    if record.format.key == MSO_ACQUIRE.key:
        event = {("ruleset" if name == "format" else name): value for name, value in event.items()}
        event["ruleset"] = _as_before_formats(record.format)
    for entry in event["entries"]:
        # Names are written as they were entered, whatever form the event gives them.
        if entry["entered"]:
            entry["name"] = entry["entered"]
        else:
            del entry["entered"]
        for name, usual in ENTRIES_SINCE_3_5.items():
            if entry[name] == usual:
                del entry[name]
    for idle in (*event["rounds"], *({"sit_outs": rows} for rows in event.get("absences", {}).values())):
        for row in idle["sit_outs"]:
            del row["stored"]
    event["rounds"] = [
        {name: value for name, value in round_.items() if name not in NOT_OF_ROUNDS and (value or name != "pauses")}
        for round_ in event["rounds"]
    ]
    for seat in (seat for round_ in event["rounds"] for table in round_["tables"] for seat in table["seats"]):
        if seat["second"] is None:
            del seat["second"]
    content = {"format": ARCHIVE_FORMAT, "event": event}
    return json.dumps(content, ensure_ascii=False, indent=1, default=lambda moment: moment.isoformat()) + "\n"


def _as_before_formats(rules: Format) -> dict[str, Any]:
    """Return the rules of an event of MSO Acquire as this text had them before there were formats."""
    fines, bonus, last = rules.step(Fines), rules.step(Bonus), rules.rounds[-1]
    left_out = {"fill_in_cash": FillInCash.LEFT_OUT} if rules.step(Share).fill_ins is FillInCash.LEFT_OUT else {}
    return {
        "name": rules.name,
        "bonus_multipliers": bonus.by_winners,
        "bonus_rounding": bonus.up_to,
        "size_multipliers": rules.multipliers,
        "minutes": rules.tables.minutes,
        "allowance_minutes": rules.tables.allowance,
        "sit_out_score": rules.score_of(SitOutKind.STANDARD),
        "pairing_problem_score": rules.score_of(SitOutKind.PAIRING_PROBLEM),
        "missed_score": rules.score_of(SitOutKind.MISSED),
        "fine_amount": fines.usual,
        "fine_timing": fines.when,
        "negative_cash": fines.below_zero,
        "dilution": rules.dilution,
        "reading": rules.rounds[0].reading,
        "swiss_from_tables": last.if_tables,
        "last_round": last.last_round,
        "cut_tie_break": last.ties,
        "preferred_size": rules.tables.wished,
        **left_out,
    }


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
                tables=tuple(_with_numbered_reports(table, reports) for table in round_.tables),
            )
            for round_ in record.rounds
        ),
    )


def _report_keys(table: TableRecord) -> list[int]:
    """Return the keys of all reports of a table, including that of its official result."""
    return [*([table.official.key] if table.official else []), *(row.key for row in table.reports)]


def _with_numbered_reports(table: TableRecord, reports: Sequence[int]) -> TableRecord:
    """Return a table with its reports numbered by their position in ``reports``, the sorted keys of all reports."""
    return replace(
        table,
        official=replace(table.official, key=reports.index(table.official.key) + 1) if table.official else None,
        reports=tuple(replace(row, key=reports.index(row.key) + 1) for row in table.reports),
    )
