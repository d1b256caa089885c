"""The list of the commands that `help` prints: ours by what they are for, each with what it says of itself."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from textwrap import wrap

from tournament.installation.folders import IS_CHECKOUT, command_line

LISTED = {
    "To begin": ("demo", "serve"),
    "A day": ("tables", "draw", "score", "roster", "standings", "paper", "play", "publish_static"),
    "Copies": ("backup", "restore", "archive", "take_over"),
    "People and accounts": ("person", "forget", "createsuperuser", "changepassword"),
    "Other programs": ("plugins",),
    "Games on devices": ("game", "series", "bots", "games"),
}
"""The commands of each part, in the order in which they are listed."""
NOT_LISTED = {"migrate", "makemessages", "compilescripts", "retention"}
"""Our commands that other commands, timetables, or people at work on the program call."""
SAID_HERE = {
    "createsuperuser": "Create an account that runs the installation.",
    "changepassword": "Set a new password for an account.",
    "games": "The library of the game: replay logs, convert them, let programs play a series.",
}
"""What other commands do that say it nowhere, or for programmers."""
WIDTH, INDENT = 100, 18


def listing() -> str:
    """The whole list, with how to learn more; Django must be set up."""
    lines = ["Top Table, the director's desk for Acquire tournaments"]
    for part, names in LISTED.items():
        lines += ["", part]
        for name in names:
            says = SAID_HERE.get(name) or import_module(commands_here()[name]).Command.help
            first, *more = wrap(says, WIDTH - INDENT)
            lines += [f"  {name:<{INDENT - 2}}{first}", *(f"{'':{INDENT}}{line}" for line in more)]
    if IS_CHECKOUT:
        lines += ["", f"  {'test':<{INDENT - 2}}Run every check and test of the project."]
    lines += [
        "",
        f"All about one: {command_line('serve --help')}",
        f"All, Django's too: {command_line('help --commands')}",
        f"Which version: {command_line('--version')}",
    ]
    return "\n".join(lines)


def commands_here() -> dict[str, str]:
    """The module of each command of this program, by the command's name; Django must be set up."""
    from django.apps import apps

    ours = [config for config in apps.get_app_configs() if config.name.startswith("tournament")]
    return {
        file.stem: f"{config.name}.management.commands.{file.stem}"
        for config in ours
        for file in (Path(config.path) / "management" / "commands").glob("[!_]*.py")
    }
