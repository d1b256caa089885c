"""The director's decision on a tie for a medal (R65)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.desk.forms.fields import DeskForm
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import PlayerId
from wording import gettext as _
from wording.digits import plain_digits


class TieForm(DeskForm):
    """A place for each of the tied players, the same one for players who share it, and the reason.

    Places count from 1 among the tied players. ``cleaned_data`` has ``players``, best first, and ``places`` in the same order.
    """

    reason = forms.CharField(
        max_length=LONGEST_RULING,
        error_messages={
            "required": gettext_lazy("Give a reason for the order, for example “result in the final round”.")
        },
    )

    def __init__(self, *arguments: Any, players: Sequence[PlayerId], **options: Any) -> None:
        """``players`` are the tied players."""
        super().__init__(*arguments, **options)
        self.players = tuple(players)

    def clean(self) -> dict[str, Any]:
        """Check the typed places and recount them: two players who share place 1 are followed by place 3."""
        cleaned = super().clean() or self.cleaned_data
        known = {str(place): place for place in range(1, len(self.players) + 1)}
        typed = {
            player: known.get(plain_digits(str(self.data.get(f"place-{player}", ""))).strip())
            for player in self.players
        }
        places = {player: place for player, place in typed.items() if place is not None}
        if len(places) < len(self.players):
            raise ValidationError(
                _(
                    "Give each tied player a place from 1 to {most}. Players who share a place get the same number.",
                    most=len(self.players),
                )
            )
        if len(set(places.values())) == 1:
            raise ValidationError(
                _("All these players already share this place. Give at least one of them a different place.")
            )
        order = sorted(self.players, key=lambda player: places[player])
        counted = [1 + sum(places[other] < places[player] for other in order) for player in order]
        return {**cleaned, "players": tuple(order), "places": tuple(counted)}
