"""Top Table's commands, as `top-table` and manage.py run them: each in the installation that it is about.

The list of the commands that `help` prints: ours by what they are for, each with what it says of itself.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import IO, Any

from tournament.installation.environment import joined_environment
from tournament.installation.folders import IS_CHECKOUT, command_line, started_as

LISTED = {
    "To begin": ("demo", "serve", "format"),
    "A day": ("tables", "draw", "score", "roster", "standings", "paper", "play", "publish_static"),
    "Copies": ("backup", "restore", "archive", "tournament_log", "take_over"),
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


SECRETLESS = (
    "demo",
    "help",
    "--help",
    "-h",
    "tables",
    "score",
    "roster",
    "plugins",
    "format",
    "draw",
    "bench_draw",
    "bench_desk",
    "bench_small",
    "bench_changes",
    "bench_public",
    "bench_games",
    "bench_paper",
    "bench_previews",
    "check_minima",
    "compare_levels",
    "take_over",
    "bots",
    *("makemessages", "compilemessages", "compilescripts"),
)
"""The commands that need no settings of an installation, such as a secret key: they run with the demo's."""

ON_EVENTS = ("standings", "play", "paper", "draw", "archive", "publish_static")
"""The commands on one event: in the installation that `serve` made, else the demo's, unless environment variables name another."""

ON_GAMES = ("game", "series")
"""The commands on games on devices: in the installation that `serve` made if it has the game, else in the demo's (as for a new game).

Environment variables can name another installation; where they are incomplete, they are completed as `serve` does it.
"""

ON_ALL = ("person", "forget", "retention")
"""The commands on all events: in the installation that `serve` made, else in the demo's, unless the environment names another."""

ASKING, WITHOUT_MORE = ("help", "--help", "-h"), 2
"""What asks for the list of commands, where no more words follow than the program's and this; the last two, for help with any command."""

STOPPED = 130
"""The exit status of a program that was ended by Ctrl+C, as shells give it."""


def main() -> None:
    """Run the command named on the command line; a refused setting ends the program with its sentence, without a traceback."""
    speak_utf8(sys.stdout, sys.stderr)
    os.environ.update(joined_environment(os.environ, started_as=started_as(sys.argv[0])))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command in ("version", "-V") or "--version" in sys.argv:
        from tournament.installation.watching import versions

        sys.stdout.write(f"{versions()}\n")
        return
    if command == "test":
        sys.exit("The tests are in the source, not in what is installed; in a checkout enter: python3 manage.py test")
    if command == "games":
        from games.commands import main as run_games

        sys.exit(run_games(sys.argv[2:], command_line("games")))
    try:
        run(command)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped by Ctrl+C.\n")
        sys.exit(STOPPED)


def speak_utf8(*streams: IO[Any] | None, system: str = os.name) -> None:
    """Let this process and those that it starts write UTF-8 on Windows, whose own code pages lack the signs of a name or of a code."""
    if system != "nt":
        return
    os.environ.setdefault("PYTHONUTF8", "1")
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):  # a program without a window may have none
            stream.reconfigure(encoding="utf-8", errors="replace")


def run(command: str) -> None:
    """Choose the installation for a command by its kind, set its environment variables, and run the command with Django."""
    import django
    from django.core.management import execute_from_command_line

    from tournament.installation.environment import SettingError
    from tournament.installation.local import LocalFolderError
    from tournament.installation.processes import loading

    try:
        choose_installation(command)
        with loading():
            django.setup()
        if command in ASKING and len(sys.argv) <= WITHOUT_MORE:
            sys.stdout.write(f"{listing()}\n")
            return
        execute_from_command_line([command_line(), *sys.argv[1:]])
    except (SettingError, LocalFolderError) as refusal:
        sys.exit(str(refusal))


def without_installation(command: str) -> str:
    """The sentence for a command that needs an installation where there is none, or that there is no such command at all."""
    import django
    from django.core.management import CommandError, call_command

    from tournament.installation.local import demo_environment

    os.environ.update(demo_environment())  # the commands of an application are known where there are settings
    django.setup()
    try:
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            call_command(command, "--help")
    except CommandError as refusal:
        return f"{refusal}. {command_line('help')} lists them."
    return (
        f"There is no installation here yet: start “{command_line('serve')}” once, which makes one. "
        "Another database is named by DATABASE_URL, with TOPTABLE_SECRET_KEY and TOPTABLE_PUBLIC_ADDRESS."
    )


def choose_installation(command: str) -> None:
    """Set the environment variables of the installation that a command with the words of `sys.argv` is about.

    A command of no kind above is about the installation that `serve` made, unless the environment names another; where there is none, its
    sentence ends the program. Raises LocalFolderError where a folder cannot be written.
    """
    from tournament.installation.local import demo_environment
    from tournament.installation.lookups import environment_for, environment_for_game
    from tournament.installation.serve_folder import is_made, serve_environment, serve_folder, serves_with

    is_configured = any(names_installation(name) for name in os.environ)
    is_playing = command == "bots" and "--serve" in sys.argv
    needs_no_event = any(word in ASKING[1:] for word in sys.argv) or (
        command in SECRETLESS and not is_playing and not any(word.startswith("--event") for word in sys.argv)
    )
    if needs_no_event:
        os.environ.update(demo_environment())
    elif command == "serve" or (command in ON_GAMES and is_configured and serves_with(os.environ)):
        os.environ.update(serve_environment(serve_folder()))
    elif is_configured:
        return
    elif command in ON_EVENTS:
        settings, where = environment_for(sys.argv[2:])
        os.environ.update(settings)
        if where:
            sys.stderr.write(f"{where}\n")
    elif command in ON_GAMES:
        os.environ.update(environment_for_game(sys.argv[2:]))
    elif is_made(serve_folder()):
        os.environ.update(serve_environment(serve_folder()))
    elif command in ON_ALL or is_playing:
        os.environ.update(demo_environment())
    else:
        sys.exit(without_installation(command))


def names_installation(variable: str) -> bool:
    """Whether an environment variable of this name says which installation is meant; an address or a zone alone does not."""
    return variable in ("DATABASE_URL", "TOPTABLE_SECRET_KEY", "TOPTABLE_DEBUG")
