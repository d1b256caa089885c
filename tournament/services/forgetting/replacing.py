"""The names of people replaced in every row of an event, under the guards of the database; no change of its own is written here.

Every text and JSON column of a model whose foreign keys lead to the event is read, also one that a later version adds, unless its name is
in `UNTOUCHED`. What an entry was goes by its number alone (`FormerEntry`).

Everything that is stored about a person, as values that JSON has; a new model with the foreign key ``entry`` needs nothing more.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, Q, QuerySet, TextField
from django.utils import timezone

from tournament.access.devices import withdraw_player
from tournament.day.office.registering import RegistrationState
from tournament.draw.lines import exchanged
from tournament.installation.copies.forgotten import new_salt
from tournament.models import (
    Change,
    Device,
    Entry,
    Event,
    Forgotten,
    GameLog,
    Helper,
    KeepApart,
    PlayerRequest,
    Registration,
    SitOut,
    TakenOver,
)
from tournament.models.change import OPEN
from tournament.models.choices import who
from tournament.models.format_field import FormatField
from tournament.models.queries import record_of
from tournament.models.queries.kept import path_to_event
from tournament.record import acts, devices, printing, settings, vocabulary
from tournament.record.event import EventRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from tournament.scores.explaining import Scores
from tournament.services.forgetting.finding import Person, Rewriting, namesakes, people_of
from tournament.tellings.diary import sentence_of, told_figures

_OF_THE_PROGRAM = (
    "slug chain_set prints language paper_language second_language extras currency apart_by shape fields token_hash link_hash code_hash "
    "origin browser rounds fingerprint plan pauses starting_tile key act entries kind salt digest roles purpose sheet parts code seed "
    "opened_from program client_id bots cash named shared"
)
_OF_ORGANISERS = "venue organiser contact network_name hall Event.name"
_BY_ITS_ROW = "given_name family_name country contestant_id club team email Entry.name TakenOver.name"
UNTOUCHED = frozenset(f"{_OF_THE_PROGRAM} {_OF_ORGANISERS} {_BY_ITS_ROW}".split())
"""The columns in which nothing is replaced: of the program, of events and their places, and of people, whose own rows have them blanked."""
IDENTITY = frozenset({"given_name", "family_name", "country"})
"""The columns of an entry beside its name that are blanked only together with it."""
OF_ENTRIES = frozenset({"contestant_id", "note", "club", "team", "email"})
"""The columns of an entry with what is private of a player: blanked with the name, and where only that is asked for."""
OF_REGISTRATIONS = IDENTITY | {"email", "word", "origin"}
"""The columns of a registration with words of its person, which are all blanked."""


@dataclass
class Replaced:
    """How many rows were rewritten, by column as "Model.column", and how many entries lost their names.

    ``private`` counts rows in which something private was blanked, ``phones`` those that were logged out. ``left`` are the columns in which
    one of the names stands all the same: a search of every table after the act.
    """

    entries: int = 0
    phones: int = 0
    private: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        """Return whether anything was rewritten."""
        return bool(self.entries or self.phones or self.private or self.rows)


def _identity(person: Person) -> dict[str, str]:
    """Return what takes the place of a name and of what tells who it is of."""
    return {"name": person.pseudonym, **dict.fromkeys(IDENTITY, "")}


def replace_names(
    event: Event, people: Sequence[Person], done: Replaced, words: Collection[str] = (), *, keeps_names: bool = False
) -> None:
    """Replace the names of these people of an event in every place, and blank what is private of them; within a transaction.

    ``words`` are parts of a name that are replaced where they stand alone in texts too. With ``keeps_names`` what is private goes alone.
    What was rewritten is added to ``done``.
    """
    everybody = people_of(event)
    others = {person.entry.pk for person in namesakes(everybody, people) if person.entry}
    rewriting = rewriting_for(everybody, people, words)
    has_whole = any(" " in words for person in people for words in person.spellings)
    with _guards_open(event):
        _blank_rows(event, people, done)
        for person in people:
            _blank_former(person, done, keeps_names=keeps_names)
        if keeps_names:
            return
        _replace_entries(event, people, done)
        for rows, columns in texts_in(event, is_without_event=has_whole):
            if any(column.name == "entry" for column in rows.model._meta.concrete_fields):
                rows = rows.exclude(entry__in=others)
            for row in rows:
                old = {column: getattr(row, column) for column in columns}
                new = {column: rewriting.value(value) for column, value in old.items()}
                if isinstance(row, Change):
                    new |= {side: _unbound(new[side], people, row.version) for side in ("before", "after")}
                if changed := {column: value for column, value in new.items() if value != old[column]}:
                    type(row)._default_manager.filter(pk=row.pk).update(**changed)
                    done.rows.update(f"{type(row).__name__}.{column}" for column in changed)


def _blank_former(person: Person, done: Replaced, *, keeps_names: bool) -> None:
    """Blank what a person was, or only what is private of it: the log of changes says the pseudonym and nothing else from now on."""
    done.private += person.former.exclude(private={}).update(private={})
    named = {"name": person.pseudonym}
    if not keeps_names and (many := person.former.exclude(named=named).update(named=named)):
        done.rows["FormerEntry.named"] += many


def _unbound(figures: Any, people: Sequence[Person], version: int) -> Any:
    """Return figures of a change without the number of the entry under which a helper plays, where that is one of the people."""
    if not isinstance(figures, dict):
        return figures
    return {
        key: None
        if key == "plays_as" and any(person.owns(value, version) for person in people)
        else _unbound(value, people, version)
        for key, value in figures.items()
    }


def texts_in(event: Event, *, is_without_event: bool = False) -> Iterator[tuple[QuerySet[Any], list[str]]]:
    """Give the rows of an event, also those of no event where these are wanted, model by model, and the columns with words of people."""
    for model in apps.get_models():
        columns = [name for name in texts_of(model) if UNTOUCHED.isdisjoint((name, f"{model.__name__}.{name}"))]
        if columns and (path := path_to_event(model)):
            of_none = Q(**{f"{path}__isnull": True}) if is_without_event else Q()
            yield model._default_manager.filter(Q(**{path: event.pk}) | of_none).order_by("pk"), columns


def rewriting_for(everybody: Collection[Person], people: Collection[Person], words: Collection[str] = ()) -> Rewriting:
    """Return what takes the place of the names of ``people``, and of the ``words`` of one person's name.

    The names of everybody else stay, also where they contain one of these.
    """
    chosen = {person.mark for person in people}
    kept = {words for person in everybody if person.mark not in chosen for words in person.spellings}
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


def _blank_rows(event: Event, people: Sequence[Person], done: Replaced) -> None:
    """Blank notes, the organiser's number, words of requests, marks of browsers, registrations, and reasons to keep players apart.

    The players' own phones are logged out, and the private links of their registrations stop working.
    """
    entries = Entry.objects.filter(pk__in=[person.entry.pk for person in people if person.entry])
    rules = KeepApart.objects.filter(event=event, members__entry__in=entries)
    for rows, columns in (
        (entries, OF_ENTRIES),
        (PlayerRequest.objects.filter(entry__in=entries), ("words", "answer")),
        (Device.objects.filter(entry__in=entries), ("browser",)),
        (KeepApart.objects.filter(pk__in=rules.values("pk")), ("reason",)),
    ):
        empty = dict.fromkeys(columns, "")
        done.private += rows.exclude(**empty).update(**empty)
    numbers = {number for person in people for number in person.registrations}
    told = event.registrations.filter(number__in=numbers).exclude(**dict.fromkeys(OF_REGISTRATIONS, ""))
    done.private += blank_registrations(told)
    done.phones += sum(withdraw_player(event, entry.number) for entry in entries)


def blank_registrations(rows: QuerySet[Registration]) -> int:
    """Blank what these registrations say about people, and return how many there were; their private links stop working."""
    for row in rows:
        row.given_name = row.family_name = row.country = row.email = row.word = row.origin = ""
        row.is_junior, row.token_hash = False, devices.hash_of(devices.new_token())
        if row.entry_id is None:  # nobody can be entered under no name
            row.state = RegistrationState.CANCELLED.value
        row.save()
    return len(rows)


@contextmanager
def _guards_open(event: Event) -> Iterator[None]:
    """Let the guards of the database accept rewritten names of the event within the block."""
    row = Forgotten.objects.create(
        event=event, kind=OPEN, salt=new_salt(), digest=secrets.token_hex(32), forgotten_at=timezone.now()
    )
    yield
    row.delete()


def _replace_entries(event: Event, people: Sequence[Person], done: Replaced) -> None:
    """Give the entries their pseudonyms, also who else plays in their seats (R71), unbind accounts from them, and share nothing."""
    for person in people:
        if person.entry is not None:
            own = _identity(person)
            Entry.objects.filter(pk=person.entry.pk).update(**own, person=None, shared="")
            TakenOver.objects.filter(entry=person.entry).update(**own)
            Helper.objects.filter(event=event, entry=person.entry).update(entry=None)
            done.entries += 1


@cache
def _codes() -> frozenset[str]:
    """Return every value of the program's own vocabulary, which is no name wherever it stands alone."""
    kinds = (
        kind
        for module in (acts, devices, vocabulary, printing, settings, vocabulary)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, StrEnum)
    )
    return frozenset(word.value for kind in kinds for word in kind)


def columns_with_names(people: Collection[Person]) -> Counter[str]:
    """Return the columns of all tables in which a whole name of these people stands, as "Model.column", and in how many rows."""
    wanted = Rewriting({spelled: "N.N.0" for person in people for spelled in person.spellings})
    found: Counter[str] = Counter()
    for model in apps.get_models() if wanted else ():
        columns = texts_of(model)
        for values in model._default_manager.values_list(*columns) if columns else ():
            for column, value in zip(columns, values, strict=True):
                if value and wanted.value(value) != value:
                    found[f"{model.__name__}.{column}"] += 1
    return found


def names_kept(event: Event) -> int:
    """Return how many names versions before 4.3 stored in lines of draws that mean no entry, or more than one, and so are no numbers."""
    kept = 0

    def count(player: Any) -> Any:
        nonlocal kept
        kept += isinstance(player, str)
        return player

    rows = [*event.draws.values_list("protocol", "report"), *event.rounds.values_list("protocol")]
    exchanged([*rows, *SitOut.objects.filter(round__event=event).values_list("reason")], count)
    return kept


def texts_of(model: type[Model]) -> list[str]:
    """Return the columns of a model that hold words or JSON, without fixed choices."""
    return [
        column.name
        for column in model._meta.concrete_fields
        if isinstance(column, CharField | TextField | JSONField)
        and not column.choices
        and not isinstance(column, FormatField)
    ]


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
        own = [
            {
                str(number): row
                for part in (side.get("entries", {}), side.get("names", {}))
                for number, row in part.items()
                if person.owns(number, change.version)
            }
            for side in told_figures(change, record)
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
