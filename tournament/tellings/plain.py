"""An event as plain values with stable names, for scripts and other sites.

Scores are texts with three decimals, money is whole dollars. Unknown values are None, and lists that are not public yet are empty.
Words are English whatever the reader's language. docs/developing/json.md describes every name; names may be added, never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from tournament.draw.seating import ClockError, minutes_per_player, order_of_play
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.formats import Format, Part
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import (
    MedalPlace,
    PentamindPlace,
    RoundState,
    SeatScore,
    Status,
    TableScore,
    format_thousandths,
)
from tournament.scores.explaining import Scores
from tournament.tellings.changed import PublicChange
from tournament.tellings.results import figure_cell
from tournament.tellings.standings import ranks_climbed
from tournament.tellings.words import in_english

Plain = dict[str, Any]


@in_english
def event_values(record: EventRecord, zone: tzinfo = UTC) -> Plain:
    """Return the event itself: who plays, and the state of each planned round; planned starts are told in ``zone``, the hall's."""
    are_juniors_public = record.is_final_published and any(entry.is_junior for entry in record.entries)
    return {
        "name": record.name,
        "date": record.date.isoformat(),
        "venue": record.venue,
        **({"chain_set": record.chain_set} if record.has(Part.CHAINS) else {}),
        "rounds_planned": record.rounds_planned,
        "is_final_published": record.is_final_published,
        "entries": [
            _entry(entry, are_juniors_public=are_juniors_public, is_fill_in=entry.player in record.fill_ins)
            for entry in record.entries
            if _is_named(record, entry)
        ],
        "rounds": [_round(record, number, zone) for number in range(1, record.rounds_planned + 1)],
        "time_zone": str(zone),
    }


@in_english
def draw_values(record: EventRecord, number: int) -> Plain:
    """Return who plays where in a round; without tables until it is drawn."""
    round_ = record.round(number) if record.has_round(number) else None
    return {
        "tables": [_table(record, round_, table) for table in round_.tables] if round_ else [],
        "sit_outs": [_sit_out(record, row) for row in round_.sit_outs] if round_ else [],
    }


@in_english
def result_values(scores: Scores, number: int) -> Plain:
    """Return every step from cash to score at each table of a closed round; without tables before (R55-R58)."""
    record = scores.record
    is_held = record.has_round(number) and record.round(number).is_held
    if not (record.has_round(number) and record.round(number).is_closed):
        return {"tables": [], "is_held": is_held}
    tables = {table.number: table for table in record.round(number).tables}
    results = [_result(record, tables[score.table], score) for score in scores.tables(number)]
    return {"tables": results, "is_held": is_held}


@in_english
def standing_values(scores: Scores) -> list[Plain]:
    """Return the rows of the standings; a round's score is None while it is pending.

    ``moved`` is the number of ranks gained in the last round, None after round 1, for a player who is new and for one without a rank.
    Medals and Pentamind points are None until every planned round is closed.
    """
    medal_of = {place.player: place for place in scores.medals} if scores.is_complete else {}
    places = {place.player: place for place in scores.pentamind} if scores.is_complete else {}
    moves = ranks_climbed(scores)
    rows = []
    for row in scores.standings():
        won, place = medal_of.get(row.player), places.get(row.player)
        rows.append(
            {
                "player": row.player,
                "name": scores.record.entry(row.player).as_entered,
                "rounds": [None if cell.score is None else format_thousandths(cell.score) for cell in row.cells],
                "total": format_thousandths(row.total),
                "rank": row.rank,
                "moved": moves.get(row.player),
                **(_medal(won) if scores.record.has(Part.MEDALS) else {}),
                **(_points(place) if scores.record.has(Part.PENTAMIND) else {}),
            }
        )
    return rows


def _medal(won: MedalPlace | None) -> Plain:
    """Return what a row of the standings has of a place among the medals."""
    medal = won.medal.value if won and won.medal else None
    return {"medal": medal, "medal_place": won.place if won else None, "medal_why": won.why if won else None}


def _points(place: PentamindPlace | None) -> Plain:
    """Return what a row of the standings has of a place in the Pentamind list."""
    points = format_thousandths(place.points) if place else None
    return {"pentamind_rank": place.rank if place else None, "pentamind_points": points}


@in_english
def medal_values(scores: Scores) -> Plain:
    """Return the final lists; empty before they are published."""
    record, is_public = scores.record, scores.record.is_final_published
    pentamind = [
        {
            "player": place.player,
            "name": record.entry(place.player).as_entered,
            "rank": None if place.is_disqualified else place.rank,
            "total": format_thousandths(place.total),
            "points": format_thousandths(place.points),
        }
        for place in (scores.pentamind if is_public else ())
    ]
    return {
        "medals": [_place(record, place) for place in (scores.medals if is_public else ())],
        "juniors": [_place(record, place) for place in (scores.juniors if is_public else ())],
        **({"pentamind": pentamind} if record.has(Part.PENTAMIND) else {}),
        "counted_by": record.counted_by.value if is_public else None,
    }


@in_english
def change_values(changes: Sequence[PublicChange], record: EventRecord, zone: tzinfo) -> list[Plain]:
    """Return the changes of public figures in order; ``words`` is the reason that the director gave, None unless released."""
    return [
        {
            "kind": change.kind.value,
            "round": change.round,
            "table": change.table,
            "at": _moment(change.at.astimezone(zone)),
            "taken_back_at": _moment(change.taken_back_at.astimezone(zone)) if change.taken_back_at else None,
            "sentence": change.sentence(record, zone),
            "words": change.words or None,
            "words_back": change.words_back or None,
        }
        for change in changes
    ]


def _is_named(record: EventRecord, entry: EntryRecord) -> bool:
    """Return whether public pages name an entry: a player who may still play, or one who has played."""
    return entry.status not in (Status.EXCLUDED, Status.ABSENT) or record.has_taken_part(entry.player)


def _entry(entry: EntryRecord, *, are_juniors_public: bool, is_fill_in: bool) -> Plain:
    """Return an entry; whether it is a junior is None until the list of juniors is public."""
    return {
        "player": entry.player,
        "name": entry.as_entered,
        "country": entry.country,
        "is_junior": entry.is_junior if are_juniors_public else None,
        "status": entry.status.value,
        "is_fill_in": is_fill_in,
    }


def _round(record: EventRecord, number: int, zone: tzinfo) -> Plain:
    """Return the state of a round; a round that is not drawn is "planned"."""
    plan = record.plan_of(number)
    round_ = record.round(number) if record.has_round(number) else None
    return {
        "round": number,
        "kind": round_.kind.value if round_ else None,
        "state": round_.state.value if round_ else "planned",
        "starts_at": _moment(round_.starts_at) if round_ else None,
        "paused_at": _moment(round_.paused_at) if round_ else None,
        "has_results": round_ is not None and round_.state is RoundState.CLOSED,
        "is_held": round_ is not None and round_.is_held,
        "planned_start": _moment(plan.starts_at.astimezone(zone)) if plan and plan.starts_at else None,
        "planned_hall": plan.hall if plan else "",
    }


def _moment(at: datetime | None) -> str | None:
    """Return a time in ISO 8601; None for None."""
    return at.isoformat(timespec="seconds") if at else None


def _table(record: EventRecord, round_: RoundRecord, table: TableRecord) -> Plain:
    """Return who sits at a table; ``seat`` is None until the order of play is known."""
    is_seated = table.seats_are_decided(round_.seat_source)
    return {
        "table": table.number,
        "size": table.size,
        "minutes": _minutes(table.size, record.format),
        "seats": [
            {
                "player": seat.player,
                "name": record.entry(seat.player).as_entered,
                "seat": at if is_seated else None,
                **({"starting_tile": seat.starting_tile or None} if record.has(Part.TILES) else {}),
            }
            for at, seat in enumerate(order_of_play(table, round_.seat_source), start=1)
        ],
    }


def _minutes(size: int, rules: Format) -> int | None:
    """Return the minutes per player at a table of ``size`` players; None if the rules name none."""
    try:
        return minutes_per_player(size, rules)
    except ClockError:
        return None


def _sit_out(record: EventRecord, row: SitOutRecord) -> Plain:
    """Return a player without a table, with the score of the round, None for who goes on without playing it."""
    score = record.format.idle_score(row.kind)
    return {
        "player": row.player,
        "name": record.entry(row.player).as_entered,
        "kind": row.kind.value,
        "score": None if score is None else format_thousandths(score),
    }


def _result(record: EventRecord, table: TableRecord, score: TableScore) -> Plain:
    """Return the result of a table, the winner first."""
    seats = {seat.player: seat for seat in table.seats}
    return {
        "table": table.number,
        "size": table.size,
        "is_disputed": table.is_disputed,
        "players": [
            {
                "player": row.player,
                "name": record.entry(row.player).as_entered,
                "place": row.place,
                **plain_figures(row, score),
                "is_out_of_time": seats[row.player].timed_out,
                "is_fill_in": row.fills_in,
            }
            for row in sorted(score.rows, key=lambda row: (row.place, row.seat))
        ],
    }


def plain_figures(row: SeatScore, score: TableScore) -> Plain:
    """Return every figure on the way to a score by the key of its column: amounts as numbers, all others as texts."""
    return {
        column.key: figure if figure is None or column.unit == 1 else figure_cell(column, figure).in_a_file
        for column in score.columns
        for figure in (row.figures[column.key],)
    }


def _place(record: EventRecord, place: MedalPlace) -> Plain:
    """Return one place of the medal list or the list of juniors."""
    return {
        "player": place.player,
        "name": record.entry(place.player).as_entered,
        "place": place.place,
        "medal": place.medal.value if place.medal else None,
        "total": format_thousandths(place.total),
        "is_shared": place.is_shared,
        "decided_by": place.decided_by.value,
        "why": place.why,
    }
