"""The form of a penalty or warning: the player, the round, one of the penalties of R27, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.desk.forms.choices import offered
from tournament.desk.forms.fields import PageForm, not_a_number, out_of_range
from tournament.record.figures import capitalized
from tournament.record.vocabulary import Dollars, FineTiming, PenaltyKind, Subject
from tournament.services.penalties import PenaltyOrder
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import whole

MOST_FINE = 1_000_000
"""The largest fine in dollars."""


class PenaltyForm(PageForm):
    """The form of a penalty or warning for a player in a round; for the event's first fine it also asks when fines count."""

    number = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    round_number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    subject = forms.ChoiceField(label=gettext_lazy("Offence"), choices=())
    kind = forms.ChoiceField(
        label=gettext_lazy("Penalty"),
        choices=lambda: [(kind.value, capitalized(kind.words)) for kind in PenaltyKind],
    )
    amount = forms.CharField(
        label=gettext_lazy("Fine"),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 7}),
    )
    reason = forms.CharField(label=gettext_lazy("What happened?"), max_length=300)
    timing = forms.ChoiceField(
        label=gettext_lazy("Deduct fines before or after the winning bonus?"),
        required=False,
        choices=offered(FineTiming),
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *arguments: Any,
        players: Sequence[tuple[int, str]],
        rounds: Sequence[tuple[int, str]],
        fine: Dollars,
        is_timing_settled: bool = True,
        **options: Any,
    ) -> None:
        """``players`` and ``rounds`` are numbers with the words to show, ``rounds`` only those begun; ``fine`` is the usual amount.

        ``is_timing_settled`` is whether the event knows already when fines count; then the form does not ask it.
        """
        super().__init__(*arguments, **options)
        if is_timing_settled:
            del self.fields["timing"]
        self.fields["reason"].widget.attrs["required"] = True
        self.fine = fine
        self.fields["number"].choices = [("", _("Choose")), *players]  # type: ignore[attr-defined]
        subjects = ((each.value, capitalized(each.words)) for each in Subject)
        self.fields["subject"].choices = [("", _("Choose")), *subjects]  # type: ignore[attr-defined]
        self.fields["round_number"].choices = rounds  # type: ignore[attr-defined]
        self.fields["amount"].initial = whole(fine)

    def clean_amount(self) -> Dollars:
        """Return the fine in dollars, the event's usual amount where nothing is typed; ValidationError outside 1 to 1,000,000."""
        typed = str(self.cleaned_data["amount"])
        digits = "".join(mark for mark in plain_digits(typed) if mark not in " ,.'$_\u00a0\u202f")
        if not digits:
            return self.fine
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(not_a_number(typed, whole(self.fine)))
        if not 0 < int(digits) <= MOST_FINE:
            raise ValidationError(out_of_range(typed.strip(), whole(1), whole(MOST_FINE)))
        return int(digits)

    @property
    def asks_timing(self) -> bool:
        """Whether this is the event's first fine and the director has not yet chosen when fines count (R55)."""
        return "timing" in self.fields and self.order.kind is PenaltyKind.FINE and self.order.timing is None

    @property
    def order(self) -> PenaltyOrder:
        """The penalty as typed, for the service. May only be read after ``is_valid()``."""
        typed = self.cleaned_data
        kind = PenaltyKind(typed["kind"])
        amount = typed["amount"] if kind is PenaltyKind.FINE else 0
        timing = FineTiming(typed["timing"]) if typed.get("timing") else None
        subject = Subject(typed["subject"])
        return PenaltyOrder(typed["number"], typed["round_number"], kind, typed["reason"], amount, subject, timing)


class CancelForm(PageForm):
    """Why a penalty is cancelled."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
