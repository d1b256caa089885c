"""A published game log: what it says about itself, the cash it comes to, and what the rules find in it."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from tournament.records import RoundRecord, TableRecord
from tournament.views._results import public_log
from tournament.views._site import Site, round_name


def replay_part(site: Site, played: RoundRecord, table: TableRecord) -> dict[str, Any]:
    """The log of a table whose result is public; Http404 where none is published."""
    log = public_log(site.event, played.number, table.number) if played.is_closed else None
    if log is None:
        raise Http404(f"No game of round {played.number}, table {table.number} is published.")
    return {"name": round_name(played), "table": table, "log": log}
