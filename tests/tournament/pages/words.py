"""A page as a reader sees it: its words without markup, single spaces between them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from tests.tournament.pages.reading import unlinked

Answer = Any
"""What the test client answers: a response with the request that it answered."""


def words(answer: Answer) -> str:
    """The words of a page, script and style left out."""
    markup = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", unlinked(answer.content.decode()))
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def told(answer: Answer) -> list[str]:
    """The quiet lines that the act left for the next page."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def undo_of(answer: Answer) -> str:
    """Where the Undo button of the latest message posts to."""
    address: str = [message.extra_tags for message in get_messages(answer.wsgi_request)][-1]
    return address


def press_undo(client: Client, answer: Answer) -> Answer:
    """Press it."""
    return client.post(undo_of(answer))
