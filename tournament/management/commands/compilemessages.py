"""Compile the catalogues, as Django's command of this name does, and write those of the scripts as scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.commands import compilemessages

from tournament.access.languages import prefix_of

SCRIPTS = Path(settings.BASE_DIR) / "static" / "tournament" / "languages"
HEAD = "/* Written by compilemessages from locale/; loaded before app.js. */\n"


class Command(compilemessages.Command):
    """``manage.py compilemessages``: what programs read of the catalogues, to be kept with them."""

    def handle(self, **options: Any) -> None:
        """Compile, then write static/tournament/languages/."""
        super().handle(**options)
        for code, _name in settings.LANGUAGES:
            for folder in map(Path, settings.LOCALE_PATHS):
                catalogue = folder / code.replace("-", "_") / "LC_MESSAGES" / "djangojs.po"
                if catalogue.exists():
                    SCRIPTS.mkdir(exist_ok=True)
                    (SCRIPTS / f"{prefix_of(code)}.js").write_text(script_of(catalogue, code), encoding="utf-8")


def script_of(path: Path, code: str) -> str:
    """Return a catalogue of scripts as a script: its messages by their English, and the form that a count asks for."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=code.replace("-", "_"))
    messages: dict[str, list[str]] = {}
    for message in catalogue:
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        name = message.id if isinstance(message.id, str) else message.id[0]
        if name and forms and all(forms):
            messages[f"{message.context}\x04{name}" if message.context else name] = forms
    text = json.dumps(dict(sorted(messages.items())), ensure_ascii=False, indent=0)
    return f"{HEAD}globalThis.catalogue = {{ form: (n) => {catalogue.plural_expr}, messages: {text} }};\n"
