"""One clause of a turn as people write it, read into the actions that it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.actions import TILES_ACTS, Act, Action
from games.acquire.errors import LogError
from games.acquire.logs.clauses import DIRECTORS_WORDS
from games.acquire.logs.lenient.language.tokens import Phrase, Token
from games.acquire.logs.lenient.names import How
from games.acquire.logs.lenient.numbers import small_number, tile_shape
from games.acquire.logs.lenient.payments import read_disposals, read_got, read_payments
from games.acquire.logs.lenient.placement import is_placement, read_placement
from games.acquire.logs.lenient.purchases import Purchase
from games.acquire.logs.lenient.scene import (
    PARTS,
    PAYMENTS,
    Scene,
    begins_payment,
    inside,
    near_word,
    note_word,
    parting_at,
    word_at,
)
from games.acquire.logs.lenient.values import (
    read_card,
    read_chain,
    read_chains,
    read_directors,
    read_market,
    read_swap,
    read_tiles,
)
from games.acquire.logs.writer import clauses_text

#: What a player may do or be told of in another one's turn, by his name before the word.
_ASIDE: Final = (*PAYMENTS, "timeout", *DIRECTORS_WORDS)
_TURN_EXPECTED: Final = "a turn such as '1 Ann: 4C', or 'by Ann' before the clause"


class LooseClause:
    """Reads one clause; ``act`` is what it tells as soon as that is known.

    Afterwards ``is_open`` tells that it ended with a sign after which something must follow, ``wants_number`` that it ended
    with a chain whose number may follow, and ``amends`` that its action stands for the last event, with which it went on.
    """

    def __init__(self, phrase: Phrase, scene: Scene) -> None:
        self.phrase = phrase
        self.scene = scene
        self.act: Act | None = None
        self.actor: int | None = None
        self.is_open = False
        self.wants_number = False
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
        if self.act is Act.PLAY and self._begins_shares():
            return
        written = self.phrase.written(first, self.phrase.at)
        raise token.wrong(f"{token.text!r} is too much after {written!r}", "the end of the clause, ; or a new line")

    def _begins_shares(self) -> bool:
        """Whether a number of shares and their chain stand next: the chain's name, or its initial behind an x."""
        phrase = self.phrase
        has_sign = phrase.peek(1).folded == "x"
        name = phrase.peek(1 + has_sign)
        is_clear = has_sign or len(name.text) > 1
        return small_number(phrase.peek()) is not None and is_clear and self.scene.chains.find(name) is not None

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
        chains = None if self.actor is None else self.scene.chains  # a chain first, without a name, may be anybody's
        if meaning in PARTS or (not length and begins_payment(phrase, chains=chains)):
            return self._dispose(meaning)
        if length:
            note_word(phrase, remarks, meaning, length)
            return self._told(meaning)
        if is_placement(phrase, self.scene):
            return self._placed()
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
        if who is None or not self._begins(who.length):
            return
        start = phrase.peek()
        self.actor = self.scene.players.read(phrase, self.scene.remarks)
        phrase.took(":")
        is_aside = word_at(phrase)[0] in _ASIDE or begins_payment(phrase, chains=self.scene.chains)
        is_director = word_at(phrase)[0] in DIRECTORS_WORDS
        if (self.scene.seat is None and not is_director) or (self.actor != self.scene.seat and not is_aside):
            name = self.scene.players.ids[self.actor]
            raise start.wrong(
                f"it is not {name}'s turn", f"a line '{name}:' where it begins, or 'by {name}' before the clause"
            )

    def _without_word(self, token: Token) -> list[Action]:
        """A clause that begins with no word of the table: a purchase or a founding, or a word with a slip."""
        is_dash = token.text == "-" and (not self.phrase.peek(1).text or parting_at(self.phrase, 1) > 0)
        if (is_dash or inside(token) == "none") and self.scene.has_tile:
            return self._told("buy")
        chain = self.scene.chains.find(token)
        meant = near_word(token)
        if small_number(token) is not None or (chain is not None and not meant):
            return self._unworded()
        if not meant or chain is not None:
            raise self._no_clause(token)
        if meant in PARTS:
            return self._dispose(meant)
        note_word(self.phrase, self.scene.remarks, meant, 1)
        return self._told(meant)

    def _begins(self, ahead: int) -> bool:
        """Whether a clause word stands behind a name, or behind the colon after it."""
        ahead += self.phrase.peek(ahead).text == ":"
        return bool(word_at(self.phrase, ahead)[1]) or begins_payment(self.phrase, ahead, self.scene.chains)

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
            return self._placed()
        if meaning == "dispose":
            return self._dispose(meaning)
        if meaning == "gets":
            self.act = Act.BONUS
            return read_got(self.phrase, self.scene, self.actor)
        self.act = Act[meaning.upper()]
        if meaning in DIRECTORS_WORDS:
            return [read_directors(self.phrase, self.scene, self.act, self.actor)]
        if self.act in (Act.BONUS, Act.CASH):
            return read_payments(self.phrase, self.scene, self.act, self.actor)
        if self.act is Act.BUY:
            return [Action(Act.BUY, self.seat, self._shares())]
        if self.act in TILES_ACTS:
            before = self.phrase.at
            tiles = read_tiles(self.phrase, self.scene, self.act)
            self.is_open = self.phrase.is_done and self.phrase.at == before
            return [Action(self.act, self.seat, tiles)]
        reader = _READERS.get(self.act)
        return [Action(self.act, self.seat, reader(self.phrase, self.scene) if reader else None)]

    def _placed(self) -> list[Action]:
        self.act = Act.PLAY
        return read_placement(self.phrase, self.scene, self.seat)

    def _dispose(self, meaning: str) -> list[Action]:
        self.act = Act.DISPOSE
        is_named = meaning == "dispose"
        if not is_named and (more := self._more_of_last(meaning)):
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
        note_word(phrase, self.scene.remarks, meaning, 1)
        phrase.at += 1
        self.amends = True
        self.scene.open_parts |= {meaning}
        value = list(last.value)
        value[1 + PARTS.index(meaning)] = number
        return [last._replace(value=tuple(value))]

    def _unworded(self) -> list[Action]:
        """A chain, or a number of its shares, before its word or without one: a purchase, a founding, a survivor."""
        phrase, scene = self.phrase, self.scene
        start = phrase.peek()
        if scene.chains.find(start) is not None:
            meaning, length = word_at(phrase, 1)
            if meaning in ("found", "survivor"):
                self.act = Act[meaning.upper()]
                chain = scene.chains.read(phrase, scene.remarks)
                note_word(phrase, scene.remarks, meaning, length)
                return [Action(self.act, self.seat, chain)]
        seat = self.seat
        first, notes = phrase.at, len(scene.remarks.notes)
        shares = self._shares()
        self.act = Act.BUY
        meaning, length = word_at(phrase)
        if meaning == "buy" and (not phrase.peek(length).text or parting_at(phrase, length)):
            phrase.at += length
        elif not any(token.is_number or small_number(token) for token in phrase.tokens[first : phrase.at]):
            raise start.wrong(f"{start.text!r} stands here without a word", "found, survivor or buy before a chain")
        meant = clauses_text([Action(Act.BUY, seat, shares)], seat, scene.players.ids, scene.chains.labels.names)
        del scene.remarks.notes[notes:]
        scene.remarks.note(start.line, start.column, phrase.written(first, phrase.at), meant)
        last = scene.events[-1] if scene.events else None
        if last is not None and last.act is Act.BUY and last.player == seat:
            if {chain for chain, _ in last.value} & {chain for chain, _ in shares}:
                raise start.wrong("a chain of this purchase was bought just before", "each chain once")
            self.amends = True
            shares = (*last.value, *shares)
        return [Action(Act.BUY, seat, shares)]

    def _shares(self) -> tuple[tuple[int, int], ...]:
        purchase = Purchase(self.phrase, self.scene.chains, self.scene.remarks)
        shares = purchase.read()
        self.is_open = purchase.is_open
        self.wants_number = purchase.wants_number and self.phrase.is_done
        return shares


#: What reads the value of an act, of those that have one.
_READERS: Final[dict[Act, Callable[[Phrase, Scene], object]]] = {
    Act.FOUND: read_chain,
    Act.SURVIVOR: read_chain,
    Act.ORDER: read_chains,
    Act.CARD: read_card,
    Act.SWAP: read_swap,
    Act.MARKET: read_market,
}
