"""The transport for the address of a seat: messages by POST, or a socket."""

from __future__ import annotations

from games.opponents.transport import PostTransport, SeatRefusedError, Transport


def transport_to(address: str, token: str, patience: float) -> Transport:
    """Return a transport for the seat of a token at an address: by POST for http(s), by a socket for ws(s).

    ``patience`` is how many seconds a socket waits for news at a time.

    Raises:
        SeatRefusedError: if address or token are not valid, or the package for sockets is not installed.
    """
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise SeatRefusedError("This is no token of a seat; copy it whole from what opened the game.")  # not said
    if not address.lower().startswith(("ws:", "wss:")):  # not said
        return PostTransport(address, token)
    try:
        from games.opponents.sockets import SocketTransport
    except ImportError:
        raise SeatRefusedError(
            "Sockets need the package websockets, which is not installed; use the address for POST, http://…."  # not said
        ) from None
    return SocketTransport(address, token, patience)
