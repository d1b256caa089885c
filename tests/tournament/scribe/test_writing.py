"""A table's log as it is written at the table: stored in order and once, never overwritten, and the log that the desk replays."""

from __future__ import annotations

from typing import Any

import pytest

from games.acquire.logs.reading import read_text
from tests.build import make_director, make_event, publish
from tournament.models import Change, Event, GameLog, ScribedEntry, Scribing
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe.documents import board_document
from tournament.replays.scribe.entries import fold_entries
from tournament.services.changes import Actor
from tournament.services.changes.refusals import NotAllowedError, RefusedError
from tournament.services.seats import set_starting_tiles
from tournament.slices.disputes.acts import publish_log
from tournament.slices.scribing import (
    SentEntry,
    WrittenElsewhereError,
    begun_at,
    entries_of,
    keep_beside,
    scribing_of,
    write_entries,
    write_line,
)

pytestmark = pytest.mark.django_db

TILES = ("1A", "4C", "7F", "12I")


def a_table() -> Event:
    """An event of four whose only table is being played and has its starting tiles."""
    event = make_event(names=["Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo"])
    publish(event, 1)
    seats = record_of(event).round(1).tables[0].seats
    drawn = {seat.player: tile for seat, tile in zip(seats, TILES, strict=True)}
    set_starting_tiles(event, event.created_by, 1, {1: drawn})
    return Event.objects.get(pk=event.pk)


def player(event: Event, seat: int) -> str:
    """The log's ID of who plays at a seat in the order of play."""
    players: list[dict[str, str]] = begun_at(event, 1, 1).opening["header"]["players"]
    return players[seat]["id"]


def turn(event: Event, number: int, tile: str, key: str = "", *, forced: bool = False) -> SentEntry:
    who = player(event, (number - 1) % 4)
    events: list[dict[str, object]] = [
        {"act": "turn", "player": who, "number": number},
        {"act": "play", "player": who, "tile": tile},
    ]
    return SentEntry(key or f"turn {number}", events, forced)


def write(event: Event, after: int, *sent: SentEntry) -> Scribing:
    return write_entries(event, event.created_by, 1, 1, after, sent)


def body(event: Event) -> list[str]:
    """The table's log below its header."""
    (log,) = GameLog.objects.filter(scribing__isnull=False)
    return log.text.partition("\n\n")[2].splitlines()


def test_the_first_entry_begins_the_tables_log_with_what_the_table_knows(event: Event) -> None:
    assert scribing_of(event, 1, 1) is None
    write(event, 0, turn(event, 1, "9A"))
    log = GameLog.objects.get()
    header = read_text(log.text).header
    assert (header.edition, header.chains, [player.name for player in header.players]) == (
        "mso",
        "classic",
        [f"{player(event, seat)} Demo" for seat in range(4)],
    )
    assert header.other == {"event": "Sample Cup 2026", "round": 1, "table": 1, "source": "Scribe's board"}
    assert body(event)[0].startswith("start: ")
    assert body(event)[1] == f"1 {player(event, 0)}: 9A"
    assert (log.title, log.attached_by) == ("Scribe's board", event.created_by)


def test_beginning_a_log_is_an_act_and_every_tap_after_it_wakes_nobody(event: Event) -> None:
    write(event, 0, turn(event, 1, "9A"))
    event.refresh_from_db()
    version, changes = event.version, Change.objects.count()
    assert Act(Change.objects.get(version=version).act) is Act.WRITE_LOG
    write(event, 1, turn(event, 2, "9C"))
    event.refresh_from_db()
    assert (event.version, Change.objects.count()) == (version, changes)


def test_what_is_sent_twice_is_written_once(event: Event) -> None:
    first, second = turn(event, 1, "9A"), turn(event, 2, "9C")
    write(event, 0, first)
    write(event, 0, first)
    write(event, 0, first, second)
    write(event, 0, first, second)
    assert list(ScribedEntry.objects.values_list("number", "key")) == [(1, "turn 1"), (2, "turn 2")]


def test_a_device_that_does_not_know_what_another_wrote_is_told_and_nothing_is_lost(event: Event) -> None:
    write(event, 0, turn(event, 1, "9A"), turn(event, 2, "9C"))
    with pytest.raises(WrittenElsewhereError, match="Another device has added 1 entry to this log") as refusal:
        write(event, 1, turn(event, 2, "9E", "other"))
    assert refusal.value.since == 1
    assert body(event)[-1] == f"2 {player(event, 1)}: 9C"
    write(event, 2, turn(event, 3, "9E", "other"))
    assert body(event)[-1] == f"3 {player(event, 2)}: 9E"


def test_what_a_device_wrote_can_be_kept_as_a_log_beside_the_tables(event: Event) -> None:
    write(event, 0, turn(event, 1, "9A"), turn(event, 2, "9C"))
    beside = keep_beside(event, event.created_by, 1, 1, 1, [turn(event, 2, "9E", "other")])
    assert beside.text.splitlines()[-2:] == [f"1 {player(event, 0)}: 9A", f"2 {player(event, 1)}: 9E"]
    assert beside.title == "Scribe's board on another device, from entry 2"
    assert body(event)[-1] == f"2 {player(event, 1)}: 9C"
    assert Scribing.objects.get().log != beside


def test_taking_back_is_an_entry_of_its_own(event: Event) -> None:
    write(event, 0, turn(event, 1, "9A"), SentEntry("back"), turn(event, 1, "9B", "again"))
    assert body(event)[1:] == [f"1 {player(event, 0)}: 9B"]
    assert ScribedEntry.objects.count() == 3


def test_what_the_rules_refuse_is_written_and_marked(event: Event) -> None:
    scribing = write(event, 0, turn(event, 1, "1A"), turn(event, 2, "7F", forced=True), turn(event, 3, "9C"))
    assert [ScribeMark(mark) for mark in ScribedEntry.objects.values_list("mark", flat=True)] == [
        ScribeMark.AGAINST,
        ScribeMark.FORCED,
        ScribeMark.NONE,
    ]
    lines = board_document(fold_entries(scribing.opening, entries_of(scribing)))["lines"]
    assert [line["against"] for line in lines] == [
        [],
        ["1A is on the board or out of the game."],
        ["7F is on the board or out of the game."],
        [],
    ]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([{"act": "play", "player": "Nobody", "tile": "9A"}], "is not a player in this log"),
        ([{"act": "fly", "player": "Ann"}], "fly"),
        ([{"act": "play", "player": "Ann", "tile": "13A"}], "13A"),
        ([{"act": "clock", "player": "Ann"}] * 41, "at most 40 events"),
        ([{"act": "rewind", "to": 3}], "take back the last entries one by one"),
    ],
)
def test_what_is_no_statement_of_a_log_is_refused_whole(event: Event, events: list[dict[str, Any]], words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        write(event, 0, turn(event, 1, "9A"), SentEntry("odd", events))
    assert not GameLog.objects.exists()


def test_a_line_in_the_notation_stands_behind_the_taps(event: Event) -> None:
    director, first, second = event.created_by, player(event, 0), player(event, 1)
    write_line(event, director, 1, 1, f"1 {first}: 9A")
    write_line(event, director, 1, 1, f"cash {first} 6000; clock")
    write_line(event, director, 1, 1, f"2 {second}: 9C")
    assert body(event)[1:] == [f"1 {first}: 9A; cash {first} 6000; clock", f"2 {second}: 9C"]
    with pytest.raises(RefusedError, match="Write a line for the log"):
        write_line(event, director, 1, 1, "# nothing")


@pytest.mark.parametrize(
    ("line", "text", "notes"),
    [
        ("2 Luxor", "    buy Luxor 2", ('read "2 Luxor" as buy Luxor 2',)),
        ("buys 2 luxor", "    buy Luxor 2", ('read "buys 2 luxor" as buy Luxor 2',)),
        ("Turn 2 {1}: 9a", "2 {1}: 9A", ('read "Turn 2 {1}: 9a" as 2 {1}: 9A',)),
        ("cash {0} $6,000", "    cash {0} 6000", ('read "cash {0} $6,000" as cash {0} 6000',)),
    ],
)
def test_a_line_is_read_as_people_write_it_and_what_was_read_freely_is_told(
    event: Event, line: str, text: str, notes: tuple[str, ...]
) -> None:
    first, second = player(event, 0), player(event, 1)
    _, none = write_line(event, event.created_by, 1, 1, f"1 {first}: 1B; found Luxor")
    assert none == ()
    _, told = write_line(event, event.created_by, 1, 1, line.format(first, second))
    assert told == tuple(note.format(first, second) for note in notes)
    head = f"1 {first}: 1B; found Luxor"
    wanted = text.format(first, second)
    assert body(event)[1:] == ([f"{head}; {wanted.strip()}"] if wanted.startswith(" ") else [head, wanted])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hello world", "Column 7: “world” was not recognised; expected a tile, a chain, a player or what was done."),
        ("2 {1}: 13A", "Column 8: “13A” was not recognised; expected a tile, a chain, a player or what was done."),
        ("4C {1}", "Column 1: “4C” was not recognised; expected a tile, a chain, a player or what was done."),
        ("rewind 3 slip", "A scribe's log cannot be rewound; take back the last entries one by one."),
        ("x" * 501, "The line has 501 characters; write at most 500 at a time."),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_reason(event: Event, line: str, reason: str) -> None:
    write_line(event, event.created_by, 1, 1, f"1 {player(event, 0)}: 1B; found Luxor")
    with pytest.raises(RefusedError) as refusal:
        write_line(event, event.created_by, 1, 1, line.format(player(event, 0), player(event, 1)))
    assert str(refusal.value).startswith(reason.format(player(event, 0), player(event, 1)))
    assert ScribedEntry.objects.count() == 1


def test_a_line_that_belongs_before_what_was_told_is_refused(event: Event) -> None:
    write_line(event, event.created_by, 1, 1, f"1 {player(event, 0)}: 1B; buy Luxor 1")
    with pytest.raises(RefusedError, match="belongs before the last entries"):
        write_line(event, event.created_by, 1, 1, "founds luxor")


def test_the_same_form_writes_its_line_once(event: Event) -> None:
    actor = Actor(event.created_by, key="a form")
    write(event, 0, turn(event, 1, "9A"))
    for _ in range(2):
        write_line(event, actor, 1, 1, f"2 {player(event, 1)}: 9C")
    assert body(event)[2:] == [f"2 {player(event, 1)}: 9C"]


def test_a_log_whose_replay_is_public_is_not_written_on(event: Event) -> None:
    write(event, 0, turn(event, 1, "9A"))
    publish_log(event, event.created_by, GameLog.objects.get())
    with pytest.raises(RefusedError, match="take it off the public page"):
        write(event, 1, turn(event, 2, "9C"))


def test_a_log_needs_a_table_that_is_played_and_a_director(event: Event) -> None:
    with pytest.raises(NotAllowedError):
        write_entries(event, make_director("stranger"), 1, 1, 0, [turn(event, 1, "9A")])
    event.rounds.update(state="draft")
    with pytest.raises(RefusedError, match="Round 1 is a draft"):
        write_entries(event, event.created_by, 1, 1, 0, [])
