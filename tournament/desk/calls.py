"""What tables ask for while they play: the queue of their calls, the badge that counts them, and the clocks (R27, R30).

The form that gives a player time on the table's clock, or takes it (R27).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournament.day.at_table import in_short, read_out
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.fields import DeskForm
from tournament.models import Event
from tournament.models.at_table import waiting_of
from tournament.public.form_words import WholeField
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.calls import answer_call, calls_of
from tournament.services.changes import By, RefusedError
from tournament.services.clocks import MOST_MINUTES, TableClock, clocks_of, give_time, presses_of
from tournament.services.on_devices.following import games_at_tables
from tournament.services.tables import add_minutes, let_clock_go_on, pause_clock, start_clock
from tournament.tellings.hall import book_of
from wording import gettext as _
from wording.digits import whole_number
from wording.figures import clock_time


class TimeForm(DeskForm):
    """The player whose clock is changed, whether time is taken or given, how many minutes, and why; two are taken by default (R27)."""

    player = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    way = forms.ChoiceField(
        label=gettext_lazy("Change"),
        choices=[("take", gettext_lazy("Take time off the clock")), ("give", gettext_lazy("Give time"))],
    )
    minutes = WholeField(label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=2)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    def __init__(self, typed: Any = None, *, players: Sequence[tuple[int, str]]) -> None:
        """``players`` are the number and the name of each player at the table."""
        super().__init__(typed)
        self.fields["player"].choices = players  # type: ignore[attr-defined]

    @property
    def seconds(self) -> int:
        """How many seconds are given, negative where time is taken. May only be read after ``is_valid()``."""
        return int(self.cleaned_data["minutes"]) * 60 * (1 if self.cleaned_data["way"] == "give" else -1)


@never_cache
@desk_form
def queue(desk: Desk) -> HttpResponse:
    """Show which tables wait for a director and since when, the longest first, then the answered calls; a POST answers a call."""
    if desk.is_post:
        return _answer(desk)
    calls, now = calls_of(desk.event), timezone.now()
    open_calls = [call for call in calls if call.is_open]
    games = games_at_tables().at_calls(desk.event, {(call.round, call.table) for call in open_calls})
    waiting = [
        {"call": call, "minutes": call.waited(now), "game": games.get((call.round, call.table))} for call in open_calls
    ]
    return desk.page("director/at_table/calls.html", "calls", waiting=waiting, book=book_of(calls, now))


def _answer(desk: Desk) -> HttpResponse:
    """Answer the call whose button was pressed."""
    key, note = whole_number(desk.request.POST.get("call")) or 0, desk.request.POST.get("note", "")
    try:
        call = answer_call(desk.event, desk.actor, key, note)
    except RefusedError as refusal:
        return desk.refused(str(refusal), desk.request.path)
    return desk.done(_("The call from table {number} has been answered.", number=call.table_number), desk.request.path)


@never_cache
@desk_page
def waiting_badge(desk: Desk) -> HttpResponse:
    """Return the badge that counts waiting calls; status 204 where its text is what the page shows already (parameter ``shown``)."""
    words = in_short(waiting_of(desk.event), timezone.now())
    if words == desk.request.GET.get("shown", ""):
        return HttpResponse(status=204)
    shown = {"calls_said": words, "calls_url": desk.address("desk_calls")}
    return render(desk.request, "director/at_table/_badge.html", shown)


@desk_act
def clock(desk: Desk, number: int) -> HttpResponse:
    """Start the clock of a round, pause it or let it go on (field ``do``), or add minutes to it (``add``).

    Neither drawing nor publishing starts it; to start it again is asked first. It leads back to the page that the form names (``to``).
    """
    added = whole_number(desk.typed("add"))
    back = {"overview": desk.address("desk_event"), "clocks": desk.address("desk_clocks", number)}.get(
        desk.typed("to"), desk.address("desk_round", number)
    )
    do: Callable[[Event, By, int], None] = start_clock
    started_at = desk.round_(number).starts_at
    if added:
        do = partial(add_minutes, minutes=added)
    elif desk.typed("do") == "pause":
        do = pause_clock
    elif desk.typed("do") == "go":
        do = let_clock_go_on
    elif started_at is not None and "confirmed" not in desk.request.POST:
        time = clock_time(timezone.localtime(started_at))
        return desk.ask(
            _("Start the clock again"),
            _("It started at {time}. It will start again with the full time for the round.", time=time),
            back,
            sends={"to": desk.typed("to")},
        )
    return desk.act(lambda: do(desk.event, desk.actor, number), back)


@never_cache
@desk_page
def clocks(desk: Desk, number: int) -> HttpResponse:
    """Show the clocks at all tables of a round, the least time left first."""
    round_ = desk.round_(number)
    if round_.state is RoundState.DRAFT:
        return redirect(desk.address("desk_round", number))
    reported = {table.number for table in round_.tables if table.has_result}
    found = clocks_of(desk.record, number, presses_of(desk.event, number))
    begun = [clock for clock in found if clock.time is not None and clock.time.has_begun]
    open_ones = [clock for clock in begun if clock.table not in reported]
    open_ones.sort(key=lambda clock: (clock.time.least if clock.time else 0, clock.table))
    return desk.page(
        "director/at_table/clocks.html",
        "clocks",
        number=number,
        played=round_,
        rows=[_clock_context(clock) for clock in open_ones],
        done=[_clock_context(clock) for clock in begun if clock.table in reported],
        silent=[clock.table for clock in found if clock not in begun and clock.table not in reported],
        wrong=next((clock.wrong for clock in found if clock.wrong), ""),
        is_playing=round_.state is RoundState.PUBLISHED,
    )


def _clock_context(clock: TableClock) -> dict[str, Any]:
    """Return a table's clock for the template: whose clock runs, everybody's time left, and who ran out. The clock must have begun."""
    time = clock.time
    assert time is not None  # noqa: S101
    rows = [
        {
            "player": row.player,
            "name": clock.names[row.player],
            "left": read_out(row.left),
            "is_out": row.is_out,
            "is_running": row.player == time.running,
        }
        for row in time.players
    ]
    state = _("paused") if time.is_held else _("running") if time.running else _("stopped")
    return {"table": clock.table, "players": rows, "state": state, "least": read_out(time.least)}


@never_cache
@desk_form
def give(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show one table's clock, with the form that gives a player time or takes it (R27); a POST does it. ``number`` is the round."""
    names = [(seat.player, desk.record.name_of(seat.player)) for seat in desk.table(number, table).seats]
    form = TimeForm(desk.posted, players=names)
    if desk.sent(form):
        return _give(desk, number, form)
    (clock,) = clocks_of(desk.record, number, presses_of(desk.event, number, table), table)
    return desk.page(
        "director/at_table/time.html",
        "time",
        number=number,
        table=table,
        form=form,
        clock=_clock_context(clock) if clock.time else None,
        wrong=clock.wrong,
        is_playing=desk.round_(number).state is RoundState.PUBLISHED,
    )


def _give(desk: Desk, number: int, form: TimeForm) -> HttpResponse:
    """Give or take the time typed in a valid form; ``number`` is the round."""
    player, seconds = PlayerId(form.cleaned_data["player"]), form.seconds
    return desk.act(
        lambda: give_time(desk.event, desk.actor, number, player, seconds, form.cleaned_data["reason"]),
        desk.address("desk_clocks", number),
    )
