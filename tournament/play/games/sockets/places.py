"""The places for sockets in one process: how many, how many of an address, and who makes room for a player."""

from __future__ import annotations

from collections import Counter
from typing import Generic, TypeVar

OF_AN_ADDRESS = 500
"""How many sockets one address may have; it may be that of a whole hall: 250 players with phone and board."""

Socket = TypeVar("Socket")


class Places(Generic[Socket]):
    """The open sockets, at most ``most``. Who holds a seat goes before who looks on or has not said who they are."""

    def __init__(self, most: int, of_an_address: int = OF_AN_ADDRESS) -> None:
        self._most, self._of_an_address = most, of_an_address
        self._addresses: dict[Socket, str] = {}
        self._of_address: Counter[str] = Counter()
        self._onlookers: dict[Socket, None] = {}
        """The sockets without a seat, the oldest first."""

    def __len__(self) -> int:
        return len(self._addresses)

    def lacks(self, address: str) -> bool:
        """Whether there is no place for one socket more from this address."""
        return len(self) >= self._most or self._of_address[address] >= self._of_an_address

    def onlooker_for(self, address: str) -> Socket | None:
        """The oldest socket without a seat whose end would make room for a player at this address; None where there is none."""
        of_same = self._of_address[address] >= self._of_an_address
        able = (each for each in self._onlookers if not of_same or self._addresses[each] == address)
        return next(able, None)

    def enter(self, socket: Socket, address: str, *, is_seat: bool) -> None:
        """Give a socket a place."""
        self._addresses[socket] = address
        self._of_address[address] += 1
        if not is_seat:
            self._onlookers[socket] = None

    def sit(self, socket: Socket) -> None:
        """From now on the socket is that of a seat."""
        self._onlookers.pop(socket, None)

    def leave(self, socket: Socket) -> None:
        """Take the place of a socket back."""
        address = self._addresses.pop(socket, None)
        self._onlookers.pop(socket, None)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
