"""When a printed sheet is out of date, what hangs, and how to go on without the laptop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.layout import Drawing
from tournament.pdf.prints import Prints, SheetState, in_use
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.printing import EARLIER_DIGITS, Printed, part_of_key
from tournament.record.rounds import DrawRecord, PlannedRound
from tournament.record.settings import with_settings
from tournament.record.vocabulary import CutTieBreak, FineTiming, LastRound, NegativeCash, PlayerId, Reading, Status
from tournament.tellings.paper import sheets_expected
from tournament.tellings.running import final_lines, recipe_lines, seating_lines
from tournament.tellings.words import parts_in_words


class Reader:
    """A pen that draws nothing and keeps every text."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def text(self, _x: float, _y: float, text: str, *_rest: Any, **_more: Any) -> None:
        """Keep a line."""
        self.texts.append(text)

    def draw_fitted(self, _box: Any, text: str, *_rest: Any, **_more: Any) -> None:
        """Keep a text."""
        self.texts.append(text)

    def stamp(self, _key: str, drawing: Drawing) -> None:
        """Draw it each time."""
        drawing(self)  # type: ignore[arg-type]

    def moved(self, _x: float, _y: float, drawing: Drawing) -> None:
        """Draw it here."""
        drawing(self)  # type: ignore[arg-type]

    turned = moved

    def tagged(self, _kind: str, _words: str = "") -> AbstractContextManager[None]:
        """Tell no structure."""
        return nullcontext()

    def block(self, _kind: str = "") -> AbstractContextManager[None]:
        """Tell no structure."""
        return nullcontext()

    paragraph = aside = block

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_rest, **_more: None


def job_of(of: EventRecord) -> Job:
    """The order of any sheet of an event; one for all sheets, so that the event is scored once."""
    return Job(of, Options(), PRINTED_AT)


def told_text_of(name: str, job: Job) -> tuple[object, ...]:
    """Everything that a sheet says, with what stands in its head; nothing where it cannot be printed."""
    try:
        sheet = SHEETS[name].build(job)
    except PaperError:
        return ()
    pen = Reader()
    for page in sheet.pages:
        page(pen)  # type: ignore[arg-type]
    hides = ("version", "checksum", "Version", "printed")
    said = tuple(text for text in pen.texts if not any(word in text for word in hides))
    of = job.record
    address = (of.public_address, of.network_name) if SHEETS[name].carries_address else ()
    return (sheet.scope, of.name, of.date, *address, *said)


def parts_of(name: str, job: Job) -> object:
    try:
        return SHEETS[name].contents(job).parts
    except PaperError:
        return ()


def with_tables(of: EventRecord, number: int, change: Callable[[TableRecord], TableRecord]) -> EventRecord:
    """The event with every table of a round changed."""
    played = of.round(number)
    return of.with_round(replace(played, tables=tuple(change(table) for table in played.tables)))


def with_entry(of: EventRecord, player: int, **fields: Any) -> EventRecord:
    entries = tuple(replace(row, **fields) if row.player == player else row for row in of.entries)
    return replace(of, entries=entries)


def richer(table: TableRecord) -> TableRecord:
    return replace(
        table, seats=tuple(replace(seat, cash=(seat.cash or 0) + 700) for seat in table.seats[:1]) + table.seats[1:]
    )


def swapped(played: RoundRecord) -> RoundRecord:
    """Two players of tables 1 and 2 change places."""
    one, two, *rest = played.tables
    first, second = one.seats[0], two.seats[0]
    tables = (
        replace(one, seats=(replace(first, player=second.player), *one.seats[1:])),
        replace(two, seats=(replace(second, player=first.player), *two.seats[1:])),
        *rest,
    )
    return replace(played, tables=tables)


CHANGES: dict[str, Callable[[EventRecord], EventRecord]] = {
    "another name": lambda of: with_entry(of, 3, name="Somebody Else"),
    "another country": lambda of: with_entry(of, 3, country="FRA"),
    "a junior": lambda of: with_entry(of, 1, is_junior=True),
    "one who left": lambda of: with_entry(of, 2, status=Status.WITHDRAWN, last_round=1),
    "another name of the event": lambda of: replace(of, name="Renamed Cup"),
    "another network": lambda of: replace(of, network_name="Other"),
    "another fine": lambda of: replace(of, format=with_settings(of.format, {"fine_amount": 4000})),
    "more cash in round 1": lambda of: with_tables(of, 1, richer),
    "two swapped in the last round": lambda of: of.with_round(swapped(of.rounds[-1])),
    "other chains": lambda of: replace(of, chain_set="hasbro"),
    "no penalty": lambda of: replace(of, penalties=()),
    "nothing but a version": lambda of: replace(of, version=of.version + 1),
}
NOT_ON_IT = {"handover"}
"""The sheet for the director alone, whose contents are the whole state of the event: it may be called changed where no word of it is."""


@pytest.mark.parametrize("base", [event(7, closed=1, drawn=1), event(7, closed=4, drawn=0)], ids=["playing", "over"])
def test_contents_change_where_the_text_of_the_sheet_does_and_nowhere_else(base: EventRecord) -> None:
    job = job_of(base)
    before = {name: (told_text_of(name, job), parts_of(name, job)) for name in SHEETS}
    missed, false = [], []
    for words, change in CHANGES.items():
        after = job_of(change(base))
        for name, (text, parts) in before.items():
            is_other_text, is_other = told_text_of(name, after) != text, parts_of(name, after) != parts
            missed += [(words, name)] * (is_other_text and not is_other)
            false += [(words, name)] * (is_other and not is_other_text and name not in NOT_ON_IT)
    assert missed == []
    assert false == []


def prints(of: EventRecord, name: str, **options: Any) -> Printed:
    listed = SHEETS[name].contents(Job(of, Options(**options), PRINTED_AT))
    return Printed(name, listed.round, PRINTED_AT, "desk", of.version, listed.parts, listed.is_whole)


def changed(state: SheetState) -> tuple[str, ...]:
    """The parts that changed, as they are stored."""
    return tuple(part.key for part in state.changed)


def test_a_stretch_printed_anew_brings_its_tables_up_to_date_and_leaves_the_others() -> None:
    base = event(13, closed=1, drawn=1)
    after = base.with_round(swapped(base.rounds[-1]))
    whole, place = prints(base, "result-slips"), ("result-slips", 2)
    (state,) = Prints(after, [whole]).states([place])
    assert (state.is_out_of_date, changed(state), state.tables) == (True, ("table:1", "table:2"), (1, 2))
    assert parts_in_words(state.changed, after) == "tables 1 and 2"
    (state,) = Prints(after, [whole, prints(after, "result-slips", tables=(1,))]).states([place])
    assert changed(state) == ("table:2",)
    (state,) = Prints(after, [whole, prints(after, "result-slips", tables=(1, 2))]).states([place])
    assert (state.is_out_of_date, state.changed) == (False, ())
    (state,) = Prints(after, []).states([place])
    assert (state.is_out_of_date, state.last) == (False, None)


def test_a_print_of_an_edition_whose_fingerprints_cannot_be_compared_counts_as_unchanged_until_the_next() -> None:
    base = event(13, closed=1, drawn=1)
    row = prints(base, "result-slips")
    old = replace(row, parts={key: mark[:EARLIER_DIGITS] for key, mark in row.parts.items()}, is_earlier=True)
    after = base.with_round(swapped(base.rounds[-1]))
    (state,) = Prints(after, [old]).states([("result-slips", 2)])
    assert (state.last, state.changed) == (old, ())
    (state,) = Prints(after, [old, row]).states([("result-slips", 2)])
    assert state.tables == (1, 2)


def hanging(examples: dict[str, int | None]) -> tuple[tuple[str, int | None], ...]:
    """Every sheet that hangs when one of these does, in the order of the day, each with the round of that one."""
    numbers = {SHEETS[name].hangs: number for name, number in examples.items()}
    return tuple((name, numbers[each.hangs]) for name, each in SHEETS.items() if each.hangs in numbers)


def test_pairings_are_in_use_while_their_round_is_played_and_the_lists_of_the_end_after_the_last() -> None:
    playing = event(13, closed=1, drawn=1)
    assert in_use(playing) == hanging({"poster": None, "pairings-by-table": 2, "results": 1, "standings": 1})
    named = ("pairings-by-player", 2), ("pairings-by-table", 2), ("result-slips", 2), ("results", 1), ("standings", 1)
    assert {("poster", None), *named} <= set(in_use(playing))
    assert sheets_expected(playing) == set(named)
    assert ("poster", None) not in in_use(replace(playing, public_address=""))
    over = event(13, closed=4, drawn=0)
    assert [place for place in in_use(over) if place[0] == "results"] == [
        ("results", number) for number in (1, 2, 3, 4)
    ]
    assert sheets_expected(over) == {("results", 4), ("standings", 4)}
    assert sheets_expected(replace(over, is_final_published=True)) == {("final-list", None), ("medal-form", None)}


def test_a_sheet_of_a_draft_is_out_of_date_once_the_round_is_published() -> None:
    base = event(4)
    draft = base.with_round(replace(base.rounds[0], state=type(base.rounds[0].state).DRAFT))
    (state,) = Prints(base, [prints(draft, "pairings-by-table")]).states([("pairings-by-table", 1)])
    assert changed(state) == ("order",)
    assert parts_in_words(state.changed, base) == "the note above the list"
    (state,) = Prints(base, [prints(base, "pairings-by-table")]).states([("pairings-by-table", 1)])
    assert PlayerId(1) in base.people
    assert not state.is_out_of_date


def test_every_part_of_every_sheet_has_words() -> None:
    for base in (event(13, closed=1, drawn=1), event(13, closed=4, drawn=0)):
        for name in SHEETS:
            parts = parts_of(name, job_of(base))
            assert isinstance(parts, dict | tuple)
            assert all(parts_in_words([part_of_key(part)], base) for part in parts), name


def test_a_part_of_a_kind_that_is_gone_makes_no_earlier_print_out_of_date() -> None:
    over = event(13, closed=4, drawn=0)
    row = prints(over, "final-list")
    (state,) = Prints(over, [replace(row, parts={**row.parts, "pentamind": "0"})]).states([("final-list", None)])
    assert (state.last is not None, state.changed) == (True, ())


# Going on without the laptop: the blank set fits the event, its recipe says the event's settings, the handover seals what is planned


@pytest.mark.parametrize("timing", list(FineTiming))
def test_no_net_falls_below_zero_where_the_event_floors_it(timing: FineTiming) -> None:
    floored = with_settings(MSO_ACQUIRE, {"fine_timing": timing, "negative_cash": NegativeCash.FLOOR_ZERO})
    kept = with_settings(floored, {"negative_cash": NegativeCash.ALLOW})
    assert "An amount below zero counts as zero." in " ".join(recipe_lines(floored)[:2])
    assert "below zero" not in " ".join(recipe_lines(kept)[:2])


@pytest.mark.parametrize(
    ("tie_break", "words"),
    [
        (CutTieBreak.TOTAL_ONLY, "Players level between two tables: roll dice (R45-R47)."),
        (
            CutTieBreak.MOST_WINS,
            "Players level between two tables: most wins, then most second places, then dice (R45-R47).",
        ),
        (CutTieBreak.HEAD_TO_HEAD, "most wins, then most second places, then head to head, then dice (R45-R47)."),
        (CutTieBreak.OLYMPIAD, "(percentage of the winner, wins, head to head, opponents), then dice (R45-R47)."),
    ],
)
def test_equal_totals_are_parted_as_the_event_has_it(tie_break: CutTieBreak, words: str) -> None:
    (line,) = final_lines(with_settings(MSO_ACQUIRE, {"cut_tie_break": tie_break}), 4)
    assert words in line


def test_where_no_round_is_cut_nothing_is_said_of_a_final() -> None:
    for rules, rounds in ((MSO_ACQUIRE, 1), (with_settings(MSO_ACQUIRE, {"last_round": LastRound.DRAWN}), 3)):
        assert final_lines(rules, rounds) == ("Gold, silver and bronze go to the best totals (R65).",)
    assert final_lines(MSO_ACQUIRE, 4)[0].startswith("Final with 4 tables or more")


@pytest.mark.parametrize("reading", list(Reading))
def test_the_spread_of_opponents_is_told_as_our_reading(reading: Reading) -> None:
    lines = seating_lines(with_settings(MSO_ACQUIRE, {"reading": reading}), 4)
    assert reading.words in lines[-1]
    assert len(seating_lines(MSO_ACQUIRE, 1)) == len(lines) - 1


@pytest.mark.parametrize("players", [3, 17, 100])
def test_the_blank_set_has_the_arrangement_the_minutes_and_a_slip_and_a_form_for_each_table(players: int) -> None:
    of = event(players)
    sizes = of.rounds[0].sizes
    text = text_of(sheet("blank-set", of, Options(), PRINTED_AT))
    assert f"{players} players: {len(sizes) if len(set(sizes)) == 1 else sizes.count(max(sizes))} table" in text
    assert all(f"{size}: {minutes}" in text for size, minutes in of.format.tables.minutes.items())
    forms = text.partition("Results of round ____")[2].partition("Standings")[0]
    assert [f"Table {number}\n" in forms for number in range(1, len(sizes) + 2)] == [True] * len(sizes) + [False]
    slips = text.count("Director: fines and time penalties")
    assert len(sizes) <= slips < len(sizes) + 2  # two stand on a page, and none is left empty


def test_the_handover_seals_the_rounds_to_come_on_its_last_page_and_nowhere_else() -> None:
    base = event(25, closed=1, drawn=0)
    planned = PlannedRound(((PlayerId(1), PlayerId(2), PlayerId(4)),), (PlayerId(3),))
    made = DrawRecord(1, 1, 1, "", (planned, planned, planned), report={}, protocol=())
    of = replace(base, rounds=(replace(base.rounds[0], draw=made),))
    *others, last = ("\n".join(page) for page in pages_of(sheet("handover", of, Options(), PRINTED_AT)))
    assert [page for page in others if "Sealed" in page or "Round 3\n" in page] == []
    assert "Open it only if the laptop is dead" in last
    assert [words for words in ("Settings", "From cash to total", "Minutes per player") if words in last] == []
    assert ["Round 1\n" in last, "Round 2\n" in last, "Round 3\n" in last] == [False, True, True]
    assert "Table 1: Player 01 (1), Player 02 (2), Player 04 (4)" in last
    assert "Not at a table: Player 03 (3)" in last
