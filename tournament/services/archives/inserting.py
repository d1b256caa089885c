"""Stores the rows of an archive: checks each value by its column, and replaces row numbers by the keys of the new rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Field, JSONField, Model

from tournament.models import Change, Event, Round
from tournament.record.envelope import EnvelopeError
from tournament.record.vocabulary import RoundState
from tournament.services.archives.archived_models import (
    ARCHIVED,
    ArchivedModel,
    columns_of,
    is_account,
    target_of,
    with_keys_exchanged,
)
from tournament.services.on_devices.following import games_at_tables
from wording import gettext as _

Keys = dict[str, dict[int, int]]
"""The primary keys of new rows, by model name and the row's number in the file."""
Accounts = Callable[[str], User | None]
"""A function that returns the account of a name, None where only the name is to be stored."""


def wrong(where: str) -> EnvelopeError:
    """Return the error about a file whose contents `writing` cannot have written, although its checksum is right.

    ``where`` names the row and the column.
    """
    return EnvelopeError(_("The archive cannot be restored ({where}). Use another copy of the file.", where=where))


@dataclass
class Inserting:
    """One run of inserting an archive's rows.

    ``keys`` are the new keys by model and number in the file, ``later`` the foreign keys that are set once their rows exist, and
    ``states`` the states of rounds, which are set last.
    """

    event: Event
    accounts: Accounts
    keys: Keys = field(default_factory=dict)
    later: list[tuple[Model, Field[Any, Any], int]] = field(default_factory=list)
    states: list[tuple[Model, str]] = field(default_factory=list)

    def insert(self, rows: Mapping[str, Any]) -> None:
        """Store every row under the event, which must have none yet; raises EnvelopeError for a row that cannot be valid."""
        unknown = sorted(set(rows) - {held.name for held in ARCHIVED})
        if unknown:
            raise EnvelopeError(
                _(
                    "The archive contains “{name}” ({where}), which this version does not recognise; update Top Table.",
                    name=unknown[0][:40],
                    where="rows",
                )
            )
        for held in ARCHIVED:
            made = [self._new_row(held, number, content) for number, content in enumerate(rows.get(held.name, ()), 1)]
            self.keys[held.name] = dict(enumerate(stored(made), 1))
        for row, column, number in self.later:
            key = self._key(column, number, type(row).__name__)
            type(row)._default_manager.filter(pk=row.pk).update(**{column.attname: key})
        for round_, state in self.states:
            Round.objects.filter(pk=round_.pk).exclude(state=state).update(state=state)

    def _new_row(self, held: ArchivedModel, number: int, content: Any) -> Any:
        """Return an unsaved row from ``content``, the row with that number in the file; keys to later rows are put into ``later``."""
        where = f"{held.name} {number}"
        row: Any = filled(held.model(), content, where, self.accounts)
        if held.path == "event":
            row.event = self.event
        for column in columns_of(held.model):
            to = content.get(column.name)
            if not column.is_relation or is_account(column) or to is None:
                continue
            if target_of(column) in self.keys:
                setattr(row, column.attname, self._key(column, to, where))
            else:
                self.later.append((row, column, to))
        if isinstance(row, Change):
            row.before, row.after = (
                with_keys_exchanged(row.before, self.keys),
                with_keys_exchanged(row.after, self.keys),
            )
        if isinstance(
            row, Round
        ):  # triggers forbid new rows in a closed round, so it is a draft until all rows are stored
            self.states.append((row, row.state))
            row.state = RoundState.DRAFT.value
        games_at_tables().prepare_restored(row)
        return row

    def _key(self, column: Field[Any, Any], number: Any, where: str) -> int:
        """Return the new key of the row with that number in the file; raises EnvelopeError where there is none."""
        keys = self.keys[target_of(column)]
        if not isinstance(number, int) or number not in keys:
            raise wrong(f"{where}, {column.name}")
        return keys[number]


def filled(row: Any, content: Any, where: str, accounts: Accounts) -> Any:
    """Fill a row with an archive's values and return it; a missing column keeps its default, and foreign keys are left alone.

    Only accounts are set, by their names. Raises EnvelopeError for a column that is not known and for an impossible value; ``where``
    names the row.
    """
    if not isinstance(content, dict):
        raise wrong(where)
    columns = columns_of(type(row))
    unknown = sorted(set(content) - {column.name for column in columns})
    if unknown:
        raise EnvelopeError(
            _(
                "The archive contains “{name}” ({where}), which this version does not recognise; update Top Table.",
                name=unknown[0][:40],
                where=where,
            )
        )
    for column in columns:
        if column.name not in content:
            continue
        if is_account(column):
            name = _checked(row._meta.get_field(f"{column.name}_name"), content[column.name], where)
            account = accounts(name) if name else None
            setattr(row, column.name, account)
            setattr(row, f"{column.name}_name", "" if account else name)
        elif not column.is_relation:
            setattr(row, column.attname, _checked(column, content[column.name], where))
    return row


def _checked(column: Field[Any, Any], value: Any, where: str) -> Any:
    """Return the value as the column stores it; raises EnvelopeError where its type, length, range or choice is wrong."""
    is_open = value is None or (value == "" and column.blank)
    is_known = not column.choices or is_open or value in [choice for choice, _ in column.flatchoices]
    if isinstance(column, JSONField):
        return value
    try:
        read = column.to_python(value)
        if isinstance(value, dict | list | float) or not is_known or (read is None and not column.null):
            raise ValidationError("no value of the column")
        if isinstance(read, datetime) and read.tzinfo is None:
            raise ValidationError("a moment without its zone")
        column.run_validators(read)
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise wrong(f"{where}, {column.name}") from None
    return read


def stored(rows: Sequence[Any]) -> list[int]:
    """Insert new rows with all values as given; return their primary keys in order."""
    if rows:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500)
    return [row.pk for row in rows]
