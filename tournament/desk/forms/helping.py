"""The forms by which helpers are invited and their roles set."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.desk.forms.fields import DeskForm
from tournament.record.acts import GIVEN, Role
from tournament.record.event import EventRecord
from tournament.services.helping import LONGEST_NAME

ROLE_WORDS = {
    Role.DIRECTOR: "Director: everything",
    Role.DESK: "Desk: enters results, checks players in, types starting tiles, runs the clock, prints",
    Role.CHECKER: "Checker: reads results and confirms what somebody else entered",
    Role.ARBITER: "Arbiter: reads logs, rules disputes, corrects results, gives penalties, runs the clock, prints",
    Role.SCREEN: "Screen: shows what players see, while the event is hidden too",
}


class RolesForm(DeskForm):
    """The roles of a helper, and as which entry they play."""

    roles = forms.MultipleChoiceField(
        label="Roles",
        choices=[(role.value, ROLE_WORDS[role]) for role in GIVEN],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Select at least one role; without any there is nothing to do."},
    )
    plays_as = forms.TypedChoiceField(
        label="Plays as",
        required=False,
        coerce=int,
        empty_value=None,
        help_text="Nobody enters, confirms or rules on a table at which they play.",
    )

    def __init__(self, *args: Any, record: EventRecord, is_maker: bool = False, **options: Any) -> None:
        """``record`` gives the players to choose from; ``is_maker`` is whether the helper made the event, and so has no roles to choose."""
        super().__init__(*args, **options)
        players: Any = self.fields["plays_as"]
        players.choices = [("", "does not play")] + [
            (str(entry.player), f"{entry.player} {entry.name}") for entry in record.entries
        ]
        if is_maker:
            del self.fields["roles"]

    @property
    def chosen(self) -> frozenset[Role]:
        """The selected roles."""
        return frozenset(map(Role, self.cleaned_data.get("roles", ())))


class InviteForm(RolesForm):
    """Whom to invite, with which roles."""

    name = forms.CharField(
        label="Name",
        required=False,
        max_length=LONGEST_NAME,
        help_text="To tell invitations apart; who comes in can still change it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "roles", "plays_as")
