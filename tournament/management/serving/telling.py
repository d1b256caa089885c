"""What `serve` tells at the terminal: where phones and the director go in, the link that makes an account, what changed."""

from __future__ import annotations

import io
from collections.abc import Sequence

import segno

from tournament.installation.addresses import is_inside_windows, is_loopback

OFFLINE = (
    "This machine is on no network: only it can open the pages. Join the hall's Wi-Fi, or let this machine make one;\n"
    "the address for phones is shown here as soon as there is one."
)
ALONE = (
    "Only this machine can open the pages, as --host asks. Leave --host out to let phones in: python3 manage.py serve"
)
INSIDE_WINDOWS = (
    "This is Linux inside Windows (WSL): phones reach it only where Windows mirrors its network; the README says how."
)


def where_to(address: str, local: str, *, is_narrow: bool) -> str:
    """Where the pages are: for phones with a code, and on this machine; ``is_narrow`` where --host names one address."""
    if is_loopback(address):
        return f"On this machine: {local}/\n{ALONE if is_narrow else OFFLINE}"
    own = "" if local == address else f"\nOn this machine: {local}/"
    warning = f"\n{INSIDE_WINDOWS}" if is_inside_windows() else ""
    return f"Phones in the hall: {address}/\n\n{code_of(f'{address}/')}\n{own}{warning}".rstrip()


def code_of(address: str) -> str:
    """An address as a QR code of letters that any terminal shows, dark on light."""
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def let_in_line(path: str, local: str, *, whose: str, minutes: int) -> str:
    """The line with a link that makes an account, or a new password for ``whose``."""
    what = f"Set a new password for {whose}" if whose else "Make the director's account"
    lasts = f"{minutes // 60} hours" if minutes > 60 else f"{minutes} minutes"
    return f"{what}: open this link on this machine, once, within {lasts}:\n\n    {local}{path}\n"


def changed(before: str, sheets: Sequence[tuple[str, Sequence[str]]]) -> str:
    """That the address has changed, and which sheets of which events carry the old one."""
    lines = [f"The address for phones has changed; it was {before}/ before."]
    for event, titles in sheets:
        lines.append(f"Printed sheets of {event} that carry the old address: {'; '.join(titles)}. Print them anew.")
    return "\n".join(lines)
