"""Where things lie on this machine, and by which words its commands are entered.

What belongs to the program and is no code (templates, style sheets, the books of rules and help) lies at the top of a checkout, and in
`tournament/shipped` of an installed program; pyproject.toml puts it there. What the program writes lies in the user's folder for data.
Standard library only until a folder for data is asked for, because the set-up reads this before anything is installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages: that of manage.py in a checkout, `site-packages` where the program is installed."""
SHIPPED = ROOT / "tournament" / "shipped"
IS_CHECKOUT = not SHIPPED.is_dir()
"""Whether the program runs from its source and not from an installed wheel."""

_INSIDE = ROOT if IS_CHECKOUT else SHIPPED
TEMPLATES = _INSIDE / "templates"
STATIC = _INSIDE / "static"
BOOKS = _INSIDE / "docs"
"""The English books that are shown as pages, rules.md and help.md."""

OF_INSTALLER = r"%LOCALAPPDATA%\Programs\TopTable\top-table.cmd"
"""By which words commands are entered where the installer of Windows has put the program; it puts none on the PATH."""
START_MENU = "Top Table in the start menu"
"""What starts `serve` there."""


def user_folder(name: str, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of this name among the user's own data; it need not be there yet.

    XDG_DATA_HOME decides where it is set, on every system. Otherwise that is ~/.local/share on Linux, and the system's own place on macOS
    and Windows, unless the folder was made in ~/.local/share by an earlier version.
    """
    named = Path(environ.get("XDG_DATA_HOME", "").strip())
    if named.is_absolute():
        return named / name
    usual = Path.home() / ".local" / "share" / name
    if sys.platform not in ("darwin", "win32") or usual.is_dir():
        return usual
    from platformdirs import user_data_path

    return user_data_path(name, appauthor=False)


def started_as(program: str) -> str:
    """The words by which a command is entered, from the path of the program that was started (`sys.argv[0]`)."""
    if (ROOT.parent / "top-table.cmd").is_file():
        return OF_INSTALLER
    name, python = Path(program).name, "py" if os.name == "nt" else "python3"
    if name == "manage.py" or name.endswith(".pyz"):
        return f"{python} {name}"
    return f"{python} -m tournament.management" if name == "__main__.py" else "top-table"


def install_line(extra: str) -> str:
    """How the packages of an extra of pyproject.toml, “server” or “opponents”, are installed here: a command to enter."""
    locks = {"server": "deploy/requirements-server.lock", "opponents": "games/requirements-bots.lock"}
    if IS_CHECKOUT:
        return f"{sys.executable} -m pip install --require-hashes -r {ROOT / locks[extra]}"
    return f'{sys.executable} -m pip install "top-table[{extra}]"'


def command_line(words: str = "") -> str:
    """A command as it is entered here: ``command_line("serve")`` is “python3 manage.py serve”, or “top-table serve”."""
    # Not at the top: an older Python reads this module on its way to a sentence, and lacks what that one imports.
    from tournament.installation.environment import variables_passed_on

    program = variables_passed_on(os.environ).get("started_as") or ("python3 manage.py" if IS_CHECKOUT else "top-table")
    in_the_menu = {"serve": START_MENU} if program == OF_INSTALLER else {}
    return in_the_menu.get(words) or f"{program} {words}".rstrip()
