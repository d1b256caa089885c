"""Fonts that names need are fetched beside the server where that may be done, and told where it may not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tournament.serving.running import wait
from tournament.desk.reprints import fonts_in_words
from tournament.installation.environment import joined, passed_on
from tournament.installation.packages import FetchNote, FetchState, read_note, rights_to_install
from tournament.management.serving.fonts import FontFetching
from tournament.pdf import missing_characters, missing_scripts

HALL = "http://192.0.2.7:8000"
NAME = "\U00010570\U00010571 Demo"  # letters of Vithkuqi, which hardly any machine has a font for

APT_GET = """#!/bin/sh
echo "$@" >> "$FAKE/asked"
{body}
"""
SUDO = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
exec "$@"
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose apt-get and sudo are programs of the test's own, before all others on the path."""
    if not missing_characters(NAME):
        pytest.skip("this machine has a font for Vithkuqi")
    folder = tmp_path / "bin"
    folder.mkdir()
    put(folder / "sudo", SUDO)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FAKE", str(tmp_path))
    return folder


def put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def asked(machine: Path) -> list[str]:
    """What apt-get was told to do, its options left out."""
    path = machine.parent / "asked"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [" ".join(word for word in line.split() if not word.startswith("-") and "::" not in word) for line in lines]


def fetching(machine: Path, names: list[str], *, is_wanted: bool = True) -> FontFetching:
    return FontFetching(machine.parent, lambda: names, is_wanted=is_wanted)


def settled(machine: Path, state: FetchState) -> FetchNote:
    path = machine.parent / "fonts.json"
    wait(lambda: read_note(path).all_are(state, ["fonts-noto-core"]))
    return read_note(path)


def test_a_font_that_a_name_needs_is_fetched_once_and_a_new_server_is_asked_for(machine: Path) -> None:
    put(machine / "apt-get", APT_GET.format(body='while [ ! -e "$FAKE/go" ]; do sleep 0.05; done'))
    fonts = fetching(machine, ["Ada Demo", NAME])
    before = fonts.variables
    assert asked(machine) == []
    assert fonts.look(HALL) == before, "it waits for nothing"
    note = settled(machine, FetchState.FETCHING)
    assert fonts_in_words(missing_scripts([NAME]), note) == (
        "No font on this computer can print Vithkuqi, which 1 name needs. "
        "fonts-noto-core is being downloaded; print once this line is gone."
    )
    (machine.parent / "go").touch()
    settled(machine, FetchState.FETCHED)
    assert fonts.look(HALL) == joined(fonts_fetched="fonts-noto-core") != before
    assert asked(machine) == ["install fonts-noto-core"]


def test_lists_of_packages_are_fetched_where_the_first_try_fails_and_a_failure_is_told_with_its_reason(
    machine: Path,
) -> None:
    put(machine / "apt-get", APT_GET.format(body='echo "E: Unable to fetch some archives"; exit 100'))
    fonts = fetching(machine, [NAME])
    fonts.look(HALL)
    note = settled(machine, FetchState.FAILED)
    assert passed_on(fonts.look(HALL)) == {"fonts_fetched": ""}
    assert asked(machine) == ["install fonts-noto-core", "update", "install fonts-noto-core"]
    assert fonts_in_words(missing_scripts([NAME]), note) == (
        "No font on this computer can print Vithkuqi, which 1 name needs. "
        "As root, run “apt install fonts-noto-core”, then restart the desk. "
        "The download failed: E: Unable to fetch some archives"
    )


@pytest.mark.parametrize(
    ("names", "address", "is_wanted"),
    [
        (["Ada Demo", "Zoë Żółć", "Пример", "دليل"], HALL, True),
        ([NAME], "http://127.0.0.1:8000", True),
        ([NAME], HALL, False),
    ],
    ids=["every name is printed", "no network", "switched off"],
)
def test_nothing_is_fetched_where_nothing_lacks_or_it_may_not_be(
    machine: Path, names: list[str], address: str, is_wanted: bool
) -> None:
    put(machine / "apt-get", APT_GET.format(body=""))
    fonts = fetching(machine, names, is_wanted=is_wanted)
    fonts.look(address)
    assert (asked(machine), (machine.parent / "fonts.json").exists()) == ([], False)


@pytest.mark.parametrize(
    ("has_apt", "logged", "told"),
    [
        (
            True,
            "as root run: apt install fonts-noto-core",
            "As root, run “apt install fonts-noto-core”, then restart the desk.",
        ),
        (
            False,
            "install a TrueType font that has it",
            "Install a TrueType font that has them on this computer, then restart the desk.",
        ),
    ],
    ids=["Debian without rights", "a machine of another kind"],
)
def test_without_the_right_it_is_said_what_to_install_and_nothing_is_tried(
    machine: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    has_apt: bool,
    logged: str,
    told: str,
) -> None:
    put(machine / "sudo", "#!/bin/sh\nexit 1\n")
    if has_apt:
        put(machine / "apt-get", APT_GET.format(body=""))
    monkeypatch.setenv("PATH", str(machine))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert rights_to_install() is None
    fonts = fetching(machine, [NAME, "\U00010572"])
    with caplog.at_level("INFO", logger="tournament.management.serving.fonts"):
        fonts.look(HALL)
    assert caplog.messages == [f"No font prints Vithkuqi; {logged}"]
    assert fonts_in_words(missing_scripts([NAME, "\U00010572"]), FetchNote()) == (
        f"No font on this computer can print Vithkuqi, which 2 names need. {told}"
    )
