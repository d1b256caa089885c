"""What a draw is asked for: sit-outs (R49-R52), dice (R47), wishes; and the public movement chart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.reading import light
from tests.tournament.pages.words import told, words
from tests.tournament.scores.worked import make_record, make_round
from tournament.day.lists.lines import RosterLine
from tournament.desk.arrangements import columns
from tournament.desk.rounds import tied_across_cuts
from tournament.draw.allocation import arrangements, random_rounds
from tournament.draw.forecast import chart_round, misfit, movement_of
from tournament.draw.lines import said
from tournament.draw.pairings.report import Moved, moved_players
from tournament.draw.sitouts import SitOutError
from tournament.models import Draw, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import CutTieBreak, Key, PlayerId, Reading, RoundKind, SeatSource, SitOutKind
from tournament.scores.order import ranked_by_total
from tournament.scores.totals import standings
from tournament.services.attendance import check_in
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder, ranked_to_cut, ties_across_cuts
from tournament.services.entries import add_entries
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.slices.apart import keep_apart
from tournament.slices.charts import chart_order, publish_chart, withdraw_chart
from tournament.slices.leaving import withdraw
from tournament.tellings.diary import differences

pytestmark = pytest.mark.django_db


EQUAL = dict.fromkeys(range(1, 5), (40000, 40000, 40000, 40000))


def order(*sizes: int, seed: int = 5, **more: object) -> DrawOrder:
    return replace(DrawOrder(sizes, seed, SeatSource.TILES), **more)  # type: ignore[arg-type]


def test_in_later_rounds_the_lowest_total_sits_out_and_scores_as_the_rules_say() -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    rested = record_of(event).round(1).sit_outs[0].player
    lowest = [row.player for row in standings(record_of(event)) if row.player != rested][-1]
    draw_round(event, 2, sizes=(3, 3))
    (sit_out,) = record_of(event).round(2).sit_outs
    assert (sit_out.player, sit_out.kind) == (lowest, SitOutKind.STANDARD)
    assert "lowest total" in said(sit_out.reason)


def test_nobody_sits_out_twice_whoever_asks_for_it() -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    rested = record_of(event).round(1).sit_outs[0].player
    with pytest.raises(SitOutError, match="already sat out round 1, and nobody sits out twice"):
        draft_round(event, director_of(event), order(3, 3, sitting_out=rested, sit_out_reason="asks to"))


def test_another_player_than_the_rules_name_sits_out_only_with_a_reason() -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    first = standings(record_of(event))[0].player
    with pytest.raises(RefusedError, match=r"should sit out \(R50\); write why"):
        draft_round(event, director_of(event), order(3, 3, sitting_out=first))
    draft_round(event, director_of(event), order(3, 3, sitting_out=first, sit_out_reason="is unwell"))
    record = record_of(event)
    (sit_out,) = record.round(2).sit_outs
    assert sit_out.player == first
    assert said(sit_out.reason).endswith("to sit out round 2: is unwell")
    assert sit_out.reason in record.round(2).protocol


def test_typed_dice_decide_a_tie_across_the_cuts_and_stand_in_the_protocol() -> None:
    event = make_event(16)
    for number in (1, 2, 3):
        play_round(event, number, cash=EQUAL)
    dice = {PlayerId(number): (number,) for number in range(1, 17)}
    draft_round(event, director_of(event), order(4, 4, 4, 4, dice=dice))
    final = record_of(event).round(4)
    assert [{seat.player for seat in table.seats} for table in final.tables] == [
        {13, 14, 15, 16},
        {9, 10, 11, 12},
        {5, 6, 7, 8},
        {1, 2, 3, 4},
    ]
    assert said(final.protocol[0]) == "Seated from the standings after round 3 at tables of 4 4 4 4 (R46)."
    assert "Places 1 to 16 were level on 75.000 and decided by dice (Pia Demo 16" in said(final.protocol[1])


@pytest.mark.parametrize(
    ("totals", "sizes", "tied"),
    [
        ([90, 80, 70, 60, 60, 50], (4, 2), ((4, 5),)),
        ([90, 80, 80, 70, 60, 50], (4, 2), ()),
        ([90, 80, 80, 80, 80, 80, 80, 70], (3, 3, 2), ((2, 3, 4, 5, 6, 7),)),
        ([90, 90, 80, 80, 70, 70], (1, 2, 3), ((1, 2), (3, 4))),
    ],
)
def test_only_players_whose_block_a_cut_parts_need_dice(
    totals: list[int], sizes: tuple[int, ...], tied: tuple[tuple[int, ...], ...]
) -> None:
    ranking = ranked_by_total({PlayerId(n): total for n, total in enumerate(totals, 1)})
    assert ties_across_cuts(ranking, sizes) == tied


def test_dice_are_asked_for_where_the_final_is_cut_and_not_as_the_row_is_written() -> None:
    """19 players at 5 5 5 4: the final is cut 4 5 5 5 (R42), which parts places 4 and 5; a cut after five would not."""
    idle = {**dict.fromkeys((1, 2, 3), SitOutKind.PAIRING_PROBLEM), **dict.fromkeys((4, 5), SitOutKind.STANDARD)}
    record = make_record(19, make_round(1, sit_outs=idle), rounds_planned=2)
    by_rule, by_director = (column.cut for column in columns(record, 2) if column.label == "5 5 5 4")
    assert (by_rule, by_director) == ((4, 5, 5, 5), (5, 5, 5, 4))
    assert tied_across_cuts(record, 2, [by_rule]) == tuple(range(4, 20))
    assert tied_across_cuts(record, 2, [by_director]) == tuple(range(6, 20))


def test_the_director_may_give_the_first_number_the_top_table() -> None:
    """19 players at 5 5 5 4: the preference for four gives the top table four, unless the director overrides it (R42)."""
    event = play_to(make_event(19), round_closed=3)
    best = [row.player for row in standings(record_of(event))]
    drawn = draft_round(event, director_of(event), order(5, 5, 5, 4, top_table=5))
    final = record_of(event).round(4)
    assert final.sizes == (5, 5, 5, 4)
    assert {seat.player for seat in final.tables[0].seats} == set(best[:5])
    assert said(final.protocol[0]) == (
        "Seated from the standings after round 3 at tables of 5 5 5 4 (R46). The director chose a top table of 5 (R42)."
    )
    draft_round(event, director_of(event), order(5, 5, 5, 4, replaces=drawn.draw_id))
    assert record_of(event).round(4).sizes == (4, 5, 5, 5)


def test_a_top_table_of_a_size_that_no_table_has_is_refused() -> None:
    event = play_to(make_event(16), round_closed=3)
    with pytest.raises(RefusedError, match=r"There is no table of 5 in 4 4 4 4"):
        draft_round(event, director_of(event), order(4, 4, 4, 4, top_table=5))


def test_more_rounds_than_players_who_may_sit_out_do_not_hold_up_the_first() -> None:
    """The arrangement is chosen round by round (R39): what is planned ahead stops where nobody may sit out any more (R49)."""
    event = make_event(7, rounds_planned=8)
    for number in range(1, 8):
        play_round(event, number, sizes=(3, 3))
    assert len({row.sit_outs[0].player for row in record_of(event).rounds}) == 7
    with pytest.raises(SitOutError, match="all 7 players present have already sat out"):
        draw_round(event, 8, sizes=(3, 3))
    assert play_round(event, 8).sizes == (4, 3)


def test_a_search_that_is_stopped_leaves_the_best_draw_found_and_stores_after_how_many_steps() -> None:
    event = make_event(13)
    drafted = draft_round(event, director_of(event), order(5, 4, 4), progress=lambda done, most: done < 20_000)
    draw = record_of(event).round(drafted.number).draw
    assert draw is not None
    assert Draw.objects.get().report["steps"] == 20_000
    assert "The search was stopped after 20,000 steps" in " ".join(map(said, draw.protocol))


def test_an_event_that_changed_during_the_draw_is_not_drawn() -> None:
    event = make_event(13)
    done: list[object] = []

    def someone_else(_steps: int, _most: int) -> bool:
        if not done:
            done.append(keep_apart(event, director_of(event), [[1, 2]]))
        return True

    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        draft_round(event, director_of(event), order(5, 4, 4), progress=someone_else)
    assert done
    assert not event.rounds.exists()


def test_the_final_is_seated_by_tiles_even_where_the_rounds_before_went_by_the_chart() -> None:
    event = play_to(make_event(16, seat_source=SeatSource.CHART.value), round_closed=3)
    publish(event, 4)
    assert [played.seat_source for played in record_of(event).rounds] == [SeatSource.CHART] * 3 + [SeatSource.TILES]


def test_a_cut_that_seats_players_to_be_kept_apart_together_says_so() -> None:
    event = play_to(make_event(16), round_closed=3)
    best = [row.player for row in standings(record_of(event))][:2]
    keep_apart(event, director_of(event), [best])
    drawn = draw_round(event, 4)
    names = [record_of(event).entry(player).name for player in best]
    together = f"{names[0]} and {names[1]} should be kept apart, but their totals put them together at table 1."
    assert together in map(said, record_of(event).round(drawn.number).protocol)


def test_the_olympiads_steps_part_equal_totals_at_a_cut_and_the_protocol_names_the_step() -> None:
    """Five have 25.000, one of them for 30,000 of a winner's 42,400: by step 3 that one is the fifth (R46, MSO-T)."""
    event = make_event(16, rounds_planned=2, cut_tie_break=CutTieBreak.OLYMPIAD.value)
    better = {3: [40_000, 35_000, 20_000, 10_000], 4: [45_000, 20_000, 20_000, 10_000]}  # three above 25.000
    played = play_round(event, 1, cash={1: [40_000, 30_000, 24_000, 23_600], 2: [30_000] * 4} | better)
    record = record_of(event)
    behind = next(seat.player for seat in played.table(1).seats if seat.cash == 30_000)
    level = sorted(seat.player for seat in played.table(2).seats)
    assert tuple(level) in ranked_to_cut(record, 2).groups
    assert ranked_to_cut(record, 2).parted_by(level[0], behind) is Key.SHARE_OF_WINNER
    drawn = draw_round(event, 2, sizes=(4, 4, 4, 4), kind=RoundKind.RANKED)
    assert said(record_of(event).round(drawn.number).protocol[-1]) == (
        f"{record.name_of(level[-1])} and {record.name_of(behind)} are level on 25.000; decided by the Olympiad's "
        f"step 3 (percentage of the table "
        f"winner's points, all rounds): {record.name_of(level[-1])} plays at table 2."
    )


@pytest.mark.parametrize("players", [8, 12, 13, 16, 17, 20, 25])
def test_by_the_movement_chart_nobody_has_a_seat_twice_although_every_round_is_drawn_by_itself(players: int) -> None:
    """The seats that round 1 planned for the rounds after it are kept while nobody comes or goes (R6)."""
    for seed in (3, 40, 500):
        event = make_event(players, name=f"Chart {players} {seed}", seat_source=SeatSource.CHART.value)
        for number in range(1, 1 + random_rounds(arrangements(players)[0].sizes, 4)):
            play_round(event, number, seed=seed * number)
        assert seats_met_again(event) == 0


def test_a_draft_by_the_movement_chart_is_drawn_again_with_other_tables_and_no_seat_twice() -> None:
    event = play_to(make_event(12, seat_source=SeatSource.CHART.value), round_closed=2)
    found = set()
    for seed in range(1, 6):
        draft = event.rounds.filter(number=3).first()
        draft_round(
            event,
            director_of(event),
            replace(order(4, 4, 4, seed=seed, replaces=draft.draw_id if draft else None), seat_source=SeatSource.CHART),
        )
        assert seats_met_again(event) == 0
        found.add(
            frozenset(frozenset(seat.player for seat in table.seats) for table in record_of(event).round(3).tables)
        )
    assert len(found) > 1


def test_who_comes_for_somebody_who_left_has_no_seat_twice_either_and_nobody_else_has() -> None:
    event = make_event(12, seat_source=SeatSource.CHART.value, reading=Reading.NOT_EVERY_ROUND.value)
    play_to(event, round_closed=2)
    withdraw(event, director_of(event), 5)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [13], SitOutKind.MISSED)
    play_to(event, round_closed=4)
    assert seats_met_again(event) == 0


def seats_met_again(event: Event) -> int:
    seats = Counter(
        (seat.player, seat.position)
        for played in record_of(event).rounds
        for table in played.tables
        for seat in table.seats
    )
    return sum(times - 1 for times in seats.values())


# The public movement chart, and what a new plan changes for whom


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
        match=f"no longer fits round 2: {name} arrived or left",
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
