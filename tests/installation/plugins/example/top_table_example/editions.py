"""An edition: the base game, with four shares a turn."""

from __future__ import annotations

from games.acquire.editions import Edition

GENEROUS = Edition(name="generous", title="House rules: four shares a turn", buy_max=4)
