#!/usr/bin/env python3
"""Top Table's commands: `demo` shows it, `test` runs every check, the others are Django's.

The first use makes its own environment (tournament/installation/bootstrap.py); until that stands, nothing else may be imported.
"""

from __future__ import annotations

import os
import sys

from tournament.installation import bootstrap

SECRETLESS = (
    "demo",
    "help",
    "--help",
    "-h",
    "tables",
    "score",
    "draw",
    "bench_draw",
    "bench_desk",
    "bench_public",
    "bench_games",
    "bench_paper",
    "check_minima",
    "take_over",
    "bots",
)
"""The commands that need no settings of an installation, such as a secret key: they run with the demo's."""

ON_EVENTS = ("standings", "play", "paper", "draw", "archive", "publish_static")
"""The commands on one event: in the installation that `serve` made, else the demo's, unless environment variables name another."""

ON_GAMES = ("game", "series")
"""The commands on games on devices: in the installation that `serve` made if it has the game, else in the demo's (as for a new game).

Environment variables can name another installation; where they are incomplete, they are completed as `serve` does it.
"""

ON_HALL = ("backup", "restore", "axes_reset", "changepassword", "createsuperuser")
"""The commands that work on the installation that `serve` made, unless the environment names another."""

MORE_LOCKS = {
    "test": ("tests/requirements-test.lock", "games/requirements-bots.lock"),
    "bots": ("games/requirements-bots.lock",),
}
"""The lock files that a command needs besides the application's; the demo installs the opponents' packages when it is running."""

STOPPED = 130
"""The exit status of a program that was ended by Ctrl+C, as shells give it."""

NOTHING_TO_BACK_UP = (
    "There is nothing to back up: “manage.py serve” has made no installation yet. "
    "Another database is named by DATABASE_URL, with TOPTABLE_SECRET_KEY and TOPTABLE_PUBLIC_ADDRESS."
)


def main() -> None:
    """Run the command named on the command line inside the project's environment."""
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        bootstrap.enter("requirements.lock", *MORE_LOCKS.get(command, ()))
    except bootstrap.BootstrapError as refusal:
        sys.exit(str(refusal))
    if command == "test":
        from tests.run import run_tests

        sys.exit(run_tests(sys.argv[2:]))
    try:
        run_django(command)
    except KeyboardInterrupt:
        print("Stopped by Ctrl+C.", file=sys.stderr)
        sys.exit(STOPPED)


def run_django(command: str) -> None:
    """Choose the installation for a command by its kind, set its environment variables, and run the command with Django.

    A refused setting ends the program with its message, without a traceback.
    """
    from django.core.management import execute_from_command_line

    from tournament.installation.environment import SettingError
    from tournament.installation.local import LocalFolderError, demo_environment
    from tournament.installation.lookups import environment_for, environment_for_game
    from tournament.installation.serve_folder import is_made, serve_environment, serve_folder, serves_with

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        is_configured = any(names_installation(name) for name in os.environ)
        is_playing = command == "bots" and "--serve" in sys.argv
        needs_no_event = (
            command in SECRETLESS and not is_playing and not any(word.startswith("--event") for word in sys.argv)
        )
        on_hall = command in ON_HALL or is_playing
        if command == "serve" or (on_hall and not is_configured and is_made(serve_folder())):
            os.environ.update(serve_environment(serve_folder()))
        elif command == "backup" and not is_configured:
            sys.exit(NOTHING_TO_BACK_UP)
        elif needs_no_event or (is_playing and not is_configured):
            os.environ.update(demo_environment())
        elif command in ON_EVENTS and not is_configured:
            settings, where = environment_for(sys.argv[2:])
            os.environ.update(settings)
            if where:
                print(where, file=sys.stderr)
        elif command in ON_GAMES and not is_configured:
            os.environ.update(environment_for_game(sys.argv[2:]))
        elif command in ON_GAMES and serves_with(os.environ):
            os.environ.update(serve_environment(serve_folder()))
        execute_from_command_line(sys.argv)
    except (SettingError, LocalFolderError) as refusal:
        sys.exit(str(refusal))


def names_installation(variable: str) -> bool:
    """Whether an environment variable of this name configures an installation; those for the set-up and the tests do not."""
    is_ours = variable.startswith("TOPTABLE_") and not variable.startswith(("TOPTABLE_NO_", "TOPTABLE_TEST_"))
    return is_ours or variable == "DATABASE_URL"


if __name__ == "__main__":
    main()
