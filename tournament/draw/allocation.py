"""Which tables n players make, the form of each round, and what each arrangement means for the event.

1. Up to 25 players the rows of R38; above, fours with threes, or fours with fives (R41).
2. The director may instead name sizes (R41): three to six at a table, at most one player sitting out.
3. Each arrangement is shown with its consequences: a Swiss final or not (R45), who may win gold (R64), the clock (R29), the sit-out
   (R49-R51).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from tournament.record.formats import MSO_ACQUIRE, Format
from tournament.record.vocabulary import (
    LARGEST_TABLE,
    SMALLEST_EVENT,
    SMALLEST_TABLE,
    RoundKind,
    format_sizes,
    sizes_in_words,
)
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.digits import plain_digits
from wording.figures import decimals, listed
from wording.worded import Worded


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
        return self._with_sit_outs(format_sizes(self.sizes))

    @property
    def in_words(self) -> str:
        """The arrangement as a sentence lists it: "4, 4 and 4, one sits out"."""
        return self._with_sit_outs(sizes_in_words(self.sizes))

    def _with_sit_outs(self, sizes: str) -> str:
        """Return sizes in words with the number of those who sit out."""
        if not self.sit_outs:
            return sizes
        return ngettext("{sizes}, one sits out", "{sizes}, {n} sit out", self.sit_outs, sizes=sizes)


def _row(text: str, kind: ArrangementKind) -> Arrangement:
    """Return an arrangement as a format writes it: a digit for each table, and "+so" where one player sits out."""
    sizes, sit_out, _rest = text.partition("+so")
    return Arrangement(tuple(int(digit) for digit in sizes), int(bool(sit_out)), kind)


class AllocationError(ValueError):
    """Raised if the players cannot be put at these tables; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class ArrangementOption:
    """An arrangement with its consequences.

    ``random_rounds`` counts the rounds drawn at random (R44); ``top_table`` is the size of table 1 in a Swiss final, None if there is no
    Swiss final (R42, R45). ``minutes`` are the minutes per player by table size, None if the director has to confirm them first (R29).
    ``gold`` and ``sit_out`` are sentences; ``sit_out`` is empty if nobody sits out.
    """

    arrangement: Arrangement
    random_rounds: int
    top_table: int | None
    minutes: Mapping[int, int | None]
    gold: str
    sit_out: str


def arrangements(players: int, rules: Format = MSO_ACQUIRE) -> tuple[Arrangement, ...]:
    """Return the arrangements that the rules name for ``players`` players, the preferred one first (R38, R41).

    Raises AllocationError where they fill no table, as fewer than three players.
    """
    kinds = chain((ArrangementKind.PRIMARY,), repeat(ArrangementKind.ALTERNATIVE))
    rows = rules.tables.rows.get(players, ())
    if rows:
        return tuple(_row(text, kind) for text, kind in zip(rows, kinds, strict=False))
    found = (_filled(players, rules) or _filled(players - 1, rules)) if players >= SMALLEST_EVENT else []
    full, left = divmod(players, rules.tables.wished)
    if full and rules.tables.byes > 1 and 0 < left < rules.tables.least:
        found = list(dict.fromkeys(((rules.tables.wished,) * full, *found)))
    if not found:
        raise AllocationError(
            ngettext(
                "{n} player is not enough: a table needs at least {least}. Check in more players.",
                "{n} players are not enough: a table needs at least {least}. Check in more players.",
                players,
                least=rules.tables.least,
            )
        )
    origins = repeat(ArrangementKind.GENERATED) if rules.cites else kinds
    return tuple(Arrangement(sizes, players - sum(sizes), kind) for sizes, kind in zip(found, origins, strict=False))


def _filled(players: int, rules: Format) -> list[tuple[int, ...]]:
    """Return tables of the wished size with as few smaller ones as possible, and with as few of one player more as possible (R41).

    The result is empty where no tables of the format seat so many players.
    """
    # Ruling: tables of the wished size come first in both, so that "the first number" of R42 is the preferred four.
    tables, wished = rules.tables, rules.tables.wished
    rows = []
    for full in range(players // wished, -1, -1):
        smaller = _even_tables(players - full * wished, tables.least, wished - 1)
        if smaller is not None:
            rows.append((wished,) * full + smaller)
            break
    larger = players % wished
    full = (players - larger * (wished + 1)) // wished
    if larger and full >= 0 and wished < tables.most:
        rows.append((wished,) * full + (wished + 1,) * larger)
    return rows


def _even_tables(players: int, least: int, most: int) -> tuple[int, ...] | None:
    """Return the fewest tables of ``least`` to ``most`` players, of sizes as even as possible, larger ones first; None if impossible."""
    count = -(-players // most)
    if players < count * least:
        return None
    size, larger = divmod(players, max(count, 1))
    return (size + 1,) * larger + (size,) * (count - larger)


def parse_sizes(text: str) -> tuple[int, ...]:
    """Return table sizes as a director types them: "4 4 3", "4,4,3" or "4 + 4 + 3"; raises AllocationError for anything else."""
    words = plain_digits(text).replace(",", " ").replace("+", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) == 1 for word in words):
        raise AllocationError(_("“{text}” is not a list of table sizes. Enter them like this: 4 4 3 3.", text=text))
    return tuple(int(word) for word in words)


def tables_of(size: int, count: int) -> str:
    """Return how many tables there are of a size: "3 tables of 4"."""
    return ngettext("{n} table of {size}", "{n} tables of {size}", count, size=size)


def tables_of_sizes(sizes: Iterable[int]) -> str:
    """Return how many tables there are of each size, the largest first: "2 tables of 4 and 1 table of 3"."""
    counts = sorted(Counter(sizes).items(), reverse=True)
    return listed(tables_of(size, count) for size, count in counts)


def free_arrangement(sizes: Sequence[int], players: int, rules: Format = MSO_ACQUIRE) -> Arrangement:
    """Return an arrangement of the director's own sizes, in the order given (R41).

    Raises AllocationError unless the sizes sum to the players, or to as many less as may sit out.
    """
    text = " ".join(str(size) for size in sizes)
    wrong = [size for size in sizes if not rules.tables.least <= size <= rules.tables.most]
    if wrong:
        raise AllocationError(
            _(
                "A table of {size} is not possible: tables have {least} to {most} players (R41).",
                size=wrong[0],
                least=rules.tables.least,
                most=rules.tables.most,
            )
        )
    sit_outs = players - sum(sizes)
    if not sizes or not 0 <= sit_outs <= rules.tables.byes:
        raise AllocationError(
            _(
                "Tables of {sizes} seat {seats}, but there are {players} players. Enter sizes that add up to {players}, "
                "or to {fewer} with one player sitting out.",
                sizes=text or pgettext("of table sizes", "no size"),
                seats=sum(sizes),
                players=players,
                fewer=players - 1,
            )
        )
    return Arrangement(tuple(sizes), sit_outs, ArrangementKind.FREE)


def top_table_size(sizes: Sequence[int], preferred: int = MSO_ACQUIRE.tables.wished) -> int:
    """Return the number of players at the top table of a final with tables of these sizes (R42).

    ``preferred`` is the preferred table size of the event.
    """
    # Ruling: the preferred size if the arrangement in use has such a table, else its first number. This differs from the literal
    # "first number" only in the alternatives for 19, 23 and 24 players, where "the preference is for 4" decides.
    return preferred if preferred in sizes else sizes[0]


def cut_sizes(sizes: Sequence[int], preferred: int = MSO_ACQUIRE.tables.wished) -> tuple[int, ...]:
    """Return the tables of a ranked round in the order of the cut: the top table, then the others as listed (R42, R46)."""
    top = top_table_size(sizes, preferred)
    first = list(sizes).index(top)
    return (top, *sizes[:first], *sizes[first + 1 :])


@dataclass(frozen=True, slots=True)
class RoundForm:
    """How the tables of a round are made (R44, R46), and whether the medal of gold is for its table 1 (R64)."""

    kind: RoundKind
    top_table_wins: bool = False


DRAWN = RoundForm(RoundKind.RANDOM)
FINAL = RoundForm(RoundKind.RANKED, top_table_wins=True)


def form_by_rule(number: int, sizes: Sequence[int], rounds_planned: int, rules: Format = MSO_ACQUIRE) -> RoundForm:
    """Return the form of round ``number`` if it is played at tables of these sizes: with enough tables the last one is the final (R45)."""
    return forms_by_rule(number, sizes, rounds_planned, rules)[0]


def forms_by_rule(number: int, sizes: Sequence[int], rounds_planned: int, rules: Format) -> tuple[RoundForm, ...]:
    """Return the forms that round ``number`` may have at tables of these sizes, the usual one first (R45)."""
    # Ruling: R45 speaks of four rounds; with another number of rounds the last one is Swiss on the same condition (R1), unless the director
    # chose that it is drawn. Round 1 has no standings to cut, so it is drawn.
    stage = rules.stage(number, rounds_planned, len(sizes))
    form = RoundForm(stage.how, stage.top_table_wins and 1 < number == rounds_planned)
    if number == 1:
        return (DRAWN if form.kind.is_seated_by_rank else form,)
    others = (RoundKind.RANDOM, RoundKind.RANKED) if stage.either else ()
    return tuple(dict.fromkeys((form, *(replace(form, kind=kind) for kind in others))))


def random_rounds(sizes: Sequence[int], rounds_planned: int, rules: Format = MSO_ACQUIRE, first: int = 1) -> int:
    """Return how many rounds from round ``first`` on are drawn at random before one is not, at tables of these sizes (R44)."""
    numbers = range(first, rounds_planned + 1)
    forms = (form_by_rule(number, sizes, rounds_planned, rules) for number in numbers)
    return next((count for count, form in enumerate(forms) if form.kind is not RoundKind.RANDOM), len(numbers))


def consequences(arrangement: Arrangement, rounds_planned: int = 4, rules: Format = MSO_ACQUIRE) -> ArrangementOption:
    """Return an arrangement with its consequences if every round of the event is played with these tables."""
    sizes = arrangement.sizes
    is_cut = rules.stage(rounds_planned, rounds_planned).is_cut
    has_top_table = form_by_rule(rounds_planned, sizes, rounds_planned, rules).top_table_wins and not is_cut
    top = top_table_size(sizes, rules.tables.wished) if has_top_table else None
    return ArrangementOption(
        arrangement=arrangement,
        random_rounds=random_rounds(sizes, rounds_planned, rules),
        top_table=top,
        minutes={size: rules.tables.minutes.get(size) for size in sizes},
        gold="" if is_cut else _gold(top),
        sit_out=_sit_out(arrangement, rules),
    )


def choices(players: int, rounds_planned: int = 4, rules: Format = MSO_ACQUIRE) -> tuple[ArrangementOption, ...]:
    """Return every arrangement that the rules name, with its consequences; raises AllocationError below three players."""
    return tuple(consequences(arrangement, rounds_planned, rules) for arrangement in arrangements(players, rules))


def _gold(top: int | None) -> str:
    """Return a sentence on who can win gold; ``top`` is the size of the top table of a Swiss final, None if there is none."""
    if top is not None:
        return ngettext(
            "Only the {n} player at the top table of the final can win gold (R64).",
            "Only the {n} players at the top table of the final can win gold (R64).",
            top,
        )
    return _("Anybody can win gold: there is no Swiss final (R65).")


def _sit_out(arrangement: Arrangement, rules: Format) -> str:
    """Return a sentence on sitting out; empty if nobody sits out."""
    if not arrangement.sit_outs:
        return ""
    if rules.tables.byes > 1:
        return ngettext(
            "{n} player sits out and scores {score}.",
            "{n} players sit out and score {score} each.",
            arrangement.sit_outs,
            score=decimals(rules.score_of(rules.sit_out_kind), 3),
        )
    return _(
        "One player sits out each round and scores {score}; nobody sits out twice (R49, R51).",
        score=decimals(rules.score_of(rules.sit_out_kind), 3),
    )


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The table sizes that the director chose.

    ``kind`` is the kind of the round (R45) and ``top_table`` the size of its top table (R42), None if the director left them to the
    rules.
    """

    sizes: tuple[int, ...]
    kind: RoundKind | None = None
    top_table: int | None = None

    @property
    def spelled(self) -> str:
        """The choice as the value of a button: "4 4 3", "4 4 4 4|random" or "5 5 5 4|swiss|5"."""
        parts = (" ".join(map(str, self.sizes)), self.kind.value if self.kind else "", str(self.top_table or ""))
        return "|".join(parts).rstrip("|")

    @classmethod
    def read(cls, text: str) -> TableChoice:
        """Return the choice from the value of a button; raises AllocationError if the sizes are not sizes of tables.

        A kind or a top table that cannot be understood is left to the rules (None).
        """
        sizes, kind, top = [*text.split("|"), "", ""][:3]
        is_size = top.isascii() and top.isdigit() and SMALLEST_TABLE <= int(top) <= LARGEST_TABLE
        return cls(
            parse_sizes(sizes), RoundKind(kind) if kind in set(RoundKind) else None, int(top) if is_size else None
        )
