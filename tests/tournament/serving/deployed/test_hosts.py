"""Two application hosts on one PostgreSQL, behind nginx with TLS: whoever asks which of them, there is one event.

As docs/running/deployment.md put it together: the web server by the line of deploy/systemd, nginx by deploy/nginx.conf.
One test in steps, because to bring all of it up costs more than everything that is asked of it; each step's name is its sentence.
"""

from __future__ import annotations

import json
import re
import ssl
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.build import PASSWORD
from tests.load.browsing import Browser, Page
from tests.run.postgres import running_server
from tests.tournament.serving.clerk import Clerk, employed
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, host, installation, nginx, run
from tests.tournament.serving.running import put_migrated_on_server

pytestmark = pytest.mark.skipif(
    not (NGINX.exists() and list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
    reason="nginx or PostgreSQL is not on this machine",
)
NAME = "cup.example"
CASH = (40_000, 35_000, 30_000, 20_000)
COUNTED = "from tournament.models import Penalty, Round; print(Penalty.objects.count(), Round.objects.filter(number=2).count())"


class Inside(Browser):
    """The browser of somebody behind the proxy, as a host sees it."""

    def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Page:
        return super()._ask(method, path, body, {**headers, "X-Forwarded-Proto": "https"})


@dataclass
class Hosts:
    """An installation of two hosts: how to come to each of them, and to nginx before both."""

    clerk: Clerk
    slug: str
    first: Browser
    second: Browser
    front: Browser
    told: list[Path]

    def desk(self, rest: str = "") -> str:
        return f"/desk/{self.slug}/{rest}"

    def at_once(self, address: str, *forms: Mapping[str, str]) -> list[int]:
        """The statuses of a form sent to both hosts at once."""
        pairs = zip((self.first, self.second), forms, strict=True)
        with ThreadPoolExecutor(2) as both:
            return sorted(both.map(lambda pair: pair[0].post(self.desk(address), pair[1]).status, pairs))

    def counted(self) -> list[str]:
        """How many penalties there are, and how many second rounds."""
        return self.clerk.does("shell", "--no-imports", "-c", COUNTED).split()[-2:]


@pytest.fixture
def hosts(tmp_path: Path, kept_database: Path) -> Iterator[Hosts]:
    """The installation, with its director logged in by nginx; the same cookies hold at either host."""
    with ExitStack() as servers:
        database = servers.enter_context(running_server())
        put_migrated_on_server(kept_database, database)
        settings = {
            "TOPTABLE_PUBLIC_ADDRESS": f"https://{NAME}",
            "TOPTABLE_BEHIND_PROXY": "on",
        }
        given = installation(tmp_path / "home", database, **settings)
        clerk = servers.enter_context(employed(given))
        slug = json.loads(run(given, "-m", "tests.tournament.serving.deployed.hall_day"))["slug"]
        ports = [servers.enter_context(host(given, tmp_path, name)) for name in ("first", "second")]
        secure = servers.enter_context(nginx(tmp_path, ports, NAME))
        trusted = ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))
        front = Browser("127.0.0.1", secure, f"https://{NAME}", trusted)
        assert front.log_in("director", PASSWORD).status == 302
        first, second = (Inside("127.0.0.1", port, f"https://{NAME}", None, front.cookies) for port in ports)
        said = [tmp_path / f"{name}.said" for name in ("first", "second")]
        yield Hosts(clerk, slug, first, second, front, said)
        for each in (first, second, front):
            each.close()


def test_two_hosts_are_one_installation(hosts: Hosts) -> None:
    what_is_saved_on_one_host_is_read_on_the_other_at_once(hosts)
    a_form_that_is_sent_to_both_hosts_at_once_acts_once(hosts)
    two_hosts_that_draw_at_once_make_one_draft(hosts)
    a_session_that_ends_on_one_host_has_ended_on_the_other(hosts)
    the_front_keeps_the_watchers_pages_inside(hosts)
    a_style_sheet_has_one_name_on_both_hosts_and_is_kept_for_ever(hosts)
    no_line_of_the_log_has_a_secret(hosts)


def row(page: Page, table: int, first: int = CASH[0]) -> dict[str, str]:
    """What the results grid sends of one table."""
    form = page.form(f"t{table}-cash-")
    fields = [name for name in form if name.startswith(f"t{table}-cash-")]
    kept = {name: value for name, value in form.items() if name in ("key", "seen") or name.startswith(f"t{table}-")}
    typed = {name: f"{cash:,}" for name, cash in zip(fields, (first, *CASH[1:]), strict=True)}
    return {**kept, **typed, "row": str(table)}


def what_is_saved_on_one_host_is_read_on_the_other_at_once(hosts: Hosts) -> None:
    grid, results = hosts.desk("rounds/1/results/"), f"/{hosts.slug}/rounds/1/results/"
    open_page = hosts.first.get(results)
    for saves, reads, table in ((hosts.first, hosts.second, 1), (hosts.second, hosts.first, 2)):
        assert saves.post(grid, row(saves.get(grid), table)).status == 200
        assert reads.get(grid).text.count('value="40,000"') == table
    seen = hosts.second.get(f"/{hosts.slug}/standings/").headers["etag"]
    closed = hosts.first.post(hosts.desk("rounds/1/close/"), {"key": "closed"})
    assert closed.status == 302
    pages = [each.get(results) for each in (hosts.second, hosts.first, hosts.front)]
    assert [page.status for page in pages] == [200] * 3
    assert [page.text == open_page.text for page in pages] == [False] * 3
    assert (len({page.headers["etag"] for page in pages}), len({page.text for page in pages})) == (1, 1)
    assert hosts.second.get(results, {"If-None-Match": pages[0].headers["etag"]}).status == 304
    assert hosts.second.get(f"/{hosts.slug}/standings/", {"If-None-Match": seen}).status == 200
    told = [each.get(f"/{hosts.slug}/event.json").text for each in (hosts.first, hosts.second)]
    assert told[0] == told[1]


def a_form_that_is_sent_to_both_hosts_at_once_acts_once(hosts: Hosts) -> None:
    form = hosts.first.get(hosts.desk("penalties/")).form("round_number")
    form |= {"number": "1", "round_number": "1", "kind": "warning", "reason": "showed a tile"}
    form["subject"] = "exposed-tile"
    assert hosts.at_once("penalties/", form, form) == [302, 302]
    assert hosts.counted() == ["1", "0"]


def two_hosts_that_draw_at_once_make_one_draft(hosts: Hosts) -> None:
    pages = [each.get(hosts.desk("rounds/2/arrangement/")) for each in (hosts.first, hosts.second)]
    use = pages[0].text.split('name="use" value="')[1].split('"')[0]
    forms = [{**page.form("token"), "use": use} for page in pages]
    assert forms[0]["key"] != forms[1]["key"]
    assert hosts.at_once("rounds/2/draw/", *forms)[1] == 302
    assert hosts.counted() == ["1", "1"]


def a_session_that_ends_on_one_host_has_ended_on_the_other(hosts: Hosts) -> None:
    here = Browser(hosts.front.host, hosts.front.port, hosts.front.origin, hosts.front.tls)
    assert here.log_in("director", PASSWORD).status == 302
    held = dict(here.cookies)
    first, second = (
        Inside(each.host, each.port, each.origin, None, dict(held)) for each in (hosts.first, hosts.second)
    )
    assert second.get("/desk/").status == 200
    assert first.post("/logout/", {}).status in (200, 302)
    assert second.get("/desk/").status == 302
    for each in (here, first, second):
        each.close()


def the_front_keeps_the_watchers_pages_inside(hosts: Hosts) -> None:
    assert hosts.front.get("/").headers["strict-transport-security"].startswith("max-age=")
    assert [hosts.front.get(path).status for path in ("/healthz", "/readyz")] == [200, 404]
    assert hosts.first.get("/readyz").text == "database: ok\nready\n"


def a_style_sheet_has_one_name_on_both_hosts_and_is_kept_for_ever(hosts: Hosts) -> None:
    pages = [each.get(f"/{hosts.slug}/").text for each in (hosts.first, hosts.second, hosts.front)]
    names = {re.findall(r'"(/static/tournament/app\.[^"]+\.css)"', page)[0] for page in pages}
    assert len(names) == 1
    for each in (hosts.first, hosts.second, hosts.front):
        found = each.get(*names)
        assert (found.status, found.headers["cache-control"]) == (200, "max-age=315360000, public, immutable")
    assert found.headers["content-encoding"] == "gzip"
    desk = hosts.front.get(hosts.desk())
    assert desk.headers["content-encoding"] == "gzip"


def no_line_of_the_log_has_a_secret(hosts: Hosts) -> None:
    assert hosts.front.get(f"/{hosts.slug}/c/1/1/abcdefghjkmnpq/").status == 410
    assert "abcdefghjkmnpq" not in "".join(said.read_text() for said in hosts.told)
