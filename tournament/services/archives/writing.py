"""Writes an event as one file: every row of the archived models, with row numbers in place of keys and names in place of accounts.

The models whose rows an archive holds. A test checks that every other model is listed as not archived.

An account is archived by its name, so beside a column such as ``made_by`` there is ``made_by_name`` (`models.choices.kept_name`). A new
model needs its name in `ARCHIVED`, behind all models to which its foreign keys point. A key that points further back must be
nullable, and is set last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import Field, ForeignKey, Model

from tournament.installation.watching import program_version
from tournament.models import Change, Event, GameLog
from tournament.models.choices import who
from tournament.models.queries.kept import path_to_event
from tournament.record.archive import SUFFIX, pack
from tournament.record.formats import Format, written_format


@dataclass(frozen=True, slots=True)
class ArchivedModel:
    """A model whose rows are archived. The name is stored in archives, so it must never mean another model."""

    name: str

    @property
    def model(self) -> type[Model]:
        """Return the model class of that name."""
        return apps.get_model("tournament", self.name)

    @property
    def path(self) -> str:
        """Return the look-up path from its rows to their event."""
        return str(path_to_event(self.model))


_NAMES = (
    "Entry PlannedAbsence FillIn TakenOver Helper KeepApart KeptApart PlannedTime Draw Round Table Seat SitOut Game GameSeat GameAct "
    "GameLog Scribing ScribedEntry TableReport ReportedSeat ReportAnswer Call ClockPress Dispute Penalty MedalTie TiedEntry ChartSeat "
    "PrintedSheet Change FormerEntry"
)
ARCHIVED = tuple(map(ArchivedModel, _NAMES.split()))

NOT_ARCHIVED: Mapping[str, str] = {
    "Event": "it is the archive's first member itself",
    "Forgotten": "the list of the forgotten is of this installation, which applies it to every archive that it reads",
    "LetIn": "links let somebody in here, and nowhere else",
    "FrontPage": "an installation says it of itself, above all its events",
    "WrongPasswords": "accounts log in here, and nowhere else",
    "AccountLanguage": "accounts choose it here, and nowhere else",
    "Device": "phones are logged in here, and nowhere else",
    "DeviceCode": "codes on paper are of this installation's key",
    "ProgramProcess": "programs play here, in games of nobody's event",
    "Series": "a series is of nobody's event; its games, logs and table are files of their own",
    "SeriesGame": "it is a game of a series",
    "ListShape": "lists are read here, and the next list says itself what is in it",
    "RegistrationDesk": "it says how the page of an event here takes registrations",
    "Registration": "addresses and words are for the desk here, and private links work here; who is accepted is an entry",
    "PlayerRequest": "a phone that is logged in here asks, and reads the answer here; what came of it is in the diary",
}
"""The models that no archive holds, and why. Foreign keys that point to one of them are not archived either."""

UNWRITTEN = {
    ("Entry", "person"): "it is a key of this database; the organiser's number joins people again elsewhere",
    ("Entry", "shared"): "the address of a shared result leads to this installation",
    ("Change", "key"): "a form's one-use key lets nobody do anything elsewhere",
    ("Change", "rows"): "they hold keys of rows of this database; what was done before is undone by hand elsewhere",
    ("Game", "opened_by"): "the diary records who lets a table be played on devices",
    ("Game", "opened_from"): "it identifies an address of this installation",
    ("GameSeat", "token_hash"): "phones hold their seats here, and nowhere else",
    ("GameSeat", "link_hash"): "personal links let somebody in here, and nowhere else",
    ("GameSeat", "claimed_at"): "it is when the link was claimed",
    ("GameSeat", "seen_at"): "it is when the phone was heard of",
    ("GameSeat", "lag"): "it is how far away the phone was",
    ("GameSeat", "program"): "programs never sit in an event",
}
"""Columns that no archive holds, and why."""

POINTERS: Mapping[tuple[str, ...], str] = {
    ("penalty", "id"): "Penalty",
    ("dispute", "id"): "Dispute",
    ("log", "id"): "GameLog",
    ("report",): "TableReport",
    ("answer", "report"): "TableReport",
}
"""The paths in figures of the log of changes (`Change.before` and `after`) that hold the primary key of a row of that model."""


def columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the columns of a model that an archive holds; of an account's key and name only the key's column."""
    columns = [column for column in model._meta.concrete_fields if not column.primary_key]
    names = {f"{column.name}_name" for column in columns if is_account(column)}
    return [
        column
        for column in columns
        if column.name not in names
        and (not column.is_relation or target_of(column) not in NOT_ARCHIVED)
        and (model.__name__, column.name) not in UNWRITTEN
    ]


def target_of(column: Field[Any, Any]) -> str:
    """Return the name of the model to which a foreign key points."""
    assert column.related_model is not None  # noqa: S101  asked of keys alone
    return str(column.related_model.__name__)


def is_account(column: Field[Any, Any]) -> bool:
    """Return whether a column is a foreign key of an account."""
    return isinstance(column, ForeignKey) and column.related_model._meta.label == settings.AUTH_USER_MODEL


def with_keys_exchanged(figures: Any, keys: Mapping[str, Mapping[int, int]]) -> Any:
    """Return figures of the log of changes with each row's primary key replaced.

    ``keys`` gives the new key by model name and old key; a key that is not there becomes 0.
    """
    if not isinstance(figures, dict):
        return figures
    changed = dict(figures)
    for path, name in POINTERS.items():
        holder = changed
        if len(path) > 1:
            inner = changed.get(path[0])
            if not isinstance(inner, dict):
                continue
            holder = changed[path[0]] = dict(inner)
        if isinstance(holder.get(path[-1]), int):
            holder[path[-1]] = keys[name].get(holder[path[-1]], 0)
    return changed


def with_helpers_named(figures: Any) -> Any:
    """Return figures of the log of changes in which helpers are given by name: an account's key means another one elsewhere."""
    if not isinstance(figures, dict) or not isinstance(figures.get("helpers"), dict):
        return figures
    return {
        **figures,
        "helpers": {
            str(row.get("name") or key) if isinstance(row, dict) else key: row
            for key, row in figures["helpers"].items()
        },
    }


Numbers = dict[str, dict[int, int]]
"""The number in the file of each row, by model name and primary key."""


def archive_of(event: Event) -> bytes:
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
        "event": _plain_values(locked, numbers),
        "rows": {name: [_plain_values(row, numbers) for row in rows] for name, rows in read.items()},
    }


def _rows(held: ArchivedModel, event: Event) -> list[Any]:
    """Return the event's rows of one model, in order of primary key."""
    accounts = [column.name for column in columns_of(held.model) if is_account(column)]
    rows = held.model._default_manager.filter(**{held.path: event}).order_by("pk")
    return list(rows.select_related(*accounts) if accounts else rows)


def _plain_values(row: Model, numbers: Numbers) -> dict[str, Any]:
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
    if isinstance(value, Format):
        return written_format(value)
    return value.isoformat() if isinstance(value, date | datetime) else value
