"""A day in a tree from which slices were taken away: played by the services, looked at on every page, told as one JSON object.

Run by `test_taken_away` in a process of its own, with that tree before this one in the path.
"""

from __future__ import annotations

import json
import os
import re
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.urls import NoReverseMatch, reverse

    import tournament
    from tests.build import director_of, make_event, play_round, publish
    from tests.conftest import ROOT
    from tournament.models import Change, Dispute, Event, Table
    from tournament.services.copying import copy_event
    from tournament.services.events import publish_final_list
    from tournament.slices import OURS

    call_command("migrate", verbosity=0)
    event = make_event(8, rounds_planned=2)
    director = director_of(event)
    acts = ("penalties.give", "entries.keep-apart", "helpers.invite", "disputes.open")
    for act in acts:  # done before they were taken away
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
        event.refresh_from_db()
        Change.objects.create(event=event, version=event.version, made_by=director, act=act, entries=[1])
    play_round(event, 1)
    play_round(event, 2)
    publish_final_list(event, director)
    playing = make_event(8, name="The Cup That Is Played")
    publish(playing)
    for table in Table.objects.filter(number=1):  # disputed before disputes were taken away
        Dispute.objects.create(table=table, question="Who paid?")
    copy = copy_event(event, director, "The Next Cup", event.date, with_entries=True)
    told_by_script = 0
    if "practice" in OURS:
        from tournament.slices.practice.playing import SCRIPTS, load_event

        scripts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((SCRIPTS / "events").iterdir())]
        fined = next(script for script in scripts if any(step["act"] == "fine" for step in script["acts"]))
        told_by_script = load_event(fined, director).rounds.count()
    urls = (ROOT / "tournament" / "urls" / "__init__.py").read_text(encoding="utf-8")
    desk_names = [*re.findall(r'name="(desk_\w+)"', urls), *sys.argv[1:]]
    client = Client()
    client.force_login(director)
    client.raise_request_exception = False
    answers = {}
    for name in desk_names:
        for numbers in ((), (1,), (1, 1)):
            try:
                address = reverse(name, args=[event.slug, *numbers])
            except NoReverseMatch:
                continue
            answers[name] = client.get(address).status_code
    log = client.get(reverse("desk_changes", args=[event.slug])).content.decode()
    answers["of the cup that is played"] = client.get(reverse("desk_event", args=[playing.slug])).status_code
    told = {
        "tree": tournament.__file__,
        "pages": answers,
        "practice": told_by_script,
        "entries": copy.entries.count(),
        "log": [key for key in acts if key.capitalize() in log],
        "public": client.get(reverse("standings", args=[event.slug])).status_code,
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
