"""The final cash of a table's players as a page shows it: the log's own, what stands, and what is proved, with one difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.acquire.replay import Proof
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.replays import CashComparison
from tournament.tellings.figures import MINUS, dollars
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class ShownAmount:
    """One amount: the heading of its column, dollars in words (empty if nobody knows), and how far it is proved, where it is not."""

    label: str
    dollars: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownCash:
    """The amounts of one player; ``log_id`` is the ID in the log, empty if it is a part of the name.

    ``off`` is how much more or less than what stands the player gets: "+1,000" or "−500"; empty for as much.
    """

    name: str
    log_id: str
    amounts: tuple[ShownAmount, ...]
    off: str


Column = tuple[str, Callable[[CashComparison], tuple[Dollars | None, str]]]
"""A column of amounts: its heading, and the amount of a row with what is said of it."""


def shown_cash(
    rows: Sequence[CashComparison], names: Mapping[PlayerId, str], *, is_ruled: bool = False
) -> list[ShownCash]:
    """Return the amounts of each player at the table: the log's own, what stands now (entered, or ruled), and what is proved.

    What the log gives as written has a column where somebody's cash is not proved, and so have chosen amounts.
    """
    stands = _("Ruled") if is_ruled else _("Entered")
    columns: list[Column] = [
        (_("Log’s final"), lambda row: (row.recorded, "")),
        (stands, lambda row: (row.entered, "")),
    ]
    if rows and all(row.entered is not None and row.recorded == row.entered for row in rows):
        columns = [(_("{stands} (same as in the log)", stands=stands), lambda row: (row.entered, ""))]
    if any(row.proof is Proof.NOT_PROVED and row.written is not None for row in rows):
        columns.append((_("According to the log as written"), lambda row: (row.written, "")))
    columns.append((_("Proved"), _proved))
    if any(row.chosen for row in rows):
        columns.append((_("Chosen"), _chosen))
    return [_shown(row, names[row.player], columns) for row in rows]


def _shown(row: CashComparison, name: str, columns: Sequence[Column]) -> ShownCash:
    """Return the amounts of one player."""
    told = [(label, *amount_of(row)) for label, amount_of in columns]
    amounts = tuple(ShownAmount(label, _dollars(amount), note) for label, amount, note in told)
    own = row.log_id or _("nobody in the log")
    is_told = name_key(own) in {name_key(name), *map(name_key, name.split())}
    return ShownCash(name, "" if is_told else own, amounts, _signed(row.difference))


def _proved(row: CashComparison) -> tuple[Dollars | None, str]:
    """Return what is proved for one player, and how far if it is not proved outright."""
    if row.proof is Proof.NOT_PROVED:
        return None, _(row.proof.value)
    return row.computed, "" if row.proof is Proof.PROVED else _(row.proof.value)


def _chosen(row: CashComparison) -> tuple[Dollars | None, str]:
    """Return what the director chose for one player."""
    return (row.chosen.amount, "") if row.chosen else (None, _("as proved"))


def _dollars(amount: Dollars | None) -> str:
    """Return an amount in words, empty for none."""
    return "" if amount is None else dollars(amount)


def _signed(amount: Dollars | None) -> str:
    """Return a difference with its sign: "+1,000" or "−500"; empty for none."""
    return f"{'+' if amount > 0 else MINUS}{dollars(abs(amount))}" if amount else ""
