"""What each list of `fixtures/lists` should give: the people whom a careful human would enter, and what such a human would ask."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[4]
LISTS = ROOT / "fixtures" / "lists"
FOLDERS = {folder: LISTS / folder for folder in ("shapes", "field", "more", "third", "fourth")}
"""A folder of lists by its name; the expectations lie beside it as NAME.json."""

EVERYTHING = "*"
"""In `ask`: a careful human would ask about the list as a whole."""


def plain(text: str) -> str:
    """A text in NFC with single blanks, as names are compared."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def words(text: str) -> frozenset[str]:
    """The words of a text without regard to capitals; what is no letter or digit parts them."""
    return frozenset(re.findall(r"\w+", plain(text).casefold()))


@dataclass(frozen=True)
class Person:
    """One person to enter; `None` where either reading is right."""

    names: tuple[str, ...]
    """The name, then other ways of writing it that are right too."""
    country: str | None
    junior: bool | None
    number: str | None
    family: str
    """The surname where the list says it plainly, else empty."""

    def is_named_in(self, found: frozenset[str]) -> bool:
        return any(words(name) <= found for name in self.names)


@dataclass(frozen=True)
class Shape:
    """A list and what it should give."""

    name: str
    path: Path
    kind: str
    people: tuple[Person, ...]
    refused: bool | None
    """True: it is no list; None: refusing it is as right as reading it."""
    ask: tuple[str, ...]
    """People and lines about whom a doubt or a question is right; EVERYTHING for the whole list."""
    apart: tuple[str, ...]
    """What must be shown without being selected."""
    must_ask: bool
    """Reading it without a doubt, question or refusal is wrong, for something cannot be known."""
    kept: bool
    """Written without regard to what a reader does well, to see whether it learnt kinds or samples."""

    def asks_about(self, found: frozenset[str]) -> bool:
        """Whether a careful human would ask about a line with these words."""
        return EVERYTHING in self.ask or any(words(name) <= found for name in self.ask)

    def asks_for(self, person: Person) -> bool:
        return any(self.asks_about(words(name)) for name in person.names)


def shapes(folder: str) -> list[Shape]:
    """The lists of `shapes`, `field`, `more`, `third` or `fourth` with their expectations, in the order of their names."""
    told = json.loads((LISTS / f"{folder}.json").read_text(encoding="utf-8"))
    return [_shape(name, FOLDERS[folder] / name, told[name]) for name in sorted(told)]


def _shape(name: str, path: Path, told: Mapping[str, Any]) -> Shape:
    return Shape(
        name=name,
        path=path,
        kind=told["kind"],
        people=tuple(_person(row) for row in told["rows"]),
        refused=told["refused"],
        ask=tuple(told["ask"]),
        apart=tuple(told["apart"]),
        must_ask=told.get("must_ask", False),
        kept=told.get("kept", False),
    )


def _person(row: Mapping[str, Any]) -> Person:
    return Person(
        names=tuple(plain(name) for name in (row["name"], *row.get("also", ()))),
        country=row["country"],
        junior=row["junior"],
        number=row["number"],
        family=plain(row.get("family", "")),
    )
