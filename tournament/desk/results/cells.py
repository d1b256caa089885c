"""The cells of the results grid, a player each: what concerns the player stands above the field, so that the fields of a row are level.

They are written without a template, which would be slow for the thousand fields of 250 players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString

from tournament.day.likeness import pairs_alike
from tournament.public.forms.results import SeatFields
from tournament.public.lists.names import bold
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId
from tournament.tellings.figures import taken_off
from wording import gettext as _

CLIPPED = 32
"""The number of letters of a name that surely have room above its field; names that are the same as far as that need their numbers."""


def alike(entries: Iterable[EntryRecord]) -> frozenset[PlayerId]:
    """Return the players whose names could be taken for another's, so that their numbers stand before them."""
    entries = list(entries)
    found = {entry.player for one, other in pairs_alike(entries) for entry in (one, other)}
    starts: dict[str, list[PlayerId]] = {}
    for entry in entries:
        starts.setdefault(entry.name[:CLIPPED].casefold(), []).append(entry.player)
    return frozenset(found.union(*(players for players in starts.values() if len(players) > 1)))


def cash_cells(
    seats: Sequence[SeatFields],
    prefix: str | None,
    *,
    entries: str,
    order: Mapping[PlayerId, int],
    is_closed: bool = False,
    numbered: Collection[PlayerId] = (),
    surnames: Mapping[str, str] | None = None,
    said: Mapping[PlayerId, Sequence[str]] | None = None,
    agreed: Mapping[PlayerId, str] | None = None,
) -> SafeString:
    """Return a table cell for each seat: the name, what concerns the player, and the field for the final cash with its clock.

    A name leads to the player's page below the address ``entries``; ``order`` has the numbers of the seats, which stand before it.

    Where the row is closed, amounts are plain text. ``numbered`` are the players whose numbers stand before their names; ``surnames`` has
    the part of a name that is bold. ``said`` has what two reports say of a player where they differ, "Helper 1: 20,600"; ``agreed`` the
    amounts in which they do not.
    """
    names, said, agreed = surnames or {}, said or {}, agreed or {}
    cells = []
    for seat in seats:
        differs = said.get(seat.player, ())
        fine = _("fine {amount}", amount=taken_off(seat.fine)) if seat.fine else ""
        above = [f'<small class="fine">{escape(fine)}</small>'] if fine else []
        if seat.is_late:
            above.append(f'<span class="out-of-time">{escape(_late(seat))}</span>')
        above += [f'<span class="other">{escape(words)}</span>' for words in differs]
        called = bold(seat.name, names.get(seat.name, ""))
        name = _name(seat, called, entries, order.get(seat.player), is_numbered=seat.player in numbered)
        field = _closed(seat) if is_closed else _open(seat, f"{prefix}-check", agreed.get(seat.player, ""))
        cells.append(f'<td class="seat{" differs" if differs else ""}">{name}{"".join(above)}{field}</td>')
    return SafeString("".join(cells))


def _late(seat: SeatFields) -> str:
    """Return the words above the field of a player who ran out of time."""
    return _("out of time on the table's clock") if seat.is_on_clock else _("out of time")


def _name(seat: SeatFields, name: str, entries: str, place: int | None, *, is_numbered: bool) -> str:
    """Return the markup of a player's ``name`` as a link, after the number of the seat where it is known."""
    sits = f'<small class="soft">{place}</small> ' if place else ""
    number = f'<span class="number">{seat.player}</span> ' if is_numbered else ""
    return f'<span class="who">{sits}<a tabindex="-1" href="{entries}{seat.player}/">{number}{name}</a></span>'


def _closed(seat: SeatFields) -> str:
    """Return the markup of an amount without a field."""
    return f'<span class="figure">{escape(seat.value) or "–"}</span>'


def _open(seat: SeatFields, described_by: str, agreed: str) -> str:
    """Return the markup of a field with its clock; ``described_by`` is the id of the element that shows what is wrong."""
    wrong = f' aria-invalid="true" aria-describedby="{described_by}"' if seat.errors else ""
    hint = f' placeholder="{escape(agreed)}"' if agreed else ""
    late, ticked = escape(_("{player} ran out of time", player=seat.name)), " checked" if seat.is_late else ""
    return (
        f'<input name="{seat.field}" value="{escape(seat.value)}" '
        f'aria-label="{escape(seat.name)}" inputmode="numeric" maxlength="20" data-name{hint}{wrong}>'
        f'<label class="late"><input type="checkbox" name="{seat.late_field}" aria-label="{late}"{ticked}>⏱</label>'
    )
