"""What the application of events asks of games on devices, as `tournament.services.on_devices.following` declares it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.acquire.play.devices.deciding import ARBITER, decide
from tournament.models import Event
from tournament.play.games.models import Game
from tournament.play.games.pages.shown_game import shown_game_of
from tournament.play.games.services.acting import locked_game, moment_in, write, write_due
from tournament.play.games.services.sessions import chooser_of, session_of
from tournament.play.games.tables import opening, seating
from tournament.record.vocabulary import GameState
from tournament.services.on_devices.following import RoundAndTable


class TableGames:
    """The answers about games on devices at the tables of events."""

    def tables_with_a_game(self, tables: Collection[int]) -> set[int]:
        """Return those of the given tables (primary keys) that have a game."""
        return {table for table in Game.objects.filter(table__in=tables).values_list("table", flat=True) if table}

    def unfinished(self, event: Event) -> tuple[int, ...]:
        """The numbers of the tables with a game that has begun and is not handed in."""
        playing = Game.objects.filter(table__round__event=event, last__gt=0, reported_at=None)
        return tuple(sorted({number for number in playing.values_list("table__number", flat=True) if number}))

    def code_at(self, event: Event, round_number: int, table: int) -> str:
        """The code of the game at a table, empty where it has none."""
        games = Game.objects.filter(table__round__event=event, table__round__number=round_number, table__number=table)
        return games.values_list("code", flat=True).first() or ""

    holders = staticmethod(seating.held_hands)
    is_held_elsewhere = staticmethod(seating.is_held_elsewhere)
    hand_of = staticmethod(seating.hand_of)
    enter = staticmethod(seating.redirect_to_game)
    prepare_restored = staticmethod(opening.prepare_restored)
    check_restored = staticmethod(opening.check_games)
    phones_kept = staticmethod(opening.phones_kept)

    def at_calls(self, event: Event, places: Collection[RoundAndTable]) -> Mapping[RoundAndTable, dict[str, Any]]:
        """Return the context of each running game at these tables: whether it is paused, what goes on, and who asks to take a tile back."""
        if not places:
            return {}
        rows = Game.objects.filter(table__round__event=event, state=GameState.PLAYING.value)
        found = {}
        for game in rows.filter(table__number__in={table for _, table in places}).select_related("table__round"):
            assert game.table is not None  # noqa: S101  they were found by it
            place = (game.table.round.number, game.table.number)
            if place in places:
                shown = shown_game_of(game)
                found[place] = {
                    "address": reverse("desk_game", args=[event.slug, *place]),
                    "is_paused": shown.session.paused,
                    "saying": shown.now_words(),
                    "asked_back": shown.asked_back,
                    "once": secrets.token_urlsafe(12),
                    "n": shown.session.number + 1,
                }
        return found

    def set_paused(self, event: Event, round_number: int, since: datetime, *, is_paused: bool) -> None:
        """Pause the running games of a round, or let those go on that were paused from ``since`` on; earlier ones are rulings."""
        games = Game.objects.filter(table__round__event=event, table__round__number=round_number)
        for key in games.filter(state=GameState.PLAYING.value).values_list("pk", flat=True):
            row = locked_game(key)
            at = moment_in(row)
            session = write_due(row, session_of(row), at)
            is_ruling = not is_paused and session.at < moment_in(row, since)
            if session.is_over or session.paused is is_paused or is_ruling:
                continue
            order = {"act": "pause" if is_paused else "resume"}
            write(row, session, decide(session, ARBITER, order, at=at, choose=chooser_of(row.seed)))
