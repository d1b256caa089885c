"""A day in an installation of its own: an event is put back to a snapshot, and what came of it is printed as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Any


def main() -> None:
    """Play a round, tell the event, play on in two events, put the first one back, tell it again."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.conf import settings

    settings.SNAPSHOT_FOLDER = sys.argv[1]
    from django.utils import timezone

    from tests.acts.games import game_at, play_on
    from tests.build import asked_by_phone, director_of, make_director, make_event, play_round, publish
    from tournament.day.lists.lines import RosterLine
    from tournament.day.office.registering import RegistrationSettings
    from tournament.installation.copies.snapshots import names_in
    from tournament.models import Event, Helper, Registration
    from tournament.models.queries import record_of
    from tournament.play.games.models import Game
    from tournament.play.games.services.sessions import session_of
    from tournament.record.acts import Act
    from tournament.record.devices import RequestKind
    from tournament.record.vocabulary import NameShown
    from tournament.services.archives.putting_back import put_back, snapshots_of
    from tournament.services.changes.refusals import RefusedError
    from tournament.services.entries import add_entries
    from tournament.slices.registration.acts import Registrant, accept, register, set_registration
    from tournament.tellings.diary import sentence_of

    event, other = make_event(8, rounds_planned=3), make_event(7, name="Other Cup", rounds_planned=2)
    director = director_of(event)
    player = event.entries.get(number=3)
    helper = Helper.objects.create(
        event=event, account=make_director("anna"), roles="desk", entry=player, given_by=director
    )
    asked = asked_by_phone(event, 5, RequestKind.WITHDRAW, "my train leaves")
    set_registration(event, director, RegistrationSettings(is_open=True))
    register(event, Registrant("New", "Ash"), "before", NameShown.FULL)
    accept(event, director, [1])
    play_round(event, 1)
    game = play_on(game_at(event.rounds.get(number=1).tables.get(number=1)), Random(3), 20)
    before, session = told(event), session_of(game)
    publish(event, 2)  # a snapshot is kept before the draw, and before the publication
    play_round(other, 1)
    play_on(game, Random(4), 10)
    late = add_entries(event, director, [RosterLine(1, "Late Birch")])[0]
    Registration.objects.create(event=event, number=2, token_hash="after", state="accepted", entry=late)
    hands = list(game.seats.values_list("token_hash", flat=True))
    event.entries.filter(number=6).update(shared="an-address", person=17)
    others = told(other)
    folder = Path(settings.SNAPSHOT_FOLDER)
    for name in names_in(folder):
        (folder / name).rename(folder / name.partition("-")[2])  # as versions before 3.7 called them
    held = snapshots_of(event)
    wanted = next(each for each in held if each.version == before["event"]["version"])
    refused = ""
    try:
        put_back(event, director, wanted.name)
    except RefusedError as refusal:
        refused = str(refusal)
    Game.objects.filter(pk=game.pk).update(reported_at=timezone.now())  # as if all had agreed
    put_back(event, director, wanted.name)
    event = Event.objects.get(pk=event.pk)
    after, last = told(event), event.changes.latest("version")
    again = Game.objects.get(code=game.code)
    helper.refresh_from_db()
    asked.refresh_from_db()
    registrations = event.registrations.select_related("entry")
    print(  # noqa: T201
        json.dumps(
            {
                "same": without_act(after) == without_act(before),
                "others": told(other) == others,
                "version": [before["event"]["version"], after["event"]["version"], last.version],
                "public": event.public_version == event.version,
                "act": [last.act == Act.RESTORE_SNAPSHOT.value, last.made_by == director],
                "said": sentence_of(last, record_of(event)),
                "accounts": event.changes.filter(made_by=director).count() == event.changes.count(),
                "helper": [helper.withdrawn_at is None, helper.entry.number if helper.entry else None],
                "asked": [asked.entry.event_id == event.pk, asked.entry.number, asked.words, asked.state],
                "registered": [(row.state, row.entry.name if row.entry else "") for row in registrations],
                "shared": list(event.entries.exclude(shared="").values_list("number", "shared", "person")),
                "phone": asked.device.entry == asked.entry if asked.device else None,
                "game": [
                    again.last == game.last,
                    session_of(again) == session,
                    again.table_id != game.table_id,
                ],
                "refused": refused,
                "hands": list(again.seats.values_list("token_hash", flat=True)) == hands,
                "kept": sum("event.restore-snapshot" in name for name in names_in(Path(settings.SNAPSHOT_FOLDER))),
                "forth": forth(event, director),
                "forgotten": forgotten(event, director, wanted.name),
            }
        )
    )


def forth(event: Any, director: Any) -> bool:
    """Whether the state before can be come back to."""
    from django.utils import timezone

    from tournament.play.games.models import Game
    from tournament.services.archives.putting_back import put_back, snapshots_of

    latest = next(each for each in snapshots_of(event) if each.before == "event.restore-snapshot")
    Game.objects.filter(table__round__event=event).update(reported_at=timezone.now())
    put_back(event, director, latest.name)
    return bool(event.rounds.filter(number=2).exists())


def forgotten(event: Any, director: Any, snapshot: str) -> list[object]:
    """How many are forgotten again by an older snapshot, the name of that player then, and whether the old name is in the log."""
    from django.utils import timezone

    from tournament.play.games.models import Game
    from tournament.services.archives.putting_back import put_back
    from tournament.services.forgetting.acting import forget
    from tournament.services.forgetting.finding import people_of

    name = event.entries.get(number=4).name
    forget([person for person in people_of(event) if person.number == 4], director)
    Game.objects.filter(table__round__event=event).update(reported_at=timezone.now())
    many = put_back(event, director, snapshot)
    return [many, event.entries.get(number=4).name, name in json.dumps(told(event))]


def told(event: Any) -> dict[str, Any]:
    """Everything an archive holds of the event."""
    from tournament.services.archives.writing import document_of

    return document_of(event)


def without_act(document: dict[str, Any]) -> dict[str, Any]:
    """Without the versions, who helps, and the act of putting back itself."""
    event = {name: value for name, value in document["event"].items() if "version" not in name}
    rows = {name: rows for name, rows in document["rows"].items() if name != "Helper"}
    return {
        "event": event,
        "rows": rows | {"Change": [row for row in rows["Change"] if "snapshot" not in row["after"]]},
    }


if __name__ == "__main__":
    main()
