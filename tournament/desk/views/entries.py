"""Who is entered, and one entry's own page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct, user_of
from tournament.day.arriving import may_arrive
from tournament.day.likeness import pairs_alike
from tournament.desk.acting import act_and_go, actor_of, page, undo_address
from tournament.desk.collisions import Confirmation, both_values, confirmed
from tournament.desk.forms.entries import EntryForm, missed_kind
from tournament.desk.frame import desk_context, entry_or_404, mark_of
from tournament.desk.known import doubts_about
from tournament.desk.lists import csv_answer
from tournament.desk.lists.entries import EntryTable
from tournament.desk.player import neighbours, players_day
from tournament.desk.reprints import lacking_fonts
from tournament.desk.undoing import moves_if
from tournament.desk.views.events.own import status_counts
from tournament.draw.naming import name_of_round
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import missing_characters, packages_for
from tournament.public.lists import drawn, wants_csv
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, RoundState, Status
from tournament.services.changes import ConflictError, RefusedError, UnchangedError
from tournament.services.entries import Particulars, edit_entry, reason_to_keep, remove_entry
from tournament.services.hall.phones import phones_of_player
from tournament.services.people.attendance import WAITING
from tournament.tellings.history.moves import final_moves_in_words
from tournament.tellings.words import strength

PER_PAGE = 250
PAIRS_SHOWN = 8


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List every entry, with what is to be known about it."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    asked = request.GET.get("status", "")
    shown = [entry for entry in record.entries if not asked or entry.status.value == asked]
    table = EntryTable(shown, slug=slug, remarks=remarks(record))
    table.arrange(request, PER_PAGE)
    if wants_csv(request):
        return csv_answer(table, f"{slug}-entries")
    context = desk_context(
        event,
        record,
        "entries",
        table=table,
        counts=status_counts(record),
        asked=asked,
        add=request.GET.get("add", "").replace("\x00", "").strip(),
        shown=len(shown),
        pairs=pairs_alike(record.entries)[:PAIRS_SHOWN],
        fonts=lacking_fonts(record),
    )
    return render(request, "director/entries/entries.html", context)


def remarks(record: EventRecord) -> Mapping[PlayerId, Sequence[str]]:
    """What is to be known about entries, by number: late, fixed table, kept apart, note, what paper cannot print."""
    found: dict[PlayerId, list[str]] = defaultdict(list)
    for rule in record.aparts:
        for player in rule.players:
            others = ", ".join(str(other) for other in rule.players if other != player)
            found[player].append(f"apart from {others} ({strength(rule)})")
    for entry in record.entries:
        if entry.fixed_table is not None:
            found[entry.player].insert(0, f"always at table {entry.fixed_table}")
        first, last = record.first_round_of(entry.player), record.left_after(entry.player)
        if first > 1 and entry.status is Status.PRESENT:
            found[entry.player].append(f"from {name_of_round(record, first)}")
        if last is not None:
            found[entry.player].append(f"left after {name_of_round(record, last)}" if last else "left before play")
        if entry.note:
            found[entry.player].append(entry.note)
        if missing := unprintable(entry.name):
            found[entry.player].append(f"paper cannot print {missing}")
    return found


def unprintable(name: str) -> str:
    """The characters of a name that no font on this machine prints, with their code points, for a screen may not show them either."""
    return ", ".join(f"{character} (U+{ord(character):04X})" for character in missing_characters(name))


def _medals_moved(
    request: HttpRequest, event: Event, record: EventRecord, number: int, wanted: Particulars
) -> Sequence[str]:
    """The medals that other particulars would move, such as a junior's, as sentences to be confirmed; none where none moves."""
    actor = replace(actor_of(request), key="")
    moves = moves_if(event, record, lambda tried: edit_entry(tried, actor, number, wanted))
    return [said] if (said := final_moves_in_words(moves.effect.finals)) else []


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one entry with everything that can be done about it, and correct its particulars."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    form = EntryForm(request.POST or None, initial=_particulars(entry))
    problems: list[str] = []
    doubts: Sequence[str] = ()
    conflicts: list[tuple[str, str, str]] = []
    if request.method == "POST" and form.is_valid():
        doubts = doubts_of(record, entry, form.particulars)
        try:
            doubts = (*doubts, *_medals_moved(request, event, record, number, form.particulars))
            if not doubts or request.POST.get("sure") == mark_of(doubts):
                edit_entry(event, actor_of(request), number, form.particulars)
                undo = undo_address(event, event.version)
                messages.success(request, f"The entry of {form.particulars.name} is saved.", extra_tags=undo)
                if form.particulars.name != entry.name:
                    for doubt in doubts_about(user_of(request), event, record, form.particulars.name, number):
                        messages.warning(request, doubt)
                return redirect("desk_entry", slug, number)
        except UnchangedError as nothing:
            messages.info(request, str(nothing))
        except ConflictError as conflict:
            problems, conflicts = [str(conflict)], both_values(conflict, form)
            form.follow(conflict.followed)
        except RefusedError as refusal:
            problems = [str(refusal)]
    asked = {"conflicts": conflicts, "doubts": doubts, "mark": mark_of(doubts)}
    context = entry_context(request, event, record, entry, form, problems) | asked
    return render(request, "director/entries/entry.html", context, status=409 if conflicts else 200)


def doubts_of(record: EventRecord, entry: EntryRecord, typed: Particulars) -> tuple[str, ...]:
    """What is asked about before it is saved: a name that another entry has, a fixed table that nobody could fill."""
    doubts = []
    key = name_key(typed.name)
    others = [other for other in record.entries if other is not entry and name_key(other.name) == key]
    if others and key != name_key(entry.name):
        doubts.append(
            f"{others[0].name} is entered already, as number {others[0].player}; save for a second player of this name."
        )
    playing = [each for each in record.entries if each.status not in LEFT]
    most = max(1, len(playing) // min(record.ruleset.size_multipliers))
    if typed.fixed_table is not None and typed.fixed_table > most and typed.fixed_table != entry.fixed_table:
        doubts.append(
            f"There is no table {typed.fixed_table} yet: {len(playing)} players fill {most} at most. "
            "Type another, or save if more players will come; without that table no round can be drawn."
        )
    return tuple(doubts)


def entry_context(
    request: HttpRequest,
    event: Event,
    record: EventRecord,
    entry: EntryRecord,
    form: EntryForm,
    problems: Sequence[str] = (),
) -> dict[str, object]:
    """Everything that an entry's page shows."""
    begun = sum(played.state is not RoundState.DRAFT for played in record.rounds)
    day = players_day(record, entry.player)
    return desk_context(
        event,
        record,
        "entries",
        entry=entry,
        first_round=record.first_round_of(entry.player),
        left_after=record.left_after(entry.player),
        form=form,
        problems=problems,
        day=day,
        picture=drawn(day.picture),
        neighbours=neighbours(record, entry),
        penalties=[penalty for penalty in record.penalties if penalty.player == entry.player],
        rules=[
            (rule, strength(rule), [record.name_of(player) for player in rule.players if player != entry.player])
            for rule in record.aparts
            if entry.player in rule.players
        ],
        missing=unprintable(entry.name),
        packages=" ".join(packages_for(missing_characters(entry.name))),
        waiting=sorted(WAITING - {entry.status}) if entry.status in WAITING or entry.is_active else (),
        phones=phones_of_player(event, entry.player),
        may_arrive=may_arrive(record, entry),
        may_move=not record.has_taken_part(entry.player),
        may_remove=not reason_to_keep(record, entry.player),
        choices=late_entry_choices(begun, record.ruleset),
        chosen=missed_kind(request.POST),
    )


def _particulars(entry: EntryRecord) -> dict[str, object]:
    return {
        "name": entry.name,
        "given_name": entry.given_name,
        "family_name": entry.family_name,
        "shown_as": entry.shown_as.value,
        "country": entry.country,
        "is_junior": entry.is_junior,
        "contestant_id": entry.contestant_id,
        "fixed_table": entry.fixed_table,
        "note": entry.note,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove an entry made by mistake, after asking; where it has to stay, the page says why at once."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: remove_entry(event, actor_of(request), number),
            f"The entry of {entry.name} is removed.",
            page("desk_entries", event),
            refused_to=page("desk_entry", event, number),
        )
    refusal = reason_to_keep(record, entry.player)
    context = desk_context(event, record, "entries", entry=entry, refusal=refusal)
    return Confirmation(request, "director/entries/remove.html", context, shown=(entry.name, refusal))
