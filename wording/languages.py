"""Which language is spoken now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE_LANGUAGE = "en-gb"
"""The language in which sentences stand in the code; its catalogue is the code itself."""

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_shortened: ContextVar[Callable[[str], str]] = ContextVar("shortened", default=str)


def _source_language() -> str:
    return SOURCE_LANGUAGE


_ask: list[Callable[[], str | None]] = [_source_language]


def follow(ask: Callable[[], str | None]) -> None:
    """Ask ``ask`` for the language wherever ``speaking`` has chosen none: the web application gives Django's ``get_language``."""
    _ask[0] = ask


def language() -> str:
    """Return the code of the language that is spoken now, "en-gb" or "de"."""
    return _spoken.get() or _ask[0]() or SOURCE_LANGUAGE


def shortening() -> Callable[[str], str]:
    """Return what every sentence goes through now, before figures and names are in it."""
    return _shortened.get()


@contextmanager
def speaking(code: str, shorten: Callable[[str], str] | None = None) -> Iterator[None]:
    """Speak the language ``code`` inside the block, on paper in two languages for example; templates follow Django's own ``override``.

    With ``shorten`` every sentence goes through it, before figures and names are in it.
    """
    token, kept = _spoken.set(code), _shortened.set(shorten or shortening())
    try:
        yield
    finally:
        _spoken.reset(token)
        _shortened.reset(kept)
