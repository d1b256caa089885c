"""Reading the clauses of a turn as people write them: each clause becomes one or more actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.actions import NOBODY, TILES_ACTS, Action, ActKind
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.disposals import more_of_last, read_disposals
from games.acquire.logs.clauses.founding import follows_tile, founds_alone, is_nothing, read_founded, takes_shares
from games.acquire.logs.clauses.letters import shares_in
from games.acquire.logs.clauses.mergers import begins_merger, read_merger
from games.acquire.logs.clauses.money_left import left_at, read_left
from games.acquire.logs.clauses.of_chains import read_of_chain
from games.acquire.logs.clauses.payments import begins_with_payees, read_payments, read_received, read_spent
from games.acquire.logs.clauses.placement import is_placement, read_placement
from games.acquire.logs.clauses.purchases import FreePurchase
from games.acquire.logs.clauses.values import read_chain, read_chains, read_tiles, small_number
from games.acquire.logs.forms import CLAUSE_ACTS
from games.acquire.logs.language.cursor import BONUSES, DIRECTORS_WORDS, MERGERS, PARTS, PAYMENTS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import Token
from games.sentences import gettext_lazy as _

#: Meanings of words that may follow a player's name in another player's turn.
_ASIDE: Final = (*PAYMENTS, "timeout", *DIRECTORS_WORDS)
_TURN_EXPECTED: Final = _("a turn such as '1 Ann: 4C', or 'by Ann' before the clause")


class FreeClause:
    """Reads one clause as people write it; ``act`` is its act, and ``actor`` the player it names, as soon as they are known.

    After reading, ``is_open`` says that the clause ended with a sign after which something must follow, ``wants_number`` that it
    ended with a chain whose number may follow, and ``amends`` that its action replaces the last event, which it continues.
    """

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        self.context = phrase.context
        self.act: ActKind | None = None
        self.actor: int | None = None
        self.is_open = False
        self.is_counted = False
        #: The tile that was read, if nothing was read of what it makes.
        self.tile: int | None = None
        self.wants_number = False
        self.amends = False

    @property
    def seat(self) -> int:
        """The player whose act it is: the one named, or else the one whose turn it is.

        Raises:
            LogError: if no turn has begun.
        """
        seat = self.context.seat if self.actor is None else self.actor
        if seat is None:
            raise self.phrase.peek().wrong(_("no turn has begun"), _TURN_EXPECTED)
        return seat

    def refuse_rest(self, first: int) -> None:
        """Refuse a token behind a clause that neither separates it from the next clause nor begins that."""
        phrase = self.phrase
        token = phrase.peek()
        if not token.text or phrase.separator_at() or phrase.word_at()[1] or token.folded in ("by", "("):
            return
        if token.text == "!" and self.act is ActKind.FOUND:
            while phrase.accept("!"):
                pass
            return
        if self.act in (ActKind.PLAY, ActKind.FOUND) and follows_tile(phrase, self.tile):
            return
        if self.act is ActKind.BUY and left_at(phrase):
            return
        problem = _("{word!r} cannot follow {before!r}", word=token.text, before=phrase.text(first))
        raise token.wrong(problem, _("the end of the clause, a semicolon or a new line"))

    def read(self) -> list[Action]:
        """Read the next clause and return its actions.

        Raises:
            LogError: if it is no clause, or may mean more than one thing.
        """
        phrase = self.phrase
        if (left := read_left(phrase)) is not None:
            self.act = ActKind.CASH
            return left
        if phrase.peek().text == "$" and phrase.chain_at(1) is not None and self.context.has_tile:
            phrase.note_token(phrase.peek(), "buy")
            phrase.at += 1
            return self._behind_word("buy")
        if begins_with_payees(phrase):
            self.act = ActKind.BONUS
            return read_payments(phrase, self.act, None)
        self._name_before()
        meaning, length = phrase.word_at()
        # A chain first, without a name, may be anybody's.
        if meaning in PARTS or (not length and phrase.begins_payment(by_chain=self.actor is not None)):
            return self._dispose(meaning)
        if length:
            phrase.read_word(meaning, length)
            return self._behind_word(meaning)
        if is_placement(phrase):
            return self._placed()
        return self._without_word(phrase.peek())

    def _name_before(self) -> None:
        """Read a player who is named before the word of the clause, perhaps with a colon."""
        phrase, context = self.phrase, self.context
        if phrase.word_at()[1] or phrase.tile_at():
            return
        who = phrase.player_at(0, Sureness.START if phrase.peek(1).text == ":" else Sureness.SLIP)
        if who is None or not self._begins(who.length):
            return
        start = phrase.peek()
        self.actor = phrase.read_player()
        phrase.skip_noise((":",))
        meaning = phrase.word_at()[0]
        is_aside = meaning in _ASIDE or phrase.begins_payment(by_chain=True)
        if (context.seat is None and meaning not in DIRECTORS_WORDS) or (self.actor != context.seat and not is_aside):
            name = context.players.ids[self.actor]
            expected = _("a line '{player}:' where the turn begins, or 'by {player}' before the clause", player=name)
            raise start.wrong(_("it is not {player}'s turn", player=name), expected)

    def _without_word(self, token: Token) -> list[Action]:
        """Read a clause that begins with no known word: a purchase, a founding, or a misspelt word."""
        phrase = self.phrase
        if takes_shares(phrase) and self.context.has_tile:
            phrase.note_token(token, "buy")
            phrase.at += 1
            return self._behind_word("buy")
        if is_nothing(phrase) and self.context.has_tile:
            return self._behind_word("buy")
        last = self.context.last
        tile = last.value if last is not None and last.act is ActKind.PLAY and self.context.has_tile else None
        if founds_alone(phrase, tile):
            self.act = ActKind.FOUND
            return read_founded(phrase, self.seat)
        if self.context.has_tile and shares_in(phrase):
            return self._unworded()
        is_chain = phrase.chain_at() is not None
        meant = self._short_word()
        is_chain = is_chain and not meant
        meant = meant or ("" if is_chain and self._is_whole_chain(token) else phrase.near_word())
        if small_number(token) is not None or (is_chain and not meant):
            return self._unworded()
        if not token.text:
            raise token.wrong(_("the clause ends too early"), _("a tile or a clause"))
        if not meant or is_chain:
            expected = _("a tile, or a word such as buy, found or draw")
            if phrase.player_at() is not None:
                expected = _("after the name, what the player did: bonus, sell, trade, hold or cash, with the number")
            raise token.wrong(_("{word!r} is neither a tile nor a clause", word=token.text), expected)
        if meant in PARTS:
            return self._dispose(meant)
        phrase.read_word(meant, 1)
        return self._behind_word(meant)

    def _is_whole_chain(self, token: Token) -> bool:
        """Whether a word is the name of a chain or a beginning of it, and no initial."""
        chain = self.phrase.chain_at()
        return chain is not None and len(token.text) >= _WHOLE and self.context.chains.is_prefix(token, chain)

    def _short_word(self) -> str:
        """Return the meaning of a letter that stands for a word, where it can be nothing else, or an empty text."""
        phrase = self.phrase
        meaning = _SHORT.get(phrase.peek().text.lower(), "")
        last = self.context.last
        is_end = not phrase.peek(2).text or phrase.separator_at(2) > 0
        makes_chain = phrase.chain_at(1) is not None and is_end and last is not None and last.act is ActKind.PLAY
        is_clear = makes_chain if meaning == "found" else not phrase.peek(1).glued and bool(phrase.peek(1).text)
        return meaning if is_clear and self.context.has_tile else ""

    def _begins(self, ahead: int) -> bool:
        """Whether a clause word follows a name of ``ahead`` tokens, or the colon after it."""
        ahead += self.phrase.peek(ahead).text == ":"
        return bool(self.phrase.word_at(ahead)[1]) or self.phrase.begins_payment(ahead, by_chain=True)

    def _behind_word(self, meaning: str) -> list[Action]:
        """Read the rest of a clause whose word has been read, and return its actions."""
        self.act = _ACTS.get(meaning)
        return _READERS.get(meaning, FreeClause._valued)(self, meaning)

    def _valued(self, meaning: str) -> list[Action]:
        """Read the value of an act that has one of its own kind, or none."""
        phrase, act = self.phrase, ActKind[meaning.upper()]
        read = _VALUES.get(act)
        return [Action(act, self.seat, read(phrase) if read else None)]

    def _tiles(self, meaning: str) -> list[Action]:
        """Read the tiles drawn, shown, laid out or returned."""
        phrase, act = self.phrase, ActKind[meaning.upper()]
        before = phrase.at
        tiles = read_tiles(phrase, act)
        self.is_open = phrase.is_done and phrase.at == before
        return [Action(act, self.seat, tiles)]

    def _stopped(self, meaning: str) -> list[Action]:
        """Read that the game is stopped, or goes on."""
        return [Action(ActKind[meaning.upper()], NOBODY)]

    def _in_the_notation(self, meaning: str) -> list[Action]:
        """Refuse an act that is read in the notation alone."""
        raise self.phrase.unexpected(_("a tile, or a word such as buy, found or draw"))

    def _bought(self, _: str) -> list[Action]:
        """Read the shares of a purchase."""
        return [Action(ActKind.BUY, self.seat, self._shares())]

    def _paid(self, meaning: str) -> list[Action]:
        """Read bonuses or counts of cash."""
        return read_payments(self.phrase, ActKind.CASH if meaning == "cash" else ActKind.BONUS, self.actor)

    def _merged(self, meaning: str) -> list[Action]:
        """Read which chains merge."""
        if meaning != "merges":
            raise self.phrase.unexpected(_("before this word, the chain that takes over or is taken over"))
        self.phrase.accept(":")
        if begins_merger(self.phrase):
            return read_merger(self.phrase, self.seat)
        return read_merger(self.phrase, self.seat, meaning)

    def _skipped(self, meaning: str) -> list[Action]:
        """Read that nothing was bought, or no tile placed."""
        self._skip_nothing()
        if meaning == "skip" and self.context.has_tile:
            self.act = ActKind.BUY
            return [Action(ActKind.BUY, self.seat, ())]
        self.act = ActKind.PASS
        return [Action(ActKind.PASS, self.seat)]

    def _nothing_bought(self, _word: str) -> list[Action]:
        """Read that nothing was bought, of which only words that repeat it are left."""
        self._skip_nothing()
        self.act = ActKind.BUY
        return [Action(ActKind.BUY, self.seat, ())]

    def _not_bought(self, _word: str) -> list[Action]:
        """Read the rest of a clause that begins with a "not": nothing was bought."""
        phrase = self.phrase
        phrase.skip_noise()
        meaning, length = phrase.word_at()
        if meaning != "buy":
            raise phrase.unexpected(_("'buy -', or what was done instead"))
        phrase.at += length
        return self._nothing_bought(meaning)

    def _skip_nothing(self) -> None:
        """Skip words that only repeat that there was nothing: ``no shares``, ``pas``, ``tile``."""
        while inner_meaning(self.phrase.peek()) in ("none", "noise") or self.phrase.peek().folded in _BEHIND_NO:
            self.phrase.at += 1

    def _placed(self, _: str = "play") -> list[Action]:
        """Read a placed tile."""
        self.act = ActKind.PLAY
        actions = read_placement(self.phrase, self.seat)
        self.tile = actions[0].value if len(actions) == 1 and actions[0].act is ActKind.PLAY else None
        return actions

    def _dispose(self, meaning: str) -> list[Action]:
        """Read disposals, or one more part of the last disposal."""
        self.act = ActKind.DISPOSE
        is_named = meaning == "dispose"
        if not is_named and (more := more_of_last(self.phrase, self.actor, meaning)):
            self.amends = True
            return more
        return read_disposals(self.phrase, self.actor, is_named=is_named)

    def _unworded(self) -> list[Action]:
        """Read a clause that begins with a chain or a number of shares: what becomes of the chain, or a purchase."""
        read = read_of_chain(self.phrase, self.seat)
        if read is None:
            return [self._purchase()]
        self.act, actions = read
        return actions

    def _purchase(self) -> Action:
        """Read a purchase whose word comes last or is left out; it may continue the purchase before it."""
        phrase, context, seat = self.phrase, self.context, self.seat
        start, first, notes = phrase.peek(), phrase.at, len(context.diagnostics.notes)
        shares = self._shares()
        self.act = ActKind.BUY
        meaning, length = phrase.word_at()
        if meaning == "buy" and (not phrase.peek(length).text or phrase.separator_at(length)):
            phrase.at += length
        elif not self.is_counted and not any(
            token.is_number or small_number(token) for token in phrase.tokens[first : phrase.at]
        ):
            raise start.wrong(
                _("{word!r} has no action word before it", word=start.text),
                _("'found', 'survivor' or 'buy' before a chain"),
            )
        del context.diagnostics.notes[notes:]
        phrase.note(first, context.written([Action(ActKind.BUY, seat, shares)], seat))
        last = context.last
        if last is not None and (last.act, last.player) == (ActKind.BUY, seat):
            if {chain for chain, _left in last.value} & {chain for chain, _left in shares}:
                raise start.wrong(_("a chain in this purchase has only just been bought"), _("each only once"))
            self.amends = True
            shares = (*last.value, *shares)
        return Action(ActKind.BUY, seat, shares)

    def _shares(self) -> tuple[tuple[int, int], ...]:
        """Read the chains and numbers of a purchase."""
        purchase = FreePurchase(self.phrase)
        shares = purchase.read()
        self.is_open, self.is_counted = purchase.is_open, purchase.is_counted
        self.context.is_letter_a_share = self.context.is_letter_a_share or purchase.has_letters
        self.wants_number = purchase.wants_number and self.phrase.is_done
        return shares


#: The fewest letters of a name that is no initial.
_WHOLE: Final = 3
#: Letters that stand for words behind a tile, where no slip of a longer word is meant.
_SHORT: Final = {"b": "buy", "f": "found", "bon": "bonus", "disp": "dispose"}
#: Words behind a "not" or a "no".
_BEHIND_NO: Final = ("pas", "plus", "tile", "tiles")

#: The function that reads the value of each act that has one.
_VALUES: Final[dict[ActKind, Callable[[Phrase], object]]] = {
    ActKind.FOUND: read_chain,
    ActKind.SURVIVOR: read_chain,
    ActKind.ORDER: read_chains,
}

#: The act that each word of a clause names, and the method that reads the rest of the clause.
_ACTS: Final = {
    **CLAUSE_ACTS,
    "play": ActKind.PLAY,
    **dict.fromkeys(("gets", "majority", "minority"), ActKind.BONUS),
}
_READERS: Final[dict[str, Callable[[FreeClause, str], list[Action]]]] = {
    **dict.fromkeys((act.word for act in TILES_ACTS), FreeClause._tiles),
    **dict.fromkeys(("card", "swap", "market", *DIRECTORS_WORDS), FreeClause._in_the_notation),
    **dict.fromkeys(("pause", "resume"), FreeClause._stopped),
    **dict.fromkeys((*BONUSES, "cash"), FreeClause._paid),
    **dict.fromkeys(MERGERS, FreeClause._merged),
    "buy": FreeClause._bought,
    "dispose": FreeClause._dispose,
    "gets": lambda clause, _: read_received(clause.phrase, clause.actor),
    "not": FreeClause._not_bought,
    "nothing": FreeClause._nothing_bought,
    "pass": FreeClause._skipped,
    "play": FreeClause._placed,
    "skip": FreeClause._skipped,
    "spends": lambda clause, _: read_spent(clause.phrase, clause.actor),
}
