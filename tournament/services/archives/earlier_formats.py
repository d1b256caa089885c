"""Turns archives of earlier versions into rows: formats 1 and 2 held an event's record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time
from itertools import zip_longest
from typing import Any

from tournament.record.event import EventRecord
from tournament.record.rounds import DrawRecord, PlannedRound, RoundRecord, TableRecord
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import PlayerId

LACKS = (
    "the log of changes",
    "the texts of game logs",
    "earlier reports of tables",
    "draws that were replaced",
    "what was printed",
)
"""What an archive of an earlier format does not hold."""
SIZES = {3: "three", 4: "four", 5: "five", 6: "six"}
Numbers = Mapping[PlayerId, int]
"""The number in the file of each player's entry, counted from 1."""
Rows = dict[str, list[dict[str, Any]]]
"""Rows by the name of their model; they refer to each other by their numbers in these lists, counted from 1."""


def document_of_record(record: EventRecord) -> Mapping[str, Any]:
    """Return the document of an event from the record in an earlier archive, in the form that `writing` gives today."""
    entries = {entry.player: number for number, entry in enumerate(record.entries, 1)}
    rows: Rows = {
        name: [] for name in ("Draw", "Round", "Table", "Seat", "SitOut", "TableReport", "ReportedSeat", "Dispute")
    }
    rows["Entry"] = [
        {
            "number": entry.player,
            **_columns(entry, "name", "given_name", "family_name", "country", "is_junior", "contestant_id", "note"),
            **_columns(entry, "first_round", "last_round", "fixed_table"),
            "shown_as": entry.shown_as.value,
            "status": entry.status.value,
        }
        for entry in record.entries
    ]
    tables: dict[tuple[int, int], int] = {}
    for played in record.rounds:
        _add_round(rows, record, played, entries, tables)
    rows["Dispute"] = [
        {
            "table": tables[row.round, row.table],
            "state": row.state.value,
            "opened_at": row.opened_at.isoformat(),
            "settled_at": row.settled_at.isoformat() if row.settled_at else None,
            **_columns(row, "question", "ruling"),
        }
        for row in record.disputes
        if (row.round, row.table) in tables
    ]
    rows |= {"Penalty": [_penalty(record, row, entries) for row in record.penalties]}
    rows |= _lists(record, entries)
    rows["PlannedTime"] = [
        {"number": row.number, "starts_at": row.starts_at.isoformat() if row.starts_at else None, "hall": row.hall}
        for row in record.planned_starts
    ]
    return {"event": _event(record), "rows": rows}


def _columns(row: Any, *names: str) -> dict[str, Any]:
    """Return the attributes of these names by name."""
    return {name: getattr(row, name) for name in names}


def _event(record: EventRecord) -> dict[str, Any]:
    """Return the row of the event."""
    rules = record.ruleset
    return {
        **_columns(
            record, "slug", "name", "venue", "network_name", "rounds_planned", "chain_set", "version", "gold_from_room"
        ),
        **_columns(record, "is_practice", "is_final_published", "is_fine_timing_settled"),
        "date": record.date.isoformat(),
        "public_version": max(record.public_version, 1),
        "seat_source": record.seat_source.value,
        "result_check": record.result_check.value,
        "sides": record.sides.value,
        "names_shown": record.names_shown.value,
        "created_at": _moment(record).isoformat(),
        **_columns(rules, "fine_amount", "allowance_minutes", "sit_out_score", "pairing_problem_score", "dilution"),
        **{
            name: getattr(rules, name).value
            for name in ("fine_timing", "negative_cash", "reading", "cut_tie_break", "last_round")
        },
        **_sizes(rules),
    }


def _sizes(rules: Ruleset) -> dict[str, Any]:
    """Return the columns of multipliers and minutes for each table size."""
    multipliers = {f"multiplier_{name}": rules.size_multipliers.get(size) for size, name in SIZES.items()}
    return multipliers | {f"minutes_{name}": rules.minutes.get(size) for size, name in SIZES.items()}


def _moment(record: EventRecord) -> datetime:
    """Return noon of the event's day, which replaces moments that the archive lacks."""
    return datetime.combine(record.date, time(12), UTC)


def _draw_of(round_: RoundRecord) -> DrawRecord | None:
    """Return a draw for a round of format 1, which stored only the seed; its plan is the round as it was played."""
    if round_.seed is None:
        return None
    tables = tuple(tuple(seat.player for seat in table.seats) for table in round_.tables)
    return DrawRecord(
        key=round_.number,
        first_round=round_.number,
        seed=round_.seed,
        fingerprint="",
        plan=(PlannedRound(tables, tuple(out.player for out in round_.sit_outs)),),
        report={},
        protocol=(),
    )


def _add_round(
    rows: Rows, record: EventRecord, round_: RoundRecord, entries: Numbers, tables: dict[tuple[int, int], int]
) -> None:
    """Add the rows of a round, with its draw, tables and sit-outs; note the tables' numbers in the file in ``tables``."""
    draw = round_.draw or _draw_of(round_)
    if draw is not None:
        plan = [
            {"tables": [list(table) for table in each.tables], "sit_outs": list(each.sit_outs)} for each in draw.plan
        ]
        rows["Draw"].append(
            {
                **_columns(draw, "first_round", "seed", "fingerprint"),
                "plan": plan,
                "report": dict(draw.report),
                "protocol": list(draw.protocol),
                "made_at": _moment(record).isoformat(),
            }
        )
    rows["Round"].append(
        {
            "number": round_.number,
            **{name: getattr(round_, name).value for name in ("kind", "state", "seat_source")},
            "draw": len(rows["Draw"]) if draw else None,
            "protocol": list(round_.protocol),
            "starts_at": round_.starts_at.isoformat() if round_.starts_at else None,
            "published_at": round_.published_at.isoformat() if round_.published_at else None,
        }
    )
    number = len(rows["Round"])
    for out in round_.sit_outs:
        rows["SitOut"].append(
            {
                "round": number,
                "entry": entries[out.player],
                "kind": out.kind.value,
                "source": out.source.value,
                **_columns(out, "reason", "chosen"),
            }
        )
    for table in round_.tables:
        _add_table(rows, record, number, table, entries)
        tables[round_.number, table.number] = len(rows["Table"])


def _add_table(rows: Rows, record: EventRecord, number: int, table: TableRecord, entries: Numbers) -> None:
    """Add the rows of a table, its seats and its official report; ``number`` is its round's number in the file."""
    has_result = any(seat.cash is not None or seat.timed_out for seat in table.seats) or bool(table.official)
    rows["Table"].append(
        {
            "round": number,
            **_columns(table, "number", "chain_set"),
            "official": len(rows["TableReport"]) + 1 if has_result else None,
        }
    )
    at = len(rows["Table"])
    rows["Seat"].extend(
        {"round": number, "table": at, "entry": entries[seat.player], **_columns(seat, "position", "starting_tile")}
        for seat in table.seats
    )
    if not has_result:
        return
    official, moment = table.official, _moment(record)
    rows["TableReport"].append(
        {
            "table": at,
            **({"source": official.source.value} if official else {}),
            "reported_by": official.reported_by if official else "",
            "reported_at": (official.reported_at if official else moment).isoformat(),
            "official_by": official.official_by if official else "",
            "official_at": (official.official_at if official else moment).isoformat(),
            "official_version": official.version if official else record.version,
            "why": official.why if official else "",
            "ended_by": table.ended_by,
            "equal_shares": table.equal_shares_ruling,
        }
    )
    rows["ReportedSeat"].extend(
        {
            "report": len(rows["TableReport"]),
            "entry": entries[seat.player],
            **_columns(seat, "cash", "timed_out"),
            "reason": seat.cash_reason,
        }
        for seat in table.seats
    )


def _penalty(record: EventRecord, row: Any, entries: Numbers) -> dict[str, Any]:
    """Return the row of a penalty."""
    return {
        "entry": entries[row.player],
        "round_number": row.round,
        "kind": row.kind.value,
        "subject": row.subject.value,
        "given_at": (row.given_at or _moment(record)).isoformat(),
        **_columns(row, "amount", "reason", "given_by", "is_cancelled", "cancel_reason"),
    }


def _lists(record: EventRecord, entries: Numbers) -> Rows:
    """Return the rows of keep-apart rules, rulings on ties and the movement chart, all of which are lists of entries."""
    return {
        "KeepApart": [_columns(rule, "is_hard", "reason") for rule in record.aparts],
        "KeptApart": [
            {"rule": number, "entry": entries[player]}
            for number, rule in enumerate(record.aparts, 1)
            for player in rule.players
        ],
        "MedalTie": [{"reason": tie.reason, "total": tie.total, "is_told": tie.is_told} for tie in record.ties],
        "TiedEntry": [
            {"tie": number, "entry": entries[player], "ordinal": ordinal, "place": place}
            for number, tie in enumerate(record.ties, 1)
            for ordinal, (player, place) in enumerate(zip_longest(tie.players, tie.places), 1)
        ],
        "ChartSeat": [
            {"round_number": row.number, "table_number": table, "position": position, "entry": entries[player]}
            for row in record.chart
            for table, players in enumerate(row.tables, 1)
            for position, player in enumerate(players, 1)
        ],
    }
