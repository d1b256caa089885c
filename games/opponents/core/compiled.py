"""One source, two ways to run: compiled by numba where it is installed, as plain Python elsewhere.

With `GAMES_PLAIN=1` in the environment nothing is compiled. What was compiled is kept in the user's cache under the digest of
the source, so that a change of one module never meets machine code of another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _is_there() -> bool:
    """Whether numba is installed and fits this Python."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


#: Whether the core runs compiled.
COMPILED: Final = os.environ.get("GAMES_PLAIN", "") not in ("1", "on") and _is_there()

#: Whole numbers one after the other: a list, or compiled an array of numpy.
Numbers = Any


def _cache_folder() -> Path:
    digest = sha256()
    opponents = Path(__file__).resolve().parents[1]
    for path in sorted([*opponents.glob("core/*.py"), *opponents.glob("search/*.py")]):
        digest.update(path.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME", "") + "/.cache"
    return Path(home) / "acquire-opponents" / digest.hexdigest()[:16]


def _can_keep(folder: Path) -> bool:
    """Whether machine code can be kept there; where it cannot, every start compiles anew."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


if COMPILED:
    import numba
    import numpy

    _FOLDER: Final = _cache_folder()
    _KEPT: Final = _can_keep(_FOLDER)
    if _KEPT:
        numba.config.CACHE_DIR = str(_FOLDER)

    def compiled(function: _Function) -> _Function:
        """The function, compiled at its first call.

        Nothing in it makes an array, so nothing counts who refers to one: that would be two thirds of the time.
        """
        return numba.njit(function, cache=_KEPT, nogil=True, _nrt=False)  # type: ignore[no-any-return]

    def numbers(values: Sequence[int]) -> Numbers:
        """These numbers as positions and editions keep them."""
        return numpy.array(values, dtype=numpy.int64)

    def zeros(count: int) -> Numbers:
        """So many zeros; memory is taken where they are written over."""
        return numpy.zeros(count, dtype=numpy.int64)

else:

    def compiled(function: _Function) -> _Function:
        """The function as it is."""
        return function

    def numbers(values: Sequence[int]) -> Numbers:
        """These numbers as positions and editions keep them."""
        return list(values)

    def zeros(count: int) -> Numbers:
        """So many zeros."""
        return [0] * count
