"""One entry of an event as a frozen value: who plays, how the name is written, and what only the desk knows about the player."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournament.record.names import NameForm, NameKey, PersonName, parted
from tournament.record.vocabulary import NameShown, PlayerId, Status


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of an event; ``country`` is free text of up to three letters.

    ``first_round`` is the first round still to come when the player was entered or checked in (`EventRecord.first_round_of`). ``name`` is
    what everybody reads, in the form of the event (`in_form`); ``entered`` is the name as it was entered, empty where that is the same.
    ``given_name`` and ``family_name`` are empty unless a list had them in separate columns or parts.
    ``club``, ``team`` (a family or a team), ``email`` and the fees are for the desk alone. ``fee_due`` and ``fee_paid`` are hundredths of
    the event's currency; ``fee_due`` is None where nothing is said about this player, so that the event's own fee is due.
    """

    player: PlayerId
    name: str
    country: str = ""
    is_junior: bool = False
    status: Status = Status.PRESENT
    first_round: int = 1
    last_round: int | None = None  # as stored when the departure was entered; `EventRecord.left_after` is what counts
    contestant_id: str = ""
    note: str = ""
    fixed_table: int | None = None  # the number of the table at which the draw always seats the player
    given_name: str = ""
    family_name: str = ""
    shown_as: NameShown = (
        NameShown.FULL
    )  # how the public sees the name; in records for the public, ``name`` is the shown name already
    codes_withdrawn: int = 0  # how often the code on the place card was withdrawn
    entered: str = ""
    club: str = ""
    team: str = ""
    email: str = ""
    fee_due: int | None = None
    fee_paid: int = 0

    @property
    def as_entered(self) -> str:
        """The name as it was entered: what files hold, and what names are compared with."""
        return self.entered or self.name

    @property
    def parts(self) -> PersonName:
        """The name in its parts."""
        return parted(self.as_entered, self.given_name, self.family_name)

    @property
    def surname(self) -> str:
        """The part of ``name`` that is written in bold; empty where the surname stands first, or is all there is."""
        parts = self.parts
        return parts.surname if parts.given and self.name == parts.said(NameForm.SURNAME_LAST) else ""

    @property
    def sort_key(self) -> tuple[NameKey, PlayerId]:
        """The sort key from A to Z: by surname, then given name; equal names by number."""
        return self.parts.key, self.player

    @property
    def numbered(self) -> str:
        """The name with the number, as lists of choice offer it: "Zoe Anfang (12)"."""
        return f"{self.name} ({self.player})"

    def in_form(self, form: NameForm) -> EntryRecord:
        """Return the entry with its name written in this form."""
        entered, name = self.as_entered, self.parts.said(form)
        return replace(self, name=name, entered="" if name == entered else entered)

    @property
    def is_active(self) -> bool:
        """Whether the player takes part in the next draw."""
        return self.status is Status.PRESENT
