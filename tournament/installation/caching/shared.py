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
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

REST = 5.0
"""Seconds for which a cache that failed is not asked again, so that no request waits for it in vain."""
SEAL = 32
"""Bytes of the signature before each value."""

Answer = TypeVar("Answer")


class SealedSerializer:
    """Pickles with a signature by the installation's secret key, so that nothing that others put into Redis is ever unpickled."""

    def dumps(self, value: Any) -> bytes:
        """Pack and sign."""
        packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        return _seal(packed) + packed

    def loads(self, sealed: bytes) -> Any:
        """Unpickle a value with a valid signature; None for everything else, which counts as a miss."""
        seal, packed = sealed[:SEAL], sealed[SEAL:]
        if not hmac.compare_digest(seal, _seal(packed)):
            return None
        return pickle.loads(packed)  # noqa: S301  its signature is ours


def _seal(packed: bytes) -> bytes:
    return hmac.digest(f"kept pages {settings.SECRET_KEY}".encode(), packed, "sha256")


class SharedCache(RedisCache):
    """A Redis cache that may be away: reads then miss, and writes do nothing."""

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

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value, if Redis answers."""
        self._try(lambda: super(SharedCache, self).set(key, value, timeout, version), None)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a value where the key has none; true where that was done."""
        return self._try(lambda: super(SharedCache, self).add(key, value, timeout, version), default=False)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a key; true where it was there."""
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
        if time.monotonic() < self._rests_until:
            return default
        try:
            return ask()
        except (RedisError, OSError) as failure:
            self._rests_until = time.monotonic() + REST
            log.warning("The shared cache is away (%s); pages are made again.", type(failure).__name__)
            return default
