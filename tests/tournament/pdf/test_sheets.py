"""Every sheet: its text is what was reviewed, its pages are framed, it takes its choices and says what is not final."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.pdf.events import PRINTED_AT, RULESET, ZOO, event, event_with_sit_out, withdrawn
from tests.tournament.pdf.reading import pages_of, some_pages_of, text_of
from tournament.pdf.document import round_pack, sheet
from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.sheet import Takes
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord, SeatRecord
from tournament.record.rounds import PenaltyRecord, TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundKind, RoundState, SeatSource, Status
from tournament.scores.totals import standings

GOLDEN = Path(__file__).parents[3] / "fixtures" / "paper" / "sheets.txt"
SIZES = (3, 13, 100)
DEFAULT = Options()
TWO_TABLES = Options(first_table=1, last_table=2)
FRAME = ("version 17", "printed 20 Aug 2026, 11:32", "Example Acquire Championship")


def printed(name: str, of: EventRecord, options: Options = DEFAULT) -> bytes:
    return sheet(name, of, options, PRINTED_AT)


def golden_texts() -> dict[int, str]:
    """The text of every sheet by size of event; a page that was there at a smaller size only says so."""
    known: set[str] = set()
    texts = {}
    for players in SIZES:
        of = event(players, closed=4, drawn=0)
        parts = []
        for name in SHEETS:
            for number, page in some_pages_of(printed(name, of, TWO_TABLES)):
                content = " | ".join(line for line in page if not any(mark in line for mark in FRAME))
                parts.append(f"== {name}, page {number}{': as before' if content in known else ''}")
                if content not in known:
                    parts += textwrap.wrap(content, 140, break_long_words=False, break_on_hyphens=False)
                known.add(content)
        texts[players] = "\n".join(parts) + "\n"
    return texts


def test_every_sheet_says_what_was_reviewed(writes_paper: bool) -> None:
    text = "".join(f"==== {players} players\n{text}" for players, text in golden_texts().items())
    if writes_paper:
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHEETS)
def test_every_page_names_event_round_page_time_and_version(name: str) -> None:
    pages = [page for page in pages_of(printed(name, event(17, closed=4, drawn=0))) if page]
    for number, page in enumerate(pages, start=1):
        text = " ".join(page)
        foot = [f"page {number} of {len(pages)}"] * SHEETS[name].has_foot
        assert all(mark in text for mark in (*FRAME, *foot)), (name, number)
        assert any(
            word in text
            for word in ("Round ", "All rounds", "After round", "Final", "Random rounds", "Any round", "Before round")
        )


@pytest.mark.parametrize("name", SHEETS)
def test_the_same_state_at_the_same_time_is_printed_to_the_byte_alike(name: str) -> None:
    first = printed(name, event(17, closed=4, drawn=0, names=ZOO))
    printed(name, event(9, closed=4, drawn=0))  # something else between must not leave a trace
    assert printed(name, event(17, closed=4, drawn=0, names=ZOO)) == first


def test_the_pack_of_a_round_being_played_has_nothing_that_follows_from_its_results() -> None:
    played = event(17, closed=1)
    text = text_of(round_pack(played, 2, Options(), PRINTED_AT))
    assert "Cash correction" in text  # on the slips
    assert "Standings" not in text


def test_a_draft_says_so_on_every_page() -> None:
    base = event(13)
    draft = replace(base, rounds=(replace(base.rounds[0], state=RoundState.DRAFT),))
    assert all("DRAFT" in " ".join(page) for page in pages_of(printed("result-slips", draft)))


def test_a_player_who_sits_out_stands_on_both_pairings_with_the_score() -> None:
    for name in ("pairings-by-player", "pairings-by-table"):
        text = text_of(printed(name, event_with_sit_out()))
        assert "Player 07" in text
        assert "sits out" in text
        assert "25.000" in text


def test_a_movement_chart_is_refused_where_somebody_sits_out() -> None:
    with pytest.raises(PaperError, match=r"^A player sits out round 1, so later rounds are not known yet \(R50\)"):
        printed("movement-chart", event_with_sit_out())


def level() -> EventRecord:
    """Seventeen players before the final, all of them equal."""
    base = event(17, closed=3, drawn=0)
    rounds = base.rounds
    for record in base.rounds:
        tables = tuple(
            replace(table, seats=tuple(replace(seat, cash=30_000) for seat in table.seats)) for table in record.tables
        )
        rounds = tuple(replace(each, tables=tables) if each is record else each for each in rounds)
    return replace(base, rounds=rounds, penalties=())


def as_cut() -> EventRecord:
    """Seventeen players in the final, seated by their totals."""
    base = event(17, closed=3, drawn=1)
    cut, last = iter([row.player for row in standings(base)]), base.rounds[3]
    tables = tuple(
        replace(table, seats=tuple(replace(seat, player=next(cut)) for seat in table.seats)) for table in last.tables
    )
    return base.with_round(replace(last, kind=RoundKind.RANKED, top_table_wins=True, tables=tables))


def test_equal_totals_across_a_cut_are_marked_for_the_lot() -> None:
    assert "players are level across this line (R46-R47)" in text_of(printed("standings", level()))


def test_a_last_round_that_was_drawn_at_random_is_not_cut() -> None:
    """Four tables for the last round, kept random as it was announced: no line shows a final that nobody plays (R45)."""
    base = event(17, closed=3, drawn=1)
    drawn = replace(base, rounds=tuple(replace(record, kind=RoundKind.RANDOM) for record in base.rounds))
    assert "top table" not in text_of(printed("standings", drawn))


def test_a_correction_after_the_final_was_drawn_draws_no_line_through_its_tables() -> None:
    """The final stays as it was drawn (R68): where the corrected totals no longer tell who plays where, no line says so."""
    as_drawn = as_cut()
    first, last = as_drawn.rounds[0], as_drawn.rounds[3].tables[-1].seats[-1].player
    corrected = tuple(
        replace(
            table,
            seats=tuple(replace(seat, cash=100_000) if seat.player == last else seat for seat in table.seats),
        )
        for table in first.tables
    )
    after = as_drawn.with_round(replace(first, tables=corrected))
    asked = Options(round_number=3)
    assert "Table 1, the top table" in text_of(printed("standings", as_drawn, asked))
    assert "the top table" not in text_of(printed("standings", after, asked))


@pytest.mark.parametrize(("status", "listed_above"), [(Status.WITHDRAWN, 1), (Status.DISQUALIFIED, 0)])
def test_who_leaves_during_the_final_does_not_move_its_lines(status: Status, listed_above: int) -> None:
    """The best player of four at the top table leaves: three others stand above the line of table 2, and the one withdrawn."""
    base = as_cut()
    best = standings(base)[0].player
    gone = tuple(replace(entry, status=status) if entry.player == best else entry for entry in base.entries)
    text = text_of(printed("standings", replace(base, entries=gone), Options(round_number=3)))
    above, _, below = text.partition("Table 1, the top table")
    assert (above.count("Player"), below.partition("Table 2")[0].count("Player")) == (0, 3 + listed_above)


def test_who_was_late_and_never_came_is_absent_on_the_medal_form() -> None:
    base = event(8, closed=4, drawn=0)
    late = replace(base.entries[0], player=PlayerId(9), name="Never Came", status=Status.LATE)
    text = text_of(printed("medal-form", replace(base, entries=(*base.entries, late))))
    assert "Never Came" in text


def test_who_played_and_was_marked_absent_stands_once_on_the_medal_form() -> None:
    base = event(8, closed=4, drawn=0)
    gone = replace(base.entries[7], status=Status.ABSENT)
    text = text_of(printed("medal-form", replace(base, entries=(*base.entries[:7], gone))))
    assert "absent" not in text


def test_a_withdrawn_player_stays_in_the_lists() -> None:
    of = replace(withdrawn(event(13, closed=4, drawn=0), player=5), rounds_planned=5)
    assert "Player 05: Withdrew" in text_of(printed("standings", of))
    assert "Player 05" not in text_of(printed("place-cards", of))


def test_who_went_home_after_the_last_round_is_not_marked_beside_medal_and_points() -> None:
    of = withdrawn(event(13, closed=4, drawn=0), player=5)
    assert "Player 05: Withdrew after the last round." in text_of(printed("standings", of))
    for each in ("standings", "final-list"):
        assert "(withdrawn)" not in text_of(printed(each, of))


def test_every_ruling_and_cancelled_penalty_is_on_the_log() -> None:
    base = event(7, closed=1, drawn=0)
    table = replace(base.rounds[0].tables[0], equal_shares_ruling="bag spilled")
    seat = replace(table.seats[0], cash_reason="recount", timed_out=True)
    tables = (replace(table, seats=(seat, *table.seats[1:])), *base.rounds[0].tables[1:])
    fine = PenaltyRecord(
        PlayerId(2),
        1,
        PenaltyKind.FINE,
        5000,
        "misplay",
        given_at=PRINTED_AT,
        given_by="Director",
        is_cancelled=True,
        cancel_reason="wrong player",
    )
    of = replace(
        base,
        rounds=(replace(base.rounds[0], tables=tables),),
        penalties=(fine,),
        ties=(TieRuling((PlayerId(1), PlayerId(2)), "result of the final"),),
        gold_from_room=True,
    )
    text = text_of(printed("handover", of)).replace("\n", " ")
    assert "equal shares (R62): bag spilled" in text
    assert "(R11): recount" in text
    assert "out of time (R31)" in text
    assert "CANCELLED: wrong player. Was: misplay" in text
    assert "Player 01, Player 02, best first: result of the final" in text
    assert "(R43)" in text


def test_the_information_card_uses_the_names_of_each_set_in_use() -> None:
    base = event(13)
    mixed = replace(
        base, rounds=(replace(base.rounds[0], tables=(replace(base.rounds[0].tables[0], chain_set="1999"),)),)
    )
    text = text_of(printed("information-card", mixed)).replace("\n", " ")
    assert "Luxor, Tower" in text
    assert "Sackson, Zeta" in text
    assert "2,300*" in text  # 4,500 for two, rounded up (1.4)


@pytest.mark.parametrize(
    ("name", "of", "options", "message"),
    [
        ("banner", event(3), Options(), "There is no sheet called “banner”; choose "),
        ("result-slips", event(3, drawn=0), Options(), "No round has been drawn yet; draw one before printing its sheets."),
        ("results", event(3), Options(round_number=9), "Round 9 has not been drawn; draw it before printing its sheets."),
        ("result-slips", event(13), Options(first_table=7), "None of those you chose exists; choose from 1 to 4."),
        ("table-cards", event(13), Options(first_table=7), "None of those you chose exists; choose from 1 to 4."),
        ("table-cards", event(2, drawn=0), Options(), "2 players are not enough"),
        ("movement-chart", event(3, drawn=0), Options(), "No round has been drawn yet"),
        ("information-card", replace(event(3), chain_set="hall"), Options(), 'The chain names "hall" are not known; choose classic'),
        ("place-cards", event(0, drawn=0), Options(), "Nobody has been entered yet, so there are no place cards"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused_with_what_to_do(
    name: str, of: EventRecord, options: Options, message: str
) -> None:
    with pytest.raises(PaperError) as refusal:
        printed(name, of, options)
    assert str(refusal.value).startswith(message)


def test_a_table_that_cannot_be_scored_is_refused_in_the_words_of_the_scoring() -> None:
    base = event(6, closed=1, drawn=0)
    seats = tuple(seat for table in base.rounds[0].tables for seat in table.seats)
    six = replace(base.rounds[0], tables=(replace(base.rounds[0].tables[0], seats=seats),))
    rules = with_settings(RULESET, {"multiplier_six": None})
    with pytest.raises(PaperError, match=r"^The multiplier for tables of six has not been confirmed \(R60\)"):
        printed("results", replace(base, rounds=(six,), format=rules))


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(PaperError, match=r"^5 to 4: put the smaller number first\.$"):
        Options(first_table=5, last_table=4)
    with pytest.raises(PaperError, match=r"^5 to 4: put the smaller number first\.$"):
        Options(first_player=5, last_player=4)


@pytest.mark.parametrize("players", [0, 1, 2, 3])
@pytest.mark.parametrize("name", ["check-in", "standings", "handover", "blank-set"])
def test_the_sheets_of_an_empty_event_print_before_anything_is_drawn(name: str, players: int) -> None:
    assert pages_of(printed(name, event(players, drawn=0)))


# Every sheet takes the choices that its value names, and no other: a range of tables, a range of players


PLAYED = event(13, closed=4, drawn=0)
LISTS = {name: set(each.takes) for name, each in SHEETS.items() if each.takes}
"""What the sheets take; those that are not named are one thing and go out whole."""


def parts(name: str, **options: Any) -> dict[str, str]:
    listed = SHEETS[name].contents(Job(PLAYED, Options(**options), PRINTED_AT))
    assert listed.is_whole == (not options or not SHEETS[name].has_parts)
    return dict(listed.parts)


def about(what: str, listed: dict[str, str]) -> dict[str, str]:
    """What is listed of players or tables; a player at a table counts as a player."""
    told = {f"player:{key.partition('/')[2]}" if "/" in key else key: mark for key, mark in listed.items()}
    return {key: mark for key, mark in told.items() if key.startswith(f"{what}:")}


def text(name: str, **options: Any) -> str:
    return text_of(sheet(name, PLAYED, Options(**options), PRINTED_AT))


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if Takes.TABLES in takes])
def test_a_stretch_of_tables_is_printed_alone(name: str) -> None:
    whole, alone = parts(name), parts(name, first_table=2, last_table=2)
    if Takes.PLAYERS in LISTS[name]:
        seats = next(table for table in PLAYED.rounds[-1].tables if table.number == 2).seats
        assert set(about("player", alone)) == {f"player:{seat.player}" for seat in seats}
    else:
        assert about("table", alone) == {"table:2": whole["table:2"]}
    assert len(pages_of(sheet(name, PLAYED, Options(first_table=2, last_table=2), PRINTED_AT))) <= 4


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if Takes.PLAYERS in takes])
def test_a_stretch_of_players_is_printed_alone(name: str) -> None:
    first = 6 if name == "certificates" else 4
    wanted = [key for key in about("player", parts(name)) if first <= int(key.partition(":")[2]) <= 13]
    assert wanted
    assert set(about("player", parts(name, first_player=first, last_player=13))) == set(wanted)
    with pytest.raises(PaperError, match=r"you chose"):
        sheet(name, PLAYED, Options(first_player=90), PRINTED_AT)


@pytest.mark.parametrize("name", [name for name in SHEETS if name not in LISTS])
def test_what_is_one_thing_goes_out_whole_whatever_was_chosen(name: str) -> None:
    chosen = {"first_table": 2, "first_player": 5}
    assert parts(name, **chosen) == parts(name)
    assert text(name, **chosen) == text(name)


# What is not final says so in its title, and what only the end can give is not printed before it (R64-R65)


AT_THE_END = ("final-list", "medal-form", "prize-giving", "certificates")
MARK = "PROVISIONAL"


def marked(of: EventRecord) -> set[str]:
    """The sheets on every page of which it stands that they are provisional; on some pages alone it never does."""
    found = set()
    for name in SHEETS:
        try:
            pages = pages_of(sheet(name, of, Options(round_number=of.rounds[-1].number), PRINTED_AT))
        except PaperError:
            continue
        marks = [any(MARK in line for line in page) for page in pages]
        assert len(set(marks)) == 1, name
        found |= {name} if marks[0] else set()
    return found


def test_lists_say_that_they_are_provisional_until_the_last_round_is_closed() -> None:
    playing, between, over = event(7, closed=2, drawn=1), event(7, closed=2, drawn=0), event(7, closed=4, drawn=0)
    assert marked(playing) == {"results", "standings"}
    assert marked(between) == {"standings"}
    assert marked(over) == set()


@pytest.mark.parametrize("name", AT_THE_END)
def test_what_only_the_end_can_give_is_refused_before_the_last_round_is_closed(name: str) -> None:
    over = event(13, closed=4, drawn=0)
    last = over.rounds[-1]
    playing = over.with_round(replace(last, state=RoundState.PUBLISHED))  # every table has its result
    with pytest.raises(PaperError, match=r"^3 of 4 rounds have been closed; medals are awarded after the last\.$"):
        sheet(name, playing, Options(), PRINTED_AT)
    assert sheet(name, over, Options(), PRINTED_AT).startswith(b"%PDF")


def test_the_final_list_says_what_decided_each_medal_and_which_version_it_replaces() -> None:
    over = event(17, closed=4, drawn=0)
    text = " ".join(text_of(sheet("final-list", over, Options(replaces=12), PRINTED_AT)).split())
    assert "This replaces version 12. Destroy that version." in text
    assert "top table" in text
    assert "Replaces" not in text_of(sheet("final-list", over, Options(), PRINTED_AT))


# Whether seats are decided is one question: before, no sheet has a seat number, whatever stands in the draw (R4-R6)


SEAT_NUMBER = re.compile(r"[Ss]eat:? \d|Table \d+: \d|\d/\d\b(?!/)")
TITLE = "Seat"
TITLED = ("pack", "pairings-by-player", "pairings-by-table")
NUMBERED = re.compile(r"\b[1-6]\s+Player \d\d")
FORMS = ("result-slips", "record-sheet")
"""Where a player's line is marked by the seat."""


def unseated(of: EventRecord, shift: int = 0) -> EventRecord:
    """The event with every round seated by tiles of which none is typed, the draw's order counted from ``shift`` on."""
    rounds = tuple(
        replace(
            played,
            seat_source=SeatSource.TILES,
            tables=tuple(
                replace(
                    table,
                    seats=tuple(SeatRecord(seat.player, seat.position + shift, cash=seat.cash) for seat in table.seats),
                )
                for table in played.tables
            ),
        )
        for played in of.rounds
    )
    return replace(of, rounds=rounds)


def texts(of: EventRecord) -> dict[str, str]:
    """What every sheet says that can be printed now, and the pack of the round."""
    told = {"pack": text_of(round_pack(of, of.rounds[-1].number, Options(), PRINTED_AT))}
    for name in SHEETS:
        try:
            told[name] = text_of(sheet(name, of, Options(), PRINTED_AT))
        except PaperError:
            continue
    return told


def test_before_the_tiles_are_typed_no_sheet_has_a_seat_number() -> None:
    of = event(7, closed=1, drawn=1)
    told = texts(unseated(of))
    found = {name: SEAT_NUMBER.findall(text) for name, text in told.items() if SEAT_NUMBER.search(text)}
    assert found == {}
    assert [name for name in FORMS if NUMBERED.search(told[name])] == []
    assert [name for name in TITLED if TITLE in told[name]] == []
    handover = {"handover": lambda text: re.sub("SHA-256 .*", "", text)}  # the archive keeps the order of the draw
    kept = {name: handover.get(name, str)(text) for name, text in told.items()}
    assert {name: handover.get(name, str)(text) for name, text in texts(unseated(of, 40)).items()} == kept
    seated = texts(of)
    assert [name for name in told if SEAT_NUMBER.search(seated[name])] == ["handover"]
    assert [name for name in FORMS if NUMBERED.search(seated[name])] == list(FORMS)
    assert [name for name in (*TITLED, "results") if TITLE not in seated[name]] == []
