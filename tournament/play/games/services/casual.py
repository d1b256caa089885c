"""What only casual games have: a host who may be away, and a rematch with the same players.

Ruling: whoever opened a casual game is its host. A host who was not heard of for an hour is away: then an order that two seats ask for
within ten minutes is done as if the host gave it. Their reasons may differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.installation.device_mark import keyed_digest
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked
from tournament.play.games.services.changes import announce_change
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.play.games.services.sessions import terms_of
from tournament.play.programs.seats import check_room, token_of_program
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.services.changes import RefusedError
from wording import gettext as _
from wording.figures import whole as figure

AWAY_AFTER = timedelta(hours=1)
TOGETHER = timedelta(minutes=10)
NOTED_EVERY = timedelta(minutes=1)
LONGEST_DELAY = 3_600
"""The largest delay of watchers in seconds."""


def note_host(game: Game, now: datetime | None = None) -> None:
    """Store that the host of a game sent a request now; written at most once a minute."""
    now = now or timezone.now()
    if game.host_seen_at is None or now - game.host_seen_at >= NOTED_EVERY:
        Game.objects.filter(pk=game.pk).update(host_seen_at=now)
        game.host_seen_at = now


def is_host_away(game: Game, now: datetime | None = None) -> bool:
    """Whether the host of a casual game was not heard of for an hour; always False at a table of an event, where the director rules."""
    heard = game.host_seen_at or game.opened_at
    return game.table_id is None and (now or timezone.now()) - heard >= AWAY_AFTER


@transaction.atomic
def ask_together(seat: GameSeat, order: Mapping[str, Any], now: datetime | None = None) -> bool:
    """Store an order that a seat asks for while the host is away; return True if another seat asks for the same.

    The caller then does the order, which is removed from the seats. Raises RefusedError where the host is back.
    """
    now, game = now or timezone.now(), locked(seat.game_id)
    if not is_host_away(game, now):
        raise RefusedError(_("The host is back. Ask the host."))
    plain = {key: value for key, value in order.items() if key != "reason"}
    others = game.seats.exclude(pk=seat.pk).filter(asked_at__gt=now - TOGETHER)
    if any(other.asks == plain for other in others):
        game.seats.update(asks=None, asked_at=None)
        return True
    game.seats.filter(pk=seat.pk).update(asks=plain, asked_at=now)
    return False


def set_watch_delay(game: Game, seconds: int) -> None:
    """Set by how many seconds watchers see a game late; RefusedError beyond an hour."""
    if not 0 <= seconds <= LONGEST_DELAY:
        raise RefusedError(_("Enter a delay of 0 to {most} seconds.", most=figure(LONGEST_DELAY)))
    Game.objects.filter(pk=game.pk).update(watch_delay=seconds)


@transaction.atomic
def play_again(game: Game) -> tuple[Game, bool]:
    """Return the rematch of a game, and whether this call opened it; there is only one, however many players ask.

    The player who joined second draws first there. Each seat is reserved for its player, whose new token follows from the old one
    (`token_after`); a program keeps its level. Raises RefusedError while the game is not over, for a game of an event, and where
    `open_game` does.
    """
    row = locked(game.pk)
    if row.state != GameState.OVER.value:
        raise RefusedError(_("The game is not over. Play again when it is."))
    if row.table_id is not None:
        raise RefusedError(_("A game of an event is played once. Open a game of your own to go on."))
    found = row.after.order_by("pk").first()
    if found is not None:
        return found, False
    terms, seats = terms_of(row), list(row.seats.order_by("place"))
    if any(seat.program for seat in seats):
        check_room()
    names = [player.name for player in terms.header.players]
    new = open_for_people(
        GameOrder(terms.header.edition, names, terms.minutes, terms.holdings.value, opened_from=row.opened_from or "")
    )
    Game.objects.filter(pk=new.pk).update(before=row)
    for place, old in enumerate([*seats[1:], *seats[:1]]):
        token = token_of_program(new.code, place) if old.program else token_after(new, old)
        new.seats.filter(place=place).update(name=old.name, program=old.program, token_hash=hash_of(token))
    row.save(
        update_fields=["last"]
    )  # an update without change, so that PostgreSQL notifies those who wait for the game
    announce_change(row.pk)
    return new, True


def token_after(new: Game, old: GameSeat) -> str:
    """Return the token of a player in the rematch. It follows from that in the old game, so asking twice gives the same one."""
    return keyed_digest("tournament.game.after", f"{new.code} {old.token_hash}")
