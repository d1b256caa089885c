"""Which roles open which page of an event's desk, by URL names; a page without a row here is for directors only.

A page that only does something is open to those who may do one of its acts. A page to be read names its readers; if it has forms too, its
acts alone decide who may send them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from tournament.record.acts import ACTS, AT_WORK, DIRECTORS, IN_THE_HALL, Act, Role
from tournament.record.formats import Part


@dataclass(frozen=True, slots=True)
class PageRow:
    """Which roles may open a page, and which may send its forms.

    ``acts`` are those of its forms: whoever may do one of them may send forms. ``readers`` may open the page; if there are none, whoever
    may do one of the acts may open it. ``senders`` may send forms that are no acts. ``of_a_round`` marks a page about one round: while
    that is a draft, only directors see it.
    """

    readers: frozenset[Role] = frozenset()
    acts: tuple[Act, ...] = ()
    senders: frozenset[Role] = frozenset()
    of_a_round: bool = False

    @property
    def sees(self) -> frozenset[Role]:
        """Return the roles that may open the page."""
        return self.readers or self.does

    @property
    def does(self) -> frozenset[Role]:
        """Return the roles that may send the page's forms."""
        return frozenset(role for act in self.acts for role in ACTS[act].may) or self.senders or self.readers

    @property
    def is_for_acts_alone(self) -> bool:
        """Return whether the page has no readers of its own, so that its acts decide who opens it."""
        return not self.readers and bool(self.acts)


def read_by(readers: frozenset[Role], *acts: Act) -> PageRow:
    """Return the row of a page that these roles read and whose forms do one of these acts."""
    return PageRow(readers, acts)


def for_acts(*acts: Act) -> PageRow:
    """Return the row of a page that only does something: whoever may do one of these acts opens it."""
    return PageRow(acts=acts)


def in_round(row: PageRow) -> PageRow:
    """Return the same row for a page about one round."""
    return replace(row, of_a_round=True)


ONLY_DIRECTORS = PageRow(DIRECTORS)

_PAGES = {
    "desk_event": read_by(AT_WORK),
    "desk_event_since": read_by(AT_WORK),
    "desk_find": read_by(AT_WORK),
    "desk_entries": read_by(AT_WORK),
    "desk_entry": read_by(AT_WORK, Act.EDIT_ENTRY),
    "desk_check_in": for_acts(Act.CHECK_IN),
    "desk_status": for_acts(Act.MARK),
    "desk_arrangement": in_round(for_acts(Act.DRAW_ROUND)),
    "desk_round": in_round(read_by(AT_WORK)),
    "desk_clock": in_round(for_acts(Act.START_CLOCK)),
    "desk_game": in_round(for_acts(Act.GIVE_TIME)),
    "desk_tiles": in_round(for_acts(Act.SET_TILES)),
    "desk_boards": in_round(read_by(AT_WORK)),
    "desk_accept_for_seat": in_round(for_acts(Act.ACCEPT_FOR_SEAT)),
    "desk_results": in_round(read_by(AT_WORK, Act.RECORD_RESULT, Act.CONFIRM_RESULT)),
    "desk_results_since": in_round(read_by(AT_WORK)),
    "desk_check_in_since": for_acts(Act.CHECK_IN),
    "desk_undo": PageRow(IN_THE_HALL),  # each undo also checks the rights for its act
    "desk_accept": in_round(for_acts(Act.CONFIRM_RESULT)),
    "desk_mend": in_round(for_acts(Act.RECORD_RESULT, Act.CONFIRM_RESULT)),
    "desk_reports": in_round(read_by(AT_WORK, Act.CONFIRM_RESULT)),
    "desk_check": in_round(read_by(AT_WORK)),
    "desk_table": in_round(read_by(AT_WORK, Act.RECORD_RESULT)),
    "desk_table_phones": in_round(read_by(AT_WORK, Act.WITHDRAW_PHONE)),
    "desk_withdraw_phone": in_round(for_acts(Act.WITHDRAW_PHONE)),
    "desk_withdraw_code": in_round(for_acts(Act.WITHDRAW_CODE)),
    "desk_player_phone": for_acts(Act.WITHDRAW_CODE),
    "desk_correct": in_round(for_acts(Act.CORRECT_RESULT)),
    "desk_restore_result": in_round(for_acts(Act.RESTORE_RESULT)),
    "desk_equal_shares": in_round(for_acts(Act.RULE_EQUAL_SHARES)),
    "desk_standings": read_by(AT_WORK),
    "desk_sheets": read_by(IN_THE_HALL),
    "desk_sheet": read_by(IN_THE_HALL),
}
PAGES: Mapping[str, PageRow] = MappingProxyType(_PAGES)
"""The rows of pages that are not for directors only, by URL name."""


_PART_OF = {
    "desk_tiles": Part.TILES,
    "desk_seating": Part.TILES,
    **dict.fromkeys(
        (
            *("desk_boards", "desk_close_boards", "desk_play_on_devices", "desk_play_at_the_table"),
            *("desk_accept_for_seat", "desk_game", "device_game"),
        ),
        Part.DEVICES,
    ),
    **dict.fromkeys(
        ("desk_attach_log", "desk_log", "desk_apply_log", "desk_explain_words", "desk_publish_log", "replay"),
        Part.REPLAY,
    ),
    "floor_event": Part.CHAINS,
    "medals": Part.MEDALS,
    "json_medals": Part.MEDALS,
}
"""The pages of a part, by URL name; where the event's format lacks the part, there is no such page."""


def add_pages(rows: Mapping[str, PageRow], parts: Mapping[str, Part]) -> None:
    """Add the rows of further pages, and the parts to which pages belong, once, when the program starts."""
    _PAGES.update(rows)
    _PART_OF.update(parts)


def is_there(page: str, parts: frozenset[Part]) -> bool:
    """Return whether an event whose format has these parts has the page of that URL name."""
    return page not in _PART_OF or _PART_OF[page] in parts


def is_allowed(page: str, roles: frozenset[Role], *, is_post: bool = False) -> bool:
    """Return whether these roles open the page with that URL name, or with ``is_post`` send its forms."""
    row = row_of(page)
    return bool(roles & (row.does if is_post else row.sees))


@cache
def permissions_of(
    roles: frozenset[Role], parts: frozenset[Part], *, is_put_away: bool = False, is_own_table: bool = False
) -> Mapping[str, bool]:
    """Return what these roles may do now: pages by their URL names, acts by their names in small letters.

    Nobody opens a page of a part that is not among the ``parts`` of the event's format, or does an act that only such a page has.

    ``direct`` says whether they may do what is for directors only, ``change`` whether they may also change the event in that way. An
    event that is put away can only be read, and nobody acts on a table at which they play (``is_own_table``).
    """
    closed = {act for act, row in ACTS.items() if is_put_away and not row.when_put_away}
    closed |= {act for act, row in ACTS.items() if is_own_table and row.is_of_a_table}
    missing = [page for page in _PART_OF if not is_there(page, parts)]
    closed |= {act for page in missing if row_of(page).is_for_acts_alone for act in row_of(page).acts}
    pages = {
        page: is_allowed(page, roles) and not (row.is_for_acts_alone and closed.issuperset(row.acts))
        for page, row in PAGES.items()
    } | dict.fromkeys(missing, False)
    acts = {act.name.lower(): bool(roles & row.may) and act not in closed for act, row in ACTS.items()}
    directs = bool(roles & DIRECTORS)
    return MappingProxyType({**pages, **acts, "direct": directs, "change": directs and not is_put_away})


def first_page(roles: frozenset[Role]) -> str:
    """Return the page to which these roles come first: the overview of the desk, else the first that they open, else the public page."""
    return next((page for page in PAGES if is_allowed(page, roles)), "event")


def act_at_a_table(page: str) -> Act | None:
    """Return the first act of a page's forms that is forbidden at the user's own table; None where there is none."""
    return next((act for act in row_of(page).acts if ACTS[act].is_of_a_table), None)


def row_of(page: str) -> PageRow:
    """Return the row of the page with that URL name; a page without one is for directors only."""
    return PAGES.get(page, ONLY_DIRECTORS)
