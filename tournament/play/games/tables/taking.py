"""Where a phone of a table that plays on devices goes: to its hand, or to the board; it is known there by the secret that it holds."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.models import Device
from tournament.play.games.pages.cookies import SEAT, remember
from tournament.play.games.tables.seating import game_at, take_hand


def lead_to_game(device: Device, secret: str) -> HttpResponse:
    """Take the hand of a phone's holder, or only look where the table shares it, and lead there.

    Raises RefusedError where the table plays none, or another phone holds that hand; DeviceRefusedError where the round is over.
    """
    if device.entry is None:
        code, to = game_at(device).code, "game_board"
    else:
        code, to = take_hand(device).game.code, "game_hand"
    answer = redirect(to, code)
    remember(answer, code, SEAT, secret)
    return answer
