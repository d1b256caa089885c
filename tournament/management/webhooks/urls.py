"""The pages of webhooks at the desk of an event, below ``/desk/EVENT/plugins/webhooks/``."""

from __future__ import annotations

from django.urls import path

from tournament.management.webhooks import pages

urlpatterns = [
    path("", pages.index, name="index"),
    path("<int:pk>/", pages.press, name="press"),
]
