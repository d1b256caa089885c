"""Who is here: checking players in by name, by ticks or all at once, and marking them as late, absent or excluded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournament.day.arriving import may_arrive
from tournament.day.leaving import tables_for
from tournament.desk.conflicts import looks_again
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.forms.entries import missed_kind, the_player
from tournament.desk.frame import for_page
from tournament.desk.results.touched import entries_touched, in_spans, within_spans
from tournament.desk.statuses import MOST_NAMED, marked, status_word
from tournament.desk.undoing import moves_if
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Entry
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status, whole_number
from tournament.services.changes import RefusedError, restored_among
from tournament.services.people.attendance import WAITING, set_status, undo_statuses
from tournament.services.people.attendance import check_in as check_players_in
from tournament.services.people.requests import open_requests_of
from tournament.tellings.diary import sentence_of
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

BACK_TO_ENTRY = "?back=entry"

EXPECTED = frozenset({Status.REGISTERED, Status.LATE})
"""The statuses of players whom "everybody" checks in; absent or excluded players must be chosen themselves."""


@looks_again
@desk_form
def check_in(desk: Desk) -> HttpResponse:
    """Show who is here; a POST checks players in or gives them another status. After a refusal, ticks and typed text are kept."""
    posted = desk.request.POST
    if desk.is_post:
        try:
            with desk.refusals():
                numbers, status = _pressed(desk)
                desk.is_compared()
                return _mark(desk, numbers, status, desk.request.path)
        except ValidationError as refusal:
            desk.problems = refusal.messages
    entries = _to_check_in(desk.record)
    ticked = {whole_number(tick.partition(":")[0]) for tick in posted.getlist("number")}
    return desk.page(
        "director/entries/check_in.html",
        "entries",
        rows=entries,
        requests_many=open_requests_of(desk.event),
        ticked=ticked if desk.problems else set(),
        who=posted.get("who", "") if desk.problems else "",
        arriving={entry.player for entry in entries if may_arrive(desk.record, entry)},
        chosen=missed_kind(posted),
        **_counts(desk, entries),
    )


def _to_check_in(record: EventRecord) -> list[EntryRecord]:
    """Return the entries that have not left the event, in order of number, those already present last."""
    return sorted(
        (entry for entry in record.entries if entry.status not in LEFT),
        key=lambda entry: (entry.status is Status.PRESENT, entry.player),
    )


def _counts(desk: Desk, entries: Sequence[EntryRecord]) -> dict[str, Any]:
    """Return how many players are present and expected, the tables they make, and the scores to choose from for missed rounds."""
    record = desk.record
    begun = sum(round_.state is not RoundState.DRAFT for round_ in record.rounds)
    awaited = [entry for entry in record.entries if entry.status in EXPECTED]
    expected = len(awaited)
    return {
        "expected": expected,
        "expected_name": awaited[0].name if awaited else "",
        "expected_numbers": in_spans([entry.player for entry in awaited]),
        "present": len(record.active),
        "tables": tables_for(len(record.active)),
        "tables_with_all": tables_for(len(record.active) + expected),
        "choices": late_entry_choices(begun, record.ruleset) if len(entries) > len(record.active) else (),
        "check_in_url": desk.address("desk_check_in"),
    }


@never_cache
@desk_page
def since(desk: Desk) -> HttpResponse:
    """Return the rows of players whose status other desks changed since version ``v``, and the counts; 204 where nothing changed."""
    seen = whole_number(desk.request.GET.get("v"))
    if desk.event.version == seen:
        return HttpResponse(status=204)
    changes = list(desk.event.changes.filter(version__gt=seen))
    if restored := restored_among(desk.event, changes):
        return HttpResponse(restored, content_type="text/plain; charset=utf-8", status=409)
    entries = _to_check_in(desk.record)
    touched = entries_touched(changes)
    listed = {entry.player for entry in entries}
    context = desk.context(
        "entries",
        rows=[entry for entry in entries if entry.player in touched],
        gone=[number for number in touched if number not in listed],
        ticked=(),
        **_counts(desk, entries),
    )
    return render(desk.request, "director/entries/check_in_since.html", for_page(context, "desk_check_in"))


def _pressed(desk: Desk) -> tuple[list[PlayerId], Status]:
    """Return the players whom the pressed button is about, and their new status.

    Raises RefusedError where one of them has changed since the page was shown, ValidationError where nobody, or no single player, is named.
    """
    request, record = desk.request, desk.record
    one, to = request.POST.get("one", ""), request.POST.get("to", "")
    if one:
        return [PlayerId(whole_number(one))], Status.PRESENT
    if to == "everybody":
        return _everybody(record, request.POST.get("expected")), Status.PRESENT
    if to in set(Status):
        return _ticked(record, request.POST.getlist("number"), Status(to)), Status(to)
    who = request.POST.get("who", "").strip()
    if not who:
        raise ValidationError(_("Enter a name or number, or select players and press a button."))
    return [the_player(who, (entry for entry in record.entries if entry.status not in LEFT))], Status.PRESENT


def _everybody(record: EventRecord, shown: str | None) -> list[PlayerId]:
    """Return all expected players; RefusedError where they are not those whom the page counted.

    ``shown`` has the numbers that the page counted (see `in_spans`), None where it sent none. Players whom another desk has checked in
    meanwhile make no difference, for that is what the button asks for.
    """
    now = [entry for entry in record.entries if entry.status in EXPECTED]
    meant = record.people.keys() if shown is None else within_spans(shown, record.people.keys())
    more = [entry.name for entry in now if entry.player not in meant]
    less = [
        _has_status(entry)
        for entry in record.entries
        if shown is not None and entry.player in meant and entry.status not in EXPECTED | {Status.PRESENT}
    ]
    if more or less:
        news = [_expected_too(more)] * bool(more) + less[:MOST_NAMED]
        raise RefusedError(" ".join([*news, _("Check the list and press again.")]))
    return [entry.player for entry in now]


def _has_status(entry: EntryRecord) -> str:
    """Return that an entry has got another status since the page was shown."""
    return _("{name} is now {status}.", name=entry.name, status=status_word(entry.status))


def _expected_too(names: list[str]) -> str:
    """Return that these players have come to be expected since the page was shown; of more than a few, how many."""
    if len(names) > MOST_NAMED:
        return ngettext("{n} more player is expected now.", "{n} more players are expected now.", len(names))
    return ngettext("{names} is expected too now.", "{names} are expected too now.", len(names), names=listed(names))


def _ticked(record: EventRecord, ticks: Sequence[str], status: Status) -> list[PlayerId]:
    """Return the ticked players; RefusedError where one has a status that is neither the one the page showed nor the wanted one.

    A tick is the number, or the number, a colon, and the status that the page showed.
    """
    chosen = []
    for tick in ticks:
        number, _colon, was = tick.partition(":")
        player = PlayerId(whole_number(number))
        entry = record.people.get(player)
        if entry is not None and was and entry.status not in (was, status):
            again = _("Check the list and press again.")
            raise RefusedError(f"{_has_status(entry)} {again}")
        chosen.append(player)
    return chosen


def _mark(desk: Desk, numbers: list[PlayerId], status: Status, to: str, back: str = "") -> HttpResponse:
    """Give players a status, tell so, and redirect to ``to``; ``back`` is added to the address of the Undo (see `BACK_TO_ENTRY`)."""
    if status is Status.PRESENT:
        entries = check_players_in(desk.event, desk.actor, numbers, missed_kind(desk.request.POST))
    else:
        entries = set_status(desk.event, desk.actor, numbers, status)
    undo = desk.address("desk_undo_statuses", desk.event.version) + back
    return desk.done(marked(status, _shown_names(entries)), to, undo)


def _shown_names(entries: list[Entry]) -> list[str]:
    """Return the names of players; a single player has the number too."""
    return (
        [entry.said for entry in entries] if len(entries) > 1 else [f"{entry.number} {entry.said}" for entry in entries]
    )


def _as_before(entries: list[Entry]) -> str:
    """Return that the status of these players is what it was before."""
    if len(entries) > MOST_NAMED:
        return ngettext(
            "Undone: {n} player has the earlier status again.",
            "Undone: {n} players have their earlier status again.",
            len(entries),
        )
    return ngettext(
        "Undone: {names} has the earlier status again.",
        "Undone: {names} have their earlier status again.",
        len(entries),
        names=listed(_shown_names(entries)),
    )


@looks_again
@desk_act
def status(desk: Desk, number: int) -> HttpResponse:
    """Give one player another status, from the entry's page."""
    desk.entry(number)
    to, entry_page = desk.request.POST.get("to", ""), desk.address("desk_entry", number)
    try:
        if to not in {*WAITING, Status.PRESENT}:
            raise RefusedError(_("“{status}” is not a status. Reload the page.", status=to))
        meant = _ticked(desk.record, [f"{number}:{desk.request.POST.get('was', '')}"], Status(to))
        desk.is_compared()
        return _mark(desk, meant, Status(to), entry_page, BACK_TO_ENTRY)
    except RefusedError as refusal:
        return desk.refused(str(refusal), entry_page)


@desk_act
def undo(desk: Desk, version: int) -> HttpResponse:
    """Undo a change of status that was just made; ``version`` is that of the change. It asks first where figures would change."""
    event, record, actor = desk.event, desk.record, desk.actor
    try:
        moves = moves_if(desk, lambda tried: undo_statuses(tried, replace(actor, key=""), version))
        if moves and not desk.is_confirmed(moves):
            return desk.ask(
                _("Undo"),
                "",
                desk.address("desk_check_in"),
                title=_("Undo: {sentence}?", sentence=sentence_of(event.changes.get(version=version), record)),
                action=desk.request.get_full_path(),
                moves=moves,
            )
        entries = undo_statuses(event, actor, version)
    except RefusedError as refusal:
        return desk.refused(str(refusal), desk.address("desk_check_in"))
    is_from_entry = desk.request.GET.get("back") == "entry"
    back = desk.address("desk_entry", entries[0].number) if is_from_entry else desk.address("desk_check_in")
    return desk.done(_as_before(entries), back)
