"""A published game log: what it says about itself, the cash it comes to, and what the rules find in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from games.acquire.editions import Money, edition_named
from games.acquire.logs import read_log
from games.acquire.replay import Finding, replay
from tournament.records import RoundRecord, TableRecord
from tournament.views._results import public_log
from tournament.views._site import Site, round_name
from tournament.vocabulary import format_dollars


@dataclass(frozen=True, slots=True)
class FinalCash:
    """A player of the log with the final cash in words: as the rules give it, and as the log records it; empty where unknown."""

    name: str
    computed: str
    recorded: str


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with the words for where it was found: "line 12, turn 3"."""

    finding: Finding
    where: str


def replay_part(site: Site, played: RoundRecord, table: TableRecord) -> dict[str, Any]:
    """The log of a table whose result is public; Http404 with a sentence where none is published."""
    log = public_log(site.event, played.number, table.number) if played.is_closed else None
    if log is None:
        raise Http404(f"No game of round {played.number}, table {table.number} is published.")
    record = read_log(log.text)
    answer = replay(record)
    return {
        "name": round_name(played),
        "table": table,
        "table_url": site.address("table", played.number, table.number),
        "log_title": log.title,
        "edition": edition_named(record.header.edition).title,
        "turns": answer.turns,
        "is_complete": answer.complete,
        "cash": [
            FinalCash(player.name, _money(answer.final.get(player.id)), _money(answer.recorded_final.get(player.id)))
            for player in record.header.players
        ],
        "findings": [ShownFinding(finding, _where(finding)) for finding in answer.findings],
    }


def _money(amount: Money | None) -> str:
    if amount is None:
        return ""
    return format_dollars(int(amount)) if amount == int(amount) else f"{float(amount):,.2f}"


def _where(finding: Finding) -> str:
    parts = [("line", finding.line), ("turn", finding.turn)]
    return ", ".join(f"{word} {number}" for word, number in parts if number is not None)
