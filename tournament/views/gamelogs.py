"""Game logs, their replay, and disputes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def attach(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404


def show(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404


def apply(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404


def publish(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404


def open_dispute(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404


def settle_dispute(request: HttpRequest, **kwargs: object) -> HttpResponse:
    """Not there yet."""
    raise Http404
