"""What people do besides playing, for a fixture: they register, pay, check in, miss rounds, fill in, take over seats and are forgotten.

`ALL` lists it; a new kind is a function with events of its own, and its line there. Django has to be set up before this is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import msgspec.structs
from django.utils import timezone

from tests.build import asked_by_phone, director_of, enter_results, make_event, play_round, publish
from tests.tournament.devices.phones import code_of_table
from tournament.day.lists.columns import Choices
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.lines import RosterLine
from tournament.day.lists.rosters import Surroundings, read_list
from tournament.day.office.registering import Acceptance, EmailAsked, RegistrationSettings
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import RequestKind, table_subject
from tournament.record.formats import Part, Stage, shipped_format
from tournament.record.settings import ScoreOwner, Trait, codes_apart
from tournament.record.vocabulary import Key, NameShown, RoundKind, SitOutKind, Status, Who
from tournament.services.attendance import take_fee
from tournament.services.calls import let_phone_in
from tournament.services.entries import Particulars, add_entries, edit_entry, remember
from tournament.services.events import change_settings
from tournament.services.forgetting.acting import blank_people, forget
from tournament.services.forgetting.finding import people_of
from tournament.services.rounds import close_round
from tournament.services.seats import join_table
from tournament.services.selfcheck import check_in_self
from tournament.services.undoing import undo_changes
from tournament.slices.absences import plan_absence
from tournament.slices.advancing import settle_field
from tournament.slices.door import close_now, open_now, set_window
from tournament.slices.fill_ins import set_fill_in
from tournament.slices.leaving import withdraw
from tournament.slices.registration.acts import (
    Registrant,
    accept,
    cancel_registration,
    change_registration,
    decline,
    register,
    renew_link,
    set_registration,
)
from tournament.slices.registration.line import registration_with
from tournament.slices.requests import confirm_request
from tournament.slices.taking_over import Newcomer, give_back, take_over


def _name_a_phone() -> None:
    """A browser that was let in as one player of a table comes in as another."""
    event = make_event(4, name="A Day of Names")
    publish(event, 1)
    for seat in record_of(event).table(1, 1).seats[:2]:
        let_phone_in(event, table_subject(1, 1), code_of_table(event, 1, 1), int(seat.player), "the key of a browser")


def _take_fees() -> None:
    """Fees are due: one was paid, one was taken back, one is remitted; members of a club are kept apart always, of a team if possible."""
    event = make_event(8, name="A Day of Fees", currency="CHF", fee=2_550, junior_fee=0)
    actor = director_of(event)
    change_settings(event, actor, {"apart_by": codes_apart({Trait.CLUB: True, Trait.TEAM: False})})
    for number, entry in enumerate(event.entries.all()[:4]):
        wanted = Particulars(entry.name, club="Chess Club", team="Ties", email=f"player-{number}@example.org")
        edit_entry(event, actor, entry.number, replace(wanted, fee_due=(None, 0, 1_275, None)[number]))
    for number in (1, 3, 5):
        take_fee(event, actor, number)
    undo_changes(event, actor, [event.changes.latest("version").version])


def _check_in_themselves() -> None:
    """Players check in with the codes on their place cards, until the desk says that it is over; another event does so tomorrow."""
    event = make_event(8, name="A Day at the Door", status=Status.REGISTERED)
    actor = director_of(event)
    open_now(event, actor)
    check_in_self(event, 1)
    close_now(event, actor)
    later = make_event(4, name="A Day at the Door Tomorrow", status=Status.REGISTERED)
    tomorrow = timezone.now() + timedelta(days=1)
    set_window(later, director_of(later), tomorrow, tomorrow + timedelta(hours=1))


def _miss_rounds() -> None:
    """Rounds are missed by arrangement: one was played without somebody, others are to come, scored in every way; a player asks to."""
    event = make_event(14, name="A Day with Gaps", rounds_planned=5)
    actor = director_of(event)
    plan_absence(event, actor, 1, {1: SitOutKind.MISSED, 2: SitOutKind.MISSED}, "an exam")
    plan_absence(event, actor, 2, {2: SitOutKind.STANDARD})
    plan_absence(event, actor, 3, {3: SitOutKind.PAIRING_PROBLEM, 4: SitOutKind.MISSED})
    play_round(event, 1)
    for number, rounds in ((4, (2,)), (5, (3, 4))):
        asked = asked_by_phone(event, number, RequestKind.MISS, "a train to meet", rounds)
        if number == 4:
            confirm_request(event, actor, asked.pk)


def _fill_in() -> None:
    """Somebody completes a table without being ranked; somebody else was to do so and is ranked after all."""
    event = make_event(7, name="A Day with a Fill-in", rounds_planned=2)
    actor = director_of(event)
    for name in ("Flo Filler", "Ike Ranked"):
        (entry,) = add_entries(event, actor, [RosterLine(1, name)], Status.PRESENT)
        set_fill_in(event, actor, entry.number, is_fill_in=True)
    set_fill_in(event, actor, entry.number, is_fill_in=False)
    filler = record_of(event).fill_ins[0]
    smallest = min(publish(event, 1).tables, key=lambda table: table.size)
    join_table(event, actor, 1, filler, smallest.number)
    enter_results(event, 1)
    close_round(event, actor, 1)


def _take_over_seats() -> None:
    """Somebody else plays on in a seat, the score being the first person's or the new one's; another seat is given back."""
    for owner in ScoreOwner:
        event = make_event(8, name=f"A Day of Seats: {owner.value}", rounds_planned=3, score_owner=owner.value)
        actor = director_of(event)
        play_round(event, 1)
        for number in (1, 2):
            newcomer = Newcomer(f"Nova Next {number}", "Nova", f"Next {number}", "NL", is_junior=number == 1)
            take_over(event, actor, number, newcomer, 2)
        give_back(event, actor, 2)
        play_round(event, 2)


def _register() -> None:
    """Players register themselves, in every way that a page may take them; what becomes of them is everything that can."""
    for acceptance, asked, shown in zip((*Acceptance, Acceptance.MOVING_UP), EmailAsked, NameShown, strict=True):
        name = f"{acceptance.name.replace('_', ' ').title()}, {asked.value}"
        event = make_event(2, name=f"A Day of Registrations: {name}")
        actor, closes = director_of(event), timezone.now() + timedelta(days=30)
        wanted = RegistrationSettings(True, closes, 5, acceptance.value, asked.value, True)
        set_registration(event, actor, wanted)
        for number in range(1, 7):
            register(event, _registrant(number), f"{acceptance} {asked} {number}", shown)
        if acceptance is Acceptance.DESK:
            accept(event, actor, [1, 2])
            decline(event, actor, [3])
            renew_link(event, actor, 4)
        cancel_registration(event, registration_with(event, f"{acceptance} {asked} 1"))
        change_registration(event, registration_with(event, f"{acceptance} {asked} 2"), _registrant(2, "NZ"))
        if asked is EmailAsked.REQUIRED:
            set_registration(event, actor, replace(wanted, is_open=False, closes_at=None))


def _registrant(number: int, country: str = "NL") -> Registrant:
    """What the registration page sends of somebody."""
    return Registrant("New", f"Nova {number}", country, number == 3, f"nova-{number}@example.org", "by train")


def _read_a_list() -> None:
    """The director says what the columns of a list hold, which is kept for the next one with these headings."""
    event = make_event(4, name="A Day of Lists")
    chosen = Choices(fields={0: PlayerField.NAME, 1: PlayerField.COUNTRY, 2: None})
    text = "Who;Whence;Size of shirt\nNova Ash;NL;M\nNova Birch;NZ;L\n"
    remember(event, read_list(text, Surroundings(), chosen))


def _play_on_after_a_cut() -> None:
    """Of nine players the best seven go on, three of whom wait; rounds are made in every way, and who plays is settled again.

    One event stands just before that.
    """
    ways = [Stage(rounds=1, how=how) for how in (RoundKind.LEVELS, RoundKind.HAND, RoundKind.ARRIVAL, RoundKind.SNAKE)]
    best = Stage(rounds=1, how=RoundKind.DEALT, who=Who.BEST, count=7, waits=3, counts=False)
    last = Stage(rounds=1, how=RoundKind.RANKED, who=Who.WINNERS, counts=False)
    form = msgspec.structs.replace(
        shipped_format("wbc-acquire"),
        rounds=(*ways, best, last),
        plans={},
        order=(Key.REACHED, Key.TOTAL, Key.TYPED),
        parts=frozenset({Part.MEDALS}),
    )
    for name in ("A Day of a Cut", "A Day before a Cut"):
        event = make_event(9, name=name, format=form, rounds_planned=form.rounds_planned)
        for number in range(1, len(ways) + 1):
            play_round(event, number)
    play_on = Event.objects.get(name="A Day of a Cut")
    actor = director_of(play_on)
    edit_entry(play_on, actor, 9, Particulars("Ida Demo", tie_figure=5))
    withdraw(play_on, actor, 9)
    settle_field(play_on, actor, 5)
    play_round(play_on, 5)


def _forget() -> None:
    """Players are forgotten, a namesake is not, and what is private of others is deleted."""
    names = ["Vera Vanish", "Willy Wane", "Vera Vanish", "Lara Last", "Mia Mere", "Nora Near", "Otto Oak", "Paul Past"]
    event = make_event(names=names, name="A Day Forgotten")
    actor = director_of(event)
    for number in (1, 4):
        edit_entry(
            event, actor, number, Particulars(names[number - 1], "DE", note="vegan", email="somebody@example.org")
        )
    play_round(event, 1)
    people = {person.number: person for person in people_of(event)}
    forget([people[1], people[2]], actor, spared=[people[3]])
    blank_people(event, actor, [people[4]])


ALL: Sequence[Callable[[], None]] = (
    _name_a_phone,
    _take_fees,
    _check_in_themselves,
    _miss_rounds,
    _fill_in,
    _take_over_seats,
    _register,
    _read_a_list,
    _play_on_after_a_cut,
    _forget,
)
"""What is done, in order."""
