"""What page tests share: addresses, and what the results grid sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from tests.tournament.pages.forms import Answer, Form, form_with
from tests.tournament.pages.reading import unlinked
from tournament.models import Event


def desk(event: Event, rest: str = "") -> str:
    """The address of a page of the director's desk."""
    return f"/desk/{event.slug}/{rest}"


def grid_of(client: Client, event: Event, number: int, cash: Mapping[int, Sequence[object]]) -> dict[str, Any]:
    """The form of the results grid as the page gives it, with amounts typed at some tables in the order of its fields."""
    return typed_into(form_with(client.get(desk(event, f"rounds/{number}/results/")), "t1-ended_by"), cash)


def typed_into(form: Form, cash: Mapping[int, Sequence[object]]) -> dict[str, Any]:
    """What a page with fields of cash sends when amounts are typed at some tables, None for an emptied field."""
    sent = form.filled()
    for table, amounts in cash.items():
        fields = [name for name in form.values if name.startswith(f"t{table}-cash-")]
        assert len(fields) == len(amounts), (fields, amounts)
        sent |= {name: "" if amount is None else str(amount) for name, amount in zip(fields, amounts, strict=True)}
    return sent


def words(answer: Answer) -> str:
    """The page's text with its runs of white space made single, entities as they stand; rules' numbers without their links."""
    return " ".join(unlinked(str(answer.content.decode())).split())


def said(answer: Answer) -> list[str]:
    """The quiet lines and refusals that an act left for the next page."""
    return [str(message) for message in get_messages(answer.wsgi_request)]
