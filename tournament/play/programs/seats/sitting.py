"""Let a program sit on a free seat of a casual game, as what it is: it is called a program, and plays at a level that everybody sees.

A program's token follows from the installation's secret, the game's code and the place. So a process of this installation finds it
again whatever was killed meanwhile, nobody else can know it, and nothing of it is stored but its hash.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.opponents.levels import LEVELS, Level, level_named
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked
from tournament.play.games.services.marks import tell
from tournament.play.games.services.seats import is_free
from tournament.play.programs.seats.finding import is_with_programs, played_now
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.record.names import name_key
from tournament.services.changes import RefusedError


def token_of_program(code: str, place: int) -> str:
    """The token of a program at a place of the game with a code: always the same, and known to this installation alone."""
    return salted_hmac("tournament.game.program", f"{code} {place}", algorithm="sha256").hexdigest()


def level_of(typed: str) -> Level:
    """The level of that name; RefusedError where there is none."""
    try:
        return level_named(typed)
    except KeyError:
        raise RefusedError("Choose a level from the list.") from None


def title_of(program: str) -> str:
    """What a program at the level of that name can do, in words; the name itself where a later version knew more levels."""
    return next((level.title for level in LEVELS if level.name == program), program)


def name_of_program(level: Level, taken: Iterable[str]) -> str:
    """What a program at a level is called among these names."""
    keys, name, number = {name_key(each) for each in taken}, f"Program {level.name.capitalize()}", 1
    called = name
    while name_key(called) in keys:
        number += 1
        called = f"{name} {number}"
    return called


@transaction.atomic
def sit_program(game: Game, place: int, typed: str) -> None:
    """Let a program of the level of that name sit at a place that is free; it comes as soon as a process plays it.

    A program of that level that sits there already stays. Raises RefusedError where there is no such level, the game has begun or is
    one of an event, somebody has the seat, or the installation plays as many games with programs as it may.
    """
    level, row = level_of(typed), locked(game.pk)
    if row.table_id is not None:
        raise RefusedError("Programs never sit at a table of an event.")
    if row.state != GameState.LOBBY.value:
        raise RefusedError("The game has begun, so nobody sits down any more.")
    seats = list(row.seats.order_by("place"))
    seat = next((seat for seat in seats if seat.place == place), None)
    if seat is not None and seat.program == level.name:
        return
    if seat is None or not is_free(seat):
        raise RefusedError("That seat is taken; choose one that is free.")
    if not is_with_programs(row):
        check_room()
    take(seat, level, [each.name for each in seats if not is_free(each)])
    tell(row.pk)


def take(seat: GameSeat, level: Level, taken: Iterable[str]) -> None:
    """Give a seat of a locked game to a program, which has not come yet."""
    seat.name, seat.program = name_of_program(level, taken), level.name
    seat.token_hash = hash_of(token_of_program(seat.game.code, seat.place))
    seat.hello_at = seat.link_hash = seat.claimed_at = None
    seat.save(update_fields=["name", "program", "token_hash", "hello_at", "link_hash", "claimed_at"])


def check_room() -> None:
    """Refuse one more game with programs, by RefusedError with what to do, where programs play none or as many as they may."""
    if not settings.PROGRAMS:
        raise RefusedError(
            "Programs do not play here; whoever runs this installation can let them (TOPTABLE_PROGRAMS)."
        )
    most = settings.PROGRAM_GAMES
    if played_now(timezone.now()) >= most:
        raise RefusedError(
            f"Programs play {most} game{'s' * (most != 1)} at once already, as many as this installation allows "
            "(TOPTABLE_PROGRAM_GAMES). Try again in some minutes; a game whose people went away counts no more after ten."
        )
