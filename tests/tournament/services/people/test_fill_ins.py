"""A fill-in sits where the desk puts them, and counts nowhere: standings, medals, Pentamind, sit-outs, numbers of players (R70)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, draw_round, enter_results, logged_in, make_event, player_name, publish
from tests.tournament.pages.crawl import pages_of
from tests.tournament.pages.reading import html
from tournament.day.agenda import stages
from tournament.day.arriving import ArrivalKind, arrivals
from tournament.day.lists.lines import RosterLine
from tournament.draw.sitouts import suggest_sit_out
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.sheets import SHEETS
from tournament.record.formats import FillInCash
from tournament.record.vocabulary import PlayerId, SitOutKind, Status
from tournament.scores.medals import medals, pentamind, results_to_rank
from tournament.scores.scoring import score_round
from tournament.scores.totals import in_the_field, standings
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries
from tournament.services.events import change_settings
from tournament.services.rounds import close_round
from tournament.services.seats import join_table, mark_no_show
from tournament.services.undoing import undo_changes
from tournament.slices.fill_ins import set_fill_in
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def with_fill_in(players: int, **settings: Any) -> tuple[Event, PlayerId]:
    """An event with that many players and one more who only completes tables, all present; the fill-in has the last number."""
    event = make_event(players, **settings)
    director = director_of(event)
    (entry,) = add_entries(event, director, [RosterLine(1, "Flo Filler")], Status.PRESENT)
    set_fill_in(event, director, entry.number, is_fill_in=True)
    return event, PlayerId(entry.number)


def played_with_fill_in(players: int = 7, **settings: Any) -> tuple[Event, PlayerId]:
    """The same after round 1, in which the fill-in was seated at the last table, of three."""
    event, filler = with_fill_in(players, **settings)
    drawn = publish(event, 1)
    join_table(event, director_of(event), 1, filler, drawn.tables[-1].number)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    return event, filler


def test_a_fill_in_is_not_drawn_and_changes_no_number_of_players() -> None:
    event, filler = with_fill_in(7)
    record = record_of(event)
    assert (len(record.active), len(record.present), record.fill_ins) == (7, 8, (filler,))
    drawn = publish(event, 1)
    assert drawn.sizes == (4, 3)
    assert drawn.table_of(filler) is None
    assert [row.player for row in drawn.sit_outs] == []


def test_the_draw_seats_a_fill_in_where_there_would_be_no_table() -> None:
    event, filler = with_fill_in(2)
    assert [entry.player for entry in record_of(event).active] == [1, 2, filler]
    draw_round(event, 1, sizes=(3,))
    assert record_of(event).round(1).sizes == (3,)


def test_the_desk_seats_a_fill_in_at_a_table_that_then_is_a_table_of_four() -> None:
    event, filler = played_with_fill_in()
    (four, completed) = record_of(event).round(1).tables
    assert (four.size, completed.size) == (4, 4)
    scored = score_round(record_of(event), 1)[1]
    assert [row.player for row in scored.rows if row.fills_in] == [filler]
    assert {row.figures["multiplier"] for row in scored.rows} == {1_000}


def test_a_fill_in_has_no_place_no_medal_no_points_and_is_no_player() -> None:
    event, filler = played_with_fill_in(rounds_planned=1)
    record = record_of(event)
    assert [len(rows) for rows in (standings(record), pentamind(record), medals(record), in_the_field(record))] == [
        7
    ] * 4
    for rows in (standings(record), pentamind(record), medals(record)):
        assert filler not in {row.player for row in rows}
    without = replace(record, fill_ins=())
    assert len(standings(without)) == 8, "the mark alone makes the difference"
    # 7 players, place 1: 100 x 12/13 x 6/6.
    assert pentamind(record)[0].points == 92_308
    assert results_to_rank(record).totals.keys() == {row.player for row in standings(record)}


def test_a_fill_in_is_no_player_in_what_the_world_reads_and_programs_are_told() -> None:
    event, filler = played_with_fill_in(rounds_planned=2)
    site, desk = Client(), Client()
    desk.force_login(director_of(event))
    calendar = site.get(reverse("calendar", args=[event.slug])).content.decode().replace("\r\n ", "")
    assert "7 players" in calendar
    assert stages(record_of(event))[0].detail == "7 present"
    assert "<td>7</td>" in re.sub(r"<td[^>]*>", "<td>", html(desk, reverse("desk")))
    told = site.get(reverse("json_event", args=[event.slug])).json()
    assert [row["player"] for row in told["entries"] if row["is_fill_in"]] == [filler]
    results = site.get(reverse("json_results", args=[event.slug, 1])).json()
    rows = [row for table in results["tables"] for row in table["players"]]
    assert [(row["player"], row["score"]) for row in rows if row["is_fill_in"]] == [(filler, "0.000")]


def test_a_fill_in_who_is_here_is_not_told_to_play_the_next_round() -> None:
    event, filler = with_fill_in(7)
    publish(event, 1)
    record = record_of(event)
    (following,) = [way for way in arrivals(record, record.entry(filler)) if way.way is ArrivalKind.NEXT]
    assert following.closed == "Flo Filler is only a fill-in, so is never put in the draw (R70)."


def test_the_setting_changes_the_scores_of_that_table_alone_and_asks_first() -> None:
    event, filler = played_with_fill_in()
    before = {row.player: row.total for row in standings(record_of(event))}
    change_settings(event, director_of(event), {"fill_in_cash": FillInCash.LEFT_OUT.value})
    record = record_of(event)
    after = {row.player: row.total for row in standings(record)}
    mates = {seat.player for seat in record.round(1).tables[1].seats} - {filler}
    assert {player for player in before if before[player] != after[player]} == mates
    assert abs(sum(after[player] for player in mates) - 75_000) <= 2


def test_nobody_asks_what_a_round_scores_that_a_fill_in_did_not_play() -> None:
    event, filler = played_with_fill_in()
    director = director_of(event)
    (late,) = add_entries(event, director, [RosterLine(1, "Fay Filler")])
    set_fill_in(event, director, late.number, is_fill_in=True)
    check_in(event, director, [late.number])
    assert record_of(event).round(1).sit_outs == ()
    publish(event, 2)
    record = record_of(event)
    assert {way.missed for way in arrivals(record, record.entry(PlayerId(late.number)))} == {0}
    join_table(event, director, 2, filler, record.round(2).tables[-1].number)
    mark_no_show(event, director, 2, filler, SitOutKind.STANDARD, "")
    assert record_of(event).round(2).sit_outs == ()
    assert suggest_sit_out(record_of(event), 3, 5).player not in (filler, late.number)


def test_who_has_played_stays_what_they_are_and_the_mark_is_undone_before() -> None:
    event, filler = with_fill_in(7)
    director = director_of(event)
    marked = event.version
    assert sentence_of(event.changes.all()[0], record_of(event)) == "Flo Filler is now a fill-in and is not ranked"
    undo_changes(event, director, [marked])
    assert record_of(event).fill_ins == ()
    set_fill_in(event, director, filler, is_fill_in=True)
    publish(event, 1)
    join_table(event, director, 1, filler, 2)
    for number, is_fill_in in ((1, True), (filler, False)):
        with pytest.raises(RefusedError, match="has already taken part, so it is too late to change"):
            set_fill_in(event, director, number, is_fill_in=is_fill_in)


def test_it_is_off_by_default_and_offered_where_it_is_switched_on() -> None:
    event = make_event(7, extras="")
    page = reverse("desk_entry", args=[event.slug, 3])
    desk = logged_in(director_of(event))
    assert "Use as a fill-in" not in html(desk, page)
    change_settings(event, director_of(event), {"extras": "fill_ins"})
    assert "Use as a fill-in" in html(desk, page)
    desk.post(reverse("desk_fill_in", args=[event.slug, 3]), {"fills": "yes"})
    assert record_of(event).fill_ins == (3,)
    assert "Rank like everyone else" in html(desk, page)
    assert "fill-in, not ranked" in html(desk, reverse("desk_entries", args=[event.slug]))
    assert "completes tables" in html(desk, reverse("desk_check_in", args=[event.slug]))


def test_every_page_and_sheet_shows_an_event_with_a_fill_in() -> None:
    event, filler = played_with_fill_in(7, fill_in_cash=FillInCash.LEFT_OUT.value, rounds_planned=2)
    publish(event, 2)
    join_table(event, director_of(event), 2, filler, 2)
    desk, slug = logged_in(director_of(event)), event.slug
    assert f"/desk/{slug}/rounds/2/results/" in pages_of(desk, slug, most=1)
    enter_results(event, 2)
    close_round(event, director_of(event), 2)
    assert f"/{slug}/rounds/1/results/" in pages_of(desk, slug, root="/", most=1)
    assert player_name(1) in html(desk, f"/desk/{slug}/final/")
    for name in SHEETS:
        assert desk.get(f"/desk/{slug}/sheets/{name}.pdf", {"round": "2"}).status_code in (200, 302, 409), name
    assert "not ranked" in html(desk, f"/{slug}/rounds/1/results/")
    assert "fill-in, not ranked" in html(desk, f"/{slug}/players/{filler}/")
