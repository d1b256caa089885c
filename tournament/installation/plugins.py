"""Django apps that plug-ins add: checked before Django sees them, and guarded, so that an error of theirs leaves everything else alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning

from games import plugins
from games.sentences import gettext_lazy as _

OUR_LABELS = frozenset({"tournament", "games_on_devices", "slices"})
"""The labels of our apps that are not the last part of their names."""

PLUGINS = "plugins"
"""What commands call the check of them."""

_by_label: dict[str, plugins.Plugin] = {}


def added_apps(ours: Sequence[str]) -> list[str]:
    """Return what plug-ins add to ``INSTALLED_APPS``; ``ours`` are the apps that are there.

    The entry point is the app's configuration, a subclass of `AppConfig`. Errors of its models or in its ``ready`` are noted and pass.
    """
    taken = {*OUR_LABELS, *(each.rpartition(".")[2] for each in ours)}

    def check(plugin: plugins.Plugin, config: type) -> type:
        if not issubclass(config, AppConfig):
            raise plugins.PluginError(
                _(
                    "it must be of type {wanted}, not {kind}.",
                    wanted="AppConfig",
                    kind=config.__name__,
                )
            )
        label = getattr(config, "label", "") or config.name.rpartition(".")[2]
        if label in taken:
            raise plugins.PluginError(_("its label “{label}” is taken; give it another one.", label=label))
        import_module(config.name)
        taken.add(label)
        _by_label[label] = plugin
        for name in ("import_models", "ready"):
            setattr(config, name, _guarded_method(plugin, getattr(config, name)))
        return config

    found = plugins.Registry(plugins.APPS, type, check=check)
    return [f"{config.__module__}.{config.__qualname__}" for config in found.values()]


def _guarded_method(plugin: plugins.Plugin, method: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return a method of an app's configuration whose errors are noted and pass."""

    @wraps(method)
    def call(config: AppConfig) -> None:
        try:
            method(config)
        except Exception as error:  # noqa: BLE001  whatever the code of a plug-in raises
            plugins.leave_out(plugin, plugins.failure_sentence(error))

    return call


def added_urls(config: AppConfig) -> str:
    """Return the module with the pages that an app adds to the desk of every event, its ``event_urls``; empty for none that can be read."""
    name = str(getattr(config, "event_urls", ""))
    try:
        if name:
            import_module(name)
    except Exception as error:
        if config.label not in _by_label:
            raise
        plugins.leave_out(_by_label[config.label], plugins.failure_sentence(error))
        return ""
    return name


def check_plugins(**_options: Any) -> list[CheckMessage]:
    """Return a warning for every plug-in that cannot be used, for ``check`` and every command that checks."""
    if not any(map(plugins.offers_in, plugins.GROUPS)):
        return []
    import_module(settings.ROOT_URLCONF)  # whose pages need all of them
    plugins.load_all()
    return [Warning(str(fault), id="top_table.W001") for fault in plugins.faults()]
