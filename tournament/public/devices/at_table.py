"""The page of a phone that speaks for a table: what can be done there, each a link of its own."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access.devices import DeviceRefusedError
from tournament.public.devices.claiming import refused
from tournament.public.devices.holding import event_of, held
from tournament.public.site import open_site, round_name
from tournament.record.devices import table_subject
from tournament.tellings.drawn.draw import shown_table


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The page of a table's phone."""
    try:
        holds = held(request, slug, table_subject(number, table))
    except DeviceRefusedError as refusal:
        return refused(request, event_of(slug), str(refusal))
    site = open_site(holds.event)
    played, here = site.table(number, table)
    context = {
        **site.frame(""),
        "name": round_name(played),
        "played": played,
        "table": shown_table(site.record, played, here),
        "holder": holds.device.entry,
    }
    return render(request, "public/devices/table.html", context)
