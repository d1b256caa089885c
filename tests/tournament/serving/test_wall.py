"""The crowd cannot stop the desk: what a director saves is saved, and before what others asked earlier, whatever they do."""

from __future__ import annotations

import http.client
import re
import sys
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median
from threading import Thread
from urllib.parse import urlencode

from tests.run.patience import PATIENCE
from tests.tournament.keeping.evening import Evening
from tests.tournament.pages.forms import form_in
from tests.tournament.serving.running import Served, fetch, serving, started, wait
from tournament.management.serving.fronting.lanes import OF_THE_CROWD

SAVES = 20
STRANGERS = 6 * OF_THE_CROWD
"""Many more than the crowd's server answers at once, so that most of them wait in its lane."""


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

    def save(self) -> None:
        """Save a table with other amounts than before, and see that it is said to be saved."""
        self._saved += 1
        table = 1 + self._saved % 2
        names = [name for name in self._form.values if re.fullmatch(rf"t{table}-cash-\d+", name)]
        typed = {name: str(40_000 - 5_000 * place - 100 * (self._saved % 200)) for place, name in enumerate(names)}
        row = {name: value for name, value in self._form.values.items() if name.startswith(f"t{table}-")}
        row |= {name: self._form.values[name] for name in ("csrfmiddlewaretoken", "seen")}
        key = f"{self._form.values['key'][0]}-{table}-{self._saved}"
        seen = {f"t{table}-seen": self._seen[table]} if table in self._seen else {}
        body = urlencode({**row, **typed, **seen, "key": key, "row": str(table)}, doseq=True)
        status, answer = self._ask("POST", self._page, body)
        assert (status, "data-unsaved" in answer) == (200, False), answer
        assert f'value="{int(typed[names[0]]):,}"' in answer
        self._seen[table] = re.findall(rf'name="t{table}-seen" value="(\d+)"', answer)[0]


class Strangers:
    """Players who look for themselves on the event's page, each of whom asks again once answered."""

    def __init__(self, port: int, slug: str) -> None:
        self._asking: list[str] = [""] * STRANGERS
        self._is_over = False
        self._threads = [Thread(target=self._ask, args=(port, slug, one), daemon=True) for one in range(STRANGERS)]
        for each in self._threads:
            each.start()

    def _ask(self, port: int, slug: str, one: int) -> None:
        for turn in count():
            if self._is_over:
                break
            self._asking[one] = f"/{slug}/?me=Nobody+{one}+{turn}"
            fetch(port, self._asking[one])
            self._asking[one] = ""

    @property
    def waiting(self) -> set[str]:
        """What has been asked and is not answered yet."""
        return {path for path in self._asking if path}

    def close(self) -> None:
        """Let everybody get their last answer."""
        self._is_over = True
        for each in self._threads:
            each.join(PATIENCE)


def test_no_crowd_stops_the_desk(tmp_path: Path, evening: Evening) -> None:
    home = tmp_path / "home"
    slug, *_ = evening.lay(home)
    with serving(home) as served:
        served.until_up(f"/{slug}/")
        with closing(Desk(served.port, slug)) as desk:
            besieged(served, desk, home, slug)


def besieged(served: Served, desk: Desk, home: Path, slug: str) -> None:
    """Save among the crowd, and count who asked before each save and is answered after it."""
    siege = [sys.executable, "-m", "tests.tournament.serving.besieging", str(served.port), slug]
    with started(siege, home) as (crowd, said), closing(Strangers(served.port, slug)) as strangers:
        wait(lambda: "at it" in said.read_text() or crowd.poll() is not None)
        overtaken = []
        for _ in range(SAVES):
            wait(lambda: len(strangers.waiting) >= STRANGERS - OF_THE_CROWD)
            before = strangers.waiting
            desk.save()
            overtaken.append(len(before & strangers.waiting))
        assert fetch(served.port, f"/{slug}/")[0] == 200, "players are answered meanwhile"
        assert crowd.poll() is None, said.read_text()
    # In the crowd's lane, first come first served, a save would overtake those alone who are answered beside it.
    assert median(overtaken) > 2 * OF_THE_CROWD, sorted(overtaken)
