"""What a director asks of a draw, and the small forms around a round: they check what was typed and save nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.desk.forms.choices import offered
from tournament.desk.forms.fields import DeskForm, not_a_number
from tournament.draw.allocation import AllocationError, TableChoice
from tournament.draw.pairings import Roll
from tournament.draw.sitouts import sat_out
from tournament.public.forms.figures import WholeField
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, SeatSource, SitOutKind
from tournament.services.draws import DrawOrder, keys_to_cut, new_seed, ties_across_cuts
from tournament.tellings.cells import by_name
from wording import gettext as _
from wording.digits import plain_digits

LARGEST_SEED = 2**63 - 1
LONGEST_ROLL = 6
MOST_ROLLS = 9

SIT_OUT_KINDS = (
    (SitOutKind.STANDARD.value, gettext_lazy("normal sit-out (R51)")),
    (SitOutKind.PAIRING_PROBLEM.value, gettext_lazy("pairing problem, not the player's fault (R52)")),
)


class DrawForm(DeskForm):
    """The form that makes a draw: the pressed button sends the sizes of the tables, and every other field has a default."""

    use = forms.CharField(max_length=4000, widget=forms.HiddenInput)
    seed = WholeField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=gettext_lazy("The same seed gives the same draw. Leave this blank for a new seed."),
    )
    seat_source = forms.ChoiceField(label=gettext_lazy("Order of play"), choices=offered(SeatSource))
    sitting_out = forms.TypedChoiceField(
        label=gettext_lazy("Who sits out?"), coerce=int, required=False, empty_value=None
    )
    sit_out_reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only needed if you do not choose the suggested player."),
    )
    sit_out_kind = forms.ChoiceField(label=gettext_lazy("Scored as"), choices=SIT_OUT_KINDS, required=False)
    replaces = WholeField(required=False, widget=forms.HiddenInput)
    over_dispute = forms.CharField(
        label=gettext_lazy("Why seat the final despite the dispute?"), required=False, max_length=280
    )

    def __init__(self, *arguments: Any, record: EventRecord, number: int, **options: Any) -> None:
        """``record`` gives the players who may be chosen to sit out; ``number`` is the round to draw."""
        super().__init__(*arguments, **options)
        self.record, self.number = record, number
        rested = sat_out(record)
        self.fields["sitting_out"].choices = lambda: [  # type: ignore[attr-defined]  # listed where it is needed
            ("", _("the player named by the rules (R50)")),
            *((entry.player, entry.numbered) for entry in by_name(record.active) if entry.player not in rested),
        ]
        self.fields["seat_source"].required = False

    def clean_use(self) -> TableChoice:
        """Return the sizes and the kind of round that the pressed button sent; ValidationError where its value cannot be read."""
        try:
            return TableChoice.read(str(self.cleaned_data["use"]))
        except AllocationError as refusal:
            raise ValidationError(str(refusal)) from None

    def order(self) -> DrawOrder:
        """Return the draw to make, for the service."""
        typed = self.cleaned_data
        choice: TableChoice = typed["use"]
        return DrawOrder(
            sizes=choice.sizes,
            seed=new_seed() if typed["seed"] is None else typed["seed"],
            seat_source=SeatSource(typed["seat_source"] or SeatSource.TILES.value),
            sitting_out=typed["sitting_out"],
            sit_out_reason=typed["sit_out_reason"],
            sit_out_kind=SitOutKind(typed["sit_out_kind"] or SitOutKind.STANDARD.value),
            dice=typed["dice"],
            kind=choice.kind,
            replaces=typed["replaces"],
            top_table=choice.top_table,
            over_dispute=typed["over_dispute"],
        )

    def clean(self) -> dict[str, Any]:
        """Read the rolls of dice too. A roll that is not a number is an error, so that the seed never decides in its place (R47)."""
        typed = super().clean() or {}
        typed["dice"] = self._dice()
        return typed

    def _dice(self) -> Mapping[PlayerId, Roll]:
        """Return the typed rolls of dice by player, from the fields ``dice-<number>``; add an error for one that is not a number."""
        rolled: dict[PlayerId, Roll] = {}
        for name, text in self.data.items():
            number, rolls = name.removeprefix("dice-"), plain_digits(str(text)).split()
            if not name.startswith("dice-") or not (number.isascii() and number.isdigit()) or not rolls:
                continue
            if not all(roll.isascii() and roll.isdigit() and len(roll) <= LONGEST_ROLL for roll in rolls[:MOST_ROLLS]):
                self.add_error(None, not_a_number(" ".join(rolls), "4"))
                continue
            rolled[PlayerId(int(number))] = tuple(int(roll) for roll in rolls[:MOST_ROLLS])
        return rolled


def tied_across_cuts(record: EventRecord, number: int, cuts: Sequence[Sequence[int]]) -> tuple[PlayerId, ...]:
    """Return the players who need dice, best total first: those of equal total whom a cut of the final would part (R47).

    ``number`` is the round of the final. Each of ``cuts`` is one possible final: the sizes of its tables, top table first.
    """
    keys = keys_to_cut(record, number)
    tied = {player for sizes in cuts for block in ties_across_cuts(keys, sizes) for player in block}
    return tuple(sorted(sorted(tied), key=lambda player: keys[player], reverse=True))
