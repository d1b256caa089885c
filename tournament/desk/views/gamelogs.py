"""A table's game logs: attach one, look at its replay, publish it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.acquire.editions import edition_named
from tournament.access import event_to_direct, roles_of, user_of
from tournament.desk.acting import act_and_go, actor_of, page, round_of, table_of
from tournament.desk.forms.gamelogs import LogForm
from tournament.desk.frame import desk_context
from tournament.desk.lists import csv_answer
from tournament.desk.lists.gamelogs import FindingTable, found_in
from tournament.desk.papers import (
    at_table,
    compared_seats,
    excerpts_of,
    log_or_404,
    papers_part,
    told_by_table,
    unproved_part,
)
from tournament.models import GameLog
from tournament.models.queries import record_of
from tournament.public.lists import wants_csv
from tournament.public.replays.causes import CAUSES_SHOWN, ShownCause, shown_causes
from tournament.public.replays.viewer import step_asked, viewer
from tournament.public.replays.worth import insight_beside
from tournament.record.acts import Role
from tournament.record.vocabulary import whole_number
from tournament.replays import (
    GameReading,
    UnreadableLogError,
    compare,
    doubts_of,
    obstacles,
    read_game,
    spoken_end,
)
from tournament.services.changes import RefusedError
from tournament.services.gamelogs import LONGEST_TITLE, attach_log, publish_log, withdraw_log

FINDINGS_A_PAGE = 50


def _title_of_corrected(old: GameLog) -> str:
    """The name that a corrected log is offered: that of the old one with the word behind it, where both fit."""
    title = f"{old}, corrected"
    return title if len(title) <= LONGEST_TITLE else "Corrected log"


@require_http_methods(["GET", "HEAD", "POST"])
def attach(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Paste or upload a log; one that cannot be read stays in its field with the place that is wrong.

    ``?from=`` and the key of a log begins with its text, to be corrected and attached beside it.
    """
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    told = told_by_table(record, played, here)
    origin = whole_number(request.GET.get("from"))
    if request.method == "POST":
        form = LogForm(request.POST, request.FILES, table=told)
    else:
        old = log_or_404(event, number, table, origin) if origin else None
        form = LogForm(initial={"text": old.text, "title": _title_of_corrected(old)} if old else {}, table=told)
    if form.is_bound and form.is_valid():
        text, title = form.cleaned_data["text"], form.cleaned_data["title"]
        try:
            log = attach_log(event, actor_of(request), number, table, text, title)
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{log} is attached: {_told(read_game(text, told))}. Nothing else was changed.")
            return redirect(page("desk_log", event, number, table, log.pk))
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        form=form,
        is_correction=bool(origin),
        known=told.lines,
        **papers_part(record, number, table),
    )
    return render(request, "director/disputes/attach_log.html", context)


def _told(reading: GameReading) -> str:
    turns, found, unread = reading.answer.turns, len(reading.findings), len(reading.problems)
    told = f"{turns} turn{'' if turns == 1 else 's'}, {found or 'no'} finding{'' if found == 1 else 's'}"
    return f"{told}, {unread} place{'' if unread == 1 else 's'} that cannot be read" if unread else told


@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """What went wrong and why, the cash it comes to set against the result, and the game event by event, from the first cause on.

    ``?turn=`` and ``&step=`` choose the step, ``?_export=csv`` gives the findings as a file, ``?_export=log`` the log as it came.
    """
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    if request.GET.get("_export") == "log":
        return _as_it_came(found, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    address = page("desk_log", event, number, table, log)
    context = desk_context(
        event, record, number=number, table=here, log=found, address=address, **papers_part(record, number, table)
    )
    try:
        game = at_table(found, record, played, here)
    except UnreadableLogError as error:
        return render(
            request,
            "director/disputes/log.html",
            {**context, "unreadable": str(error), "unread": excerpts_of(error.problems)},
        )
    reading = game.reading
    dispute = f"{page('desk_open_dispute', event, number, table)}?log={log}"
    findings = FindingTable(found_in(reading), address=address, dispute=dispute)
    if wants_csv(request):
        return csv_answer(findings, f"{slug}-log-{log}-findings")
    findings.arrange(request, FINDINGS_A_PAGE)
    rows = compare(reading, here, game.seats)
    causes = shown_causes(game.told)
    at = _asked(request, reading, causes)
    context |= {
        "causes": causes[:CAUSES_SHOWN],
        "more": len(causes[CAUSES_SHOWN:]),
        "dispute": dispute,
        "in_the_end": spoken_end(rows, game.names),
        "unproved": unproved_part(game),
        "reading": reading,
        "unread": excerpts_of(reading.problems),
        "notes": reading.notes,
        "edition": edition_named(reading.record.header.edition).title,
        "counts": _counts(reading.findings),
        "findings": findings if reading.findings else None,
        "compared": compared_seats(rows, game.names),
        "is_compared": any(row.computed is not None or row.recorded is not None for row in rows),
        "agrees": all(row.agrees for row in rows),
        "obstacles": obstacles(reading, here),
        "doubts": doubts_of(reading, rows),
        "unsure": game.unsure,
        "viewer": viewer(reading, at, game.people),
        # Nobody learns at the desk either what a hand was worth while the round is being played.
        "insight_part": insight_beside(reading, at, page("desk_insight", event, number, table, log))
        if played.is_closed and Role.DIRECTOR in roles_of(user_of(request), event)
        else None,
    }
    return render(request, "director/disputes/log.html", context)


def _asked(request: HttpRequest, reading: GameReading, causes: Sequence[ShownCause]) -> int:
    """The step that the address asks for; without one that of the first cause, where something is found."""
    asked = request.GET.get("turn")
    if not asked and causes:
        return causes[0].step
    return step_asked(reading, whole_number(asked) if asked else None, whole_number(request.GET.get("step")))


def _counts(findings: tuple[Any, ...]) -> str:
    """How many findings of each severity, in words: "2 errors and 1 note"."""
    words = []
    for severity in ("error", "warning", "note"):
        count = sum(finding.severity == severity for _, finding in findings)
        if count:
            words.append(f"{count} {severity}{'' if count == 1 else 's'}")
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]]) or "nothing against the rules"


def _as_it_came(log: GameLog, slug: str) -> HttpResponse:
    answer = HttpResponse(log.text, content_type="text/plain; charset=utf-8")
    ending = "json" if log.text.lstrip("\ufeff \t\r\n").startswith("{") else "acq"
    answer["Content-Disposition"] = f'attachment; filename="{slug}-log-{log.pk}.{ending}"'
    return answer


@require_POST
def publish(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """Show the replay on the table's public page, or with ``public=no`` take it off."""
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    there = page("desk_log", event, number, table, log)
    again = page("desk_publish_log", event, number, table, log)
    if (request.GET.get("public") or request.POST.get("public")) == "no":
        done = f"The replay of {found} is public no longer."
        return act_and_go(request, lambda: withdraw_log(event, actor_of(request), found), done, there, undo=again)
    done = f"The replay of {found} is on the public page of table {table}, as soon as its results are public."
    undo = f"{again}?public=no"
    return act_and_go(request, lambda: publish_log(event, actor_of(request), found), done, there, undo=undo)
