"""Attendance: check players in, mark them late, absent or excluded, undo that, and score the rounds that they missed.

What a player pays at the desk: the rest of the fee with one press, and an undo that takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament.day.leaving import taken_part_since
from tournament.day.office.registering import amount_owed, amount_words
from tournament.draw.lines import line
from tournament.draw.seating import name_of_round
from tournament.draw.sitouts import kinds_of_missed
from tournament.models import Change, Entry, Event, FillIn, Round, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, Place, Publicity, Role, declare
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, figures_of, of_entries
from tournament.record.vocabulary import MISSED_KINDS, PlayerId, RoundState, SitOutKind, SitOutSource, Status
from tournament.services.changes import Doing, act
from tournament.services.changes.refusals import DoneError, RefusedError
from tournament.tellings.undoing import people_of
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, listed_or
from wording.some import listed_some

WAITING = frozenset({Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT})
"""Statuses of entries that have not taken part; an entry may be moved freely between these and present."""
FORGOTTEN = (SitOutSource.LATE_ENTRY.value, SitOutSource.ABSENCE.value)
"""How rounds were missed whose scores are deleted with the status of a player who has not taken part."""


def status_before(event: Event, number: int) -> Status:
    """Return the status that an entry had before it was last checked in; registered where the log of changes has no check-in of it."""
    of_checks = Change.objects.filter(event=event, act=Act.CHECK_IN.value).order_by("-version")
    for before, after in of_checks.values_list("before", "after"):
        if str(number) in after.get("entries", {}):
            was = Status(before["entries"][str(number)]["status"])
            return was if was in WAITING else Status.REGISTERED
    return Status.REGISTERED


def fills_in(entry: Entry) -> bool:
    """Return whether an entry only completes tables (R70)."""
    return FillIn.objects.filter(entry=entry).exists()


def drop_late_scores(entry: Entry) -> None:
    """Delete the sit-outs that score missed rounds (R53, R69), but not those of a draw or a no-show."""
    entry.sit_outs.filter(source__in=FORGOTTEN).delete()


def begun_rounds(event: Event) -> list[Round]:
    """Return the published and closed rounds, in order: a player who comes now has missed them (R53)."""
    return list(event.rounds.exclude(state=RoundState.DRAFT.value).order_by("number"))


def need_missed(event: Event, missed: SitOutKind | None, rounds: int) -> None:
    """Raise RefusedError where ``missed`` is None and the format has a choice: the director says what missed rounds score (R53).

    ``rounds`` is how many rounds have begun, for the message.
    """
    rules = event.format
    if missed is None and len(rules.offered(MISSED_KINDS)) > 1:
        nothing, sit_out = (decimals(rules.score_of(kind), 3) for kind in MISSED_KINDS)
        raise RefusedError(
            ngettext(
                "{n} round has begun; choose what a missed round scores: {nothing}, or {sit_out} as the "
                "player's one sit-out (R53).",
                "{n} rounds have begun; choose what a missed round scores: {nothing}, or {sit_out} as the "
                "player's one sit-out (R53).",
                rounds,
                nothing=nothing,
                sit_out=sit_out,
            )
        )


def score_missed(
    entries: Iterable[Entry],
    begun: Sequence[Round],
    missed: SitOutKind | None,
    source: SitOutSource = SitOutSource.LATE_ENTRY,
) -> None:
    """Store a sit-out for every begun round in which an entry has neither seat nor sit-out (R53, R54).

    With ``missed`` None nothing is stored. Of several missed rounds only the last can be the one sit-out (R49).
    """
    if missed is None or not begun:
        return
    reason = line("sit-out.late-entry" if source is SitOutSource.LATE_ENTRY else "sit-out.return")
    for entry in entries:
        if fills_in(entry):
            continue  # nothing is scored for who is not ranked (R70)
        in_round_ids = {
            *entry.seats.values_list("round_id", flat=True),
            *entry.sit_outs.values_list("round_id", flat=True),
        }
        gaps = [begun_round for begun_round in begun if begun_round.pk not in in_round_ids]
        sat_out_in = round_sat_out(entry) if gaps and missed.counts_as_sit_out else None
        if sat_out_in is not None:
            raise RefusedError(
                " ".join(
                    (
                        _(
                            "{player} has already sat out {round}, and nobody sits out twice (R49).",
                            player=entry.said,
                            round=name_of_round(record_of(entry.event), sat_out_in),
                        ),
                        _("Score the missed rounds as not played."),
                    )
                )
            )
        for gap, kind in zip(gaps, kinds_of_missed(missed, len(gaps)), strict=True):
            SitOut.objects.create(round=gap, entry=entry, kind=kind.value, source=source.value, reason=reason)


def round_sat_out(entry: Entry) -> int | None:
    """Return the number of the round in which the entry had its one sit-out, or has it planned, None for none (R49, R69)."""
    counting = [kind.value for kind in SitOutKind if kind.counts_as_sit_out]
    used = entry.sit_outs.filter(kind__in=counting).exclude(round__state=RoundState.DRAFT.value)
    number: int | None = used.values_list("round__number", flat=True).first()
    begun = len(begun_rounds(entry.event))
    planned = entry.planned_absences.filter(kind__in=counting, round_number__gt=begun)
    return planned.values_list("round_number", flat=True).first() if number is None else number


def entries_in(event: Event, numbers: Sequence[int], allowed: frozenset[Status]) -> list[Entry]:
    """Return the entries with these numbers; raises RefusedError where one is missing or its status does not allow the act."""
    entries = list(event.entries.filter(number__in=numbers))
    missing = set(numbers) - {entry.number for entry in entries}
    if missing:
        raise RefusedError(_("There is no entry {number}; reload the page.", number=listed_or(sorted(missing))))
    if not entries:
        raise RefusedError(_("Nothing is selected. Select something in the list first."))
    for entry in entries:
        if wrong := reason_by_status(entry.number, entry.said, Status(entry.status), allowed):
            raise RefusedError(wrong)
    return entries


def reason_by_status(number: int, name: str, status: Status, allowed: frozenset[Status]) -> str:
    """Return why an act is not possible for an entry of that status; empty where the status is allowed."""
    return (
        ""
        if status in allowed
        else _(
            "{number} {player} is now {status}; reload the page.", number=number, player=name, status=_(status.value)
        )
    )


def statuses_of(entries: Sequence[Entry]) -> Figures:
    """Return statuses by entry number, as a Change stores them and an undo reads them."""
    return {"entries": {str(entry.number): {"status": entry.status} for entry in entries}}


def statuses_stay(change: ChangeRow, record: EventRecord) -> str:
    """Return why a change of statuses cannot be undone: a round has begun with or without these players; empty where it can."""
    for number, was in figures_of(change)[0].get("entries", {}).items():
        player = PlayerId(int(number))
        if player not in record.people:
            continue
        is_present = was.get("status") == Status.PRESENT.value
        if not is_present and record.has_taken_part(player):
            return taken_part_since(record.name_of(player))
        if is_present and not all(_is_in(begun, player) for begun in record.begun_rounds):
            return _(
                "A round has begun without {player}; reinstate the player on the entry's page.",
                player=record.name_of(player),
            )
    return ""


def _is_in(round_: RoundRecord, player: PlayerId) -> bool:
    """Return whether a player has a seat or a sit-out in a round."""
    return round_.table_of(player) is not None or any(row.player == player for row in round_.sit_outs)


def _sentence_of_mark(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about players who were marked with a status."""
    return (
        _("{players} marked as {status}", players=facts.whom, status=_(facts.status))
        if facts.status
        else _("{players} marked", players=facts.whom)
    )


def _sentence_of_check_in(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about players who were checked in, or did it themselves."""
    if facts.after.get("own_code"):
        return _("{player} checked in with their own code", player=facts.whom)
    return _("{whom} checked in", whom=facts.whom)


@act(
    Act.CHECK_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=BY_DESK | {Role.CHECK_INS},
    sentence=_sentence_of_check_in,
    stands_on=Place.CHECK_IN,
    rows=("Entry", "SitOut"),
    undone_as=Act.UNDO_STATUSES,
    not_undone=statuses_stay,
    is_joined=True,
)
def check_in(
    doing: Doing, numbers: Sequence[int], missed: SitOutKind | None = None, *, is_by_code: bool = False
) -> list[Entry]:
    """Mark the entries with these numbers as present, and return those that were not yet.

    After round 1 has begun, ``missed`` must say what the missed rounds score (R53). ``is_by_code`` is stored for the log of changes: the
    player did it with the own code, without the desk.
    """
    entries = entries_in(doing.event, numbers, WAITING | {Status.PRESENT})
    coming = [entry for entry in entries if entry.status != Status.PRESENT.value]
    if not coming:
        raise DoneError
    begun = begun_rounds(doing.event)
    if begun and not all(fills_in(entry) for entry in coming):
        need_missed(doing.event, missed, len(begun))
    doing.before = statuses_of(coming)
    for entry in coming:
        entry.status = Status.PRESENT.value
        entry.first_round = len(begun) + 1
    doing.event.entries.filter(number__in=[entry.number for entry in coming]).update(
        status=Status.PRESENT.value, first_round=len(begun) + 1
    )
    score_missed(coming, begun, missed)
    doing.entries = [entry.number for entry in coming]
    doing.after = statuses_of(coming)
    if is_by_code:
        doing.after["own_code"] = True
    return coming


@act(
    Act.MARK,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=BY_DESK | {Role.CHECK_INS},
    sentence=_sentence_of_mark,
    stands_on=Place.CHECK_IN,
    rows=("Entry", "SitOut"),
    undone_as=Act.UNDO_STATUSES,
    not_undone=statuses_stay,
    is_joined=True,
)
def set_status(doing: Doing, numbers: Sequence[int], status: Status) -> list[Entry]:
    """Move entries that have not taken part to registered, late, excluded or absent (R37), and return them."""
    if status not in WAITING:
        raise RefusedError(
            _("“{status}” cannot be set here: check in, withdraw or disqualify the player.", status=status.value)
        )
    entries = entries_in(doing.event, numbers, WAITING | {Status.PRESENT})
    record = record_of(doing.event)
    played = [entry for entry in entries if record.has_taken_part(PlayerId(entry.number))]
    if played:
        raise RefusedError(taken_part_since(names_of(played), len(played)))
    if all(entry.status == status.value for entry in entries):
        raise DoneError
    doing.before = statuses_of(entries)
    for entry in entries:
        drop_late_scores(entry)
        entry.status = status.value
        entry.save()
    doing.entries = [entry.number for entry in entries]
    doing.after = statuses_of(entries)
    return entries


declare(
    Act.UNDO_STATUSES,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=BY_DESK,
    sentence=lambda facts: _("{players}: earlier status restored", players=facts.whom),
    why_not=gettext_noop("Undo it by hand on its own page."),
)


def names_of(entries: Sequence[Entry]) -> str:
    """Return the players' names in a list; of more than five only the first five and how many more there are."""
    return listed_some([entry.said for entry in entries], 5)


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a payment, or about one that was taken back."""
    before, after = (
        sum(row["fee_paid"] for row in figures.get("entries", {}).values()) for figures in (facts.before, facts.after)
    )
    if after < before:
        return _("Payment of {amount} by {player} cancelled", amount=amount_words(before - after), player=facts.whom)
    return _("{player} paid {amount}", amount=amount_words(after - before), player=facts.whom)


@act(
    Act.TAKE_FEE,
    Part.ENTRIES,
    Publicity.NEVER,
    may=BY_DESK,
    sentence=_sentence,
    stands_on=Place.CHECK_IN,
    rows=("Entry",),
    rests_on=people_of,
)
def take_fee(doing: Doing, number: int, shown: int | None = None) -> int:
    """Store that a player has paid all that is due, and return how much it was, in hundredths.

    Raises RefusedError where nothing is owed, or another amount than the page had ``shown``; None for no page.
    """
    doing.about(entries=[number])
    (entry,) = entries_in(doing.event, [number], frozenset(Status))
    record = record_of(doing.event)
    rest = amount_owed(record, record.entry(PlayerId(number)))
    if not rest:
        raise RefusedError(_("{player} owes nothing.", player=entry))
    if shown not in (None, rest):
        amount = amount_words(rest, record.currency)
        raise RefusedError(
            _("{player} now owes {amount}. Take that amount and try again.", player=entry, amount=amount)
        )
    doing.before = of_entries({number: {"fee_paid": entry.fee_paid}})
    entry.fee_paid += rest
    entry.save(update_fields=["fee_paid"])
    doing.after = of_entries({number: {"fee_paid": entry.fee_paid}})
    return rest
