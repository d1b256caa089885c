"""What an edition is: one frozen value in which every parameter of the rules has a field.

The fields follow the comparison of the editions parameter by parameter; a new edition is a new value
of `Edition`, never new code. Money is in dollars.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import get_type_hints

from games.acquire.errors import EditionError
from games.sentences import gettext_lazy as _


class StartOrder(StrEnum):
    """How the starting tiles order the players (R4, R6).

    ``number_letter`` seats everybody in ascending order of number, then letter. ``letter_number`` only finds the first player (topmost
    row, then leftmost column); the others follow clockwise. With ``given`` the order is known from the start.
    """

    NUMBER_LETTER = "number_letter"
    LETTER_NUMBER = "letter_number"
    GIVEN = "given"


class EighthChain(StrEnum):
    """What happens to a tile that would found a chain while none is left."""

    BAN = "ban"
    PLACE_LOOSE = "place_loose"


class AllSafeRule(StrEnum):
    """Which chains must be safe for the second end condition."""

    ON_BOARD = "on_board"
    ALL_SEVEN = "all_seven"


class SoleHolder(StrEnum):
    """What the only holder of a chain is paid."""

    BOTH = "both"
    MAJORITY_ONLY = "majority_only"


class SplitRounding(StrEnum):
    """How each tied holder's share of a bonus is rounded."""

    UP100 = "up100"
    FLOOR100 = "floor100"
    NEAREST1 = "nearest1"
    FLOOR1 = "floor1"
    EXACT = "exact"


class Disposal(StrEnum):
    """What the holders of a defunct chain may do: hold, sell and trade, or only hold."""

    HST = "hst"
    HOLD_ONLY = "hold_only"


class DisposalFirst(StrEnum):
    """Who disposes of defunct shares first; the others follow clockwise."""

    MERGEMAKER = "mergemaker"
    MAJORITY_HOLDER = "majority_holder"


class DisposalOrder(StrEnum):
    """Whether a merger of three or four is settled chain by chain or player by player."""

    BY_CHAIN = "by_chain"
    BY_PLAYER = "by_player"


class BonusOrder(StrEnum):
    """When the bonuses of a merger of three or four are paid; the money is the same."""

    BEFORE_DISPOSAL = "before_disposal"
    CHAIN_BY_CHAIN = "chain_by_chain"


class DeadTiles(StrEnum):
    """When a player's dead tiles are set aside and replaced.

    ``auto`` replaces them before the turn of the player who holds them.
    """

    NONE = "none"
    END_OF_TURN_ONCE = "end_of_turn_once"
    END_OF_TURN_REPEAT = "end_of_turn_repeat"
    AUTO = "auto"


class NoPlay(StrEnum):
    """What a player without a legal tile does (R16-R21 is ``mso``)."""

    SKIP = "skip"
    MSO = "mso"
    REDRAW_ALL = "redraw_all"
    ENDS_GAME = "ends_game"


class EndCall(StrEnum):
    """Who ends the game, and at which point of a turn (R12, R13).

    With ``optional_completes_turn`` the end may be called at any point as well, but whoever calls it completes his turn first.
    """

    OPTIONAL_ANY_POINT = "optional_any_point"
    OPTIONAL_COMPLETES_TURN = "optional_completes_turn"
    OPTIONAL_END_OF_TURN = "optional_end_of_turn"
    MANDATORY = "mandatory"


class TimeoutPolicy(StrEnum):
    """What running out of time means: nothing, R31-R34, or a random tile for this turn only."""

    NONE = "none"
    MSO = "mso"
    RANDOM_TILE = "random_tile"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules of one edition; the defaults are the base game of 1976.

    ``bands`` are the smallest sizes of the nine price bands: the price is 200 dollars in the
    first band of the cheap tier and 100 more for each band and each tier.
    ``zero_size_prices`` are the prices by tier of a chain without tiles, 0 for none.
    """

    name: str
    title: str
    labels: str = "classic"
    min_players: int = 3
    max_players: int = 6
    start_cash: int = 6000
    hand_size: int = 6
    start_tiles: int = 1
    start_order: StartOrder = StartOrder.NUMBER_LETTER
    chain_shares: int = 25
    bands: tuple[int, ...] = (2, 3, 4, 5, 6, 11, 21, 31, 41)
    zero_size_prices: tuple[int, ...] = (0, 0, 0)
    majority_factor: int = 10
    minority_factor: int = 5
    buy_max: int = 3
    buy_one_kind: bool = False
    buy_off_board: bool = False
    safe_size: int = 11
    end_size: int = 41
    all_safe_rule: AllSafeRule = AllSafeRule.ON_BOARD
    safe_may_acquire: bool = True
    loose_adjacent_ban: bool = False
    eighth_chain: EighthChain = EighthChain.BAN
    sole_holder: SoleHolder = SoleHolder.BOTH
    split_rounding: SplitRounding = SplitRounding.UP100
    disposal: Disposal = Disposal.HST
    disposal_first: DisposalFirst = DisposalFirst.MERGEMAKER
    disposal_order: DisposalOrder = DisposalOrder.BY_CHAIN
    bonus_order: BonusOrder = BonusOrder.CHAIN_BY_CHAIN
    dead_tiles: DeadTiles = DeadTiles.NONE
    no_play: NoPlay = NoPlay.SKIP
    end: EndCall = EndCall.OPTIONAL_ANY_POINT
    empty_bag_ends: bool = False
    blocked_round_ends: bool = False
    market_holder_2p: bool = False
    cards: bool = False
    timeout_policy: TimeoutPolicy = TimeoutPolicy.NONE

    def parameters(self) -> dict[str, object]:
        """Return every parameter by name, as plain values fit for JSON."""
        return {f.name: _plain_value(getattr(self, f.name)) for f in fields(self)}

    def with_rules(self, rules: Mapping[str, object]) -> Edition:
        """Return this edition with some parameters changed, by name, as a log's header may ask.

        Raises:
            EditionError: if a parameter does not exist or cannot have the value.
        """
        return replace(self, **{k: _typed_value(k, v) for k, v in rules.items()})  # type: ignore[arg-type]


def canonical_rule(key: str, value: object) -> object:
    """Return the plain value of one changed parameter; text such as ``yes`` or ``200, 300`` is understood.

    Raises:
        EditionError: if the parameter does not exist or cannot have the value.
    """
    return _plain_value(_typed_value(key, value))


def _plain_value(value: object) -> object:
    """Return a value of a parameter as text, number, truth value or list, fit for JSON."""
    if isinstance(value, StrEnum):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


def _typed_value(key: str, value: object) -> object:
    """Return a value of a parameter, perhaps given as text, in the type of its field.

    Raises:
        EditionError: if the parameter does not exist or cannot have the value.
    """
    kind = _KINDS.get(key)
    if kind is None:
        known = ", ".join(sorted(_KINDS))
        raise EditionError(_("There is no rule called {key!r}", key=key), _("one of {choices}", choices=known))
    if kind is bool:
        truth = value if isinstance(value, bool) else _TRUTH.get(str(value).lower())
        if truth is None:
            raise EditionError(_("Rule {key} cannot be set to {value!r}", key=key, value=value), _("yes or no"))
        return truth
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(str(value))
        except ValueError:
            allowed = ", ".join(kind)
            raise EditionError(
                _("Rule {key} cannot be set to {value!r}", key=key, value=value), _("one of {choices}", choices=allowed)
            ) from None
    if kind is int:
        return _whole_number(key, value)
    parts = value if isinstance(value, (list, tuple)) else str(value).split(",")
    numbers = tuple(_whole_number(key, part) for part in parts)
    length = 9 if key == "bands" else 3
    if len(numbers) != length or list(numbers) != sorted(numbers):
        raise EditionError(
            _("Rule {key} cannot be set to {value!r}", key=key, value=value),
            _("{count} whole numbers in ascending order", count=length),
        )
    return numbers


def _whole_number(key: str, value: object) -> int:
    """Return a whole number, perhaps given as text.

    Raises:
        EditionError: if it is none.
    """
    text = str(value).strip()
    if isinstance(value, (bool, float)) or not text.isascii() or not text.isdigit():
        raise EditionError(_("Rule {key} cannot be set to {value!r}", key=key, value=value), _("a whole number"))
    return int(text)


_KINDS = {k: v for k, v in get_type_hints(Edition).items() if k not in {"name", "title", "labels"}}
