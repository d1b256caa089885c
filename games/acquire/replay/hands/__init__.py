"""Replaying what happens to tiles in hands: drawn, set aside as dead, shown and exchanged (R16-R19)."""

from games.acquire.replay.hands.dead import keep_dead, on_dead, skip_replacement
from games.acquire.replay.hands.draws import on_draw
from games.acquire.replay.hands.shown import on_pass, on_return, on_show

__all__ = ["keep_dead", "on_dead", "on_draw", "on_pass", "on_return", "on_show", "skip_replacement"]
