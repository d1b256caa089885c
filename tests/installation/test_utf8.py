"""What is printed where the system has code pages of its own."""

from __future__ import annotations

import io
import os

import pytest

from tournament.management.cli import speak_utf8

TOLD = "Zoë Żółć █ Пример"


def printed(system: str, code_page: str) -> bytes:
    """The bytes that reach a file on a system with a code page."""
    file = io.BytesIO()
    stream = io.TextIOWrapper(file, encoding=code_page)
    speak_utf8(stream, None, system=system)
    print(TOLD, file=stream, flush=True)
    return file.getvalue()


def test_names_and_codes_are_printed_on_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUTF8", "0")  # so that it is afterwards as it was before
    monkeypatch.delenv("PYTHONUTF8")
    assert printed("posix", "utf-8").decode().strip() == TOLD
    assert "PYTHONUTF8" not in os.environ
    with pytest.raises(UnicodeEncodeError):
        printed("posix", "cp1252")
    assert printed("nt", "cp1252").decode().strip() == TOLD
    assert os.environ["PYTHONUTF8"] == "1"
