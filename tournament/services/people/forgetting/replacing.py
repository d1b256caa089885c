"""The names of people replaced in every row of an event, under the guards of the database; no change of its own is written here."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, Q, TextField
from django.utils import timezone

from tournament.installation.copies.forgotten import new_salt
from tournament.models import Change, Device, Entry, Event, Forgotten, Helper, KeepApart, TakenOver
from tournament.models.change import OPEN
from tournament.record import acts, devices, gaming, printing, settings, vocabulary
from tournament.record.names import name_key
from tournament.services.entries.registrations import blank_registrations
from tournament.services.people.forgetting.finding import Person, namesakes, people_of
from tournament.services.people.forgetting.places import BLANKED, CASUAL, IDENTITY, LOG, OF_REGISTRATIONS, PLACES, Place
from tournament.services.people.forgetting.rewriting import Rewriting

WRITTEN_AT_ONCE = 200


@dataclass
class Replaced:
    """How many rows were rewritten, by what a person calls them (`Place.called`), and how many entries lost their names.

    ``private`` counts rows in which something private was blanked, ``phones`` those that were logged out. ``left`` are the columns, as
    "Model.column", in which one of the names stands all the same, with the number of rows: a search of every table after the act.
    """

    entries: int = 0
    phones: int = 0
    private: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        """Return whether anything was rewritten."""
        return bool(self.entries or self.phones or self.private or self.rows.total())

    def __iadd__(self, other: Replaced) -> Replaced:
        """Add what was rewritten in another event."""
        self.entries += other.entries
        self.phones += other.phones
        self.private += other.private
        self.rows.update(other.rows)
        self.left.update(other.left)
        return self


def replace_names(event: Event, people: Sequence[Person], words: Collection[str] = ()) -> Replaced:
    """Replace the names of these people of an event in every place, and blank what is private of them; within a transaction.

    ``words`` are parts of a name that are replaced where they stand alone in texts too.
    """
    done = Replaced()
    everybody = people_of(event)
    others = namesakes(everybody, people)
    rewriting = rewriting_for(everybody, people, words)
    with _opened(event):
        _replace_entries(event, people, done)
        _blank_rows(event, [person.number for person in people if person.entry], done)
        _blank_registered(event, {number for person in people for number in person.registrations}, done)
        _replace_log(event, people, others, rewriting, done)
        for place in PLACES:
            if place.name != Change.__name__:
                _replace_in(place, event, rewriting, others, done)
        if any(" " in words for person in people for words in person.spellings):
            for place in CASUAL:
                _replace_in(place, None, rewriting, (), done)
    return done


def rewriting_for(everybody: Collection[Person], people: Collection[Person], words: Collection[str] = ()) -> Rewriting:
    """Return what takes the place of the names of ``people``, and of the ``words`` of one person's name.

    The names of everybody else stay, also where they contain one of these.
    """
    chosen = {(person.number, person.since) for person in people}
    kept = {words for person in everybody if (person.number, person.since) not in chosen for words in person.spellings}
    folded = {name_key(words) for words in kept}
    pseudonyms: dict[str, str] = {}
    for person in people:
        own = {name_key(name) for name, *_ in person.names}
        for spelled in sorted(person.spellings):
            # A short form that somebody else has too, such as "Zoe A.", may mean that other person.
            if name_key(spelled) in own or name_key(spelled) not in folded:
                pseudonyms.setdefault(spelled, person.pseudonym)
    for word in words:
        if len(people) == 1 and name_key(word) not in folded:
            pseudonyms[word] = next(iter(people)).pseudonym
    return Rewriting(pseudonyms, kept, _codes())


def blank_private(event: Event, numbers: Collection[int]) -> Replaced:
    """Blank what is private of the entries with these numbers, also in the change log; their names stay. Within a transaction."""
    done = Replaced()
    with _opened(event):
        _blank_rows(event, numbers, done)
        registered = event.registrations.filter(entry__number__in=numbers) | event.registrations.filter(entry=None)
        _blank_registered(event, set(registered.values_list("number", flat=True)), done)
        _blank_log(event, numbers, done)
    return done


def _blank_rows(event: Event, numbers: Collection[int], done: Replaced) -> None:
    """Blank notes, the organiser's number, words of requests, marks of browsers, and reasons for which players are kept apart.

    The players' own phones are logged out.
    """
    entries = Entry.objects.filter(event=event, number__in=numbers)
    for name, values in BLANKED.items():
        model = apps.get_model("tournament", name)
        rows = entries if model is Entry else model._default_manager.filter(entry__in=entries)
        filled = Q()
        for column, value in values.items():
            filled |= ~Q(**{column: value})
        changed = rows.filter(filled).update(**values)
        done.private += changed
    rules = KeepApart.objects.filter(event=event, members__entry__in=entries).exclude(reason="")
    done.private += KeepApart.objects.filter(pk__in=rules.values("pk")).update(reason="")
    phones = Device.objects.filter(event=event, entry__in=entries, withdrawn_at=None)
    done.phones += phones.update(withdrawn_at=timezone.now())


def _blank_registered(event: Event, numbers: Collection[int], done: Replaced) -> None:
    """Blank all that registrations with these numbers say of people; their private links stop working."""
    filled = Q()
    for column, value in OF_REGISTRATIONS.items():
        filled |= ~Q(**{column: value})
    done.private += blank_registrations(event.registrations.filter(filled, number__in=numbers))


@contextmanager
def _opened(event: Event) -> Iterator[None]:
    """Let the guards of the database accept rewritten names of the event within the block."""
    row = Forgotten.objects.create(
        event=event, kind=OPEN, salt=new_salt(), digest=secrets.token_hex(32), forgotten_at=timezone.now()
    )
    yield
    row.delete()


def _replace_entries(event: Event, people: Sequence[Person], done: Replaced) -> None:
    """Give the entries their pseudonyms, also who else plays in their seats (R71), and unbind accounts from them."""
    for person in people:
        if person.entry is not None:
            own = {"name": person.pseudonym, **IDENTITY}  # not said
            Entry.objects.filter(pk=person.entry.pk).update(**own)
            TakenOver.objects.filter(entry=person.entry).update(**own)
            done.entries += 1
    numbers = [person.number for person in people if person.entry]
    Helper.objects.filter(event=event, entry__number__in=numbers, entry__event=event).update(entry=None)


def _replace_log(
    event: Event, people: Sequence[Person], others: Sequence[Person], rewriting: Rewriting, done: Replaced
) -> None:
    """Replace the names in the log of changes: by number where figures have one, else wherever a text contains them."""
    place = next(place for place in PLACES if place.name == Change.__name__)

    def figures(change: Change, value: Any) -> Any:
        return _figures_without(value, change.version, people, others, rewriting)

    changes = event.changes.order_by("version").iterator(WRITTEN_AT_ONCE)
    for change in list(changes):
        new = {
            column: figures(change, value) if column in ("before", "after") else rewriting.text(value)
            for column in place.columns
            for value in [getattr(change, column)]
        }
        changed = {column: value for column, value in new.items() if value != getattr(change, column)}
        if changed:
            Change.objects.filter(pk=change.pk).update(**changed)
            done.rows[LOG] += 1


def _figures_without(
    figures: Any, version: int, people: Sequence[Person], others: Sequence[Person], rewriting: Rewriting
) -> Any:
    """Return figures of a change in which the people have pseudonyms, and nothing private; namesakes stay as they are."""
    if not isinstance(figures, dict):
        return rewriting.value(figures)
    new: dict[str, Any] = {}
    for key, value in figures.items():
        if key in ("names", "entries") and isinstance(value, dict):
            new[key] = {
                number: _of_a_number(row, _owner(people, number, version), _owner(others, number, version), rewriting)
                for number, row in value.items()
            }
        elif key == "registrations" and isinstance(value, dict):
            own = {str(number) for person in people for number in person.registrations}
            new[key] = {number: _blanked(row) if number in own else row for number, row in value.items()}
        elif key in ("helpers", "invitation") and isinstance(value, dict):
            new[key] = _unbound(rewriting.value(value), version, people)
        else:
            new[key] = rewriting.value(value)
    return new


def _blanked(row: Any) -> Any:
    """Return what figures have of a registration, without what it says of its person."""
    if not isinstance(row, dict):
        return row
    return {key: OF_REGISTRATIONS[key] if key in OF_REGISTRATIONS and value else value for key, value in row.items()}


def _of_a_number(row: Any, person: Person | None, other: Person | None, rewriting: Rewriting) -> Any:
    """Return what figures have under the number of an entry: of one of the people, of a namesake, or of anybody else."""
    if person is None:
        return row if other is not None else rewriting.value(row)
    if isinstance(row, str):
        return person.pseudonym
    if not isinstance(row, dict):
        return row
    own = {"name": person.pseudonym, **IDENTITY}  # not said
    gone = {**own, **{f"taken_{name}": value for name, value in own.items()}, **BLANKED["Entry"]}  # not said
    return {key: gone[key] if key in gone and value else rewriting.value(value) for key, value in row.items()}


def _owner(people: Sequence[Person], number: str, version: int) -> Person | None:
    """Return who of these people a number in a change of that version means; None where it is none of them."""
    if not str(number).isdecimal():
        return None
    return next((person for person in people if person.owns(int(number), version)), None)


def _unbound(value: Any, version: int, people: Sequence[Person]) -> Any:
    """Return the figures of helpers, or of one, without the number of an entry that is one of the people."""
    if not isinstance(value, dict):
        return value
    if value.get("plays_as") and _owner(people, str(value["plays_as"]), version):
        return {**value, "plays_as": None}
    return {key: _unbound(each, version, people) for key, each in value.items()}


def _blank_log(event: Event, numbers: Collection[int], done: Replaced) -> None:
    """Blank what the log of changes has of notes and organiser's numbers of these entries."""
    wanted = {str(number) for number in numbers}
    for change in event.changes.order_by("version"):
        new = {column: _without_private(getattr(change, column), wanted) for column in ("before", "after")}
        changed = {column: value for column, value in new.items() if value != getattr(change, column)}
        if changed:
            Change.objects.filter(pk=change.pk).update(**changed)
            done.rows[LOG] += 1


def _without_private(figures: Any, numbers: set[str]) -> Any:
    """Return figures of a change in which the entries with these numbers have nothing private."""
    rows = figures.get("entries") if isinstance(figures, dict) else None
    if not isinstance(rows, dict) or numbers.isdisjoint(rows):
        return figures
    private = BLANKED["Entry"]  # not said
    new = {
        number: {key: private[key] if key in private and value else value for key, value in row.items()}
        if number in numbers and isinstance(row, dict)
        else row
        for number, row in rows.items()
    }
    return {**figures, "entries": new}


def _replace_in(
    place: Place, event: Event | None, rewriting: Rewriting, others: Sequence[Person], done: Replaced
) -> None:
    """Replace the names in the columns of one place, row by row; rows that are of a namesake stay."""
    rows = _of_event(place, event)
    if any(column.name == "entry" for column in place.model._meta.concrete_fields):
        rows = rows.exclude(entry__in=[person.entry.pk for person in others if person.entry])
    for key, *values in rows.order_by("pk").values_list("pk", *place.columns):
        new = dict(zip(place.columns, map(rewriting.value, values), strict=True))
        changed = {
            column: new[column] for column, value in zip(place.columns, values, strict=True) if new[column] != value
        }
        if changed:
            place.model._default_manager.filter(pk=key).update(**changed)
            done.rows[place.called] += 1


def _of_event(place: Place, event: Event | None) -> Any:
    """Return the rows of a place in an event; for None those of no event."""
    rows = place.model._default_manager.all()
    if event is not None:
        return rows.filter(**{place.path: event.pk})
    path = {"Game": "table", "GameSeat": "game__table", "GameAct": "game__table"}[place.name]  # not said
    return rows.filter(**{f"{path}__isnull": True})


@cache
def _codes() -> frozenset[str]:
    """Return every value of the program's own vocabulary, which is no name wherever it stands alone."""
    kinds = (
        kind
        for module in (acts, devices, gaming, printing, settings, vocabulary)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, StrEnum)
    )
    return frozenset(word.value for kind in kinds for word in kind)


def still_found(people: Collection[Person]) -> Counter[str]:
    """Return the columns of all tables in which a whole name of these people stands, as "Model.column", and in how many rows."""
    wanted = Rewriting({spelled: "N.N.0" for person in people for spelled in person.spellings})
    found: Counter[str] = Counter()
    for model in apps.get_models() if wanted else ():
        columns = tuple(texts_of(model))
        for values in model._default_manager.values_list(*columns).iterator(WRITTEN_AT_ONCE) if columns else ():
            for column, value in zip(columns, values, strict=True):
                if value and wanted.value(value) != value:
                    found[f"{model.__name__}.{column}"] += 1
    return found


def texts_of(model: type[Model]) -> Mapping[str, bool]:
    """Return the columns of a model that hold words, without fixed choices, and of each whether it is JSON."""
    return {
        column.name: isinstance(column, JSONField)
        for column in model._meta.concrete_fields
        if isinstance(column, CharField | TextField | JSONField) and not column.choices
    }
