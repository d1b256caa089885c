"""One short game an edition, kept as its deeds with what every recipient was told after each: a change of either is seen.

Written anew by ``python -m tests.games.acquire.play.devices.golden``; read the difference before it is kept.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from games.acquire.actions import Action, ActKind
from games.acquire.editions import Disposal
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.deeds import Holdings, deed_document, deed_from, terms_document, terms_from
from games.acquire.play.devices.session import Session, add_deed, log_of, open_session, pending_question
from games.acquire.play.devices.views import arbiter_view, board_view, seat_view
from tests.games.acquire.play.devices.tables import NAMES, played, terms

FOLDER = Path(__file__).parents[5] / "fixtures" / "protocol" / "games"

#: Players and rules by which a game of an edition is short.
_SHORT: dict[str, dict[str, object]] = {name: {"safe_size": 5, "end_size": 12} for name in NAMES}
_SEATS = {"wikipedia": 2, "ah1999": 2, "codewar": 4, "netacquire": 4}
_CLOSED = frozenset({"ah2008", "montecarlo"})


def told(session: Session) -> dict[str, dict[str, Any]]:
    """Every view of a session with the news of the last deeds, by recipient."""
    since = session.number - 8
    views = {"board": board_view(session, at=session.at, since=since)}
    views["arbiter"] = arbiter_view(session, at=session.at, since=since)
    for seat, name in enumerate(session.terms.ids):
        views[name] = seat_view(session, seat, at=session.at, since=since, connected=(seat,), legal=True)
    return views


def mark(view: dict[str, Any]) -> str:
    """A few letters by which a view is known again."""
    return sha256(json.dumps(view, separators=(",", ":")).encode()).hexdigest()[:8]


def marks(session: Session) -> str:
    """The marks of all views of a session, in the order of `told`."""
    return " ".join(map(mark, told(session).values()))


def replayed(document: dict[str, Any]) -> dict[str, Any]:
    """What a kept game comes to today: the marks after each deed behind which somebody is asked, the last views, the log."""
    game = terms_from(document["terms"])
    session = open_session(game)
    found: dict[str, str] = {}
    for deed in document["deeds"]:
        session = add_deed(session, deed_from(deed, game))
        if pending_question(session) is not None or session.is_over:
            found[str(session.number)] = marks(session)
    return {
        "terms": terms_document(game),
        "deeds": [deed_document(deed, game) for deed in session.deeds],
        "told": found,
        "last": told(session),
        "log": write_text(log_of(session)).splitlines(),
    }


def write() -> None:
    """Play a short game of every edition and keep it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        holdings = Holdings.CLOSED if name in _CLOSED else Holdings.OPEN
        game = terms(name, _SEATS.get(name, 3), rules=_SHORT[name], holdings=holdings, code="GOLD")
        tried = [list(played(game, Random(f"golden {name} {seed}"))) for seed in range(40)]
        shortest = min(tried, key=lambda steps: (not _has_merger(steps[-1]), len(steps)))
        deeds = [deed_document(deed, game) for deed in shortest[-1].deeds]
        kept = replayed({"terms": terms_document(game), "deeds": deeds})
        lines = ",\n".join(f"{json.dumps(key)}: {_spread(value)}" for key, value in kept.items())
        (FOLDER / f"{name}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def _has_merger(session: Session) -> bool:
    """Whether a chain was taken over; with shares sold or traded, where the edition knows that."""
    wanted = ActKind.DISPOSE if session.state.edition.disposal is Disposal.HST else ActKind.BONUS
    return any(isinstance(deed.what, Action) and deed.what.act is wanted for deed in session.deeds)


def _spread(value: Any) -> str:
    """JSON with one entry of a list or an object a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(inner)}" for key, inner in value.items()) + "\n}"


if __name__ == "__main__":
    write()
