import pytest
from tests.browser.steps import log_in
from tests.build import make_event, publish
from tournament.models.queries import record_of
from tournament.services.seats import set_starting_tiles
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
def test_look(live_server, visitor):
    event = make_event(names=["Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo"])
    publish(event, 1)
    t = record_of(event).round(1).tables[0]
    set_starting_tiles(event, event.created_by, 1, {1: {s.player: x for s, x in zip(t.seats, ("1A","4C","7F","12I"))}})
    log_in(visitor, live_server, event.created_by)
    page = visitor.new_page()
    page.on("console", lambda m: print("console", m.text)); page.on("pageerror", lambda e: print("ERR", e))
    page.set_viewport_size({"width":360,"height":740})
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/tables/1/scribe/")
    def saved(): page.wait_for_selector("[data-scribe][data-state=saved]")
    def tap(t): page.locator(f"[data-tile='{t}']").click(); saved()
    def chain(c): page.locator(f"[data-chain={c}]").click(); saved()
    tap("5C"); chain("Luxor"); chain("Luxor"); chain("Luxor"); chain("Luxor")
    tap("7G"); chain("Tower"); chain("Tower"); chain("Luxor"); chain("Luxor")
    tap("6C"); chain("Tower"); chain("American") if page.locator("[data-chain=American]").is_enabled() else None
    print(page.locator("[data-part=log]").inner_text()); print(page.locator("[data-part=ask]").inner_text()); print(page.locator("[data-part=status]").inner_text())
    page.screenshot(path="/tmp/s360.png", full_page=True)
    page.set_viewport_size({"width":768,"height":1024}); page.screenshot(path="/tmp/s768.png", full_page=True)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width":1280,"height":800}); page.screenshot(path="/tmp/s1280d.png", full_page=True)
