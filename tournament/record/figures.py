"""The figures of a change: the values before and after it, as the diary (the log of changes) stores them in JSON.

Numbers of entries, tables and accounts are keys of JSON objects, so they are texts. Only values that changed are stored, and keys never
change, because old databases have them. Only `figures_of` reads them; only `services.changes.act_on`, through which every change is made,
writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict, cast

from wording import gettext as _

OLD_END = "the event ends here"
"""The reason that versions up to 2.8 stored with the change of settings that ended an event early."""


class EntryFigures(TypedDict, total=False):
    """The stored values of an entry: particulars, status, rounds of play, its seat in a round, or the score in place of a seat.

    ``misses`` has how each round is scored that the player is planned to miss, by its number.
    """

    name: str
    given_name: str
    family_name: str
    shown_as: str
    country: str
    is_junior: bool
    contestant_id: str
    fixed_table: int | None
    tie_figure: int | None
    note: str
    club: str
    team: str
    email: str
    fee_due: int | None
    fee_paid: int
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
    misses: dict[str, str]
    fills_in: bool
    taken_from: int | None
    taken_name: str
    taken_given_name: str
    taken_family_name: str
    taken_country: str
    taken_is_junior: bool
    score_owner: str


class CashFigures(TypedDict, total=False):
    """The stored values of one seat in a result: dollars, None if not counted yet, and so on."""

    cash: int | None
    second: int
    timed_out: bool
    reason: str


class ResultFigures(TypedDict, total=False):
    """The stored values of a table's result; ``seats`` are by entry number."""

    seats: dict[str, CashFigures]
    ended_by: str
    equal_shares: str
    signed_by_all: bool


class RoundFigures(TypedDict, total=False):
    """The stored values of a round; ``tables`` is the number of its tables, ``table`` the number of a table that was renumbered.

    ``shown_through`` is the last round whose results were shown to players.
    """

    tables: int
    starts_at: str | None
    pauses: list[dict[str, str | None]]
    minutes_added: int
    table: int
    seating: str
    shown_through: int


class DrawFigures(TypedDict, total=False):
    """The draw of a round."""

    seed: int | None
    sizes: list[int]
    kind: str
    number: int
    restored_from: int


class ChartFigures(TypedDict, total=False):
    """The movement chart: the rounds that it shows, or that it was withdrawn by another change."""

    rounds: list[int]
    withdrawn: bool


class PenaltyFigures(TypedDict, total=False):
    """A penalty by its key: what was given, ``amount`` in dollars, and in ``cancelled`` why it was cancelled."""

    id: int
    kind: str
    amount: int
    offence: str
    cancelled: str


class DisputeFigures(TypedDict, total=False):
    """A dispute by its key."""

    id: int
    question: str
    state: str
    ruling: str


class LogFigures(TypedDict, total=False):
    """A log of a game by its key."""

    id: int
    characters: int
    public: bool
    words: dict[str, str]


class TieFigures(TypedDict, total=False):
    """A ruling on a tie: entry numbers in order, and the place of each if some share a place."""

    order: list[int]
    places: list[int]


class ApartFigures(TypedDict, total=False):
    """A rule that keeps players apart, by their entry numbers."""

    players: list[int]
    is_hard: bool
    reason: str


class HelperFigures(TypedDict):
    """A helper, or what an invitation gives: roles as they are stored, and the entry number if the helper plays too, else None."""

    name: str
    roles: str
    plays_as: int | None


class PhoneFigures(TypedDict):
    """The phone that made the change: its table, and the entry number of its holder, 0 if the whole table shares it."""

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


class RegistrationFigures(TypedDict, total=False):
    """A registration of a player: its state and the number of its entry, or in ``changed`` which fields its private link changed.

    What was typed is never here.
    """

    state: str
    entry: int
    changed: list[str]


class MergeFigures(TypedDict):
    """The entry that was kept in a merger, and the one that was removed."""

    kept: int
    gone: int


class WindowFigures(TypedDict):
    """From when until when players check in themselves, as ISO texts; None for never, and for no end."""

    here_from: str | None
    here_until: str | None


class Figures(TypedDict, total=False):
    """All stored values of one side of a change.

    ``names`` are players who were entered, ``settings`` columns of the event, ``fields`` its notice, ``plan`` planned times,
    ``registering`` how it takes registrations, ``registrations`` those of players by number; only an undo needs ``sat`` and
    ``merged``. ``own_table`` is the number of a player who decided about their own table because nobody else could;
    ``released`` lets public pages show the reason; ``ended`` says that the event ends with its last closed round.
    With ``own_code`` a player checked in without the desk; ``window`` is from when until when that is possible.
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
    registering: dict[str, Any]
    registrations: dict[str, RegistrationFigures]
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
    own_code: bool
    window: WindowFigures


class ChangeRow(Protocol):
    """A change as it is stored: a row of the diary (the log of changes), or several rows merged into one."""

    version: int
    act: str
    round_number: int | None
    table_number: int | None
    entries: Sequence[int]
    words: str
    before: Any
    after: Any
    rows: Any
    undoes: int | None
    reason: str


def figures_of(change: ChangeRow) -> tuple[Figures, Figures]:
    """Return the figures before and after a change; empty if an old row has something other than figures."""
    before, after = _figures(change.before), _figures(change.after)
    if change.reason == OLD_END and change.undoes is None and "rounds_planned" in after.get("settings", {}):
        after = {**after, "ended": True}
    return before, after


def of_entries(rows: Mapping[int, Mapping[str, Any]]) -> Figures:
    """Return figures of entries from their values by entry number, named as in `EntryFigures`."""
    return {"entries": {str(number): cast(EntryFigures, dict(row)) for number, row in rows.items()}}


def merged_penalty(before: Figures, after: Figures) -> PenaltyFigures:
    """Return everything that both sides of a change say about a penalty: what was given, and why it was cancelled."""
    return {**before.get("penalty", {}), **after.get("penalty", {})}


def _figures(stored: Any) -> Figures:
    """Return stored JSON as figures; empty if it is not an object."""
    return cast(Figures, stored) if isinstance(stored, dict) else {}


@dataclass(frozen=True, slots=True)
class ChangeFacts:
    """The people and things that a change was about, in words from which its sentence is made.

    ``who`` are the names ("Ada, Ben and 3 more"); ``whom`` has the number of players before them if they are many. ``round_called`` is
    the round within a sentence ("round 2", empty if none), ``place`` the tables and the round ("tables 1–6 in round 2").
    """

    who: str = ""
    whom: str = ""
    round_called: str = ""
    tables: Sequence[int] = ()
    place: str = ""
    before: Figures = field(default_factory=Figures)
    after: Figures = field(default_factory=Figures)

    def in_words(self, sentence: str | Callable[[ChangeFacts], str]) -> str:
        """Return the sentence of a change by its declaration: a function of these facts, or a text for `gettext` with names of theirs."""
        if callable(sentence):
            return sentence(self)
        names = ("who", "whom", "place", "place_titled", "round_called", "round_titled")
        return _(sentence, **{name: getattr(self, name) for name in names})

    @property
    def of_round(self) -> str:
        """The round as " of round 2", with a blank before it; empty if the change is not about a round."""
        of_round = _("of {round}", round=self.round_called)
        return f" {of_round}" if self.round_called else ""

    @property
    def round_titled(self) -> str:
        """The round at the beginning of a sentence: "Round 2", "The final"."""
        return capitalized(self.round_called)

    @property
    def place_titled(self) -> str:
        """The tables and the round at the beginning of a sentence."""
        return capitalized(self.place)

    @property
    def status(self) -> str:
        """The status that all entries of the change have after it; empty if they differ."""
        found = {row.get("status", "") for row in self.after.get("entries", {}).values()}
        return found.pop() if len(found) == 1 else ""


def capitalized(words: str) -> str:
    """Return words with a capital first letter."""
    return f"{words[:1].upper()}{words[1:]}"
