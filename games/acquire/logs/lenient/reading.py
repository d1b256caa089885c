"""A whole log as people write it: its lines, its header, its game, and whether there is a turn in it at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from games.acquire.actions import Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.editions import LABEL_SETS
from games.acquire.errors import LogError
from games.acquire.logs.json import read_json
from games.acquire.logs.lenient.body import Body
from games.acquire.logs.lenient.heads import line_word, tells_clause
from games.acquire.logs.lenient.language.tokens import phrase_of
from games.acquire.logs.lenient.masthead import COMMENT, Masthead
from games.acquire.logs.lenient.names import How, Players
from games.acquire.logs.lenient.order import in_order
from games.acquire.logs.lenient.remarks import LONGEST_LINE, Note, Reading, Remarks, too_long
from games.acquire.logs.scan import Line
from games.acquire.logs.text import read_text
from games.acquire.record import GameRecord, Header


def read_people(text: str, defaults: Header | None = None, starts: Mapping[str, int] | None = None) -> Reading:
    """A log as people write it, with the liberties taken and every place that cannot be read; JSON is read as it is.

    ``defaults`` tells edition, players and chain names of a log that does not, ``starts`` the starting tile by player's ID.

    Raises:
        LogError: if no turn can be read, with every problem; or if JSON is not well-formed.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return Reading(read_json(text))
    lines = [Line(raw, number) for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
    reading = _as_written(text, lines, defaults) or _read(lines, defaults, _carriage_note(text))
    record, moved = in_order(reading.record)
    record, taken = _started(record, starts)
    return Reading(record, _sorted([*reading.notes, *moved, *taken]), reading.problems)


def _as_written(text: str, lines: Sequence[Line], defaults: Header | None) -> Reading | None:
    """The log as the strict reader has it, or None if that refuses it or could not know better."""
    if any(len(line.text) > LONGEST_LINE for line in lines):
        return None
    with suppress(LogError):
        record = read_text(text)
        header = record.header
        is_named = header.chains is not None or defaults is None or defaults.chains in (None, header.named_labels())
        if (is_named or defaults is None or defaults.edition != header.edition) and not _hides_more(header):
            return Reading(record)
    return None


def _hides_more(header: Header) -> bool:
    """Whether the strict reader takes for a name or a kept key what is rather a comment, a turn, starting tiles or chains."""
    if any(COMMENT.search(player.name) for player in header.players):
        return True
    players = Players(header.players)
    for key, value in header.other.items():
        name, told = phrase_of(Line(key, 1)), phrase_of(Line(str(value), 1))
        meaning = line_word(name)[0]
        is_turn = players.at(name, 0, How.NAME) is not None and tells_clause(told)
        is_start = meaning == "start" and players.at(told) is not None
        if is_turn or is_start or (meaning == "chains" and str(value).lower() in LABEL_SETS):
            return True
    return False


def _carriage_note(text: str) -> list[Note]:
    """A note if lines end as on very old machines."""
    has_lone = "\r" in text.replace("\r\n", "")
    return [Note(1, 1, "carriage returns", "the ends of lines")] if has_lone else []


def _read(lines: Sequence[Line], defaults: Header | None, notes: Sequence[Note]) -> Reading:
    texts = {line.number: line.text for line in lines}
    remarks = Remarks()
    remarks.notes += notes
    masthead = Masthead(defaults, remarks, texts)
    body_lines = masthead.take(_telling(lines, remarks))
    try:
        header = masthead.header()
    except LogError as error:
        if "players" not in masthead.refused:
            remarks.problem(error, texts.get(error.line, ""))
        for line in lines:
            if len(line.text) > LONGEST_LINE:
                remarks.problem(too_long(line), line.text)
        raise _refusal(remarks) from None
    body = _best(header, body_lines, remarks, texts)
    record = body.record()
    for problem in body.remarks.problems:
        remarks.problems.append(problem)
    remarks.notes += body.remarks.notes
    remarks.unseen = body.remarks.unseen
    told, problems = remarks.told()
    if problems and not _has_turn(record):
        raise _refusal(remarks)
    return Reading(record, told, problems)


def _refusal(remarks: Remarks) -> LogError:
    """The error of a log of which no turn can be read, with all problems."""
    _, problems = remarks.told()
    first = problems[0]
    return LogError(first.problem, first.line, first.column, first.expected, problems)


def _telling(lines: Sequence[Line], remarks: Remarks) -> list[Line]:
    """The lines that say something, without what stands behind a hash; those too long to be looked at as they are."""
    kept = []
    for line in lines:
        body = line if len(line.text) > LONGEST_LINE else next(line.parts("#"))
        if body.text.lstrip().startswith("//"):
            remarks.note(line.number, len(body.text) - len(body.text.lstrip()) + 1, "//", "#")
        elif body.text.strip():
            kept.append(body)
    return kept


def _best(header: Header, lines: Sequence[Line], remarks: Remarks, texts: Mapping[int, str]) -> Body:
    """The body by the label set of the header, or by another one if only that knows all chains."""
    first = _body(header, lines, texts)
    if first.unknown_chains:
        for other in header.other_readings():
            body = _body(other, lines, texts)
            if not body.unknown_chains and len(body.remarks.problems) < len(first.remarks.problems):
                return body
    return first


def _body(header: Header, lines: Sequence[Line], texts: Mapping[int, str]) -> Body:
    body = Body(header, Remarks(), texts)
    body.read(lines)
    return body


def _has_turn(record: GameRecord) -> bool:
    """Whether some turn can be read: anything that is done in one."""
    events = record.events
    return any(
        event.act is Act.TURN and place + 1 < len(events) and events[place + 1].act is not Act.TURN
        for place, event in enumerate(events)
    )


def _started(record: GameRecord, starts: Mapping[str, int] | None) -> tuple[GameRecord, list[Note]]:
    """The record with the starting tiles given, where it tells of none and they are those of its players."""
    ids = [player.id for player in record.header.players]
    is_told = any(event.act is Act.START for event in record.events) or record.header.position is not None
    if not starts or is_told or set(starts) != set(ids):
        return record, []
    events = [Action(Act.START, seat, starts[player]) for seat, player in enumerate(ids)]
    tiles = ", ".join(f"{player} {TILE_NAMES[starts[player]]}" for player in ids)
    unread = tuple(replace(gap, before=gap.before + len(events)) for gap in record.unread)
    lines = [*[None] * len(events), *record.lines]
    stamps = (*[None] * len(events), *record.stamps) if record.stamps else ()
    told = [*events, *(_counted_on(event, len(events)) for event in record.events)]
    whole = replace(record, events=told, lines=lines, unread=unread, stamps=stamps)
    return whole, [Note(1, 1, "", f"start: {tiles}")]


def _counted_on(event: Action, added: int) -> Action:
    """An event behind so many new ones: a rewind counts them too."""
    return (
        event._replace(value=(event.value[0] + added, event.value[1]))
        if event.act is Act.REWIND and event.value[0] >= 0
        else event
    )


def _sorted(notes: Sequence[Note]) -> tuple[Note, ...]:
    return tuple(sorted(notes, key=lambda note: (note.line, note.column)))
