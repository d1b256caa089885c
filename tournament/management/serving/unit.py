"""Files that start `serve` automatically after a power cut, as each system wants them, and on Linux an icon that starts it by hand.

On Linux that is a systemd user unit, on macOS a launch agent, on Windows a command in the user's Startup folder.
"""

from __future__ import annotations

import os
import plistlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tournament.installation.folders import IS_CHECKOUT, ROOT, STATIC, command_line


def words_of(program: str) -> tuple[str, ...]:
    """The words that start a command of this program wherever they are said, from what was started: a runnable file stays where it is."""
    if program.endswith(".pyz"):
        return (sys.executable, str(Path(program).resolve()))
    return (sys.executable, str(ROOT / "manage.py")) if IS_CHECKOUT else (sys.executable, "-m", "tournament.management")


def folder_of(command: Sequence[str]) -> Path:
    """The folder in which these words are said: that of a runnable file, which unpacks itself elsewhere, else the program's."""
    return Path(command[-1]).parent if command[-1].endswith(".pyz") else ROOT


COMMAND: Final = words_of(sys.argv[0])
OF_CACHES = {".cache", "caches", "archive-v0"}
"""Folders of which the user or uv may delete what is in them at any time."""
UNIT = """\
# Written by “{again}”; run it again after the program has moved.

[Unit]
Description=Top Table, the director's desk for Acquire tournaments

[Service]
WorkingDirectory={root}
Environment=PYTHONUNBUFFERED=1
ExecStart={command} serve --port {port}
KillMode=mixed
KillSignal=SIGINT
TimeoutStopSec=30
Restart=always
RestartSec=3

[Install]
WantedBy=default.target
"""
ICON = """\
[Desktop Entry]
Type=Application
Name=Top Table
Comment=The director's desk for Acquire tournaments
Exec={command} serve --port {port}
Path={root}
Icon={icon}
Terminal=true
Categories=Office;
"""
TOLD = """\
{unit} starts “serve” on port {port} whenever this machine is on. Enter these two lines once:

    systemctl --user enable --now top-table
    loginctl enable-linger

To see its address and the link for the first account: journalctl --user --unit top-table
Or start “serve” in a window by the icon {icon}; use only one of the two."""
LABEL = "top-table.serve"
"""The name by which macOS knows the launch agent."""
TOLD_ON_MACOS = """\
{agent} starts “serve” on port {port} whenever you log in. To start it now, enter this line once:

    launchctl bootstrap gui/$(id -u) '{agent}'

Its address and the link for the first account are in {log}.
To end this: launchctl bootout gui/$(id -u)/{label}, then delete the file."""
AT_LOG_IN = """\
@echo off
rem Written by "{again}"; run it again after the program has moved.
chcp 65001 >nul
title Top Table
cd /d "{root}"
{command} serve --port {port}
"""
TOLD_ON_WINDOWS = """\
{file} starts “serve” on port {port} in a window whenever you log in; the window shows its address and the link for the first account.
To end this, delete the file."""


class UnitError(Exception):
    """No unit can be written; the message says what to do."""


def write_unit(
    port: int,
    system: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    environment: Path = Path(sys.prefix),
) -> str:
    """Write what starts `serve` at this port on a system (as `sys.platform` calls it), and return the text that says how to use it.

    ``environment`` is where the packages lie. Raises UnitError.
    """
    if OF_CACHES & {part.lower() for part in environment.parts}:
        raise UnitError(
            f"The program lies in a cache, {environment}, which may be emptied; install it first, as by “uv tool install WHEEL” or "
            "“pipx install WHEEL”, then enter: top-table serve --install-unit"
        )
    if not 1024 <= port <= 65535:
        raise UnitError(f"Port {port} is not open to this user; use one from 1024 to 65535.")
    if system == "win32":
        return _at_log_in_on_windows(port, environ)
    return _launch_agent(port) if system == "darwin" else _systemd_unit(port, environ)


def _systemd_unit(port: int, environ: Mapping[str, str]) -> str:
    """Write the unit and the icon for Linux."""
    if any(sign in f"{folder_of(COMMAND)}{''.join(COMMAND)}" for sign in ' "%\\$'):
        raise UnitError(
            f"A unit cannot name {folder_of(COMMAND)}; move the program to a folder without spaces or special characters in its path."
        )
    unit = _user_folder("XDG_CONFIG_HOME", ".config", environ) / "systemd" / "user" / "top-table.service"
    icon = _user_folder("XDG_DATA_HOME", ".local/share", environ) / "applications" / "top-table.desktop"
    for path, text in ((unit, UNIT), (icon, ICON)):
        words = {
            "root": folder_of(COMMAND),
            "command": " ".join(COMMAND),
            "port": port,
            "again": command_line("serve --install-unit"),
        }
        _write(path, text.format(**words, icon=STATIC / "tournament" / "icon.svg"))
    return TOLD.format(unit=unit, icon=icon, port=port)


def _launch_agent(port: int) -> str:
    """Write the launch agent for macOS."""
    agent = Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    log = Path.home() / "Library" / "Logs" / "top-table.log"
    written = {
        "Label": LABEL,
        "ProgramArguments": [*COMMAND, "serve", "--port", str(port)],
        "WorkingDirectory": str(folder_of(COMMAND)),
        "EnvironmentVariables": {"PYTHONUNBUFFERED": "1"},
        "RunAtLoad": True,
        "KeepAlive": True,
        "StandardOutPath": str(log),
        "StandardErrorPath": str(log),
    }
    _write(agent, plistlib.dumps(written).decode())
    return TOLD_ON_MACOS.format(agent=agent, port=port, log=log, label=LABEL)


def _at_log_in_on_windows(port: int, environ: Mapping[str, str]) -> str:
    """Write the command for Windows' Startup folder."""
    menu = Path(environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Microsoft" / "Windows" / "Start Menu"
    file = menu / "Programs" / "Startup" / "Top Table.cmd"
    command = " ".join(f'"{word}"' if os.sep in word else word for word in COMMAND).replace("%", "%%")
    again = command_line("serve --install-unit")
    _write(
        file,
        AT_LOG_IN.format(root=str(folder_of(COMMAND)).replace("%", "%%"), command=command, port=port, again=again),
        "\r\n",
    )
    return TOLD_ON_WINDOWS.format(file=file, port=port)


def _write(path: Path, text: str, newline: str = "\n") -> None:
    """Write a file in its folder, which is made where it is missing; UnitError where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline=newline)
    except OSError as error:
        raise UnitError(f"{path} cannot be written: {error.strerror}; make its folder writable.") from None


def _user_folder(variable: str, otherwise: str, environ: Mapping[str, str]) -> Path:
    """A folder of this user: the one that the environment variable names, else ``otherwise`` in the home folder."""
    named = Path(environ.get(variable, "").strip())
    return named if named.is_absolute() else Path.home() / otherwise
