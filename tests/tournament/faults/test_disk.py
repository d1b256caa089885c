"""A disk that is full and one that can only be read: reading and paper go on, a save ends in a sentence, and is sent once more."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament.faults.house import Desk, House, Prepared, standing
from tests.tournament.faults.prepare import PASSWORD
from tests.tournament.serving.running import free_port

SIZE = 24_000_000


def may_mount() -> bool:
    """Whether this machine lets a program have a small disk of its own."""
    try:
        tried = subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False
        )
    except FileNotFoundError:
        return False
    return tried.returncode == 0


class SmallDisk:
    """A file system of 24 MB, filled to the last byte and emptied again."""

    words = 'mount -t tmpfs -o size=$1 tmpfs "$2" && cp -p "$3" "$2" && shift 3 && exec "$@"'

    def __init__(self, house: House, folder: Path) -> None:
        self._filler = Path(f"/proc/{house.pid}/root{folder}/filler")

    def fill(self) -> None:
        """Leave no byte."""
        with self._filler.open("wb", buffering=0) as filler:
            for size in (1_000_000, 4_096, 1):
                try:
                    while True:
                        filler.write(bytes(size))
                except OSError:
                    pass

    def free(self) -> None:
        """Make room."""
        self._filler.unlink()


class SizeLimit:
    """A limit on how long a file may be, as far as the database's log has grown; for machines that let nobody mount."""

    def __init__(self, house: House, folder: Path) -> None:
        self._group, self._folder = house.pid, folder

    def fill(self) -> None:
        """Let no file grow."""
        self._set(max(path.stat().st_size for path in self._folder.glob("*.sqlite3-wal")))

    def free(self) -> None:
        """Let files grow again."""
        self._set(resource.RLIM_INFINITY)

    def _set(self, size: int) -> None:
        for process in Path("/proc").iterdir():
            if process.name.isdecimal() and _group_of(int(process.name)) == self._group:
                resource.prlimit(int(process.name), resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _group_of(process: int) -> int:
    try:
        return os.getpgid(process)
    except ProcessLookupError:
        return 0


KINDS = [*(["small disk"] if may_mount() else []), "size limit"]
"""What this machine permits; a limit can always be set."""

Standing = tuple[House, Desk, SmallDisk | SizeLimit]


@pytest.fixture(params=KINDS)
def on_a_disk(filled: tuple[Path, Prepared], tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Standing]:
    """A server on a disk that can be filled."""
    made, prepared = filled
    folder = tmp_path / "disk"
    folder.mkdir()
    address = f"sqlite:///{folder / made.name}"
    if request.param == "small disk":
        inside = ["unshare", "-rm", "sh", "-c", SmallDisk.words, "sh", str(SIZE), str(folder), str(made)]
        with standing(tmp_path, address, free_port(), inside=inside) as house:
            yield house, Desk(house.port, prepared), SmallDisk(house, folder)
    else:
        (folder / made.name).write_bytes(made.read_bytes())
        with standing(tmp_path, address, free_port()) as house:
            yield house, Desk(house.port, prepared), SizeLimit(house, folder)


def test_on_a_full_disk_a_save_is_kept_on_its_page_and_everything_can_be_read(on_a_disk: Standing) -> None:
    house, desk, disk = on_a_disk
    slug = desk.prepared.slug
    assert desk.send(desk.next_save()).status == 200
    assert desk.get(f"/desk/{slug}/rounds/1/results/").status == 200
    disk.fill()
    save = desk.next_save()
    by_script, by_page = desk.send(save), desk.send(save, as_page=True)
    reading = {
        path: desk.get(path).status
        for path in (
            f"/desk/{slug}/rounds/1/results/",
            f"/{slug}/",
            f"/{slug}/standings/",
            f"/desk/{slug}/sheets/pairings-by-table.pdf",
        )
    }
    log_in = desk.post("/login/", {"username": "director", "password": PASSWORD}, {"Accept": "text/html"})
    disk.free()
    assert (by_script.status, by_page.status, log_in.status) == (503, 503, 503), by_script.text
    assert set(reading.values()) == {200}, reading
    said = (
        "The disk of this installation is full."
        if isinstance(disk, SmallDisk)
        else "The disk failed to store or read data."
    )
    assert by_script.text.startswith(said)
    assert by_script.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Your last change was not saved; everything saved before it is safe." in by_page.text
    assert f'name="key" value="{save.key}"' in by_page.text
    assert PASSWORD not in log_in.text
    assert f"ERROR tournament.faults: POST /desk/{slug}/rounds/1/results/: {said}" in house.said
    assert "pairings-by-table was opened and not written down" in house.said
    assert desk.send(save, as_page=True).status == 302, "the same form once more, when there is room"
    assert desk.send(desk.next_save()).status == 200


def without_the_rights_of_root() -> None:
    """Let the file's own rights count, even for a test that is run by root."""
    drop, overrides = 24, 1
    ctypes.CDLL(None).prctl(drop, overrides, 0, 0, 0)


def test_a_file_that_can_only_be_read_is_read(filled: tuple[Path, Prepared], tmp_path: Path) -> None:
    made, prepared = filled
    database = tmp_path / made.name
    database.write_bytes(made.read_bytes())
    database.chmod(0o444)
    with standing(tmp_path, f"sqlite:///{database}", free_port(), before=without_the_rights_of_root) as house:
        desk = Desk(house.port, prepared)
        assert desk.get(f"/{prepared.slug}/").status == 200
        assert desk.get(f"/desk/{prepared.slug}/rounds/1/results/").status == 200
        save = desk.next_save()
        answer = desk.send(save, as_page=True)
        assert (answer.status, "The database can only be read, not written" in answer.text) == (503, True)
        assert "tournament.faults: POST /desk/fault-cup-2026/rounds/1/results/: The database can only" in house.said
        house.kill()
    database.chmod(0o644)
    with standing(tmp_path, f"sqlite:///{database}", free_port()) as house:
        assert Desk(house.port, prepared).send(save, as_page=True).status == 302
