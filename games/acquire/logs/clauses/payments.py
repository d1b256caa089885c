"""Reading bonuses, counts of cash and disposals as people write them: their parts in any order, several in a row.

Each reader raises a `LogError` if a part is missing, or if it is not clear what is meant.
"""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.values import read_amount, small_number, starts_amount
from games.acquire.logs.language.cursor import PARTS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token, listed

#: The smallest bonus in dollars; a smaller number may be a number of shares.
_LEAST_BONUS: Final = 100
_ARTICLES: Final = ("a", "the", "its")
_EXPECTED: Final = {
    ActKind.BONUS: "a player, a chain and an amount, as in 'bonus Ann Tower 4000'",
    ActKind.CASH: "a player and an amount, as in 'cash Ann 5600'",
    ActKind.DISPOSE: "a player, a chain and what is done, as in 'dispose Ann Tower sell 3 trade 2 hold 1'",
}


def read_payments(phrase: Phrase, act: ActKind, actor: int | None) -> list[Action]:
    """Read one or more bonuses or counts of cash; ``actor`` is the player named before the word, if any."""
    read: list[Action] = []
    chain: int | None = None
    while True:
        start = phrase.peek()
        seat, named, amount = _parts(phrase, wants_player=actor is None, wants_chain=act is ActKind.BONUS)
        chain = chain if named is None else named
        seat = actor if seat is None else seat
        if seat is None and act is ActKind.CASH and not read:
            seat = phrase.context.seat
        if seat is None or amount is None or (act is ActKind.BONUS and chain is None):
            raise _missing(phrase, start, act)
        read.append(Action(act, seat, (chain, amount) if act is ActKind.BONUS else amount))
        if not _another(phrase):
            return read
        actor = None


def read_received(phrase: Phrase, actor: int | None) -> list[Action]:
    """Read the bonus of a player who "gets 3000 for American", perhaps with the word "bonus"; ``actor`` is that player."""
    start, last = phrase.peek(), phrase.context.last
    _skip_bonus(phrase)
    _, chain, amount = _parts(phrase, wants_player=False, wants_chain=True, may_say_bonus=True)
    if actor is None or chain is None or amount is None:
        raise _missing(phrase, start, ActKind.BONUS)
    is_sale = (
        last is not None and (last.act, last.player) == (ActKind.DISPOSE, actor) and "sell" in phrase.context.open_parts
    )
    if is_sale or amount < _LEAST_BONUS:
        what = "the money of a sale" if is_sale else "shares"
        raise start.wrong(f"it may be a bonus or {what}", _EXPECTED[ActKind.BONUS])
    return [Action(ActKind.BONUS, actor, (chain, amount))]


def _skip_bonus(phrase: Phrase) -> None:
    """Skip the word "bonus", perhaps with an article before it."""
    first = phrase.at
    has_article = phrase.peek().folded in _ARTICLES and phrase.word_at(1)[0] == "bonus"
    meaning, length = phrase.word_at(has_article)
    if meaning == "bonus":
        phrase.at += length + has_article
        phrase.note(first, "")


def _parts(
    phrase: Phrase, *, wants_player: bool, wants_chain: bool, may_say_bonus: bool = False
) -> tuple[int | None, int | None, int | None]:
    """Read a player, a chain and an amount in any order, each at most once; returns None for each that is not there."""
    seat = chain = amount = None
    while True:
        who, what = phrase.read_names(player=wants_player and seat is None, chain=wants_chain and chain is None)
        seat = seat if who is None else who
        chain = chain if what is None else what
        token = phrase.peek()
        if not starts_amount(phrase) and not (amount is None and token.text == "-"):
            return seat, chain, amount
        if amount is not None:
            raise token.wrong(f"{token.text!r} is a second amount", "one amount")
        amount = read_amount(phrase)
        if may_say_bonus:
            _skip_bonus(phrase)


def _missing(phrase: Phrase, start: Token, act: ActKind) -> LogError:
    """Return the error that a part is missing in the statement that begins at ``start``."""
    token, expected = phrase.peek(), _EXPECTED[act]
    if several := phrase.context.players.several(token):
        return token.wrong(f"{token.text!r} may be {listed(several)}", "more letters of the name")
    if token.text and token is not start:
        return start.wrong("a part is missing here", expected)
    return phrase.unexpected(expected)


def _another(phrase: Phrase) -> bool:
    """Read a separator if another player or chain follows it, so that the statement goes on; returns whether one did."""
    width = phrase.separator_at()
    if not width or phrase.peek().text == "." or phrase.word_at(width)[1]:
        return False
    follows = phrase.player_at(width, Sureness.START) or phrase.chain_at(width) is not None
    if not follows or phrase.word_at(width + 1)[0] in ("found", "buy", "survivor"):
        return False
    phrase.note_token(phrase.peek(), "; and the same again")
    phrase.at += width
    return True


class FreeDisposal:
    """Reads one disposal: who, of which chain, and how many shares are sold, traded and held."""

    __slots__ = ("counts", "holds_rest", "phrase")

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        self.counts: dict[str, int] = {}
        self.holds_rest = False

    @property
    def parts(self) -> frozenset[str]:
        """The parts that were named: sell, trade, hold."""
        return frozenset({*self.counts, *(("hold",) if self.holds_rest else ())})

    def read(self, actor: int | None, chain: int | None, *, is_named: bool) -> Action:
        """Read one disposal.

        ``actor`` and ``chain`` are the player and the chain named before it, if any; ``is_named`` says that the word "dispose" was read.
        """
        phrase, seat = self.phrase, actor
        start = phrase.peek()
        waiting: tuple[Token, int] | None = None
        while True:
            who, what = phrase.read_names(player=seat is None, chain=chain is None)
            seat, chain = (seat if who is None else who), (chain if what is None else what)
            token = phrase.peek()
            number = small_number(token)
            meaning, length = phrase.word_at()
            if not length and (near := phrase.near_word()) in PARTS:
                meaning, length = near, 1
            if meaning in PARTS and meaning not in self.counts:
                phrase.read_word(meaning, length)
                self._read_count(meaning, waiting)
                waiting = None
            elif number is not None and waiting is None:
                if not self._is_traded_for(number):
                    waiting = (token, number)
                    phrase.at += 1
            elif not self._names_again(chain) and not self._goes_on(chain):
                break
        if waiting is not None:
            raise waiting[0].wrong(f"{waiting[0].text!r} stands here without a word", "sell, trade or hold before it")
        seat = phrase.context.seat if seat is None and not is_named else seat
        if seat is None or chain is None:
            raise _missing(phrase, start, ActKind.DISPOSE)
        counts = self.counts
        return Action(ActKind.DISPOSE, seat, (chain, counts.get("sell", 0), counts.get("trade", 0), counts.get("hold")))

    def _is_traded_for(self, number: int) -> bool:
        """Skip a number behind "for" that only repeats how many shares a trade of two for one gives; returns whether it was one."""
        phrase, first = self.phrase, self.phrase.at
        before = phrase.tokens[first - 1] if first else phrase.end
        if inner_meaning(before) != "noise" or self.counts.get("trade") != 2 * number:
            return False
        phrase.at += 1 + (phrase.chain_at(1) is not None)
        phrase.note(first, "")
        return True

    def _read_count(self, part: str, waiting: tuple[Token, int] | None) -> None:
        """Read the number of one part, which is ``waiting`` if it was written before the word, else comes next."""
        phrase, note = self.phrase, self.phrase.context.diagnostics.note
        if waiting is not None:
            token, number = waiting
            note(token, f"{part} {number}", f"{token.text} {phrase.tokens[phrase.at - 1].text}")
            self.counts[part] = number
            return
        phrase.accept("x", ":", "=")
        phrase.skip_noise()
        token = phrase.peek()
        count = small_number(token)
        if count is not None:
            self.counts[part] = count
        elif part == "hold" and inner_meaning(token) == "rest":
            self.holds_rest = True
            note(token, "what is left", f"hold {token.text}")
        elif inner_meaning(token) == "none":
            note(token, "0")
            self.counts[part] = 0
        else:
            raise token.wrong(f"{token.text!r} is no number" if token.text else "the clause ends too early", "a number")
        phrase.at += 1

    def _names_again(self, chain: int | None) -> bool:
        """Skip the name of this disposal's chain if it is repeated behind a number or its word; returns whether it was."""
        if chain is None or not self.counts or self.phrase.chain_at() != chain:
            return False
        self.phrase.note_token(self.phrase.peek(), "")
        self.phrase.at += 1
        return True

    def _goes_on(self, chain: int | None) -> bool:
        """Read a separator if another part of this disposal follows it; returns whether one did."""
        phrase = self.phrase
        width = phrase.separator_at()
        if not width or phrase.peek().text == ".":
            return False
        meaning = phrase.word_at(width)[0]
        if small_number(phrase.peek(width)) is not None:
            again = chain is not None and phrase.chain_at(width + 1) == chain
            meaning = phrase.word_at(width + 1 + again)[0]
        if meaning not in PARTS or meaning in self.counts:
            return False
        phrase.note_token(phrase.peek(), "")
        phrase.at += width
        return True


def read_disposals(phrase: Phrase, actor: int | None, *, is_named: bool) -> list[Action]:
    """Read one or more disposals, each of another player; a chain named once holds for all that follow."""
    read: list[Action] = []
    chain: int | None = None
    while True:
        disposal = FreeDisposal(phrase)
        read.append(disposal.read(actor, None if _names_chain(phrase) else chain, is_named=is_named))
        chain = read[-1].value[0]
        phrase.context.open_parts = disposal.parts
        if not _another(phrase):
            return read
        actor, is_named = None, True


def _names_chain(phrase: Phrase) -> bool:
    """Whether the next disposal names a chain, so that the one named before does not hold for it."""
    width = 0
    while phrase.peek(width).is_word and phrase.word_at(width)[0] not in PARTS:
        who = phrase.player_at(width, Sureness.START)
        if who is None and phrase.chain_at(width) is not None:
            return True
        width += who.length if who else 1
    return False
