"""Enter players, check them in, let them go, and keep some apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from django.contrib.auth.models import User
from django.db.models import Max

from tournament.models import Entry, Event, KeepApart, Player, Round, Seat, SitOut
from tournament.rosters import RosterLine
from tournament.services.changes import RefusedError, act_on
from tournament.vocabulary import RoundKind, RoundState, SitOutKind, Status


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


WAITING = frozenset({Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT})
"""Who has not played and may be moved freely between these and present."""


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
        begun = _begun_rounds(act.event)
        if begun and status is Status.PRESENT:
            _need_missed(missed, len(begun))
        top = act.event.entries.aggregate(top=Max("number"))["top"] or 0
        entries = [
            Entry.objects.create(
                event=act.event,
                player=_player_of(line),
                number=top + count,
                status=status.value,
                first_round=len(begun) + 1,
            )
            for count, line in enumerate(lines, 1)
        ]
        if status is Status.PRESENT:
            _score_missed(entries, begun, missed)
        act.subject = _named(entries)
        act.after = {str(entry.number): entry.player.name for entry in entries}
    return entries


def _player_of(line: RosterLine) -> Player:
    """Find the person by the organiser's number, or make a new one: names are not identities."""
    values = {"name": line.name, "country": line.country, "is_junior": line.is_junior}
    if line.contestant_id:
        return Player.objects.update_or_create(contestant_id=line.contestant_id, defaults=values)[0]
    return Player.objects.create(**values)


def _begun_rounds(event: Event) -> list[Round]:
    return list(event.rounds.exclude(state=RoundState.DRAFT.value).order_by("number"))


def _need_missed(missed: SitOutKind | None, rounds: int) -> None:
    if missed is None:
        raise RefusedError(
            f"{rounds} round{'s have' if rounds > 1 else ' has'} begun; choose what a missed round scores: "
            "0.000, 25.000 as the one sit-out, or 30.000 (R53)."
        )
    if missed is SitOutKind.STANDARD and rounds > 1:
        raise RefusedError("Nobody sits out twice (R49); choose 0.000 or 30.000 for several missed rounds.")


def _score_missed(entries: Iterable[Entry], begun: Sequence[Round], missed: SitOutKind | None) -> None:
    """Write a sit-out for every begun round in which the entry has neither seat nor sit-out (R53)."""
    for entry in entries:
        held = set(entry.seats.values_list("round_id", flat=True)) | set(
            entry.sit_outs.values_list("round_id", flat=True)
        )
        for begun_round in begun:
            if begun_round.pk not in held and missed is not None:
                SitOut.objects.create(round=begun_round, entry=entry, kind=missed.value, reason="late entry, R53")


def check_in(event: Event, actor: User, numbers: Sequence[int], missed: SitOutKind | None = None) -> list[Entry]:
    """Mark entries as present; those who come after round 1 has begun need ``missed`` (R53)."""
    with act_on(event, actor, "check in", "") as act:
        entries = _entries(act.event, numbers, WAITING | {Status.PRESENT})
        coming = [entry for entry in entries if entry.status != Status.PRESENT.value]
        if not coming:
            raise RefusedError("These players are present already.")
        begun = _begun_rounds(act.event)
        if begun:
            _need_missed(missed, len(begun))
        act.before = {str(entry.number): entry.status for entry in coming}
        for entry in coming:
            entry.status = Status.PRESENT.value
            entry.first_round = len(begun) + 1
            entry.save()
        _score_missed(coming, begun, missed)
        act.subject = _named(coming)
        act.after = {str(entry.number): entry.status for entry in coming}
    return coming


def set_status(event: Event, actor: User, numbers: Sequence[int], status: Status) -> list[Entry]:
    """Move entries that have not played to registered, late, excluded or absent (R37)."""
    if status not in WAITING:
        raise RefusedError(f"“{status.value}” is an act of its own: check in, withdraw or disqualify.")
    with act_on(event, actor, f"mark as {status.value}", "") as act:
        entries = _entries(act.event, numbers, WAITING | {Status.PRESENT})
        played = [entry for entry in entries if _last_seat(entry) is not None]
        if played:
            raise RefusedError(f"{_named(played)} has played already; withdraw the player instead.")
        act.before = {str(entry.number): entry.status for entry in entries}
        SitOut.objects.filter(entry__in=entries, kind=SitOutKind.MISSED.value).delete()
        for entry in entries:
            entry.status = status.value
            entry.save()
        act.subject = _named(entries)
        act.after = {str(entry.number): entry.status for entry in entries}
    return entries


def withdraw(event: Event, actor: User, number: int, reason: str = "") -> Entry:
    """Take a player out of the rounds to come: 0.000 for them, still listed (R54)."""
    return _leave(event, actor, number, Status.WITHDRAWN, reason, "withdraw")


def disqualify(event: Event, actor: User, number: int, reason: str, gold: GoldRule = GoldRule.TOP_TABLE) -> Entry:
    """Disqualify a player (R67); ``gold`` says whether gold may now come from the room (R43)."""
    if not reason.strip():
        raise RefusedError("Write the reason for the disqualification; it is kept with the ruling.")
    return _leave(event, actor, number, Status.DISQUALIFIED, reason, "disqualify", gold)


def _leave(
    event: Event,
    actor: User,
    number: int,
    status: Status,
    reason: str,
    verb: str,
    gold: GoldRule = GoldRule.TOP_TABLE,
) -> Entry:
    with act_on(event, actor, verb, "", reason) as act:
        entry = _entries(act.event, [number], frozenset(Status) - {status})[0]
        if gold is GoldRule.ROOM:
            if not _is_on_top_table_of_final(entry):
                raise RefusedError(f"{entry} does not sit at the top table of a final; gold stays where it is (R43).")
            act.event.gold_from_room = True
        act.before = {"status": entry.status, "last_round": entry.last_round}
        entry.status = status.value
        entry.last_round = _last_seat(entry) or 0
        entry.save()
        act.subject = str(entry)
        act.after = {"status": entry.status, "last_round": entry.last_round}
    return entry


def reinstate(event: Event, actor: User, number: int, reason: str = "") -> Entry:
    """Undo a withdrawal or disqualification; rounds begun meanwhile count as missed, 0.000 (R53)."""
    with act_on(event, actor, "reinstate", "", reason) as act:
        entry = _entries(act.event, [number], frozenset({Status.WITHDRAWN, Status.DISQUALIFIED}))[0]
        act.before = {"status": entry.status, "last_round": entry.last_round}
        if entry.status == Status.DISQUALIFIED.value and _is_on_top_table_of_final(entry):
            act.event.gold_from_room = False
        entry.status = Status.PRESENT.value
        entry.last_round = None
        entry.save()
        _score_missed([entry], _begun_rounds(act.event), SitOutKind.MISSED)
        act.subject = str(entry)
        act.after = {"status": entry.status}
    return entry


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
        entry = _entries(act.event, [number], frozenset(Status))[0]
        player = entry.player
        if (
            line.contestant_id
            and Player.objects.filter(contestant_id=line.contestant_id).exclude(pk=player.pk).exists()
        ):
            raise RefusedError(f"The organiser's number {line.contestant_id} belongs to another player; check it.")
        act.before = _described(entry)
        player.name, player.country = line.name, line.country
        player.is_junior, player.contestant_id = line.is_junior, line.contestant_id
        player.save()
        entry.fixed_table, entry.note = fixed_table, note
        entry.save()
        act.subject = str(entry)
        act.after = _described(entry)
    return entry


def remove_entry(event: Event, actor: User, number: int) -> None:
    """Remove an entry made by mistake, as long as it never sat in a round."""
    with act_on(event, actor, "remove entry", "") as act:
        entry = _entries(act.event, [number], frozenset(Status))[0]
        if entry.seats.exists() or entry.penalties.exists():
            raise RefusedError(f"{entry} has a seat or a penalty; withdraw the player instead.")
        act.subject = str(entry)
        act.before = _described(entry)
        entry.sit_outs.all().delete()
        entry.delete()


def keep_apart(
    event: Event, actor: User, numbers: Sequence[int], *, reason: str = "", is_hard: bool = True
) -> KeepApart:
    """Say that these players are not to share a table: never (hard), or if it can be avoided."""
    if len(set(numbers)) < 2:
        raise RefusedError("Name at least two different players to keep apart.")
    with act_on(event, actor, "keep apart", "", reason) as act:
        entries = _entries(act.event, numbers, frozenset(Status))
        pair = KeepApart.objects.create(
            event=act.event, numbers=sorted(set(numbers)), is_hard=is_hard, reason=reason[:300]
        )
        act.subject = _named(entries)
        act.after = {"numbers": pair.numbers, "hard": is_hard}
    return pair


def let_meet(event: Event, actor: User, pk: int) -> None:
    """Drop a keep-apart rule."""
    with act_on(event, actor, "let meet", "") as act:
        pair = KeepApart.objects.filter(event=act.event, pk=pk).first()
        if pair is None:
            raise RefusedError("This rule is gone already.")
        act.before = {"numbers": pair.numbers, "hard": pair.is_hard}
        act.subject = str(pair)
        pair.delete()


def _entries(event: Event, numbers: Sequence[int], allowed: frozenset[Status]) -> list[Entry]:
    entries = list(event.entries.select_related("player").filter(number__in=numbers))
    missing = set(numbers) - {entry.number for entry in entries}
    if missing or not entries:
        raise RefusedError(f"There is no entry with number {', '.join(map(str, sorted(missing))) or '?'}.")
    for entry in entries:
        if Status(entry.status) not in allowed:
            raise RefusedError(f"{entry} is {entry.status}; reload the page to see how things stand.")
    return entries


def _last_seat(entry: Entry) -> int | None:
    seats = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT.value)
    return seats.aggregate(last=Max("round__number"))["last"]


def _is_on_top_table_of_final(entry: Entry) -> bool:
    return (
        Seat.objects.filter(entry=entry, round__kind=RoundKind.SWISS.value, table__number=1)
        .exclude(round__state=RoundState.DRAFT.value)
        .exists()
    )


def _described(entry: Entry) -> dict[str, str | int | bool | None]:
    return {
        "name": entry.player.name,
        "country": entry.player.country,
        "junior": entry.player.is_junior,
        "contestant_id": entry.player.contestant_id,
        "fixed_table": entry.fixed_table,
        "note": entry.note,
    }


def _named(entries: Sequence[Entry]) -> str:
    names = ", ".join(entry.player.name for entry in entries[:5])
    return f"{names} and {len(entries) - 5} more" if len(entries) > 5 else names
