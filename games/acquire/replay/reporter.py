"""What a replay has found so far, and what it no longer says because an earlier finding explains it."""

from __future__ import annotations

from games.acquire.replay.findings import BESIDE, DEPENDENT, TURN_DEPENDENT, Finding, Severity


class Reporter:
    """The findings made, each with the place of its event, and the doubts that silence others.

    ``doubtful``: the board no longer is what the log speaks of; findings that only follow from the board are counted
    (``suppressed``), not listed. ``excused``: the number of the turn whose illegal tile explains what else is wrong in it.
    """

    __slots__ = ("doubtful", "excused", "findings", "places", "suppressed")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.places: list[int] = []
        self.suppressed = 0
        self.excused = -1
        self.doubtful = False

    def copy(self) -> Reporter:
        """An independent copy."""
        twin = Reporter.__new__(Reporter)
        twin.findings, twin.places = self.findings[:], self.places[:]
        twin.suppressed, twin.excused, twin.doubtful = self.suppressed, self.excused, self.doubtful
        return twin

    def silences(self, code: str, number: int) -> bool:
        """Whether a finding of that code, made in that turn, only follows from an earlier one; counts it if so."""
        if (self.doubtful and code in DEPENDENT) or (self.excused == number and code in TURN_DEPENDENT):
            self.suppressed += self.doubtful
            return True
        return False

    def expect(self, place: int, code: str, severity: Severity, player: str | None) -> None:
        """Hear of a finding before it is made; a reporter that waits for certain ones alone may refuse it."""

    def add(self, place: int, finding: Finding) -> None:
        """Note a finding on the event at that place of the log."""
        self.places.append(place)
        self.findings.append(finding)

    def place_of(self, finding: Finding) -> int:
        """The place of the event on which a finding was noted."""
        return next(at for at, other in zip(self.places, self.findings, strict=True) if other is finding)

    def doubt(self) -> None:
        """From here on the board is not what the log speaks of."""
        self.doubtful = True

    @property
    def weight(self) -> int:
        """The number of mistakes, listed or silenced; what is only odd about the director's acts is none."""
        return sum(finding.code not in BESIDE for finding in self.findings) + self.suppressed

    @property
    def first_mistake(self) -> int:
        """The index of the first mistake among the findings, 0 where there is none."""
        return next((at for at, finding in enumerate(self.findings) if finding.code not in BESIDE), 0)
