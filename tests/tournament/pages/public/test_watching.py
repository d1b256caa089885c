"""What a program that watches an installation asks: is it well, what has it counted; and the number of each request in the log."""

from __future__ import annotations

import errno
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.build import make_event
from tests.conftest import ROOT
from tournament.installation.watching import answering, counting, numbering
from tournament.installation.watching.counting import Counters
from tournament.installation.watching.lines import JsonFormatter, RequestFilter
from tournament.models import Event

TOKEN = "read by the watcher alone"


@pytest.mark.django_db
def test_whether_it_is_well_is_told_to_whatever_name_asks_and_never_kept(client: Client) -> None:
    for path, words in (("/healthz", "ok\n"), ("/readyz", "database: ok\nready\n")):
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
def test_what_is_counted_reads_as_the_text_format_says(event: Event, client: Client) -> None:
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
    """Each counts for itself; one that has ended counts on, and another server's counts are deleted with it."""
    gone = tmp_path / f"top-table-counts-{os.geteuid()}-999999999-1"
    gone.mkdir()
    beside = (
        tmp_path / f"top-table-counts-{os.geteuid()}-{os.getppid()}-1"
    )  # a process of that number, but not from that moment
    beside.mkdir()
    server(tmp_path, "count('desk', 200, 0.004)")
    told = server(tmp_path, "count('desk', 503, 0.3); count('phone', 302, 60.0)")
    assert told["answers"] == {"desk 2xx": 1, "desk 5xx": 1, "phone 3xx": 1}
    assert told["times"] == {
        "desk 0.005": 1,
        "desk 0.5": 2,
        "desk +Inf": 2,
        "desk": 0.304,
        "phone +Inf": 1,
        "phone": 60.0,
    }
    assert told["running"] == 1, "the first has ended"
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.server
@pytest.mark.parametrize(
    "swept", ["import shutil; shutil.rmtree(counting.FOLDER)", "[file.unlink() for file in counting.FOLDER.iterdir()]"]
)
def test_a_server_whose_folder_was_swept_tells_what_the_process_counted(tmp_path: Path, swept: str) -> None:
    told = server(tmp_path, f"count('desk', 200, 0.004); {swept}")
    assert (told["answers"], told["running"]) == ({"desk 2xx": 1}, 1)


def test_counts_without_a_folder_are_the_processs_own(tmp_path: Path) -> None:
    for base in ("off", str(tmp_path / "nowhere")):
        assert server(base, "count('public', 404, 0.2)")["answers"] == {"public 4xx": 1}
    assert not list(tmp_path.iterdir())


def test_a_user_without_a_number_has_a_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid")  # as on a system that knows no numbers of users
    found = counting.folder_of_server(str(tmp_path))
    assert (found is not None) == (os.getuid() == 0), "every folder's owner counts as user 0 there"


def server(base: Path | str, counting: str) -> dict[str, Any]:
    """What a process of the server whose parent is this process counts and then tells: figures other than 0, and how many run."""
    settings = {
        "TOPTABLE_COUNTS": str(base),
        "TOPTABLE_SECRET_KEY": "x" * 40,
        "TOPTABLE_PUBLIC_ADDRESS": "http://testserver",
    }
    settings["DATABASE_URL"] = "sqlite://:memory:"
    run = subprocess.run(
        [sys.executable, "-c", A_PROCESS, counting],
        cwd=ROOT,
        env={**os.environ, **settings, "DJANGO_SETTINGS_MODULE": "tournament.settings"},
        check=True,
        capture_output=True,
    )
    return dict(json.loads(run.stdout))


A_PROCESS = """
import json, sys
from django.core.wsgi import get_wsgi_application
get_wsgi_application()  # what counts is imported in the order in which a server does
from tournament.installation.watching import counting
count = counting.counters().count
exec(sys.argv[1])
metrics, running = counting.counted()
samples = {metric.name: [sample for sample in metric.samples if sample.value] for metric in metrics}
answers = {" ".join(sample.labels.values()): sample.value for sample in samples["toptable_requests"]}
times, before = {}, None
for sample in samples["toptable_request_seconds"]:
    if not sample.name.endswith("_count") and (sample.value != before or sample.labels.get("le") == "+Inf"):
        times[" ".join(sample.labels.values())] = round(sample.value, 3)
    before = sample.value
print(json.dumps({"answers": answers, "times": times, "running": len(running)}))
"""


@pytest.mark.django_db
def test_a_page_is_given_though_its_count_fails(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> Counters:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(answering, "counters", full)
    assert [client.get("/").status_code for _ in range(3)] == [200] * 3
    assert caplog.text.count("An answer could not be counted") == 1


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


def test_one_module_alone_imports_the_library_that_counts() -> None:
    """Wherever else it was imported first, the processes of a server would each count for themselves."""
    naming = [path for path in (ROOT / "tournament").rglob("*.py") if "prometheus_client" in path.read_text("utf-8")]
    assert naming == [Path(counting.__file__)]
