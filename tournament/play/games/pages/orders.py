"""Orders of the arbiter: read one from form fields, and describe it in words, so that it can be confirmed.

An order about the game becomes an act of its log. Orders in `OF_THE_HOUSE` concern devices only and are not in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from games.acquire.actions import Action, ActKind
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import (
    ARBITER,
    Session,
    clock_at,
    decide,
    deed_document,
    news_for,
    pending_question,
    seen_since,
)
from games.acquire.play.devices.session import standing_after
from tournament.play.games.services.casual import LONGEST_DELAY
from tournament.play.games.words import clock_words, deed_words, with_names
from tournament.record.lengths import too_long
from tournament.record.vocabulary import whole_number

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pause": (),
    "resume": (),
    "time": ("player", "way", "minutes"),
    "takeback": (),
    "redraw": ("player",),
    "rewind": ("to",),
    "end": (),
    "timeout": ("player",),
    "found": ("chain",),
    "survivor": ("chain",),
    "order": ("chain",),
    "peek": ("player",),
    "link": ("seat",),
    "free": ("seat",),
    "delay": ("seconds",),
    "leave": (),
    "take-up": (),
    "stays": (),
}
"""The fields of a form for each order, without the field for its reason."""

OF_THE_HOUSE: Final = frozenset({"link", "free", "delay", "leave", "take-up", "stays"})
OF_CASUAL_GAMES: Final = OF_THE_HOUSE - {"delay", "stays"}
AT_ONCE: Final = frozenset({"pause", "resume", "take-up", "stays"})
"""Orders by which nothing can be lost: they are done without confirmation, whatever happened meanwhile, and once if sent twice."""
NEEDS_REASON: Final = frozenset({"time", "rewind"})
LONGEST_VALUE = 40
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Proposal:
    """An order to be confirmed: its form fields, what it does in words, and why it cannot be done now (``refusal``, empty if it can)."""

    fields: tuple[tuple[str, str], ...]
    title: str
    words: tuple[str, ...]
    button: str
    needs_reason: bool
    refusal: str


def order_of(form: QueryDict, session: Session) -> dict[str, Any] | None:
    """Return the order that a form or a query string describes; None where there is none.

    Raises ValueError with a sentence where a field cannot be read.
    """
    act = form.get("act", "")
    if act not in _FIELDS:
        return None
    order: dict[str, Any] = {"act": act, **{name: form.get(name, "").strip()[:LONGEST_VALUE] for name in _FIELDS[act]}}
    if "player" in order and order["player"] not in session.terms.ids:
        raise ValueError("Choose a player of this game.")
    if act == "time":
        seconds = _seconds_typed(order.pop("minutes"))
        order["seconds"] = seconds if order.pop("way") == "give" else -seconds
    elif act in ("found", "survivor", "order"):
        ask = pending_question(session)
        order["player"] = session.terms.ids[ask.seat] if ask else ""
        if act == "order":
            order["chains"] = [order.pop("chain")]
    for name, what in (("to", "an act"), ("seat", "a seat"), ("seconds", "seconds")):
        if isinstance(order.get(name), str):
            order[name] = (_delay_typed if act == "delay" else _number_typed)(order[name], what)
    if "seat" in order and not 1 <= order["seat"] <= len(session.terms.ids):
        raise ValueError("There is no such seat in this game.")
    if act in NEEDS_REASON:
        order["reason"] = _reason_typed(form)
    return order


def _reason_typed(form: QueryDict) -> str:
    """The reason that was typed, without superfluous spaces; ValueError where it is too long."""
    reason = " ".join(form.get("reason", "").split())
    if refusal := too_long(reason, LONGEST_REASON):
        raise ValueError(refusal)
    return reason


def _number_typed(typed: str, what: str) -> int:
    """A typed whole number; ValueError with a sentence that names ``what`` it is for."""
    if not (typed.isascii() and typed.isdigit()):
        raise ValueError(f"“{typed[:20]}” for {what} is no number; type a whole number.")
    return whole_number(typed)


def _delay_typed(typed: str, what: str) -> int:
    """A typed delay for watchers in seconds; ValueError where it is no number or too large."""
    if (seconds := _number_typed(typed, what)) > LONGEST_DELAY:
        raise ValueError(f"Watchers see the game 0 to {LONGEST_DELAY} seconds late; type a number between.")
    return seconds


def _seconds_typed(typed: str) -> int:
    """Return typed minutes, "2" or "1:30", in seconds; ValueError for anything else."""
    minutes, _, rest = typed.partition(":")
    parts = (minutes or "0", rest or "0")
    if not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts) or int(parts[1]) > 59:
        raise ValueError("Type minutes as 2 or as 1:30.")
    if not int(parts[0]) * 60 + int(parts[1]):
        raise ValueError("Say how much time; type minutes as 2 or as 1:30.")
    return int(parts[0]) * 60 + int(parts[1])


def proposal_of(
    order: Mapping[str, Any], form: QueryDict, session: Session, names: Mapping[str, str], at: int
) -> Proposal:
    """Return an order with a description in words of what it would do, and why it would be refused, if so.

    ``names`` are the players' names by ID; ``at`` is the current moment of the game in ms.
    """
    act = str(order["act"])
    title, words, button = _DESCRIPTIONS[act](order, session, names, at)
    fields = [("act", act), *((name, form.get(name, "").strip()[:LONGEST_VALUE]) for name in _FIELDS[act])]
    refusal = "" if act in OF_THE_HOUSE else with_names(_refusal(order, session, at), names)
    return Proposal(tuple(fields), title, tuple(words), button, act in NEEDS_REASON, refusal)


def _refusal(order: Mapping[str, Any], session: Session, at: int) -> str:
    """Return why an order cannot be done now, "" if it can.

    It is always empty for the order to end the game, because a refusal would tell the players something.
    """
    if order["act"] == "end":
        return ""
    try:
        reason = {"reason": "?"} if order["act"] in NEEDS_REASON else {}
        decide(session, ARBITER, {**order, **reason}, at=at, choose=min)
    except IllegalActionError as refusal:
        return str(refusal)
    return ""


# Each function below describes one order: its title, sentences about what it does, and the label of the button that confirms it.
_Description = tuple[str, list[str], str]
_Names = Mapping[str, str]


def _pause(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to pause the game."""
    return "Pause the game", ["Nobody acts and no clock runs until it goes on."], "Pause"


def _resume(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to resume a paused game."""
    return "Let the game go on", ["Whoever is asked may act again, and the clock runs."], "Go on"


def _time(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to give time to a player or to take it away, with what the clock would show."""
    name, seconds = names[order["player"]], order["seconds"]
    clocks, seat = clock_at(session, at), session.terms.ids.index(order["player"])
    verb, preposition = ("Give", "to") if seconds > 0 else ("Take", "from")
    much = clock_words(abs(seconds) * 1000)
    words = (
        [
            f"{name} has {clock_words(clocks[seat])} left, and then {clock_words(max(0, clocks[seat] + seconds * 1000))} (R27)."
        ]
        if clocks
        else []
    )
    if clocks and clocks[seat] + seconds * 1000 <= 0:
        words.append(f"With no time left {name} is out of time (R31-R34).")
    return f"{verb} {much} {preposition} {name}", words, f"{verb} {much}"


def _takeback(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to take the last tile back."""
    plays = [deed.what for deed in session.standing if isinstance(deed.what, Action) and deed.what.act is ActKind.PLAY]
    if not plays:
        return "Take a tile back", ["No tile was played yet."], "Take it back"
    document = _document_of(session, plays[-1])
    name = names[document["player"]]
    words = [
        f"{name} takes {document['tile']} back, with the chain it founded or merged, and plays another tile (R23, R26)."
    ]
    return f"Let {name} take {document['tile']} back", words, f"Take {document['tile']} back"


def _document_of(session: Session, what: Action) -> dict[str, Any]:
    """The act of the game's log that holds an action, as a document."""
    deed = next(deed for deed in reversed(session.standing) if deed.what is what)
    return deed_document(deed, session.terms)


def _redraw(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to exchange a player's whole hand."""
    name, seat = names[order["player"]], session.terms.ids.index(order["player"])
    many = len(session.state.hands[seat])
    words = [f"All {many} tiles of {name} go back into the bag, it is mixed, and {many} are drawn (R27)."]
    return f"A new hand for {name}", words, f"Draw a new hand for {name}"


def _rewind(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to go back to the position after an act, with what would be undone and what players have seen."""
    to = order["to"]
    standing = {deed.number for deed in standing_after(session.deeds, min(to, session.number))}
    stands = {deed.number for deed in session.standing}
    gone = [deed for deed in news_of(session, sorted(stands - standing)) if deed_words(deed, names)]
    words = [f"The game then stands as it stood {act_words(session, to, names) if to else 'before its first act'}."]
    if gone:
        one = len(gone) == 1
        words.append(
            f"{len(gone)} act{'' if one else 's'} {'is' if one else 'are'} undone; the log keeps {'it' if one else 'them'}, struck out."
        )
    if standing - stands:
        words.append("Acts that were undone before stand again.")
    words += _seen_tiles_words(session, to, names)
    if session.is_over:
        words.append("The game is over, and everybody could look at all hands since.")
    title = f"Go back to act {to}" if to else "Go back to the beginning"
    return title, words, title


def _seen_tiles_words(session: Session, to: int, names: _Names) -> list[str]:
    """Sentences about the tiles that players have seen since an act and will remember after going back behind it.

    The tiles are named only where hands may be opened; otherwise their number is told.
    """
    seen = seen_since(session, to)
    if not seen:
        return ["Nobody has seen a tile since that goes back."]
    opens = session.terms.opens_hands or session.is_over
    parts = [
        f"{names[player]} {', '.join(tiles) if opens else f'{len(tiles)} tile' + 's' * (len(tiles) != 1)}"
        for player, tiles in seen.items()
    ]
    return [f"Seen since, and to be taken back: {'; '.join(parts)}. Whoever saw them remembers them."]


def act_words(session: Session, number: int, names: _Names) -> str:
    """Return words for the position after an act: "after act 41: Ann plays 6E", or only "after act 41" if the act has no words."""
    document = next((deed_words(deed, names) for deed in news_for(session, None, number - 1, number)), "")
    return f"after act {number}" + (f": {document.rstrip('.')}" if document else "")


def news_of(session: Session, numbers: list[int]) -> Iterator[Mapping[str, Any]]:
    """Yield the acts with these numbers, without what is secret."""
    for number in numbers:
        yield from news_for(session, None, number - 1, number)


def _end(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to end the game."""
    words = ["The game ends now if an end condition holds (R12, R34); if none does, nothing happens."]
    return "End the game now", words, "End the game"


def _timeout(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to call a player out of time."""
    name = names[order["player"]]
    words = [
        f"The tiles of {name} go back into the bag; money stays, shares earn their bonuses and are sold when their chain goes "
        "(R31-R34). From then on the player is passed over."
    ]
    return f"Call {name} out of time", words, f"Call {name} out of time"


def _name(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to name a chain for a player whose time is over."""
    chain = order["chains"][0] if order["act"] == "order" else order["chain"]
    who = names.get(order["player"], "the player")
    does = {"found": f"{chain} is founded", "survivor": f"{chain} stays", "order": f"{chain} is settled next"}[
        order["act"]
    ]
    return f"Name {chain} for {who}", [f"{does}; then {who} is called out of time (R31)."], f"Name {chain}"


def _peek(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to look into a player's hand."""
    name = names[order["player"]]
    return (f"Look into the hand of {name}", ["Everybody is told that it was looked into."], f"Look into {name}'s hand")


def _seat_name(order: Mapping[str, Any], session: Session, names: _Names) -> str:
    """The name of the player at the seat that an order names."""
    return names[session.terms.ids[order["seat"] - 1]]


def _link(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to give a seat to another device by a link."""
    name = _seat_name(order, session, names)
    words = [
        "You get a link and a code. The first device that claims it holds the seat.",
        "The device or program that holds the seat now is let out at that moment, not before.",
    ]
    return f"Give the seat of {name} to another phone", words, "Give this seat to another phone"


def _free(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to free a seat before the game begins."""
    name = _seat_name(order, session, names)
    return (
        f"Free the seat of {name}",
        [f"{name} is let out, and whoever comes next may take the seat."],
        "Free this seat",
    )


def _delay(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to change how late watchers see the game."""
    return "Change how late watchers see", [f"Watchers see the game {order['seconds']} seconds late."], "Change it"


def _leave(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to leave the game unfinished."""
    words = [
        "The game is left as it is; nothing is recorded. The clocks stand.",
        "Everybody who plays may take it up again by one press, so it stays left as long as all agree.",
    ]
    return "Leave the game as it is", words, "Leave the game"


def _take_up(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the order to resume a game that was left unfinished."""
    return "Take the game up again", ["It goes on where it was left."], "Play on"


def _stays(order: Mapping[str, Any], session: Session, names: _Names, at: int) -> _Description:
    """Describe the answer to a player's request that the tile is not taken back."""
    return "The tile stays", ["Whoever asked to take it back reads that it stays."], "The tile stays"


_DESCRIPTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], Session, _Names, int], _Description]]] = {
    "pause": _pause,
    "resume": _resume,
    "time": _time,
    "takeback": _takeback,
    "redraw": _redraw,
    "rewind": _rewind,
    "end": _end,
    "timeout": _timeout,
    "found": _name,
    "survivor": _name,
    "order": _name,
    "peek": _peek,
    "link": _link,
    "free": _free,
    "delay": _delay,
    "leave": _leave,
    "take-up": _take_up,
    "stays": _stays,
}
