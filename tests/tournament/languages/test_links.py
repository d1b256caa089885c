"""Every link of a page that speaks German leads to German, whatever made it so; and no list of it has two columns with one head."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.tournament.languages.heads import equal_heads
from tests.tournament.pages.stages import STAGES, kept
from tournament.models import Event, Round
from tournament.record.vocabulary import SeatSource

pytestmark = [pytest.mark.django_db, pytest.mark.whole]

_LINK = re.compile(r'<a\b(?![^>]*hreflang)[^>]*? href="(/[^"#]*)')
OF_A_KIND = 2
FOLLOWED = ("entered", "on_devices", "playing", "published")
"""The stages of events whose pages are followed: their links are made in the same way at every other."""
BEGINNINGS = ("/", "/login/", "/let-in/", "/game/", "/game/against/", "/floor/help/", "/nowhere/")


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """The events at these stages alone."""
    with kept(django_db_blocker, lambda: {stage: STAGES[stage]().slug for stage in FOLLOWED}) as slugs:
        yield slugs


def spoken(answer: Any) -> str:
    """The language of a page; empty for anything that is no page."""
    if not answer["Content-Type"].startswith("text/html"):
        return ""
    return str(re.search(r'<html lang="([^"]*)"', answer.content.decode())[1])  # type: ignore[index]  # every page names its language


def lost(beginnings: list[str], cookie: str = "") -> list[str]:
    """The links from a page in German to one that is not, and equal heads; found by walking on from some addresses, two of a kind.

    Each is followed by a browser that has seen that page alone; ``cookie`` is what it chose before the first.
    """
    waiting = [(address, "", cookie) for address in beginnings]
    seen, counted, found = set(beginnings), dict[str, int](), []
    while waiting:
        address, page, chosen = waiting.pop(0)
        kind = re.sub(r"\d+", "#", address.partition("?")[0])
        counted[kind] = counted.get(kind, 0) + 1
        if counted[kind] > OF_A_KIND:
            continue
        visitor = Client()
        if chosen:
            visitor.cookies["language"] = chosen
        answer: Any = visitor.get(address, follow=True)
        if language := spoken(answer):
            if language != "de":
                found.append(f"{page} -> {address} is {language}")
                continue
            found += [f"{address}: {head}" for head in equal_heads(answer.content.decode())]
            for link in _LINK.findall(answer.content.decode()):
                target = link.replace("&amp;", "&")
                if "_export" not in target and target not in seen:
                    seen.add(target)
                    waiting.append((target, address, getattr(visitor.cookies.get("language"), "value", "")))
    return found


def test_from_pages_whose_address_says_german(stages: dict[str, str]) -> None:
    beginnings = ["/de/", *(f"/de/{slug}/" for slug in stages.values())]
    assert lost(beginnings) == []


def test_from_pages_of_german_events_in_an_english_installation(stages: dict[str, str]) -> None:
    Event.objects.update(language="de")
    cache.clear()
    beginnings = [f"/{slug}/" for slug in stages.values()]
    assert lost([*beginnings, *(f"{address}here/" for address in beginnings)]) == []


def test_from_pages_that_follow_the_browsers_choice(stages: dict[str, str], settings: Settings) -> None:
    kinds = [address for address in BEGINNINGS if address.startswith(("/login/", "/let-in/", "/game/"))]
    phones = [f"/{slug}/{page}" for slug in stages.values() for page in ("here/", "register/", "p/1/")]
    assert lost([*kinds, *phones], cookie="de") == []


def test_from_pages_of_an_installation_that_speaks_german(stages: dict[str, str], settings: Settings) -> None:
    settings.LANGUAGE_CODE = "de"
    Event.objects.update(language="de")
    Round.objects.update(seat_source=SeatSource.CHART.value)  # so that every list has its seats
    cache.clear()
    assert lost([*BEGINNINGS, *(f"/{slug}/" for slug in stages.values())]) == []
