"""What is done to a whole event: it is shown, hidden, put away, ended and deleted; and practice events play themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournament.day.ending import if_ended, reason_to_play_on
from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation, desk_form
from tournament.desk.forms.events import names_asked
from tournament.desk.statuses import status_count
from tournament.models import Event
from tournament.record.event import EventRecord
from tournament.record.vocabulary import Status
from tournament.services.events import end_event, showing
from tournament.services.events.removing import delete_event, reason_to_stay
from tournament.services.practice import play_round
from wording import gettext as _


def status_counts(record: EventRecord) -> list[tuple[Status, int, str]]:
    """Return how many entries have each status, as a number and in words, without the statuses that no entry has."""
    counted = [(status, sum(entry.status is status for entry in record.entries)) for status in Status]
    return [(status, count, status_count(status, count)) for status, count in counted if count]


def _press(desk: Desk, act: Callable[[], object], *, undo: str = "") -> HttpResponse:
    """Call ``act`` for a button of the event's page; a GET is redirected to that page."""
    if not desk.is_post:
        return redirect(desk.address("desk_event"))
    return desk.act(act, desk.address("desk_event"), undo=undo)


@desk_form
def show_to_players(desk: Desk) -> HttpResponse:
    """Show the event to everybody."""
    return _press(
        desk,
        lambda: showing.show_with_names(desk.event, desk.actor, names_asked(desk.request)),
        undo=desk.address("desk_hide"),
    )


@desk_form
def hide(desk: Desk) -> HttpResponse:
    """Hide the event from everybody without a role in it."""
    return _press(
        desk,
        lambda: showing.hide_event(desk.event, desk.actor),
        undo=desk.address("desk_show"),
    )


@desk_form
def notice(desk: Desk) -> HttpResponse:
    """Set the notice that is shown on every page for players; an empty one, or the button ``down``, removes it."""
    text = "" if "down" in desk.request.POST else desk.request.POST.get("notice", "")
    return _press(
        desk,
        lambda: showing.set_notice(desk.event, desk.actor, text),
    )


@desk_form
def take_out(desk: Desk) -> HttpResponse:
    """Bring back an event that was put away, so that it is listed and can be changed again."""
    return _press(
        desk,
        lambda: showing.take_out(desk.event, desk.actor),
        undo=desk.address("desk_put_away"),
    )


@desk_confirmation
def put_away(desk: Desk) -> HttpResponse:
    """Put the event away, after asking: it is not listed any more, and nobody can change it."""
    event = desk.event
    if desk.is_post:
        return desk.act(
            lambda: showing.put_away(event, desk.actor),
            desk.address("desk_event"),
            undo=desk.address("desk_take_out"),
        )
    loses = _("Nothing will be deleted. Nobody can change the event until it is brought back.")
    return desk.ask(_("Archive the event"), loses, desk.address("desk_event"))


@desk_confirmation
def end(desk: Desk) -> HttpResponse:
    """End the event after its closed rounds, although more were planned; a GET shows what that does and asks."""
    if desk.is_post:
        return desk.act(
            lambda: end_event(desk.event, desk.actor),
            desk.address("desk_final"),
            refused_to=desk.request.path,
        )
    wrong = reason_to_play_on(desk.record)
    return desk.put(
        ActQuestion(
            _("{action}?", action=_("End the event here")),
            _("End the event here"),
            desk.address("desk_event"),
            follows=() if wrong else if_ended(desk.record, is_shown=desk.event.is_shown),
            problem=wrong,
            is_grave=True,
        ),
    )


@desk_form
def delete(desk: Desk) -> HttpResponse:
    """Show what is lost, and delete the event once its name is typed; a practice event is deleted without typing its name."""
    if desk.is_post:
        with desk.refusals():
            delete_event(desk.event, desk.actor, desk.request.POST.get("name", ""))
            return desk.done(_("{name} has been deleted.", name=desk.event.name), reverse("desk"))
    return desk.page(
        "director/event/delete.html",
        stays=reason_to_stay(desk.event),
        is_practice=desk.event.is_practice,
    )


@desk_act
def play(desk: Desk) -> HttpResponse:
    """Make the players of a practice event play its current or next round."""
    event = _practice_event(desk)
    # The event's version as seed: the same event at the same moment plays the same round.
    return desk.act(
        lambda: play_round(event, desk.actor, Random(event.version)),
        desk.address("desk_event"),
        desk.told_last,
    )


def _practice_event(desk: Desk) -> Event:
    """Return the event of the desk; Http404 where it is not a practice event."""
    if not desk.event.is_practice:
        raise Http404(_("{name} is not a practice event.", name=desk.event.name))
    return desk.event
