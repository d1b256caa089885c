"""The page before an act in the hall: what is to be chosen, what follows from the choice, and one button that does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose before what follows can be told: a list of values with words, or a line to type where there is none."""

    name: str
    label: str
    value: str = ""
    offers: Sequence[tuple[str, str]] = ()
    help: str = ""
    longest: int = 200


@dataclass(frozen=True, slots=True)
class ActQuestion:
    """An act before it is done; the page that asks and the act have one address.

    ``follows`` is what the act does, empty as long as something is to be chosen or ``problem`` stands against it.

    ``sends`` is what the button sends, ``label`` its words; ``no_undo`` says why there is none, where there is none;
    ``is_grave`` where something is lost by it.
    """

    title: str
    label: str
    cancel_url: str
    follows: Iterable[str] = ()
    choices: Sequence[Choice] = ()
    sends: Mapping[str, object] = field(default_factory=dict)
    problem: str = ""
    lead: str = ""
    no_undo: str = ""
    is_grave: bool = False
    look: str = "See what follows"
