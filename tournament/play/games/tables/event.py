"""The event of a table's game, and the starting tiles that are drawn in the game and entered in the event (R4)."""

from __future__ import annotations

from games.acquire.board import tile_name
from games.acquire.play.devices.session import Session
from games.acquire.state import Phase
from tournament.models import Event
from tournament.play.games.models import Game
from tournament.record.vocabulary import PlayerId
from tournament.services.on_devices import take_starting_tiles


def event_of(game: Game) -> Event:
    """Return the event of a table's game, locked until the transaction ends."""
    return Event.objects.select_for_update(of=("self",)).get(
        pk=Event.objects.filter(rounds__tables=game.table_id).values("pk")[:1]
    )


def is_drawing_starts(session: Session) -> bool:
    """Whether players still draw starting tiles."""
    return session.state.phase is Phase.START


def fill_seats(event: Event, game: Game, session: Session) -> None:
    """Enter the starting tiles of a game at the seats of its table, as if the director had typed them (R4). The event must be locked."""
    assert game.table is not None  # noqa: S101  only games of tables have seats to fill
    seats = game.seats.select_related("entry").order_by("place")
    drawn = session.state.start_tiles
    tiles = {PlayerId(seat.entry.number): tile_name(drawn[seat.place]) for seat in seats if seat.entry is not None}
    table = game.table
    take_starting_tiles(event, table.round.number, table.number, tiles)
