"""Reading and writing the header of a JSON log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.acquire.editions import canonical_rule
from games.acquire.editions.labels import LabelSet, label_set
from games.acquire.editions.values import edition_named
from games.acquire.errors import EditionError
from games.acquire.logs import fields
from games.acquire.logs.forms import tile_names
from games.acquire.record import Header, Player, StartPosition
from games.sentences import gettext_lazy as _

#: Words that begin a line of a text log; no player may have one as his ID, so that every JSON log can be written as text.
RESERVED_IDS: Final = frozenset({"edition", "players", "chains", "rule", "position", "start", "hand", "final", "by"})
_ID_ENDS: Final = frozenset(",;:=#\"'")
_OWN: Final = frozenset({"edition", "players", "chains", "rules", "position"})


def is_player_id(text: str) -> bool:
    """Whether a text can be a player's ID in both spellings: it has no spaces and no punctuation of the text spelling."""
    return (
        bool(text)
        and text.lower() not in RESERVED_IDS
        and not any(c in _ID_ENDS or c.isspace() or not c.isprintable() for c in text)
    )


def read_header(value: object, path: fields.JsonPath) -> Header:
    """Return the header that a JSON object contains; ``path`` is the place of the object in the log.

    Raises:
        WrongValueError: if it is not well-formed.
    """
    members = fields.mapping(value, path)
    edition = fields.word(fields.member(members, "edition", path), (*path, "edition"))
    chains = members.get("chains")
    labels = known_labels(edition, None if chains is None else fields.word(chains, (*path, "chains")), path)
    players = read_players(fields.member(members, "players", path), (*path, "players"))
    words = fields.Vocabulary([player.id for player in players], labels)
    position = members.get("position")
    return Header(
        edition,
        players,
        chains,
        _rules(members.get("rules", {}), (*path, "rules")),
        None if position is None else _position(position, words, (*path, "position")),
        {key: other for key, other in members.items() if key not in _OWN},
    )


def known_labels(edition: str, chains: str | None, path: fields.JsonPath) -> LabelSet:
    """Return the label set named ``chains``, or for None the edition's own.

    Raises:
        WrongValueError: if the edition or the label set is unknown.
    """
    try:
        own = edition_named(edition).labels
    except EditionError as problem:
        raise fields.WrongValueError((*path, "edition"), problem.problem, problem.expected) from None
    try:
        return label_set(chains or own)
    except EditionError as problem:
        raise fields.WrongValueError((*path, "chains"), problem.problem, problem.expected) from None


def read_players(value: object, path: fields.JsonPath) -> tuple[Player, ...]:
    """Return the players of a header in turn order.

    Raises:
        WrongValueError: if there are no players, or an ID is impossible or occurs twice.
    """
    players: list[Player] = []
    ids: set[str] = set()
    for place, entry in enumerate(fields.listing(value, path)):
        entry_path = (*path, place)
        members = fields.mapping(entry, entry_path)
        name = fields.word(fields.member(members, "id", entry_path), (*entry_path, "id"))
        if not is_player_id(name):
            raise fields.WrongValueError(
                (*entry_path, "id"),
                _("{word!r} cannot be used as an ID", word=name),
                _("an ID without spaces or punctuation"),
            )
        if name in ids:
            raise fields.WrongValueError(
                (*entry_path, "id"),
                _("{word!r} appears twice", word=name),
                _("a different ID for each player"),
            )
        ids.add(name)
        players.append(Player(name, fields.word(members.get("name", name), (*entry_path, "name"))))
    if not players:
        raise fields.WrongValueError(path, _("the log does not name any players"), _("at least one player"))
    return tuple(players)


def _rules(value: object, path: fields.JsonPath) -> dict[str, object]:
    """Return the rules of a header with their values in one form.

    Raises:
        WrongValueError: if a rule is unknown or cannot have the value.
    """
    rules = {}
    for key, setting in fields.mapping(value, path).items():
        try:
            rules[key] = canonical_rule(key, setting)
        except EditionError as problem:
            raise fields.WrongValueError((*path, key), problem.problem, problem.expected) from None
    return rules


def _position(value: object, words: fields.Vocabulary, path: fields.JsonPath) -> StartPosition:
    """Return the starting position of a header.

    Raises:
        WrongValueError: if it is not well-formed.
    """
    members = fields.mapping(value, path)
    unknown = [key for key in members if key not in {"board", "cash", "shares", "hands", "to_play"}]
    if unknown:
        raise fields.WrongValueError(
            (*path, unknown[0]),
            _("{word!r} is not part of a position", word=unknown[0]),
            _("board, cash, shares, hands or to_play"),
        )

    def part(key: str) -> tuple[Mapping[str, Any], fields.JsonPath]:
        part_path = (*path, key)
        return fields.mapping(members.get(key, {}), part_path), part_path

    board, on_board = part("board")
    cash, in_cash = part("cash")
    shares, in_shares = part("shares")
    hands, in_hands = part("hands")
    to_play = members.get("to_play")
    return StartPosition(
        chains=tuple(
            (words.chain(name, (*on_board, name)), fields.tiles(of, (*on_board, name)))
            for name, of in board.items()
            if name not in ("", "dead")
        ),
        lone=fields.tiles(board.get("", []), (*on_board, "")),
        dead=fields.tiles(board.get("dead", []), (*on_board, "dead")),
        cash=tuple((words.player(p, in_cash), fields.whole_value(n, (*in_cash, p))) for p, n in cash.items()),
        shares=tuple(
            (words.player(p, in_shares), words.chain(c, (*in_shares, p)), fields.whole_value(n, (*in_shares, p, c)))
            for p, owned in shares.items()
            for c, n in fields.mapping(owned, (*in_shares, p)).items()
        ),
        hands=tuple((words.player(p, in_hands), fields.tiles(of, (*in_hands, p))) for p, of in hands.items()),
        to_play=None if to_play is None else words.player(to_play, (*path, "to_play")),
    )


def write_header(header: Header) -> dict[str, Any]:
    """Return the JSON object of a header, from which `read_header` makes an equal header."""
    written: dict[str, Any] = {"edition": header.edition}
    written["players"] = [{"id": player.id, "name": player.name} for player in header.players]
    if header.chains is not None:
        written["chains"] = header.chains
    if header.rules:
        written["rules"] = dict(header.rules)
    if header.position is not None:
        written["position"] = _written_position(header, header.position)
    return {**written, **header.other}


def _written_position(header: Header, position: StartPosition) -> dict[str, Any]:
    """Return the JSON object of a starting position."""
    ids = [player.id for player in header.players]
    names = header.labels().names
    board = {names[chain]: tile_names(of) for chain, of in position.chains}
    board |= {key: tile_names(of) for key, of in (("", position.lone), ("dead", position.dead)) if of}
    shares: dict[str, dict[str, int]] = {}
    for player, chain, count in position.shares:
        shares.setdefault(ids[player], {})[names[chain]] = count
    parts: dict[str, Any] = {
        "board": board,
        "cash": {ids[player]: amount for player, amount in position.cash},
        "shares": shares,
        "hands": {ids[player]: tile_names(of) for player, of in position.hands},
    }
    written = {key: part for key, part in parts.items() if part}
    if position.to_play is not None:
        written["to_play"] = ids[position.to_play]
    return written
