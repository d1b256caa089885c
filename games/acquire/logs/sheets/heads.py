"""Reading the heads of turns (``17 Cai:``) as people write them, with or without number and colon, and several on one line.

A line is divided where another player is named and a tile or a pass follows, if a colon follows his name or the number of his turn
comes before it. A number that may be one of shares as well does not count as a turn's number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Context, Phrase, phrase_of
from games.acquire.logs.clauses.values import MOST_SHARES
from games.acquire.logs.forms import LONGEST_NUMBER
from games.acquire.logs.language.cursor import inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import SourceLine, listed
from games.acquire.logs.notation import TurnHead
from games.sentences import gettext_lazy as _

_BULLETS: Final = ("-", "*", "•", "·", ">")
_BEHIND_NUMBER: Final = (".", ")", "]", ":", "-", "/", ",")
_BEHIND_NAME: Final = (":", "-", ".", ",", ")", "]", "=", "|")
_BRACKETS: Final = {"(": ")", "[": "]"}
#: The most tokens before the colon of a turn's head, and before that of the first head on a line with several turns.
_LONGEST_HEAD: Final = 8
_LONGEST_FIRST_HEAD: Final = 6
#: What may stand between two turns on one line, and behind the number of a further one.
_BETWEEN_TURNS: Final = (";", ".", ",", "|", "/", "&", "+")
_BEHIND_FURTHER_NUMBER: Final = (".", ")", ":", "-")
#: What is glued to the number of a place, not of a turn.
_ORDINALS: Final = ("st", "nd", "rd", "th", "er", "eme")
#: More digits than the number of a further turn has.
_TOO_LONG: Final = 5


@dataclass(frozen=True, slots=True)
class UnknownHead:
    """Something like the head of a turn, but with an unknown player; ``error`` says so, ``is_told`` that a colon follows the name."""

    error: LogError
    is_told: bool


def free_head(line: SourceLine, context: Context, *, goes_on: bool = False) -> TurnHead | UnknownHead | None:
    """Return the head of a turn as people write it, or None if the line begins with nothing like it.

    If the line may continue a purchase (``goes_on``), ``T2`` may mean shares and is not read as the number of a turn.
    """
    phrase = phrase_of(line, context)
    first = phrase.peek()
    if phrase.accept(*_BULLETS) and phrase.peek().glued and phrase.peek().is_number:
        phrase.at = 0  # a number below zero
    meaning, length = phrase.line_word()
    if meaning == "turn" and phrase.peek(length).is_number:
        phrase.at += length
    elif phrase.peek(1).is_number and _is_bracketed(phrase):
        phrase.at += 1
    if phrase.peek().is_number and phrase.peek(1).glued and phrase.peek(1).folded in _ORDINALS:
        return None  # a place: the first in a chain, or in the game
    number, is_marked = _number(phrase)
    bracket = phrase.peek().text if phrase.peek().text in _BRACKETS else ""
    phrase.at += bool(bracket) and number is not None and phrase.player_at(1, Sureness.START) is not None
    colon = next((ahead for ahead in range(1, _LONGEST_HEAD) if phrase.peek(ahead).text == ":"), 0)
    has_tile = number is not None and not goes_on and phrase.tile_at(1) > 0 and not phrase.peek(1).glued
    found = phrase.player_at(0, Sureness.START if colon == 1 or is_marked or has_tile else Sureness.SLIP)
    is_sure = found is not None and (found.sureness <= Sureness.NAME or colon == found.length or has_tile)
    is_head = number is not None and colon == 1
    if not is_sure and not is_head and (phrase.word_at()[1] or phrase.chain_at() is not None):
        return None
    if found is None or (colon and colon < found.length):
        return _unknown(phrase, number, colon)
    start = phrase.at
    phrase.at += found.length
    if bracket:
        phrase.accept(_BRACKETS[bracket])
    if phrase.peek().text != ":" and not _begins_turn(phrase, number):
        phrase.at = start
        return _unknown(phrase, number, colon)
    while not _is_below_zero(phrase) and phrase.accept(*_BEHIND_NAME):
        pass
    name = context.players.ids[found.seat]
    rest = line.from_token(phrase.peek())
    written = line.text[: rest.start - line.start].rstrip()
    context.diagnostics.note(first, f"{name}:" if number is None else f"{number} {name}:", written)
    return TurnHead(found.seat, number, rest)


def _is_bracketed(phrase: Phrase) -> bool:
    """Whether the next token but one, a number, is in brackets."""
    return (phrase.peek().text, phrase.peek(2).text) in (("(", ")"), ("[", "]"))


def _is_below_zero(phrase: Phrase) -> bool:
    """Whether a minus comes next that belongs to the number behind it."""
    return phrase.peek().text == "-" and phrase.peek(1).glued and phrase.peek(1).is_number


def _number(phrase: Phrase) -> tuple[int | None, bool]:
    """Read the number of a turn, None if there is none; also returns whether a sign separates it from the name."""
    token = phrase.peek()
    is_tile = phrase.peek(1).glued and phrase.peek(1).is_letter and phrase.peek(2).text != ":"
    if not token.is_number or len(token.text) > LONGEST_NUMBER or is_tile:
        return None, False
    phrase.at += 1
    is_marked = phrase.accept(*_BEHIND_NUMBER)
    if is_marked and phrase.peek().glued:
        phrase.accept(")")
    return int(token.text), is_marked


def _begins_turn(phrase: Phrase, number: int | None) -> bool:
    """Whether a turn follows a name without a colon: after a turn's number any clause, else only a tile or a pass."""
    width = 1 if phrase.peek().text in _BEHIND_NAME else 0
    if phrase.is_done or phrase.peek(width).text == "":
        return number is not None
    if number is not None:
        return phrase.begins_clause(width) or bool(inner_meaning(phrase.peek(width)))
    return bool(phrase.tile_at(width)) or phrase.word_at(width)[0] in ("play", "pass", "skip")


def _unknown(phrase: Phrase, number: int | None, colon: int) -> UnknownHead | None:
    """Return the error of a head with an unknown player, or None if it does not look like a head."""
    token, players = phrase.peek(), phrase.context.players
    who = phrase.player_at()
    if who is not None and number is None and phrase.chain_at(who.length) is not None:
        return None  # a chain of that player, and what is done with it
    is_told = colon and token.is_word and (number is not None or phrase.begins_clause(colon + 1))
    is_bare = number is not None and token.is_word and len(token.text) > 1 and phrase.begins_clause(1)
    if not is_told and not is_bare:
        return None
    written = phrase.text(phrase.at, phrase.at + (colon or 1))
    several = players.several(token) if colon <= 1 else []
    if several:
        return UnknownHead(
            token.wrong(
                _("{word!r} could be any of {choices}", word=written, choices=listed(several)),
                _("more letters of the name"),
            ),
            bool(is_told),
        )
    return UnknownHead(
        token.wrong(
            _("{word!r} is not a player in this log", word=written), _("one of {choices}", choices=listed(players.ids))
        ),
        bool(is_told),
    )


@dataclass(frozen=True, slots=True)
class _FurtherHead:
    """The head of a further turn on a line.

    ``first`` is the index of its first token, ``end`` that of the token behind it. Unless ``is_clear``, a number before the name may be
    the turn's number or a number of shares.
    """

    first: int
    end: int
    seat: int
    number: int | None
    is_clear: bool = True


def split_turns(line: SourceLine, context: Context) -> Iterator[SourceLine]:
    """Yield the line, or its turns one by one, with a note for each but the first.

    If it is not clear where a turn ends, the name of the next player is in both pieces, so that the clause is refused.
    """
    phrase = phrase_of(line, context)
    begin = 0
    for head in _further_heads(phrase):
        first = phrase.tokens[head.first]
        start = first.column - 1 - line.start
        if head.is_clear:
            context.diagnostics.note(first, _("the start of a new turn"), phrase.text(head.first, head.end))
            yield SourceLine(
                line.text[begin:start].rstrip(f" {''.join(_BETWEEN_TURNS)}"), line.number, line.start + begin
            )
        else:
            yield SourceLine(line.text[begin : first.end - 1 - line.start], line.number, line.start + begin)
        begin = start
    yield line.after(begin) if begin else line


def _further_heads(phrase: Phrase) -> Iterator[_FurtherHead]:
    """Yield the heads of all turns but the first on a line."""
    count = len(phrase.tokens)
    colon = next((at for at, token in enumerate(phrase.tokens[:_LONGEST_FIRST_HEAD]) if token.text == ":"), -1)
    place = next((at for at in range(colon + 1, count) if phrase.begins_clause(at)), count) + 1
    seat = next((found.seat for at in range(place) if (found := phrase.player_at(at)) is not None), None)
    numbers = [token for token in phrase.tokens[: place - 1] if token.is_number and len(token.text) < _TOO_LONG]
    number = int(numbers[0].text) if numbers else None
    while place < count:
        head = _further_head(phrase, place, number)
        if head is None or head.seat == seat:
            place += 1
            continue
        yield head
        seat, number, place = head.seat, head.number, head.end + 1


def _further_head(phrase: Phrase, place: int, last: int | None) -> _FurtherHead | None:
    """Return the head that begins at token ``place``, or None; ``last`` is the number of the turn before."""
    before = phrase.tokens[place - 1]
    meaning, length = phrase.line_word(place)
    has_word = meaning == "turn"
    number, ahead = _further_number(phrase, place + (length if has_word else 0))
    found = phrase.player_at(ahead, Sureness.START)
    if found is None:
        return None
    ahead += found.length
    has_colon = phrase.peek(ahead).text == ":"
    ahead += has_colon
    if (found.sureness > Sureness.NAME and not has_colon) or not _is_tile_or_pass(phrase, ahead):
        return None
    if has_word or before.text in _BETWEEN_TURNS:
        return _FurtherHead(place, ahead, found.seat, number) if has_colon or number is not None else None
    is_share = phrase.context.chains.find(before) is not None and not before.glued
    if number is not None:
        is_marked = phrase.peek(place + 1).text in (".", ")")  # a turn of another column
        is_clear = has_colon or (last is not None and number == last + 1)
        is_told = (is_clear or is_marked) and not (is_share and number <= MOST_SHARES)
        return _FurtherHead(place, ahead, found.seat, number, is_clear) if is_told else None
    if not has_colon or (before.is_word and not before.glued and not is_share):
        return None
    is_clear = not before.is_number or last is None or int(before.text[:_TOO_LONG]) != last + 1
    return _FurtherHead(place, ahead, found.seat, None, is_clear)


def _further_number(phrase: Phrase, place: int) -> tuple[int | None, int]:
    """Return the number of a turn at token ``place`` or None, and the index of the token behind it and its sign."""
    token = phrase.peek(place)
    if not token.is_number or len(token.text) >= _TOO_LONG:
        return None, place
    return int(token.text), place + 1 + (phrase.peek(place + 1).text in _BEHIND_FURTHER_NUMBER)


def _is_tile_or_pass(phrase: Phrase, ahead: int) -> bool:
    """Whether a tile or a pass comes ``ahead`` tokens after the next one, and not a disposal of shares."""
    width = phrase.tile_at(ahead) if phrase.peek(ahead).text != "?" else 0
    is_glued = width > 0 and all(phrase.peek(ahead + place).glued for place in range(1, width))
    begins = (is_glued and not phrase.begins_payment(ahead)) or phrase.word_at(ahead)[0] == "pass"
    return begins and not phrase.begins_payment(ahead + width)
