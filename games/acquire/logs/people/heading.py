"""Reading the header as people write it: capital keys, keys in other languages, names without IDs, or no header at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from games.acquire.editions import EDITIONS, LABEL_SETS
from games.acquire.errors import LogError
from games.acquire.logs.language.cursor import Cursor, cursor_of
from games.acquire.logs.language.diagnostics import LONGEST_LINE, Diagnostics
from games.acquire.logs.language.names import Players, Sureness
from games.acquire.logs.language.spelling import Nearest, fold, plain_signs
from games.acquire.logs.language.tokens import SourceLine, Token, is_bare_key
from games.acquire.logs.language.words import HEADER_KEYS
from games.acquire.logs.people.keys import is_start, is_turn, may_be_of_game
from games.acquire.logs.people.lexicon import Lexicon
from games.acquire.logs.people.nicknames import Declaration, Nicknames, declarations, resolved
from games.acquire.logs.people.players import PlayersHeader
from games.acquire.logs.people.positions import PositionLine, as_tokens, position_lines, tells_board
from games.acquire.logs.people.seating import turn_heads
from games.acquire.record import Header
from games.sentences import gettext_lazy as _

#: The edition of a log that names none: the notation's own default.
DEFAULT_EDITION: Final = "mso"
_KNOWN: Final = {"edition": EDITIONS, "chains": LABEL_SETS}
_OWN: Final = ("edition", "players", "chains")
#: The beginning of a comment: two strokes after a space; within a name or an address no space comes before them.
_COMMENT: Final = re.compile(r"\s(//)")
#: The first words of lines that declare nicknames: for a list, and for a single one.
_NICKNAMES: Final = (
    *("colours", "colors", "colour", "color", "farben", "farbe", "couleurs", "colores", "kleuren", "kolory", "colori"),
    *("nicknames", "nicks", "aliases", "abbreviations", "abbr", "legend", "key", "kurzel", "abkurzungen", "surnoms"),
)
_ONES: Final = ("chain", "player", "nickname", "alias", "colour", "color", "kette", "spieler")
#: The word behind "position" that tells which part of it a line has.
_PART: Final = re.compile(r"\A\s+(?:board(?:\s+dead)?|cash|shares|hands|to_play)\b", re.IGNORECASE)
#: Signs behind a key, all read as a colon.
_BEHIND_KEY: Final = (":", "=", "-")
#: Signs behind the first heading of a table.
_OF_TABLES: Final = (",", ";", "|")
#: Words of lines that tell of the game and not of the header.
LISTINGS: Final = ("start", "hand", "final")
#: The most tokens before the tile of a turn's first line.
_LONGEST_HEAD: Final = 8
#: The most tokens of a key.
_LONGEST_KEY: Final = 5


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
        #: Whether the log has a line of starting tiles.
        self.has_start = False

    def take_from(self, lines: Collection[SourceLine]) -> list[SourceLine]:
        """Read the lines of the header, wherever they are, and return all other lines.

        Keys of the notation are read anywhere in the log, others only above the first line that does not belong to the header.
        """
        self.heads = turn_heads(lines)
        left = [line for line in self.without_columns(lines) if not self._takes_known(line)]
        if not self.players and (self.defaults is None or not self.defaults.players):
            left = self.seat_those_told(left)
        left = self._without_position(left)
        players = self._known_players()
        self.has_start = any(
            cursor_of(line).line_word()[0] == "start" for line in left if len(line.text) <= LONGEST_LINE
        )
        kept = self._start_listed()
        for place, line in enumerate(left):
            is_short = len(line.text) <= LONGEST_LINE
            if line.text.startswith('"') and self._reads_exactly(line):
                continue
            told = self._of_start(line, players) if is_short else None
            if told is not None:
                kept.append(told)
            elif is_short and self._is_question(line, players):
                kept.append(line)
            elif not is_short or not self._takes_other(line, players):
                return [*kept, *left[place:]]
        return kept

    def _known_players(self) -> Players:
        """Return the players of the log, or of the defaults, with their nicknames."""
        seated = self.players or (self.defaults.players if self.defaults else ())
        if not self.declared or not seated:
            return Players(seated)
        names, _ = resolved(self.declared, Header(self.edition or DEFAULT_EDITION, seated, self.chains))
        return Players(seated, names.players)

    def _start_listed(self) -> list[SourceLine]:
        """Return the line of the starting tiles that stand in the list of players, if no other line has them."""
        if not self.starts or self.has_start:
            return []
        self.has_start = True
        ids = {player.name: player.id for player in self.players}
        told = ", ".join(f"{ids.get(name, name)} {tile.text.upper()}" for name, tile in self.starts)
        place = self.starts[0][1]
        self.diagnostics.note(place, f"start: {told}", ", ".join(tile.text for _, tile in self.starts))
        return [SourceLine(f"start: {told}", place.line)]

    def _of_start(self, line: SourceLine, players: Players) -> SourceLine | None:
        """Return a line whose value is pairs of a player and a tile as one of starting tiles, whatever its key; None if it is none."""
        cursor = cursor_of(line)
        colon = _colon_ahead(cursor)
        if not colon or self.has_start or cursor.line_word()[0] in LISTINGS:
            return None
        if any(cursor.peek(at).is_number for at in range(colon)) or not is_start(cursor, colon + 1, players):
            return None
        self.has_start = True
        at = cursor.peek(colon).end - 1 - line.start
        self.diagnostics.note(cursor.peek(), "start:", line.text[:at].strip())  # not said
        return SourceLine(f"start:{line.text[at:]}", line.number, line.start + at - len("start:"))  # not said

    def _is_question(self, line: SourceLine, players: Players) -> bool:
        """Whether a line above the game has a key that is not known, and says of a player, a tile or a chain what may be of the game.

        Such a line is left to the reader of the game; the lines below may belong to the header.
        """
        cursor = cursor_of(line)
        colon = _colon_ahead(cursor)
        if not colon or cursor.line_word()[0] or players.at(cursor, 0, Sureness.NAME) is not None:
            return False
        is_told_twice = is_start(cursor, colon + 1, players)
        return is_told_twice or (may_be_of_game(cursor, colon, players) and not is_turn(cursor, colon + 1, players))

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

    def nicknames(self, header: Header) -> Nicknames:
        """Return the nicknames that were declared; a line that declares none, though it says so, is added to the problems."""
        names, errors = resolved(self.declared, header)
        for error in errors:
            self.diagnostics.problem(error, self.texts.get(error.line, ""))
        return names

    def _without_position(self, lines: Sequence[SourceLine]) -> list[SourceLine]:
        """Return the lines without those above the first turn that tell a position, if one of them tells a board."""
        known = self.players or (self.defaults.players if self.defaults else ())
        edition = self.edition or (self.defaults.edition if self.defaults else DEFAULT_EDITION)
        if not known:
            return [*lines]
        lexicon = Lexicon(Header(edition, known, self.chains), {}, {})
        short = [at for at, line in enumerate(lines) if len(line.text) <= LONGEST_LINE and _has_tile(line)]
        first = next((at for at in short if not tells_board(lines[at], lexicon)), len(lines))
        above = [line for line in lines[:first] if len(line.text) <= LONGEST_LINE]
        if not self.position_lines and not any(tells_board(line, lexicon) for line in above):
            return [*lines]
        left = []
        for at, line in enumerate(lines):
            found = position_lines(line, lexicon, is_whole_log=first == len(lines)) if at < first else []
            self.position_lines += as_tokens(line, found)
            if found:
                self.diagnostics.note(line.trimmed(), _written(found), line.text.strip())
            else:
                left.append(line)
        return left

    # Lines with a key that the notation knows.

    def _takes_known(self, line: SourceLine) -> bool:
        """Read a line if it begins with a key of the notation, perhaps in another spelling; returns whether it did."""
        if len(line.text) > LONGEST_LINE:
            return False
        cursor = cursor_of(line)
        first = cursor.peek()
        if self._declares(line, cursor):
            return True
        if cursor.line_word()[0] in _OWN or first.folded == "rule":
            line = self._without_comment(line)
            cursor = cursor_of(line)
        if first.text in (*HEADER_KEYS, "rule") and self._reads_exactly(line):
            return True
        if first.folded in ("rule", "position") and _colon_ahead(cursor):
            self.diagnostics.note(first, first.folded)
            with self.reading(line):
                self.read(_in_small_letters(line, first))
            return True
        key, length = cursor.line_word()
        if key not in HEADER_KEYS or (key == "venue" and cursor.begins_clause(length + 1)):
            return False
        mark = cursor.peek(length)
        is_marked = mark.text in _BEHIND_KEY and not (mark.text == "-" and cursor.peek(length + 1).glued)
        is_row = mark.text in _OF_TABLES or "\t" in line.text
        if not is_marked and (is_row or not (key in _OWN and mark.text and ":" not in plain_signs(line.text))):
            return False
        value = _rest(line, cursor, length + is_marked)
        self.diagnostics.note(first, f"{key}:", cursor.text(0))
        with self.reading(value):
            self.store(key, key, first, value)
        if key not in self.seen:
            self.refused.add(key)
        return True

    def _declares(self, line: SourceLine, cursor: Cursor) -> bool:
        """Read a line that declares nicknames by its first word; returns whether it does."""
        first, second = cursor.peek(), cursor.peek(1)
        is_list = second.text in (":", "=") and first.folded in (*_NICKNAMES, *_ONES, "chains", "players")
        if not is_list and not (first.folded in _ONES and second.is_word and not self._is_player(first)):
            return False
        told = declarations(line.after(first.end - 1 - line.start + is_list), is_certain=True)
        has_sign = all("=" in one.place.text or first.folded != "players" for one in told)
        if not told or not has_sign or (first.folded == "players" and not self._stand_for_players(told)):
            return False
        self.declared += told
        self.diagnostics.note(first, "nicknames", cursor.text(0, len(cursor.tokens)))
        return True

    def _is_player(self, token: Token) -> bool:
        """Whether a word is the ID of a player."""
        return token.text in self.ids

    def _stand_for_players(self, told: Collection[Declaration]) -> bool:
        """Whether declarations behind the word for players are of players whom the log has named before."""
        return bool(self.ids) and all(one.stands_for in self.ids for one in told)

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

    def _takes_other(self, line: SourceLine, players: Players) -> bool:
        """Read a line above the game with a key that the notation does not know; returns whether it is one."""
        cursor = cursor_of(line)
        first, colon = cursor.peek(), _colon_ahead(cursor)
        is_player = players.at(cursor, 0, Sureness.NAME) is not None
        told = declarations(line, is_certain=False) if not cursor.line_word()[0] and not is_player else []
        if first.folded == "by":
            return False
        if told and not colon:
            self.declared += told
            self.diagnostics.note(first, "a nickname", line.text.strip())
            return True
        if is_player or cursor.line_word()[0] in LISTINGS or not colon:
            return False
        if cursor.begins_clause(colon + 1) and not is_bare_key(cursor.text(0, colon)):
            return False
        if is_turn(cursor, colon + 1, players) or may_be_of_game(cursor, colon, players):
            return False
        self.declared += told
        if self._reads_exactly(line):
            return True
        if not first.is_word:
            return False
        written = cursor.text(0, colon)
        self.diagnostics.note(first, fold(written), written)
        value = _rest(line, cursor, colon + 1)
        with self.reading(value):
            self.store("", fold(written), first, value)
        return True


def _written(found: Sequence[PositionLine]) -> str:
    """Return lines of a position as the notation has them."""
    return "; ".join(f"position {' '.join(words)}: {rest}" for words, rest in found)  # not said


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


def _rest(line: SourceLine, cursor: Cursor, at: int) -> SourceLine:
    """Return the rest of a line from the token at index ``at`` on, and move the cursor there."""
    cursor.at = at
    return line.after(len(line.text)) if cursor.is_done else line.from_token(cursor.peek())


def _colon_ahead(cursor: Cursor) -> int:
    """Return the number of tokens before the first colon; 0 if there is none within the length of a key."""
    return next((ahead for ahead in range(1, _LONGEST_KEY + 1) if cursor.peek(ahead).text == ":"), 0)
