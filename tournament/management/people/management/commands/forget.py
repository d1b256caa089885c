"""`manage.py forget NAME`: put a pseudonym in the place of a person's name everywhere; nobody can undo it.

With `--before DATE` it is of everybody in the events before a date, each event for itself, and may be repeated every night.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from datetime import date
from typing import Any

from django.utils import timezone

from tournament.access.commands import EventCommand, refuse
from tournament.management.people.reach import ALWAYS_OUT_OF_REACH, EXAMPLE, out_of_reach, people_meant
from tournament.models import Event
from tournament.services.changes.refusals import RefusedError
from tournament.services.forgetting.acting import blank_people, forget, sweep, trial
from tournament.services.forgetting.finding import all_people, namesakes, people_of, words_of
from tournament.services.forgetting.replacing import Replaced, names_kept

LEVELS = ("names", "private")
_KEPT = (
    "Draws of earlier versions have {many} names that mean no single entry; they were searched as what people typed."
)


def day(text: str) -> date:
    """Return the day that was typed; raises ArgumentTypeError with a sentence."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f'"{text}" is not a date; write it like 2026-08-31') from None


class Command(EventCommand):
    """``manage.py forget NAME|EVENT:NUMBER|--before DATE [--dry-run] [--json]``: forget a person, or the people of earlier events."""

    help = "Replace a person's name by a pseudonym in all events, with the change log, reports and game logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the person or a date, what to delete, and whether to try it only."""
        parser.add_argument("person", nargs="?", metavar="NAME|EVENT:NUMBER", help=EXAMPLE)
        parser.add_argument("--before", type=day, metavar="DATE", help="everybody in events before it, like 2026-08-31")
        parser.add_argument(
            "--level",
            choices=LEVELS,
            default=LEVELS[0],
            help="names: names and private data (usual); private: notes, contacts, clubs and registrations alone",
        )
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
        """Forget, and print what was rewritten; raises CommandError where that is refused."""
        if (options["person"] is None) == (options["before"] is None):
            refuse(f"Give {EXAMPLE}; or “--before” and a date.")
        try:
            with trial() if options["dry_run"] else nullcontext():
                told = _of_a_date(options) if options["before"] else _of_a_person(options)
        except RefusedError as refusal:
            refuse(refusal)
        has_forgotten = options["before"] is None or bool(told["events"])
        if has_forgotten and not options["dry_run"]:
            sweep()
        self.stdout.write(json.dumps(told, ensure_ascii=False) if options["json"] else "\n".join(_lines(told)))


def _of_a_person(options: dict[str, Any]) -> dict[str, Any]:
    """Forget one person, and return what was done as JSON has it, with what is out of reach."""
    chosen = people_meant(options["person"])
    known = frozenset().union(*(words_of(*parts) for person in chosen for parts in person.names))
    if unknown := sorted(set(options["also"]) - known):
        refuse(f"“{unknown[0][:40]}” is no part of the name; its parts are {', '.join(sorted(known)) or 'none'}.")
    if options["level"] != LEVELS[0]:
        refuse("“--level private” is for “--before” and a date.")
    spared = namesakes(all_people(), chosen)
    done = forget(chosen, None, spared, words=options["also"])
    left = out_of_reach([person.event for person in chosen], frozenset().union(*(person.keys for person in chosen)))
    return {
        "dry_run": options["dry_run"],
        "people": [{"event": each.event.slug, "number": each.number, "pseudonym": each.pseudonym} for each in chosen],
        **_rewritten_as_json(done),
        "left": dict(sorted(done.left.items())),
        "kept": sum(names_kept(event) for event in {person.event.pk: person.event for person in chosen}.values()),
        "spared": [{"event": each.event.slug, "number": each.number} for each in spared],
        "out_of_reach": [{"what": words, "at": at.isoformat() if at else None} for words, at in left],
    }


def _of_a_date(options: dict[str, Any]) -> dict[str, Any]:
    """Forget the people of all events before a date, or delete what is private of them; return what was done as JSON has it.

    Practice events have no people. An event with nothing left to delete is left out.
    """
    before, told = options["before"], []
    if before > timezone.localdate():
        refuse(f"{before.isoformat()} is in the future; events that are still to come keep their people.")
    if options["also"]:
        refuse("“--also” is for one person.")
    for event in Event.objects.filter(date__lt=before, is_practice=False).order_by("date", "slug"):
        people = [person for person in people_of(event) if person.keys]
        is_private = options["level"] != LEVELS[0]
        done = blank_people(event, None, people) if is_private else forget(people, None, everywhere=False)
        if done:
            about = {"event": event.slug, "date": event.date.isoformat(), "people": len(people)}
            told.append(about | _rewritten_as_json(done))
    return {"before": before.isoformat(), "level": options["level"], "dry_run": options["dry_run"], "events": told}


def _rewritten_as_json(done: Replaced) -> dict[str, Any]:
    """Return what was rewritten as members of JSON."""
    rewritten = dict(sorted(done.rows.items()))
    return {"entries": done.entries, "private": done.private, "phones": done.phones, "rewritten": rewritten}


def _lines(told: dict[str, Any]) -> list[str]:
    """Return what was done in lines for people."""
    is_or_would = "would be" if told["dry_run"] else "is"
    if (events := told.get("events")) is not None:
        lines = [f"{each['event']}, {each['date']}: {each['people']} people. {_in_a_line(each)}" for each in events]
        return lines or [f"No event before {told['before']} has anything left to delete."]
    who = [
        f"{each['event']}:{each['number']} {is_or_would} {each['pseudonym']}."
        if each["number"]
        else f"A registration of {each['event']} {is_or_would} emptied."
        for each in told["people"]
    ]
    places = ", ".join(f"{column} ({many})" for column, many in told["left"].items())
    return [
        *who,
        _in_a_line(told),
        f"The name is still in {places}." if places else "A search of all tables finds the name nowhere.",
        *([_KEPT.format(many=told["kept"])] if told["kept"] else []),
        *(f"Not touched, although of the same name: {each['event']}:{each['number']}." for each in told["spared"]),
        "Out of reach, and with the name still in it:",
        *(f"- {each['what']}" + (f", last {each['at']}" if each["at"] else "") for each in told["out_of_reach"]),
        *(f"- {words}" for words in ALWAYS_OUT_OF_REACH),
    ]


def _in_a_line(told: dict[str, Any]) -> str:
    """Return what was rewritten, in a line."""
    places = ", ".join(f"{column} ({many})" for column, many in told["rewritten"].items())
    return f"Rewritten: {places or 'no texts'}; private data deleted in {told['private']} rows; {told['phones']} phones logged out."
