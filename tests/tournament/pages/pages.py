"""What page tests share: addresses, and what the results grid sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.messages import get_messages

from tournament.desk.forms.results import shown
from tournament.models import Event, Table
from tournament.models.queries import record_of


def desk(event: Event, rest: str = "") -> str:
    """The address of a page of the director's desk."""
    return f"/desk/{event.slug}/{rest}"


def grid_of(event: Event, number: int, cash: Mapping[int, Sequence[object]]) -> dict[str, str]:
    """The form of the results grid as a browser sends it, with amounts typed at some tables in seat order."""
    record = record_of(event)
    versions = dict(
        Table.objects.filter(round__event=event, round__number=number).values_list("number", "result_version")
    )
    sent: dict[str, str] = {}
    for table in record.round(number).tables:
        prefix = f"t{table.number}"
        sent |= {f"{prefix}-version": str(versions[table.number]), f"{prefix}-shown": shown(table)}
        sent[f"{prefix}-ended_by"] = table.ended_by
        typed = cash.get(table.number) or [seat.cash for seat in table.seats]
        for seat, amount in zip(table.seats, typed, strict=True):
            sent[f"{prefix}-cash-{seat.player}"] = "" if amount is None else str(amount)
    return sent


def words(answer: Any) -> str:
    """The page's text with its runs of white space made single, entities as they stand."""
    return " ".join(str(answer.content.decode()).split())


def said(answer: Any) -> list[str]:
    """The quiet lines and refusals that an act left for the next page."""
    return [str(message) for message in get_messages(answer.wsgi_request)]
