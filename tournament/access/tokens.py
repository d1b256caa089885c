"""Tokens: the secrets with which programs write into an event, sent in the header `Authorization`.

A token is a link of the purpose `TOKEN` that no page opens; its account holds scopes as roles in its event (`record.acts.SCOPES`), so
the gate asks of a program what it asks of everybody.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from tournament.models import LetIn
from tournament.record.letin import LENGTH, LinkState, Purpose, hash_of, state_of

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
