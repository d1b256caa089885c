"""What stands around every page of a game: the event's table, who may enter, the socket, and the page to which a form leads back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.access import roles_of
from tournament.access.devices import DeviceRefusedError, device_of
from tournament.access.pages import is_allowed
from tournament.day.at_table import CallKind
from tournament.installation.addresses import without_port
from tournament.models import Call, Device, Event, Table
from tournament.play.games.models import Game
from tournament.public.devices.holding import following_context
from tournament.record.devices import table_subject
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class TableOfGame:
    """The table of an event at which a game is played."""

    event: Event
    round: int
    table: int
    holder: int | None = None
    """The number of the player whose phone asks; None where the table shares it, and for everybody else."""

    @property
    def name(self) -> str:
        """The title of the game's pages."""
        return _("Round {round}, table {table}", round=self.round, table=self.table)

    @property
    def url(self) -> str:
        """The address of the page of the phone that asks, or of the table's phones."""
        numbers = [self.holder] if self.holder else [self.round, self.table]
        return reverse("mine", args=[self.event.slug, *numbers])

    def waits_for_director(self) -> bool:
        """Whether the table has called the director about a disputed result and the call is still open; one query."""
        return Call.objects.filter(
            event=self.event,
            round_number=self.round,
            table_number=self.table,
            kind=CallKind.DISPUTE.value,
            answered_at=None,
            cancelled_at=None,
        ).exists()


def table_of_game(game: Game, holder: int | None = None) -> TableOfGame | None:
    """The table of an event at which a game is played, for a phone of the player ``holder``; None for a casual game."""
    table = game.table
    return TableOfGame(table.round.event, table.round.number, table.number, holder) if table is not None else None


def let_in(request: HttpRequest, table: Table, token: str) -> Device | None:
    """Return the phone of the table that sent a request; None for somebody who works at the event. Http404 for everybody else.

    Ruling: the open view of a table's game is for those who sit there and for the desk; others see what the event publishes of it.
    """
    event = table.round.event
    with suppress(DeviceRefusedError):
        return device_of(event, table_subject(table.round.number, table.number), token)
    if isinstance(request.user, User) and roles_of(request.user, event):
        return None
    raise Http404(_("This game belongs to a table. Scan the code on the table's slip."))


def may_see_rulings(request: HttpRequest, table: Table) -> bool:
    """Whether somebody who works at the event may see the desk's page of a table's game."""
    return isinstance(request.user, User) and is_allowed(
        "desk_game", roles_of(request.user, table.round.event), is_post=False
    )


def absolute_address(request: HttpRequest, path: str) -> str:
    """Return a path as an address that phones can reach: below the public address, or else below that of this request."""
    return f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else request.build_absolute_uri(path)


def page_before(request: HttpRequest, code: str, otherwise: str = "game_board") -> str:
    """Return the address in a form's field ``back``, if it is a page of this game; else that of the URL name ``otherwise``."""
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, None):
        with suppress(Resolver404, ValueError):
            if resolve(urlsplit(back).path).kwargs.get("code") == code:
                return back
    return reverse(otherwise, args=[code])


def refused_back(request: HttpRequest, code: str, why: object) -> HttpResponse:
    """Redirect to the page on which a form was sent, with a message that says why nothing was done."""
    messages.error(request, str(why))
    return redirect(page_before(request, code))


def not_yet(code: str) -> str:
    """Return the address of the board with the note that log and replay can be had after the end."""
    return f"{reverse('game_board', args=[code])}?log=none"


def socket_of(request: HttpRequest, code: str) -> str:
    """The address of a page's socket, on the host by which the browser came; empty where no sockets are served."""
    host = request.get_host()
    if settings.LIVE_PORT:
        host = f"{without_port(host)}:{settings.LIVE_PORT}"
    elif not (settings.BEHIND_PROXY or settings.THIS_MACHINE):  # nobody in front passes sockets on
        return ""
    return f"{'wss' if request.is_secure() else 'ws'}://{host}{reverse('game_board', args=[code])}live/"


def render_live(
    request: HttpRequest, template: str, context: Mapping[str, Any], code: str, status: int = 200
) -> HttpResponse:
    """Render a page of a game with the address of its socket, and allow that address in the page's content security policy.

    At a table of an event the page follows the event too.
    """
    live, place = socket_of(request, code), context["place"]
    follows = following_context(place.event, place.round) if place else {}
    answer = render(request, template, {**context, **follows, "live": live}, status=status)
    if live:
        csp_replace({"connect-src": [SELF, live]})(lambda _request: answer)(request)
    return answer
