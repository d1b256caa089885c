"""A scribe at a board in a browser: a table with its tiles, taps as fingers make them, and a network that comes and goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.actions import ActKind
from games.acquire.board import tile_name
from tests.browser.kit.steps import log_in
from tests.browser.kit.wire import Wire
from tests.build import director_of, make_event, publish
from tests.tournament.scribe.games import IDS, NAMES, Tap
from tournament.models import Event, GameLog
from tournament.models.queries import record_of
from tournament.services.seats import set_starting_tiles

PHONE = {"width": 360, "height": 740}


def a_table(starts: tuple[str, ...]) -> Event:
    """An event whose only table is being played; Ann, Ben, Cai and Dot play in this order by their starting tiles, if there are any."""
    event = make_event(names=[f"{name} Demo" for name in IDS])
    publish(event, 1)
    if not starts:
        return event
    record = record_of(event)
    tiles = {f"{name} Demo": tile for name, tile in zip(IDS, starts, strict=True)}
    drawn = {seat.player: tiles[record.name_of(seat.player)] for seat in record.round(1).tables[0].seats}
    set_starting_tiles(event, event.created_by, 1, {1: drawn})
    return event


def address_of(server: LiveServer | Wire, event: Event) -> str:
    """Where the board of the table is."""
    return f"{server.url}/desk/{event.slug}/rounds/1/tables/1/scribe/"


def log_body() -> list[str]:
    """The table's log below its header, as the server has it."""
    return GameLog.objects.get(scribing__isnull=False).text.partition("\n\n")[2].splitlines()


class Scribe:
    """One device at the board: every press is counted, by turn."""

    def __init__(self, context: BrowserContext, server: LiveServer | Wire, event: Event) -> None:
        log_in(context, server, director_of(event))
        self.context = context
        self.page: Page = context.new_page()
        self.address = address_of(server, event)
        self.taps: Counter[int] = Counter()
        self.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        self.page.goto(self.address)
        self.state("saved")

    def state(self, word: str) -> None:
        """Wait until all is saved, or sending, or the network away, or there is trouble."""
        expect(self.page.locator("[data-scribe]")).to_have_attribute("data-state", word)

    def press(self, selector: str, turn: int = 0, state: str = "saved") -> None:
        """Press one thing, as a finger would."""
        self.page.locator(selector).click()
        self.taps[turn] += 1
        self.state(state)

    def tile(self, name: str, turn: int = 0, state: str = "saved") -> None:
        """Tap a space of the board."""
        self.press(f"[data-tile='{name}']", turn, state)

    def chain(self, name: str, turn: int = 0, state: str = "saved") -> None:
        """Tap a chain."""
        self.press(f"[data-chain='{name}']", turn, state)

    def button(self, words: str, turn: int = 0, state: str = "saved") -> None:
        """Press a button by its words."""
        self.press(f"[data-scribe] button:text-is({words!r})", turn, state)

    def disposal(self, values: tuple[int, int, int, int], owned: int, turn: int, state: str) -> None:
        """What a holder does with shares: by one press where a button says it, else typed."""
        _, sell, trade, hold = values
        ways = {
            (0, 0): f"Hold {owned}",
            (owned, 0): f"Sell {owned}",
            (0, trade): f"Trade {trade}" if not hold else f"Trade {trade}, hold {hold}",
            (sell, trade): f"Trade {trade}, sell {sell}" if not hold else "",
        }
        words = ways.get((sell, trade), "")
        way = self.page.locator(".scribe-ways button").get_by_text(words, exact=True) if words else None
        if way is not None and way.count():
            way.click()
        else:
            self.page.get_by_text("Another mix").click()
            self.page.get_by_label("Sell", exact=True).fill(str(sell))
            self.page.get_by_label("Trade", exact=True).fill(str(trade))
            self.page.get_by_role("button", name="Write", exact=True).click()
            self.taps[turn] += 3
        self.taps[turn] += 1
        self.state(state)

    def tap(self, tap: Tap, state: str = "saved") -> None:
        """Do on the board what a tap of a played game tells."""
        act, _, value = tap.last
        if act is ActKind.PLAY:
            self.tile(tile_name(value), tap.turn, state)
        elif act in (ActKind.FOUND, ActKind.SURVIVOR):
            self.chain(NAMES[value], tap.turn, state)
        elif act is ActKind.ORDER:
            self.chain(NAMES[value[0]], tap.turn, state)
        elif act is ActKind.BUY and value:
            self.chain(NAMES[value[0][0]], tap.turn, state)
        elif act is ActKind.BUY:
            self.button("Bought nothing", tap.turn, state)
        elif act is ActKind.BONUS:
            self.button("Paid as due", tap.turn, state)
        elif act is ActKind.DISPOSE:
            self.disposal(value, sum(value[1:]), tap.turn, state)
        else:
            assert act is ActKind.END
            self.button("End of game declared", tap.turn, state)
            self.button("Yes, the game ends here", tap.turn, state)

    def final(self, cash: Mapping[str, int]) -> None:
        """Type the final cash as it was counted."""
        for player, amount in cash.items():
            self.page.get_by_label(f"{player} (by the rules {amount:,})").fill(f"{amount:,}")
        self.button("Write")

    def go_out_of_reach(self) -> None:
        """Let nothing that the page asks for arrive, but the page itself."""
        self.page.route("**/scribe/", out_of_reach)

    def come_back(self) -> None:
        """The network is back."""
        self.page.unroute("**/scribe/")
        self.page.evaluate("dispatchEvent(new Event('online'))")


def out_of_reach(route: Route) -> None:
    """Let the browser fetch a page and nothing else."""
    if route.request.resource_type == "document":
        route.continue_()
    else:
        route.abort()
