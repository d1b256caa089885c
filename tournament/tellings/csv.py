"""CSV sheets: standings, the results of a round, and the list for the medal form (section 5, items 9, 10 and 12).

Scores have three decimals and stand as they are printed; lines end as RFC 4180 has it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterable, Sequence

from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import (
    CellKind,
    Decider,
    MedalPlace,
    PlayerId,
    RoundCell,
    SeatScore,
    Status,
    TableScore,
    format_thousandths,
)
from tournament.scores import in_the_field, junior_medals, medals, pentamind, standings
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier, score_round

MEDAL_FORM_HEADER = (
    "ContestantId",
    "Name",
    "Score",
    "Tie-break",
    "Rank",
    "Medal",
    "JuniorMedal",
    "Absent",
    "Withdrawn",
)
STANDINGS_ENDING = ("Total", "Wins", "Sat out", "Not played", "Status")
RESULTS_HEADER = (
    "Table",
    "Size",
    "Seat",
    "Number",
    "Name",
    "Cash",
    "Fine",
    "Net",
    "Winning bonus",
    "Adjusted",
    "Percentage",
    "Multiplier",
    "Score",
    "Place",
)
# A spreadsheet runs a cell that begins like a formula; a tab or a line break before it does not stop every one of them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
TIE_BREAKS = {
    Decider.TOTAL: "",
    Decider.TOP_TABLE: "top table",
    Decider.ROOM: "best in the room",
    Decider.RULING: "director's ruling",
}
SAT_OUT = frozenset({CellKind.SIT_OUT, CellKind.PAIRING_PROBLEM})
NOT_PLAYED = frozenset({CellKind.MISSED, CellKind.WITHDRAWN})


def standings_csv(record: EventRecord) -> str:
    """The standings with a column a round, empty while it is pending; two columns name the rounds sat out and not played."""
    entries = {entry.player: entry for entry in record.entries}
    rows = standings(record)
    rounds = [cell.round for cell in rows[0].cells] if rows else list(range(1, record.rounds_planned + 1))
    header = ("Rank", "Number", "Name", "Country", "Junior", *(f"R{number}" for number in rounds), *STANDINGS_ENDING)

    def line(player: PlayerId) -> tuple[str, ...]:
        entry = entries[player]
        return (str(player), plain(entry.name), plain(entry.country), "JNR" if entry.is_junior else "")

    return _csv(
        header,
        (
            (
                "" if row.rank is None else str(row.rank),
                *line(row.player),
                *(_cell(cell) for cell in row.cells),
                format_thousandths(row.total),
                str(row.wins),
                _rounds(row.cells, SAT_OUT),
                _rounds(row.cells, NOT_PLAYED),
                entries[row.player].status.value,
            )
            for row in rows
        ),
    )


def results_csv(record: EventRecord, number: int) -> str:
    """Every seat of a round with each step of its score, empty where the table has no result; KeyError where there is no such round.

    Raises ScoringError where a result cannot be scored.
    """
    played = record.round(number)
    entries = {entry.player: entry for entry in record.entries}
    scored = {table.table: table for table in score_round(record, number)}
    lines: list[tuple[str, ...]] = []
    for table in played.tables:
        steps = _steps(scored[table.number]) if table.number in scored else {}
        for seat in sorted(table.seats, key=lambda seat: seat.position):
            cash = "" if seat.cash is None else str(seat.cash)
            place = (str(table.number), str(table.size), str(seat.position), str(seat.player))
            blank = (cash, *[""] * 8)
            lines.append((*place, plain(entries[seat.player].name), *steps.get(seat.player, blank)))
    return _csv(RESULTS_HEADER, lines)


def medal_form_csv(record: EventRecord) -> str:
    """Every entry as the medal form of the Olympiad lists it: rank by total, unsplit, beside the medals (R66, section 5 item 12).

    The field comes first in order of rank, then the absent by number; Absent and Withdrawn are 1 or 0.
    """
    entries = {entry.player: entry for entry in record.entries}
    rows = {row.player: row for row in standings(record)}
    ranks = {place.player: place for place in pentamind(record) if not place.is_disqualified}
    medal_places = {place.player: place for place in medals(record)}
    junior_places = {place.player: place for place in junior_medals(record)}
    field = {entry.player for entry in in_the_field(record)}
    order = [*rows, *(player for player in entries if player not in field)]

    def line(entry: EntryRecord) -> tuple[str, ...]:
        player = entry.player
        return (
            plain(entry.contestant_id),
            plain(entry.name),
            format_thousandths(rows[player].total) if player in rows else "",
            _tie_break(medal_places.get(player)),
            str(ranks[player].rank) if player in ranks else "",
            _medal(medal_places.get(player)),
            _medal(junior_places.get(player)),
            str(int(player not in field)),
            str(int(entry.status is Status.WITHDRAWN)),
        )

    return _csv(MEDAL_FORM_HEADER, (line(entries[player]) for player in order))


def plain(text: str) -> str:
    """A free text that a spreadsheet shows and does not run: one that begins like a formula gets an apostrophe in front."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _csv(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue()


def _cell(cell: RoundCell) -> str:
    return "" if cell.score is None else format_thousandths(cell.score)


def _rounds(cells: Iterable[RoundCell], kinds: Container[CellKind]) -> str:
    return " ".join(str(cell.round) for cell in cells if cell.kind in kinds)


def _steps(table: TableScore) -> dict[PlayerId, tuple[str, ...]]:
    return {row.player: _step(row) for row in table.rows}


def _step(row: SeatScore) -> tuple[str, ...]:
    return (
        str(row.cash),
        str(row.fine),
        str(row.net),
        format_multiplier(row.bonus_multiplier, NO_BONUS) if row.bonus_multiplier != NO_BONUS else "",
        str(row.adjusted),
        format_thousandths(row.basic),
        format_multiplier(row.size_multiplier, NO_MULTIPLIER),
        format_thousandths(row.score),
        str(row.place),
    )


def _medal(place: MedalPlace | None) -> str:
    return place.medal.value.capitalize() if place is not None and place.medal is not None else ""


def _tie_break(place: MedalPlace | None) -> str:
    """The word for a medal that more than the total decided; the rank beside it stays unsplit."""
    if place is None or place.medal is None:
        return ""
    return TIE_BREAKS[place.decided_by]
