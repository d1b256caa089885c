"""The results grid in a browser: the keyboard alone finishes a round, each table is saved as it is complete, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Dialog, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judge import violations
from tests.browser.steps import log_in, press, type_rows
from tests.build import PASSWORD, director_of, enter_results, make_director, make_event, publish
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import Dollars
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]

ODD, DOUBTFUL, PLAIN = ["41250", "30000", "20000"], ["60000", "40000", "3000"], ["40000", "30000", "20000"]
TIES = [["40000", "40000", "20000"], ["20000", "38000", "38000"]]
ROUND = [TIES[0], PLAIN, ODD, DOUBTFUL, TIES[1]]
SAVED = re.compile(r"^saved \d\d:\d\d$")


def five_tables() -> Event:
    """Five tables of three, round 1 being played."""
    event = make_event(15)
    publish(event, 1, sizes=(3, 3, 3, 3, 3))
    return event


def grid(context: BrowserContext, server: LiveServer, event: Event) -> Page:
    """The results grid of round 1 in a browser that is logged in as the director."""
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/rounds/1/results/")
    return page


def stored(event: Event) -> list[list[Dollars | None]]:
    return [[seat.cash for seat in table.seats] for table in record_of(event).round(1).tables]


def sign(page: Page, table: int) -> str:
    return page.locator(f"tr[data-table-number='{table}'] [data-sign]").inner_text()


def settle(page: Page) -> None:
    """Wait until no row is on its way."""
    expect(page.locator("[data-sign]").filter(has_text="saving")).to_have_count(0)


def at_focus(page: Page) -> str:
    """Where the focus is: "4 tick", "3 reason", "2 amount", or the button's words."""
    return str(
        page.evaluate("""() => {
            const at = document.activeElement;
            const table = at.closest("[data-table-number]")?.dataset.tableNumber;
            const kind = at.closest("[data-tick]") ? "tick" : at.closest("[data-reason]") ? "reason" : "amount";
            return table ? `${table} ${kind}` : at.textContent.trim();
        }""")
    )


def whole_saves(page: Page) -> list[str]:
    """The bodies of the saves of the whole page that this page will send."""
    found: list[str] = []

    def keep(request: Request) -> None:
        if request.method == "POST" and "&row=" not in (request.post_data or ""):
            found.append(request.post_data or "")

    page.on("request", keep)
    return found


def test_the_keyboard_finishes_a_round_of_ties_a_doubt_and_an_odd_amount_in_one_save(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    saves = whole_saves(page)
    type_rows(page, ROUND)
    settle(page)
    been = []
    for _ in range(12):
        where = at_focus(page)
        been.append(where)
        if where.endswith("tick"):
            page.keyboard.press("Space")
        elif where.endswith("reason"):
            page.keyboard.type("counted twice")
        else:
            break
        page.keyboard.press("Enter")
        settle(page)
    assert sorted(been[:-1]) == ["1 tick", "3 reason", "4 tick", "5 tick"], been
    assert been[-1] == "Save the results of round 1"
    assert violations(page) == []
    with page.expect_event("domcontentloaded"):
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Saved tables 1, 2, 3, 4 and 5.")
    assert stored(event) == [[int(amount) for amount in row] for row in ROUND]
    assert len(saves) == 1
    assert page.get_by_role("button", name="Close round 1").is_visible()


def test_a_tie_is_reached_by_enter_and_ticked_before_the_next_table(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """A director who looks: the row comes back with its question, and the focus with it."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [TIES[0]])
    expect(page.locator("[data-tick] input:focus")).to_be_visible()
    row = page.locator("tr[data-table-number='1']")
    assert (sign(page, 1), row.get_attribute("class")) == ("asks, not saved", "asks")
    expect(row.locator("output")).to_have_css("color", "rgb(116, 78, 0)")
    assert not row.get_by_label("Reason").is_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert at_focus(page) == "2 amount"
    settle(page)
    assert SAVED.match(sign(page, 1))
    assert stored(event)[0] == [40_000, 40_000, 20_000]


def test_figures_typed_while_a_question_comes_back_go_where_they_were_meant(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """The focus was led back to a reason; a digit belongs to the next table all the same."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [ODD])
    expect(page.locator("[data-reason] input:focus")).to_be_visible()
    type_rows(page, [PLAIN])
    settle(page)
    assert stored(event)[1] == [40_000, 30_000, 20_000]
    assert page.get_by_label("Reason").first.input_value() == ""


def test_a_tie_at_the_last_table_is_asked_before_the_one_save(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(6)
    publish(event, 1, sizes=(3, 3))
    page = grid(visitors(), live_server, event)
    saves = whole_saves(page)
    type_rows(page, [PLAIN, TIES[0]])
    page.keyboard.press("Enter")
    expect(page.locator("[data-tick] input:focus")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert at_focus(page) == "Save the results of round 1"
    with page.expect_event("domcontentloaded"):
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Saved tables 1 and 2.")
    assert stored(event) == [[40_000, 30_000, 20_000], [40_000, 40_000, 20_000]]
    assert len(saves) == 1


@pytest.mark.parametrize("first", [TIES[0], ODD], ids=["tick", "reason"])
def test_a_question_that_comes_back_late_takes_no_figure_from_the_table_between(
    live_server: LiveServer, visitors: Visitors, first: list[str]
) -> None:
    """The answer to table 1 comes when table 2 is typed and the focus is on table 3: the next digit is for table 3."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    held: list[Route] = []
    page.route(
        "**/results/",
        lambda route: held.append(route) if "&row=1" in (route.request.post_data or "") else route.continue_(),
    )
    type_rows(page, [first, PLAIN])
    expect(page.locator("tr[data-table-number='2'] [data-sign]")).to_have_text(SAVED)
    held[0].continue_()
    expect(page.locator(":is([data-tick], [data-reason]) input:focus")).to_be_visible()
    page.keyboard.type("51000")
    shown = [field.input_value() for field in page.locator("input[data-name]").all()[3:7]]
    assert shown == ["40,000", "30,000", "20,000", "51000"]
    assert page.get_by_label("Reason").first.input_value() == ""


def test_a_doubt_an_error_and_a_tie_look_different(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [TIES[0], DOUBTFUL, ["abc", "30000", "20000"], ["0", "0", "0"]])
    settle(page)
    press(page, "Save the results of round 1")
    looks = {
        table: (
            row.locator("output").evaluate("at => getComputedStyle(at, '::before').content"),
            row.locator("output").evaluate("at => getComputedStyle(at).color"),
            row.get_by_label("Reason").is_visible(),
            row.locator("[data-tick] input").is_visible(),
        )
        for table in (1, 2, 3, 4)
        for row in [page.locator(f"tr[data-table-number='{table}']")]
    }
    amber, red = "rgb(116, 78, 0)", "rgb(163, 34, 26)"
    assert looks == {
        1: ('"= "', amber, False, True),
        2: ('"? "', amber, True, True),
        3: ('"✗ "', red, False, False),
        4: ('"✗ "', red, False, False),
    }
    assert at_focus(page) == "1 tick"
    assert page.locator("tr[data-table-number='1'] .errors").count() == 0
    problem = page.get_by_role("alert").inner_text()
    assert problem == "Not all is saved. Tables 1, 2, 3 and 4: look at what stands beside."
    assert page.locator("tr[data-table-number='2'] input[data-name]").first.input_value() == "60,000"
    assert violations(page) == []


def test_a_page_with_unsaved_figures_warns_and_gives_them_back(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.reload()
    assert asked == []
    type_rows(page, [["41000", "31000"]])
    page.reload()
    assert asked == ["beforeunload"]

    offer = page.get_by_role("status").filter(has_text="typed here at")
    expect(offer).to_contain_text(re.compile(r"2 entries typed here at \d\d:\d\d were not saved\."))
    assert [field.input_value() for field in page.locator("input[data-name]").all()] == [""] * 15
    assert violations(page) == []
    offer.get_by_role("button", name="Put them back").click()
    assert [field.input_value() for field in page.locator("input[data-name]").all()[:3]] == ["41,000", "31000", ""]
    page.locator("input[data-name]").nth(2).fill("21000")
    page.keyboard.press("Enter")
    settle(page)
    assert stored(event)[0] == [41_000, 31_000, 21_000]
    page.reload()
    assert asked == ["beforeunload"]
    assert page.get_by_text("typed here at").count() == 0


def test_figures_that_are_put_back_take_nothing_back(live_server: LiveServer, visitors: Visitors) -> None:
    """They go on with the version on which they were typed: what was saved since collides, and both are shown."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [["41000", "31000"]])
    enter_results(event, cash={1: (40_000, 30_000, 20_000)}, apart_from=[2, 3, 4, 5])
    page.reload()
    page.get_by_role("button", name="Put them back").click()
    press(page, "Save the results of round 1")
    expect(page.get_by_role("alert").filter(has_text="Stored:")).to_contain_text("changed on another page meanwhile")
    assert stored(event)[0] == [40_000, 30_000, 20_000]


def test_a_correction_is_checked_as_it_is_typed_and_kept_until_it_is_made(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    enter_results(event, cash={1: (40_000, 30_000, 20_000)})
    close_round(event, director_of(event), 1)
    context = visitors()
    log_in(context, live_server, director_of(event))
    page = context.new_page()
    address = f"{live_server.url}/desk/{event.slug}/rounds/1/tables/1/correct/"
    page.goto(address)
    amounts = page.locator("input[data-name]")
    amounts.nth(1).fill("40000")
    expect(page.locator("[data-answer] output")).to_contain_text("tie for first on 40,000")
    page.get_by_label("Why is it corrected").fill("recount")
    page.reload()
    expect(page.get_by_role("status").filter(has_text="typed here")).to_contain_text("1 entry typed here")
    page.get_by_role("button", name="Put it back").click()
    assert [field.input_value() for field in amounts.all()] == ["40,000", "40,000", "20,000"]
    assert page.get_by_label("Why is it corrected").input_value() == "recount"
    press(page, "Correct table 1")
    page.get_by_label("Yes, this is right").check()
    assert violations(page) == []
    press(page, "Correct table 1")
    assert stored(event)[0] == [40_000, 40_000, 20_000]
    page.goto(address)
    assert page.get_by_text("typed here").count() == 0


def test_somebody_else_at_the_same_laptop_is_not_offered_them(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    type_rows(page, [["41000"]])
    context.clear_cookies()
    log_in(context, live_server, make_director("another", is_staff=True))
    page.reload()
    assert page.get_by_text("typed here at").count() == 0


@pytest.mark.parametrize("is_changed", [True, False], ids=["changed meanwhile", "nothing to share"])
def test_a_refused_table_leaves_the_focus_where_the_next_figure_belongs(
    live_server: LiveServer, visitors: Visitors, is_changed: bool
) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    if is_changed:
        enter_results(event, cash={1: (40_000, 30_000, 20_000)}, apart_from=[2, 3, 4, 5])
    type_rows(page, [["41000", "31000", "21000"] if is_changed else ["0", "0", "0"]])
    expect(page.locator("tr[data-table-number='1'].wrong")).to_be_visible()
    assert at_focus(page) == "2 amount"
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='2'] [data-sign]")).to_have_text(SAVED)
    assert stored(event)[1] == [40_000, 30_000, 20_000]


def test_two_pages_that_save_the_same_table_alone_show_both_and_one_click_decides(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    enter_results(event, cash={1: (40_000, 30_000, 20_000)}, apart_from=[2, 3, 4, 5])
    type_rows(page, [["41000", "31000", "21000"]])
    both = page.get_by_role("alert").filter(has_text="changed on another page meanwhile")
    expect(both).to_contain_text("40,000")
    assert stored(event)[0] == [40_000, 30_000, 20_000]
    page.get_by_role("button", name="Keep what I typed").click()
    settle(page)
    assert stored(event)[0] == [41_000, 31_000, 21_000]
    assert page.get_by_role("alert").count() == 0


def test_a_session_that_ends_is_told_on_the_row_and_the_row_is_saved_after_a_log_in_elsewhere(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    Session.objects.all().delete()
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("not saved: you are logged out.")
    with context.expect_page() as opened:
        page.get_by_role("link", name="Log in, then try again here").click()
    other = opened.value
    other.get_by_label("Username").fill("director")
    other.get_by_label("Password").fill(PASSWORD)
    press(other, "Log in")
    other.close()
    page.locator("tr[data-table-number='2'] input[data-name]").first.focus()
    type_rows(page, [PLAIN])
    settle(page)
    press(page, "Save the results of round 1")
    assert stored(event)[:2] == [[40_000, 30_000, 20_000]] * 2


def test_a_desk_that_cannot_be_reached_is_told_and_tried_again(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    context.set_offline(True)
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("the desk cannot be reached")
    context.set_offline(False)
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    assert read_event(event.slug).round(1).tables[0].has_result


def test_a_late_answer_never_takes_back_what_is_typed_on(live_server: LiveServer, visitors: Visitors) -> None:
    """The row is corrected while its first save is under way: the correction stays in the fields and is saved next."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if "&row=1" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/results/", hold_the_first)
    type_rows(page, [PLAIN])
    first = page.locator("tr[data-table-number='1'] input[data-name]").first
    first.fill("42000")
    held[0].continue_()
    expect(page.locator("[data-next]")).to_contain_text("Tables 2, 3, 4 and 5 have not reported.")
    assert (first.input_value(), sign(page, 1)) == ("42000", "not saved")
    first.press("Enter")
    page.locator("tr[data-table-number='2'] input[data-name]").first.focus()
    settle(page)
    assert stored(event)[0] == [42_000, 30_000, 20_000]
