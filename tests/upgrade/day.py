"""A day of the present version for a fixture: reports of every kind, by phones too, disputes, a log begun at a table, calls and a clock."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament.slices.scribing import SentEntry


def main() -> None:
    """Play the day in the database at hand."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.build import director_of
    from tests.tournament.tellings.awkward import awkward_event, play_through
    from tournament.models.queries import record_of
    from tournament.record.event import SeatRecord, TableRecord
    from tournament.record.vocabulary import DisputeState
    from tournament.services.results.reports import correct_result
    from tournament.slices.disputes.acts import open_dispute, settle_dispute

    event = awkward_event("A Day of Reports")
    list(play_through(event))
    actor = director_of(event)
    seats = record_of(event).round(1).table(1).seats
    dispute = open_dispute(event, actor, 1, 1, "was a share counted twice?")
    figures = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 100) for seat in seats)
    correct_result(event, actor, 1, TableRecord(1, figures), "counted again")
    settle_dispute(event, actor, dispute, DisputeState.RULED, "counted again, and it was")
    open_dispute(event, actor, 4, 1, "which chain went first?")
    _write_at_the_table()
    _report_by_phones()
    _play_on_devices()
    _play_a_table_on_devices()
    _play_against_programs()


def _play_against_programs() -> None:
    """Somebody opens a game against two programs, which have not come yet; an event shows what everybody was worth."""
    from django.conf import settings

    from tests.build import make_event
    from tournament.play.games.services.opening import GameOrder
    from tournament.play.programs.seats import open_against

    settings.GAMES, settings.PROGRAMS = True, 1
    open_against(GameOrder("mso", []), "Player", ["thumb", "chance"], "the key of a form once")
    make_event(4, name="A Day of Insight", shows_insight=True)


def _play_a_table_on_devices() -> None:
    """A round is played on devices: one table to its end, agreed and handed in, the other one for some acts."""
    from django.conf import settings

    from tests.build import make_event, publish
    from tests.tournament.games.at_tables.hall import game_of, play, play_table, seated

    settings.GAMES = True
    event = make_event(8, name="A Day on Devices", on_devices=True)
    publish(event, 1)
    play_table(event, 1)
    seated(event, 2)
    play(game_of(event, 2), most=25)


def _play_on_devices() -> None:
    """A game without event is begun by three programs and played into its second turn."""
    from django.conf import settings

    from games.acquire.play.devices.questions import legal_documents
    from games.acquire.play.devices.session import pending_question
    from tests.tournament.games.tables import begun, one, seat_at
    from tournament.play.games.models import Game
    from tournament.play.games.services.acting import act
    from tournament.play.games.services.sessions import session_of

    settings.GAMES = True
    game = begun("mso", 3, minutes=20)
    for number in range(9):
        session = session_of(Game.objects.get(pk=game.pk))
        ask = pending_question(session)
        assert ask is not None
        sent = one(f"act {number}", session.number + 1, **legal_documents(session, ask)[0])
        assert act(seat_at(game, ask.seat), sent).answer[0]["t"] == "ack"


def _report_by_phones() -> None:
    """Two phones of a table differ about its result, call the director and press a clock; a helper is let in, and a round is planned."""
    from datetime import UTC, datetime

    from tests.build import asked_by_phone, director_of, make_event, publish
    from tests.tournament.keeping.test_restoring import by_phones
    from tournament.record.acts import Role
    from tournament.record.devices import RequestKind
    from tournament.record.rounds import PlannedStart
    from tournament.services.copying import plan_times
    from tournament.slices.helping import invite_helper

    event = make_event(8, name="A Day by Phones", players_report=True)
    publish(event, 1)
    by_phones(event)
    asked_by_phone(event, 3, RequestKind.LATE)
    plan_times(event, director_of(event), {2: PlannedStart(2, datetime(2027, 1, 2, 14, 0, tzinfo=UTC), "Room 2")})
    invite_helper(event, director_of(event), frozenset({Role.DESK}), name="Desk helper")


def _write_at_the_table() -> None:
    """Begin the log of a table on the scribe's board: a turn, one taken back, and one against the rules."""
    from tests.build import director_of, make_event, publish
    from tournament.models.queries import record_of
    from tournament.services.seats import set_starting_tiles
    from tournament.slices.scribing import SentEntry, begun_at, write_entries

    event = make_event(4, name="A Scribe's Cup")
    publish(event, 1)
    actor = director_of(event)
    seats = record_of(event).round(1).table(1).seats
    drawn = zip((seat.player for seat in seats), ("1A", "4C", "7F", "12I"), strict=True)
    set_starting_tiles(event, actor, 1, {1: dict(drawn)})
    players = [row["id"] for row in begun_at(event, 1, 1).opening["header"]["players"]]
    first, second = (turn(1, players[0], "2C"), turn(2, players[1], "9H"))
    another = SentEntry("turn 2 again", turn(2, players[1], "1A").events, True)
    write_entries(event, actor, 1, 1, 0, [first, second, SentEntry("back"), another])


def turn(number: int, player: str, tile: str) -> SentEntry:
    """The entry of a turn in which a player plays a tile and buys nothing."""
    from tournament.slices.scribing import SentEntry

    events: list[dict[str, object]] = [
        {"act": "turn", "player": player, "number": number},
        {"act": "play", "player": player, "tile": tile},
    ]
    return SentEntry(f"turn {number}", events)


if __name__ == "__main__":
    main()
