"""The six levels at which opponents play, weakest first; pages name them without loading what thinks, or a compiler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wording import gettext as _
from wording import gettext_noop


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its name, its title, and its budget: ``iterations`` or ``seconds`` of search, whichever is used up first.

    A level without either does not search: it plays at random if ``rules`` is False, else by the rules of thumb. ``wins_more`` says whether
    measured games show that it wins more often than the level below (docs/developing/opponents.md), or only that it gets more cash.
    """

    name: str
    title: str
    rules: bool = True
    iterations: int | None = None
    seconds: float | None = None
    wins_more: bool = True

    @property
    def description(self) -> str:
        """The title, with a remark if the level was not shown to win more often than the one below."""
        title = _(self.title)
        if self.wins_more:
            return title
        return _("{title} (makes more cash, but has not been shown to win more often)", title=title)


#: The levels: two without a budget, then with more and more of it; every search answers within three seconds.
LEVELS: Final = (
    Level("chance", gettext_noop("Plays any legal move"), rules=False),
    Level("thumb", gettext_noop("Plays by rule of thumb")),
    Level("glance", gettext_noop("Looks a little way ahead"), iterations=16, seconds=1.0),
    Level("look", gettext_noop("Looks ahead"), iterations=120, seconds=2.0),
    Level("study", gettext_noop("Looks far ahead"), iterations=1_000, seconds=3.0),
    Level("deep", gettext_noop("Thinks for three seconds"), seconds=3.0, wins_more=False),
)


def level_named(name: str) -> Level:
    """Return the level with a name.

    Raises:
        KeyError: if there is no such level.
    """
    return {level.name: level for level in LEVELS}[name]
