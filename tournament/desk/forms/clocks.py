"""The form that gives a player time on the table's clock, or takes it (R27)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.desk.forms.fields import DeskForm
from tournament.public.forms.figures import WholeField
from tournament.services.at_table.clocks import MOST_MINUTES


class TimeForm(DeskForm):
    """The player whose clock is changed, whether time is taken or given, how many minutes, and why; two are taken by default (R27)."""

    player = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    way = forms.ChoiceField(
        label=gettext_lazy("Change"),
        choices=[("take", gettext_lazy("Take time off the clock")), ("give", gettext_lazy("Give time"))],
    )
    minutes = WholeField(label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=2)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    def __init__(self, typed: Any = None, *, players: Sequence[tuple[int, str]]) -> None:
        """``players`` are the number and the name of each player at the table."""
        super().__init__(typed)
        self.fields["player"].choices = players  # type: ignore[attr-defined]

    @property
    def seconds(self) -> int:
        """How many seconds are given, negative where time is taken. May only be read after ``is_valid()``."""
        return int(self.cleaned_data["minutes"]) * 60 * (1 if self.cleaned_data["way"] == "give" else -1)
