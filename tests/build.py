"""Events for tests, built by the services as a director would: entered, checked in, drawn, published, reported, closed.

The same arguments make the same event: every draw and every result comes from a seed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.copies import entered_once, once
from tournament.access.devices import claim, codes_of, device_of
from tournament.day.lists.lines import RosterLine
from tournament.draw.allocation import arrangements
from tournament.models import Device, Event, PlayerRequest, Round
from tournament.models.queries import record_of
from tournament.record.devices import RequestKind, player_subject
from tournament.record.event import RoundRecord, SeatRecord, TableRecord
from tournament.record.settings import EXTRAS
from tournament.record.vocabulary import Dollars, RoundState, SeatSource, Status
from tournament.services.asking import ask
from tournament.services.attendance import check_in
from tournament.services.draws import DrawOrder
from tournament.services.entries import add_entries
from tournament.services.events import create_event
from tournament.services.results.reports import record_result
from tournament.services.rounds import close_round, draft_round, publish_round

PASSWORD = "tiles and chains"
DAY = date(2026, 8, 20)
EVERYTHING = " ".join(EXTRAS)
"""The extras of an event whose desk offers all of them (`record.settings.Extras`)."""

_FIRST = (
    "Ada Ben Cai Dot Eve Fay Gil Hal Ida Jon Kit Lea Max Noa Ole Pia Quy Ray Sue Tim Uma Val Wim Xia Yan".split()  # noqa: SIM905
)
_LAST = ("Demo", "Sample", "Trial", "Practice", "Example")


def player_name(number: int) -> str:
    """The name of test player ``number``, from 1: "Ada Demo", "Ben Demo" ..., never the same for two numbers."""
    round_of_names, first = divmod(number - 1, len(_FIRST))
    name = f"{_FIRST[first]} {_LAST[round_of_names % len(_LAST)]}"
    return name if round_of_names < len(_LAST) else f"{name} {number}"


def make_director(username: str = "director", **fields: Any) -> User:
    """The user of that name, made where there is none; the password is PASSWORD."""
    found = User.objects.filter(username=username).first()
    return found or User.objects.create_user(username=username, password=PASSWORD, **fields)


def logged_in(user: User) -> Client:
    """A browser in which somebody is logged in."""
    client = Client()
    client.force_login(user)
    return client


def make_event(
    players: int = 17,
    *,
    director: User | None = None,
    name: str = "Sample Cup 2026",
    status: Status = Status.PRESENT,
    names: Sequence[str] = (),
    **settings: Any,
) -> Event:
    """An event with that many players, or with these ``names``, all present unless ``status`` says otherwise; ``settings`` are columns.

    It is shown to players, and its desk offers everything there is, unless they say otherwise.
    """
    actor = director or make_director()
    event = create_event(actor, {"name": name, "date": DAY, "is_shown": True, "extras": EVERYTHING, **settings})
    called = list(names) or [player_name(number) for number in range(1, players + 1)]
    if not called:
        return Event.objects.get(pk=event.pk)

    def enter() -> None:
        add_entries(event, actor, [RosterLine(line, text) for line, text in enumerate(called, 1)])
        if status is Status.PRESENT:
            check_in(event, actor, range(1, len(called) + 1))

    return entered_once(event, f"{status} {called}", enter)


def director_of(event: Event) -> User:
    """The user who made the event."""
    assert event.created_by is not None, "a restored event has no director"
    return event.created_by


def phone_of(event: Event, player: int) -> Device:
    """A phone that has claimed the code on the place card of a player."""
    subject = player_subject(player)
    token = claim(event, subject, codes_of(event, [subject])[subject])
    return device_of(event, subject, token)


def asked_by_phone(
    event: Event, player: int, kind: RequestKind, words: str = "", rounds: Sequence[int] = ()
) -> PlayerRequest:
    """What a player has asked of the director by an own phone."""
    return ask(phone_of(event, player), kind, words, rounds)


def draw_round(event: Event, number: int = 1, *, sizes: Sequence[int] = (), seed: int = 7, **order: Any) -> Round:
    """Draw the next round to a draft in the rules' first arrangement, or at these table sizes; ``number`` is checked."""

    def draft() -> None:
        record = record_of(event)
        wanted = DrawOrder(
            sizes=tuple(sizes) or arrangements(len(record.active), record.rules_of(number))[0].sizes,
            seed=seed + number,
            seat_source=SeatSource(event.seat_source),
            **order,
        )
        draft_round(event, director_of(event), wanted)

    once(event, f"draft {number} {tuple(sizes)} {seed} {order}", draft)
    return event.rounds.get(number=number, state=RoundState.DRAFT.value)


def publish(event: Event, number: int = 1, **draw: Any) -> RoundRecord:
    """Draw and publish a round; what was published."""

    def draw_and_publish() -> None:
        draw_round(event, number, **draw)
        publish_round(event, director_of(event), number)

    once(event, f"publish {number} {draw}", draw_and_publish)
    return record_of(event).round(number)


def being_played(players: int = 8) -> Event:
    """An event of which round 1 is being played."""
    event = make_event(players)
    publish(event, 1)
    return event


def plausible_cash(size: int, seed: int) -> tuple[Dollars, ...]:
    """Final cash of a table in seat order as games bring it: hundreds, all different, a winner of 36,000 to 60,000."""
    chance = Random(seed)
    amounts = [chance.randrange(360, 600) * 100]
    while len(amounts) < size:
        amounts.append(amounts[-1] - chance.randrange(10, 60) * 100)
    chance.shuffle(amounts)
    return tuple(amounts)


def enter_result(event: Event, round_number: int, table: TableRecord, cash: Sequence[Dollars | None]) -> None:
    """Report one table: final cash in seat order, None where it is not known."""
    seats = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(table.seats, cash, strict=True))
    record_result(event, director_of(event), round_number, TableRecord(table.number, seats, ended_by="all safe"))


def enter_results(
    event: Event,
    number: int = 1,
    *,
    cash: Mapping[int, Sequence[Dollars | None]] | None = None,
    apart_from: Collection[int] = (),
    seed: int = 7,
) -> None:
    """Report every table of a round but ``apart_from``; ``cash`` by table number where a test needs certain amounts."""
    for table in record_of(event).round(number).tables:
        if table.number not in apart_from:
            made_up = plausible_cash(table.size, seed * 10_000 + number * 100 + table.number)
            enter_result(event, number, table, (cash or {}).get(table.number, made_up))


def play_round(
    event: Event, number: int = 1, *, cash: Mapping[int, Sequence[Dollars | None]] | None = None, **draw: Any
) -> RoundRecord:
    """Draw, publish, report and close a round; the closed round."""

    def play() -> None:
        publish(event, number, **draw)
        enter_results(event, number, cash=cash)
        close_round(event, director_of(event), number)

    once(event, f"play {number} {cash} {draw}", play)
    return record_of(event).round(number)


def play_to(event: Event, *, round_closed: int) -> Event:
    """Play every round up to that one; the event as it stands then."""

    def play() -> None:
        for number in range(event.rounds.count() + 1, round_closed + 1):
            play_round(event, number)

    once(event, f"play to {round_closed}", play)
    return Event.objects.get(pk=event.pk)
