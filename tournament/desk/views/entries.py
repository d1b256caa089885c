"""The roster: who is entered, pasting more, and one entry's own page."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.day.rosters import LineState, RosterError, RosterLine, read_roster, same_name_key
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.desk.collisions import both_values
from tournament.desk.forms.entries import EntryForm, RosterForm, missed_kind
from tournament.desk.frame import desk_context, entry_or_404
from tournament.desk.lists import csv_answer
from tournament.desk.lists.entries import EntryTable
from tournament.desk.views.events.own import status_counts
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import missing_characters
from tournament.public.lists import wants_csv
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status
from tournament.services.attendance import LEFT, WAITING
from tournament.services.changes import ConflictError, RefusedError, UnchangedError
from tournament.services.entries import Particulars, add_entries, edit_entry, reason_to_keep, remove_entry
from tournament.tellings.words import strength

PER_PAGE = 250


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
        event, record, "entries", table=table, counts=status_counts(record), asked=asked, shown=len(shown)
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
        if entry.first_round > 1 and entry.status is Status.PRESENT:
            found[entry.player].append(f"from round {entry.first_round}")
        if entry.last_round is not None:
            found[entry.player].append(
                f"left after round {entry.last_round}" if entry.last_round else "left before play"
            )
        if entry.note:
            found[entry.player].append(entry.note)
        if missing := unprintable(entry.name):
            found[entry.player].append(f"paper cannot print {missing}")
    return found


def unprintable(name: str) -> str:
    """The characters of a name that no font on this machine prints, with their code points, for a screen may not show them either."""
    return ", ".join(f"{character} (U+{ord(character):04X})" for character in missing_characters(name))


@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste a roster: one request shows what was understood, the next enters the ticked lines."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = RosterForm(request.POST or None, request.FILES or None)
    lines: Sequence[RosterLine] = ()
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            lines = _read(form.text, record)
            # Ticks belong to the text they were shown for: after a change of the text they are shown anew.
            if request.POST.get("step") == "enter" and request.POST.get("read") == _mark(form.text):
                return _enter(request, event, lines)
        except (RosterError, RefusedError) as refusal:
            problems = [str(refusal)]
    text = form.text if form.is_bound and form.is_valid() else request.POST.get("roster", "")
    ticked = set(request.POST.getlist("line")) if problems else {str(line.line) for line in lines if _is_new(line)}
    context = desk_context(
        event,
        record,
        "entries",
        form=form,
        # Doubted lines first, so that nobody has to look for them among a hundred.
        rows=[
            (line, str(line.line) in ticked, unprintable(line.name))
            for line in sorted(lines, key=lambda line: (_is_new(line), line.line))
        ],
        new=sum(_is_new(line) for line in lines),
        doubted=sum(not _is_new(line) for line in lines),
        text=text,
        read=_mark(text),
        problems=problems,
        has_begun=any(played.state is not RoundState.DRAFT for played in record.rounds),
    )
    return render(request, "director/entries/paste.html", context)


def _read(text: str, record: EventRecord) -> Sequence[RosterLine]:
    return read_roster(
        text, [entry.name for entry in record.entries], [entry.contestant_id for entry in record.entries]
    )


def _is_new(line: RosterLine) -> bool:
    return line.state is LineState.NEW


def _mark(text: str) -> str:
    """A short mark of a text, the same however a browser ends its lines."""
    return hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()[:16]


def _enter(request: HttpRequest, event: Event, lines: Iterable[RosterLine]) -> HttpResponse:
    ticked = set(request.POST.getlist("line"))
    chosen = [line for line in lines if str(line.line) in ticked and line.state is not LineState.REFUSED]
    entries = add_entries(event, actor_of(request), chosen)
    players = "1 player is" if len(entries) == 1 else f"{len(entries)} players are"
    messages.success(request, f"{players} entered. Check in who is here.")
    return redirect("desk_check_in", event.slug)


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
            if not doubts or request.POST.get("sure") == _mark(" ".join(doubts)):
                edit_entry(event, actor_of(request), number, form.particulars)
                messages.success(request, f"The entry of {form.particulars.name} is saved.")
                return redirect("desk_entry", slug, number)
        except UnchangedError as nothing:
            messages.info(request, str(nothing))
        except ConflictError as conflict:
            problems, conflicts = [str(conflict)], both_values(conflict, form)
            form.follow(conflict.followed)
        except RefusedError as refusal:
            problems = [str(refusal)]
    asked = {"conflicts": conflicts, "doubts": doubts, "mark": _mark(" ".join(doubts))}
    context = entry_context(request, event, record, entry, form, problems) | asked
    return render(request, "director/entries/entry.html", context, status=409 if conflicts else 200)


def doubts_of(record: EventRecord, entry: EntryRecord, typed: Particulars) -> tuple[str, ...]:
    """What is asked about before it is saved: a name that another entry has, a fixed table that nobody could fill."""
    doubts = []
    key = same_name_key(typed.name)
    others = [other for other in record.entries if other is not entry and same_name_key(other.name) == key]
    if others and key != same_name_key(entry.name):
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
    return desk_context(
        event,
        record,
        "entries",
        entry=entry,
        form=form,
        problems=problems,
        rounds=_rounds_of(record, entry.player),
        penalties=[penalty for penalty in record.penalties if penalty.player == entry.player],
        rules=[
            (rule, strength(rule), [record.name_of(player) for player in rule.players if player != entry.player])
            for rule in record.aparts
            if entry.player in rule.players
        ],
        missing=unprintable(entry.name),
        waiting=sorted(WAITING - {entry.status}) if entry.status in WAITING or entry.is_active else (),
        may_move=not record.has_taken_part(entry.player),
        may_remove=not reason_to_keep(record, entry.player),
        choices=late_entry_choices(begun, record.ruleset),
        chosen=missed_kind(request.POST),
    )


def _particulars(entry: EntryRecord) -> dict[str, object]:
    return {
        "name": entry.name,
        "country": entry.country,
        "is_junior": entry.is_junior,
        "contestant_id": entry.contestant_id,
        "fixed_table": entry.fixed_table,
        "note": entry.note,
    }


def _rounds_of(record: EventRecord, player: PlayerId) -> list[tuple[int, int | None, str]]:
    """Each begun round with the player's table, or why there is none."""
    rows: list[tuple[int, int | None, str]] = []
    for played in record.rounds:
        if played.state is RoundState.DRAFT:
            continue
        table = played.table_of(player)
        sit_out = next((row for row in played.sit_outs if row.player == player), None)
        rows.append(
            (
                played.number,
                table.number if table else None,
                f"{sit_out.kind.value}: {sit_out.reason}" if sit_out else "",
            )
        )
    return rows


@require_http_methods(["GET", "HEAD", "POST"])
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
    context = desk_context(event, record, "entries", entry=entry, refusal=reason_to_keep(record, entry.player))
    return render(request, "director/entries/remove.html", context)
