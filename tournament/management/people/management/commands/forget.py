"""`manage.py forget NAME`: put a pseudonym in the place of a person's name everywhere; nobody can undo it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from tournament.access.commands import EventCommand, refuse
from tournament.management.people.named import EXAMPLE, called, people_meant
from tournament.management.people.reach import ALWAYS_OUT_OF_REACH, out_of_reach
from tournament.services.changes import RefusedError
from tournament.services.people.forgetting.acting import forget, sweep, tried
from tournament.services.people.forgetting.finding import namesakes_elsewhere
from tournament.services.people.forgetting.replacing import Replaced
from tournament.services.people.forgetting.rewriting import words_of


class Command(EventCommand):
    """``manage.py forget NAME|EVENT:NUMBER [--dry-run] [--json]``: forget a person in all events, or one entry."""

    help = "Replace a person's name by a pseudonym in all events, with the change log, reports and game logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the person, and whether to try it only."""
        parser.add_argument("person", metavar="NAME|EVENT:NUMBER", help=EXAMPLE)
        parser.add_argument(
            "--also",
            action="append",
            default=[],
            metavar="WORD",
            help="a part of the name, replaced where it stands alone too",
        )
        parser.add_argument("--dry-run", action="store_true", help="print what would be rewritten, and change nothing")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Forget, and print what was rewritten and what is out of reach; raises CommandError where that is refused."""
        chosen = people_meant(options["person"])
        known = frozenset().union(*(words_of(*parts) for person in chosen for parts in person.names))
        if unknown := sorted(set(options["also"]) - known):
            refuse(f"“{unknown[0][:40]}” is no part of the name; its parts are {', '.join(sorted(known)) or 'none'}.")
        spared = namesakes_elsewhere(chosen)
        is_dry = options["dry_run"]
        try:
            if is_dry:
                with tried():
                    done = forget(chosen, None, spared, words=options["also"])
            else:
                done = forget(chosen, None, spared, words=options["also"])
                sweep()
        except RefusedError as refusal:
            refuse(refusal)
        keys = frozenset().union(*(person.keys for person in chosen))
        left = out_of_reach([person.event for person in chosen], keys)
        if options["json"]:
            told = {
                "dry_run": is_dry,
                "people": [
                    {"event": each.event.slug, "number": each.number, "pseudonym": each.pseudonym} for each in chosen
                ],
                **counted(done),
                "left": dict(sorted(done.left.items())),
                "spared": [{"event": each.event.slug, "number": each.number} for each in spared],
                "out_of_reach": [{"what": each.words, "at": each.at.isoformat() if each.at else None} for each in left],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        would = "would be" if is_dry else "is"
        for person in chosen:
            what = f"{would} {person.pseudonym}" if person.number else f"{would} emptied"
            self.stdout.write(f"{called(person)} {what}.")
        self.stdout.write(in_a_line(done, is_dry=is_dry))
        self.stdout.write(
            f"The name is still in {', '.join(f'{name} ({many})' for name, many in sorted(done.left.items()))}."
            if done.left
            else f"A search of all tables {'would find' if is_dry else 'finds'} the name nowhere."
        )
        for person in spared:
            self.stdout.write(f"Not touched, although of the same name: {called(person)}.")
        self.stdout.write("Out of reach, and with the name still in it:")
        for each in left:
            self.stdout.write(f"- {each.words}{f', last {each.at:%Y-%m-%d %H:%M} UTC' if each.at else ''}")
        for words in ALWAYS_OUT_OF_REACH:
            self.stdout.write(f"- {words}")


def counted(done: Replaced) -> dict[str, Any]:
    """Return what was rewritten as members of JSON."""
    return {
        "entries": done.entries,
        "private": done.private,
        "phones": done.phones,
        "rewritten": {name: many for name, many in sorted(done.rows.items()) if many},
    }


def in_a_line(done: Replaced, *, is_dry: bool) -> str:
    """Return what was rewritten, in a line."""
    parts = [f"{many} in {name}" for name, many in sorted(done.rows.items()) if many]
    if done.private:
        parts.append(f"private data deleted in {done.private} rows")
    if done.phones:
        parts.append(f"{done.phones} phones logged out")
    return f"{'Would be rewritten' if is_dry else 'Rewritten'}: {', '.join(parts) or 'nothing else'}."
