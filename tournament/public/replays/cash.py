"""The final cash of a table's players as a page shows it: the log's own, entered, by the log as written, and proved, differences marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.acquire.replay import Proof
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.replays import CashComparison
from tournament.tellings.figures import MINUS, dollars
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class ShownAmount:
    """One amount: the heading of its column, dollars in words, and how much it differs from what was entered ("+1,000"; empty if not).

    ``note`` says how far the amount is proved, if it is not proved; ``dollars`` is empty for an amount that nobody knows. ``is_muted`` says
    that the amount is known not to be the player's.
    """

    label: str
    dollars: str
    off: str = ""
    note: str = ""
    is_muted: bool = False


@dataclass(frozen=True, slots=True)
class ShownCash:
    """The amounts of one player; ``log_id`` is the ID in the log, empty if it is a part of the name."""

    name: str
    log_id: str
    amounts: tuple[ShownAmount, ...]


def shown_cash(rows: Sequence[CashComparison], names: Mapping[PlayerId, str]) -> list[ShownCash]:
    """Return the amounts of each player at the table; amounts differ from what was entered, or if nothing was, from the log's own final.

    Where the log's own final and the entered cash are the same for everybody they are one column; chosen amounts have their own.
    """
    is_one = bool(rows) and all(row.entered is not None and row.recorded == row.entered for row in rows)
    is_chosen = any(row.is_chosen for row in rows)
    return [_shown(row, names[row.player], is_one=is_one, is_chosen=is_chosen) for row in rows]


def _shown(row: CashComparison, name: str, *, is_one: bool, is_chosen: bool) -> ShownCash:
    """Return the amounts of one player."""
    stated = (
        ((_("Entered (same as in the log)"), row.entered),)
        if is_one
        else ((_("Log’s final"), row.recorded), (_("Entered"), row.entered))
    )
    amounts = [ShownAmount(label, _dollars(amount), _signed(row.off(amount))) for label, amount in stated]
    off = _signed(row.off(row.written))
    amounts += [
        ShownAmount(_("According to the log as written"), _dollars(row.written), off, is_muted=row.is_written_off),
        _proved(row),
    ]
    if is_chosen:
        set_to = row.chosen.amount if row.chosen else None
        amounts.append(
            ShownAmount(_("Chosen"), _dollars(set_to), _signed(row.off(set_to)), "" if row.chosen else _("as proved"))
        )
    own = row.log_id or _("nobody in the log")
    is_told = name_key(own) in {name_key(name), *map(name_key, name.split())}
    return ShownCash(name, "" if is_told else own, tuple(amounts))


def _proved(row: CashComparison) -> ShownAmount:
    """Return what is proved for one player; where the log can show nothing, the amount stands under "as written" alone."""
    if row.proof in (Proof.NOT_PROVED, Proof.AS_WRITTEN):
        return ShownAmount(_("Proved"), "", "", _(row.proof.value))
    note = "" if row.proof is Proof.PROVED else _(row.proof.value)
    return ShownAmount(_("Proved"), _dollars(row.computed), _signed(row.difference), note)


def _dollars(amount: Dollars | None) -> str:
    """Return an amount in words, empty for none."""
    return "" if amount is None else dollars(amount)


def _signed(amount: Dollars | None) -> str:
    """Return a difference with its sign: "+1,000" or "−500"; empty for none."""
    return f"{'+' if amount > 0 else MINUS}{dollars(abs(amount))}" if amount else ""
