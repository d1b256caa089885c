"""No list has two columns with the same head, on any page, in any file for people and in any language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from openpyxl import load_workbook
from pytest_django import Settings

from tests.build import make_director
from tests.tournament.languages.rendered import every_page
from tests.tournament.pages.stages import all_stages, kept
from tournament.models import AccountLanguage, Event, Round
from tournament.public.lists import XLSX
from tournament.record.vocabulary import SeatSource

pytestmark = [pytest.mark.django_db, pytest.mark.whole]

_HEAD = re.compile(r"(?s)<thead[^>]*>(.*?)</thead>")
_CELL = re.compile(r"(?s)<t[hd]\b[^>]*>(.*?)(?=<t[hdr]\b|</t|$)")
_FILE = re.compile(r'href="([^"]*_export=xlsx[^"]*)"')


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    with kept(django_db_blocker, all_stages) as slugs:
        yield slugs


def twice(heads: list[str]) -> list[str]:
    """The heads that stand there more than once; an empty one names no column."""
    return [head for head, times in Counter(filter(None, heads)).items() if times > 1]


def words(cell: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split())


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_no_list_has_two_equal_heads(stages: dict[str, str], settings: Settings, language: str) -> None:
    settings.LANGUAGE_CODE = language
    Event.objects.update(language=language)
    Round.objects.update(seat_source=SeatSource.CHART.value)  # so that every list has its seats
    cache.clear()
    director = Client()
    director.force_login(user := make_director())
    AccountLanguage.objects.create(account=user, language=language)
    director.post("/desk/language/", {"language": language})
    found: dict[str, str] = {}
    for address, page in every_page(director, stages):
        lists = [[words(cell) for cell in _CELL.findall(head)] for head in _HEAD.findall(page)]
        for link in _FILE.findall(page)[:2]:
            target = unescape(link)
            file = director.get(target if target.startswith("/") else f"{address.partition('?')[0]}{target}")
            if file.status_code == 409:  # not every table of the round can be scored yet
                continue
            assert file["Content-Type"] == XLSX, (address, link)
            sheet = load_workbook(BytesIO(file.content), read_only=True).worksheets[0]
            lists.append([str(head or "") for head in next(sheet.iter_rows(max_row=1, values_only=True))])
        for heads in lists:
            for head in twice(heads):
                found.setdefault(f"{head} in {heads}", address)
    assert found == {}
