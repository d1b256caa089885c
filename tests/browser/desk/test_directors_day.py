"""A director's whole day in a browser: from logging in to reading out the medals, few presses, and every figure stored as typed."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import clicks, count_clicks, named, press, type_rows
from tests.build import PASSWORD, make_director, player_name
from tests.tournament.pages.reading import tables_of
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = [player_name(number) for number in range(1, 18)]
ROUNDS = (1, 2, 3, 4)
CLICKS_TO_THE_FIRST_PAPER = 20
CLICKS_A_ROUND = 8
"""Draw, choose the tables, publish, print, start the clock, enter results, save by Enter, close: a round without its clock is seven."""
FINE = 5_000

Cash = dict[str, int]
"""Final cash of a table by name, in the order of the seats."""


def round_name(number: int) -> str:
    """The last of four rounds is the final, from the morning on."""
    return f"round {number}" if number < 4 else "the final"


class Day:
    """The director at the desk: what is done, and what is typed and read on the way."""

    def __init__(self, page: Page, server: LiveServer) -> None:
        self.page, self.server = page, server
        self.tables: list[list[Cash]] = []
        self.chance = Random(17)

    def make_the_event(self) -> None:
        page = self.page
        page.goto(self.server.url)
        press(page, "Log in")
        page.get_by_label("Username").fill("director")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        press(page, "Create an event")
        page.get_by_label("Name", exact=True).fill("Cup of Seventeen")
        page.get_by_label("Date").fill("2026-08-20")
        press(page, "Create the event")

    def enter_the_players(self) -> None:
        page = self.page
        page.get_by_label("Players").fill("\n".join([*PLAYERS, PLAYERS[4].upper()]))
        press(page, "Preview")
        again = page.get_by_role("row").filter(has_text="Line 5 has the same name")
        expect(again.get_by_role("checkbox")).not_to_be_checked()
        press(page, "Save the selected lines")
        press(page, "Check in everybody expected")
        expect(page.locator("[data-part=counts]")).to_contain_text("17 of 17 here")

    def draw_and_publish(self, number: int) -> None:
        page = self.page
        press(page, f"Draw round {number}" if number < 4 else "Seat the final")
        press(page, "Draw 4 4 3 3 3" if number < 4 else "Seat the final from the standings (4 4 3 3 3)")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            f"Round {number}, draft" if number < 4 else "The final, draft"
        )
        press(page, f"Publish {round_name(number)}")
        expect(page.locator(".messages")).to_contain_text(f"{round_name(number).capitalize()} published.")

    def print_round(self, number: int) -> None:
        """Headless Chromium takes a PDF as a download; at the desk it opens beside the page."""
        with self.page.context.expect_event("response", lambda answer: "/sheets/due.pdf" in answer.url) as printed:
            named(self.page, f"Print {round_name(number)}").click()
        assert printed.value.status == 200
        assert printed.value.headers["content-type"] == "application/pdf"

    def type_the_tiles_of_table_one(self) -> None:
        """The lowest number starts, then the first letter: the order of play turns round (R4), and everybody keeps the own line."""
        page = self.page
        seats = page.locator("#table-1 .who a")
        drawn = seats.all_inner_texts()
        press(page, "Starting tiles")
        type_rows(page, [["9a", "7c", "7b", "1i"]])
        press(page, "Save")
        expect(page.locator(".messages")).to_contain_text("Starting tiles of ")
        assert seats.all_inner_texts() == drawn
        assert page.locator("#table-1 .who small").all_inner_texts() == ["4", "3", "2", "1"]

    def enter_results(self, number: int) -> None:
        """No mouse: Enter moves on, a full table is saved by itself, and the last leads to the button that closes the round."""
        page = self.page
        page.locator("[data-grid] input[data-name]").first.focus()
        rows = page.locator("[data-grid] tbody tr")
        names = [row.locator(".who a").all_inner_texts() for row in rows.all()]
        cash = [dict(zip(table, self.some_cash(len(table)), strict=True)) for table in names]
        type_rows(page, [[f"{amount}" for amount in table.values()] for table in cash])
        expect(named(page, f"Close {round_name(number)}")).to_be_focused()
        self.tables.append(cash)

    def some_cash(self, size: int) -> list[int]:
        return [100 * amount for amount in self.chance.sample(range(180, 600), size)]

    def fine_the_winner_of_table_two(self) -> None:
        page = self.page
        table = self.tables[0][1]
        fined = max(table, key=lambda name: table[name])
        page.locator(".menu .drop > summary").click()
        press(page, "Penalties")
        player = page.get_by_label("Player", exact=True)
        player.select_option(label=next(t for t in player.locator("option").all_inner_texts() if fined in t))
        page.get_by_label("Offence").select_option("misplay")
        page.get_by_label("Penalty", exact=True).select_option("fine")
        page.get_by_label("What happened").fill("a tile misplayed for the second time")
        page.get_by_label("Before the bonus").check()  # the event's first fine asks when fines count (R55)
        press(page, "Give the penalty")
        expect(page.get_by_role("row", name=fined)).to_contain_text(f"{FINE:,}")

    def close(self, number: int) -> None:
        press(self.page, f"Close {round_name(number)}")
        expect(self.page.locator(".messages")).to_contain_text(f"{round_name(number).capitalize()} closed.")


def test_seventeen_players_from_log_in_to_medals(live_server: LiveServer, visitor: BrowserContext, page: Page) -> None:
    make_director()
    count_clicks(visitor)
    page = visitor.new_page()
    day = Day(page, live_server)

    day.make_the_event()
    day.enter_the_players()
    day.draw_and_publish(1)
    day.print_round(1)
    assert clicks(page) <= CLICKS_TO_THE_FIRST_PAPER

    day.type_the_tiles_of_table_one()
    day.enter_results(1)
    day.fine_the_winner_of_table_two()
    day.close(1)
    for number in ROUNDS[1:]:
        before = clicks(page)
        day.draw_and_publish(number)
        day.print_round(number)
        press(page, "Start the clock")
        day.enter_results(number)
        day.close(number)
        assert clicks(page) - before <= CLICKS_A_ROUND

    press(page, "Check the final list")
    press(page, "Publish the final list")
    press(page, "Read out the medals")
    expect(page.get_by_role("heading", name="Order of announcement")).to_be_visible()
    record = record_of(Event.objects.get())
    stored = [
        [{record.name_of(seat.player): seat.cash for seat in table.seats} for table in record.round(number).tables]
        for number in ROUNDS
    ]
    assert stored == day.tables
    press(page, "Final list")
    press(page, "Public page")
    (medals, *_) = tables_of(page.content())
    assert len(medals.records()) == len(PLAYERS)
    assert medals.records()[0]["Medal"] == "Gold"
