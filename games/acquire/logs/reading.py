"""Reading a whole text log: its header and its game, exactly or as people write it.

If something in a log is not in the notation, `read_text` refuses it, while `read_people` reads that with liberties and notes each of them.

The text of a log's bytes: UTF-8, UTF-16 in either order, with its mark or without, or else Windows-1252, which has Latin-1's letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.body import Body, in_order
from games.acquire.logs.json import read_json
from games.acquire.logs.language.cursor import MEANINGS
from games.acquire.logs.language.diagnostics import LONGEST_LINE, AskedWord, Diagnostics, Liberty, LogReading, too_long
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.tokens import SourceLine, Token, lines_of, tokens_of
from games.acquire.logs.language.words import HEADER_KEYS, LINE_WORDS
from games.acquire.logs.people.beam import Beam, Decided, Row
from games.acquire.logs.people.heading import FreeHeader
from games.acquire.logs.people.lexicon import Lexicon
from games.acquire.logs.people.lines import hidden_turn, without_comments
from games.acquire.logs.people.pages import Pages, without_stamps
from games.acquire.logs.people.players import initials_called, seats_called
from games.acquire.logs.people.positions import legend_of, with_legend
from games.acquire.logs.people.telling import asked_words, guesses, is_better, record_of
from games.acquire.logs.text_header import NO_EDITION, TextHeader
from games.acquire.record import GameRecord, Header
from games.sentences import gettext_lazy as _

UTF_8: Final = "UTF-8"
_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig", UTF_8),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
#: In UTF-16 more than the fourth part of a log's bytes is zero.
_PART: Final = 4
#: Signs without a shape that a text may have: the end of a line, of a page, a tab, and the end of a file of old systems.
_SHAPELESS: Final = "\t\n\r\f\v\x1a"


def text_of(content: bytes) -> tuple[str, str]:
    """Return the text of bytes and the name of the encoding in which they are.

    Raises:
        LogError: if they are no text.
    """
    for encoding, name in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text and (name == UTF_8 or not any(sign < " " and sign not in _SHAPELESS for sign in text)):
            return text.removeprefix("\ufeff"), name
    raise LogError(_("this is not text"), 1, 1, _("UTF-8 text"))


def _encodings(content: bytes) -> tuple[tuple[str, str], ...]:
    """Return the encodings in which the bytes may be, the most certain first, each with its name."""
    for mark, encoding, name in _MARKS:
        if content.startswith(mark):
            return ((encoding, name),)
    # Most letters of a log are below 256, so that one byte of each is zero in UTF-16, always the same one.
    zeros = content[::2].count(0), content[1::2].count(0)
    if len(content) % 2 == 0 and min(zeros) == 0 and _PART * max(zeros) > len(content):
        return (("utf-16-be" if zeros[0] else "utf-16-le", "UTF-16"),)
    return (("utf-8", UTF_8), ("cp1252", "Windows-1252"))


#: What ends a line that is counted.
_END_OF_LINE: Final = re.compile(r"\r\n|\r|\n")
#: A tile with its letter behind its number, and before it.
_LETTER_LAST: Final = re.compile(r"\b(?:1[0-2]|[1-9])[A-Ia-i]\b")
_LETTER_FIRST: Final = re.compile(r"\b[A-Ia-i](?:1[0-2]|[1-9])\b")


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of a log before it is read: its header, the starting tile of each player by ID, and what its words mean."""

    defaults: Header | None
    starts: Mapping[str, int]
    words: Mapping[str, str]


def is_json(text: str) -> bool:
    """Whether a log is in the JSON spelling, that is, begins with a brace."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read_log(text: str) -> GameRecord:
    """Return the record of a log in either spelling, which must be in the notation.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    return read_json(text) if is_json(text) else read_text(text)


def read_text(text: str) -> GameRecord:
    """Return the record of a text log in the notation.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    reader = TextHeader()
    lines = reader.take(list(lines_of(text.removeprefix("\ufeff"))))
    header = reader.header()
    try:
        return Body(header).read_lines(lines)
    except LogError:
        for other in header.other_readings():
            with suppress(LogError):
                return Body(other).read_lines(lines)
        raise


def read_people(
    text: str | bytes,
    defaults: Header | None = None,
    starts: Mapping[str, int] | None = None,
    words: Mapping[str, str] | None = None,
) -> LogReading:
    """Read a log as people write it, and return its record, the liberties taken and every place that cannot be read.

    Bytes are read as `text_of` has it. Of a JSON log only the order of clauses is mended. ``defaults`` has the edition, players and label
    set of a log that names none, ``starts`` the starting tile of each player by ID, ``words`` the key of the meaning of each word that was
    asked for.

    Raises:
        LogError: if no turn can be read, with every problem; or if JSON is not well-formed.
    """
    diagnostics = Diagnostics()
    if isinstance(text, bytes):
        text, encoding = text_of(text)
        if encoding != UTF_8:
            diagnostics.take_for_granted(_("the file to be {encoding}", encoding=encoding))
    asked: tuple[AskedWord, ...] = ()
    record = _exact_record(text)
    if record is None:
        if "\r" in text.replace("\r\n", ""):
            diagnostics.note(Token("", 1, 1), _("the line endings"), _("carriage returns"))
        lines = without_stamps([*_lines_in(text.removeprefix("\ufeff"))])
        record, asked = _free_record(lines, Given(defaults, starts or {}, words or {}), diagnostics)
    record, moved = in_order(record)
    added: list[Liberty] = []
    if not is_json(text):
        record, added = _with_starts(record, starts)
    diagnostics.notes += [*moved, *added]
    return LogReading(record, diagnostics.sorted_notes(), diagnostics.sorted_problems(), asked)


def _exact_record(text: str) -> GameRecord | None:
    """Return the record of a log that is in the notation or JSON, None for any other.

    Raises:
        LogError: if JSON is not well-formed.
    """
    if is_json(text):
        return read_json(text)
    try:
        record = read_text(text)
    except LogError:
        return None
    has_other = any(fold(key) in LINE_WORDS for key in record.header.other if key not in HEADER_KEYS)
    is_hidden = not _tells_game(record) and hidden_turn([*_lines_in(text)]) is not None
    return None if has_other or is_hidden else record


def _lines_in(text: str) -> Iterator[SourceLine]:
    """Yield the lines of a text; signs for a new page and the like end a line and begin none that is counted."""
    for number, raw in enumerate(_END_OF_LINE.split(text), 1):
        start = 0
        for piece in raw.splitlines() or ("",):
            yield SourceLine(piece, number, start)
            start += len(piece) + 1


def _texts_of(lines: Iterable[SourceLine]) -> dict[int, str]:
    """Return the texts of lines by their numbers."""
    texts: dict[int, str] = {}
    for line in lines:
        texts[line.number] = texts.get(line.number, "").ljust(line.start) + line.text
    return texts


def _free_record(
    lines: Sequence[SourceLine], given: Given, diagnostics: Diagnostics
) -> tuple[GameRecord, tuple[AskedWord, ...]]:
    """Read a log as people write it, and the words to be asked for; liberties and problems are added to the diagnostics.

    Raises:
        LogError: if no turn can be read, with every problem.
    """
    texts = _texts_of(lines)
    reader = FreeHeader(given.defaults, diagnostics, texts)
    left = reader.take_from(without_comments(lines, diagnostics))
    try:
        header = reader.header()
    except LogError as error:
        if "players" not in reader.refused:
            diagnostics.problem(error, texts.get(error.line, ""))
        for line in lines:
            if len(line.text) > LONGEST_LINE:
                diagnostics.problem(too_long(line), line.text)
        raise diagnostics.refusal() from None
    names = {**seats_called(left, header), **reader.seats_of_nicknames(header)}
    record, asked = _read_body(header, lines, left, names, given, diagnostics)
    if reader.is_edition_assumed:
        _assume_edition(record.header, diagnostics, texts)
    if not _tells_game(record):
        hidden = hidden_turn(lines)
        if hidden is None and all(event.act is ActKind.START for event in record.events):
            hidden = LogError(_("no turn of a game was recognised"), 1, 1, _("turns such as '1 Ann: 4C'"))
        if hidden is not None and not diagnostics.problems:
            diagnostics.problem(hidden, texts.get(hidden.line, ""))
        if diagnostics.problems:
            raise diagnostics.refusal()
    return record, asked


def _assume_edition(header: Header, diagnostics: Diagnostics, texts: Mapping[int, str]) -> None:
    """Note that a log without an edition is read by the tournament's, or tell that it cannot be, if its chains are those of other editions.

    Ruling: a log alone is one of a tournament game, unless something in it speaks against that.
    """
    if header.variant is None:
        diagnostics.take_for_granted(f"edition: {header.edition}")
        return
    error = LogError(NO_EDITION, 1, 1, _("a line such as 'edition: mso'"))
    diagnostics.problem(error, texts.get(1, ""))


def _with_labels(header: Header, lines: Sequence[SourceLine]) -> Header:
    """Return a header with the label set of which most names stand in the text."""
    words = Counter(token.folded for line in lines for token in tokens_of(line) if token.is_word)

    def known(other: Header, but: Header) -> int:
        """How often names of one label set stand in the text that another one has not."""
        return sum(words[name] for name in _names(other) - _names(but))

    best = max(header.other_readings(), key=lambda other: known(other, header) - known(header, other), default=header)
    return best if known(best, header) > 2 * known(header, best) else header


def _names(header: Header) -> set[str]:
    """Return the folded names of the chains of a log that mean nothing else, as Fusion does."""
    return {fold(name) for name in header.labels().names} - {*MEANINGS}


def _read_body(
    header: Header,
    above: Sequence[SourceLine],
    lines: Sequence[SourceLine],
    names: Mapping[str, int],
    given: Given,
    diagnostics: Diagnostics,
) -> tuple[GameRecord, tuple[AskedWord, ...]]:
    """Read the lines below the header; ``above`` are all lines of the log, whose key may stand anywhere."""
    header = _with_labels(header, above)
    seats = {given.starts[player.id]: seat for seat, player in enumerate(header.players) if player.id in given.starts}
    plain = Lexicon(header, names, {}, given.words, is_letter_first=_is_letter_first(above))
    legend = legend_of(above, plain)
    legend.players = legend.players or initials_called(lines, header)
    kept = [line for line in _with_heads(lines, above, plain) if line.number not in legend.lines]

    def read(meanings: Mapping[str, str]) -> tuple[Sequence[Row], Decided]:
        lexicon = with_legend(plain, legend, {**meanings, **given.words})
        rows = Pages(lexicon).rows(kept)
        return rows, Beam(header, seats).read(rows)

    rows, decided = read({})
    taken: Mapping[str, str] = {}
    for meanings in guesses(rows):
        other, better = read(meanings)
        if is_better(better, decided):
            rows, decided, taken = other, better, meanings
    decided = Beam(header, seats).sure(rows, decided)
    record = record_of(header, rows, decided, _texts_of(above), diagnostics)
    return record, asked_words(rows, decided, taken, given.words)


def _is_letter_first(lines: Sequence[SourceLine]) -> bool:
    """Whether more tiles of a log have their letter before their number than behind it."""
    behind, before = (sum(len(sign.findall(line.text)) for line in lines) for sign in (_LETTER_LAST, _LETTER_FIRST))
    return before > behind


def _with_heads(lines: Sequence[SourceLine], above: Sequence[SourceLine], lexicon: Lexicon) -> list[SourceLine]:
    """Return the lines below the header with the headings of tables that were taken for a part of it."""
    numbers = {line.number for line in lines}
    heads = [line for line in above if line.number not in numbers and Pages(lexicon).is_heading(line, above)]
    return sorted([*heads, *lines], key=lambda line: (line.number, line.start))


def _tells_game(record: GameRecord) -> bool:
    """Whether a log has at least one turn with anything done in it, or a position and final cash."""
    events = record.events
    has_turn = any(
        event.act is ActKind.TURN and place + 1 < len(events) and events[place + 1].act is not ActKind.TURN
        for place, event in enumerate(events)
    )
    return has_turn or (record.header.position is not None and any(event.act is ActKind.FINAL for event in events))


def _with_starts(record: GameRecord, starts: Mapping[str, int] | None) -> tuple[GameRecord, list[Liberty]]:
    """Return the record with these starting tiles added, if it has none and they are those of its players."""
    ids = [player.id for player in record.header.players]
    has_starts = any(event.act is ActKind.START for event in record.events) or record.header.position is not None
    if not starts or has_starts or set(starts) != set(ids):
        return record, []
    added = [Action(ActKind.START, seat, starts[player]) for seat, player in enumerate(ids)]
    count = len(added)
    tiles = ", ".join(f"{player} {TILE_NAMES[starts[player]]}" for player in ids)
    whole = replace(
        record,
        events=[*added, *(_shifted_event(event, count) for event in record.events)],
        lines=[*[None] * count, *record.lines],
        unread=tuple(replace(place, before=place.before + count) for place in record.unread),
        stamps=(*[None] * count, *record.stamps) if record.stamps else (),
    )
    return whole, [Liberty(1, 1, "", f"start: {tiles}")]


def _shifted_event(event: Action, added: int) -> Action:
    """Return an event that now follows ``added`` further events.

    A rewind counts events, so its number is increased.
    """
    if event.act is not ActKind.REWIND or event.value[0] < 0:
        return event
    return event._replace(value=(event.value[0] + added, event.value[1]))
