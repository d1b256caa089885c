"""Two small logs, and the ways in which people write them: each a replacement of a text in one, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HEAD = "edition: mso\nplayers: Ann = Ann Demo, Ben = Ben Example, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"

PLAIN = (Path(__file__).parent / "plain.acq").read_text(encoding="utf-8")
#: A log with a tie for the most shares, with trades, and with equal chains that merge.
TRADED = (Path(__file__).parent / "traded.acq").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Variant:
    """A log with ``new`` in the place of ``old``, which means ``meant``."""

    old: str
    new: str
    meant: str
    log: str = PLAIN

    @property
    def text(self) -> str:
        """The log as somebody wrote it."""
        assert self.old in self.log, self.old
        return self.log.replace(self.old, self.new)

    @property
    def plain(self) -> str:
        """The log as the notation has it."""
        return self.log.replace(self.old, self.meant)


def _read(old: str, *written: str, meant: str | None = None, log: str = PLAIN) -> list[Variant]:
    return [Variant(old, new, old if meant is None else meant, log) for new in written]


BEN = "2 Ben: 2B; found Luxor; buy Luxor 2; draw ?"
BOUGHT = "buy Luxor 2; draw"
TWO = "buy American 1, Luxor 1"
FOUNDED = "2B; found Luxor"
BONUS = "bonus Cai American 3000"
BOTH = "bonus Cai American 3000; bonus Ann American 1500"
TIED = "bonus Ann American 2300; bonus Cai American 2300"
CASH = "cash Ann 6900"
CAI = "dispose Cai American sell 1 hold 1"
ANN = "dispose Ann American sell 1 trade 2"
SIX = "18 Cai: 7E; survivor Luxor"

#: What the notation has already.
STRICT = [
    *_read("\n", "\r\n", "\n\n"),
    *_read("; ", ";", "\n    "),
    *_read("2 Ben:", "Ben:", meant="Ben:"),
    *_read("edition: mso", "\ufeffedition: mso", "# a table's log\nedition: mso"),
    *_read("1 Ann: 4C", "1 Ann: C4", "1 Ann: c-4", "1 Ann:\t4C", "1 Ann:\u00a04C", "1 Ann: 4C;"),
    *_read(BOUGHT, "BUY Luxor 2; draw", "buy L 2; draw", "buy Luxor 2 ; draw"),
    *_read(BEN, f"{BEN} # well done", BEN.replace("; buy", "\n    buy")),
]

#: What can mean only one thing: of each rule one or two examples.
LOOSE = [
    *_read(BOUGHT, "buy 2 Luxor; draw", "buy L2; draw", "buy Luxor × 2; draw", "buy Luxor, Luxor; draw", "Luxor 2; draw"),
    *_read(BOUGHT, "buy two shares of Luxor; draw", "buuy Luxro 2; draw", "buy 2 Luxor for 400; draw"),
    *_read(TWO, "buy American and Luxor", "buy 1 American & 1 Luxor", "buy American 1,\nLuxor 1", "buy Amercian 1; Luxor 1"),
    *_read("4C; buy -", "4C; buy nothing", "4C, –", "4C; does not buy", "4C; n’achète rien", "4C; nekupuje nic"),
    *_read(FOUNDED, "2B -> Luxor", "2B (founds Luxor)", "2B [Luxor]", "2B; Luxor", "2B NEW LUXOR", "2B Luxor founded", "2B; fuond Luxor"),
    *_read("2B; found Luxor; buy Luxor 2", "2B, Luxor, 2 Luxor", "2B +Lux $ Lux2", "2B 🎉; found Luxor; buy Luxor 2 🙂"),
    *_read(BEN, "2 Ben: 2B, found Luxor, buy Luxor 2, draw ?", "2 Ben: 2B found Luxor buy Luxor 2 draw ?"),
    *_read(BEN, "2 Ben: found Luxor; 2B; buy Luxor 2; draw ?", f"// at last\n{BEN}", f"{BEN[:-1]}? (a good one)"),
    *_read("1 Ann: 4C", "1 Ann: 4 C", "1 Ann: places tile 4C"),
    *_read("2 Ben:", "2. Ben", "Turn 2 Ben:", "2 Example:", "2 Bem:", "(2) Ben:", "2 ben:"),
    *_read("2 Ben:", "b:", meant="Ben:"),
    *_read("draw ?\n3 Cai:", "draw ? 3 Cai:", "draws; Turn 3 Cai:"),
    *_read("edition: mso", "EDITION: MSO", "Ausgabe - msoo"),
    *_read("players: Ann", "Spieler: Ann", "Players – Ann"),
    *_read(BONUS, "bonus Cai 3000 American", "Cai gets $3,000 bonus for American", "Cai got 3'000 dollars for American"),
    *_read(BOTH, "bonus American Cai 3000, Ann 1500", "majority Cai 3k; minority Ann 1.5k", "bonus Cai 3000\nAnn gets 1500 for American"),
    *_read(TIED, "bonus Ann+Cai American 2300 each", "bonus Ann and Cai 4600 together", log=TRADED),
    *_read(CASH, "cash 6900 Ann", "Ann has $6,900", "cash Ann 6.9k", "cash Ann 69OO"),
    *_read(CAI, "dispose Cai American: sells 1, holds 1", "Cai American 1 sold 1 kept", "Cai s1 h1", "Cai 1/0/1", f"{CAI} -- NB"),
    *_read(f"    {CAI}", "Cai American verkauft 1 behält 1"),
    *_read(CAI, "Cai kept all American", meant="dispose Cai American hold 2"),
    *_read(CAI, "Cai sold everything", meant="dispose Cai American sell 2"),
    *_read(ANN, "Ann sells 1, traded the rest", "Ann traded 2 for 1 Luxor and sold 1", log=TRADED),
    *_read("5 Ben: 3C", "5 Ben: 3C; American -> Luxor", "5 Ben: 3C (Luxor eats American)", "5 Ben: 3C; American dies"),
    *_read(SIX, "18 Cai: 7E -> Luxor", "18 Cai: 7E; Tower merges into Luxor", "18 Cai: 7E; Luxor survives", log=TRADED),
    *_read("2 Ben: 2B", "2 Ben: 28"),
    *_read("found American", "found Arnerican", "found Amer1can"),
    *_read("6 Cai: 9I", "Coffee break\n6 Cai: 9I"),
    *_read("\n", "\r", "\n  "),
    *_read("; ", ", ", ". ", ";\n"),
]  # fmt: skip

#: What fits nothing that the position allows: it is told, and the rest is read.
NOT_NEEDED = [
    *_read("1 Ann: 4C", "1 Ann: 13A", meant="1 Ann:"),
    *_read("1 Ann: 4C", "1 Ann: 4C, 5C"),
    *_read(CASH, "cash Ann 6,9", meant=""),
    *_read("4C; buy -; draw", "4C Luxor; buy -; draw"),
    *_read("buy -; draw ?\n2", "does not end the game; buy -\n2"),
    *_read(CAI, "Cai holds 5600", meant=""),
    *_read(TIED, "bonus Ann+Cai American 2500", meant="", log=TRADED),
    *_read("5 Ben: 3C", "5 Ben: 3C; Tower takes over American"),
    *_read("4 Ann: 3B", "4 Ann: 3B; American -> Luxor"),
]  # fmt: skip
