"""Entries: entered one by one or by a list, corrected, removed, and merged where one person is entered twice."""

from tournament.services.entries.entering import (
    PUBLIC,
    Particulars,
    add_entries,
    edit_entry,
    particulars_of,
    reason_to_keep,
    remove_entry,
)
from tournament.services.entries.lists import ListOrder, apply_list

__all__ = [
    "PUBLIC",
    "ListOrder",
    "Particulars",
    "add_entries",
    "apply_list",
    "edit_entry",
    "particulars_of",
    "reason_to_keep",
    "remove_entry",
]
