"""Results of matches in a file, so that a run can be stopped and resumed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from games.acquire.errors import AcquireError
from games.opponents.strength.measures import Game

FORMAT = "acquire-strength-1"


class Results:
    """The games of every match, kept in a file after each game; without a file only in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: dict[str, list[Game]] = {}
        self.counts: dict[str, dict[str, float]] = {}
        self.read()

    def read(self) -> None:
        """Take in what the file has.

        Raises:
            AcquireError: if it is no file of results.
        """
        if self.path is None or not self.path.exists():
            return
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            known = kept["format"] == FORMAT
            self.games = {name: [Game(**game) for game in games] for name, games in kept["games"].items()}
            self.counts = {name: dict(counts) for name, counts in kept["counts"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            known = False
        if not known:
            raise AcquireError(f"{self.path} holds no results of strength; name another file.")

    def write(self) -> None:
        """Write everything to the file, whole or not at all."""
        if self.path is None:
            return
        games = {name: [asdict(game) for game in games] for name, games in self.games.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half = self.path.with_name(self.path.name + ".part")
        half.write_text(json.dumps({"format": FORMAT, "games": games, "counts": self.counts}), encoding="utf-8")
        half.replace(self.path)

    def of(self, name: str) -> list[Game]:
        """The games of a match so far."""
        return self.games.setdefault(name, [])

    def add(self, name: str, key: str, more: float) -> None:
        """Count on."""
        counts = self.counts.setdefault(name, {})
        counts[key] = counts.get(key, 0) + more
