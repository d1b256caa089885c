"""Which changes can be undone: by one press, by an act on its own page, or not at all, with the reason in a sentence.

A change on which a later act was built cannot be undone before that act. Two acts depend on each other if they are about the same thing
(`things`), or if one relies on the state of a round. Undone changes and the undos themselves hinder nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.record.acts import ACTS, Act, Part, Reseats, Switch, Thing, Undo
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeRow, Figures, figures_of
from tournament.tellings.diary import sentence_of, tables_of
from wording import gettext as _

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
