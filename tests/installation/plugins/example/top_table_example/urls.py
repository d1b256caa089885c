"""The page of the example at the desk of an event."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import path

from tournament.desk.desk import Desk, desk_page


@desk_page
def hello(desk: Desk) -> HttpResponse:
    """Greet the director."""
    return HttpResponse(f"Hello, {desk.record.name}!", content_type="text/plain")


urlpatterns = [path("", hello, name="hello")]
