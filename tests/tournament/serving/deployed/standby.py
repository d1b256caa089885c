"""The rehearsal of docs/running/deployment.md, for real: `python -m tests.tournament.serving.deployed.standby [--saves 60]`.

Two PostgreSQL servers, an application host, a desk that saves results one after the other; in the middle of it the first server is killed
(kill -9) and the second promoted. Told are how many saves were answered, how many of them are there afterwards (all), and for how
many seconds nothing could be saved. Exit status 1 where an answered save is lost.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.load.browsing import Browser
from tests.tournament.serving.deployed.replicas import Pair, running_pair
from tests.tournament.serving.deployed.servers import host, installation, run
from tournament.public.forms.keys import OF_THE_CONTENTS

OFFICIAL = (
    "import json; from tournament.models import Change; from tournament.record.acts import Act; "
    "print(json.dumps(list(Change.objects.filter(act=Act.RECORD_RESULT.value).values_list('key', flat=True))))"
)


def main(arguments: Sequence[str]) -> int:
    """Rehearse and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saves", type=int, default=60, help="how many results are saved in all (60)")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="top-table-") as scratch, running_pair() as pair:
        folder = Path(scratch)
        given = installation(folder / "home", pair.address, TOPTABLE_PUBLIC_ADDRESS="http://cup.example")
        run(given, "manage.py", "migrate", "-v", "0")
        told = json.loads(run(given, "-m", "tests.tournament.serving.deployed.hall_day"))
        with host(given, folder, "host") as port:
            desk = Browser("127.0.0.1", port, "http://cup.example")
            assert desk.log_in(told["director"], told["password"]).status == 302
            answered, gap = save_on(desk, told["slug"], asked.saves, pair)
            kept = set(json.loads(run(given, "manage.py", "shell", "--no-imports", "-c", OFFICIAL).splitlines()[-1]))
    stored = {key[:-OF_THE_CONTENTS] for key in kept}
    lost = [key for key in answered if key not in stored]
    sys.stdout.write(
        f"{len(answered)} saves were answered, {len(lost)} of them are lost. Between the kill and the first save on the promoted "
        f"server {gap:.1f} s passed.\n"
    )
    return 1 if lost or not answered else 0


def fall(pair: Pair) -> None:
    """Kill the first server and promote the second."""
    pair.kill_first()
    pair.promote()


def save_on(desk: Browser, slug: str, saves: int, pair: Pair) -> tuple[list[str], float]:
    """Save a table again and again with other cash; the keys that were answered as saved, and the seconds without any."""
    address = f"/desk/{slug}/rounds/1/results/"
    answered: list[str] = []
    killed = after = 0.0
    number = 0
    killing: Thread | None = None
    while len(answered) < saves and number < 50 * saves:
        number += 1
        page = desk.get(address)
        if page.status == 200:
            form = page.form("t1-cash-")
            fields = [name for name in form if name.startswith("t1-cash-")]
            typed = dict(zip(fields, (f"{40_000 + 100 * number}", "35,000", "30,000", "20,000"), strict=True))
            own = {name: value for name, value in form.items() if name.startswith("t1-") or name == "seen"}
            key = f"save-{number}"
            page = desk.post(
                address, {**own, **typed, "key": key, "row": "1", "t1-confirmed": "on", "t1-reason": "rehearsed"}
            )
            if page.status == 200 and ">saved " in page.text:
                answered.append(key)
                after = after or (time.monotonic() if killed else 0.0)
        if page.status != 200:
            time.sleep(0.1)
        if len(answered) == saves // 2 and not killed:
            killed = time.monotonic()
            killing = Thread(target=fall, args=[pair])
            killing.start()
    if killing:
        killing.join()
    return answered, after - killed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
