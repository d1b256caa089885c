"""The server is killed while desks save, and the power is cut: whatever was answered "saved" is there, and nothing half."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread

import psycopg

from tests.run.postgres import running_cluster
from tests.tournament.faults.house import Ask, Desk, House, Prepared, Save, check_whole, prepare, standing
from tests.tournament.serving.running import free_port, put_migrated_on_server, wait

SAVES = 140
DESKS = 3


class Saving:
    """Desks that save side by side until so many were answered, and go on after the server comes back."""

    def __init__(self, house: House, prepared: Prepared) -> None:
        self._house, self._prepared = house, prepared
        self._lock, self._over = Lock(), Event()
        self.acknowledged: list[Save] = []
        self.refused: list[tuple[int, str]] = []
        self.sent = 0
        self._threads = [Thread(target=self._save_on, args=(number,)) for number in range(DESKS)]

    def __enter__(self) -> Saving:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _save_on(self, number: int) -> None:
        desk = Desk(self._house.port, self._prepared, seed=number)
        own = [table for table in self._prepared.cash if table % DESKS == number]
        while not self._over.is_set() and len(self.acknowledged) < SAVES:
            save = desk.next_save(own)
            with self._lock:
                self.sent += 1
            answer = desk.send(save)
            with self._lock:
                if answer.status == 200:
                    self.acknowledged.append(save)
                elif answer.status:
                    self.refused.append((answer.status, answer.text[:300]))
            if not answer.status:
                self._over.wait(0.05)

    def until(self, count: int) -> list[Save]:
        """Wait for so many answers; those there are."""
        wait(lambda: len(self.acknowledged) >= count or not any(thread.is_alive() for thread in self._threads))
        assert len(self.acknowledged) >= count, self._house.said[-3000:]
        return self.so_far()

    def so_far(self) -> list[Save]:
        """What was answered until now."""
        with self._lock:
            return list(self.acknowledged)


def save_and_kill(house: House, prepared: Prepared, at: Callable[[Saving], None]) -> Saving:
    """So many saves, with the server killed twice among them; ``at`` is called between."""
    with Saving(house, prepared) as saving:
        for count in (20, 70):
            saving.until(count)
            house.kill()
            house.start()
            at(saving)
        saving.until(SAVES)
    assert saving.refused == []
    assert saving.sent > len(saving.acknowledged), "no save was under way when the server was killed"
    return saving


def of_file(database: Path) -> Ask:
    def ask(question: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute(question).fetchall()

    return ask


def test_on_sqlite_no_answered_save_is_lost_when_the_server_is_killed_or_the_power_is_cut(
    tmp_path: Path, filled: tuple[Path, Prepared]
) -> None:
    made, prepared = filled
    database = Path(shutil.copy(made, tmp_path))
    cuts: list[tuple[Path, list[Save]]] = []
    chance = Random(7)

    def cut(saving: Saving) -> None:
        """What a power cut would leave: the file and its log, while the writers hold still wherever they are."""
        for _ in range(3):
            before = saving.until(len(saving.acknowledged) + chance.randrange(1, 15))
            house.signal(signal.SIGSTOP)
            wait(house.holds_still)
            try:
                left = tmp_path / f"cut-{len(cuts)}" / database.name
                left.parent.mkdir()
                for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
                    shutil.copy(tmp_path / name, left.with_name(name))
                left.with_name(f"{database.name}-shm").rename(
                    left.with_name("index")
                )  # it would not outlive a power cut
            finally:
                house.signal(signal.SIGCONT)
            cuts.append((left, before))

    with standing(tmp_path, f"sqlite:///{database}", free_port()) as house:
        saving = save_and_kill(house, prepared, cut)
        house.kill()
    assert of_file(database)("PRAGMA integrity_check") == [("ok",)]
    assert SAVES <= check_whole(of_file(database), saving.acknowledged, prepared) <= saving.sent
    assert len(cuts) == 6
    for left, before in cuts:
        torn = left.with_name("torn.sqlite3")
        log = left.with_name(f"{left.name}-wal")
        shutil.copy(left, torn)
        kept = log.read_bytes()
        # What a checkpoint has begun to write into the file was safe in the log before, so no cut tears that.
        safe = min(len(kept), safe_of_log(left.with_name("index"), kept))
        torn.with_name("torn.sqlite3-wal").write_bytes(kept[: chance.randrange(safe, len(kept) + 1)])
        for each, answered in ((left, before), (torn, [])):
            assert of_file(each)("PRAGMA integrity_check") == [("ok",)]
            check_whole(of_file(each), answered, prepared)


def safe_of_log(index: Path, log: bytes) -> int:
    """How many bytes of a log a checkpoint has taken: the frames that its index says were tried (https://sqlite.org/walformat.html)."""
    (tried,) = struct.unpack_from("=I", index.read_bytes(), 128)
    (page,) = struct.unpack_from(">I", log, 8)
    return int(32 + tried * (24 + page)) if tried else 0


def of_server(address: str) -> Ask:
    def ask(question: str) -> list[tuple[object, ...]]:
        with psycopg.connect(address) as connection:
            return connection.execute(question).fetchall()

    return ask


def test_on_postgresql_no_answered_save_is_lost_and_a_restart_of_the_database_is_told(
    tmp_path: Path, kept_database: Path
) -> None:
    with running_cluster("-c max_connections=60") as cluster:
        put_migrated_on_server(kept_database, cluster.address)
        prepared = prepare(tmp_path, cluster.address)
        with standing(tmp_path, cluster.address, free_port()) as house:
            saving = save_and_kill(house, prepared, lambda _: None)
            assert SAVES <= check_whole(of_server(cluster.address), saving.acknowledged, prepared) <= saving.sent

            desk = Desk(house.port, prepared, seed=99)
            acknowledged = saving.so_far()
            for how in ("fast", "immediate"):
                cluster.stop(how)
                cluster.start()
                acknowledged.append(saved(desk))  # the very next save, on connections that were open

            cluster.stop("immediate")
            lost = desk.next_save()
            answer = desk.send(lost, as_page=True)
            page = desk.get(f"/{prepared.slug}/")
            cluster.start()
            assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
            assert "The database does not answer" in answer.text
            assert "Your last change may not have been saved" in answer.text
            assert f'name="key" value="{lost.key}"' in answer.text, "the page sends the form once more"
            assert page.status in (200, 503)
            assert (
                "ERROR tournament.faults: POST /desk/fault-cup-2026/rounds/1/results/: The database does" in house.said
            )
            assert desk.send(lost, as_page=True).status == 302
            check_whole(of_server(cluster.address), [*acknowledged, lost], prepared)


def saved(desk: Desk) -> Save:
    """Save a table, and be answered that it is."""
    save = desk.next_save()
    answer = desk.send(save)
    assert answer.status == 200, answer.text[:500]
    return save
