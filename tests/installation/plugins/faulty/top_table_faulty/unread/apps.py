"""The configuration of an app whose models cannot be imported."""

from __future__ import annotations

from django.apps import AppConfig


class WithoutModels(AppConfig):
    name = "top_table_faulty.unread"
