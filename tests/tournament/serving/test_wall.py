"""The crowd cannot stop the desk: what a director saves is saved, and soon, whatever everybody else does to the same address."""

from __future__ import annotations

import http.client
import re
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.keeping.test_drill import an_evening
from tests.tournament.pages.forms import form_in
from tests.tournament.serving.running import Served, fetch, serving, started, wait

SAVES = 160
"""Of each of three stretches: before the crowd, among it, after it. So many that the 95th percentile is not the second-worst of a few."""
MOST = 3.0
"""How many times as long the desk may wait among the crowd, by the 95th percentile."""


class Desk:
    """A director's browser at the results of round 1: logged in, one connection, saving one table after the other."""

    def __init__(self, port: int, slug: str) -> None:
        self._port, self._page = port, f"/desk/{slug}/rounds/1/results/"
        self._cookies: dict[str, str] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._saved = 0
        self._seen: dict[int, str] = {}
        self._log_in()
        self._form = form_in(self._ask("GET", self._page)[1], self._page, "t1-ended_by")

    def _log_in(self) -> None:
        form = form_in(self._ask("GET", "/login/")[1], "/login/", "password")
        sent = form.filled({"username": "director", "password": "tiles and chains"})
        status, page = self._ask("POST", "/login/", urlencode(sent, doseq=True))
        assert status == 302, page
        assert "known_device" in self._cookies

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Origin": f"http://127.0.0.1:{self._port}", "HX-Request": "true"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _sign, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, answer.read().decode()

    def close(self) -> None:
        """Close the browser."""
        self._connection.close()

    def save(self) -> float:
        """Save a table with other amounts than before; the seconds until it is said to be saved."""
        self._saved += 1
        table = 1 + self._saved % 2
        names = [name for name in self._form.values if re.fullmatch(rf"t{table}-cash-\d+", name)]
        typed = {name: str(40_000 - 5_000 * place - 100 * (self._saved % 200)) for place, name in enumerate(names)}
        row = {name: value for name, value in self._form.values.items() if name.startswith(f"t{table}-")}
        row |= {name: self._form.values[name] for name in ("csrfmiddlewaretoken", "seen")}
        key = f"{self._form.values['key'][0]}-{table}-{self._saved}"
        seen = {f"t{table}-seen": self._seen[table]} if table in self._seen else {}
        body = urlencode({**row, **typed, **seen, "key": key, "row": str(table)}, doseq=True)
        began = time.monotonic()
        status, answer = self._ask("POST", self._page, body)
        took = time.monotonic() - began
        assert (status, "data-unsaved" in answer) == (200, False), answer
        assert f'value="{int(typed[names[0]]):,}"' in answer
        self._seen[table] = re.findall(rf'name="t{table}-seen" value="(\d+)"', answer)[0]
        return took


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


@pytest.mark.alone
def test_no_crowd_stops_the_desk(tmp_path: Path, kept_database: Path) -> None:
    home = tmp_path / "home"
    slug, *_ = an_evening(home, kept_database)
    with serving(home) as served:
        served.until_up(f"/{slug}/")
        with closing(Desk(served.port, slug)) as desk:
            besieged(served, desk, home, slug)


def besieged(served: Served, desk: Desk, home: Path, slug: str) -> None:
    """Save before, among and after the crowd, and compare."""
    for _ in range(5):  # templates and statements are read once
        desk.save()
    alone = [desk.save() for _ in range(SAVES)]
    siege = [sys.executable, "-m", "tests.tournament.serving.besieging", str(served.port), slug]
    with started(siege, home) as (crowd, said):
        wait(lambda: "at it" in said.read_text() or crowd.poll() is not None)
        time.sleep(2)  # the crowd's own server is as busy as it gets
        among = [desk.save() for _ in range(SAVES)]
        assert fetch(served.port, f"/{slug}/")[0] == 200, "players are answered meanwhile"
        assert crowd.poll() is None, said.read_text()
    alone += [desk.save() for _ in range(SAVES)]
    assert p95(among) <= MOST * p95(alone), (sorted(alone)[-5:], sorted(among)[-5:])
