"""One clause of a turn as people write it, read into the actions that it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.lenient.names import How
from games.acquire.logs.lenient.numbers import TILE_EXPECTED, read_tile, small_number, tile_shape
from games.acquire.logs.lenient.payments import read_disposals, read_payments
from games.acquire.logs.lenient.purchases import Purchase
from games.acquire.logs.lenient.scene import PARTS, Scene, inside, near_word, note_word, parting_at, skip_noise, word_at
from games.acquire.logs.lenient.tokens import Phrase, Token, spaced

_ARROWS: Final = ("->", "=>", "→", ">", ":", "=")
_TURN_EXPECTED: Final = "a turn such as '1 Ann: 4C', or 'by Ann' before the clause"


class LooseClause:
    """Reads one clause; ``act`` is what it tells as soon as that is known.

    Afterwards ``is_open`` tells that it ended with a sign after which something must follow, and ``amends`` that its
    action stands for the last event, with which it went on.
    """

    def __init__(self, phrase: Phrase, scene: Scene) -> None:
        self.phrase = phrase
        self.scene = scene
        self.act: Act | None = None
        self.actor: int | None = None
        self.is_open = False
        self.amends = False

    @property
    def seat(self) -> int:
        """The player who does it: the one named, else the one whose turn it is."""
        seat = self.scene.seat if self.actor is None else self.actor
        if seat is None:
            raise self.phrase.peek().wrong("no turn has begun", _TURN_EXPECTED)
        return seat

    def refuse_rest(self, first: int) -> None:
        """Refuse what follows a clause and neither parts it from the next one nor begins that."""
        token = self.phrase.peek()
        if not token.text or parting_at(self.phrase) or word_at(self.phrase)[1] or token.folded in ("by", "("):
            return
        written = self.phrase.written(first, self.phrase.at)
        raise token.wrong(f"{token.text!r} is too much after {written!r}", "the end of the clause, ; or a new line")

    def read(self) -> list[Action]:
        """The actions of the clause that stands next.

        Raises:
            LogError: if it is none, or may mean more than one thing.
        """
        phrase, remarks = self.phrase, self.scene.remarks
        if self._named_by():
            note = phrase.tokens[phrase.at - 1]
            remarks.note(note.line, note.column, note.text, "buy")
            return self._told("buy")
        self._name_before()
        meaning, length = word_at(phrase)
        if length:
            note_word(phrase, remarks, meaning, length)
            return self._told(meaning)
        if self._has_tile_shape():
            return self._tile()
        return self._without_word(phrase.peek())

    def _named_by(self) -> bool:
        """Take the player behind "by"; whether "by" is but a slip for "buy", as a chain stands behind it."""
        if not self.phrase.took("by"):
            return False
        named = self.scene.players.at(self.phrase, 0, How.START)
        if named is None and self.scene.chains.find(self.phrase.peek()) is not None:
            return True
        self.actor = self.scene.players.read(self.phrase, self.scene.remarks)
        return False

    def _name_before(self) -> None:
        """Take a player who stands before the word of the clause, perhaps with a colon."""
        phrase = self.phrase
        if word_at(phrase)[1] or tile_shape(phrase):
            return
        who = self.scene.players.at(phrase)
        if who is not None and self._begins(who.length):
            self.actor = self.scene.players.read(phrase, self.scene.remarks)
            phrase.took(":")

    def _without_word(self, token: Token) -> list[Action]:
        """A clause that begins with no word of the table: a purchase or a founding, or a word with a slip."""
        if inside(token) == "none" and self.scene.has_tile:
            return self._told("buy")
        chain = self.scene.chains.find(token)
        meant = near_word(token)
        if small_number(token) is not None or (chain is not None and not meant):
            return self._unworded()
        if not meant or chain is not None:
            raise self._no_clause(token)
        note_word(self.phrase, self.scene.remarks, meant, 1)
        return self._told(meant)

    def _begins(self, ahead: int) -> bool:
        """Whether a clause word stands behind a name, or behind the colon after it."""
        ahead += self.phrase.peek(ahead).text == ":"
        return bool(word_at(self.phrase, ahead)[1])

    def _has_tile_shape(self) -> bool:
        """Whether a tile stands here: glued, or a number and then a letter."""
        length = tile_shape(self.phrase)
        token, after = self.phrase.peek(), self.phrase.peek(1)
        if token.text == "?" or not length:
            return False
        if all(self.phrase.peek(ahead).glued for ahead in range(1, length)):
            return not (self.scene.has_tile and self._is_share(token, after))
        return token.is_number and after.folded in "abcdefghi" and not self.scene.has_tile

    def _is_share(self, token: Token, after: Token) -> bool:
        """Whether a chain's initial that names no row stands with the number of its shares."""
        letter, number = (after, token) if token.is_number else (token, after)
        is_row = letter.folded in "abcdefghi" or not letter.is_letter
        return not is_row and number.is_number and self.scene.chains.find(letter) is not None

    def _no_clause(self, token: Token) -> LogError:
        if not token.text:
            return token.wrong("the clause ends too early", "a tile or a clause")
        return token.wrong(
            f"{token.text!r} is neither a tile nor a clause", "a tile, or a word such as buy, found or draw"
        )

    def _told(self, meaning: str) -> list[Action]:
        """The actions of a clause whose word is read."""
        if meaning == "skip":
            self.act = Act.BUY if self.scene.has_tile else Act.PASS
            return [Action(self.act, self.seat, () if self.scene.has_tile else None)]
        if meaning == "play":
            return self._tile()
        if meaning in PARTS or meaning == "dispose":
            return self._dispose(meaning)
        self.act = Act[meaning.upper()]
        if self.act in (Act.BONUS, Act.CASH):
            return read_payments(self.phrase, self.scene, self.act, self.actor)
        reader = _READERS.get(self.act)
        return [Action(self.act, self.seat, reader(self) if reader else None)]

    def _dispose(self, meaning: str) -> list[Action]:
        self.act = Act.DISPOSE
        is_named = meaning == "dispose"
        if not is_named:
            self.phrase.at -= 1
            more = self._more_of_last(meaning)
            if more:
                return more
        return read_disposals(self.phrase, self.scene, self.actor, is_named=is_named)

    def _more_of_last(self, meaning: str) -> list[Action]:
        """The last disposal again with one part more, if ``trade 2`` can only go on with it; else nothing."""
        events, phrase = self.scene.events, self.phrase
        last = events[-1] if events else None
        number = small_number(phrase.peek(1))
        is_whole = not phrase.peek(2).text or bool(parting_at(phrase, 2))
        if last is None or last.act is not Act.DISPOSE or not self.scene.open_parts or not is_whole or number is None:
            return []
        if meaning in self.scene.open_parts or self.actor not in (None, last.player):
            return []
        phrase.at += 2
        self.amends = True
        self.scene.open_parts |= {meaning}
        value = list(last.value)
        value[1 + PARTS.index(meaning)] = number
        return [last._replace(value=tuple(value))]

    def _tile(self) -> list[Action]:
        """A tile placed, perhaps with the chain that it makes, or a tile drawn where the word stands behind it."""
        phrase, remarks = self.phrase, self.scene.remarks
        self.act = Act.PLAY
        first = phrase.at
        skip_noise(phrase, remarks)
        token = phrase.peek()
        tile = read_tile(phrase, remarks)
        if tile == UNKNOWN_TILE:
            raise token.wrong("the tile placed is not known", TILE_EXPECTED)
        meaning, length = word_at(phrase)
        if self.scene.has_tile and meaning == "draw" and not phrase.peek(length).text:
            self.act = Act.DRAW
            note_word(phrase, remarks, meaning, length)
            return [Action(Act.DRAW, self.seat, (tile,))]
        self._refuse_second(first, tile)
        seat = self.seat
        return [Action(Act.PLAY, seat, tile), *self._chain_beside(first, seat, tile)]

    def _refuse_second(self, first: int, tile: int) -> None:
        """Refuse two tiles in a row: which one was placed nobody can tell."""
        phrase = self.phrase
        width = 1 if phrase.peek().text in ("/", ",", "+", "&", "-") else 0
        at, phrase.at = phrase.at, phrase.at + width
        length = 0 if phrase.peek().text == "?" else tile_shape(phrase)
        second = spaced(phrase.tokens[phrase.at : phrase.at + length])
        phrase.at = at
        if length and not (width and small_number(phrase.peek(width)) is None):
            phrase.at += width + length
            raise phrase.tokens[first].wrong(
                f"two tiles stand here, {TILE_NAMES[tile]} and {second}", "one tile in a turn"
            )

    def _chain_beside(self, first: int, seat: int, tile: int) -> list[Action]:
        """What a chain tells that stands behind an arrow or in brackets after a tile."""
        phrase, scene = self.phrase, self.scene
        sign = phrase.peek()
        before = phrase.at
        if not phrase.took(*_ARROWS, "("):
            return []
        meaning, length = word_at(phrase)
        phrase.at += length if meaning in ("found", "survivor") else 0
        if sign.text == "(" and scene.chains.find(phrase.peek()) is None:
            phrase.at = before
            return []
        chain = scene.chains.read(phrase, scene.remarks)
        if sign.text == "(" and not phrase.took(")"):
            raise phrase.peek().wrong("the bracket is not closed", "a ) behind the chain")
        name = scene.chains.labels.names[chain]
        try:
            act = Act[meaning.upper()] if meaning in ("found", "survivor") else scene.ground.meaning(tile, chain)
        except ValueError as reason:
            raise sign.wrong(
                f"{name} does not go with {TILE_NAMES[tile]}: {reason}", "the chain that the tile makes"
            ) from None
        token = phrase.tokens[first]
        read = f"{TILE_NAMES[tile]}; {act.word} {name}" if act else TILE_NAMES[tile]
        scene.remarks.note(token.line, token.column, phrase.written(first, phrase.at), read)
        return [Action(act, seat, chain)] if act else []

    def _unworded(self) -> list[Action]:
        """A chain, or a number of its shares, before its word or without one: a purchase, a founding, a survivor."""
        phrase, scene = self.phrase, self.scene
        start = phrase.peek()
        self.act = Act.BUY
        if scene.chains.find(start) is not None:
            meaning, length = word_at(phrase, 1)
            if meaning in ("found", "survivor"):
                self.act = Act[meaning.upper()]
                chain = scene.chains.read(phrase, scene.remarks)
                scene.remarks.note(start.line, start.column, phrase.written(phrase.at - 1, phrase.at + length), meaning)
                phrase.at += length
                return [Action(self.act, self.seat, chain)]
        seat = self.seat
        first = phrase.at
        shares = self._shares()
        meaning, length = word_at(phrase)
        if meaning == "buy" and (not phrase.peek(length).text or parting_at(phrase, length)):
            phrase.at += length
        elif not any(token.is_number or small_number(token) for token in phrase.tokens[first : phrase.at]):
            raise start.wrong(f"{start.text!r} stands here without a word", "found, survivor or buy before a chain")
        scene.remarks.note(start.line, start.column, phrase.written(first, phrase.at), "a purchase")
        last = scene.events[-1] if scene.events else None
        if last is not None and last.act is Act.BUY and last.player == seat:
            if {chain for chain, _ in last.value} & {chain for chain, _ in shares}:
                raise start.wrong("a chain of this purchase was bought just before", "each chain once")
            self.amends = True
            shares = (*last.value, *shares)
        return [Action(Act.BUY, seat, shares)]

    # The values of acts.

    def _shares(self) -> tuple[tuple[int, int], ...]:
        purchase = Purchase(self.phrase, self.scene.chains, self.scene.remarks)
        shares = purchase.read()
        self.is_open = purchase.is_open
        return shares

    def _chain(self) -> int:
        skip_noise(self.phrase, self.scene.remarks, (":",))
        return self.scene.chains.read(self.phrase, self.scene.remarks)

    def _chains(self) -> tuple[int, ...]:
        if inside(self.phrase.peek()) == "none" or self.phrase.took("-"):
            return ()
        found = [self._chain()]
        while True:
            width = 1 if self.phrase.peek().text in (">", "->", "/") else parting_at(self.phrase)
            if word_at(self.phrase, width)[1] or self.scene.chains.find(self.phrase.peek(width)) is None:
                return tuple(found)
            sign = self.phrase.peek()
            self.scene.remarks.note(sign.line, sign.column, sign.text if width else "", ",")
            self.phrase.at += width
            found.append(self._chain())

    def _tiles(self) -> tuple[int, ...]:
        phrase, remarks = self.phrase, self.scene.remarks
        phrase.took(":")
        token = phrase.peek()
        if inside(token) == "none" or token.text == "-":
            phrase.at += 1
            remarks.note(token.line, token.column, token.text, "-")
            return ()
        if self.act is Act.DRAW and (not token.text or parting_at(phrase) or word_at(phrase)[1]):
            self.is_open = phrase.is_done
            before = phrase.tokens[phrase.at - 1]
            remarks.note(before.line, before.column, before.text, "draw ?")
            return (UNKNOWN_TILE,)
        found = [read_tile(phrase, remarks)]
        while True:
            width = 0 if tile_shape(phrase) else parting_at(phrase)
            at, phrase.at = phrase.at, phrase.at + width
            if (width and phrase.tokens[at].text == ".") or not tile_shape(phrase):
                phrase.at = at
                return tuple(found)
            if width:
                sign = phrase.tokens[at]
                if not self.scene.has_tile and self.act is Act.DRAW:
                    raise sign.wrong(
                        "it is not clear which tile was drawn and which placed", "a semicolon between them"
                    )
                remarks.note(sign.line, sign.column, sign.text, "")
            found.append(read_tile(phrase, remarks))

    def _card(self) -> Card:
        first = self.phrase.at
        token = self.phrase.peek()
        longest = max(card.count("_") for card in Card) * 2 + 1
        for length in range(longest, 0, -1):
            tokens = self.phrase.tokens[first : first + length]
            letters = "".join(token.folded for token in tokens if token.text[:1].isalnum())
            for card in Card:
                if card.replace("_", "").lower() == letters:
                    self.phrase.at += len(tokens)
                    self.scene.remarks.note(
                        token.line, token.column, spaced(tokens).replace(" ", "_").upper(), str(card)
                    )
                    return card
        raise token.wrong(f"{token.text!r} is no card", f"one of {', '.join(Card)}")

    def _swap(self) -> tuple[int, int]:
        given = self._chain()
        sign = self.phrase.peek()
        if self.phrase.took(*_ARROWS, ","):
            self.scene.remarks.note(sign.line, sign.column, sign.text, "")
        return given, self._chain()

    def _market(self) -> tuple[int, int]:
        chain = self._chain()
        return chain, read_tile(self.phrase, self.scene.remarks)


_READERS: Final[dict[Act, Callable[[LooseClause], object]]] = {
    Act.FOUND: LooseClause._chain,
    Act.SURVIVOR: LooseClause._chain,
    Act.ORDER: LooseClause._chains,
    Act.BUY: LooseClause._shares,
    Act.CARD: LooseClause._card,
    Act.SWAP: LooseClause._swap,
    Act.MARKET: LooseClause._market,
    **dict.fromkeys((Act.DRAW, Act.SHOW, Act.DEAD, Act.RETURN, Act.REDRAW), LooseClause._tiles),
}
