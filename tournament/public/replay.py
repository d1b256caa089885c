"""The public replay of a published log: the viewer, the ruling, the cash it comes to, and what the rules find in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404

from games.acquire.editions import edition_named
from tournament.models import Dispute, GameLog
from tournament.public.results import public_log
from tournament.public.site import Site, round_name
from tournament.public.viewer import shown_finding, viewer
from tournament.record.event import RoundRecord, TableRecord
from tournament.record.vocabulary import DisputeState, PlayerId
from tournament.replays import GameReading, UnreadableLogError, compare, find_seats, header_of, read_game, spoken_value


def published_log(site: Site, played: RoundRecord, table: TableRecord) -> GameLog:
    """The log of a table whose result is public; Http404 with a sentence where none is published."""
    log = public_log(site.event, played.number, table.number) if played.is_closed else None
    if log is None:
        raise Http404(f"No game of round {played.number}, table {table.number} is published.")
    return log


def replay_part(site: Site, played: RoundRecord, table: TableRecord, asked: int) -> dict[str, Any]:
    """The published game at the turn that is asked for."""
    log = published_log(site, played, table)
    names = {seat.player: site.name(seat.player) for seat in table.seats}
    try:
        reading = read_game(log.text, header_of(table, names, played.seat_source, site.record.chain_set))
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    guesses = find_seats(reading, table, names, played.seat_source)
    # Who is only taken for a player by the order of play keeps the log's own name: nobody's name stands on a guess.
    seats = {guess.log_player.id: guess.player for guess in guesses if guess.is_sure and guess.player is not None}
    people = {log_id: site.name(player) for log_id, player in seats.items()}
    return {
        "name": round_name(played),
        "table": table,
        "table_url": site.address("table", played.number, table.number),
        "log_title": log.title,
        "edition": edition_named(reading.record.header.edition).title,
        "is_complete": reading.answer.complete,
        "rulings": Dispute.objects.filter(table=log.table_id, state=DisputeState.RULED.value),
        "cash": _cash(reading, table, seats, people),
        "has_results": bool(seats),
        "findings": [(turn, shown_finding(finding)) for turn, finding in reading.findings],
        "address": site.address("replay", played.number, table.number),
        "viewer": viewer(reading, asked, people),
    }


def _cash(
    reading: GameReading, table: TableRecord, seats: Mapping[str, PlayerId], people: Mapping[str, str]
) -> list[tuple[str, str, str, str]]:
    """Each player of the log with final cash in words: by the rules, in the log, and in the result where the seat is sure."""
    entered = {row.log_id: row.entered for row in compare(reading, table, seats)}
    answer = reading.answer
    return [
        (
            people.get(player.id, player.name),
            spoken_value(reading.final.get(player.id)),
            spoken_value(answer.recorded_final.get(player.id)),
            spoken_value(entered.get(player.id)),
        )
        for player in reading.players
    ]
