"""Phones of tables in tests: claimed as a player does it, with the code of the slip."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tournament.access.devices import claim, codes_of
from tournament.models import Device, Event
from tournament.record.devices import hash_of, table_subject


def code_of_table(event: Event, table: int = 1, number: int = 1) -> str:
    """The code that a slip carries."""
    subject = table_subject(number, table)
    return codes_of(event, [subject])[subject]


def phone_of(event: Event, table: int = 1, number: int = 1) -> Client:
    """A browser that all at a table share."""
    phone = Client()
    address = reverse("claim_table", args=[event.slug, number, table, code_of_table(event, table, number)])
    phone.post(address, {"holder": "0"})
    return phone


def device_at(event: Event, table: int = 1, number: int = 1) -> Device:
    """The row of a phone that all at a table share."""
    token = claim(event, table_subject(number, table), code_of_table(event, table, number))
    return Device.objects.get(token_hash=hash_of(token))
