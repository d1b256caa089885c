"""An event's own page, its settings, and what the rules leave open for six."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings as django_settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.day.leaving import if_rounds_count
from tournament.desk.acting import actor_of, undo_address
from tournament.desk.collisions import both_values
from tournament.desk.forms.events import SettingsForm, SixForm, settings_of
from tournament.desk.frame import desk_context, mark_of
from tournament.desk.reprints import is_printed_before, reprints
from tournament.desk.undoing import moves_if
from tournament.desk.views.changes import latest_lines
from tournament.desk.views.events.planning import plan_part
from tournament.desk.views.people.asking import what_follows
from tournament.installation.keeping import safety
from tournament.models import Event, PlayerRequest
from tournament.models.queries import record_of, ruleset_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.rulesets import SMALLEST_EVENT, SUGGESTED_SIX_MULTIPLIER
from tournament.record.vocabulary import Status, Thousandths
from tournament.scores.scoring import ScoringError
from tournament.services.changes import ConflictError, RefusedError, UnchangedError
from tournament.services.events import SETTINGS, change_settings, merged_settings
from tournament.services.events import confirm_six as confirm_six_settings
from tournament.services.people.requests import open_requests, open_requests_of
from tournament.tellings.history.moves import Moves, final_moves_in_words
from tournament.tellings.news.plan import plans_to_come, start_in_words

LATEST, LOOKED_AT = 8, 80
OTHER_READINGS: tuple[Thousandths, ...] = (1_400, 1_350)  # R60: the steps of 0.25 and 0.20 continued
EXAMPLE_SHARE: Thousandths = 24_421  # the first of a table of six in the rules' worked example


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the event stands and the one next thing to do."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    return render(
        request,
        "director/event/event.html",
        desk_context(
            event,
            record,
            "event",
            disputes=record.open_disputes,
            requests=_requests(event, record) if open_requests_of(event) else [],
            changes=latest_lines(event, record, LATEST, LOOKED_AT),
            rounds=[
                (
                    played,
                    sum(table.has_result for table in played.tables),
                    _sitting_out(record, played),
                    start_in_words(record, played.number, timezone.get_current_timezone()),
                )
                for played in record.rounds
            ],
            planned=[
                row for row in plans_to_come(record, timezone.get_current_timezone()) if not record.has_round(row[0])
            ],
            anybody_sits_out=any(_sitting_out(record, played) for played in record.rounds),
            counts=status_counts(record),
            is_practice=event.is_practice,
            may_play=len(record.active) >= SMALLEST_EVENT
            and len(record.closed_rounds) < record.rounds_planned
            and not event.is_put_away,
            public_path=reverse("event", args=[slug]),
            address_changed=django_settings.EARLIER_ADDRESS
            if is_printed_before(record, django_settings.ADDRESS_CHANGED)
            else "",
            safety=safety(),
            reprints=reprints(event, record),
        ),
    )


def _requests(event: Event, record: EventRecord) -> list[tuple[PlayerRequest, tuple[str, ...], str]]:
    """What players ask by phone, each with what follows where it is to be withdrawn, and the mark of that."""
    told = [(asked, what_follows(record, asked)) for asked in open_requests(event)]
    return [(asked, follows, mark_of(follows)) for asked, follows in told]


def _sitting_out(record: EventRecord, played: RoundRecord) -> list[str]:
    """Who sits a round out, by name; who came late has missed it, which is another thing."""
    return [record.name_of(row.player) for row in played.sit_outs if row.kind.counts_as_sit_out]


def status_counts(record: EventRecord) -> list[tuple[Status, int]]:
    """How many entries have each status, none left out but those nobody has."""
    counted = [(status, sum(entry.status is status for entry in record.entries)) for status in Status]
    return [(status, count) for status, count in counted if count]


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change settings; where that moves totals of closed rounds, show whom and ask first."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = SettingsForm(request.POST or None, initial=settings_of(event))
    moves = Moves()
    left: tuple[str, ...] = ()
    problems: list[str] = []
    conflicts: list[tuple[str, str, str]] = []
    asks = False
    if request.method == "POST" and form.is_valid():
        try:
            actor, typed = actor_of(request), _typed(form.cleaned_data)
            left = if_rounds_count(record, _under(event, record, merged_settings(event, actor, typed)))
            moves = moves_if(event, record, lambda tried: change_settings(tried, replace(actor, key=""), typed))
            asks = bool(moves or left) and request.POST.get("confirmed") != mark_of((moves, *left))
            if not asks:
                change_settings(event, actor, typed, form.cleaned_data["reason"])
                messages.success(request, _saved(moves, left), extra_tags=undo_address(event, event.version))
                return redirect("desk_settings", slug)
        except UnchangedError as nothing:
            messages.info(request, str(nothing))
        except ConflictError as conflict:
            problems, conflicts = [str(conflict)], both_values(conflict, form)
            form.follow(conflict.followed)
        except (RefusedError, ScoringError) as refusal:
            problems = [str(refusal)]
    context = desk_context(
        event,
        record,
        "settings",
        form=form,
        moves=moves.totals,
        effect=moves.effect,
        unpublishes=moves.unpublishes,
        asks=asks,
        left=left,
        mark=mark_of((moves, *left)),
        problems=problems,
        conflicts=conflicts,
        **plan_part(record),
    )
    return render(request, "director/event/settings.html", context, status=409 if conflicts else 200)


def _typed(cleaned: dict[str, Any]) -> dict[str, Any]:
    return {name: cleaned[name] for name in SETTINGS if name in cleaned}


def _under(event: Event, record: EventRecord, wanted: Mapping[str, Any]) -> EventRecord:
    """The event as it would stand under these settings."""
    changed = Event(**{**settings_of(event), **wanted})
    return replace(record, ruleset=ruleset_of(changed), rounds_planned=changed.rounds_planned)


def _saved(moves: Moves, left: tuple[str, ...]) -> str:
    """What saving did to totals, and to medals and points."""
    count = len(moves.totals)
    totals = f"{count} {'totals or places' if count > 1 else 'total or place'} changed" if count else "no total changed"
    told = " ".join(filter(None, (*left, final_moves_in_words(moves.effect.finals))))
    if not told:
        return f"The settings are saved; {totals}."
    return (
        f"The settings are saved; {totals}. {told}"
        if count
        else f"The settings are saved; {totals}, but this did: {told}"
    )


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_six(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm multiplier and minutes of a table of six, for which the rules have none (R29, R60)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    back = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("desk_event", args=[slug])
    standing = {"multiplier": event.multiplier_six, "minutes": event.minutes_six}
    form = SixForm(request.POST or None, initial={name: value for name, value in standing.items() if value is not None})
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            confirm_six_settings(
                event, actor_of(request), form.cleaned_data["multiplier"], form.cleaned_data["minutes"]
            )
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            messages.success(request, "The table of six is settled; it is printed on every sheet that needs it.")
            return redirect(back)
    readings = [
        (multiplier, multiplier * 100 // 6, (multiplier * EXAMPLE_SHARE + 500) // 1000)
        for multiplier in (SUGGESTED_SIX_MULTIPLIER, *OTHER_READINGS)
    ]
    context = desk_context(
        event,
        record,
        "settings",
        form=form,
        problems=problems,
        back=back,
        readings=readings,
        is_settled=None not in standing.values(),
    )
    return render(request, "director/rounds/six.html", context)
