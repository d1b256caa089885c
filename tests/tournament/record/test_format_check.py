"""A file with a format: what is wrong with it, and where, in sentences; and that those of Top Table pass."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tournament.record.format_check import FormatError, checked_format, shipped_keys
from tournament.record.formats import SHIPPED, shipped_format


def changed(key: str, *place: Any, to: Any) -> str:
    """A shipped format under a key of its own, with something else at a place, or nothing."""
    whole: Any = json.loads((SHIPPED / f"{key}.json").read_text(encoding="utf-8"))
    whole["key"] = "our-own"
    inner = whole
    for name in place[:-1]:
        inner = inner[name]
    if to is None:
        del inner[place[-1]]
    else:
        inner[place[-1]] = to
    return json.dumps(whole)


def wrong_with(text: str) -> Sequence[str]:
    with pytest.raises(FormatError) as refusal:
        checked_format(text)
    return refusal.value.sentences


@pytest.mark.parametrize("key", shipped_keys())
def test_every_shipped_format_passes(key: str) -> None:
    assert checked_format((SHIPPED / f"{key}.json").read_text(encoding="utf-8")) == shipped_format(key)


def test_mso_acquire_is_offered_first() -> None:
    assert shipped_keys()[0] == "mso-acquire"


ACQUIRE, PLACES = "mso-acquire", "mso-places"
MISTAKES: list[tuple[str, tuple[Any, ...], Any, str]] = [
    (ACQUIRE, ("rounds", 1, "how"), "swis", "rounds, 2: “how” is “swis”; it must be one of random, swiss, arrival, "),
    (ACQUIRE, ("amount", "unti"), "$", "amount: “unti” is not known here; "),
    (ACQUIRE, ("name",), None, "“name” is missing."),
    (ACQUIRE, ("name",), " ", "“name” is “ ”; it must be text of 1 to 120 characters."),
    (ACQUIRE, ("amount",), 7, "“amount” is 7; it must be an object."),
    (ACQUIRE, ("amount", "usual"), [1, 2, 3], "amount: “usual” is [1, 2, 3]; it must be a list of 2 numbers."),
    (ACQUIRE, ("amount", "step"), "ten", "amount: “step” is “ten”; it must be a whole number."),
    (ACQUIRE, ("amount", "step"), 0, "amount: “step” is 0; it must be a whole number from 1 to "),
    (ACQUIRE, ("dilution",), 10**30, "“dilution” is "),
    (ACQUIRE, ("dilution",), 5_000, "“dilution” is 5000; it must be a whole number from 1 to 2000."),
    (ACQUIRE, ("tables", "most"), 9, "tables: “most” is 9; it must be a whole number from 3 to 6."),
    (ACQUIRE, ("tables", "rows", "7"), ["44"], "tables, rows: “7” is “44”; it must be possible tables for that many"),
    (ACQUIRE, ("tables", "rows", "8"), ["71"], "tables, rows: “8” is “71”; it must be possible tables for that many"),
    (ACQUIRE, ("rounds",), [], "“rounds” is 0; it must be a whole number from 1 to 9."),
    (ACQUIRE, ("rounds", 0, "rounds"), 9, "“rounds” is 10; it must be a whole number from 1 to 9."),
    (ACQUIRE, ("game",), [], "“game” must have share or one of places, wins and amounts, "),
    (ACQUIRE, ("game", 0, "step"), "fine", "game, 1: “step” is “fine”; it must be one of fines, bonus, "),
    (ACQUIRE, ("game", 0, "usual"), 1, "game, fines: “usual” is 1; it must be a whole number from 100 to "),
    (ACQUIRE, ("idle", "missed"), None, "idle: “missed” is missing."),
    (ACQUIRE, ("idle", "late"), 0, "idle: “late” is “late”; it must be one of standard, "),
    (ACQUIRE, ("parts",), ["replay"], "“parts” has “replay”, which needs “chains”."),
    (PLACES, ("parts",), ["fines"], "“parts” has “fines”, which needs “step fines”."),
    (PLACES, ("parts",), ["clocks"], "“parts” has “clocks”, which needs “minutes”."),
    (PLACES, ("leavers_rank",), "maybe", "“leavers_rank” is “maybe”; it must be one of true or false."),
    (PLACES, ("amount", "more_wins"), True, "amount: “more_wins” is true; it must be false."),
    (PLACES, ("game", 0, "points", "5"), [5, 4, 3, 2, 1], "game, places, points: “5” is 5; it must be a whole number "),
    (PLACES, ("game", 0, "points", "4"), None, "game, places, points: “4” is null; it must be a list of 4 numbers."),
    (
        PLACES,
        ("game", 0, "points", "3"),
        [1, 0],
        "game, places, points: “3” is [1, 0]; it must be a list of 3 numbers.",
    ),
    ("catan", ("rounds", 1, "rounds"), 2, "rounds, 2: “rounds” is 2; it must be a whole number from 1 to 1."),
    (
        "catan",
        ("rounds", 0),
        {"rounds": 1, "how": "random", "who": "best"},
        "rounds, 1: “who” is “best”; it must be one of everybody or comes.",
    ),
    ("commander", ("rounds", 0, "how"), "random", "“tables, byes” is above 1, which needs “levels” in every stage "),
    ("commander", ("rounds", 0, "waits"), 1, "rounds, 1: “waits” is 1; it must be a whole number from 0 to 0."),
    (PLACES, ("key",), "Our own", "“key” is “Our own”; it must be small letters, digits and hyphens."),
    (PLACES, ("key",), ACQUIRE, "“key” is that of a format which comes with Top Table; choose another."),
]


@pytest.mark.parametrize(("key", "place", "to", "sentence"), MISTAKES)
def test_each_mistake_is_told_with_its_place(key: str, place: tuple[Any, ...], to: Any, sentence: str) -> None:
    assert wrong_with(changed(key, *place, to=to))[0].startswith(sentence)


def test_all_mistakes_are_told_at_once() -> None:
    text = changed(ACQUIRE, "rounds", to=[{"rounds": "x", "how": "swis"}, 5])
    assert [sentence.partition(" is ")[0] for sentence in wrong_with(text)] == [
        "rounds, 1: “rounds”",
        "rounds, 1: “how”",
        "rounds, 2",
    ]


@pytest.mark.parametrize(("text", "line"), [("", 1), ('{\n"key": }', 2), ("[" * 100_000, 1)])
def test_what_is_no_json_is_told_by_its_line(text: str, line: int) -> None:
    assert wrong_with(text) == (f"Line {line} is not JSON.",)


def test_a_format_of_ones_own_needs_only_a_key_of_its_own() -> None:
    form = checked_format(changed(PLACES, "game", 0, "points", "4", to=[7_000, 4_000, 2_000, 1_000]))
    assert (form.key, form.name) == ("our-own", "Place points (MSO)")
