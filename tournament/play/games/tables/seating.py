"""The phones of a table and the hands that they hold: each phone takes the hand of the player to whom it belongs.

The way from a table's phone to its game: a player's own phone takes the hand, a shared phone shows the board.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tournament.access.devices import check_alive, spend, subject_of
from tournament.models import Device, Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import SEAT, remember
from tournament.play.games.services.seats import say_hello
from tournament.public.devices.claiming import to_game
from tournament.public.devices.holding import PhoneRequest, phone_page
from tournament.public.devices.mine import page_of
from tournament.record.devices import DeviceSubject
from tournament.record.vocabulary import PlayerId
from tournament.services.changes.refusals import RefusedError
from tournament.tellings.hall import moved_words
from wording import gettext as _


@transaction.atomic
def take_hand(device: Device) -> GameSeat:
    """Give a phone the hand of its player; the game begins when the last hand is taken. A second call changes nothing.

    Raises DeviceRefusedError where the round is over, RefusedError where the phone has no hand there, or another one holds it.
    """
    game = game_at(device)
    check_alive(device.event, subject_of(device))
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if device.entry is None:
        raise RefusedError(
            _("The whole table shares this phone, so it shows the board. Each hand is on the player's own phone.")
        )
    seat = locked.seats.select_related("game", "entry").filter(entry=device.entry).first()
    if seat is None:
        record = record_of(device.event)
        raise RefusedError(
            moved_words(record, record.round(device.round_number), PlayerId(device.entry.number), device.number)
            or _(
                "{player} has no hand at table {number}. Ask the director.",
                player=device.entry.said,
                number=device.number,
            )
        )
    if seat.token_hash != device.token_hash:
        holder = holder_of(seat)
        if holder is not None and holder.voice != device.voice:
            raise RefusedError(
                _(
                    "Another phone has {player}’s hand. If that phone is yours, sign it out; otherwise, ask the director.",
                    player=seat.name,
                )
            )
        seat.token_hash, seat.claimed_at = device.token_hash, timezone.now()
        seat.save(update_fields=["token_hash", "claimed_at"])
    _withdraw_earlier_agreement(locked, seat, device)
    say_hello(seat)
    return seat


def _withdraw_earlier_agreement(game: Game, seat: GameSeat, device: Device) -> None:
    """Withdraw an agreement that the same browser gave earlier for another player, unless the result is handed in."""
    if not device.browser or game.reported_at is not None:
        return
    earlier = Device.objects.filter(event=device.event_id, browser=device.browser).exclude(pk=device.pk)
    held = game.seats.filter(token_hash__in=earlier.values("token_hash")).exclude(pk=seat.pk)
    held.filter(accepted_by=None).update(agreed_at=None)


def game_at(device: Device) -> Game:
    """The game of a phone's table; RefusedError where the table does not play on devices."""
    found = Game.objects.filter(
        table__round__event=device.event_id, table__round__number=device.round_number, table__number=device.number
    ).first()
    if found is None:
        raise RefusedError(_("Table {number} is not playing on phones or tablets.", number=device.number))
    return found


def holder_of(seat: GameSeat) -> Device | None:
    """Return the phone that holds a seat; None where there is none, or it was withdrawn. No hand becomes free by time."""
    found = Device.objects.select_related("event", "entry")
    return found.filter(token_hash=seat.token_hash, withdrawn_at=None).first()


def _holding_phones() -> QuerySet[Device]:
    """The phones that hold the seat of an outer query."""
    return Device.objects.filter(token_hash=OuterRef("token_hash"), withdrawn_at=None)


def _seats_at(event: int, round_number: int, table: int) -> QuerySet[GameSeat]:
    """The seats of the game at a table of an event, which is given by its primary key."""
    return GameSeat.objects.filter(
        game__table__round__event=event, game__table__round__number=round_number, game__table__number=table
    )


def held_hands(event: Event, subject: DeviceSubject, apart_from: Device | None = None) -> list[str] | None:
    """Return the names of players whose hands phones other than ``apart_from`` hold; None where the table has no game. One query."""
    seats = _seats_at(event.pk, subject.round, subject.number).annotate(is_held=Exists(_holding_phones()))
    rows = seats.order_by("place").values_list("name", "is_held", "token_hash")
    own = apart_from.token_hash if apart_from else ""
    return [name for name, is_held, token in rows if is_held and token != own] if rows else None


def is_held_elsewhere(device: Device) -> bool:
    """Whether another valid phone holds the hand of the player to whom a phone belongs; one query."""
    seats = _seats_at(device.event_id, device.round_number, device.number).filter(entry=device.entry_id)
    others = _holding_phones().exclude(browser=device.browser) if device.browser else _holding_phones()
    return seats.exclude(token_hash=device.token_hash).filter(Exists(others)).exists()


def hand_of(device: Device) -> tuple[bool, str]:
    """Return whether a phone's table plays on devices, and the game's code if the phone holds a hand in it, else ""; one query."""
    seats = _seats_at(device.event_id, device.round_number, device.number)
    rows = list(seats.values_list("game__code", "token_hash"))
    return bool(rows), next((code for code, held in rows if held == device.token_hash), "")


def redirect_to_game(device: Device, secret: str) -> HttpResponse:
    """Give a phone the hand of its player and redirect there, or to the board where the table shares the phone.

    ``secret`` is the phone's token, which the browser then also sends to the pages of the game.

    Raises RefusedError where the table has no game, or another phone holds that hand; DeviceRefusedError where the round is over.
    """
    if device.entry is None:
        code, to = game_at(device).code, "game_board"
    else:
        code, to = take_hand(device).game.code, "game_hand"
    answer = redirect(to, code)
    remember(answer, code, SEAT, secret)
    return answer


@phone_page("POST", at_table=True)
def take(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Take the hand of this phone's player and redirect to it; a phone that the table shares is redirected to the board."""
    spend(phone.device)
    try:
        return to_game(phone)
    except RefusedError as refusal:
        return page_of(request, phone, str(refusal), 409)
