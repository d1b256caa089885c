"""The lock files agree with pyproject.toml: each names all that is required there, in a version that fits, and nothing else."""

from __future__ import annotations

from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.windows.parts import entries_of
from tests.conftest import ROOT
from tests.run.locks import HEAD, LOCKS, required_by


def pinned(lock: str) -> dict[str, Requirement]:
    """What a lock file names, by its name."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    found = [Requirement(entry.partition("--hash=")[0].strip()) for entry in entries_of(text)]
    return {canonicalize_name(each.name): each for each in found}


def brought(required: list[Requirement]) -> set[str]:
    """The names of all that these requirements bring on some system, as far as the packages are installed here."""
    names: set[str] = set()
    waiting = [(each, extra) for each in required for extra in ("", *each.extras)]
    seen = set()
    while waiting:
        each, extra = waiting.pop()
        name = canonicalize_name(each.name)
        names.add(name)
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            further = [Requirement(line) for line in metadata.requires(name) or ()]
        except metadata.PackageNotFoundError:  # of another system
            continue
        for one in further:
            of_extra = "extra ==" in str(one.marker)
            if not of_extra or (extra and f'extra == "{extra}"' in str(one.marker)):
                waiting += [(one, more) for more in ("", *one.extras)]
    return names


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_what_is_required_and_nothing_else_with_its_checksums(lock: str) -> None:
    required, pins = [Requirement(line) for line in required_by(lock, ROOT)], pinned(lock)
    wrong = [
        str(each)
        for each in required
        if canonicalize_name(each.name) not in pins
        or not each.specifier.contains(next(iter(pins[canonicalize_name(each.name)].specifier)).version)
    ]
    assert not wrong, "these are not locked, or in a version that does not fit"
    assert not set(pins) - brought(required), "these are locked, and nothing requires them"
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert all("--hash=sha256:" in entry for entry in entries_of(text))
    assert text.startswith(HEAD)


def test_no_other_lock_is_there() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.glob("*/*.lock")} | {
        path.name for path in ROOT.glob("*.lock")
    }
    assert {name for name in found if not name.startswith(".")} == set(LOCKS)
