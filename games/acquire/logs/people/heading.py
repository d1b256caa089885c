"""Reading the header as people write it: capital keys, keys in other languages, names without IDs, or no header at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from games.acquire.editions.labels import LABEL_SETS
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import LogError
from games.acquire.logs.language.cursor import Cursor, cursor_of
from games.acquire.logs.language.diagnostics import LONGEST_LINE, Diagnostics
from games.acquire.logs.language.spelling import Nearest, fold, plain_signs
from games.acquire.logs.language.tokens import SourceLine, Token, is_bare_key
from games.acquire.logs.language.words import HEADER_KEYS
from games.acquire.logs.people import positions
from games.acquire.logs.people.lexicon import Lexicon, Word
from games.acquire.logs.people.players import PlayersHeader, turn_heads
from games.acquire.logs.people.positions import PositionLine
from games.acquire.record import Header
from games.sentences import gettext_lazy as _

#: The edition of a log that names none: the notation's own default.
DEFAULT_EDITION: Final = "mso"
_KNOWN: Final = {"edition": EDITIONS, "chains": LABEL_SETS}
_OWN: Final = ("edition", "players", "chains")
#: The beginning of a comment: two strokes after a space; within a name or an address no space comes before them.
_COMMENT: Final = re.compile(r"\s(//)")
#: A key that the notation does not know, at the beginning of a line.
_KEY: Final = re.compile(r"\s*([^\W\d_][^\d:=,;|]{0,40}?)\s*:(?=\s|\Z)\s*")
#: The word behind "position" that tells which part of it a line has.
_PART: Final = re.compile(r"\A\s+(?:board(?:\s+dead)?|cash|shares|hands|to_play)\b", re.IGNORECASE)
#: Signs behind a key, all read as a colon.
_BEHIND_KEY: Final = (":", "=", "-")
#: Signs behind the first heading of a table.
_OF_TABLES: Final = (",", ";", "|", "/")
#: Words of lines that tell of the game and not of the header.
LISTINGS: Final = ("start", "hand", "final")
#: The most tokens before the tile of a turn's first line.
_LONGEST_HEAD: Final = 8


class FreeHeader(PlayersHeader):
    """The header of a log as people write it; what the log leaves out is taken from the defaults."""

    def __init__(self, defaults: Header | None, diagnostics: Diagnostics, texts: Mapping[int, str]) -> None:
        super().__init__(diagnostics)
        self.defaults = defaults
        self.texts = texts
        #: The keys whose lines were there but could not be read.
        self.refused: set[str] = set()
        #: Whether neither the log nor the defaults name an edition, so that the notation's own was taken.
        self.is_edition_assumed = False

    def take_from(self, lines: Collection[SourceLine]) -> list[SourceLine]:
        """Read the lines of the header, wherever they are, and return all other lines.

        Keys of the notation are read anywhere in the log, others only above the first tile.
        """
        self.heads = turn_heads(lines)
        left = [line for line in self.without_columns(lines) if not self._takes_known(line)]
        if not self.players and (self.defaults is None or not self.defaults.players):
            left = self.seat_those_told(left)
        seated = self.players or (self.defaults.players if self.defaults else ())
        if not seated:
            return left
        edition = self.edition or (self.defaults.edition if self.defaults else DEFAULT_EDITION)
        header = Header(edition, seated, self.chains)
        lexicon = Lexicon(header, self.seats_of_nicknames(header), {})
        lexicon = positions.with_legend(lexicon, positions.legend_of([*lines], lexicon), {})
        left = [*self._without_keys(self._without_position(left, lexicon), lexicon)]
        if any(cursor_of(line).line_word()[0] == "start" for line in filter(_may_be_read, left)):
            return left
        return [*self._start_listed(), *self._start_told(left, lexicon)]

    def _start_told(self, lines: Sequence[SourceLine], lexicon: Lexicon) -> Iterator[SourceLine]:
        """Yield the lines, the first that has nothing but pairs of a player and a tile behind its first colon as the starting tiles."""
        is_told = bool(self.starts)
        for line in lines:
            at = line.text.find(":") + 1 if not is_told and _may_be_read(line) else 0
            if at and _is_start(lexicon.words(line.after(at)), lexicon.words(line._replace(text=line.text[:at]))):
                is_told = True
                self.diagnostics.note(cursor_of(line).peek(), "start:", line.text[:at].strip())
                yield SourceLine(f"start:{line.text[at:]}", line.number, line.start + at - len("start:"))
            else:
                yield line

    def _without_keys(self, lines: Sequence[SourceLine], lexicon: Lexicon) -> Iterator[SourceLine]:
        """Yield the lines without those of further keys above the first tile."""
        is_above = True
        for line in lines:
            is_above = is_above and not (_may_be_read(line) and _has_tile(line))
            if not is_above or not _may_be_read(line) or not self._takes_other(line, lexicon):
                yield line

    def _start_listed(self) -> list[SourceLine]:
        """Return the line of the starting tiles that stand in the list of players."""
        if not self.starts:
            return []
        ids = {player.name: player.id for player in self.players}
        told = ", ".join(f"{ids.get(name, name)} {tile.text.upper()}" for name, tile in self.starts)
        place = self.starts[0][1]
        self.diagnostics.note(place, f"start: {told}", ", ".join(tile.text for _, tile in self.starts))
        return [SourceLine(f"start: {told}", place.line)]

    def header(self) -> Header:
        """Return the header, completed by the defaults.

        Raises:
            LogError: if neither the log nor the defaults name players.
        """
        defaults, diagnostics = self.defaults, self.diagnostics
        if self.edition is None and defaults is not None:
            self.edition, self.rules = defaults.edition, {**defaults.rules, **self.rules}
            diagnostics.take_for_granted(f"edition: {self.edition}")
        elif self.edition is None:
            self.edition = DEFAULT_EDITION
            self.is_edition_assumed = "edition" not in self.refused
        if not self.players and defaults is not None:
            self.seat(defaults.players)
            diagnostics.take_for_granted(f"players: {', '.join(player.id for player in defaults.players)}")
        if self.chains is None and defaults is not None and defaults.edition == self.edition:
            self.chains = defaults.chains
        return super().header()

    @contextmanager
    def reading(self, line: SourceLine) -> Iterator[None]:
        """Return the context in which a line is read: an error in it is added to the problems."""
        try:
            yield
        except LogError as error:
            self.diagnostics.problem(error, self.texts[line.number])

    def seats_of_nicknames(self, header: Header) -> dict[str, int]:
        """Return the seats of players by the nicknames behind their names."""
        seats = {name: seat for seat, player in enumerate(header.players) for name in (player.id, player.name)}
        return {nickname: seats[name] for nickname, name in self.nicknames.items() if name in seats}

    def _without_position(self, lines: Sequence[SourceLine], lexicon: Lexicon) -> list[SourceLine]:
        """Return the lines without those above the first turn that tell a position, if one of them tells a board."""
        short = [at for at, line in enumerate(lines) if _may_be_read(line) and _has_tile(line)]
        first = next((at for at in short if not positions.tells_board(lines[at], lexicon)), len(lines))
        above = [line for line in lines[:first] if _may_be_read(line)]
        if not self.position_lines and not any(positions.tells_board(line, lexicon) for line in above):
            return [*lines]
        left = []
        for at, line in enumerate(lines):
            found = positions.position_lines(line, lexicon, is_whole_log=first == len(lines)) if at < first else []
            self.position_lines += positions.as_tokens(line, found)
            if found:
                self.diagnostics.note(line.trimmed(), _position_lines(found), line.text.strip())
            else:
                left.append(line)
        return left

    # Lines with a key that the notation knows.

    def _takes_known(self, line: SourceLine) -> bool:
        """Read a line if it begins with a key of the notation, perhaps in another spelling; returns whether it did."""
        if not _may_be_read(line):
            return False
        cursor = cursor_of(line)
        first = cursor.peek()
        if cursor.line_word()[0] in _OWN or first.folded == "rule":
            line = self._without_comment(line)
            cursor = cursor_of(line)
        if first.text in (*HEADER_KEYS, "rule") and self._reads_exactly(line):
            return True
        if first.folded in ("rule", "position") and ":" in line.text:
            self.diagnostics.note(first, first.folded)
            with self.reading(line):
                self.read(_in_small_letters(line, first))
            return True
        key, length = cursor.line_word()
        if key not in HEADER_KEYS or (key in self.seen and "=" in line.text) or (key == "chains" and "=" in line.text):
            return False
        mark = cursor.peek(length)
        is_marked = mark.text in _BEHIND_KEY and not (mark.text == "-" and cursor.peek(length + 1).glued)
        is_row = mark.text in _OF_TABLES or "\t" in line.text
        if not is_marked and (is_row or not (key in _OWN and mark.text and ":" not in plain_signs(line.text))):
            return False
        value = _rest_of_line(line, cursor, length + is_marked)
        self.diagnostics.note(first, f"{key}:", cursor.text(0))
        with self.reading(value):
            self.store(key, key, first, value)
        if key not in self.seen:
            self.refused.add(key)
        return True

    def _reads_exactly(self, line: SourceLine) -> bool:
        """Read a line if it is in the notation; returns whether it was."""
        if not self.owns(line):
            return False
        noted = len(self.diagnostics.notes)
        try:
            self.read(line)
        except LogError:
            del self.diagnostics.notes[noted:]
            return False
        return True

    def _without_comment(self, value: SourceLine) -> SourceLine:
        """Return a line without a comment that begins with two strokes."""
        found = _COMMENT.search(value.text)
        if found is None:
            return value
        self.diagnostics.note(Token(found[1], value.number, value.start + found.start(1) + 1), "#")
        return SourceLine(value.text[: found.start()], value.number, value.start)

    def known_name(self, key: str, value: SourceLine) -> str:
        """Return the name of an edition or of a label set, written in any case or with one wrong letter."""
        known = _KNOWN[key]
        word = value.trimmed()
        small = word.text.lower()
        near = Nearest({name: name for name in known}).find(small)
        first = [piece for piece in small.replace("(", " ").replace(")", " ").split() if piece in known]
        name = small if small in known else near.pop() if len(near) == 1 else first[0] if len(first) == 1 else None
        if name is None:
            raise word.wrong(
                _("{word!r} does not belong here", word=word.text), _("one of {choices}", choices=", ".join(known))
            )
        self.diagnostics.note(word, name)
        return name

    # Other keys.

    def _takes_other(self, line: SourceLine, lexicon: Lexicon) -> bool:
        """Read a line with a key that the notation does not know; returns whether it is one."""
        if line.text.startswith('"') and self._reads_exactly(line):
            return True
        found = _KEY.match(plain_signs(line.text))
        if found is None or found[1] == "by":
            return False
        key = lexicon.words(line._replace(text=line.text[: found.end(1)]))
        is_of_game = any(word.act in LISTINGS for word in key) or (key[0].player is not None and not key[0].player_cost)
        if is_of_game or _may_be_of_game(lexicon.words(line.after(found.end())), is_key=is_bare_key(found[1].lower())):
            return False
        if self._reads_exactly(line):
            return True
        self.diagnostics.note(cursor_of(line).peek(), fold(found[1]), found[1])
        with self.reading(line):
            self.store("", fold(found[1]), cursor_of(line).peek(), line.after(found.end()))
        return True


def _is_start(words: Sequence[Word], key: Sequence[Word]) -> bool:
    """Whether words are pairs of a player and a tile, of more than one player, behind a key without a number or a final result."""
    seats = [word.player for word in words if word.player is not None and word.tile is None]
    tiles = [word for word in words if word.tile is not None]
    is_idle = all(word.is_sign or word.inside or word.tile is not None or word.player is not None for word in words)
    return (
        is_idle
        and len(seats) == len(tiles) == len(set(seats)) > 1
        and not any(word.number is not None or word.tile is not None or word.act in LISTINGS for word in key)
    )


def _may_be_of_game(words: Sequence[Word], *, is_key: bool) -> bool:
    """Whether words behind a key tell of the game: a tile, a clause, a number with a chain, or an amount with a player."""
    has_chain = any(word.chains and not word.chain_cost for word in words)
    has_player = any(word.player is not None for word in words)
    return (
        any((word.tile is not None and not word.tile_cost) or (has_player and word.is_amount) for word in words)
        or (has_chain and any(word.is_count for word in words))
        or (not is_key and bool(words) and bool(words[0].act))
    )


def _position_lines(found: Sequence[PositionLine]) -> str:
    """Return lines of a position as the notation has them."""
    return "; ".join(f"position {' '.join(words)}: {rest}" for words, rest in found)


def _may_be_read(line: SourceLine) -> bool:
    """Whether a line is short enough to be looked at."""
    return len(line.text) <= LONGEST_LINE


def _has_tile(line: SourceLine) -> bool:
    """Whether a line names a tile near its beginning and is no list, so that a turn may begin on it."""
    cursor = cursor_of(line)
    return cursor.line_word()[0] not in LISTINGS and any(cursor.tile_at(ahead) for ahead in range(_LONGEST_HEAD))


def _in_small_letters(line: SourceLine, first: Token) -> SourceLine:
    """Return a line of a position with its first word in small letters, or a rule entirely so; columns stay the same."""
    text = plain_signs(line.text)
    indent = len(text) - len(text.lstrip())
    end = indent + len(re.split(r"[\s:]", text.lstrip(), maxsplit=1)[0])
    rest = (
        text[end:].lower() if first.folded == "rule" else _PART.sub(lambda part: part[0].lower(), text[end:], count=1)
    )
    return SourceLine(first.folded.ljust(end) + rest, line.number, line.start)


def _rest_of_line(line: SourceLine, cursor: Cursor, at: int) -> SourceLine:
    """Return the rest of a line from the token at index ``at`` on, and move the cursor there."""
    cursor.at = at
    return line.after(len(line.text)) if cursor.is_done else line.from_token(cursor.peek())
