"""The header of a log as people write it: capital keys, keys in other languages, names without IDs, or no header at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from games.acquire.editions import EDITIONS, LABEL_SETS, canonical_rule
from games.acquire.errors import EditionError, LogError
from games.acquire.logs.header import is_player_id
from games.acquire.logs.lenient.heads import SPECIAL, line_word, rest_from, tells_clause
from games.acquire.logs.lenient.language.folding import fold, plain_signs
from games.acquire.logs.lenient.language.nearest import Nearest
from games.acquire.logs.lenient.language.tokens import Phrase, phrase_of
from games.acquire.logs.lenient.language.words import HEADER_KEYS, INSIDE_WORDS
from games.acquire.logs.lenient.names import How, Players
from games.acquire.logs.lenient.remarks import LONGEST_LINE, Remarks
from games.acquire.logs.preface import PositionReader, Preface
from games.acquire.logs.scan import Line, Word, loose_value
from games.acquire.record import Header, Player

#: The edition of a log that names none: the notation's own default.
DEFAULT_EDITION: Final = "mso"
_OWN: Final = ("edition", "players", "chains")
#: Two strokes behind a space: in a name they would stand without one, in an address too.
COMMENT: Final = re.compile(r"\s(//)")
#: Signs behind a key: a dash there is a colon.
_BEHIND_KEY: Final = (":", "=", "-")
_PARTED_BY: Final = (",", ";", "&", "+", "/")


class Masthead:
    """Takes the lines of the header out of a log's lines; `header` then tells what they and the defaults say."""

    __slots__ = ("_defaults", "_preface", "_remarks", "_texts", "refused")

    def __init__(self, defaults: Header | None, remarks: Remarks, texts: Mapping[int, str]) -> None:
        self._defaults = defaults
        self._preface = Preface()
        self._remarks = remarks
        self._texts = texts
        #: The keys whose lines were there but could not be read.
        self.refused: set[str] = set()

    def take(self, lines: Collection[Line]) -> list[Line]:
        """Read the header's lines, wherever they stand; the lines that are left.

        Keys that the notation knows are taken anywhere, others only above the first line that is none of the header.
        """
        left = [line for line in lines if not self._takes_known(line)]
        players = Players(self._players())
        for place, line in enumerate(left):
            if len(line.text) > LONGEST_LINE or not self._takes_other(line, players):
                return left[place:]
        return []

    def header(self) -> Header:
        """The header, completed by the defaults.

        Raises:
            LogError: if nobody tells who plays.
        """
        preface, defaults = self._preface, self._defaults
        edition, rules = preface.edition, preface.rules
        if edition is None and defaults is not None:
            edition, rules = defaults.edition, {**defaults.rules, **rules}
            self._remarks.note(1, 1, "", f"edition: {edition}")
        elif edition is None:
            edition = DEFAULT_EDITION
        if preface.edition is None and defaults is None and "edition" not in self.refused:
            expected = "a line such as 'edition: mso', by which it is read"
            self._remarks.problem(LogError("the log names no edition", 1, 1, expected), self._texts.get(1, ""))
        players = self._players()
        if not players:
            raise LogError("the log names no players", 1, 1, "a line such as 'players: Ann, Ben, Cai'")
        if not preface.players:
            self._remarks.note(1, 1, "", f"players: {', '.join(player.id for player in players)}")
        chains = preface.chains
        if chains is None and defaults is not None and defaults.edition == edition:
            chains = defaults.chains
        header = Header(edition, players, chains, rules, None, preface.other)
        return self._placed(header) if preface.position_lines else header

    def _players(self) -> tuple[Player, ...]:
        return self._preface.players or (self._defaults.players if self._defaults else ())

    def _placed(self, header: Header) -> Header:
        """The header with its position, as far as that can be read."""
        reader = PositionReader(header)
        for words, rest in self._preface.position_lines:
            self._try(rest, lambda words=words, rest=rest: reader.read(words, rest))  # type: ignore[misc]
        return replace(header, position=reader.position())

    def _try(self, line: Line, read: Callable[[], object]) -> bool:
        """Whether something can be read; if not, the problem is told."""
        try:
            read()
        except LogError as error:
            self._remarks.problem(error, self._texts[line.number])
            return False
        return True

    # Lines with a key that the notation knows.

    def _takes_known(self, line: Line) -> bool:
        if len(line.text) > LONGEST_LINE:
            return False
        phrase = phrase_of(line)
        first = phrase.peek()
        if line_word(phrase)[0] in _OWN or first.folded == "rule":
            line = self._without_comment(line)
            phrase = phrase_of(line)
        is_split = first.text == "players" and ";" in plain_signs(line.text)
        if first.text in (*HEADER_KEYS, "rule") and not is_split and self._takes_strictly(line):
            return True
        if first.folded in ("rule", "position") and _colon_ahead(phrase):
            self._ruled(line, phrase)
            return True
        key, length = line_word(phrase)
        mark = phrase.peek(length)
        if key not in HEADER_KEYS or (key == "venue" and tells_clause(phrase, length + 1)):
            return False
        is_marked = mark.text in _BEHIND_KEY and not (mark.text == "-" and phrase.peek(length + 1).glued)
        if not is_marked and not (key in _OWN and mark.text and ":" not in plain_signs(line.text)):
            return False
        phrase.at = length + is_marked
        value = rest_from(line, phrase) if not phrase.is_done else line.after(len(line.text))
        self._remarks.note(line.number, first.column, phrase.written(0, phrase.at), f"{key}:")
        if not self._try(value, lambda: self._known(key, value, first.column)):
            self.refused.add(key)
        return True

    def _takes_strictly(self, line: Line) -> bool:
        """Whether the line is one of a header as the notation has it; if so it is read."""
        preface = self._preface
        if not preface.takes(line):
            return False
        seen = set(preface.seen)
        try:
            preface.read(line)
        except LogError:
            preface.seen = seen
            return False
        return True

    def _known(self, key: str, value: Line, column: int) -> None:
        preface = self._preface
        if key in preface.seen:
            raise LogError(f"{key!r} stands twice in the header", value.number, column, "each key once")
        if key == "edition":
            preface.edition = self._chosen(value, EDITIONS)
        elif key == "chains":
            preface.chains = self._chosen(value, LABEL_SETS)
        elif key == "players":
            preface.players = self._listed(value)
        else:
            preface.other[key] = loose_value(value)
        preface.seen.add(key)

    def _without_comment(self, value: Line) -> Line:
        found = COMMENT.search(value.text)
        if found is None:
            return value
        self._remarks.note(value.number, value.start + found.start(1) + 1, found[1], "#")
        return Line(value.text[: found.start()], value.number, value.start)

    def _ruled(self, line: Line, phrase: Phrase) -> None:
        """A rule of the edition, or a part of a position: their words as the notation has them, but for capitals."""
        first, colon = phrase.peek(), _colon_ahead(phrase)
        words = [Word(t.folded if t is first else t.text, t.line, t.column) for t in phrase.tokens[:colon]]
        self._remarks.note(first.line, first.column, first.text, first.folded)
        phrase.at = colon + 1
        rest = rest_from(line, phrase) if not phrase.is_done else line.after(len(line.text))
        if first.folded == "position":
            head = next(line.parts(":"))
            self._preface.position_lines.append((head.words()[1:], rest))
            return
        key = "".join(word.text for word in words[1:]).lower()

        def read() -> None:
            if key in self._preface.rules:
                raise first.wrong(f"rule {key!r} stands twice", "each rule once")
            try:
                self._preface.rules[key] = canonical_rule(key, _bare(rest).lower())
            except EditionError as problem:
                wrong, _, right = str(problem).partition("; ")
                raise first.wrong(
                    wrong.rstrip("."), right.rstrip(".").removeprefix("choose ") or "another value"
                ) from None

        self._try(line, read)

    def _chosen(self, value: Line, known: Mapping[str, Any]) -> str:
        """A name out of those known, in any case or with one slip."""
        text = _bare(value)
        near = Nearest({name: name for name in known}).find(text.lower())
        name = text.lower() if text.lower() in known else near.pop() if len(near) == 1 else None
        if name is None:
            raise _at(value).wrong(f"{text!r} is not known", f"one of {', '.join(known)}")
        self._remarks.note(value.number, _at(value).column, text, name)
        return name

    def _listed(self, value: Line) -> tuple[Player, ...]:
        """The players: IDs or whole names, in the order of their seats."""
        parts = [self._without_bullet(part) for part in _entries(value, self._remarks)]
        firsts = [_bare(part).split("=")[0].split()[:1] for part in parts]
        players: list[Player] = []
        seen: set[str] = set()
        counts: dict[str, int] = {}
        for first in firsts:
            counts["".join(first)] = counts.get("".join(first), 0) + 1
        for part, first in zip(parts, firsts, strict=True):
            player = self._player(part, is_unique=counts["".join(first)] == 1)
            if player.id in seen:
                raise _at(part).wrong(f"the ID {player.id!r} stands twice", "an ID of its own for each player")
            seen.add(player.id)
            players.append(player)
        return tuple(players)

    def _without_bullet(self, part: Line) -> Line:
        """A name without the dash that stands before it as in a list."""
        before = len(part.text) - len(part.text.lstrip())
        is_bullet = plain_signs(part.text[before : before + 2]) == "- "
        if is_bullet:
            self._remarks.note(part.number, part.start + before + 1, part.text[before], "")
        return part.after(before + 1) if is_bullet else part

    def _player(self, part: Line, *, is_unique: bool) -> Player:
        text = _bare(part)
        written, is_named, name = (piece.strip() for piece in text.partition("="))
        name = name.strip('"') if is_named else written
        first, _, more = written.partition(" ")
        player_id = written if is_player_id(written) else first if is_unique and more else "".join(written.split())
        if not is_player_id(player_id):
            raise _at(part).wrong(f"{written!r} cannot be an ID", "an ID without spaces, as in 'Ann = Ann Smith'")
        if player_id != written:
            self._remarks.note(part.number, _at(part).column, written, f"{player_id} = {name}")
        return Player(player_id, name or player_id)

    # Other keys.

    def _takes_other(self, line: Line, players: Players) -> bool:
        """Whether a line above the game is one with a key of its own, which is only kept."""
        phrase = phrase_of(line)
        colon = _colon_ahead(phrase)
        is_player = players.at(phrase, 0, How.NAME) is not None
        if is_player or line_word(phrase)[0] in SPECIAL or not colon:
            return False
        if phrase.peek().text != "by" and not tells_clause(phrase, colon + 1) and self._takes_strictly(line):
            return True
        if not phrase.peek().is_word:
            return False
        if tells_clause(phrase, colon + 1) or phrase.peek().folded == "by":
            return False
        written = phrase.written(0, colon)
        key = fold(written)
        phrase.at = colon + 1
        value = rest_from(line, phrase) if not phrase.is_done else line.after(len(line.text))
        self._remarks.note(line.number, phrase.tokens[0].column, written, key)
        return self._try(value, lambda: self._known(key, value, phrase.tokens[0].column)) or True


def _colon_ahead(phrase: Phrase) -> int:
    """How many tokens ahead the first colon stands, at most a key's length; 0 if none does."""
    return next((ahead for ahead in range(1, 6) if phrase.peek(ahead).text == ":"), 0)


def _entries(value: Line, remarks: Remarks) -> list[Line]:
    """The names of a list of players, parted by commas, other signs or an "and"."""
    cuts = [(0, 0)]
    for token in phrase_of(value).tokens:
        if token.text in _PARTED_BY or (INSIDE_WORDS.get(token.folded) == "and" and token.text.islower()):
            begin = token.column - 1 - value.start
            cuts.append((begin, begin + len(token.text)))
            remarks.note(token.line, token.column, token.text, ",")
    ends = [begin for begin, _ in cuts[1:]] + [len(value.text)]
    pieces = [value.text[cut[1] : end] for cut, end in zip(cuts, ends, strict=True)]
    return [
        Line(piece, value.number, value.start + cut[1])
        for piece, cut in zip(pieces, cuts, strict=True)
        if piece.strip()
    ]


def _bare(value: Line) -> str:
    """The text of a value without the spaces around it."""
    return value.text.strip()


def _at(value: Line) -> Word:
    """The trimmed text of a piece of a line as one word."""
    text = value.text.strip()
    return Word(text, value.number, value.start + len(value.text) - len(value.text.lstrip()) + 1)
