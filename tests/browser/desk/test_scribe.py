"""The scribe's board in a browser: a whole game by taps, a reload, no network, two devices, and what happened all the same."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.actions import ActKind
from games.acquire.board import tile_name
from games.acquire.logs.reading import read_text
from games.acquire.replay.judging.judge import replay
from tests.browser.kit.scribe import Scribe, a_table, log_body
from tests.browser.kit.steps import Visitors
from tests.tournament.scribe.games import IDS, entries_of, play
from tournament.models import GameLog, ScribedEntry
from tournament.replays.scribe.documents import board_document, entries_document, game_document
from tournament.replays.scribe.entries import fold_entries, open_log
from tournament.slices.scribing import SentEntry, write_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STARTS = ("1A", "4C", "7F", "12I")
MERGING = {ActKind.SURVIVOR, ActKind.ORDER, ActKind.BONUS, ActKind.DISPOSE}
GAME = play(11)
"""A game of 61 turns with nine chains founded, seven mergers and a tie of two chains."""
BEGUN, GONE, BACK, RELOADED = 120, 128, 146, 152
"""How many taps stand when the page is opened, and after how many the network goes, comes back, and the page is reloaded."""


@pytest.fixture
def visitor(visitors: Visitors) -> BrowserContext:
    """A visitor without workers, whose requests a test can hold up."""
    return visitors(service_workers="block")


@pytest.fixture
def scribe(live_server: LiveServer, visitor: BrowserContext) -> Scribe:
    """A phone at a board on which nothing is told yet."""
    return Scribe(visitor, live_server, a_table(STARTS))


def test_a_game_is_written_by_taps_through_a_reload_and_without_network(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = a_table(tuple(map(tile_name, GAME.starts)))
    begun = entries_document(fold_entries(open_log(GAME.table, {}), entries_of(GAME.taps[:BEGUN])))
    write_entries(event, event.created_by, 1, 1, 0, [SentEntry(each["key"], each["events"]) for each in begun])
    scribe = Scribe(visitor, live_server, event)
    assert not MERGING & {tap.last.act for tap in GAME.taps[GONE:BACK]}
    for place, tap in enumerate(GAME.taps[BEGUN:], BEGUN):
        if place == RELOADED:
            scribe.page.reload()
            scribe.state("saved")
        if place == GONE:
            scribe.go_out_of_reach()
        if place == BACK:
            scribe.come_back()
            scribe.state("saved")
        scribe.tap(tap, "away" if GONE <= place < BACK else "saved")
    scribe.final(dict(zip(IDS, GAME.final, strict=True)))
    expect(scribe.page.locator("[data-part=ask]")).to_have_text("The log is complete.")

    answer = replay(read_text(GameLog.objects.get().text))
    assert answer.findings == ()
    assert answer.final == dict(zip(IDS, GAME.final, strict=True))
    assert ScribedEntry.objects.count() == len(GAME.taps) + 1
    assert set(ScribedEntry.objects.values_list("mark", flat=True)) == {""}
    merging = {tap.turn for tap in GAME.taps if tap.last.act in MERGING}
    counted = [taps for turn, taps in scribe.taps.items() if turn and turn not in merging]
    assert len(counted) >= 15
    assert max(counted) <= 5


def test_the_plain_game_of_the_device_follows_what_the_server_says(scribe: Scribe) -> None:
    """Without network the board, the shares and what is asked come out as the server has them; cash too, where bonuses are told."""
    opening = open_log(GAME.table, {})
    entries = entries_of(GAME.taps)
    begun = fold_entries(opening, [])
    base, game = board_document(begun), game_document(begun.record)
    told = entries_document(fold_entries(opening, entries))
    plain: list[dict[str, Any]] = scribe.page.evaluate(
        "([base, game, told]) => told.map((_, place) => PlainGame.follow(base, game, told.slice(0, place + 1)))",
        [base, game, told],
    )
    kinds = []
    for place, followed in enumerate(plain):
        checked = board_document(fold_entries(opening, entries[: place + 1]))
        for part in ("cells", "chains", "turn", "next"):
            assert followed[part] == checked[part], (place, part)
        assert [row["shares"] for row in followed["players"]] == [row["shares"] for row in checked["players"]], place
        if not checked["ask"].get("due"):
            assert [row["cash"] for row in followed["players"]] == [row["cash"] for row in checked["players"]], place
        kinds.append((followed["ask"]["kind"], checked["ask"]["kind"]))
    assert {each for each in kinds if each[0] != each[1]} <= {("buy", "next")}


def test_only_what_is_legal_is_offered_and_the_rest_is_written_all_the_same(scribe: Scribe) -> None:
    page = scribe.page
    scribe.tile("5C")
    expect(page.locator("[data-tile='9A']")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-tile='9A']").click(force=True)
    assert ScribedEntry.objects.count() == 1
    scribe.chain("Luxor")
    expect(page.locator("[data-chain='Tower']")).to_be_disabled()
    for _ in range(3):
        scribe.chain("Luxor")
    expect(page.locator("[data-chain='Luxor']")).to_be_disabled()
    scribe.button("It happened anyway")
    scribe.chain("Luxor")
    expect(page.locator("[data-part=status]")).to_contain_text("At most 3 shares can be bought, not 4.")
    expect(page.locator("[data-part=log]")).to_contain_text("buy Luxor 4")
    expect(page.locator("[data-part=force]")).to_have_attribute("aria-pressed", "false")
    assert [finding.code for finding in replay(read_text(GameLog.objects.get().text)).findings] == ["buy-too-many"]


def test_taps_without_network_survive_a_reload_and_are_sent_in_order(scribe: Scribe) -> None:
    page = scribe.page
    scribe.tile("5C")
    scribe.go_out_of_reach()
    scribe.chain("Luxor", state="away")
    scribe.chain("Luxor", state="away")
    scribe.tile("9A", state="away")
    scribe.button("Undo", state="away")
    scribe.tile("9C", state="away")
    expect(page.locator("[data-part=status]")).to_have_text(
        "No network. 5 taps are kept on this device but have not been checked yet. You can keep writing."
    )
    expect(page.locator("[data-part=log] .waiting")).to_have_count(5)
    assert log_body()[1:] == ["1 Ann: 5C"]
    page.reload()
    scribe.state("away")
    expect(page.locator("[data-part=log] .waiting")).to_have_count(5)
    expect(page.locator("[data-tile='9C']")).to_have_attribute("aria-label", "9C, lone tile")
    scribe.come_back()
    scribe.state("saved")
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; buy Luxor 1", "2 Ben: 9C"]
    page.reload()
    scribe.state("saved")
    assert ScribedEntry.objects.count() == 6


def test_the_end_is_offered_where_it_can_be_declared_and_asked_for_twice(scribe: Scribe) -> None:
    end = scribe.page.locator("[data-act=end]")
    expect(end).to_be_disabled()
    scribe.tile("5C")
    expect(end).to_be_disabled()
    scribe.chain("Luxor")
    scribe.button("End of game declared")
    assert ScribedEntry.objects.count() == 2
    scribe.chain("Luxor")
    expect(end).to_have_text("End of game declared")
    scribe.button("End of game declared")
    scribe.page.locator("[data-part=ask]").click()
    expect(end).to_have_text("End of game declared")
    scribe.button("End of game declared")
    scribe.button("Yes, the game ends here")
    expect(scribe.page.locator("[data-part=ask]")).to_contain_text("The game is over")
    expect(end).to_be_disabled()
    assert log_body()[1:] == ["1 Ann: 5C; found Luxor; buy Luxor 1; end"]


def test_everything_else_is_told_by_hand(scribe: Scribe) -> None:
    page = scribe.page
    scribe.tile("9A")
    page.get_by_text("Something else").click()
    page.locator("form[data-tells=cash] input").fill("6,000")
    scribe.button("Add the cash")
    page.locator("form[data-tells=tiles] input").fill("4j")
    page.get_by_role("button", name="Add the tiles").click()
    expect(page.locator("form[data-tells=tiles] .errors")).to_contain_text("4J is not a tile")
    page.locator("form[data-tells=tiles] select[name=kind]").select_option("draw")
    page.locator("form[data-tells=tiles] input").fill("4d ?")
    scribe.button("Add the tiles")
    page.locator("#line").fill("clock")
    page.get_by_role("button", name="Add the line").click()
    scribe.state("saved")
    assert log_body()[1:] == ["1 Ann: 9A; cash Ann 6000; draw 4D ?; clock"]


def test_the_board_is_walked_by_keys_and_has_a_name_for_everything(scribe: Scribe) -> None:
    page = scribe.page
    page.locator("[data-tile='1A']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("[data-tile='2A']")).to_be_focused()
    page.keyboard.press("Enter")
    scribe.state("saved")
    expect(page.get_by_role("button", name="2A, lone tile")).to_be_focused()
    assert log_body()[1:] == ["1 Ann: 2A"]
