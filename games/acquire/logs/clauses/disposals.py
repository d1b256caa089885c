"""Reading disposals as people write them: their parts in any order, in words or by letters, several in a row."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.payments import goes_on, missing
from games.acquire.logs.clauses.values import small_number
from games.acquire.logs.language.cursor import PARTS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

#: A number of shares, or the word for all of them or for what is left.
_Count = int | str
_REST: Final = "rest"
#: Signs between the shares given up in a trade and those taken.
_FOR: Final = (":", "->", "→", "=")
#: A number as large is no number of shares.
_TOO_MANY: Final = 100


def _count(token: Token) -> _Count | None:
    """Return the number of shares that a token is, or the word for all or for the rest, or None."""
    meaning = inner_meaning(token)
    if meaning in ("all", "rest"):
        return token.text
    number = 0 if meaning == "none" else small_number(token)
    return None if number is not None and number >= _TOO_MANY else number


class FreeDisposal:
    """Reads one disposal: who, of which chain, and how many shares are sold, traded and held."""

    __slots__ = ("counts", "phrase", "places")

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        self.counts: dict[str, _Count] = {}
        self.places: dict[str, Token] = {}

    @property
    def parts(self) -> frozenset[str]:
        """The parts that were named: sell, trade, hold."""
        return frozenset(self.counts)

    def read(self, actor: int | None, chain: int | None, *, is_named: bool) -> Action:
        """Read one disposal.

        ``actor`` and ``chain`` are the player and the chain named before it, if any; ``is_named`` says that the word "dispose" was read.
        """
        phrase, seat = self.phrase, actor
        start = phrase.peek()
        waiting: tuple[Token, _Count] | None = None
        while True:
            if not self.counts and self._read_short(chain):
                continue
            who, what = phrase.read_names(player=seat is None, chain=chain is None)
            seat, chain = (seat if who is None else who), (chain if what is None else what)
            if who is not None or what is not None:
                continue
            token = phrase.peek()
            meaning, length = self._part_word()
            count = _count(token)
            if meaning in PARTS and meaning not in self.counts:
                phrase.read_word(meaning, length)
                self._read_count(meaning, waiting)
                waiting = None
            elif count is not None and waiting is None:
                if not self._is_traded_for(count):
                    waiting = (token, count)
                    phrase.at += 1
            elif not self._names_again(chain) and not self._goes_on(chain):
                break
        if waiting is not None:
            raise waiting[0].wrong(
                _("{word!r} has no action word before it", word=waiting[0].text),
                _("'sell', 'trade' or 'hold' first"),
            )
        return self._told(start, seat, chain, is_named=is_named)

    def _told(self, start: Token, seat: int | None, chain: int | None, *, is_named: bool) -> Action:
        """Return the disposal that was read; a player or a chain that it does not name is the only one who can be meant."""
        phrase = self.phrase
        if chain is None and self.counts and (seat is not None or self._is_own()):
            chain = phrase.chain_meant()
        seat = phrase.context.seat if seat is None and not is_named else seat
        if seat is None or chain is None:
            raise missing(phrase, start, ActKind.DISPOSE)
        sold, traded = (self._number(part, seat, chain) for part in ("sell", "trade"))
        held = self.counts.get("hold")
        return Action(ActKind.DISPOSE, seat, (chain, sold, traded, held if isinstance(held, int) else None))

    def _part_word(self) -> tuple[str, int]:
        """Return the meaning of the word that comes next, perhaps with one wrong letter if it is a part of a disposal, and its length."""
        meaning, length = self.phrase.word_at()
        near = "" if length else self.phrase.near_word()
        return (near, 1) if near in PARTS else (meaning, length)

    def _number(self, part: str, seat: int, chain: int) -> int:
        """Return the number of shares sold or traded; "all" and "the rest" are what the log says that the player has.

        Raises:
            LogError: if it does not say so, or the shares cannot all be traded.
        """
        count = self.counts.get(part, 0)
        if isinstance(count, int):
            return count
        phrase = self.phrase
        shares = phrase.context.game.shares(chain)
        others = sum(other for other in self.counts.values() if isinstance(other, int))
        number = shares[seat] - others if shares else 0
        if number <= 0 or (part == "trade" and number % 2):
            raise self.places[part].wrong(_("{word!r} is not a whole number", word=count), _("a whole number"))
        self.phrase.context.diagnostics.note(self.places[part], f"{part} {number}", f"{part} {count}")
        return number

    def _read_short(self, chain: int | None) -> bool:
        """Read all parts at once if they stand in letters or in their order: ``s1 t2 h0``, ``1/2/0``; returns whether they did.

        Raises:
            LogError: if an odd number of shares is traded, so that another order of the three may be meant.
        """
        phrase, first = self.phrase, self.phrase.at
        counts, width = phrase.counts_at(0, chain)
        if not width:
            return False
        if counts.get("trade", 0) % 2 and phrase.peek(1).text == "/":
            raise phrase.peek().wrong(
                _("it is not clear which of these were traded"), _("'sell', 'trade' and 'hold' before the numbers")
            )
        phrase.at += width
        self.counts.update(counts)
        phrase.note(first, " ".join(f"{part} {count}" for part, count in counts.items()))
        return True

    def _is_traded_for(self, number: _Count) -> bool:
        """Skip a number that only repeats how many shares a trade of two for one gives; returns whether it was one.

        It stands behind "for", a colon or an arrow: ``trade 2 for 1 Luxor``, ``trade 2:1``.
        """
        phrase, first = self.phrase, self.phrase.at
        before = phrase.tokens[first - 1] if first else phrase.end
        traded = self.counts.get("trade")
        is_behind = inner_meaning(before) == "noise" or before.text in _FOR
        if not is_behind or not isinstance(traded, int) or traded != 2 * number if isinstance(number, int) else True:
            return False
        phrase.at += 1
        phrase.skip_noise()
        phrase.at += phrase.chain_at() is not None
        phrase.note(first, "")
        return True

    def _read_count(self, part: str, waiting: tuple[Token, _Count] | None) -> None:
        """Read the number of one part, which is ``waiting`` if it was written before the word, else comes next."""
        phrase, note = self.phrase, self.phrase.context.diagnostics.note
        if waiting is not None:
            token, count = waiting
            note(token, f"{part} {count}", f"{token.text} {phrase.tokens[phrase.at - 1].text}")
            self.counts[part], self.places[part] = count, token
            return
        word = phrase.tokens[phrase.at - 1]
        phrase.accept("x", ":", "=")
        phrase.skip_noise()
        token = phrase.peek()
        found = _count(token)
        if found is None and part == "hold" and not self.counts and self._ends_here():
            self.counts[part] = _REST
            note(word, _("what is left"), word.text)
            return
        if found is None and token.is_number:
            raise token.wrong(
                _("{word} is not a number of shares", word=token.text),
                _("a number of shares, or 'cash' before an amount"),
            )
        if found is None:
            raise token.wrong(
                _("{word!r} is not a whole number", word=token.text) if token.text else _("the clause ends too early"),
                _("a whole number"),
            )
        if inner_meaning(token) == "none":
            note(token, "0")
        elif part == "hold" and isinstance(found, str):
            note(token, _("what is left"), f"hold {token.text}")  # not said
        self.counts[part], self.places[part] = found, token
        phrase.at += 1
        phrase.at += phrase.peek().folded == "x" and phrase.peek().glued
        if part == "trade":
            self._skip_rate(found)

    def _is_own(self) -> bool:
        """Whether a disposal without a player can only be that of the player whose turn it is."""
        context = self.phrase.context
        return context.last is None or context.last.player == context.seat

    def _ends_here(self) -> bool:
        """Whether the clause ends at the next word, or a separator comes there."""
        return not self.phrase.peek().text or self.phrase.separator_at() > 0

    def _skip_rate(self, traded: _Count) -> None:
        """Skip what a trade gives, which only repeats it, ``2:1`` or ``4 -> 2``."""
        phrase, first = self.phrase, self.phrase.at
        if phrase.peek().text in _FOR and isinstance(traded, int) and _count(phrase.peek(1)) == traded / 2:
            phrase.at += 2
        if phrase.at > first:
            phrase.note(first, "")

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
        if _count(phrase.peek(width)) is not None:
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
        if not goes_on(phrase, PARTS):
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


def more_of_last(phrase: Phrase, actor: int | None, meaning: str) -> list[Action]:
    """Return the last disposal with one part added, if a clause such as ``trade 2`` can only continue it; else nothing."""
    context, last = phrase.context, phrase.context.last
    if last is None or last.act is not ActKind.DISPOSE or not context.open_parts:
        return []
    ahead = 1
    while inner_meaning(phrase.peek(ahead)) == "noise":
        ahead += 1
    number = small_number(phrase.peek(ahead))
    is_rest = meaning == "hold" and inner_meaning(phrase.peek(ahead)) in ("all", "rest")
    ahead += number is not None or is_rest
    if (number is None and meaning != "hold") or (phrase.peek(ahead).text and not phrase.separator_at(ahead)):
        return []
    if meaning in context.open_parts or actor not in (None, last.player):
        return []
    first = phrase.at
    phrase.read_word(meaning, 1)
    phrase.at = first + ahead
    context.open_parts |= {meaning}
    value = list(last.value)
    value[1 + PARTS.index(meaning)] = number  # None for what is left
    return [last._replace(value=tuple(value))]
