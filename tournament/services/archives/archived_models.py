"""The models whose rows an archive holds. A test checks that every other model is listed as not archived.

An account is archived by its name, so beside a column such as ``made_by`` there is ``made_by_name`` (`models.choices.kept_name`). A new
model needs its name in `ARCHIVED`, behind all models to which its foreign keys point. A key that points further back must be
nullable, and is set last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Field, ForeignKey, Model

from tournament.models.queries.paths import path_to_event


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
    "PrintedSheet Change"
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
    ("Change", "key"): "a form's one-use key lets nobody do anything elsewhere",
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
