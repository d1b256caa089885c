"""Compare computed with entered cash, say why it cannot be applied, and propose the text of a ruling (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from games.acquire.board import tile_name
from games.acquire.replay import Finding, Severity
from tournament.record.event import TableRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.replays.causes import causes_in, moved
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.sentences import spoken_fact, spoken_message, spoken_value
from tournament.replays.table_log import TOURNAMENT_EDITION

LARGEST_CASH: Dollars = 10_000_000
FINDINGS_CITED = 5
LONGEST_QUESTION = 300
FAR_APART = 4
"""Sums of cash are far apart if they differ by more than a fourth of the larger; one error of a player moves less."""


@dataclass(frozen=True, slots=True)
class CashComparison:
    """One seat with three amounts in dollars: entered, computed by the replay, and recorded as final in the log; None if not known.

    ``is_chosen``: ``computed`` is an amount set by the director, for a player whose final cash the log does not prove.
    """

    player: PlayerId
    log_id: str | None
    entered: Dollars | None
    computed: Dollars | None
    recorded: Dollars | None = None
    is_chosen: bool = False

    @property
    def difference(self) -> Dollars | None:
        """Computed minus entered cash, or minus the log's own final cash if nothing is entered; None if one is not known."""
        stated = self.recorded if self.entered is None else self.entered
        return None if stated is None or self.computed is None else self.computed - stated

    @property
    def agrees(self) -> bool:
        """Whether the computed amount is the entered one."""
        return self.computed is not None and self.computed == self.entered


def compare(
    reading: GameReading,
    table: TableRecord,
    seats: Mapping[str, PlayerId],
    chosen: Mapping[str, Dollars] = MappingProxyType({}),
) -> tuple[CashComparison, ...]:
    """Return each seat of the table with its entered, computed and recorded cash; ``seats`` has the player for each ID of the log.

    ``chosen`` are the director's amounts by ID; they count only for players whose cash the log does not prove.
    """
    ids = {player: log_id for log_id, player in seats.items()}
    final = {log_id: cash for log_id, cash in reading.final.items() if cash == int(cash)}
    own = {log_id: cash for log_id, cash in chosen.items() if log_id in unproved(reading)}
    return tuple(
        CashComparison(
            seat.player,
            log_id := ids.get(seat.player),
            seat.cash,
            own.get(log_id or "", _whole(final.get(log_id or ""))),
            reading.answer.recorded_final.get(log_id or ""),
            log_id in own,
        )
        for seat in table.seats
    )


def _whole(cash: int | Fraction | None) -> Dollars | None:
    """Return cash as whole dollars; None for None."""
    return None if cash is None else int(cash)


def obstacles(reading: GameReading, table: TableRecord) -> tuple[str, ...]:
    """Return why the computed cash cannot become the table's result, a sentence each; empty if it can."""
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


def doubts_of(reading: GameReading, rows: Sequence[CashComparison] = ()) -> tuple[str, ...]:
    """Return what a director should know before trusting the computed cash, a sentence each.

    ``rows`` compare it with the entered cash.
    """
    header = reading.record.header
    doubts = _doubts_of_game(reading, rows)
    if header.edition != TOURNAMENT_EDITION:
        doubts.append(
            f"The log is replayed by the rules of {header.edition}, as its header says, not by those of the tournament "
            f"({TOURNAMENT_EDITION}, R3). Correct “edition:” in the log where that is wrong."
        )
    if header.rules:
        doubts.append(f"The header changes rules of the game: {', '.join(header.rules)}.")
    if header.position is not None:
        doubts.append("The log starts in mid-game; what came before is taken as the header has it.")
    is_doubtful = any(finding.code == "board-doubtful" for _, finding in reading.findings)
    if is_doubtful and not unproved(reading):  # if cash is not proved, the page says more about it elsewhere
        doubts.append(
            "Later statements do not fit the board because of an earlier finding, so the computed cash may not be the "
            "table's; correct the log from that turn on and attach it again."
        )
    return tuple(doubts)


def _doubts_of_game(reading: GameReading, rows: Sequence[CashComparison]) -> list[str]:
    """Return a sentence if the log may be of another table: other starting tiles, or a very different sum of cash; else empty."""
    facts = []
    log_tiles, table_tiles = set(reading.starting_tiles.values()), {tile for _, tile in reading.table.starts}
    if log_tiles and table_tiles and log_tiles != table_tiles:
        facts.append(
            f"The log's starting tiles {_spoken_tiles(log_tiles)} are not those of the table, {_spoken_tiles(table_tiles)}"
        )
    own = [row.recorded if row.computed is None else row.computed for row in rows]
    entered = [row.entered for row in rows]
    log_sum, table_sum = sum(cash or 0 for cash in own), sum(cash or 0 for cash in entered)
    if rows and None not in (*own, *entered) and abs(log_sum - table_sum) * FAR_APART > max(log_sum, table_sum):
        begun = "and its" if facts else "The log's"
        facts.append(
            f"{begun} final cash comes to {spoken_value(log_sum)} in all, where {spoken_value(table_sum)} was entered"
        )
    return [f"{', '.join(facts)}: is this the game of this table?"] if facts else []


def _spoken_tiles(tiles: Iterable[int]) -> str:
    """Return the names of tiles in order, separated by blanks."""
    return " ".join(tile_name(tile) for tile in sorted(tiles))


def spoken_end(rows: Sequence[CashComparison], names: Mapping[PlayerId, str]) -> str:
    """Return how much money all causes together move: "In the end: 500 more for Quy than was entered."; empty if none."""
    parts = []
    for row in rows:
        if row.difference:
            than = "than was entered" if row.entered is not None else "than the log’s own final"
            parts.append(f"{moved(names[row.player], row.difference)} {than}")
    return f"In the end: {', '.join(parts)}." if parts else ""


def unproved(reading: GameReading) -> tuple[str, ...]:
    """Return the IDs of the players whose final cash the log does not prove; empty if the log does not reach the end of the game."""
    return tuple(reading.answer.possible) if reading.answer.complete else ()


def settling_facts(reading: GameReading) -> tuple[str, ...]:
    """Return the facts that would prove the missing final cash, a sentence each."""
    return tuple(spoken_fact(fact) for fact in reading.answer.missing_facts)


def propose_ruling(
    reading: GameReading, rows: Sequence[CashComparison], names: Mapping[PlayerId, str], reason: str = ""
) -> str:
    """Return a draft of the ruling: each cause with the event's names and its rule, then every amount that changes (R11).

    ``reason`` is why the director chose the amounts of players whose cash the log does not prove.
    """
    renamed = reading.with_names(names_by_event(reading, {row.log_id: row.player for row in rows if row.log_id}, names))
    errors = [cause for cause in causes_in(renamed) if cause.finding.severity is Severity.ERROR]
    cited = [f"{cause.sentence.removesuffix('.')} ({cause.finding.rule})." for cause in errors[:FINDINGS_CITED]]
    more = len(errors) - len(cited)
    if more:
        cited.append(f"The replay finds {more} more.")
    if not errors:
        cited.append("The replay of the log finds nothing against the rules.")
    changed = [row for row in rows if row.computed is not None and not row.agrees]
    for is_chosen, begun in ((False, "The correct amount stands (R11)"), (True, "The director sets (R11)")):
        amounts = "; ".join(
            f"{names[row.player]} {spoken_value(row.computed)} ({_entered_in_words(row.entered)})"
            for row in changed
            if row.is_chosen is is_chosen
        )
        if amounts:
            why = f" {reason}" if is_chosen and reason else ""
            cited.append(f"{begun}: {amounts}.{why}")
    return "\n".join(cited)


def names_by_event(
    reading: GameReading, seats: Mapping[str, PlayerId], names: Mapping[PlayerId, str]
) -> tuple[str, ...]:
    """Return the event's names for the players of the log, in the order of the log.

    Players of the same name have their numbers added; a player who is not at the table has the log's ID.
    """
    called = [names[seats[player.id]] if player.id in seats else player.id for player in reading.players]
    keys = [name_key(name) for name in called]
    return tuple(
        name if keys.count(name_key(name)) == 1 else f"{name} ({seats.get(player.id, player.id)})"
        for name, player in zip(called, reading.players, strict=True)
    )


def _entered_in_words(entered: Dollars | None) -> str:
    """Return what was entered, in words."""
    return "nothing was entered" if entered is None else f"{format_dollars(entered)} was entered"


def propose_question(turn: GameTurn, finding: Finding) -> str:
    """Return the question of a dispute about a finding, in one line.

    Example: "Turn 50, Ben: Cai was paid 1,500 for Worldwide ... (R3)".
    """
    view = turn.view
    place = f"Turn {view.number}, {view.player}" if turn.place and view.player else "Start"
    question = f"{place}: {spoken_message(finding)} ({finding.rule})"
    if len(question) <= LONGEST_QUESTION:
        return question
    ending = f"… ({finding.rule})"
    return question[: LONGEST_QUESTION - len(ending)] + ending
