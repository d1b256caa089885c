"""Computed cash against entered cash, what stands in the way of applying it, and the words of the ruling (R11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.acquire.replay import Finding, Severity
from tournament.record.event import TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.replays.reading import GameReading, Turn
from tournament.replays.sheet import TOURNAMENT_EDITION

LARGEST_CASH: Dollars = 10_000_000
FINDINGS_CITED = 5
LONGEST_QUESTION = 300


@dataclass(frozen=True, slots=True)
class Comparison:
    """One seat: what was entered, what the replay computes and what the log itself ends with, dollars; None where not known."""

    player: PlayerId
    log_id: str | None
    entered: Dollars | None
    computed: Dollars | None
    recorded: Dollars | None = None

    @property
    def difference(self) -> Dollars | None:
        """Computed less entered, or less the log's own where nothing is entered; None where there is nothing to compare."""
        stated = self.recorded if self.entered is None else self.entered
        return None if stated is None or self.computed is None else self.computed - stated

    @property
    def agrees(self) -> bool:
        """Whether the entered amount is the computed one."""
        return self.computed is not None and self.computed == self.entered


def compare(reading: GameReading, table: TableRecord, seats: Mapping[str, PlayerId]) -> tuple[Comparison, ...]:
    """Each seat of the table with its entered, computed and recorded cash; ``seats`` says who at the table each ID is."""
    ids = {player: log_id for log_id, player in seats.items()}
    final = {log_id: cash for log_id, cash in reading.final.items() if cash == int(cash)}
    return tuple(
        Comparison(
            seat.player,
            ids.get(seat.player),
            seat.cash,
            _whole(final.get(ids.get(seat.player, ""))),
            reading.answer.recorded_final.get(ids.get(seat.player, "")),
        )
        for seat in table.seats
    )


def _whole(cash: int | Fraction | None) -> Dollars | None:
    return None if cash is None else int(cash)


def obstacles(reading: GameReading, table: TableRecord) -> tuple[str, ...]:
    """Why the computed cash cannot become the table's result, a sentence each; empty where it can."""
    if not reading.answer.complete:
        last = reading.turns[-1].place
        return (
            f"The log does not come to the end of the game: it stops after {last} turn{'' if last == 1 else 's'}. "
            "So there is no final cash to apply; complete the log and attach it again.",
        )
    found = []
    if unread := len(reading.problems):
        places, them = ("One place", "it") if unread == 1 else (f"{unread} places", "them")
        found.append(
            f"{places} of the log cannot be read, so nobody's final cash is sure; correct {them} and attach the log again."
        )
    if len(reading.players) != table.size:
        found.append(
            f"The log tells of {len(reading.players)} players and the table has {table.size}; "
            "attach the log to the table it belongs to."
        )
    found += [
        f"The rules of this log leave {log_id} {spoken_value(cash)} dollars, and a result is whole dollars up to "
        f"{format_dollars(LARGEST_CASH)}; look at the log's header."
        for log_id, cash in reading.final.items()
        if cash != int(cash) or not 0 <= cash <= LARGEST_CASH
    ]
    return tuple(found)


def doubts_of(reading: GameReading) -> tuple[str, ...]:
    """What a director should know before trusting the computed cash, a sentence each."""
    header = reading.record.header
    told = []
    if header.edition != TOURNAMENT_EDITION:
        told.append(
            f"The log is replayed by the rules of {header.edition}, as its header says, not by those of the tournament "
            f"({TOURNAMENT_EDITION}, R3). Correct “edition:” in the log where that is wrong."
        )
    if header.rules:
        told.append(f"The header changes rules of the game: {', '.join(header.rules)}.")
    if header.position is not None:
        told.append("The log starts in mid-game; what came before is taken as the header has it.")
    if any(finding.code == "board-doubtful" for _, finding in reading.findings):
        told.append(
            "Later statements do not fit the board because of an earlier finding, so the computed cash may not be the "
            "table's; correct the log from that turn on and attach it again."
        )
    return tuple(told)


def propose_ruling(reading: GameReading, rows: Sequence[Comparison], names: Mapping[PlayerId, str]) -> str:
    """The ruling as it may stand: the findings with turn and rule, then every amount that changes (R11)."""
    errors = [(turn, found) for turn, found in reading.findings if found.severity is Severity.ERROR]
    cited = [_cited(turn, finding) for turn, finding in errors[:FINDINGS_CITED]]
    more = len(errors) - len(cited)
    if more:
        cited.append(f"The replay finds {more} more.")
    if not errors:
        cited.append("The replay of the log finds nothing against the rules.")
    changed = [row for row in rows if row.computed is not None and not row.agrees]
    amounts = "; ".join(f"{names[row.player]} {spoken_value(row.computed)} ({_was(row.entered)})" for row in changed)
    if amounts:
        cited.append(f"The correct amount stands (R11): {amounts}.")
    return "\n".join(cited)


def _was(entered: Dollars | None) -> str:
    return "nothing was entered" if entered is None else f"{format_dollars(entered)} was entered"


def _cited(turn: Turn, finding: Finding) -> str:
    return f"{f'Turn {turn.title}' if turn.place else 'Start'}: {finding.message} ({finding.rule})"


def propose_question(turn: Turn, finding: Finding) -> str:
    """What a dispute about a finding asks, in one line: "Turn 50, Ben: Cai was paid 1500 for Worldwide ... (R3)"."""
    number, _, player = turn.title.partition(" ")
    place = f"Turn {number}, {player}" if turn.place and player else f"Turn {turn.title}" if turn.place else "Start"
    question = f"{place}: {finding.message} ({finding.rule})"
    if len(question) <= LONGEST_QUESTION:
        return question
    ending = f"… ({finding.rule})"
    return question[: LONGEST_QUESTION - len(ending)] + ending


def spoken_value(value: object) -> str:
    """An expected or recorded value of a finding in words: dollars with commas, tiles and shares in a row."""
    if value is None:
        return ""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{float(value):,.2f}"
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return format_dollars(int(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {spoken_value(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, (list, tuple, set)):
        return " ".join(map(spoken_value, value)) or "nothing"
    return str(value)
