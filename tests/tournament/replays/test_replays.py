"""Logs at the desk: what is read and refused, whose seat a player of the log is, and what a ruling says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from games.acquire.actions import ActKind
from games.acquire.board import parse_tile, tile_name
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_log
from games.acquire.logs.writer import write_text
from games.acquire.record import Header, Player
from laboratory.mistakes.sheets import full_sheet
from tests.games.acquire.spoilt import keep_founders_share
from tests.tournament.pages.logs import UNREAD
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource
from tournament.replays.money import CashComparison, Offer, compare, offers, unproved_players
from tournament.replays.reading import read_game
from tournament.replays.rulings import doubts_of, obstacles, propose_question, propose_ruling
from tournament.replays.steps import SeatEvidence, find_seats
from tournament.replays.table_log import (
    MAX_EVENTS,
    TableHeader,
    UnreadableLogError,
    header_of,
    read_table_log,
    starting_tiles,
)
from tournament.replays.workings import spoken_possible, spoken_value
from tournament.slices.practice.playing import DISPUTED_LOG

LOGS = Path(__file__).resolve().parents[3] / "fixtures/logs"
DISPUTED = DISPUTED_LOG.read_text(encoding="utf-8")
OUT_OF_TIME = (LOGS / "e24-out-of-time.acq").read_text(encoding="utf-8")
HEADER = "edition: mso\nplayers: Ann, Ben, Cai\n"
OPENING = f"{HEADER}start: Ann 1C, Ben 2A, Cai 7F\n"


def a_table(*cash: int | None, tiles: tuple[str, ...] = ()) -> TableRecord:
    return TableRecord(
        1,
        tuple(
            SeatRecord(PlayerId(number), number, tiles[number - 1] if tiles else "", amount)
            for number, amount in enumerate(cash, 1)
        ),
    )


def named(*names: str) -> dict[PlayerId, str]:
    return {PlayerId(number): name for number, name in enumerate(names, 1)}


# Reading


def test_every_turn_has_its_words_its_position_and_its_findings() -> None:
    reading = read_game(DISPUTED)
    assert [turn.title for turn in reading.turns][:3] == ["Start", "1 Ann", "2 Ben"]
    assert reading.turns[0].words == ("start: Ann 2H, Ben 4D, Cai 8G, Dot 9D",)
    assert reading.turns[1].words == ("1 Ann: 9I; buy -; draw ?",)
    openings = [turn.opening for turn in reading.turns][:3]
    assert openings[0] is None
    assert [opening and (opening.act, opening.value) for opening in openings[1:]] == [
        (ActKind.PLAY, parse_tile("9I")),
        (ActKind.PLAY, parse_tile("4G")),
    ]
    fiftieth = reading.turns[50]
    assert fiftieth.opening is not None
    assert fiftieth.opening.value == parse_tile("7A")
    assert fiftieth.words[:2] == ("50 Ben: 7A", "bonus Dot Worldwide 5000; bonus Cai Worldwide 1500")
    assert (fiftieth.view.cash["Cai"], fiftieth.view.placed is not None) == (12_700, True)
    assert [(turn.title, found.code, found.rule) for turn, found in reading.findings] == [
        ("50 Ben", "bonus-wrong", "R3"),
        ("55 Cai", "final-wrong", "R11"),
    ]


@pytest.mark.parametrize("path", [*sorted(LOGS.glob("*.acq")), DISPUTED_LOG], ids=lambda path: path.stem)
def test_no_finding_is_lost_between_the_replay_and_the_turns(path: Path) -> None:
    reading = read_game(path.read_text(encoding="utf-8"))
    assert [found for _, found in reading.findings] == list(reading.answer.findings)
    assert [turn.place for turn in reading.turns] == list(range(reading.answer.turns + 1))


def test_a_log_that_counts_its_turns_wrongly_keeps_every_finding_once() -> None:
    shuffled = DISPUTED.replace("\n8 Dot:", "\n6 Dot:").replace("\n9 Ann:", "\n7 Ann:").replace("\n20 Dot:", "\n9 Dot:")
    reading = read_game(shuffled)
    assert sorted(str(found) for _, found in reading.findings) == sorted(map(str, reading.answer.findings))
    assert "turn-number" in {found.code for found in reading.answer.findings}


def test_a_game_says_the_same_in_json_as_in_text() -> None:
    assert read_game(write_json(read_log(OUT_OF_TIME))).turns[2].words == read_game(OUT_OF_TIME).turns[2].words


def test_a_log_without_a_turn_is_its_start_alone() -> None:
    reading = read_game(OPENING)
    assert [(turn.title, turn.words) for turn in reading.turns] == [("Start", ("start: Ann 1C, Ben 2A, Cai 7F",))]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (f"{HEADER}1 Ann: 13A; found Zork\n2 Ben: 4J\n", (3, 8), "“13A; found Zork” was not recognised"),
        (f"{HEADER}1 Ann: 13A; found Zork\n2 Ben: 4J\n", (3, 8), "1 more part of the log cannot be read."),
        ("hello", (1, 1), "does not name any players"),
        (f"{HEADER}final: Ann {'9' * 5000}\n", (3, 12), "a number with 5,000 digits"),
        (f"{HEADER}# \x00\n", (3, 3), "a zero byte"),
        (HEADER + "Ann: 1A; buy -; draw ?\n" * MAX_EVENTS, (0, 0), "The log is too long for one game"),
        (HEADER + "Ann: 1A" + "\n    buy -" * MAX_EVENTS, (0, 0), "The log is too long for one game"),
        (HEADER + "Ann: 1A\n" * 401, (0, 0), "The log is too long for one game"),
        (f"edition: mso\nplayers: {', '.join(f'P{n}' for n in range(13))}\n", (0, 0), "13 players"),
        (
            '{"format":"acquire-log-1","header":{"edition":"mso","players":[{"id":"A","name":"\\ud800"}]},"events":[]}',
            (0, 0),
            "The name of player A cannot be read",
        ),
    ],
    ids=[
        "tile",
        "and more",
        "no log",
        "digits",
        "zero byte",
        "long",
        "just too long",
        "turns",
        "players",
        "half a character",
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(UnreadableLogError) as refusal:
        read_game(text)
    assert words in str(refusal.value)
    assert (refusal.value.line, refusal.value.column) == place


# With what the table knows


def test_a_log_without_a_header_takes_players_tiles_and_chain_names_from_the_table() -> None:
    table = a_table(None, None, None, tiles=("9I", "3A", "2H"))
    told = header_of(table, named("Ada Demo", "Ben Demo", "Cai Demo"), SeatSource.TILES, "1999")
    people = (Player("Cai", "Cai Demo"), Player("Ben", "Ben Demo"), Player("Ada", "Ada Demo"))
    starts = {"Cai": parse_tile("2H"), "Ben": parse_tile("3A"), "Ada": parse_tile("9I")}
    assert told == TableHeader(people, tuple(starts.items()), "1999")
    sheet = read_table_log("1 cai: 1H, found Sackson, buy 2 Sackson\n", told)
    assert (sheet.record.header.players, starting_tiles(sheet.record), sheet.problems) == (people, starts, ())
    assert sheet.record.header == Header("mso", people, "1999")
    assert [str(note) for note in sheet.notes if not note.written] == [
        "took edition: mso",
        "took players: Cai, Ben, Ada",
        "took start: Cai 2H, Ben 3A, Ada 9I",
    ]


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (("Ada Demo", "Ada Sample", "Ben Demo"), ["AdaDemo", "AdaSample", "Ben"]),
        (("Player 1 Sample", "player 2 Sample", "D'Arcy Demo"), ["Player1Sample", "player2Sample", "DArcy"]),
        (("Final", "Start Demo", "Ben Demo"), ["P1", "StartDemo", "Ben"]),
        (("Ada", "Ada", "Ben"), ["P1", "P2", "Ben"]),
        (("P2", "Final", "Ben"), ["P1", "P2", "P3"]),
    ],
    ids=["one first name", "numbered", "words of the notation", "one name", "a name like a number"],
)
def test_each_player_of_a_table_is_called_by_a_word_of_his_own(names: tuple[str, ...], ids: list[str]) -> None:
    told = header_of(a_table(None, None, None), named(*names), SeatSource.CHART)
    assert [player.id for player in told.players] == ids
    assert [player.name for player in told.players] == list(names)


def test_starting_tiles_are_told_only_where_all_are_known() -> None:
    names = named("Ada", "Ben", "Cai")
    assert header_of(a_table(None, None, None, tiles=("9I", "", "2H")), names, SeatSource.TILES).starts == ()
    assert header_of(a_table(None, None, None, tiles=("9I", "9I", "2H")), names, SeatSource.TILES).starts == ()


def test_what_a_log_says_itself_stands_against_the_table() -> None:
    told = header_of(a_table(None, None), named("Xenia", "Yves"), SeatSource.CHART)
    assert read_table_log(DISPUTED, told) == read_table_log(DISPUTED)


def test_a_place_that_is_unread_is_told_in_the_ruling_and_keeps_nobody_from_ruling() -> None:
    reading = read_game(UNREAD)
    assert [(place.line, place.problem) for place in reading.problems] == [(85, "“Zork” was not recognised")]
    assert obstacles(reading, ENTERED) == ()
    chosen = {log_id: offers(reading, log_id)[0] for log_id in unproved_players(reading)}
    ruling = propose_ruling(reading, compare(reading, ENTERED, SEATS, chosen), named("Ada", "Bob", "Cy", "Di"))
    assert "1 part of the log cannot be read." in ruling.splitlines()
    assert "Zork" not in ruling


def test_a_header_that_cannot_be_read_leaves_nobodys_cash_proved() -> None:
    reading = read_game(DISPUTED.replace("players:", "chains: nowhere\nplayers:"))
    assert (reading.answer.final["Ann"], reading.final, unproved_players(reading)) == (
        23_600,
        {},
        ("Ann", "Ben", "Cai", "Dot"),
    )


# Who is who


def likeness(text: str, table: TableRecord, names: dict[PlayerId, str]) -> list[tuple[int | None, SeatEvidence | None]]:
    guesses = find_seats(read_game(text).record, table, names, SeatSource.TILES)
    return [(guess.player, guess.likeness) for guess in guesses]


def test_players_are_found_by_number_name_tile_part_of_the_name_and_at_last_by_order() -> None:
    log = "edition: mso\nplayers: 5, B = Eve Sample, C, Ada, E\nstart: 5 1A, B 2A, C 3A, Ada 4A, E 5A\n"
    table = a_table(None, None, None, None, None, tiles=("9I", "3A", "8A", "7A", "6A"))
    names = named("Eve Sample", "Ben Sample", "Cai Sample", "Ada Sample", "Dot Sample")
    assert likeness(log, table, names) == [
        (5, SeatEvidence.NUMBER),
        (1, SeatEvidence.NAME),
        (2, SeatEvidence.STARTING_TILE),
        (4, SeatEvidence.PART_OF_NAME),
        (3, SeatEvidence.ORDER),
    ]


def test_the_order_of_play_is_that_of_the_starting_tiles() -> None:
    table = a_table(None, None, None, tiles=("10B", "3A", "2H"))
    assert likeness(f"{HEADER}1 Ann: 1A\n", table, named("X", "Y", "Z")) == [
        (3, SeatEvidence.ORDER),
        (2, SeatEvidence.ORDER),
        (1, SeatEvidence.ORDER),
    ]


def test_a_name_that_two_bear_proposes_nobody_by_name() -> None:
    found = likeness(f"{HEADER}1 Ann: 1A\n", a_table(None, None, None), named("Ann One", "Ann Two", "Ben Three"))
    assert found == [(1, SeatEvidence.ORDER), (3, SeatEvidence.PART_OF_NAME), (2, SeatEvidence.ORDER)]


def test_with_another_number_of_players_the_order_proposes_nobody() -> None:
    found = likeness(f"{HEADER}1 Ann: 1A\n", a_table(None, None, None, None), named("Ann", "X", "Y", "Z"))
    assert found == [(1, SeatEvidence.NAME), (None, None), (None, None)]


# Comparing and ruling

SEATS = {"Ann": PlayerId(1), "Ben": PlayerId(2), "Cai": PlayerId(3), "Dot": PlayerId(4)}
ENTERED = a_table(23_600, 18_000, 37_100, 37_300)


def test_the_computed_cash_stands_beside_the_entered_and_the_logs_own() -> None:
    rows = compare(read_game(DISPUTED), ENTERED, SEATS)
    assert rows == (
        CashComparison(PlayerId(1), "Ann", 23_600, 23_600, 23_600, 23_600),
        CashComparison(PlayerId(2), "Ben", 18_000, 18_000, 18_000, 18_000),
        CashComparison(PlayerId(3), "Cai", 37_100, 38_100, 37_100, 38_100),
        CashComparison(PlayerId(4), "Dot", 37_300, 37_300, 37_300, 37_300),
    )
    assert [row.difference for row in rows] == [0, 0, 1_000, 0]


def test_before_a_result_is_entered_the_computed_cash_is_set_against_the_logs_own() -> None:
    rows = compare(read_game(DISPUTED), a_table(None, None, None, None), SEATS)
    assert [(row.entered, row.recorded, row.computed, row.difference) for row in rows] == [
        (None, 23_600, 23_600, 0),
        (None, 18_000, 18_000, 0),
        (None, 37_100, 38_100, 1_000),
        (None, 37_300, 37_300, 0),
    ]
    assert [row.agrees for row in rows] == [False] * 4


def test_the_time_out_example_comes_to_13700_for_its_player() -> None:
    table = a_table(13_700, 23_100, 6_900)
    rows = compare(read_game(OUT_OF_TIME), table, {"Ann": PlayerId(1), "Ben": PlayerId(2), "Cai": PlayerId(3)})
    assert all(row.agrees for row in rows)
    assert obstacles(read_game(OUT_OF_TIME), table) == ()
    assert doubts_of(read_game(OUT_OF_TIME)) == ("The log starts mid-game; what came before is taken from its header.",)


def test_the_ruling_cites_turn_finding_and_rule_and_the_amounts_that_change() -> None:
    reading = read_game(DISPUTED)
    words = propose_ruling(reading, compare(reading, ENTERED, SEATS), named("Ada", "Bob", "Cy", "Di"))
    assert words == (
        "Turn 50: Cy was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cy (R3).\n"
        "The correct amount is (R11): Cy 38,100 (37,100 was entered)."
    )


def test_a_log_of_another_game_is_doubted_by_its_starting_tiles_and_by_its_sum() -> None:
    names, drawn = named("Ann", "Ben", "Cai", "Dot"), ("2E", "5C", "8B", "10I")
    own = tuple(tile_name(tile) for tile in sorted(starting_tiles(read_game(DISPUTED).record).values()))
    tiles_differ = f"The log's starting tiles are {' '.join(own)}, but the table's are 2E 5C 8B 10I."
    sums_differ = "The log's final cash is 117,000 in total, but 30,000 was entered."
    for tiles, amounts, said in (
        (own, (23_600, 18_000, 37_100, 37_300), ""),
        (own, (6_000, 7_000, 8_000, None), ""),
        (own, (3_600, 18_000, 37_100, 37_300), ""),
        (drawn, (23_600, 18_000, 37_100, 37_300), tiles_differ),
        (own, (6_000, 7_000, 8_000, 9_000), sums_differ),
        (drawn, (6_000, 7_000, 8_000, 9_000), f"{tiles_differ} {sums_differ}"),
    ):
        table = a_table(*amounts, tiles=tiles)
        reading = read_game(DISPUTED, header_of(table, names, SeatSource.TILES))
        expected = (f"{said} Is this the right game for this table?",) if said else ()
        assert doubts_of(reading, compare(reading, table, SEATS)) == expected


def test_a_ruling_without_a_finding_says_so() -> None:
    reading = read_game(OUT_OF_TIME)
    rows = (CashComparison(PlayerId(1), "Ann", None, 13_700),)
    assert propose_ruling(reading, rows, named("Ada")) == (
        "The replay found nothing against the rules.\nThe correct amount is (R11): Ada 13,700.\n"
        "Nothing had been entered for Ada."
    )


def test_a_dispute_cites_a_finding_in_one_line() -> None:
    assert [propose_question(*found) for found in read_game(DISPUTED).findings] == [
        "Turn 50, Ben: Cai was paid 1,500 for Worldwide; the bonus for 4 tiles is 2,500. (R3)",
        "Turn 55, Cai: Cai was recorded with 37,100; according to the log as written, it should be 38,100. "
        "An earlier finding explains the difference. (R11)",
    ]


def test_a_long_finding_is_cut_to_what_a_question_holds() -> None:
    turn, finding = read_game(DISPUTED).findings[0]
    question = propose_question(turn, replace(finding, said="x" * 500))
    assert question == f"Turn 50, Ben: {'x' * 280}… (R3)"
    assert len(question) == 300


def test_a_game_that_does_not_end_has_no_cash_to_apply() -> None:
    reading = read_game(f"{OPENING}1 Ann: 1B; buy -; draw ?\n")
    assert obstacles(reading, a_table(None, None, None)) == (
        "The log stops after 1 turn, before the end of the game, so there is no final cash to apply. "
        "Complete the log and attach it again.",
    )
    assert [row.computed for row in compare(reading, a_table(1, 2, 3), {"Ann": PlayerId(1)})] == [None, None, None]


def test_a_log_of_four_cannot_be_the_result_of_a_table_of_three() -> None:
    assert obstacles(read_game(DISPUTED), a_table(1, 2, 3)) == (
        "The log has 4 players, but the table has 3. Attach the log to the table it belongs to.",
    )


def test_cash_that_is_not_proved_is_nobodys_until_the_director_chooses_it() -> None:
    spoilt = keep_founders_share(full_sheet(0, 3).of_scribe(), Random(1))
    reading = read_game(write_text(spoilt.record))
    seats = {player.id: PlayerId(number) for number, player in enumerate(reading.players, 1)}
    table = a_table(1, 2, 3)
    assert unproved_players(reading) == ("P2",)
    assert obstacles(reading, table) == ()
    assert spoken_possible(reading.answer.possible["P2"]) == "possibly 55,600 or 56,300"
    assert [row.computed for row in compare(reading, table, seats)] == [31_600, None, 34_100]
    rows = compare(reading, table, seats, {"P2": Offer(55_600)})
    assert [(row.computed, row.is_chosen) for row in rows] == [(31_600, False), (55_600, True), (34_100, False)]
    assert propose_ruling(reading, rows, named("Ada", "Bob", "Cy"), "The notes were counted twice.").splitlines()[
        -1
    ] == ("The director has set these amounts (R11): Bob 55,600 (2 was entered). The notes were counted twice.")


def test_an_amount_that_the_log_proves_is_not_the_directors_to_choose() -> None:
    rows = compare(read_game(DISPUTED), ENTERED, SEATS, {"Cai": Offer(1)})
    assert [(row.computed, row.is_chosen) for row in rows][2] == (38_100, False)


def test_another_edition_and_changed_rules_are_told_before_the_cash_is_trusted() -> None:
    told = doubts_of(read_game("edition: netacquire\nplayers: A, B\nrule split_rounding: floor1\n"))
    assert told[0].startswith("The log is replayed under the rules of netacquire")
    assert told[1] == "The header changes some rules of the game: split_rounding."


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, ""),
        (4000, "4,000"),
        (Fraction(9000, 4), "2,250"),
        (Fraction(1, 2), "0.50"),
        (["1A", "?"], "1A ?"),
        ([], "nothing"),
        ({"Luxor": 3, "Tower": 1}, "Luxor 3, Tower 1"),
        ("Luxor", "Luxor"),
    ],
)
def test_the_values_of_a_finding_are_spoken(value: object, words: str) -> None:
    assert spoken_value(value) == words
