"""Take a change back: an act of its own with a line in the diary, that gives back what stood before.

1. The event is locked, and what the diary says of the change is asked (`tellings.history.undoing`): whether it is undone with one
   press, and whether a later act was built upon it.
2. The act that is the change's opposite is done, with the change's version in ``undoes``: most often the same service with the
   figures of before, so that gate, guards and publicity are those of any other act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, datetime
from typing import Any

from django.db import transaction

from tournament.draw.seating import free_position
from tournament.models import Change, Dispute, Entry, Event, ReportedSeat, Seat, SitOut, Table
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.event import EventRecord
from tournament.record.vocabulary import DisputeState, PlayerId, RoundState, SeatSource, Status
from tournament.services.at_table.clocks import give_time
from tournament.services.changes import (
    Actor,
    By,
    RefusedError,
    act_on,
    actor_of,
    check_key,
    check_may,
)
from tournament.services.charts import withdraw_chart
from tournament.services.disputes import settle_dispute
from tournament.services.entries.entering import Particulars, edit_entry, forget_entry, particulars_of, reason_to_keep
from tournament.services.entries.merging import part_entries
from tournament.services.events.settings import change_settings, withdraw_final_list
from tournament.services.events.showing import hide_event, put_away, set_notice, show_event, take_out
from tournament.services.events.ties import cancel_tie
from tournament.services.games.at_tables.opening import keep_true, play_at_the_table
from tournament.services.hall.seats import set_seat_source, set_starting_tiles, swap_players
from tournament.services.penalties import cancel_penalty, restore_penalty
from tournament.services.people.apart import keep_apart
from tournament.services.people.attendance import drop_late_scores, entries_in
from tournament.services.people.undo import undo_statuses
from tournament.services.results.official import Officially, SeatFigures, TableFigures, stored_tables, write_official
from tournament.services.results.seating import sit_as_before
from tournament.services.rounds import reopen_round, round_in, withdraw_round
from tournament.tellings.diary import sentence_of
from tournament.tellings.history.undoing import offers

TAKEN_BACK = "undone in the log of changes"
"""The reason that stands in the offence book where a penalty was undone and nothing was asked, because no total moved."""


@transaction.atomic
def undo_changes(event: Event, by: By, versions: Sequence[int]) -> str:
    """Take back the changes of these versions, the latest first, all or none; what was undone, in the words of the diary."""
    actor = replace(actor_of(by), seen=None)
    locked = Event.objects.select_for_update().get(pk=event.pk)
    changes = list(locked.changes.order_by("-version"))
    wanted = [change for change in changes if change.version in set(versions)]
    for change in wanted:
        check_may(actor.user, locked, Act(change.act))
    if not wanted:
        raise RefusedError("There is no such change in this event; reload the page.")
    check_key(actor)
    said = [sentence_of(change, record_of(locked)) for change in wanted]
    for change in wanted:
        _undo(event, actor, change)
        actor = replace(actor, key="")  # one form, one key: the first of several acts holds it
    return "; ".join(reversed(said))


def if_done(event: Event, act: Callable[[Event], object]) -> EventRecord:
    """The event as it would stand after an act of services, which is tried and rolled back; what it raises is raised."""
    tried = Event.objects.get(pk=event.pk)
    with transaction.atomic():
        act(tried)
        then = record_of(tried)
        transaction.set_rollback(True)
    return then


def _undo(event: Event, actor: Actor, change: Change) -> None:
    """Take back one change, as the diary offers it now."""
    now = Event.objects.get(pk=event.pk)
    changes = list(now.changes.order_by("-version"))
    offer = offers(changes, record_of(now), is_put_away=now.is_put_away)[change.version]
    if any(row.undoes == change.version for row in changes):
        raise RefusedError("Already undone on another desk.")
    if offer.way is not Undo.AT_ONCE:
        where = "" if offer.way is Undo.NONE else " This is undone on its own page."
        raise RefusedError(f"Not undone: {sentence_of(change, record_of(now))}. {offer.why}{where}".strip())
    OPPOSITES[Act(change.act)](event, replace(actor, undoes=change.version), change)


# People


def _statuses(event: Event, by: Actor, change: Change) -> None:
    undo_statuses(event, by, change.version)


def _entered(event: Event, by: Actor, change: Change) -> None:
    with act_on(event, by, Act.REMOVE_ENTRY, entries=change.entries) as act:
        numbers = [int(number) for number in change.after["names"]]
        found = entries_in(act.event, numbers, frozenset(Status))
        act.before = {"entries": {str(entry.number): _written(entry) for entry in found}}
        record = record_of(act.event)
        for entry in found:
            forget_entry(act.event, entry, reason_to_keep(record, PlayerId(entry.number)))


def _edited(event: Event, by: Actor, change: Change) -> None:
    (number,) = change.entries
    stands = _written(event.entries.get(number=number))
    edit_entry(event, by, number, Particulars(**{**stands, **change.before["entries"][str(number)]}))


def _kept_apart(event: Event, by: Actor, change: Change) -> None:
    with act_on(event, by, Act.LET_MEET, entries=change.entries) as act:
        groups = [rule["players"] for rule in change.after["apart"]]
        rules = {
            rule.pk: sorted(member.entry.number for member in rule.members.all())
            for rule in act.event.keep_aparts.prefetch_related("members__entry")
        }
        act.before = {"apart": change.after["apart"]}
        act.event.keep_aparts.filter(pk__in=[key for key, players in rules.items() if players in groups]).delete()


def _let_meet(event: Event, by: Actor, change: Change) -> None:
    (rule,) = change.before["apart"]
    keep_apart(event, by, [rule["players"]], reason=rule.get("reason", ""), is_hard=rule["is_hard"])


# Rounds and seats


def _clock(event: Event, by: Actor, change: Change) -> None:
    with act_on(event, by, Act.START_CLOCK, round_number=change.round_number) as act:
        played = round_in(act.event, _round(change), RoundState.PUBLISHED)
        before = change.before["round"]["starts_at"]
        act.before, act.after = change.after, change.before
        played.starts_at = datetime.fromisoformat(before) if before else None
        played.save(update_fields=["starts_at"])


def _swapped(event: Event, by: Actor, change: Change) -> None:
    first, second = (PlayerId(number) for number in change.entries)
    swap_players(event, by, _round(change), first, second)
    for number, row in change.before["entries"].items():  # the tiles that the swap had cleared
        if tile := row.get("tile"):
            Seat.objects.filter(round__event=event, round__number=_round(change), entry__number=int(number)).update(
                starting_tile=tile
            )


def _no_show(event: Event, by: Actor, change: Change) -> None:
    (number,) = change.entries
    told = change.before["entries"][str(number)]
    with act_on(
        event,
        by,
        Act.JOIN_TABLE,
        round_number=change.round_number,
        table_number=change.table_number,
        entries=[number],
    ) as act:
        played = round_in(act.event, _round(change), RoundState.PUBLISHED)
        table = played.tables.get(number=change.table_number or 0)
        entry = act.event.entries.get(number=number)
        played.sit_outs.filter(entry=entry).delete()
        there = list(table.seats.order_by("-position"))
        taken = [seat.position for seat in there]
        position = told.get("position") or free_position(taken)
        for seat in there if position in taken else ():  # up to 2.7 the others had closed up
            if seat.position >= position:
                seat.position += 1
                seat.save(update_fields=["position"])
        Seat.objects.create(
            round=played, table=table, entry=entry, position=position, starting_tile=told.get("tile", "")
        )
        act.before = change.after
        act.after = {"entries": {str(number): {"table": table.number, "position": position}}}
        keep_true(act.event, played.number)


def _joined(event: Event, by: Actor, change: Change) -> None:
    (number,) = change.entries
    told: Mapping[str, Any] = change.before.get("entries", {}).get(str(number), {})
    with act_on(
        event,
        by,
        Act.MARK_NO_SHOW,
        round_number=change.round_number,
        table_number=change.table_number,
        entries=[number],
    ) as act:
        played = round_in(act.event, _round(change), RoundState.PUBLISHED)
        entry = act.event.entries.get(number=number)
        played.seats.filter(entry=entry).delete()
        if told.get("status"):  # who was checked in by it is not here any more, and has no scores of missed rounds
            drop_late_scores(entry)
        if told.get("scored_as"):
            words = {name: told.get(name, "") for name in ("reason", "source", "chosen")}
            SitOut.objects.create(round=played, entry=entry, kind=told["scored_as"], **words)
        if kept := {name: told[name] for name in ("status", "first_round") if told.get(name)}:
            Entry.objects.filter(pk=entry.pk).update(**kept)
        act.before, act.after = change.after, change.before
        keep_true(act.event, played.number)


def _tiles(event: Event, by: Actor, change: Change) -> None:
    seats = Seat.objects.filter(round__event=event, round__number=_round(change), entry__number__in=change.entries)
    tiles: dict[int, dict[PlayerId, str]] = {}
    for table, number in seats.values_list("table__number", "entry__number"):
        tiles.setdefault(table, {})[PlayerId(number)] = change.before["entries"][str(number)]["tile"]
    set_starting_tiles(event, by, _round(change), tiles)


# Results


def _results(event: Event, by: Actor, change: Change) -> None:
    """Make official what stood before: the figures of each table, or a report that has none."""
    how = Officially(OF_RESULTS[Act(change.act)])
    number = _round(change)
    with act_on(event, by, how.act, round_number=number) as act:
        played = round_in(act.event, number, RoundState.PUBLISHED)
        tables = stored_tables(played, sorted(map(int, change.after["tables"])))
        before = change.before.get("tables", {})
        ready = [(table.stands, _stood(table.stands, before.get(str(key), {}))) for key, table in tables.items()]
        write_official(act, by, tables, ready, how)
        for table in tables.values():
            _let_wait_again(table.row, change.version)


def _sat(event: Event, by: Actor, change: Change) -> None:
    sit_as_before(event, by, change)
    numbers = list(map(int, change.after["tables"]))
    for table in Table.objects.filter(round__event=event, round__number=_round(change), number__in=numbers):
        _let_wait_again(table, change.version)


def _let_wait_again(table: Table, version: int) -> None:
    """Where a report waited before a change made another official, say it once more: it waits again."""
    said = table.reports.filter(official_version=version).first()
    earlier = table.reports.filter(official_version__lt=version).order_by("-official_version").first()
    waiting = table.reports.filter(official_at=None, pk__gt=earlier.pk if earlier else 0, pk__lt=said.pk if said else 0)
    report = waiting.order_by("pk").last()
    if report is None:
        return
    lines = list(report.figures.all())
    report.pk = None
    report.save()
    for line in lines:
        line.pk, line.report = None, report
    ReportedSeat.objects.bulk_create(lines)


def _stood(stands: TableFigures, told: Mapping[str, Any]) -> TableFigures:
    """The figures of a table as the diary tells them from before; nobody's cash where it tells none."""
    rows = told.get("seats", {})
    seats = tuple(_seat(seat.player, rows.get(str(seat.player), {})) for seat in stands.seats)
    return TableFigures(stands.table, seats, told.get("ended_by", ""), told.get("equal_shares", ""))


def _seat(player: PlayerId, row: Mapping[str, Any]) -> SeatFigures:
    return SeatFigures(player, row.get("cash"), row.get("reason", ""), bool(row.get("timed_out")))


def _disputed(state: DisputeState) -> Callable[[Event, Actor, Change], object]:
    def settle(event: Event, by: Actor, change: Change) -> None:
        key = change.after["dispute"]["id"]
        dispute = Dispute.objects.select_related("table__round").filter(pk=key, table__round__event=event).first()
        if dispute is None:
            raise RefusedError("The dispute is gone; reload the page.")
        settle_dispute(event, by, dispute, state)

    return settle


# Penalties, settings and lists


def _settings(event: Event, by: Actor, change: Change) -> None:
    dates = ("date",)  # everything else is stored as the diary spells it
    values = {
        name: date.fromisoformat(value) if name in dates else value for name, value in change.before["settings"].items()
    }
    change_settings(event, by, values)


def _penalty(change: Change) -> int:
    return int(change.after["penalty"]["id"])


def _round(change: Change) -> int:
    return int(change.round_number or 0)


def _written(entry: Entry) -> dict[str, Any]:
    return asdict(particulars_of(entry))


OF_RESULTS: Mapping[Act, Act] = {
    Act.RECORD_RESULT: Act.RECORD_RESULT,
    Act.RULE_EQUAL_SHARES: Act.CANCEL_EQUAL_SHARES,
    Act.CANCEL_EQUAL_SHARES: Act.RULE_EQUAL_SHARES,
}
"""The act that takes back what an act made official."""

OPPOSITES: Mapping[Act, Callable[[Event, Actor, Change], object]] = {
    Act.ENTER_PLAYERS: _entered,
    Act.CHECK_IN: _statuses,
    Act.MARK: _statuses,
    Act.WITHDRAW: _statuses,
    Act.EDIT_ENTRY: _edited,
    Act.MERGE_ENTRIES: lambda event, by, change: part_entries(event, by, change.before, **change.after["merge"]),
    Act.KEEP_APART: _kept_apart,
    Act.LET_MEET: _let_meet,
    Act.PUBLISH_ROUND: lambda event, by, change: withdraw_round(event, by, _round(change)),
    Act.START_CLOCK: _clock,
    Act.GIVE_TIME: lambda event, by, change: give_time(
        event, by, _round(change), PlayerId(change.entries[0]), -int(change.after["clock"]["seconds"])
    ),
    Act.CLOSE_ROUND: lambda event, by, change: reopen_round(event, by, _round(change)),
    Act.SWAP_SEATS: _swapped,
    Act.MARK_NO_SHOW: _no_show,
    Act.JOIN_TABLE: _joined,
    Act.SET_TILES: _tiles,
    Act.PLAY_ON_DEVICES: lambda event, by, change: play_at_the_table(
        event, by, _round(change), change.table_number or 0
    ),
    Act.SET_SEATING: lambda event, by, change: set_seat_source(
        event, by, _round(change), SeatSource(change.before["round"]["seating"])
    ),
    Act.PUBLISH_CHART: lambda event, by, change: withdraw_chart(event, by),
    Act.RECORD_RESULT: _results,
    Act.CORRECT_SEATS: _sat,
    Act.RULE_EQUAL_SHARES: _results,
    Act.CANCEL_EQUAL_SHARES: _results,
    Act.OPEN_DISPUTE: _disputed(DisputeState.WITHDRAWN),
    Act.RULE_DISPUTE: _disputed(DisputeState.OPEN),
    Act.WITHDRAW_DISPUTE: _disputed(DisputeState.OPEN),
    Act.GIVE_PENALTY: lambda event, by, change: cancel_penalty(event, by, _penalty(change), by.reason or TAKEN_BACK),
    Act.CANCEL_PENALTY: lambda event, by, change: restore_penalty(event, by, _penalty(change)),
    Act.RESTORE_PENALTY: lambda event, by, change: cancel_penalty(event, by, _penalty(change), by.reason or TAKEN_BACK),
    Act.CHANGE_SETTINGS: _settings,
    Act.PUBLISH_FINAL: lambda event, by, change: withdraw_final_list(event, by),
    Act.RULE_TIE: lambda event, by, change: cancel_tie(event, by, [PlayerId(each) for each in change.entries]),
    Act.SHOW_EVENT: lambda event, by, change: hide_event(event, by),
    Act.HIDE_EVENT: lambda event, by, change: show_event(event, by),
    Act.PUT_AWAY: lambda event, by, change: take_out(event, by),
    Act.TAKE_OUT: lambda event, by, change: put_away(event, by),
    Act.SET_NOTICE: lambda event, by, change: set_notice(event, by, change.before.get("fields", {}).get("notice", "")),
    Act.TAKE_DOWN_NOTICE: lambda event, by, change: set_notice(event, by, change.before["fields"]["notice"]),
}
"""What takes each act back that is undone with one press."""
