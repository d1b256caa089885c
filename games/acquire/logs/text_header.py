"""Reading the header of a text log exactly by the notation, with its starting position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Final

from games.acquire.editions import canonical_rule
from games.acquire.editions.labels import label_set
from games.acquire.editions.values import edition_named
from games.acquire.errors import EditionError, LogError
from games.acquire.logs.body import Notation
from games.acquire.logs.forms import Clause
from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.tokens import SourceLine, Token, is_bare_key, listed_names, plain_value, unquoted
from games.acquire.record import Header, Player, StartPosition
from games.sentences import gettext_lazy as _

_BODY_WORDS: Final = frozenset({"start", "hand", "final", "by"})
_FIND: Final[dict[str, Callable[[str], object]]] = {"edition": edition_named, "chains": label_set}
_TOP: Final = Token("", 1, 1)
NO_EDITION: Final = _("the log does not name an edition")
EDITION_EXPECTED: Final = _("a line such as 'edition: mso'")


class TextHeader:
    """The header of a text log, read line by line; `header` returns it when all lines are read."""

    def __init__(self) -> None:
        self.edition: str | None = None
        self.chains: str | None = None
        self.players: tuple[Player, ...] = ()
        self.ids: frozenset[str] = frozenset()
        self.rules: dict[str, object] = {}
        self.other: dict[str, object] = {}
        self.position_lines: list[tuple[list[Token], SourceLine]] = []
        self.seen: set[str] = set()

    def take(self, lines: Sequence[SourceLine]) -> Sequence[SourceLine]:
        """Read the lines of the header and return the lines after it.

        Raises:
            LogError: if one is not in the notation.
        """
        for place, line in enumerate(lines):
            if not self.owns(line):
                return lines[place:]
            self.read(line)
        return ()

    def owns(self, line: SourceLine) -> bool:
        """Whether a line has the form of a header's line and does not begin a turn."""
        head = next(line.parts(":"))
        if line.is_indented or len(head.text) == len(line.text):
            return False  # before its words are parted, for it may be as long as a file
        words = head.words()
        if not words or words[0].text in _BODY_WORDS:
            return False
        is_turn = words[-1].text in self.ids and len(words) <= 2 and words[0].text not in ("position", "rule")
        return not is_turn or head.text.lstrip().startswith('"')

    def read(self, line: SourceLine) -> None:
        """Read one line of the header.

        Raises:
            LogError: if it is not in the notation.
        """
        head = next(line.parts(":"))
        words = head.words()
        rest = line.after(len(head.text) + 1)
        first = words[0] if words else head.end()
        if first.text == "position":
            self.position_lines.append((words[1:], rest))
            return
        if first.text == "rule" and len(words) == 2:
            self._rule(words[1], rest)
            return
        if not first.text.startswith('"') and (len(words) > 1 or not is_bare_key(first.text)):
            names = listed_names([player.id for player in self.players]) or _("none yet")
            raise first.wrong(
                _(
                    "{value!r} is neither a key in lower case nor a player's turn ({names})",
                    value=head.text.strip(),
                    names=names,
                ),
                _("a header line, or a turn such as '1 Ann: 4C'"),
            )
        self.store(first.text, unquoted(first), first, rest)

    def store(self, meaning: str, key: str, place: Token, value: SourceLine) -> None:
        """Store the value of a key.

        ``meaning`` is the key of the notation that ``key`` stands for; any other is only kept. ``place`` is where an error is reported.

        Raises:
            LogError: if the key occurs twice, or the value cannot be read.
        """
        if key in self.seen:
            raise place.wrong(_("{word!r} appears twice", word=key), _("each only once"))
        if meaning == "edition":
            self.edition = self.known_name(meaning, value)
        elif meaning == "chains":
            self.chains = self.known_name(meaning, value)
        elif meaning == "players":
            self.seat(self.listed_players(value))
        else:
            self.other[key] = plain_value(value)
        self.seen.add(key)

    def known_name(self, key: str, value: SourceLine) -> str:
        """Return the name of an edition or of a label set (``key`` says which).

        Raises:
            LogError: if it is unknown.
        """
        name = value.text.strip()
        try:
            _FIND[key](name)
        except EditionError as problem:
            raise _unknown_value(value, problem) from None
        return name

    def listed_players(self, value: SourceLine) -> tuple[Player, ...]:
        """Return the players of a list, in turn order.

        Raises:
            LogError: if an ID is impossible or occurs twice.
        """
        players: dict[str, Player] = {}
        for part in value.parts(","):
            sides = list(part.parts("="))
            where = sides[0].trimmed()
            if not is_player_id(where.text):
                expected = _("an ID without spaces or punctuation")
                raise where.wrong(_("{word!r} cannot be used as an ID", word=where.text), expected)
            if where.text in players:
                raise second_id(where, where.text)
            if len(sides) > 2:
                raise sides[2].trimmed().wrong(_("there is a second '=' here"), _("a comma, or quotes around the name"))
            name = where if len(sides) == 1 else sides[1].trimmed()
            players[where.text] = Player(where.text, unquoted(name))
        return tuple(players.values())

    def seat(self, players: tuple[Player, ...]) -> None:
        """Store the players in turn order."""
        self.players = players
        self.ids = frozenset(player.id for player in players)

    def header(self) -> Header:
        """Return the header, when all its lines are read.

        Raises:
            LogError: if edition or players are missing, or the position is not well-formed.
        """
        if self.edition is None:
            raise _TOP.wrong(NO_EDITION, EDITION_EXPECTED)
        if not self.players:
            raise no_players()
        header = Header(self.edition, self.players, self.chains, self.rules, None, self.other)
        if not self.position_lines:
            return header
        position = PositionReader(header)
        for words, rest in self.position_lines:
            with self.reading(rest):
                position.read(words, rest)
        return replace(header, position=position.position())

    def reading(self, line: SourceLine) -> AbstractContextManager[None]:
        """Return the context in which a line is read; here an error in it makes the whole log unreadable."""
        return nullcontext()

    def _rule(self, key: Token, rest: SourceLine) -> None:
        """Store the value of a rule."""
        if key.text in self.rules:
            raise key.wrong(_("{word!r} appears twice", word=key.text), _("each only once"))
        try:
            self.rules[key.text] = canonical_rule(key.text, rest.text.strip())
        except EditionError as problem:
            raise _unknown_value(rest, problem) from None


def no_players() -> LogError:
    """Return the error of a log that does not name its players."""
    return _TOP.wrong(_("the log does not name any players"), _("a line such as 'players: Ann, Ben, Cai'"))


def _unknown_value(value: SourceLine, problem: EditionError) -> LogError:
    """Return the error that a value is unknown."""
    return value.trimmed().wrong(problem.problem, problem.expected or _("another value"))


def second_id(place: Token, player_id: str) -> LogError:
    """Return the error that two players have the same ID."""
    return place.wrong(_("{word!r} appears twice", word=player_id), _("a different ID for each player"))


class PositionReader:
    """Reads the ``position`` lines of a header."""

    def __init__(self, header: Header) -> None:
        self.notation = Notation(header)
        self.chains: list[tuple[int, tuple[int, ...]]] = []
        self.tiles: dict[str, tuple[int, ...]] = {}
        self.cash: list[tuple[int, int]] = []
        self.shares: list[tuple[int, int, int]] = []
        self.hands: list[tuple[int, tuple[int, ...]]] = []
        self.to_play: int | None = None

    def position(self) -> StartPosition:
        """Return the position from the lines read."""
        return StartPosition(
            tuple(self.chains),
            self.tiles.get("", ()),
            self.tiles.get("dead", ()),
            tuple(self.cash),
            tuple(self.shares),
            tuple(self.hands),
            self.to_play,
        )

    def read(self, words: list[Token], rest: SourceLine) -> None:
        """Read one line: ``words`` are those between ``position`` and the colon, ``rest`` is what follows the colon.

        Raises:
            LogError: if it is not in the notation.
        """
        head = Clause(words, rest.trimmed, self.notation.ids, self.notation.labels)
        clause = self.notation.clause(rest)
        part = head.peek()
        head.at += 1
        if part.text == "board":
            self._board(head, clause)
        elif part.text == "cash":
            for piece in rest.parts(","):
                clause = self.notation.clause(piece)
                self.cash.append((clause.player(), clause.number()))
                clause.finish()
            return
        elif part.text == "shares":
            player = head.player()
            self.shares += [(player, chain, count) for chain, count in clause.shares()]
        elif part.text == "hands":
            self.hands.append((head.player(), clause.tiles()))
        elif part.text == "to_play":
            self.to_play = clause.player()
        elif words:
            raise part.wrong(
                _("{word!r} is not part of a position", word=part.text), _("board, cash, shares, hands or to_play")
            )
        elif rest.text.strip() != "-":
            expected = _("board, cash, shares, hands or to_play")
            raise rest.trimmed().wrong(_("this part of the position is empty"), expected)
        else:
            return
        head.finish()
        clause.finish()

    def _board(self, head: Clause, clause: Clause) -> None:
        """Read the tiles of a chain, the lone tiles (no word in the head) or the dead ones."""
        if head.is_done() or head.peek().text == "dead":
            key = head.peek().text if not head.is_done() else ""
            head.at += bool(key)
            self.tiles[key] = clause.tiles()
        else:
            self.chains.append((head.chain(), clause.tiles()))
