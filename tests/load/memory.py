"""Memory of `serve` at rest and after fifty pages: `python -m tests.load.memory [--players 40]`; status 1 above `MOST`.

A fresh installation is served; a director opens 35 pages of the desk and somebody else 15 public ones, as links lead to them. Memory is
what Linux counts as each process's own, with what processes share divided among them (PSS); the private part is told beside it.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from tests.load.browsing import Browser
from tests.load.floods.sizes import laptop
from tests.load.floods.watching import family

MOST = 350_000_000
"""Bytes of all processes after the pages."""
OF_THE_DESK, PUBLIC = 35, 15
SETTLES = 4.0
"""Seconds until all servers stand, once one of them answers."""
LINK = re.compile(r'<a[^>]*href="(/[^"#?]*)')


def main() -> int:
    """Serve, tell the memory, open the pages, tell it again; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=40)
    with laptop(parser.parse_args().players) as size:
        target = size.target
        time.sleep(SETTLES)
        told("at rest", size.programs)
        desk, anybody = (Browser("127.0.0.1", target.port, target.origin) for _ in range(2))
        if desk.log_in("director", target.password).status != 302:
            sys.exit("The director cannot log in.")
        follow(desk, f"/desk/{target.slug}/", OF_THE_DESK)
        follow(anybody, f"/{target.slug}/", PUBLIC)
        return int(told(f"after {OF_THE_DESK + PUBLIC} pages", size.programs) > MOST)


def follow(browser: Browser, path: str, many: int) -> None:
    """Open so many pages, the first at this path, the others where links of earlier ones lead."""
    waiting, seen = [path], {path}
    for turn in range(many):
        page = browser.get(waiting[turn])
        new = [each for each in dict.fromkeys(LINK.findall(page.text)) if each not in seen and "logout" not in each]
        waiting += new
        seen.update(new)


def told(moment: str, programs: Iterable[int]) -> int:
    """Print what each process takes, and return the sum in bytes."""
    total = 0
    for number in family(programs):
        parts = dict(re.findall(r"(\w+): +(\d+) kB", Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")))
        shared, private = 1024 * int(parts["Pss"]), 1024 * (int(parts["Private_Clean"]) + int(parts["Private_Dirty"]))
        words = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode()[-48:]
        sys.stdout.write(f"{shared / 1e6:8.0f} MB, {private / 1e6:4.0f} its own  {words}\n")
        total += shared
    sys.stdout.write(f"{total / 1e6:8.0f} MB {moment}\n\n")
    return total


if __name__ == "__main__":
    sys.exit(main())
