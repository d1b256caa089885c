"""Words of every language in their places, remarks beside them, and any text at all."""

from __future__ import annotations

from contextlib import suppress
from csv import DictReader
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import ActKind
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.errors import LogError
from games.acquire.logs.language.cursor import MEANINGS
from games.acquire.logs.language.spelling import Nearest, fold, is_one_slip, plain_signs, spellings
from games.acquire.logs.language.words import CLAUSE_WORDS, INSIDE_WORDS, LANGUAGES, LINE_WORDS, TABLES, rows
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.judging.judge import replay
from tests.games.acquire.people.variants import HEAD, PLAIN, TRADED
from tests.games.acquire.tellings import cut, told_game

OF_SIX = "edition: mso\nplayers: Ann, Ben\nstart: Ann 1C, Ben 2A\n"
_BARE = "edition: mso\nplayers: Ann, Ben\n"
#: Nothing to do with 4C; 4C founds; 4C merges Tower into Luxor; 4C merges two chains of one size; a chain that may end the game.
ON_BOARD = f"{_BARE}position board Luxor: 1A 2A\nposition board Tower: 7A 8A\n"
LONE = f"{_BARE}start: Ann 4D, Ben 2A\n"
_SHARES = "position shares Ann: Tower 2\nposition shares Ben: Tower 12\n"
MERGER = f"{_BARE}position board Luxor: 1C 2C 3C\nposition board Tower: 5C 6C\n{_SHARES}"
WIDE = MERGER.replace("Tower 2\n", "Luxor 1\n").replace("Tower 12", "Tower 25")
TIED = f"{_BARE}position board Luxor: 4A 4B\nposition board Tower: 4D 4E\n{_SHARES}"
SAFE = f"{_BARE}position board Luxor: {' '.join(f'{column}A' for column in range(1, 12))}\n"

with Path(__file__).with_name("words.csv").open(encoding="utf-8", newline="") as _lines:
    #: For each meaning of a word, by the kind of its table, a board, a turn or line with the word, and the same as the notation has it.
    MEANT = {(int(row["kind"]), row["meaning"]): row for row in DictReader(_lines)}
BOARDS = {
    "OF_SIX": OF_SIX,
    "ON_BOARD": ON_BOARD,
    "LONE": LONE,
    "SAFE": SAFE,
    "MERGER": MERGER,
    "WIDE": WIDE,
    "TIED": TIED,
}
#: Words that are the beginnings of chains, or a row of the board, where they are in capitals.
OF_CHAINS = {"I", "E", "To", "TO", "Sa", "SA", "Con", "CON"}
#: What only a program or a director writes, in the notation: no hand has these words in rows of its own.
EXACT_ONLY = {"takeback", "order", "clock", "timeout", "redraw"}
#: What the notation asks of a takeback and of a redraw is none of the reader's business, nor whether a swap is allowed.
ASKED = ("play", "found", "buy", "draw", "pass", "end", "sell", "trade", "hold", "bonus")


def text_of(meaning: str, word: str, kind: int) -> tuple[str, str]:
    """A log with a word of that table, and the same log as the notation has it."""
    row = MEANT[kind, meaning]
    written, canonical = row["written"], row["read"]
    if kind < 2:
        head = BOARDS[row["board"]]
        return f"{head}1 Ann: {written.format(word)}\n", f"{head}1 Ann: {canonical}\n"
    if meaning in ("turn", "final", "hand"):
        return f"{OF_SIX}{written.format(word)}\n", f"{OF_SIX}{canonical}\n"
    lines = {"edition": "edition: mso", "players": "players: Ann, Ben", "start": "start: Ann 1C, Ben 2A"}
    plain, loose = {**lines, meaning: canonical}, {**lines, meaning: written.format(word)}
    order = ("edition", "players", *(key for key in plain if key not in lines), "start")
    return (
        "\n".join(loose[key] for key in order) + "\n1 Ann: 4C\n",
        "\n".join(plain[key] for key in order) + "\n1 Ann: 4C\n",
    )


def told(record: GameRecord) -> tuple[object, ...]:
    """What a log tells: its players, its chains, and its events but for tiles drawn that nobody saw."""
    events = [event for event in record.events if event != event._replace(act=ActKind.DRAW, value=(-1,))]
    return record.header.edition, record.header.players, record.header.labels(), record.header.other, events


@cache
def strictly(text: str) -> GameRecord:
    """A log in the notation, read once for all the spellings of all the words that mean it."""
    return read_text(text)


@pytest.mark.parametrize(("kind", "meaning"), MEANT)
def test_every_word_of_a_meaning_is_read_in_its_place_in_all_languages(kind: int, meaning: str) -> None:
    wrong = []
    for word in [word for language in LANGUAGES for word, meant in rows(TABLES[kind][language]) if meant == meaning]:
        for spelled in {word, word.upper(), word.capitalize(), *spellings(word)} - OF_CHAINS:
            if spelled[:1].isdigit() and " " in spelled:
                continue  # 1 st
            loose, plain = text_of(meaning, spelled, kind)
            with suppress(LogError):
                reading = read_people(loose)
                if not reading.problems and told(reading.record) == told(strictly(plain)):
                    continue
            wrong.append(spelled)
    assert wrong == []


def test_every_meaning_of_a_word_is_tried() -> None:
    meanings = {(kind, meaning) for kind in range(3) for table in TABLES[kind].values() for _, meaning in rows(table)}
    assert meanings == {*MEANT, *((0, meaning) for meaning in EXACT_ONLY)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_what_is_done_in_a_game(language: str) -> None:
    meanings = {meaning for _, meaning in rows(TABLES[0][language])}
    assert set(ASKED) <= meanings


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_no_word_means_two_things(kind: int) -> None:
    meanings: dict[str, set[str]] = {}
    for table in TABLES[kind].values():
        for word, meaning in rows(table):
            for spelling in spellings(word):
                meanings.setdefault(spelling, set()).add(meaning)
    assert {word: told for word, told in meanings.items() if len(told) > 1} == {}


@pytest.mark.parametrize(
    ("log", "meant"),
    [
        ("4C; compra 2 de Luxor con 1 Tower", "4C; buy Luxor 2, Tower 1"),
        ("4C; buy 2 Lux, 1 To", "4C; buy Luxor 2, Tower 1"),
    ],
)
def test_a_filler_that_begins_a_chains_name_is_the_chain_behind_a_number(log: str, meant: str) -> None:
    assert told(read_people(f"{ON_BOARD}1 Ann: {log}\n").record) == told(strictly(f"{ON_BOARD}1 Ann: {meant}\n"))


def test_a_chain_is_named_by_a_word_that_means_something_else_in_other_logs() -> None:
    lone = LONE.replace("edition: mso", "edition: mso\nchains: 1999")
    reading = read_people(f"{lone}1 Ann: 4C, founds Fusion, buys 2 Fusion\n")
    assert told(reading.record) == told(strictly(f"{lone}1 Ann: 4C; found Fusion; buy Fusion 2\n"))


def test_five_words_begin_a_chains_name_and_no_others() -> None:
    names = {fold(name) for labels in LABEL_SETS.values() for name in labels.names}
    words = [*CLAUSE_WORDS, *INSIDE_WORDS]
    assert [word for word in words if any(name.startswith(word) for name in names)] == [
        "fusion",
        "to",
        "sa",
        "con",
        "i",
    ]


def test_a_word_inside_a_clause_is_no_word_that_begins_one() -> None:
    assert set(INSIDE_WORDS) & set(MEANINGS) == set()


@pytest.mark.parametrize(
    ("slip", "meaning"), [("buuy", "buy"), ("byu", "buy"), ("fuond", "found"), ("verkaufft", "sell")]
)
def test_a_slip_of_a_word_is_read_where_one_meaning_is_near(slip: str, meaning: str) -> None:
    loose, plain = text_of(meaning, slip, 0)
    assert told(read_people(loose).record) == told(strictly(plain))


@pytest.mark.parametrize("slip", ["gold", "zell", "frade"])
def test_a_word_that_is_near_to_none_or_two_is_no_word_of_a_disposal(slip: str) -> None:
    reading = read_people(f"{MERGER}1 Ann: 4C; Ben {slip} 4 Tower\n")
    assert ActKind.DISPOSE not in [event.act for event in reading.record.events]
    assert reading.problems != ()


@pytest.mark.parametrize(
    ("written", "meant", "is_slip"),
    [
        ("luxur", "luxor", True),
        ("luxr", "luxor", True),
        ("luxorr", "luxor", True),
        ("luxro", "luxor", True),
        ("uxlor", "luxor", False),
        ("luxor", "luxor", False),
        ("p10", "p11", False),
        ("p1", "p11", False),
        ("1c", "2c", False),
        ("1c", "xc", False),
        ("abcd", "badc", False),
    ],
)
def test_a_slip_is_one_letter_wrong_missing_too_many_or_exchanged_with_its_neighbour(
    written: str, meant: str, is_slip: bool
) -> None:
    assert is_one_slip(written, meant) is is_slip
    assert is_one_slip(meant, written) is is_slip
    assert Nearest({meant: 1}).find(written) == ({1} if is_slip else set())


def test_folding_knows_no_capitals_and_no_accents_and_keeps_columns() -> None:
    assert [fold(word) for word in ("GRÜNDET", "założył", "Œuvre", "straße")] == [
        "grundet",
        "zalozyl",
        "oeuvre",
        "strasse",
    ]
    assert set(spellings("gründet")) == {"grundet", "gruendet"}
    text = "１ Ａｎｎ： 4C； buy – “x” × 2"
    assert plain_signs(text) == '1 Ann: 4C; buy - "x" x 2'
    assert len(plain_signs(text)) == len(text)


#: What scribes write on lines of their own.
REMARKS = [
    "page 2",
    "14:35",
    "break 5 min",
    "director called",
    "(Ben asks whether Luxor is safe)",
    "NB: P1 was late",
]
REMARKS += [
    "* P2 has the majority",
    "14.35 h, the clock was stopped",
    "20.11.2026",
    "p. 3/4",
    "P1 has 5 minutes left",
    "!!!",
]
#: What scribes write behind a clause.
TAILS = [" -- NB", " ?", " ok", "!", " (long think)", " - at last", " (Luxor is safe)", " well played"]
#: What may be an act, a chain, a tile or an amount, and fits nothing where it stands.
QUESTIONS = [
    "now 2 Luxor there",
    "Ben and Cai 1300 each",
    "2 L or T",
    "see 9C",
    "Ben 9.2k",
    "majority in Luxor $3000",
    "Luxor",
]


@cache
def scribes_log(seed: int) -> GameRecord:
    """A whole game as a scribe writes it: without hands and draws, with everybody's cash every ten turns and at the end."""
    players = 3 + seed % 3
    seats = range(players)
    whole = told_game("mso", players, seed)
    return cut(whole, {(seat, kind) for seat in seats for kind in ("hands", "draws", "dead")})


def with_line(text: str, written: str, random: Random) -> str:
    """A log with one more line somewhere below its first turn."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    lines.insert(random.randrange(first + 1, len(lines)), written)
    return "\n".join(lines)


def with_tail(text: str, written: str, random: Random) -> str:
    """A log with words behind one clause, as often as not behind a disposal."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    disposals = [at for at, line in enumerate(lines) if "dispose" in line]
    last = next(at for at, line in enumerate(lines) if line.startswith("final"))
    at = random.choice([random.choice(disposals), random.randrange(first, last)])
    lines[at] += written
    return "\n".join(lines)


def assert_untouched(text: str, record: GameRecord) -> None:
    reading = read_people(text)
    assert reading.record.events == record.events
    assert len(reading.notes) == 1
    answer = replay(reading.record)
    assert {finding.code for finding in answer.findings} <= {"line-unread"}
    assert answer.final == answer.recorded_final
    assert len(answer.final) == len(record.header.players)


@pytest.mark.parametrize("written", REMARKS)
@pytest.mark.parametrize("seed", [2])
def test_a_remark_on_a_line_of_its_own_takes_nobodys_proof_away(written: str, seed: int) -> None:
    record = scribes_log(seed)
    assert_untouched(with_line(write_text(record), written, Random(f"{written} {seed}")), record)


@pytest.mark.parametrize("written", TAILS)
@pytest.mark.parametrize("seed", [3])
def test_a_remark_behind_a_clause_takes_nobodys_proof_away(written: str, seed: int) -> None:
    record = scribes_log(seed)
    assert_untouched(with_tail(write_text(record), written, Random(f"{written} {seed}")), record)


def test_a_remark_between_the_lines_of_a_purchase_does_not_part_them() -> None:
    written = PLAIN.replace("buy Luxor 1, American 1; draw ?", "buy Luxor 1,\npage 2\n    American 1; draw ?")
    reading = read_people(written)
    assert reading.problems == ()
    assert reading.record.events == read_people(PLAIN).record.events


@pytest.mark.parametrize("written", QUESTIONS)
def test_what_may_mean_something_and_fits_nothing_is_a_remark_that_is_told(written: str) -> None:
    text = f"{HEAD}1 Ann: 4C; buy -\n2 Ben: 5D; buy -\n    {written}\n3 Cai: 9I; buy -\n"
    reading = read_people(text)
    assert reading.record.events == read_people(text.replace(f"    {written}\n", "")).record.events
    assert [(note.line, note.written, note.read) for note in reading.notes] == [(6, written, "a remark")]
    assert {(gap.before, gap.line, gap.player) for gap in reading.record.unread} == {(9, 6, 1)}
    assert len(reading.problems) == len(reading.record.unread)


@pytest.mark.parametrize("written", ["Ben", "at last", "-----", "(a good one)"])
def test_what_can_mean_nothing_alone_is_a_remark_and_no_more(written: str) -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C; buy -\n    {written}\n2 Ben: 5D; buy -\n")
    assert reading.problems == ()
    assert {note.read for note in reading.notes} <= {"a remark"}


#: What people write in logs: words of all languages, names of players and chains, tiles, numbers and signs.
_NAMES = ("Ann", "Ben", "Cai", "A", "Luxor", "Tower", "American", "lux", "L", "T", "FFI", "WW", "l", "I", "a", "w", "x")
_NUMBERS = ("0", "1", "2", "3", "12", "100", "3000", "5.4k", "5,200", "$400", "3C", "9I", "llB", "4-C", "1/0/1")
_SIGNS = (*"-+/*:;,.!?()[]<>=|#&'\"$~_", "->", "--", "=>", "→", "〃", "\n", "\n    ", "\t", "\x0c", "é", "x2")
PIECES = st.sampled_from([*CLAUSE_WORDS, *INSIDE_WORDS, *LINE_WORDS]) | st.sampled_from([*_NAMES, *_NUMBERS, *_SIGNS])
TEXTS = st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=24)
#: The lines of logs behind which the texts are put: before the first turn, in a turn, and behind tiles that merge chains.
PLACES = st.sampled_from(
    [PLAIN[:at] for at in (PLAIN.index("\n1 Ann"), PLAIN.index("; found"), PLAIN.index("5 Ben: 3C") + 9)]
    + [TRADED[:at] for at in (TRADED.index("7 Ann: 3C") + 9, TRADED.index("18 Cai: 7E") + 10)]
)


@given(PLACES, st.sampled_from(["", " ", "; ", "\n", "\n    "]), TEXTS)
def test_no_text_raises_anything_but_a_log_error(log: str, between: str, text: str) -> None:
    with suppress(LogError):
        read_people(f"{log}{between}{text}\n")


def test_a_word_for_a_merger_alone_only_repeats_what_the_tile_does() -> None:
    for word in ("merger", "MERGER", "merger!", "Merger.", "fusion", "merging"):
        reading = read_people(PLAIN.replace("5 Ben: 3C", f"5 Ben: 3C; {word}"))
        assert reading.record.events == read_people(PLAIN).record.events, word
