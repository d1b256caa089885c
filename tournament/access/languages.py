"""In which language a request is answered, and the addresses of a page in the others.

Pages that everybody reads alike are kept by proxies and written as files, so their address alone decides: the plain address is answered in
the event's own language (or the installation's, on a page of no event), and ``/de/`` before it asks for German. Pages that are never
kept (phones at a table, games, the log-in) follow the choice that the browser remembers, and the desk follows its account's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation

from tournament.installation.device_mark import let_keep
from tournament.models import AccountLanguage, Event

YEAR = 365 * 24 * 60 * 60
COOKIE = "language"
"""The browser's own choice, for pages that are never kept."""
IN_SESSION = "language"
"""The choice of the account that is logged in, so that no page of the desk asks the database for it."""


def codes() -> Mapping[str, str]:
    """Return the languages by the prefix of their addresses: {"en": "en-gb", "de": "de"}."""
    return {prefix_of(code): code for code, _name in settings.LANGUAGES}


def prefix_of(code: str) -> str:
    """Return what stands for a language in an address and in the head of a page: "en" for "en-gb"."""
    return code.partition("-")[0]


def language_of_code(code: object) -> str:
    """Return the language with that code or prefix; empty where there is none."""
    return str(code) if code in dict(settings.LANGUAGES) else codes().get(str(code), "")


def asked_by_address(request: HttpRequest) -> str:
    """Return the language that the request's address names; empty where it names none."""
    return getattr(request, "asked_language", "")


def address_spoken(name: str, *parts: str) -> str:
    """Return the address of a page of no event in the language that is spoken."""
    path, spoken = reverse(name, args=parts), translation.get_language() or settings.LANGUAGE_CODE
    prefix = f"/{prefix_of(spoken)}"
    return path if spoken == settings.LANGUAGE_CODE or path.startswith(f"{prefix}/") else f"{prefix}{path}"


def speak_for(request: HttpRequest, event: Event) -> None:
    """Answer the request in the event's language, unless its address names another or the browser chose one for such pages."""
    request.own_language = language_of_code(event.language)  # type: ignore[attr-defined]  # read by `other_languages`
    chosen = asked_by_address(request) or getattr(request, "remembered_language", "")
    translation.activate(chosen or language_of_code(event.language) or settings.LANGUAGE_CODE)


def follow_browser(request: HttpRequest) -> None:
    """Answer the request of an installation without accounts, for which nobody chose a language, in the one that the browser prefers.

    No plain address leads to another one then, because it is answered in this one again.
    """
    chosen = asked_by_address(request) or language_of_code(request.COOKIES.get(COOKIE, ""))
    request.own_language = chosen or translation.get_language_from_request(request)  # type: ignore[attr-defined]
    translation.activate(request.own_language)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """A page in another language: the language's own name, its code for browsers, and the page's address."""

    name: str
    code: str
    url: str


def other_languages(request: HttpRequest) -> list[OtherLanguage]:
    """Return the addresses of a page in the languages in which it is not answered, in the order of the settings.

    The page's own language, the event's or the installation's, has the plain address.
    """
    found = request.resolver_match
    if found is None:
        return []
    spoken = translation.get_language() or settings.LANGUAGE_CODE
    own = getattr(request, "own_language", "") or settings.LANGUAGE_CODE
    prefix = asked_by_address(request)
    path = reverse(found.view_name, kwargs=found.kwargs, urlconf=getattr(request, "urlconf", None))
    plain = path.removeprefix(f"/{prefix_of(prefix)}") if prefix else path
    return [
        OtherLanguage(name, prefix_of(code), plain if code == own else f"/{prefix_of(code)}{plain}")
        for code, name in settings.LANGUAGES
        if code != spoken
    ]


def remembered_languages() -> list[OtherLanguage]:
    """Return the languages to choose on a page that follows the browser's choice; the address only sets it and leads back."""
    spoken = translation.get_language() or settings.LANGUAGE_CODE
    return [
        OtherLanguage(name, prefix_of(code), f"?{COOKIE}={prefix_of(code)}")
        for code, name in settings.LANGUAGES
        if code != spoken
    ]


def remember(answer: HttpResponse, code: str) -> None:
    """Let the browser remember a language for a year, for pages that are never kept."""
    let_keep(answer, COOKIE, code, YEAR)


def choose_for_account(request: HttpRequest, code: str) -> None:
    """Let the account that is logged in read the desk in a language, here and wherever it logs in."""
    AccountLanguage.objects.update_or_create(account_id=request.user.pk, defaults={"language": code})
    request.session[IN_SESSION] = code


def _take_along(sender: type, request: HttpRequest | None, user: AbstractBaseUser, **_more: Any) -> None:
    """Put the language of an account that has just logged in into its session."""
    if request is None:
        return
    chosen = AccountLanguage.objects.filter(account=user.pk).values_list("language", flat=True).first()
    request.session[IN_SESSION] = chosen or language_of_code(request.COOKIES.get(COOKIE, "")) or settings.LANGUAGE_CODE


user_logged_in.connect(_take_along)
