"""`help` lists every command of ours that somebody enters, and each says what it is for in a sentence."""

from __future__ import annotations

from django.core.management import get_commands

from tournament.management.listing import LISTED, NOT_LISTED, SAID_HERE, listing


def test_help_lists_every_command_of_ours_once() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith("tournament")}
    listed = [name for names in LISTED.values() for name in names]
    assert len(listed) == len(set(listed))
    assert set(listed) - set(SAID_HERE) == ours - NOT_LISTED
    lines = listing().splitlines()
    assert "  serve           Run Top Table on this machine, for phones in the hall too." in lines
    assert max(map(len, lines)) <= 100
    assert "All about one: python3 manage.py serve --help" in lines
