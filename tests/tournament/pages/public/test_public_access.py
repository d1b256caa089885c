"""What is not published is on no public page: drafts, results before their time, warnings, notes, practice events."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, format_thousandths
from tournament.scores.scoring import score_round
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.rounds import close_round
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


def addresses(event: Event) -> list[str]:
    """Every public address that the event could have, with some that it has not."""
    site = f"/{event.slug}/"
    numbers = range(1, event.rounds_planned + 2)
    tables = (1, 3, 4)
    players = [entry.number for entry in event.entries.all()]
    return [
        "/",
        site,
        *(f"{site}{page}/" for page in ("standings", "medals", "chart")),
        *(f"{site}{page}/?_export=csv" for page in ("standings", "medals")),
        *(f"{site}medals/?_export=csv&list={name}" for name in ("pentamind", "juniors")),
        *(f"{site}live/?v=0&on={part}" for part in ("event", "standings")),
        f"{site}?me=1",
        *(f"{site}players/{player}/" for player in players),
        *(f"{site}rounds/{number}/{page}" for number in numbers for page in ("", "results/", "results/?_export=csv")),
        *(f"{site}rounds/{number}/tables/{table}/" for number in numbers for table in tables),
        *(f"{site}rounds/{number}/tables/{table}/replay/" for number in numbers for table in tables),
    ]


def seen(event: Event) -> dict[str, tuple[int, str]]:
    """Status and words of every public page, without the version and the time, which alone may tell of an unpublished act."""
    pages = {}
    for address in addresses(event):
        answer = Client().get(address)
        text = re.sub(r"v=\d+|[Aa]s of \d\d:\d\d", "", answer.content.decode())
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
        for text in (f"{row.cash:,}", str(row.cash), format_thousandths(row.score))
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
