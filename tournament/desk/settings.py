"""The settings of an event, what the rules leave open for a size of table, and the planned times of its rounds.

The planned times of an event's rounds: a day, a time and a hall for each, every one of them optional.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, time
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.access.slices import go_on
from tournament.day.leaving import if_rounds_count
from tournament.desk.desk import Desk, desk_form
from tournament.desk.event_forms import EventForm, SizeForm, settings_of
from tournament.desk.fields import DeskForm
from tournament.desk.frame import mark_of
from tournament.draw.allocation import AllocationError, choices
from tournament.draw.seating import ClockError, name_of_round, round_time, title_of_round
from tournament.record.event import EventRecord
from tournament.record.figures import capitalized
from tournament.record.formats import Scale
from tournament.record.rounds import PlannedStart
from tournament.record.settings import SIZES
from tournament.record.vocabulary import SitOutKind
from tournament.services.changes.previewing import previewed
from tournament.services.changes.refusals import ConflictError, RefusedError, UnchangedError
from tournament.services.copying import LONGEST_HALL, NoSuchTimeError, comes_twice, moment_of, plan_times
from tournament.services.events import SETTABLE, change_settings
from tournament.tellings.diary import planned_words
from tournament.tellings.moves import Moves, final_moves_in_words, moves_of
from tournament.tellings.times import zone_in_words
from wording import gettext as _
from wording.figures import clock_time, listed, long_date


class PlanForm(DeskForm):
    """One row of fields for each round: day, time and hall. The day defaults to the event's; a day without a time is ignored."""

    def __init__(self, *typed: Any, record: EventRecord, **options: Any) -> None:
        """``record`` gives the number of rounds and the times and halls planned so far."""
        super().__init__(*typed, **options)
        self.record = record
        self.numbers = range(1, record.rounds_planned + 1)
        for number in self.numbers:
            plan = record.plan_of(number) or PlannedStart(number)
            start = timezone.localtime(plan.starts_at) if plan.starts_at else None
            self.fields[f"r{number}-day"] = forms.DateField(
                label=_("{name}: {value}", name=_("Day"), value=title_of_round(record, number)),
                required=False,
                initial=start.date() if start else record.date,
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            )
            self.fields[f"r{number}-time"] = forms.TimeField(
                label=_("{name}: {value}", name=_("Start"), value=title_of_round(record, number)),
                required=False,
                initial=start.time() if start else None,
                widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                error_messages={"invalid": _("Enter a time such as 14:00.")},
            )
            self.fields[f"r{number}-hall"] = forms.CharField(
                label=_("{name}: {value}", name=_("Hall"), value=title_of_round(record, number)),
                required=False,
                max_length=LONGEST_HALL,
                initial=plan.hall,
            )

    def clean(self) -> dict[str, Any]:
        """Check that each round starts after the one before it; otherwise the error is added to the later round."""
        typed = super().clean() or {}
        before: tuple[int, datetime] | None = None
        for number in self.numbers:
            try:
                start = self._start(typed, number)
            except NoSuchTimeError as refusal:
                self.add_error(f"r{number}-time", str(refusal))
                continue
            if start is not None and before is not None and start <= before[1]:
                self.add_error(
                    f"r{number}-time",
                    _(
                        "{round} must start after {earlier_round}, which starts at {time} on {date}.",
                        round=title_of_round(self.record, number),
                        earlier_round=name_of_round(self.record, before[0]),
                        time=clock_time(before[1]),
                        date=long_date(before[1].date()),
                    ),
                )
            before = (number, start) if start is not None else before
        return typed

    def _start(self, typed: dict[str, Any], number: int) -> datetime | None:
        """Return when a round starts, None where no time was typed; NoSuchTimeError where clocks skip that time."""
        at = typed.get(f"r{number}-time")
        if at is None:
            return None
        day = typed.get(f"r{number}-day") or self.fields[f"r{number}-day"].initial
        return moment_of(day, at)

    def twice(self) -> str:
        """Return a sentence about planned times that come twice when clocks go back, empty for none. Call after ``is_valid()``."""
        starts = [plan.starts_at for plan in self.plan().values() if plan.starts_at and comes_twice(plan.starts_at)]
        if not starts:
            return ""
        moments = [timezone.localtime(start) for start in starts]
        times = [_("{time} on {day}", time=clock_time(each), day=long_date(each.date())) for each in moments]
        return _("The clocks go back that night. The first occurrence of {times} is used.", times=listed(times))

    def plan(self) -> dict[int, PlannedStart]:
        """Return the planned start and hall of each round, by its number. May only be called after ``is_valid()``."""
        typed = self.cleaned_data
        return {
            number: PlannedStart(number, self._start(typed, number), typed[f"r{number}-hall"])
            for number in self.numbers
        }

    def rows(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """Yield the number of each round with its fields for day, time and hall."""
        return ((number, [self[f"r{number}-{what}"] for what in ("day", "time", "hall")]) for number in self.numbers)


@desk_form
def settings(desk: Desk) -> HttpResponse:
    """Change settings; where that changes totals of closed rounds, show whose and ask first."""
    event, record = desk.event, desk.record
    form = EventForm(desk.posted, initial=settings_of(event), plays=event.format)
    moves = Moves()
    left: tuple[str, ...] = ()
    asks = False
    if desk.sent(form):
        actor, typed = desk.actor, _typed_settings(form.cleaned_data)
        with desk.refusals():
            then = previewed(event, lambda tried: change_settings(tried, actor, typed))
            left, moves = if_rounds_count(record, then), moves_of(record, then)
            asks = bool(moves or left) and desk.request.POST.get("confirmed") != mark_of((moves, *left))
            if not asks:
                change_settings(event, actor, typed)
                page, sentence = go_on(desk, record)
                told = (*left, final_moves_in_words(moves.effect.finals), sentence)
                return desk.did(page or desk.request.path, more=told)
    conflicts = desk.both_values(form)
    return desk.page(
        "director/settings/settings.html",
        "settings",
        status=409 if conflicts else 200,
        form=form,
        parts=form.parts(),
        wrong=[(form[name].label, form[name].auto_id) for name in form.errors if name in form.fields],
        moved=moves,
        asks=asks,
        left=left,
        mark=mark_of((moves, *left)),
        conflicts=conflicts,
        pages_of_apps=_pages_of_apps(desk),
    )


def _pages_of_apps(desk: Desk) -> list[tuple[str, str]]:
    """Return the title and the address of the page that each app adds to the desk of an event: its ``event_page``."""
    added = ((config, str(getattr(config, "event_page", ""))) for config in apps.get_app_configs())
    found = []
    for config, page in added:
        with suppress(NoReverseMatch):  # of a plug-in whose pages could not be read
            if page:
                found.append((_(str(config.verbose_name)), desk.address(f"{config.label}:{page}")))
    return found


def _typed_settings(cleaned: dict[str, Any]) -> dict[str, Any]:
    """Return only the settings of a checked form, without its other fields."""
    return {name: cleaned[name] for name in SETTABLE if name in cleaned}


@desk_form
def confirm_size(desk: Desk, size: int) -> HttpResponse:
    """Set multiplier and minutes of tables of a size, which the rules leave open (R29, R60); then go to the address ``next``."""
    event, request, rules = desk.event, desk.request, desk.record.format
    back = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = desk.address("desk_event")
    if not rules.tables.least <= size <= rules.tables.most:
        raise Http404
    stored = {"multiplier": rules.multipliers.get(size), "minutes": rules.tables.minutes.get(size)}
    known = {name: value for name, value in stored.items() if value is not None}
    form = SizeForm(desk.posted, rules=rules, size=size, initial=known)
    if desk.sent(form):
        with desk.refusals():
            confirmed = {f"{name}_{SIZES[size]}": value for name, value in form.cleaned_data.items()}
            change_settings(event, desk.actor, confirmed, "R29, R60")
            return desk.did(back)
    suggested = rules.step(Scale).suggested.get(size, ()) if rules.multipliers else ()
    return desk.page(
        "director/rounds/size.html",
        "settings",
        form=form,
        back=back,
        size=size,
        readings=[(multiplier, multiplier * 100 // size) for multiplier in suggested],
        sit_out=rules.score_of(SitOutKind.STANDARD),
    )


@desk_form
def plan(desk: Desk) -> HttpResponse:
    """Plan the start and the hall of every round; errors are shown beside their fields."""
    plan_page = desk.request.path
    form = PlanForm(desk.posted, record=desk.record)
    conflicts: list[tuple[str, str, str]] = []
    if desk.sent(form):
        try:
            plan_times(desk.event, desk.actor, form.plan())
        except UnchangedError as nothing:
            messages.info(desk.request, str(nothing))
            return redirect(plan_page)
        except RefusedError as refusal:
            desk.problems.append(str(refusal))
            if isinstance(refusal, ConflictError):
                conflicts = [
                    (capitalized(planned_words(desk.record, key)), *values) for key, values in refusal.conflicts.items()
                ]
        else:
            answer = desk.did(plan_page)
            if twice := form.twice():
                messages.warning(desk.request, twice)
            return answer
    status = 409 if conflicts else 200
    context = {
        "conflicts": conflicts,
        "plan_form": form,
        "plan_rows": _plan_rows(desk.record, form),
        "zone": zone_in_words(_starts_or_noon(desk.record), timezone.get_current_timezone()),
    }
    return desk.page("director/settings/plan.html", "settings", status=status, **context)


def _starts_or_noon(record: EventRecord) -> list[datetime]:
    """Return the planned starts of the rounds; without any, noon of the day of the event."""
    starts = [plan.starts_at for plan in record.planned_starts if plan.starts_at is not None]
    return starts or [timezone.make_aware(datetime.combine(record.date, time(12)))]


def _plan_rows(record: EventRecord, form: PlanForm) -> list[tuple[int, list[BoundField], str, datetime | None]]:
    """Return for each round its number, its fields, its minutes in words, and its actual start."""
    begun = {round_.number: round_.starts_at for round_ in record.rounds}
    return [(number, fields, _minutes(record, number), begun.get(number)) for number, fields in form.rows()]


def _minutes(record: EventRecord, number: int) -> str:
    """Return the minutes of a round for playing and allowance (R30), empty where they are unknown.

    For a round that is not drawn yet, they are those of the rules' first arrangement for the players present now.
    """
    try:
        if record.has_round(number):
            sizes = record.round(number).sizes
        else:
            sizes = choices(len(record.active), record.rounds_planned, record.format)[0].arrangement.sizes
        time = round_time(sizes, record.format)
    except (AllocationError, ClockError):
        return ""
    return f"{time.play} + {time.allowance}"
