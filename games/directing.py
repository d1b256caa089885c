"""What the director did in a game, as a log tells it: stopped it, gave time, looked at a hand, took it back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.acquire.actions import BESIDE_THE_GAME, Act, Action
from games.acquire.logs.json import document
from games.acquire.logs.writer import body_lines
from games.acquire.record import GameRecord, Header
from games.acquire.rewinding import rewinds


def director_lines(record: GameRecord) -> Iterator[str]:
    """A line for each act of the director that stands, and below a rewind one for each line that it undid."""
    for place, undone in _acts(record):
        line = record.line_of(place)
        where = f"line {line}, statement {place + 1}" if line is not None else f"statement {place + 1}"
        yield f"director {where}: {' '.join(_text(record, [place]))}"
        yield from (f"    undone: {text}" for text in _text(record, undone))


def director_document(record: GameRecord) -> list[dict[str, Any]]:
    """The same as JSON: each event as the log has it, its number from 1 and line, and the numbers of the events it undid."""
    acts = list(_acts(record))
    told = document(GameRecord(record.header, record.events, stamps=record.stamps))["events"] if acts else []
    return [
        {**told[place], "statement": place + 1, "line": record.line_of(place), "undone": [at + 1 for at in undone]}
        for place, undone in acts
    ]


def _acts(record: GameRecord) -> Iterator[tuple[int, Sequence[int]]]:
    """The places of the director's acts that stand, each with the places that it undid."""
    events = record.events
    if not any(event.act is Act.REWIND or event.act in BESIDE_THE_GAME for event in events):
        return
    found = {rewind.place: rewind.undone for rewind in rewinds(events)}
    gone = {place for undone in found.values() for place in undone}
    for place, event in enumerate(events):
        if (event.act in BESIDE_THE_GAME or event.act is Act.REWIND) and place not in gone:
            yield place, found.get(place, ())


def _text(record: GameRecord, places: Sequence[int]) -> list[str]:
    """Events of a record in the text spelling, line by line; a clause whose turn is not among them stands with its player."""
    header = Header(
        record.header.edition, record.header.players, chains=record.header.chains, variant=record.header.variant
    )
    events: list[Action] = [record.events[place] for place in places]
    stamps = tuple(record.stamp_of(place) for place in places)
    return [line.strip() for line in body_lines(GameRecord(header, events, stamps=stamps))]
