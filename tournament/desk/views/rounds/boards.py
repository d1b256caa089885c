"""The boards of a round on devices, on one page: who is asked since when, what stands, who has agreed; and closing the round."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_to_direct
from tournament.access.devices import codes_of
from tournament.day.ondevices import SILENT_AFTER, STATES, going_on, is_ready, reason_not_to_play, said_of_going_on
from tournament.desk.acting import act_and_go, actor_of, answers_again, ask, page, round_of, table_of
from tournament.desk.carrying import leads_to_its_page
from tournament.desk.frame import desk_context
from tournament.draw.naming import name_of_round, title_of_round
from tournament.installation.addresses import is_loopback
from tournament.models import Event, Game, GameSeat
from tournament.models.queries import record_of
from tournament.public.games.scene import Scene
from tournament.record.devices import table_subject
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import GameState, OnDevices
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.games.at_tables.ending import accept_for_seat, close_with_agreed
from tournament.services.games.at_tables.opening import play_at_the_table, play_on_devices
from tournament.services.games.at_tables.seating import is_drawing_starts
from tournament.services.games.kept import sessions_of
from tournament.services.games.viewing import look
from tournament.services.games.writing import is_time_up, moment_in

NOTHING_NEW = 204


@never_cache
@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every board of a round, small; 204 to a page that shows them as they are."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    if played.state is RoundState.DRAFT:
        return redirect(page("desk_round", event, number))
    scenes = _scenes(event, number)
    rows = [_row(request, event, record, played, table, scenes.get(table.number)) for table in played.tables]
    stamp = _stamp(record, rows)
    if request.headers.get("HX-Request") and request.GET.get("s") == stamp:
        return HttpResponse(status=NOTHING_NEW)
    counts = {state: sum(table.on_devices is state for table in played.tables) for state in OnDevices}
    context = desk_context(
        event,
        record,
        "boards",
        number=number,
        played=played,
        rows=rows,
        stamp=stamp,
        said=", ".join(f"{count} {STATES[state]}" for state, count in counts.items() if count),
        is_playing=played.state is RoundState.PUBLISHED,
        is_ready=is_ready(played),
        name=name_of_round(record, number),
        codes=_codes(request, event, played) if not scenes_all_begun(scenes) else [],
        silent_after=SILENT_AFTER,
    )
    return render(request, "director/rounds/boards.html", context)


def scenes_all_begun(scenes: dict[int, Scene]) -> bool:
    """Whether nobody has to come to any game any more."""
    return all(seat.hello_at is not None for scene in scenes.values() for seat in scene.seats)


def _scenes(event: Event, number: int) -> dict[int, Scene]:
    """The games of a round by table, a time-out that is due written; two queries while their sessions are kept."""
    seats: dict[int, list[GameSeat]] = {}
    games: dict[int, Game] = {}
    rows = GameSeat.objects.filter(game__table__round__event=event, game__table__round__number=number)
    for seat in rows.select_related("game__table__round", "entry").order_by("game", "place"):
        game = games.setdefault(seat.game_id, seat.game)
        seats.setdefault(seat.game_id, []).append(seat)
        if game.table is not None:
            game.table.round.event = event
    sessions = sessions_of(list(games.values()))
    found = {}
    for key, game in games.items():
        table, now, session = game.table, game, sessions[key]
        if is_time_up(session, moment_in(game)):
            now, session = look(game)
            now.table = table
        assert table is not None  # noqa: S101  they were found by it
        found[table.number] = Scene(now, session, tuple(seats[key]), None, is_host=False)
    return found


def _row(
    request: HttpRequest,
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    table: TableRecord,
    scene: Scene | None,
) -> dict[str, Any]:
    """A table as the page shows it."""
    told: dict[str, Any] = {
        "number": table.number,
        "state": table.on_devices.value,
        "words": STATES[table.on_devices],
        "players": [record.name_of(seat.player) for seat in table.seats],
        "result": table.state.value,
    }
    if scene is None:
        return told | {"closed": reason_not_to_play(record, played, table)}
    game = scene.game
    until = game.ended_at + timedelta(minutes=SILENT_AFTER) if game.ended_at else None
    is_late = until is not None and timezone.now() >= until and game.reported_at is None
    frame = scene.frame()
    return told | {
        "words": "starting tiles" if game.begun_at and is_drawing_starts(scene.session) else told["words"],
        "code": game.code,
        "saying": frame["saying"],
        "since": frame["at"] or game.opened_at,
        "acts": scene.session.number,
        "board": frame["board"] if scene.session.number else "",
        "rows": frame["players"],
        "is_over": scene.session.is_over,
        "is_playing": game.state == GameState.PLAYING.value,
        "is_paused": scene.session.paused,
        "address": page("desk_game", event, played.number, table.number),
        "asked_back": scene.asked_back,
        "once": secrets.token_urlsafe(12),
        "n": scene.session.number + 1,
        "here": [seat.name for seat in scene.seats if seat.hello_at is not None],
        "away": [seat.name for seat in scene.seats if seat.hello_at is None],
        "agreed": [
            f"{seat.name} (accepted by {seat.accepted_by_name})" if seat.accepted_by_name else seat.name
            for seat in scene.seats
            if seat.agreed_at is not None
        ],
        "silent": [
            {
                "player": seat.entry.number,
                "name": seat.name,
                "is_late": is_late,
                "refuses": seat.refused_at is not None,
            }
            for seat in scene.seats
            if scene.session.is_over and seat.agreed_at is None and seat.entry is not None
        ],
        "may_stop": table.on_devices is OnDevices.OPEN and played.state is RoundState.PUBLISHED,
    }


def _codes(request: HttpRequest, event: Event, played: RoundRecord) -> list[dict[str, Any]]:
    """The code on the slip of each table whose players still come, as an address that a phone scans."""
    tables = [table for table in played.tables if table.on_devices in (OnDevices.OPEN, OnDevices.PLAYING)]
    found = codes_of(event, [table_subject(played.number, table.number) for table in tables])
    codes = []
    for subject, code in found.items():
        path = reverse("claim_table", args=[event.slug, subject.round, subject.number, code])
        address = f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else request.build_absolute_uri(path)
        codes.append({"number": subject.number, "address": address, "can_scan": not is_loopback(address)})
    return codes


def _stamp(record: EventRecord, rows: list[dict[str, Any]]) -> str:
    """What the page shows that may change: another one where there is something new."""
    shown = [
        (
            row["state"],
            row.get("acts"),
            row.get("here"),
            row["asked_back"].mark if row.get("asked_back") else "",
            row.get("agreed"),
            [(seat["is_late"], seat["refuses"]) for seat in row.get("silent", ())],
        )
        for row in rows
    ]
    return blake2b(repr((record.version, shown)).encode(), digest_size=8).hexdigest()


@leads_to_its_page
@answers_again
@require_POST
def play(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Open the game of one table."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    seats = table_of(round_of(record, number), table).seats
    typed = [seat.starting_tile for seat in seats if seat.starting_tile]
    if typed and "confirmed" not in request.POST:
        return ask(
            request,
            event,
            record,
            title=f"Play table {table} on devices?",
            loses=f"Starting tiles {', '.join(typed)} were typed; on devices new ones are drawn.",
            action=page("desk_play_on_devices", event, number, table),
            label="Play on devices",
            cancel_url=page("desk_boards", event, number),
        )
    return act_and_go(
        request,
        lambda: play_on_devices(event, actor_of(request), number, table),
        f"Table {table} plays on devices. Its players scan the code of its slip.",
        page("desk_boards", event, number),
        undoes_on=event,
    )


@leads_to_its_page
@answers_again
@require_POST
def stop(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Close the game of a table in which nothing was done."""
    event = event_to_direct(request, slug)
    table_of(round_of(record_of(event), number), table)
    return act_and_go(
        request,
        lambda: play_at_the_table(event, actor_of(request), number, table),
        f"Table {table} plays with board and tiles.",
        page("desk_boards", event, number),
    )


@leads_to_its_page
@answers_again
@require_POST
def accept(request: HttpRequest, slug: str, number: int, table: int, player: int) -> HttpResponse:
    """Accept the result of a game for a seat that stays silent."""
    event = event_to_direct(request, slug)
    table_of(round_of(record_of(event), number), table)
    return act_and_go(
        request,
        lambda: accept_for_seat(event, actor_of(request), number, table, PlayerId(player)),
        f"Accepted for the silent seat of table {table}.",
        page("desk_boards", event, number),
    )


@leads_to_its_page
@answers_again
@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept what all tables agreed to and close the round; over a game that is not played out it is asked why."""
    event = event_to_direct(request, slug)
    reason = str(request.POST.get("reason", "")).strip()
    record = record_of(event)
    played = round_of(record, number)
    playing = going_on(played)
    if (
        playing
        and played.state is RoundState.PUBLISHED
        and not reason
        and all(table.has_result for table in played.tables)
    ):
        return ask_why(request, event, record, played)
    return act_and_go(
        request,
        lambda: close_with_agreed(event, actor_of(request), number, reason),
        f"{title_of_round(record, number)} is closed and counts.",
        page("desk_standings", event),
        undoes_on=event,
        refused_to=page("desk_boards", event, number),
    )


def ask_why(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> HttpResponse:
    """Ask why a round is closed while a game on devices has not been played out."""
    name = name_of_round(record, played.number)
    return ask(
        request,
        event,
        record,
        title=f"Close {name} while a table still plays?",
        loses=f"{said_of_going_on(played, going_on(played))} Its game stays as it is; nothing of it is handed in once the round is closed.",
        action=page("desk_close", event, played.number),
        label=f"Close {name}",
        cancel_url=page("desk_boards", event, played.number),
        reason="Why it is closed all the same",
    )
