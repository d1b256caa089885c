"""Runs in a program of its own, in which a plug-in is installed: does what a director would with it, and prints what came of it as JSON."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path

import django

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from games import plugins  # noqa: E402
from games.acquire import edition_named  # noqa: E402
from games.commands import main  # noqa: E402
from tests.build import director_of, draw_round, make_event  # noqa: E402
from tournament.services.rounds import publish_round  # noqa: E402

LOG = Path(sys.argv[1])


def replayed_by(edition: str) -> str:
    """What the replay of the log says by the rules of an edition."""
    with redirect_stdout(io.StringIO()) as said:
        main(["replay", str(LOG), "--edition", edition])
    return said.getvalue()


def tell() -> dict[str, object]:
    """Do everything once."""
    checked = io.StringIO()
    call_command("check", stderr=checked, stdout=checked)
    listed = io.StringIO()
    with suppress(SystemExit):
        call_command("plugins", "--json", stdout=listed)
    event = make_event(8)
    draw_round(event, 1)
    publish_round(event, director_of(event), 1)
    client = Client()
    client.force_login(director_of(event))
    desk = f"/desk/{event.slug}/"

    def page(path: str) -> tuple[int, str]:
        answer = client.get(path, follow=True)
        return answer.status_code, answer.content.decode()

    told: dict[str, object] = {
        "checked": checked.getvalue(),
        "plugins": json.loads(listed.getvalue())["plugins"],
        "faults": [str(fault) for fault in plugins.faults()],
        "sheets": page(f"{desk}sheets/"),
        "settings": page(f"{desk}settings/"),
        "installation": page("/desk/phones/"),
        "paste": page(f"{desk}entries/paste/"),
        "hello": page(f"{desk}plugins/top_table_example/"),
        "breaks": page(f"{desk}sheets/breaks.pdf"),
        "overview": page(desk)[0],
        "new game": page("/game/new/"),
    }
    printed = client.get(f"{desk}sheets/cloakroom.pdf", follow=True)
    told["pdf"] = printed.content.hex() if printed["Content-Type"] == "application/pdf" else printed.content.decode()
    a_list = SimpleUploadedFile("players.ros", b"%ROS\nDemo|Ada|NL\nDemo|Ben|DE\n")
    told["read"] = client.post(f"{desk}entries/paste/", {"file": a_list, "step": "read"}).content.decode()
    damaged = SimpleUploadedFile("players.ros", b"%ROS\n\xff\xfe|x|y\n")
    told["damaged"] = client.post(f"{desk}entries/paste/", {"file": damaged, "step": "read"}).content.decode()
    odd = SimpleUploadedFile("players.ros", b"%ROS\nno bars\n")
    told["odd"] = client.post(f"{desk}entries/paste/", {"file": odd, "step": "read"}).content.decode()
    if "generous" in [plugin.name for plugin in plugins.offers_in(plugins.EDITIONS)]:
        told["buy_max"] = edition_named("generous").buy_max
        told["replayed"] = [replayed_by("mso"), replayed_by("generous")]
    return told


if __name__ == "__main__":
    print(json.dumps(tell()))  # noqa: T201  that is what it is for
