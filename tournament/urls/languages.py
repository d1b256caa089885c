"""Answers each request in its language: by its address, by the choice of account or browser, or by what event and installation have set."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, include, path, resolve
from django.utils import translation
from django.views.decorators.cache import never_cache

from tournament.access.languages import (
    COOKIE,
    IN_SESSION,
    asked_by_address,
    codes,
    language_of_code,
    prefix_of,
    remember,
)
from tournament.models import Event
from tournament.public.answers import is_for_programs
from tournament.urls import (
    EVERY_READER_ALIKE,
    every_language,
    for_programs,
    handler400,
    handler500,
    of_an_event,
    of_no_event,
    of_the_installation,
    phones,
)
from wording.languages import SOURCE_LANGUAGE


class UrlsInLanguage:
    """The site map of a page whose links keep a language: pages of every reader are below the name of that language.

    Pages that are never kept, and whose language the browser remembers, stay where they were. Where the address itself names the
    language (``leads``) the browser may not know of it: then links lead to them by way of that name too.
    """

    handler400, handler500 = handler400, handler500

    def __init__(self, prefix: str, *, leads: bool) -> None:
        below, desk = list(of_no_event), of_the_installation
        of_events, alone = list(every_language), of_an_event
        if leads:
            below += [_localised_address(each) for each in of_the_installation if _is_led(each)]
            of_events += [_localised_address(each) for each in phones if _is_led(each)]
            desk = [each for each in of_the_installation if not _is_led(each)]
            alone = for_programs + [each for each in phones if not _is_led(each)]
        self.urlpatterns: list[Any] = [
            path(f"{prefix}/", include([*below, path("<slug:slug>/", include(of_events))])),
            *desk,
            path("<slug:slug>/", include(alone)),
        ]


def _is_led(page: Any) -> bool:
    """Return whether the browser's choice decides the language of a page: it is open to everybody, and no file."""
    return str(page.pattern).endswith("/") and not getattr(getattr(page, "callback", None), "login_required", True)


def _localised_address(page: Any) -> Any:
    """Return the address below a language that leads to a page."""
    return path(str(page.pattern), _lead_to_page, name=page.name)


@login_not_required
@never_cache
def _lead_to_page(request: HttpRequest, **_named: object) -> HttpResponseBase:
    """Let the browser remember the language of the address, and lead to the page itself with whatever was sent."""
    code = asked_by_address(request)
    return _lead_and_remember(request, request.get_full_path().removeprefix(f"/{prefix_of(code)}"), code)


@cache
def in_language(code: str, *, leads: bool) -> UrlsInLanguage:
    """Return the site map of pages in a language, by its code."""
    return UrlsInLanguage(prefix_of(code), leads=leads)


class LanguageMiddleware:
    """Speaks the language of the address, else the installation's; pages then choose their event's, account's or browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request in its language."""
        code = _named_by(request.path_info)
        chosen = language_of_code(request.COOKIES.get(COOKIE, ""))
        if code:
            request.asked_language = code  # type: ignore[attr-defined]  # read by `access.languages`
        if code or (chosen and _is_remembered(request.path_info)):
            # Django takes a site map as well as its name
            request.urlconf = in_language(code or chosen, leads=bool(code))  # type: ignore[assignment]
        own = SOURCE_LANGUAGE if is_for_programs(request.path) else settings.LANGUAGE_CODE
        with translation.override(code or own):
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _parts: object, _named: object
    ) -> HttpResponseBase | None:
        """Speak the language of the account on the desk, and of the browser's choice on a page that is never kept."""
        found = request.resolver_match
        if found is None or found.url_name in EVERY_READER_ALIKE:
            return None
        if getattr(view, "login_required", True):
            translation.activate(language_of_code(request.session.get(IN_SESSION, "")) or settings.LANGUAGE_CODE)
            return None
        if request.method == "GET" and (wanted := language_of_code(request.GET.get(COOKIE, ""))):
            asked = request.GET.copy()
            del asked[COOKIE]
            return _lead_and_remember(request, f"{request.path}?{asked.urlencode()}" if asked else request.path, wanted)
        if chosen := language_of_code(request.COOKIES.get(COOKIE, "")):
            request.remembered_language = chosen  # type: ignore[attr-defined]  # read by `access.languages`
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


def _is_remembered(address: str) -> bool:
    """Return whether an address is that of a page whose language the browser remembers."""
    try:
        found = resolve(address)
    except Resolver404:
        return False
    return found.url_name not in EVERY_READER_ALIKE and not getattr(found.func, "login_required", True)


def _lead_and_remember(request: HttpRequest, address: str, code: str) -> HttpResponseBase:
    """Lead to an address with whatever was sent, and let the browser remember the language for a year."""
    answer = HttpResponseRedirect(address, preserve_request=request.method == "POST")
    remember(answer, code)
    return answer
