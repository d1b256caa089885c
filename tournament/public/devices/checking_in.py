"""The page at which players check in themselves, on their own phones or on a tablet at the door: by the code on the place card.

Nothing of a player stays in the browser: no cookie is set, and the answer, which names the player, gives way to the start by itself.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_see
from tournament.access.codes import AT_THE_DOOR, count_wrong, is_held_up_at_the_door
from tournament.access.devices import player_of_code
from tournament.models import Event
from tournament.public.site import Site, open_site
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import RefusedError
from tournament.services.people.selfcheck import Window, check_in_self, window_of, window_words
from wording import gettext as _

LONGEST = 60
STAYS = 10
"""How many seconds an answer that names a player stays."""
ASKS_AGAIN = 60
"""How many seconds a page that is not open yet waits before it looks again."""
TOO_MANY = 429


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
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
        answer, status = _answered(request, event)
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


def _answered(request: HttpRequest, event: Event) -> tuple[dict[str, Any], int]:
    """Check in the player whose code was sent; return what the page says of it, and the status of the answer."""
    if is_held_up_at_the_door(request):
        return {
            "problem": _("Too many wrong links or codes have come from here. Wait ten minutes, then try again.")
        }, TOO_MANY
    typed = request.POST.get("code", "")[:LONGEST]
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


def may_check_in(site: Site, player: PlayerId) -> bool:
    """Return whether a page of this player offers to check in: the window is open, and the player is still expected."""
    event, record = site.event, site.record
    return (
        record.extras.self_check_in
        and not event.is_put_away
        and window_of(event, timezone.now()) is Window.OPEN
        and not record.begun_rounds
        and record.entry(player).status in (Status.REGISTERED, Status.LATE, Status.ABSENT)
    )
