"""The first laptop on the evening of an event: round 1 is published, a casual game is under way; made once, and laid into homes."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.run.programs import run
from tests.tournament.serving.running import hall_database, put_migrated, surroundings
from tournament.installation.serve_folder import serve_environment, serve_folder


@dataclass(frozen=True)
class Evening:
    """The folder of the installation, the event's address, the codes on a slip and on a card, and the game's."""

    folder: Path
    slug: str
    codes: tuple[str, str]
    game: str

    def lay(self, home: Path) -> tuple[str, tuple[str, str], str]:
        """Lay it into a home, and return the address and the codes."""
        shutil.copytree(self.folder, serve_folder(surroundings(home)))
        return self.slug, self.codes, self.game


def an_evening(home: Path, kept: Path) -> Evening:
    """Make it in a home; ``kept`` is a database as the migrations made it."""
    where = surroundings(home)
    put_migrated(kept, hall_database(home))
    folder = serve_folder(where)
    line = [sys.executable, "-m", "tests.tournament.keeping.hall_day"]
    done = run(line, where | serve_environment(folder, where))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return Evening(folder, told["slug"], tuple(told["codes"]), told["game"])
