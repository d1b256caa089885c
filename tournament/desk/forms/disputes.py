"""The forms of a dispute and of the words that settle it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.desk.forms.fields import DeskForm
from wording import gettext as _
from wording import pgettext

RULING_LENGTH = 4_000


class DisputeForm(DeskForm):
    """A question about a table's game, and the log it is about where there is one."""

    question = forms.CharField(
        label=gettext_lazy("What is disputed?"),
        max_length=300,
    )
    log = forms.ChoiceField(label=gettext_lazy("About the log"), required=False)

    def __init__(self, *arguments: Any, logs: Sequence[tuple[int, str]], **options: Any) -> None:
        """``logs`` are keys and names of the table's logs; without one the field is left out."""
        super().__init__(*arguments, **options)
        if logs:
            self.fields["log"].choices = [("", pgettext("no log", "none")), *logs]  # type: ignore[attr-defined]
        else:
            del self.fields["log"]

    @property
    def log_key(self) -> int | None:
        """The key of the chosen log, None where none was chosen."""
        chosen = self.cleaned_data.get("log", "")
        return int(chosen) if chosen else None


class RulingForm(DeskForm):
    """The words of a ruling; a dispute is withdrawn or opened again without any."""

    ruling = forms.CharField(
        label=gettext_lazy("Ruling for the players"),
        max_length=RULING_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *arguments: Any, is_ruled: bool, **options: Any) -> None:
        """``is_ruled`` is whether the dispute is being ruled: then the words are required."""
        super().__init__(*arguments, **options)
        self.fields["ruling"].required = is_ruled
        self.fields["ruling"].error_messages["required"] = _("Write the ruling; the players will read it.")
