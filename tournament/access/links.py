"""Make, read, use and withdraw the links that let somebody in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.installation.device_mark import keyed_digest
from tournament.models import Event, LetIn
from tournament.record.letin import (
    CODE_LENGTH,
    PURPOSES,
    THE_GIVER,
    LinkState,
    Purpose,
    hash_of,
    new_code,
    new_token,
    plain_code,
    state_of,
)
from wording import gettext as _


class LinkRefusedError(Exception):
    """A link that is not valid; the message says why and what to do."""


class UnknownLinkError(LinkRefusedError):
    """The typed text is no link and no code."""


def make_link(
    purpose: Purpose,
    *,
    by: User | None = None,
    account: User | None = None,
    event: Event | None = None,
    grants: Mapping[str, Any] | None = None,
) -> str:
    """Make a link and return its secret, which is shown nowhere else; ``by`` is None where it is made on the machine itself.

    Raises ValueError where the purpose needs an account or an event and none is given.
    """
    row = PURPOSES[purpose]
    if (row.needs_account and account is None) or (row.needs_event and event is None):
        raise ValueError(f"{purpose}: {'which account' if row.needs_account else 'which event'}?")
    token = new_token()
    LetIn.objects.create(
        token_hash=hash_of(token),
        purpose=purpose.value,
        account=account,
        event=event,
        grants=dict(grants or {}),
        made_by=by,
        expires_at=timezone.now() + row.lasts,
    )
    return token


def give_code(token: str) -> str:
    """Give the link of this secret a short code for typing, and return the code, which is shown nowhere else.

    It expires earlier than the link. Only a hash with the installation's own key is stored, because a code could be found from a plain
    hash by trying all. Raises ValueError where links of this purpose have no code.
    """
    link = link_of(token)
    lasts = PURPOSES[Purpose(link.purpose)].code_lasts
    if lasts is None:
        raise ValueError(f"{link.purpose} has no code.")
    code = new_code()
    link.code_hash, link.code_expires_at = _code_hash(code), min(link.expires_at, timezone.now() + lasts)
    link.save(update_fields=["code_hash", "code_expires_at"])
    return code


def _code_hash(code: str) -> str:
    """Return the hash under which a code is stored."""
    return keyed_digest("tournament.let-in.code", code)


def link_of(token: str) -> LetIn:
    """Return the link of a secret or a code; raises LinkRefusedError where it does not exist or is not valid any more."""
    links = LetIn.objects.select_related("account", "event")
    link = links.filter(token_hash=hash_of(token)).first()
    code = plain_code(token)
    if link is None and len(code) == CODE_LENGTH:
        link = links.filter(code_hash=_code_hash(code)).first()
        if link is not None and link.code_expires_at is not None and timezone.now() >= link.code_expires_at:
            raise LinkRefusedError(" ".join((LinkState.EXPIRED.words, _(PURPOSES[Purpose(link.purpose)].ask))))
    if link is None:
        raise UnknownLinkError(
            " ".join((_("This link or code is not valid; it may have been mistyped or cut off."), _(THE_GIVER)))
        )
    check_open(link)
    return link


def check_open(link: LetIn) -> None:
    """Raise LinkRefusedError where a link was used, withdrawn or has expired."""
    now = timezone.now()
    row = PURPOSES[Purpose(link.purpose)]
    state = state_of(Purpose(link.purpose), link.expires_at, link.used_at, link.withdrawn_at, now)
    if state is not LinkState.OPEN:
        raise LinkRefusedError(f"{state.said} {row.ask}")


def use_link(link: LetIn) -> None:
    """Mark a link as used, within the caller's transaction; of two uses at once, the second raises LinkRefusedError.

    A link that may be used several times keeps the moment of its first use.
    """
    fresh = LetIn.objects.select_for_update().get(pk=link.pk)
    check_open(fresh)
    if fresh.used_at is None:
        fresh.used_at = timezone.now()
        fresh.save(update_fields=["used_at"])


def change_secret(link: LetIn, token: str) -> bool:
    """Let the secret of a link that was just used open nothing more; false where another request did so before, or it was the code."""
    return bool(LetIn.objects.filter(pk=link.pk, token_hash=hash_of(token)).update(token_hash=hash_of(new_token())))


def open_links(purpose: Purpose, account: User | None = None, event: Event | None = None) -> QuerySet[LetIn]:
    """Return the links of a purpose for an account or an event that are not withdrawn and, if for one use, not used.

    Expired ones are included.
    """
    unused = LetIn.objects.filter(withdrawn_at=None, purpose=purpose.value, account=account, event=event)
    return unused.filter(used_at=None) if PURPOSES[purpose].is_once else unused


def withdraw_links(links: QuerySet[LetIn]) -> int:
    """Withdraw links, and return how many there were."""
    return links.update(withdrawn_at=timezone.now())


@transaction.atomic
def renew_link(purpose: Purpose, *, by: User | None = None, account: User | None = None) -> str:
    """Withdraw all earlier links of a purpose for an account, make a new one, and return its secret."""
    withdraw_links(open_links(purpose, account))
    return make_link(purpose, by=by, account=account)
