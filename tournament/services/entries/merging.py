"""Merges two entries of one person, with the rounds that each played, and separates them again where that was a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, TypeVar

from django.db.models import Manager

from tournament.day.doubles import Merge, merge_of
from tournament.models import Change, Entry, Event, ReportAnswer, ReportedSeat, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, figures_of, of_entries
from tournament.record.vocabulary import PlayerId, RoundState, SitOutKind, Status
from tournament.services.changes import Actor, By, RefusedError, act_on, keep_scorable
from tournament.services.entries.entering import forget_entry, particulars_of, reason_to_keep
from tournament.services.people.absences import Plans, exchange_plans, plans_of
from tournament.services.people.attendance import entries_in
from tournament.tellings.history.undoing import people_of
from tournament.tellings.news.changed import PublicChangeKind, news_of_event
from wording import gettext as _
from wording import gettext_noop

Reported = TypeVar("Reported", ReportedSeat, ReportAnswer)  # not said
OF_SIT_OUTS = ("kind", "source", "reason", "chosen")
ALSO_KEPT = ("status", "first_round", "last_round")
"""The columns of the deleted entry that an undo needs beside its particulars."""


def merge_entries(event: Event, by: By, kept: int, gone: int) -> Merge:
    """Merge the entry with number ``gone`` into that with number ``kept``, and return the merger.

    The first one's rounds, keep-apart rules, penalties and any particulars that the second lacks are moved, and it is deleted. Raises
    RefusedError where they cannot be one person.
    """
    with act_on(event, by, Act.MERGE_ENTRIES, entries=sorted({kept, gone})) as act:
        stays, goes = (entries_in(act.event, [number], frozenset(Status))[0] for number in (kept, gone))
        record = record_of(act.event)
        merge = merge_of(record, record.entry(PlayerId(kept)), record.entry(PlayerId(gone)))
        if merge.refusals:
            raise RefusedError(" ".join(merge.refusals))
        taken = _taken(merge, stays)
        was = {
            gone: asdict(particulars_of(goes)) | {"status": goes.status},
            kept: {name: getattr(stays, name) for name in taken},
        }
        act.before = {**of_entries(was), "merged": _needed_for_undo(act.event, merge, goes)}
        _drop(act.event, merge.dropped)
        _hand_over(act.event, merge.moved, goes, stays)
        goes.penalties.update(entry=stays)
        act.event.helpers.filter(entry=goes).update(entry=stays)
        _move_rules(act.event, stays, goes)
        exchange_plans(stays, _merged_plans(plans_of(stays), plans_of(goes)))
        forget_entry(act.event, goes, reason_to_keep(record_of(act.event), PlayerId(goes.number)))
        for name, value in taken.items():
            setattr(stays, name, value)
        stays.save()
        act.reseated.update(merge.moved)
        keep_scorable(act.event)
        act.after = {**of_entries({kept: taken}), "merge": {"kept": kept, "gone": gone}}
    return merge


def part_entries(event: Event, by: By, before: Figures, kept: int, gone: int) -> None:
    """Undo a merger: the deleted entry gets its number, rounds, keep-apart rules and penalties restored_columns.

    ``before`` is the column ``before`` of the merger's Change; ``kept`` and ``gone`` are the entries' numbers.
    """
    with act_on(event, by, Act.MERGE_ENTRIES, entries=sorted({kept, gone})) as act:
        (stays,) = entries_in(act.event, [kept], frozenset(Status))
        needed, entries = before["merged"], before["entries"]
        restored_columns = {**entries[str(gone)], **needed["entry"]}
        act.before = of_entries({kept: {name: getattr(stays, name) for name in entries[str(kept)]}})
        for name, value in entries[str(kept)].items():
            setattr(stays, name, value)
        stays.save()  # saved first, because two entries cannot have the same organiser's number
        came = Entry.objects.create(event=act.event, number=gone, **restored_columns)
        _hand_over(act.event, needed["rounds"], stays, came)
        _restore(act.event, needed["dropped"])
        offences = list(act.event.penalties.order_by("pk").values_list("pk", flat=True))
        act.event.penalties.filter(pk__in=[offences[at] for at in needed["penalties"]]).update(entry=came)
        act.event.helpers.filter(entry=stays, account__in=needed["helpers"]).update(entry=came)
        _restore_rules(act.event, stays, came, needed["apart"])
        for entry, plans in ((stays, needed.get("away_kept")), (came, needed.get("away"))):
            if plans is not None:  # versions before 3.5 knew no planned absences
                exchange_plans(entry, plans)
        act.reseated.update(needed["rounds"])
        act.after = of_entries({kept: entries[str(kept)], gone: restored_columns})


def _part_merged(event: Event, by: Actor, change: Change) -> None:
    """Undo a merger from its Change."""
    before, after = figures_of(change)
    part_entries(event, by, before, **after["merge"])


def _stay_one(change: ChangeRow, record: EventRecord) -> str:
    """Return why a merger cannot be undone any more; empty where it can."""
    begun = figures_of(change)[0].get("merged", {}).get("begun")
    if begun is None:
        return _("An earlier version merged these; add the other player again if they were two.")
    return _("Another round has begun since, so they stay one entry.") if len(record.begun_rounds) != begun else ""


def _sentence_of_merger(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about two entries that were merged or separated."""
    if "merge" not in facts.after:
        return _("Entries of {who} are two again", who=facts.who)
    merge = facts.after["merge"]
    return _(
        "Entries of {who} merged: number {gone} into {kept}", who=facts.who, gone=merge["gone"], kept=merge["kept"]
    )


declare(
    Act.MERGE_ENTRIES,
    gettext_noop("merge entries"),
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_merger,
    opposite=_part_merged,
    not_undone=_stay_one,
    rests_on=people_of,
    public_news=news_of_event(PublicChangeKind.MERGED),
)


def _taken(merge: Merge, stays: Entry) -> dict[str, Any]:
    """Return the new values of the columns of the remaining entry that change."""
    taken: dict[str, Any] = {name: getattr(merge.gone, name) for name in merge.filled}
    if merge.gone.fee_paid:  # what both paid was paid: no money is lost
        taken["fee_paid"] = merge.kept.fee_paid + merge.gone.fee_paid
    if merge.gone.is_junior and not merge.kept.is_junior:
        taken["is_junior"] = True
    if merge.status is not merge.kept.status:
        taken |= {"status": merge.status.value, "last_round": merge.gone.last_round}
    if merge.first_round != stays.first_round:
        taken["first_round"] = merge.first_round
    return taken


def _needed_for_undo(event: Event, merge: Merge, goes: Entry) -> dict[str, Any]:
    """Return all that an undo needs: rounds, deleted sit-outs, penalties by their index in the book, rules and helpers."""
    offences = event.penalties.order_by("pk").values_list("entry_id", flat=True)
    return {
        "entry": {name: getattr(goes, name) for name in ALSO_KEPT},
        "begun": event.rounds.exclude(state=RoundState.DRAFT.value).count(),
        "rounds": list(merge.moved),
        "dropped": [
            {"round": number, "player": player, **{name: getattr(row, name) for name in OF_SIT_OUTS}}
            for number, player in merge.dropped
            for row in SitOut.objects.filter(round__event=event, round__number=number, entry__number=player)
        ],
        "penalties": [at for at, entry in enumerate(offences) if entry == goes.pk],
        "away": plans_of(goes),
        "away_kept": plans_of(event.entries.get(number=merge.kept.player)),
        "helpers": list(event.helpers.filter(entry=goes).values_list("account", flat=True)),
        "apart": [
            {
                "players": sorted(rule.members.values_list("entry__number", flat=True)),
                "is_hard": rule.is_hard,
                "reason": rule.reason,
            }
            for rule in event.keep_aparts.filter(members__entry=goes)
        ],
    }


@contextmanager
def _unguarded(event: Event, numbers: Iterable[int]) -> Iterator[None]:
    """Return a context manager in whose body the rows of these closed rounds may change their entry.

    The rounds are marked as published meanwhile, because triggers refuse such changes in closed rounds.
    """
    closed = event.rounds.filter(number__in=list(numbers), state=RoundState.CLOSED.value)
    keys = list(closed.values_list("pk", flat=True))
    event.rounds.filter(pk__in=keys).update(state=RoundState.PUBLISHED.value)
    yield
    event.rounds.filter(pk__in=keys).update(state=RoundState.CLOSED.value)


def _drop(event: Event, dropped: Iterable[tuple[int, int]]) -> None:
    """Delete these sit-outs, given by round number and player."""
    rows = list(dropped)
    with _unguarded(event, [number for number, _ in rows]):
        for number, player in rows:
            SitOut.objects.filter(round__event=event, round__number=number, entry__number=player).delete()


def _restore(event: Event, dropped: Iterable[Mapping[str, Any]]) -> None:
    """Create the deleted sit-outs again."""
    for row in dropped:
        SitOut.objects.create(
            round=event.rounds.get(number=row["round"]),
            entry=event.entries.get(number=row["player"]),
            **{name: row[name] for name in OF_SIT_OUTS},
        )


def _hand_over(event: Event, numbers: Iterable[int], from_entry: Entry, to: Entry) -> None:
    """Give the rows of these rounds to the other entry: seats, sit-outs, figures and answers of reports, hands on devices."""
    rounds = list(numbers)
    with _unguarded(event, rounds):
        in_rounds = {"round__event": event, "round__number__in": rounds}
        from_entry.seats.filter(**in_rounds).update(entry=to)
        from_entry.sit_outs.filter(**in_rounds).update(entry=to)
        in_reports = {f"report__table__{name}": value for name, value in in_rounds.items()}
        # Rows of reports cannot be changed (a trigger guards them), so they are deleted and inserted again in their order.
        _rewrite_reports(ReportedSeat.objects, in_reports, from_entry, to)
        _rewrite_reports(ReportAnswer.objects, in_reports, from_entry, to)
        seated = {f"game__table__{name}": value for name, value in in_rounds.items()}
        from_entry.game_seats.filter(**seated).update(entry=to)
        from_entry.devices.filter(round_number__in=rounds).update(entry=to)
        for played in event.rounds.select_related("draw").filter(number__in=rounds):
            if played.draw is not None:
                played.draw.plan = [_renamed(row, from_entry.number, to.number) for row in played.draw.plan]
                played.draw.save(update_fields=["plan"])


def _rewrite_reports(rows: Manager[Reported], in_reports: Mapping[str, Any], from_entry: Entry, to: Entry) -> None:
    """Replace one entry by the other in the rows of reports that name it; all else in these rows stays.

    ``in_reports`` filters the rows by their round.
    """
    reports = rows.filter(entry=from_entry, **in_reports).values_list("report", flat=True)
    copies = list(rows.filter(report__in=list(reports)).order_by("pk"))
    rows.filter(pk__in=[row.pk for row in copies]).delete()
    for row in copies:
        row.pk = None
        if row.entry_id == from_entry.pk:
            row.entry_id = to.pk
    rows.bulk_create(copies)


def _renamed(planned: Mapping[str, Any], old: int, new: int) -> dict[str, Any]:
    """Return a planned round with the person's other number, unless that number is in the round already."""
    everybody = {player for row in (*planned["tables"], planned["sit_outs"]) for player in row}
    if new in everybody:
        return dict(planned)
    swap = {old: new}
    return {
        **planned,
        "tables": [[swap.get(player, player) for player in row] for row in planned["tables"]],
        "sit_outs": [swap.get(player, player) for player in planned["sit_outs"]],
    }


def _merged_plans(own: Plans, others: Plans) -> Plans:
    """Return the planned absences of two entries of one person, with one of them at most as the one sit-out (R49)."""
    plans = {**dict(others), **dict(own)}
    counting = [at for at in sorted(plans) if SitOutKind(plans[at]).counts_as_sit_out]
    return sorted((plans | dict.fromkeys(counting[1:], SitOutKind.MISSED.value)).items())


def _move_rules(event: Event, stays: Entry, goes: Entry) -> None:
    """Let keep-apart rules of the entry that goes hold for the one that stays; a rule between the two is deleted."""
    for rule in event.keep_aparts.filter(members__entry=goes):
        if not rule.members.filter(entry=stays).exists():
            rule.members.filter(entry=goes).update(entry=stays)
        elif rule.members.count() <= 2:
            rule.delete()
        else:
            rule.members.filter(entry=goes).delete()


def _restore_rules(event: Event, stays: Entry, came: Entry, rules: Iterable[Mapping[str, Any]]) -> None:
    """Bind the restored entry again by the keep-apart rules that had bound it."""
    for stored_rule in rules:
        players = set(stored_rule["players"])
        now = (players - {came.number}) | {stays.number}
        found = next(
            (
                rule
                for rule in event.keep_aparts.all()
                if set(rule.members.values_list("entry__number", flat=True)) == now
                and rule.is_hard == stored_rule["is_hard"]
            ),
            None,
        )
        if found is None:
            found = event.keep_aparts.create(is_hard=stored_rule["is_hard"], reason=stored_rule["reason"])
            for entry in event.entries.filter(number__in=players):
                found.members.create(entry=entry)
        elif stays.number in players:
            found.members.create(entry=came)
        else:
            found.members.filter(entry=stays).update(entry=came)
