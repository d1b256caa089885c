"""Files that Windows does not let go while somebody has them open."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tournament.installation.copies import replacing
from tournament.installation.copies.replacing import put_in_place, read_whole, remove


class Held:
    """Refuses an act on a file so many times, as Windows does while somebody has it open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, act: str, times: int, number: int | None = 32) -> None:
        self.tried, done = 0, getattr(Path, act)

        def refuses(path: Path, *words: object, **named: object) -> object:
            self.tried += 1
            if self.tried > times:
                return done(path, *words, **named)
            refusal = PermissionError(13, "the file is used by another process", str(path))
            refusal.winerror = number  # type: ignore[attr-defined]
            raise refusal

        monkeypatch.setattr(Path, act, refuses)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a word in it."""
    made = tmp_path / "file"
    made.write_text("word", encoding="utf-8")
    return made


def test_what_somebody_holds_for_a_moment_is_done_afterwards(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    held = Held(monkeypatch, "replace", 2)
    put_in_place(file, file.with_name("other"))
    assert (held.tried, file.exists()) == (3, False)
    Held(monkeypatch, "read_text", 2)
    assert read_whole(file.with_name("other")) == "word"
    Held(monkeypatch, "unlink", 2)
    remove(file.with_name("other"))
    remove(file)
    assert list(file.parent.iterdir()) == []


def test_what_somebody_goes_on_holding_is_refused_or_left(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(replacing, "PATIENCE", 0.05)
    Held(monkeypatch, "replace", 10_000)
    with pytest.raises(PermissionError):
        put_in_place(file, file.with_name("other"))
    Held(monkeypatch, "unlink", 10_000)
    remove(file)
    assert file.exists()


def test_a_refusal_of_another_kind_is_final(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    for act in (lambda: put_in_place(file, file.with_name("other")), lambda: remove(file), lambda: read_whole(file)):
        for name in ("replace", "unlink", "read_text"):
            Held(monkeypatch, name, 10_000, None)
        began = time.monotonic()
        with pytest.raises(PermissionError):
            act()
        assert time.monotonic() - began < replacing.PATIENCE / 2
        monkeypatch.undo()
