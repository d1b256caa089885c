"""Reads the event of a desk page in one query, with all that the checks of rights and the page's frame need."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from tournament.access.membership import OWN, OWN_ROW
from tournament.day.office.registering import RegistrationState
from tournament.models import Event
from tournament.models.plain_sql import SqlModels, moment
from tournament.record.devices import RequestState
from tournament.record.vocabulary import RoundState

_OPEN_CALLS = (
    "FROM tournament_call AS each WHERE each.event_id = row.id "
    "AND each.answered_at IS NULL AND each.cancelled_at IS NULL"
)
_DRAFT = "FROM tournament_round AS drawn WHERE drawn.event_id = row.id AND drawn.number = %s AND drawn.state = '{}'"
_REQUESTS = "FROM tournament_playerrequest AS asked WHERE asked.event_id = row.id AND asked.state = '{}'"

_WAITING = "FROM tournament_registration AS waits WHERE waits.event_id = row.id AND waits.state = '{}'"

DIRECTED = SqlModels(
    Event,
    "LEFT JOIN auth_user AS created_by ON created_by.id = row.created_by_id "
    f"LEFT JOIN tournament_call AS call ON call.id = (SELECT each.id {_OPEN_CALLS} ORDER BY each.called_at, each.id LIMIT 1) "
    f"{OWN_ROW} WHERE row.slug = %s",
    related={"created_by": User},
    beside={
        "is_draft": f"EXISTS(SELECT 1 {_DRAFT.format(RoundState.DRAFT.value)})",
        "calls_many": f"(SELECT COUNT(*) {_OPEN_CALLS})",
        "call_key": "call.id",
        "call_round": "call.round_number",
        "call_table": "call.table_number",
        "call_kind": "call.kind",
        "call_at": "call.called_at",
        "requests_many": f"(SELECT COUNT(*) {_REQUESTS.format(RequestState.OPEN.value)})",
        "registrations_many": f"(SELECT COUNT(*) {_WAITING.format(RegistrationState.OPEN.value)})",
        "registration_places": "(SELECT desk.places FROM tournament_registrationdesk AS desk WHERE desk.event_id = row.id)",
        **OWN,
    },
    reads={"is_draft": bool, "call_at": moment},
)
"""An event with its maker, by the number of a round, an account and a slug; and beside it, as `with_calls`, `with_requests` and
`with_membership` find them: its open calls and requests, how the account stands, and whether that round is a draft. Also how many
registrations are open, and for how many places the event takes them (None without a limit)."""


def event_for_desk(user: User, slug: str, number: int) -> Any:
    """Return the event with that slug, None where there is none; its ``is_draft`` says whether round ``number`` is a draft.

    The user's membership, the maker, the open calls and the numbers of player requests and open registrations are read with it.
    """
    event: Any = DIRECTED.first(number, user.pk, slug)
    if event is not None:
        event.own_account = user.pk
    return event
