"""Helpers of an event: invite one by link and code, let them in under their name, set their roles, withdraw them.

A token is the same for a program: an account without a password that holds scopes in place of roles, and no link leads to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.db.models import QuerySet
from django.utils import timezone

from tournament.access.accounts import AccountError, make_token_account
from tournament.access.links import give_code, make_link, open_links, withdraw_links
from tournament.models import Entry, Event, Helper, LetIn
from tournament.models.choices import who
from tournament.record.acts import GIVEN, SCOPES, Act, Part, Place, Role, sets_with, spell_roles
from tournament.record.devices import Purpose
from tournament.record.figures import HelperFigures
from tournament.services.changes import (
    Doing,
    DoneError,
    RefusedError,
    UnchangedError,
    act,
    actor_of,
    merged,
    seen_before,
)
from tournament.services.coming_in import (
    figures_of_helper,
    figures_of_roles,
    plain_name,
    sentence_with_name,
)
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
    grants = figures_of_roles(_known(roles), entry, plain_name(name))
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
    wanted = frozenset({Role.DIRECTOR}) if is_maker else _known(roles)
    stored, typed = (
        figures_of_helper(helper),
        {**figures_of_roles(wanted, _entry(doing.event, number), who(helper, "account"))},
    )
    shown = seen_before(doing.event, actor_of(doing.actor).seen, "helpers", stored, account)
    values = merged(shown, stored, typed)
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


def _known(roles: frozenset[Role]) -> frozenset[Role]:
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
