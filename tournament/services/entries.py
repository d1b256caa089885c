"""Enter players, check them in, correct their entries, let them go and take them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from django.contrib.auth.models import User
from django.db.models import Max

from tournament.day.rosters import RosterLine
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Entry, Event, Player, Round, Seat, SitOut
from tournament.models.queries import ruleset_of
from tournament.record.event import score_of
from tournament.record.vocabulary import RoundKind, RoundState, SitOutKind, Status, format_thousandths
from tournament.services.changes import RefusedError, act_on


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


WAITING = frozenset({Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT})
"""Who has not played and may be moved freely between these and present."""

LEFT = frozenset({Status.WITHDRAWN, Status.DISQUALIFIED})
"""Who has left for good, unless reinstated."""


def add_entries(
    event: Event,
    actor: User,
    lines: Sequence[RosterLine],
    status: Status = Status.REGISTERED,
    missed: SitOutKind | None = None,
) -> list[Entry]:
    """Enter the players of a roster in its order; after round 1 has begun ``missed`` says what the missed rounds score (R53)."""
    if not lines:
        raise RefusedError("No line of the roster is ticked; tick the players to enter.")
    with act_on(event, actor, "enter players", f"{len(lines)} players") as act:
        begun = begun_rounds(act.event)
        if begun and status is Status.PRESENT:
            _need_missed(act.event, missed, len(begun))
        top = act.event.entries.aggregate(top=Max("number"))["top"] or 0
        entries = [
            Entry.objects.create(
                event=act.event,
                player=_player_of(act.event, line),
                number=top + count,
                status=status.value,
                first_round=len(begun) + 1,
            )
            for count, line in enumerate(lines, 1)
        ]
        if status is Status.PRESENT:
            _score_missed(entries, begun, missed)
        act.subject = named(entries)
        act.after = {str(entry.number): entry.player.name for entry in entries}
    return entries


def _player_of(event: Event, line: RosterLine) -> Player:
    """Find the person by the organiser's number, or make a new one: names are not identities."""
    values = {"name": line.name, "country": line.country, "is_junior": line.is_junior}
    if not line.contestant_id:
        return Player.objects.create(**values)
    entered = event.entries.filter(player__contestant_id=line.contestant_id).first()
    if entered is not None:
        raise RefusedError(
            f"The organiser's number {line.contestant_id} is entered already, as {entered}; leave {line.name} out."
        )
    if not line.country:
        del values["country"]  # a roster without that column says nothing about it
    return Player.objects.update_or_create(contestant_id=line.contestant_id, defaults=values)[0]


def begun_rounds(event: Event) -> list[Round]:
    """The rounds that are published or closed, in order: whoever comes now has missed them (R53)."""
    return list(event.rounds.exclude(state=RoundState.DRAFT.value).order_by("number"))


def _need_missed(event: Event, missed: SitOutKind | None, rounds: int) -> None:
    if missed is None:
        rules = ruleset_of(event)
        nothing, sit_out, problem = (
            format_thousandths(score_of(kind, rules))
            for kind in (SitOutKind.MISSED, SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM)
        )
        raise RefusedError(
            f"{rounds} round{'s have' if rounds > 1 else ' has'} begun; choose what a missed round scores: "
            f"{nothing}, {sit_out} as the one sit-out, or {problem} (R53)."
        )


def _score_missed(
    entries: Iterable[Entry], begun: Sequence[Round], missed: SitOutKind | None, reason: str = "late entry, R53"
) -> None:
    """Write a sit-out for every begun round in which the entry has neither seat nor sit-out (R53).

    Of several missed rounds only the last can be the one sit-out (R49), as ``late_entry_choices`` says to the director.
    """
    if missed is None or not begun:
        return
    for entry in entries:
        held = set(entry.seats.values_list("round_id", flat=True)) | set(
            entry.sit_outs.values_list("round_id", flat=True)
        )
        gaps = [begun_round for begun_round in begun if begun_round.pk not in held]
        rested = round_sat_out(entry) if gaps and missed.counts_as_sit_out else None
        if rested is not None:
            raise RefusedError(
                f"{entry.player.name} already sat out round {rested}, and nobody sits out twice (R49); "
                "choose that the missed rounds score as not played."
            )
        choices = {choice.kind: choice.kinds for choice in late_entry_choices(len(gaps), ruleset_of(entry.event))}
        for gap, kind in zip(gaps, choices[missed] if gaps else (), strict=True):
            SitOut.objects.create(round=gap, entry=entry, kind=kind.value, reason=reason)


def round_sat_out(entry: Entry) -> int | None:
    """The begun round in which the entry used up the one sit-out, or None (R49)."""
    counting = [kind.value for kind in SitOutKind if kind.counts_as_sit_out]
    used = entry.sit_outs.filter(kind__in=counting).exclude(round__state=RoundState.DRAFT.value)
    number: int | None = used.values_list("round__number", flat=True).first()
    return number


def check_in(event: Event, actor: User, numbers: Sequence[int], missed: SitOutKind | None = None) -> list[Entry]:
    """Mark entries as present; those who come after round 1 has begun need ``missed`` (R53)."""
    with act_on(event, actor, "check in", "") as act:
        entries = entries_in(act.event, numbers, WAITING | {Status.PRESENT})
        coming = [entry for entry in entries if entry.status != Status.PRESENT.value]
        if not coming:
            raise RefusedError("These players are present already.")
        begun = begun_rounds(act.event)
        if begun:
            _need_missed(act.event, missed, len(begun))
        act.before = statuses_of(coming)
        for entry in coming:
            entry.status = Status.PRESENT.value
            entry.first_round = len(begun) + 1
        Entry.objects.bulk_update(coming, ["status", "first_round"])
        _score_missed(coming, begun, missed)
        act.subject = named(coming)
        act.after = statuses_of(coming)
    return coming


def set_status(event: Event, actor: User, numbers: Sequence[int], status: Status) -> list[Entry]:
    """Move entries that have not played to registered, late, excluded or absent (R37)."""
    if status not in WAITING:
        raise RefusedError(f"“{status.value}” is an act of its own: check in, withdraw or disqualify.")
    with act_on(event, actor, f"mark as {status.value}", "") as act:
        entries = entries_in(act.event, numbers, WAITING | {Status.PRESENT})
        played = [entry for entry in entries if last_seat(entry) is not None]
        if played:
            verb = "has" if len(played) == 1 else "have"
            raise RefusedError(f"{named(played)} {verb} played already; withdraw the player instead (R54).")
        if all(entry.status == status.value for entry in entries):
            raise RefusedError(f"{named(entries)}: marked as {status.value} already.")
        act.before = statuses_of(entries)
        for entry in entries:
            drop_late_scores(entry)
            entry.status = status.value
            entry.save()
        act.subject = named(entries)
        act.after = statuses_of(entries)
    return entries


def drop_late_scores(entry: Entry) -> None:
    """Forget what missed rounds were to score: a new check-in chooses anew (R53)."""
    SitOut.objects.filter(entry=entry, round__number__lt=entry.first_round).delete()


def withdraw(event: Event, actor: User, number: int, reason: str = "") -> Entry:
    """Take a player out of the rounds to come: 0.000 for them, still listed (R54)."""
    with act_on(event, actor, "withdraw", "", reason) as act:
        entry = entries_in(act.event, [number], frozenset(Status) - LEFT)[0]
        act.before = statuses_of([entry])
        _leave(entry, Status.WITHDRAWN)
        act.subject = str(entry)
        act.after = statuses_of([entry])
    return entry


def disqualify(event: Event, actor: User, number: int, reason: str, gold: GoldRule = GoldRule.TOP_TABLE) -> Entry:
    """Disqualify a player (R67); ``gold`` says whether gold may now come from the room (R43)."""
    if not reason.strip():
        raise RefusedError("Write the reason for the disqualification; it is kept with the ruling.")
    with act_on(event, actor, "disqualify", "", reason) as act:
        entry = entries_in(act.event, [number], frozenset(Status) - {Status.DISQUALIFIED})[0]
        if gold is GoldRule.ROOM:
            if entry.pk not in _top_table_of_final(act.event):
                raise RefusedError(f"{entry} does not sit at the top table of a final; gold stays where it is (R43).")
            act.event.gold_from_room = True
        act.before = statuses_of([entry])
        if entry.status != Status.WITHDRAWN.value:  # who had withdrawn before left then
            entry.last_round = None
        _leave(entry, Status.DISQUALIFIED)
        act.subject = str(entry)
        act.after = statuses_of([entry]) | ({"gold": "from the room"} if gold is GoldRule.ROOM else {})
    return entry


def _leave(entry: Entry, status: Status) -> None:
    entry.status = status.value
    if entry.last_round is None:
        entry.last_round = last_seat(entry) or 0
    entry.save()


def reinstate(event: Event, actor: User, number: int, reason: str = "") -> Entry:
    """Take back a withdrawal or disqualification; rounds begun meanwhile count as missed, 0.000 (R54).

    Somebody who had not played is registered again: a check-in then asks what missed rounds score (R53).
    """
    with act_on(event, actor, "reinstate", "", reason) as act:
        entry = entries_in(act.event, [number], LEFT)[0]
        act.before = statuses_of([entry])
        was_disqualified = entry.status == Status.DISQUALIFIED.value
        has_played = last_seat(entry) is not None
        entry.status = (Status.PRESENT if has_played else Status.REGISTERED).value
        entry.last_round = None
        entry.save()
        if has_played:
            _score_missed([entry], begun_rounds(act.event), SitOutKind.MISSED, "came back, R54")
        if was_disqualified and not _is_gold_open(act.event):
            act.event.gold_from_room = False
        act.subject = str(entry)
        act.after = statuses_of([entry])
    return entry


def _is_gold_open(event: Event) -> bool:
    """Whether somebody of the top table is still disqualified, so that gold may come from the room (R43)."""
    return event.entries.filter(pk__in=_top_table_of_final(event), status=Status.DISQUALIFIED.value).exists()


def edit_entry(
    event: Event,
    actor: User,
    number: int,
    line: RosterLine,
    fixed_table: int | None = None,
    note: str = "",
) -> Entry:
    """Correct name, country, junior mark, organiser's number, fixed table and note of an entry."""
    with act_on(event, actor, "edit entry", "") as act:
        entry = entries_in(act.event, [number], frozenset(Status))[0]
        player = entry.player
        if (
            line.contestant_id
            and Player.objects.filter(contestant_id=line.contestant_id).exclude(pk=player.pk).exists()
        ):
            raise RefusedError(f"The organiser's number {line.contestant_id} belongs to another player; check it.")
        before = _described(entry)
        player.name, player.country = line.name, line.country
        player.is_junior, player.contestant_id = line.is_junior, line.contestant_id
        player.save()
        entry.fixed_table, entry.note = fixed_table, note
        entry.save()
        after = _described(entry)
        if after == before:
            raise RefusedError("Nothing was changed.")
        act.subject = str(entry)
        act.before = {name: value for name, value in before.items() if after[name] != value}
        act.after = {name: value for name, value in after.items() if before[name] != value}
    return entry


def remove_entry(event: Event, actor: User, number: int) -> None:
    """Remove an entry made by mistake, as long as it never sat in a round; keep-apart rules forget the number."""
    with act_on(event, actor, "remove entry", "") as act:
        entry = entries_in(act.event, [number], frozenset(Status))[0]
        if entry.seats.exists() or entry.penalties.exists():
            raise RefusedError(f"{entry} has a seat or a penalty; withdraw the player instead.")
        act.subject = str(entry)
        act.before = _described(entry)
        for rule in act.event.keep_aparts.all():
            rest = [other for other in rule.numbers if other != number]
            if len(rest) < 2:
                rule.delete()
            elif rest != rule.numbers:
                rule.numbers = rest
                rule.save()
        player = entry.player
        entry.sit_outs.all().delete()
        entry.delete()
        if not player.contestant_id and not player.entries.exists():
            player.delete()


def entries_in(event: Event, numbers: Sequence[int], allowed: frozenset[Status]) -> list[Entry]:
    """The entries with these numbers; RefusedError where one is missing or its status does not allow the act."""
    entries = list(event.entries.select_related("player").filter(number__in=numbers))
    missing = set(numbers) - {entry.number for entry in entries}
    if missing:
        raise RefusedError(f"There is no entry with number {', '.join(map(str, sorted(missing)))}; reload the page.")
    if not entries:
        raise RefusedError("Nobody is ticked; tick the players first.")
    for entry in entries:
        if Status(entry.status) not in allowed:
            raise RefusedError(f"{entry} is {entry.status}; reload the page to see how things stand.")
    return entries


def last_seat(entry: Entry) -> int | None:
    """The last begun round in which the entry had a seat, or None."""
    seats = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT.value)
    last: int | None = seats.aggregate(last=Max("round__number"))["last"]
    return last


def _top_table_of_final(event: Event) -> set[int]:
    """Keys of the entries at table 1 of a published final (R43)."""
    seats = Seat.objects.filter(round__event=event, round__kind=RoundKind.SWISS.value, table__number=1)
    return set(seats.exclude(round__state=RoundState.DRAFT.value).values_list("entry_id", flat=True))


def statuses_of(entries: Sequence[Entry]) -> dict[str, str]:
    """Statuses by number, as a Change keeps them and an undo reads them."""
    return {str(entry.number): entry.status for entry in entries}


def _described(entry: Entry) -> dict[str, str | int | bool | None]:
    return {
        "name": entry.player.name,
        "country": entry.player.country,
        "junior": entry.player.is_junior,
        "organiser's number": entry.player.contestant_id,
        "fixed table": entry.fixed_table,
        "note": entry.note,
    }


def named(entries: Sequence[Entry]) -> str:
    """Players by name, past five only how many more."""
    names = ", ".join(entry.player.name for entry in entries[:5])
    return f"{names} and {len(entries) - 5} more" if len(entries) > 5 else names
