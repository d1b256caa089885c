"""Reading disposals as people write them: their parts in any order, in words or by letters, several in a row."""

from __future__ import annotations

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.payments import _another, _missing
from games.acquire.logs.clauses.values import small_number
from games.acquire.logs.language.cursor import PARTS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token


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
