"""Events at every stage of their day, small, with something behind every address and every form of the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from django.db import transaction
from django.utils import timezone

from tests.build import (
    asked_by_phone,
    director_of,
    draw_round,
    enter_result,
    enter_results,
    make_event,
    play_to,
    publish,
)
from tests.tournament.games.at_tables import hall
from tests.tournament.pages.logs import a_table, with_log
from tournament.access.devices import claim, codes_of, device_of
from tournament.access.links import link_of
from tournament.day.at_table import CallKind
from tournament.day.lists.lines import RosterLine
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.services.agreeing import agree
from tournament.record.acts import Role
from tournament.record.devices import RequestKind, table_subject
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import DisputeState, NameShown, PenaltyKind, ResultCheck, SitOutKind
from tournament.services.calls import call_director
from tournament.services.coming_in import come_in
from tournament.services.entries import add_entries
from tournament.services.events import publish_final_list
from tournament.services.results.confirming import hand_in
from tournament.services.rounds import close_round, discard_draft, show_results
from tournament.services.seats import mark_no_show
from tournament.slices.apart import keep_apart
from tournament.slices.charts import publish_chart
from tournament.slices.disputes.acts import explain_words, open_dispute, settle_dispute
from tournament.slices.helping import invite_helper, make_token
from tournament.slices.leaving import withdraw
from tournament.slices.notices import set_notice
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.slices.putting_away import put_away
from tournament.slices.registration.acts import Registrant, register, set_registration
from tournament.slices.taking_over import Newcomer, take_over
from tournament.slices.ties import rule_tie

Made = TypeVar("Made")


@contextmanager
def kept(blocker: Any, build: Callable[[], Made]) -> Iterator[Made]:
    """What ``build`` makes, once for every test of a module: each works on it in a savepoint of its own, and all is gone afterwards."""
    atomic = transaction.atomic()
    with blocker.unblock():
        atomic.__enter__()
        made = build()
    try:
        yield made
    finally:
        with blocker.unblock():
            transaction.set_rollback(True)
            atomic.__exit__(None, None, None)


def once_for_all(build: Callable[[], Event]) -> tuple[Any, Any]:
    """Two fixtures for a module, to be called `made` and `event` there: what ``build`` makes once, and as every test finds it."""

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
        with kept(django_db_blocker, build) as event:
            yield event

    @pytest.fixture
    def event(db: None, made: Event) -> Event:
        return Event.objects.get(pk=made.pk)

    return made, event


def empty() -> Event:
    """Nobody is entered yet."""
    return make_event(0, name="Empty Cup 2026")


def hidden() -> Event:
    """The first round of a hidden event is a draft."""
    event = make_event(4, name="Hidden Cup 2026", is_shown=False)
    draw_round(event)
    return event


def kept_away() -> Event:
    """An event that is over and put away, with a notice."""
    event = play_to(make_event(4, name="Away Cup 2026", rounds_planned=1), round_closed=1)
    set_notice(event, director_of(event), "Thank you for playing")
    put_away(event, director_of(event))
    return event


def entered() -> Event:
    """Six are present, so that a table of six is offered; one is expected, two are kept apart."""
    event = make_event(6, name="Entered Cup 2026")
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    keep_apart(event, director_of(event), [[1, 2]])
    set_registration(event, director_of(event), RegistrationSettings(is_open=True, places=9, email_asked="optional"))
    typed = Registrant("Player", "Demo", "NL", email="new@example.org", word="train to catch")
    for secret in ("one", "two", "three"):
        register(event, typed, secret, NameShown.FULL)
    asked_by_phone(event, 7, RequestKind.LATE, "the train stands still")
    asked_by_phone(event, 6, RequestKind.WITHDRAW)
    return event


def drafted(players: int = 8) -> Event:
    """A practice event after one round; the second is a draft, drawn twice, whose plan could be published as a chart."""
    event = play_to(make_event(players, name=f"Drafted Cup of {players} 2026", is_practice=True), round_closed=1)
    draw_round(event, 2, seed=3)
    discard_draft(event, director_of(event), 2)
    draw_round(event, 2)
    return event


def charted() -> Event:
    """The chart of the rounds to come is public, and the second round can be taken from it."""
    event = make_event(8, name="Charted Cup 2026")
    publish(event, 1)
    publish_chart(event, director_of(event), 1)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    return event


def seated() -> Event:
    """Round 1 is public, and nobody has reported."""
    event = make_event(10, name="Seated Cup 2026")
    publish(event, 1)
    return event


def reported() -> Event:
    """Every table of round 1 has reported."""
    event = make_event(4, name="Reported Cup 2026")
    publish(event, 1)
    enter_results(event, 1)
    return event


def signed() -> Event:
    """Round 1 of an event whose tables sign: the first one has, the last one has not."""
    event = make_event(8, name="Signed Cup 2026", result_check=ResultCheck.TABLE.value, players_report=True)
    publish(event, 1)
    subject = table_subject(1, 1)
    device = device_of(event, subject, claim(event, subject, codes_of(event, [subject])[subject]))
    call_director(device, CallKind.RULE)
    slips = [
        TableRecord(
            table.number, tuple(SeatRecord(seat.player, cash=30_000 + 100 * seat.player) for seat in table.seats)
        )
        for table in record_of(event).round(1).tables
    ]
    hand_in(event, director_of(event), 1, slips, signed=(slips[0].number,))
    return event


def on_devices() -> Event:
    """Round 1 on devices: nobody has come to table 1, and at table 2 the game is over and one player says nothing."""
    event = make_event(6, name="Devices Cup 2026", on_devices=True)
    publish(event, 1, sizes=(3, 3))
    hall.seated(event, 2)
    game = hall.ended(hall.game_of(event, 2))
    for place in (0, 1):
        agree(hall.seat_now(game, place))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=10))
    return Event.objects.get(pk=event.pk)


def agreed() -> Event:
    """Round 1 on devices, whose one table has agreed."""
    event = make_event(3, name="Agreed Cup 2026", on_devices=True)
    publish(event, 1)
    hall.seated(event)
    hall.all_agree(hall.ended(hall.game_of(event)))
    return Event.objects.get(pk=event.pk)


def playing(players: int = 12) -> Event:
    """Round 2 is being played: a no-show at table 1, nobody has cash at table 2 of three, the last table has reported twice.

    Somebody came late, somebody left, a penalty was cancelled, and a dispute about round 1 is open; players in fours.
    """
    event = play_to(make_event(players, name=f"Playing Cup of {players} 2026"), round_closed=1)
    actor = director_of(event)
    warn = PenaltyOrder(1, 1, PenaltyKind.WARNING, "misread a tile")
    cancel_penalty(event, actor, give_penalty(event, actor, warn).pk, "it was another player")
    give_penalty(event, actor, warn)
    open_dispute(event, actor, 1, 1, "cash for seat 2")
    come_in(link_of(invite_helper(event, actor, frozenset({Role.DESK, Role.ARBITER})).token), name=f"Nora {players}")
    invite_helper(event, actor, frozenset({Role.SCREEN}), name="Screen by the door")
    make_token(event, actor, "Registration shop", frozenset({Role.ENTRIES}))
    add_entries(event, actor, [RosterLine(1, "Late Demo"), RosterLine(2, "Gone Demo")])
    withdraw(event, actor, players + 2, "train to catch")
    tables = publish(event, 2).tables
    publish_chart(event, actor, 2)
    mark_no_show(event, actor, 2, tables[0].seats[0].player, SitOutKind.MISSED, "no-show")
    for table in tables[1:-1]:
        enter_result(event, 2, table, (0, 0, 0, 0))
    enter_result(event, 2, tables[-1], (40_000, 30_000, 20_000, 10_000))
    enter_result(event, 2, tables[-1], (41_000, 30_000, 20_000, 10_000))
    return event


def held() -> Event:
    """Two rounds are closed; players see the results of the first, those of the second are held back. Somebody else plays on for one."""
    event = make_event(8, rounds_planned=4, name="Held Cup 2026", holds_results=True)
    play_to(event, round_closed=2)
    show_results(event, director_of(event), 1)
    take_over(event, director_of(event), 8, Newcomer("Nova Next"), 3)
    return event


def logged() -> Event:
    """A closed round with a log that finds other cash than was entered and of which a word is explained, and a dispute that is ruled."""
    event = a_table(closed=True)
    log = with_log(event)
    explain_words(event, director_of(event), log, {"Kassensturz": "cash"})
    dispute = open_dispute(event, director_of(event), 1, 1, "Cai's cash", log)
    settle_dispute(event, director_of(event), dispute, DisputeState.RULED, "It stands.")
    return event


def decided() -> Event:
    """Every round is closed; two are tied for gold."""
    event = make_event(4, rounds_planned=2, name="Decided Cup 2026")
    for number, (one, two) in enumerate([(40_000, 50_000), (50_000, 40_000)], 1):
        seats = publish(event, number).tables[0].seats
        amounts = {1: one, 2: two, 3: 30_000, 4: 20_000}
        enter_results(event, number, cash={1: [amounts[seat.player] for seat in seats]})
        close_round(event, director_of(event), number)
    return event


def published() -> Event:
    """The same with the tie ruled and the final list public."""
    event = decided()
    rule_tie(event, director_of(event), [record_of(event).entries[number].player for number in (0, 1)], "dice")
    publish_final_list(event, director_of(event))
    return event


STAGES: Mapping[str, Callable[[], Event]] = {
    build.__name__: build
    for build in (
        empty,
        hidden,
        kept_away,
        entered,
        drafted,
        charted,
        seated,
        reported,
        signed,
        on_devices,
        agreed,
        playing,
        held,
        logged,
        decided,
        published,
    )
}
"""How each stage is made, by its name."""


def all_stages() -> dict[str, str]:
    """Make an event at each stage; their slugs by the names of the stages."""
    return {name: build().slug for name, build in STAGES.items()}
