"""Logs in other letters than the notation's: another encoding, and everything in capitals. A note says how they were taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.acquire.logs import LogReading, read_people
from games.acquire.record import StartPosition
from games.commands import main

LOGS = Path(__file__).resolve().parents[4] / "fixtures" / "logs"
FIELD = LOGS / "field"
NOTES = {
    "log-in-utf-16": "took the file to be UTF-16",
    "log-in-latin-1": "took the file to be Windows-1252",
    "log-in-capitals": 'read "POSITION" as position',
}


def game_of(reading: LogReading) -> tuple[object, ...]:
    """What a reading holds, whatever the case of its names."""
    record = reading.record
    events = [(event.act, event.player, event.value) for event in record.events]
    return events, repr(record.header.position).lower(), len(reading.problems)


@pytest.mark.parametrize("name", sorted(NOTES))
def test_a_file_of_a_hall_is_read_and_a_note_says_how(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    reading = read_people((FIELD / f"{name}.acq").read_bytes())
    chains = ((0, (0, 9, 18, 27)), (1, (45, 54)))
    assert reading.record.header.position == StartPosition(chains, lone=(37,), shares=((1, 1, 1),), to_play=0)
    assert not reading.problems
    assert any(NOTES[name] in str(note) for note in reading.notes)
    assert len(reading.record.events) == 8
    assert main(["replay", str(FIELD / f"{name}.acq")]) == 0
    assert "no finding" in capsys.readouterr().out


@pytest.mark.parametrize("letters", [str.upper, str.lower, str.title])
def test_every_word_of_the_notation_is_read_in_any_case(letters: object) -> None:
    for path in sorted(LOGS.glob("*.acq")):
        text = path.read_text(encoding="utf-8")
        assert game_of(read_people(letters(text))) == game_of(read_people(text)), path.name  # type: ignore[operator]
