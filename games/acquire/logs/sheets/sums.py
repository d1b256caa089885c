"""Reading everybody's cash as people write it: in a list with ranks, as bare amounts in the order of players, in a column or in a table.

A line is read only if everything in it is a player, an amount, a place among the winners or a sign, and if each player has one amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import ARROWS, Phrase
from games.acquire.logs.clauses.values import read_amount, starts_amount
from games.acquire.logs.language.cursor import inner_meaning
from games.acquire.logs.language.names import Sureness

#: Signs between and around players, places and amounts.
_SIGNS: Final = frozenset(",;:=/|&+.()[]{}*#-_>\"'")
#: Words that are passed over beside players and amounts, and those of them that tell that the game is over.
_OVER: Final = frozenset({"wins", "won", "winner", "finished", "finishes", "gewinnt", "gagne", "gana"})
#: Words that head a column of names.
_HEADS: Final = frozenset({"name", "names", "player", "players", "who", "spieler", "joueur", "jugador"})
_PASSED: Final = frozenset(
    {
        *_OVER,
        *_HEADS,
        *("with", "mit", "avec", "con", "has", "had", "each", "in", "hand", "after", "at", "end", "of"),
        *("cash", "money", "total", "points", "pts", "dollars", "dollar", "count", "counts"),
        *("place", "placed", "rank", "platz", "first", "second", "third", "fourth", "fifth", "sixth"),
    }
)
#: Words before the number of the turn after which was counted.
_ROUNDS: Final = ("round", "runde", "ronde", "ronda")
_COUNTED: Final = ("turn", "zug", "tour", "turno", "beurt", *_ROUNDS)
#: What is glued to a number that is a place among the winners.
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th", "er", "e", "eme", "o", "a"})
#: The smallest amount that is no place; nothing at all is an amount too.
_LEAST_AMOUNT: Final = 100
#: As many names are a heading, and as many amounts a row, at least.
_LEAST: Final = 2


@dataclass(slots=True)
class Sums:
    """What a line of cash has: the act that its words name (None for none), the players and the amounts, each in order."""

    act: ActKind | None = None
    seats: list[int] = field(default_factory=list)
    amounts: list[int] = field(default_factory=list)
    #: The number of the turn after which was counted, None if the line does not name it.
    after: int | None = None
    #: What came first, then second and so on: True for a player, False for an amount.
    order: list[bool] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Whether the line has only names of players, of at least two."""
        return not self.amounts and len(set(self.seats)) == len(self.seats) >= _LEAST

    @property
    def is_empty(self) -> bool:
        """Whether the line has a word for cash and nothing else."""
        return not self.amounts and not self.seats

    def pairs(self, heading: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return the players with their amounts; bare amounts belong to the players of the heading. None if they do not fit."""
        seats = self.seats or heading
        if len(seats) != len(self.amounts) or len(set(seats)) != len(seats) or not seats:
            return None
        is_paired = self.order in ([True, False] * len(seats), [False, True] * len(seats))
        is_listed = self.order in ([True] * len(seats) + [False] * len(seats), [False] * len(seats))
        return list(zip(seats, self.amounts, strict=True)) if is_listed or is_paired else None


def read_sums(phrase: Phrase) -> Sums | None:
    """Return what a line of cash has, or None if it has anything else; the phrase is at its end then."""
    sums = Sums()
    meaning, length = phrase.line_word()
    if meaning == "final":
        sums.act = ActKind.FINAL
        phrase.at += length
    while not phrase.is_done:
        if phrase.tile_at() and phrase.peek(1).glued:  # "4C" is no fourth place of Cai
            return None
        told = _reads_player(phrase, sums) or _skips_place(phrase) or _reads_amount(phrase, sums)
        if not told and not _passes_over(phrase, sums):
            return None
    return sums


def _reads_player(phrase: Phrase, sums: Sums) -> bool:
    """Read the name of a player; returns whether one came next."""
    token = phrase.peek()
    found = phrase.player_at(0, Sureness.NAME if token.is_number else Sureness.START)
    if found is None or (found.sureness is Sureness.START and token.folded in _PASSED):
        return False
    sums.seats.append(found.seat)
    sums.order.append(True)
    phrase.at += found.length
    return True


def _reads_amount(phrase: Phrase, sums: Sums) -> bool:
    """Read an amount; returns whether one came next that is large enough."""
    is_below_zero = phrase.peek().text == "-" and phrase.peek(1).is_number and phrase.peek(1).glued
    if not starts_amount(phrase) and not is_below_zero:
        return False
    try:
        amount = read_amount(phrase)
    except LogError:
        return False
    sums.amounts.append(amount)
    sums.order.append(False)
    return not 0 < amount < _LEAST_AMOUNT


def _passes_over(phrase: Phrase, sums: Sums) -> bool:
    """Pass over a sign or a word that may stand beside players and amounts; returns whether one came next."""
    token = phrase.peek()
    meaning, length = phrase.line_word()
    if token.text == "(" and (width := _aside(phrase)):
        phrase.at += width
    elif token.folded in _COUNTED:
        if phrase.peek(1).is_number:
            rounds = len(phrase.context.players.ids) if token.folded in _ROUNDS else 1
            sums.after = int(phrase.peek(1).text[:6]) * rounds
            phrase.at += 1
        phrase.at += 1
    elif meaning == "final":
        sums.act = ActKind.FINAL
        phrase.at += length
    elif (
        token.text in _SIGNS
        or token.text in ARROWS
        or token.folded in _PASSED
        or phrase.is_and()
        or inner_meaning(token) == "noise"
    ):
        sums.act = _act_told(phrase, sums.act)
        phrase.at += 1
    elif phrase.word_at()[0] == "cash":
        sums.act = sums.act or ActKind.CASH
        phrase.at += phrase.word_at()[1]
    else:
        return False
    return True


def _aside(phrase: Phrase) -> int:
    """Return the number of tokens of words in brackets that name no player and no number; 0 if there are none."""
    width = 1
    while phrase.peek(width).text not in ("", ")"):
        if not phrase.peek(width).is_word or phrase.player_at(width, Sureness.NAME) is not None:
            return 0
        width += 1
    return width + 1 if phrase.peek(width).text and width > _LEAST else 0


def _act_told(phrase: Phrase, act: ActKind | None) -> ActKind | None:
    """Return the act that a word passed over tells, if none is known before it."""
    word = phrase.peek().folded
    if act is None and word in ("cash", "money"):
        return ActKind.CASH
    return ActKind.FINAL if act is None and (word in _OVER or word == "total") else act


def _skips_place(phrase: Phrase) -> bool:
    """Skip a place among the winners: "1.", "2nd", "(3)", "#1"; returns whether one came next."""
    token, after, most = phrase.peek(), phrase.peek(1), len(phrase.context.players.ids)
    if (
        not token.is_number
        or len(token.text) > 1
        or not 1 <= int(token.text) <= most
        or (after.glued and (after.is_number or (after.is_word and after.folded not in _ORDINALS)))
    ):
        return False
    is_grouped = after.text in (",", ".", "'") and after.glued and phrase.peek(2).is_number and phrase.peek(2).glued
    is_glued_to_word = after.glued and after.is_word and after.folded not in _ORDINALS
    if is_grouped or is_glued_to_word:
        return False
    phrase.at += 2 if after.glued and after.folded in _ORDINALS else 1
    return True
