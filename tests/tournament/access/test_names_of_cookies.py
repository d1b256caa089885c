"""Two installations on one machine share a browser's cookies, for a browser sends them to every port: each has names of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from tests.build import logged_in, make_director
from tests.conftest import ROOT

NAMES = (
    "from tournament import settings as s; import json; print(json.dumps([s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME]))"
)


def names(secret: str) -> list[str]:
    given = os.environ | {"TOPTABLE_SECRET_KEY": secret, "TOPTABLE_DEBUG": "on"}
    done = subprocess.run(
        [sys.executable, "-c", NAMES], cwd=ROOT, env=given, capture_output=True, text=True, check=True
    )
    return list(json.loads(done.stdout))


def test_each_installation_has_names_of_its_own_which_stay() -> None:
    hall, demo = names("h" * 40), names("d" * 40)
    assert len({*hall, *demo}) == 4
    assert names("h" * 40) == hall


@pytest.mark.django_db
def test_whoever_logs_in_at_the_one_stays_logged_in_at_the_other() -> None:
    browser = logged_in(make_director())
    for name in ("sessionid-elsewhere", "csrftoken-elsewhere"):
        browser.cookies[name] = "of another installation"
    assert browser.get("/desk/").status_code == 200
    assert set(browser.cookies) >= {settings.SESSION_COOKIE_NAME, "sessionid-elsewhere"}


@pytest.mark.django_db
def test_a_session_that_an_earlier_version_began_goes_on() -> None:
    browser, later = Client(), Client()
    browser.force_login(make_director())
    later.cookies["sessionid"] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert later.get("/desk/").status_code == 200
    later.cookies["sessionid"] = "of another installation"
    assert later.get("/desk/").status_code == 302
