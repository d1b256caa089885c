"""What a screen shows, as its address says: which views in which order, for how many seconds a page, light or dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import urlencode

from django.http import QueryDict

from tournament.record.vocabulary import whole_number


class View(StrEnum):
    """One view of a screen by its word in the address."""

    NAMES = "names"
    TABLES = "tables"
    CLOCK = "clock"
    MISSING = "missing"
    STANDINGS = "standings"
    MEDALS = "medals"


VIEWS: Mapping[View, tuple[str, str]] = MappingProxyType(
    {
        View.NAMES: ("Seats from A to Z", "every player with the table of the round being played"),
        View.TABLES: ("Seats by table", "every table with its players in order of play"),
        View.CLOCK: ("Round clock", "how long the round still lasts, when it started, by when it is over"),
        View.MISSING: ("Tables that have not reported", "their numbers, while a round is played"),
        View.STANDINGS: ("Standings", "with movement and the lines of the final's cut"),
        View.MEDALS: ("Medals", "once the final list is public"),
    }
)
"""What each view is called, and what stands there."""

THEMES = ("light", "dark")
SHORTEST, LONGEST, USUAL = 5, 120, 12
"""Seconds for which a page of a view stands still."""


@dataclass(frozen=True, slots=True)
class Show:
    """Views in order, seconds a page, and the theme, empty for what the machine prefers."""

    views: tuple[View, ...]
    seconds: int = USUAL
    theme: str = ""

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        told = {"show": ",".join(self.views), "seconds": self.seconds, "theme": self.theme}
        return urlencode({name: value for name, value in told.items() if value}, safe=",")

    @property
    def turned(self) -> Show:
        """The same with the next view first: what a page without script goes on to."""
        return replace(self, views=(*self.views[1:], *self.views[:1]))


def read_show(asked: QueryDict) -> Show | None:
    """What an address asks for; None where it names no view. Views are parted by commas or said one by one, each counts once."""
    said = ",".join(asked.getlist("show")).split(",")
    views = tuple(dict.fromkeys(View(word) for word in said if word in set(View)))
    if not views:
        return None
    seconds = whole_number(asked.get("seconds")) or USUAL
    theme = asked.get("theme", "")
    return Show(views, min(max(seconds, SHORTEST), LONGEST), theme if theme in THEMES else "")


USUAL_SHOWS = (
    ("Before a round", Show((View.NAMES, View.TABLES))),
    ("While a round is played", Show((View.CLOCK, View.MISSING), 20)),
    ("Between rounds", Show((View.STANDINGS, View.CLOCK))),
    ("All day", Show((View.NAMES, View.CLOCK, View.MISSING, View.STANDINGS, View.MEDALS))),
)
"""What a hall needs most, each opened by one press."""
