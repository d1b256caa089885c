"""Convert between the protocol and the core: acts to numbers and back, and views to positions.

What a view does not show is filled in: unknown tiles are put into the bag and the hands of others in any order, hidden shares are dealt
out evenly to their possible holders, and a merger has no defunct chains but those in the question. An earlier view of the same game may
add the sizes and prices before the merger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.acquire.actions import Card
from games.acquire.board import parse_tile, tile_name
from games.acquire.editions.labels import LabelSet, label_set
from games.acquire.editions.values import edition_named
from games.opponents.core import layout as at
from games.opponents.core.board import measure, touched
from games.opponents.core.layout import Numbers, numbers
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import set_out

Document = Mapping[str, Any]

_CARDS = tuple(Card)


def act_of(document: Document, labels: LabelSet) -> int:
    """Return the number of an act that the protocol writes as ``document``."""
    chain = labels.names.index
    match document["act"]:
        case "play":
            return parse_tile(document["tile"])
        case "buy":
            return at.purchase((chain(name), count) for name, count in document["shares"].items())
        case "dispose":
            return at.disposal(document["sell"], document["trade"])
        case "found":
            return at.FOUNDS + chain(document["chain"])
        case "survivor":
            return at.SURVIVORS + chain(document["chain"])
        case "order":
            return at.ORDERS + chain(document["chains"][0])
        case "swap":
            return at.SWAP + 7 * chain(document["give"]) + chain(document["take"])
        case "card":
            return at.CARD + _CARDS.index(Card(document["card"]))
        case word:
            return {"pass": at.PASS, "draw": at.DRAWS, "clock": at.DRAWS, "end": at.END}[word]


def document_of(act: int, labels: LabelSet, chain: int = -1, owned: int = 0) -> dict[str, Any]:
    """Return an act as the protocol writes it. Only for a disposal ``chain`` and ``owned`` count: of which chain, and how many shares."""
    if act < at.PASS:
        return {"act": "play", "tile": tile_name(act)}
    if act >= at.PURCHASE:
        return {"act": "buy", "shares": {labels.names[of]: count for of, count in at.decoded_purchase(act)}}
    if act >= at.DISPOSAL:
        sell, trade = at.decoded_disposal(act)
        hold = owned - sell - trade
        return {"act": "dispose", "chain": labels.names[chain], "sell": sell, "trade": trade, "hold": hold}
    if act >= at.SWAP:
        given, taken = divmod(act - at.SWAP, 7)
        return {"act": "swap", "give": labels.names[given], "take": labels.names[taken]}
    if act >= at.END:
        return {"act": "end" if act == at.END else "draw"}
    return _act_with_names(act, labels)


def _act_with_names(act: int, labels: LabelSet) -> dict[str, Any]:
    """An act that names a card or a chain as the protocol writes it, or the pass."""
    if act >= at.CARD:
        return {"act": "card", "card": _CARDS[act - at.CARD].value}
    if act >= at.ORDERS:
        return {"act": "order", "chains": [labels.names[act - at.ORDERS]]}
    if act >= at.SURVIVORS:
        return {"act": "survivor", "chain": labels.names[act - at.SURVIVORS]}
    if act >= at.FOUNDS:
        return {"act": "found", "chain": labels.names[act - at.FOUNDS]}
    return {"act": "pass"}


View = Mapping[str, Any]

_PHASES = {
    "play": at.PLAY,
    "found": at.FOUND,
    "survivor": at.SURVIVOR,
    "order": at.ORDER,
    "dispose": at.DISPOSE,
    "buy": at.BUY,
    "card": at.BUY,
    "draw": at.DRAW,
}
_LATE = range(at.FREE_3, at.TRADE_2 + 1)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A position as a seat knows it: the arrays of position and edition, the seat (from 0, in turn order), the names of the chains."""

    position: Numbers
    edition: Numbers
    seat: int
    labels: LabelSet


def knowledge_of(view: View, before: View | None = None) -> Knowledge:
    """Return the position as the seat of a view knows it; ``before`` is an earlier view of the same game, None for none.

    Raises:
        EditionError: if the edition is not one that opponents play.
    """
    edition = edition_named(view["game"]["edition"]).with_rules(view["game"].get("rules", {}))
    labels = _labels(view, edition.labels)
    e = parameters(edition, labels.name)
    s = numbers([0] * at.POSITION)
    ids = [player["id"] for player in view["players"]]
    seat = ids.index(view["you"])
    set_out(s, e, len(ids))
    s[at.PLAYER] = ids.index(view["turn"]) if view["turn"] in ids else seat
    s[at.ACTOR] = seat
    s[at.TURN] = 1
    _write_board(s, e, view, labels)
    _write_players(s, e, view, labels, seat)
    _write_tiles(s, view, seat)
    _write_turn(s, view)
    _write_question(s, e, view, before, labels)
    return Knowledge(s, e, seat, labels)


def _labels(view: View, usual: str) -> LabelSet:
    """Return the label set whose names the view uses; ``usual`` is the name of the edition's own set."""
    names = list(view["bank"])
    for name in (usual, "classic", "1999", "2008", "2008-luxor", "codewar"):
        labels = label_set(name)
        if list(labels.names) == names:
            return labels
    return label_set(usual)


def _write_board(s: Numbers, e: Numbers, view: View, labels: LabelSet) -> None:
    """Write the tiles on the board and the dead tiles, and the size, price and safety of the chains."""
    for name, tiles in view["board"].items():
        for tile in map(parse_tile, tiles):
            if name == "dead":
                s[at.GONE + tile] = 1
            else:
                s[at.SPACES + tile] = 1 << labels.names.index(name) if name else at.LONE
        if name and name != "dead":
            chain = labels.names.index(name)
            s[at.SIZES + chain] = len(tiles)
            s[at.ON_BOARD] |= 1 << chain
            measure(s, e, chain)


def _write_players(s: Numbers, e: Numbers, view: View, labels: LabelSet, seat: int) -> None:
    """Write cards, cash, shares and the bank; hidden shares are dealt out evenly to the others."""
    hidden = []
    for other, player in enumerate(view["players"]):
        s[at.CARDS + other] = sum(1 << _CARDS.index(card) for card in player["cards"])
        s[at.OUT] |= bool(player["out"]) << other
        if "cash" not in player:
            hidden.append(other)
            continue
        s[at.CASH + other] = int(player["cash"])
        for name, count in player["shares"].items():
            s[at.SHARES + at.SEATS_AT_MOST * labels.names.index(name) + other] = count
    for chain, name in enumerate(labels.names):
        bank = s[at.BANK + chain] = view["bank"][name]
        held = at.SHARES + at.SEATS_AT_MOST * chain
        left = e[at.E_SHARES] - bank - s[held + seat]
        for place in range(left if hidden else 0):
            s[held + hidden[(place + chain) % len(hidden)]] += 1


def _write_tiles(s: Numbers, view: View, seat: int) -> None:
    """Write the hand of the seat, and put unknown tiles into the other hands and the bag."""
    hand = [parse_tile(effect["tile"]) for effect in view["hand"]]
    _write_hand(s, seat, hand)
    unseen = [tile for tile in range(at.TILES) if not s[at.SPACES + tile] and not s[at.GONE + tile]]
    unseen = [tile for tile in unseen if tile not in hand]
    for other, player in enumerate(view["players"]):
        if other != seat:
            count = min(player["tiles"], len(unseen))
            _write_hand(s, other, unseen[:count])
            unseen = unseen[count:]
    for place, tile in enumerate(unseen):
        s[at.BAG + place] = tile
    s[at.BAGGED] = len(unseen)


def _write_hand(s: Numbers, seat: int, tiles: list[int]) -> None:
    """Write the hand of a seat."""
    for place, tile in enumerate(tiles):
        s[at.HANDS + at.HAND_AT_MOST * seat + place] = tile
    s[at.HELD + seat] = len(tiles)


def _write_turn(s: Numbers, view: View) -> None:
    """Write what was done in this turn, as far as the news in the view tells it."""
    more = 0
    s[at.PLACED] = -1
    for deed in view["news"]:
        act = deed["act"]
        if act == "turn":
            more = s[at.EARLY] = s[at.LATE] = s[at.PASSED] = s[at.SWAPS] = 0
            s[at.PLACED] = -1
        elif act == "play":
            more -= s[at.PLACED] >= 0 and more > 0
            s[at.PLACED] = parse_tile(deed["tile"])
        elif act == "pass":
            s[at.PASSED], more = 1, 0
        elif act == "card":
            card = _CARDS.index(deed["card"])
            s[at.LATE if card in _LATE else at.EARLY] = card + 1
            more = 3 if card == at.PLACE_4 else more
            s[at.SWAPS] = 3 if card == at.TRADE_2 else s[at.SWAPS]
        elif act == "swap":
            s[at.SWAPS] -= 1
        elif act == "end":
            s[at.REASON] = at.CALLED
    s[at.MORE] = more


def _write_question(s: Numbers, e: Numbers, view: View, before: View | None, labels: LabelSet) -> None:
    """Write the phase and the merger that follow from the question of the view."""
    ask = view["ask"] or {}
    s[at.PHASE] = _PHASES.get(ask.get("phase", ""), at.OVER)
    chains = sum(1 << labels.names.index(name) for name in ask.get("chains", ()))
    for chain, name in enumerate(labels.names):
        s[at.M_SIZES + chain], s[at.M_PRICES + chain] = s[at.SIZES + chain], s[at.PRICES + chain]
        s[at.M_MARKET + chain] = -1
        if before is not None and not s[at.SIZES + chain]:
            s[at.M_SIZES + chain] = len(before["board"].get(name, ()))
            s[at.M_PRICES + chain] = before["prices"].get(name, 0)
    if s[at.PLACED] < 0 and s[at.PHASE] not in (at.PLAY, at.OVER) and not s[at.PASSED]:
        s[at.PLACED] = _tile_placed(s, e)
    if s[at.PHASE] == at.SURVIVOR:
        s[at.M_ON], s[at.M_SURVIVOR], s[at.M_CURRENT], s[at.M_CHOICES] = 1, -1, -1, chains
        s[at.M_WAITING] = touched(s, e, int(s[at.PLACED])) & at.ALL_CHAINS if s[at.PLACED] >= 0 else chains
    elif s[at.PHASE] == at.ORDER:
        s[at.M_ON], s[at.M_CURRENT], s[at.M_CHOICES], s[at.M_WAITING] = 1, -1, chains, chains
        s[at.M_SURVIVOR] = _survivor(s)
    elif s[at.PHASE] == at.DISPOSE:
        chain = labels.names.index(ask["chain"])
        s[at.M_ON], s[at.M_CURRENT], s[at.M_PAID] = 1, chain, 1 << chain
        s[at.M_SURVIVOR] = labels.names.index(ask["into"])
        s[at.M_PRICES + chain] = ask["price"]
        s[at.M_ASKED] = (s[at.ACTOR] - s[at.PLAYER]) % s[at.SEATS]


def _tile_placed(s: Numbers, e: Numbers) -> int:
    """Guess from the board which tile was placed in this turn, where the news does not tell it; -1 if the board is empty."""
    lying = [tile for tile in range(at.TILES) if s[at.SPACES + tile]]
    if s[at.PHASE] in (at.FOUND, at.SURVIVOR):
        lying = [tile for tile in lying if s[at.SPACES + tile] == at.LONE]
        lying.sort(key=lambda tile: int(touched(s, e, tile)).bit_count())
    return lying[-1] if lying else -1


def _survivor(s: Numbers) -> int:
    """Return the chain to which the placed tile belongs; if it belongs to none, the largest chain."""
    mark = s[at.SPACES + s[at.PLACED]] if s[at.PLACED] >= 0 else 0
    if 0 < mark < at.LONE:
        return int(mark).bit_length() - 1
    return max(range(at.CHAINS), key=lambda chain: int(s[at.SIZES + chain]))
