"""Several turns on one line, cut apart where another turn unmistakably begins.

That is where a player other than the one before is named with a tile or a pass behind him, and has a colon behind his name
or the number of his turn before it. A number that may be one of shares as well is nobody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.acquire.logs.lenient.heads import line_word, tells_clause
from games.acquire.logs.lenient.language.tokens import Phrase, phrase_of
from games.acquire.logs.lenient.names import Chains, How, Players
from games.acquire.logs.lenient.numbers import tile_shape
from games.acquire.logs.lenient.remarks import Remarks
from games.acquire.logs.lenient.scene import begins_payment, word_at
from games.acquire.logs.scan import Line

_PARTING = (";", ".", ",", "|", "/", "&", "+")
_SIGNS = " ;.,|/&+"
_BEHIND_NUMBER = (".", ")", ":", "-")
#: Tokens before a colon that may be the head of the line's first turn.
_LONGEST_HEAD = 6
#: More digits than the number of a turn has.
_TOO_LONG = 5


@dataclass(frozen=True, slots=True)
class _Head:
    """The head of a further turn in a line: its first token and the one behind it, its player and number.

    ``is_clear`` is not so where a number before the name may be the turn's or one of shares.
    """

    first: int
    end: int
    seat: int
    number: int | None
    is_clear: bool = True


def cut_turns(line: Line, players: Players, chains: Chains, remarks: Remarks) -> Iterator[Line]:
    """The line, or its turns one by one, with a note for each but the first.

    Where it is not clear where one turn ends, the name of the next player stands in both, so that the clause is refused.
    """
    phrase = phrase_of(line, players.odd)
    begins = 0
    for head in _heads(phrase, players, chains):
        first = phrase.tokens[head.first]
        start = first.column - 1 - line.start
        if head.is_clear:
            remarks.note(first.line, first.column, phrase.written(head.first, head.end), "the turn of another line")
            yield Line(line.text[begins:start].rstrip(_SIGNS), line.number, line.start + begins)
        else:
            yield Line(line.text[begins : first.end - 1 - line.start], line.number, line.start + begins)
        begins = start
    yield line.after(begins) if begins else line


def _heads(phrase: Phrase, players: Players, chains: Chains) -> Iterator[_Head]:
    """Where further turns begin in a line."""
    colon = next((at for at, token in enumerate(phrase.tokens[:_LONGEST_HEAD]) if token.text == ":"), -1)
    clauses = (at for at in range(colon + 1, len(phrase.tokens)) if tells_clause(phrase, at))
    place = next(clauses, len(phrase.tokens)) + 1
    seat, number = _first_head(phrase, players, place)
    while place < len(phrase.tokens):
        head = _head_at(phrase, place, players, chains, number)
        if head is None or head.seat == seat:
            place += 1
            continue
        yield head
        seat, number, place = head.seat, head.number, head.end + 1


def _first_head(phrase: Phrase, players: Players, before: int) -> tuple[int | None, int | None]:
    """The seat and the number with which the line begins."""
    seats = [found.seat for at in range(before) if (found := players.at(phrase, at)) is not None]
    numbers = [token for token in phrase.tokens[: before - 1] if token.is_number and len(token.text) < _TOO_LONG]
    return (seats[0] if seats else None), (int(numbers[0].text) if numbers else None)


def _head_at(phrase: Phrase, place: int, players: Players, chains: Chains, last: int | None) -> _Head | None:
    """The head of a turn that begins at a place, if there is one; ``last`` is the number of the turn before."""
    before, word = phrase.tokens[place - 1], _turn_word(phrase, place)
    number, ahead = _number_at(phrase, place + word)
    found = players.at(phrase, ahead, How.START)
    if found is None:
        return None
    ahead += found.length
    has_colon = phrase.peek(ahead).text == ":"
    ahead += has_colon
    if (found.how > How.NAME and not has_colon) or not _begins_turn(phrase, ahead):
        return None
    if word or before.text in _PARTING:
        return _Head(place, ahead, found.seat, number) if has_colon or number is not None else None
    is_share = chains.find(before) is not None and not before.glued
    if number is not None:
        is_next = last is not None and number == last + 1
        return _Head(place, ahead, found.seat, number) if not is_share and (has_colon or is_next) else None
    if not has_colon or (before.is_word and not before.glued and not is_share):
        return None
    is_clear = not before.is_number or last is None or int(before.text[:_TOO_LONG]) != last + 1
    return _Head(place, ahead, found.seat, None, is_clear)


def _number_at(phrase: Phrase, place: int) -> tuple[int | None, int]:
    """The number of a turn that stands at a place, None for none, and the place behind it and its sign."""
    token = phrase.peek(place)
    if not token.is_number or len(token.text) >= _TOO_LONG:
        return None, place
    return int(token.text), place + 1 + (phrase.peek(place + 1).text in _BEHIND_NUMBER)


def _turn_word(phrase: Phrase, ahead: int) -> int:
    """How many tokens the word "turn" takes that stands so many tokens ahead; 0 if none does."""
    at, phrase.at = phrase.at, phrase.at + ahead
    meaning, length = line_word(phrase)
    phrase.at = at
    return length if meaning == "turn" else 0


def _begins_turn(phrase: Phrase, ahead: int) -> bool:
    """Whether a tile or a pass stands so many tokens ahead, and no disposal of so many shares of a chain."""
    at, phrase.at = phrase.at, phrase.at + ahead
    width = tile_shape(phrase) if phrase.peek().text != "?" else 0
    is_glued = width > 0 and all(phrase.peek(place).glued for place in range(1, width))
    begins = (is_glued and not begins_payment(phrase)) or word_at(phrase)[0] == "pass"
    begins = begins and not begins_payment(phrase, width)
    phrase.at = at
    return begins
