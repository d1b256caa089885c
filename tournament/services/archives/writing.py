"""Writes an event as one file: every row of the archived models, with row numbers in place of keys and names in place of accounts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from tournament.installation.watching.program import program_version
from tournament.models import Change, Event, GameLog
from tournament.models.choices import who
from tournament.record.envelope import SUFFIX, pack
from tournament.services.archives.archived_models import (
    ARCHIVED,
    ArchivedModel,
    columns_of,
    is_account,
    target_of,
    with_helpers_named,
    with_keys_exchanged,
)

Numbers = dict[str, dict[int, int]]
"""The number in the file of each row, by model name and primary key."""


def archived(event: Event) -> bytes:
    """Return the contents of an event's archive file, read in one transaction."""
    document = document_of(event)
    about = {name: document["event"][name] for name in ("slug", "name", "date", "version")}
    return pack(document, about, program_version())


def file_name(event: Event) -> str:
    """Return the name of an event's archive file."""
    return f"{event.slug}-v{event.version}{SUFFIX}"


@transaction.atomic
def document_of(event: Event) -> dict[str, Any]:
    """Return all rows of an event as plain values, read in one transaction."""
    locked = Event.objects.select_for_update(of=("self",)).select_related("created_by").get(pk=event.pk)
    read = {held.name: _rows(held, locked) for held in ARCHIVED}
    numbers = {name: {row.pk: number for number, row in enumerate(rows, 1)} for name, rows in read.items()}
    return {
        "event": _plain(locked, numbers),
        "rows": {name: [_plain(row, numbers) for row in rows] for name, rows in read.items()},
    }


def _rows(held: ArchivedModel, event: Event) -> list[Any]:
    """Return the event's rows of one model, in order of primary key."""
    accounts = [column.name for column in columns_of(held.model) if is_account(column)]
    rows = held.model._default_manager.filter(**{held.path: event}).order_by("pk")
    return list(rows.select_related(*accounts) if accounts else rows)


def _plain(row: Model, numbers: Numbers) -> dict[str, Any]:
    """Return a row's archived columns as plain values."""
    plain: dict[str, Any] = {}
    for column in columns_of(type(row)):
        if is_account(column):
            plain[column.name] = who(row, column.name)
        elif column.is_relation:
            key = getattr(row, column.attname)
            plain[column.name] = numbers[target_of(column)].get(key) if key else None
        else:
            plain[column.name] = _value(getattr(row, column.attname))
    if isinstance(row, Change):
        for name in ("before", "after"):
            plain[name] = with_helpers_named(with_keys_exchanged(plain[name], numbers))
    if isinstance(row, GameLog):
        plain["title"] = (
            row.title or f"Log {row.pk}"
        )  # the name that pages show; where it is restored the log has another key
    return plain


def _value(value: Any) -> Any:
    """Return a value as JSON has it: dates and moments as text."""
    return value.isoformat() if isinstance(value, date | datetime) else value
