"""What is typed of a result survives a reload without network, is shown as not yet sent, and is sent once under the same key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors, comes_true
from tests.browser.kit.wire import Wire
from tests.browser.test_table_phones import CASH, claimed, made, names
from tests.run.patience import MILLISECONDS as SEEN
from tournament.models import Event, ReportAnswer, TableReport

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

INSECURE = "Object.defineProperty(window, 'isSecureContext', {get: () => false})"
WORKS = "navigator.serviceWorker.getRegistration('report/').then((worker) => worker?.active?.state === 'activated')"
KEPT = """caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((kept) => kept.keys()))))
    .then((pages) => pages.flat().some((page) => page.url.endsWith("/report/")))"""


def typed(page: Page, event: Event, cash: tuple[str, ...] = CASH) -> None:
    """Type the cash of table 1 as far as it is given."""
    for name, amount in zip(names(event, 1), cash, strict=False):
        page.get_by_label(f"Cash of {name}", exact=True).fill(amount)


def standing(page: Page, event: Event) -> list[str]:
    """What stands in the fields of the form."""
    return [page.get_by_label(f"Cash of {name}", exact=True).input_value() for name in names(event, 1)]


def key_of(page: Page) -> str:
    return page.locator("form[data-keeps] input[name=key]").input_value()


def test_the_form_is_there_after_a_reload_without_network_and_what_was_typed_is_sent_once(
    wire: Wire, visitors: Visitors
) -> None:
    event = made()
    page = claimed(visitors(**PHONE), wire, event, 1, f"I am {names(event, 1)[0]}")
    comes_true(page, WORKS)
    comes_true(page, KEPT)
    wire.cut()
    # The form was never opened with network: the table's page has kept it.
    page.get_by_role("link", name="Enter the result").click()
    unsent = page.locator("[data-unsent]")
    expect(unsent).to_contain_text("There is no network. Enter the result anyway")
    typed(page, event, CASH[:2])
    page.get_by_text("Who ended the game, and time-outs").click()
    page.get_by_label("Who ended the game").select_option(label=names(event, 1)[1])
    page.reload()
    expect(unsent).to_contain_text("are in the form again")
    assert standing(page, event) == [*CASH[:2], ""]
    expect(page.get_by_label("Who ended the game").locator("option:checked")).to_have_text(names(event, 1)[1])
    page.get_by_label(f"Cash of {names(event, 1)[2]}", exact=True).fill(CASH[2])
    page.get_by_role("button", name="Send the result").click()
    expect(unsent).to_contain_text("Not sent yet: no network")
    expect(unsent).not_to_contain_text("Keep this page open")
    key = key_of(page)
    page.reload()
    expect(unsent).to_contain_text("Not sent yet")
    assert (standing(page, event), key_of(page)) == ([*CASH], key)
    assert (too_wide(page), violations(page)) == ([], [])
    assert TableReport.objects.count() == 0
    wire.mend()
    expect(page.get_by_role("heading", name="Result", exact=True)).to_be_visible(timeout=SEEN)
    expect(page.get_by_text("41,200")).to_be_visible(timeout=SEEN)
    assert (TableReport.objects.count(), ReportAnswer.objects.count()) == (1, 1)
    assert TableReport.objects.get().ended_by == names(event, 1)[1]
    assert str(event.changes.get(act="results.report").key)[:20] == key[:20]
    assert page.evaluate("Object.keys(localStorage).filter((name) => /^(table|typed):/.test(name))") == []


def test_figures_that_are_changed_while_the_first_may_have_arrived_are_a_report_of_their_own(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = made()
    page = claimed(visitors(**PHONE), live_server, event, 1, f"I am {names(event, 1)[0]}")
    page.get_by_role("link", name="Enter the result").click()
    typed(page, event)
    page.get_by_role("link", name="Cancel").click()  # which forgets what was typed
    page.get_by_role("link", name="Enter the result").click()
    assert standing(page, event) == ["", "", ""]
    expect(page.locator("[data-unsent]")).to_be_hidden()
    typed(page, event)
    page.route("**/report/", lambda route: (route.fetch(max_redirects=0), route.abort()))
    page.get_by_role("button", name="Send the result").click()
    expect(page.locator("[data-unsent]")).to_contain_text("Not sent yet: no network")
    assert TableReport.objects.count() == 1
    typed(page, event, ("41300", *CASH[1:]))
    page.unroute("**/report/")
    page.get_by_role("button", name="Send the result").click()
    expect(page.get_by_text("41,300")).to_be_visible(timeout=SEEN)
    assert [(row.left_at is None) for row in TableReport.objects.order_by("pk")] == [False, True]


def test_where_nothing_can_be_kept_for_a_reload_the_page_says_what_to_do_and_keeps_what_was_typed(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = made()
    context = visitors(**PHONE, service_workers="block")
    context.add_init_script(INSECURE)
    page = claimed(context, live_server, event, 1, f"I am {names(event, 1)[0]}")
    page.get_by_role("link", name="Enter the result").click()
    typed(page, event)
    context.set_offline(True)
    page.get_by_role("button", name="Send the result").click()
    unsent = page.locator("[data-unsent]")
    expect(unsent).to_contain_text("Keep this page open: it cannot be opened again without a network.")
    page.route("**/report/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    context.set_offline(False)
    page.reload()  # the page is closed and opened again while the server cannot be reached yet
    expect(unsent).to_contain_text("Not sent yet")
    assert standing(page, event) == [*CASH]
    page.unroute("**/report/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("41,200")).to_be_visible(timeout=SEEN)
    assert TableReport.objects.count() == 1
