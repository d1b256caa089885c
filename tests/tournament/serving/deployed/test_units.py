"""The files of deploy/ and those that `serve --install-unit` writes: systemd takes them, and what they name is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.installation.test_settings import settings_under
from tests.tournament.serving.running import command

DEPLOY = ROOT / "deploy"
NEEDS_SYSTEMD = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not on this machine")


def verified(folder: Path, *words: str) -> str:
    """What systemd has against the units of a folder."""
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *words, *map(str, sorted(folder.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "SYSTEMD_UNIT_PATH": f"{folder}:",
        },
    )
    return "\n".join(line for line in done.stderr.splitlines() if "top-table" in line)


@NEEDS_SYSTEMD
def test_systemd_takes_the_units_of_a_server(tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text(encoding="utf-8").replace("/opt/top-table/.venv/bin/python", "/usr/bin/env")
        text = text.replace("/opt/top-table/.venv/bin/gunicorn", "/usr/bin/env").replace("User=toptable", "User=root")
        (tmp_path / path.name).write_text(text.replace("Group=toptable", "Group=root"), encoding="utf-8")
    assert verified(tmp_path) == ""
    (tmp_path / "top-table.service").write_text("[Service]\nTypo=yes\n", encoding="utf-8")
    assert "top-table.service" in verified(tmp_path), "a unit that is wrong is found"


def test_a_laptop_gets_a_unit_and_an_icon_that_start_serve(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    done = command(home, "serve", "--install-unit", "--port", "8170", XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert done.returncode == 0, done.stderr
    unit = tmp_path / "config" / "systemd" / "user" / "top-table.service"
    icon = home / "data" / "applications" / "top-table.desktop"
    assert [str(path) in done.stdout for path in (unit, icon)] == [True, True]
    (started,) = re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    assert f"Exec={started}" in icon.read_text().splitlines()
    assert started.endswith(f" {ROOT}/manage.py serve --port 8170")
    assert Path(started.split()[0]).exists()
    assert Path(re.findall(r"^Icon=(.+)$", icon.read_text(), re.MULTILINE)[0]).exists()
    if shutil.which("systemd-analyze"):
        assert verified(unit.parent, "--user") == ""
    refused = command(home, "serve", "--install-unit", "--port", "80")
    assert refused.stderr == ("CommandError: Port 80 is not open to this user; use one from 1024 to 65535.\n")
    assert (home / "data" / "top-table" / "top-table.sqlite3").stat().st_size == 0, "nothing is served or migrated yet"


def test_the_example_of_settings_is_taken_once_the_secret_is_filled_in() -> None:
    lines = (DEPLOY / "top-table.env.example").read_text(encoding="utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("# "))
    known = (ROOT / "tournament" / "settings.py").read_text(encoding="utf-8").split('"""')[1]
    assert [name for name in given if f"\n{name.lstrip('#')} " not in known] == []
    set_here = {name: value for name, value in given.items() if not name.startswith("#")}
    told = settings_under({**set_here, "TOPTABLE_SECRET_KEY": "s" * 40, "DATABASE_URL": "sqlite://:memory:"})
    assert isinstance(told, dict), told
    assert (told["SECURE_SSL_REDIRECT"], told["SESSION_COOKIE_SECURE"]) == (True, True)
    assert "TOPTABLE_SECRET_KEY is not set" in str(settings_under(set_here))


def test_the_servers_in_containers_start_by_the_line_of_the_unit() -> None:
    compose = (DEPLOY / "containers" / "compose.yml").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in re.findall(r"^    command: (\[.+\])$", compose, re.MULTILINE)]
    for line, unit in zip(lines[-2:], ("top-table.service", "top-table-crowd.service"), strict=True):
        text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
        assert f"ExecStart=/opt/top-table/.venv/bin/{' '.join(line)}\n" in text
    settings = dict(re.findall(r'^      (TOPTABLE_\w*BIND): "0\.0\.0\.0:(\d+)"$', compose, re.MULTILINE))
    assert settings == {"TOPTABLE_BIND": "8001", "TOPTABLE_CROWD_BIND": "8003"}
    caddyfile = (DEPLOY / "containers" / "Caddyfile").read_text(encoding="utf-8")
    assert set(re.findall(r"reverse_proxy (?:@\w+ )?(\S+)", caddyfile)) == {"web:8001", "crowd:8002", "crowd:8003"}
