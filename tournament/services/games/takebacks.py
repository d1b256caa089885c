"""Ask to take a tile back by the hand (R23-R26): whoever rules is told, and lets it be done or says that the tile stays.

Ruling: only whoever played the last tile asks, and only as long as it could be taken back; with the next act the request is gone. At a
table of an event it is a call for the director, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices import Session
from games.acquire.play.devices.deciding import RetractableTile, retractable
from tournament.day.calls import CallKind
from tournament.models import Call, Game, GameAct, GameSeat
from tournament.services.at_table.calls import answer_call, call_director, cancel_call
from tournament.services.changes import By, RefusedError, whole
from tournament.services.games.at_tables.seating import event_of, holder_of
from tournament.services.games.kept import session_of
from tournament.services.games.marks import tell
from tournament.services.games.writing import locked

LONGEST_REASON = 120
_ACT = "takeback"


@dataclass(frozen=True, slots=True)
class AskedBack:
    """A request to take a tile back: whose, which tile, why, since when, and whether it was declined."""

    seat: GameSeat
    played: RetractableTile
    reason: str
    since: datetime | None
    is_declined: bool

    @property
    def mark(self) -> str:
        """Another one for each state of a request, for the stamp of a page."""
        return "d" if self.is_declined else "q"


def asked_back_in(session: Session, seats: Iterable[GameSeat]) -> AskedBack | None:
    """What is asked for in a game as it stands, declined or not; None where nobody asks, or the tile cannot be taken back any more."""
    asking = [(seat, asks) for seat in seats if (asks := seat.asks or {}).get("act") == _ACT and "n" in asks]
    played = retractable(session) if asking else None
    if played is None:
        return None
    return next(
        (
            AskedBack(seat, played, asks["reason"], seat.asked_at, bool(asks.get("declined")))
            for seat, asks in asking
            if (seat.place, asks["n"]) == (played.place, played.number)
        ),
        None,
    )


@transaction.atomic
def ask_to_take_back(seat: GameSeat, reason: str) -> None:
    """Note that a seat asks to take its tile back, and at a table of an event call the director. Asked twice for one tile it is asked once.

    Raises RefusedError where there is no such tile any more, DeviceRefusedError where the phone has called too much.
    """
    if seat.game.table_id is not None:
        event_of(seat.game)  # before the game, as every act of the event locks it
    game = locked(seat.game_id)
    played = retractable(session_of(game))
    if played is None or played.place != seat.place:
        raise RefusedError("This tile cannot be taken back any more by a request; call whoever rules (R23-R26).")
    row = game.seats.get(pk=seat.pk)
    if row.asks and row.asks.get("n") == played.number and not row.asks.get("declined"):
        return
    said = whole(" ".join(reason.replace("\x00", "").split()), LONGEST_REASON, "What happened")
    device = holder_of(seat) if game.table_id is not None else None
    called = None
    if device is not None:
        words = f"{seat.name} asks to take {played.tile} back (R23-R26){': ' if said else ''}{said}"
        called = call_director(device, CallKind.RULE, words, is_fresh=True).called_at.isoformat()
    row.asks = {"act": _ACT, "n": played.number, "reason": said, "called": called}
    row.asked_at = timezone.now()
    row.save(update_fields=["asks", "asked_at"])
    tell(game.pk)


@transaction.atomic
def withdraw_request(seat: GameSeat) -> None:
    """Ask no more, and cancel the call that was made for it."""
    row = GameSeat.objects.select_related("game__table__round").get(pk=seat.pk)
    if not row.asks or row.asks.get("act") != _ACT:
        return
    device, call = holder_of(row), _call_of(row)
    if device is not None and call is not None:
        cancel_call(device, call)
    GameSeat.objects.filter(pk=row.pk).update(asks=None, asked_at=None)
    tell(row.game_id)


def _call_of(seat: GameSeat) -> int | None:
    """The call that waits for a seat's request; it is known by its moment, which an archive keeps."""
    table, called = seat.game.table, (seat.asks or {}).get("called")
    if table is None or not called:
        return None
    here = Call.objects.filter(
        event=table.round.event_id, round_number=table.round.number, table_number=table.number, kind=CallKind.RULE.value
    )
    waits = here.filter(called_at=datetime.fromisoformat(called), answered_at=None, cancelled_at=None)
    return waits.values_list("pk", flat=True).first()


@transaction.atomic
def settle_request(game: Game, by: By, note: str, *, is_granted: bool) -> None:
    """What whoever rules did about a request: where it was granted it is gone, else its player reads that the tile stays.

    Its call, which a director or helper (``by``) need not answer twice, is answered with the note.
    """
    for seat in game.seats.select_related("game__table__round").filter(asks__act=_ACT):
        if call := _call_of(seat):
            answer_call(event_of(game), by, call, note)
        seat.asks = None if is_granted else {**(seat.asks or {}), "declined": True}
        seat.asked_at = None if is_granted else timezone.now()
        seat.save(update_fields=["asks", "asked_at"])
    tell(game.pk)


def taken_back_before(game: Game, player: str) -> int:
    """How many tiles a player (by ID) has taken back: at a table of an event in all its games, for the first is without penalty (R23)."""
    table = game.table
    games = {"game__table__round__event": table.round.event_id} if table is not None else {"game": game}
    return GameAct.objects.filter(**games, body__act=_ACT, body__player=player).count()
