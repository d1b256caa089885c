"""Reading a whole text log: its header and its game, exactly or as people write it.

If something in a log is not in the notation, `read_text` refuses it, while `read_people` reads that with liberties and notes each of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.body import Body
from games.acquire.logs.json import read_json
from games.acquire.logs.language.diagnostics import LONGEST_LINE, Diagnostics, Liberty, LogReading, too_long
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.tokens import SourceLine, Token, lines_of, tokens_of
from games.acquire.logs.order import in_order
from games.acquire.logs.people.beam import Beam
from games.acquire.logs.people.legend import legend_of, with_legend
from games.acquire.logs.people.lexicon import Lexicon
from games.acquire.logs.people.pages import Pages, without_stamps
from games.acquire.logs.people.telling import record_of
from games.acquire.logs.sheets.comments import hidden_turn, without_comments
from games.acquire.logs.sheets.encodings import UTF_8, text_of
from games.acquire.logs.sheets.free_body import FreeBody
from games.acquire.logs.sheets.free_header import FreeHeader
from games.acquire.logs.sheets.markup import without_markup
from games.acquire.logs.sheets.nicknames import Nicknames, with_seats
from games.acquire.logs.text_header import NO_EDITION, TextHeader
from games.acquire.record import GameRecord, Header
from games.sentences import gettext_lazy as _

#: What ends a line that is counted.
_END_OF_LINE: Final = re.compile(r"\r\n|\r|\n")


def is_json(text: str) -> bool:
    """Whether a log is in the JSON spelling, that is, begins with a brace."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read_text(text: str) -> GameRecord:
    """Return the record of a text log in the notation.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    reader = TextHeader()
    lines = reader.take(list(lines_of(text.removeprefix("\ufeff"))))
    header = reader.header()
    try:
        return Body(header).read(lines)
    except LogError:
        for other in header.other_readings():
            with suppress(LogError):
                return Body(other).read(lines)
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
    if is_json(text):
        record, moved = in_order(read_json(text))
        return LogReading(record, (*diagnostics.notes, *moved))
    lines = without_stamps([*_lines_in(text.removeprefix("\ufeff"))])
    record = _free_record(text, lines, defaults, starts or {}, diagnostics)
    record, moved = in_order(record)
    record, added = _with_starts(record, starts)
    diagnostics.notes += [*moved, *added]
    return LogReading(record, diagnostics.sorted_notes(), diagnostics.sorted_problems(), tuple(diagnostics.remarks))


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
        texts[line.number] = f"{texts[line.number]} {line.text}" if line.number in texts else line.text
    return texts


def _free_record(
    text: str, lines: Sequence[SourceLine], defaults: Header | None, starts: Mapping[str, int], diagnostics: Diagnostics
) -> GameRecord:
    """Read a log as people write it; liberties and problems are added to the diagnostics.

    Raises:
        LogError: if no turn can be read, with every problem.
    """
    texts = _texts_of(lines)
    if "\r" in text.replace("\r\n", ""):
        diagnostics.note(Token("", 1, 1), _("the line endings"), _("carriage returns"))
    reader = FreeHeader(defaults, diagnostics, texts)
    left = reader.take_from(without_comments(without_markup(lines, diagnostics), diagnostics))
    try:
        header = reader.header()
    except LogError as error:
        if "players" not in reader.refused:
            diagnostics.problem(error, texts.get(error.line, ""))
        for line in lines:
            if len(line.text) > LONGEST_LINE:
                diagnostics.problem(too_long(line), line.text)
        raise diagnostics.refusal() from None
    names = with_seats(reader.nicknames(header), left, header)
    record = _of_people(header, lines, left, names, starts, diagnostics)
    if reader.is_edition_assumed:
        _assume_edition(record.header, diagnostics, texts)
    if not _tells_game(record):
        diagnostics.doubt_remarks()
        if (hidden := hidden_turn(lines)) is not None and not diagnostics.problems:
            diagnostics.problem(hidden, texts[hidden.line])
        if diagnostics.problems:
            raise diagnostics.refusal()
    return record


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

    def known(other: Header) -> int:
        return sum(words[fold(name)] for name in other.labels().names)

    best = max([header, *header.other_readings()], key=known)
    return best if known(best) > 2 * known(header) else header


def _of_people(
    header: Header,
    above: Sequence[SourceLine],
    lines: Sequence[SourceLine],
    names: Nicknames,
    starts: Mapping[str, int],
    diagnostics: Diagnostics,
) -> GameRecord:
    """Read the lines below the header."""
    seats = {starts[player.id]: seat for seat, player in enumerate(header.players) if player.id in starts}
    header = _with_labels(header, above)
    lexicon = Lexicon(header, names.players, names.chains)
    legend = legend_of(above, lexicon)
    lexicon = with_legend(lexicon, legend, {})
    numbers = {line.number for line in lines}
    heads = [line for line in above if line.number not in numbers and Pages(lexicon).is_heading(line, above)]
    lines = sorted([*heads, *lines], key=lambda line: (line.number, line.start))
    rows = Pages(lexicon).rows([line for line in lines if line.number not in legend.lines])
    decided = Beam(header, seats).read(rows)
    return record_of(header, rows, decided, _texts_of(above), diagnostics)


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
        events=[*added, *(_shifted(event, count) for event in record.events)],
        lines=[*[None] * count, *record.lines],
        unread=tuple(replace(place, before=place.before + count) for place in record.unread),
        stamps=(*[None] * count, *record.stamps) if record.stamps else (),
    )
    return whole, [Liberty(1, 1, "", f"start: {tiles}")]


def _shifted(event: Action, added: int) -> Action:
    """Return an event that now follows ``added`` further events.

    A rewind counts events, so its number is increased.
    """
    if event.act is not ActKind.REWIND or event.value[0] < 0:
        return event
    return event._replace(value=(event.value[0] + added, event.value[1]))
