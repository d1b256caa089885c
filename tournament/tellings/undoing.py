"""Which changes can be undone: by one press, by an act on its own page, or not at all, with the reason in a sentence.

A change on which a later act was built cannot be undone before that act. Two acts depend on each other if they are about the same thing
(`things`), or if one relies on the state of a round. Undone changes and the undos themselves hinder nothing.

The lines of the diary (the log of changes): changes of one kind that one person made within a minute are one line.

The versions of a result as differences: each against the version before, figure by figure, and how it became official.

Fines are no part of a result but change its score, so they are listed between its versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

from tournament.draw.lines import said
from tournament.record.acts import ACTS, Act, Part, Reseats, Switch, Thing, Undo
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.figures import ChangeRow, Figures, figures_of, merged_penalty
from tournament.record.formats import Amount
from tournament.record.vocabulary import Dollars, PlayerId, ReportSource
from tournament.scores.amounts import seat_in_words
from tournament.tellings.diary import sentence_of, tables_of
from tournament.tellings.labels import figure_of, title_of_figure
from tournament.tellings.words import dollars
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The changes that make one line of the diary, newest first; each is a stored row with ``made_at``, ``made_by_id`` and ``reason``."""

    changes: tuple[Any, ...]

    @property
    def latest(self) -> Any:
        """The newest change."""
        return self.changes[0]

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the changes, newest first."""
        return tuple(change.version for change in self.changes)

    def sentence(self, record: EventRecord) -> str:
        """Return one sentence for all changes of the group."""
        return sentence_of(self.latest if len(self.changes) == 1 else self._as_one(), record)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons that were given, each once."""
        return tuple(dict.fromkeys(said(change.reason) for change in reversed(self.changes) if change.reason))

    def _as_one(self) -> Any:
        """Return a copy of the newest change with the entries and figures of all changes of the group."""
        in_order, one = self.changes[::-1], copy(self.latest)
        one.entries = list(dict.fromkeys(number for change in in_order for number in change.entries))
        one.before = _merged_figures(change.before for change in in_order)
        one.after = _merged_figures(change.after for change in in_order)
        return one


def change_groups(changes: Iterable[Any]) -> list[ChangeGroup]:
    """Return the lines of the diary; ``changes`` and lines are newest first."""
    lines: list[list[Any]] = []
    for change in changes:
        if lines and ACTS[Act(change.act)].is_joined and _group_key(change) == _group_key(lines[-1][-1]):
            lines[-1].append(change)
        else:
            lines.append([change])
    return [ChangeGroup(tuple(line)) for line in lines]


def _group_key(change: Any) -> tuple[object, ...]:
    """Return the key by which changes are grouped into one line: kind, person, phone, minute, round, and whether it is an undo.

    For marks of attendance the new status is part of the key too.
    """
    _before, after = figures_of(change)
    statuses = {row.get("status", "") for row in after.get("entries", {}).values()}
    minute = change.made_at.replace(second=0, microsecond=0)
    what = tuple(sorted(statuses)) if Act(change.act) is Act.MARK else ()
    phone = str(after.get("phone", ""))
    return change.act, change.made_by_id, phone, minute, change.round_number, change.undoes is None, what


def _merged_figures(figures: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of several changes as one; later values replace earlier ones."""
    merged: dict[str, Any] = {}
    for each in figures:
        for name, values in each.items():
            merged[name] = {**merged.get(name, {}), **values} if isinstance(values, Mapping) else values
    return merged


LOOSE = frozenset({"person", "results", "played"})
"""Kinds of things that do not make a later change depend on an earlier one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Whether and how a change can be undone: by one press, on a page of its own, or not; ``why`` is the reason if it cannot.

    ``is_undone_first``: it cannot be undone only because of later changes, and these can be undone first.
    """

    undo: Undo
    why: str = ""
    is_undone_first: bool = False


def offers(changes: Sequence[ChangeRow], record: EventRecord, *, is_put_away: bool = False) -> dict[int, Offer]:
    """Return for each change, by its version, how it can be undone; ``changes`` are all changes of the event, newest first.

    ``is_put_away`` says whether the event is archived, which allows no undo but that of the archiving.
    """
    undone = {change.undoes for change in changes}
    later: dict[Thing, ChangeRow] = {}  # for each thing the earliest change after the one looked at
    found: dict[int, Offer] = {}
    for change in changes:
        if change.version in undone:
            found[change.version] = Offer(Undo.NONE, _("Undone."))
        elif change.undoes is not None:
            found[change.version] = Offer(Undo.NONE, _("This is already an undo; repeat the original change instead."))
        else:
            found[change.version] = _offer(change, later, record, found, is_put_away=is_put_away)
            later |= dict.fromkeys(things(change), change)
    return found


def _offer(
    change: ChangeRow,
    later: Mapping[Thing, ChangeRow],
    record: EventRecord,
    found: Mapping[int, Offer],
    *,
    is_put_away: bool,
) -> Offer:
    """Return how one change can be undone.

    ``later`` has for each thing the earliest change after this one that was about it; ``found`` are the offers for later changes.
    """
    act = ACTS[Act(change.act)]
    if act.undo is Undo.NONE:
        return Offer(Undo.NONE, _(act.why_not))
    if is_without_rows(change):
        return Offer(Undo.BY_AN_ACT, _("Undo it by hand on its own page."))
    if is_put_away and change.act != Act.PUT_AWAY:
        return Offer(
            Undo.NONE, _("{event} is archived and can only be read; a director can bring it back.", event=record.name)
        )
    if built := [later[thing] for thing in rests_on(change) if thing in later]:
        first = min(built, key=lambda each: each.version)
        return _offer_after_later_change(change, first, found[first.version], record)
    if act.not_undone and (why := act.not_undone(change, record)):
        return Offer(Undo.NONE, why)
    if act.asks_page and (why := act.asks_page(change)):
        return Offer(Undo.BY_AN_ACT, why)
    return Offer(act.undo)


def _offer_after_later_change(change: ChangeRow, first: ChangeRow, offer: Offer, record: EventRecord) -> Offer:
    """Return the offer for a change on which the later change ``first`` depends; ``offer`` is how that one can be undone.

    If the later change can be undone by one press, it has to be undone first; if not, the error must be corrected by hand.
    """
    sentence = sentence_of(first, record)
    if offer.undo is Undo.AT_ONCE or offer.is_undone_first:
        return Offer(Undo.NONE, _("Undo first: {change}.", change=sentence), is_undone_first=True)
    return Offer(Undo.NONE, _("Changed since then: {change}. Correct it by hand.", change=sentence))


def things(change: ChangeRow) -> Iterable[Thing]:
    """Yield keys of everything that a change was about: entries, settings, tables, switches and so on."""
    act, number = ACTS[Act(change.act)], change.round_number
    for figures in figures_of(change):
        yield from _things_in(figures, number or 0)
    yield from _columns_in(change.rows or {})
    yield from (("person", entry) for entry in change.entries)
    if act.switches is not None:
        yield (act.switches,) if number is None else (act.switches, number)
    if number is not None:
        if act.part is Part.RESULTS:
            yield ("results", number)
        yield from _seats_changed(change, act.reseats, number)


def _things_in(figures: Figures, number: int) -> Iterable[Thing]:
    """Yield keys of what the figures of one side of a change are about; ``number`` is the round of the change, or 0."""
    for entry, values in figures.get("entries", {}).items():
        yield from (("entry", int(entry), name) for name in values)
    yield from (("entry", int(entry), "name") for entry in figures.get("names", {}))
    yield from (("setting", name) for name in figures.get("settings", {}))
    yield from (("field", name) for name in figures.get("fields", {}))
    yield from (("registering", name) for name in figures.get("registering", {}))
    for registration, row in figures.get("registrations", {}).items():
        yield from (("registration", int(registration), name) for name in row)
    for rule in figures.get("apart", []):
        yield ("apart", *rule["players"])
    if "penalty" in figures:
        yield ("penalty", figures["penalty"].get("id", 0))
    if "dispute" in figures:
        yield ("dispute", figures["dispute"].get("id", 0))
    if "log" in figures:
        yield ("log", figures["log"].get("id", 0))
    yield from ((group,) for group in ("tie", "chart") if group in figures)
    for table, result in figures.get("tables", {}).items():
        yield ("table", number, int(table))
        yield from (("played", number, int(player)) for player in result.get("seats", {}))


def _columns_in(rows: Mapping[str, Mapping[str, Sequence[Mapping[str, Any] | None]]]) -> Iterable[Thing]:
    """Yield the key of each column that a change altered in a stored row."""
    for model, changed in rows.items():
        for key, sides in changed.items():
            yield from (("row", model, key, column) for side in sides for column in side or ())


def _seats_changed(change: ChangeRow, reseats: Reseats | None, number: int) -> Iterable[Thing]:
    """Yield keys of the seats and tables of round ``number`` at which a change seated players anew."""
    if reseats is Reseats.PLAYERS:
        yield ("seats", number)
    if reseats in (Reseats.PLAYERS, Reseats.TABLES):
        yield from (("seated", number, table) for table in _tables_reseated(change))
    if reseats is Reseats.TABLES:
        if change.table_number:
            yield ("seated", number, change.table_number)
        for figures in figures_of(change):
            if table := figures.get("round", {}).get("table"):
                yield ("seated", number, table)
    if reseats in (Reseats.PLAYERS, Reseats.TILES):
        yield from (("seat", number, entry) for entry in change.entries)


def rests_on(change: ChangeRow) -> Iterable[Thing]:
    """Yield the keys of things; if a later change is about one of them, this change can no longer be undone."""
    act, number, about = ACTS[Act(change.act)], change.round_number, list(things(change))
    yield from (thing for thing in about if thing[0] not in LOOSE)
    if act.rests_on is not None:
        yield from act.rests_on(change)
    if number is None:
        return
    if act.part is not Part.PENALTIES and not act.in_any_state:
        yield (Switch.ROUND, number)
    if act.part is Part.RESULTS:
        yield from (("seated", number, table) for table in tables_of(change))
        yield from (("seat", number, thing[2]) for thing in about if thing[0] == "played")
    if act.reseats is Reseats.PLAYERS:
        yield from (("played", number, entry) for entry in change.entries)
        yield from (("table", number, table) for table in _tables_reseated(change))


def is_without_rows(change: ChangeRow) -> bool:
    """Return whether a change has no rows to write back, although its act is undone by them: an earlier version or installation did it."""
    act = ACTS[Act(change.act)]
    return act.rows is not None and act.opposite is None and change.rows is None


def people_of(change: ChangeRow) -> Iterable[Thing]:
    """Return the keys of the players of a change."""
    return [("person", entry) for entry in change.entries]


def play_in_round(change: ChangeRow) -> Iterable[Thing]:
    """Return the keys of what happens while the round of a change is played: its clock and its results."""
    number = change.round_number or 0
    return [("results", number), (Switch.CLOCK, number)]


def _tables_reseated(change: ChangeRow) -> Iterable[int]:
    """Yield the numbers of the tables between which players moved."""
    for figures in figures_of(change):
        yield from (table for row in figures.get("entries", {}).values() if (table := row.get("table")))


Row = TypeVar("Row", bound=ChangeRow)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of a version against the version before; ``before`` is empty in the first version."""

    name: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """Return the change as text: "Ada: 40,000 → 41,200"."""
        value = f"{self.before} → {self.after}" if self.before else self.after
        return _("{name}: {value}", name=self.name, value=value)


def how_it_came(act: str, source: ReportSource, *, is_undo: bool = False) -> str:
    """Return in two or three words how a version of a result came about: by an undo, by the action that made it official, else its source.

    ``act`` is the kind of the change that made it, empty if there is none.
    """
    if is_undo and act != Act.RESTORE_RESULT.value:
        return _("Restored by an undo")
    return _((ACTS[Act(act)].came_about if act else "") or source.said)


def changes_of(
    result: TableRecord, before: TableRecord | None, names: Mapping[PlayerId, str], amount: Amount
) -> tuple[FigureChange, ...]:
    """Return what a version of a result changed against the one before; for the first, all its figures."""
    seats, old = ({seat.player: seat for seat in each.seats} if each else {} for each in (result, before))
    rows: list[FigureChange] = []
    for player in dict.fromkeys([*seats, *old]):
        name = names.get(player) or _("player {number}", number=player)
        now, was = (each.get(player, SeatRecord(player)) for each in (seats, old))
        said, said_before = (_said_of(each, amount, of) for each, of in ((now, result), (was, before or result)))
        if before is None or said != said_before:
            rows.append(FigureChange(name, said_before if before else "", said))
        if was.timed_out != now.timed_out:
            rows.append(
                FigureChange(
                    figure_of(name, _("out of time")),
                    _yes_or_no(was.timed_out) if before else "",
                    _yes_or_no(now.timed_out),
                )
            )
        rows += _words(figure_of(name, title_of_figure("reason")), was.cash_reason, now.cash_reason)
    rows += _words(_("ended by"), before.ended_by if before else "", result.ended_by)
    rows += _words(_("equal shares"), before.equal_shares_ruling if before else "", result.equal_shares_ruling)
    return tuple(rows)


def fines_between(changes: Sequence[Row], names: Mapping[PlayerId, str]) -> tuple[tuple[Row, FigureChange], ...]:
    """Return the fines among the changes of a round, earliest first, each as the sum of the player's fines before and after it."""
    so_far: dict[PlayerId, Dollars] = {}
    found = []
    for change in changes:
        given, (_before, after) = merged_penalty(*figures_of(change)), figures_of(change)
        if not given.get("amount") or not change.entries:
            continue
        amount = -given["amount"] if "cancelled" in after["penalty"] else given["amount"]
        player = PlayerId(change.entries[0])
        before = so_far.get(player, 0)
        so_far[player] = before + amount
        name = names.get(player) or _("player {number}", number=player)
        found.append(
            (
                change,
                FigureChange(figure_of(name, title_of_figure("fine_amount")), dollars(before), dollars(so_far[player])),
            )
        )
    return tuple(found)


def _said_of(seat: SeatRecord, amount: Amount, table: TableRecord) -> str:
    """Return the figures of a seat as text; "nothing" where there are none."""
    return seat_in_words(amount, seat, table.seats) or _("nothing")


def _yes_or_no(is_so: bool) -> str:
    """Return "yes" or "no"."""
    return _("yes") if is_so else _("no")


def _words(name: str, was: str, now: str) -> Iterable[FigureChange]:
    """Return a change of a text as a list of one; empty if the text did not change."""
    return [FigureChange(name, was, now or _("nothing"))] if was != now else []


def against_the_one_before(
    versions: Sequence[TableRecord], names: Mapping[PlayerId, str], amount: Amount
) -> tuple[tuple[FigureChange, ...], ...]:
    """Return the differences of each version from the version before it; ``versions`` and the differences are latest first."""
    before = [*versions[1:], None] if versions else []
    return tuple(changes_of(result, earlier, names, amount) for result, earlier in zip(versions, before, strict=True))
