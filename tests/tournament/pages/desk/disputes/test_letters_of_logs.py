"""A log whose file is in other letters than UTF-8 is attached, and the page says which they were read as."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournament.pages.logs import DISPUTED, a_table, at
from tests.tournament.pages.words import told
from tournament.models import GameLog

pytestmark = pytest.mark.django_db

FIELD = Path(__file__).resolve().parents[5] / "fixtures" / "logs" / "field"


@pytest.mark.parametrize(("encoding", "letters"), [("utf-16", "UTF-16"), ("cp1252", "Windows-1252")])
def test_a_file_in_other_letters_is_attached_and_the_letters_told(
    director: Client, encoding: str, letters: str
) -> None:
    event = a_table()
    file = SimpleUploadedFile("game.acq", f"# Café\n{DISPUTED}".encode(encoding))
    answer = director.post(at(event, "logs/"), {"file": file, "text": ""})
    assert GameLog.objects.get().text.startswith("# Café")
    assert told(answer)[0].endswith(f"The text was read as {letters}.")


@pytest.mark.parametrize("name", ["log-in-capitals", "log-in-latin-1", "log-in-utf-16"])
def test_a_file_of_a_hall_is_attached(director: Client, name: str) -> None:
    event = a_table()
    content = (FIELD / f"{name}.acq").read_bytes()
    director.post(at(event, "logs/"), {"file": SimpleUploadedFile(f"{name}.acq", content), "text": ""})
    assert "position board luxor: 1a 2a 3a 4a" in GameLog.objects.get().text.lower()
