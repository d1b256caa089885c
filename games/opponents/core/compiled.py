"""The core is compiled by numba where it is installed, and runs as plain Python elsewhere.

With `GAMES_PLAIN=1` in the environment nothing is compiled. Machine code is cached in the user's cache folder under the digest of the
source, so that changed source never runs with machine code of an earlier version.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _is_there() -> bool:
    """Whether numba can be imported."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


#: Whether the core runs compiled.
COMPILED: Final = os.environ.get("GAMES_PLAIN", "") not in ("1", "on") and _is_there()

#: A sequence of whole numbers: a list, or where numba compiles an array of numpy.
Numbers = Any


def _cache_folder() -> Path:
    """The folder for machine code compiled from the present source."""
    digest = sha256()
    opponents = Path(__file__).resolve().parents[1]
    for path in sorted([*opponents.glob("core/*.py"), *opponents.glob("search/*.py")]):
        digest.update(path.read_bytes())
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")  # Windows names the second
    home = Path(named) if named else Path(os.environ.get("HOME", "/")) / ".cache"
    return home / "acquire-opponents" / digest.hexdigest()[:16]


def _can_cache(folder: Path) -> bool:
    """Create a folder and return whether machine code can be cached in it; if not, it is compiled anew at every start."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


if COMPILED:
    import numba
    import numpy

    _FOLDER: Final = _cache_folder()
    _IS_CACHED: Final = _can_cache(_FOLDER)
    if _IS_CACHED:
        numba.config.CACHE_DIR = str(_FOLDER)

    def compiled(function: _Function) -> _Function:
        """Return a function that is compiled at its first call.

        A compiled function must not make arrays; therefore numba need not count references, which would take two thirds of the time.
        """
        return numba.njit(function, cache=_IS_CACHED, nogil=True, _nrt=False)  # type: ignore[no-any-return]

    def numbers(values: Sequence[int]) -> Numbers:
        """The values as an array such as positions and editions are."""
        return numpy.array(values, dtype=numpy.int64)

    def zeros(count: int) -> Numbers:
        """Return an array of ``count`` zeros, which takes no memory until it is written."""
        return numpy.zeros(count, dtype=numpy.int64)

else:

    def compiled(function: _Function) -> _Function:
        """Return the function unchanged: nothing is compiled."""
        return function

    def numbers(values: Sequence[int]) -> Numbers:
        """The values as an array such as positions and editions are."""
        return list(values)

    def zeros(count: int) -> Numbers:
        """Return a list of ``count`` zeros."""
        return [0] * count
