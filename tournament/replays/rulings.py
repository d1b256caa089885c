"""Say why the cash of a log cannot be applied and what speaks against it, and propose the text of a ruling (R11)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from games.acquire.board import tile_name
from games.acquire.replay import UNCONFIRMED, UNCONFIRMED_PROOFS, Finding, Proof, Severity
from tournament.record.event import TableRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.replays.causes import IF_RIGHT, NAMES_TURNS, causes_in
from tournament.replays.money import CashComparison, unproved
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.sentences import spoken_message, spoken_value
from tournament.replays.table_log import TOURNAMENT_EDITION

LARGEST_CASH: Dollars = 10_000_000
FINDINGS_CITED = 5
LONGEST_QUESTION = 300
FAR_APART = 4
"""Sums of cash are far apart if they differ by more than a fourth of the larger; one error of a player moves less."""


def obstacles(reading: GameReading, table: TableRecord) -> tuple[str, ...]:
    """Return why the computed cash cannot become the table's result, a sentence each; empty if it can."""
    if not reading.answer.complete:
        last = reading.turns[-1].place
        return (
            f"The log does not come to the end of the game: it stops after {last} turn{'' if last == 1 else 's'}. "
            "So there is no final cash to apply; complete the log and attach it again.",
        )
    found = []
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


def propose_ruling(
    reading: GameReading, rows: Sequence[CashComparison], names: Mapping[PlayerId, str], reason: str = ""
) -> str:
    """Return a draft of the ruling: each cause with the event's names and its rule, then every amount that changes (R11).

    ``reason`` is why the director chose the amounts of players whose cash the log does not prove.
    """
    renamed = reading.with_names(names_by_event(reading, {row.log_id: row.player for row in rows if row.log_id}, names))
    changed = [row for row in rows if row.computed is not None and not row.agrees]
    causes = [cause for cause in causes_in(renamed) if not cause.is_unread]
    errors = [cause for cause in causes if cause.finding.severity is Severity.ERROR]
    if not errors and changed:
        errors = [cause for cause in causes if cause.finding.severity is Severity.WARNING]
    # What would be right if the log were is left out where the director finds something else.
    is_other = any(row.is_chosen and row.computed != row.written for row in rows)
    pattern = rf"; {IF_RIGHT}, .*" if is_other else rf"(?<=; ){IF_RIGHT}, "
    told = [re.sub(pattern, "", cause.sentence.removesuffix(".")) for cause in errors[:FINDINGS_CITED]]
    said = [f"{sentence} ({cause.finding.rule})." for sentence, cause in zip(told, errors, strict=False)]
    if more := len(errors) - len(said):
        said.append(f"The replay finds {more} more.")
    if unread := len(reading.problems):
        said.append(f"{'One place' if unread == 1 else f'{unread} places'} of the log cannot be read.")
    elif not errors:
        said.append("The replay of the log finds nothing against the rules.")
    by_log = [row for row in changed if not row.is_chosen]
    for proof, begun in _BEGINNINGS.items():
        if own := [row for row in by_log if row.proof is proof]:
            said.append(f"{begun} (R11): {_amounts(own, names)}.")
    if any(row.proof in UNCONFIRMED_PROOFS for row in by_log):
        said[-1] += f" {UNCONFIRMED}"
    if chosen := [row for row in changed if row.is_chosen]:
        said.append(f"The director {_decides(chosen)} (R11): {_amounts(chosen, names)}. {reason}".rstrip())
    if rows and all(row.agrees for row in rows):
        found = _found([row for row in rows if row.is_chosen])
        said.append(f"{found}The result stands as entered (R11). {reason}".rstrip())
    return "\n".join(said)


def _story_of(rows: Sequence[CashComparison]) -> str | None:
    """Return what happened according to the director, who chose it with its amounts; None where only amounts were chosen."""
    told = {row.chosen.source for row in rows if row.chosen and row.chosen.is_told}
    return told.pop() if len(told) == 1 else None


def _decides(rows: Sequence[CashComparison]) -> str:
    """Return what the director does with chosen amounts: sets them, or finds what happened."""
    story = _story_of(rows)
    return "sets" if story is None else f"finds that {story}; so the cash is"


def _found(rows: Sequence[CashComparison]) -> str:
    """Return the sentence on what the director finds to have happened; empty where only amounts were chosen."""
    story = _story_of(rows)
    return "" if story is None else f"The director finds that {story}. "


_BEGINNINGS = {
    Proof.PROVED: "The correct amount stands",
    Proof.AS_WRITTEN: "As the log is written, the correct amount is",
    Proof.AS_EXPLAINED: "As the log is explained, the correct amount is",
}
"""How the sentence with the new amounts begins, by how far they are proved."""


def _amounts(rows: Sequence[CashComparison], names: Mapping[PlayerId, str]) -> str:
    """Return the new amounts of players, each with its source if the director chose it, and with what was entered."""
    told = []
    for row in rows:
        source = f"{row.chosen.source}; " if row.chosen and row.chosen.source and not row.chosen.is_told else ""
        told.append(f"{names[row.player]} {spoken_value(row.computed)} ({source}{_entered_in_words(row.entered)})")
    return "; ".join(told)


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
    said = spoken_message(finding, with_hint=False)
    question = f"{said} ({finding.rule})" if NAMES_TURNS.match(said) else f"{place}: {said} ({finding.rule})"
    if len(question) <= LONGEST_QUESTION:
        return question
    ending = f"… ({finding.rule})"
    kept = question[: LONGEST_QUESTION - len(ending)]
    whole_words = kept.rpartition(" ")[0]  # an amount is never cut; a word that is too long by itself is
    return (whole_words if len(whole_words) > LONGEST_QUESTION // 2 else kept) + ending
