"""The money of a log beside the result of its table, player by player: the log's own final, entered, as written, and proved (R11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType

from games.acquire.replay.findings import Severity
from games.acquire.replay.proof import Proof
from tournament.record.event import TableRecord
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.replays.causes import MONEY, money_moved, sum_in_words
from tournament.replays.reading import GameReading
from wording import gettext as _
from wording import gettext_noop
from wording.figures import in_a_row


@dataclass(frozen=True, slots=True)
class Offer:
    """An amount that the director may set for a player whose final cash the log does not prove; ``source`` says whose amount it is.

    ``source`` is empty for an amount that the director typed; with ``is_told`` it says what happened at the table.
    """

    amount: Dollars
    source: str = ""
    is_told: bool = False


AS_WRITTEN, LOGS_FINAL, AS_ENTERED, FITTING = (
    gettext_noop("according to the log as written"),
    gettext_noop("the log’s own final cash"),
    gettext_noop("as entered"),
    gettext_noop("from an explanation that fits the log"),
)
"""The sources of an offered amount, the best first."""


@dataclass(frozen=True, slots=True)
class CashComparison:
    """One seat with its amounts in dollars: entered, by the replay, stated in the log as final, and according to the log as written.

    An amount is None if it is not known, and the one as written also where turns are missing. ``proof`` is how far ``computed`` is
    proved. ``chosen`` is the amount that the director set, for a player whose final cash the log does not prove; then ``computed`` is that
    amount.
    """

    player: PlayerId
    log_id: str | None
    entered: Dollars | None
    computed: Dollars | None
    recorded: Dollars | None = None
    written: Dollars | None = None
    proof: Proof = Proof.PROVED
    chosen: Offer | None = None

    @property
    def is_chosen(self) -> bool:
        """Whether the director set the amount."""
        return self.chosen is not None

    @property
    def stated(self) -> Dollars | None:
        """The cash with which the others are compared: the entered one, or the log's own final if nothing is entered."""
        return self.recorded if self.entered is None else self.entered

    @property
    def difference(self) -> Dollars | None:
        """Computed minus entered cash, or minus the log's own final cash if nothing is entered; None if one is not known."""
        return None if self.stated is None or self.computed is None else self.computed - self.stated

    @property
    def agrees(self) -> bool:
        """Whether the computed amount is the entered one."""
        return self.computed is not None and self.computed == self.entered


def compare(
    reading: GameReading,
    table: TableRecord,
    seats: Mapping[str, PlayerId],
    chosen: Mapping[str, Offer] = MappingProxyType({}),
) -> tuple[CashComparison, ...]:
    """Return each seat of the table with its amounts; ``seats`` has the player for each ID of the log.

    ``chosen`` are the director's amounts by ID; they count only for players whose cash the log does not prove.
    """
    ids = {player: log_id for log_id, player in seats.items()}
    return tuple(
        _seat_comparison(reading, seat.player, ids.get(seat.player), seat.cash, chosen) for seat in table.seats
    )


def _seat_comparison(
    reading: GameReading, player: PlayerId, log_id: str | None, entered: Dollars | None, chosen: Mapping[str, Offer]
) -> CashComparison:
    """Return the amounts of one seat."""
    if log_id is None:
        return CashComparison(player, None, entered, None, proof=Proof.NOT_PROVED)
    answer = reading.answer
    own = chosen.get(log_id) if log_id in unproved_players(reading) else None
    return CashComparison(
        player,
        log_id,
        entered,
        whole(reading.final.get(log_id)) if own is None else own.amount,
        answer.recorded_final.get(log_id),
        None if has_gap(reading) else whole(answer.as_written.get(log_id)),
        reading.proof(log_id),
        own,
    )


def whole(cash: int | Fraction | None) -> Dollars | None:
    """Return cash as whole dollars; None if there is none, or a fraction of a dollar."""
    return None if cash is None or cash != int(cash) else int(cash)


def unproved_players(reading: GameReading) -> tuple[str, ...]:
    """Return the IDs of the players whose final cash the log does not prove; empty if the log does not reach the end of the game."""
    if not reading.answer.complete:
        return ()
    return tuple(player.id for player in reading.players if player.id not in reading.final)


def offers(reading: GameReading, log_id: str, entered: Dollars | None = None) -> tuple[Offer, ...]:
    """Return the amounts from which the director may choose for a player; each amount is there once, with all its sources.

    If turns are missing, the amounts of the log as written mean nothing and are left out; if places cannot be read, they come last.
    """
    answer = reading.answer
    possible = answer.possible.get(log_id)
    by_result = [(answer.recorded_final.get(log_id), LOGS_FINAL), (entered, AS_ENTERED)]
    written = [] if has_gap(reading) else [(whole(answer.as_written.get(log_id)), AS_WRITTEN)]
    fitting = [whole(amount) for amount in (possible.amounts if possible else ())]
    told = [*by_result, *written] if reading.problems else [*written, *by_result]
    known = {amount for amount, _source in told}
    bare = [amount for amount in fitting if amount not in known]
    said = [(amount, _(source)) for amount, source in told]
    said += [
        (amount, _(FITTING) if len(bare) < 2 or amount in known else _nth(bare.index(amount))) for amount in fitting
    ]
    sources: dict[Dollars, list[str]] = {}
    for amount, source in said:
        if amount is not None and amount >= 0:
            sources.setdefault(amount, []).append(source)
    return tuple(Offer(amount, ", ".join(dict.fromkeys(own))) for amount, own in sources.items())


def _nth(place: int) -> str:
    """Return the source of one of several amounts that only an explanation gives; ``place`` counts from 0."""
    return _("from explanation {number} that fits the log", number=place + 1)


def has_gap(reading: GameReading) -> bool:
    """Whether turns are missing because of which somebody's cash is not proved, so that the log as written gives no sum of the game."""
    return bool(unproved_players(reading)) and any(
        finding.code == "turn-missing" for finding in reading.answer.findings
    )


def why_corrected(reading: GameReading) -> str:
    """Return in a sentence why the cash is proved although the log as it is written does not give it; empty where that is not so."""
    if not reading.answer.complete or unproved_players(reading) or not reading.final:
        return ""
    answer = reading.answer
    is_final = all(reading.final.get(log_id) == cash for log_id, cash in answer.recorded_final.items())
    if all(answer.as_written.get(log_id) == cash for log_id, cash in reading.final.items()):
        is_twice = is_final and any(finding.code == "turn-differs" for finding in answer.findings)
        return _("With one of the two versions, the log gives everybody’s final cash.") if is_twice else ""
    return _("The log as written does not add up; with this corrected, it does.")


def asks_for_sums_only(reading: GameReading) -> bool:
    """Whether wrong sums of the table are all that is found, so that the amounts of the log as written are the likely ones."""
    found = [finding for finding in reading.answer.findings if finding.severity is not Severity.NOTE]
    return bool(found) and all(finding.code in MONEY for finding in found) and not reading.problems


def moves_in_words(
    rows: Sequence[CashComparison],
    names: Mapping[PlayerId, str],
    sums: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> str:
    """Return how much money all causes together move: "500 more for Quy than was entered"; empty if none.

    ``sums`` are the amounts by which single causes move a player's money, by the name; where they explain it, they are told as a sum:
    "−200 + 500 = +300 for Dot than was entered".
    """
    parts = []
    for row in rows:
        if row.difference:
            name = names[row.player]
            own = sums.get(name, ())
            is_sum = len(own) > 1 and sum(own) == row.difference
            change = (
                _("{amount} for {player}", amount=sum_in_words(own), player=name)
                if is_sum
                else money_moved(name, row.difference)
            )
            parts.append((change, row.entered is not None))
    said = []
    for is_entered, group in groupby(parts, key=lambda part: part[1]):
        changes = in_a_row(change for change, _is_entered in group)
        said.append(
            _("{changes} than was entered", changes=changes)
            if is_entered
            else _("{changes} than the log’s own final cash", changes=changes)
        )
    return in_a_row(said)
