"""Write the database of this version and what it says of itself into fixtures/upgrade: `python -m tests.upgrade.write 2.0`.

It is the database of the first edition, migrated, with a day of this version played in it: so it holds every kind of row there ever was.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.upgrade.old_house import SQLITE_NAME, unpack_sqlite

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures/upgrade"


def main(version: str) -> None:
    """Write both files of ``version``; refuses to write over those of an earlier day."""
    folder = FIXTURES / version
    folder.mkdir()
    with TemporaryDirectory() as scratch:
        file = unpack_sqlite(Path(scratch))
        run(file, "-m", "django", "migrate", "--verbosity", "0")
        run(file, "-m", "tests.upgrade.day")
        told = run(file, "-m", "tests.upgrade.told")
        archives = run(file, "-m", "tests.upgrade.archives")
        run(file, "-c", "import os, sqlite3; sqlite3.connect(os.environ['DATABASE_URL'][10:]).execute('VACUUM')")
        (folder / f"{SQLITE_NAME}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    (folder / "archives.json.gz").write_bytes(gzip.compress(archives.encode(), mtime=0))
    (folder / "expected.json.gz").write_bytes(gzip.compress(told.encode(), mtime=0))


def run(file: Path, *command: str) -> str:
    """Run Python on the database in ``file`` and return what it prints; raises CalledProcessError where it fails."""
    surroundings = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, *command], env=surroundings, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
