"""The director's decision on a tie for a medal (R65)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.desk.forms.fields import DeskForm
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import PlayerId


class TieForm(DeskForm):
    """Tied players in the order decided, best first, and why: a step's order from its button, or places typed one by one."""

    order = forms.CharField(required=False, max_length=300)
    reason = forms.CharField(
        max_length=LONGEST_RULING,
        error_messages={"required": "Write the reason for the order, for example “result in the final round”."},
    )

    def __init__(self, *arguments: Any, players: Sequence[PlayerId], **options: Any) -> None:
        """``players`` are those tied."""
        super().__init__(*arguments, **options)
        self.players = tuple(players)

    def clean_order(self) -> tuple[PlayerId, ...]:
        """Everybody tied, once each."""
        typed = str(self.cleaned_data["order"]).split()
        if typed:
            order = tuple(PlayerId(int(word)) for word in typed if word.isascii() and word.isdigit())
        else:
            places = {player: str(self.data.get(f"place-{player}", "")).strip() for player in self.players}
            if sorted(places.values()) != [str(place) for place in range(1, len(self.players) + 1)]:
                raise ValidationError(f"Give each of the tied players a different place from 1 to {len(self.players)}.")
            order = tuple(sorted(self.players, key=lambda player: int(places[player])))
        if sorted(order) != sorted(self.players):
            raise ValidationError("The order must name everybody who is tied, once each; choose again.")
        return order
