"""What only casual games have: a host who may be away, and a rematch with the same players.

Ruling: whoever opened a casual game is its host. A host who was not heard of for an hour is away: then any player rules as the host does.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournament.installation.device_mark import keyed_digest
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked_game
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.play.games.services.sessions import announce_change, terms_of
from tournament.play.programs.seats import check_room, token_of_program
from tournament.record.devices import hash_of
from tournament.record.vocabulary import GameState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _

AWAY_AFTER = timedelta(hours=1)
NOTED_EVERY = timedelta(minutes=1)


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
def play_again(game: Game) -> tuple[Game, bool]:
    """Return the rematch of a game, and whether this call opened it; there is only one, however many players ask.

    The player who joined second draws first there. Each seat is reserved for its player, whose new token follows from the old one
    (`token_after`); a program keeps its level. Raises RefusedError while the game is not over, for a game of an event, and where
    `open_game` does.
    """
    row = locked_game(game.pk)
    if row.state != GameState.OVER.value:
        raise RefusedError(_("The game is not over yet. Try again once it is."))
    if row.table_id is not None:
        raise RefusedError(_("A game at an event is played only once. To play again, open a game of your own."))
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
    row.save(update_fields=["last"])  # without change, so that PostgreSQL notifies those who wait for the game
    announce_change(row.pk)
    return new, True


def token_after(new: Game, old: GameSeat) -> str:
    """Return the token of a player in the rematch. It follows from that in the old game, so asking twice gives the same one."""
    return keyed_digest("tournament.game.after", f"{new.code} {old.token_hash}")
