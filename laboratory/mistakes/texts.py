"""Slips in the written text of a log: its numbers, names, words and lines, and which true games such a text may tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.reading import read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header
from laboratory.mistakes.course import finals_after, finals_of_game, opened, possible, step
from laboratory.mistakes.habits.telling import joined, split_text
from laboratory.mistakes.sheets import SampleLog
from laboratory.mistakes.slips import Kind, first_difference, other_numbers, other_tiles
from laboratory.mistakes.undoing import Finals, finals_of

NUMBER, NAME, SPELT, LOST = "a number of the text", "a tile or name of the text", "a word misspelt", "a word left out"
LINE_LOST, LINE_TWICE, LINES_EXCHANGED = (
    "a line of the text lost",
    "a line of the text twice",
    "two lines of the text exchanged",
)
_LEAST_MONEY: Final = 100


def misspelt(word: str) -> Iterator[str]:
    """A word with a letter lost, doubled, or exchanged with the next."""
    for at, letter in enumerate(word):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + letter + word[at:]
    yield from (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))


def miswritten_words(word: str, header: Header) -> Iterator[tuple[str, str]]:
    """What one slip makes of a word, number, tile or name, each with the kind of slip."""
    names = ([player.id for player in header.players], header.labels().names)
    if word.isdigit():
        yield from (
            (NUMBER, str(one)) for _, one in other_numbers(int(word), is_money=int(word) >= _LEAST_MONEY) if one >= 0
        )
    elif word in TILE_NAMES:
        yield from ((NAME, TILE_NAMES[one]) for one in other_tiles(TILE_NAMES.index(word)))
    else:
        yield from ((NAME, one) for group in names if word in group for one in group)
        yield from ((SPELT, one) for one in misspelt(word))
    yield LOST, ""


def miswritten_lines(line: str, header: Header) -> Iterator[tuple[str, str]]:
    """What one slip makes of a line of the text, each with the kind of slip."""
    parts = re.split(r"(\w+)", line)
    for at in range(1, len(parts), 2):
        for kind, word in miswritten_words(parts[at], header):
            if word != parts[at]:
                yield kind, "".join([*parts[:at], word, *parts[at + 1 :]])


def spoil_text(sheet: SampleLog, random: Random, kind: str) -> str | None:
    """The text of a log with one slip of a kind; None where it has no occasion for it."""
    head, body = split_text(write_text(sheet.record))
    told = [at for at, line in enumerate(body) if line.strip()]
    at = random.choice(told[:-1] if kind == LINES_EXCHANGED else told)
    if kind == LINE_LOST:
        return joined(head, [*body[:at], *body[at + 1 :]])
    if kind == LINE_TWICE:
        return joined(head, [*body[: at + 1], *body[at:]])
    if kind == LINES_EXCHANGED:
        return joined(head, _exchanged(body, at))
    others = [line for of, line in miswritten_lines(body[at], sheet.record.header) if of == kind]
    return joined(head, [*body[:at], random.choice(others), *body[at + 1 :]]) if others else None


def _exchanged(body: list[str], at: int) -> list[str]:
    """The lines with the one at a place and the next in each other's place."""
    return [*body[:at], body[at + 1], body[at], *body[at + 2 :]]


def turn_of_slip(text: str, true: str) -> int:
    """The number of the turn in which a text begins to differ from the true one, 0 in front of the first."""
    bodies = [split_text(one)[1] for one in (text, true)]
    at = first_difference(*bodies)
    return min(_turn_of(body, at) for body in bodies)


def _turn_of(body: list[str], at: int) -> int:
    """The number of the turn in which a line of the text stands, 0 in front of the first."""
    return next((int(number.group()) for line in body[at::-1] if (number := re.match(r"\d+", line))), 0)


def finals_of_text(text: str, sheet: SampleLog) -> set[Finals] | None:
    """The finals of all true games of which one slip makes this text, None where too many would have to be tried.

    A text that is still in the notation is decided as its record is; besides, it may have two lines in the wrong order. In any other text
    the damaged line is known, and every game is looked at that fits, has another act in that turn, and whose text becomes this by one slip.
    """
    turn = turn_of_slip(text, write_text(sheet.record))
    found = {*_in_another_order(text, turn)}
    if (record := record_of(text)) is None:
        return found | {*_readings(text, sheet.record, turn)}
    finals = finals_of(record, first_difference(record.events, sheet.record.events))
    return None if finals is None else found | finals


def record_of(text: str) -> GameRecord | None:
    """The record of a text in the notation, None of any other."""
    try:
        return replace(read_text(text), lines=())
    except LogError:
        return None


def _in_another_order(text: str, turn: int) -> Iterator[Finals]:
    """The finals of the games that the text tells with two successive lines exchanged, at about a turn."""
    head, body = split_text(text)
    for at in range(len(body) - 1):
        record = record_of(joined(head, _exchanged(body, at))) if abs(_turn_of(body, at) - turn) <= 1 else None
        if record is not None and (finals := finals_of_game(record)) is not None:
            yield finals


def _readings(text: str, record: GameRecord, turn: int) -> Iterator[Finals]:
    """The finals of the games that differ from a true one in at most one act of a turn, and whose text one slip makes this one of."""
    state, lines = opened(record.header), [*record.events]
    number = 0
    for at, line in enumerate(lines):
        number = line.value if line.act is ActKind.TURN else number
        if number == turn:
            for one in {line, *possible(state, line.act)}:
                told = [*lines[:at], one, *lines[at + 1 :]]
                finals = finals_after(state.copy(), told[at:])
                if finals is not None and _is_slip(write_text(replace(record, events=told)), text, record.header):
                    yield finals
        if not step(state, line):
            return


def _is_slip(true: str, text: str, header: Header) -> bool:
    """Whether one slip in one line makes a text of a true one."""
    rows = [*zip(true.splitlines(), text.splitlines(), strict=False)]
    differing = [(one, other) for one, other in rows if one != other]
    return len(differing) == 1 and differing[0][1] in {line for _, line in miswritten_lines(differing[0][0], header)}


#: The kinds of slip in a text.
TEXTS: Final = tuple(
    Kind(name, partial(spoil_text, kind=name), weight)
    for name, weight in (
        (NUMBER, 4),
        (NAME, 3),
        (SPELT, 3),
        (LOST, 3),
        (LINE_LOST, 2),
        (LINE_TWICE, 1),
        (LINES_EXCHANGED, 2),
    )
)
