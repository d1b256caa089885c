"""Whatever liberties a scribe takes, the record is the same; whatever else a text is, it is read or refused, in linear time."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from cProfile import Profile
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.body import in_order
from games.acquire.logs.json import read_archive, read_json
from games.acquire.logs.language import tokens
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.logs.language.words import TABLES, rows
from games.acquire.logs.people.beam import WIDER, Beam, Decided
from games.acquire.logs.people.hypothesis import Told
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay.judging.judge import replay
from tests.conftest import KNOWN_GAMES
from tests.games.acquire.build import played, records
from tests.games.acquire.people.variants import LOOSE, NOT_NEEDED, PLAIN, STRICT

# What the writer writes.


@given(records())
def test_what_the_writer_writes_is_read_without_a_note(record: GameRecord) -> None:
    record, _ = in_order(record)
    assert read_people(write_text(record)) == LogReading(record)


@pytest.mark.parametrize(("code", "name"), [("；0", "0"), ("；", "0"), ("；0", "；0")])
def test_a_wide_semicolon_in_an_id_divides_nothing(code: str, name: str) -> None:
    record = GameRecord(Header("mso", (Player(code, name),)), [])
    assert read_people(write_text(record)) == LogReading(record)


@given(records())
def test_a_record_out_of_order_is_read_with_notes_of_its_order_alone(record: GameRecord) -> None:
    reading = read_people(write_text(record))
    assert reading.problems == ()
    assert sorted(reading.record.events, key=repr) == sorted(record.events, key=repr)
    assert bool(reading.notes) == (reading.record != record)


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.load)])
def test_the_games_with_known_answers_are_read_without_a_note(step: int) -> None:
    known = [
        read_json(path.read_text())
        for kind in ("known", "refused")
        for path in sorted((KNOWN_GAMES / kind).glob("*.json"))
    ]
    games = [*known, *read_archive(KNOWN_GAMES / "random.jsonl.gz")]
    assert len(games) == 265
    for record in games[::step]:
        text = write_text(record)
        assert read_people(text) == LogReading(read_text(text))


# Liberties.

NAMES = {"P0": "Player 0", "P1": "Player 1", "P2": "Player 2", "P3": "Player 3"}
WORDS: dict[str, list[str]] = {}
for table in TABLES[0].values():
    for word, meaning in rows(table):
        WORDS.setdefault(meaning, []).append(word)


@cache
def _game(edition: str, seed: int) -> GameRecord:
    """The first turns of a game, some thirty, as the strict reader has them."""
    record = played(edition, 4, seed)
    last = max(at for at, event in enumerate(record.events[:160]) if event.act is ActKind.TURN)
    return read_text(write_text(GameRecord(record.header, record.events[:last])))


def _items(clause: str, rng: random.Random) -> str:
    """A purchase as somebody may write it."""
    items = [item.rsplit(" ", 1) for item in clause.removeprefix("buy ").split(", ")]
    verb = rng.choice(["buy", *WORDS["buy"]])
    if items == [["-"]]:
        return rng.choice([f"{verb} -", f"{verb} –", f"{verb} nothing", f"{verb} 0", "nothing", "skip"])
    style = rng.choice(["{c} {n}", "{n} {c}", "{n}x {c}", "{c} x{n}", "{c}{n}", "{c} ({n})", "{n} shares of {c}"])
    joint = rng.choice([", ", " + ", " and ", " & ", ","])
    return f"{verb} " + joint.join(style.format(c=chain, n=count) for chain, count in items)


def _disposal(clause: str, rng: random.Random) -> str:
    _, player, chain, *told = clause.split()
    pairs = list(zip(told[::2], told[1::2], strict=True))
    style = rng.choice(["dispose", "sentence", "behind"])
    if not pairs:
        return clause
    if style == "behind":
        return f"dispose {player} {chain} " + ", ".join(f"{n} {rng.choice(WORDS[word])}" for word, n in pairs)
    said = ", ".join(f"{rng.choice([word, *WORDS[word]])} {n}" for word, n in pairs)
    return f"{player} {said} {chain}" if style == "sentence" else f"dispose {player} {chain}: {said}"


def _clause(clause: str, rng: random.Random) -> str:
    word = clause.split(" ", 1)[0]
    if word == "buy":
        return _items(clause, rng)
    if word in ("bonus", "cash"):
        return re.sub(r"\d+$", lambda amount: rng.choice(["{:,}", "${:,}", "{}"]).format(int(amount[0])), clause)
    if word == "dispose":
        return _disposal(clause, rng)
    if word in ("found", "draw", "pass", "end", "survivor") and clause != "draw -":
        return clause.replace(word, rng.choice([word, word.title(), *WORDS[word]]), 1)
    return clause


def _head(head: str, rng: random.Random) -> str:
    number, player = head.split()
    styles = [
        "{n} {p}:",
        "{n}. {p}:",
        "{n}) {p}:",
        "{n}. {p}",
        "{n} {name}:",
        "{n} {low}:",
        "Turn {n}: {p}:",
        "{n} {p} -",
    ]
    return rng.choice(styles).format(n=number, p=player, low=player.lower(), name=NAMES[player])


def with_liberties(text: str, rng: random.Random) -> str:
    """A log of the writer as somebody may have written it by hand."""
    lines = []
    for line in text.splitlines():
        head, colon, rest = line.partition(":")
        if line.startswith(("edition", "players", "start", "final")):
            line = rng.choice([line, line[0].upper() + line[1:], f"{head.upper()}:{rest}"])
        elif re.match(r"\d+ ", line) and colon:
            line = f"{_head(head, rng)} {_clauses(rest, rng)}"
        elif line.startswith("    "):
            line = rng.choice(["    ", ""]) + _clauses(line, rng)
        lines.append(line + rng.choice(["", "", "", " // so it was", "   "]))
    return rng.choice(["\n", "\n", "\r\n", "\r"]).join(lines)


def _clauses(text: str, rng: random.Random) -> str:
    """The clauses of a line, parted in one of the ways that people part them."""
    parts = [_clause(part.strip(), rng) for part in text.split(";") if part.strip()]
    return rng.choice(["; ", "; ", ";", ", ", ". ", ";\n", "；"]).join(parts)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", ["mso", "netacquire", "ah1999"])
def test_a_game_written_with_liberties_is_read_as_the_same_record(edition: str, seed: int) -> None:
    record = _game(edition, seed % 3)
    reading = read_people(with_liberties(write_text(record), random.Random(seed)))
    assert [f"{problem.line}:{problem.column} {problem} {problem.text}" for problem in reading.problems] == []
    assert reading.record == record


# Texts that are no logs.

PIECES = [variant.text for variant in (*STRICT, *LOOSE, *NOT_NEEDED)]
WORDS_OF_A_LOG = (
    "Ann Luxor buy found sell dispose bonus by and i none start: final: hand position rule players: edition:"
)
JUNK = st.sampled_from(
    [
        *" \t\n\r.,;:-+&/()#\"'$?x019ACIail→×–：；\x0b\u2028\ud800é٣½²",
        *WORDS_OF_A_LOG.split(),
        "13A",
        "//",
        "->",
        "$4,000",
    ]
)


def read_or_refused(text: str) -> LogReading | None:
    """The reading of a text, or None where it is refused as a log must be; what a reading says of places is true."""
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    try:
        reading = read_people(text)
    except LogError:
        return None
    for problem in reading.problems:
        assert problem.column <= len(lines[problem.line - 1]) + 2
    assert all(0 <= gap.before <= len(reading.record.events) and gap.text for gap in reading.record.unread)
    assert [gap.before for gap in reading.record.unread] == sorted(gap.before for gap in reading.record.unread)
    return reading


@given(st.text(st.characters()))
def test_any_text_is_read_or_refused_with_a_log_error(text: str) -> None:
    read_or_refused(text)
    read_or_refused(PLAIN + text)


@given(st.lists(st.one_of(JUNK, st.sampled_from(PLAIN.split(" "))), max_size=40))
def test_any_heap_of_a_logs_words_is_read_or_refused_with_a_log_error(words: list[str]) -> None:
    read_or_refused(PLAIN + "7 Ann: " + " ".join(words))
    read_or_refused(" ".join(words))


@given(
    st.sampled_from(PIECES), st.lists(st.tuples(st.integers(0, 600), st.integers(0, 9), JUNK), min_size=1, max_size=8)
)
def test_a_damaged_log_is_read_or_refused_and_what_is_read_can_be_written(
    text: str, damages: list[tuple[int, int, str]]
) -> None:
    for place, length, junk in damages:
        text = text[:place] + junk + text[place + length :]
    reading = read_or_refused(text)
    if reading is not None:
        assert read_text(write_text(reading.record)).events == reading.record.events


# Time.

HEAD = "edition: mso\nplayers: Ann, Ben, Cai\n"
HOSTILE: dict[str, Callable[[int], str]] = {
    "names in the header": lambda n: f"edition: mso\nplayers: {', '.join(f'p{i}' for i in range(n))}\np1: 4C\n",
    "many players lines": lambda n: "edition: mso\n" + "".join(f"players: p{i}\n" for i in range(n)),
    "lines of nothing": lambda n: HEAD + "x y z\n" * n,
    "loose turns": lambda n: HEAD + "1. ann 4 C, buys 2 Luxur\n" * n,
    "long lines of clauses": lambda n: HEAD + ("1 Ann: " + "buy 2 Luxor, " * 300 + "\n") * (n // 75),
    "open brackets": lambda n: HEAD + ("1 Ann: " + "(" * 3900 + "\n") * (n // 75),
    "open quotes": lambda n: HEAD + ("1 Ann: " + '"\\' * 1900 + "\n") * (n // 75),
    "keys": lambda n: HEAD + "".join(f"k{i}: 1\n" for i in range(n)),
    "arrows": lambda n: HEAD + "1 Ann: 2B -> Luxor\n" * n,
    "one endless line": lambda n: HEAD + "1 Ann: " + "buy 2 Luxor, " * n,
    "a turn without end": lambda n: HEAD + "1 Ann: buy L 1\n" + "    bonus Ann L 1; dispose Ann L sell 1\n" * n,
}  # fmt: skip


def calls_of(read: Callable[[], object]) -> int:
    """How many functions, of Python or of its own, are called while something is read or refused that was never read before."""
    tokens.cached_tokens.cache_clear()
    profile = Profile(subcalls=False)
    with profile, suppress(LogError):
        read()
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("lines", [75, pytest.param(600, marks=pytest.mark.load)])
@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_text_takes_about_twice_the_work(name: str, lines: int) -> None:
    make = HOSTILE[name]
    small, large = make(lines), make(2 * lines)
    work = calls_of(lambda: read_people(small))
    assert calls_of(lambda: read_people(large)) <= 2.6 * work + 100


def _strict_texts(n: int) -> Iterator[tuple[Callable[[str], object], str]]:
    yield read_text, HOSTILE["names in the header"](n)
    yield read_text, HOSTILE["keys"](n)
    yield read_text, HEAD + 'x: "' + '\\"' * n
    players = [{"id": f"p{i}"} for i in range(n)]
    document = {"format": "acquire-log-1", "header": {"edition": "mso", "players": players}, "events": []}
    yield read_json, json.dumps(document)


@pytest.mark.parametrize("which", range(4))
def test_the_strict_readers_take_no_square_of_time_either(which: int) -> None:
    read, small = list(_strict_texts(600))[which]
    _, large = list(_strict_texts(1200))[which]
    assert calls_of(lambda: read(large)) <= 2.6 * calls_of(lambda: read(small)) + 100


def test_a_message_names_a_dozen_players_at_most() -> None:
    names = ", ".join(f"p{i}" for i in range(100))
    with pytest.raises(LogError) as error:
        read_text(f"edition: mso\nplayers: {names}\np1: bonus zed Luxor 1\n")
    assert error.value.expected == "one of p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11 and 88 more"


def test_a_key_with_a_backslash_is_written_so_that_it_is_read() -> None:
    record = GameRecord(replace(read_text(HEAD).header, other={"\\": None, "a \\ b": 1}), [])
    assert read_text(write_text(record)) == record


def test_a_clause_behind_a_count_that_opens_a_turn_is_parted_from_it() -> None:
    text = HEAD + "\n1 Ann: cash Ann 6000; 4C; buy -\n"
    assert write_text(read_text(text)) == text


def test_a_player_called_like_a_rule_takes_no_line_of_the_header() -> None:
    text = "edition: mso\nplayers: bands, Ann\nrule bands: 2, 3, 4, 5, 6, 7, 8, 9, 10\n\nbands: 4C\n"
    assert write_text(read_text(text)) == text


#: A tile that merges two small chains into a third one, of each of which Ben has four shares.
TWO_SOLD = """edition: mso
players: Ann, Ben
position board Luxor: 4A 4B
position board Tower: 2C 3C
position board American: 5C 6C
position shares Ben: Tower 4, American 4
1 Ann: 4C, Luxor survives; Ben sells 2{}
"""


def test_a_log_that_two_readings_explain_as_well_asks_if_they_leave_other_amounts() -> None:
    double, plain = (read_people(TWO_SOLD.format(said)) for said in ("", " American"))
    assert [str(problem.what) for problem in double.problems] == ["the log can be read in two ways from “2” on"]
    assert [gap.is_double for gap in double.record.unread] == [True]
    said = [finding.message for finding in replay(double.record).findings if finding.code == "line-unread"]
    assert said == ["The log can be read in two ways from “2” on."]
    assert plain.problems == ()


def _told(cost: float, tile: int, *, is_cut: bool) -> Decided:
    """What one reading of the second line tells: a tile, that leaves as many dollars as its number."""
    return Decided(((Told(Action(ActKind.PLAY, 0, tile), Word("4C", 2, 1)),),), (), cost, (tile,), is_cut)


@pytest.mark.parametrize(
    ("wide", "tile", "line"),
    [
        pytest.param(_told(1.0, 7, is_cut=True), 7, 2, id="still-cut-and-other-amounts"),
        pytest.param(_told(3.0, 7, is_cut=True), 5, 2, id="still-cut-and-dearer"),
        pytest.param(_told(1.0, 7, is_cut=False), 7, None, id="whole-and-cheaper"),
        pytest.param(_told(3.0, 7, is_cut=False), 5, None, id="whole-and-dearer"),
        pytest.param(_told(1.0, 5, is_cut=True), 5, None, id="still-cut-and-the-same-amounts"),
    ],
)
def test_a_search_cut_off_with_other_amounts_is_a_question(
    wide: Decided, tile: int, line: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    beam = Beam(Header("mso", (Player("Ann", "Ann"), Player("Ben", "Ben"))))
    monkeypatch.setattr(beam, "read", lambda _rows, _room: wide)
    decided = beam.sure([], _told(2.0, 5, is_cut=True))
    assert [told.action.value for part in decided.turns for told in part] == [tile]
    assert (decided.parting.line if decided.parting else None) == line
    whole = _told(2.0, 5, is_cut=False)
    assert beam.sure([], whole) is whole


def test_a_search_that_gives_up_a_near_reading_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.acquire.logs.people.beam.WIDTH", 1)
    monkeypatch.setattr("games.acquire.logs.people.beam.NEAR", 2.0)
    with patch.object(Beam, "read", autospec=True, side_effect=Beam.read) as read:
        read_people(TWO_SOLD.format(""))
    assert [call.args[2:] for call in read.call_args_list][-1] == (WIDER,)
