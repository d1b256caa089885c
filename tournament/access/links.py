"""Make, read, use and withdraw the links that let somebody in.

Tokens: the secrets with which programs write into an event, sent in the header `Authorization`.

A token is a link of the purpose `TOKEN` that no page opens; its account holds scopes as roles in its event (`record.acts.SCOPES`), so
the gate asks of a program what it asks of everybody.

Limits attempts with wrong codes, as wrong passwords are limited: a code is short enough to be guessed by many attempts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournament.installation.device_mark import keyed_digest
from tournament.models import Event, LetIn
from tournament.record.devices import (
    LENGTH,
    LET_IN_CODE_LENGTH,
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
    if link is None and len(code) == LET_IN_CODE_LENGTH:
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


BEARER = "bearer "
NOTED_EVERY = timedelta(minutes=1)
"""A use is stored when the stored one is older, so that reading often does not write often."""


def token_in(header: str, slug: str, now: datetime) -> LetIn | None:
    """Return the token in the header ``Authorization`` if it is valid for the event with that slug at the moment ``now``, else None.

    At most one query and one hash, so that wrong ones cost next to nothing; a text that cannot be a token costs none.
    """
    secret = header[len(BEARER) :].strip() if header[: len(BEARER)].lower() == BEARER else ""
    if len(secret) != LENGTH or not secret.isascii():
        return None
    links = LetIn.objects.select_related("account", "event").filter(purpose=Purpose.TOKEN.value, event__slug=slug)
    link = links.filter(token_hash=hash_of(secret)).first()
    if link is None or link.account is None or not link.account.is_active:
        return None
    is_open = state_of(Purpose.TOKEN, link.expires_at, link.used_at, link.withdrawn_at, now) is LinkState.OPEN
    return link if is_open else None


def note_use(link: LetIn, now: datetime) -> None:
    """Store that a token was used at the moment ``now``, unless a use of the last minute is stored already."""
    if link.used_at is None or now - link.used_at >= NOTED_EVERY:
        LetIn.objects.filter(pk=link.pk).update(used_at=now)


COUNTED_AS = "a let-in link"
"""The user name under which wrong codes of an address are counted, in place of a name that logs in."""
AT_THE_DOOR = "a code at the door"
"""The same for wrong personal codes of players who check in themselves."""


def is_held_up_at_the_door(request: HttpRequest) -> bool:
    """Return whether checking in by a code is refused for now: far more wrong ones came from this address than a hall mistypes."""
    return not AxesProxyHandler.is_allowed(request, {"username": AT_THE_DOOR})


def is_held_up(request: HttpRequest, typed: str) -> bool:
    """Return whether typing codes is refused for now: too many wrong ones came from this address, or from a device with our cookie.

    The request is marked, so that wrong codes are counted for the device. The block ends after a time.

    A text longer than a code is the secret of a link, which nobody can guess, so it is never refused.
    """
    request.types_a_code = True  # type: ignore[attr-defined]  # `request_origin.counted_as` then counts by the device
    return may_be_guessed(typed) and not AxesProxyHandler.is_allowed(request, {"username": COUNTED_AS})


def may_be_guessed(typed: str) -> bool:
    """Return whether a text is short enough for a code; wrong links are not counted, as each of them would write to the database."""
    return len(plain_code(typed)) <= LET_IN_CODE_LENGTH


def count_wrong(request: HttpRequest, counted_as: str = COUNTED_AS) -> None:
    """Count an attempt with a code that does not exist."""
    user_login_failed.send(sender=__name__, credentials={"username": counted_as}, request=request)
    request.axes_locked_out = False  # type: ignore[attr-defined]  # no page about wrong passwords now; `is_held_up` refuses the next
