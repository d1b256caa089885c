"""Print the plug-ins that are installed beside Top Table, and what is wrong with any."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from games import plugins
from tournament.access.commands import SentenceCommand


class Command(SentenceCommand):
    """``manage.py plugins [--json]``: every plug-in with its package, and why one is not used; exit status 1 if there is such a one."""

    help = "List the plug-ins that are installed, and say what is wrong with any."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to print JSON."""
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load every plug-in, and print a line for each."""
        import_module(settings.ROOT_URLCONF)  # whose pages need all of them
        plugins.load_all()
        wrong = {fault.plugin: str(fault.reason) for fault in plugins.faults()}
        offered = [plugin for group in plugins.GROUPS for plugin in plugins.offers_in(group)]
        if options["json"]:
            told = [
                {"group": each.group, "name": each.name, "package": each.package, "fault": wrong.get(each, "")}
                for each in offered
            ]
            self.stdout.write(json.dumps({"on": plugins.are_on(), "plugins": told}))
        elif not plugins.are_on():
            self.stdout.write("Plug-ins are switched off (TOPTABLE_PLUGINS=off).")
        elif not offered:
            self.stdout.write("There are no plug-ins.")
        else:
            for each in offered:
                self.stdout.write(f"{each.group}  {each.name}  {each.package}  {wrong.get(each, 'in use')}")
        if wrong:
            sys.exit(1)
