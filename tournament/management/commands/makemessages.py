"""Collect every sentence into the catalogues under wording/locale/, as Django's command of this name does."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import makemessages

NOT_SPOKEN = ["wording", "tests", "laboratory", "fixtures", "deploy", "docs"]
"""Folders whose sentences no reader meets; Django would give messages of wording/ a catalogue of their own over the other."""


class Command(makemessages.Command):
    """``manage.py makemessages -l de``, and once more with ``-d djangojs`` for the scripts: files are named, lines are not."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=_", "--add-location=file", "--no-wrap"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-wrap", "--no-fuzzy-matching"]
    msgattrib_options = [*makemessages.Command.msgattrib_options, "--no-wrap"]
    msguniq_options = [*makemessages.Command.msguniq_options, "--no-wrap"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Look only into folders that speak to readers."""
        options["no_obsolete"] = True
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_SPOKEN]
        super().handle(*args, **options)
