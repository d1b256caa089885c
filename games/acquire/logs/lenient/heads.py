"""How a line begins: a turn with or without number and colon, the special lines, a key of the header, or nothing of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.clauses import LONGEST_NUMBER
from games.acquire.logs.lenient.language.tokens import Phrase, phrase_of
from games.acquire.logs.lenient.language.words import LINE_WORDS
from games.acquire.logs.lenient.names import Chains, How, Players
from games.acquire.logs.lenient.numbers import tile_shape
from games.acquire.logs.lenient.remarks import Remarks
from games.acquire.logs.lenient.scene import inside, word_at
from games.acquire.logs.scan import Line, listed

_BULLETS: Final = ("-", "*", "•", "·", ">")
_BEHIND_NUMBER: Final = (".", ")", "]", ":", "-", "/", ",")
_BEHIND_NAME: Final = (":", "-", ".", ",", ")", "=", "|")
_LONGEST_PHRASE: Final = 3
#: Tokens before a colon that may still be the head of a turn.
_LONGEST_HEAD: Final = 8
SPECIAL: Final = ("start", "hand", "final")


@dataclass(frozen=True, slots=True)
class TurnHead:
    """The beginning of a turn, and the rest of its line; ``number`` is None where it is not told."""

    seat: int
    number: int | None
    rest: Line


@dataclass(frozen=True, slots=True)
class LostHead:
    """What looks like the beginning of a turn of a player nobody knows."""

    error: LogError


def rest_from(line: Line, phrase: Phrase) -> Line:
    """The line from the next token of its phrase on."""
    return line.after(phrase.peek().column - 1 - line.start)


def line_word(phrase: Phrase) -> tuple[str, int]:
    """What the word or phrase that a line begins with means, and how many tokens it takes; nothing and 0 if none."""
    words = [phrase.peek(place).folded for place in range(_LONGEST_PHRASE)]
    for length in range(_LONGEST_PHRASE, 0, -1):
        meaning = LINE_WORDS.get(" ".join(words[:length]))
        if meaning and words[length - 1]:
            return meaning, length
    return "", 0


def tells_clause(phrase: Phrase, ahead: int = 0) -> bool:
    """Whether a tile or a clause word stands so many tokens ahead."""
    at, phrase.at = phrase.at, phrase.at + ahead
    tells = bool(tile_shape(phrase) or (word_at(phrase)[1] and not _is_compound(phrase)))
    phrase.at = at
    return tells


def _is_compound(phrase: Phrase) -> bool:
    """Whether the next word is but the first half of one with a hyphen, as in "order-wrong"."""
    hyphen, half = phrase.peek(1), phrase.peek(2)
    return hyphen.text == "-" and hyphen.glued and half.glued and half.is_word


def strict_head(line: Line, ids: dict[str, int]) -> TurnHead | None:
    """The head of a turn as the notation has it: ``17 Cai:`` or ``Cai:``."""
    head = next(line.parts(":"))
    words = head.words()
    if len(head.text) == len(line.text) or not 1 <= len(words) <= 2 or words[-1].text not in ids:
        return None
    number = words[0].text if len(words) == 2 else "0"
    digits = number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        return None
    return TurnHead(ids[words[-1].text], int(number) if len(words) == 2 else None, line.after(len(head.text) + 1))


def loose_head(
    line: Line, players: Players, chains: Chains, remarks: Remarks, *, goes_on: bool = False
) -> TurnHead | LostHead | None:
    """The head of a turn as people write it; None if the line begins with nothing like it.

    Where a line ``goes_on`` with a purchase, ``T2`` may be shares, and is no turn's number.
    """
    phrase = phrase_of(line, players.odd)
    first = phrase.peek()
    if phrase.took(*_BULLETS) and phrase.peek().glued and phrase.peek().is_number:
        phrase.at = 0  # a number below zero
    if line_word(phrase)[0] == "turn" and phrase.peek(line_word(phrase)[1]).is_number:
        phrase.at += line_word(phrase)[1]
    elif phrase.peek(1).is_number and (_is_bracketed(phrase) or (not goes_on and _is_short_turn(phrase, players))):
        phrase.at += 1
    number, is_marked = _number(phrase)
    colon = _colon(phrase)
    found = players.at(phrase, 0, How.START if colon == 1 or is_marked else How.SLIP)
    is_sure = found is not None and (found.how <= How.NAME or colon == found.length)
    is_head = number is not None and colon == 1
    if not is_sure and not is_head and (word_at(phrase)[1] or chains.find(phrase.peek()) is not None):
        return None
    if found is None or (colon and colon < found.length):
        return _lost(phrase, number, colon, players)
    start = phrase.at
    phrase.at += found.length
    if phrase.peek().text == ":" or _begins_turn(phrase, number):
        while not _is_below_zero(phrase) and phrase.took(*_BEHIND_NAME):
            pass
        name = players.ids[found.seat]
        rest = rest_from(line, phrase)
        written = line.text[: rest.start - line.start].rstrip()
        meant = f"{name}:" if number is None else f"{number} {name}:"
        remarks.note(first.line, first.column, written, meant)
        return TurnHead(found.seat, number, rest)
    phrase.at = start
    return _lost(phrase, number, colon, players)


def _is_bracketed(phrase: Phrase) -> bool:
    """Whether a number in brackets stands next."""
    return (phrase.peek().text, phrase.peek(2).text) in (("(", ")"), ("[", "]"))


def _is_short_turn(phrase: Phrase, players: Players) -> bool:
    """Whether ``T2 Ben:`` stands next: "turn" in one letter, its number, and a player with a colon."""
    found = players.at(phrase, 2, How.START)
    is_glued = phrase.peek().folded == "t" and phrase.peek(1).glued
    return is_glued and found is not None and phrase.peek(2 + found.length).text == ":"


def _is_below_zero(phrase: Phrase) -> bool:
    """Whether a minus stands next that belongs to the number behind it."""
    return phrase.peek().text == "-" and phrase.peek(1).glued and phrase.peek(1).is_number


def _number(phrase: Phrase) -> tuple[int | None, bool]:
    """The number of the turn, and whether a sign stands behind it that parts it from the name."""
    token = phrase.peek()
    is_tile = phrase.peek(1).glued and phrase.peek(1).is_letter and phrase.peek(2).text != ":"
    if not token.is_number or len(token.text) > LONGEST_NUMBER or is_tile:
        return None, False
    phrase.at += 1
    return int(token.text), phrase.took(*_BEHIND_NUMBER)


def _colon(phrase: Phrase) -> int:
    """How many tokens ahead a colon stands that may end the head of a turn; 0 if none does."""
    return next((ahead for ahead in range(1, _LONGEST_HEAD) if phrase.peek(ahead).text == ":"), 0)


def _begins_turn(phrase: Phrase, number: int | None) -> bool:
    """Whether a turn begins behind a name without a colon: behind its number a clause, else a tile or a pass."""
    width = 1 if phrase.peek().text in _BEHIND_NAME else 0
    if phrase.is_done or phrase.peek(width).text == "":
        return number is not None
    if number is not None:
        return tells_clause(phrase, width) or bool(inside(phrase.peek(width)))
    at, phrase.at = phrase.at, phrase.at + width
    begins = bool(tile_shape(phrase)) or word_at(phrase)[0] in ("play", "pass", "skip")
    phrase.at = at
    return begins


def _lost(phrase: Phrase, number: int | None, colon: int, players: Players) -> LostHead | None:
    """The error of a head without a player: a number or words, a colon, and a clause behind it."""
    token = phrase.peek()
    is_told = colon and token.is_word and (number is not None or tells_clause(phrase, colon + 1))
    is_bare = number is not None and token.is_word and len(token.text) > 1 and tells_clause(phrase, 1)
    if not is_told and not is_bare:
        return None
    written = phrase.written(phrase.at, phrase.at + (colon or 1))
    several = players.several(token) if colon <= 1 else []
    if several:
        return LostHead(token.wrong(f"{written!r} may be {listed(several)}", "more letters of the name"))
    return LostHead(token.wrong(f"{written!r} is no player of this log", f"one of {listed(players.ids)}"))
