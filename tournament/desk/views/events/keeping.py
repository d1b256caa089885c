"""Who sees an event and how long it is kept: shown or hidden, as players see it, the notice, put away and taken out again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, ask, page
from tournament.desk.collisions import confirmed
from tournament.desk.forms.events import names_asked
from tournament.desk.frame import desk_context
from tournament.models.queries import record_of
from tournament.public.live import LIVE_PARTS
from tournament.public.site import site_of
from tournament.services.events import showing

HIDDEN_AGAIN = "Phones find nothing of it until you show it again."


@require_safe
def as_players(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's first page as players see it, or would see it if it were shown."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    site, part = site_of(event, record), LIVE_PARTS["event"]
    shown = part.build(site, 1)
    # `is_over`, so that a page of the desk asks for no news.
    seen = render_to_string(part.template, {**site.frame("Event"), **shown, "live": "event", "is_over": True})
    context = desk_context(event, record, "event", heading=shown["heading"], seen=seen)
    return render(request, "director/event/as_players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def show_to_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event to everybody; whoever comes without a form is led to the page that asks."""
    event = event_to_direct(request, slug)
    if request.method != "POST":
        return redirect("desk_as_players", slug)
    return act_and_go(
        request,
        lambda: showing.show_with_names(event, actor_of(request), names_asked(request)),
        f"{event.name} is shown to players.",
        page("desk_event", event),
        undo=page("desk_hide", event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the event from everybody without a role in it."""
    event = event_to_direct(request, slug)
    if request.method != "POST":
        return redirect("desk_as_players", slug)
    return act_and_go(
        request,
        lambda: showing.hide_event(event, actor_of(request)),
        f"{event.name} is hidden. {HIDDEN_AGAIN}",
        page("desk_event", event),
        undo=page("desk_show", event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def notice(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the notice that stands on every page of players; an empty one is taken down."""
    event = event_to_direct(request, slug)
    if request.method != "POST":
        return redirect("desk_event", slug)
    text = "" if "down" in request.POST else request.POST.get("notice", "")
    return act_and_go(
        request,
        lambda: showing.set_notice(event, actor_of(request), text),
        "The notice stands on every page of players." if text.strip() else "The notice is taken down.",
        page("desk_event", event),
        undoes_on=event,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def put_away(request: HttpRequest, slug: str) -> HttpResponse:
    """Put the event away, after saying what that means."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: showing.put_away(event, actor_of(request)),
            f"{event.name} is put away.",
            page("desk_event", event),
            undo=page("desk_take_out", event),
        )
    public = "Its public pages stay as they are." if event.is_shown else "It stays hidden from players."
    return ask(
        request,
        event,
        record_of(event),
        title=f"Put {event.name} away?",
        loses=f"Nothing is lost. It leaves the lists, and nobody can change it until it is taken out again. {public}",
        action=page("desk_put_away", event),
        label="Put it away",
        cancel_url=page("desk_event", event),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def take_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an event out again, so that it is listed and can be changed."""
    event = event_to_direct(request, slug)
    if request.method != "POST":
        return redirect("desk_event", slug)
    return act_and_go(
        request,
        lambda: showing.take_out(event, actor_of(request)),
        f"{event.name} is listed again and can be changed.",
        page("desk_event", event),
        undo=page("desk_put_away", event),
    )
