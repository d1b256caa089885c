"""The public movement chart, and what a new plan changes for whom."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round
from tests.tournament.pages.reading import light
from tests.tournament.pages.words import told, words
from tournament.draw.forecast import chart_round, misfit, movement_of
from tournament.draw.pairings import Moved, moved_players
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import Actor, RefusedError
from tournament.services.charts import chart_order, publish_chart, withdraw_chart
from tournament.services.departures import withdraw
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.tellings.diary import differences

pytestmark = pytest.mark.django_db


def with_chart(players: int = 17) -> Event:
    """An event whose round 1 is published with the chart of the random rounds after it."""
    return with_chart_of(make_event(players))


def with_chart_of(event: Event) -> Event:
    draw_round(event, 1)
    publish_round(event, event.created_by, 1)
    publish_chart(event, event.created_by, 1)
    return Event.objects.get(pk=event.pk)


def finish(event: Event, number: int) -> None:
    enter_results(event, number)
    close_round(event, event.created_by, number)


def test_the_chart_holds_every_random_round_still_to_come() -> None:
    record = record_of(with_chart())
    assert [row.number for row in record.chart] == [2, 3]  # 17 players: three random rounds and a final (R45)
    assert [row.sizes for row in record.chart] == [(4, 4, 3, 3, 3)] * 2
    movement = movement_of(record)
    assert movement.rounds == (1, 2, 3)
    assert len(movement.places) == 51
    assert movement.players == {entry.player for entry in record.entries}


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return with_chart()


def test_rounds_taken_from_the_chart_are_as_players_saw_them(event: Event) -> None:
    planned = {row.number: row.tables for row in record_of(event).chart}
    for number in (2, 3):
        finish(event, number - 1)
        draft_round(event, event.created_by, chart_order(record_of(event), number, 5, None))
        publish_round(event, event.created_by, number)
        tables = record_of(event).round(number).tables
        assert tuple(tuple(seat.player for seat in table.seats) for table in tables) == planned[number]
    assert [draw.report["repeats"] for draw in event.draws.all()] == [0, 0, 0]


def test_a_withdrawal_breaks_the_chart_and_is_named(event: Event) -> None:
    finish(event, 1)
    withdraw(event, event.created_by, 5, "went home")
    record = record_of(Event.objects.get(pk=event.pk))
    name = record.entry(PlayerId(5)).name
    assert (
        misfit(record, 2)
        == f"The movement chart no longer fits round 2: {name} arrived or left. Draw the remaining rounds again."
    )
    with pytest.raises(RefusedError, match="no longer fits round 2"):
        draft_round(event, event.created_by, chart_order(record, 2, 5, None))
    assert "will be drawn again" in Client().get(f"/{event.slug}/chart/").content.decode()


def test_publishing_another_draw_takes_the_chart_back(event: Event) -> None:
    finish(event, 1)
    draw_round(event, 2, seed=99)
    assert [row.number for row in record_of(event).chart] == [2, 3]
    publish_round(event, event.created_by, 2)
    record = record_of(event)
    assert record.chart == ()
    change = event.changes.all()[0]
    assert (change.act, change.after["chart"]) == (Act.PUBLISH_ROUND.value, {"withdrawn": True})
    assert [row.words for row in differences(change, record)] == ["withdrawn: yes", "tables: 5"]


def test_publishing_the_chart_is_refused_where_somebody_sits_out_or_nothing_follows() -> None:
    event = make_event(7)
    draw_round(event, 1, sizes=(3, 3))
    with pytest.raises(RefusedError, match="A player sits out"):
        publish_chart(event, event.created_by, 1)
    last = make_event(17, name="Late Cup 2026")
    for number in (1, 2):
        play_round(last, number)
    draw_round(last, 3)
    with pytest.raises(RefusedError, match="No random round follows round 3"):
        publish_chart(last, last.created_by, 3)
    with pytest.raises(RefusedError, match="while the round is a draft or being played"):
        publish_chart(last, last.created_by, 1)


def test_the_chart_is_published_once_and_taken_back_once(event: Event) -> None:
    with pytest.raises(RefusedError, match="already public"):
        publish_chart(event, event.created_by, 1)
    withdraw_chart(event, event.created_by)
    with pytest.raises(RefusedError, match="This has already been done"):
        withdraw_chart(event, event.created_by)
    assert chart_round(record_of(Event.objects.get(pk=event.pk)), 2) is None


def test_players_see_the_chart_only_while_it_is_public(client: Client) -> None:
    event = make_event(17)
    assert "No movement chart" in client.get(f"/{event.slug}/chart/").content.decode()
    public = with_chart_of(event)
    record = record_of(public)
    page = light(client.get(f"/{event.slug}/chart/").content.decode())
    first = record.entry(PlayerId(1))
    assert "will be drawn again" not in page
    places = movement_of(record).places
    table, _ = places[3, first.player]
    row = page[page.index(first.name) :]
    assert f"<td>{table}</td></tr>" in row  # seats are drawn by tiles, so the chart names none (R4)
    assert "Movement chart" in client.get(f"/{event.slug}/").content.decode()


def test_the_desk_offers_the_chart_takes_from_it_and_lists_who_moves(client: Client) -> None:
    event = make_event(17)
    client.force_login(director_of(event))
    draw_round(event, 1)
    desk = f"/desk/{event.slug}"
    assert "Publish the movement chart" in client.get(f"{desk}/rounds/1/").content.decode()
    answer = client.post(f"{desk}/rounds/1/chart/publish/", follow=True)
    assert told(answer) == ["Movement chart published."]
    publish_round(event, event.created_by, 1)
    finish(event, 1)
    assert "Use the movement chart for round 2" in client.get(f"{desk}/rounds/2/arrangement/").content.decode()
    answer = client.post(f"{desk}/rounds/2/chart/take/", {"replaces": ""}, follow=True)
    assert "shown on the public movement chart" not in answer.content.decode()
    replaced = Event.objects.get(pk=event.pk).rounds.get(number=2).draw_id
    draw_round(event, 2, seed=1234, replaces=replaced)
    page = client.get(f"{desk}/rounds/2/").content.decode()
    assert "shown on the public movement chart" in page
    assert "Publishing this draft will unpublish the chart" in page


def test_moved_players_names_tables_before_and_after_and_who_came_or_left() -> None:
    before = [(PlayerId(1), PlayerId(2), PlayerId(3)), (PlayerId(4), PlayerId(5), PlayerId(6))]
    after = [(PlayerId(1), PlayerId(2), PlayerId(4)), (PlayerId(3), PlayerId(6), PlayerId(7))]
    assert moved_players(before, after) == (
        Moved(PlayerId(3), 1, 2),
        Moved(PlayerId(4), 2, 1),
        Moved(PlayerId(5), 2, None),
        Moved(PlayerId(7), None, 2),
    )


def test_the_chart_comes_as_csv_too(client: Client) -> None:
    event = with_chart(9)
    lines = client.get(f"/{event.slug}/chart/?_export=csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Name,Round 1,Round 2,Round 3,Round 4"
    assert len(lines) == 10
    assert client.get(f"/{make_event(3, name='Bare Cup 2026').slug}/chart/?_export=csv").status_code == 404


def test_publishing_a_round_that_departs_from_the_chart_says_so(event: Event, client: Client) -> None:
    client.force_login(director_of(event))
    finish(event, 1)
    draw_round(event, 2, seed=99)
    answer = client.post(f"/desk/{event.slug}/rounds/2/publish/", follow=True)
    assert "The movement chart has been unpublished, because this round differs from it." in told(answer)


def test_the_chart_is_not_published_again_where_it_fits_no_longer(event: Event, client: Client) -> None:
    withdraw_chart(event, event.created_by)
    withdraw(event, event.created_by, 5, "went home")
    name = record_of(event).name_of(PlayerId(5))
    with pytest.raises(
        RefusedError,
        match=f"The movement chart no longer fits round 2: {name} arrived or left. Draw the remaining rounds again.",
    ):
        publish_chart(event, event.created_by, 1)
    client.force_login(director_of(event))
    page = words(client.get(f"/desk/{event.slug}/rounds/1/"))
    assert f"The movement chart no longer fits round 2: {name} arrived or left." in page
    asked = words(client.get(f"/desk/{event.slug}/rounds/1/chart/publish/"))
    assert f"The movement chart no longer fits round 2: {name} arrived or left." in asked


def test_the_chart_of_another_draw_than_the_page_showed_is_not_published() -> None:
    event = make_event(17)
    first = draw_round(event, 1)
    page = Actor(event.created_by, seen=Event.objects.get(pk=event.pk).version)
    draw_round(event, 1, seed=99, replaces=first.draw_id)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        publish_chart(event, page, 1)
    publish_chart(event, event.created_by, 1)
    assert [row.number for row in record_of(event).chart] == [2, 3]
