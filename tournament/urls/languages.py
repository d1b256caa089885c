"""Answers each request in its language: by its address, by the choice of account or browser, or by what event and installation have set."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, include, path, resolve
from django.utils import translation

from tournament.access.languages import COOKIE, IN_SESSION, codes, known, prefix_of
from tournament.models import Event
from tournament.urls import (
    EVERY_READER_ALIKE,
    every_language,
    handler400,
    handler500,
    of_an_event,
    of_no_event,
    of_the_installation,
)

YEAR = 365 * 24 * 60 * 60


class UrlsInLanguage:
    """The site map for an address that names a language: pages of every reader are below that name, all others where they were."""

    handler400, handler500 = handler400, handler500

    def __init__(self, prefix: str) -> None:
        below = [*of_no_event, path("<slug:slug>/", include(every_language))]
        self.urlpatterns: list[Any] = [
            path(f"{prefix}/", include(below)),
            *of_the_installation,
            path("<slug:slug>/", include(of_an_event)),
        ]


@cache
def in_language(code: str) -> UrlsInLanguage:
    """Return the site map for addresses that name a language by its code."""
    return UrlsInLanguage(prefix_of(code))


class LanguageMiddleware:
    """Speaks the language of the address, else the installation's; pages then choose their event's, account's or browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request in its language."""
        code = _named_by(request.path_info)
        if code:
            request.urlconf = in_language(code)  # type: ignore[assignment]  # Django takes a site map as well as its name
            request.asked_language = code  # type: ignore[attr-defined]  # read by `access.languages`
        with translation.override(code or settings.LANGUAGE_CODE):
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _parts: object, _named: object
    ) -> HttpResponseBase | None:
        """Speak the language of the account on the desk, and of the browser's choice on a page that is never kept."""
        found = request.resolver_match
        if found is None or found.url_name in EVERY_READER_ALIKE:
            return None
        if getattr(view, "login_required", True):
            translation.activate(known(request.session.get(IN_SESSION, "")) or settings.LANGUAGE_CODE)
            return None
        if request.method == "GET" and (wanted := known(request.GET.get(COOKIE, ""))):
            return _remembering(request, wanted)
        if chosen := known(request.COOKIES.get(COOKIE, "")):
            translation.activate(chosen)
        return None


def _named_by(address: str) -> str:
    """Return the language that an address names by its first part; empty where it names none, or where that is an event's own name."""
    first = address[1:].partition("/")[0]
    code = codes().get(first, "")
    if not code:
        return ""
    try:
        found = resolve(address)
    except Resolver404:
        return code
    is_event = found.kwargs.get("slug") == first and Event.objects.filter(slug=first).exists()
    return "" if is_event else code


def _remembering(request: HttpRequest, code: str) -> HttpResponseBase:
    """Lead back to the page without the question, and let the browser remember the language for a year."""
    asked = request.GET.copy()
    del asked[COOKIE]
    answer = HttpResponseRedirect(f"{request.path}?{asked.urlencode()}" if asked else request.path)
    is_secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(COOKIE, code, YEAR, secure=is_secure, httponly=True, samesite="Lax")  # not said
    return answer
