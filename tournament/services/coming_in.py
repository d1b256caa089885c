"""Lets somebody in as a helper by an invitation's link: under an account of their own, with the roles that the link gives."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access.accounts import make_helper_account
from tournament.access.links import LinkRefusedError, use_link
from tournament.models import Entry, Helper, LetIn
from tournament.models.choices import who
from tournament.record.acts import Act, Part, Role, declare, read_roles, spell_roles
from tournament.record.figures import ChangeFacts, HelperFigures
from tournament.record.lengths import too_long
from tournament.services.changes import act_on
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop
from wording.figures import listed

LONGEST_NAME = 60


@transaction.atomic
def come_in(link: LetIn, *, account: User | None = None, name: str = "") -> User:
    """Let the holder of an invitation in, and return their account.

    That is the account that used this link before, else ``account``, else a new one of that ``name``. Raises LinkRefusedError where the
    link is not valid, AccountError where the name is taken.
    """
    use_link(link)
    link = LetIn.objects.select_for_update().get(pk=link.pk)
    event = link.event
    assert event is not None  # noqa: S101  make_link asks for one
    if link.account_id is not None:
        return _come_back(link)
    roles = read_roles(link.grants["roles"])
    helper = event.helpers.filter(account=account, withdrawn_at=None).first() if account else None
    found = account or make_helper_account(plain_name(name))
    if helper is None:
        helper = Helper(event=event, account=found, given_by=link.made_by)
    helper.roles = spell_roles((helper.role_set if helper.pk else frozenset()) | roles)
    number = link.grants.get("plays_as")
    helper.entry = helper.entry or event.entries.filter(number=number).first()
    helper.save()
    link.account = found
    link.save(update_fields=["account"])
    with act_on(event, found, Act.COME_IN) as doing:
        doing.after = {"helpers": {str(found.pk): figures_of_helper(helper)}}
    return found


def _come_back(link: LetIn) -> User:
    """Return the account that used a link before; one that has a password must log in with it, so LinkRefusedError is raised."""
    account = link.account
    assert account is not None  # noqa: S101  asked before
    if not account.is_active:
        raise LinkRefusedError(_("This account has been closed. Ask the event's director."))
    if account.has_usable_password():
        raise LinkRefusedError(
            _(
                "{name} has already joined using this link and has a password: log in with it.",
                name=account.get_username(),
            )
        )
    return account


def sentence_with_name(words: str) -> Callable[[ChangeFacts], str]:
    """A sentence from words with the name of the helper that the figures hold."""

    def sentence(facts: ChangeFacts) -> str:
        helpers = (facts.after or facts.before).get("helpers", {})
        return _(words, name=listed([row["name"] for row in helpers.values() if row["name"]]) or _("A helper"))

    return sentence


declare(
    Act.COME_IN,
    Part.HELPERS,
    may=frozenset(Role),
    sentence=sentence_with_name(gettext_noop("{name} joined as a helper")),
)


def figures_of_helper(helper: Helper) -> HelperFigures:
    """Return a helper's name, roles and entry number as the log of changes stores them."""
    return figures_of_roles(helper.role_set, helper.entry, who(helper, "account"))


def figures_of_roles(roles: frozenset[Role], entry: Entry | None, name: str) -> HelperFigures:
    """Return name, roles and entry number as the log of changes and an invitation store them."""
    return {"name": name, "roles": spell_roles(roles), "plays_as": entry.number if entry else None}


def plain_name(typed: str) -> str:
    """Return the typed name without needless blanks; raises RefusedError where it is too long."""
    name = " ".join(typed.split())
    if wrong := too_long(name, LONGEST_NAME):
        raise RefusedError(wrong)
    return name
