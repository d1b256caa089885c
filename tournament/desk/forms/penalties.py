"""The form of a penalty or warning: the player, the round, one of the penalties of R27, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.desk.forms.fields import PageForm
from tournament.record.vocabulary import Dollars, FineTiming, PenaltyKind, Subject
from tournament.services.penalties import PenaltyOrder

KINDS = (
    (PenaltyKind.WARNING.value, "Warning: a first misplay may be put right without a penalty (R23)"),
    (PenaltyKind.NEW_HAND.value, "New hand: the hand goes back to the bag, then a new one is drawn (R27 a)"),
    (PenaltyKind.TWO_MINUTES.value, "Two minutes off the player's clock (R27 b)"),
    (PenaltyKind.FINE.value, "Fine, taken off the game score at the end (R27 c)"),
)


SUBJECTS = (
    (Subject.MISPLAY.value, "Misplay: a wrong tile, purchase or merger (R23-R26)"),
    (Subject.EXPOSED_TILE.value, "Exposed tile (R22)"),
    (Subject.TEAM_PLAY.value, "Team play (R28)"),
    (Subject.CONDUCT.value, "Conduct at the table"),
    (Subject.OTHER.value, "Something else"),
)
TIMINGS = (
    (FineTiming.BEFORE_BONUS.value, "Before the winning bonus: the winner is whoever has most after fines"),
    (FineTiming.AFTER_BONUS.value, "After it: the winner is whoever has most cash, then the fine is taken off"),
)


class PenaltyForm(PageForm):
    """The form of a penalty or warning for a player in a round; for the event's first fine it also asks when fines count."""

    number = forms.TypedChoiceField(label="Player", coerce=int)
    round_number = forms.TypedChoiceField(label="Round", coerce=int)
    subject = forms.ChoiceField(label="What about", choices=SUBJECTS, initial=Subject.MISPLAY.value)
    kind = forms.ChoiceField(label="What", choices=KINDS, widget=forms.RadioSelect)
    amount = forms.CharField(
        label="Amount of the fine, in dollars",
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text="Only for a fine.",
    )
    timing = forms.ChoiceField(
        label="When do this event's fines count",
        required=False,
        choices=TIMINGS,
        widget=forms.RadioSelect,
        help_text="Asked once, with the first fine. The text says both: “a 5000 fine on the game score at the end of the game” (R27), and "
        "percentages “based upon each player's cash after bonuses (and any penalties imposed)” (R55).",
    )
    reason = forms.CharField(label="What happened", max_length=300, help_text="Kept in the offence book.")

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
        self.fine = fine
        self.fields["number"].choices = [("", "Choose"), *players]  # type: ignore[attr-defined]
        self.fields["round_number"].choices = rounds  # type: ignore[attr-defined]
        self.fields["amount"].initial = f"{fine:,}"
        self.fields["number"].error_messages["required"] = "Choose the player."
        self.fields["kind"].error_messages["required"] = "Choose a penalty or a warning."

    def clean_amount(self) -> Dollars:
        """Return the fine in dollars, the event's usual amount where nothing is typed; ValidationError outside 1 to 1,000,000."""
        typed = str(self.cleaned_data["amount"])
        digits = "".join(mark for mark in typed if mark not in " ,.'$_\u00a0\u202f")
        if not digits:
            return self.fine
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(f"“{typed}” is not an amount of dollars; type it like {self.fine:,}.")
        if not 0 < int(digits) <= 1_000_000:
            raise ValidationError(f"A fine of {int(digits):,} is not possible; type an amount from 1 to 1,000,000.")
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
