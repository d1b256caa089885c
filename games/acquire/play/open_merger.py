"""A merger under way as a JSON document, both ways."""

from __future__ import annotations

from typing import Any

from games.acquire.editions import LabelSet, Money
from games.acquire.play import plain
from games.acquire.play.table import OpenMerger


def merger_out(merger: OpenMerger, labels: LabelSet) -> dict[str, Any]:
    """A merger as a JSON document; chains by name."""
    names = labels.names
    return {
        "sizes": plain.by_chain_out(merger.sizes, labels),
        "prices": plain.by_chain_out(merger.prices, labels),
        "survivor": names[merger.survivor] if merger.survivor >= 0 else None,
        "choices": [names[chain] for chain in merger.choices],
        "waiting": [names[chain] for chain in merger.waiting],
        "unpaid": [names[chain] for chain in merger.unpaid],
        "current": names[merger.current] if merger.current >= 0 else None,
        "queue": [[player, names[chain]] for player, chain in merger.queue],
        "market": plain.by_chain_out(merger.market, labels),
        "bonuses": {
            names[chain]: [[player, plain.money_out(amount)] for player, amount in paid]
            for chain, paid in merger.bonuses
        },
        "forced": [[player, names[chain], count] for (player, chain), count in merger.forced],
    }


def merger_from(document: Any, place: str, labels: LabelSet, seats: int) -> OpenMerger:
    """The merger of a document.

    Raises:
        PositionError: if it describes none.
    """

    def member(key: str) -> Any:
        return plain.member(document, key, place)

    def chains(key: str) -> tuple[int, ...]:
        return plain.chain_numbers(member(key), f"{place}.{key}", labels)

    def pairs(key: str) -> tuple[tuple[int, int], ...]:
        return plain.by_chain(member(key), f"{place}.{key}", labels, plain.number)

    def one(key: str) -> int:
        chain = plain.optional(member(key), f"{place}.{key}", lambda value, at: plain.chain(value, at, labels))
        return -1 if chain is None else chain

    def entry(value: Any, at: str) -> tuple[int, int]:
        player, name = plain.listed(value, at, lambda inner, of: inner, 2)
        return plain.number(player, at, 0, seats - 1), plain.chain(name, at, labels)

    def forced(value: Any, at: str) -> tuple[tuple[int, int], int]:
        player, name, count = plain.listed(value, at, lambda inner, of: inner, 3)
        return entry([player, name], at), plain.number(count, at)

    def payment(value: Any, at: str) -> tuple[int, Money]:
        player, amount = plain.listed(value, at, lambda inner, of: inner, 2)
        return plain.number(player, at, 0, seats - 1), plain.money(amount, at)

    def payments(value: Any, at: str) -> tuple[tuple[int, Money], ...]:
        return tuple(plain.listed(value, at, payment))

    return OpenMerger(
        sizes=pairs("sizes"),
        prices=pairs("prices"),
        survivor=one("survivor"),
        choices=chains("choices"),
        waiting=chains("waiting"),
        unpaid=chains("unpaid"),
        current=one("current"),
        queue=tuple(plain.listed(member("queue"), f"{place}.queue", entry)),
        market=pairs("market"),
        bonuses=plain.by_chain(member("bonuses"), f"{place}.bonuses", labels, payments),
        forced=tuple(sorted(plain.listed(member("forced"), f"{place}.forced", forced))),
    )
