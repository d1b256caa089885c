"""Restores an archived event, here or in another installation, under a free address; it overwrites nothing and needs no account.

Who made each change stays as a name. The event is directed by whoever restores it, or waits for its first director. An archive is
accepted only if its whole event can be read and shown; otherwise nothing is stored.

Stores the rows of an archive: checks each value by its column, and replaces row numbers by the keys of the new rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Field, JSONField, Model
from django.utils import timezone

from games.acquire.editions.labels import LABEL_SETS
from tournament.draw.numbering import number_names, present_columns
from tournament.models import Change, Event, Helper, ReportedSeat, Round
from tournament.models.queries import record_of
from tournament.record.archive import DAMAGED, USUAL, Bounds, EnvelopeError, unpack
from tournament.record.formats import MSO_ACQUIRE, Format, read_format, written_format
from tournament.record.names import OF_A_PERSON
from tournament.record.settings import OF_THE_RULES, SETTINGS, Extras, Range, with_settings
from tournament.record.tournament_log import archive_of_log, is_log
from tournament.record.vocabulary import CountedBy, RoundKind, RoundState
from tournament.scores.amounts import out_of_bounds
from tournament.scores.explaining import Scores
from tournament.services.archives.writing import (
    ARCHIVED,
    ArchivedModel,
    columns_of,
    is_account,
    target_of,
    with_keys_exchanged,
)
from tournament.services.events import RESERVED_SLUGS
from tournament.services.forgetting.acting import forget_again, forgotten_again_in_words
from tournament.services.joining import join_by_number
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.diary import sentence_of
from tournament.tellings.labels import title_of_figure
from wording import gettext as _
from wording.figures import listed_or

Keys = dict[str, dict[int, int]]
"""The primary keys of new rows, by model name and the row's number in the file."""
Accounts = Callable[[str], User | None]
"""A function that returns the account of a name, None where only the name is to be stored."""


def impossible_contents(where: str) -> EnvelopeError:
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
        if "FormerEntry" not in rows:  # the archive of a version before 4.3, which stored names
            rows = _with_numbers(rows)
        for held in ARCHIVED:
            made = [self._new_row(held, number, content) for number, content in enumerate(rows.get(held.name, ()), 1)]
            self.keys[held.name] = dict(enumerate(insert_rows(made), 1))
        for row, column, number in self.later:
            key = self._key(column, number, type(row).__name__)
            type(row)._default_manager.filter(pk=row.pk).update(**{column.attname: key})
        for round_, state in self.states:
            Round.objects.filter(pk=round_.pk).exclude(state=state).update(state=state)
        join_by_number(self.event, self.event.created_by, list(self.event.entries.all()))

    def _new_row(self, held: ArchivedModel, number: int, content: Any) -> Any:
        """Return an unsaved row from ``content``, the row with that number in the file; keys to later rows are put into ``later``."""
        where = f"{held.name} {number}"
        row: Any = fill_row(held.model(), content, where, self.accounts)
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
        if isinstance(row, ReportedSeat) and row.cash is not None and out_of_bounds(self.event.format.amount, row.cash):
            raise impossible_contents(f"{where}, cash")
        if isinstance(row, Change):
            row.before, row.after = (
                with_keys_exchanged(row.before, self.keys),
                with_keys_exchanged(row.after, self.keys),
            )
        if isinstance(
            row, Round
        ):  # triggers forbid new rows in a closed round, so it is a draft until all rows are stored
            if "top_table_wins" not in content:  # the archive of a version in which every ranked round was the final
                row.top_table_wins = row.kind == RoundKind.RANKED
            self.states.append((row, row.state))
            row.state = RoundState.DRAFT.value
        games_at_tables().prepare_restored(row)
        return row

    def _key(self, column: Field[Any, Any], number: Any, where: str) -> int:
        """Return the new key of the row with that number in the file; raises EnvelopeError where there is none."""
        keys = self.keys[target_of(column)]
        if not isinstance(number, int) or number not in keys:
            raise impossible_contents(f"{where}, {column.name}")
        return keys[number]


def _with_numbers(rows: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the rows of an archive with numbers of entries in place of the names that earlier versions stored."""
    changed = deepcopy(dict(rows))
    entries = [{**row, "id": number} for number, row in enumerate(changed.get("Entry", ()), 1)]
    taken = {row["entry"]: {column: row[column] for column in OF_A_PERSON} for row in changed.get("TakenOver", ())}
    number_names(changed, present_columns(entries, taken))
    return changed


def fill_row(row: Any, content: Any, where: str, accounts: Accounts) -> Any:
    """Fill a row with an archive's values and return it; a missing column keeps its default, and foreign keys are left alone.

    Only accounts are set, by their names. Raises EnvelopeError for a column that is not known and for an impossible value; ``where``
    names the row.
    """
    if not isinstance(content, dict):
        raise impossible_contents(where)
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
            name = _checked_value(row._meta.get_field(f"{column.name}_name"), content[column.name], where)
            account = accounts(name) if name else None
            setattr(row, column.name, account)
            setattr(row, f"{column.name}_name", "" if account else name)
        elif not column.is_relation:
            setattr(row, column.attname, _checked_value(column, content[column.name], where))
    return row


def _checked_value(column: Field[Any, Any], value: Any, where: str) -> Any:
    """Return the value as the column stores it; raises EnvelopeError where its type, length, range or choice is wrong."""
    is_open = value is None or (value == "" and column.blank)
    is_known = not column.choices or is_open or value in [choice for choice, _ in column.flatchoices]
    if isinstance(column, JSONField):
        return column.to_python(value)
    try:
        read = column.to_python(value)
        if isinstance(value, dict | list | float) or not is_known or (read is None and not column.null):
            raise ValidationError("no value of the column")
        if isinstance(read, datetime) and read.tzinfo is None:
            raise ValidationError("a moment without its zone")
        column.run_validators(read)
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise impossible_contents(f"{where}, {column.name}") from None
    return read


def insert_rows(rows: Sequence[Any]) -> list[int]:
    """Insert new rows with all values as given; return their primary keys in order."""
    if rows:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500)
    return [row.pk for row in rows]


LONGEST_SLUG = 60


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored event: ``slug`` is the address that it had, ``forgotten`` how many of its players were forgotten since.

    ``origin`` are the sentences on a file that is no archive, and on what of it was left out.
    """

    event: Event
    slug: str
    forgotten: int = 0
    origin: str = ""

    @property
    def is_renamed(self) -> bool:
        """Return whether its address was taken, so that it has another one and is hidden."""
        return self.event.slug != self.slug

    @property
    def sentence(self) -> str:
        """Return the outcome as a text for people."""
        event = self.event
        where = (
            _(
                "Its address “{slug}” was already taken, so its new address is “{new}” and it is hidden.",
                slug=self.slug,
                new=event.slug,
            )
            if self.is_renamed
            else ""
        )
        waits = (
            ""
            if event.created_by_id
            else _("It has no director yet: whoever runs this installation will find it on the desk.")
        )
        return " ".join(
            filter(
                None,
                (
                    _("{event} has been restored at version {version}.", event=event.name, version=event.version),
                    self.origin,
                    where,
                    waits,
                    forgotten_again_in_words(self.forgotten),
                ),
            )
        )


def read_document(content: bytes, bounds: Bounds = USUAL) -> Mapping[str, Any]:
    """Return the document of an archive, or of a tournament log; raises EnvelopeError for other files and impossible settings."""
    document = unpack(archive_of_log(content, bounds) if is_log(content) else content, bounds).document
    written = document["event"]
    if not isinstance(written, Mapping):
        raise impossible_contents("the event")
    form = _format_in(written)
    check_settings(written, form)
    gone = () if "format" in written else OF_THE_RULES
    kept = {name: value for name, value in written.items() if name not in gone}
    return {**document, "event": {**kept, "format": written_format(form)}}


def _format_in(written: Mapping[str, Any]) -> Format:
    """Return the format in the row of an event; before version 4.4 the row had a column for each setting of the rules.

    Raises EnvelopeError for a format that is none, and for a setting that is no choice.
    """
    if "format" in written:
        try:
            return read_format(written["format"])
        except msgspec.ValidationError:
            raise impossible_contents("the event, format") from None
    form = MSO_ACQUIRE
    for name in OF_THE_RULES:
        if name in written:
            try:
                form = with_settings(form, {name: written[name]})
            except ValueError:
                raise impossible_contents(f"the event, {name}") from None
    return form


def check_settings(written: Mapping[str, Any], form: Format) -> None:
    """Raise EnvelopeError for settings that no director can choose; its message names each with its range."""
    values = {**written, **{name: each.value_in(form) for name, each in OF_THE_RULES.items()}}
    is_acquire = form.key == MSO_ACQUIRE.key  # which has all settings
    wrong = [
        each.kind.refusal(title_of_figure(name), values[name])
        for name, each in SETTINGS.items()
        if isinstance(each.kind, Range) and name in values and (values[name] is not None or is_acquire)
    ]
    if not str(written.get("name") or "").strip():
        wrong.append(_("the event has no name"))
    if "chain_set" in written and written["chain_set"] not in tuple(LABEL_SETS):
        wrong.append(_("the chain names must be one of {names}", names=listed_or(LABEL_SETS)))
    if wrong := list(filter(None, wrong)):
        raise EnvelopeError(
            _(
                "The archive has settings that are not allowed here: {settings}. Nothing has been restored; "
                "use another copy of the file.",
                settings="; ".join(wrong),
            )
        )


def restore(content: bytes, director: User | None = None, key: str = "", bounds: Bounds = USUAL) -> Restored:
    """Restore an event from its file; raises EnvelopeError, and stores nothing, where that is not possible.

    ``director`` is the account that will direct it, None for nobody yet. ``key`` is the one-use key of the form that asked for it: the
    event's last change stores it.
    """
    document = read_document(content, bounds)
    with all_or_nothing():
        event = fill_row(Event(), document["event"], "the event", lambda name: None)
        slug = event.slug
        if not slug or slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
            event.slug, event.is_shown = free_slug(slug), False
        event.created_by = director
        if event.is_final_published and "counted_by" not in document["event"]:
            event.counted_by = CountedBy.STATUS.value  # the list was published by an earlier version (2.1)
        insert_rows([event])
        Inserting(event, lambda name: None).insert(document["rows"])
        if "extras" not in document["event"]:
            _keep_what_was_used(event, document["rows"])
        Helper.objects.filter(event=event, withdrawn_at=None).update(withdrawn_at=timezone.now())
        if key:
            event.changes.filter(version=event.version).update(key=key)
        many = forget_again(event, slug)
        check_readable(event)
    return Restored(event, slug, many, document["rows"]["Change"][0]["reason"] if is_log(content) else "")


def _keep_what_was_used(event: Event, rows: Mapping[str, Any]) -> None:
    """Switch on what an event of a version without `Extras` has used; ``rows`` are those of its archive."""
    used = Extras(
        devices=event.on_devices or bool(rows.get("Game")),
        scribe=bool(rows.get("Scribing")),
        clocks=bool(rows.get("ClockPress")),
        chart=bool(rows.get("ChartSeat")),
    )
    Event.objects.filter(pk=event.pk).update(extras=str(used))


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Return a context manager for a transaction in which any error of the database or of reading rows becomes an EnvelopeError."""
    try:
        with transaction.atomic():
            yield
    except EnvelopeError:
        raise
    except (Error, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as failure:
        raise EnvelopeError(_(DAMAGED)) from failure


def check_readable(event: Event) -> None:
    """Compute the event's standings and the sentences of its log once, so that an event with which that fails is not stored."""
    event.refresh_from_db()
    record = record_of(event)
    scores = Scores(record)
    scores.standings()
    for round_ in record.closed_rounds:
        scores.tables(round_.number)
    for change in event.changes.all():
        sentence_of(change, record)
    games_at_tables().check_restored(event)


def free_slug(slug: str) -> str:
    """Return an unused address: this slug with the first free number from 2 appended."""
    base = slug or "event"
    names = (f"{base[: LONGEST_SLUG - len(str(number)) - 1]}-{number}" for number in count(2))
    return next(name for name in names if not Event.objects.filter(slug=name).exists())
