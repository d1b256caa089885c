"""Everything that is stored about a person, as values that JSON has; a new model with the foreign key ``entry`` needs nothing more."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.db.models import Field, Model
from django.utils import timezone

from tournament.models import Entry, GameLog, KeepApart
from tournament.models.choices import who
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.figures import figures_of
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores
from tournament.services.archives.archived_models import is_account
from tournament.services.people.forgetting.finding import Person, people_of
from tournament.services.people.forgetting.places import PLACES
from tournament.services.people.forgetting.replacing import rewriting_for
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


def files_of(people: Sequence[Person]) -> dict[str, str]:
    """Return the game logs that name these people, by file name."""
    return {name: log.text for person in people for name, log in _logs(person)}


def zipped(document: Mapping[str, Any], files: Mapping[str, str]) -> bytes:
    """Return a ZIP archive with the document as `person.json` and the files beside it."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("person.json", as_text(document))
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def as_text(document: Mapping[str, Any]) -> str:
    """Return the document as JSON text for people: indented, in the letters of the names."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


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
        "files": [name for name, _log in _logs(person)],
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
    for model in apps.get_models():
        keys = [
            column for column in model._meta.concrete_fields if column.is_relation and column.related_model is Entry
        ]
        for key in keys:
            rows = model._default_manager.filter(**{key.name: person.entry}).order_by("pk")
            if told := [_row(row) for row in rows]:
                found[model.__name__] = told
    return found


def _row(row: Model) -> dict[str, Any]:
    """Return the columns of a row: accounts by their names, other rows by their text, moments as ISO 8601; no keys and no secrets."""
    told: dict[str, Any] = {}
    for column in row._meta.concrete_fields:
        if column.primary_key or column.name in SECRETS or _is_name_beside(row, column):
            continue
        if is_account(column):
            told[column.name] = (
                who(row, column.name) if hasattr(row, f"{column.name}_name") else str(getattr(row, column.name) or "")
            )
        elif column.is_relation:
            related = getattr(row, column.name)
            told[column.name] = str(related) if related is not None else None
        else:
            value = getattr(row, column.attname)
            told[column.name] = value.isoformat() if isinstance(value, date | datetime) else value
    return told


def _is_name_beside(row: Model, column: Field[Any, Any]) -> bool:
    """Return whether a column has the name of an account whose foreign key stands beside it."""
    return column.name.endswith("_name") and any(
        is_account(other) and f"{other.name}_name" == column.name for other in row._meta.concrete_fields
    )


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
                if _means(person, number, change.version)
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


def _means(person: Person, number: object, version: int) -> bool:
    """Return whether a key of figures is the number of this person."""
    return str(number).isdecimal() and person.owns(int(str(number)), version)


def _mentions(person: Person) -> list[dict[str, Any]]:
    """Return other texts of the event in which the name stands: reports, calls, penalties of others, notices."""
    rewriting = rewriting_for(people_of(person.event), [person])
    found = []
    for place in PLACES:
        if place.name in ("Change", "GameLog", "ScribedEntry", "GameAct", "Draw"):  # not said
            continue  # told above, or in a file of their own
        for row in place.model._default_manager.filter(**{place.path: person.event.pk}).order_by("pk"):
            for column in place.columns:
                value = getattr(row, column)
                if value and rewriting.value(value) != value:
                    found.append({"in": f"{place.name}.{column}", "text": value})
    return found


def _logs(person: Person) -> list[tuple[str, GameLog]]:
    """Return the logs of games at the person's tables, and others that name them, with a file name for each."""
    rewriting = rewriting_for(people_of(person.event), [person])
    logs = GameLog.objects.filter(table__round__event=person.event).select_related("table__round").order_by("pk")
    seated = set(person.entry.seats.values_list("table", flat=True)) if person.entry else set()
    return [
        (f"{person.event.slug}/round-{log.table.round.number}-table-{log.table.number}-log-{log.pk}.txt", log)
        for log in logs
        if log.table_id in seated or rewriting.text(log.text) != log.text
    ]
