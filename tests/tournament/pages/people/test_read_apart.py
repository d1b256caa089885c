"""The pages that take lists and logs read them in a process that can be killed."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.build import being_played, director_of
from tests.fuzz.files import workbook
from tests.tournament.day.test_read_apart import none_kept as none_kept
from tests.tournament.day.test_read_apart import reading
from tests.tournament.pages.pages import desk
from tournament.installation.processes import READER
from tournament.models import Event


@pytest.mark.django_db
def test_every_door_for_lists_and_logs_reads_apart() -> None:
    event = being_played(4)
    for page, form in doors(event):
        READER.end()
        browser = Client()
        browser.force_login(director_of(event))
        assert browser.post(desk(event, page), form).status_code in {200, 302, 409, 422}
        assert len(reading()) == 1, page


def doors(event: Event) -> list[tuple[str, dict[str, object]]]:
    """The pages that take lists and logs, with what is sent to each."""
    return [
        ("entries/paste/", {"roster": "Ada Sample, NL\nBen Sample", "step": "read"}),
        ("entries/paste/", {"file": SimpleUploadedFile("list.xlsx", workbook()), "step": "read"}),
        ("entries/add/", {"player": "Cai Sample, NL"}),
        ("rounds/1/tables/1/logs/", {"text": "edition: mso\n1 a: 1A", "title": "sheet"}),
    ]
