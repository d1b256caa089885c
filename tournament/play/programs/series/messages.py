"""The messages of a series as rows: what its command saw, and what a server refused a client from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from games.acquire.play.devices.messages import Acts
from tournament.play.games.models import GameSeat
from tournament.play.programs.models import LONGEST_CODE, Series, SeriesGame, SeriesMessage
from tournament.record.gaming import MessageWay

MOST_KEPT = 4_000
"""Messages kept of a series; a trace has all."""
LONGEST_KEPT = 600
"""Letters of a message that are kept; of a longer one its beginning."""
UNCOUNTED = frozenset({"stale", "game-not-begun", "paused", "game-over", "game-left"})
"""Refusals that are nobody's fault, as the game had moved on or waits."""


def row_of(played: SeriesGame, place: int, way: str, message: object) -> SeriesMessage | None:
    """A message as a row; None for a view that asks nothing. Of a view only its question is kept, never a hand."""
    code, body = "", message
    if way == MessageWay.TO.value and isinstance(message, Mapping):
        if message.get("t") == "view":
            ask = message.get("ask") or {}
            if "legal" not in ask:
                return None
            body = {"t": "view", "n": message["n"], "ask": {"phase": ask["phase"]}}
        elif message.get("t") == "no":
            code = str(message.get("code", ""))
    elif way == MessageWay.ABOUT.value and isinstance(message, Mapping):
        code = str(message.get("code", ""))
    return SeriesMessage(
        played=played,
        seat=place,
        bot=played.bots[place],
        at=timezone.now(),
        way=way,
        code=code[:LONGEST_CODE],
        body=_cut(body),
    )


def _cut(body: object) -> Any:
    """A message that every database keeps; of one that it does not, or that is too long, the beginning as text."""
    try:
        text = json.dumps(body, allow_nan=False)
    except (ValueError, RecursionError):
        return plain_text(repr(body) if isinstance(body, str) else "no message of the protocol")
    if len(text) > LONGEST_KEPT or "\\u0000" in text or "\\ud" in text:
        return text[:LONGEST_KEPT]
    return body


def plain_text(words: str) -> str:
    """The beginning of a text, without what no page shows."""
    return "".join(letter if letter.isprintable() else "?" for letter in words[:LONGEST_KEPT])


def forget_oldest(series: Series) -> None:
    """Keep the newest messages of a series alone."""
    rows = SeriesMessage.objects.filter(played__series=series)
    oldest = rows.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1]
    for key in oldest:
        rows.filter(pk__lte=key).delete()


def note_refused(seat: GameSeat, sent: Acts, answer: list[dict[str, Any]]) -> None:
    """Note what a server refused a client from elsewhere, until the command of its series takes it; nothing in any other game.

    Of several acts of which one was done what comes after it is nobody's fault.
    """
    first = answer[0] if answer else {}
    if first.get("t") != "no" or first.get("code") in UNCOUNTED:
        return
    played = SeriesGame.objects.filter(game=seat.game_id).first()
    if played is None:
        return
    line = {"t": "act", "id": sent.id, "n": sent.number, "acts": list(sent.requests)}
    SeriesMessage.objects.create(
        played=played,
        seat=seat.place,
        bot=played.bots[seat.place],
        at=timezone.now(),
        way=MessageWay.SENT.value,
        code=str(first["code"])[:LONGEST_CODE],
        body={"line": _cut(line), "message": plain_text(str(first["message"]))},
    )
