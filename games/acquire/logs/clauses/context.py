"""The context in which people's clauses are read (players, chains, turn, game so far), and a cursor that recognises names by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.so_far import GameSoFar
from games.acquire.logs.language.cursor import BONUSES, PARTS, PAYMENTS, Cursor, inner_meaning
from games.acquire.logs.language.diagnostics import Diagnostics
from games.acquire.logs.language.names import Chains, NamedPlayer, Players, Sureness
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.tokens import SourceLine, Token, tokens_of
from games.acquire.logs.writer import clauses_text
from games.acquire.record import Header
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: Signs that people write between a tile and its chain, or between two chains.
ARROWS: Final = ("->", "=>", "→", ">", ":", "=")


@dataclass(slots=True)
class Context:
    """What the reading of a clause depends on; ``seat`` is the player whose turn it is, None before any turn."""

    players: Players
    chains: Chains
    diagnostics: Diagnostics
    game: GameSoFar
    events: Sequence[Action]
    seat: int | None = None
    #: Whether the turn has its tile, a card or a pass already.
    has_tile: bool = False
    has_card: bool = False
    has_passed: bool = False
    #: The parts that the last disposal names, if nothing else was read since; another part may still follow.
    open_parts: frozenset[str] = field(default_factory=frozenset)
    #: Whether the log names shares by a letter each, as in ``FFI``.
    is_letter_a_share: bool = False
    #: The signs behind which the log writes what a buyer has left.
    left_signs: set[str] = field(default_factory=set)

    def begin_turn(self, seat: int) -> None:
        """Note that the turn of a player begins."""
        self.seat = seat
        self.has_tile = self.has_card = self.has_passed = False
        self.open_parts = frozenset()

    def follow(self, act: ActKind) -> None:
        """Note that this act was read."""
        self.has_tile = self.has_tile or act is ActKind.PLAY
        self.has_card = self.has_card or act is ActKind.CARD
        self.has_passed = self.has_passed or act is ActKind.PASS
        self.open_parts = self.open_parts if act is ActKind.DISPOSE else frozenset()

    @property
    def chain_meant(self) -> int | None:
        """The only chain that a bonus or a disposal without one can mean: the one taken over in this turn; None if it is not clear."""
        merger = self.game.merger
        defunct = merger.defunct if merger else []
        return defunct[0] if len(defunct) == 1 else None

    @property
    def last(self) -> Action | None:
        """The event read last, or None."""
        return self.events[-1] if self.events else None

    def chain_name(self, chain: int) -> str:
        """Return the name of a chain."""
        return self.chains.labels.names[chain]

    def written(self, actions: Sequence[Action], seat: int | None) -> str:
        """Return actions as the notation writes them in the turn of the player at ``seat``."""
        return clauses_text(actions, seat, self.players.ids, self.chains.labels.names)


#: Signs between two players, and between two numbers of a disposal; the initials of its parts, and the most digits of a number of shares.
_JOINING: Final = ("+", "&", ",", "/")
_BETWEEN_COUNTS: Final = ("/", ",", "-")
_INITIALS: Final = {"s": "sell", "t": "trade", "h": "hold", "k": "hold"}
_DIGITS: Final = 2


_ENDS = _("the clause ends too early")


class Phrase(Cursor):
    """A cursor over the tokens of a piece of a line, which recognises names by its context and notes the liberties it takes.

    Methods called ``read_...`` move the cursor; others only look at the tokens ahead.
    """

    __slots__ = ("context",)

    def __init__(self, tokens: Sequence[Token], end: Token, context: Context) -> None:
        super().__init__(tokens, end)
        self.context = context

    def note(self, first: int, read: Said) -> None:
        """Note how the tokens from index ``first`` up to the next token were read, if not as written."""
        token = self.tokens[first] if first < len(self.tokens) else self.end
        self.context.diagnostics.note(token, read, self.text(first))

    def note_token(self, token: Token, read: Said) -> None:
        """Note how a token was read, if not as written."""
        self.context.diagnostics.note(token, read)

    def took(self, read: Said) -> None:
        """Note something that the next words do not say."""
        self.context.diagnostics.note(self.peek(), read, "")

    def chain_meant(self) -> int | None:
        """Return the only chain that a bonus or a disposal without one can mean, with a note; None if it is not clear."""
        chain = self.context.chain_meant
        if chain is not None:
            self.took(self.context.chain_name(chain))
        return chain

    def unexpected(self, expected: Said) -> LogError:
        """Return the error that the next token is not what was expected, or that there is none."""
        token = self.peek()
        return token.wrong(_("{value} does not belong here", value=repr(token.text)) if token.text else _ENDS, expected)

    def word_at(self, ahead: int = 0) -> tuple[str, int]:
        """Return what `Cursor.word_at` returns; the ID of a player is no word of another language."""
        meaning, length = super().word_at(ahead)
        return ("", 0) if length == 1 and self._is_name(ahead) else (meaning, length)

    def is_and(self, ahead: int = 0) -> bool:
        """Return what `Cursor.is_and` returns; the ID of a player is no word of another language."""
        return super().is_and(ahead) and not self._is_name(ahead)

    def _is_name(self, ahead: int) -> bool:
        """Whether a token is the ID of a player that is also a word."""
        shadowing = self.context.players.shadowing
        return bool(shadowing) and self.peek(ahead).text in shadowing

    def player_at(self, ahead: int = 0, least: Sureness = Sureness.SLIP) -> NamedPlayer | None:
        """Return the player named ``ahead`` tokens after the next one, if at least as surely as ``least`` and unambiguously; else None."""
        return self.context.players.at(self, ahead, least)

    def chain_at(self, ahead: int = 0) -> int | None:
        """Return the chain named ``ahead`` tokens after the next one, or None if none or more than one may be meant."""
        return self.context.chains.find(self.peek(ahead))

    def other_at(self, ahead: int = 0) -> int:
        """Return how many tokens join a further player to one named before: ``+ Cai``, ``and Cai``; 0 if none follows."""
        is_joined = self.peek(ahead).text in _JOINING or self.is_and(ahead)
        width = 2 if self.peek(ahead).text == "," and self.is_and(ahead + 1) else 1
        found = self.player_at(ahead + width, Sureness.START) if is_joined else None
        is_clear = found is not None and (found.sureness <= Sureness.NAME or self.chain_at(ahead + width) is None)
        return width if is_clear else 0

    def read_player(self) -> int:
        """Read the name of a player and return his seat; anything but his ID is noted.

        Raises:
            LogError: if nobody is named, or more than one may be meant.
        """
        first, found = self.at, self.player_at(0, Sureness.START)
        if found is None:
            raise self.context.players.wrong(self.peek())
        self.at += found.length
        self.note(first, self.context.players.ids[found.seat])
        return found.seat

    def read_chain(self) -> int:
        """Read the name of a chain and return its number; anything but the beginning of its name is noted.

        Raises:
            LogError: if none is named, or more than one may be meant.
        """
        token, chain = self.peek(), self.chain_at()
        if chain is None:
            raise self.context.chains.wrong(token)
        self.at += 1
        self.note_chain(token, chain)
        return chain

    def note_chain(self, token: Token, chain: int) -> None:
        """Note a chain that is named otherwise than by the beginning of its name."""
        if not self.context.chains.is_prefix(token, chain):
            self.note_token(token, self.context.chain_name(chain))

    def read_word(self, meaning: str, length: int) -> None:
        """Read a clause word of ``length`` tokens; any word but that of the notation is noted."""
        first = self.at
        self.at += length
        word = BONUSES[0] if meaning in BONUSES else meaning
        if self.text(first).lower() != word:
            self.note(first, word)

    def skip_noise(self, signs: Sequence[str] = ()) -> None:
        """Skip words such as "of" and "shares", and the signs given, and note it."""
        first = self.at
        while inner_meaning(self.peek()) == "noise" or self.is_in() or (self.peek().text and self.peek().text in signs):
            self.at += 1
        if self.at > first:
            self.note(first, "")

    def begins_payment(self, ahead: int = 0, *, by_chain: bool = False) -> bool:
        """Whether a bonus, a count of cash or a disposal begins ``ahead`` tokens after the next one.

        It begins with its word or, for a disposal, with a number of shares; with ``by_chain`` a disposal may also begin with its chain.
        """
        meaning, length = self.word_at(ahead)
        if meaning in PAYMENTS:
            return True
        if by_chain and self.counts_at(ahead)[1]:
            return True
        chain = self.chain_at(ahead)
        if not length and by_chain and chain is not None:
            ahead += 1 + (self.peek(ahead + 1).text == ":")
            return self.word_at(ahead + self.peek(ahead).is_number)[0] in PARTS or bool(self.counts_at(ahead, chain)[1])
        if not self.peek(ahead).is_number:
            return False
        widths = (1, 2) if self.peek(ahead + 1).is_word else (1,)
        return any(self.word_at(ahead + width)[0] in PARTS for width in widths)

    def counts_at(self, ahead: int = 0, chain: int | None = None) -> tuple[dict[str, int], int]:
        """Return the numbers of a disposal in letters, ``s1 t2 h0``, or in their order, ``1/2/0``, and their number of tokens.

        Nothing is returned for letters that may be chains or rows of the board, as they may be unless they stand behind the ``chain`` that
        is taken over.
        """
        counts: dict[str, int] = {}
        at = ahead
        while (part := self._part_at(at)) and part not in counts:
            counts[part] = int(self.peek(at + 1).text)
            at += 2
            at += self.peek(at).text in _BETWEEN_COUNTS and bool(self._part_at(at + 1))
        if counts:
            is_chain = [self.chain_at(place) is not None for place in range(ahead, at)]
            is_sale = next(iter(counts)) == "sell" and not is_chain[0]
            merger = self.context.game.merger
            is_gone = merger is not None and chain in merger.defunct
            is_clear = is_sale or is_gone or (chain is not None and (len(counts) > 1 or not any(is_chain)))
            return (counts, at - ahead) if is_clear else ({}, 0)
        parts, at = self._parts_at(ahead)
        width = 2 * len(parts) - 1
        tokens = [self.peek(at + place) for place in range(width)]
        is_row = all(token.is_number and len(token.text) <= _DIGITS for token in tokens[::2])
        if is_row and all(token.text == "/" for token in tokens[1::2]):
            return dict(zip(parts, (int(token.text) for token in tokens[::2]), strict=True)), at - ahead + width
        return {}, 0

    def _parts_at(self, ahead: int) -> tuple[Sequence[str], int]:
        """Return the parts of which numbers in a row tell, all three unless they are named, ``sell/hold``, and the place behind them."""
        parts: list[str] = []
        at = ahead
        while (meaning := self.word_at(at)[0]) in PARTS and meaning not in parts:
            parts.append(meaning)
            at += self.word_at(at)[1]
            if self.peek(at).text != "/":
                break
            at += 1
        return (parts, at) if len(parts) > 1 else (PARTS, ahead)

    def _part_at(self, at: int) -> str:
        """Return the part of a disposal of which the initial comes ``at`` tokens after the next one, with its number, or an empty text."""
        number = self.peek(at + 1)
        is_count = number.is_number and len(number.text) <= _DIGITS
        return _INITIALS.get(self.peek(at).folded, "") if is_count else ""

    def read_names(self, *, player: bool, chain: bool) -> tuple[int | None, int | None]:
        """Read the names of a player and a chain, in either order; returns seat and chain, None for one that is not there.

        ``player`` and ``chain`` say which of the two are wanted.

        Raises:
            LogError: if a word may name either.
        """
        seat = found = None
        while True:
            if not self.player_at(0, Sureness.NAME):
                self.skip_noise((":", "(", ")", "="))
            who = self.player_at(0, Sureness.START) if player and seat is None else None
            what = self.chain_at() if chain and found is None else None
            if self.word_at()[1] and not (who and who.sureness is Sureness.EXACT):
                break
            if who and (what is None or who.sureness <= Sureness.NAME or not self._names_chain(what)):
                seat = self.read_player()
            elif what is not None:
                found = self.read_chain()
            else:
                break
        return seat, found

    def _names_chain(self, chain: int) -> bool:
        """Whether a word that may be the initial of a player or of a chain means the chain; the next word decides.

        Raises:
            LogError: if it does not.
        """
        token = self.peek()
        if token.folded == fold(self.context.chain_name(chain)):
            return True
        is_chain_next = self.chain_at(1) is not None
        is_player_next = self.player_at(1, Sureness.START) is not None
        if is_chain_next == is_player_next:
            raise token.wrong(
                _("{word!r} could be a player or a chain", word=token.text), _("more letters of the name")
            )
        return is_player_next


def phrase_of(line: SourceLine, context: Context) -> Phrase:
    """Return a cursor at the beginning of a piece of a line."""
    return Phrase(tokens_of(line, context.players.words), line.end(), context)


def context_of(
    header: Header,
    diagnostics: Diagnostics,
    events: Sequence[Action],
    players: Mapping[str, int] | None = None,
    chains: Mapping[str, int] | None = None,
) -> Context:
    """Return the context of a log before its first event; the reader adds to ``events``, which the context looks at.

    ``players`` and ``chains`` are nicknames, with seats and numbers of chains.
    """
    game = GameSoFar(events, header)
    return Context(Players(header.players, players), Chains(header.labels(), chains), diagnostics, game, events)
