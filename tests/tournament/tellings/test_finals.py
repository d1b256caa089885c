"""What a correction after the end changes (R68), what stands open for one player, and the bonuses of a chain."""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import pytest

from games.acquire.editions.bonus import bonus_payments
from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.deeds import Holdings
from games.acquire.play.devices.session import pending_question
from games.acquire.play.devices.views import paying_deeds
from games.acquire.replay.calculations import BonusCalculation, Holder
from tests.games.acquire.play.devices.tables import walk
from tests.tournament.pdf.events import event
from tests.tournament.scores.worked import last_round_being_played, make_record, make_round, ranking_example, with_entry
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.request import DrawRequest, RoundPlan
from tournament.play.games.words import bonus_words, final_lines, paid_lines
from tournament.record.event import EventRecord
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import PlayerId, Reading, Status
from tournament.scores.explaining import Scores
from tournament.scores.needed import needs_of
from tournament.scores.totals import TotalChange
from tournament.tellings.csv import standings_csv
from tournament.tellings.moves import final_moves, final_moves_in_words
from tournament.tellings.plain import standing_values
from tournament.tellings.prizes import if_it_ended_now, needs_listing
from tournament.tellings.standings import place_in_words, standings_listing
from tournament.tellings.words import places_moved


def with_cash(of: EventRecord, number: int, player: int, cash: int) -> EventRecord:
    """The event in which one player had that cash in a round."""
    played = of.round(number)
    tables = tuple(
        replace(
            table,
            seats=tuple(replace(seat, cash=cash) if seat.player == player else seat for seat in table.seats),
        )
        for table in played.tables
    )
    return of.with_round(replace(played, tables=tables))


def test_a_correction_names_medals_points_and_certificates_that_change() -> None:
    before = event(8, closed=4, drawn=0)
    gold, silver, *_ = Scores(before).medals
    after = with_cash(before, 1, silver.player, 190_000)
    moves = {move.player: move for move in final_moves(Scores(before), Scores(after))}
    assert (moves[silver.player].medals_before, moves[silver.player].medals_after) == ("Silver", "Gold")
    assert (moves[gold.player].medals_before, moves[gold.player].medals_after) == ("Gold", "Silver")
    assert moves[silver.player].has_new_certificate
    assert moves[gold.player].has_new_certificate
    told = final_moves_in_words(tuple(moves.values()))
    assert f"{before.name_of(silver.player)} Silver → Gold" in told
    assert "Reprint the certificates for " in told
    assert {move.player for move in moves.values() if move.has_other_points} == {
        place.player
        for place in Scores(after).pentamind
        if place.points != {row.player: row.points for row in Scores(before).pentamind}[place.player]
    }


def test_who_loses_the_medal_hands_the_certificate_back_and_nothing_moves_before_the_end() -> None:
    before = event(8, closed=4, drawn=0)
    last = [place for place in Scores(before).medals if place.medal][-1]
    after = with_cash(before, 1, last.player, 0)
    (lost,) = [move for move in final_moves(Scores(before), Scores(after)) if move.loses_certificate]
    assert (lost.player, lost.medals_after) == (last.player, "no medal")
    assert "is no longer valid." in final_moves_in_words((lost,))
    assert final_moves(Scores(before), Scores(before)) == ()
    playing = event(8, closed=3, drawn=1)
    assert final_moves(Scores(playing), Scores(with_cash(playing, 1, 1, 190_000))) == ()


def test_the_final_standings_say_why_the_best_total_has_not_won() -> None:
    over = event(17, closed=4, drawn=0)
    best = Scores(over).standings()[0].player
    at_top = {seat.player for seat in over.rounds[-1].tables[0].seats}
    outside = next(entry.player for entry in over.entries if entry.player not in at_top)
    scores = Scores(with_cash(over, 1, outside, 900_000))
    gold = next(place for place in scores.medals if place.place == 1)
    assert scores.standings()[0].player == outside
    (sentence,) = [line for line in standings_listing(scores).legend if "top table of the final" in line]
    assert f"{over.name_of(gold.player)} with " in sentence
    assert f"although {over.name_of(outside)} has " in sentence
    assert best in at_top or best != gold.player
    assert [line for line in standings_listing(scores, 3).legend if "top table of the final" in line] == []
    as_usual = Scores(event(8, closed=4, drawn=0))
    assert [line for line in standings_listing(as_usual).legend if "top table of the final" in line] == []


def test_changed_places_are_parted_by_semicolons_where_names_have_a_comma() -> None:
    one, two = (
        TotalChange(PlayerId(1), "Anfang, Zoe", 100, 300, 2, 1),
        TotalChange(PlayerId(2), "Cai", 200, 200, 1, 2),
    )
    assert places_moved([one, two]) == "Places: Anfang, Zoe 2 → 1 and Cai 1 → 2."


# After the final list no list contradicts it


def published(of: EventRecord) -> Scores:
    """The event with its final list public."""
    return Scores(replace(of, is_final_published=True))


def ranks_of(scores: Scores) -> list[tuple[str, str, str]]:
    """The rows of the standings: place, name, medal."""
    rows = standings_listing(scores).records()
    return [(row["rank"].text, row["name"].text, row["medal"].text) for row in rows]


def test_gold_from_the_top_table_stands_first_in_the_totals_with_the_reason() -> None:
    before = ranking_example("E22")
    assert standings_listing(Scores(before)).caption == "Standings after the final"
    scores = published(before)
    listing = standings_listing(scores, with_moves=True)
    assert (listing.caption, listing.columns[0].title) == ("Totals after 4 rounds", "Place")
    assert ranks_of(scores)[:3] == [
        ("1", "Guest 2", "Gold"),
        ("2", "Guest 5", "Silver"),
        ("3", "Guest 1", "Bronze"),
    ]
    assert [row.key for row in listing.rows] == [place.player for place in scores.medals]
    assert "Gold goes to the best total at the top table." in listing.rows[0].why
    assert "gold goes to the top table" in listing.rows[1].why
    lines = list(csv.reader(standings_csv(scores.record).splitlines()))
    assert [line[0] for line in lines[:3]] == ["Rank", "1", "2"]
    assert [line[-2:] for line in lines[:2]] == [["Medal", "What decided"], ["Gold", listing.rows[0].why]]


def test_a_tie_that_was_ruled_on_is_no_tie_in_the_totals() -> None:
    played = make_round(1, {1: 40_000, 2: 30_000, 3: 30_000, 4: 20_000})
    tied = make_record(4, played, rounds_planned=1)
    total = Scores(tied).medals[1].total
    ruling = TieRuling((PlayerId(3), PlayerId(2)), "dice", total=total, places=(1, 2))
    scores = published(replace(tied, ties=(ruling,)))
    assert [row[:2] for row in ranks_of(scores)] == [
        (str(at), f"Guest {who}") for at, who in enumerate((1, 3, 2, 4), 1)
    ]
    why = standings_listing(scores).rows[1].why
    assert "the director ruled: dice" in why
    assert "ties in the standings are not broken" not in why
    assert place_in_words(scores, scores.standings()[1]) == "3 of 4"
    assert [row["rank"] for row in standing_values(scores)] == [1, 2, 2, 4]


def test_who_has_no_place_stands_last_in_the_totals_without_one() -> None:
    rounds = (
        make_round(1, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000}),
        make_round(2, {2: 30_000, 3: 20_000, 4: 10_000}),
    )
    gone = with_entry(make_record(4, *rounds, rounds_planned=2), 1, status=Status.WITHDRAWN)
    assert [row[:2] for row in ranks_of(published(gone))] == [
        ("1", "Guest 2"),
        ("2", "Guest 3"),
        ("3", "Guest 4"),
        ("", "Guest 1"),
    ]


# What stands open for one player, and what the reading of R44 costs, in words


def test_the_reading_of_r44_says_what_it_costs_and_the_literal_one_nothing() -> None:
    players = tuple(PlayerId(number) for number in range(1, 13))
    request = DrawRequest(players, (RoundPlan((4, 4, 4)),) * 3, seed=7)
    assert plan(request).report.price == (
        "The reading “nobody meets the same opponent in every round” means more repeats: 9 are unavoidable, "
        "compared with at least 6 when read literally (R44)."
    )
    literal = plan(replace(request, reading=Reading.LITERAL)).report
    assert (literal.price, literal.repeats) == ("", 6)
    six = DrawRequest(players[:6], (RoundPlan((3, 3)),) * 3, seed=7)
    assert "6 are unavoidable, compared with at least 4 when read literally" in plan(six).report.price, (
        "nobody has proved the 4"
    )


def test_a_place_in_the_last_round_is_told_with_its_cash_and_what_it_assumes() -> None:
    event = replace(last_round_being_played(17, 1), gold_from_room=False)
    scores = Scores(event)
    player = event.rounds[-1].tables[1].seats[0].player
    needs = needs_of(scores, player)
    assert needs is not None
    told = needs_listing(needs)
    assert [row.cells[1].in_a_file for row in told.rows] == [str(line.cash) for line in needs.lines]
    assert (told.rows[-1].cells[1].text, told.rows[-1].cells[2].text) == ("any", "")
    top, total, assumed = told.legend
    assert top == "Gold goes to the top table, and this player is at another table."
    assert f"a table total of {needs.total:,}" in total
    assert "equal shares" in assumed
    assert if_it_ended_now(scores, player).startswith("Rank ")


# The bonuses of a chain in one line: who is first and second, how a tie is split and rounded, and nothing of closed holdings


PEOPLE = ("Ann", "Bea", "Cyd", None)


def of(edition: str, size: int, holdings: tuple[int, ...]) -> BonusCalculation:
    """A chain of the cheapest kind with these shares, the fourth holder being the market."""
    paid = bonus_payments(EDITIONS[edition], 0, size, holdings)
    due = {share.holder: share for share in paid.paid}
    holders = tuple(
        Holder(PEOPLE[place], holdings[place], due[place].role, due[place].exact, due[place].rounded)
        if place in due
        else Holder(PEOPLE[place], holdings[place], None, due[next(iter(due))].exact * 0, 0)
        for place in sorted(range(len(holdings)), key=lambda place: -holdings[place])
        if holdings[place]
    )
    return BonusCalculation("Luxor", size, paid.price, paid.majority, paid.minority, holders)


HEAD = "Luxor, 2 tiles at 200: 2,000 (10 times) and 1,000 (5 times)."


@pytest.mark.parametrize(
    ("holdings", "said"),
    [
        ((4, 2, 1), "Ann (4) is first: 2,000. Bea (2) is second: 1,000."),
        ((3, 0, 0), "Ann (3) is the only shareholder and gets both bonuses: 3,000."),
        ((2, 2, 1), "Tied for first: Ann (2) and Bea (2). They share both bonuses, 3,000: 1,500 each."),
        (
            (5, 3, 3),
            "Ann (5) is first: 2,000. Tied for second: Bea (3) and Cyd (3). They share the second bonus, 1,000: 500 each.",
        ),
        ((2, 2, 2), "Tied for first: Ann (2), Bea (2) and Cyd (2). They share both bonuses, 3,000: 1,000 each."),
        (
            (1, 1, 1, 1),
            "Tied for first: Ann (1), Bea (1), Cyd (1) and the market (1). They share both bonuses, 3,000: 750 each, rounded to 800.",
        ),
        ((1, 0, 0, 4), "The market (4) is first: 2,000. Ann (1) is second: 1,000."),
    ],
)
def test_each_way_to_be_paid_is_said_in_one_line(holdings: tuple[int, ...], said: str) -> None:
    assert bonus_words(of("mso", 2, holdings), closed=False) == f"{HEAD} {said}"


def test_where_holdings_are_closed_no_line_tells_how_many_shares_anybody_has() -> None:
    assert bonus_words(of("mso", 2, (4, 2, 1)), closed=True) == f"{HEAD} Ann is first: 2,000. Bea is second: 1,000."
    told = 0
    for seed in range(3):
        for session in walk("mso", 4, seed, closed=True):
            assert session.terms.holdings is Holdings.CLOSED
            if pending_question(session) is None:
                continue
            for number in paying_deeds(session, session.at - 1):
                for line in paid_lines(session, number, {name: name for name in session.terms.ids}):
                    told += 1
                    assert not re.search(r"\w \(\d+\)", line)
    assert told
    last = walk("mso", 4, 0, closed=True)[-1]
    assert re.search(r"\w \(\d+\)", " ".join(final_lines(last, {name: name for name in last.terms.ids})))
