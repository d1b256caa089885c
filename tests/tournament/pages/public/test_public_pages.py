"""The pages that players see: what stands on each, how it is found and kept, and what is on none before its time."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import (
    director_of,
    draw_round,
    enter_results,
    make_event,
    play_round,
    play_to,
    player_name,
    publish,
)
from tests.tournament.pages.reading import every_page, give_tiles, html, tables_of, words_of
from tournament.access.links import make_link
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.devices import Purpose
from tournament.record.vocabulary import PenaltyKind, PlayerId, format_thousandths
from tournament.scores.scoring import score_round
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.results.reports import rule_equal_shares
from tournament.services.rounds import close_round
from tournament.slices.leaving import GoldRule, disqualify
from tournament.slices.penalties import PenaltyOrder, give_penalty
from wording.figures import listed

pytestmark = pytest.mark.django_db


# Home


def test_before_anybody_can_log_in_the_home_page_says_how_the_account_is_made_and_tells_no_link(client: Client) -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    page = html(client, "/")
    assert "Nobody can log in yet" in words_of(page)
    assert "The person who runs it needs to create the first account." in words_of(page)
    assert "Create your account" not in words_of(page), "a browser on the machine itself alone gets the button"
    assert token not in page


def test_the_home_page_lists_events_with_how_far_they_are(client: Client) -> None:
    make_event(8, name="Alpha Cup 2026")
    publish(make_event(8, name="Beta Cup 2026"), 1)
    play_to(make_event(8, name="Gamma Cup 2026"), round_closed=1)
    over = play_to(make_event(8, name="Delta Cup 2026", rounds_planned=1), round_closed=1)
    states = {
        name: re.search(rf"{name} Cup 2026 20 August 2026 ([a-z0-9 ]+?) (?:[A-Z]|$)", words_of(html(client, "/")))
        for name in ("Alpha", "Beta", "Gamma", "Delta")
    }
    found = {name: match.group(1) if match else None for name, match in states.items()}
    assert found == {
        "Alpha": "not started",
        "Beta": "round 1 being played",
        "Gamma": "round 1 complete",
        "Delta": "all rounds played",
    }
    publish_final_list(over, director_of(over))
    assert "final list" in words_of(html(client, "/"))


# The event's page


def test_before_the_first_draw_everybody_entered_is_listed_from_a_to_z(client: Client) -> None:
    event = make_event(names=["Óscar Demo", "Zoë Demo", "Ada Demo", "Ölaf Demo"])
    words = words_of(html(client, f"/{event.slug}/"))
    assert "Round 1 has not been drawn yet" in words
    assert "4 players have entered" in words
    assert words.index("Ada Demo") < words.index("Ölaf Demo") < words.index("Óscar Demo") < words.index("Zoë Demo")


def test_the_first_screen_is_event_round_find_me_and_then_the_tables(event: Event, client: Client) -> None:
    words = words_of(html(client, f"/{event.slug}/").split("<body")[1])
    order = ["Sample Cup 2026", "Round 1", "Find me", "Table 1", "25 minutes each", "Table 2", "Round 1 from A to Z"]
    assert [words.index(part) for part in order] == sorted(words.index(part) for part in order)


def test_the_draw_stands_by_table_and_by_player(client: Client) -> None:
    event = make_event(8)
    played = publish(event, 1)
    page = html(client, f"/{event.slug}/")
    (places,) = tables_of(page)
    at = {player_name(seat.player): str(table.number) for table in played.tables for seat in table.seats}
    assert {row["Name"]: row["Table"] for row in places.records()} == at
    assert [row["Name"] for row in places.records()] == sorted(at)
    assert "Seat" not in places.head  # nobody knows it before the tiles are drawn


def test_tiles_number_the_players_and_put_them_in_order_of_play(client: Client) -> None:
    event = make_event(8)
    played = publish(event, 1)
    assert "data-seat=" not in html(client, f"/{event.slug}/rounds/1/")
    give_tiles(event, 1)
    page = html(client, f"/{event.slug}/rounds/1/")
    drawn = [player_name(seat.player) for seat in played.tables[0].seats]
    first_table = page.split('data-table="1"')[1].split("</section>")[0]
    assert sorted(drawn, key=first_table.index) == drawn[::-1]
    assert re.findall(r'data-seat="(\d)"', first_table) == ["1", "2", "3", "4"]
    (places,) = tables_of(page)
    assert {row["Name"]: row["Seat"] for row in places.records()}[drawn[-1]] == "1"


def test_the_final_says_where_gold_comes_from(client: Client) -> None:
    event = play_to(make_event(13), round_closed=3)
    publish(event, 4)
    words = words_of(html(client, f"/{event.slug}/"))
    assert "The final, round 4" in words
    assert "Gold goes to a player at table 1, the top table." in words
    top = record_of(event).round(4).tables[0].seats[0].player
    disqualify(event, director_of(event), top, "collusion", GoldRule.ROOM)
    assert "Gold goes to the best total in the room" in words_of(html(client, f"/{event.slug}/"))


# Find me without a script


@pytest.mark.parametrize("asked", ["Ada Demo", "ada", "1", " ADA  demo "])
def test_a_name_opens_the_page_of_its_player_with_table_and_company(client: Client, asked: str) -> None:
    event = make_event(8)
    played = publish(event, 1)
    give_tiles(event, 1)
    table = next(table for table in played.tables if any(seat.player == 1 for seat in table.seats))
    in_play = [seat.player for seat in table.seats][::-1]
    words = words_of(client.get(f"/{event.slug}/", {"me": asked}, follow=True).content.decode())
    assert f"Ada Demo Round 1 Table {table.number}, seat {in_play.index(PlayerId(1)) + 1}" in words
    others = (player_name(player) for player in in_play if player != 1)
    assert f"with {listed(others)}" in words


def test_between_rounds_a_found_player_learns_place_and_total(client: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    first = tables_of(html(client, f"/{event.slug}/standings/"))[0].records()[0]
    words = words_of(client.get(f"/{event.slug}/", {"me": first["Name"]}, follow=True).content.decode())
    assert f"Rank 1 of 8 {first['Total']}" in words


def test_several_of_a_name_are_offered_and_a_stranger_is_told_so(client: Client) -> None:
    event = make_event(names=["José Álvarez", "Jose Demo", "Maria Demo"])
    several = client.get(f"/{event.slug}/", {"me": "jose"}).content.decode()
    assert "Several players match: choose one." in several
    assert re.findall(rf'href="/{event.slug}/p/(\d)/"', several) == ["1", "2"]
    assert client.get(f"/{event.slug}/", {"me": "alva"})["Location"] == f"/{event.slug}/p/1/"
    nobody = client.get(f"/{event.slug}/", {"me": "<b>Xaver"}).content.decode()
    assert "No player here is called “&lt;b&gt;Xaver”" in nobody


# Results, players, tables, standings, medals


def test_a_ruling_of_equal_shares_and_a_reason_stand_beside_the_result(event: Event, client: Client) -> None:
    enter_results(event, 1, cash={1: [0, 0, 0, 0]})
    rule_equal_shares(event, director_of(event), 1, 1, "the bank was lost")
    close_round(event, director_of(event), 1)
    page = html(client, f"/{event.slug}/rounds/1/results/")
    assert "equal shares by ruling: the bank was lost" in words_of(page)
    assert {row["Score"] for row in tables_of(page)[0].records()} == {"25.000"}


def test_a_player_who_is_seated_reads_table_and_company_without_a_result(client: Client) -> None:
    event = make_event(8)
    played = publish(event, 1)
    others = [player_name(seat.player) for seat in played.tables[0].seats][1:]
    words = words_of(html(client, f"/{event.slug}/players/{played.tables[0].seats[0].player}/"))
    assert "Table 1" in words
    assert all(name in words for name in others)
    assert "No public result yet." in words


def test_a_table_names_its_chains_and_leads_to_their_prices(client: Client) -> None:
    event = make_event(8, chain_set="1999")
    publish(event, 1)
    page = html(client, f"/{event.slug}/rounds/1/tables/2/")
    assert "Sackson, Zeta" in words_of(page)
    assert 'href="/floor/1999/"' in page


# Addresses that lead nowhere


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/no-such-event/", "There is no event “no-such-event”."),
        ("/sample-cup-2026/rounds/2/", "Round 2 of Sample Cup 2026 has not been published."),
        ("/sample-cup-2026/rounds/2/results/", "Round 2 of Sample Cup 2026 has not been published."),
        ("/sample-cup-2026/rounds/1/tables/9/", "Round 1 of Sample Cup 2026 has no table 9."),
        ("/sample-cup-2026/rounds/1/tables/1/replay/", "No game from round 1, table 1 has been published."),
        ("/sample-cup-2026/players/9/", "Sample Cup 2026 has no player 9."),
        (
            "/sample-cup-2026/rounds/1/results/?_export=csv",
            "The results of round 1 of Sample Cup 2026 are not public yet.",
        ),
        ("/sample-cup-2026/live/?on=medals", "This page does not update by itself."),
        ("/floor/3m/", "There is no chain set “3m”. Choose from classic, 1999,"),
    ],
)
def test_an_unknown_address_answers_with_a_sentence(client: Client, address: str, sentence: str) -> None:
    publish(make_event(8), 1)
    answer = client.get(address)
    assert answer.status_code == 404
    assert sentence in words_of(answer.content.decode())


# Names


def test_names_are_shown_as_they_are_and_never_as_markup(client: Client) -> None:
    names = ["<script>alert(1)</script>", "Nguyễn Thị Thảo", "مثال الأحمد", "王小明", "A" * 60, "=1+1"]
    event = play_to(make_event(names=names, rounds_planned=1), round_closed=1)
    publish_final_list(event, director_of(event))
    record = record_of(event)
    for address in (*every_page(event), f"/{event.slug}/p/1/"):
        page = html(client, address)
        assert "<script>alert" not in page, address
    assert all(
        entry.name in words_of(html(client, f"/{event.slug}/standings/").replace("&lt;", "<")) or "<" in entry.name
        for entry in record.entries
    )
    csv = client.get(f"/{event.slug}/medals/?_export=csv").content.decode()
    assert ",=1+1" not in csv


# What is not published is on no public page: drafts, results before their time, warnings, notes, practice events


def addresses(event: Event) -> list[str]:
    """Every public address that the event could have, with some that it has not."""
    site = f"/{event.slug}/"
    numbers = range(1, event.rounds_planned + 2)
    tables = (1, 3, 4)
    players = [entry.number for entry in event.entries.all()]
    return [
        "/",
        site,
        *(f"{site}{page}/" for page in ("standings", "medals", "chart", "screen")),
        f"{site}screen/?show=missing,results,standings,medals",
        *(f"{site}{page}/?_export=csv" for page in ("standings", "medals")),
        *(f"{site}medals/?_export=csv&list={name}" for name in ("pentamind", "juniors")),
        *(f"{site}live/?v=0&on={part}" for part in ("event", "standings")),
        f"{site}?me=demo",
        *(f"{site}players/{player}/" for player in players),
        *(f"{site}rounds/{number}/{page}" for number in numbers for page in ("", "results/", "results/?_export=csv")),
        *(f"{site}rounds/{number}/tables/{table}/" for number in numbers for table in tables),
        *(f"{site}rounds/{number}/tables/{table}/replay/" for number in numbers for table in tables),
    ]


OF_THE_MOMENT = re.compile(
    r'v=\d+|[Aa]s of (<span data-time>)?\d\d:\d\d|data-version="\d+" data-at="[^"]+"|, version \d+'
)


def seen(event: Event) -> dict[str, tuple[int, str]]:
    """Status and words of every public page, without the version and the time, which alone may tell of an unpublished act."""
    pages = {}
    for address in addresses(event):
        answer = Client().get(address)
        text = re.sub(OF_THE_MOMENT, "", answer.content.decode())
        pages[address] = (answer.status_code, text)
    return pages


def test_a_draft_is_on_no_page() -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=1)
    before = seen(event)
    draw_round(event, 2)
    assert seen(event) == before


def test_results_warnings_and_fines_of_a_round_that_is_played_are_on_no_page() -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=1)
    publish(event, 2)
    before = seen(event)
    enter_results(event, 2)
    for kind, amount in ((PenaltyKind.WARNING, 0), (PenaltyKind.FINE, 5_000)):
        give_penalty(event, director_of(event), PenaltyOrder(1, 2, kind, "played out of turn", amount))
    assert seen(event) == before


def test_reasons_of_penalties_notes_and_the_office_number_never_appear() -> None:
    event = make_event(8, rounds_planned=2)
    Entry.objects.filter(event=event).update(note="owes the entry fee")
    event.entries.filter(number=1).update(contestant_id="77123")
    play_round(event, 1)
    for kind, amount in ((PenaltyKind.WARNING, 0), (PenaltyKind.FINE, 5_000)):
        give_penalty(event, director_of(event), PenaltyOrder(1, 1, kind, "spoke of hidden tiles", amount))
    everything = "".join(text for _, text in seen(event).values())
    assert "−5,000" in everything
    assert [words for words in ("hidden tiles", "entry fee", "77123") if words in everything] == []


def figures(pages: dict[str, tuple[int, str]]) -> set[str]:
    texts = (text.replace(",", " ") if "_export" in address else text for address, (_, text) in pages.items())
    return set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", " ".join(texts)))


def cash_and_scores(event: Event, number: int) -> set[str]:
    """Every cash and score of a round as pages and files write them."""
    return {
        text
        for table in score_round(record_of(event), number)
        for row in table.rows
        for text in (f"{row.figures['cash']:,}", str(row.figures["cash"]), format_thousandths(row.score))
    }


def test_the_last_results_and_the_medals_wait_for_the_final_list() -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=1)
    publish(event, 2)
    known = figures(seen(event))
    enter_results(event, 2)
    close_round(event, director_of(event), 2)
    event.refresh_from_db()
    secrets = cash_and_scores(event, 2) - known
    assert len(secrets) > 20
    pages = seen(event)
    assert figures(pages) & secrets == set()
    site = f"/{event.slug}/"
    assert "All rounds have been played" in pages[site][1]
    assert "Not public yet" in pages[f"{site}medals/"][1]
    assert "Medals</a>" not in pages[site][1]
    assert [pages[f"{site}{csv}"][0] for csv in ("medals/?_export=csv", "rounds/2/results/?_export=csv")] == [404, 404]

    publish_final_list(event, director_of(event))
    event.refresh_from_db()
    assert secrets <= figures(seen(event))

    withdraw_final_list(event, director_of(event))
    event.refresh_from_db()
    assert {address: page for address, page in seen(event).items() if pages[address] != page} == {}


def test_a_practice_event_is_not_listed_and_reached_by_its_address() -> None:
    event = make_event(8, name="Rehearsal 2026", is_practice=True)
    make_event(8, name="Real Cup 2026")
    assert "Rehearsal" not in Client().get("/").content.decode()
    assert "Real Cup 2026" in Client().get("/").content.decode()
    assert Client().get(f"/{event.slug}/").status_code == 200
