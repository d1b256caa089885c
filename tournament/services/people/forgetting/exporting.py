"""Everything that is stored about a person, as values that JSON has; a new model with the foreign key ``entry`` needs nothing more."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from tournament.models import Entry, GameLog, KeepApart
from tournament.models.choices import who
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.figures import figures_of
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores
from tournament.services.people.forgetting.finding import Person, people_of
from tournament.services.people.forgetting.replacing import rewriting_for, texts_in
from tournament.tellings.diary import sentence_of

FORMAT = "top-table-person-1"
SECRETS = frozenset({"token_hash", "link_hash", "browser", "code_hash"})
"""Columns that are left out: digests by which a phone is known, of which nothing can be read."""


def export(people: Sequence[Person]) -> dict[str, Any]:
    """Return everything that is stored about these people, who are one person in one or more events."""
    return {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "names": sorted({name for person in people for name, *_ in person.names}),
        "events": [_of_event(person) for person in people],
    }


def as_text(document: Mapping[str, Any]) -> str:
    """Return the document as JSON text for people: indented, in the letters of the names, with moments in ISO 8601."""
    return json.dumps(document, ensure_ascii=False, indent=2, default=lambda moment: moment.isoformat()) + "\n"


def _of_event(person: Person) -> dict[str, Any]:
    """Return what one event has about a person."""
    event, record = person.event, record_of(person.event)
    return {
        "event": {"slug": event.slug, "name": event.name, "date": event.date.isoformat(), "venue": event.venue},
        "number": person.number,
        "entry": _row(person.entry) if person.entry else None,
        "result": _result(record, person),
        "rows": _rows(person),
        "kept_apart": _kept_apart(person),
        "changes": _changes(person, record),
        "mentions": _mentions(person),
    }


def _result(record: EventRecord, person: Person) -> dict[str, Any] | None:
    """Return the place, total and rounds of a person; None without an entry or a closed round."""
    if person.entry is None or not record.closed_rounds:
        return None
    row = next((row for row in Scores(record).standings() if row.player == PlayerId(person.number)), None)
    return {"rank": row.rank, "total_thousandths": row.total} if row else None


def _rows(person: Person) -> dict[str, list[dict[str, Any]]]:
    """Return the rows that belong to the entry, by model: every model with the foreign key ``entry``."""
    if person.entry is None:
        return {}
    found = {}
    for key in (column for model in apps.get_models() for column in model._meta.concrete_fields):
        if key.related_model is Entry:
            rows = key.model._default_manager.filter(**{key.name: person.entry}).order_by("pk")
            found[key.model.__name__] = [_row(row) for row in rows]
    return {name: rows for name, rows in found.items() if rows}


def _row(row: Model) -> dict[str, Any]:
    """Return the columns of a row, other rows by their text; no keys and no secrets."""
    told = {}
    for column in row._meta.concrete_fields:
        if not column.primary_key and column.name not in SECRETS:
            value = getattr(row, column.name)
            told[column.name] = str(value) if isinstance(value, Model) else value
    return told


def _kept_apart(person: Person) -> list[dict[str, Any]]:
    """Return the rules by which a person is kept apart from others, who are given by number."""
    rules = KeepApart.objects.filter(event=person.event, members__entry=person.entry) if person.entry else ()
    return [
        {
            "from": sorted(member.entry.number for member in rule.members.select_related("entry")),
            "is_hard": rule.is_hard,
            "reason": rule.reason,
        }
        for rule in rules
    ]


def _changes(person: Person, record: EventRecord) -> list[dict[str, Any]]:
    """Return the changes that are about a person, with what they say of that person."""
    told = []
    for change in person.event.changes.order_by("version").select_related("made_by"):
        before, after = figures_of(change)
        own = [
            {
                str(number): row
                for part in (side.get("entries", {}), side.get("names", {}))
                for number, row in part.items()
                if person.owns(number, change.version)
            }
            for side in (before, after)
        ]
        if not any(own) and not any(person.owns(number, change.version) for number in change.entries):
            continue
        told.append(
            {
                "version": change.version,
                "made_at": change.made_at.isoformat(),
                "made_by": who(change, "made_by"),
                "act": change.act,
                "words": sentence_of(change, record),
                "reason": change.reason,
                "before": own[0],
                "after": own[1],
            }
        )
    return told


def _mentions(person: Person) -> list[dict[str, Any]]:
    """Return other texts of the event in which the name stands, such as reports, calls and notices, and the logs of the person's games."""
    rewriting = rewriting_for(people_of(person.event), [person])
    seated = set(person.entry.seats.values_list("table", flat=True)) if person.entry else set()
    found = []
    for rows, columns in texts_in(person.event):
        if rows.model.__name__ in ("Change", "ScribedEntry", "GameAct", "Draw"):
            continue  # told above, or of everybody
        for row, column in product(rows, columns):
            value = getattr(row, column)
            is_own = isinstance(row, GameLog) and row.table_id in seated and column == "text"
            if is_own or rewriting.value(value) != value:
                found.append({"in": f"{rows.model.__name__}.{column}", "text": value})
    return found
