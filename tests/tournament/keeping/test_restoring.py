"""An archived event comes back as it was, of every version; an archive whose settings no director can choose is refused."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from hypothesis import given

from tests.acts.doing import ACTS, try_act
from tests.acts.starts import starts, taken_back, whole_days
from tests.build import director_of, make_director, make_event, play_round, play_to, publish
from tests.tournament.pages.stages import STAGES
from tests.upgrade.told import counted_by_status
from tests.upgrade.versions import EACH_VERSION, archives, expected
from tournament.access.devices import claim, codes_of, device_of
from tournament.day.at_table import CallKind, PressKind
from tournament.desk.changes import author_in_words
from tournament.desk.event_forms import EventForm
from tournament.desk.results.pending import Pending, reporter_label
from tournament.models import ClockPress, Device, Event, Helper, Registration, RegistrationDesk, TableReport
from tournament.models.at_table import calls_of
from tournament.models.queries import record_of
from tournament.pdf.document import sheets_as_pdf
from tournament.pdf.job import Options, PaperError
from tournament.pdf.sheets import SHEETS
from tournament.record.acts import Act
from tournament.record.archive import LARGE, EnvelopeError, pack, unpack, with_own_keys
from tournament.record.devices import table_subject
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.formats import read_format
from tournament.record.settings import OF_THE_RULES, SETTINGS, Range
from tournament.record.vocabulary import CountedBy, PlayerId
from tournament.scores.totals import standings
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import (
    ARCHIVED,
    NOT_ARCHIVED,
    archive_of,
    columns_of,
    document_of,
    is_account,
    target_of,
)
from tournament.services.calls import answer_call, call_director
from tournament.services.changes import Actor
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import people_of
from tournament.services.forgetting.replacing import columns_with_names
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.services.results.stored import pending_in
from tournament.slices.clocks import SentPress, press
from tournament.slices.practice.playing import load_events
from tournament.tellings.csv import results_csv, standings_csv
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def back(event: Event, **more: Any) -> Event:
    """The event restored under its own address, as in an installation that has not got it."""
    file = archive_of(event)
    Event.objects.filter(pk=event.pk).update(slug=f"was-{event.pk}")
    return restore(file, **more).event


def rows_of(event: Event) -> dict[str, Any]:
    """Everything an archive holds of an event but its address, the codes of its games, and since when helpers have no part in it."""
    document = document_of(event)
    for row in document["rows"]["Game"]:
        row["code"] = row["terms"]["code"] = ""
    for row in document["rows"]["Helper"]:
        row["withdrawn_at"] = None
    return {**document, "event": {**document["event"], "slug": ""}}


def told(event: Event) -> dict[str, Any]:
    """What everybody reads of an event: its record, diary and lists."""
    record = without_codes(with_own_keys(record_of(event)))
    return {
        "record": record,
        "diary": [
            (
                change.version,
                change.made_at,
                author_in_words(change),
                sentence_of(change, record),
                differences(change, record),
            )
            for change in event.changes.order_by("version")
        ],
        "standings": standings_csv(record),
        "results": [results_csv(record, played.number) for played in record.closed_rounds],
    }


def without_codes(record: EventRecord) -> EventRecord:
    """The record as if no code had ever been withdrawn: an installation gives codes of its own, and an archive carries none."""
    rounds = tuple(
        replace(played, tables=tuple(replace(table, codes_withdrawn=0) for table in played.tables))
        for played in record.rounds
    )
    return replace(record, rounds=rounds, entries=tuple(replace(entry, codes_withdrawn=0) for entry in record.entries))


def pages_of(event: Event) -> dict[str, bytes]:
    """Every public page that leads from the event's first, as somebody sees it who is not logged in."""
    client, home = Client(), f"/{event.slug}/"
    waiting, pages = [home], dict[str, bytes]()
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        content = re.sub(
            rb"/game/\w{8}/", b"/game/CODE/", answer.content
        )  # a game that comes back has a code of its own
        pages[address] = answer.status_code.to_bytes(2) + content
        found = answer.content.decode(errors="replace").split('href="')[1:]
        links = {link.partition('"')[0].partition("#")[0].partition("?")[0] for link in found}
        waiting += sorted(link for link in links if link.startswith(home) and link not in pages and link not in waiting)
    return pages


def sheets_of(event: Event, at: Any) -> dict[str, bytes]:
    """Every sheet as a PDF; why not, where it cannot be printed now."""
    record, sheets = record_of(event), dict[str, bytes]()
    for name in SHEETS:
        try:
            sheets[name] = sheets_as_pdf(record, [(name, Options())], at)
        except PaperError as refusal:
            sheets[name] = str(refusal).encode()
    return sheets


def test_every_model_is_held_or_said_why_not() -> None:
    ours = set(apps.get_app_config("tournament").get_models())
    assert {held.name for held in ARCHIVED} | set(NOT_ARCHIVED) == {model.__name__ for model in ours}, (
        "a new model needs its line in services/archives/writing.py: in ARCHIVED, or in NOT_ARCHIVED with the reason"
    )


def test_beside_every_account_stands_its_name_and_every_key_leads_up() -> None:
    models: list[type[Model]] = [Event, *(held.model for held in ARCHIVED)]
    for model in models:
        check_columns(model)


def check_columns(model: type[Model]) -> None:
    names = {column.name for column in model._meta.concrete_fields}
    for column in columns_of(model):
        assert not is_account(column) or f"{column.name}_name" in names, (
            f"{model.__name__}.{column.name} needs {column.name}_name = kept_name()"
        )
    nowhere = [column.name for column in columns_of(model) if column.is_relation and not is_account(column)]
    held = [each.model.__name__ for each in ARCHIVED]
    fields = {column.name: column for column in columns_of(model)}
    for name in nowhere:
        target = target_of(fields[name])
        assert held.index(target) < held.index(model.__name__) or fields[name].null, f"{model.__name__}.{name}"


ON_BOTH = ("agreed", "on_devices")
"""Stages with a row in nearly every table: these come back on PostgreSQL too."""
READ_AGAIN = ("agreed", "playing", "published")
"""Stages at which every page and sheet is read again; they are made of rows and records, which are compared at every stage."""


@pytest.mark.parametrize(
    "stage", [name if name in ON_BOTH else pytest.param(name, marks=pytest.mark.alike) for name in STAGES]
)
def test_an_event_at_every_stage_comes_back_with_every_row_page_and_sheet(stage: str) -> None:
    event = STAGES[stage]()
    RegistrationDesk.objects.filter(event=event).delete()  # how players register here is in no archive
    Registration.objects.filter(event=event).delete()
    rows, said, at = rows_of(event), told(event), timezone.localtime()
    shown = (pages_of(event), sheets_of(event, at)) if stage in READ_AGAIN else None
    again = back(event)
    assert rows_of(again) == rows
    assert told(again) == said
    assert shown is None or (pages_of(again), sheets_of(again, at)) == shown
    assert again.is_shown == event.is_shown
    assert again.version == event.version


@pytest.mark.alike
def test_the_demo_events_come_back() -> None:
    events = load_events(make_director())
    assert len(events) == 2
    for event in events:
        rows, said = rows_of(event), told(event)
        again = back(event)
        assert (rows_of(again), told(again)) == (rows, said)


@whole_days
@given(start=starts, seed=...)
def test_whatever_was_done_comes_back(start: str, seed: int) -> None:
    chance = Random(seed)
    with taken_back():
        from tests.acts.starts import STARTS

        event = STARTS[start]()
        for _ in range(12):
            try_act(event, chance.choice(sorted(ACTS)), chance)
        rows, said = rows_of(event), told(event)
        again = back(event)
        assert rows_of(again) == rows
        assert told(again) == said


def by_phones(event: Event) -> None:
    """Table 1 of round 1 reports by two phones that differ, says yes and no, calls, and presses its clock."""
    subject = table_subject(1, 1)
    code = codes_of(event, [subject])[subject]
    seats = record_of(event).round(1).tables[0].seats
    for cash, holder in enumerate(seats[:2]):
        device = device_of(event, subject, claim(event, subject, code, holder.player))
        said = tuple(SeatRecord(seat.player, cash=20_000 + 100 * seat.player + cash) for seat in seats)
        report_by_phone(event, Actor(None, f"report {cash}", device=device), TableRecord(1, said))
    first = TableReport.objects.filter(table__round__event=event).order_by("pk")[0]
    answer_report(event, Actor(None, "no", device=device), first.pk, agrees=False)
    call = call_director(device, CallKind.DISPUTE, "who had the bonus")
    answer_call(event, director_of(event), call.pk, "the log says it")
    call_director(device, CallKind.TIME)
    press(device, [SentPress("a-1", 9_000, PressKind.TURN, seats[0].player), SentPress("a-2", 0, PressKind.STOP)])


def test_what_came_by_phones_comes_back_without_the_phones() -> None:
    event = make_event(8, players_report=True)
    publish(event, 1)
    by_phones(event)
    rows, said, calls = rows_of(event), told(event), calls_of(event)
    clock = [(row.key, row.at, row.kind, row.player) for row in ClockPress.objects.order_by("pk")]
    assert [len(rows["rows"][name]) for name in ("TableReport", "ReportAnswer", "Call", "ClockPress")] == [2, 3, 2, 2]
    again = back(event)
    assert rows_of(again) == rows
    assert told(again) == said
    assert [replace(call, key=0) for call in calls_of(again)] == [replace(call, key=0) for call in calls]
    presses = ClockPress.objects.filter(table__round__event=again).order_by("pk")
    assert [(row.key, row.at, row.kind, row.player) for row in presses] == clock
    table = again.rounds.get().tables.get(number=1)
    answered = again.changes.get(act=Act.ANSWER_REPORT.value).after["answer"]["report"]
    assert answered == min(report.pk for report in table.reports.all())
    assert not Device.objects.filter(event=again).exists()
    assert {
        reporter_label(Pending(record_of(again)), each)
        for many in pending_in(report__table__round__event=again).values()
        for each in many
    } == {"A phone at the table"}


def test_a_restored_event_knows_no_account_and_waits_for_a_director() -> None:
    event = play_to(make_event(7, rounds_planned=1), round_closed=1)
    maker = director_of(event)
    Helper.objects.create(event=event, account=make_director("anna"), roles="desk", given_by=maker)
    again = back(event)
    assert again.created_by is None
    assert not User.objects.filter(helps__event=again).exists()
    assert [(row.account_name, row.withdrawn_at is not None) for row in again.helpers.all()] == [("anna", True)]
    assert {author_in_words(change) for change in again.changes.all()} == {maker.get_username()}
    assert not again.changes.exclude(made_by=None).exists()
    boss = Client()
    boss.force_login(make_director("boss", is_staff=True, is_superuser=True))
    for page in ("", "helpers/", "changes/", "sheets/"):
        assert boss.get(f"/desk/{again.slug}/{page}").status_code == 200


def test_a_taken_address_gets_a_number_and_the_copy_is_hidden() -> None:
    event = play_to(make_event(7, rounds_planned=1), round_closed=1)
    file, before = archive_of(event), rows_of(event)
    first, second = restore(file), restore(file, director=make_director("anna"))
    assert [first.event.slug, second.event.slug] == [f"{event.slug}-2", f"{event.slug}-3"]
    assert (event.is_shown, first.event.is_shown) == (True, False)
    assert "was already taken, so its new address is" in first.sentence
    assert "has no director yet" in first.sentence
    assert "waits" not in second.sentence
    assert second.event.created_by == User.objects.get(username="anna")
    assert rows_of(event) == before, "nothing is overwritten"


def edited(file: bytes, change: Any) -> bytes:
    """The file with something changed in its document, and a checksum that fits."""
    from tournament.record.archive import pack

    opened = unpack(file)
    document = json.loads(json.dumps(opened.document))
    change(document)
    return pack(document, {}, "3.0")


HARM: Mapping[str, Any] = {
    "a kind of row that is not known": lambda d: d["rows"].update(Spy=[{}]),
    "a column that is not known": lambda d: d["rows"]["Entry"][0].update(spy=1),
    "a state that is none": lambda d: d["rows"]["Round"][0].update(state="mad"),
    "an amount that is none": lambda d: d["rows"]["ReportedSeat"][0].update(cash="much"),
    "an amount below zero": lambda d: d["rows"]["ReportedSeat"][0].update(cash=-5),
    "a key that leads nowhere": lambda d: d["rows"]["Seat"][0].update(entry=999),
    "a seat given twice": lambda d: d["rows"]["Seat"].append(d["rows"]["Seat"][0]),
    "a moment without its zone": lambda d: d["rows"]["Change"][0].update(made_at="2026-08-20T10:00:00"),
    "an act that is none": lambda d: d["rows"]["Change"][0].update(act="conjure"),
    "a row that is none": lambda d: d["rows"]["Entry"].append(7),
    "a name that is too long": lambda d: d["rows"]["Entry"][0].update(name="x" * 500),
    "half a character": lambda d: d["rows"]["Entry"][0].update(name="\ud800"),
    "an address that is none": lambda d: d["event"].update(slug="../etc"),
    "a plan that is none": lambda d: d["rows"]["Draw"][0].update(plan=[{"tables": 3}]),
    "a character that no text can hold": lambda d: d["event"].update(name="a\0b"),
    "no name": lambda d: d["event"].update(name=None),
}


@pytest.mark.parametrize("harm", HARM)
def test_what_no_event_can_be_is_refused_in_a_sentence_and_nothing_is_stored(harm: str) -> None:
    event = play_to(make_event(7, rounds_planned=2), round_closed=1)
    if harm == "half a character":
        file = archive_of(event)
        opened = unpack(file)
        body = json.dumps({**opened.document}, ensure_ascii=True).replace(event.entries.first().name, "\\ud800")  # type: ignore[union-attr]
        import hashlib

        header = {**opened.header, "sha256": hashlib.sha256(body.encode()).hexdigest(), "bytes": len(body)}
        file = gzip.compress(json.dumps(header).encode() + b"\n" + body.encode() + b"\n")
    else:
        file = edited(archive_of(event), HARM[harm])
    with pytest.raises(EnvelopeError) as refusal:
        restore(file)
    assert Event.objects.count() == 1
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).endswith(".")


WRONG: dict[str, tuple[Any, str]] = {
    "multiplier_three": (999_999, "multiplier for a table of 3 must be between 0.001 and 10.000"),
    "sit_out_score": (999_999_999_999, "the score for sitting out must be between 0.000 and 100.000"),
    "dilution": (0, "Pentamind dilution factor must be between 0.001 and 2.000"),
    "minutes_five": (0, "minutes at a table of 5 must be between 1 and 600"),
    "multiplier_four": ("much", "multiplier for a table of 4 must be between 0.001 and 10.000"),
    "multiplier_five": (None, "multiplier for a table of 5 must be between 0.001 and 10.000"),
    "fine_amount": (True, "fine must be between 100 and 1,000,000"),
    "name": (" ", "the event has no name"),
    "chain_set": ("spy", "the chain names must be one of classic"),
}


def as_before_formats(document: Any, settings: Mapping[str, Any]) -> None:
    """Give the event of an archive these settings, each in a column of its own as before version 4.4."""
    form = read_format(document["event"].pop("format"))
    document["event"] |= {name: each.value_in(form) for name, each in OF_THE_RULES.items()} | dict(settings)


def refused(event: Event, **settings: Any) -> str:
    """Why the archive of the event with these settings is not restored."""
    with pytest.raises(EnvelopeError) as refusal:
        restore(edited(archive_of(event), lambda document: as_before_formats(document, settings)))
    assert Event.objects.count() == 1
    return str(refusal.value)


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_out_of_its_range_is_named_in_words_with_its_range(setting: str) -> None:
    value, said = WRONG[setting]
    assert said in refused(play_to(make_event(7, rounds_planned=2), round_closed=1), **{setting: value})


def test_every_wrong_setting_is_named_at_once() -> None:
    said = refused(make_event(7), **{setting: value for setting, (value, _) in WRONG.items()})
    assert [words for _, words in WRONG.values() if words not in said] == []


@pytest.mark.parametrize(
    "setting", sorted(name for name, each in SETTINGS.items() if each.part and isinstance(each.kind, Range))
)
@pytest.mark.parametrize("beyond", [False, True])
def test_the_form_and_the_archive_take_the_same_numbers(setting: str, beyond: bool) -> None:
    each = SETTINGS[setting].kind
    assert isinstance(each, Range)
    for value, step in ((each.least, -1), (each.most, 1)):
        figure = value + step * beyond
        written = each.written(figure).replace(",", "")
        form = EventForm({setting: written})
        assert (setting in form.errors) == beyond == bool(each.refusal(setting, figure))


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("tables", "minutes", "5"), 0, "minutes at a table of 5 must be between 1 and 600"),
        (("rounds", 1, "ties"), "mad", "The archive cannot be restored (the event, format)."),
        (("game",), [{"step": "guess"}], "The archive cannot be restored (the event, format)."),
    ],
)
def test_a_format_that_is_none_or_out_of_range_is_refused(place: tuple[Any, ...], value: Any, said: str) -> None:
    def change(document: Any) -> None:
        inner = document["event"]["format"]
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value

    with pytest.raises(EnvelopeError) as refusal:
        restore(edited(archive_of(make_event(7)), change))
    assert said in str(refusal.value)


@pytest.mark.parametrize("value", ["mad", ""])
def test_a_choice_that_is_none_is_told_in_words(value: str) -> None:
    assert refused(make_event(7), cut_tie_break=value) == (
        "The archive cannot be restored (the event, cut_tie_break). Use another copy of the file."
    )


EARLIER_TEXT = b'{\n "format": "top-table-archive-2",\n "event": {}\n}\n'


@pytest.mark.parametrize("version", EACH_VERSION)
def test_every_event_of_a_released_version_comes_back_from_its_archive(version: str) -> None:
    written, told = archives(version), expected(version)
    assert sorted(written) == sorted(told)
    for slug, packed in written.items():
        restored = restore(b64decode(packed), bounds=LARGE)
        assert restored.event.slug == slug
        record = record_of(restored.event)
        if "counted" not in told[slug]:  # of a version before 3.7, which counted by status
            assert (record.counted_by is CountedBy.STATUS) == record.is_final_published
        assert [row.total for row in standings(counted_by_status(record))] == totals(told[slug])


@pytest.mark.parametrize("version", EACH_VERSION)
def test_a_person_is_forgotten_in_an_event_that_came_from_an_archive_of_a_released_version(version: str) -> None:
    told = expected(version)
    content = b64decode(archives(version)[max(told, key=lambda slug: len(told[slug]["changes"]))])
    event = restore(content, bounds=LARGE).event
    person = max((each for each in people_of(event) if each.entry), key=lambda each: each.former.count())
    assert columns_with_names([person])
    done = forget([person], None)
    assert (done.entries, done.left) == (1, {})
    again = restore(content, bounds=LARGE)
    assert again.forgotten == 1
    assert not columns_with_names([person])
    assert record_of(again.event).entry(PlayerId(person.number)).name == person.pseudonym


@pytest.mark.parametrize("file", [EARLIER_TEXT, pack({"event": {}, "rows": {}}, {}, "2.4.0")])
def test_an_earlier_archive_is_refused_and_nothing_is_stored(file: bytes) -> None:
    with pytest.raises(EnvelopeError, match=r"Top Table 3\.0 can convert it"):
        restore(file)
    assert not Event.objects.exists()


def test_a_ranked_round_in_an_archive_of_before_was_the_final() -> None:
    """Earlier versions had no other ranked rounds, so their archives do not say whether the top table wins."""

    def as_before(document: dict[str, Any]) -> None:
        for row in document["rows"]["Round"]:
            del row["top_table_wins"]

    event = make_event(16, rounds_planned=2)
    play_round(event, 1)
    publish(event, 2)
    copy = record_of(restore(edited(archive_of(event), as_before)).event)
    assert [played.top_table_wins for played in copy.rounds] == [False, True]


def totals(told: dict[str, Any]) -> list[int]:
    """The totals that the version itself said."""
    return [row["total"] for row in told["standings"]]
