"""Who plays, as people write it: names without IDs, in lists of any sign, in a column, with nicknames, or not listed at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from games.acquire.editions.labels import LABEL_SETS
from games.acquire.errors import LogError
from games.acquire.logs.header import is_player_id
from games.acquire.logs.language.cursor import cursor_of, inner_meaning
from games.acquire.logs.language.diagnostics import LONGEST_LINE, Diagnostics
from games.acquire.logs.language.spelling import fold, plain_signs, words
from games.acquire.logs.language.tokens import TILE_SIGN, SourceLine, Token, tokens_of
from games.acquire.logs.language.words import COLUMN_WORDS, LINE_WORDS
from games.acquire.logs.text_header import TextHeader, second_id
from games.acquire.record import Header, Player
from games.sentences import gettext_lazy as _

_TILE: Final = r"(?:1[0-2]|[1-9])\s?-?[a-iA-I]|[a-iA-I]-?(?:1[0-2]|[1-9])"
_NAME: Final = r"[^\W\d_]\w*"
#: A line that begins with a player and a tile, perhaps behind the number of the turn.
_HEAD: Final = re.compile(
    rf"[\s|>*]*(?:\d{{1,2}}:\d\d(?::\d\d)?\s+)?(?:(?:{_NAME}\.?\s*)?(?:\d{{1,3}}\s*[.):|,;/\t-]\s*)?\d{{1,3}}\s*[.):|,;/\t-]?\s*)?\(?({_NAME})\)?\s*[:.,|;)\t-]*\s*(?:[a-zà-ž]+\s+)?(?:{_TILE})\b"
)
#: The most characters of a line that are looked at.
_LONGEST: Final = 120
#: Names one after the other, with the signs or words between them; the signs that make a list of them; words before a list without any.
_BETWEEN: Final = r"(?:\s*[,/&+>|]\s*|\s*->\s*|\s+(?:-|and|und|et|y|e|en|vs\.?|oraz)\s+|-|\s+)"
_LISTED: Final = re.compile(rf"(?<!\w){_NAME}(?:{_BETWEEN}{_NAME})+")
_SEPARATED: Final = re.compile(
    r"\s*,\s*(?:and|und|et)\s+|\s*[,/&+>|]\s*|\s*->\s*|\s+(?:-|and|und|et|y|e|en|vs\.?|oraz)\s+|-|\s+"
)
_SIGNS: Final = re.compile(r"[,/&+>|-]")
_SEATED: Final = re.compile(
    r"\b(?:seats?|seated|seating|order|players?|spieler|sitz\w*|play(?:ing)?)\b\W*(?:is\W+)?\Z", re.IGNORECASE
)
#: A head with a seat in place of a name: "P2:", "Seat 2:", "Player 2:".
_SEAT_WORDS: Final = words("seat player spieler sitz platz joueur jugador speler")
_SEAT_HEAD: Final = re.compile(rf"\s*(?:\d+\s*[.):]?\s+)?(p|{'|'.join(_SEAT_WORDS)})\s?([1-9])\b", re.IGNORECASE)
_TILED: Final = re.compile(rf"\b(?:{_TILE})\b")
#: The lines above the game that are looked at.
_BEFORE_GAME: Final = 12
_FEWEST, _MOST = 2, 6
#: A word, and in how many lines one that may be a player is at least.
_WORD: Final = re.compile(_NAME)
_SEVERAL: Final = 2
_NUMBERED: Final = re.compile(rf"\s*(?:player|seat|spieler|sitz|p)\s*([1-9])\s*[:=.)]\s*({_NAME})\s*\Z", re.IGNORECASE)
#: Folded words that are no players: chains, and words of headings.
_NO_PLAYERS: Final = frozenset(fold(name) for labels in LABEL_SETS.values() for name in labels.names) | {
    *map(fold, COLUMN_WORDS),
    *LINE_WORDS,
}
#: A nickname in brackets or quotes behind a name, and a starting tile there.
_IN_BRACKETS: Final = re.compile(r"\s*[(\"]([^\W\d_]{2,24})[)\"]\s*\Z")
_START_TILE: Final = re.compile(rf"[(\[\s:]+({TILE_SIGN})[)\]]?\s*\Z")
#: What stands behind a whole list: ``Ann, Ben, Cai (1999 set)``.
_ASIDE: Final = re.compile(r"\s*\(([^()]*[^\W_][^()]*)\)\s*\Z")
#: A player's name in a column below the key, perhaps with a number or the sign of a list.
_IN_COLUMN: Final = re.compile(r"\s*(?:\d{1,2}\s*[.):]?\s+|[-*•]\s+)?([^\W\d_][^:;,|\t]{0,60}?)\s*\Z")
#: What parts names from each other or from IDs.
_PARTED: Final = re.compile(r"[,;&+/=\"]|\b(?:and|und|et|y|en|i|oraz)\b|\s-\s|\A\s*-\s|\d\s*[.)]\s", re.IGNORECASE)
#: Names with nothing but spaces between them, and an "and" before the last one.
_SPACED: Final = re.compile(
    r"\s*([^\W\d_]\w*(?:\s+[^\W\d_]\w*)+)\s+(?:and|und|et|y|en|oraz|e|&)\s+([^\W\d_]\w*)\s*\Z", re.IGNORECASE
)
#: The number of a seat before a name.
_SEAT_NUMBER: Final = re.compile(r"(?<!\S)([1-6])[.):]?\s+(?=[^\W\d_])")
#: The most words of one name.
_MOST_OF_NAME: Final = 2
#: Signs between the players of a list.
_BETWEEN_PLAYERS: Final = (",", ";", "&", "+", "/")


class PlayersHeader(TextHeader):
    """The players of a header as people write them; ``nicknames`` are those in brackets behind a name, each with that name."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__()
        self.diagnostics = diagnostics
        self.nicknames: dict[str, str] = {}
        #: Starting tiles in the list of players, as (the name, the tile and its place).
        self.starts: list[tuple[str, Token]] = []
        #: The names with which turns of the log begin.
        self.heads: frozenset[str] = frozenset()

    def without_columns(self, lines: Iterable[SourceLine]) -> Iterator[SourceLine]:
        """Yield the lines, with players who stand in a column below their key behind it, separated by commas."""
        waiting: SourceLine | None = None
        for line in lines:
            name = _IN_COLUMN.match(plain_signs(line.text)) if waiting is not None else None
            if waiting is not None and name is not None and not cursor_of(line).line_word()[0]:
                self.diagnostics.note(line.trimmed(), f"a player: {name[1]}")
                sign = ", " if waiting.text.rstrip()[-1] not in ":=-" else " "
                waiting = SourceLine(f"{waiting.text.rstrip()}{sign}{name[1]}", waiting.number, waiting.start)
                continue
            if waiting is not None:
                yield waiting
                waiting = None
            cursor = cursor_of(line) if len(line.text) <= LONGEST_LINE else None
            is_key = cursor is not None and cursor.line_word()[0] == "players"
            if cursor is not None and is_key and cursor.text(0, len(cursor.tokens))[-1] in ":=-":
                waiting = line
            else:
                yield line
        if waiting is not None:
            yield waiting

    def seat_those_told(self, lines: Sequence[SourceLine]) -> list[SourceLine]:
        """Seat the players of a log that does not list them behind a key, and return the lines without a line that only lists them.

        They are those whom a line lists, else those of a table or of the first turns.
        """
        listed, line = listed_players(lines)
        for told in (grid_players(lines), listed, numbered_players(lines), turn_players(lines)):
            if told:
                self.seat(tuple(Player(name, name) for name in told))
                self.diagnostics.take_for_granted(f"players: {', '.join(told)}")
                return [other for other in lines if other is not line or told is not listed]
        return [*lines]

    def listed_players(self, value: SourceLine) -> tuple[Player, ...]:
        """Return the players of a list of IDs or whole names, in turn order."""
        if ";" not in value.text or '"' in value.text:
            with suppress(LogError):
                return super().listed_players(value)
        value = self._without_asides(value)
        if ";" not in value.text:
            with suppress(LogError):
                return super().listed_players(value)
        parts = [part for part in self._player_parts(value) if part.text.strip()]
        firsts = ["".join(part.text.strip().split("=")[0].split()[:1]) for part in parts]
        counts = Counter(firsts)
        players: dict[str, Player] = {}
        for part, first in zip(parts, firsts, strict=True):
            player = self._player(part.trimmed(), is_unique=counts[first] == 1)
            if player.id in players:
                raise second_id(part.trimmed(), player.id)
            players[player.id] = player
        return tuple(players.values())

    def _without_asides(self, value: SourceLine) -> SourceLine:
        """Return a list without words in brackets behind it, which may name the label set."""
        aside = _ASIDE.search(value.text)
        words = aside[1].casefold().split() if aside is not None else []
        sets = [word for word in words if word in LABEL_SETS]
        if aside is None or not (sets or len(words) > 1) or "," in aside[1] or "=" in aside[1]:
            return value
        place = Token(aside[0].strip(), value.number, value.start + aside.start() + 1)
        if len(sets) == 1 and self.chains is None and "chains" not in self.seen:
            self.chains = sets[0]
            self.diagnostics.note(place, f"chains: {sets[0]}")
        else:
            self.diagnostics.note(place, "")
        return SourceLine(value.text[: aside.start()], value.number, value.start)

    def _is_list_of_words(self, names: Sequence[str]) -> bool:
        """Whether words before an "and" are names of players one by one, and not the parts of one name: ``Ann Ben Cai and Dot``."""
        return len(names) > 1 and (
            all(name in self.heads for name in names) or (len(names) > _MOST_OF_NAME and not self.heads)
        )

    def _player_parts(self, value: SourceLine) -> Iterator[SourceLine]:
        """Yield the names in a list of players, separated by commas, other signs or an "and", or else by tabs or spaces."""
        value = self._without_numbers(value)
        text = value.text.strip()
        sign = "\t" if "\t" in text else " "
        if sign in text and not _PARTED.search(plain_signs(value.text)):
            self.diagnostics.note(value.trimmed(), ", ".join(text.split()))
            begin = 0
            for piece in value.text.split(sign):
                yield SourceLine(piece, value.number, value.start + begin)
                begin += len(piece) + 1
            return
        spaced = _SPACED.match(plain_signs(value.text))
        if spaced is not None and self._is_list_of_words(spaced[1].split()):
            self.diagnostics.note(value.trimmed(), ", ".join([*spaced[1].split(), spaced[2]]))
            yield from (
                SourceLine(word[0], value.number, value.start + word.start())
                for word in re.finditer(r"\S+", value.text)
                if word.start() < spaced.end(1) or word.start() >= spaced.start(2)
            )
            return
        begin = 0
        for token in tokens_of(value):
            is_dash = (
                token.text == "-"
                and not token.glued
                and value.text[begin : token.column - 1 - value.start].strip() != ""
            )
            if token.text in _BETWEEN_PLAYERS or is_dash or (inner_meaning(token) == "and" and token.text.islower()):
                self.diagnostics.note(token, ",")
                yield SourceLine(value.text[begin : token.column - 1 - value.start], value.number, value.start + begin)
                begin = token.end - 1 - value.start
        yield value.after(begin)

    def _without_numbers(self, value: SourceLine) -> SourceLine:
        """Return a list whose names are numbered in their order with commas in place of the numbers, as long as it."""
        found = [*_SEAT_NUMBER.finditer(value.text)]
        if [int(number[1]) for number in found] != [*range(1, len(found) + 1)] or len(found) < _FEWEST:
            return value
        text = value.text
        for number in found:
            text = f"{text[: number.start()]}{(',' if number is not found[0] else ' '):<{len(number[0])}}{text[number.end() :]}"
        return value._replace(text=text)

    def _player(self, part: Token, *, is_unique: bool) -> Player:
        """Return a player from ``Ann = Ann Smith`` or a name alone, from which an ID is made.

        ``is_unique`` says that no other player of the list has the same first word, which then is the ID.
        """
        tile = _START_TILE.search(part.text)
        if tile is not None and part.text[: tile.start()].strip():
            place = part._replace(text=tile[1], column=part.column + tile.start(1))
            part = part._replace(text=part.text[: tile.start()].strip())
            self.starts.append((part.text, place))
        nickname = _IN_BRACKETS.search(part.text)
        if nickname is not None:
            self.diagnostics.note(part, f"{nickname[1]} = {part.text[: nickname.start()].strip()}", nickname[0].strip())
            part = part._replace(text=part.text[: nickname.start()].strip())
            self.nicknames[fold(nickname[1])] = part.text.split("=")[-1].strip().strip('"')
        written, is_named, name = (piece.strip() for piece in part.text.partition("="))
        name = name.strip('"') if is_named else written
        first, _blank, more = written.partition(" ")
        player_id = written if is_player_id(written) else first if is_unique and more else "".join(written.split())
        if not is_player_id(player_id):
            raise part.wrong(
                _("{word!r} cannot be used as an ID", word=written), _("an ID without spaces or punctuation")
            )
        if player_id != written:
            self.diagnostics.note(part, f"{player_id} = {name}", written)
        return Player(player_id, name or player_id)


def seats_called(lines: Iterable[SourceLine], header: Header) -> dict[str, int]:
    """Return the seats of players by what they may be called, ``P2`` or ``Seat 2``, if turns of the log begin so and no player is."""
    seats = range(len(header.players))
    taken = {fold(name) for player in header.players for name in (player.id, player.name)}
    heads = [found for line in lines if (found := _SEAT_HEAD.match(line.text[:_LONGEST]))]
    if not any(int(found[2]) in (seat + 1 for seat in seats) for found in heads):
        return {}
    called = {f"{word}{seat + 1}": seat for seat in seats for word in ("p", *(f"{word} " for word in _SEAT_WORDS))}
    return {name: seat for name, seat in called.items() if name not in taken}


def initials_called(lines: Iterable[SourceLine], header: Header) -> dict[str, int]:
    """Return the seats of players by their initials, if several turns of the log begin with each."""
    found = (_HEAD.match(plain_signs(line.text[:_LONGEST])) for line in lines)
    counts = Counter(fold(match[1]) for match in found if match is not None)
    heads = {name for name, count in counts.items() if count >= _SEVERAL and len(name) == 1}
    initials = [fold(player.name)[:1] for player in header.players]
    return {name: seat for seat, name in enumerate(initials) if name in heads and initials.count(name) == 1}


def turn_heads(lines: Iterable[SourceLine]) -> frozenset[str]:
    """Return the names that stand before a tile at the beginning of lines."""
    found = (_HEAD.match(plain_signs(line.text[:_LONGEST])) for line in lines)
    return frozenset(match[1] for match in found if match is not None)


def listed_players(lines: Sequence[SourceLine]) -> tuple[list[str], SourceLine | None]:
    """Return the players whom a line lists, ``Ann, Ben and Cai played on Tuesday``, and the line if it says nothing else.

    Each of them must begin turns of the log, or be named in several of its lines.
    """
    known = {name.casefold() for name in turn_heads(lines)}
    counts = Counter(word for line in lines for word in {*_WORD.findall(plain_signs(line.text[:_LONGEST]))})
    known |= {word.casefold() for word, count in counts.items() if count > _SEVERAL and word[0].isupper()} - _NO_PLAYERS
    best: tuple[list[str], SourceLine | None] = [], None
    for line in lines[:_BEFORE_GAME]:
        text = plain_signs(line.text[:_LONGEST])
        for found in _LISTED.finditer(text):
            names = [name for name in _SEPARATED.split(found[0]) if name]
            is_seated = _SEATED.search(text[: found.start()]) is not None
            run = _longest_run(names, known | {name.casefold() for name in names if is_seated and name[0].isupper()})
            begin = found[0].find(run[0]) if run else 0
            is_told = bool(_SIGNS.search(found[0], begin)) or text.strip() == found[0].strip()
            is_told = is_told or _SEATED.search(text[: found.start() + begin]) is not None
            if is_told and len(run) > len(best[0]) and _are_players(run):
                best = run, None if _TILED.search(text) else line
    return best


def _longest_run(names: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the longest run of names that are known."""
    runs: list[list[str]] = [[]]
    for name in names:
        if name.casefold() in known:
            runs[-1].append(name)
        elif runs[-1]:
            runs.append([])
    return max(runs, key=len)


def grid_players(lines: Sequence[SourceLine]) -> list[str]:
    """Return the players at the head of a grid of rounds: behind a heading for their numbers, with a tile below each."""
    for at, line in enumerate(lines[:_BEFORE_GAME]):
        for sign in "\t|;,":
            first, *names = [cell.strip() for cell in plain_signs(line.text).strip("| ").split(sign)]
            below = [other.text.strip("| ").split(sign) for other in lines[at + 1 : at + 3]]
            tiles = (len(row) == len(names) + 1 and all(map(_TILED.search, row[1:])) for row in below)
            if COLUMN_WORDS.get(first.casefold()) == "number" and _are_players(names) and any(tiles):
                return names
    return []


def numbered_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of lines that count them: ``Player 1: Ann``, ``Seat 2 = Ben``."""
    found = [match for line in lines if (match := _NUMBERED.match(plain_signs(line.text[:_LONGEST])))]
    names = [match[2] for at, match in enumerate(found, 1) if int(match[1]) == at]
    return names if _are_players(names) else []


def turn_players(lines: Iterable[SourceLine]) -> list[str]:
    """Return the players of the first turns, in their order, if the same follow each other in every round; else none."""
    turns = [found[1] for line in lines if (found := _HEAD.match(plain_signs(line.text[:_LONGEST]))) is not None]
    turns = [name for name in turns if fold(name) not in _NO_PLAYERS]
    names = list(dict.fromkeys(turns))
    is_in_rounds = all(name == names[place % len(names)] for place, name in enumerate(turns))
    return names if _are_players(names) and is_in_rounds and len(turns) > len(names) else []


def _are_players(names: Sequence[str]) -> bool:
    """Whether names are those of the players of a game: two to six, each once, none a word that begins a line."""
    is_known = any(fold(name) in _NO_PLAYERS for name in names)
    return (
        _FEWEST <= len(names) <= _MOST
        and len(set(names)) == len(names)
        and all(map(is_player_id, names))
        and not is_known
    )
