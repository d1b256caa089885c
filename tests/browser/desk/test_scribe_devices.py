"""The scribe's board on several devices and without network: what goes on, what is said, what is kept for a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.scribe import Scribe, a_table, log_body
from tests.browser.kit.steps import Visitors, comes_true
from tests.browser.kit.wire import Wire
from tournament.models import GameLog, ScribedEntry, Scribing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STARTS = ("1A", "4C", "7F", "12I")
KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
  return requests.map(({ url }) => new URL(url).pathname);
}"""
"""The addresses that the browser keeps for the site."""
EARLIER = ["/static/tournament/app.0123456789ab.css", "/static/tournament/other.0123456789ab.css"]
"""A file that the page names in another version, and one that it does not name at all."""


@pytest.fixture
def scribe(live_server: LiveServer, visitors: Visitors) -> Scribe:
    """A phone at a board on which nothing is told yet, without workers, so that a test can hold up its requests."""
    return Scribe(visitors(service_workers="block"), live_server, a_table(STARTS))


def test_the_plain_game_offers_no_share_that_the_bank_has_not_or_the_cash_cannot_pay(scribe: Scribe) -> None:
    scribe.tile("5C")
    scribe.chain("Luxor")
    for cash, bank, offered in ((6_000, 1, ["Luxor"]), (6_000, 0, []), (150, 5, [])):
        ask: dict[str, Any] = scribe.page.evaluate(
            """([cash, bank]) => {
              const { sheet, game } = JSON.parse(document.getElementById("scribe-state").textContent);
              const ids = game.ids, told = [
                { events: [{ act: "turn", player: ids[0], number: 1 }, { act: "play", player: ids[0], tile: "5C" }] },
                { events: [{ act: "found", player: ids[0], chain: "Luxor" }] },
              ];
              return PlainGame.follow(sheet, { ...game, cash, bank: bank + 1 }, told).ask;
            }""",
            [cash, bank],
        )
        assert ask["chains"] == offered
        assert ask["declarable"]


def lose(route: Route) -> None:
    """Let the server store what comes, and its answer never arrive."""
    route.fetch()
    route.abort()


def test_a_server_that_fails_is_told_apart_from_no_network_and_a_lost_answer_writes_nothing_twice(
    scribe: Scribe,
) -> None:
    scribe.page.route("**/scribe/", lambda route: route.fulfill(status=500, body="failed"))
    scribe.tile("5C", state="away")
    expect(scribe.page.locator("[data-part=status]")).to_contain_text("The server had a problem and saved nothing.")
    scribe.button("Undo", state="away")
    scribe.come_back()
    scribe.state("saved")
    assert log_body()[1:] == []
    written = ScribedEntry.objects.count()
    scribe.page.route("**/scribe/", lose)
    scribe.tile("5C", state="away")
    scribe.come_back()
    scribe.state("saved")
    assert log_body()[1:] == ["1 Ann: 5C"]
    assert ScribedEntry.objects.count() == written + 1


def test_the_board_comes_back_when_it_is_reloaded_without_network_and_no_other_page_does(
    wire: Wire, visitors: Visitors
) -> None:
    context = visitors()
    scribe = Scribe(context, wire, a_table(STARTS))
    page = scribe.page
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.evaluate(
        """async ([ours, others]) => {
          const [name] = await caches.keys();
          const store = await caches.open(name);
          for (const address of [ours, others]) await store.put(address, new Response("of an earlier version"));
        }""",
        EARLIER,
    )
    page.reload()
    scribe.tile("5C")
    scribe.chain("Luxor")
    comes_true(page, f"({KEPT})().then((kept) => !kept.includes('{EARLIER[0]}') && kept.includes('{EARLIER[1]}'))")
    wire.cut()
    page.reload()
    scribe.state("away")
    expect(page.locator("[data-part=status]")).to_contain_text("This is the log as this device last saw it")
    expect(page.locator("[data-part=log]")).to_contain_text("1 Ann: 5C; found Luxor")
    scribe.chain("Luxor", state="away")
    page.reload()
    scribe.state("away")
    expect(page.locator("[data-part=log] .waiting")).to_have_count(1)
    kept: list[str] = page.evaluate(KEPT)
    assert [address for address in kept if not address.startswith("/static/")] == [page.url.removeprefix(wire.url)]
    wire.mend()
    page.reload()
    scribe.state("saved")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; buy Luxor 1"]
    context.clear_cookies()
    page.reload()
    assert "scribe" not in page.url.partition("?")[0]
    left: list[str] = page.evaluate(KEPT)
    assert left
    assert all(address.startswith("/static/") for address in left)


def test_taps_made_while_another_is_on_its_way_are_sent_behind_it(scribe: Scribe) -> None:
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    scribe.page.route("**/scribe/", hold_the_first)
    scribe.tile("5C", state="sending")
    scribe.chain("Luxor", state="sending")
    scribe.chain("Luxor", state="sending")
    expect(scribe.page.locator("[data-part=log] .waiting")).to_have_count(3)
    asked[0].continue_()
    scribe.state("saved")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; buy Luxor 1"]
    assert len(asked) == 2


def test_of_two_devices_that_write_at_once_nothing_is_lost_silently(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table(STARTS)
    first, second = (Scribe(visitors(), live_server, event) for _ in range(2))
    first.tile("5C")
    second.tile("9A", state="trouble")
    trouble = second.page.locator("[data-part=trouble]")
    expect(trouble).to_contain_text("Another device has added 1 entry to this log.")
    second.page.reload()
    second.state("trouble")
    expect(trouble.locator("ol").nth(0).locator("li")).to_have_text(["1 Ann: 5C"])
    expect(trouble.locator("ol").nth(1).locator("li")).to_have_text(["1 Ann: 9A"])
    expect(trouble).to_contain_text("The table's log already has what you wrote for turn 1.")
    expect(trouble.locator(".primary")).to_have_text("Keep my entry in a separate log")
    expect(second.page.locator("[data-part=log] li").last).to_contain_text("1 Ann: 9A")
    expect(second.page.locator("[data-part=log]")).to_contain_text("1 Ann: 5C")
    assert violations(second.page) == []
    second.button("Keep my entry in a separate log")
    assert log_body()[1:] == ["1 Ann: 5C"]
    assert GameLog.objects.get(scribing__isnull=True).text.splitlines()[-1] == "1 Ann: 9A"

    first.chain("Luxor")
    second.page.get_by_text("Something else").click()
    second.page.locator("form[data-tells=cash] input").fill("6,000")
    second.button("Add the cash", state="trouble")
    expect(trouble.locator(".tag")).to_have_count(0)
    expect(trouble.locator(".primary")).to_have_text("Write my entry after theirs")  # it simply goes on
    second.button("Write my entry after theirs")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; cash Ann 6000"]

    first.tile("9A", state="trouble")
    first.page.get_by_role("button", name="Discard my entry").click()
    assert ScribedEntry.objects.count() == 3
    first.button("Really? Discard my entry")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; cash Ann 6000"]

    second.tile("9A")
    first.tile("12A", state="trouble")
    first.page.get_by_role("button", name="Write my entry after theirs").click()
    assert ScribedEntry.objects.count() == 4
    first.button("Really? Write my entry after theirs")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; cash Ann 6000", "2 Ben: 9A", "2 Ben: 12A"]
    assert Scribing.objects.count() == 1


BUY: dict[str, Any] = {"act": "buy", "player": "Ann", "shares": {"Luxor": 1}}
SECOND: list[dict[str, Any]] = [
    {"act": "turn", "player": "Ben", "number": 2},
    {"act": "play", "player": "Ben", "tile": "9A"},
]
CAIS: list[dict[str, Any]] = [
    {"act": "turn", "player": "Cai", "number": 2},
    {"act": "play", "player": "Cai", "tile": "9A"},
]


CLASHES: tuple[tuple[list[dict[str, Any]], list[list[dict[str, Any]]], list[str]], ...] = (
    ([BUY], [[BUY]], ["The table's log already has what you wrote for turn 1."]),
    ([BUY], [[{"act": "cash", "player": "Ann", "amount": 5}]], []),
    ([BUY], [SECOND], []),
    (SECOND, [SECOND], ["The table's log already has what you wrote for turn 2."]),
    (SECOND, [CAIS], ["The table's log already has turn 2, but by Ben; yours is by Cai."]),
    (SECOND, [[BUY]], ["The table's log is at turn 2. Your entries for turn 1 would be written there."]),
    ([BUY], [[]], ["Undo would take back what the other device wrote."]),
    ([BUY], [SECOND, []], []),
)
"""What the other device wrote, what this one has written, and what is said of it."""


def test_what_would_be_wrong_behind_another_device_is_said_before(scribe: Scribe) -> None:
    for theirs, mine, said in CLASHES:
        found = scribe.page.evaluate(
            """([theirs, mine]) => {
              const first = { key: "a", events: [{ act: "turn", player: "Ann", number: 1 }, { act: "play", player: "Ann", tile: "5C" }] };
              const turn = theirs[0].act === "turn" ? { number: 2, player: "Ben" } : { number: 1, player: "Ann" };
              const base = { standing: [first], sheet: { turn: { number: 1, player: "Ann" } } };
              const stored = { standing: [first, { key: "b", events: theirs }], sheet: { turn } };
              return TwoDevices.clashes(base, stored, mine.map((events, place) => ({ key: `m${place}`, events })));
            }""",
            [theirs, mine],
        )
        assert found == said
