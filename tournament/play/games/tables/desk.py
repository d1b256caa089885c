"""The desk's pages of games at tables: every board of a round, and the rulings in one game.

Ruling: rulings in a game are recorded in the game's own log, with their reasons; the event's log of changes has only the game's result.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.access.devices import codes_of
from tournament.access.pages import PAGES
from tournament.day.phones import SILENT_AFTER, going_on, is_ready, reason_not_to_play
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.rounds import ask_to_close
from tournament.draw.seating import name_of_round
from tournament.installation.addresses import is_loopback
from tournament.models import Event
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.rulings import RulingPage, answer
from tournament.play.games.pages.shown_game import ShownGame, shown_game_of
from tournament.play.games.services.acting import game_now, is_timeout_due, moment_in
from tournament.play.games.services.sessions import sessions_of
from tournament.play.games.tables.ending import accept_for_seat
from tournament.play.games.tables.event import is_drawing_starts
from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
from tournament.record.acts import Act
from tournament.record.devices import table_subject
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import GameState, OnDevices, PlayerId, RoundState
from tournament.services.on_devices import close_with_agreed
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

NOTHING_NEW = 204


@never_cache
@desk_page
def show(desk: Desk, number: int) -> HttpResponse:
    """Render all boards of a round, small; 204 to a page that already shows this state."""
    round_ = desk.round_(number)
    if round_.state is RoundState.DRAFT:
        return redirect(desk.address("desk_round", number))
    shown_games = _shown_games(desk.event, number)
    rows = [_row(desk, round_, table, shown_games.get(table.number)) for table in round_.tables]
    stamp = _stamp(desk.record, rows)
    if desk.request.headers.get("HX-Request") and desk.request.GET.get("s") == stamp:
        return HttpResponse(status=NOTHING_NEW)
    counts = {state: sum(table.on_devices is state for table in round_.tables) for state in OnDevices}
    return desk.page(
        "director/rounds/boards.html",
        "boards",
        number=number,
        played=round_,
        rows=rows,
        stamp=stamp,
        said=", ".join(f"{count} {state.words}" for state, count in counts.items() if count),
        is_playing=round_.state is RoundState.PUBLISHED,
        is_ready=is_ready(round_),
        name=name_of_round(desk.record, number),
        codes=_codes(desk, round_) if not has_everybody_come(shown_games) else [],
        silent_after=SILENT_AFTER,
    )


def has_everybody_come(shown_games: dict[int, ShownGame]) -> bool:
    """Whether the players of all seats in these games have come."""
    return all(seat.hello_at is not None for shown in shown_games.values() for seat in shown.seats)


def _shown_games(event: Event, number: int) -> dict[int, ShownGame]:
    """Return the games of a round by table number, after writing time-outs that are due; two queries if their sessions are cached."""
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
        if is_timeout_due(session, moment_in(game)):
            now, session = game_now(game)
            now.table = table
        assert table is not None  # noqa: S101  they were found by it
        found[table.number] = ShownGame(now, session, tuple(seats[key]), None, is_host=False)
    return found


def _row(desk: Desk, round_: RoundRecord, table: TableRecord, shown: ShownGame | None) -> dict[str, Any]:
    """The context of one table on the page; ``shown`` is its game, None if it does not play on devices."""
    record = desk.record
    context: dict[str, Any] = {
        "number": table.number,
        "state": table.on_devices.value,
        "words": table.on_devices.words,
        "players": [record.name_of(seat.player) for seat in table.seats],
        "result": table.state.value,
    }
    if shown is None:
        return context | {"closed": reason_not_to_play(record, round_, table)}
    game = shown.game
    until = game.ended_at + timedelta(minutes=SILENT_AFTER) if game.ended_at else None
    is_late = until is not None and timezone.now() >= until and game.reported_at is None
    frame = page_context(shown)
    return context | {
        "words": _("starting tiles") if game.begun_at and is_drawing_starts(shown.session) else context["words"],
        "code": game.code,
        "saying": frame["saying"],
        "since": frame["at"] or game.opened_at,
        "acts": shown.session.number,
        "board": frame["board"] if shown.session.number else "",
        "rows": frame["players"],
        "is_over": shown.session.is_over,
        "is_playing": game.state == GameState.PLAYING.value,
        "is_paused": shown.session.paused,
        "address": desk.address("desk_game", round_.number, table.number),
        "asked_back": shown.asked_back,
        "once": secrets.token_urlsafe(12),
        "n": shown.session.number + 1,
        "here": [seat.name for seat in shown.seats if seat.hello_at is not None],
        "away": [seat.name for seat in shown.seats if seat.hello_at is None],
        "agreed": [
            _("{player} (accepted by {account})", player=seat.name, account=seat.accepted_by_name)
            if seat.accepted_by_name
            else seat.name
            for seat in shown.seats
            if seat.agreed_at is not None
        ],
        "silent": [
            {
                "player": seat.entry.number,
                "name": seat.name,
                "is_late": is_late,
                "refuses": seat.refused_at is not None,
            }
            for seat in shown.seats
            if shown.session.is_over and seat.agreed_at is None and seat.entry is not None
        ],
        "may_stop": table.on_devices is OnDevices.OPEN and round_.state is RoundState.PUBLISHED,
    }


def _codes(desk: Desk, round_: RoundRecord) -> list[dict[str, Any]]:
    """The code of each table that still waits for players, with the address that a phone scans."""
    tables = [table for table in round_.tables if table.on_devices in (OnDevices.OPEN, OnDevices.PLAYING)]
    found = codes_of(desk.event, [table_subject(round_.number, table.number) for table in tables])
    codes = []
    for subject, code in found.items():
        path = reverse("claim_table", args=[desk.slug, subject.round, subject.number, code])
        address = (
            f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else desk.request.build_absolute_uri(path)
        )
        codes.append({"number": subject.number, "address": address, "can_scan": not is_loopback(address)})
    return codes


def _stamp(record: EventRecord, rows: list[dict[str, Any]]) -> str:
    """A digest that differs whenever the page would show something new."""
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


@desk_act
def play(desk: Desk, number: int, table: int) -> HttpResponse:
    """Open the game of one table."""
    typed = [seat.starting_tile for seat in desk.table(number, table).seats if seat.starting_tile]
    boards = desk.address("desk_boards", number)
    if typed and "confirmed" not in desk.request.POST:
        return desk.ask(
            _("Play on phones or tablets"),
            ngettext(
                "The starting tile {tiles} was entered. On phones or tablets, new tiles will be drawn.",
                "The starting tiles {tiles} were entered. On phones or tablets, new tiles will be drawn.",
                len(typed),
                tiles=listed(typed),
            ),
            boards,
            title=_("Play table {number} on phones or tablets?", number=table),
        )
    return desk.act(
        lambda: play_on_devices(desk.event, desk.actor, number, table),
        boards,
    )


@desk_act
def stop(desk: Desk, number: int, table: int) -> HttpResponse:
    """Close the game of a table that has not begun to play it."""
    desk.table(number, table)
    return desk.act(
        lambda: play_at_the_table(desk.event, desk.actor, number, table),
        desk.address("desk_boards", number),
    )


@desk_act
def accept(desk: Desk, number: int, table: int, player: int) -> HttpResponse:
    """Accept the result of a game for a player (by number) who neither agrees nor disagrees."""
    desk.table(number, table)
    return desk.act(
        lambda: accept_for_seat(desk.event, desk.actor, number, table, PlayerId(player)),
        desk.address("desk_boards", number),
    )


@desk_act
def close(desk: Desk, number: int) -> HttpResponse:
    """Accept the results to which all tables agreed and close the round; while a game still goes on, ask for a reason first."""
    round_, reason = desk.round_(number), desk.typed("reason")
    is_complete = round_.state is RoundState.PUBLISHED and all(table.has_result for table in round_.tables)
    if going_on(round_) and is_complete and not reason:
        return ask_to_close(desk, round_)
    return desk.act(
        lambda: close_with_agreed(desk.event, desk.actor, number, reason),
        desk.address("desk_standings"),
        refused_to=desk.address("desk_boards", number),
    )


@never_cache
@desk_form
def rule(desk: Desk, number: int, table: int) -> HttpResponse:
    """Render the page of rulings for a table's game, or do an order; Http404 where the table does not play on devices."""
    if desk.own_table is not None:
        raise PermissionDenied(desk.own_table.sentence)
    if desk.is_post and not desk.may(Act.GIVE_TIME):
        raise PermissionDenied(
            _("{event} is archived and can only be read; a director can bring it back.", event=desk.event.name)
        )
    desk.table(number, table)
    games = Game.objects.select_related("table__round__event").filter(
        table__round__event=desk.event, table__round__number=number
    )
    game = games.filter(table__number=table).first()
    if game is None:
        raise Http404(_("Table {number} is not playing on phones or tablets.", number=table))

    def around(shown: ShownGame) -> dict[str, Any]:
        return desk.context(number=number, table=table, code=shown.game.code)

    def read() -> ShownGame:
        return shown_game_of(Game.objects.get(pk=game.pk))

    phones = desk.address("desk_table_phones", number, table)
    back = {"boards": desk.address("desk_boards", number)}
    if "desk_calls" in PAGES:
        back["calls"] = desk.address("desk_calls")
    address, template = desk.address("desk_game", number, table), "director/at_table/game.html"
    page = RulingPage(read, around, address, template, phones=phones, back=back, by=desk.user)
    return answer(desk.request, page, shown_game_of(game))
