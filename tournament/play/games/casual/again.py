"""Play again: one new game with the terms of one that is over, in which everybody has a seat, one place further round the table."""

from __future__ import annotations

from django.db import transaction
from django.utils.crypto import salted_hmac

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.seats.sitting import open_for_people
from tournament.play.games.services.kept import terms_of
from tournament.play.games.services.marks import tell
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.writing import locked
from tournament.play.programs.seats.sitting import check_room, token_of_program
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.services.changes import RefusedError


@transaction.atomic
def play_again(game: Game) -> tuple[Game, bool]:
    """The game that is played after one, and whether this opened it: however many ask, there is one.

    Whoever joined second draws first now. A seat waits for its player, whose own token of the game before leads to it
    (`token_after`); a program keeps its level. Raises RefusedError while the game is not over, for one of an event, and as `open_game`.
    """
    row = locked(game.pk)
    if row.state != GameState.OVER.value:
        raise RefusedError("The game is not over; play again when it is.")
    if row.table_id is not None:
        raise RefusedError("A game of an event is played once; open a game of your own to go on.")
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
    row.save(update_fields=["last"])  # so that PostgreSQL tells whoever waits for it
    tell(row.pk)
    return new, True


def token_after(new: Game, old: GameSeat) -> str:
    """The token that whoever held a seat has in the game after: always the same, so that asking twice loses nothing."""
    return salted_hmac("tournament.game.after", f"{new.code} {old.token_hash}", algorithm="sha256").hexdigest()
