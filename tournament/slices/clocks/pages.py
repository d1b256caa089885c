"""The clocks of a round at the desk, where a player is given time or loses it (R27), and the clock of a table on its phone.

The phone has the page, the clock's state as JSON, presses from the device's queue, and its service worker.

All of it is at the page's own address: a GET that accepts JSON is answered 204 where ``?after=``, the number of presses that the device
knows, is up to date; presses come as JSON, or from the page's buttons as a form.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views import View
from django.views.decorators.cache import never_cache

from tournament.access.devices import DeviceRefusedError, check_in_play
from tournament.day.at_table import OF_A_TABLE, PressKind, TableTime, read_out
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.fields import DeskForm
from tournament.models.at_table import LONGEST_KEY, presses_of
from tournament.public.devices.holding import (
    PhoneRequest,
    address_of,
    event_of,
    following_of,
    phone_request,
    refusal_page,
    worker_script,
)
from tournament.public.form_words import WholeField, form_key
from tournament.public.site import open_site, round_name
from tournament.record.devices import table_subject
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import RefusedError
from tournament.slices.clocks.acts import (
    MOST_MINUTES,
    MOST_SENT,
    SentPress,
    TableClock,
    clock_of,
    clocks_of,
    give_time,
    press,
)
from wording import gettext as _

JSON = "application/json"
GONE, TOO_MUCH = 410, 429


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
    state = _("paused") if time.is_held else _("running") if time.running else _("stopped")
    return {"table": clock.table, "players": _rows(time, clock.names), "state": state, "least": read_out(time.least)}


def _rows(time: TableTime, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return what pages show of each player's clock; ``names`` are the players' names by number."""
    return [
        {
            "player": row.player,
            "name": names[row.player],
            "left": read_out(row.left),
            "is_out": row.is_out,
            "is_running": row.player == time.running,
            "is_on_turn": row.player == time.turn,
        }
        for row in time.players
    ]


@never_cache
@desk_form
def give(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show one table's clock, with the form that gives a player time or takes it (R27); a POST does it. ``number`` is the round."""
    names = [(seat.player, desk.record.name_of(seat.player)) for seat in desk.table(number, table).seats]
    form = TimeForm(desk.posted, players=names)
    if desk.sent(form):
        return _give(desk, number, form)
    clock = clock_of(desk.event, number, table)
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


@method_decorator([login_not_required, never_cache], name="dispatch")
class Clock(View):
    """The clock of a table for a phone that speaks for it."""

    def dispatch(self, request: HttpRequest, *args: Any, **parts: Any) -> Any:
        """Check that the phone speaks for the table; a refusal is JSON for a script and a page for a reader."""
        slug, subject = parts["slug"], table_subject(parts["number"], parts["table"])
        if "worker" in request.GET and request.method == "GET":
            return worker_script()
        try:
            self.holds = phone_request(request, slug, subject)
            if request.method == "POST" or _is_script(request):
                check_in_play(self.holds.device)
        except DeviceRefusedError as refusal:
            if _is_script(request):
                return JsonResponse({"problem": str(refusal)}, status=GONE)
            return refusal_page(request, event_of(slug), str(refusal))
        return super().dispatch(request, *args, **parts)

    def get(self, request: HttpRequest, **parts: Any) -> HttpResponse:
        """Return the clock's state as JSON for a script, else its page."""
        if not _is_script(request):
            return _page(request, self.holds)
        clock = _clock(self.holds)
        is_known = request.GET.get("after") == str(clock.presses)
        return HttpResponse(status=204) if is_known else JsonResponse(state_of(clock))

    def post(self, request: HttpRequest, **parts: Any) -> HttpResponse:
        """Store presses: those of a device's queue as JSON, or that of one button."""
        is_script = _is_script(request)
        try:
            sent = sent_by_script(request.body) if is_script else [sent_by_button(request)]
            press(self.holds.device, sent)
        except (RefusedError, DeviceRefusedError, ValueError, KeyError, TypeError, RecursionError) as refusal:
            is_ours = isinstance(refusal, (RefusedError, DeviceRefusedError))
            problem = str(refusal) if is_ours else _("The clock did not recognise that press; reload the page.")
            status = TOO_MUCH if isinstance(refusal, DeviceRefusedError) else 400
            if is_script:
                return JsonResponse({"problem": problem}, status=status)
            return _page(request, self.holds, problem, status)
        if is_script:
            return JsonResponse(state_of(_clock(self.holds)))
        return redirect(request.path)


def _is_script(request: HttpRequest) -> bool:
    """Whether a request comes from the page's script, and so is answered with JSON."""
    return request.content_type == JSON or (request.accepts(JSON) and not request.accepts("text/html"))


def _clock(phone: PhoneRequest) -> TableClock:
    """Return the present clock of the phone's table."""
    return clock_of(phone.event, phone.subject.round, phone.subject.number)


def state_of(clock: TableClock) -> dict[str, Any]:
    """Return the state of a clock for JSON: the server's time, each player's milliseconds in order of play, and whose turn it is.

    A clock that cannot be shown has a ``problem`` instead.
    """
    time = clock.time
    if time is None:
        return {"presses": clock.presses, "problem": clock.wrong}
    return {
        "presses": clock.presses,
        "at": time.at,
        "players": [{"player": row.player, "left": row.left} for row in time.players],
        "turn": time.turn,
        "pressed": time.pressed,
        "held": time.is_held,
        "begun": time.has_begun,
    }


def sent_by_script(body: bytes) -> list[SentPress]:
    """Return the presses in a device's JSON; raises ValueError, KeyError or TypeError where they have another form."""
    rows = json.loads(body)["presses"]
    if not isinstance(rows, list) or len(rows) > MOST_SENT:
        raise ValueError("too many presses")
    return [_checked_press(row["key"], row["ago"], row["kind"], row["player"]) for row in rows]


def sent_by_button(request: HttpRequest) -> SentPress:
    """Return the press of a button of the page, pressed now; the form's one-use key makes it count once."""
    kind, _, player = request.POST.get("press", "").partition(" ")
    return _checked_press(form_key(request), 0, kind, int(player or 0))


def _checked_press(key: object, ago: object, kind: object, player: object) -> SentPress:
    """Return a press from its sent values; ``ago`` are the milliseconds since it. ValueError where a value is not possible."""
    is_key = isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()
    if not is_key or not isinstance(ago, int) or not isinstance(player, int) or not 0 <= player < 32_768:
        raise ValueError("no press")
    return SentPress(str(key), ago, PressKind(str(kind)), player)


def _page(request: HttpRequest, phone: PhoneRequest, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the page of the clock, with a ``problem`` if a press was refused; the refusal page once the round is closed."""
    site = open_site(phone.event)
    round_, _table = site.table(phone.subject.round, phone.subject.number)
    if round_.is_over:
        sentence = _("Round {number} is closed. Go to the director's desk.", number=round_.number)
        return refusal_page(request, phone.event, sentence)
    clock = _clock(phone)
    context = {
        **site.frame(""),
        **following_of(phone.device, site),
        "name": round_name(round_),
        "number": phone.subject.number,
        "back": address_of(site.record.slug, phone.subject),
        "round": round_.number,
        "problem": problem or clock.wrong,
        "key": f"page{secrets.token_hex(8)}",
        "minutes": clock.minutes,
        "state": state_of(clock),
        **(
            _phone_context(clock.time, {player: site.name(PlayerId(player)) for player in clock.names})
            if clock.time
            else {}
        ),
    }
    return render(request, "public/devices/clock.html", context, status=status)


def _phone_context(time: TableTime, names: dict[int, str]) -> dict[str, Any]:
    """Return the context of the clock for a page without script, in whole seconds; ``names`` are the players' names by number."""
    return {
        "time": time,
        "rows": _rows(time, names),
        "says": clock_in_words(time, names),
        "first": names[time.players[0].player] if time.players else "",
        "next_name": names.get(time.next, ""),
        "turn_name": names.get(time.turn, ""),
        "kinds": sorted(OF_A_TABLE),
    }


def clock_in_words(time: TableTime, names: dict[int, str]) -> str:
    """Return the state of a table's clock in one sentence."""
    if time.is_held:
        return _("The director has paused all clocks.")
    if not time.has_begun:
        return _("Not started.")
    if time.running:
        words = _("{name}’s clock is running.", name=names[time.running])
        if time.running == time.turn or time.turn not in names:
            return words
        turn = _("It is still {name}’s turn.", name=names[time.turn])
        return f"{words} {turn}"
    if time.pressed in names:
        return _("{name} is out of time. Call the director if anything is unclear.", name=names[time.pressed])
    return _("The clocks are stopped.")
