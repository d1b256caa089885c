"""The planned times of an event's rounds: a day, a time and a hall for each, every one of them optional."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from tournament.desk.forms.fields import DeskForm
from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.event import EventRecord
from tournament.record.rounds import PlannedStart
from tournament.services.events.planning import LONGEST_HALL, NoSuchTimeError, comes_twice, moment_of
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
