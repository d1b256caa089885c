"""The language of a page: its code for the browser, the sentences of its scripts, and the ways to the page in other languages."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.utils.translation import get_language, to_locale

from tournament.access.languages import address_spoken, prefix_of, remembered_languages
from tournament.installation.folders import STATIC
from wording.languages import SOURCE_LANGUAGE

register = template.Library()


@register.simple_tag
def page_language() -> str:
    """Return the page's language as browsers write it: "en", "de"."""
    return prefix_of(get_language() or SOURCE_LANGUAGE)


@register.simple_tag
def page_locale() -> str:
    """Return the page's language with a country, as previews of links ask for it: "en_GB", "de_DE"."""
    code = get_language() or SOURCE_LANGUAGE
    return to_locale(code) if "-" in code else f"{code}_{code.upper()}"


register.simple_tag(address_spoken, name="spoken")


@register.simple_tag
def front_page(instead: str = "") -> str:
    """Return an address, or where there is none that of the installation's front page, in the page's language."""
    return instead or address_spoken("home")


@cache
def _script(code: str, *, is_page: bool) -> str:
    """Return the name of the script with a language's sentences; empty where there is none, as for English."""
    name = f"tournament/languages/{prefix_of(code)}{'-page' if is_page else ''}.js"
    return name if (STATIC / name).exists() else ""


@register.inclusion_tag("languages/_script.html")
def script_words(*, is_page: bool = False) -> dict[str, str]:
    """Load the sentences of the page's scripts in its language; nothing in English, in which they are written.

    ``is_page`` is for a page whose only scripts are those of every page of an event: it gets their sentences alone.
    """
    return {"name": _script(get_language() or SOURCE_LANGUAGE, is_page=is_page)}


@register.inclusion_tag("languages/_choice.html", takes_context=True)
def other_languages(context: template.Context) -> dict[str, Any]:
    """Offer the page in the other languages: by links where all read it alike, by a button on the desk."""
    request, languages = context.get("request"), context.get("languages")
    found = getattr(request, "resolver_match", None)
    if languages is not None or request is None:
        return {"languages": languages or []}
    is_desk = found is not None and getattr(found.func, "login_required", True)
    back = request.get_full_path() if is_desk else ""
    return {"languages": remembered_languages(), "back": back, "csrf_token": context.get("csrf_token")}
