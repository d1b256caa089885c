"""A site map with three pages that nobody has thought of: in no table of who may, and without a word about it themselves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournament.access import event_to_direct
from tournament.urls import urlpatterns as every_page


def forgotten(request: HttpRequest, **_: str) -> HttpResponse:
    """A view that asks for nothing."""
    return HttpResponse("what nobody was to read")


def forgotten_of_an_event(request: HttpRequest, slug: str) -> HttpResponse:
    """A view of the desk that asks the gate, without a row in access/pages.py."""
    return HttpResponse(event_to_direct(request, slug).name)


urlpatterns = [
    path("forgotten/", forgotten),
    path("desk/<slug:slug>/forgotten/", forgotten_of_an_event, name="desk_forgotten"),
    path("<slug:slug>/forgotten/", forgotten),
    *every_page,
]
