"""`help` lists every command of ours that somebody enters, and each says what it is for in a sentence."""

from __future__ import annotations

from tournament.management.cli import LISTED, NOT_LISTED, SAID_HERE, commands_here, listing


def test_help_lists_every_command_of_ours_once() -> None:
    listed = [name for names in LISTED.values() for name in names]
    assert len(listed) == len(set(listed))
    assert set(listed) - set(SAID_HERE) == set(commands_here()) - NOT_LISTED
    lines = listing().splitlines()
    assert "  serve           Run Top Table on this machine, for phones in the hall too." in lines
    assert max(map(len, lines)) <= 100
    assert "All about one: python3 manage.py serve --help" in lines
