"""Pages kept in Redis: found by whoever has the installation's key, signed, and dispensable."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from django.core.cache.backends.base import BaseCache
from django.test import override_settings
from django.utils.module_loading import import_string

from tests.tournament.serving.deployed.servers import REDIS, end, redis
from tournament.installation.caching.address import cache_settings, is_well
from tournament.installation.environment import SettingError

SECRET = "s" * 40


def cache_at(address: str, secret: str = SECRET) -> BaseCache:
    told = cache_settings(address, secret)
    made = import_string(told["BACKEND"])(told.get("LOCATION", ""), {**told, "TIMEOUT": 300})
    assert isinstance(made, BaseCache)
    return made


@pytest.mark.skipif(not REDIS.exists(), reason="Redis is not on this machine")
def test_what_one_host_keeps_the_other_finds_and_nobody_else_puts_anything_in(tmp_path: Path) -> None:
    with override_settings(SECRET_KEY=SECRET), redis(tmp_path) as (address, program):
        first, second, stranger = cache_at(address), cache_at(address), cache_at(address, "other" * 8)
        first.set("page", {"kept": b"\0bytes"})
        assert (second.get("page"), stranger.get("page", "nothing")) == ({"kept": b"\0bytes"}, "nothing")
        assert (first.add("page", 1), first.add("other", 7), second.get_many(["other"])) == (False, True, {"other": 7})
        raw = second._cache.get_client()  # type: ignore[attr-defined]
        raw.set(second.make_key("page"), pickle.dumps("put in by somebody else"))
        assert second.get("page", "nothing") == "nothing"
        assert is_well(first)
        end(program)
        assert (first.get("other", "nothing"), first.add("other", 7), is_well(first)) == ("nothing", False, False)
        first.set("other", 8)
        first.clear()


def test_without_an_address_each_process_keeps_its_own_and_another_scheme_is_refused() -> None:
    assert cache_settings("", SECRET)["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"
    assert is_well(cache_at(""))
    with pytest.raises(SettingError) as refusal:
        cache_settings("memcached://secret@there", SECRET)
    assert str(refusal.value) == (
        "TOPTABLE_CACHE begins with 'memcached'; use redis://host:6379/0, rediss:// with TLS, or unix:///path/of/the.sock."
    )
