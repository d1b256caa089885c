"""Which language is spoken now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE_LANGUAGE = "en-gb"
"""The language in which sentences stand in the code; its catalogue is the code itself."""

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def _source_language() -> str:
    return SOURCE_LANGUAGE


_ask: list[Callable[[], str | None]] = [_source_language]


def follow(ask: Callable[[], str | None]) -> None:
    """Ask ``ask`` for the language wherever ``speaking`` has chosen none: the web application gives Django's ``get_language``."""
    _ask[0] = ask


def language() -> str:
    """Return the code of the language that is spoken now, "en-gb" or "de"."""
    return _spoken.get() or _ask[0]() or SOURCE_LANGUAGE


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak the language ``code`` inside the block, on paper in two languages for example; templates follow Django's own ``override``."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)
