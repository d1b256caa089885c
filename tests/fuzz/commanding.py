"""Command lines that nobody would type: each ends as it should, or in one sentence; none in a trace."""

from __future__ import annotations

import contextlib
import io
import traceback
from collections.abc import Sequence
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction

from games.commands import main as games
from laboratory.commands import main as measure
from tests.fuzz.asking import Found, bounded
from tests.fuzz.files import BOMBS, made_up
from tests.fuzz.values import Chance

NUMBERS = ("0", "-1", "1", "3", "4", "7", "17", "25", "41", "99999999999999999999", "1.5", "x", "", "½", "1e3", "٤")
LINES = (
    ("tables", "N"),
    ("format", "check", "P"),
    ("format", "show", "T"),
    ("tables", "N", "--rounds", "N", "--json"),
    ("roster", "F", "--json"),
    ("roster", "F", "--column", "T", "--sheet", "N", "--encoding", "T"),
    ("score", "N", "N", "N", "N"),
    ("score", "41200", "33800", "29900", "--fines", "N", "N"),
    ("score", "1", "2", "3", "4", "5", "6", "--multiplier", "T"),
    ("draw", "--players", "N", "--rounds", "2", "--seed", "N"),
    ("draw", "--players", "12", "--sizes", "T", "--rounds", "1"),
    ("draw", "--players", "12", "--rounds", "1", "--apart", "T"),
    ("draw", "--players", "12", "--rounds", "1", "--history", "F"),
    ("draw", "--event", "S", "--rounds", "N"),
    ("standings", "S", "--json"),
    ("play", "S", "--seed", "N"),
    ("paper", "S", "P", "--round", "N", "--copies", "N", "--tables", "T", "-o", "O"),
    ("archive", "S", "O"),
    ("tournament_log", "S"),
    ("tournament_log", "T"),
    ("restore", "F"),
    ("restore", "F", "--director", "T", "--json"),
    ("backup", "O"),
    ("backup", "--into", "O", "--keep", "N"),
    ("publish_static", "S", "O"),
    ("plugins", "--json"),
    ("take_over", "F"),
    ("person", "T", "--json"),
    ("person", "S", "--zip", "O"),
    ("forget", "T", "--dry-run", "--also", "T"),
    ("forget", "T", "--json"),
    ("forget", "--before", "T", "--dry-run"),
    ("retention", "--before", "N", "--level", "T", "--json"),
    ("demo", "--host", "T", "--port", "B"),
    ("serve", "--second-place", "O"),
    ("bench_draw", "B", "--draws", "1"),
    ("bench_desk", "B", "--times", "1"),
    ("bench_paper", "B", "--times", "1"),
    ("bench_games", "B", "--seconds", "B", "--post"),
    ("bench_public", "--players", "B", "--phones", "B", "--seconds", "B"),
    ("check_minima", "--seeds", "B", "--most", "B"),
    ("game", "--edition", "T", "--players", "N", "--minutes", "N", "--seed", "T", "--json"),
    ("game", "T", "--log"),
    ("series", "T", "T"),
    ("series", "--games", "B", "--speed", "N", "--paused", "random"),
    ("series", "--games", "1", "--seats", "N", "--speed", "B", "--open-hands", "random", "random"),
    ("bots",),
    ("bots", "--at", "T"),
)
"""Commands with what stands in their places: N numbers, T texts, S an event, P a sheet, F a file that is read, O one that is written,
B numbers that nothing can be.

What serves or measures goes on for as long as it is told, so it is given nothing that it could do.
"""
GAMES = (
    *(
        ("replay", "F"),
        ("replay", "F", "--json"),
        ("convert", "F"),
        ("editions", "T"),
        ("replay", "O"),
    ),
    *(("series", "--games", "B", "random"), ("series", "--games", "1", "--seats", "N", "--seconds", "B", "random")),
    *(
        ("series", "T", "T"),
        ("series", "--edition", "T", "random"),
        ("series", "--games", "1", "--out", "O", "cmd:T", "T"),
    ),
    *(
        ("bots", "check", "T", "--seconds", "B"),
        ("bots", "check", "O"),
    ),
)
MEASURING = (
    *(("bench", "F"), ("bench", "--play", "--games", "B"), ("errors", "--games", "B")),
    *(("check-core", "--games", "B"), ("check-core", "--edition", "T", "--games", "1"), ("bench-core", "--games", "B")),
    *(("strength", "--gate", "T"), ("strength", "--games", "B"), ("learn", "--games", "B")),
)
NOTHING = ("0", "-1", "x", "", "½", "1.5", "99999999999999999999x")
LONGEST = 30.0
"""Seconds of the processor; a draw may search for a few."""


class Commands:
    """Commands on made-up lines, with files in a folder."""

    def __init__(self, seed: int, slug: str, folder: Path) -> None:
        self.chance, self.slug, self.folder = Chance(seed), slug, folder
        self.found = Found()

    def run(self, count: int) -> Found:
        """Run so many."""
        for number in range(count):
            self.run_line(self.chance.random.choice(GAMES + MEASURING if self.chance.is_so(0.4) else LINES), number)
        return self.found

    def run_line(self, places: Sequence[str], number: int) -> None:
        """Run one command with something in its places."""
        line = [self.word(word, number) for word in places]
        self.found.asked += 1
        try:
            with (
                contextlib.redirect_stdout(io.StringIO()) as said,
                contextlib.redirect_stderr(said),
                bounded(LONGEST),
            ):
                if places in GAMES:
                    games(line)
                elif places in MEASURING:
                    measure(line)
                else:
                    with transaction.atomic():
                        call_command(*line, stdout=said, stderr=said)
                        transaction.set_rollback(True)
                assert "Traceback (most recent" not in said.getvalue()
        except (CommandError, SystemExit):
            return
        except Exception as error:  # noqa: BLE001  every one of them is a finding
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {str(error)[:200]} ({where.filename}:{where.lineno})"
            self.found.problems.append(f"{text}\n    {[word[:120] for word in line]!r}")

    def word(self, word: str, number: int) -> str:
        """What stands in a place of a line."""
        text = self.chance.text().replace("\x00", "")
        file = self.folder / f"file-{number}"
        if word == "F":
            file.write_bytes(
                BOMBS[self.chance.random.choice(sorted(BOMBS))]() if self.chance.is_so(0.05) else made_up(self.chance)
            )
            return str(file)
        return {
            "N": self.chance.random.choice(NUMBERS),
            "B": self.chance.random.choice(NOTHING),
            "T": text[:3_000],
            "S": self.slug if self.chance.is_so(0.7) else text[:50],
            "P": self.chance.random.choice(["pairings-by-table", "pairings-by-player", "standings", "round-pack", "x"]),
            "O": str(self.folder / f"out-{number}"),
        }.get(word, word)
