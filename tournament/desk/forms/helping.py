"""The forms by which helpers are invited and their roles set."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.desk.forms.fields import DeskForm
from tournament.record.acts import GIVEN, SCOPES, Role
from tournament.record.event import EventRecord
from tournament.record.figures import capitalized
from tournament.services.helping import LONGEST_NAME
from tournament.tellings.cells import by_name
from wording import gettext as _

ROLE_WORDS = {
    Role.DIRECTOR: gettext_lazy("Director: everything"),
    Role.DESK: gettext_lazy(
        "Desk: enters results and starting tiles, checks players in, runs the clock and prints sheets"
    ),
    Role.CHECKER: gettext_lazy("Checker: confirms results that another person entered"),
    Role.ARBITER: gettext_lazy(
        "Arbiter: rules on disputes, corrects results, gives penalties, runs the clock and prints sheets"
    ),
    Role.SCREEN: gettext_lazy("Screen: shows what players see, even while the event is hidden"),
}


def roles_in_words(roles: frozenset[Role]) -> str:
    """Return the names of roles for a list: "Desk, Arbiter"."""
    return ", ".join(capitalized(role.words) for role in GIVEN if role in roles)


SELECT_ONE = gettext_lazy("Select at least one.")

SCOPE_WORDS = {
    Role.ENTRIES: gettext_lazy("Entries: enters players; reads and corrects everything the desk knows about them"),
    Role.CHECK_INS: gettext_lazy("Check-ins: marks players as present, late or absent"),
    Role.RESULTS: gettext_lazy("Results: enters the final cash of tables but cannot confirm it"),
}


class TokenForm(DeskForm):
    """For which program a token is, and what that may write."""

    prefix = "token"
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it can do"),
        choices=[(role.value, SCOPE_WORDS[role]) for role in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": SELECT_ONE},
    )

    @property
    def chosen(self) -> frozenset[Role]:
        """The selected scopes."""
        return frozenset(map(Role, self.cleaned_data.get("scopes", ())))


class RolesForm(DeskForm):
    """The roles of a helper, and as which entry they play."""

    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Roles"),
        choices=[(role.value, ROLE_WORDS[role]) for role in GIVEN],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": SELECT_ONE},
    )
    plays_as = forms.TypedChoiceField(
        label=gettext_lazy("Plays as"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=gettext_lazy(
            "Helpers cannot enter or confirm results, or rule on disputes, at a table where they are playing."
        ),
    )

    def __init__(self, *args: Any, record: EventRecord, is_maker: bool = False, **options: Any) -> None:
        """``record`` gives the players to choose from; ``is_maker`` is whether the helper made the event, and so has no roles to choose."""
        super().__init__(*args, **options)
        players: Any = self.fields["plays_as"]
        players.choices = [("", _("does not play"))] + [
            (str(entry.player), entry.numbered) for entry in by_name(record.entries)
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
        label=gettext_lazy("Name"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "roles", "plays_as")
