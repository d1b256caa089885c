"""Settings: what each reader takes and refuses, and what the settings make of an environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tournament.installation import environment
from tournament.installation.database import SQLITE_OPTIONS, database
from tournament.installation.environment import SettingError
from tournament.installation.local import LocalFolderError, database_address, kept_secret

ROOT = Path(__file__).resolve().parents[2]


READERS: dict[str, Callable[[dict[str, str], str], object]] = {
    "PORT": lambda given, name: environment.number(given, name, 8000, range(1, 65536)),
    "ON": environment.switch,
    "HOSTS": lambda given, name: environment.names(given, name, ("localhost",)),
    "ADDRESS": lambda given, name: environment.address(given, name, "http://127.0.0.1:8000"),
    "LEVEL": lambda given, name: environment.choice(given, name, "INFO", ("INFO", "ERROR")),
    "ZONE": lambda given, name: environment.time_zone(given, name, "Europe/London"),
    "FOLDER": lambda given, name: environment.folder(given, name, "/beside"),
    "MOMENT": environment.moment,
}


def read(name: str, value: str) -> object:
    """What the reader of a variable makes of it."""
    return READERS[name]({name: value}, name)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PORT", "", 8000),
        ("PORT", " 80 ", 80),
        ("PORT", "65535", 65535),
        ("ON", "", False),
        ("ON", "ON", True),
        ("ON", "yes", True),
        ("ON", "0", False),
        ("HOSTS", "", ["localhost"]),
        ("HOSTS", "a.example, b.example", ["a.example", "b.example"]),
        ("ADDRESS", "", "http://127.0.0.1:8000"),
        ("ADDRESS", "https://acquire.example/", "https://acquire.example"),
        ("ADDRESS", "http://[::1]:8000", "http://[::1]:8000"),
        ("LEVEL", "", "INFO"),
        ("LEVEL", "ERROR", "ERROR"),
        ("FOLDER", "", "/beside"),
        ("FOLDER", "/media/stick", "/media/stick"),
        ("FOLDER", "Off", ""),
        ("MOMENT", "", None),
        ("MOMENT", "2026-08-20T14:15:00+00:00", datetime(2026, 8, 20, 14, 15, tzinfo=UTC)),
        ("ZONE", "", "Europe/London"),
        ("ZONE", "Pacific/Auckland", "Pacific/Auckland"),
    ],
)
def test_a_reader_returns_the_value_that_is_meant(name: str, value: str, expected: object) -> None:
    assert read(name, value) == expected


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "0", "PORT is '0'; use a whole number from 1 to 65535."),
        ("PORT", "65536", "PORT is '65536'; use a whole number from 1 to 65535."),
        ("PORT", "8_000", "PORT is '8_000'; use a whole number from 1 to 65535."),
        ("PORT", "-1", "PORT is '-1'; use a whole number from 1 to 65535."),
        ("PORT", "٨٠", "PORT is '٨٠'; use a whole number from 1 to 65535."),
        ("ON", "perhaps", "ON is 'perhaps'; use one of 1, on, true, yes, 0, off, false, no."),
        (
            "HOSTS",
            "a.example,,b.example",
            "HOSTS is 'a.example,,b.example'; use names separated by commas, without spaces, "
            "such as a.example,b.example.",
        ),
        (
            "HOSTS",
            "a.example b.example",
            "HOSTS is 'a.example b.example'; use names separated by commas, without spaces, "
            "such as a.example,b.example.",
        ),
        ("FOLDER", "stick", "FOLDER is 'stick'; use the full path of a folder, such as /media/stick, or off."),
        *(
            ("MOMENT", value, f"MOMENT is {value!r}; use a time with its zone, such as 2026-08-20T14:15:00+01:00.")
            for value in ("noon", "2026-08-20T14:15:00")
        ),
        ("LEVEL", "info", "LEVEL is 'info'; use one of INFO, ERROR."),
        (
            "ZONE",
            "Mars/Base",
            "ZONE is 'Mars/Base', which this machine does not know; use a name such as Europe/London.",
        ),
        ("ZONE", "../etc", "ZONE is '../etc', which this machine does not know; use a name such as Europe/London."),
    ],
)
def test_a_reader_refuses_with_the_variable_its_value_and_what_is_allowed(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refusal:
        read(name, value)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "value",
    [
        "acquire.example",
        "ftp://acquire.example",
        "https://",
        "https://acquire.example/path",
        "https://acquire.example?a=b",
        "https://name@acquire.example",
        "https://acquire.example:99999",
        "https://acquire.example:0",
        "https://acquire .example",
        "https://[::1",
    ],
)
def test_an_address_is_a_scheme_a_host_and_perhaps_a_port(value: str) -> None:
    with pytest.raises(SettingError) as refusal:
        read("ADDRESS", value)
    assert str(refusal.value) == (
        f"ADDRESS is {value!r}; use http or https, a host and, if needed, a port, such as https://acquire.example."
    )


def test_a_refused_secret_is_not_repeated() -> None:
    with pytest.raises(SettingError) as refusal:
        environment.secret({"SECRET": "much too short"}, "SECRET", "a line of random characters")
    assert str(refusal.value) == "SECRET has 14 characters; use a line of random characters of at least 32."


def test_sqlite_waits_for_its_turn_instead_of_refusing() -> None:
    assert database("sqlite:////full/path/file.sqlite3") == {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": "/full/path/file.sqlite3",
        "USER": "",
        "PASSWORD": "",
        "HOST": "",
        "PORT": "",
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": False,
        "DISABLE_SERVER_SIDE_CURSORS": False,
        "OPTIONS": SQLITE_OPTIONS,
    }


def test_postgresql_keeps_its_connections_for_a_minute() -> None:
    assert database("postgresql://top:s%40cret@db.example:5433/table") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "table",
        "USER": "top",
        "PASSWORD": "s@cret",
        "HOST": "db.example",
        "PORT": 5433,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": False,
    }


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "mysql://a:b@c/d",
            "DATABASE_URL begins with 'mysql'; use sqlite:////full/path or postgresql://user:password@host/name.",
        ),
        (
            "demo.sqlite3",
            "DATABASE_URL begins with 'demo.sqlite3'; use sqlite:////full/path or postgresql://user:password@host/name.",
        ),
        ("postgresql://a:b@c", "DATABASE_URL names no database; end it in /name."),
        (
            "postgresql://a:b/c@d:x/e",
            "DATABASE_URL cannot be read; write signs such as @ / : # in its password as %40 %2F %3A %23.",
        ),
    ],
)
def test_a_database_address_is_refused_without_telling_its_password(address: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refusal:
        database(address)
    assert str(refusal.value) == sentence


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    first = kept_secret("key", folder=tmp_path / "local")
    assert kept_secret("key", folder=tmp_path / "local") == first
    assert len(first) == 64
    assert [(path.name, path.stat().st_mode & 0o777) for path in (tmp_path / "local").iterdir()] == [("key", 0o600)]


def test_a_local_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalFolderError, match=r"Cannot write .*/file/key: "):
        kept_secret("key", folder=tmp_path / "file")
    with pytest.raises(LocalFolderError, match=r"Cannot create .*/file: File exists"):
        database_address("x.sqlite3", folder=tmp_path / "file")


def settings_under(variables: dict[str, str]) -> dict[str, Any] | str:
    """The settings that a fresh Python reads from these variables alone, or the last line of its refusal."""
    program = (
        "import json, tournament.settings as s; names = 'DEBUG PUBLIC_ADDRESS ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS SESSION_COOKIE_SECURE "
        "CSRF_COOKIE_SECURE SECURE_HSTS_SECONDS SECURE_PROXY_SSL_HEADER SECURE_SSL_REDIRECT TIME_ZONE'.split(); "
        "print(json.dumps({name: getattr(s, name) for name in names}))"
    )
    surroundings = {"PATH": os.environ["PATH"], "DATABASE_URL": "sqlite://:memory:", **variables}
    read = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=surroundings, capture_output=True, text=True)
    if read.returncode:
        return read.stderr.strip().splitlines()[-1]
    found: dict[str, Any] = json.loads(read.stdout)
    return found


SECRET = "thirty-two characters and more of them"


def test_outside_debug_a_secret_and_an_address_must_be_given() -> None:
    assert settings_under({}) == (
        "tournament.installation.environment.SettingError: TOPTABLE_SECRET_KEY is not set; set it to a line of random characters, "
        "or set TOPTABLE_DEBUG=on for work on this machine only."
    )
    assert settings_under({"TOPTABLE_SECRET_KEY": SECRET}) == (
        "tournament.installation.environment.SettingError: TOPTABLE_PUBLIC_ADDRESS is not set; set it to the address that players open, "
        "such as https://acquire.example, or set TOPTABLE_DEBUG=on for work on this machine only."
    )


def test_an_https_address_makes_every_cookie_secure() -> None:
    given = {
        "TOPTABLE_SECRET_KEY": SECRET,
        "TOPTABLE_PUBLIC_ADDRESS": "https://acquire.example",
        "TOPTABLE_ALLOWED_HOSTS": "desk.example",
        "TOPTABLE_BEHIND_PROXY": "on",
        "TOPTABLE_TIME_ZONE": "Europe/Amsterdam",
    }
    assert settings_under(given) == {
        "DEBUG": False,
        "PUBLIC_ADDRESS": "https://acquire.example",
        "ALLOWED_HOSTS": ["acquire.example", "desk.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://acquire.example"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 2592000,
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
        "SECURE_SSL_REDIRECT": True,
        "TIME_ZONE": "Europe/Amsterdam",
    }


def test_a_hall_without_https_still_lets_its_director_log_in() -> None:
    assert settings_under({"TOPTABLE_SECRET_KEY": SECRET, "TOPTABLE_PUBLIC_ADDRESS": "http://10.0.0.5:8000"}) == {
        "DEBUG": False,
        "PUBLIC_ADDRESS": "http://10.0.0.5:8000",
        "ALLOWED_HOSTS": ["10.0.0.5"],
        "CSRF_TRUSTED_ORIGINS": ["http://10.0.0.5:8000"],
        "SESSION_COOKIE_SECURE": False,
        "CSRF_COOKIE_SECURE": False,
        "SECURE_HSTS_SECONDS": 0,
        "SECURE_PROXY_SSL_HEADER": None,
        "SECURE_SSL_REDIRECT": False,
        "TIME_ZONE": "Europe/London",
    }


@pytest.mark.django_db
def test_a_page_may_load_from_this_machine_only_and_run_nothing_written_inside_it(client: Client) -> None:
    policy = client.get("/login/").headers["Content-Security-Policy"]
    assert dict(directive.split(" ", 1) for directive in policy.split("; ")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_whoever_is_not_named_as_public_asks_for_a_log_in(client: Client) -> None:
    answer = client.get("/desk/accounts/")
    assert answer.status_code == 302
    assert "log" in answer.headers["Location"]


@pytest.mark.django_db
def test_too_many_wrong_passwords_lock_one_name_out_on_one_network_and_nobody_else() -> None:
    for name in ("director", "arbiter"):
        User.objects.create_user(name, password="a password of the tests")

    def status(name: str, password: str, network: str) -> int:
        client = Client(REMOTE_ADDR=network)
        return client.post(reverse("login"), {"username": name, "password": password}).status_code

    guesses = [status("director", "a guess", "10.0.0.1") for _ in range(8)]
    assert guesses == [200] * 7 + [429]
    assert status("director", "a password of the tests", "10.0.0.1") == 429
    assert status("arbiter", "a password of the tests", "10.0.0.1") == 302
    assert status("director", "a password of the tests", "10.0.0.2") == 302


@pytest.mark.parametrize("name", ["CACHE", "SERVE_FOLDER", "ADDRESS_CHANGED", "SECOND_FIXED", "DEMO"])
def test_a_variable_of_earlier_versions_means_nothing_and_is_not_refused(name: str) -> None:
    given = {"TOPTABLE_SECRET_KEY": SECRET, "TOPTABLE_PUBLIC_ADDRESS": "https://cup.example"}
    told = settings_under({**given, f"TOPTABLE_{name}": "perhaps"})
    assert told == settings_under(given)
    assert isinstance(told, dict), told


def test_what_serve_tells_its_servers_is_in_one_variable_of_its_own() -> None:
    first = environment.joined_environment({"TOPTABLE_GAMES": "on"}, serve_folder="/hall", second_fixed="off")
    both = environment.joined_environment(
        first, {"TOPTABLE_GAMES": "off"}, environment.joined_environment(second_fixed="on"), served_by="7"
    )
    assert both["TOPTABLE_GAMES"] == "off"
    assert environment.variables_passed_on(both) == {"serve_folder": "/hall", "second_fixed": "on", "served_by": "7"}
    assert environment.variables_passed_on({}) == environment.variables_passed_on({environment.PASSED_ON: ""}) == {}
