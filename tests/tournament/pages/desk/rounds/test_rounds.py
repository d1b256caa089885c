"""The pages of a round: arrangements, the way to a draft, the draft and what it tells, publish, clock, seats, tiles, the final."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from tests.build import being_played, director_of, draw_round, make_event, play_round, play_to
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.words import words as plain_words
from tournament.day.lists.lines import RosterLine
from tournament.models import Draw, Event
from tournament.models.queries import record_of
from tournament.public.templatetags.cited import linked
from tournament.record.vocabulary import FineTiming, PenaltyKind, RoundState, SeatSource, SitOutKind, Status
from tournament.scores.totals import standings
from tournament.services.attendance import check_in, set_status
from tournament.services.entries import add_entries
from tournament.services.rounds import publish_round
from tournament.services.undoing import undo_changes
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


def test_thirteen_players_are_shown_three_formats_side_by_side_with_what_differs(director: Client) -> None:
    answer = director.get(desk(make_event(13), "rounds/1/arrangement/"))
    columns = answer.context["columns"]
    assert [(column.label, column.note) for column in columns] == [
        ("4 3 3 3", "recommended by the rules"),
        ("4 4 5", "alternative"),
        ("4 4 4, one sits out", "alternative"),
    ]
    facts = [dict(column.facts) for column in columns]
    assert {each["Gold"] for each in facts} == {"from the top table, 4 players", "best total"}
    assert "One player sits out each round and scores 25.000; nobody sits out twice (R49, R51)." in {
        each["Sit-out"] for each in facts
    }
    assert {each["Fewest repeats"] for each in facts} >= {"0 over 3 random rounds", "9 over 4 random rounds"}
    assert "Round length" not in words(answer) or len({each["Round length"] for each in facts}) > 1


def test_own_sizes_are_compared_before_they_are_used(director: Client) -> None:
    event = make_event(13)
    columns = director.get(desk(event, "rounds/1/arrangement/?sizes=5+5+3")).context["columns"]
    assert ("5 5 3", "your sizes") in [(column.label, column.note) for column in columns]
    wrong = words(director.get(desk(event, "rounds/1/arrangement/?sizes=5+5+5")))
    assert "Tables of 5 5 5 seat 15, but there are 13 players" in wrong
    assert 'value="5 5 5"' in wrong
    assert "Draw 4 3 3 3" in wrong


def test_too_few_players_are_told_so_and_offered_nothing(director: Client) -> None:
    page = words(director.get(desk(make_event(2), "rounds/1/arrangement/")))
    assert "2 players are not enough" in page
    assert "Draw 3" not in page


def test_a_table_of_six_leads_to_its_confirmation(director: Client) -> None:
    event = make_event(6)
    page = words(director.get(desk(event, "rounds/1/arrangement/")))
    assert f'href="{desk(event, "size/6/")}?next={desk(event, "rounds/1/arrangement/")}"' in page
    answer = director.post(desk(event, "rounds/1/draw/"), {"use": "6"})
    back = desk(event, "rounds/1/arrangement/?sizes=6")
    assert answer["Location"] == f"{desk(event, 'size/6/')}?{urlencode({'next': back})}"
    assert not event.rounds.exists()


def test_sizes_that_were_typed_come_back_from_the_table_of_six(director: Client) -> None:
    event = make_event(16)
    typed = desk(event, "rounds/1/arrangement/?sizes=6+5+5")
    link = re.search(r'href="([^"]*/size/6/[^"]*)"', words(director.get(typed)))
    assert link is not None
    sent = {"multiplier": "1.5", "minutes": "16", "next": parse_qs(urlsplit(link[1]).query)["next"][0]}
    assert director.post(desk(event, "size/6/"), sent)["Location"] == typed


def test_a_refused_draw_shows_the_page_again_with_what_was_typed(director: Client) -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    rested = record_of(event).round(1).sit_outs[0].player
    best = standings(record_of(event))[0].player
    typed = {"use": "3 3", "seed": "4711", "sitting_out": str(best), "sit_out_reason": ""}
    page = words(director.post(desk(event, "rounds/2/draw/"), typed))
    assert 'role="alert"' in page
    assert 'value="4711"' in page
    assert f'<option value="{best}" selected>' in page
    assert f'<option value="{rested}"' not in page


def test_who_sits_out_is_suggested_with_the_reason_and_the_seed_that_the_draw_will_use(director: Client) -> None:
    event = make_event(7)
    page = words(director.get(desk(event, "rounds/1/arrangement/")))
    seed = page.partition('name="seed" value="')[2].partition('"')[0]
    assert f"lots were drawn among 7 players with seed {seed} (R50)." in page
    assert '<details class="options" id="sit-out">' in page  # the table of seven needs nobody to sit out
    name = page.partition("<summary>Who sits out?</summary> <p>")[2].partition(": there are no scores yet")[0]
    director.post(desk(event, "rounds/1/draw/"), {"use": "3 3", "seed": seed})
    record = record_of(event)
    assert [record.entry(row.player).name for row in record.round(1).sit_outs] == [name]


def test_the_draft_stands_beside_its_report_and_the_reasons_of_its_tables(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    page = words(director.get(desk(event, "rounds/2/")))
    again = page.count("meet again after round 1: unavoidable; at least 20 repeats over 4 rounds.")
    verdict = f"Repeat meetings over the 4 random rounds: 20, {again} of them in round 2; no draw can have fewer"
    assert f"{verdict} (every possible seating was checked)." in page
    told = f"{again} pairs meet again in this round. Over the 4 random rounds, 20 meetings are repeats;"
    assert told in page.partition("<summary>Proof")[0]
    assert "Publish round 2" in page
    assert "No draw can do better." in page.partition("<summary>Proof")[0]
    assert "Seed 9: with this seed" in page.partition("<summary>Proof")[2]


def test_the_draft_says_how_different_opponents_are_read(director: Client) -> None:
    event = make_event(8)
    other = make_event(8, reading="not-every-round", name="Careful Cup 2026")
    pages = []
    for each in (event, other):
        draw_round(each)
        pages.append(words(director.get(desk(each, "rounds/1/"))))
    assert "in R44 is taken to mean: as many different opponents as possible, taken literally." in pages[0]
    assert "“Different opponents” in R44 is taken to mean: nobody meets the same opponent in every round." in pages[1]
    assert not [page for page in pages if "more than twice" in page]


def test_a_round_that_is_not_drawn_leads_to_its_arrangements(director: Client) -> None:
    event = make_event(8)
    assert director.get(desk(event, "rounds/1/"))["Location"] == desk(event, "rounds/1/arrangement/")
    assert director.get(desk(event, "rounds/9/")).status_code == 404
    page = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert "Round 1 comes first; draw it before round 2." in page
    assert 'name="use"' not in page


def test_starting_tiles_of_all_tables_are_typed_on_one_page(event: Event, director: Client) -> None:
    tables = record_of(event).round(1).tables
    typed = {
        f"tile-{seat.player}": f"{9 - place}{'ab'[table.number - 1]}"
        for table in tables
        for place, seat in enumerate(table.seats)
    }
    director.post(desk(event, "rounds/1/tiles/"), typed)
    page = words(director.get(desk(event, "rounds/1/")))
    for table in tables:
        row = page.split(f'id="table-{table.number}"')[1].split("</tr>")[0]
        names = [record_of(event).entry(seat.player).name for seat in table.seats]
        places = [row.index(f">{name}</a>") for name in names]
        assert places == sorted(places)  # as on the slip, numbered by the tiles
        assert re.findall(r'<small class="soft">(\d)</small>', row) == ["4", "3", "2", "1"]


def test_wrong_tiles_stay_in_their_fields_with_the_reason_and_nothing_is_saved(director: Client) -> None:
    event = being_played(4)
    one, two, three, four = (seat.player for seat in record_of(event).round(1).tables[0].seats)
    typed = {f"tile-{one}": "13A", f"tile-{two}": "2B", f"tile-{three}": "2b", f"tile-{four}": "4D"}
    page = words(director.post(desk(event, "rounds/1/tiles/"), typed))
    assert "“13A” is not a tile. Enter a number and a letter, from 1A to 12I." in page
    assert "already has 2B; check both tiles." in page
    assert 'value="13A"' in page
    assert all(not seat.starting_tile for seat in record_of(event).round(1).tables[0].seats)


def test_a_draw_can_be_stopped_from_another_page_load(director: Client) -> None:
    event = make_event(13)
    early = director.post(desk(event, "rounds/1/draw/stop/"), {"token": "abc"})
    assert early["Location"] == desk(event, "rounds/1/arrangement/")  # no draft came, so the page says to look again
    director.post(desk(event, "rounds/1/draw/"), {"use": "5 4 4", "seed": "1", "token": "abc"})
    assert Draw.objects.get().report["steps"] == 0
    late = director.post(desk(event, "rounds/1/draw/stop/"), {"token": "abc"}, follow=True)
    assert "Round 1 drawn" in words(late)


def test_the_matrix_of_meetings_counts_every_pair(director: Client) -> None:
    event = play_to(make_event(4), round_closed=2)
    page = words(director.get(desk(event, "meetings/")))
    assert "6 repeats so far" in page
    assert page.count('<td class="m2" title="Round 1, Round 2">2</td>') == 12


def test_a_redraw_keeps_who_was_named_to_sit_out(director: Client) -> None:
    event = make_event(7)
    director.post(
        desk(event, "rounds/1/draw/"),
        {"use": "3 3", "seed": "1", "sitting_out": "5", "sit_out_reason": "asks to", "sit_out_kind": "pairing-problem"},
    )
    page = director.get(desk(event, "rounds/1/")).content.decode()
    sent = {
        name: page.partition(f'name="{name}" value="')[2].partition('"')[0]
        for name in ("use", "replaces", "sitting_out", "sit_out_reason", "sit_out_kind")
    }
    director.post(desk(event, "rounds/1/draw/"), sent | {"again": "yes", "seed": "2"})
    (sit_out,) = record_of(event).round(1).sit_outs
    assert (sit_out.player, sit_out.kind) == (5, SitOutKind.PAIRING_PROBLEM)
    assert record_of(event).round(1).seed == 2


def test_above_a_hundred_players_the_meetings_are_a_list_and_no_matrix(director: Client) -> None:
    event = being_played(101)
    page = words(director.get(desk(event, "meetings/")))
    assert "Opponents" in page
    assert 'class="self"' not in page
    assert page.count("<td>3</td>") == 4 * 23  # 101 players: twenty-three fours and three threes


# The way to a draft: straight where there is one choice, by the arrangements where something is asked, in the words of a hall


def leads_to_arrangements(director: Client, event: Event, number: int) -> bool:
    page = director.get(desk(event, "")).content.decode()
    return f'href="{desk(event, f"rounds/{number}/arrangement/")}">Draw ' in page


def test_one_choice_is_drawn_straight_to_the_draft_in_the_order_of_play_of_the_event(director: Client) -> None:
    event = make_event(8, seat_source=SeatSource.CHART.value)
    page = director.get(desk(event, ""))
    assert "Tables of 4 and 4 players, the only option under the rules." in words(page)
    answer = press(director, page, "Draw round 1")
    assert answer["Location"] == desk(event, "rounds/1/")
    drawn = record_of(event).round(1)
    assert (drawn.state, drawn.sizes, drawn.seat_source) == (RoundState.DRAFT, (4, 4), SeatSource.CHART)


def test_where_something_is_asked_the_button_leads_to_the_arrangements(director: Client) -> None:
    awaited = make_event(9, name="Awaited Cup 2026")
    set_status(awaited, director_of(awaited), [9], Status.LATE)
    for event in (awaited, make_event(17), make_event(7, name="Seven Cup 2026")):
        assert leads_to_arrangements(director, event, 1)


def test_after_players_left_what_was_announced_stands_first_and_is_the_primary_choice(director: Client) -> None:
    event = play_to(make_event(16), round_closed=3)
    for number in (3, 7, 9):
        withdraw(event, director_of(event), number)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "<h1>The final: 13 players</h1>" in page
    buttons = page.partition('class="choice-cards"')[2].partition("</div>")[0]
    assert buttons.index("Seat the final ") < buttons.index("Draw ")
    assert buttons.count('class="primary">Seat the final ') == 1


def test_table_sizes_do_not_break_over_lines_but_what_was_typed_stays_as_it_is() -> None:
    held = "4 4 3".replace(" ", "\N{NO-BREAK SPACE}")
    page = "<p>Tables of 4 4 3, 13 players at 3 tables.</p><button>Draw 4 4 3</button><textarea>4 4 3</textarea><p>1 2 3</p>"
    assert linked(page) == (
        f"<p>Tables of {held}, 13 players at 3 tables.</p><button>Draw {held}</button><textarea>4 4 3</textarea><p>1 2 3</p>"
    )


# What the choice of tables and the draft tell is of this event: repeats, who would sit out, seats again, one size again and again


def test_repeats_are_told_after_who_has_met_and_for_the_rounds_to_come(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [10], SitOutKind.MISSED)
    page = words(director.get(desk(event, "rounds/3/arrangement/")))
    assert "<dd>at least 1 over 2 random rounds</dd>" in page
    assert "<dd>at least 14 over 2 random rounds</dd>" in page
    assert "from the start" not in page
    drawn = press(director, director.get(desk(event, "rounds/3/arrangement/")), "Draw 4 3 3")
    draft = words(director.get(drawn["Location"]))
    assert "No repeat meetings in this round. Over the 4 random rounds, 1 meeting is a repeat;" in draft


def test_where_nobody_need_sit_out_the_page_says_who_would(director: Client) -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(4, 3))
    lowest = record_of(event).name_of(standings(record_of(event))[-1].player)
    page = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert f"{lowest}: lowest total (" in page
    assert f"{lowest} sits out" not in page
    only = words(director.get(desk(make_event(7, name="Other Cup 2026"), "rounds/1/arrangement/?sizes=3+3")))
    assert "Who sits out?</summary>" in only


def test_a_size_that_falls_on_one_player_again_and_again_is_told_after_the_draw(director: Client) -> None:
    event = make_event(17)
    draft = draw_round(event, 1, sizes=(4, 4, 4, 5)).draw
    assert draft is not None
    sizes = [row["sizes"] for row in draft.report["players"]]
    most = max(row.count(5) for row in sizes)
    assert most > min(row.count(5) for row in sizes)
    told = f"Over the 3 random rounds, each player sits at a table of 5 in 0 to {most} round"
    page = words(director.get(desk(event, "rounds/1/")))
    assert told in page
    assert ". The average score at a table of 5 is 24.000 (R59)." in page


# A draft that no longer fits says so on its page at once, with what was done since and one press that draws it again


OUT_OF_DATE = "This draft is out of date."


@pytest.fixture
def final_drafted() -> Event:
    """Sixteen players with the final as a draft."""
    made = play_to(make_event(16), round_closed=3)
    draw_round(made, 4)
    return Event.objects.get(pk=made.pk)


def draft(client: Client, event: Event, number: int = 4) -> str:
    return plain_words(client.get(f"/desk/{event.slug}/rounds/{number}/"))


def fine(event: Event, amount: int = 20_000, number: int = 3) -> None:
    player = record_of(event).rounds[0].tables[0].seats[0].player
    order = PenaltyOrder(player, number, PenaltyKind.FINE, "misread", amount, timing=FineTiming.BEFORE_BONUS)
    give_penalty(event, director_of(event), order)


def test_a_draft_that_fits_says_nothing(final_drafted: Event, director: Client) -> None:
    assert OUT_OF_DATE not in draft(director, final_drafted)


def test_what_was_undone_makes_the_draft_good_again(final_drafted: Event, director: Client) -> None:
    fine(final_drafted)
    undo_changes(final_drafted, director_of(final_drafted), [final_drafted.version])
    assert OUT_OF_DATE not in draft(director, final_drafted)


def test_who_left_is_told_and_the_tables_are_chosen_again(final_drafted: Event, director: Client) -> None:
    withdraw(final_drafted, director_of(final_drafted), 3)
    page = draft(director, final_drafted)
    assert "Since this draft was drawn, Cai Demo has left." in page
    assert "Choose different tables" in page


def test_a_dispute_that_was_opened_since_is_told(final_drafted: Event, director: Client) -> None:
    open_dispute(final_drafted, director_of(final_drafted), 3, 1, "cash of the second player")
    page = draft(director, final_drafted)
    assert "A dispute was opened after this draft was drawn." in page
    assert OUT_OF_DATE not in page


def test_with_only_a_draft_a_correction_says_that_it_must_be_cut_again(final_drafted: Event, director: Client) -> None:
    address = f"/desk/{final_drafted.slug}/rounds/3/tables/1/correct/"
    form = form_with(director.get(address), "save")
    amounts = sorted(name for name in form.values if "cash" in name and name != "more-cash")
    cash = {name: str(40_000 + 1_000 * place) for place, name in enumerate(amounts)}
    sent = form.filled({**cash, "why": "recount", "look": "yes"})
    page = plain_words(director.post(address, sent))
    assert "The final is only a draft. Draw it again before you publish it." in page
    assert "nobody changes tables" not in page
    publish_round(final_drafted, director_of(final_drafted), 4)
    assert "nobody changes tables" in plain_words(director.post(address, sent))


# The pages of a Swiss final: which ways of making the last round are offered, the top table, and dice for equals across a cut


def test_where_withdrawals_leave_three_tables_both_ways_of_the_last_round_are_shown(director: Client) -> None:
    event = play_to(make_event(13), round_closed=3)
    withdraw(event, director_of(event), 13)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "Round 3 had 4 tables. A Swiss final needs four tables in this round (R45)" in page
    for button in (
        "Draw 4 4 4",
        "Seat the final from the standings (4 4 4)",
        "Seat the final from the standings (3 3 3 3)",
    ):
        assert button in page
    director.post(desk(event, "rounds/4/draw/"), {"use": "4 4 4|swiss"})
    assert record_of(event).round(4).top_table_wins


def test_the_literal_first_number_is_offered_for_the_top_table_and_kept_when_cut_again(director: Client) -> None:
    """Only where the preference for four departs from the first number there is a choice to make (R42)."""
    event = play_to(make_event(19), round_closed=3)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert page.count('name="use"') == 3
    for sizes in ("4 4 4 4 3", "4 5 5 5", "5 5 5 4"):
        assert f"Seat the final from the standings ({sizes})" in page
    assert "<dt>Gold</dt><dd>from the top table, 5 players</dd>" in page
    director.post(desk(event, "rounds/4/draw/"), {"use": "5 5 5 4|swiss|5"})
    assert record_of(event).round(4).sizes == (5, 5, 5, 4)
    draft = words(director.get(desk(event, "rounds/4/")))
    assert 'name="use" value="5 5 5 4|swiss|5"' in draft


def test_only_players_equal_across_a_cut_get_a_field_for_dice(director: Client) -> None:
    event = make_event(16)
    equal = {1: (40000, 40000, 40000, 40000)}
    for number in (1, 2, 3):
        play_round(event, number, cash=equal if number > 1 else None)
    page = words(director.get(desk(event, "rounds/4/arrangement/")))
    assert "Seat the final from the standings (4 4 4 4)" in page
    assert "dice-" not in page
    tied = make_event(16, name="Tied Cup 2026")
    everybody = dict.fromkeys(range(1, 5), (40000, 40000, 40000, 40000))
    for number in (1, 2, 3):
        play_round(tied, number, cash=everybody)
    page = words(director.get(desk(tied, "rounds/4/arrangement/")))
    assert page.count('name="dice-') == 16
    dice = {f"dice-{number}": str(number) for number in range(1, 17)}
    director.post(desk(tied, "rounds/4/draw/"), {"use": "4 4 4 4", **dice})
    assert {seat.player for seat in record_of(tied).round(4).tables[0].seats} == {13, 14, 15, 16}
    draft = words(director.get(desk(tied, "rounds/4/")))
    assert "decided by dice" in draft
    assert draft.count('<span class="end">75.000</span>') == 16
    assert "Seat the final again" not in draft  # the dice decided everything, the seed nothing
    director.post(desk(tied, "rounds/4/discard/"))
    director.post(desk(tied, "rounds/4/draw/"), {"use": "4 4 4 4"})
    assert "Seat the final again" in words(director.get(desk(tied, "rounds/4/")))


@pytest.mark.parametrize("roll", ["six", "²", "-1", "1234567"])
def test_a_roll_that_is_no_number_is_asked_for_again(director: Client, roll: str) -> None:
    event = make_event(16)
    for number in (1, 2, 3):
        play_round(event, number, cash=dict.fromkeys(range(1, 5), (40000, 40000, 40000, 40000)))
    typed = {"use": "4 4 4 4", "dice-1": roll, "dice-2": "5"}
    page = words(director.post(desk(event, "rounds/4/draw/"), typed))
    assert f"“{roll}” is not a number. Enter a number such as 4." in page
    assert f'name="dice-1" value="{roll}"' in page
    assert 'name="dice-2" value="5"' in page
    assert event.rounds.count() == 3
