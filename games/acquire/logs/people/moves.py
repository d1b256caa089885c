"""What a reading may make of the next words: each move reads one thing, or passes one word over, at a cost.

What stands there literally costs nothing. A thing that only the position tells, that comes in another order or that the rules do not
expect, costs more; what is passed over costs by what it might have meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from games.acquire.actions import NOBODY, TILES_ACTS, ActKind
from games.acquire.board import parse_tile
from games.acquire.logs.people.game import MOST_BOUGHT, at_the_end, may_be_over, started
from games.acquire.logs.people.hypothesis import ILLEGAL, Reading, Turn
from games.acquire.logs.people.lexicon import Word

#: A reading after a move, and how many words the move took.
Move: TypeAlias = tuple[Reading, int]

PARTS: Final = ("sell", "trade", "hold")
PAID: Final = ("bonus", "gets", "majority", "minority")
MERGING: Final = ("absorbs", "joins", "merges", "survivor", "order")
NOTHING: Final = ("pass", "skip", "nothing", "not")
LISTS: Final = ("final", "start", "cash", "hand")
_TILES: Final = {act.word: act for act in TILES_ACTS}
_TIMES: Final = ("x", "*", "×", "X")
_LINKS: Final = (*_TIMES, ":", "=", "(", ".", "+")
_PRICED: Final = ("@", "at", "je", "a", "à", "=", "-", "(", "for")
_SLASHED: Final = ("/", ",", "-", "+", ";")
_MOST_LINKS: Final = 2

# What the position tells alone, or contradicts.
IMPLIED: Final = 0.1
LIKELY: Final = 0.2
UNLIKELY: Final = 0.6
STRANGE: Final = 1.5
AGAINST: Final = 2.0

# What is passed over.
_TILE, _AMOUNT, _COUNT, _CHAIN, _ACT, _PLAYER, _WORD = 3.0, 1.0, 1.0, 1.2, 0.8, 0.4, 0.1
_INITIAL, _CAPITAL = 0.3, 0.8
_GROUP: Final = re.compile(r"\d{3}(?: ?[$€£])?\Z")
_TILE_ROWS: Final = tuple("ABCDEFGHI")
_COLUMNS: Final = 12
_MOST_TURNS: Final = 400
#: From this cost on a word passed over may have meant something.
TOLD: Final = 0.4
_SILENT: Final = (
    "turn",
    "play",
    "bonus",
    "gets",
    "dispose",
    "merges",
    "cash",
    "spends",
    "buy",
    "order",
    "survivor",
    "found",
)


class Moves:
    """The moves over the words of one log; ``starts`` are the seats of starting tiles that are known without it."""

    def __init__(self, words: Sequence[Word], starts: Mapping[int, int] | None = None) -> None:
        self.words = words
        self.starts = starts or {}
        self.count = len(words)

    def at(self, reading: Reading, place: int) -> Iterator[Move]:
        """Yield all that may be made of the word at a place; readings are copies of the one given."""
        word = self.words[place]
        if word.apart:
            reading = _at_row(reading)
            if reading.act or reading.who is not None:
                yield from self._here(_afresh(reading), place, word)
        yield from self._here(reading, place, word)

    def _here(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Yield the moves at a word with one context."""
        if word.is_cell and not word.apart:
            reading = _in_cell(reading)
        if word.is_sign and not word.inside and not word.act:
            yield _signed(reading, word), 1
            if word.number is None:
                return
        if word.player is not None:
            yield from self._player(reading, place, word)
        if word.tile is not None:
            yield from self._tile(reading, word, place)
        if word.act:
            yield from self._act(reading, place, word)
        if word.number is not None:
            yield from self._number(reading, place, word)
        if word.inside == "none":
            yield from self._none(reading, place, word)
        if word.inside in ("all", "rest"):
            yield from self._all(reading, word)
        yield from self._shares(reading, place, word)
        behind = self._peek(place + 1)
        counts = word.is_spelled and behind is not None and (behind.inside == "noise" or bool(behind.chains))
        yield _skipped(reading, word, counts=counts), 1

    def is_blind(self, reading: Reading) -> bool:
        """Whether the tile of a turn may touch a starting tile that is not known."""
        turn = reading.turn
        is_unknown = not self.starts and not reading.placed_starts and bool(reading.state.edition.start_tiles)
        return is_unknown and turn is not None and turn.tile is not None and not turn.placed.touched

    # Players and turns.

    def _player(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Name a player: at the head of a row perhaps the one of the next turn."""
        player = word.player
        assert player is not None  # noqa: S101
        after = reading.copy(word.player_cost)
        after.who, after.fresh = player, True
        after.is_head = after.is_head or reading.at_head
        turn = reading.turn
        if turn is not None and not turn.is_headed and turn.tile is None and turn.is_bought and player == turn.seat:
            named = after.copy()
            named.turn, named.is_head = replace(turn, is_headed=True), False
            yield named, 1
        if (
            turn is not None
            and not turn.is_headed
            and len(turn.acts) <= 2
            and reading.at_head
            and turn.tile is not None
        ):
            if player == turn.seat:
                after.turn = replace(turn, is_headed=True)
                after.is_head = False
            else:
                yield _reseated(reading, player, word), 1
        yield after, 1

    def _tile(self, reading: Reading, word: Word, place: int) -> Iterator[Move]:
        """Lay a tile, in the turn that is begun or in the next one; or add it to the tiles of a list."""
        tile = word.tile
        assert tile is not None  # noqa: S101
        is_open = reading.turn is None and reading.placed_starts < reading.state.seats
        who = reading.who if reading.fresh else None
        if is_open and (tile in self.starts or reading.act == "start" or who is not None):
            seat = self.starts.get(tile, who)
            is_told = tile in self.starts or reading.act == "start"
            if seat is not None:
                after = reading.copy(word.tile_cost + UNLIKELY * (not is_told))
                after.tell(ActKind.START, seat, tile, word)
                after.state = started(after.state, (tile,))
                after.fresh, after.is_filled = False, True
                after.placed_starts += 1
                yield after, 1
            if is_told:
                return
        elif tile in self.starts:
            yield reading.copy(IMPLIED), 1
        if reading.turn is None and not reading.placed_starts and reading.who is None:
            yield from self._opening(reading, place)
        if reading.act in _TILES and reading.turn is not None:
            after = reading.copy(word.tile_cost)
            holder = after.turn.seat if reading.who is None or not reading.fresh else reading.who
            after.tell(_TILES[reading.act], holder, (tile,), word)
            yield after, 1
            return
        turn = reading.turn
        if (
            turn is not None
            and turn.tile is not None
            and len(turn.acts) == 2
            and not reading.is_head
            and reading.is_stale
        ):
            after = reading.copy(
                word.tile_cost + UNLIKELY - ILLEGAL * bool(turn.placed.fault)
            )  # the first was taken back
            after.turn = replace(turn, acts=turn.acts[:1])
            after.place(tile, word)
            yield after, 1
        if turn is not None and turn.tile is None and not turn.is_ended and reading.who in (None, turn.seat):
            after = reading.copy(word.tile_cost)
            after.place(tile, word)
            after.act, after.who, after.is_head = "", None, False
            yield after, 1
        seat, cost = reading.expected(), word.tile_cost
        is_headed = reading.is_head and reading.who is not None
        if is_headed:
            cost += STRANGE * (reading.who != seat and reading.turn is not None) + IMPLIED * (reading.who != seat)
            seat = reading.who
        elif not reading.at_head:
            cost += LIKELY
        elif turn is not None and not turn.is_headed and len(turn.acts) == 2 and turn.acts[0].word.line == word.line:
            cost += UNLIKELY
        after = reading.copy(cost)
        after.begin(seat, word, is_headed=is_headed)
        after.place(tile, word)
        after.who, after.is_head, after.at_head = None, False, reading.at_head and not is_headed
        yield after, 1

    def _opening(self, reading: Reading, place: int) -> Iterator[Move]:
        """Read as many tiles as there are players as their starting tiles, which give the order of play."""
        found, at = [self.words[place]], place + 1
        while len(found) < reading.state.seats:
            word = self._peek(at)
            if word is None or (word.tile is None and not word.is_sign):
                return
            if word.tile is not None:
                found.append(word)
            at += 1
        after = reading.copy(LIKELY)
        for seat, word in enumerate(sorted(found, key=lambda one: one.tile or 0)):
            after.tell(ActKind.START, seat, word.tile, word)
            after.state = started(after.state, (word.tile or 0,))
        after.placed_starts = len(found)
        yield after, at - place

    # Words of clauses.

    def _act(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Take a word for what is done from here on."""
        act, turn = word.act, reading.turn
        after = reading.copy(word.act_cost)
        is_begun = False
        if act == "end" and turn is not None and turn.is_ended:
            yield after, 1
            return
        if (
            (reading.is_head or (reading.fresh and act == "found"))
            and act in ("end", "pass", "buy", "found", *NOTHING)
            and _is_done(reading)
        ):
            is_begun = reading.who is not None and (reading.who == reading.expected() or act in ("end", "pass"))
            is_begun = is_begun and not (act == "end" and reading.who == reading.seat)
        if is_begun:
            seat = reading.who if reading.who is not None else reading.expected()
            after = reading.copy(word.act_cost + STRANGE * (seat != reading.expected()))
            after.begin(seat, word, is_headed=True)
            turn = after.turn
        after.at_head = after.at_head and act == "turn"
        if act == "end":
            if turn is not None:
                after.turn = replace(after.turn, is_ended=True)
                if not turn.is_ended:
                    at = self._behind(place + 1, ())
                    goes_on = (behind := self._peek(at)) is not None and bool(behind.chains)
                    after.cost += AGAINST * goes_on
                    after.cost += 0.0 if may_be_over(turn.placed.state) else UNLIKELY if reading.at_head else STRANGE
                    after.tell(ActKind.END, after.turn.seat, None, word)
                after.act = ""
                yield after, 1
            return
        if act in NOTHING:
            if turn is None:
                return
            if after.turn.tile is None and act == "pass":
                after.tell(ActKind.PASS, after.turn.seat, None, word)
                after.turn = replace(after.turn, is_passed=True)
                yield after, 1
            elif not after.turn.is_bought:
                after.buy_nothing(word)
                yield after, 1
            return
        if act in ("pause", "resume"):
            after.tell(ActKind[act.upper()], NOBODY, None, word)
            yield after, 1
            return
        if not reading.is_filled and reading.act in (*PARTS, "buy", "cash") and act in (*PARTS, "buy"):
            after.cost += UNLIKELY
        after.act, after.is_filled, after.is_stale, after.mark = act, False, False, ""
        if act in PARTS and after.topic is None and turn is not None and len(turn.placed.defunct) == 1:
            after.topic = turn.placed.defunct[0]
        yield after, 1

    def _none(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read that nothing was bought, or nothing sold."""
        turn = reading.turn
        if turn is None or turn.is_bought or (reading.act not in ("", "buy", "found", "play", *NOTHING)):
            return
        behind = self._peek(place + 1)
        if (
            word.text in ("-", "/", "x", "0")
            and behind is not None
            and not behind.is_sign
            and not behind.act
            and reading.act != "buy"
        ):
            return
        after = reading.copy(IMPLIED * (reading.act != "buy"))
        after.buy_nothing(word)
        after.at_head = False
        yield after, 1

    def _all(self, reading: Reading, word: Word) -> Iterator[Move]:
        """Read that somebody sells, trades or keeps all, or the rest."""
        turn = reading.turn
        if turn is None or reading.act not in PARTS:
            return
        for holder, chain, cost in self._disposals(reading, None):
            after = reading.copy(cost)
            after.dispose(holder, chain, reading.act, max(0, turn.left(holder, chain)), word)
            after.fresh, after.at_head, after.is_filled = False, False, True
            yield after, 1

    # Numbers.

    def _number(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a number alone: at the head of a row, an amount, or the shares of a chain that is known."""
        number = word.number
        assert number is not None  # noqa: S101
        if reading.at_head and not word.is_money and number < _MOST_TURNS and reading.act in ("", "turn"):
            is_next = reading.turns + 1 == number or reading.number is not None or self._heads(place + 1)
            after = reading.copy(0.0 if is_next else UNLIKELY)
            after.number = number if reading.number is None else -1
            yield after, 1
        yield from ((after, 1) for after in self._amount(reading, word, number))
        yield from self._payee(reading, place, word)
        behind = self._peek(place + 1)
        if behind is not None and _GROUP.match(behind.text) and not behind.glued and number:
            whole = replace(word, number=int(f"{number}{behind.text[:3]}"), is_money=True)
            spaced = reading.copy(IMPLIED)
            yield from ((after, 2) for after in self._amount(spaced, whole, whole.number or 0))
            yield from ((after, length + 1) for after, length in self._payee(spaced, place + 1, whole))
        is_column = word.text.isdigit() and 0 < number <= _COLUMNS
        if behind is not None and behind.text in _TILE_ROWS and not behind.glued and is_column:
            spaced = replace(
                word, text=f"{word.text} {behind.text}", tile=parse_tile(word.text + behind.text), tile_cost=0
            )
            yield from ((after, 2) for after, _ in self._tile(reading.copy(LIKELY), spaced, place))
        turn = reading.turn
        if turn is None:
            return
        yield from self._everybody(reading, place, word)
        if not word.is_count:
            return
        if self._peek(place + 1) is not None:
            yield from self._exchanged(reading, place, word)
        if behind is not None and behind.act in PARTS:
            said = reading.copy(0.0 if reading.is_filled or reading.act not in PARTS else STRANGE)
            said.act, said.is_stale = behind.act, False
            yield from ((after, 2) for after in self._part(said, behind.act, number, word))
        if reading.act in PARTS:
            yield from ((after, 1) for after in self._part(reading, reading.act, number, word))
            if reading.act == "trade" and self._is_half(reading, number):
                yield reading.copy(IMPLIED / 2), 1
        yield from self._triple(reading, place, word)

    def _part(self, reading: Reading, part: str, count: int, word: Word) -> Iterator[Reading]:
        """Read a number as so many shares sold, traded or kept."""
        for holder, chain, cost in self._disposals(reading, None):
            yield from self._kept(reading, holder, chain, part, count, word)
            is_parted = not reading.is_filled and reading.mark in (",", ";") and part == reading.act
            after = reading.copy(cost + UNLIKELY * (reading.is_stale + is_parted))
            after.dispose(holder, chain, part, count, word)
            after.fresh, after.at_head, after.is_filled = False, False, True
            yield after

    def _kept(self, reading: Reading, holder: int, chain: int, part: str, count: int, word: Word) -> Iterator[Reading]:
        """Read exactly the shares that are left, behind a word that is not known, as kept."""
        turn = reading.turn
        if turn is None or part == "hold" or not reading.is_stale or turn.left(holder, chain) != count or not count:
            return
        after = reading.copy(LIKELY)
        after.dispose(holder, chain, "hold", count, word)
        after.fresh, after.at_head, after.is_filled = False, False, True
        yield after

    def _exchanged(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a number with half of it behind it, such as "14 for 7", as shares that were given in trade."""
        at = place + 1
        link, half = self._peek(at), self._peek(at + 1)
        if link is None or half is None or half.number is None or 2 * half.number != word.number or not half.is_count:
            return
        if link.number is None and (link.is_sign or link.inside or not link.is_known):
            yield from ((after, 3) for after in self._part(reading.copy(IMPLIED), "trade", word.number or 0, word))

    def _is_half(self, reading: Reading, number: int) -> bool:
        """Whether a number is that of the shares got for those traded last."""
        turn = reading.turn
        if turn is None or not turn.disposed:
            return False
        return turn.disposed[-1][1][1] == 2 * number

    def _everybody(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read as many amounts as there are players as everybody's cash, in the order of play."""
        turn, seats = reading.turn, reading.state.seats
        amounts, at = [word], place + 1
        while len(amounts) < seats:
            found = self._peek(at)
            if (
                found is not None
                and found.is_sign
                and found.number is None
                and len(found.text) == 1
                and found.text in "/,;|-"
            ):
                at += 1
                found = self._peek(at)
            if found is None or found.number is None:
                return
            amounts.append(found)
            at += 1
        assert turn is not None  # noqa: S101
        is_final = reading.act == "final"
        purses = at_the_end(turn.closed()) if is_final else [turn.purse(seat) for seat in range(seats)]
        is_right = sum(purse == one.number for purse, one in zip(purses, amounts, strict=True))
        if is_right * 2 > seats or (is_final and all(one.is_amount for one in amounts)):
            after = reading.copy(LIKELY)
            for seat, one in enumerate(amounts):
                after.tell(ActKind.FINAL if is_final else ActKind.CASH, seat, one.number, one)
            yield after, at - place

    def _payee(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read an amount with its player behind it."""
        at = place + 1
        while at < place + 4 and (behind := self._peek(at)) is not None and behind.player is None:
            if behind.number is not None or behind.act or behind.chains or behind.text in ",;":
                return
            at += 1
        behind = self._peek(at)
        if behind is None or behind.player is None or behind.player_cost or not word.is_amount or reading.fresh:
            return
        if reading.act in (*PAID, "cash", "final"):
            told = reading.copy(IMPLIED / 2)
            told.who, told.fresh = behind.player, True
            yield from ((after, at + 1 - place) for after in self._amount(told, word, word.number or 0))

    def _heads(self, place: int) -> bool:
        """Whether a player, a tile or another number stands behind signs from a place on, so that what is before it heads a row."""
        word = self._peek(place)
        while word is not None and word.is_sign:
            place += 1
            word = self._peek(place)
        return word is None or word.player is not None or word.tile is not None or word.is_count

    def _amount(self, reading: Reading, word: Word, amount: int) -> Iterator[Reading]:
        """Read an amount: a bonus, a count of cash, final cash, or a price that the position tells as well."""
        turn = reading.turn
        if reading.act == "final":
            if reading.who is not None and reading.fresh:
                after = reading.copy(0.0 if word.is_amount else UNLIKELY)
                after.tell(ActKind.FINAL, reading.who, amount, word)
                after.fresh, after.is_filled = False, True
                yield after
            return
        if turn is None and amount == reading.state.cash[reading.who or 0]:
            yield reading.copy(IMPLIED / 2)
        if turn is None:
            if reading.act == "cash" and reading.who is not None:
                after = reading.copy(LIKELY if word.is_amount else STRANGE)
                after.tell(ActKind.CASH, reading.who, amount, word)
                after.fresh, after.is_filled = False, True
                yield after
            return
        yield from self._bonus(reading, word, amount)
        yield from self._cash(reading, word, amount)
        last, price = reading.last, turn.placed.price
        known = {reading.proceeds} if reading.proceeds else set()
        if last is not None:
            known |= {
                price(last[0]),
                price(last[0]) * last[1],
                sum(price(chain) * count for chain, count in turn.bought),
            }
        sizes = {len(turn.placed.state.members[chain]) for chain in turn.placed.touched}
        sizes |= set(turn.placed.merger.sizes.values()) if turn.placed.merger is not None else set()
        if amount == 1 and turn.acts and turn.acts[-1].action.act is ActKind.FOUND:
            sizes.add(1)  # the founder's share
        if last is not None:
            sizes |= {turn.placed.state.shares[last[0]][turn.seat] + last[1], len(turn.placed.state.members[last[0]])}
        if amount in known and word.is_amount:
            yield reading.copy(IMPLIED / 2)
        elif amount in sizes and reading.mark in ("(", "["):
            yield reading.copy(IMPLIED)
        elif amount in sizes:
            after = reading.copy(TOLD)
            after.pass_over(word)
            yield after
        elif reading.mark in _PRICED and last is not None and word.is_amount:
            after = reading.copy(UNLIKELY)
            after.pass_over(word)
            yield after
        is_over = turn.is_ended or (
            word.is_amount and amount > turn.purse(turn.seat) and may_be_over(turn.placed.state)
        )
        if is_over and reading.who is not None and reading.fresh and word.is_amount:
            is_right = at_the_end(turn.closed())[reading.who] == amount
            after = reading.copy(IMPLIED if is_right else UNLIKELY if turn.is_ended else STRANGE)
            after.tell(ActKind.FINAL, reading.who, amount, word)
            after.fresh, after.is_filled = False, True
            yield after

    def _bonus(self, reading: Reading, word: Word, amount: int) -> Iterator[Reading]:
        """Read an amount as a bonus of the merger."""
        turn = reading.turn
        assert turn is not None  # noqa: S101
        if turn.placed.choices and word.is_amount:
            for settled in self._settled(reading, word):
                yield from self._bonus(settled, word, amount)
        if not turn.placed.defunct or not word.is_amount or reading.act not in ("", *PAID, *MERGING):
            if reading.act not in PAID:
                return
        dues = turn.placed.dues()
        open_dues = {key: due for key, due in dues.items() if key not in turn.paid}
        who = reading.who
        if who is not None and (reading.fresh or reading.act in PAID):
            chains = (
                [reading.topic]
                if reading.topic in turn.placed.defunct
                else list(turn.placed.defunct) or [reading.topic]
            )
            for chain in chains:
                if chain is None:
                    continue
                is_due = dues.get((who, chain)) == amount
                if not is_due and reading.act not in PAID:
                    continue
                wrong = UNLIKELY if word.is_amount else AGAINST
                after = reading.copy((0.0 if is_due else wrong) + IMPLIED * (reading.act not in PAID))
                after.pay(who, chain, amount, word)
                after.fresh, after.is_filled = False, True
                yield after
            return
        for holder, chain in [key for key, due in open_dues.items() if due == amount]:
            after = reading.copy(LIKELY)
            after.pay(holder, chain, amount, word)
            yield after

    def _settled(self, reading: Reading, word: Word) -> Iterator[Reading]:
        """Yield readings in which each of the equal chains survives."""
        turn = reading.turn
        for chain in turn.placed.choices if turn is not None else ():
            after = reading.copy(LIKELY)
            after.survive(chain, word)
            yield after

    def _cash(self, reading: Reading, word: Word, amount: int) -> Iterator[Reading]:
        """Read an amount as a count of cash."""
        turn = reading.turn
        assert turn is not None  # noqa: S101
        who = reading.who if reading.who is not None and (reading.fresh or reading.act == "cash") else turn.seat
        is_right = turn.purse(who) == amount
        is_named = reading.who is not None and reading.fresh
        if reading.act == "cash" and reading.mark == "-" and not is_right:
            return
        if reading.act == "cash" and (is_right or is_named or not reading.is_filled):
            after = reading.copy(0.0 if word.is_amount or is_right or not amount else STRANGE)
        elif is_right and word.number and word.is_amount and reading.act in ("", "buy", "spends", "hold", *NOTHING):
            after = reading.copy(IMPLIED)
        else:
            return
        after.tell(ActKind.CASH, who, amount, word)
        after.fresh, after.is_filled = False, True
        yield after

    def _triple(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read three numbers as what a holder sold, traded and kept."""
        turn, who = reading.turn, reading.who
        assert turn is not None  # noqa: S101
        if not turn.placed.defunct or who is None or not (reading.fresh or reading.act == "dispose"):
            return
        numbers, at = [word.number], place + 1
        while len(numbers) < len(PARTS):
            sign, number = self._peek(at), self._peek(at + 1)
            if sign is not None and sign.is_count:
                numbers.append(sign.number)
                at += 1
            elif sign is not None and number is not None and sign.text in _SLASHED and number.is_count:
                numbers.append(number.number)
                at += 2
            else:
                return
        sell, trade, hold = (number or 0 for number in numbers)
        for _, chain, cost in self._disposals(reading, None):
            is_right = sell + trade + hold == turn.holding(who, chain)
            after = reading.copy(cost + (LIKELY if is_right else STRANGE))
            after.set_parts(who, chain, (sell, trade, hold), word)
            after.fresh, after.at_head, after.is_filled = False, False, True
            yield after, at - place

    # Shares of chains.

    def _shares(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a chain, or a chain with a number in either order."""
        for chain, count, length, cost in self._items(place, word):
            yield from ((after, length) for after in self._meant(reading.copy(cost), chain, count, word))
            if count is not None and reading.turn is not None and reading.act not in ("buy", *PARTS):
                placed = reading.turn.placed
                if chain in placed.touched and 0 < count == len(placed.state.members[chain]):
                    is_spoken = (
                        any(one.inside for one in self.words[place + 1 : place + length]) or reading.turn.is_bought
                    )
                    yield _within(reading.copy(cost + (IMPLIED / 2 if is_spoken else UNLIKELY + LIKELY))), length
            behind = self._peek(place + length)
            is_behind = count is not None and behind is not None and not behind.given
            if is_behind and behind.act in (*PARTS, "buy") and behind.act != reading.act:
                said = reading.copy(
                    cost + (0.0 if reading.is_filled or reading.act not in (*PARTS, "buy") else STRANGE)
                )
                said.act = behind.act
                yield from ((after, length + 1) for after in self._meant(said, chain, count, word))
            if count is not None:
                yield from self._grown(reading.copy(cost), place, length, chain, count, word)
        if len(word.chains) > 1:
            after: Reading | None = reading.copy(IMPLIED)
            for chain in word.chains:
                again = after.copy(-LIKELY - IMPLIED) if after is not None else None
                after = next(self._bought(again, chain, None, word), None) if again is not None else None
            if after is not None:
                yield after, 1
        if word.part is not None and reading.turn is not None:
            part, count = word.part
            for holder, chain, cost in self._disposals(reading, None):
                after = reading.copy(cost)
                after.dispose(holder, chain, part, count, word)
                after.act, after.fresh, after.at_head, after.is_filled = part, False, False, True
                yield after, 1

    def _grown(self, reading: Reading, place: int, length: int, chain: int, before: int, word: Word) -> Iterator[Move]:
        """Read two numbers of a chain, one behind the other, as the shares before and after a purchase or a disposal."""
        turn = reading.turn
        sign, after = self._peek(place + length), self._peek(place + length + 1)
        if (
            turn is None
            or sign is None
            or after is None
            or sign.text not in (">", "→", "->", "=>")
            or not after.is_count
        ):
            return
        now = (after.number or 0) - before
        holder = reading.who if reading.who is not None else turn.seat
        if chain in turn.placed.defunct and turn.holding(holder, chain) == before:
            settled = reading.copy(IMPLIED)
            settled.topic, settled.fresh = chain, True
            settled.who = holder
            yield settled, length + 2
        if now > 0 and turn.placed.state.shares[chain][turn.seat] == before:
            yield from ((one, length + 2) for one in self._purchase(reading, chain, now, word))
        elif now == 1 and turn.placed.touched == (chain,) and before == 0:
            yield reading.copy(IMPLIED), length + 2  # the founder's share

    def _items(self, place: int, word: Word) -> Iterator[tuple[int, int | None, int, float]]:
        """Yield the chains at a place: each with its number or None, the number of words, and the cost of recognising it."""
        if word.share is not None:
            yield *word.share, 1, LIKELY
        if word.is_count and word.number is not None:
            at = self._behind(place + 1, (*_TIMES, "(", "."))
            chain = self._peek(at)
            if chain is not None and len(chain.chains) == 1:
                yield chain.chains[0], word.number, at + 1 - place, chain.chain_cost
        if len(word.chains) == 1:
            at = self._behind(place + 1, _LINKS)
            number = self._peek(at)
            if number is not None and number.is_count and number.number is not None:
                yield word.chains[0], number.number, at + 1 - place, word.chain_cost
            yield word.chains[0], None, 1, word.chain_cost

    def _behind(self, place: int, links: Sequence[str]) -> int:
        """Return the place behind at most two fillers or signs that bind a number to its chain."""
        for _ in range(_MOST_LINKS):
            word = self._peek(place)
            if word is None or word.apart or not (word.inside == "noise" or word.text in links):
                break
            place += 1
        return place

    def _peek(self, place: int) -> Word | None:
        """Return the word at a place of the same row or cell, or None."""
        return self.words[place] if place < self.count and not self.words[place].apart else None

    def _meant(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Yield what a chain, perhaps with a number, may mean; ``reading`` may be changed by none of them."""
        turn, act = reading.turn, reading.act
        if turn is None:
            yield from self._purchase(reading, chain, count, word)
            return
        placed = turn.placed
        if count == 1 and turn.acts and turn.acts[-1].action[:3:2] == (ActKind.FOUND, chain):
            yield reading.copy(LIKELY)  # the founder's share
        if turn.tile is None and act == "found" and count is None:
            after = _within(reading.copy())
            after.turn, after.act = replace(turn, named=chain), ""
            yield after
        if act in PARTS:
            yield from self._parted(reading, chain, count, word)
        if count is None and chain in placed.touched and placed.merger is None and act not in ("buy", *PARTS):
            yield _within(reading.copy())
        if count is None:
            if placed.founds and not placed.state.on_board >> chain & 1 and act not in PARTS:
                after = reading.copy(IMPLIED * (act != "found"))
                after.name(chain, word)
                after.act = ""
                after.at_head = False
                yield after
            elif act == "found" or self.is_blind(reading):
                # A starting tile that nobody has written down may lie beside it.
                after = _within(reading.copy(LIKELY if self.is_blind(reading) else STRANGE))
                after.name(chain, word)
                after.act = ""
                yield after
            if chain in placed.choices:
                after = _within(reading.copy(IMPLIED * (act != "survivor")))
                after.survive(chain, word)
                after.at_head = False
                yield after
                if len(placed.choices) == 2 and act != "survivor":
                    other = next(one for one in placed.choices if one != chain)
                    after = _within(reading.copy(LIKELY))
                    after.survive(other, word)
                    after.topic = chain
                    yield after
            if placed.merger is not None and chain in placed.merger.sizes:
                after = _within(reading.copy())
                if chain in placed.defunct:
                    after.topic = chain
                elif act == "survivor":
                    after.tell(ActKind.SURVIVOR, turn.seat, chain, word)
                yield after
            elif act == "survivor":
                after = reading.copy(STRANGE)
                after.tell(ActKind.SURVIVOR, turn.seat, chain, word)
                yield after
        if act in ("", "buy", "found", "play", "spends", "cash", *MERGING, *PAID, *NOTHING):
            yield from self._purchase(reading, chain, count, word)
        elif act in PARTS and reading.is_filled and chain not in placed.defunct:
            yield from self._purchase(reading.copy(LIKELY), chain, count, word)

    def _purchase(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Read shares as bought."""
        turn = reading.turn
        is_next = (
            (reading.is_head or reading.fresh) and reading.who == reading.expected() and reading.who != reading.seat
        )
        if is_next and reading.who is not None and _is_done(reading):
            begun = reading.copy(LIKELY if reading.is_head else 2 * LIKELY)  # the purchase stands before the tile
            begun.begin(reading.who, word, is_headed=True)
            yield from self._bought(begun, chain, count, word)
        elif turn is not None and reading.at_head and reading.who is None and _is_done(reading) and count is not None:
            begun = reading.copy(
                2 * LIKELY + LIKELY * (not turn.is_bought)
            )  # and before the player
            begun.begin(reading.expected(), word, is_headed=False)
            begun.at_head = True
            yield from self._bought(begun, chain, count, word)
        yield from self._bought(reading, chain, count, word)

    def _bought(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Read shares as bought in the turn that is being read."""
        turn = reading.turn
        if turn is None:
            return
        if reading.fresh and reading.who not in (None, turn.seat):
            return
        cost = 0.0 if reading.act == "buy" else IMPLIED if reading.act == "" else LIKELY
        cost += LIKELY * (count is None)
        count = 1 if count is None else count
        after = reading.copy()
        placed = turn.placed
        if placed.founds and not placed.state.on_board >> chain & 1:
            after.name(chain, word)
            cost += UNLIKELY
            placed = after.turn.placed
        if not placed.state.on_board >> chain & 1 and turn.tile is not None:
            cost += AGAINST
        if count + sum(number for _, number in turn.bought) > MOST_BOUGHT:
            cost += AGAINST
        if placed.state.bank[chain] < count:
            cost += STRANGE
        if turn.is_bought and not turn.bought:
            cost += STRANGE
        after.cost += cost
        if count:
            after.buy(chain, count, word)
        after.fresh, after.at_head, after.is_filled = False, False, True
        yield after

    def _parted(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Read shares as sold, traded or kept."""
        turn, act = reading.turn, reading.act
        assert turn is not None  # noqa: S101
        defunct = turn.placed.defunct
        if act == "trade" and chain not in defunct and turn.placed.merger is not None and reading.topic is not None:
            yield reading.copy(IMPLIED)  # what is got for them
        for holder, of, cost in self._disposals(reading, chain):
            left = turn.left(holder, of)
            number = left if count is None else count
            yield from self._kept(reading, holder, of, act, number, word)
            after = reading.copy(cost + LIKELY * (count is None) + UNLIKELY * reading.is_stale)
            after.dispose(holder, of, act, max(0, number), word)
            after.fresh, after.at_head, after.is_filled = False, False, True
            yield after

    def _disposals(self, reading: Reading, chain: int | None) -> Iterator[tuple[int, int, float]]:
        """Yield the holders and chains that a part of a disposal may be of, with what each costs."""
        turn = reading.turn
        assert turn is not None  # noqa: S101
        defunct = turn.placed.defunct
        if chain is not None:
            chains = [(chain, 0.0 if chain in defunct else STRANGE)]
        elif reading.topic in defunct:
            chains = [(reading.topic, 0.0), *((one, LIKELY) for one in defunct if one != reading.topic)]
        else:
            chains = [(one, IMPLIED * at) for at, one in enumerate(defunct)]
        for of, cost in chains:
            holders = [(reading.who, 0.0)] if reading.who is not None else [(turn.seat, IMPLIED)]
            if reading.who is None:
                holding = [seat for seat in range(reading.state.seats) if turn.holding(seat, of)]
                holders += [(seat, LIKELY) for seat in holding if seat != turn.seat] if len(holding) == 1 else []
            for holder, dear in holders:
                wrong = UNLIKELY * (turn.left(holder, of) <= 0 and not turn.parts(holder, of))
                yield holder, of, cost + dear + wrong


def _at_row(reading: Reading) -> Reading:
    """Return a reading at the beginning of a row, that may go on with what is in force."""
    after = reading.copy(IMPLIED if reading.act not in LISTS else 0.0)
    after.at_head, after.number, after.mark = True, None, ""
    return after


def _afresh(reading: Reading) -> Reading:
    """Return a reading at the beginning of a row with nothing in force."""
    after = reading.copy(-IMPLIED if reading.act not in LISTS else IMPLIED)
    after.cost += STRANGE * (reading.is_head and reading.fresh)  # a name that heads what comes below it
    after.act, after.who, after.fresh, after.is_head, after.is_filled = "", None, False, False, True
    return after


def _within(reading: Reading) -> Reading:
    """Return a reading that is no longer at the head of a row."""
    reading.at_head = False
    return reading


def _in_cell(reading: Reading) -> Reading:
    """Return a reading at the beginning of a cell: what was said before it does not go on."""
    after = reading.copy()
    after.act = ""
    return after


def _signed(reading: Reading, word: Word) -> Reading:
    """Return a reading behind a sign."""
    after = reading.copy()
    after.mark = word.text
    return after


def _skipped(reading: Reading, word: Word, *, counts: bool) -> Reading:
    """Return a reading that passed a word over; ``counts`` says that it seems to be a number of shares."""
    cost = _COUNT if counts else _skip_cost(reading, word)
    after = reading.copy(cost)
    if cost >= TOLD and not word.given:
        after.pass_over(word)
    if not word.is_known or (word.inside == "none" and not word.is_sign):
        after.is_stale = after.is_filled
    if not word.inside and not word.act == "turn":
        after.at_head = after.at_head and not word.is_known
    return after


def _skip_cost(reading: Reading, word: Word) -> float:
    """Return what it costs to pass a word over."""
    if word.given:
        return UNLIKELY
    if reading.act == "final" and word.number is not None and word.number <= reading.state.seats:
        return _WORD  # a rank
    if word.apart and word.text == "-":
        return 0.0
    if word.inside == "none" and word.number is None and reading.turn is not None and not reading.turn.is_bought:
        return LIKELY
    if word.inside and word.number is None and not word.chains:
        return 0.0
    costs = [_WORD]
    if word.tile is not None:
        costs.append(_TILE - 2 * word.tile_cost)
    if word.number is not None:
        costs.append(_AMOUNT if word.is_amount else LIKELY if word.is_spelled else _COUNT)
    if word.chains or word.share or word.part:
        is_short = bool(word.chain_cost) and len(word.chains) == 1
        costs.append(_CHAIN if not is_short else _CAPITAL if word.text.isupper() else _INITIAL)
    if word.player is not None:
        costs.append(max(_WORD, _PLAYER - word.player_cost))
    if word.act in LISTS and word.act != "cash" and not reading.at_head:
        costs.append(_WORD)
    elif word.act:
        costs.append(_WORD if word.act in _SILENT or word.act == reading.act or word.act_cost else _ACT)
    return max(costs)


def _reseated(reading: Reading, player: int, word: Word) -> Reading:
    """Return a reading in which the turn just begun, of which only the tile is known, is another player's."""
    turn = reading.turn
    assert turn is not None and turn.tile is not None  # noqa: S101, PT018
    after = reading.copy(STRANGE * (reading.turns > 1) + IMPLIED)
    after.turn = Turn(player, turn.placed, is_headed=True)
    head, tile = turn.acts[0], turn.acts[1]
    after.turn = replace(after.turn, acts=(head._replace(action=head.action._replace(player=player)),))
    after.place(turn.tile, tile.word)
    return after


def _is_done(reading: Reading) -> bool:
    """Whether the turn that is being read has what a turn needs, so that another one may begin."""
    turn = reading.turn
    return turn is None or turn.tile is not None or turn.is_passed
