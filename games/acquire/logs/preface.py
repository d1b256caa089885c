"""The header of the text spelling, read line by line."""

from __future__ import annotations

from typing import Any

from games.acquire.editions import canonical_rule, edition_named, label_set
from games.acquire.errors import EditionError
from games.acquire.logs.clauses import Clause
from games.acquire.logs.header import is_player_id
from games.acquire.logs.scan import Line, Word, is_bare_key, listed, loose_value, unquoted
from games.acquire.record import Header, Player, StartPosition

_BODY_WORDS = frozenset({"start", "hand", "final", "by"})
_NOWHERE = Word("", 1, 1)


class Preface:
    """A header that is being read; `header` closes it."""

    def __init__(self) -> None:
        self.edition: str | None = None
        self.chains: str | None = None
        self.players: tuple[Player, ...] = ()
        self.ids: frozenset[str] = frozenset()
        self.rules: dict[str, object] = {}
        self.other: dict[str, object] = {}
        self.position_lines: list[tuple[list[Word], Line]] = []
        self.seen: set[str] = set()

    def takes(self, line: Line) -> bool:
        """Whether a line still belongs to the header."""
        head = next(line.parts(":"))
        if line.is_indented or len(head.text) == len(line.text):
            return False  # before its words are parted, for it may be as long as a file
        words = head.words()
        if not words or words[0].text in _BODY_WORDS:
            return False
        is_turn = words[-1].text in self.ids and len(words) <= 2 and words[0].text not in ("position", "rule")
        return not is_turn or head.text.lstrip().startswith('"')

    def took(self, line: Line) -> bool:
        """Whether a line belonged to the header; if so it is read."""
        if not self.takes(line):
            return False
        self.read(line)
        return True

    def read(self, line: Line) -> None:
        """Read one line of the header."""
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
            names = listed([player.id for player in self.players]) or "none yet"
            raise first.wrong(
                f"{head.text.strip()!r} is neither a key in small letters nor the turn of a player ({names})",
                "a header line, or a turn such as '1 Ann: 4C'",
            )
        key = unquoted(first)
        if key in self.seen:
            raise first.wrong(f"{key!r} stands twice in the header", "each key once")
        self.seen.add(key)
        if first.text == "edition":
            self.edition = self._known(rest, edition_named)
        elif first.text == "chains":
            self.chains = self._known(rest, label_set)
        elif first.text == "players":
            self.players = self._players(rest)
            self.ids = frozenset(player.id for player in self.players)
        else:
            self.other[key] = loose_value(rest)

    def header(self) -> Header:
        """The header, when all its lines are read.

        Raises:
            LogError: if edition or players are missing, or the position is not well-formed.
        """
        if self.edition is None:
            raise _NOWHERE.wrong("the log names no edition", "a line such as 'edition: mso'")
        if not self.players:
            raise _NOWHERE.wrong("the log names no players", "a line such as 'players: Ann, Ben, Cai'")
        header = Header(self.edition, self.players, self.chains, self.rules, None, self.other)
        if not self.position_lines:
            return header
        reader = PositionReader(header)
        for words, rest in self.position_lines:
            reader.read(words, rest)
        return Header(self.edition, self.players, self.chains, self.rules, reader.position(), self.other)

    def _known(self, rest: Line, find: Any) -> str:
        name = rest.text.strip()
        try:
            find(name)
        except EditionError as problem:
            raise _at(rest).wrong(str(problem).split(";")[0], str(problem).split("; ")[1].rstrip(".")) from None
        return name

    def _rule(self, key: Word, rest: Line) -> None:
        if key.text in self.rules:
            raise key.wrong(f"rule {key.text!r} stands twice", "each rule once")
        try:
            self.rules[key.text] = canonical_rule(key.text, rest.text.strip())
        except EditionError as problem:
            raise _at(rest).wrong(str(problem).split(";")[0], str(problem).split("; ")[1].rstrip(".")) from None

    def _players(self, rest: Line) -> tuple[Player, ...]:
        players: list[Player] = []
        ids: set[str] = set()
        for part in rest.parts(","):
            sides = list(part.parts("="))
            name_of = sides[0].text.strip()
            where = _at(sides[0])
            if not is_player_id(name_of):
                raise where.wrong(
                    f"{name_of!r} cannot be an ID", "an ID without spaces or punctuation, as in 'Ann = Ann Smith'"
                )
            if name_of in ids:
                raise where.wrong(f"the ID {name_of!r} stands twice", "an ID of its own for each player")
            if len(sides) > 2:
                raise _at(sides[2]).wrong("a second '=' stands here", "a comma, or quotes around the name")
            ids.add(name_of)
            name = name_of if len(sides) == 1 else _name(sides[1])
            players.append(Player(name_of, name))
        return tuple(players)


def _name(line: Line) -> str:
    text = line.text.strip()
    return unquoted(_at(line)) if text.startswith('"') else text


def _at(line: Line) -> Word:
    """The trimmed text of a line as one word."""
    text = line.text.strip()
    return Word(text, line.number, line.start + len(line.text) - len(line.text.lstrip()) + 1)


class PositionReader:
    """Reads the ``position`` lines of a header."""

    def __init__(self, header: Header) -> None:
        self.ids = {player.id: seat for seat, player in enumerate(header.players)}
        self.labels = header.labels()
        self.chains: list[tuple[int, tuple[int, ...]]] = []
        self.tiles: dict[str, tuple[int, ...]] = {}
        self.cash: list[tuple[int, int]] = []
        self.shares: list[tuple[int, int, int]] = []
        self.hands: list[tuple[int, tuple[int, ...]]] = []
        self.to_play: int | None = None

    def position(self) -> StartPosition:
        """The position of the lines read."""
        return StartPosition(
            tuple(self.chains),
            self.tiles.get("", ()),
            self.tiles.get("dead", ()),
            tuple(self.cash),
            tuple(self.shares),
            tuple(self.hands),
            self.to_play,
        )

    def _clause(self, line: Line) -> Clause:
        return Clause(line.words(), line.end(), self.ids, self.labels)

    def read(self, words: list[Word], rest: Line) -> None:
        """Read one line: the words between ``position`` and the colon, and what stands behind it.

        Raises:
            LogError: if it is not well-formed.
        """
        head = Clause(words, _at(rest), self.ids, self.labels)
        clause = self._clause(rest)
        part = head.peek().text
        head.at += 1
        if part == "board":
            self._board(head, clause)
        elif part == "cash":
            for piece in rest.parts(","):
                pair = self._clause(piece)
                self.cash.append((pair.player(), pair.number()))
                pair.finish()
            return
        elif part == "shares":
            player = head.player()
            self.shares += [(player, chain, count) for chain, count in clause.shares()]
        elif part == "hands":
            self.hands.append((head.player(), clause.tiles()))
        elif part == "to_play":
            self.to_play = clause.player()
        elif words or rest.text.strip() != "-":
            raise (
                head.words[0].wrong(f"{part!r} is no part of a position", "board, cash, shares, hands or to_play")
                if words
                else _at(rest).wrong("the position says nothing", "position board, cash, shares, hands or to_play")
            )
        else:
            return
        head.finish()
        clause.finish()

    def _board(self, head: Clause, clause: Clause) -> None:
        if head.is_done() or head.peek().text == "dead":
            key = head.peek().text if not head.is_done() else ""
            head.at += bool(key)
            self.tiles[key] = clause.tiles()
        else:
            self.chains.append((head.chain(), clause.tiles()))
