"""The environment made on first use: what it refuses, when it is current, and (by hand) a whole fresh installation."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournament.installation import bootstrap
from tournament.installation.bootstrap import BootstrapError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment folder whose interpreter is this one."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path / ".venv"


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A lock file that names no package."""
    path = tmp_path / "requirements.lock"
    path.write_text("# nothing\n", encoding="ascii")
    return path


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ((3, 11), ""),
        ((3, 13), ""),
        ((3, 9), "Python 3.9 (/usr/bin/python3) is too old; start this command with Python 3.11 or newer."),
    ],
)
def test_an_old_python_is_refused_in_a_sentence(version: tuple[int, int], sentence: str) -> None:
    assert bootstrap.refusal_of(version, "/usr/bin/python3") == sentence


def test_an_environment_is_current_while_its_stamp_is_the_locks(environment: Path, lock: Path) -> None:
    assert not bootstrap.is_current(environment, [lock])
    bootstrap.stamp_of(environment, lock).write_text(hashlib.sha256(b"# nothing\n").hexdigest(), encoding="ascii")
    assert bootstrap.is_current(environment, [lock])
    lock.write_text("# something else\n", encoding="ascii")
    assert not bootstrap.is_current(environment, [lock])


def test_an_environment_whose_python_went_away_is_not_current(environment: Path, lock: Path) -> None:
    bootstrap.stamp_of(environment, lock).write_text(bootstrap.digest(lock), encoding="ascii")
    (environment / "bin" / "python").unlink()
    (environment / "bin" / "python").symlink_to("/nowhere/python3")
    assert not bootstrap.is_current(environment, [lock])


def test_each_lock_has_a_stamp_of_its_own(environment: Path, lock: Path) -> None:
    bootstrap.stamp_of(environment, lock).write_text(bootstrap.digest(lock), encoding="ascii")
    other = lock.with_name("requirements-test.lock")
    other.write_bytes(lock.read_bytes())
    assert not bootstrap.is_current(environment, [lock, other])
    bootstrap.stamp_of(environment, other).write_text(bootstrap.digest(other), encoding="ascii")
    assert bootstrap.is_current(environment, [lock, other])


def test_a_missing_lock_is_named(tmp_path: Path) -> None:
    with pytest.raises(BootstrapError) as refusal:
        bootstrap.digest(tmp_path / "no.lock")
    assert (
        str(refusal.value)
        == f"Cannot read {tmp_path}/no.lock: No such file or directory; restore it from the repository."
    )


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            "WARNING: ... Failed to establish a new connection\nERROR: No matching distribution found for asgiref==3.13.0",
            "Cannot install x.lock: the package index could not be reached; only the first start needs the network.",
        ),
        (
            "ERROR: No matching distribution found for psycopg-binary==3.3.9",
            "Cannot install x.lock: no ready-made package for this system and Python; use a 64-bit Python, 3.11 or newer.",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "Cannot install x.lock: the disk is full or not writable; make room, then start again.",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES ... do not match the hashes",
            "Cannot install x.lock: a package differs from the locked one; do not use it, and ask the project's maintainers.",
        ),
        ("ERROR: something else", "Cannot install x.lock; fix the problem that pip reports below, then start again."),
    ],
)
def test_a_failed_installation_says_what_to_do(said: str, reason: str) -> None:
    assert bootstrap.reason_of(said, "x.lock") == reason


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".local").touch()
    with pytest.raises(BootstrapError) as refusal, bootstrap.only_one_start(tmp_path / ".local"):
        pass
    assert str(refusal.value) == f"Cannot write to {tmp_path}/.local: File exists; make it writable for this user."


def test_a_second_start_waits_for_the_first(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from pathlib import Path; from tournament.installation import bootstrap\n"
        f"with bootstrap.only_one_start(Path({str(tmp_path)!r})): print('its turn', flush=True)"
    )
    with bootstrap.only_one_start(tmp_path):
        second = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert second.stderr is not None
        assert second.stderr.readline() == "Another command is creating the environment; waiting for it ...\n"
        assert second.poll() is None
    assert second.communicate()[0] == "its turn\n"


@pytest.fixture
def fresh_clone(tmp_path: Path) -> Iterator[Path]:
    """A clone of what is committed, with nothing installed and a home of its own."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tmp_path / "clone")], check=True)
    (tmp_path / "home").mkdir()
    yield tmp_path / "clone"
    shutil.rmtree(tmp_path / "clone")


@pytest.mark.install
def test_a_fresh_clone_shows_the_demo_and_later_needs_no_network(fresh_clone: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("TOPTABLE_", "DJANGO_"))}
    surroundings |= {"HOME": str(fresh_clone.parent / "home")}
    command = ["/usr/bin/python3", "manage.py", "demo", "--no-serve"]
    first = subprocess.run(command, cwd=fresh_clone, env=surroundings, capture_output=True, text=True)
    assert first.returncode == 0, first.stderr
    surroundings |= {"PIP_NO_INDEX": "1", "PIP_INDEX_URL": "http://127.0.0.1:9"}
    again = subprocess.run(command, cwd=fresh_clone, env=surroundings, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert again.stderr == ""
    assert first.stdout.splitlines()[-3:] == again.stdout.splitlines()[-3:]
    unchanged = subprocess.run(
        ["git", "status", "--short"], cwd=fresh_clone, capture_output=True, text=True, check=True
    )
    assert unchanged.stdout == ""


def test_one_more_lock_is_installed_once_and_what_fails_is_one_sentence(
    environment: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(bootstrap.OPT_OUT, raising=False)
    root, asked = lock.parent, []
    monkeypatch.setattr(bootstrap, "is_current", lambda _, locks: bootstrap.is_stamped(root / ".venv", locks[0]))
    (root / ".venv").mkdir(exist_ok=True)
    refused = BootstrapError("Cannot install requirements.lock: no network.\npip said:\n    much")

    def install(_: Path, locks: list[Path]) -> None:
        asked.append(locks)
        if len(asked) == 1:
            raise refused

    monkeypatch.setattr(bootstrap, "install", install)
    assert bootstrap.add(lock.name, root) == "Cannot install requirements.lock: no network."
    assert bootstrap.add(lock.name, root) == ""
    assert bootstrap.add(lock.name, root) == ""
    assert asked == [[lock], [lock]]


def test_where_nothing_is_to_be_installed_one_more_lock_is_left_out(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(bootstrap.OPT_OUT, "1")
    monkeypatch.setattr(bootstrap, "install", lambda *_: pytest.fail("nothing is to be installed"))
    assert bootstrap.add(lock.name, lock.parent) == ""
