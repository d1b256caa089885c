"""Reads the event of a desk page in one prepared query, with all that the checks of rights and the page's frame need."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet

from tournament.access.membership import with_row_of
from tournament.models import Event, Round
from tournament.models.at_table.calls import with_calls
from tournament.models.device import with_requests
from tournament.models.prepared import PreparedRows
from tournament.record.vocabulary import RoundState

_FIELDS = [field.attname for field in Event._meta.concrete_fields]
_MAKER = [field.attname for field in User._meta.concrete_fields]
_ANNOTATIONS = (
    "own_roles",
    "own_number",
    "calls_many",
    "call_table",
    "call_kind",
    "call_at",
    "requests_many",
    "is_draft",
)
"""The annotations read with the event, for `membership_of` and `calls.waiting_of`, and whether the page's round is a draft."""

_STAND_INS = ("\N{NOT SIGN}", -2_000_000_001, 32_701)
"""Values that the compiled query replaces: a slug, an account and a round number that do not exist."""


def _rows(slug: str, account: int, number: int) -> QuerySet[Any, Any]:
    """Return the query of an event by its slug, with its maker and annotations for an account and a round ``number``."""
    draft = Round.objects.filter(event=OuterRef("pk"), number=number, state=RoundState.DRAFT.value)
    events = with_requests(with_calls(with_row_of(Event.objects.filter(slug=slug), account)))
    columns = (*_FIELDS, *(f"created_by__{name}" for name in _MAKER), *_ANNOTATIONS)
    return events.annotate(is_draft=Exists(draft)).order_by("pk").values_list(*columns)


DIRECTED = PreparedRows(_rows, _STAND_INS)


def event_for_desk(user: User, slug: str, number: int) -> Any:
    """Return the event with that slug, None where there is none; its ``is_draft`` says whether round ``number`` is a draft.

    The user's membership, the maker, the open calls and the number of player requests are read with it.
    """
    rows = DIRECTED.of(slug, user.pk, number)
    if not rows:
        return None
    row = rows[0]
    values, maker, beside = row[: len(_FIELDS)], row[len(_FIELDS) : -len(_ANNOTATIONS)], row[-len(_ANNOTATIONS) :]
    event: Any = Event.from_db("default", _FIELDS, values)
    if event.created_by_id is not None:
        event.created_by = User.from_db("default", _MAKER, maker)
    event.own_account = user.pk
    for name, value in zip(_ANNOTATIONS, beside, strict=True):
        setattr(event, name, value)
    return event
