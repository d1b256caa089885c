"""Files that start `serve` automatically after a power cut (a systemd user unit), or by an icon on the desktop."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tournament.installation.folders import ROOT, STATIC, command_line, start_words

UNIT = """\
# Written by “{command}”; run it again after the program's folder has moved.

[Unit]
Description=Top Table, the director's desk for Acquire tournaments

[Service]
WorkingDirectory={root}
Environment=PYTHONUNBUFFERED=1
ExecStart={start} serve --port {port}
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
Exec={start} serve --port {port}
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


class UnitError(Exception):
    """No unit can be written; the message says what to do."""


def write_unit(port: int) -> str:
    """Write the systemd unit and the icon for `serve` at this port, and return the text that says how to use them.

    Raises UnitError.
    """
    if not 1024 <= port <= 65535:
        raise UnitError(f"Port {port} is not open to this user; use one from 1024 to 65535.")
    if any(sign in f"{ROOT}{sys.executable}" for sign in ' "%\\$'):
        raise UnitError(
            f"A unit cannot name {ROOT}; move the program to a folder without spaces or special characters in its path."
        )
    unit = _user_folder("XDG_CONFIG_HOME", ".config") / "systemd" / "user" / "top-table.service"
    icon = _user_folder("XDG_DATA_HOME", ".local/share") / "applications" / "top-table.desktop"
    filled = {
        "command": command_line("serve --install-unit"),
        "start": " ".join(start_words()),
        "root": ROOT,
        "icon": STATIC / "tournament" / "icon.svg",
        "port": port,
    }
    for path, text in ((unit, UNIT), (icon, ICON)):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.format(**filled), encoding="utf-8")
        except OSError as error:
            raise UnitError(f"{path} cannot be written: {error.strerror}; make its folder writable.") from None
    return TOLD.format(unit=unit, icon=icon, port=port)


def _user_folder(variable: str, otherwise: str) -> Path:
    """A folder of this user: the one that the environment variable names, else ``otherwise`` in the home folder."""
    named = os.environ.get(variable, "").strip()
    return Path(named) if named.startswith("/") else Path.home() / otherwise
