"""The clocks of tables (R29-R36): pressed on a table's phone, shown at the desk, and time that a director gives or takes (R27).

A press is a row and no recorded change. Giving or taking time is a ruling, so it is recorded in the log of changes. While the round's
clock is paused, the clocks of all its tables are.

The phone has all at one address: the page, its service worker, and for a GET that accepts JSON the clock's state, with status 204 where
``?after=``, the number of presses that the device knows, is up to date. Presses come as JSON from the device's queue, or from the page's
buttons as a form.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournament.access.devices import DeviceRefusedError, check_alive, spend, subject_of
from tournament.access.pages import for_acts, in_round, read_by
from tournament.access.slices import Mark, Slice
from tournament.day.at_table import (
    OF_A_TABLE,
    Presses,
    PressKind,
    TableTime,
    moment,
    pressed_by_pauses,
    read_out,
    state_of_clock,
)
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.fields import DeskForm
from tournament.draw.seating import ClockError, minutes_per_player, name_of_round, title_of_round
from tournament.models import Change, ClockPress, Device, Event, Table
from tournament.models.at_table import LONGEST_KEY, presses_of
from tournament.models.queries import record_of
from tournament.public.devices.holding import (
    PhoneRequest,
    pages_of_phones,
    phone_page,
    refusal_page,
    worker_script,
)
from tournament.public.devices.mine import frame_of
from tournament.public.form_words import WholeField, form_key
from tournament.public.site import round_name
from tournament.record import formats
from tournament.record.acts import AT_WORK, BY_ARBITER, Act, Part
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, figures_of
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import Actor, Doing, act
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _

JSON = "application/json"
GONE, TOO_MUCH = 410, 429
MOST_PRESSES = 2_000
"""The most presses stored for one table: more than any game has, so that a device in an endless loop is stopped."""
MOST_SENT = 300
"""The most presses in one request: as many as a table makes in a whole game without network."""
MOST_MINUTES = 60


@dataclass(frozen=True, slots=True)
class SentPress:
    """A press as a device sends it.

    ``key`` is unique for the press, ``ago`` says how many ms ago it was made, and ``player`` is the player's number (0 for none).
    """

    key: str
    ago: int
    kind: PressKind
    player: int = 0


@dataclass(frozen=True, slots=True)
class TableClock:
    """A table's clock at a moment.

    ``table`` is the table's number, ``minutes`` are those of each player, ``names`` are by player number, ``presses`` is how many presses
    it has, and ``time`` is its state. Where the table has no clock, ``wrong`` says why, ``minutes`` is 0 and ``time`` is None.
    """

    table: int
    minutes: int
    names: Mapping[int, str]
    presses: int
    time: TableTime | None
    wrong: str = ""


def clocks_of(record: EventRecord, number: int, pressed: Presses, only: int = 0) -> list[TableClock]:
    """Return the clocks of the tables of round ``number``, in the order of table numbers.

    ``pressed`` holds the presses by table number. ``only`` is the number of a single table that is wanted; 0 means all.
    """
    round_, at = record.round(number), moment(timezone.now())
    found = []
    for table in sorted(round_.tables, key=lambda each: each.number):
        if only in (0, table.number):
            try:
                minutes, wrong = minutes_per_player(len(table.seats), record.format), ""
            except ClockError as error:
                minutes, wrong = 0, str(error)
            names: dict[int, str] = {seat.player: record.name_of(seat.player) for seat in table.seats}
            presses = [*pressed.get(table.number, ()), *pressed_by_pauses(round_.pauses)]
            time = state_of_clock(table, round_.seat_source, record.format, presses, at)
            found.append(TableClock(table.number, minutes, names, len(presses), time, wrong))
    return found


def clock_of(event: Event, number: int, table: int) -> TableClock:
    """Return the present clock of one table of round ``number``."""
    return clocks_of(record_of(event), number, presses_of(event, number, table), table)[0]


def press(device: Device, sent: Sequence[SentPress]) -> int:
    """Store presses of a device, each key only once, and return how many were new.

    One request counts as one write of the device, however many presses it holds. Raises DeviceRefusedError where the round is over or the
    device has sent too much, RefusedError for a kind of press that a table cannot make.
    """
    now = moment(timezone.now())
    event = Event.objects.get(pk=device.event_id)
    subject = subject_of(device)
    check_alive(event, subject)
    spend(device)
    if any(each.kind not in OF_A_TABLE for each in sent) or len(sent) > MOST_SENT:
        raise RefusedError(_("The clock did not recognise that press; reload the page."))
    with transaction.atomic():
        return _store_new(device, _locked_tables(event, subject.round).get(number=subject.number), sent, now)


def _store_new(device: Device, table: Table, sent: Sequence[SentPress], now: int) -> int:
    """Store the presses whose keys are new, and return how many there were; ``now`` is in ms.

    Raises RefusedError where the table would have more than `MOST_PRESSES`.
    """
    moments = dict(table.presses.values_list("key", "at"))
    fresh = [each for each in sent if each.key not in moments]
    if len(moments) + len(fresh) > MOST_PRESSES:
        raise RefusedError(_("This clock has been pressed too often; ask the director."))
    rows = []
    begin = moment(device.claimed_at)
    for each in fresh:
        # Network delays must not reorder a device's presses: none gets a moment before the device's earlier presses.
        earlier = [at for key, at in moments.items() if key.split("-")[0] == each.key.split("-")[0] and key < each.key]
        at = max(begin, now - max(0, each.ago), *earlier)
        moments[each.key] = at
        rows.append(ClockPress(table=table, key=each.key, at=at, kind=each.kind.value, player=each.player))
    ClockPress.objects.bulk_create(rows)
    return len(rows)


def _sentence_of_time(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about time that was given or taken."""
    seconds = facts.after.get("clock", {}).get("seconds", 0)
    minutes = f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
    return (
        _("{minutes} added to the clock of {who} at {place}", minutes=minutes, who=facts.who, place=facts.place)
        if seconds > 0
        else _("{minutes} taken off the clock of {who} at {place}", minutes=minutes, who=facts.who, place=facts.place)
    )


def _take_time_back(event: Event, by: Actor, change: Change) -> None:
    """Undo a change that gave or took time, by giving the opposite number of seconds."""
    _, after = figures_of(change)
    give_time(event, by, change.round_number or 0, PlayerId(change.entries[0]), -after["clock"]["seconds"])


@act(
    Act.GIVE_TIME,
    Part.PENALTIES,
    may=BY_ARBITER,
    sentence=_sentence_of_time,
    opposite=_take_time_back,
)
def give_time(doing: Doing, round_number: int, player: PlayerId, seconds: int, reason: str = "") -> None:
    """Give a player ``seconds`` on the clock, or take them where the number is negative, such as two minutes under R27.

    Raises RefusedError for 0 or more than `MOST_MINUTES`, and where the player has no seat in a round that is being played.
    """
    if not seconds or abs(seconds) > MOST_MINUTES * 60:
        raise RefusedError(_("Give or take between one second and {minutes} minutes.", minutes=MOST_MINUTES))
    doing.about(round_number, entries=[player], reason=reason)
    table = _locked_tables(doing.event, round_number).filter(seats__entry__number=player).first()
    if table is None:
        raise RefusedError(
            _(
                "Player {number} has no seat in {round}.",
                number=player,
                round=name_of_round(record_of(doing.event), round_number),
            )
        )
    if table.round.state != RoundState.PUBLISHED.value:
        raise RefusedError(
            _("{round} is not being played.", round=title_of_round(record_of(doing.event), round_number))
        )
    doing.table_number = table.number
    doing.after = {"clock": {"seconds": seconds}}
    last = table.presses.aggregate(last=Max("at"))["last"] or 0
    key, at = f"desk{secrets.token_hex(8)}", max(moment(timezone.now()), last)
    table.presses.create(key=key, at=at, kind=PressKind.GIVE.value, player=player, given=seconds * 1000)


def _locked_tables(event: Event, round_number: int):  # type: ignore[no-untyped-def]
    """Return a query of the tables of a round that locks their rows."""
    rows = Table.objects.select_for_update(of=("self",)).select_related("round")
    return rows.filter(round__event=event, round__number=round_number).order_by("number")


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
        player, reason = PlayerId(form.cleaned_data["player"]), form.cleaned_data["reason"]
        return desk.act(
            lambda: give_time(desk.event, desk.actor, number, player, form.seconds, reason),
            desk.address("desk_clocks", number),
        )
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


def _refused(request: HttpRequest, event: Event, sentence: str) -> HttpResponse:
    """Refuse a phone: with JSON for a script, with a page for a reader."""
    if _is_script(request):
        return JsonResponse({"problem": sentence}, status=GONE)
    return refusal_page(request, event, sentence)


@phone_page("GET", "HEAD", "POST", at_table=True, refused=_refused)
def clock(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the clock of a phone's table, or return its state as JSON for a script; a POST stores presses."""
    if request.method == "POST":
        return _pressed(request, phone)
    if "worker" in request.GET:
        return worker_script()
    if not _is_script(request):
        return _page(request, phone)
    phone.check_in_play()
    now = _clock(phone)
    is_known = request.GET.get("after") == str(now.presses)
    return HttpResponse(status=204) if is_known else JsonResponse(state_of(now))


def _pressed(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Store presses: those of a device's queue as JSON, or that of one button."""
    is_script = _is_script(request)
    try:
        press(phone.device, sent_by_script(request.body) if is_script else [sent_by_button(request)])
    except (RefusedError, DeviceRefusedError, ValueError, KeyError, TypeError, RecursionError) as refusal:
        is_ours = isinstance(refusal, (RefusedError, DeviceRefusedError))
        problem = str(refusal) if is_ours else _("The clock did not recognise that press; reload the page.")
        status = TOO_MUCH if isinstance(refusal, DeviceRefusedError) else 400
        if is_script:
            return JsonResponse({"problem": problem}, status=status)
        return _page(request, phone, problem, status)
    return JsonResponse(state_of(_clock(phone))) if is_script else redirect(request.path)


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
    site = phone.site
    round_, _table = site.table(phone.subject.round, phone.subject.number)
    if round_.is_over:
        sentence = _("Round {number} is closed. Go to the director's desk.", number=round_.number)
        return refusal_page(request, phone.event, sentence)
    table = phone.subject.number
    (clock,) = clocks_of(site.record, round_.number, presses_of(phone.event, round_.number, table), table)
    context = {
        **frame_of(phone),
        "name": round_name(round_),
        "number": table,
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


SLICE = Slice(
    "clocks",
    part=formats.Part.CLOCKS,
    pages=(
        path("rounds/<int:number>/clocks/", clocks, name="desk_clocks"),
        path("rounds/<int:number>/clocks/<int:table>/", give, name="desk_give_time"),
    ),
    phone_pages=pages_of_phones("clock/", clock, "device_clock"),
    opened_by={
        "desk_clocks": in_round(read_by(AT_WORK)),
        "desk_give_time": in_round(for_acts(Act.GIVE_TIME)),
    },
    marks={
        "round": Mark("director/at_table/_clocks_of_round.html"),
        "phone": Mark("public/devices/_clock_of_table.html"),
    },
)
