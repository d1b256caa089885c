"""What a program that watches an installation asks: is it well, what has it counted; and the number of each request in the log."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.build import make_event, publish
from tests.conftest import ROOT
from tournament.installation.watching import answering, numbering
from tournament.installation.watching.counting import PARTS, Counters
from tournament.installation.watching.lines import JsonFormatter, RequestFilter

TOKEN = "read by the watcher alone"


@pytest.mark.django_db
def test_whether_it_is_well_is_told_to_whatever_name_asks_and_never_kept(client: Client) -> None:
    for path, words in (("/healthz", "ok\n"), ("/readyz", "database: ok\ncache: ok\nready\n")):
        answer = client.get(path, headers={"host": "10.1.2.3:8001"})
        assert (answer.status_code, answer.content.decode()) == (200, words)
        assert answer["Cache-Control"] == "no-store"
        assert (answer.cookies, answer["Content-Type"]) == ({}, "text/plain; charset=utf-8")
        assert client.post(path).status_code != 200
    assert client.get("/", headers={"host": "10.1.2.3:8001"}).status_code == 400


@pytest.mark.django_db
def test_that_it_runs_is_told_without_asking_the_database(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        client.get("/healthz")
    assert len(asked) == 0


@pytest.mark.django_db
def test_counts_are_read_on_this_machine_or_with_the_token_and_nowhere_else(client: Client, settings: Settings) -> None:
    def status(**headers: str) -> int:
        return client.get("/metrics", headers=headers, follow=True).status_code

    assert client.get("/metrics").status_code == 200
    assert status(**{"x-forwarded-for": "127.0.0.1"}) == 404
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.9", follow=True).status_code == 404
    settings.BEHIND_PROXY = True
    assert status() == 404
    settings.METRICS_TOKEN = TOKEN
    assert (status(), status(authorization=f"Bearer {TOKEN}x"), status(authorization="Bearer ")) == (404, 404, 404)
    assert status(authorization=f"Bearer {TOKEN}") == 200


@pytest.mark.django_db
def test_what_is_counted_reads_as_the_text_format_says(client: Client) -> None:
    event = make_event(8)
    publish(event)
    before = figures(client)
    client.get(f"/{event.slug}/")
    client.get(f"/{event.slug}/event.json")
    client.get("/desk/")
    after = figures(client)
    gained = {name: after[name] - value for name, value in before.items() if after[name] != value and "_total{" in name}
    assert gained == {
        'toptable_requests_total{part="public",status="2xx"}': 1,
        'toptable_requests_total{part="feed",status="2xx"}': 1,
        'toptable_requests_total{part="desk",status="3xx"}': 1,
    }
    assert (
        after['toptable_request_seconds_bucket{part="public",le="+Inf"}']
        == after['toptable_request_seconds_count{part="public"}']
    )
    assert (after["toptable_events"], after["toptable_database_up"]) == (1, 1)
    assert after["toptable_acts_total"] == event.changes.count()


def figures(client: Client) -> dict[str, float]:
    """The figures by name with labels; every line is a figure or says what the next ones are."""
    lines = client.get("/metrics").content.decode().splitlines()
    told = [line.rpartition(" ") for line in lines if not line.startswith(("# HELP toptable_", "# TYPE toptable_"))]
    return {name: float(value) for name, _, value in told}


def test_the_processes_of_a_server_add_up_what_they_count(tmp_path: Path) -> None:
    """Each counts in a file of its own; one that has ended counts on, and another server's counts are swept out with it."""
    (tmp_path / f"top-table-counts-{os.geteuid()}-999999999-1").mkdir()
    own = Counters(str(tmp_path))
    own.count("desk", 200, 0.004)
    for _ in range(2):
        subprocess.run([sys.executable, "-c", A_CHILD, str(tmp_path)], cwd=ROOT, check=True)
    # A child's parent is this process, and this one's is another: each pair of them is a server of its own.
    assert own.read()["desk"].statuses == (1, 0, 0, 0)
    assert own.folder is not None
    (folder,) = [path for path in tmp_path.iterdir() if path != own.folder]
    files = list(folder.iterdir())
    assert len(files) == 2
    files[0].rename(own.folder / "1")
    read = own.read()
    assert (read["desk"].statuses, read["phone"].statuses) == ((1, 0, 0, 1), (0, 1, 0, 0))
    assert (read["desk"].times[0], read["phone"].times[-1], round(read["desk"].seconds, 3)) == (1, 1, 0.304)
    assert own.folder.stat().st_mode & 0o077 == 0
    assert set(read) == set(PARTS)


A_CHILD = """
import sys
from tournament.installation.watching.counting import Counters
own = Counters(sys.argv[1])
own.count("desk", 503, 0.3)
own.count("phone", 302, 60.0)
"""


def test_counts_without_a_folder_are_the_processs_own(tmp_path: Path) -> None:
    for base in ("", str(tmp_path / "nowhere")):
        own = Counters(base)
        own.count("public", 404, 0.2)
        assert own.read()["public"].statuses == (0, 0, 1, 0)


@pytest.mark.django_db
def test_a_page_is_given_though_its_count_fails(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Counters("")
    broken.read()
    broken._map.close()
    monkeypatch.setattr(answering, "counters", broken)
    assert [client.get("/").status_code for _ in range(3)] == [200] * 3
    assert caplog.text.count("An answer could not be counted") == 1
    monkeypatch.setattr(answering, "counters", Counters(str(tmp_path)))
    monkeypatch.delattr(os, "geteuid")  # as on a system that knows no numbers of users
    assert client.get("/").status_code == 200
    assert answering.counters.read()["public"].statuses[0] == 1


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What stands in the log of requests, as JSON."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    handler.addFilter(RequestFilter())
    handler.setFormatter(JsonFormatter())
    loggers = [logging.getLogger(name) for name in ("tournament.requests", "django.request")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel("INFO")
    yield said
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)


@pytest.mark.django_db
def test_every_line_says_about_which_request_it_is_and_tells_no_secret(
    client: Client, settings: Settings, log: io.StringIO
) -> None:
    settings.LOG_REQUESTS = True
    event = make_event(8)
    secret = "abcdefghjkmnpq"
    for path in (
        f"/{event.slug}/c/1/1/{secret}/",
        f"/{event.slug}/c/2/{secret}/",
        f"/let-in/{secret}/",
        f"/{event.slug}/?me=Ada",
    ):
        answer = client.get(path)
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        own = [line for line in lines if line["request"] == answer["X-Request-ID"]]
        assert [line["status"] for line in own if "status" in line] == [answer.status_code]
    assert lines[-1] | {"at": "", "ms": 0, "request": "", "message": "", "bytes": 0} == {
        "at": "",
        "level": "INFO",
        "logger": "tournament.requests",
        "message": "",
        "request": "",
        "method": "GET",
        "page": "event",
        "event": event.slug,
        "status": 200,
        "ms": 0,
        "bytes": 0,
        "account": 0,
    }
    assert secret not in log.getvalue()
    assert "Ada" not in log.getvalue()
    assert len({line["request"] for line in lines}) == 4
    assert numbering.current() == ""


def test_the_trace_of_a_failure_stands_in_its_line_without_the_code_of_a_slip() -> None:
    try:
        raise ValueError("/cup/c/1/1/abcdefghjkmnpq/ failed")
    except ValueError:
        record = logging.LogRecord(
            "tournament", logging.ERROR, __file__, 1, "It failed: %s", ("/let-in/qqq/",), sys.exc_info()
        )
    assert RequestFilter().filter(record)
    told = json.loads(JsonFormatter().format(record))
    assert (told["message"], "/c/1/1/…/ failed" in told["trace"]) == ("It failed: /let-in/…/", True)


@pytest.mark.django_db
def test_a_number_is_taken_from_the_declared_proxy_where_it_is_fit(client: Client, settings: Settings) -> None:
    def number(given: str) -> str:
        return str(client.get("/healthz", headers={"x-request-id": given})["X-Request-ID"])

    assert number("abc-123-def") != "abc-123-def"
    settings.BEHIND_PROXY = True
    assert number("abc-123-def") == "abc-123-def"
    assert [len(number(given)) for given in ("short", "with spaces in it", "x" * 65)] == [16, 16, 16]


def test_the_settings_of_the_tests_count_in_memory_alone() -> None:
    assert settings.COUNTS_FOLDER == ""
