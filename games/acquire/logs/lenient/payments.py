"""Bonuses, counts of cash and disposals as people write them: their parts in any order, several of them in a row."""

from __future__ import annotations

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs.lenient.language.tokens import Phrase, Token
from games.acquire.logs.lenient.names import How
from games.acquire.logs.lenient.numbers import read_amount, small_number, starts_amount
from games.acquire.logs.lenient.scene import (
    PARTS,
    Scene,
    inside,
    near_word,
    note_word,
    parting_at,
    read_names,
    skip_noise,
    word_at,
)
from games.acquire.logs.scan import listed

_BONUS_EXPECTED = "a player, a chain and an amount, as in 'bonus Ann Tower 4000'"
#: Dollars of the smallest bonus: less may be a number of shares.
_LEAST_BONUS = 100
_ARTICLES = ("a", "the", "its")
_CASH_EXPECTED = "a player and an amount, as in 'cash Ann 5600'"
_DISPOSE_EXPECTED = "a player, a chain and what is done, as in 'dispose Ann Tower sell 3 trade 2 hold 1'"


def read_payments(phrase: Phrase, scene: Scene, act: Act, actor: int | None) -> list[Action]:
    """The bonuses or counts of cash that stand next; ``actor`` is the player named before the word, if any.

    Raises:
        LogError: if a part is missing, or may mean more than one thing.
    """
    read: list[Action] = []
    chain: int | None = None
    while True:
        start = phrase.peek()
        seat, named, amount = _parts(phrase, scene, wants_player=actor is None, wants_chain=act is Act.BONUS)
        chain = chain if named is None else named
        seat = actor if seat is None else seat
        if seat is None and act is Act.CASH and not read:
            seat = scene.seat
        expected = _BONUS_EXPECTED if act is Act.BONUS else _CASH_EXPECTED
        if seat is None or amount is None or (act is Act.BONUS and chain is None):
            raise _missing(phrase, scene, start, expected)
        read.append(Action(act, seat, (chain, amount) if act is Act.BONUS else amount))
        if not _another(phrase, scene):
            return read
        actor = None


def read_got(phrase: Phrase, scene: Scene, actor: int | None) -> list[Action]:
    """The bonus of somebody who "gets 3000 for American", perhaps with the word "bonus" before or behind the amount.

    Raises:
        LogError: if nobody is named before it, a part is missing, or it may be shares or the money of a sale.
    """
    start = phrase.peek()
    _skip_bonus(phrase, scene)
    _, chain, amount = _parts(phrase, scene, wants_player=False, wants_chain=True, may_say_bonus=True)
    if actor is None or chain is None or amount is None:
        raise _missing(phrase, scene, start, _BONUS_EXPECTED)
    last = scene.events[-1] if scene.events else None
    is_sale = last is not None and last.act is Act.DISPOSE and last.player == actor and "sell" in scene.open_parts
    if is_sale or amount < _LEAST_BONUS:
        what = "the money of a sale" if is_sale else "shares"
        raise start.wrong(f"it may be a bonus or {what}", _BONUS_EXPECTED)
    return [Action(Act.BONUS, actor, (chain, amount))]


def _skip_bonus(phrase: Phrase, scene: Scene) -> None:
    """Pass over the word "bonus", perhaps with an article before it."""
    has_article = phrase.peek().folded in _ARTICLES and word_at(phrase, 1)[0] == "bonus"
    meaning, length = word_at(phrase, has_article)
    if meaning == "bonus":
        token = phrase.peek()
        length += has_article
        scene.remarks.note(token.line, token.column, phrase.written(phrase.at, phrase.at + length), "")
        phrase.at += length


def _parts(
    phrase: Phrase, scene: Scene, *, wants_player: bool, wants_chain: bool, may_say_bonus: bool = False
) -> tuple[int | None, int | None, int | None]:
    """Player, chain and amount in any order, each at most once."""
    seat = chain = amount = None
    while True:
        who, what = read_names(phrase, scene, player=wants_player and seat is None, chain=wants_chain and chain is None)
        seat = seat if who is None else who
        chain = chain if what is None else what
        if not starts_amount(phrase) and not (amount is None and phrase.peek().text == "-"):
            return seat, chain, amount
        if amount is not None:
            raise phrase.peek().wrong(f"{phrase.peek().text!r} is a second amount", "one amount")
        amount = read_amount(phrase, scene.remarks)
        if may_say_bonus:
            _skip_bonus(phrase, scene)


def _missing(phrase: Phrase, scene: Scene, start: Token, expected: str) -> LogError:
    token = phrase.peek()
    if not token.text:
        return token.wrong("the clause ends too early", expected)
    if several := scene.players.several(token):
        return token.wrong(f"{token.text!r} may be {listed(several)}", "more letters of the name")
    return (
        token.wrong(f"{token.text!r} stands here", expected)
        if token is start
        else start.wrong("a part is missing here", expected)
    )


def _another(phrase: Phrase, scene: Scene) -> bool:
    """Whether a sign of listing and then another player or chain stand next; if so the sign is read."""
    width = parting_at(phrase)
    if not width or phrase.peek().text == "." or word_at(phrase, width)[1]:
        return False
    follows = scene.players.at(phrase, width, How.START) or scene.chains.find(phrase.peek(width)) is not None
    if not follows or word_at(phrase, width + 1)[0] in ("found", "buy", "survivor"):
        return False
    sign = phrase.peek()
    scene.remarks.note(sign.line, sign.column, sign.text, "; and the same again")
    phrase.at += width
    return True


class Disposal:
    """Reads one disposal: who, of which chain, and how many shares are sold, traded and held."""

    __slots__ = ("counts", "held_rest", "phrase", "scene")

    def __init__(self, phrase: Phrase, scene: Scene) -> None:
        self.phrase = phrase
        self.scene = scene
        self.counts: dict[str, int] = {}
        self.held_rest = False

    def read(self, actor: int | None, chain: int | None, *, is_named: bool) -> Action:
        """The disposal that stands next, behind its word if ``is_named``; ``actor`` and ``chain`` are those told before.

        Raises:
            LogError: if a part is missing, or may mean more than one thing.
        """
        start = self.phrase.peek()
        seat = actor
        waiting: tuple[Token, int] | None = None
        while True:
            who, what = read_names(self.phrase, self.scene, player=seat is None, chain=chain is None)
            seat, chain = (seat if who is None else who), (chain if what is None else what)
            token = self.phrase.peek()
            number = small_number(token)
            meaning, length = word_at(self.phrase)
            if not length and near_word(token) in PARTS:
                meaning, length = near_word(token), 1
            if meaning in PARTS and meaning not in self.counts:
                note_word(self.phrase, self.scene.remarks, meaning, length)
                self._count(meaning, waiting)
                waiting = None
            elif number is not None and waiting is None and self._is_traded_for(number):
                continue
            elif number is not None and waiting is None:
                waiting = (token, number)
                self.phrase.at += 1
            elif not self._names_again(chain) and not self._goes_on(chain):
                break
        if waiting is not None:
            raise waiting[0].wrong(f"{waiting[0].text!r} stands here without a word", "sell, trade or hold before it")
        seat = self.scene.seat if seat is None and not is_named else seat
        if seat is None or chain is None:
            raise _missing(self.phrase, self.scene, start, _DISPOSE_EXPECTED)
        return Action(
            Act.DISPOSE, seat, (chain, *(self.counts.get(part, 0) for part in PARTS[:2]), self.counts.get("hold"))
        )

    def _is_traded_for(self, number: int) -> bool:
        """Whether a number behind "for" only says what two for one comes to; if so it is passed over, with its chain."""
        phrase = self.phrase
        before = phrase.tokens[phrase.at - 1] if phrase.at else phrase.end
        if inside(before) != "noise" or self.counts.get("trade") != 2 * number:
            return False
        first = phrase.at
        phrase.at += 1 + (self.scene.chains.find(phrase.peek(1)) is not None)
        token = phrase.tokens[first]
        self.scene.remarks.note(token.line, token.column, phrase.written(first, phrase.at), "")
        return True

    def _count(self, part: str, waiting: tuple[Token, int] | None) -> None:
        """The number of one part: before its word, or behind it."""
        phrase = self.phrase
        if waiting is not None:
            token, number = waiting
            written = f"{token.text} {phrase.tokens[phrase.at - 1].text}"
            self.scene.remarks.note(token.line, token.column, written, f"{part} {number}")
            self.counts[part] = number
            return
        phrase.took("x", ":", "=")
        skip_noise(phrase, self.scene.remarks)
        token = phrase.peek()
        count = small_number(token)
        if count is not None:
            phrase.at += 1
            self.counts[part] = count
        elif part == "hold" and inside(token) == "rest":
            self.held_rest = True
            self.scene.remarks.note(token.line, token.column, f"hold {token.text}", "what is left")
            phrase.at += 1
        elif inside(token) == "none":
            self.scene.remarks.note(token.line, token.column, token.text, "0")
            self.counts[part] = 0
            phrase.at += 1
        else:
            raise token.wrong(f"{token.text!r} is no number" if token.text else "the clause ends too early", "a number")

    def _names_again(self, chain: int | None) -> bool:
        """Whether the chain of this disposal is named once more, behind a number or its word; if so the name is passed over."""
        token = self.phrase.peek()
        if chain is None or not self.counts or self.scene.chains.find(token) != chain:
            return False
        self.scene.remarks.note(token.line, token.column, token.text, "")
        self.phrase.at += 1
        return True

    def _goes_on(self, chain: int | None) -> bool:
        """Whether a sign of listing and then another part of this disposal stand next; if so the sign is read."""
        width = parting_at(self.phrase)
        if not width or self.phrase.peek().text == ".":
            return False
        meaning = word_at(self.phrase, width)[0]
        if small_number(self.phrase.peek(width)) is not None:
            again = chain is not None and self.scene.chains.find(self.phrase.peek(width + 1)) == chain
            meaning = word_at(self.phrase, width + 1 + again)[0]
        if meaning not in PARTS or meaning in self.counts:
            return False
        sign = self.phrase.peek()
        self.scene.remarks.note(sign.line, sign.column, sign.text, "")
        self.phrase.at += width
        return True


def read_disposals(phrase: Phrase, scene: Scene, actor: int | None, *, is_named: bool) -> list[Action]:
    """The disposals that stand next, each of another player; the chain need be named once.

    Raises:
        LogError: if a part is missing, or may mean more than one thing.
    """
    read: list[Action] = []
    chain: int | None = None
    while True:
        disposal = Disposal(phrase, scene)
        read.append(disposal.read(actor, None if not read or _names_chain(phrase, scene) else chain, is_named=is_named))
        chain = read[-1].value[0]
        scene.open_parts = frozenset({*disposal.counts, *(("hold",) if disposal.held_rest else ())})
        if not _another(phrase, scene):
            return read
        actor, is_named = None, True


def _names_chain(phrase: Phrase, scene: Scene) -> bool:
    """Whether a chain is named before the next part, so that the one before does not hold on."""
    width = 0
    while phrase.peek(width).is_word and word_at(phrase, width)[0] not in PARTS:
        who = scene.players.at(phrase, width, How.START)
        if who is None and scene.chains.find(phrase.peek(width)) is not None:
            return True
        width += who.length if who else 1
    return False
