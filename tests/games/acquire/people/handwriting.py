"""Whole logs as scribes, phones and programs write them, each with what it must mean: how many are read whole, and whether one is misread.

``python -m tests.games.acquire.people.handwriting`` prints for each sheet whether it is read whole, partly, refused or misread, and the
sums; with words behind it only the sheets whose names have one of them, with what is told of them. The sheets lie in ``sheets/``: each
begins with ``=== its name``, perhaps followed by the game that it tells (``| game: ending``) and by its encoding. What they mean lies in
``sheets/means/``, in the notation. The logs in ``strangers/`` are measured apart: a stranger wrote them, each another game.

Read whole: no place is unread, and of every turn all is read that the game has, and nothing else. Partly: places are told that cannot be
read, and all that is read is right. Misread: something is read that did not happen, or missing without a word.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs import LogReading, read_people, read_text
from games.acquire.record import GameRecord

SHEETS = Path(__file__).parent / "sheets"
#: Logs by a hand of which nothing was known when the reader was written: the logs, and what each of them means, by the same name.
STRANGERS = Path(__file__).parent / "strangers"
_STRANGER = "stranger: "
#: Acts that a scribe does not see, that follow from the tile, or that stand for nothing that is done.
_UNSEEN = frozenset({ActKind.DRAW, ActKind.HAND, ActKind.SURVIVOR, ActKind.PAUSE, ActKind.RESUME})


class Outcome(StrEnum):
    """How a sheet is read."""

    WHOLE = "read whole"
    PARTLY = "partly"
    REFUSED = "refused"
    MISREAD = "misread"


@dataclass(frozen=True)
class Sheet:
    """One sheet: the file and the name by which it is found, the game that it tells, its text and the encoding of its bytes."""

    kind: str
    name: str
    text: str
    game: str = "merger"
    encoding: str = "utf-8"

    @property
    def content(self) -> bytes:
        """The sheet as a file has it."""
        return self.text.encode(self.encoding)

    def read(self) -> LogReading:
        """Read the sheet as the product reads a file.

        Raises:
            LogError: if it is refused.
        """
        return read_people(self.content)

    def outcome(self) -> Outcome:
        """Read the sheet and say how it was read."""
        try:
            reading = self.read()
        except LogError:
            return Outcome.REFUSED
        meant = told(means(self.game))
        read = _with_rests(told(reading.record), meant)
        if self.kind == "strangers":  # what they mean does not always say that nothing was bought
            read, meant = _without_nothing(read), _without_nothing(meant)
        if not reading.problems:
            return Outcome.WHOLE if read == meant else Outcome.MISREAD
        surplus = Counter(_flat(read)) - Counter(_flat(meant))
        return Outcome.MISREAD if surplus else Outcome.PARTLY


#: A turn: whose it is, and what is done in it; before the first turn it is nobody's.
Turn = tuple[int | None, tuple[tuple[ActKind, int, object], ...]]


def told(record: GameRecord) -> list[Turn]:
    """What a log tells, turn by turn: the acts of a turn without regard to their order, without draws and without turns' numbers."""
    turns: list[tuple[int | None, list[tuple[ActKind, int, object]]]] = [(None, _of_position(record))]
    for event in record.events:
        if event.act is ActKind.TURN:
            turns.append((event.player, []))
        elif event.act is ActKind.FINAL:
            turns[0][1].append((event.act, event.player, event.value))
        elif event.act not in _UNSEEN:
            turns[-1][1].append((event.act, event.player, _value(event)))
    return [(seat, tuple(sorted(acts, key=repr))) for seat, acts in turns]


def _without_nothing(turns: list[Turn]) -> list[Turn]:
    """Turns without the purchases of nothing."""
    return [(seat, tuple(act for act in acts if act[0] is not ActKind.BUY or act[2])) for seat, acts in turns]


def _with_rests(read: list[Turn], meant: list[Turn]) -> list[Turn]:
    """The turns as read, and where somebody keeps what is left, its number as it is meant: the sheet need not say it."""
    rests = {
        (seat, value[:3]): value
        for _, acts in meant
        for act, seat, value in acts
        if act is ActKind.DISPOSE and isinstance(value, tuple)
    }
    turns = []
    for player, acts in read:
        filled = [
            (act, seat, rests.get((seat, value[:3]), value))
            if act is ActKind.DISPOSE and isinstance(value, tuple) and value[3] is None
            else (act, seat, value)
            for act, seat, value in acts
        ]
        turns.append((player, tuple(sorted(filled, key=repr))))
    return turns


def _value(event: Action) -> object:
    """The value of an act; shares of which nothing is said, or that nobody keeps, are the same, and so is the order of a purchase."""
    if event.act is ActKind.DISPOSE:
        return (*event.value[:3], event.value[3] or None)
    return tuple(sorted(event.value)) if event.act is ActKind.BUY else event.value


def _of_position(record: GameRecord) -> list[tuple[ActKind, int, object]]:
    """The position from which a log starts, as facts."""
    position = record.header.position
    if position is None:
        return []
    return [
        *((ActKind.FOUND, -1, (chain, tuple(sorted(tiles)))) for chain, tiles in position.chains),
        *((ActKind.PLAY, -1, tile) for tile in position.lone),
        *((ActKind.CASH, seat, amount) for seat, amount in position.cash),
        *((ActKind.BUY, seat, (chain, count)) for seat, chain, count in position.shares if count),
        (ActKind.TURN, -1, position.to_play),
    ]


def _flat(turns: list[Turn]) -> Iterator[tuple[int | None, tuple[ActKind, int, object]]]:
    """Every act of every turn, with the player in turn."""
    return ((seat, act) for seat, acts in turns for act in acts)


@cache
def means(game: str) -> GameRecord:
    """The game that sheets tell, from its log in the notation."""
    if game.startswith(_STRANGER):
        return read_text(_pieces(STRANGERS / "means.txt")[game.removeprefix(_STRANGER)])
    return read_text((SHEETS / "means" / f"{game}.acq").read_text(encoding="utf-8"))


@cache
def sheets() -> tuple[Sheet, ...]:
    """All sheets, in the order of their files."""
    return tuple(sheet for path in sorted(SHEETS.glob("*.txt")) for sheet in _in_file(path))


def _in_file(path: Path) -> Iterator[Sheet]:
    """The sheets of one file."""
    for piece in path.read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, text = piece.partition("\n")
        name, *more = title.split(" | ")
        options = dict(option.split(": ") for option in more)
        yield Sheet(path.stem, name, text, **options)


@cache
def strangers() -> tuple[Sheet, ...]:
    """The logs of the strange hand, which are measured apart."""
    pieces = _pieces(STRANGERS / "logs.txt")
    return tuple(Sheet("strangers", name, text, f"{_STRANGER}{name}") for name, text in pieces.items())


def still_misread(folder: Path) -> set[str]:
    """The names of the sheets of a folder that are known to be misread: to be mended, none may be added."""
    return set((folder / "misread").read_text(encoding="utf-8").splitlines())


@cache
def _pieces(path: Path) -> dict[str, str]:
    """The pieces of a file by the names above them."""
    pieces = (piece.partition("\n") for piece in path.read_text(encoding="utf-8").split("=== ")[1:])
    return {name: text for name, _, text in pieces}


def main(words: list[str]) -> None:
    """Print how each sheet is read, and the sums by file."""
    counts: dict[str, Counter[Outcome]] = {}
    for sheet in (*sheets(), *strangers()):
        if words and not any(word in f"{sheet.kind} {sheet.name}" for word in words):
            continue
        outcome = sheet.outcome()
        counts.setdefault(sheet.kind, Counter())[outcome] += 1
        if outcome is not Outcome.WHOLE or words:
            sys.stdout.write(f"{outcome:10} {sheet.kind}: {sheet.name}\n")
        if words:
            sys.stdout.write("".join(f"    {line}\n" for line in _what_is_told(sheet)))
    apart = counts.pop("strangers", Counter())
    for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter())), ("strangers, apart", apart)]:
        sums = ", ".join(f"{found[outcome]} {outcome}" for outcome in Outcome)
        sys.stdout.write(f"{kind}: {found.total()} sheets, {sums}\n")


def _what_is_told(sheet: Sheet) -> Iterator[str]:
    """What the reader tells of a sheet, and where what is read differs from what is meant."""
    try:
        reading = sheet.read()
    except LogError as error:
        yield from (f"{problem.line}:{problem.column} {problem}" for problem in error.problems or [error])
        return
    yield from (f"{problem.line}:{problem.column} {problem} [{problem.text}]" for problem in reading.problems)
    yield from (f"note {note.line}:{note.column} {note}" for note in reading.notes)
    read, meant = Counter(_flat(told(reading.record))), Counter(_flat(told(means(sheet.game))))
    yield from (f"lacks {seat} {act}" for seat, act in meant - read)
    yield from (f"has {seat} {act}" for seat, act in read - meant)


if __name__ == "__main__":
    main(sys.argv[1:])
