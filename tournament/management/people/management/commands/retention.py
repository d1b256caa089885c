"""`manage.py retention --before DATE`: what `forget --before DATE` does, for those who wrote it so into a timetable."""

from __future__ import annotations

from tournament.management.people.management.commands.forget import Command as Forget


class Command(Forget):
    """``manage.py retention --before DATE [--level names|private] [--dry-run] [--json]``: `forget` by its former name."""
