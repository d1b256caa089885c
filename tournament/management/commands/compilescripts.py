"""Write the catalogues of the browser scripts as scripts, which pages load before their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.access.languages import prefix_of
from tournament.installation.folders import STATIC

SCRIPTS = STATIC / "tournament" / "languages"
OF_EVERY_PAGE = ("app.js", "me.js", "live.js")
"""The scripts of an event's pages; their sentences are a script of their own, so that a first visit on a phone stays small."""
HEAD = "/* Written by “manage.py compilescripts” from wording/locale; loaded before app.js. */\n"


class Command(BaseCommand):
    """``manage.py compilescripts``: what ``compilemessages`` is to the program, for browsers; both results are kept with the source."""

    help = "Write the translated sentences of the browser scripts to static/tournament/languages."

    def handle(self, **options: Any) -> None:
        """Write a script for each language that has a catalogue of scripts."""
        for code, catalogue in script_catalogues().items():
            SCRIPTS.mkdir(exist_ok=True)
            for name, only_of in ((prefix_of(code), ()), (f"{prefix_of(code)}-page", OF_EVERY_PAGE)):
                (SCRIPTS / f"{name}.js").write_text(script_of(catalogue, code, only_of), encoding="utf-8")


def script_catalogues() -> dict[str, Path]:
    """Return the catalogue of the scripts of each language that has one, by the language's code."""
    places = {
        code: Path(settings.LOCALE_PATHS[0]) / code.replace("-", "_") / "LC_MESSAGES" / "djangojs.po"
        for code, _name in settings.LANGUAGES
    }
    return {code: place for code, place in places.items() if place.exists()}


def script_of(path: Path, code: str, only_of: Sequence[str] = ()) -> str:
    """Return a catalogue of scripts as a script: its messages by their English, and the form that a count asks for.

    ``only_of`` are the names of scripts whose sentences alone it is to have; all where it is empty.
    """
    texts = [(SCRIPTS.parent / name).read_text(encoding="utf-8") for name in only_of]
    with path.open("rb") as file:
        catalogue = read_po(file, locale=code.replace("-", "_"))
    messages: dict[str, list[str]] = {}
    for message in catalogue:
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        name = message.id if isinstance(message.id, str) else message.id[0]
        is_wanted = not texts or any(json.dumps(name, ensure_ascii=False) in text for text in texts)
        if name and forms and all(forms) and is_wanted:
            messages[f"{message.context}\x04{name}" if message.context else name] = forms
    text = json.dumps(dict(sorted(messages.items())), ensure_ascii=False, indent=0)
    return f"{HEAD}globalThis.catalogue = {{ form: (n) => {catalogue.plural_expr}, messages: {text} }};\n"
