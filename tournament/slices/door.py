"""Players who check in themselves with the code on their place card, while the director lets them.

The director opens and closes this with one press, or from one time of the day to another. Players do it on their own phones or on a tablet
at the door. Nothing of a player stays in that browser: no cookie is set, and the answer, which names the player, gives way to the start by
itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_see
from tournament.access.devices import player_of_code
from tournament.access.links import AT_THE_DOOR, count_wrong, is_held_up_at_the_door
from tournament.access.pages import for_acts
from tournament.access.slices import Mark, Slice
from tournament.desk.desk import Desk, desk_form
from tournament.desk.fields import DeskForm
from tournament.models import Event
from tournament.public.site import open_site
from tournament.record.acts import BY_DESK, Act, Part, Place, Publicity
from tournament.record.figures import ChangeFacts, WindowFigures
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import By, Doing, act
from tournament.services.changes.refusals import RefusedError, UnchangedError
from tournament.services.copying import moment_of
from tournament.services.selfcheck import Window, check_in_self, moment_words, window_of, window_words
from wording import gettext as _

LONGEST_TYPED = 60
STAYS = 10
"""How many seconds an answer that names a player stays."""
ASKS_AGAIN = 60
"""How many seconds a page that is not open yet waits before it looks again."""
TOO_MANY = 429


def _window_figures(event: Event) -> WindowFigures:
    """Return the window as the log of changes stores it."""
    since, until = event.check_in_from, event.check_in_until
    return {"here_from": since.isoformat() if since else None, "here_until": until.isoformat() if until else None}


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about the window."""
    if "window" not in facts.after or facts.after["window"]["here_from"] is None:
        return _("Self check-in switched off")
    return _("Self check-in times set")


@act(
    Act.SET_SELF_CHECK_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=BY_DESK,
    sentence=_sentence,
    stands_on=Place.CHECK_IN,
    rows=(),
)
def set_window(doing: Doing, since: datetime | None, until: datetime | None) -> None:
    """Set from when until when players check in themselves; ``since`` None for never, ``until`` None for no end.

    Raises RefusedError where it would end before it begins.
    """
    if since is not None and until is not None and until <= since:
        raise RefusedError(_("The end must be after the start. Enter a later end."))
    if (doing.event.check_in_from, doing.event.check_in_until) == (since, until):
        raise UnchangedError
    doing.before = {"window": _window_figures(doing.event)}
    doing.event.check_in_from, doing.event.check_in_until = since, until
    doing.after = {"window": _window_figures(doing.event)}


def open_now(event: Event, by: By) -> None:
    """Let players check in themselves from now on, to the end that is set if that is still to come."""
    now = timezone.now()
    until = event.check_in_until
    set_window(event, by, now, until if until is not None and until > now else None)


def close_now(event: Event, by: By) -> None:
    """Let no player check in without the desk any more; a window that is still to come is taken out."""
    now = timezone.now()
    is_open = window_of(event, now) is Window.OPEN
    set_window(event, by, event.check_in_from if is_open else None, now if is_open else None)


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
        return _open_or_close(desk, pressed)
    event = desk.event
    initial = {"opens": _hall_time(event.check_in_from), "closes": _hall_time(event.check_in_until)}
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


def _open_or_close(desk: Desk, pressed: str) -> HttpResponse:
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


def _hall_time(moment: datetime | None) -> Any:
    """Return the time of a moment in the hall, None for None."""
    return timezone.localtime(moment).time() if moment else None


def _state(page: Mapping[Any, Any]) -> dict[str, Any]:
    """Return for the check-in page whether players check in themselves now, and in a few words from or until when."""
    event, now, words = page["event_row"], timezone.now(), _("closed")
    is_open = window_of(event, now) is Window.OPEN
    if is_open:
        until = event.check_in_until
        words = _("open until {time}", time=moment_words(until, now)) if until else _("open")
    elif window_of(event, now) is Window.LATER:
        words = _("opens at {time}", time=moment_words(event.check_in_from, now))
    return {"is_open": is_open, "state": words}


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the code; a POST checks in the player whose code was sent, or says why not."""
    event = event_to_see(request, slug)
    site, now = open_site(event), timezone.now()
    if not site.record.extras.self_check_in or event.is_put_away:
        raise Http404(_("You cannot check in here. Go to the desk."))
    window = window_of(event, now)
    context: dict[str, Any] = {
        **site.frame(""),
        "is_open": window is Window.OPEN,
        "sentence": window_words(event, now),
    }
    status = 200
    if request.method == "POST" and window is Window.OPEN:
        answer, status = _check_in(request, event)
        context |= answer
        if player := answer.get("number"):
            context["player"] = site.record.entry(PlayerId(player))
    page = render(request, "public/devices/here.html", context, status=status)
    # A header and no script: the start must come back on any tablet. Only a page on which somebody types stays as long as it is wanted.
    if "player" in context:
        page["Refresh"] = f"{STAYS}; url={request.path}"
    elif window is Window.LATER:
        page["Refresh"] = f"{ASKS_AGAIN}; url={request.path}"
    return page


def _check_in(request: HttpRequest, event: Event) -> tuple[dict[str, Any], int]:
    """Check in the player whose code was sent; return what the page says of it, and the status of the answer."""
    if is_held_up_at_the_door(request):
        return {
            "problem": _("Too many wrong links or codes have come from here. Wait ten minutes, then try again.")
        }, TOO_MANY
    typed = request.POST.get("code", "")[:LONGEST_TYPED]
    holder = player_of_code(event, typed)
    if holder is None:
        if typed.strip():
            count_wrong(request, AT_THE_DOOR)
        wrong = _("This code is not valid. Enter the code on your newest place card, or go to the desk.")
        return {"problem": wrong}, 200
    try:
        return {"number": holder[0], "told": check_in_self(event, holder[0]), "is_in": True}, 200
    except RefusedError as refusal:
        return {"number": holder[0], "told": str(refusal)}, 200


SLICE = Slice(
    "door",
    pages=(path("entries/check-in/self/", window, name="desk_self_check_in"),),
    phone_pages=(path("here/", here, name="self_check_in"),),
    opened_by={"desk_self_check_in": for_acts(Act.SET_SELF_CHECK_IN)},
    marks={"check-in.list": Mark("director/entries/_self_check_in.html", _state)},
)
