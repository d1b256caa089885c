"""Notions of the desk, a module or a folder each: acts with their undo, forms, lists and pages, added by the seams that plug-ins use.

The rest of the day runs without any of them: a module and its name in `OURS` can be taken away.
"""

from importlib import import_module

from django.apps import AppConfig

from games.plugins import SLICES as GROUP
from games.plugins import Registry
from tournament.record.acts import declare_late

OURS = (
    "screens",
    "prizes",
    "notices",
    "putting_away",
    "practice",
    "penalties",
    "helping",
    "calls",
    "clocks",
    "door",
    "registration",
    "forgetting",
    "apart",
    "absences",
    "advancing",
    "fill_ins",
    "taking_over",
    "leaving",
    "requests",
    "disputes",
    "ties",
    "scribing",
    "charts",
)
"""The modules, in the order of their entries in the menu; `requests` needs `absences` and `leaving`, the others need none."""


class SlicesConfig(AppConfig):
    """The application: slices are loaded when one is asked for, or an act that is declared in one."""

    name = "tournament.slices"

    def ready(self) -> None:
        """Say how slices are loaded."""
        declare_late(_load)


def _load() -> None:
    """Add our slices, and then those of plug-ins."""
    from tournament.access.slices import Slice, add_slice  # models can be imported only now
    from tournament.pdf.sheets import SHEETS

    ours = {name: import_module(f"{__name__}.{name}").SLICE for name in OURS}
    for added in Registry(GROUP, Slice, ours).values():
        add_slice(added)
        for sheet in added.sheets:
            SHEETS.add(sheet.name, sheet)
