#!/usr/bin/env python3
"""Top Table's commands in a checkout: `demo` shows it, `serve` runs it, `test` runs every check, `help` lists the others.

The first use makes an environment (tournament/installation/bootstrap.py); until that stands, nothing else may be imported.
"""

from __future__ import annotations

import sys

from tournament.installation import bootstrap

MORE_LOCKS = {
    "test": ("tests/requirements-test.lock", "games/requirements-bots.lock"),
    "bots": ("games/requirements-bots.lock",),
}
"""The lock files that a command needs besides the application's; the demo installs the opponents' packages when it is running."""


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
    from tournament.management.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
