"""Clauses as people write them: each a replacement in one of two small logs that must come to that log's record."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.acquire.people.variants import PLAIN

#: A log with a tie for the most shares, with trades, and with equal chains that merge.
TRADED = """\
edition: mso
players: Ann = Ann Demo, Ben = Ben Example, Cai

start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -; draw ?
2 Ben: 2B; found Luxor; buy Luxor 2; draw ?
3 Cai: 4D; found American; buy American 2, Luxor 1; draw ?
4 Ann: 9I; buy American 3; draw ?
5 Ben: 3B; buy Luxor 1; draw ?
6 Cai: 7G; found Tower; buy -; draw ?
7 Ann: 3C
    bonus Ann American 2300; bonus Cai American 2300
    dispose Ann American sell 1 trade 2
    dispose Cai American trade 2 hold 1
    buy -; draw ?
8 Ben: 5D; cash Ben 5300; buy -; draw ?
9 Cai: 6D; buy Tower 2; draw ?
10 Ann: 7D; buy Tower 1; draw ?
11 Ben: 7H; buy -; draw ?
12 Cai: 7I; buy -; draw ?
13 Ann: 6H; buy -; draw ?
14 Ben: 6I; buy -; draw ?
15 Cai: 5H; buy -; draw ?
16 Ann: 5I; buy -; draw ?
17 Ben: 4I; buy -; draw ?
18 Cai: 7E; survivor Luxor
    bonus Cai Tower 6000; bonus Ann Tower 3000
    dispose Cai Tower sell 3
    dispose Ann Tower hold 1
    buy -; draw ?
"""


@dataclass(frozen=True)
class Said:
    """What somebody wrote in the place of ``old`` in a log; it means ``meant``, and ``problems`` are the sentences that it must lead to."""

    log: str
    old: str
    new: str
    meant: str
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The log as somebody wrote it."""
        assert self.log.count(self.old) == 1, self.old
        return self.log.replace(self.old, self.new)

    @property
    def plain(self) -> str:
        """The log as the notation has it."""
        return self.log.replace(self.old, self.meant)


def _said(log: str, old: str, *written: str, meant: str | None = None) -> list[Said]:
    return [Said(log, old, new, old if meant is None else meant) for new in written]


def _asked(log: str, old: str, new: str, *problems: str, meant: str = "") -> list[Said]:
    return [Said(log, old, new, meant, problems)]


CAI = "dispose Cai American sell 1 hold 1"
ANN = "dispose Ann American sell 1 trade 2"
TIED = "bonus Ann American 2300; bonus Cai American 2300"
BOTH = "bonus Cai American 3000; bonus Ann American 1500"
SIX = "18 Cai: 7E; survivor Luxor"

#: What can mean only one thing.
SAID = [
    # Bonuses.
    *_said(PLAIN, BOTH, "majority 3000; minority 1500", "majority Cai 3000; minority Ann 1500", "majority Cai 3000, minority Ann 1500"),
    *_said(PLAIN, BOTH, "majority bonus Cai 3000, minority bonus Ann 1500", "MAJORITY CAI 3000; MINORITY ANN 1500"),
    *_said(PLAIN, BOTH, "majority American Cai 3000; minority American Ann 1500", "maj. Cai 3000; min. Ann 1500"),
    *_said(PLAIN, BOTH, "bonus Cai 3000; bonus Ann 1500", "bonus Cai 3000, Ann 1500", "bonuses: Cai 3000, Ann 1500"),
    *_said(PLAIN, BOTH, "Cai gets 3000 majority bonus, Ann gets 1500 minority bonus"),
    *_said(PLAIN, BOTH, "Cai gets a bonus of 3000; Ann gets a bonus of 1500"),
    *_said(PLAIN, BOTH, "Cai received PRIMARY shareholder bonus of 3000; Ann received SECONDARY shareholder bonus of 1500"),
    *_said(PLAIN, BOTH, "Cai received a $3000 American bonus. Ann received a $1500 American bonus."),
    *_said(PLAIN, BOTH, "Mehrheit Cai 3000, Minderheit Ann 1500", "majorité Cai 3000; minorité Ann 1500"),
    *_said(TRADED, TIED, "Ann and Cai 2300 each", "Ann+Cai 2300 each", "Ann, Cai 2300 each", "Ann & Cai American 2300 each"),
    *_said(TRADED, TIED, "Ann+Cai 4600"),
    *_said(TRADED, TIED, "bonus Ann+Cai 4600", "bonus Ann+Cai 2300", "bonus Ann and Cai American 2300"),
    *_said(TRADED, TIED, "bonus American Ann/Cai 2300 each"),
    *_said(TRADED, TIED, "bonus Ann+Cai 4600 together", "Ann and Cai together 4600", "Ann und Cai jeweils 2300"),
    *_said(TRADED, "bonus Cai Tower 6000; bonus Ann Tower 3000", "majority 6000; minority 3000", "Cai majority 6000, Ann minority 3000"),
    # Disposals.
    *_said(PLAIN, CAI, "Cai American s1 h1", "Cai American S1/H1", "dispose Cai American s1 h1", "Cai: s1 h1", "Cai A s1 h1"),
    *_said(PLAIN, CAI, "Cai s1 h1"),
    *_said(PLAIN, CAI, "dispose Cai American 1 sold, rest kept", "Cai sold 1, kept the rest", meant="dispose Cai American sell 1"),
    *_said(PLAIN, CAI, "Cai sold 1 and keeps the rest", meant="dispose Cai American sell 1"),
    *_said(PLAIN, CAI, "Cai American 1/0/1", "dispose Cai American 1/0/1", "Cai 1/0/1", "Cai: 1/0/1"),
    *_said(PLAIN, CAI, "Cai sold 1, kept 1", "Cai sold 1 American and kept 1", "Cai sold 1 share of American, kept 1 share"),
    *_said(PLAIN, CAI, "Cai kept all", "Cai keeps everything", "Cai holds", "Cai kept all American", meant="dispose Cai American"),
    *_said(PLAIN, CAI, "Cai American holds all", meant="dispose Cai American"),
    *_said(PLAIN, CAI, "Cai sold everything", "Cai sold out", "Cai sells all American", meant="dispose Cai American sell 2"),
    *_said(PLAIN, CAI, "dispose Cai American sell all", meant="dispose Cai American sell 2"),
    *_said(PLAIN, CAI, "Cai sold 2 shares of American", "Cai sold American 2", "Cai venduto 2", meant="dispose Cai American sell 2"),
    *_said(PLAIN, CAI, "Cai prodal 2 American", meant="dispose Cai American sell 2"),
    *_said(PLAIN, CAI, "Cai traded all", "Cai trades everything 2:1", "Cai trade 2:1", meant="dispose Cai American trade 2"),
    *_said(PLAIN, CAI, "Cai trades 2 for 1 Luxor", "Cai American trade 2->1", meant="dispose Cai American trade 2"),
    *_said(TRADED, ANN, "Ann American s1 t2", "Ann sells 1 trades 2:1", "Ann: sold 1, traded the rest", "Ann American s1, t2"),
    *_said(TRADED, ANN, "dispose Ann s1 t2"),
    *_said(TRADED, ANN, "Ann traded 2 and sold 1 American shares", "Ann traded 2 stocks of American for 1 stocks in Luxor, sold 1"),
    *_said(TRADED, ANN, "Ann American s1 t2 h0", "Ann American 1/2/0", "Ann S1/T2/H0", meant=f"{ANN} hold 0"),
    *_said(TRADED, ANN, "Ann sells 1, trades 2, keeps none", meant=f"{ANN} hold 0"),
    *_said(TRADED, "dispose Cai American trade 2 hold 1", "Cai trades 2 for 1, holds 1", "Cai American t2 h1", "Cai: American t2 k1"),
    *_said(TRADED, "dispose Cai American trade 2 hold 1", "Cai 0/2/1"),
    # Mergers.
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; American -> Luxor", "5 Ben: 3C, Luxor takes over American"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C\n    American merges into Luxor"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C. Luxor absorbs American.", "5 Ben: 3C; Luxor eats American"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; American merged into Luxor"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; merged American and Luxor", "5 Ben: 3C; merger: American into Luxor"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Amer => Lux"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; fusie: American gaat op in Luxor", "5 Ben: 3C; Fusion : Luxor absorbe American"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C (Luxor eats American)", "5 Ben: 3C; AMERICAN DIES."),
    *_said(PLAIN, BOTH, "AMERICAN DIES. CAI +$3000 ANN +$1500", "Cai +$3000, Ann +$1500", "bonus American: Cai 3k, Ann 1.5k"),
    *_said(PLAIN, CAI, "Cai American: sell 1, keep 1"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Luxor is buying out American", "5 Ben: 3C; American is taken over by Luxor"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Luxor übernimmt American"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Luxor absorbe American", "5 Ben: 3C; Luxor neemt American over"),
    *_said(PLAIN, "5 Ben: 3C", "5 Ben: 3C; American has been removed from the board"),
    *_said(TRADED, SIX, "18 Cai: 7E; Tower -> Luxor", "18 Cai: 7E; Luxor takes over Tower", "18 Cai: 7E; Luxor survives"),
    *_said(TRADED, SIX, "18 Cai: 7E; Tower merges into Luxor"),
    *_said(TRADED, SIX, "18 Cai: 7E; Cai selected Luxor as merger survivor", "18 Cai: 7E -> Luxor"),
    *_said(TRADED, SIX, "18 Cai: 7E; merged Tower into Luxor", "18 Cai: 7E; Luxor pohltí Tower"),
    # Other programs' sentences.
    *_said(PLAIN, "2B; found Luxor; buy Luxor 2", "played tile 2B; Luxor has been placed on the board at 2B; bought 2 stocks in Luxor"),
    *_said(PLAIN, "buy Luxor 2; draw ?", "bought 2 stocks in Luxor for a total of 400; draw ?"),
    *_said(PLAIN, "2B; found Luxor; buy Luxor 2", "Ben played tile 2B; Ben formed Luxor; Ben purchased 2 Luxor"),
    *_said(PLAIN, "2B; found Luxor; buy Luxor 2", "Ben played tile 2B. Ben founded Luxor at 2B. Ben purchased 2 Luxor."),
    *_said(PLAIN, "4C; buy -", "4C; Ann purchased nothing", "4C; could not afford any shares", "4C; Ann bought no shares"),
    *_said(PLAIN, "buy Luxor 2; draw ?", "bought 2 stocks in Luxor; spent $400; draw ?"),
    *_said(PLAIN, "6 Cai: 9I; cash Ann 6900; buy -; draw ?", "6 Cai: Cai passed; draw ?", meant="6 Cai: pass; draw ?"),
    *_said(PLAIN, "6 Cai: 9I; cash Ann 6900; buy -; draw ?", "6 Cai: has no playable tile; draw ?", meant="6 Cai: pass; draw ?"),
    *_said(PLAIN, "6 Cai: 9I; cash Ann 6900; buy -; draw ?", "6 Cai: 9I; Cai drew tile 8A", meant="6 Cai: 9I; draw 8A"),
    *_said(PLAIN, "6 Cai: 9I; cash Ann 6900; buy -; draw ?", "6 Cai: 9I; ended the game", meant="6 Cai: 9I; end"),
    # Photographed text.
    *_said(PLAIN, "2 Ben: 2B", "2 Ben: 28", "2 Ben: zB".replace("z", "2 "), "2 Ben: plays 28"),
    *_said(PLAIN, "6 Cai: 9I", "6 Cai: 9l", "6 Cai: 91"),
    *_said(PLAIN, "6 Cai: 9I", "6 Cai: SF", "6 Cai: S F".replace(" F", "F,"), meant="6 Cai: 5F"),
    *_said(PLAIN, "6 Cai: 9I", "6 Cai: 1OA", "6 Cai: lOA", "6 Cai: IOA", meant="6 Cai: 10A"),
    *_said(PLAIN, "6 Cai: 9I", "6 Cai: 12l", "6 Cai: l2I", meant="6 Cai: 12I"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann 69OO", "cash Ann 69oo", "cash Ann 6,9OO", "cash Ann $69O0"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann 5OOO", "cash Ann S000", "cash Ann 5,OOO", meant="cash Ann 5000"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann l300", "cash Ann I300", "cash Ann l,300", meant="cash Ann 1300"),
    *_said(PLAIN, "found American", "found Arnerican", "found Amer1can", "found Amerlcan"),
    *_said(TRADED, "7G; found Tower", "7G; found T0wer", "7G; found Tovver", "7G; f0und Tower"),
    # Amounts.
    *_said(PLAIN, "cash Ann 6900", "cash Ann 6.9k", "cash Ann 6,9k", "cash Ann 6'900", "cash Ann 6 900", "cash Ann $6.9k"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann 6.9K"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann 6900.-", "cash Ann 6900,-", "Ann has $6,900"),
    *_said(PLAIN, "cash Ann 6900", "cash Ann 7k", "cash Ann $7k", meant="cash Ann 7000"),
    *_said(PLAIN, BOTH, "bonus Cai American 3k; bonus Ann American 1.5k", "majority 3k, minority 1,5k"),
    # Languages.
    *_said(PLAIN, "4C; buy -", "4C; n'achète rien", "4C; kauft nichts", "4C; compra nada", "4C; koopt niets", "4C; non compra"),
    *_said(PLAIN, "4C; buy -", "4C; nekupuje nic"),
    *_said(PLAIN, "4C; buy -", "4C; n'achète pas", "4C; kauft nicht", "4C; no compra nada", "4C; koopt niet", "4C; non compra niente"),
    *_said(PLAIN, "4C; buy -", "4C; nie kupuje nic"),
    *_said(PLAIN, "4C; buy -", "4C; does not buy", "4C; didn't buy anything".replace(" anything", "")),
    *_said(PLAIN, "4C; buy -", "4C; Ann did not buy any shares", "4C; n’achète rien", "4C; Ann buys nothing"),
    *_said(PLAIN, "found Luxor; buy Luxor 2", "fonda Luxor; compra 2 azioni di Luxor", "zakládá Luxor, kupuje 2 Luxor"),
    *_said(PLAIN, "found Luxor; buy Luxor 2", "založil Luxor a koupil 2 Luxor".replace(" a ", ", ")),
    *_said(PLAIN, "found Luxor; buy Luxor 2", "fonde Luxor; achète 2 actions de l'hôtel Luxor".replace("l'hôtel ", "")),
    *_said(PLAIN, "found Luxor; buy Luxor 2", "fondò Luxor, comprò 2 Luxor", "založila Luxor, koupila dvě akcie Luxor"),
    *_said(PLAIN, CAI, "Cai vende 1 American, tiene 1", "Cai prodává 1 American, nechává 1", "Cai prodal 1, nechal 1"),
    *_said(PLAIN, CAI, "Cai a vendu 1 American".replace(" a ", " ") + ", gardé 1"),
    *_said(PLAIN, "buy Luxor 1, American 1", "bought one Luxor and one American", "purchased 1 Luxor, and 1 American"),
    # Signs and abbreviations.
    *_said(PLAIN, "2B; found Luxor; buy Luxor 2", "2B 🎉; found Luxor; buy Luxor 2 🙂", "🀄 2B; found Luxor ✨; buy 2 Luxor 👍🏽"),
    *_said(PLAIN, "2B; found Luxor; buy Luxor 2", "2B ➜ Luxor; buy Luxor 2"),
    *_said(PLAIN, "buy Luxor 1, American 1", "buy Lx 1, Am 1", "buy 1 LX 1 AMR", "buy LXR 1, AMN 1", "1LX 1AM".replace("1LX", "buy 1LX")),
    *_said(PLAIN, BOTH, 'bonus Cai American 3000; bonus Ann " 1500', "bonus Cai American 3000\n    bonus Ann 〃 1500"),
    *_said(PLAIN, "found American; buy American 1, Luxor 1", "FOUNDS AMERICAN; BUYS 1 AMERICAN, 1 LUXOR"),
]  # fmt: skip

LARGER = "American does not fit the tile: another chain there is larger"
STRANGER = "not taking part: Tower; the tile merges Luxor, American"
UNPAID, SHORT = "it is not clear what was paid for", "the clause ends too early"

#: What may mean two things, or what the board contradicts.
ASKED = [
    # One amount for several, that is due neither to each nor to all.
    *_asked(TRADED, TIED, "bonus Ann+Cai American 2500", "2500 may be for each of them or together"),
    *_asked(TRADED, TIED, "Ann+Cai 4500", "4500 may be for each of them or together"),
    *_asked(TRADED, TIED, "majority 2300", "the clause ends too early"),
    # What the board does not make.
    *_asked(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Luxor -> American", LARGER, meant="5 Ben: 3C"),
    *_asked(PLAIN, "5 Ben: 3C", "5 Ben: 3C; Tower takes over American", STRANGER, meant="5 Ben: 3C"),
    *_asked(PLAIN, "4 Ann: 3B", "4 Ann: 3B; American -> Luxor", "the last tile of this turn does not merge chains", meant="4 Ann: 3B"),
    *_asked(TRADED, SIX, "18 Cai: 7E; survivor Luxor; Luxor -> Tower", "Tower does not fit the tile: Luxor survives", meant=SIX),
    # Numbers of which it is not clear what they are.
    *_asked(PLAIN, CAI, "Cai American 1/1/0", "it is not clear which of these were traded"),
    *_asked(PLAIN, CAI, "Cai traded the rest, sold 1", "'rest' is not a number"),
    *_asked(PLAIN, CAI, "Cai holds 5600", "5600 is not a number of shares"),
    *_asked(TRADED, ANN, "sold 1, traded 2", "the clause ends too early"),
    *_asked(PLAIN, CAI, "bonus Cai American 3000; keeps all", "the clause ends too early", meant="bonus Cai American 3000"),
    *_asked(PLAIN, "6 Cai: 9I", "6 Cai: 2l", "'2l' is not a tile", meant="6 Cai:"),
    *_asked(PLAIN, "6 Cai: 9I", "6 Cai: 12", "a number is here without its chain", meant="6 Cai:"),
    *_asked(PLAIN, "6 Cai: 9I", "6 Cai: 28", "a number is here without its chain", meant="6 Cai:"),
    *_asked(PLAIN, "cash Ann 6900", "cash Ann 9,200k", "'9,200' is not an amount of whole dollars", meant=""),
    *_asked(PLAIN, "cash Ann 6900", "cash Ann 6,9", "'6,9' is not an amount of whole dollars", meant=""),
    *_asked(PLAIN, "4C; buy -", "4C; does not end the game", "'end' is here", meant="4C"),
    *_asked(PLAIN, "cash Ann 6900; buy -", "buy -; spent 600; received 3000", UNPAID, SHORT, meant="buy -"),
]  # fmt: skip
