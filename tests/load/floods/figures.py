"""What a desk felt, in figures: of its saves quiet and in each flood, the bounds they are held to, and the median of several runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.load.tally import quantiles

QUIET_COUNTS_AS, TIMES_QUIET = 50.0, 3.0
"""A quiet save of fewer milliseconds counts as so many; in a flood it may take so many times as long."""
MOST_MEMORY = 400_000_000
"""Bytes of memory that all programs of the server may use in a flood beyond what they use when it is quiet."""
MOST_DISK = 300_000_000
"""Bytes of temporary files."""
WELL_WITHIN = 10.0
"""Seconds after a flood within which a save is as quick as when it is quiet."""
OF_ONE_ADDRESS = ("one address", "very many")
"""The floods of one address, in which the page of a phone at another may take so many times as long as quiet, and is answered."""
WELL_SAVES = 4
"""So many saves, one after the other, make it well again."""


@dataclass(frozen=True, slots=True)
class Save:
    """A save, or a look of the phone: on a new connection or not, when it was sent, its milliseconds, and the status of its answer."""

    is_new: bool
    began: float
    ms: float
    status: int

    @property
    def is_saved(self) -> bool:
        """Whether it was answered as saved."""
        return self.status == 200


def told_of(saves: Sequence[Save]) -> dict[str, Any]:
    """The figures of saves: all, those on new connections and on kept ones; refused are those with an answer, failed those without."""
    told: dict[str, Any] = {"saves": len(saves), **quantiles([each.ms for each in saves] or [0.0])}
    for name, is_new in (("new", True), ("kept", False)):
        told[name] = quantiles([each.ms for each in saves if each.is_new == is_new] or [0.0])
    told["refused"] = sum(each.status > 1 and not each.is_saved for each in saves)
    told["failed"] = sum(each.status <= 1 for each in saves)
    return told


def phone_of(looks: Sequence[Save], began: float, end: float) -> dict[str, Any]:
    """The figures of a phone's looks in a time: milliseconds, and how many were refused or not answered; one if none ended in it."""
    seen = [each for each in looks if began <= each.began < end]
    lost = sum(not each.is_saved for each in seen) if seen else 1
    return {**quantiles([each.ms for each in seen] or [0.0]), "lost": lost}


def bound_of(quiet: float) -> float:
    """The milliseconds that a save in a flood may take, by those of a quiet one."""
    return TIMES_QUIET * max(quiet, QUIET_COUNTS_AS)


def well_after(saves: Sequence[Save], end: float, quiet: float) -> float | None:
    """The seconds from the end of a flood until saves are as quick as quiet ones (``quiet`` ms, at least 50); None where they never are."""
    later = [each for each in saves if each.began >= end]
    for place in range(len(later) - WELL_SAVES + 1):
        few = later[place : place + WELL_SAVES]
        if all(each.is_saved and each.ms <= max(quiet, QUIET_COUNTS_AS) for each in few):
            return max(0.0, few[0].began + few[0].ms / 1000 - end)
    return None


def middle(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The median of each figure over several runs; of refused and failed saves the sum, of well again the worst."""
    told: dict[str, Any] = {}
    for name, first in runs[0].items():
        values = [run[name] for run in runs]
        if isinstance(first, Mapping):
            told[name] = middle(values)
        elif name in ("refused", "failed", "saves", "lost"):
            told[name] = sum(values)
        elif name == "well_after":
            told[name] = None if None in values else round(median(values), 1)
        elif isinstance(first, int | float):
            told[name] = round(median(values), 2)
        else:
            told[name] = first
    return told


def missed(told: Mapping[str, Any]) -> list[str]:
    """What of a size's figures is over its bound, in words."""
    wrong: list[str] = []
    quiet = told["quiet"]
    for name, flood in told["floods"].items():
        bound = bound_of(quiet["p95"])
        if flood["p95"] > bound:
            wrong.append(f"{name}: p95 of a save is {flood['p95']:.0f} ms; at most {bound:.0f}")
        if name in OF_ONE_ADDRESS and (
            flood["phone"]["p50"] > bound_of(quiet["phone"]["p50"]) or flood["phone"]["lost"]
        ):
            wrong.append(
                f"{name}: a phone waits {flood['phone']['p50']:.0f} ms, and {flood['phone']['lost']} looks are lost"
            )
        if flood["refused"] or flood["failed"]:
            wrong.append(f"{name}: {flood['refused']} saves refused, {flood['failed']} failed")
        if flood["memory"] - quiet["memory"] > MOST_MEMORY:
            wrong.append(f"{name}: {(flood['memory'] - quiet['memory']) / 1e6:.0f} MB more memory")
        if flood["disk"] > MOST_DISK:
            wrong.append(f"{name}: {flood['disk'] / 1e6:.0f} MB of temporary files")
        if flood["well_after"] is None or flood["well_after"] > WELL_WITHIN:
            wrong.append(f"{name}: not well again within {WELL_WITHIN:.0f} s")
    return wrong
