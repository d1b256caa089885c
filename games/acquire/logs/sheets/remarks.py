"""Telling remarks of a scribe (``page 2``, ``14:35``, ``NB: Ann was late``) from what may be an act or an amount that is not understood.

A remark names no tile, no chain with a number, no amount of money, and no act with something that it is done to. Names of players
and chains alone, and words of acts alone, are no remark either, for they may be half of an act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.logs.clauses.context import Context, Phrase
from games.acquire.logs.clauses.values import run_at, small_number
from games.acquire.logs.forms import CLAUSE_ACTS
from games.acquire.logs.language.confusions import tiles_meant
from games.acquire.logs.language.cursor import BONUSES, DIRECTORS_WORDS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.spelling import words
from games.acquire.logs.language.tokens import Token

#: The smallest number that may be an amount of money, and the number of which all amounts are multiples.
LEAST_AMOUNT: Final = 100
_STEP: Final = 50
_CURRENCIES: Final = ("$", "€", "£", "dollars", "dollar", "usd", "euro", "euros", "bucks")
_ROWS: Final = "abcdefghij"
#: The fewest letters of a chain's name; a shorter word is a chain's only beside its number.
_LETTERS: Final = 3
#: The most capitals of a word that may stand for so many shares.
_MOST_INITIALS: Final = 4
#: The fewest dashes that are a rule across the sheet; fewer may say that nothing was bought.
_RULE: Final = 3
#: Letters that stand beside a number and name no shares: pages, rounds, versions, hours, minutes.
_COUNTED: Final = "prvhm"
#: Acts by what must stand beside their word, so that the word may be meant as one: shares, a chain, or a tile; or nothing at all.
_OF_SHARES: Final = ("buy", "sell", "trade", "hold", "dispose", "gets", "bonus")
_OF_CHAINS: Final = ("found", "survivor", "order", "swap", "market")
_OF_TILES: Final = ("play", "draw", "show", "return")
_ALONE: Final = ("pass", "skip", "end", "timeout", "takeback", "redraw", "rewind")
_TELLING: Final = ("buy", "found", "survivor", "sell", "trade", "dispose", "bonus", "swap", "market", "card")
#: Words that tell with a chain what happened on the board, and words that correct the number before them.
_HAPPENED: Final = (
    *("merge", "merges", "merged", "merging", "takes", "took", "taken", "absorbs", "absorbed", "swallows", "swallowed"),
    *("eats", "eaten", "opens", "opened", "starts", "started", "fusioniert", "schluckt", "absorbe", "neemt"),
    *("new", "placed", "appears", "built", "builds", "makes", "made", "joins", "joined", "neu", "nouvelle", "nueva"),
)
#: Words that tell with a chain how it stands, so that nothing is done to it.
_STATES: Final = words("safe unsafe sicher majority minority lead leads whether why merger fusion")
#: Of those, the words for a merger, which with two chains tell one.
_MERGED: Final = frozenset({"merger", "fusion"})
#: Units of time behind a number.
_UNITS: Final = words("minutes minute min mins seconds sec minuten sekunden minut minuti hours")
#: Words before a number that is none of shares.
_PAGES: Final = words("page p seite s pagina round runde r sheet blatt table tisch game nr no v")
_CORRECTING: Final = words("not or no instead rather sorry correction wrong oder nicht statt ou pas")
#: Meanings of words that are as often said of the game as they are the word of an act.
_NO_HALF: Final = ("", *DIRECTORS_WORDS, "majority", "minority")
_ALL: Final = ("all", "everything", "alle", "alles", "tout", "toutes", "todo", "todas")
_BEFORE_END: Final = ("at", "near", "until", "till", "before", "after", "by", "a", "op", "bij")
_BEHIND_END: Final = ("of", "der", "des", "de", "du", "del", "van")
_GAME: Final = frozenset({"game", "spiel", "spiels", "partie", "partida", "spel"})


@dataclass(frozen=True, slots=True)
class Sense:
    """What words that form no clause may be: a remark, or else perhaps an act (None for one that may change the board or begin a turn)."""

    is_remark: bool
    act: ActKind | None = None
    player: int | None = None


#: Words of which nothing is known.
UNKNOWN: Final = Sense(False)
#: Acts of one word; further words directly behind it leave open whether it is meant as the act.
BARE_ACTS: Final = frozenset(
    {ActKind.PASS, ActKind.END, ActKind.CLOCK, ActKind.TIMEOUT, ActKind.TAKEBACK, ActKind.REDRAW}
)


def sense_of(tokens: Sequence[Token], context: Context, *, behind: bool = False, within: bool = False) -> Sense:
    """Return what words that form no clause may be.

    ``within`` says that they stand in a turn, as its clauses do, and ``behind`` that they stand directly behind a clause, which they
    may continue.
    """
    return _Words(tokens, context).sense(behind=behind, within=within)


class _Words:
    """The words of a piece of a line, and what they name."""

    def __init__(self, tokens: Sequence[Token], context: Context) -> None:
        self.tokens = [*tokens]
        self.context = context
        last = tokens[-1] if tokens else Token("", 1, 1)
        self.phrase = Phrase(self.tokens, Token("", last.line, last.end), context)
        #: The indices of the pieces of times and dates.
        self.dated = set(self._dated())
        self.players = [
            (at, found)
            for at, token in enumerate(tokens)
            if (token.is_word or token.is_number) and (found := self._as_player(at)) is not None
        ]
        self.chains = {at for at, token in enumerate(tokens) if self._is_chain(token)}
        self.numbers = {at for at, token in enumerate(tokens) if token.is_number and at not in self.dated | self._named}

    @property
    def _named(self) -> set[int]:
        """The indices of the pieces of players' names."""
        return {at + piece for at, found in self.players for piece in range(found[1])}

    def _as_player(self, at: int) -> tuple[int, int] | None:
        """Return the seat of the player named at a token and the number of its tokens, or None."""
        found = self.phrase.player_at(at, Sureness.NAME)
        return None if found is None else (found.seat, found.length)

    def _is_chain(self, token: Token) -> bool:
        """Whether a word names a chain by more than its first letters."""
        return len(token.text) >= _LETTERS and token.is_word and self.context.chains.find(token) is not None

    def _is_initials(self, token: Token) -> bool:
        """Whether a word is made of capitals that are initials of chains, one for each share: ``FFI``."""
        return (
            token.is_word
            and token.text.isupper()
            and len(token.text) <= _MOST_INITIALS
            and all(self.context.chains.find(Token(letter, 1, 1)) is not None for letter in token.text)
        )

    def _dated(self) -> list[int]:
        """Return the indices of all pieces of times such as 14:35 and of dates such as 20.11.2026."""
        found: list[int] = []
        at = 0
        while at < len(self.tokens):
            run = [at]
            while self._goes_on(run[-1]):
                run += [run[-1] + 1, run[-1] + 2]
            signs = {self.tokens[place].text for place in run[1::2]}
            is_time = signs in ({":"}, {"h"})
            is_date = len(run) == 5 and len(signs) == 1 and signs <= {".", "-", "/"} and not self._is_grouped(run)
            if len(run) > 1 and (is_time or is_date):
                found += run
            at = run[-1] + 1
        return found

    def _goes_on(self, at: int) -> bool:
        """Whether a sign and a further number are glued to the number at a token."""
        if at + 2 >= len(self.tokens):
            return False
        number, sign, other = self.tokens[at : at + 3]
        return number.is_number and sign.glued and other.glued and other.is_number and sign.text in ":h.-/"

    def _is_grouped(self, run: Sequence[int]) -> bool:
        """Whether all numbers but the first have three digits, so that they are groups of an amount."""
        return all(len(self.tokens[place].text) == 3 for place in run[2::2])

    def sense(self, *, behind: bool, within: bool) -> Sense:
        """Return what the words may be."""
        player = self.players[0][1][0] if self.players else None
        if self._has_tile():
            return Sense(False, None, player)
        meanings = list(self._meanings())
        acting = next((meaning for meaning in meanings if self._is_act(meaning)), None) or self._begun()
        if acting:
            return Sense(False, _act_of(acting), player)
        if self._has_amount():
            return Sense(False, ActKind.BONUS if self.chains else ActKind.CASH, player)
        if self._has_shares():
            return Sense(False, ActKind.BUY, player)
        is_of_time = any(token.folded in _UNITS for token in self.tokens)
        if self.players and self.numbers and self.context.game.merger is not None and not is_of_time:
            return Sense(False, ActKind.DISPOSE, player)
        if all(self._is_initials(token) for token in self.tokens):
            return Sense(False, ActKind.BUY, player)
        words = {token.folded for token in self.tokens}
        is_told = bool(self.chains) and not words.isdisjoint(_HAPPENED)
        is_told |= bool(self.chains) and within and not self._is_apart() and words.isdisjoint(_STATES)
        is_told |= len(self.chains) > 1 and within and bool(words & _MERGED)
        if self._is_half(meanings):
            return Sense(False, _act_of(meanings[0]) if meanings else None, player)
        if is_told or (behind and self._corrects()):
            return Sense(False, None, player)
        if within and self._has_bare_number():
            return Sense(False, ActKind.BUY, player)
        return Sense(True, None, player)

    def _has_tile(self) -> bool:
        """Whether something like a tile is named: a number and a letter of the board glued together, or alone and a capital.

        Before the tile of a turn something that may be the picture of one is one as well.
        """
        tokens = self.tokens
        places = [at for at in range(len(tokens)) if at not in self.dated | self._named]
        is_awaited = self.context.seat is not None and not self.context.has_tile
        if is_awaited and any(tiles_meant(run_at(self.phrase, at)[0]) for at in places):
            return True
        for at, (one, other) in enumerate(pairwise(tokens)):
            letter, number = (one, other) if one.is_letter else (other, one)
            if not (letter.is_letter and number.is_number) or {at, at + 1} & (self.dated | self._named):
                continue
            after = tokens[at + 2] if at + 2 < len(tokens) else Token("", 1, 1)
            is_longer = after.glued and (after.is_word or after.is_number)
            is_row = letter.folded in _ROWS
            if is_row and other.glued and not is_longer and not (at and one.glued and tokens[at - 1].is_word):
                return True
            if is_row and not other.glued and letter.text.isupper() and not (after.is_word or after.is_number):
                return True
        return False

    def _meanings(self) -> list[str]:
        """Return the meanings of all words of acts; "end of the page" is none."""
        found = []
        for at in range(len(self.tokens)):
            meaning = "" if at in self._named else self.phrase.word_at(at)[0]
            behind = [token.folded for token in self.tokens[at + 1 : at + 4]]
            before = [token.folded for token in self.tokens[max(0, at - 2) : at]]
            if meaning == "end" and before[-1:] and (before[-1] == "am" or before[0] in _BEFORE_END):
                continue
            if meaning == "end" and behind[:1] and behind[0] in _BEHIND_END and not _GAME & set(behind):
                continue
            if meaning:
                found.append(meaning)
        return found

    def _is_act(self, meaning: str) -> bool:
        """Whether the word of an act has something beside it that it may be done to."""
        if meaning in _ALONE:
            return True
        told = {inner_meaning(token) for token in self.tokens}
        if meaning in _OF_SHARES:
            is_all = bool({"none", "rest"} & told) or any(token.folded in _ALL for token in self.tokens)
            return bool(self.chains or self.numbers) or is_all
        if meaning in _OF_CHAINS:
            return bool(self.chains)
        return meaning in _OF_TILES and bool(self.numbers or any(token.text == "?" for token in self.tokens[:-1]))

    def _begun(self) -> str:
        """Return the meaning of a word that says by itself what is done, if the words begin with it, perhaps behind a name; else empty.

        What follows it may be the name of a chain that is not known.
        """
        at = self.players[0][1][1] if self.players and self.players[0][0] == 0 else 0
        meaning, length = self.phrase.word_at(at)
        return meaning if meaning in _TELLING and at + length < len(self.tokens) else ""

    def _has_amount(self) -> bool:
        """Whether an amount of money is named: with a currency, in groups of digits, in thousands, or as a number that may be one."""
        tokens = self.tokens
        if any(token.folded in _CURRENCIES for token in tokens):
            return True
        for at in sorted(self.numbers):
            after = tokens[at + 1 : at + 3]
            is_grouped = (
                [token.glued for token in after] == [True, True] and len(after[1].text) == 3 and after[1].is_number
            )
            is_thousands = bool(after) and after[0].glued and after[0].folded in ("k", "grand")
            if is_grouped or is_thousands:
                return True
            number = int(tokens[at].text[:9])
            if number >= LEAST_AMOUNT and (number % _STEP == 0 or self.players):
                return True
        return False

    def _has_shares(self) -> bool:
        """Whether a number of shares is named: a chain and any number, or a letter and a number glued together."""
        tokens = self.tokens
        if self.chains and (self.numbers or any(small_number(token) is not None for token in tokens if token.is_word)):
            return True
        for at, (one, other) in enumerate(pairwise(tokens)):
            letter, number = (one, other) if one.is_letter else (other, one)
            is_pair = (
                letter.is_letter and number.is_number and other.glued and not {at, at + 1} & (self.dated | self._named)
            )
            if is_pair and letter.folded not in _COUNTED:
                return True
            if one.is_number and letter.text.isupper() and self.context.chains.find(letter) is not None:
                return True
        return False

    def _has_bare_number(self) -> bool:
        """Whether a number is named that is none of a page, a round, minutes and the like."""
        if any(token.folded in _UNITS for token in self.tokens):
            return False
        before = {at: self.tokens[at - 1 - (self.tokens[at - 1].text == ".")].folded for at in self.numbers if at}
        return any(before.get(at) not in _PAGES for at in self.numbers)

    def _is_half(self, meanings: Sequence[str]) -> bool:
        """Whether nothing but names, words of acts or numbers is there, or too short a dash: perhaps half of an act."""
        if self.tokens[0].folded == "by":
            return True
        signs = [token.text for token in self.tokens if not token.is_word and not token.is_number]
        words = [at for at, token in enumerate(self.tokens) if token.is_word and at not in self._named]
        if not words and not self.numbers and not self.players:
            return bool(signs) and set(signs) == {"-"} and len(signs) < _RULE
        if not words:
            return not self.dated or bool(self.players)
        said = [at for at in words if at not in self.chains and not inner_meaning(self.tokens[at])]
        is_act = all(
            self.phrase.word_at(at)[0] not in _NO_HALF and self.tokens[at].folded not in _STATES for at in said
        )
        return is_act and not self.dated and (bool(meanings) or bool(self.chains or self.players))

    def _corrects(self) -> bool:
        """Whether words behind a clause may change it: they name a chain outside brackets, or another number."""
        says = [token for token in self.tokens if token.is_word and len(token.text) >= _LETTERS]
        if not says and any(token.is_word and self.context.chains.find(token) is not None for token in self.tokens):
            return True
        is_number = bool(self.numbers) and (not says or any(token.folded in _CORRECTING for token in self.tokens))
        return is_number or (bool(self.chains) and not self._is_apart())

    def _is_apart(self) -> bool:
        """Whether the words begin with a bracket, a dash or a star."""
        return self.tokens[0].text in ("(", "[", "{", "-", "/", "*")


def _act_of(meaning: str) -> ActKind | None:
    """Return the act of the meaning of a word, None for one that may change the board."""
    if meaning in ("sell", "trade", "hold"):
        return ActKind.DISPOSE
    return ActKind.BONUS if meaning in ("gets", *BONUSES) else CLAUSE_ACTS.get(meaning)
