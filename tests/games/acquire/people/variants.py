"""One small log, and the ways in which people write it: each a replacement of its text, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = "edition: mso\nplayers: Ann = Ann Demo, Ben = Ben Example, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"

PLAIN = """\
edition: mso
players: Ann = Ann Demo, Ben = Ben Example, Cai

start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -; draw ?
2 Ben: 2B; found Luxor; buy Luxor 2; draw ?
3 Cai: 4D; found American; buy American 1, Luxor 1; draw ?
4 Ann: 3B; buy Luxor 1, American 1; draw ?
5 Ben: 3C
    bonus Cai American 3000; bonus Ann American 1500
    dispose Cai American sell 1 hold 1
    dispose Ann American hold 1
    buy Luxor 1; draw ?
6 Cai: 9I; cash Ann 6900; buy -; draw ?
"""


@dataclass(frozen=True)
class Variant:
    """The plain log with some of its words written differently; ``problems`` are the places that must be told, as column and sentence."""

    old: str
    new: str
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The log as somebody wrote it."""
        assert self.old in PLAIN, self.old
        return PLAIN.replace(self.old, self.new)


def _read(old: str, *written: str) -> list[Variant]:
    return [Variant(old, new) for new in written]


def _refused(old: str, new: str, *problems: str) -> list[Variant]:
    return [Variant(old, new, problems)]


BEN = "2 Ben: 2B; found Luxor; buy Luxor 2; draw ?"

#: What the strict reader of the notation reads already.
STRICT = [
    *_read("\n", "\r\n", "\n\n"),
    *_read(": ", ":", ":   "),
    *_read("; ", ";", "\n    "),
    *_read("2 Ben:", "Ben:"),
    *_read("edition: mso", "\ufeffedition: mso", "# a table's log\nedition: mso"),
    *_read(
        "1 Ann: 4C", "1 Ann: C4", "1 Ann: 4-C", "1 Ann: c-4", "1 Ann: 4c", "1 Ann:\t4C", "1 Ann:\u00a04C", "1 Ann: 4C;"
    ),
    *_read("buy Luxor 2; draw", "BUY Luxor 2; draw", "buy lux 2; draw", "buy L 2; draw", "buy Luxor 2 ; draw"),
    *_read("found Luxor", "Found Luxor", "found L"),
    *_read(BEN, f"{BEN} # well done", BEN.replace("; buy", "\n    buy")),
]

#: What can mean only one thing.
LOOSE = [
    # Purchases.
    *_read("buy Luxor 2; draw", "buy 2 Luxor; draw", "buy Luxor2; draw", "buy L2; draw", "buy 2L; draw", "buy Luxor x2; draw"),
    *_read("buy Luxor 2; draw", "buy 2x Luxor; draw", "buy Luxor × 2; draw", "buy Luxor, Luxor; draw", "buy 2 shares of Luxor; draw"),
    *_read("buy Luxor 2; draw", "buy Luxor (2); draw", "buy Luxor: 2; draw", "buy two Luxor; draw", "Luxor 2; draw", "L2; draw"),
    *_read("buy Luxor 2; draw", "buys Luxor 2; draw", "bought Luxor 2; draw"),
    *_read("buy Luxor 2; draw", "buy Luxur 2; draw", "buy Luxro 2; draw", "buuy Luxor 2; draw"),
    *_read("buy American 1, Luxor 1", "buy American, Luxor", "buy American + Luxor", "buy American and Luxor", "buy A 1 L 1"),
    *_read("buy American 1, Luxor 1", "buy American 1 + Luxor 1", "buy A1, L1", "buy 1 American & 1 Luxor", "buy Amercian 1, Luxor 1"),
    *_read("buy American 1, Luxor 1", "buy American 1; Luxor 1", "buy American 1,\nLuxor 1", "buy\n    American 1, Luxor 1"),
    *_read("4C; buy -", "4C; buy 0", "4C; buy none", "4C; buy nothing", "4C; buy –"),
    *_read("4C; buy -", "4C; buy —", "4C; none", "4C; skip", "4C; buy no shares"),
    *_read("4C; buy -", "4C; buy: none", "4C; -", "4C; –", "4C, -"),
    # Clauses.
    *_read("found Luxor", "founds Luxor", "founded Luxor", "founds the chain Luxor", "founding: Luxor", "Luxor founded", "fuond Luxor"),
    *_read("2B; found Luxor", "2B -> Luxor", "2B → Luxor", "2B (Luxor)", "2B (founds Luxor)", "2B=>Luxor", "2B, found Luxor"),
    *_read("2B; found Luxor", "2B - found Luxor", "2B – founds Luxor", "2B / found Luxor"),
    *_read(BEN, "2 Ben: 2B, found Luxor, buy Luxor 2, draw ?", "2 Ben: 2B. found Luxor. buy Luxor 2. draw ?"),
    *_read(BEN, "2 Ben: 2B + found Luxor and buy Luxor 2; draw ?", "2 Ben: 2B found Luxor buy Luxor 2 draw ?"),
    *_read(BEN, "2 Ben: 2B; buy Luxor 2; found Luxor; draw ?", "2 Ben: found Luxor; 2B; buy Luxor 2; draw ?"),
    *_read(BEN, "2 Ben: 2B； found Luxor； buy Luxor 2； draw ?", f"{BEN} // well done", f"// at last\n{BEN}"),
    *_read(BEN, "2 Ben: 2B; found Luxor; buy Luxor 2; draws", "2 Ben: 2B; found Luxor; buy Luxor 2; draw ? (a good one)"),
    *_read(BEN, "2 Ben: 2B; found Luxor;\nbuy Luxor 2; draw ?", "2 Ben: 2B; found Luxor;\nbuys 2 Luxor; draw ?"),
    *_read("1 Ann: 4C", "1 Ann: 4 C", "1 Ann: tile 4C", "1 Ann: places 4C"),
    # Heads.
    *_read("2 Ben:", "2. Ben:", "2) Ben:", "2: Ben:", "2 - Ben:", "Turn 2 Ben:", "2. Ben", "2 Ben", "2 Ben：", "2 ben:", "ben:"),
    *_read("2 Ben:", "2 Ben Example:", "Ben Example:", "2 B:", "B:", "2. b:", "2 BEN:"),
    *_read("2 Ben:", "2 Bem:", "2 Example:", "Ben", "  2 Ben:", "2.Ben:", "2 Ben -"),
    *_read("draw ?\n2 Ben:", "draw ? 2 Ben:", "draw ?; 2 Ben:", "draw ?. 2. Ben", "draw ?, 2 Ben ", "draw ?; Ben:", "draw ?. Ben: "),
    *_read("draw ?\n3 Cai:", "draw 3 Cai:", "draw ? 3) Cai ", "draws; 3 Cai", "draws 3 cai:", "draw ?; Turn 3 Cai:", "draw ?, C: "),
    # The header and the lines that are no turns.
    *_read("edition: mso", "Edition: mso", "EDITION: MSO", "edition mso", "Edition = mso", "edition: msoo", "Ausgabe: mso"),
    *_read("players: Ann", "Players: Ann", "PLAYERS: Ann", "players Ann", "Spieler: Ann", "Joueurs: Ann"),
    *_read("Ben = Ben Example, Cai", "Ben = Ben Example; Cai", "Ben Example, Cai"),
    *_read("start: Ann 1C, Ben 2A", "Start: Ann 1C, Ben 2A", "start Ann 1C, Ben 2A"),
    *_read("start: Ann 1C, Ben 2A", "start: Ann 1C; Ben 2A", "start: Ann: 1C, ben 2 A", "start: 1C Ann, 2A Ben"),
    # Money.
    *_read("bonus Cai American 3000", "bonus Cai American $3,000", "bonus Cai American 3.000"),
    *_read("bonus Cai American 3000", "bonus Cai American 3 000", "bonus Cai American 3'000"),
    *_read("bonus Cai American 3000", "bonus Cai 3000 American", "bonus American Cai 3,000"),
    *_read("bonus Cai American 3000", "bonus: Cai American 3000", "Cai bonus American 3000"),
    *_read("bonus Cai American 3000; bonus Ann American 1500", "bonus American Cai 3000, Ann 1500", "bonus Cai A 3000, bonus Ann A 1500"),
    *_read("cash Ann 6900", "cash Ann $6,900", "cash Ann: 6900", "cash 6900 Ann", "cash Ann 6900$", "cash ann 6900"),
    # Mergers.
    *_read("dispose Cai American sell 1 hold 1", "dispose Cai American sell 1, hold 1"),
    *_read("dispose Cai American sell 1 hold 1", "dispose Cai American: sells 1, holds 1", "Cai sells 1 American, holds 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai: sell 1 American hold 1"),
    *_read("dispose Cai American sell 1 hold 1", "dispose Cai American 1 sold, 1 kept", "dispose American Cai sell 1 keep 1"),
    *_read("    dispose Cai American sell 1 hold 1", "Cai: sells 1 American, keeps 1", "dispose Cai American sell 1 hold 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai American sell 1 hold 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai American sells 1, holds 1", "Cai American 1 sold 1 kept"),
    *_read("dispose Cai American sell 1 hold 1", "Cai American verkauft 1 behält 1", "Cai American vend 1 garde 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai American vende 1 guarda 1", "Cai American verkoopt 1 houdt 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai American sprzedaje 1 zatrzymuje 1", "Cai: American sell 1 hold 1"),
    *_read("dispose Cai American sell 1 hold 1", "Cai sells 1 American, holds 1 American", "Cai 1 American sold, 1 American kept"),
    *_read("    dispose Cai American sell 1 hold 1", "Cai American sell 1 hold 1", "Cai: American sell 1 hold 1"),
    # Bonuses as they are spoken.
    *_read("bonus Cai American 3000", "Cai gets 3000 for American", "Cai gets 3000 bonus for American", "Cai receives $3,000 for American"),
    *_read("bonus Cai American 3000", "Cai gets a bonus of 3000 for American", "Cai: gets 3000 for American"),
    *_read("bonus Cai American 3000", "Cai got 3000 dollars for American"),
    *_read("bonus Cai American 3000", "Cai bekommt 3000 für American", "Cai reçoit 3000 pour American", "Cai recibe 3000 por American"),
    *_read("bonus Cai American 3000", "Cai krijgt 3000 voor American", "Cai dostaje 3000 za American"),
    *_read("    bonus Cai American 3000; bonus Ann American 1500", "Cai gets 3000 for American\nAnn gets 1500 for American"),
    *_read("cash Ann 6900", "cash Ann 6900 dollars", "Ann has 6,900 dollars"),
    # A purchase beside its tile, with a sign, or over the end of a line.
    *_read("3B; buy Luxor 1, American 1", "3B 1x Luxor, 1x American", "3B 1 Luxor, 1 American", "3B one Luxor and one American"),
    *_read("buy Luxor 2; draw", "buy +2 Luxor; draw", "buy Luxor\n    2; draw", "buy Luxor\n2; draw", "buy Luxor\n    x2; draw"),
    *_read("buy American 1, Luxor 1; draw", "buy American 1, Luxor\n    1; draw", "buy American\n    1, Luxor 1; draw"),
    *_read("2B; found Luxor", "2B; Luxor", "2B Luxor", "2B, Luxor", "2B + Luxor", "2B Luxor!", "2B; Lux!!", "2B NEW LUXOR"),
    *_read("2B; found Luxor", "2B new Luxor", "2B; new: Luxor", "2B (new: Luxor)", "2B (Luxor!)", "2B Luxor founded"),
    *_read("2B; found Luxor; buy Luxor 2", "2B, Luxor, 2 Luxor", "2B Luxor 2 Luxor", "2B +Lux $ Lux2", "2B =L LL", "2B Lux! 2Lux"),
    *_read("4C; buy -", "4C -", "4C 0", "4C; 0"),
    *_read("2B; found Luxor", "2B [Luxor]", "2B [founds Luxor]"),
    # Heads and keys.
    *_read("2 Ben:", "(2) Ben:", "[2] Ben:", "T2 Ben:", "t2 Ben:", "2, Ben:"),
    *_read("players: Ann", "Players - Ann", "players – Ann", "players: - Ann", "Players: – Ann"),
    *_read("edition: mso", "Edition - mso", "edition – mso"),
    *_read("start: Ann 1C, Ben 2A", "Start - Ann 1C, Ben 2A", "start – Ann 1C, Ben 2A"),
    # Remarks.
    *_read("6 Cai: 9I", "Coffee break\n6 Cai: 9I", "page 2\n6 Cai: 9I", "-----\n6 Cai: 9I", "NB: Ann was late\n6 Cai: 9I"),
    *_read("cash Ann 6900", "cash Ann 6900 !", "cash Ann 6900 ok", "cash Ann 6900 [counted twice]", "cash Ann 6900 -- NB"),
    *_read("sell 1 hold 1", "sell 1 hold 1 -- NB", "sell 1 hold 1 ?", "sell 1 hold 1 (at last)"),
    # Whole sheets.
    *_read("\n", "\r", "\n  "),
    *_read("; ", ", ", ". ", ";\n"),
]  # fmt: skip

#: What may mean two things, or nothing: the place is told and the rest is read.
REFUSED = [
    *_refused("1 Ann: 4C", "1 Ann: 13A", "line 5, column 8: '13A' is not a tile; expected a tile from 1A to 12I."),
    *_refused("1 Ann: 4C", "1 Ann: 4J", "line 5, column 8: '4J' is not a tile; expected a tile from 1A to 12I."),
    *_refused("1 Ann: 4C", "1 Ann: 4C 5C", "line 5, column 8: two tiles are here, 4C and 5C; expected one tile in a turn."),
    *_refused("1 Ann: 4C", "1 Ann: 4C, 5C", "line 5, column 8: two tiles are here, 4C and 5C; expected one tile in a turn."),
    *_refused("found American", "found Zeta", "line 7, column 18: 'Zeta' is not a chain of the labels classic"),
    *_refused("cash Ann 6900", "cash Ann 6,9", "line 14, column 21: '6,9' is not an amount of whole dollars; expected"),
    *_refused("2 Ben:", "2 Dot:", "line 6, column 3: 'Dot' is not a player of this log; expected one of Ann, Ben, Cai."),
    *_refused("buy Luxor 1, American 1", "buy Luxor 1 American", "line 8, column 16: it is not clear which number belongs to which chain"),
    *_refused("buy Luxor 1, American 1", "buy Luxor 1, Luxor 1", "line 8, column 16: Luxor appears twice in this purchase"),
    *_refused("buy Luxor 2; draw", "buy; draw", "line 6, column 28: the clause ends too early; expected chains with numbers"),
    *_refused("4C; buy -", "4C; Luxor", "line 5, column 12: 'Luxor' is here without a word"),
    *_refused("4C; buy -", "4C Luxor", "line 5, column 11: 'Luxor' is not expected after '4C'"),
    *_refused("bonus Cai American 3000", "bonus American 3000", "line 10, column 24: the clause ends too early; expected a player"),
    *_refused("buy Luxor 1, American 1", "buy Luxor 1, American 1; Ann gets 2 Luxor", "line 8, column 46: it may be a bonus or shares"),
    *_refused("bonus Cai American 3000", "gets 3000 for American", "line 10, column 27: the clause ends too early; expected a player"),
    *_refused("4C; buy -", "4C 1L 1A; buy -", "line 5, column 8: two tiles are here, 4C and 1L; expected one tile in a turn."),
    *_refused("3B; buy Luxor 1, American 1", "3B 2 A", "line 8, column 8: two tiles are here, 3B and 2 A"),
    *_refused("dispose Cai American sell 1 hold 1", "Cai sells 1 American, holds 1 Luxor", "line 11, column 35: 'Luxor' is not expected"),
    *_refused("dispose Cai American sell 1 hold 1", "American sell 1 hold 1", "line 11, column 5: 'American' is here without a word"),
]  # fmt: skip
