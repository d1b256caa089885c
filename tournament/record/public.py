"""The public part of an event: no draft, no early result, no warning and no note."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Protocol

from tournament.record.event import PRIVATE, EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.names import TakenOver, shown_name
from tournament.record.once import once_a_record
from tournament.record.rounds import SitOutRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import DECIDED_BY_RESULTS, NameShown, OnDevices, PenaltyKind, Reading, RoundState
from wording import gettext as _


def as_public(record: EventRecord) -> EventRecord:
    """Return the event with only what is public: no draft, no early result, no warning and no note.

    Public pages are computed from this value, so no page can forget to hide something.
    """
    through = public_through(record)
    # How the next rounds will be drawn, which questions the desk has answered, and what only paper says, is not public.
    private: dict[str, Any] = {each.name: each.default for each in fields(EventRecord) if each.name in PRIVATE}
    return replace(
        record,
        version=record.public_version,
        network_name="",
        prints=None,
        format=with_settings(record.format, {"reading": Reading.LITERAL}),
        is_fine_timing_settled=False,
        entries=shown_entries(record),
        rounds=tuple(
            _results_of(round_) if round_.is_closed and round_.number <= through else _seating_of(round_)
            for round_ in record.begun_rounds
        ),
        penalties=tuple(
            replace(penalty, reason="", given_by="")
            for penalty in record.penalties
            if penalty.kind is PenaltyKind.FINE and not penalty.is_cancelled and penalty.round <= through
        ),
        ties=tuple(tie if tie.is_told else replace(tie, reason="") for tie in record.ties),
        aparts=(),
        former=(),
        absences={
            number: tuple(replace(row, reason="") for row in rows if row.kind in DECIDED_BY_RESULTS)
            for number, rows in record.absences.items()
            if number == through + 1 and record.stage_of(number).is_cut
        },
        disputes=(),
        logs=tuple(replace(log, attached_by="") for log in record.logs if log.is_public and log.round <= through),
        **private,
    )


_SHOWN_LESS = [*NameShown]
"""How names are shown, from the whole name to the number alone."""


def shown_entries(record: EventRecord) -> tuple[EntryRecord, ...]:
    """Return the entries with as much of their names as both the entry and the event allow."""
    return tuple(_as_shown(entry, record) for entry in record.entries)


@once_a_record
def with_shown_names(record: EventRecord) -> EventRecord:
    """Return the whole event, but with names only as far as they are public."""
    return replace(record, entries=shown_entries(record), former=())


def without_juniors(record: EventRecord) -> EventRecord:
    """Return the event as if nobody were a junior, for pages while no junior list is public."""
    return replace(record, entries=tuple(replace(entry, is_junior=False) for entry in record.entries))


def _as_shown(entry: EntryRecord, record: EventRecord) -> EntryRecord:
    """Return an entry with as much of its name as both the entry and the event allow, without the desk's notes."""
    shown_as = max(entry.shown_as, record.names_shown, key=_SHOWN_LESS.index)
    # Ruling: who is a junior is not public before the list of the juniors' medals is.
    is_junior = entry.is_junior and record.is_final_published
    # Ruling: the club and the family or team of a player are not public.
    shown = replace(
        entry,
        contestant_id="",
        note="",
        fixed_table=None,
        codes_withdrawn=0,
        is_junior=is_junior,
        shown_as=shown_as,
        club="",
        team="",
        email="",
        fee_due=None,
        fee_paid=0,
        taken=entry.taken and _other_as_shown(entry.taken, shown_as, record),
    )
    match shown_as:
        case NameShown.FULL:
            return shown
        case NameShown.INITIAL:
            # The number tells two players of the same first name and initial apart, and lets players find themselves.
            name = f"{shown_name(entry.as_entered, entry.given_name, entry.family_name)} ({entry.player})"
        case NameShown.NUMBER:
            name = _("Player {number}", number=entry.player)
    return replace(shown, name=name, entered="", given_name="", family_name="").in_form(record.name_form)


def _other_as_shown(taken: TakenOver, shown_as: NameShown, record: EventRecord) -> TakenOver:
    """Return the other person of an entry with as much of the name as the entry's own is public; no name at all where that is a number."""
    taken = replace(taken, is_junior=taken.is_junior and record.is_final_published)
    if shown_as is NameShown.FULL:
        return taken
    is_initial = shown_as is NameShown.INITIAL
    name = shown_name(taken.name, taken.given_name, taken.family_name) if is_initial else ""
    return replace(taken, name=name, said="", given_name="", family_name="")


def _results_of(round_: RoundRecord) -> RoundRecord:
    """Return a round whose results are public: disputes stay marked, who reported is left out."""
    tables = tuple(
        replace(table, official=None, waiting=None, reports=(), codes_withdrawn=0, on_devices=OnDevices.NONE)
        for table in round_.tables
    )
    return replace(round_, seed=None, protocol=(), draw=None, tables=tables, sit_outs=_idle_of(round_))


def _seating_of(round_: RoundRecord) -> RoundRecord:
    """Return a round whose results are not public yet: only who sits where."""
    # Ruling: seed and protocol of a draw are not public, since a draw plans later rounds too, and its seed would reveal them.
    return replace(
        round_,
        state=RoundState.PUBLISHED,
        is_held=round_.is_closed,
        seed=None,
        protocol=(),
        draw=None,
        sit_outs=_idle_of(round_),
        tables=tuple(
            TableRecord(table.number, tuple(_place_of(seat) for seat in table.seats), table.chain_set)
            for table in round_.tables
        ),
    )


def _idle_of(round_: RoundRecord) -> tuple[SitOutRecord, ...]:
    """Return the players without a table and their scores, without reasons."""
    return tuple(replace(row, reason="", chosen="", stored="") for row in round_.sit_outs)


def _place_of(seat: SeatRecord) -> SeatRecord:
    """Return a seat without its figures."""
    return SeatRecord(seat.player, seat.position, seat.starting_tile)


class Holding(Protocol):
    """What decides which results are held back: an event's record, its row, or its state at a moment of the diary."""

    @property
    def rounds_planned(self) -> int:
        """The number of planned rounds."""

    @property
    def is_final_published(self) -> bool:
        """Whether the final list is public."""

    @property
    def holds_results(self) -> bool:
        """Whether the director shows the results of each round."""

    @property
    def results_shown_through(self) -> int:
        """The last round whose results the director has shown."""


def is_held(event: Holding, number: int) -> bool:
    """Return whether the results of round ``number`` stay with the director once it is closed; the final list shows all of them.

    Ruling: results and standings of the last planned round always wait for the final list, so that the medals are read out before anybody
    reads them on a phone. Those of earlier rounds wait only where the event holds results, until the director shows them.
    """
    if event.is_final_published:
        return False
    return number >= event.rounds_planned or (event.holds_results and number > event.results_shown_through)


def held_rounds(record: EventRecord) -> tuple[int, ...]:
    """Return the numbers of the closed rounds whose results are held back, in order."""
    return tuple(round_.number for round_ in record.closed_rounds if is_held(record, round_.number))


def public_through(record: EventRecord) -> int:
    """Return the last round with public results, 0 for none: a closed one whose results are not held back."""
    return max((round_.number for round_ in record.closed_rounds if not is_held(record, round_.number)), default=0)
