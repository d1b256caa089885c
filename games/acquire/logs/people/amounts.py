"""Moves at numbers: at the head of a row, bonuses, counts of cash, final cash, and what the position tells as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.board import parse_tile
from games.acquire.logs.people import view
from games.acquire.logs.people.acts import ActMoves, HeadMoves
from games.acquire.logs.people.hypothesis import Reading, Turn
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import Move, with_filled_read
from games.acquire.rules.ending import end_condition, worths

_PRICED: Final = ("@", "at", "je", "a", "à", "=", "-", "(", "for")
#: A word that joins, and what it joins.
_PAIR: Final = 2
_JOINING: Final = ("+", "&", ",", "/")
_GROUP: Final = re.compile(r"\d{3}(?: ?[$€£])?\Z")
_TILE_ROWS: Final = tuple("ABCDEFGHI")
_COLUMNS: Final = 12
_MOST_TURNS: Final = 400
#: The most words between an amount and its player.
_NEAR: Final = 3
_BEFORE_CASH: Final = ("", "buy", "spends", *view.NOTHING)


class AmountMoves(HeadMoves, ActMoves):
    """Reads numbers."""

    def number_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a number alone: at the head of a row, an amount, a column of a tile, or the shares of a chain that is known."""
        number = word.number
        assert number is not None  # noqa: S101
        is_small = not word.is_money and number < _MOST_TURNS
        if is_small and reading.at_head and (word.apart or not reading.is_head) and reading.act in ("", "turn"):
            is_next = reading.turns + 1 == number or reading.number is not None or self._heads(place + 1)
            after = reading.copy(0.0 if is_next else view.UNLIKELY)
            after.number = number if reading.number is None else -1
            yield after, 1
        elif is_small and not reading.at_head and self._is_head(place + 1):
            after = reading.copy(view.IMPLIED)
            after.act, after.who, after.at_head, after.number = "", None, True, number
            yield after, 1
        if shared := list(self._read_shared_bonus(reading, place, word)):
            yield from shared
            return
        yield from self._amount_moves(reading, place, word)
        yield from self._spaced_moves(reading, place, word)
        if reading.turn is not None:
            yield from self._everybody(reading, place, word)
            if word.is_count:
                yield from self.count_moves(reading, place, word, number)

    def _spaced_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a number with a space within it: an amount such as ``49 600``, or a tile such as ``9 F``."""
        number, behind = word.number or 0, self.peek(place + 1)
        if behind is None or behind.glued:
            return
        if _GROUP.match(behind.text) and number:
            whole = replace(word, number=int(f"{number}{behind.text[:3]}"), is_money=True)
            moves = self._amount_moves(reading.copy(view.IMPLIED), place + 1, whole)
            yield from ((after, length + 1) for after, length in moves)
        after_it = self.peek(place + 2)
        is_player = after_it is not None and after_it.text == ":"
        if behind.text in _TILE_ROWS and word.text.isdigit() and 0 < number <= _COLUMNS and not is_player:
            spaced = replace(word, tile=parse_tile(word.text + behind.text), tile_cost=0.0)
            yield from ((after, 2) for after, _ in self.tile_moves(reading.copy(view.LIKELY), place, spaced))

    def _heads(self, place: int) -> bool:
        """Whether a player, a tile or another number stands behind signs from a place on, so that what is before it heads a row."""
        word = self.peek(place)
        while word is not None and word.is_sign:
            place += 1
            word = self.peek(place)
        return word is None or word.player is not None or word.tile is not None or word.is_count

    def _amount_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read an amount, of the player named before it or of the one named behind it, as where it begins a row of a list."""
        at = self._named_behind(place) if word.is_amount and reading.act in (*view.PAID, "cash", "final") else None
        is_first = at is not None and reading.at_head and word.apart and reading.act in view.LISTS
        if not is_first:
            yield from ((after, 1) for after in self._amount(reading, word, word.number or 0))
        if at is not None and (is_first or not reading.fresh):
            named = reading.copy(view.IMPLIED / 2)
            named.who, named.fresh = self.words[at].player, True
            yield from ((after, at + 1 - place) for after in self._amount(named, word, word.number or 0))

    def _named_behind(self, place: int) -> int | None:
        """Return the place of the player who is surely named behind an amount, with nothing told between them; or None."""
        for at in range(place + 1, place + _NEAR + 2):
            behind = self.peek(at)
            if behind is None or behind.player is not None:
                return at if behind is not None and not behind.player_cost else None
            if behind.number is not None or behind.act or (behind.chains and not behind.inside) or behind.text in ",;":
                return None
        return None

    def _read_shared_bonus(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read an amount as a bonus of several players, which each of them gets or all together."""
        turn, amount = reading.turn, word.number or 0
        players = self._joined_before(place)
        if turn is None or not turn.placed.defunct or not word.is_amount or len(players) <= 1:
            return
        behind = self.peek(place + 1)
        how = behind.inside if behind is not None and behind.inside in ("each", "together") else ""
        share, rest = divmod(amount, len(players)) if how == "together" else (amount, 0)
        for chain in turn.placed.defunct:
            wrong = sum(turn.placed.dues().get((player, chain)) != share for player in players)
            if rest or (wrong and not how) or reading.topic not in (chain, None):
                continue
            after = with_filled_read(reading.copy(view.IMPLIED * wrong))
            for player in players:
                after.pay(player, chain, share, word)
            yield after, 1 + bool(how)
        if not how:
            unclear = reading.copy(view.TOLD)
            unclear.pass_over(word)
            yield unclear, 1

    def _joined_before(self, place: int) -> list[int]:
        """Return the players who are joined before a place, perhaps with a chain behind the last of them."""
        at = place - 1
        while at >= 0 and (self.words[at].inside == "noise" or self.words[at].chains) and self.words[at].player is None:
            at -= 1
        players: list[int] = []
        while at >= 0 and (player := self.words[at].player) is not None:
            players.insert(0, player)
            if at < _PAIR or not (self.words[at - 1].inside == "and" or self.words[at - 1].text in _JOINING):
                break
            at -= _PAIR
        return players

    def _is_head(self, place: int) -> bool:
        """Whether a player with a colon or a tile stands behind signs at a place, as at the head of a turn."""
        place = self.behind(place, (".", ")", ":"))
        named, behind = self.peek(place), self.peek(place + 1)
        if named is None or behind is None or named.player is None or named.player_cost or named.apart:
            return False
        return behind.text == ":" or behind.tile is not None

    def _amount(self, reading: Reading, word: Word, amount: int) -> Iterator[Reading]:
        """Read an amount: a bonus, a count of cash, final cash, or one that the position tells as well."""
        turn = reading.turn
        if reading.act == "final":
            if reading.who is not None and reading.fresh:
                yield _with_count(reading, ActKind.FINAL, reading.who, word, 0.0 if word.is_amount else view.UNLIKELY)
        elif turn is None:
            if amount == reading.state.cash[reading.who or 0]:
                yield reading.copy(view.IMPLIED / 2)
            if reading.act == "cash" and reading.who is not None:
                yield _with_count(
                    reading, ActKind.CASH, reading.who, word, view.LIKELY if word.is_amount else view.STRANGE
                )
        else:
            yield from self._bonus(reading, word, amount)
            yield from _cash(reading, turn, word, amount)
            yield from _read_known_amount(reading, turn, word, amount)
            yield from _final(reading, turn, word, amount)

    def _bonus(self, reading: Reading, word: Word, amount: int) -> Iterator[Reading]:
        """Read an amount as a bonus of the merger; where equal chains merge, it may show which survives."""
        turn = reading.this_turn
        is_paid = reading.act in view.PAID
        if turn.placed.choices and word.is_amount:
            for chain in turn.placed.choices:
                settled = reading.copy(view.LIKELY)
                settled.survive(chain, word)
                yield from self._bonus(settled, word, amount)
        if not is_paid and not (turn.placed.defunct and word.is_amount and reading.act in ("", *view.MERGING)):
            return
        if reading.who is not None and (reading.fresh or is_paid):
            yield from _bonus_of(reading, turn, reading.who, word, amount)
            return
        for (holder, chain), due in turn.placed.dues().items():
            if due == amount and (holder, chain) not in turn.paid:
                after = reading.copy(view.LIKELY)
                after.pay(holder, chain, amount, word)
                yield after

    def _everybody(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read as many amounts as there are players as everybody's cash, in the order of play."""
        turn, seats = reading.this_turn, reading.state.seats
        amounts, at = [word], place + 1
        while len(amounts) < seats:
            sign = self.peek(at)
            at += sign is not None and sign.text in ("/", ",", ";", "-")
            found = self.peek(at)
            if found is None or found.number is None:
                return
            amounts.append(found)
            at += 1
        is_final = reading.act == "final"
        purses = worths(turn.closed()) if is_final else [turn.purse(seat) for seat in range(seats)]
        right = sum(purse == one.number for purse, one in zip(purses, amounts, strict=True))
        if right * 2 > seats or (is_final and all(one.is_amount for one in amounts)):
            after = reading.copy(view.LIKELY)
            for seat, one in enumerate(amounts):
                after.tell(ActKind.FINAL if is_final else ActKind.CASH, seat, one.number, one)
            yield after, at - place


def _with_count(reading: Reading, act: ActKind, player: int, word: Word, cost: float) -> Reading:
    """Return a reading with a count of cash or final cash."""
    after = with_filled_read(reading.copy(cost))
    after.tell(act, player, word.number or 0, word)
    return after


def _bonus_of(reading: Reading, turn: Turn, who: int, word: Word, amount: int) -> Iterator[Reading]:
    """Read an amount as a bonus of a player for the chain that is being settled."""
    dues, defunct, is_paid = turn.placed.dues(), turn.placed.defunct, reading.act in view.PAID
    chains = defunct if reading.topic is None else (reading.topic,)
    for chain in chains:
        is_due = chain is not None and dues.get((who, chain)) == amount
        if chain is None or not (is_due or is_paid):
            continue
        wrong = view.UNLIKELY if word.is_amount else view.AGAINST
        cost = (0.0 if is_due else wrong) + view.IMPLIED * (not is_paid) + view.UNLIKELY * ((who, chain) in turn.paid)
        after = with_filled_read(reading.copy(cost))
        after.pay(who, chain, amount, word)
        yield after


def _cash(reading: Reading, turn: Turn, word: Word, amount: int) -> Iterator[Reading]:
    """Read an amount as a count of cash, as which it is told or which it equals."""
    is_named = reading.who is not None and reading.fresh
    is_told = reading.act == "cash"
    who = reading.who if reading.who is not None and (is_named or is_told) else turn.seat
    is_right = turn.purse(who) == amount
    if is_told and reading.mark == "-" and not is_right:
        return
    if is_told and (is_named or not reading.is_filled):
        yield _with_count(
            reading, ActKind.CASH, who, word, 0.0 if word.is_amount or is_right or not amount else view.STRANGE
        )
    elif is_right and amount and word.is_amount and reading.act in _BEFORE_CASH:
        yield _with_count(reading, ActKind.CASH, who, word, view.IMPLIED)


def _read_known_amount(reading: Reading, turn: Turn, word: Word, amount: int) -> Iterator[Reading]:
    """Read an amount or a number that the position tells as well: a price, a sum, the size of a chain, the shares held."""
    last, placed = reading.last, turn.placed
    sums, sizes = {reading.proceeds} - {0}, {len(placed.state.members[chain]) for chain in placed.touched}
    if placed.merger is not None:
        sizes |= set(placed.merger.sizes.values())
    if last is not None:
        price = placed.price(last[0])
        sums |= {price, price * last[1], sum(placed.price(chain) * count for chain, count in turn.bought)}
        sizes |= {placed.state.shares[last[0]][turn.seat] + last[1], len(placed.state.members[last[0]])}
    is_founders = amount == 1 and reading.act != "buy" and bool(turn.acts) and turn.acts[-1].action.act is ActKind.FOUND
    if is_founders:
        yield reading.copy(2 * view.LIKELY)
    elif word.is_amount and amount in sums:
        yield reading.copy(view.IMPLIED / 2)
    elif amount in sizes and (
        reading.mark in ("(", "[") or (reading.is_stale and reading.act not in ("buy", *view.PARTS))
    ):
        yield reading.copy(view.IMPLIED)
    elif amount in sizes or (reading.mark in _PRICED and last is not None and word.is_amount):
        after = reading.copy(view.TOLD if amount in sizes else view.UNLIKELY)
        after.pass_over(word)
        yield after


def _final(reading: Reading, turn: Turn, word: Word, amount: int) -> Iterator[Reading]:
    """Read an amount as final cash, where the game is over or may be."""
    if reading.who is None or not reading.fresh or not word.is_amount:
        return
    if turn.is_ended or (amount > turn.purse(reading.who) and end_condition(turn.placed.state)):
        is_right = worths(turn.closed())[reading.who] == amount
        cost = view.IMPLIED if is_right else view.UNLIKELY if turn.is_ended else view.STRANGE
        yield _with_count(reading, ActKind.FINAL, reading.who, word, cost)
