"""Two logs of one table side by side: the sentence where they part first, and their turns in runs that agree alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from games.acquire.actions import ActKind
from games.acquire.record import GameRecord
from games.acquire.writings import Agreement, ClausePair, Comparison, TurnPair, compare
from games.acquire.writings.comparing import NotOneTableError
from tournament.replays.reading import GameReading
from wording import gettext as _
from wording import pgettext

__all__ = ["ComparedLogs", "NotOneTableError", "compare_logs"]


@dataclass(frozen=True, slots=True)
class ComparedClause:
    """What two logs say about one matter; a text is empty for the log that is silent.

    A line is that of the log, None if it is not known; a turn is its index in that log, by which the replay shows it.
    """

    agreement: Agreement
    texts: tuple[str, str]
    lines: tuple[int | None, int | None]
    turns: tuple[int, int]

    @property
    def is_parted(self) -> bool:
        """Whether the two logs say different things."""
        return self.agreement is Agreement.PARTED


@dataclass(frozen=True, slots=True)
class ComparedTurn:
    """One turn of two logs: its number, 0 for what stands before the first, and its title.

    ``missing`` is the index of the log that lacks the whole turn, None if both have it.
    """

    number: int
    title: str
    agreement: Agreement
    missing: int | None
    clauses: tuple[ComparedClause, ...]

    @property
    def same(self) -> str:
        """What both logs say of the turn, in the words of the first; empty if a log lacks the turn."""
        return "; ".join(clause.texts[0] for clause in self.clauses if clause.agreement is Agreement.SAME)

    @property
    def others(self) -> tuple[ComparedClause, ...]:
        """The matters about which the logs differ, or of which one of them says nothing."""
        return tuple(clause for clause in self.clauses if clause.agreement is not Agreement.SAME)


@dataclass(frozen=True, slots=True)
class TurnRun:
    """Turns that follow one another and in which the logs agree alike."""

    agreement: Agreement
    title: str
    turns: tuple[ComparedTurn, ...]

    @property
    def is_parted(self) -> bool:
        """Whether the two logs say different things in these turns."""
        return self.agreement is Agreement.PARTED


@dataclass(frozen=True, slots=True)
class ComparedLogs:
    """Two logs of one table: ``sentence`` says where they part first, ``runs`` have all turns in the order of play."""

    sentence: str
    runs: tuple[TurnRun, ...]


def compare_logs(first: GameReading, second: GameReading, names: tuple[str, str]) -> ComparedLogs:
    """Put two logs of one table side by side; ``names`` are those of the logs.

    Raises NotOneTableError if they have different numbers of players.
    """
    found = compare(first.record, second.record)
    places = (_turns_by_line(first.record), _turns_by_line(second.record))
    turns = [_turn(pair, places) for pair in found.turns if pair.clauses]
    runs = [
        TurnRun(agreement, _title_of(own := tuple(group)), own)
        for agreement, group in groupby(turns, key=lambda turn: turn.agreement)
    ]
    return ComparedLogs(_sentence(found, names), tuple(runs))


def _turns_by_line(record: GameRecord) -> Mapping[int, int]:
    """Return for each line of a log the index of its turn, 0 for what stands before the first turn."""
    found: dict[int, int] = {}
    turn = 0
    for place, event in enumerate(record.events):
        turn += event.act is ActKind.TURN
        line = record.line_of(place)
        if line is not None:
            found.setdefault(line, turn)
    return found


def _turn(pair: TurnPair, places: tuple[Mapping[int, int], Mapping[int, int]]) -> ComparedTurn:
    """Return one turn of two logs."""
    missing = None if pair.in_first and pair.in_second else int(pair.in_first)
    return ComparedTurn(
        pair.number, _title(pair), pair.agreement, missing, tuple(_clause(row, places) for row in pair.clauses)
    )


def _title(pair: TurnPair) -> str:
    """Return the title of a turn: "Turn 17, Cai"."""
    if pair.player is None:
        return pgettext("of a game", "Start")
    return _("Turn {turn}, {player}", turn=pair.number, player=pair.player)


def _clause(row: ClausePair, places: tuple[Mapping[int, int], Mapping[int, int]]) -> ComparedClause:
    """Return what two logs say about one matter."""
    said = (row.first, row.second)
    first, second = (clause.text if clause else "" for clause in said)
    line, other = (clause.line if clause else None for clause in said)
    turns = (places[0].get(line or 0, 0), places[1].get(other or 0, 0))
    return ComparedClause(row.agreement, (first, second), (line, other), turns)


def _title_of(turns: tuple[ComparedTurn, ...]) -> str:
    """Return the title of several turns: "Turn 3, Ann", "Turns 3 to 9" or "Start to turn 9"."""
    first, last = turns[0], turns[-1]
    if first is last:
        return first.title
    if not first.number:
        return _("Start to turn {turn}", turn=last.number)
    return _("Turns {first} to {last}", first=first.number, last=last.number)


def _sentence(found: Comparison, names: tuple[str, str]) -> str:
    """Return where two logs part first, or that they part nowhere."""
    if found.first_parting is None:
        if found.agreement is Agreement.SAME:
            return _("The two logs say the same, turn by turn.")
        return _("The two logs do not contradict each other; in some turns one of them says more.")
    pair = found.turns[found.first_parting]
    row = next(row for row in pair.clauses if row.agreement is Agreement.PARTED)
    where = (
        _("The two logs first differ before the first turn.")
        if pair.player is None
        else _("The two logs first differ in turn {turn} ({player}).", turn=pair.number, player=pair.player)
    )
    said = [
        _("{log} has “{text}”.", log=name, text=clause.text) if clause else _("{log} says nothing of it.", log=name)
        for name, clause in zip(names, (row.first, row.second), strict=True)
    ]
    return " ".join((where, *said))
