"""Acts, logs, games and series of every kind for a fixture: run in a process of its own, on the database it names.

Days of acts by lot come first (`tests.acts`); what they need not bring about follows by hand, here, in `second_thoughts` and in `people`.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ACTS_OF_A_DAY = 45


def main() -> None:
    """Do everything in the database at hand."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User

    settings.GAMES = True
    User.objects.filter(username="second").update(is_staff=True)  # the second person of `tests.acts` at the desk
    from tests.upgrade import people, second_thoughts
    from tournament.models import AccountLanguage, FrontPage, WrongPasswords

    AccountLanguage.objects.create(account=User.objects.order_by("pk")[0], language="de")
    WrongPasswords.objects.create(account=User.objects.create_user("guessed-at"), many=214)
    FrontPage.objects.create(organiser="A Club of Players", words="We meet on Fridays.", contact="desk@example.org")
    for number in range(16):
        _day_by_lot(number)
    _choose_every_setting()
    _move_in_the_hall()
    _rule()
    _part_ties_and_people()
    _show_a_chart()
    _help()
    _put_away()
    _use_phones()
    _write_against_the_rules()
    _rule_from_a_log()
    _accept_for_a_silent_seat()
    _play_casual_games()
    _play_series()
    _print()
    _hold_results()
    _restore_a_snapshot()
    for do in (*second_thoughts.ALL, *people.ALL):
        do()


def _day_by_lot(number: int) -> None:
    """Acts by lot in an event of one of the states in which such days begin."""
    from tests.acts.doing import ACTS, try_act
    from tests.acts.starts import STARTS

    chance = Random(number)
    event = STARTS[sorted(STARTS)[number % len(STARTS)]]()
    for _ in range(ACTS_OF_A_DAY):
        try_act(event, chance.choice(sorted(ACTS)), chance)


def _choose_every_setting() -> None:
    """Events that together have every choice of every setting, and entries whose names are shown in every way."""
    from tests.build import make_event
    from tournament.models import Event

    columns = [column for column in Event._meta.concrete_fields if column.choices]
    for number in range(max(len(column.flatchoices) for column in columns)):
        chosen = {column.name: column.flatchoices[number % len(column.flatchoices)][0] for column in columns}
        event = make_event(4, name=f"A Day of Settings {number}", lets_robots_in=True, shows_insight=True)
        Event.objects.filter(pk=event.pk).update(**chosen)
        event.entries.filter(number=1).update(shown_as=("full", "initial", "number", "full")[number])


def _move_in_the_hall() -> None:
    """A player moves, a table is broken up and another gets a number."""
    from tests.build import director_of, draw_round, make_event, publish
    from tournament.day.hall import best_spread
    from tournament.models.queries import record_of
    from tournament.services.tables import move_player, renumber_table, retire_table

    event = make_event(15, name="A Day in the Hall", rounds_planned=2)
    actor = director_of(event)
    first = draw_round(event, 1, sizes=(5, 5, 5))
    publish(event, 1, sizes=(4, 4, 4, 3), replaces=first.draw_id)
    seats = record_of(event).table(1, 1).seats
    smallest = min(record_of(event).round(1).tables, key=lambda table: table.size)
    move_player(event, actor, 1, seats[0].player, smallest.number)
    played = record_of(event).round(1)
    retire_table(event, actor, 1, 1, best_spread(record_of(event), played, 1))
    renumber_table(event, actor, 1, 2, 9)


def _rule() -> None:
    """Penalties about everything and disputes that end in every way; one is excluded, one goes and comes back."""
    from tests.build import director_of, make_event, play_round, publish
    from tournament.record.vocabulary import DisputeState, PenaltyKind, PlayerId, Status, Subject
    from tournament.services.attendance import set_status
    from tournament.services.results.reports import rule_equal_shares
    from tournament.slices.disputes.acts import open_dispute, settle_dispute
    from tournament.slices.leaving import reinstate, withdraw
    from tournament.slices.penalties import PenaltyOrder, give_penalty

    event = make_event(9, name="A Day of Rulings")
    actor = director_of(event)
    set_status(event, actor, [9], Status.EXCLUDED)
    play_round(event, 1)
    withdraw(event, actor, 8, "a train to catch")
    play_round(event, 2)
    reinstate(event, actor, 8)
    publish(event, 3)
    for number, subject in enumerate(Subject, 1):
        give_penalty(event, actor, PenaltyOrder(PlayerId(number), 3, PenaltyKind.WARNING, "once", 0, subject))
    for kind in (PenaltyKind.NEW_HAND, PenaltyKind.TWO_MINUTES):
        give_penalty(event, actor, PenaltyOrder(PlayerId(1), 3, kind, "again"))
    for state in (DisputeState.RULED, DisputeState.WITHDRAWN, DisputeState.OPEN):
        dispute = open_dispute(event, actor, 3, 1, "how many?")
        settle_dispute(event, actor, dispute, DisputeState.RULED if state is DisputeState.OPEN else state, "so many")
    settle_dispute(event, actor, dispute, DisputeState.OPEN, "")
    for why in ("the bank was lost", "", "the bank was lost, and so was its book"):
        rule_equal_shares(event, actor, 3, 2, why)


def _part_ties_and_people() -> None:
    """Two totals are equal, and a ruling on the tie is made twice and taken back once; some are kept apart, some let meet again."""
    from tests.build import director_of, make_event, play_round
    from tournament.models.queries import record_of
    from tournament.record.vocabulary import PlayerId, Status
    from tournament.scores.medals import ties
    from tournament.services.attendance import set_status
    from tournament.slices.apart import drop_rule, keep_apart
    from tournament.slices.ties import cancel_tie, rule_tie

    event = make_event(9, name="A Day of Ties", rounds_planned=1)
    actor = director_of(event)
    keep_apart(event, actor, [[PlayerId(1), PlayerId(2)]], is_hard=False)
    keep_apart(event, actor, [[PlayerId(3), PlayerId(4)]])
    drop_rule(event, actor, event.keep_aparts.latest("pk").pk)
    set_status(event, actor, [9], Status.ABSENT)
    play_round(event, 1, cash=dict.fromkeys((1, 2), (40_000, 30_000, 20_000, 10_000)))
    players = list(ties(record_of(event))[0].players)
    rule_tie(event, actor, players, "dice")
    cancel_tie(event, actor, tuple(players))
    rule_tie(event, actor, players, "dice")


def _show_a_chart() -> None:
    """A movement chart is published and taken back, and another one stays; an event is for practice."""
    from tests.build import director_of, make_event, publish
    from tournament.slices.charts import publish_chart, withdraw_chart
    from tournament.slices.practice.playing import make_practice_event

    event = make_event(17, name="A Day by Chart")
    actor = director_of(event)
    publish(event, 1)
    publish_chart(event, actor, 1)
    withdraw_chart(event, actor)
    publish_chart(event, actor, 1)
    make_practice_event(actor, "A Day of Practice", 8, 2)


def _help() -> None:
    """Helpers are invited, come in, get other roles and leave; an invitation is withdrawn; links of every purpose are made."""
    from tests.build import director_of, make_event
    from tournament.access.links import link_of, make_link
    from tournament.models import Helper, LetIn
    from tournament.record.acts import Role
    from tournament.record.devices import Purpose
    from tournament.services.coming_in import come_in
    from tournament.slices.helping import (
        invite_helper,
        make_token,
        set_helper,
        withdraw_helper,
        withdraw_invitation,
        withdraw_token,
    )

    event = make_event(8, name="A Day of Helpers")
    actor = director_of(event)
    for number, roles in enumerate(((Role.DESK,), (Role.ARBITER,), (Role.CHECKER,), (Role.SCREEN,)), 1):
        token = invite_helper(event, actor, frozenset(roles), name=f"Helper {number}").token
        helper = come_in(link_of(token), name=f"Helper {number}")
        if number == 1:
            set_helper(event, actor, helper.pk, frozenset({Role.DESK, Role.CHECKER}), 3)
        if number == 2:
            withdraw_helper(event, actor, helper.pk)
    invite_helper(event, actor, frozenset({Role.DESK}), name="Nobody")
    withdraw_invitation(event, actor, LetIn.objects.latest("pk").pk)
    for name, scope in (("Registration shop", Role.ENTRIES), ("Scoreboard", Role.RESULTS)):
        make_token(event, actor, name, frozenset({scope}))
    withdraw_token(event, actor, Helper.objects.latest("pk").account_id or 0)
    for purpose in (Purpose.NEW_PASSWORD, Purpose.FURTHER_ACCOUNT):
        make_link(purpose, by=actor, account=actor if purpose is Purpose.NEW_PASSWORD else None)


def _put_away() -> None:
    """Events are put away; one is taken out again. A notice is set and taken down, an event shown and hidden."""
    from tests.build import director_of, make_event, play_round
    from tournament.services.showing import hide_event, show_event
    from tournament.slices.notices import set_notice
    from tournament.slices.putting_away import put_away, take_out

    for number in range(2):
        event = make_event(4, name=f"A Day Long Ago {number}", rounds_planned=1)
        actor = director_of(event)
        hide_event(event, actor)
        show_event(event, actor)
        set_notice(event, actor, "Round 1 begins at ten")
        set_notice(event, actor, "")
        play_round(event, 1)
        put_away(event, actor)
        if number:
            take_out(event, actor)


def _use_phones() -> None:
    """Tables call about everything and press every button; time is given, phones and codes are withdrawn, requests are taken back."""
    from tests.build import asked_by_phone, director_of, make_event, phone_of, publish
    from tests.tournament.games.at_tables.hall import phone_at
    from tournament.day.at_table import CallKind, PressKind
    from tournament.models.queries import record_of
    from tournament.record.devices import RequestKind
    from tournament.services.asking import take_back
    from tournament.services.calls import answer_call, call_director, cancel_call
    from tournament.services.tables import (
        let_clock_go_on,
        pause_clock,
        withdraw_code,
        withdraw_code_of_player,
        withdraw_phone,
    )
    from tournament.slices.clocks import SentPress, give_time, press
    from tournament.slices.requests import decline_request

    event = make_event(8, name="A Day of Phones", players_report=True)
    actor = director_of(event)
    publish(event, 1)
    players = [seat.player for seat in record_of(event).table(1, 1).seats]
    phone = phone_at(event, players[0])
    calls = [call_director(phone, kind, "about this") for kind in CallKind]
    answer_call(event, actor, calls[0].pk, "so it is")
    cancel_call(phone, calls[1].pk)
    kinds = (PressKind.TURN, PressKind.DECIDE, PressKind.STOP)
    press(phone, [SentPress(f"b-{number}", 0, kind, players[0]) for number, kind in enumerate(kinds)])
    pause_clock(event, actor, 1)
    let_clock_go_on(event, actor, 1)
    give_time(event, actor, 1, players[1], 120, "the bell rang late")
    late = asked_by_phone(event, int(players[3]), RequestKind.WITHDRAW, "my train leaves")
    decline_request(event, actor, late.pk, "You are needed.")
    asked = asked_by_phone(event, int(players[2]), RequestKind.WITHDRAW)
    take_back(phone_of(event, int(players[2])), asked.pk)
    withdraw_phone(event, actor, phone.pk)
    withdraw_code(event, actor, 1, 1)
    withdraw_code_of_player(event, actor, int(players[2]))


def _write_against_the_rules() -> None:
    """A scribe writes a tile that is on the board already."""
    from tests.build import make_event, publish
    from tests.upgrade.day import turn
    from tournament.slices.scribing import begun_at, write_entries

    event = make_event(4, name="A Scribe in a Hurry")
    publish(event, 1)
    players = [row["id"] for row in begun_at(event, 1, 1).opening["header"]["players"]]
    entries = [turn(number, player, "2C") for number, player in enumerate(players[:2], 1)]
    write_entries(event, event.created_by, 1, 1, 0, entries)


def _rule_from_a_log() -> None:
    """A log's cash becomes the result of its table, in an open round and in a closed one; a word of it is explained."""
    from tests.tournament.services.test_gamelogs import RULED, RULING, a_played_table, by_seat
    from tournament.slices.disputes.acts import apply_cash, explain_words, publish_log, withdraw_log

    for is_closed in (False, True):
        event, log = a_played_table(closed=is_closed)
        explain_words(event, event.created_by, log, {"Kassensturz": "cash"})
        apply_cash(event, event.created_by, log, by_seat(event, RULED), RULING)
        publish_log(event, event.created_by, log)
        if is_closed:
            withdraw_log(event, event.created_by, log)


def _accept_for_a_silent_seat() -> None:
    """At one table a player says nothing after the end; the other table goes back to board and tiles."""
    from tests.build import director_of, make_event, publish
    from tests.tournament.games.at_tables.hall import game_of, play, seat_now, seated
    from tournament.play.games.models import Game
    from tournament.play.games.services.agreeing import agree
    from tournament.play.games.tables.ending import accept_for_seat
    from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
    from tournament.record.vocabulary import PlayerId

    event = make_event(8, name="A Day of Silence", on_devices=True)
    actor = director_of(event)
    publish(event, 1)
    play_at_the_table(event, actor, 1, 2)
    play_on_devices(event, actor, 1, 2)
    seated(event)
    game = play(game_of(event))
    for place in range(3):
        agree(seat_now(game, place))
    silent = game.seats.select_related("entry").get(place=3).entry
    assert game.ended_at is not None
    assert silent is not None
    Game.objects.filter(pk=game.pk).update(ended_at=game.ended_at - timedelta(hours=1))
    accept_for_seat(event, actor, 1, 1, PlayerId(silent.number))


def _play_casual_games() -> None:
    """Games without an event: one that nobody has come to, one left, one at its end."""
    from tests.tournament.games.at_tables.hall import play
    from tests.tournament.games.tables import begun, opened
    from tournament.play.games.services.opening import leave_game

    opened()
    leave_game(play(begun(), most=10))
    assert play(begun("wikipedia", 2)).ended_at is not None


def _play_series() -> None:
    """Programs play a series; others stand in every state; a process waits to play."""
    from django.utils import timezone

    from tests.tournament.commands.series.playing import Played, order
    from tournament.play.programs.models import ProgramProcess, Series
    from tournament.play.programs.series import StartWishes
    from tournament.record.vocabulary import SeriesState

    Played(order("random", "random")).play()
    for state in SeriesState:
        waiting = Played(order("random", "random"), StartWishes(has_open_hands=True)).row
        Series.objects.filter(pk=waiting.pk).update(state=state.value, are_hands_wished=True)
    ProgramProcess.objects.create(name="laptop 1", seen_at=timezone.now())


def _print() -> None:
    """Sheets of an event are printed by its desk."""
    from django.test import Client

    from tests.build import director_of, make_event, publish

    event = make_event(8, name="A Day on Paper")
    publish(event, 1)
    director = Client()
    director.force_login(director_of(event))
    for sheet in ("result-slips.pdf?round=1", "check-in.pdf"):
        assert director.get(f"/desk/{event.slug}/sheets/{sheet}").status_code == 200
    assert director.post(f"/desk/{event.slug}/sheets/", {"printed": "check-in"}).status_code == 302


def _hold_results() -> None:
    """Results are held back, shown and held back again, in an event whose desk shows everything."""
    from tests.build import director_of, make_event, play_to
    from tournament.record.settings import EXTRAS
    from tournament.services.events import change_settings
    from tournament.services.rounds import hold_results, show_results

    event = make_event(8, name="A Day Held Back", rounds_planned=3, holds_results=True)
    change_settings(event, director_of(event), {"extras": " ".join(EXTRAS), "name_form": "surname_first"})
    play_to(event, round_closed=2)
    for act in (show_results, hold_results, show_results):
        act(event, director_of(event), 1)


def _restore_a_snapshot() -> None:
    """An event is put back to how it was before its second draw."""
    from django.conf import settings

    from tests.build import director_of, make_event, play_round, publish
    from tournament.services.archives.putting_back import put_back, snapshots_of

    event = make_event(8, name="A Day Put Back", rounds_planned=2)
    with TemporaryDirectory() as folder:
        settings.SNAPSHOT_FOLDER = str(Path(folder))
        play_round(event, 1)
        publish(event, 2)
        put_back(event, director_of(event), snapshots_of(event)[1].name)
        settings.SNAPSHOT_FOLDER = ""


if __name__ == "__main__":
    main()
