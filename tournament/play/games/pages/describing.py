"""Orders of the arbiter in words: what each would do, so that it can be confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.play.devices.deeds import deed_document
from games.acquire.play.devices.session import Session, clock_at, standing_after
from games.acquire.play.devices.views import news_for, seen_since
from tournament.play.games.words import clock_words, deed_words
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

# Each function below describes one order: its title, which is also on the button that confirms it, and sentences about what it does.
Description = tuple[str, list[str]]
_Names = Mapping[str, str]


def _end(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to end the game."""
    words = _("The game ends now if an end condition is met (R12, R34); otherwise, nothing happens.")
    return _("End the game"), [words]


def _leave(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to leave the game unfinished."""
    words = _("The clocks stop, and the game has no result. Any of its players can resume it with one press.")
    return _("Leave the game unfinished"), [words]


def _time(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to give time to a player or to take it away, with what the clock would show."""
    name, seconds = names[order["player"]], order["seconds"]
    clocks, seat = clock_at(session, at), session.terms.ids.index(order["player"])
    words = []
    if clocks:
        left, then = clock_words(clocks[seat]), clock_words(max(0, clocks[seat] + seconds * 1000))
        words.append(
            _("{player} has {left} left now and will then have {then} (R27).", player=name, left=left, then=then)
        )
    if clocks and clocks[seat] + seconds * 1000 <= 0:
        words.append(_("With no time left, {player} will be out of time (R31-R34).", player=name))
    values = {"player": name, "time": clock_words(abs(seconds) * 1000)}
    if seconds > 0:
        return _("Give {time} to {player}", **values), words
    return _("Take {time} from {player}", **values), words


def _takeback(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to take the last tile back."""
    plays = [deed for deed in session.standing if isinstance(deed.what, Action) and deed.what.act is ActKind.PLAY]
    if not plays:
        return _("Take a tile back"), []
    document = deed_document(plays[-1], session.terms)
    values = {"player": names[document["player"]], "tile": document["tile"]}
    words = [
        _(
            "{player} takes {tile} back, undoing any founding or merger, and plays another tile (R23, R26).",
            **values,
        )
    ]
    return _("Let {player} take {tile} back", **values), words


def _redraw(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to exchange a player's whole hand."""
    name, seat = names[order["player"]], session.terms.ids.index(order["player"])
    many = len(session.state.hands[seat])
    words = ngettext(
        "{player}’s tile goes back into the bag, the bag is mixed, and {n} tile is drawn (R27).",
        "All {n} of {player}’s tiles go back into the bag, the bag is mixed, and {n} are drawn (R27).",
        many,
        player=name,
    )
    return _("Draw a new hand for {player}", player=name), [words]


def _rewind(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to go back to the position after an act, with what would be undone and what players have seen."""
    to = order["to"]
    standing = {deed.number for deed in standing_after(session.deeds, min(to, session.number))}
    stands = {deed.number for deed in session.standing}
    gone = [deed for deed in news_of(session, sorted(stands - standing)) if deed_words(deed, names)]
    document = next((deed_words(deed, names) for deed in news_for(session, None, to - 1, to)), "") if to else ""
    words = [document] if document else []
    if gone:
        words.append(
            ngettext(
                "{n} move is undone; it stays in the log, struck out.",
                "{n} moves are undone; they stay in the log, struck out.",
                len(gone),
            )
        )
    if standing - stands:
        words.append(_("Moves that were undone earlier will count again."))
    words += _seen_tiles_words(session, to, names)
    title = _("Go back to move {number}", number=to) if to else _("Go back to the beginning")
    return title, words


def _seen_tiles_words(session: Session, to: int, names: _Names) -> list[str]:
    """Sentences about the tiles that players have seen since an act and will remember after going back behind it.

    The tiles are named only where hands may be opened; otherwise their number is told.
    """
    seen = seen_since(session, to)
    opens = session.terms.opens_hands or session.is_over
    parts = [
        _("{player} has seen {tiles}, which will go back.", player=names[player], tiles=listed(tiles))
        if opens
        else ngettext(
            "{player} has seen {n} tile that will go back.",
            "{player} has seen {n} tiles that will go back.",
            len(tiles),
            player=names[player],
        )
        for player, tiles in seen.items()
    ]
    return [" ".join(parts)] if parts else []


def news_of(session: Session, numbers: list[int]) -> Iterator[Mapping[str, Any]]:
    """Yield the acts with these numbers, without what is secret."""
    for number in numbers:
        yield from news_for(session, None, number - 1, number)


def _timeout(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to call a player out of time."""
    name = names[order["player"]]
    words = [
        _(
            "{player}’s tiles go back into the bag. The cash stays; shares earn their bonuses and are sold when their "
            "chain is merged (R31-R34).",
            player=name,
        )
    ]
    return _("Declare {player} out of time", player=name), words


def _name(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to name a chain for a player whose time is over."""
    chain = order["chains"][0] if order["act"] == "order" else order["chain"]
    values = {"chain": chain, "player": names.get(order["player"], _("the player"))}
    words = _("{chain} is named, and then {player} is declared out of time (R31).", **values)
    return _("Name {chain} for {player}", **values), [words]


def _peek(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to look into a player's hand."""
    name = names[order["player"]]
    return _("Look at {player}’s hand", player=name), [_("Everybody will be told that somebody looked at it.")]


def _seat_name(order: Mapping[str, Any], session: Session, names: _Names) -> str:
    """The name of the player at the seat that an order names."""
    return names[session.terms.ids[order["seat"] - 1]]


def _link(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to give a seat to another device by a link."""
    name = _seat_name(order, session, names)
    words = [
        _("The device or program that has the seat now keeps it until then."),
    ]
    return _("Give {player}’s seat to another phone", player=name), words


def _free(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> Description:
    """Describe the order to free a seat before the game begins."""
    name = _seat_name(order, session, names)
    return _("Free {player}’s seat", player=name), []


DESCRIPTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], Session, _Names, int], Description]]] = {
    "time": _time,
    "takeback": _takeback,
    "redraw": _redraw,
    "rewind": _rewind,
    "timeout": _timeout,
    "found": _name,
    "survivor": _name,
    "order": _name,
    "peek": _peek,
    "link": _link,
    "free": _free,
    "end": _end,
    "leave": _leave,
}
