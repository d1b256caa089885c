"""What an event plays by, as one value: the amount that is typed, tables, steps to a score, rounds, order, parts of the desk.

A format is read from a file (JSON), stored with each event, and frozen. Those that come with Top Table lie in the folder ``shipped``;
what a director changes for one event is a place in the event's own copy (`tournament.record.settings`).

Scores and multipliers of sizes are thousandths, multipliers of the winning bonus ten-thousandths, minutes are of one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import msgspec.structs

from tournament.record.vocabulary import (
    DECIDED_BY_RESULTS,
    CutTieBreak,
    FineTiming,
    Key,
    LastRound,
    NegativeCash,
    PenaltyKind,
    Reading,
    RoundKind,
    SeatsBy,
    SeatSource,
    SitOutKind,
    Subject,
    Thousandths,
    Who,
)
from wording import gettext_noop
from wording.worded import Worded

SHIPPED = Path(__file__).parent / "shipped"
MANY = 1_000
"""More tables than any round has."""
FORMATS_KEPT = 64
"""The most texts of formats that are kept as values: those of the events that are being played, as their directors changed them."""


class FillInCash(Worded):
    """Whether the cash of a fill-in is part of the total from which the others' percentages are taken (R70)."""

    COUNTS = "counts", gettext_noop("part of the table's total")
    LEFT_OUT = "left-out", gettext_noop("left out")


class Part(StrEnum):
    """What only some games or organisers have on pages, phones, sheets and in files."""

    CHAINS = "chains"
    TILES = "tiles"
    REPLAY = "replay"
    DEVICES = "devices"
    CLOCKS = "clocks"
    FINES = "fines"
    PENTAMIND = "pentamind"
    MEDALS = "medals"


EVERY_PART = frozenset(Part)
OF_PENALTIES: Mapping[str, Part] = {
    PenaltyKind.NEW_HAND: Part.TILES,
    PenaltyKind.TWO_MINUTES: Part.CLOCKS,
    PenaltyKind.FINE: Part.FINES,
    Subject.EXPOSED_TILE: Part.TILES,
}
"""The part without which there is no such penalty or offence."""


class _Fixed(dict[Any, Any]):
    """A mapping that nobody changes."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __setitem__(self, key: Any, value: Any) -> None:
        """Refuse to change anything."""
        raise TypeError("A format is not changed: make another one of it.")


class _Value(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a format."""

    def __post_init__(self) -> None:
        """Make its mappings unchangeable too."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) is dict:
                msgspec.structs.force_setattr(self, name, _Fixed(value))


class Typed(StrEnum):
    """How the result of a seat is typed: a number, the place at the table, or the outcome, which is 1 for who was first, 0 for the rest."""

    NUMBER = "number"
    PLACE = "place"
    WINNER = "winner"


class Amount(_Value, frozen=True):
    """What is typed for a seat: its name, the step between amounts, and the amounts that are possible and usual.

    An amount is stored as a whole number of its last decimal: with two ``decimals`` 12.50 is 1250, and so are all figures here. ``unit``
    is written before it, as "$". None for ``least`` or ``most`` is no bound. Unless ``more_wins`` the least amount is first. ``second`` is
    another figure of a seat, which an order may compare (`Key.SECOND`).
    """

    name: str
    typed: Typed = Typed.NUMBER
    unit: str = ""
    decimals: int = 0
    step: int = 1
    least: int | None = 0
    most: int | None = None
    usual: tuple[int, int] | None = None
    more_wins: bool = True
    second: Amount | None = None

    @property
    def title(self) -> str:
        """Its name as the title of a column, for `gettext`."""
        return self.name[:1].upper() + self.name[1:]

    @property
    def is_money(self) -> bool:
        """Whether the sentences about cash are about it."""
        return self.unit == "$"

    @property
    def may_be_negative(self) -> bool:
        """Whether it may be below zero."""
        return self.least is None or self.least < 0

    @property
    def figures(self) -> dict[str, Amount]:
        """What is typed for a seat, by the name of its field in `SeatRecord`."""
        return {"cash": self} | ({"second": self.second} if self.second else {})


class Tables(_Value, frozen=True):
    """How many sit at a table, which tables so many players make, and the minutes of a player at each size.

    ``rows`` are the arrangements by number of players, the preferred one first, each with a digit for every table ("4433"), and "+so" where
    one player sits out; for other numbers tables of ``wished`` players are completed by smaller or larger ones. A size without minutes, or
    without a multiplier where the game has one, asks before it is used, and proposes what is ``suggested``,
    of several the first. Where several ``byes`` are possible in a round, tables of the wished size are the first arrangement if those who
    are left over fill no table.
    """

    least: int
    most: int
    wished: int
    byes: int = 1
    rows: Mapping[int, tuple[str, ...]] = {}
    minutes: Mapping[int, int] = {}
    suggested: Mapping[int, int] = {}
    allowance: int = 0


class Step(_Value, frozen=True, tag_field="step"):
    """A step from the amounts of a table to its scores."""


class Fines(Step, frozen=True, tag="fines"):
    """Deduct the fines of the round, before or after the winning bonus (R55); ``usual`` is the amount of one fine (R27)."""

    usual: int
    when: FineTiming = FineTiming.BEFORE_BONUS
    below_zero: NegativeCash = NegativeCash.FLOOR_ZERO


class Bonus(Step, frozen=True, tag="bonus"):
    """Multiply the winners' amounts by the factor for their number, rounded up to a multiple of ``up_to`` (R56)."""

    by_winners: Mapping[int, int]
    up_to: int = 1


class ShareOf(StrEnum):
    """What a percentage is taken of: the sum of a table's amounts, or the best of them."""

    SUM = "sum"
    BEST = "best"


class Share(Step, frozen=True, tag="share"):
    """Take the percentage of the table's sum, or of its best amount, to three decimals (R57).

    At a table of fewer players than are wished, ``virtual`` players with the mean amount are added to the sum.
    """

    fill_ins: FillInCash = FillInCash.COUNTS
    of: ShareOf = ShareOf.SUM
    virtual: int = 0


class Scale(Step, frozen=True, tag="scale"):
    """Multiply by the factor for the size of the table, to three decimals (R58)."""

    by_size: Mapping[int, Thousandths]
    suggested: Mapping[int, tuple[Thousandths, ...]] = {}


class Places(Step, frozen=True, tag="places"):
    """Give points for each place, the first one first, by the size of the table; who shares a place gets the mean of its points."""

    points: Mapping[int, tuple[Thousandths, ...]]


class Wins(Step, frozen=True, tag="wins"):
    """Give points to a sole winner, to each of several winners, and to everybody else."""

    win: Thousandths
    draw: Thousandths
    loss: Thousandths


class Amounts(Step, frozen=True, tag="amounts"):
    """Take the amount itself as the score."""


class Stage(_Value, frozen=True):
    """Rounds that are made alike: how their tables are made, and what they decide.

    The first stage has as many rounds as the later ones leave; ``rounds`` is how many there are in the format's own plan. With ``either``
    a director may draw each of its rounds or seat it from the standings, with ``top_table_wins`` the event's last round is its final. With
    ``if_tables`` the stage is only played at so many tables or more, and with ``last_round`` a director may choose that it is not; its
    rounds are then made as those before. Players of equal total at any cut between two tables are parted by the ``ties`` of the last stage,
    by the order of the format, then by lot. ``seats`` is the order of play at tables from the standings, the first of which is the
    smallest with ``smaller_first``. In a stage that is drawn, ``reading`` says what spreads opponents (R44).

    ``who`` plays is everybody, whoever comes, the best ``count`` of the standings, or of each table of the round before the best
    ``count`` and whoever waited. The best ``waits`` of those go on without playing. A stage that does not count adds nothing to totals.
    With fewer than ``if_players`` to choose from the stage is left out, and in the next one the best of the standings play one table.
    """

    rounds: int
    how: RoundKind
    who: Who = Who.EVERYBODY
    count: int = 1
    waits: int = 0
    if_players: int = 0
    counts: bool = True
    seats: SeatsBy = SeatsBy.EVENT
    smaller_first: bool = False
    either: bool = False
    reading: Reading = Reading.LITERAL
    top_table_wins: bool = False
    if_tables: int = 0
    last_round: LastRound = LastRound.BY_RULE
    ties: CutTieBreak = CutTieBreak.TOTAL_ONLY

    @property
    def is_cut(self) -> bool:
        """Whether only some play, whom the results choose."""
        return self.who in (Who.BEST, Who.WINNERS)


class ByeShare(_Value, frozen=True):
    """As how many opponents a bye counts, and with which share of wins each (`Key.OPPONENTS_WINS`)."""

    opponents: int
    share: Thousandths


class Format(_Value, frozen=True):
    """What an event plays by.

    ``idle`` is the score of a round that somebody does not play, by why; a reason that is not there is not offered. Players of equal total
    are parted by the keys of ``order``, in the standings too; who is still equal shares the place, and the director may rule on a tie for a
    medal. Unless ``leavers_rank`` who leaves before the end takes no medal and no points. ``dilution`` is the factor of Pentamind points
    (2.1). Without ``cites`` pages have no numbers of the rules of MSO Acquire. Without ``bye_share`` a bye counts as no opponent;
    ``seat_wins`` is how often each seat wins, the first one first, in any unit (`Key.SEATS`).

    ``plans`` are the stages by the least number of players for whom they are; the first draw puts those of its players in the place of
    ``rounds``. With ``best_of`` only so many of a player's best scores are in the total. In an order without the total it comes first.
    """

    key: str
    name: str
    amount: Amount
    tables: Tables
    game: tuple[Fines | Bonus | Share | Scale | Places | Wins | Amounts, ...]
    idle: Mapping[SitOutKind, Thousandths]
    rounds: tuple[Stage, ...]
    parts: frozenset[Part]
    order: tuple[Key, ...] = ()
    plans: Mapping[int, tuple[Stage, ...]] = {}
    best_of: int = 0
    leavers_rank: bool = False
    dilution: Thousandths = 1_000
    cites: bool = True
    bye_share: ByeShare | None = None
    seat_wins: tuple[int, ...] = ()

    def has(self, kind: type[Step]) -> bool:
        """Return whether the game has a step of that kind."""
        return any(isinstance(step, kind) for step in self.game)

    def step(self, kind: type[Found]) -> Found:
        """Return the step of that kind; raises StopIteration where the game has none."""
        return next(step for step in self.game if isinstance(step, kind))

    def score_of(self, kind: SitOutKind) -> Thousandths:
        """Return the score of not playing a round (R51-R53), 0 for a reason that the format does not have."""
        return self.idle.get(kind, 0)

    def idle_score(self, kind: SitOutKind) -> Thousandths | None:
        """Return the score of a round not played, None where the results decided that somebody does not play it."""
        return None if kind in DECIDED_BY_RESULTS else self.score_of(kind)

    def offered(self, kinds: Iterable[SitOutKind]) -> tuple[SitOutKind, ...]:
        """Return which of these reasons for not playing a round the format has; that a round was missed always has to be possible."""
        return tuple(kind for kind in kinds if kind in self.idle or kind is SitOutKind.MISSED)

    @property
    def sit_out_kind(self) -> SitOutKind:
        """Why somebody has no table whom the draw leaves over, unless the director says otherwise."""
        return SitOutKind.STANDARD if SitOutKind.STANDARD in self.idle else SitOutKind.PAIRING_PROBLEM

    @property
    def multipliers(self) -> Mapping[int, Thousandths]:
        """The multipliers by size of table (R58-R60); empty where the game has none."""
        return self.step(Scale).by_size if self.has(Scale) else {}

    def open_sizes(self, sizes: Iterable[int]) -> list[int]:
        """Return which of these sizes of tables have no minutes, or no multiplier where others have one, so that they must ask first."""
        known = [each for each in (self.tables.minutes, self.multipliers) if each]
        return sorted({size for size in sizes if any(size not in each for each in known)})

    @property
    def seats_by(self) -> SeatSource:
        """What decides the order of play where the movement chart does not."""
        return SeatSource.TILES if Part.TILES in self.parts else SeatSource.DRAWN

    @property
    def rounds_planned(self) -> int:
        """How many rounds an event of this format has, if nobody plans others."""
        return sum(stage.rounds for stage in self.rounds)

    @property
    def has_cut(self) -> bool:
        """Whether a plan of it has a stage that only some play, whom the results choose."""
        return any(stage.is_cut for stages in (self.rounds, *self.plans.values()) for stage in stages)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What players are compared by, the total included."""
        return self.order if Key.TOTAL in self.order else (Key.TOTAL, *self.order)

    def planned_for(self, players: int) -> Format:
        """Return the format with the stages for so many players, where it has plans for numbers of players."""
        fits = [least for least in self.plans if least <= players]
        return msgspec.structs.replace(self, rounds=self.plans[max(fits)]) if fits else self

    def planned_in(self, rounds: int) -> Format:
        """Return the format with the stages of the plan that has so many rounds in all, where there is one."""
        fits = (stages for stages in self.plans.values() if sum(stage.rounds for stage in stages) == rounds)
        return msgspec.structs.replace(self, rounds=next(fits, self.rounds))

    def without(self, stage: Stage) -> Format:
        """Return the format without a stage that is cut; in the next one the best of the standings play one table."""
        at = self.rounds.index(stage)
        final = [
            msgspec.structs.replace(after, who=Who.BEST, count=self.tables.wished)
            for after in self.rounds[at + 1 : at + 2]
        ]
        return msgspec.structs.replace(self, rounds=(*self.rounds[:at], *final, *self.rounds[at + 2 :]))

    def stage(self, number: int, planned: int, tables: int = MANY) -> Stage:
        """Return the stage of round ``number`` of so many ``planned``, played at so many ``tables``: the first for round 1."""
        first, *later = self.rounds
        if not 1 < number <= planned:
            return first
        left = planned
        while later and number <= left - later[-1].rounds:
            left -= later.pop().rounds
        is_free = planned != self.rounds_planned
        dropped = (tables < stage.if_tables or (is_free and stage.last_round is LastRound.DRAWN) for stage in later)
        return [first, *(stage for stage, is_dropped in zip(later, dropped, strict=True) if not is_dropped)][-1]


Found = TypeVar("Found", bound=Step)
Place = tuple[Any, ...]
"""Where something is in a format: names of fields, keys of mappings, positions in tuples, and for a step of the game its class."""


def value_at(whole: Any, place: Place) -> Any:
    """Return what stands at a place of a format, or of a part of it; None where there is no such place."""
    for inner in place:
        whole = None if whole is None else _inside(whole, inner)
    return whole


def _inside(whole: Any, inner: Any) -> Any:
    """Return what a part of a format has under a name, a key, a position or the class of a step; None where it has nothing."""
    match whole:
        case None:
            return None
        case dict():
            return whole.get(inner)
        case tuple() if isinstance(inner, type):
            return next((step for step in whole if isinstance(step, inner)), None)
        case tuple():
            return whole[inner]
    return getattr(whole, inner, None)


def with_value(whole: Any, place: Place, value: Any) -> Any:
    """Return a format, or a part of it, with that value at a place; in a mapping None takes the key out.

    Where there is no such place it stays as it is.
    """
    if not place:
        return value
    inner, *rest = place
    was = _inside(whole, inner)
    if was is None and rest:
        return whole
    now = with_value(was, tuple(rest), value)
    match whole:
        case dict():
            return {key: each for key, each in {**whole, inner: now}.items() if each is not None}
        case tuple():
            return tuple(now if each is was else each for each in whole)
    return msgspec.structs.replace(whole, **{inner: now})


def read_format(written: Any) -> Format:
    """Return the format of a JSON value; raises `msgspec.ValidationError` for one that is not a format."""
    return msgspec.convert(written, Format, strict=False)


@lru_cache(FORMATS_KEPT)
def format_of_text(text: str) -> Format:
    """Return the format of a JSON text as a column holds it; raises `msgspec.ValidationError` for one that is not a format."""
    return msgspec.json.decode(text, type=Format, strict=False)


def written_format(form: Format) -> Any:
    """Return a format as the JSON value that `read_format` reads."""
    return msgspec.to_builtins(form, str_keys=True, order="deterministic")


@cache
def shipped_format(key: str) -> Format:
    """Return the format of that key which comes with Top Table; raises KeyError where there is none."""
    path = SHIPPED / f"{key}.json"
    if not path.is_file():
        raise KeyError(key)
    return msgspec.json.decode(path.read_bytes(), type=Format, strict=False)


MSO_ACQUIRE = shipped_format("mso-acquire")
