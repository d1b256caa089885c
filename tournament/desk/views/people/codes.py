"""The personal code on a player's place card, withdrawn with the phones that hold it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, ask, is_confirmed, page
from tournament.desk.frame import entry_or_404
from tournament.models.queries import record_of
from tournament.services.hall.phones import withdraw_code_of_player


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask, then withdraw the personal code of a player with all phones that hold it."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    name, here = entry_or_404(record, number).name, page("desk_entry", event, number)
    if not is_confirmed(request):
        return ask(
            request,
            event,
            record,
            title=f"Withdraw the personal code of {name}?",
            loses="Every phone that holds it is let out, and the place card that is printed does not let anybody in any more. "
            "What was asked by phone stays. Print the place cards again afterwards: this one carries a new code.",
            action=page("desk_withdraw_player_code", event, number),
            label=f"Withdraw the code of {name}",
            cancel_url=here,
        )
    return act_and_go(
        request,
        lambda: withdraw_code_of_player(event, actor_of(request), number),
        f"The personal code of {name} is withdrawn; print the place card again, from the overview or under Print.",
        here,
    )
