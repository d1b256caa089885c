"""Label sets: the names of the seven chains in an edition, each with its price tier.

Names never carry rules: a chain is a number from 0 to 6, and what it costs follows from its tier,
0 (cheap), 1 (middle) or 2 (dear). Any label set may be used with any edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.acquire.board import CHAINS
from games.acquire.errors import ChainError, EditionError
from games.sentences import any_of, gettext_noop
from games.sentences import gettext_lazy as _

TIER_NAMES: Final = ("cheap", "middle", "dear")


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain of a label set: its name and its tier, 0 (cheap) to 2 (dear)."""

    name: str
    tier: int


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The names of the seven chains in one set of labels, cheap chains first; `names` and `tiers` are in the order of chain numbers.

    ``name`` is what logs and addresses call the set, ``title`` what people do, for `gettext`.
    """

    name: str
    title: str
    chains: tuple[Chain, ...]
    variant: str | None = None
    names: tuple[str, ...] = field(init=False, compare=False)
    tiers: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(chain.name for chain in self.chains))
        object.__setattr__(self, "tiers", tuple(chain.tier for chain in self.chains))

    def find(self, text: str) -> int:
        """Return the number of the chain that a text names, in any case and by any unambiguous beginning.

        Raises:
            ChainError: if no chain or more than one fits.
        """
        return _find(self.names, self.name, text)


@lru_cache(maxsize=4096)
def _find(known: tuple[str, ...], labels: str, text: str) -> int:
    """Return what `LabelSet.find` returns, from a cache that knows a set by its names."""
    wanted = text.strip().lower()
    names = [name.lower() for name in known]
    if wanted in names:
        return names.index(wanted)
    fitting = [number for number, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    choices = [known[number] for number in fitting or range(CHAINS)]
    if fitting:
        raise ChainError(
            _("{word!r} could be any of {choices}", word=text, choices=any_of(choices)), _("more letters of the name")
        )
    raise ChainError(
        _("{word!r} is not a chain in the label set {labels}", word=text, labels=labels),
        _("one of {choices}", choices=", ".join(choices)),
    )


def _label_set(name: str, title: str, cheap: str, middle: str, dear: str, variant: str | None = None) -> LabelSet:
    """Return a label set; ``cheap``, ``middle`` and ``dear`` are the names of its chains by tier, separated by spaces."""
    tiers = (cheap.split(), middle.split(), dear.split())
    return LabelSet(name, title, tuple(Chain(c, tier) for tier, names in enumerate(tiers) for c in names), variant)


_SETS = (
    _label_set(
        "classic", gettext_noop("Classic"), "Luxor Tower", "American Festival Worldwide", "Continental Imperial"
    ),
    _label_set("1999", gettext_noop("Hasbro 1999"), "Sackson Zeta", "Hydra Fusion America", "Phoenix Quantum"),
    # Ruling: the 2008 tiers are those of the 2013 course that used the same names; a known game
    # with the 2008 chart agrees.
    _label_set(
        "2008",
        gettext_noop("Wizards 2008"),
        "Sackson Worldwide",
        "American Festival Imperial",
        "Continental Tower",
        "2008-luxor",
    ),
    # Logs with the 2008 chart exist that still say Luxor for Sackson.
    _label_set(
        "2008-luxor",
        gettext_noop("Wizards 2008 with Luxor"),
        "Luxor Worldwide",
        "American Festival Imperial",
        "Continental Tower",
    ),
    # Ruling: the flattened table of the source is read dear to cheap from left to right.
    _label_set("codewar", gettext_noop("Code War"), "Amazon Google", "JetBrains Salesforce Microsoft", "Windward HP"),
)

LABEL_SETS: Final[Mapping[str, LabelSet]] = MappingProxyType({s.name: s for s in _SETS})


def other_sets(name: str) -> list[str]:
    """List the other label sets that a log may use if its names are not all of this set, the most likely first."""
    own = LABEL_SETS[name].variant
    return [*([own] if own else []), *(other for other in LABEL_SETS if other not in (name, own))]


def label_set(name: str) -> LabelSet:
    """Return the label set with this name.

    Raises:
        EditionError: if there is none.
    """
    try:
        return LABEL_SETS[name]
    except KeyError:
        known = ", ".join(LABEL_SETS)
        raise EditionError(
            _("There is no label set called {name!r}", name=name), _("one of {choices}", choices=known)
        ) from None
