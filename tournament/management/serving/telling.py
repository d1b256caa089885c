"""The messages of `serve` at the terminal: addresses for phones and the director, the link that makes an account, changes."""

from __future__ import annotations

from collections.abc import Sequence

import segno

from tournament.installation.addresses import is_inside_windows, is_loopback
from tournament.installation.folders import command_line
from tournament.record.letin import shown_code

OFFLINE = (
    "This machine is not on a network, so only it can open the pages. Join the hall's Wi-Fi or create a hotspot;\n"
    "the address for phones is shown here as soon as there is one."
)
ALONE = "Only this machine can open the pages, because of --host. Leave out --host to let phones in: {command}"
CONTAINED = (
    "This is a container, which cannot find the address that phones reach. Stop it, and start it with that of the machine in the hall's\n"
    "network, such as TOPTABLE_PUBLIC_ADDRESS=http://192.168.1.20:8000; until then phones and codes are sent to the address below."
)
QUIET = 4
"""The width of the white edge that a scanner needs around a QR code, in modules (the code's small squares)."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""A letter for each pair of modules, one above the other; 1 is dark."""
BLACK_ON_WHITE, AS_BEFORE = "\x1b[30;107m", "\x1b[0m"
INSIDE_WINDOWS = "This is Linux inside Windows (WSL): phones reach it only if Windows mirrors its network. See docs/running/laptop.md."


def where_to(
    address: str, local: str, *, is_narrow: bool, is_terminal: bool = False, is_contained: bool = False
) -> str:
    """The text with the addresses of the pages: for phones, with a QR code, and on this machine.

    ``is_narrow`` is true where --host names one address; ``is_terminal`` where the text may contain codes for colours; ``is_contained``
    where a container has found the address itself.
    """
    if is_loopback(address):
        return f"On this machine: {local}/\n{ALONE.format(command=command_line('serve')) if is_narrow else OFFLINE}"
    own = "" if local == address else f"\nOn this machine: {local}/"
    warning = f"\n{INSIDE_WINDOWS}" if is_inside_windows() else ""
    first = f"{CONTAINED}\n\n" if is_contained else ""
    return f"{first}Phones in the hall: {address}/\n\n{code_of(f'{address}/', is_terminal=is_terminal)}\n{own}{warning}".rstrip()


def code_of(address: str, *, is_terminal: bool = False) -> str:
    """An address as a QR code made of block characters, each line of text showing two rows of the code.

    With ``is_terminal`` each line sets black on white, because not every phone reads a code with its colours exchanged.
    """
    rows = [bytes(row) for row in segno.make(address, micro=False).matrix]
    blank = bytes(len(rows[0]) + 2 * QUIET)
    edge = bytes(QUIET)
    rows = [blank] * QUIET + [edge + row + edge for row in rows] + [blank] * QUIET
    if len(rows) % 2:
        rows.append(blank)
    lines = [
        "".join(HALVES[upper, lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"{BLACK_ON_WHITE}{line}{AS_BEFORE}" if is_terminal else line for line in lines)


def code_line(code: str) -> str:
    """The text with the code by which the browser of this machine makes itself known."""
    return f"If a page on this machine asks for the code of this window: {shown_code(code)}"


def let_in_line(path: str, local: str, *, whose: str, minutes: int) -> str:
    """The text with a one-time link: for a new password of the account ``whose``, or for the first account where that is empty.

    ``path`` is the link without the address ``local`` before it; ``minutes`` is how long it works.
    """
    what = f"Set a new password for {whose}" if whose else "Create the director's account"
    lasts = f"{minutes // 60} hours" if minutes > 60 else f"{minutes} minutes"
    return f"{what}: open this link once on this machine, within {lasts}:\n\n    {local}{path}\n"


def changed(before: str, sheets: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The message that the address has changed, with the titles of the printed sheets on which the old one stands, for each event."""
    lines = [f"The address for phones has changed; it was {before}/."]
    for event, titles in sheets:
        lines.append(f"Printed sheets of {event} that show the old address: {'; '.join(titles)}. Reprint them.")
    return "\n".join(lines)
