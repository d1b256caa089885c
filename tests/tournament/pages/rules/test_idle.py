"""What a player's page says of a round in which the player has no table, while it is played and once it counts (R49-R54, R67)."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.build import director_of, enter_results, make_event, play_round, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.player import player_part
from tournament.public.site import open_site
from tournament.record.vocabulary import SitOutKind, Status
from tournament.services.entries import add_entries
from tournament.services.rounds import close_round
from tournament.slices.leaving import disqualify, withdraw

pytestmark = pytest.mark.django_db


def told_of(client: Client, event: Event, number: int) -> dict[int, tuple[str, ...]]:
    """What the page of a player says of each round, by number: the sentences, or the table."""
    answer = client.get(f"/{event.slug}/players/{number}/")
    assert answer.status_code == 200
    rounds = player_part(open_site(Event.objects.get(pk=event.pk)), number)["rounds"]
    page = unescape(strip_tags(answer.content.decode()))
    assert all(sentence in page for row in rounds for sentence in row.sentences)
    return {row.number: row.sentences or (row.where,) for row in rounds}


def seven() -> Event:
    """Seven players, somebody sits out each round at 3 3."""
    return make_event(7)


def close(event: Event, number: int) -> None:
    enter_results(event, number)
    close_round(event, director_of(event), number)


def test_who_sits_out_reads_so_while_the_round_is_played_and_what_it_scored_once_it_counts(client: Client) -> None:
    event = seven()
    publish(event, 1, sizes=(3, 3))
    number = record_of(event).round(1).sit_outs[0].player
    assert told_of(client, event, number) == {1: ("Sits out this round and scores 25.000.",)}
    close(event, 1)
    assert told_of(client, event, number) == {1: ("Sat out: 25.000, without a multiplier.",)}


def test_who_left_reads_what_the_rounds_afterwards_score_at_once_and_once_they_count(client: Client) -> None:
    event = seven()
    play_round(event, 1, sizes=(3, 3))
    number = record_of(event).round(1).tables[0].seats[0].player
    withdraw(event, director_of(event), number)
    publish(event, 2, sizes=(3, 3))
    assert told_of(client, event, number)[2] == ("Not played: 0.000.",)
    close(event, 2)
    assert told_of(client, event, number)[2] == ("Not played: 0.000.",)


def test_who_was_disqualified_reads_of_no_table_as_such(client: Client) -> None:
    event = seven()
    play_round(event, 1, sizes=(3, 3))
    number = record_of(event).round(1).tables[0].seats[0].player
    disqualify(event, director_of(event), number, "collusion")
    play_round(event, 2, sizes=(3, 3))
    assert told_of(client, event, number)[2] == ("Not played: 0.000.",)


def test_who_comes_while_a_round_is_played_reads_what_it_will_score_and_no_table(client: Client) -> None:
    event = make_event(6)
    play_round(event, 1)
    publish(event, 2)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")], Status.PRESENT, SitOutKind.MISSED)
    assert told_of(client, event, 7) == {
        1: ("Not played: 0.000.",),
        2: ("Sits out this round and scores 0.000.",),
    }


def test_who_is_entered_but_not_here_has_no_round_to_read_of(client: Client) -> None:
    event = make_event(6)
    play_round(event, 1)
    publish(event, 2)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    assert told_of(client, event, 7) == {}
