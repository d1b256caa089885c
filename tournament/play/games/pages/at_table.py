"""The table of an event at which a game is played: what its pages are called, and who may look at what lies open there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.urls import reverse

from tournament.access import roles_of
from tournament.access.devices import DeviceRefusedError, device_of
from tournament.access.pages import is_allowed
from tournament.day.calls import CallKind
from tournament.models import Call, Device, Event, Table
from tournament.play.games.models import Game
from tournament.record.devices import table_subject


@dataclass(frozen=True, slots=True)
class AtTable:
    """The table of an event at which a game is played, and the page of its phones."""

    event: Event
    round: int
    table: int

    @property
    def name(self) -> str:
        """What its pages are called."""
        return f"Round {self.round}, table {self.table}"

    @property
    def url(self) -> str:
        """The page of a phone of the table."""
        return reverse("device_table", args=[self.event.slug, self.round, self.table])

    def waits_for_director(self) -> bool:
        """Whether the table has called the director because somebody does not agree, and waits; one query."""
        return Call.objects.filter(
            event=self.event,
            round_number=self.round,
            table_number=self.table,
            kind=CallKind.DISPUTE.value,
            answered_at=None,
            cancelled_at=None,
        ).exists()


def at_table_of(game: Game) -> AtTable | None:
    """The table of an event at which a game is played; None for a casual game."""
    table = game.table
    return AtTable(table.round.event, table.round.number, table.number) if table is not None else None


def let_in(request: HttpRequest, table: Table, token: str) -> Device | None:
    """The phone of a table that looks at its game; None for who works at the event. Http404 for everybody else.

    Ruling: what lies open at a table is for those who sit there and for the desk; others see what the event shows of it.
    """
    event = table.round.event
    with suppress(DeviceRefusedError):
        return device_of(event, table_subject(table.round.number, table.number), token)
    if isinstance(request.user, User) and roles_of(request.user, event):
        return None
    raise Http404("This is the game of a table. Scan the code on the slip of the table to look at it.")


def may_see_rulings(request: HttpRequest, table: Table) -> bool:
    """Whether somebody who works at the event may see the desk's page of a table's game."""
    return isinstance(request.user, User) and is_allowed(
        "desk_game", roles_of(request.user, table.round.event), is_post=False
    )
