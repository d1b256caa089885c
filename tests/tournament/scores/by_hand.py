"""An event worked out by hand from raw cash, with fractions and the text of the rules alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from tournament.models import Entry, Event, Penalty, Round, SitOut, Table

BONUS = {1: "1.06", 2: "1.03", 3: "1.02", 4: "1.015", 5: "1.012", 6: "1.01"}
STANDARDISE = {3: "0.75", 4: "1", 5: "1.2"}
NOT_PLAYED = {"standard": Fraction(25), "pairing-problem": Fraction(30), "missed": Fraction(0)}


def three_decimals(value: Fraction) -> Fraction:
    return Fraction(floor(value * 1000 + Fraction(1, 2)), 1000)


def minus(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def written(value: Fraction) -> str:
    thousandths = value * 1000
    assert thousandths.denominator == 1
    return f"{int(thousandths) // 1000}.{int(thousandths) % 1000:03d}"


@dataclass(frozen=True)
class Line:
    """One seat worked out by hand."""

    player: int
    name: str
    table: int
    cash: int
    fine: int
    net: int
    counts: int
    bonus: str
    adjusted: int
    sum: int
    basic: Fraction
    factor: str
    score: Fraction
    place: str

    def shown(self) -> dict[str, str]:
        return {
            "Place": self.place,
            "Name": self.name,
            "Cash": f"{self.cash:,}",
            "Fine": f"−{self.fine:,}" if self.fine else "",
            "Net": f"{self.net:,}"
            if self.net == self.counts
            else f"{minus(self.net)}, which counts as {self.counts:,}",
            "Winning bonus": f"× {self.bonus}" if self.bonus else "",
            "Adjusted": f"{self.adjusted:,}",
            "Basic %": written(self.basic),
            "Multiplier": f"× {self.factor}",
            "Score": written(self.score),
        }


class ByHand:
    """An event worked out from the rows of the database: seats with cash, fines and sit-outs."""

    def __init__(self, event: Event) -> None:
        self.names = {entry.number: entry.name for entry in Entry.objects.filter(event=event)}
        self.left = {entry.number for entry in Entry.objects.filter(event=event, status="withdrawn")}
        self.rounds = [row.number for row in Round.objects.filter(event=event, state="closed")]
        fines: dict[tuple[int, int], int] = defaultdict(int)
        for penalty in Penalty.objects.filter(event=event, kind="fine", is_cancelled=False):
            fines[penalty.round_number, penalty.entry.number] += penalty.amount
        cash: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        for table in Table.objects.filter(round__event=event, official__isnull=False).select_related(
            "round", "official"
        ):
            assert table.official is not None
            for said in table.official.figures.filter(cash__isnull=False).select_related("entry"):
                assert said.cash is not None
                cash[table.round.number, table.number][said.entry.number] = said.cash
        self.lines: dict[int, dict[int, list[Line]]] = defaultdict(dict)
        for (played, number), amounts in cash.items():
            self.lines[played][number] = self.table(number, amounts, {p: fines[played, p] for p in amounts})
        self.idle = {
            (row.round.number, row.entry.number): row.kind
            for row in SitOut.objects.filter(round__event=event).select_related("round", "entry")
        }

    def table(self, number: int, cash: dict[int, int], fines: dict[int, int]) -> list[Line]:
        net = {player: max(0, cash[player] - fines[player]) for player in cash}
        best = max(net.values())
        winners = [player for player, amount in net.items() if amount == best]
        bonus = BONUS[len(winners)]
        adjusted = {
            player: ceil(amount * Fraction(bonus) / 100) * 100 if player in winners else amount
            for player, amount in net.items()
        }
        total = sum(adjusted.values())
        lines = []
        for player in sorted(cash, key=lambda player: -net[player]):
            basic = three_decimals(Fraction(100 * adjusted[player], total))
            ahead = sum(amount > net[player] for amount in net.values())
            equal = sum(amount == net[player] for amount in net.values())
            lines.append(
                Line(
                    player=player,
                    name=self.names[player],
                    table=number,
                    cash=cash[player],
                    fine=fines[player],
                    net=cash[player] - fines[player],
                    counts=net[player],
                    bonus=bonus if player in winners else "",
                    adjusted=adjusted[player],
                    sum=total,
                    basic=basic,
                    factor=STANDARDISE[len(cash)],
                    score=three_decimals(basic * Fraction(STANDARDISE[len(cash)])),
                    place=f"{'=' if equal > 1 else ''}{ahead + 1}",
                )
            )
        return lines

    def line(self, played: int, player: int) -> Line | None:
        return next((line for table in self.lines[played].values() for line in table if line.player == player), None)

    def score(self, played: int, player: int) -> Fraction:
        line = self.line(played, player)
        return line.score if line else NOT_PLAYED[self.idle.get((played, player), "missed")]

    def total(self, player: int) -> Fraction:
        return sum((self.score(played, player) for played in self.rounds), Fraction(0))

    def wins(self, player: int) -> int:
        return sum(bool(line and line.bonus) for line in (self.line(played, player) for played in self.rounds))

    def cell(self, played: int, player: int) -> str:
        line = self.line(played, player)
        if line:
            return f"{written(line.score)}{'*' if line.bonus else ''}"
        kind = self.idle.get((played, player))
        marks = {"standard": "S ", "pairing-problem": "P ", "missed": "- ", None: "W " if player in self.left else "- "}
        return f"{marks[kind]}{written(self.score(played, player))}"
