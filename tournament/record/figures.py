"""The figures of a change: what stood before an act and what stands after it, as the diary stores them in JSON.

Numbers of entries, tables and accounts are keys, so they are texts. Only figures that changed are there, and a key stays as old databases
hold it. `figures_of` is the one reader; the frame of every act (`services.changes.act_on`) is the one writer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict, cast

OLD_END = "the event ends here"
"""The reason by which versions up to 2.8 marked the end of an event among the changes of its settings."""


class EntryFigures(TypedDict, total=False):
    """What is stored of an entry: particulars, status, rounds of play, the seat in a round or what a round scores in place of one."""

    name: str
    given_name: str
    family_name: str
    shown_as: str
    country: str
    is_junior: bool
    contestant_id: str
    fixed_table: int | None
    note: str
    status: str
    first_round: int
    last_round: int | None
    table: int | None
    position: int
    tile: str
    scored_as: str
    reason: str
    source: str
    chosen: str


class CashFigures(TypedDict, total=False):
    """What a result says of a seat: dollars, None where nothing was counted yet."""

    cash: int | None
    timed_out: bool
    reason: str


class ResultFigures(TypedDict, total=False):
    """What a result says of a table; ``seats`` by entry number."""

    seats: dict[str, CashFigures]
    ended_by: str
    equal_shares: str
    signed_by_all: bool


class RoundFigures(TypedDict, total=False):
    """What of a round changed; ``tables`` is how many it has, ``table`` the number of a table that got another."""

    tables: int
    starts_at: str | None
    table: int
    seating: str


class DrawFigures(TypedDict, total=False):
    """The draw of a round."""

    seed: int | None
    sizes: list[int]
    kind: str
    number: int
    restored_from: int


class ChartFigures(TypedDict, total=False):
    """The movement chart: the rounds that it shows, or that it went with another act."""

    rounds: list[int]
    withdrawn: bool


class PenaltyFigures(TypedDict, total=False):
    """A penalty by its number: what was given, ``amount`` in dollars, or why it was cancelled."""

    id: int
    kind: str
    amount: int
    offence: str
    cancelled: str


class DisputeFigures(TypedDict, total=False):
    """A dispute by its number."""

    id: int
    question: str
    state: str
    ruling: str


class LogFigures(TypedDict, total=False):
    """A log of a game by its number."""

    id: int
    characters: int
    public: bool


class TieFigures(TypedDict, total=False):
    """A ruling on a tie: entry numbers in order, and the place of each where some share one."""

    order: list[int]
    places: list[int]


class ApartFigures(TypedDict, total=False):
    """A rule that keeps players apart, by their entry numbers."""

    players: list[int]
    is_hard: bool
    reason: str


class HelperFigures(TypedDict):
    """A helper, or whom an invitation lets in: roles as they are stored, and the number of the entry as which the helper plays."""

    name: str
    roles: str
    plays_as: int | None


class PhoneFigures(TypedDict):
    """The phone that acted: its table, and the entry number of its holder, 0 where the whole table shares it."""

    table: int
    player: int


class AnswerFigures(TypedDict):
    """A player's answer to a report."""

    agrees: bool
    report: int


class RequestFigures(TypedDict):
    """A player's request and how it was answered."""

    kind: str
    state: str


class MergeFigures(TypedDict):
    """Which entry took over which."""

    kept: int
    gone: int


class Figures(TypedDict, total=False):
    """All figures of one side of a change.

    ``names`` are players who were entered, ``settings`` columns of the event, ``fields`` its notice, ``plan`` planned times; ``sat`` and
    ``merged`` are what only an undo needs. ``own_table`` is the number of a player who acted on their own table because nobody else
    could, ``released`` lets public pages show the reason, ``ended`` says that the event ends with its last closed round.
    """

    entries: dict[str, EntryFigures]
    names: dict[str, str]
    settings: dict[str, Any]
    fields: dict[str, str]
    tables: dict[str, ResultFigures]
    round: RoundFigures
    draw: DrawFigures
    chart: ChartFigures
    plan: dict[str, str]
    penalty: PenaltyFigures
    dispute: DisputeFigures
    log: LogFigures
    tie: TieFigures
    apart: list[ApartFigures]
    clock: dict[str, int]
    helpers: dict[str, HelperFigures]
    invitation: HelperFigures
    phone: PhoneFigures
    named: dict[str, bool]
    answer: AnswerFigures
    request: RequestFigures
    report: int
    left: dict[str, int | None]
    gold: str
    final: dict[str, bool]
    snapshot: dict[str, int]
    merge: MergeFigures
    merged: dict[str, Any]
    sat: dict[str, Any]
    own_table: int
    released: bool
    ended: bool


class ChangeRow(Protocol):
    """A change as it is stored, a row of the diary, or several rows as one."""

    version: int
    act: str
    round_number: int | None
    table_number: int | None
    entries: Sequence[int]
    words: str
    before: Any
    after: Any
    undoes: int | None
    reason: str


def figures_of(change: ChangeRow) -> tuple[Figures, Figures]:
    """The figures before and after a change; empty where an old row holds something else than figures."""
    before, after = _figures(change.before), _figures(change.after)
    if change.reason == OLD_END and change.undoes is None and "rounds_planned" in after.get("settings", {}):
        after = {**after, "ended": True}
    return before, after


def of_entries(rows: Mapping[int, Mapping[str, Any]]) -> Figures:
    """Figures of entries by their numbers, from values by the names of `EntryFigures`."""
    return {"entries": {str(number): cast(EntryFigures, dict(row)) for number, row in rows.items()}}


def merged_penalty(before: Figures, after: Figures) -> PenaltyFigures:
    """What is known of a penalty from both sides of a change: what was given, and why it was cancelled."""
    return {**before.get("penalty", {}), **after.get("penalty", {})}


def _figures(stored: Any) -> Figures:
    return cast(Figures, stored) if isinstance(stored, dict) else {}


@dataclass(frozen=True, slots=True)
class ChangeFacts:
    """Whom and what a change was about, in the words of which its sentence is made.

    ``who`` are the names as they are read out ("Ada, Ben and 3 more"), ``whom`` the same with their count before them where they are many.
    ``round_called`` is the round within a sentence ("round 2", empty without one), ``place`` the tables and the round ("tables 1–6 of
    round 2").
    """

    who: str = ""
    whom: str = ""
    round_called: str = ""
    tables: Sequence[int] = ()
    place: str = ""
    before: Figures = field(default_factory=Figures)
    after: Figures = field(default_factory=Figures)

    def in_words(self, sentence: str | Callable[[ChangeFacts], str]) -> str:
        """The sentence of a change as its act declares it: a function of these facts, or a text with their names in braces."""
        if callable(sentence):
            return sentence(self)
        names = ("who", "whom", "place", "place_titled", "round_called", "round_titled", "of_round")
        return sentence.format(**{name: getattr(self, name) for name in names})

    @property
    def of_round(self) -> str:
        """Of which round, with a blank before it; nothing where the act has no round."""
        return f" of {self.round_called}" if self.round_called else ""

    @property
    def round_titled(self) -> str:
        """The round at the head of a sentence: "Round 2", "The final"."""
        return capitalized(self.round_called)

    @property
    def place_titled(self) -> str:
        """Tables and round at the head of a sentence."""
        return capitalized(self.place)

    @property
    def status(self) -> str:
        """The status that all of the entries have now; empty where they differ."""
        found = {row.get("status", "") for row in self.after.get("entries", {}).values()}
        return found.pop() if len(found) == 1 else ""


def capitalized(words: str) -> str:
    """Words with their first letter large."""
    return f"{words[:1].upper()}{words[1:]}"
