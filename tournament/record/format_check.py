"""Whether a file is a format by which an event can be played; if not, what is wrong with it and where, in sentences.

A place in the file is told by its names and by the numbers of what stands in lists: “rounds, 2: “how””.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import fields

from tournament.record import formats
from tournament.record.settings import LONGEST_EVENT_NAME, MOST_ROUNDS, OF_THE_RULES, Range
from tournament.record.vocabulary import LARGEST_TABLE, SMALLEST_TABLE, RoundKind, SitOutKind, Who
from wording import gettext as _
from wording.figures import listed, listed_or

LONGEST_FORMAT = 100_000
"""The most bytes of a file that are read."""
MOST_DIGITS = 12
LARGEST_CUT = 400
MOST_DECIMALS = 3
LARGEST_AMOUNT = 10**9
STEPS = (
    (formats.Fines,),
    (formats.Bonus,),
    (formats.Share,),
    (formats.Places, formats.Wins, formats.Amounts),
    (formats.Scale,),
)
"""The steps of a game in order, at most one of each group; the last of those that make a score decides it."""
SCORED = frozenset({2, 3})
NEEDED = {
    formats.Part.REPLAY: "chains",
    formats.Part.DEVICES: "chains",
    formats.Part.FINES: "step fines",
    formats.Part.CLOCKS: "minutes",
}
"""What a part needs: another part, a step of the game, or minutes of tables."""
BY_SIZE: tuple[formats.Place, ...] = (
    ("tables", "minutes"),
    ("tables", "suggested"),
    ("game", formats.Scale, "by_size"),
    ("game", formats.Places, "points"),
)
"""The mappings whose keys are sizes of tables."""


class FormatError(ValueError):
    """Raised for a text that is no format; ``sentences`` say all that is wrong with it."""

    def __init__(self, *sentences: str) -> None:
        """Keep the sentences; the message has all of them."""
        self.sentences = sentences
        super().__init__(" ".join(sentences))


def checked_format(text: str) -> formats.Format:
    """Return the format of a JSON text; raises FormatError where it is none, or no event can be played by it."""
    try:
        written = json.loads(text, parse_int=_number)
        wrong = tuple(_misfits(written, formats.Format, ()))
    except (ValueError, RecursionError) as error:
        raise FormatError(_("Line {line} is not JSON.", line=getattr(error, "lineno", 1))) from None
    if wrong:
        raise FormatError(*wrong)
    form = formats.read_format(written)
    if wrong := tuple(_faults(form)):
        raise FormatError(*wrong)
    return form


@cache
def shipped_keys() -> tuple[str, ...]:
    """Return the keys of the formats that come with Top Table, first that of MSO Acquire, which most events have."""
    return tuple(
        sorted(
            (path.stem for path in formats.SHIPPED.glob("*.json")),
            key=lambda key: (key != formats.MSO_ACQUIRE.key, key),
        )
    )


def _number(digits: str) -> int | Decimal:
    """Return a whole number of the file; one that is too long for anything in a format is of no kind that a format has."""
    return int(digits) if len(digits) < MOST_DIGITS else Decimal(digits)


def _where(place: formats.Place) -> str:
    """Return a place of the file as people read it: “rounds, 2: “how””."""
    names = [each.__struct_config__.tag if isinstance(each, type(formats.Format)) else each for each in place]
    names = [each + 1 if isinstance(each, int) else each for each in names]
    if not names:
        return _("The file")
    if isinstance(names[-1], int):
        return ", ".join(map(str, names))
    return ": ".join(filter(None, (", ".join(map(str, names[:-1])), f"“{names[-1]}”")))


def _must_be(place: formats.Place, value: Any, wanted: str) -> str:
    """Return that something else must stand at a place of the file."""
    shown = f"“{value}”" if isinstance(value, str) else json.dumps(value, default=str)
    return _("{place} is {value}; it must be {wanted}.", place=_where(place), value=shown[:60], wanted=wanted)


def _missing(place: formats.Place) -> str:
    """Return that nothing stands at a place of the file."""
    return _("{place} is missing.", place=_where(place))


def _misfits(value: Any, kind: Any, place: formats.Place) -> Iterator[str]:
    """Yield why a JSON value is not of the kind that belongs at a place."""
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        kinds = [each for each in get_args(kind) if each is not NoneType] if isinstance(kind, UnionType) else [kind]
        if len(kinds) > 1:
            named = {each.__struct_config__.tag: each for each in kinds}
            name = value.get("step") if isinstance(value, dict) else None
            if name not in list(named):
                yield _must_be((*place, "step"), name, _one_of(named))
                return
            kinds = [named[name]]
        found = [each for name, inner, its in _inside(value, kinds[0]) for each in _misfits(inner, its, (*place, name))]
        found += _wrong_names(value, kinds[0], place)
        yield from found or [_must_be(place, value, _wanted(kinds[0]))]


def _inside(value: Any, kind: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield what is inside a JSON value that is to be of a kind: its name or number, its value, and the kind that it must have."""
    if isinstance(value, dict) and get_origin(kind) is Mapping:
        of_key, of_value = get_args(kind)
        yield from ((name, name, of_key) for name in value)
        yield from ((name, each, of_value) for name, each in value.items())
    elif isinstance(value, dict) and isinstance(kind, type(formats.Format)):
        yield from ((each.name, value[each.name], each.type) for each in fields(kind) if each.name in value)
    elif isinstance(value, list) and get_origin(kind) in (tuple, frozenset):
        yield from ((at, each, get_args(kind)[0]) for at, each in enumerate(value))


def _wrong_names(value: Any, kind: Any, place: formats.Place) -> list[str]:
    """Return which names an object lacks and which it may not have, if it is to be a part of a format."""
    if not (isinstance(value, dict) and isinstance(kind, type(formats.Format))):
        return []
    known = {each.name: each.required for each in fields(kind)}
    lacks = [_missing((*place, name)) for name in known if known[name] and name not in value]
    unknown = [_where((*place, name)) for name in value if name not in {*known, kind.__struct_config__.tag_field}]
    return lacks + [_("{place} is not known here; {names} are.", place=each, names=listed(known)) for each in unknown]


def _wanted(kind: Any) -> str:
    """Return in words what a value of a kind is."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _one_of(kind)
    if kind == tuple[int, int]:
        return _("a list of {n} numbers", n=2)
    if get_origin(kind) in (tuple, frozenset):
        return _("a list")
    named = _("text of 1 to {most} characters", most=LONGEST_EVENT_NAME)
    return {str: named, int: _("a whole number"), bool: _one_of(("true", "false"))}.get(kind, _("an object"))


def _one_of(choices: Iterable[str]) -> str:
    """Return in words that a value is one of some codes."""
    return _("one of {choices}", choices=listed_or(map(str, choices)))


def _faults(form: formats.Format) -> Iterator[str]:
    """Yield why no event can be played by a format, though everything in it is of the right kind."""
    for place, value, least, most in _bounded(form):
        if not least <= value <= most:
            yield _must_be(place, value, _("a whole number from {least} to {most}", least=least, most=most))
    yield from _faults_of_names(form)
    yield from _faults_of_sizes(form)
    yield from _faults_of_stages(form)
    groups = [at for step in form.game for at, group in enumerate(STEPS) if isinstance(step, group)]
    if SCORED.isdisjoint(groups) or groups != sorted(set(groups)):
        yield _(
            "“game” must have share or one of places, wins and amounts, in the order fines, bonus, share, one of the three, scale."
        )
    if form.amount.typed is formats.Typed.PLACE and form.amount.more_wins:
        yield _must_be(("amount", "more_wins"), True, "false")
    if SitOutKind.MISSED not in form.idle:
        yield _missing(("idle", SitOutKind.MISSED))
    has = {*form.parts, *["step fines"] * form.has(formats.Fines), *["minutes"] * bool(form.tables.minutes)}
    for part in sorted(part for part in form.parts if NEEDED.get(part, part) not in has):
        yield _("“parts” has “{part}”, which needs “{needed}”.", part=part, needed=NEEDED[part])


def _bounded(form: formats.Format) -> Iterator[tuple[formats.Place, int, int, int]]:
    """Yield each number that has bounds, with its place, the least and the most that it may be."""
    tables, amount = form.tables, form.amount
    yield ("tables", "least"), tables.least, SMALLEST_TABLE, LARGEST_TABLE
    yield ("tables", "most"), tables.most, tables.least, LARGEST_TABLE
    yield ("tables", "wished"), tables.wished, tables.least, tables.most
    yield ("amount", "step"), amount.step, 1, LARGEST_AMOUNT
    yield ("amount", "decimals"), amount.decimals, 0, MOST_DECIMALS
    if amount.least is not None and amount.most is not None:
        yield ("amount", "most"), amount.most, amount.least, LARGEST_AMOUNT
    yield ("tables", "byes"), tables.byes, 0, tables.wished - 1
    yield ("best_of",), form.best_of, 0, MOST_ROUNDS
    for place, stages in _stages(form).items():
        yield place, sum(stage.rounds for stage in stages), 1, MOST_ROUNDS
        for at, stage in enumerate(stages):
            yield (*place, at, "rounds"), stage.rounds, 1, 1 if stage.is_cut else MOST_ROUNDS
            yield (*place, at, "count"), stage.count, 1, LARGEST_CUT
            yield (*place, at, "waits"), stage.waits, 0, LARGEST_CUT if stage.is_cut else 0
    for setting in OF_THE_RULES.values():
        if form.rounds and isinstance(setting.kind, Range) and (value := setting.value_in(form)) is not None:
            yield setting.place, value, setting.kind.least, setting.kind.most
    for place in BY_SIZE:
        yield from (
            ((*place, str(size)), size, tables.least, tables.most) for size in formats.value_at(form, place) or ()
        )


def _stages(form: formats.Format) -> dict[formats.Place, tuple[formats.Stage, ...]]:
    """Return the stages of a format, and those of its plans, each by its place."""
    return {("rounds",): form.rounds} | {("plans", str(least)): stages for least, stages in form.plans.items()}


def _faults_of_stages(form: formats.Format) -> Iterator[str]:
    """Yield which stages cannot follow each other, or have more byes than the way in which they are made gives."""
    for place, stages in _stages(form).items():
        if stages and stages[0].is_cut:
            yield _must_be((*place, 0, "who"), stages[0].who, _one_of((Who.EVERYBODY, Who.COMES)))
        cuts = [stage.is_cut for stage in stages]
        if cuts != sorted(cuts):
            yield _("{place}: after a stage that only some play, nobody comes back.", place=_where(place))
        if form.tables.byes > 1 and any(not stage.is_cut and stage.how is not RoundKind.LEVELS for stage in stages):
            yield _("“tables, byes” is above 1, which needs “levels” in every stage that everybody plays.")


def _faults_of_names(form: formats.Format) -> Iterator[str]:
    """Yield what is wrong with the names of a format and of what is typed, and with its key."""
    for place, text in ((("name",), form.name), (("amount", "name"), form.amount.name)):
        if not 1 <= len(text.strip()) <= LONGEST_EVENT_NAME:
            yield _must_be(place, text, _wanted(str))
    if not re.fullmatch(r"[a-z0-9-]{1,40}", form.key):
        yield _must_be(("key",), form.key, _("small letters, digits and hyphens"))
    elif form.key in shipped_keys() and form != formats.shipped_format(form.key):
        yield _("“key” is that of a format which comes with Top Table; choose another.")


def _faults_of_sizes(form: formats.Format) -> Iterator[str]:
    """Yield which arrangements are not of their number of players, and at which tables a place has no points."""
    sizes = range(form.tables.least, form.tables.most + 1)
    for players, row in ((players, row) for players, rows in form.tables.rows.items() for row in rows):
        tables = row.removesuffix("+so")
        seats = [int(digit) if digit.isdecimal() else 0 for digit in tables]
        if not {*seats} <= {*sizes} or sum(seats) + (tables != row) != players:
            yield _must_be(("tables", "rows", str(players)), row, _("possible tables for that many players"))
    for size in sizes if form.has(formats.Places) else ():
        points = form.step(formats.Places).points.get(size)
        if len(points or ()) != size:
            yield _must_be(("game", formats.Places, "points", str(size)), points, _("a list of {n} numbers", n=size))
