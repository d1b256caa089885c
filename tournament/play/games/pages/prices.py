"""The price card of a game: what a share of each chain costs at every size, as its edition has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.acquire.editions import Edition
from games.acquire.editions.bonus import price_table
from games.acquire.editions.labels import LabelSet
from games.acquire.svg import chain_class, chain_letters
from tournament.tellings.words import dollars
from wording import gettext as _
from wording.languages import language


@dataclass(frozen=True, slots=True)
class PriceCard:
    """The price card of an edition.

    ``groups`` are the chains of each price group as (letter, name, CSS class); ``lines`` are spans of sizes with the price in each group;
    ``most`` and ``second`` are the factors by which the price is multiplied for the first and the second bonus.
    """

    groups: tuple[tuple[tuple[str, str, str], ...], ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    most: int
    second: int


def price_card(edition: Edition, labels: LabelSet) -> PriceCard:
    """The price card of an edition with a set of chain names, in the reader's language."""
    return _price_card(edition, labels, language())


@lru_cache(maxsize=32)
def _price_card(edition: Edition, labels: LabelSet, _language: str) -> PriceCard:
    """The price card in the language that is spoken, which is part of the key under which it is cached."""
    letters, tiers = chain_letters(labels.names), sorted(set(labels.tiers))
    groups = tuple(
        tuple(
            (letters[chain.name], chain.name, chain_class(chain.name)) for chain in labels.chains if chain.tier == tier
        )
        for tier in tiers
    )
    sizes = [*([(0, _("none"))] if any(edition.zero_size_prices) else []), *_spans(edition.bands)]
    lines = tuple((words, tuple(dollars(price_table(edition, tier)[size]) for tier in tiers)) for size, words in sizes)
    return PriceCard(groups, lines, edition.majority_factor, edition.minority_factor)


def _spans(bands: tuple[int, ...]) -> list[tuple[int, str]]:
    """Return for each price the smallest size at which it holds, and the span of sizes in words; ``bands`` are these smallest sizes."""
    nexts = [*(following - 1 for following in bands[1:]), 0]
    return [(first, _span(first, last)) for first, last in zip(bands, nexts, strict=True)]


def _span(first: int, last: int) -> str:
    """Return a span of sizes in words; ``last`` is 0 for a span without end."""
    if not last:
        return _("{first} or more", first=first)
    return _("{first} to {last}", first=first, last=last) if last > first else str(first)
