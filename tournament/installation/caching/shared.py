"""Pages kept for several hosts in Redis: what it holds is signed, and where it is away pages are made again and nobody notices.

Redis is never the place of anything that matters: sessions, keys of forms and locks are rows of the database.
"""

from __future__ import annotations

import hmac
import logging
import pickle
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

REST = 5.0
"""Seconds for which a cache that did not answer is not asked again, so that requests do not wait for it."""
SEAL = 32
"""The length in bytes of the signature before each value."""

Answer = TypeVar("Answer")


class SealedSerializer:
    """Pickles values and signs them with the installation's secret key; a value with any other signature is never unpickled."""

    def dumps(self, value: Any) -> bytes:
        """The signature of a value, followed by the pickled value."""
        packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        return _signature(packed) + packed

    def loads(self, sealed: bytes) -> Any:
        """Unpickle a value with a valid signature; None for any other, which then counts as not in the cache."""
        seal, packed = sealed[:SEAL], sealed[SEAL:]
        if not hmac.compare_digest(seal, _signature(packed)):
            return None
        return pickle.loads(packed)  # noqa: S301  its signature is ours


def _signature(packed: bytes) -> bytes:
    """The signature of a pickled value, made with the installation's secret key."""
    return hmac.digest(f"kept pages {settings.SECRET_KEY}".encode(), packed, "sha256")


class SharedCache(RedisCache):
    """A Redis cache that need not answer: reads then find nothing, and writes do nothing."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._options = {
            **params.get("OPTIONS", {}),
            "retry": Retry(NoBackoff(), 0),
        }  # to try again would keep a reader waiting
        self._rests_until = 0.0

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The cached value, or the default."""
        found = self._try(lambda: super(SharedCache, self).get(key, None, version), None)
        return default if found is None else found

    def set(self, key: str, value: Any, *how: Any, **more: Any) -> None:
        """Store a value, if Redis answers."""
        self._try(lambda: super(SharedCache, self).set(key, value, *how, **more), None)

    def add(self, key: str, value: Any, *how: Any, **more: Any) -> bool:
        """Store a value where the key has none, and return whether that was done."""
        return self._try(lambda: super(SharedCache, self).add(key, value, *how, **more), default=False)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a key, and return whether it was there."""
        return self._try(lambda: super(SharedCache, self).delete(key, version), default=False)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """The cached values of these keys."""
        return self._try(lambda: super(SharedCache, self).get_many(keys, version), {})

    def clear(self) -> None:
        """Delete everything in the cache."""
        self._try(lambda: super(SharedCache, self).clear(), None)

    def is_well(self) -> bool:
        """Whether Redis answers now."""
        try:
            return bool(self._cache.get_client().ping())
        except (RedisError, OSError):
            return False

    def _try(self, ask: Callable[[], Answer], default: Answer) -> Answer:
        """The result of ``ask``, or the default where Redis fails now or failed less than `REST` seconds ago."""
        if time.monotonic() < self._rests_until:
            return default
        try:
            return ask()
        except (RedisError, OSError) as failure:
            self._rests_until = time.monotonic() + REST
            log.warning("The shared cache is away (%s); pages are made again.", type(failure).__name__)
            return default
