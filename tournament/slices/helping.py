"""Who helps at an event: invite by link and code, set roles, withdraw with one press; and the tokens of programs.

A token is the same for a program: an account without a password that holds scopes in place of roles, and no link leads to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournament.access.accounts import AccountError, make_token_account
from tournament.access.links import give_code, make_link, open_links, withdraw_links
from tournament.access.slices import MenuEntry, Slice
from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.fields import DeskForm
from tournament.models import Entry, Event, Helper, LetIn
from tournament.models.choices import who
from tournament.record import formats
from tournament.record.acts import (
    GIVEN,
    SCOPES,
    Act,
    Part,
    Place,
    Role,
    read_roles,
    roles_listed,
    sets_with,
    spell_roles,
)
from tournament.record.devices import Purpose, shown_code
from tournament.record.event import EventRecord
from tournament.record.figures import HelperFigures, capitalized
from tournament.services.changes import Doing, act, actor_of, merged_fields, seen_before
from tournament.services.changes.refusals import DoneError, RefusedError, UnchangedError
from tournament.services.coming_in import (
    LONGEST_NAME,
    figures_of_helper,
    figures_of_roles,
    plain_name,
    sentence_with_name,
)
from tournament.tellings.words import by_name
from wording import gettext as _
from wording import gettext_noop

MOST_TOKENS = 20
"""The most tokens of one event."""
OF_TOKENS = sets_with(frozenset(SCOPES))


@dataclass(frozen=True, slots=True)
class Invitation:
    """The two secrets of an invitation, shown only once: the token in the link, and the code for somebody who cannot scan it."""

    token: str
    code: str


def open_invitations(event: Event) -> Any:
    """Return the invitations of an event that are neither withdrawn nor expired, the latest first."""
    links = LetIn.objects.filter(event=event, purpose=Purpose.HELPER.value, withdrawn_at=None)
    return links.filter(expires_at__gt=timezone.now()).select_related("account")


@act(Act.INVITE_HELPER, Part.HELPERS, sentence=gettext_noop("Helper invited"))
def invite_helper(doing: Doing, roles: frozenset[Role], *, name: str = "", number: int | None = None) -> Invitation:
    """Make a link and a code with which one person becomes a helper with these roles.

    ``number`` is the entry as which they play, None where they do not play.
    """
    entry = _entry(doing.event, number)
    grants = figures_of_roles(_roles_to_give(roles), entry, plain_name(name))
    token = make_link(Purpose.HELPER, by=actor_of(doing.actor).user, event=doing.event, grants=dict(grants))
    doing.after = {"invitation": grants}
    return Invitation(token, give_code(token))


@act(
    Act.WITHDRAW_INVITATION,
    Part.HELPERS,
    sentence=gettext_noop("Helper's invitation withdrawn"),
    why_not=gettext_noop("Once withdrawn, it stays invalid; make a new one."),
)
def withdraw_invitation(doing: Doing, pk: int) -> None:
    """Withdraw the invitation with that primary key; whoever came in by it already stays a helper."""
    link = open_invitations(doing.event).filter(pk=pk).first()
    if link is None:
        raise DoneError
    withdraw_links(LetIn.objects.filter(pk=link.pk))
    doing.before = {"invitation": cast(HelperFigures, dict(link.grants))}


@act(
    Act.SET_HELPER,
    Part.HELPERS,
    sentence=sentence_with_name(gettext_noop("Roles set for {name}")),
)
def set_helper(doing: Doing, account: int, roles: frozenset[Role], number: int | None) -> None:
    """Set the roles of a helper, by the account's primary key, and the entry number as which they play.

    Whoever made the event stays its director whatever ``roles`` say. Raises ConflictError where somebody else set the same meanwhile.
    """
    is_maker = account == doing.event.created_by_id
    helper = _people(doing.event).filter(account=account).first()
    if helper is None and not is_maker:
        raise RefusedError(_("This helper was withdrawn; invite them again."))
    helper = helper or Helper(event=doing.event, account=doing.event.created_by, roles=Role.DIRECTOR.value)
    wanted = frozenset({Role.DIRECTOR}) if is_maker else _roles_to_give(roles)
    stored, typed = (
        figures_of_helper(helper),
        {**figures_of_roles(wanted, _entry(doing.event, number), who(helper, "account"))},
    )
    shown = seen_before(doing.event, actor_of(doing.actor).seen, "helpers", stored, account)
    values = merged_fields(shown, stored, typed)
    if values == stored:
        raise UnchangedError
    helper.roles, helper.entry = values["roles"], _entry(doing.event, values["plays_as"])
    helper.given_by = helper.given_by or actor_of(doing.actor).user
    helper.save()
    doing.before, doing.after = (
        {"helpers": {str(account): stored}},
        {"helpers": {str(account): figures_of_helper(helper)}},
    )


@act(
    Act.WITHDRAW_HELPER,
    Part.HELPERS,
    sentence=sentence_with_name(gettext_noop("{name} is no longer a helper")),
)
def withdraw_helper(doing: Doing, account: int) -> str:
    """Withdraw every role in the event from an account, by its primary key, and its links; return its name."""
    helper = _people(doing.event).filter(account=account).first()
    if helper is None or account == doing.event.created_by_id:
        raise DoneError
    helper.withdrawn_at = timezone.now()
    helper.save(update_fields=["withdrawn_at"])
    withdraw_links(open_links(Purpose.HELPER, helper.account, doing.event))
    doing.before = {"helpers": {str(account): figures_of_helper(helper)}}
    return who(helper, "account")


@act(
    Act.MAKE_TOKEN,
    Part.HELPERS,
    sentence=sentence_with_name(gettext_noop("{name} made")),
    undone_on=Place.HELPERS,
)
def make_token(doing: Doing, name: str, scopes: frozenset[Role]) -> str:
    """Make a token with which a program writes what these scopes say, and return its secret, which is shown nowhere else.

    What the program does stands in the log of changes under the name, with the word "token" behind it.
    """
    called = plain_name(name)
    if not called:
        raise RefusedError(_("Enter what the token is for; it appears in the change log."))
    if not scopes & frozenset(SCOPES):
        raise RefusedError(_("Select at least one."))
    if _standing(doing.event).filter(roles__in=OF_TOKENS).count() >= MOST_TOKENS:
        raise RefusedError(_("The event has {n} tokens. Withdraw one first.", n=MOST_TOKENS))
    try:
        account = make_token_account(called)
    except AccountError as refusal:
        raise RefusedError(str(refusal)) from None
    helper = Helper.objects.create(
        event=doing.event,
        account=account,
        roles=spell_roles(scopes & frozenset(SCOPES)),
        given_by=actor_of(doing.actor).user,
    )
    doing.after = {"helpers": {str(account.pk): figures_of_helper(helper)}}
    return make_link(Purpose.TOKEN, by=actor_of(doing.actor).user, account=account, event=doing.event)


@act(
    Act.WITHDRAW_TOKEN,
    Part.HELPERS,
    sentence=sentence_with_name(gettext_noop("{name} withdrawn")),
    why_not=gettext_noop("Once withdrawn, it stays invalid; make a new one."),
)
def withdraw_token(doing: Doing, account: int) -> str:
    """Withdraw the token whose account has this primary key, so that it writes nothing any more; return its name."""
    helper = _standing(doing.event).filter(account=account, roles__in=OF_TOKENS).first()
    if helper is None:
        raise DoneError
    helper.withdrawn_at = timezone.now()
    helper.save(update_fields=["withdrawn_at"])
    withdraw_links(open_links(Purpose.TOKEN, helper.account, doing.event))
    doing.before = {"helpers": {str(account): figures_of_helper(helper)}}
    return who(helper, "account")


def helpers_of(event: Event) -> list[Helper]:
    """Return the helpers of an event, in the order in which they came."""
    return list(_people(event))


def helpers_and_tokens(event: Event) -> tuple[list[Helper], list[tuple[Helper, LetIn]]]:
    """Return the helpers of an event, and its tokens, each with its link; both in the order in which they came, none withdrawn."""
    people, programs = list[Helper](), list[Helper]()
    for row in _standing(event):
        (programs if row.roles in OF_TOKENS else people).append(row)
    links: dict[int | None, LetIn] = {}
    if programs:
        made = LetIn.objects.filter(event=event, purpose=Purpose.TOKEN.value, withdrawn_at=None)
        links = {link.account_id: link for link in made}
    return people, [(row, links[row.account_id]) for row in programs if row.account_id in links]


def _standing(event: Event) -> QuerySet[Helper]:
    """Return the rows of helpers and tokens that are not withdrawn."""
    return event.helpers.filter(withdrawn_at=None).select_related("account", "entry__event", "given_by")


def _people(event: Event) -> QuerySet[Helper]:
    """Return the rows of helpers that are people and not withdrawn."""
    return _standing(event).exclude(roles__in=OF_TOKENS)


def _roles_to_give(roles: frozenset[Role]) -> frozenset[Role]:
    """Return those of the roles that can be given; raises RefusedError where there are none."""
    if not roles & frozenset(GIVEN):
        raise RefusedError(_("Select at least one."))
    return roles & frozenset(GIVEN)


def _entry(event: Event, number: int | None) -> Entry | None:
    """Return the entry with that number, None for no number; raises RefusedError where there is no such entry."""
    if number is None:
        return None
    entry = event.entries.filter(number=number).first()
    if entry is None:
        raise RefusedError(_("There is no entry {number}; reload the page.", number=number))
    return entry


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

WITHOUT_TILES = gettext_lazy("Desk: enters results, checks players in, runs the clock and prints sheets")


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

    def __init__(self, *args: Any, record: EventRecord, **options: Any) -> None:
        """``record`` says whether a result is cash."""
        super().__init__(*args, **options)
        if not record.format.amount.is_money:
            words = SCOPE_WORDS | {Role.RESULTS: _("Results: enters the results of tables but cannot confirm them")}
            scopes: Any = self.fields["scopes"]
            scopes.choices = [(role.value, words[role]) for role in SCOPES]

    @property
    def chosen(self) -> frozenset[Role]:
        """The selected scopes."""
        return frozenset(map(Role, self.cleaned_data.get("scopes", ())))


class RolesForm(DeskForm):
    """The roles of a helper, and as which entry they play."""

    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Roles"),
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
        words = ROLE_WORDS if record.has(formats.Part.TILES) else {**ROLE_WORDS, Role.DESK: WITHOUT_TILES}
        self.fields["roles"].choices = [(role.value, words[role]) for role in GIVEN]  # type: ignore[attr-defined]
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
    return _page(desk, form=form, made=_invitation_context(made) if made else None, invited=invited)


def _page(desk: Desk, **context: Any) -> HttpResponse:
    """Return the page of helpers and tokens."""
    record = desk.record
    shown = {"form": InviteForm(record=record), "token_form": TokenForm(record=record), "maker": desk.event.created_by}
    context = shown | _rows(desk.event) | context
    return desk.page("director/helpers/helpers.html", "helpers", **context)


@never_cache
@desk_act
def add_token(desk: Desk) -> HttpResponse:
    """Make a token for a program, which is shown only in the answer to this."""
    form = TokenForm(desk.posted, record=desk.record)
    token, name = "", ""
    if desk.sent(form):
        with desk.refusals(form):
            name = form.cleaned_data["name"]
            token = make_token(desk.event, desk.actor, name, form.chosen)
            form = TokenForm(record=desk.record)
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


def _invitation_context(made: Invitation) -> dict[str, str]:
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


SLICE = Slice(
    "helping",
    pages=(
        path("helpers/", index, name="desk_helpers"),
        path("helpers/<int:account>/", edit, name="desk_helper"),
        path("helpers/<int:account>/withdraw/", withdraw, name="desk_withdraw_helper"),
        path("helpers/invitations/<int:pk>/withdraw/", withdraw_link, name="desk_withdraw_invitation"),
        path("helpers/tokens/", add_token, name="desk_make_token"),
        path("helpers/tokens/<int:account>/withdraw/", drop_token, name="desk_withdraw_token"),
    ),
    menu=(MenuEntry("helpers", gettext_noop("Helpers"), "desk_helpers"),),
)
