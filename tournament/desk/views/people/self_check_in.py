"""When players check in themselves: opened and closed with one press, or from one time of the day to another."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.desk.desk import Desk, desk_form
from tournament.desk.forms.fields import DeskForm
from tournament.services.changes import RefusedError, UnchangedError
from tournament.services.events.planning import moment_of
from tournament.services.people.selfcheck import (
    Window,
    close_now,
    open_now,
    set_window,
    window_of,
    window_state,
    window_words,
)
from wording import gettext as _


def _time(label: Any, help_text: Any) -> forms.TimeField:
    """Return the field of a time of the event's day."""
    return forms.TimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("Enter a time such as 14:00.")},
    )


class WindowForm(DeskForm):
    """From when until when players check in themselves, on the day of the event."""

    opens = _time(
        gettext_lazy("From"), gettext_lazy("On the day of the event. Leave this blank to turn self check-in off.")
    )
    closes = _time(gettext_lazy("Until"), gettext_lazy("Leave this blank for no end time."))


@desk_form
def window(desk: Desk) -> HttpResponse:
    """Show when players check in themselves; a POST opens or closes it at once, or sets both times."""
    if desk.is_post and (pressed := desk.typed("now")):
        return _pressed(desk, pressed)
    event = desk.event
    initial = {"opens": _local(event.check_in_from), "closes": _local(event.check_in_until)}
    form = WindowForm(desk.posted, initial=initial)
    if desk.sent(form):
        typed, day = form.cleaned_data, desk.record.date
        with desk.refusals(form):
            since, until = (moment_of(day, typed[name]) if typed[name] else None for name in ("opens", "closes"))
            set_window(event, desk.actor, since, until if since else None)
            return desk.did(desk.address("desk_check_in"))
    now = timezone.now()
    return desk.page(
        "director/settings/self_check_in.html",
        "entries",
        form=form,
        is_open=window_of(event, now) is Window.OPEN,
        state=window_words(event, now),
        page=desk.request.build_absolute_uri(reverse("self_check_in", args=[desk.slug])),
    )


def _pressed(desk: Desk, pressed: str) -> HttpResponse:
    """Open or close self check-in at once, and go back to the check-in page."""
    back = desk.address("desk_check_in")
    try:
        if pressed == "open":
            open_now(desk.event, desk.actor)
            words = _("Players can now check themselves in.")
        else:
            close_now(desk.event, desk.actor)
            words = _("Players can no longer check themselves in.")
    except (RefusedError, UnchangedError) as refusal:
        return desk.refused(str(refusal), back)
    return desk.done(words, back)


def state_of(desk: Desk) -> dict[str, Any]:
    """Return for the check-in page whether players check in themselves now, and in a few words from or until when."""
    now = timezone.now()
    return {"is_open": window_of(desk.event, now) is Window.OPEN, "state": window_state(desk.event, now)}


def _local(moment: datetime | None) -> Any:
    """Return the time of a moment in the hall, None for None."""
    return timezone.localtime(moment).time() if moment else None
