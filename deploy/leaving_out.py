"""What the installer for Windows and the container leave out of other people's packages: their tests, and words that nobody here reads.

The container calls it as a program, for what is installed there. Pages speak English and German. Names of countries are read in more
languages (`countries.LANGUAGES`), so Babel keeps these.
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path, PurePath

from tournament.day.office.countries import LANGUAGES

OURS = {"tournament", "games", "wording"}
SPOKEN = {"en", "en_GB", "de"}
READ = {*(code.partition("_")[0] for code in LANGUAGES), "en", "no", "root"}
"""The languages of which Babel's data is kept; Norwegian's `nb` is read from that of `no`."""


def is_needless(path: PurePath) -> bool:
    """Whether the program does without a file, which is named by its path in the folder of the packages."""
    folders = path.parts[:-1]
    if not folders or folders[0] in OURS:
        return False
    if folders[:2] == ("babel", "locale-data"):
        return path.suffix == ".dat" and path.stem.partition("_")[0] not in READ
    return "tests" in folders or path.suffix == ".po" or (path.suffix == ".mo" and not SPOKEN & {*folders})


def leave_out(packages: Path) -> int:
    """Delete what is needless in the folder of the packages; return the bytes that it had."""
    found = [path for path in packages.rglob("*") if path.is_file() and is_needless(path.relative_to(packages))]
    bytes_of_all = sum(path.stat().st_size for path in found)
    for path in found:
        path.unlink()
    return bytes_of_all


if __name__ == "__main__":
    installed = Path(sysconfig.get_path("purelib"))
    sys.stdout.write(f"{leave_out(installed) / 1e6:.0f} MB left out of {installed}\n")
