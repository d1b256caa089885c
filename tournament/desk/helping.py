"""Who helps at an event: invite by link and code, set roles, withdraw with one press; and the tokens of programs.

The forms by which helpers are invited and their roles set.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.fields import DeskForm
from tournament.models import Event
from tournament.models.choices import who
from tournament.record.acts import GIVEN, SCOPES, Role, read_roles, roles_listed
from tournament.record.devices import shown_code
from tournament.record.event import EventRecord
from tournament.record.figures import capitalized
from tournament.services.coming_in import LONGEST_NAME
from tournament.services.helping import (
    Invitation,
    helpers_and_tokens,
    helpers_of,
    invite_helper,
    make_token,
    open_invitations,
    set_helper,
    withdraw_helper,
    withdraw_invitation,
    withdraw_token,
)
from tournament.tellings.words import by_name
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


@never_cache
@desk_form
def index(desk: Desk) -> HttpResponse:
    """List who helps and who is invited; a POST invites. The link and code of an invitation are shown only in the answer to that POST."""
    form = InviteForm(desk.posted, record=desk.record)
    made: Invitation | None = None
    invited = ""
    if desk.sent(form):
        typed = form.cleaned_data
        with desk.refusals(form):
            made = invite_helper(desk.event, desk.actor, form.chosen, name=typed["name"], number=typed["plays_as"])
            invited = typed["name"]
            form = InviteForm(record=desk.read_again())
    return _page(desk, form=form, made=_shown(made) if made else None, invited=invited)


def _page(desk: Desk, **context: Any) -> HttpResponse:
    """Return the page of helpers and tokens."""
    shown = {"form": InviteForm(record=desk.record), "token_form": TokenForm(), "maker": desk.event.created_by}
    context = shown | _rows(desk.event) | context
    return desk.page("director/helpers/helpers.html", "helpers", **context)


@never_cache
@desk_act
def add_token(desk: Desk) -> HttpResponse:
    """Make a token for a program, which is shown only in the answer to this."""
    form = TokenForm(desk.posted)
    token, name = "", ""
    if desk.sent(form):
        with desk.refusals(form):
            name = form.cleaned_data["name"]
            token = make_token(desk.event, desk.actor, name, form.chosen)
            form = TokenForm()
            desk.read_again()
    address = f"{settings.OWN_ADDRESS}/api/v1/{desk.slug}"
    return _page(desk, token_form=form, token=token, token_name=name, token_address=address)


@desk_act
def drop_token(desk: Desk, account: int) -> HttpResponse:
    """Withdraw a token; ``account`` is the key of its account."""
    return desk.act(
        lambda: withdraw_token(desk.event, desk.actor, account),
        desk.address("desk_helpers"),
    )


def _rows(event: Event) -> dict[str, Any]:
    """Return the helpers, the maker of the event apart, the tokens, and the invitations that nobody has used yet."""
    helpers, tokens = helpers_and_tokens(event)
    waiting = [link for link in open_invitations(event) if link.account_id is None]
    own = next((helper for helper in helpers if helper.account_id == event.created_by_id), None)
    return {
        "maker_plays": own.entry if own else None,
        "helpers": [
            (helper, _in_words(helper.roles)) for helper in helpers if helper.account_id != event.created_by_id
        ],
        "tokens": [(helper, roles_listed(helper.role_set), link.used_at, link.expires_at) for helper, link in tokens],
        "invitations": [(link, _in_words(link.grants["roles"]), link.grants["name"]) for link in waiting],
    }


def _in_words(roles: str) -> str:
    """Return stored roles in words."""
    return roles_in_words(read_roles(roles))


def _shown(made: Invitation) -> dict[str, str]:
    """Return the link of an invitation, the address for its QR code (empty without a public address), and its code for typing."""
    path = reverse("let_in", args=[made.token])
    return {
        "link": f"{settings.OWN_ADDRESS}{path}",
        "scanned": f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else "",
        "code": shown_code(made.code),
        "typed_at": f"{settings.OWN_ADDRESS}{reverse('let_in_code')}",
    }


@desk_form
def edit(desk: Desk, account: int) -> HttpResponse:
    """Set the roles of a helper, and the entry as which they play; ``account`` is the key of their account."""
    event = desk.event
    helper = next((row for row in helpers_of(event) if row.account_id == account), None)
    is_maker = account == event.created_by_id
    if helper is None and not is_maker:
        raise Http404(_("This person is no longer a helper at {event}.", event=event.name))
    stored = {
        "roles": [role.value for role in GIVEN if helper and role in helper.role_set],
        "plays_as": helper.entry.number if helper and helper.entry else None,
    }
    form = RolesForm(desk.posted, record=desk.record, is_maker=is_maker, initial=stored)
    name = who(helper, "account") if helper else who(event, "created_by")
    if desk.sent(form):
        return desk.act(
            lambda: set_helper(event, desk.actor, account, form.chosen, form.cleaned_data["plays_as"]),
            desk.address("desk_helpers"),
        )
    return desk.page("director/helpers/helper.html", "helpers", form=form, helper_name=name)


@desk_act
def withdraw(desk: Desk, account: int) -> HttpResponse:
    """Take every role from a helper; ``account`` is the key of their account."""
    return desk.act(
        lambda: withdraw_helper(desk.event, desk.actor, account),
        desk.address("desk_helpers"),
    )


@desk_act
def withdraw_link(desk: Desk, pk: int) -> HttpResponse:
    """Withdraw an invitation, so that its link and code let nobody in any more; ``pk`` is its key."""
    return desk.act(
        lambda: withdraw_invitation(desk.event, desk.actor, pk),
        desk.address("desk_helpers"),
    )
