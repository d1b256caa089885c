"""The bonus calculator: a chain, its size, and how many shares each of up to six holders has."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.acquire.board import TILES
from games.acquire.editions import EDITIONS, LabelSet
from tournament.public.forms.figures import WholeField
from tournament.public.forms.sentences import PlainForm
from tournament.record.rulesets import LARGEST_TABLE
from wording import gettext as _
from wording import ngettext

SHARES = EDITIONS["mso"].chain_shares
SMALLEST_CHAIN = EDITIONS["mso"].bands[0]
HOLDERS = tuple(f"holder_{number}" for number in range(1, LARGEST_TABLE + 1))


def _count(label: Any, least: int, most: int, *, required: bool) -> WholeField:
    """Return a field for a whole number within these limits."""
    wrong = format_lazy(gettext_lazy("Enter a whole number from {least} to {most}."), least=least, most=most)
    return WholeField(
        label=label,
        required=required,
        min_value=least,
        max_value=most,
        error_messages={"invalid": wrong, "min_value": wrong, "max_value": wrong, "required": wrong},
    )


class BonusForm(PlainForm):
    """The fields of the calculator; ``holdings`` are the share counts of all six holders, 0 for none."""

    chain = forms.TypedChoiceField(label=gettext_lazy("Chain"), coerce=int)
    size = _count(gettext_lazy("Tiles in the chain"), SMALLEST_CHAIN, TILES, required=True)

    def __init__(self, *arguments: Any, labels: LabelSet, **options: Any) -> None:
        """``labels`` has the names of the seven chains."""
        super().__init__(*arguments, **options)
        self.fields["chain"].choices = list(enumerate(labels.names))  # type: ignore[attr-defined]
        for number, name in enumerate(HOLDERS, start=1):
            self.fields[name] = _count(_("Holder {number}", number=number), 0, SHARES, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse more shares than a chain has, and a chain that nobody holds."""
        cleaned = super().clean() or self.cleaned_data
        held = sum(cleaned.get(name) or 0 for name in HOLDERS)
        if held > SHARES:
            raise ValidationError(
                ngettext(
                    "The holders have {n} share in total, but a chain has only {shares}. Count again.",
                    "The holders have {n} shares in total, but a chain has only {shares}. Count again.",
                    held,
                    shares=SHARES,
                )
            )
        if not held and not self.errors:
            raise ValidationError(_("No holder has a share yet. Enter the shares of each holder."))
        return cleaned

    @property
    def holdings(self) -> tuple[int, ...]:
        """The share counts of the six holders, 0 for none. May only be read after ``is_valid()``."""
        return tuple(self.cleaned_data.get(name) or 0 for name in HOLDERS)
