"""The words of eight languages: each is read in its place, none means two things, and a slip is read only where one word is near."""

from functools import cache

import pytest

from games.acquire.editions import LABEL_SETS
from games.acquire.logs import read_people, read_text
from games.acquire.logs.language.cursor import MEANINGS
from games.acquire.logs.language.spelling import Nearest, fold, is_one_slip, plain_signs, spellings
from games.acquire.logs.language.words import CLAUSE_WORDS, INSIDE_WORDS, LANGUAGES, TABLES, rows
from games.acquire.record import GameRecord

HEAD = "edition: mso\nplayers: Ann, Ben\nstart: Ann 1C, Ben 2A\n"
#: Where 4C merges two chains of one size.
TIED = "edition: mso\nplayers: Ann, Ben\nposition board Luxor: 4A 4B\nposition board Tower: 4D 4E\n"
MERGED = ("absorbs", "joins", "merges")

#: For each meaning of a clause word a turn with the word, and the turn as the notation has it.
CLAUSES = {
    "play": ("{} 4C", "4C"),
    "found": ("4C; {} Luxor", "4C; found Luxor"),
    "survivor": ("4C; {} Luxor", "4C; survivor Luxor"),
    "order": ("4C; {} Luxor, Tower", "4C; order Luxor, Tower"),
    "bonus": ("4C; {} Ben Tower 2000", "4C; bonus Ben Tower 2000"),
    "gets": ("4C; Ben {} 2000 for Tower", "4C; bonus Ben Tower 2000"),
    "dispose": ("4C; {} Ben Tower sell 1", "4C; dispose Ben Tower sell 1"),
    "sell": ("4C; dispose Ben Tower {} 1", "4C; dispose Ben Tower sell 1"),
    "trade": ("4C; dispose Ben Tower {} 2", "4C; dispose Ben Tower trade 2"),
    "hold": ("4C; dispose Ben Tower {} 3", "4C; dispose Ben Tower hold 3"),
    "buy": ("4C; {} Luxor 2", "4C; buy Luxor 2"),
    "draw": ("4C; {} 9A", "4C; draw 9A"),
    "pass": ("{}; draw ?", "pass; draw ?"),
    "skip": ("4C; {}; draw ?", "4C; buy -; draw ?"),
    "show": ("pass; {} 1A 2B", "pass; show 1A 2B"),
    "return": ("pass; {} 1A 2B", "pass; return 1A 2B"),
    "clock": ("4C; {}", "4C; clock"),
    "timeout": ("4C; {}", "4C; timeout"),
    "takeback": ("4C; {}; 5C", "4C; takeback; 5C"),
    "redraw": ("{} 1A 2B", "redraw 1A 2B"),
    "majority": ("4C; {} Ben Tower 2000", "4C; bonus Ben Tower 2000"),
    "minority": ("4C; {} Ben Tower 1000", "4C; bonus Ben Tower 1000"),
    "nothing": ("4C; {}; draw ?", "4C; buy -; draw ?"),
    "spends": ("4C; buy Luxor 2; Ann {} 600", "4C; buy Luxor 2"),
    "absorbs": ("4C; Luxor {} Tower", "4C; survivor Luxor"),
    "joins": ("4C; Tower {} Luxor", "4C; survivor Luxor"),
    "merges": ("4C; {} Tower -> Luxor", "4C; survivor Luxor"),
    "dead": ("4C; {} 1A", "4C; dead 1A"),
    "not": ("4C; {} buy; draw ?", "4C; buy -; draw ?"),
    "cash": ("4C; {} Ben 5600", "4C; cash Ben 5600"),
    "end": ("4C; {}", "4C; end"),
    "pause": ("4C; {}", "4C; pause"),
    "resume": ("4C; pause; {}", "4C; pause; resume"),
}
INSIDE = {
    "none": ("4C; buy {}", "4C; buy -"),
    "and": ("4C; buy Luxor {} Tower", "4C; buy Luxor 1, Tower 1"),
    "rest": ("4C; dispose Ben Tower sell 1 hold {}", "4C; dispose Ben Tower sell 1"),
    "noise": ("4C; buy 2 {} Luxor", "4C; buy Luxor 2"),
    "all": ("4C; dispose Ben Tower hold {}", "4C; dispose Ben Tower"),
    "each": ("4C; bonus Ann, Ben Tower 2000 {}", "4C; bonus Ann Tower 2000; bonus Ben Tower 2000"),
    "together": ("4C; bonus Ann, Ben Tower 2000 {}", "4C; bonus Ann Tower 1000; bonus Ben Tower 1000"),
    "1": ("4C; buy {} Luxor", "4C; buy Luxor 1"),
    "2": ("4C; buy {} Luxor", "4C; buy Luxor 2"),
    "3": ("4C; buy {} Luxor", "4C; buy Luxor 3"),
}
LINES = {
    "turn": ("{} 1 Ann: 4C", "1 Ann: 4C"),
    "start": ("{}: Ann 1C, Ben 2A", "start: Ann 1C, Ben 2A"),
    "hand": ("{} Ann: 4C 5C", "hand Ann: 4C 5C"),
    "final": ("{}: Ann 100, Ben 200", "final: Ann 100, Ben 200"),
    "edition": ("{}: mso", "edition: mso"),
    "players": ("{}: Ann, Ben", "players: Ann, Ben"),
    "chains": ("{}: 1999", "chains: 1999"),
}
#: What the notation asks of a takeback and of a redraw is none of the reader's business, nor whether a swap is allowed.
ASKED = ("play", "found", "buy", "draw", "pass", "end", "sell", "trade", "hold", "bonus")


def text_of(meaning: str, word: str, kind: int) -> tuple[str, str]:
    """A log with a word of that table, and the same log as the notation has it."""
    written, canonical = (CLAUSES, INSIDE, LINES)[kind][meaning]
    if kind < 2:
        head = TIED if meaning in MERGED else HEAD
        return f"{head}1 Ann: {written.format(word)}\n", f"{head}1 Ann: {canonical}\n"
    if meaning in ("turn", "final", "hand"):
        return f"{HEAD}{written.format(word)}\n", f"{HEAD}{canonical}\n"
    lines = {"edition": "edition: mso", "players": "players: Ann, Ben", "start": "start: Ann 1C, Ben 2A"}
    plain, loose = {**lines, meaning: canonical}, {**lines, meaning: written.format(word)}
    order = ("edition", "players", *(key for key in plain if key not in lines), "start")
    return (
        "\n".join(loose[key] for key in order) + "\n1 Ann: 4C\n",
        "\n".join(plain[key] for key in order) + "\n1 Ann: 4C\n",
    )


@cache
def strictly(text: str) -> GameRecord:
    """A log in the notation, read once for all the spellings of all the words that mean it."""
    return read_text(text)


@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_language_is_read_in_its_place(kind: int, language: str) -> None:
    table = TABLES[kind][language]
    wrong = []
    for word, meaning in rows(table):
        # In capitals these two are the initials of a chain and of a row of the board.
        for spelled in {word, word.upper(), word.capitalize(), *spellings(word)} - {"I", "E"}:
            loose, plain = text_of(meaning, spelled, kind)
            reading = read_people(loose)
            if reading.problems or reading.record != strictly(plain):
                wrong.append((spelled, meaning, [str(problem) for problem in reading.problems]))
    assert wrong == []


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


def test_no_word_of_a_clause_begins_a_chains_name_but_the_polish_and() -> None:
    names = {fold(name) for labels in LABEL_SETS.values() for name in labels.names}
    words = [*CLAUSE_WORDS, *INSIDE_WORDS]
    assert [word for word in words if any(name.startswith(word) for name in names)] == ["i"]


def test_a_word_inside_a_clause_is_no_word_that_begins_one() -> None:
    assert set(INSIDE_WORDS) & set(MEANINGS) == set()


def test_a_slip_of_a_word_is_read_where_one_meaning_is_near() -> None:
    good = {"buuy": "buy", "byu": "buy", "draww": "draw", "fuond": "found", "verkaufft": "sell"}
    for slip, meaning in good.items():
        written, canonical = CLAUSES[meaning]
        reading = read_people(f"{HEAD}1 Ann: {written.format(slip)}\n")
        assert reading.record == read_text(f"{HEAD}1 Ann: {canonical}\n")
    # "gold" may be hold or sold; the first letter of a word is right: "free" is no "crée".
    for slip in ("gold", "zuyy", "free", "xyz"):
        reading = read_people(f"{HEAD}1 Ann: 4C; {slip} Luxor 2\n")
        assert [problem.problem for problem in reading.problems] == [f"{slip!r} is neither a tile nor a clause"]


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
