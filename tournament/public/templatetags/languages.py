"""The language of a page: its code for the browser, the sentences of its scripts, and the ways to the page in other languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournament.access.languages import OtherLanguage, prefix_of, remembered_languages
from wording.languages import SOURCE_LANGUAGE

register = template.Library()


@register.simple_tag
def page_language() -> str:
    """Return the page's language as browsers write it: "en", "de"."""
    return prefix_of(get_language() or SOURCE_LANGUAGE)


@cache
def _script(code: str) -> str:
    """Return the name of the script with a language's sentences; empty where there is none, as for English."""
    name = f"tournament/languages/{prefix_of(code)}.js"
    return name if (Path(settings.BASE_DIR) / "static" / name).exists() else ""


@register.simple_tag
def script_words() -> SafeString:
    """Load the sentences of the page's scripts in its language; nothing in English, in which they are written."""
    name = _script(get_language() or SOURCE_LANGUAGE)
    return format_html('<script src="{}"></script>', static(name)) if name else SafeString()  # not said


@register.simple_tag(takes_context=True)
def other_languages(context: template.Context) -> SafeString:
    """Offer the page in the other languages: by links where all read it alike, by a button on the desk."""
    request = context.get("request")
    languages = context.get("languages")
    found = getattr(request, "resolver_match", None)
    if languages is None and found is not None and getattr(found.func, "login_required", True):
        return _for_account(request)
    if languages is None and request is None:
        return SafeString()
    return _links(remembered_languages() if languages is None else languages)


def _links(languages: list[OtherLanguage]) -> SafeString:
    """Return a link to each language."""
    rows = ((each.url, each.code, each.code, each.name) for each in languages)
    links = format_html_join(" ", '<a class="link" href="{}" hreflang="{}" lang="{}">{}</a>', rows)
    return format_html('<span class="languages">{}</span>', links) if languages else SafeString()  # not said


def _for_account(request: Any) -> SafeString:
    """Return a form with a button for each language; the choice is the account's."""
    rows = ((each.code, each.code, each.name) for each in remembered_languages())
    button = '<button class="link" name="language" value="{}" lang="{}">{}</button>'  # not said
    buttons = format_html_join(" ", button, rows)  # not said
    return format_html(
        '<form class="languages" method="post" action="{}" aria-label="{}">'  # not said
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="next" value="{}">{}</form>',  # not said
        reverse("desk_language"),
        gettext("Language"),
        get_token(request),
        request.get_full_path(),
        buttons,
    )
