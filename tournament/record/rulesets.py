"""Every number of the tournament with its rule; an event has one ruleset and changes it only by settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import (
    CutTieBreak,
    Dollars,
    FineTiming,
    LastRound,
    NegativeCash,
    Reading,
    ResultCheck,
    SeatSource,
    SitOutKind,
    Thousandths,
    format_sizes,
    sizes_in_words,
)
from wording import gettext as _
from wording import gettext_noop
from wording.worded import Worded

SMALLEST_EVENT = 3
SMALLEST_TABLE = 3
LARGEST_TABLE = 6


class ArrangementKind(Worded):
    """The origin of an arrangement: a column of R38, the generator above 25 (R41), or the director."""

    PRIMARY = "primary", gettext_noop("recommended by the rules")
    ALTERNATIVE = "alternative", gettext_noop("alternative")
    GENERATED = "generated", gettext_noop("for more than 25 players")
    FREE = "free", gettext_noop("your sizes")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Table sizes for one round in the order of the rules, and how many players sit out (R38)."""

    sizes: tuple[int, ...]
    sit_outs: int
    kind: ArrangementKind

    @property
    def players(self) -> int:
        """The number of players for whom the arrangement is."""
        return sum(self.sizes) + self.sit_outs

    @property
    def label(self) -> str:
        """The arrangement in words: "4 4 4, one sits out"."""
        text = format_sizes(self.sizes)
        return _("{sizes}, one sits out", sizes=text) if self.sit_outs == 1 else text

    @property
    def in_words(self) -> str:
        """The arrangement as a sentence lists it: "4, 4 and 4, one sits out"."""
        text = sizes_in_words(self.sizes)
        return _("{sizes}, one sits out", sizes=text) if self.sit_outs == 1 else text


def _row(text: str, kind: ArrangementKind) -> Arrangement:
    """Return an arrangement from digits such as "443", or "44+so" with one player sitting out."""
    sizes, sit_out, _rest = text.partition("+so")
    return Arrangement(tuple(int(digit) for digit in sizes), int(bool(sit_out)), kind)


def _rows(primary: str, *alternatives: str) -> tuple[Arrangement, ...]:
    """Return the arrangements of one row of R38, the preferred one first."""
    return (
        _row(primary, ArrangementKind.PRIMARY),
        *(_row(text, ArrangementKind.ALTERNATIVE) for text in alternatives),
    )


ARRANGEMENTS: Mapping[int, tuple[Arrangement, ...]] = MappingProxyType(
    {
        3: _rows("3"),
        4: _rows("4"),
        5: _rows("5"),
        6: _rows("33", "6"),
        7: _rows("43", "33+so"),
        8: _rows("44"),
        9: _rows("333"),
        10: _rows("433", "55"),
        11: _rows("443"),
        12: _rows("444"),
        13: _rows("4333", "445", "444+so"),
        14: _rows("4433", "554"),
        15: _rows("4443", "555"),
        16: _rows("4444"),
        17: _rows("44333", "4445"),
        18: _rows("333333", "4455"),
        19: _rows("44443", "5554"),
        20: _rows("44444"),
        21: _rows("444333", "44444+so"),
        22: _rows("444433", "44455"),
        23: _rows("444443", "55544"),
        24: _rows("444444", "55554"),
        25: _rows("55555"),
    }
)
"""The table of R38 as it is in the rules; it is not always "as many fours as possible" (18 is six threes, 25 is five fives)."""


def _read_only_mapping(**values: int) -> Mapping[int, int]:
    """Return a read-only mapping from the number in each name: ``k1=10600`` is 1 to 10600."""
    return MappingProxyType({int(key[1:]): value for key, value in values.items()})


class CountedBy(StrEnum):
    """What makes an entry a player once a round is closed (2.1): a seat or a sit-out, or, as before version 3.7, its status too."""

    SEAT = "seat"
    STATUS = "status"


class FillInCash(Worded):
    """Whether the cash of a fill-in is part of the total from which the others' percentages are taken (R70)."""

    COUNTS = "counts", gettext_noop("part of the table's total")
    LEFT_OUT = "left-out", gettext_noop("left out")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The numbers and settings by which an event is scored and arranged.

    Multipliers of the winning bonus are ten-thousandths by number of winners; size multipliers are thousandths by table size; minutes are
    per player by table size. ``size_multipliers`` and ``minutes`` have no value for six until the director confirms one (R29, R60).
    """

    name: str = "MSO Acquire"
    bonus_multipliers: Mapping[int, int] = field(  # R56
        default_factory=lambda: _read_only_mapping(k1=10600, k2=10300, k3=10200, k4=10150, k5=10120, k6=10100)
    )
    bonus_rounding: Dollars = 100  # R56, up
    size_multipliers: Mapping[int, Thousandths] = field(  # R58-R60
        default_factory=lambda: _read_only_mapping(s3=750, s4=1000, s5=1200)
    )
    minutes: Mapping[int, int] = field(default_factory=lambda: _read_only_mapping(s3=33, s4=25, s5=20))  # R29
    allowance_minutes: int = 10  # R30: bonuses are off the clock
    sit_out_score: Thousandths = 25_000  # R51
    pairing_problem_score: Thousandths = 30_000  # R52
    missed_score: Thousandths = 0  # R53-R54
    fine_amount: Dollars = 5_000  # R27
    fine_timing: FineTiming = FineTiming.BEFORE_BONUS  # R55
    negative_cash: NegativeCash = NegativeCash.FLOOR_ZERO  # R55
    dilution: Thousandths = 1_000  # 2.1: 950 where an event is judged heavily luck-driven
    reading: Reading = Reading.LITERAL  # R44
    swiss_from_tables: int = 4  # R45
    last_round: LastRound = LastRound.BY_RULE  # R45, where the event has other than four rounds
    cut_tie_break: CutTieBreak = CutTieBreak.TOTAL_ONLY  # R46
    preferred_size: int = 4  # R37, R42
    fill_in_cash: FillInCash = FillInCash.COUNTS  # R70
    counted_by: CountedBy = CountedBy.SEAT  # 2.1: nobody chooses it

    def score_of(self, kind: SitOutKind) -> Thousandths:
        """Return the score of not playing a round, in thousandths (R51-R53)."""
        scores = {
            SitOutKind.STANDARD: self.sit_out_score,
            SitOutKind.PAIRING_PROBLEM: self.pairing_problem_score,
            SitOutKind.MISSED: self.missed_score,
        }
        return scores[kind]


SUGGESTED_SIX_MULTIPLIER: Thousandths = 1_500
"""R60: n/4 continues the means of three and four players; 1.4 and 1.35 are other interpretations."""

SUGGESTED_SIX_MINUTES = 16
"""R29: six times 16 is 96; 17 would make 102 minutes."""

MSO_ACQUIRE = Ruleset()


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules say for a setting of an event: the value as it is stored, and the rule (empty where they just do not have it)."""

    value: int | str
    rule: str = ""


RULED: Mapping[str, Ruled] = MappingProxyType(
    {
        "rounds_planned": Ruled(4, "R1"),
        "seat_source": Ruled(SeatSource.TILES.value, "R4"),
        "fine_amount": Ruled(MSO_ACQUIRE.fine_amount, "R27"),
        "minutes_three": Ruled(MSO_ACQUIRE.minutes[3], "R29"),
        "minutes_four": Ruled(MSO_ACQUIRE.minutes[4], "R29"),
        "minutes_five": Ruled(MSO_ACQUIRE.minutes[5], "R29"),
        "allowance_minutes": Ruled(MSO_ACQUIRE.allowance_minutes, "R30"),
        "last_round": Ruled(MSO_ACQUIRE.last_round.value, "R45"),
        "sit_out_score": Ruled(MSO_ACQUIRE.sit_out_score, "R51"),
        "pairing_problem_score": Ruled(MSO_ACQUIRE.pairing_problem_score, "R52"),
        "negative_cash": Ruled(MSO_ACQUIRE.negative_cash.value, "R55"),
        "multiplier_three": Ruled(MSO_ACQUIRE.size_multipliers[3], "R58"),
        "multiplier_four": Ruled(MSO_ACQUIRE.size_multipliers[4], "R58"),
        "multiplier_five": Ruled(MSO_ACQUIRE.size_multipliers[5], "R59"),
        "dilution": Ruled(MSO_ACQUIRE.dilution, "2.1"),
        "fill_in_cash": Ruled(MSO_ACQUIRE.fill_in_cash.value, "R70"),
        "score_owner": Ruled(ScoreOwner.FIRST.value, "R71"),
        "result_check": Ruled(ResultCheck.NONE.value),
    }
)
"""What the rules say for each setting of which they say something, by the name of its column; a new event has all of it."""
