"""What a program that watches an installation asks: is it well; and no secret in the log."""

from __future__ import annotations

import io
import logging
import sys

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import make_event
from tournament.installation.watching import SecretsFilter


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
def test_no_line_of_the_log_tells_a_secret(client: Client) -> None:
    event, said, secret = make_event(8), io.StringIO(), "abcdefghjkmnpq"
    handler, logger = logging.StreamHandler(said), logging.getLogger("django.request")
    handler.addFilter(SecretsFilter())
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel("INFO")
    try:
        for path in (f"/{event.slug}/c/1/1/{secret}/", f"/{event.slug}/c/2/{secret}/", f"/let-in/{secret}/"):
            client.get(path)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    assert "/c/1/1/…/" in said.getvalue()
    assert secret not in said.getvalue()


def test_the_trace_of_a_failure_stands_in_its_line_without_the_code_of_a_slip() -> None:
    try:
        raise ValueError("/cup/c/1/1/abcdefghjkmnpq/ failed")
    except ValueError:
        record = logging.LogRecord(
            "tournament", logging.ERROR, __file__, 1, "It failed: %s", ("/let-in/qqq/",), sys.exc_info()
        )
    assert SecretsFilter().filter(record)
    told = logging.Formatter().format(record)
    assert (told.startswith("It failed: /let-in/…/"), "/c/1/1/…/ failed" in told) == (True, True)
    assert "abcdefghjkmnpq" not in told
